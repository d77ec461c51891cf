"""An account whole: made in one browser, playing for its rating, going on in another, seen on its profile."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import PATIENCE_MS, Table, somebody, violations
from tests.e2e.members import at_the_board, send
from tests.wording import words_of

PASSWORD = "quattro mosse al centro"


@pytest.mark.slow
def test_a_rated_game_goes_on_in_another_browser(browser: Browser, roomy_server: str) -> None:
    """Anna and Bruno register and play; Anna signs out, comes in elsewhere and sits where she sat."""
    with somebody(browser) as first, somebody(browser) as second, somebody(browser) as third:
        anna, bruno = Table(first.new_page(), roomy_server), Table(second.new_page(), roomy_server)
        _register(anna, "Anna Browser")
        _register(bruno, "Bruno Browser")
        page = anna.page
        page.goto(f"{roomy_server}/new?against=friend&clock=5%2B3&seat=white")
        page.get_by_label("Rated").check()
        page.locator("form.terms button.main").first.click()
        page.wait_for_url("**/g/*")
        link = page.locator("#invite-link").inner_text()
        _sit_down(bruno, link)
        expect(page.locator("#plate-top .name")).to_have_text("Bruno Browser")
        anna.click(24, 20)
        expect(bruno.moves).to_have_count(1)
        bruno.click(12, 16)
        expect(anna.moves).to_have_count(2)
        game = page.url

        page.goto(f"{roomy_server}/account")
        assert violations(page) == []
        page.get_by_role("button", name="Sign out", exact=True).click()
        page.wait_for_url(f"{roomy_server}/")
        page.goto(game)
        expect(page.locator("#plate-bottom .name")).to_have_text("Anna Browser")  # nobody's in this browser

        other = Table(third.new_page(), roomy_server)
        other.page.goto(f"{roomy_server}/sign-in?back={game.removeprefix(roomy_server)}")
        assert violations(other.page) == []
        other.page.get_by_label("Name").fill("anna browser")
        other.page.get_by_label("Password").fill(PASSWORD)
        other.page.locator("main").get_by_role("button", name="Sign in", exact=True).click()
        other.page.wait_for_url(game)
        other.ready()
        expect(other.page.locator("#plate-bottom .name")).to_have_text("Anna Browser (you)")
        other.click(21, 18)
        expect(bruno.moves).to_have_count(3)
        bruno.page.locator("#command-text").fill("resign")
        bruno.page.locator("#command-text").press("Enter")
        expect(other.page.locator("#result .score")).to_have_text("2-0")

        _look_at_profile(other.page, roomy_server)


@pytest.mark.slow
def test_a_board_of_a_device_that_is_signed_out_elsewhere_says_so_and_looks_on(
    browser: Browser, roomy_server: str
) -> None:
    with somebody(browser) as here, somebody(browser) as elsewhere:
        anna, phone = here.new_page(), elsewhere.new_page()
        send(anna, roomy_server, "/register", name="Anna Fuori", password=PASSWORD)
        send(phone, roomy_server, "/sign-in", name="Anna Fuori", password=PASSWORD)
        game = send(anna, roomy_server, "/new", game="italian", against="friend", seat="white", clock="")
        anna.goto(roomy_server + game)
        at_the_board(anna)
        expect(anna.locator("#plate-bottom .name")).to_have_text("Anna Fuori (you)")
        send(phone, roomy_server, "/account", do="end-others")
        expect(anna.locator("#plate-bottom .name")).to_have_text("Anna Fuori")
        said = words_of("You are signed out in this browser, and look on here: sign in to play on.")
        expect(anna.locator("#reply")).to_contain_text(said)
        assert violations(anna) == []


@pytest.mark.slow
def test_a_passkey_opens_an_account_without_name_or_password(browser: Browser, roomy_server: str) -> None:
    """Added, named, used in another browser with the same authenticator, taken away; numbers have none."""
    local = roomy_server.replace("127.0.0.1", "localhost")
    with somebody(browser) as context:
        page = context.new_page()
        cdp = context.new_cdp_session(page)
        cdp.send("WebAuthn.enable")
        options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True}
        options |= {"hasUserVerification": True, "isUserVerified": True}
        key = cdp.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]
        _register(Table(page, local), "Anna Chiave")
        page.goto(f"{local}/account")
        page.get_by_text("Add a passkey").first.click()
        form = page.locator("#passkey-add")
        form.get_by_label("Your password").fill("not this one")
        form.get_by_role("button").click()
        expect(form.get_by_role("status")).to_have_text("This is not your password.")
        form.get_by_label("Your password").fill(PASSWORD)
        form.get_by_label("What to call it").fill("Telefono")
        form.get_by_role("button").click()
        expect(page.locator("#passkeys li b")).to_have_text("Telefono")
        assert violations(page) == []

        page.get_by_role("button", name="Sign out", exact=True).click()
        page.wait_for_url(f"{local}/")
        page.goto(f"{local}/sign-in?back=//evil.example")
        assert violations(page) == []
        come_in = page.locator("#passkey-in")
        come_in.get_by_role("button").click()
        page.wait_for_url(f"{local}/")
        page.goto(f"{local}/account")
        expect(page.get_by_role("heading", level=1)).to_have_text("Anna Chiave")
        page.locator("#passkeys summary").first.click()
        page.get_by_role("button", name="Remove: Telefono").click()
        expect(page.locator("#passkeys li")).to_have_count(0)

        page.get_by_role("button", name="Sign out", exact=True).click()
        page.wait_for_url(f"{local}/")
        page.goto(f"{local}/sign-in")
        come_in.get_by_role("button").click()
        expect(come_in.get_by_role("status")).to_contain_text("This passkey opens nothing here")
        cdp.send("WebAuthn.removeVirtualAuthenticator", {"authenticatorId": key})

        page.goto(f"{roomy_server}/sign-in")
        come_in.get_by_role("button").click()
        expect(come_in.get_by_role("status")).to_contain_text(local)


def _register(table: Table, name: str) -> None:
    page = table.page
    page.goto(f"{table.server}/register")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Make the account").click()
    expect(page.locator("#codes li")).to_have_count(8)
    expect(page.locator("#account-link")).to_have_attribute("aria-label", re.compile(name))


def _sit_down(table: Table, link: str) -> None:
    page = table.page
    page.goto(f"{table.server}/join/{link.rpartition('/')[2]}")
    page.locator("main form button.main").click()
    page.wait_for_url("**/g/*")
    table.ready()


def _look_at_profile(page: Page, server: str) -> None:
    """The rating is reckoned within a second or two, and said in words beside the graph."""
    rating, until = page.locator(".ratings b"), time.monotonic() + PATIENCE_MS / 1000
    while True:
        page.goto(f"{server}/people/Anna%20Browser")
        if rating.count() or time.monotonic() > until:
            break
        page.wait_for_timeout(200)
    expect(rating).to_have_text("1662?")
    expect(page.locator(".lastgames li")).to_have_count(1)
    expect(page.locator(".lastgames .score")).to_have_text("2-0")
    expect(page.locator(".met")).to_contain_text("Bruno Browser")
    assert violations(page) == []
