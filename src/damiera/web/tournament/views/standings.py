"""Standings as the pages of the hall show them: places, cells, classifications."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from itertools import groupby
from typing import ClassVar, Final, Literal, TypeAlias, cast

import msgspec
from msgspec.structs import replace

from damiera.errors import DamieraError
from damiera.messages import Lang, Message, Text
from damiera.rating.categories import CATEGORIES, letters
from damiera.service.tournament.event import LiveEvent
from damiera.tournament.model import Event, GameMark, Kind, System, entries
from damiera.tournament.model import PlayerGame as Line
from damiera.tournament.pairing.keizer import KeizerAddend, keizer_addends
from damiera.tournament.sections import birth_year
from damiera.tournament.standings import (
    Classified,
    Standing,
    StandingRow,
    classification,
    classifications,
    club_classification,
    standing,
)
from damiera.tournament.tiebreak.catalogue import tiebreak
from damiera.tournament.tiebreak.unplayed_rounds import names as unplayed_names
from damiera.tournament.workbook import has_workbooks
from damiera.web.tournament.views.head import EventPage, event_head, refusal
from damiera.web.tournament.views.list_parts import ListPart, Wanted, part_of_list
from damiera.web.tournament.views.ratings import gains_of
from damiera.web.tournament.views.tiebreak_sums import (
    SettledTie,
    TiebreakSums,
    keizer_sum,
    settled_ties,
    tiebreak_sums,
)
from damiera.web.tournament.views.words import CHANGES, CLASSIFIED, KINDS, kind_said

__all__ = ["StandingsPage", "StandingsView", "column", "standings_page", "standings_view", "winners_of"]

_AGAINST_WHITE: Final = Message("as White against")
_AGAINST_BLACK: Final = Message("as Black against")
_ALL: Final = Message("All")
_TEAMS: Final = Message("Teams")
_TECHNICAL: Final = Message("Technical")
_PLAYERS: Final = Message("Players", context="standings")


class StandingCell(msgspec.Struct, frozen=True):
    """A game of a player: against whom, and the points made; of a rest only points and words.

    Attributes:
        mark: "w", "d", "l", or "" while it is under way.
        against: the opponent's place, or number where that says nothing; their name in a knockout.
    """

    points: str
    said: str
    bye: bool = False
    against: str = ""
    white: bool = False
    mark: Literal["w", "d", "l", ""] = ""
    forfeit: bool = False
    annulled: bool = False
    who: str = ""


class RoundCells(msgspec.Struct, frozen=True):
    """The games of a player in a round."""

    round: int
    games: tuple[StandingCell, ...]


class PlayerStanding(msgspec.Struct, frozen=True):
    """A line of a standing.

    Attributes:
        rank: the place, which others may share; None for whoever has none. `technical`: never shared.
        values: the tie-breaks as printed.
        record: won, drawn, lost. `gain`: rating won or lost.
        left: how they left; "" if they did not.
        sums: every addend, where the line was opened.
    """

    number: int
    rank: int | None
    technical: int | None
    name: str
    club: str
    category: str
    elo: int
    points: str
    values: tuple[str, ...]
    cells: tuple[RoundCells, ...]
    record: str
    gain: str
    left: str
    sums: TiebreakSums | None


class StandingTable(msgspec.Struct, frozen=True):
    """A classification; `title` is "" for the general one."""

    title: str
    rows: tuple[PlayerStanding, ...]


class ClubPlace(msgspec.Struct, frozen=True):
    """A club in a classification of clubs: `players` are those who count."""

    rank: int
    club: str
    points: str
    players: tuple[str, ...]


class ClubTable(msgspec.Struct, frozen=True):
    """A classification of clubs: of all, of men, of women."""

    title: str
    rows: tuple[ClubPlace, ...]


class StandingsView(msgspec.Struct, frozen=True):
    """A standing after a round: everybody, or the classifications asked for.

    Attributes:
        after: after which round; 0 before the first. `rounds` up to it, `all_rounds` there are.
        columns: the tie-breaks, short and in words.
        part: which of the rows these are, over all tables.
        best: how many players of a club count.
        gains: whether ratings are shown.
        by: the classification; `views`: all there are, by name in addresses and in words.
        unplayed: what a round without a game is worth in sums over opponents, in words; "" where none asks.
        playoffs_needed: who must play off; `playoffs`: those held, each in its order.
        open: how many games are still under way.
    """

    after: int
    rounds: tuple[int, ...]
    all_rounds: tuple[int, ...]
    columns: tuple[tuple[str, str], ...]
    tables: tuple[StandingTable, ...]
    part: ListPart
    clubs: tuple[ClubTable, ...]
    best: int
    gains: bool
    by: str
    views: tuple[tuple[str, str], ...]
    unplayed: str
    ties: tuple[SettledTie, ...]
    playoffs_needed: tuple[tuple[tuple[int, str], ...], ...]
    playoffs: tuple[tuple[tuple[int, str], ...], ...]
    open: int


class StandingsPage(EventPage, kw_only=True, frozen=True):
    """The standing after a round."""

    template: ClassVar[str] = "tournament/standings.html"
    tab: str = "standings"
    workbooks: bool
    stand: StandingsView


def standings_page(
    live: LiveEvent,
    lang: Lang,
    *,
    arbiter: bool,
    after: int | None,
    by: str,
    wanted: Wanted,
    wrong: DamieraError | None = None,
) -> StandingsPage:
    """Return the standing after a round, by a classification; who is opened has their addends shown."""
    return StandingsPage(
        head=event_head(live, lang),
        arbiter=arbiter,
        workbooks=has_workbooks(),
        stand=standings_view(live, lang, after=after, by=by, wanted=wanted),
        wrong=refusal(wrong, lang),
    )


def classified(live: LiveEvent) -> tuple[str, ...]:
    """Return the classifications to be shown: those announced, or the usual ones."""
    chosen = live.announced.classifications or ("category", "club", "province", "women")
    more = ("group",) if len({p.group for p in live.event.players}) > 1 and "group" not in chosen else ()
    return (*chosen, *more)


def _ways(live: LiveEvent, lang: Lang) -> tuple[tuple[str, str], ...]:
    """Return the ways to look at the standing: name in addresses, and in words."""
    teams = bool(live.event.settings.boards)
    ways: list[tuple[str, Text]] = [("all", _TEAMS if teams else _ALL), ("technical", _TECHNICAL)]
    ways += [("players", _PLAYERS)] if teams else [(one, CLASSIFIED[one]) for one in classified(live)]
    return tuple((name, said.text(lang)) for name, said in ways)


def standings_view(
    live: LiveEvent, lang: Lang, *, after: int | None, by: str, wanted: Wanted | None = None
) -> StandingsView:
    """Return the standing after a round: everybody, or the classifications asked for; whole, or a part."""
    shown = after if after and live.event.round(after) else live.event.played_rounds
    views = _ways(live, lang)
    by = by if by in dict(views) else "all"
    alone = bool(live.event.settings.boards) and by == "players"
    whole = standing(live.event, None, shown) if alone else live.standing_after(shown)
    event = live.event if alone else live.field
    gains = gains_of(live) if shown == live.event.played_rounds and event is live.event else {}
    ranks = {r.number: r.rank for r in whole.rows}
    opened = wanted.opened if wanted else None
    keizer = keizer_addends(event, shown) if event.settings.system is System.KEIZER else {}
    brought = _brought(whole, keizer, boards=live.event.settings.system is System.SCHEVENINGEN and not alone)
    view = _View(event, whole, ranks, _unshared(ranks), lang, opened, gains, keizer, brought)
    tables, part = _part(view, () if by == "club" else _tables(live, view, by), wanted)
    return StandingsView(
        after=shown,
        rounds=tuple(r.number for r in event.rounds if r.number <= shown),
        all_rounds=tuple(r.number for r in event.rounds),
        columns=tuple((column(code), _column_name(code, lang)) for code in whole.rules.tiebreaks),
        tables=tables,
        part=part,
        clubs=_clubs(live, whole, lang) if by == "club" else (),
        best=live.announced.club_best,
        gains=bool(gains),
        by=by,
        views=views,
        unplayed=unplayed_names[whole.rules.unplayed].text(lang) if whole.uses_unplayed else "",
        ties=settled_ties(whole, lang) if by in ("all", "technical", "players") else (),
        playoffs_needed=_playoffs_needed(live, whole) if by in ("all", "technical") else (),
        playoffs=tuple(tuple((n, whole.names.get(n, str(n))) for n in order) for order in live.playoffs),
        open=len(live.open_games) if shown == event.played_rounds else 0,
    )


def _brought(
    whole: Standing, keizer: Mapping[int, Sequence[KeizerAddend]], *, boards: bool
) -> dict[int, dict[tuple[int, int], str]]:
    """Return what each round brought where points are no sum of what games are worth: Keizer, `boards`."""
    if not boards:
        return {n: {(a.round, a.leg): str(a.points) for a in own} for n, own in keizer.items()}
    sheet = whole.books.sheet
    return {
        n: {(line.round, line.leg): sheet.scoring.said(line.points) for line in card}
        for n, card in sheet.cards.items()
    }


def _playoffs_needed(live: LiveEvent, whole: Standing) -> tuple[tuple[tuple[int, str], ...], ...]:
    """Return who must play off, once all rounds are played."""
    if not live.played_out or whole.after_round < live.event.played_rounds:
        return ()
    return tuple(tuple((n, whole.names[n]) for n in group) for group in whole.playoffs_needed)


def _unshared(ranks: Mapping[int, int | None]) -> frozenset[int]:
    """Return the places that one alone has."""
    count = Counter(ranks.values())
    return frozenset(rank for rank, held in count.items() if rank is not None and held == 1)


class _View(msgspec.Struct, frozen=True):
    """What every line of a standing's page needs.

    Attributes:
        unshared: the places that one alone has.
        keizer: in Keizer, what everybody's points are made of; empty elsewhere.
        brought: what a game brought by round and game of it, where that is not what the game is worth.
    """

    event: Event
    whole: Standing
    ranks: Mapping[int, int | None]
    unshared: frozenset[int]
    lang: Lang
    opened: int | None
    gains: Mapping[int, str]
    keizer: Mapping[int, tuple[KeizerAddend, ...]] = {}
    brought: Mapping[int, Mapping[tuple[int, int], str]] = {}


_Table: TypeAlias = tuple[str, Sequence[StandingRow]]
"""The title of a classification, and who is in it."""


def _part(
    view: _View, tables: Sequence[_Table], wanted: Wanted | None
) -> tuple[tuple[StandingTable, ...], ListPart]:
    """Return the tables of a standing, of one that is long only a part; and which part."""
    lines = [(n, row) for n, (_, rows) in enumerate(tables) for row in rows]
    shown: Sequence[tuple[int, StandingRow]] = lines
    part = ListPart()
    if wanted is not None:
        players = {player.number: player for player in view.event.players}
        shown, part = part_of_list(
            lines,
            wanted,
            number=lambda line: line[1].number,
            names=lambda line: (players[line[1].number].name, players[line[1].number].club),
        )
    rows = [[_standing_row(view, row) for table, row in shown if table == n] for n in range(len(tables))]
    return tuple(StandingTable(title, tuple(rows[n])) for n, (title, _) in enumerate(tables)), part


def _tables(live: LiveEvent, view: _View, by: str) -> tuple[_Table, ...]:
    whole = view.whole
    if by in ("category", "province", "group"):
        found = classifications(whole, view.event, cast("Classified", by))
        return tuple((_titled(fact, view.lang), rows) for fact, rows in found.items())
    if by in ("women", "men", "under"):
        keep = _keeping(live, by)
        return (("", classification(whole, keep.__contains__)),)
    return (("", whole.rows),)


def _titled(fact: str, lang: Lang) -> str:
    """Return what a table is of: a category by its name."""
    return next((c.name.text(lang) for c in CATEGORIES if c.id == fact), fact)


def _keeping(live: LiveEvent, by: str) -> set[int]:
    """Return who is in a classification by sex or age. Under age: by the year of birth."""
    if by == "under":
        day = live.event.ends or live.event.starts or date.today()
        youngest = day.year - live.announced.under
        return {p.number for p in live.event.players if (year := birth_year(p.born)) and year > youngest}
    wanted = "f" if by == "women" else "m"
    return {p.number for p in live.event.players if p.sex == wanted}


def winners_of(live: LiveEvent, whole: Standing) -> list[tuple[Text | None, tuple[StandingRow, ...]]]:
    """Return the classifications that give prizes: the general one, men, women and young where wanted."""
    out: list[tuple[Text | None, tuple[StandingRow, ...]]] = [(None, whole.ranked)]
    if live.event.settings.boards:
        return out
    for by in ("men", "women", "under"):
        if by in live.announced.classifications:
            keep = _keeping(live, by)
            out.append((CLASSIFIED[by], classification(whole, keep.__contains__)))
    return out


def _clubs(live: LiveEvent, whole: Standing, lang: Lang) -> tuple[ClubTable, ...]:
    """Return the classification of clubs: of all, and of men and women where those are asked for."""
    event, best = live.event, live.announced.club_best
    parts: list[tuple[Text | None, Literal["m", "f"] | None]] = [(None, None)]
    if {"men", "women"} & set(live.announced.classifications):
        parts += [(CLASSIFIED["men"], "m"), (CLASSIFIED["women"], "f")]
    return tuple(
        ClubTable(
            title=said.text(lang) if said else "",
            rows=tuple(
                ClubPlace(
                    rank=c.rank,
                    club=c.club,
                    points=event.settings.scoring.said(c.points),
                    players=tuple(event.player(n).name for n in c.counted),
                )
                for c in club_classification(whole, event, best=best, sex=sex)
            ),
        )
        for said, sex in parts
    )


def column(code: str) -> str:
    """Return what stands above a tie-break's column."""
    return "=" if code == "direct" else tiebreak(code).short


def _column_name(code: str, lang: Lang) -> str:
    return (
        Message("direct encounter", context="tie-break").text(lang)
        if code == "direct"
        else tiebreak(code).name.text(lang)
    )


def _standing_row(view: _View, row: StandingRow) -> PlayerStanding:
    whole, lang = view.whole, view.lang
    player = view.event.player(row.number)
    return PlayerStanding(
        number=row.number,
        rank=row.rank,
        technical=row.technical,
        name=player.name,
        club=player.club,
        category=letters(player.category),
        elo=player.elo,
        points=whole.points_said(row),
        values=whole.values_said(row),
        cells=_cells(view, row.number),
        record=f"{row.won} {row.drawn} {row.lost}",
        gain=view.gains.get(row.number, ""),
        left=CHANGES[row.left].text(lang) if row.left else "",
        sums=_sums(view, row) if view.opened == row.number else None,
    )


def _sums(view: _View, row: StandingRow) -> TiebreakSums:
    """Return every addend of a player: of the points too, where these are no sum of what games are worth."""
    sums = tiebreak_sums(view.whole, row, view.lang)
    if not view.keizer:
        return sums
    said = view.whole.points_said(row)
    return replace(
        sums, lines=(keizer_sum(view.keizer[row.number], view.whole.names, said, view.lang), *sums.lines)
    )


def _cells(view: _View, number: int) -> tuple[RoundCells, ...]:
    own = entries(view.event, number, view.whole.after_round)
    brought = view.brought.get(number, {})
    return tuple(
        RoundCells(round, _named_once(tuple(_cell(view, number, line, brought) for line in lines)))
        for round, lines in groupby(own, key=lambda e: e.round)
    )


def _named_once(games: tuple[StandingCell, ...]) -> tuple[StandingCell, ...]:
    """Return the games of a round against one opponent, who is named at the first."""
    if len({game.who for game in games}) > 1:
        return games
    return tuple(replace(game, against="") if n else game for n, game in enumerate(games))


_MARKS: Final[Mapping[GameMark | None, Literal["w", "d", "l", ""]]] = {
    GameMark.WIN: "w",
    GameMark.DRAW: "d",
    GameMark.LOSS: "l",
    None: "",
}


def _cell(view: _View, number: int, line: Line, brought: Mapping[tuple[int, int], str]) -> StandingCell:
    points = brought.get((line.round, line.leg)) or view.event.settings.scoring.said(line.points)
    if line.opponent is None:
        kind = kind_said(view.event, line.kind, player=number, round=line.round, board=line.board)
        said = (kind or KINDS[Kind.ZERO_BYE]).text(view.lang)
        out = view.event.settings.system is System.KNOCKOUT and line.kind is Kind.ZERO_BYE
        return StandingCell("–" if out else points, said, bye=True)
    under_way = line.mark is None and line.kind is not Kind.ANNULLED
    white = line.colour == "white"
    return StandingCell(
        points="" if under_way else points,
        said=(_AGAINST_WHITE if white else _AGAINST_BLACK).text(view.lang),
        against=_against(view, line.opponent),
        white=white,
        mark=_MARKS[line.mark],
        forfeit=line.kind is Kind.FORFEIT,
        annulled=line.kind is Kind.ANNULLED,
        who=view.event.player(line.opponent).name,
    )


def _against(view: _View, opponent: int) -> str:
    """Say whom a game was against: by place, or by number where that says nothing; by name in a knockout."""
    if view.event.settings.system is System.KNOCKOUT:
        return view.event.player(opponent).name
    place = view.ranks.get(opponent)
    return str(place) if place in view.unshared else f"n{opponent}"
