"""The lists of a federation over years, against golden files counted by hand, article by article."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from damiera.rating.categories import category
from damiera.rating.event import Occasion, RatedGame
from damiera.rating.office import (
    CountedEvent,
    HeldRating,
    OfficeEntrant,
    OfficeStep,
    OpeningElo,
    RatingCorrection,
    counted_office,
    list_differences,
    list_on,
)

GOLDEN = sorted((Path(__file__).parents[2] / "golden" / "office").glob("*.toml"))


def _told(path: Path) -> tuple[list[OfficeStep], list[dict[str, Any]]]:
    data = tomllib.loads(path.read_text("utf-8"))
    steps: list[OfficeStep] = []
    for told in data["list"]:
        held = {who: HeldRating(rating) for who, rating in told["italian"].items()}
        steps.append(OpeningElo(len(steps) + 1, told["day"], "list", "italian", held))
    for told in data["event"]:
        steps.append(_event(len(steps) + 1, told))
    for told in data.get("correction", ()):
        steps.append(
            RatingCorrection(
                len(steps) + 1, told["day"], told["who"], "italian", told["rating"], None, "E", "why"
            )
        )
    return steps, data["event"]


def _event(seq: int, told: dict[str, Any]) -> CountedEvent:
    names = list(dict.fromkeys(name for one, other, _ in told["games"] for name in (one, other)))
    categories, endings = told.get("categories", {}), told.get("endings", {})
    players = tuple(
        OfficeEntrant(
            n,
            name,
            name,
            category(categories[name]).id if name in categories else "",
            endings.get(name, "finished"),
        )
        for n, name in enumerate(names, 1)
    )
    games = tuple(
        RatedGame(n, names.index(one) + 1, names.index(other) + 1, points)
        for n, (one, other, points) in enumerate(told["games"], 1)
    )
    return CountedEvent(seq, Occasion(told["name"], "italian", told["day"], told["weight"]), players, games)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_office_counts_as_by_hand(path: Path) -> None:
    steps, events = _told(path)
    for told in events:
        held = counted_office(steps, until=told["day"]).held["italian"]
        assert {who: held[who].rating for who in told["after"]} == told["after"], told["name"]
        assert {who: held[who].category for who in told.get("promoted", {})} == told.get("promoted", {})


def test_each_event_is_counted_by_the_edition_of_its_day_whenever_it_is_told() -> None:
    steps, _ = _told(GOLDEN[0])
    state = counted_office(reversed(steps))
    assert [r.edition.id[-4:] for r in state.reports.values()] == [
        "1994",
        "2007",
        "2008",
        "2008",
        "2021",
        "2021",
    ]
    assert state.held == counted_office(steps).held


def test_an_event_told_anew_changes_all_later_ones() -> None:
    steps, _ = _told(GOLDEN[0])
    first = next(s for s in steps if isinstance(s, CountedEvent))
    turned = [replace(s, games=(replace(s.games[0], points=0),)) if s is first else s for s in steps]
    before, after = counted_office(steps), counted_office(turned)
    changed = list_differences(list_on(before, "italian"), list_on(after, "italian"))
    assert {one.person for one in changed} >= {"bianchi"}
    assert before.reports[first.seq].changes[0].final == 2030
    assert after.reports[first.seq].changes[0].final == 1970
    later = [seq for seq in before.reports if before.reports[seq] != after.reports[seq]]
    assert len(later) == len(before.reports)


def test_people_who_were_merged_are_one_and_english_draughts_begins_from_the_italian_category() -> None:
    opening = OpeningElo(1, date(2010, 1, 1), "list", "italian", {"a": HeldRating(3900, "maestro")})
    players = (OfficeEntrant(1, "twin", "Rossi"), OfficeEntrant(2, "b", "Bianchi", "provinciale"))
    cup = CountedEvent(2, Occasion("Cup", "english", date(2010, 5, 1)), players, (RatedGame(1, 1, 2, 1),))
    report = counted_office([opening, cup], roots={"twin": "a"}).reports[2]
    assert [change.initial for change in report.changes] == [3800, 300]
    assert report.promotions == ()
