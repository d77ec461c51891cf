"""A rating as a line: each game is a step to the right. Words beside it say the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from markupsafe import Markup

__all__ = ["rating_graph"]

GraphSize = Literal["small", "narrow", "wide"]
_WIDTHS: Final = {"narrow": 360, "wide": 880}
_HEIGHT: Final = 220
_LEFT: Final = 52
_FOOT: Final = 24
_TOP: Final = 8
_SMALL: Final = (92, 26)
_STEPS: Final = (10, 20, 50, 100, 200, 500)
_MOST_POINTS: Final = 240


def rating_graph(
    points: Sequence[float], ticks: tuple[str, str] = ("", ""), size: GraphSize = "small"
) -> Markup:
    """Return a rating's course as SVG; nothing to be drawn from fewer than two games.

    Args:
        points: the rating after each game, the oldest first.
        ticks: what stands under the first and the last.
        size: for which room; a small one is a line alone, for a list.
    """
    if len(points) < 2:
        return Markup("")
    shown = _thinned(points)
    return _small(shown) if size == "small" else _large(shown, ticks, size)


def _thinned(points: Sequence[float]) -> Sequence[float]:
    """Return as many points as an eye can tell apart, the last among them."""
    if len(points) <= _MOST_POINTS:
        return points
    step = (len(points) - 1) / (_MOST_POINTS - 1)
    return [points[round(n * step)] for n in range(_MOST_POINTS)]


def _small(points: Sequence[float]) -> Markup:
    width, height = _SMALL
    least, most = min(points), max(points)
    line = _line(points, (2, width - 2), (height - 3, 3), least, max(most, least + 1))
    return Markup(
        '<svg class="spark" viewBox="0 0 {} {}" aria-hidden="true"><polyline points="{}"/></svg>'
    ).format(width, height, line)


def _large(points: Sequence[float], ticks: tuple[str, str], size: GraphSize) -> Markup:
    width = _WIDTHS[size]
    lines = _levels(min(points), max(points))
    least, most = lines[0], lines[-1]
    across, up = (_LEFT, width - 12), (_HEIGHT - _FOOT, _TOP)
    drawn = _line(points, across, up, least, most)
    end_x, end_y = drawn.rpartition(" ")[2].split(",")
    levels = Markup("").join(
        Markup('<path d="M{} {:.1f}H{}"/><text x="{}" y="{:.1f}" text-anchor="end">{}</text>').format(
            _LEFT, _at(level, up, least, most), width - 12, _LEFT - 8, _at(level, up, least, most) + 4, level
        )
        for level in lines
    )
    days = Markup('<text x="{}" y="{}">{}</text><text x="{}" y="{}" text-anchor="end">{}</text>').format(
        _LEFT, _HEIGHT - 4, ticks[0], width - 12, _HEIGHT - 4, ticks[1]
    )
    area = f"{across[0]},{up[0]} {drawn} {across[1]},{up[0]}"
    return Markup(
        '<svg class="ratinggraph {}" viewBox="0 0 {} {}" aria-hidden="true"><g class="levels">{}{}</g>'
        '<polygon points="{}"/><polyline points="{}"/><circle cx="{}" cy="{}" r="6"/></svg>'
    ).format(size, width, _HEIGHT, levels, days, area, drawn, end_x, end_y)


def _levels(least: float, most: float) -> list[int]:
    """Return round numbers of points that enclose the line: three to six."""
    step = next((one for one in _STEPS if (most - least) / one <= 4), _STEPS[-1])
    first, last = int(least // step) * step, -int(-most // step) * step
    return list(range(first, max(last, first + 2 * step) + 1, step))


def _line(
    points: Sequence[float],
    across: tuple[int, int],
    up: tuple[int, int],
    least: float,
    most: float,
) -> str:
    step = (across[1] - across[0]) / (len(points) - 1)
    return " ".join(
        f"{across[0] + n * step:.1f},{_at(point, up, least, most):.1f}" for n, point in enumerate(points)
    )


def _at(point: float, up: tuple[int, int], least: float, most: float) -> float:
    return up[0] + (up[1] - up[0]) * (point - least) / (most - least)
