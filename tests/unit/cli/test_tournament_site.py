"""`damiera tournament site`: the folder holds what the zip of the page holds, or a sentence says why not."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from damiera.cli.main import main
from damiera.tournament.acts import CreateAct, EnterAct
from damiera.tournament.log import Log, dump


@pytest.fixture
def log_file(tmp_path: Path) -> Path:
    log = Log().add(CreateAct(name="Coppa", starts=date(2026, 11, 21)), who="arbiter", at=0)
    for number, name in enumerate(("Rossi", "Bianchi"), 1):
        log = log.add(EnterAct(number=number, name=name), who="arbiter", at=0)
    file = tmp_path / "coppa.damiera"
    file.write_text(dump(log), encoding="utf-8")
    return file


def ended(log_file: Path, out: Path) -> object:
    """Return how the command ended."""
    with pytest.raises(SystemExit) as stop:
        main(["tournament", "site", str(log_file), "--out", str(out), "--lang", "it"])
    return stop.value.code or 0


def test_the_site_is_written_to_a_folder_and_again_over_itself(log_file: Path, tmp_path: Path) -> None:
    out = tmp_path / "web" / "coppa"
    for _ in range(2):
        assert ended(log_file, out) == 0
    names = {path.name for path in out.iterdir()}
    assert names == {"index.html", "standings.html", "site.css", "event.json", "event.ics"}
    assert '<html lang="it"' in (out / "index.html").read_text(encoding="utf-8")


def test_a_folder_that_cannot_be_made_is_said(log_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = log_file / "within"
    assert ended(log_file, out) == 2
    assert str(out) in capsys.readouterr().err


def test_a_log_that_was_changed_is_refused(log_file: Path, tmp_path: Path) -> None:
    log_file.write_text(log_file.read_text(encoding="utf-8").replace("Rossi", "Russo"), encoding="utf-8")
    out = tmp_path / "web"
    assert ended(log_file, out) == 2
    assert not out.exists()
