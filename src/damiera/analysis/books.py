"""How long a game follows what is known: openings of the decks, and games played before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache

from damiera._core import Position, replay
from damiera.game.openings import deck, decks_of
from damiera.notation.pdn.model import PdnGame
from damiera.rules.ruleset import ruleset

__all__ = ["first_out_of_book", "known_openings", "plies_by_lot", "positions_of"]

PLIES = 24
"""How far into games a book made of games reaches."""


@cache
def known_openings(game: str) -> frozenset[Position]:
    """Return every position that the opening decks of a game pass through, the start included."""
    rules = ruleset(game)
    known = {rules.start()}
    for id in decks_of(game):
        for opening in deck(id).openings:
            orders = (opening.moves, *opening.transpositions) if not opening.placed else (opening.moves,)
            for moves in orders:
                known.update(_passed(opening.start(rules), moves))
    return frozenset(known)


def _passed(start: Position, texts: Sequence[str]) -> Iterable[Position]:
    moves = replay(start, list(texts)).moves
    yield start
    for move in moves:
        start = start.play(move)
        yield start


def plies_by_lot(game: PdnGame) -> int:
    """Return how many of a game's first plies an opening drawn by lot laid down: what `BallotPlies` says.

    >>> from damiera.notation.pdn.reader import read_pdn
    >>> [game] = read_pdn('[GameType "22"][BallotPlies "2"] 1. 21-17 12-15 2. 23-19 *')
    >>> plies_by_lot(game)
    2
    """
    said = game.tags.get("BallotPlies", "")
    return min(int(said), len(game.mainline)) if said.isascii() and said.isdecimal() and len(said) < 4 else 0


def positions_of(
    games: Iterable[Sequence[Position]], *, least: int = 1, plies: int = PLIES
) -> frozenset[Position]:
    """Return the positions that at least so many of these games pass through in their first plies."""
    counts: Counter[Position] = Counter()
    for game in games:
        counts.update(set(game[:plies]))
    return frozenset(position for position, count in counts.items() if count >= least)


def first_out_of_book(positions: Sequence[Position], is_known: Callable[[Position], bool]) -> int | None:
    """Return the first ply after which the position is known no more; None if the game stays in the book.

    Args:
        positions: of the game, the start first.
        is_known: whether the book has a position.
    >>> from damiera.rules.ruleset import ITALIAN
    >>> start = ITALIAN.start()
    >>> first_out_of_book([start, start.play(start.moves()[0])], {start}.__contains__)
    0
    """
    last = max((ply for ply, position in enumerate(positions) if is_known(position)), default=0)
    return last if last < len(positions) - 1 else None
