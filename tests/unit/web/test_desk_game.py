"""A whole game at the desk, with five incidents done by hand: its sheet and its PDN tell the same game."""

from __future__ import annotations

from html import unescape
from pathlib import Path
from typing import Any

import pytest

from damiera.cli.main import main
from damiera.messages import Message
from damiera.notation.pdn.model import ConductRemark, PdnPart, conduct_remarks
from damiera.notation.pdn.reader import read_pdn
from damiera.notation.pdn.writer import write_pdn
from tests.unit.paper.paper_reader import pages_of
from tests.unit.web.conftest import Person
from tests.wording import shows, words_of


class Desk:
    """A game whose arbiter handles the pieces.

    `22-18` takes the piece on 22 to 18 and `x18` takes 18 off; what is done is read by the book, and what the
    book reads first is recorded.
    """

    def __init__(self, person: Person) -> None:
        self.person = person
        answer = person.post("/new", game="italian", against="here", clock="none", desk="yes")
        assert answer.status_code == 303, answer.text
        self.game = answer.headers["Location"].rpartition("/")[2]
        self.boards = [self.fen]

    @property
    def fen(self) -> str:
        return str(self.person.view(self.game)["fen"])

    def _ask(self, what: str, body: Any) -> Any:
        address = f"/api/games/{self.game}/{what}"
        answer = self.person.http.post(address, json=body, headers={"Origin": self.person.base})
        assert answer.status_code == 200, answer.text
        return answer.json()

    def hand(self, side: str, did: str) -> str:
        """Let hands do something and record how the book reads it; return its article, if it has one."""
        acts = [act for word in did.split() for act in _acts(word)]
        reading = self._ask("hands", {"side": side, "acts": acts})["readings"][0]
        self._ask("events", [*reading["before"], reading["event"]])
        return str(reading["article"] or "")

    def move(self, side: str, did: str) -> None:
        assert self.hand(side, did) == ""
        self.boards.append(self.fen)

    def event(self, e: str, **told: Any) -> None:
        """Record what needs no hands."""
        self._ask("events", {"e": e, **told})

    def changed(self, e: str, **told: Any) -> None:
        """Record what changes the board without a move: what stands then is kept."""
        self.event(e, **told)
        self.boards[-1] = self.fen


def _acts(word: str) -> list[dict[str, Any]]:
    if word[0] == "x":
        return [{"a": "remove", "square": int(word[1:])}]
    start, end = map(int, word.split("-"))
    return [{"a": "lift", "square": start}, {"a": "put", "square": end}]


def _played(anna: Person) -> Desk:
    """Play nine moves with five incidents: two are put right, two stand, one is ruled on."""
    desk = Desk(anna)
    desk.move("white", "22-18")
    assert desk.hand("black", "12-20").endswith(":8.1.2")
    desk.event("corrected", side="white")
    desk.move("black", "12-16")
    desk.move("white", "21-17")
    desk.move("black", "16-20")
    assert desk.hand("white", "x9").endswith(":8.1.7")
    desk.changed("let-stand", side="black")
    desk.move("white", "23-16 x20")
    desk.move("black", "8-12")
    assert desk.hand("white", "11-15").endswith(":8.1.5")
    desk.event("corrected", side="black")
    desk.changed("ruled", text="Urtata {la} scacchiera", author="Rossi", article="7.8", fen="W:W22,24:B5,18")
    assert desk.hand("white", "22-13").endswith(":8.1.10")
    desk.changed("let-stand", side="black")
    desk.move("black", "18-22")
    desk.move("white", "24-20")
    desk.move("black", "22-27")
    desk.event("resigned", side="black")
    return desk


MOVES = ["22-18", "12-16", "21-17", "16-20", "23x16", "8-12", "18-22", "24-20", "22-27"]
CHANGES = [
    ("fid.italian.2008:8.1.7", "W:W17,18,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,10,11,20"),
    ("fid.italian.2008:7.8", "W:W22,24:B5,18"),
    ("fid.italian.2008:8.1.10", "B:W13,24:B5,18"),
]


def test_the_pdn_of_a_game_with_five_incidents_reads_back_equal(anna: Person, tmp_path: Path) -> None:
    desk = _played(anna)
    view = anna.view(desk.game)
    assert [one["text"] for one in view["history"]] == MOVES
    incidents = [one["article"]["number"] for one in view["conduct"]["log"]]
    what = [n for n in incidents if n.startswith(("7.", "8.1."))]
    assert what == ["8.1.2", "8.1.7", "8.1.5", "7.8", "8.1.10"]
    text = anna.get(f"/g/{desk.game}.pdn").text
    [game] = read_pdn(text)
    assert not isinstance(game, Exception)
    assert [one.text for part in game.parts for one in part.mainline] == MOVES
    assert [position.fen for position in game.all_positions] == desk.boards
    after = [part.start.fen for part in game.parts[1:]]
    assert [(part.article, fen) for part, fen in zip(game.earlier, after, strict=True)] == CHANGES
    told = [r.article.rpartition(":")[2] for part in game.parts for r in _remarks(part)]
    assert told == ["8.1.2", "8.2", "8.2", "8.1.5", "8.2", "8.2"]  # put right, or let stand
    assert game.earlier[1].text == "Urtata (la) scacchiera"
    assert words_of("Left the captured piece") in game.earlier[2].text
    assert (game.result, game.tags["Termination"]) == ("1-0", "resignation")
    assert [*read_pdn(write_pdn(game))] == [game]
    (tmp_path / "desk.pdn").write_text(text, encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        main(["pdn", "check", str(tmp_path / "desk.pdn")])
    assert not ended.value.code


def _remarks(part: PdnPart) -> list[ConductRemark]:
    """What is told of a part beside its moves."""
    return [
        r for comment in (part.comment, *(m.comment for m in part.mainline)) for r in conduct_remarks(comment)
    ]


def test_a_replayed_game_says_so_on_both_sheets(anna: Person) -> None:
    desk = Desk(anna)
    desk.move("white", "22-18")
    sent = {"e": "replay", "text": "Urto", "author": "Rossi", "article": "7.8"}
    assert anna.post(f"/g/{desk.game}/do", **sent).status_code == 303
    new = anna.view(desk.game)["conduct"]["replayed_as"]
    first, second = (_sheet(anna, game) for game in (desk.game, new))
    assert (
        words_of("The game is to be replayed, as game {game}{why}.", game=new, why=": Urto").rstrip(".")
        in first
    )
    assert (
        words_of("This game takes the place of game {game}, which is kept.", game=desk.game).rstrip(".")
        in second
    )


def _sheet(person: Person, game: str) -> str:
    return " ".join(page.text for page in pages_of(person.get(f"/g/{game}/sheet.pdf").content))


def test_a_position_is_restored_for_whoever_has_not_moved_on(anna: Person) -> None:
    desk = Desk(anna)
    desk.move("white", "22-18")
    desk.move("black", "12-16")
    ruling = {"e": "ruled", "text": "Urto", "author": "Rossi", "article": "7.8", "fen": "W:W17:B5"}
    late = anna.post(f"/g/{desk.game}/do", **ruling, asked_by="white", ply="0")
    assert late.status_code == 409
    moved_on = "{side} has moved since, on move {n}, and has lost the right to claim this."
    assert shows(unescape(late.text), moved_on, side=Message("White"), n=1)
    desk.changed("ruled", **{k: v for k, v in ruling.items() if k != "e"}, asked_by="black", ply=2)
    log = anna.view(desk.game)["conduct"]["log"]
    assert log[-1]["text"] == words_of("{text} Demanded by {side}.", text="Urto.", side=Message("Black"))


def test_the_score_sheet_of_that_game_holds_its_moves_and_changes_in_order(anna: Person) -> None:
    desk = _played(anna)
    sheet = " ".join(page.text for page in pages_of(anna.get(f"/g/{desk.game}/sheet.pdf").content))
    changes = (
        words_of("{side}: {what}.", side=Message("White"), what=Message("Took pieces off without reason")),
        "Urtata {la} scacchiera",
        words_of("{side}: {what}.", side=Message("White"), what=Message("Left the captured piece")),
    )
    assert sheet.count("8.1.2") == sheet.count("8.1.5") == 1
    told = [*MOVES[:4], changes[0], *MOVES[4:6], *changes[1:], *MOVES[6:]]
    where = [sheet.find(one.rstrip(".")) for one in told]
    assert where == sorted(where)
    assert -1 not in where
    for article, fen in CHANGES:
        assert article.rpartition(":")[2] in sheet
        assert all(part in sheet for part in fen.split(":"))
