"""The boards that a screen has not seen yet, as the answer of a desk to a script."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from damiera.messages import Lang
from damiera.service.tournament.event import LiveEvent
from damiera.tournament import acts
from damiera.tournament.model import RoundGame
from damiera.tournament.state import Place
from damiera.web.common.pages import part
from damiera.web.tournament.views.phones import where_players_differ
from damiera.web.tournament.views.rounds import row_part

__all__ = ["BoardsAnswer", "ChangedBoard", "boards_answer", "changed_since"]

_OF_A_BOARD = acts.ResultAct | acts.ReportedNote | acts.OnlineNote | acts.GameKeptNote | acts.SecondEntryNote


class ChangedBoard(msgspec.Struct, frozen=True):
    """A row of the desk: what stands there, and the row as the page shows it."""

    board: int
    leg: int
    result: str
    html: str


class BoardsAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What changes on a desk.

    Attributes:
        v: the version of the event that this brings a screen to.
        round: the round the rows belong to.
        boards, missing: how many games there are, and how many have no result.
        waits: why the next round cannot be paired yet; "" if it can.
        differ: on which boards the players disagree; "" if on none.
        rows: the rows that are new.
        whole: more has changed than rows: the page is to be asked for.
        wrong: why what was sent is refused, in words.
    """

    v: int
    round: int
    boards: int
    missing: int
    waits: str = ""
    differ: str = ""
    rows: tuple[ChangedBoard, ...] = ()
    whole: bool = False
    wrong: str = ""


def boards_answer(
    live: LiveEvent,
    lang: Lang,
    round: int,
    places: Sequence[tuple[int, int]],
    *,
    whole: bool = False,
    wrong: str = "",
) -> BoardsAnswer:
    """Return the rows at some places (board and leg) of a round, and how far the round is."""
    held = live.event.round(round)
    games = held.games if held else ()
    asked = dict.fromkeys(places)
    boards = {board for board, _ in asked}
    found = {(g.board, g.leg): g for g in games if g.board in boards}
    coming = live.next_round()
    rows = (found[place] for place in asked if place in found)
    return BoardsAnswer(
        v=live.version,
        round=round,
        boards=sum(game.black is not None for game in games),
        missing=len(live.open_at(round)),
        waits=coming.waits.text(lang) if coming.waits else "",
        differ=where_players_differ(live, lang, round),
        rows=tuple(_row(live, lang, game) for game in rows),
        whole=whole,
        wrong=wrong,
    )


def _row(live: LiveEvent, lang: Lang, game: RoundGame) -> ChangedBoard:
    view = row_part(live, lang, game)
    return ChangedBoard(game.board, game.leg, view.row.paired.result, part(lang, view))


def changed_since(live: LiveEvent, round: int, version: int) -> tuple[tuple[int, int], ...] | None:
    """Return the places of a round that changed since a version; None where rows alone do not tell it.

    Earlier rounds count in the points beside each name, and an act of any other kind may change anything.
    """
    if not 0 <= version <= live.version:
        return None
    found = list[tuple[int, int]]()
    for line in live.log.lines[version:]:
        if live.section and line.section not in (0, live.section.number):
            continue  # the boards of another section
        if not isinstance(line.act, _OF_A_BOARD):
            return None
        held, board, leg = _place(line.act)
        if held < round:
            return None
        if held == round:
            found.append((board, leg))
    return tuple(found)


def _place(act: _OF_A_BOARD) -> Place:
    return act.round, act.board, act.leg
