"""The page of endgame tables: what is missing is built beside the app, and then asked."""

from __future__ import annotations

import errno
import os
import re
import shlex
import shutil
import signal
import time
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from damiera.cli.main import main
from damiera.endgame.build import Builder
from damiera.endgame.files import counted_folder, path_of, shipped_folder
from damiera.endgame.material import SliceMaterial
from damiera.rules.ruleset import ITALIAN, ruleset
from damiera.service.workers.endgames import EndgameWork, most_pieces
from tests.wording import shows, words_of

FEN = "W:W29,32:B23"
KILLER = ruleset("killer")


@pytest.fixture
def folder(server: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The server looks for tables here."""
    monkeypatch.setattr(server.parts.endgames, "folder", tmp_path)
    return tmp_path


@pytest.fixture
def work(tmp_path: Path) -> Iterator[EndgameWork]:
    made = EndgameWork(tmp_path)
    yield made
    made.close()


def test_the_page_is_found(anna: Any) -> None:
    assert 'href="/endgame"' in anna.get("/catalogue").text


@pytest.mark.parametrize("page", ["/endgame?game=turkish", "/analysis?game=turkish", "/new?game=turkish"])
def test_a_field_for_a_position_shows_one_of_the_game(anna: Any, page: str) -> None:
    assert 'placeholder="W:Wa3,b3:BKa7"' in anna.get(page).text


@pytest.mark.usefixtures("nothing_shipped")
def test_what_is_missing_is_said_and_offered(anna: Any, folder: Path) -> None:
    answer = anna.get("/endgame", params={"game": "italian", "fen": FEN})
    html = unescape(answer.text)
    assert answer.status_code == 200
    assert (
        words_of(
            "{game}: the table of {pieces} pieces for this position is not there yet.",
            pieces=3,
            game="Italian draughts",
        )
        in html
    )
    assert words_of("Build what is missing") in html
    assert anna.get("/endgame/ask", params={"game": "italian", "fen": FEN}).json()["known"] is False


def test_the_tables_are_asked(anna: Any, server: Any, folder: Path) -> None:
    Builder(ITALIAN.core, 3, distances=True, folder=folder).run()
    html = unescape(anna.get("/endgame", params={"game": "italian", "fen": FEN}).text)
    assert html.count("<h1") == 1
    assert words_of("Won in {n} moves with best play.", n=33) in html
    assert "Only 29-25 (33) wins." in html
    italian = unescape(server.person("it").get("/endgame", params={"fen": FEN}).text)
    assert words_of("Won in {n} moves with best play.", "it", n=33) in italian
    told = anna.get("/endgame/ask", params={"game": "italian", "fen": FEN}).json()
    assert told["known"] is True
    assert told["moves"][0] == {"notation": "29-25", "worth": "wins in 33 moves", "verdict": "win"}


@pytest.mark.parametrize("fen", ["W:WK29,44:BK4", "W:W8,K21:BK25,30"])  # by distances, and by verdicts
def test_damiera_killer_5_9_a_win_that_comes_after_the_count_is_told_with_it(
    anna: Any, folder: Path, fen: str
) -> None:
    told = anna.get("/endgame/ask", params={"game": "killer", "fen": fen}).json()
    drawn = words_of("The rules count moves here: before that it is a draw.")
    assert told["said"].startswith(("Won", "Lost"))
    assert told["moves_said"].startswith(drawn)
    soon = anna.get("/endgame/ask", params={"game": "killer", "fen": "W:WK29,K44:BK4"}).json()
    assert drawn not in soon["moves_said"]


@pytest.mark.parametrize(
    ("query", "status", "said"),
    [
        ({"game": "italian", "fen": "W:W99:B1"}, 400, "99"),
        ({"game": "nothing"}, 404, "nothing"),
        ({"game": "lasca"}, 404, words_of("There are no endgame tables for this game.")),
    ],
)
def test_questions_that_make_no_sense(anna: Any, query: dict[str, str], status: int, said: str) -> None:
    answer = anna.get("/endgame", params=query)
    assert answer.status_code == status
    assert said in unescape(answer.text)


@pytest.mark.parametrize(("game", "pieces"), [("italian", 6), ("turkish", 5)])
def test_more_pieces_are_built_by_commands_that_are_named(
    anna: Any, folder: Path, game: str, pieces: int
) -> None:
    html = unescape(anna.get("/endgame", params={"game": game}).text)
    assert words_of("More pieces, up to seven") in html
    named = [
        re.sub("<.*?>", "", one).strip()
        for one in re.findall(r"<li><code>(.*?)</code></li>", html, re.DOTALL)
    ]
    what = f"{game} --pieces {pieces}"
    begun = (f"plan {what}", f"build {what}", f"build {what} --scheduler tcp://HOST:8786")
    assert named == [f"damiera endgame {one} --folder {folder}" for one in begun]
    with pytest.raises(SystemExit) as done:
        main([*shlex.split(named[0])[1:], "--only", "1001"])
    assert not done.value.code


@pytest.mark.slow
def test_building_from_the_page(anna: Any, server: Any, folder: Path) -> None:
    begun = anna.post("/endgame/build", game="italian", pieces="2", distances="1", fen=FEN)
    assert begun.status_code == 303
    assert begun.headers["location"].startswith("/endgame?game=italian&fen=")
    assert begun.headers["location"].endswith("#work")
    _wait(server.parts.endgames)
    html = unescape(anna.get("/endgame?game=italian").text)
    assert (words_of("Italian draughts") + ", up to 2 pieces") in html or words_of(
        "{game}: the tables up to {pieces} pieces are there.", game="Italian draughts", pieces=2
    ) in html
    assert len(list(folder.rglob("*.dtw"))) == 4
    for wrong in ("1", "9", "x", "", "9" * 5_000):
        assert anna.post("/endgame/build", game="italian", pieces=wrong).status_code == 400


def test_one_build_at_a_time_that_can_be_stopped(work: EndgameWork) -> None:
    assert work.job() is None
    assert work.start("international", 4, distances=True)
    assert not work.start("italian", 2, distances=False)
    job = work.job()
    assert job is not None
    assert (job.game, job.pieces, job.total, job.running) == ("international", 4, 41, True)
    work.close()
    job = work.job()
    assert job is not None
    assert not job.running
    assert job.stopped
    assert job.failed is None
    assert work.start("italian", 2, distances=False)


def test_a_build_that_fails_says_why(tmp_path: Path) -> None:
    place = tmp_path / "endgame"
    place.write_text("not a folder")
    work = EndgameWork(tmp_path)
    assert work.start("italian", 2, distances=False, lang="it")
    _wait(work)
    patience = time.monotonic() + 10
    while not (job := work.job()) or not job.failed or str(place) not in job.failed.text("it"):
        assert time.monotonic() < patience
        time.sleep(0.02)
    assert shows(
        job.failed.text("it"),
        "Cannot write {path}: {reason}. The tables finished so far stay: look at the folder and "
        "its permissions and try again.",
        "it",
    )


@pytest.mark.slow
def test_a_build_that_is_killed_is_told_of_and_gone_on_with(anna: Any, server: Any, folder: Path) -> None:
    work = server.parts.endgames
    assert work.start("international", 4, distances=True)
    patience = time.monotonic() + 60
    while not list(folder.rglob("3/*.dtw")):  # then all of two pieces are there
        assert time.monotonic() < patience
        time.sleep(0.02)
    waiting = anna.get("/endgame", params={"game": "international", "fen": "W:WK5:BK46"}).text
    assert 'content="4; url=/endgame?game=international&amp;fen=W%3AWK5%3ABK46"' in waiting
    os.kill(work._last.process.pid, signal.SIGKILL)
    _wait(work)
    html = unescape(anna.get("/endgame", params={"game": "international"}).text)
    assert shows(html, "{game}: building did not succeed ({done} of {total} tables stay).")
    assert shows(
        html,
        "The program that built them was ended from outside ({status}), perhaps for want of "
        "memory. What was finished is not lost: build again to go on.",
        status="signal 9",
    )
    assert shows(
        html,
        "The program that built them was ended from outside ({status}), perhaps for want of "
        "memory. What was finished is not lost: build again to go on.",
    )
    finished = {file: file.stat().st_mtime_ns for file in folder.rglob("2/*.dtw")}
    assert finished
    assert work.start("international", 2, distances=True)
    _wait(work)
    job = work.job()
    assert (job.done, job.failed) == (job.total, None)
    assert all(file.stat().st_mtime_ns == then for file, then in finished.items())


def test_a_build_that_cannot_begin_is_refused(
    anna: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOMEM, "Cannot allocate memory")

    monkeypatch.setattr("damiera.service.workers.endgames.subprocess.Popen", full)
    answer = anna.post("/endgame/build", game="italian", pieces="2")
    assert answer.status_code == 503
    assert words_of(
        "The program that builds the tables does not start ({why}). Close other programs and try again.",
        why="Cannot allocate memory",
    ) in unescape(answer.text)


def test_what_the_app_offers() -> None:
    assert [most_pieces(slug) for slug in ("italian", "international", "turkish", "canadian", "lasca")] == [
        5,
        5,
        4,
        0,
        0,
    ]


def test_who_sits_here_may_allow_building_while_nobody_plays(anna: Any, server: Any, folder: Path) -> None:
    offered = words_of("Build while nobody plays")
    assert offered in unescape(anna.get("/endgame").text)
    answer = anna.post("/endgame/when-idle", allowed="1", game="english", fen=FEN)
    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/endgame?game=english&fen=")
    assert server.parts.idle_tables.is_allowed
    assert words_of("Build no more while nobody plays") in unescape(anna.get("/endgame").text)
    anna.post("/endgame/when-idle")
    assert not server.parts.idle_tables.is_allowed
    job = server.parts.endgames.job()
    assert job is None or not job.idle, "somebody has just done something"


def test_a_folder_that_cannot_be_written_is_said(
    anna: Any, server: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(server.parts.endgames, "folder", tmp_path / "file" / "tables")
    answer = anna.post("/endgame/when-idle", allowed="1")
    assert answer.status_code == 503
    assert shows(
        unescape(answer.text),
        "The folder of the tables cannot be written ({why}). Look at its permissions and try again.",
        why="Not a directory",
    )


def _wait(work: EndgameWork) -> None:
    patience = time.monotonic() + 60
    while (job := work.job()) is not None and job.running:
        assert time.monotonic() < patience
        time.sleep(0.05)


def test_a_damaged_table_is_named_and_written_anew_from_the_page(
    anna: Any, server: Any, folder: Path
) -> None:
    Builder(ITALIAN.core, 3, distances=True, folder=folder).run()
    [damaged] = folder.rglob("2010.wld")
    damaged.write_bytes(damaged.read_bytes()[:-1] + b"?")
    html = unescape(anna.get("/endgame", params={"game": "italian", "fen": FEN}).text)
    assert "Italian draughts: the table 2010.wld is damaged" in html
    assert shows(html, "{game}: the table {table} is damaged ({what}). Building again writes it anew.")
    assert "Build again</button>" in html
    assert str(folder) not in html
    anna.post("/endgame/build", game="italian", pieces="3", distances="1", fen=FEN)
    _wait(server.parts.endgames)
    told = unescape(anna.get("/endgame", params={"game": "italian", "fen": FEN}).text)
    assert words_of("Won in {n} moves with best play.", n=33) in told


def test_a_damaged_table_that_counts_leaves_the_verdict_and_is_named(
    anna: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Building from the page would not write it: the command is named that does."""
    asked = {"game": "killer", "fen": "W:W8,K21:BK25,30"}
    sound = anna.get("/endgame/ask", params=asked).json()
    shutil.copytree(shipped_folder() / "killer", folder / "shipped" / "killer")
    own = path_of(counted_folder(folder), KILLER.core, SliceMaterial(1, 1, 1, 1), distances=False)
    own.parent.mkdir(parents=True)
    own.write_bytes(b"spoilt")
    monkeypatch.setattr("damiera.endgame.files.SHIPPED", folder / "shipped")
    told = anna.get("/endgame/ask", params=asked).json()
    html = unescape(anna.get("/endgame", params=asked).text)
    assert (told["said"], told["moves"]) == (sound["said"], sound["moves"])
    assert told["said"] in html
    command = ["damiera", "endgame", "build", "killer", "--pieces", "4", "--only", "1111", "--counted"]
    command += ["--folder", str(folder)]
    said = words_of(
        "{game}: whether the rules draw it by counting moves is not known, as the table {table} that counts "
        "with them cannot be used. '{command}' writes it anew.",
        game=KILLER.name,
        table="1111.wld",
        command=" ".join(command),
    )
    assert said in html
    assert told["moves_said"].startswith(said)
    assert "Build again</button>" not in html


def test_who_stops_a_build_keeps_the_position_and_the_number(anna: Any, server: Any, folder: Path) -> None:
    asked = {"game": "italian", "fen": FEN}
    anna.post("/endgame/build", **asked, pieces="5", distances="1")
    html = anna.get("/endgame", params=asked).text
    stop = html.split('action="/endgame/stop"')[1].split("</form>")[0]
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', stop))
    stopped = anna.post("/endgame/stop", **fields)
    assert stopped.headers["location"] == "/endgame?game=italian&fen=W%3AW29%2C32%3AB23#work"
    _wait(server.parts.endgames)
    after = anna.get("/endgame", params={"game": "italian"}).text
    assert 'value="5" checked' in after
