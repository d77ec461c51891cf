"""The ratings of an event by the federation's rules, and the tables that are given of them."""

from __future__ import annotations

import msgspec

from damiera.messages import Lang
from damiera.rating.board import expected_board
from damiera.rating.editions import Edition, edition, edition_at, editions, replaced
from damiera.rating.elo_rubele import RatingReport
from damiera.rating.lists import RatingListLine, updated
from damiera.rating.report import as_data, list_csv, promotions_csv, report_csv
from damiera.service.tournament.event import LiveEvent
from damiera.tournament.rated_games import rate_event

__all__ = ["edition_of", "rated", "rating_data", "rating_table"]


def edition_of(live: LiveEvent, wanted: str = "") -> Edition:
    """Return the edition asked for, or that in force on the event's last day, with the arbiter's own tables.

    Raises:
        UnknownEdition: if there is none.
    """
    day = live.event.ends or live.event.starts
    found = edition(wanted) if wanted else edition_at(day) if day else edition(editions()[-1])
    return replaced(found, live.slots) if live.slots else found


def rated(live: LiveEvent, wanted: str = "") -> RatingReport:
    """Return the report by Elo-Rubele. Raises `UnknownEdition`, and what cannot be rated says why."""
    return live.state.derived(("rated", wanted), lambda: _rated(live, wanted))


def _rated(live: LiveEvent, wanted: str) -> RatingReport:
    return rate_event(
        live.event,
        weight=live.announced.elo_weight,
        scope=live.announced.scope,
        edition=edition_of(live, wanted),
        overrides=live.overrides,
    )


def rating_data(live: LiveEvent, lang: Lang, wanted: str = "") -> str:
    """Return the report with every step, as JSON."""
    return msgspec.json.format(msgspec.json.encode(as_data(rated(live, wanted), lang)), indent=2).decode()


def rating_table(live: LiveEvent, lang: Lang, what: str, wanted: str = "") -> str | None:
    """Return a table of the ratings as CSV: "report", "promotions", "list" or "board"; None for any other."""
    report = rated(live, wanted)
    match what:
        case "report":
            return report_csv(report, lang)
        case "promotions":
            return promotions_csv(report, lang)
        case "list":
            known = [
                RatingListLine(c.entrant.name, c.initial, c.before, c.entrant.card, c.entrant.club)
                for c in report.changes
            ]
            return list_csv(updated(known, report), lang)
        case "board":
            entrants = [c.entrant for c in report.changes]
            return expected_board(entrants, live.event.game, report.edition).csv(lang)
        case _:
            return None
