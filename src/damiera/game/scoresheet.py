"""What must be done before the clock is pressed: art. 4.4.5 of Capo III, in both its wordings.

| wording | before reversing the clock |
|---|---|
| `fid2008` | the own move is both played and written down, in either order |
| `fid2020-proposal` | the own move is played; its forerunner and the opponent's last are written down |

A press too early is a matter for the arbiter: it is noted, and blocks nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from damiera.game.ways import ScoresheetRule
from damiera.messages import Lang, Message, Text
from damiera.regulations.citations import implements

__all__ = ["ARTICLE_OF_PRESSING", "PressFault", "PressWarning", "press_warnings"]

# Capo III is not among the books whose text we have: the number is the foreword's of 2008.
ARTICLE_OF_PRESSING = "Capo III, 4.4.5"
"""The article, in the federation's own numbering, on what comes before the clock is pressed."""


class PressFault(StrEnum):
    """What was not yet done when the clock was pressed.

    >>> PressFault("not-moved") is PressFault.NOT_MOVED
    True
    """

    NOT_MOVED = "not-moved"
    NOT_RECORDED = "not-recorded"
    BEHIND = "behind"


@dataclass(frozen=True, slots=True)
class PressWarning:
    """A press too early.

    Attributes:
        fault: what was missing.
        article: where it is asked for.

    >>> PressWarning(PressFault.NOT_MOVED).text("en")
    'The clock was pressed before a move was made (Capo III, 4.4.5).'
    """

    fault: PressFault
    article: str = ARTICLE_OF_PRESSING

    @property
    def said(self) -> Text:
        """The warning as the arbiter notes it."""
        return _SAID[self.fault].format(article=self.article)

    def text(self, lang: Lang) -> str:
        """Return the warning in `lang`."""
        return self.said.text(lang)


@implements("fid.competition.2008:3")
def press_warnings(rule: ScoresheetRule, *, moved: bool, recorded: int, ply: int) -> tuple[PressWarning, ...]:
    """Return what is wrong with a press of the clock; nothing if it was in order.

    Args:
        rule: the wording in force.
        moved: the own move was played.
        recorded: plies on the score sheet of whoever pressed.
        ply: plies played, the own move included.
    Source:
        FID 2008, competitions: 3 [fid.competition.2008].

    >>> press_warnings("fid2008", moved=True, recorded=4, ply=5)[0].text("en")
    'The clock was pressed before the move was written down (Capo III, 4.4.5).'
    >>> press_warnings("fid2020-proposal", moved=True, recorded=4, ply=5)
    ()
    """
    if not moved:
        return (PressWarning(PressFault.NOT_MOVED),)
    if rule == "fid2008":
        return (PressWarning(PressFault.NOT_RECORDED),) if recorded < ply else ()
    return (PressWarning(PressFault.BEHIND),) if recorded < ply - 1 else ()


_SAID = {
    PressFault.NOT_MOVED: Message("The clock was pressed before a move was made ({article})."),
    PressFault.NOT_RECORDED: Message("The clock was pressed before the move was written down ({article})."),
    PressFault.BEHIND: Message(
        "The clock was pressed with the moves before it not yet written down ({article})."
    ),
}
