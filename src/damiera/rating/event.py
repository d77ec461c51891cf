"""What a rating reads of an event: who came, how it ended for each, and the games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Literal

from damiera.messages import Message, Text
from damiera.rating.errors import ImpossibleGames

__all__ = ["Ending", "Entrant", "Occasion", "Override", "RatedGame", "card_index", "refuse_impossible"]

Ending = Literal["finished", "withdrawn", "disqualified", "forfeited"]
"""How a player's tournament ended."""
Scope = Literal["national", "international"]


@dataclass(frozen=True, slots=True)
class Override:
    """A commission's decision that a player who left may gain all the same: by whom, and why.

    Attributes:
        author: who decided: the commission.
        reason: why, as its decision says.

    >>> Override("CTF", "illness").author
    'CTF'
    """

    author: str
    reason: str


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of the event.

    Attributes:
        number: their number in the event.
        name: their name.
        rating: Elo points before the event; None if they have none.
        category: an id of `categories`; "" if they have none.
        ending: how the event ended for them.
        override: the decision that lets them gain although they left; None for no such decision.
        card: their card of the federation; "" if not known.
        club: their club; "" if not known.

    >>> Entrant(1, "Rossi", 3000).ending
    'finished'
    """

    number: int
    name: str
    rating: int | None = None
    category: str = ""
    ending: Ending = "finished"
    override: Override | None = None
    card: str = ""
    club: str = ""


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A game, or a round that was none.

    Attributes:
        round: the round, from 1.
        first: number of the first player.
        second: number of the second player; None for a bye.
        points: points of the first player, of two: 2 a win, 1 a draw, 0 a loss.
        left_out: why it does not count; None for a game over the board.

    >>> RatedGame(1, 1, None).points
    0
    """

    round: int
    first: int
    second: int | None
    points: int = 0
    left_out: Text | None = None


@dataclass(frozen=True, slots=True)
class Occasion:
    """The event a rating is made of.

    Attributes:
        name: its name.
        discipline: the game played, as the rating tables name it.
        held: the day it was held, which chooses the edition; None if not known.
        weight: its weight in percent; None for the edition's own.
        scope: "national" or "international", which decides Q.

    >>> Occasion("Coppa", weight=50).scope
    'national'
    """

    name: str = ""
    discipline: str = "italian"
    held: date | None = None
    weight: int | None = None
    scope: Scope = "national"


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A game as one player sees it; `points` are their own."""

    round: int
    opponent: int | None
    points: int
    left_out: Text | None


def card_index(games: Sequence[RatedGame]) -> dict[int, tuple[OwnGame, ...]]:
    """Return everybody's games, in the order given, by the player's number.

    Points are the player's own, of two a game.

    >>> games = card_index([RatedGame(1, 1, 2, 2), RatedGame(2, 2, None)])
    >>> [(game.round, game.opponent, game.points) for game in games[2]]
    [(1, 1, 0), (2, None, 0)]
    """
    out: dict[int, list[OwnGame]] = {}
    for game in games:
        mine = OwnGame(game.round, game.second, game.points, game.left_out)
        out.setdefault(game.first, []).append(mine)
        if game.second is not None:
            his = OwnGame(game.round, game.first, 2 - game.points, game.left_out)
            out.setdefault(game.second, []).append(his)
    return {number: tuple(own) for number, own in out.items()}


def refuse_impossible(entrants: Sequence[Entrant], games: Sequence[RatedGame]) -> None:
    """Refuse what cannot be, all of it at once.

    Raises:
        ImpossibleGames: a number twice, a game of nobody, against oneself, or of impossible points.

    >>> refuse_impossible([Entrant(1, "Rossi")], [RatedGame(1, 1, 1, 2)])
    Traceback (most recent call last):
        ...
    damiera.rating.errors.ImpossibleGames: Round 1: ...
    """
    numbers = [e.number for e in entrants]
    problems = (
        [_TWICE.format(n=n) for n in sorted({n for n in numbers if numbers.count(n) > 1})]
        if len(set(numbers)) < len(numbers)
        else []
    )
    known = set(numbers)
    for game in games:
        for number in (game.first, game.second):
            if number is not None and number not in known:
                problems.append(_NOBODY.format(n=number, round=game.round))
        if game.first == game.second:
            problems.append(_ONESELF.format(n=game.first, round=game.round))
        if game.left_out is None and (game.second is None or game.points not in (0, 1, 2)):
            problems.append(_POINTS.format(n=game.first, round=game.round, points=game.points))
    if problems:
        raise ImpossibleGames(tuple(problems))


def mean(values: Sequence[int]) -> Fraction:
    """Return the exact mean; 0 of nothing."""
    return Fraction(sum(values), len(values)) if values else Fraction(0)


_TWICE = Message("Number {n} belongs to two players.")
_NOBODY = Message("Round {round}: nobody has number {n}.")
_ONESELF = Message("Round {round}: {n} plays against themselves.")
_POINTS = Message("Round {round}: {points} points of number {n} are not the result of a game (0, 1 or 2).")
