"""Beginning a game, joining one, and the page where it is played, with or without script."""

from __future__ import annotations

from typing import Final, cast

from markupsafe import Markup
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from damiera.errors import DamieraError
from damiera.messages import Lang, Message, translations
from damiera.records.people import RatedGameRecord
from damiera.service.errors import BadTerms, ServiceError
from damiera.service.game_choices import GameChoices, first_move, new_game, unknown_game
from damiera.service.identity import Visitor, Welcome
from damiera.service.live import LiveGame
from damiera.service.names import read_code, show_code
from damiera.service.play import Act
from damiera.service.spoken import WordOrder
from damiera.service.views import GameView
from damiera.web.chat.routes import game_chat, has_chat
from damiera.web.club.arena_views import ArenaBar
from damiera.web.common.failures import status_of
from damiera.web.common.forms import text_of
from damiera.web.common.identity import is_signed_out, known_visitor, remember, welcome, welcome_as
from damiera.web.common.network_access import access_view, network_address
from damiera.web.common.numbers import whole
from damiera.web.common.pages import language, part, preferences, show
from damiera.web.common.parts import app_of
from damiera.web.play.forms import choices_of, read_choices
from damiera.web.play.join_views import JoinPage, invited_game
from damiera.web.play.new_views import new_game_page
from damiera.web.play.page_views import FormReply, SeatInvite, board_page, refusal_reply, with_agreed
from damiera.web.play.sockets import game_socket
from damiera.web.play.tastes import FIRST
from damiera.web.play.terms_views import keep_terms, last_terms
from damiera.web.simul.views import display_strip
from damiera.web.tournament.views.evening import EveningBar

__all__ = ["ROUTES", "fen", "keep_note", "pdn", "refused_page"]

_SIGNED_OUT: Final = Message("You are signed out in this browser, and look on here: sign in to play on.")


# ------------------------------------------------------------------------------------------------ beginning


async def ask_terms(request: Request) -> Response:
    """Show the form of a new game; a game that there is not is said, and the usual one offered."""
    given, errors = dict(request.query_params), {}
    if refusal := unknown_game(given.get("game", GameChoices().game)):
        errors["game"] = refusal.text(language(request))
    if "level" not in given:
        last = last_terms(request)
        given["level"] = str(last.level if last and last.against == "engine" else FIRST)
    return await _form(request, choices_of(given), errors)


async def begin(request: Request) -> Response:
    """Begin the game that the form asks for."""
    fields, lang, app = text_of(await request.form()), language(request), app_of(request)
    chosen, refusal = read_choices(fields)
    if refusal is not None:
        return await _form(request, chosen, {_place(refusal.field): refusal.text(lang)}, status=422)
    try:
        new = new_game(chosen, first_move(chosen, fields.get("move", "")))
        by_link = chosen.against == "friend" and not chosen.is_arbiters
        name = fields.get("my_name", "").strip() if by_link else ""
        who = await welcome_as(request, name)
        agreed = RatedGameRecord(chosen.rated, chosen.private)
        create = app.club.offer if chosen.club and by_link else app.play.create
        live = await app.database.write(create, who.visitor, new, agreed)
    except BadTerms as error:
        return await _form(request, chosen, {_place(error.field): error.text(lang)}, status=422)
    except DamieraError as error:
        return await _form(request, chosen, {"form": error.text(lang)}, status=422)
    app.running.changed(live)
    response = keep_terms(request, RedirectResponse(f"/g/{live.id}", 303), chosen)
    return remember(request, response, who)


def _place(field: str) -> str:
    placed = ("game", "level", "clock", "fen", "deck", "way", "without", "blindfold", "rated", "screens")
    return field if field in placed else "form"


async def _form(
    request: Request, chosen: GameChoices, errors: dict[str, str], *, status: int = 200
) -> Response:
    visitor = await known_visitor(request)
    asks_name = visitor is None or visitor.is_unnamed
    has_account = visitor is not None and visitor.has_account
    page = new_game_page(chosen, errors, language(request), asks_name=asks_name, has_account=has_account)
    return show(request, page, status=status)


# ------------------------------------------------------------------------------------------------ joining


async def ask_code(request: Request) -> Response:
    """Ask for a code, or go where one leads."""
    code = request.query_params.get("code", "").strip()
    if code:
        return await _invitation(request, code)
    return show(request, JoinPage())


async def invitation(request: Request) -> Response:
    """Show the game that a code stands for."""
    return await _invitation(request, request.path_params["code"])


async def _invitation(
    request: Request, code: str, refusal: BadTerms | None = None, typed: str = ""
) -> Response:
    """Show the game that a code stands for, and why the name that was typed is refused, if it is."""
    lang, app = language(request), app_of(request)
    visitor = await known_visitor(request)
    try:
        live = await app.database.read(app.play.invited, code)
    except ServiceError as error:
        return _no_seat(request, code, error)
    if visitor and live.sides_of(visitor.id):
        return RedirectResponse(f"/g/{live.id}", 303)
    if not any(seat.kind == "open" and seat.invite == read_code(code) for seat in live.row.seats):
        taken = translations(lang).gettext("The seat is taken: somebody was quicker.")
        return show(request, JoinPage(wrong=taken, code=code, watch=live.id), status=409)
    name = visitor.name if visitor and not visitor.is_unnamed else ""
    has_account = visitor is not None and visitor.has_account
    agreed = await app.database.read(app.play.agreed, live.id)
    offer = invited_game(live, code, lang, is_rated=agreed.rated)
    wrong = refusal.text(lang) if refusal else ""
    page = JoinPage(offer, wrong=wrong, code=code, name=typed or name, has_account=has_account)
    return show(request, page, status=status_of(refusal) if refusal else 200)


def _no_seat(request: Request, code: str, error: ServiceError) -> Response:
    wrong = error.text(language(request))
    return show(request, JoinPage(wrong=wrong, code=code), status=status_of(error))


async def join(request: Request) -> Response:
    """Sit down at the open seat."""
    fields, app = text_of(await request.form()), app_of(request)
    code, name = request.path_params["code"], fields.get("name", "").strip()
    try:
        who = await welcome_as(request, name)
        live = await app.database.write(app.play.join, code, who.visitor)
    except BadTerms as error:
        return await _invitation(request, code, error, name)
    except ServiceError as error:
        return _no_seat(request, code, error)
    app.running.changed(live)
    return remember(request, RedirectResponse(f"/g/{live.id}", 303), who)


# ------------------------------------------------------------------------------------------------ the board


async def board(request: Request) -> Response:
    """Show a game: being played, or over and to be walked through."""
    return await _board(request)


async def _board(request: Request, reply: FormReply | None = None, status: int = 200) -> Response:
    lang, app = language(request), app_of(request)
    visitor = await known_visitor(request)
    if reply is None and is_signed_out(request, visitor):
        reply = FormReply(_SIGNED_OUT.text(lang))
    live = await app.database.read(app.play.load, request.path_params["id"])
    present = app.running.present(live)
    viewer = visitor.id if visitor else None
    view = await app.database.read(
        app.views.view, live, viewer, lang, present=present, absent=app.running.absent(live)
    )
    shown = board_page(
        live,
        view,
        lang,
        wanted_ply=request.query_params.get("ply"),
        turned="flip" in request.query_params,
        invites=_invites(request, live, view),
        house=access_view(request),
        is_arbiter=live.is_arbiter(viewer),
        reply=reply,
    )
    if view.waiting and view.invite:
        offered_to = await app.database.read(app.play.offered_to, live.id)
        shown = replace(shown, offered_to=offered_to)
    agreed = await app.database.read(app.play.agreed, live.id)
    strip, back = await _strip(request, live, visitor)
    chat = Markup(await game_chat(request, live))
    return show(
        request,
        with_agreed(
            replace(shown, strip=strip, back=back, chat=chat, will_chat=has_chat(request)), agreed, lang
        ),
        status=status,
    )


async def _strip(
    request: Request, live: LiveGame, reader: Visitor | None
) -> tuple[Markup, tuple[str, str] | None]:
    """Return the boards of the display, or the evening, that a game is part of; nothing for any other.

    And where an evening, a match or an arena goes on, with its name.
    """
    app, lang = app_of(request), language(request)
    if live.game.conditions.host is None:
        found = await app.database.read(app.evenings.place, live.id)
        if found is None:
            return await _arena_strip(request, live, lang)
        event, round, board, leg = found
        match = event.state.evening.match if event.state.evening else ""
        page, name = f"/matches/{match}" if match else f"/hall/{event.id}/evening", event.name(lang)
        at = f"{round}.{board}.{leg}.{live.id}"
        return Markup(part(lang, EveningBar(event.id, name, round, board, at, page))), (page, name)
    place = await app.database.read(app.simul.place, live.id)
    if place is None:
        return Markup(), None
    display = await app.database.read(app.simul.load, place[0])
    return Markup(part(lang, display_strip(display, place[1], reader, app.clock.now_ms(), lang))), None


async def _arena_strip(request: Request, live: LiveGame, lang: Lang) -> tuple[Markup, tuple[str, str] | None]:
    """Return what leads back to the arena that a game is part of; nothing for any other."""
    app = app_of(request)
    found = await app.database.read(app.arenas.place, live.id)
    if found is None:
        return Markup(), None
    bar = ArenaBar(found.id, found.terms.name, live.id)
    return Markup(part(lang, bar)), (f"/arenas/{found.id}", found.terms.name)


def _invites(request: Request, live: LiveGame, view: GameView) -> tuple[SeatInvite, ...]:
    """Return what opens the free seats: one after the other, or both where players come to an arbiter."""
    if not view.invite:
        return ()
    is_arbiters = live.game.conditions.screens != "none"
    seats = [seat for seat in live.row.seats if seat.kind == "open" and seat.invite]
    return tuple(
        SeatInvite(seat.side, _invite_url(request, seat.invite or ""))
        for seat in (seats if is_arbiters else seats[:1])
    )


def _invite_url(request: Request, code: str) -> str:
    """Return the address to send: that of this network when the page is seen on this very machine.

    A server for everybody has one address, whatever its proxy calls it.
    """
    base = str(request.base_url).rstrip("/")
    address = network_address(request)
    is_known = app_of(request).settings.public is not None
    is_known |= request.url.hostname in ("localhost", "127.0.0.1", "::1")
    return f"{address if address and is_known else base}/join/{show_code(code.replace('-', ''))}"


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
    fields, lang = text_of(await request.form()), language(request)
    app, visitor = app_of(request), await known_visitor(request)
    game_id = request.path_params["id"]
    try:
        said = await app.database.write(
            app.commands.say,
            game_id,
            visitor.id if visitor else None,
            fields.get("text", ""),
            lang,
            pending=fields.get("pending", ""),
            order=cast(WordOrder, preferences(request).order),
        )
    except ServiceError as error:
        return await refused_page(request, error)
    if said.changed:
        app.running.changed(said.live)
        return RedirectResponse(f"/g/{game_id}", 303)
    if said.wish == "rematch":
        return await rematch(request)
    answer, asks = said.answer, bool(said.candidates)
    return await _board(
        request, FormReply(answer.title, answer.text, answer.articles, bad=asks, pending=said.pending)
    )


async def refused_page(request: Request, error: ServiceError) -> Response:
    """Return the page of a game that says why something was refused."""
    return await _board(request, refusal_reply(error, language(request)), status_of(error))


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
    """Take away a game that nobody joined; who offered it as a rematch is back at the game that is over."""
    app, visitor = app_of(request), await known_visitor(request)
    game_id = request.path_params["id"]
    before = await app.database.write(app.play.withdraw, game_id, visitor.id if visitor else "")
    if before is None:
        return RedirectResponse("/games", 303)
    app.running.changed(await app.database.read(app.play.load, before))
    return RedirectResponse(f"/g/{before}", 303)


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
    who = visitor.id if visitor else None
    text = await app.database.read(app.archive.pdn, game_id, who, language(request))
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
    Route("/g/{id}", board),
    Route("/g/{id}/act", act, methods=["POST"]),
    Route("/g/{id}/say", say, methods=["POST"]),
    Route("/g/{id}/rematch", rematch, methods=["POST"]),
    Route("/g/{id}/withdraw", withdraw, methods=["POST"]),
    Route("/g/{id}/note", note, methods=["POST"]),
    WebSocketRoute("/g/{id}/ws", game_socket),
]
