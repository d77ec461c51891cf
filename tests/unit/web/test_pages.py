"""Every page answers, in both languages, with the frame it should have and nothing from elsewhere."""

from __future__ import annotations

import os
import re
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from damiera.messages import Message
from damiera.rules.custom import read_house_rules
from damiera.rules.options import options_of, with_options
from damiera.rules.ruleset import CATALOGUE, sections
from damiera.web.common import assets
from damiera.web.common.assets import STATIC
from tests.examples import in_turn
from tests.wording import shows, words_of

PAGES = (
    "/",
    "/new",
    "/catalogue",
    "/catalogue?only=flying",
    "/catalogue?q=dama&only=8x8&only=free&lose=1",
    "/rules/new",
    "/rules/new?base=english&king-range=flying&rows=5",
    "/rules/german~landing=adjacent",
    "/rules/italian-losing",
    "/rules/hexdame",
    "/rules/chinese-checkers~goal=strict~seats=4",
    "/rules/halma~board=8x8~seats=4",
    "/rules/ugolki~camp=4x4",
    "/new?game=spanish-losing",
    "/book",
    "/book/fid.italian.2008/6",
    "/book/fid.english.2008/1",
    "/book/fid.italian.2008/3/3.7",
    "/book/fid.italian.2008/4/4.1?n=3",
    "/book/fid.italian.2008/9/9.3.b",
    "/book/idf.russian/2/2.1",
    "/book/fid.competition.2008/V",
    "/book/fid.competition.2008/V/9.2",
    "/openings",
    "/openings/it-2m-43?seed=Livorno&round=3",
    "/openings/it-3m-125",
    "/atlas",
    "/atlas/it-3m-174/5?ply=4",
    "/prefs",
    "/games",
    "/archive",
    "/import",
    "/join",
)
FIRST_PAGE_LIMIT = 200_000


@pytest.mark.parametrize("path", in_turn(PAGES, 2))
@pytest.mark.parametrize("lang", ["it", "en"])
def test_page_answers_in_the_language_asked_for(server: Any, path: str, lang: str) -> None:
    answer = server.person(lang).get(path)
    assert answer.status_code == 200
    assert f'<html lang="{lang}"' in answer.text
    assert answer.headers["Content-Language"] == lang
    assert ("Il libro" if lang == "it" else "The book") in answer.text
    assert answer.text.count("<h1") == 1
    assert answer.text.count("<main") == 1


@pytest.mark.parametrize("path", PAGES)
def test_page_needs_nothing_from_elsewhere_and_has_no_inline_code(anna: Any, path: str) -> None:
    answer = anna.get(path)
    html = re.sub(r"<svg.*?</svg>", "", answer.text, flags=re.S)
    assert not re.findall(r'(?:src|href|action)="(?:https?:)?//', html)
    assert not re.findall(r"<[^>]+\son\w+=", html)
    assert not re.findall(r"<[^>]+\sstyle=", html)
    assert not re.findall(r"<style|<script(?! type=)", html)
    policy = answer.headers["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_first_page_with_everything_it_loads_is_small(anna: Any) -> None:
    page = anna.get("/")
    needed = set(re.findall(r'(?:href|src)="(/s/[^"]+)"', page.text))
    modules = [path for path in needed if path.endswith(".js")]
    while modules:
        path = modules.pop()
        for found in re.findall(r'(?:from|import) "(\.{1,2}/[^"]+)"', anna.get(path).text):
            module = _join(path, found)
            if module not in needed:
                needed.add(module)
                modules.append(module)
    assert len(needed) > 10
    sent = sum(_size_sent(anna, path) for path in ["/", *needed])
    assert sent < FIRST_PAGE_LIMIT, sent


def _join(base: str, relative: str) -> str:
    parts = base.split("/")[:-1]
    for part in relative.split("/"):
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


def _size_sent(person: Any, path: str) -> int:
    with person.http.stream("GET", path) as answer:
        assert answer.status_code == 200, path
        return sum(len(chunk) for chunk in answer.iter_raw())


def test_home_has_the_board_at_once_and_a_form_for_those_without_script(anna: Any) -> None:
    html = anna.get("/").text
    assert html.count('role="gridcell"') == 32
    assert html.count('class="can"') == 4
    assert 'aria-label="22, white man, can move"' in html
    plain = html[html.index("<noscript>") : html.index("</noscript>")]
    assert plain.count("<option>") == 7


def test_live_regions_are_there_from_the_start(anna: Any) -> None:
    html = anna.get("/").text
    for region, manner in (("move", "assertive"), ("answer", "assertive"), ("board-live", "polite")):
        assert f'<p id="{region}" role="status" aria-live="{manner}" aria-atomic="true"></p>' in html


def test_voice_and_keys_is_the_first_control_after_the_skip_link(anna: Any) -> None:
    html = anna.get("/").text
    controls = re.findall(r"<(?:a|button|input|select)\b[^>]*>", html)
    shown = [c for c in controls if 'type="hidden"' not in c]
    assert 'class="skip"' in shown[0]
    assert 'name="voice"' in shown[1]


def test_preferences_are_kept_and_the_page_stays(anna: Any) -> None:
    path = "/book/fid.italian.2008/6?x=1"
    answer = anna.post("/prefs", lang="it", theme="dark", board="cotto", back=path)
    assert (answer.status_code, answer.headers["Location"]) == (303, path)
    cookie = answer.headers["Set-Cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    html = anna.get(path).text
    assert '<html lang="it"' in html
    assert 'data-theme="dark"' in html
    assert 'data-board="cotto"' in html
    assert 'id="css-dark" media="all"' in html
    assert 'id="css-contrast" media="not all"' in html


def test_a_board_of_ones_own_is_kept_and_only_what_is_unusual_is_written(anna: Any) -> None:
    usual = anna.get("/book").text
    assert "data-pieces" not in usual
    assert "data-zen" not in usual
    chosen = {
        "pieces": "flat",
        "hints": "off",
        "halos": "off",
        "last": "squares",
        "motion": "slow",
        "blind": "on",
        "zen": "on",
        "volume": "low",
        "sounds": "stone",
        "numbers": "outside",
        "board": "noce",
    }
    anna.post("/prefs", **chosen)
    page = anna.get("/book").text
    for name, value in chosen.items():
        assert f' data-{name}="{value}"' in page
    assert anna.get("/prefs").text.count(" checked>") == usual_choices(anna)
    anna.post("/prefs", pieces="glass")  # no set of ours: as it was
    assert ' data-pieces="flat"' in anna.get("/book").text


def usual_choices(reader: Any) -> int:
    """Return how many things can be chosen: each has one choice that is made."""
    return len(set(re.findall(r'type="radio" name="(\w+)"', reader.get("/prefs").text)))


def test_who_leaves_a_browser_is_a_stranger_there(server: Any) -> None:
    carla = server.person("en")
    assert words_of("Leave this browser") not in carla.get("/prefs").text
    assert carla.post("/leave").status_code == 303  # a stranger loses nothing
    game = carla.begin(seat="both")
    assert carla.view(game)["you"] is not None
    token = carla.cookie("damiera_session")
    assert words_of("Leave this browser") in carla.get("/prefs").text
    answer = carla.post("/leave")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    assert carla.cookie("damiera_session") is None
    assert carla.view(game)["you"] is None
    carla.http.cookies["damiera_session"] = token  # a copy of the token opens nothing either
    assert carla.view(game)["you"] is None
    assert words_of("Leave this browser") not in carla.get("/prefs").text


@pytest.mark.parametrize(
    "back", ["//evil.example", "https://evil.example/", "/\\evil.example", "javascript:1"]
)
def test_preferences_never_lead_elsewhere(anna: Any, back: str) -> None:
    assert anna.post("/prefs", theme="light", back=back).headers["Location"] == "/"


def _shown(person: Any, query: str = "") -> int:
    found: int = person.get(f"/catalogue{query}").text.count('class="gcard')
    return found


def test_catalogue_shows_every_game_once_on_its_shelf(anna: Any) -> None:
    html = anna.get("/catalogue").text
    games = [slug for slug in CATALOGUE if not slug.endswith("-losing")]
    assert html.count('class="gcard') == len(games)
    assert html.count("<h2 id=") == len(sections())
    assert all(f'href="/new?game={slug}"' in html for slug in games)
    assert '-losing"' not in html.replace("section-losing", "")


def test_catalogue_filters_leave_out_what_they_say(anna: Any) -> None:
    everything = _shown(anna)
    assert 0 < _shown(anna, "?only=10x10") < everything
    assert _shown(anna, "?only=nonsense") == everything
    assert "International" in anna.get("/catalogue?only=flying").text
    mirrored = anna.get("/catalogue?only=mirrored").text
    assert 'game=spanish"' in mirrored
    assert 'game=english"' not in mirrored
    assert _shown(anna, "?only=8x8&only=reconstructed") < _shown(anna, "?only=8x8")
    trusts = ("official", "published", "reconstructed")
    assert sum(_shown(anna, f"?only={trust}") for trust in trusts) == everything


@pytest.mark.parametrize(
    ("words", "game"),
    [("russa", "russian"), ("Russian", "russian"), ("chécs czech", None), ("spagnola", "spanish")],
)
def test_catalogue_is_searched_in_both_languages(anna: Any, words: str, game: str | None) -> None:
    html = anna.get(f"/catalogue?q={words}").text
    assert (
        (f'game={game}"' in html)
        if game
        else (shows(html, "No game is like that. Take a filter away, or look for fewer words."))
    )


def test_losing_is_a_switch_of_the_catalogue(anna: Any) -> None:
    html = anna.get("/catalogue?lose=1").text
    assert 'href="/new?game=italian-losing"' in html
    assert 'href="/new?game=italian"' not in html
    assert "breakthrough" not in html


@pytest.mark.parametrize("slug", in_turn(slug for slug in CATALOGUE if not slug.endswith("-losing")))
def test_rules_page_of_each_game_says_all_that_the_catalogue_does(server: Any, slug: str) -> None:
    game = CATALOGUE[slug]
    for lang in ("it", "en"):
        html = unescape(server.person(lang).get(f"/rules/{slug}").text)
        said = (
            game.entry.history,
            *(d.said for d in game.entry.doubts),
            *(e.caption for e in game.entry.examples),
        )
        assert all(text.text(lang) in html for text in said)
        assert all(source in html for source in game.sources)
        assert game.pdn_game_type in html
        assert html.count("<figure>") == len(game.entry.examples)
        word = "Reconstructed" if lang == "en" else "Ricostruit"
        assert (word in html) == (game.confidence == "reconstructed")
        assert ('href="#doubts"' in html) == (game.confidence != "official")


@pytest.mark.parametrize("slug", ["filipino", "diagonal", "italian"])
def test_new_game_says_that_its_rules_are_doubtful(anna: Any, slug: str) -> None:
    html = anna.get(f"/new?game={slug}").text
    assert (f'href="/rules/{slug}#doubts"' in html) == (slug != "italian")


@pytest.mark.parametrize("slug", in_turn(CATALOGUE, 5))
def test_every_doubt_offers_its_other_reading(server: Any, slug: str) -> None:
    """One tap beside the doubt leads to a form that begins by it, or the reason why there is none is."""
    game = CATALOGUE[slug]
    html = unescape(server.person("it").get(f"/rules/{slug}").text)
    doubts = html.partition('id="doubts"')[2].partition("</section>")[0]
    form = unescape(server.person("it").get(f"/new?game={slug}").text)
    for doubt in game.entry.doubts:
        assert doubt.said.text("it") in doubts
        assert doubt.no_option is None or doubt.no_option.text("it") in doubts
        for setting in options_of(game):
            for value in setting.option.values if setting.option.name in doubt.options else ():
                other = with_options(slug, {setting.option.name: value.value}).slug
                offered = f'href="/new?game={quote(other)}"' in doubts
                assert offered == (value.value != setting.value)
                assert f'name="opt-{setting.option.name}"' in form
        for id in game.rulebooks[1:] if doubt.rulebooks else ():
            assert f'href="/new?game={slug}&rulebook={quote(id)}"' in doubts
        if doubt.options or doubt.rulebooks:
            assert doubt.said.text("it") in form


def test_the_tap_beside_a_doubt_begins_by_the_other_reading(anna: Any) -> None:
    form = anna.get("/new?game=filipino~choice%3Dfree").text
    assert re.search(r'name="opt-most"\s+value="free" checked', form)
    form = anna.get("/new?game=italian&rulebook=fid.italian.2006").text
    assert 'value="fid.italian.2006" selected' in form
    variant = anna.get("/rules/filipino~choice%3Dfree").text
    assert 'href="/new?game=filipino"' in variant.partition('id="doubts"')[2]


def test_rules_page_of_a_variant_says_what_is_changed(anna: Any) -> None:
    html = anna.get("/rules/german~rows=2?name=Zia%20Rosa").text
    assert "Zia Rosa" in html
    assert words_of("Made by a player, from %(base)s.", base="German draughts") in html
    assert words_of("What is changed") in html


@pytest.mark.parametrize(("slug", "base"), [("italian", "italian"), ("german~rows=2", "german")])
def test_rules_page_leads_to_the_composer_with_its_game(anna: Any, slug: str, base: str) -> None:
    html = anna.get(f"/rules/{slug}").text
    assert f'<a class="btn" href="/rules/new?base={base}">' in html
    assert f'<option value="{base}" selected>' in anna.get(f"/rules/new?base={base}").text


def test_composer_gives_every_reason_and_what_to_do(anna: Any) -> None:
    html = anna.get("/rules/new?base=english&rows=5&landing=any").text
    assert 'id="why-rows"' in html
    assert 'id="why-landing"' in html
    assert 'aria-describedby="why-rows"' in html
    assert words_of("Play against the computer") not in html


def test_composer_leads_to_the_game_its_link_and_its_file(anna: Any) -> None:
    html = anna.get("/rules/new?base=english&king-range=flying&name=Zia").text
    assert 'href="/new?game=english~king-range%3Dflying&amp;house_name=Zia"' in html
    assert 'href="/rules/english~king-range=flying?name=Zia"' in html
    file = anna.get("/rules/english~king-range=flying.toml?name=Zia").text
    rules = read_house_rules(file)
    assert (rules.name, rules.slug) == ("Zia", "english~king-range=flying")
    form = 'name="king-range" aria' not in html and 'value="flying" selected' in html
    assert form


def test_composer_keeps_changes_when_its_base_changes(anna: Any) -> None:
    whole = {"base": "italian", "was": "english", "king-range": "flying", "first": "black"}
    html = anna.get("/rules/new", params=whole).text
    assert 'data-address="/rules/new?base=italian&amp;king-range=flying' in html


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "base = ",
            Message(
                "Line {line}, column {column}: the text is neither TOML nor JSON ({reason}). "
                'Write one field a line, such as rows = 3 or first = "black".',
                line=1,
            ),
        ),
        ('base = "italian"\nrows = 3', Message("This field stands outside [rules].")),
        ('base = "chess"', Message("There is no game '{base}'.", base="chess")),
        (
            'base = "english"\n[rules]\nrows = 5\nlanding = "any"',
            Message("line %(n)s", n=4),
        ),
    ],
)
def test_a_damaged_file_of_rules_is_told_what_is_wrong(anna: Any, text: str, said: Message) -> None:
    answer = _bring(anna, text)
    assert answer.status_code == 422
    assert shows(unescape(answer.text), said)


def test_a_good_file_of_rules_opens_the_composer(anna: Any) -> None:
    answer = _bring(anna, 'name = "Zia"\nbase = "english"\n[rules]\nking-range = "flying"')
    assert answer.status_code == 303
    assert answer.headers["Location"] == "/rules/new?base=english&name=Zia&king-range=flying"


def test_a_file_of_rules_that_is_not_in_utf8_is_told_its_place(anna: Any) -> None:
    answer = _bring(anna, b'name = "caf\xe9"\nbase = "english"\n')
    assert answer.status_code == 422
    assert "0xe9" in answer.text


@pytest.mark.parametrize("game", ["bashni", "lasca"])
def test_a_tower_of_thirteen_is_refused_at_every_door(anna: Any, game: str) -> None:
    fen = "W:a1=wwwwwwwwwwwww,c3=b"
    for path in ("/analysis", "/api/analysis/at", "/analysis/line.pdn", "/study/law"):
        assert anna.get(path, params={"game": game, "fen": fen}).status_code == 422, path
    assert anna.post("/new", game=game, against="here", clock="none", fen=fen).status_code == 422
    asked = anna.http.post("/api/games", json={"game": game, "fen": fen}, headers={"Origin": anna.base})
    assert asked.status_code == 422


def _bring(person: Any, text: str | bytes) -> Any:
    files = {"file": ("mine.toml", text.encode() if isinstance(text, str) else text)}
    return person.http.post("/rules/file", files=files, headers={"Origin": person.base})


def test_book_opens_at_its_first_chapter_and_shows_articles_with_diagrams(anna: Any) -> None:
    opened = anna.get("/book/fid.italian.2008")
    assert opened.status_code == 307
    assert opened.headers["Location"] == "/book/fid.italian.2008/1"
    html = anna.get("/book/fid.italian.2008/6").text
    assert 'id="a6.6"' in html
    assert html.count("<figure>") >= 4
    assert 'href="#a6.7"' in html  # the ladder of questions


@pytest.mark.parametrize(
    "path",
    [
        "/nowhere",
        "/book/fid.nothing.1900",
        "/book/fid.italian.2008/99",
        "/book/fid.italian.2008/3/3.7?n=9",
        "/book/fid.italian.2008/1/1.1",
        "/g/none",
        "/archive/none",
    ],
)
def test_what_is_not_there_says_so(anna: Any, path: str) -> None:
    answer = anna.get(path)
    assert answer.status_code == 404
    assert "Traceback" not in answer.text
    assert 'class="wrap narrow nothere"' in answer.text


def test_italian_404_has_the_words_of_the_look(bruno: Any) -> None:
    assert words_of("This game is not here, or not open to all.", "it") in unescape(bruno.get("/g/none").text)


def test_wrong_method_is_refused_in_words(anna: Any) -> None:
    answer = anna.post("/catalogue")
    assert answer.status_code == 405
    assert words_of("This address is not used in this way.") in answer.text


def test_static_files_are_kept_for_ever_under_their_hash(anna: Any) -> None:
    path = re.search(r"/s/[0-9a-f]{12}/css/app\.css", anna.get("/").text)
    assert path is not None
    answer = anna.get(path[0])
    assert "immutable" in answer.headers["Cache-Control"]
    assert answer.headers["Content-Encoding"] == "gzip"
    assert answer.headers["Content-Type"] == "text/css; charset=utf-8"
    plain = anna.get(path[0], headers={"Accept-Encoding": "identity"})
    assert "Content-Encoding" not in plain.headers
    assert plain.content == (STATIC / "css" / "app.css").read_bytes()
    assert b"/*" not in answer.content, "no browser reads comments"
    assert answer.content.count(b"{") == plain.content.count(b"{") > 50
    assert answer.content.count(b"\n") == plain.content.count(b"\n"), "every line keeps its number"
    old = anna.get("/s/000000000000/css/app.css")
    assert old.status_code == 200
    assert old.headers["Cache-Control"] == "no-cache"
    assert anna.get(path[0].replace("css/app.css", "js/README.md")).status_code == 404
    assert anna.get(path[0].replace("css/app.css", "..%2f..%2fapp.py")).status_code == 404


def test_a_static_file_that_changed_is_sent_as_it_is(
    anna: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "own.css"
    monkeypatch.setattr(assets, "_files", lambda: {"own.css": file})
    for second, text in enumerate(("a { color: red }", "a { color: blue }"), 1):
        file.write_text(text, encoding="utf-8")
        os.utime(file, (second, second))
        assert anna.get("/s/000000000000/own.css").text == text


def test_icon_and_health(anna: Any) -> None:
    assert anna.get("/favicon.ico").headers["Content-Type"] == "image/svg+xml"
    assert anna.get("/healthz").json()["ok"] is True
