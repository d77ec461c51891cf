"""Which procedure carries out which act."""

from __future__ import annotations

from typing import Any, Protocol

from damiera.tournament import acts
from damiera.tournament.chain import Entry
from damiera.tournament.procedures import entering, happening, noting, pairing, phoning, playing
from damiera.tournament.state import State

__all__ = ["PROCEDURES"]


class _Procedure(Protocol):
    def __call__(self, state: State, act: Any, entry: Entry, /) -> State: ...


PROCEDURES: dict[type, _Procedure] = {
    acts.Create: entering.changed,
    acts.Change: entering.changed,
    acts.Enter: entering.entered,
    acts.Edit: entering.edited,
    acts.Remove: entering.removed,
    acts.Team: entering.teamed,
    acts.Status: happening.happened,
    acts.Return: happening.returned,
    acts.Forbid: happening.forbidden,
    acts.Allow: happening.allowed,
    acts.Accelerate: happening.accelerated,
    acts.Pair: pairing.paired,
    acts.Swap: pairing.swapped,
    acts.Turn: pairing.turned,
    acts.Protect: pairing.protected,
    acts.Extra: pairing.one_more,
    acts.Result: playing.resulted,
    acts.Close: playing.closed,
    acts.Reopen: playing.reopened,
    acts.AnnouncedFacts: noting.announced,
    acts.CheckIn: noting.checked_in,
    acts.Over: noting.finished,
    acts.Numbered: noting.numbered,
    acts.PlayOff: noting.played_off,
    acts.Overridden: noting.overridden,
    acts.Groups: noting.grouped,
    acts.FinalMade: noting.made_final,
    acts.PartOf: noting.part_of,
    acts.Slots: noting.tabled,
    acts.Ruling: noting.ruled,
    acts.Reporting: phoning.switched,
    acts.PlaysOnline: phoning.switched_online,
    acts.Door: phoning.opened,
    acts.NewCode: phoning.recoded,
    acts.Reported: phoning.reported,
    acts.Online: phoning.opened_here,
    acts.GameKept: phoning.kept,
    acts.Admitted: phoning.answered,
    acts.Refused: phoning.answered,
    acts.RefusedAll: phoning.answered,
}
"""Every act but `Undo`, which the log itself knows (`damiera.tournament.log`)."""
