"""The log of acts: rebuilt, undone, corrected, chained."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from msgspec import structs

from damiera.errors import DamieraError
from damiera.messages import Message
from damiera.tournament.acts import decode
from damiera.tournament.chain import sealed
from damiera.tournament.check import check_event
from damiera.tournament.errors import BadTournament
from damiera.tournament.log import BrokenLog, Log, LogRecord, StaleLog, Unfit, dump, load, verify
from damiera.tournament.model import GameMark, Kind, Pair, PlayerChange, available, score, scores
from damiera.tournament.pairing import pair
from damiera.tournament.state import EventState
from tests.wording import holds, raises


def grown(log: Log, *acts: tuple[str, dict[str, Any]], why: str = "because") -> Log:
    for act, data in acts:
        log = log.add(decode(act, data), who="Anna", at=1000 + len(log.entries), why=why)
    return log


def started(size: int = 4) -> Log:
    players = [("enter", {"number": i, "name": f"P{i}", "elo": 2000 - i}) for i in range(1, size + 1)]
    return grown(Log(), ("create", {"name": "Open", "settings": {"rounds": 3}}), *players)


def paired(log: Log) -> Log:
    pairing = pair(log.event)
    pairs = [[p.white, p.black or 0] for p in pairing.pairs]
    told = {"round": pairing.round, "system": "optimal", "pairs": pairs}
    return log.add(decode("pair", told), who="Anna", at=1)


def result(round: int, board: int, white: str = "win", black: str = "loss") -> tuple[str, dict[str, Any]]:
    return "result", {"round": round, "board": board, "white": white, "black": black}


def test_an_event_is_what_its_acts_tell() -> None:
    log = grown(paired(started()), result(1, 1), result(1, 2, "draw", "draw"), ("close", {"round": 1}))
    assert log.event.name == "Open"
    assert scores(log.event) == {1: 2, 2: 1, 3: 0, 4: 1}
    assert log.event.rounds[0].closed
    assert load(dump(log)) == log
    assert log.until(5).rounds == ()


def test_acts_appended_together_are_those_appended_one_by_one() -> None:
    log = paired(started())
    told = [decode(*one) for one in (result(1, 1), result(1, 2, "draw", "draw"), ("close", {"round": 1}))]
    alone = log
    for act in told:
        alone = alone.add(act, who="Anna", at=7)
    together = log.add_all(told, who="Anna", at=7)
    assert together == alone
    assert together.head == alone.head
    assert load(dump(together)) == alone
    assert log.add_all([], who="Anna", at=7) is log
    wrong = [told[0], decode(*result(1, 9))]
    with raises(BadTournament, Message("Round {r} has no board {b}.")):
        log.add_all(wrong, who="Anna", at=7)


def test_undo_is_an_act_and_can_be_undone() -> None:
    log = grown(paired(started()), result(1, 1))
    undone = grown(log, ("undo", {"act": len(log.entries)}))
    assert score(undone.event, 1) == 0
    again = grown(undone, ("undo", {"act": len(undone.entries)}))
    assert again.event == log.event
    back = grown(again, ("undo", {"after": 1}))
    assert back.event.players == ()
    assert len(back.entries) == len(again.entries) + 1


def test_undo_that_leaves_nonsense_is_refused() -> None:
    log = paired(started())
    with pytest.raises(BadTournament):
        grown(log, ("undo", {"act": 2}))  # player 1's entry, who is paired
    with raises(BadTournament, Message("There is no act {n} to undo.", n=99)):
        grown(log, ("undo", {"act": 99}))
    with raises(BadTournament, Message("This act needs a reason.")):
        grown(log, ("undo", {"act": 6}), why="")


def test_a_past_round_is_corrected_with_a_reason() -> None:
    log = grown(paired(started()), result(1, 1), result(1, 2), ("close", {"round": 1}))
    with raises(BadTournament, Message("Round {r} is closed: a result is corrected with a reason.", r=1)):
        grown(log, result(1, 1, "loss", "win"), why="")
    right = grown(log, result(1, 1, "loss", "win"), why="read from the wrong line")
    assert [score(right.event, n) for n in (1, 3)] == [0, 2]


def test_verification_says_where_the_chain_is_broken() -> None:
    log = grown(paired(started()), result(1, 1))
    acts = list(log.entries)
    assert verify(acts) is None
    forged = [*acts[:3], structs.replace(acts[3], data={**acts[3].data, "elo": 4000}), *acts[4:]]
    broken = verify(forged)
    assert broken is not None
    assert broken.number == 4
    rechained = [*acts[:3], structs.replace(forged[3], digest=forged[3].computed()), *acts[4:]]
    assert (found := verify(rechained)) is not None
    assert found.number == 5
    assert (found := verify([*acts[:2], *acts[3:]])) is not None
    assert found.number == 3
    with raises(
        BrokenLog,
        Message("The log was altered at act {n}: {why}.", n=4, why=Message("its content has changed")),
    ):
        load(dump(Log(tuple(LogRecord(entry, None) for entry in forged))))
    with raises(BrokenLog, Message("the line cannot be read")):
        load("{")


def test_two_arbiters_at_once() -> None:
    log = started()
    seen = len(log.entries)
    moved = grown(log, ("edit", {"number": 1, "club": "A"}))
    with pytest.raises(StaleLog) as refused:
        moved.add(decode("edit", {"number": 1, "club": "B"}), who="Bruno", at=9, seen=seen)
    assert [e.who for e in refused.value.since] == ["Anna"]
    assert (
        moved.add(decode("edit", {"number": 1, "club": "B"}), who="Bruno", at=9, seen=seen + 1)
        .event.player(1)
        .club
        == "B"
    )


@pytest.mark.parametrize(
    ("act", "said"),
    [
        (result(1, 1, "win", "win"), Message("An impossible result: {w} and {b}.")),
        (result(1, 1, "win", "draw"), Message("An impossible result: {w} and {b}.")),
        (result(1, 9), Message("Round {r} has no board {b}.", r=1, b=9)),
        (result(2, 1), Message("There is no round {r} yet.", r=2)),
        (
            ("result", {"round": 1, "board": 1}),
            Message("Act `{a}`: {why}.", a="result", why=Message("missing `{f}`", f="white")),
        ),
        (("enter", {"number": 1, "name": "Twice"}), Message("Number {n} is someone else's.", n=1)),
        (
            ("enter", {"number": 9, "name": "P9", "shoes": 44}),
            Message("Act `{a}`: {why}.", a="enter", why=Message("unknown field `{f}`", f="shoes")),
        ),
        (
            ("enter", {"number": "x", "name": "P9"}),
            Message("`{f}`: expected {a}, got {b}", f="number", a="int", b="str"),
        ),
        (
            ("remove", {"number": 1}),
            Message("{n} has been paired already: they can withdraw or be excluded, not deleted.", n="P1"),
        ),
        (
            ("edit", {"number": 77, "name": "Nobody"}),
            Message("No player has number {n}: see the list of entries.", n=77),
        ),
        (("edit", {"number": 1, "name": " "}), Message("A player has a number and a name.")),
        (("dance", {}), Message("Act `{a}`: {why}.", a="dance", why=Message("unknown act"))),
        (
            ("pair", {"round": 1, "pairs": [[1]]}),
            Message(
                "Act `{a}`: {why}.",
                a="pair",
                why=Message("`{f}`: expected {a}, got {b}", f="pairs[0]", a="array of length 2", b="1"),
            ),
        ),
        (
            ("pair", {"round": 1, "pairs": [[1, "x"]]}),
            Message("`{f}`: expected {a}, got {b}", f="pairs[0][1]", a="int", b="str"),
        ),
        (
            ("pair", {"round": 1, "pairs": [[1, 2]], "system": "magic"}),
            Message("`{f}`: not a valid value", f="system"),
        ),
        (
            ("result", {"round": 1, "board": 1, "white": "won", "black": "lost"}),
            Message("`{f}`: not a valid value", f="white"),
        ),
        (
            ("result", {"round": 1, "board": "x", "white": None, "black": None}),
            Message("`{f}`: expected {a}, got {b}", f="board", a="int", b="str"),
        ),
        (
            ("return", {"player": "x", "round": 1}),
            Message("`{f}`: expected {a}, got {b}", f="player", a="int", b="str"),
        ),
        (
            ("change", {"settings": 5}),
            Message("`{f}`: expected {a}, got {b}", f="settings", a="object", b="int"),
        ),
        (("pair", {"round": 3, "pairs": []}), Message("The round to pair is {n}, not {r}.", n=2, r=3)),
        (
            ("pair", {"round": 2, "pairs": [[1, 2], [3, 4]]}),
            Message("Round {r} lacks the results of boards {b}.", r=1, b="1, 2"),
        ),
        (
            ("change", {"settings": {"scoring": {"win": 3}}}),
            Message("The scoring cannot be changed once a round is paired."),
        ),
        (("close", {"round": 1}), Message("Results are missing on boards {b}.", b="1, 2")),
        (("swap", {"round": 1, "a": 1, "b": 1}), Message("Two players of the round are needed.")),
        (("forbid", {"a": 1, "b": 1}), Message("Two different players are needed.")),
    ],
)
def test_acts_that_do_not_fit_are_refused(act: tuple[str, dict[str, Any]], said: Message) -> None:
    log = paired(started())
    with raises(DamieraError, said):
        grown(log, act)
    assert len(log.entries) == 6


@pytest.mark.parametrize(
    ("pairs", "said"),
    [
        ([[1, 2], [1, 3]], Message("{n} is paired more than once.", n="P1 (1)")),
        ([[1, 1], [2, 3]], Message("Nobody meets themselves.")),
        ([[1, 9], [2, 3]], Message("No player has number {n}.", n=9)),
        ([[1, 2]], Message("{n} is playing but is not paired.", n="P3 (3)")),
    ],
)
def test_pairings_that_no_system_makes_are_refused(pairs: list[list[int]], said: Message) -> None:
    with raises(BadTournament, said):
        grown(started(), ("pair", {"round": 1, "pairs": pairs}))


def test_a_first_round_by_hand_keeps_its_reason() -> None:
    by_hand = {"round": 1, "pairs": [[1, 2], [3, 4]], "manual": True}
    with raises(BadTournament, Message("This act needs a reason.")):
        grown(started(), ("pair", by_hand), why="")
    log = grown(started(), ("pair", by_hand), why="directed round")
    assert log.event.rounds[0].manual
    assert log.event.rounds[0].reason == "directed round"
    swapped = grown(log, ("swap", {"round": 1, "a": 2, "b": 3}), ("turn", {"round": 1, "board": 1}))
    assert [(g.white, g.black) for g in swapped.event.rounds[0].games] == [(3, 1), (2, 4)]


def test_colours_are_turned_in_both_games_of_a_match() -> None:
    log = grown(Log(), ("create", {"settings": {"games": 2, "rounds": 3}}))
    log = grown(log, *(("enter", {"number": n, "name": f"P{n}"}) for n in (1, 2)))
    log = grown(log, ("pair", {"round": 1, "pairs": [[1, 2]]}))
    turn = ("turn", {"round": 1, "board": 1})
    assert [(g.white, g.black) for g in grown(log, turn).event.games] == [(2, 1), (1, 2)]
    begun = grown(log, ("result", {"round": 1, "board": 1, "leg": 2, "white": "win", "black": "loss"}))
    with raises(BadTournament, Message("Colours change before play only.")):
        grown(begun, turn)


def test_protected_boards_survive_a_new_pairing() -> None:
    log = grown(started(6), ("pair", {"round": 1, "pairs": [[1, 2], [3, 4], [5, 6]], "manual": True}))
    log = grown(log, ("protect", {"round": 1, "board": 1}))
    again = pair(log.event, 1)
    assert Pair(1, 2) in again.pairs
    assert Pair(3, 4) not in again.pairs
    pairs = [[p.white, p.black or 0] for p in again.pairs]
    log = grown(log, ("pair", {"round": 1, "pairs": pairs}))
    assert [g.protected for g in log.event.rounds[0].games if g.white == 1] == [True]
    gone = grown(log, ("status", {"player": 2, "change": "withdrawn", "from_round": 1}))
    assert Pair(1, 2) not in pair(gone.event, 1).pairs


def test_undoing_gives_back_the_very_same_event() -> None:
    log = started(12)
    draw = random.Random(4)
    states = [(len(log.entries), log.event)]
    for number in range(1, 6):
        log = paired(log)
        for game in log.event.rounds[-1].games:
            if game.black is not None:
                white, black = draw.choice([("win", "loss"), ("draw", "draw"), ("loss", "win")])
                log = grown(log, result(number, game.board, white, black))
        change = ["late", "withdrawn", "absent", "forfeited", "expelled"][number - 1]
        log = grown(log, ("status", {"player": number, "change": change, "from_round": number + 1}))
        states.append((len(log.entries), log.event))
    for number, event in states:
        back = grown(log, ("undo", {"after": number}))
        assert msgspec.json.encode(replace(back.event)) == msgspec.json.encode(replace(event))
        assert log.until(number) == event
        if number < len(log.entries):
            assert pair(back.event).pairs == pair(event).pairs
    assert load(dump(log)).event == log.event


def test_changes_of_players_differ() -> None:
    log = paired(started())
    gone = grown(log, ("status", {"player": 1, "change": "forfeited", "from_round": 1}))
    game = gone.event.rounds[0].games[0]
    assert (game.kind, game.white_mark, game.black_mark) == (Kind.FORFEIT, GameMark.LOSS, GameMark.WIN)
    played = grown(log, result(1, 1))
    kept = grown(played, ("status", {"player": 1, "change": "forfeited", "from_round": 1}))
    assert score(kept.event, 1) == 2
    expelled = grown(played, ("status", {"player": 1, "change": "expelled", "from_round": 1}))
    assert (score(expelled.event, 1), score(expelled.event, 3)) == (0, 2)
    excluded = grown(played, ("status", {"player": 1, "change": "excluded", "from_round": 1}))
    assert excluded.event.rounds[0].games[0].kind is Kind.ANNULLED
    assert scores(excluded.event)[3] == 0
    withdrawn = grown(played, ("status", {"player": 1, "change": "withdrawn", "from_round": 2}))
    assert (score(withdrawn.event, 1), available(withdrawn.event, 2)) == (2, (2, 3, 4))
    with raises(BadTournament, Message("This act needs a reason.")):
        grown(played, ("status", {"player": 1, "change": "expelled", "from_round": 1}), why="")


def test_whoever_was_sent_away_in_a_round_was_rightly_paired_in_it() -> None:
    log = grown(paired(started()), result(1, 1), result(1, 2))
    for change in ("forfeited", "expelled", "excluded"):
        gone = grown(log, ("status", {"player": 1, "change": change, "from_round": 1}))
        assert [v.lawful for v in check_event(gone.event)] == [True]
    withdrawn = grown(log, ("status", {"player": 1, "change": "withdrawn", "from_round": 1}))
    assert [f.rule for v in check_event(withdrawn.event) for f in v.findings] == ["absent"]


def test_who_left_may_return_but_not_who_was_sent_away() -> None:
    log = grown(started(), ("status", {"player": 1, "change": "withdrawn", "from_round": 2}))
    back = grown(log, ("return", {"player": 1, "round": 3}))
    assert 1 not in available(back.event, 2)
    assert 1 in available(back.event, 3)
    away = grown(log, ("status", {"player": 2, "change": "excluded", "from_round": 1}))
    with raises(BadTournament, Message("Who was expelled or excluded cannot return.")):
        grown(away, ("return", {"player": 2, "round": 2}))


def test_a_late_entry_is_noted_as_such() -> None:
    log = grown(paired(started()), result(1, 1), result(1, 2), ("enter", {"number": 5, "name": "Late"}))
    assert log.event.statuses[0].change is PlayerChange.LATE
    assert available(log.event, 2) == (1, 2, 3, 4, 5)


def test_leaving_all_play_all_before_half_annuls() -> None:
    log = grown(started(6), ("change", {"settings": {"system": "round-robin"}}))
    for number in (1, 2, 3):
        pairs = [[p.white, p.black or 0] for p in pair(log.event).pairs]
        boards = [result(number, b) for b in (1, 2, 3)]
        log = grown(log, ("pair", {"round": number, "pairs": pairs}), *boards)
    early = grown(log, ("undo", {"after": len(log.entries) - 4}))
    early = grown(early, ("status", {"player": 1, "change": "withdrawn", "from_round": 3}))
    assert {g.kind for g in early.event.games if 1 in (g.white, g.black)} == {Kind.ANNULLED}
    late = grown(log, ("status", {"player": 1, "change": "withdrawn", "from_round": 4}))
    assert {g.kind for g in late.event.games if 1 in (g.white, g.black)} == {Kind.PLAYED}


def test_an_exclusion_told_for_a_later_round_strikes_out_every_game() -> None:
    log = grown(paired(started(6)), *(result(1, b) for b in (1, 2, 3)))
    log = grown(log, ("status", {"player": 1, "change": "excluded", "from_round": 3}))
    log = grown(paired(log), *(result(2, b) for b in (1, 2, 3)))
    own = [g for g in log.event.games if 1 in (g.white, g.black)]
    assert [(g.round, g.kind) for g in own] == [(1, Kind.ANNULLED), (2, Kind.ANNULLED)]
    assert all(g.kind is Kind.PLAYED for g in log.event.games if g not in own)
    back = grown(log, ("undo", {"act": 12}))
    assert {g.kind for g in back.event.games} == {Kind.PLAYED}


def round_robin(size: int, rounds: int) -> Log:
    """An all-play-all of which White has won every game of some rounds."""
    log = grown(started(size), ("change", {"settings": {"system": "round-robin"}}))
    for number in range(1, rounds + 1):
        pairs = [[p.white, p.black or 0] for p in pair(log.event).pairs]
        boards = [result(number, b) for b, (_, black) in enumerate(pairs, 1) if black]
        log = grown(log, ("pair", {"round": number, "pairs": pairs, "system": "round-robin"}), *boards)
    return log


def kinds_of(log: Log, player: int) -> set[Kind]:
    return {g.kind for g in log.event.games if player in (g.white, g.black)}


def test_half_of_an_all_play_all_is_counted_when_the_leaver_has_left() -> None:
    """Told after two of five rounds: from round 3 on it is too few, from round 4 on not yet known."""
    log = round_robin(6, 2)
    gone = ("status", {"player": 1, "change": "withdrawn", "from_round": 3})
    assert kinds_of(grown(log, gone), 1) == {Kind.ANNULLED}
    later = ("status", {"player": 1, "change": "withdrawn", "from_round": 4})
    told = grown(log, later)
    assert kinds_of(told, 1) == {Kind.PLAYED}
    pairs = [[p.white, p.black or 0] for p in pair(told.event).pairs]
    third = grown(told, ("pair", {"round": 3, "pairs": pairs, "system": "round-robin"}))
    board = next(g for g in third.event.rounds[-1].games if 1 in (g.white, g.black))
    assert kinds_of(grown(third, result(3, board.board)), 1) == {Kind.PLAYED}
    absent = {**result(3, board.board)[1], "kind": "forfeit"}
    assert kinds_of(grown(third, ("result", absent)), 1) == {Kind.ANNULLED}


def test_who_returns_to_an_all_play_all_gets_the_games_back() -> None:
    log = grown(round_robin(6, 2), ("status", {"player": 1, "change": "forfeited", "from_round": 3}))
    pairs = [[p.white, p.black or 0] for p in pair(log.event).pairs]
    log = grown(log, ("pair", {"round": 3, "pairs": pairs, "system": "round-robin"}))
    assert kinds_of(log, 1) == {Kind.ANNULLED}
    back = grown(log, ("return", {"player": 1, "round": 4}))
    assert kinds_of(back, 1) == {Kind.PLAYED, Kind.FORFEIT}
    before = grown(log, ("return", {"player": 1, "round": 3}))
    assert kinds_of(before, 1) == {Kind.PLAYED}
    assert not all(g.is_over for g in before.event.rounds[-1].games)


def test_neither_of_two_who_do_not_appear_wins() -> None:
    log = paired(started())
    for player in (1, 3):
        log = grown(log, ("status", {"player": player, "change": "forfeited", "from_round": 1}))
    game = log.event.rounds[0].games[0]
    assert (game.white, game.black) == (1, 3)
    assert (game.white_mark, game.black_mark, game.kind) == (GameMark.LOSS, GameMark.LOSS, Kind.FORFEIT)


def test_scoring_must_make_sense() -> None:
    with raises(BadTournament, Message("Two draws cannot be worth more than a win and a loss.")):
        grown(Log(), ("create", {"settings": {"scoring": {"win": 2, "draw": 2}}}))
    with raises(BadTournament, Message("A rest cannot be worth more than a win.")):
        grown(Log(), ("create", {"settings": {"scoring": {"bye": 3}}}))


def folded_one_by_one(log: Log) -> EventState:
    return list(log.told())[-1][2]


def test_results_that_follow_on_each_other_tell_what_they_tell_one_by_one() -> None:
    log = paired(started(9))
    log = grown(log, *(result(1, n) for n in (3, 1, 2)), result(1, 2, "draw", "draw"), result(1, 4))
    log = grown(log, ("close", {"round": 1}), result(1, 1, "loss", "win"), result(1, 2))
    again = load(dump(log)).whole
    assert again == folded_one_by_one(log) == log.whole
    assert [g.white_mark for g in again.event.games[:4]] == ["loss", "win", "win", "win"]


def test_a_stored_result_that_cannot_be_is_idle_alone_among_those_beside_it() -> None:
    log = grown(paired(started(6)), result(1, 1))
    lines = log.lines
    for act, data in (result(1, 9), result(1, 2, "win", "win"), result(1, 3, "draw", "draw")):
        head = Log(lines).head
        lines = (*lines, LogRecord(sealed(len(lines) + 1, 5, "Anna", act, data, "", head), None))
    found = load(dump(Log(lines)), stored=True)
    assert list(found.idle) == [len(lines) - 2, len(lines) - 1]
    assert holds(found.idle[len(lines) - 2], Message("Round {r} has no board {b}.", r=1, b=9))
    assert [g.white_mark for g in found.event.games] == ["win", None, "draw"]
    with raises(Unfit, Message("Round {r} has no board {b}.", r=1, b=9)):
        load(dump(Log(lines)))


def test_results_of_sections_are_told_in_their_sections() -> None:
    log = grown(started(8), ("section", {"number": 1, "name": "A"}), ("section", {"number": 2, "name": "B"}))
    log = grown(log, *(("assign", {"player": n, "into": 1 + n % 2}) for n in range(1, 9)))
    for section in (1, 2):
        log = paired(log.within(section))
        log = grown(log, result(1, 1), result(1, 2, "draw", "draw"))
    again = load(dump(log)).whole
    assert again == folded_one_by_one(log) == log.whole
    assert all(one.state.told.games[1].white_mark == "draw" for one in again.sections.values())
