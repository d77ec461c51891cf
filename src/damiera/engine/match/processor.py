"""Equal processor time: how much an engine may visit, so that a busy machine favours nobody."""

from __future__ import annotations

from dataclasses import replace

from damiera.engine.errors import MatchError
from damiera.engine.limits import SearchLimits
from damiera.engine.match.player import MatchPlayer
from damiera.engine.protocol import Choice
from damiera.game.state import Game
from damiera.messages import Message

__all__ = ["NodeAllowance", "ProcessorTimed"]

FIRST_NODES = 10_000
MEMORY = 0.9  # of what was measured, kept from move to move
SHARE = 0.1  # of what is left over or was overdrawn, made good with the next move
PATIENCE = 10  # moves in which an engine is to name its nodes and its time once


class NodeAllowance:
    """How many nodes a move take so many seconds of the processor, as measured on the moves before.

    Args:
        seconds: of processor time that moves are to take on average.

    >>> allowance = NodeAllowance(0.05)
    >>> allowance.nodes
    10000
    >>> allowance.measured(250_000, 0.05)
    >>> allowance.nodes
    250000
    >>> allowance.measured(0, 0.0)  # a forced move: what it left over goes to those to come
    >>> allowance.nodes
    275000
    """

    def __init__(self, seconds: float) -> None:
        self._wanted_s = seconds
        self._nodes = self._spent_s = self._left_s = 0.0

    @property
    def nodes(self) -> int:
        """Nodes for the next move: at least half, and at most twice what a move is to take."""
        if not self._spent_s:
            return FIRST_NODES
        seconds = min(max(self._wanted_s + self._left_s * SHARE, self._wanted_s / 2), self._wanted_s * 2)
        return max(1, round(self._nodes / self._spent_s * seconds))

    def measured(self, nodes: int, seconds: float) -> None:
        """Note what a move took; of how fast nodes go the last ten moves or so count most."""
        self._left_s += self._wanted_s - seconds
        if nodes:
            self._nodes = MEMORY * self._nodes + nodes
            self._spent_s = MEMORY * self._spent_s + seconds


class ProcessorTimed:
    """A player whose moves take so much processor time on average, by limits of nodes.

    Not each move takes as much: an engine may finish early, and one position goes faster than another. Over a
    game two engines use the same.

    Args:
        player: whose time is measured.
        seconds: of processor time, in seconds, that moves are to take on average.

    >>> from damiera.engine.match.openings import openings_from
    >>> from damiera.engine.match.players import player_of
    >>> from damiera.engine.match.settings import MatchSettings
    >>> from damiera.engine.spec import EngineSpec
    >>> from damiera.rules.ruleset import ITALIAN
    >>> spec = EngineSpec.parse("builtin:hash=1")
    >>> starts = openings_from(ITALIAN, "none", seed=1, count=1)
    >>> settings = MatchSettings(ITALIAN, (spec, spec), starts, games=1, limits=SearchLimits(depth=9))
    >>> player = ProcessorTimed(player_of(spec, settings), seconds=0.005)
    >>> choice = player.choose(Game.start(ITALIAN), SearchLimits(), seed=1)
    >>> choice.nodes <= FIRST_NODES, player.processor_s > 0
    (True, True)
    """

    def __init__(self, player: MatchPlayer, seconds: float) -> None:
        self._player = player
        self._allowance = NodeAllowance(seconds)
        self._asked = self._told = 0

    @property
    def late(self) -> bool:
        """See `MatchPlayer.late`."""
        return self._player.late

    @property
    def processor_s(self) -> float | None:
        """Seconds of the processors that its answers have taken; None where nobody tells."""
        return self._player.processor_s

    def new_game(self) -> None:
        """See `MatchPlayer.new_game`; what was measured is kept."""
        self._player.new_game()

    def choose(self, game: Game, limits: SearchLimits, seed: int) -> Choice:
        """Return a move within the allowance.

        Raises:
            EngineError: if there is no answer.
            MatchError: if it is never told how many nodes, or how much processor time, moves take.
        """
        before, allowed = self._player.processor_s, self._allowance.nodes
        choice = self._player.choose(game, replace(limits, nodes=allowed), seed)
        after = self._player.processor_s
        self._asked += 1
        if before is not None and after is not None:
            self._told += choice.nodes > 0
            # who claims more nodes than allowed would look fast, and be allowed ever more
            self._allowance.measured(min(choice.nodes, allowed), after - before)
        if not self._told and self._asked >= PATIENCE:
            raise MatchError(_UNTOLD)
        return choice

    def ponder(self, expected: Game, limits: SearchLimits) -> None:
        """See `MatchPlayer.ponder`."""
        self._player.ponder(expected, limits)

    def restart(self) -> None:
        """See `MatchPlayer.restart`."""
        self._player.restart()

    def close(self) -> None:
        """See `MatchPlayer.close`."""
        self._player.close()


_UNTOLD = Message(
    "An engine tells no nodes, or this system no processor time: match them by --movetime or --nodes."
)
