"""The socket of a game: `/g/{id}/ws`. Frames are those of `messages.py`, and nothing else."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import time
from typing import Final

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from damiera.errors import DamieraError
from damiera.messages import Message
from damiera.service.errors import ServiceError
from damiera.service.game_views import seat_of
from damiera.web.common.admission import address_of, comes_from_us, may_arrive, names_us
from damiera.web.common.assets import version_of_files
from damiera.web.common.connections import ReadyText, line_of
from damiera.web.common.database import NotStored
from damiera.web.common.failures import NOT_STORED
from damiera.web.common.guard import LATER, REFUSED
from damiera.web.common.identity import known_visitor
from damiera.web.common.pages import language
from damiera.web.common.parts import App, app_of
from damiera.web.play.game_views import failure
from damiera.web.play.messages import (
    AckMessage,
    ActMessage,
    AnswerMessage,
    ClientMessage,
    CommandMessage,
    DoMessage,
    FailedMessage,
    HelloMessage,
    ListenMessage,
    MoveMessage,
    PingMessage,
    PongMessage,
    RenewedMessage,
    ServerMessage,
    WhyMessage,
)
from damiera.web.play.running_games import encode
from damiera.web.play.screens import Screen

__all__ = ["FRAME_LIMIT", "game_socket"]

log = logging.getLogger("damiera.web")

FRAME_LIMIT: Final = 8 * 1024
LONG_S: Final = 4.0  # after which who has moved is told that the move waits
SHORTEST_MS: Final = 100  # between two pings; what is less is no promise to be heard
LONGEST_MS: Final = 60_000
UNREADABLE: Final = 1003  # a close code of RFC 6455, 7.4.1

_PING_BEGINS: Final = '{"t":"ping"'
_NUMBERS: Final = itertools.count()  # of sockets, each of which has a bucket of its own
_DECODER: Final = msgspec.json.Decoder(ClientMessage)


async def game_socket(socket: WebSocket) -> None:
    """Let one screen take part in, or watch, one game."""
    app = app_of(socket)
    if not names_us(socket) or not comes_from_us(socket):
        await socket.close(REFUSED)
        return
    if not may_arrive(socket):
        await socket.close(LATER)
        return
    await socket.accept()
    game_id = str(socket.path_params["id"])
    screen = Screen(await known_visitor(socket), language(socket), line_of(socket.scope))
    screen.takes_beats = socket.query_params.get("beats") == "1"
    try:
        live = await app.database.read(app.play.load, game_id)
    except ServiceError as error:
        await socket.send_text(encode(FailedMessage(error.code, error.text(screen.lang))).decode())
        await socket.close(REFUSED)
        return
    conversation = _Conversation(socket, app, screen, live.id, address_of(socket))
    socket.scope["headers"].clear()  # nobody asks for them any more, while the socket is open
    app.running.enter(live, screen)
    try:
        await conversation.run()
    finally:
        app.running.leave(live.id, screen)


class _Conversation:
    """One screen's frames in, and everything there is to say out.

    Attributes:
        seat_shown: what the page says that its viewer is at the game, empty for nobody; None if it does not
            say. Somebody else may have come back by the browser than was there: a session ended meanwhile.
        here_shown: the sides that the page shows to be here; None if it does not say. Between the page and
            its socket somebody may have come or gone, which makes no new version.
    """

    def __init__(self, socket: WebSocket, app: App, screen: Screen, game_id: str, address: str) -> None:
        self.socket = socket
        self.app = app
        self.screen = screen
        self.game_id = game_id
        self.seat_shown = socket.query_params.get("you")
        here = socket.query_params.get("here")
        self.here_shown = frozenset(here.split()) if here is not None else None
        self.name = screen.player_id or address
        self.number = f"{next(_NUMBERS)}"

    async def run(self) -> None:
        """Talk until either side has had enough.

        It is done in a task of its own: each message would wake all that ASGI puts between, twenty calls.
        """
        await asyncio.create_task(self._talk())

    async def _talk(self) -> None:
        self.screen.line.offer(self._take_ping)
        try:
            code = await self._listen()
        except WebSocketDisconnect:
            return
        except Exception:
            log.exception("a socket failed")
            return
        if code is not None:
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):  # it has gone meanwhile
                await self.socket.close(code)

    async def _listen(self) -> int | None:
        """Take frames until one is not ours, or there are too many; return how to close."""
        while True:
            message = await self.socket.receive()
            if message["type"] == "websocket.disconnect":
                return None
            frame = message.get("text") or message.get("bytes") or b""
            if not self._may_come():
                return self._too_many()
            try:
                request = _read(frame)
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                self.send(FailedMessage("bad-message", _UNREADABLE.format(why=error).text(self.screen.lang)))
                return UNREADABLE
            if isinstance(request, PingMessage):
                self._answer(request)
            elif not self._may_speak():
                return self._too_many()
            else:
                self.app.running.heard(self.game_id, self.screen)
                await self._heed(request)

    def _take_ping(self, frame: str) -> bool:
        """Answer a ping as it comes, before what waits; tell whether it was one that may come."""
        if not frame.startswith(_PING_BEGINS) or not self._may_come():
            return False
        try:
            request = _read(frame)
        except msgspec.DecodeError:
            return False
        if not isinstance(request, PingMessage):
            return False
        self._answer(request)
        return True

    def _answer(self, ping: PingMessage) -> None:
        """Answer at once, without the database; screens say here when they will be heard again."""
        self.send(PongMessage(ping.at, self.app.clock.now_ms()))
        every_ms = ping.every if SHORTEST_MS <= ping.every <= LONGEST_MS else 0
        self.app.running.heard(self.game_id, self.screen, every_ms)

    def _too_many(self) -> int:
        self.send(FailedMessage("too-many", _TOO_MANY.text(self.screen.lang)))
        return REFUSED

    def _may_come(self) -> bool:
        """Whether this socket may send one more frame of any kind."""
        return not self.app.settings.limits or self.app.limits.sockets.take(self.number)

    def _may_speak(self) -> bool:
        """Whether this person may ask for one more thing; a ping asks for nothing."""
        return not self.app.settings.limits or self.app.limits.frames.take(self.name)

    async def _heed(self, request: ClientMessage) -> None:
        given = request.id if isinstance(request, MoveMessage) else ""
        try:
            await self._obey(request)
        except NotStored:
            self.send(FailedMessage("busy", NOT_STORED.text(self.screen.lang), id=given))
        except ServiceError as error:
            self.send(failure(error, self.screen.lang, id=given))
            if error.code == "conflict":
                await self._show()
        except DamieraError as error:
            self.send(FailedMessage("bad-message", error.text(self.screen.lang)))

    async def _obey(self, request: ClientMessage) -> None:
        match request:
            case ActMessage() | DoMessage() | CommandMessage():
                told = asyncio.get_running_loop().call_later(LONG_S, self._say_it_waits, _SENT_WAITS)
                try:
                    await self._do(request)
                finally:
                    told.cancel()
            case HelloMessage(version=version, deltas=deltas):
                self.app.running.take_deltas(self.game_id, self.screen, deltas)
                await self._show(unless=version)
                if self.socket.query_params.get("page", version_of_files()) != version_of_files():
                    self.send(RenewedMessage())
            case MoveMessage():
                await self._move(request)
            case WhyMessage(path=path, drops=drops):
                await self._why(path, drops)
            case ListenMessage(rooms=rooms):
                await self.app.chat_screens.listen(self.game_id, self.screen, rooms)

    async def _do(self, request: ActMessage | DoMessage | CommandMessage) -> None:
        app, who = self.app, self.screen.player_id
        match request:
            case ActMessage(what=what, side=side):
                live = await app.database.write(app.play.act, self.game_id, who, what, side)
                app.running.changed(live)
            case DoMessage(event=event):
                away_ms = app.running.away_ms(await app.database.read(app.play.load, self.game_id), who)
                live = await app.database.write(app.conduct.do, self.game_id, who, event, away_ms=away_ms)
                app.running.changed(live)
            case CommandMessage():
                await self._say(request)

    async def _move(self, move: MoveMessage) -> None:
        app = self.app
        began = time.perf_counter()
        storing = app.database.write_small(
            app.play.move, self.game_id, self.screen.player_id, move.ply, move.path, move.drops
        )
        told = asyncio.get_running_loop().call_later(LONG_S, self._say_it_waits, _WAITS)
        try:
            played = await storing
        finally:
            told.cancel()
        self.send(AckMessage(played.ply, played.version, move.id))
        app.metrics.moved(time.perf_counter() - began)
        if not played.repeated:
            app.running.changed_soon(played.live)

    def _say_it_waits(self, words: Message) -> None:
        """Tell who has moved, or done something else, that it is not stored yet, nor refused."""
        self.send(FailedMessage("busy", words.text(self.screen.lang)))

    async def _say(self, line: CommandMessage) -> None:
        app = self.app
        said = await app.database.write(
            app.commands.say,
            self.game_id,
            self.screen.player_id,
            line.text,
            self.screen.lang,
            pending=line.pending,
            heard=line.heard,
            order=line.order,
        )
        self.send(AnswerMessage(said.answer, said.path, said.candidates, said.pending, said.wish))
        if said.changed:
            app.running.changed(said.live)

    async def _why(self, path: tuple[int, ...], drops: tuple[int, ...]) -> None:
        app = self.app
        refusal = await app.database.read(app.commands.why, self.game_id, path, self.screen.lang, drops)
        self.send(AnswerMessage(refusal, path))

    async def _show(self, unless: int = -1) -> None:
        """Send the game as it is, unless the screen has this version already, seen from the same seat."""
        app = self.app
        live = await app.database.read(app.play.load, self.game_id)
        seat = seat_of(live, self.screen.player_id) or ""
        if live.version != unless or self.seat_shown not in (None, seat):
            self.seat_shown = None
            await app.running.show(live, self.screen)
        elif self.here_shown is not None:
            await app.running.compare(live, self.screen, self.here_shown)
        self.here_shown = None

    def send(self, message: ServerMessage) -> None:
        """Send a message to this screen."""
        self.screen.line.write(ReadyText(encode(message)))


def _read(frame: str | bytes) -> ClientMessage:
    if len(frame) > FRAME_LIMIT:
        raise msgspec.DecodeError(f"{len(frame)} > {FRAME_LIMIT}")
    request: ClientMessage = _DECODER.decode(frame)
    return request


_WAITS = Message(
    "The database of Damiera does not answer just now: your move waits, and is stored once it does."
)
_SENT_WAITS = Message(
    "The database of Damiera does not answer just now: what you sent waits, and is done once it does."
)
_TOO_MANY = Message("Too many messages in a short time: wait a moment and load the page again.")
_UNREADABLE = Message("This message is not in our language: {why}. Load the page again.")
