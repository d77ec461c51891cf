"""The text of the Hub protocol: lines of `command name=value …`, boards and moves.

A board is the letter of the side to move and one character a square in the order of their numbers: `w` `W`
`b` `B` (capital = king), `e` empty; 50 of them on 10×10, and by our extension 32 on 8×8, 18 on 6×6. A move is
`32-28`; a capture names origin, destination and then every captured square: `18x29x23`.

What is more than pieces on squares is written as its FEN in place of the board: towers, men that wait, stars,
the count of a Frisian king. Captures of towers are named in the order of the jumps, and the squares where men
come back stand before the move: `@29@31/22-18`. Both are extensions of ours.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from damiera import _core
from damiera._core import Move, Position, Rules, Side
from damiera.engine.errors import EngineError
from damiera.messages import Message
from damiera.rules.pieces import DRAUGHTSMEN

__all__ = [
    "NAMES",
    "SLUGS",
    "HubLine",
    "HubSyntaxError",
    "format_board",
    "format_line",
    "format_move",
    "parse_board",
    "parse_line",
    "parse_move",
    "slug_of",
]

SLUGS: Mapping[str, str] = {"normal": "international", "bt": "breakthrough", "losing": "antidraughts"}
"""Our names of games that Hub calls otherwise."""
NAMES: Mapping[str, str] = {**{slug: name for name, slug in SLUGS.items()}, "international-losing": "losing"}
"""What Hub calls our games, where it has a name of its own."""


def slug_of(name: str) -> str:
    """Return the one slug of a game, by which both ends speak of it, however it is named.

    Raises:
        KeyError: if neither Hub nor the core knows a game of that name.

    >>> slug_of("normal"), slug_of("chinese-checkers~seats=6")
    ('international', 'chinese-checkers-6')
    """
    try:
        return _core.rules(SLUGS.get(name, name)).slug
    except ValueError as error:
        raise KeyError(name) from error


_FIELD = re.compile(r'([^\s="]+)(?:=("([^"]*)"|[^\s"]*))?(?:\s+|$)')
_PIECES = frozenset(piece.letter for piece in DRAUGHTSMEN)
LONGEST_SHOWN = 120  # of what was found: an answer is no place to repeat a megabyte
_MOVE = re.compile(r"(?:(?:@[0-9]{1,3})+/)?[0-9]{1,3}(?:-[0-9]{1,3}|(?:x[0-9]{1,3})+)(?:=[KBC])?")


class HubSyntaxError(EngineError):
    """A text is not what the Hub protocol calls for: `found` at `place`, and what was `expected`."""

    def __init__(self, place: str, found: str, expected: str) -> None:
        self.place, self.found, self.expected = place, found, expected
        shown = found if len(found) <= LONGEST_SHOWN else found[:LONGEST_SHOWN] + "…"
        super().__init__(
            Message(
                "{place}: found {shown!r}, expected {expected}", place=place, shown=shown, expected=expected
            )
        )


@dataclass(frozen=True, slots=True)
class HubLine:
    """One line: its command, and its arguments in order; a bare word has the value "".

    >>> line = parse_line("level move-time=1.5 depth=8")
    >>> line.command, line.number("move-time"), line.number("nodes")
    ('level', 1.5, None)
    """

    command: str
    fields: Mapping[str, str] = field(default_factory=dict)

    def number(self, name: str) -> float | None:
        """Return the argument `name` as a number; None if it is not there.

        Raises:
            HubSyntaxError: if it is there and no number.
        """
        if name not in self.fields:
            return None
        try:
            return float(self.fields[name])
        except ValueError:
            raise HubSyntaxError(f"{self.command} {name}", self.fields[name], "a number") from None


def parse_line(text: str) -> HubLine:
    """Read one line.

    Source:
        Hub protocol 2, lines.

    >>> parse_line('pos pos=Wbe moves="32-28 19-23"').fields["moves"]
    '32-28 19-23'

    Raises:
        HubSyntaxError: for an empty line or an unbalanced quotation mark.
    """
    words: list[tuple[str, str]] = []
    at = 0
    text = text.strip()
    while at < len(text):
        found = _FIELD.match(text, at)
        if found is None:
            raise HubSyntaxError(f"column {at + 1}", text[at : at + 20].strip(), 'name=value or name="words"')
        name, value, quoted = found.groups()
        words.append((name, value if quoted is None else quoted) if value is not None else (name, ""))
        at = found.end()
    if not words:
        raise HubSyntaxError("line", "", "a command")
    return HubLine(words[0][0], dict(words[1:]))


def format_line(command: str, fields: Mapping[str, object] | None = None) -> str:
    """Write one line; values that are empty or hold a space are quoted.

    Source:
        Hub protocol 2, lines.

    >>> format_line("error", {"message": "no such move"})
    'error message="no such move"'
    """
    return " ".join([command, *(f"{name}={_value(value)}" for name, value in (fields or {}).items())])


def _value(value: object) -> str:
    text = " ".join(str(value).replace('"', "'").split())
    return text if text and not re.search(r"[\s=]", text) else f'"{text}"'


def format_board(position: Position) -> str:
    """Write the side to move and the squares of a position.

    Source:
        Hub protocol 2, positions; boards of other sizes, and FEN in their place, are extensions.

    >>> format_board(_core.rules("italian").start())
    'Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww'
    """
    if position.rules.family != "draughts" or any(position.king_runs):
        return position.fen
    pieces = position.pieces
    squares = range(1, position.rules.squares + 1)
    return position.side.letter + "".join(pieces.get(square, "e") for square in squares)


def parse_board(text: str, rules: Rules) -> Position:
    """Read the side to move and the squares of a position.

    Raises:
        HubSyntaxError: for a wrong length or letter.
    Source:
        Hub protocol 2, positions; boards of other sizes, and FEN in their place, are extensions.

    >>> start = _core.rules("italian").start()
    >>> parse_board(format_board(start), start.rules) == start
    True
    """
    if ":" in text:
        try:
            return rules.read(text)
        except ValueError as error:
            raise HubSyntaxError("pos", text, f"a FEN: {error}") from None
    if rules.family != "draughts":
        raise HubSyntaxError("pos", text, f"a FEN, as {rules.start().fen}")
    if len(text) != rules.squares + 1:
        raise HubSyntaxError("pos", text, f"a side and {rules.squares} squares ({rules.squares + 1} letters)")
    if text[0] not in "WB":
        raise HubSyntaxError("pos, letter 1", text[0], "W or B, the side to move")
    for square, letter in enumerate(text[1:], 1):
        if letter not in _PIECES and letter != "e":
            raise HubSyntaxError(f"pos, square {square}", letter, "one of w W b B e")
    side = Side.WHITE if text[0] == "W" else Side.BLACK
    white_men, white_kings, black_men, black_kings = (
        [n for n, letter in enumerate(text[1:], 1) if letter == piece.letter] for piece in DRAUGHTSMEN
    )
    return rules.position(side, white_men, white_kings, black_men, black_kings)


def format_move(move: Move) -> str:
    """Write a move in Hub's long form.

    Source:
        Hub protocol 2, moves.

    >>> position = _core.rules("italian").read("W:W22,31:B10,18")
    >>> format_move(position.moves()[0])
    '22x6x10x18'
    """
    entries = "".join(f"@{square}" for square in move.drops) + ("/" if move.drops else "")
    becomes = f"={move.becomes}" if move.becomes else ""
    if not move.is_capture:
        return f"{entries}{move.origin}-{move.destination}{becomes}"
    squares = (move.origin, move.destination, *move.captured)
    return entries + "x".join(map(str, squares)) + becomes


def parse_move(position: Position, text: str) -> Move:
    """Read a move in Hub's long form; captured squares may be left out where nothing else has the same ends.

    Raises:
        HubSyntaxError: for text that is no move, or no single legal move of this position.
    Source:
        Hub protocol 2, moves.

    >>> position = _core.rules("italian").read("W:W22,31:B10,18")
    >>> parse_move(position, "22x6").captured
    (10, 18)
    """
    if not _MOVE.fullmatch(text):
        raise HubSyntaxError("move", text, "32-28 or 18x29x23")
    entries, _, played = text.rpartition("/")
    played, _, becomes = played.partition("=")
    drops = tuple(int(number) for number in entries.split("@")[1:])
    origin, destination, *captured = (int(number) for number in re.split("[-x]", played))
    fitting = [
        m
        for m in position.moves()
        if (m.origin, m.destination, m.drops, m.becomes) == (origin, destination, drops, becomes)
    ]
    if captured and position.rules.family == "towers":
        fitting = [m for m in fitting if list(m.captured) == captured][:1]
    elif captured:
        fitting = [m for m in fitting if sorted(captured) == sorted(m.captured)]
    if len(fitting) != 1:
        raise HubSyntaxError("move", text, f"a legal move of {position.fen}")
    return fitting[0]
