"""The rating office: events of this server and of files counted, corrected, published, counted again."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx

from tests.unit.paper.paper_reader import pages_of, said_on
from tests.unit.web.hallkit import NAMES, filled, report, said
from tests.unit.web.test_federation import bring
from tests.wording import shows, words_of

OPENING = "Tessera;Nome;Elo;Cat\n" + "\n".join(f"U{n};{name};{2190 - n};R" for n, name in enumerate(NAMES))
LIVORNO = Path(__file__).parents[3] / "docs" / "examples" / "livorno.trf"


def act(who: Any, file: Path | None = None, /, **fields: str) -> httpx.Response:
    """Do something in the office."""
    files = (
        {"file": (file.name, file.read_bytes(), "text/plain")} if file else {"file": ("", b"", "text/plain")}
    )
    answer: httpx.Response = who.http.post(
        "/federation/ratings", data={"me": "Elena", **fields}, files=files, headers={"Origin": who.base}
    )
    return answer


def lines(who: Any, address: str) -> dict[str, int]:
    """Return the ratings of a published list, by name."""
    data = who.get(f"{address}.json").json()
    return {line["name"]: line["rating"] for line in data["lines"]}


def test_a_year_of_the_office(server: Any) -> None:
    anna = server.person("en")
    assert bring(anna, OPENING, name="Elenco", day="2026-01-01", opens="yes").status_code == 200
    event = filled(anna, "Nome\n" + "\n".join(NAMES), rounds="1", starts="2026-05-01", ends="2026-05-02")
    anna.post(f"{event}/pair", round="1")
    for board in "123":
        report(anna, event, 1, board, "win")
    first = act(anna, do="publish", name="May", discipline="italian", day="2026-05-01").headers["location"]
    assert lines(anna, first) == {name: 2190 - n for n, name in enumerate(NAMES)}
    counted = act(anna, do="count", event=event.rpartition("/")[2]).headers["location"]
    page = said(anna.get(counted))
    played = server.parts.tournaments.load(event.rpartition("/")[2]).event
    winner = played.player(played.games[0].white).name
    points = (
        2190 - NAMES.index(winner) + 40
    )  # three points apart: 30 x (2 - 1.003) or 30 x (2 - 0.997), and 10
    promoted = words_of(
        "{who} is promoted to {category}: {final} points, threshold {threshold}.",
        who=winner,
        category="National",
        final=points,
        threshold=2200,
    )
    assert promoted in page
    assert words_of("NOT a federation value") in page
    # a promotion is the archive's at once: in its game, since the day of the event, by its name
    own = re.search(rf'href="(/federation/people/[^"]+)">{winner}<', anna.get("/federation").text)
    assert own
    since = words_of("since %(day)s: %(source)s", day="2 May 2026", source="")
    assert re.search(rf"National · Italian.* {since}", said(anna.get(own[1])))
    [offered] = anna.get(f"{event}/players/find?q={winner}").json()
    assert (offered["category"], offered["cat"]) == ("nazionale", "N")
    again = act(anna, do="count", event=event.rpartition("/")[2])
    assert again.status_code == 409
    second = act(anna, do="publish", name="June", discipline="italian", day="2026-06-01").headers["location"]
    before = lines(anna, second)
    assert before[winner] == points
    # what is published is what the archive knows: on a person's page, and where players are entered
    person = re.search(rf'href="(/federation/people/[^"]+)">{winner}<', anna.get(second).text)
    assert person
    course = said(anna.get(person[1]))
    assert re.search(rf"{points} .*June .*{2190 - NAMES.index(winner)} .*May ", course), course
    [offered] = anna.get(f"{event}/players/find?q={winner}").json()
    assert offered["elo"] == str(points)

    assert lines(anna, first) == {name: 2190 - n for n, name in enumerate(NAMES)}
    same = words_of("Counted again from what was told then, the list is the same.")
    assert same in said(anna.get(first))
    corrected = {"discipline": "italian", "day": "2026-02-01", "rating": "3000", "reason": "misread"}
    nobody = act(anna, do="correct", person="Nemo 77", **corrected)
    assert nobody.status_code == 422
    assert words_of("Nobody in the archive has this card, name or address.") in said(nobody)
    assert act(anna, do="correct", person=NAMES[1].lower(), **corrected).status_code == 303
    assert "Elena: misread" in said(anna.get("/federation/ratings"))
    report(anna, event, 1, "1", "loss", reason="slip")
    renewed = act(anna, do="again", seq=counted.rpartition("/")[2]).headers["location"]
    assert renewed != counted
    assert anna.get(counted).status_code == 404
    now = said(anna.get(second))
    assert same in now
    pair = {played.player(n).name for n in (played.games[0].white, played.games[0].black)}
    others = len(pair) if NAMES[1] in pair else len(pair) + 2  # of the slip, of the correction
    assert words_of("%(n)s rating of that day is another one now", n=others) in now
    assert lines(anna, second) == before

    refused = act(anna, do="drop", seq=renewed.rpartition("/")[2], reason="")
    assert words_of("Write the reason.") in said(refused)
    act(anna, do="drop", seq=renewed.rpartition("/")[2], reason="not rated")
    third = act(anna, do="publish", name="July", discipline="italian", day="2026-07-01").headers["location"]
    assert lines(anna, third)[winner] in (2190 - NAMES.index(winner), 3000)
    assert server.parts.register.proved() is None


def test_an_event_of_a_file_is_counted_and_its_players_become_candidates(server: Any) -> None:
    anna = server.person("en")
    answer = act(anna, LIVORNO, do="file", discipline="italian", day="2022-05-01")
    assert answer.status_code == 303, said(answer)
    page = anna.get(answer.headers["location"])
    assert "Rossi Mario" in said(page)
    assert 'value="again"' not in page.text
    assert re.search("2021", said(page))
    twice = act(anna, LIVORNO, do="file", discipline="italian", day="2022-05-01")
    assert twice.status_code == 409


def test_what_is_wrong_is_told_and_nothing_is_written(server: Any) -> None:
    anna = server.person("en")
    before = len(server.parts.register.acts())
    for fields, wanted in (
        (
            {"do": "publish", "discipline": "italian", "day": "1990-01-01"},
            "Nobody has a rating in this game on that day.",
        ),
        ({"do": "publish", "discipline": "chess", "day": "2026-01-01"}, "There is no such game."),
        ({"do": "file"}, "Choose a file."),
        ({"do": "fly"}, "I do not know what to do."),
    ):
        answer = act(anna, **fields)
        assert (answer.status_code, words_of(wanted) in said(answer)) == (422, True), wanted
    assert len(server.parts.register.acts()) == before


def test_a_list_is_printed_with_everybody_in_it(server: Any) -> None:
    anna = server.person("en")
    table = "Tessera;Nome;Elo;Cat\n" + "\n".join(
        f"W{n};Givenname Surname{n};{3000 - n};R" for n in range(120)
    )
    assert bring(anna, table, name="Elenco lungo", day="2031-01-01", opens="yes").status_code == 200
    address = act(anna, do="publish", name="Elenco", discipline="italian", day="2031-01-02").headers[
        "location"
    ]
    answer = anna.get(f"{address}.pdf")
    assert answer.headers["content-type"] == "application/pdf"
    pages = pages_of(answer.content)
    printed = said_on(pages)
    held = anna.get(f"{address}.json").json()["lines"]
    assert len(held) >= 120
    assert all(line["name"] in printed and str(line["rating"]) in printed for line in held)
    for page in pages:
        assert "Player" in page.text
        assert min(word.base for word in page.words) > 20


def table_form(who: Any, **fields: str) -> httpx.Response:
    """Send the form of a table."""
    answer: httpx.Response = who.post("/federation/ratings/tables", **{"me": "Elena", **fields})
    return answer


def test_a_table_of_the_office_has_its_author_and_its_day(server: Any) -> None:
    anna = server.person("en")
    before = said(anna.get("/federation/ratings/tables?day=2033-01-01"))
    assert words_of("NOT a federation value") in before
    answer = table_form(anna, slot="floor", value="250", source="Circular 3", day="2032-06-01")
    assert answer.status_code == 303
    assert answer.headers["location"].endswith("day=2032-06-01#slot-floor")
    after = anna.get("/federation/ratings/tables?day=2033-01-01")
    card = after.text[after.text.index('id="slot-floor"') :].partition("</section>")[0]
    assert ">250</p>" in card
    assert "Circular 3" in card
    assert words_of("from a table of yours") in card
    assert "1 Jun 2032" in card
    early = anna.get("/federation/ratings/tables?day=2032-05-31").text
    assert "Circular 3" not in early
    table_form(anna, slot="weight", value="50", source="", day="2032-07-01")
    both = anna.get("/federation/ratings/tables?day=2033-01-01").text
    assert "1 Jun 2032" in both[both.index('id="slot-floor"') :].partition("</section>")[0]
    assert "1 Jul 2032" in both[both.index('id="slot-weight"') :].partition("</section>")[0]
    assert table_form(anna, slot="floor", do="away", day="2032-08-01").status_code == 303
    again = anna.get("/federation/ratings/tables?day=2033-01-01").text
    assert "Circular 3" not in again
    assert "1 Jul 2032" in again


def test_a_table_counts_the_events_from_its_day_on(server: Any, tmp_path: Path) -> None:
    anna, file = server.person("en"), tmp_path / "another.trf"
    told = LIVORNO.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join("012 Another" if line.startswith("012") else line for line in told) + "\n")
    counted = act(anna, file, do="file", day="2034-03-01", discipline="italian").headers["location"]
    table_form(anna, slot="weight", do="away", day="2034-03-01")
    before = anna.get(counted).text
    table_form(anna, slot="weight", value="10", source="Letter", day="2034-03-01")
    assert anna.get(counted).text != before
    table_form(anna, slot="weight", do="away", day="2034-03-01")
    assert anna.get(counted).text == before


def test_a_table_that_does_not_fit_is_refused_and_kept_in_its_form(server: Any) -> None:
    anna = server.person("en")
    for slot, value, day in (
        ("floor", "-5", "2035-01-01"),
        ("floor", "five", "2035-01-01"),
        ("floor", "1\n[slot.weight]\nvalue = 2", "2035-01-01"),
        ("floor", "2035-01-01", "2035-01-01"),
        ("floor", "[" * 2000, "2035-01-01"),
        ("floor", "", "2035-01-01"),
        ("coefficients", "[[5, 40]]", "2035-01-01"),
        ("nothing", "1", "2035-01-01"),
        ("floor", "250", "yesterday"),
        ("floor", "250", "1900-01-01"),
    ):
        answer = table_form(anna, slot=slot, value=value, source="", day=day)
        assert answer.status_code == 422, (slot, value, day)
        assert 'role="alert"' in answer.text
        if slot == "floor" and value and "\n" not in value:
            assert f">{value}</textarea>" in answer.text
    assert anna.get("/federation/ratings/tables?day=never").status_code == 422
    assert anna.get("/federation/ratings/tables?day=1900-01-01").status_code == 422


def test_an_event_counted_before_it_is_over_says_which_games_are_not_in(server: Any) -> None:
    anna = server.person("en")
    event = filled(anna, "Nome;Elo\nQuirino Uno;2000\nQuirino Due;1990", rounds="1", ends="2026-05-09")
    anna.post(f"{event}/pair", round="1")
    counted = act(anna, do="count", event=event.rpartition("/")[2]).headers["location"]
    told = "%(n)s game had no result when this was counted: count it anew once the event is over."
    assert shows(said(anna.get(counted)), told, n=1)
    report(anna, event, 1, "1", "win")
    again = act(anna, do="again", seq=counted.rpartition("/")[2]).headers["location"]
    assert not shows(said(anna.get(again)), told)
