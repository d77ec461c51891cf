"""How a game is conducted: what was touched, what went wrong and may still be put right, who ruled what.

| provision | FID 2008 | where |
|---|---|---|
| a touched piece that can move must be played; of several, the first | 3.7, 3.8 | `Conduct.touched` |
| a piece may be straightened after notice | 3.9 | `Conduct.touched` |
| touching what cannot move, or out of turn, is improper and no more | 3.10, 3.11 | `Conduct.touched` |
| crowning by the opponent is a courtesy, and counts | 4.3 | `procedures.board` |
| crowning late counts as touching; an uncrowned man is no king | 4.4, 4.5 | `procedures.board` |
| a wrong start is annulled, within five moves each and ten minutes | 7.2 to 7.4.3 | `procedures.board` |
| only the opponent decides on an irregularity, until they move or touch | 8.2 to 8.4 | `procedures.board` |
| whoever refuses the rules loses | 8.5, 9.2.5 | `procedures.board` |

A claim, a fact and a ruling are three things: what a player asks, what is found on the board, and what the
arbiter decides. Each leaves its line in `Conduct.log`, with its author, its time and its article.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from damiera._core import Move, Position, Side
from damiera.game.clock import GameClock
from damiera.game.draws import PositionTally
from damiera.game.events import ClaimSubject
from damiera.game.sides import side_name, side_text
from damiera.messages import Message, Text
from damiera.regulations.book import Rulebook
from damiera.regulations.citations import implements
from damiera.rules.pieces import pieces_of

__all__ = ["Conduct", "ConductEntry", "Halt", "Jump", "OpenClaim", "Pending", "SpokenMove", "article_on"]

Halt = Literal["sealed", "adjourned", "pause", "interrupted", "unstarted"]
"""Why a game stands still: a move was sealed, the game was adjourned, or a pause was taken."""


@dataclass(frozen=True, slots=True)
class ConductEntry:
    """A line of the record of what was not a move.

    Attributes:
        at: when, in the milliseconds of the game's events.
        author: "white", "black", "arbiter", "rules", or the name an arbiter signed with.
        text: what happened.
        article: reference of the article that governs it; None where no book does.
        ply: how many moves had been played.

    >>> ConductEntry(0, "arbiter", Message("The round begins.")).article is None
    True
    """

    at: int
    author: str
    text: Text
    article: str | None = None
    ply: int = 0


@dataclass(frozen=True, slots=True)
class Pending:
    """An irregularity that its opponent may still have put right.

    Attributes:
        side: who did it.
        kind: what was done, as `IrregularKind` writes it.
        position, tally, clock: the game as it stood before.
        bound: the square of the piece that has to be played once it is put right, if one was touched.
        text: what happened, as the log says it.
        article: reference of the article that names it; None where no book does.
        again: once it stands, it is `side` that moves.
        ply: how many moves had been played before.
        uncrowned: the men left uncrowned before.

    >>> from damiera.game.events import Irregular
    >>> from damiera.game.state import Game
    >>> from damiera.game.ways import Conditions
    >>> from damiera.rules.ruleset import ITALIAN
    >>> game = Game.start(ITALIAN, conditions=Conditions(arbitrated=True))
    >>> game = game.apply(Irregular(side="white", kind="moved_wrongly", at=5, path=(22, 14)))
    >>> game.conduct.pending.kind, game.conduct.pending.side.name
    ('moved_wrongly', 'WHITE')
    """

    side: Side
    kind: str
    position: Position
    tally: PositionTally
    clock: GameClock | None
    bound: int | None
    text: Text
    article: str | None
    again: bool
    ply: int
    uncrowned: frozenset[int]


@dataclass(frozen=True, slots=True)
class OpenClaim:
    """What a player asked the arbiter for, and the arbiter has not ruled on.

    Attributes:
        side: who asks.
        what: for what, as `ClaimSubject` writes it.
        ply: how many moves had been played when it happened.
        text: why, in the player's words.
        article: reference of the article that gives the right; None where no book does.

    >>> OpenClaim(Side.WHITE, "position", 4, "The board was knocked over.").article is None
    True
    """

    side: Side
    what: ClaimSubject
    ply: int
    text: str
    article: str | None = None


@dataclass(frozen=True, slots=True)
class Jump:
    """A place where the board changed without a move: an irregularity that stands, or a ruling.

    Attributes:
        ply: how many moves had been played.
        before, after: what stood on the board.
        text: why it changed.
        article: reference of the article.

    >>> from damiera.game.events import Irregular
    >>> from damiera.game.state import Game
    >>> from damiera.game.ways import Conditions
    >>> from damiera.rules.ruleset import ITALIAN
    >>> game = Game.start(ITALIAN, conditions=Conditions(arbitrated=True))
    >>> game = game.apply(Irregular(side="white", kind="moved_wrongly", at=5, path=(22, 14)))
    >>> [(jump.ply, jump.after.piece_at(14)) for jump in game.conduct.jumps]
    [(0, 'w')]
    """

    ply: int
    before: Position
    after: Position
    text: Text
    article: str | None = None


@dataclass(frozen=True, slots=True)
class SpokenMove:
    """A move announced at a board of blind players, which is to be played once the opponent `repeated` it.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> SpokenMove(ITALIAN.start().moves()[0]).repeated
    False
    """

    move: Move
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Conduct:
    """What is to be known of a game beside its moves and its clock.

    Attributes:
        bound: the square of the touched piece that must be played.
        pending: the irregularity that may still be put right.
        jumps: where the board changed without a move.
        adjusting: who gave notice that they straighten a piece, and where, while consent is waited for.
        claims: what players asked the arbiter for and still wait for, at most one of each.
        replayed_as, replay_of: the name of the game that takes this one's place, or whose place it takes.
        shared_ms: without clocks, the time of a game begun anew that each has to bear, milliseconds.
        uncrowned: squares of men that reached the last row and were not crowned.
        halt: why the game stands still, if it does.
        envelope: the sealed move.
        pause_request: who asks for a pause.
        restarts: how many times the game was begun anew.
        log: what happened, in order.
        notices: the lines of the log that both players are told at once: what the arbiter has ruled since
            the last move, and what that move has lost its player.
        spoken: the move announced aloud, where blind players play.

    >>> Conduct().noted(5_000, "white", Message("A glass fell.")).log[0].at
    5000
    """

    bound: int | None = None
    pending: Pending | None = None
    jumps: tuple[Jump, ...] = ()
    uncrowned: frozenset[int] = frozenset()
    halt: Halt | None = None
    envelope: str | None = None
    pause_request: Side | None = None
    restarts: int = 0
    log: tuple[ConductEntry, ...] = ()
    notices: tuple[ConductEntry, ...] = ()
    adjusting: tuple[Side, int] | None = None
    shared_ms: int = 0
    claims: tuple[OpenClaim, ...] = ()
    replayed_as: str = ""
    replay_of: str = ""
    spoken: SpokenMove | None = None

    def noted(self, at: int, author: str, text: Text, article: str | None = None) -> Conduct:
        """Return the conduct with one more line in its log.

        Args:
            at: when, milliseconds.
            author: "white", "black", "arbiter", "rules", or a name.
            text: what happened.
            article: reference of the article that governs it; None where no book does.
        """
        return replace(self, log=(*self.log, ConductEntry(at, author, text, article)))

    def announced(self, at: int, author: str, text: Text, article: str | None = None) -> Conduct:
        """Return the conduct with one more line in its log, which both players are told until the next move.

        Its arguments are those of `noted`; without an author it is the arbiter's.

        >>> Conduct().announced(5_000, "", Message("The board is put right.")).notices[0].author
        'arbiter'
        """
        noted = self.noted(at, author or "arbiter", text, article)
        return replace(noted, notices=(*self.notices, noted.log[-1]))

    def placed_at(self, ply: int, known: int) -> Conduct:
        """Return the conduct whose lines from number `known` on were written when `ply` moves were played."""
        fresh = (replace(entry, ply=ply) for entry in self.log[known:])
        return replace(self, log=(*self.log[:known], *fresh))

    def moved(self) -> Conduct:
        """Return the conduct after a move: nothing is bound, nothing can be put right any more."""
        open_now = (self.bound, self.pending, self.pause_request, self.adjusting, self.spoken)
        if all(one is None for one in open_now) and not self.notices:
            return self
        return replace(
            self, bound=None, pending=None, pause_request=None, adjusting=None, spoken=None, notices=()
        )

    def after_undo(self, ply: int) -> Conduct:
        """Return the conduct once the game went back to `ply`."""
        jumps = tuple(jump for jump in self.jumps if jump.ply <= ply)
        return replace(self.moved(), jumps=jumps)

    @implements("fid.italian:3.6", "fid.italian:3.7", "fid.italian:3.8", "fid.italian:3.9")
    @implements("fid.italian:3.10", "fid.italian:3.11", "fid.italian:8.3")
    @implements("fid.english:3.6", "fid.english:3.7", "fid.english:3.8", "fid.english:3.9")
    @implements("fid.english:3.10", "fid.english:3.11", "fid.english:8.3", "fid.italian.ten-rules:8")
    def touched(
        self, position: Position, side: Side, square: int, at: int, *, adjust: bool, book: Rulebook
    ) -> Conduct:
        """Return the conduct after `side` touched what stands on `square`.

        Until a piece is let go it may go to any square open to it, so touching binds the piece and not the
        move. Touching a piece that can move also ends the right to correct. Notice lifts the duty; where the
        book asks for the opponent's consent, notice alone does not.

        Args:
            position: what stands on the board.
            side: who touched.
            square: where, a number of the board.
            at: when, milliseconds.
            adjust: they gave notice that they straighten the piece.
            book: the rulebook that judges the game.
        Source:
            FID 2008, 3.6 to 3.11, 8.3.

        >>> from damiera.regulations.book import rulebook
        >>> from damiera.rules.ruleset import ITALIAN
        >>> start, book = ITALIAN.start(), rulebook("fid.italian.2008")
        >>> Conduct().touched(start, Side.WHITE, 22, 0, adjust=False, book=book).bound
        22
        """
        values = {"side": side_text(side), "square": square}
        by = side_name(side)
        if adjust and book.governs("adjust_consent"):
            waiting = replace(self, adjusting=(side, square))
            return waiting.noted(at, by, _NOTICE.format(**values), article_on(book, "adjust_consent"))
        if adjust:
            return self.noted(at, by, _ADJUSTED.format(**values), article_on(book, "adjust"))
        if position.side is not side:
            return self.noted(at, by, _OUT_OF_TURN.format(**values), article_on(book, "touched_out_of_turn"))
        piece = pieces_of(position).get(square)
        own = piece is not None and piece.side is side
        if not own or all(move.origin != square for move in position.moves()):
            return self.noted(at, by, _CANNOT_MOVE.format(**values), article_on(book, "touched_unplayable"))
        stands = self.pending is not None
        settled = replace(self, pending=None, adjusting=None)
        if stands:
            settled = settled.noted(at, by, _TOO_LATE, article_on(book, "correction_until"))
        if self.bound is not None:
            values["bound"] = self.bound
            return settled.noted(at, by, _FIRST.format(**values), article_on(book, "first_touched"))
        bound = replace(settled, bound=square)
        return bound.noted(at, by, _BOUND.format(**values), article_on(book, "touch_move"))


def article_on(book: Rulebook, topic: str) -> str | None:
    """Return the reference of a book's article on a topic; None where the book is silent.

    >>> from damiera.regulations.book import rulebook
    >>> article_on(rulebook("fid.italian.2008"), "touch_move")
    'fid.italian.2008:3.7'
    """
    return book.ref(topic) if book.governs(topic) else None


_ADJUSTED = Message("{side} gives notice and straightens the piece on {square}.")
_NOTICE = Message(
    "{side} gives notice for the piece on {square}, and waits for consent: touched before, it must be played."
)
_OUT_OF_TURN = Message("{side} touches the piece on {square} out of turn: improper.")
_CANNOT_MOVE = Message("{side} touches on {square} what cannot move: improper.")
_BOUND = Message("{side} touched {square}: it must be played.")
_FIRST = Message("{side} touches {square} too: {bound}, touched first, must be played.")
_TOO_LATE = Message("A piece that can move was touched: the irregularity stands.")
