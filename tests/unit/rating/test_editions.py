"""Editions by date, the marks of their slots, and tables of the user's."""

from __future__ import annotations

from datetime import date

import pytest

from damiera.rating.categories import CATEGORIES, category, rank
from damiera.rating.editions import Expectation, edition, edition_at, editions, replaced
from damiera.rating.errors import BadSlots, UnknownCategory, UnknownEdition
from tests.wording import words_of


@pytest.mark.parametrize(
    ("day", "floor", "q"),
    [
        (date(1994, 1, 16), 500, 0),
        (date(2006, 12, 31), 500, 0),
        (date(2007, 1, 1), 300, 0),
        (date(2008, 1, 21), 300, 0),
        (date(2020, 12, 31), 300, 0),
        (date(2021, 1, 1), 300, 10),
        (date(2026, 11, 21), 300, 10),
    ],
)
def test_the_day_decides(day: date, floor: int, q: int) -> None:
    found = edition_at(day)
    assert (found.floor, found.bonus["national"]) == (floor, q)


def test_before_the_first() -> None:
    with pytest.raises(UnknownEdition) as caught:
        edition_at(date(1994, 1, 15))
    assert "1994-01-15" in caught.value.text("it")
    with pytest.raises(UnknownEdition):
        edition("fid.elo-rubele.1066")


@pytest.mark.parametrize("id", editions())
def test_every_slot_says_where_it_is_from(id: str) -> None:
    one = edition(id)
    assert one.marks
    assert all(mark.source for mark in one.marks.values())
    assert {mark.status for mark in one.marks.values()} <= {"federation", "inferred", "ours"}
    assert {"coefficients", "expectation", "thresholds.italian"} <= set(one.ours)
    assert one.mark("coefficients").label.text("en") == words_of("NOT a federation value")


def test_no_gain_is_new_in_2008() -> None:
    assert edition("fid.elo-rubele.2007").barred == ()
    assert edition("fid.elo-rubele.2008").barred == ("withdrawn", "disqualified", "forfeited")


def test_expectation_is_symmetric_and_rises() -> None:
    table = edition("fid.elo-rubele.2021").expectation
    values = [table.points(d) for d in range(-3000, 3001, 50)]
    assert values == sorted(values)
    assert all(table.points(d) + table.points(-d) == 2 for d in range(0, 3000, 37))
    assert float(table.points(400)) == 1.383  # 2 * Phi(0.5) = 1.38292


def test_expectation_by_table() -> None:
    table = Expectation(rows=((0, 1000), (50, 1100), (200, 1400)))
    assert [float(table.points(d)) for d in (0, 49, 50, 199, 200, -200)] == [1, 1, 1.1, 1.1, 1.4, 0.6]


def test_english_has_no_categories_and_is_seeded() -> None:
    one = edition("fid.elo-rubele.2008")
    assert one.first_rating("english", "provinciale") == 300
    assert one.first_rating("english", "") == 300
    assert one.first_rating("english", "nazionale") == one.thresholds["italian"]["nazionale"]
    assert one.earned("english", 5000) == ""
    assert one.earned("italian", 5000) == "grande-maestro"
    assert one.earned("italian", 1199) == ""


def test_slots_are_replaced_by_a_file() -> None:
    mine = replaced(
        edition("fid.elo-rubele.2021"),
        """
        [slot.coefficients]
        value = [[0, 50], [2000, 25]]
        source = "Tabella 13"
        [slot.thresholds.italian]
        value = { maestro = 3900, regionale = 1000 }
        [slot.expectation]
        value = { kind = "table", rows = [[0, 1000], [100, 1200]] }
        """,
    )
    assert mine.coefficient(1999) == 50
    assert mine.coefficient(2000) == 25
    assert mine.earned("italian", 3900) == "maestro"
    assert mine.mark("coefficients").status == "user"
    assert mine.mark("coefficients").source == "Tabella 13"
    assert "coefficients" not in mine.ours
    assert mine.floor == 300  # what the file does not name stays


@pytest.mark.parametrize(
    ("toml", "place"),
    [
        ("[slot.floor]", "slot.floor"),
        ("[slot.floor]\nvalue = -1", "slot.floor.value"),
        ("[slot.floor]\nvalue = true", "slot.floor.value"),
        ("[slot.flor]\nvalue = 1", "slot.flor"),
        ("[floor]\nvalue = 1", "floor"),
        ("slot = 3", "slot"),
        ("[slot]\nfloor = 3", "slot.floor"),
        ("[slot.coefficients]\nvalue = []", "slot.coefficients.value"),
        ("[slot.coefficients]\nvalue = [[100, 10]]", "slot.coefficients.value"),
        ("[slot.coefficients]\nvalue = [[0, 10], [0, 5]]", "slot.coefficients.value"),
        ("[slot.coefficients]\nvalue = [[0, 0]]", "slot.coefficients.value"),
        ("[slot.expectation]\nvalue = { kind = 'magic' }", "slot.expectation.value.kind"),
        ("[slot.expectation]\nvalue = { kind = 'gauss', sigma = 0 }", "slot.expectation.value.sigma"),
        ("[slot.expectation]\nvalue = { kind = 'table', rows = [[0, 2001]] }", "slot.expectation.value.rows"),
        ("[slot.bonus]\nvalue = { national = 3 }", "slot.bonus.value"),
        ("[slot.weight]\nvalue = 0", "slot.weight.value"),
        ("[slot.barred]\nvalue = ['late']", "slot.barred.value"),
        ("[slot.entry.italian]\nvalue = {}", "slot.entry.italian.value"),
        ("[slot.entry.italian]\nvalue = { duke = 3 }", "slot.entry.italian.value.duke"),
        (
            "[slot.thresholds.italian]\nvalue = { regionale = 9, maestro = 3 }",
            "slot.thresholds.italian.value",
        ),
        ("[slot.seeded.english]\nvalue = ''", "slot.seeded.english.value"),
        ("floor = ", "TOML"),
        pytest.param("[slot.floor]\nvalue = " + "9" * 5_000, "TOML", id="many digits"),
        pytest.param("[slot.floor]\nvalue = " + "[" * 20_000, "TOML", id="many lists"),
    ],
)
def test_bad_files_are_refused_with_the_place(toml: str, place: str) -> None:
    with pytest.raises(BadSlots) as caught:
        replaced(edition("fid.elo-rubele.2021"), toml)
    assert caught.value.place == place
    assert place in caught.value.text("it")


def test_categories_by_any_name() -> None:
    for one in CATEGORIES:
        assert category(one.id) == category(one.short.lower()) == category(one.name.text("it").upper()) == one
        assert category(f" {one.name.text('en')} ") == one
    assert [rank(one.id) for one in CATEGORIES] == [0, 1, 2, 3, 4, 5]
    with pytest.raises(UnknownCategory) as caught:
        category("Duca")
    assert "Candidato Maestro" in caught.value.text("it")
