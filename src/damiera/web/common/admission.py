"""Who may come in: a request or socket that names this server, comes from our pages, and not too often."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from damiera.web.common.guard import host_allowed, same_origin
from damiera.web.common.identity import COOKIE
from damiera.web.common.parts import app_of

__all__ = ["address_of", "comes_from_us", "may_arrive", "may_change", "names_us"]


def names_us(connection: HTTPConnection) -> bool:
    """Tell whether a request names this server, by one of its addresses or names."""
    return host_allowed(connection.headers.get("host", ""), app_of(connection).settings.hosts)


def comes_from_us(connection: HTTPConnection) -> bool:
    """Tell whether a request that changes something comes from our own pages."""
    return same_origin(connection, app_of(connection).settings.public)


def may_arrive(connection: HTTPConnection) -> bool:
    """Tell whether a browser may open one more socket just now; each question counts."""
    app = app_of(connection)
    token = connection.cookies.get(COOKIE)
    return not app.settings.limits or app.limits.take_arrival(address_of(connection), token)


def may_change(connection: HTTPConnection) -> bool:
    """Tell whether a browser may change something just now; each question counts."""
    app = app_of(connection)
    token = connection.cookies.get(COOKIE)
    comes_in = connection.url.path.startswith("/sign-in")
    address = address_of(connection)
    return not app.settings.limits or app.limits.take_change(address, token, comes_in=comes_in)


def address_of(connection: HTTPConnection) -> str:
    """Return the address a request comes from, as our proxies tell it."""
    return connection.client.host if connection.client else ""
