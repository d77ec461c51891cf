"""Work that must not grow with the size of an event."""

from __future__ import annotations

import pytest

from damiera.testing.tournaments import played_log
from damiera.tournament import acts
from damiera.tournament.log import Log
from damiera.tournament.model import Event, GameMark, PlayerChange, entries, score


def cards(event: Event) -> dict[int, int]:
    """Which card of each player is kept, so that one written anew is told from one that was taken over."""
    assert event._book is not None
    return {number: id(own) for number, own in event._book.entries.items()}


@pytest.mark.parametrize("status", [None, PlayerChange.EXPELLED])
def test_a_result_writes_the_cards_of_two_players_and_shares_all_others(status: PlayerChange | None) -> None:
    log = played_log(40, 3)
    if status is not None:  # then the event counts otherwise than it was told
        log = log.add(acts.StatusAct(player=40, change=status, from_round=2), who="Anna", at=0, why="x")
    game = log.event.rounds[2].games[4]
    assert game.black is not None
    score(log.event, 1)
    before = log.event
    after = entered(log, game.board)
    assert after.event._book is not None
    touched = {n for n, card in cards(after.event).items() if cards(before)[n] != card}
    assert touched == {game.white, game.black}
    assert entries(after.event, game.white)[-1].mark is GameMark.WIN


def entered(log: Log, board: int) -> Log:
    act = acts.ResultAct(round=3, board=board, white=GameMark.WIN, black=GameMark.LOSS)
    return log.add(act, who="Anna", at=0)


def test_what_is_derived_is_counted_once_for_each_line_of_the_log() -> None:
    log, asked = played_log(8, 2), list[int]()

    def count() -> int:
        asked.append(1)
        return len(asked)

    assert [log.state.derived("n", count) for _ in range(3)] == [1, 1, 1]
    act = acts.ResultAct(round=2, board=1, white=GameMark.WIN, black=GameMark.LOSS)
    assert log.add(act, who="Anna", at=0).state.derived("n", count) == 2


def test_few_derived_values_are_kept_at_once() -> None:
    state = played_log(4, 1).state
    for n in range(50):
        state.derived(("n", n), lambda n=n: n + 1)  # type: ignore[misc]
    assert len(state._derived) <= 8
    assert state.derived(("n", 49), lambda: 0) == 50
