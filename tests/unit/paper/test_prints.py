"""Prints: what stands on each, in both languages, whatever happened in the event."""

from __future__ import annotations

import sys
import time
from dataclasses import fields, replace
from datetime import date, datetime
from fractions import Fraction
from typing import Any

import pytest
from fpdf import FPDF
from msgspec import structs

from damiera.game.openings.drawing import draw
from damiera.messages import Message, Verbatim
from damiera.paper.fonts import FAMILY, MEN
from damiera.paper.pages import Pages
from damiera.paper.pictures import PictureError
from damiera.paper.prints import KINDS, PrintedDraw, PrintError, pdf, title_of, unprintable
from damiera.paper.prints.job import PrintedPrize, PrintJob, PrintOptions
from damiera.paper.prints.make import job_pdf
from damiera.tournament.model import (
    Event,
    EventPlayer,
    EventSettings,
    GameMark,
    Kind,
    PlayerChange,
    Round,
    RoundGame,
    Status,
    System,
    Team,
)
from damiera.tournament.random_events import played_event
from tests import wording
from tests.unit.paper.paper_reader import Page, Word, pages_of, pictures_of, said_on
from tests.wording import shows

WIN, DRAW, LOSS = GameMark.WIN, GameMark.DRAW, GameMark.LOSS
WHEN = datetime(2026, 11, 21, 15, 58)
PEOPLE = (
    EventPlayer(1, "Rossi Anna", 4900, "maestro", "ASD Livorno", "LI", "f", "1980", "A1"),
    EventPlayer(2, "Bianchi Luca", 4700, "nazionale", "CD Aosta", "AO", "m", "1975", "A2"),
    EventPlayer(3, "D'Angelo (Nicolò)", 4500, "maestro", "ASD Livorno", "LI", "m", "2001", "A3"),
    EventPlayer(4, "Иванов Пётр", 4300, "regionale", "CD Aosta", "AO", "m", "1990", "A4"),
    EventPlayer(5, "Čížek Jan", 4100, "", "", "", "m", "1960", "A5"),
)
ROUNDS = (
    Round(
        1,
        (
            RoundGame(1, 1, 1, 4, WIN, LOSS),
            RoundGame(1, 2, 2, 3, DRAW, DRAW),
            RoundGame(1, 3, 5, None, kind=Kind.BYE),
        ),
    ),
    Round(2, (RoundGame(2, 1, 5, 1, LOSS, WIN, Kind.FORFEIT), RoundGame(2, 2, 3, 4, WIN, LOSS))),
    Round(3, (RoundGame(3, 1, 1, 3), RoundGame(3, 2, 4, 2))),
)
EVENT = Event(
    name="Trofeo di prova",
    players=PEOPLE,
    rounds=ROUNDS,
    settings=EventSettings(rounds=3),
    statuses=(Status(5, PlayerChange.WITHDRAWN, 3),),
    place="Livorno",
    starts=date(2026, 11, 20),
    ends=date(2026, 11, 21),
    dates=(date(2026, 11, 20), date(2026, 11, 20), date(2026, 11, 21)),
    time_control="30 min + 10 s",
    arbiter="Giuseppe Verdi",
)
NAMES = ("Rossi Anna", "Bianchi Luca", "D'Angelo (Nicolò)", "Иванов Пётр", "Čížek Jan")


def text_of(what: str, lang: Any = "it", event: Event = EVENT, **asked: Any) -> str:
    return said_on(pages_of(pdf(event, what, lang, printed=WHEN, **asked)))


def words_of(what: str, event: Event = EVENT, **asked: Any) -> list[Word]:
    return [word for page in pages_of(pdf(event, what, **asked)) for word in page.words]


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["it", "en"])
@pytest.mark.parametrize("what", KINDS)
def test_every_page_tells_event_day_round_and_its_number(
    what: str, lang: Any, caplog: pytest.LogCaptureFixture
) -> None:
    pages = pages_of(pdf(EVENT, what, lang, printed=WHEN))
    assert pages
    assert "missing the following glyphs" not in caplog.text
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
    assert "Čížek Jan (ritirato)" in text_of("pairings")
    assert "Čížek Jan (withdrawn)" in text_of("pairings", "en")
    assert "riposa" in text_of("pairings", number=1)
    assert "bye" in text_of("names", "en", number=1)
    absent = Event(players=PEOPLE, rounds=ROUNDS, statuses=(Status(5, PlayerChange.ABSENT, 3, 3),))
    assert "Čížek Jan (assente)" in text_of("pairings", event=absent)


def test_the_wall_takes_a3() -> None:
    [page] = pages_of(pdf(EVENT, "pairings", paper="A3"))
    assert (round(page.wide), round(page.tall)) == (842, 1191)
    large = " ".join(w.text for w in page.words if w.style == "B" and w.size >= 28)
    assert all(name in large for name in NAMES[:4])
    [page] = pages_of(pdf(EVENT, "standings", paper="A3"))
    assert round(page.wide) == 595, "only lists for the wall are printed on A3"


@pytest.mark.slow
def test_the_drawn_opening_is_on_the_wall_and_on_score_sheets() -> None:
    drawn = PrintedDraw.of(draw("it-2m-43", "Livorno 2026", round=3))
    moves = " ".join(drawn.opening.moves)
    for what in ("pairings", "sheets"):
        said = text_of(what, drawn=drawn)
        assert moves in said
        assert "Livorno 2026" in said
    italics = [w.text for w in words_of("sheets", drawn=drawn) if w.style == "I"]
    assert [m for m in italics if m in drawn.opening.moves] == [*drawn.opening.moves] * 2
    other = PrintedDraw.of(draw("it-2m-43", "Livorno 2026", round=4))
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
    assert set(coded) == {"http://house/hall/x/public"}
    coded.clear()
    pdf(EVENT, "slips", link=lambda game: f"http://house/r/{game.round}/{game.board}")
    assert coded == ["http://house/r/3/1", "http://house/r/3/2"]


def test_every_game_of_a_match_has_its_slip_but_one_board() -> None:
    games = tuple(RoundGame(1, 1, *pair, leg=leg) for leg, pair in enumerate(((1, 2), (2, 1)), 1))
    match = Event(players=PEOPLE[:2], rounds=(Round(1, games),), settings=EventSettings(games=2))
    assert [w.text for w in words_of("pairings", match)].count("Rossi Anna") <= 2
    assert len(pages_of(pdf(match, "sheets"))) == 2
    assert "partita 2" in text_of("slips", event=match)


def test_standings_have_both_quotients_and_name_them() -> None:
    said = text_of("standings")
    assert "Q1 Q2" in said
    assert "primo quoziente" in said
    assert "(ritirato)" in said


def test_a_standing_in_the_middle_of_a_round_says_so() -> None:
    """It hung on the wall as that "after round 3" while the games of round 3 were played."""
    under_way = "{n} game of round {round} is still under way."
    for what in ("standings", "crosstable"):
        assert shows(text_of(what), under_way, "it", n=2, round=3)
        assert not shows(text_of(what, event=replace(EVENT, rounds=ROUNDS[:2])), under_way, "it")


def test_prizes_have_money_women_and_clubs() -> None:
    said = text_of("prizes", money=(500, 300, 150))
    for word in ("500", "300", "150", "1º posto", "Classifica femminile", "Firma"):
        assert word in said
    assert wording.words_of("Clubs", "it", context="standings") in said
    assert "2nd place" in text_of("prizes", "en")
    assert "Women" in text_of("prizes", "en")


def test_prizes_follow_what_was_announced() -> None:
    said = text_of("prizes", classified=("women", "under", "province"), under=30)
    assert "Classifica femminile" in said
    assert "meno di 30 anni" in said
    assert "Provincia AO" in said
    assert "Classifica maschile" not in said
    assert wording.words_of("Clubs", "it", context="standings") not in said
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
    assert shows(text_of("prizes", keepsakes=True), "A medal to remember it for everybody: {n}.", "it", n=5)


def test_money_of_a_shared_place() -> None:
    players = tuple(EventPlayer(n, f"Player {n}", 2000) for n in range(1, 5))
    games = (RoundGame(1, 1, 1, 2, DRAW, DRAW), RoundGame(1, 2, 3, 4, DRAW, DRAW))
    level = Event(players=players, rounds=(Round(1, games),))
    parted = text_of("prizes", event=level, money=(200, 100, 50), share="equal")
    assert parted.count("87,50") == 4
    assert shows(parted, "On a shared place the prizes are put together and parted equally.", "it")
    in_order = text_of("prizes", event=level, money=(200, 100, 50))
    assert [word for word in in_order.split() if word in ("200", "100", "50")] == ["200", "100", "50"]
    assert shows(in_order, "On a shared place the technical classification decides: no prize is split.", "it")
    assert "87.50" in text_of("prizes", "en", event=level, money=(200, 100, 50), share="equal")


def test_certificates_name_medals_and_titles() -> None:
    pages = pages_of(pdf(EVENT, "certificates", "it"))
    assert wording.words_of("gold medal", "it") in pages[0].text
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
    games = tuple(
        RoundGame(1, board, *pair, WIN, LOSS, match=1) for board, pair in enumerate(((1, 3), (4, 2)), 1)
    )
    event = Event(
        players=PEOPLE[:4], teams=teams, rounds=(Round(1, games),), settings=EventSettings(boards=2)
    )
    standings = text_of("standings", event=event)
    assert "Livorno" in standings
    assert "Rossi Anna" not in standings
    assert wording.words_of("Teams", "it", context="standings") in text_of("prizes", event=event)
    walls = [w.text for w in words_of("pairings", event)]
    assert {"1.1", "1.2", "Rossi Anna", "1 Livorno - Aosta"} <= set(walls)
    assert sum("Livorno - Aosta" in word for word in walls) == 1
    assert "Squadra" in text_of("entries", event=event)
    assert "Giocatore" not in standings


def test_the_rating_report_goes_line_by_line() -> None:
    said = text_of("ratings")
    assert wording.words_of("The arithmetic, line by line", "it") in said
    assert "forfait" in said
    assert shows(
        said,
        "Beware: these tables are NOT federation values but ours, until somebody fills them in: {slots}.",
        "it",
    )


def test_a_round_robin_is_a_square() -> None:
    robin = Event(players=PEOPLE, rounds=ROUNDS, settings=EventSettings(system=System.ROUND_ROBIN))
    assert [w.text for w in words_of("crosstable", robin)].count("#") == 5


@pytest.mark.slow
def test_a_crosstable_too_wide_goes_on_its_side_and_then_onto_further_pages() -> None:
    def table(rounds: int) -> bytes:
        played = tuple(Round(n, (RoundGame(n, 1, 1, 2, WIN, LOSS),)) for n in range(1, rounds + 1))
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


@pytest.mark.slow
def test_letters_no_font_has_are_told() -> None:
    assert unprintable(EVENT) == ()
    assert "nessun carattere" not in text_of("entries")
    cuneiform = Event(
        players=(EventPlayer(1, "𒀀𒀁"), EventPlayer(2, "Rossi 𒀀"), EventPlayer(3, "Čížek")), place="𒀂"
    )
    assert [(p.number, letters) for p, letters in unprintable(cuneiform)] == [(1, "𒀀𒀁"), (2, "𒀀")]
    for what in ("entries", "standings", "prizes", "ratings"):
        said = text_of(what, event=cuneiform)
        assert shows(said, "Letters that no font of the print has: {who}.", "it")
        assert "N. 1 (U+12000, U+12001); Rossi □ (U+12000); U+12002." in said
        assert "Rossi □" in said
        assert "Rossi ?" not in said


def test_certificates_are_for_those_with_a_place() -> None:
    expelled = Event(players=PEOPLE, rounds=ROUNDS, statuses=(Status(4, PlayerChange.EXPELLED, 2),))
    pages = pages_of(pdf(expelled, "certificates"))
    assert len(pages) == 4
    assert "Иванов" not in said_on(pages)
    assert "1º posto" in pages[0].text
    assert "Rossi Anna" in pages[0].text
    assert pages[0].wide > pages[0].tall


@pytest.mark.slow
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


@pytest.mark.slow
def test_before_the_first_round_lists_can_be_printed() -> None:
    fresh = Event(name="Prova", players=PEOPLE)
    for what in ("entries", "standings", "crosstable", "ratings", "prizes", "certificates"):
        assert "Rossi Anna" in text_of(what, event=fresh)


def test_without_the_library_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fpdf", None)
    with pytest.raises(PictureError, match="fpdf2"):
        pdf(EVENT, "entries")


def test_prints_have_names() -> None:
    assert [title_of(what).text("en") for what in KINDS][:3] == ["Entry form", "Entry list", "Pairings"]


WORLD = {
    "Čížek Jan": "Čížek Jan",
    "C\u030ci\u0301z\u030cek Ota": "Čížek Ota",  # as some systems write it, in parts
    "Łukasz Żółć": "Łukasz Żółć",
    "Ёлкин Щукарь": "Ёлкин Щукарь",
    "Παπαδάκης Γιώργος": "Παπαδάκης Γιώργος",
    "Nguyễn Thị Hạnh": "Nguyễn Thị Hạnh",
    "Þórður Ægisson": "Þórður Ægisson",
    "Şahin Ğül İzel ıslak": "Şahin Ğül İzel ıslak",
    "გიორგი": "გიორგი",
}


EVERYDAY = {"pairings", "standings", "certificates"}
KINDS_TO_TRY = [what if what in EVERYDAY else pytest.param(what, marks=pytest.mark.slow) for what in KINDS]


@pytest.mark.parametrize("what", KINDS_TO_TRY)
def test_names_are_written_as_they_are(what: str, caplog: pytest.LogCaptureFixture) -> None:
    players = tuple(EventPlayer(n, name, 4000) for n, name in enumerate(WORLD, 1))
    games = [RoundGame(1, n, 2 * n - 1, 2 * n, WIN, LOSS) for n in range(1, 5)]
    rounds = (Round(1, (*games, RoundGame(1, 5, 9, None, kind=Kind.BYE))),)
    said = text_of(what, event=Event(name="Čempionat мира", players=players, rounds=rounds), places=9)
    assert "Čempionat мира" in said
    assert "?" not in said.replace("Dove gioco?", "").replace(": ? →", "")
    assert "missing the following glyphs" not in caplog.text
    for name in WORLD.values() if what not in ("form", "cards", "slips", "sheets") else ():
        assert "".join(name.split()) in "".join(said.split())


def test_letters_from_right_to_left_run_from_right_to_left() -> None:
    hebrew = Event(name="Prova", players=(EventPlayer(1, "לוי"), EventPlayer(2, "Rossi Anna")), rounds=())
    [page] = pages_of(pdf(hebrew, "entries"))
    assert any("יול" in word.text for word in page.words), "the first letter stands rightmost"
    assert "Rossi Anna" in page.text


@pytest.mark.slow
def test_chinese_needs_its_own_fonts() -> None:
    pytest.importorskip("justmytype_intl_cjk")
    chinese = Event(
        players=(EventPlayer(1, "王明"), EventPlayer(2, "김철수"), EventPlayer(3, "さくら")), rounds=()
    )
    assert unprintable(chinese) == ()
    said = text_of("entries", event=chinese)
    for name in ("王明", "김철수", "さくら"):
        assert name in said


def test_a_sign_for_the_number_of_pages_is_a_name_like_others() -> None:
    sly = Event(players=(EventPlayer(1, "{nb} Anna"), EventPlayer(2, "Rossi")), rounds=())
    assert "{ nb} Anna" in text_of("entries", event=sly)


def test_two_hundred_and_fifty_boards_are_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from damiera.paper.prints.wall import WallFrame

    begun: list[int] = []
    head = WallFrame.head

    def counted(frame: WallFrame) -> None:
        begun.append(frame.pdf.page_no())
        head(frame)

    monkeypatch.setattr(WallFrame, "head", counted)
    players = tuple(EventPlayer(n, f"Čížek Jan {n}") for n in range(1, 501))
    games = tuple(RoundGame(1, n, 2 * n - 1, 2 * n) for n in range(1, 251))
    pages = pages_of(pdf(Event(players=players, rounds=(Round(1, games),)), "pairings"))
    assert begun == list(range(1, len(pages) + 1)), "each page is begun once"
    assert f"pagina 1 di {len(pages)}" in pages[0].text
    said = said_on(pages)
    assert all(player.name in said for player in players)


@pytest.mark.slow
def test_ratings_after_a_round_count_the_games_until_then() -> None:
    people = tuple(EventPlayer(n, f"Player {n}", 4000) for n in (1, 2))
    rounds = tuple(Round(n, (RoundGame(n, 1, 1, 2, WIN, LOSS),)) for n in range(1, 6))
    left = (Status(2, PlayerChange.WITHDRAWN, 5),)
    event = Event(players=people, rounds=rounds, statuses=left)
    early = text_of("ratings", "en", event=event, number=3)
    assert "after round 3" in early
    assert "Round 3" in early
    assert "Round 4" not in early
    assert "Round 5" in text_of("ratings", "en", event=event)


def test_a_remark_on_the_figures_is_said_once_and_in_words() -> None:
    said = text_of("ratings")
    assert said.count(Message("NOT a federation value").text("it")) == 1
    game = Message("Italian draughts", context="a discipline of ratings")
    assert shows(said, Message("{what}, {game}", what=Message("first ratings"), game=game), "it")
    assert "thresholds" not in said
    assert "entry.italian" not in said


@pytest.mark.slow
@pytest.mark.parametrize(
    "players",
    [n if n % 4 == 0 else pytest.param(n, marks=pytest.mark.deep) for n in range(18, 44)],
)
def test_a_heading_is_never_alone_at_the_foot_of_a_page(players: int) -> None:
    people = tuple(EventPlayer(n, f"Player {n}", 4000 + n) for n in range(1, players + 1))
    games = tuple(RoundGame(1, n, 2 * n - 1, 2 * n, DRAW, DRAW) for n in range(1, players // 2 + 1))
    for page in pages_of(pdf(Event(players=people, rounds=(Round(1, games),)), "ratings")):
        body = [w for w in page.words if w.base > 60]
        assert min(body, key=lambda w: w.base).size < 14


TEAMS = tuple(Team(n, f"Team {n}", tuple(range(4 * n - 3, 4 * n + 1))) for n in range(1, 9))


def match(number: int, table: int, one: int, two: int) -> tuple[RoundGame, ...]:
    pairs = ((4 * one - 3 + n, 4 * two - 3 + n) for n in range(4))
    return tuple(
        RoundGame(number, 4 * table - 3 + n, *(pair if n % 2 == 0 else pair[::-1]), WIN, LOSS, match=table)
        for n, pair in enumerate(pairs)
    )


def teams_event() -> Event:
    people = tuple(EventPlayer(n, f"Wolfeschlegel Anna Maria {n}") for n in range(1, 33))
    rounds = (Round(1, tuple(g for t in range(1, 5) for g in match(1, t, 2 * t - 1, 2 * t))),)
    return Event(players=people, teams=TEAMS, rounds=rounds, settings=EventSettings(boards=4))


@pytest.mark.slow
def test_boards_of_a_match_are_counted_from_one_on_every_print() -> None:
    for what in ("pairings", "names", "cards", "slips", "sheets"):
        said = {w.text for w in words_of(what, teams_event())}
        assert {f"{table}.{board}" for table in range(1, 5) for board in range(1, 5)} <= said
        assert "2.5" not in said


def large_on(pages: list[Page], text: str) -> list[int]:
    return [n for n, page in enumerate(pages) for w in page.words if w.text == text and w.size > 15]


def test_a_match_stays_on_one_page() -> None:
    pages = pages_of(pdf(teams_event(), "pairings"))
    assert len(pages) > 1
    for table in range(1, 5):
        first, last = (large_on(pages, f"{table}.{board}") for board in (1, 4))
        assert first == last


def test_the_crosstable_of_teams_has_the_points_of_their_boards() -> None:
    said = text_of("crosstable", event=teams_event())
    assert said.count("(4)") == 8, "each won two boards of four"
    assert wording.words_of("In brackets: the board points.", "it") in said


def test_nobody_s_name_is_cut_where_one_finds_ones_board_under_the_list() -> None:
    long = "Della Rovere Massimiliano Alessandro"
    people = (*PEOPLE[:3], EventPlayer(4, long))
    event = Event(players=people, rounds=(Round(1, (RoundGame(1, 1, 1, 4), RoundGame(1, 2, 2, 3))),))
    drawn = PrintedDraw.of(draw("it-2m-43", "Livorno", round=1))
    for opening in (drawn, None):
        (page,) = pages_of(pdf(event, "pairings", "it", drawn=opening))
        small = [word for word in page.words if word.text == long and word.size < 12]
        assert len(small) == 1, opening
        boards = [w for w in page.words if abs(w.base - small[0].base) < 0.5 and w.left >= small[0].right]
        assert any(w.text == "1" for w in boards)
    more = tuple(EventPlayer(n, long if n == 5 else f"Giocatore Anna {n}") for n in range(1, 27))
    games = tuple(RoundGame(1, n, 2 * n - 1, 2 * n) for n in range(1, 14))
    (page,) = pages_of(pdf(Event(players=more, rounds=(Round(1, games),)), "pairings", "it", drawn=drawn))
    assert any(word.text == long and word.size < 12 for word in page.words), "on no second page for it"


def test_the_crosstable_of_a_keizer_says_what_each_evening_brought() -> None:
    people = (EventPlayer(1, "Rossi Anna", 3000), EventPlayer(2, "Bianchi Luca", 2600))
    keizer = EventSettings(system=System.KEIZER)
    event = Event(players=people, rounds=(Round(1, (RoundGame(1, 1, 1, 2, WIN, LOSS),)),), settings=keizer)
    pages = pages_of(pdf(event, "crosstable", "it", printed=WHEN))
    said = said_on(pages).replace("\xa0", " ")
    assert "2 ○ +4" in said, "a win over the one whose value is four"
    assert "1 ● -0" in said
    assert wording.words_of("Own value", "it", context="Keizer") in said
    assert wording.words_of("The points are one's own value and what each evening brought.", "it") in said


def test_the_crosstable_of_a_scheveningen_is_of_players_first_and_then_of_teams() -> None:
    people = tuple(EventPlayer(n, f"Mario {n}") for n in range(1, 6))
    games = (RoundGame(1, 1, 1, 4, WIN, LOSS, match=1), RoundGame(1, 2, 3, 2, DRAW, DRAW, match=1))
    event = Event(
        players=people,
        teams=(Team(1, "Livorno", (1, 2)), Team(2, "Aosta", (5, 3, 4))),
        rounds=(Round(1, games),),
        settings=EventSettings(system=System.SCHEVENINGEN, boards=2),
    )
    said = text_of("crosstable", event=event)
    first, second = said.index("Livorno: 3"), said.index("Aosta: 1")
    told = said.index(
        wording.words_of("Each cell: the points against the player on that line of the other team.", "it")
    )
    assert first < said.index("Mario 1") < said.index("Mario 2") < second < said.index("Mario 3") < told
    assert "Mario 5" not in said, "has not sat at a board"
    assert said.index("Livorno", told) > told, "the table by teams follows"


def test_a_team_that_bears_its_clubs_name_is_named_once_and_its_certificate_names_who_sat_there() -> None:
    event = teams_event()
    teams = tuple(structs.replace(team, club=team.name) for team in event.teams)
    teams = (structs.replace(teams[0], members=(*teams[0].members, 33)), *teams[1:])
    reserve = EventPlayer(33, "Riserva Ugo")
    event = replace(event, players=(*event.players, reserve), teams=teams)
    said = text_of("certificates", event=event, top=1)
    assert said.count(teams[0].name) == 1
    assert "Wolfeschlegel Anna Maria 4" in said
    assert "Riserva Ugo" not in said
    assert wording.words_of("Club", "it") not in text_of("standings", event=event), "no column says it again"


@pytest.mark.slow
@pytest.mark.parametrize("game", ["hexdame", "chinese-checkers", "spantsireti", "italian"])
def test_a_board_taller_than_wide_stays_clear_of_what_is_written_under_it(game: str) -> None:
    event = Event(game=game, players=PEOPLE[:2], rounds=(Round(1, (RoundGame(1, 1, 1, 2),)),))
    data = pdf(event, "sheets", "en")
    (left, bottom, wide, tall), *_ = pictures_of(data)
    (caption,) = [word for word in pages_of(data)[0].words if word.text == "Starting position"]
    assert caption.base + caption.size <= bottom
    assert max(wide, tall) == pytest.approx(52 * 72 / 25.4, abs=0.1)
    assert left + wide <= pages_of(data)[0].wide


def test_the_options_of_a_print_are_what_a_job_holds() -> None:
    assert [field.name for field in fields(PrintJob)] == ["event", "lang", *PrintOptions.__annotations__]


@pytest.mark.slow
@pytest.mark.parametrize("what", ["ratings", "crosstable", "standings", "entries", "sheets", "certificates"])
def test_prints_of_a_thousand_players_take_ten_seconds_at_most(what: str) -> None:
    event = played_event(1000, 3)
    begun = time.process_time()
    assert pages_of(pdf(event, what, number=2))
    assert time.process_time() - begun < 10


def test_a_line_of_signs_and_names_is_as_wide_as_it_is_written() -> None:
    """The quick way of writing measures as fpdf2 does, with fonts that stand in for ours too."""
    said = "○\u20071 ≥ 2 → Иванов, Čížek"
    with Pages("Prova", "it", said + "→≥" + MEN) as page:
        page.add_page()
        page.set_font(FAMILY, "B", 9)
        runs = page.runs(said, "B")
        assert runs is not None
        assert len(runs) > 3
        assert page.get_string_width(said) == pytest.approx(FPDF.get_string_width(page, said))
        assert page.runs("page 1 of {nb}", "") is None
    with Pages("Prova", "it", "לוי") as page:
        assert page.runs("Rossi", "") is None  # letters are shaped


def test_prizes_of_clubs_are_headed_as_clubs_and_who_counts() -> None:
    said = text_of("prizes", "en", classified=("club",), club_best=1)
    assert shows(said, "Who counts")
    won = (
        PrintedPrize(Verbatim("Overall"), 1, "", "Rossi Anna", 1, "Livorno", Fraction(100)),
        PrintedPrize(Verbatim("By club"), 1, "", "Dama Aosta", 0, "", Fraction(50)),
    )
    heads = said_on(pages_of(job_pdf(PrintJob(EVENT, "en", printed=WHEN, won=won), "prizes")))
    assert heads.count("Winner") == 2
    assert heads.count("Club") == 1, "nobody is of a club under a club"


def test_the_colon_of_a_signature_is_written_as_its_language_does() -> None:
    assert "Signature\N{NO-BREAK SPACE}: Blancs" in text_of("slips", "fr")
