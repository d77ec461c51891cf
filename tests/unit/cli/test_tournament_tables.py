"""`damiera tournament standings` and `rate` on a small event."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from damiera.cli.main import main
from damiera.messages import Message
from tests.wording import shows, words_of

FILE = str(Path(__file__).parents[3] / "docs" / "examples" / "livorno.trf")


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Run a command; returns the exit code and what it printed."""
    monkeypatch.setenv("DAMIERA_LANG", "en")

    def run(*words: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as stop:
            main(["tournament", *words])
        out, err = capsys.readouterr()
        return int(stop.value.code or 0), out, err

    return run


def test_standings(said: Any) -> None:
    code, out, _ = said("standings", FILE)
    assert code == 0
    assert "  1    2  Bianchi Anna       9  29  51" in out
    assert "virtual opponent" in out


def test_standings_in_italian(said: Any) -> None:
    _, out, _ = said("standings", FILE, "--lang", "it", "--by", "sex")
    assert words_of("Standing after round {n}", "it", n=5) in out
    assert out.index("Donne") < out.index("Bianchi Anna") < out.index("Uomini")


def test_the_rule_for_unplayed_rounds_is_told_where_a_tie_break_asks_for_it(said: Any) -> None:
    told = "Rounds without a game: {rule}."
    assert not shows(said("standings", FILE, "--tiebreaks", "wins")[1], told)
    assert shows(said("standings", FILE, "--tiebreaks", "Q1")[1], told)


def test_standings_json_with_addends(said: Any) -> None:
    _, out, _ = said("standings", FILE, "--json", "--explain", "--tiebreaks", "Q1,Q2,DE", "--after", "4")
    data = json.loads(out)
    assert data["after_round"] == 4
    assert data["rules"] == {
        "tiebreaks": ["buholz", "quotient2", "direct"],
        "unplayed": "virtual",
        "procedure": ["direct", "wins", "playoff"],
    }
    assert [row["technical"] for row in data["rows"]] == [1, 2, 3, 4, 5, 6, 7]
    for row in data["rows"]:
        assert set(row["values"]) == {"buholz", "quotient2"}
        for name, value in row["values"].items():
            assert sum(a["value"] for a in row["addends"][name] if not a["cut"]) == value


def test_standings_json_with_classifications(said: Any) -> None:
    _, out, _ = said("standings", FILE, "--json", "--by", "category", "--clubs")
    data = json.loads(out)
    assert data["classifications"]["nazionale"] == [{"rank": 1, "number": 3}, {"rank": 2, "number": 4}]
    assert data["clubs"] == []


def test_ties_are_told(said: Any) -> None:
    _, out, _ = said("standings", FILE, "--tiebreaks", "", "--procedure", "direct,wins,playoff")
    assert ("Verdi Luca, Gallo Piero: " + words_of("The wins are even.")) in out
    assert words_of("A play-off is needed between: {who}.", who="Verdi Luca, Gallo Piero") in out
    _, out, _ = said("standings", FILE, "--tiebreaks", "", "--procedure", "none")
    assert "play-off" not in out


def test_explained_standings(said: Any) -> None:
    _, out, _ = said("standings", FILE, "--explain", "--tiebreaks", "BH-C1,TPR,direct")
    assert ("Verdi Luca: " + words_of("Buchholz cut 1") + " 21") in out
    assert ("         2  Round 3, Costa Ugo  cut: " + words_of("the opponent's points")) in out
    assert words_of("rounded mean, and the difference of FIDE table 8.1.1") in out


def test_crosstable_is_csv(said: Any) -> None:
    _, out, _ = said("standings", FILE, "--crosstable")
    lines = list(csv.reader(io.StringIO(out)))
    assert lines[1] == ["1", "1", "2", "Bianchi Anna", "3b1", "4w2", "5b2", "2w2", "6w2", "9", "29", "51"]


def test_clubs(said: Any) -> None:
    code, out, _ = said("standings", FILE, "--clubs")
    assert code == 0
    assert out.splitlines()[0].split() == ["Pos", "Club", "Points", "Counted"]


@pytest.mark.parametrize("words", [("--tiebreaks", "nope"), ("--unplayed", "nope"), ("--procedure", "coin")])
def test_bad_rules_end_with_2(said: Any, words: tuple[str, str]) -> None:
    code, out, err = said("standings", FILE, *words)
    assert (code, out) == (2, "")
    assert "nope" in err or "coin" in err


def test_rate(said: Any) -> None:
    code, out, _ = said("rate", FILE, "--weight", "50", "--explain")
    assert code == 0
    assert shows(
        out, "Beware: these tables are NOT federation values but ours, until somebody fills them in: {slots}."
    )
    assert (
        words_of(
            "{who} is promoted to {category}: {final} points, threshold {threshold}.",
            who="Gallo Piero",
            category="National",
            final="2232",
            threshold="2200",
        )
        in out
    )
    assert words_of("CF, final capital") + ": 3870 - 13.07 + 10 = 3866.93 → 3867" in out


def test_rate_json(said: Any) -> None:
    _, out, _ = said("rate", FILE, "--json", "--scope", "international", "--edition", "fid.elo-rubele.2021")
    data = json.loads(out)
    assert {p["bonus"] for p in data["players"]} == {15}
    assert data["slots"]["coefficients"]["status"] == "ours"
    assert all(p["trace"] for p in data["players"])


def test_rate_with_tables_of_the_users(said: Any, tmp_path: Path) -> None:
    tables = tmp_path / "tables.toml"
    tables.write_text("[slot.coefficients]\nvalue = [[0, 100]]\n[slot.floor]\nvalue = 0\n", encoding="utf-8")
    _, out, _ = said("rate", FILE, "--json", "--tables", str(tables))
    data = json.loads(out)
    assert {p["coefficient"] for p in data["players"]} == {100}
    assert data["slots"]["coefficients"]["status"] == "user"
    tables.write_text("[slot.floor]\nvalue = 'x'\n", encoding="utf-8")
    code, _, err = said("rate", FILE, "--tables", str(tables))
    assert code == 2
    assert "slot.floor.value" in err


def test_rate_csv(said: Any) -> None:
    _, out, _ = said("rate", FILE, "--csv", "report", "--lang", "it")
    remark, _, table = out.partition("\n")
    assert remark.startswith("# Attenzione")
    assert next(csv.reader(io.StringIO(table)))[0] == "N."
    _, out, _ = said("rate", FILE, "--csv", "promotions")
    assert [row["Player"] for row in csv.DictReader(io.StringIO(out))]


def test_expected_board(said: Any) -> None:
    _, out, _ = said("rate", FILE, "--csv", "expected")
    lines = list(csv.reader(io.StringIO(out)))
    assert lines[0] == [("# " + words_of("NOT a federation value"))]
    assert lines[1] == ["No.", "Player", "Elo", "1", "2", "3", "4", "5", "6", "7"]
    assert lines[2][3:5] == ["", "1.426"]
    assert lines[3][3:5] == ["0.574", ""]


def test_english_draughts_promotes_nobody(said: Any) -> None:
    _, out, _ = said("rate", FILE, "--game", "english", "--json")
    data = json.loads(out)
    assert data["discipline"] == "english"
    assert data["promotions"] == []


@pytest.mark.parametrize("formula", ["fide", "glicko2"])
def test_other_formulas(said: Any, formula: str) -> None:
    _, out, _ = said("rate", FILE, "--formula", formula, "--json")
    data = json.loads(out)
    assert data["formula"] == formula
    assert len(data["players"]) == 7
    code, out, _ = said("rate", FILE, "--formula", formula, "--explain")
    assert code == 0
    assert "Rossi Mario" in out


def test_unknown_edition_or_game(said: Any) -> None:
    for words in (("--edition", "nope"), ("--game", "nope")):
        code, _, err = said("rate", FILE, *words)
        assert code == 2
        assert "nope" in err


def test_who_left_gains_nothing_unless_it_was_decided(said: Any) -> None:
    words = ("rate", FILE, "--edition", "fid.elo-rubele.2008", "--json")

    def final(*more: str) -> int:
        return int(json.loads(said(*words, *more)[1])["players"][4]["final"])

    assert final() == 2254
    assert final("--ended", "5=withdrawn") == 2190
    assert final("--ended", "5=forfeited", "--override", "5=CTF: illness") == 2254
    _, out, _ = said(*words[:-1], "--ended", "5=disqualified", "--override", "5=CTF: a, b: c", "--explain")
    assert (
        "Disqualified: V, Q  ["
        + words_of("gain allowed by {author}: {reason}", author="CTF", reason="a, b: c")
        + "]"
    ) in out


NOBODY = Message("No player has number {n}: see the list of entries.", n=99)


@pytest.mark.parametrize(
    ("option", "value", "expected"),
    [
        ("--ended", "5", Message("{option}: '{text}' does not begin with a player's number and the sign =.")),
        (
            "--ended",
            "x=withdrawn",
            Message("{option}: '{text}' does not begin with a player's number and the sign =."),
        ),
        (
            "--ended",
            "5=tired",
            Message(
                "--ended: no '{what}'; there are {known}.",
                what="tired",
                known="withdrawn, forfeited, disqualified",
            ),
        ),
        ("--ended", "99=withdrawn", NOBODY),
        (
            "--override",
            "5=CTF",
            Message("--override: who decided for {n} and why is needed: {n}=CTF: illness.", n=5),
        ),
        (
            "--override",
            "5=: illness",
            Message("--override: who decided for {n} and why is needed: {n}=CTF: illness.", n=5),
        ),
        (
            "--override",
            "5=CTF: illness",
            Message("--override: {n} stayed to the end, there is nothing to allow; see --ended.", n=5),
        ),
        (
            "--override",
            "99=CTF: illness",
            NOBODY,
        ),
    ],
)
def test_endings_and_decisions_that_do_not_fit(said: Any, option: str, value: str, expected: Message) -> None:
    code, out, err = said("rate", FILE, option, value)
    assert (code, out) == (2, "")
    assert shows(err, expected)
