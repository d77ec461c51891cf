"""Clubs that accounts belong to: founded by one, joined by request or by a link, with notes and events.

A club has one founder, who may do everything; admins, who see to members, notes and events; and members.
Whoever founded it leaves by handing it over, or closes it. Whom the founder keeps away cannot come in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from damiera.messages import Message
from damiera.records.member_clubs import (
    ClubEventRecord,
    ClubMemberRecord,
    ClubNoteRecord,
    ClubRole,
    MemberClubRecord,
)
from damiera.records.people import AccountRecord, RatingRecord
from damiera.service.chat import club_room
from damiera.service.errors import BadTerms, NotFound, NotYours, RefusedAct
from damiera.service.identity import clean_name
from damiera.service.names import name_key, new_code, new_id
from damiera.service.ports import ServerClock, StorePort, Transaction

__all__ = ["LONGEST_TEXT", "MemberClub", "MemberClubService", "leave_clubs", "require_club_admin"]

MOST_FOUNDED: Final = 5
MOST_CLUBS: Final = 30
"""Clubs in which somebody may be, or ask to be."""
MOST_MEMBERS: Final = 1_000
MOST_NOTES: Final = 30
MOST_EVENTS: Final = 60
SHOWN: Final = 100
LONGEST_TEXT: Final = 2_000
_LONGEST_LINE: Final = 80
_LONGEST_ADDRESS: Final = 300

_SIGN_IN: Final = Message("Sign in first: this belongs to an account.")
_NO_CLUB: Final = Message("There is no such club, or it was closed.")
_NO_LINK: Final = Message("This link lets nobody into a club any more: ask for a new one.")
_TAKEN: Final = Message("A club is called so already: choose another name.")
_MANY_FOUNDED: Final = Message("You have founded {n} clubs: hand one over or close it first.")
_MANY: Final = Message("You are in {n} clubs: leave one first.")
_FULL: Final = Message("The club has {n} members, and no more can be.")
_IN: Final = Message("You are in this club already.")
_ASKED: Final = Message("You have asked already: an admin of the club answers.")
_NOT_NOW: Final = Message("You cannot come into this club now.")
_NOT_IN: Final = Message("You are not in this club.")
_NOBODY: Final = Message("{name} is not in this club.")
_ADMINS_ONLY: Final = Message("Only the admins of the club may do this.")
_FOUNDER_ONLY: Final = Message("Only the founder of the club may do this.")
_HAND_OVER: Final = Message("You have founded the club: hand it over first, or close it.")
_FOUNDER_STAYS: Final = Message("The founder of a club cannot be removed or made anything else.")
_LONG: Final = Message("The text has {n} signs: {most} at most.")
_EMPTY: Final = Message("Write something.")
_MANY_LISTED: Final = Message("There are {n} already: take one away first.")
_OURS: Final = Message("Give the page of an event on this server, beginning with a slash: /hall/…")
_GONE: Final = Message("This is not here any more.")
_TICK: Final = Message("Tick that you know what happens, and try again.")


class MemberClub(msgspec.Struct, frozen=True):
    """A club as somebody sees it.

    Attributes:
        role: what they are in it; None if nothing.
        members: those who are in it. `asking`: who asks to be, shown to admins alone.
        ratings: of its members, in the game and at the speed that was asked for, by player.
        notes: shown to members alone.
    """

    club: MemberClubRecord
    role: ClubRole | None
    members: tuple[ClubMemberRecord, ...]
    asking: tuple[ClubMemberRecord, ...]
    ratings: Mapping[str, RatingRecord]
    notes: tuple[ClubNoteRecord, ...]
    events: tuple[ClubEventRecord, ...]

    @property
    def is_admin(self) -> bool:
        """Whether who looks sees to the club."""
        return self.role in ("founder", "admin")


class MemberClubService:
    """The use cases of clubs with members."""

    def __init__(self, store: StorePort, clock: ServerClock) -> None:
        self._store = store
        self._clock = clock

    # ----------------------------------------------------------------------------------------- looking

    def search(self, words: str) -> Sequence[MemberClubRecord]:
        """Return clubs whose names have some letters, those with most members first."""
        with self._store.read() as work:
            return work.member_clubs.all(words=name_key(words[:80]), limit=SHOWN)

    def of_player(self, player_id: str | None) -> Sequence[tuple[MemberClubRecord, ClubRole]]:
        """Return the clubs in which somebody is, or asks to be."""
        if player_id is None:
            return ()
        with self._store.read() as work:
            return work.member_clubs.of_player(player_id)

    def load(self, club_id: str, player_id: str | None, game: str, speed: str) -> MemberClub:
        """Return a club as somebody sees it, with ratings in a game at a speed. Raises `NotFound`."""
        with self._store.read() as work:
            club = _club(work, club_id)
            people = work.member_clubs.members(club_id)
            role = next((one.role for one in people if one.player_id == player_id), None)
            members = tuple(one for one in people if one.role != "asking")
            ids = [one.player_id for one in members]
            notes = tuple(work.member_clubs.notes(club_id))
            return MemberClub(
                club=club,
                role=role,
                members=members,
                asking=tuple(one for one in people if one.role == "asking" and role in ("founder", "admin")),
                ratings=work.ratings.of_players(ids, game, speed),
                notes=notes if role in ("founder", "admin", "member") else (),
                events=tuple(work.member_clubs.events(club_id)),
            )

    def events(self, club_id: str) -> Sequence[ClubEventRecord]:
        """Return the events of a club, the newest first."""
        with self._store.read() as work:
            return work.member_clubs.events(club_id)

    # ---------------------------------------------------------------------------------- coming and going

    def found(self, player_id: str | None, name: str, about: str) -> MemberClubRecord:
        """Found a club. Raises `NotYours` for guests, `BadTerms` for its name or text, `RefusedAct`."""
        tidy, text = clean_name(name), _text(about, may_be_empty=True)
        now = self._clock.now_ms()
        club = MemberClubRecord(
            id=new_id(), name=tidy, name_key=name_key(tidy), about=text, key="", created_at=now, members=1
        )
        with self._store.write() as work:
            me = _account(work, player_id)
            mine = work.member_clubs.of_player(me.player_id)
            _require_few(mine)
            if sum(role == "founder" for _, role in mine) >= MOST_FOUNDED:
                raise RefusedAct(_MANY_FOUNDED.format(n=MOST_FOUNDED))
            if not work.member_clubs.add(club):
                raise BadTerms("name", _TAKEN)
            work.member_clubs.put(club.id, me.player_id, "founder", at=now)
        return club

    def ask(self, player_id: str | None, club_id: str) -> None:
        """Ask to be let in. Raises `NotYours`, `NotFound`, `RefusedAct`."""
        with self._store.write() as work:
            me, club = _account(work, player_id), _club(work, club_id)
            self._require_welcome(work, me, club)
            if _role(work, club_id, me.player_id) == "asking":
                raise RefusedAct(_ASKED)
            work.member_clubs.put(club_id, me.player_id, "asking", at=self._clock.now_ms())

    def invited(self, key: str) -> MemberClubRecord:
        """Return the club that a link leads into. Raises `NotFound`."""
        with self._store.read() as work:
            return _linked(work, key)

    def join(self, player_id: str | None, key: str) -> MemberClubRecord:
        """Come into a club by its link. Raises `NotYours`, `NotFound`, `RefusedAct`."""
        with self._store.write() as work:
            me, club = _account(work, player_id), _linked(work, key)
            self._require_welcome(work, me, club)
            work.member_clubs.put(club.id, me.player_id, "member", at=self._clock.now_ms())
        return club

    def _require_welcome(self, work: Transaction, me: AccountRecord, club: MemberClubRecord) -> None:
        people = work.member_clubs.members(club.id)
        mine = next((one.role for one in people if one.player_id == me.player_id), None)
        if mine not in (None, "asking"):
            raise RefusedAct(_IN)
        if mine is None:
            _require_few(work.member_clubs.of_player(me.player_id))
        if len(people) >= MOST_MEMBERS:
            raise RefusedAct(_FULL.format(n=MOST_MEMBERS))
        founders = [one.player_id for one in people if one.role == "founder"]
        if work.accounts.blocks_between(me.player_id, founders):
            raise RefusedAct(_NOT_NOW)

    def leave(self, player_id: str | None, club_id: str) -> None:
        """Leave a club, or take a request back. Raises `NotYours`, `NotFound`; `RefusedAct` for founders."""
        with self._store.write() as work:
            me, _ = _account(work, player_id), _club(work, club_id)
            role = _role(work, club_id, me.player_id)
            if role is None:
                raise RefusedAct(_NOT_IN)
            if role == "founder":
                raise RefusedAct(_HAND_OVER)
            work.member_clubs.drop(club_id, me.player_id)

    # ------------------------------------------------------------------------------------ seeing to it

    def answer(self, player_id: str | None, club_id: str, name: str, *, accepts: bool) -> None:
        """Let somebody in who asks, or decline. Raises `NotYours`, `NotFound`, `RefusedAct`."""
        with self._store.write() as work:
            require_club_admin(work, club_id, player_id)
            other = _named(work, club_id, name)
            if other.role != "asking":
                raise RefusedAct(_GONE)
            if accepts:
                work.member_clubs.put(club_id, other.player_id, "member", at=self._clock.now_ms())
            else:
                work.member_clubs.drop(club_id, other.player_id)

    def remove(self, player_id: str | None, club_id: str, name: str) -> None:
        """Remove a member; of an admin only the founder may. Raises `NotYours`, `NotFound`, `RefusedAct`."""
        with self._store.write() as work:
            role, other = require_club_admin(work, club_id, player_id), _named(work, club_id, name)
            if other.role == "founder":
                raise RefusedAct(_FOUNDER_STAYS)
            if other.role == "admin" and role != "founder":
                raise NotYours(_FOUNDER_ONLY)
            work.member_clubs.drop(club_id, other.player_id)

    def set_role(self, player_id: str | None, club_id: str, name: str, *, is_admin: bool) -> None:
        """Make a member an admin, or an admin a member, as the founder."""
        with self._store.write() as work:
            _require_founder(work, club_id, player_id)
            other = _named(work, club_id, name)
            _require_member(other)
            work.member_clubs.put(club_id, other.player_id, "admin" if is_admin else "member", at=0)

    def hand_over(self, player_id: str | None, club_id: str, name: str) -> None:
        """Make a member the founder, as the founder, who is an admin from then on."""
        with self._store.write() as work:
            me = _require_founder(work, club_id, player_id)
            other = _named(work, club_id, name)
            _require_member(other)
            work.member_clubs.put(club_id, other.player_id, "founder", at=0)
            work.member_clubs.put(club_id, me, "admin", at=0)

    def close(self, player_id: str | None, club_id: str, *, knows: bool) -> None:
        """Close a club, as the founder: all of it goes. Raises `BadTerms` where nobody ticked it."""
        with self._store.write() as work:
            _require_founder(work, club_id, player_id)
            if not knows:
                raise BadTerms("knows", _TICK)
            _close(work, club_id)

    def describe(self, player_id: str | None, club_id: str, about: str) -> None:
        """Keep what a club says of itself, as an admin."""
        text = _text(about, may_be_empty=True)
        with self._store.write() as work:
            require_club_admin(work, club_id, player_id)
            work.member_clubs.describe(club_id, about=text)

    def set_link(self, player_id: str | None, club_id: str, *, is_open: bool) -> None:
        """Make a new link that lets people in, or let none do so, as an admin."""
        with self._store.write() as work:
            require_club_admin(work, club_id, player_id)
            work.member_clubs.set_key(club_id, new_code() + new_code() if is_open else "")

    def pin(self, player_id: str | None, club_id: str, text: str) -> None:
        """Pin a note for the members, as an admin."""
        tidy = _text(text)
        with self._store.write() as work:
            require_club_admin(work, club_id, player_id)
            if len(work.member_clubs.notes(club_id)) >= MOST_NOTES:
                raise RefusedAct(_MANY_LISTED.format(n=MOST_NOTES))
            by = _account(work, player_id).name
            work.member_clubs.add_note(club_id, ClubNoteRecord(new_id(), by, tidy, self._clock.now_ms()))

    def unpin(self, player_id: str | None, club_id: str, note_id: str) -> None:
        """Take a note away, as an admin."""
        with self._store.write() as work:
            require_club_admin(work, club_id, player_id)
            if not work.member_clubs.drop_note(club_id, note_id):
                raise NotFound(note_id, _GONE)

    def list_event(self, player_id: str | None, club_id: str, title: str, address: str, time: str) -> None:
        """List an event of the club, as an admin.

        Args:
            address: its page on this server. `time`: when it is, in words; may be empty.
        """
        name, when = _line("title", title), _line("time", time, may_be_empty=True)
        where = address.strip()
        is_ours = where.startswith("/") and not where.startswith(("//", "/\\")) and where.isprintable()
        if not is_ours or len(where) > _LONGEST_ADDRESS:
            raise BadTerms("address", _OURS)
        with self._store.write() as work:
            require_club_admin(work, club_id, player_id)
            if len(work.member_clubs.events(club_id)) >= MOST_EVENTS:
                raise RefusedAct(_MANY_LISTED.format(n=MOST_EVENTS))
            event = ClubEventRecord(new_id(), name, where, when)
            work.member_clubs.add_event(club_id, event, at=self._clock.now_ms())

    def drop_event(self, player_id: str | None, club_id: str, event_id: str) -> None:
        """Take an event off the list, as an admin."""
        with self._store.write() as work:
            require_club_admin(work, club_id, player_id)
            if not work.member_clubs.drop_event(club_id, event_id):
                raise NotFound(event_id, _GONE)


def leave_clubs(work: Transaction, player_id: str) -> None:
    """Have somebody whose account goes leave their clubs.

    One that they founded goes to the admin, else the member, who came first; one without others is closed.
    """
    for club, role in work.member_clubs.of_player(player_id):
        work.member_clubs.drop(club.id, player_id)
        if role != "founder":
            continue
        heirs = [one for one in work.member_clubs.members(club.id) if one.role != "asking"]
        heirs.sort(key=lambda one: (one.role != "admin", one.since))
        if heirs:
            work.member_clubs.put(club.id, heirs[0].player_id, "founder", at=0)
        else:
            _close(work, club.id)


def _close(work: Transaction, club_id: str) -> None:
    work.chat.forget(club_room(club_id))
    work.member_clubs.remove(club_id)


def _text(text: str, *, may_be_empty: bool = False) -> str:
    tidy = text.replace("\r\n", "\n").strip()
    if not tidy and not may_be_empty:
        raise BadTerms("text", _EMPTY)
    if len(tidy) > LONGEST_TEXT:
        raise BadTerms("text", _LONG.format(n=len(tidy), most=LONGEST_TEXT))
    return "".join(sign for sign in tidy if sign.isprintable() or sign == "\n")


def _line(field: str, text: str, *, may_be_empty: bool = False) -> str:
    tidy = " ".join(text.split())
    if not tidy and not may_be_empty:
        raise BadTerms(field, _EMPTY)
    if len(tidy) > _LONGEST_LINE:
        raise BadTerms(field, _LONG.format(n=len(tidy), most=_LONGEST_LINE))
    return "".join(sign for sign in tidy if sign.isprintable())


def _require_few(mine: Sequence[object]) -> None:
    if len(mine) >= MOST_CLUBS:
        raise RefusedAct(_MANY.format(n=MOST_CLUBS))


def _account(work: Transaction, player_id: str | None) -> AccountRecord:
    found = work.accounts.get(player_id) if player_id else None
    if found is None:
        raise NotYours(_SIGN_IN)
    return found


def _club(work: Transaction, club_id: str) -> MemberClubRecord:
    found = work.member_clubs.get(club_id)
    if found is None:
        raise NotFound(club_id, _NO_CLUB)
    return found


def _linked(work: Transaction, key: str) -> MemberClubRecord:
    found = work.member_clubs.by_key(key)
    if found is None:
        raise NotFound(key, _NO_LINK)
    return found


def _role(work: Transaction, club_id: str, player_id: str | None) -> ClubRole | None:
    people = work.member_clubs.members(club_id)
    return next((one.role for one in people if one.player_id == player_id), None)


def require_club_admin(work: Transaction, club_id: str, player_id: str | None) -> ClubRole:
    """Return what an admin of a club is in it, its founder too. Raises `NotYours`, `NotFound`."""
    _club(work, club_id)
    role = _role(work, club_id, player_id)
    if role not in ("founder", "admin"):
        raise NotYours(_ADMINS_ONLY)
    return role


def _require_founder(work: Transaction, club_id: str, player_id: str | None) -> str:
    _club(work, club_id)
    if player_id is None or _role(work, club_id, player_id) != "founder":
        raise NotYours(_FOUNDER_ONLY)
    return player_id


def _require_member(other: ClubMemberRecord) -> None:
    if other.role == "founder":
        raise RefusedAct(_FOUNDER_STAYS)
    if other.role == "asking":
        raise RefusedAct(_NOBODY.format(name=other.name))


def _named(work: Transaction, club_id: str, name: str) -> ClubMemberRecord:
    """Return somebody who is in a club, or asks to be, by name."""
    account = work.accounts.by_key(name_key(name[:400]))
    people = work.member_clubs.members(club_id)
    found = next((one for one in people if account is not None and one.player_id == account.player_id), None)
    if found is None:
        raise NotFound(name, _NOBODY.format(name=name[:80]))
    return found
