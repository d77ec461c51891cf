"""Small events written by hand."""

from __future__ import annotations

from damiera.tournament.model import (
    Event,
    EventPlayer,
    EventSettings,
    GameMark,
    Kind,
    Round,
    RoundGame,
    System,
)

MARKS = {
    "1": (GameMark.WIN, GameMark.LOSS),
    "=": (GameMark.DRAW, GameMark.DRAW),
    "0": (GameMark.LOSS, GameMark.WIN),
    " ": (None, None),
}


def event(size: int, *rounds: str, system: System = System.OPTIMAL, elo: int = 2000) -> Event:
    """`size` players, Elo falling by ten; rounds like "1-2 1, 3-4 =, 5-" (5 rests)."""
    players = tuple(EventPlayer(i, f"P{i}", elo - 10 * i) for i in range(1, size + 1))
    made = tuple(round_(number, text) for number, text in enumerate(rounds, 1))
    return Event(players=players, rounds=made, settings=EventSettings(system=system))


def round_(number: int, text: str) -> Round:
    games = []
    for board, said in enumerate(text.split(","), 1):
        seats, _, result = said.strip().partition(" ")
        white, _, black = seats.partition("-")
        marks = MARKS[result or " "]
        if black:
            games.append(RoundGame(number, board, int(white), int(black), *marks))
        else:
            games.append(RoundGame(number, board, int(white), None, kind=Kind.BYE))
    return Round(number, tuple(games), closed=True)
