"""Certificates of pairings: they hold, they say when something was another, and old logs have none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import msgspec
import pytest

from damiera.testing.tournaments import played_log
from damiera.tournament import acts, certificate
from damiera.tournament.certificate import certificate_of, certified_rounds
from damiera.tournament.check import check_round
from damiera.tournament.log import Log, LogRecord, dump, load
from damiera.tournament.model import EventSettings, GameMark, System
from damiera.tournament.pairing import pair
from damiera.tournament.pairing.again import event_before
from damiera.tournament.pairing_certificate import PairingCertificate, PairingVerdict
from damiera.tournament.random_events import played_event
from damiera.tournament.state import EventState


def states(log: Log) -> list[str]:
    return [one.state for one in certified_rounds(log)]


def told_anew(log: Log, change: Callable[[PairingCertificate], PairingCertificate | None]) -> Log:
    """The log with the certificates changed, its chain made anew: as whoever owns the machine could."""
    out = Log()
    for line in log.lines:
        act = line.act
        assert act is not None
        if isinstance(act, acts.PairAct) and act.certificate:
            changed = change(act.certificate)
            act = msgspec.structs.replace(act, certificate=changed or msgspec.UNSET)
        out = out.add(act, who=line.entry.who, at=line.entry.at, why=line.entry.why)
    return out


def test_certificates_hold_and_outlive_the_file() -> None:
    log = played_log(9, 3)
    assert states(log) == ["holds"] * 3
    assert states(load(dump(log))) == ["holds"] * 3


def test_a_result_corrected_later_does_not_touch_them() -> None:
    log = played_log(8, 3)
    act = acts.ResultAct(round=1, board=1, white=GameMark.DRAW, black=GameMark.DRAW)
    assert states(log.add(act, who="Anna", at=0, why="slip misread")) == ["holds"] * 3


def test_an_act_taken_back_later_does_not_touch_them() -> None:
    log = played_log(8, 2)
    first = next(n for n, line in enumerate(log.lines, 1) if isinstance(line.act, acts.ResultAct))
    log = log.add(acts.ReopenAct(round=2), who="Anna", at=0, why="x") if log.event.rounds[1].closed else log
    forbid = acts.ForbidAct(a=1, b=2, absolute=False)
    early = log.add(forbid, who="Anna", at=0)
    with_undo = early.add(acts.UndoAct(act=len(early.lines)), who="Anna", at=0, why="x")
    assert states(with_undo) == ["holds"] * 2
    assert first < len(log.lines)


@pytest.mark.parametrize(
    ("change", "state"),
    [
        (lambda held: msgspec.structs.replace(held, input="0" * 64), "input"),
        (lambda held: msgspec.structs.replace(held, verdict=PairingVerdict(True, 99)), "verdict"),
        (lambda held: None, "none"),
    ],
)
def test_what_does_not_hold_is_told(
    change: Callable[[PairingCertificate], PairingCertificate | None], state: str
) -> None:
    assert states(told_anew(played_log(8, 2), change)) == [state] * 2


def test_a_verdict_from_before_the_check_knew_a_top_scorers_right_holds() -> None:
    """C.04.3, 1.8: what is a remark now was unlawful then; nothing else may differ."""
    settings = EventSettings(system=System.DUTCH_2026, rounds=7)
    event = event_before(played_event(33, 7, 13, settings=settings, unrest=0.06), 7)
    made = pair(event)
    act = acts.PairAct(round=7, pairs=tuple((one.white, one.black or 0) for one in made.pairs))
    held = certificate_of(event, made)
    assert held.verdict.lawful
    assert held.verdict.remarks
    before = msgspec.structs.replace(held.verdict, lawful=False, remarks=held.verdict.remarks - 1)
    other = msgspec.structs.replace(before, boards=before.boards + 1)
    told = [
        certificate._state(event, act, msgspec.structs.replace(held, verdict=one)) for one in (before, other)
    ]
    assert told == ["holds", "verdict"]


def test_another_past_is_another_input() -> None:
    log = played_log(8, 2)
    lines = [line.act for line in log.lines]
    out = Log()
    for act in lines:
        assert act is not None
        if isinstance(act, acts.EnterAct) and act.number == 5:
            act = msgspec.structs.replace(act, elo=act.elo + 1)
        out = out.add(act, who="Anna", at=0)
    assert states(out) == ["input"] * 2


def test_it_is_small() -> None:
    log = played_log(200, 4)
    act = next(line.act for line in reversed(log.lines) if isinstance(line.act, acts.PairAct))
    assert len(msgspec.json.encode(act.certificate)) < 400
    assert replace(log).head == log.head


def test_a_line_that_was_verified_is_not_folded_again_when_the_log_has_grown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    log = played_log(10, 3)
    assert states(log) == ["holds"] * 3
    folds: list[Log] = []
    pairings = Log.pairings

    def folded(
        self: Log, since: tuple[int, EventState] | None = None
    ) -> Iterator[tuple[LogRecord, EventState]]:
        folds.append(self)
        return pairings(self, since)

    monkeypatch.setattr(Log, "pairings", folded)
    act = acts.ResultAct(round=3, board=1, white=GameMark.DRAW, black=GameMark.DRAW)
    assert states(log.add(act, who="Anna", at=0)) == ["holds"] * 3
    assert folds == []
    assert states(told_anew(log, lambda held: msgspec.structs.replace(held, input="0" * 64))) == ["input"] * 3
    assert len(folds) == 1


def test_of_a_log_that_has_grown_only_the_new_lines_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    log = played_log(12, 5)
    acts_of = [line.act for line in log.lines]
    third = [n for n, act in enumerate(acts_of) if isinstance(act, acts.PairAct)][2]
    grown = Log()
    for act in acts_of[: third + 1]:
        assert act is not None
        grown = grown.add(act, who="Anna", at=5)
    assert states(grown) == ["holds"] * 3
    begun: list[int] = []
    pairings = Log.pairings

    def folded(
        self: Log, since: tuple[int, EventState] | None = None
    ) -> Iterator[tuple[LogRecord, EventState]]:
        begun.append(since[0] if since else 1)
        return pairings(self, since)

    monkeypatch.setattr(Log, "pairings", folded)
    for act in acts_of[third + 1 :]:
        assert act is not None
        grown = grown.add(act, who="Anna", at=5)
    assert states(grown) == ["holds"] * 5
    assert begun == [third + 1]
    wrong = told_anew(grown, lambda held: msgspec.structs.replace(held, input="0" * 64))
    assert states(wrong) == ["input"] * 5, "another log is counted from its beginning"
    assert begun == [third + 1, 1]
    early = grown.add(acts.ForbidAct(a=1, b=2, absolute=False), who="Anna", at=5)
    early = early.add(acts.UndoAct(act=len(early.lines)), who="Anna", at=6, why="x")
    assert states(early) == ["holds"] * 5


def test_pairings_without_a_certificate_cost_no_counting(monkeypatch: pytest.MonkeyPatch) -> None:
    bare = told_anew(played_log(8, 3), lambda held: None)
    monkeypatch.setattr(Log, "pairings", lambda self, since=None: pytest.fail("counted"))
    assert states(bare) == ["none"] * 3


def test_a_round_is_judged_by_what_was_known_before_it() -> None:
    for seed in range(6):
        event = played_event(15, 5, seed, unrest=0.2)
        for number in range(1, 6):
            known = replace(event, rounds=event.rounds[:number])
            assert check_round(event, number) == check_round(known, number), (seed, number)
