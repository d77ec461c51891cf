"""What is wrong with a catalogue."""

from __future__ import annotations

from pathlib import Path

__all__ = ["BadCatalogue"]


class BadCatalogue(ValueError):
    """A catalogue of translations cannot be read. Carries `path`, `line` (None if unknown) and `why`.

    It is said in English alone: what is broken is the words of another language.
    """

    def __init__(self, path: Path, why: str, line: int | None = None) -> None:
        self.path = path
        self.why = why
        self.line = line
        where = f"{path}, line {line}" if line else f"{path}"
        super().__init__(
            f"The catalogue {where} cannot be read: {why}. "
            f"Put back the file that came with the program, or mend that line; `make messages` checks it."
        )
