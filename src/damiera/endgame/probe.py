"""Asking the tables: what a position is worth with best play, and each of its moves."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import cache, partial
from pathlib import Path

from damiera import _endgame
from damiera._core import Move, Position, Rules
from damiera.endgame.counts import counted_endings
from damiera.endgame.errors import MissingTable, NoTablesFor, UnreadableTable
from damiera.endgame.files import (
    counted_folder,
    default_folder,
    lost_table,
    open_table,
    paths_of,
    shipped_folder,
)
from damiera.endgame.material import SliceMaterial, material_of, materials, serves
from damiera.endgame.stock import stock

__all__ = ["EndgameTables", "MoveValue", "PositionValue", "Verdict", "say_once", "sealed_tables"]

log = logging.getLogger("damiera.endgame")


@cache
def say_once(fault: str) -> None:
    """Say in the log what is wrong with a file; not again when the next engine comes upon it.

    >>> say_once("2010.wld is cut short"), say_once("2010.wld is cut short")  # one line of the log
    (None, None)
    """
    log.warning("%s", fault)


class Verdict(Enum):
    """With best play by both sides, if no draw is claimed by count or repetition.

    >>> Verdict.WIN.opposite, Verdict.WIN.rank
    (<Verdict.LOSS: 'loss'>, 2)
    """

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"

    @property
    def opposite(self) -> Verdict:
        """The same for the opponent."""
        return _OPPOSITE[self]

    @property
    def rank(self) -> int:
        """2 for a win, 1 for a draw, 0 for a loss."""
        return _RANK[self]


_OPPOSITE = {Verdict.WIN: Verdict.LOSS, Verdict.DRAW: Verdict.DRAW, Verdict.LOSS: Verdict.WIN}
_RANK = {Verdict.WIN: 2, Verdict.DRAW: 1, Verdict.LOSS: 0}


@dataclass(frozen=True, slots=True)
class PositionValue:
    """What a position is worth to the side to move.

    Attributes:
        verdict: won, drawn or lost.
        plies: to the end, with best play; None in a draw, or without distances.

    >>> PositionValue(Verdict.WIN, 5).moves, PositionValue(Verdict.DRAW).moves
    (3, None)
    """

    verdict: Verdict
    plies: int | None = None

    @property
    def moves(self) -> int | None:
        """Moves of the side to move until the end, where plies are known."""
        return None if self.plies is None else (self.plies + 1) // 2


@dataclass(frozen=True, slots=True)
class MoveValue:
    """What a move is worth to the side that makes it; plies are counted from before it.

    >>> from tempfile import TemporaryDirectory
    >>> from damiera.endgame.build import Builder
    >>> from damiera.rules.ruleset import ITALIAN
    >>> position = ITALIAN.core.read("W:WK30:B10")
    >>> with TemporaryDirectory() as folder:
    ...     Builder(ITALIAN.core, 2, distances=True, folder=Path(folder), threads=1).run()
    ...     [best, _] = EndgameTables(ITALIAN.core, Path(folder), cache_mb=1).moves(position)
    >>> best.move in position.moves(), best.answer
    (True, PositionValue(verdict=<Verdict.WIN: 'win'>, plies=7))
    """

    move: Move
    answer: PositionValue


class EndgameTables:
    """The tables of one game that lie in a folder, and those that come with Damiera where it has none.

    Files are opened when they are first needed. One that cannot be used is said once in the log where another
    serves for it: that which comes with Damiera, or the distances for the verdicts.

    May be asked from several threads at once.

    >>> from tempfile import TemporaryDirectory
    >>> from damiera.endgame.build import Builder
    >>> from damiera.rules.ruleset import ITALIAN
    >>> position = ITALIAN.core.read("W:WK30:B10")
    >>> with TemporaryDirectory() as folder:
    ...     Builder(ITALIAN.core, 2, distances=True, folder=Path(folder), threads=1).run()
    ...     tables = EndgameTables(ITALIAN.core, Path(folder), cache_mb=1)
    ...     tables.probe(position), [one.answer.verdict.value for one in tables.moves(position)]
    (PositionValue(verdict=<Verdict.WIN: 'win'>, plies=7), ['win', 'win'])
    """

    def __init__(
        self, rules: Rules, folder: Path | None = None, *, cache_mb: int = 64, counted: bool = False
    ) -> None:
        """
        Args:
            rules: of the game.
            folder: where its tables lie; the user's own otherwise.
            cache_mb: megabytes of unpacked blocks that are kept.
            counted: ask those that draw the endings which the rules draw by counting, see `counted_folder`.
        Raises:
            NoTablesFor: the game cannot have tables.
        """
        if not serves(rules):
            raise NoTablesFor(rules.slug)
        self.rules = rules
        self.folder = folder or default_folder()
        self._counted = counted
        self._tables = _endgame.Tables(rules, cache_mb=cache_mb)
        self._attached: dict[SliceMaterial, bool] = {}
        self._faults: list[UnreadableTable] = []
        self._opened_below: set[SliceMaterial] = set()
        self._lock = threading.Lock()

    @property
    def faults(self) -> tuple[UnreadableTable, ...]:
        """What is wrong with files for which others served, as far as any were asked for."""
        return tuple(self._faults)

    def probe(self, position: Position) -> PositionValue | None:
        """Return what a position is worth; None if its table is not there.

        Raises:
            UnreadableTable: the file is damaged, or not the right one.
        """
        if not self._has(position):
            return None
        try:
            return self._answer(position)
        except EOFError as lost:
            raise lost_table(self.folder, self.rules, lost) from lost

    def _answer(self, position: Position) -> PositionValue | None:
        value = self._tables.value(position)
        if value is not None:
            verdict, plies = Verdict(value[0]), value[1]
            return PositionValue(verdict, None if verdict is Verdict.DRAW else plies)
        said = self._tables.verdict(position)
        return None if said is None else PositionValue(Verdict(said))

    def need(self, position: Position) -> PositionValue:
        """As `probe`, for a position that must be known.

        Raises:
            MissingTable: its table is not there; the message says how to build it.
            UnreadableTable: the file is damaged, or not the right one.
        """
        answer = self.probe(position)
        if answer is None:
            material = material_of(position)
            raise MissingTable(self.rules.slug, material.name, material.pieces, self.folder)
        return answer

    def moves(self, position: Position) -> tuple[MoveValue, ...]:
        """Return the legal moves with what each is worth, best first: the shortest win, the longest loss.

        Raises:
            MissingTable: the table of a position after a move is not there.
            UnreadableTable: a file is damaged, or not the right one.
        """
        answers = []
        for move in position.moves():
            after = self.need(position.play(move))
            plies = None if after.plies is None else after.plies + 1
            answers.append(MoveValue(move, PositionValue(after.verdict.opposite, plies)))
        return tuple(sorted(answers, key=_order))

    def best(self, position: Position) -> tuple[Move, ...]:
        """Return the moves that keep what the position is worth; of wins of known length, the shortest.

        Raises:
            MissingTable: the table of a position after a move is not there.
            UnreadableTable: a file is damaged, or not the right one.
        """
        answers = self.moves(position)
        return tuple(one.move for one in answers if one.answer == answers[0].answer)

    def _has(self, position: Position) -> bool:
        material = material_of(position)
        if position.detect():
            self._open_smaller(material)
        if min(material[0] + material[1], material[2] + material[3]) == 0:
            return True  # the game is over, or will be after one move
        return self._is_there(material)

    def _is_there(self, material: SliceMaterial) -> bool:
        known = self._attached.get(material)
        if known is not None:
            return known
        with self._lock:
            if material not in self._attached:
                self._attached[material] = self._attach(material)
            return self._attached[material]

    def _open_smaller(self, material: SliceMaterial) -> None:
        """Open what captures lead to: a file of verdicts tells nothing where there is a capture."""
        if material in self._opened_below or not material.is_named:
            return
        for needed in self._tables.needs(material):
            one = SliceMaterial(*needed)
            if one.pieces < material.pieces and self._is_there(one):
                self._open_smaller(one)
        self._opened_below.add(material)

    def _attach(self, material: SliceMaterial) -> bool:
        if not material.is_named:
            return False
        faults: list[UnreadableTable] = []
        found = [
            _attach_first(
                self._tables,
                self.rules,
                self.folder,
                material,
                faults.append,
                distances=distances,
                counted=self._counted,
            )
            for distances in (False, True)
        ]
        if faults and not any(found):
            raise faults[0]
        for fault in faults:
            say_once(str(fault))
        self._faults += faults
        return any(found)


def sealed_tables(
    rules: Rules, folder: Path, report: Callable[[UnreadableTable], object], *, cache_mb: int = 64
) -> object | None:
    """Open all verdicts of a game for `damiera._core.Search`; None where there are none.

    Of a slice without a file of verdicts the distances do. A game of which there are tables that draw the
    endings which the rules draw by counting is searched with these alone; in any, such an ending is drawn
    where distances say that a win takes longer. A file that cannot be used is reported, and left out.

    Args:
        rules: of the game.
        folder: where its tables lie, besides those that come with Damiera.
        report: is told of each file that cannot be used.
        cache_mb: megabytes of unpacked blocks that are kept.

    >>> from tempfile import TemporaryDirectory
    >>> from damiera.rules.ruleset import ruleset
    >>> with TemporaryDirectory() as folder:
    ...     games = [ruleset(slug).core for slug in ("frisian", "italian")]
    ...     found = [sealed_tables(rules, Path(folder), print) for rules in games]
    >>> [one is None for one in found]
    [True, False]
    """
    tables, found = _endgame.Tables(rules, cache_mb=cache_mb), False
    places, limits = (folder, shipped_folder()), counted_endings(rules)
    there = {kept.pieces for one in places for kept in stock(rules, counted_folder(one))} if limits else set()
    counted = bool(there)
    there = there or {kept.pieces for one in places for kept in stock(rules, one)}
    limits = {one: plies for one, plies in limits.items() if one.pieces in there}
    for material in (one for pieces in sorted(there) for one in materials(rules, pieces)):
        attach = partial(_attach_first, tables, rules, folder, material, report)
        if material in limits or material.turned() in limits:
            found |= attach(distances=True)
        found |= any(attach(distances=distances, counted=counted) for distances in (False, True))
    for material, plies in limits.items():
        tables.limit(material, plies)
    return tables.sealed() if found else None


def _attach_sound(
    tables: _endgame.Tables,
    rules: Rules,
    path: Path,
    material: SliceMaterial,
    report: Callable[[UnreadableTable], object],
    *,
    distances: bool,
) -> bool:
    """Return whether a file was there and could be used; report one that could not."""
    try:
        _attach_file(tables, rules, path, material, distances=distances)
    except FileNotFoundError:
        return False
    except UnreadableTable as error:
        report(error)
        return False
    return True


def _attach_first(
    tables: _endgame.Tables,
    rules: Rules,
    folder: Path,
    material: SliceMaterial,
    report: Callable[[UnreadableTable], object],
    *,
    distances: bool,
    counted: bool = False,
) -> bool:
    """Return whether a slice was there and could be used, see `paths_of`; report a file that could not."""
    return any(
        _attach_sound(tables, rules, path, material, report, distances=distances)
        for path in paths_of(folder, rules, material, distances=distances, counted=counted)
    )


def _attach_file(
    tables: _endgame.Tables, rules: Rules, path: Path, material: SliceMaterial, *, distances: bool
) -> None:
    """
    Raises:
        FileNotFoundError: there is no file.
        UnreadableTable: it cannot be used.
    """
    open_table(path, rules, material, distances=distances).attach_to(tables)


def _order(one: MoveValue) -> tuple[int, int]:
    plies = one.answer.plies or 0
    return -one.answer.verdict.rank, plies if one.answer.verdict is Verdict.WIN else -plies
