"""A few tastes of play: five of the twenty levels, under names that say who plays so."""

from __future__ import annotations

from typing import Final

import msgspec

from damiera.messages import Lang, translations

__all__ = ["FIRST", "Taste", "tastes"]

FIRST: Final = 3
"""The level of somebody's first game: who sees one capture ahead beats it."""


class Taste(msgspec.Struct, frozen=True):
    """A level with a friendly name.

    Attributes:
        does: what the level does, in a few words.
        men: how high the tower is that shows it; `crowned` for the strongest.
    """

    level: int
    name: str
    does: str
    men: int
    crowned: bool = False


def tastes(lang: Lang) -> tuple[Taste, ...]:
    """Return the tastes of play, the gentlest first."""
    _ = translations(lang).gettext
    return (
        Taste(1, _("First moves"), _("it overlooks most shots and leaves men to be taken"), 1),
        Taste(FIRST, _("At home"), _("it overlooks two shots in five"), 2),
        Taste(6, _("At the club"), _("it looks two half-moves ahead and overlooks one shot in eleven"), 3),
        Taste(12, _("Master"), _("it overlooks no shot and looks five half-moves ahead"), 4),
        Taste(20, _("The strongest"), _("it thinks as hard as it can"), 4, crowned=True),
    )
