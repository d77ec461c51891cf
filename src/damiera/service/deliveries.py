"""What is sent to people by mail: what waits for them, reminders, letters that they asked for.

Whatever is to be sent is written down first, so that nothing is lost while the mail server is away, and is
looked at again just before it is sent: who has moved meanwhile, chose otherwise or is gone hears nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final, cast

import msgspec

from damiera.messages import Lang, Message
from damiera.records.contacts import ContactRecord, DeliveryRecord
from damiera.service.contacts import DAY_MS, NOTICE_KINDS, ToldKind, ToldWay, choices_of, language_of
from damiera.service.errors import NotYours, ServiceError
from damiera.service.live import GameCache, LiveGame, move_due
from damiera.service.names import new_id
from damiera.service.notices import Notice, NoticeService
from damiera.service.ports import Transaction

__all__ = ["DeliveryFacts", "DeliveryService", "DeliveryTrouble", "ReadyDelivery"]

GRACE_MS: Final = 60_000
"""What waits is told by mail after so long: whoever is here sees to it before."""
_HOUR_MS: Final = 3_600_000
_LEASE_MS: Final = 10 * 60_000
_WAITS_MS: Final = tuple(60_000 * minutes for minutes in (1, 5, 15, 60, 180, 360, 720))
_MOST_TRIES: Final = 14  # some four days
_KEPT_MS: Final = 30 * DAY_MS
_MOST_A_DAY: Final = 40
_AT_ONCE: Final = 20
_SLACK_MS: Final = 5_000
_ASKED_FOR: Final = ("confirm", "reset")
_TELLABLE: Final[tuple[ToldWay, ...]] = ("mail", "push")

_ADMINS_ONLY: Final = Message("Only admins of this server see this.")


class ReadyDelivery(msgspec.Struct, frozen=True):
    """Something that is to be sent now.

    Attributes:
        name: what whom it is for is called here.
        notice: what waits; None for a letter that was asked for.
        live, due_at: the game in which it is their move, and when that is due; None without one.
    """

    delivery: DeliveryRecord
    name: str
    lang: Lang
    notice: Notice | None = None
    live: LiveGame | None = None
    due_at: int | None = None


class DeliveryTrouble(msgspec.Struct, frozen=True):
    """A mail that failed: for whom, of which kind, since when, why, and whether it was given up."""

    name: str
    kind: str
    at: int
    tries: int
    failure: str
    given_up: bool


class DeliveryFacts(msgspec.Struct, frozen=True):
    """What an admin sees of the mails: how many wait, and what failed."""

    waiting: int
    troubles: tuple[DeliveryTrouble, ...]


class DeliveryService:
    """The use cases of whoever sends what people are to be told."""

    def __init__(self, cache: GameCache, notices: NoticeService) -> None:
        self._cache = cache
        self._store = cache.store
        self._clock = cache.clock
        self._notices = notices

    # ------------------------------------------------------------------------------------------ what is new

    def touched(self, since: int) -> Sequence[str]:
        """Return those for whom something may wait that has changed since a time; 0: everybody."""
        with self._store.read() as work:
            return work.contacts.touched(max(0, since - _SLACK_MS))

    def wanted(self, player_id: str) -> Sequence[DeliveryRecord]:
        """Return what waits for somebody and is to be sent, whether or not it is written down already."""
        with self._store.read() as work:
            contact = work.contacts.get(player_id)
            is_pushed = bool(work.push_devices.of_player(player_id))
        if contact is None:
            return ()
        reached = [*(["mail"] * (contact.confirmed_at is not None)), *(["push"] * is_pushed)]
        found = self._notices.of(player_id)
        return [one for notice in found for one in self._wanted(contact, notice, reached)]

    def schedule(self, wanted: Sequence[DeliveryRecord]) -> int:
        """Write down what is to be sent; return how much of it is new."""
        with self._store.write() as work:
            return sum(work.contacts.schedule(one) for one in wanted)

    def _wanted(self, contact: ContactRecord, notice: Notice, reached: Sequence[str]) -> list[DeliveryRecord]:
        """Return what is to be sent of a notice."""
        now, choices = self._clock.now_ms(), choices_of(contact)
        new = partial(_new, contact, now)
        at = now if notice.kind == "board" else now + GRACE_MS
        found = [new(way, notice.kind, notice.key, at) for way in _ways(reached, choices[notice.kind])]
        if notice.kind == "move" and (reminded := _ways(reached, choices["reminder"])):
            due = self._due(notice)
            if due is not None and due - DAY_MS > now + _HOUR_MS:
                key = _reminder_key(notice)
                found += [new(way, "reminder", key, due - DAY_MS) for way in reminded]
        return found

    def _due(self, notice: Notice) -> int | None:
        live = self._live(notice)
        return None if live is None else move_due(live)

    def _live(self, notice: Notice) -> LiveGame | None:
        try:
            return self._cache.load(notice.address.rpartition("/")[2])
        except ServiceError:  # it was taken away this moment
            return None

    # ---------------------------------------------------------------------------------------------- sending

    def due(self, way: ToldWay) -> Sequence[DeliveryRecord]:
        """Return what is to be sent by now, the longest due first."""
        with self._store.read() as work:
            return work.contacts.due(way, at=self._clock.now_ms(), limit=_AT_ONCE)

    def take(self, delivery: DeliveryRecord) -> bool:
        """Take something to be sent; False where another has it, or whom it is for had very many in a day."""
        now = self._clock.now_ms()
        with self._store.write() as work:
            if not work.contacts.begin(delivery, again_at=now + _LEASE_MS):
                return False
            later = _later(work, delivery, now)
            if later is not None:
                work.contacts.postpone(delivery.id, to=later, failure=delivery.failure, tries=delivery.tries)
        return later is None

    def prepared(self, delivery: DeliveryRecord) -> ReadyDelivery | int | None:
        """Return something as it is to be sent now.

        Returns:
            when it is to be looked at again, in ms since 1970, if it is for later: a reminder of somebody who
            went on vacation. None if it is of no use any more.
        """
        with self._store.read() as work:
            account = work.accounts.get(delivery.player_id)
            contact = work.contacts.get(delivery.player_id)
        if account is None or contact is None or not _may_go(contact, delivery):
            return None
        lang = language_of(contact)
        if delivery.kind in _ASKED_FOR:
            return ReadyDelivery(delivery, account.name, lang)
        notice = self._waiting(delivery)
        if notice is None:
            return None
        live = self._live(notice) if notice.kind == "move" else None
        due = move_due(live) if live is not None else None
        if delivery.kind == "reminder":
            if due is None:
                return None
            if due - DAY_MS > self._clock.now_ms() + _HOUR_MS:
                return due - DAY_MS
        return ReadyDelivery(delivery, account.name, lang, notice, live, due)

    def _waiting(self, delivery: DeliveryRecord) -> Notice | None:
        """Return the notice that something is about; None where it waits no more."""
        for notice in self._notices.of(delivery.player_id):
            if delivery.key in (notice.key, _reminder_key(notice)):
                return notice
        return None

    def put_off(self, delivery: DeliveryRecord, to: int) -> None:
        """Let something be sent at another time (ms since 1970)."""
        with self._store.write() as work:
            work.contacts.postpone(delivery.id, to=to, failure="", tries=0)

    def drop(self, delivery: DeliveryRecord) -> None:
        """Let something not be sent; should it wait again, it is told anew."""
        with self._store.write() as work:
            work.contacts.drop(delivery.id)

    def finish(self, delivery: DeliveryRecord) -> None:
        """Note that something was sent."""
        with self._store.write() as work:
            work.contacts.finish(delivery.id, at=self._clock.now_ms())

    def fail(self, delivery: DeliveryRecord, failure: str, *, for_good: bool = False) -> int | None:
        """Note that sending failed; return in how many ms it is tried again, None if it is given up.

        Args:
            failure: why, without addresses.
            for_good: another try would fail as well.
        """
        now, tries = self._clock.now_ms(), delivery.tries + 1
        given_up = for_good or tries >= _MOST_TRIES
        wait = _WAITS_MS[min(tries, len(_WAITS_MS)) - 1]
        with self._store.write() as work:
            if given_up:
                work.contacts.finish(delivery.id, at=now, failure=failure[:200])
            else:
                work.contacts.postpone(delivery.id, to=now + wait, failure=failure[:200], tries=tries)
        return None if given_up else wait

    def clean(self) -> int:
        """Forget what was sent long ago; return how much that was."""
        with self._store.write() as work:
            return work.contacts.forget(self._clock.now_ms() - _KEPT_MS)

    def facts(self, asker: str | None) -> DeliveryFacts:
        """Return how the mails fare. Raises `NotYours` to whoever is no admin."""
        with self._store.read() as work:
            account = work.accounts.get(asker) if asker else None
            if account is None or account.role != "admin":
                raise NotYours(_ADMINS_ONLY)
            troubles = work.contacts.troubles(limit=100)
            waiting = work.contacts.waiting("mail")
        shown = tuple(
            DeliveryTrouble(
                name, one.kind, one.created_at, one.tries, one.failure, given_up=one.done_at is not None
            )
            for one, name in troubles
        )
        return DeliveryFacts(waiting, shown)

    def waiting(self) -> int:
        """Return how many mails are to be sent."""
        with self._store.read() as work:
            return work.contacts.waiting("mail")


def _new(contact: ContactRecord, now: int, way: ToldWay, kind: str, key: str, due: int) -> DeliveryRecord:
    address = contact.address if way == "mail" else ""
    return DeliveryRecord(new_id(), contact.player_id, way, kind, key, address, now, due)


def _ways(reached: Sequence[str], chosen: frozenset[ToldWay]) -> list[ToldWay]:
    """Return the ways by which somebody is sent something, of those they chose and are reached by."""
    return [way for way in _TELLABLE if way in chosen and way in reached]


def _may_go(contact: ContactRecord, delivery: DeliveryRecord) -> bool:
    """Tell whether somebody still wants something to be sent."""
    if delivery.way == "mail" and (not contact.address or contact.address != delivery.address):
        return False
    if delivery.kind == "confirm":
        return contact.confirmed_at is None
    if delivery.way == "mail" and contact.confirmed_at is None:
        return False
    if delivery.kind == "reset":
        return True
    kind = cast(ToldKind, delivery.kind)
    return kind in NOTICE_KINDS and delivery.way in choices_of(contact)[kind]


def _later(work: Transaction, delivery: DeliveryRecord, now: int) -> int | None:
    """Return when somebody may be sent mail again who had very many in a day; None: now."""
    if delivery.way != "mail" or delivery.kind in _ASKED_FOR:
        return None
    sent = work.contacts.sent_since(delivery.player_id, now - DAY_MS)
    return sent[-_MOST_A_DAY] + DAY_MS + 1 if len(sent) >= _MOST_A_DAY else None


def _reminder_key(notice: Notice) -> str:
    return f"due-{notice.key}"
