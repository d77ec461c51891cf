"""Asking the endgame tables what a position is worth, and which games have any."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from damiera._core import Position
from damiera.endgame.errors import DamagedTable, EndgameError, MissingTable, UnreadableTable
from damiera.endgame.files import repair_command
from damiera.endgame.material import FEWEST, material_of
from damiera.endgame.probe import EndgameTables, MoveValue, PositionValue, say_once
from damiera.endgame.sentences import count_sentence
from damiera.errors import DamieraError
from damiera.messages import Message, Text, Verbatim
from damiera.notation.fen import parse_fen
from damiera.rules.ruleset import CATALOGUE, Ruleset, ruleset
from damiera.service.errors import NotFound
from damiera.service.workers.endgames import most_pieces

__all__ = ["TableReport", "ask_tables", "game_with_tables", "games_with_tables", "pieces_offered"]

CACHE_MB: Final = 1


class TableReport(msgspec.Struct, frozen=True):
    """What the tables say of a position.

    Attributes:
        position: the position.
        pieces: how many there are on it.
        can_build: whether the app offers to build the tables for so many.
        value: what it is worth to the side to move; None where the tables say nothing.
        counted: that the rules draw it by counting before it is won; empty where they do not.
        moves: what each move is worth.
        missing: why the tables say nothing.
        damaged: which table is there and cannot be read; another may have served for it.
        uncounted: why nobody knows whether the rules draw it by counting; None where that is known.
    """

    position: Position
    pieces: int
    can_build: bool
    value: PositionValue | None = None
    counted: Text = Verbatim("")
    moves: tuple[MoveValue, ...] = ()
    missing: Text | None = None
    damaged: Text | None = None
    uncounted: Text | None = None


def game_with_tables(slug: str) -> Ruleset:
    """Return a game that has endgame tables.

    Raises:
        NotFound: if there is no such game, or it has none.
    """
    try:
        game = ruleset(slug)
    except DamieraError as error:
        raise NotFound(slug, error.message) from error
    if not most_pieces(game.slug):
        raise NotFound(slug, _NO_TABLES)
    return game


def games_with_tables() -> Sequence[Ruleset]:
    """Return the games that have endgame tables, in the order of the catalogue."""
    return [game for game in CATALOGUE.values() if most_pieces(game.slug)]


def pieces_offered(game: Ruleset) -> range:
    """Return for how many pieces the app offers to build tables."""
    return range(FEWEST, most_pieces(game.slug) + 1)


def ask_tables(game: Ruleset, fen: str, folder: Path, *, names_folder: bool = False) -> TableReport:
    """Return what the tables in a folder say of a position. Reads files.

    Args:
        game: which has tables.
        fen: the position.
        folder: where they lie.
        names_folder: whether the reader may know of it.
    Raises:
        FenError, IllegalSetup: for a position that is none.
    """
    position = parse_fen(fen, game).position()
    pieces = material_of(position).pieces
    can_build = pieces <= most_pieces(game.slug)
    tables = EndgameTables(game.core, folder, cache_mb=CACHE_MB)
    try:
        value, moves = tables.need(position), tables.moves(position)
    except MissingTable as error:
        why: Text = _MISSING.format(pieces=error.pieces, game=game.name)
        return TableReport(position, pieces, can_build, missing=why)
    except DamagedTable as error:
        why = _damage(game, error)
        return TableReport(position, pieces, can_build, missing=why, damaged=why)
    except EndgameError as error:
        return TableReport(position, pieces, can_build, missing=error.message)
    faults = [_damage(game, fault) for fault in tables.faults if isinstance(fault, DamagedTable)]
    damaged = faults[0] if faults else None
    report = TableReport(position, pieces, can_build, value, moves=tuple(moves), damaged=damaged)
    try:
        return msgspec.structs.replace(report, counted=count_sentence(position, value, folder))
    except UnreadableTable as fault:
        say_once(str(fault))
        return msgspec.structs.replace(report, uncounted=_count_not_known(game, fault, names_folder))


def _damage(game: Ruleset, fault: DamagedTable) -> Text:
    return _DAMAGED.format(table=fault.path.name, game=game.name, what=fault.what)


def _count_not_known(game: Ruleset, fault: UnreadableTable, names_folder: bool) -> Text:
    command = repair_command(fault.path, names_folder=names_folder)
    return _UNCOUNTED.format(table=fault.path.name, game=game.name, command=command)


_NO_TABLES: Final = Message("There are no endgame tables for this game.")
_MISSING: Final = Message("{game}: the table of {pieces} pieces for this position is not there yet.")
_DAMAGED: Final = Message("{game}: the table {table} is damaged ({what}). Building again writes it anew.")
_UNCOUNTED: Final = Message(
    "{game}: whether the rules draw it by counting moves is not known, as the table {table} that counts with "
    "them cannot be used. '{command}' writes it anew."
)
