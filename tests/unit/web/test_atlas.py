"""The pages of the atlas: a list that is searched and sorted, and one opening with its line and traps."""

from __future__ import annotations

import json
import re
from html import unescape
from statistics import mean
from typing import Any

import pytest

from damiera.analysis.atlas import atlas_of
from damiera.game.openings import deck
from damiera.notation.moves import parse_move
from tests.wording import shows, words_of

DECKS = ("it-2m-43", "it-2m-47", "it-2m-49", "it-3m-174", "it-3m-156e", "en-3m-144", "en-3m-156", "en-3m-174")


@pytest.mark.parametrize("id", DECKS)
def test_every_opening_of_a_deck_has_its_row_and_its_line_is_legal(id: str) -> None:
    chosen = deck(id)
    for opening in chosen.openings:
        position = opening.position(chosen.ruleset)
        row = atlas_of(chosen.game)[position.fen]
        assert len(row.results) == len(row.keys) >= 8
        assert set(row.results) <= {*"wdb"}
        assert row.depth >= 12
        line = [position]
        for text in row.line:
            line.append(line[-1].play(parse_move(line[-1], text)))
        for trap in row.traps:
            here = line[trap.ply]
            for text in trap.moves:
                here = here.play(parse_move(here, text))


@pytest.mark.parametrize("game", ["italian", "english"])
def test_the_rows_of_a_game_were_made_in_one_way(game: str) -> None:
    assert len({row.method.digest for row in atlas_of(game).values()}) == 1


@pytest.mark.slow
def test_the_list_has_every_opening_once(anna: Any) -> None:
    for id in ("it-3m-174", "it-2m-49"):
        html = anna.get(f"/atlas/{id}").text
        assert re.findall(rf'href="/atlas/{id}/(\d+)"', html) == [str(o.number) for o in deck(id).openings]
    assert 'href="/atlas/it-3m-174"' in anna.get("/atlas").text
    assert 'href="/atlas"' in anna.get("/openings").text
    assert 'href="/atlas/it-3m-174"' in anna.get("/openings/it-3m-174").text
    assert 'href="/atlas/' not in anna.get("/openings/ru-2m").text


def _numbers(anna: Any, query: str) -> list[int]:
    return [int(n) for n in re.findall(r'<li class="card \w+" id="n(\d+)"', anna.get(query).text)]


@pytest.mark.slow
def test_the_list_is_sorted_and_narrowed(anna: Any) -> None:
    chosen = deck("it-3m-174")
    rows = {o.number: atlas_of("italian")[o.position(chosen.ruleset).fen] for o in chosen.openings}
    white = [rows[n].score for n in _numbers(anna, "/atlas/it-3m-174?order=white")]
    assert white == sorted(white, reverse=True)
    black = [rows[n].score for n in _numbers(anna, "/atlas/it-3m-174?order=black")]
    assert black == sorted(black)
    even = [abs(rows[n].score - 0.5) for n in _numbers(anna, "/atlas/it-3m-174?order=even")]
    assert even == sorted(even)
    scores = [rows[n].cp for n in _numbers(anna, "/atlas/it-3m-174?order=score")]
    assert scores == sorted(scores, reverse=True)
    assert _numbers(anna, "/atlas/it-3m-174?order=nonsense") == list(rows)
    for verdict in ("white", "even", "black"):
        found = _numbers(anna, f"/atlas/it-3m-174?verdict={verdict}")
        assert found == [n for n, row in rows.items() if row.verdict == verdict]
    assert _numbers(anna, "/atlas/it-3m-174?find=27") == [27]


def test_an_opening_is_whole_without_script(server: Any) -> None:
    html = unescape(server.person("en").get("/atlas/it-3m-174/5").text)
    chosen = deck("it-3m-174")
    opening = chosen.opening(5)
    row = atlas_of("italian")[opening.position(chosen.ruleset).fen]
    assert [t for t in (*opening.moves, *row.line) if f">{t}" not in html] == []
    assert 'href="/new?game=italian&fen=' in html
    assert 'href="/atlas/it-3m-174/4"' in html
    assert 'href="/atlas/it-3m-174/6"' in html
    white, drawn, black = row.counts
    said = "%(white)s won by White, %(drawn)s drawn, %(black)s won by Black"
    assert shows(html, said, white=white, drawn=drawn, black=black)
    assert row.method.weights in html
    assert row.method.date in html
    assert words_of("A proof was tried and not found, as nearly always so early in the game.") in html
    assert words_of("proved: a draw") not in html


def test_the_board_walks_by_links_and_by_script(anna: Any) -> None:
    start, end = (anna.get(f"/atlas/it-3m-174/5?ply={ply}").text for ply in (0, 99))
    boards = [re.search(r"<draughts-board.*?</draughts-board>", html, re.S) for html in (start, end)]
    assert boards[0] is not None
    assert boards[1] is not None
    assert boards[0][0] != boards[1][0]
    view = re.search(r'id="view">(.*?)</script>', anna.get("/atlas/it-3m-174/5").text, re.S)
    assert view is not None
    told = json.loads(view[1])
    assert told["shown"] == 3
    assert len(told["history"]) > 10
    for odd in ("x", "-1", "9" * 40):
        assert anna.get(f"/atlas/it-3m-174/5?ply={odd}").status_code == 200


def test_what_is_not_in_the_atlas(anna: Any) -> None:
    for path in ("/atlas/ru-2m", "/atlas/nothing", "/atlas/it-3m-174/175", "/atlas/it-3m-125/1"):
        assert anna.get(path).status_code == 404


def test_the_openings_left_out_of_the_english_list_are_the_unequal_ones() -> None:
    chosen = deck("en-3m-174")
    kept = {opening.moves for opening in deck("en-3m-156").openings}
    rows = {
        opening.moves: atlas_of("english")[opening.position(chosen.ruleset).fen]
        for opening in chosen.openings
    }
    assert len(rows.keys() - kept) == 18
    assert min(abs(rows[moves].cp) for moves in rows.keys() - kept) > 2 * mean(
        abs(rows[moves].cp) for moves in kept
    )


def test_the_proof_of_others_is_told_as_theirs(server: Any) -> None:
    number = next(o.number for o in deck("en-3m-174").openings if o.moves == ("10-14", "22-18", "12-16"))
    person = server.person("en")
    said = words_of("Proved by others: a draw (J. Schaeffer and others, 2005).")
    assert said in unescape(person.get(f"/atlas/en-3m-174/{number}").text)
    assert said not in unescape(person.get("/atlas/en-3m-174/1").text)
