"""What the rules refuse before a game begins."""

from __future__ import annotations

from collections.abc import Sequence

from damiera.errors import DamieraError
from damiera.lang import Lang
from damiera.rules.checks import Problem

__all__ = ["OtherGamesBook", "UnknownGame", "UnknownOption"]


class OtherGamesBook(DamieraError):
    """A rulebook is of another game. Carries `book`, the `game` to judge, and the `known` books of that."""

    def __init__(self, book: str, game: str, known: Sequence[str]) -> None:
        self.book = book
        self.game = game
        self.known = tuple(known)
        super().__init__(self.text("en"))

    def text(self, lang: Lang) -> str:
        """Say which book it is, and which there are for the game."""
        known = ", ".join(self.known)
        if lang == "it":
            return f"Il regolamento {self.book} non è di «{self.game}»: scegli tra {known}."
        return f"Rulebook {self.book} is not of '{self.game}': choose from {known}."


class UnknownGame(DamieraError):
    """No game has this name. Carries `name`, the `known` slugs and the nearest `guess`."""

    def __init__(self, name: str, known: Sequence[str], guess: str | None) -> None:
        self.name = name
        self.known = tuple(known)
        self.guess = guess
        super().__init__(self.text("en"))

    def text(self, lang: Lang) -> str:
        """Say which name is unknown, what was perhaps meant, and what there is."""
        known = ", ".join(self.known)
        if lang == "it":
            guess = f" Forse «{self.guess}»?" if self.guess else ""
            return f"Non conosco il gioco «{self.name}».{guess} I giochi sono: {known}."
        guess = f" Perhaps '{self.guess}'?" if self.guess else ""
        return f"There is no game '{self.name}'.{guess} The games are: {known}."


class UnknownOption(DamieraError):
    """A game cannot be changed like this. Carries the `game` and all `problems`, each with its field."""

    def __init__(self, game: str, problems: Sequence[Problem]) -> None:
        self.game = game
        self.problems = tuple(problems)
        super().__init__(self.text("en"))

    def text(self, lang: Lang) -> str:
        """Say every problem, one a line."""
        said = (
            f"«{self.game}» non si può cambiare così:"
            if lang == "it"
            else f"'{self.game}' cannot be changed like this:"
        )
        return "\n".join([said, *(f"- {problem.said(lang)}" for problem in self.problems)])
