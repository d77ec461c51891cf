"""Tuning by simultaneous perturbation: all parameters are moved at once, and one match tells which way.

In step k every parameter is put a little above and a little below where it stands, by a coin for each; the
two sets play each other, and each parameter goes towards the side that won.

Sources:
    J. C. Spall, Multivariate Stochastic Approximation Using a Simultaneous Perturbation Gradient
    Approximation, IEEE Transactions on Automatic Control 37 (1992), 332-341.
    J. C. Spall, Implementation of the Simultaneous Perturbation Algorithm for Stochastic Optimization, IEEE
    Transactions on Aerospace and Electronic Systems 34 (1998), 817-823 (the gains, and the exponents).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from damiera import _core
from damiera.messages import Message
from damiera.training.errors import TrainingError

__all__ = ["Perturbation", "Spsa", "TunedParam", "parse_params", "parse_tuned", "set_text"]

ALPHA, GAMMA = 0.602, 0.101
"""How fast steps and perturbations shrink."""
RATE = 0.02
"""How far a game won moves a parameter in the last step, as a share of its perturbation."""

_NO_PARAM = Message("there is no search parameter {name}: there are {names}")
_NO_SET = Message('"{found}" is no set of search parameters: write NAME=NUMBER,NAME=NUMBER')
_NO_TUNED = Message('"{found}" is nothing to tune: write NAME, NAME=START or NAME=START:LEAST:MOST:STEP')
_BEYOND = Message("{name}={value}: it may be from {least} to {most}")
_NOTHING = Message("name the parameters to tune")
_TWICE = Message("{name} is named twice: each parameter has one value")
_DISORDER = Message(
    "{found} is nothing to tune: in NAME=START:LEAST:MOST:STEP the start lies between least and most, "
    "and the step is above nought"
)


@dataclass(frozen=True, slots=True)
class TunedParam:
    """A search parameter that is tuned.

    Attributes:
        name: as in `_core.search_params`.
        start: where it begins.
        least, most: where it stays.
        step: how far it is put aside in the last step.

    >>> parse_tuned("probe-margin=20:0:80:8")
    (TunedParam(name='probe-margin', start=20, least=0, most=80, step=8.0),)
    """

    name: str
    start: int
    least: int
    most: int
    step: float


def parse_tuned(text: str) -> tuple[TunedParam, ...]:
    """Read what is to be tuned: `NAME`, `NAME=START`, or `NAME=START:LEAST:MOST:STEP`, with commas between.

    Without bounds a parameter stays between nought and three times its start, and within what it may be; its
    step is a sixth of that range, at least 1.

    Raises:
        TrainingError: for anything else.

    >>> [param.name for param in parse_tuned("probe-margin,guess-depth=5")]
    ['probe-margin', 'guess-depth']
    """
    found = tuple(_tuned(word.strip()) for word in text.split(",") if word.strip())
    if not found:
        raise TrainingError(_NOTHING)
    _check_named_once([param.name for param in found])
    return found


def _tuned(word: str) -> TunedParam:
    name, _, rest = word.partition("=")
    usual, least, most = _bounds(name)
    try:
        numbers = [float(number) for number in rest.split(":")] if rest else [float(usual)]
    except ValueError:
        raise TrainingError(_NO_TUNED.format(found=word)) from None
    if len(numbers) not in (1, 4) or not all(math.isfinite(number) for number in numbers):
        raise TrainingError(_NO_TUNED.format(found=word))
    start = round(numbers[0])
    low, high = max(least, 0), min(most, max(3 * start, start + 6))
    step = max(1.0, (high - low) / 6)
    if len(numbers) == 4:
        low, high, step = round(numbers[1]), round(numbers[2]), numbers[3]
    for value in (start, low, high):
        if not least <= value <= most:
            raise TrainingError(_BEYOND.format(name=name, value=value, least=least, most=most))
    if not low <= start <= high or step <= 0:
        raise TrainingError(_DISORDER.format(found=word))
    return TunedParam(name, start, low, high, step)


def parse_params(text: str) -> dict[str, int]:
    """Read a set of search parameters, `NAME=NUMBER,NAME=NUMBER`; empty for the usual ones.

    Raises:
        TrainingError: for anything else.

    >>> parse_params("probe-depth=3,reduce-from=1")
    {'probe-depth': 3, 'reduce-from': 1}
    >>> parse_params("")
    {}
    """
    found: dict[str, int] = {}
    for word in filter(None, (word.strip() for word in text.split(","))):
        name, _, number = word.partition("=")
        _, least, most = _bounds(name)
        if not (number.isascii() and number.isdecimal()):
            raise TrainingError(_NO_SET.format(found=word))
        if not least <= int(number) <= most:
            raise TrainingError(_BEYOND.format(name=name, value=number, least=least, most=most))
        _check_named_once([*found, name])
        found[name] = int(number)
    return found


def _check_named_once(names: Sequence[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise TrainingError(_TWICE.format(name=name))


def set_text(params: dict[str, int]) -> str:
    """Write a set of search parameters so that `parse_params` reads it.

    >>> set_text({"probe-depth": 3, "reduce-from": 1})
    'probe-depth=3,reduce-from=1'
    """
    return ",".join(f"{name}={value}" for name, value in params.items())


def _bounds(name: str) -> tuple[int, int, int]:
    known = _core.search_params()
    if name not in known:
        raise TrainingError(_NO_PARAM.format(name=name or '""', names=", ".join(known)))
    return known[name]


@dataclass(frozen=True, slots=True)
class Perturbation:
    """What plays in a step: two sets of parameters, and the coin that was thrown for each parameter.

    Attributes:
        first, second: values by name.
        coins: 1 where the first set lies above, -1 where it lies below.
    """

    first: dict[str, int]
    second: dict[str, int]
    coins: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Spsa:
    """The arithmetic of a tuning of so many steps.

    Attributes:
        params: what is tuned.
        steps: how many are planned; steps and perturbations shrink towards the last.
        seed: of all coins.
        rate: how far a game won moves a parameter in the last step, as a share of its perturbation.

    >>> spsa = Spsa(parse_tuned("probe-margin=20:0:80:8"), steps=100)
    >>> spsa.moved([20.0], spsa.perturbed([20.0], 100), points=2, step=100)[0] != 20
    True
    """

    params: tuple[TunedParam, ...]
    steps: int
    seed: int = 1
    rate: float = RATE

    @property
    def start(self) -> list[float]:
        """Where the parameters begin."""
        return [float(param.start) for param in self.params]

    def perturbed(self, values: Sequence[float], step: int) -> Perturbation:
        """Return what plays in a step, counted from 1, that begins at `values`."""
        chance = Random(f"{self.seed} {step}")
        coins = tuple(chance.choice((-1, 1)) for _ in self.params)
        shrink = (self.steps / step) ** GAMMA
        sides = [
            {
                param.name: _whole(value + way * coin * param.step * shrink, param, chance)
                for param, value, coin in zip(self.params, values, coins, strict=True)
            }
            for way in (1, -1)
        ]
        return Perturbation(sides[0], sides[1], coins)

    def moved(self, values: Sequence[float], played: Perturbation, points: int, step: int) -> list[float]:
        """Return where the parameters stand after a step.

        Args:
            values: where they stood.
            played: what played.
            points: of the first set over the second, a game won counting 1.
            step: its number.
        """
        # Spall's a_k = a / (A + k)^alpha over c_k = c / k^gamma, both as shares of their last values
        away = self.steps / 10
        gain = ((away + self.steps) / (away + step)) ** ALPHA / (self.steps / step) ** GAMMA
        return [
            min(max(value + self.rate * param.step * gain * points * coin, param.least), param.most)
            for param, value, coin in zip(self.params, values, played.coins, strict=True)
        ]

    def rounded(self, values: Sequence[float]) -> dict[str, int]:
        """Return the set of parameters nearest to `values`."""
        return {param.name: round(value) for param, value in zip(self.params, values, strict=True)}


def _whole(value: float, param: TunedParam, chance: Random) -> int:
    """Return the whole number below or above a value, by chance, so that their mean is the value."""
    found = math.floor(value + chance.random())
    return min(max(found, param.least), param.most)
