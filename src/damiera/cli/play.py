"""`damiera play`: a game in the terminal, by the book."""

from __future__ import annotations

import random
import time

import click

from damiera._core import Move, Position, Side
from damiera.cli.common import GAME, lang_option, language, position_of
from damiera.endgame.files import default_folder
from damiera.engine.builtin import BuiltinEngine
from damiera.engine.levels import HIGHEST, LOWEST, USUAL
from damiera.errors import DamieraError
from damiera.game.events import CountRequested, Moved, RepetitionClaimed, Resigned
from damiera.game.sides import SideName
from damiera.game.state import Game
from damiera.messages import Lang, Message
from damiera.notation.moves import example_move, format_move, parse_move
from damiera.rules.explain import explain_position
from damiera.rules.pieces import Piece, piece_at
from damiera.rules.ruleset import Ruleset

__all__ = ["board_lines", "command"]

HELP = Message("Type a move ({move}) or: moves · book · undo · claim · count · resign · fen · quit")
WORDS = {
    "mosse": "moves", "libro": "book", "riprendi": "undo", "patta": "claim", "conta": "count",
    "abbandona": "resign", "esci": "quit", "aiuto": "help", "?": "help",
}  # fmt: skip
PIECE = {Piece.WHITE_MAN: "o", Piece.WHITE_KING: "O", Piece.BLACK_MAN: "x", Piece.BLACK_KING: "X"}


@click.command("play")
@click.argument("game", type=GAME)
@click.option("--level", type=click.IntRange(LOWEST, HIGHEST), default=USUAL, show_default=True)
@click.option("--colour", "--color", type=click.Choice(["white", "black", "lot"]), default="white")
@click.option("--fen", default=None, help="Start from this position.")
@click.option("--seed", type=int, default=None, help="Make the engine's choices repeatable.")
@lang_option
def command(
    game: Ruleset, level: int, colour: str, fen: str | None, seed: int | None, lang: Lang | None
) -> None:
    """Play against the engine in the terminal."""
    you = random.choice([Side.WHITE, Side.BLACK]) if colour == "lot" else Side[colour.upper()]
    table = _Table(game, you, level, seed, lang or language(), position_of(game, fen))
    table.help()
    table.run()


class _Table:
    """One game between a person at the keyboard and the engine."""

    def __init__(
        self, ruleset: Ruleset, you: Side, level: int, seed: int | None, lang: Lang, start: Position
    ) -> None:
        self.you, self.level, self.lang = you, level, lang
        self.game = Game.start(ruleset, position=start, at=_now())
        self.before: list[Game] = []
        self.engine = BuiltinEngine(ruleset.slug, tables=default_folder())
        self.seed = seed

    def help(self) -> None:
        """Say what may be typed."""
        click.echo(HELP.format(move=example_move(self.game.ruleset)).text(self.lang))

    def run(self) -> None:
        while self.game.outcome is None:
            if self.game.side is not self.you:
                self._engine()
            elif not self._person():
                return
        self._show()
        outcome = self.game.outcome
        click.secho(f"{outcome.score}  {outcome.text(self.lang)} [{outcome.article}]", bold=True)

    def _engine(self) -> None:
        position = self.game.position
        seed = None if self.seed is None else self.seed + self.game.ply
        choice = self.engine.choose(position, history=self.game.positions[:-1], level=self.level, seed=seed)
        click.secho(f"{format_move(position, choice.move)}", fg="yellow")
        self._move(choice.move)

    def _person(self) -> bool:
        self._show()
        line = click.prompt(">", prompt_suffix=" ", default="", show_default=False).strip()
        word = WORDS.get(line.lower(), line.lower())
        if word == "quit":
            return False
        try:
            self._do(word, line)
        except DamieraError as error:
            click.secho(error.text(self.lang), fg="red")
        return True

    def _do(self, word: str, line: str) -> None:
        side: SideName = "white" if self.you is Side.WHITE else "black"
        at = _now()
        position = self.game.position
        match word:
            case "" | "help":
                self.help()
            case "moves":
                click.echo("  ".join(format_move(position, m) for m in position.moves()))
            case "book":
                why = explain_position(position)
                click.echo(
                    f"{why.title.text(self.lang)}. {why.text.text(self.lang)} [{', '.join(why.articles)}]"
                )
            case "fen":
                click.echo(position.fen)
            case "undo":
                self._undo()
            case "resign":
                self.game = self.game.apply(Resigned(side=side, at=at))
            case "claim":
                self.game = self.game.apply(RepetitionClaimed(side=side, at=at))
            case "count":
                self.game = self.game.apply(CountRequested(side=side, at=at))
            case _:
                self._move(parse_move(position, line))

    def _move(self, move: Move) -> None:
        path = self.game.position.paths(move)[0]
        after = self.game.apply(Moved(path=path, drops=move.drops, at=_now()))
        self.before.append(self.game)
        self.game = after

    def _undo(self) -> None:
        """Go back to where the person was last to move; nothing happens if that is nowhere."""
        mine = [ply for ply, game in enumerate(self.before) if game.side is self.you]
        if mine:
            self.game, self.before = self.before[mine[-1]], self.before[: mine[-1]]
            return
        click.echo(Message("There is nothing to take back.").text(self.lang))

    def _show(self) -> None:
        click.echo()
        for row in board_lines(self.game.position, self.you):
            click.echo(row)


def board_lines(position: Position, bottom: Side = Side.WHITE) -> list[str]:
    """The board as text: o O White's man and king, x X Black's, numbers on the empty squares."""
    rules = position.rules
    ranks = range(rules.ranks) if bottom is Side.BLACK else reversed(range(rules.ranks))
    rows = []
    for rank in ranks:
        files = range(rules.files) if bottom is Side.WHITE else reversed(range(rules.files))
        cells = (_cell(position, rules.square_at(file, rank)) for file in files)
        rows.append("  " + "".join(cells).rstrip())
    return rows


def _cell(position: Position, square: int | None) -> str:
    if square is None:
        return "    "
    piece = piece_at(position, square)
    return f" {PIECE[piece]}  " if piece else f"{square:>2}  "


def _now() -> int:
    return time.time_ns() // 1_000_000
