"""Knockout: who loses is out. Places by Elo, so that the two best can meet only in the last round; in a final
that groups lead to, by start number, which is what was earned there.

A match may have several games (colours reversed); play-offs are added, with clocks of their own, until one is
ahead, or a draw decides. Where the number is no
power of two, the first placed rest in round 1. On request the losers of the semifinals play for the third
place.
"""

from __future__ import annotations

from itertools import groupby

from damiera.messages import Message
from damiera.tournament.errors import BadTournament
from damiera.tournament.model import (
    Event,
    EventPlayer,
    GameMark,
    Kind,
    Pair,
    Pairing,
    PlayerGame,
    RoundGame,
    System,
    entries,
    excluded,
    status,
)

__all__ = [
    "bracket",
    "bracket_size",
    "earliest_round",
    "even_matches",
    "knockout_rounds",
    "pair_knockout",
    "stages",
    "survivors",
    "winner",
]

_OVER = Message("The knockout is over.")


def bracket(size: int) -> tuple[int, ...]:
    """The order of the seeds in a bracket of `size` (a power of two): neighbours meet.

    >>> bracket(8)
    (1, 8, 4, 5, 2, 7, 3, 6)
    """
    order: tuple[int, ...] = (1,)
    while len(order) < size:
        full = 2 * len(order) + 1
        order = tuple(x for seed in order for x in (seed, full - seed))
    return order


def survivors(event: Event, round: int) -> tuple[int | None, ...]:
    """The players still in before `round`, in the order of the bracket; None where a place is empty.

    Raises:
        BadTournament: a match without a winner, or rounds beyond the final.

    >>> from damiera.tournament.model import Event, EventPlayer
    >>> four = tuple(EventPlayer(n, name, 3000 - n) for n, name in enumerate("ABCD", 1))
    >>> event = Event(players=four)
    >>> survivors(event, 1)
    (1, 4, 2, 3)
    """
    seats: tuple[int | None, ...] = _opening(event)
    for number in range(1, round):
        if len(seats) < 2:
            raise BadTournament(_OVER)
        seats = tuple(_through(event, number, a, b) for a, b in zip(seats[::2], seats[1::2], strict=True))
    return seats


def _opening(event: Event) -> tuple[int | None, ...]:
    first = event.round(1)
    if first is not None and dict(event.extra).get("boards") != "unknown":
        return tuple(n for g in first.games if g.leg == 1 for n in (g.white, g.black))
    ranked = sorted(
        (p for p in event.players if (s := status(event, p.number, 1)) is None or s.from_round > 1),
        key=lambda p: _seed(event, p),
    )
    size = bracket_size(len(ranked))
    return tuple(ranked[seed - 1].number if seed <= len(ranked) else None for seed in bracket(size))


def earliest_round(event: Event, a: int, b: int) -> int | None:
    """The first round in which the bracket could bring two together; None where it has them apart for good.

    >>> four = tuple(EventPlayer(n, name, 3000 - n) for n, name in enumerate("ABCD", 1))
    >>> event = Event(players=four)
    >>> earliest_round(event, 1, 4), earliest_round(event, 1, 2)
    (1, 2)
    """
    seats = list(_opening(event))
    if a not in seats or b not in seats:
        return None
    first, second, round = seats.index(a), seats.index(b), 0
    while first != second:
        first, second, round = first // 2, second // 2, round + 1
    return round


def bracket_size(players: int) -> int:
    """How many places the bracket of so many players has: the next power of two.

    >>> bracket_size(5)
    8
    """
    return 1 << max(players - 1, 0).bit_length()


def knockout_rounds(event: Event) -> int:
    """How many rounds it takes until one is left; 0 for nobody, or one alone.

    >>> four = tuple(EventPlayer(n, name, 3000 - n) for n, name in enumerate("ABCD", 1))
    >>> knockout_rounds(Event(players=four)), knockout_rounds(Event())
    (2, 0)
    """
    return max(len(_opening(event)) - 1, 0).bit_length()


def _seed(event: Event, player: EventPlayer) -> tuple[int, int]:
    """What players are seeded by, the best first."""
    return (0 if event.settings.seeds == "number" else -player.elo, player.number)


def _through(event: Event, round: int, a: int | None, b: int | None) -> int | None:
    if a is None or b is None:
        return a if b is None else b
    won = winner(event, round, a, b)
    if won is None:
        said = Message("Round {r}: there is no winner yet between {a} and {b}. Add a play-off game.")
        raise BadTournament(said.format(r=round, a=event.player(a).name, b=event.player(b).name))
    return won


def winner(event: Event, round: int, a: int, b: int) -> int | None:
    """The winner of the match of `a` and `b` in `round`; None while it is open or even.

    Games that were struck out later have decided who went on; where they had not, who is excluded has lost.

    >>> from damiera.tournament.model import Event, RoundGame, GameMark, EventPlayer, Round
    >>> two = (EventPlayer(1, "Rossi", 3000, club="Livorno"), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> winner(event, 1, 1, 2)
    1
    """
    mine = [e for e in entries(event, a, round) if e.round == round and e.opponent == b]
    if not mine or any(e.mark is None and e.kind is not Kind.ANNULLED for e in mine):
        return None
    his = [e for e in entries(event, b, round) if e.round == round and e.opponent == a]
    ahead = sum(e.mark is GameMark.WIN for e in mine) - sum(e.mark is GameMark.WIN for e in his)
    if ahead == 0:
        if drawn := _by_draw(event, round, a, b):
            return drawn
        here = {a, b} - excluded(event)
        return here.pop() if len(here) == 1 else None
    return a if ahead > 0 else b


def even_matches(event: Event, round: int) -> tuple[int, ...]:
    """The boards of `round` whose games are all over without a winner: each needs a play-off.

    >>> from damiera.tournament.model import Event, RoundGame, GameMark, EventPlayer, Round
    >>> two = (EventPlayer(1, "Rossi", 3000), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.DRAW, GameMark.DRAW),)),))
    >>> even_matches(event, 1)
    (1,)
    """
    held = event.round(round)
    boards = dict[int, list[RoundGame]]()
    for game in held.games if held else ():
        boards.setdefault(game.board, []).append(game)
    return tuple(
        board
        for board, games in sorted(boards.items())
        if (black := games[0].black) is not None
        and all(g.is_over for g in games)
        and winner(event, round, games[0].white, black) is None
    )


def _by_draw(event: Event, round: int, a: int, b: int) -> int | None:
    """Return who goes on because a play-off game was drawn; None where no draw decides."""
    held = event.round(round)
    games = [g for g in held.games if {g.white, g.black} == {a, b}] if held else []
    last = games[-1] if games else None
    if last is None or last.draw_for is None or last.white_mark is not GameMark.DRAW:
        return None
    return last.white if last.draw_for == "white" else last.black


def stages(event: Event, after_round: int | None = None) -> dict[int, int]:
    """How far everybody has come, up to a round: two for each round passed, one for a third place won.

    >>> from damiera.tournament.model import Event, RoundGame, GameMark, EventPlayer, Round
    >>> two = (EventPlayer(1, "Rossi", 3000, club="Livorno"), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> stages(event)
    {1: 2, 2: 0}
    """
    came: dict[int, int] = {}
    for player in event.players:
        stage, still_in = 0, True
        for _, lines in groupby(entries(event, player.number, after_round), key=lambda e: e.round):
            won = _passed(event, player.number, next(lines))
            stage += (2 if still_in else 1) if won else 0
            still_in = still_in and won
        came[player.number] = stage
    return came


def _passed(event: Event, player: int, line: PlayerGame) -> bool:
    if line.opponent is None:
        return line.kind in (Kind.BYE, Kind.FULL_BYE)
    return winner(event, line.round, player, line.opponent) == player


def pair_knockout(event: Event, round: int | None = None) -> Pairing:
    """Pair the next round (or `round`); seeds have White first in odd rounds.

    Raises:
        BadTournament: a match without a winner, or nobody left to play.

    >>> from damiera.tournament.model import Event, EventPlayer
    >>> four = tuple(EventPlayer(n, name, 3000 - n) for n, name in enumerate("ABCD", 1))
    >>> event = Event(players=four)
    >>> pair_knockout(event).round
    1
    """
    number = event.played_rounds + 1 if round is None else round
    seats = survivors(event, number)
    if len(seats) < 2:
        raise BadTournament(_OVER)
    pairs = []
    for a, b in zip(seats[::2], seats[1::2], strict=True):
        if a is None or b is None:
            pairs += [Pair(n, None) for n in (a, b) if n is not None]
        else:
            pairs.append(_coloured(event, number, a, b))
    if len(seats) == 2 and event.settings.third_place and number > 1:
        before = survivors(event, number - 1)
        losers = [n for n in before if n is not None and n not in seats]
        if len(losers) == 2:
            pairs.append(_coloured(event, number, losers[0], losers[1]))
    return Pairing(number, System.KNOCKOUT, tuple(pairs))


def _coloured(event: Event, round: int, a: int, b: int) -> Pair:
    high, low = sorted((a, b), key=lambda n: _seed(event, event.player(n)))
    return Pair(high, low) if round % 2 else Pair(low, high)
