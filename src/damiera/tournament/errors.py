"""What a tournament refuses, each with its own class: what is wrong, where, and what to do."""

from __future__ import annotations

from damiera.errors import DamieraError
from damiera.messages import Message, Text

__all__ = ["BadTournament", "NoSuchPlayer", "TournamentError", "Unpairable"]


class TournamentError(DamieraError):
    """Something that does not fit the event as it stands. The event is unchanged."""

    def __init__(self, message: Text) -> None:
        self.message = message
        super().__init__(str(message))


class NoSuchPlayer(TournamentError):
    """A start number that nobody has. Carries `number`."""

    def __init__(self, number: int) -> None:
        self.number = number
        said = Message("No player has number {n}: see the list of entries.")
        super().__init__(said.format(n=number))


class BadTournament(TournamentError):
    """An act or a setting that the event cannot take."""


class Unpairable(TournamentError):
    """A round for which no lawful pairing exists. Carries `blocked`: who stands in the way, and `rivals`:
    the few they could still meet."""

    def __init__(self, message: Text, blocked: tuple[int, ...] = (), rivals: tuple[int, ...] = ()) -> None:
        self.blocked = blocked
        self.rivals = rivals
        super().__init__(message)
