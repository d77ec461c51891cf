"""A game and a rulebook on the table: what the tests of articles ask of them, in the game's own squares."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from damiera._core import Position, Side
from damiera.game.events import Moved
from damiera.game.outcome import Outcome
from damiera.game.state import Game
from damiera.notation.fen import format_fen, parse_fen
from damiera.notation.moves import parse_move
from damiera.notation.numbering import parse_square, square_name
from damiera.regulations.book import Rulebook, rulebook
from damiera.rules.explain import explain_move, explain_position
from damiera.rules.ruleset import Ruleset, ruleset

WHITE, BLACK = Side.WHITE, Side.BLACK


@dataclass(frozen=True)
class Desk:
    """One rulebook, and the game as it is played by it."""

    id: str
    slug: str = ""

    @cached_property
    def book(self) -> Rulebook:
        return rulebook(self.id)

    @cached_property
    def game(self) -> Ruleset:
        return ruleset(self.slug or self.book.game)

    def at(self, fen: str) -> Position:
        return parse_fen(fen, self.game).position()

    def name(self, square: int) -> str:
        return square_name(self.game, square)

    def moves(self, fen: str) -> set[str]:
        """Every legal move with its whole route: `c3-d4`, `c3xe5xc7`; what re-enters comes before."""
        return self.texts(self.at(fen))

    def texts(self, position: Position) -> set[str]:
        return {
            "".join(f"{self.name(square)}@" for square in move.drops)
            + ("x" if move.is_capture else "-").join(map(self.name, path))
            for move in position.moves()
            for path in position.paths(move)
        }

    def cited(self, fen: str, *route: str) -> str:
        """The article that decides about a move tried, by its number."""
        return self.number(explain_move(self.at(fen), self.squares(*route), self.id).articles[0])

    def squares(self, *route: str) -> list[int]:
        """The squares of a route as numbers."""
        return [parse_square(self.game, square) for square in route]

    def reasons(self, fen: str) -> set[str]:
        """The articles that say why the legal moves of a position are what they are."""
        return {self.number(ref) for ref in explain_position(self.at(fen), self.id).articles}

    def after(self, fen: str, text: str) -> str:
        """The position after a move, as FEN."""
        position = self.at(fen)
        return format_fen(position.play(parse_move(position, text)))

    def start(self, fen: str | None = None, *, recorded: bool = True, automatic: bool = True) -> Game:
        return Game.start(
            self.game,
            rulebook=self.id,
            position=self.at(fen) if fen else None,
            recorded=recorded,
            automatic_count=automatic,
        )

    def play(self, game: Game, *texts: str) -> Game:
        for text in texts:
            move = parse_move(game.position, text)
            path = game.position.paths(move)[0]
            game = game.apply(Moved(path=path, drops=move.drops, at=0))
        return game

    def go_round(self, game: Game, texts: Sequence[str], plies: int) -> Game:
        """The same moves over and over, until so many have been played."""
        for ply in range(plies):
            assert game.outcome is None, f"over after {ply} plies"
            game = self.play(game, texts[ply % len(texts)])
        return game

    def ended(self, game: Game) -> str:
        """The article under which a game is over."""
        assert game.outcome is not None
        return self.number(str(game.outcome.article))

    def number(self, ref: str) -> str:
        return ref.removeprefix(f"{self.id}:")


def outcome(game: Game) -> Outcome:
    assert game.outcome is not None
    return game.outcome
