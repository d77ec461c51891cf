"""Starting: the port, the folder, what is printed, what is said when it cannot be."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from importlib.metadata import version
from pathlib import Path

import pytest

from damiera.messages import Message
from damiera.web.app.serve import PortInUse, PortRefused, listen
from damiera.web.common.network import local_address

PATIENCE_S = 120.0  # an upper bound: a busy machine takes its time to start a server


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


def test_a_taken_port_is_refused_with_a_free_one(taken: int) -> None:
    with pytest.raises(PortInUse) as refused:
        listen("127.0.0.1", taken)
    assert refused.value.free is not None
    assert f"--port {refused.value.free}" in refused.value.text("it")
    assert str(taken) in refused.value.text("en")
    listen("127.0.0.1", refused.value.free).close()


def test_an_address_that_is_not_ours_is_refused() -> None:
    with pytest.raises(PortRefused) as refused:
        listen("192.0.2.7", 8080)
    assert "192.0.2.7" in refused.value.text("en")
    assert "--port" in refused.value.text("it")


@pytest.mark.skipif(not hasattr(socket, "TCP_NOTSENT_LOWAT"), reason="this system cannot do that")
def test_little_is_kept_for_a_line_that_reads_nothing() -> None:
    with listen("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname()) as reader:
        line, _ = listening.accept()
        with line:
            line.setblocking(False)
            taken = 0
            with suppress(BlockingIOError):
                while taken < 16_000_000:
                    taken += line.send(bytes(50_000))
            assert taken < 1_000_000
            reader.settimeout(PATIENCE_S)
            assert reader.recv(100) == bytes(100)


def test_the_house_is_an_address_or_nothing() -> None:
    found = local_address()
    assert found is None or re.fullmatch(r"\d+(\.\d+){3}", found)


def _serve(*arguments: str, **environment: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "damiera", "serve", "--no-browser", *arguments]
    return subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1", **environment},
    )


def test_serve_prints_an_address_that_answers_and_stops_when_told(tmp_path: Path) -> None:
    with _serve("--port", "0", "--data", str(tmp_path)) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(5)]
        address = re.search(r"http://127\.0\.0\.1:\d+", "".join(lines))
        assert address is not None, lines
        with urllib.request.urlopen(f"{address[0]}/healthz") as answer:
            told = json.load(answer)
        process.terminate()
        assert "Traceback" not in process.communicate(timeout=PATIENCE_S)[0]
        assert (tmp_path / "damiera.sqlite3").exists()
        assert (told["ok"], told["version"]) == (True, version("damiera"))


@pytest.mark.slow
def test_a_taken_port_ends_with_two_and_one_clear_message(tmp_path: Path, taken: int) -> None:
    with _serve("--port", str(taken), "--data", str(tmp_path)) as process:
        said, _ = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 2
    assert "Traceback" not in said
    assert str(taken) in said
    assert "--port" in said


@pytest.mark.slow
def test_a_second_server_of_the_same_folder_says_that_they_share_it(tmp_path: Path) -> None:
    said = Message(
        "Another Damiera has this data open: both share it, and each sees the other's moves within a second."
    ).text("en")
    begun: list[bool] = []
    with ExitStack() as stack:
        for _ in range(2):
            process = stack.enter_context(_serve("--port", "0", "--data", str(tmp_path), "--lang", "en"))
            stack.callback(process.kill)
            assert process.stdout is not None
            lines = [process.stdout.readline() for _ in range(5)]
            begun.append(any(said in line for line in lines))
    assert begun == [False, True]


@pytest.mark.slow
def test_a_folder_that_cannot_be_written_ends_with_two(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("not a folder")
    with _serve("--port", "0", "--data", str(file / "data")) as process:
        said, _ = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 2
    assert "Traceback" not in said
    assert "--data" in said


@pytest.mark.slow
def test_a_start_loads_nothing_that_is_seldom_wanted() -> None:
    """Pairing needs a library of 4 MB; the words of PostgreSQL are 50 ms of a processor."""
    call = "import sys, damiera.web.app.create; print(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", call], capture_output=True, text=True, check=True)
    assert not {"rustworkx", "sqlalchemy.dialects.postgresql"} & {*told.stdout.split()}
