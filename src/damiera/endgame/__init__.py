"""Endgame tables: built on this machine, checked, and asked. See docs/endgame.md."""

from __future__ import annotations

from damiera.endgame.build import Builder, Progress
from damiera.endgame.errors import EndgameError, MissingTable, NoTablesFor, UnreadableTable
from damiera.endgame.material import Material, material_of, materials, serves
from damiera.endgame.probe import Answer, EndgameTables, MoveAnswer, Verdict
from damiera.endgame.shelf import Stock, stock
from damiera.endgame.verify import Checked, Verifier

__all__ = [
    "Answer",
    "Builder",
    "Checked",
    "EndgameError",
    "EndgameTables",
    "Material",
    "MissingTable",
    "MoveAnswer",
    "NoTablesFor",
    "Progress",
    "Stock",
    "UnreadableTable",
    "Verdict",
    "Verifier",
    "material_of",
    "materials",
    "serves",
    "stock",
]
