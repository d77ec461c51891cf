"""Acts of hands as tests write them, and one row of them for each irregularity.

`22-18` lifts the piece on 22 and puts it on 18 (`22-22` where it stood), `x18` takes 18 off, `+18b` puts a
black man on 18, `^2` crowns, `v2` makes a man again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from damiera._core import Side
from damiera.game.events import Event, Irregular, Moved
from damiera.game.hands import Crown, HandAct, Lift, Put, Remove, Restore, Uncrown
from damiera.game.readings import Reading, readings
from damiera.game.state import Game
from damiera.game.ways import Conditions
from damiera.notation.fen import parse_fen
from damiera.notation.moves import parse_move
from damiera.regulations.book import rulebook
from damiera.rules.ruleset import ruleset

AGREED = Conditions(arbitrated=True, touch_move=True, recorded=False, automatic_count=False)


@dataclass(frozen=True)
class Handwork:
    """What stood, what happened first, and what the hands of a side did."""

    before: str
    acts: str
    first: tuple[str | Event, ...] = ()
    side: str = "white"


def acts_of(text: str) -> tuple[HandAct, ...]:
    """The acts that a test writes."""
    return tuple(act for word in text.split() for act in _acts(word))


def _acts(word: str) -> Iterator[HandAct]:
    match word[0]:
        case "x":
            yield Remove(int(word[1:]))
        case "+":
            yield Restore(int(word[1:-1]), word[-1])  # type: ignore[arg-type]
        case "^":
            yield Crown(int(word[1:]))
        case "v":
            yield Uncrown(int(word[1:]))
        case _:
            origin, _, last = word.partition("-")
            yield Lift(int(origin))
            if last:
                yield Put(int(last))


def begun(book: str, work: Handwork, agreed: Conditions = AGREED) -> Game:
    """The game in which it is done."""
    rules = ruleset(rulebook(book).game)
    game = Game.start(
        rules, rulebook=book, position=parse_fen(work.before, rules).position(), conditions=agreed
    )
    for at, told in enumerate(work.first, start=1):
        event: Any = told
        if isinstance(told, str):
            event = Moved(path=game.position.paths(parse_move(game.position, told))[0], at=at)
        game = game.apply(event)
    return game


def read(book: str, work: Handwork, agreed: Conditions = AGREED) -> tuple[Reading, ...]:
    """What it is read as."""
    return readings(begun(book, work, agreed), Side[work.side.upper()], acts_of(work.acts), at=9)


def read_as(book: str, number: str, kind: str, work: Handwork) -> None:
    """Assert that hands are read first as this kind, under this number, and are recorded so."""
    first = read(book, work)[0]
    assert isinstance(first.event, Irregular)
    assert (first.kind, first.event.kind, first.article) == ("irregular", kind, f"{book}:{number}")
    game = begun(book, work).replay((*first.before, first.event))
    assert game.conduct.log[-1].article == f"{book}:{number}"
    pending = game.conduct.pending
    assert pending is not None
    assert (pending.kind, pending.side.name.lower()) == (kind, work.side)


def uncrowned(*path: int) -> Moved:
    """An arrival that nobody crowns."""
    return Moved(path=path, crowned=False, at=0)


ITALIAN: dict[str, Handwork] = {
    "moved_twice": Handwork("W:W18,24:B5", "24-20", ("18-14",)),
    "moved_wrongly": Handwork("W:W22,24:B5", "22-14"),
    "touched_another": Handwork("W:W22,24:B5", "22-22 24-20"),
    "took_back": Handwork("W:W22,24:B5,18", "13-22 +18b", ("22x13",)),
    "moved_theirs": Handwork("W:W22:B5", "5-10"),
    "omitted_capture": Handwork("W:W22,24:B5,18", "24-20"),
    "removed_without_reason": Handwork("W:W22:B5,6", "x5"),
    "wrong_number": Handwork("W:W21,22:B11,17,18", "22-13 x18"),
    "stopped_short": Handwork("W:W22:B4,10,18", "22-13 x18"),
    "left_captured": Handwork("W:W22,24:B5,18", "22-13"),
    "removed_fewer": Handwork("W:W22:B4,10,18", "22-13 13-6 x18"),
    "removed_uncaptured": Handwork("W:W22,24:B4,5,18", "22-13 x18 x5"),
    "removed_own": Handwork("W:W22,24:B5,18", "22-13 x18 x24"),
    "captured_own": Handwork("W:W18,22:B5", "22-13 x18"),
    "impossible_capture": Handwork("W:W22,24:B5,K18", "22-13 x18"),
    "ignored_priority": Handwork("W:WK22,21:B17,18", "21-14 x17"),
    "moved_uncrowned": Handwork("W:W6,22:B12", "2-6", (uncrowned(6, 2), "12-16")),
    "crowned_wrong": Handwork("W:W6,22:B12", "6-2 ^22"),
}
"""By the Italian books; White does it."""

ENGLISH: dict[str, Handwork] = {
    "moved_twice": Handwork("B:W24:B6,9", "6-10", ("9-13",), "black"),
    "moved_wrongly": Handwork("B:W24:B9", "9-17", (), "black"),
    "touched_another": Handwork("B:W24:B6,9", "9-9 6-10", (), "black"),
    "took_back": Handwork("B:W18,29:B14", "23-14 +18w", ("14x23",), "black"),
    "moved_theirs": Handwork("B:W24:B9", "24-20", (), "black"),
    "omitted_capture": Handwork("B:W18,29:B9,14", "9-13", (), "black"),
    "removed_without_reason": Handwork("B:W24,28:B9", "x28", (), "black"),
    "wrong_number": Handwork("B:W26,27,32:B22", "22-31 31-24 x26 x27", (), "black"),
    "stopped_short": Handwork("B:W18,26,32:B14", "14-23 x18", (), "black"),
    "left_captured": Handwork("B:W18,29:B14", "14-23", (), "black"),
    "removed_fewer": Handwork("B:W18,26,32:B14", "14-23 23-30 x18", (), "black"),
    "removed_uncaptured": Handwork("B:W18,29,32:B14", "14-23 x18 x29", (), "black"),
    "removed_own": Handwork("B:W18,29:B9,14", "14-23 x18 x9", (), "black"),
    "impossible_capture": Handwork("B:W10,29:B14", "14-7 x10", (), "black"),
    "moved_uncrowned": Handwork("B:W20:B5,27", "31-26", (uncrowned(27, 31), "20-16"), "black"),
    "crowned_wrong": Handwork("B:W20:B5,27", "27-31 ^5", (), "black"),
}
"""By the English book; Black does it."""
