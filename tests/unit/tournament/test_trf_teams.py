"""Report files of team events and of matches of two games: records of TRF-2026, both ways."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import structs

from damiera.messages import Message
from damiera.tournament.model import (
    Acceleration,
    Event,
    EventPlayer,
    EventSettings,
    ForbiddenPair,
    GameMark,
    Kind,
    PlayerChange,
    Scoring,
    Status,
    System,
    Team,
    score,
    with_round,
)
from damiera.tournament.pairing import pair, round_of
from damiera.tournament.pairing.planned_rounds import planned_rounds
from damiera.tournament.pairing.teams import as_teams, board_points
from damiera.tournament.trf import TrfError, parse_trf, read_trf, write_trf
from damiera.tournament.trf.write import Version
from tests.unit.tournament.test_trf import player
from tests.wording import raises

WIN, DRAW, LOSS = GameMark.WIN, GameMark.DRAW, GameMark.LOSS

# What a file of 2026 may hold: columns drawn for the eye, teams, orders, rests, matches lost by absence.
TEAMS = "\r\n".join(
    [
        "012 Coppa a squadre",
        "192 FIDE_TEAM_BAKU",
        "142 4",
        "352 WB",
        "362 TW 2.0   TD 1.0   TL 0.0",
        "         1         2",
        "123456789012345678901234567890",
        "DDD SSSS sTTT NNNNNNNNNNNN RRRR FFF",
        player(1, "   3 w 1     5 w 1  0000 - +", "3.0"),
        player(2, "   4 b =  0000 - -  0000 - +", "1.5"),
        player(3, "   1 b 0  0000 - U  0000 - -", "1.0"),
        player(4, "   2 w =  0000 - -  0000 - -", "0.5"),
        player(5, "0000 - U     1 b 0  0000 - H", "1.5"),
        player(6, "0000 - -     7 w 1  0000 - H", "1.5"),
        player(7, "0000 - -     6 b 0  0000 - -", "0.0"),
        "CCC SSS NNNNNNNN FFFFF EEEEEE",
        "310   1 Livorno                          LI      2400    4.0    3.5   1     1    2    7",
        "310   2 Pisa                             PI      2300    1.0    1.5   3     3    4",
        "310   3 Siena                            SI      2200    2.0    2.0   2     5    6",
        "BBB T RRR PPP1 PPP2",
        "240 H   3    3",
        "250  1.0        1   2    1    2",
        "260   1   4    1    3",
        "OOO RRR TT1 TT2 PPP1 PPP2",
        "300   2   1   3    1    7",
        "UUU MMMM GGGG 111 222",
        "320  1.0  2.0   3   2",
        "FFF TT RRR WWW BBB",
        "330 +-   3   1   2",
        "III TT NNNNN MM GGGG T01 C RRRR",
        "801  1 LI     4  4.0   2 w 1= 12",
        "",
    ]
)


def test_a_team_event_of_another_program() -> None:
    told = read_trf(TEAMS)
    assert (told.settings.boards, [t.name for t in told.teams]) == (2, ["Livorno", "Pisa", "Siena"])
    assert told.settings.match_scoring == Scoring(bye=1)
    first, second, third = told.rounds
    assert [(g.match, g.board, g.white, g.black, g.kind) for g in first.games] == [
        (1, 1, 1, 3, Kind.PLAYED),
        (1, 2, 4, 2, Kind.PLAYED),
        (2, 3, 5, None, Kind.BYE),
    ]
    assert [(g.white, g.black) for g in second.games] == [(1, 5), (6, 7), (3, None)]
    assert [(g.white, g.black, g.kind, g.white_mark) for g in third.games] == [
        (1, 3, Kind.FORFEIT, WIN),
        (4, 2, Kind.FORFEIT, LOSS),
    ]
    matches = as_teams(told)
    assert {t.number: score(matches, t.number) for t in told.teams} == {1: 5, 2: 1, 3: 3}
    assert {t.number: board_points(told, t.number) for t in told.teams} == {1: 9, 2: 5, 3: 8}  # in halves
    assert told.accelerations == (Acceleration(-1, 1, 1, 2), Acceleration(-2, 1, 1, 2))
    assert told.forbidden == (ForbiddenPair(-1, -3, last=4),)
    assert all(status.player != -2 for status in told.statuses), "they lost their match by forfeit"
    assert Status(-3, PlayerChange.ABSENT, 3, 3, Kind.HALF_BYE) in told.statuses
    again = read_trf(write_trf(told))
    assert (again.rounds, again.teams, again.settings, again.statuses) == (
        told.rounds,
        told.teams,
        told.settings,
        told.statuses,
    )


def test_teams_in_an_event_where_everybody_plays_alone_stay_a_list() -> None:
    lines = [player(1, "   2 w 1", "1.0"), player(2, "   1 b 0"), "013 Livorno".ljust(36) + "   1"]
    told = read_trf("\r\n".join(lines))
    assert (told.settings.boards, told.teams) == (0, (Team(1, "Livorno", (1,)),))


def test_a_double_forfeit_without_colours() -> None:
    """As FIDE's own sample of TRF16 has it: who had White is not told, and does not matter."""
    told = parse_trf("\r\n".join([player(1, "   2 - -"), player(2, "   1 - -")]))
    (game,) = told.event.rounds[0].games
    assert (game.white, game.black, game.kind, game.white_mark, game.black_mark) == (
        1, 2, Kind.FORFEIT, LOSS, LOSS,
    )  # fmt: skip
    assert told.warnings == ()


@pytest.mark.parametrize(
    ("line", "column", "said"),
    [
        ("300       1    1    2", 5, Message("the round and the team are needed")),
        ("330 ?-   3   1   2", 5, Message("+-, -+ or --, the round and two teams are needed")),
        ("352 WXB", 5, Message("colours of boards '{c}': W and B are needed", c="WXB")),
        ("362 what", 5, Message("scoring '{c}' not understood", c="what")),
        ("240 H   3    9", 14, Message("no team has number {n}", n=9)),
    ],
)
def test_faults_of_team_records_have_a_line_and_a_column(line: str, column: int, said: Message) -> None:
    with pytest.raises(TrfError) as caught:
        read_trf(TEAMS + line)
    (problem,) = caught.value.problems
    assert (problem.line, problem.column, problem.reason) == (TEAMS.count("\r\n") + 1, column, said)


def _played(event: Event, rounds: int) -> Event:
    marks = ((WIN, LOSS), (DRAW, DRAW), (LOSS, WIN))
    for number in range(1, rounds + 1):
        held = round_of(event, pair(event, number))
        games = [
            g
            if g.black is None
            else structs.replace(g, white_mark=marks[n % 3][0], black_mark=marks[n % 3][1])
            for n, g in enumerate(held.games, number)
        ]
        event = with_round(event, structs.replace(held, games=tuple(games), closed=True, system=None))
    return event


@pytest.mark.parametrize("system", [System.OPTIMAL, System.ROUND_ROBIN])
def test_matches_of_two_games_come_back(system: System) -> None:
    """Each game has a round of its own in the file; the type of the event says that two belong together."""
    players = tuple(EventPlayer(n, f"P{n}", 2500 - n, sex="m") for n in range(1, 7))
    event = _played(Event(players=players, settings=EventSettings(system=system, rounds=3, games=2)), 2)
    again = read_trf(write_trf(event))
    assert again.settings == event.settings
    order = {frozenset((g.white, g.black)): g.board for r in event.rounds for g in r.games}
    sorted_ = [
        sorted((g.leg, g.white, g.black, g.white_mark) for g in r.games)
        for r in (*event.rounds, *again.rounds)
    ]
    assert sorted_[:2] == sorted_[2:]
    assert len(order) == len({frozenset((g.white, g.black)) for r in again.rounds for g in r.games})


def test_a_team_event_of_ours_comes_back() -> None:
    players = tuple(EventPlayer(n, f"P{n}", 2500 - n, sex="m") for n in range(1, 12))
    teams = (Team(1, "A", (1, 2, 3, 4)), Team(2, "B", (5, 6, 7)), Team(3, "C", (8, 9, 10, 11)))
    event = _played(Event(players=players, teams=teams, settings=EventSettings(boards=3, rounds=3)), 2)
    again = read_trf(write_trf(event))
    assert (again.settings, again.teams) == (event.settings, teams)
    assert [[(g.white, g.black, g.match) for g in r.games] for r in again.rounds] == [
        [(g.white, g.black, g.match) for g in r.games] for r in event.rounds
    ]


@pytest.mark.parametrize("size", [6, 7])
@pytest.mark.parametrize("boards", [0, 2])
def test_matches_of_two_games_with_rests_come_back(size: int, boards: int) -> None:
    players = tuple(EventPlayer(n, f"P{n}", 2500 - n, sex="m") for n in range(1, size + 1))
    teams = (Team(1, "A", (1, 2)), Team(2, "B", (3, 4)), Team(3, "C", (5, 6))) if boards else ()
    event = Event(players=players, teams=teams, settings=EventSettings(boards=boards, games=2, rounds=2))
    event = _played(event, 2)
    again = read_trf(write_trf(event))
    assert again.settings == event.settings
    assert [sorted((g.white, g.black or 0, g.leg, g.match) for g in r.games) for r in again.rounds] == [
        sorted((g.white, g.black or 0, g.leg, g.match) for g in r.games) for r in event.rounds
    ]
    assert {p.number: score(again, p.number) for p in players} == {
        p.number: score(event, p.number) for p in players
    }


def test_what_is_of_teams_comes_back_from_a_file_of_2016_too() -> None:
    """Teams have negative numbers here: they were written so (and the file refused), or read as players."""
    players = tuple(EventPlayer(n, f"P{n}", 2500 - n, sex="m") for n in range(1, 13))
    teams = tuple(Team(n, f"Team {n}", tuple(range(3 * n - 2, 3 * n + 1))) for n in range(1, 5))
    event = _played(Event(players=players, teams=teams, settings=EventSettings(boards=3, rounds=4)), 2)
    event = replace(
        event,
        statuses=(Status(-3, PlayerChange.ABSENT, 3, 3),),
        forbidden=(ForbiddenPair(-1, -2),),
        accelerations=(Acceleration(-4, 2, 1, 1), Acceleration(-4, 1, 2, 2)),
    )
    text = write_trf(event, "trf16")
    again = read_trf(text)
    assert [line.split() for line in text.splitlines() if line[:3] in ("XXA", "XXP", "XXZ")] == [
        ["XXZ", "3"], ["XXA", "4", "2.0", "1.0"], ["XXP", "1", "2"],
    ]  # fmt: skip
    assert again.statuses == event.statuses
    assert again.forbidden == event.forbidden
    assert again.accelerations == event.accelerations
    with raises(TrfError, Message("no team has number {n}", n=7)):
        read_trf(text.replace("XXP 1 2", "XXP 1 7"))


@pytest.mark.parametrize("version", ["trf16", "trf26"])
@pytest.mark.parametrize(
    ("boards", "settings", "planned"),
    [
        (0, EventSettings(system=System.KNOCKOUT), 3),
        (0, EventSettings(system=System.KNOCKOUT, games=2), 6),
        (0, EventSettings(system=System.KNOCKOUT, rounds=2), 2),
        (0, EventSettings(system=System.ROUND_ROBIN), 5),
        (0, EventSettings(system=System.ROUND_ROBIN, cycles=2), 10),
        (2, EventSettings(system=System.KNOCKOUT), 2),
        (2, EventSettings(system=System.ROUND_ROBIN), 3),
        (2, EventSettings(system=System.ROUND_ROBIN, cycles=2), 6),
        (3, EventSettings(system=System.SCHEVENINGEN), 3),
        (3, EventSettings(system=System.SCHEVENINGEN, cycles=2), 6),
    ],
)
def test_rounds_that_a_system_counts_by_itself_are_told_and_read_as_such(
    boards: int, settings: EventSettings, planned: int, version: Version
) -> None:
    """Record 142, or XXR, was left out; and what was double of teams came back as single, or as a Swiss."""
    players = tuple(EventPlayer(n, f"P{n}", 2500 - n, sex="m") for n in range(1, 7))
    numbers = range(1, 7, boards) if boards else ()
    teams = tuple(Team(n, f"T{n}", tuple(range(first, first + boards))) for n, first in enumerate(numbers, 1))
    told = Event(players=players, teams=teams, settings=structs.replace(settings, boards=boards))
    for event in (_decided(told),) if boards else (told, _decided(told)):  # boards are told by rounds
        text = write_trf(event, version)
        assert f"{'142' if version == 'trf26' else 'XXR'} {planned}" in text.splitlines()
        again = read_trf(text)
        assert again.settings == event.settings
        assert planned_rounds(again) == planned_rounds(event)


def _decided(event: Event) -> Event:
    """Return the event with a first round that White wins at every board."""
    held = round_of(event, pair(event, 1))
    games = [
        g if g.black is None else structs.replace(g, white_mark=WIN, black_mark=LOSS) for g in held.games
    ]
    return with_round(event, structs.replace(held, games=tuple(games), closed=True, system=None))
