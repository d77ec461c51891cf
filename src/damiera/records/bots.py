"""Programs that have an account, and play by it."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["BotRecord"]


@dataclass(frozen=True, slots=True)
class BotRecord:
    """A program that plays here.

    Attributes:
        player_id: the player that it is; its account has no password.
        owner_id: who made it and answers for it; None once their account is gone.
        among_people: whether an admin lets it into what is for people: arenas, events, and seats that people
            offer to whoever comes.
        created_at: when it was made, in milliseconds since 1970.

    >>> BotRecord("p2", "p1", False, 1_700_000_000_000).among_people
    False
    """

    player_id: str
    owner_id: str | None
    among_people: bool
    created_at: int
