"""Analysis: of a position, of a game; live, or as a report; and puzzles to be solved."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

import msgspec
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from damiera._core import Position, Side
from damiera.analysis.grading import Class
from damiera.analysis.motifs import threat
from damiera.analysis.odds import curve_of, odds_of
from damiera.analysis.reasons import gains_of, reason_for
from damiera.analysis.words import capital, colour, line_text, score_text, verdict
from damiera.endgame.saying import tables_say
from damiera.engine.protocol import Info
from damiera.errors import DamieraError
from damiera.game.sides import is_for_two, side_name, side_text
from damiera.lang import Lang, Text
from damiera.notation.pdn.model import PdnGame
from damiera.rules.ruleset import CATALOGUE, Ruleset, ruleset
from damiera.service.analysis import (
    GameReport,
    Line,
    PlyReport,
    Progress,
    PuzzleView,
    class_name,
    line_view,
    read_line,
    state_of,
)
from damiera.service.errors import BadTerms, Refused, ServiceError
from damiera.service.identity import Visitor
from damiera.service.pasted import looks_like_pdn, pasted_game, pdn_of
from damiera.service.show import pieces_view
from damiera.service.views import PlyView
from damiera.web.analysing import LINES, Question, Told
from damiera.web.boards import pieces_on, small_board
from damiera.web.explorer import explorer_panel
from damiera.web.failures import status_of
from damiera.web.forms import text_of
from damiera.web.geometry import geometry
from damiera.web.guard import same_origin
from damiera.web.house import House, house_of
from damiera.web.i18n import translations
from damiera.web.identity import known_visitor, remember, welcome
from damiera.web.pages import as_json, language, page
from damiera.web.routes.lessons import ROUTES as LESSONS
from damiera.web.svg import Marks, board

__all__ = ["ROUTES"]

EVERY_S: Final = 0.3
LINE_PLIES: Final = 12
GRAPH: Final = (600, 96)
NODES_WITHOUT_SCRIPT: Final = 300_000
PUZZLES_A_PAGE: Final = 24


# ------------------------------------------------------------------------------------------------------ pages


async def position(request: Request) -> Response:
    """Show any position, to be looked into."""
    asked = request.query_params
    lang, house = language(request), house_of(request)
    wrong, line = "", read_line("italian", "", "")
    game, fen = asked.get("game", "italian"), asked.get("fen", "")
    try:
        if looks_like_pdn(fen):
            return _to_pasted(pasted_game(fen, game))
        line = read_line(game, fen, asked.get("moves", ""))
        await _check(request, line)
    except DamieraError as error:
        wrong, line = error.text(lang), _fallback(asked.get("game", ""))
    told = await _without_script(house, line, lang) if "look" in asked and not wrong else None
    subject = Subject(
        base="/analysis",
        title=line.game.name.get(lang),
        game=line.game,
        start=line.start,
        history=line_view(line.start, line.moves),
        positions=line.positions,
    )
    status = 422 if wrong else 200
    return await _page(
        request, subject, None, wrong=wrong, told=told, status=status, fen=asked.get("fen", "")
    )


def _to_pasted(game: PdnGame) -> Response:
    """Lead from a game that was pasted to the page of its line."""
    start = "" if game.start == game.ruleset.start() else game.start.fen
    moves = " ".join(ply.text for ply in game.mainline)
    where = {"game": game.ruleset.slug, "fen": start, "moves": moves, "ply": "0"}
    return RedirectResponse("/analysis?" + urlencode(where), 303)


async def line_pdn(request: Request) -> Response:
    """Return a line as PDN, to be copied or saved."""
    return PlainTextResponse(pdn_of(await _line(request)))


def _fallback(game: str) -> Line:
    """Return what to show in place of what could not be read: the start of the game, if that is known."""
    try:
        return read_line(game, "", "")
    except DamieraError:
        return read_line("italian", "", "")


@dataclass(frozen=True, slots=True)
class Subject:
    """What is on the bench: a game, or a line from a position."""

    base: str
    title: str
    game: Ruleset
    start: Position
    history: tuple[PlyView, ...]
    positions: tuple[Position, ...]
    id: str = ""
    back: str = ""
    over: bool = True

    @property
    def query(self) -> str:
        """What a link to one of its positions must repeat without a script; a game is named by its path."""
        return "" if self.id else urlencode(_named(self)) + "&"


async def game(request: Request) -> Response:
    """Show a game, played here or brought in, to be looked into."""
    lang, house = language(request), house_of(request)
    id = request.path_params["id"]
    try:
        await house.database.read(house.analysis.check_game, id)
    except Refused as error:
        _ = translations(lang).gettext
        facts = {"what": error.text(lang), "where": "", "now": _("Come back when it is over.")}
        return page(request, "error.html", status=status_of(error), **facts)
    visitor = await known_visitor(request)
    record, outcome = await house.database.read(house.archive.record, id, visitor.id if visitor else None)
    progress = await house.database.read(house.analysis.progress, id)
    back = request.url.path.removesuffix("/analysis")
    subject = Subject(
        base=request.url.path,
        title=_title(record, lang),
        game=record.ruleset,
        start=record.start,
        history=line_view(record.start, record.moves),
        positions=record.positions,
        id=id,
        back=back,
        over=outcome is not None or back.startswith("/archive"),
    )
    return await _page(request, subject, progress)


def _title(record: PdnGame, lang: Lang) -> str:
    names = [record.tags.get(name, "?") for name in ("White", "Black")]
    sides = (side_text(Side.WHITE).get(lang), side_text(Side.BLACK).get(lang))
    return " – ".join(
        side if name.strip("?") == "" else name for name, side in zip(names, sides, strict=True)
    )


async def _page(
    request: Request,
    subject: Subject,
    progress: Progress | None,
    *,
    wrong: str = "",
    told: dict[str, Any] | None = None,
    status: int = 200,
    fen: str = "",
) -> Response:
    lang = language(request)
    report = progress.report if progress else None
    if report is not None and len(report.plies) != len(subject.history):
        report = None
    wanted = request.query_params.get("ply", "")
    last = len(subject.history)
    default = 0 if subject.id else last
    ply = min(int(wanted), last) if wanted.isdecimal() and len(wanted) < 5 else default
    here = subject.positions[ply]
    flipped = "flip" in request.query_params
    judged = report.plies[ply - 1] if report and ply else None
    white = judged.white if judged else report.start if report else 0.5
    explored = await explorer_panel(request, here)
    return page(
        request,
        "analysis.html",
        status=status,
        subject=subject,
        ply=ply,
        last=last,
        flipped=flipped,
        drawn=_drawn(subject, ply, flipped, lang),
        history=_with_signs(subject.history, report),
        notes=_notes(report, lang) if report else {},
        betters=_betters(report, subject) if report else {},
        pdn_url=f"{subject.back}.pdn" if subject.back else _line_url("/analysis/line.pdn", subject),
        data_json=as_json(_data(subject, report, ply, lang)),
        geometry_json=as_json(geometry(subject.game.core)),
        here_fen=here.fen,
        turn=side_text(here.side).get(lang),
        pieces=_count(here),
        white_tenths=round(600 * white),
        progress=progress,
        why=progress.why.get(lang) if progress and progress.why else "",
        report=_report(report, subject, lang) if report else None,
        graph=_graph(report, subject.base) if report else None,
        games=[(one.slug, one.name.get(lang)) for one in CATALOGUE.values() if is_for_two(one.core)],
        wrong=wrong,
        told=told,
        typed_fen=fen,
        explored=explored,
        moves_texts=" ".join(one.text for one in subject.history[:ply]),
    )


def _drawn(subject: Subject, ply: int, flipped: bool, lang: Lang) -> Markup:
    _ = translations(lang).gettext
    label = _("{game}, Black at the bottom") if flipped else _("{game}, White at the bottom")
    here = subject.positions[ply]
    shape = geometry(subject.game.core)
    return board(
        shape,
        pieces_on(here),
        label=label.format(game=subject.game.name.get(lang)),
        _=_,
        marks=Marks(last=subject.history[ply - 1].path if ply else ()),
        flipped=flipped,
        hands=here.hands if shape.hands else (0, 0),
    )


def _count(here: Position) -> str:
    white = len(here.white_men) + len(here.white_kings)
    black = len(here.black_men) + len(here.black_kings)
    return f"{white} – {black}" if white or black else ""


def _with_signs(history: Sequence[PlyView], report: GameReport | None) -> tuple[PlyView, ...]:
    if report is None:
        return tuple(history)
    pairs = zip(history, report.plies, strict=True)
    return tuple(msgspec.structs.replace(ply, mark=one.sign) for ply, one in pairs)


def _notes(report: GameReport, lang: Lang) -> dict[int, str]:
    """Return what is said of moves, by ply."""
    which = 0 if lang == "it" else 1
    return {one.ply: one.said[which] for one in report.plies if one.said[which]}


def _betters(report: GameReport, subject: Subject) -> dict[int, list[tuple[str, str]]]:
    """Return the better lines, by ply: each move and where the position after it is shown."""
    game, out = subject.game.slug, {}
    for one in report.plies:
        texts, fen = one.line.split(), subject.positions[one.ply].fen
        links = ["/analysis?" + urlencode({"game": game, "fen": fen, "moves": " ".join(texts[: n + 1])})
                 for n in range(len(texts))]  # fmt: skip
        if texts:
            out[one.ply] = list(zip(texts, links, strict=True))
    return out


def _line_url(path: str, subject: Subject) -> str:
    return f"{path}?" + urlencode(_named(subject))


def _named(subject: Subject) -> dict[str, str]:
    """Return what names a line in an address."""
    moves = " ".join(one.text for one in subject.history)
    return {"game": subject.game.slug, "fen": subject.start.fen, "moves": moves}


def _data(subject: Subject, report: GameReport | None, ply: int, lang: Lang) -> dict[str, Any]:
    which = 0 if lang == "it" else 1
    plies = [] if report is None else [
        {
            "white": one.white,
            "score": one.score[which],
            "said": one.said[which],
            "bad": one.is_bad,
            "better": _better(subject, one),
        }
        for one in report.plies
    ]  # fmt: skip
    return {
        "game": subject.game.slug,
        "game_name": subject.game.name.get(lang),
        "plain": subject.game.core.family == "draughts",
        "start_fen": subject.start.fen,
        "start_pieces": pieces_view(subject.start),
        "history": _with_signs(subject.history, report),
        "at": ply,
        "start_white": report.start if report else None,
        "report": plies,
        "base": subject.base,
        "id": subject.id,
        "back": subject.back,
    }


def _better(subject: Subject, one: PlyReport) -> tuple[PlyView, ...]:
    """Return the line that was better than a mistake, as a board can play it."""
    if not one.line:
        return ()
    position = subject.positions[one.ply]
    line = read_line(subject.game.slug, position.fen, one.line)
    return line_view(position, line.moves, ply=one.ply)


def _report(report: GameReport, subject: Subject, lang: Lang) -> dict[str, Any]:
    """Return a report as the page's table and its few figures."""
    which = 0 if lang == "it" else 1
    first = 0 if subject.start.side is Side.WHITE else 1
    rows = [
        {
            "ply": one.ply,
            "number": (one.ply + (subject.start.side is not subject.game.core.first_mover)) // 2 + 1,
            "side": side_text(Side.WHITE if (one.ply + first) % 2 == 0 else Side.BLACK).get(lang),
            "text": one.text,
            "sign": one.sign,
            "score": one.score[which],
            "white": round(100 * one.white),
            "klass": class_name(one.klass, lang),
            "bad": one.is_bad,
            "said": one.said[which],
        }
        for one in report.plies
    ]
    counted = [Class.BEST, Class.GOOD, Class.INEXACT, Class.MISTAKE, Class.BLUNDER]
    table = [
        (class_name(one.value, lang), report.count(first, one), report.count(1 - first, one))
        for one in counted
    ]
    missed = [one.ply for one in report.plies if one.missed]
    out = report.plies[report.out].text if report.out is not None and report.out < len(report.plies) else ""
    return {
        "rows": rows,
        "table": table,
        "missed": [
            (ply, rows[ply]["number"], report.plies[ply].text, report.plies[ply].missed) for ply in missed
        ],
        "learn": _learn(report, first, lang),
        "out": out,
        "out_ply": report.out,
        "by_lot": sum(one.klass == Class.LOT.value for one in report.plies),
        "depth": report.depth,
        "measured": report.measured,
    }


def _learn(report: GameReport, first: int, lang: Lang) -> list[tuple[str, str]]:
    """Return the sides that have mistakes to learn from, each with the words of its button."""
    ngettext = translations(lang).ngettext
    out: list[tuple[str, str]] = []
    for side in (Side.WHITE, Side.BLACK):
        number = first if side is Side.WHITE else 1 - first
        n = sum(bool(one.line) and one.is_bad for one in report.plies[number::2])
        label = ngettext("{side}: learn from {n} mistake", "{side}: learn from {n} mistakes", n)
        out += [(side_name(side), label.format(side=side_text(side).get(lang), n=n))] if n else []
    return out


def _graph(report: GameReport, base: str) -> dict[str, Any]:
    """Return the course of the game as points of a picture, and the moves to be marked on it."""
    width, height = GRAPH
    values = [report.start, *(one.white for one in report.plies)]
    step = (width - 24) / max(1, len(values) - 1)
    points = [(round(12 + i * step, 1), round(8 + (height - 16) * (1 - v), 1)) for i, v in enumerate(values)]
    middle = height / 2
    path = " ".join(f"{x},{y}" for x, y in points)
    marks = [
        {
            "ply": one.ply,
            "x": points[one.ply + 1][0],
            "y": min(max(points[one.ply + 1][1], 12), height - 12),
            "sign": one.sign or "?",
            "text": one.text,
            "from": round(100 * values[one.ply]),
            "to": round(100 * one.white),
        }
        for one in report.plies
        if one.is_bad
    ]
    area = f"{points[0][0]},{middle} {path} {points[-1][0]},{middle}"
    return {"line": path, "area": area, "marks": marks, "points": points, "width": width, "height": height}


async def _without_script(house: House, line: Line, lang: Lang) -> dict[str, Any] | None:
    """Look once, for a page whose reader runs no script."""
    if not line.position.has_moves():
        return None
    question = Question(line.game.slug, line.position, line.history, 3)
    told = await asyncio.to_thread(_look_once, house, question)
    return _told(told, question, lang, house.endgames.folder) if told else None


def _look_once(house: House, question: Question) -> tuple[Info, ...]:
    from damiera.analysis.looking import look
    from damiera.engine.limits import Limits

    mind, give_back = house.analysts.ask(question.game)
    try:
        limits = Limits(nodes=NODES_WITHOUT_SCRIPT)
        return look(mind, question.position, question.history, limits, lines=question.lines).lines
    finally:
        give_back()


# ------------------------------------------------------------------------------------------------ the report


async def ask(request: Request) -> Response:
    """Ask for a game to be judged, or leave off."""
    house, id = house_of(request), request.path_params["id"]
    what = text_of(await request.form()).get("what", "judge")
    who = await welcome(request)
    if what == "stop":
        await house.database.write(house.analysis.stop, id, who.visitor.id)
    else:
        await house.database.write(house.analysis.ask, id, who.visitor.id)
        house.judging.wake()
    ply = request.query_params.get("ply", "")
    here = f"?ply={ply}" if ply.isascii() and ply.isdecimal() else ""
    return remember(request, RedirectResponse(f"{request.url.path}{here}#report", 303), who)


async def annotated_pdn(request: Request) -> Response:
    """Return a judged game as PDN, to be saved."""
    house, id, lang = house_of(request), request.path_params["id"], language(request)
    await house.database.read(house.analysis.check_game, id)
    progress = await house.database.read(house.analysis.progress, id)
    if progress is None or progress.report is None:
        raise Refused(_NOT_JUDGED)
    text = progress.report.pdn[0 if lang == "it" else 1]
    headers = {"Content-Disposition": f'attachment; filename="damiera-{id}.pdn"'}
    return PlainTextResponse(text, headers=headers)


async def job(request: Request) -> Response:
    """Return how far the judging of a game has come, for a script that asks again and again."""
    house = house_of(request)
    progress = await house.database.read(house.analysis.progress, request.path_params["id"])
    status = progress.status if progress else "none"
    done, total = (progress.done, progress.total) if progress else (0, 0)
    return _json({"status": status, "done": done, "total": total})


# ------------------------------------------------------------------------------------------------- the script


async def at(request: Request) -> Response:
    """Return a position with its moves, for a script that walks."""
    line = await _line(request)
    return _json(state_of(line, language(request)))


async def explorer(request: Request) -> Response:
    """Return what was played from a position as a piece of the page, for a script that walks."""
    line = await _line(request)
    return page(request, "_explorer.html", explored=await explorer_panel(request, line.position))


async def _line(request: Request) -> Line:
    given = request.query_params
    line = read_line(given.get("game", ""), given.get("fen", ""), given.get("moves", ""))
    await _check(request, line)
    return line


async def _check(request: Request, line: Line) -> None:
    house, visitor = house_of(request), await known_visitor(request)
    await house.database.read(house.analysis.check_line, visitor.id if visitor else None, line)


async def live(request: Request) -> Response:
    """Let a page watch the engine think: one event for each depth, until nobody watches."""
    house, lang = house_of(request), language(request)
    if not same_origin(request):
        raise Refused(_ELSEWHERE)
    address = request.client.host if request.client else ""
    if house.settings.limits and not house.limits.frames.take(f"analysis {address}"):
        raise BadTerms("analysis", _SLOWLY)
    line = await _line(request)
    visitor = await known_visitor(request)
    question = _question(line, request.query_params)
    key = visitor.id if visitor else address
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return _Watched(_events(house, key, question, lang), 200, headers, "text/event-stream")


class _Watched(StreamingResponse):
    """A stream without an end of its own: a server that stops cuts it off, and that is no failure."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with contextlib.suppress(asyncio.CancelledError):
            await super().__call__(scope, receive, send)


def _question(line: Line, given: Mapping[str, str]) -> Question:
    wanted = given.get("lines", "3")
    lines = min(max(int(wanted), 1), LINES) if wanted.isdecimal() and len(wanted) < 3 else 3
    if given.get("threat") != "1":
        return Question(line.game.slug, line.position, line.history, lines)
    if line.position.detect():
        raise Refused(_NO_PASSING)
    return Question(line.game.slug, line.position.with_side(line.position.side.opponent), (), lines)


async def _events(house: House, key: str, question: Question, lang: Lang) -> AsyncIterator[bytes]:
    if not question.position.has_moves():
        yield _event("solved", {"text": _OVER.get(lang)})
        return
    watch = house.analysts.watch(key, question)
    held: tuple[Info, ...] = ()
    sent = 0.0
    try:
        async for told in watch:
            now = asyncio.get_running_loop().time()
            if told.kind == "lines":
                held = told.infos
                if now - sent < EVERY_S:
                    continue
            elif held:
                yield _event(
                    "lines", await asyncio.to_thread(_told, held, question, lang, house.endgames.folder)
                )
                held = ()
            if told.kind == "lines":
                sent = now
                yield _event(
                    "lines", await asyncio.to_thread(_told, told.infos, question, lang, house.endgames.folder)
                )
                held = ()
            else:
                yield _event(told.kind, {"text": _said(told, lang)})
    finally:
        await watch.aclose()  # type: ignore[attr-defined]


def _said(told: Told, lang: Lang) -> str:
    words = {
        "waiting": _WAITING,
        "resting": _RESTING,
        "solved": _SOLVED,
        "failed": _FAILED,
        "elsewhere": _ON_ANOTHER_PAGE,
    }
    if told.kind == "trouble":
        why = told.why or _FAILED
        return f"{why.get(lang)} {_GOES_ON.get(lang)}"
    if told.kind == "failed" and told.why is not None:
        return told.why.get(lang)
    return words[told.kind].get(lang)


def _told(infos: Sequence[Info], question: Question, lang: Lang, tables: Path) -> dict[str, Any]:
    """Return the lines of a depth as the page shows them, with what can be said of the best."""
    first, curve = infos[0], curve_of(question.game)
    known = tables_say(question.position, tables)
    odds = odds_of(first.score.seen_by(Side.WHITE), curve)
    seconds = max(first.time_ms, 1) / 1000
    return {
        "fen": question.position.fen,
        "side": side_name(question.position.side),
        "depth": first.depth,
        "speed": _speed(first.nodes / seconds, lang),
        "white": round(odds.expectation, 4),
        "odds": None if known or first.score.plies is not None else odds.percent(),
        "score": score_text(first.score).get(lang),
        "lines": [
            {
                "score": score_text(info.score).get(lang),
                "moves": line_view(question.position, info.pv[:LINE_PLIES]),
            }
            for info in infos
        ],
        "said": [text.get(lang) for text in (*known, *_sentences(question, first))],
        "measured": curve.measured,
    }


def _speed(nodes_a_second: float, lang: Lang) -> str:
    number = f"{nodes_a_second / 1e6:.1f}"
    return f"{number.replace('.', ',') if lang == 'it' else number} M/s"


def _sentences(question: Question, first: Info) -> list[Text]:
    position = question.position
    said = [verdict(first.score, curve_of(question.game), figures=False)]
    reason = reason_for(position, first.pv, first.score, history=question.history)
    if reason is not None:
        said.append(reason.text)
    feared = threat(position)
    if feared is not None and (reason is None or reason.motif.value != "parries"):
        words = _THREAT.format(
            line=line_text(feared.steps), other=capital(colour(feared.side)), gains=gains_of(feared)
        )
        said.append(words)
    return said


def _event(kind: str, value: object) -> bytes:
    return b"event: " + kind.encode() + b"\ndata: " + msgspec.json.encode(value) + b"\n\n"


def _json(value: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, {"Cache-Control": "no-store"}, "application/json")


# ---------------------------------------------------------------------------------------------------- puzzles


async def puzzles(request: Request) -> Response:
    """Show the puzzles there are, and how the visitor fared with each."""
    house, lang = house_of(request), language(request)
    visitor = await known_visitor(request)
    viewer = visitor.id if visitor else None
    wanted = request.query_params.get("game", "")
    all = await house.database.read(house.analysis.puzzles, viewer, None)
    fared = await house.database.read(house.analysis.fared, viewer)
    chosen = [one for one in all if not wanted or one.game == wanted]
    number = request.query_params.get("page", "1")
    at_page = max(1, int(number)) if number.isdecimal() and len(number) < 4 else 1
    pages = max(1, -(-len(chosen) // PUZZLES_A_PAGE))
    at_page = min(at_page, pages)
    shown = chosen[(at_page - 1) * PUZZLES_A_PAGE : at_page * PUZZLES_A_PAGE]
    kinds = list(dict.fromkeys(one.game for one in all))
    return page(
        request,
        "puzzles.html",
        puzzles=[_card(one, fared, lang) for one in shown],
        total=len(chosen),
        solved=sum(fared[one.id].solved for one in chosen if one.id in fared),
        kinds=[(slug, ruleset(slug).name.get(lang)) for slug in kinds],
        game=wanted,
        next_id=_next(chosen, fared, ""),
        pages={"number": at_page, "of": pages, "before": at_page > 1, "more": at_page < pages},
    )


def _card(puzzle: PuzzleView, fared: Mapping[str, Any], lang: Lang) -> dict[str, Any]:
    one = fared.get(puzzle.id)
    return {
        "id": puzzle.id,
        "task": puzzle.task(lang),
        "game_name": ruleset(puzzle.game).name.get(lang),
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
    return await _puzzle(request)


async def _puzzle(request: Request, reply: dict[str, str] | None = None, status: int = 200) -> Response:
    house, lang = house_of(request), language(request)
    visitor = await known_visitor(request)
    viewer = visitor.id if visitor else None
    found = await house.database.read(house.analysis.puzzle, request.path_params["id"], viewer)
    all = await house.database.read(house.analysis.puzzles, viewer, found.game)
    fared = await house.database.read(house.analysis.fared, viewer)
    start = found.position
    flipped = start.side is Side.BLACK
    one = fared.get(found.id)
    revealed = bool(one and (one.solved or one.helped >= 2))
    return page(
        request,
        "puzzle.html",
        status=status,
        puzzle=found,
        task=found.task(lang),
        game_name=ruleset(found.game).name.get(lang),
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
        drawn=_puzzle_board(found, start, flipped, lang),
        side=side_name(start.side),
        data_json=as_json(
            {"id": found.id, "game": found.game, "fen": found.fen, "side": side_name(start.side)}
        ),
        geometry_json=as_json(geometry(ruleset(found.game).core)),
        analysis_url="/analysis?" + urlencode({"game": found.game, "fen": found.fen}),
    )


def _puzzle_board(found: PuzzleView, start: Position, flipped: bool, lang: Lang) -> Markup:
    _ = translations(lang).gettext
    label = _("{game}, Black at the bottom") if flipped else _("{game}, White at the bottom")
    rules = ruleset(found.game)
    can = tuple(dict.fromkeys(move.origin for move in start.moves()))
    return board(
        geometry(rules.core),
        pieces_on(start),
        label=label.format(game=rules.name.get(lang)),
        _=_,
        marks=Marks(can=can),
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
    from damiera.rules.squares import square_name

    said = Text("Guarda il pezzo in {square}.", "Look at the piece on {square}.")
    return said.format(square=square_name(ruleset(found.game), origin)).get(lang)


async def attempt(request: Request) -> Response:
    """Take a solver's move, a wish for a hint or for the solution, from a form."""
    house, lang, id = house_of(request), language(request), request.path_params["id"]
    fields = text_of(await request.form())
    who = await welcome(request)
    try:
        reply = await _attempted(house, who.visitor, id, fields, lang)
    except ServiceError:
        raise
    except DamieraError as error:
        reply = {"kind": "bad", "text": error.text(lang)}
    if reply is None:
        return remember(request, RedirectResponse(f"/puzzles/{id}", 303), who)
    if who.token is not None:
        return remember(request, RedirectResponse(f"/puzzles/{id}", 303), who)
    return await _puzzle(request, reply, 200)


async def _attempted(
    house: House, visitor: Visitor, id: str, fields: Mapping[str, str], lang: Lang
) -> dict[str, str] | None:
    what = fields.get("what", "try")
    if what in ("hint", "solution"):
        shown = what == "solution"
        await house.database.write(house.analysis.help, id, visitor.id, solution=shown)
        return None
    texts = fields.get("moves", "").split()
    right, done = await house.database.write(house.analysis.attempt, id, visitor.id, texts)
    if done:
        return None
    if not right:
        return {"kind": "bad", "text": _WRONG.get(lang)}
    return {"kind": "good", "text": _RIGHT.get(lang)}


class Tried(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a script says of a puzzle: the moves played so far, or a wish for help."""

    moves: tuple[str, ...] = ()
    help: str = ""


async def attempt_api(request: Request) -> Response:
    """Judge the moves a solver has made on the board; answer with the reply, or with what was asked for."""
    house, lang, id = house_of(request), language(request), request.path_params["id"]
    tried = _tried(await request.body())
    who = await welcome(request)
    found = await house.database.read(house.analysis.puzzle, id, who.visitor.id)
    if tried.help:
        solution = tried.help == "solution"
        await house.database.write(house.analysis.help, id, who.visitor.id, solution=solution)
        line = read_line(found.game, found.fen, " ".join(found.solution))
        answer: dict[str, Any] = {"hint": _hint(found, lang), "square": line.moves[0].origin}
        if solution:
            answer |= {"line": line_view(line.start, line.moves), "said": found.said(lang)}
        return remember(request, _json(answer), who)
    right, done = await house.database.write(house.analysis.attempt, id, who.visitor.id, tried.moves)
    answer = {"right": right, "done": done, "text": (_RIGHT if right else _WRONG).get(lang)}
    if done:
        answer |= {"text": _SOLVED_IT.get(lang), "said": found.said(lang)}
    elif right:
        number = len(tried.moves)
        line = read_line(found.game, found.fen, " ".join(found.solution[: number + 1]))
        answer |= {"reply": line_view(line.positions[-2], line.moves[-1:], ply=number)[0]}
    return remember(request, _json(answer), who)


def _tried(body: bytes) -> Tried:
    try:
        return msgspec.json.decode(body, type=Tried)
    except (msgspec.DecodeError, UnicodeError) as error:
        said = Text("Non capisco questa richiesta: {why}.", "I do not understand this request: {why}.")
        raise BadTerms("body", said.format(why=error)) from error


_OVER: Final = Text(
    "La partita è finita: non c'è altro da cercare.", "The game is over: nothing to look for."
)
_THREAT: Final = Text("{other} minaccia {line}: {gains}.", "{other} threatens {line}: {gains}.")
_GOES_ON: Final = Text("L'analisi va avanti.", "The analysis goes on.")
_WAITING: Final = Text(
    "Altri stanno analizzando: comincio appena si libera un posto.",
    "Others are analysing: I begin as soon as there is room.",
)
_RESTING: Final = Text(
    "Mi fermo qui, dopo due minuti. Posso andare avanti.", "I stop here, after two minutes. I can go on."
)
_ON_ANOTHER_PAGE: Final = Text(
    "Ora analizzi in un'altra pagina. Premi Analizza per continuare qui.",
    "You are analysing on another page now. Press Analyse to go on here.",
)
_SOLVED: Final = Text("Non c'è altro da cercare.", "There is nothing more to find.")
_FAILED: Final = Text("Il motore non parte. Riprova.", "The engine does not start. Try again.")
_NO_PASSING: Final = Text(
    "Qui si deve prendere: non si può passare.", "A capture is due here: nobody can pass."
)
_NOT_JUDGED: Final = Text(
    "Questa partita non è ancora stata giudicata.", "This game has not been judged yet."
)
_ELSEWHERE: Final = Text(
    "L'analisi si chiede dalle pagine di Damiera.", "Analysis is asked for from Damiera's own pages."
)
_SLOWLY: Final = Text("Troppe richieste in poco tempo.", "Too many requests in a short time.")
_WRONG: Final = Text("Non è questa. Guarda ancora.", "That is not it. Look again.")
_RIGHT: Final = Text("Giusto. Va' avanti.", "Right. Go on.")
_SOLVED_IT: Final = Text("Risolto.", "Solved.")

ROUTES = [
    Route("/analysis", position),
    *(
        route
        for where in ("/g", "/archive")
        for route in (
            Route(where + "/{id}/analysis", game),
            Route(where + "/{id}/analysis", ask, methods=["POST"]),
            Route(where + "/{id}/analysis.pdn", annotated_pdn),
        )
    ),
    Route("/api/analysis/at", at),
    Route("/analysis/line.pdn", line_pdn),
    Route("/analysis/explorer", explorer),
    Route("/api/analysis/live", live),
    Route("/api/analysis/jobs/{id}", job),
    *LESSONS,
    Route("/puzzles", puzzles),
    Route("/puzzles/{id}", puzzle),
    Route("/puzzles/{id}", attempt, methods=["POST"]),
    Route("/api/puzzles/{id}", attempt_api, methods=["POST"]),
]
