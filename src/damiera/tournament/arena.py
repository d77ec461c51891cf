"""Arenas: for an hour, say, whoever is free is paired again and again. The most points win.

An arena is a value folded from what happened in it (`happened`); who meets whom next is a function of it and
of the time (`arena_pairs`). No federation regulates arenas; all of this is our own:

- a win is worth 2, a draw 1; with streaks, games count double from the third on for whoever has won their
  last two, until one is not won;
- of those who are free the first in the standing meets the nearest below who may be met; two who have just
  met may not meet again unless both have waited `AGAIN_MS`;
- White goes to who had White less often than Black by more, then to who had Black last, then to the lower;
- nobody is paired within `REST_MS` of their last game, nor once the time is over; games under way are played
  to the end and count;
- level on points: more games won, then fewer games played; else the place is shared;
- a game that is called off counts for nobody, and who did not make their move sits out;
- whoever directs it may halt the pairing and let it go on, prolong it, remove a player, say something to all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

__all__ = [
    "AGAIN_MS",
    "REST_MS",
    "ArenaAct",
    "ArenaClosed",
    "ArenaGame",
    "ArenaHalted",
    "ArenaJoined",
    "ArenaMeeting",
    "ArenaOrder",
    "ArenaPaused",
    "ArenaPlayer",
    "ArenaProlonged",
    "ArenaRemoved",
    "ArenaResult",
    "ArenaRow",
    "ArenaSaying",
    "ArenaState",
    "ArenaTerms",
    "arena_pairs",
    "arena_standing",
    "decode_act",
    "encode_act",
    "happened",
]

REST_MS: Final = 4_000
"""Milliseconds after a game before its players are paired again."""
AGAIN_MS: Final = 20_000
"""Milliseconds for which two who have just met wait for somebody else."""

ArenaScore = Literal["white", "black", "draw", "none"]
"""Who won a game; `none`: it was called off."""


class ArenaTerms(msgspec.Struct, frozen=True, kw_only=True):
    """What an arena is played by; times in milliseconds since 1970.

    Attributes:
        pace: the clock, "3+2".
        streaks: whether wins in a row make games count double.
        club: whose members may play; "" for anybody with an account.
        bots: whether programs may.

    >>> ArenaTerms(name="Noon", game="italian", pace="3+2", starts=0, ends=3_600_000).streaks
    True
    """

    name: str
    game: str
    pace: str
    starts: int
    ends: int
    streaks: bool = True
    rated: bool = True
    club: str = ""
    bots: bool = False


class ArenaJoined(msgspec.Struct, frozen=True, tag_field="act", tag="joined"):
    """Somebody plays along, or plays again.

    >>> encode_act(ArenaJoined("p1", "Anna"))
    '{"act":"joined","player":"p1","name":"Anna"}'
    """

    player: str
    name: str


class ArenaPaused(msgspec.Struct, frozen=True, tag_field="act", tag="paused"):
    """Somebody is not paired until they join again.

    >>> encode_act(ArenaPaused("p1"))
    '{"act":"paused","player":"p1"}'
    """

    player: str


class ArenaMeeting(msgspec.Struct, frozen=True, tag_field="act", tag="paired"):
    """Two sit down at a game.

    >>> encode_act(ArenaMeeting("g1", "p1", "p2"))
    '{"act":"paired","game":"g1","white":"p1","black":"p2"}'
    """

    game: str
    white: str
    black: str


class ArenaResult(msgspec.Struct, frozen=True, tag_field="act", tag="ended"):
    """A game is over; of one that was called off, who did not move.

    >>> encode_act(ArenaResult("g1", "draw"))
    '{"act":"ended","game":"g1","score":"draw","away":""}'
    """

    game: str
    score: ArenaScore
    away: str = ""


class ArenaClosed(msgspec.Struct, frozen=True, tag_field="act", tag="closed"):
    """The arena is over.

    >>> encode_act(ArenaClosed())
    '{"act":"closed"}'
    """


class ArenaHalted(msgspec.Struct, frozen=True, tag_field="act", tag="halted"):
    """Nobody is paired any more, or everybody again, as `by` says who directs it.

    >>> encode_act(ArenaHalted(True, "Elena"))
    '{"act":"halted","halts":true,"by":"Elena"}'
    """

    halts: bool
    by: str


class ArenaProlonged(msgspec.Struct, frozen=True, tag_field="act", tag="prolonged"):
    """The arena lasts some minutes more.

    >>> encode_act(ArenaProlonged(15, "Elena"))
    '{"act":"prolonged","minutes":15,"by":"Elena"}'
    """

    minutes: int
    by: str


class ArenaRemoved(msgspec.Struct, frozen=True, tag_field="act", tag="removed"):
    """Somebody is paired no more and cannot come back; their game under way is played, their points stay.

    >>> encode_act(ArenaRemoved("p1", "Elena"))
    '{"act":"removed","player":"p1","by":"Elena"}'
    """

    player: str
    by: str


class ArenaSaying(msgspec.Struct, frozen=True, tag_field="act", tag="said"):
    """Something is said to all who are there.

    >>> encode_act(ArenaSaying("A break of five minutes.", "Elena"))
    '{"act":"said","text":"A break of five minutes.","by":"Elena"}'
    """

    text: str
    by: str


ArenaOrder = ArenaHalted | ArenaProlonged | ArenaRemoved | ArenaSaying
"""What whoever directs an arena does."""
ArenaAct = ArenaJoined | ArenaPaused | ArenaMeeting | ArenaResult | ArenaClosed | ArenaOrder
"""What happens in an arena."""

_decoder: Final[msgspec.json.Decoder[ArenaAct]] = msgspec.json.Decoder(ArenaAct)


def decode_act(text: str) -> ArenaAct:
    """Return what a line of an arena tells.

    Raises:
        msgspec.DecodeError: if it tells nothing known.

    >>> decode_act('{"act":"paused","player":"p1"}')
    ArenaPaused(player='p1')
    """
    return _decoder.decode(text)


def encode_act(act: ArenaAct) -> str:
    """Return an act as a line of text.

    >>> decode_act(encode_act(ArenaPaused("p1"))) == ArenaPaused("p1")
    True
    """
    return msgspec.json.encode(act).decode()


class ArenaPlayer(msgspec.Struct, frozen=True):
    """Somebody in an arena.

    Attributes:
        points: made so far; `games`: what each game brought, the last one last.
        row: games won in a row until now; `won`: in all.
        game: where they play now; "" if they are free.
        here: whether they are to be paired. `removed`: whether they cannot come back.
        last: whom they met last; `whites`: Whites less Blacks; `had_black`: whether they had Black last.
        free_since: when they came or their last game ended, in milliseconds since 1970.

    >>> ArenaPlayer("p1", "Anna").here
    True
    """

    id: str
    name: str
    points: int = 0
    games: tuple[int, ...] = ()
    row: int = 0
    won: int = 0
    game: str = ""
    here: bool = True
    last: str = ""
    whites: int = 0
    had_black: bool = False
    free_since: int = 0
    removed: bool = False


class ArenaGame(msgspec.Struct, frozen=True):
    """A game of an arena: who plays it, and how it ended; None while it is played.

    >>> ArenaGame("g1", "p1", "p2").score is None
    True
    """

    id: str
    white: str
    black: str
    score: ArenaScore | None = None


class ArenaState(msgspec.Struct, frozen=True):
    """An arena at one moment.

    Attributes:
        halted: whether nobody is paired. `more_ms`: milliseconds that it lasts longer.
        orders: what whoever directs it has done, each at a time in milliseconds since 1970.

    >>> ArenaState().over
    False
    """

    players: Mapping[str, ArenaPlayer] = {}
    games: Mapping[str, ArenaGame] = {}
    over: bool = False
    halted: bool = False
    more_ms: int = 0
    orders: tuple[tuple[int, ArenaOrder], ...] = ()

    @property
    def running(self) -> tuple[ArenaGame, ...]:
        """The games that are played now."""
        return tuple(game for game in self.games.values() if game.score is None)


class ArenaRow(msgspec.Struct, frozen=True):
    """A line of the standing: the place, which several may share.

    >>> state = happened(ArenaState(), ArenaJoined("p1", "Anna"), 0)
    >>> [(row.rank, row.player.name) for row in arena_standing(state)]
    [(1, 'Anna')]
    """

    rank: int
    player: ArenaPlayer


def happened(state: ArenaState, act: ArenaAct, at: int, *, streaks: bool = True) -> ArenaState:
    """Return what an act makes of an arena; one that was told before, or fits nothing, changes nothing.

    Args:
        at: when it happened, in milliseconds since 1970.

    >>> state = happened(ArenaState(), ArenaJoined("p1", "Anna"), 0)
    >>> state = happened(state, ArenaJoined("p2", "Bruno"), 0)
    >>> state = happened(state, ArenaMeeting("g1", "p1", "p2"), 5)
    >>> for _ in range(2):
    ...     state = happened(state, ArenaResult("g1", "white"), 9)
    >>> [(row.rank, row.player.name, row.player.points) for row in arena_standing(state)]
    [(1, 'Anna', 2), (2, 'Bruno', 0)]
    """
    match act:
        case ArenaJoined():
            return _joined(state, act, at)
        case ArenaPaused():
            one = state.players.get(act.player)
            return _with(state, replace(one, here=False)) if one is not None else state
        case ArenaMeeting():
            return _paired(state, act)
        case ArenaResult():
            return _ended(state, act, at, streaks=streaks)
        case ArenaClosed():
            return replace(state, over=True)
        case _:
            return _directed(replace(state, orders=(*state.orders, (at, act))), act)


def _directed(state: ArenaState, act: ArenaOrder) -> ArenaState:
    match act:
        case ArenaHalted():
            return replace(state, halted=act.halts)
        case ArenaProlonged():
            return replace(state, more_ms=state.more_ms + act.minutes * 60_000)
        case ArenaRemoved():
            one = state.players.get(act.player)
            return _with(state, replace(one, here=False, removed=True)) if one is not None else state
        case ArenaSaying():
            return state


def _with(state: ArenaState, *players: ArenaPlayer) -> ArenaState:
    return replace(state, players={**state.players, **{one.id: one for one in players}})


def _joined(state: ArenaState, act: ArenaJoined, at: int) -> ArenaState:
    known = state.players.get(act.player)
    if known is None:
        return _with(state, ArenaPlayer(act.player, act.name, free_since=at - REST_MS))
    return _with(state, replace(known, here=True)) if not known.here and not known.removed else state


def _paired(state: ArenaState, act: ArenaMeeting) -> ArenaState:
    white, black = state.players.get(act.white), state.players.get(act.black)
    if white is None or black is None or white.game or black.game or act.game in state.games:
        return state
    white = replace(white, game=act.game, last=black.id, whites=white.whites + 1, had_black=False)
    black = replace(black, game=act.game, last=white.id, whites=black.whites - 1, had_black=True)
    games = {**state.games, act.game: ArenaGame(act.game, act.white, act.black)}
    return replace(_with(state, white, black), games=games)


def _ended(state: ArenaState, act: ArenaResult, at: int, *, streaks: bool) -> ArenaState:
    game = state.games.get(act.game)
    if game is None or game.score is not None:
        return state
    games = {**state.games, game.id: replace(game, score=act.score)}
    after = []
    for side, id in (("white", game.white), ("black", game.black)):
        one = replace(state.players[id], game="", free_since=at)
        if act.score == "none":
            after.append(replace(one, here=one.here and id != act.away))
            continue
        worth = {side: 2, "draw": 1}.get(act.score, 0)
        made = worth * 2 if streaks and one.row >= 2 else worth
        is_won = worth == 2
        after.append(
            replace(
                one,
                points=one.points + made,
                games=(*one.games, made),
                row=one.row + 1 if is_won else 0,
                won=one.won + is_won,
            )
        )
    return replace(_with(state, *after), games=games)


def _order(one: ArenaPlayer) -> tuple[int, int, int]:
    return -one.points, -one.won, len(one.games)


def arena_standing(state: ArenaState) -> tuple[ArenaRow, ...]:
    """Return the standing: points, games won, fewer games played; who is level in all shares the place.

    >>> arena_standing(ArenaState())
    ()
    """
    ranked = sorted(state.players.values(), key=lambda one: (_order(one), one.name.casefold(), one.id))
    rows: list[ArenaRow] = []
    for place, one in enumerate(ranked, 1):
        is_level = rows and _order(rows[-1].player) == _order(one)
        rows.append(ArenaRow(rows[-1].rank if is_level else place, one))
    return tuple(rows)


def arena_pairs(
    state: ArenaState, now: int, apart: Iterable[frozenset[str]] = ()
) -> Sequence[tuple[str, str]]:
    """Return who is to meet now, White first.

    Nobody is in two pairs or plays already, and of those left no two may meet.

    Args:
        now: milliseconds since 1970.
        apart: pairs of players who are never to meet.

    >>> state = ArenaState()
    >>> for name in ("Anna", "Bruno", "Carla"):
    ...     state = happened(state, ArenaJoined(name, name), 0)
    >>> arena_pairs(state, 0)
    [('Bruno', 'Anna')]
    """
    if state.halted:
        return []
    never = frozenset(apart)
    free = [
        row.player
        for row in arena_standing(state)
        if row.player.here and not row.player.game and row.player.free_since + REST_MS <= now
    ]
    pairs, taken = [], set[str]()
    for place, one in enumerate(free):
        if one.id in taken:
            continue
        others = (two for two in free[place + 1 :] if two.id not in taken)
        other = next((two for two in others if _may_meet(one, two, now, never)), None)
        if other is not None:
            taken |= {one.id, other.id}
            pairs.append(_coloured(one, other))
    return pairs


def _may_meet(one: ArenaPlayer, two: ArenaPlayer, now: int, never: frozenset[frozenset[str]]) -> bool:
    if frozenset((one.id, two.id)) in never:
        return False
    if one.last != two.id and two.last != one.id:
        return True
    return min(now - one.free_since, now - two.free_since) >= AGAIN_MS


def _coloured(upper: ArenaPlayer, lower: ArenaPlayer) -> tuple[str, str]:
    """Return two as White and Black."""
    if upper.whites != lower.whites:
        has_white = upper.whites < lower.whites
    elif upper.had_black != lower.had_black:
        has_white = upper.had_black
    else:
        has_white = False
    return (upper.id, lower.id) if has_white else (lower.id, upper.id)
