"""Studies that a browser keeps: opened again without the server, never in its place, gone with the reader."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.members import PASSWORD, mortal_server, send
from tests.e2e.test_study import begin, reading, ready

KEPT = """async () => {
  const pages = await caches.open("study-pages");
  if (!navigator.serviceWorker.controller) return [];
  return (await pages.keys()).map((one) => new URL(one.url).pathname);
}"""


def _path(address: str) -> str:
    return "/" + address.split("/", 3)[3]


def _wait_until_kept(page: Page, chapter: str) -> None:
    page.wait_for_function(f"async (path) => (await ({KEPT})()).includes(path)", arg=_path(chapter))


def _line(page: Page) -> str:
    return " ".join(page.locator("#study-line").inner_text().split())


@pytest.mark.slow
def test_a_study_is_opened_and_written_on_while_the_server_is_gone(
    browser: Browser, page: Page, tmp_path: Path
) -> None:
    """A page that was loaded again without a connection was lost, and with it what one had begun to write."""
    with mortal_server(tmp_path) as server:
        base = server.address
        chapter = begin(page, base)
        with page.expect_response("**/ahead?*whole=1*"):
            page.goto(chapter)
            ready(page)
        _wait_until_kept(page, chapter)
        page.wait_for_function("async () => (await (await caches.open('study-data')).keys()).length > 2")
        server.stop()
        page.reload()
        ready(page)
        expect(page.locator("#study-net")).to_contain_text("saw it last")
        for move in ("23-20", "12-15"):
            page.locator("#study-move").fill(move)
            page.locator("#study-move").press("Enter")
            expect(page.locator("#study-line a.now")).to_have_text(move)
        page.locator("#tab-comment").click()
        page.locator("#words").fill("in the tunnel")
        page.locator("#comment-form button").click()
        page.locator("#tab-moves").click()
        written = _line(page)
        assert "1. 23-20 12-15 in the tunnel" in written
        page.reload()
        ready(page)
        assert _line(page) == written
        expect(page.locator("#study-line a.now")).to_have_text("12-15")
        expect(page.locator("#study-net")).to_contain_text("3 changes are safe")
        page.goto(chapter.rpartition("/")[0])  # the study without a chapter: the one that was open
        ready(page)
        assert _line(page) == written
        server.go_on()
        expect(page.locator("#study-net")).to_be_hidden()
        with reading(browser, chapter) as other:
            expect(other.locator("#study-line")).to_contain_text("in the tunnel")
            assert _line(other) == written


@pytest.mark.slow
def test_what_is_kept_is_never_shown_while_the_server_answers_and_goes_with_its_reader(
    page: Page, roomy_server: str
) -> None:
    send(page, roomy_server, "/register", name="Lia Conserva", password=PASSWORD)
    chapter = begin(page, roomy_server)
    page.goto(chapter)
    ready(page)
    _wait_until_kept(page, chapter)
    study, _, id = chapter.rpartition("/")
    path = study.removeprefix(roomy_server) + "/act"
    page.goto(f"{roomy_server}/studies")
    send(page, roomy_server, path, what="comment", chapter=id, at="22-19", words="said meanwhile", was="")
    page.goto(chapter)
    expect(page.locator("#study-line")).to_contain_text("said meanwhile")
    page.context.clear_cookies()  # the session ended elsewhere; another person comes in
    send(page, roomy_server, "/register", name="Rita Conserva", password=PASSWORD)
    hers = begin(page, roomy_server)
    page.goto(hers)
    _wait_until_kept(page, hers)
    assert page.evaluate(KEPT) == [_path(hers)]
    page.goto(f"{roomy_server}/account")
    page.locator('form[action="/sign-out"] button').click()
    expect(page).to_have_url(f"{roomy_server}/")
    left = "async () => (await caches.keys()).filter((name) => !name.startsWith('study-files-'))"
    assert page.evaluate(left) == []


@pytest.mark.slow
def test_an_answer_that_comes_after_its_reader_has_left_is_not_kept(page: Page, tmp_path: Path) -> None:
    """The browser still waited for it while they signed out, and kept it afterwards."""
    with mortal_server(tmp_path) as server:
        base = server.address
        send(page, base, "/register", name="Lia Attesa", password=PASSWORD)
        chapter = begin(page, base)
        page.goto(chapter)
        ready(page)
        _wait_until_kept(page, chapter)
        account = page.context.new_page()
        account.goto(f"{base}/account")
        late = "/api/analysis/at?game=italian&fen=W:W30:B1&moves="
        with server.frozen():
            page.evaluate("(late) => { window.late = fetch(late).then((answer) => answer.status); }", late)
            account.locator('form[action="/sign-out"] button').click(no_wait_after=True)
            page.wait_for_function("async () => !(await caches.has('study-pages'))")
        expect(account).to_have_url(f"{base}/")
        assert page.evaluate("window.late") == 200
        send(page, base, "/register", name="Rita Attesa", password=PASSWORD)
        hers = begin(page, base)
        page.goto(hers)
        _wait_until_kept(page, hers)
        kept = page.evaluate(
            "async () => (await (await caches.open('study-data')).keys()).map((one) => one.url)"
        )
        assert not [url for url in kept if "W30" in url]


@pytest.mark.slow
def test_what_waits_is_its_writers_alone(browser: Browser, page: Page, roomy_server: str) -> None:
    """It was dropped once the session had been ended elsewhere, or went out in the name of who came next."""
    send(page, roomy_server, "/register", name="Lia Treno", password=PASSWORD)
    chapter = begin(page, roomy_server)
    page.goto(chapter)
    ready(page)
    page.context.set_offline(True)
    page.locator("#tab-comment").click()
    page.locator("#words").fill("on the train")
    page.locator("#comment-form button").click()
    expect(page.locator("#study-net")).to_contain_text("No word from the server")
    page.context.clear_cookies()  # as another of her devices does that ends this session
    page.context.set_offline(False)
    expect(page.locator("#study-net")).to_contain_text("no longer signed in here")
    expect(page.locator("#study-net")).to_contain_text("1 change is safe")
    send(page, roomy_server, "/register", name="Rita Treno", password=PASSWORD)
    page.goto(chapter)
    ready(page)
    expect(page.locator("#study-net")).to_be_hidden()
    expect(page.locator("#study-line")).not_to_contain_text("on the train")
    page.goto(f"{roomy_server}/account")
    with page.expect_navigation(url=f"{roomy_server}/"):
        page.locator('form[action="/sign-out"] button').click()
    with reading(browser, chapter) as other:
        expect(other.locator("#study-line")).not_to_contain_text("on the train")
        send(page, roomy_server, "/sign-in", name="Lia Treno", password=PASSWORD)
        page.goto(chapter)
        expect(other.locator("#study-line")).to_contain_text("on the train")
    expect(page.locator("#study-net")).to_be_hidden()
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('study:'))") == []
