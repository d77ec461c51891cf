"""Endgame tables: built on this machine, checked, and asked. See docs/endgame.md."""

from __future__ import annotations

from damiera.endgame.build import Builder, BuildProgress
from damiera.endgame.errors import EndgameError, MissingTable, NoTablesFor, UnreadableTable
from damiera.endgame.material import SliceMaterial, material_of, materials, serves
from damiera.endgame.probe import EndgameTables, MoveValue, PositionValue, Verdict
from damiera.endgame.stock import TableStock, stock
from damiera.endgame.verify import CheckResult, Verifier

__all__ = [
    "BuildProgress",
    "Builder",
    "CheckResult",
    "EndgameError",
    "EndgameTables",
    "MissingTable",
    "MoveValue",
    "NoTablesFor",
    "PositionValue",
    "SliceMaterial",
    "TableStock",
    "UnreadableTable",
    "Verdict",
    "Verifier",
    "material_of",
    "materials",
    "serves",
    "stock",
]
