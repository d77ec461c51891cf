"""Who may look at the archive of players, and who may count ratings.

| who | the archive | the rating office |
|---|---|---|
| whoever sits at the computer of the app, where it serves no public | yes | yes |
| an account that is `admin` | yes | yes |
| an account that is `arbiter` | yes | no |
| anybody else | no | no |
"""

from __future__ import annotations

from typing import Final

import msgspec
from starlette.requests import Request

from damiera.messages import Message
from damiera.service.errors import NotYours
from damiera.service.identity import Visitor
from damiera.web.common.identity import known_visitor
from damiera.web.common.network_access import sits_here
from damiera.web.common.parts import app_of

__all__ = ["FederationRights", "federation_rights", "for_archive", "for_office"]

_ARCHIVE: Final = Message(
    "The archive of players is for whoever sits at this computer,"
    " and for arbiters and administrators with an account."
)
_OFFICE: Final = Message(
    "The rating office is for whoever sits at this computer, and for administrators with an account."
)


class FederationRights(msgspec.Struct, frozen=True):
    """What somebody may: `reads` and writes the archive, `rates` events and publishes lists."""

    reads: bool
    rates: bool


async def federation_rights(request: Request, visitor: Visitor | None) -> FederationRights:
    """Return what somebody may."""
    if sits_here(request):
        return FederationRights(True, True)
    if visitor is None or not visitor.has_account:
        return FederationRights(False, False)
    app = app_of(request)
    role = await app.database.read(app.accounts.role, visitor.id)
    return FederationRights(role in ("arbiter", "admin"), role == "admin")


async def for_archive(request: Request) -> FederationRights:
    """Make sure that whoever asks may look at the archive. Raises `NotYours`."""
    rights = await federation_rights(request, await known_visitor(request))
    if not rights.reads:
        raise NotYours(_ARCHIVE)
    return rights


async def for_office(request: Request) -> FederationRights:
    """Make sure that whoever asks may count ratings. Raises `NotYours`."""
    rights = await federation_rights(request, await known_visitor(request))
    if not rights.rates:
        raise NotYours(_OFFICE)
    return rights
