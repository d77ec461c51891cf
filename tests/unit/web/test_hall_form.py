"""The form of an event: what is announced comes back as it was written; the championship of 2006."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from damiera.messages import Message
from damiera.service.tournament import announcement
from tests.unit.web.hallkit import filled, opened, report, said
from tests.wording import shows, words_of

PALERMO = {
    "name": "1° Campionato italiano sordi di dama italiana",
    "place": "Palermo",
    "starts": "2006-04-24",
    "ends": "2006-04-25",
    "deadline": "2006-04-08T20:00",
    "rounds": "5",
    "day1": "2006-04-24", "time1": "18:00", "what1": "Ritrovo in albergo",
    "day2": "2006-04-25", "time2": "9:00", "rounds2": "1-3", "what2": "Gare",
    "day3": "2006-04-25", "time3": "15:00", "rounds3": "4-5",
    "day4": "2006-04-25", "time4": "19:00", "what4": "Premiazione",
    "class_men": "yes", "class_women": "yes", "class_club": "yes",
    "prizes": "1: trofeo e medaglia\n2: coppa e medaglia\n3: targa e medaglia",
    "medals": "yes",
    "exclusion": "Vietate le protesi acustiche.",
    "notes": "Segnali visibili, mai solo sonori.",
}  # fmt: skip
"""The deaf championship of 2006 as its announcement tells it: days, times, titles, prizes, exclusion."""
CLUBS = "Nome;Elo;Circolo;Sesso\n" + "\n".join(
    f"{name};{elo};{club};{sex}"
    for name, elo, club, sex in (
        ("Alfa Ugo", 3000, "Palermo", "m"), ("Beta Ida", 2900, "Palermo", "f"),
        ("Gamma Leo", 2800, "Roma", "m"), ("Delta Eva", 2700, "Roma", "f"),
        ("Zeta Pio", 2600, "Milano", "m"), ("Eta Zoe", 2500, "Milano", "f"),
    )
)  # fmt: skip


def test_the_championship_of_2006_is_entered_and_gives_its_titles(anna: Any) -> None:
    event = filled(anna, CLUBS, **PALERMO)
    form = anna.get(f"{event}/settings").text
    for value in (
        "2006-04-08T20:00",
        "Ritrovo in albergo",
        "Premiazione",
        'value="1-3"',
        "protesi acustiche",
    ):
        assert value in form
    assert form.count("checked") >= 4
    anna.post(f"{event}/pair", round="1")
    for board in ("1", "2", "3"):
        report(anna, event, 1, board, "win")
    pages = {by: anna.get(f"{event}/standings?by={by}") for by in ("men", "women", "club")}
    men, women = said(pages["men"]), said(pages["women"])
    assert all(name in men and name not in women for name in ("Alfa Ugo", "Gamma Leo", "Zeta Pio"))
    assert all(name in women and name not in men for name in ("Beta Ida", "Delta Eva", "Eta Zoe"))
    clubs = said(pages["club"])
    assert all(clubs.count(club) == 3 for club in ("Roma", "Milano"))  # all, men, women
    assert "?by=category" not in pages["men"].text  # only what was asked for
    assert "132" in anna.get(f"{event}/event.trf").text  # the rounds' days
    about = said(anna.get(f"{event}/about"))
    for words in (
        "08/04/2006, at 20:00",
        "25/04/2006 9:00 1-3 Gare",
        "Men, Women, Clubs",
        "coppa e medaglia",
    ):
        assert words in about
    assert words_of("A medal for everybody") in about
    assert "Vietate le protesi acustiche." in about
    assert "1st place" not in about
    anna.post(f"{event}/finish", over="yes")
    about = said(anna.get(f"{event}/about"))
    assert about.count("1st place") == 3  # general, men, women


RULE = "A round without a game counts in the quotients as: %(rule)s."


def test_what_is_announced_comes_back_into_the_form(anna: Any) -> None:
    facts = {
        "system": "round-robin", "cycles": "2", "last_bye_lowest": "yes", "tiebreak1": "sonneborn-berger",
        "tiebreak2": "direct", "tiebreak3": "wins", "unplayed": "zero", "weak_rounds": "1",
        "weak_club": "yes",
        "acceleration": "2", "late_points": "half", "scope": "international", "elo_weight": "50",
        "class_under": "yes", "under": "16", "club_best": "4", "prize_places": "5",
    }  # fmt: skip
    event = opened(anna, **facts)
    form = anna.get(f"{event}/settings").text
    for id in ("system", "cycles", "tiebreak1", "tiebreak2", "tiebreak3", "unplayed", "late_points", "scope"):
        assert (
            f'<option value="{facts[id]}" selected'
            in form.partition(f'id="{id}"')[2].partition("</select>")[0]
        ), id
    for id in ("weak_rounds", "acceleration", "elo_weight", "under", "club_best", "prize_places"):
        assert f'value="{facts[id]}"' in form.partition(f'id="{id}"')[2][:60], id
    standings = anna.get(f"{event}/standings").text
    assert not shows(
        said(anna.get(f"{event}/standings")), RULE, rule="nothing"
    )  # no sum has asked for it yet
    for name in ("Anna", "Bruno", "Carla"):
        anna.post(f"{event}/players", name=name)
    anna.post(f"{event}/pair", round="1")
    assert shows(said(anna.get(f"{event}/standings")), RULE, rule="nothing")
    assert "?by=under&amp;" in standings
    assert "?by=women&amp;" not in standings


NO_ROUND = Message("Timetable, line {n}: '{word}' is no round. Write 3, or 1-3.")
BETWEEN = Message("{what}: {a} to {b}.")


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        (
            {"deadline": "tomorrow"},
            Message("'{word}' is no day with a time: write it as {example}.", word="tomorrow"),
        ),
        ({"rounds1": "x", "what1": "play"}, NO_ROUND.format(n=1, word="x")),
        ({"rounds1": "3-1", "what1": "play"}, NO_ROUND.format(n=1, word="3-1")),
        ({"day1": "24.4.2006"}, Message("'{word}' is no day: write it as {example}.", word="24.4.2006")),
        ({"boards": "21"}, BETWEEN.format(what=Message("The boards of a team"), a=0, b=20)),
        ({"cycles": "3"}, BETWEEN.format(what=Message("Cycles", context="field of a form"), a=1, b=2)),
        ({"unplayed": "magic"}, Message("There is no such rule.")),
        ({"tiebreak1": "wins", "tiebreak2": "wins"}, Message("Tie-break named twice: {c}.")),
    ],
)
def test_what_cannot_be_announced_is_refused_and_kept_on_the_form(
    anna: Any, fields: dict[str, str], words: Message
) -> None:
    answer = anna.post("/hall", **{"name": "Trofeo", "place": "Livorno", "what2": "Cena", **fields})
    assert answer.status_code == 422
    assert shows(said(answer), words)
    assert 'value="Livorno"' in answer.text
    assert 'value="Cena"' in answer.text


def test_the_dutch_system_says_what_it_needs(anna: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(announcement, "find_spec", lambda _name: None)
    assert shows(said(anna.get("/hall/new")), "{name}: py4swiss is missing here")
    answer = anna.post("/hall", name="Trofeo", system="dutch")
    assert answer.status_code == 422
    assert shows(
        said(answer),
        "The Dutch system needs the library py4swiss, which is not here: install 'damiera[dutch]'.",
    )


def test_two_arbiters_who_change_the_same_event_lose_nothing(anna: Any) -> None:
    event = opened(anna, place="Livorno")
    seen = anna.get(f"{event}/settings").text.partition('name="seen" value="')[2].partition('"')[0]
    first = {"name": "Trofeo", "rounds": "3", "place": "Pisa", "seen": seen}
    assert anna.post(f"{event}/settings", **first).status_code == 303
    second = {**first, "place": "Lucca", "prizes": "Una coppa"}
    answer = anna.post(f"{event}/settings", **second)
    assert answer.status_code == 409
    text = said(answer)
    assert words_of("What you wrote is still below. This is different now:") in text
    assert "Place Pisa Lucca" in text
    assert "Prizes – Una coppa" in text
    seen = answer.text.partition('name="seen" value="')[2].partition('"')[0]
    assert anna.post(f"{event}/settings", **{**second, "seen": seen}).status_code == 303
    assert "Lucca" in anna.get(f"{event}/settings").text


def test_what_is_folded_says_what_is_chosen_and_opens_where_it_is_refused(anna: Any) -> None:
    def folds(html: str) -> dict[str, tuple[bool, str]]:
        found = re.findall(
            r'<details data-fold="(\w+)"( open)?>.*?data-usual="[^"]*">([^<]*)</span>', html, re.S
        )
        return {name: (bool(is_open), unescape(told)) for name, is_open, told in found}

    fresh = folds(anna.get("/hall/new").text)
    assert list(fresh) == ["openings", "points", "kinds", "apart", "tiebreaks", "prizes"]
    assert not any(is_open for is_open, _ in fresh.values())
    assert (fresh["openings"][1], fresh["kinds"][1], fresh["tiebreaks"][1]) == ("free", "", "the usual")
    fields = {"name": "Trofeo", "rounds": "5", "deck": "it-2m-43", "seed": "Livorno", "medals": "yes"}
    refused = anna.post(
        "/hall", **fields, tiebreak1="quotient2", tiebreak2="nonsense", boards="4", class_men="yes"
    )
    assert refused.status_code == 422
    told = folds(refused.text)
    assert told["tiebreaks"] == (True, "Second quotient (Q2)")
    assert told["openings"] == (
        False,
        f"{words_of('Italian, two moves: 43')} · {words_of('Seed of the lots')}: Livorno",
    )
    assert told["kinds"] == (False, (words_of("Boards of a team") + ": 4"))
    assert told["prizes"] == (False, ("Men · " + words_of("A medal for everybody")))
    assert 'value="Livorno"' in refused.text
    for field, fold in (("elo_weight", "tiebreaks"), ("weak_rounds", "apart"), ("under", "prizes")):
        answer = anna.post("/hall", **fields, **{field: "many"})
        assert answer.status_code == 422
        assert [name for name, (is_open, _) in folds(answer.text).items() if is_open] == [fold]
