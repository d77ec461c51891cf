"""The routes under `/api` as a document of OpenAPI 3.1, made of the types that read and write them.

    python -m fuzz.openapi [--seconds 300] [--seed 1] [--bot]

Starts a server without limits and with a game in it, and lets schemathesis, where that is installed
(`--program` says where), ask as the document says: no answer of 5xx, all answers of their type. Who asks is
the guest who began that game, or, by `--bot`, a program with its token, at a club where somebody looks for
a game. The stream of the analysis is left out, since it does not end by itself. `--document` prints the
document.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import httpx
import msgspec
import uvicorn
from starlette.routing import Route

from damiera.service.hand_views import HandsDone
from damiera.service.views import GameView
from damiera.web.analysis.routes import JobState
from damiera.web.app.create import create_app
from damiera.web.app.serve import listen, server_config
from damiera.web.book.routes import ScenarioRequest
from damiera.web.club.bot_routes import BotAnswer, BotGame, BotNews, BotSeek
from damiera.web.common.settings import ServerSettings
from damiera.web.learn.routes import EndingRequest, ExerciseRequest
from damiera.web.loadtest.visitors import LoadVisitor
from damiera.web.play.api_routes import MadeGame, RecordedEvent, WantedGame
from damiera.web.study.puzzle_routes import PuzzleRequest
from damiera.web.study.study_routes import AheadAnswer, EditsAnswer, EditsRequest, TryRequest

__all__ = ["BODIES", "api_routes", "document"]

_LINE: Final = ("game", "fen", "moves", "ply")

BODIES: Final[dict[str, Any]] = {
    "/api/book/{rulebook}/{number}/{n:int}": ScenarioRequest,
    "/api/bot/answers/{id}": BotAnswer,
    "/api/bot/seeks": BotSeek,
    "/api/games": WantedGame,
    "/api/games/{id}/hands": HandsDone,
    "/api/games/{id}/events": dict[str, Any] | list[dict[str, Any]],
    "/api/learn/{game}/endings/{set:int}/{n:int}": EndingRequest,
    "/api/learn/{game}/{article}/{n:int}": ExerciseRequest,
    "/api/puzzles/{id}": PuzzleRequest,
    "/api/study/{id}": EditsRequest,
    "/api/study/{id}/{chapter}": TryRequest,
}
"""What is sent by POST; to the routes that are not named nothing is."""

_ANSWERS: Final[dict[str, Any]] = {
    "/api/analysis/jobs/{id}": JobState,
    "/api/bot": BotNews,
    "/api/bot/answers/{id}": BotGame,
    "/api/bot/seeks": BotGame,
    "/api/games": MadeGame,
    "/api/games/{id}": GameView,
    "/api/games/{id}/events": RecordedEvent,
    "/api/study/{id}": EditsAnswer,
    "/api/study/{id}/{chapter}/ahead": AheadAnswer,
}
_STREAM: Final = "/api/analysis/live"
_QUERIES: Final[dict[str, tuple[str, ...]]] = {
    "/api/analysis/at": _LINE,
    _STREAM: (*_LINE, "lines", "threat"),
    "/api/analysis/lessons/{id}": ("ply", "move"),
    "/api/study/{id}/{chapter}/ahead": ("at", "whole"),
}
_KNOWN: Final[dict[str, tuple[str, ...]]] = {
    "game": ("italian", "international"),
    "slug": ("italian", "hexdame"),
    "rulebook": ("fid.italian.2008",),
    "number": ("6.7", "5.3"),
    "article": ("6.7", "5.3"),
    "chapter": ("1",),
    "moves": ("22-18", "22-18 10-14"),
}
"""Values that are there: one of them, or anything."""

_PASSWORD: Final = "quattro mosse al centro"
_CHECKS: Final = ",".join((
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
))  # fmt: skip


def api_routes() -> list[Route]:
    """Return the routes under `/api` of an app."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(ServerSettings(data_dir=Path(folder)))
        app.state.parts.store.close()
    return [route for route in app.routes if isinstance(route, Route) and route.path.startswith("/api/")]


def document(routes: list[Route], known: Mapping[str, tuple[str, ...]] | None = None) -> dict[str, Any]:
    """Return the document.

    Args:
        known: values of parameters that are there, beside those that always are.
    """
    values = {**_KNOWN, **(known or {})}
    types = [*BODIES.values(), *_ANSWERS.values()]
    schemas, components = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    bodies = dict(zip(BODIES, schemas, strict=False))
    answers = dict(zip(_ANSWERS, schemas[len(BODIES) :], strict=True))
    paths: dict[str, Any] = {}
    for route in routes:
        for method in sorted((route.methods or set()) - {"HEAD"}):
            told = _operation(route, values, bodies if method == "POST" else {}, answers)
            paths.setdefault(re.sub(r":\w+}", "}", route.path), {})[method.lower()] = told
    return {
        "openapi": "3.1.0",
        "info": {"title": "Damiera", "version": "1"},
        "paths": paths,
        "components": {"schemas": components},
    }


def _operation(
    route: Route, values: Mapping[str, tuple[str, ...]], bodies: dict[str, Any], answers: dict[str, Any]
) -> dict[str, Any]:
    told: dict[str, Any] = {
        "summary": (route.endpoint.__doc__ or "").partition("\n")[0],
        "parameters": [
            *(_parameter("path", name, kind, values) for name, kind in _named(route.path)),
            *(_parameter("query", name, "", values) for name in _QUERIES.get(route.path, ())),
        ],
        "responses": {"default": {"description": "Why not, in words."}},
    }
    if (body := bodies.get(route.path)) is not None:
        told["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    answer = {"description": "As asked."}
    if route.path in answers:
        content = {"application/json": {"schema": answers[route.path]}}
        told["responses"]["201" if route.path == "/api/games" else "200"] = {**answer, "content": content}
    else:
        told["responses"]["200"] = answer
    return told


def _named(path: str) -> list[tuple[str, str]]:
    return re.findall(r"{(\w+):?(\w*)}", path)


def _parameter(where: str, name: str, kind: str, values: Mapping[str, tuple[str, ...]]) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "integer", "minimum": 0} if kind == "int" else {"type": "string"}
    if kind != "int" and where == "path":
        schema["minLength"] = 1
    if name in values:
        schema = {"anyOf": [{"enum": list(values[name])}, schema]}
    return {"name": name, "in": where, "required": where == "path", "schema": schema}


def main() -> int:
    """Print the document, or ask a server by it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--document", action="store_true")
    parser.add_argument("--seconds", type=int, default=300, help="how long it goes on asking")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bot", action="store_true", help="ask as a program with its token")
    parser.add_argument("--program", default="schemathesis", help="where schemathesis is")
    given = parser.parse_args()
    if given.document:
        print(json.dumps(document(api_routes()), indent=1))
        return 0
    with tempfile.TemporaryDirectory() as folder, _serving(Path(folder) / "data") as url:
        person = LoadVisitor(url)
        known: dict[str, tuple[str, ...]] = {"id": (person.begin("italian"),)}
        who = ("--header", f"Cookie: {person.cookie}", "--header", f"Origin: {url}")
        if given.bot:
            token, seats = _bot(url)
            known = {"id": (*known["id"], *seats), "pace": ("5+3",)}
            who = ("--header", f"Authorization: Bearer {token}", "--include-path-regex", "^/api/(bot|games)")
        at = Path(folder) / "openapi.json"
        at.write_text(json.dumps(document(api_routes(), known)), encoding="utf-8")
        call = [given.program, "run", str(at), "--url", url, "--checks", _CHECKS]
        call += who
        call += ["--max-time", str(given.seconds), "--seed", str(given.seed), "--no-color"]
        call += ["--phases", "coverage,fuzzing", "--exclude-path", _STREAM, "--request-timeout", "20"]
        return subprocess.run(call, cwd=folder, check=False).returncode


def _bot(url: str) -> tuple[str, tuple[str, ...]]:
    """Return the token of a new bot, and the games of people who look for one at the club."""
    with httpx.Client(base_url=url, headers={"Origin": url}, timeout=60.0) as owner:
        owner.post("/register", data={"name": "Anna Rossi", "password": _PASSWORD})
        made = {"do": "bot-make", "name": "Motore", "password": _PASSWORD}
        token = re.findall(r"bot_[\w-]{16,}", owner.post("/account", data=made).text)[0]
        owner.post("/club/seek", data={"game": "italian", "pace": "5+3"})
        seats = re.findall(r"/club/(?:sit|back)/(\w+)", owner.get("/club").text)
        return token, tuple(dict.fromkeys(seats))


@contextmanager
def _serving(data: Path) -> Iterator[str]:
    """Give the address of a server without limits, so that what is behind them is met."""
    listening = listen("127.0.0.1", 0)
    server = uvicorn.Server(server_config(create_app(ServerSettings(data_dir=data, limits=False))))
    running = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    running.start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        running.join()


if __name__ == "__main__":
    sys.exit(main())
