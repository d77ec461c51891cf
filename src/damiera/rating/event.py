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
Scope = Literal["national", "international"]


@dataclass(frozen=True, slots=True)
class Override:
    """A commission's decision that a player who left may gain all the same: by whom, and why."""

    author: str
    reason: str


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of the event. `rating` is None where he has none; `category` is an id of `categories`."""

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
    """A game, or a round that was none. `points` are the first player's, of two.

    `second` is None for a bye. `left_out` says why it does not count; None for a game over the board.
    """

    round: int
    first: int
    second: int | None
    points: int = 0
    left_out: Text | None = None


@dataclass(frozen=True, slots=True)
class Occasion:
    """The event: `weight` in percent (None: the edition's); `scope` decides Q."""

    name: str = ""
    discipline: str = "italian"
    held: date | None = None
    weight: int | None = None
    scope: Scope = "national"


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A game from one player's chair; `points` are his own."""

    round: int
    opponent: int | None
    points: int
    left_out: Text | None


def card_index(games: Sequence[RatedGame]) -> dict[int, tuple[OwnGame, ...]]:
    """Return everybody's games, in the order given, by the player's number."""
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
_ONESELF = Message("Round {round}: {n} plays against himself.")
_POINTS = Message("Round {round}: {points} points of number {n} are not the result of a game (0, 1 or 2).")
