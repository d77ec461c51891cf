"""A game while its server cannot be reached by socket: what ends it is asked first all the same."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.e2e.conftest import Table, somebody, stop_time


@pytest.mark.slow
def test_one_tap_does_not_resign_while_the_server_is_away(table: Table) -> None:
    page = table.page
    page.route_web_socket(re.compile(r"/ws\b"), lambda socket: socket.close())
    table.begin(game="italian", seat="both")
    page.locator("#actions button[value=resign]").click()
    expect(page.locator("#offers").get_by_role("button").first).to_be_focused()
    expect(page.locator("#result .score")).to_have_count(0)
    page.keyboard.press("Enter")
    page.locator("#offers").get_by_role("button").first.wait_for()  # a moment in which it can be undone
    expect(page.locator("#result .score")).to_be_visible()  # sent as a page without scripts sends it


@pytest.mark.slow
def test_a_line_is_answered_without_a_socket_and_leads_nowhere_else(table: Table) -> None:
    page = table.page
    page.route_web_socket(re.compile(r"/ws\b"), lambda socket: socket.close())
    table.begin(game="italian", seat="both")
    where = page.url
    line = page.locator("#command-text")
    line.fill("23-14")
    line.press("Enter")
    expect(page.locator("#reply")).to_contain_text("4.1")
    assert page.url == where
    line.fill("22 18")
    line.press("Enter")
    expect(page.locator("#moves [data-ply]")).to_have_count(1)


@pytest.mark.slow
def test_a_line_that_cannot_go_out_stays_in_its_field_and_goes_out_later(table: Table) -> None:
    page = table.page
    table.begin(game="italian", seat="both")
    page.context.set_offline(True)
    page.locator("#net").wait_for()
    line = page.locator("#command-text")
    line.fill("22 18")
    line.press("Enter")
    page.locator("#reply").wait_for()
    expect(line).to_have_value("22 18")
    page.context.set_offline(False)
    expect(page.locator("#moves [data-ply]")).to_have_count(1)
    expect(line).to_have_value("")


@pytest.mark.slow
def test_a_line_that_waits_goes_out_when_the_socket_of_before_is_heard_again(table: Table) -> None:
    page = table.page
    silent, kept, calls = [False], list[Callable[[], None]](), list[str]()

    def carry(route: WebSocketRoute) -> None:
        calls.append(route.url)
        server = route.connect_to_server()

        def pass_on(send: Callable[[str | bytes], None], message: str | bytes) -> None:
            kept.append(lambda: send(message)) if silent[0] else send(message)

        route.on_message(lambda message: pass_on(server.send, message))
        server.on_message(lambda message: pass_on(route.send, message))

    page.route_web_socket(re.compile(r"/g/.*/ws"), carry)
    page.clock.install()
    table.begin(game="italian", seat="both")
    page.route("**/say", lambda route: route.abort())
    silent[0] = True
    stop_time(page)  # after six seconds of silence another line is tried
    page.clock.run_for(3_000)
    page.locator("#net").wait_for()
    line = page.locator("#command-text")
    line.fill("22 18")
    line.press("Enter")
    page.locator("#reply").wait_for()
    silent[0] = False
    for go in kept:
        go()
    expect(page.locator("#moves [data-ply]")).to_have_count(1)
    expect(line).to_have_value("")
    assert len(calls) == 1


@pytest.mark.slow
def test_who_waits_for_an_opponent_who_left_is_told_how_long_and_may_then_claim(table: Table) -> None:
    page = table.page
    table.begin(game="italian", seat="white", friend=True, clock={"base_ms": 300_000, "increment_ms": 0})
    link = page.locator(".invite-link").inner_text()
    page.clock.install()
    page.reload()
    with somebody(page.context.browser) as other:  # type: ignore[arg-type]
        bruno = other.new_page()
        bruno.goto(link)
        bruno.locator("main form .btn.main").click()
        expect(page.locator("#invite")).to_be_hidden()
    waits = page.locator('.plate[data-side="black"] .sub')
    expect(waits).to_contain_text(re.compile(r"0:[0-5]\d"))
    expect(page.locator("#gone")).to_be_hidden()
    page.clock.run_for(61_000)
    page.locator("#gone").get_by_role("button").nth(1).click()
    expect(page.locator("#gone")).to_be_hidden()
    page.clock.run_for(5_000)
    expect(page.locator("#gone")).to_be_hidden()
