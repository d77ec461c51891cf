"""Elo-Rubele: variation, thresholds, bars, Q, floor, promotions, and the arithmetic as told."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damiera.messages import Message
from damiera.rating.editions import edition, replaced
from damiera.rating.elo_rubele import rate, variation
from damiera.rating.errors import ImpossibleGames
from damiera.rating.event import Entrant, Occasion, Override, RatedGame, card_index
from damiera.rating.lists import RatingListLine, ranking, updated
from damiera.rating.report import as_data, list_csv, promotions_csv, report_csv, trace_text
from tests.wording import shows, words_of

BYE = Message("bye")
E2008 = edition("fid.elo-rubele.2008")
E2021 = edition("fid.elo-rubele.2021")


@pytest.mark.parametrize(
    ("initial", "gain", "weight", "expected"),
    [
        (2000, Fraction(1), 100, Fraction(30)),
        (2000, Fraction(1), 50, Fraction(15)),
        (2000, Fraction(-3, 2), 100, Fraction(-45)),
        (1480, Fraction(5, 4), 100, Fraction(85, 2)),  # 20 to 1500, then 30 * 30/40
        (1480, Fraction(1, 2), 100, Fraction(20)),  # reaches the threshold, does not pass it
        (1500, Fraction(-1), 100, Fraction(-40)),  # falls below 1500 at once: 30 * 40/30
        (1510, Fraction(-1), 100, Fraction(-10) - 20 * Fraction(4, 3)),
        (1500, Fraction(0), 100, Fraction(0)),
        (4000, Fraction(1), 100, Fraction(12)),
    ],
)
def test_variation(initial: int, gain: Fraction, weight: int, expected: Fraction) -> None:
    assert variation(initial, gain, weight, E2008)[0] == expected


def test_variation_passes_several_thresholds() -> None:
    steep = replaced(E2008, "[slot.coefficients]\nvalue = [[0, 40], [100, 20], [120, 10]]")
    value, lines = variation(90, Fraction(3), 100, steep)
    # 120 points: 10 to 100 (S 40), 110 left become 55: 20 to 120 (S 20), 35 left become 17.5
    assert value == 10 + 20 + Fraction(35, 2)
    assert len(lines) == 4
    assert variation(130, Fraction(-6), 100, steep)[0] == -10 - 20 - Fraction(2 * (100 - 20), 1)


@given(st.integers(0, 5000), st.fractions(-20, 20))
def test_variation_has_the_sign_of_the_surplus_and_grows_with_it(initial: int, gain: Fraction) -> None:
    value = variation(initial, gain, 100, E2008)[0]
    assert (value > 0) == (gain > 0)
    assert variation(initial, gain + 1, 100, E2008)[0] > value


def _four() -> tuple[list[Entrant], list[RatedGame]]:
    entrants = [
        Entrant(1, "Rossi", 3790, "candidato-maestro", card="100"),
        Entrant(2, "Bianchi", 3700, "candidato-maestro"),
        Entrant(3, "Verdi", None, "provinciale"),
        Entrant(4, "Neri", 320, "provinciale"),
    ]
    games = [
        RatedGame(1, 1, 2, 2),
        RatedGame(1, 3, 4, 0),
        RatedGame(2, 1, 3, 2),
        RatedGame(2, 2, 4, 1, Message("forfeit")),
        RatedGame(3, 1, None, 2, BYE),
    ]
    return entrants, games


def test_an_event_line_by_line() -> None:
    """Every figure here was worked out by hand from the table's Gauss values."""
    entrants, games = _four()
    report = rate(entrants, games, Occasion("Prova", held=date(2010, 5, 1)))
    rossi, bianchi, verdi, neri = report.changes
    # Rossi: 90 above -> 2 Phi(0.1125) = 1.090; 3490 above -> 2.000
    assert (rossi.played, rossi.left_out, rossi.points) == (2, 1, 4)
    assert rossi.expected == Fraction(1090, 1000) + 2
    assert rossi.variation == Fraction("18.2")
    assert rossi.final == 3808
    assert (rossi.before, rossi.after) == ("candidato-maestro", "maestro")
    # Bianchi lost 0.910 * 20 = 18.2
    assert bianchi.final == 3682
    # Verdi enters with 300 and cannot fall below the floor
    assert (verdi.initial, verdi.entered, verdi.final) == (300, True, 300)
    # Neri: 20 above -> 1.020; 0.98 * 40 = 39.2; the forfeit does not count
    assert (neri.played, neri.left_out, neri.final) == (1, 1, 359)


def test_the_arithmetic_is_told() -> None:
    entrants, games = _four()
    report = rate(entrants, games, Occasion(held=date(2022, 5, 1), scope="international"))
    told = trace_text(report.changes[0], "en")
    not_theirs = f"  [{words_of('NOT a federation value')}]"
    game = words_of("Round {round}, {name} ({rating})", round=1, name="Bianchi", rating=3700)
    assert f"{game}: 3790 - 3700 = +90 → 1.09; 2{not_theirs}" in told
    assert "Round 3, left out: bye: 0" in told
    assert words_of("Points made less expected") + ": 4 - 3.09 = +0.91" in told
    assert "Variation V: 100% × 20 × +0.91 = +18.2" in told
    assert words_of("CF, final capital") + ": 3790 + 18.2 + 15 = 3823.2 → 3823" in told
    assert f"{words_of('Promotion to {to}', to=Message('Master'))}: 3823 ≥ 3800{not_theirs}" in told
    value = f"{words_of('Coefficient S', 'it')}: 20  [{words_of('NOT a federation value', 'it')}]"
    assert value in trace_text(report.changes[0], "it")


def test_q_does_not_move_the_threshold_of_s() -> None:
    """CI 1495 and V 0: Q lifts CF over 1500, and V is not rescaled."""
    even = [Entrant(1, "A", 1495), Entrant(2, "B", 1495)]
    report = rate(even, [RatedGame(1, 1, 2, 1)], Occasion(), E2021)
    assert [(c.variation, c.bonus, c.final) for c in report.changes] == [(Fraction(0), 10, 1505)] * 2


def test_no_game_that_counts_changes_nothing() -> None:
    alone = [Entrant(1, "A", 1495), Entrant(2, "B", 1495)]
    games = [RatedGame(1, 1, 2, 2, Message("forfeit")), RatedGame(2, 1, None, 2, BYE)]
    report = rate(alone, games, Occasion(), E2021)
    assert [(c.bonus, c.final, c.played) for c in report.changes] == [(0, 1495, 0)] * 2


@pytest.mark.parametrize("ending", ["withdrawn", "disqualified", "forfeited"])
def test_no_gain_for_who_left(ending: str) -> None:
    left = Entrant(1, "A", 2000, ending=ending)  # type: ignore[arg-type]
    other = Entrant(2, "B", 2000)
    won, lost = [RatedGame(1, 1, 2, 2)], [RatedGame(1, 1, 2, 0)]
    change = rate([left, other], won, Occasion(), E2021).changes[0]
    assert (change.variation, change.bonus, change.final, change.barred) == (Fraction(0), 0, 2000, True)
    change = rate([left, other], lost, Occasion(), E2021).changes[0]
    assert (change.final, change.barred) == (1970, True)  # the loss stays, and no Q softens it
    allowed = replace(left, override=Override("CTF", "malattia"))
    change = rate([allowed, other], won, Occasion(), E2021).changes[0]
    assert (change.final, change.barred) == (2040, False)
    assert words_of("gain allowed by {author}: {reason}", author="CTF", reason="malattia") in trace_text(
        change, "en"
    )
    before_2008 = rate([left, other], won, Occasion(), edition("fid.elo-rubele.2007")).changes[0]
    assert before_2008.final == 2030


def test_english_draughts_promotes_nobody() -> None:
    two = [Entrant(1, "A", None, "regionale"), Entrant(2, "B", 5000)]
    report = rate(two, [RatedGame(1, 1, 2, 2)] * 20, Occasion(discipline="english"), E2021)
    assert report.changes[0].initial == 1200
    assert report.changes[0].final > 2200
    assert report.promotions == ()


def test_a_category_is_never_lost() -> None:
    two = [Entrant(1, "A", 3801, "maestro"), Entrant(2, "B", 3801)]
    change = rate(two, [RatedGame(1, 1, 2, 0)], Occasion(), E2008).changes[0]
    assert change.final < 3800
    assert change.after == "maestro"


def test_impossible_games_are_refused_all_at_once() -> None:
    entrants = [Entrant(1, "A"), Entrant(1, "B"), Entrant(2, "C")]
    games = [RatedGame(1, 1, 9, 2), RatedGame(2, 2, 2, 1), RatedGame(3, 1, 2, 3), RatedGame(4, 1, None, 2)]
    with pytest.raises(ImpossibleGames) as caught:
        rate(entrants, games, Occasion())
    assert len(caught.value.problems) == 5
    assert words_of("Round {round}: nobody has number {n}.", "it", round="1", n=9) in caught.value.text("it")


@given(st.permutations(range(4)), st.permutations(range(5)))
def test_the_order_of_players_and_games_does_not_matter(players: list[int], rounds: list[int]) -> None:
    entrants, games = _four()
    straight = {c.entrant.number: c.final for c in rate(entrants, games, Occasion(), E2021).changes}
    mixed = rate([entrants[n] for n in players], [games[n] for n in rounds], Occasion(), E2021)
    assert {c.entrant.number: c.final for c in mixed.changes} == straight


def test_report_as_data_and_csv() -> None:
    entrants, games = _four()
    report = rate(entrants, games, Occasion("Coppa", held=date(2022, 5, 1), weight=50))
    data = as_data(report, "en")
    assert data["weight"] == 50
    assert data["edition"] == "fid.elo-rubele.2021"
    assert shows(
        str(data["remarks"]),
        "Beware: these tables are NOT federation values but ours, until somebody fills them in: {slots}.",
    )
    text = report_csv(report, "it")
    remark, _, table = text.partition("\r\n")
    assert remark.startswith("# Attenzione: queste tabelle NON sono valori federali")
    rows = list(csv.DictReader(io.StringIO(table)))
    assert rows[0]["CI"] == "3790"
    assert rows[0]["CF"] == "3809"  # 3790 + 9.1 + 10
    assert rows[0]["Nuova categoria"] == "Maestro"
    promoted = list(csv.DictReader(io.StringIO(promotions_csv(report, "it"))))
    assert [(r["Giocatore"], r["A"], r["Valore federale"]) for r in promoted] == [("Rossi", "Maestro", "no")]
    assert report.promotions[0].said().text("it") == words_of(
        "{who} is promoted to {category}: {final} points, threshold {threshold}.",
        "it",
        who="Rossi",
        category="Maestro",
        final="3809",
        threshold="3800",
    )


def test_lists() -> None:
    entrants, games = _four()
    report = rate(entrants, games, Occasion(), E2008)
    old = [
        RatingListLine("Rossi M.", 3790, "candidato-maestro", "100", "Aosta"),
        RatingListLine("Gialli", 900),
    ]
    new = updated(old, report)
    assert [(one.name, one.rating) for one in new][:2] == [("Rossi", 3808), ("Gialli", 900)]
    assert new[0].club == "Aosta"
    assert len(new) == 5
    assert [place for place, _ in ranking(new)] == [1, 2, 3, 4, 5]
    assert list_csv(new, "en").splitlines()[1] == "1,100,Rossi,Aosta,Master,3808"


def test_people_of_one_name_are_told_apart_in_a_list() -> None:
    """By their cards; where that cannot be, whoever played is added, and nobody's rating is written over."""
    pair = [Entrant(1, "Rossi Niccolò", 2000, card="5"), Entrant(2, "Bianchi", 2000)]
    report = rate(pair, [RatedGame(1, 1, 2, 2)], Occasion(), E2008)
    other = RatingListLine("Rossi Niccolò", 3000, card="3")
    assert [one.card for one in updated([other], report) if one.name == other.name] == ["3", "5"]
    assert updated([other], report)[0] == other
    unsure = [RatingListLine("Bianchi", 900), RatingListLine("BIANCHI", 800)]
    assert updated(unsure, report)[:2] == tuple(unsure)
    known = updated([RatingListLine("Rossi Niccolo", 1900, club="Aosta"), other], report)
    assert [(one.rating, one.card, one.club) for one in known[:2]] == [(2030, "5", "Aosta"), (3000, "3", "")]


def test_games_from_each_chair() -> None:
    _, games = _four()
    assert [(g.round, g.opponent, g.points) for g in card_index(games)[4]] == [(1, 3, 2), (2, 2, 1)]
