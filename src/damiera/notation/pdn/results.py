"""Results as PDN writes them, and who they say has won.

Three habits are in use: `1-0`, `2-0` (two points a game) and `*` for an unfinished game. Inside Damiera a
result is always one of `RESULTS`.

The first figure belongs to the side that begins: that is White in Italian and international draughts and
Black in English draughts, where the large public collections write `1-0` for a win of Black.
"""

from __future__ import annotations

from typing import Literal

from damiera import _core
from damiera.rules.ruleset import Ruleset

__all__ = [
    "RESULTS",
    "RESULT_WORDS",
    "ResultStyle",
    "canonical_result",
    "final_result",
    "result_of",
    "result_text",
    "winner_of",
]

ResultStyle = Literal["pdn", "chess", "points"]
"""How a result is written: as PDN 3.0 lays down for the game, as in chess, in points."""

RESULTS = ("1-0", "0-1", "1/2-1/2", "0-0", "*")
"""The results as Damiera keeps them; the first figure is of the side that begins."""
_CANONICAL = {
    "1-0": "1-0",
    "2-0": "1-0",
    "0-1": "0-1",
    "0-2": "0-1",
    "1/2-1/2": "1/2-1/2",
    "½-½": "1/2-1/2",
    "½": "1/2-1/2",
    "1/2": "1/2-1/2",
    "1-1": "1/2-1/2",
    "0-0": "0-0",
    "*": "*",
}
RESULT_WORDS = frozenset(_CANONICAL)
"""The results as texts write them in one word."""
_POINTS = {"1-0": "2-0", "0-1": "0-2", "1/2-1/2": "1-1"}
_TWO_POINTS = frozenset({"international", "frisian", "canadian"})


def canonical_result(text: str) -> str | None:
    """Return one of `RESULTS`, or None for a text that is no result.

    >>> canonical_result("2 - 0"), canonical_result("1-1"), canonical_result("4-6")
    ('1-0', '1/2-1/2', None)
    """
    known = _CANONICAL.get(text)
    return known if known is not None else _CANONICAL.get("".join(text.split()))


def final_result(tag: str, end: str) -> str:
    """Return the result of a game whose tag says `tag` and whose moves end with the canonical `end`.

    The tag counts; `*` behind the moves is only a separator. A tag of another habit, such as `4-6` where ten
    points are shared, leaves the result open: what it means is not known here.

    >>> final_result("2-0", "*"), final_result("?", "0-1"), final_result("4-6", "*")
    ('1-0', '0-1', '*')
    """
    said = canonical_result(tag)
    if said is None:
        return "*" if any(sign.isdigit() for sign in tag) else end or "*"
    return end or "*" if said == "*" else said


def result_text(result: str, ruleset: Ruleset, style: ResultStyle = "pdn") -> str:
    """Write a canonical result.

    Args:
        result: one of `RESULTS`.
        ruleset: the game.
        style: `pdn`: as PDN 3.0 lays down for the game (points in international draughts); `chess`: 1-0;
            `points`: 2-0.
    Source:
        PDN 3.0, tag Result.

    >>> from damiera.rules.ruleset import INTERNATIONAL, ITALIAN
    >>> result_text("1-0", ITALIAN), result_text("1-0", INTERNATIONAL)
    ('1-0', '2-0')
    """
    points = style == "points" or (style == "pdn" and ruleset.slug in _TWO_POINTS)
    return _POINTS.get(result, result) if points else result


def result_of(winner: _core.Side | None, ruleset: Ruleset) -> str:
    """Return the result of a finished game; None for a draw.

    >>> from damiera.rules.ruleset import ENGLISH
    >>> result_of(_core.Side.BLACK, ENGLISH)
    '1-0'
    """
    if winner is None:
        return "1/2-1/2"
    return "1-0" if winner is ruleset.core.first_mover else "0-1"


def winner_of(result: str, ruleset: Ruleset) -> _core.Side | None:
    """Return the side that won, or None for a draw, a game lost by both or an unfinished one.

    >>> from damiera.rules.ruleset import ENGLISH, ITALIAN
    >>> winner_of("1-0", ITALIAN), winner_of("1-0", ENGLISH), winner_of("*", ITALIAN)
    (Side.WHITE, Side.BLACK, None)
    """
    first = ruleset.core.first_mover
    return {"1-0": first, "0-1": first.opponent}.get(result)
