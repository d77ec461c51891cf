"""`damiera dxp`: one process listens, another calls; the game is printed and kept on both sides."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from damiera._core import Side
from damiera.cli.main import main
from damiera.engine.dxp.line import PORT, address_of
from damiera.engine.dxp.messages import GameRequest, encode
from damiera.messages import Message
from damiera.notation.pdn.model import PdnGame
from damiera.notation.pdn.reader import read_pdn
from tests.unit.cli import interrupts
from tests.wording import shows, words_of


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stop:
        main(("dxp", *args, "--lang", "en"))
    out = capsys.readouterr()
    return int(stop.value.code or 0), out.out, out.err


def only_game(text: str) -> PdnGame:
    (game,) = read_pdn(text)
    assert isinstance(game, PdnGame)
    return game


@pytest.fixture
def listener(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A process that listens for games of Italian draughts, and its port."""
    file = tmp_path / "kept.pdn"
    with interrupts.heard():
        process = subprocess.Popen(
            (
                *(sys.executable, "-m", "damiera", "dxp", "listen", "italian", "--port", "0", "--level", "1"),
                *("--lang", "en", "--pdn", str(file)),
            ),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert process.stderr is not None
    found = re.search(r"port (\d+)", process.stderr.readline())
    assert found is not None
    yield process, int(found[1])
    if process.poll() is None:
        process.kill()
    process.communicate(timeout=20)


def test_two_processes_play(
    capsys: pytest.CaptureFixture[str], listener: tuple[subprocess.Popen[str], int], tmp_path: Path
) -> None:
    process, port = listener
    args = ("connect", f"127.0.0.1:{port}", "italian", "--level", "2", "--moves", "6", "--colour", "black")
    code, out, err = run(capsys, *args)
    assert code == 0, err
    assert words_of("Game with {peer}: we have {side}.", peer="Damiera", side=Message("Black")) in err
    assert "1. " in err
    game = only_game(out)
    assert len(game.moves) == 12
    # A caller who talks nonsense ends his call, not the listening.
    with socket.create_connection(("127.0.0.1", port), 20) as rude:
        rude.sendall(b"GET / HTTP/1.1\r\n\r\n\0")
        assert rude.recv(10) == b""
    code, out, err = run(capsys, *args)
    assert code == 0, err
    process.send_signal(signal.SIGINT)
    heard = process.communicate(timeout=20)
    assert process.returncode == 0, heard[1]
    assert shows(heard[1], "Bad DXP message ({place}): found '{found}', expected {expected}.")
    kept = list(read_pdn((tmp_path / "kept.pdn").read_text()))
    assert [entry.moves for entry in kept if isinstance(entry, PdnGame)] == [game.moves, only_game(out).moves]


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_game_is_kept(
    listener: tuple[subprocess.Popen[str], int], tmp_path: Path, how: signal.Signals
) -> None:
    process, port = listener
    with socket.create_connection(("127.0.0.1", port), 20) as link:
        link.sendall(encode(GameRequest("Caller", Side.WHITE, 0, 0)))
        while b"M" not in (heard := link.recv(200)):
            assert heard
        process.send_signal(how)
        said = process.communicate(timeout=20)[1]
    assert process.returncode == 0, said
    game = only_game((tmp_path / "kept.pdn").read_text())
    assert (len(game.moves), game.result) == (1, "*")


def test_waiting_for_a_call_ends_with_the_program(listener: tuple[subprocess.Popen[str], int]) -> None:
    process, _ = listener
    process.terminate()
    assert process.wait(20) == 0


def test_a_game_cut_off_is_told_and_kept(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "cut.pdn"
    script = (
        "import socket; s = socket.create_server(('127.0.0.1', 0)); print(s.getsockname()[1], flush=True);"
        "c = s.accept()[0]; c.recv(99); c.sendall(b'A' + b'Other'.ljust(32) + b'0\\0'); c.recv(99); c.close()"
    )
    with subprocess.Popen((sys.executable, "-c", script), stdout=subprocess.PIPE, text=True) as peer:
        assert peer.stdout is not None
        port = int(peer.stdout.readline())
        code, out, err = run(
            capsys, "connect", f"127.0.0.1:{port}", "italian", "--level", "1", "--pdn", str(file)
        )
    assert (code, out) == (1, "")
    assert shows(err, "The connection is lost: {why}.")
    game = only_game(file.read_text())
    assert (len(game.moves), game.result, game.tags["Black"]) == (1, "*", "Other")


@pytest.mark.parametrize(
    "args",
    [
        ("connect", "127.0.0.1:0", "italian"),
        ("connect", "127.0.0.1:99999", "italian"),
        ("connect", "127.0.0.1", "bashni"),
        ("connect", "127.0.0.1", "italian", "--fen", "nonsense"),
        ("listen", "chinese-checkers"),
        ("listen", "italian", "--host", "203.0.113.7"),
        ("listen", "italian", "--port", "70000"),
    ],
)
def test_what_cannot_be_is_refused(capsys: pytest.CaptureFixture[str], args: tuple[str, ...]) -> None:
    code, out, err = run(capsys, *args)
    assert (code, out) == (2, "")
    assert err.strip()


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("host", ("host", PORT)),
        ("host:5", ("host", 5)),
        ("::1", ("::1", PORT)),
        ("[::1]", ("::1", PORT)),
        ("[::1]:99", ("::1", 99)),
    ],
)
def test_addresses(text: str, address: tuple[str, int]) -> None:
    assert address_of(text) == address
