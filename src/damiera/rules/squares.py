"""Squares by the names a game gives them: by number, or by letter and number as in chess."""

from __future__ import annotations

from damiera import _core
from damiera.regulations.citations import implements
from damiera.rules.ruleset import Ruleset

__all__ = ["ends", "lettered", "square_name"]


def square_name(game: Ruleset, square: int) -> str:
    """Return the name of a square as the game writes it; a number off the board is its own name.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> square_name(ITALIAN, 22)
    '22'
    """
    if game.notation == "numeric" or not 1 <= square <= game.core.squares:
        return str(square)
    return lettered(game.core, square)


@implements("cfd.czech:1.3", "damiera.alquerque.default:1.3", "damiera.armenian.default:1.3")
@implements("damiera.bashni.default:1.3", "damiera.black-white.default:1.3", "damiera.cheskers.default:1.3")
@implements("damiera.croda.default:1.3", "damiera.dameo.default:1.3", "damiera.double-cross.default:1.3")
@implements("damiera.gothic.default:1.3", "damiera.harzdame.default:1.3", "damiera.hexdame.default:1.3")
@implements("damiera.keny.default:1.3", "damiera.lasca.default:1.3", "damiera.reentry.default:1.3")
@implements("damiera.slovak.default:1.3", "damiera.spantsireti.default:1.3", "damiera.turkish.default:1.3")
@implements("damiera.zamma.default:1.3", "damiera.zimbabwean.default:1.3", "idf.brazilian:1.3")
@implements("idf.russian:1.3")
def lettered(rules: _core.Rules, square: int) -> str:
    """Return the name of a square by letter and number, a1 at White's left hand.

    >>> lettered(_core.rules("italian"), 32)
    'h1'

    Source:
        IDF, rules of Russian and of Brazilian draughts, 1.3.
    """
    if rules.family == "stars":
        return str(square)
    file, rank = rules.coordinates(square)
    return f"{chr(ord('a') + file)}{rank + 1}"


def ends(game: Ruleset) -> tuple[str, str]:
    """Return the names between which all squares lie: `1` and `32`, or `a1` and `h8`.

    >>> from damiera.rules.ruleset import CATALOGUE, ITALIAN
    >>> ends(ITALIAN), ends(CATALOGUE["turkish"])
    (('1', '32'), ('a1', 'h8'))
    """
    every = range(1, game.core.squares + 1)
    if game.notation == "numeric":
        return str(every[0]), str(every[-1])
    first, *_, last = sorted(every, key=game.core.coordinates)
    return lettered(game.core, first), lettered(game.core, last)
