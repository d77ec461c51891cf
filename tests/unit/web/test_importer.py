"""Bringing PDN files: progress, errors by line and column, search, replay, notes, taking away."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest

from damiera.messages import Message
from damiera.service.imports import ImportService
from damiera.web.games.import_views import marked
from tests.wording import shows, words_of

GOOD = """[Event "Prova d'archivio"]
[White "Rossi Ada"]
[Black "Bianchi Ugo"]
[Date "2005.03.12"]
[GameType "22"]
[Result "2-0"]

1. 22-18 {well begun} 11-14 2. 18x11 2-0

[Event "Prova d'archivio"]
[White "Verdi Leo"]
[Black "Rossi Ada"]
[GameType "22"]
[Result "1-1"]

1. 21-17 12-16 1-1
"""
BAD = """[Event "Rotta"]
[GameType "22"]

1. 22-18 11-15 2. 24-19 1-0

[Event "Sana"]
[GameType "22"]

1. 22-18 12-16 *
"""


def _bring(person: Any, text: str, name: str = "prova.pdn", **fields: str) -> str:
    """Bring a file and return the page of its reading, once it has ended."""
    file = {"file": (name, text.encode(), "text/plain")}
    answer = person.http.post("/import", files=file, data=fields, headers={"Origin": person.base})
    assert answer.status_code == 303, answer.text
    where = str(answer.headers["Location"])
    _read(person, where)
    return where


def _read(person: Any, where: str) -> None:
    """Wait until a file has been read, or waits for an answer."""
    deadline = time.monotonic() + 10
    while person.get(f"/api/imports/{where.rsplit('/', 1)[1]}").json()["status"] == "running":
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.fixture
def reader(server: Any) -> Any:
    return server.person("en")


@pytest.mark.slow
def test_a_good_file_goes_into_the_archive_and_can_be_searched_and_replayed(reader: Any) -> None:
    page = reader.get(_bring(reader, GOOD)).text
    assert "2 games read" in page
    assert 'role="status"' in page
    archive = reader.get("/archive").text
    assert "Rossi Ada – Bianchi Ugo" in archive
    assert "12 Mar 2005" in archive
    assert "Verdi Leo" not in reader.get("/archive?q=bianchi").text
    assert "Which game" not in archive  # there is only one
    narrowed = reader.get("/archive?game=russian").text
    assert re.search(r'game=italian">\s*Italian draughts <span class="num">2</span>', narrowed)
    russian = r'game=russian" aria-current="true">\s*Russian draughts <span class="num">0</span>'
    assert re.search(russian, narrowed)
    assert "game=turkish" not in narrowed
    assert words_of("No game has these words. Try fewer.") in narrowed
    assert words_of("No game has these words. Try fewer.") in reader.get("/archive?q=nobody").text
    link = re.search(r'href="(/archive/[^"?]+)">Rossi', archive)
    assert link is not None
    replay = reader.get(f"{link[1]}?ply=1").text
    assert 'data-square="18" data-piece="w"' in replay
    assert "well begun" in replay
    assert reader.get(f"{link[1]}.pdn").text.count("18x11") == 1


def test_a_file_goes_on_after_something_went_wrong(
    reader: Any, server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("damiera.web.games.importer.AGAIN_S", 0.01)
    imports, failures = server.parts.importer._imports, [OSError("the disk is away"), RuntimeError("a fault")]

    def step(job_id: str) -> bool:
        if failures:
            raise failures.pop()
        return bool(ImportService.step(imports, job_id))

    monkeypatch.setattr(imports, "step", step)
    page = reader.get(_bring(reader, GOOD)).text
    assert "2 games read" in page
    assert failures == []


def test_games_of_the_archive_are_taken_away_ticked_or_found(reader: Any, server: Any) -> None:
    _bring(reader, GOOD)
    archive = reader.get("/archive").text
    assert (
        'aria-label="' + words_of("Take %(white)s – %(black)s", white="Rossi Ada", black="Bianchi Ugo") + '"'
    ) in archive
    ids = re.findall(r'name="id" value="([^"]+)"', archive)
    all_found = reader.get("/archive.pdn")
    assert "attachment" in all_found.headers["Content-Disposition"]
    assert re.findall(r'\[White "(\w+)', all_found.text) == ["Rossi", "Verdi"]
    for query, found in (("q=verdi", ["Verdi"]), ("q=nobody", []), ("game=english", [])):
        assert re.findall(r'\[White "(\w+)', reader.get(f"/archive.pdn?{query}").text) == found
    ticked = "&".join(f"id={id}" for id in reversed(ids))
    text = reader.get(f"/archive.pdn?{ticked}").text
    assert re.findall(r'\[White "(\w+)', text) == ["Verdi", "Rossi"]
    assert reader.get("/archive.pdn?id=nothing000").status_code == 404
    assert server.person().get("/archive.pdn").text == ""


def test_the_same_file_twice_brings_nothing_new(reader: Any) -> None:
    _bring(reader, GOOD)
    assert words_of("%(n)s was in your archive already.", n=2, num=2) in reader.get(_bring(reader, GOOD)).text


def test_a_wrong_game_is_named_by_line_and_column_and_harms_no_other(reader: Any) -> None:
    page = reader.get(path := _bring(reader, BAD)).text
    assert "1 game read, 1 not" in page
    assert "Game 1, line 4, column 19" in page
    assert "<mark>24-19</mark>" in page
    assert "Sana" in reader.get("/archive").text
    listed = reader.get(f"{path}/errors.txt")
    assert listed.text.startswith("Game 1, line 4, column 19")
    assert "attachment" in listed.headers["Content-Disposition"]


def test_pasted_text_is_read_too(reader: Any) -> None:
    answer = reader.http.post("/import", files={"text": (None, GOOD)}, headers={"Origin": reader.base})
    assert answer.status_code == 303


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", Message("The file is empty: choose another.")),
        (b"\x00\x01\x02" * 40, Message("This is no text file: a PDN also opens in an editor.")),
    ],
)
def test_what_is_no_pdn_is_refused_in_words(reader: Any, data: bytes, words: Message) -> None:
    file = {"file": ("x.pdn", data, "application/octet-stream")}
    answer = reader.http.post("/import", files=file, headers={"Origin": reader.base})
    assert answer.status_code == 422
    assert shows(answer.text, words)


def test_a_file_belongs_to_who_brought_it(reader: Any, server: Any) -> None:
    path = _bring(reader, GOOD)
    stranger = server.person()
    assert stranger.get(path).status_code == 404
    stranger.begin(seat="both")
    assert stranger.get(path).status_code == 403
    assert stranger.post(f"{path}/stop").status_code == 403


def test_an_archived_game_takes_notes_and_can_be_taken_out(reader: Any, server: Any) -> None:
    _bring(reader, GOOD)
    link = re.search(r'href="(/archive/[^"?]+)">Verdi', reader.get("/archive").text)
    assert link is not None
    assert reader.post(f"{link[1]}/note", ply="0", mark="?", comment="too early").status_code == 303
    assert "21-17? {too early}" in reader.get(f"{link[1]}.pdn").text
    assert server.person().post(f"{link[1]}/note", ply="0", mark="", comment="x").status_code == 403
    assert server.person().post(f"{link[1]}/remove").status_code == 404
    assert reader.post(f"{link[1]}/remove").status_code == 303
    assert reader.get(link[1]).status_code == 404


def test_playing_on_from_an_archived_position(reader: Any) -> None:
    _bring(reader, GOOD)
    link = re.search(r'href="(/archive/[^"?]+)">Rossi', reader.get("/archive").text)
    assert link is not None
    fen = reader.get(f"{link[1]}.fen?ply=2").text
    answer = reader.post("/new", game="italian", against="here", fen=fen)
    assert answer.status_code == 303
    assert reader.view(answer.headers["Location"].rsplit("/", 1)[1])["start_fen"] == fen


@pytest.mark.parametrize(
    ("excerpt", "reason", "near", "mark"),
    [
        ("1. 22-18 22-18", "«22-18» no", 9, 9),
        ("1. 22-18 22-18", "'22-18' no", 0, 3),
        ("1. 22-18", "nothing quoted", 3, None),
        ("1. 22-18", "«11-15» is elsewhere", 3, None),
    ],
)
def test_the_words_of_a_reason_are_found_in_the_excerpt(
    excerpt: str, reason: str, near: int, mark: int | None
) -> None:
    before, found, after = marked(excerpt, reason, near)
    assert before + found + after == excerpt
    assert (len(before) if found else None) == mark


def test_the_beginning_of_a_game_that_stops_being_legal(reader: Any) -> None:
    assert 'name="beginnings"' in reader.get("/import").text
    text = BAD.replace("Rotta", "Half legal")
    page = reader.get(_bring(reader, text, beginnings="1")).text
    assert "1 game read, 1 not" in page
    assert shows(
        page, "{reason} The legal beginning, {n} plies, is in the archive with the rest as a remark.", n=2
    )
    assert "Half legal" in reader.get("/archive?q=half").text
    page = reader.get(_bring(reader, text.replace("Half", "Whole"))).text
    assert not shows(
        page, "{reason} The legal beginning, {n} plies, is in the archive with the rest as a remark."
    )
    assert "Whole legal" not in reader.get("/archive?q=whole").text


OPEN = '[White "Open"]\n\n1. 11-15 23-19 *\n\n[White "Tagged"]\n[GameType "22"]\n\n1. 21-17 *\n'


def test_a_file_of_doubtful_games_asks_before_anything_is_archived(reader: Any) -> None:
    page = reader.get(_bring(reader, OPEN)).text
    assert words_of("Which game is it?") in page
    assert 'value="english"' in page
    assert 'value="pool"' in page
    assert "Tagged" not in reader.get("/archive").text


@pytest.mark.parametrize(
    ("fields", "types"),
    [
        ({"game": "pool"}, ["22", "23"]),
        ({"game": "", "other": "spanish"}, ["22", "24"]),
        ({"game": "pool", "overrules": "1"}, ["23"]),
    ],
)
def test_the_answer_is_what_the_games_are_read_as(
    reader: Any, fields: dict[str, str], types: list[str]
) -> None:
    where = _bring(reader, OPEN)
    assert reader.post(f"{where}/answer", **fields).status_code == 303
    _read(reader, where)
    assert sorted(re.findall(r'\[GameType "(\d+)', reader.get("/archive.pdn").text)) == types


def test_an_answer_without_a_game_is_asked_again(reader: Any) -> None:
    where = _bring(reader, OPEN)
    none = reader.post(f"{where}/answer")
    assert none.status_code == 422
    assert words_of("Choose a game first.") in none.text
    assert reader.post(f"{where}/answer", game="nothing").status_code == 422
    assert reader.post(f"{where}/stop").status_code == 303
    assert reader.post(f"{where}/answer", game="pool").status_code == 303
    assert "Open" not in reader.get("/archive").text


def test_the_game_is_chosen_with_the_file(reader: Any) -> None:
    page = reader.get(_bring(reader, OPEN, game="english")).text
    assert words_of("Which game is it?") not in page
    file = {"file": ("a.pdn", OPEN.encode())}
    refused = reader.http.post(
        "/import", files=file, data={"game": "nothing"}, headers={"Origin": reader.base}
    )
    assert refused.status_code == 422
