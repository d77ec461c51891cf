"""What the commands that judge games share: reading a collection, limits, an engine for each game."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import click

from damiera._core import Position
from damiera.analysis.engine_view import EngineView, look
from damiera.cli.common import printable
from damiera.endgame.files import default_folder
from damiera.engine.builtin import BuiltinEngine
from damiera.engine.limits import SearchLimits
from damiera.notation.pdn.errors import PdnError

if TYPE_CHECKING:
    from damiera.notation.pdn.model import PdnGame
    from damiera.rules.ruleset import Ruleset

__all__ = ["FILE", "EngineAsker", "place_of", "read_games"]

FILE = click.Path(path_type=Path, exists=True, dir_okay=False, allow_dash=True)
HASH_MB = 32
SECOND_TIMES = 5
"""How many times as long is looked at a move that is called bad."""


class EngineAsker:
    """The built-in engine of one game with its endgame tables, asked within the same limits every time."""

    def __init__(self, game: str, limits: SearchLimits, lines: int = 2) -> None:
        self.limits, self.lines = limits, lines
        self._engine = BuiltinEngine(game, hash_mb=HASH_MB, tables=default_folder())

    def __call__(self, position: Position, history: Sequence[Position]) -> EngineView:
        """Return what the engine sees."""
        return look(self._engine, position, history, self.limits, lines=self.lines)

    def deeper(self, position: Position, history: Sequence[Position]) -> EngineView:
        """Return what the engine sees with `SECOND_TIMES` as many nodes."""
        limits = replace(self.limits, nodes=self.limits.nodes * SECOND_TIMES)
        return look(self._engine, position, history, limits, lines=self.lines)

    def clear(self) -> None:
        """Forget the games seen so far, so that each is judged alike wherever it stands in a file."""
        self._engine.clear()


def read_games(path: Path, game: Ruleset | None) -> Iterator[PdnGame | PdnError]:
    """Yield every game of a file, or what is wrong with it."""
    from damiera.notation.pdn.stream import read_file

    source = BytesIO(sys.stdin.buffer.read()) if str(path) == "-" else path
    for item in read_file(source, default=game):
        yield item if isinstance(item, PdnError) else item.game()


def place_of(name: str, error: PdnError, lang: str) -> str:
    """Return where an error is and what it is, on one line."""
    reason = error.reason.text(lang)
    return printable(f"{name}:{error.line}:{error.column}: {error.game}: {reason}")
