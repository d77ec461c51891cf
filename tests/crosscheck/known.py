"""What the two libraries are known to do wrong.

That we do it right is tested in tests/unit/rules/test_known_faults.py. A fault explains a difference only
where it can be nothing else.
"""

from __future__ import annotations

from damiera._core import Position
from tests.crosscheck.libraries import Answer, Fault


def first_king_alone(position: Position, ours: Answer, theirs: Answer) -> bool:
    """Art. 6.9 compares whole sequences: the library asks only where the first king comes."""
    kings = {position.rules.coordinates(s) for s in (*position.white_kings, *position.black_kings)}
    worth = {(len(taken), len(taken & kings)) for _, _, taken in theirs}
    return ours < theirs and len(worth) == 1


def kings_slide_over_pieces(position: Position, ours: Answer, theirs: Answer) -> bool:
    """A king's quiet moves go through what stands in the way."""
    kings = {position.rules.coordinates(s) for s in (*position.white_kings, *position.black_kings)}
    return ours < theirs and all(origin in kings and not taken for origin, _, taken in theirs - ours)


def routes_left_out(position: Position, ours: Answer, theirs: Answer) -> bool:
    """Some captures are missing; where all of the best are, the next best are listed in their stead."""
    return position.detect() and (theirs < ours or theirs.isdisjoint(ours))


def captures_are_optional(position: Position, ours: Answer, theirs: Answer) -> bool:
    return position.detect() and ours < theirs and all(not taken for _, _, taken in theirs - ours)


FAULTS = [
    Fault("pydraughts", "italian", "compares the first king only (art. 6.9)", first_king_alone),
    Fault("pydraughts", "turkish", "lets kings slide over pieces", kings_slide_over_pieces),
    Fault("pydraughts", "frisian", "leaves out captures of many pieces", routes_left_out),
    Fault("pydraughts", "frysk", "leaves out captures of many pieces", routes_left_out),
    Fault("py-draughts", "english", "makes captures optional", captures_are_optional),
]
