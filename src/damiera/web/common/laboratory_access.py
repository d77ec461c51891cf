"""Who may look into the laboratory: whoever sits at the computer of the app, and administrators."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request

from damiera.messages import Message
from damiera.service.errors import NotYours
from damiera.service.identity import Visitor
from damiera.web.common.identity import known_visitor
from damiera.web.common.network_access import sits_here
from damiera.web.common.parts import app_of

__all__ = ["for_laboratory", "may_see_laboratory"]

_LABORATORY: Final = Message(
    "The laboratory is for whoever sits at this computer, and for administrators with an account."
)


async def may_see_laboratory(request: Request, visitor: Visitor | None) -> bool:
    """Tell whether somebody may look into the laboratory."""
    if sits_here(request):
        return True
    if visitor is None or not visitor.has_account:
        return False
    app = app_of(request)
    return await app.database.read(app.accounts.role, visitor.id) == "admin"


async def for_laboratory(request: Request) -> None:
    """Make sure that whoever asks may look into the laboratory. Raises `NotYours`."""
    if not await may_see_laboratory(request, await known_visitor(request)):
        raise NotYours(_LABORATORY)
