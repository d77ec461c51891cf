"""The tournament hall: events, the arbiter's desk, players, standings, the log, the page for phones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date, datetime
from typing import Any, Final, cast

from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from damiera.errors import DamieraError
from damiera.game.openings import deck
from damiera.lang import Lang, Text
from damiera.rules.ruleset import CATALOGUE, ruleset
from damiera.service.errors import BadTerms, Conflict, NotFound, NotYours, ServiceError
from damiera.service.hall import Announced, Hall, LiveEvent
from damiera.service.identity import Visitor
from damiera.service.names import show_code
from damiera.tournament.crosstable import crosstable_csv
from damiera.tournament.log import dump
from damiera.tournament.model import Change, Kind, Pair, Player, System
from damiera.tournament.players_csv import read_players, write_players
from damiera.tournament.standings import Rules, parse_tiebreaks
from damiera.tournament.trf.read import read_trf
from damiera.tournament.trf.write import Version, write_trf
from damiera.web.failures import STATUS
from damiera.web.forms import text_of
from damiera.web.hallview import (
    CHANGES,
    SYSTEMS,
    board_facts,
    deck_choices,
    desk_facts,
    head_facts,
    log_groups,
    player_rows,
    public_facts,
    result_choices,
    standing_facts,
    standing_now,
)
from damiera.web.house import house_of
from damiera.web.identity import known_visitor, remember, welcome
from damiera.web.pages import language, page
from damiera.web.prints import KINDS, Ballot, pdf, title_of
from damiera.web.qr import qr

__all__ = ["ROUTES"]

MOST_BYTES: Final = 4 * 1024 * 1024
MOST_BROUGHT: Final = 1000
_FIELDS: Final = ("name", "club", "province", "category", "card", "born", "title", "group", "federation")
_NO_NUMBER = Text("«{word}» non è un numero.", "'{word}' is no number.")
_NO_DATE = Text("«{word}» non è una data.", "'{word}' is no date.")
_NO_NAME = Text("Scrivi il nome del giocatore.", "Write the player's name.")
_TOO_LARGE = Text("Il file è troppo grande.", "The file is too large.")
_NO_FILE = Text("Scegli un file o incolla l'elenco.", "Choose a file or paste the list.")


async def hall(request: Request) -> Response:
    """Show the events of this house."""
    return await _hall_page(request)


async def _hall_page(request: Request, wrong: DamieraError | None = None, code: str = "") -> Response:
    lang, house = language(request), house_of(request)
    visitor = await known_visitor(request)
    lines = await house.database.read(house.hall.listed, visitor.id if visitor else None)
    events = [
        {
            "line": line,
            "game": _game_name(line.game, lang),
            "where": " · ".join(filter(None, (line.place, line.starts))),
        }
        for line in lines
    ]
    return page(
        request,
        "hall.html",
        status=_status(wrong),
        mine=[e for e in events if e["line"].yours],  # type: ignore[attr-defined]
        others=[e for e in events if not e["line"].yours],  # type: ignore[attr-defined]
        wrong=wrong.text(lang) if wrong else "",
        code=code,
    )


def _game_name(slug: str, lang: Lang) -> str:
    try:
        return ruleset(slug).name.get(lang)
    except DamieraError:
        return slug


async def new(request: Request) -> Response:
    """Show the form of a new event."""
    return _form_page(request, None, {"game": request.query_params.get("game", "italian")})


async def create(request: Request) -> Response:
    """Make an event."""
    fields, house = text_of(await request.form()), house_of(request)
    who = await welcome(request)
    try:
        live = await house.database.write(house.hall.create, who.visitor, _announced(fields))
    except BadTerms as error:
        return remember(request, _form_page(request, None, fields, error), who)
    return remember(request, RedirectResponse(f"/hall/{live.id}/players", 303), who)


async def join(request: Request) -> Response:
    """Let in another arbiter, who has the code."""
    fields, house = text_of(await request.form()), house_of(request)
    code, who = fields.get("code", ""), await welcome(request)
    try:
        live = await house.database.write(house.hall.join, code, who.visitor, fields.get("name", ""))
    except (NotFound, BadTerms) as error:
        return remember(request, await _hall_page(request, error, code), who)
    return remember(request, RedirectResponse(f"/hall/{live.id}", 303), who)


async def bring_in(request: Request) -> Response:
    """Make an event of a report file, or of the file of a log: all of it, or nothing."""
    house = house_of(request)
    who = await welcome(request)
    try:
        _, data = await _sent(request)
        if not data:
            raise BadTerms("file", Text("Scegli un file.", "Choose a file."))
        text = _decoded(data)
        if text.lstrip().startswith("{"):
            live = await house.database.write(house.hall.restore, who.visitor, text)
        else:
            event = await house.database.read(read_trf, text)
            if len(event.players) > MOST_BROUGHT:
                raise BadTerms("file", _TOO_LARGE)
            live = await house.database.write(house.hall.bring_in, who.visitor, event)
    except DamieraError as error:
        return remember(request, await _hall_page(request, error), who)
    return remember(request, RedirectResponse(f"/hall/{live.id}", 303), who)


async def _sent(request: Request) -> tuple[dict[str, str], bytes]:
    """Return the fields of a form, and what is in its file. Raises `BadTerms` if that is too much."""
    async with request.form(max_part_size=MOST_BYTES) as form:
        file = form.get("file")
        if not isinstance(file, UploadFile) or not file.size:
            return text_of(form), b""
        if file.size > MOST_BYTES:
            raise BadTerms("file", _TOO_LARGE)
        return text_of(form), await file.read()


def _decoded(data: bytes) -> str:
    """Return the text of a file in UTF-8, or as older programs wrote it."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


async def settings(request: Request) -> Response:
    """Show what is announced of an event, to be changed."""
    live, _ = await _arbiter(request)
    return _form_page(request, live, _fields_of(live.announced))


async def announce(request: Request) -> Response:
    """Change what is announced of an event."""
    live, visitor = await _arbiter(request)
    fields, house = text_of(await request.form()), house_of(request)
    try:
        facts = replace(_announced(fields), seed=fields.get("seed", "") or live.announced.seed)
        seen = _number(fields.get("seen", "0"), "seen")
        await house.database.write(house.hall.announce, live.id, visitor, facts, seen=seen)
    except (BadTerms, Conflict) as error:
        return _form_page(request, live, fields, error)
    return RedirectResponse(f"/hall/{live.id}", 303)


def _form_page(
    request: Request, live: LiveEvent | None, fields: Mapping[str, str], wrong: ServiceError | None = None
) -> Response:
    lang = language(request)
    game = fields.get("game", "italian")
    return page(
        request,
        "hall_settings.html" if live else "hall_new.html",
        status=_status(wrong),
        head=head_facts(live, lang) if live else None,
        tab="settings",
        fields=fields,
        wrong=wrong.text(lang) if wrong else "",
        field=getattr(wrong, "field", ""),
        games=[(g.slug, g.name.get(lang)) for g in CATALOGUE.values()],
        systems=[(s.value, SYSTEMS[s].get(lang)) for s in System],
        decks=[
            (_game_name(slug, lang), deck_choices(lang, slug))
            for slug in ([game] if live else CATALOGUE)
            if deck_choices(lang, slug)
        ],
        code=show_code(live.row.code) if live else "",
        address=_followed_at(request, live) if live else "",
        qr=qr(_followed_at(request, live)) if live else "",
        arbiters=[name for _, name in live.arbiters] if live else [],
        started=bool(live and live.event.rounds),
        version=live.version if live else 0,
        over=bool(live and live.over),
    )


def _announced(fields: Mapping[str, str]) -> Announced:
    """Return what a form announces. Raises `BadTerms` with the field."""
    try:
        system = System(fields.get("system", System.OPTIMAL))
    except ValueError:
        raise BadTerms("system", Text("Questo sistema non c'è.", "There is no such system.")) from None
    return Announced(
        name=fields.get("name", ""),
        place=fields.get("place", ""),
        starts=_date(fields.get("starts", ""), "starts"),
        ends=_date(fields.get("ends", ""), "ends"),
        game=fields.get("game", "italian"),
        rulebook=fields.get("rulebook", ""),
        system=system,
        rounds=_number(fields.get("rounds", "") or "0", "rounds"),
        games=_number(fields.get("games", "") or "1", "games"),
        time_control=fields.get("time_control", ""),
        arbiter=fields.get("arbiter", ""),
        deck=fields.get("deck", ""),
        seed=fields.get("seed", ""),
        elo_weight=_number(fields.get("elo_weight", "") or "100", "elo_weight"),
        tiebreaks=fields.get("tiebreaks", ""),
        scoring="1-½-0" if fields.get("scoring") == "1-½-0" else "2-1-0",
        notes=fields.get("notes", ""),
    )


def _fields_of(facts: Announced) -> dict[str, str]:
    days = {name: day.isoformat() if (day := getattr(facts, name)) else "" for name in ("starts", "ends")}
    plain = (
        "name",
        "place",
        "game",
        "rulebook",
        "time_control",
        "arbiter",
        "deck",
        "seed",
        "tiebreaks",
        "notes",
    )
    numbers = {name: str(getattr(facts, name)) for name in ("rounds", "games", "elo_weight")}
    typed = {name: str(getattr(facts, name)) for name in plain}
    return {**typed, **numbers, **days, "system": facts.system.value, "scoring": facts.scoring}


def _date(text: str, field: str) -> date | None:
    if not text.strip():
        return None
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise BadTerms(field, _NO_DATE.format(word=text.strip()[:20])) from None


def _number(text: str, field: str) -> int:
    word = text.strip()
    if not word.isdecimal() or not word.isascii() or len(word) > 6:
        raise BadTerms(field, _NO_NUMBER.format(word=word[:20]))
    return int(word)


# --- the desk --------------------------------------------------------------------------------------------


async def _look(request: Request) -> tuple[LiveEvent, Visitor | None]:
    house = house_of(request)
    visitor = await known_visitor(request)
    return await house.database.read(house.hall.load, request.path_params["id"]), visitor


async def _arbiter(request: Request) -> tuple[LiveEvent, Visitor]:
    """Return the event and its arbiter. Raises `NotYours` for anybody else."""
    live, visitor = await _look(request)
    if visitor is None or not live.is_arbiter(visitor.id):
        raise NotYours(
            Text(
                "Questa pagina è degli arbitri del torneo. Chi ha il codice entra da «Tornei».",
                "This page is for the arbiters of the event. Whoever has the code comes in by 'Events'.",
            )
        )
    return live, visitor


async def desk(request: Request) -> Response:
    """Show the desk of a round to its arbiters, and the public page to everybody else."""
    live, visitor = await _look(request)
    if not live.is_arbiter(visitor.id if visitor else None):
        return RedirectResponse(f"/hall/{live.id}/public", 303)
    return await _desk_page(request, live)


async def _desk_page(
    request: Request,
    live: LiveEvent,
    wrong: DamieraError | None = None,
    round: int | None = None,
    fields: Mapping[str, str] | None = None,
) -> Response:
    lang, house = language(request), house_of(request)
    asked = request.query_params
    shown = round or _asked(asked.get("round"))
    facts = desk_facts(live, lang, shown, _asked(asked.get("board")))
    board = facts["asked"] or next((r["board"] for r in facts["rows"] if not r["over"]), None)
    versus = _asked(asked.get("versus"))
    about = (
        await house.database.read(board_facts, live, lang, facts["round"], board, versus) if board else None
    )
    return page(
        request,
        "hall_desk.html",
        status=_status(wrong),
        head=head_facts(live, lang),
        tab="desk",
        desk=facts,
        about=about,
        choices=result_choices(live.event.settings.scoring, lang),
        log=log_groups(live, lang, last=6),
        seated=_seated(live, facts["round"]),
        prints=[(what, title_of(what).get(lang)) for what in KINDS],
        wrong=wrong.text(lang) if wrong else "",
        fields=fields or {},
    )


def _seated(live: LiveEvent, round: int) -> list[Player]:
    held = live.event.round(round)
    numbers = {n for g in held.games for n in (g.white, g.black) if n is not None} if held else set()
    return [p for p in sorted(live.event.players, key=lambda p: p.name.casefold()) if p.number in numbers]


def _asked(text: str | None) -> int | None:
    return int(text) if text and text.isdecimal() and text.isascii() and len(text) < 6 else None


Deed = Callable[[Hall, LiveEvent, Visitor, Mapping[str, str]], LiveEvent]


def _posting(deed: Deed, back: Callable[[LiveEvent, Mapping[str, str]], str]) -> Callable[[Request], Any]:
    """Return a route that does something with an event, then shows the desk again."""

    async def route(request: Request) -> Response:
        live, visitor = await _arbiter(request)
        fields, house = text_of(await request.form()), house_of(request)
        try:
            live = await house.database.write(deed, house.hall, live, visitor, fields)
        except (NotYours, NotFound):
            raise
        except DamieraError as error:
            live = await house.database.read(house.hall.load, live.id)
            if fields.get("back") == "players":
                return _players_page(request, live, error, fields)
            if fields.get("back") == "log":
                return await _log_page(request, live, error)
            return await _desk_page(request, live, error, _asked(fields.get("round")), fields)
        return RedirectResponse(back(live, fields), 303)

    return route


def _to_desk(live: LiveEvent, fields: Mapping[str, str]) -> str:
    if fields.get("back") in ("players", "log"):
        return f"/hall/{live.id}/{fields['back']}"
    round = _asked(fields.get("round"))
    return f"/hall/{live.id}" + (f"?round={round}" if round and round < live.event.played_rounds else "")


def _pair(hall: Hall, live: LiveEvent, who: Visitor, fields: Mapping[str, str]) -> LiveEvent:
    round = _number(fields.get("round", ""), "round")
    return hall.pair(live.id, who, round, only_present=bool(fields.get("present")))


def _result(hall: Hall, live: LiveEvent, who: Visitor, fields: Mapping[str, str]) -> LiveEvent:
    return hall.report(
        live.id,
        who,
        _number(fields.get("round", ""), "round"),
        _number(fields.get("board", ""), "board"),
        fields.get("result", ""),
        leg=_number(fields.get("leg", "") or "1", "leg"),
        was=fields.get("was"),
        reason=fields.get("reason", ""),
    )


def _swap(hall: Hall, live: LiveEvent, who: Visitor, fields: Mapping[str, str]) -> LiveEvent:
    round = _number(fields.get("round", ""), "round")
    a, b = _number(fields.get("a", ""), "a"), _number(fields.get("b", ""), "b")
    return hall.swap(live.id, who, round, a, b, fields.get("reason", ""))


def _turn(hall: Hall, live: LiveEvent, who: Visitor, fields: Mapping[str, str]) -> LiveEvent:
    round, board = _number(fields.get("round", ""), "round"), _number(fields.get("board", ""), "board")
    return hall.turn(live.id, who, round, board, fields.get("reason", ""))


def _hand(hall: Hall, live: LiveEvent, who: Visitor, fields: Mapping[str, str]) -> LiveEvent:
    """Pair by hand: one pair of start numbers a line, White first; one number alone, or 0, rests."""
    round = _number(fields.get("round", ""), "round")
    pairs = []
    for line in fields.get("pairs", "").splitlines():
        words = line.replace("-", " ").replace(",", " ").split()
        if not words:
            continue
        numbers = [_number(w, "pairs") for w in words]
        if len(numbers) > 2:
            said = Text("«{w}»: due numeri per riga.", "'{w}': two numbers a line.")
            raise BadTerms("pairs", said.format(w=line.strip()[:40]))
        pairs.append(Pair(numbers[0], (numbers[1] or None) if len(numbers) == 2 else None))
    pairs.sort(key=lambda p: p.black is None)
    return hall.pair_by_hand(live.id, who, round, pairs, fields.get("reason", ""))


def _undo(hall: Hall, live: LiveEvent, who: Visitor, fields: Mapping[str, str]) -> LiveEvent:
    first, last = _number(fields.get("first", ""), "first"), _number(fields.get("last", ""), "last")
    seen = _number(fields.get("seen", ""), "seen")
    return hall.undo(live.id, who, first, last, seen=seen, reason=fields.get("reason", ""))


def _finish(hall: Hall, live: LiveEvent, who: Visitor, fields: Mapping[str, str]) -> LiveEvent:
    return hall.finish(live.id, who, over=fields.get("over") == "yes")


# --- players ---------------------------------------------------------------------------------------------


async def players(request: Request) -> Response:
    """Show the list of players."""
    live, _ = await _arbiter(request)
    return _players_page(request, live)


def _players_page(
    request: Request,
    live: LiveEvent,
    wrong: DamieraError | None = None,
    fields: Mapping[str, str] | None = None,
) -> Response:
    lang = language(request)
    return page(
        request,
        "hall_players.html",
        status=_status(wrong),
        head=head_facts(live, lang),
        tab="players",
        rows=player_rows(live, lang),
        present=len(live.here),
        started=bool(live.event.rounds),
        next=live.event.played_rounds + 1,
        waits=live.next_round().waits.get(lang) if live.next_round().waits else "",  # type: ignore[union-attr]
        wrong=wrong.text(lang) if wrong else "",
        fields=fields or {},
        forbidden=[(live.event.player(f.a), live.event.player(f.b), f) for f in live.event.forbidden],
    )


async def add_player(request: Request) -> Response:
    """Enter one player from the form."""
    live, visitor = await _arbiter(request)
    fields, house = text_of(await request.form()), house_of(request)
    try:
        one = _player(fields)
        await house.database.write(house.hall.enter, live.id, visitor, [one])
    except (NotYours, NotFound):
        raise
    except DamieraError as error:
        return _players_page(request, live, error, fields)
    return RedirectResponse(f"/hall/{live.id}/players#add", 303)


def _player(fields: Mapping[str, str]) -> Player:
    typed = {name: " ".join(fields.get(name, "").split())[:80] for name in _FIELDS}
    if not typed["name"]:
        raise BadTerms("name", _NO_NAME)
    sex = fields.get("sex", "")
    return Player(
        0,
        elo=_number(fields.get("elo", "").replace(".", "") or "0", "elo"),
        sex="f" if sex == "f" else "m" if sex == "m" else None,
        **typed,  # type: ignore[arg-type]
    )


async def import_players(request: Request) -> Response:
    """Enter the players of a CSV file or of a pasted list: all of them, or none."""
    live, visitor = await _arbiter(request)
    house = house_of(request)
    fields: dict[str, str] = {}
    try:
        fields, sent = await _sent(request)
        data: bytes | str = sent or fields.get("list", "")
        if not data.strip():
            raise BadTerms("list", _NO_FILE)
        found = await house.database.read(read_players, data)
        await house.database.write(house.hall.enter, live.id, visitor, found.players)
    except (NotYours, NotFound):
        raise
    except DamieraError as error:
        return _players_page(request, live, error, fields)
    return RedirectResponse(f"/hall/{live.id}/players", 303)


async def player(request: Request) -> Response:
    """Show one player: his facts, and what may happen to him."""
    live, _ = await _arbiter(request)
    return _player_page(request, live)


def _player_page(
    request: Request,
    live: LiveEvent,
    wrong: DamieraError | None = None,
    fields: Mapping[str, str] | None = None,
) -> Response:
    lang, number = language(request), int(request.path_params["number"])
    who = live.event.player(number)
    row = next(r for r in player_rows(live, lang) if r["player"].number == number)
    return page(
        request,
        "hall_player.html",
        status=_status(wrong),
        head=head_facts(live, lang),
        tab="players",
        row=row,
        who=who,
        next=live.event.played_rounds + 1,
        now=live.event.played_rounds if live.open_games else live.event.played_rounds + 1,
        changes=[(c.value, CHANGES[c].get(lang)) for c in Change if c is not Change.LATE],
        others=[p for p in live.event.players if p.number != number],
        forbidden=[
            (live.event.player(f.b if f.a == number else f.a), f)
            for f in live.event.forbidden
            if number in (f.a, f.b)
        ],
        wrong=wrong.text(lang) if wrong else "",
        fields=fields or {},
    )


async def change_player(request: Request) -> Response:
    """Do what a form says to one player."""
    live, visitor = await _arbiter(request)
    fields, house = text_of(await request.form()), house_of(request)
    number = int(request.path_params["number"])
    try:
        live.event.player(number)
        await house.database.write(_change_player, house.hall, live, visitor, number, fields)
    except (NotYours, NotFound):
        raise
    except DamieraError as error:
        if fields.get("back") == "players" or not any(p.number == number for p in live.event.players):
            return _players_page(request, live, error, {})
        return _player_page(request, live, error, fields)
    where = "" if fields.get("back") == "players" or fields.get("do") == "remove" else f"/{number}"
    return RedirectResponse(f"/hall/{live.id}/players{where}", 303)


def _change_player(
    hall: Hall, live: LiveEvent, who: Visitor, number: int, fields: Mapping[str, str]
) -> LiveEvent:
    id, reason = live.id, fields.get("reason", "")
    match fields.get("do"):
        case "here" | "away":
            return hall.check_in(id, who, [number], here=fields["do"] == "here")
        case "remove":
            return hall.remove(id, who, number)
        case "return":
            return hall.come_back(id, who, number, reason)
        case "edit":
            one = _player(fields)
            facts = {n: getattr(one, n) for n in (*_FIELDS, "elo", "sex")}
            return hall.edit(id, who, number, facts)
        case "forbid":
            other = _number(fields.get("other", ""), "other")
            absolute = fields.get("weak") != "yes"
            return hall.forbid(id, who, number, other, absolute=absolute, reason=reason)
        case "allow":
            return hall.allow(id, who, number, _number(fields.get("other", ""), "other"))
        case "status":
            try:
                change = Change(fields.get("change", ""))
            except ValueError:
                raise BadTerms("change", Text("Questo non può succedere.", "This cannot happen.")) from None
            until = fields.get("until", "").strip()
            return hall.happen(
                id,
                who,
                number,
                change,
                from_round=_number(fields.get("from", ""), "from"),
                until_round=_number(until, "until") if until else None,
                worth=Kind.HALF_BYE if fields.get("worth") == "half" else Kind.ZERO_BYE,
                reason=reason,
            )
        case _:
            raise BadTerms("do", Text("Non so che cosa fare.", "I do not know what to do."))


def _renumber(hall: Hall, live: LiveEvent, who: Visitor, fields: Mapping[str, str]) -> LiveEvent:
    how = fields.get("how", "")
    if how not in ("elo", "name", "lot"):
        raise BadTerms("how", Text("Per Elo, per nome o a sorte.", "By Elo, by name or by lot."))
    return hall.number(live.id, who, cast(Any, how))


def _check_all(hall: Hall, live: LiveEvent, who: Visitor, fields: Mapping[str, str]) -> LiveEvent:
    here = fields.get("here") == "yes"
    numbers = [p.number for p in live.event.players if (p.number in live.here) != here]
    return hall.check_in(live.id, who, numbers, here=here) if numbers else live


# --- standings, the log, files ---------------------------------------------------------------------------


async def standings(request: Request) -> Response:
    """Show the standing after a round, to anybody."""
    live, visitor = await _look(request)
    lang, asked, house = language(request), request.query_params, house_of(request)
    by = asked.get("by", "all")
    facts = await house.database.read(
        standing_facts,
        live,
        lang,
        after=_asked(asked.get("after")),
        by=by if by in ("all", "category", "club", "province", "women") else "all",
        opened=_asked(asked.get("row")),
    )
    return page(
        request,
        "hall_standings.html",
        head=head_facts(live, lang),
        tab="standings",
        arbiter=live.is_arbiter(visitor.id if visitor else None),
        stand=facts,
    )


async def log(request: Request) -> Response:
    """Show the whole log, and whether its chain holds."""
    live, _ = await _arbiter(request)
    return await _log_page(request, live)


async def _log_page(request: Request, live: LiveEvent, wrong: DamieraError | None = None) -> Response:
    lang, house = language(request), house_of(request)
    broken = await house.database.read(house.hall.proved, live.id)
    return page(
        request,
        "hall_log.html",
        status=_status(wrong),
        head=head_facts(live, lang),
        tab="log",
        groups=log_groups(live, lang),
        broken=broken.text(lang) if broken else "",
        lines=live.version,
        digest=live.log.head,
        wrong=wrong.text(lang) if wrong else "",
    )


async def public(request: Request) -> Response:
    """Show the event to the phones in the hall; with `seq` only if something has changed since."""
    live, visitor = await _look(request)
    if _asked(request.query_params.get("seq")) == live.version:
        return Response(status_code=204)
    lang, house = language(request), house_of(request)
    facts = await house.database.read(public_facts, live, lang)
    return page(
        request,
        "hall_public.html",
        head=head_facts(live, lang),
        tab="public",
        arbiter=live.is_arbiter(visitor.id if visitor else None),
        desk=facts,
    )


async def trf(request: Request) -> Response:
    """Give the event as a report file, to its arbiters: it holds cards and dates of birth."""
    live, _ = await _arbiter(request)
    house = house_of(request)
    version: Version = "trf16" if request.query_params.get("version") == "16" else "trf26"
    ranks = {r.number: r.technical for r in standing_now(live).rows if r.technical}
    text = await house.database.read(write_trf, live.event, version, ranks=ranks)
    return _file(text, f"{live.id}.trf", "text/plain; charset=utf-8")


async def players_csv(request: Request) -> Response:
    """Give the list of players as a table."""
    live, _ = await _arbiter(request)
    return _file("\ufeff" + write_players(live.event.players, language(request)), f"{live.id}-players.csv")


async def standings_csv(request: Request) -> Response:
    """Give the standing with its crosstable as a table."""
    live, _ = await _look(request)
    text = crosstable_csv(live.event, standing_now(live), language(request))
    return _file("\ufeff" + text, f"{live.id}-standings.csv")


async def log_file(request: Request) -> Response:
    """Give the whole event as one file: its log, line by line, with its seals."""
    live, _ = await _arbiter(request)
    return _file(dump(live.log), f"{live.id}.damiera", "application/x-ndjson")


def _followed_at(request: Request, live: LiveEvent) -> str:
    """Return the address for phones in the hall: the house's own where it is known."""
    house = house_of(request).settings.house or str(request.base_url)
    return f"{house.rstrip('/')}/hall/{live.id}/public"


async def printed(request: Request) -> Response:
    """Give a list, cards, slips, sheets or certificates as PDF."""
    live, _ = await _arbiter(request)
    what, asked = request.path_params["what"], request.query_params
    if what not in KINDS:
        raise HTTPException(404)
    lang, house = language(request), house_of(request)
    number = _asked(asked.get("round")) or 0
    drawn = live.ballots.get(number or live.event.played_rounds)
    ballot = None
    if drawn is not None:
        chosen = deck(drawn.deck)
        ballot = Ballot(chosen.opening(drawn.number), chosen.id, drawn.seed)
    codes = parse_tiebreaks(live.announced.tiebreaks)
    data = await house.database.read(
        pdf,
        live.event,
        what,
        lang,
        number=number if live.event.round(number) else 0,
        paper="A3" if asked.get("paper") == "A3" else "A4",
        printed=datetime.now(),
        address=_followed_at(request, live),
        drawn=ballot,
        rules=Rules(codes) if codes else None,
    )
    headers = {"Content-Disposition": f'inline; filename="{live.id}-{what}.pdf"', "Cache-Control": "no-store"}
    return Response(data, media_type="application/pdf", headers=headers)


def _file(text: str, name: str, kind: str = "text/csv; charset=utf-8") -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(text, media_type=kind, headers=headers)


def _status(wrong: DamieraError | None) -> int:
    if wrong is None:
        return 200
    return STATUS[wrong.code] if isinstance(wrong, ServiceError) else 422


ROUTES: list[BaseRoute] = [
    Route("/hall", hall),
    Route("/hall", create, methods=["POST"]),
    Route("/hall/new", new),
    Route("/hall/join", join, methods=["POST"]),
    Route("/hall/import", bring_in, methods=["POST"]),
    Route("/hall/{id}", desk),
    Route("/hall/{id}/settings", settings),
    Route("/hall/{id}/settings", announce, methods=["POST"]),
    Route("/hall/{id}/pair", _posting(_pair, _to_desk), methods=["POST"]),
    Route("/hall/{id}/hand", _posting(_hand, _to_desk), methods=["POST"]),
    Route("/hall/{id}/swap", _posting(_swap, _to_desk), methods=["POST"]),
    Route("/hall/{id}/turn", _posting(_turn, _to_desk), methods=["POST"]),
    Route("/hall/{id}/result", _posting(_result, _to_desk), methods=["POST"]),
    Route("/hall/{id}/undo", _posting(_undo, _to_desk), methods=["POST"]),
    Route("/hall/{id}/finish", _posting(_finish, _to_desk), methods=["POST"]),
    Route("/hall/{id}/players", players),
    Route("/hall/{id}/players", add_player, methods=["POST"]),
    Route("/hall/{id}/players/import", import_players, methods=["POST"]),
    Route("/hall/{id}/players/number", _posting(_renumber, _to_desk), methods=["POST"]),
    Route("/hall/{id}/players/check-in", _posting(_check_all, _to_desk), methods=["POST"]),
    Route("/hall/{id}/players/{number:int}", player),
    Route("/hall/{id}/players/{number:int}", change_player, methods=["POST"]),
    Route("/hall/{id}/standings", standings),
    Route("/hall/{id}/log", log),
    Route("/hall/{id}/public", public),
    Route("/hall/{id}/print/{what}.pdf", printed),
    Route("/hall/{id}/event.damiera", log_file),
    Route("/hall/{id}/event.trf", trf),
    Route("/hall/{id}/players.csv", players_csv),
    Route("/hall/{id}/standings.csv", standings_csv),
]
