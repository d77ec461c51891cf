"""Scheveningen: everybody of one team meets everybody of the other, one a round; the points of all boards
decide.

In round r the player on board i of the first team meets the one on board i + r of the second, counted in
a circle. Who has White is written below for 2 to 10 boards: every player has both colours as often as can
be, and the teams have them as even in each round as that leaves possible. The tables are ours (computed;
FIDE's own differ in the order of rounds): a test holds what they promise. In a second cycle colours are
turned.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from damiera.messages import Message
from damiera.tournament.errors import BadTournament
from damiera.tournament.model import Event, Pair, Pairing, System

__all__ = ["MOST_BOARDS", "pair_scheveningen", "scheveningen_board", "scheveningen_rounds"]

MOST_BOARDS = 10
"""The most boards that there is a table for."""
_TWO = Message("Scheveningen is played by two teams: there are {n}.")
_BOARDS = Message("Scheveningen is played on 2 to {n} boards.")
_NO_ROUND = Message("Scheveningen on {b} boards has {n} rounds: there is no round {r}.")

# by number of boards, round by round: the colour of each board of the first team
_WHITE: Mapping[int, tuple[str, ...]] = MappingProxyType(
    {
        2: ("WW", "BB"),
        3: ("BBW", "WBB", "WWB"),
        4: ("WWBB", "BBWW", "WWBB", "BBWW"),
        5: ("BWWBB", "BBBWW", "WWBBB", "BWWWB", "WBBBW"),
        6: ("WWBBWW", "BBWBBW", "WWBWBB", "BWWWWB", "WBBBWW", "BBWWBB"),
        7: ("WBBBWWW", "WWWWBBB", "BBBBWWW", "WWWBBBW", "BBWWWBB", "WWBBBWW", "BBWWWBB"),
        8: ("WWWWBBBB", "BBBBWWWW", "WWWWBBBB", "BBBBWWWW", "WWWWBBBB", "BBBBWWWW", "WWWWBBBB", "BBBBWWWW"),
        9: (
            "BBBBBWWWW",
            "WWWWBBBBB",
            "BBBWWWWWB",
            "WWBBBBBWW",
            "BWWWBWWBB",
            "BBBWWBWWW",
            "WWWBWBBBB",
            "BBBBBWWWW",
            "WWWWWBBBB",
        ),
        10: (
            "BBBBBWWWWW",
            "WWWWBBBBBB",
            "BBBBWWWWWW",
            "WWWWBWBBBB",
            "BBBBBBWWWW",
            "WWWWWBBBBB",
            "BBBBWWWWWW",
            "WWWWBBBBBB",
            "BBBBWBWWWW",
            "WWWWWWBBBB",
        ),
    }
)


def scheveningen_rounds(event: Event) -> int:
    """Return how many rounds there are: as many as boards, in each cycle.

    >>> from damiera.tournament.model import EventSettings
    >>> scheveningen_rounds(Event(settings=EventSettings(boards=4, cycles=2)))
    8
    """
    return event.settings.boards * event.settings.cycles


def scheveningen_board(boards: int, round: int, board: int) -> tuple[int, bool]:
    """Return whom a board of the first team meets, and whether it has White; boards and rounds from 0.

    >>> scheveningen_board(4, 1, 0)
    (1, False)
    """
    cycle, turn = divmod(round, boards)
    return (board + turn) % boards, (_WHITE[boards][turn][board] == "W") != bool(cycle % 2)


def pair_scheveningen(event: Event, round: int | None = None) -> Pairing:
    """Return the one match of a round; its boards are `scheveningen_board`'s. `event` is that of the teams.

    Raises:
        BadTournament: unless two teams play on 2 to 10 boards, or if there is no such round.

    >>> from damiera.tournament.model import EventPlayer, EventSettings
    >>> teams = (EventPlayer(1, "Livorno"), EventPlayer(2, "Pisa"))
    >>> pair_scheveningen(Event(players=teams, settings=EventSettings(boards=4)), 3).pairs
    (Pair(white=1, black=2),)
    """
    number = event.played_rounds + 1 if round is None else round
    teams = sorted(p.number for p in event.players)
    if len(teams) != 2:
        raise BadTournament(_TWO.format(n=len(teams)))
    if not 2 <= event.settings.boards <= MOST_BOARDS:
        raise BadTournament(_BOARDS.format(n=MOST_BOARDS))
    last = scheveningen_rounds(event)
    if not 1 <= number <= last:
        raise BadTournament(_NO_ROUND.format(b=event.settings.boards, n=last, r=number))
    return Pairing(number, System.SCHEVENINGEN, (Pair(teams[0], teams[1]),))
