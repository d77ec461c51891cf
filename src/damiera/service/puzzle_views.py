"""Puzzles: as they are kept and shown, and those that come with the program."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from importlib.resources import files

import msgspec

from damiera._core import Position, Side
from damiera.analysis.puzzles import Goal, Puzzle, solved_text, task_text
from damiera.messages import Lang, Recorded, Text, from_data, to_data
from damiera.notation.fen import parse_fen
from damiera.notation.pdn.model import PdnGame
from damiera.rules.ruleset import CATALOGUE, ruleset
from damiera.service.game_reports import moves_text

__all__ = ["PuzzleView", "kept_puzzle", "read_puzzle", "shipped"]


class PuzzleView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A puzzle as it is kept: moves as the game writes them, and why the first is right.

    Attributes:
        reason: why, as `damiera.messages.to_data` writes it; None where only the search says so.
        it, en: the same in puzzles kept by earlier versions, which wrote it in two languages.
        missed: what its owner played there instead, in a game of their own; empty where they found it, or the
            move was somebody else's.
    """

    id: str
    game: str
    fen: str
    goal: Goal
    solution: tuple[str, ...]
    theme: str
    depth: int
    easy: bool
    reason: object = None
    it: str = ""
    en: str = ""
    ply: int = 0
    missed: str = ""
    source: dict[str, str] = msgspec.field(name="from", default_factory=dict)

    def said(self, lang: Lang) -> str:
        """Return why the first move is right."""
        return solved_text(self.goal, self.theme, self.solution[0], self._reason).text(lang)

    @property
    def _reason(self) -> Text | None:
        if self.reason is not None:
            return from_data(self.reason)
        return Recorded({"it": self.it, "en": self.en}) if self.en else None

    def task(self, lang: Lang) -> str:
        """Return what is to be found."""
        return task_text(self.position, self.goal).text(lang)

    @property
    def position(self) -> Position:
        """Where it begins."""
        return parse_fen(self.fen, ruleset(self.game)).position()


_decoder = msgspec.json.Decoder(PuzzleView)


def read_puzzle(body: str | bytes) -> PuzzleView:
    """Return a puzzle as it was kept."""
    return _decoder.decode(body)


@cache
def shipped() -> Mapping[str, PuzzleView]:
    """Return the puzzles that come with the program, from published games: the shorter ones first."""
    text = (files("damiera.analysis") / "data" / "puzzles.jsonl").read_bytes()
    found = [read_puzzle(line) for line in text.splitlines() if line.strip()]
    games = list(CATALOGUE)
    found.sort(key=lambda one: (games.index(one.game), len(one.solution), not one.easy, one.id))
    return {puzzle.id: puzzle for puzzle in found}


def kept_puzzle(puzzle: Puzzle, game: PdnGame, begin: int, own: Collection[Side]) -> PuzzleView:
    """Return a puzzle as it is kept for somebody who had the sides `own` in the game.

    Args:
        game: the part of the game that it is of, whose first ply is number `begin`.
    """
    moves = tuple(moves_text(puzzle.position, puzzle.solution).split())
    reason = puzzle.reason
    played = game.mainline[puzzle.ply].text if puzzle.ply < len(game.mainline) else ""
    is_own_error = puzzle.position.side in own and played != moves[0]
    tags = {name: game.tags[name] for name in ("White", "Black", "Event", "Date") if game.tags.get(name)}
    return PuzzleView(
        id=puzzle.id,
        game=game.ruleset.slug,
        fen=puzzle.position.fen,
        goal=puzzle.goal,
        solution=moves,
        theme=puzzle.theme,
        reason=to_data(reason.text) if reason else None,
        depth=puzzle.depth,
        easy=puzzle.seen,
        ply=begin + puzzle.ply,
        missed=played if is_own_error else "",
        source=tags,
    )
