"""A game on paper: tags, a starting position, moves with their remarks, a result."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from damiera import _core
from damiera.messages import Text
from damiera.notation.moves import format_move
from damiera.notation.pdn.results import winner_of
from damiera.rules.ruleset import Ruleset

__all__ = [
    "CLOSING",
    "JUMP",
    "ConductRemark",
    "PdnGame",
    "PdnLine",
    "PdnMove",
    "PdnNote",
    "PdnPart",
    "conduct_remarks",
    "pdn_game",
    "readable",
]

CLOSING = "[%end]"
"""Opens a comment that stood behind the result: PDN 3.0 has no place for it there."""

JUMP = "[%jump"
"""Opens a comment on a board that changed without a move: `[%jump FEN article] why`, the article left out
where there is none. The moves that follow are played from the position named."""

_CLOCK = re.compile(r"\[%(?:clk|clock)\s+[wWbB]?(\d{1,3}):(\d\d)(?::(\d\d))?")
_SPENT = re.compile(r"\[%emt\s+(\d{1,3}):(\d\d)(?::(\d\d))?")


_CONDUCT = re.compile(r"\[%conduct(?:\s+(?P<article>[^\s\]]+))?\s*\]\s*(?P<said>[^\[]*)")
_COMMAND = re.compile(r"\[%[A-Za-z][^\]]*\]\s*")


@dataclass(frozen=True, slots=True)
class ConductRemark:
    """What happened in a game beside its moves, as a comment keeps it: `[%conduct article] what`.

    Attributes:
        text: what happened; neither braces nor brackets stand in it.
        article: reference of the article; empty where none is named.

    >>> ConductRemark("Black touches 12.", "fid.italian.2008:3.7").written
    '[%conduct fid.italian.2008:3.7] Black touches 12.'
    """

    text: str
    article: str = ""

    @property
    def written(self) -> str:
        """The remark as it stands in a comment."""
        return f"[%conduct {self.article}] {self.text}" if self.article else f"[%conduct] {self.text}"


def conduct_remarks(comment: str) -> tuple[ConductRemark, ...]:
    """Return what a comment tells of how the game was conducted, in order.

    >>> conduct_remarks("Well! [%conduct a:3.7] Black touches 12. [%conduct] So be it.")[1].text
    'So be it.'
    """
    found = _CONDUCT.finditer(comment)
    return tuple(ConductRemark(one["said"].strip(), one["article"] or "") for one in found)


def readable(comment: str) -> str:
    """Return a comment as a person reads it: without the commands of programs, with the words behind them.

    >>> readable("[%clk 1:05:23] Well! [%conduct a:3.7] Black touches 12.")
    'Well! Black touches 12.'
    """
    return _COMMAND.sub("", comment).strip()


_SIDES = {side.name.lower(): side for side in _core.Side}


@dataclass(frozen=True, slots=True)
class PdnNote:
    """Something in a game that was read round: where, and what was done.

    >>> from damiera.notation.pdn.reader import read_pdn
    >>> [game] = read_pdn("1. 21-17 (1. 22-10) 12-15 *")
    >>> game.notes[0].line, game.notes[0].column
    (1, 14)
    """

    line: int
    column: int
    text: Text


@dataclass(frozen=True, slots=True)
class PdnMove:
    """A move with its remarks.

    Attributes:
        move: the move.
        text: the move as the game writes it.
        comment: what is said after the move, before its variations.
        nags: numeric annotation glyphs, such as 7 for a forced move.
        strength: the mark behind the move: `!`, `?`, `!!`, `??`, `!?`, `?!` or any row of such signs.
        variations: other lines from the position before the move.
        signs: the federation's signs behind the move that no glyph stands for, such as `+1`, `-2`, `a.l.`.

    >>> from damiera.notation.pdn.reader import read_pdn
    >>> [game] = read_pdn("1. 21-17! {[%clk 1:05:23]} *")
    >>> game.mainline[0].text, game.mainline[0].strength, game.mainline[0].clock_ms
    ('21-17', '!', 3923000)
    """

    move: _core.Move
    text: str
    comment: str = ""
    nags: tuple[int, ...] = ()
    strength: str = ""
    variations: tuple[PdnLine, ...] = ()
    signs: tuple[str, ...] = ()

    @property
    def clock_ms(self) -> int | None:
        """The clock after the move, in milliseconds, where the comment holds a `[%clk 1:05:23]`."""
        return _milliseconds(_CLOCK.search(self.comment))

    @property
    def spent_ms(self) -> int | None:
        """The time spent on the move, in milliseconds, where the comment holds an `[%emt 0:01:20]`."""
        return _milliseconds(_SPENT.search(self.comment))


@dataclass(frozen=True, slots=True)
class PdnLine:
    """A variation.

    Attributes:
        moves: its moves.
        comment: what is said before its first move.
        after: what is said behind it, in the line it belongs to.

    >>> from damiera.notation.pdn.reader import read_pdn
    >>> [game] = read_pdn("1. 21-17 (1. 22-18 {too} 12-15) *")
    >>> [move.text for move in game.mainline[0].variations[0].moves]
    ['22-18', '12-15']
    """

    moves: tuple[PdnMove, ...]
    comment: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class PdnPart:
    """A part of a game that ended where the board changed without a move; the next begins behind the change.

    Attributes:
        start: the position before its first move.
        mainline: its moves.
        comment: what is said before its first move.
        text: why the board changed: an irregularity that stands, a ruling.
        article: reference of the article; empty where none is named.

    >>> from damiera.notation.pdn.reader import read_pdn
    >>> [game] = read_pdn('[GameType "22"] 1. 21-17 {[%jump W:W17:B5 8.1] Ruled.} 2. 17-13 *')
    >>> game.earlier[0].mainline[0].text, game.earlier[0].article, game.earlier[0].text
    ('21-17', '8.1', 'Ruled.')
    """

    start: _core.Position
    mainline: tuple[PdnMove, ...] = ()
    comment: str = ""
    text: str = ""
    article: str = ""


@dataclass(frozen=True, slots=True)
class PdnGame:
    """A game of a PDN text, every move of it legal.

    Attributes:
        tags: name and value, in the order of the text. Italian names (`Bianco`) stay, and stand
            beside the standard ones (`White`).
        ruleset: the game played.
        start: the position before the first move of `mainline`.
        mainline: the moves played, since the board last changed without a move.
        result: one of `RESULTS`.
        comment: what is said before the first move.
        closing: what is said behind the result.
        ruleset_guessed: True where the text does not say which game it is.
        number: which game of the text, counted from 1.
        line: the line where it begins, counted from 1.
        notes: what was read round.
        earlier: what was played before `start`, a part for every change of the board without a move.

    >>> from damiera.notation.pdn.reader import read_pdn
    >>> [game] = read_pdn('[White "Anna"] 1. 21-17 12-15 1-0')
    >>> game.tags["White"], len(game.positions), game.winner
    ('Anna', 3, Side.WHITE)
    """

    tags: dict[str, str]
    ruleset: Ruleset
    start: _core.Position
    mainline: tuple[PdnMove, ...] = ()
    result: str = "*"
    comment: str = ""
    closing: str = ""
    ruleset_guessed: bool = field(default=False, compare=False)
    number: int = field(default=1, compare=False)
    line: int = field(default=1, compare=False)
    notes: tuple[PdnNote, ...] = field(default=(), compare=False)
    earlier: tuple[PdnPart, ...] = ()

    @property
    def moves(self) -> tuple[_core.Move, ...]:
        """The moves played, without remarks."""
        return tuple(ply.move for ply in self.mainline)

    @property
    def positions(self) -> tuple[_core.Position, ...]:
        """Every position from `start` to the last."""
        out = [self.start]
        for ply in self.mainline:
            out.append(out[-1].play(ply.move))
        return tuple(out)

    @property
    def parts(self) -> tuple[PdnPart, ...]:
        """Every part of the game, the last being `start` and `mainline`."""
        return (*self.earlier, PdnPart(self.start, self.mainline, self.comment))

    @property
    def entries(self) -> tuple[PdnMove, ...]:
        """The moves of all parts, as they are written.

        >>> from damiera.notation.pdn.reader import read_pdn
        >>> [game] = read_pdn('[GameType "22"] 1. 21-17 {[%jump W:W17:B5 8.1] Ruled.} 2. 17-13 *')
        >>> [ply.text for ply in game.entries]
        ['21-17', '17-13']
        """
        return tuple(ply for part in self.parts for ply in part.mainline)

    @property
    def part_games(self) -> tuple[PdnGame, ...]:
        """Every part of the game as a game by itself.

        >>> from damiera.notation.pdn.reader import read_pdn
        >>> [game] = read_pdn('[GameType "22"] 1. 21-17 {[%jump W:W17:B5 8.1] Ruled.} 2. 17-13 *')
        >>> [len(part.mainline) for part in game.part_games]
        [1, 1]
        """
        return tuple(
            replace(self, start=part.start, mainline=part.mainline, comment=part.comment, earlier=())
            for part in self.parts
        )

    @property
    def all_positions(self) -> tuple[_core.Position, ...]:
        """Every position of all parts; where the board changed without a move, what stood there then.

        >>> from damiera.notation.pdn.reader import read_pdn
        >>> [game] = read_pdn('[GameType "22"] 1. 21-17 {[%jump W:W17:B5 8.1] Ruled.} 2. 17-13 *')
        >>> len(game.positions), len(game.all_positions), game.all_positions[1].fen
        (2, 3, 'W:W17:B5')
        """
        out: list[_core.Position] = []
        for part in self.parts:
            out[-1:] = [part.start]
            for ply in part.mainline:
                out.append(out[-1].play(ply.move))
        return tuple(out)

    @property
    def places(self) -> tuple[_core.Side, ...]:
        """On a star the sides in the order in which they finished, by the tag `Places`; empty elsewhere."""
        words = self.tags.get("Places", "").replace(",", " ").split()
        return tuple(_SIDES[word.lower()] for word in words if word.lower() in _SIDES)

    @property
    def winner(self) -> _core.Side | None:
        """The side that the result names as the winner."""
        return winner_of(self.result, self.ruleset)


def _milliseconds(found: re.Match[str] | None) -> int | None:
    if found is None:
        return None
    hours, minutes, seconds = (int(part or 0) for part in found.groups())
    return 1000 * (3600 * hours + 60 * minutes + seconds)


def pdn_game(
    ruleset: Ruleset,
    moves: Iterable[_core.Move],
    *,
    start: _core.Position | None = None,
    tags: Mapping[str, str] | None = None,
    result: str = "*",
    comment: str = "",
) -> PdnGame:
    """Return the game of these legal moves, each with its text.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> first = ITALIAN.start().moves()[0]
    >>> pdn_game(ITALIAN, [first], tags={"White": "Anna"}).mainline[0].text
    '24-20'
    """
    begin = ruleset.start() if start is None else start
    position = begin
    mainline = []
    for move in moves:
        mainline.append(PdnMove(move, format_move(position, move)))
        position = position.play(move)
    return PdnGame(dict(tags or {}), ruleset, begin, tuple(mainline), result, comment)
