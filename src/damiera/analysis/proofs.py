"""Proof-number search: a win that holds against every answer, found without any evaluation.

It proves wins only, by the rules and by endgame tables. A repetition on the way counts as no win, and so does
a position at the end of the budget: what is proved is true, what is not proved is not known.

Source:
    L. V. Allis, M. van der Meulen, H. J. van den Herik, Proof-number search, Artificial Intelligence 66
    (1994), 91-124.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

from damiera._core import Position, Side
from damiera.analysis.truth import Truth

__all__ = ["is_won", "proved_result"]

_NEVER: Final = 1 << 40


@dataclass(slots=True)
class _Node:
    """A position in the tree; `own` if the side that should win is to move."""

    position: Position
    parent: _Node | None
    own: bool
    proof: int = 1
    disproof: int = 1
    children: list[_Node] = field(default_factory=list)


def is_won(position: Position, side: Side, truth: Truth, *, budget: int) -> bool:
    """Tell whether a win of `side` was proved; False means that it was not, and nothing more.

    Args:
        position: anybody may be to move.
        side: who should win.
        truth: what is known of endings.
        budget: positions looked at.

    >>> from damiera.analysis.truth import TableTruth
    >>> from damiera.notation.fen import parse_fen
    >>> from damiera.rules.ruleset import ITALIAN
    >>> position = parse_fen("W:W9,10:B5", ITALIAN).position()
    >>> is_won(position, Side.WHITE, TableTruth(), budget=500)
    True
    """
    root = _Node(position, None, position.side is side)
    _judge(root, side, truth)
    left = budget
    while left > 0 and root.proof and root.disproof:
        leaf = root
        while leaf.children:
            leaf = min(leaf.children, key=(lambda n: n.proof) if leaf.own else (lambda n: n.disproof))
        for move in leaf.position.moves():
            child = _Node(leaf.position.play(move), leaf, not leaf.own)
            _judge(child, side, truth)
            leaf.children.append(child)
            left -= 1
        _carry_up(leaf)
    return root.proof == 0


def proved_result(position: Position, truth: Truth, *, budget: int) -> Literal["", "white", "black", "draw"]:
    """Return what is proved of a position: who wins, a draw by the tables, or nothing.

    Args:
        position: any.
        truth: what is known of endings.
        budget: positions looked at for each side.

    >>> from damiera.analysis.truth import TableTruth
    >>> from damiera.rules.ruleset import ITALIAN
    >>> proved_result(ITALIAN.start(), TableTruth(), budget=50)
    ''
    """
    if truth.worth(position) == 1:
        return "draw"
    if is_won(position, Side.WHITE, truth, budget=budget):
        return "white"
    return "black" if is_won(position, Side.BLACK, truth, budget=budget) else ""


def _judge(node: _Node, side: Side, truth: Truth) -> None:
    here = node.position
    winner = here.winner()
    if winner is None and not here.has_moves():
        winner = here.side.opponent
    if winner is not None:
        _settle(node, won=winner is side)
    elif _repeats(node):
        _settle(node, won=False)
    else:
        worth = truth.worth(here)
        if worth is not None:
            _settle(node, won=worth == (2 if node.own else 0))


def _settle(node: _Node, *, won: bool) -> None:
    node.proof, node.disproof = (0, _NEVER) if won else (_NEVER, 0)


def _repeats(node: _Node) -> bool:
    before = node.parent
    while before is not None:
        if before.position == node.position:
            return True
        before = before.parent
    return False


def _carry_up(node: _Node | None) -> None:
    while node is not None:
        proofs = [child.proof for child in node.children]
        disproofs = [child.disproof for child in node.children]
        if node.own:
            node.proof, node.disproof = min(proofs), min(_NEVER, sum(disproofs))
        else:
            node.proof, node.disproof = min(_NEVER, sum(proofs)), min(disproofs)
        node = node.parent
