"""How a browser is sent to the identity provider, and what it keeps until it is back."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from damiera.messages import Message
from damiera.service.openid import PATIENCE_MS
from damiera.web.common.failures import RefusedRequest
from damiera.web.common.pages import show
from damiera.web.common.parts import app_of
from damiera.web.people.account_views import OpenIdLeavingPage
from damiera.web.people.openid_provider import OpenIdProvider

__all__ = ["BROWSER_COOKIE", "leave_for_provider", "provider_name", "required_provider"]

BROWSER_COOKIE: Final = "damiera_openid"
_NO_PROVIDER: Final = Message("Nobody comes in by an identity provider here.")


def provider_name(request: Request) -> str:
    """Return what people call the provider by which they come in; empty where there is none."""
    provider = app_of(request).openid_provider
    return provider.name if provider else ""


def required_provider(request: Request) -> OpenIdProvider:
    """Return the provider. Raises `RefusedRequest` where there is none."""
    provider = app_of(request).openid_provider
    if provider is None:
        raise RefusedRequest(404, _NO_PROVIDER)
    return provider


async def leave_for_provider(
    request: Request, *, player_id: str = "", back: str = "/", take_along: bool = False
) -> Response:
    """Return the page that leads to the provider.

    It is a page, because a form may not lead to another site (`form-action`), and goes on by itself.

    Args:
        player_id, back, take_along: as in `OpenIdService.begin`.
    Raises:
        ProviderAway: if the provider does not answer.
        RefusedRequest: where there is none.
    """
    app, provider = app_of(request), required_provider(request)
    start = await app.database.write(
        app.openid.begin,
        request.cookies.get(BROWSER_COOKIE),
        player_id=player_id,
        back=back,
        take_along=take_along,
    )
    response = show(request, OpenIdLeavingPage(provider.name, await provider.address(start)))
    response.headers["Cache-Control"] = "no-store"
    response.set_cookie(
        BROWSER_COOKIE,
        start.browser,
        max_age=PATIENCE_MS // 1000,
        path="/sign-in/openid",
        httponly=True,
        samesite="lax",  # it comes along when the provider leads back
        secure=request.url.scheme == "https",
    )
    return response
