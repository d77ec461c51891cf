"""Articles on competitions by examples as data, carried out: see `damiera.regulations.event_scenario`."""

from __future__ import annotations

import pytest

from damiera.regulations.book import article, competition, competitions
from damiera.regulations.event_scenario import (
    event_scenario_files,
    event_scenarios,
    reasons_for_no_event,
)
from damiera.tournament.scenarios import what_follows

EVERY = [
    (book, number, n)
    for book, number in event_scenario_files()
    for n in range(len(event_scenarios(book, number)))
]


@pytest.mark.parametrize(("book", "number", "n"), EVERY)
def test_what_an_example_of_an_article_on_competitions_says_follows(book: str, number: str, n: int) -> None:
    told = event_scenarios(book, number)[n]
    assert what_follows(told) == {name: getattr(told, name) for name in told.outcomes}


def test_every_article_on_competitions_has_an_example_or_says_why() -> None:
    articles = {f"{id}:{one.number}" for id in competitions() for one in competition(id).articles}
    told = {f"{book}:{number}" for book, number in event_scenario_files()}
    assert told <= articles
    assert articles - told == set(reasons_for_no_event())
    assert not any(article(ref).software for ref in reasons_for_no_event())  # what is for a program is shown
