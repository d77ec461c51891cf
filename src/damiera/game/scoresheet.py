"""What must be done before the clock is pressed: art. 4.4.5 of Capo III, in both its wordings.

| wording | before reversing the clock |
|---|---|
| `fid2008` | the own move is both played and written down, in either order |
| `fid2020-proposal` | the own move is played; its forerunner and the opponent's last are written down |

A press too early is a matter for the arbiter: it is noted, and blocks nothing.
"""

from __future__ import annotations

from damiera.game.ways import ScoresheetRule
from damiera.lang import Text

__all__ = ["ARTICLE_OF_PRESSING", "press_warnings"]

# Capo III is not among the books whose text we have: the number is the foreword's of 2008.
ARTICLE_OF_PRESSING = "Capo III, 4.4.5"


def press_warnings(rule: ScoresheetRule, *, moved: bool, recorded: int, ply: int) -> tuple[Text, ...]:
    """Return what is wrong with a press of the clock; nothing if it was in order.

    Args:
        rule: the wording in force.
        moved: the own move was played.
        recorded: plies on the score sheet of who pressed.
        ply: plies played, the own move included.

    >>> press_warnings("fid2008", moved=True, recorded=4, ply=5)[0].en
    'The clock was pressed before the move was written down (Capo III, 4.4.5).'
    >>> press_warnings("fid2020-proposal", moved=True, recorded=4, ply=5)
    ()
    """
    found = [] if moved else [_NOT_MOVED]
    due = ply if rule == "fid2008" else ply - 1
    if moved and recorded < due:
        found.append(_NOT_RECORDED if rule == "fid2008" else _BEHIND)
    return tuple(text.format(article=ARTICLE_OF_PRESSING) for text in found)


_NOT_MOVED = Text(
    "L'orologio è stato premuto prima di muovere ({article}).",
    "The clock was pressed before a move was made ({article}).",
)
_NOT_RECORDED = Text(
    "L'orologio è stato premuto prima di trascrivere la mossa ({article}).",
    "The clock was pressed before the move was written down ({article}).",
)
_BEHIND = Text(
    "L'orologio è stato premuto senza aver trascritto le mosse precedenti ({article}).",
    "The clock was pressed with the moves before it not yet written down ({article}).",
)
