"""Programs that take calls over DXP, seated as minds: in a match, and at single questions."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest

from damiera._core import rules
from damiera.engine.builtin import BuiltinEngine
from damiera.engine.dxp.client import DxpClient
from damiera.engine.dxp.errors import (
    DxpError,
    PeerEnded,
    PeerGone,
    PeerIllegal,
    PeerRefused,
    PeerResigned,
    PeerSilent,
)
from damiera.engine.dxp.line import DxpLine, address_of
from damiera.engine.dxp.play import DxpSeat, follow
from damiera.engine.errors import EngineError, MatchError
from damiera.engine.limits import SearchLimits, TimeLeft, allot
from damiera.engine.match.boards import play_match
from damiera.engine.match.openings import openings_from
from damiera.engine.match.settings import MatchSettings
from damiera.engine.match.verdict import MatchGameEnding
from damiera.engine.protocol import Engine
from damiera.engine.spec import EngineSpec
from damiera.game.clock import ClockSettings
from damiera.messages import Message
from damiera.rules.ruleset import ITALIAN, ruleset
from tests.wording import raises

START = ITALIAN.start()
QUICK = SearchLimits(time_ms=20)
ACCEPT = b"A" + b"Other".ljust(32) + b"0"


class Listener:
    """A program that takes calls, one after the other; `serve` has each."""

    def __init__(self, serve: Callable[[socket.socket], object]) -> None:
        self.heard: list[bytes] = []
        self._serve = serve
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._server.getsockname()[1]
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        with suppress(OSError):
            while True:
                link, _ = self._server.accept()
                with link, suppress(OSError, EOFError, EngineError):
                    link.settimeout(20)
                    self._serve(link)

    def close(self) -> None:
        self._server.close()


@pytest.fixture
def listener() -> Iterator[Callable[[Callable[[socket.socket], object]], Listener]]:
    made: list[Listener] = []

    def make(serve: Callable[[socket.socket], object]) -> Listener:
        made.append(Listener(serve))
        return made[-1]

    yield make
    for one in made:
        one.close()


Maker = Callable[[Callable[[socket.socket], object]], Listener]


def ours(link: socket.socket) -> None:
    """Our own follower, at a few nodes a move: another program as it should be."""
    line = DxpLine(link)
    while (
        played := follow(
            line, DxpSeat(ITALIAN, BuiltinEngine("italian", hash_mb=1), limits=SearchLimits(nodes=30))
        )
    ) and (played.trouble is None and not played.stop):
        pass


def scripted(*answers: bytes | None, heard: list[bytes] | None = None) -> Callable[[socket.socket], None]:
    """A program that says one thing after each message; None: nothing at all."""

    def serve(link: socket.socket) -> None:
        for answer in answers:
            message = b""
            while not message.endswith(b"\0"):
                if not (found := link.recv(1)):
                    raise EOFError
                message += found
            if heard is not None:
                heard.append(message[:-1])
            if answer is not None:
                link.sendall(answer)
        while link.recv(4096):
            pass

    return serve


def test_a_program_that_listens_is_a_mind(listener: Maker) -> None:
    with DxpClient("italian", "127.0.0.1", listener(ours).port) as client:
        engine: Engine = client
        position, history = START, [START]
        for _ in range(6):
            choice = engine.choose(position, history=history[:-1], limits=QUICK)
            position = position.play(choice.move)
            history.append(position)
            position = position.play(position.moves()[0])
            history.append(position)
        assert client.peer == "Damiera"
        elsewhere = START.play(START.moves()[3])
        assert engine.choose(elsewhere, limits=QUICK).move in elsewhere.moves(), "another game is asked for"


def test_moves_of_one_game_are_sent_and_no_new_game_is_asked_for(listener: Maker) -> None:
    heard: list[bytes] = []
    ours_first = b"M0001" + b"2218" + b"00\0"
    game = listener(scripted(ACCEPT + b"\0" + ours_first, b"M0001" + b"2117" + b"00\0", heard=heard))
    with DxpClient("italian", "127.0.0.1", game.port) as client:
        choice = client.choose(START, limits=SearchLimits(time_ms=2000))
        after = START.play(choice.move)
        reply = next(m for m in after.moves() if (m.origin, m.destination) == (12, 16))
        client.choose(after.play(reply), history=[START, after], limits=SearchLimits(time_ms=2000))
    assert heard[0] == b"R01" + b"Damiera".ljust(32) + b"W003090A"
    assert heard[1][5:] == b"121600"


@pytest.mark.parametrize(
    ("limits", "told"),
    [
        (allot(TimeLeft(90_000, gain_ms=500)), b"002000"),
        (SearchLimits(time_ms=10**12), b"999001"),
        (SearchLimits(time_ms=1), b"001999"),
        (allot(TimeLeft(-5)), b"001000"),
    ],
)
def test_minutes_and_moves_are_told(listener: Maker, limits: SearchLimits, told: bytes) -> None:
    heard: list[bytes] = []
    other = listener(scripted(ACCEPT + b"\0M0001221800\0", heard=heard))
    with DxpClient("italian", "127.0.0.1", other.port) as client:
        client.choose(START, limits=limits)
    assert heard[0][36:42] == told


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (b"A" + b"Other".ljust(32) + b"2\0", PeerRefused),
        (ACCEPT + b"\0M0001013200\0", PeerIllegal),
        (ACCEPT + b"\0E11\0", PeerResigned),
        (ACCEPT + b"\0E30\0", PeerEnded),
        (ACCEPT + b"\0E20\0", PeerEnded),
        (ACCEPT + b"\0garbage\0", DxpError),
        (b"x" * 5000, DxpError),
        (b"\xff\xfe\0", DxpError),
        (b"M0001221800\0", PeerIllegal),
        (ACCEPT + b"\0" + ACCEPT + b"\0", PeerIllegal),
        (ACCEPT + b"\0" + b"Chello\0" * 1200, DxpError),
        (ACCEPT + b"\0M00012", PeerSilent),
        (None, PeerSilent),
    ],
)
def test_whatever_it_does_but_move_is_an_error_and_the_next_question_a_new_call(
    listener: Maker, answer: bytes | None, error: type[DxpError]
) -> None:
    bad = listener(scripted(answer))
    with DxpClient("italian", "127.0.0.1", bad.port, patience_s=0.4) as client:
        for _ in range(2):
            with pytest.raises(error) as found:
                client.choose(START, limits=QUICK)
            assert found.value.text("it") != found.value.text("en")


@pytest.mark.slow
def test_a_program_that_hangs_up_or_is_not_there(listener: Maker) -> None:
    other = listener(lambda link: link.close())
    with DxpClient("italian", "127.0.0.1", other.port) as client, pytest.raises(PeerGone):
        client.choose(START, limits=QUICK)
    with socket.create_server(("127.0.0.1", 0)) as server:
        nobody = server.getsockname()[1]
    with (
        DxpClient("italian", "127.0.0.1", nobody) as client,
        raises(
            PeerGone,
            Message(
                "Nobody answers at {host}, port {port}: {why}. Start the other program first, listening."
            ),
        ),
    ):
        client.start()


def test_a_game_that_ends_after_the_moves_agreed_upon_goes_on_as_another(listener: Maker) -> None:
    """With seconds a move the number of moves told is ours alone: the game of the match is not over."""
    heard: list[bytes] = []
    other = listener(
        scripted(ACCEPT + b"\0M0001221800\0", b"E00\0", None, ACCEPT + b"\0M0001211700\0", heard=heard)
    )
    with DxpClient("italian", "127.0.0.1", other.port) as client:
        after = START.play(client.choose(START, limits=SearchLimits(time_ms=10**9)).move)
        reply = next(m for m in after.moves() if (m.origin, m.destination) == (12, 16))
        choice = client.choose(after.play(reply), history=[START, after], limits=SearchLimits(time_ms=10**9))
    assert (choice.move.origin, choice.move.destination) == (21, 17)
    assert [frame[:1] for frame in heard] == [b"R", b"M", b"E", b"R"]


def test_what_is_waited_for_is_given_up_when_told(listener: Maker) -> None:
    with DxpClient("italian", "127.0.0.1", listener(scripted(ACCEPT + b"\0")).port) as client:
        timer = threading.Timer(0.3, client.stop)
        timer.start()
        with pytest.raises(PeerGone):
            client.choose(START, limits=SearchLimits(time_ms=60_000))
        timer.join()


def settings(port: int, *, clock: ClockSettings | None = None, limits: SearchLimits = QUICK) -> MatchSettings:
    return MatchSettings(
        ITALIAN,
        (EngineSpec.parse(f"dxp:127.0.0.1:{port}"), EngineSpec.parse("builtin:hash=1")),
        openings_from(ITALIAN, "random:4", 7, 1),
        2,
        clock,
        limits,
        30,
        7,
        1.5,
    )


def test_a_match_with_a_program_over_dxp(listener: Maker) -> None:
    calls: list[socket.socket] = []

    def counted(link: socket.socket) -> None:
        calls.append(link)
        ours(link)

    games = list(play_match(settings(listener(counted).port)))
    assert len(calls) == 1, "it is called once for all the games of a table"
    assert [game.verdict.ending.is_fault for game in games] == [False, False]
    assert all(len(game.moves) > 20 for game in games)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("answer", "ending"),
    [
        (ACCEPT + b"\0M0001013200\0", MatchGameEnding.ILLEGAL),
        (ACCEPT + b"\0E11\0", MatchGameEnding.RESIGNS),
        (ACCEPT + b"\0E30\0", MatchGameEnding.REFUSAL),
        (ACCEPT + b"\0", MatchGameEnding.SILENCE),
    ],
)
def test_a_program_at_fault_loses_and_play_goes_on(
    listener: Maker, answer: bytes, ending: MatchGameEnding
) -> None:
    games = list(play_match(settings(listener(scripted(answer)).port)))
    assert [game.verdict.ending for game in games] == [ending, ending]
    assert ending.is_fault == (ending is not MatchGameEnding.RESIGNS)


def test_what_dxp_cannot_do_is_refused() -> None:
    with raises(
        MatchError, Message("DXP knows time alone: choose a clock (--time) or seconds a move (--movetime).")
    ):
        settings(27531, limits=SearchLimits(depth=3))
    with pytest.raises(DxpError):
        DxpClient("bashni", "127.0.0.1")
    for text in ("dxp:", "dxp:host:0", "dxp:host:99999", "dxp:host:x", "dxp::5"):
        with raises(
            MatchError,
            Message('"{found}" is no address: write HOST or HOST:PORT, with a port from 1 to 65535.'),
        ):
            EngineSpec.parse(text)
    assert address_of("::1") == ("::1", 27531)
    assert ruleset("international").core is rules("international")
