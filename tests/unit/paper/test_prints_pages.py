"""Whatever the field, no text leaves its page or runs into another, and nobody is missing from a list."""

from __future__ import annotations

import random
import re
import zlib
from dataclasses import replace
from datetime import date
from typing import Literal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from damiera.game.openings.drawing import draw
from damiera.paper.fonts import clean
from damiera.paper.prints import KINDS, PrintedDraw, pdf
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
)
from tests.unit.paper.paper_reader import Page, Word, pages_of, unpacked

SIZES = (4, 5, 12, 25, 60, 200)
SLOW = {"sheets", "ratings", "certificates"}  # a page or more for everybody: smaller fields will do
MARKS = ((GameMark.WIN, GameMark.LOSS), (GameMark.DRAW, GameMark.DRAW), (GameMark.LOSS, GameMark.WIN))
_LETTERS = "aeinorstlcdmpgvbfzhqàèéìòùçñöüß'čłжя"
WORDS = st.text(_LETTERS, min_size=1, max_size=34)
LONG = st.lists(WORDS, min_size=1, max_size=4).map(lambda words: " ".join(words).title()[:80])


def field(size: int, rounds: int, names: list[str], seed: int) -> Event:
    """`size` players with such names; results by lot, in every fifth game a forfeit."""
    lot = random.Random(seed)
    players = tuple(
        EventPlayer(
            n,
            f"{names[n % len(names)]} {n}",
            5000 - 7 * n,
            "maestro",
            lot.choice(names),
            lot.choice(("LI", "AO")),
            lot.choice(("m", "f")),
        )
        for n in range(1, size + 1)
    )
    made = []
    for number in range(1, rounds + 1):
        order = [p.number for p in players]
        lot.shuffle(order)
        games = []
        for board in range(1, size // 2 + 1):
            white, black = lot.choice(MARKS) if number < rounds else (None, None)
            won = white is not black
            kind = Kind.FORFEIT if won and lot.random() < 0.2 else Kind.PLAYED
            games.append(
                RoundGame(number, board, order[2 * board - 2], order[2 * board - 1], white, black, kind)
            )
        if size % 2:
            games.append(RoundGame(number, size // 2 + 1, order[-1], None, kind=Kind.BYE))
        made.append(Round(number, tuple(games)))
    return Event(
        name=f"Campionato {names[0]}",
        players=players,
        rounds=tuple(made),
        settings=EventSettings(rounds=rounds),
        place=names[-1],
        starts=date(2026, 11, 20),
        ends=date(2026, 12, 3),
        time_control="90 min + 30 s",
    )


def test_a_packed_page_may_end_as_a_line_does() -> None:
    """About one page in 256 does, and was read as cut short."""
    data = next(d for n in range(999) if (d := zlib.compress(b"w" * n)).endswith(b"\r"))
    body = b"<<\n/Filter /FlateDecode\n>>\nstream\n" + data + b"\nendstream"
    assert unpacked(body) == zlib.decompress(data)


def check(what: str, event: Event, paper: Literal["A4", "A3"] = "A4") -> None:
    drawn = PrintedDraw.of(draw("it-2m-43", "Livorno 2026", round=1))
    pages = pages_of(
        pdf(event, what, drawn=drawn, time="16:15", address="http://192.168.1.20:8000/hall/x", paper=paper)
    )
    for page in pages:
        for word in page.words:
            inside(word, page)
        apart(page)
    said = "".join("".join(word.text.split()) for page in pages for word in page.words)
    rests = {g.white for g in event.rounds[-1].games if g.black is None}
    for player in event.players if what != "form" else ():
        if player.number in rests and what in ("cards", "slips", "sheets"):
            continue
        name = "".join(clean(player.name).split())
        assert name in said, f"{player.name} is not on {what}"


def inside(word: Word, page: Page) -> None:
    """A text keeps four millimetres from every edge: what printers can print."""
    edge = 4 * 72 / 25.4
    where = f"{word} on {page.wide} x {page.tall}"
    assert word.left >= edge, where
    assert word.right <= page.wide - edge, where
    assert word.base >= edge, where
    assert word.base + 0.72 * word.size <= page.tall - edge, where


def apart(page: Page) -> None:
    """No text is written over another."""
    words = sorted(page.words, key=lambda w: (w.base, w.left))
    for at, one in enumerate(words):
        for other in words[at + 1 :]:
            if other.base - one.base > 0.5 * one.size:
                break
            low, high = max(one.left, other.left), min(one.right, other.right)
            assert high - low <= 0.6, f"{one} and {other}"


@pytest.mark.slow
@pytest.mark.parametrize("what", KINDS)
@settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_nothing_leaves_its_page_and_nobody_is_missing(what: str, data: st.DataObject) -> None:
    size = data.draw(st.sampled_from(SIZES[:4] if what in SLOW else SIZES))
    rounds = data.draw(st.integers(1, 4 if what in SLOW else 11))
    names = data.draw(st.lists(LONG, min_size=1, max_size=8))
    event = field(size, rounds, names, data.draw(st.integers(0, 999)))
    if what == "prizes":
        event = field(4, event.played_rounds, names, 1)
    check(what, event)


@pytest.mark.slow
@pytest.mark.parametrize("what", ["pairings", "names"])
@pytest.mark.parametrize("size", [4, 61, 200])
def test_the_wall_on_a3(what: str, size: int) -> None:
    check(
        what,
        field(size, 5, ["Rossi Anna", "De Santis Maria Assunta", "Wolfeschlegelsteinhausen Otto"], 3),
        "A3",
    )


@pytest.mark.slow
@pytest.mark.parametrize("size", [4, 5, 24, 61, 120, 200])
def test_names_on_the_wall_are_never_small(size: int) -> None:
    names = ["Rossi Anna", "Pallavicini della Rovere Sforza Maria Immacolata", "D'Angelo Nicolò"]
    event = field(size, 3, names, 7)
    pages = pages_of(pdf(event, "pairings"))
    large = "".join(
        "".join(w.text.split()) for p in pages for w in p.words if w.style == "B" and w.size >= 20
    )
    for player in event.players:
        assert "".join(player.name.split()) in large


@pytest.mark.parametrize("size", [30, 60, 100, 200])
def test_pages_of_the_wall_are_filled_evenly(size: int) -> None:
    pages = pages_of(pdf(field(size, 3, ["Rossi Anna", "Verdi Luca"], 7), "pairings"))
    boards = [sum(w.text.isdigit() and w.size >= 20 for w in page.words) for page in pages]
    assert sum(boards) == size // 2
    assert len(boards) == {30: 1, 60: 2, 100: 3, 200: 6}[size]
    full = boards[:-1] or boards  # the last has the opening and the code under its boards
    assert max(full) - min(full) <= 2


WORLD = [
    "Иванов Пётр",
    "محمد عبد الله",
    "अमित शर्मा",
    "Nguyễn Thị Minh Khai",
    "Papadopulos",
    "van der Westhuizen Jan",
]


@pytest.mark.parametrize("lang", ["it", "en", "fr"])
def test_why_somebody_does_not_play_costs_the_list_of_names_no_second_page(lang: str) -> None:
    """In two lines it made rows taller than was counted: one name, and all discs, fell on another page."""
    event = field(21, 2, ["Rossi Anna"], 3)
    gone = (Status(3, PlayerChange.WITHDRAWN, 2), Status(8, PlayerChange.EXPELLED, 2))
    second = Round(2, tuple(g for g in event.rounds[1].games if not {3, 8} & {g.white, g.black}))
    event = replace(event, rounds=(event.rounds[0], second), statuses=gone)
    [page] = pages_of(pdf(event, "names", lang=lang, time="15:00"))
    assert all(player.name in page.text for player in event.players)


@pytest.mark.slow
@pytest.mark.parametrize("size", [60, 84])
def test_columns_of_names_stay_on_their_page(size: int) -> None:
    for seed in range(2):
        names = random.Random(seed).sample(WORLD, 6)
        pages = pages_of(pdf(field(size, 2, names, seed), "names", time="16:15"))
        for page in pages[:-1]:
            boards = {round(w.right) for w in page.words if w.text.isdigit() and w.size >= 20 and w.base > 60}
            assert len(boards) >= 2, f"a column of {names} has run over its page"


@pytest.mark.slow
def test_headings_of_narrow_columns_are_on_one_line() -> None:
    event = field(60, 2, [*WORLD, "José María de la Concepción Fernández y Rodríguez"], 3)
    for what, headings in (
        ("entries", ("Giocatore", "Società", "Prov.")),
        ("prizes", ("Premio", "Medaglia", "Euro", "Firma per ricevuta")),
        ("standings", ("Punti", "Punti e quozienti")),
    ):
        words = {word.text for word in pages_of(pdf(event, what, "it", money=(500,)))[0].words}
        assert words >= set(headings), what


@pytest.mark.parametrize("what", ["prizes", "pairings", "names", "entries", "standings"])
def test_a_name_is_broken_behind_a_hyphen_or_not_at_all(what: str) -> None:
    names = [
        "Papadopoulou-Konstantinidou Mariantonietta",
        "Szczepańska-Wiśniewska Anna",
        "Della Torre-Castelnuovo",
    ]
    event = field(12, 2, names, 3)
    words = {word.text.rstrip("-") for page in pages_of(pdf(event, what, lang="it")) for word in page.words}
    parts = {part for name in names for part in re.split(r"[ -]", name)}
    whole = {part for word in words for part in re.split("[-\u200b]+", word)}
    pieces = {p for p in whole if len(p) > 3 and any(p in part and p != part for part in parts)}
    assert pieces == set(), "pieces of words on paper"


def test_the_code_of_a_slip_ends_above_the_names() -> None:
    event = field(8, 1, ["van der Westhuizen Johannes Hendrik"], 1)
    data = pdf(event, "slips", address="http://192.168.1.20:8000/hall/k3m9x/report?round=1&board=1")
    names = [w for w in pages_of(data)[0].words if w.text.startswith("van der")]
    streams = [
        unpacked(m[0]) for m in re.finditer(rb"<<(?:(?!endobj).)*?stream\r?\n.*?endstream", data, re.S)
    ]
    placed = re.compile(rb"q ([\d.]+) 0 0 ([\d.]+) ([\d.]+) ([\d.]+) cm /I\d+ Do")
    codes = [[float(n) for n in m.groups()] for stream in streams for m in placed.finditer(stream)]
    assert len(codes) == 4
    for _, _, x, y in codes:
        below = [w for w in names if w.right > x and w.left < x + 60 and w.base < y]
        assert all(w.base + 0.75 * w.size <= y for w in below)
        assert not [w for w in names if w.right > x and y <= w.base <= y + 59]


def test_a_name_in_arabic_does_not_turn_the_sentence_round() -> None:
    players = tuple(EventPlayer(n, "محمد", 4590, "maestro") for n in range(1, 5))
    won = tuple(RoundGame(1, b, b, b + 2, GameMark.WIN, GameMark.LOSS) for b in (1, 2))
    event = Event(name="Coppa", players=players, rounds=(Round(1, won, closed=True),))
    page = pages_of(pdf(event, "ratings", "it"))[0]
    lines = {round(w.base) for w in page.words if "soglia" in w.text}
    assert lines
    for base in lines:
        on_line = sorted((w for w in page.words if round(w.base) == base), key=lambda w: w.left)
        assert on_line[-1].text.rstrip().endswith("4600.")
