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
from damiera.endgame.probe import EndgameTables, MoveAnswer, Verdict
from damiera.endgame.saying import say_moves, say_verdict
from damiera.endgame.shelf import stock
from damiera.errors import DamieraError
from damiera.lang import Lang, Text
from damiera.notation.fen import example_fen, parse_fen
from damiera.notation.moves import format_move
from damiera.paper.geometry import geometry
from damiera.paper.svg import diagram
from damiera.rules.ruleset import CATALOGUE, Ruleset, ruleset
from damiera.web.endgames import EndgameWork, Job, most_pieces
from damiera.web.failures import Refusal
from damiera.web.house import house_of
from damiera.web.numbers import whole
from damiera.web.pages import language, page

__all__ = ["ROUTES"]

LONGEST_FEN = 400
CACHE_MB = 1
AT_HOME = ("127.0.0.1", "::1", "::ffff:127.0.0.1")
DEFAULT_GAME = "italian"


def show(request: Request) -> Response:
    """Show the tables and what they say of a position that is asked about. Reads files: no coroutine."""
    lang, work = language(request), house_of(request).endgames
    game = _game(request.query_params.get("game", DEFAULT_GAME))
    fen = request.query_params.get("fen", "")[:LONGEST_FEN]
    told, wrong = _tell(game, fen, work, lang) if fen else (None, "")
    return page(
        request,
        "endgame.html",
        status=400 if wrong else 200,
        t={name: text.get(lang) for name, text in _WORDS.items()},
        game=game.slug,
        game_name=game.name.get(lang),
        example=example_fen(game),
        games=[(one.slug, one.name.get(lang), example_fen(one)) for one in _served()],
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
    lang, work = language(request), house_of(request).endgames
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
        raise Refusal(403, _ONLY_AT_HOME)
    form = await request.form()
    game = _game(str(form.get("game", "")))
    pieces = whole(str(form.get("pieces", "")))
    if pieces is None or not FEWEST <= pieces <= most_pieces(game.slug):
        raise Refusal(400, _TOO_MANY.format(most=most_pieces(game.slug)))
    work, distances = house_of(request).endgames, bool(form.get("distances"))
    try:
        begun = work.start(game.slug, pieces, distances=distances, lang=language(request))
    except OSError as error:
        raise Refusal(503, _NO_START.format(why=error.strerror or error)) from error
    if not begun:
        raise Refusal(409, _BUSY)
    return _back(str(form.get("game", "")), str(form.get("fen", ""))[:LONGEST_FEN])


async def stop(request: Request) -> Response:
    """End the build that is going on."""
    if not _at_home(request):
        raise Refusal(403, _ONLY_AT_HOME)
    house_of(request).endgames.stop()
    form = await request.form()
    return _back(str(form.get("game", DEFAULT_GAME)), str(form.get("fen", ""))[:LONGEST_FEN])


def _back(game: str, fen: str) -> Response:
    query = {"game": game} | ({"fen": fen} if fen else {})
    return RedirectResponse(f"/endgame?{urlencode(query)}#work", 303)


def _game(slug: str) -> Ruleset:
    try:
        game = ruleset(slug)
    except DamieraError as error:
        raise Refusal(404, Text(error.text("it"), error.text("en"))) from error
    if not most_pieces(game.slug):
        raise Refusal(404, _NO_TABLES)
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
        missing = _MISSING.format(pieces=error.pieces, game=game.name.get(lang)).get(lang)
        return {**facts, "missing": missing}, ""
    except DamagedTable as error:
        damaged = _DAMAGED.format(table=error.path.name, game=game.name, what=error.what)
        return {**facts, "missing": damaged.get(lang), "again": True}, ""
    except EndgameError as error:
        return {**facts, "missing": error.text(lang)}, ""
    said = say_moves(position, moves).get(lang)
    listed = [_move(position, one, lang) for one in moves]
    return {**facts, "said": say_verdict(answer).get(lang), "moves_said": said, "moves": listed}, ""


def _move(position: Position, one: MoveAnswer, lang: Lang) -> dict[str, Any]:
    text = _WORTH[one.answer.verdict]
    worth = text.get(lang)
    if one.answer.moves is not None:
        worth = f"{worth} {_IN.format(n=one.answer.moves).get(lang)}"
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
                    "name": game.name.get(lang),
                    "pieces": one.pieces,
                    "count": count.get(lang),
                    "distances": one.distances == one.total,
                    "size": _size(one.size, lang),
                }
            )
    return rows


def _size(size: int, lang: Lang) -> str:
    text = f"{size / 1e6:.1f} MB" if size >= 1e5 else f"{size / 1e3:.0f} kB"
    return text.replace(".", ",") if lang == "it" else text


def _job(job: Job | None, lang: Lang) -> dict[str, Any] | None:
    if job is None:
        return None
    name = CATALOGUE[job.game].name.get(lang)
    if job.running:
        said = _STOPPING if job.stopped else _RUNNING
    else:
        said = _FAILED if job.failed else _DONE if job.done == job.total else _ENDED
    return {
        "said": said.format(game=name, pieces=job.pieces, done=job.done, total=job.total).get(lang),
        "done": job.done,
        "total": job.total,
        "running": job.running,
        "stopping": job.running and job.stopped,
        "failed": job.failed.get(lang) if job.failed else "",
        "game": job.game,
        "pieces": job.pieces,
    }


_MISSING = Text(
    "{game}: la tavola da {pieces} pezzi per questa posizione non c'è ancora.",
    "{game}: the table of {pieces} pieces for this position is not there yet.",
)
_DAMAGED = Text(
    "{game}: la tavola {table} è rovinata ({what}). Chi costruisce di nuovo la riscrive da capo.",
    "{game}: the table {table} is damaged ({what}). Building again writes it anew.",
)
_WORTH = {
    Verdict.WIN: Text("vince", "wins"),
    Verdict.DRAW: Text("patta", "draws"),
    Verdict.LOSS: Text("perde", "loses"),
}
_IN = Text("in {n}", "in {n}")
_ALL = Text("tutte", "all")
_SOME = Text("{n} tavole su {total}", "{n} of {total} tables")
_RUNNING = Text(
    "{game}, fino a {pieces} pezzi: {done} tavole su {total}.",
    "{game}, up to {pieces} pieces: {done} of {total} tables.",
)
_STOPPING = Text(
    "{game}: mi fermo; {done} tavole su {total} sono finite e restano.",
    "{game}: stopping; {done} of {total} tables are finished and stay.",
)
_DONE = Text(
    "{game}: le tavole fino a {pieces} pezzi ci sono.", "{game}: the tables up to {pieces} pieces are there."
)
_ENDED = Text(
    "{game}: fermato a {done} tavole su {total}; quelle finite restano, e da lì si può andare avanti.",
    "{game}: stopped at {done} of {total} tables; those finished stay, and one can go on from there.",
)
_FAILED = Text(
    "{game}: la costruzione non è riuscita ({done} tavole su {total} restano).",
    "{game}: building did not succeed ({done} of {total} tables stay).",
)
_ONLY_AT_HOME = Text(
    "Le tavole si costruiscono solo dal computer su cui gira Damiera.",
    "Tables are built only from the computer on which Damiera runs.",
)
_TOO_MANY = Text("Scegli da 2 a {most} pezzi.", "Choose from 2 to {most} pieces.")
_BUSY = Text(
    "Una costruzione è già in corso: aspetta che finisca, o fermala.",
    "Tables are being built already: wait until that ends, or stop it.",
)
_NO_START = Text(
    "Il programma che costruisce le tavole non parte ({why}). Chiudi altri programmi e riprova.",
    "The program that builds the tables does not start ({why}). Close other programs and try again.",
)
_NO_TABLES = Text(
    "Per questo gioco non ci sono tavole dei finali.", "There are no endgame tables for this game."
)

_WORDS = {
    "title": Text("Tavole dei finali", "Endgame tables"),
    "lead": Text(
        "Con pochi pezzi si sa tutto: chi vince con il gioco migliore, e in quante mosse. Le tavole si "
        "costruiscono su questo computer.",
        "With few pieces all is known: who wins with best play, and in how many moves. The tables are built "
        "on this computer.",
    ),
    "ask": Text("Chiedi di una posizione", "Ask about a position"),
    "game": Text("Gioco", "Game"),
    "fen": Text("Posizione (FEN)", "Position (FEN)"),
    "show": Text("Mostra", "Show"),
    "moves": Text("Le mosse", "The moves"),
    "build": Text("Costruisci", "Build"),
    "build_title": Text("Costruisci le tavole", "Build tables"),
    "build_missing": Text("Costruisci quelle che mancano", "Build what is missing"),
    "build_again": Text("Costruisci di nuovo", "Build again"),
    "number": Text("Pezzi", "Pieces"),
    "pieces": Text("Pezzi in tutto, fino a", "Pieces of both sides, up to"),
    "distances": Text("Anche il numero di mosse", "Also the number of moves"),
    "stop": Text("Ferma", "Stop"),
    "there": Text("Quelle che ci sono", "What there is"),
    "none": Text("Ancora nessuna.", "None yet."),
    "tables": Text("Tavole", "Tables"),
    "size": Text("Spazio", "Size"),
    "with_distances": Text("con le mosse", "with moves"),
    "close": Text("Puoi chiudere la pagina: si va avanti.", "You may close the page: it goes on."),
    "elsewhere": _ONLY_AT_HOME,
    "limits": Text(
        "Le patte per ripetizione o per conteggio non sono nelle tavole; nella frisia nemmeno il limite di "
        "tre mosse di dama.",
        "Draws by repetition or by counting are not in the tables; in Frisian neither is the limit of three "
        "king moves.",
    ),
}

ROUTES = [
    Route("/endgame", show),
    Route("/endgame/ask", ask),
    Route("/endgame/build", build, methods=["POST"]),
    Route("/endgame/stop", stop, methods=["POST"]),
]
