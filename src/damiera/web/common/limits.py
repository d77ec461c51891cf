"""How much anybody may ask: token buckets, by socket, by person and by address.

The buckets are our own. The library `limits` counts in windows, fixed or moving: after a burst nothing is
allowed until its window has passed, where a bucket gives back as it fills; it reads the wall clock, which may
be set, and its memory has no bound but time, and a thread that clears it.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import msgspec
from cachetools import LRUCache

__all__ = ["Allowance", "Limiter", "Rate", "RequestLimits"]


class Rate(msgspec.Struct, frozen=True):
    """`burst` at once, and then `per_second`."""

    burst: int
    per_second: float


class Allowance:
    """One bucket: full at first, filling again with time."""

    __slots__ = ("_at", "_left", "_now", "_rate")

    def __init__(self, rate: Rate, now: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._now = now
        self._left = float(rate.burst)
        self._at = now()

    def take(self) -> bool:
        """Take one; False when there is none left."""
        now = self._now()
        self._left = min(self._rate.burst, self._left + (now - self._at) * self._rate.per_second)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Limiter:
    """One bucket a name; those not used for longest are forgotten, full again if they come back."""

    def __init__(self, rate: Rate, *, names: int = 4096, now: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._now = now
        self._buckets: LRUCache[str, Allowance] = LRUCache(names)

    def take(self, name: str) -> bool:
        """Take one from the bucket of `name`; False when it is empty."""
        bucket = self._buckets.get(name)
        if bucket is None:
            bucket = self._buckets[name] = Allowance(self._rate, self._now)
        return bucket.take()


class RequestLimits:
    """What may be asked for: frames by all sockets of one person, arrivals and changes by address.

    An arrival or a change takes from the bucket of its browser, and from one of its address that is ten times
    as large: a school or a club plays behind one address. Who sends no cookie has the bucket of the address.
    `screens` are those of a hall, which may all come by one address after the network was away; `entries`
    are of people who register for an event; `codes` are tries to come into one as somebody who may act.
    `sign_ins` are tries to come into an account, by its name or a passkey's, and by address; nobody guesses
    a passkey, and a whole school comes in by them at the same hour. `seen` says when it is time to
    note again that a device was heard of. `mails` go to addresses that nobody has confirmed, by that address
    and by the one of whoever asks.
    """

    def __init__(self) -> None:
        self.frames = Limiter(Rate(burst=180, per_second=15.0))
        self.arrivals = Limiter(Rate(burst=60, per_second=2.0))
        self.screens = Limiter(Rate(burst=300, per_second=20.0))
        self.codes = Limiter(Rate(burst=20, per_second=0.1))
        self.entries = Limiter(Rate(burst=40, per_second=0.2))
        self.changes = Limiter(Rate(burst=60, per_second=2.0))
        self.arrivals_by_address = Limiter(Rate(burst=600, per_second=20.0))
        self.changes_by_address = Limiter(Rate(burst=600, per_second=20.0))
        self.sign_ins = Limiter(Rate(burst=10, per_second=1 / 30))
        self.sign_ins_by_address = Limiter(Rate(burst=100, per_second=0.5))
        self.passkeys_by_address = Limiter(Rate(burst=1200, per_second=10.0))
        self.mails = Limiter(Rate(burst=3, per_second=1 / 3600))
        self.mails_by_address = Limiter(Rate(burst=30, per_second=1 / 120))
        self.seen = Limiter(Rate(burst=1, per_second=1 / 600))

    def take_arrival(self, address: str, token: str | None) -> bool:
        """Let a browser open a socket; False when it, or its address, opened too many."""
        return self.arrivals_by_address.take(address) and self.arrivals.take(token or address)

    def take_sign_in(self, address: str, name: str) -> bool:
        """Let somebody try to come into an account; False when it, or the address, was tried too often."""
        return self.sign_ins_by_address.take(address) and self.sign_ins.take(f"{address} {name}")

    def take_passkey(self, address: str, key: str | None = None) -> bool:
        """Let somebody be asked for a passkey, or try one; False when it, or the address, had too many tries.

        Args:
            key: which one is tried; None while somebody is only asked for one.
        """
        if not self.passkeys_by_address.take(address):
            return False
        return key is None or self.sign_ins.take(f"{address} key {key}")

    def take_mail(self, address: str, to: str) -> bool:
        """Let a mail go to a mail address; False when too many went there, or were asked for from here."""
        return self.mails_by_address.take(address) and self.mails.take(to)

    def take_change(self, address: str, token: str | None, *, comes_in: bool = False) -> bool:
        """Let a browser change something; False when it, or its address, asked too often.

        Args:
            comes_in: it asks to come into an account, whose tries are counted by themselves: all browsers of
                an address that have no cookie yet do not share one bucket for that.
        """
        if not self.changes_by_address.take(address):
            return False
        return (token is None and comes_in) or self.changes.take(token or address)
