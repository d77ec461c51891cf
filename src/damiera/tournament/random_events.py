"""Seeded random events, to test us and others: draws, forfeits, absences, people who come and go."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from msgspec import structs

from damiera.tournament.effects import settled
from damiera.tournament.model import (
    Event,
    EventPlayer,
    EventSettings,
    GameMark,
    Kind,
    Pairing,
    PlayerChange,
    RoundGame,
    Status,
    with_round,
)
from damiera.tournament.pairing.systems import pair, round_of

__all__ = ["field_of_players", "play", "played_event"]

Pairer = Callable[[Event], Pairing]


def field_of_players(size: int, seed: int = 1) -> tuple[EventPlayer, ...]:
    """Players 1 to `size`, Elo falling from 4,200 to 1,200, a club and a province each.

    >>> [(one.name, one.elo) for one in field_of_players(3)]
    [('Player 1', 4200), ('Player 2', 3200), ('Player 3', 2200)]
    """
    draw = random.Random(f"players {seed}")
    clubs, provinces = max(2, size // 6), max(2, size // 10)
    return tuple(
        EventPlayer(
            number=i,
            name=f"Player {i}",
            elo=4200 - 3000 * (i - 1) // size,
            club=f"Club {draw.randrange(clubs)}",
            province=f"P{draw.randrange(provinces)}",
            sex="f" if draw.random() < 0.3 else "m",
        )
        for i in range(1, size + 1)
    )


def play(event: Event, pairing: Pairing, draw: random.Random, *, forfeits: float = 0.0) -> Event:
    """The event with the round played: results by the difference of Elo, three draws in ten.

    >>> event = Event("Random", field_of_players(4))
    >>> event = play(event, pair(event), random.Random(1))
    >>> event.rounds[0].closed, all(game.is_over for game in event.rounds[0].games)
    (True, True)
    """
    made = settled(event, round_of(event, pairing))
    games = tuple(_played(event, g, draw, forfeits) for g in made.games)
    return with_round(event, structs.replace(made, games=games, closed=True))


def _played(event: Event, game: RoundGame, draw: random.Random, forfeits: float) -> RoundGame:
    if game.black is None or game.is_over:
        return game
    if draw.random() < forfeits:
        marks = draw.choice(
            [(GameMark.WIN, GameMark.LOSS), (GameMark.LOSS, GameMark.WIN), (GameMark.LOSS, GameMark.LOSS)]
        )
        return structs.replace(game, white_mark=marks[0], black_mark=marks[1], kind=Kind.FORFEIT)
    ahead = event.player(game.white).elo - event.player(game.black).elo
    chance = 1 / (1 + 10 ** (-ahead / 1600))
    x = draw.random()
    if x < 0.3:
        white, black = GameMark.DRAW, GameMark.DRAW
    else:
        white, black = (
            (GameMark.WIN, GameMark.LOSS) if x < 0.3 + 0.7 * chance else (GameMark.LOSS, GameMark.WIN)
        )
    return structs.replace(game, white_mark=white, black_mark=black)


def played_event(
    size: int,
    rounds: int,
    seed: int = 1,
    *,
    settings: EventSettings | None = None,
    unrest: float = 0.0,
    pairer: Pairer = pair,
) -> Event:
    """An event of `size` players after `rounds` rounds.

    `unrest` is how often in a round a player forfeits, and half as often is absent, leaves, or enters late.

    >>> len(played_event(6, 3, seed=7).rounds)
    3
    """
    draw = random.Random(f"event {size} {seed}")
    event = Event("Random", field_of_players(size, seed), settings=settings or EventSettings())
    if unrest:
        event = replace(event, statuses=tuple(_statuses(size, rounds, draw, unrest)))
    for _ in range(rounds):
        event = play(event, pairer(event), draw, forfeits=unrest)
    return event


def _statuses(size: int, rounds: int, draw: random.Random, unrest: float) -> list[Status]:
    out = []
    for number in range(1, size + 1):
        if draw.random() < unrest / 2 * rounds:
            change = draw.choice(
                [
                    PlayerChange.ABSENT,
                    PlayerChange.WITHDRAWN,
                    PlayerChange.LATE,
                    PlayerChange.FORFEITED,
                    PlayerChange.EXPELLED,
                ]
            )
            first = draw.randint(2, max(2, rounds))
            until = first if change is PlayerChange.ABSENT else None
            worth = (
                draw.choice([Kind.ZERO_BYE, Kind.HALF_BYE])
                if change is PlayerChange.ABSENT
                else Kind.ZERO_BYE
            )
            out.append(Status(number, change, first, until, worth))
    return out
