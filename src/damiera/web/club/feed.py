"""The screens at the club: each is sent what has changed, so that none has to ask.

What everybody sees alike, who looks for a game and what is played, is made once for each language and game
that is asked for; who waits or plays has their own. Of the people who are here only those are sent who have
come, gone, or do something else now.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

import msgspec

from damiera.messages import Lang
from damiera.service.bus import Bus
from damiera.service.club import ClubService, ClubState
from damiera.service.identity import Visitor
from damiera.web.club.presence import ClubPresence
from damiera.web.club.views import ClubPerson, ClubStrangers, concerns, person_here, seeks_and_played
from damiera.web.common.database import DatabaseThreads
from damiera.web.common.pages import part
from damiera.web.common.tasks import begun
from damiera.web.play.running_games import RunningGames
from damiera.web.tournament.live import EventStamp, EventWatchers

__all__ = ["CLUB", "SUBJECT", "ClubFeed", "ClubFeedState", "ClubNews"]

CLUB: Final = "club"
SUBJECT: Final = "club.seeks"
BOARD_S: Final = 3.0
"""How often the board beside is drawn anew."""
BOT_S: Final = 6.0
"""How often a bot is told to look even if nothing changes here: boards of evenings and arenas come, too."""
_MOST_KEPT: Final = 64

Here = Mapping[str, str]
"""Who is here, in the order of the page: each by their key, as everybody else sees them."""


class ClubNews(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a screen is sent.

    Attributes:
        v, w, t: as in `EventStamp`.
        me: the key of who reads.
        parts: parts of the page, by their ids, as they are now.
        came: who is to be put into the list of who is here: key, words, and the key of who stands after them.
        left: the keys of those who are to be taken out.
        whole: the list is to be emptied first.
        count: how many are here.
    """

    v: int
    w: int
    t: int
    me: str = ""
    parts: dict[str, str] = {}
    came: tuple[tuple[str, str, str], ...] = ()
    left: tuple[str, ...] = ()
    whole: bool = False
    count: int = -1


@dataclass(slots=True)
class ClubFeedState:
    """One screen, and what it was sent.

    Attributes:
        game: the game whose paces are shown.
    """

    visitor: Visitor | None
    lang: Lang
    game: str
    parts: dict[str, str] = field(default_factory=dict)
    here: Here | None = None
    stamp: EventStamp | None = None
    told_at: float = 0.0


class ClubFeed:
    """What the screens of this worker are sent. All of it belongs to the server's loop."""

    def __init__(
        self,
        club: ClubService,
        presence: ClubPresence,
        running: RunningGames,
        watchers: EventWatchers,
        database: DatabaseThreads,
        bus: Bus,
    ) -> None:
        self._club = club
        self._presence = presence
        self._running = running
        self._watchers = watchers
        self._database = database
        self._bus = bus
        self._reading = asyncio.Lock()
        self._state: tuple[tuple[int, int, int], ClubState] | None = None
        self._shared: dict[tuple[Lang, str], tuple[object, dict[str, str]]] = {}
        self._here: dict[Lang, tuple[tuple[object, int], Here]] = {}
        self._people_words: dict[Lang, dict[ClubPerson, str]] = {}
        self._changes: dict[tuple[int, int], tuple[Here | None, Here, ClubNews]] = {}
        self._forget: Callable[[], None] = lambda: None
        self._boards: asyncio.Task[None] | None = None
        self._turn = 0

    def start(self) -> None:
        """Begin: hear of seeks at other workers at once, and have the board beside drawn now and then."""
        self._forget = self._bus.subscribe(SUBJECT, lambda message: self._watchers.look_now())
        self._boards = begun(self._draw_boards(), "the board beside the club is drawn no more")

    async def stop(self) -> None:
        """Send no more."""
        self._forget()
        if self._boards is not None:
            self._boards.cancel()
            await asyncio.gather(self._boards, return_exceptions=True)

    def changed(self) -> None:
        """Tell all workers that somebody looks for a game, or does so no more."""
        self._bus.publish(SUBJECT)

    async def words(self, screen: ClubFeedState, stamp: EventStamp) -> str | None:
        """Return what a screen is to be sent now; None if it has all. A bot is told that it is to look."""
        if screen.visitor is not None and screen.visitor.is_bot:
            return _stamp_for_bot(screen, stamp)
        state = await self._state_at(stamp)
        told = EventStamp(stamp.v, stamp.w, stamp.t)
        parts = self._parts(screen, state)
        fresh = {id: text for id, text in parts.items() if screen.parts.get(id) != text}
        here = self._people(screen.lang, state, stamp.w)
        moved = self._moved(screen.here, here)
        if not fresh and moved is None and told == screen.stamp:
            return None
        visitor, count = screen.visitor, len(here) + self._presence.strangers
        news = ClubNews(
            stamp.v,
            stamp.w,
            stamp.t,
            me=self._presence.handle(visitor) if visitor else "",
            parts=fresh,
            came=moved.came if moved else (),
            left=moved.left if moved else (),
            whole=screen.here is None,
            count=count,
        )
        screen.parts, screen.here, screen.stamp = parts, here, told
        return msgspec.json.encode(news).decode()

    async def _state_at(self, stamp: EventStamp) -> ClubState:
        """Return what happens here; read once for all screens."""
        wanted = (stamp.v, stamp.w, self._turn)
        async with self._reading:
            if self._state is None or self._state[0] != wanted:
                here = self._presence.ids | self._running.rooms.players
                self._state = (wanted, await self._database.read(self._club.glance, here))
            return self._state[1]

    def _parts(self, screen: ClubFeedState, state: ClubState) -> dict[str, str]:
        visitor = screen.visitor
        challenges = self._presence.challenges.between(visitor.id) if visitor else ()
        if visitor is not None and (challenges or concerns(state, visitor)):
            made = seeks_and_played(
                state, screen.game, visitor, challenges, self._running.rooms.watched, screen.lang
            )
            seeks, played = (part(screen.lang, one) for one in made)
            shared = {"club-seeks": seeks, "club-played": played}
        else:
            shared = self._shared_parts(screen.lang, screen.game, state)
        strangers = part(screen.lang, ClubStrangers(self._presence.strangers))
        return {**shared, "club-strangers": strangers}

    def _shared_parts(self, lang: Lang, game: str, state: ClubState) -> dict[str, str]:
        kept = self._shared.get((lang, game))
        if kept is None or kept[0] is not state:
            made = seeks_and_played(state, game, None, (), self._running.rooms.watched, lang)
            seeks, played = (part(lang, one) for one in made)
            if len(self._shared) >= _MOST_KEPT:
                self._shared.clear()
            kept = self._shared[lang, game] = (state, {"club-seeks": seeks, "club-played": played})
        return kept[1]

    def _people(self, lang: Lang, state: ClubState, people: int) -> Here:
        """Return who is here; the same mapping as before if nobody has come, gone, or does something else."""
        kept = self._here.get(lang)
        if kept is not None and kept[0][0] is state and kept[0][1] == people:
            return kept[1]
        handles = {self._presence.handle(one): one for one in self._presence.people}
        known, fresh = self._people_words.get(lang, {}), {}
        here: dict[str, str] = {}
        for handle, one in handles.items():
            shown = person_here(one, handle, state, lang)
            here[handle] = fresh[shown] = known.get(shown) or part(lang, shown)
        self._people_words[lang] = fresh
        same = kept is not None and list(kept[1].items()) == list(here.items())
        now: Here = kept[1] if kept is not None and same else here
        self._here[lang] = ((state, people), now)
        return now

    def _moved(self, before: Here | None, now: Here) -> ClubNews | None:
        """Return who has come and gone; None for nobody. It is found out once for all who saw the same."""
        if before is now:
            return None
        key = (id(before), id(now))
        kept = self._changes.get(key)
        if kept is None:
            old = before if before is not None else {}
            keys = list(now)
            after = dict(zip(keys, [*keys[1:], ""], strict=False))  # nobody may be left
            came = tuple((one, now[one], after[one]) for one in reversed(keys) if old.get(one) != now[one])
            left = tuple(one for one in old if one not in now)
            if len(self._changes) >= _MOST_KEPT:
                self._changes.clear()
            kept = self._changes[key] = (before, now, ClubNews(0, 0, 0, came=came, left=left))
        return kept[2]

    async def _draw_boards(self) -> None:
        while True:
            await asyncio.sleep(BOARD_S)
            if self._watchers.count(CLUB):
                self._turn += 1
                self._watchers.nudge(CLUB)


def _stamp_for_bot(screen: ClubFeedState, stamp: EventStamp) -> str | None:
    now = time.monotonic()
    if stamp == screen.stamp and now - screen.told_at < BOT_S:
        return None
    screen.stamp, screen.told_at = stamp, now
    return msgspec.json.encode(stamp).decode()
