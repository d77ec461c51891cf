"""FID 2008 on competitions: the points of the preface, and the articles of Capi V and VI that could be read.

Golden files stand in `competition/`, one an article: a report file whose first line says what is asked of
it, and the answer, checked by hand where an article sets figures.
"""

from __future__ import annotations

import random
import shlex
from dataclasses import replace
from datetime import date
from fractions import Fraction
from math import erf, sqrt
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec import structs

from damiera._core import Side
from damiera.cli.main import cli
from damiera.game.clock import ClockSettings, GameClock
from damiera.game.openings.decks import deck, decks_of, default_deck
from damiera.game.openings.drawing import draw
from damiera.game.scoresheet import PressFault, press_warnings
from damiera.rating.categories import category as category_of
from damiera.rating.editions import edition, edition_at
from damiera.rating.elo_rubele import promotions, rate, variation
from damiera.rating.event import Entrant, Occasion, Override, RatedGame
from damiera.regulations.book import competition
from damiera.testing.tournaments import field_of_players, play
from damiera.tournament.acts import decode
from damiera.tournament.check import check_pairs
from damiera.tournament.errors import BadTournament
from damiera.tournament.groups import default_slots, propose
from damiera.tournament.log import Log
from damiera.tournament.model import (
    Event,
    EventSettings,
    Kind,
    PlayerChange,
    Status,
    System,
    available,
    score,
)
from damiera.tournament.pairing.round_robin import pair_round_robin
from damiera.tournament.pairing.systems import pair
from damiera.tournament.rated_games import rate_event
from damiera.tournament.standings import classifications, default_rules, prizes, standing
from tests.unit.tournament.events import event

GOLDEN = Path(__file__).parent / "competition"
BOOK = competition("fid.competition.2008")
E2006, E2007, E2008, E2021 = (edition(f"fid.elo-rubele.{year}") for year in ("1994", "2007", "2008", "2021"))


def phi(x: float) -> float:
    return (1 + erf(x / sqrt(2))) / 2


def expected(difference: int) -> Fraction:
    """Twice the area under Gauss's curve, in thousandths."""
    return Fraction(round(2000 * phi(difference / 800)), 1000)


def test_the_book_has_every_point_of_the_preface() -> None:
    points = [a.number for a in BOOK.articles if a.number[0].isdigit()]
    assert sorted({int(n.split(".")[0]) for n in points}) == list(range(3, 23))
    assert [n for n in points if n.startswith("9.")] == ["9.1", "9.2", "9.3", "9.4"]
    assert {a.chapter for a in BOOK.articles} == {c.number for c in BOOK.chapters}
    assert all(a.text.text("it") and a.text.text("en") and a.source for a in BOOK.articles)
    assert all(a.note is not None for a in BOOK.articles if not a.software)


# --- golden files -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "number", ["V.3", "V.4", "V.5", "9.3", "10", "13", "15", "19", "VI.7", "T.17", "N.2497"]
)
def test_art_v_03_and_others_answer_as_their_golden_files(number: str) -> None:
    """Every step is told: who was met already, why one is passed over, each addend, each product."""
    given = GOLDEN / f"{number}.input"
    asked = given.read_text(encoding="utf-8").splitlines()[0].removeprefix("# damiera ")
    words = shlex.split(asked)
    ran = CliRunner().invoke(cli, [*words[:2], str(given), *words[2:], "--lang", "en"])
    assert ran.exit_code == 0
    assert ran.stdout + ran.stderr == (GOLDEN / f"{number}.expected").read_text(encoding="utf-8")


def test_every_golden_file_is_of_an_article() -> None:
    inputs = {f.stem for f in GOLDEN.glob("*.input")}
    assert inputs == {f.stem for f in GOLDEN.glob("*.expected")}
    assert all(BOOK.article(number).software for number in inputs)


# --- Capo III and IV --------------------------------------------------------------------------------------


def test_art_03_played_and_written_before_the_clock_is_pressed() -> None:
    assert press_warnings("fid2008", moved=True, recorded=5, ply=5) == ()
    late = press_warnings("fid2008", moved=True, recorded=4, ply=5)
    assert [w.fault for w in late] == [PressFault.NOT_RECORDED]


def test_art_05_every_press_brings_the_increment() -> None:
    clock = GameClock.start(ClockSettings.parse("5+3"), Side.WHITE, at=0)
    for turn in range(1, 11):
        side = Side.WHITE if turn % 2 else Side.BLACK
        clock = clock.press(side, at=1000 * turn)
    assert (clock.white_ms, clock.black_ms) == (300_000 + 5 * 2000, 300_000 + 5 * 2000)


def all_play_all(players: int, rounds: int) -> Log:
    log = Log().add(decode("create", {"settings": {"system": "round-robin"}}), who="A", at=0)
    for n in range(1, players + 1):
        log = log.add(decode("enter", {"number": n, "name": f"P{n}"}), who="A", at=n)
    for number in range(1, rounds + 1):
        pairs = [[p.white, p.black or 0] for p in pair(log.event).pairs]
        log = log.add(decode("pair", {"round": number, "pairs": pairs}), who="A", at=number)
        for board in range(1, players // 2 + 1):
            drawn = {"round": number, "board": board, "white": "draw", "black": "draw"}
            log = log.add(decode("result", drawn), who="A", at=number)
    return log


@pytest.mark.parametrize(("players", "played"), [(6, 2), (6, 3), (8, 3), (8, 4), (7, 3), (7, 4)])
def test_art_06_less_than_half_played_is_annulled(players: int, played: int) -> None:
    log = all_play_all(players, played)
    left = {"player": 1, "change": "withdrawn", "from_round": played + 1}
    gone = log.add(decode("status", left), who="A", at=99).event
    own = [g for g in gone.games if 1 in (g.white, g.black) and g.black is not None]
    half = 2 * len(own) >= players + players % 2 - 1
    assert {g.kind for g in own} == {Kind.PLAYED if half else Kind.ANNULLED}
    assert (score(gone, 1) > 0) == half


def test_art_08_the_tables_of_openings_are_the_event_s_choice() -> None:
    assert {"it-2m-43", "it-2m-47", "it-3m-174"} <= set(decks_of("italian"))
    chosen = deck(default_deck("italian") or "")
    assert len(chosen.openings) == 43
    for name in ("it-2m-43", "it-2m-47", "it-3m-174"):
        drawn = [draw(name, "Livorno", round=n).opening for n in range(1, 41)]
        assert drawn == [draw(name, "Livorno", round=n).opening for n in range(1, 41)]
        assert {one.number for one in drawn} <= {one.number for one in deck(name).openings}
        assert len({one.number for one in drawn}) > 15
        others = {other for other in ("it-2m-43", "it-2m-47", "it-3m-174") if other != name}
        assert all(drawn != [draw(one, "Livorno", round=n).opening for n in range(1, 41)] for one in others)


# --- Capo V -----------------------------------------------------------------------------------------------


def test_art_09_and_09_01_one_system_for_even_and_odd_short_and_long() -> None:
    """Whatever the old names were: any number of players, any number of rounds that can be paired."""
    for size, rounds in ((6, 3), (7, 3), (20, 7), (21, 10), (60, 9)):
        current = Event(
            players=field_of_players(size), settings=EventSettings(system=System.ROTATION, rounds=rounds)
        )
        draw_lots = random.Random(size)
        for number in range(1, rounds + 1):
            found = pair(current)
            assert check_pairs(current, number, found.pairs).lawful
            current = play(current, found, draw_lots)
        assert current.played_rounds == rounds


def test_art_09_02_an_event_broken_off_stands_as_it_was_played() -> None:
    """Ten players, six rounds planned, four leave after the third: what was played is the event, and the log
    keeps who said so, and why."""
    log = Log().add(decode("create", {"settings": {"rounds": 6}}), who="A", at=0)
    for n in range(1, 11):
        log = log.add(decode("enter", {"number": n, "name": f"P{n}", "elo": 2000 - n}), who="A", at=n)
    for number in (1, 2, 3):
        pairs = [[p.white, p.black or 0] for p in pair(log.event).pairs]
        log = log.add(decode("pair", {"round": number, "pairs": pairs}), who="A", at=number)
        for board in range(1, 6):
            won = {"round": number, "board": board, "white": "win", "black": "loss"}
            log = log.add(decode("result", won), who="A", at=number)
    for n in (1, 2, 3, 4):
        left = {"player": n, "change": "withdrawn", "from_round": 4}
        log = log.add(decode("status", left), who="A", at=50, why="ill")
    log = log.add(decode("note", {"about": "broken off", "text": "four of ten have left"}), who="Anna", at=60)
    found = standing(log.event)
    assert (log.event.settings.rounds, found.after_round) == (6, 3)
    assert sum(row.points for row in found.rows) == 3 * 5 * 2
    assert all(row.rank is not None for row in found.rows)
    assert (log.entries[-1].who, log.entries[-1].data["text"]) == ("Anna", "four of ten have left")


def test_art_09_03_buholz_then_the_second_quotient() -> None:
    assert default_rules(Event()).tiebreaks == ("buholz", "quotient2")
    six = event(6, "1-4 =, 6-2 =, 3-5 1", "1-6 1, 5-3 =, 2-4 =")
    for row in standing(six).rows:
        mine = [g for g in six.games if row.number in (g.white, g.black)]
        others = [(g.black if g.white == row.number else g.white) or 0 for g in mine]
        worth = {"win": 2, "draw": 1, "loss": 0}
        made = [worth[str(g.white_mark if g.white == row.number else g.black_mark)] for g in mine]
        points = {n: score(six, n) for n in others}
        assert row.values == (
            sum(points[n] for n in others),
            sum(m * points[n] for m, n in zip(made, others, strict=True)),
        )


def test_art_09_04_several_leave_in_one_round_each_in_his_way() -> None:
    """Withdrawn, forfeited, expelled and excluded at once: the others are paired, all of them, lawfully."""
    changes = [PlayerChange.WITHDRAWN, PlayerChange.FORFEITED, PlayerChange.EXPELLED, PlayerChange.EXCLUDED]
    for system in (System.ROTATION, System.OPTIMAL):
        current = Event(players=field_of_players(17), settings=EventSettings(system=system))
        lots = random.Random(9)
        for _ in range(3):
            current = play(current, pair(current), lots)
        current = replace(current, statuses=tuple(Status(n, c, 4) for n, c in enumerate(changes, 2)))
        found = pair(current)
        assert check_pairs(current, 4, found.pairs).lawful
        seats = {n for p in found.pairs for n in (p.white, p.black) if n is not None}
        assert seats == set(available(current, 4)) == set(range(1, 18)) - {2, 3, 4, 5}


def test_art_10_three_level_are_parted_together_not_two_by_two() -> None:
    """1 beat 2, 2 beat 3, 3 beat 1: their small table is even, and so are the wins of all three."""
    four = event(4, "1-2 1, 3-4 1", "2-3 1, 4-1 0", "3-1 1, 2-4 1")
    found = standing(four)
    assert [(s.step, s.tied) for s in found.steps] == [(s, (1, 2, 3)) for s in ("direct", "wins", "playoff")]
    assert found.playoffs_needed == ((1, 2, 3),)
    assert [(row.rank, row.technical) for row in found.rows] == [(1, 1), (1, 2), (1, 3), (4, 4)]
    played = standing(four, structs.replace(found.rules, playoffs=((3, 1, 2),)))
    assert [row.number for row in played.rows] == [3, 1, 2, 4]
    shared = standing(event(4, "1-2 =, 3-4 =", "3-1 =, 4-2 =", "1-4 =, 2-3 ="))
    assert {row.rank for row in shared.rows} == {1}
    assert [row.technical for row in shared.rows] == [1, 2, 3, 4]
    assert shared.playoffs_needed


@pytest.mark.parametrize("size", [5, 7, 9, 11])
def test_art_11_the_last_rest_to_the_lowest_elo(size: int) -> None:
    field = tuple(structs.replace(p, elo=100 if p.number == 3 else p.elo) for p in field_of_players(size))
    odd = Event(players=field, settings=EventSettings(system=System.ROUND_ROBIN, last_bye_lowest=True))
    resting = [p.white for p in pair_round_robin(odd, size).pairs if p.black is None]
    assert resting == [3]


@pytest.mark.parametrize("size", [18, 30, 47, 48, 90, 200])
def test_art_v_01_between_a_third_and_half_of_the_players(size: int) -> None:
    for group in propose(field_of_players(size)).groups:
        players = len(group.numbers)
        most = default_slots().most_rounds
        assert min(-(-players // 3), most) <= group.rounds <= max(players // 2, default_slots().least_rounds)


def test_art_v_02_lots_are_drawn_once_and_stay() -> None:
    current = Event(players=field_of_players(12), settings=EventSettings(system=System.ROTATION))
    lots = random.Random(2)
    for _ in range(4):
        current = play(current, pair(current), lots)
        assert [p.number for p in current.players] == list(range(1, 13))


@pytest.mark.parametrize("size", [6, 10, 24])
def test_art_v_03_neighbours_by_lot_meet_first(size: int) -> None:
    first = pair(event(size), system=System.ROTATION)
    assert [(p.white, p.black) for p in first.pairs] == [(n, n + 1) for n in range(1, size, 2)]


# --- Capo VI ----------------------------------------------------------------------------------------------


def test_art_12_nobody_falls_below_the_floor() -> None:
    """500 by the text of 1994, 300 since Provinciali enter with it; both games alike."""
    for game in ("italian", "international"):
        for rules, floor in ((E2006, 500), (E2008, 300)):
            two = [Entrant(1, "A", floor), Entrant(2, "B", floor)]
            lost = rate(two, [RatedGame(1, 1, 2, 0)], Occasion(discipline=game), rules)
            assert (rules.floor, lost.changes[0].final) == (floor, floor)


@pytest.mark.parametrize("ending", ["withdrawn", "disqualified", "forfeited"])
def test_art_13_no_gain_unless_the_commission_decides(ending: str) -> None:
    def rated(override: Override | None, points: int) -> int:
        mine = Entrant(1, "A", 2000, ending=ending, override=override)  # type: ignore[arg-type]
        game = RatedGame(1, 1, 2, points)
        return rate([mine, Entrant(2, "B", 2000)], [game], Occasion(), E2008).changes[0].final

    assert rated(None, 2) == 2000
    assert rated(None, 0) == 1970
    assert rated(Override("CTF", "illness"), 2) == 2030


def test_art_14_provinciali_are_rated_from_2007_on() -> None:
    assert "provinciale" in E2007.entry["italian"]
    two = [Entrant(1, "A", None, "provinciale"), Entrant(2, "B", 1000, "provinciale")]
    new = rate(two, [RatedGame(1, 1, 2, 2)], Occasion(), E2008).changes[0]
    assert (new.initial, new.entered) == (300, True)
    assert new.final == 300 + round(40 * (2 - expected(-700)))
    unsaid = [Entrant(1, "A", None, ""), Entrant(2, "B", 1000, "provinciale")]
    assert rate(unsaid, [RatedGame(1, 1, 2, 2)], Occasion(), E2008).changes[0].final == new.final


def test_art_15_a_category_comes_with_its_threshold_and_with_nothing_else() -> None:
    threshold = E2008.thresholds["italian"]["regionale"]
    for start, promoted in ((threshold - 41, False), (threshold - 40, True)):
        two = [Entrant(1, "A", start, "provinciale"), Entrant(2, "B", start, "provinciale")]
        report = rate(two, [RatedGame(1, 1, 2, 2), RatedGame(2, 1, 2, 1)], Occasion(), E2008)
        assert [p.after for p in promotions(report)] == (["regionale"] if promoted else [])


@pytest.mark.parametrize("difference", [0, 1, 90, 250, 400, 799, 800, 1600, 3490])
def test_art_vi_01_points_expected_by_gauss(difference: int) -> None:
    found = E2008.expectation.points(difference)
    assert found == expected(difference)
    assert E2008.expectation.points(-difference) == 2 - found


@pytest.mark.parametrize(
    ("initial", "points", "others", "capital", "final"),
    [
        # Six defeats: 0.975 expected of each, 30 x 5.85 = 175.5 lost.
        (1800, 0, [1825] * 6, "1624.5", 1625),
        (1801, 0, [1826] * 6, "1625.5", 1626),
        (1800, 0, [1825] * 5 + [1824], "1624.47", 1624),  # one of 0.976
        (1800, 0, [1825] * 5 + [1826], "1624.53", 1625),  # one of 0.974
        # Six wins: 1.025 expected of each, 30 x 5.85 = 175.5 gained.
        (1800, 2, [1775] * 6, "1975.5", 1976),
        (1801, 2, [1776] * 6, "1976.5", 1977),
        (1801, 2, [1776] * 5 + [1775], "1976.47", 1976),
        (1801, 2, [1776] * 5 + [1777], "1976.53", 1977),
    ],
)
def test_art_vi_01_only_the_final_capital_is_rounded_and_a_half_goes_up(
    initial: int, points: int, others: list[int], capital: str, final: int
) -> None:
    """Were V rounded by itself, away from zero, 1800 - 176 would be 1624; so is 1624.5 rounded to even."""
    field = [Entrant(1, "A", initial), *(Entrant(n, f"P{n}", elo) for n, elo in enumerate(others, 2))]
    games = [RatedGame(n - 1, 1, n, points) for n in range(2, len(field) + 1)]
    change = rate(field, games, Occasion(), E2008).changes[0]
    assert change.initial + change.variation == Fraction(capital)
    assert change.final == final
    assert any(line.sum.endswith(f"= {capital} → {final}") for line in change.trace)


def test_art_t_17_cf_is_ci_and_v() -> None:
    """Worked by hand: 1480, 4 points of 2.369 expected; S 40 to 1500, then 30."""
    v = variation(1480, 4 - expected(1160) - expected(-520), 100, E2008)[0]
    assert v == 20 + (40 * Fraction("1.631") - 20) * Fraction(30, 40)
    assert round(1480 + v) == 1534


@pytest.mark.parametrize(("scope", "q"), [("national", 10), ("international", 15)])
def test_art_n_2497_q_once_an_event_and_not_for_the_threshold(scope: str, q: int) -> None:
    two = [Entrant(1, "A", 1480), Entrant(2, "B", 1480)]
    for games in (1, 2):
        played = [RatedGame(n, 1, 2, 1) for n in range(1, games + 1)]
        report = rate(two, played, Occasion(scope=scope), E2021)  # type: ignore[arg-type]
        assert {c.final for c in report.changes} == {1480 + q}
    assert edition_at(date(2020, 12, 31)).bonus[scope] == 0
    near = [Entrant(1, "A", 1485), Entrant(2, "B", 1485)]
    won = rate(near, [RatedGame(1, 1, 2, 1)], Occasion(scope=scope), E2021)  # type: ignore[arg-type]
    assert won.changes[0].variation == 0


# --- Capo VII ---------------------------------------------------------------------------------------------


def test_art_16_prizes_of_a_category_in_a_common_event() -> None:
    short = ("M", "CM", "N", "R", "P")
    field = tuple(structs.replace(p, category=short[(p.number - 1) // 4]) for p in field_of_players(20))
    current = Event(players=field)
    lots = random.Random(16)
    for _ in range(5):
        current = play(current, pair(current), lots)
    own = classifications(standing(current), current, "category")
    assert list(own) == ["maestro", "candidato-maestro", "nazionale", "regionale", "provinciale"]
    for category, rows in own.items():
        won = prizes(rows, places=1, money=(50,))
        assert len(won) == 1
        assert category_of(current.player(won[0].number).category).id == category
        assert won[0].number == rows[0].number


def test_art_17_provinciali_may_play_apart() -> None:
    field = [structs.replace(p, category="P" if p.number > 32 else "N") for p in field_of_players(40)]
    last = propose(field).groups[-1]
    assert (last.apart, set(last.numbers)) == (True, set(range(33, 41)))
    assert not any(g.apart for g in propose(field, provincials=False).groups)


def test_art_18_groups_within_the_limits_for_every_number_of_players() -> None:
    for size in range(18, 201):
        groups = propose(field_of_players(size)).groups
        assert 3 <= len(groups) <= 6
        assert all(5 <= g.rounds <= 10 for g in groups)
        assert sorted(n for g in groups for n in g.numbers) == list(range(1, size + 1))
    assert len(propose(field_of_players(36), groups=2).groups) == 2
    for size, groups_asked in ((37, 2), (17, None), (201, None)):
        with pytest.raises(BadTournament):
            propose(field_of_players(size), groups=groups_asked)


@pytest.mark.parametrize("weight", [1, 37, 50, 75, 100, 150])
def test_art_19_any_percentage(weight: int) -> None:
    assert variation(2000, Fraction(1), weight, E2008)[0] == Fraction(30 * weight, 100)


def test_art_20_a_provincial_championship_may_count() -> None:
    current = Event(
        "Campionato provinciale", field_of_players(8), settings=EventSettings(), starts=date(2010, 5, 1)
    )
    lots = random.Random(20)
    for _ in range(3):
        current = play(current, pair(current), lots)
    full, half = (rate_event(current, weight=w) for w in (100, 50))
    assert (full.weight, half.weight) == (100, 50)
    assert (full.edition, full.occasion.held) == (E2008, date(2010, 5, 1))
    assert any(c.variation for c in full.changes)
    assert sum(abs(c.variation) for c in half.changes) < sum(abs(c.variation) for c in full.changes)


def test_art_21_there_is_a_threshold_to_regionale_and_it_is_marked_as_ours() -> None:
    threshold = E2008.thresholds["italian"]["regionale"]
    assert E2008.earned("italian", threshold) == "regionale"
    assert E2008.earned("italian", threshold - 1) == ""
    assert E2008.mark("thresholds.italian").status == "ours"


def test_art_22_provinciali_enter_with_300() -> None:
    assert E2008.first_rating("italian", "provinciale") == 300
    assert E2008.first_rating("italian", "") == 300
