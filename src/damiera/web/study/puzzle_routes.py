"""Puzzles: a move to be found, tried on the board or in a form; hints, solutions, how one fared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final
from urllib.parse import urlencode

import msgspec
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from damiera._core import Side
from damiera.errors import DamieraError
from damiera.game.sides import side_name
from damiera.messages import Lang, Message, translations
from damiera.paper.geometry import geometry
from damiera.paper.svg import Marks, board
from damiera.rules.ruleset import ruleset
from damiera.rules.squares import square_name
from damiera.service.analysis import AnalysisLine, PuzzleView, line_view, read_line, state_of
from damiera.service.errors import BadTerms, ServiceError
from damiera.service.game_views import pieces_view
from damiera.service.identity import Visitor
from damiera.web.analysis.access import answer
from damiera.web.common.boards import pieces_on, small_board
from damiera.web.common.bodies import LARGEST_WORDS
from damiera.web.common.forms import text_of
from damiera.web.common.identity import known_visitor, remember, welcome
from damiera.web.common.numbers import whole
from damiera.web.common.pages import as_json, language, page
from damiera.web.common.parts import app_of

__all__ = ["ROUTES"]

PUZZLES_A_PAGE: Final = 24


async def puzzles(request: Request) -> Response:
    """Show the puzzles there are, and how the visitor fared with each."""
    app, lang = app_of(request), language(request)
    visitor = await known_visitor(request)
    viewer = visitor.id if visitor else None
    wanted = request.query_params.get("game", "")
    all = await app.database.read(app.analysis.puzzles, viewer, None)
    fared = await app.database.read(app.analysis.fared, viewer)
    chosen = [one for one in all if not wanted or one.game == wanted]
    pages = max(1, -(-len(chosen) // PUZZLES_A_PAGE))
    at_page = min(max(1, whole(request.query_params.get("page")) or 1), pages)
    shown = chosen[(at_page - 1) * PUZZLES_A_PAGE : at_page * PUZZLES_A_PAGE]
    kinds = list(dict.fromkeys(one.game for one in all))
    return page(
        request,
        "study/puzzles.html",
        puzzles=[_card(one, fared, lang) for one in shown],
        total=len(chosen),
        solved=sum(fared[one.id].solved for one in chosen if one.id in fared),
        kinds=[(slug, ruleset(slug).name.text(lang)) for slug in kinds],
        game=wanted,
        next_id=_next(chosen, fared, ""),
        pages={"number": at_page, "of": pages, "before": at_page > 1, "more": at_page < pages},
    )


def _card(puzzle: PuzzleView, fared: Mapping[str, Any], lang: Lang) -> dict[str, Any]:
    one = fared.get(puzzle.id)
    return {
        "id": puzzle.id,
        "task": puzzle.task(lang),
        "game_name": ruleset(puzzle.game).name.text(lang),
        "picture": small_board(puzzle.game, pieces_view(puzzle.position)),
        "moves": _moves_text((len(puzzle.solution) + 1) // 2, lang),
        "solved": bool(one and one.solved),
        "tried": bool(one and not one.solved and (one.tries or one.helped)),
    }


def _moves_text(n: int, lang: Lang) -> str:
    return translations(lang).ngettext("{n} move", "{n} moves", n).format(n=n)


def _next(all: Sequence[PuzzleView], fared: Mapping[str, Any], after: str) -> str:
    """Return the next puzzle that is not solved, behind one of them."""
    ids = [one.id for one in all]
    start = ids.index(after) + 1 if after in ids else 0
    for id in (*ids[start:], *ids[:start]):
        if id != after and not (id in fared and fared[id].solved):
            return id
    return ""


async def puzzle(request: Request) -> Response:
    """Show a puzzle."""
    return await _puzzle(request, await known_visitor(request))


async def _puzzle(
    request: Request, visitor: Visitor | None, reply: dict[str, str] | None = None, played: Sequence[str] = ()
) -> Response:
    app, lang = app_of(request), language(request)
    viewer = visitor.id if visitor else None
    found = await app.database.read(app.analysis.puzzle, request.path_params["id"], viewer)
    all = await app.database.read(app.analysis.puzzles, viewer, found.game)
    fared = await app.database.read(app.analysis.fared, viewer)
    line = read_line(found.game, found.fen, " ".join(played))
    start, state = line.start, state_of(line, lang)
    flipped = start.side is Side.BLACK
    one = fared.get(found.id)
    revealed = bool(one and (one.solved or one.helped >= 2))
    return page(
        request,
        "study/puzzle.html",
        puzzle=found,
        task=found.task(lang),
        game_name=ruleset(found.game).name.text(lang),
        said=found.said(lang) if revealed else "",
        source=_source(found),
        solution=found.solution if revealed else (),
        solved=bool(one and one.solved),
        revealed=revealed,
        hint=_hint(found, lang) if one and one.helped else "",
        next_id=_next(all, fared, found.id),
        done=sum(fared[each.id].solved for each in all if each.id in fared),
        total=len(all),
        reply=reply,
        played=played,
        drawn=_puzzle_board(found, line, flipped, lang),
        side=side_name(start.side),
        data_json=as_json(
            {
                "id": found.id,
                "start": pieces_view(start),
                "played": played,
                "state": state,
            }
        ),
        geometry_json=as_json(geometry(ruleset(found.game).core)),
        analysis_url="/analysis?" + urlencode({"game": found.game, "fen": found.fen}),
    )


def _puzzle_board(found: PuzzleView, line: AnalysisLine, flipped: bool, lang: Lang) -> Markup:
    _ = translations(lang).gettext
    label = _("{game}, Black at the bottom") if flipped else _("{game}, White at the bottom")
    rules = ruleset(found.game)
    here = line.position
    can = tuple(dict.fromkeys(move.origin for move in here.moves()))
    last = line_view(line.positions[-2], line.moves[-1:])[0].path if line.moves else ()
    return board(
        geometry(rules.core),
        pieces_on(here),
        label=label.format(game=rules.name.text(lang)),
        _=_,
        marks=Marks(can=can, last=last),
        flipped=flipped,
        hands=(0, 0),
    )


def _source(found: PuzzleView) -> str:
    tags = found.source
    names = " – ".join(tags[name] for name in ("White", "Black") if name in tags)
    return ", ".join(
        part for part in (names, tags.get("Event", ""), tags.get("Date", "").split(".")[0]) if part
    )


def _hint(found: PuzzleView, lang: Lang) -> str:
    origin = read_line(found.game, found.fen, found.solution[0]).moves[0].origin
    said = Message("Look at the piece on {square}.")
    return said.format(square=square_name(ruleset(found.game), origin)).text(lang)


async def attempt(request: Request) -> Response:
    """Take a solver's move, a wish for a hint or for the solution, from a form."""
    app, lang, id = app_of(request), language(request), request.path_params["id"]
    fields = text_of(await request.form())
    who = await welcome(request)
    if fields.get("what") in ("hint", "solution"):
        shown = fields["what"] == "solution"
        await app.database.write(app.analysis.help, id, who.visitor.id, solution=shown)
        return remember(request, RedirectResponse(f"/puzzles/{id}", 303), who)
    played = fields.get("played", "").split()
    try:
        texts = [*played, *fields.get("moves", "").split()]
        right, done = await app.database.write(app.analysis.attempt, id, who.visitor.id, texts)
        reply = {"kind": "good" if right else "bad", "text": (_RIGHT if right else _WRONG).text(lang)}
        if done:
            return remember(request, RedirectResponse(f"/puzzles/{id}", 303), who)
        if right:
            found = await app.database.read(app.analysis.puzzle, id, who.visitor.id)
            played = list(found.solution[: len(texts) + len(texts) % 2])
    except ServiceError:
        raise
    except DamieraError as error:
        reply = {"kind": "bad", "text": error.text(lang)}
    return remember(request, await _puzzle(request, who.visitor, reply, played), who)


class PuzzleRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a script says of a puzzle: the moves played so far, or a wish for help."""

    moves: tuple[str, ...] = ()
    help: str = ""


async def attempt_api(request: Request) -> Response:
    """Judge the moves a solver has made on the board; answer with the reply, or with what was asked for."""
    app, lang, id = app_of(request), language(request), request.path_params["id"]
    tried = _tried(await request.body())
    who = await welcome(request)
    found = await app.database.read(app.analysis.puzzle, id, who.visitor.id)
    if tried.help:
        solution = tried.help == "solution"
        await app.database.write(app.analysis.help, id, who.visitor.id, solution=solution)
        line = read_line(found.game, found.fen, " ".join(found.solution))
        reply: dict[str, Any] = {"hint": _hint(found, lang), "square": line.moves[0].origin}
        if solution:
            reply |= {"line": line_view(line.start, line.moves), "said": found.said(lang)}
        return remember(request, answer(reply), who)
    right, done = await app.database.write(app.analysis.attempt, id, who.visitor.id, tried.moves)
    reply = {"right": right, "done": done, "text": (_RIGHT if right else _WRONG).text(lang)}
    if done:
        reply |= {"text": _SOLVED_IT.text(lang), "said": found.said(lang)}
    elif right:
        line = read_line(found.game, found.fen, " ".join(found.solution[: len(tried.moves) + 1]))
        reply |= {"state": state_of(line, lang)}
    return remember(request, answer(reply), who)


_tried_decoder = msgspec.json.Decoder(PuzzleRequest)


def _tried(body: bytes) -> PuzzleRequest:
    try:
        return _tried_decoder.decode(body)
    except (msgspec.DecodeError, UnicodeError) as error:
        said = Message("I do not understand this request: {why}.")
        raise BadTerms("body", said.format(why=error)) from error


_WRONG: Final = Message("That is not it. Look again.")
_RIGHT: Final = Message("Right. Go on.")
_SOLVED_IT: Final = Message("Solved.")

BODIES = {"/api/puzzles/{id}": LARGEST_WORDS}
ROUTES = [
    Route("/puzzles", puzzles),
    Route("/puzzles/{id}", puzzle),
    Route("/puzzles/{id}", attempt, methods=["POST"]),
    Route("/api/puzzles/{id}", attempt_api, methods=["POST"]),
]
