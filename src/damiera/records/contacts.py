"""How somebody is told of what waits for them, and what is to be sent."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["ContactRecord", "DeliveryRecord", "PushDeviceRecord"]


@dataclass(frozen=True, slots=True)
class ContactRecord:
    """How somebody with an account is told of what waits for them.

    Attributes:
        address: their mail address; empty where they gave none.
        confirmed_at: when they opened the link that was sent there, in milliseconds since 1970; None before.
        lang: the language in which they are written to.
        choices: the ways by which each kind of notice is told, as JSON.

    >>> ContactRecord("p1", "anna@example.org", None, "it", "{}").confirmed_at is None
    True
    """

    player_id: str
    address: str
    confirmed_at: int | None
    lang: str
    choices: str


@dataclass(frozen=True, slots=True)
class DeliveryRecord:
    """Something that is to be sent to somebody, or was.

    Attributes:
        id: its name.
        way: `mail` or `push`.
        kind: what it is about: a kind of notice, or a letter that somebody asked for.
        key: the same as long as it is the same thing; nobody is sent the same twice by one way.
        address: the mail address it goes to; empty for push, and once it is done.
        created_at, due_at: when it was written down, and when it is sent next, in milliseconds since 1970.
        tries: how often sending was begun.
        done_at: when it was sent, was of no use any more, or was given up; None before.
        failure: why the last try failed, without addresses; empty if none did.

    >>> DeliveryRecord("d1", "p1", "mail", "move", "move-g1-3", "anna@example.org", 0, 60_000).tries
    0
    """

    id: str
    player_id: str
    way: str
    kind: str
    key: str
    address: str
    created_at: int
    due_at: int
    tries: int = 0
    done_at: int | None = None
    failure: str = ""


@dataclass(frozen=True, slots=True)
class PushDeviceRecord:
    """A browser that is told while no page is open.

    Attributes:
        endpoint_hash: its name. `session_hash`: the session in which it was chosen, and with which it goes.
        endpoint: where what it is told is posted: an address of its maker's.
        public_key, secret: by which that is encrypted, in base64url, as the browser gave them.
        created_at: since when, in milliseconds since 1970.

    >>> PushDeviceRecord("h", "p1", "s", "https://push.example/x", "k", "a", 0).player_id
    'p1'
    """

    endpoint_hash: str
    player_id: str
    session_hash: str
    endpoint: str
    public_key: str
    secret: str
    created_at: int
