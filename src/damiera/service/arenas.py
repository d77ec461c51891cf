"""Arenas on this server: made by the admins of a club, joined by one tap, paired and counted by themselves.

What happened is kept line by line; the rest follows from it (`damiera.tournament.arena`). A game and the line
that tells of it are one transaction, and so are its result and the note that it was told: a server that stops
loses and doubles nothing, and two that look at the same moment pair once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from damiera._core import Side
from damiera.game.clock import ClockSettings
from damiera.game.sides import is_for_two
from damiera.messages import Message
from damiera.records.arenas import ArenaLineRecord, ArenaRecord
from damiera.records.games import SeatRecord
from damiera.records.member_clubs import ClubEventRecord
from damiera.records.people import RatedGameRecord
from damiera.rules.ruleset import CATALOGUE, ruleset
from damiera.service.bots import require_bot_in_club
from damiera.service.cache import LiveCache, Overtaken
from damiera.service.errors import BadTerms, NotFound, NotYours, RefusedAct
from damiera.service.identity import Visitor
from damiera.service.live import GameCache, GameTransaction, LiveGame
from damiera.service.member_clubs import require_club_admin
from damiera.service.names import new_id
from damiera.service.new_game import add_game
from damiera.service.ports import Transaction
from damiera.service.terms import NewGame, read_terms
from damiera.tournament.arena import (
    ArenaAct,
    ArenaClosed,
    ArenaHalted,
    ArenaJoined,
    ArenaMeeting,
    ArenaPaused,
    ArenaProlonged,
    ArenaRemoved,
    ArenaResult,
    ArenaSaying,
    ArenaState,
    ArenaTerms,
    arena_pairs,
    decode_act,
    encode_act,
    happened,
)

__all__ = ["ARENA_MINUTES", "ARENA_PACES", "ArenaForm", "ArenaService", "LiveArena"]

ARENA_PACES: Final = ("3+2", "5+3", "10+5")
ARENA_MINUTES: Final = (30, 45, 60, 90, 120)
MOST_PLAYERS: Final = 500
LATEST_START_MIN: Final = 7 * 24 * 60
MOST_MORE_MIN: Final = 60
MOST_ORDERS: Final = 200
LONGEST_SAYING: Final = 200
_MOST_IN_ALL_MS: Final = 6 * 3_600_000
_MINUTE_MS: Final = 60_000

_NO_ARENA: Final = Message("There is no such arena.")
_SIGN_IN: Final = Message("Sign in first: in an arena accounts play.")
_MEMBERS_ONLY: Final = Message("This arena is for the members of the club.")
_OVER: Final = Message("The arena is over.")
_REMOVED: Final = Message("Whoever directs the arena has taken you out of it: talk to them.")
_DIRECTS: Final = Message("Only the admins of the club may do this.")
_MORE: Final = Message("From 1 to {n} minutes.")
_LONG_ENOUGH: Final = Message("The arena lasts long enough.")
_TIME_OVER: Final = Message("The time is over")
_NOBODY: Final = Message("{name} does not play here.")
_SAYING: Final = Message("Write a line of at most {n} letters.")
_MANY_ORDERS: Final = Message("This arena has been directed often enough.")
_FULL: Final = Message("{n} have joined, and no more can.")
_NAME: Final = Message("Write a name of at most 80 letters.")
_PACE: Final = Message("Choose one of the paces.")
_MINUTES: Final = Message("Choose one of the lengths.")
_GAME: Final = Message("Choose a game for two.")
_STARTS: Final = Message("From 0 to {n} minutes.")


class ArenaForm(msgspec.Struct, frozen=True):
    """What is asked for when an arena is made: `minutes` it lasts, beginning `starts_in` minutes from now.

    `bots`: whether bots may play.

    >>> ArenaForm("Noon").minutes
    60
    """

    name: str
    game: str = "italian"
    pace: str = "3+2"
    minutes: int = 60
    starts_in: int = 10
    streaks: bool = True
    rated: bool = True
    bots: bool = False


class LiveArena(msgspec.Struct, frozen=True):
    """An arena at one moment; `version` is the number of its last line."""

    id: str
    version: int
    terms: ArenaTerms
    state: ArenaState

    @property
    def ends(self) -> int:
        """When nobody is paired any more, in milliseconds since 1970."""
        return self.terms.ends + self.state.more_ms

    def after(self, act: ArenaAct, at: int) -> LiveArena:
        """Return the arena after something more has happened."""
        state = happened(self.state, act, at, streaks=self.terms.streaks)
        return replace(self, version=self.version + 1, state=state)


class _Writer:
    """An arena within one transaction."""

    def __init__(self, work: Transaction, live: LiveArena, now: int) -> None:
        self.work, self.live, self.now = work, live, now
        self._lines: list[ArenaLineRecord] = []
        self._version = live.version

    def act(self, act: ArenaAct) -> None:
        self.live = self.live.after(act, self.now)
        self._lines.append(ArenaLineRecord(self.live.version, self.now, encode_act(act)))

    def write(self) -> LiveArena:
        over = self.live.state.over
        if self._lines and not self.work.arenas.append(
            self.live.id, self._lines, version=self._version, over=over
        ):
            raise Overtaken
        return self.live


class ArenaService:
    """The use cases of arenas."""

    def __init__(self, cache: GameCache) -> None:
        self._cache = cache
        self._arenas = LiveCache(cache.store, _as_it_stands, kept=32)

    def load(self, id: str) -> LiveArena:
        """Return an arena as it stands. Raises `NotFound`."""
        return self._arenas.load(id)

    def stamps(self, ids: Sequence[str]) -> dict[str, tuple[int, int]]:
        """Return how far arenas have come."""
        with self._cache.store.read() as work:
            return {id: (version, 0) for id, version in work.arenas.versions(ids).items()}

    def place(self, game_id: str) -> LiveArena | None:
        """Return the arena that a game is played in; None for other games."""
        with self._cache.store.read() as work:
            found = work.arenas.of_game(game_id)
        return self.load(found) if found else None

    def create(self, who: Visitor, club_id: str, form: ArenaForm) -> LiveArena:
        """Make an arena of a club, as its admin.

        Raises:
            NotYours, NotFound: to whoever is no admin of the club.
            BadTerms: for terms that make no arena, with the field.
        """
        now = self._cache.clock.now_ms()
        terms = _terms(form, club_id, now)
        record = ArenaRecord(new_id(), who.id, msgspec.json.encode(terms).decode(), 0, 0, now)
        with self._cache.store.write() as work:
            require_club_admin(work, club_id, who.id)
            work.arenas.add(record)
            event = ClubEventRecord(new_id(), terms.name, f"/arenas/{record.id}", "")
            work.member_clubs.add_event(club_id, event, at=now)
        return self.load(record.id)

    def join(self, id: str, who: Visitor) -> LiveArena:
        """Play along, or play again. Safe to do again.

        Raises:
            NotYours: to guests, and to whoever is not in the club.
            RefusedAct: once the time is over.
        """

        def step(writer: _Writer) -> None:
            live = writer.live
            known = live.state.players.get(who.id)
            if known is not None and known.here:
                return
            _require_member(writer.work, live.terms, who)
            if live.state.over or writer.now >= live.ends:
                raise RefusedAct(_OVER)
            if known is not None and known.removed:
                raise RefusedAct(_REMOVED)
            if known is None and len(live.state.players) >= MOST_PLAYERS:
                raise RefusedAct(_FULL.format(n=MOST_PLAYERS))
            writer.act(ArenaJoined(who.id, who.name[:80]))

        return self._change(id, step)

    def pause(self, id: str, who: Visitor) -> LiveArena:
        """Be paired no more until one joins again; the game under way is played."""

        def step(writer: _Writer) -> None:
            known = writer.live.state.players.get(who.id)
            if known is not None and known.here:
                writer.act(ArenaPaused(who.id))

        return self._change(id, step)

    # --- who directs it ---

    def directs(self, live: LiveArena, player_id: str | None) -> bool:
        """Tell whether somebody directs an arena: the admins of its club do."""
        with self._cache.store.read() as work:
            mine = {club.id: role for club, role in work.member_clubs.of_player(player_id or "")}
        return mine.get(live.terms.club) in ("founder", "admin")

    def bots(self, live: LiveArena) -> frozenset[str]:
        """Return which of those who play in an arena are programs."""
        if not live.terms.bots:
            return frozenset()
        with self._cache.store.read() as work:
            return work.bots.which(tuple(live.state.players))

    def halt(self, id: str, who: Visitor, *, halts: bool) -> LiveArena:
        """Pair nobody any more, or everybody again; games under way are played. Raises `NotYours`."""

        def step(writer: _Writer) -> None:
            if writer.live.state.halted != halts:
                writer.act(ArenaHalted(halts, who.name))

        return self._direct(id, who, step)

    def prolong(self, id: str, who: Visitor, minutes: int) -> LiveArena:
        """Let an arena last longer, before its time is over. Raises `NotYours`, `BadTerms`, `RefusedAct`."""

        def step(writer: _Writer) -> None:
            if not 1 <= minutes <= MOST_MORE_MIN:
                raise BadTerms("minutes", _MORE.format(n=MOST_MORE_MIN))
            if writer.live.state.more_ms + minutes * _MINUTE_MS > _MOST_IN_ALL_MS:
                raise RefusedAct(_LONG_ENOUGH)
            if writer.now >= writer.live.ends:
                raise RefusedAct(_TIME_OVER)
            writer.act(ArenaProlonged(minutes, who.name))

        return self._direct(id, who, step)

    def remove(self, id: str, who: Visitor, name: str) -> LiveArena:
        """Let somebody play no more; their game under way is played. Raises `NotYours`, `NotFound`."""

        def step(writer: _Writer) -> None:
            players = writer.live.state.players.values()
            found = next((one for one in players if one.name == name), None)
            if found is None:
                raise RefusedAct(_NOBODY.format(name=name[:80]))
            if not found.removed:
                writer.act(ArenaRemoved(found.id, who.name))

        return self._direct(id, who, step)

    def announce(self, id: str, who: Visitor, text: str) -> LiveArena:
        """Say something to all who are there. Raises `NotYours`, `BadTerms`."""
        said = " ".join(text.split())

        def step(writer: _Writer) -> None:
            if not said or len(said) > LONGEST_SAYING or not said.isprintable():
                raise BadTerms("text", _SAYING.format(n=LONGEST_SAYING))
            writer.act(ArenaSaying(said, who.name))

        return self._direct(id, who, step)

    def _direct(self, id: str, who: Visitor, step: Callable[[_Writer], None]) -> LiveArena:
        def directed(writer: _Writer) -> None:
            if not writer.live.terms.club:
                raise NotYours(_DIRECTS)
            require_club_admin(writer.work, writer.live.terms.club, who.id)
            if writer.live.state.over:
                raise RefusedAct(_OVER)
            if len(writer.live.state.orders) >= MOST_ORDERS:
                raise RefusedAct(_MANY_ORDERS)
            step(writer)

        return self._change(id, directed)

    # --- what happens by itself ---

    def running(self) -> Sequence[str]:
        """Return the arenas that are not over."""
        with self._cache.store.read() as work:
            return work.arenas.running()

    def go_on(self, id: str) -> Sequence[LiveGame]:
        """Count games that are over, pair whoever is free, close what is over; return the games begun."""
        begun: list[LiveGame] = []

        def step(writer: _Writer) -> None:
            begun.clear()
            self._count(writer)
            live = writer.live
            if live.terms.starts <= writer.now < live.ends:
                begun.extend(self._begin(writer, pair) for pair in _pairs(writer))
            elif writer.now >= live.ends and not live.state.running:
                writer.act(ArenaClosed())

        self._change(id, step)
        for game in begun:
            self._cache.keep(game)
        return tuple(begun)

    def _count(self, writer: _Writer) -> None:
        for game_id in writer.work.arenas.ended(writer.live.id):
            played = self._cache.fetch(writer.work, game_id)
            writer.act(_told(played))
            writer.work.arenas.settle(game_id)
        ids = [game.id for game in writer.live.state.running]
        there = writer.work.games.versions(ids) if ids else {}
        for id in ids:
            if id not in there:  # with the account of somebody who played it
                writer.act(ArenaResult(id, "none"))

    def _begin(self, writer: _Writer, pair: tuple[str, str]) -> LiveGame:
        game_id, players, work = new_id(), writer.live.state.players, writer.work
        by = Visitor(pair[0], players[pair[0]].name)
        add_game(work, game_id, read_terms(_new_game(writer.live.terms)), by, writer.now, started_at=None)
        for name in ("white", "black"):
            work.games.add_seat(game_id, SeatRecord(name, "open"))
        board = GameTransaction(work, self._cache.fetch(work, game_id), writer.now)
        for side, id in zip((Side.WHITE, Side.BLACK), pair, strict=True):
            board.take_seat(side, id, players[id].name[:40])
        if writer.live.terms.rated:
            work.ratings.agree(game_id, RatedGameRecord(rated=True, private=False))
        work.arenas.add_game(writer.live.id, game_id)
        writer.act(ArenaMeeting(game_id, *pair))
        return board.live

    def _change(self, id: str, step: Callable[[_Writer], None]) -> LiveArena:
        def sit(work: Transaction, live: LiveArena) -> tuple[LiveArena, None]:
            writer = _Writer(work, live, self._cache.clock.now_ms())
            step(writer)
            return writer.write(), None

        return self._arenas.update(id, sit)[0]


_terms_decoder: Final = msgspec.json.Decoder(ArenaTerms)


def _as_it_stands(work: Transaction, id: str, known: LiveArena | None) -> LiveArena:
    """Return an arena as a transaction sees it: the kept one, with what has happened since."""
    row = work.arenas.get(id)
    if row is None:
        raise NotFound(id, _NO_ARENA)
    live = known or LiveArena(id, 0, _terms_decoder.decode(row.terms), ArenaState())
    if live.version == row.version:
        return live
    for line in work.arenas.lines(id, after=live.version):
        live = live.after(decode_act(line.body), line.at)
    return live


def _told(played: LiveGame) -> ArenaResult:
    """Return what an arena is told of a game that is over."""
    outcome = played.game.outcome
    score = outcome.score if outcome is not None else "*"
    if score == "*":
        by = outcome.declared_by if outcome is not None else ""  # whoever called it off
        to_move = "white" if played.game.side is Side.WHITE else "black"
        sits_out = by if by in ("white", "black") else to_move
        away = next((seat.player_id for seat in played.row.seats if seat.side == sits_out), None)
        return ArenaResult(played.id, "none", away or "")
    if score == "1-1":
        return ArenaResult(played.id, "draw")
    return ArenaResult(played.id, "white" if score == "2-0" else "black")


def _pairs(writer: _Writer) -> Sequence[tuple[str, str]]:
    """Return who is to meet now: nobody whom they keep away, and nobody whose account has gone."""
    work, state, apart = writer.work, writer.live.state, set[frozenset[str]]()
    for one in state.players.values():
        if one.here and not one.game and work.accounts.get(one.id) is None:
            writer.act(ArenaPaused(one.id))
    state = writer.live.state
    while True:
        pairs = arena_pairs(state, writer.now, apart)
        kept = {frozenset(pair) for pair in pairs if work.accounts.blocks_between(pair[0], (pair[1],))}
        if not kept:
            return pairs
        apart |= kept


def _new_game(terms: ArenaTerms) -> NewGame:
    clock = ClockSettings.parse(terms.pace)
    return NewGame(
        game=terms.game, friend=True, clock=clock, base_ms=clock.base_ms, increment_ms=clock.increment_ms
    )


def _require_member(work: Transaction, terms: ArenaTerms, who: Visitor) -> None:
    if work.accounts.get(who.id) is None:
        raise NotYours(_SIGN_IN)
    bot = work.bots.get(who.id)
    if bot is not None:
        require_bot_in_club(work, bot, terms.club, bots_play=terms.bots)
        return
    mine = {club.id: role for club, role in work.member_clubs.of_player(who.id)}
    if terms.club and mine.get(terms.club, "asking") == "asking":
        raise NotYours(_MEMBERS_ONLY)


def _terms(form: ArenaForm, club_id: str, now: int) -> ArenaTerms:
    name = " ".join(form.name.split())
    if not name or len(name) > 80 or not name.isprintable():
        raise BadTerms("name", _NAME)
    if form.game not in CATALOGUE or not is_for_two(ruleset(form.game).core):
        raise BadTerms("game", _GAME)
    if form.pace not in ARENA_PACES:
        raise BadTerms("pace", _PACE)
    if form.minutes not in ARENA_MINUTES:
        raise BadTerms("minutes", _MINUTES)
    if not 0 <= form.starts_in <= LATEST_START_MIN:
        raise BadTerms("starts_in", _STARTS.format(n=LATEST_START_MIN))
    starts = now + form.starts_in * _MINUTE_MS
    return ArenaTerms(
        name=name,
        game=form.game,
        pace=form.pace,
        starts=starts,
        ends=starts + form.minutes * _MINUTE_MS,
        streaks=form.streaks,
        rated=form.rated,
        bots=form.bots,
        club=club_id,
    )
