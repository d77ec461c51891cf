"""The page of the laboratory: the list, one run of each kind, what is damaged, and who finds it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from damiera.disk import held_alone
from damiera.service import laboratory
from damiera.web.analysis.views import laboratory as words
from damiera.web.analysis.views.run_plot import PlotLine, PlotPoint, run_plot
from damiera.web.common.settings import ServerSettings
from tests.unit import labkit
from tests.unit.web.conftest import Person, Running, run


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with run(
        ServerSettings(data_dir=tmp_path_factory.mktemp("laboratory"), engine="thread", limits=False)
    ) as running:
        yield running


@pytest.fixture(scope="module")
def folder(server: Running) -> Path:
    """Hold one run of each kind, one that is damaged, and what is none."""
    place = server.parts.laboratory.folder
    test = labkit.sprt(place / "margin.jsonl")
    labkit.log(test, "sprt", test=[0, 5, 0.05, 0.05], ended=1_360.0)
    labkit.tune(place / "tune.jsonl")
    results = ("1-0", "0-1", "1/2-1/2", "1-0", "0-1", "1/2-1/2")
    match = labkit.pdn(place / "a & b.pdn", *(labkit.game(n, one) for n, one in enumerate(results, 1)))
    labkit.log(match, "match", goal=20)
    labkit.training(place / "italian")
    labkit.lines(place / "damaged.jsonl", labkit.SPRT_HEAD, {"pair": 0, "points": [1, 1]}, "nonsense")
    (place / "notes.txt").write_text("<script>", encoding="utf-8")
    (place / "<b>.pdn").write_bytes(bytes(range(128, 256)))
    return place


@pytest.fixture
def anna(server: Running) -> Person:
    return server.person()


def shown(person: Person, run: str = "") -> str:
    answer = person.get("/laboratory", params={"run": run} if run else {})
    assert answer.status_code == 200
    return str(unescape(answer.text))


def test_the_list_has_every_run_and_every_file_that_is_none(anna: Any, folder: Path) -> None:
    html = shown(anna)
    names = re.findall(r'<a class="whole" id="run-\d+" href="/laboratory\?run=([^"]+)"', html)
    assert sorted(names) == ["a%20%26%20b.pdn", "damaged.jsonl", "italian", "margin.jsonl", "tune.jsonl"]
    for link in names:
        assert anna.get(f"/laboratory?run={link}").status_code == 200
    assert str(folder) in html
    raw = anna.get("/laboratory").text
    assert "&lt;b&gt;.pdn" in raw
    assert laboratory._NO_TEXT.text("en") in html
    assert laboratory._NO_RUN.text("en") in html


def test_a_test_is_shown_with_its_interval_its_ratio_and_both_in_numbers(anna: Any, folder: Path) -> None:
    html = shown(anna, "margin.jsonl")
    assert "16 of 40 games" in html
    assert "+6 =8 −2" in html
    assert html.count('<svg class="ratinggraph wide"') == html.count('<svg class="ratinggraph narrow"') == 2
    assert 'id="numbers-elo"' in html
    rows = re.findall(r'<th scope="row" class="num">(\d+)</th>', html)
    assert rows == [str(n) for n in range(2, 17, 2)] * 2  # a row for each point, of both plots
    assert words._STATES["stopped"].text("en") in html
    assert "+2.94" in html
    assert 'data-running=""' in html


def test_a_run_at_work_says_so_and_its_page_looks_again(anna: Any, folder: Path) -> None:
    name = "a & b.pdn"
    assert words._STATES["broken"].text("en") in shown(anna, name)
    with held_alone(folder, f".{name}.lock"):
        html = shown(anna, name)
    assert words._STATES["running"].text("en") in html
    assert 'data-running="yes"' in html
    assert 'http-equiv="refresh" content="5; url=/laboratory?run=a%20%26%20b.pdn"' in html
    assert '<progress max="20" value="6"' in html


def test_a_tuning_and_a_training_show_what_they_have(anna: Any, folder: Path) -> None:
    html = shown(anna, "tune.jsonl")
    assert '<th scope="row">probe-margin</th>' in html
    assert "<b>23.5</b>" in html
    assert '<svg class="spark way"' in html
    html = shown(anna, "italian")
    assert words._STAGES["match"].format(n=1).text("en") in html
    assert "1500 games" in html


def test_what_is_damaged_is_said_on_its_page(anna: Any, folder: Path) -> None:
    assert laboratory._DAMAGED_LINE.format(line=3).text("en") in shown(anna, "damaged.jsonl")


@pytest.mark.parametrize(
    "name", ["none.pdn", "../laboratory/margin.jsonl", "notes.txt", "/etc/passwd", "\x00"]
)
def test_no_other_file_is_shown(anna: Any, folder: Path, name: str) -> None:
    assert anna.get("/laboratory", params={"run": name}).status_code == 404


@pytest.mark.parametrize("lang", ["it", "fr"])
def test_it_is_worded_in_every_language(server: Running, folder: Path, lang: str) -> None:
    person = server.person(lang)
    for name in ("", "margin.jsonl", "italian"):
        assert words._STATES["stopped" if name != "italian" else "unknown"].text(lang) in shown(person, name)


def test_it_is_two_clicks_from_home_for_who_may_look(anna: Any, server: Running) -> None:
    assert 'href="/laboratory"' in anna.get("/").text
    assert 'href="/laboratory"' in anna.get("/endgame").text
    away = server.person()
    away.http.headers["Host"] = "elsewhere.example"
    assert 'href="/laboratory"' not in away.get("/").text


def test_a_plot_stays_in_its_room_however_wide_the_first_points_swing() -> None:
    points = [PlotPoint(2, 900, None, None), PlotPoint(4, -900, -1e6, 1e6)]
    points += [PlotPoint(2 * n, 10, 0, 20) for n in range(3, 40)]
    svg = str(run_plot(points, [PlotLine(0, "0")], "78 games", "wide"))
    heights = [float(y) for y in re.findall(r",(-?[\d.]+)", svg)]
    assert heights
    assert all(0 <= y <= 220 for y in heights)
    assert run_plot(points[:1], [], "", "wide") == ""
