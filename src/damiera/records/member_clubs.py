"""Clubs that accounts belong to, as they are kept. Times are milliseconds since 1970, UTC."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["ClubEventRecord", "ClubMemberRecord", "ClubNoteRecord", "ClubRole", "MemberClubRecord"]

ClubRole = Literal["founder", "admin", "member", "asking"]
"""What somebody is in a club; `asking` is none yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberClubRecord:
    """A club.

    Attributes:
        id: its name in links. `name`: what it is called. `name_key`: as names are compared.
        about: what it says of itself.
        key: by which a link lets somebody in at once; empty where there is no such link.
        created_at: when it was founded.
        members: how many it has.

    >>> MemberClubRecord(
    ...     id="c1", name="Il Circolo", name_key="ilcircolo", about="", key="", created_at=1, members=3
    ... ).members
    3
    """

    id: str
    name: str
    name_key: str
    about: str
    key: str
    created_at: int
    members: int


@dataclass(frozen=True, slots=True)
class ClubMemberRecord:
    """Somebody in a club, or who asks to be: `since` when.

    >>> ClubMemberRecord("p1", "Anna", "founder", 1).role
    'founder'
    """

    player_id: str
    name: str
    role: ClubRole
    since: int


@dataclass(frozen=True, slots=True)
class ClubNoteRecord:
    """What an admin of a club has pinned for its members.

    >>> ClubNoteRecord("n1", "Elena", "We meet on Friday.", 1).by_name
    'Elena'
    """

    id: str
    by_name: str
    text: str
    at: int


@dataclass(frozen=True, slots=True)
class ClubEventRecord:
    """An event of a club: its title, its page on this server, and when it is, in words.

    >>> ClubEventRecord("e1", "Friday evening", "/hall/abc", "Fridays at nine").address
    '/hall/abc'
    """

    id: str
    title: str
    address: str
    time: str
