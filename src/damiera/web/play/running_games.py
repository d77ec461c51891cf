"""What follows when a game has changed: its screens are told, its engine is woken, its clock is watched.

Nothing is decided here. A timer or an engine only asks for a transaction; the rules and the database say
whether it holds. A game that another process changed is noticed by its version.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import defaultdict
from collections.abc import Callable, Coroutine
from functools import partial
from typing import TypeAlias

import msgspec

from damiera.messages import Lang, Message, Text
from damiera.service.bus import Bus, BusMessage
from damiera.service.engine_moves import EngineAnswer, EngineMoves, EngineTask
from damiera.service.errors import Conflict, EngineUnavailable, ServiceError
from damiera.service.live import LiveGame, is_by_correspondence
from damiera.service.play import Play, flag_due
from damiera.service.ports import ServerClock
from damiera.service.pulse import Interruption, Pulse
from damiera.service.store_watch import StoreWatch
from damiera.service.workers.engines import Engines
from damiera.web.common.connections import ReadyText
from damiera.web.common.coworkers import Coworkers
from damiera.web.common.database import DatabaseThreads, NotStored
from damiera.web.common.tasks import next_turn
from damiera.web.play.beats import Beats
from damiera.web.play.deltas import ShownView
from damiera.web.play.game_views import GameViews, ViewsOfGame
from damiera.web.play.messages import FailedMessage, ServerMessage
from damiera.web.play.screens import Screen, Screens, show_all

__all__ = ["RunningGames", "encode"]

log = logging.getLogger("damiera.web")

_BUSY = Message("The computer is thinking about other games first: about {n} s.")
_BROKEN = Message("The computer could not answer, through a fault of Damiera. It is asked again in a moment.")
_NO_REMATCH = Message("{name} does not want to play again: this game is no more.")

_SIGN_AGAIN = b"sign-again"
_NO_REMATCH_BY = b"no-rematch "
LOOK_AROUND_S = 1.0
LOOK_AROUND_SELDOM_S = 5.0  # while the other workers tell us what they do
WAITS_EVERY_S = 10.0  # between two looks whether a game waits for an engine about which no worker thinks
BEAT_S = 1.0
LATE_MS = (
    1_100  # for a ping that is late on its way: with 0.9 s between two, a lost line is told of after 2 s
)
MISSED_S = 2.1  # after which it is told that somebody is not here whom a page shows
ROUND_MS = 60_000  # for which a host may be at no board before the guests are told
ASK_MS = 900  # between two questions to a screen in the background
FLAG_MARGIN_S = 0.02
STORE_AGAIN_S = 5.0  # after what could not be stored
BROKEN_AGAIN_S = 0.1  # after the beats of screens broke


class RunningGames:
    """All games in play, as far as this process is concerned."""

    def __init__(
        self,
        play: Play,
        engine_moves: EngineMoves,
        showing: GameViews,
        database: DatabaseThreads,
        engines: Engines,
        clock: ServerClock,
        pulse: Pulse,
        watch: StoreWatch,
        bus: Bus,
        coworkers: Coworkers,
    ) -> None:
        self.rooms = Screens(
            lambda game_id: coworkers.others(f"game.{game_id}"), lambda: coworkers.all_others("game")
        )
        self._beats = Beats(self._set_silent)
        self._play = play
        self._engine_moves = engine_moves
        self._showing = showing
        self._database = database
        self._engines = engines
        self._clock = clock
        self._pulse = pulse
        self._watch = watch
        self._bus = bus
        self._coworkers = coworkers
        self._present: dict[str, frozenset[str]] = {}
        coworkers.when_on_duty.append(self._take_up)
        coworkers.when_seen.append(self._see)
        self._told: dict[str, int] = {}
        self._looked: tuple[int, int] | None = None
        self._stood_for: Interruption | None = None  # the last for which games stood still
        self._silence_known: Interruption | None = None
        self._flags: dict[str, asyncio.TimerHandle] = {}
        self._hosts_away: defaultdict[str, set[str]] = defaultdict(set)
        self._called: set[str] = set()
        self._thinking: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._forget: list[Callable[[], None]] = []
        self._games_heard: dict[str, Callable[[], None]] = {}

    async def start(self) -> None:
        """Begin to hear and to look."""
        self._stood_for, self._silence_known = self._pulse.last, self._watch.last
        self._forget = [
            self._bus.subscribe("person.*", self._hear_person),
        ]
        self._spawn(for_ever(self._until_a_look_around, self._look_once))
        self._spawn(for_ever(lambda: asyncio.sleep(BROKEN_AGAIN_S), self._beats.run))
        self._spawn(for_ever(lambda: next_turn(BEAT_S), self._beat))
        self._spawn(for_ever(lambda: next_turn(BEAT_S), self._watch_store))
        if self._bus.is_shared:
            self._spawn(for_ever(lambda: asyncio.sleep(WAITS_EVERY_S), self._look_for_waiting))

    async def _take_up(self) -> None:
        """Take up what a former run or another worker left: games waiting for the engine, running clocks."""
        if self._pulse.last is not None:
            await self._let_stand()
        await self._wake_engines()
        for game_id, due in await self._database.read(self._play.timed_games):
            self._watch_flag(game_id, due)

    async def stop(self) -> None:
        """Let go of timers and tasks."""
        for forget in (*self._forget, *self._games_heard.values()):
            forget()
        for timer in self._flags.values():
            timer.cancel()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def changed_soon(self, live: LiveGame) -> None:
        """Take note that a game has a new version, after what the loop has to do at once.

        Moves that are stored together are all acknowledged before the first of them is shown to anybody: the
        views of a move take twenty times as long as to say that it is stored, and writes go out together.
        """
        asyncio.get_running_loop().call_soon(self._changed_unless_newer, live)

    def _changed_unless_newer(self, live: LiveGame) -> None:
        """Take note of a new version, unless something that came after it was told before.

        Where a look for what others did found this one meanwhile, they are still to hear of it from us.
        """
        if live.version >= self._told.get(live.id, 0):
            self.changed(live)

    def changed(self, live: LiveGame) -> None:
        """Take note that a game has a new version, made by this worker."""
        self._follow(live)
        if any(seat.kind == "engine" for seat in live.row.seats):
            self.wake_engine(live.id)
        self._tell(live)

    def _follow(self, live: LiveGame) -> None:
        """Watch the clock of a game as this worker has left it, and tell the other workers."""
        self._told[live.id] = live.version
        self._watch_flag(live.id, flag_due(live))
        if live.id not in self._flags and not self.rooms.screens(live.id):
            del self._told[live.id]
        if self._bus.is_shared:
            self._bus.publish(f"game.{live.id}", b"%d %b" % (live.version, live.newest_move or b""))
        if is_by_correspondence(live.row):  # a move that waits is told by the bell, too
            for player_id in {seat.player_id for seat in live.row.seats if seat.player_id is not None}:
                self._bus.publish(f"person.{player_id}")

    def _listen_to(self, game_id: str) -> bool:
        """Hear of a game from now on if somebody looks at it here, or its clock is watched; else no more.

        Returns:
            Whether that has begun now.
        """
        is_wanted = game_id in self._flags or self.rooms.watched(game_id) > 0
        if not is_wanted and game_id in self._games_heard:
            self._games_heard.pop(game_id)()
        elif is_wanted and game_id not in self._games_heard:
            self._games_heard[game_id] = self._bus.subscribe(f"game.{game_id}", self._hear)
            return True
        return False

    async def _look_once_heard(self, game_id: str) -> None:
        """Look what others have done in a game until we heard of it."""
        await self._bus.settled()
        if self.rooms.watched(game_id):
            await self._catch_up(game_id)

    def _hear(self, message: BusMessage) -> None:
        """Take note that another worker has changed a game: its clock and its engine are theirs now."""
        if message.data.startswith(_NO_REMATCH_BY):
            name = message.data.removeprefix(_NO_REMATCH_BY).decode(errors="replace")
            self._tell_no_rematch(message.name, name)
        number, _, event = message.data.partition(b" ")
        if message.is_own or not number.isdigit():
            return
        game_id, version = message.name, int(number)
        if version <= self._told.get(game_id, 0):
            return
        self._watch_flag(game_id, None)
        if self.rooms.screens(game_id):
            live = self._play.told(game_id, version, event) if event else None
            if live is not None:
                self._told[game_id] = version
                self._tell(live)
            else:
                self._spawn(self._catch_up(game_id))

    async def _catch_up(self, game_id: str) -> None:
        """Read what others have done in a game, and tell its screens."""
        try:
            live = await self._database.read(self._play.load, game_id)
        except (ServiceError, NotStored):
            return  # it is no more; or the database is away, and we look again
        if live.version <= self._told.get(game_id, 0):
            return
        self._told[game_id] = live.version
        await self.tell(live)

    async def tell(self, live: LiveGame, but: Screen | None = None) -> None:
        """Send the game to every screen at it, players before those who watch.

        Args:
            but: a screen that knows already.
        """
        views, ready = self._showing.of(live, self.present(live), self.absent(live)), _Ready()
        if live.game.outcome is not None:
            players, _ = self.rooms.parted(live.id, _at_the_board(live))
            for key in dict.fromkeys(map(_key, players)):
                if views.reads(key[0]):
                    ready[key] = await self._shown(views, *key)
        self._send_views(live, views, ready, but)

    def _tell(self, live: LiveGame) -> None:
        """Send the game to every screen at it: at once, if nothing has to be read for it."""
        if live.game.outcome is None:
            self._send_views(live, self._showing.of(live, self.present(live), self.absent(live)), _Ready())
        else:
            self._spawn(self.tell(live))

    def _send_views(
        self, live: LiveGame, views: ViewsOfGame, ready: _Ready, but: Screen | None = None
    ) -> None:
        """Send each screen its view: first those at the board, then those who watch, all alike at once."""
        players, crowds = self.rooms.parted(live.id, _at_the_board(live))
        for screen in players:
            if screen is not but and (shown := _ready(views, ready, *_key(screen))) is not None:
                screen.show(shown)
        for (lang, deltas), crowd in crowds.items():
            shown = _ready(views, ready, None, lang, deltas)
            if shown is not None:
                show_all(crowd if but is None else [one for one in crowd if one is not but], shown)

    async def show(self, live: LiveGame, screen: Screen) -> None:
        """Send the game to one screen."""
        views = self._showing.of(live, self.present(live), self.absent(live))
        screen.show(await self._shown(views, screen.player_id, screen.lang, screen.deltas))

    async def compare(self, live: LiveGame, screen: Screen, sides: frozenset[str]) -> None:
        """Send the game to one screen whose page shows others to be here than are: it makes no new version.

        Who has come is told at once; who is not here may be on the way as everybody is after a restart, and
        is missed as late as one whose line is lost.

        Args:
            sides: of the people whom the page shows to be here.
        """
        now = self._sides_here(live, screen)
        if now - sides:
            await self.show(live, screen)
        elif sides - now:
            later = partial(self._compare_later, live.id, screen, sides)
            asyncio.get_running_loop().call_later(MISSED_S, lambda: self._spawn(later()))

    async def _compare_later(self, game_id: str, screen: Screen, sides: frozenset[str]) -> None:
        if screen.seen is not None or screen not in self.rooms.screens(game_id):
            return
        live = await self._database.read(self._play.load, game_id)
        if self._sides_here(live, screen) != sides:
            await self.show(live, screen)

    def _sides_here(self, live: LiveGame, screen: Screen) -> frozenset[str]:
        """Return the sides of people who are here, as one screen is shown them: whoever looks is."""
        here = self.present(live) | {screen.player_id}
        return frozenset(
            seat.side for seat in live.row.seats if seat.kind == "human" and seat.player_id in here
        )

    async def _shown(self, views: ViewsOfGame, player_id: str | None, lang: Lang, deltas: bool) -> ShownView:
        """Return the game as one viewer sees it, ready to be sent.

        Args:
            deltas: without the reasons against moves, for which such a screen asks.
        """
        view = partial(views.to, player_id, lang, reasons=not deltas)
        return ShownView(await self._database.read(view) if views.reads(player_id) else view())

    def enter(self, live: LiveGame, screen: Screen) -> None:
        """Let a screen in that knows, or will ask for, a game as it stands; others are told of a player."""
        game_id = live.id
        self._told.setdefault(game_id, live.version)
        self.rooms.enter(game_id, screen)
        self._play.hold(game_id)
        if self._listen_to(game_id) and self._bus.is_shared:
            self._spawn(self._look_once_heard(game_id))
        self._note_presence(game_id, screen)

    def take_deltas(self, game_id: str, screen: Screen, deltas: bool) -> None:
        """Take note whether a screen takes what has changed, or whole views."""
        self.rooms.set_deltas(game_id, screen, deltas)

    def heard(self, game_id: str, screen: Screen, every_ms: int | None = None) -> None:
        """Take note that a screen is there, and miss it if it is not heard again in time.

        Args:
            every_ms: within which it will be heard again, as it says; 0: it is to be asked; None: as before.
        """
        if screen.takes_beats:
            if every_ms is not None:
                self._beats.join(game_id, screen, quiet=every_ms == 0)
        elif every_ms is not None:
            screen.every_ms = every_ms
        if screen.every_ms is not None:
            self._expect(game_id, screen, screen.every_ms)
        if screen.silent:
            self._set_silent(game_id, screen, False)

    def _expect(self, game_id: str, screen: Screen, every_ms: int) -> None:
        if screen.due is not None:
            screen.due.cancel()
        act, ms = (self._miss, every_ms + LATE_MS) if every_ms else (self._ask, ASK_MS)
        screen.due = asyncio.get_running_loop().call_later(ms / 1000, act, game_id, screen)

    def _ask(self, game_id: str, screen: Screen) -> None:
        """Ask a screen that cannot say when it will be heard, as one in the background."""
        screen.line.ask(partial(self.heard, game_id, screen))
        screen.due = asyncio.get_running_loop().call_later(LATE_MS / 1000, self._miss, game_id, screen)

    def _miss(self, game_id: str, screen: Screen) -> None:
        """Take note that a screen was not heard in time; what it was asked, it may answer yet."""
        screen.due = None
        if not screen.silent:
            self._set_silent(game_id, screen, True)

    def away_ms(self, live: LiveGame, player_id: str | None) -> int:
        """Return for how long all opponents of a player have not been seen at a game; 0 if there are none."""
        others = [seat.player_id for seat in live.row.seats if seat.player_id not in (None, player_id)]
        return min((self._away_ms(live, other) for other in others if other), default=0)

    def absent(self, live: LiveGame) -> dict[str, int]:
        """Return for how long each player who is not seen at a game has not been, in milliseconds."""
        players = (seat.player_id for seat in live.row.seats if seat.player_id)
        return {player: self._away_ms(live, player) for player in players}

    def _away_ms(self, live: LiveGame, player_id: str) -> int:
        """Return for how long a player has not been seen; a host may be at any board."""
        if player_id == live.host_id:
            return self.rooms.away_anywhere_ms(live.id, player_id)
        return self.rooms.away_ms(live.id, player_id)

    def present(self, live: LiveGame) -> frozenset[str]:
        """Return who is here at a game; a host also while they go from board to board."""
        here, host = self.rooms.present(live.id), live.host_id
        if host is None or host in here:
            return here
        return here | {host} if self.rooms.away_anywhere_ms(live.id, host) < ROUND_MS else here

    def _set_silent(self, game_id: str, screen: Screen, silent: bool) -> None:
        """Tell the others if a player is there no more, or again, by what is heard of their screens."""
        self.rooms.set_silent(game_id, screen, silent)
        self._note_presence(game_id, screen)

    def leave(self, game_id: str, screen: Screen) -> None:
        """See a screen out; the others are told when a player has gone."""
        if screen.due is not None:
            screen.due.cancel()
        self._beats.leave(screen)
        self.rooms.leave(game_id, screen)
        if not self.rooms.screens(game_id):
            if game_id not in self._flags:
                self._told.pop(game_id, None)
            self._play.release(game_id)
            self._listen_to(game_id)
        if screen.player_id is not None and not self.rooms.count(screen.player_id, game_id):
            self._engines.leave_off(game_id, screen.player_id)
        self._note_presence(game_id, screen)

    def _see(self, place: str) -> None:
        """Take note that other workers see somebody else at a place than before."""
        kind, _, game_id = place.partition(".")
        if kind == "game" and self.rooms.screens(game_id):
            self._note_presence(game_id)

    def _note_presence(self, game_id: str, of: Screen | None = None) -> None:
        """Tell the other workers who is here, and the screens if somebody has come or gone, wherever.

        Args:
            of: a screen that knows already.
        """
        self._coworkers.see(f"game.{game_id}", self.rooms.present_here(game_id))
        before, now = self._present.get(game_id, frozenset()), self.rooms.present(game_id)
        if not self.rooms.screens(game_id):
            self._present.pop(game_id, None)
        elif before != now:
            self._present[game_id] = now
            self.rooms.note(game_id, before)
            self._spawn(self._tell_presence(game_id, before ^ now, of))

    async def _wake_engines(self) -> None:
        for game_id in await self._database.read(self._engine_moves.waiting):
            self.wake_engine(game_id)

    async def _look_for_waiting(self) -> None:
        """Wake the engines of games that wait though their worker lives: it could not store, or not ask."""
        if self._coworkers.is_on_duty:
            await self._wake_engines()

    def wake_engine(self, game_id: str) -> None:
        """Let the engine see whether it is wanted in a game; if it is thinking about it, once more then."""
        self._called.add(game_id)
        if game_id not in self._thinking:
            self._thinking.add(game_id)
            self._spawn(self._think(game_id))

    async def _think(self, game_id: str) -> None:
        try:
            while game_id in self._called:
                self._called.discard(game_id)
                await self._take_turns(game_id)
        finally:
            self._thinking.discard(game_id)

    async def _take_turns(self, game_id: str) -> None:
        """Answer as long as the engine is wanted; then it may think ahead, or leaves off doing so."""
        answered: EngineAnswer | None = None
        try:
            while (task := await self._database.read(self._engine_moves.pending, game_id)) is not None:
                if not await self._coworkers.take(f"engine.{game_id}"):
                    return  # another worker thinks about it
                try:
                    answered = await self._answer(task)
                finally:
                    await self._coworkers.free(f"engine.{game_id}")
                if answered is not None:
                    self._follow(answered.live)
                    await self.tell(answered.live)
            if answered is not None and answered.expects is not None:
                await self._think_ahead(answered)
            else:
                self._engines.leave_off(game_id)
        except EngineUnavailable as error:
            log.error("game %s: no engine could answer: %s", game_id, error)
            self._say_trouble(game_id, error.message)
        except ServiceError:
            log.info("game %s: the engine is not wanted any more", game_id)
            self._engines.leave_off(game_id)
        except NotStored:
            log.error("game %s: the engine's move waits until it can be stored", game_id)
            self._spawn(self._wake_later(game_id, STORE_AGAIN_S))
        except Exception:
            log.exception("game %s: no engine could answer", game_id)
            self._say_trouble(game_id, _BROKEN)
            self._spawn(self._wake_later(game_id, WAITS_EVERY_S))

    async def _wake_later(self, game_id: str, pause_s: float) -> None:
        await asyncio.sleep(pause_s)
        self.wake_engine(game_id)

    async def _think_ahead(self, answered: EngineAnswer) -> None:
        """Let the engine use a player's time while they sit there; not if the game has gone on meanwhile."""
        live = answered.live
        if answered.expects is None:
            return
        expected = await self._database.read(
            self._engine_moves.ahead, live.id, live.version, answered.expects
        )
        if expected is None or live.id in self._called:
            return
        if self.rooms.count(expected.player_id, live.id):
            self._engines.ponder(expected)

    async def _answer(self, task: EngineTask) -> EngineAnswer | None:
        """Let the engine think, and store what it says; None when the game has moved on meanwhile."""
        choice = await self._engines.choose(
            task,
            lambda error: self._say_trouble(task.game_id, error.message),
            lambda seconds: self._say_trouble(task.game_id, _BUSY.format(n=seconds), seconds),
        )
        try:
            return await self._database.write(self._engine_moves.answer, task, choice)
        except Conflict:
            return None

    def sign_again(self, player_id: str) -> None:
        """Have every screen of a player come back, wherever: some of their devices may be theirs no more."""
        self._bus.publish(f"person.{player_id}", _SIGN_AGAIN)

    def _hear_person(self, message: BusMessage) -> None:
        if message.data != _SIGN_AGAIN:
            return
        player_id = message.name
        for game_id in self.rooms.games():
            for screen in self.rooms.screens(game_id):
                if screen.player_id == player_id:
                    screen.line.give_up()

    def say_no_rematch(self, game_id: str, name: str) -> None:
        """Tell who waits at a game that was offered, wherever, that it will not be."""
        self._bus.publish(f"game.{game_id}", _NO_REMATCH_BY + name.encode())

    def _tell_no_rematch(self, game_id: str, name: str) -> None:
        for screen in self.rooms.screens(game_id):
            said = _NO_REMATCH.format(name=name).text(screen.lang)
            screen.line.write(ReadyText(encode(FailedMessage("not-found", said))))

    def _say_trouble(self, game_id: str, said: Text, wait_s: int = 0) -> None:
        for screen in self.rooms.screens(game_id):
            told = FailedMessage("busy", said.text(screen.lang), wait_s=wait_s)
            screen.line.write(ReadyText(encode(told)))

    def _watch_flag(self, game_id: str, due_ms: int | None) -> None:
        old = self._flags.pop(game_id, None)
        if old is not None:
            old.cancel()
        if due_ms is not None:
            self._look_at_flag(game_id, max(0.0, (due_ms - self._clock.now_ms()) / 1000) + FLAG_MARGIN_S)
        self._listen_to(game_id)

    def _look_at_flag(self, game_id: str, wait: float) -> None:
        loop = asyncio.get_running_loop()
        self._flags[game_id] = loop.call_later(wait, lambda: self._spawn(self._flag(game_id)))

    async def _flag(self, game_id: str) -> None:
        self._flags.pop(game_id, None)
        try:
            live = await self._database.write(self._play.claim_flag, game_id)
        except NotStored:
            log.error("game %s: its flag waits until it can be stored", game_id)
            self._look_at_flag(game_id, STORE_AGAIN_S)
            return
        except ServiceError:
            return
        if live is not None:
            self.changed(live)

    async def _beat(self) -> None:
        """Take note each second that this process runs; games stand still for as long as it did not."""
        self._pulse.beat()
        last = self._pulse.last
        if last is not self._stood_for:
            await self._let_stand()
            self._stood_for = last

    async def _let_stand(self) -> None:
        """Let games on a clock stand still since this process did not run, and tell who sits at them."""
        for game_id, _ in await self._database.read(self._play.timed_games):
            with contextlib.suppress(ServiceError, NotStored):  # what is not stored now is with the next move
                live = await self._database.write(self._play.interrupted, game_id)
                if live is not None:
                    self.changed(live)

    async def _watch_store(self) -> None:
        """Let clocks stand for as long as the store did not answer, and tell who sits at them."""
        with contextlib.suppress(NotStored):
            if self._watch.is_silent:
                await self._database.write(self._play.try_store)
            if self._watch.last is not self._silence_known:
                await asyncio.gather(*map(self._let_clock_stand, list(self._flags)))
                self._silence_known = self._watch.last  # how long that took is no news: the next move has it

    async def _let_clock_stand(self, game_id: str) -> None:
        with contextlib.suppress(ServiceError, NotStored):  # what is not stored now is with the next move
            live = await self._database.write_small(self._play.interrupted, game_id)
            if live is not None:
                self.changed(live)

    async def _until_a_look_around(self) -> None:
        is_told = self._bus.is_shared and self._bus.is_heard
        await next_turn(LOOK_AROUND_SELDOM_S if is_told else LOOK_AROUND_S)

    async def _look_once(self) -> None:
        """See whether another process has changed a game that somebody is looking at here.

        Ask for the versions of all watched games at once, and load only those that have a new one.

        Where nobody has stored anything since, and nobody has come with what they read before, there is none.
        """
        watched = self.rooms.games()
        if not watched:
            return
        changes, entered = await self._database.changes(), self.rooms.entered
        if changes is not None and self._looked == (changes, entered):
            return
        self._looked, watched = None, self.rooms.games()
        versions = await self._database.read(self._play.versions, watched)
        for game_id, version in versions.items():
            if version <= self._told.get(game_id, 0):
                continue
            if not self.rooms.screens(game_id):
                continue  # everybody left meanwhile
            if self._bus.is_shared:
                await self._catch_up(game_id)
                continue
            with contextlib.suppress(ServiceError):
                self.changed(await self._database.read(self._play.load, game_id))
        self._looked = (changes, entered) if changes is not None else None

    async def _tell_presence(self, game_id: str, who: frozenset[str], of: Screen | None) -> None:
        """Tell the others that a player has come or gone; nobody is told of those who only watch."""
        live = await self._database.read(self._play.load, game_id)
        if not who.isdisjoint(_at_the_board(live)):
            await self.tell(live, but=of)
        host = live.host_id
        if host is not None and host in who:
            self._follow_host(live, host)

    def _follow_host(self, live: LiveGame, host: str) -> None:
        """Have the guests of a host told when they are at no board for long, and when they come back."""
        if host not in self.rooms.present(live.id):
            self._spawn(self._tell_later(live.id, host))
        else:
            for game_id in self._hosts_away.pop(host, ()):
                self._spawn(self._tell_presence(game_id, frozenset({host}), None))

    async def _tell_later(self, game_id: str, host: str) -> None:
        await asyncio.sleep(ROUND_MS / 1000)
        live = await self._database.read(self._play.load, game_id)
        if self.rooms.screens(game_id) and host not in self.present(live):
            self._hosts_away[host].add(game_id)
            await self.tell(live)

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(_logged(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


_Key: TypeAlias = tuple[str | None, Lang, bool]
_Ready: TypeAlias = dict[_Key, ShownView]


def _key(screen: Screen) -> _Key:
    """Return what the view of somebody at the board depends on: who looks, and how they are told."""
    return screen.player_id, screen.lang, screen.deltas


def _ready(
    views: ViewsOfGame, ready: _Ready, player_id: str | None, lang: Lang, deltas: bool
) -> ShownView | None:
    """Return a view that is made once for all who are shown it; None where something must be read for it.

    Whoever it is for has come meanwhile, and asks for themselves.
    """
    key = player_id, lang, deltas
    if key not in ready and not views.reads(player_id):
        ready[key] = ShownView(views.to(player_id, lang, reasons=not deltas))
    return ready.get(key)


def _at_the_board(live: LiveGame) -> frozenset[str]:
    """Return the players of a game, and its arbiter if it has one."""
    found = frozenset(seat.player_id for seat in live.row.seats if seat.player_id)
    arbiter = live.row.created_by
    return found | {arbiter} if arbiter is not None and live.is_arbiter(arbiter) else found


def encode(message: ServerMessage) -> bytes:
    """Return a message as it goes over the wire."""
    return msgspec.json.encode(message)


async def for_ever(
    pause: Callable[[], Coroutine[None, None, None]], act: Callable[[], Coroutine[None, None, None]]
) -> None:
    """Do something after each pause; what goes wrong once is in the log, and does not end it."""
    while True:
        await pause()
        await _logged(act())


async def _logged(work: Coroutine[None, None, None]) -> None:
    """A task nobody waits for must not fail in silence."""
    try:
        await work
    except NotStored:
        log.info("a background task found no database")
    except Exception:
        log.exception("a background task failed")
