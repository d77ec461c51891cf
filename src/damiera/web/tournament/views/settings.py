"""The form of an event: what can be announced, with what is announced in its fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

import msgspec
from markupsafe import Markup

from damiera.errors import DamieraError
from damiera.messages import Lang, Message
from damiera.regulations.book import rulebook
from damiera.rules.ruleset import CATALOGUE
from damiera.service.errors import Conflict
from damiera.service.names import show_code
from damiera.service.tournament.announcement import has_dutch
from damiera.service.tournament.event import CLASSIFICATIONS, Announcement, LiveEvent
from damiera.tournament.model import System
from damiera.tournament.standings import DIRECT, parse_tiebreaks
from damiera.tournament.tiebreak.catalogue import TIEBREAKS
from damiera.tournament.tiebreak.unplayed_rounds import RULES, names
from damiera.web.common.pages import PageView
from damiera.web.common.qr import qr
from damiera.web.tournament.forms import MOST_LINES, TIEBREAK_FIELDS
from damiera.web.tournament.views.head import EventPage, event_head, field_of, refusal
from damiera.web.tournament.views.prints import UNREACHED, is_reached
from damiera.web.tournament.views.words import CLASSIFIED, FIELDS, SYSTEMS, deck_choices, game_choices

__all__ = ["EventSettingsPage", "NewEventPage", "fields_of", "new_event_page", "settings_page"]

LEAST_LINES: Final = 8
_WORDS: Final = (
    "name", "place", "game", "rulebook", "time_control", "arbiter", "deck", "seed", "notes", "prizes",
    "exclusion", "deadline", "unplayed", "ballots", "scope", "late_points",
    "playoff_clocks", "points", "team_points",
)  # fmt: skip
_NUMBERS: Final = (
    "rounds", "games", "elo_weight", "prize_places", "under", "club_best", "cycles", "boards", "weak_rounds",
    "acceleration",
)  # fmt: skip
_FLAGS: Final = ("medals", "match_points", "third_place", "last_bye_lowest")
_FOLDS: Final[Mapping[str, tuple[str, ...]]] = {
    "openings": ("deck", "ballots", "seed"),
    "kinds": ("cycles", "boards", "team_points", "playoff_clocks"),
    "points": ("points", "match_points"),
    "apart": ("weak_rounds", "acceleration"),
    "tiebreaks": ("tiebreaks", "unplayed", "elo_weight", "scope"),
    "prizes": ("under", "club_best", "prize_places", "prizes", "exclusion", "notes"),
}
"""Parts of the form that are folded, each with its fields."""
_NEEDS: Final = Message("{name}: py4swiss is missing here")
_DIRECT: Final = Message("direct encounter", context="tie-break")

Choices = tuple[tuple[str, str], ...]
"""Values of a list, each with its words."""


class AnnouncementChoices(msgspec.Struct, frozen=True):
    """What the form's lists offer.

    Attributes:
        systems: each with whether it cannot be had here.
        decks, books: by game.
        tiebreak_fields: the numbers of the fields for tie-breaks; `lines`: of the lines of the timetable.
        named: what a chosen value is called, where a summary says it.
    """

    games: Choices
    systems: tuple[tuple[str, str, bool], ...]
    decks: tuple[tuple[str, Choices], ...]
    books: tuple[tuple[str, Choices], ...]
    tiebreaks: Choices
    tiebreak_fields: range
    unplayed: Choices
    named: Mapping[str, str]
    classified: Choices
    lines: range


class NewEventPage(PageView, kw_only=True, frozen=True):
    """The form of a new event.

    Attributes:
        fields: what stands in the form.
        wrong: why it is refused; `field`: where; `refused_in`: in which folded part of it.
        started: whether the event has a round, so that some of it cannot change.
    """

    template: ClassVar[str] = "tournament/new.html"
    fields: Mapping[str, str]
    choices: AnnouncementChoices
    wrong: str
    field: str
    refused_in: str
    started: bool


class EventSettingsPage(EventPage, kw_only=True, frozen=True):
    """What is announced of an event, to be changed.

    Attributes:
        code: with which others become arbiters; `arbiters`: those there are.
        address: where phones follow the event, with its code `qr` where they reach it; `unreached`: why not.
        now: what others have changed meanwhile: name, now, yours.
    """

    template: ClassVar[str] = "tournament/settings.html"
    tab: str = "settings"
    fields: Mapping[str, str]
    choices: AnnouncementChoices
    field: str
    refused_in: str
    started: bool
    code: str
    address: str
    qr: Markup
    unreached: str
    arbiters: tuple[str, ...]
    version: int
    now: tuple[tuple[str, str, str], ...]
    over: bool


def new_event_page(fields: Mapping[str, str], lang: Lang, wrong: DamieraError | None = None) -> NewEventPage:
    """Return the form of a new event."""
    return NewEventPage(
        fields=fields,
        choices=_choices(fields, lang),
        wrong=refusal(wrong, lang),
        field=field_of(wrong),
        refused_in=_fold_of(field_of(wrong)),
        started=False,
    )


def settings_page(
    live: LiveEvent, lang: Lang, address: str, fields: Mapping[str, str], wrong: DamieraError | None = None
) -> EventSettingsPage:
    """Return the form of an event; `address` is where phones follow it."""
    started = live.begun
    return EventSettingsPage(
        head=event_head(live, lang),
        fields=fields,
        choices=_choices(fields, lang, live.event.game if started else ""),
        wrong=refusal(wrong, lang),
        field=field_of(wrong),
        refused_in=_fold_of(field_of(wrong)),
        started=started,
        code=show_code(live.row.code),
        address=address,
        qr=qr(address) if is_reached(address) else Markup(),
        unreached="" if is_reached(address) else UNREACHED.format(address=address).text(lang),
        arbiters=tuple(name for _, name in live.arbiters),
        version=live.version,
        now=_differs(live, fields, lang) if isinstance(wrong, Conflict) else (),
        over=bool(live.over),
    )


def _differs(live: LiveEvent, fields: Mapping[str, str], lang: Lang) -> tuple[tuple[str, str, str], ...]:
    """Return what stands in the event now where it is not what the form says: name, now, yours."""
    now = fields_of(live.announced)
    names = {name: said.text(lang) for name, said in FIELDS.items()}
    return tuple(
        (names.get(name, name), now.get(name, "") or "–", fields.get(name, "") or "–")
        for name in dict.fromkeys([*now, *fields])
        if name not in ("seen", "tiebreaks")
        and now.get(name, "") != fields.get(name, "").replace("\r\n", "\n")
    )


def fields_of(facts: Announcement) -> dict[str, str]:
    """Return a form's fields with what is announced in them."""
    flags = {name: "yes" for name in _FLAGS if getattr(facts, name)}
    flags |= {f"class_{c}": "yes" for c in facts.classifications}
    flags |= {f"weak_{w}": "yes" for w in facts.weak_by}
    days = {name: day.isoformat() if (day := getattr(facts, name)) else "" for name in ("starts", "ends")}
    lines: dict[str, str] = {}
    for n, line in enumerate(facts.timetable, 1):
        lines[f"day{n}"] = line.day.isoformat() if line.day else ""
        lines |= {f"time{n}": line.time, f"rounds{n}": line.rounds, f"what{n}": line.what}
    try:
        codes = parse_tiebreaks(facts.tiebreaks)
    except ValueError:
        codes = ()
    return {
        **{name: str(getattr(facts, name)) for name in (*_WORDS, *_NUMBERS)},
        **flags,
        **days,
        **lines,
        **{f"tiebreak{n}": code for n, code in enumerate(codes, 1)},
        "system": facts.system.value,
        "scoring": facts.scoring,
    }


def _fold_of(field: str) -> str:
    """Return the fold of the form in which a field stands; empty where it stands in none."""
    plain = "tiebreaks" if field.startswith("tiebreak") else field
    return next((fold for fold, names in _FOLDS.items() if plain in names), "")


def _choices(fields: Mapping[str, str], lang: Lang, game: str = "") -> AnnouncementChoices:
    """Return what the form's lists offer; of one game alone, once a round exists."""
    games = [game] if game else list(CATALOGUE)
    held = [
        n for n in range(1, MOST_LINES + 1) if any(fields.get(f"{w}{n}") for w in ("day", "time", "what"))
    ]
    missing = not has_dutch()
    breaks = (
        *((t.code, f"{t.name.text(lang)} ({t.short})") for t in TIEBREAKS.values()),
        (DIRECT, _DIRECT.text(lang)),
    )
    listed = {g: tuple(deck_choices(lang, g)) for g in games}
    unplayed = tuple((rule, names[rule].text(lang)) for rule in RULES)
    return AnnouncementChoices(
        games=game_choices(lang),
        systems=tuple(_system_choice(s, lang, missing) for s in System),
        decks=tuple((CATALOGUE[g].name.text(lang), decks) for g, decks in listed.items() if decks),
        books=tuple(
            (
                CATALOGUE[g].name.text(lang),
                tuple((id, rulebook(id).short.text(lang)) for id in CATALOGUE[g].rulebooks),
            )
            for g in games
        ),
        tiebreaks=breaks,
        tiebreak_fields=range(1, max(TIEBREAK_FIELDS, len(fields.get("tiebreaks", "").split(","))) + 1),
        unplayed=unplayed,
        named=dict([*(one for decks in listed.values() for one in decks), *breaks, *unplayed]),
        classified=tuple((c, CLASSIFIED[c].text(lang)) for c in CLASSIFICATIONS if c != "group"),
        lines=range(1, min(MOST_LINES, max(LEAST_LINES, max(held, default=0) + 2)) + 1),
    )


def _system_choice(system: System, lang: Lang, missing: bool) -> tuple[str, str, bool]:
    """Return a system's value, its name, and whether it cannot be had here."""
    if system is System.DUTCH and missing:
        return system.value, _NEEDS.format(name=SYSTEMS[system]).text(lang), True
    return system.value, SYSTEMS[system].text(lang), False
