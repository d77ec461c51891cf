"""Three browsers and three roles at one event of sixty players, all at once: nobody stands in another's way.

The arbiter pairs and types, a result clerk types, a check-in clerk says who is here; two type at one row, a
tab is left behind by the round, and each tries what their role may not.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from damiera.tournament.acts import CheckInNote, PairAct, ResultAct
from damiera.tournament.log import Log, load
from tests.e2e.conftest import somebody
from tests.e2e.test_hall import open_event, pair, stored
from tests.e2e.test_hall_roles import come_in, give
from tests.e2e.test_hall_slips import names, patient

SIZE, BOARDS = 60, 30
LIVE = re.compile(r".*/(boards|live|stamp)\b")
RESULT = re.compile(r".*/result$")
KEYS = {"2": "win", "1": "draw", "0": "loss"}
Fields = dict[str, str | float | bool]
FORBIDDEN: dict[str, tuple[tuple[str, Fields], ...]] = {
    "clerk": (
        ("/pair", {"round": "2"}),
        ("/undo", {"first": "2", "last": "2"}),
        ("/players/1", {"do": "here"}),
        ("/players/1", {"do": "happen", "change": "withdrawn", "from": "2"}),
        ("/people", {"name": "Ladro", "role": "arbiter"}),
        ("/settings", {"name": "Altro"}),
        ("/finish", {"over": "yes"}),
    ),
    "check-in": (
        ("/pair", {"round": "2"}),
        ("/result", {"round": "1", "board": "1", "leg": "1", "result": "draw", "was": "none"}),
        ("/undo", {"first": "2", "last": "2"}),
        ("/people", {"name": "Ladro", "role": "arbiter"}),
        ("/finish", {"over": "yes"}),
    ),
}


@pytest.fixture
def people(browser: Browser) -> Iterator[tuple[Page, Page, Page]]:
    """The arbiter, a result clerk and a check-in clerk."""
    with ExitStack() as stack:
        yield tuple(stack.enter_context(somebody(browser)).new_page() for _ in range(3))  # type: ignore[misc]


def log_of(page: Page, event: str) -> Log:
    """The log of an event as the arbiter's file has it, its seals checked."""
    return load(page.request.get(f"{event}/event.damiera").text())


def results_of(log: Log, round: int) -> Counter[tuple[str, int]]:
    """How many results of a round each person has entered, board by board."""
    told = ((line.entry.who, line.act) for line in log.lines if isinstance(line.act, ResultAct))
    return Counter((who, act.board) for who, act in told if act.round == round)


def refused(page: Page, event: str, path: str, fields: Fields) -> None:
    """What a role may not is answered with 403 (where a page asks) and changes nothing."""
    origin = event.partition("/hall")[0]
    answer = page.request.post(event + path, form=fields, headers={"Origin": origin}, max_redirects=0)
    assert answer.status == 403, (path, answer.status, answer.text()[:300])


@pytest.mark.slow
def test_three_browsers_with_three_roles_run_a_round_together(
    people: tuple[Page, Page, Page], roomy_server: str
) -> None:
    arbiter, clerk, checker = people
    patient(clerk)
    event = open_event(arbiter, roomy_server, rounds=3, names=names(SIZE))
    come_in(clerk, roomy_server, give(arbiter, event, "results", "Bruno Neri"), "Bruno Neri")
    come_in(checker, roomy_server, give(arbiter, event, "check-in", "Carla Verdi"), "Carla Verdi")
    expect(checker.locator("#people-here li")).to_have_count(SIZE)
    arbiter.goto(event)
    pair(arbiter, 1)
    clerk.goto(event)
    expect(clerk.locator("tr.open")).to_have_count(BOARDS)

    # all three at once, none waits for another: the clerk types 1 to 14, the arbiter from 16 on
    for at in range(14):
        for page, board in ((clerk, 1 + at), (arbiter, 16 + at)):
            page.locator(f"tr[data-board='{board}'] button[value=win]").focus()
            page.keyboard.press("210"[at % 3])
        checker.locator(f"#p{at + 1} button").click()
    expect(checker.locator("#people-here [aria-pressed=true]")).to_have_count(14)
    for page in (arbiter, clerk):  # and each sees what the other has typed
        for at in range(14):
            for board in (1 + at, 16 + at):
                stored(page, board, KEYS["210"[at % 3]])
        expect(page.locator("tr.open")).to_have_count(2)
    told = results_of(log_of(arbiter, event), 1)
    assert set(told.values()) == {1}
    assert {who for (who, board) in told if board < 15} == {"Bruno Neri"}
    assert {board for (_, board) in told} == {*range(1, 15), *range(16, 30)}

    # two at one row: the clerk's answer is held until the arbiter's result is there
    held: list[Route] = []
    clerk.route(RESULT, lambda route: held.append(route))
    clerk.locator("tr[data-board='15'] button[value=win]").click()
    expect(clerk.locator("tr[data-board='15'] .state")).to_be_visible()
    arbiter.locator("tr[data-board='15'] button[value=draw]").click()
    stored(arbiter, 15, "draw")
    for route in held:
        route.continue_()
    clerk.unroute(RESULT)
    expect(clerk.locator("#wrong")).to_contain_text("1-1")
    stored(clerk, 15, "draw")
    assert sum(n for (_, board), n in results_of(log_of(arbiter, event), 1).items() if board == 15) == 1

    # what their roles may not: refused, and the log is as it was
    before = log_of(arbiter, event).head
    for page, role in ((clerk, "clerk"), (checker, "check-in")):
        for path, fields in FORBIDDEN[role]:
            refused(page, event, path, fields)
    assert log_of(arbiter, event).head == before

    # tabs that are left behind: they hear nothing of the next round
    stale, twin = clerk.context.new_page(), arbiter.context.new_page()
    for page in (stale, twin):
        page.route(LIVE, lambda route: route.abort())
        page.goto(event)
    arbiter.locator("tr[data-board='30'] button[value=loss]").click()
    stored(arbiter, 30, "loss")
    pair(arbiter, 2)
    before = log_of(arbiter, event).head
    stale.locator("tr[data-board='7'] button[value=draw]").click()
    expect(stale.locator("#wrong")).to_be_visible()
    refusal = twin.request.post(
        f"{event}/pair", form={"round": "2"}, headers={"Origin": roomy_server}, max_redirects=0
    )
    assert refusal.status in (400, 409, 422), refusal.status
    log = log_of(arbiter, event)
    assert log.head == before
    assert [line.act.round for line in log.lines if isinstance(line.act, PairAct)] == [1, 2]
    here = [n for line in log.lines if isinstance(line.act, CheckInNote) for n in line.act.players]
    assert sorted(here) == list(range(1, 15))
    expect(clerk.locator(".rounds [aria-current=step]")).to_have_text("Round 2")
