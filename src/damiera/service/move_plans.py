"""Conditional moves by correspondence: if they play this, I answer that.

A plan belongs to a side, holds for one position in which the other side is to move, and is seen by nobody
else. When the other side's move is in it, the answer is made at once and what follows is left of the plan;
any other move, an offer of a draw or a move taken back drops it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import msgspec

from damiera._core import Position, Side
from damiera.errors import DamieraError
from damiera.game.events import Moved
from damiera.game.sides import is_for_two, side_name
from damiera.game.state import Game
from damiera.messages import Message
from damiera.notation.moves import best_route, format_move, parse_move
from damiera.service.errors import BadTerms, NotYours
from damiera.service.live import GameTransaction, LiveGame

__all__ = ["MovePlan", "answer_by_plan", "may_plan", "plan_of", "require_plan", "set_plan"]

Line = tuple[str, ...]
"""Moves in turn, as they are written: theirs, the answer, theirs, the answer."""

MOST_LINES: Final = 24
LONGEST_LINE: Final = 40

_NOT_HERE: Final = Message(
    "Conditional moves are for games by correspondence, while the opponent is to move: make them then."
)
_ODD: Final = Message("Line {n} ends with a move of the opponent: add your answer to it.")
_TOO_MANY: Final = Message("There are at most {lines} lines of {moves} moves.")
_WRONG: Final = Message("Line {n}, “{move}”: {why}")
_TWO_ANSWERS: Final = Message("Lines {first} and {second} answer {move} in two ways: leave one.")


class _Kept(msgspec.Struct, frozen=True):
    fen: str
    ply: int
    lines: tuple[Line, ...]


_kept = msgspec.json.Decoder(_Kept)


class MovePlan(msgspec.Struct, frozen=True):
    """What a side answers to which moves, from a position after `ply` half-moves.

    >>> MovePlan("W:W18:B5", 7, (("18-14", "5-9"),)).encode()
    '{"fen":"W:W18:B5","ply":7,"lines":[["18-14","5-9"]]}'
    """

    fen: str
    ply: int
    lines: tuple[Line, ...]

    def encode(self) -> str:
        """Return the plan as it is kept."""
        return msgspec.json.encode(_Kept(self.fen, self.ply, self.lines)).decode()

    @classmethod
    def decode(cls, text: str) -> MovePlan:
        """Return the plan that `encode` wrote; one without lines if it cannot be read."""
        try:
            kept = _kept.decode(text)
        except msgspec.DecodeError:
            return cls("", -1, ())
        return cls(kept.fen, kept.ply, kept.lines)

    def fits(self, game: Game) -> bool:
        """Tell whether the plan was made for the position on the board."""
        return bool(self.lines) and (self.ply, self.fen) == (game.ply, game.position.fen)


def may_plan(live: LiveGame, side: Side) -> bool:
    """Tell whether a side may lay answers ahead: by correspondence, while the other is to move."""
    game = live.game
    return (
        live.by_correspondence
        and is_for_two(game.ruleset.core)
        and game.outcome is None
        and not live.waiting
        and game.side is not side
        and game.conduct.halt is None
        and (game.auction is None or not game.auction.is_open)
    )


def plan_of(live: LiveGame, side: Side) -> tuple[str, ...]:
    """Return the lines that a side has laid ahead, as they are typed; none if they no longer fit."""
    kept = live.plans.get(side_name(side))
    plan = MovePlan.decode(kept) if kept else None
    return tuple(" ".join(line) for line in plan.lines) if plan is not None and plan.fits(live.game) else ()


def require_plan(live: LiveGame, player_id: str | None) -> None:
    """Let only who may lay answers ahead look for them.

    Raises:
        NotYours: for who has no side of this game, or all of them.
        BadTerms: where nothing can be laid ahead.
    """
    sides = live.sides_of(player_id)
    if len(sides) != 1:
        raise NotYours
    if not may_plan(live, sides[0]):
        raise BadTerms("text", _NOT_HERE)


def set_plan(transaction: GameTransaction, side: Side, text: str) -> None:
    """Lay answers ahead in place of what was laid: a line each, `10-14 22-18 11-15 18x11`; no line for none.

    Raises:
        BadTerms: for what is no line of moves from here, or answers a move twice.
        RefusedAct: where nothing can be laid ahead.
    """
    live = transaction.live
    if not may_plan(live, side):
        raise BadTerms("text", _NOT_HERE)
    lines = read_lines(live.game.position, text)
    plan = MovePlan(live.game.position.fen, live.game.ply, lines)
    transaction.touch()
    _keep(transaction, side, plan)


def read_lines(position: Position, text: str) -> tuple[Line, ...]:
    """Return the lines of a text, their moves as the game writes them. Raises `BadTerms`."""
    typed = [words for row in text.splitlines() if (words := row.replace(",", " ").split())]
    if len(typed) > MOST_LINES or any(len(words) > LONGEST_LINE for words in typed):
        raise BadTerms("text", _TOO_MANY.format(lines=MOST_LINES, moves=LONGEST_LINE))
    lines: list[Line] = []
    for n, words in enumerate(typed, 1):
        line = _line(position, words, n)
        for first, other in enumerate(lines, 1):
            _refuse_two_answers(other, line, first, n)
        lines.append(line)
    return tuple(dict.fromkeys(lines))


def _line(position: Position, words: Sequence[str], n: int) -> Line:
    line = []
    for word in words:
        try:
            move = parse_move(position, word)
        except DamieraError as error:
            raise BadTerms("text", _WRONG.format(n=n, move=word[:20], why=error.message)) from error
        line.append(format_move(position, move))
        position = position.play(move)
    if len(line) % 2:
        raise BadTerms("text", _ODD.format(n=n))
    return tuple(line)


def _refuse_two_answers(one: Line, other: Line, first: int, second: int) -> None:
    for at, (mine, yours) in enumerate(zip(one, other, strict=False)):
        if mine != yours and at % 2:
            raise BadTerms("text", _TWO_ANSWERS.format(first=first, second=second, move=one[at - 1]))
        if mine != yours:
            return


def answer_by_plan(transaction: GameTransaction) -> None:
    """Make the answers that were laid ahead to the move just played, of both sides in turn."""
    while transaction.live.plans and _answered(transaction):
        pass


def _answered(transaction: GameTransaction) -> bool:
    """Make one answer of the side to move, if its plan has one; drop or shorten that plan."""
    live = transaction.live
    game, side = live.game, live.game.side
    kept = live.plans.get(side_name(side))
    if kept is None or not game.ply:
        return False
    plan, before = MovePlan.decode(kept), game.positions[-2]
    was_for_this = (plan.ply, plan.fen) == (game.ply - 1, before.fen)
    played = format_move(before, game.moves[-1])
    lines = tuple(line[1:] for line in plan.lines if was_for_this and line[0] == played)
    if not lines or game.outcome is not None or game.draw_offer is not None:
        _keep(transaction, side, MovePlan("", -1, ()))
        return False
    try:
        _play(transaction, lines[0][0])
    except DamieraError:
        _keep(transaction, side, MovePlan("", -1, ()))
        return False
    after, left = transaction.live.game, tuple(line[1:] for line in lines if len(line) > 1)
    _keep(transaction, side, MovePlan(after.position.fen, after.ply, left))
    return True


def _play(transaction: GameTransaction, text: str) -> None:
    live = transaction.live
    side, position = live.game.side, live.game.position
    move = parse_move(position, text)
    path, name = best_route(position, move), side_name(side)
    moved = Moved(path=tuple(path), drops=tuple(move.drops), at=transaction.now, side=name)
    transaction.happen(moved, live.seat(side).player_id)


def _keep(transaction: GameTransaction, side: Side, plan: MovePlan) -> None:
    """Keep a plan in place of the one before; one without lines is only taken away."""
    name, text = side_name(side), plan.encode() if plan.lines else ""
    transaction.work.games.keep_plan(transaction.live.id, side=name, text=text)
    plans = {other: kept for other, kept in transaction.live.plans.items() if other != name}
    transaction.live = replace(transaction.live, plans=plans | ({name: text} if text else {}))
