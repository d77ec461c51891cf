"""What is announced of an event: when, what, how, for which prizes, and who took them."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar, Final

import msgspec

from damiera.messages import Lang, Message
from damiera.service.tournament.event import Announcement, LiveEvent
from damiera.service.tournament.titles import given_prizes, title_name, titles_of
from damiera.tournament.standings import place_text, prizes
from damiera.web.tournament.views.head import EventPage, event_head
from damiera.web.tournament.views.standings import winners_of
from damiera.web.tournament.views.words import CLASSIFIED, SYSTEMS

__all__ = ["AnnouncedView", "AnnouncementPage", "announced_view", "announcement_page"]


class TimetableLine(msgspec.Struct, frozen=True):
    """A line of the timetable, in words."""

    day: str
    time: str
    rounds: str
    what: str


class TitleWinners(msgspec.Struct, frozen=True):
    """Who takes the prizes of a title, by place; the title of the whole event is ""."""

    title: str
    places: tuple[tuple[str, str], ...]


class AnnouncedView(msgspec.Struct, frozen=True):
    """What is announced; prizes, rules and notes are lines. `winners`: only once the event is over.

    `sections`: of each its name, its system and its rounds.
    """

    arbiter: str
    deadline: str
    timetable: tuple[TimetableLine, ...]
    system: str
    rounds: int
    scoring: str
    clock: str
    weight: int
    titles: tuple[str, ...]
    prizes: tuple[str, ...]
    medals: bool
    exclusion: tuple[str, ...]
    notes: tuple[str, ...]
    winners: tuple[TitleWinners, ...]
    sections: tuple[tuple[str, str, int], ...]


class AnnouncementPage(EventPage, kw_only=True, frozen=True):
    """The announcement of an event."""

    template: ClassVar[str] = "tournament/about.html"
    tab: str = "about"
    about: AnnouncedView


def announcement_page(live: LiveEvent, lang: Lang, visitor_id: str | None) -> AnnouncementPage:
    """Return the announcement of an event."""
    about = announced_view(live, lang)
    return AnnouncementPage(head=event_head(live, lang), arbiter=live.is_arbiter(visitor_id), about=about)


_MATCHES: Final = Message("{games}, match of teams {match}", context="scoring")


def _scoring(facts: Announcement, lang: Lang) -> str:
    """Return what a game is worth, and a match of teams where that is something else."""
    games = facts.points or facts.scoring
    if not (facts.team_points and facts.boards):
        return games
    return _MATCHES.format(games=games, match=facts.team_points).text(lang)


def announced_view(live: LiveEvent, lang: Lang) -> AnnouncedView:
    """Return what is announced of an event, in words."""
    facts, event = live.announced, live.event
    return AnnouncedView(
        arbiter=facts.arbiter,
        deadline=_moment(facts.deadline, lang),
        timetable=tuple(
            TimetableLine(f"{line.day:%d/%m/%Y}" if line.day else "", line.time, line.rounds, line.what)
            for line in facts.timetable
        ),
        system=SYSTEMS[event.settings.system].text(lang),
        rounds=live.planned,
        scoring=_scoring(facts, lang),
        clock=event.time_control,
        weight=facts.elo_weight,
        titles=tuple(CLASSIFIED[c].text(lang) for c in facts.classifications),
        prizes=tuple(facts.prizes.splitlines()),
        medals=facts.medals,
        exclusion=tuple(facts.exclusion.splitlines()),
        notes=tuple(facts.notes.splitlines()),
        winners=_winners(live, lang) if live.over else (),
        sections=tuple(
            (s.title.text(lang), SYSTEMS[s.system].text(lang), live.within(s.number).planned)
            for s in live.sections
        ),
    )


def _moment(text: str, lang: Lang) -> str:
    if not text:
        return ""
    moment = datetime.fromisoformat(text)
    at = Message("at {h}").format(h=f"{moment:%H:%M}").text(lang)
    return f"{moment:%d/%m/%Y}, {at}"


def _winners(live: LiveEvent, lang: Lang) -> tuple[TitleWinners, ...]:
    """Return who takes the prizes, of the whole and of each title; those over all sections, where offered."""
    if live.sections or live.state.awards.prizes:
        return _over_all(live, lang)
    whole, places = live.standing, live.announced.prize_places
    return tuple(
        TitleWinners(
            title=title.text(lang) if title else "",
            places=tuple(
                (prize.name.text(lang), whole.names[prize.number]) for prize in prizes(rows, places=places)
            ),
        )
        for title, rows in winners_of(live, whole)
    )


def _over_all(live: LiveEvent, lang: Lang) -> tuple[TitleWinners, ...]:
    """Return who takes the prizes that are offered; without any, the first of each section."""
    titles = titles_of(live)
    found: dict[str, list[tuple[str, str]]] = {}
    for one in given_prizes(live, titles):
        if one.name:
            said = place_text(one.prize.place).text(lang)
            found.setdefault(one.prize.of, []).append((said, one.name))
    if not found:
        for key in (key for key in titles if key.startswith("section:")):
            rows = titles[key].rows[: live.announced.prize_places]
            found[key] = [(place_text(row.rank).text(lang), row.name) for row in rows]
    return tuple(TitleWinners(title_name(titles, key).text(lang), tuple(won)) for key, won in found.items())
