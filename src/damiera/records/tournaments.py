"""Tournaments, their logs, and what is known of their players' phones."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["OnlineRecord", "RequestRecord", "TournamentEntryRecord", "TournamentRecord"]


@dataclass(frozen=True, slots=True)
class TournamentRecord:
    """A tournament as lists show it.

    Attributes:
        head: the JSON that lists show.
        code: what lets another arbiter in.
        version: the number of its last entry.
    """

    id: str
    name: str
    head: str
    code: str
    created_by: str | None
    created_at: int
    updated_at: int
    version: int


@dataclass(frozen=True, slots=True)
class TournamentEntryRecord:
    """A line of a tournament's log, as it was written."""

    seq: int
    at: int
    body: str
    hash: str


@dataclass(frozen=True, slots=True)
class RequestRecord:
    """Somebody who asks to play.

    Attributes:
        facts: what they wrote, as JSON.
        state: waiting, taken, refused or withdrawn.
        key: the player once taken.
    """

    id: str
    tournament_id: str
    player_id: str | None
    at: int
    facts: str
    state: str
    key: int | None


@dataclass(frozen=True, slots=True)
class OnlineRecord:
    """A game played here that belongs to a board of a tournament; `settled` once that knows its result."""

    game_id: str
    tournament_id: str
    round: int
    board: int
    leg: int
    settled: int
