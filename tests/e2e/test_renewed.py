"""A page of a game that stays open while its server is updated."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.conftest import STOP_S, Table, address_of, free_port, somebody, start
from tests.wording import words_of

# The program after an update: one of the files for browsers is another.
UPDATED = """
import sys
from damiera.web.common import assets
before = assets._files
assets._files = lambda: {**before(), "js/new.js": before()["js/page.js"]}
from damiera.cli.main import main
main(sys.argv[1:])
"""

SUITS = "Damiera was updated: load this page again when it suits you. The game loses nothing by that."


@contextmanager
def running(folder: Path, port: int, *program: str) -> Iterator[str]:
    """Let a server run at a port for as long as the block lasts; yield its address."""
    with start(folder, *program, port=port) as process:
        try:
            yield address_of(process)
        finally:
            process.terminate()
            process.wait(timeout=STOP_S)


@pytest.mark.slow
def test_a_page_is_loaded_anew_after_an_update_unless_somebody_writes_there(
    browser: Browser, tmp_path: Path
) -> None:
    port = free_port()
    with somebody(browser) as first, somebody(browser) as second:
        with running(tmp_path, port) as server:
            anna = Table(first.new_page(), server).begin(
                game="italian", seat="white", friend=True, clock={"base_ms": 600_000, "increment_ms": 5_000}
            )
            bruno = Table(second.new_page(), server)
            bruno.page.goto(anna.page.locator("#invite-link").inner_text())
            bruno.page.locator("main button").first.click()
            bruno.ready()
            anna.click(22, 18)
            expect(bruno.moves).to_have_count(1)
            bruno.page.locator("#command-text").fill("12-")
            old = anna.page.locator("script[type=module]").first.get_attribute("src")
        mark = tmp_path / "alive"
        os.utime(mark, (mark.stat().st_mtime - 60,) * 2)  # as if it had been away for long: the clocks stand
        with running(tmp_path, port, "-c", UPDATED):
            again = words_of("Damiera was updated, and this page loaded again.")
            expect(anna.page.locator("#reply")).to_contain_text(again)
            assert anna.page.locator("script[type=module]").first.get_attribute("src") != old
            suits = (
                "Damiera was updated: load this page again when it suits you. The game loses nothing by that."
            )
            expect(bruno.page.locator("#reply")).to_contain_text(words_of(suits))
            for table in (anna, bruno):  # what is told leaves in sight how the game goes on
                expect(table.page.locator("#halt").get_by_role("button")).to_be_visible()
            anna.page.locator("#halt").get_by_role("button").click()
            expect(bruno.page.locator("#halt")).to_have_count(0)
            bruno.page.locator("#command-text").fill("12-16")
            bruno.page.locator("#command-text").press("Enter")
            for table in (anna, bruno):
                expect(table.moves).to_have_count(2)
