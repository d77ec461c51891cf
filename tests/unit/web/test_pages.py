"""Every page answers, in both languages, with the frame it should have and nothing from elsewhere."""

from __future__ import annotations

import re
from typing import Any

import pytest

PAGES = (
    "/",
    "/new",
    "/catalogue",
    "/catalogue?only=flying",
    "/book",
    "/book/fid.italian.2008/6",
    "/book/fid.english.2008/1",
    "/prefs",
    "/games",
    "/archive",
    "/import",
    "/join",
)
FIRST_PAGE_LIMIT = 200_000


@pytest.mark.parametrize("path", PAGES)
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


@pytest.mark.parametrize(
    "back", ["//evil.example", "https://evil.example/", "/\\evil.example", "javascript:1"]
)
def test_preferences_never_lead_elsewhere(anna: Any, back: str) -> None:
    assert anna.post("/prefs", theme="light", back=back).headers["Location"] == "/"


def test_catalogue_filters_leave_out_what_they_say(anna: Any) -> None:
    assert anna.get("/catalogue").text.count('class="gcard') == 3
    assert anna.get("/catalogue?only=10x10").text.count('class="gcard') == 1
    assert "International" in anna.get("/catalogue?only=flying").text
    assert anna.get("/catalogue?only=nonsense").text.count('class="gcard') == 3


def test_book_opens_at_its_first_chapter_and_shows_articles_with_diagrams(anna: Any) -> None:
    opened = anna.get("/book/fid.italian.2008")
    assert opened.status_code == 307
    assert opened.headers["Location"] == "/book/fid.italian.2008/1"
    html = anna.get("/book/fid.italian.2008/6").text
    assert 'id="a6.6"' in html
    assert html.count("<figure>") >= 4
    assert 'href="#a6.7"' in html  # the ladder of questions


@pytest.mark.parametrize(
    "path", ["/nowhere", "/book/fid.nothing.1900", "/book/fid.italian.2008/99", "/g/none", "/archive/none"]
)
def test_what_is_not_there_says_so(anna: Any, path: str) -> None:
    answer = anna.get(path)
    assert answer.status_code == 404
    assert "Traceback" not in answer.text
    assert 'class="wrap narrow lost"' in answer.text


def test_italian_404_has_the_words_of_the_look(bruno: Any) -> None:
    assert "Questa partita non c&#39;è, o non è aperta a tutti." in bruno.get("/g/none").text


def test_wrong_method_is_refused_in_words(anna: Any) -> None:
    answer = anna.post("/catalogue")
    assert answer.status_code == 405
    assert "This address is not used in this way." in answer.text


def test_static_files_are_kept_for_ever_under_their_hash(anna: Any) -> None:
    path = re.search(r"/s/[0-9a-f]{12}/css/app\.css", anna.get("/").text)
    assert path is not None
    answer = anna.get(path[0])
    assert "immutable" in answer.headers["Cache-Control"]
    assert answer.headers["Content-Encoding"] == "gzip"
    old = anna.get("/s/000000000000/css/app.css")
    assert old.status_code == 200
    assert old.headers["Cache-Control"] == "no-cache"
    assert anna.get(path[0].replace("css/app.css", "js/README.md")).status_code == 404
    assert anna.get(path[0].replace("css/app.css", "..%2f..%2fapp.py")).status_code == 404


def test_icon_and_health(anna: Any) -> None:
    assert anna.get("/favicon.ico").headers["Content-Type"] == "image/svg+xml"
    assert anna.get("/healthz").json() == {"ok": True}
