"""`damiera play`: a game in the terminal, by the book."""

from __future__ import annotations

import random
import time
from typing import Any

import click

from damiera._core import Move, Position, Side
from damiera.cli.common import GAME, lang_option, language, position_of
from damiera.endgame.files import default_folder
from damiera.engine.builtin import BuiltinEngine
from damiera.engine.levels import HIGHEST, LOWEST, USUAL
from damiera.errors import DamieraError
from damiera.game.events import CountRequested, Moved, RepetitionClaimed, Resigned
from damiera.game.sides import SideName, side_text
from damiera.game.state import Game
from damiera.messages import Lang, Message
from damiera.notation.moves import (
    example_move,
    format_move,
    parse_move,
    plain_move,
    squares_of,
    written_out,
)
from damiera.notation.pdn.model import PdnGame, pdn_game
from damiera.notation.pdn.results import result_of
from damiera.notation.pdn.writer import write_pdn
from damiera.paper.text_board import board_lines
from damiera.rules.ruleset import Ruleset
from damiera.service.analysis_lines import line_view
from damiera.service.board_answers import tell
from damiera.service.game_views import pieces_view
from damiera.service.move_guess import meant_move, spaced_squares
from damiera.service.spoken import WordOrder, move_words
from damiera.service.words import HELP as WORDS
from damiera.service.words import TypedLine, Word, read_line

__all__ = ["command"]

HELP = Message("Type a move ({move}), also in words, or: {words} · book · quit")
OWN_WORDS = {"libro": "book", "livre": "book", "esci": "quit", "quitter": "quit"}
"""The words of the terminal alone; all others are those of the command line of a page."""
_NOT_HERE = frozenset[Word]({"accept", "decline", "draw", "turn"})


@click.command("play")
@click.argument("game", type=GAME)
@click.option("--level", type=click.IntRange(LOWEST, HIGHEST), default=USUAL, show_default=True)
@click.option("--colour", "--color", type=click.Choice(["white", "black", "lot"]), default="white")
@click.option("--fen", default=None, help="Start from this position.")
@click.option("--seed", type=int, default=None, help="Make the engine's choices repeatable.")
@click.option("--spoken", is_flag=True, help="Say moves in words and draw no board, for ears.")
@click.option(
    "--order",
    type=click.Choice(["square", "piece"]),
    default="square",
    show_default=True,
    help="What is named first.",
)
@lang_option
def command(
    game: Ruleset,
    level: int,
    colour: str,
    fen: str | None,
    seed: int | None,
    spoken: bool,
    order: WordOrder,
    lang: Lang | None,
) -> None:
    """Play against the engine in the terminal."""
    you = random.choice([Side.WHITE, Side.BLACK]) if colour == "lot" else Side[colour.upper()]
    table = _Table(
        ruleset=game,
        you=you,
        level=level,
        seed=seed,
        lang=lang or language(),
        start=position_of(game, fen),
        spoken=spoken,
        order=order,
    )
    table.help()
    table.run()


class _Table:
    """One game after the other between a person at the keyboard and the engine."""

    def __init__(
        self,
        *,
        ruleset: Ruleset,
        you: Side,
        level: int,
        seed: int | None,
        lang: Lang,
        start: Position,
        spoken: bool,
        order: WordOrder,
    ) -> None:
        self.you, self.level, self.lang, self.spoken, self.order = you, level, lang, spoken, order
        self.ruleset, self.start = ruleset, start
        self.engine = BuiltinEngine(ruleset.slug, tables=default_folder())
        self.seed = seed
        self.begin()

    def begin(self) -> None:
        """Set the board up."""
        self.game = Game.start(self.ruleset, position=self.start, at=_now())
        self.before: list[Game] = []
        self.pending = ""
        self.told_end = False

    def help(self) -> None:
        """Say what may be typed."""
        words = " · ".join(text.text(self.lang) for word, text in WORDS.items() if word not in _NOT_HERE)
        move = example_move(self.game.ruleset)
        self.say(HELP.format(move=move, words=words).text(self.lang))

    def say(self, text: str, **look: Any) -> None:
        """Write a line."""
        click.secho(text, **look)

    def run(self) -> None:
        """Play until the person leaves."""
        while True:
            if self.game.outcome is None and self.game.side is not self.you:
                self._engine()
            elif not self._person():
                return

    def _engine(self) -> None:
        position = self.game.position
        seed = None if self.seed is None else self.seed + self.game.ply
        choice = self.engine.choose(position, history=self.game.positions[:-1], level=self.level, seed=seed)
        self.say(self._worded(position, choice.move), fg="yellow")
        self._move(choice.move)

    def _worded(self, position: Position, move: Move) -> str:
        """Return a move as it is written; in words, where words were asked for."""
        if not self.spoken:
            return format_move(position, move)
        said = move_words(
            self.game.ruleset,
            line_view(position, [move])[0],
            pieces_view(position),
            detail="full",
            order=self.order,
        )
        return f"{side_text(position.side).text(self.lang)}: {said.text(self.lang)}."

    def _person(self) -> bool:
        """Take one line; return whether the person stays."""
        over = self.game.outcome is not None
        self._show()
        try:
            line = click.prompt(">", prompt_suffix=" ", default="", show_default=False).strip()
        except click.Abort:
            if over:
                return False
            raise
        own = OWN_WORDS.get(line.casefold(), line.casefold())
        if own == "quit" or (over and not line):
            return False
        try:
            self._do(TypedLine("why", "") if own == "book" else self._read(line))
        except DamieraError as error:
            self.say(error.text(self.lang), fg="red")
        return True

    def _read(self, line: str) -> TypedLine:
        """Return what a line says; an empty one asks for help, a yes is what waits to be confirmed."""
        typed = read_line(line) if line else TypedLine("help", "")
        pending, self.pending = self.pending, ""
        return TypedLine("move", pending) if pending and typed.word == "accept" else typed

    def _do(self, line: TypedLine) -> None:
        side: SideName = "white" if self.you is Side.WHITE else "black"
        match line.word:
            case "move":
                self._typed(line.rest)
            case "help":
                self.help()
            case "board":
                self._draw()
            case "undo":
                self._undo()
            case "resign":
                self.game = self.game.apply(Resigned(side=side, at=_now()))
            case "repetition":
                self.game = self.game.apply(RepetitionClaimed(side=side, at=_now()))
            case "count":
                self.game = self.game.apply(CountRequested(side=side, at=_now()))
            case "rematch":
                self._again()
            case _:
                self._answer(line)

    def _answer(self, line: TypedLine) -> None:
        """Answer a question."""
        told = tell(self.game, line, self.lang, self.order)
        if told is not None:
            cited = f" [{', '.join(link.number for link in told.articles)}]" if told.articles else ""
            self.say(". ".join(filter(None, (told.title.rstrip("."), told.text))) + cited)
        elif line.word == "opponent":
            said = Message("{name}, level {level}", name=Message("Computer"), level=self.level)
            self.say(said.text(self.lang))
        elif line.word == "clock":
            self.say(Message("There is no clock in this game").text(self.lang))
        elif line.word == "pdn":
            self.say(write_pdn(self._record()))
        elif line.word == "draw":
            self.say(Message("The computer plays on.").text(self.lang))
        else:
            self.say(Message("{side} to move.", side=side_text(self.game.side)).text(self.lang))

    def _record(self) -> PdnGame:
        over = self.game.outcome
        result = "*" if over is None else result_of(over.winner, self.game.ruleset)
        return pdn_game(self.game.ruleset, self.game.moves, start=self.game.start_position, result=result)

    def _typed(self, text: str) -> None:
        """Play a move as it is written; one in loose words is read back first."""
        if self.game.outcome is not None:
            self.say(Message("The game is over.").text(self.lang))
            return
        position = self.game.position
        written = written_out(position, spaced_squares(text))
        if squares_of(self.game.ruleset, plain_move(written).rpartition("/")[2]):
            self._move(parse_move(position, written))
            return
        meant = meant_move(self.game, text, self.lang, self.order)
        self.pending = meant.line
        self.say(" ".join(filter(None, (meant.answer.title, meant.answer.text))))

    def _move(self, move: Move) -> None:
        path = self.game.position.paths(move)[0]
        after = self.game.apply(Moved(path=path, drops=move.drops, at=_now()))
        self.before.append(self.game)
        self.game = after

    def _undo(self) -> None:
        """Go back to where the person was last to move; nothing happens if that is nowhere."""
        mine = [ply for ply, game in enumerate(self.before) if game.side is self.you]
        if mine and self.game.outcome is None:
            self.game, self.before = self.before[mine[-1]], self.before[: mine[-1]]
            return
        self.say(Message("There is nothing to take back.").text(self.lang))

    def _again(self) -> None:
        """Begin anew with colours swapped, once the game is over."""
        if self.game.outcome is None:
            self.say(Message("The game is not over").text(self.lang))
            return
        self.you = self.you.opponent
        self.begin()

    def _show(self) -> None:
        """Draw the board, unless words were asked for; tell the end once."""
        if not self.spoken:
            self._draw()
        outcome = self.game.outcome
        if outcome is not None and not self.told_end:
            self.told_end = True
            self.say(f"{outcome.score}  {outcome.text(self.lang)} [{outcome.article}]", bold=True)

    def _draw(self) -> None:
        self.say("")
        for row in board_lines(self.game.position, self.you):
            self.say(row)


def _now() -> int:
    return time.time_ns() // 1_000_000
