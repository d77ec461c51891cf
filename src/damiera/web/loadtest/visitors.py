"""What a browser does to begin a game, join it and sit at it, without the page."""

from __future__ import annotations

import http.client
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote, urlencode, urlsplit

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from damiera.errors import DamieraError
from damiera.messages import Message

__all__ = ["LoadRefused", "LoadVisitor", "SeenFrame", "SeenGame", "SeenMove", "read_frame", "seen_after"]

_WAIT_S: Final = 60.0


class LoadRefused(DamieraError):
    """The server to be measured cannot be reached, or does not do as asked."""

    def __init__(self, url: str, why: object) -> None:
        self.message = Message(
            "The server at {url} does not answer as Damiera does: {why}.", url=url, why=why
        )
        super().__init__(self.message.text("en"))


class SeenMove(msgspec.Struct, frozen=True):
    """A legal move, as far as it is needed to play it."""

    paths: tuple[tuple[int, ...], ...]
    drops: tuple[int, ...] = ()


class SeenPly(msgspec.Struct, frozen=True):
    """A move that was played."""

    path: tuple[int, ...]


class SeenGame(msgspec.Struct, frozen=True):
    """A game, as far as it is needed to play on. `history` is left unread until it is asked for."""

    id: str
    version: int
    ply: int
    moves: tuple[SeenMove, ...] = ()
    outcome: dict[str, object] | None = None
    invite: str | None = None
    history: msgspec.Raw = msgspec.Raw(b"[]")

    @property
    def paths(self) -> list[tuple[int, ...]]:
        """The routes that were played, in order."""
        return [ply.path for ply in msgspec.json.decode(self.history, type=list[SeenPly])]


class SeenFrame(msgspec.Struct, frozen=True):
    """Any frame of the server, as far as it is looked at."""

    t: str
    view: msgspec.Raw = msgspec.Raw(b"null")
    ply: int = -1
    code: str = ""
    text: str = ""
    id: str = ""


class _Changes(msgspec.Struct, frozen=True):
    """What has changed in a game, as far as it is needed to play on."""

    version: int | msgspec.UnsetType = msgspec.UNSET
    ply: int | msgspec.UnsetType = msgspec.UNSET
    moves: tuple[SeenMove, ...] | msgspec.UnsetType = msgspec.UNSET
    outcome: dict[str, object] | msgspec.UnsetType | None = msgspec.UNSET


_CHANGES: Final = msgspec.json.Decoder(_Changes)
_FRAMES: Final = msgspec.json.Decoder(SeenFrame)
_GAMES: Final = msgspec.json.Decoder(SeenGame)


def read_frame(data: str | bytes) -> SeenFrame:
    """Return a frame of the server. Raises `msgspec.DecodeError`."""
    return _FRAMES.decode(data)


def seen_after(before: SeenGame | None, frame: SeenFrame) -> SeenGame | None:
    """Return the game as a frame leaves it; None if it tells nothing of that."""
    if frame.t == "state":
        return _GAMES.decode(frame.view)
    if frame.t != "delta" or before is None:
        return None
    changes = _CHANGES.decode(frame.view)
    given = {name: getattr(changes, name) for name in changes.__struct_fields__}
    return msgspec.structs.replace(
        before, **{name: value for name, value in given.items() if value is not msgspec.UNSET}
    )


@dataclass(slots=True)
class LoadVisitor:
    """A person with a browser of their own.

    Attributes:
        url: where the server is, such as `http://127.0.0.1:8080`.
        address: the address they come from; none if the system chooses.
        cookie: what the server knows them by, and what else it has this browser keep.
    """

    url: str
    address: str | None = None
    cookie: str = ""

    def begin(self, game: str) -> str:
        """Begin a game with a seat for a friend; return its name. Waits. Raises `LoadRefused`."""
        wanted = msgspec.json.encode({"game": game, "seat": "white", "friend": True})
        body = self._ask("POST", "/api/games", wanted, "application/json")
        return str(msgspec.json.decode(body)["id"])

    def join(self, code: str) -> None:
        """Take the seat that a code stands for. Waits. Raises `LoadRefused`."""
        form = urlencode({"name": ""}).encode()
        self._ask("POST", f"/join/{quote(code)}", form, "application/x-www-form-urlencoded")

    def see(self, game_id: str) -> SeenGame:
        """Return a game as this visitor sees it. Waits. Raises `LoadRefused`."""
        return _GAMES.decode(self._ask("GET", f"/api/games/{game_id}"))

    async def sit(self, game_id: str, *, beats: bool = False) -> ClientConnection:
        """Open the socket of a game, with frames deflated as a browser has them. Raises `LoadRefused`.

        Args:
            beats: have the server say by itself that it is there.
        """
        address = f"{self.url.replace('http', 'ws', 1)}/g/{game_id}/ws{'?beats=1' if beats else ''}"
        try:
            return await connect(
                address,
                origin=self.url,  # type: ignore[arg-type]
                additional_headers={"Cookie": self.cookie} if self.cookie else None,
                local_addr=(self.address, 0) if self.address else None,
                open_timeout=_WAIT_S,
                ping_interval=None,
                max_queue=None,
                proxy=None,
            )
        except (OSError, ValueError, TimeoutError) as error:
            raise LoadRefused(self.url, error) from error

    def _ask(self, method: str, path: str, body: bytes | None = None, kind: str = "") -> bytes:
        place = urlsplit(self.url)
        made: Callable[..., http.client.HTTPConnection] = (
            http.client.HTTPSConnection if place.scheme == "https" else http.client.HTTPConnection
        )
        source = (self.address, 0) if self.address else None
        line = made(place.hostname, place.port, timeout=_WAIT_S, source_address=source)
        headers = {"Origin": self.url, "Cookie": self.cookie, "Content-Type": kind}
        try:
            line.request(method, path, body, {name: value for name, value in headers.items() if value})
            answer = line.getresponse()
            text = answer.read()
        except (OSError, http.client.HTTPException) as error:
            raise LoadRefused(self.url, error) from error
        finally:
            line.close()
        if answer.status >= 400:
            raise LoadRefused(self.url, f"{method} {path}: {answer.status}")
        set_now = [value for name, value in answer.getheaders() if name.lower() == "set-cookie"]
        kept: dict[str, str] = {}
        for cookie in [*self.cookie.split("; "), *(value.partition(";")[0] for value in set_now)]:
            name, _, value = cookie.partition("=")
            kept[name] = value
        self.cookie = "; ".join(f"{name}={value}" for name, value in kept.items() if name)
        return text
