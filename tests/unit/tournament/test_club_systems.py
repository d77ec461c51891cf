"""Scheveningen and Keizer: what their tables promise, points by hand, who meets whom, and why."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from msgspec import structs

from damiera.messages import Message
from damiera.tournament.check import check_pairs
from damiera.tournament.crosstable import crosstable, crosstable_csv
from damiera.tournament.errors import BadTournament
from damiera.tournament.model import (
    Event,
    EventPlayer,
    EventSettings,
    GameMark,
    Kind,
    Pairing,
    PlayerChange,
    Round,
    RoundGame,
    Scoring,
    Status,
    System,
    Team,
    with_round,
)
from damiera.tournament.pairing import pair, round_of, why, why_not
from damiera.tournament.pairing.keizer import keizer_addends, keizer_points, keizer_ranking
from damiera.tournament.pairing.scheveningen import MOST_BOARDS, scheveningen_board
from damiera.tournament.pairing.teams import as_teams
from damiera.tournament.pairing.why import PairingAnswer
from damiera.tournament.standings import Rules, standing, team_standing
from damiera.tournament.trf import read_trf, write_trf
from tests.wording import raises

WIN, DRAW, LOSS = GameMark.WIN, GameMark.DRAW, GameMark.LOSS


def _told(answer: PairingAnswer) -> dict[str, object]:
    """What the answer's sentence is about."""
    (said,) = answer.said
    assert isinstance(said, Message)
    wanted = set(re.findall(r"{(\w+)}", said.source))
    return {name: value for name, value in said.args.items() if name in wanted}


def _errors(event: Event, made: Pairing) -> list[str]:
    return [f.rule for f in check_pairs(event, made.round, made.pairs).findings if f.gravity == "error"]


def _run(colours: list[bool]) -> int:
    longest = now = 1
    for before, after in pairwise(colours):
        now = now + 1 if before == after else 1
        longest = max(longest, now)
    return longest


@pytest.mark.parametrize("boards", range(2, MOST_BOARDS + 1))
def test_scheveningen_tables_keep_their_promise(boards: int) -> None:
    """Everybody meets everybody, colours as even as can be, no third in a row, teams even in a round."""
    table = [[scheveningen_board(boards, r, b) for b in range(boards)] for r in range(boards)]
    met = {(b, other) for row in table for b, (other, _) in enumerate(row)}
    assert len(met) == boards * boards
    first = [[row[b][1] for row in table] for b in range(boards)]
    second = [[not white for row in table for other, white in row if other == b] for b in range(boards)]
    for colours in first + second:
        assert abs(2 * sum(colours) - boards) == boards % 2
        assert _run(colours) <= 2
    uneven = (
        2 if boards % 4 == 2 else boards % 2
    )  # parity leaves two more in some rounds of 2, 6 and 10 boards
    assert all(abs(2 * sum(white for _, white in row) - boards) <= uneven for row in table)
    again = [[scheveningen_board(boards, boards + r, b) for b in range(boards)] for r in range(boards)]
    assert [[(o, not w) for o, w in row] for row in again] == table


def _teams(boards: int, size: int | None = None, **more: Any) -> Event:
    size = size or boards
    players = tuple(EventPlayer(n, f"P{n}", 3000 - n, sex="m") for n in range(1, 2 * size + 1))
    teams = (
        Team(1, "Livorno", tuple(range(1, size + 1))),
        Team(2, "Pisa", tuple(range(size + 1, 2 * size + 1))),
    )
    settings = EventSettings(system=System.SCHEVENINGEN, boards=boards)
    return replace(Event(players=players, teams=teams, settings=settings), **more)


def _report(event: Event, number: int, mark: dict[int, GameMark]) -> Event:
    """Pair a round and give the first team's player on each board a result."""
    held = round_of(event, pair(event, number))
    turned = {WIN: LOSS, DRAW: DRAW, LOSS: WIN}
    games = []
    for game in held.games:
        own = game.white if game.white in event.teams[0].members else game.black
        if game.black is None or own is None:
            games.append(game)
            continue
        result = mark[own]
        one, two = (result, turned[result]) if game.white == own else (turned[result], result)
        games.append(structs.replace(game, white_mark=one, black_mark=two))
    return with_round(event, structs.replace(held, games=tuple(games), closed=True))


def test_the_points_of_all_boards_decide_a_scheveningen() -> None:
    """Two rounds lost by a point, one won by four: the board points put the first team in front."""
    event = _teams(4)
    event = _report(event, 1, {1: WIN, 2: WIN, 3: WIN, 4: WIN})
    for number in (2, 3, 4):
        event = _report(event, number, {1: WIN, 2: DRAW, 3: LOSS, 4: LOSS})
    whole = team_standing(event)
    assert [(row.number, whole.points_said(row)) for row in whole.rows] == [(1, "17"), (2, "15")]
    assert not _errors(as_teams(event), pair(event, 4))
    with pytest.raises(BadTournament):
        pair(event)
    again = read_trf(write_trf(event))
    assert again.settings.system is System.SCHEVENINGEN
    assert [sorted((g.white, g.black) for g in r.games) for r in again.rounds] == [
        sorted((g.white, g.black) for g in r.games) for r in event.rounds
    ]


def test_a_seat_of_scheveningen_left_empty_is_a_board_won() -> None:
    event = _teams(2, statuses=(Status(2, PlayerChange.ABSENT, 1, 1),))
    held = round_of(event, pair(event, 1))
    assert [(g.white, g.black, g.kind) for g in held.games] == [(1, 3, Kind.PLAYED), (4, None, Kind.FULL_BYE)]


def test_scheveningen_wants_two_teams() -> None:
    with raises(BadTournament, Message("Scheveningen is played by two teams: there are {n}.", n=1)):
        pair(replace(_teams(4), teams=_teams(4).teams[:1]))
    with raises(BadTournament, Message("Scheveningen is played on 2 to {n} boards.", n=10)):
        pair(_teams(11))


# --- Keizer -----------------------------------------------------------------------------------------------


def _club(size: int, **more: Any) -> Event:
    players = tuple(EventPlayer(n, f"P{n}", 3000 - n) for n in range(1, size + 1))
    return replace(Event(players=players, settings=EventSettings(system=System.KEIZER)), **more)


def _evening(number: int, *games: tuple[int, int | None, GameMark | None], **more: Kind) -> Round:
    turned = {WIN: LOSS, DRAW: DRAW, LOSS: WIN, None: None}
    kind = more.get("kind", Kind.BYE)
    return Round(
        number,
        tuple(
            RoundGame(number, n, w, b, None if b is None else m, turned[m] if b else None,
                      Kind.PLAYED if b else kind)
            for n, (w, b, m) in enumerate(games, 1)
        ),
    )  # fmt: skip


def test_keizer_points_by_hand() -> None:
    """Four players, values 12, 10, 8, 6 by the ranking at which places stop changing: 1, 3, 2, 4.

    1 beats 2 and 3 beats 4: 1 has 12 + 8 = 20, 3 has 10 + 6 = 16, 2 has 8, 4 has 6.
    """
    event = _club(4, rounds=(_evening(1, (1, 2, WIN), (3, 4, WIN)),))
    assert keizer_points(event) == {1: 20, 2: 8, 3: 16, 4: 6}
    whole = standing(event)
    assert [(row.number, row.points, row.rank) for row in whole.rows] == [
        (1, 20, 1),
        (3, 16, 2),
        (2, 8, 3),
        (4, 6, 4),
    ]
    drawn = _club(2, rounds=(_evening(1, (1, 2, DRAW)),))
    assert keizer_points(drawn) == {1: 6 + 2, 2: 4 + 3}  # half of the other's value


def test_keizer_shares_of_evenings_without_a_game() -> None:
    event = _club(3, rounds=(_evening(1, (1, 2, DRAW), (3, None, None)),))
    told = _club(
        3,
        rounds=(_evening(1, (1, 2, DRAW)),),
        statuses=(Status(3, PlayerChange.ABSENT, 1, 1, Kind.HALF_BYE),),
    )
    gone = _club(3, rounds=(_evening(1, (1, 2, DRAW)),), statuses=(Status(3, PlayerChange.ABSENT, 1, 1),))
    points = [keizer_points(e)[3] for e in (event, told, gone)]
    assert points == sorted(points, reverse=True)
    assert len(set(points)) == 3


def test_keizer_points_are_the_sum_of_what_each_evening_brought() -> None:
    away = (Status(3, PlayerChange.ABSENT, 2, 2, Kind.HALF_BYE), Status(4, PlayerChange.ABSENT, 2, 2))
    event = _club(4, rounds=(_evening(1, (1, 2, WIN), (3, 4, DRAW)), _evening(2, (2, 1, WIN))), statuses=away)
    addends = keizer_addends(event)
    assert {n: sum(a.points for a in own) for n, own in addends.items()} == keizer_points(event)
    assert [(a.round, a.opponent, str(a.share)) for a in addends[3]] == [
        (0, None, "1"),
        (1, 4, "1/2"),
        (2, None, "1/3"),
    ]
    halved = replace(event, settings=structs.replace(event.settings, scoring=Scoring(halved=True)))
    assert [standing(halved).points_said(row) for row in standing(halved).rows] == [
        str(row.points) for row in standing(event).rows
    ]


def test_keizer_cells_say_how_a_game_ended_and_what_it_brought() -> None:
    away = (Status(3, PlayerChange.ABSENT, 2, 2, Kind.HALF_BYE), Status(4, PlayerChange.ABSENT, 2, 2))
    event = _club(4, rounds=(_evening(1, (1, 2, WIN), (3, 4, DRAW)), _evening(2, (2, 1, WIN))), statuses=away)
    whole = standing(event)
    table = {row.number: row for row in crosstable(event, whole)}
    addends = keizer_addends(event)
    for row in whole.rows:
        brought = [cell.points for cells in table[row.number].cells for cell in cells]
        assert [table[row.number].own, *brought] == [str(a.points) for a in addends[row.number]]
        assert int(table[row.number].own) + sum(map(int, brought)) == row.points
    assert [cell.sign for n in (1, 3, 4) for cell in table[n].cells[0]] == ["+", "=", "="]
    own, one, two = crosstable_csv(event, whole, "en").splitlines()[1].split(",")[4:7]
    line = next(row for row in whole.rows if row.rank == 1)
    assert (own, one, two) == (
        table[line.number].own,
        *(cells[0].text for cells in table[line.number].cells),
    )
    assert one[1:3] in ("w+", "b-")
    open_game = _club(2, rounds=(_evening(1, (1, 2, None)),))
    assert [row.cells[0][0].text for row in crosstable(open_game, standing(open_game))] == ["2w", "1b"]


def test_the_rule_for_unplayed_rounds_is_named_only_where_it_counts() -> None:
    event = _club(4, rounds=(_evening(1, (1, 2, WIN), (3, 4, WIN)),))
    assert not standing(event).uses_unplayed
    assert standing(event, Rules()).uses_unplayed


def test_excused_evenings_count_five_times() -> None:
    away = tuple(Status(3, PlayerChange.ABSENT, r, r, Kind.HALF_BYE) for r in range(1, 8))
    event = _club(3, rounds=tuple(_evening(r, (1, 2, DRAW)) for r in range(1, 8)), statuses=away)
    five, seven = keizer_points(event, 5)[3], keizer_points(event, 7)[3]
    assert five == seven > 0


def test_neighbours_meet_and_not_again_within_three_evenings() -> None:
    event = _club(6)
    first = pair(event)
    assert [{p.white, p.black} for p in first.pairs] == [{1, 2}, {3, 4}, {5, 6}]
    event = with_round(event, _evening(1, (2, 1, LOSS), (3, 4, WIN), (6, 5, LOSS)))
    assert keizer_ranking(event) == (1, 3, 5, 2, 4, 6)
    second = pair(event)
    assert dict(second.criteria)["apart"] == 3
    assert all({p.white, p.black} not in ({1, 2}, {3, 4}, {5, 6}) for p in second.pairs)
    assert _told(why(event, second, 1)) == {"a": "P1 (1)", "x": 1, "b": "P3 (3)", "y": 2}
    recent = why_not(event, second, 1, 2)
    assert (recent.rule, _told(recent)) == ("apart", {"a": "P1 (1)", "b": "P2 (2)", "r": 1, "n": 3})
    farther = why_not(event, second, 1, 6)
    assert (farther.rule, farther.chosen, (farther.forced or 0) > (farther.chosen or 0)) == (
        "neighbours",
        dict(second.criteria)["neighbours"],
        True,
    )


def test_two_meet_every_evening_where_nobody_else_comes() -> None:
    event = _club(2)
    for number in range(1, 5):
        event = with_round(event, _evening(number, (1, 2, WIN)))
    assert len(pair(event).pairs) == 1
    assert dict(pair(event).criteria)["apart"] == 0


@pytest.mark.parametrize("seed", range(4))
def test_twelve_club_evenings(seed: int) -> None:
    """People come and go: everybody who is here is paired or rests, and the points can be counted."""
    chance = random.Random(seed)
    event = _club(13)
    for number in range(1, 13):
        out = tuple(
            Status(n, PlayerChange.ABSENT, number, number, chance.choice((Kind.HALF_BYE, Kind.ZERO_BYE)))
            for n in range(1, 14)
            if chance.random() < 0.3
        )
        event = replace(event, statuses=(*event.statuses, *out))
        made = pair(event, number)
        here = set(range(1, 14)) - {s.player for s in out}
        assert {n for p in made.pairs for n in (p.white, p.black) if n} == here
        assert not _errors(event, made)
        games = tuple(
            g
            if g.black is None
            else structs.replace(
                g,
                white_mark=(m := chance.choice((WIN, DRAW, LOSS))),
                black_mark={WIN: LOSS, DRAW: DRAW, LOSS: WIN}[m],
            )
            for g in round_of(event, made).games
        )
        event = with_round(event, Round(number, games, closed=True))
    assert [r.points for r in standing(event).rows] == sorted(keizer_points(event).values(), reverse=True)


# --- why, by the rule that decided ------------------------------------------------------------------------


def test_why_not_in_all_play_all_and_knockout_is_said_by_the_table() -> None:
    players = tuple(EventPlayer(n, f"P{n}", 3000 - n) for n in range(1, 6))
    event = Event(players=players, settings=EventSettings(system=System.ROUND_ROBIN))
    first = pair(event)
    assert _told(why(event, first, 2)) == {"r": 1}
    answer = why_not(event, first, 1, 2)
    assert answer.rule == "table"
    table = [pair(replace(event, rounds=tuple(Round(r) for r in range(1, n))), n) for n in range(1, 6)]
    assert _told(answer)["r"] == next(p.round for p in table if p.opponent(1) == 2)
    cup = replace(event, settings=EventSettings(system=System.KNOCKOUT))
    assert _told(why_not(cup, pair(cup), 1, 2)) == {"a": "P1 (1)", "b": "P2 (2)", "r": 3}
