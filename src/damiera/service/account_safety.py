"""Keeping another away, and telling the people who run this server about them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from damiera.messages import Message
from damiera.records.chat import ModerationRecord
from damiera.records.people import AbuseReportRecord, AccountRecord
from damiera.service.archive import ArchiveService
from damiera.service.errors import BadTerms, NotFound, NotYours, RefusedAct
from damiera.service.names import name_key, new_id
from damiera.service.ports import ServerClock, StorePort, Transaction

__all__ = ["AccountSafety", "ReportList"]

LONGEST: Final = 2_000
MOST_A_DAY: Final = 10
MOST_LISTED: Final = 200
_DAY_MS: Final = 86_400_000

_NOBODY: Final = Message("Nobody is called so here.")
_YOURSELF: Final = Message("This is you.")
_SIGN_IN: Final = Message("Sign in first: this belongs to an account.")
_SAY_WHAT: Final = Message("Write in a few words what happened: {most} signs at most.")
_ENOUGH: Final = Message("You have sent {most} reports in a day: the people who run this server are on it.")
_ADMIN_ONLY: Final = Message("This page is for the admins of this server.")
_NO_REPORT: Final = Message("This report was put away already.")
_ABOUT_YOU: Final = Message("This report is about you: another admin puts it away.")


class ReportList(msgspec.Struct, frozen=True):
    """What was reported, as one admin finds it.

    Attributes:
        reports: those that are not put away first, the newest first among each.
        own: the ids of those about the reader or a program of theirs, which others must see to.
        others: whether the server has another admin.
    """

    reports: tuple[AbuseReportRecord, ...]
    own: frozenset[str]
    others: bool


class AccountSafety:
    """The use cases of somebody who wants to be left in peace, and of those who see to it."""

    def __init__(self, store: StorePort, archive: ArchiveService, clock: ServerClock) -> None:
        self._store = store
        self._archive = archive
        self._clock = clock

    def block(self, player_id: str, name: str) -> None:
        """Keep somebody away: neither can sit down at a game of the other.

        Games under way go on; they are friends no longer.

        Raises:
            NotFound, RefusedAct, NotYours: for nobody, for oneself, for guests.
        """
        with self._store.write() as work:
            other = _other(work, player_id, name)
            work.accounts.block(player_id, other.player_id, at=self._clock.now_ms())
            work.friends.remove(player_id, other.player_id)

    def unblock(self, player_id: str, name: str) -> None:
        """Keep somebody away no longer. Raises `NotFound`, `RefusedAct`, `NotYours`."""
        with self._store.write() as work:
            work.accounts.unblock(player_id, _other(work, player_id, name).player_id)

    def blocked(self, player_id: str) -> Sequence[str]:
        """Return the names of those whom somebody keeps away."""
        with self._store.read() as work:
            return [name for _, name in work.accounts.blocked(player_id)]

    def report(self, player_id: str, name: str, words: str, game_id: str = "") -> None:
        """Tell the admins about somebody, with a game as it stands now if one is named.

        Raises:
            NotFound, RefusedAct, NotYours: for nobody, for oneself or too often, for guests.
            BadTerms: without words, or with too many.
        """
        told, game_id = words.strip(), game_id.strip().rpartition("/")[2]
        if not 0 < len(told) <= LONGEST:
            raise BadTerms("words", _SAY_WHAT.format(most=LONGEST))
        evidence = self._archive.pdn(game_id) if game_id else ""
        now = self._clock.now_ms()
        with self._store.write() as work:
            about = _other(work, player_id, name)
            if work.accounts.reports_of(player_id, since=now - _DAY_MS) >= MOST_A_DAY:
                raise RefusedAct(_ENOUGH.format(most=MOST_A_DAY))
            teller = work.accounts.get(player_id)
            assert teller is not None
            work.accounts.add_report(
                AbuseReportRecord(
                    id=new_id(),
                    reporter=teller.name,
                    reporter_id=player_id,
                    about=about.name,
                    about_id=about.player_id,
                    words=told,
                    game_id=game_id,
                    evidence=evidence,
                    at=now,
                )
            )

    def reports(self, admin_id: str | None) -> ReportList:
        """Return what was reported, to an admin. Raises `NotYours`."""
        with self._store.read() as work:
            by = _admin(work, admin_id)
            found, theirs = work.accounts.reports(limit=MOST_LISTED), _answers_for(work, by)
            own = frozenset(one.id for one in found if one.about_id in theirs)
            return ReportList(tuple(found), own, work.accounts.count_role("admin") > 1)

    def close(self, admin_id: str | None, report_id: str) -> None:
        """Put a report away, in the name of an admin; it is written down among what moderators did.

        Raises:
            NotYours: for who is no admin, or where it is about them or a program of theirs.
            NotFound: if it is not there, or was put away.
        """
        now = self._clock.now_ms()
        with self._store.write() as work:
            by, found = _admin(work, admin_id), work.accounts.abuse_report(report_id)
            if found is not None and found.about_id in _answers_for(work, by):
                raise NotYours(_ABOUT_YOU)
            if found is None or not work.accounts.close_report(report_id, by=by.name, at=now):
                raise NotFound(report_id, _NO_REPORT)
            work.chat.log(
                ModerationRecord(
                    id=new_id(),
                    at=now,
                    by_id=by.player_id,
                    by_name=by.name,
                    act="close",
                    about_id=found.about_id,
                    about_name=found.about,
                    room="",
                    words=found.words,
                )
            )


def _admin(work: Transaction, player_id: str | None) -> AccountRecord:
    found = work.accounts.get(player_id) if player_id else None
    if found is None or found.role != "admin":
        raise NotYours(_ADMIN_ONLY)
    return found


def _answers_for(work: Transaction, admin: AccountRecord) -> frozenset[str]:
    """Return who an admin is: themselves, and the programs that they answer for."""
    return frozenset({admin.player_id} | {one.player_id for one in work.bots.of_owner(admin.player_id)})


def _other(work: Transaction, player_id: str, name: str) -> AccountRecord:
    """Return the account of another."""
    if work.accounts.get(player_id) is None:
        raise NotYours(_SIGN_IN)
    found = work.accounts.by_key(name_key(name[:400]))
    if found is None:
        raise NotFound(name, _NOBODY)
    if found.player_id == player_id:
        raise RefusedAct(_YOURSELF)
    return found
