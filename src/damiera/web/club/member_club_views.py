"""Clubs with members as they are shown: the list, the form of a new one, a club's page, an invitation."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import ClassVar, Final
from urllib.parse import quote

import msgspec

from damiera.messages import Lang, Message, day_and_time, long_date
from damiera.rating.online import PROVISIONAL
from damiera.records.club_matches import ClubMatchRecord
from damiera.records.member_clubs import ClubMemberRecord, ClubRole, MemberClubRecord
from damiera.records.people import RatingRecord
from damiera.rules.ruleset import CATALOGUE, ITALIAN, ruleset
from damiera.service.game_choices import LOSING
from damiera.service.member_clubs import LONGEST_TEXT, MemberClub
from damiera.web.chat.views import ChatPanel
from damiera.web.club.club_match_views import ClubMatchRow, club_match_row
from damiera.web.common.pages import PageView
from damiera.web.people.profile_views import SPEEDS

__all__ = ["ClubInvitationPage", "MemberClubPage", "MemberClubsPage", "NewClubPage", "club_list", "club_row"]
__all__ += ["known_rating", "member_club_page"]

_ROLES: Final[dict[ClubRole, Message]] = {
    "founder": Message("founder"),
    "admin": Message("admin", context="of a club"),
    "member": Message("member"),
    "asking": Message("asks to come in"),
}


class MemberClubRow(msgspec.Struct, frozen=True):
    """A club in a list: its name in links, what it is called, how many members, what the reader is there."""

    id: str
    name: str
    about: str
    members: int
    role: str


class MemberClubsPage(PageView, frozen=True):
    """The clubs of this server: those of the reader first; `words` are what was looked for."""

    template: ClassVar[str] = "club/clubs.html"
    mine: tuple[MemberClubRow, ...]
    others: tuple[MemberClubRow, ...]
    words: str


class NewClubPage(PageView, frozen=True):
    """The form of a new club."""

    template: ClassVar[str] = "club/new_club.html"
    name: str
    about: str
    longest: int = LONGEST_TEXT
    wrong: str = ""


class ClubInvitationPage(PageView, frozen=True):
    """Where a link of a club leads."""

    template: ClassVar[str] = "club/club_invitation.html"
    club: MemberClubRow
    key: str
    has_account: bool
    wrong: str = ""


class ClubMemberRow(msgspec.Struct, frozen=True):
    """Somebody in a club.

    Attributes:
        points: their rating in the game and at the speed shown; empty without one.
        may_remove, may_promote: what the reader may do; who may promote may hand the club over too.
    """

    name: str
    profile: str
    role: str
    points: str
    is_admin: bool
    may_remove: bool
    may_promote: bool


class ClubNoteRow(msgspec.Struct, frozen=True):
    """A note of a club."""

    id: str
    by: str
    text: str
    when: str


class MemberClubPage(PageView, frozen=True):
    """A club.

    Attributes:
        role: what the reader is in it; empty if nothing.
        events: id, title, address, time.
        link: the address that lets people in; empty if there is none, or the reader sees to nothing.
        games, speeds: in which ratings may be shown: id, name, whether it is.
        matches: those against other clubs. `challengers`: clubs that the reader may have challenge this one.
        chat: what members say to one another; None for others, and where there is no chat.
    """

    template: ClassVar[str] = "club/member_club.html"
    id: str
    name: str
    about: str
    since: str
    role: str
    is_in: bool
    is_asking: bool
    is_admin: bool
    is_founder: bool
    has_account: bool
    members: tuple[ClubMemberRow, ...]
    asking: tuple[ClubMemberRow, ...]
    notes: tuple[ClubNoteRow, ...]
    events: tuple[tuple[str, str, str, str], ...]
    link: str
    games: tuple[tuple[str, str, bool], ...]
    speeds: tuple[tuple[str, str, bool], ...]
    matches: tuple[ClubMatchRow, ...] = ()
    challengers: tuple[tuple[str, str], ...] = ()
    chat: ChatPanel | None = None
    longest: int = LONGEST_TEXT
    wrong: str = ""


def known_rating(game: str, speed: str) -> tuple[str, str]:
    """Return in which game and at which speed ratings are to be shown.

    >>> known_rating("none", "blitz")
    ('italian', 'blitz')
    """
    return game if game in CATALOGUE else ITALIAN.slug, speed if speed in SPEEDS else "rapid"


def club_row(club: MemberClubRecord, lang: Lang, role: ClubRole | None = None) -> MemberClubRow:
    """Return a club as a list has it."""
    about = club.about.partition("\n")[0]
    return MemberClubRow(club.id, club.name, about, club.members, _ROLES[role].text(lang) if role else "")


def club_list(
    found: Sequence[MemberClubRecord],
    mine: Sequence[tuple[MemberClubRecord, ClubRole]],
    lang: Lang,
    *,
    words: str,
) -> MemberClubsPage:
    """Return the page of clubs."""
    own = {club.id for club, _ in mine}
    return MemberClubsPage(
        mine=tuple(club_row(club, lang, role) for club, role in mine),
        others=tuple(club_row(club, lang) for club in found if club.id not in own),
        words=words,
    )


def member_club_page(
    found: MemberClub,
    reader_id: str | None,
    lang: Lang,
    *,
    rating: tuple[str, str],
    base: str,
    has_account: bool,
    matches: Sequence[ClubMatchRecord] = (),
    challengers: Sequence[tuple[MemberClubRecord, ClubRole]] = (),
    chat: ChatPanel | None = None,
    wrong: str = "",
) -> MemberClubPage:
    """Return the page of a club.

    Args:
        rating: the game and the speed of which ratings are shown, the highest first.
        base: how this server is reached.
    """
    club, (game, speed) = found.club, rating

    def rank(one: ClubMemberRecord) -> tuple[float, str]:
        known = found.ratings.get(one.player_id)
        return (-known.rating if known else 0.0, one.name.casefold())

    games = [slug for slug in CATALOGUE if not slug.endswith(LOSING)]
    notes = [(one, day_and_time(_day(one.at), lang, year=True)) for one in found.notes]
    return MemberClubPage(
        id=club.id,
        name=club.name,
        about=club.about,
        since=long_date(_day(club.created_at), lang),
        role=_ROLES[found.role].text(lang) if found.role else "",
        is_in=found.role not in (None, "asking"),
        is_asking=found.role == "asking",
        is_admin=found.is_admin,
        is_founder=found.role == "founder",
        has_account=has_account,
        members=tuple(_member(one, found, reader_id, lang) for one in sorted(found.members, key=rank)),
        asking=tuple(_member(one, found, reader_id, lang) for one in found.asking),
        notes=tuple(ClubNoteRow(one.id, one.by_name, one.text, when) for one, when in notes),
        events=tuple((one.id, one.title, one.address, one.time) for one in found.events),
        link=f"{base}/clubs/join/{club.key}" if club.key and found.is_admin else "",
        games=tuple((slug, ruleset(slug).name.text(lang), slug == game) for slug in games),
        speeds=tuple((id, said.text(lang), id == speed) for id, said in SPEEDS.items()),
        matches=tuple(club_match_row(one, club.id, lang) for one in matches),
        challengers=tuple(
            (one.id, one.name)
            for one, role in challengers
            if role in ("founder", "admin") and one.id != club.id and not found.is_admin
        ),
        chat=chat,
        wrong=wrong,
    )


def _member(one: ClubMemberRecord, found: MemberClub, reader_id: str | None, lang: Lang) -> ClubMemberRow:
    leads = found.role == "founder"
    is_other = one.player_id != reader_id and one.role in ("admin", "member")
    return ClubMemberRow(
        name=one.name,
        profile=f"/people/{quote(one.name, safe='')}",
        role=_ROLES[one.role].text(lang) if one.role != "member" else "",
        points=_points(found.ratings.get(one.player_id)),
        is_admin=one.role == "admin",
        may_remove=is_other and found.is_admin and (leads or one.role == "member"),
        may_promote=is_other and leads,
    )


def _points(rating: RatingRecord | None) -> str:
    if rating is None:
        return ""
    return f"{rating.rating:.0f}" + ("?" if rating.deviation > PROVISIONAL else "")


def _day(at_ms: int) -> datetime:
    return datetime.fromtimestamp(at_ms / 1000)
