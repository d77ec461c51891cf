"""The sheet all tie-breaks read: everybody's rounds, one line each, and the points they sum to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

import msgspec
from msgspec.structs import replace

from damiera.tournament.model import Event, GameMark, Kind, PlayerGame, Scoring, entries

__all__ = ["Sheet", "missed", "sheet_of"]

_SCORING = Scoring()
_MISSED = (Kind.HALF_BYE, Kind.ZERO_BYE)


class Sheet(msgspec.Struct, frozen=True):
    """Lines and points after a round; the numbers are players, or teams.

    A pairing of several games is one line: its points together, its mark who made more of it. Annulled games
    and games under way have no line.

    Attributes:
        cards: the lines of each, in order of rounds.
        points: their sums.
        rounds: how many rounds there are.
        ratings: Elo of each, 0 for none.
        board_points: of teams: points of their boards, as printed; empty for players.
        board_full: of teams: board points of a match won on every board, as printed.
        stages: of a knockout: how far each has come, which is asked before the points; else empty.
        boards: of teams: the same lines counted by the points of the boards.
        on_boards: of teams: the points made on each board, from the first on.

    >>> from damiera.tournament.model import Event, RoundGame, GameMark, EventPlayer, Round
    >>> two = (EventPlayer(1, "Rossi", 3000), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> sheet_of(event).points[1]
    2
    """

    cards: Mapping[int, Sequence[PlayerGame]]
    points: Mapping[int, int]
    rounds: int
    scoring: Scoring = _SCORING
    ratings: Mapping[int, int] = {}
    board_points: Mapping[int, int | Fraction] = {}
    board_full: int = 0
    stages: Mapping[int, int] = {}
    boards: Sheet | None = None
    on_boards: Mapping[int, tuple[int, ...]] = {}

    @property
    def unit(self) -> int:
        """What points are divided by in print: 2 on the chess scale."""
        return 2 if self.scoring.halved else 1


def sheet_of(event: Event, after_round: int | None = None) -> Sheet:
    """Return the sheet of an event after a round (after all there are, if None).

    >>> from damiera.tournament.model import Event, RoundGame, GameMark, EventPlayer, Round
    >>> two = (EventPlayer(1, "Rossi", 3000), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> sheet_of(event).points
    {1: 2, 2: 0}
    """
    last = event.played_rounds if after_round is None else min(after_round, event.played_rounds)
    several = event.settings.games > 1
    cards: dict[int, Sequence[PlayerGame]] = {}
    points: dict[int, int] = {}
    for player in event.players:
        own = [e for e in entries(event, player.number, last) if _counts(e)]
        if several:
            own = list(_folded(own, event))
        cards[player.number] = own
        points[player.number] = sum([e.points for e in own])
    ratings = {p.number: p.elo for p in event.players}
    return Sheet(cards, points, last, event.settings.scoring, ratings)


def missed(entry: PlayerGame) -> bool:
    """Was the round without a game by the player's own doing: a bye asked for, or their own forfeit?

    >>> from damiera.tournament.model import Event, RoundGame, GameMark, EventPlayer, Round
    >>> two = (EventPlayer(1, "Rossi", 3000, club="Livorno"), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> from damiera.tournament.model import entries
    >>> missed(entries(event, 1)[0])
    False
    """
    return entry.kind in _MISSED or (entry.kind is Kind.FORFEIT and entry.mark is not GameMark.WIN)


def _counts(entry: PlayerGame) -> bool:
    return entry.played or entry.opponent is None or entry.kind is Kind.FORFEIT


def _folded(own: Iterable[PlayerGame], event: Event) -> Iterable[PlayerGame]:
    """One line a round."""
    rounds: dict[int, list[PlayerGame]] = {}
    for entry in own:
        if entry.kind is not Kind.ANNULLED:
            rounds.setdefault(entry.round, []).append(entry)
    for games in rounds.values():
        yield games[0] if len(games) == 1 and not event.settings.match_points else _fold(games, event)


def _fold(games: list[PlayerGame], event: Event) -> PlayerGame:
    first, scoring = games[0], event.settings.scoring
    if first.opponent is None:
        return first
    balance = sum((g.mark is GameMark.WIN) - (g.mark is GameMark.LOSS) for g in games)
    mark = GameMark.WIN if balance > 0 else GameMark.LOSS if balance < 0 else GameMark.DRAW
    played = any(g.played for g in games)
    points = sum(g.points for g in games)
    if event.settings.match_points:
        over = len(games) >= event.settings.games or not played
        points = scoring.points(Kind.PLAYED, mark) if over else 0
    kind = Kind.PLAYED if played else first.kind
    return replace(first, mark=mark, points=points, played=played, kind=kind)
