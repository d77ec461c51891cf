"""Answers for one library, in its own environment: run by that environment's Python, with nothing of ours.

Both libraries are imported as `draughts`, so that each lives alone. One JSON object a line comes in,

    {"game": "italian", "side": "W", "files": 8, "ranks": 8, "pieces": [["w", 2, 0], ["B", 3, 5]]}

with squares as file and rank counted from White's left, and one goes out,

    {"moves": [[from, to, [taken, ...]], ...]}

with squares the same way, or `{"error": "..."}`. `{"hello": true}` asks for the library's version.
"""

from __future__ import annotations

import json
import sys
from importlib.metadata import version
from typing import Any

VARIANTS = {"international": "standard", "frysk": "frysk!"}
BOARDS = {
    "international": "StandardBoard",
    "russian": "RussianBoard",
    "brazilian": "BrazilianBoard",
    "frisian": "FrisianBoard",
    "frysk": "FryskBoard",
    "antidraughts": "AntidraughtsBoard",
    "breakthrough": "BreakthroughBoard",
    "english": "AmericanBoard",
}
LETTERED = {"russian", "brazilian", "turkish"}  # pydraughts counts these from a1, upwards


class Squares:
    """The numbers a library gives to the squares of one board."""

    def __init__(self, cells: list[tuple[int, int]], *, upwards: bool) -> None:
        ordered = sorted(cells, key=lambda cell: (cell[1] if upwards else -cell[1], cell[0]))
        self.number = {cell: n for n, cell in enumerate(ordered, 1)}
        self.cell = dict(enumerate(ordered, 1))


def squares(asked: dict[str, Any], *, upwards: bool) -> Squares:
    files, ranks = asked["files"], asked["ranks"]
    every = [(file, rank) for file in range(files) for rank in range(ranks)]
    if asked["game"] != "turkish":
        corner = 1 if asked["game"] == "italian" else 0
        every = [(file, rank) for file, rank in every if (file + rank) % 2 == corner]
    return Squares(every, upwards=upwards)


def fen(asked: dict[str, Any], name: Any) -> str:
    """The position in the words of the library, each square as `name` has it."""
    lists: dict[str, list[str]] = {"W": [], "B": []}
    for piece, file, rank in asked["pieces"]:
        lists[piece.upper()].append(("K" if piece.isupper() else "") + name((file, rank)))
    return f"{asked['side']}:W{','.join(lists['W'])}:B{','.join(lists['B'])}"


def moves_of_pydraughts(asked: dict[str, Any]) -> list[Any]:
    from draughts import Board

    game = asked["game"]
    of = squares(asked, upwards=game in LETTERED)

    def name(cell: tuple[int, int]) -> str:
        return f"{'abcdefgh'[cell[0]]}{cell[1] + 1}" if game in LETTERED else str(of.number[cell])

    board = Board(variant=VARIANTS.get(game, game), fen=fen(asked, name))
    return [
        [of.cell[move.steps_move[0]], of.cell[move.steps_move[-1]], [of.cell[n] for n in move.captures]]
        for move in board.legal_moves()
    ]


def moves_of_py_draughts(asked: dict[str, Any]) -> list[Any]:
    import draughts

    of = squares(asked, upwards=False)
    board = getattr(draughts, BOARDS[asked["game"]]).from_fen(fen(asked, lambda cell: str(of.number[cell])))
    return [
        [
            of.cell[move.square_list[0] + 1],
            of.cell[move.square_list[-1] + 1],
            [of.cell[n + 1] for n in move.captured_list],
        ]
        for move in board.legal_moves
    ]


LIBRARIES = {"pydraughts": moves_of_pydraughts, "py-draughts": moves_of_py_draughts}


def main() -> None:
    library = sys.argv[1]
    for line in sys.stdin:
        asked = json.loads(line)
        try:
            if "hello" in asked:
                answer: dict[str, Any] = {"version": version(library)}
            else:
                answer = {"moves": LIBRARIES[library](asked)}
        except Exception as error:  # whatever the library raises is its answer
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
