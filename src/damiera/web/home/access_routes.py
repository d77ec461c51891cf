"""The switch that lets the other devices of the house in; it belongs to who sits at this computer."""

from __future__ import annotations

from typing import Final, Literal

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from damiera.messages import Message
from damiera.web.common.failures import RefusedRequest
from damiera.web.common.forms import form_reader, text_of
from damiera.web.common.network_access import HOURS, sits_here
from damiera.web.common.parts import app_of
from damiera.web.home.preferences_routes import local_path

__all__ = ["ROUTES"]

HOUR_S: Final = 3600


class SwitchForm(msgspec.Struct, frozen=True):
    """Which way the switch is turned, for how many hours, and from which page."""

    house: Literal["open", "closed"]
    hours: int = HOURS[1]
    back: str = "/"


_read = form_reader(SwitchForm)


async def turn(request: Request) -> Response:
    """Let the house in for some hours, or no longer, and go back to the page of the switch."""
    if not sits_here(request):
        raise RefusedRequest(403, _ONLY_HERE)
    form, door = _read(text_of(await request.form())), app_of(request).network
    if form.house == "closed":
        door.close()
    elif form.hours not in HOURS:
        raise RefusedRequest(400, _HOURS.format(hours=", ".join(map(str, HOURS))))
    else:
        await door.open(form.hours * HOUR_S)
    return RedirectResponse(local_path(form.back), 303)


_ONLY_HERE: Final = Message("Only who sits at the computer on which Damiera runs can let the house in.")
_HOURS: Final = Message("The house is let in for so many hours: {hours}. Choose one of them.")

ROUTES = [Route("/house", turn, methods=["POST"])]
