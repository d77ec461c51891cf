"""Studies: the list, a chapter, what authors change in it, files, the socket that tells what is new."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Final
from urllib.parse import quote

import msgspec
from anyio import move_on_after, to_thread
from msgspec import Meta
from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from damiera.errors import DamieraError
from damiera.messages import Lang, Message, Text
from damiera.paper.booklet import booklet
from damiera.service.analysis_lines import AnalysisLine
from damiera.service.errors import BadTerms, NotFound, NotYours, ServiceError
from damiera.service.imports import games_fitting
from damiera.service.names import new_id
from damiera.service.studies import SHARINGS, OpenStudy, Sharing, wanted_of
from damiera.service.study_acts import (
    LARGEST_FILE,
    LARGEST_TEXT,
    answered_move,
    chapter_file,
    edit_of,
    game_file,
    given_edit,
    line_of_quiz,
    study_file,
    taken_along,
    text_in,
    tried_move,
)
from damiera.service.study_ahead import PositionAhead, positions_ahead
from damiera.service.views import PlyView
from damiera.web.analysis.access import admit, answer, check_line, line_asked
from damiera.web.common.admission import comes_from_us, may_arrive, names_us
from damiera.web.common.bodies import with_file
from damiera.web.common.failures import RefusedRequest
from damiera.web.common.forms import text_of
from damiera.web.common.guard import LATER, REFUSED
from damiera.web.common.identity import asks_name, known_visitor, remember, welcome
from damiera.web.common.pages import language, show
from damiera.web.common.parts import app_of
from damiera.web.study.offline import READER, reader_mark, worker
from damiera.web.study.study_views import (
    SearchAsked,
    company_part,
    embedded_chapter,
    invitation_page,
    law_part,
    studies_page,
    study_page,
)
from damiera.web.tournament.live import EventStamp

__all__ = ["BODIES", "ROUTES"]

PATIENCE_S: Final = 5.0
"""How long a wrong move waits for the engine to answer it; it is wrong all the same."""
LARGEST_EDITS: Final = 3_000_000
FRAMES: Final = "study"

_EMBEDDED: Final = "; ".join((
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors *",
))  # fmt: skip
"""What a chapter in a frame may do: be seen anywhere, run nothing, send nothing."""
_ANOTHER: Final = Message("You are no longer signed in here as who wrote this.")
_NO_CHAPTER: Final = Message("This chapter is not in the study any more.")
_TOO_LARGE: Final = Message(
    "This file is larger than a study can take ({most} MB at once): bring it in as a collection, in My games."
)
_UNREADABLE: Final = Message("This message is not in our language: {why}. Load the page again.")
_NOT_OFFERED: Final = Message("'{word}' is not offered here.")
_FITTING: Final = Message("The moves fit another game ({games}): choose it, and begin again.")
_FOR_AUTHORS: Final = Message("You may read this study; only its authors write in it.")
_STUDY: Final = Message("Study")
_CHAPTER: Final = Message("Chapter 1")
_NEXT_CHAPTER: Final = Message("New chapter")


# ------------------------------------------------------------------------------------------------------- list


async def studies(request: Request) -> Response:
    """Show the studies there are, and what a search finds in them."""
    return await _list(request)


async def _list(
    request: Request, *, status: int = 200, title: str = "", text: str = "", game: str = "", wrong: str = ""
) -> Response:
    app, lang = app_of(request), language(request)
    visitor = await known_visitor(request)
    viewer = visitor.id if visitor else None
    own, public = await app.database.read(app.studies.listed, viewer)
    query = request.query_params
    game, find = game or query.get("game", "italian"), query.get("find", "")
    asked, hits, archived = SearchAsked(game, find), [], []
    if find.strip():
        try:
            wanted = wanted_of(find, game)
            hits = await app.database.read(app.studies.search, viewer, wanted)
            archived = await app.database.read(app.studies.search_archive, viewer, wanted, game)
            asked = SearchAsked(game, find, done=True)
        except DamieraError as error:
            asked = SearchAsked(game, find, error.text(lang))
    view = studies_page(
        own,
        public,
        lang,
        title=title,
        text=text,
        wrong=wrong,
        game=game,
        asked=asked,
        hits=hits,
        archived=archived,
        setting_up="board" in query,
    )
    return show(request, view, status=status)


async def create(request: Request) -> Response:
    """Begin a study, empty or with a text or a file."""
    app, lang = app_of(request), language(request)
    async with request.form(max_part_size=LARGEST_FILE) as form:
        fields = text_of(form)
        title, game = fields.get("title", ""), fields.get("game", "italian")
        who = await welcome(request)
        try:
            text = await _text(form) or await _game_text(request, fields.get("source", ""), who.visitor.id)
            id, notes = await app.database.write(
                app.studies.create,
                who.visitor.id,
                title=title,
                text=text,
                game=game,
                words=(_STUDY.text(lang), _CHAPTER.text(lang)),
            )
        except DamieraError as error:
            given = fields.get("text", "")
            wrong = " ".join([error.text(lang), *await to_thread.run_sync(_fitting, given, game, lang)])
            page = await _list(request, status=422, title=title, text=given, game=game, wrong=wrong)
            return remember(request, page, who)
    return remember(request, _redirect(f"/study/{id}", notes, lang), who)


def _fitting(text: str, game: str, lang: Lang) -> list[str]:
    """Return the advice to choose another game, where the moves of a text are those of another."""
    fitting = games_fitting(text)
    if not fitting or game in {one.slug for one in fitting}:
        return []
    return [_FITTING.format(games=", ".join(one.name.text(lang) for one in fitting[:3])).text(lang)]


async def _game_text(request: Request, id: str, player_id: str) -> str:
    """Return a finished game, played here or brought in, as PDN; nothing where none is named."""
    if not id:
        return ""
    app = app_of(request)
    await app.database.read(app.analysis.check_game, id)
    game, _ = await app.database.read(app.archive.record, id, player_id)
    return game_file(game)


async def _text(form: FormData) -> str:
    """Return what a form brings: a file of any encoding, or what was pasted."""
    file = form.get("file")
    if isinstance(file, UploadFile) and file.filename:
        data = await file.read(LARGEST_FILE + 1)
        if len(data) > LARGEST_FILE:
            raise BadTerms("file", _TOO_LARGE.format(most=LARGEST_TEXT // 1_000_000))
        return text_in(data)
    return str(form.get("text") or "")


def _redirect(to: str, notes: tuple[Text, ...] = (), lang: Lang = "en", *, bad: bool = False) -> Response:
    """Send on to a page that tells what was read round."""
    if not notes:
        return RedirectResponse(to, 303)
    said = " ".join(note.text(lang) for note in notes[:3])[:600]
    sign = "&" if "?" in to else "?"
    return RedirectResponse(f"{to}{sign}{'wrong' if bad else 'said'}={quote(said)}", 303)


# ------------------------------------------------------------------------------------------------------- page


def _earlier(request: Request) -> int:
    """Return which position from before the board changed is asked for; -1 for none."""
    asked = request.query_params.get("earlier", "")
    return int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 6 else -1


def _path(request: Request) -> tuple[str, ...]:
    return tuple(request.query_params.get("at", "").split())


async def _open(request: Request) -> OpenStudy:
    app, visitor = app_of(request), await known_visitor(request)
    opened: OpenStudy = await app.database.read(
        app.studies.open, request.path_params["id"], visitor.id if visitor else None
    )
    return opened


async def study(request: Request) -> Response:
    """Go to the first chapter."""
    opened = await _open(request)
    if not opened.study.chapters:
        raise NotFound(opened.id, _NO_CHAPTER)
    query = f"?{request.url.query}" if request.url.query else ""
    return RedirectResponse(f"/study/{opened.id}/{opened.study.chapters[0].id}{query}", 303)


async def chapter(request: Request) -> Response:
    """Show a chapter at a node of its tree."""
    opened = await _open(request)
    app, query, visitor = app_of(request), request.query_params, await known_visitor(request)
    found = next((one for one in opened.study.chapters if one.id == request.path_params["chapter"]), None)
    if found is None:
        raise NotFound(request.path_params["chapter"], _NO_CHAPTER)
    view = study_page(
        opened,
        found,
        _path(request),
        language(request),
        earlier=_earlier(request),
        flipped="flip" in query,
        preview=query.get("as") == "reader",
        company=app.study_company.beside(opened.id, visitor),
        asks_name=asks_name(request, visitor),
        reader=reader_mark(visitor),
        notice=query.get("wrong") or query.get("said", ""),
        notice_bad="wrong" in query,
    )
    response = show(request, view)
    response.headers[READER] = reader_mark(visitor)
    return response


async def embedded(request: Request) -> Response:
    """Show a chapter to be framed by a page of anybody: to read only, and only what strangers may read.

    Who asks is not looked at, so that no page can frame what its reader alone may see. Nothing of it runs or
    sends anything, so a frame laid over it gains nothing either.
    """
    app, lang = app_of(request), language(request)
    opened: OpenStudy = await app.database.read(app.studies.open, request.path_params["id"], None)
    wanted = request.path_params["chapter"]
    found = next((one for one in opened.study.chapters if one.id == wanted), None)
    if found is None:
        raise NotFound(wanted, _NO_CHAPTER)
    response = show(request, embedded_chapter(opened, found, _path(request), lang))
    response.headers["Content-Security-Policy"] = _EMBEDDED
    return response


async def law(request: Request) -> Response:
    """Return what the book says of a position, as a piece of the page, for a script that walks."""
    line = await line_asked(request)
    return show(request, law_part(line.position, language(request)))


# ------------------------------------------------------------------------------------------------------ edits


async def act(request: Request) -> Response:
    """Carry out what a form asks for, and show the node it leads to."""
    lang, id = language(request), request.path_params["id"]
    async with request.form(max_part_size=LARGEST_FILE) as form:
        fields = text_of(form)
        who = await welcome(request)
        here = f"/study/{id}/{fields.get('chapter', '')}"
        path = tuple(fields.get("at", "").split())
        to = f"{here}?at={quote(' '.join(path))}"
        try:
            to, notes = await _carry_out(request, who.visitor.id, fields, form, path)
        except DamieraError as error:
            if isinstance(error, ServiceError) and error.code in ("not-found", "not-yours"):
                raise
            return remember(request, _redirect(to, (error.message,), lang, bad=True), who)
    return remember(request, _redirect(to, notes, lang), who)


async def _carry_out(
    request: Request, player_id: str, fields: dict[str, str], form: FormData, path: tuple[str, ...]
) -> tuple[str, tuple[Text, ...]]:
    app, id, what = app_of(request), request.path_params["id"], fields.get("what", "")
    here = f"/study/{id}/{fields.get('chapter', '')}"
    write, lang = app.database.write, language(request)
    if what == "share":
        sharing = next((one for one in SHARINGS if one == fields.get("sharing")), None)
        if sharing is None:
            raise BadTerms("sharing", _NOT_OFFERED.format(word=fields.get("sharing", "")[:40]))
        await _share(request, player_id, sharing, new_key="new-key" in fields)
        return here, ()
    if what == "take-off":
        await write(app.studies.take_off, id, player_id, fields.get("author", ""))
        return here, ()
    if what == "leave":
        await write(app.studies.take_off, id, player_id, player_id)
        return "/studies", ()
    if what == "remove":
        await write(app.studies.remove, id, player_id)
        return "/studies", ()
    if what in ("undo", "redo"):
        await write(app.studies.undo, id, player_id, again=what == "redo")
        return f"{here}?at={quote(' '.join(path))}", ()
    if what == "add":
        notes = await write(
            app.studies.add_text,
            id,
            player_id,
            text=await _text(form),
            game=fields.get("game", "italian"),
            name=fields.get("name", "").strip() or _NEXT_CHAPTER.text(lang),
        )
        opened = await app.database.read(app.studies.open, id, player_id)
        return f"/study/{id}/{opened.study.chapters[-1].id}", notes
    opened = await app.database.read(app.studies.open, id, player_id)
    found = opened.study.chapter(fields.get("chapter", ""))
    if what == "try":
        told = tried_move(opened, found.id, path, fields.get("move", ""))
        if told.done:
            await write(app.studies.note_solved, id, found.id, player_id)
        return f"{here}?at={quote(' '.join(told.path))}&as=reader", (told.text,)
    edit, to = edit_of(fields, opened.study, found, path)
    await write(app.studies.edit, id, player_id, [(new_id(), edit)])
    if what == "remove-chapter":
        return f"/study/{id}", ()
    return f"{here}?at={quote(' '.join(to))}", ()


async def _share(request: Request, player_id: str, sharing: Sharing, *, new_key: bool) -> None:
    app, id = app_of(request), request.path_params["id"]
    await app.database.write(app.studies.share, id, player_id, sharing=sharing, new_key=new_key)


class GivenEdit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A change with the name that the page of its author gave it."""

    id: Annotated[str, Meta(min_length=4, max_length=40)]
    edit: dict[str, Any]


class EditsRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Changes in their order, made at once or kept while there was no connection."""

    edits: Annotated[tuple[GivenEdit, ...], Meta(max_length=500)]


class EditsAnswer(msgspec.Struct, frozen=True):
    """The version of the study behind the changes."""

    version: int


class TryRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A move that is tried behind the moves found so far."""

    path: tuple[str, ...]
    move: str


class TryAnswer(msgspec.Struct, frozen=True):
    """What is said of it, and how far the reader is now."""

    right: bool
    done: bool
    at: str
    text: str
    remark: str
    refuted: tuple[PlyView, ...] = ()


_edits_decoder = msgspec.json.Decoder(EditsRequest)
_try_decoder = msgspec.json.Decoder(TryRequest)


async def edits(request: Request) -> Response:
    """Take changes from a script: all or none; none that somebody else has written in this browser."""
    app, visitor = app_of(request), await known_visitor(request)
    if request.headers.get(READER, mark := reader_mark(visitor)) != mark:
        raise RefusedRequest(401, _ANOTHER)
    try:
        asked = _edits_decoder.decode(await request.body())
    except (msgspec.DecodeError, UnicodeError) as error:
        raise BadTerms("body", _UNREADABLE.format(why=error)) from error
    given = [(one.id, given_edit(msgspec.json.encode(one.edit))) for one in asked.edits]
    player_id = visitor.id if visitor else ""
    version = await app.database.write(app.studies.edit, request.path_params["id"], player_id, given)
    return answer(EditsAnswer(version))


async def try_move(request: Request) -> Response:
    """Judge a move that is tried in a chapter that asks."""
    try:
        asked = _try_decoder.decode(await request.body())
    except (msgspec.DecodeError, UnicodeError) as error:
        raise BadTerms("body", _UNREADABLE.format(why=error)) from error
    opened = await _open(request)
    chapter = request.path_params["chapter"]
    told = tried_move(opened, chapter, asked.path, asked.move)
    text, refuted = told.text, tuple[PlyView, ...]()
    if not told.right:
        may_ask = await _may_ask(request, line_of_quiz(opened, chapter, told))
        lend = app_of(request).analysts.ask if may_ask else None
        with move_on_after(PATIENCE_S):  # an engine that must be started first may take longer
            judge = partial(answered_move, opened, chapter, told, asked.move, lend)
            text, refuted = await to_thread.run_sync(judge, abandon_on_cancel=True)
    said = text.text(language(request))
    response = answer(TryAnswer(told.right, told.done, " ".join(told.path), said, told.remark, refuted))
    if not told.done:
        return response
    who = await welcome(request)
    await app_of(request).database.write(
        app_of(request).studies.note_solved, opened.id, chapter, who.visitor.id
    )
    return remember(request, response, who)


async def _may_ask(request: Request, line: AnalysisLine) -> bool:
    """Whether the engine may be asked here: not too often, nor of a game that this visitor is playing."""
    try:
        admit(request)
        await check_line(request, line)
    except ServiceError:
        return False
    return True


class AheadAnswer(msgspec.Struct, frozen=True):
    """The positions that an author may come to."""

    positions: tuple[PositionAhead, ...]


async def ahead(request: Request) -> Response:
    """Return the legal moves round a node, for an author's page that may lose its connection."""
    admit(request)
    opened, lang = await _open(request), language(request)
    if not opened.may_edit:
        raise NotYours(_FOR_AUTHORS)
    found, path = opened.study.chapter(request.path_params["chapter"]), _path(request)
    look = partial(positions_ahead, found, path, lang, whole="whole" in request.query_params)
    line, positions = await to_thread.run_sync(look)
    await check_line(request, line)
    return answer(AheadAnswer(positions))


# --------------------------------------------------------------------------------------------- files and more


async def study_pdn(request: Request) -> Response:
    """Return a study as one file; to its authors what can be read of it."""
    app, visitor = app_of(request), await known_visitor(request)
    opened: OpenStudy = await app.database.read(
        app.studies.open_readable, request.path_params["id"], visitor.id if visitor else None
    )
    return _file(study_file(opened, _found(request)), f"study-{opened.id}.pdn")


def _found(request: Request) -> dict[str, tuple[str, ...]]:
    """Return the moves that a reader has found, by chapter: an address names those of one."""
    chapter = request.path_params.get("chapter") or request.query_params.get("chapter", "")
    return {chapter: _path(request)}


async def chapter_pdn(request: Request) -> Response:
    """Return a chapter as a file."""
    opened = await _open(request)
    id = request.path_params["chapter"]
    return _file(chapter_file(opened, id, _found(request)), f"study-{opened.id}-{id}.pdn")


def _file(text: str, name: str) -> Response:
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})


async def booklet_pdf(request: Request) -> Response:
    """Return a study as a booklet with diagrams."""
    opened = await _open(request)
    study, sought = taken_along(opened, _found(request))
    draw = partial(booklet, study, opened.owner, language(request), without=sought)
    data = await to_thread.run_sync(draw)
    headers = {
        "Content-Disposition": f'inline; filename="study-{opened.id}.pdf"',
        "Cache-Control": "private, no-cache",
    }
    return Response(data, headers=headers, media_type="application/pdf")


async def invitation(request: Request) -> Response:
    """Show an invitation to write in a study."""
    id, key = request.path_params["id"], request.path_params["key"]
    title = await app_of(request).database.read(app_of(request).studies.invited, id, key)
    return show(request, invitation_page(id, key, title))


async def join(request: Request) -> Response:
    """Let somebody write in a study to whom its owner has sent the invitation."""
    app, id = app_of(request), request.path_params["id"]
    who = await welcome(request)
    await app.database.write(app.studies.join, id, who.visitor.id, request.path_params["key"])
    return remember(request, RedirectResponse(f"/study/{id}", 303), who)


async def stamp(request: Request) -> Response:
    """Tell how far a study has come."""
    opened = await _open(request)
    return answer(EventStamp(opened.record.version))


async def live(socket: WebSocket) -> None:
    """Tell a screen of every change of a study."""
    app = app_of(socket)
    if not names_us(socket) or not comes_from_us(socket):
        await socket.close(REFUSED)
        return
    if not may_arrive(socket):
        await socket.close(LATER)
        return
    visitor = await known_visitor(socket)
    id = str(socket.path_params["id"])
    try:
        await app.database.read(app.studies.open, id, visitor.id if visitor else None)
    except ServiceError:
        await socket.close(REFUSED)
        return
    await socket.accept()
    with app.study_company.present(id, visitor):
        now = EventStamp(*app.study_company.stamps((id,))[id])
        await app.study_watchers.talk(socket, id, now)


async def company(request: Request) -> Response:
    """Return who else looks at a study, as a piece of the page."""
    opened, visitor = await _open(request), await known_visitor(request)
    return show(request, company_part(app_of(request).study_company.beside(opened.id, visitor)))


BODIES = {
    "/studies": with_file(LARGEST_FILE),
    "/study/{id}/act": with_file(LARGEST_FILE),
    "/api/study/{id}": LARGEST_EDITS,
}
ROUTES = [
    Route("/studies", studies),
    Route("/studies", create, methods=["POST"]),
    Route("/study/law", law),
    Route("/study/worker.js", worker),
    Route("/study/{id}.pdn", study_pdn),
    Route("/study/{id}/booklet.pdf", booklet_pdf),
    Route("/study/{id}/stamp", stamp),
    WebSocketRoute("/study/{id}/live", live),
    Route("/study/{id}/company", company),
    Route("/study/{id}/act", act, methods=["POST"]),
    Route("/study/{id}/join/{key}", invitation),
    Route("/study/{id}/join/{key}", join, methods=["POST"]),
    Route("/study/{id}", study),
    Route("/study/{id}/{chapter}.pdn", chapter_pdn),
    Route("/study/embed/{id}/{chapter}", embedded),
    Route("/study/{id}/{chapter}", chapter),
    Route("/api/study/{id}", edits, methods=["POST"]),
    Route("/api/study/{id}/{chapter}/ahead", ahead),
    Route("/api/study/{id}/{chapter}", try_move, methods=["POST"]),
]
