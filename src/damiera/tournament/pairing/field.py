"""The field of a round: who is to be paired, with all that a pairing system asks about each of them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import replace
from enum import IntEnum

import msgspec

from damiera.tournament.model import (
    BY_PAIRING,
    ColourRule,
    Event,
    EventPlayer,
    GameMark,
    Kind,
    Pair,
    PlayerGame,
    available,
    entries,
    met,
    score,
    virtual_points,
)

__all__ = [
    "ColourWish",
    "FieldPlayer",
    "PairingField",
    "field_of",
    "first_white",
    "in_board_order",
    "is_lawful",
    "with_colours",
]


class ColourWish(IntEnum):
    """How strongly a colour is due.

    >>> ColourWish.ABSOLUTE > ColourWish.MILD
    True
    """

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


class FieldPlayer(msgspec.Struct):
    """One player of the field. `elo` is in Elo points.

    Attributes:
        score: points they are paired with (virtual ones included); `real` those they have.
        due: the colour due, +1 White, -1 Black, 0 none; `wish` how strongly.
        tone: `due` and `wish` as one number, 0 to 6.
        down, up: how much a float in this direction would repeat earlier ones: 2 for the last round, 1 for
            the one before it.
        rested: have they had a bye or a win without play?
        place: index in the order of the field, 0 the first.
        kin: in the first rounds, the clubs and provinces whose other players they should not meet.

    >>> from damiera.tournament.model import Event, EventPlayer
    >>> four = tuple(EventPlayer(n, name, 3000 - n) for n, name in enumerate("ABCD", 1))
    >>> event = Event(players=four)
    >>> field_of(event, 1).seats[0].number
    1
    """

    number: int
    elo: int
    score: int
    real: int
    balance: int = 0
    due: int = 0
    wish: ColourWish = ColourWish.NONE
    tone: int = 0
    down: int = 0
    up: int = 0
    rested: bool = False
    place: int = 0
    colours: tuple[int, ...] = ()
    kin: frozenset[str] = frozenset()


class PairingField(msgspec.Struct):
    """Everyone to be paired in a round, best first.

    Attributes:
        seats: in the order of points, Elo, number.
        met: whom each has already met.
        barred: pairs forbidden absolutely (both ways).
        kept: pairs that should not be (both ways).

    >>> from damiera.tournament.model import Event, EventPlayer
    >>> four = tuple(EventPlayer(n, name, 3000 - n) for n, name in enumerate("ABCD", 1))
    >>> event = Event(players=four)
    >>> [seat.number for seat in field_of(event, 1).seats]
    [1, 2, 3, 4]
    """

    event: Event
    round: int
    seats: list[FieldPlayer]
    met: Mapping[int, set[int]]
    barred: dict[int, set[int]]
    kept: dict[int, set[int]]
    by_number: dict[int, FieldPlayer]

    def closed(self, number: int) -> set[int]:
        """Those `number` may not meet."""
        own = self.met.get(number, set())
        return own | self.barred[number] if number in self.barred else own

    def apart(self, one: FieldPlayer, two: FieldPlayer) -> bool:
        """Should they be kept apart, if it can be?"""
        return not one.kin.isdisjoint(two.kin) or two.number in self.kept.get(one.number, ())

    @property
    def rule(self) -> ColourRule:
        """The event's limits of colours."""
        return self.event.settings.colours


def field_of(event: Event, round: int, *, without: Iterable[int] = ()) -> PairingField:
    """Gather the field of `round` from the rounds before it.

    Games of `round` itself and of later rounds are left out of account.

    >>> from damiera.tournament.model import Event, EventPlayer
    >>> four = tuple(EventPlayer(n, name, 3000 - n) for n, name in enumerate("ABCD", 1))
    >>> event = Event(players=four)
    >>> len(field_of(event, 1).seats)
    4
    """
    past = _before(event, round)
    gone = set(without)
    numbers = [n for n in available(past, round) if n not in gone]
    totals: dict[int, list[int]] = {}
    cards: dict[int, tuple[PlayerGame, ...]] = {}
    for player in past.players:
        cards[player.number] = card = entries(past, player.number)
        totals[player.number] = _running(past, player.number, card)
    accelerated = bool(past.accelerations) or past.settings.acceleration >= round
    players = {p.number: p for p in past.players}
    seats = [
        _seat(players[n], cards[n], totals, past, virtual_points(past, n, round) if accelerated else 0)
        for n in numbers
    ]
    seats.sort(key=lambda s: (-s.score, -s.elo, s.number))
    for place, seat in enumerate(seats):
        seat.place = place
        if round <= past.settings.weak_rounds:
            seat.kin = _kin(players[seat.number], past.settings.weak_by)
    barred, kept = _forbidden(past, round)
    return PairingField(past, round, seats, met(past), barred, kept, {s.number: s for s in seats})


def _before(event: Event, round: int) -> Event:
    if all(r.number < round for r in event.rounds):
        return event
    return replace(event, rounds=tuple(r for r in event.rounds if r.number < round))


def _running(event: Event, number: int, card: tuple[PlayerGame, ...]) -> list[int]:
    """Points before each round, and after the last: `totals[r]` is the score after round r."""
    rounds = event.played_rounds
    if event.settings.match_points and event.settings.games > 1:
        return [score(event, number, r) for r in range(rounds + 1)]
    out = [0] * (rounds + 1)
    for entry in card:
        out[entry.round] += entry.points
    for i in range(1, rounds + 1):
        out[i] += out[i - 1]
    return out


def _seat(
    player: EventPlayer, card: tuple[PlayerGame, ...], totals: dict[int, list[int]], event: Event, extra: int
) -> FieldPlayer:
    own = totals[player.number]
    seat = FieldPlayer(player.number, player.elo, own[-1] + extra, own[-1])
    colours = []
    for entry in card:
        if entry.opponent is None:
            seat.rested |= entry.kind in (Kind.BYE, Kind.FULL_BYE)
        elif entry.kind is Kind.FORFEIT:
            seat.rested |= entry.mark is GameMark.WIN
        elif entry.kind is Kind.PLAYED and entry.leg == 1:
            colours.append(1 if entry.colour == "white" else -1)
    seat.colours = tuple(colours)
    seat.balance = sum(colours)
    if not event.settings.colours.ignored and event.settings.games == 1:
        _wish(seat, event.settings.colours)
    for entry in card[-2:]:
        back = event.played_rounds - entry.round
        if back < 2:
            weight, way = 2 - back, _way(entry, totals, player.number)
            seat.down += weight if way < 0 else 0
            seat.up += weight if way > 0 else 0
    return seat


def _way(entry: PlayerGame, totals: dict[int, list[int]], number: int) -> int:
    """Which way the player floated in a round: -1 down, 1 up, 0 neither."""
    if entry.opponent is None:
        return -1 if entry.kind in (Kind.BYE, Kind.FULL_BYE) else 0
    if entry.kind is Kind.FORFEIT:
        return -1 if entry.mark is GameMark.WIN else 0
    mine, his = totals[number][entry.round - 1], totals[entry.opponent][entry.round - 1]
    return (his > mine) - (his < mine)


def _wish(seat: FieldPlayer, rule: ColourRule) -> None:
    colours = seat.colours
    if not colours:
        return
    run = 1
    while run < len(colours) and colours[-run - 1] == colours[-1]:
        run += 1
    if abs(seat.balance) >= rule.difference or run >= rule.in_row:
        seat.wish = ColourWish.ABSOLUTE
        seat.due = -1 if (seat.balance if abs(seat.balance) >= rule.difference else colours[-1]) > 0 else 1
    elif seat.balance:
        seat.wish, seat.due = ColourWish.STRONG, -1 if seat.balance > 0 else 1
    else:
        seat.wish, seat.due = ColourWish.MILD, -colours[-1]
    seat.tone = seat.wish if seat.due > 0 else 3 + seat.wish


def _kin(player: EventPlayer, traits: tuple[str, ...]) -> frozenset[str]:
    named = ((trait, str(getattr(player, trait, ""))) for trait in traits)
    return frozenset(f"{trait} {value}" for trait, value in named if value)


def _forbidden(event: Event, round: int) -> tuple[dict[int, set[int]], dict[int, set[int]]]:
    barred: dict[int, set[int]] = {}
    kept: dict[int, set[int]] = {}
    for pair in event.forbidden:
        if pair.holds(round):
            target = barred if pair.absolute else kept
            target.setdefault(pair.a, set()).add(pair.b)
            target.setdefault(pair.b, set()).add(pair.a)
    return barred, kept


def is_lawful(field: PairingField, one: FieldPlayer, two: FieldPlayer, *, strict: bool) -> bool:
    """May they meet? `strict`: the limits of colours count too.

    >>> from damiera.tournament.model import Event, EventPlayer
    >>> four = tuple(EventPlayer(n, name, 3000 - n) for n, name in enumerate("ABCD", 1))
    >>> event = Event(players=four)
    >>> field = field_of(event, 1)
    >>> is_lawful(field, field.seats[0], field.seats[1], strict=True)
    True
    """
    if two.number in field.closed(one.number):
        return False
    both = one.due == two.due and one.wish is ColourWish.ABSOLUTE and two.wish is ColourWish.ABSOLUTE
    return not (strict and both)


def with_colours(field: PairingField, a: int, b: int, board: int = 0) -> Pair:
    """Give the colours of a pair: the stronger wish; then the last round in which they differed, reversed;
    then the wish of the higher placed; without any history White by lot and turn about down the boards.

    >>> from damiera.tournament.model import Event, EventPlayer
    >>> four = tuple(EventPlayer(n, name, 3000 - n) for n, name in enumerate("ABCD", 1))
    >>> event = Event(players=four)
    >>> field = field_of(event, 1)
    >>> with_colours(field, 1, 3)
    Pair(white=1, black=3)
    """
    one, two = field.by_number[a], field.by_number[b]
    if one.place > two.place:
        one, two = two, one
    return Pair(one.number, two.number) if _first_has_white(field, one, two) else Pair(two.number, one.number)


def _first_has_white(field: PairingField, high: FieldPlayer, low: FieldPlayer) -> bool:
    if field.rule.ignored or field.event.settings.games > 1:
        return _by_lot(field, high)
    if high.due != low.due and (high.due or low.due):
        return high.due > 0 or (high.due == 0 and low.due < 0)
    if not high.due:
        return _by_lot(field, high)
    if high.wish != low.wish:
        return (high.due > 0) == (high.wish > low.wish)
    if high.wish is ColourWish.ABSOLUTE and high.balance != low.balance:
        stronger = abs(high.balance) > abs(low.balance)
        return (high.due > 0) == stronger
    for mine, his in zip(reversed(high.colours), reversed(low.colours), strict=False):
        if mine != his:
            return mine < 0
    return high.due > 0


def _by_lot(field: PairingField, high: FieldPlayer) -> bool:
    """White to the first board's better player or to their opponent, as the lot says, and then turn about."""
    return (high.place % 2 == 0) == first_white(field.event)


def first_white(event: Event) -> bool:
    """What the lot of colours says: has the first player of the first board White?

    Where nobody wrote it down it is read from the first round, as in the file of another program: the highest
    player with a colour there has the lot's, or the other one, by turns.

    >>> from damiera.tournament.model import Event, EventPlayer
    >>> four = tuple(EventPlayer(n, name, 3000 - n) for n, name in enumerate("ABCD", 1))
    >>> event = Event(players=four)
    >>> first_white(event)
    True
    """
    said = dict(event.extra).get("first_colour", "")
    if said:
        return said.startswith("white")
    if event.settings.seed:
        return random.Random(f"colour {event.settings.seed}").random() < 0.5
    return _seen_white(event)


def _seen_white(event: Event) -> bool:
    first = next((held for held in event.rounds if any(g.black is not None for g in held.games)), None)
    if first is None:
        return True
    games = [g for g in first.games if g.kind in BY_PAIRING]
    white = {g.white: g.black is not None for g in games}
    seated = {*white, *(g.black for g in games if g.black is not None)}
    order = sorted((p for p in event.players if p.number in seated), key=lambda p: (-p.elo, p.number))
    black = seated - set(white)
    known = (
        (place, p.number not in black)
        for place, p in enumerate(order)
        if p.number in black or white[p.number]
    )
    place, has_white = next(known)
    return has_white == (place % 2 == 0)


def in_board_order(field: PairingField, pairs: Iterable[Pair]) -> tuple[Pair, ...]:
    """Boards by the higher score, the sum of both, the place of the better player; the bye last.

    >>> from damiera.tournament.model import Event, EventPlayer
    >>> four = tuple(EventPlayer(n, name, 3000 - n) for n, name in enumerate("ABCD", 1))
    >>> event = Event(players=four)
    >>> field = field_of(event, 1)
    >>> from damiera.tournament.model import Pair
    >>> [pair.white for pair in in_board_order(field, [Pair(2, 4), Pair(1, 3)])]
    [1, 2]
    """

    def key(pair: Pair) -> tuple[int, int, int, int]:
        white = field.by_number[pair.white]
        if pair.black is None:
            return (1, 0, 0, 0)
        black = field.by_number[pair.black]
        return (
            0,
            -max(white.score, black.score),
            -white.score - black.score,
            min(white.place, black.place),
        )

    return tuple(sorted(pairs, key=key))
