"""Endgame tables: what there is, building what is missing, asking about a position."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from damiera._core import Position
from damiera.endgame.errors import DamagedTable, EndgameError, MissingTable
from damiera.endgame.material import FEWEST, material_of
from damiera.endgame.probe import EndgameTables, MoveValue, Verdict
from damiera.endgame.sentences import moves_sentences, value_sentence
from damiera.endgame.stock import stock
from damiera.errors import DamieraError
from damiera.messages import Joined, Lang, Message, Number, Verbatim
from damiera.notation.fen import example_fen, parse_fen
from damiera.notation.moves import format_move
from damiera.paper.geometry import geometry
from damiera.paper.svg import diagram
from damiera.rules.ruleset import CATALOGUE, Ruleset, ruleset
from damiera.service.workers.endgames import BuildJob, EndgameWork, most_pieces
from damiera.web.common.failures import RefusedRequest
from damiera.web.common.numbers import whole
from damiera.web.common.pages import language, page
from damiera.web.common.parts import app_of

__all__ = ["ROUTES"]

LONGEST_FEN = 400
CACHE_MB = 1
AT_HOME = ("127.0.0.1", "::1", "::ffff:127.0.0.1")
DEFAULT_GAME = "italian"


def show(request: Request) -> Response:
    """Show the tables and what they say of a position that is asked about. Reads files: no coroutine."""
    lang, work = language(request), app_of(request).endgames
    game = _game(request.query_params.get("game", DEFAULT_GAME))
    fen = request.query_params.get("fen", "")[:LONGEST_FEN]
    told, wrong = _tell(game, fen, work, lang) if fen else (None, "")
    return page(
        request,
        "analysis/endgame.html",
        status=400 if wrong else 200,
        t={name: text.text(lang) for name, text in _WORDS.items()},
        game=game.slug,
        game_name=game.name.text(lang),
        example=example_fen(game),
        games=[(one.slug, one.name.text(lang), example_fen(one)) for one in _served()],
        fen=fen,
        wrong=wrong,
        told=told,
        pieces=list(range(FEWEST, most_pieces(game.slug) + 1)),
        rows=_rows(work, lang),
        job=_job(work.job(), lang),
        may_build=_at_home(request),
    )


def ask(request: Request) -> Response:
    """Tell a script what the tables say of a position: null where they say nothing."""
    lang, work = language(request), app_of(request).endgames
    game = _game(request.query_params.get("game", ""))
    told, wrong = _tell(game, request.query_params.get("fen", "")[:LONGEST_FEN], work, lang)
    if wrong:
        return JSONResponse({"error": wrong}, 422)
    if told is None or told["missing"]:
        return JSONResponse({"known": False, "page": told["page"] if told else None})
    return JSONResponse(
        {"known": True, **{key: told[key] for key in ("said", "moves_said", "moves", "page")}}
    )


async def build(request: Request) -> Response:
    """Begin to build tables; only from the computer on which the app runs."""
    if not _at_home(request):
        raise RefusedRequest(403, _ONLY_AT_HOME)
    form = await request.form()
    game = _game(str(form.get("game", "")))
    pieces = whole(str(form.get("pieces", "")))
    if pieces is None or not FEWEST <= pieces <= most_pieces(game.slug):
        raise RefusedRequest(400, _TOO_MANY.format(most=most_pieces(game.slug)))
    work, distances = app_of(request).endgames, bool(form.get("distances"))
    try:
        begun = work.start(game.slug, pieces, distances=distances, lang=language(request))
    except OSError as error:
        raise RefusedRequest(503, _NO_START.format(why=error.strerror or error)) from error
    if not begun:
        raise RefusedRequest(409, _BUSY)
    return _back(str(form.get("game", "")), str(form.get("fen", ""))[:LONGEST_FEN])


async def stop(request: Request) -> Response:
    """End the build that is going on."""
    if not _at_home(request):
        raise RefusedRequest(403, _ONLY_AT_HOME)
    app_of(request).endgames.stop()
    form = await request.form()
    return _back(str(form.get("game", DEFAULT_GAME)), str(form.get("fen", ""))[:LONGEST_FEN])


def _back(game: str, fen: str) -> Response:
    query = {"game": game} | ({"fen": fen} if fen else {})
    return RedirectResponse(f"/endgame?{urlencode(query)}#work", 303)


def _game(slug: str) -> Ruleset:
    try:
        game = ruleset(slug)
    except DamieraError as error:
        raise RefusedRequest(404, error.message) from error
    if not most_pieces(game.slug):
        raise RefusedRequest(404, _NO_TABLES)
    return game


def _served() -> list[Ruleset]:
    return [game for game in CATALOGUE.values() if most_pieces(game.slug)]


def _at_home(request: Request) -> bool:
    return request.client is not None and request.client.host in AT_HOME


def _tell(game: Ruleset, fen: str, work: EndgameWork, lang: Lang) -> tuple[dict[str, Any] | None, str]:
    """Return what the tables say of a position, or what is wrong with the question."""
    try:
        position = parse_fen(fen, game).position()
    except DamieraError as error:
        return None, error.text(lang)
    facts: dict[str, Any] = {
        "picture": diagram(geometry(game.core), position.pieces, label=position.fen, numbers=True),
        "page": f"/endgame?{urlencode({'game': game.slug, 'fen': position.fen})}",
        "missing": "",
        "again": False,
        "pieces": material_of(position).pieces,
        "can_build": material_of(position).pieces <= most_pieces(game.slug),
    }
    tables = EndgameTables(game.core, work.folder, cache_mb=CACHE_MB)
    try:
        answer = tables.need(position)
        moves = tables.moves(position)
    except MissingTable as error:
        missing = _MISSING.format(pieces=error.pieces, game=game.name.text(lang)).text(lang)
        return {**facts, "missing": missing}, ""
    except DamagedTable as error:
        damaged = _DAMAGED.format(table=error.path.name, game=game.name, what=error.what)
        return {**facts, "missing": damaged.text(lang), "again": True}, ""
    except EndgameError as error:
        return {**facts, "missing": error.text(lang)}, ""
    said = moves_sentences(position, moves).text(lang)
    listed = [_move(position, one, lang) for one in moves]
    return {**facts, "said": value_sentence(answer).text(lang), "moves_said": said, "moves": listed}, ""


def _move(position: Position, one: MoveValue, lang: Lang) -> dict[str, Any]:
    text = _WORTH[one.answer.verdict]
    worth = text.text(lang)
    if one.answer.moves is not None:
        worth = f"{worth} {_IN.format(n=one.answer.moves).text(lang)}"
    verdict = one.answer.verdict.value
    return {"notation": format_move(position, one.move), "worth": worth, "verdict": verdict}


def _rows(work: EndgameWork, lang: Lang) -> list[dict[str, Any]]:
    rows = []
    for game in _served():
        for one in stock(game.core, work.folder):
            whole = one.verdicts == one.total
            count = _ALL if whole else _SOME.format(n=one.verdicts, total=one.total)
            rows.append(
                {
                    "name": game.name.text(lang),
                    "pieces": one.pieces,
                    "count": count.text(lang),
                    "distances": one.distances == one.total,
                    "size": _size(one.size, lang),
                }
            )
    return rows


def _size(size: int, lang: Lang) -> str:
    if size >= 1e5:
        return Joined((Number(size / 1e6, 1), Verbatim("MB"))).text(lang)
    return Joined((Number(size / 1e3, 0), Verbatim("kB"))).text(lang)


def _job(job: BuildJob | None, lang: Lang) -> dict[str, Any] | None:
    if job is None:
        return None
    name = CATALOGUE[job.game].name.text(lang)
    if job.running:
        said = _STOPPING if job.stopped else _RUNNING
    else:
        said = _FAILED if job.failed else _DONE if job.done == job.total else _ENDED
    return {
        "said": said.format(game=name, pieces=job.pieces, done=job.done, total=job.total).text(lang),
        "done": job.done,
        "total": job.total,
        "running": job.running,
        "stopping": job.running and job.stopped,
        "failed": job.failed.text(lang) if job.failed else "",
        "game": job.game,
        "pieces": job.pieces,
    }


_MISSING = Message("{game}: the table of {pieces} pieces for this position is not there yet.")
_DAMAGED = Message("{game}: the table {table} is damaged ({what}). Building again writes it anew.")
_WORTH = {
    Verdict.WIN: Message("wins"),
    Verdict.DRAW: Message("draws"),
    Verdict.LOSS: Message("loses"),
}
_IN = Message("in {n}")
_ALL = Message("all")
_SOME = Message("{n} of {total} tables")
_RUNNING = Message("{game}, up to {pieces} pieces: {done} of {total} tables.")
_STOPPING = Message("{game}: stopping; {done} of {total} tables are finished and stay.")
_DONE = Message("{game}: the tables up to {pieces} pieces are there.")
_ENDED = Message(
    "{game}: stopped at {done} of {total} tables; those finished stay, and one can go on from there."
)
_FAILED = Message("{game}: building did not succeed ({done} of {total} tables stay).")
_ONLY_AT_HOME = Message("Tables are built only from the computer on which Damiera runs.")
_TOO_MANY = Message("Choose from 2 to {most} pieces.")
_BUSY = Message("Tables are being built already: wait until that ends, or stop it.")
_NO_START = Message(
    "The program that builds the tables does not start ({why}). Close other programs and try again."
)
_NO_TABLES = Message("There are no endgame tables for this game.")

_WORDS = {
    "title": Message("Endgame tables"),
    "lead": Message(
        "With few pieces all is known: who wins with best play, and in how many moves. The tables are built "
        "on this computer."
    ),
    "ask": Message("Ask about a position"),
    "game": Message("Game"),
    "fen": Message("Position (FEN)"),
    "show": Message("Show"),
    "moves": Message("The moves"),
    "build": Message("Build"),
    "build_title": Message("Build tables"),
    "build_missing": Message("Build what is missing"),
    "build_again": Message("Build again"),
    "number": Message("Pieces"),
    "pieces": Message("Pieces of both sides, up to"),
    "distances": Message("Also the number of moves"),
    "stop": Message("Stop"),
    "there": Message("What there is"),
    "none": Message("None yet."),
    "tables": Message("Tables"),
    "size": Message("Size"),
    "with_distances": Message("with moves"),
    "close": Message("You may close the page: it goes on."),
    "elsewhere": _ONLY_AT_HOME,
    "limits": Message(
        "Draws by repetition or by counting are not in the tables; in Frisian neither is the limit of three "
        "king moves."
    ),
}

ROUTES = [
    Route("/endgame", show),
    Route("/endgame/ask", ask),
    Route("/endgame/build", build, methods=["POST"]),
    Route("/endgame/stop", stop, methods=["POST"]),
]
