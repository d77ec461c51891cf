"""The root of everything Damiera refuses."""

from __future__ import annotations

from damiera.messages import Lang, Text

__all__ = ["DamieraError"]


class DamieraError(ValueError):
    """Something given to Damiera cannot be used as it is.

    Children carry what was wrong as attributes, and a `message` that says what, where, and what to do;
    `str(error)` is its English, `text` speaks any language there is a catalogue for.
    """

    message: Text
    """What is said of it; set before `Exception.__init__` is called."""

    def __reduce__(self) -> tuple[object, ...]:
        """Say how an error is made again in another process, whatever a child is made from."""
        return _made_again, (type(self), self.args), self.__dict__

    def text(self, lang: Lang) -> str:
        """Return the message for a reader of `lang`; English where no translation exists."""
        said: Text | None = getattr(self, "message", None)
        return str(self) if said is None else said.text(lang)


def _made_again(kind: type[DamieraError], args: tuple[object, ...]) -> DamieraError:
    error: DamieraError = kind.__new__(kind)
    error.args = args
    return error
