"""Seeded random events for tests and measurements, and their logs as an arbiter writes them."""

from __future__ import annotations

import random

import msgspec

from damiera.tournament import acts
from damiera.tournament.certificate import certificate_of
from damiera.tournament.log import Log
from damiera.tournament.model import RoundGame
from damiera.tournament.pairing.systems import pair
from damiera.tournament.random_events import field_of_players, play, played_event

__all__ = ["field_of_players", "play", "played_event", "played_log"]


def played_log(size: int, rounds: int, seed: int = 1, *, planned: int = 0) -> Log:
    """The log of an event of `size` players, act by act as an arbiter writes it, its last round just paired.

    `planned` rounds are announced; `rounds` of them unless told.

    >>> log = played_log(4, 2)
    >>> len(log.lines), log.event.played_rounds, log.event.rounds[1].games[0].is_over
    (10, 2, False)
    """
    draw = random.Random(f"log {size} {seed}")
    settings = acts.SettingsFacts(rounds=planned or rounds)
    log = _told(Log(), acts.CreateAct(name=f"Open of {size}", settings=settings))
    for player in field_of_players(size, seed):
        log = _told(log, acts.EnterAct.of(player))
    for number in range(1, rounds + 1):
        before, made = log.event, pair(log.event)
        pairs = tuple((one.white, one.black or 0) for one in made.pairs)
        act = acts.PairAct(round=number, pairs=pairs, system=made.system, criteria=made.criteria)
        proof = certificate_of(before, made)
        log = _told(log, msgspec.structs.replace(act, steps=made.trace, certificate=proof))
        if number == rounds:
            break
        for game in play(before, made, draw).rounds[-1].games:
            if game.black is not None:
                log = _told(log, _result(game))
        log = _told(log, acts.CloseAct(round=number))
    return log


def _told(log: Log, act: acts.Act) -> Log:
    return log.add(act, who="Anna", at=60_000 * len(log.lines))


def _result(game: RoundGame) -> acts.ResultAct:
    return acts.ResultAct(
        round=game.round,
        board=game.board,
        leg=game.leg,
        white=game.white_mark,
        black=game.black_mark,
        kind=game.kind,
        was="none",
    )
