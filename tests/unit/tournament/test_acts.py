"""Acts: every one has its procedure and its JSON; what is none, or cannot be, is refused with its place."""

from __future__ import annotations

import dataclasses
from typing import Any, get_args

import pytest

from damiera.messages import Message
from damiera.tournament import acts
from damiera.tournament.acts import Act, Malformed, decode, encode
from damiera.tournament.chain import LogEntry
from damiera.tournament.errors import BadTournament, NoSuchPlayer
from damiera.tournament.log import Log, Unfit, dump, load
from damiera.tournament.model import (
    Acceleration,
    Event,
    EventPlayer,
    EventSettings,
    ForbiddenPair,
    Status,
    Team,
)
from damiera.tournament.procedures.table import PROCEDURES
from damiera.tournament.state import EventState
from tests.unit.tournament.badlogs import IMPOSSIBLE, MALFORMED, chained, opened_log
from tests.wording import holds, raises


def test_every_act_has_its_procedure_and_its_word() -> None:
    kinds = set(get_args(Act))
    assert set(PROCEDURES) == kinds - {acts.UndoAct}
    assert set(acts.TAGS.values()) == kinds
    assert len(acts.TAGS) == len(kinds)


@pytest.mark.parametrize(
    ("act", "kind", "but"),
    [
        (acts.EnterAct, EventPlayer, set()),
        (acts.EditAct, EventPlayer, set()),
        (acts.TeamAct, Team, set()),
        (acts.StatusAct, Status, {"reason"}),
        (acts.ForbidAct, ForbiddenPair, set()),
        (acts.AccelerateAct, Acceleration, set()),
        (acts.SettingsFacts, EventSettings, set()),
        (acts.ActFacts, Event, {"players", "rounds", "statuses", "forbidden", "accelerations", "teams"}),
    ],
)
def test_acts_know_every_field_of_what_they_change(act: Any, kind: Any, but: set[str]) -> None:
    made = dataclasses.fields(kind) if dataclasses.is_dataclass(kind) else ()
    names = {field.name for field in made if field.init} or set(kind.__struct_fields__)
    assert set(act.__struct_fields__) == names - but


@pytest.mark.parametrize(("about", "data", "said"), [(k, *v) for k, v in MALFORMED.items()])
def test_a_malformed_note_is_refused_with_entry_and_field(about: str, data: Any, said: Message) -> None:
    with pytest.raises(Malformed) as refused:
        load(chained(opened_log(), "note", {"about": about, "text": "", **data}))
    assert holds(refused.value, said)
    assert (refused.value.number, refused.value.act) == (7, about)


@pytest.mark.parametrize("kind", IMPOSSIBLE)
def test_an_impossible_act_is_refused_with_its_entry(kind: str) -> None:
    act, data, word = IMPOSSIBLE[kind]
    with pytest.raises(BadTournament) as refused:
        load(chained(opened_log(), act, data))
    assert isinstance(refused.value, Malformed | Unfit)
    assert refused.value.number == 7
    at = (Message("Entry {n}, `{a}`: {why}", n=7, a=word), Message("Entry {n}, `{a}`: {why}.", n=7, a=word))
    assert any(holds(refused.value, message) for message in at)


@pytest.mark.parametrize("kind", [*MALFORMED, *IMPOSSIBLE])
def test_what_is_stored_already_opens_and_counts_for_nothing(kind: str) -> None:
    log = opened_log()
    act, data = ("note", {"about": kind, "text": "", **MALFORMED[kind][0]}) if kind in MALFORMED else (
        IMPOSSIBLE[kind][:2]
    )  # fmt: skip
    stored = load(chained(log, act, data), stored=True)
    assert list(stored.idle) == [7]
    assert stored.state == log.state
    more = stored.add(acts.CheckInNote(players=(1, 2), here=True), who="Anna", at=70_000)
    undone = more.add(acts.UndoAct(act=8), who="Anna", at=70_001, why="slip")
    assert (more.state.here, undone.state.here) == (frozenset({1, 2}), frozenset())
    gone = undone.add(acts.UndoAct(act=7), who="Anna", at=70_002, why="no act")
    assert gone.state == log.state
    assert load(dump(gone), stored=True) == gone


def test_a_stored_act_that_fits_once_another_is_undone_counts_again() -> None:
    log = opened_log().add(acts.PairAct(round=1, pairs=((1, 2), (3, 4))), who="Anna", at=10)
    stored = load(chained(log, "remove", {"number": 4}), stored=True)
    assert list(stored.idle) == [8]
    undone = stored.add(acts.UndoAct(act=7), who="Anna", at=70_000, why="wrong board")
    assert dict(undone.idle) == {}
    assert [p.number for p in undone.event.players] == [1, 2, 3]
    assert load(dump(undone), stored=True) == undone


@pytest.mark.parametrize("system", ["round-robin", "knockout"])
def test_nobody_is_paired_who_was_never_entered(system: str) -> None:
    """These systems take any pairs: not those of somebody there is not, whom no page could name."""
    log = opened_log().add(decode("change", {"settings": {"system": system}}), who="Anna", at=9)
    with raises(NoSuchPlayer, Message("No player has number {n}: see the list of entries.", n=9)):
        log.add(acts.PairAct(round=1, pairs=((1, 9), (2, 3))), who="Anna", at=10)
    paired = log.add(acts.PairAct(round=1, pairs=((1, 4), (2, 3))), who="Anna", at=10)
    with raises(NoSuchPlayer, Message("No player has number {n}: see the list of entries.", n=4)):
        paired.add(acts.UndoAct(act=6), who="Anna", at=11, why="never came")


def test_a_ruling_in_words_is_kept_whatever_it_is_about() -> None:
    said = {"about": "broken off", "text": "four of ten have left"}
    ruling = decode("note", said)
    assert ruling == acts.RulingNote(about="broken off", text="four of ten have left")
    assert encode(ruling) == ("note", said)
    with raises(Malformed, Message("unknown act")):
        decode("note", {**said, "text": ""})


def test_a_mistake_of_the_program_is_not_told_to_the_arbiter(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(state: EventState, act: Any, entry: LogEntry, /) -> EventState:
        raise KeyError("round")

    procedures: dict[type, Any] = PROCEDURES
    monkeypatch.setitem(procedures, acts.CheckInNote, wrong)
    with pytest.raises(KeyError):
        opened_log().add(acts.CheckInNote(players=(1,), here=True), who="Anna", at=9)


def test_an_act_that_the_program_makes_wrongly_is_never_stored() -> None:
    wrong: Any = ((1, None),)
    with pytest.raises(TypeError, match=r"`pairs.0..1.`: expected int, got null"):
        opened_log().add(acts.PairAct(round=1, pairs=wrong), who="Anna", at=9)


def test_what_is_read_is_what_was_written() -> None:
    log = Log().add(acts.CreateAct(name="A", starts=None, dates=(None,)), who="Anna", at=0)
    assert log.entries[0].data == {"name": "A", "starts": None, "dates": [None]}
    again = load(dump(log))
    assert again == log
    assert isinstance(again.lines[0].act, acts.CreateAct)
