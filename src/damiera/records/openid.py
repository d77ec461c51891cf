"""Who comes in by an identity provider (OpenID Connect), as it is kept."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["OpenIdAttemptRecord", "OpenIdBindingRecord"]


@dataclass(frozen=True, slots=True)
class OpenIdBindingRecord:
    """Somebody's account, and who they are to a provider.

    Attributes:
        issuer: the provider's address, as it names itself.
        subject: who they are there; the provider gives it to nobody else, ever.
        name: what the provider called them last; for their own eyes.
        created_at, used_at: when it was made and last used, in milliseconds since 1970; None if never.

    >>> OpenIdBindingRecord("https://id.example", "7", "p1", "anna", 1_700_000_000_000).used_at is None
    True
    """

    issuer: str
    subject: str
    player_id: str
    name: str
    created_at: int
    used_at: int | None = None


@dataclass(frozen=True, slots=True)
class OpenIdAttemptRecord:
    """A sign-in that was begun and is not finished.

    Attributes:
        state_hash: of what the provider hands back.
        browser_hash: of what the browser holds in which it was begun.
        verifier, nonce: what proves to the provider, and to us, that both ends are of this sign-in.
        player_id: whose account it is to be bound to; empty for coming in.
        back: the page to go on to.
        take_along: whether what the browser has as a guest becomes the account's.
        subject, name: whom the provider named who has no account yet; empty until then.
        until: when it is worth nothing any more, in milliseconds since 1970.

    >>> begun = OpenIdAttemptRecord("5f", "a0", "proof", "once", "", "/", True, "", "", 1_700_000_600_000)
    >>> bool(begun.player_id), bool(begun.subject)  # somebody comes in, and is not named yet
    (False, False)
    """

    state_hash: str
    browser_hash: str
    verifier: str
    nonce: str
    player_id: str
    back: str
    take_along: bool
    subject: str
    name: str
    until: int
