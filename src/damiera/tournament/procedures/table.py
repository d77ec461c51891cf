"""Which procedure carries out which act."""

from __future__ import annotations

from typing import Protocol, TypeVar

from damiera.tournament import acts
from damiera.tournament.chain import LogEntry
from damiera.tournament.procedures import (
    entries,
    games,
    happenings,
    line_up,
    notes,
    pairing,
    phones,
    screens,
    sections,
)
from damiera.tournament.state import EventState

__all__ = ["PROCEDURES"]


A = TypeVar("A", bound=acts.Act)
A_contra = TypeVar("A_contra", bound=acts.Act, contravariant=True)


class _Procedure(Protocol[A_contra]):
    """What carries out acts of one kind."""

    def __call__(self, state: EventState, act: A_contra, entry: LogEntry, /) -> EventState: ...


def _of(kind: type[A], procedure: _Procedure[A]) -> tuple[type, _Procedure[acts.Act]]:
    """Return a procedure under the kind of acts that it takes."""

    def carried_out(state: EventState, act: acts.Act, entry: LogEntry, /) -> EventState:
        if not isinstance(act, kind):
            raise TypeError(f"{kind.__name__} is asked for, not {type(act).__name__}")
        return procedure(state, act, entry)

    return kind, carried_out


PROCEDURES: dict[type, _Procedure[acts.Act]] = dict(
    (
        _of(acts.CreateAct, entries.changed),
        _of(acts.ChangeAct, entries.changed),
        _of(acts.EnterAct, entries.entered),
        _of(acts.EditAct, entries.edited),
        _of(acts.RemoveAct, entries.removed),
        _of(acts.TeamAct, entries.teamed),
        _of(acts.SectionAct, sections.made),
        _of(acts.RemoveSectionAct, sections.unmade),
        _of(acts.AssignAct, sections.assigned),
        _of(acts.AwardsAct, notes.awarded),
        _of(acts.StatusAct, happenings.happened),
        _of(acts.ReturnAct, happenings.returned),
        _of(acts.ForbidAct, happenings.forbidden),
        _of(acts.AllowAct, happenings.allowed),
        _of(acts.AccelerateAct, happenings.accelerated),
        _of(acts.PairAct, pairing.paired),
        _of(acts.SwapAct, pairing.swapped),
        _of(acts.TurnAct, pairing.turned),
        _of(acts.LineUpAct, line_up.lined_up),
        _of(acts.ProtectAct, pairing.protected),
        _of(acts.ExtraAct, pairing.one_more),
        _of(acts.ResultAct, games.resulted),
        _of(acts.CloseAct, games.closed),
        _of(acts.ReopenAct, games.reopened),
        _of(acts.AnnouncedFacts, notes.announced),
        _of(acts.CheckInNote, notes.checked_in),
        _of(acts.OverNote, notes.finished),
        _of(acts.ScreenNote, screens.screened),
        _of(acts.NoticeNote, screens.noticed),
        _of(acts.LogoNote, screens.marked),
        _of(acts.RoundClockNote, screens.clocked),
        _of(acts.NumberedNote, notes.numbered),
        _of(acts.PlayOffNote, notes.played_off),
        _of(acts.OverriddenNote, notes.overridden),
        _of(acts.GroupsNote, notes.grouped),
        _of(acts.FinalMadeNote, notes.made_final),
        _of(acts.PartOfNote, notes.part_of),
        _of(acts.SlotsNote, notes.tabled),
        _of(acts.PersonNote, notes.trusted),
        _of(acts.SecondEntryNote, notes.read_again),
        _of(acts.RulingNote, notes.ruled),
        _of(acts.ReportingNote, phones.switched),
        _of(acts.PlaysOnlineNote, phones.switched_online),
        _of(acts.EveningNote, phones.evening_set),
        _of(acts.LookedNote, phones.looked),
        _of(acts.RegistrationNote, phones.opened),
        _of(acts.NewCodeNote, phones.recoded),
        _of(acts.ReportedNote, phones.reported),
        _of(acts.OnlineNote, phones.opened_here),
        _of(acts.GameKeptNote, phones.kept),
        _of(acts.AdmittedNote, phones.answered),
        _of(acts.RefusedNote, phones.answered),
        _of(acts.RefusedAllNote, phones.answered),
    )
)
"""Every act but `Undo`, which the log itself knows (`damiera.tournament.log`)."""
