"""The page of endgame tables: what they say of a position, what there is, how far a build has come."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, Final, Literal
from urllib.parse import urlencode

import msgspec
from markupsafe import Markup

from damiera._core import Position, Side
from damiera.endgame.files import default_folder, shipped_folder
from damiera.endgame.probe import MoveValue, Verdict
from damiera.endgame.sentences import moves_sentences, value_sentence
from damiera.endgame.stock import TableStock, stock
from damiera.messages import Joined, Lang, Message, Number, Text, Verbatim, translations
from damiera.notation.fen import example_fen
from damiera.notation.moves import format_move
from damiera.paper.geometry import geometry
from damiera.paper.svg import board, diagram
from damiera.rules.ruleset import CATALOGUE, Ruleset
from damiera.service.endgame import TableReport, games_with_tables, pieces_offered
from damiera.service.endings import games_with_endings
from damiera.service.game_views import pieces_view
from damiera.service.workers.endgames import BuildJob
from damiera.service.workers.idle_tables import IDLE_MB
from damiera.web.analysis.views.page import AnalysedGame
from damiera.web.common.pages import PageView, as_json
from damiera.web.common.piece_views import PlacedPiece, placed_pieces

SMALL_BOARD: Final = 32
"""Most squares of a board whose tables of five pieces take minutes."""

__all__ = ["EndgamePage", "TableAnswer", "TableSilence", "endgame_page", "table_answer"]


class MoveWorth(msgspec.Struct, frozen=True):
    """A move, what it is worth in words, and as a code."""

    notation: str
    worth: str
    verdict: Literal["win", "draw", "loss"]


class TableAnswer(msgspec.Struct, frozen=True):
    """What the tables say of a position, for a script; `page` shows it to a reader."""

    known: Literal[True]
    said: str
    moves_said: str
    moves: tuple[MoveWorth, ...]
    page: str


class TableSilence(msgspec.Struct, frozen=True):
    """That the tables say nothing of a position, for a script."""

    known: Literal[False]
    page: str


class AskedPosition(msgspec.Struct, frozen=True):
    """A position that is asked about, and what the tables say of it.

    Attributes:
        missing: why they say nothing; empty where they say something.
        damaged: which table is there and must be built again; empty if none.
        uncounted: why nobody knows whether the rules draw it by counting; empty where that is known.
        pieces: how many there are on it.
        can_build: whether the app offers to build the tables for so many.
        said, moves_said, moves: what it is worth, and its moves; empty where the tables say nothing.
    """

    picture: Markup
    missing: str
    damaged: str
    uncounted: str
    pieces: int
    can_build: bool
    said: str
    moves_said: str
    moves: Sequence[MoveWorth]


class StockRow(msgspec.Struct, frozen=True):
    """The tables of a game for some numbers of pieces; `moves` says whether they count moves, or is empty."""

    name: str
    pieces: str
    count: str
    moves: str
    size: str


class ShownJob(msgspec.Struct, frozen=True):
    """A build of tables, as the page shows it.

    Attributes:
        said: what is going on, or how it ended.
        stopping: whether somebody has asked it to end.
        failed: why it failed; empty if it did not.
        game: slug.
        pieces: up to how many.
    """

    said: str
    done: int
    total: int
    running: bool
    stopping: bool
    failed: str
    game: str
    pieces: int


class EndgamePage(PageView, frozen=True):
    """Endgame tables: a position that is asked about, a build, what there is.

    Attributes:
        example: a position of the game, as FEN.
        kinds: the pieces that can be put on the board by hand.
        drawn: the board to set a position up on; `geometry_json` is its shape, `pieces_json` what is on it.
        side: who is to move in it.
        wrong: what is wrong with the position; empty if nothing is.
        pieces: for how many pieces tables can be built; `usual_pieces` is the most that takes minutes only.
        may_build: whether this reader may build tables.
        commands: what plans and builds tables of more pieces, alone and with others.
        endings: whether endings of the game can be practised.
        when_idle: whether tables may be built while nobody plays.
        idle_mb: how much disk all of these need.
    """

    template: ClassVar[str] = "analysis/endgame.html"

    game: str
    game_name: str
    example: str
    games: Sequence[AnalysedGame]
    kinds: Sequence[PlacedPiece]
    fen: str
    drawn: Markup
    geometry_json: Markup
    pieces_json: Markup
    side: Literal["white", "black"]
    wrong: str
    told: AskedPosition | None
    pieces: Sequence[int]
    usual_pieces: int
    rows: Sequence[StockRow]
    job: ShownJob | None
    may_build: bool
    commands: Sequence[str]
    endings: bool
    when_idle: bool
    idle_mb: int


def endgame_page(
    game: Ruleset,
    fen: str,
    report: TableReport | None,
    job: BuildJob | None,
    folder: Path,
    lang: Lang,
    *,
    wrong: str = "",
    may_build: bool = False,
    when_idle: bool = False,
) -> EndgamePage:
    """Return the page of endgame tables. Looks for the files of tables.

    Args:
        game: the game that is chosen.
        fen: the position that is asked about, as it was typed.
        report: what the tables say of it.
        job: the build that is going on, or the last one.
        folder: where the tables are.
        lang: the language of the reader.
        wrong: what is wrong with the position.
        may_build: whether this reader may build tables.
        when_idle: whether they may be built while nobody plays.
    """
    served = games_with_tables()
    shape = geometry(game.core)
    asked = report.position if report else None
    pieces = dict(asked.pieces) if asked else {}
    _ = translations(lang).gettext
    return EndgamePage(
        game=game.slug,
        game_name=game.name.text(lang),
        example=example_fen(game),
        games=[AnalysedGame(one.slug, one.name.text(lang), example_fen(one)) for one in served],
        kinds=placed_pieces(game, lang),
        fen=fen,
        drawn=board(shape, pieces, label=_("Set up the position"), _=_),
        geometry_json=as_json(shape),
        pieces_json=as_json(pieces_view(asked) if asked else {}),
        side="black" if asked and asked.side is Side.BLACK else "white",
        wrong=wrong,
        told=_asked(report, lang) if report else None,
        pieces=list(pieces_offered(game)),
        usual_pieces=min(pieces_offered(game)[-1], 5 if game.core.squares <= SMALL_BOARD else 4),
        rows=[row for one in served for row in _rows(one, folder, lang)],
        job=_job(job, lang) if job else None,
        may_build=may_build,
        commands=_commands(game, folder),
        endings=game.slug in games_with_endings(),
        when_idle=when_idle,
        idle_mb=IDLE_MB,
    )


def _commands(game: Ruleset, folder: Path) -> list[str]:
    """Return how tables of more pieces than are offered are planned and built, on a terminal."""
    what = f"{game.slug} --pieces {pieces_offered(game)[-1] + 1}"
    where = "" if folder == default_folder() else f" --folder {shlex.quote(str(folder))}"
    begun = (f"plan {what}", f"build {what}", f"build {what} --scheduler tcp://HOST:8786")
    return [f"damiera endgame {one}{where}" for one in begun]


def table_answer(report: TableReport, lang: Lang) -> TableAnswer | TableSilence:
    """Return what the tables say of a position, for a script."""
    position = report.position
    page = f"/endgame?{urlencode({'game': position.rules.slug, 'fen': position.fen})}"
    if report.value is None:
        return TableSilence(False, page)
    shown = _asked(report, lang)
    moves_said = " ".join(text for text in (shown.uncounted, shown.moves_said) if text)
    return TableAnswer(True, shown.said, moves_said, tuple(shown.moves), page)


def _asked(report: TableReport, lang: Lang) -> AskedPosition:
    position, value = report.position, report.value
    return AskedPosition(
        picture=diagram(geometry(position.rules), position.pieces, label=position.fen, numbers=True),
        missing=report.missing.text(lang) if report.missing else "",
        damaged=report.damaged.text(lang) if report.damaged else "",
        uncounted=report.uncounted.text(lang) if report.uncounted else "",
        pieces=report.pieces,
        can_build=report.can_build,
        said=value_sentence(value).text(lang) if value else "",
        moves_said=_about_moves(report, lang) if value else "",
        moves=[_move(position, one, lang) for one in report.moves],
    )


def _about_moves(report: TableReport, lang: Lang) -> str:
    said = (report.counted, moves_sentences(report.position, report.moves))
    return " ".join(text for one in said if (text := one.text(lang)))


def _move(position: Position, one: MoveValue, lang: Lang) -> MoveWorth:
    worth = _WORTH[one.answer.verdict].text(lang)
    if one.answer.moves is not None:
        worth = f"{worth} {_IN.format(n=one.answer.moves).text(lang)}"
    return MoveWorth(format_move(position, one.move), worth, one.answer.verdict.value)


def _rows(game: Ruleset, folder: Path, lang: Lang) -> list[StockRow]:
    """Return what a game has: what is shipped in one row, what was built in one for each number of pieces."""
    shipped = stock(game.core, shipped_folder())
    first = [_shipped_row(game, shipped, lang)] if shipped else []
    return first + [_built_row(game, found, lang) for found in stock(game.core, folder)]


def _shipped_row(game: Ruleset, shipped: Sequence[TableStock], lang: Lang) -> StockRow:
    counted = [one.pieces for one in shipped if one.distances == one.total]
    return StockRow(
        name=game.name.text(lang),
        pieces=f"{shipped[0].pieces}–{shipped[-1].pieces}",
        count=_SHIPPED.text(lang),
        moves=_MOVES_TO.format(pieces=max(counted)).text(lang) if counted else "",
        size=_size(sum(one.size for one in shipped)).text(lang),
    )


def _built_row(game: Ruleset, one: TableStock, lang: Lang) -> StockRow:
    count = _ALL if one.is_complete else _SOME.format(n=one.verdicts, total=one.total)
    return StockRow(
        name=game.name.text(lang),
        pieces=str(one.pieces),
        count=count.text(lang),
        moves=_MOVES.text(lang) if one.distances == one.total else "",
        size=_size(one.size).text(lang),
    )


def _size(size: int) -> Text:
    if size >= 1e5:
        return Joined((Number(size / 1e6, 1), Verbatim("MB")))
    return Joined((Number(size / 1e3, 0), Verbatim("kB")))


def _job(job: BuildJob, lang: Lang) -> ShownJob:
    if job.running:
        words = _STOPPING if job.stopped else _RUNNING
    else:
        words = _FAILED if job.failed else _DONE if job.done == job.total else _ENDED
    name = CATALOGUE[job.game].name
    return ShownJob(
        said=words.format(game=name, pieces=job.pieces, done=job.done, total=job.total).text(lang),
        done=job.done,
        total=job.total,
        running=job.running,
        stopping=job.running and job.stopped,
        failed=job.failed.text(lang) if job.failed else "",
        game=job.game,
        pieces=job.pieces,
    )


_WORTH: Final = {
    Verdict.WIN: Message("wins"),
    Verdict.DRAW: Message("draws"),
    Verdict.LOSS: Message("loses"),
}
_IN: Final = Message("in {n} move", plural="in {n} moves")
_ALL: Final = Message("all")
_SHIPPED: Final = Message("come with Damiera")
_MOVES: Final = Message("with moves")
_MOVES_TO: Final = Message("with moves up to {pieces} pieces")
_SOME: Final = Message("{n} of {total} tables")
_RUNNING: Final = Message("{game}, up to {pieces} pieces: {done} of {total} tables.")
_STOPPING: Final = Message("{game}: stopping; {done} of {total} tables are finished and stay.")
_DONE: Final = Message("{game}: the tables up to {pieces} pieces are there.")
_ENDED: Final = Message(
    "{game}: stopped at {done} of {total} tables; those finished stay, and one can go on from there."
)
_FAILED: Final = Message("{game}: building did not succeed ({done} of {total} tables stay).")
