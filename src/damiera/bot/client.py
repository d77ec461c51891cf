"""A bot that is at a server: it says that it is there, answers challenges, and plays its games."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Final, Protocol, runtime_checkable
from urllib.parse import quote, urlsplit

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from damiera.bot.board import BotBoard, backoff_s, why_of
from damiera.bot.errors import BotError, BotRefused
from damiera.bot.messages import AskedGame, GameForBot, KindOfGame, NewsForBot
from damiera.bot.rules import BotRules
from damiera.engine.protocol import Engine
from damiera.errors import DamieraError
from damiera.messages import Joined, Message, Text

__all__ = ["PlayingBot"]

_LOOK_S: Final = 20.0
"""How often a bot asks what there is for it, if nothing is told."""
_ANSWER_S: Final = 20.0
_LARGEST: Final = 4 * 2**20
_AWAY: Final = Message("The server is away: {why}.")
_BACK: Final = Message("I come back.")
_HERE: Final = Message("{name} is at {url}.")
_PLAYS: Final = Message("Game {id} begins: {url}/g/{id}")
_OVER: Final = Message("Game {id} is over.")
_BROKEN: Final = Message("Game {id} is left for now: {why}")


@runtime_checkable
class _Closing(Protocol):
    def close(self) -> None: ...


_NEWS: Final = msgspec.json.Decoder(NewsForBot)
_GAMES: Final = msgspec.json.Decoder(GameForBot)
_KINDS: Final = msgspec.json.Decoder(KindOfGame)


def _why(error: Exception) -> Text:
    """Return what it is told that a server is away."""
    return (
        error.message if isinstance(error, BotError) else _AWAY.format(why=str(error) or type(error).__name__)
    )


class PlayingBot:
    """A bot on a server.

    Args:
        server: its address, such as `https://dama.example`.
        token: of the bot, as its owner's page showed it.
        engine: makes an engine for a game (slug); one for each game that is played.
        rules: which games it plays.
        level: 1 to 20; None for all that the engine can.
        most: games after which it stops by itself; 0 for no end.
        tell: is told in a sentence what happens.
    """

    def __init__(
        self,
        server: str,
        token: str,
        engine: Callable[[str], Engine],
        *,
        rules: BotRules | None = None,
        level: int | None = None,
        most: int = 0,
        tell: Callable[[Text], None] = lambda said: None,
    ) -> None:
        self.server = server.rstrip("/")
        self.rules = rules or BotRules()
        self._token = token
        self._make_engine = engine
        self._level = level
        self._most = most
        self._tell = tell
        self._boards: dict[str, asyncio.Task[None]] = {}
        self._begun = 0
        self._leaving = False
        self._gone: asyncio.Event | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._asked: set[str] = set()
        self._sought_at = 0.0
        self._joins = set(self.rules.joins)
        self._joined_at = -_LOOK_S

    def run(self) -> None:
        """Play until `stop`, or until so many games are over as were wanted.

        Raises:
            BotRefused: if the server does not know the bot.
        """
        asyncio.run(self.play())

    def stop(self, *, at_once: bool = False) -> None:
        """Begin no other game, and end when those under way are over; or leave them as they are.

        From any thread. Games that are left wait on their clocks, until the bot comes again.
        """
        self._leaving = True
        if self._loop is not None and self._gone is not None:
            with contextlib.suppress(RuntimeError):  # it has ended meanwhile
                self._loop.call_soon_threadsafe(self._hurry, at_once)

    def _hurry(self, at_once: bool) -> None:
        if self._gone is not None and (at_once or not self._boards):
            self._gone.set()

    async def play(self) -> None:
        """As `run`, in a loop of one's own."""
        self._loop, self._gone = asyncio.get_running_loop(), asyncio.Event()
        if self._leaving:
            return
        club, gone = asyncio.create_task(self._be_there()), asyncio.create_task(self._gone.wait())
        try:
            await asyncio.wait((club, gone), return_when=asyncio.FIRST_COMPLETED)
            if club.done():
                club.result()
        finally:
            tasks = [club, gone, *self._boards.values()]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _be_there(self) -> None:
        """Hold the club's socket, and look at what there is whenever something has changed there."""
        tries = 0
        while not self._is_done:
            try:
                news = await self._news()
                async with await self._connect("/club/live") as line:
                    if tries == 0 or not self._boards:
                        self._tell(_HERE.format(name=news.name, url=self.server))
                    tries = 0
                    while not self._is_done:
                        await self._look(await self._news())
                        with contextlib.suppress(TimeoutError):
                            async with asyncio.timeout(_LOOK_S * (0.5 + random.random())):
                                await line.recv()
            except (OSError, WebSocketException, TimeoutError, BotError, msgspec.DecodeError) as error:
                self._tell(Joined((_why(error), _BACK)))
                await asyncio.sleep(backoff_s(tries, random.random()))
                tries += 1

    @property
    def _is_done(self) -> bool:
        return self._leaving and not self._boards

    async def _news(self) -> NewsForBot:
        """Ask what there is. Raises `BotRefused`, `BotError`."""
        return _NEWS.decode(await self._ask("GET", "/api/bot"))

    async def _look(self, news: NewsForBot) -> None:
        """Do what there is to be done."""
        self._asked &= {one.id for one in news.challenges}
        for id in news.games:
            self._sit_down(id)
        for id in news.boards:
            self._sit_at(await self._try("POST", f"/api/bot/boards/{quote(id)}"))
        for asked in news.challenges:
            await self._consider(asked)
        if not self._leaving:
            await self._join()
        if self._leaving:
            for id in news.waiting:
                await self._try("POST", f"/api/bot/seeks/{quote(id)}/back")
        elif self.rules.seeks and self._is_free and not news.challenges:
            is_stale = time.monotonic() - self._sought_at > _LOOK_S  # another may wait beside it by now
            if not news.waiting or is_stale:
                await self._seek()

    async def _join(self) -> None:
        """Play along where it was told to, again too where it was sat out; what is over is left alone."""
        if time.monotonic() - self._joined_at < _LOOK_S:
            return
        self._joined_at = time.monotonic()
        for one in sorted(self._joins):
            try:
                await self._ask("POST", f"/api/bot/{one}")
            except BotError as error:
                self._tell(error.message)
                if error.is_refusal:
                    self._joins.discard(one)

    @property
    def _is_free(self) -> bool:
        return not self._leaving and len(self._boards) < self.rules.at_once

    async def _consider(self, asked: AskedGame) -> None:
        if asked.id in self._asked:
            return
        self._asked.add(asked.id)
        fits = not self._leaving and self.rules.accepts(asked, len(self._boards))
        accept = fits and await asyncio.to_thread(self._can_play, asked.game)
        answer = await self._try("POST", f"/api/bot/answers/{quote(asked.id)}", {"accept": accept})
        self._sit_at(answer)

    def _can_play(self, game: str) -> bool:
        """Tell whether the engine plays a game, by having it made ready."""
        try:
            engine = self._make_engine(game)
            start = getattr(engine, "start", None)
            if start is not None:
                start()
            _close(engine)
        except (DamieraError, ValueError, KeyError, OSError):
            return False
        return True

    async def _seek(self) -> None:
        self._sought_at = time.monotonic()
        wanted = random.choice(self.rules.seeks)
        said = {"game": wanted.game, "pace": wanted.pace, "rated": wanted.rated}
        self._sit_at(await self._try("POST", "/api/bot/seeks", said))

    def _sit_at(self, answer: bytes | None) -> None:
        made = _GAMES.decode(answer) if answer else GameForBot()
        if made.id and not made.waiting:
            self._sit_down(made.id)

    def _sit_down(self, id: str) -> None:
        """Play a game from now on, if it is not played already."""
        if id in self._boards:
            return
        self._begun += 1
        if self._most and self._begun >= self._most:
            self._leaving = True
        self._tell(_PLAYS.format(id=id, url=self.server))
        self._boards[id] = asyncio.create_task(self._play(id))

    async def _play(self, id: str) -> None:
        try:
            game = await self._game_of(id)
            if game is not None:
                engine = await asyncio.to_thread(self._make_engine, game)
                try:
                    await BotBoard(
                        id,
                        lambda: self._connect(f"/g/{quote(id)}/ws"),
                        engine,
                        level=self._level,
                        resigns_at_cp=self.rules.resigns_at_cp,
                        tell=self._tell,
                        chance=random.random,
                    ).play()
                finally:
                    _close(engine)
            self._tell(_OVER.format(id=id))
        except Exception as error:  # the next look at the club begins the game anew
            self._tell(_BROKEN.format(id=id, why=why_of(error)))
        finally:
            self._boards.pop(id, None)
            if self._leaving and not self._boards and self._gone is not None:
                self._gone.set()

    async def _game_of(self, id: str) -> str | None:
        """Return what is played in a game; None if the server knows it no more."""
        tries = 0
        while True:
            try:
                view = await self._ask("GET", f"/api/games/{quote(id)}")
                return _KINDS.decode(view).game
            except BotRefused:
                return None
            except BotError:
                await asyncio.sleep(backoff_s(tries, random.random()))
                tries += 1

    async def _connect(self, path: str) -> ClientConnection:
        place = urlsplit(self.server)
        scheme = "wss" if place.scheme == "https" else "ws"
        return await connect(
            f"{scheme}://{place.netloc}{place.path}{path}",
            additional_headers={"Authorization": f"Bearer {self._token}"},
            max_size=_LARGEST,
            open_timeout=_ANSWER_S,
            proxy=None,
        )

    async def _try(self, method: str, path: str, body: object = None) -> bytes | None:
        """Ask for something that may be too late; None then."""
        try:
            return await self._ask(method, path, body)
        except BotError as error:
            self._tell(error.message)
            return None

    async def _ask(self, method: str, path: str, body: object = None) -> bytes:
        """Ask the server. Raises `BotRefused` if it does not know the bot, `BotError` for other trouble."""
        return await asyncio.to_thread(self._ask_now, method, path, body)

    def _ask_now(self, method: str, path: str, body: object) -> bytes:
        data = None if method == "GET" else msgspec.json.encode(body)
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"}
        request = urllib.request.Request(self.server + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=_ANSWER_S) as answer:
                return bytes(answer.read(_LARGEST))
        except urllib.error.HTTPError as error:
            with error:
                if path == "/api/bot" and error.code in (401, 403, 404):
                    raise BotRefused(self.server, error.code) from None
                raise BotError(self.server, error.code) from None
        except (OSError, ValueError) as error:
            raise BotError(self.server, getattr(error, "reason", error)) from None


def _close(engine: Engine) -> None:
    if isinstance(engine, _Closing):
        engine.close()
