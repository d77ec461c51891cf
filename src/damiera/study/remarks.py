"""What a comment of a move holds beside its words: drawings and clocks, as commands in brackets.

| command | what | as in |
|---|---|---|
| `[%csl R22,B18]` | circles: pen and square | PDN of other servers |
| `[%cal B2218,R221306]` | arrows: pen and squares, two digits each | the same, with corners |
| `[%clk 1:05:23]` | the clock after the move | PDN 3.0 |

Two digits name a square on boards of at most 99 squares, three on larger ones. A command of another program
stays where it is. Remarks on conduct (`[%conduct …]`) stay behind the words that an author writes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from damiera.notation.pdn.model import readable

__all__ = ["PENS", "CommentParts", "Drawing", "parsed", "written"]

PENS: Final = ("B", "R", "Y")
"""The pens an author has: blue and whole, red and dashed, gold and dotted. Others' letters are kept."""

_COMMAND: Final = re.compile(r"\[%[A-Za-z][^\]]*\]")
_DRAWING: Final = re.compile(r"\[%(csl|cal)\s+([A-Za-z0-9,\s]*)\]")
_SHAPE: Final = re.compile(r"([A-Za-z])([0-9]+)")
_CLOCK: Final = re.compile(r"\[%clk\s[^\]]*\]")
_BRACES: Final = str.maketrans("{}", "()")


@dataclass(frozen=True, slots=True)
class Drawing:
    """A circle round a square, or an arrow over several.

    Attributes:
        pen: a letter; see `PENS`.
        path: the squares; a circle has one.

    >>> Drawing("B", (22, 18)).kind
    'arrow'
    """

    pen: str
    path: tuple[int, ...]

    @property
    def kind(self) -> Literal["circle", "arrow"]:
        """What is drawn."""
        return "circle" if len(self.path) == 1 else "arrow"


@dataclass(frozen=True, slots=True)
class CommentParts:
    """A comment taken apart.

    Attributes:
        words: what an author has written.
        drawings: what is drawn.
        clock: the command of the clock as it stands; empty where there is none.
        commands: those of other programs, as they stand.
        conduct: the remarks on conduct, as they stand.
    """

    words: str = ""
    drawings: tuple[Drawing, ...] = ()
    clock: str = ""
    commands: tuple[str, ...] = ()
    conduct: str = ""


def parsed(comment: str, squares: int) -> CommentParts:
    """Return a comment taken apart, on a board of so many squares.

    >>> parsed("[%csl R22][%cal B221506] Well!", 32).drawings
    (Drawing(pen='R', path=(22,)), Drawing(pen='B', path=(22, 15, 6)))
    >>> parsed("[%eval 1.2] Well! [%conduct a:3.7] Touched.", 32).words
    'Well!'
    """
    own, mark, behind = comment.partition("[%conduct")
    drawings: list[Drawing] = []
    commands: list[str] = []
    clock = ""
    for command in _COMMAND.findall(own):
        drawn = _drawings(command, squares)
        if drawn is not None:
            drawings += drawn
        elif _CLOCK.fullmatch(command) and not clock:
            clock = command
        else:
            commands.append(command)
    return CommentParts(readable(own), tuple(drawings), clock, tuple(commands), mark + behind)


def _drawings(command: str, squares: int) -> list[Drawing] | None:
    """Return the drawings of a command; None for another one, or one that names what the board has not."""
    found = _DRAWING.fullmatch(command)
    if found is None:
        return None
    width = _width(squares)
    drawings = []
    for shape in filter(None, (part.strip() for part in found[2].split(","))):
        match = _SHAPE.fullmatch(shape)
        if match is None or len(match[2]) % width:
            return None
        path = tuple(int(match[2][at : at + width]) for at in range(0, len(match[2]), width))
        if not all(1 <= square <= squares for square in path) or (len(path) == 1) != (found[1] == "csl"):
            return None
        drawings.append(Drawing(match[1], path))
    return drawings


def _width(squares: int) -> int:
    return max(2, len(str(squares)))


def written(remark: CommentParts, squares: int) -> str:
    """Return the comment that holds a remark.

    >>> written(CommentParts("Well!", (Drawing("B", (22, 18)),), "[%clk 0:05:00]"), 32)
    '[%clk 0:05:00] [%cal B2218] Well!'
    """
    drawn = [*_command("csl", remark.drawings, squares), *_command("cal", remark.drawings, squares)]
    words = " ".join(remark.words.translate(_BRACES).replace("[%", "(%").split())
    parts = [remark.clock, *remark.commands, *drawn, words, remark.conduct]
    return " ".join(" ".join(filter(None, parts)).split())


def _command(name: str, drawings: Iterable[Drawing], squares: int) -> list[str]:
    width = _width(squares)
    shapes = [
        one.pen + "".join(f"{square:0{width}}" for square in one.path)
        for one in drawings
        if (one.kind == "circle") == (name == "csl")
    ]
    return [f"[%{name} {','.join(shapes)}]"] if shapes else []
