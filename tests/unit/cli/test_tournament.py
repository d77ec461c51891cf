"""`damiera tournament pair` and `check`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from damiera.cli.main import main
from damiera.messages import Message
from damiera.tournament.trf import write_trf
from tests.unit.tournament.events import event
from tests.wording import shows, words_of

SWISS = Path(__file__).parent.parent / "tournament" / "data" / "golden" / "swiss16.trf"


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stop:
        main(["tournament", *args])
    out = capsys.readouterr()
    return int(stop.value.code or 0), out.out, out.err


@pytest.mark.parametrize("system", ["optimal", "rotation"])
def test_pairs_in_the_usual_form(capsys: pytest.CaptureFixture[str], system: str) -> None:
    code, out, _ = run(capsys, "pair", str(SWISS), "--system", system)
    lines = out.split("\n")
    assert code == 0
    assert lines[0] == "8"
    numbers = [int(n) for line in lines[1:9] for n in line.split(" ")]
    assert sorted(numbers) == list(range(1, 17))
    assert lines[9:] == [""]


def test_nought_is_the_rest(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "odd.trf"
    file.write_text(SWISS.read_text(encoding="utf-8") + "XXZ 16\n", encoding="utf-8")
    _, out, _ = run(capsys, "pair", str(file))
    assert out.split("\n")[-2].endswith(" 0")
    assert out.startswith("8\n")


def test_an_earlier_round_again_and_explained(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, err = run(capsys, "pair", str(SWISS), "--round", "1", "--explain", "--lang", "it")
    assert out.split("\n")[1] == "1 9"
    assert "score 0" in err
    _, _, err = run(capsys, "pair", str(SWISS), "--system", "rotation", "--explain", "--lang", "it")
    assert (
        words_of("Reading starts at {n}, who had Black in the last pair of round {r}.", "it", n=14, r=5)
        in err
    )


def test_a_round_under_way_is_not_followed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DAMIERA_LANG", "en")
    file = tmp_path / "open.trf"
    text = SWISS.read_text(encoding="utf-8")
    file.write_text(
        text.replace("  4 w =\n", "  4 w  \n").replace("  1 b =\n", "  1 b  \n"), encoding="utf-8"
    )
    code, out, err = run(capsys, "pair", str(file))
    assert (code, out) == (2, "")
    assert words_of("Round {r} is not over: the results of {b} are missing.", r=5, b="1-4") in err
    assert run(capsys, "pair", str(file), "--round", "5")[0] == 0


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "pair", str(SWISS), "--json")
    entry = json.loads(out)
    assert (entry["round"], entry["system"], len(entry["pairs"])) == (6, "optimal", 8)
    assert entry["criteria"]["absolute"] == 0


def test_check_judges_every_round(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "check", str(SWISS), "--json")
    assert code == 0
    entry = json.loads(out)
    assert entry["lawful"] is True
    assert [r["round"] for r in entry["rounds"]] == [1, 2, 3, 4, 5]
    _, out, _ = run(capsys, "check", str(SWISS), "--lang", "it")
    assert out.startswith("Turno 1: regolare.")


def test_check_of_pairs_from_elsewhere(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "pairs.txt"
    _, out, _ = run(capsys, "pair", str(SWISS))
    file.write_text(out, encoding="utf-8")
    assert run(capsys, "check", str(SWISS), "--pairs", str(file))[0] == 0
    file.write_text("8\n1 9\n2 10\n3 11\n4 12\n5 13\n6 14\n7 15\n8 16\n", encoding="utf-8")
    code, out, _ = run(capsys, "check", str(SWISS), "--pairs", str(file), "--lang", "en")
    assert code == 1
    assert words_of("{a} and {b} have already met.", a="Player1 (1)", b="Player9 (9)") in out
    file.write_text("9\n1 9\n", encoding="utf-8")
    code, _, err = run(capsys, "check", str(SWISS), "--pairs", str(file), "--lang", "en")
    assert (code, "line 1" in err) == (2, True)
    file.write_text("1\n1 x\n", encoding="utf-8")
    assert run(capsys, "check", str(SWISS), "--pairs", str(file))[0] == 2


def test_bad_files_end_with_two(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DAMIERA_LANG", "en")
    file = tmp_path / "bad.trf"
    file.write_text("001 what", encoding="utf-8")
    code, out, err = run(capsys, "pair", str(file))
    assert (code, out) == (2, "")
    assert "line 1, column 5" in err
    assert run(capsys, "pair", str(tmp_path / "none.trf"))[0] == 2
    file.write_bytes(bytes(range(256)))
    assert run(capsys, "check", str(file))[0] == 2


# --- input that cannot be ---------------------------------------------------------------------------------


@pytest.fixture
def report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Four players after three rounds of all play all, with some text of the file exchanged."""
    monkeypatch.setenv("DAMIERA_LANG", "en")
    played = event(4, "1-3 1, 4-2 0", "1-4 1, 3-2 =", "2-1 =, 3-4 1")

    def written(*exchanges: tuple[str, str], without: str = "no such line") -> str:
        text = write_trf(played).replace("\r\n", "\n")
        for old, new in exchanges:
            assert old in text
            text = text.replace(old, new, 1)
        lines = [line for line in text.split("\n") if not line.startswith(without)]
        file = tmp_path / "four.trf"
        file.write_text("\n".join(lines), encoding="utf-8")
        return str(file)

    return written


COMMANDS = ("pair", "standings", "check", "rate")
RESULTS = "round {r}: the results '{a}' and '{b}' do not fit together"


def told(line: int, column: int, why: Message) -> Message:
    """Return what is said of a fault at a place of the file."""
    return Message("line {l}, column {c}: {r}", l=line, c=column, r=why)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("exchange", "said"),
    [
        (
            ("1 b 0     2 w =", "1 b 1     2 w ="),
            told(4, 99, Message(RESULTS, r=1, a="1", b="1")),
        ),
        (
            ("1 b 0     2 w =", "1 b =     2 w ="),
            told(4, 99, Message(RESULTS, r=1, a="1", b="=")),
        ),
        (
            ("4 b 1     3 b =", "1 b 1     3 b ="),
            told(
                5,
                92,
                Message("round {r}: {a} meets {b}, but line {l} of {b} does not say so", r=1, a=2, b=1, l=4),
            ),
        ),
        (
            ("4 b 1     3 b =", "2 b 1     3 b ="),
            told(5, 92, Message("player {n} cannot meet themselves", n=2)),
        ),
        (
            ("4 b 1     3 b =", "4 w 1     3 b ="),
            told(5, 97, Message("round {r}: {a} and {b} have the same colour", r=1, a=2, b=4)),
        ),
        (("4 b 1     3 b =", "4 b 7     3 b ="), told(5, 99, Message("unknown result '{r}'", r="7"))),
        (("001    2", "001    1"), told(5, 5, Message("number {n} is on line {o} already", n=1, o=4))),
        (("1990", "19x0"), told(4, 49, Message("'{w}' is not a number", w="19x0"))),
    ],
)
def test_results_and_pairs_that_cannot_be(
    capsys: pytest.CaptureFixture[str],
    report: Callable[..., str],
    command: str,
    exchange: tuple[str, str],
    said: Message,
) -> None:
    code, out, err = run(capsys, command, report(exchange))
    assert (code, out) == (2, "")
    assert shows(err, said)
    assert "Traceback" not in err


@pytest.mark.parametrize("command", COMMANDS)
def test_a_player_struck_out_of_the_file_with_his_games(
    capsys: pytest.CaptureFixture[str], report: Callable[..., str], command: str
) -> None:
    code, out, err = run(capsys, command, report(without="001    4"))
    assert (code, out) == (2, "")
    assert err.splitlines() == [
        words_of("line {l}, column {c}: {r}", l=4, c=102, r=Message("no player has number {n}", n=4)),
        words_of("line {l}, column {c}: {r}", l=5, c=92, r=Message("no player has number {n}", n=4)),
        words_of("line {l}, column {c}: {r}", l=6, c=112, r=Message("no player has number {n}", n=4)),
    ]


def test_more_rounds_than_opponents_end_with_one(
    capsys: pytest.CaptureFixture[str], report: Callable[..., str]
) -> None:
    code, out, err = run(capsys, "pair", report())
    assert (code, out) == (1, "")
    assert (
        words_of(
            "The round cannot be paired: {blocked} have no possible opponents left.",
            blocked="P1 (1), P2 (2), P3 (3), P4 (4)",
        )
        in err
    )
    code, _, err = run(capsys, "pair", report(), "--system", "rotation")
    assert code == 1
    code, _, err = run(capsys, "pair", report(), "--system", "round-robin")
    assert (code, shows(err, "All-play-all has {n} rounds: there is no round {r}.", n=3)) == (2, True)


def test_a_round_that_is_not_next(capsys: pytest.CaptureFixture[str], report: Callable[..., str]) -> None:
    code, out, err = run(capsys, "pair", report(), "--round", "5")
    assert (code, out) == (2, "")
    assert words_of("The next round is {n}, not {r}.", n=4, r=5) in err


def test_the_form_of_pairs_to_the_letter(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DAMIERA_LANG", "en")
    file = tmp_path / "five.trf"
    file.write_text(write_trf(event(5)), encoding="utf-8")
    assert run(capsys, "pair", str(file)) == (0, "3\n1 3\n4 2\n5 0\n", "")


def test_pairs_that_are_no_text(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "pairs.txt"
    file.write_bytes(b"1\n\xff\xfe 2\n")
    code, out, err = run(capsys, "check", str(SWISS), "--pairs", str(file))
    assert (code, out) == (2, "")
    assert "pairs.txt" in err
