"""The pages of studies: begun, written by forms and by scripts, shared, solved, printed, searched."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

from damiera.paper.svg import SYMBOLS
from damiera.rules.ruleset import ruleset
from damiera.service import study_acts
from damiera.store.database import FILE_NAME
from damiera.web.common.settings import ServerSettings
from tests.wording import shows, words_of

from .conftest import PATIENCE_S, Person, Running, run

TEXT = """[StudyName "Roads"][ChapterName "Two roads"]
1. 22-19 10-14 2. 19x10 5x14 {two} (2... 6x13 {one}) 3. 23-20!? *

[ChapterName "To solve"][ChapterKind "guess white"] 1. 22-19 10-14 2. 19x10 {well} 5x14 *
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with run(ServerSettings(data_dir=tmp_path_factory.mktemp("studies"), limits=False)) as running:
        yield running


@pytest.fixture
def anna(server: Running) -> Person:
    return server.person()


@pytest.fixture
def bruno(server: Running) -> Person:
    return server.person()


def begin(who: Person, text: str = TEXT, game: str = "italian", **more: str) -> str:
    """Begin a study and return the address of its first chapter."""
    answer = who.post("/studies", title="", game=game, text=text, **more)
    assert answer.status_code == 303, answer.text
    return str(who.get(answer.headers["location"].split("?")[0]).headers["location"])


def data(page: httpx.Response) -> dict[str, Any]:
    found = re.search(r'id="study-data">(.*?)</script>', page.text, re.DOTALL)
    assert found
    told: dict[str, Any] = json.loads(found[1])
    return told


def act(who: Person, chapter: str, what: str, at: str = "", **fields: str) -> httpx.Response:
    """Send a form of the page and return the page it leads to."""
    _, _, study, id = chapter.split("/")
    answer = who.post(f"/study/{study}/act", what=what, chapter=id, at=at, **fields)
    assert answer.status_code == 303, answer.text
    return follow(who, answer)


def follow(who: Person, answer: httpx.Response) -> httpx.Response:
    while answer.status_code == 303:
        answer = who.get(answer.headers["location"])
    return answer


def edits(who: Person, chapter: str, *given: dict[str, Any]) -> httpx.Response:
    _, _, study, id = chapter.split("/")
    body = {"edits": [{"id": f"test-{hash(str(one))}", "edit": {"chapter": id, **one}} for one in given]}
    return who.http.post(f"/api/study/{study}", json=body, headers={"Origin": who.base})


def test_no_change_is_taken_that_another_has_written_in_this_browser(anna: Person) -> None:
    chapter = begin(anna)
    _, _, study, id = chapter.split("/")
    edit = {
        "id": "test-another",
        "edit": {"chapter": id, "e": "comment", "path": [], "words": "x", "was": ""},
    }
    for reader, status in (("somebody-else", 401), ("", 401), (data(anna.get(chapter))["reader"], 200)):
        headers = {"Origin": anna.base, "Damiera-Reader": reader}
        answer = anna.http.post(f"/api/study/{study}", json={"edits": [edit]}, headers=headers)
        assert answer.status_code == status, answer.text


def test_a_study_shows_tree_law_and_board(anna: Person) -> None:
    chapter = begin(anna)
    page = anna.get(f"{chapter}?at=22-19 10-14")
    told = data(page)
    assert [node["name"] for node in told["nodes"]] == [
        *("22-19", "10-14", "19x10", "5x14", "6x13", "23-20"),
    ]
    assert told["at"] == 1
    assert "/book/fid.italian.2008/6#a6.1" in page.text, "White must take"
    assert re.search(r'<a href="[^"]*" data-node="1" class="now" aria-current="true">', page.text)
    assert re.search(r'23-20\s*<b class="sign bad">!\?</b>', page.text)
    assert '<p class="said">two</p>' in page.text
    assert anna.get(f"{chapter}?at=nonsense").status_code == 200


def test_a_chapter_that_nothing_names_is_called_by_its_number(anna: Person) -> None:
    """Its heading was "1. 1"."""
    answer = anna.post("/studies", game="italian", text='[GameType "22"][FEN "W:WK18:BK1,5"] *')
    page = follow(anna, answer).text
    assert page.count(words_of("Chapter %(n)s", n=1)) == 2, "in the heading and in the list"
    assert "1. 1<" not in page


def test_a_study_is_written_without_a_script(anna: Person) -> None:
    chapter = begin(anna)
    page = act(anna, chapter, "move", move="23-20")
    assert data(page)["nodes"][data(page)["at"]]["name"] == "23-20"
    for what, fields in (("comment", {"words": "mine"}), ("sign:!?", {}), ("sign:*", {}), ("main", {})):
        page = act(anna, chapter, what, at="23-20", **fields)
    node = data(page)["nodes"][0]
    assert (node["name"], node["text"], node["strength"], node["nags"]) == ("23-20", "mine", "!?", [7])
    page = act(anna, chapter, "sign:none", at="23-20")
    assert data(page)["nodes"][0]["strength"] == ""
    page = act(anna, chapter, "fold", at="23-20")
    assert data(page)["nodes"][0]["folded"]
    assert "<details>" in page.text
    page = act(anna, chapter, "delete", at="23-20")
    assert data(page)["nodes"][0]["name"] == "22-19"
    page = act(anna, chapter, "undo")
    assert data(page)["nodes"][0]["name"] == "23-20"
    page = act(anna, chapter, "redo")
    assert data(page)["nodes"][0]["name"] == "22-19"


def test_what_cannot_be_done_is_told_on_the_page(anna: Person) -> None:
    chapter = begin(anna)
    for what, fields in (
        ("move", {"move": "22-1"}),
        ("move", {"move": "good"}),
        ("redo", {}),
        ("nonsense", {}),
        ("share", {"sharing": "mars"}),
        ("kind", {"kind": "mars"}),
        ("rename", {"name": " "}),
        ("join", {"other": "gone"}),
        ("add", {"text": "1. 22-1 *"}),
        ("tags", {"tag-Bad name": "x"}),
        ("comment", {"words": "x" * 20_001}),
    ):
        page = act(anna, chapter, what, **fields)
        assert page.status_code == 200
        assert 'class="msg bad"' in page.text, what
    assert anna.get(chapter).status_code == 200


def test_chapters_are_added_moved_renamed_joined_and_taken_out(anna: Person) -> None:
    chapter = begin(anna)
    added = act(anna, chapter, "add", text="1. 22-18 {x} *", name="Third")
    assert data(added)["chapter"] != chapter.rpartition("/")[2]
    third = f"{chapter.rpartition('/')[0]}/{data(added)['chapter']}"
    page = act(anna, third, "join", other=chapter.rpartition("/")[2])
    assert {node["name"] for node in data(page)["nodes"]} >= {"22-18", "22-19", "6x13"}
    page = act(anna, third, "rename", name="First")
    assert "First" in page.text
    act(anna, third, "up")
    page = act(anna, third, "tags", **{"tag-White": "Carla", "tag-Result": "1-0"})
    assert "Carla" in page.text
    page = act(anna, third, "remove-chapter")
    assert 'class="msg bad"' not in page.text
    last = f"{chapter.rpartition('/')[0]}/{data(page)['chapter']}"
    page = act(anna, last, "remove-chapter")
    assert words_of("A study has at least one chapter: add another one before this goes.") in page.text


def test_a_script_sends_changes_once_or_twice(anna: Person, bruno: Person) -> None:
    chapter = begin(anna)
    one = {"e": "moves", "path": ["22-19", "12-15"]}
    first = edits(anna, chapter, one).json()["version"]
    assert edits(anna, chapter, one).json()["version"] == first
    for bad in (
        {"e": "mars"},
        {"e": "moves", "path": ["1-99"]},
        {"e": "drawings", "path": [], "drawings": ["B99"]},
    ):
        answer = edits(anna, chapter, bad)
        assert answer.status_code in (400, 409, 422)
        assert answer.json()["text"]
    assert edits(bruno, chapter, one).status_code in (403, 404)
    study = chapter.split("/")[2]
    for body in (b"{", b'{"edits": 3}', b"\xff"):
        answer = anna.http.post(f"/api/study/{study}", content=body, headers={"Origin": anna.base})
        assert answer.status_code == 422


def test_readers_read_and_the_invited_write(anna: Person, bruno: Person) -> None:
    chapter = begin(anna)
    study = chapter.split("/")[2]
    assert bruno.get(chapter).status_code == 404
    page = act(anna, chapter, "share", sharing="link")
    invitation = re.search(r'id="invitation"[^>]*value="([^"]+)"', page.text)
    assert invitation
    seen = bruno.get(chapter)
    assert seen.status_code == 200
    assert not data(seen)["may_edit"]
    assert 'id="comment-form"' not in seen.text
    assert 'id="invitation"' not in seen.text
    assert bruno.post(f"/study/{study}/act", what="remove", chapter="x").status_code == 403
    assert bruno.get(f"/study/{study}/join/wrong").status_code == 404
    assert bruno.get(invitation[1]).status_code == 200
    bruno.post(invitation[1])
    assert data(bruno.get(chapter))["may_edit"]
    edits(bruno, chapter, {"e": "comment", "path": [], "words": "from Bruno", "was": ""})
    assert "from Bruno" in anna.get(chapter).text
    act(anna, chapter, "share", sharing="public")
    assert f"/study/{study}" in bruno.get("/studies").text
    act(anna, chapter, "remove")
    assert anna.get(chapter).status_code == 404


def test_every_screen_hears_of_a_change(anna: Person) -> None:
    chapter = begin(anna)
    study = chapter.split("/")[2]
    cookies = "; ".join(f"{c.name}={c.value}" for c in anna.http.cookies.jar)
    url = anna.base.replace("http", "ws") + f"/study/{study}/live"
    with connect(url, additional_headers={"Cookie": cookies}, open_timeout=PATIENCE_S, proxy=None) as screen:
        before = json.loads(screen.recv(timeout=PATIENCE_S))["v"]
        edits(anna, chapter, {"e": "comment", "path": [], "words": "new", "was": ""})
        assert json.loads(screen.recv(timeout=PATIENCE_S))["v"] == before + 1
    assert anna.get(f"/study/{study}/stamp").json()["v"] == before + 1


def test_moves_to_be_guessed_are_not_told(
    anna: Person, bruno: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(study_acts, "refuted_by", lambda *_: None)
    first = begin(anna)
    study = first.split("/")[2]
    act(anna, first, "share", sharing="link")
    listed = re.findall(rf'href="(/study/{study}/\w+)"', bruno.get(first).text)
    quiz = next(one for one in listed if one != first and "join" not in one)
    page = bruno.get(quiz)
    assert data(page)["nodes"] == []
    assert "19x10" not in page.text
    assert "19×10" not in page.text
    assert data(bruno.get(f"{quiz}?at=22-19 10-14 19x10 5x14 23-20"))["quiz"] is False, "all of it was found"
    assert data(bruno.get(f"{quiz}?at=21-17"))["nodes"] == []
    told = tried(bruno, quiz, [], "21-17")
    assert (told["right"], told["done"], told["at"]) == (False, False, "")
    told = tried(bruno, quiz, [], "22-19")
    assert (told["right"], told["done"], told["at"]) == (True, False, "22-19 10-14")
    told = tried(bruno, quiz, ["22-19", "10-14"], "19x10")
    assert (told["right"], told["done"], told["remark"]) == (True, True, "well")
    page = act(bruno, quiz, "try", move="22-19")
    assert [node["name"] for node in data(page)["nodes"]] == ["22-19", "10-14"]
    assert data(anna.get(quiz))["quiz"] is False
    third = act(anna, quiz, "add", text="1. 21-17 *", name="Third").url.path
    solved = bruno.get(f"{quiz}?at=22-19 10-14 19x10 5x14").text
    assert re.search(rf'id="quiz-next" href="{third}"', solved)
    assert data(anna.get(f"{quiz}?as=reader"))["quiz"] is True


def test_a_wrong_move_is_answered_as_its_author_has_it(anna: Person, bruno: Person) -> None:
    text = """[ChapterKind "guess white"] 1. 22-19 (1. 21-17 {hopeful} 12-16 2. 25-21 $13) 12-15 *"""
    answer = anna.post("/studies", game="italian", title="", text=text)
    chapter = str(follow(anna, answer).url.path)
    act(anna, chapter, "share", sharing="link")
    told = tried(bruno, chapter, [], "21-17")
    assert [ply["text"] for ply in told["refuted"]] == ["12-16", "25-21"]
    assert told["remark"] == "hopeful"
    assert "∞" in anna.get(chapter).text


def tried(who: Person, chapter: str, path: list[str], move: str) -> dict[str, Any]:
    body = {"path": path, "move": move}
    told: dict[str, Any] = who.http.post(f"/api{chapter}", json=body, headers={"Origin": who.base}).json()
    return told


def test_files_and_the_booklet(anna: Person) -> None:
    chapter = begin(anna)
    study = chapter.split("/")[2]
    whole = anna.get(f"/study/{study}.pdn")
    assert whole.text.count("[ChapterName ") == 2
    assert anna.get(f"{chapter}.pdn").text.count("[Event ") == 1
    assert anna.get(f"/study/{study}/booklet.pdf").content.startswith(b"%PDF")
    again = begin(anna, whole.text)
    assert anna.get(f"/study/{again.split('/')[2]}.pdn").text == whole.text


def test_the_law_ahead_is_for_authors(anna: Person, bruno: Person) -> None:
    """Without a connection no move could be made: the page knew those of the position shown alone."""
    chapter = begin(anna)
    act(anna, chapter, "share", sharing="link")
    told = anna.get(f"/api{chapter}/ahead", params={"at": "22-19", "whole": "1"}).json()
    known = {one["moves"]: [move["text"] for move in one["state"]["moves"]] for one in told["positions"]}
    assert "23-20" in known[""]
    assert "19x10" in known["22-19 10-14"]
    assert known["22-19 12-15"] == ["19x12"]
    assert bruno.get(f"/api{chapter}/ahead").status_code == 403


def test_readers_take_along_what_they_have_found(anna: Person, bruno: Person) -> None:
    """The files held the solutions of chapters that ask."""
    chapter = begin(anna)
    study = chapter.split("/")[2]
    act(anna, chapter, "share", sharing="link")
    asking = next(one for one in re.findall(rf"/study/{study}/\w+", anna.get(chapter).text) if one != chapter)
    assert "19x10 {well}" in anna.get(f"/study/{study}.pdn").text
    for address in (f"/study/{study}.pdn", f"{asking}.pdn"):
        told = bruno.get(address).text
        assert "[ChapterKind " in told
        assert "well" not in told
        assert "10-14" not in told.split("To solve")[1]
    assert "two" in bruno.get(f"/study/{study}.pdn").text
    halfway = bruno.get(f"{asking}.pdn", params={"at": "22-19 10-14"}).text
    assert "22-19 10-14" in halfway
    assert "well" not in halfway
    solved = bruno.get(asking, params={"at": "22-19 10-14 19x10 5x14"}).text
    links = [link.replace("&amp;", "&") for link in re.findall(r'href="([^"]+\.pdn[^"]*)"', solved)]
    assert len(links) == 2
    assert 'id="quiz-next"' not in solved
    for link in links:
        assert "19x10 {well} 2... 5x14" in bruno.get(link).text


def test_a_chapter_without_moves_is_not_solved(anna: Person, bruno: Person) -> None:
    chapter = begin(anna, '[ChapterKind "find"] *')
    act(anna, chapter, "share", sharing="link")
    page = bruno.get(chapter).text
    assert words_of("Solved.") not in page
    assert shows(page, "White to move: find the shot.")


def test_a_file_of_another_encoding_is_read(anna: Person) -> None:
    file = {"file": ("old.pdn", '[White "Élodie"] 1. 21-17 *'.encode("latin-1"))}
    answer = anna.http.post("/studies", data={"game": "italian"}, files=file, headers={"Origin": anna.base})
    assert "Élodie" in follow(anna, answer).text


def test_what_cannot_be_read_stays_in_the_field(anna: Person) -> None:
    answer = anna.post("/studies", title="Mine", game="italian", text="1. 21-99 12-15 *")
    assert answer.status_code == 422
    assert "1. 21-99 12-15 *" in answer.text
    assert 'value="Mine"' in answer.text


def test_moves_of_another_game_are_told_to_be_so(anna: Person) -> None:
    russian = "1. c3-d4 f6-g5 2. b2-c3 g5-h4 *"
    answer = anna.post("/studies", title="Mine", game="english", text=russian)
    assert answer.status_code == 422
    games = ", ".join(ruleset(one).name.text("en") for one in ("russian", "brazilian", "czech"))
    assert shows(
        answer.text, "The moves fit another game ({games}): choose it, and begin again.", games=games
    )
    assert re.search(r'id="begin-game".*?<option value="english" selected', answer.text, re.DOTALL)
    assert follow(anna, anna.post("/studies", title="Mine", game="russian", text=russian)).status_code == 200


def test_who_looks_on_is_named(server: Running, anna: Person, bruno: Person) -> None:
    """Of those who look at a study at the same time only their number was shown."""
    chapter = begin(anna)
    study = chapter.split("/")[2]
    act(anna, chapter, "share", sharing="link")
    name = re.search(r"Guest \d{4}", bruno.get(begin(bruno)).text)
    assert name

    def looking(who: Person) -> AbstractContextManager[ClientConnection]:
        cookies = "; ".join(f"{c.name}={c.value}" for c in who.http.cookies.jar)
        url = server.base.replace("http", "ws") + f"/study/{study}/live"
        return connect(url, additional_headers={"Cookie": cookies}, open_timeout=PATIENCE_S, proxy=None)

    with looking(anna) as screen:
        came = json.loads(screen.recv(timeout=PATIENCE_S))["w"]
        assert 'class="small watching"' not in anna.get(chapter).text
        with looking(bruno), looking(server.person()):
            while json.loads(screen.recv(timeout=PATIENCE_S))["w"] < came + 2:
                pass
            beside = anna.get(f"/study/{study}/company").text
            assert name[0] in beside
            assert shows(beside, "and a guest", n=1)
            assert name[0] not in bruno.get(chapter).text.split('id="study-company"')[1].split("study-net")[0]
        while json.loads(screen.recv(timeout=PATIENCE_S))["w"] < came + 4:
            pass
        assert 'class="small watching"' not in anna.get(f"/study/{study}/company").text


def test_positions_are_searched(anna: Person) -> None:
    chapter = begin(anna)
    page = anna.get("/studies", params={"game": "italian", "find": "?:W20:E23"})
    assert chapter in page.text
    for text in ("nonsense", "W:W99", "=W:W1"):
        page = anna.get("/studies", params={"game": "italian", "find": text})
        assert page.status_code == 200
        assert 'class="msg bad"' in page.text, text
    assert anna.get("/studies", params={"game": "mars", "find": "?:W20"}).status_code == 200


def test_a_finished_game_becomes_a_study(anna: Person, tmp_path: Path) -> None:
    id = anna.begin(game="italian", seat="both", level=None, friend=False)
    anna.post(f"/g/{id}/act", what="resign", side="white")
    chapter = begin(anna, text="", source=id)
    assert data(anna.get(chapter))["game"] == "italian"


def test_a_chapter_is_framed_by_anybody_if_strangers_may_read_it(anna: Person, bruno: Person) -> None:
    chapter = begin(anna)
    framed = chapter.replace("/study/", "/study/embed/")
    assert anna.get(framed).status_code == 404  # private: not even its author sees it in a frame
    act(anna, chapter, "share", sharing="link")
    page = bruno.get(framed)
    policy = page.headers["Content-Security-Policy"]
    assert page.status_code == 200
    assert {"frame-ancestors *", "default-src 'none'", "form-action 'none'"} <= set(policy.split("; "))
    assert "set-cookie" not in page.headers
    assert "<script" not in page.text
    assert "<form" not in page.text
    links = re.findall(r'href="(/study/[^"]+)"', page.text)
    assert [link for link in links if not link.startswith("/study/embed/")] == [chapter]
    walked = bruno.get(next(link for link in links if "at=" in link).replace("&amp;", "&"))
    assert 'aria-current="true"' in walked.text
    assert "frame-ancestors 'none'" in bruno.get(chapter).headers["Content-Security-Policy"]
    assert bruno.get(framed + "x").status_code == 404


JUMPED = """[ChapterName "Ruled"][GameType "22"]
1. 21-17 12-15! {touched late} 2. 22-18 {[%jump B:W17,18,32:B5,15 fid.italian.2008:8.1.6] It stood.}
2... 5-10 {[%jump W:W17,32:B5,22 somebody:9.9] Again.} 3. 17-13 *
"""


def test_a_game_whose_board_changed_is_shown_whole_with_the_articles(anna: Person) -> None:
    """What was played before the change was kept in the chapter, and seen nowhere."""
    chapter = begin(anna, JUMPED)
    page = anna.get(chapter)
    told = data(page)
    assert [[ply["text"] for ply in part["plies"]] for part in told["earlier"]] == [
        ["21-17", "12-15", "22-18"],
        ["5-10"],
    ]
    assert (told["earlier_at"], told["count"]) == (-1, 4)
    assert words_of("The board changed without a move.") in page.text
    assert 'href="/book/fid.italian.2008/8#a8.1.6"' in page.text
    assert "(somebody:9.9)" in page.text
    shown = re.findall(r'data-earlier="(\d+)">\s*([^\s<]+)', page.text)
    assert shown == [("1", "21-17"), ("2", "12-15"), ("3", "22-18"), ("5", "5-10")]
    assert re.findall(r'class="count">([^<]+)<', page.text) == ["1.", "2.", "2…", "3."]


def test_a_position_from_before_the_change_has_an_address(anna: Person) -> None:
    chapter = begin(anna, JUMPED)
    page = anna.get(f"{chapter}?earlier=4")
    assert data(page)["earlier_at"] == 4
    assert page.text.count('class="pc"') - anna.get(f"{chapter}?earlier=0").text.count('class="pc"') == 5 - 24
    for wrong in ("99", "-1", "x", "9" * 50, "²"):
        assert data(anna.get(f"{chapter}?earlier={wrong}"))["earlier_at"] == -1


def test_the_board_to_set_up_shows_what_was_searched_for(anna: Person) -> None:
    begin(anna)
    page = anna.get("/studies?game=english&find=B:WK3,22:B14:E18")
    told = json.loads(re.search(r'id="setup-data">(.*?)</script>', page.text)[1])  # type: ignore[index]
    assert told == {"pieces": {"3": "W", "14": "b", "22": "w"}, "empty": [18]}
    assert re.search(r'<option value="B" selected>', page.text)
    page = anna.get("/studies?game=international&find=nonsense")
    assert re.search(r'id="find-game".*?<option value="international" selected>', page.text, re.S), "kept"
    assert "setup-board" not in anna.get("/studies?game=chinese-checkers-3").text


@pytest.mark.parametrize(
    ("game", "kinds"),
    [("italian", "wWbB"), ("cheskers", "wWbBsctd"), ("alquerque", "wb"), ("reentry", "wb"), ("halma", "wb")],
)
def test_what_is_put_on_the_board_by_hand_is_what_the_game_has(anna: Person, game: str, kinds: str) -> None:
    page = anna.get("/studies", params={"game": game, "board": "1"}).text
    assert "".join(re.findall(r'name="piece" value="(\w)"', page)) == f"{kinds}E"
    pictures = re.findall(r'<svg class="disc" aria-hidden="true"><use href="#([\w-]+)"', page)
    assert pictures == [SYMBOLS[kind] for kind in kinds]


@pytest.mark.parametrize("game", ["bashni", "lasca", "chinese-checkers"])
def test_towers_and_marbles_are_not_put_piece_by_piece(anna: Person, game: str) -> None:
    assert "setup-board" not in anna.get("/studies", params={"game": game, "board": "1"}).text


def test_a_bishop_is_looked_for_by_its_letter(anna: Person) -> None:
    begin(anna, "W:Wa3,Kc3,Bc1:BCd8,Kf8", game="cheskers")
    found = anna.get("/studies", params={"game": "cheskers", "find": "?:WBc1:BCd8:Ee1"}).text
    assert 'class="whole" href="/study/' in found.partition("own-title")[0]
    other = anna.get("/studies", params={"game": "cheskers", "find": "?:WCc1"}).text
    assert words_of("No study and no game of the archive has it.") in other
    told = json.loads(re.search(r'id="setup-data">(.*?)</script>', found)[1])  # type: ignore[index]
    assert sorted(told["pieces"].values()) == ["d", "s"]


def test_its_owner_sees_who_writes_and_takes_them_off(anna: Person, bruno: Person) -> None:
    chapter = begin(anna)
    study = chapter.split("/")[2]
    invitation = re.search(rf"/study/{study}/join/\w+", anna.get(chapter).text)
    assert invitation is not None
    bruno.post(invitation[0])
    page = anna.get(chapter).text
    writer = re.search(r'name="author" value="(\w+)"', page)
    assert writer is not None
    assert 'value="leave"' not in page
    assert 'value="leave"' in bruno.get(chapter).text
    assert 'name="author"' not in bruno.get(chapter).text
    page = act(anna, chapter, "take-off", author=writer[1]).text
    assert 'name="author"' not in page
    assert bruno.get(chapter).status_code == 404
    assert bruno.get(invitation[0]).status_code == 404


def test_what_a_reader_has_solved_is_kept_for_them_and_shown_among_the_chapters(
    anna: Person, bruno: Person
) -> None:
    """It stood in the address alone: whoever came back had solved nothing."""
    first = begin(anna)
    study = first.split("/")[2]
    act(anna, first, "share", sharing="link")
    listed = re.findall(rf'href="(/study/{study}/\w+)"', bruno.get(first).text)
    quiz = next(one for one in listed if one != first and "join" not in one)

    def ticks(who: Person) -> int:
        return who.get(first).text.count('class="solved"')

    tried(bruno, quiz, [], "22-19")
    assert ticks(bruno) == 0
    tried(bruno, quiz, ["22-19", "10-14"], "19x10")
    tried(bruno, quiz, ["22-19", "10-14"], "19x10")
    assert (ticks(bruno), ticks(anna)) == (1, 0)
    act(anna, quiz, "try", at="22-19 10-14", move="19x10")
    assert ticks(anna) == 1, "also without a script"
    act(anna, quiz, "remove-chapter")
    assert ticks(bruno) == 0


@pytest.mark.parametrize(
    ("spoilt", "chapters"),
    [
        ("UPDATE study_edit SET body = substr(body, 1, 40) WHERE version = 3", ["Roads"]),
        ("UPDATE study_edit SET body = CAST(X'7B22FF7D' AS TEXT) WHERE version = 3", ["Roads"]),
        ('UPDATE study_edit SET body = \'{"e":"of tomorrow"}\' WHERE version = 2', ["To solve"]),
        ("DELETE FROM study_edit WHERE version = 2", ["To solve"]),
    ],
)
def test_a_damaged_study_is_taken_along_by_its_authors_as_far_as_it_can_be_read(
    run_server: Callable[..., AbstractContextManager[Running]],
    tmp_path: Path,
    spoilt: str,
    chapters: list[str],
) -> None:
    settings = ServerSettings(data_dir=tmp_path, limits=False)
    with run_server(settings) as running:
        anna, bruno = running.person(), running.person()
        first = begin(anna, TEXT.replace("Two roads", "Roads"))
        act(anna, first, "share", sharing="link")
        study = f"/study/{first.split('/')[2]}"
        cookies = anna.http.cookies
        bruno.get(study)
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection:
        connection.execute(spoilt)
        connection.commit()
    with run_server(settings) as running:
        anna, bruno = running.person(), running.person()
        anna.http.cookies = cookies
        page = anna.get(study)
        assert page.status_code == 409
        assert words_of("Take along what can be read (PDN)") in page.text
        assert f'href="{study}.pdn"' in page.text
        file = anna.get(f"{study}.pdn")
        assert file.status_code == 200
        assert re.findall(r'ChapterName "(.*?)"', file.text) == chapters
        assert file.text.startswith("% Damiera: change ")
        assert f"{study}.pdn" not in bruno.get(study).text
        assert bruno.get(f"{study}.pdn").status_code == 409
