"""What the rules refuse before a game begins."""

from __future__ import annotations

from collections.abc import Sequence

from damiera.errors import DamieraError
from damiera.messages import Joined, Message, Verbatim
from damiera.rules.checks import RulesProblem

__all__ = ["OtherGamesBook", "UnknownGame", "UnknownOption"]


class OtherGamesBook(DamieraError):
    """A rulebook is of another game. Carries `book`, the `game` to judge, and the `known` books of that."""

    def __init__(self, book: str, game: str, known: Sequence[str]) -> None:
        self.book = book
        self.game = game
        self.known = tuple(known)
        self.message = Message(
            "Rulebook {book} is not of '{game}': choose from {known}.",
            book=book,
            game=game,
            known=", ".join(self.known),
        )
        super().__init__(self.text("en"))


class UnknownGame(DamieraError):
    """No game has this name. Carries `name`, the `known` slugs and the nearest `guess`."""

    def __init__(self, name: str, known: Sequence[str], guess: str | None) -> None:
        self.name = name
        self.known = tuple(known)
        self.guess = guess
        said = [Message("There is no game '{name}'.", name=name)]
        said += [Message("Perhaps '{near}'?", near=guess)] if guess else []
        said += [Message("The games are: {known}.", known=", ".join(self.known))]
        self.message = Joined(said)
        super().__init__(self.text("en"))


class UnknownOption(DamieraError):
    """A game cannot be changed like this. Carries the `game` and all `problems`, each with its field."""

    def __init__(self, game: str, problems: Sequence[RulesProblem]) -> None:
        self.game = game
        self.problems = tuple(problems)
        head = Message("'{game}' cannot be changed like this:", game=game)
        listed = [Joined((Verbatim("-"), problem.message)) for problem in self.problems]
        self.message = Joined((head, *listed), "\n")
        super().__init__(self.text("en"))
