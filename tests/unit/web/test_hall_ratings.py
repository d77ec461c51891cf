"""The ratings' page, the files it gives, a commission's decisions; the check of what was brought in."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.unit.web.hallkit import NAMES, filled, paired, report, said
from tests.wording import shows, words_of

LEAGUE = "Nome;Elo;Categoria\n" + "\n".join(f"{name};{2195 - n};R" for n, name in enumerate(NAMES))


def played(person: Any, **facts: str) -> str:
    event = filled(person, LEAGUE, **{"starts": "2019-05-01", "ends": "2019-05-01", **facts})
    person.post(f"{event}/pair", round="1")
    for board in ("1", "2", "3"):
        report(person, event, 1, board, "win")
    return event


def test_elo_rubele_line_by_line_with_what_is_not_the_federations(anna: Any) -> None:
    event = played(anna)
    page = said(anna.get(f"{event}/ratings"))
    assert shows(
        page,
        "Beware: these tables are NOT federation values but ours, until somebody fills them in: {slots}.",
    )
    assert "Nazionale" in page or "National" in page  # a promotion: 2195 + 15 over our threshold of 2200
    assert words_of("the threshold is not a federation value") in page
    opened = said(anna.get(f"{event}/ratings?row=1"))
    assert words_of("CI, initial capital") + " 2195" in opened
    assert words_of("Points made less expected") in opened
    assert words_of("NOT a federation value") in opened
    assert "± Elo" in said(anna.get(f"{event}/standings"))
    assert "provisional tables" in said(anna.get(f"{event}/standings"))


def test_the_edition_is_that_of_the_day_or_the_one_asked_for(anna: Any) -> None:
    event = played(anna)
    assert '<option value="fid.elo-rubele.2008" selected' in anna.get(f"{event}/ratings").text
    later = anna.get(f"{event}/ratings?edition=fid.elo-rubele.2021").text
    assert '<option value="fid.elo-rubele.2021" selected' in later
    old = played(anna, starts="1980-05-01", ends="1980-05-01")
    assert "1980-05-01" in said(anna.get(f"{old}/ratings"))
    assert anna.get(f"{old}/ratings?edition=fid.elo-rubele.1994").status_code == 200
    assert anna.get(f"{old}/standings").status_code == 200
    assert shows(
        said(anna.get(f"{event}/ratings?edition=none")),
        "There is no edition of Elo-Rubele for '{asked}'. There are: {known}.",
    )


@pytest.mark.parametrize(("by", "words"), [("fide", "FIDE table"), ("glicko", "uncertainty")])
def test_the_alternatives_for_clubs(anna: Any, by: str, words: str) -> None:
    event = played(anna)
    page = said(anna.get(f"{event}/ratings?by={by}&row=1"))
    assert words in page
    assert NAMES[0] in page
    assert not shows(
        page,
        "Beware: these tables are NOT federation values but ours, until somebody fills them in: {slots}.",
    )
    assert anna.get(f"{event}/ratings?by=fide&k=40&row=1").text.count('class="sum"') == 1


def test_files_for_the_federation(server: Any) -> None:
    anna, stranger = server.person("en"), server.person("en")
    event = played(anna)
    for what, words in (
        ("report.csv", "CF"), ("promotions.csv", "Threshold"), ("list.csv", "Elo"), ("board.csv", NAMES[0]),
    ):  # fmt: skip
        answer = anna.get(f"{event}/ratings/{what}")
        assert answer.status_code == 200
        assert words in answer.text
        assert stranger.get(f"{event}/ratings/{what}").status_code == 403
    data = json.loads(anna.get(f"{event}/ratings/report.json").text)
    assert len(data["players"]) == 6
    assert data["edition"] == "fid.elo-rubele.2008"
    assert anna.get(f"{event}/ratings/nothing.csv").status_code == 404
    assert stranger.get(f"{event}/ratings").status_code == 403


@pytest.mark.slow
def test_a_commission_lets_a_player_gain_with_author_and_reason(anna: Any) -> None:
    event = played(anna)
    winner = next(n for n in range(1, 7) if f"{NAMES[n - 1]}" in said(anna.get(f"{event}/standings"))[:900])
    anna.post(f"{event}/players/{winner}", do="status", change="withdrawn", **{"from": "2"})
    assert words_of("They gain no Elo, unless the commission decides otherwise.") in said(
        anna.get(f"{event}/ratings")
    )
    assert "no gain" in said(anna.get(f"{event}/ratings"))
    fields = {"player": str(winner), "author": "CTF", "reason": " "}
    refused = anna.post(f"{event}/ratings/override", **fields)
    assert refused.status_code == 422
    assert words_of("Write who decided, and why.") in said(refused)
    assert 'value="CTF"' in refused.text
    assert anna.post(f"{event}/ratings/override", **{**fields, "reason": "malattia"}).status_code == 303
    assert words_of("Gain allowed by %(who)s: %(why)s", who="CTF", why="malattia") in said(
        anna.get(f"{event}/ratings")
    )
    assert words_of("Elo, a decision on {player}: {author}", player="Rossi Anna", author="CTF") in said(
        anna.get(f"{event}/log")
    )
    assert anna.post(f"{event}/ratings/override", player=str(winner), do="lift").status_code == 303
    assert words_of("They gain no Elo, unless the commission decides otherwise.") in said(
        anna.get(f"{event}/ratings")
    )


def test_tables_of_ones_own_take_the_place_of_ours(anna: Any) -> None:
    event = played(anna)
    wrong = anna.post(f"{event}/ratings/slots", slots="[slot.floor]\nvalue = -1")
    assert wrong.status_code == 422
    assert "slot.floor.value" in said(wrong)
    own = "[slot.coefficients]\nvalue = [[0, 100]]\nsource = 'Table 17'"
    assert anna.post(f"{event}/ratings/slots", slots=own).status_code == 303
    page = anna.get(f"{event}/ratings?row=1")
    assert words_of("from a table of yours") in said(page)
    assert "Table 17" in page.text
    assert anna.post(f"{event}/ratings/slots", slots="").status_code == 303
    assert words_of("from a table of yours") not in said(anna.get(f"{event}/ratings?row=1"))


def test_the_check_speaks_of_every_round_and_of_what_is_brought_in(anna: Any) -> None:
    event = paired(anna, 2)
    page = said(anna.get(f"{event}/check"))
    assert page.count(words_of("Nothing to remark.")) == 2
    trf = anna.get(f"{event}/event.trf").content
    sent = {"file": ("event.trf", trf, "text/plain")}
    answer = anna.http.post("/hall/import", files=sent, headers={"Origin": anna.base})
    assert answer.status_code == 303
    assert ("Brought in: 6 players. " + words_of("The check found nothing against the rules.")) in said(
        anna.get(answer.headers["location"])
    )


def test_the_check_names_what_is_against_the_rules(anna: Any) -> None:
    event = filled(anna)
    for number, pairs in (("1", "1 2\n3 4\n5 6"), ("2", "2 1\n3 5\n4 6")):
        assert anna.post(f"{event}/hand", round=number, pairs=pairs, reason="prova").status_code == 303
        for board in ("1", "2", "3"):
            report(anna, event, int(number), board, "draw")
    page = said(anna.get(f"{event}/check"))
    met = words_of("{a} and {b} have already met.", a="Bianchi Bruno (2)", b="Rossi Anna (1)")
    assert f"{words_of('Against the rules:')} {met}" in page
