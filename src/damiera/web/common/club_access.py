"""What of a club is for its admins alone: the forms of its evenings, arenas and matches."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request

from damiera.messages import Message
from damiera.records.member_clubs import MemberClubRecord
from damiera.service.errors import NotYours
from damiera.service.identity import Visitor
from damiera.web.common.identity import known_visitor
from damiera.web.common.parts import app_of

__all__ = ["administered_club", "required_visitor"]

_ADMINS_ONLY: Final = Message("Only the admins of the club may do this.")


async def administered_club(request: Request) -> MemberClubRecord:
    """Return the club of this address to one of its admins.

    Raises:
        NotYours, NotFound: to anybody else, and where there is no such club.
    """
    app, visitor = app_of(request), await known_visitor(request)
    me = visitor.id if visitor else None
    club = await app.database.read(app.member_clubs.load, request.path_params["id"], me, "italian", "rapid")
    if not club.is_admin:
        raise NotYours(_ADMINS_ONLY)
    return club.club


async def required_visitor(request: Request) -> Visitor:
    """Return who asks for something of a club. Raises `NotYours` to a stranger, who is no admin of any."""
    visitor = await known_visitor(request)
    if visitor is None:
        raise NotYours(_ADMINS_ONLY)
    return visitor
