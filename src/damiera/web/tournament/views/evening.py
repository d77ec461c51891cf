"""An evening played here, as who plays in it and who directs it see it."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar, Literal

import msgspec
from markupsafe import Markup

from damiera.errors import DamieraError
from damiera.messages import Lang, day_and_time
from damiera.records.member_clubs import MemberClubRecord
from damiera.rules.ruleset import CATALOGUE, ruleset
from damiera.service.game_choices import LOSING
from damiera.service.identity import Visitor
from damiera.service.tournament.evening import (
    PACES,
    SYSTEMS_OF_EVENINGS,
    EveningTerms,
    away_from,
    evening_due,
)
from damiera.service.tournament.event import LiveEvent
from damiera.service.tournament.online import online_game
from damiera.tournament.model import Kind, PlayerChange, RoundGame
from damiera.web.common.pages import PageView, part
from damiera.web.tournament.views.head import EventPage, event_head, field_of, refusal
from damiera.web.tournament.views.public import public_part
from damiera.web.tournament.views.words import SYSTEMS

__all__ = ["EveningBar", "EveningPage", "EveningPart", "NewEveningPage"]
__all__ += ["evening_page", "evening_part", "new_evening_page"]


class EveningBoard(msgspec.Struct, frozen=True):
    """Where somebody plays in the round under way.

    Attributes:
        colour: theirs; `opponent`: the name of the other, "" where they rest.
        game: the game on this server; "" once it is over without one.
        until: when they have to be there, in milliseconds since 1970; 0 where it was looked already.
    """

    round: int
    board: int
    leg: int
    colour: Literal["white", "black"]
    opponent: str
    is_over: bool
    result: str
    game: str
    until: int


class EveningPart(PageView, frozen=True):
    """What changes on the page of an evening, for one reader.

    Attributes:
        stage: `before` the first round, in a `round`, between rounds (`pause`), `over`.
        starts: when it begins, in words; "" if an arbiter says so.
        next_at: when the next round is paired, in milliseconds since 1970; 0 if nobody knows.
        now: what time it is at the server.
        is_in: whether the reader has joined; `away`: why they are not paired next.
        may_join: whether the page offers it; `signs_in`: whether they have to sign in first.
        decided: their board, as the bar over its game has it, if it is decided by forfeit: the game is gone.
        missed: the opponent who did not come to it.
        board: where they play; None: nowhere. `rests`: they have no opponent in this round.
        players: how many have joined.
        names: who has joined, until the first round.
        points, rank: the reader's; "" before the first result.
    """

    template: ClassVar[str] = "tournament/_evening.html"
    id: str
    version: int
    stage: Literal["before", "round", "pause", "over"]
    round: int
    planned: int
    done: int
    boards: int
    starts: str
    next_at: int
    now: int
    wait: int
    by_itself: bool
    is_open: bool
    rated: bool
    bots: bool
    is_in: bool
    away: Literal["", "paused", "left", "absent", "out"]
    may_join: bool
    signs_in: bool
    decided: str
    missed: str
    board: EveningBoard | None
    rests: bool
    players: int
    names: tuple[str, ...]
    points: str
    rank: int | None
    directs: bool
    waits: str
    shared: Markup


class EveningPage(EventPage, kw_only=True, frozen=True):
    """The page of an evening; `part` is what changes on it."""

    template: ClassVar[str] = "tournament/evening.html"
    tab: str = "evening"
    part: Markup


class EveningBar(PageView, frozen=True):
    """What leads from a game back to its evening, or the match that it is, whose page is at `page`.

    `place` is round, board and leg, and the game.
    """

    template: ClassVar[str] = "tournament/_evening_bar.html"
    id: str
    name: str
    round: int
    board: int
    place: str
    page: str


class NewEveningPage(PageView, frozen=True):
    """The form of a new evening: `terms` are what was typed; `field` is the one that is refused."""

    template: ClassVar[str] = "tournament/new_evening.html"
    club: str
    club_name: str
    terms: EveningTerms
    games: tuple[tuple[str, str, bool], ...]
    systems: tuple[tuple[str, str, bool], ...]
    paces: tuple[tuple[str, bool], ...]
    wrong: str
    field: str


def evening_page(
    live: LiveEvent, reader: Visitor | None, mine: int | None, now: int, lang: Lang, *, wrong: str = ""
) -> EveningPage:
    """Return the page of an evening; `mine` is the reader's start number."""
    return EveningPage(
        head=event_head(live, lang),
        arbiter=live.is_arbiter(reader.id if reader else None),
        part=evening_part(live, reader, mine, now, lang),
        wrong=wrong,
    )


def evening_part(live: LiveEvent, reader: Visitor | None, mine: int | None, now: int, lang: Lang) -> Markup:
    """Return what changes on the page of an evening."""
    return Markup(part(lang, _part(live, reader, mine, now, lang)))


def _part(live: LiveEvent, reader: Visitor | None, mine: int | None, now: int, lang: Lang) -> EveningPart:
    evening, event = live.state.evening, live.event
    assert evening is not None
    coming, round = evening_due(live), event.played_rounds
    games = [g for g in held.games if g.black is not None] if (held := event.round(round)) else []
    done = sum(game.is_over for game in games)
    own = next((g for g in held.games if mine in (g.white, g.black)), None) if held and mine else None
    away = _away(live, mine)
    row = next((r for r in live.standing.ranked if r.number == mine), None) if round and mine else None
    has_account = reader is not None and reader.has_account
    decided, missed = own_forfeit(live, mine) if mine else ("", "")
    return EveningPart(
        id=live.id,
        version=live.version,
        stage=_stage(live, done, len(games)),
        round=round,
        planned=live.planned,
        done=done,
        boards=len(games),
        starts=_moment(evening.starts, lang) if evening.starts else "",
        next_at=coming.at if coming and coming.what == "pair" else 0,
        now=now,
        wait=evening.wait,
        by_itself=evening.by_itself,
        is_open=evening.open,
        rated=evening.rated,
        bots=evening.bots,
        is_in=mine is not None,
        away=away,
        may_join=evening.open and not live.over and (mine is None or away in ("paused", "left", "absent")),
        signs_in=not has_account,
        decided=decided,
        missed=missed,
        board=_my_board(live, own, mine, evening.wait) if own and own.black is not None and mine else None,
        rests=own is not None and own.black is None,
        players=len(event.players),
        names=() if round else tuple(player.name for player in event.players),
        points=live.standing.points_said(row) if row else "",
        rank=row.rank if row else None,
        directs=live.is_arbiter(reader.id if reader else None),
        waits=refused.text(lang) if (refused := live.next_round().waits) else "",
        shared=public_part(live, lang) if round else Markup(),
    )


def _stage(live: LiveEvent, done: int, boards: int) -> Literal["before", "round", "pause", "over"]:
    if live.over:
        return "over"
    if not live.event.rounds:
        return "before"
    return "round" if done < boards else "pause"


def _away(live: LiveEvent, mine: int | None) -> Literal["", "paused", "left", "absent", "out"]:
    status = away_from(live, mine) if mine else None
    match status.change if status else None:
        case None:
            return ""
        case PlayerChange.ABSENT:
            return "paused"
        case PlayerChange.WITHDRAWN:
            return "left"
        case PlayerChange.FORFEITED:
            return "absent"
        case _:
            return "out"


def _my_board(live: LiveEvent, game: RoundGame, mine: int, wait: int) -> EveningBoard:
    other = game.black if game.white == mine else game.white
    game_id = online_game(live.margin, game) if game.kind is not Kind.FORFEIT else ""
    coming = evening_due(live)
    return EveningBoard(
        round=game.round,
        board=game.board,
        leg=game.leg,
        colour="white" if game.white == mine else "black",
        opponent=live.event.player(other or 0).name,
        is_over=game.is_over,
        result=game.result(live.event.settings.scoring) or "",
        game=game_id,
        until=coming.at if coming and coming.what == "absent" and not game.is_over else 0,
    )


def own_forfeit(live: LiveEvent, mine: int) -> tuple[str, str]:
    """Return the board of a player that was decided by forfeit, and the opponent who did not come to it.

    Of the round under way; the board as `EveningBar.place` has it, "" if none was; "" for the opponent if the
    player did not come. The game that waited there is gone.
    """
    held = live.event.round(live.event.played_rounds)
    for game in held.games if held else ():
        if mine not in (game.white, game.black) or game.kind is not Kind.FORFEIT or game.black is None:
            continue
        other, mark = (game.black, game.white_mark) if game.white == mine else (game.white, game.black_mark)
        place = f"{game.round}.{game.board}.{game.leg}.{online_game(live.margin, game)}"
        return place, live.event.player(other).name if mark == "win" else ""
    return "", ""


def _moment(at_ms: int, lang: Lang) -> str:
    return day_and_time(datetime.fromtimestamp(at_ms / 1000), lang)


def new_evening_page(
    club: MemberClubRecord, terms: EveningTerms, lang: Lang, wrong: DamieraError | None = None
) -> NewEveningPage:
    """Return the form of a new evening of a club."""
    games = [slug for slug in CATALOGUE if not slug.endswith(LOSING)]
    return NewEveningPage(
        club=club.id,
        club_name=club.name,
        terms=terms,
        games=tuple((slug, ruleset(slug).name.text(lang), slug == terms.game) for slug in games),
        systems=tuple((s.value, SYSTEMS[s].text(lang), s.value == terms.system) for s in SYSTEMS_OF_EVENINGS),
        paces=tuple((pace, pace == terms.pace) for pace in PACES),
        wrong=refusal(wrong, lang),
        field=field_of(wrong),
    )
