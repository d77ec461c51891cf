"""The commands of the laboratory: they end when they are told to, and what was kept stays."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
import weakref
from pathlib import Path

import pytest

from damiera.cli.common import terminable
from damiera.cli.main import main
from tests.unit.cli import interrupts
from tests.wording import shows, words_of

HOURS = ("--nodes", "1000000")
"""What one thread is at for hours, before it could hear anything."""


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize(
    ("words", "log"),
    [
        (("train", "english", "--games", "1000", "--folder", "run", *HOURS), "run/run"),
        (("tune", "english", "--params", "window", "--level", "0", "--file", "t", *HOURS), "t.run"),
        (("sprt", "english", "--first", "window=9", "--level", "0", "--file", "s", *HOURS), "s.run"),
    ],
    ids=["train", "tune", "sprt"],
)
def test_an_interruption_does_not_wait_for_the_games_that_are_played(
    tmp_path: Path, words: tuple[str, ...], log: str, how: signal.Signals
) -> None:
    with interrupts.heard():
        process = subprocess.Popen(
            (sys.executable, "-m", "damiera", *words, "--lang", "en"),
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
    file = tmp_path / log
    deadline = time.monotonic() + 120
    while not (file.exists() and file.stat().st_size) and time.monotonic() < deadline:
        time.sleep(0.05)
    process.send_signal(how)
    try:
        _, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 130, err
    assert words_of("Interrupted.", "en") in err
    assert "Traceback" not in err
    told = [json.loads(line) for line in file.read_text().splitlines()]
    assert [next(iter(line)) for line in told] == ["begun", "ended"]
    assert told[1]["is_complete"] is False


def test_an_interrupt_that_python_can_only_print_comes_again() -> None:
    """It came to a callback once, at the end of an import, and the command played on."""

    class Module: ...

    def interrupted(_: object) -> None:
        raise KeyboardInterrupt

    modules = [Module()]
    watch = weakref.ref(modules[0], interrupted)

    def lose_one_and_go_on() -> None:
        modules.clear()
        assert watch() is None
        time.sleep(60)

    with interrupts.heard(), pytest.raises(KeyboardInterrupt), terminable():
        lose_one_and_go_on()


def test_an_opponent_that_does_not_start_keeps_the_others_from_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is named at the end, where a table of what was played stands."""
    words = ("--game", "italian", "--games", "2", "--nodes", "50", "--folder", str(tmp_path / "kept"))
    with pytest.raises(SystemExit) as ended:
        main(["gauntlet", "builtin", "builtin:level=2", "hub:/no/such", "builtin:level=1", *words, "--json"])
    assert ended.value.code == 2
    out, err = capsys.readouterr()
    told = json.loads(out)
    assert [(one["opponent"], one["games"]) for one in told["opponents"]] == [
        ("Damiera level=2", 2),
        ("Damiera level=1", 2),
    ]
    assert told["complete"] is False
    assert shows(err, 'The engine "{engine}" does not start: {why}', engine="hub:/no/such")
