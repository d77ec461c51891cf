"""Standings: order, shared ranks, the procedure for ties, who left, classifications, clubs, prizes, teams."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from damiera.messages import Message
from damiera.tournament.errors import BadTournament
from damiera.tournament.model import (
    Event,
    EventPlayer,
    EventSettings,
    GameMark,
    Kind,
    PlayerChange,
    Round,
    RoundGame,
    Scoring,
    Status,
    System,
    Team,
    scores,
)
from damiera.tournament.standings import (
    Rules,
    Standing,
    classification,
    classifications,
    club_classification,
    default_rules,
    parse_tiebreaks,
    place_text,
    prizes,
    standing,
    team_standing,
)
from damiera.tournament.tiebreak.catalogue import TIEBREAKS
from damiera.tournament.tiebreak.unplayed_rounds import RULES, Unplayed
from tests.wording import holds

MARKS = {
    "1": (GameMark.WIN, GameMark.LOSS),
    "=": (GameMark.DRAW, GameMark.DRAW),
    "0": (GameMark.LOSS, GameMark.WIN),
}
DOUBLE = {
    "--": (GameMark.LOSS, GameMark.LOSS),
    "+-": (GameMark.WIN, GameMark.LOSS),
    "-+": (GameMark.LOSS, GameMark.WIN),
}


def event(size: int, *rounds: str, system: System = System.OPTIMAL) -> Event:
    """Players 1 to `size`, Elo falling; rounds like `1-2 1, 3-4 +-, 5` (5 rests)."""
    players = tuple(EventPlayer(n, f"P{n}", 2000 - 10 * n) for n in range(1, size + 1))
    made = tuple(Round(n, tuple(_games(n, text)), closed=True) for n, text in enumerate(rounds, 1))
    return Event("Test", players, made, EventSettings(system=system))


def _games(round: int, text: str) -> list[RoundGame]:
    out = []
    for board, said in enumerate(text.split(","), 1):
        seats, _, result = said.strip().partition(" ")
        white, _, black = seats.partition("-")
        if not black:
            out.append(RoundGame(round, board, int(white), None, kind=Kind.BYE))
            continue
        kind = Kind.FORFEIT if result in DOUBLE else Kind.PLAYED
        marks = {**MARKS, **DOUBLE}[result]
        out.append(RoundGame(round, board, int(white), int(black), *marks, kind))
    return out


def ranks(whole: Standing) -> list[tuple[int | None, int]]:
    return [(row.rank, row.number) for row in whole.rows]


def test_points_then_buholz_then_second_quotient() -> None:
    four = event(4, "1-2 1, 3-4 =", "1-3 =, 2-4 1", "1-4 1, 2-3 0")
    whole = standing(four)
    assert [(r.rank, r.number, r.points, r.values) for r in whole.rows] == [
        (1, 1, 5, (7, 2 * 2 + 1 * 4 + 2 * 1)),
        (2, 3, 4, (8, 1 * 1 + 1 * 5 + 2 * 2)),
        (3, 2, 2, (10, 2 * 1)),
        (4, 4, 1, (11, 1 * 4)),
    ]
    assert whole.quoted(whole.rows[0]) == "5,7.10"
    assert [(a.round, a.opponent, a.value) for a in whole.addends(1, "quotient2")] == [
        (1, 2, 4), (2, 3, 4), (3, 4, 2),
    ]  # fmt: skip
    assert holds(
        whole.addends(1, "quotient2")[0].reason,
        Message("{made} × {score}: {points}", made="2", score="2", points=Message("the opponent's points")),
    )


def test_a_round_robin_is_printed_with_one_quotient() -> None:
    four = event(4, "1-2 1, 3-4 =", "1-3 =, 2-4 1", "1-4 1, 2-3 0", system=System.ROUND_ROBIN)
    assert default_rules(four) == Rules(("quotient2",), "paired")
    whole = standing(four)
    assert whole.quoted(whole.rows[0]) == "5,10"


@pytest.mark.parametrize(
    ("rule", "buholz", "second"),
    [
        # 1 had the bye of round 1 (2 points), then beat 2 and 3, who ended with 3 and 3 points
        ("virtual", (0 + 2) + 3 + 3, 2 * 2 + 6 + 6),
        ("own", 6 + 3 + 3, 2 * 6 + 6 + 6),
        ("zero", 6, 12),
        ("paired", 6, 12),
    ],
)
def test_own_bye_by_the_declared_rule(rule: Unplayed, buholz: int, second: int) -> None:
    three = event(3, "2-3 =, 1", "1-2 1, 3", "3-1 0, 2")
    whole = standing(three, Rules(unplayed=rule))
    assert whole.row(1).values == (buholz, second)


def test_virtual_opponent_of_a_later_bye_has_the_points_before_it() -> None:
    three = event(3, "1-2 1, 3", "2-3 1, 1", "3-1 =, 2")
    first = next(a for a in standing(three).addends(1, "buholz") if a.opponent is None)
    assert (first.round, first.value) == (2, 2 + 1)


def test_the_standing_of_an_earlier_round() -> None:
    four = event(4, "1-2 0, 3-4 =", "1-3 1, 2-4 0", "1-4 1, 2-3 0")
    early = standing(four, after_round=1)
    assert early.after_round == 1
    assert ranks(early)[0] == (1, 2)
    assert standing(four, after_round=9).after_round == 3
    assert [r.points for r in standing(four, after_round=0).rows] == [0, 0, 0, 0]


def test_direct_encounter_parts_the_tied() -> None:
    """1, 2, 3 have 4 points each; among themselves 2 beat 1 and drew 3, who lost to 1."""
    rules = Rules(tiebreaks=(), procedure=("direct",))
    six = event(6, "1-2 0, 3-4 1, 5-6 =", "1-3 1, 2-5 0, 4-6 =", "2-3 =, 1-4 1, 5-6 =", "3-5 =, 2-6 =, 1-4 0")
    whole = standing(six, rules)
    tied = {r.number for r in whole.rows if r.points == 4}
    assert {1, 2, 3} <= tied
    table = whole.direct([1, 2, 3])
    assert dict(table.points) == {1: 2, 2: 3, 3: 1}
    assert table.groups == ((2,), (1,), (3,))


def test_a_circle_of_three_goes_on_to_wins() -> None:
    """1, 2, 3 beat each other in a circle, 4 drew with all: wins part 4; the three begin again, in vain."""
    ring = event(4, "1-2 1, 3-4 =", "2-3 1, 1-4 =", "3-1 1, 2-4 =", system=System.ROUND_ROBIN)
    whole = standing(ring)
    assert ranks(whole) == [(1, 1), (1, 2), (1, 3), (4, 4)]
    assert [(s.step, len(s.tied), s.decided) for s in whole.steps] == [
        *(("direct", 4, False), ("wins", 4, True)),
        *(("direct", 3, False), ("wins", 3, False), ("playoff", 3, False)),
    ]  # fmt: skip
    assert whole.playoffs_needed == ((1, 2, 3),)
    assert [r.technical for r in whole.rows] == [1, 2, 3, 4]
    after = standing(ring, structs.replace(whole.rules, playoffs=((3, 1, 2),)))
    assert ranks(after) == [(1, 3), (2, 1), (3, 2), (4, 4)]
    assert after.playoffs_needed == ()


def test_direct_encounter_without_all_games_decides_only_what_is_sure() -> None:
    """1 beat 2 and 3, who have not met: 1 is first whatever they had done; 2 and 3 stay level."""
    rules = Rules(tiebreaks=("direct",), procedure=())
    six = event(6, "1-2 1, 3-4 1, 5-6 1", "1-3 1, 2-5 1, 4-6 0", "4-1 1, 2-6 1, 3-5 1")
    whole = standing(six, rules)
    assert whole.direct([1, 2, 3]).groups == ((1,), (2, 3))
    assert ranks(whole)[:3] == [(1, 1), (2, 2), (2, 3)]
    assert whole.rows[0].values == (None,)
    apart = standing(six, structs.replace(rules, procedure=("direct",)))
    assert holds(apart.steps[0].said, Message("Not all have met: the games among the tied decide nothing."))


def test_double_forfeit_and_forfeit_win() -> None:
    four = event(4, "1-2 --, 3-4 +-", "1-3 1, 2-4 1")
    whole = standing(four)
    assert {r.number: (r.points, r.played, r.won) for r in whole.rows} == {
        1: (2, 1, 1), 2: (2, 1, 1), 3: (2, 1, 0), 4: (0, 1, 0),
    }  # fmt: skip


def test_withdrawn_are_ranked_and_marked_expelled_have_no_place() -> None:
    gone = (
        Status(1, PlayerChange.EXPELLED, 3),
        Status(2, PlayerChange.WITHDRAWN, 3),
        Status(3, PlayerChange.ABSENT, 1),
        Status(4, PlayerChange.FORFEITED, 2, 2),
    )
    four = replace(event(4, "1-2 1, 3-4 =", "1-3 1, 2-4 1", "1-4 1, 2-3 0"), statuses=gone)
    whole = standing(four)
    last = whole.rows[-1]
    assert (last.number, last.rank, last.technical, last.left) == (1, None, None, PlayerChange.EXPELLED)
    assert [r.rank for r in whole.ranked] == [1, 2, 3]
    assert whole.row(2).left is PlayerChange.WITHDRAWN
    assert whole.row(3).left is None
    assert whole.row(4).left is None  # he came back
    assert whole.row(3).values == standing(replace(four, statuses=())).row(3).values  # his games stand


def test_annulled_games_are_as_if_they_had_not_been() -> None:
    plain = event(4, "1-2 1, 3-4 =")
    games = (*plain.rounds[0].games,)
    struck = structs.replace(games[0], kind=Kind.ANNULLED)
    one = replace(plain, rounds=(Round(1, (struck, games[1])),))
    assert standing(one).row(1).points == 0
    assert standing(one).addends(1, "buholz") == ()


def test_two_game_matches_are_one_opponent_a_round() -> None:
    two = (EventPlayer(1, "A"), EventPlayer(2, "B"))
    games = (
        RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),
        RoundGame(1, 1, 2, 1, GameMark.DRAW, GameMark.DRAW, leg=2),
    )
    base = Event(players=two, rounds=(Round(1, games),), settings=EventSettings(games=2))
    whole = standing(base)
    assert [(r.number, r.points, r.values[0]) for r in whole.rows] == [(1, 3, 1), (2, 1, 3)]
    as_match = replace(base, settings=EventSettings(games=2, match_points=True))
    assert [(r.number, r.points) for r in standing(as_match).rows] == [(1, 2), (2, 0)]


def test_chess_scale_is_printed_halved() -> None:
    one = event(2, "1-2 =")
    half = replace(one, settings=EventSettings(scoring=Scoring(halved=True)))
    whole = standing(half)
    assert whole.points_said(whole.rows[0]) == "0.5"
    assert whole.values_said(whole.rows[0]) == ("0.5", "0.25")


@pytest.mark.parametrize("text", ["nope", "buholz,Q1", "buholz,points", "buholz,,zz"])
def test_unknown_or_repeated_tiebreaks(text: str) -> None:
    with pytest.raises(BadTournament):
        parse_tiebreaks(text)


def test_parse_tiebreaks() -> None:
    assert parse_tiebreaks("points, BH-C1 ,DE,sb") == ("buchholz-cut1", "direct", "sonneborn-berger")
    assert parse_tiebreaks("") == ()


def test_unknown_rules_are_refused() -> None:
    one = event(2, "1-2 =")
    for rules in (Rules(unplayed="magic"), Rules(procedure=("coin",)), Rules(tiebreaks=("nope",))):  # type: ignore[arg-type]
        with pytest.raises(BadTournament):
            standing(one, rules)


# --- classifications, clubs, prizes ----------------------------------------------------------------------


def deaf_event() -> Event:
    """Men, women and clubs in one event, as in 2006."""
    facts = [("m", "Torre"), ("f", "Torre"), ("m", "Ponte"), ("f", "Ponte"), ("m", "Torre"), ("f", "")]
    base = event(6, "1-2 1, 3-4 1, 5-6 1", "1-3 1, 2-5 1, 4-6 1", "1-5 1, 2-4 =, 3-6 1")
    players = tuple(
        structs.replace(p, sex=sex, club=club, category="maestro" if p.number < 3 else "")
        for p, (sex, club) in zip(base.players, facts, strict=True)
    )
    return replace(base, players=players)


def test_classifications_keep_points_and_count_places_anew() -> None:
    one = deaf_event()
    whole = standing(one)
    by_sex = classifications(whole, one, "sex")
    assert [(r.rank, r.number) for r in by_sex["f"]] == [(1, 2), (2, 4), (3, 6)]
    assert [(r.rank, r.number) for r in by_sex["m"]] == [(1, 1), (2, 3), (3, 5)]
    assert by_sex["f"][0].values == whole.row(2).values
    assert list(classifications(whole, one, "category")) == ["maestro"]
    assert list(classifications(whole, one, "club")) == ["Ponte", "Torre"]
    assert classifications(whole, one, "province") == {}
    kept = classification(whole, lambda n: n > 3, own_ranks=False)
    assert [r.rank for r in kept] == [r.rank for r in whole.rows if r.number > 3]


def test_a_category_is_one_however_it_is_written() -> None:
    """CSV files, forms and report files write it differently; the highest comes first, age groups last."""
    six = event(6, "1-2 1, 3-4 1, 5-6 1")
    written = ["P", "provinciale", "CM", "Candidato Maestro", "Under 16", ""]
    players = (structs.replace(p, category=c) for p, c in zip(six.players, written, strict=True))
    found = classifications(standing(six), replace(six, players=tuple(players)), "category")
    assert {fact: sorted(r.number for r in rows) for fact, rows in found.items()} == {
        "candidato-maestro": [3, 4], "provinciale": [1, 2], "Under 16": [5],
    }  # fmt: skip
    assert list(found) == ["candidato-maestro", "provinciale", "Under 16"]


def test_shared_ranks_stay_shared_in_a_classification() -> None:
    ring = event(4, "1-2 1, 3-4 =", "2-3 1, 1-4 =", "3-1 1, 2-4 =", system=System.ROUND_ROBIN)
    rows = classification(standing(ring), lambda n: n != 1)
    assert [(r.rank, r.technical, r.number) for r in rows] == [(1, 1, 2), (1, 2, 3), (3, 3, 4)]


def test_clubs_by_their_best() -> None:
    one = deaf_event()
    whole = standing(one)
    both = club_classification(whole, one)
    assert [(c.rank, c.club, c.points, c.counted) for c in both] == [
        (1, "Torre", 6 + 3 + 2, (1, 2, 5)),
        (2, "Ponte", 4 + 3, (3, 4)),
    ]
    best = club_classification(whole, one, best=1)
    assert best[0].others == (2, 5)
    women = club_classification(whole, one, sex="f")
    # level on 3 points: the better individual rank decides
    assert [(c.club, c.points, c.best_rank) for c in women] == [("Torre", 3, 3), ("Ponte", 3, 4)]


def test_prizes() -> None:
    ring = event(4, "1-2 1, 3-4 =", "2-3 1, 1-4 =", "3-1 1, 2-4 =", system=System.ROUND_ROBIN)
    rows = standing(ring).rows
    technical = prizes(rows, money=[90, 60, 30])
    assert [(p.place, p.number) for p in technical] == [(1, 1), (2, 2), (3, 3)]
    assert [p.money for p in technical] == [Fraction(90), Fraction(60), Fraction(30)]
    assert technical[0].shared_with == (2, 3)
    assert holds(technical[0].name, Message("{n}st place", context="the first", n=1))
    equal = prizes(rows, money=[90, 60, 30], share="equal")
    assert [(p.place, p.number, p.money) for p in equal] == [(1, n, Fraction(60)) for n in (1, 2, 3)]
    assert [p.number for p in prizes(rows, places=1, share="equal")] == [1, 2, 3]
    assert prizes(rows, places=1)[0].money is None


def test_money_is_never_lost_in_sharing() -> None:
    ring = event(4, "1-2 1, 3-4 =", "2-3 1, 1-4 =", "3-1 1, 2-4 =", system=System.ROUND_ROBIN)
    for places in (1, 2, 3, 4):
        shared = prizes(standing(ring).rows, places=places, money=[100, 50, 20, 5], share="equal")
        assert sum(p.money or 0 for p in shared) == sum([100, 50, 20, 5][:places])


# --- teams -----------------------------------------------------------------------------------------------


def test_teams_by_matches_with_board_points_kept() -> None:
    """Three teams of two boards; a match is won with more board points."""
    players = tuple(EventPlayer(n, f"P{n}", 2000) for n in range(1, 7))
    teams = (Team(1, "Torre", (1, 2)), Team(2, "Ponte", (3, 4)), Team(3, "Rocca", (5, 6)))

    def boards(round: int, *games: tuple[int, int, str]) -> Round:
        return Round(
            round,
            tuple(RoundGame(round, n, w, b, *MARKS[r], match=1) for n, (w, b, r) in enumerate(games, 1)),
        )

    rounds = (
        boards(1, (1, 3, "1"), (2, 4, "=")),
        boards(2, (1, 5, "="), (2, 6, "=")),
        boards(3, (3, 5, "1"), (4, 6, "1")),
    )
    one = Event("Teams", players, rounds, EventSettings(boards=2, system=System.ROUND_ROBIN), teams=teams)
    whole = team_standing(one)
    assert [(whole.names[r.number], r.points) for r in whole.rows] == [
        ("Torre", 3),
        ("Ponte", 2),
        ("Rocca", 1),
    ]
    boards_made = {r.number: r.values[-1] for r in whole.rows}
    assert boards_made == {1: 3 + 2, 2: 1 + 4, 3: 2}
    assert sum(boards_made.values()) == 12  # type: ignore[arg-type]


# --- properties ------------------------------------------------------------------------------------------

RESULTS = [
    (GameMark.WIN, GameMark.LOSS),
    (GameMark.DRAW, GameMark.DRAW),
    (GameMark.LOSS, GameMark.WIN),
    (GameMark.LOSS, GameMark.LOSS),
]


def random_event(size: int, rounds: int, seed: int, unrest: float) -> Event:
    """Pairs by lot, results by lot; in a restless event forfeits, byes, absences and people who leave."""
    lots = random.Random(seed)
    players = tuple(EventPlayer(n, f"P{n}", 2000 - 10 * n) for n in range(1, size + 1))
    changes = [
        PlayerChange.WITHDRAWN,
        PlayerChange.ABSENT,
        PlayerChange.LATE,
        PlayerChange.EXPELLED,
        PlayerChange.FORFEITED,
    ]
    statuses = tuple(
        Status(p.number, lots.choice(changes), lots.randint(1, rounds))
        for p in players
        if lots.random() < unrest
    )
    made = []
    for number in range(1, rounds + 1):
        here = [
            p.number for p in players if not any(s.player == p.number and s.holds(number) for s in statuses)
        ]
        lots.shuffle(here)
        games = [
            _by_lot(number, white, black, lots, unrest)
            for white, black in zip(here[::2], here[1::2], strict=False)
        ]
        if len(here) % 2:
            games.append(RoundGame(number, 1, here[-1], None, kind=lots.choice([Kind.BYE, Kind.HALF_BYE])))
        made.append(Round(number, tuple(games), closed=True))
    return Event("Random", players, tuple(made), statuses=statuses)


def _by_lot(round: int, white: int, black: int, lots: random.Random, unrest: float) -> RoundGame:
    if lots.random() < unrest:
        kind = lots.choice([Kind.FORFEIT, Kind.ANNULLED])
        return RoundGame(round, 1, white, black, *lots.choice(RESULTS), kind)
    return RoundGame(round, 1, white, black, *lots.choice(RESULTS[:3]))


ODD = st.builds(
    random_event, st.integers(2, 14), st.integers(1, 5), st.integers(0, 10_000), st.sampled_from([0.0, 0.2])
)
FEW = settings(max_examples=40, deadline=None)


@FEW
@given(ODD)
def test_points_are_conserved(one: Event) -> None:
    """Two points for each game over the board, and what byes and forfeits are worth besides."""
    whole, scoring = standing(one), one.settings.scoring
    games = sum(2 for g in one.games if g.is_played)
    others = sum(
        scoring.points(g.kind, g.white_mark)
        + (0 if g.black is None else scoring.points(g.kind, g.black_mark))
        for g in one.games
        if not g.is_played
    )
    loose = sum(
        e.points
        for n in whole.books.sheet.cards
        for e in whole.books.sheet.cards[n]
        if e.board == 0 and e.opponent is None
    )
    assert sum(r.points for r in whole.rows) == games + others + loose


@FEW
@given(ODD)
def test_points_are_those_pairings_go_by(one: Event) -> None:
    assert {row.number: row.points for row in standing(one).rows} == scores(one)


@FEW
@given(ODD, st.sampled_from(RULES), st.sampled_from(sorted(TIEBREAKS)))
def test_order_ranks_and_technical_places(one: Event, rule: Unplayed, code: str) -> None:
    whole = standing(one, Rules((code,), rule))
    ranked = whole.ranked
    assert [r.technical for r in ranked] == list(range(1, len(ranked) + 1))
    keys = [(r.points, r.values) for r in ranked]
    assert keys == sorted(keys, reverse=True)
    for before, after in pairwise(ranked):
        assert after.rank in (before.rank, after.technical)
    for group in whole.playoffs_needed:
        assert len({whole.row(n).rank for n in group}) == 1
    assert {r.number for r in whole.rows} == {p.number for p in one.players}


@FEW
@given(ODD, st.randoms(use_true_random=False))
def test_the_order_of_players_and_lines_does_not_matter(one: Event, lots: object) -> None:
    mixed_players = list(one.players)
    lots.shuffle(mixed_players)  # type: ignore[attr-defined]
    rounds = []
    for made in one.rounds:
        games = list(made.games)
        lots.shuffle(games)  # type: ignore[attr-defined]
        rounds.append(structs.replace(made, games=tuple(games)))
    mixed = replace(one, players=tuple(mixed_players), rounds=tuple(rounds))
    assert ranks(standing(mixed)) == ranks(standing(one))


@FEW
@given(ODD)
def test_renumbering_players_renumbers_the_standing(one: Event) -> None:
    """With ratings all different, start numbers decide nothing."""
    shift = {p.number: p.number + 100 for p in one.players}
    moved = replace(
        one,
        players=tuple(structs.replace(p, number=shift[p.number]) for p in one.players),
        rounds=tuple(
            structs.replace(
                r,
                games=tuple(
                    structs.replace(
                        g, white=shift[g.white], black=None if g.black is None else shift[g.black]
                    )
                    for g in r.games
                ),
            )
            for r in one.rounds
        ),
        statuses=tuple(structs.replace(s, player=shift[s.player]) for s in one.statuses),
    )
    assert ranks(standing(moved)) == [(rank, shift[n]) for rank, n in ranks(standing(one))]


@FEW
@given(ODD, st.sampled_from(RULES))
def test_every_sum_of_every_player_is_its_addends(one: Event, rule: Unplayed) -> None:
    whole = standing(one, Rules(tuple(TIEBREAKS), rule))
    for row in whole.rows:
        for code, value in zip(whole.rules.tiebreaks, row.values, strict=True):
            if TIEBREAKS[code].means is None:
                assert sum(a.value for a in whole.addends(row.number, code) if not a.cut) == value, code


# --- knockout ---------------------------------------------------------------------------------------------


def test_in_a_knockout_the_place_is_the_round_one_came_to() -> None:
    """The finalist is second though who won the third place has as many points, and better opponents."""
    third = EventSettings(System.KNOCKOUT, third_place=True)
    eight = event(8, "1-8 1, 4-5 0, 2-7 1, 3-6 1", "5-1 0, 3-2 0", "1-2 0, 5-3 0", system=System.KNOCKOUT)
    final = replace(eight, settings=third)
    whole = standing(final)
    assert [(row.rank, row.number) for row in whole.rows] == [
        (1, 2), (2, 1), (3, 3), (4, 5), (5, 4), (5, 6), (5, 7), (5, 8),
    ]  # fmt: skip
    assert [row.technical for row in whole.rows] == list(range(1, 9))
    assert whole.row(3).points == whole.row(1).points
    assert whole.playoffs_needed == ()
    assert [(row.rank, row.number) for row in standing(final, after_round=2).rows][:4] == [
        (1, 1), (1, 2), (3, 3), (3, 5),
    ]  # fmt: skip


def test_in_a_knockout_tiebreaks_that_were_declared_part_those_who_went_out_together() -> None:
    eight = event(8, "1-8 1, 4-5 0, 2-7 1, 3-6 1", "5-1 0, 3-2 0", "1-2 0", system=System.KNOCKOUT)
    rows = standing(eight, Rules(("buholz",))).rows
    assert [(row.rank, row.number) for row in rows[:4]] == [(1, 2), (2, 1), (3, 3), (4, 5)]
    assert [(row.rank, row.number) for row in rows[4:]] == [(5, 7), (6, 8), (7, 4), (7, 6)]


def test_more_games_in_a_lost_match_bring_no_better_place() -> None:
    """Points of games would put whom he beat after a play-off ahead of a winner who had none."""
    four = event(4, "1-4 =, 2-3 1", "1-2 0", system=System.KNOCKOUT)
    legs = tuple(
        RoundGame(1, 1, 1, 4, *marks, leg=leg)
        for leg, marks in enumerate([(GameMark.DRAW, GameMark.DRAW)] * 3 + [(GameMark.WIN, GameMark.LOSS)], 1)
    )
    first = four.rounds[0]
    long = replace(four, rounds=(structs.replace(first, games=(*legs, first.games[1])), four.rounds[1]))
    rows = standing(long).rows
    assert [(row.rank, row.number) for row in rows] == [(1, 2), (2, 1), (3, 3), (3, 4)]
    assert rows[1].points > rows[0].points


@pytest.mark.parametrize(
    ("place", "said"), [(1, "1re place"), (2, "2e place"), (21, "21e place"), (101, "101e place")]
)
def test_only_the_first_place_has_an_ordinal_of_its_own_in_french(place: int, said: str) -> None:
    assert place_text(place).text("fr") == said


def test_a_prize_names_its_place_as_the_prints_do() -> None:
    rows = standing(Event(players=(EventPlayer(1, "A"), EventPlayer(2, "B")))).rows
    assert prizes(rows, places=1)[0].name.text("fr") == "1re place"
