"""The atlas of openings: what long search, games of the engine with itself, shots and proofs say of each.

A row of the atlas is about one position that the decks of a game lead to. `damiera.analysis.atlas_build`
makes rows, a file `data/atlas-GAME.jsonl` keeps them, and each row says how it was made.

Three things are kept apart. A *score* is the engine's opinion after a search of so many nodes. A *measured*
verdict rests on games of the engine with itself and has an interval. A *proof* is neither: it holds for
every play.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Final, Literal

import msgspec

from damiera._core import Position
from damiera.errors import DamieraError
from damiera.messages import Message, Text

__all__ = [
    "VERDICTS",
    "AtlasError",
    "AtlasMethod",
    "AtlasRow",
    "AtlasTrap",
    "AtlasVerdict",
    "atlas_of",
    "atlas_row",
    "interval",
    "published_result",
    "read_rows",
    "verdict_of",
    "write_rows",
]

AtlasVerdict = Literal["white", "black", "even"]
"""Who is better: White, Black, or nobody as far as was measured."""
VERDICTS: Final[tuple[AtlasVerdict, ...]] = ("white", "even", "black")
"""The verdicts in the order of White's points, most first."""
_Z: Final = 1.959964
"""The normal distribution has 95 % within so many standard deviations of its mean."""


class AtlasError(DamieraError):
    """A file of the atlas that cannot be read, or was made in another way; `message` says why."""

    def __init__(self, message: Text) -> None:
        self.message = message
        super().__init__(str(message))


class AtlasMethod(msgspec.Struct, frozen=True):
    """How a row was made.

    Attributes:
        version: of Damiera.
        weights: the first twelve figures of the SHA-256 of the learned weights; empty for an evaluation made
            by hand.
        nodes: positions searched for the score and the main line.
        game_nodes: positions searched for each move of a game.
        seed: of the games.
        date: of the day on which the row was begun, as `2026-11-23`.

    >>> AtlasMethod("0.1.0", "", nodes=1000, game_nodes=100, seed=1, date="2026-11-23").digest
    ('', 1000, 100, 1)
    """

    version: str
    weights: str
    nodes: int
    game_nodes: int
    seed: int
    date: str

    @property
    def digest(self) -> tuple[str, int, int, int]:
        """What rows and games must share to be counted together: all but the version and the date."""
        return self.weights, self.nodes, self.game_nodes, self.seed


class AtlasTrap(msgspec.Struct, frozen=True):
    """A move that loses by a shot, and the shot.

    Attributes:
        ply: after how many moves of the main line it may be played.
        moves: the move that loses first, then the shot, as the game writes them.
        won: pieces that the shot wins, less those it costs.

    >>> AtlasTrap(2, ("17-13", "9x18"), 1).won
    1
    """

    ply: int
    moves: tuple[str, ...]
    won: int


class AtlasRow(msgspec.Struct, frozen=True):
    """What the atlas has about one position.

    Attributes:
        fen: the position.
        cp: the score in centipieces, hundredths of a man, as White sees it.
        depth: plies searched in full.
        searched: positions visited until that depth was finished.
        line: the play the engine expects.
        traps: replies that lose by a shot, at once or along the main line.
        proved: who wins, or `draw`, where a proof was found; empty where none was.
        results: of the games in their order, a letter each: `w` White won, `b` Black won, `d` draw.
        keys: of the games in their order, a digest of the moves each: the same moves have the same key.
        method: how all this was found.

    >>> method = AtlasMethod("0.1.0", "", nodes=1000, game_nodes=100, seed=1, date="2026-11-23")
    >>> row = AtlasRow("W:W9:B5", 30, 12, 900, (), (), "", "wdd", ("1f", "2c", "2c"), method)
    >>> row.counts, row.verdict, len(row.results)
    ((1, 1, 0), 'even', 3)
    """

    fen: str
    cp: int
    depth: int
    searched: int
    line: tuple[str, ...]
    traps: tuple[AtlasTrap, ...]
    proved: Literal["", "white", "black", "draw"]
    results: str
    keys: tuple[str, ...]
    method: AtlasMethod

    @property
    def counts(self) -> tuple[int, int, int]:
        """Different games that White won, that were drawn, that Black won.

        A game that came again, move by move, tells nothing new and counts once.
        """
        different = list(dict(zip(self.keys, self.results, strict=True)).values())
        return different.count("w"), different.count("d"), different.count("b")

    @property
    def score(self) -> float:
        """White's mean points a game, 0 to 1; a half where no game was played."""
        white, drawn, black = self.counts
        return (white + drawn / 2) / (white + drawn + black) if self.results else 0.5

    @property
    def bounds(self) -> tuple[float, float]:
        """The interval of `score`; see `interval`."""
        return interval(*self.counts)

    @property
    def verdict(self) -> AtlasVerdict:
        """Who is better by the games alone; see `verdict_of`."""
        return verdict_of(*self.counts)


def interval(white: int, drawn: int, black: int) -> tuple[float, float]:
    """Return the 95 % interval of White's mean points a game: Wilson's, with a draw as half a win.

    A game's points vary most where nothing is drawn, and Wilson's interval supposes that; draws narrow the
    truth, so the interval is rather too wide. It covers chance alone, not what the engine misjudges at so few
    nodes.

    Source:
        E. B. Wilson, Probable inference, J. Amer. Statist. Assoc. 22 (1927), 209-212.

    >>> [round(bound, 3) for bound in interval(8, 4, 0)]
    [0.552, 0.953]
    >>> interval(0, 0, 0)
    (0.0, 1.0)
    """
    games = white + drawn + black
    if not games:
        return 0.0, 1.0
    mean, square = (white + drawn / 2) / games, _Z * _Z
    middle = (mean + square / (2 * games)) / (1 + square / games)
    half = _Z / (1 + square / games) * math.sqrt(mean * (1 - mean) / games + square / (4 * games * games))
    return max(0.0, middle - half), min(1.0, middle + half)


def verdict_of(white: int, drawn: int, black: int) -> AtlasVerdict:
    """Return who is better by so many results: a side only if the whole interval is on its half.

    >>> verdict_of(8, 4, 0), verdict_of(3, 8, 1), verdict_of(0, 2, 10)
    ('white', 'even', 'black')
    """
    low, high = interval(white, drawn, black)
    return "white" if low > 0.5 else "black" if high < 0.5 else "even"


def published_result(game: str, moves: tuple[str, ...]) -> Literal["", "white", "black", "draw"]:
    """Return what others published as proved of an opening; empty where we know of nothing for certain.

    The table of the openings solved in 2007 (Science 317, 1518) is not here: we could not read it at its
    source, and memory is no source.

    Source:
        J. Schaeffer et al., Solving checkers, IJCAI 2005: the White Doctor is a draw.

    >>> published_result("english", ("10-14", "22-18", "12-16"))
    'draw'
    """
    return _PUBLISHED.get((game, moves), "")


def read_rows(text: str | bytes) -> dict[str, AtlasRow]:
    """Read rows by their position; of several rows about one, the last counts.

    A last line that was cut off, by a run that was killed, is passed over.

    Raises:
        AtlasError: for any other line that is no row.

    >>> read_rows("")
    {}
    """
    rows: dict[str, AtlasRow] = {}
    lines = (text.encode() if isinstance(text, str) else text).split(b"\n")
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = _decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError):
            if number == len(lines):
                break
            raise AtlasError(_NO_ROW.format(line=number)) from None
        rows[row.fen] = row
    return rows


def write_rows(rows: Iterable[AtlasRow]) -> str:
    """Write rows as text, a line each.

    >>> write_rows([])
    ''
    """
    return "".join(msgspec.json.encode(row).decode() + "\n" for row in rows)


def atlas_of(game: str) -> Mapping[str, AtlasRow]:
    """Return the atlas of a game by position; empty for a game that has none.

    Raises:
        AtlasError: if the file that is kept is damaged.

    >>> len(atlas_of("hexdame"))
    0
    """
    return _kept(game) if game.isidentifier() else {}


def atlas_row(game: str, position: Position) -> AtlasRow | None:
    """Return what the atlas has about a position; None where that is nothing.

    Raises:
        AtlasError: if the file that is kept is damaged.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> atlas_row("italian", ITALIAN.start()) is None
    True
    """
    return atlas_of(game).get(position.fen)


@cache
def _kept(game: str) -> Mapping[str, AtlasRow]:
    file = files("damiera.analysis") / "data" / f"atlas-{game}.jsonl"
    return read_rows(file.read_text(encoding="utf-8")) if file.is_file() else {}


_PUBLISHED: Final[Mapping[tuple[str, tuple[str, ...]], Literal["white", "black", "draw"]]] = {
    ("english", ("10-14", "22-18", "12-16")): "draw"
}
_decode = msgspec.json.Decoder(AtlasRow).decode
_NO_ROW = Message("line {line} is no row of an atlas.")
