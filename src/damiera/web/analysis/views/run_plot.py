"""How a run of the laboratory went, as a line with its interval. A table beside it says the same."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, Literal

import msgspec
from markupsafe import Markup

__all__ = ["PlotLine", "PlotPoint", "run_plot", "signed"]

PlotSize = Literal["narrow", "wide"]
_WIDTHS: Final[dict[PlotSize, int]] = {"narrow": 360, "wide": 880}
_HEIGHT: Final = 220
_LEFT: Final = 52
_RIGHT: Final = 12
_FOOT: Final = 24
_TOP: Final = 10
_SETTLED: Final = 0.2
"""The first part of a course swings widely: it does not make the scale."""


class PlotPoint(msgspec.Struct, frozen=True):
    """A point of a line, and the interval about it; `low` and `high` are None where there is none."""

    at: float
    value: float
    low: float | None = None
    high: float | None = None


class PlotLine(msgspec.Struct, frozen=True):
    """A level across the plot, such as a bound: where it lies, and what is written at it."""

    value: float
    text: str


def run_plot(points: Sequence[PlotPoint], levels: Sequence[PlotLine], foot: str, size: PlotSize) -> Markup:
    """Return a course as SVG; nothing to be drawn from fewer than two points.

    Args:
        points: from left to right.
        levels: lines across it.
        foot: what stands under its end.
        size: for which room.
    """
    if len(points) < 2:
        return Markup("")
    width = _WIDTHS[size]
    least, most = _scale(points, levels)
    across, up = (_LEFT, width - _RIGHT), (_HEIGHT - _FOOT, _TOP)

    def place(at: float, value: float) -> str:
        x = across[0] + (across[1] - across[0]) * (at - points[0].at) / (points[-1].at - points[0].at)
        return f"{x:.1f},{_up(value, up, least, most):.1f}"

    line = " ".join(place(one.at, one.value) for one in points)
    bounded = [(one.at, one.low, one.high) for one in points if one.low is not None and one.high is not None]
    edge = [place(at, high) for at, _, high in bounded] + [place(at, low) for at, low, _ in reversed(bounded)]
    band = Markup('<polygon points="{}"/>').format(" ".join(edge)) if len(bounded) > 1 else Markup("")
    end_x, end_y = line.rpartition(" ")[2].split(",")
    marks = Markup("").join(
        Markup('<path d="M{} {:.1f}H{}"/><text x="{}" y="{:.1f}" text-anchor="end">{}</text>').format(
            _LEFT, y, width - _RIGHT, _LEFT - 8, y + 4, level.text
        )
        for level in levels
        for y in (_up(level.value, up, least, most),)
    )
    return Markup(
        '<svg class="ratinggraph {}" viewBox="0 0 {} {}" aria-hidden="true"><g class="levels">{}'
        '<text x="{}" y="{}" text-anchor="end">{}</text></g>{}'
        '<polyline points="{}"/><circle cx="{}" cy="{}" r="6"/></svg>'
    ).format(size, width, _HEIGHT, marks, width - _RIGHT, _HEIGHT - 4, foot, band, line, end_x, end_y)


def signed(value: float, digits: int = 0) -> str:
    """Return a number with its sign, as it is printed.

    >>> signed(-3.2), signed(4.0), signed(0.04)
    ('−3', '+4', '+0')
    """
    return f"{value + 0.0:+.{digits}f}".replace("-", "−") if math.isfinite(value) else "?"


def _scale(points: Sequence[PlotPoint], levels: Sequence[PlotLine]) -> tuple[float, float]:
    """Return the least and the most that is drawn in full; what lies beyond is drawn at the edge."""
    settled = points[int(len(points) * _SETTLED) :]
    values = [one.value for one in settled] + [level.value for level in levels]
    values += [bound for one in settled for bound in (one.low, one.high) if bound is not None]
    least, most = min(values), max(values)
    room = (most - least) * 0.05 or 1.0
    return least - room, most + room


def _up(value: float, up: tuple[int, int], least: float, most: float) -> float:
    kept = min(max(value, least), most)
    return up[0] + (up[1] - up[0]) * (kept - least) / (most - least)
