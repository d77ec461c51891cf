"""Passkeys, as they are kept."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["PasskeyRecord"]


@dataclass(frozen=True, slots=True)
class PasskeyRecord:
    """A key by which somebody comes in.

    Attributes:
        id: what the device calls it, in base64url.
        public_key: what its signatures are checked with (COSE), in base64url.
        sign_count: how often it signed, as it last said; 0 where a device does not count.
        name: what its owner calls it.
        created_at, used_at: when it was made and last used, in milliseconds since 1970; None if never.

    >>> PasskeyRecord("k1", "p1", "pub", 0, "Telefono", 1_700_000_000_000).used_at is None
    True
    """

    id: str
    player_id: str
    public_key: str
    sign_count: int
    name: str
    created_at: int
    used_at: int | None = None
