"""What the tests of analysis share."""

from __future__ import annotations

from damiera._core import Move, Position
from damiera.analysis.engine_view import EngineView, look
from damiera.engine.builtin import BuiltinEngine
from damiera.engine.limits import SearchLimits
from damiera.notation.fen import parse_fen
from damiera.notation.moves import format_move, parse_move
from damiera.rules.ruleset import ITALIAN, Ruleset

__all__ = ["asker", "at", "line", "texts"]


def at(fen: str, game: Ruleset = ITALIAN) -> Position:
    """The position of a FEN."""
    return parse_fen(fen, game).position()


def line(position: Position, moves: str) -> list[Move]:
    """The moves of a text, played from a position."""
    out = []
    for text in moves.split():
        out.append(parse_move(position, text))
        position = position.play(out[-1])
    return out


def texts(position: Position, moves: tuple[Move, ...]) -> str:
    """Moves as the game writes them."""
    out = []
    for move in moves:
        out.append(format_move(position, move))
        position = position.play(move)
    return " ".join(out)


class asker:  # noqa: N801  reads as a function
    """The built-in mind with a limit of nodes, made anew: the same answers, whatever is learned later."""

    def __init__(self, game: Ruleset = ITALIAN, nodes: int = 20_000, lines: int = 2) -> None:
        self.engine = BuiltinEngine(game.slug, hash_mb=8, learned=False)
        self.nodes, self.lines = nodes, lines

    def __call__(self, position: Position, history: object = ()) -> EngineView:
        return look(self.engine, position, (), SearchLimits(nodes=self.nodes), lines=self.lines)
