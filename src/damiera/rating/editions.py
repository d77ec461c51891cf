"""Elo-Rubele by date: what each edition sets, read from data, with the source of every figure.

Much of the federation's Capo VI and of its tables 11-17 was never published where we could read it. Each such
table is a *slot*: a value with a mark that says whether it is the federation's, follows from what it
published, or is ours. `replaced` fills slots from a file of the user's; no code changes.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from functools import cache
from pathlib import Path
from statistics import NormalDist
from typing import Any, Literal, cast

from damiera.messages import Message, Text, Verbatim
from damiera.rating.categories import rank
from damiera.rating.errors import BadSlots, UnknownEdition
from damiera.regulations.citations import implements

__all__ = [
    "Edition",
    "Expectation",
    "SlotSource",
    "Status",
    "edition",
    "edition_at",
    "editions",
    "replaced",
    "slot_name",
]

_DATA = Path(__file__).parent / "data" / "elo_rubele.toml"
Status = Literal["federation", "inferred", "ours", "user"]
"""Where a value of the rating comes from: the federation, our inference, our choice, or the user."""
ENDINGS = ("withdrawn", "disqualified", "forfeited")
SCOPES = ("national", "international")


@dataclass(frozen=True, slots=True)
class SlotSource:
    """Where the value of a slot comes from.

    Attributes:
        status: "federation", "inferred", "ours", or "user" for a table of the user's.
        source: the document or the reason.

    >>> SlotSource("ours", "a guess").label.text("en")
    'NOT a federation value'
    """

    status: Status
    source: str

    @property
    def label(self) -> Text:
        """What is printed beside the value; empty for the federation's own."""
        return _LABELS[self.status]


_LABELS: dict[Status, Text] = {
    "federation": Verbatim(""),
    "inferred": Message("inferred"),
    "ours": Message("NOT a federation value"),
    "user": Message("from a table of yours"),
}


_SLOTS: dict[str, Text] = {
    "expectation": Message("expected points"),
    "coefficients": Message("coefficients"),
    "floor": Message("lowest rating"),
    "bonus": Message("bonus"),
    "weight": Message("weight of the event"),
    "barred": Message("who gains nothing"),
    "entry": Message("first ratings"),
    "thresholds": Message("thresholds of the categories"),
    "seeded": Message("ratings from another game"),
}
_DISCIPLINES: dict[str, Text] = {
    "italian": Message("Italian draughts", context="a discipline of ratings"),
    "english": Message("English draughts", context="a discipline of ratings"),
    "international": Message("international draughts"),
}
_OF = Message("{what}, {game}")


@dataclass(frozen=True, slots=True)
class Expectation:
    """Points expected of one game (win 2, draw 1) by difference of rating: Gauss's function, or a table.

    `rows` are (least difference, points in thousandths), ascending, from 0; the lower rated player is
    expected the rest of the two points.

    Attributes:
        sigma: points of rating of one standard deviation; 0 where there is a table.
        decimals: how many decimals Gauss's function is rounded to.
        rows: the table; empty where there is Gauss's function.

    >>> Expectation(sigma=800).points(0)
    Fraction(1, 1)
    >>> float(Expectation(sigma=800).points(800))
    1.683
    """

    sigma: int = 0
    decimals: int = 3
    rows: tuple[tuple[int, int], ...] = ()

    @implements("fid.competition.2008:VI.1")
    def points(self, difference: int) -> Fraction:
        """Return the points expected of a player rated `difference` above the opponent.

        Source:
            FID 2008, competitions: VI.1 [fid.competition.2008].
        """
        if difference < 0:
            return 2 - self.points(-difference)
        if self.rows:
            return Fraction(next(p for least, p in reversed(self.rows) if difference >= least), 1000)
        unit = 10**self.decimals
        return Fraction(round(2 * NormalDist().cdf(difference / self.sigma) * unit), unit)


@dataclass(frozen=True, slots=True)
class Edition:
    """One edition of Elo-Rubele.

    Attributes:
        since: the first day it holds.
        coefficients: `(rating, S)`: from that initial rating on, that coefficient.
        floor: no final rating is below it.
        bonus: Q by scope of the event, `national` and `international`.
        weight: percent of the variation where the event names none.
        barred: endings after which a player cannot gain: `withdrawn`, `disqualified`, `forfeited`.
        entry: first rating by discipline and category.
        thresholds: rating that promotes, by discipline and category; empty where there are no categories.
        seeded: discipline whose category gives the first rating.
        marks: the source of each slot, by its name (`floor`, `thresholds.italian`).
    """

    id: str
    name: Text
    since: date
    expectation: Expectation
    coefficients: tuple[tuple[int, int], ...]
    floor: int
    bonus: Mapping[str, int]
    weight: int
    barred: tuple[str, ...]
    entry: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    thresholds: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    seeded: Mapping[str, str] = field(default_factory=dict)
    marks: Mapping[str, SlotSource] = field(default_factory=dict)

    def coefficient(self, rating: int | Fraction) -> int:
        """Return S for a rating in Elo points.

        >>> edition("fid.elo-rubele.2008").coefficient(2000)
        30
        """
        return next(s for least, s in reversed(self.coefficients) if rating >= least)

    @implements("fid.competition.2008:14", "fid.competition.2008:22")
    def first_rating(self, discipline: str, category: str) -> int:
        """Return the capital a player without a rating begins with; an unknown category enters as the lowest.

        In a discipline seeded from another one it is the threshold of the category held there.

        Source:
            FID 2008, competitions: 14, 22 [fid.competition.2008].

        >>> edition("fid.elo-rubele.2008").first_rating("english", "maestro")
        3800
        """
        table = self.entry.get(discipline) or self.entry[self.seeded.get(discipline, "italian")]
        if category not in table:
            return min(table.values())
        return table[category]

    @implements("fid.competition.2008:21")
    def earned(self, discipline: str, rating: int) -> str:
        """Return the highest category whose threshold the rating reaches; '' where none does.

        Source:
            FID 2008, competitions: 21 [fid.competition.2008].

        >>> edition("fid.elo-rubele.2008").earned("italian", 4000)
        'maestro'
        """
        reached = [c for c, least in self.thresholds.get(discipline, {}).items() if rating >= least]
        return max(reached, key=rank, default="")

    def mark(self, slot: str) -> SlotSource:
        """Return where a slot's value comes from.

        Raises:
            KeyError: for a slot this edition does not have.
        """
        return self.marks[slot]

    @property
    def ours(self) -> tuple[str, ...]:
        """The slots whose values are not the federation's."""
        return tuple(sorted(name for name, mark in self.marks.items() if mark.status == "ours"))


def slot_name(slot: str) -> Text:
    """Return what a slot holds, in words.

    >>> slot_name("entry.italian").text("it"), slot_name("floor").text("en")
    ("capitali d'ingresso, dama italiana", 'lowest rating')
    """
    what, _, discipline = slot.partition(".")
    name = _SLOTS.get(what, Verbatim(what))
    if discipline not in _DISCIPLINES:
        return name
    return _OF.format(what=name, game=_DISCIPLINES[discipline])


def editions() -> tuple[str, ...]:
    """Return the ids of the editions, oldest first.

    Raises:
        BadSlots: for a file of the package that is damaged.

    >>> editions()[0]
    'fid.elo-rubele.1994'
    """
    return tuple(_all())


def edition(id: str) -> Edition:
    """Return the edition with this id.

    Raises:
        UnknownEdition: if there is none.
        BadSlots: for a file of the package that is damaged.

    >>> edition("fid.elo-rubele.2021").bonus["international"]
    15
    """
    found = _all().get(id)
    if found is None:
        raise UnknownEdition(id, editions())
    return found


def edition_at(day: date) -> Edition:
    """Return the edition in force on a day.

    Raises:
        UnknownEdition: before the first one.
        BadSlots: for a file of the package that is damaged.

    >>> edition_at(date(2019, 6, 1)).id
    'fid.elo-rubele.2008'
    """
    found = [one for one in _all().values() if one.since <= day]
    if not found:
        raise UnknownEdition(day.isoformat(), editions())
    return found[-1]


def replaced(base: Edition, toml: str) -> Edition:
    """Return `base` with the slots of a user's file, marked as the user's.

    Args:
        toml: `[slot.NAME]` tables with `value` and, if wanted, `source`, as in the package's own file.
    Raises:
        BadSlots: with the place and what is wrong there.

    >>> replaced(edition("fid.elo-rubele.2008"), "[slot.floor]\\nvalue = 250").floor
    250
    """
    try:
        raw = tomllib.loads(toml)
    except (ValueError, RecursionError) as error:
        raise BadSlots("TOML", Verbatim(str(error))) from None
    for key in raw:
        if key != "slot":
            raise BadSlots(key, Message("only [slot.NAME] headings belong here."))
    return _with_slots(base, _table(raw.get("slot", {}), "slot"), mine=True)


@cache
def _all() -> dict[str, Edition]:
    with _DATA.open("rb") as file:
        raw = tomllib.load(file)
    out: dict[str, Edition] = {}
    last = Edition("", Verbatim(""), date.min, Expectation(sigma=1), (), 0, {}, 100, ())
    for entry in raw["edition"]:
        named = replace(last, id=entry["id"], name=Message(entry["name"]), since=entry["since"])
        last = _with_slots(named, entry["slot"], mine=False)
        out[last.id] = last
    return out


def _with_slots(base: Edition, slots: Mapping[str, object], *, mine: bool) -> Edition:
    out = base
    for name, slot in slots.items():
        if name in _PLAIN:
            out = _set(out, name, None, slot, mine)
        elif name in _BY_DISCIPLINE:
            for discipline, inner in _table(slot, f"slot.{name}").items():
                out = _set(out, name, discipline, inner, mine)
        else:
            known = ", ".join((*_PLAIN, *(f"{n}.GAME" for n in _BY_DISCIPLINE)))
            said = Message("unknown slot; there are: {known}.")
            raise BadSlots(f"slot.{name}", said.format(known=known))
    return out


def _set(base: Edition, name: str, discipline: str | None, slot: object, mine: bool) -> Edition:
    whole = name if discipline is None else f"{name}.{discipline}"
    entry = _table(slot, f"slot.{whole}")
    place = f"slot.{whole}.value"
    if "value" not in entry:
        raise BadSlots(f"slot.{whole}", Message("'value' is missing."))
    status: Status = "user" if mine else entry["status"]
    marks = {**base.marks, whole: SlotSource(status, str(entry.get("source", "")))}
    if discipline is None:
        return replace(base, marks=marks, **{name: _PLAIN[name](entry["value"], place)})
    table = {**getattr(base, name), discipline: _BY_DISCIPLINE[name](entry["value"], place)}
    return replace(base, marks=marks, **cast("dict[str, Any]", {name: table}))


def _wrong(place: str, reason: Text) -> BadSlots:
    return BadSlots(place, reason)


def _table(value: object, place: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _wrong(place, Message("a table is expected."))
    return value


def _whole(value: object, place: str) -> int:
    if type(value) is not int or value < 0:
        raise _wrong(
            place,
            Message("a whole number >= 0 is expected, found {value}.", value=repr(value)),
        )
    return value


def _percent(value: object, place: str) -> int:
    number = _whole(value, place)
    if not 0 < number <= 1000:
        raise _wrong(place, Message("a percentage from 1 to 1000 is expected."))
    return number


def _steps(value: object, place: str) -> tuple[tuple[int, int], ...]:
    """Pairs of numbers whose first ascend from 0."""
    if not isinstance(value, list) or not all(isinstance(p, list) and len(p) == 2 for p in value):
        raise _wrong(place, Message("pairs [from, value] are expected."))
    out = tuple((_whole(a, place), _whole(b, place)) for a, b in value)
    froms = [a for a, _ in out]
    if not out or froms[0] != 0 or froms != sorted(set(froms)):
        raise _wrong(place, Message("the steps must ascend from 0."))
    return out


def _coefficients(value: object, place: str) -> tuple[tuple[int, int], ...]:
    out = _steps(value, place)
    if any(s == 0 for _, s in out):
        raise _wrong(place, Message("a coefficient cannot be 0."))
    return out


def _expectation(value: object, place: str) -> Expectation:
    entry = _table(value, place)
    if entry.get("kind") == "gauss":
        sigma = _whole(entry.get("sigma"), f"{place}.sigma")
        if sigma == 0:
            raise _wrong(f"{place}.sigma", Message("must be greater than 0."))
        return Expectation(sigma, _whole(entry.get("decimals", 3), f"{place}.decimals"))
    if entry.get("kind") == "table":
        rows = _steps(entry.get("rows"), f"{place}.rows")
        if any(p > 2000 for _, p in rows):
            raise _wrong(f"{place}.rows", Message("points in thousandths, 2000 at most."))
        return Expectation(rows=rows)
    raise _wrong(f"{place}.kind", Message("'gauss' or 'table' is expected."))


def _bonus(value: object, place: str) -> dict[str, int]:
    entry = _table(value, place)
    if set(entry) != set(SCOPES):
        raise _wrong(place, Message("'national' and 'international' are expected."))
    return {k: _whole(v, f"{place}.{k}") for k, v in entry.items()}


def _barred(value: object, place: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not set(value) <= set(ENDINGS):
        known = ", ".join(ENDINGS)
        raise _wrong(place, Message("only these are expected: {known}.", known=known))
    return tuple(value)


def _by_category(value: object, place: str) -> dict[str, int]:
    entry = _table(value, place)
    for name in entry:
        if rank(name) < 0:
            raise _wrong(f"{place}.{name}", Message("unknown category."))
    out = {name: _whole(v, f"{place}.{name}") for name, v in sorted(entry.items(), key=lambda e: rank(e[0]))}
    if list(out.values()) != sorted(out.values()):
        raise _wrong(place, Message("ratings must rise with the category."))
    return out


def _entry(value: object, place: str) -> dict[str, int]:
    out = _by_category(value, place)
    if not out:
        raise _wrong(place, Message("at least one category is needed."))
    return out


def _discipline(value: object, place: str) -> str:
    if not isinstance(value, str) or not value:
        raise _wrong(place, Message("the name of a game is expected."))
    return value


_Reader = Callable[[object, str], Any]
_PLAIN: dict[str, _Reader] = {
    "expectation": _expectation,
    "coefficients": _coefficients,
    "floor": _whole,
    "bonus": _bonus,
    "weight": _percent,
    "barred": _barred,
}
_BY_DISCIPLINE: dict[str, _Reader] = {"entry": _entry, "thresholds": _by_category, "seeded": _discipline}
