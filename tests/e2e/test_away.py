"""A game while its server cannot be reached by socket: what ends it is asked first all the same."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Table


@pytest.mark.slow
def test_one_tap_does_not_resign_while_the_server_is_away(table: Table) -> None:
    page = table.page
    page.route_web_socket(re.compile(r"/ws$"), lambda socket: socket.close())
    table.begin(game="italian", seat="both")
    page.locator("#actions button[value=resign]").click()
    expect(page.locator("#offers").get_by_role("button").first).to_be_focused()
    expect(page.locator("#result .score")).to_have_count(0)
    page.keyboard.press("Enter")
    page.locator("#offers").get_by_role("button").first.wait_for()  # a moment in which it can be undone
    expect(page.locator("#result .score")).to_be_visible()  # sent as a page without scripts sends it
