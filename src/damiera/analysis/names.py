"""Openings that have a name: data with its source, found by position.

`data/names-GAME.csv` holds a line for each; the remarks at its top say where names and moves are from. A name
belongs to a position, by whatever order of moves a game comes to it.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from damiera._core import Position
from damiera.notation.moves import parse_move
from damiera.rules.ruleset import ruleset

__all__ = ["OpeningName", "named", "names_at"]


@dataclass(frozen=True, slots=True)
class OpeningName:
    """An opening by its name, which is written alike in every language.

    Attributes:
        name: as players call it.
        moves: from the start, as the game writes them.
        source: a word for where it is from; the data tells what it stands for.
        position: where the moves lead.

    >>> one = named("english")[0]
    >>> one.name, len(one.moves)
    ('Old Faithful', 1)
    """

    name: str
    moves: tuple[str, ...]
    source: str
    position: Position


@cache
def named(game: str) -> tuple[OpeningName, ...]:
    """Return the named openings of a game, in the order of the data; none where we have none.

    Raises:
        DamieraError: if the data holds a move that is not legal.
    >>> [one.name for one in named("english") if len(one.moves) == 1][:2]
    ['Old Faithful', 'Double Corner']
    >>> named("italian")
    ()
    """
    place = files("damiera.analysis") / "data" / f"names-{game}.csv"
    if not game.isidentifier() or not place.is_file():
        return ()
    lines = [line for line in place.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return tuple(_read(game, row) for row in csv.DictReader(lines))


def _read(game: str, row: Mapping[str, str]) -> OpeningName:
    moves = tuple(row["moves"].split())
    here = ruleset(game).start()
    for text in moves:
        here = here.play(parse_move(here, text))
    return OpeningName(row["name"], moves, row["source"], here)


def names_at(position: Position) -> tuple[str, ...]:
    """Return the names of a position.

    >>> from damiera.rules.ruleset import ENGLISH
    >>> here = ENGLISH.start()
    >>> for text in ("11-15", "23-18"):
    ...     here = here.play(parse_move(here, text))
    >>> names_at(here)
    ('Cross',)
    """
    return _by_position(position.rules.slug).get(position, ())


@cache
def _by_position(game: str) -> Mapping[Position, tuple[str, ...]]:
    found: dict[Position, list[str]] = defaultdict(list)
    for one in named(game):
        found[one.position].append(one.name)
    return {position: tuple(names) for position, names in found.items()}
