"""The pages of lessons: the list, an exercise by form and by script, what is kept, what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from damiera.messages import Message
from damiera.service.learning import courses, lessons_of
from damiera.web.common.settings import ServerSettings
from tests.wording import shows

from .conftest import Person, Running, run


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with run(ServerSettings(data_dir=tmp_path_factory.mktemp("learn"), limits=False)) as running:
        yield running


@pytest.fixture
def anna(server: Running) -> Person:
    return server.person()


def script(who: Person, path: str, said: dict[str, Any]) -> dict[str, Any]:
    answer = who.http.post(path, json=said, headers={"Origin": who.base})
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


@pytest.mark.parametrize(("game", "book"), list(courses()))
def test_each_lesson_of_the_list_opens(anna: Person, game: str, book: str) -> None:
    page = anna.get(f"/learn/{game}")
    assert page.status_code == 200
    for lesson in lessons_of(book):
        assert f"/learn/{game}/{lesson.number}" in page.text
        for number in range(1, len(lesson.exercise) + 1):
            assert anna.get(f"/learn/{game}/{lesson.number}?n={number}").status_code == 200


def test_lessons_are_found_from_home(anna: Person) -> None:
    assert 'href="/learn"' in anna.get("/").text
    assert anna.get("/learn").status_code == 200


def test_an_exercise_done_by_the_form_is_kept(anna: Person) -> None:
    answer = anna.post("/learn/italian/6.10", answer="22x13")
    assert answer.status_code == 200
    assert shows(answer.text, Message("Right."))
    assert shows(anna.get("/learn/italian").text, Message("%(done)s of %(total)s lessons done", done=1))


def test_a_refusal_names_its_article(anna: Person) -> None:
    page = anna.post("/learn/italian/6.6", answer="22x13")
    assert page.status_code == 200
    assert "6.6" in page.text
    assert not shows(page.text, Message("Right."))


def test_pieces_are_ticked_in_a_form(anna: Person) -> None:
    page = anna.post("/learn/italian/6.1?n=2", square="18 24")
    assert shows(page.text, Message("Right."))


def test_a_script_is_answered_with_the_board(anna: Person) -> None:
    told = script(anna, "/api/learn/italian/6.6/1", {"played": {"path": [22, 13]}})
    assert told["right"] is False
    assert told["articles"][0]["number"] == "6.6"
    told = script(anna, "/api/learn/italian/6.6/1", {"played": {"path": [21, 14, 7]}})
    assert told["right"] is True
    assert told["state"]["last"]["text"] == "21x7"
    told = script(anna, "/api/learn/italian/6.1/2", {"squares": [18, 24]})
    assert told["right"] is True


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/learn/russian", 404),
        ("/learn/italian/1.1", 404),
        ("/learn/italian/4.1?n=7", 404),
        ("/learn/nought", 404),
    ],
)
def test_a_lesson_that_is_not_there_is_said_to_be_missing(anna: Person, path: str, status: int) -> None:
    assert anna.get(path).status_code == status


@pytest.mark.parametrize(
    "body", [b"", b"[]", b'{"squares": ["a"]}', b'{"played": {"path": [1]}}', b'{"x": 1}', b"{}"]
)
def test_a_script_that_sends_nonsense_is_refused(anna: Person, body: bytes) -> None:
    answer = anna.http.post("/api/learn/italian/6.6/1", content=body, headers={"Origin": anna.base})
    assert answer.status_code in (400, 422)


def test_endings_are_found_from_the_lessons_and_the_tables(anna: Person) -> None:
    assert 'href="/learn/italian/endings"' in anna.get("/learn/italian").text
    assert 'href="/learn/russian/endings"' in anna.get("/endgame?game=russian").text
    assert "/endings" not in anna.get("/endgame?game=turkish").text
    assert anna.get("/learn/russian/endings").status_code == 200


def test_an_ending_is_played_by_the_form(anna: Person) -> None:
    address = "/learn/italian/endings?set=1&n=4"
    wrong = anna.post(address, answer="22-18", line="")
    assert shows(wrong.text, Message("That loses: the answer is {move}.", move="23x32"))
    assert anna.post(address, answer="nonsense", line="").status_code == 200
    assert anna.post(address, answer="28-24", line="1.2.x").status_code == 422
    right = anna.post(address, answer="28-24", line="")
    assert shows(right.text, Message("Done: the draw is held."))
    page = anna.get("/learn/italian/endings?set=1&n=1").text
    assert page.count(">done<") == 1


def test_an_ending_is_played_by_a_script(anna: Person) -> None:
    path = "/api/learn/italian/endings/1/4"
    told = script(anna, path, {"line": [{"path": [22, 18]}]})
    assert (told["right"], told["line"]) == (False, [])
    told = script(anna, path, {"line": [{"path": [28, 24]}]})
    assert (told["right"], told["over"], len(told["line"])) == (True, True, 2)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/learn/italian/endings?set=99", 404),
        ("/learn/italian/endings?set=1&n=10", 404),
        ("/learn/italian/endings?set=x&n=y", 200),
        ("/learn/lasca/endings", 404),
        ("/learn/nothing/endings", 404),
    ],
)
def test_an_ending_that_is_not_there(anna: Person, path: str, status: int) -> None:
    assert anna.get(path).status_code == status


@pytest.mark.parametrize("body", [b"", b"{}", b'{"line": []}', b'{"line": [{"path": [1]}]}', b"[1]"])
def test_a_request_about_an_ending_that_is_none(anna: Person, body: bytes) -> None:
    answer = anna.http.post("/api/learn/italian/endings/1/4", content=body, headers={"Origin": anna.base})
    assert answer.status_code in (400, 422), answer.text
