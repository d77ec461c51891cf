"""The prints of a running event: what its log announces, with what is chosen for the sheets."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from damiera.game.openings.decks import deck
from damiera.messages import Lang, Message
from damiera.paper.prints.job import (
    Paper,
    PrintedDraw,
    PrintedPrize,
    PrintedTitle,
    PrintError,
    PrintJob,
    said_date,
)
from damiera.paper.prints.make import job_pdf
from damiera.service.tournament.event import LiveEvent, RoundDraw
from damiera.service.tournament.titles import given_prizes, prize_reasons, title_name, titles_of
from damiera.tournament.rated_games import played_until, rate_event

__all__ = ["PrintChoices", "event_pdf", "signed_at"]

_NO_PRIZES = Message("No prizes are offered yet: they are written on the page of titles and prizes.")


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintChoices:
    """What is chosen for a print; see `PrintJob`.

    Attributes:
        round: the round meant; the last one there is, if 0.
        address: where the event is followed.
        link: where the result of a round's board is entered; None where players do not report.
        places: how many prizes each classification has; as announced, if None.
        line: of certificates, words of one's own; `signed`: where and when they are signed.
    """

    address: str
    link: Callable[[int, int], str] | None = None
    round: int = 0
    paper: Paper = "A4"
    time: str = ""
    printed: datetime | None = None
    money: tuple[int, ...] = ()
    places: int | None = None
    share: Literal["technical", "equal"] = "technical"
    medals: bool = True
    top: int = 0
    line: str = ""
    signed: str = ""


def event_pdf(live: LiveEvent, lang: Lang, what: str, chosen: PrintChoices) -> bytes:
    """Return a print of an event as a PDF file.

    Args:
        what: one of `KINDS`.
    Raises:
        PrintError: for what cannot be printed.
        PictureError: where the libraries that write PDF are not installed.
    """
    job = _with_titles(live, _with_ratings(live, _job(live, lang, chosen), what), what)
    if live.divided and live.sections:
        parts = (replace(_with_ratings(p, _job(p, lang, chosen), what), won=job.won) for p in live.inner)
        job = replace(job, parts=tuple(parts))
    if what == "prizes" and live.sections and not job.won:
        raise PrintError(_NO_PRIZES)
    return job_pdf(job, what)


def _with_ratings(live: LiveEvent, job: PrintJob, what: str) -> PrintJob:
    if what != "ratings" or live.divided:
        return job
    facts = live.announced
    report = rate_event(
        played_until(live.event, job.round_number),
        weight=facts.elo_weight,
        scope=facts.scope,
        overrides=live.overrides or None,
    )
    return replace(job, rated=report)


def _with_titles(live: LiveEvent, job: PrintJob, what: str) -> PrintJob:
    """Return the job with the prizes over all sections, where any are offered."""
    if what not in ("prizes", "certificates") or not live.whole.state.awards.prizes:
        return job
    titles, players = titles_of(live), {p.number: p for p in live.whole.event.players}
    scoring = live.event.settings.scoring
    won = tuple(
        PrintedPrize(
            title_name(titles, one.prize.of),
            one.prize.place,
            one.prize.what,
            one.name,
            one.number,
            players[one.number].club if one.number else "",
            one.worth,
            prize_reasons(one, titles),
            one.prize.of.startswith("section:") or one.prize.of == "overall",
        )
        for one in given_prizes(live, titles)
    )
    offered = {prize.of for prize in live.whole.state.awards.prizes}
    clubs = tuple(
        PrintedTitle(
            title.name,
            tuple(
                (
                    row.rank,
                    row.name,
                    str(row.points) if title.by_places else scoring.said(row.points),
                    ", ".join(players[n].name for n in row.counted),
                )
                for row in title.rows
            ),
        )
        for title in titles.values()
        if title.of_clubs and title.key in offered and title.rows
    )
    return replace(job, won=won, clubs=clubs)


def _job(live: LiveEvent, lang: Lang, chosen: PrintChoices) -> PrintJob:
    facts, link = live.announced, chosen.link
    return PrintJob(
        live.event if live.section is None else replace(live.event, name=live.name(lang)),
        lang,
        number=chosen.round,
        paper=chosen.paper,
        time=chosen.time,
        printed=chosen.printed,
        address=chosen.address,
        link=None if link is None else lambda game: link(game.round, game.board),
        drawn=_drawn(live, chosen.round or live.event.played_rounds),
        rules=live.rules,
        announced=facts.prizes,
        keepsakes=facts.medals,
        classified=facts.classifications,
        under=facts.under,
        club_best=facts.club_best,
        deadline=_moment(facts.deadline, lang),
        exclusion=facts.exclusion,
        settled=live.played_out,
        money=chosen.money,
        places=facts.prize_places if chosen.places is None else chosen.places,
        share=chosen.share,
        medals=chosen.medals,
        top=chosen.top,
        line=chosen.line,
        signed=chosen.signed or signed_at(live, lang),
        logo=b64decode(live.whole.state.logo),
    )


def signed_at(live: LiveEvent, lang: Lang) -> str:
    """Return where and when certificates are signed if nobody says: at the event, on its last day."""
    event = live.event
    day = event.ends or event.starts
    return ", ".join(filter(None, (event.place, said_date(day, lang) if day else "")))


def _drawn(live: LiveEvent, round: int) -> Mapping[int, PrintedDraw]:
    """Return the openings drawn for a round: of each board, 0 for all others."""
    lots = {board: lot for (of, board), lot in live.board_ballots.items() if of == round}
    if round in live.ballots:
        lots[0] = live.ballots[round]
    return {board: _draw(lot) for board, lot in lots.items()}


def _draw(lot: RoundDraw) -> PrintedDraw:
    chosen = deck(lot.deck)
    return PrintedDraw(chosen.opening(lot.number), chosen.id, lot.seed)


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
