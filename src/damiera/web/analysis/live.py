"""What the engine finds in a position, told while it thinks, or once to a page without a script."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from damiera._core import Side
from damiera.analysis.engine_view import look
from damiera.analysis.motifs import threat
from damiera.analysis.odds import curve_of, odds_of
from damiera.analysis.reasons import gains_text, reason_for
from damiera.analysis.words import colour, is_known, line_text, score_text, verdict
from damiera.endgame.sentences import table_sentences
from damiera.engine.limits import SearchLimits
from damiera.engine.protocol import Info
from damiera.game.outcome import Outcome
from damiera.game.sides import side_name
from damiera.game.state import Game
from damiera.messages import Lang, Message, Number, Text
from damiera.rules.ruleset import ruleset
from damiera.service.analysis import AnalysisLine, line_view
from damiera.service.errors import RefusedAct
from damiera.service.workers.analysts import LINES, AnalysisUpdate, Question
from damiera.web.common.numbers import whole
from damiera.web.common.parts import App

__all__ = ["WatchedStream", "events", "looked_once", "question_of", "refused"]

EVERY_S: Final = 0.3
LINE_PLIES: Final = 12
NODES_WITHOUT_SCRIPT: Final = 300_000


class WatchedStream(StreamingResponse):
    """A stream without an end of its own: a server that stops cuts it off, and that is no failure."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with contextlib.suppress(asyncio.CancelledError):
            await super().__call__(scope, receive, send)


def question_of(line: AnalysisLine, given: Mapping[str, str]) -> Question:
    """Return what an address asks to be looked at: so many lines, of the position or of what threatens."""
    wanted = whole(given.get("lines"), digits=2)
    lines = 3 if wanted is None else min(max(wanted, 1), LINES)
    if given.get("threat") != "1":
        return Question(line.game.slug, line.position, line.history, lines)
    if line.position.detect():
        raise RefusedAct(_NO_PASSING)
    return Question(line.game.slug, line.position.with_side(line.position.side.opponent), (), lines)


async def events(app: App, key: str, question: Question, lang: Lang) -> AsyncIterator[bytes]:
    """Yield an event for each depth, and one for whatever else there is to tell, until nobody watches."""
    if not question.position.has_moves():
        yield _event("solved", {"text": _OVER.text(lang)})
        return
    watch = app.analysts.watch(key, question)
    loop = asyncio.get_running_loop()
    held: tuple[Info, ...] = ()
    sent = 0.0
    coming = asyncio.ensure_future(anext(watch, None))
    try:
        while True:
            await asyncio.wait({coming}, timeout=max(0.0, sent + EVERY_S - loop.time()) if held else None)
            told = None
            if coming.done():
                if (told := coming.result()) is None:
                    return
                coming = asyncio.ensure_future(anext(watch, None))
                held = told.infos or held
            is_word = told is not None and told.kind != "lines"
            if held and (is_word or loop.time() - sent >= EVERY_S):
                sent = loop.time()
                yield await _lines(app, held, question, lang)
                held = ()
            if told is not None and is_word:
                yield _event(told.kind, {"text": _said(told, lang)})
    finally:
        if coming.cancel():
            with contextlib.suppress(asyncio.CancelledError):
                await coming
        await watch.aclose()  # type: ignore[attr-defined]


async def refused(text: str) -> AsyncIterator[bytes]:
    """Yield why there is nothing to watch."""
    yield _event("refused", {"text": text})


async def _lines(app: App, infos: Sequence[Info], question: Question, lang: Lang) -> bytes:
    return _event("lines", await asyncio.to_thread(_told, infos, question, lang, app.endgames.folder))


def _said(told: AnalysisUpdate, lang: Lang) -> str:
    words = {
        "waiting": _WAITING,
        "resting": _RESTING,
        "solved": _SOLVED,
        "failed": _FAILED,
        "elsewhere": _ON_ANOTHER_PAGE,
    }
    if told.kind == "trouble":
        why = told.why or _FAILED
        return f"{why.text(lang)} {_GOES_ON.text(lang)}"
    if told.kind == "failed" and told.why is not None:
        return told.why.text(lang)
    return words[told.kind].text(lang)


def _told(infos: Sequence[Info], question: Question, lang: Lang, tables: Path) -> dict[str, Any]:
    """Return the lines of a depth as the page shows them, with what can be said of the best."""
    first, curve = infos[0], curve_of(question.game)
    ended = Game.start(ruleset(question.game), position=question.position).outcome
    known = [_ended(ended)] if ended else table_sentences(question.position, tables)
    odds = odds_of(first.score.seen_by(Side.WHITE), curve)
    seconds = max(first.time_ms, 1) / 1000
    return {
        "fen": question.position.fen,
        "side": side_name(question.position.side),
        "depth": first.depth,
        "speed": _speed(first.nodes / seconds, lang),
        "white": _points(ended.winner) if ended else round(odds.expectation, 4),
        "odds": None if known or is_known(first.score) else odds.percent(),
        "score": score_text(first.score).text(lang),
        "lines": [
            {
                "score": score_text(info.score).text(lang),
                "moves": line_view(question.position, info.pv[:LINE_PLIES]),
            }
            for info in infos
        ],
        "said": [text.text(lang) for text in (*known, *(() if ended else _sentences(question, first)))],
        "measured": curve.measured,
    }


def _ended(outcome: Outcome) -> Text:
    """Say that the book ends the game here, though there are moves."""
    if outcome.winner is None:
        return _BOOK_DRAWS.format(said=outcome.said)
    return _BOOK_WINS.format(said=outcome.said, side=colour(outcome.winner))


def _points(winner: Side | None) -> float:
    return 0.5 if winner is None else float(winner is Side.WHITE)


def _speed(nodes_a_second: float, lang: Lang) -> str:
    return f"{Number(nodes_a_second / 1e6, 1).text(lang)} M/s"


def _sentences(question: Question, first: Info) -> list[Text]:
    position = question.position
    said = [verdict(first.score, curve_of(question.game), figures=False)]
    reason = reason_for(position, first.pv, first.score, history=question.history)
    if reason is not None:
        said.append(reason.text)
    feared = threat(position)
    if feared is not None and (reason is None or reason.motif.value != "parries"):
        words = _THREAT.format(line=line_text(feared.steps), gains=gains_text(feared))
        said.append(words)
    return said


def _event(kind: str, value: object) -> bytes:
    return b"event: " + kind.encode() + b"\ndata: " + msgspec.json.encode(value) + b"\n\n"


async def looked_once(app: App, line: AnalysisLine, lang: Lang) -> dict[str, Any] | None:
    """Look once, for a page whose reader runs no script."""
    if not line.position.has_moves():
        return None
    question = Question(line.game.slug, line.position, line.history, 3)
    told = await asyncio.to_thread(_look_once, app, question)
    return _told(told, question, lang, app.endgames.folder) if told else None


def _look_once(app: App, question: Question) -> tuple[Info, ...]:
    engine, give_back = app.analysts.ask(question.game)
    try:
        limits = SearchLimits(nodes=NODES_WITHOUT_SCRIPT)
        return look(engine, question.position, question.history, limits, lines=question.lines).lines
    finally:
        give_back()


_OVER: Final = Message("The game is over: nothing to look for.")
_BOOK_DRAWS: Final = Message("{said} By the book the game is over here: a draw.")
_BOOK_WINS: Final = Message("{said} By the book the game is over here: {side} wins.")
_THREAT: Final = Message("The threat is {line}: {gains}.")
_GOES_ON: Final = Message("The analysis goes on.")
_WAITING: Final = Message("Others are analysing: I begin as soon as there is room.")
_RESTING: Final = Message("I stop here, after two minutes. I can go on.")
_ON_ANOTHER_PAGE: Final = Message("You are analysing on another page now. Press Analyse to go on here.")
_SOLVED: Final = Message("There is nothing more to find.")
_FAILED: Final = Message("The engine does not start. Try again.")
_NO_PASSING: Final = Message("A capture is due here: nobody can pass.")
