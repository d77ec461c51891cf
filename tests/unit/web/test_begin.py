"""Home: a level in one tap, the same terms again, a name asked once, and the map of all pages."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from urllib.parse import urlencode

import pytest

from damiera.engine.levels import LEVELS
from damiera.game.ways import Way
from damiera.service.game_choices import GameChoices
from damiera.web.home.map_views import site_map
from damiera.web.play.tastes import FIRST, tastes
from damiera.web.play.terms_views import COOKIE, terms_fields, terms_line
from tests.wording import shows, words_of


def _game_of(answer: Any) -> str:
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"].removeprefix("/g/"))


def test_the_tastes_are_levels_and_do_what_is_said_of_them() -> None:
    first, home, club, master, strongest = tastes("en")
    assert [LEVELS[taste.level - 1].number for taste in tastes("en")] == [1, 3, 6, 12, 20]
    assert shows(first.does, "it overlooks most shots and leaves men to be taken")
    assert LEVELS[first.level - 1].overlooks > 0.5
    assert shows(home.does, "it overlooks two shots in five")
    assert LEVELS[home.level - 1].overlooks == 0.4
    assert shows(club.does, "it looks two half-moves ahead and overlooks one shot in eleven")
    assert (LEVELS[club.level - 1].limits.depth, round(1 / LEVELS[club.level - 1].overlooks)) == (2, 11)
    assert shows(master.does, "it overlooks no shot and looks five half-moves ahead")
    assert (LEVELS[master.level - 1].limits.depth, LEVELS[master.level - 1].overlooks) == (5, 0)
    assert strongest.crowned


def test_the_first_game_is_against_a_gentle_level_and_the_next_against_the_last_one(server: Any) -> None:
    anna = server.person()
    html = anna.get("/").text
    assert f'class="taste on" name="level" value="{FIRST}"' in html
    assert f'"level":{FIRST}' in html  # of the board on which the first move is the whole form
    game = _game_of(anna.post("/new", game="italian", against="engine", level="12"))
    assert anna.view(game)["black"]["level"] == 12
    assert 'class="taste on" name="level" value="12"' in anna.get("/").text


def test_again_begins_a_game_on_the_terms_of_the_last_one(server: Any) -> None:
    anna = server.person()
    assert 'class="card way again"' not in anna.get("/").text
    anna.post("/new", game="german", against="here", clock="5+3", **{"opt-landing": "adjacent"})
    html = anna.get("/").text
    form = html[html.index('class="card way again"') : html.index("</form>", html.index("way again"))]
    assert shows(form, "Two players, here")
    fields = {name: unescape(value) for name, value in re.findall(r'name="(\w+)" value="([^"]*)"', form)}
    view = anna.view(_game_of(anna.post("/new", **fields)))
    assert (view["game"], view["you"], view["clock"]["increment_ms"]) == (
        "german~landing=adjacent",
        "both",
        3000,
    )


def test_a_game_begun_on_the_board_is_remembered_too(server: Any) -> None:
    anna = server.person()
    anna.begin(game="italian", seat="white", level=6, path=[22, 18])
    assert 'class="taste on" name="level" value="6"' in anna.get("/").text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "game=chess&against=engine",
        "game=italian&level=99",
        "game=italian&level=x",
        "game=italian&clock=9",
        "game=italian&" + "a=1&" * 1000,
        urlencode({"game": "italian~rows=7~rows=9", "against": "engine"}),
    ],
)
def test_terms_that_make_no_game_are_not_offered_again(server: Any, text: str) -> None:
    anna = server.person()
    anna.http.cookies.set(COOKIE, text)
    answer = anna.get("/")
    assert answer.status_code == 200
    assert 'class="card way again"' not in answer.text


def test_what_belongs_to_one_game_alone_is_not_kept() -> None:
    chosen = GameChoices(fen="W:W21:B1", white_name="Anna", level=12, clock="10+5")
    assert terms_fields(chosen) == {"game": "italian", "against": "engine", "level": "12", "clock": "10+5"}
    assert shows(terms_line(chosen, "en").rpartition(" · ")[2], "the computer, {level}", level="master")
    blind = terms_line(GameChoices(way=Way.BLINDFOLD), "en")
    assert words_of("No clock") in blind
    assert words_of("No clock") not in terms_line(GameChoices(way=Way.CORRESPONDENCE), "en")
    assert shows(blind.split(" · ")[2], "One blindfold"), "who begins it again is not to be surprised"
    other = GameChoices(level=7)
    assert shows(terms_line(other, "en").rpartition(" · ")[2], "the computer, level {level}", level=7)


def test_a_name_is_asked_once_and_kept(server: Any) -> None:
    anna = server.person()
    assert 'name="name"' not in anna.get("/").text  # a stranger has nothing to be named by
    anna.begin(game="italian")
    assert 'id="my-name"' in anna.get("/").text
    assert anna.post("/name", name=" Anna  Rossi ").status_code == 303
    assert 'id="my-name"' not in anna.get("/").text
    assert anna.view(anna.begin(game="italian"))["white"]["name"] == "Anna Rossi"


def test_who_wants_to_stay_a_guest_is_not_asked_again(server: Any) -> None:
    bruno = server.person("fr")
    bruno.begin(game="italian")
    assert 'id="my-name"' in bruno.get("/").text
    bruno.post("/name", name="", later="1")
    assert 'id="my-name"' not in bruno.get("/").text


@pytest.mark.parametrize("name", ["", " ", "a" * 41, "a\u0007b"])
def test_a_name_that_is_none_is_refused_in_words(server: Any, name: str) -> None:
    anna = server.person()
    anna.begin(game="italian")
    assert anna.post("/name", name=name).status_code == 422


@pytest.mark.parametrize("lang", ["en", *(pytest.param(one, marks=pytest.mark.slow) for one in ("it", "fr"))])
def test_every_page_of_the_map_is_there(server: Any, lang: Any) -> None:
    person = server.person(lang)
    home = unescape(person.get("/").text)
    paths = [link.href for column in site_map(lang) for link in column.links]
    assert {"/puzzles", "/rules/new", "/openings", "/endgame", "/hall", "/book"} <= set(paths)
    for path in paths:
        assert f'href="{path}"' in home
        assert person.get(path, follow_redirects=True).status_code == 200  # some ask who one is, first


@pytest.mark.parametrize(
    ("path", "part", "beside"),
    [
        ("/", "/", ""),
        ("/learn", "/learn", "/puzzles"),
        ("/puzzles", "/learn", "/learn"),
        ("/studies", "/studies", "/games"),
        ("/analysis", "/studies", ""),  # a board takes the height
        ("/games", "/studies", "/analysis"),
        ("/archive", "/studies", "/analysis"),
        ("/endgame?game=italian", "/studies", "/studies"),
        ("/book", "/book", "/catalogue"),
        ("/catalogue", "/book", "/book"),
        ("/hall", "/hall", ""),
    ],
)
def test_each_part_of_the_map_is_in_the_bar_and_names_its_other_pages(
    server: Any, path: str, part: str, beside: str
) -> None:
    html = server.person().get(path).text
    bar = re.search(r'<nav class="tabbar".*?</nav>', html, re.DOTALL)
    assert bar
    assert re.findall(r'<a href="([^"]+)"', bar[0]) == ["/", "/learn", "/studies", "/book", "/hall"]
    assert re.findall(r'href="([^"]+)" aria-current', bar[0]) == [part]
    row = re.search(r'<nav class="siblings".*?</nav>', html, re.DOTALL)
    assert (row is not None) == bool(beside)
    assert row is None or f'href="{beside}"' in row[0]


def test_the_form_begins_at_the_level_of_the_last_game_and_folds_what_is_rare(server: Any) -> None:
    anna = server.person()
    assert re.search(r'id="level-3" name="level" value="3" checked', anna.get("/new").text)
    anna.post("/new", game="italian", against="engine", level="7")
    html = anna.get("/new").text
    assert '<details class="twenty" open>' in html  # seven is none of the five
    assert '<details id="more">' in html
    assert '<details id="more" open>' in anna.get("/new?fen=W:W21:B1").text
    assert '<details id="more" open>' in anna.post("/new", deck="it-2m-43", fen="W:W21:B1").text


def test_what_will_begin_stands_beside_the_button(server: Any) -> None:
    anna = server.person()
    html = anna.get("/new?game=english&against=here&clock=5+3").text
    bar = html[html.index('class="beginbar"') :]
    assert shows(bar[: bar.index("</p>")], "Two players, here")


def test_who_invites_a_friend_says_their_name_on_the_way(server: Any) -> None:
    anna = server.person()
    assert 'id="my-name"' in anna.get("/new?against=friend").text
    game = _game_of(anna.post("/new", game="italian", against="friend", my_name="Anna"))
    assert anna.view(game)["white"]["name"] == "Anna"
    assert 'id="my-name"' not in anna.get("/new?against=friend").text
    refused = anna.post("/new", game="italian", against="friend", my_name="a" * 41)
    assert refused.status_code == 422


def test_the_endgame_page_has_a_board_of_its_game_and_keeps_the_fen_folded(server: Any) -> None:
    anna = server.person()
    html = anna.get("/endgame?game=international").text
    assert 'id="setup-board" game="international"' in html
    assert html.count('role="gridcell"') == 50
    assert '<details id="typed">' in html
    asked = anna.get("/endgame", params={"game": "italian", "fen": "B:W30:BK1"}).text
    assert re.search(r'id="setup-pieces">\{[^}]*"1":"B"', asked)
    assert '<option value="black" selected>' in asked
    wrong = anna.get("/endgame", params={"game": "italian", "fen": "W:W1:B99"})
    assert wrong.status_code == 400
    assert '<details id="typed" open>' in wrong.text
