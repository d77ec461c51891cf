"""Markup in whatever people may write: pages show it as it was written, and no script of it runs."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Dialog, Page, expect

from tests.e2e.conftest import somebody
from tests.e2e.members import PASSWORD, send

EVIL = "<img src=x onerror=alert(1)><script>alert(2)</script>\"'><svg/onload=alert(3)>"
SHORT = "<b onclick=alert(1)>x</b>"
ADDRESSES = ("javascript:alert(1)", "data:text/html,<script>alert(1)</script>")
INJECTED = """() => [
    ...document.querySelectorAll("[onerror],[onload],[onclick],img[src=x],script:not([src])")]
    .filter((one) => one.localName !== "script" || !/json$/.test(one.type)).map((one) => one.outerHTML)"""


@pytest.mark.slow
def test_no_markup_that_somebody_writes_is_more_than_text(browser: Browser, roomy_server: str) -> None:
    with somebody(browser) as writer, somebody(browser) as reader:
        anna, other = writer.new_page(), reader.new_page()
        send(anna, roomy_server, "/register", name="Anna Marcatura", password=PASSWORD)
        send(other, roomy_server, "/name", name=SHORT)
        send(anna, roomy_server, "/club/chat", text=EVIL[:150])
        club = send(anna, roomy_server, "/clubs", name=SHORT, about=EVIL)
        made = [
            send(anna, roomy_server, "/new", game="italian", seat="white", against="friend", clock=""),
            send(anna, roomy_server, "/hall", name=EVIL[:60], place=EVIL[:60], rounds="3"),
            send(anna, roomy_server, "/simul", title=EVIL[:60], game="italian", side="white"),
        ]
        assert all(made)
        pages = [club, *made, "/club", "/clubs", "/hall", "/games", "/archive", "/simul", "/"]
        pages += [f"{path}{_quoted(EVIL)}" for path in ("/clubs?find=", "/people/", "/join/")]
        pages += [f"/sign-in?back={_quoted(one)}" for one in ADDRESSES]
        for page in (anna, other):
            troubles = _watched(page)
            for path in pages:
                page.goto(roomy_server + path)
                assert page.evaluate(INJECTED) == [], path
                assert troubles == [], path
            page.goto(roomy_server + club)
            expect(page.locator("h1")).to_have_text(SHORT)
            expect(page.locator("main")).to_contain_text(EVIL)


def _quoted(text: str) -> str:
    return re.sub(r"[^\w]", lambda found: f"%{ord(found[0]):02X}", text)


def _watched(page: Page) -> list[str]:
    """Return what a page has to complain of, as it comes: windows that scripts open, policies broken."""
    found: list[str] = []

    def asked(dialog: Dialog) -> None:
        found.append(dialog.message)
        dialog.dismiss()

    def said(line: ConsoleMessage) -> None:
        if "Content Security" in line.text:
            found.append(line.text)

    page.on("dialog", asked)
    page.on("console", said)
    return found
