"""Prints of an event as PDF: lists for the wall to anybody, what has personal facts to its arbiters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any, Final
from urllib.parse import urlsplit

from anyio import to_thread
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from damiera.game.openings.decks import deck
from damiera.messages import Lang, Message, Text, languages
from damiera.paper.fonts import code_points, has_fonts
from damiera.paper.prints import KINDS, PrintedDraw, PrintError, PrintJob, job_pdf, title_of, unprintable
from damiera.paper.prints.job import Paper, said_date
from damiera.service.errors import BadTerms, NotYours
from damiera.service.tournament.event import LiveEvent
from damiera.service.tournament.event import RoundDraw as Lot
from damiera.tournament.model import RoundGame
from damiera.tournament.rated import played_until, rate_event
from damiera.web.common.numbers import whole
from damiera.web.common.pages import language, page
from damiera.web.tournament.phones import house_address, report_address
from damiera.web.tournament.requests import arbiter, followed_at, look, number_of
from damiera.web.tournament.view import head_facts

__all__ = ["ROUTES"]

PUBLIC: Final = frozenset({"form", "pairings", "names", "standings", "crosstable"})
_MOST_PRIZES: Final = 99
AT_HOME: Final = frozenset({"127.0.0.1", "localhost", "::1"})
_ONLY_HERE: Final = Message(
    "The codes to be scanned lead to {address}, which phones cannot reach: start Damiera with --lan."
)
_LETTERS: Final = Message("Names with letters that no font of the print has: {who}.")
_ARBITERS = Message("This print is for the arbiters of the event.")
_IN_GROUPS = Message("This event is played in groups: each group has its own prints.")
_GROUPS: Final = (
    (
        Message("For the round"),
        (
            ("pairings", Message("For the wall, read at three metres.")),
            ("names", Message("Everybody finds his board by name.")),
            ("cards", Message("A board's number and who plays.")),
            ("slips", Message("With the code for phones.")),
            ("sheets", Message("The drawn opening is on them.")),
        ),
    ),
    (
        Message("Before the event"),
        (
            ("form", Message("Six lines for each club.")),
            ("entries", Message("Who has entered, with all facts.")),
        ),
    ),
    (
        Message("After the round"),
        (
            ("standings", Message("Points, quotients, tie-breaks.")),
            ("crosstable", Message("Every game of everybody.")),
        ),
    ),
    (
        Message("At the end"),
        (
            ("ratings", Message("The new Elo, with the arithmetic.")),
            ("prizes", Message("Of all classifications, to be signed.")),
            ("certificates", Message("One for each player, the first first.")),
        ),
    ),
)  # fmt: skip


async def prints(request: Request) -> Response:
    """Show all prints of an event, and what can be chosen for them."""
    live, _ = await arbiter(request)
    lang = language(request)
    number = whole(request.query_params.get("round")) or live.event.played_rounds
    return page(
        request,
        "tournament/prints.html",
        head=head_facts(live, lang),
        tab="prints",
        groups=[
            (group.text(lang), [(what, title_of(what).text(lang), said.text(lang)) for what, said in kinds])
            for group, kinds in _GROUPS
        ],
        round=number if live.event.round(number) else 0,
        rounds=[r.number for r in live.event.rounds],
        not_yet=_not_yet(live),
        places=live.announced.prize_places,
        warnings=[text.text(lang) for text in _warnings(request, live)],
    )


async def printed(request: Request) -> Response:
    """Return a print.

    In the address: `round`, `lang`, `paper=A3` for the wall, `time` when the round begins; for prizes `money`
    (whole euro, by place, with commas), `share=equal`, `places`, `medals=no`; for certificates `top`.
    """
    live, visitor = await look(request)
    what = request.path_params["what"]
    if what not in KINDS:
        raise HTTPException(404)
    if live.groups and what in _not_yet(live):
        raise BadTerms("what", _IN_GROUPS)
    if what not in PUBLIC and not live.is_arbiter(visitor.id if visitor else None):
        raise NotYours(_ARBITERS)
    job = PrintJob(live.event, _lang(request), **_asked(request, live))
    try:
        data = await to_thread.run_sync(partial(_made, live, job, what))
    except PrintError as error:
        raise BadTerms("what", error.message) from None
    headers = {"Content-Disposition": f'inline; filename="{live.id}-{what}.pdf"', "Cache-Control": "no-store"}
    return Response(data, media_type="application/pdf", headers=headers)


def _warnings(request: Request, live: LiveEvent) -> Iterator[Text]:
    """Yield what should be known before printing."""
    address = house_address(request)
    if urlsplit(address).hostname in AT_HOME:
        yield _ONLY_HERE.format(address=address)
    lacking = unprintable(live.event) if has_fonts() else ()
    if lacking:
        who = "; ".join(f"{player.name} ({code_points(letters)})" for player, letters in lacking)
        yield _LETTERS.format(who=who)


def _not_yet(live: LiveEvent) -> tuple[str, ...]:
    """Return the prints that there are not: of rounds before the first, and of whatever only groups play."""
    if live.groups:
        return tuple(what for what in KINDS if what not in ("form", "entries"))
    return () if live.event.rounds else ("pairings", "names", "cards", "slips", "sheets")


def _made(live: LiveEvent, job: PrintJob, what: str) -> bytes:
    if what == "ratings":
        facts = live.announced
        report = rate_event(
            played_until(live.event, job.round_number),
            weight=facts.elo_weight,
            scope=facts.scope,
            overrides=live.overrides or None,
        )
        job = replace(job, rated=report)
    return job_pdf(job, what)


def _lang(request: Request) -> Lang:
    wanted = request.query_params.get("lang", "")
    return wanted if wanted in languages() else language(request)


def _asked(request: Request, live: LiveEvent) -> dict[str, Any]:
    """Return what a job holds beside its event and language."""
    query, facts = request.query_params, live.announced
    number = number_of(query.get("round") or "0", "round")
    paper: Paper = "A3" if query.get("paper", "").upper() == "A3" else "A4"
    lang = _lang(request)
    return {
        "number": number,
        "paper": paper,
        "time": query.get("time", "")[:12],
        "printed": datetime.now(),
        "address": followed_at(request, live),
        "link": _link(request, live),
        "drawn": _drawn(live, number or live.event.played_rounds),
        "rules": live.rules,
        "announced": facts.prizes,
        "keepsakes": facts.medals,
        "classified": facts.classifications,
        "under": facts.under,
        "club_best": facts.club_best,
        "deadline": _moment(facts.deadline, lang),
        "exclusion": facts.exclusion,
        "settled": live.played_out,
        **_prizes(query, facts.prize_places),
    }


def _prizes(query: Mapping[str, str], places: int) -> dict[str, Any]:
    sums = [number_of(word, "money") for word in query.get("money", "").split(",") if word.strip()]
    return {
        "money": sums[:_MOST_PRIZES],
        "places": min(number_of(query.get("places") or str(places), "places"), _MOST_PRIZES),
        "share": "equal" if query.get("share") == "equal" else "technical",
        "medals": query.get("medals") != "no",
        "top": number_of(query.get("top") or "0", "top"),
    }


def _drawn(live: LiveEvent, round: int) -> dict[int, PrintedDraw]:
    """Return the openings drawn for a round: of each board, 0 for all others."""
    lots = {board: lot for (of, board), lot in live.board_ballots.items() if of == round}
    if round in live.ballots:
        lots[0] = live.ballots[round]
    return {board: _ballot(lot) for board, lot in lots.items()}


def _ballot(lot: Lot) -> PrintedDraw:
    chosen = deck(lot.deck)
    return PrintedDraw(chosen.opening(lot.number), chosen.id, lot.seed)


def _link(request: Request, live: LiveEvent) -> Any:
    """Return where a slip's code leads: where its result is reported, if players may; else to the event."""
    if not live.margin.reporting:
        return None
    house = house_address(request)

    def link(game: RoundGame) -> str:
        return report_address(house, live.id, game.round, game.board)

    return link


def _moment(written: str, lang: Lang) -> str:
    """Return a moment of a form in words.

    >>> _moment("2006-04-08T20:00", "it"), _moment("", "it")
    ('8 aprile 2006, 20:00', '')
    """
    if not written:
        return ""
    try:
        moment = datetime.fromisoformat(written)
    except ValueError:
        return written
    return f"{said_date(moment.date(), lang)}, {moment:%H:%M}"


ROUTES: list[BaseRoute] = [
    Route("/hall/{id}/print", prints),
    Route("/hall/{id}/print/{what}.pdf", printed),
]
