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
    """Return every position that the opening decks of a game pass through, the start included.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> ITALIAN.start() in known_openings("italian")
    True
    """
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
    """Return how many of a game's first plies an opening drawn by lot laid down.

    `BallotPlies` says it. Where it is missing, a tag `Opening` (or `Apertura`) that is only a number says
    that an opening was drawn: then it is the longest of the decks with which the game begins. The number
    itself is not asked: it has changed with the editions of the table.

    >>> from damiera.notation.pdn.reader import read_pdn
    >>> [game] = read_pdn('[GameType "22"][BallotPlies "2"] 1. 21-17 12-15 2. 23-19 *')
    >>> plies_by_lot(game)
    2
    >>> [game] = read_pdn('[Apertura "0028"][GameType "22"] 1. 21-17 12-15 2. 23-19 11-14 *')
    >>> plies_by_lot(game)
    3
    """
    said = game.tags.get("BallotPlies", "")
    if said.isascii() and said.isdecimal() and len(said) < 4:
        return min(int(said), len(game.mainline))
    number = game.tags.get("Opening", "").strip()
    return _numbered(game) if number.isascii() and number.isdecimal() else 0


def _numbered(game: PdnGame) -> int:
    """Return the plies of the longest opening of the decks with which a game begins."""
    rules = game.ruleset
    if game.start != rules.start():
        return 0
    drawn = (
        opening.moves
        for id in decks_of(rules.slug)
        for opening in deck(id).openings
        if not (opening.placed or opening.removed)
    )
    began = tuple(game.positions)
    return max((len(moves) for moves in drawn if moves and _begins(began, moves)), default=0)


def _begins(positions: Sequence[Position], texts: Sequence[str]) -> bool:
    return tuple(_passed(positions[0], texts)) == tuple(positions[: len(texts) + 1])


def positions_of(
    games: Iterable[Sequence[Position]], *, least: int = 1, plies: int = PLIES
) -> frozenset[Position]:
    """Return the positions that at least so many of these games pass through in their first plies.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> start = ITALIAN.start()
    >>> positions_of([[start], [start]], least=2) == {start}
    True
    """
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
