"""What is counted of an event is carried from act to act: it must be what a count of the whole log gives."""

from __future__ import annotations

import random
from typing import Final

import pytest

from damiera.testing.tournaments import field_of_players
from damiera.tournament import acts
from damiera.tournament.errors import TournamentError
from damiera.tournament.log import Log, dump, load
from damiera.tournament.model import GameMark, Kind, PlayerChange, System, entries, met, score
from damiera.tournament.pairing import pair

WIN, DRAW, LOSS = GameMark.WIN, GameMark.DRAW, GameMark.LOSS
RESULTS: Final = (
    (WIN, LOSS, Kind.PLAYED),
    (DRAW, DRAW, Kind.PLAYED),
    (LOSS, WIN, Kind.PLAYED),
    (WIN, LOSS, Kind.FORFEIT),
    (LOSS, LOSS, Kind.FORFEIT),
    (None, None, Kind.PLAYED),
)
CHANGES: Final = (
    PlayerChange.ABSENT,
    PlayerChange.WITHDRAWN,
    PlayerChange.FORFEITED,
    PlayerChange.EXPELLED,
    PlayerChange.EXCLUDED,
)


def opened(draw: random.Random, system: System) -> Log:
    """An event with its players, now and then with one kept for later."""
    games = draw.choice([1, 1, 2])
    settings = acts.SettingsFacts(rounds=5, system=system, games=games)
    log = Log().add(acts.CreateAct(name="Open", settings=settings), who="Anna", at=0)
    for player in field_of_players(draw.randint(5, 9), draw.randrange(9)):
        log = log.add(acts.EnterAct.of(player), who="Anna", at=0)
    return log


def an_act(log: Log, draw: random.Random) -> acts.Act:
    """Something that may happen next: mostly a result, first given or given anew."""
    event, numbers = log.event, [player.number for player in log.event.players]
    last, chance = event.round(event.played_rounds), draw.random()
    if last is None or (all(game.is_over for game in last.games) and chance < 0.7):
        made = pair(event)
        pairs = tuple((one.white, one.black or 0) for one in made.pairs)
        return acts.PairAct(round=made.round, pairs=pairs)
    if chance < 0.15:
        change, first = draw.choice(CHANGES), draw.randint(1, event.played_rounds + 1)
        until = first if change is PlayerChange.ABSENT else None
        number = draw.choice(numbers)
        return acts.StatusAct(player=number, change=change, from_round=first, until_round=until)
    if chance < 0.2:
        return acts.ReturnAct(player=draw.choice(numbers), round=event.played_rounds + 1)
    if chance < 0.24:
        return acts.UndoAct(after=draw.randint(len(log.lines) - 3, len(log.lines) - 1))
    open_ones = [game for game in last.games if not game.is_over]
    game = draw.choice(open_ones if open_ones and chance < 0.9 else draw.choice(event.rounds).games)
    white, black, kind = draw.choice(RESULTS[:3] if chance < 0.8 else RESULTS)
    return acts.ResultAct(
        round=game.round, board=game.board, leg=game.leg, white=white, black=black, kind=kind
    )


def check(log: Log) -> None:
    fresh = load(dump(log))
    assert log.event == fresh.event
    for player in fresh.event.players:
        number = player.number
        assert entries(log.event, number) == entries(fresh.event, number)
        assert score(log.state.told, number) == score(fresh.state.told, number)
    assert met(log.event) == met(fresh.event)


def happens(seed: int, system: System) -> int:
    """Let an event happen, each act checked; return how many results were entered."""
    draw = random.Random(f"carried {system} {seed}")
    log, results = opened(draw, system), 0
    for _ in range(60):
        score(log.event, 1)  # it is counted: what follows is carried from here
        try:
            log = log.add(an_act(log, draw), who="Anna", at=0, why="as it was")
        except TournamentError:
            continue
        results += isinstance(log.lines[-1].act, acts.ResultAct)
        check(log)
    return results


@pytest.mark.parametrize("system", [System.OPTIMAL, System.ROUND_ROBIN, System.KNOCKOUT])
def test_counts_carried_from_act_to_act_are_those_of_the_whole_log(system: System) -> None:
    assert sum(happens(seed, system) for seed in range(3)) > 10


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 160))
def test_counts_carried_through_many_events_are_those_of_the_whole_log(seed: int) -> None:
    assert happens(seed, (System.OPTIMAL, System.ROUND_ROBIN, System.KNOCKOUT)[seed % 3])
