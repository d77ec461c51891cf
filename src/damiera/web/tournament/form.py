"""The form of an event: what is announced, read from its fields and written into them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from importlib.util import find_spec
from typing import Any, Final

from damiera.messages import Lang, Message
from damiera.regulations.book import rulebook
from damiera.rules.ruleset import CATALOGUE
from damiera.service.errors import BadTerms
from damiera.service.tournament.event import CLASSIFICATIONS, Announcement, Appointment
from damiera.tournament.model import System
from damiera.tournament.standings import DIRECT, parse_tiebreaks
from damiera.tournament.tiebreak.catalogue import TIEBREAKS
from damiera.tournament.tiebreak.unplayed import RULES, names
from damiera.web.tournament.requests import day_of, number_of
from damiera.web.tournament.words import CLASSIFIED, SYSTEMS, deck_choices

__all__ = ["announced", "fields_of", "fold_of", "form_choices"]

TIEBREAK_FIELDS: Final = 5
LEAST_LINES: Final = 4
MOST_LINES: Final = 60
_WORDS: Final = (
    "name", "place", "game", "rulebook", "time_control", "arbiter", "deck", "seed", "notes", "prizes",
    "exclusion", "deadline", "unplayed", "ballots", "scope", "late_points",
)  # fmt: skip
_NUMBERS: Final = {
    "rounds": 0, "games": 1, "elo_weight": 100, "prize_places": 3, "under": 18, "club_best": 3, "cycles": 1,
    "boards": 0, "weak_rounds": 0, "acceleration": 0,
}  # fmt: skip
_FLAGS: Final = ("medals", "match_points", "third_place", "last_bye_lowest")
_WEAK: Final = ("club", "province", "federation")
_FOLDS: Final[Mapping[str, tuple[str, ...]]] = {
    "openings": ("deck", "ballots", "seed"),
    "kinds": ("cycles", "boards"),
    "apart": ("weak_rounds", "acceleration"),
    "tiebreaks": ("tiebreaks", "unplayed", "elo_weight", "scope"),
    "prizes": ("under", "club_best", "prize_places", "prizes", "exclusion", "notes"),
}
"""Parts of the form that are folded, each with its fields."""
_NO_SYSTEM = Message("There is no such system.")
_NO_DUTCH = Message(
    "The Dutch system needs the library py4swiss, which is not here: install 'damiera[dutch]'."
)
_NEEDS = Message("{name}: py4swiss is missing here")
_NO_MOMENT = Message("'{word}' is no day with a time.")


def announced(fields: Mapping[str, str]) -> Announcement:
    """Return what a form announces. Raises `BadTerms` with the field."""
    given: dict[str, Any] = {name: fields.get(name, "") for name in _WORDS}
    given |= {name: number_of(fields.get(name, "") or str(usual), name) for name, usual in _NUMBERS.items()}
    given |= {name: fields.get(name) == "yes" for name in _FLAGS}
    given |= _chosen(fields)
    return Announcement(
        **given,
        starts=day_of(fields.get("starts", ""), "starts"),
        ends=day_of(fields.get("ends", ""), "ends"),
        system=_system(fields),
        tiebreaks=_tiebreaks(fields),
        scoring="1-½-0" if fields.get("scoring") == "1-½-0" else "2-1-0",
        classifications=tuple(c for c in CLASSIFICATIONS if fields.get(f"class_{c}") == "yes"),
        weak_by=tuple(w for w in _WEAK if fields.get(f"weak_{w}") == "yes") or ("club", "province"),
        timetable=_timetable(fields),
    )


def _chosen(fields: Mapping[str, str]) -> dict[str, Any]:
    late, deadline = fields.get("late_points", ""), fields.get("deadline", "").strip()
    try:
        moment = datetime.fromisoformat(deadline).isoformat(timespec="minutes") if deadline else ""
    except ValueError:
        raise BadTerms("deadline", _NO_MOMENT.format(word=deadline[:20])) from None
    return {
        "game": fields.get("game", "italian"),
        "ballots": "board" if fields.get("ballots") == "board" else "round",
        "scope": "international" if fields.get("scope") == "international" else "national",
        "late_points": late if late in ("half", "full") else "zero",
        "deadline": moment,
    }


def _system(fields: Mapping[str, str]) -> System:
    try:
        system = System(fields.get("system", System.OPTIMAL))
    except ValueError:
        raise BadTerms("system", _NO_SYSTEM) from None
    if system is System.DUTCH and not _has_dutch():
        raise BadTerms("system", _NO_DUTCH)
    return system


def _has_dutch() -> bool:
    return find_spec("py4swiss") is not None


def _tiebreaks(fields: Mapping[str, str]) -> str:
    chosen = [fields.get(f"tiebreak{n}", "").strip() for n in range(1, TIEBREAK_FIELDS + 1)]
    return ",".join(c for c in chosen if c) or fields.get("tiebreaks", "")


def _timetable(fields: Mapping[str, str]) -> tuple[Appointment, ...]:
    return tuple(
        Appointment(
            day_of(fields.get(f"day{n}", ""), "timetable"),
            fields.get(f"time{n}", ""),
            fields.get(f"rounds{n}", ""),
            fields.get(f"what{n}", ""),
        )
        for n in range(1, MOST_LINES + 1)
        if any(fields.get(f"{name}{n}", "").strip() for name in ("day", "time", "rounds", "what"))
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


def fold_of(field: str) -> str:
    """Return the fold of the form in which a field stands; empty where it stands in none."""
    plain = "tiebreaks" if field.startswith("tiebreak") else field
    return next((fold for fold, names in _FOLDS.items() if plain in names), "")


def form_choices(fields: Mapping[str, str], lang: Lang, game: str = "") -> dict[str, Any]:
    """Return what the form's lists offer; of one game alone, once a round exists."""
    games = [game] if game else list(CATALOGUE)
    held = [
        n for n in range(1, MOST_LINES + 1) if any(fields.get(f"{w}{n}") for w in ("day", "time", "what"))
    ]
    missing = not _has_dutch()
    breaks = [(t.code, f"{t.name.text(lang)} ({t.short})") for t in TIEBREAKS.values()]
    decks = [(CATALOGUE[g].name.text(lang), deck_choices(lang, g)) for g in games if deck_choices(lang, g)]
    unplayed = [(rule, names[rule].text(lang)) for rule in RULES]
    return {
        "games": [(g.slug, g.name.text(lang)) for g in CATALOGUE.values()],
        "systems": [_system_choice(s, lang, missing) for s in System],
        "decks": decks,
        "books": [
            (
                CATALOGUE[g].name.text(lang),
                [(id, rulebook(id).short.text(lang)) for id in CATALOGUE[g].rulebooks],
            )
            for g in games
        ],
        "tiebreaks": [*breaks, (DIRECT, _DIRECT.text(lang))],
        "tiebreak_fields": range(1, max(TIEBREAK_FIELDS, len(fields.get("tiebreaks", "").split(","))) + 1),
        "unplayed": unplayed,
        "named": dict(
            [*(one for _, list in decks for one in list), *breaks, (DIRECT, _DIRECT.text(lang)), *unplayed]
        ),
        "classified": [(c, CLASSIFIED[c].text(lang)) for c in CLASSIFICATIONS if c != "group"],
        "lines": range(1, min(MOST_LINES, max(LEAST_LINES, max(held, default=0) + 2)) + 1),
    }


_DIRECT = Message("direct encounter", context="tie-break")


def _system_choice(system: System, lang: Lang, missing: bool) -> tuple[str, str, bool]:
    """Return a system's value, its name, and whether it cannot be had here."""
    if system is System.DUTCH and missing:
        return system.value, _NEEDS.format(name=SYSTEMS[system]).text(lang), True
    return system.value, SYSTEMS[system].text(lang), False
