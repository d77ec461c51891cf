"""The openings of a match: out of a deck, a file of games, or drawn."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from random import Random

from damiera._core import Move, Position
from damiera.engine.errors import MatchError
from damiera.game.openings import deck as deck_named
from damiera.game.openings import decks_of, default_deck
from damiera.messages import Message
from damiera.notation.pdn.model import PdnGame
from damiera.notation.pdn.reader import read_pdn
from damiera.rules.ruleset import Ruleset

__all__ = ["MatchOpening", "openings_from"]

DEFAULT_OPENING_PLIES = 6


@dataclass(frozen=True, slots=True)
class MatchOpening:
    """An opening: where a game begins, and the moves that are played for the engines.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> MatchOpening(ITALIAN.start(), ITALIAN.start().moves()[:1], "first move").name
    'first move'
    """

    position: Position
    moves: tuple[Move, ...] = ()
    name: str = ""


def openings_from(game: Ruleset, source: str | None, seed: int, count: int) -> tuple[MatchOpening, ...]:
    """Return `count` openings, or all there are, in an order drawn with `seed`.

    Args:
        game: the game.
        source: the id of a deck, a file of PDN (the first six plies of its games; `FILE.pdn:10` for ten),
            `random` or `random:PLIES`, `none`; None for the usual deck of the game, or random.
        seed: draws the order, and random openings.
        count: how many are needed.
    Raises:
        MatchError: for a source that gives no opening.
        OpeningError: for an unknown deck.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> [len(start.moves) for start in openings_from(ITALIAN, "random:8", seed=1, count=3)]
    [8, 8, 8]
    """
    source = source or default_deck(game.slug) or "random"
    kind, _, number = source.partition(":")
    if source == "none":
        return (MatchOpening(game.start()),)
    if kind == "random":
        return _random_starts(game, _plies(source, number), seed, count)
    if kind.lower().endswith(".pdn") or Path(source).suffix.lower() == ".pdn":
        found = _starts_of_file(game, *_file_and_plies(source))
    else:
        found = _starts_of_deck(game, source)
    if not found:
        raise MatchError(_NO_OPENINGS.format(source=source))
    Random(seed).shuffle(found)
    return tuple(found[:count])


def _plies(source: str, number: str) -> int:
    if not number:
        return DEFAULT_OPENING_PLIES
    if not re.fullmatch("[0-9]{1,2}", number) or not 1 <= int(number) <= 60:
        raise MatchError(_BAD_PLIES.format(found=source))
    return int(number)


def _file_and_plies(source: str) -> tuple[Path, int]:
    name, _, number = source.rpartition(":")
    if name.lower().endswith(".pdn"):
        return Path(name), _plies(source, number)
    return Path(source), DEFAULT_OPENING_PLIES


def _random_starts(game: Ruleset, plies: int, seed: int, count: int) -> tuple[MatchOpening, ...]:
    """Return different openings of random moves, in none of which the game is over."""
    rng = Random(seed)
    found: dict[Position, MatchOpening] = {}
    for _ in range(20 * count + 100):
        position, moves = game.start(), list[Move]()
        while len(moves) < plies and (legal := position.moves()):
            moves.append(rng.choice(legal))
            position = position.play(moves[-1])
        if position.has_moves():
            found.setdefault(position, MatchOpening(game.start(), tuple(moves), f"random {len(found) + 1}"))
        if len(found) == count:
            break
    if not found:
        raise MatchError(_NO_OPENINGS.format(source=f"random:{plies}"))
    return tuple(found.values())


def _starts_of_deck(game: Ruleset, id: str) -> list[MatchOpening]:
    deck = deck_named(id)
    if deck.game != game.slug and id not in decks_of(game.slug):
        raise MatchError(_OTHER_GAME.format(source=id, game=deck.game, wanted=game.slug))
    return [MatchOpening(o.start(game), o.played(game), f"{id} {o.number}") for o in deck.openings]


def _starts_of_file(game: Ruleset, path: Path, plies: int) -> list[MatchOpening]:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise MatchError(_UNREADABLE.format(path=path, why=error.strerror)) from None
    found: dict[Position, MatchOpening] = {}
    for entry in read_pdn(data, default=game):
        if not isinstance(entry, PdnGame) or entry.ruleset.slug != game.slug:
            continue
        moves = entry.moves[:plies]
        position = entry.positions[len(moves)]
        if position.has_moves():
            found.setdefault(position, MatchOpening(entry.start, moves, f"{path.name} {entry.number}"))
    return list(found.values())


_NO_OPENINGS = Message('"{source}" has no opening of this game: choose another deck or file, or none.')
_BAD_PLIES = Message('"{found}": the plies of an opening go from 1 to 60.')
_OTHER_GAME = Message("The deck {source} is of {game}, the match of {wanted}.")
_UNREADABLE = Message("{path} cannot be read: {why}.")
