"""How much anybody may ask: buckets that fill again with time, by socket, by person and by address.

The buckets are those of throttled-py, which counts by the generic cell rate algorithm: one number a name, of
a clock that nobody sets. A question takes it 5 µs of a processor.
"""

from __future__ import annotations

from datetime import timedelta
from math import ceil

from throttled import MemoryStore, RateLimiterType, Throttled, per_duration

__all__ = ["Limiter", "RequestLimits"]


class Limiter:
    """One bucket a name; those not used for longest are forgotten, full again if they come back.

    Args:
        burst: how many may be taken at once.
        more: how many come back each `every_s` seconds, evenly.
        names: how many buckets are remembered.
    Attributes:
        wait_s: seconds after which whoever was refused may take one again, at the latest.
    """

    def __init__(self, burst: int, more: int = 1, every_s: int = 1, *, names: int = 4096) -> None:
        quota = per_duration(timedelta(seconds=every_s), more, burst)
        store = MemoryStore(options={"MAX_SIZE": names})
        self.wait_s = max(1, ceil(every_s / more))
        self._buckets = Throttled(using=RateLimiterType.GCRA.value, quota=quota, store=store).limiter

    def take(self, name: str) -> bool:
        """Take one from the bucket of `name`; False when it is empty."""
        return not self._buckets.limit(name).limited


class RequestLimits:
    """What may be asked for: frames by one socket and by all of one person, arrivals and changes by address.

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
        self.sockets = Limiter(60, 5, names=16_384)
        self.frames = Limiter(180, 15)
        self.arrivals = Limiter(60, 2)
        self.screens = Limiter(300, 20)
        self.codes = Limiter(20, every_s=10)
        self.entries = Limiter(40, every_s=5)
        self.changes = Limiter(60, 2)
        self.arrivals_by_address = Limiter(600, 20)
        self.changes_by_address = Limiter(600, 20)
        self.sign_ins = Limiter(10, every_s=30)
        self.sign_ins_by_address = Limiter(100, every_s=2)
        self.passkeys_by_address = Limiter(1200, 10)
        self.mails = Limiter(3, every_s=3600)
        self.mails_by_address = Limiter(30, every_s=120)
        self.seen = Limiter(1, every_s=600)

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
