"""All play all, by the Berger tables: single or double; where a player is missing, their opponent rests.

In the table of n places the last one meets, in round r, place (r-1)·n/2 mod (n-1) + 1, with Black in odd
rounds; the others stand in a ring around that place, and those equally far to either side meet, the one
after it with White.
"""

from __future__ import annotations

from damiera.messages import Message
from damiera.regulations.citations import implements
from damiera.tournament.errors import BadTournament
from damiera.tournament.model import Event, Pair, Pairing, PlayerChange, System

__all__ = ["berger", "pair_round_robin", "places", "rounds_needed"]


def berger(size: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The table for `size` places (even): for each round its pairs, White first, in the order of the table.

    >>> berger(4)
    (((1, 4), (2, 3)), ((4, 3), (1, 2)), ((2, 4), (3, 1)))
    """
    return tuple(_row(size, round) for round in range(1, size))


def _row(size: int, round: int) -> tuple[tuple[int, int], ...]:
    ring = size - 1
    middle = (round - 1) * (size // 2) % ring
    first = (middle + 1, size) if round % 2 else (size, middle + 1)
    return first, *(((middle + j) % ring + 1, (middle - j) % ring + 1) for j in range(1, size // 2))


def rounds_needed(event: Event) -> int:
    """How many rounds all-play-all takes.

    >>> from damiera.tournament.model import Event, EventPlayer
    >>> four = tuple(EventPlayer(n, name, 3000 - n) for n, name in enumerate("ABCD", 1))
    >>> event = Event(players=four)
    >>> rounds_needed(event)
    3
    """
    size = len(_entered(event))
    return (size + size % 2 - 1) * event.settings.cycles if size > 1 else 0


def _entered(event: Event) -> list[int]:
    """Everyone who has a place in the table: all but those who are out from the first round."""
    out = {
        s.player
        for s in event.statuses
        if s.change not in (PlayerChange.LATE, PlayerChange.ABSENT)
        and s.from_round <= 1
        and s.until_round is None
    }
    return [p.number for p in sorted(event.players, key=lambda p: p.number) if p.number not in out]


@implements("fid.competition.2008:11")
def places(event: Event) -> tuple[int | None, ...]:
    """The player at each place of the table, None where one is missing.

    With `Settings.last_bye_lowest` the lowest Elo changes places with whoever would rest in the last round.

    Source:
        FID 2008, competitions: 11 [fid.competition.2008].

    >>> from damiera.tournament.model import Event, EventPlayer
    >>> four = tuple(EventPlayer(n, name, 3000 - n) for n, name in enumerate("ABCD", 1))
    >>> event = Event(players=four)
    >>> places(event)
    (1, 2, 3, 4)
    """
    order: list[int | None] = list(_entered(event))
    if len(order) % 2 == 0:
        return tuple(order)
    order.append(None)
    if event.settings.last_bye_lowest:
        players = {p.number: p for p in event.players}
        lowest = min(
            range(len(order) - 1), key=lambda i: (players[order[i] or 0].elo, -players[order[i] or 0].number)
        )
        resting = min(_row(len(order), len(order) - 1)[0]) - 1
        order[lowest], order[resting] = order[resting], order[lowest]
    return tuple(order)


def pair_round_robin(event: Event, round: int | None = None) -> Pairing:
    """The pairs of the next round (or `round`). Those of players who have left stand: they lose by forfeit.

    Raises:
        BadTournament: if there is no such round.

    >>> from damiera.tournament.model import Event, EventPlayer
    >>> four = tuple(EventPlayer(n, name, 3000 - n) for n, name in enumerate("ABCD", 1))
    >>> event = Event(players=four)
    >>> [(pair.white, pair.black) for pair in pair_round_robin(event).pairs]
    [(1, 4), (2, 3)]
    """
    number = event.played_rounds + 1 if round is None else round
    order = places(event)
    last = (len(order) - 1) * event.settings.cycles
    if not 1 <= number <= last or len(order) < 2:
        said = Message("All-play-all has {n} rounds: there is no round {r}.")
        raise BadTournament(said.format(n=max(last, 0), r=number))
    cycle, row = divmod(number - 1, len(order) - 1)
    pairs, rest = [], []
    for white, black in _row(len(order), row + 1):
        one, two = order[white - 1], order[black - 1]
        if one is None or two is None:
            rest += [Pair(n, None) for n in (one, two) if n is not None]
        else:
            pairs.append(Pair(two, one) if cycle % 2 else Pair(one, two))
    return Pairing(number, System.ROUND_ROBIN, (*pairs, *rest))
