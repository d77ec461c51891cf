"""How somebody is told of what waits for them: an address that they confirmed, and a choice for each kind.

An address is optional, always. Until its owner has opened the link that is sent there, nothing else is.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from email.errors import HeaderParseError
from email.headerregistry import Address
from typing import Final, Literal, TypeAlias, get_args

import msgspec

from damiera.decoding import prepared
from damiera.messages import SOURCE_LANGUAGE, Lang, Message, known_language
from damiera.records.contacts import ContactRecord, DeliveryRecord
from damiera.service.errors import BadTerms, NotFound, NotYours, RefusedAct
from damiera.service.names import new_id
from damiera.service.ports import ServerClock, StorePort, Transaction
from damiera.service.signed_links import SignedLinks

__all__ = [
    "DAY_MS",
    "NOTICE_KINDS",
    "WAYS_OF",
    "ContactFacts",
    "ContactService",
    "ToldKind",
    "ToldWay",
    "choices_of",
    "encoded_choices",
    "language_of",
    "mail_address",
]

ToldKind: TypeAlias = Literal["move", "reminder", "board", "friend", "club", "challenge"]
"""What somebody may be told of."""
ToldWay: TypeAlias = Literal["bell", "mail", "push"]
"""How they may be told: on every page of ours, by mail, by what the browser shows."""
NOTICE_KINDS: Final[tuple[ToldKind, ...]] = get_args(ToldKind)
WAYS_OF: Final[Mapping[ToldKind, tuple[ToldWay, ...]]] = {
    "move": ("bell", "mail", "push"),
    "reminder": ("mail", "push"),
    "board": ("bell", "push"),
    "friend": ("bell", "mail", "push"),
    "club": ("bell", "mail", "push"),
    "challenge": ("bell",),
}
"""The ways by which each kind can be told: whoever is challenged is at the club just now, and a board
does not wait for mail."""
DAY_MS: Final = 86_400_000
_CONFIRM_DAYS: Final = 3
_MOST_A_DAY: Final = 5
_LONGEST: Final = 254  # RFC 5321, 4.5.3.1.3, without the brackets
_LONGEST_LOCAL: Final = 64

_NO_ADDRESS: Final = Message("'{word}' is no mail address: write one such as anna@example.org.")
_ASCII_ONLY: Final = Message("A mail address is written in plain letters without accents here.")
_TOO_MANY: Final = Message("Several mails were sent in the last day: look for them, or try again tomorrow.")
_SIGN_IN: Final = Message("Sign in first: this belongs to an account.")
_OTHER_ADDRESS: Final = Message("This link is for an address that the account has no longer.")
_GONE: Final = Message("The account that this link is for is not here any more.")


class ConfirmLink(msgspec.Struct, frozen=True):
    """Confirms an address."""

    player: str
    address: str


class StopLink(msgspec.Struct, frozen=True):
    """Ends the mails of a kind."""

    player: str
    kind: ToldKind


prepared(ConfirmLink, StopLink)


class ContactFacts(msgspec.Struct, frozen=True):
    """How somebody is told.

    Attributes:
        address: empty where there is none. `confirmed`: whether its owner has opened the link.
        choices: the ways chosen for each kind.
    """

    address: str
    confirmed: bool
    lang: Lang
    choices: Mapping[ToldKind, frozenset[ToldWay]]


_Choices: TypeAlias = dict[str, list[str]]
_DECODER: Final = msgspec.json.Decoder(_Choices)
_USUAL: Final = frozenset[ToldWay]({"bell"})
_FIRST: Final[Mapping[ToldKind, frozenset[ToldWay]]] = {
    "move": frozenset({"bell", "mail"}),
    "reminder": frozenset({"mail"}),
}
"""What is ticked when an address is given for the first time."""


def choices_of(record: ContactRecord | None) -> dict[ToldKind, frozenset[ToldWay]]:
    """Return the ways by which somebody is told of each kind; the bell alone where they chose nothing.

    >>> sorted(choices_of(None)["move"])
    ['bell']
    """
    kept = _DECODER.decode(record.choices) if record is not None else {}
    return {kind: _ways(kind, kept[kind]) if kind in kept else _usual(kind) for kind in NOTICE_KINDS}


def _usual(kind: ToldKind) -> frozenset[ToldWay]:
    return _ways(kind, _USUAL)


def _ways(kind: ToldKind, chosen: Collection[str]) -> frozenset[ToldWay]:
    return frozenset(way for way in WAYS_OF[kind] if way in chosen)


def encoded_choices(choices: Mapping[ToldKind, Collection[ToldWay]]) -> str:
    """Return choices as they are kept."""
    return msgspec.json.encode({kind: sorted(ways) for kind, ways in choices.items()}).decode()


def language_of(record: ContactRecord | None) -> Lang:
    """Return the language in which somebody is written to."""
    return (known_language(record.lang) if record is not None else None) or SOURCE_LANGUAGE


def mail_address(text: str) -> str:
    """Return a mail address as it is kept: the host in small letters, a name of other letters encoded.

    Raises:
        BadTerms: if it is none.

    >>> mail_address(" Anna@Example.ORG ")
    'Anna@example.org'
    """
    word = text.strip()
    try:
        parsed = Address(addr_spec=word)
        host = parsed.domain.encode("idna").decode().lower()
    except (HeaderParseError, ValueError, IndexError):
        raise BadTerms("address", _NO_ADDRESS.format(word=word[:60])) from None
    local = parsed.username
    if not local.isascii():
        raise BadTerms("address", _ASCII_ONLY)
    kept = f"{local}@{host}"
    is_short = len(kept) <= _LONGEST and len(local) <= _LONGEST_LOCAL
    is_plain = all(sign.isprintable() and sign not in ' "<>,;:\\()[]' for sign in kept)
    if not (is_short and is_plain and _is_host(host)):
        raise BadTerms("address", _NO_ADDRESS.format(word=word[:60]))
    return kept


def _is_host(host: str) -> bool:
    labels = host.split(".")
    return len(labels) > 1 and all(
        label and label.replace("-", "a").isalnum() and label[0] != "-" and label[-1] != "-"
        for label in labels
    )


class ContactService:
    """The use cases of whoever says how they want to be told."""

    def __init__(self, store: StorePort, clock: ServerClock, links: SignedLinks) -> None:
        self._store = store
        self._clock = clock
        self._links = links

    def facts(self, player_id: str) -> ContactFacts:
        """Return how somebody is told. Raises `NotYours` without an account."""
        with self._store.read() as work:
            _require_account(work, player_id)
            kept = work.contacts.get(player_id)
        address = kept.address if kept else ""
        confirmed = kept is not None and kept.confirmed_at is not None
        return ContactFacts(address, confirmed, language_of(kept), choices_of(kept))

    def bell_kinds(self, player_id: str) -> frozenset[ToldKind]:
        """Return the kinds of which the bell tells somebody."""
        with self._store.read() as work:
            kept = work.contacts.get(player_id)
        return frozenset(kind for kind, ways in choices_of(kept).items() if "bell" in ways)

    def give_address(self, player_id: str, text: str, lang: Lang) -> str:
        """Keep an address to be confirmed, and have the link sent there; return it as it is kept.

        The one that was confirmed before is told no more.

        Raises:
            BadTerms: if it is no address.
            RefusedAct: if too many such mails were sent in a day.
            NotYours: without an account.
        """
        address, now = mail_address(text), self._clock.now_ms()
        with self._store.write() as work:
            _require_account(work, player_id)
            kept = work.contacts.get(player_id)
            if kept is not None and kept.address == address and kept.confirmed_at is not None:
                return address
            if work.contacts.count_since(player_id, "confirm", now - DAY_MS) >= _MOST_A_DAY:
                raise RefusedAct(_TOO_MANY)
            choices = kept.choices if kept else encoded_choices(_FIRST)
            work.contacts.keep(ContactRecord(player_id, address, None, lang, choices))
            _send_now(work, player_id, "confirm", address, now)
        return address

    def drop_address(self, player_id: str) -> None:
        """Keep no address of somebody. Raises `NotYours` without an account."""
        with self._store.write() as work:
            _require_account(work, player_id)
            kept = work.contacts.get(player_id)
            if kept is not None:
                work.contacts.keep(replace(kept, address="", confirmed_at=None))

    def choose(self, player_id: str, choices: Mapping[ToldKind, Collection[ToldWay]], lang: Lang) -> None:
        """Keep by which ways somebody wants to be told of each kind, and in which language.

        Raises:
            NotYours: without an account.
        """
        chosen = {kind: _ways(kind, choices.get(kind, ())) for kind in NOTICE_KINDS}
        with self._store.write() as work:
            _require_account(work, player_id)
            kept = work.contacts.get(player_id) or ContactRecord(player_id, "", None, lang, "{}")
            work.contacts.keep(replace(kept, choices=encoded_choices(chosen), lang=lang))

    # ----------------------------------------------------------------------------------------------- links

    def confirm_link(self, player_id: str, address: str) -> str:
        """Return the last part of the link that confirms an address."""
        until = self._clock.now_ms() + _CONFIRM_DAYS * DAY_MS
        return self._links.of("confirm", ConfirmLink).write(ConfirmLink(player_id, address), until=until)

    def confirming(self, link: str) -> tuple[str, str]:
        """Return the address that a link would confirm, and the name of the account.

        Raises:
            NotFound: if the link is not ours, or its account is gone.
            RefusedAct: if it is too old, or the account has another address now.
        """
        asked = self._links.of("confirm", ConfirmLink).read(link, at=self._clock.now_ms())
        with self._store.read() as work:
            kept, account = _confirmable(work, asked), work.accounts.get(asked.player)
        return kept.address, account.name if account else ""

    def confirm(self, link: str) -> str:
        """Confirm an address and return it; once more does no harm. Raises as `confirming` does."""
        now = self._clock.now_ms()
        asked = self._links.of("confirm", ConfirmLink).read(link, at=now)
        with self._store.write() as work:
            kept = _confirmable(work, asked)
            if kept.confirmed_at is None:
                work.contacts.keep(replace(kept, confirmed_at=now))
        return asked.address

    def stop_link(self, player_id: str, kind: ToldKind) -> str:
        """Return the last part of the link by which mails of a kind are ended; it is good for ever."""
        return self._links.of("stop", StopLink).write(StopLink(player_id, kind), until=0)

    def stopping(self, link: str) -> ToldKind:
        """Return the kind whose mails a link would end. Raises `NotFound` if it is not ours."""
        return self._links.of("stop", StopLink).read(link, at=0).kind

    def stop(self, link: str, *, everything: bool = False) -> None:
        """Send somebody no more mails of a link's kind, or none at all; nothing happens if they are gone.

        Raises:
            NotFound: if the link is not ours.
        """
        asked = self._links.of("stop", StopLink).read(link, at=0)
        with self._store.write() as work:
            kept = work.contacts.get(asked.player)
            if kept is None:
                return
            ended = set(NOTICE_KINDS) if everything else {asked.kind}
            choices = {
                kind: ways - {"mail"} if kind in ended else ways for kind, ways in choices_of(kept).items()
            }
            work.contacts.keep(replace(kept, choices=encoded_choices(choices)))


def _confirmable(work: Transaction, asked: ConfirmLink) -> ContactRecord:
    kept = work.contacts.get(asked.player)
    if kept is None:
        raise NotFound("account", _GONE)
    if kept.address != asked.address:
        raise RefusedAct(_OTHER_ADDRESS)
    return kept


def _send_now(work: Transaction, player_id: str, kind: str, address: str, now: int) -> None:
    """Have a letter sent that somebody asked for."""
    id = new_id()
    work.contacts.schedule(DeliveryRecord(id, player_id, "mail", kind, f"{kind}-{id}", address, now, now))


def _require_account(work: Transaction, player_id: str) -> None:
    if work.accounts.get(player_id) is None:
        raise NotYours(_SIGN_IN)
