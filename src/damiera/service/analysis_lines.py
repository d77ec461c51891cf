"""Lines of play as pages ask for them and as boards show them: a position, and the moves that led to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from damiera._core import Move, Position, Side
from damiera.game.sides import SideName, is_for_two, side_name
from damiera.messages import Lang, Message, Text
from damiera.notation.fen import parse_fen
from damiera.notation.moves import best_route, format_move, parse_move
from damiera.notation.pdn.model import PdnGame
from damiera.rules.crowning import becomes_king, leaves_board
from damiera.rules.ruleset import Ruleset, ruleset
from damiera.service.errors import BadTerms
from damiera.service.game_views import moves_view, pieces_view
from damiera.service.live import after_view, captured_in_order
from damiera.service.views import MoveView, PlyView

__all__ = ["NOT_FOR_TWO", "AnalysisLine", "PositionView", "game_moves", "line_view", "read_line", "state_of"]

LONGEST: Final = 1_000


class AnalysisLine(msgspec.Struct, frozen=True):
    """A position, and the way it was reached.

    Attributes:
        game: which game.
        start: where the line begins.
        moves: its moves.
        positions: all of its positions, the start first.
    """

    game: Ruleset
    start: Position
    moves: tuple[Move, ...]
    positions: tuple[Position, ...]

    @property
    def position(self) -> Position:
        """Where the line has got to."""
        return self.positions[-1]

    @property
    def history(self) -> tuple[Position, ...]:
        """The positions before it."""
        return self.positions[:-1]


class PositionView(msgspec.Struct, frozen=True):
    """A position as a board shows it, with the moves that may be tried."""

    fen: str
    side: SideName
    pieces: dict[str, str]
    moves: tuple[MoveView, ...]
    must: tuple[int, ...]
    last: PlyView | None
    over: str


def read_line(game: str, fen: str, moves: str) -> AnalysisLine:
    """Return the line that a page asks for: moves from a position, or from the start of a game.

    Raises:
        UnknownGame, FenError, IllegalSetup, NotationError: for what cannot be read, with a place.
        BadTerms: for a game that two cannot play, or a line without end.
    """
    rules = ruleset(game)
    if not is_for_two(rules.core):
        raise BadTerms("game", NOT_FOR_TWO)
    texts = moves.split()
    if len(texts) > LONGEST:
        raise BadTerms("moves", _TOO_LONG.format(n=LONGEST))
    start = parse_fen(fen, rules).position() if fen.strip() else rules.start()
    played, positions = list[Move](), [start]
    for text in texts:
        played.append(parse_move(positions[-1], text))
        positions.append(positions[-1].play(played[-1]))
    return AnalysisLine(rules, start, tuple(played), tuple(positions))


def state_of(line: AnalysisLine, lang: Lang) -> PositionView:
    """Return what a board shows at the end of a line."""
    position = line.position
    last = line_view(line.positions[-2], line.moves[-1:], ply=len(line.moves) - 1) if line.moves else ()
    moves = moves_view(position)
    captures = position.detect()
    return PositionView(
        fen=position.fen,
        side=side_name(position.side),
        pieces=pieces_view(position),
        moves=moves,
        must=tuple(dict.fromkeys(move.origin for move in moves)) if captures else (),
        last=last[0] if last else None,
        over="" if moves else _over(position).text(lang),
    )


def _over(position: Position) -> Text:
    winner = position.winner()
    if winner is None:
        return Message("The game is over: a draw.")
    if winner is Side.WHITE:
        return Message("The game is over: White wins.")
    return Message("The game is over: Black wins.")


def line_view(position: Position, moves: Sequence[Move], *, ply: int = 0) -> tuple[PlyView, ...]:
    """Return moves from a position as a board can play them."""
    out = []
    for number, move in enumerate(moves, ply):
        path = best_route(position, move)
        out.append(
            PlyView(
                ply=number,
                text=format_move(position, move),
                path=path,
                captured=captured_in_order(position, move, path),
                promotes=becomes_king(position.rules, move),
                leaves=leaves_board(position.rules, move),
                becomes=move.becomes,
                side=side_name(position.side),
                after=after_view(position, move),
                drops=move.drops,
            )
        )
        position = position.play(move)
    return tuple(out)


def game_moves(game: PdnGame) -> tuple[PlyView, ...]:
    """Return the moves of a game as a board can play them, and how it stands where it changed between two."""
    out = list[PlyView]()
    for part in game.part_games:
        if out:
            stands = pieces_view(part.start)
            out[-1] = msgspec.structs.replace(out[-1], after=stands, jump=part.start.fen)
        out += line_view(part.start, part.moves, ply=len(out))
    return tuple(out)


NOT_FOR_TWO: Final = Message("Analysis is for games of two: this one is played by more.")
_TOO_LONG: Final = Message("A line has at most {n} moves.")
