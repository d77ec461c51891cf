"""The pages of openings by lot: every deck, a draw with an address of its own, what is refused."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from damiera.game.openings import deck, decks, draw
from damiera.messages import Lang, Message
from tests.wording import shows, words_of


def test_every_deck_is_on_the_shelf(anna: Any) -> None:
    html = anna.get("/openings").text
    assert re.findall(r'href="/openings/([^"]+)"', html) == sorted(decks(), key=html.index)
    assert set(re.findall(r'href="/openings/([^"]+)"', html)) == set(decks())
    assert "/openings" in anna.get("/catalogue").text


@pytest.mark.parametrize("id", ["it-2m-43", "it-3m-125", "ru-745", "en-11m", "br-3m"])
@pytest.mark.parametrize("lang", ["it", "en"])
def test_a_deck_has_its_page(server: Any, id: str, lang: Lang) -> None:
    answer = server.person(lang).get(f"/openings/{id}")
    assert answer.status_code == 200
    html = unescape(answer.text)
    assert html.count("<h1") == 1
    chosen = deck(id)
    assert chosen.note.text(lang) in html
    assert html.count('<li class="card" id="n') == min(60, len(chosen))
    if chosen.openings:
        assert chosen.checksum in html
        assert chosen.source.text(lang) in html
    else:
        assert f"damiera ballot draw {id} --file" in html
        assert 'name="seed"' not in html


def test_a_long_deck_has_pages(anna: Any) -> None:
    last = anna.get("/openings/ru-745?page=13").text
    assert last.count('<li class="card" id="n') == 745 - 12 * 60
    assert 'id="n745"' in last
    for odd in ("0", "99", "x", "9" * 50):
        assert anna.get(f"/openings/ru-745?page={odd}").status_code == 200


def test_the_list_is_sorted_by_what_the_engine_thinks(server: Any) -> None:
    anna = server.person("en")

    def verdicts(order: str) -> list[float]:
        html = anna.get(f"/openings/it-2m-49?order={order}").text
        return [
            float(text) for text in re.findall(r'<a class="verdict"[^>]*><b class="num">([^<]+)</b>', html)
        ]

    whites = verdicts("white")
    assert len(whites) == 49
    assert whites == sorted(whites, reverse=True)
    assert verdicts("black") == sorted(whites)
    assert verdicts("even") == sorted(verdicts("even"), key=abs)
    assert verdicts("nonsense") == verdicts("number") != whites


def test_the_list_is_narrowed(anna: Any) -> None:
    def numbers(query: str, deck: str = "it-3m-174") -> list[str]:
        return re.findall(r'<li class="card" id="n(\d+)"', anna.get(f"/openings/{deck}?{query}").text)

    chosen = deck("it-3m-174")
    orders = {one.number: [one.moves, *one.transpositions] for one in chosen.openings}
    first = [str(n) for n, ways in orders.items() if any(way[:2] == ("21-17", "9-13") for way in ways)]
    assert numbers("find=21-17+9-13") == first
    assert len(first) > 1
    assert numbers("find=27") == ["27"]
    assert numbers("find=99-1") == []
    excluded = [str(one.number) for one in deck("it-2m-49").openings if one.klass == "excluded"]
    assert numbers("class=excluded", "it-2m-49") == excluded
    html = unescape(anna.get("/openings/it-3m-174?find=21-17&order=even").text)
    assert f"of {len(chosen)} openings" in html
    assert 'value="even" selected' in html
    kept = anna.get("/openings/it-3m-174?order=white").text
    assert "?order=white&amp;page=2#all" in kept
    drawn = anna.get("/openings/it-3m-174?seed=a&round=2&order=white").text
    assert '<input type="hidden" name="seed" value="a">' in drawn
    assert 'name="order"' not in anna.get("/openings/ru-745").text


def test_a_draw_has_an_address_of_its_own(anna: Any) -> None:
    asked = anna.get("/openings/it-2m-43?draw=1&seed=Livorno 2026&round=3&board=")
    assert asked.status_code == 303
    address = asked.headers["location"]
    assert address == "/openings/it-2m-43?seed=Livorno+2026&round=3#result"
    html = unescape(anna.get(address).text)
    drawn = draw("it-2m-43", "Livorno 2026", round=3)
    assert f"Number {drawn.number}" in html
    assert "23-20 10-13" in html
    assert drawn.lots[-1].line in html
    assert f"16#{drawn.lots[-1].digest[:15]} % 41 + 1" in html
    assert words_of("White to move") in html


def test_without_a_seed_one_is_made(anna: Any) -> None:
    addresses = {anna.get("/openings/en-3m-156?draw=1&seed=&round=").headers["location"] for _ in range(2)}
    assert len(addresses) == 2
    for address in addresses:
        fields = parse_qs(urlsplit(address).query)
        number = draw("en-3m-156", fields["seed"][0]).number
        assert f"Number {number}" in anna.get(address).text


def test_boards_and_repetition(anna: Any) -> None:
    address = anna.get("/openings/ru-745?draw=1&seed=a&round=2&board=7&repeat=yes").headers["location"]
    html = unescape(anna.get(address).text)
    drawn = draw("ru-745", "a", round=2, board="7", repeat=True)
    assert "Round 2, board 7" in html
    assert f"Number {drawn.number}" in html
    assert "% 745 + 1" in html
    assert "/new?" not in html


def test_the_first_round_can_be_played(anna: Any) -> None:
    html = unescape(anna.get("/openings/it-2m-43?seed=a&round=1").text)
    assert 'href="/new?game=italian&deck=it-2m-43&seed=a"' in html


NO_SEED = Message(
    "The seed is a short text, not empty, of at most {most} characters and without '|'.", most=100
)
NO_ROUND = Message("The round is a number from 1 to {most}.")


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("seed=a|b", NO_SEED),
        ("seed=" + "x" * 101, NO_SEED),
        ("seed=a&round=0", NO_ROUND),
        ("seed=a&round=x", NO_ROUND),
        ("seed=a&round=10000", NO_ROUND),
        ("seed=a&round=" + "9" * 5000, NO_ROUND),
        ("seed=a&board=a|b", Message("The name of the board has at most {most} characters and no '|'.")),
        ("seed=%00", NO_SEED),
    ],
)
def test_what_cannot_be_drawn_is_said(anna: Any, query: str, said: Message) -> None:
    answer = anna.get(f"/openings/it-2m-43?{query}")
    assert answer.status_code == 400
    assert shows(unescape(answer.text), said)
    assert 'aria-invalid="true"' in answer.text


def test_what_a_seed_says_is_not_markup(anna: Any) -> None:
    answer = anna.get("/openings/it-2m-43?seed=<b>\"'&round=1")
    assert answer.status_code == 200
    assert "<b>\"'" not in answer.text
    assert "&lt;b&gt;" in answer.text


def test_an_unknown_deck(anna: Any) -> None:
    assert anna.get("/openings/it-2m-44").status_code == 404
    assert anna.get("/openings/it-3m-125?seed=a&round=1").status_code == 200


@pytest.mark.parametrize("id", decks())
def test_a_game_begins_with_what_its_deck_draws(anna: Any, id: str) -> None:
    if not deck(id).openings:
        return  # one whose list is not published
    fields = {"game": deck(id).game, "against": "here", "clock": "none", "deck": id, "seed": "Livorno"}
    answer = anna.post("/new", **fields)
    assert answer.status_code == 303, answer.text
    view = anna.view(answer.headers["location"].rpartition("/")[2])
    drawn = draw(id, "Livorno")
    assert len(view["history"]) == len(drawn.opening.moves)
    position = deck(id).position(drawn.number)
    shown = {square: piece for square, piece in view["pieces"].items() if piece}
    assert shown == {str(square): piece for square, piece in position.pieces.items()}
