"""How a game is conducted: what was touched, what went wrong and may still be put right, who ruled what.

| provision | FID 2008 | where |
|---|---|---|
| a touched piece that can move must be played; of several, the first | 3.7, 3.8 | `Conduct.touched` |
| a piece may be straightened after notice | 3.9 | `Conduct.touched` |
| touching what cannot move, or out of turn, is improper and no more | 3.10, 3.11 | `Conduct.touched` |
| crowning by the opponent is a courtesy, and counts | 4.3 | `procedures.board` |
| crowning late counts as touching; an uncrowned man is no king | 4.4, 4.5 | `procedures.board` |
| a wrong start is annulled, within five moves each and ten minutes | 7.2 to 7.4.3 | `procedures.board` |
| only the opponent decides on an irregularity, until he moves or touches | 8.2 to 8.4 | `procedures.board` |
| whoever refuses the rules loses | 8.5, 9.2.5 | `procedures.board` |

A claim, a fact and a ruling are three things: what a player asks, what is found on the board, and what the
arbiter decides. Each leaves its line in `Conduct.log`, with its author, its time and its article.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from damiera._core import Position, Side
from damiera.game.clock import Clock
from damiera.game.draws import Tally
from damiera.game.sides import is_own, side_name, side_text
from damiera.lang import Text
from damiera.regulations.book import Rulebook
from damiera.regulations.citing import implements

__all__ = ["Conduct", "Entry", "Halt", "Jump", "Pending", "article_on"]

Halt = Literal["sealed", "adjourned", "pause"]


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the record of what was not a move.

    Attributes:
        at: when, in the milliseconds of the game's events.
        author: "white", "black", "arbiter", "rules", or the name an arbiter signed with.
        text: what happened.
        article: reference of the article that governs it; None where no book does.
    """

    at: int
    author: str
    text: Text
    article: str | None = None


@dataclass(frozen=True, slots=True)
class Pending:
    """An irregularity that its opponent may still have put right.

    Attributes:
        side: who did it.
        kind: what was done, as `IrregularKind` writes it.
        position, tally, clock: the game as it stood before.
        bound: the square of the piece that had to be played, if one was touched.
    """

    side: Side
    kind: str
    position: Position
    tally: Tally
    clock: Clock | None
    bound: int | None


@dataclass(frozen=True, slots=True)
class Jump:
    """A place where the board changed without a move: an irregularity that stands, or a ruling.

    Attributes:
        ply: how many moves had been played.
        before, after: what stood on the board.
        text: why it changed.
        article: reference of the article.
    """

    ply: int
    before: Position
    after: Position
    text: Text
    article: str | None = None


@dataclass(frozen=True, slots=True)
class Conduct:
    """What is to be known of a game beside its moves and its clock.

    Attributes:
        bound: the square of the touched piece that must be played.
        pending: the irregularity that may still be put right.
        jumps: where the board changed without a move.
        uncrowned: squares of men that reached the last row and were not crowned.
        halt: why the game stands still, if it does.
        envelope: the sealed move.
        pause_request: who asks for a pause.
        restarts: how many times the game was begun anew.
        log: what happened, in order.
    """

    bound: int | None = None
    pending: Pending | None = None
    jumps: tuple[Jump, ...] = ()
    uncrowned: frozenset[int] = frozenset()
    halt: Halt | None = None
    envelope: str | None = None
    pause_request: Side | None = None
    restarts: int = 0
    log: tuple[Entry, ...] = ()

    def noted(self, at: int, author: str, text: Text, article: str | None = None) -> Conduct:
        """Return the conduct with one more line in its log."""
        return replace(self, log=(*self.log, Entry(at, author, text, article)))

    def moved(self) -> Conduct:
        """Return the conduct after a move: nothing is bound, nothing can be put right any more."""
        if self.bound is None and self.pending is None and self.pause_request is None:
            return self
        return replace(self, bound=None, pending=None, pause_request=None)

    def after_undo(self, ply: int) -> Conduct:
        """Return the conduct once the game went back to `ply`."""
        jumps = tuple(jump for jump in self.jumps if jump.ply <= ply)
        return replace(self.moved(), jumps=jumps)

    @implements("fid.italian:3.6", "fid.italian:3.7", "fid.italian:3.8", "fid.italian:3.9")
    @implements("fid.italian:3.10", "fid.italian:3.11", "fid.italian:8.3")
    @implements("fid.english:3.6", "fid.english:3.7", "fid.english:3.8", "fid.english:3.9")
    @implements("fid.english:3.10", "fid.english:3.11", "fid.english:8.3")
    def touched(
        self, position: Position, side: Side, square: int, at: int, *, adjust: bool, book: Rulebook
    ) -> Conduct:
        """Return the conduct after `side` touched what stands on `square`.

        Until a piece is let go it may go to any square open to it, so touching binds the piece and not the
        move. Touching a piece that can move also ends the right to correct.
        """
        values = {"side": side_text(side), "square": square}
        by = side_name(side)
        if adjust:
            return self.noted(at, by, _ADJUSTED.format(**values), article_on(book, "adjust"))
        if position.side is not side:
            return self.noted(at, by, _OUT_OF_TURN.format(**values), article_on(book, "touched_out_of_turn"))
        own = is_own(position, position.pieces.get(square, ""))
        if not own or all(move.origin != square for move in position.moves()):
            return self.noted(at, by, _CANNOT_MOVE.format(**values), article_on(book, "touched_unplayable"))
        stands = self.pending is not None
        settled = replace(self, pending=None)
        if stands:
            settled = settled.noted(at, by, _TOO_LATE, article_on(book, "correction_until"))
        if self.bound is not None:
            values["bound"] = self.bound
            return settled.noted(at, by, _FIRST.format(**values), article_on(book, "first_touched"))
        bound = replace(settled, bound=square)
        return bound.noted(at, by, _BOUND.format(**values), article_on(book, "touch_move"))


def article_on(book: Rulebook, topic: str) -> str | None:
    """Return the reference of a book's article on a topic; None where the book is silent."""
    return book.ref(topic) if book.governs(topic) else None


_ADJUSTED = Text(
    "Il {side} avvisa e sistema il pezzo in {square}.",
    "{side} gives notice and straightens the piece on {square}.",
)
_OUT_OF_TURN = Text(
    "Il {side} tocca il pezzo in {square} quando non tocca a lui: è scorretto.",
    "{side} touches the piece on {square} out of turn: improper.",
)
_CANNOT_MOVE = Text(
    "Il {side} tocca in {square} ciò che non può muovere: è scorretto.",
    "{side} touches on {square} what cannot move: improper.",
)
_BOUND = Text("Il {side} ha toccato {square}: deve giocarla.", "{side} touched {square}: it must be played.")
_FIRST = Text(
    "Il {side} tocca anche {square}: deve giocare {bound}, toccata prima.",
    "{side} touches {square} too: {bound}, touched first, must be played.",
)
_TOO_LATE = Text(
    "Ha toccato un pezzo che può muovere: l'irregolarità resta.",
    "A piece that can move was touched: the irregularity stands.",
)
