"""The table of an event: a crosstable by rounds, the square of all-play-all, the bracket of a knockout."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

import msgspec
from msgspec.structs import replace

from damiera.messages import Lang, Message
from damiera.service.tournament.event import LiveEvent
from damiera.tournament.crosstable import Cell, crosstable, facing_teams, round_robin_table
from damiera.tournament.model import Event, System, entries
from damiera.tournament.pairing.knockout import survivors, winner
from damiera.tournament.pairing.teams import round_points
from damiera.web.tournament.views.head import EventPage, event_head

__all__ = ["CrosstablePage", "CrosstableView", "crosstable_page", "crosstable_view"]

_TO_COME = Message("winner of round {r}, match {n}")


class BracketSide(msgspec.Struct, frozen=True):
    """One side of a match: `won` it, `known` who it is."""

    name: str = ""
    points: str = ""
    won: bool = False
    known: bool = False


class BracketMatch(msgspec.Struct, frozen=True):
    """A match of a knockout; `bye`: nobody is met."""

    sides: tuple[BracketSide, ...]
    bye: bool


class BracketRound(msgspec.Struct, frozen=True):
    """A round of a knockout; `third`: its match for the third place, once it is paired."""

    number: int
    matches: tuple[BracketMatch, ...]
    third: BracketMatch | None = None


class CrossedPlayer(msgspec.Struct, frozen=True):
    """A line of a table by rounds: `cells` are each round's games, in short and in words.

    `own`: in Keizer the value of one's own, which counts beside them; '' elsewhere.
    """

    place: int
    name: str
    points: str
    cells: tuple[tuple[tuple[str, str], ...], ...]
    own: str = ""


class SquareRow(msgspec.Struct, frozen=True):
    """A line of the square: results against each other, None against oneself."""

    place: int
    name: str
    points: str
    cells: tuple[str | None, ...]


class FacingView(msgspec.Struct, frozen=True):
    """A Scheveningen: what each player of one team made against each of the other.

    Attributes:
        teams: both teams with their points; `others`: the players of the second with their points.
        rows: the players of the first, with their points.
    """

    teams: tuple[tuple[str, str], tuple[str, str]]
    others: tuple[tuple[str, str], ...]
    rows: tuple[SquareRow, ...]


class CrosstableView(msgspec.Struct, frozen=True):
    """The table of an event: rows by rounds or of a square, two teams face to face, or a bracket.

    `keizer`: the cells say how a game ended and what the evening brought, as Keizer counts.
    """

    kind: Literal["rounds", "square", "bracket"]
    rounds: tuple[int, ...]
    rows: tuple[CrossedPlayer, ...] | tuple[SquareRow, ...] = ()
    bracket: tuple[BracketRound, ...] = ()
    facing: FacingView | None = None
    keizer: bool = False


class CrosstablePage(EventPage, kw_only=True, frozen=True):
    """The crosstable, the square or the bracket."""

    template: ClassVar[str] = "tournament/crosstable.html"
    tab: str = "table"
    cross: CrosstableView


def crosstable_page(live: LiveEvent, lang: Lang, visitor_id: str | None) -> CrosstablePage:
    """Return the page of the table that belongs to the event's system."""
    return CrosstablePage(
        head=event_head(live, lang), arbiter=live.is_arbiter(visitor_id), cross=crosstable_view(live, lang)
    )


def crosstable_view(live: LiveEvent, lang: Lang) -> CrosstableView:
    """Return the table that belongs to the event's system."""
    rounds = tuple(r.number for r in live.field.rounds)
    match live.event.settings.system:
        case System.KNOCKOUT:
            return CrosstableView("bracket", rounds, bracket=_bracket(live, lang))
        case System.ROUND_ROBIN:
            return CrosstableView("square", rounds, _square(live))
        case System.KEIZER:
            return CrosstableView("rounds", rounds, _by_rounds(live, lang), keizer=True)
        case System.SCHEVENINGEN:
            return CrosstableView("rounds", rounds, _by_rounds(live, lang), facing=_facing(live))
        case _:
            return CrosstableView("rounds", rounds, _by_rounds(live, lang))


def _square(live: LiveEvent) -> tuple[SquareRow, ...]:
    whole = live.standing
    square = round_robin_table(live.field, whole)
    return tuple(
        SquareRow(
            place=place,
            name=whole.names[row.number],
            points=whole.points_said(row),
            cells=tuple(
                None if other == row.number else " ".join(square.cells.get((row.number, other), ()))
                for other in square.order
            ),
        )
        for place, row in enumerate(whole.rows, 1)
    )


def _facing(live: LiveEvent) -> FacingView | None:
    """Return who made what against whom, players in the order of their teams; None before the first round."""
    alone = live.standing_of_players
    facing = facing_teams(live.event, alone)
    if facing is None:
        return None
    rows = {row.number: row for row in alone.rows}
    points = {row.number: live.standing.points_said(row) for row in live.standing.rows}
    one, other = ((team.name, points.get(team.number, "")) for team in live.event.teams)
    return FacingView(
        teams=(one, other),
        others=tuple((alone.names[n], alone.points_said(rows[n])) for n in facing.second),
        rows=tuple(
            SquareRow(
                place=at,
                name=alone.names[n],
                points=alone.points_said(rows[n]),
                cells=tuple(facing.made(n, against) for against in facing.second),
            )
            for at, n in enumerate(facing.first, 1)
        ),
    )


def _by_rounds(live: LiveEvent, lang: Lang) -> tuple[CrossedPlayer, ...]:
    whole = live.standing
    lines = zip(whole.rows, crosstable(live.field, whole), strict=True)
    boards = _board_points(live)
    return tuple(
        CrossedPlayer(
            place=place,
            name=whole.names[row.number],
            points=whole.points_said(row),
            cells=tuple(
                tuple((_with_boards(cell, boards.get(row.number, {})), cell.said(lang)) for cell in games)
                for games in line.cells
            ),
            own=line.own,
        )
        for place, (row, line) in enumerate(lines, 1)
    )


def _board_points(live: LiveEvent) -> dict[int, dict[int, str]]:
    """Return what the boards of each team made in each round; nothing where players meet for themselves."""
    said = live.event.settings.scoring.said
    return {
        team.number: {n: said(made) for n, made in round_points(live.event, team.number).items()}
        for team in live.event.teams
        if live.event.settings.boards
    }


def _with_boards(cell: Cell, boards: Mapping[int, str]) -> str:
    """Write a match: what its boards made stands behind it."""
    made = boards.get(cell.round, "")
    return f"{cell.text} ({made})" if made and cell.points and cell.opponent is not None else cell.text


def _bracket(live: LiveEvent, lang: Lang) -> tuple[BracketRound, ...]:
    """Return the rounds of a knockout, those to come too: who meets whom, the score, who goes on."""
    field = live.field
    if len(field.players) < 2:
        return ()
    seats: list[int | None] = list(survivors(field, 1))
    out: list[BracketRound] = []
    while len(seats) > 1:
        number = len(out) + 1
        pairs = list(zip(seats[::2], seats[1::2], strict=True))
        on = [_through(field, number, a, b) for a, b in pairs]
        matches = [
            BracketMatch(
                sides=(
                    _side(field, number, a, b, won, lang, 2 * place - 1),
                    _side(field, number, b, a, won, lang, 2 * place),
                ),
                bye=a is None or b is None,
            )
            for place, ((a, b), won) in enumerate(zip(pairs, on, strict=True), 1)
        ]
        out.append(BracketRound(number, tuple(matches)))
        seats = list[int | None](on)
    if live.event.settings.third_place and out:
        out[-1] = replace(out[-1], third=_third(field, out[-1], lang))
    return tuple(out)


_OPEN = 0
"""Stands for a seat whose winner is not known yet."""


def _through(field: Event, round: int, a: int | None, b: int | None) -> int | None:
    if a is None or b is None:
        return a if b is None else b
    if _OPEN in (a, b) or field.round(round) is None:
        return _OPEN
    return winner(field, round, a, b) or _OPEN


def _side(
    field: Event, round: int, one: int | None, other: int | None, won: int | None, lang: Lang, feeder: int
) -> BracketSide:
    if one is None:
        return BracketSide()
    if one == _OPEN:
        return BracketSide(_TO_COME.format(r=round - 1, n=feeder).text(lang))
    points = _points(field, round, one, other)
    return BracketSide(field.player(one).name, points, won=won == one, known=True)


def _points(field: Event, round: int, one: int, other: int | None) -> str:
    lines = [e for e in entries(field, one, round) if e.round == round and e.opponent == other]
    if not other or not any(e.mark is not None for e in lines):
        return ""
    return field.settings.scoring.said(sum(e.points for e in lines))


def _third(field: Event, final: BracketRound, lang: Lang) -> BracketMatch | None:
    """Return the match for the third place, once it is paired."""
    held = field.round(final.number)
    names = {side.name for match in final.matches for side in match.sides}
    games = [g for g in held.games if g.black is not None] if held else []
    game = next((g for g in games if field.player(g.white).name not in names), None)
    if game is None or game.black is None:
        return None
    won = winner(field, final.number, game.white, game.black)
    pairs = ((game.white, game.black), (game.black, game.white))
    return BracketMatch(tuple(_side(field, final.number, a, b, won, lang, 0) for a, b in pairs), bye=False)
