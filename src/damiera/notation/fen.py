"""Positions as PDN's FEN: `TURN:W<squares>:B<squares>`, with `K` before a king.

Bishops and camels have `B` and `C` before them.

Families of games have their own: towers `TURN:sq=stack,...` from the bottom up, men that come back `:R1,0`
behind, stars and games for four `SEAT:seat=holes;...`; the Frisian count of a king's moves is `:M4/2,-`.

Reading is liberal where nothing can be mistaken: either colour first, a colour left out, ranges such as
`1-12`, names such as `c3`, small letters, spaces, a full stop or quotes round the text, the move counters
`:H0:F1` of some servers (not kept). Their count of kings' moves, Black's first, is `:+2+0`, or `:+214+0` with
the square of the king; a count that limits nothing, or whose king cannot be told, is left out. Writing is
canonical: what the core writes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from damiera import _core
from damiera._core import Side
from damiera.messages import Joined, Message, Text
from damiera.notation.cyrillic import latin_fen
from damiera.notation.errors import FenError, SquareError
from damiera.notation.numbering import parse_square, square_name
from damiera.rules.pieces import CHESSMEN
from damiera.rules.ruleset import CATALOGUE, Ruleset, ruleset_of
from damiera.rules.setup import Setup

__all__ = ["example_fen", "format_fen", "parse_fen"]

_WELL_KNOWN = ("italian", "international", "canadian", "turkish", "bashni", "lasca", "chinese-checkers")
_LONGEST_ASKED = 2_000
_MOST_TOLD = 8
_FILE_K = 10  # columns before the one called k
_ALSO = Message("Nor are there: {squares}.")
_READS_AS = Message("As it stands it is of another game: {game}.")

_TAG = re.compile(r'\s*\[\s*FEN\s*"([^"]*)"\s*\]\s*')
_WORD = re.compile(r"[A-Za-z]?[0-9]+|[^\s:,]")
_COUNTER = re.compile(r"[HFhf]\s*[0-9]+\s*")
_RUNS = re.compile(r"\+([0-9])([0-9]{2})?\+([0-9])([0-9]{2})?")
_DIGITS = re.compile(r"[0-9]{1,4}")
_STACK = re.compile(r"[A-Za-z]*")
_SIDES = {"W": Side.WHITE, "B": Side.BLACK}

_WANT_TURN = Message("W or B, the side to move")
_WANT_COLON = Message("':'")
_WANT_COLOUR = Message("W or B, the colour of the pieces that follow")
_WANT_SQUARE = Message("a square of the board, 1 to {last}")
_WANT_COMMA = Message("a comma, ':' or the end")
_WANT_END = Message("a square above the first")
_WANT_ONCE = Message("a square not given yet")

_WANT_COUNT = Message("a number")
_WANT_SLASH = Message("'/' and the number of moves")
_WANT_EQUALS = Message("'='")
_WANT_SEAT = Message("a seat, 0 to 5")

_FIX_RUN = Message(
    "Write :M, then for each colour the square of the king and its moves, or a hyphen, such as :M4/2,-."
)
_FIX_SERVER_RUN = Message(
    "Write the moves of Black's king and of White's, such as :+2+0, or with its square, such as :+214+0."
)
_FIX_HANDS = Message("Write :R and how many men wait, White and Black, such as :R1,0.")
_FIX_TOWER = Message("Write the side to move, then the towers from the bottom up, such as W:a1=w,c3=bbW.")
_FIX_SEATS = Message("Write the seat to move, then the pieces of each seat, such as {example}.")
_SHAPE = Message("Write the side to move, then the pieces of both colours, such as {example}.")
_SAY_TURN = Message("Whose turn it is is not known: put W or B in front.")
_ONE_LIST = Message("One colour has two lists: join them in one.")
_FIX_SQUARE = Message("Correct the square.")
_FIX_RANGE = Message("Write the range from the lower number, such as 1-12.")
_FIX_COMMA = Message("Put commas between the squares.")
_FIX_TWICE = Message("Take the repetition out.")


def parse_fen(text: str, ruleset: Ruleset) -> Setup:
    """Return the arrangement that a FEN describes, legal or not: `Setup` says what is wrong with it.

    Raises:
        FenError: with the column, what was found, what was expected and what to do.
    Source:
        PDN 3.0, tag FEN; what is read beyond it stands at the head of this module.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> parse_fen("b:w21, k30:b1-3.", ITALIAN).white_kings
    frozenset({30})
    """
    latin = latin_fen(text)
    try:
        return _reader(latin, ruleset).read()
    except FenError as error:
        more = _also_off_board(error, ruleset), _other_game(latin, ruleset)
        raise error.written_as(text).with_more(*more) from None


def _reader(text: str, ruleset: Ruleset) -> _FenReader:
    if ruleset.core.family == "towers":
        return _TowerReader(text, ruleset)
    return _SeatReader(text, ruleset) if ruleset.core.by_seat else _FenReader(text, ruleset)


def _also_off_board(error: FenError, ruleset: Ruleset) -> Text | None:
    """Return the squares off the board that stand behind the first one; None where the trouble is another."""
    if not error.found.isdecimal():
        return None
    behind = [
        (match[0], match.start() + 1)
        for match in _DIGITS.finditer(error.source, error.column - 1 + len(error.found))
        if int(match[0]) > ruleset.core.squares
    ]
    if not behind or int(error.found[:5]) <= ruleset.core.squares:  # a longer one is off any board
        return None
    listed = [Message("{number} (column {column})", number=n, column=c) for n, c in behind[:_MOST_TOLD]]
    return _ALSO.format(squares=Joined(listed, ", "))


def _other_game(text: str, ruleset: Ruleset) -> Text | None:
    """Return the well-known game of which the text is a position, if it is one of another."""
    if len(text) > _LONGEST_ASKED:
        return None
    for slug in _WELL_KNOWN:
        other = CATALOGUE[slug]
        if (other.core.family, other.core.squares) == (ruleset.core.family, ruleset.core.squares):
            continue
        try:
            found = _reader(text, other).read()
        except FenError:
            continue
        if not found.problems():
            return _READS_AS.format(game=other.name)
    return None


def format_fen(position: _core.Position | Setup) -> str:
    """Return the canonical FEN, White's pieces first, squares ascending, without ranges.

    Source:
        PDN 3.0, tag FEN.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> format_fen(parse_fen("B:Bk3,1:W22", ITALIAN))
    'B:W22:B1,K3'
    """
    return position.fen


@lru_cache(maxsize=256)
def example_fen(ruleset: Ruleset) -> str:
    """Return a small position of the game, as its players name the squares: what a field asks for.

    >>> from damiera.rules.ruleset import CATALOGUE, ITALIAN
    >>> example_fen(ITALIAN), example_fen(CATALOGUE["turkish"])
    ('W:W21,22:BK1', 'W:Wa3,b3:BKa7')
    >>> example_fen(CATALOGUE["cheskers"])
    'W:Wa3,Kc3:BKa7'
    """
    start, family = ruleset.start(), ruleset.core.family
    if ruleset.core.by_seat:
        return f"{start.seat}:{';'.join(f'{seat}={_first_of(start, seat)}' for seat in ruleset.core.seats)}"
    white = [square_name(ruleset, square) for square in sorted(start.white_men)[:2]]
    black = square_name(ruleset, min(start.black_men))
    if family == "towers":
        return f"W:{black}=b,{white[0]}=w,{white[1]}=bW"
    crowns = family != "reentry" and ruleset.core.promotion_squares(_core.Side.BLACK)
    king = "K" if crowns else ""
    if family == "chessmen":  # who has no king has lost
        white[-1] = f"K{white[-1]}"
    return f"W:W{','.join(white)}:B{king}{black}"


def _first_of(position: _core.Position, seat: int) -> str:
    """Return the names of the first two pieces of a seat."""
    game = ruleset_of(position)
    squares = [square for square, owner in sorted(position.pieces.items()) if owner == str(seat)]
    return ",".join(square_name(game, square) for square in squares[:2])


class _FenReader:
    """Walks once over the text. `at` is the index of the next character, `end` where reading stops."""

    fix_square = _FIX_SQUARE

    def __init__(self, source: str, ruleset: Ruleset) -> None:
        self.source = source
        self.ruleset = ruleset
        tag = _TAG.fullmatch(source)
        self.at, self.end = tag.span(1) if tag else (0, len(source))
        self._trim()
        self.men: dict[Side, set[int]] = {}
        self.kings: dict[Side, set[int]] = {}
        self.runs: list[tuple[int, int] | None] = [None, None]
        self.hands = (0, 0)
        self.chessmen: dict[int, str] = {}

    def read(self) -> Setup:
        side = self._turn()
        while self._next():
            self._take(":", _WANT_COLON, self._shape())
            self._section()
        return Setup(
            self.ruleset,
            side,
            white_men=frozenset(self.men.get(Side.WHITE, ())),
            white_kings=frozenset(self.kings.get(Side.WHITE, ())),
            black_men=frozenset(self.men.get(Side.BLACK, ())),
            black_kings=frozenset(self.kings.get(Side.BLACK, ())),
            white_run=self._run(Side.WHITE, self.runs[0]),
            black_run=self._run(Side.BLACK, self.runs[1]),
            hands=self.hands,
            chessmen=tuple(sorted(self.chessmen.items())),
        )

    def _run(self, side: Side, run: tuple[int, int] | None) -> tuple[int, int] | None:
        """Return the moves of a king in a row as they limit it: within the limit, and of a side with men."""
        limit = self.ruleset.core.traits["king_limit"]
        if run is None or not self.men.get(side) or not isinstance(limit, int) or not 1 <= run[1] <= limit:
            return None
        kings = self.kings[side]
        if run[0] == 0:
            return (next(iter(kings)), run[1]) if len(kings) == 1 else None
        return run

    def _shape(self) -> Text:
        return _SHAPE.format(example=example_fen(self.ruleset))

    def _turn(self) -> Side:
        letter = self._next().upper()
        if letter not in _SIDES:
            raise self._error(_WANT_TURN, _SAY_TURN if letter == "?" else self._shape())
        self.at += 1
        return _SIDES[letter]

    def _section(self) -> None:
        """Read what follows a colon: a colour with its squares, a counter, or nothing."""
        letter = self._next().upper()
        if letter in ("", ":"):
            return
        counter = _COUNTER.match(self.source, self.at, self.end)
        if counter:
            self.at = counter.end()
            return
        if letter == "+":
            self._server_runs()
            return
        if letter == "M" and self.ruleset.core.traits["king_limit"]:
            self._king_runs()
            return
        if letter == "R" and self.ruleset.core.family == "reentry":
            self._hands()
            return
        if letter not in _SIDES:
            raise self._error(_WANT_COLOUR, self._shape())
        side = _SIDES[letter]
        if side in self.men:
            raise self._error(_WANT_COLOUR, _ONE_LIST)
        self.men[side], self.kings[side] = set(), set()
        self.at += 1
        if self._next() not in ("", ":"):
            self._squares(side)

    def _king_runs(self) -> None:
        """Read `M4/2,-`: for White and Black the king whose moves are counted, and how many they are."""
        self.at += 1
        for side in (0, 1):
            if side:
                self._take(",", _WANT_COMMA, _FIX_RUN)
            if self._next() == "-":
                self.at += 1
                continue
            square = self._square()
            self._take("/", _WANT_SLASH, _FIX_RUN)
            self.runs[side] = (square, self._number(_WANT_COUNT, _FIX_RUN))

    def _server_runs(self) -> None:
        """Read `+2+0`, the same with Black's first; square 0 stands for the only king."""
        found = _RUNS.match(self.source, self._start_of_next(), self.end)
        if found is None:
            raise self._error(_WANT_COUNT, _FIX_SERVER_RUN)
        self.at = found.end()
        black, at_black, white, at_white = (int(part or 0) for part in found.groups())
        self.runs = [self._told(Side.WHITE, at_white, white), self._told(Side.BLACK, at_black, black)]

    def _told(self, side: Side, square: int, moves: int) -> tuple[int, int] | None:
        """Return a run as a server tells it; None where the king it was of is there no more."""
        return (square, moves) if square in (0, *self.kings.get(side, ())) else None

    def _hands(self) -> None:
        """Read `R1,0`: the men of White and of Black that wait."""
        self.at += 1
        white = self._number(_WANT_COUNT, _FIX_HANDS)
        self._take(",", _WANT_COMMA, _FIX_HANDS)
        self.hands = (white, self._number(_WANT_COUNT, _FIX_HANDS))

    def _number(self, expected: Text, remedy: Text) -> int:
        start = self._start_of_next()
        digits = _DIGITS.match(self.source, start, self.end)
        if digits is None:
            raise self._error(expected, remedy, at=start)
        self.at = digits.end()
        return int(digits[0])

    def _squares(self, side: Side) -> None:
        while True:
            self._piece(side)
            if self._next() in ("", ":"):
                return
            self._take(",", _WANT_COMMA, _FIX_COMMA)

    def _piece(self, side: Side) -> None:
        sign = self._next().upper()
        kind = next((piece for piece in CHESSMEN if piece.side is side and piece.sign == sign), None)
        if kind is not None and self._is_before_a_letter():
            self.at += 1
            start = self._start_of_next()
            square = self._square()
            if square in self.chessmen:
                raise self._error(_WANT_ONCE, _FIX_TWICE, at=start)
            self.chessmen[square] = kind.letter
            return
        into = self.men
        if self._next() in ("K", "k") and not self._is_file_k():
            into = self.kings
            self.at += 1
        start = self._start_of_next()
        first = self._square()
        last = first
        if self._next() == "-":
            self.at += 1
            behind = self._start_of_next()
            last = self._square()
            if last < first:
                raise self._error(_WANT_END, _FIX_RANGE, at=behind)
        squares = set(range(first, last + 1))
        if squares & into[side]:
            raise self._error(_WANT_ONCE, _FIX_TWICE, at=start)
        into[side] |= squares

    def _is_before_a_letter(self) -> bool:
        """Whether a B or C names a bishop or camel, and no column: where there are such, a column follows."""
        return self.ruleset.core.family == "chessmen" and self.source[self.at + 1 : self.at + 2].isalpha()

    def _is_file_k(self) -> bool:
        """Whether a K before a number is the eleventh column, where squares have letters and there is one."""
        behind = self.source[self.at + 1 : self.at + 2]
        return behind.isdigit() and self.ruleset.notation == "algebraic" and self.ruleset.core.files > _FILE_K

    def _square(self) -> int:
        start = self._start_of_next()
        word = _WORD.match(self.source, start, self.end)
        try:
            square = parse_square(self.ruleset, word[0] if word else "")
        except SquareError:
            want = _WANT_SQUARE.format(last=self.ruleset.core.squares)
            raise self._error(want, self.fix_square, at=start) from None
        self.at = start + len(word[0]) if word else start
        return square

    def _take(self, sign: str, expected: Text, remedy: Text) -> None:
        if self._next() != sign:
            raise self._error(expected, remedy)
        self.at += 1

    def _next(self) -> str:
        """Return the next character that is no space; empty at the end."""
        self._start_of_next()
        return self.source[self.at] if self.at < self.end else ""

    def _start_of_next(self) -> int:
        while self.at < self.end and self.source[self.at].isspace():
            self.at += 1
        return self.at

    def _trim(self) -> None:
        while self.at < self.end and (self.source[self.at] in "\"'" or self.source[self.at].isspace()):
            self.at += 1
        while self.end > self.at and (
            self.source[self.end - 1] in "\"'." or self.source[self.end - 1].isspace()
        ):
            self.end -= 1

    def _error(self, expected: Text, remedy: Text, *, at: int | None = None) -> FenError:
        start = self._start_of_next() if at is None else at
        word = _WORD.match(self.source, start, self.end)
        found = word[0] if word else self.source[start : min(start + 1, self.end)]
        return FenError(self.source, start + 1, found, expected, remedy)


class _TowerReader(_FenReader):
    """Reads `W:a1=w,c3=bbW`: each tower from the bottom up."""

    fix_square = _FIX_TOWER

    def read(self) -> Setup:
        side = self._turn()
        self._take(":", _WANT_COLON, _FIX_TOWER)
        stacks: list[tuple[int, str]] = []
        while self._next():
            if stacks:
                self._take(",", _WANT_COMMA, _FIX_COMMA)
            start = self._start_of_next()
            square = self._square()
            if any(square == taken for taken, _ in stacks):
                raise self._error(_WANT_ONCE, _FIX_TWICE, at=start)
            self._take("=", _WANT_EQUALS, _FIX_TOWER)
            stack = _STACK.match(self.source, self._start_of_next(), self.end)
            assert stack is not None
            self.at = stack.end()
            stacks.append((square, stack[0]))
        return Setup(self.ruleset, side, stacks=tuple(stacks))


class _SeatReader(_FenReader):
    """Reads `0:0=1,2,3;3=112,113`, with `;home=3` behind where a seat has arrived: of stars, and of four."""

    def read(self) -> Setup:
        seat = self._seat()
        self._take(":", _WANT_COLON, self._shape_of_seats())
        marbles: list[tuple[int, int]] = []
        home: tuple[int, ...] = ()
        while self._next():
            if self.source.startswith("home", self.at):
                self.at += len("home")
                home = tuple(self._list(self._seat))
            else:
                owner = self._seat()
                marbles += [(hole, owner) for hole in self._list(self._square)]
            if self._next():
                self._take(";", Message("';' or the end"), self._shape_of_seats())
        side = Side.WHITE if seat == self.ruleset.core.seats[0] else Side.BLACK
        return Setup(self.ruleset, side, marbles=tuple(marbles), home=home, seat=seat)

    def _shape_of_seats(self) -> Text:
        return _FIX_SEATS.format(example=example_fen(self.ruleset))

    def _seat(self) -> int:
        start = self._start_of_next()
        seat = self._number(_WANT_SEAT, self._shape_of_seats())
        if seat > 5:
            raise self._error(_WANT_SEAT, self._shape_of_seats(), at=start)
        return seat

    def _list(self, read: Callable[[], int]) -> list[int]:
        self._take("=", _WANT_EQUALS, self._shape_of_seats())
        found = [read()]
        while self._next() == ",":
            self.at += 1
            found.append(read())
        return found
