"""How a game between engines ends: by the rulebook, on the clock, or by an engine's own fault.

The game itself is judged by `damiera.game.state.Game`. Here stands what only a match knows: an engine that
crashes, is silent or answers illegally loses the game, and a game may be cut off as a draw.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from damiera._core import Side
from damiera.engine.dxp.errors import PeerGone, PeerIllegal, PeerResigned, PeerSilent
from damiera.engine.errors import EngineDied, EngineError, EngineSilent
from damiera.engine.hub.text import HubSyntaxError
from damiera.game.outcome import Outcome, Termination
from damiera.game.sides import side_text
from damiera.messages import Message, Text

__all__ = ["MatchGameEnding", "MatchGameResult", "by_fault", "by_length", "by_rules"]


class MatchGameEnding(StrEnum):
    """Why a game of a match is over; the value stands in its PDN tag `Termination`.

    >>> MatchGameEnding("time forfeit").is_fault, MatchGameEnding.RULES.is_fault
    (True, False)
    """

    RULES = "rules"
    TIME = "time forfeit"
    CRASH = "crash"
    SILENCE = "silence"
    ILLEGAL = "illegal move"
    REFUSAL = "refusal"
    LENGTH = "adjudicated"
    RESIGNS = "resigns"

    @property
    def is_fault(self) -> bool:
        """True if the engine that lost did not play, rather than played worse."""
        return self not in (MatchGameEnding.RULES, MatchGameEnding.LENGTH, MatchGameEnding.RESIGNS)


@dataclass(frozen=True, slots=True)
class MatchGameResult:
    """The result of one game.

    Attributes:
        winner: None for a draw.
        ending: why it is over.
        said: the same in a sentence.

    >>> by_length(200).winner is None, by_length(200).ending.value
    (True, 'adjudicated')
    """

    winner: Side | None
    ending: MatchGameEnding
    said: Text


def by_rules(outcome: Outcome) -> MatchGameResult:
    """Return the verdict of a game that its rulebook, or its clock, ended.

    >>> from damiera.messages import Verbatim
    >>> by_rules(Outcome(Side.WHITE, Termination.TIME, (), Verbatim("Black's time is over."))).ending
    <MatchGameEnding.TIME: 'time forfeit'>
    """
    on_time = outcome.termination is Termination.TIME
    return MatchGameResult(
        outcome.winner, MatchGameEnding.TIME if on_time else MatchGameEnding.RULES, outcome.said
    )


def by_length(plies: int) -> MatchGameResult:
    """Return the draw of a game that is cut off after so many plies.

    >>> by_length(200).said.text("en")
    'Adjudicated a draw: 200 plies without a result.'
    """
    return MatchGameResult(None, MatchGameEnding.LENGTH, _LENGTH.format(n=plies))


def by_fault(side: Side, error: EngineError, *, late: bool = False) -> MatchGameResult:
    """Return the loss of an engine that could not answer.

    Args:
        side: the engine's side.
        error: what happened to it.
        late: it was ended because it went on talking beyond its time.

    >>> by_fault(Side.WHITE, EngineSilent("go think", 10.0)).winner
    Side.BLACK
    """
    ending = MatchGameEnding.SILENCE if late else _ending(error)
    said = _FAULTS[ending].format(side=side_text(side), why=error.message)
    return MatchGameResult(side.opponent, ending, said)


def _ending(error: EngineError) -> MatchGameEnding:
    if isinstance(error, EngineDied | PeerGone):
        return MatchGameEnding.CRASH
    if isinstance(error, EngineSilent | PeerSilent):
        return MatchGameEnding.SILENCE
    if isinstance(error, PeerResigned):
        return MatchGameEnding.RESIGNS
    if isinstance(error, PeerIllegal):
        return MatchGameEnding.ILLEGAL
    # An answer that is no move here is a syntax error of Hub, or was one before it became a refusal.
    if isinstance(error, HubSyntaxError) or isinstance(error.__context__, HubSyntaxError):
        return MatchGameEnding.ILLEGAL
    return MatchGameEnding.REFUSAL


_LENGTH = Message("Adjudicated a draw: {n} plies without a result.")
_FAULTS = {
    MatchGameEnding.CRASH: Message("{side}'s engine crashed. {why}"),
    MatchGameEnding.SILENCE: Message("{side}'s engine fell silent. {why}"),
    MatchGameEnding.ILLEGAL: Message("{side}'s engine answered an illegal move. {why}"),
    MatchGameEnding.REFUSAL: Message("{side}'s engine refused to play. {why}"),
    MatchGameEnding.RESIGNS: Message("{side} resigns. {why}"),
}
