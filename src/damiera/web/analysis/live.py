"""What the engine finds in a position, sent while it thinks, or found once for a page without a script."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Final

import msgspec
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from damiera.messages import Lang, Message
from damiera.service.analysis_lines import AnalysisLine
from damiera.service.workers.analysts import AnalysisUpdate, Question, question_of
from damiera.web.analysis.views.lines import EngineLines, engine_lines
from damiera.web.common.parts import App

__all__ = ["WatchedStream", "events", "looked_once", "refused"]

EVERY_S: Final = 0.3
NODES_WITHOUT_SCRIPT: Final = 300_000


class LiveText(msgspec.Struct, frozen=True):
    """An event that is a sentence."""

    text: str


class WatchedStream(StreamingResponse):
    """A stream without an end of its own: a server that stops cuts it off, and that is no failure."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with contextlib.suppress(asyncio.CancelledError):
            await super().__call__(scope, receive, send)


async def events(app: App, key: str, question: Question, lang: Lang) -> AsyncIterator[bytes]:
    """Yield an event for each depth, and one for each other update, until nobody watches."""
    if not question.position.has_moves():
        yield _event("solved", LiveText(_OVER.text(lang)))
        return
    watch = app.analysts.watch(key, question)
    loop = asyncio.get_running_loop()
    held: AnalysisUpdate | None = None
    sent = 0.0
    coming = asyncio.ensure_future(anext(watch, None))
    try:
        while True:
            await asyncio.wait({coming}, timeout=max(0.0, sent + EVERY_S - loop.time()) if held else None)
            update = None
            if coming.done():
                if (update := coming.result()) is None:
                    return
                coming = asyncio.ensure_future(anext(watch, None))
                held = update if update.infos else held
            is_word = update is not None and update.kind != "lines"
            if held and (is_word or loop.time() - sent >= EVERY_S):
                sent = loop.time()
                yield await _lines(app, held, question, lang)
                held = None
            if update is not None and is_word:
                yield _event(update.kind, LiveText(_words(update, lang)))
    finally:
        if coming.cancel():
            with contextlib.suppress(asyncio.CancelledError):
                await coming
        await watch.aclose()  # type: ignore[attr-defined]


async def refused(text: str) -> AsyncIterator[bytes]:
    """Yield why there is nothing to watch."""
    yield _event("refused", LiveText(text))


async def looked_once(app: App, line: AnalysisLine, lang: Lang) -> EngineLines | None:
    """Look once, for a page whose reader runs no script; None where nobody can move."""
    if not line.position.has_moves():
        return None
    question = question_of(line)
    view = await asyncio.to_thread(app.analysts.look, question, NODES_WITHOUT_SCRIPT)
    return engine_lines(view.lines, question, lang, app.endgames.folder) if view.lines else None


async def _lines(app: App, update: AnalysisUpdate, question: Question, lang: Lang) -> bytes:
    found = await asyncio.to_thread(engine_lines, update.infos, question, lang, app.endgames.folder)
    return _event("lines", found)


def _words(update: AnalysisUpdate, lang: Lang) -> str:
    if update.kind == "trouble":
        why = update.why or _FAILED
        return f"{why.text(lang)} {_GOES_ON.text(lang)}"
    if update.kind == "failed" and update.why is not None:
        return update.why.text(lang)
    return _WORDS[update.kind].text(lang)


def _event(kind: str, value: EngineLines | LiveText) -> bytes:
    return b"event: " + kind.encode() + b"\ndata: " + msgspec.json.encode(value) + b"\n\n"


_OVER: Final = Message("The game is over: nothing to look for.")
_GOES_ON: Final = Message("The analysis goes on.")
_FAILED: Final = Message("The engine does not start. Try again.")
_WORDS: Final = {
    "waiting": Message("Others are analysing: I begin as soon as there is room."),
    "resting": Message("I stop here, after two minutes. I can go on."),
    "solved": Message("There is nothing more to find."),
    "failed": _FAILED,
    "elsewhere": Message("You are analysing on another page now. Press Analyse to go on here."),
}
