"""Tournaments, their logs, and what is known of their players' phones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

__all__ = [
    "EventPersonRecord",
    "EventStaffRecord",
    "OnlineRecord",
    "RequestRecord",
    "TournamentEntryRecord",
    "TournamentKind",
    "TournamentRecord",
]

TournamentKind: TypeAlias = Literal["", "evening", "arbiter"]
"""In what a game here is a board: an evening or a match of clubs, which go on by themselves; a tournament
that an arbiter directs; or "", neither."""


@dataclass(frozen=True, slots=True)
class TournamentRecord:
    """A tournament as lists show it.

    Attributes:
        head: the JSON that lists show.
        code: what lets another arbiter in.
        version: the number of its last entry.

    >>> TournamentRecord("t1", "Coppa", "{}", "k7m2", "p1", 1, 9, 14).version
    14
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
    """A line of a tournament's log, as it was written: `body` is the JSON of the act, `hash` chains it.

    >>> TournamentEntryRecord(1, 1_700_000_000_000, '{"act": "create"}', "5f1c…").seq
    1
    """

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
        key: the player's number once taken; None until then.

    >>> RequestRecord("r1", "t1", "p1", 1_700_000_000_000, '{"name": "Anna"}', "waiting", None).key is None
    True
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
    """A game played here that belongs to a board of a tournament.

    Attributes:
        leg: which game of the match at that board, from 1.
        settled: 1 once the tournament has the game's result; else 0.

    >>> OnlineRecord("g1", "t1", round=2, board=1, leg=1, settled=0).board
    1
    """

    game_id: str
    tournament_id: str
    round: int
    board: int
    leg: int
    settled: int


@dataclass(frozen=True, slots=True)
class EventPersonRecord:
    """Somebody who was given a code of their own for a tournament.

    Attributes:
        role: what they may do, as `damiera.tournament.model.EventRole` calls it.
        since: when the code they have was given, in milliseconds since 1970.
        withdrawn_at: since when it opens nothing any more; None while it does.

    >>> EventPersonRecord("s1", "t1", "Anna Rossi", "results", 1_700_000_000_000, None).withdrawn_at is None
    True
    """

    id: str
    tournament_id: str
    name: str
    role: str
    since: int
    withdrawn_at: int | None


@dataclass(frozen=True, slots=True)
class EventStaffRecord:
    """A browser (`player_id`) that has come in with somebody's own code.

    Attributes:
        name: of whoever the code was given to; `role`: what they may do.
        withdrawn: whether the code opens nothing any more.

    >>> EventStaffRecord("p1", "s1", "Anna Rossi", "results", False).withdrawn
    False
    """

    player_id: str
    person_id: str
    name: str
    role: str
    withdrawn: bool
