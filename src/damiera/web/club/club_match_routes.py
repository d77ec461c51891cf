"""Matches between clubs: the form that asks for one, its page, and all that is done there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from damiera.errors import DamieraError
from damiera.messages import Message
from damiera.service.club_matches import ClubMatchForm, ClubMatchService, LiveClubMatch, MatchSide
from damiera.service.errors import BadTerms, NotFound, NotYours
from damiera.service.identity import Visitor
from damiera.web.club.club_match_views import club_match_page, club_match_part, new_club_match_page
from damiera.web.common.club_access import administered_club, required_visitor
from damiera.web.common.forms import text_of
from damiera.web.common.identity import known_visitor
from damiera.web.common.numbers import number_of, whole
from damiera.web.common.pages import language, show
from damiera.web.common.parts import app_of
from damiera.web.tournament.requests import status_of

__all__ = ["ROUTES"]

_UNKNOWN = Message("I do not know what to do.")


async def match(request: Request) -> Response:
    """Show a match; with `part=1` only what changes."""
    return await _page(request)


async def _page(request: Request, wrong: DamieraError | None = None) -> Response:
    app, lang, visitor = app_of(request), language(request), await known_visitor(request)
    found = await app.database.read(app.club_matches.load, request.path_params["id"])
    reader = await app.database.read(app.club_matches.reader, found, visitor.id if visitor else None)
    apart = await app.database.read(app.club_matches.apart, found)
    missing = await app.database.read(app.club_matches.missing, found)
    has_account = visitor is not None and visitor.has_account
    now = app.clock.now_ms()
    shown = club_match_part(found, reader, apart, missing, now, lang, has_account=has_account)
    if request.query_params.get("part"):
        return HTMLResponse(shown, headers={"Cache-Control": "no-store", "Vary": "Cookie, Accept-Language"})
    page = club_match_page(found, shown, wrong=wrong.text(lang) if wrong else "")
    return show(request, page, status=status_of(wrong))


async def act(request: Request) -> Response:
    """Answer a challenge, put one's name down, set the boards."""
    fields, app, visitor = text_of(await request.form()), app_of(request), await known_visitor(request)
    id = request.path_params["id"]
    if visitor is None:
        return RedirectResponse(f"/sign-in?back=/matches/{id}", 303)
    try:
        acts = _acts(app.club_matches, id, visitor, fields)
        if fields.get("do", "") == "here":
            await app.database.write(_here, app.club_matches, app.evenings.join, id, visitor)
        elif fields.get("do", "") in acts:
            await app.database.write(acts[fields["do"]])
        else:
            raise BadTerms("do", _UNKNOWN)
    except NotFound:
        raise
    except DamieraError as error:
        return await _page(request, error)
    return RedirectResponse(f"/matches/{id}", 303)


def _here(matches: ClubMatchService, join: Callable[[str, Visitor], object], id: str, who: Visitor) -> None:
    """Seat somebody again who did not come in time, from the next round on."""
    event = matches.load(id).event
    if event is not None:
        join(event.id, who)


def _acts(
    matches: ClubMatchService, id: str, who: Visitor, fields: Mapping[str, str]
) -> Mapping[str, Callable[[], LiveClubMatch]]:
    """Return what can be done with a match, by the word of a form."""
    words, number = fields.get("words", ""), whole(fields.get("number")) or 0
    side: MatchSide = "home" if fields.get("side") == "home" else "away"
    return {
        "accept": partial(matches.accept, id, who, words),
        "decline": partial(matches.decline, id, who, words),
        "withdraw": partial(matches.withdraw, id, who),
        "call-off": partial(matches.call_off, id, who, words),
        "join": partial(matches.join, id, who, side),
        "leave": partial(matches.leave, id, who),
        "drop": partial(matches.drop, id, who, number),
        "up": partial(matches.move_up, id, who, number),
        "by-rating": partial(matches.by_rating, id, who, side),
        "substitute": partial(matches.substitute, id, who, number, whole(fields.get("by")) or 0),
    }


async def ask(request: Request) -> Response:
    """Show the form by which a club asks another to its admins."""
    return await _ask(request, ClubMatchForm(request.query_params.get("other", "")[:80]))


async def _ask(request: Request, form: ClubMatchForm, wrong: DamieraError | None = None) -> Response:
    app, club = app_of(request), await administered_club(request)
    others = await app.database.read(app.club_matches.other_clubs, club.id)
    page = new_club_match_page(club, form, others, language(request), wrong)
    return show(request, page, status=status_of(wrong))


async def make(request: Request) -> Response:
    """Ask another club for a match."""
    fields, app, visitor = text_of(await request.form()), app_of(request), await required_visitor(request)
    form = _form(fields)
    try:
        challenge = partial(app.club_matches.challenge, visitor, request.path_params["id"], form)
        asked = await app.database.write(challenge)
    except (NotYours, NotFound):
        raise
    except DamieraError as error:
        return await _ask(request, form, error)
    return RedirectResponse(f"/matches/{asked.id}", 303)


def _form(fields: Mapping[str, str]) -> ClubMatchForm:
    way = fields.get("way", "")
    return ClubMatchForm(
        other=fields.get("other", ""),
        game=fields.get("game", ""),
        boards=number_of(fields, "boards"),
        games=2 if way == "two" else 1,
        everyone=way == "everyone",
        pace=fields.get("pace", ""),
        starts=fields.get("starts", ""),
        wait=number_of(fields, "wait"),
        rated="rated" in fields,
        words=fields.get("words", ""),
    )


ROUTES: list[BaseRoute] = [
    Route("/matches/{id}", match),
    Route("/matches/{id}", act, methods=["POST"]),
    Route("/clubs/{id}/match", ask),
    Route("/clubs/{id}/match", make, methods=["POST"]),
]
