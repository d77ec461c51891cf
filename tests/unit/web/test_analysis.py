"""The pages of analysis: a position, a game, the engine watched live, reports, puzzles."""

from __future__ import annotations

import asyncio
import contextlib
import html
import json
import os
import re
import signal
import threading
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import msgspec
import pytest

from damiera._core import Position
from damiera.endgame.build import Builder
from damiera.engine.builtin import BuiltinEngine
from damiera.engine.limits import UNLIMITED, SearchLimits
from damiera.engine.protocol import Info
from damiera.engine.score import Score
from damiera.messages import Message
from damiera.notation.moves import format_move
from damiera.rules.ruleset import ITALIAN
from damiera.service.puzzle_views import shipped
from damiera.service.workers.analysts import AnalysisUpdate, Analysts, Question
from damiera.web.analysis.live import events as watched
from damiera.web.common.settings import ServerSettings
from damiera.web.study.views import puzzle_page, puzzles_page
from tests.unit.service.test_analysis import BLUNDER
from tests.unit.web.conftest import Person, Running, run
from tests.wording import shows, words_of

SHOT = "W:W21,22,24,25,27,28,30:B1,2,3,4,8,13,14"


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server whose engine really thinks."""
    folder: Path = tmp_path_factory.mktemp("bench")
    settings = ServerSettings(data_dir=folder, engine="thread", limits=False)
    with run(settings, engine=lambda game: BuiltinEngine(game, hash_mb=4)) as running:
        yield running


@pytest.fixture
def carla(bench: Running) -> Person:
    return bench.person("en")


def events(person: Person, *, until: int = 1, **question: Any) -> list[tuple[str, Any]]:
    """Watch an analysis until so many events have come, or it ends."""
    found: list[tuple[str, Any]] = []
    with person.http.stream("GET", "/api/analysis/live?" + urlencode(question)) as answer:
        assert answer.status_code == 200, answer.read()
        assert answer.headers["content-type"].startswith("text/event-stream")
        kind = ""
        for line in answer.iter_lines():
            if line.startswith("event: "):
                kind = line[7:]
            elif line.startswith("data: "):
                found.append((kind, json.loads(line[6:])))
                if len(found) >= until:
                    break
    return found


def archived(person: Person, text: str = BLUNDER) -> str:
    """Bring a game and return its name."""
    files = {"file": ("one.pdn", text.encode())}
    assert person.http.post("/import", files=files, headers={"Origin": person.base}).status_code == 303
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        page = person.get("/archive").text
        if 'href="/archive/' in page:
            return page.split('href="/archive/')[1].split('"')[0]
        time.sleep(0.05)
    raise AssertionError("the game did not come")


def test_a_position_is_shown_with_and_without_a_look(carla: Person) -> None:
    page = carla.get("/analysis").text
    assert "The engine" in page
    assert "<draughts-board" in page
    told = carla.get("/analysis", params={"game": "italian", "fen": SHOT, "look": "1"}).text
    assert (
        words_of(
            "{move} is a shot: {gains} ({line}).",
            move="21-18",
            gains="White gives a man and takes two men",
            line="21-18 14x21 25x9",
        )
        in told
    )
    assert "<p>White is " in told
    assert not shows(told, "{now}: of a hundred games such a position wins {win} and draws {draw}.")
    [odds] = re.findall(r"of 100 [^<]*", told)
    of_100 = "of 100 games White wins %(white)s, %(draws)s are drawn, Black wins %(black)s"
    assert shows(odds, of_100)
    wrong = carla.get("/analysis", params={"game": "italian", "fen": "W:W99:B1"})
    assert wrong.status_code == 422
    assert "99" in wrong.text
    assert carla.get("/analysis", params={"game": "none"}).status_code == 422


def test_a_tower_that_no_board_holds_is_refused_in_words(carla: Person) -> None:
    fen = f"W:a1={'w' * 13},c3=b"
    answers = [
        carla.get("/analysis", params={"game": "bashni", "fen": fen}),
        carla.post("/new", game="bashni", against="here", fen=fen),
        carla.http.post(
            "/api/games",
            json={"game": "bashni", "fen": fen},
            headers={"Origin": carla.base},
        ),
    ]
    assert [answer.status_code for answer in answers] == [422, 422, 422]
    assert all("13 pieces" in answer.text for answer in answers)


def test_what_the_tables_know_is_said_first(
    carla: Person, bench: Running, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    Builder(ITALIAN.core, 3, distances=True, folder=tmp_path).run()
    monkeypatch.setattr(bench.parts.endgames, "folder", tmp_path)
    [(kind, told)] = events(carla, game="italian", fen="W:W29,32:B23")
    assert kind == "lines"
    assert told["said"][:2] == [words_of("Won in {n} moves with best play.", n=33), "Only 29-25 (33) wins."]
    assert told["odds"] is None


def test_a_script_walks(carla: Person) -> None:
    state = carla.get(
        "/api/analysis/at", params={"game": "italian", "fen": "", "moves": "21-17 12-15"}
    ).json()
    assert state["side"] == "white"
    assert state["last"]["text"] == "12-15"
    refused = carla.get("/api/analysis/at", params={"game": "italian", "fen": "", "moves": "21-5"})
    assert refused.status_code == 422
    assert refused.json()["text"]


def test_the_engine_is_watched_live(carla: Person) -> None:
    found = events(carla, until=3, game="italian", fen=SHOT, lines=2)
    assert {kind for kind, _ in found} == {"lines"}
    last = found[-1][1]
    assert last["lines"][0]["moves"][0]["text"] == "21-18"
    assert len(last["lines"]) == 2
    assert sum(last["odds"]) == 100
    assert not any(
        shows(text, "{now}: of a hundred games such a position wins {win} and draws {draw}.")
        for text in last["said"]
    )
    assert 0.5 < last["white"] <= 1
    assert any(shows(text, "{move} is a shot: {gains} ({line}).") for text in last["said"])


def test_the_threat_is_what_the_other_side_would_do(carla: Person) -> None:
    fen = SHOT.replace("W:W", "B:W", 1)
    [(kind, told)] = events(carla, game="italian", fen=fen, threat=1)
    assert (kind, told["side"]) == ("lines", "white")
    refused = carla.get("/api/analysis/live", params={"game": "italian", "fen": "W:W22:B18", "threat": "1"})
    assert refused.status_code == 409
    asking = {"Accept": "text/event-stream"}
    told = carla.get("/api/analysis/live", params=dict(refused.request.url.params), headers=asking)
    assert told.status_code == 200
    assert told.text.startswith('event: refused\ndata: {"text":"A capture is due here: nobody can pass."}')


LONE = Message("One piece against one.")


@pytest.mark.parametrize(
    ("game", "white", "said"),
    [
        ("turkish", 0.5, Message("{said} By the book the game is over here: a draw.", said=LONE)),
        (
            "turkish~lone-pieces=king-wins",
            1.0,
            Message(
                "{said} By the book the game is over here: {side} wins.", said=LONE, side=Message("White")
            ),
        ),
    ],
)
def test_where_the_book_ends_the_game_the_engine_has_no_opinion(
    carla: Person, game: str, white: float, said: Message
) -> None:
    [(kind, told)] = events(carla, game=game, fen="W:WKa8:Bc3")
    assert (kind, told["white"], told["odds"]) == ("lines", white, None)
    assert told["said"] == [said.text("en")]
    [(_, goes_on)] = events(carla, game=game, fen="W:WKa8:Bh5,c3")
    assert not any("over" in text for text in goes_on["said"])
    plain = carla.get("/analysis", params={"game": game, "fen": "W:WKa8:Bc3", "look": "1"})
    assert said.text("en") in plain.text


def test_a_finished_position_has_nothing_to_find(carla: Person) -> None:
    [(kind, told)] = events(carla, game="italian", fen="W:W:B1")
    assert kind == "solved"
    assert "over" in told["text"]


def test_other_pages_cannot_set_the_engine_to_work(carla: Person) -> None:
    headers = {"Sec-Fetch-Site": "cross-site"}
    answer = carla.get("/api/analysis/live", params={"game": "italian", "fen": ""}, headers=headers)
    assert answer.status_code == 409


def test_it_stops_when_nobody_looks(bench: Running, carla: Person) -> None:
    events(carla, until=2, game="italian", fen="")
    deadline = time.monotonic() + 5
    while bench.parts.analysts._running:
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_one_visitor_has_one_analysis_and_the_house_a_few(bench: Running) -> None:
    people = [bench.person("en") for _ in range(3)]
    for person in people:
        person.begin(game="italian", seat="white", level=1)  # so that each is somebody
    question = "/api/analysis/live?" + urlencode({"game": "italian", "fen": ""})
    with people[0].http.stream("GET", question) as one, people[1].http.stream("GET", question) as two:
        running = [one.iter_lines(), two.iter_lines()]
        assert [next(lines) for lines in running] == ["event: lines"] * 2
        [(kind, told)] = events(people[2], game="italian", fen="")
        assert kind == "waiting"
        assert "Others" in told["text"]
        first = people[0].http.stream("GET", question)
        with first as again:  # his older one gives way
            assert any(line.startswith("event: lines") for line in again.iter_lines())
            assert "event: elsewhere" in running[0]
            assert shows(
                next(running[0]), "You are analysing on another page now. Press Analyse to go on here."
            )


def test_a_game_of_people_is_not_analysed_while_it_goes_on(bench: Running) -> None:
    anna, bruno = bench.person("en"), bench.person("it")
    game = anna.begin(game="italian", seat="white", friend=True)
    code = anna.view(game)["invite"]
    assert bruno.post(f"/join/{code}", name="Bruno").status_code == 303
    anna.post(f"/g/{game}/say", text="21-17")
    for person in (anna, bruno, bench.person("en")):
        assert person.get(f"/g/{game}/analysis").status_code == 409
    assert shows(
        bruno.get(f"/g/{game}/analysis").text,
        "People are playing this game: it can be analysed when it is over.",
        "it",
    )
    asked = {"game": "italian", "fen": "", "moves": "21-17"}
    assert anna.get("/api/analysis/live", params=asked).status_code == 409
    assert anna.get("/analysis", params=asked).status_code == 422
    bruno.post(f"/g/{game}/act", what="resign")
    assert anna.get(f"/g/{game}/analysis").status_code == 200
    assert f'href="/g/{game}/analysis"' in anna.get(f"/g/{game}").text


@pytest.mark.slow
def test_a_game_is_judged_in_the_background(carla: Person) -> None:
    game = archived(carla)
    path = f"/archive/{game}/analysis"
    assert f"{path}?ply=" in carla.get(f"/archive/{game}").text
    assert words_of("Judge this game") in carla.get(path).text
    assert carla.get(f"{path}.pdn").status_code == 409
    assert carla.post(path, what="judge").status_code == 303
    deadline = time.monotonic() + 120
    while carla.get(f"/api/analysis/jobs/{game}").json()["status"] == "waiting":
        assert time.monotonic() < deadline
        time.sleep(0.1)
    page = carla.get(path, params={"ply": "15"}).text
    assert 'id="course"' in page
    assert words_of("Every move in a table") in page
    assert "Black takes a man" in page
    assert shows(page, "The known openings end at %(move)s.")
    assert "25-21?" in carla.get(f"{path}.pdn").text
    assert "25-21?" in page.replace('<b class="sign bad">', "")
    counts = re.findall(r'<td class="n">(\d+)</td>', page.split('class="classes"')[1].split("</table>")[0])
    assert (sum(map(int, counts[::2])), sum(map(int, counts[1::2]))) == (8, 8)  # every move has its class
    lessons_of_a_judged_game(carla, game, page)


def test_what_the_lot_chose_is_said_to_be_so(bench: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    dora = bench.person("en")
    game = archived(
        dora, '[White "Dora"]\n[GameType "22"]\n[BallotPlies "2"]\n\n1. 21-17 12-15 2. 23-19 11-14 *\n'
    )
    path = f"/archive/{game}/analysis"
    with monkeypatch.context() as asleep:
        asleep.setattr(bench.parts.judge, "wake", lambda: None)
        asked = dora.http.post(f"{path}?ply=3", data={"what": "judge"}, headers={"Origin": dora.base})
        waiting = dora.get(f"{path}?ply=3").text
    dora.post(path, what="judge")
    assert asked.headers["location"].endswith(f"{path}?ply=3#report")
    # A page whose address has a fragment is loaded anew only where its address is named.
    assert f'<meta http-equiv="refresh" content="3; url={path}?ply=3">' in waiting
    deadline = time.monotonic() + 60
    while dora.get(f"/api/analysis/jobs/{game}").json()["status"] == "waiting":
        assert time.monotonic() < deadline
        time.sleep(0.1)
    page = dora.get(path).text
    assert words_of("The first %(n)s half-move was drawn by lot: nobody is judged for it.", n=2) in page
    assert re.findall(r"<em>([^<]*)</em>", page) == ["21-17", "12-15"]
    assert page.count("<td>" + words_of("drawn by lot")) == 2
    assert re.search(r'<p class="note" data-note="1">\s*Up to here the lot has chosen\.', page)


def lessons_of_a_judged_game(carla: Person, game: str, page: str) -> None:
    """The better line of a mistake is there to be walked; a move in the place of the mistake is judged."""
    data = json.loads(page.split('id="analysis">')[1].split("</script>")[0])
    better = data["report"][14]["better"]
    assert data["report"][14]["bad"]
    assert f'data-better="14.0">{better[0]["text"].replace("x", "×")}</a>' in page
    assert "White: learn from" in page

    def tried(move: str, ply: int = 14) -> dict[str, Any]:
        asked = {"ply": str(ply), "move": move}
        answer: dict[str, Any] = carla.get(f"/api/analysis/lessons/{game}", params=asked).json()
        return answer

    assert tried(better[0]["text"])["right"] is True
    assert (tried("25-21")["right"], tried("25-21")["found"]) == (False, "same")
    state = carla.get(
        "/api/analysis/at",
        params={"game": "italian", "moves": " ".join(one["text"] for one in data["history"][:14])},
    ).json()
    other = next(m["text"] for m in state["moves"] if m["text"] not in (better[0]["text"], "25-21"))
    assert tried(other)["found"] in ("good", "wrong")
    assert tried("1-99")["text"]
    sound = next(i for i, one in enumerate(data["report"]) if not one["better"])
    asked = {"ply": str(sound), "move": data["history"][sound]["text"]}
    assert carla.get(f"/api/analysis/lessons/{game}", params=asked).status_code == 404
    assert carla.get(f"/api/analysis/lessons/{game}", params={"ply": "x"}).status_code == 404
    headers = {"Sec-Fetch-Site": "cross-site"}
    asked = {"ply": "14", "move": other}
    assert carla.get(f"/api/analysis/lessons/{game}", params=asked, headers=headers).status_code == 409


@pytest.mark.parametrize(
    "head",
    ["", '[Белые "Иванов"]\n', "Бел.: Иванов, чёрн.: Петров\n\n", "Белые – Иванов\n", "White: Ivanov\n"],
)
def test_a_russian_game_is_pasted(carla: Person, head: str) -> None:
    pasted = carla.get("/analysis", params={"game": "russian", "fen": f"{head}1. с3-д4 д6-с5 *"})
    if pasted.status_code == 303:
        pasted = carla.get(pasted.headers["location"])
    assert pasted.status_code == 200, pasted.text
    assert "d6-c5" in pasted.text


def test_a_game_is_pasted_and_a_line_taken_along(carla: Person) -> None:
    moves = re.sub(r"\[(White|Black) .*\]", "", BLUNDER)
    pasted = carla.get("/analysis", params={"game": "english", "fen": moves})
    assert pasted.status_code == 303
    where = pasted.headers["location"]
    assert where.startswith("/analysis?game=italian&fen=&moves=21-17+12-15+")
    assert "25-21" in carla.get(where).text
    broken = carla.get("/analysis", params={"game": "italian", "fen": "1. 21-17 12-15 2. 32-1"})
    assert broken.status_code == 422
    assert "32-1" in broken.text
    assert shows(carla.get("/analysis", params={"fen": "{nothing}"}).text, "There is no game in this text.")
    asked = {"game": "italian", "fen": SHOT, "moves": "21-18 14x21"}
    text = carla.get("/analysis/line.pdn", params=asked).text
    assert '[FEN "W:W21,22,24,25,27,28,30:B1,2,3,4,8,13,14"]' in text
    assert "1. 21-18 14x21 *" in text
    assert "/analysis/line.pdn?game=italian" in carla.get("/analysis", params=asked).text


def test_a_game_that_says_more_than_its_moves_is_offered_whole_as_a_study(carla: Person) -> None:
    """Players, remarks and other lines vanished without a word."""
    text = '[White "Rossi"] [Black "Bianchi"] 1. 22-18 {bella} 12-15 (11-14 2. 18x11 {forse}) 2-0'
    page = carla.get("/analysis", params={"game": "italian", "fen": text})
    assert page.status_code == 200
    assert "Rossi – Bianchi" in page.text
    told = json.loads(page.text.split('id="analysis">')[1].split("</script>")[0])
    assert (told["at"], [one["text"] for one in told["history"]]) == (0, ["22-18", "12-15"])
    offered = re.search(r'<form[^>]* id="whole".*?</form>', page.text, re.DOTALL)
    assert offered
    given = html.unescape(offered[0].split("<textarea", 1)[1].split(">", 1)[1].split("</textarea>")[0])
    study = carla.post("/studies", title="Rossi – Bianchi", game="italian", text=given)
    assert study.status_code == 303
    chapter = carla.get(carla.get(study.headers["location"]).headers["location"]).text
    for kept in ("Rossi", "Bianchi", "bella", "forse", "11-14"):
        assert kept in chapter
    bare = carla.get("/analysis", params={"game": "italian", "fen": "1. 22-18 12-15 *"})
    assert bare.status_code == 303


@pytest.mark.slow
def test_a_line_is_walked_without_a_script(carla: Person) -> None:
    def link(page: str, go: str) -> str:
        found = re.search(rf'data-go="{go}"\s+href="([^"]+)"', page)
        assert found
        return html.unescape(found[1])

    def shown(page: str) -> str:
        found = re.search(r'id="fen"[^>]*>([^<]+)<', page)
        assert found
        return found[1]

    asked = {"game": "english", "fen": "", "moves": "11-15 24-20 8-11", "flip": "1"}
    last = carla.get("/analysis", params=asked).text
    before = carla.get(link(last, "prev")).text
    assert shown(before) == shown(carla.get("/analysis", params=asked | {"moves": "11-15 24-20"}).text)
    assert shows(before, "{game}, Black at the bottom")
    assert shows(carla.get(link(before, "flip")).text, "{game}, White at the bottom")
    assert shown(carla.get(link(before, "end")).text) == shown(last)
    assert shown(carla.get(link(before, "first")).text).startswith("B:W21,")
    game = carla.get(f"/archive/{archived(carla)}/analysis").text
    assert shown(carla.get(link(game, "end")).text) != shown(game)
    assert "ply=2" in link(carla.get(link(game, "next")).text, "next")


def test_puzzles_are_solved_by_forms_and_by_scripts(carla: Person) -> None:
    page = carla.get("/puzzles").text
    assert words_of("Find the move") in page
    assert "0 of" in page
    parts = carla.get("/puzzles", params={"game": "italian"}).text
    id = parts.split('href="/puzzles/')[-1].split('"')[0]
    assert words_of("One move alone is right. Make it on the board.") in carla.get(f"/puzzles/{id}").text
    carla.post(f"/puzzles/{id}", what="hint")
    assert words_of("Look at the piece on {square}.", square="15") in carla.get(f"/puzzles/{id}").text
    wrong = carla.post(f"/puzzles/{id}", what="try", moves="1-99")
    assert wrong.status_code == 200
    assert "msg bad" in wrong.text
    asked = carla.http.post(
        f"/api/puzzles/{id}", json={"help": "solution"}, headers={"Origin": carla.base}
    ).json()
    moves = [ply["text"] for ply in asked["line"]]
    answer = carla.http.post(
        f"/api/puzzles/{id}", json={"moves": moves}, headers={"Origin": carla.base}
    ).json()
    assert (answer["right"], answer["done"]) == (True, True)
    assert (
        carla.http.post(f"/api/puzzles/{id}", content=b"{", headers={"Origin": carla.base}).status_code == 422
    )
    assert carla.get("/puzzles/nothing").status_code == 404


def test_a_puzzle_goes_on_with_the_reply(bench: Running) -> None:

    solver = bench.person("en")
    puzzle = next(one for one in shipped().values() if len(one.solution) == 3)
    origin, address = {"Origin": solver.base}, f"/api/puzzles/{puzzle.id}"
    first = solver.http.post(address, json={"moves": puzzle.solution[:1]}, headers=origin).json()
    assert (first["right"], first["done"]) == (True, False)
    assert first["state"]["last"]["text"] == puzzle.solution[1]
    done = solver.http.post(address, json={"moves": puzzle.solution}, headers=origin).json()
    assert done["done"] is True
    assert "Solved." in solver.get(f"/puzzles/{puzzle.id}").text


def test_a_wrong_move_is_answered_and_costs_rating_and_run(bench: Running) -> None:

    solver = bench.person("en")
    puzzle = next(one for one in shipped().values() if len(one.solution) == 3)
    texts = (format_move(puzzle.position, move) for move in puzzle.position.moves())
    other = next(text for text in texts if text != puzzle.solution[0])
    address = f"/api/puzzles/{puzzle.id}"
    told = solver.http.post(address, json={"moves": [other]}, headers={"Origin": solver.base}).json()
    assert told["right"] is False
    assert told["refuted"][0]["side"] != puzzle.position.side.name.lower()
    assert told["form"]["run"] == words_of("Run {run}", run=0)
    assert told["form"]["solved"] == 0
    assert told["form"]["rating"].startswith(words_of("Your rating: {rating}", rating=""))
    page = solver.get(f"/puzzles/{puzzle.id}").text
    assert shows(page, "Run %(run)s", run=0)
    assert re.search(r'id="puzzle-runs"[^>]*>\s*<li class="now num">1</li>', page)
    assert shows(page, "Your rating: %(rating)s")
    fresh = bench.person("en").get(f"/puzzles/{puzzle.id}").text
    assert shows(fresh, "Not rated yet")


def test_there_is_a_puzzle_of_the_day_and_the_errors_of_ones_own_games() -> None:
    every = tuple(shipped().values())
    own = msgspec.structs.replace(every[0], id="own", missed="22-17")
    pages = [puzzles_page((own, *every), {}, "", "", 1, "en", day=day) for day in (0, 0, 1)]
    days = [page.daily.id for page in pages if page.daily]
    assert days[0] == days[1] != days[2]
    assert pages[0].missed == 1
    [card] = puzzles_page((own, *every), {}, "", "", 1, "en", errors=True).puzzles
    assert card.id == "own"
    of_game = puzzles_page(every, {}, "russian", "", 1, "en", day=5)
    assert of_game.daily is None or shipped()[of_game.daily.id].game == "russian"
    shown = puzzle_page(own, every, {}, None, None, (), "en")
    assert shown.missed == words_of("In your game you played {move} here. What is better?", move="22-17")


def test_puzzles_are_shown_by_theme(bench: Running) -> None:
    from damiera.service.puzzle_form import theme_of

    solver = bench.person("en")
    page = solver.get("/puzzles", params={"game": "italian", "theme": "exchanges"}).text
    wanted = {one.id for one in shipped().values() if one.game == "italian" and theme_of(one) == "exchanges"}
    assert set(re.findall(r'class="whole" href="/puzzles/(\w+)"', page)) == wanted
    assert solver.get("/puzzles", params={"theme": "nonsense"}).status_code == 200


def test_a_puzzle_of_several_moves_is_solved_without_a_script(bench: Running) -> None:
    from damiera.service.analysis_lines import read_line

    solver = bench.person("en")
    puzzle = next(one for one in shipped().values() if len(one.solution) == 3)
    first, reply, last = puzzle.solution
    line = read_line(puzzle.game, puzzle.fen, f"{first} {reply}")
    other = next(text for move in line.start.moves() if (text := format_move(line.start, move)) != first)
    wrong = solver.post(f"/puzzles/{puzzle.id}", what="try", moves=other)
    assert words_of("That is not it. Look again.") in wrong.text  # to a newcomer, too
    page = solver.post(f"/puzzles/{puzzle.id}", what="try", moves=first).text
    assert "Right. Go on." in page
    assert f'name="played" value="{first} {reply}"' in page
    drawn = set(re.findall(r'<use class="pc" data-square="(\d+)"', page))
    assert drawn == {str(square) for square in line.position.pieces}
    again = solver.post(f"/puzzles/{puzzle.id}", what="try", played=f"{first} {reply}", moves="nothing").text
    assert f'name="played" value="{first} {reply}"' in again
    solver.post(f"/puzzles/{puzzle.id}", what="try", played=f"{first} {reply}", moves=last)
    assert "Solved." in solver.get(f"/puzzles/{puzzle.id}").text


@pytest.mark.slow
def test_an_engine_that_is_killed_or_hangs_is_told_of_and_replaced(tmp_path: Path) -> None:
    with run(ServerSettings(data_dir=tmp_path, engine="process", limits=False)) as running:
        from damiera.engine.hub.client import HubClient

        running.parts.analysts._make = lambda game: HubClient(game, hash_mb=1, patience_s=8.0)
        person = running.person("en")
        question = "/api/analysis/live?" + urlencode({"game": "italian", "fen": ""})
        with person.http.stream("GET", question) as answer:
            kinds: list[str] = []
            for line in answer.iter_lines():
                if not line.startswith("event: "):
                    continue
                kinds.append(line[7:])
                if len(kinds) == 2:
                    [engine] = running.parts.analysts._all
                    assert isinstance(engine, HubClient)
                    assert engine.pid is not None
                    os.kill(engine.pid, signal.SIGKILL)
                if "trouble" in kinds and kinds[-1] == "lines":
                    break
        assert kinds.index("trouble") < len(kinds) - 1
        deadline = time.monotonic() + 15
        while not running.parts.analysts._idle:
            assert time.monotonic() < deadline
            time.sleep(0.02)
        [engine] = running.parts.analysts._all
        assert isinstance(engine, HubClient)
        with person.http.stream("GET", question) as answer:
            lines = answer.iter_lines()
            assert "event: lines" in lines
            assert engine.pid is not None
            os.kill(engine.pid, signal.SIGSTOP)  # it hangs; the visitor leaves
        deadline = time.monotonic() + 15
        while engine.pid is not None:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        assert "lines" in [kind for kind, _ in events(person, until=3, game="italian", fen="")]


class SlowToHear(BuiltinEngine):
    """Heeds the second stop, which is long on its way, and notes one that came for a question of before."""

    stops = questions = late = 0
    ended = threading.Event()

    def analyse(
        self,
        position: Position,
        *,
        history: Sequence[Position] = (),
        limits: SearchLimits = UNLIMITED,
        multipv: int = 1,
    ) -> Iterator[Info]:
        self.questions += 1
        told = Info(1, Score(0, position.side), 1, 1, (position.moves()[0],))
        yield told
        while self.questions > 1:
            yield told
            time.sleep(0.01)
        self.ended.wait(20)

    def stop(self) -> None:
        asked = self.questions
        self.stops += 1
        if self.stops > 1:
            self.ended.set()
            time.sleep(0.3)
        self.late += self.questions > asked


def test_the_stop_of_one_analysis_never_ends_the_next() -> None:
    engine = SlowToHear("italian", hash_mb=1)

    async def one_after_the_other() -> None:
        analysts = Analysts(at_once=1, make=lambda game: engine)
        for visitor in ("the one who leaves", "the next"):
            watching = analysts.watch(visitor, Question("italian", ITALIAN.start(), (), 1))
            async with contextlib.aclosing(watching):  # type: ignore[type-var]
                while (await anext(watching)).kind != "lines":
                    pass
        analysts.close()

    asyncio.run(one_after_the_other())
    assert engine.questions == 2
    assert engine.late == 0


def test_an_engine_that_cannot_be_made_is_told_to_who_watches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither can the short look be had that is shown meanwhile."""

    def none(*_: object, **__: object) -> BuiltinEngine:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr("damiera.service.workers.analysts.BuiltinEngine", none)

    async def watched() -> list[str]:
        analysts = Analysts(at_once=1, make=none)
        async with asyncio.timeout(20):
            found: list[str] = [
                update.kind
                for _ in range(2)  # the place is free again after the first
                async for update in analysts.watch("somebody", Question("italian", ITALIAN.start(), (), 1))
            ]
        analysts.close()
        return found

    assert [kind for kind in asyncio.run(watched()) if kind != "waiting"] == ["failed", "failed"]


class SlowToStart(BuiltinEngine):
    """Finds nothing before it is let."""

    may_start = threading.Event()

    def analyse(self, *args: Any, **named: Any) -> Iterator[Info]:
        assert self.may_start.wait(20)
        yield from super().analyse(*args, **named)


def test_a_short_look_is_shown_while_the_engine_starts() -> None:
    """On a busy machine it was ten seconds before there was a line, by a process that gives way to all."""
    engine = SlowToStart("italian", hash_mb=1)

    async def depths() -> list[int]:
        analysts, found = Analysts(make=lambda game: engine), list[int]()
        watching = analysts.watch("somebody", Question("italian", ITALIAN.start(), (), 3))
        async with contextlib.aclosing(watching), asyncio.timeout(20):  # type: ignore[type-var]
            while not found or found[-1] < found[0] + 2:
                update = await anext(watching)
                assert update.kind == "lines"
                assert len(update.infos) == 3
                found.append(update.infos[0].depth)
                engine.may_start.set()
        analysts.close()
        return found

    found = asyncio.run(depths())
    assert found[0] >= 3
    assert found == sorted(found)


def test_the_last_depth_is_shown_while_the_next_is_long(
    bench: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    start, ended = ITALIAN.start(), threading.Event()

    async def two_depths_at_once(visitor: str, question: Question) -> AsyncIterator[AnalysisUpdate]:
        try:
            for depth in (1, 2):
                yield AnalysisUpdate("lines", (Info(depth, Score(0, start.side), 1, 1, (start.moves()[0],)),))
            await asyncio.sleep(60)
        finally:
            ended.set()

    async def depths() -> list[int]:
        question = Question("italian", start, (), 1)
        found: list[int] = []
        async with contextlib.aclosing(watched(bench.parts, "visitor", question, "en")) as telling:  # type: ignore[type-var]
            async with asyncio.timeout(20):
                while len(found) < 2:
                    found.append(json.loads((await anext(telling)).split(b"data: ")[1])["depth"])
        return found

    monkeypatch.setattr(bench.parts.analysts, "watch", two_depths_at_once)
    monkeypatch.setattr("damiera.web.analysis.live.engine_lines", lambda infos, *_: {"depth": infos[0].depth})
    monkeypatch.setattr("damiera.web.analysis.live.EVERY_S", 1.0)
    assert asyncio.run(depths()) == [1, 2]
    assert ended.is_set()


@pytest.mark.slow
def test_engines_of_many_games_do_not_pile_up(carla: Person, bench: Running) -> None:
    for game in ("english", "international", "russian", "turkish", "spanish"):
        assert carla.get("/analysis", params={"game": game, "look": "1"}).status_code == 200
    assert len(bench.parts.analysts._idle) <= 3
    assert len(bench.parts.analysts._all) <= 5


@pytest.mark.parametrize(
    ("game", "kinds"),
    [("italian", "wWbB"), ("cheskers", "wWbBsctd"), ("bashni", ""), ("halma", "")],
)
def test_what_is_put_on_the_board_by_hand_is_what_the_game_has(carla: Person, game: str, kinds: str) -> None:
    page = carla.get("/analysis", params={"game": game}).text
    offered = re.findall(r'name="piece" value="(\w)"', page)
    assert "".join(offered) == kinds
    assert ('"plain":true' in page) is bool(kinds)
