"""The chain of a log: entries, each bound to the one before it by SHA-256.

A changed, missing or exchanged entry breaks the chain, and `verify` says where. What an entry tells is kept
as the JSON it was written in, whatever is read from it, so that digests of every version hold.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence

import msgspec

from damiera.messages import Message, Text
from damiera.tournament.errors import TournamentError

__all__ = ["GENESIS", "BrokenLog", "LogEntry", "sealed", "verify"]

Data = Mapping[str, object]
GENESIS = "0" * 64
"""What stands for the hash before the first entry of a log: 64 zeros."""


class LogEntry(msgspec.Struct, frozen=True):
    """One act as it stands in the log.

    Attributes:
        number: 1 for the first.
        at: when, milliseconds since 1970, UTC.
        who: the arbiter, as known to the server.
        act: the word of the act; `damiera.tournament.acts` reads it with `data`.
        data: what, as JSON knows it.
        why: the reason, in the arbiter's words; empty where none is asked for.
        previous: the digest of the entry before; 64 zeros for the first.
        digest: SHA-256 of all of this.

    >>> entry = sealed(1, 0, "arbiter", "close", {"round": 1}, "", GENESIS)
    >>> entry.computed() == entry.digest
    True
    """

    number: int
    at: int
    who: str
    act: str
    data: Data
    why: str
    previous: str
    digest: str

    def computed(self) -> str:
        """The digest this entry should have."""
        return _digest(self.number, self.at, self.who, self.act, self.data, self.why, self.previous)


def sealed(number: int, at: int, who: str, act: str, data: Data, why: str, previous: str) -> LogEntry:
    """Return an entry with its digest.

    >>> sealed(1, 0, "arbiter", "close", {"round": 1}, "", GENESIS).previous == GENESIS
    True
    """
    return LogEntry(
        number, at, who, act, data, why, previous, _digest(number, at, who, act, data, why, previous)
    )


def _digest(number: int, at: int, who: str, act: str, data: Data, why: str, previous: str) -> str:
    said = {
        "number": number,
        "at": at,
        "who": who,
        "act": act,
        "data": data,
        "why": why,
        "previous": previous,
    }
    text = json.dumps(said, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


class BrokenLog(TournamentError):
    """A log whose chain does not hold. Carries `number`, the first entry that is wrong."""

    def __init__(self, number: int, reason: Text) -> None:
        self.number = number
        said = Message("The log was altered at act {n}: {why}.")
        super().__init__(said.format(n=number, why=reason))


def verify(entries: Sequence[LogEntry]) -> BrokenLog | None:
    """Where the chain is broken; None if it holds from the first entry to the last.

    >>> entry = sealed(2, 0, "arbiter", "close", {"round": 1}, "", GENESIS)
    >>> verify([entry]).number
    1
    """
    previous = GENESIS
    for number, entry in enumerate(entries, 1):
        if entry.number != number:
            missing = Message("act {n} is missing").format(n=number)
            return BrokenLog(number, missing)
        if entry.previous != previous:
            return BrokenLog(number, Message("it does not follow the act before it"))
        if entry.computed() != entry.digest:
            return BrokenLog(number, Message("its content has changed"))
        previous = entry.digest
    return None
