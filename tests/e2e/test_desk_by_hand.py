"""The arbiter's board: pieces handled on the page as on a real board, read by the book and recorded."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from damiera.notation.pdn.model import PdnGame
from damiera.notation.pdn.reader import read_pdn
from damiera.rules.ruleset import ITALIAN
from tests.e2e.conftest import Table, violations
from tests.unit.paper.paper_reader import pages_of


@dataclass(frozen=True)
class Incident:
    """What stood, what was played first, and what White's hands did.

    `22-18` takes the piece on 22 to 18, `x18` takes 18 off, `+18b` puts a black man back on 18, `^2` crowns.
    `left` is a move by which a man arrives and is not crowned.
    """

    article: str
    fen: str
    acts: str
    first: tuple[str, ...] = ()
    left: str = ""


SEVENTEEN = {
    "moved_twice": Incident("8.1.1", "W:W18,24:B5", "24-20", ("18-14",)),
    "moved_wrongly": Incident("8.1.2", "W:W22,24:B5", "22-14"),
    "touched_another": Incident("8.1.3", "W:W22,24:B5", "22-22 24-20"),
    "took_back": Incident("8.1.4", "W:W22,24:B5,18", "13-22 +18b", ("22-13",)),
    "moved_theirs": Incident("8.1.5", "W:W22:B5", "5-10"),
    "omitted_capture": Incident("8.1.6", "W:W22,24:B5,18", "24-20"),
    "removed_without_reason": Incident("8.1.7", "W:W22:B5,6", "x5"),
    "wrong_number": Incident("8.1.8", "W:W21,22:B11,17,18", "22-13 x18"),
    "stopped_short": Incident("8.1.9", "W:W22:B4,10,18", "22-13 x18"),
    "left_captured": Incident("8.1.10", "W:W22,24:B5,18", "22-13"),
    "removed_fewer": Incident("8.1.11", "W:W22:B4,10,18", "22-13 13-6 x18"),
    "removed_uncaptured": Incident("8.1.12", "W:W22,24:B4,5,18", "22-13 x18 x5"),
    "removed_own": Incident("8.1.13", "W:W22,24:B5,18", "22-13 x18 x24"),
    "impossible_capture": Incident("8.1.14", "W:W22,24:B5,K18", "22-13 x18"),
    "ignored_priority": Incident("8.1.15", "W:WK22,21:B17,18", "21-14 x17"),
    "moved_uncrowned": Incident("8.1.16", "W:W6,22:B12", "2-6", ("12-16",), left="6-2"),
    "crowned_wrong": Incident("8.1.17", "W:W6,22:B12", "6-2 ^22"),
}


class HandledTable(Table):
    """A table whose arbiter handles the pieces."""

    def sit(self, incident: Incident) -> None:
        """Begin a game at which this happened, and take the pieces in hand."""
        self.begin_desk(fen=incident.fen, **({"unrecorded": "yes"} if incident.left else {}))
        if incident.left:
            self.moved(incident.left, crowned=False)
        for move in incident.first:
            self.moved(move)
        self.take_pieces()
        self.page.locator('#board [tabindex="0"]').focus()

    def say_white(self) -> None:
        """Tell by a key that White did it: in each of the seventeen White does, whosever piece it was."""
        self.page.locator("#hands-side-white").press("Space")

    def begin_desk(self, **terms: str) -> None:
        form: dict[str, str | float | bool] = {"against": "here", "desk": "yes", "game": "italian", **terms}
        answer = self.page.context.request.post(
            f"{self.server}/new", form=form, headers={"Origin": self.server}
        )
        assert answer.ok, answer.text()
        self.page.goto(answer.url)
        self.ready()

    def event(self, told: dict[str, object]) -> None:
        """Record something that needs no board."""
        game = self.page.url.rpartition("/")[2]
        answer = self.page.context.request.post(
            f"{self.server}/api/games/{game}/events", data=told, headers={"Origin": self.server}
        )
        assert answer.ok, answer.text()

    def moved(self, move: str, *, crowned: bool = True) -> None:
        """Record a move elsewhere, and wait until the page shows it."""
        played = self.moves.count()
        self.event({"e": "moved", "path": squares(move)} | ({} if crowned else {"crowned": False}))
        expect(self.moves).to_have_count(played + 1)

    @property
    def fen(self) -> str:
        """The board as the server has it."""
        game = self.page.url.rpartition("/")[2]
        return str(self.page.context.request.get(f"{self.server}/api/games/{game}").json()["fen"])

    def take_pieces(self) -> None:
        self.page.locator("#hands-begin").click()
        expect(self.page.locator(".handwork")).to_be_visible()

    @property
    def reading(self) -> Locator:
        """The likeliest reading."""
        return self.page.locator(".handreading.book")

    @property
    def tray(self) -> Locator:
        return self.page.locator(".handpiece:visible")

    def drag(self, start: Locator, end: Locator | None) -> None:
        """Drag from the middle of one thing to another; off the board without one."""
        a = start.bounding_box()
        b = end.bounding_box() if end is not None else {"x": 4.0, "y": 200.0, "width": 2.0, "height": 2.0}
        assert a is not None
        assert b is not None
        mouse = self.page.mouse
        mouse.move(a["x"] + a["width"] / 2, a["y"] + a["height"] / 2)
        mouse.down()
        mouse.move(b["x"] + b["width"] / 2 - 9, b["y"] + b["height"] / 2)
        mouse.move(b["x"] + b["width"] / 2, b["y"] + b["height"] / 2)
        mouse.up()

    def by_mouse(self, act: str) -> None:
        """Do what one word says, by the mouse."""
        if act[0] == "x":
            self.drag(self.cell(int(act[1:])), None)
        elif act[0] == "+":
            self.drag(self.page.locator(f".handpiece[data-piece={act[-1]}]"), self.cell(int(act[1:-1])))
        elif act[0] == "^":
            self.cell(int(act[1:])).click()
            self.page.get_by_role("button", name="Crown").click()
        else:
            start, end = squares(act)
            self.drag(self.cell(start), self.cell(end))

    def by_keys(self, act: str) -> None:
        """Do what one word says, by keys alone."""
        if act[0] in "x^":
            self.go(int(act[1:]))
            self.keys("Delete" if act[0] == "x" else "k")
        elif act[0] == "+":
            self.keys("u")
            self.go(int(act[1:-1]))
            self.keys("Enter")
        else:
            for square in squares(act):
                self.go(square)
                self.keys("Enter")


def squares(move: str) -> list[int]:
    return [int(square) for square in move.split("-")]


@pytest.fixture
def hands(page: Page, roomy_server: str) -> HandledTable:
    """A chair at the server of all, for an arbiter."""
    return HandledTable(page, roomy_server)


@pytest.mark.slow
def test_all_seventeen_irregularities_are_found_from_what_the_mouse_did(hands: HandledTable) -> None:
    for incident in SEVENTEEN.values():
        hands.sit(incident)
        for act in incident.acts.split():
            hands.by_mouse(act)
        hands.say_white()
        expect(hands.reading.locator("h3 a")).to_have_text(incident.article)
        expect(hands.reading.locator("h3 a")).to_have_attribute("href", re.compile(r"^/book/fid\.italian"))
    expect(hands.page.locator("#kind")).to_have_count(0)


@pytest.mark.slow
def test_all_seventeen_irregularities_are_found_from_what_keys_did(hands: HandledTable) -> None:
    for incident in SEVENTEEN.values():
        hands.sit(incident)
        for act in incident.acts.split():
            hands.by_keys(act)
        hands.say_white()
        expect(hands.reading.locator("h3 a")).to_have_text(incident.article)


@pytest.mark.slow
def test_a_reading_is_recorded_and_the_opponent_decides(hands: HandledTable) -> None:
    hands.sit(SEVENTEEN["left_captured"])
    hands.by_mouse("22-13")
    expect(hands.page.locator(".deedline li")).to_have_count(1)
    assert violations(hands.page, context="#hands") == []
    hands.reading.get_by_role("button", name="Record it").click()
    expect(hands.page.locator("#pending")).to_contain_text("8.1.10")
    expect(hands.page.locator(".handwork")).to_have_count(0)
    expect(hands.piece(13)).to_have_count(1)
    hands.page.locator("#pending button").first.click()
    expect(hands.page.locator("#pending")).to_have_count(0)
    expect(hands.piece(22)).to_have_count(1)


@pytest.mark.slow
def test_a_legal_move_is_played_with_what_it_took(hands: HandledTable) -> None:
    hands.sit(Incident("", "W:W22,24:B5,18", ""))
    hands.click(22, 13)  # touched, then the square
    hands.by_mouse("x18")
    hands.reading.get_by_role("button", name="Play it").click()
    expect(hands.moves).to_have_count(1)
    expect(hands.piece(13)).to_have_count(1)
    expect(hands.piece(18)).to_have_count(0)


@pytest.mark.slow
def test_what_was_done_is_taken_back_act_by_act(hands: HandledTable) -> None:
    hands.sit(Incident("", "W:W22,24:B5,18", ""))
    hands.by_mouse("22-13")
    hands.by_mouse("x18")
    expect(hands.tray).to_have_count(1)
    hands.keys("Escape")
    expect(hands.tray).to_have_count(0)
    expect(hands.piece(18)).to_have_count(1)
    expect(hands.page.locator("#board-live")).to_contain_text("Taken back")
    expect(hands.page.locator(".handwork [role=status]")).to_contain_text("Art. 8.1.10")
    hands.by_mouse("x5")
    hands.page.get_by_role("button", name="As it was").click()
    for square in (22, 24, 5, 18):
        expect(hands.piece(square)).to_have_count(1)
    expect(hands.page.locator(".deedline")).to_have_count(0)
    hands.page.get_by_role("button", name="Close").click()
    expect(hands.page.locator(".handwork")).to_have_count(0)
    hands.click(22, 13)  # the book's board again
    expect(hands.moves).to_have_count(1)


def test_a_piece_taken_off_comes_back_where_it_is_put(hands: HandledTable) -> None:
    hands.sit(Incident("", "W:W22,24:B5,18", ""))
    hands.by_keys("x18")
    expect(hands.tray).to_have_attribute("aria-label", "black man, 1 beside the board")
    hands.tray.focus()
    hands.keys("Enter")
    hands.go(18)
    hands.keys("Enter")
    expect(hands.tray).to_have_count(0)
    expect(hands.piece(18)).to_have_count(1)
    expect(hands.page.locator("#board-live")).to_contain_text("Black man put back on 18")


def test_a_king_is_crowned_and_made_a_man_again_by_touch_alone(hands: HandledTable) -> None:
    hands.sit(Incident("", "W:W22,24:B5,18", ""))
    hands.click(22)
    hands.page.get_by_role("button", name="Crown").click()
    expect(hands.piece(22)).to_have_attribute("data-piece", "W")
    hands.page.get_by_role("button", name="Uncrown").click()
    expect(hands.piece(22)).to_have_attribute("data-piece", "w")


@pytest.mark.slow
def test_what_no_article_names_is_ruled_on_with_the_position_as_it_lies(hands: HandledTable) -> None:
    hands.sit(Incident("", "W:W22,24:B5,18", ""))
    for act in ("x5", "+9b", "^9"):
        hands.by_mouse(act)
    nothing = hands.page.locator("#hands-nothing")
    expect(nothing).to_be_visible()
    nothing.get_by_role("button").click()
    expect(hands.page.locator("#ruling-fen")).to_have_value("W:W22,24:BK9,18")


@pytest.mark.slow
def test_the_position_of_a_ruling_is_set_up_on_the_board(hands: HandledTable) -> None:
    hands.begin_desk(fen="W:W22,24:B5,18")
    page = hands.page
    page.locator("#door-ruling > summary").click()
    expect(page.locator("#ruling-fen")).not_to_be_editable()
    page.locator("[data-setup=begin]").click()
    page.get_by_role("button", name="Empty the board").click()
    page.get_by_role("button", name="white man", exact=True).click()
    hands.click(30, 31)
    hands.keys("Escape")
    page.get_by_role("button", name="black king", exact=True).click()
    hands.click(4)
    hands.keys("Escape")
    page.locator("#setup-side-black").check()
    page.locator("#setup-use").click()
    expect(page.locator("#ruling-fen")).to_have_value("B:W30,31:BK4")
    page.locator("#ruling-text").fill("A glass fell on the board.")
    page.locator("#ruling-author").fill("Verdi")
    page.get_by_role("button", name="Rule so").click()
    expect(page.locator("#record")).to_contain_text("A glass fell")
    expect(hands.piece(4)).to_have_attribute("data-piece", "B")


def test_a_move_the_book_forbids_is_offered_as_made_on_the_board(hands: HandledTable) -> None:
    hands.begin_desk(fen="W:W22,24:B5,18")
    hands.click(22, 19)
    hands.page.locator("#hands-forbidden").click()
    expect(hands.reading.locator("h3 a")).to_have_text("8.1.6")


def test_whose_hands_they_were_is_told_by_the_first_piece_lifted(hands: HandledTable) -> None:
    hands.begin_desk(fen="W:W22,24:B5")
    hands.moved("22-18")
    hands.take_pieces()
    expect(hands.page.locator("#hands-side-black")).to_be_checked()
    hands.click(24, 20)  # White, who has moved, moves again
    expect(hands.page.locator("#hands-side-white")).to_be_checked()
    expect(hands.reading).to_contain_text("8.1.1")
    hands.page.locator("#hands-side-black").press("Space")  # or Black moved a piece of White's
    expect(hands.reading).to_contain_text("8.1.5")


@pytest.mark.slow
def test_pieces_in_hand_stay_in_hand_when_a_move_arrives_before_one_is_touched(hands: HandledTable) -> None:
    hands.begin_desk(fen="W:W22,24:B5")
    hands.take_pieces()
    hands.moved("22-18")
    expect(hands.page.locator(".handwork")).to_have_count(1)
    expect(hands.page.locator("#hands-side-black")).to_be_checked()
    hands.click(5, 10)
    hands.reading.get_by_role("button", name="Play it").click()
    expect(hands.moves).to_have_count(2)
    expect(hands.page.locator(".handwork")).to_have_count(0)


@pytest.mark.slow
def test_a_claim_is_ruled_on_and_the_game_replayed(hands: HandledTable) -> None:
    hands.begin_desk()
    page = hands.page
    hands.moved("22-18")
    page.locator("#door-claim > summary").click()
    page.locator("#claimed-black").check()
    page.locator("#claim-text").fill("a glass fell")
    page.get_by_role("button", name="Claim it").click()
    claim = page.locator("#claim-black")
    expect(claim).to_contain_text("a glass fell")
    assert violations(page, context="#claim-black") == []
    page.locator("#claim-black-author").fill("Verdi")
    claim.get_by_role("button", name="Record it").click()
    expect(claim).to_have_count(0)
    expect(page.locator("#record li").first).to_contain_text("7.8")
    page.locator("#door-replay > summary").click()
    page.locator("#replay-author").fill("Verdi")
    page.locator("#door-replay .btn.main").click()
    expect(page.locator("#replayed-as")).to_be_visible()
    page.locator("#replayed-as a").click()
    expect(page.locator("#replay-of")).to_be_visible()
    expect(page.locator("#moves [data-ply]")).to_have_count(0)


@pytest.mark.slow
def test_a_whole_game_with_five_incidents_reads_back_from_its_pdn_and_its_sheet(hands: HandledTable) -> None:
    """All by the mouse on the board; only a ruling is written, and its position set up on the board."""
    hands.begin_desk()
    page, boards = hands.page, [ITALIAN.start().fen]

    def done(acts: str, article: str = "", decision: str = "") -> None:
        hands.take_pieces()
        for act in acts.split():
            hands.by_mouse(act)
        if article == "8.1.5":  # White's hands, on a piece of Black's
            hands.say_white()
        if article:
            expect(hands.reading.locator("h3 a")).to_have_text(article)
            hands.reading.get_by_role("button", name="Record it").click()
            page.locator("#pending").get_by_role("button", name=decision).click()
            expect(page.locator("#pending")).to_have_count(0)
        else:
            played = hands.moves.count()
            hands.reading.get_by_role("button", name="Play it").click()
            expect(hands.moves).to_have_count(played + 1)
        expect(page.locator(".handwork")).to_have_count(0)
        if not article:
            boards.append(hands.fen)
        elif decision == "stand":
            boards[-1] = hands.fen

    done("22-18")
    done("12-20", "8.1.2", "corrected")
    done("12-16")
    done("21-17")
    done("16-20")
    done("x9", "8.1.7", "stand")
    done("23-16 x20")
    done("8-12")
    done("11-15", "8.1.5", "corrected")
    page.locator("#door-ruling > summary").click()
    page.locator("[data-setup=begin]").click()
    page.get_by_role("button", name="Empty the board").click()
    for piece, places in (("white man", (22, 24)), ("black man", (5, 18))):
        page.get_by_role("button", name=piece, exact=True).click()
        hands.click(*places)
        hands.keys("Escape")
    page.locator("#setup-use").click()
    page.locator("#ruling-text").fill("The board was knocked over.")
    page.locator("#ruling-author").fill("Verdi")
    page.get_by_role("button", name="Rule so").click()
    expect(page.locator("#record")).to_contain_text("knocked over")
    boards[-1] = hands.fen
    done("22-13", "8.1.10", "stand")
    done("18-22")
    done("24-20")
    done("22-27")

    [game] = read_pdn(page.context.request.get(f"{page.url}.pdn").text())
    assert isinstance(game, PdnGame)
    moves = ["22-18", "12-16", "21-17", "16-20", "23x16", "8-12", "18-22", "24-20", "22-27"]
    assert [ply.text for part in game.parts for ply in part.mainline] == moves
    assert [position.fen for position in game.all_positions] == boards
    assert [part.article.rpartition(":")[2] for part in game.earlier] == ["8.1.7", "", "8.1.10"]
    printed = page.context.request.get(f"{page.url}/sheet.pdf").body()
    sheet = " ".join(one.text for one in pages_of(printed))
    told = [*moves[:4], "8.1.7", *moves[4:6], "knocked over", "8.1.10", *moves[6:]]
    where = [sheet.find(one) for one in told]
    assert -1 not in where
    assert where == sorted(where)


@pytest.mark.slow
def test_pieces_are_handled_by_a_finger(browser: Browser, roomy_server: str) -> None:
    """Touch events as a screen sends them: lifted and put, carried off the board, crowned by a button."""
    context = browser.new_context(viewport={"width": 820, "height": 1180}, has_touch=True, locale="en-GB")
    hands = HandledTable(context.new_page(), roomy_server)
    hands.begin_desk(fen="W:W22,24:B5,18")
    hands.take_pieces()
    finger = context.new_cdp_session(hands.page)

    def carry(start: Locator, end: tuple[float, float]) -> None:
        box = start.bounding_box()
        assert box is not None
        at = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        for kind, points in (
            ("touchStart", [at]),
            ("touchMove", [((at[0] + end[0]) / 2, (at[1] + end[1]) / 2)]),
            ("touchMove", [end]),
            ("touchEnd", []),
        ):
            told = [{"x": x, "y": y} for x, y in points]
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": told})

    box = hands.cell(13).bounding_box()
    assert box is not None
    carry(hands.cell(22), (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
    expect(hands.reading).to_contain_text("8.1.10")
    carry(hands.cell(18), (4.0, 120.0))
    expect(hands.tray).to_have_count(1)
    expect(hands.reading).to_contain_text("22x13")
    context.close()
