"""What the ratings refuse, each with its own class."""

from __future__ import annotations

from damiera.errors import DamieraError
from damiera.messages import Joined, Message, Text

__all__ = ["BadSlots", "ImpossibleGames", "RatingError", "UnknownCategory", "UnknownEdition"]


class RatingError(DamieraError):
    """Something asked of the ratings that they cannot give. Carries `message`.

    >>> RatingError(Message("No such thing.")).message.text("en")
    'No such thing.'
    """

    def __init__(self, message: Text) -> None:
        self.message = message
        super().__init__(str(message))


class UnknownEdition(RatingError):
    """No edition has this id, or none was in force on this day. Carries `asked` and `known`.

    >>> UnknownEdition("fid.2099", ("fid.2008", "fid.2021")).asked
    'fid.2099'
    """

    def __init__(self, asked: str, known: tuple[str, ...]) -> None:
        self.asked = asked
        self.known = known
        said = Message("There is no edition of Elo-Rubele for '{asked}'. There are: {known}.")
        super().__init__(said.format(asked=asked, known=", ".join(known)))


class UnknownCategory(RatingError):
    """No category has this name. Carries `asked`."""

    def __init__(self, asked: str, known: tuple[Text, ...]) -> None:
        self.asked = asked
        said = Message("There is no category '{asked}'. There are: {known}.")
        super().__init__(said.format(asked=asked, known=Joined(known, ", ")))


class BadSlots(RatingError):
    """A file of tables cannot be used. Carries the `place` in it (`slot.floor.value`) and the `reason`."""

    def __init__(self, place: str, reason: Text) -> None:
        self.place = place
        self.reason = reason
        said = Message("Rating tables, at '{place}': {reason}")
        super().__init__(said.format(place=place, reason=reason))


class ImpossibleGames(RatingError):
    """The results given cannot be: an unknown player, a game against oneself. Carries all `problems`."""

    def __init__(self, problems: tuple[Text, ...]) -> None:
        self.problems = problems
        super().__init__(Joined(problems))
