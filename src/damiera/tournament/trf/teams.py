"""Team events in report files: matches read from players' lines, and written as records of teams.

A file has no record of a match: whoever plays whom in a round tells which teams meet. The boards stand in the
order of the team's record (310, 013), or in that of record 300 where a team played in another.

| record | what it tells |
|---|---|
| 310, 013 | a team and its players in the order of the boards |
| 300 | the order in which a team played a match, 0 for an empty board |
| 320 | which team rested in which round |
| 330 | matches lost by a whole team that did not appear |
| 352 | the colours of the boards of the team named first |
| 362 | what a match is worth |
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

import msgspec
from msgspec import structs

from damiera.tournament.model import (
    Event,
    GameMark,
    Kind,
    PlayerChange,
    Round,
    RoundGame,
    Scoring,
    Status,
    Team,
    score,
)
from damiera.tournament.pairing.teams import as_teams, board_points

__all__ = ["TeamRecords", "team_records", "with_matches"]


class TeamRecords(msgspec.Struct):
    """What the records of a file say about teams, beside the teams themselves.

    >>> TeamRecords(resting={2: 5}).resting
    {2: 5}
    """

    orders: dict[tuple[int, int], tuple[int, ...]] = {}  # by round and team
    resting: dict[int, int] = {}  # by round
    forfeits: list[tuple[int, int, int, str]] = []  # round, White's team, Black's, how
    points: dict[str, Fraction] = {}  # TW, TD, TL; TP, GP of one that rests

    @property
    def unit(self) -> int:
        """How many of our points make one of the file's for a match: 2 where halves are given."""
        return (
            2
            if any(self.points.get(c, Fraction(0)).denominator != 1 for c in ("TW", "TD", "TL", "TP"))
            else 1
        )


_Groups = dict[frozenset[int], list[RoundGame]]


def _grouped(round: Round, of: Mapping[int, int]) -> _Groups | None:
    """The games of a round by the two teams that play them; None if these are no matches of teams."""
    groups: _Groups = {}
    for game in round.games:
        if game.black is None:
            continue
        one, two = of.get(game.white), of.get(game.black)
        if one is None or two is None or one == two:
            return None
        groups.setdefault(frozenset((one, two)), []).append(game)
    seen = [number for group in groups for number in group]
    return groups if len(seen) == len(set(seen)) else None


def with_matches(event: Event, records: TeamRecords) -> Event | None:
    """The event of a file with its games gathered into matches; None if it is no team event.

    Teams in an event where everybody plays alone (clubs told in records 013) are left as they are.

    >>> with_matches(Event(), TeamRecords()) is None
    True
    """
    of = {number: team.number for team in event.teams for number in team.members}
    rounds = [_grouped(round, of) for round in event.rounds]
    matches = [games for groups in rounds if groups is not None for games in groups.values()]
    if None in rounds or not any(len(games) > 1 for games in matches):
        return None
    boards = max([len(games) for games in matches] + [len(order) for order in records.orders.values()])
    scoring = _resting(records.points, event.settings.scoring, boards)
    settings = structs.replace(event.settings, boards=boards, scoring=scoring)
    settings = structs.replace(settings, match_scoring=_match_scoring(records, scoring))
    maker = _Maker(event, records, of)
    told = replace(event, settings=settings, statuses=maker.statuses(), rounds=())
    for held, groups in zip(event.rounds, rounds, strict=True):
        field = as_teams(told)
        before = {t.number: score(field, t.number) for t in event.teams}
        told = replace(told, rounds=(*told.rounds, maker.round(held, groups or {}, before)))
    return told


def _resting(points: Mapping[str, Fraction], scoring: Scoring, boards: int) -> Scoring:
    """The scoring of the boards with what a team that rests has of each, as record 320 says."""
    told = points.get("GP")
    each = None if told is None else told * (2 if scoring.halved else 1) / boards
    return scoring if each is None or each.denominator != 1 else structs.replace(scoring, bye=int(each))


def _match_scoring(records: TeamRecords, boards: Scoring) -> Scoring | None:
    """What record 362 says a match is worth, 320 a rest; 2-1-0 if they say nothing."""
    points = records.points
    win, draw, loss = (points.get(code, Fraction(usual)) for code, usual in (("TW", 2), ("TD", 1), ("TL", 0)))
    values = [int(value * records.unit) for value in (win, draw, loss, points.get("TP", win))]
    halved = records.unit == 2
    made = Scoring(
        values[0], values[1], values[2], forfeit_win=values[0], forfeit_loss=values[2], bye=values[3],
        full_bye=values[0], half_bye=values[1], halved=halved,
    )  # fmt: skip
    return None if made == boards else made


class _Maker(msgspec.Struct):
    event: Event
    records: TeamRecords
    of: Mapping[int, int]

    def _order(self, round: int, team: int) -> tuple[int, ...]:
        told = self.records.orders.get((round, team))
        return told or next(t.members for t in self.event.teams if t.number == team)

    def _place(self, round: int, player: int) -> int:
        order = self._order(round, self.of[player])
        return order.index(player) if player in order else len(order)

    def round(self, held: Round, groups: _Groups, before: Mapping[int, int]) -> Round:
        """A round with its matches, those with the most points `before` first, then the teams that rest."""
        alone = self._alone(held)
        rests = self.records.resting.get(held.number)
        if rests is not None and all(rests not in group for group in groups):
            alone.setdefault(rests, [])
        made: list[tuple[tuple[int, int, int], list[RoundGame]]] = []
        for group, games in groups.items():
            one, two = group
            seats = self._seats(held.number, games, [n for t in group for n in alone.pop(t, [])])
            least = max(before[one], before[two]), before[one] + before[two]
            made.append(((-least[0], -least[1], min(group)), seats))
        for one, two, games in self._forfeited(held):
            alone.pop(one, None)
            alone.pop(two, None)
            least = max(before[one], before[two]), before[one] + before[two]
            made.append(((-least[0], -least[1], min(one, two)), games))
        for team, left in sorted(alone.items()):
            made.append(((1, 0, team), self._without(held, team, left)))
        out: list[RoundGame] = []
        for table, (_, games) in enumerate(sorted(made, key=lambda m: m[0]), 1):
            out += [structs.replace(g, board=len(out) + n, match=table) for n, g in enumerate(games, 1)]
        return Round(held.number, tuple(out), closed=all(g.is_over for g in out))

    def _alone(self, held: Round) -> dict[int, list[int]]:
        """Who had nobody at their board, or rests with their team, by team."""
        out: dict[int, list[int]] = {}
        for game in held.games:
            if game.black is None and game.white in self.of:
                out.setdefault(self.of[game.white], []).append(game.white)
        for status in self.event.statuses:
            won = status.change is PlayerChange.ABSENT and status.worth is Kind.FULL_BYE
            if won and status.from_round == held.number and status.player in self.of:
                out.setdefault(self.of[status.player], []).append(status.player)
        return out

    def _forfeited(self, held: Round) -> Iterator[tuple[int, int, list[RoundGame]]]:
        """The matches of a round that one team won because the other was not there: record 330.

        The file has the winners each without an opponent; they sit opposite the others' first boards.
        """
        alone = self._alone(held)
        for round, white, black, how in self.records.forfeits:
            if round != held.number or how not in ("+-", "-+"):
                continue
            winner, loser = (white, black) if how == "+-" else (black, white)
            left = sorted(alone.get(winner, ()), key=lambda n: self._place(round, n))
            absent = [n for n in self._order(round, loser) if n][: len(left)]
            if not left or len(absent) < len(left) or alone.get(loser):
                continue
            games = []
            for board, (here, away) in enumerate(zip(left, absent, strict=True)):
                is_white = (board % 2 == 0) == (winner == white)
                marks = (GameMark.WIN, GameMark.LOSS) if is_white else (GameMark.LOSS, GameMark.WIN)
                seats = (here, away) if is_white else (away, here)
                games.append(RoundGame(round, 0, *seats, *marks, kind=Kind.FORFEIT))
            yield white, black, games

    def _seats(self, round: int, games: Sequence[RoundGame], alone: Iterable[int]) -> list[RoundGame]:
        """The boards of a match in their order, those won without an opponent among them."""
        lone = [RoundGame(round, 0, n, None, kind=Kind.FULL_BYE) for n in alone]

        def key(game: RoundGame) -> tuple[int, int]:
            players = [n for n in (game.white, game.black) if n is not None]
            places = [self._place(round, n) for n in players]
            told = [
                p for p, n in zip(places, players, strict=True) if (round, self.of[n]) in self.records.orders
            ]
            return told[0] if told else max(places), min(players)

        return sorted([*games, *lone], key=key)

    def _without(self, held: Round, team: int, left: Sequence[int]) -> list[RoundGame]:
        """A team that meets nobody: it rests, or all of its boards were won without play."""
        order = self._order(held.number, team)
        resting = self.records.resting.get(held.number) == team or any(
            g.kind is Kind.BYE and g.white in left for g in held.games
        )
        if resting:
            return [RoundGame(held.number, 0, next(n for n in order if n), None, kind=Kind.BYE)]
        return [RoundGame(held.number, 0, n, None, kind=Kind.FULL_BYE) for n in left]

    def statuses(self) -> tuple[Status, ...]:
        """What happens to whole teams; that a player sat out a round of their team is no absence."""
        last = self.event.played_rounds
        kept = [s for s in self.event.statuses if s.player < 0 or s.from_round > last]
        met = {
            (held.number, frozenset((white, black)))
            for held in self.event.rounds
            for white, black, _ in self._forfeited(held)
        }
        for round, white, black, how in self.records.forfeits:
            if (round, frozenset((white, black))) in met:
                continue
            for team, mark in ((white, how[0]), (black, how[1])):
                if mark in "-0":
                    kept.append(Status(-team, PlayerChange.ABSENT, round, round))
        return tuple(sorted(set(kept), key=lambda s: (s.player, s.from_round, s.worth)))


# --- writing ----------------------------------------------------------------------------------------------


def team_records(event: Event, unit: int) -> Iterator[str]:
    """The records of teams as TRF-2026 has them: 352, 362, 310, 300, 320.

    `unit` is how many points make one of the file's for a board's game.

    >>> [line[:3] for line in team_records(Event(), 1)]
    []
    """
    if event.settings.boards:
        yield "352 " + "".join("WB"[n % 2] for n in range(event.settings.boards))
        matches = as_teams(event)
        worth = matches.settings.scoring
        yield "362 " + "   ".join(
            f"T{code} {points / (2 if worth.halved else 1):.1f}"
            for code, points in (("W", worth.win), ("D", worth.draw), ("L", worth.loss))
        )
    else:
        matches = None
    places = _places(event, matches) if matches is not None else {}
    for team in event.teams:
        yield _team_line(event, matches, team, places.get(team.number, 0), unit)
    if matches is not None:
        yield from _orders(event)
        yield from _rests(event, matches, unit)


def _team_line(event: Event, matches: Event | None, team: Team, place: int, unit: int) -> str:
    flat = " ".join(team.name.split())[:32]
    if matches is None:
        return f"310 {team.number:>3} {flat:32}".ljust(73) + _numbers(team.members)
    worth = 2 if matches.settings.scoring.halved else 1
    points = f"{score(matches, team.number) / worth:.1f}"
    boards = f"{board_points(event, team.number) / unit:.1f}"
    return (
        f"310 {team.number:>3} {flat:32} {'':5} {'':6} {points:>6} {boards:>6} {place or '':>3}  "
        + _numbers(team.members)
    )


def _places(event: Event, matches: Event) -> dict[int, int]:
    """Places by match points, then by board points."""
    key = {
        t.number: (-score(matches, t.number), -board_points(event, t.number), t.number) for t in event.teams
    }
    return {number: place for place, number in enumerate(sorted(key, key=key.__getitem__), 1)}


def _numbers(numbers: Iterable[int]) -> str:
    return " ".join(f"{n:>4}" for n in numbers)


def _tables(round: Round) -> Iterator[list[RoundGame]]:
    tables: dict[int, list[RoundGame]] = {}
    for game in round.games:
        if game.leg == 1:
            tables.setdefault(game.match, []).append(game)
    yield from tables.values()


def _orders(event: Event) -> Iterator[str]:
    """Who sat where, of teams that did not play with their first boards in their order."""
    of = {n: t for t in event.teams for n in t.members}
    for round in event.rounds:
        for games in _tables(round):
            facing = next((g for g in games if g.black is not None), None)
            if facing is None or facing.black is None:
                continue
            teams = (of[facing.white], of[facing.black])
            for own, other in (teams, teams[::-1]):
                seats = [next((n for n in (g.white, g.black) if n in own.members), 0) for g in games]
                if tuple(seats) != own.members[: len(seats)]:
                    shown = " ".join(f"{n or 0:>4}" for n in seats)
                    yield f"300 {round.number:>3} {own.number:>3} {other.number:>3} {shown}"


def _rests(event: Event, matches: Event, unit: int) -> Iterator[str]:
    resting = {g.round: g.white for g in matches.games if g.kind is Kind.BYE}
    if not resting:
        return
    settings = event.settings
    worth = matches.settings.scoring
    made = settings.boards * settings.games * settings.scoring.bye / unit
    rounds = " ".join(f"{resting.get(n) or '':>3}" for n in range(1, event.played_rounds + 1))
    yield f"320 {worth.bye / (2 if worth.halved else 1):>4.1f} {made:>4.1f} {rounds}"
