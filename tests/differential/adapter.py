"""The fast core in the words of the reference: its positions as states, its moves as four facts.

Squares are matched by their coordinates, so that how a game numbers them is a question of its own.
"""

from __future__ import annotations

from damiera import _core
from damiera.notation.fen import parse_fen
from damiera.rules.ruleset import ruleset_of
from tests.differential.reference import GAMES, draughts, fens
from tests.differential.reference.boards import Cell
from tests.differential.reference.draughts import Board, Found, Game, State
from tests.differential.reference.games import losing

_SIDES = {"W": _core.Side.WHITE, "B": _core.Side.BLACK}


class Adapter:
    """One game of the trait table in the core, in the catalogue or made of house rules."""

    def __init__(self, slug: str, game: Game | None = None) -> None:
        self.rules = _core.rules(slug)
        self.game: Game = game or reference_game(slug)
        self.cells: dict[int, Cell] = {n: self.rules.coordinates(n) for n in range(1, self.rules.squares + 1)}
        self._squares = {cell: n for n, cell in self.cells.items()}

    def position(self, state: State) -> _core.Position:
        """The core's position with these pieces, and the king moves in a row that the state has counted."""
        if state.white_run or state.black_run:
            return parse_fen(fens.write_draughts(self.game, state), ruleset_of(self.rules)).position()
        of = {letter: [self._squares[c] for c, p in state.board.items() if p == letter] for letter in "wWbB"}
        return self.rules.position(_SIDES[state.side], of["w"], of["W"], of["b"], of["B"])

    def board(self, position: _core.Position) -> Board:
        return {self.cells[square]: piece for square, piece in position.pieces.items()}

    def moves(self, position: _core.Position) -> dict[Found, _core.Move]:
        """The core's moves by what they are; no two may be the same."""
        moves = position.moves()
        out = {self.found(move): move for move in moves}
        assert len(out) == len(moves), f"a move is listed twice: {position.fen}"
        return out

    def found(self, move: _core.Move) -> Found:
        captured = frozenset(self.cells[square] for square in move.captured)
        return Found(self.cells[move.origin], self.cells[move.destination], captured, move.promotes)

    def routes(self, position: _core.Position, move: _core.Move) -> set[tuple[Cell, ...]]:
        """Every way to play a capture."""
        return {tuple(self.cells[square] for square in path) for path in position.paths(move)}


def reference_game(slug: str) -> Game:
    """The reference's game of that name."""
    return losing(GAMES[slug.removesuffix("-losing")]) if slug.endswith("-losing") else GAMES[slug]


def known(slugs: list[str]) -> list[str]:
    """Those of the games that the core has."""
    out = []
    for slug in slugs:
        try:
            _core.rules(slug)
        except KeyError:
            continue
        out.append(slug)
    return out


def routes(game: Game, state: State, move: Found) -> set[tuple[Cell, ...]]:
    """Every way to play a capture that precedence allows, as the reference sees it."""
    lines = draughts.allowed_lines(game, state)
    return {line.path for line in lines if draughts.found(game, state.board, line) == move}
