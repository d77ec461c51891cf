"""Win, draw or loss: what a score of the engine has come to in games.

An ordered logistic curve with two numbers a game: `scale_cp`, how many centipieces change the odds of a win
by a factor e, and `margin_cp`, how far ahead a side must be to win as often as not. They are measured on
self-play and kept with their provenance in `data/curves.toml`; a game that was not measured has a curve that
says so. A curve belongs to the evaluation whose scores it was measured on: one of other weights than those in
use counts as not measured, until `damiera calibrate GAME --write` has measured it again.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path

from damiera.disk import write_whole
from damiera.engine.score import Score
from damiera.engine.weightfile import WeightsError, learned, signature_of

__all__ = [
    *("CURVES", "DEFAULT", "Curve", "Odds"),
    *("curve_of", "entry_of", "fit", "keep", "kept", "odds_of", "stale"),
]

CURVES = Path(__file__).parent / "data" / "curves.toml"
"""Where the measured curves lie."""


@dataclass(frozen=True, slots=True)
class Odds:
    """How likely a side wins, draws and loses; together 1."""

    win: float
    draw: float
    loss: float

    @property
    def expectation(self) -> float:
        """Points to expect of one: a win counts 1, a draw a half."""
        return self.win + self.draw / 2

    def other(self) -> Odds:
        """Return the odds of the other side."""
        return Odds(self.loss, self.draw, self.win)

    def percent(self) -> tuple[int, int, int]:
        """Return whole percents that make 100.

        >>> Odds(0.335, 0.33, 0.335).percent()
        (34, 33, 33)
        """
        exact = [100 * part for part in (self.win, self.draw, self.loss)]
        whole = [math.floor(part) for part in exact]
        by_rest = sorted(range(3), key=lambda i: (whole[i] - exact[i], i))
        for i in by_rest[: 100 - sum(whole)]:
            whole[i] += 1
        return whole[0], whole[1], whole[2]


@dataclass(frozen=True, slots=True)
class Curve:
    """From a score to odds, for one game.

    Attributes:
        game: its slug; empty for the curve of games that were not measured.
        scale_cp: centipieces that change the odds of a win by a factor e.
        margin_cp: centipieces ahead at which a win is as likely as not.
        games, positions: how many it was measured on; 0 for a curve that was not.
        nodes: positions the engine searched a move in those games.
        weights: SHA-256 of the weights whose scores these were; empty for an evaluation made by hand.
        source: by which command, with which engine, and when.
    """

    game: str
    scale_cp: float
    margin_cp: float
    games: int = 0
    positions: int = 0
    nodes: int = 0
    weights: str = ""
    source: str = ""

    @property
    def measured(self) -> bool:
        """True if it was fitted to games; False for the default."""
        return self.games > 0

    def odds(self, cp: float) -> Odds:
        """Return the odds of the side whose score this is.

        >>> curve = Curve("", 100.0, 0.0)
        >>> round(curve.odds(0).win, 2), round(curve.odds(110).expectation, 2)
        (0.5, 0.75)
        """
        win = _logistic((cp - self.margin_cp) / self.scale_cp)
        loss = _logistic((-cp - self.margin_cp) / self.scale_cp)
        return Odds(win, 1.0 - win - loss, loss)


DEFAULT = Curve("", 90.0, 110.0)
"""Not measured: a man ahead wins about half of the games, two men ahead three in four."""


def odds_of(score: Score, curve: Curve) -> Odds:
    """Return the odds of `score.side`; a proved score is no estimate.

    >>> from damiera._core import Side
    >>> odds_of(Score(29_990, Side.WHITE), DEFAULT).win
    1.0
    """
    if score.is_win:
        return Odds(1.0, 0.0, 0.0)
    if score.is_loss:
        return Odds(0.0, 0.0, 1.0)
    return curve.odds(score.cp)


@cache
def curve_of(game: str) -> Curve:
    """Return the curve of a game by its slug: measured, or that of its base, or the default.

    >>> curve_of("italian").measured, curve_of("tobit").measured
    (True, False)
    """
    known = _curves()
    curve = known.get(game) or known.get(game.partition("~")[0]) or DEFAULT
    if not curve.measured or curve.weights == _signature_in_use(game):
        return curve
    return replace(curve, games=0, positions=0)


def _signature_in_use(game: str) -> str:
    """Return the SHA-256 of the weights that play; of a file that cannot be used, that of none."""
    try:
        return signature_of(game)
    except WeightsError:
        return ""


def stale() -> tuple[str, ...]:
    """Return the games whose curve was not measured with the weights in use: measure them again.

    >>> set(stale()) <= {*kept(), *learned()}
    True
    """
    known = kept()
    return tuple(
        game
        for game in sorted({*known, *learned()})
        if game not in known or known[game].weights != signature_of(game)
    )


@cache
def _curves() -> Mapping[str, Curve]:
    return kept()


def kept(path: Path = CURVES) -> Mapping[str, Curve]:
    """Return the curves of a file by their games, in its order.

    >>> "italian" in kept()
    True
    """
    entries = tomllib.loads(path.read_text(encoding="utf-8")).get("curve", [])
    return {entry["game"]: Curve(**entry) for entry in entries}


# ------------------------------------------------------------------------------------------------- measuring


def keep(curve: Curve, path: Path = CURVES) -> None:
    """Write a curve among those of a file, in the place of that of its game; the file is whole at any time.

    Raises:
        OSError: if it cannot be written.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     place = Path(folder, "curves.toml")
    ...     _ = place.write_text("")
    ...     keep(Curve("italian", 90.0, 110.0), place)
    ...     print(kept(place)["italian"].scale_cp)
    90.0
    """
    head = path.read_text(encoding="utf-8").partition("[[curve]]")[0]
    curves = {**kept(path), curve.game: curve}
    write_whole(path, (head + "\n".join(map(entry_of, curves.values()))).encode())
    _curves.cache_clear()
    curve_of.cache_clear()


def entry_of(curve: Curve) -> str:
    """Return a curve as an entry of a file.

    >>> entry_of(Curve("italian", 90.0, 110.0)).splitlines()[:3]
    ['[[curve]]', 'game = "italian"', 'scale_cp = 90.0']
    """
    lines = (
        f'{name} = "{value}"' if isinstance(value, str) else f"{name} = {value}"
        for name, value in asdict(curve).items()
    )
    return "[[curve]]\n" + "\n".join(lines) + "\n"


def fit(samples: Iterable[tuple[int, int]], *, bin_cp: int = 5) -> tuple[float, float]:
    """Return the `scale_cp` and `margin_cp`, in centipieces, that make the samples likeliest.

    Scores that foretell nothing make a curve the likelier the flatter it is: it goes as far as `_FLATTEST`.

    Args:
        samples: scores and what became of the game for the side of the score: 1 won, 0 drawn, -1 lost.
        bin_cp: scores this near are taken together.
    Raises:
        ValueError: if there are no samples.

    >>> fit([(100, 1), (0, 0), (-100, -1)] * 10)
    (4.0, 50.0)
    """
    counts: dict[tuple[int, int], int] = {}
    for cp, result in samples:
        place = (round(cp / bin_cp) * bin_cp, result)
        counts[place] = counts.get(place, 0) + 1
    if not counts:
        raise ValueError("no samples: play some games first")
    best = min(
        ((scale, margin) for scale in _GRID_SCALE for margin in _GRID_MARGIN),
        key=lambda pair: _surprise(counts, *pair),
    )
    step = 16.0
    while step > 0.25:
        around = [
            (min(max(4.0, best[0] + a * step), _FLATTEST), min(max(0.0, best[1] + b * step), _FLATTEST))
            for a in (-1, 0, 1)
            for b in (-1, 0, 1)
        ]
        better = min(around, key=lambda pair: _surprise(counts, *pair))
        best, step = (better, step) if better != best else (best, step / 2)
    return best


_GRID_SCALE = (15.0, 30.0, 60.0, 120.0, 240.0)
_GRID_MARGIN = (0.0, 30.0, 60.0, 120.0, 240.0)
_FLATTEST = 2000.0  # centipawns: twenty men decide no more than this


def _surprise(counts: Mapping[tuple[int, int], int], scale: float, margin: float) -> float:
    curve = Curve("", scale, margin)
    total = 0.0
    for (cp, result), n in counts.items():
        odds = curve.odds(cp)
        chance = (odds.loss, odds.draw, odds.win)[result + 1]
        total -= n * math.log(max(chance, 1e-9))
    return total


def _logistic(x: float) -> float:
    if x >= 0:
        return 1.0 / (1.0 + math.exp(-min(x, 700.0)))
    return 1.0 - _logistic(-x)
