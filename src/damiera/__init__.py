"""Every game of draughts, by the book.

What is named here is enough to read, play and explain positions of every game of the catalogue. Squares are
the numbers players use, as plain `int`; positions, moves and games are immutable values; whatever is refused
is a `DamieraError` (a `ValueError`) that says what, where and what to do, in English and in Italian.

>>> position = ITALIAN.start()
>>> explain_move(position, [22, 26]).text.text("en")
'A man goes forward only; kings go back.'
>>> position = position.play(parse_move(position, "22-18"))
>>> [format_move(position, move) for move in position.moves()][:3]
['12-15', '11-14', '10-13']

| for | is |
|---|---|
| the games | `ruleset("frisian")`, `CATALOGUE` (by slug), `ITALIAN`, `ENGLISH`, `INTERNATIONAL` |
| a position | `Position`, from `Ruleset.start`, `Position.play` or `Setup.position` |
| any arrangement of pieces, legal or not | `Setup`, with every `SetupProblem` at once |
| why a move, a piece, a position | `explain_move`, `explain_piece`, `explain_position`: an `Explanation` |
| text | `parse_fen`, `format_fen`, `parse_move`, `format_move`, `read_pdn`, `write_pdn` |

The packages behind it, each with a docstring that says where to begin:

| package | for |
|---|---|
| `damiera.game` | a whole game: events, clocks, draws, claims, the arbiter |
| `damiera.engine`, `damiera.analysis` | engines that play; odds, grades, reasons, puzzles |
| `damiera.endgame` | tables of the last pieces |
| `damiera.study` | game trees that several people write, PDN in and out |
| `damiera.notation` | FEN, moves, PDN in bulk, the clipboard, signs |
| `damiera.rules`, `damiera.regulations` | the catalogue, house rules; the articles of the federations |
| `damiera.tournament`, `damiera.rating` | pairing, standings, exchange; Elo-Rubele and others |
| `damiera.testing` | strategies for tests with hypothesis |
| `damiera.training` | teaching the evaluation |
| `damiera.bot` | engines that play on a server |

`damiera.messages` words all of them in the reader's language. `damiera.service`, `records`, `store`, `paper`,
`web` and `cli` are the app made of them. See docs/python.md.
`damiera.__version__` is the version that is installed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from damiera._core import Move, Position, Side
from damiera.errors import DamieraError
from damiera.messages import Text
from damiera.notation.fen import format_fen, parse_fen
from damiera.notation.moves import format_move, parse_move
from damiera.notation.pdn.errors import PdnError
from damiera.notation.pdn.model import PdnGame
from damiera.notation.pdn.reader import read_pdn
from damiera.notation.pdn.writer import write_pdn
from damiera.rules.explain import Explanation, Reason, explain_move, explain_piece, explain_position
from damiera.rules.ruleset import CATALOGUE, ENGLISH, INTERNATIONAL, ITALIAN, Ruleset, ruleset
from damiera.rules.setup import IllegalSetup, Setup, SetupProblem

__all__ = [
    "CATALOGUE",
    "ENGLISH",
    "INTERNATIONAL",
    "ITALIAN",
    "DamieraError",
    "Explanation",
    "IllegalSetup",
    "Move",
    "PdnError",
    "PdnGame",
    "Position",
    "Reason",
    "Ruleset",
    "Setup",
    "SetupProblem",
    "Side",
    "Text",
    "explain_move",
    "explain_piece",
    "explain_position",
    "format_fen",
    "format_move",
    "parse_fen",
    "parse_move",
    "read_pdn",
    "ruleset",
    "write_pdn",
]

__version__: str

if not TYPE_CHECKING:  # a type checker would take every misspelt name for a string

    def __getattr__(name: str) -> str:
        """Return `__version__`, read from the installed package when it is asked for: that takes 20 ms.

        Raises:
            AttributeError: for every other name that is not here.
        """
        if name != "__version__":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib.metadata import version

        return version(__name__)
