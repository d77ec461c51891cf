"""A person's games: played here, brought in from files, replayed."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from damiera.errors import DamieraError
from damiera.messages import Lang, translations
from damiera.paper.geometry import geometry
from damiera.rules.ruleset import ruleset
from damiera.service.archive import LARGEST_PAGE, MOST_EXPORTED
from damiera.service.views import ArchivedView, ArchiveLineView, ArchivePage, GameLine
from damiera.web.common.boards import small_board
from damiera.web.common.identity import known_visitor
from damiera.web.common.numbers import whole
from damiera.web.common.pages import as_json, language, page
from damiera.web.common.parts import app_of
from damiera.web.home.routes import game_title
from damiera.web.play.board_page import draw, plates, shown_at
from damiera.web.play.routes import fen, keep_note, note_choices, pdn

__all__ = ["ROUTES"]

TAGS_SHOWN = ("Event", "Site", "Date", "Round", "Annotator")


async def games(request: Request) -> Response:
    """Show the games played here, unfinished first."""
    lang, app = language(request), app_of(request)
    visitor = await known_visitor(request)
    if visitor is None:
        return _no_games(request)
    found = await app.database.read(app.archive.my_games, visitor.id, lang, page=_page(request))
    archive = await app.database.read(app.archive.search, visitor.id, lang, size=1)
    lines = [_line(g, lang) for g in found.items]
    return page(
        request,
        "games/games.html",
        running=[g for g in lines if not g["score"]],
        finished=[g for g in lines if g["score"]],
        archived=archive.total,
        pages=_pages(found.page, found.pages),
    )


def _no_games(request: Request) -> Response:
    return page(request, "games/games.html", running=[], finished=[], archived=0, pages=_pages(1, 1))


async def archive(request: Request) -> Response:
    """Show the games brought in, those that a search finds."""
    lang, app = language(request), app_of(request)
    query, game = _asked(request)
    visitor = await known_visitor(request)
    facts: dict[str, Any] = {"query": query, "game": game or "", "total": 0, "lines": [], "kinds": []}
    facts["most"] = MOST_EXPORTED
    if visitor is None:
        return page(request, "games/archive.html", **facts, pages=_pages(1, 1))
    found = await app.database.read(
        app.archive.search, visitor.id, lang, query=query, game=game, page=_page(request)
    )
    facts |= {
        "total": found.total,
        "lines": [_row(g, lang) for g in found.items],
        "kinds": _kinds(found, lang),
    }
    return page(request, "games/archive.html", **facts, pages=_pages(found.page, found.pages))


async def taken(request: Request) -> Response:
    """Return as one PDN file the games that were ticked, all that the search finds if none was."""
    app, visitor = app_of(request), await known_visitor(request)
    who, ticked = visitor.id if visitor else None, request.query_params.getlist("id")
    if ticked:
        text = await app.database.read(app.archive.export, ticked[:LARGEST_PAGE], who)
    else:
        query, game = _asked(request)
        text = await app.database.read(app.archive.export_search, who, query=query, game=game)
    headers = {"Content-Disposition": 'attachment; filename="damiera.pdn"'}
    return PlainTextResponse(text, headers=headers)


def _asked(request: Request) -> tuple[str, str | None]:
    """Return the words and the game of a search."""
    query, wanted = request.query_params.get("q", "")[:200], request.query_params.get("game", "")
    try:
        return query, ruleset(wanted).slug if wanted else None
    except DamieraError:
        return query, None


async def replay(request: Request) -> Response:
    """Show an archived game, to be walked through."""
    lang, app = language(request), app_of(request)
    visitor = await known_visitor(request)
    found = await app.database.read(
        app.archive.archived, request.path_params["id"], visitor.id if visitor else None, lang
    )
    positions = await app.database.read(app.archive.positions, found.view.id)
    view, flipped = found.view, "flip" in request.query_params
    shown = shown_at(view, request.query_params.get("ply"))
    (top, *_others), bottom = plates(view, flipped, lang)
    now = view.history[shown.ply - 1] if shown.ply else None
    return page(
        request,
        "games/replay.html",
        view=view,
        view_json=as_json(view),
        geometry_json=as_json(geometry(ruleset(view.game).core)),
        drawn=draw(view, shown, flipped=flipped, lang=lang),
        top=top,
        bottom=bottom,
        ply=shown.ply,
        flipped=flipped,
        yours=found.yours,
        comment=found.comment,
        score=view.outcome.line if view.outcome else "",
        facts=_facts(found, lang),
        shown_fen=positions[shown.ply].fen,
        shown_move=now.text if now else "",
        note={"mark": now.mark if now else "", "comment": now.comment if now else ""},
        marks=note_choices(lang),
    )


async def note(request: Request) -> Response:
    """Keep a note on a move of an archived game."""
    return await keep_note(request, f"/archive/{request.path_params['id']}")


async def remove(request: Request) -> Response:
    """Take a game out of the archive."""
    app, visitor = app_of(request), await known_visitor(request)
    await app.database.write(app.archive.remove, request.path_params["id"], visitor.id if visitor else "")
    return RedirectResponse("/archive", 303)


def _page(request: Request) -> int:
    return max(1, whole(request.query_params.get("page"), digits=6) or 1)


def _pages(number: int, of: int) -> dict[str, object]:
    return {"number": number, "of": of, "before": number > 1, "more": number < of}


def _line(game: GameLine, lang: Lang) -> dict[str, object]:
    _ = translations(lang)
    moves = (game.ply + 1) // 2
    return {
        "id": game.id,
        "title": game_title(game, lang),
        "game_name": game.game_name,
        "moves_text": _.ngettext("{n} move", "{n} moves", moves).format(n=moves),
        "score": game.score,
        "text": game.text,
        "yours": game.your_turn,
        "when": _when(game.updated_at, lang),
        "picture": small_board(game.game, game.pieces),
    }


def _row(game: ArchiveLineView, lang: Lang) -> dict[str, object]:
    return {
        "id": game.id,
        "white": game.white,
        "black": game.black,
        "event": game.event,
        "date": _day(game.date, lang),
        "score": game.score,
        "game_name": game.game_name,
        "moves": (game.plies + 1) // 2,
    }


def _kinds(found: ArchivePage, lang: Lang) -> list[dict[str, Any]]:
    """Return the games among those found, the most played first; the one chosen though it has none."""
    counts = {**({found.game: 0} if found.game else {}), **found.kinds}
    ordered = sorted(counts.items(), key=lambda kind: (-kind[1], kind[0]))
    return [{"slug": slug, "name": ruleset(slug).name.text(lang), "count": n} for slug, n in ordered]


def _facts(found: ArchivedView, lang: Lang) -> list[tuple[str, str]]:
    """Return what the file says about a game, the tags we know in the reader's words."""
    _ = translations(lang).gettext
    names = {
        "Event": _("Event"),
        "Site": _("Place"),
        "Date": _("Date"),
        "Round": _("Round"),
        "Annotator": _("Notes by"),
    }
    tags = {**found.tags, "Date": _day(found.tags.get("Date", "?"), lang)}
    said = [(names[tag], tags[tag]) for tag in TAGS_SHOWN if tags.get(tag, "?").strip("?.- ")]
    return [(_("Game"), found.view.game_name), *said, (_("File"), f"{found.source}, {found.number}")]


def _day(date: str, lang: Lang) -> str:
    """Return a date of PDN as people write it; what is not known is left out.

    >>> _day("2005.03.12", "en"), _day("2005.??.??", "en"), _day("spring 1910", "en")
    ('12 Mar 2005', '2005', 'spring 1910')
    """
    known = [part for part in date.split(".") if part.strip("?")]
    if not all(part.isdecimal() for part in known) or not 1 <= len(known) <= 3:
        return date
    if len(known) == 1:
        return known[0]
    month = int(known[1])
    name = _months(lang)[month - 1] if 1 <= month <= 12 else known[1]
    return " ".join([*(str(int(day)) for day in known[2:]), name, known[0]])


def _months(lang: Lang) -> list[str]:
    return translations(lang).gettext("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec").split()


def _when(at_ms: int, lang: Lang) -> str:
    """Return a moment as people say it, in the time of this computer."""
    _ = translations(lang).gettext
    at = datetime.fromtimestamp(at_ms / 1000).astimezone()
    today = datetime.now().astimezone().date()
    clock = f"{at.hour}:{at.minute:02}"
    if at.date() == today:
        return _("today, {time}").format(time=clock)
    return f"{at.day} {_months(lang)[at.month - 1]} {at.year}, {clock}"


ROUTES = [
    Route("/games", games),
    Route("/archive", archive),
    Route("/archive.pdn", taken),
    Route("/archive/{id}.pdn", pdn),
    Route("/archive/{id}.fen", fen),
    Route("/archive/{id}", replay),
    Route("/archive/{id}/note", note, methods=["POST"]),
    Route("/archive/{id}/remove", remove, methods=["POST"]),
]
