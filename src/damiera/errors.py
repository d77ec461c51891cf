"""The root of everything Damiera refuses."""

from __future__ import annotations

from damiera.lang import Lang

__all__ = ["DamieraError"]


class DamieraError(ValueError):
    """Something given to Damiera cannot be used as it is.

    Children carry what was wrong as attributes; `str(error)` is English, `text` speaks either language.
    Each message says what, where, and what to do.
    """

    def text(self, lang: Lang) -> str:
        """Return the message for a reader of `lang`; English where no translation exists."""
        return str(self)
