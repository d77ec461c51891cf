"""One act for each irregularity, as it happens on a board: what stood, what was done, what stands then.

The tests of a book say under which of its numbers each is recorded.
"""

from __future__ import annotations

from dataclasses import dataclass

from damiera._core import Position
from damiera.game.events import Event, Irregular, Moved, Touched
from damiera.game.irregular_fit import fitting_kinds
from damiera.game.sides import SideName
from damiera.game.state import Game
from damiera.game.ways import Conditions
from damiera.regulations.book import rulebook
from damiera.rules.ruleset import Ruleset

AGREED = Conditions(arbitrated=True, touch_move=True, recorded=False, automatic_count=False)


@dataclass(frozen=True)
class Act:
    """What was done against the rules: `after` is the board then, without the side to move."""

    before: str
    path: tuple[int, ...]
    after: str
    removed: tuple[int, ...] = ()
    crowned: tuple[int, ...] = ()
    first: tuple[Event, ...] = ()


ITALIAN: dict[str, Act] = {
    "moved_twice": Act("B:W18,24:B5", (24, 20), "W18,20:B5"),
    "moved_wrongly": Act("W:W22,24:B5", (22, 14), "W14,24:B5"),
    "touched_another": Act(
        "W:W22,24:B5", (24, 20), "W20,22:B5", first=(Touched(side="white", square=22, at=0),)
    ),
    "took_back": Act("W:W22,24:B5", (18, 22), "W22,24:B5", first=(Moved(path=(22, 18), at=0),)),
    "moved_theirs": Act("W:W22:B5", (5, 10), "W22:B10"),
    "omitted_capture": Act("W:W22,24:B5,18", (24, 20), "W20,22:B5,18"),
    "removed_without_reason": Act("W:W22:B5,6", (), "W22:B6", removed=(5,)),
    "wrong_number": Act("W:W21,22:B11,17,18", (22, 13), "W13,21:B11,17", removed=(18,)),
    "stopped_short": Act("W:W22:B4,10,18", (22, 13), "W13:B4,10", removed=(18,)),
    "left_captured": Act("W:W22,24:B5,18", (22, 13), "W13,24:B5,18"),
    "removed_fewer": Act("W:W22:B4,10,18", (22, 6), "W6:B4,10", removed=(18,)),
    "removed_uncaptured": Act("W:W22,24:B5,18,4", (22, 13), "W13,24:B4", removed=(18, 5)),
    "removed_own": Act("W:W22,24:B5,18", (22, 13), "W13:B5", removed=(18, 24)),
    "captured_own": Act("W:W18,22:B5", (22, 13), "W13:B5", removed=(18,)),
    "impossible_capture": Act("W:W22,24:B5,6", (22, 13), "W13,24:B6", removed=(5,)),
    "ignored_priority": Act("W:WK22,21:B17,18", (21, 14), "W14,K22:B18", removed=(17,)),
    "moved_uncrowned": Act(
        "W:W6,22:B12",
        (2, 6),
        "W6,22:B16",
        first=(Moved(path=(6, 2), crowned=False, at=0), Moved(path=(12, 16), at=1)),
    ),
    "crowned_wrong": Act("W:W6,22:B12", (6, 2), "W2,K22:B12", crowned=(22,)),
}
"""By the Italian books; White does it."""

ENGLISH: dict[str, Act] = {
    "moved_twice": Act("W:W24:B6,13", (6, 10), "W24:B10,13"),
    "moved_wrongly": Act("B:W24:B9", (9, 17), "W24:B17"),
    "touched_another": Act(
        "B:W24:B6,9", (6, 10), "W24:B9,10", first=(Touched(side="black", square=9, at=0),)
    ),
    "took_back": Act("B:W24:B9", (13, 9), "W24:B9", first=(Moved(path=(9, 13), at=0),)),
    "moved_theirs": Act("B:W24:B9", (24, 20), "W20:B9"),
    "omitted_capture": Act("B:W18,29:B9,14", (9, 13), "W18,29:B13,14"),
    "removed_without_reason": Act("B:W24,28:B9", (), "W24:B9", removed=(28,)),
    "wrong_number": Act("B:W26,27,32:B22", (22, 31, 24), "W32:B24", removed=(26, 27)),
    "stopped_short": Act("B:W18,26,32:B14", (14, 23), "W26,32:B23", removed=(18,)),
    "left_captured": Act("B:W18,29:B14", (14, 23), "W18,29:B23"),
    "removed_fewer": Act("B:W18,26,32:B14", (14, 30), "W26,32:B30", removed=(18,)),
    "removed_uncaptured": Act("B:W18,29,32:B14", (14, 23), "W32:B23", removed=(18, 29)),
    "removed_own": Act("B:W18,29:B9,14", (14, 23), "W29:B23", removed=(18, 9)),
    "impossible_capture": Act("B:W19,29:B14", (14, 23), "W29:B23", removed=(19,)),
    "moved_uncrowned": Act(
        "B:W20:B5,27",
        (31, 26),
        "W16:B5,26",
        first=(Moved(path=(27, 31), crowned=False, at=0), Moved(path=(20, 16), at=1)),
    ),
    "crowned_wrong": Act("B:W20:B5,27", (27, 31), "W20:BK5,31", crowned=(5,)),
}
"""By the English book; Black does it."""


def done(rules: Ruleset, book: str, side: SideName, kind: str, act: Act) -> Game:
    """The game in which it has just been recorded."""
    game = Game.start(rules, rulebook=book, position=rules.core.read(act.before), conditions=AGREED)
    game = game.replay(act.first)
    told = Irregular(side=side, kind=kind, path=act.path, removed=act.removed, crowned=act.crowned, at=7)
    assert kind in tuple(fitting_kinds(game, told)), "the act is of this kind"
    return game.apply(told)


def recorded(rules: Ruleset, book: str, side: SideName, kind: str, act: Act, number: str, words: str) -> None:
    """Assert that it is recorded under `number`, whose article says it in these words, and stands so."""
    game = done(rules, book, side, kind, act)
    assert game.conduct.log[-1].article == f"{book}:{number}"
    assert words in rulebook(book).article(number).text.text("en")
    assert game.conduct.pending is not None
    assert (game.conduct.pending.kind, game.side.name.lower()) == (kind, other(side))
    assert men(game.position) == men(rules.core.read(f"{game.side.letter}:{act.after}"))


def men(position: Position) -> dict[int, str]:
    return {square: str(piece) for square, piece in position.pieces.items()}


def other(side: SideName) -> SideName:
    return "black" if side == "white" else "white"
