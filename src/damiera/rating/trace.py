"""A calculation told line by line, so that anybody can do it again with pencil and paper."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from damiera.messages import Lang, Text, Verbatim

__all__ = ["TraceLine", "decimal", "half_up", "signed"]

_NOTHING = Verbatim("")


@dataclass(frozen=True, slots=True)
class TraceLine:
    """One step: what it is, the arithmetic, and a remark (where the figure is not the federation's).

    Attributes:
        label: what it is.
        sum: the arithmetic.
        remark: where the figure comes from, if it is not the federation's.
    """

    label: Text
    sum: str
    remark: Text = _NOTHING

    def said(self, lang: Lang) -> str:
        """Return the line as one sentence.

        >>> TraceLine(Verbatim("Sum"), "1 + 1 = 2").said("en")
        'Sum: 1 + 1 = 2'
        """
        remark = self.remark.text(lang)
        return f"{self.label.text(lang)}: {self.sum}" + (f"  [{remark}]" if remark else "")


def half_up(value: Fraction) -> int:
    """Round to the nearest whole number, halves upwards.

    >>> half_up(Fraction(5, 2)), half_up(Fraction(-5, 2))
    (3, -2)
    """
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


@lru_cache(maxsize=4096)  # an event's sums say the same few numbers again and again
def decimal(value: Fraction | int, places: int = 3) -> str:
    """Write a number with up to `places` decimals, no needless zeros; what was cut off is marked by `…`.

    >>> decimal(Fraction(1, 4)), decimal(Fraction(2, 3)), decimal(7)
    ('0.25', '0.667…', '7')
    """
    value = Fraction(value)
    scaled = value * 10**places
    whole = half_up(abs(scaled))
    digits = f"{whole // 10**places}.{whole % 10**places:0{places}d}".rstrip("0").rstrip(".")
    return ("-" if value < 0 and whole else "") + digits + ("" if scaled.denominator == 1 else "…")


def signed(value: Fraction | int, places: int = 3) -> str:
    """The same with its sign: `+` for what is not negative.

    >>> signed(Fraction(3, 2)), signed(-2), signed(0)
    ('+1.5', '-2', '+0')
    """
    text = decimal(value, places)
    return text if text.startswith("-") else f"+{text}"
