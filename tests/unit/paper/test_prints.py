"""Prints: what stands on each, in both languages, whatever happened in the event."""

from __future__ import annotations

import sys
from datetime import date, datetime
from typing import Any

import pytest

from damiera.game.openings.drawing import draw
from damiera.paper.pictures import PictureError
from damiera.paper.prints import KINDS, Ballot, PrintError, pdf, title_of, unprintable
from damiera.tournament.model import (
    Change,
    Event,
    Game,
    Kind,
    Mark,
    Player,
    Round,
    Settings,
    Status,
    System,
    Team,
)
from tests.unit.paper.paper_reader import Word, pages_of, said_on

WIN, DRAW, LOSS = Mark.WIN, Mark.DRAW, Mark.LOSS
WHEN = datetime(2026, 11, 21, 15, 58)
PEOPLE = (
    Player(1, "Rossi Anna", 4900, "maestro", "ASD Livorno", "LI", "f", "1980", "A1"),
    Player(2, "Bianchi Luca", 4700, "nazionale", "CD Aosta", "AO", "m", "1975", "A2"),
    Player(3, "D'Angelo (Nicolò)", 4500, "maestro", "ASD Livorno", "LI", "m", "2001", "A3"),
    Player(4, "Иванов Пётр", 4300, "regionale", "CD Aosta", "AO", "m", "1990", "A4"),
    Player(5, "Čížek Jan", 4100, "", "", "", "m", "1960", "A5"),
)
ROUNDS = (
    Round(1, (Game(1, 1, 1, 4, WIN, LOSS), Game(1, 2, 2, 3, DRAW, DRAW), Game(1, 3, 5, None, kind=Kind.BYE))),
    Round(2, (Game(2, 1, 5, 1, LOSS, WIN, Kind.FORFEIT), Game(2, 2, 3, 4, WIN, LOSS))),
    Round(3, (Game(3, 1, 1, 3), Game(3, 2, 4, 2))),
)
EVENT = Event(
    name="Trofeo di prova",
    players=PEOPLE,
    rounds=ROUNDS,
    settings=Settings(rounds=3),
    statuses=(Status(5, Change.WITHDRAWN, 3),),
    place="Livorno",
    starts=date(2026, 11, 20),
    ends=date(2026, 11, 21),
    dates=(date(2026, 11, 20), date(2026, 11, 20), date(2026, 11, 21)),
    time_control="30 min + 10 s",
    arbiter="Giuseppe Verdi",
)
NAMES = ("Rossi Anna", "Bianchi Luca", "D'Angelo (Nicolò)", "Ivanov Pyotr", "Cízek Jan")


def text_of(what: str, lang: Any = "it", event: Event = EVENT, **asked: Any) -> str:
    return said_on(pages_of(pdf(event, what, lang, printed=WHEN, **asked)))


def words_of(what: str, event: Event = EVENT, **asked: Any) -> list[Word]:
    return [word for page in pages_of(pdf(event, what, **asked)) for word in page.words]


@pytest.mark.parametrize("lang", ["it", "en"])
@pytest.mark.parametrize("what", KINDS)
def test_every_page_tells_event_day_round_and_its_number(what: str, lang: Any) -> None:
    pages = pages_of(pdf(EVENT, what, lang, printed=WHEN))
    assert pages
    for number, page in enumerate(pages, 1):
        assert "Trofeo di prova" in page.text
        assert "novembre 2026" in page.text or "November 2026" in page.text
        of = f"pagina {number} di {len(pages)}" if lang == "it" else f"page {number} of {len(pages)}"
        assert of in page.text
        lowered = page.text.lower()
        if what in ("entries", "form"):
            assert ("3 turni" if lang == "it" else "3 rounds") in lowered
        elif what == "sheets":
            assert "turno 3" in lowered if lang == "it" else "round 3" in lowered
        else:
            assert ("turno 3" if lang == "it" else "round 3") in lowered


@pytest.mark.parametrize("what", ["entries", "names", "standings", "crosstable", "ratings", "certificates"])
def test_everybody_is_on_the_list(what: str) -> None:
    said = text_of(what)
    for name in NAMES:
        assert name in said


def test_pairings_for_the_wall_are_large_and_tell_time_and_points() -> None:
    words = words_of("pairings", time="16:15")
    large = [w for w in words if w.style == "B" and w.size >= 20]
    said = " ".join(w.text for w in large)
    for name in NAMES[:4]:
        assert name in said
    assert "16:15" in said
    assert {"4-3", "0-1"} <= {w.text for w in words}, "the points before the round"


def test_pairings_tell_who_does_not_play_and_why() -> None:
    assert "Cízek Jan (ritirato)" in text_of("pairings")
    assert "Cízek Jan (withdrawn)" in text_of("pairings", "en")
    assert "riposa" in text_of("pairings", number=1)
    assert "bye" in text_of("names", "en", number=1)
    absent = Event(players=PEOPLE, rounds=ROUNDS, statuses=(Status(5, Change.ABSENT, 3, 3),))
    assert "Cízek Jan (assente)" in text_of("pairings", event=absent)


def test_the_wall_takes_a3() -> None:
    [page] = pages_of(pdf(EVENT, "pairings", paper="A3"))
    assert (round(page.wide), round(page.tall)) == (842, 1191)
    large = " ".join(w.text for w in page.words if w.style == "B" and w.size >= 28)
    assert all(name in large for name in NAMES[:4])
    [page] = pages_of(pdf(EVENT, "standings", paper="A3"))
    assert round(page.wide) == 595, "only lists for the wall are printed on A3"


def test_the_drawn_opening_is_on_the_wall_and_on_score_sheets() -> None:
    drawn = Ballot.of(draw("it-2m-43", "Livorno 2026", round=3))
    moves = " ".join(drawn.opening.moves)
    for what in ("pairings", "sheets"):
        said = text_of(what, drawn=drawn)
        assert moves in said
        assert "Livorno 2026" in said
    italics = [w.text for w in words_of("sheets", drawn=drawn) if w.style == "I"]
    assert [m for m in italics if m in drawn.opening.moves] == [*drawn.opening.moves] * 2
    other = Ballot.of(draw("it-2m-43", "Livorno 2026", round=4))
    sheets = pages_of(pdf(EVENT, "sheets", drawn={1: drawn, 2: other}))
    assert moves in sheets[0].text
    assert " ".join(other.opening.moves) in sheets[1].text


def test_score_sheets_have_room_for_sixty_moves_and_tell_who_begins() -> None:
    [page, _] = pages_of(pdf(EVENT, "sheets", "en"))
    numbers = [w.text for w in page.words if w.text.isdigit()]
    assert set(map(str, range(1, 61))) <= set(numbers)
    heads = [w.text for w in page.words if w.text in ("White", "Black") and w.style == "B"]
    assert heads == ["White", "Black"] * 2
    english = Event(players=PEOPLE, rounds=ROUNDS, game="english")
    heads = [w.text for w in words_of("sheets", english, lang="en") if w.text in ("White", "Black")]
    assert "Black" in heads


def test_slips_have_the_results_a_game_can_have() -> None:
    words = [w.text for w in words_of("slips")]
    assert [w for w in words if w in ("2-0", "1-1", "0-2")] == ["2-0", "1-1", "0-2"] * 2


def test_slips_carry_the_address_of_their_game(monkeypatch: pytest.MonkeyPatch) -> None:
    import segno

    coded: list[str] = []
    make = segno.make

    def spy(text: str, **how: Any) -> Any:
        coded.append(text)
        return make(text, **how)

    monkeypatch.setattr(segno, "make", spy)
    pdf(EVENT, "slips")
    assert coded == [], "a code that leads nowhere is none"
    pdf(EVENT, "slips", address="http://house/hall/x/public")
    assert coded == ["http://house/hall/x/public"] * 2
    coded.clear()
    pdf(EVENT, "slips", link=lambda game: f"http://house/r/{game.round}/{game.board}")
    assert coded == ["http://house/r/3/1", "http://house/r/3/2"]


def test_every_game_of_a_match_has_its_slip_but_one_board() -> None:
    games = tuple(Game(1, 1, *pair, leg=leg) for leg, pair in enumerate(((1, 2), (2, 1)), 1))
    match = Event(players=PEOPLE[:2], rounds=(Round(1, games),), settings=Settings(games=2))
    assert [w.text for w in words_of("pairings", match)].count("Rossi Anna") <= 2
    assert len(pages_of(pdf(match, "sheets"))) == 2
    assert "partita 2" in text_of("slips", event=match)


def test_standings_have_both_quotients_and_name_them() -> None:
    said = text_of("standings")
    assert "Q1 Q2" in said
    assert "primo quoziente" in said
    assert "(ritirato)" in said


def test_prizes_have_money_women_and_clubs() -> None:
    said = text_of("prizes", money=(500, 300, 150))
    for word in ("500", "300", "150", "1º posto", "Classifica femminile", "Classifica per società", "Firma"):
        assert word in said
    assert "2nd place" in text_of("prizes", "en")
    assert "Women" in text_of("prizes", "en")


def test_prizes_follow_what_was_announced() -> None:
    said = text_of("prizes", classified=("women", "under", "province"), under=30)
    assert "Classifica femminile" in said
    assert "meno di 30 anni" in said
    assert "Provincia AO" in said
    assert "Classifica maschile" not in said
    assert "Classifica per società" not in said
    assert said.index("Provincia AO") > said.index("meno di 30 anni")
    clubs = text_of("prizes", "en", classified=("club", "women", "men"), club_best=1)
    assert "Clubs, women" not in clubs, "only one club has women"
    assert "Clubs, men" in clubs


def test_categories_come_from_the_strongest() -> None:
    said = text_of("prizes", "en")
    assert said.index("Category Master") < said.index("Category National") < said.index("Category Regional")


def test_medals_are_for_the_first_three() -> None:
    words = [w.text for w in words_of("prizes", lang="en", places=4)]
    general = words[: words.index("Women")]
    assert [w for w in general if w in ("gold", "silver", "bronze")] == ["gold", "silver", "bronze"]
    assert "4th place" in general
    assert "gold" not in text_of("prizes", "en", medals=False)
    assert "medaglia ricordo a tutti i partecipanti: 5" in text_of("prizes", keepsakes=True)


def test_money_of_a_shared_place() -> None:
    players = tuple(Player(n, f"Player {n}", 2000) for n in range(1, 5))
    games = (Game(1, 1, 1, 2, DRAW, DRAW), Game(1, 2, 3, 4, DRAW, DRAW))
    level = Event(players=players, rounds=(Round(1, games),))
    parted = text_of("prizes", event=level, money=(200, 100, 50), share="equal")
    assert parted.count("87,50") == 4
    assert "in parti uguali" in parted
    in_order = text_of("prizes", event=level, money=(200, 100, 50))
    assert [word for word in in_order.split() if word in ("200", "100", "50")] == ["200", "100", "50"]
    assert "nessun posto è diviso" in in_order
    assert "87.50" in text_of("prizes", "en", event=level, money=(200, 100, 50), share="equal")


def test_certificates_name_medals_and_titles() -> None:
    pages = pages_of(pdf(EVENT, "certificates", "it"))
    assert "medaglia d'oro" in pages[0].text
    assert "1º posto, Classifica femminile" in pages[0].text
    first = pages_of(pdf(EVENT, "certificates", "it", top=1))
    assert 1 < len(first) < len(pages), "the best, and whoever is first elsewhere"
    assert "medaglia" not in said_on(pages_of(pdf(EVENT, "certificates", "it", medals=False)))


def test_the_entry_form_has_six_lines_and_needs_nobody() -> None:
    empty = Event(name="Campionato 2006", starts=date(2006, 4, 24), ends=date(2006, 4, 25))
    words = words_of("form", empty, deadline="8 aprile 2006, 21:00", exclusion="Apparecchi acustici vietati.")
    assert [w.text for w in words if w.text.isdigit()] == ["1", "2", "3", "4", "5", "6"]
    said = " ".join(w.text for w in words)
    for word in ("Società", "Cognome e nome", "Tessera", "Timbro", "Il presidente", "8 aprile 2006, 21:00"):
        assert word in said
    assert "Esclusione: Apparecchi acustici vietati." in said
    assert "Entry form" in text_of("form", "en", event=empty)


def test_a_team_event_ranks_teams_and_seats_players() -> None:
    teams = (Team(1, "Livorno", (1, 2)), Team(2, "Aosta", (3, 4)))
    games = tuple(Game(1, board, *pair, WIN, LOSS, match=1) for board, pair in enumerate(((1, 3), (4, 2)), 1))
    event = Event(players=PEOPLE[:4], teams=teams, rounds=(Round(1, games),), settings=Settings(boards=2))
    standings = text_of("standings", event=event)
    assert "Livorno" in standings
    assert "Rossi Anna" not in standings
    assert "Classifica a squadre" in text_of("prizes", event=event)
    walls = [w.text for w in words_of("pairings", event)]
    assert {"1.1", "1.2", "Rossi Anna", "1 Livorno - Aosta"} <= set(walls)
    assert sum("Livorno - Aosta" in word for word in walls) == 1
    assert "Squadra" in text_of("entries", event=event)
    assert "Giocatore" not in standings


def test_the_rating_report_goes_line_by_line() -> None:
    said = text_of("ratings")
    assert "I conti, riga per riga" in said
    assert "forfait" in said
    assert "NON sono valori federali" in said


def test_a_round_robin_is_a_square() -> None:
    robin = Event(players=PEOPLE, rounds=ROUNDS, settings=Settings(system=System.ROUND_ROBIN))
    assert [w.text for w in words_of("crosstable", robin)].count("#") == 5


def test_a_crosstable_too_wide_goes_on_its_side_and_then_onto_further_pages() -> None:
    def table(rounds: int) -> bytes:
        played = tuple(Round(n, (Game(n, 1, 1, 2, WIN, LOSS),)) for n in range(1, rounds + 1))
        return pdf(Event(players=PEOPLE[:2], rounds=played), "crosstable")

    [page] = pages_of(table(5))
    assert page.wide < page.tall
    [page] = pages_of(table(16))
    assert page.wide > page.tall
    pages = pages_of(table(40))
    assert len(pages) > 1
    assert all("Rossi Anna" in page.text for page in pages)
    assert "Turni 1-" in pages[0].text
    assert sum(w.text == f"T{n}" for page in pages for w in page.words for n in range(1, 41)) == 40


def test_letters_the_fonts_lack_are_told() -> None:
    assert [p.number for p in unprintable(EVENT)] == [4, 5]
    assert "caratteri di stampa non hanno le loro: n. 4, 5." in text_of("entries")
    chinese = Event(players=(Player(1, "王明"), Player(2, "Rossi")), rounds=())
    assert "N. 1" in text_of("entries", event=chinese)


def test_certificates_are_for_those_with_a_place() -> None:
    expelled = Event(players=PEOPLE, rounds=ROUNDS, statuses=(Status(4, Change.EXPELLED, 2),))
    pages = pages_of(pdf(expelled, "certificates"))
    assert len(pages) == 4
    assert "Ivanov" not in said_on(pages)
    assert "1º posto" in pages[0].text
    assert "Rossi Anna" in pages[0].text
    assert pages[0].wide > pages[0].tall


@pytest.mark.parametrize("what", KINDS)
def test_the_same_event_is_the_same_file(what: str) -> None:
    assert pdf(EVENT, what) == pdf(EVENT, what)


@pytest.mark.parametrize(
    ("event", "what", "number", "said"),
    [
        (EVENT, "poster", 0, "poster"),
        (EVENT, "pairings", 9, "9"),
        (EVENT, "standings", 9, "9"),
        (Event(players=PEOPLE), "slips", 0, "not paired"),
        (Event(), "entries", 0, "No player"),
    ],
)
def test_what_cannot_be_printed_is_said(event: Event, what: str, number: int, said: str) -> None:
    with pytest.raises(PrintError, match=said) as caught:
        pdf(event, what, number=number)
    assert caught.value.text("it") != caught.value.text("en")


def test_before_the_first_round_lists_can_be_printed() -> None:
    fresh = Event(name="Prova", players=PEOPLE)
    for what in ("entries", "standings", "crosstable", "ratings", "prizes", "certificates"):
        assert "Rossi Anna" in text_of(what, event=fresh)


def test_without_the_library_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fpdf", None)
    with pytest.raises(PictureError, match="fpdf2"):
        pdf(EVENT, "entries")


def test_prints_have_names() -> None:
    assert [title_of(what).get("en") for what in KINDS][:3] == ["Entry form", "Entry list", "Pairings"]
