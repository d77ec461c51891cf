"""Simultaneous displays, as they are kept. Times are milliseconds since 1970, UTC."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["DisplayBoardRecord", "DisplayLookRecord", "DisplayRecord"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DisplayRecord:
    """A simultaneous display.

    Attributes:
        id: its name in links.
        host_id: who gives it; None if they are no longer known. `host_name`: what they are called.
        title: what it is called.
        game, rulebook: what is played at every board.
        host_clock, guest_clock: as players write them, "30+10"; empty without clocks.
        side: the host's: `white`, `black`, or `alternate` by board.
        walks: the host's clock of a board runs only while they are at it.
        blindfold: the host does not see the boards.
        target: percent of the points that the host wants to reach; None without a target.
        most: boards there may be.
        created_at: when it was announced. `begun_at`: when play began; None before. `ended_at`: when it was
            called off; None if it was not.

    >>> DisplayRecord(
    ...     id="d1", host_id="p1", host_name="Elena", title="Elena", game="italian", rulebook="",
    ...     host_clock="", guest_clock="", side="white", walks=True, blindfold=False, target=None, most=20,
    ...     created_at=1, begun_at=None, ended_at=None,
    ... ).begun_at is None
    True
    """

    id: str
    host_id: str | None
    host_name: str
    title: str
    game: str
    rulebook: str
    host_clock: str
    guest_clock: str
    side: str
    walks: bool
    blindfold: bool
    target: int | None
    most: int
    created_at: int
    begun_at: int | None
    ended_at: int | None


@dataclass(frozen=True, slots=True)
class DisplayBoardRecord:
    """A board of a display.

    Attributes:
        number: from 1.
        player_id: the guest; None if they are no longer known. `name`: what they are called.
        game_id: its game; None before the display begins.

    >>> DisplayBoardRecord(1, "p2", "Marta").game_id is None
    True
    """

    number: int
    player_id: str | None
    name: str
    game_id: str | None = None


@dataclass(frozen=True, slots=True)
class DisplayLookRecord:
    """One look of a blindfold host at a board.

    Attributes:
        number: of the board.
        at: when.
        ply: how many plies (half-moves) had been played there.

    >>> DisplayLookRecord(3, at=1_700_000_000_000, ply=12).number
    3
    """

    number: int
    at: int
    ply: int
