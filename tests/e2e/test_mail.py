"""What is done from a mail, in a browser: it says where a form comes from, and others are refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import STOP_S, address_of, free_port, somebody, start
from tests.e2e.members import PASSWORD, at_the_board, send
from tests.mailbox import links_of, mailbox
from tests.wording import words_of

# A public server, which mails a move at once and not after a minute.
MAILING = """
import sys
from damiera.service import deliveries
deliveries.GRACE_MS = 0
from damiera.cli.main import main
main(sys.argv[1:] + ["--public", "http://localhost:{port}", "--smtp", "smtp://127.0.0.1:{smtp}",
     "--mail-from", "damiera@dama.example"])
"""


@pytest.mark.slow
def test_art_15_01_03_an_address_is_given_and_a_move_is_played_from_a_mail(
    browser: Browser, tmp_path: Path
) -> None:
    port = free_port()
    with (
        mailbox() as box,
        somebody(browser) as first,
        somebody(browser) as second,
        somebody(browser) as mailer,
    ):
        program = MAILING.format(port=port, smtp=box.port)
        with start(tmp_path, "-c", program, port=port) as process:
            try:
                address_of(process)
                server = f"http://localhost:{port}"
                anna, bruno, mails = first.new_page(), second.new_page(), mailer.new_page()
                for page, name in ((anna, "Anna Posta"), (bruno, "Bruno Posta")):
                    send(page, server, "/register", name=name, password=PASSWORD)
                anna.goto(f"{server}/account/notices")
                anna.locator("main input[type=email]").fill("anna@dama.example")
                anna.locator("main form:has(input[type=email]) button").first.click()
                expect(anna.locator("main")).to_contain_text("anna@dama.example")
                (confirm,) = links_of(box.wait(1))
                mails.goto(server + confirm)
                mails.locator("main button").first.click()
                expect(mails.get_by_role("heading", level=1)).to_have_text(
                    words_of("The address is confirmed")
                )
                _begin_by_post(anna, bruno, server)
                link = next(one for one in links_of(box.wait(2)) if one.startswith("/mail/move"))
                mails.goto(server + link)
                mails.locator("main button").first.click()
                expect(bruno.locator("#moves [data-ply]")).to_have_count(1)
            finally:
                process.terminate()
                process.wait(timeout=STOP_S)


def _begin_by_post(anna: Page, bruno: Page, server: str) -> None:
    """Begin a game by correspondence in which it is Anna's move, with Bruno at the board."""
    terms = {"game": "italian", "against": "friend", "way": "correspondence", "days": "3d", "side": "white"}
    anna.goto(server + send(anna, server, "/new", **terms))
    bruno.goto(anna.locator("#invite-link").inner_text())
    anna.goto("about:blank")  # who looks at a page is sent no mail
    bruno.locator("main button").first.click()
    bruno.wait_for_url("**/g/*")
    at_the_board(bruno)
