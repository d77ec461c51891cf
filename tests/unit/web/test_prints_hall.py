"""Prints of an event in the browser: the page that offers them, its options, who may ask for what."""

from __future__ import annotations

import re
from typing import Any

import pytest

from damiera.messages import languages
from damiera.paper.prints import KINDS
from damiera.web.tournament.routes import prints
from damiera.web.tournament.routes.prints import PUBLIC
from tests.unit.paper.paper_reader import pages_of, said_on
from tests.unit.web.hallkit import opened, paired, report, said
from tests.wording import shows, words_of

IMAGE = b"/Subtype /Image"
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 50"><circle cx="45" cy="25" r="20"/></svg>'


def on_paper(person: Any, event: str, what: str, query: str = "") -> str:
    """Return what stands on a print."""
    answer = person.get(f"{event}/print/{what}.pdf{query}")
    assert answer.status_code == 200, said(answer)
    assert answer.headers["content-type"] == "application/pdf"
    return said_on(pages_of(answer.content))


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["it", "en"])
def test_the_page_offers_every_print(server: Any, lang: str) -> None:
    person = server.person(lang)
    event = paired(person, 2)
    html = person.get(f"{event}/print?round=1").text
    offered = re.findall(rf'formaction="{event}/print/(\w+)\.pdf"', html)
    assert sorted(offered) == sorted(KINDS)
    assert '<option value="1" selected>1</option>' in html
    assert "disabled" not in html
    assert f'href="{event}/print"' in person.get(f"{event}/players").text
    assert f'href="{event}/print?round=2"' in person.get(event).text


def test_what_should_be_known_before_printing_is_said(anna: Any) -> None:
    event = opened(anna)
    assert anna.post(f"{event}/players/import", list="Nome\nRossi 𒀀\nČížek").status_code == 303
    html = said(anna.get(f"{event}/print"))
    assert shows(
        html,
        "No codes to be scanned are printed: phones cannot reach {address}. Let the house in first.",
    )
    assert "Rossi 𒀀 (U+12000)" in html
    assert "Čížek (" not in html


def test_before_the_first_round_only_lists(anna: Any) -> None:
    event = opened(anna)
    html = anna.get(f"{event}/print").text
    disabled = re.findall(r"print/(\w+)\.pdf\"[^>]* disabled", html)
    assert disabled == ["pairings", "names", "cards", "slips", "sheets"]
    assert "Entry form" in on_paper(anna, event, "form")
    answer = anna.get(f"{event}/print/entries.pdf")
    assert answer.status_code == 422
    assert shows(said(answer), "No player has entered: there is nothing to print.")


@pytest.mark.slow
@pytest.mark.parametrize("what", KINDS)
def test_personal_facts_are_for_arbiters(server: Any, what: str) -> None:
    owner, stranger = server.person("en"), server.person("en")
    event = paired(owner)
    assert owner.get(f"{event}/print/{what}.pdf").status_code == 200
    answer = stranger.get(f"{event}/print/{what}.pdf")
    assert answer.status_code == (200 if what in PUBLIC else 403)
    if what not in PUBLIC:
        assert shows(
            said(answer),
            "This print is for the arbiters of the event.",
        )


def test_a_logo_is_kept_with_the_event_printed_and_taken_away(anna: Any, server: Any) -> None:
    event = paired(anna)
    assert anna.get(f"{event}/logo.png").status_code == 404
    bare = anna.get(f"{event}/print/certificates.pdf").content
    answer = anna.http.post(f"{event}/print", files={"file": ("mark.svg", SVG)})
    assert answer.status_code == 303, said(answer)
    shown = server.person("en").get(f"{event}/logo.png")
    assert (shown.status_code, shown.headers["content-type"]) == (200, "image/png")
    assert f'src="{event}/logo.png' in anna.get(f"{event}/print").text
    marked = anna.get(f"{event}/print/certificates.pdf").content
    assert bare.count(IMAGE) + 1 == marked.count(IMAGE)
    assert shows(said(anna.get(f"{event}/log")), "Logo on the prints")
    whole = anna.get(f"{event}/event.damiera").content
    again = anna.http.post("/hall/import", files={"file": ("e.damiera", whole)}).headers["location"]
    assert anna.get(f"{again}/logo.png").content == shown.content
    assert anna.http.post(f"{event}/print", data={"do": "remove"}).status_code == 303
    assert anna.get(f"{event}/logo.png").status_code == 404


@pytest.mark.parametrize("data", [b"", b"GIF89a", b"<svg><", b"<svg xmlns='http://www.w3.org/2000/svg'/>"])
def test_a_file_that_is_no_logo_is_refused_and_the_old_one_stays(anna: Any, data: bytes) -> None:
    event = opened(anna)
    assert anna.http.post(f"{event}/print", files={"file": ("a.svg", SVG)}).status_code == 303
    kept = anna.get(f"{event}/logo.png").content
    answer = anna.http.post(f"{event}/print", files={"file": ("b.svg", data)})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert anna.get(f"{event}/logo.png").content == kept


def test_a_file_too_large_for_a_logo_is_refused(anna: Any) -> None:
    event = opened(anna)
    answer = anna.http.post(f"{event}/print", files={"file": ("a.png", bytes(3 * 1024 * 1024))})
    assert answer.status_code == 413


def test_every_language_of_the_program_can_be_printed(anna: Any) -> None:
    event = paired(anna)
    html = anna.get(f"{event}/print").text
    for tag in languages():
        assert f'<option value="{tag}"' in html
    assert "Ronde 1" in on_paper(anna, event, "pairings", "?lang=fr")


def test_strangers_have_no_page_of_prints(server: Any) -> None:
    event = paired(server.person("en"))
    assert server.person("en").get(f"{event}/print").status_code == 403


@pytest.mark.slow
def test_what_is_chosen_is_printed(anna: Any) -> None:
    event = paired(anna, 2, deck="it-2m-43", seed="Livorno")
    text = on_paper(anna, event, "pairings", "?round=1&time=16%3A15&lang=it&paper=A3")
    assert "Turno 1" in text
    assert "16:15" in text
    assert "seme Livorno" in text
    page = pages_of(anna.get(f"{event}/print/pairings.pdf?paper=A3").content)[0]
    assert round(page.tall) == 1191
    prizes = on_paper(anna, event, "prizes", "?money=500%2C+300&share=equal&medals=no&places=2&round=1")
    assert prizes.count("266.66") == 3, "the three who won part 800 euro"
    assert "gold" not in prizes
    assert "3rd place" not in prizes
    assert "Italian draughts" in on_paper(anna, event, "certificates", "?top=1")


def test_an_empty_form_prints_what_is_usual(anna: Any) -> None:
    event = paired(anna)
    query = "?round=&lang=&paper=&time=&places=&money=&share=&medals=&top="
    assert "1st place" in on_paper(anna, event, "prizes", query)


def test_announced_prizes_and_exclusion_are_printed(anna: Any) -> None:
    facts = {
        "prizes": "First place: trophy and medal",
        "medals": "yes",
        "exclusion": "Hearing aids are not allowed.",
        "deadline": "2006-04-08T21:00",
        "prize_places": "2",
    }
    event = paired(anna, 1, **facts)
    text = on_paper(anna, event, "prizes")
    assert "First place: trophy and medal" in text
    assert "for everybody: 6" in text
    assert "3rd place" not in text
    form = on_paper(anna, event, "form")
    assert "Entries close: 8 April 2006, 21:00." in form
    assert "Hearing aids are not allowed." in form


@pytest.mark.slow
def test_a_slip_leads_to_its_result(anna: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    import segno

    coded: list[str] = []
    make = segno.make

    def spy(text: str, **how: Any) -> Any:
        coded.append(text)
        return make(text, **how)

    monkeypatch.setattr(segno, "make", spy)
    event = paired(anna)
    assert not shows(on_paper(anna, event, "pairings"), "Scan to follow the event.")
    on_paper(anna, event, "slips")
    assert coded == []  # phones cannot reach the address of this computer alone
    monkeypatch.setattr(prints, "is_reached", lambda server: True)
    on_paper(anna, event, "slips")
    assert {address.removeprefix(anna.base) for address in coded} == {f"{event}/public"}
    assert not shows(on_paper(anna, event, "pairings"), "Scan to follow the event and report your result.")
    assert anna.post(f"{event}/phones", do="reporting", on="yes").status_code == 303
    assert shows(on_paper(anna, event, "pairings"), "Scan to follow the event and report your result.")
    coded.clear()
    on_paper(anna, event, "slips")
    assert [address.removeprefix(anna.base) for address in coded] == [
        f"{event}/report?round=1&board={board}" for board in (1, 2, 3)
    ]
    assert all(anna.get(address.removeprefix(anna.base)).status_code in (200, 303) for address in coded)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("?round=7", 422),
        ("?round=one", 422),
        ("?money=5%2C-3", 422),
        ("?places=many", 422),
        ("?top=1e9", 422),
        ("?places=999", 200),
        ("?paper=A2&lang=fr&share=all", 200),
        (f"?time={'x' * 4000}", 200),
    ],
)
def test_bad_wishes(anna: Any, query: str, status: int) -> None:
    event = paired(anna)
    answer = anna.get(f"{event}/print/prizes.pdf{query}")
    assert answer.status_code == status
    if status == 422:
        assert shows(
            said(answer), "'{word}' is no number that fits here: write one of at least {least}."
        ) or shows(said(answer), "There is no round {n}: the event has {last}.", n=7)


@pytest.mark.slow
def test_an_unknown_print_is_not_there(anna: Any) -> None:
    event = paired(anna)
    assert anna.get(f"{event}/print/money.pdf").status_code == 404


@pytest.mark.slow
def test_each_board_has_its_own_opening_on_its_sheet(anna: Any) -> None:
    event = paired(anna, deck="it-2m-43", seed="Livorno", ballots="board")
    pages = pages_of(anna.get(f"{event}/print/sheets.pdf").content)
    openings = {" ".join(w.text for w in page.words if w.style == "I" and "-" in w.text) for page in pages}
    assert len(pages) == 3
    assert len(openings) == 3


@pytest.mark.slow
def test_of_teams_their_standing_is_printed(anna: Any) -> None:
    event = opened(anna, boards="2")
    table = "Nome;Elo\n" + "\n".join(f"Player {n};{2000 - n}" for n in range(1, 7))
    assert anna.post(f"{event}/players/import", list=table).status_code == 303
    for n, team in enumerate(("Team A", "Team B", "Team C")):
        seats = {"seat1": str(2 * n + 1), "seat2": str(2 * n + 2)}
        assert anna.post(f"{event}/teams", do="put", name=team, **seats).status_code == 303
    assert anna.post(f"{event}/pair", round="1").status_code == 303
    for what in ("standings", "crosstable", "prizes", "certificates"):
        text = on_paper(anna, event, what)
        assert "Team B" in text
        assert ("Player 3" in text) is (what == "certificates")  # that one names who sat at its boards
    assert "Player 3" in on_paper(anna, event, "pairings") + on_paper(anna, event, "entries")


@pytest.mark.slow
def test_a_knockout_has_points_once_and_no_quotients(anna: Any) -> None:
    for system, heading in (("knockout", False), ("optimal", True)):
        event = opened(anna, system=system, rounds="0" if system == "knockout" else "3")
        table = "Nome;Elo\nUno;4\nDue;3\nTre;2\nQuattro;1"
        assert anna.post(f"{event}/players/import", list=table).status_code == 303
        assert anna.post(f"{event}/pair", round="1").status_code == 303
        assert ("Points, quotients" in on_paper(anna, event, "standings")) is heading
        assert (shows(on_paper(anna, event, "standings"), "Rounds without a game: {rule}.")) is heading
        assert words_of("the opponent's {name}", name="line") in on_paper(anna, event, "crosstable")


@pytest.mark.slow
def test_a_play_off_is_asked_for_when_all_rounds_are_played(anna: Any) -> None:
    event = opened(anna, system="round-robin", rounds="0")
    anna.post(f"{event}/players/import", list="Nome;Elo\nUno;4\nDue;3\nTre;2\nQuattro;1")
    for number in (1, 2, 3):
        assert anna.post(f"{event}/pair", round=str(number)).status_code == 303
        for board in ("1", "2"):
            assert not shows(on_paper(anna, event, "standings"), "A play-off is needed between {who}.")
            report(anna, event, number, board, "draw")
    assert shows(on_paper(anna, event, "standings"), "A play-off is needed between {who}.")
    assert shows(on_paper(anna, event, "crosstable"), "A play-off is needed between {who}.")


def test_certificates_have_a_line_of_ones_own_and_say_where_they_are_signed(anna: Any) -> None:
    event = paired(anna, 2, place="Palermo", starts="2006-04-24", ends="2006-04-25")
    assert 'value="Palermo, 25 April 2006"' in anna.get(f"{event}/print").text
    text = on_paper(anna, event, "certificates", "?line=Champion+of+Italy&top=1")
    assert "Champion of Italy" in text
    assert "Palermo, 25 April 2006" in text
    assert "Roma, 1 May" in on_paper(anna, event, "certificates", "?signed=Roma,+1+May")
