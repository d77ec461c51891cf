"""Beginning a game, joining one, and the page where it is played, with or without script."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, cast

from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from damiera.errors import DamieraError
from damiera.game.openings import deck, decks_of
from damiera.game.sides import is_for_two, side_name, side_text, sides_of
from damiera.game.ways import Way
from damiera.messages import Lang, translations
from damiera.notation.fen import example_fen
from damiera.notation.moves import best_route, parse_move
from damiera.paper.geometry import geometry
from damiera.regulations.book import rulebook
from damiera.rules.entry import has_twin
from damiera.rules.options import Setting, options_of
from damiera.rules.ruleset import CATALOGUE, ruleset, sections
from damiera.service.conduct_views import conduct_view
from damiera.service.errors import BadTerms, RefusedAct, ServiceError
from damiera.service.game_views import refusal_view
from damiera.service.identity import Welcome
from damiera.service.live import LiveGame, clock_of
from damiera.service.names import show_code
from damiera.service.play import Act
from damiera.service.record import MARKS
from damiera.service.views import ArticleLink, GameView
from damiera.web.common.boards import game_picture, game_size
from damiera.web.common.failures import status_of
from damiera.web.common.forms import text_of
from damiera.web.common.identity import known_visitor, remember, welcome
from damiera.web.common.numbers import whole
from damiera.web.common.pages import as_json, language, page
from damiera.web.common.parts import app_of
from damiera.web.common.qr import qr
from damiera.web.play.arbiter_desk import desk_facts
from damiera.web.play.board_page import draw, offer, plates, shown_at, timing
from damiera.web.play.forms import (
    LOSING,
    NewGameForm,
    clock_choices,
    level_advice,
    level_choices,
    new_game,
)
from damiera.web.play.sockets import game_socket

__all__ = ["ROUTES", "note_choices", "refused_page"]


@dataclass(frozen=True, slots=True)
class FormReply:
    """What a page answers to a form: a refusal, or something worth knowing."""

    title: str
    text: str = ""
    articles: tuple[ArticleLink, ...] = ()
    bad: bool = True


# ------------------------------------------------------------------------------------------------ beginning


async def ask_terms(request: Request) -> Response:
    """Show the form of a new game."""
    return _form(request, NewGameForm.of(dict(request.query_params)), {})


async def begin(request: Request) -> Response:
    """Begin the game that the form asks for."""
    fields = text_of(await request.form())
    chosen, lang, app = NewGameForm.of(fields), language(request), app_of(request)
    try:
        new = new_game(chosen, _first_move(chosen, fields.get("move", "")))
        who = await welcome(request)
        live = await app.database.write(app.play.create, who.visitor, new)
    except BadTerms as error:
        return _form(request, chosen, {_place(error.field): error.text(lang)}, status=422)
    except DamieraError as error:
        return _form(request, chosen, {"form": error.text(lang)}, status=422)
    app.running.changed(live)
    return remember(request, RedirectResponse(f"/g/{live.id}", 303), who)


def _first_move(chosen: NewGameForm, text: str) -> tuple[int, ...]:
    """Return the route of the first move, where the form has one."""
    if not text:
        return ()
    position = ruleset(chosen.slug()).start()
    return best_route(position, parse_move(position, text))


def _place(field: str) -> str:
    return field if field in ("game", "level", "clock", "fen", "deck", "way", "without") else "form"


def _form(request: Request, chosen: NewGameForm, errors: dict[str, str], *, status: int = 200) -> Response:
    lang = language(request)
    return page(
        request,
        "play/new.html",
        status=status,
        shelves=_chooser(chosen, lang),
        about=_about(chosen, lang),
        chosen=chosen,
        levels=level_choices(lang),
        level_advice=level_advice(lang),
        clocks=clock_choices(lang),
        ways=_ways(lang),
        decks=_decks(chosen, lang),
        errors=errors,
    )


def _ways(lang: Lang) -> list[tuple[str, str]]:
    """Return the ways of playing of art. 15, the usual one first."""
    return [(way.value, way.said.text(lang)) for way in Way]


def _decks(chosen: NewGameForm, lang: Lang) -> list[tuple[str, str]]:
    """Return the decks of openings that the game has, those that can be drawn from."""
    try:
        game = ruleset(chosen.slug())
    except DamieraError:
        return []
    found = (deck(id) for id in decks_of(game.slug))
    return [(one.id, one.name.text(lang)) for one in found if one.status != "empty"]


def _chooser(chosen: NewGameForm, lang: Lang) -> list[dict[str, object]]:
    """Return the games to choose from, by shelves; losing twins are a switch beside them."""
    shown: list[dict[str, object]] = [
        {
            "title": shelf.title.text(lang),
            "games": [
                {"slug": slug, "name": CATALOGUE[slug].name.text(lang)}
                for slug in shelf.games
                if not slug.endswith(LOSING)
            ],
        }
        for shelf in sections()
    ]
    if "~" not in chosen.game:
        return shown
    custom = {"slug": chosen.game, "name": chosen.house_name or _house_name(chosen.game, lang)}
    return [{"title": translations(lang).gettext("House rules"), "games": [custom]}, *shown]


def _house_name(slug: str, lang: Lang) -> str:
    _ = translations(lang).gettext
    return _("House rules from: {game}").format(game=ruleset(ruleset(slug).base).name.text(lang))


def _about(chosen: NewGameForm, lang: Lang) -> dict[str, object] | None:
    """Return what the form shows of the game that is chosen; None for a game nobody knows."""
    try:
        game = ruleset(chosen.slug())
    except DamieraError:
        return None
    return {
        "slug": game.slug,
        "name": (game.is_house and chosen.house_name) or game.name.text(lang),
        "summary": game.summary.text(lang),
        "example": example_fen(game),
        "size": game_size(game),
        "confidence": game.confidence,
        "picture": game_picture(game.slug),
        "twin": not game.is_house and has_twin(game.base.removesuffix(LOSING)),
        "options": [] if game.is_house else [_option(one, lang) for one in options_of(game)],
        "books": [(id, rulebook(id).short.text(lang), id == chosen.book()) for id in game.rulebooks],
        "seats": [(side_name(side), side_text(side).text(lang)) for side in sides_of(game.core)],
        "for_two": is_for_two(game.core),
        "auction": game.base == "contract",
    }


def _option(setting: Setting, lang: Lang) -> dict[str, object]:
    option = setting.option
    return {
        "name": option.name,
        "label": option.label.text(lang),
        "value": setting.value,
        "values": [(v.value, v.label.text(lang), v.value == option.default) for v in option.values],
    }


# ------------------------------------------------------------------------------------------------ joining


async def ask_code(request: Request) -> Response:
    """Ask for a code, or go where one leads."""
    code = request.query_params.get("code", "").strip()
    if code:
        return await _invitation(request, code)
    return page(request, "play/join.html", offer=None, wrong="", code="", name="", watch="")


async def invitation(request: Request) -> Response:
    """Show the game that a code stands for."""
    return await _invitation(request, request.path_params["code"])


async def _invitation(request: Request, code: str) -> Response:
    lang, app = language(request), app_of(request)
    visitor = await known_visitor(request)
    try:
        live = await app.database.read(app.play.invited, code)
    except ServiceError as error:
        return _no_seat(request, code, error)
    if visitor and live.sides_of(visitor.id):
        return RedirectResponse(f"/g/{live.id}", 303)
    if not live.waiting:
        taken = translations(lang).gettext("The seat is taken: somebody was quicker.")
        return page(
            request, "play/join.html", status=409, offer=None, wrong=taken, code=code, name="", watch=live.id
        )
    name = visitor.name if visitor else ""
    return page(
        request, "play/join.html", offer=_invited(live, lang), wrong="", code=code, name=name, watch=""
    )


def _no_seat(request: Request, code: str, error: ServiceError) -> Response:
    wrong = error.text(language(request))
    status = status_of(error)
    return page(
        request, "play/join.html", status=status, offer=None, wrong=wrong, code=code, name="", watch=""
    )


def _invited(live: LiveGame, lang: Lang) -> dict[str, Any]:
    _ = translations(lang).gettext
    host = next(seat for seat in live.row.seats if seat.kind != "open")
    free = next(seat for seat in live.row.seats if seat.kind == "open")
    colour = _("you have White") if free.side == "white" else _("you have Black")
    return {
        "host": host.name,
        "game_name": live.game.conditions.house_name or live.game.ruleset.name.text(lang),
        "terms": timing(clock_of(live.row), lang),
        "colour": colour,
        "apart": _apart(live, lang),
    }


def _apart(live: LiveGame, lang: Lang) -> list[str]:
    """Return what is not as in every game: how it is played, and from where."""
    _ = translations(lang).gettext
    conduct = conduct_view(live, lang, 0)
    said = [conduct.way_text] if conduct and conduct.way != "board" else []
    if conduct and conduct.opening_text:
        said.append(conduct.opening_text)
    if live.row.start_fen and not live.game.conditions.without:
        said.append(_("from another position"))
    return said


async def join(request: Request) -> Response:
    """Sit down at the open seat."""
    fields, app = text_of(await request.form()), app_of(request)
    code, name = request.path_params["code"], fields.get("name", "").strip()
    try:
        who = await welcome(request, name or None)
        if name and who.visitor.name != name:
            renamed = await app.database.write(app.identity.rename, who.visitor.id, name)
            who = replace(who, visitor=renamed)
        live = await app.database.write(app.play.join, code, who.visitor)
    except ServiceError as error:
        return _no_seat(request, code, error)
    app.running.changed(live)
    return remember(request, RedirectResponse(f"/g/{live.id}", 303), who)


# ------------------------------------------------------------------------------------------------ the board


async def show(request: Request) -> Response:
    """Show a game: being played, or over and to be walked through."""
    return await _board(request)


async def _board(request: Request, reply: FormReply | None = None, status: int = 200) -> Response:
    lang, app = language(request), app_of(request)
    visitor = await known_visitor(request)
    live = await app.database.read(app.play.load, request.path_params["id"])
    present = app.running.rooms.present(live.id)
    viewer = visitor.id if visitor else None
    view = await app.database.read(app.views.view, live, viewer, lang, present=present)
    desk = desk_facts(live, lang) if live.is_arbiter(viewer) and not view.outcome else None
    facts = _facts(request, live, view, lang)
    return page(request, "play/game.html", status=status, **facts, reply=reply, desk=desk)


def _facts(request: Request, live: LiveGame, view: GameView, lang: Lang) -> dict[str, object]:
    flipped = _seen_from_above(live, view) != ("flip" in request.query_params)
    shown = shown_at(view, request.query_params.get("ply"))
    above, bottom = plates(view, flipped, lang)
    now = view.history[shown.ply - 1] if shown.ply else None
    invite = _invite_url(request, view.invite) if view.invite else ""
    return {
        "view": view,
        "view_json": as_json(view),
        "geometry_json": as_json(geometry(live.game.ruleset.core)),
        "drawn": draw(view, shown, flipped=flipped, lang=lang),
        "top": above[0],
        "others": above[1:],
        "bottom": bottom,
        "ply": shown.ply,
        "flipped": flipped,
        "shown_fen": "" if view.hidden else live.game.positions[shown.ply].fen,
        "shown_move": now.text if now else "",
        "note": {"mark": now.mark if now else "", "comment": now.comment if now else ""},
        "marks": note_choices(lang),
        "more_fact": _more_fact(live, lang),
        "confidence": live.game.ruleset.confidence,
        "terms": timing(clock_of(live.row), lang),
        "offer": offer(view, lang),
        "claims": _claims(view),
        "invite_url": invite,
        "only_here": "//127.0.0.1" in invite or "//localhost" in invite,
        "invite_qr": qr(invite) if invite else "",
    }


def _seen_from_above(live: LiveGame, view: GameView) -> bool:
    """Whether the board is turned round for this viewer: whoever sits at its top sees his own side below."""
    top = "white" if live.game.ruleset.core.family == "stars" else "black"
    return view.you == top or (top == "white" and view.you in (None, "both"))


def _more_fact(live: LiveGame, lang: Lang) -> str:
    """Return what a game counts besides: men that wait, moves of one king, who is home; empty in most."""
    _ = translations(lang).gettext
    core = live.game.ruleset.core
    words = {"reentry": _("Waiting"), "stars": _("Home"), "towers": "", "draughts": ""}
    return _("King's moves") if core.traits["king_limit"] else words[core.family]


def _claims(view: GameView) -> tuple[str, ...]:
    """Return what this viewer may claim now."""
    if view.you is None or view.outcome is not None:
        return ()
    facts = {"repetition": view.facts.repetition_claimable, "count": view.facts.count_claimable}
    return tuple(name for name, claimable in facts.items() if claimable)


def _invite_url(request: Request, code: str) -> str:
    """Return the address to send: the house's own when the page is seen on this very machine."""
    base = str(request.base_url).rstrip("/")
    app = app_of(request).settings.house
    local = request.url.hostname in ("localhost", "127.0.0.1", "::1")
    return f"{app if app and local else base}/join/{show_code(code.replace('-', ''))}"


def note_choices(lang: Lang) -> list[tuple[str, str]]:
    """Return the signs that may stand behind a move, as FID's art. 13 reads them."""
    _ = translations(lang).gettext
    words = {
        "!": _("good"),
        "!!": _("very good"),
        "?": _("weak"),
        "??": _("very weak"),
        "?!": _("looks weak, is strong"),
        "!?": _("looks strong, is weak"),
        "*": _("the only one"),
    }
    return [("", _("none")), *((mark, f"{mark}  {words[mark]}") for mark in MARKS)]


async def act(request: Request) -> Response:
    """Do what a button of the page says; scripts do it through the socket."""
    what = text_of(await request.form()).get("what", "")
    app, visitor = app_of(request), await known_visitor(request)
    game_id = request.path_params["id"]
    try:
        live = await app.database.write(
            app.play.act, game_id, visitor.id if visitor else None, cast(Act, what)
        )
    except ServiceError as error:
        return await refused_page(request, error)
    app.running.changed(live)
    return RedirectResponse(f"/g/{game_id}", 303)


async def say(request: Request) -> Response:
    """Do, or answer, a typed line."""
    text, lang = text_of(await request.form()).get("text", ""), language(request)
    app, visitor = app_of(request), await known_visitor(request)
    game_id = request.path_params["id"]
    try:
        said = await app.database.write(
            app.commands.say, game_id, visitor.id if visitor else None, text, lang
        )
    except ServiceError as error:
        return await refused_page(request, error)
    if said.changed:
        app.running.changed(said.live)
        return RedirectResponse(f"/g/{game_id}", 303)
    answer = said.answer
    return await _board(
        request, FormReply(answer.title, answer.text, answer.articles, bad=bool(said.candidates))
    )


async def refused_page(request: Request, error: ServiceError) -> Response:
    """Return the page of a game that says why something was refused."""
    lang = language(request)
    reply = FormReply(error.text(lang))
    if isinstance(error, RefusedAct) and error.explanation is not None:
        refusal = refusal_view(error.explanation, lang)
        reply = FormReply(refusal.title, refusal.text, refusal.articles)
    return await _board(request, reply, status_of(error))


async def rematch(request: Request) -> Response:
    """Offer to play again with colours swapped, agree to it, or turn it down."""
    app, who = app_of(request), await welcome(request)
    game_id = request.path_params["id"]
    if text_of(await request.form()).get("what") == "decline":
        return await _decline_rematch(request, game_id, who)
    before = await app.database.read(app.play.load, game_id)
    boards = [game_id, *([before.rematch_offer.id] if before.rematch_offer else [])]
    here = frozenset[str]().union(*(app.running.rooms.present(board) for board in boards))
    live = await app.database.write(app.play.rematch, game_id, who.visitor, here=here)
    app.running.changed(live)
    app.running.changed(await app.database.read(app.play.load, game_id))
    return remember(request, RedirectResponse(f"/g/{live.id}", 303), who)


async def _decline_rematch(request: Request, game_id: str, who: Welcome) -> Response:
    """Turn an offer down, and tell who waits at its board."""
    app = app_of(request)
    gone = await app.database.write(app.play.decline_rematch, game_id, who.visitor.id)
    if gone is not None:
        app.running.say_no_rematch(gone, who.visitor.name)
    app.running.changed(await app.database.read(app.play.load, game_id))
    return remember(request, RedirectResponse(f"/g/{game_id}", 303), who)


async def withdraw(request: Request) -> Response:
    """Take away a game that nobody joined."""
    app, visitor = app_of(request), await known_visitor(request)
    game_id = request.path_params["id"]
    await app.database.write(app.play.withdraw, game_id, visitor.id if visitor else "")
    return RedirectResponse("/games", 303)


async def note(request: Request) -> Response:
    """Keep a note on a move."""
    return await keep_note(request, f"/g/{request.path_params['id']}")


async def keep_note(request: Request, base: str) -> Response:
    """Keep a note on a move of a game, played or archived, and go back to that move."""
    fields, app = text_of(await request.form()), app_of(request)
    who = await welcome(request)
    number = whole(fields.get("ply"))
    ply = -1 if number is None else number
    await app.database.write(
        app.archive.annotate,
        request.path_params["id"],
        who.visitor.id,
        ply,
        fields.get("comment", ""),
        fields.get("mark", ""),
    )
    return remember(request, RedirectResponse(f"{base}?ply={ply + 1}", 303), who)


async def pdn(request: Request) -> Response:
    """Return a game as PDN."""
    app, visitor = app_of(request), await known_visitor(request)
    game_id = request.path_params["id"]
    text = await app.database.read(app.archive.pdn, game_id, visitor.id if visitor else None)
    headers = {"Content-Disposition": f'inline; filename="damiera-{game_id}.pdn"'}
    return PlainTextResponse(text, headers=headers)


async def fen(request: Request) -> Response:
    """Return a position of a game as FEN: the last one, or the one after `?ply=`."""
    app, ply = app_of(request), whole(request.query_params.get("ply"))
    return PlainTextResponse(await app.database.read(app.archive.fen, request.path_params["id"], ply))


ROUTES: list[BaseRoute] = [
    Route("/new", ask_terms),
    Route("/new", begin, methods=["POST"]),
    Route("/join", ask_code),
    Route("/join/{code}", invitation),
    Route("/join/{code}", join, methods=["POST"]),
    Route("/g/{id}.pdn", pdn),
    Route("/g/{id}.fen", fen),
    Route("/g/{id}", show),
    Route("/g/{id}/act", act, methods=["POST"]),
    Route("/g/{id}/say", say, methods=["POST"]),
    Route("/g/{id}/rematch", rematch, methods=["POST"]),
    Route("/g/{id}/withdraw", withdraw, methods=["POST"]),
    Route("/g/{id}/note", note, methods=["POST"]),
    WebSocketRoute("/g/{id}/ws", game_socket),
]
