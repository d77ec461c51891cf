"""`damiera tournament print`: every kind, its options, what it refuses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from damiera.cli.main import main
from damiera.cli.tournament_print import KINDS
from damiera.messages import Message
from damiera.paper import prints
from tests.disks import disk_that_holds
from tests.unit.paper.paper_reader import pages_of, said_on
from tests.wording import shows

FILE = str(Path(__file__).parents[3] / "docs" / "examples" / "livorno.trf")


@pytest.fixture
def printed(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Print; returns the exit code, the text on the paper, and standard error."""
    monkeypatch.setenv("DAMIERA_LANG", "en")

    def run(what: str, *words: str, file: str = FILE) -> tuple[int, str, str]:
        out = tmp_path / "out.pdf"
        out.unlink(missing_ok=True)
        with pytest.raises(SystemExit) as stop:
            main(["tournament", "print", file, what, "--out", str(out), *words])
        said = said_on(pages_of(out.read_bytes())) if out.exists() else ""
        return int(stop.value.code or 0), said, capsys.readouterr().err

    return run


def test_the_kinds_are_those_there_are() -> None:
    assert KINDS == prints.KINDS


@pytest.mark.parametrize("what", KINDS)
def test_every_kind(printed: Any, what: str) -> None:
    code, said, err = printed(what)
    assert (code, err) == (0, "")
    assert prints.title_of(what).text("en").removesuffix("s") in said or what in (
        "pairings",
        "cards",
        "slips",
        "certificates",
    )
    assert "Torneo di Livorno" in said
    if what != "form":
        assert "Bianchi Anna" in said


def test_options_for_the_wall(printed: Any) -> None:
    _, said, _ = printed(
        "pairings", "--round", "3", "--time", "16:15", "--lang", "it", "--address", "http://h/x"
    )
    assert "Turno 3" in said
    assert "16:15" in said
    assert "http://h/x" in said
    _, said, _ = printed("sheets", "--round", "3", "--deck", "it-2m-43", "--seed", "Livorno 2026")
    assert "23-20 10-13" in said


def test_prizes_split_or_not(printed: Any) -> None:
    _, said, _ = printed("prizes", "--money", "500,300,100", "--places", "4")
    assert "500" in said
    assert "gold" in said
    _, said, _ = printed("prizes", "--no-medals", "--lang", "it")
    assert "oro" not in said.split()


def test_certificates_for_the_first(printed: Any) -> None:
    code, said, _ = printed("certificates", "--top", "1")
    assert code == 0
    assert "Bianchi Anna" in said
    assert "Costa Ugo" not in said


def test_to_standard_output(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["tournament", "print", FILE, "standings", "--out", "-"])
    assert stop.value.code == 0
    assert capsysbinary.readouterr().out.startswith(b"%PDF-")


def test_names_are_printed_in_their_own_letters(printed: Any, tmp_path: Path) -> None:
    other = tmp_path / "other.trf"
    text = Path(FILE).read_text(encoding="utf-8")
    other.write_text(text.replace("Rossi Mario  ", "Россіенко Іб "), encoding="utf-8")
    code, said, err = printed("entries", file=str(other))
    assert code == 0
    assert "Россіенко Іб" in said
    assert err == ""


@pytest.mark.slow
def test_letters_that_no_font_has_are_told(printed: Any, tmp_path: Path) -> None:
    other = tmp_path / "other.trf"
    text = Path(FILE).read_text(encoding="utf-8")
    other.write_text(text.replace("Rossi Mario  ", "Rossi 𒀀      "), encoding="utf-8")
    code, said, err = printed("entries", file=str(other))
    assert code == 0
    assert "Rossi □" in said
    assert "Rossi 𒀀 (U+12000)" in err


LONG = "a" * 300 + ".pdf"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("pairings", "--round", "9"), Message("There is no round {n}: the event has {last}.", n=9)),
        (("prizes", "--money", "5,many"), Message('--money: "{w}" is no whole sum.', w="many")),
        (("poster",), Message("{value} is not one of {choices}.", value="'poster'")),
        (
            ("sheets", "--deck", "it-9m", "--seed", "x"),
            Message("There is no deck '{id}'.{near} There are: {known}.", id="it-9m"),
        ),
        (
            ("entries", "--out", "/nowhere/at/all.pdf"),
            Message("there is no folder {name}: make it, or name another file", name="/nowhere/at"),
        ),
        (("entries", "--out", LONG), Message("I cannot write {file}: {why}.", file=LONG)),
    ],
)
def test_refused(printed: Any, words: tuple[str, ...], said: Message) -> None:
    code, paper, err = printed(*words)
    assert code == 2
    assert not paper
    assert shows(err, said)


def test_a_disk_that_is_full_in_the_middle_leaves_the_print_there_was(printed: Any, tmp_path: Path) -> None:
    kept = tmp_path / "entries.pdf"
    kept.write_bytes(b"hung up this morning")
    with disk_that_holds(1000):
        code, _, err = printed("entries", "--out", str(kept))
    assert code == 2
    assert shows(err, Message("I cannot write {file}: {why}.", file=kept))
    assert [(path, path.read_bytes()) for path in tmp_path.iterdir()] == [(kept, b"hung up this morning")]
