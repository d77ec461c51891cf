"""One event within one transaction: what an act appends to its log."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec
from msgspec import UNSET

from damiera.game.openings import draw
from damiera.messages import Message
from damiera.service.errors import BadTerms, Conflict
from damiera.service.identity import Visitor
from damiera.service.ports import Transaction
from damiera.service.tournament.event import LiveEvent
from damiera.tournament import acts
from damiera.tournament.acts import Act
from damiera.tournament.announcement import RoundDraw
from damiera.tournament.certificate import certificate_of
from damiera.tournament.errors import BadTournament
from damiera.tournament.log import Log
from damiera.tournament.model import Pairing

__all__ = ["EventTransaction", "Step", "close_last", "due", "pair_act"]

_PAIRED_ALREADY = Message("Round {n} is paired already.")


Step = Callable[["EventTransaction"], None]


class EventTransaction:
    """One event within one transaction: `act` appends to its log."""

    def __init__(self, work: Transaction, live: LiveEvent, who: Visitor, now: int) -> None:
        self.work = work
        self.live = live
        self.who = who
        self.now = now
        self.name = live.name_of(who.id) or who.name
        self._log = live.log

    @property
    def log(self) -> Log:
        """The log with what has been done so far."""
        return self._log

    def everywhere(self, step: Step) -> None:
        """Do something in every section of a whole event, or in the event where it has none."""
        at = self._log.section
        for section in () if at else tuple(self._log.whole.sections):
            self._log = self._log.within(section)
            step(self)
        self._log = self._log.within(at)
        if at or not self._log.whole.sections:
            step(self)

    def act(self, act: Act, why: str = "") -> None:
        """Let an act happen. Raises `BadTournament` if it does not fit the event."""
        self._log = self._log.add(act, who=self.name, at=self.now, why=" ".join(why.split())[:500])

    def act_all(self, told: Iterable[Act]) -> None:
        """Let several acts happen, one after the other. Raises `BadTournament` if one does not fit."""
        self._log = self._log.add_all(told, who=self.name, at=self.now)


def pair_act(transaction: EventTransaction, made: Pairing, *, manual: bool = False) -> acts.PairAct:
    """What the log keeps of a pairing: the pairs, and all that is needed to say why."""
    act = acts.PairAct(
        round=made.round,
        system=made.system,
        pairs=tuple((p.white, p.black or 0) for p in made.pairs),
        criteria=made.criteria,
        steps=made.trace,
        manual=True if manual else UNSET,
        certificate=certificate_of(transaction.log.event, made),
    )
    facts = transaction.live.announced
    if facts.deck and facts.ballots == "board":
        boards = sum(p.black is not None for p in made.pairs)
        drawn = tuple(_drawn(facts.deck, facts.seed, made.round, n) for n in range(1, boards + 1))
        return msgspec.structs.replace(act, ballots=drawn)
    if facts.deck:
        before = transaction.live.ballots.get(made.round)
        ballot = _drawn(facts.deck, before.seed if before else facts.seed, made.round)
        return msgspec.structs.replace(act, ballot=ballot)
    return act


def _drawn(deck: str, seed: str, round: int, board: int = 0) -> RoundDraw:
    drawn = draw(deck, seed, round=round, board=str(board) if board else "")
    return RoundDraw(deck, drawn.seed, drawn.number, board)


def due(transaction: EventTransaction, round: int) -> None:
    """Make sure that `round` is the next one and can be paired."""
    coming = transaction.live.next_round()
    if round < coming.number:
        raise Conflict(transaction.live.version, _PAIRED_ALREADY.format(n=round))
    if round > coming.number:
        raise BadTerms("round", Message("The next round is {n}.").format(
            n=coming.number
        ))  # fmt: skip
    if coming.waits is not None:
        raise BadTournament(coming.waits)


def close_last(transaction: EventTransaction) -> None:
    """Close the last round, if it is not."""
    last = transaction.log.event.round(transaction.log.event.played_rounds)
    if last is not None and not last.closed:
        transaction.act(acts.CloseAct(round=last.number))
