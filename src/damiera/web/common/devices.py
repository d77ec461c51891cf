"""What a browser says it is, short enough to be known again in a list of devices."""

from __future__ import annotations

from typing import Final

from starlette.requests import HTTPConnection

__all__ = ["device_name"]

_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
"""By a word that others do not say; those who say what others say come first."""
_SYSTEMS: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS X", "Mac"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


def device_name(connection: HTTPConnection) -> str:
    """Return what to call a device; empty for one that says nothing we know."""
    said = connection.headers.get("user-agent", "")[:400]
    browser = next((name for word, name in _BROWSERS if word in said), "")
    system = next((name for word, name in _SYSTEMS if word in said), "")
    return ", ".join(filter(None, (browser, system)))
