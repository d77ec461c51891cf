"""An arena, as who plays in it and who looks on see it."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import ClassVar, Final, Literal
from urllib.parse import quote

import msgspec
from markupsafe import Markup

from damiera.errors import DamieraError
from damiera.messages import Lang, Message, Text, day_and_time
from damiera.records.member_clubs import MemberClubRecord
from damiera.rules.ruleset import CATALOGUE, ruleset
from damiera.service.arenas import ARENA_MINUTES, ARENA_PACES, LONGEST_SAYING, ArenaForm, LiveArena
from damiera.service.game_choices import LOSING
from damiera.service.identity import Visitor
from damiera.tournament.arena import (
    ArenaGame,
    ArenaHalted,
    ArenaOrder,
    ArenaProlonged,
    ArenaRemoved,
    ArenaSaying,
    arena_standing,
)
from damiera.web.common.pages import PageView, part

__all__ = ["ArenaBar", "ArenaPage", "ArenaPart", "NewArenaPage", "arena_page", "arena_part", "new_arena_page"]

_SHOWN = 200
_HALTED: Final = Message("nobody is paired for now")
_GOES_ON: Final = Message("pairing goes on")
_PROLONGED: Final = Message("{n} minute more", plural="{n} minutes more")
_REMOVED: Final = Message("{name} plays no more")
_SAID: Final = Message("said: {text}")


class ArenaLine(msgspec.Struct, frozen=True):
    """A line of the standing.

    Attributes:
        games: what the last games brought, the newest first; `on_fire`: the next one counts double.
        game: where they play now; "" if nowhere.
    """

    rank: int
    name: str
    profile: str
    points: int
    games: tuple[int, ...]
    on_fire: bool
    game: str
    is_here: bool
    is_me: bool
    is_removed: bool
    is_bot: bool


class ArenaPart(PageView, frozen=True):
    """What changes on the page of an arena, for one reader.

    Attributes:
        stage: `before` it begins, `runs`, `ends` while the last games are played, `over`.
        until: when the stage ends, in milliseconds since 1970; `now`: what time it is at the server.
        state: what the reader is: "" a spectator, `playing`, `waiting`, `out`.
        sits_out: whether they are not paired next, though they may play now.
        board: the game they play; `opponent`: with whom.
        running: games that are played now: id, White, Black.
        removed: whether the reader was taken out of it.
        halted: whether nobody is paired for now. `said`: what whoever directs it has said last.
        directs: whether the reader does. `orders`: what was directed, the newest first: when, by whom, what.
    """

    template: ClassVar[str] = "club/_arena.html"
    id: str
    version: int
    stage: Literal["before", "runs", "ends", "over"]
    until: int
    now: int
    state: Literal["", "playing", "waiting", "out"]
    sits_out: bool
    board: str
    opponent: str
    signs_in: bool
    lines: tuple[ArenaLine, ...]
    running: tuple[tuple[str, str, str], ...]
    played: int
    streaks: bool
    rated: bool
    bots: bool
    removed: bool
    halted: bool
    said: str
    directs: bool
    orders: tuple[tuple[str, str, str], ...]
    longest: int = LONGEST_SAYING


class ArenaPage(PageView, frozen=True):
    """The page of an arena; `part` is what changes on it."""

    template: ClassVar[str] = "club/arena.html"
    id: str
    name: str
    game: str
    pace: str
    club: str
    minutes: int
    part: Markup
    wrong: str = ""


class ArenaBar(PageView, frozen=True):
    """What leads from a game back to its arena."""

    template: ClassVar[str] = "club/_arena_bar.html"
    id: str
    name: str
    board: str


class NewArenaPage(PageView, frozen=True):
    """The form of a new arena: `form` is what was typed; `field` is the one that is refused."""

    template: ClassVar[str] = "club/new_arena.html"
    club: str
    club_name: str
    form: ArenaForm
    games: tuple[tuple[str, str, bool], ...]
    paces: tuple[tuple[str, bool], ...]
    lengths: tuple[tuple[int, bool], ...]
    wrong: str = ""
    field: str = ""


def arena_page(live: LiveArena, shown: Markup, lang: Lang, *, wrong: str = "") -> ArenaPage:
    """Return the page of an arena with what changes on it."""
    terms = live.terms
    return ArenaPage(
        id=live.id,
        name=terms.name,
        game=ruleset(terms.game).name.text(lang),
        pace=terms.pace.replace("+", " + "),
        club=terms.club,
        minutes=(live.ends - terms.starts) // 60_000,
        part=shown,
        wrong=wrong,
    )


def arena_part(
    live: LiveArena,
    reader: Visitor | None,
    now: int,
    lang: Lang,
    *,
    directs: bool = False,
    bots: Collection[str] = (),
) -> Markup:
    """Return what changes on the page of an arena.

    Args:
        directs: whether the reader directs it.
        bots: those who play in it and are programs.
    """
    return Markup(part(lang, _part(live, reader, now, lang, directs=directs, bots=bots)))


def _part(
    live: LiveArena, reader: Visitor | None, now: int, lang: Lang, *, directs: bool, bots: Collection[str]
) -> ArenaPart:
    state, me = live.state, reader.id if reader else ""
    mine = state.players.get(me)
    game = state.games.get(mine.game) if mine and mine.game else None
    stage = _stage(live, now)
    other = (game.black if game.white == me else game.white) if game else ""
    return ArenaPart(
        id=live.id,
        version=live.version,
        stage=stage,
        until={"before": live.terms.starts, "runs": live.ends}.get(stage, 0),
        now=now,
        state="" if mine is None else "playing" if game else "waiting" if mine.here else "out",
        sits_out=mine is not None and not mine.here,
        board=game.id if game else "",
        opponent=state.players[other].name if other else "",
        signs_in=reader is None or not reader.has_account,
        lines=_lines(live, me, bots),
        running=tuple(_named(live, one) for one in state.running),
        played=len(state.games) - len(state.running),
        streaks=live.terms.streaks,
        rated=live.terms.rated,
        bots=live.terms.bots,
        removed=mine is not None and mine.removed,
        halted=state.halted and stage in ("before", "runs"),
        said=next((act.text for _, act in reversed(state.orders) if isinstance(act, ArenaSaying)), ""),
        directs=directs and stage != "over",
        orders=tuple(_order(live, at, act, lang) for at, act in reversed(state.orders)) if directs else (),
    )


def _order(live: LiveArena, at: int, act: ArenaOrder, lang: Lang) -> tuple[str, str, str]:
    """Return when somebody has directed an arena, who it was, and what they did."""
    match act:
        case ArenaHalted():
            said: Text = _HALTED if act.halts else _GOES_ON
        case ArenaProlonged():
            said = _PROLONGED.format(n=act.minutes)
        case ArenaRemoved():
            one = live.state.players.get(act.player)
            said = _REMOVED.format(name=one.name if one else act.player)
        case ArenaSaying():
            said = _SAID.format(text=act.text)
    return day_and_time(datetime.fromtimestamp(at / 1000), lang), act.by, said.text(lang)


def _stage(live: LiveArena, now: int) -> Literal["before", "runs", "ends", "over"]:
    if live.state.over:
        return "over"
    if now < live.terms.starts:
        return "before"
    return "runs" if now < live.ends else "ends"


def _named(live: LiveArena, game: ArenaGame) -> tuple[str, str, str]:
    players = live.state.players
    return game.id, players[game.white].name, players[game.black].name


def _lines(live: LiveArena, me: str, bots: Collection[str]) -> tuple[ArenaLine, ...]:
    rows = arena_standing(live.state)
    shown = [row for place, row in enumerate(rows) if place < _SHOWN or row.player.id == me]
    return tuple(
        ArenaLine(
            rank=row.rank,
            name=row.player.name,
            profile=f"/people/{quote(row.player.name, safe='')}",
            points=row.player.points,
            games=row.player.games[-5:][::-1],
            on_fire=live.terms.streaks and row.player.row >= 2 and not live.state.over,
            game=row.player.game,
            is_here=row.player.here,
            is_me=row.player.id == me,
            is_removed=row.player.removed,
            is_bot=row.player.id in bots,
        )
        for row in shown
    )


def new_arena_page(
    club: MemberClubRecord, form: ArenaForm, lang: Lang, wrong: DamieraError | None = None
) -> NewArenaPage:
    """Return the form of a new arena of a club."""
    games = [slug for slug in CATALOGUE if not slug.endswith(LOSING)]
    return NewArenaPage(
        club=club.id,
        club_name=club.name,
        form=form,
        games=tuple((slug, ruleset(slug).name.text(lang), slug == form.game) for slug in games),
        paces=tuple((pace, pace == form.pace) for pace in ARENA_PACES),
        lengths=tuple((length, length == form.minutes) for length in ARENA_MINUTES),
        wrong=wrong.text(lang) if wrong else "",
        field=getattr(wrong, "field", ""),
    )
