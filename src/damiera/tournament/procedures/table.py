"""Which procedure carries out which act."""

from __future__ import annotations

from typing import Any, Protocol

from damiera.tournament import acts
from damiera.tournament.chain import LogEntry
from damiera.tournament.procedures import entries, games, happenings, notes, pairing, phones
from damiera.tournament.state import EventState

__all__ = ["PROCEDURES"]


class _Procedure(Protocol):
    def __call__(self, state: EventState, act: Any, entry: LogEntry, /) -> EventState: ...


PROCEDURES: dict[type, _Procedure] = {
    acts.CreateAct: entries.changed,
    acts.ChangeAct: entries.changed,
    acts.EnterAct: entries.entered,
    acts.EditAct: entries.edited,
    acts.RemoveAct: entries.removed,
    acts.TeamAct: entries.teamed,
    acts.StatusAct: happenings.happened,
    acts.ReturnAct: happenings.returned,
    acts.ForbidAct: happenings.forbidden,
    acts.AllowAct: happenings.allowed,
    acts.AccelerateAct: happenings.accelerated,
    acts.PairAct: pairing.paired,
    acts.SwapAct: pairing.swapped,
    acts.TurnAct: pairing.turned,
    acts.ProtectAct: pairing.protected,
    acts.ExtraAct: pairing.one_more,
    acts.ResultAct: games.resulted,
    acts.CloseAct: games.closed,
    acts.ReopenAct: games.reopened,
    acts.AnnouncedFacts: notes.announced,
    acts.CheckInNote: notes.checked_in,
    acts.OverNote: notes.finished,
    acts.NumberedNote: notes.numbered,
    acts.PlayOffNote: notes.played_off,
    acts.OverriddenNote: notes.overridden,
    acts.GroupsNote: notes.grouped,
    acts.FinalMadeNote: notes.made_final,
    acts.PartOfNote: notes.part_of,
    acts.SlotsNote: notes.tabled,
    acts.RulingNote: notes.ruled,
    acts.ReportingNote: phones.switched,
    acts.PlaysOnlineNote: phones.switched_online,
    acts.RegistrationNote: phones.opened,
    acts.NewCodeNote: phones.recoded,
    acts.ReportedNote: phones.reported,
    acts.OnlineNote: phones.opened_here,
    acts.GameKeptNote: phones.kept,
    acts.AdmittedNote: phones.answered,
    acts.RefusedNote: phones.answered,
    acts.RefusedAllNote: phones.answered,
}
"""Every act but `Undo`, which the log itself knows (`damiera.tournament.log`)."""
