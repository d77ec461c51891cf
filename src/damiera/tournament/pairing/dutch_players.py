"""The players of a round as the Dutch system sees them (C.04.3, article 1)."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from damiera.tournament.model import (
    BY_PAIRING,
    Event,
    GameMark,
    Kind,
    Pair,
    PlayerGame,
    Scoring,
    entries,
    virtual_points,
)
from damiera.tournament.pairing.field import (
    ColourWish,
    FieldPlayer,
    PairingField,
    first_white,
    with_colours,
)

__all__ = ["DutchField", "DutchPlayer", "dutch_field", "dutch_pair"]


class DutchPlayer(msgspec.Struct, frozen=True):
    """One player to be paired.

    Attributes:
        seat: points, colours and wish, as every system sees them.
        rank: tournament pairing number, by Elo and then by start number, 1 the first (article 1.1).
        down, up: floats of the last round and of the one before it (article 1.4).
        unplayed: rounds before this one without a game played.
        leader: more than half of the points there were, before the last round (article 1.8).
        repeated: the colour of the last two games if it was the same, +1 White, -1 Black, else 0.

    >>> from damiera.tournament.model import EventPlayer
    >>> from damiera.tournament.pairing.field import field_of
    >>> event = Event(players=(EventPlayer(1, "A", 2000), EventPlayer(2, "B", 2100)))
    >>> [player.rank for player in dutch_field(field_of(event, 1)).players]
    [1, 2]
    """

    seat: FieldPlayer
    rank: int
    down: tuple[bool, bool]
    up: tuple[bool, bool]
    unplayed: int
    leader: bool
    repeated: int

    @property
    def score(self) -> int:
        """Points they are paired with."""
        return self.seat.score


class DutchField(msgspec.Struct, frozen=True):
    """Everyone to be paired, by points and then by rank (article 1.2), and whom each may meet.

    >>> from damiera.tournament.model import EventPlayer
    >>> from damiera.tournament.pairing.field import field_of
    >>> event = Event(players=(EventPlayer(1, "A", 2000), EventPlayer(2, "B", 2100)))
    >>> dutch_field(field_of(event, 1)).may_meet(0, 1)
    True
    """

    field: PairingField
    players: tuple[DutchPlayer, ...]
    closed: tuple[frozenset[int], ...]
    able: frozenset[int]
    forced: bool = False

    def may_meet(self, one: int, two: int) -> bool:
        """Do C1 and C3 allow the pair? Players by their place in `players`."""
        return two not in self.closed[one] and not self.same_colour(one, two)

    def same_colour(self, one: int, two: int) -> bool:
        """Must both have the same colour, neither of them a leader (C3)?"""
        a, b = self.players[one], self.players[two]
        if a.leader or b.leader or a.seat.due != b.seat.due:
            return False
        return a.seat.wish is ColourWish.ABSOLUTE and b.seat.wish is ColourWish.ABSOLUTE

    def may_rest(self, one: int) -> bool:
        """Does C2 allow the bye?"""
        return one in self.able

    def with_pair(self, one: int, two: int | None) -> DutchField:
        """The field in which these two can only meet each other; None: the first can only rest."""
        every = frozenset(range(len(self.players)))
        both = frozenset(n for n in (one, two) if n is not None)
        closed = [own | both for own in self.closed]
        for n in both:
            closed[n] = every - (both - {n} - self.closed[n])
        able = self.able & both if two is None else self.able - both
        return replace(self, closed=tuple(closed), able=able, forced=True)


def dutch_field(field: PairingField) -> DutchField:
    """The field of a round with what the Dutch system asks beyond it.

    >>> from damiera.tournament.model import EventPlayer
    >>> from damiera.tournament.pairing.field import field_of
    >>> two = (EventPlayer(1, "A", 2000), EventPlayer(2, "B", 2100))
    >>> [player.seat.number for player in dutch_field(field_of(Event(players=two), 1)).players]
    [2, 1]
    """
    event = field.event
    taken = {s.number for s in field.seats} | _paired_before(event, field.round)
    entered = [p for p in event.players if p.number in taken]  # who comes later has no number yet (C.04.2, 3)
    order = sorted(entered, key=lambda p: (-p.elo, p.number))
    ranks = {p.number: rank for rank, p in enumerate(order, 1)}
    cards = {p.number: entries(event, p.number) for p in event.players}
    before = {p.number: _paired_with(event, p.number, field.round, cards[p.number]) for p in event.players}
    seats = sorted(field.seats, key=lambda s: (-s.score, ranks[s.number]))
    limit = event.settings.scoring.win * (field.round - 1)
    last = field.round >= (event.settings.rounds or field.round + 1)
    players = []
    for seat in seats:
        floats = [_float(event.settings.scoring, cards, before, seat.number, field.round - n) for n in (1, 2)]
        played = sum(entry.kind is Kind.PLAYED and entry.leg == 1 for entry in cards[seat.number])
        colours = seat.colours[-2:]
        players.append(
            DutchPlayer(
                seat,
                ranks[seat.number],
                (floats[0] < 0, floats[1] < 0),
                (floats[0] > 0, floats[1] > 0),
                field.round - 1 - played,
                last and 2 * seat.score > limit,
                colours[0] if len(colours) == 2 and colours[0] == colours[1] else 0,
            )
        )
    places = {player.seat.number: place for place, player in enumerate(players)}
    closed = tuple(
        frozenset(places[n] for n in field.closed(player.seat.number) if n in places) for player in players
    )
    able = frozenset(place for place, player in enumerate(players) if not player.seat.rested)
    return DutchField(field, tuple(players), closed, able)


def _paired_before(event: Event, round: int) -> set[int]:
    """Whoever a round before has paired, if only with the bye."""
    games = [g for held in event.rounds if held.number < round for g in held.games if g.kind in BY_PAIRING]
    return {n for g in games for n in (g.white, g.black) if n is not None}


def _paired_with(event: Event, number: int, round: int, card: tuple[PlayerGame, ...]) -> list[int]:
    """The points a player was paired with in each round: item r is before round r."""
    out = [0] * (round + 1)
    for entry in card:
        if entry.round < round:
            out[entry.round + 1] += entry.points
    for i in range(1, round + 1):
        out[i] += out[i - 1]
    if event.settings.acceleration or event.accelerations:
        for i in range(1, round + 1):
            out[i] += virtual_points(event, number, i)
    return out


def _float(
    scoring: Scoring,
    cards: dict[int, tuple[PlayerGame, ...]],
    before: dict[int, list[int]],
    number: int,
    round: int,
) -> int:
    """Which way the player floated in a round: -1 down, 1 up, 0 neither (article 1.4)."""
    entry = next((e for e in cards[number] if e.round == round and e.leg == 1), None)
    if entry is None or round < 1:
        return 0
    if entry.kind is Kind.PLAYED and entry.opponent is not None:
        mine, theirs = before[number][round], before[entry.opponent][round]
        return (theirs > mine) - (theirs < mine)
    won = entry.kind in (Kind.BYE, Kind.FULL_BYE) or entry.mark is GameMark.WIN
    return -1 if won or entry.points > scoring.loss else 0


def dutch_pair(field: DutchField, one: int, two: int) -> Pair:
    """The pair with its colours (article 5). Players by their place.

    >>> from damiera.tournament.model import EventPlayer
    >>> from damiera.tournament.pairing.field import field_of
    >>> two = (EventPlayer(1, "A", 2000), EventPlayer(2, "B", 2100))
    >>> dutch_pair(dutch_field(field_of(Event(players=two), 1)), 0, 1)
    Pair(white=2, black=1)
    """
    high, low = field.players[min(one, two)], field.players[max(one, two)]
    numbers = high.seat.number, low.seat.number
    if high.seat.due or low.seat.due:
        return with_colours(field.field, *numbers)
    white = (high.rank % 2 == 1) == first_white(field.field.event)
    return Pair(*numbers) if white else Pair(*reversed(numbers))
