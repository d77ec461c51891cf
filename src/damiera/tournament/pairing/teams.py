"""Teams by boards: a match is one line of the round, its boards are games; both kinds of points count.

`as_teams` shows a team event as an event whose players are the teams, so that every system pairs teams as
it pairs players; `boards_of` makes the board games of the pairs found.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import zip_longest

from msgspec import structs

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
    System,
    Team,
    available,
)
from damiera.tournament.pairing.scheveningen import scheveningen_board

__all__ = ["as_teams", "board_points", "boards_of", "points_on_boards", "round_points", "seated", "team_of"]


def team_of(event: Event, player: int) -> Team | None:
    """The team a player belongs to.

    >>> from damiera.tournament.model import Event, EventPlayer, EventSettings, Team
    >>> four = tuple(EventPlayer(n, name, 3000 - n) for n, name in enumerate("ABCD", 1))
    >>> teams = (Team(1, "Livorno", (1, 2)), Team(2, "Pisa", (3, 4)))
    >>> event = Event(players=four, teams=teams, settings=EventSettings(boards=2))
    >>> team_of(event, 3).name
    'Pisa'
    """
    return next((t for t in event.teams if player in t.members), None)


def as_teams(event: Event) -> Event:
    """The event as the teams see it: teams as players, matches as games; more board points win a match.

    Statuses, forbidden pairs and accelerations of a team carry its number with a minus sign in the event, so
    that they are not taken for those of the player with that number.

    >>> from damiera.tournament.model import Event, EventPlayer, EventSettings, Team
    >>> four = tuple(EventPlayer(n, name, 3000 - n) for n, name in enumerate("ABCD", 1))
    >>> teams = (Team(1, "Livorno", (1, 2)), Team(2, "Pisa", (3, 4)))
    >>> event = Event(players=four, teams=teams, settings=EventSettings(boards=2))
    >>> [player.name for player in as_teams(event).players]
    ['Livorno', 'Pisa']
    """
    elo = {p.number: p.elo for p in event.players}
    return replace(
        event,
        players=tuple(_as_player(t, elo, event.settings.boards) for t in event.teams),
        rounds=tuple(structs.replace(r, games=tuple(_matches(event, r))) for r in event.rounds),
        settings=structs.replace(
            event.settings,
            games=1,
            match_points=False,
            boards=0,
            scoring=event.settings.match_scoring or event.settings.scoring,
            match_scoring=None,
        ),
        statuses=tuple(structs.replace(s, player=-s.player) for s in event.statuses if s.player < 0),
        forbidden=tuple(structs.replace(f, a=-f.a, b=-f.b) for f in event.forbidden if f.a < 0),
        accelerations=tuple(
            structs.replace(a, player=-a.player) for a in event.accelerations if a.player < 0
        ),
        teams=(),
    )


def _as_player(team: Team, elo: dict[int, int], boards: int) -> EventPlayer:
    """A team's Elo is the mean of its boards'."""
    strongest = [elo.get(n, 0) for n in team.members[: boards or None]]
    mean = sum(strongest) // len(strongest) if strongest else 0
    return EventPlayer(team.number, team.name, mean, club=team.club)


def _matches(event: Event, round: Round) -> Iterable[RoundGame]:
    tables: dict[int, list[RoundGame]] = {}
    for game in round.games:
        tables.setdefault(game.match, []).append(game)
    for table, games in sorted(tables.items()):
        yield _match(event, round.number, table, games)


def _match(event: Event, round: int, table: int, games: list[RoundGame]) -> RoundGame:
    first = games[0]
    facing = next((g for g in games if g.black is not None), None)
    white = team_of(event, first.white if facing is None else facing.white)
    if facing is None or white is None:
        return RoundGame(round, table, white.number if white else first.white, None, kind=first.kind)
    black = team_of(event, facing.black or 0)
    if black is None:
        return RoundGame(round, table, white.number, None, kind=first.kind)
    done = all(g.is_over for g in games)
    mine = sum(_points(event, g, white) for g in games)
    his = sum(_points(event, g, black) for g in games)
    one, two = _marks(mine - his) if done else (None, None)
    kind = Kind.FORFEIT if done and all(g.kind is Kind.FORFEIT for g in games) else Kind.PLAYED
    return RoundGame(round, table, white.number, black.number, one, two, kind)


def _marks(ahead: int) -> tuple[GameMark, GameMark]:
    if ahead == 0:
        return GameMark.DRAW, GameMark.DRAW
    return (GameMark.WIN, GameMark.LOSS) if ahead > 0 else (GameMark.LOSS, GameMark.WIN)


def _points(event: Event, game: RoundGame, team: Team) -> int:
    """What a board brings a team; nothing if none of its players sits there."""
    if game.white in team.members:
        return event.settings.scoring.points(game.kind, game.white_mark)
    if game.black in team.members:
        return event.settings.scoring.points(game.kind, game.black_mark)
    return 0


def board_points(event: Event, team: int, after_round: int | None = None) -> int:
    """The sum of a team's points over all boards; of a bye, what as many games of its kind would bring.

    >>> from damiera.tournament.model import Event, EventPlayer, EventSettings, Team
    >>> four = tuple(EventPlayer(n, name, 3000 - n) for n, name in enumerate("ABCD", 1))
    >>> teams = (Team(1, "Livorno", (1, 2)), Team(2, "Pisa", (3, 4)))
    >>> event = Event(players=four, teams=teams, settings=EventSettings(boards=2))
    >>> board_points(event, 1)
    0
    """
    made = round_points(event, team).items()
    return sum(points for number, points in made if after_round is None or number <= after_round)


def round_points(event: Event, team: int) -> dict[int, int]:
    """A team's points over all boards, by round.

    >>> from damiera.tournament.model import Event, EventPlayer, EventSettings, Round, Team
    >>> four = tuple(EventPlayer(n, name, 3000 - n) for n, name in enumerate("ABCD", 1))
    >>> event = Event(players=four, teams=(Team(1, "Pisa", (1, 2)),), rounds=(Round(1),))
    >>> round_points(event, 1)
    {1: 0}
    """
    own = next(t for t in event.teams if t.number == team)
    seats = (event.settings.boards or 1) * event.settings.games
    out: dict[int, int] = {}
    for round in event.rounds:
        mine = [g for g in round.games if g.white in own.members or g.black in own.members]
        made = sum((seats if g.kind is Kind.BYE else 1) * _points(event, g, own) for g in mine)
        out[round.number] = made if mine else seats * _asked(event, own, round.number)
    return out


def points_on_boards(event: Event, team: int, after_round: int | None = None) -> tuple[int, ...]:
    """A team's points on its first board, its second, and so on; a rest brings each board its share.

    >>> from damiera.tournament.model import EventPlayer, EventSettings
    >>> four = tuple(EventPlayer(n, name, 3000 - n) for n, name in enumerate("ABCD", 1))
    >>> event = Event(players=four, teams=(Team(1, "Pisa", (1, 2)),), settings=EventSettings(boards=2))
    >>> points_on_boards(event, 1)
    (0, 0)
    """
    own = next(t for t in event.teams if t.number == team)
    out = [0] * max(1, event.settings.boards)
    for round in event.rounds:
        if after_round is not None and round.number > after_round:
            continue
        first: dict[int, int] = {}
        for game in round.games:
            first[game.match] = min(first.get(game.match, game.board), game.board)
        mine = [g for g in round.games if g.white in own.members or g.black in own.members]
        for game in mine:
            shares = range(len(out)) if game.kind is Kind.BYE else (game.board - first[game.match],)
            for board in shares:
                out[min(board, len(out) - 1)] += _points(event, game, own)
        for board in range(0 if mine else len(out)):
            out[board] += _asked(event, own, round.number) * event.settings.games
    return tuple(out)


def _asked(event: Event, team: Team, round: int) -> int:
    """What each board of a team that asked to be away brings: nothing, a draw or a win."""
    away = next((s for s in event.statuses if s.player == -team.number and s.holds(round)), None)
    if away is None or away.change is not PlayerChange.ABSENT:
        return 0
    return event.settings.scoring.points(away.worth, None)


def boards_of(event: Event, pairing: Pairing) -> Round:
    """The board games of paired teams. White's team has White on the odd boards, Black's on the even ones.

    Teams place their members in the order entered, those absent left out. Whoever finds nobody at their board
    has a full bye: a board won without play.

    >>> from damiera.tournament.model import Event, EventPlayer, EventSettings, Team
    >>> four = tuple(EventPlayer(n, name, 3000 - n) for n, name in enumerate("ABCD", 1))
    >>> teams = (Team(1, "Livorno", (1, 2)), Team(2, "Pisa", (3, 4)))
    >>> event = Event(players=four, teams=teams, settings=EventSettings(boards=2))
    >>> from damiera.tournament.model import Pair, Pairing, System
    >>> held = boards_of(event, Pairing(1, System.OPTIMAL, (Pair(1, 2),)))
    >>> [(game.white, game.black) for game in held.games]
    [(1, 3), (4, 2)]
    """
    here = set(available(event, pairing.round))
    teams = {t.number: t for t in event.teams}
    if pairing.system is System.SCHEVENINGEN:
        return Round(pairing.round, tuple(_all_against_all(event, pairing, teams, here)))
    games: list[RoundGame] = []
    for table, pair in enumerate(pairing.pairs, 1):
        white = _squad(teams[pair.white], here, event.settings.boards)
        if pair.black is None:
            resting = white[0] if white else teams[pair.white].members[0]
            number = games[-1].board + 1 if games else 1
            games.append(RoundGame(pairing.round, number, resting, None, kind=Kind.BYE, match=table))
            continue
        black = _squad(teams[pair.black], here, event.settings.boards)
        for board, seats in enumerate(zip_longest(white, black)):
            number = games[-1].board + 1 if games else 1
            one, two = seats if board % 2 == 0 else seats[::-1]
            games += seated(event.settings, pairing.round, number, table, (one, two))
    return Round(pairing.round, tuple(games))


def _all_against_all(
    event: Event, pairing: Pairing, teams: dict[int, Team], here: set[int]
) -> Iterable[RoundGame]:
    """The boards of a round of Scheveningen: whoever is away leaves their seat empty."""
    boards, (pair,) = event.settings.boards, pairing.pairs
    squads = [
        [n if n in here else None for n in teams[number or 0].members[:boards]]
        for number in (pair.white, pair.black)
    ]
    first, second = ([*squad, *[None] * (boards - len(squad))] for squad in squads)
    for board in range(boards):
        other, has_white = scheveningen_board(boards, pairing.round - 1, board)
        seats = (first[board], second[other])
        if any(seats):
            turned = seats if has_white else seats[::-1]
            yield from seated(event.settings, pairing.round, board + 1, 1, (turned[0], turned[1]))


def seated(
    settings: EventSettings, round: int, board: int, table: int, seats: tuple[int | None, int | None]
) -> list[RoundGame]:
    """The games of one board of a match, White's seat first: as many as a pairing has, colours reversed.

    >>> from damiera.tournament.model import EventSettings
    >>> [(g.white, g.black, g.leg) for g in seated(EventSettings(games=2), 1, 1, 1, (5, 8))]
    [(5, 8, 1), (8, 5, 2)]
    """
    white, black = seats
    if white is None or black is None:
        alone = white or black or 0
        return [RoundGame(round, board, alone, None, kind=Kind.FULL_BYE, match=table, leg=leg)
                for leg in range(1, settings.games + 1)]  # fmt: skip
    ways = ((white, black), (black, white))
    return [
        RoundGame(round, board, *ways[(leg - 1) % 2], leg=leg, match=table)
        for leg in range(1, settings.games + 1)
    ]


def _squad(team: Team, here: set[int], boards: int) -> list[int]:
    members = [n for n in team.members if n in here]
    return members[: boards or len(members)]
