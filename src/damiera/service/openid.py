"""Coming in by an identity provider (OpenID Connect Core 1.0): whose account is whose there.

Somebody is who the provider says they are, by its own word for them, which it never gives to another. A
name or a mail address there opens nothing: both can be given to others, and may never have been checked.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Final

import msgspec

from damiera.messages import Message
from damiera.records.openid import OpenIdAttemptRecord, OpenIdBindingRecord
from damiera.records.people import AccountRecord
from damiera.service.accounts import SignedIn, come_in, make_account
from damiera.service.errors import BadTerms, NotFound, NotYours, RefusedAct
from damiera.service.passwords import NO_PASSWORD, account_name
from damiera.service.ports import ServerClock, StorePort, Transaction

__all__ = ["OpenIdPerson", "OpenIdService", "OpenIdStart", "has_openid", "has_other_way", "suggested_name"]

PATIENCE_MS: Final = 15 * 60_000
"""How long somebody may be at the provider."""
MOST: Final = 10
LONGEST_NAME: Final = 80
LONGEST_SUBJECT: Final = 255  # OpenID Connect Core 1.0, 2: sub

_BEGIN_AGAIN: Final = Message(
    "This sign-in was begun in another browser, too long ago, or was finished already: begin again."
)
_SIGN_IN: Final = Message("Sign in first: this belongs to an account.")
_ANOTHERS: Final = Message(
    "This opens another account here already: sign in with it, and take it away there."
)
_MANY: Final = Message("You have {n} of these: take one away first.")
_NOT_BOUND: Final = Message("This is not bound to your account any more.")
_ONLY_WAY: Final = Message("You come in by this alone: choose a password or add a passkey first.")
_NO_SUBJECT: Final = Message("{name} does not say who you are: nobody was let in.")


def has_openid() -> bool:
    """Tell whether the library that speaks with providers is installed."""
    return find_spec("authlib") is not None


class OpenIdPerson(msgspec.Struct, frozen=True):
    """Whom a provider vouches for: `subject` is its own word for them, `name` what it calls them.

    >>> OpenIdPerson("7", "anna").subject
    '7'
    """

    subject: str
    name: str


class OpenIdStart(msgspec.Struct, frozen=True):
    """A sign-in that begins.

    Attributes:
        state, nonce, verifier: what the provider is told, and must hand back or bear.
        browser: what the browser is to keep until it is back.
    """

    state: str
    nonce: str
    verifier: str
    browser: str


class OpenIdService:
    """The use cases of whoever comes in by a provider.

    Args:
        issuer: the provider's address, as it names itself; empty where there is none.
        name: what people call it.
    """

    def __init__(self, store: StorePort, clock: ServerClock, issuer: str = "", name: str = "") -> None:
        self._store = store
        self._clock = clock
        self._issuer = issuer
        self._name = name

    def begin(
        self, browser: str | None, *, player_id: str = "", back: str = "/", take_along: bool = False
    ) -> OpenIdStart:
        """Begin a sign-in, good once, for some minutes, in one browser.

        Args:
            browser: what it keeps of another that it has begun.
            player_id: whose account is to be bound; nobody's for coming in.
            back, take_along: as in `OpenIdAttemptRecord`.
        """
        start = OpenIdStart(
            secrets.token_urlsafe(32),
            secrets.token_urlsafe(32),
            secrets.token_urlsafe(48),
            browser or secrets.token_urlsafe(32),
        )
        attempt = OpenIdAttemptRecord(
            _hash(start.state),
            _hash(start.browser),
            start.verifier,
            start.nonce,
            player_id,
            back[:400],
            take_along,
            "",
            "",
            self._clock.now_ms() + PATIENCE_MS,
        )
        with self._store.write() as work:
            work.openid.begin(attempt, now=self._clock.now_ms())
        return start

    def take(self, state: str, browser: str) -> OpenIdAttemptRecord:
        """Return a sign-in that comes back, this once.

        Raises:
            NotYours: if it was not begun in this browser, is too old, or came back before.
        """
        with self._store.write() as work:
            found = _taken(work, state, browser, self._clock.now_ms())
            if found.subject:
                raise NotYours(_BEGIN_AGAIN)
        return found

    def come_in(
        self, attempt: OpenIdAttemptRecord, person: OpenIdPerson, token: str | None, *, device: str = ""
    ) -> SignedIn | None:
        """Let somebody in whom the provider vouches for; None for whoever has no account yet.

        Args:
            token, device: as in `Accounts.sign_in`.
        Raises:
            NotYours: if the provider does not say who they are.
        """
        now, fresh = self._clock.now_ms(), secrets.token_urlsafe(32)
        person = self._required(person)
        with self._store.write() as work:
            bound = work.openid.get(self._issuer, person.subject)
            account = work.accounts.get(bound.player_id) if bound else None
            if account is None:
                return None
            work.openid.used(self._issuer, person.subject, name=person.name, at=now)
            return come_in(work, account, token, fresh, device, now, attempt.take_along)

    def ask_name(self, attempt: OpenIdAttemptRecord, person: OpenIdPerson, browser: str) -> str:
        """Keep whom the provider vouched for until they say how they want to be called; return the key."""
        key, now, person = secrets.token_urlsafe(32), self._clock.now_ms(), self._required(person)
        kept = OpenIdAttemptRecord(
            _hash(key),
            _hash(browser),
            "",
            "",
            "",
            attempt.back,
            attempt.take_along,
            person.subject,
            person.name,
            now + PATIENCE_MS,
        )
        with self._store.write() as work:
            work.openid.begin(kept, now=now)
        return key

    def make(
        self, key: str, browser: str, name: str, token: str | None, *, device: str = ""
    ) -> tuple[SignedIn, str]:
        """Make an account of somebody the provider vouched for; return it, and the page to go on to.

        It has no password, and recovery codes as any. Whoever holds a guest's token keeps their games.

        Raises:
            BadTerms: if the name cannot be had; the key is still good then.
            NotYours: if the key is not of this browser, is too old or was used.
            RefusedAct: if the browser is signed in, or the account was made meanwhile.
        """
        now = self._clock.now_ms()
        with self._store.write() as work:
            kept = _taken(work, key, browser, now)
            if not kept.subject:
                raise NotYours(_BEGIN_AGAIN)
            made = make_account(work, token, account_name(name), NO_PASSWORD, device, now)
            self._bind(work, kept.subject, kept.name, made.visitor.id, now)
            work.openid.used(self._issuer, kept.subject, name=kept.name, at=now)
        return made, kept.back

    def bind(self, attempt: OpenIdAttemptRecord, person: OpenIdPerson, player_id: str | None) -> None:
        """Let somebody the provider vouches for come into the account that asked for it.

        Args:
            player_id: who is signed in now.
        Raises:
            NotYours: if that is not who asked.
            RefusedAct: if they have another account here, or the account has very many of these.
        """
        if not player_id or attempt.player_id != player_id:
            raise NotYours(_BEGIN_AGAIN)
        person = self._required(person)
        with self._store.write() as work:
            _required_account(work, player_id)
            self._bind(work, person.subject, person.name, player_id, self._clock.now_ms())

    def unbind(self, player_id: str, subject: str) -> None:
        """Let somebody at the provider come into an account no more.

        Raises:
            NotFound: if they do not now.
            RefusedAct: if the account would have no way in left but recovery codes.
        """
        with self._store.write() as work:
            account = _required_account(work, player_id)
            found = next(
                (one for one in work.openid.of_player(player_id) if one.subject == subject[:300]), None
            )
            if found is None:
                raise NotFound(subject[:40], _NOT_BOUND)
            if not has_other_way(work, account, issuer=self._issuer, but=found.subject):
                raise RefusedAct(_ONLY_WAY)
            work.openid.remove(found.issuer, found.subject)

    def of(self, player_id: str) -> Sequence[OpenIdBindingRecord]:
        """Return as whom at the provider somebody comes in."""
        with self._store.read() as work:
            return [one for one in work.openid.of_player(player_id) if one.issuer == self._issuer]

    def _bind(self, work: Transaction, subject: str, name: str, player_id: str, now: int) -> None:
        known = work.openid.get(self._issuer, subject)
        if known is not None and known.player_id == player_id:
            return
        if len(work.openid.of_player(player_id)) >= MOST:
            raise RefusedAct(_MANY.format(n=MOST))
        record = OpenIdBindingRecord(self._issuer, subject, player_id, name, now)
        if known is not None or not work.openid.add(record):
            raise RefusedAct(_ANOTHERS)

    def _required(self, person: OpenIdPerson) -> OpenIdPerson:
        if not 0 < len(person.subject) <= LONGEST_SUBJECT or not person.subject.isprintable():
            raise NotYours(_NO_SUBJECT.format(name=self._name))
        tidy = " ".join(person.name.split())
        return OpenIdPerson(person.subject, tidy[:LONGEST_NAME] if tidy.isprintable() else "")


def has_other_way(
    work: Transaction, account: AccountRecord, *, issuer: str, but: str = "", passkeys_but: str = ""
) -> bool:
    """Tell whether an account can be come into by a password, a passkey or a provider that is still asked.

    Args:
        issuer: the provider that is asked; empty for none.
        but, passkeys_but: the subject there, and the passkey, that are to count no more.
    """
    if account.password != NO_PASSWORD:
        return True
    if any(one.id != passkeys_but for one in work.passkeys.of_player(account.player_id)):
        return True
    bound = work.openid.of_player(account.player_id)
    return any(one.issuer == issuer and one.subject != but for one in bound)


def suggested_name(person: OpenIdPerson) -> str:
    """Return how an account might be called; empty where that cannot be a name here.

    >>> suggested_name(OpenIdPerson("7", "anna.rossi")), suggested_name(OpenIdPerson("7", "a@b.it"))
    ('anna.rossi', '')
    """
    try:
        return account_name(person.name)
    except BadTerms:
        return ""


def _required_account(work: Transaction, player_id: str) -> AccountRecord:
    account = work.accounts.get(player_id)
    if account is None:
        raise NotYours(_SIGN_IN)
    return account


def _taken(work: Transaction, state: str, browser: str, now: int) -> OpenIdAttemptRecord:
    found = work.openid.take(_hash(state[:400]), _hash(browser[:400]), now=now)
    if found is None:
        raise NotYours(_BEGIN_AGAIN)
    return found


def _hash(text: str) -> str:
    return hashlib.sha256(f"openid {text}".encode()).hexdigest()
