"""Hypothesis strategies for games and positions of every rule set; they need `hypothesis` to be installed."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st

from damiera import _core
from damiera.rules.ruleset import CATALOGUE, Ruleset

__all__ = ["Playout", "games", "positions", "rulesets", "setups"]

_CHOICE = st.integers(min_value=0, max_value=255)


@dataclass(frozen=True, slots=True)
class Playout:
    """A random legal game: `positions` holds one more entry than `moves`."""

    ruleset: Ruleset
    moves: tuple[_core.Move, ...]
    positions: tuple[_core.Position, ...]

    @property
    def start(self) -> _core.Position:
        """The position before the first move."""
        return self.positions[0]

    @property
    def final(self) -> _core.Position:
        """The position after the last move."""
        return self.positions[-1]


def rulesets() -> st.SearchStrategy[Ruleset]:
    """Any game of the catalogue."""
    return st.sampled_from(list(CATALOGUE.values()))


def games(
    ruleset: Ruleset, max_plies: int = 100, *, start: _core.Position | None = None
) -> st.SearchStrategy[Playout]:
    """Legal games of at most `max_plies` plies; shorter ones where a side cannot move."""
    begin = ruleset.start() if start is None else start
    return st.lists(_CHOICE, max_size=max_plies).map(lambda choices: _played(ruleset, begin, choices))


def positions(ruleset: Ruleset) -> st.SearchStrategy[_core.Position]:
    """Positions reached by play, and scattered ones with many kings."""
    reached = games(ruleset, 120).map(lambda playout: playout.final)
    return st.one_of(reached, setups(ruleset))


@st.composite
def setups(draw: st.DrawFn, ruleset: Ruleset, max_pieces: int = 12) -> _core.Position:
    """Legal positions with pieces scattered over the board; each side has one at least."""
    core = ruleset.core
    if core.family != "draughts":
        return draw(games(ruleset, 60)).final
    every = st.integers(1, core.squares)
    squares = draw(st.lists(every, min_size=2, max_size=min(max_pieces, 2 * core.men), unique=True))
    cut = draw(st.integers(1, len(squares) - 1))
    white, black = squares[:cut][: core.men], squares[cut:][: core.men]
    crowned = set(draw(st.lists(st.sampled_from(squares), unique=True)))
    if not core.promotion_squares(_core.Side.WHITE):
        crowned = set()  # a game without kings
    white_kings = [s for s in white if s in crowned or s in core.promotion_squares(_core.Side.WHITE)]
    black_kings = [s for s in black if s in crowned or s in core.promotion_squares(_core.Side.BLACK)]
    return core.position(
        draw(st.sampled_from((_core.Side.WHITE, _core.Side.BLACK))),
        [s for s in white if s not in white_kings],
        white_kings,
        [s for s in black if s not in black_kings],
        black_kings,
    )


def _played(ruleset: Ruleset, start: _core.Position, choices: list[int]) -> Playout:
    moves: list[_core.Move] = []
    reached = [start]
    for choice in choices:
        legal = reached[-1].moves()
        if not legal:
            break
        moves.append(legal[choice % len(legal)])
        reached.append(reached[-1].play(moves[-1]))
    return Playout(ruleset, tuple(moves), tuple(reached))
