"""The rules of each game on one page, and the composer of house rules."""

from __future__ import annotations

import msgspec
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from damiera.decoding import converter
from damiera.errors import DamieraError
from damiera.service.catalogue import find_game
from damiera.service.custom_rules import compose_rules, custom_rules_file, rules_from_file
from damiera.web.book.views.composer import composer_page, file_address
from damiera.web.book.views.game_rules import rules_page
from damiera.web.common.bodies import with_file
from damiera.web.common.pages import language, show

__all__ = ["ROUTES"]

LARGEST_RULES = 64 * 1024


class RulesQuery(msgspec.Struct, frozen=True):
    """What the address of a variant may add: what somebody calls it."""

    name: str = ""


class ComposerQuery(msgspec.Struct, frozen=True):
    """What the address of the composer says beside the changed fields.

    Attributes:
        base: the game that the rules come from.
        was: the game that they came from before, if the base has just been changed.
        name: what they are called.
    """

    base: str = "italian"
    was: str | None = None
    name: str = ""


_read_rules_query = converter(RulesQuery)
_read_composer_query = converter(ComposerQuery)


async def game_rules(request: Request) -> Response:
    """Show the rules of a game, of a variant of it, or of house rules."""
    lang, query = language(request), _read_rules_query(dict(request.query_params))
    try:
        game = find_game(request.path_params["slug"])
    except DamieraError as error:
        raise HTTPException(404, error.text(lang)) from error
    return show(request, rules_page(game, query.name, lang))


async def compose(request: Request) -> Response:
    """Show the composer, with what the address says so far."""
    given = dict(request.query_params)
    query = _read_composer_query(given)
    was = query.base if query.was is None else query.was
    composed = compose_rules(query.base, was, query.name, given)
    status = 200 if composed.is_readable else 422
    return show(request, composer_page(composed, language(request)), status=status)


async def take(request: Request) -> Response:
    """Take a file of house rules: show them, or all that is wrong with it."""
    async with request.form(max_part_size=LARGEST_RULES) as form:
        file = form.get("file")
        data = await file.read() if isinstance(file, UploadFile) else b""
    composed = rules_from_file(data)
    if composed.problems:
        return show(request, composer_page(composed, language(request)), status=422)
    return RedirectResponse(file_address(composed.rules), 303)


async def toml(request: Request) -> Response:
    """Return house rules as a file."""
    query = _read_rules_query(dict(request.query_params))
    try:
        file = custom_rules_file(request.path_params["slug"], query.name)
    except DamieraError as error:
        raise HTTPException(404, error.text(language(request))) from error
    headers = {"Content-Disposition": f'attachment; filename="{file.name}"'}
    return PlainTextResponse(file.text, headers=headers, media_type="application/toml")


BODIES = {"/rules/file": with_file(LARGEST_RULES)}
ROUTES = [
    Route("/rules/new", compose),
    Route("/rules/file", take, methods=["POST"]),
    Route("/rules/{slug}.toml", toml),
    Route("/rules/{slug}", game_rules),
]
