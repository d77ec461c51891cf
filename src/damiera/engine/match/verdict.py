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

__all__ = ["Ending", "Verdict", "by_fault", "by_length", "by_rules"]


class Ending(StrEnum):
    """Why a game of a match is over; the value stands in its PDN tag `Termination`.

    >>> Ending("time forfeit").is_fault, Ending.RULES.is_fault
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
        return self not in (Ending.RULES, Ending.LENGTH, Ending.RESIGNS)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of one game.

    Attributes:
        winner: None for a draw.
        ending: why it is over.
        said: the same in a sentence.

    >>> by_length(200).winner is None, by_length(200).ending.value
    (True, 'adjudicated')
    """

    winner: Side | None
    ending: Ending
    said: Text


def by_rules(outcome: Outcome) -> Verdict:
    """Return the verdict of a game that its rulebook, or its clock, ended.

    >>> from damiera.messages import Verbatim
    >>> by_rules(Outcome(Side.WHITE, Termination.TIME, (), Verbatim("Black's time is over."))).ending
    <Ending.TIME: 'time forfeit'>
    """
    on_time = outcome.termination is Termination.TIME
    return Verdict(outcome.winner, Ending.TIME if on_time else Ending.RULES, outcome.said)


def by_length(plies: int) -> Verdict:
    """Return the draw of a game that is cut off after so many plies.

    >>> by_length(200).said.text("en")
    'Adjudicated a draw: 200 plies without a result.'
    """
    return Verdict(None, Ending.LENGTH, _LENGTH.format(n=plies))


def by_fault(side: Side, error: EngineError, *, late: bool = False) -> Verdict:
    """Return the loss of an engine that could not answer.

    Args:
        side: the engine's side.
        error: what happened to it.
        late: it was ended because it went on talking beyond its time.

    >>> by_fault(Side.WHITE, EngineSilent("go think", 10.0)).winner
    Side.BLACK
    """
    ending = Ending.SILENCE if late else _ending(error)
    said = _FAULTS[ending].format(side=side_text(side), why=error.message)
    return Verdict(side.opponent, ending, said)


def _ending(error: EngineError) -> Ending:
    if isinstance(error, EngineDied | PeerGone):
        return Ending.CRASH
    if isinstance(error, EngineSilent | PeerSilent):
        return Ending.SILENCE
    if isinstance(error, PeerResigned):
        return Ending.RESIGNS
    if isinstance(error, PeerIllegal):
        return Ending.ILLEGAL
    # An answer that is no move here is a syntax error of Hub, or was one before it became a refusal.
    if isinstance(error, HubSyntaxError) or isinstance(error.__context__, HubSyntaxError):
        return Ending.ILLEGAL
    return Ending.REFUSAL


_LENGTH = Message("Adjudicated a draw: {n} plies without a result.")
_FAULTS = {
    Ending.CRASH: Message("{side}'s engine crashed. {why}"),
    Ending.SILENCE: Message("{side}'s engine fell silent. {why}"),
    Ending.ILLEGAL: Message("{side}'s engine answered an illegal move. {why}"),
    Ending.REFUSAL: Message("{side}'s engine refused to play. {why}"),
    Ending.RESIGNS: Message("{side} resigns. {why}"),
}
