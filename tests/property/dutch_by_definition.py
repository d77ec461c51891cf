"""FIDE's Dutch system of 2026 (C.04.3) by its definition: every candidate, in the order of article 4.

Written from the articles alone, beside the engine and without it; only for fields of some ten players.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, permutations

from damiera.tournament.model import Event, GameMark, Kind, PlayerChange, available, entries

Couple = tuple[int, int]


@dataclass(frozen=True)
class Person:
    """A player as articles 1.2 to 1.8 describe them. `wish`: 3 absolute, 2 strong, 1 mild, 0 none."""

    number: int
    tpn: int
    score: int
    colours: str
    floats: tuple[str, str]
    met: frozenset[int]
    rested: bool
    unplayed: int
    leader: bool

    @property
    def balance(self) -> int:
        return self.colours.count("w") - self.colours.count("b")

    @property
    def wish(self) -> int:
        if abs(self.balance) > 1 or self.colours[-2:] in ("ww", "bb"):
            return 3
        return 2 if self.balance else 1 if self.colours else 0

    @property
    def due(self) -> str:
        if not self.colours:
            return ""
        if abs(self.balance) > 1 or (self.balance and self.wish < 3):
            return "b" if self.balance > 0 else "w"
        return "b" if self.colours[-1] == "w" else "w"


Candidate = tuple[tuple[Couple, ...], tuple[int, ...]]


class ByDefinition:
    """The best pairing of the next round of an event."""

    def __init__(self, event: Event) -> None:
        self.round = event.played_rounds + 1
        self.people = _people(event, self.round)
        self.order = sorted(self.people, key=lambda n: (-self.people[n].score, self.people[n].tpn))
        self.known: dict[tuple[frozenset[int], int | None, frozenset[int]], bool] = {}
        self.after: dict[tuple[tuple[int, ...], tuple[int, ...]], tuple[object, ...]] = {}
        self.bye: int | None = None
        if len(self.order) % 2:
            able = sorted({self.people[n].score for n in self.order})
            self.bye = next((s for s in able if self._completes(frozenset(self.order), s)), None)

    def couples(self) -> set[frozenset[int]]:
        """The pairs, and whoever rests alone; none at all if there is no pairing."""
        if not self._completes(frozenset(self.order), self.bye):
            return set()
        left = list(self.order)
        moved: list[int] = []
        out: set[frozenset[int]] = set()
        while left:
            top = self.people[left[0]].score
            residents = [n for n in left if self.people[n].score == top]
            left = [n for n in left if n not in residents]
            pairs, down = self._bracket(tuple(moved), tuple(residents), tuple(left))
            out |= {frozenset(pair) for pair in pairs}
            moved = sorted(down, key=self.order.index)
        return out | {frozenset((n,)) for n in moved}

    def _may(self, a: int, b: int) -> bool:
        one, two = self.people[a], self.people[b]
        clash = one.wish == two.wish == 3 and one.due == two.due
        return b not in one.met and (not clash or one.leader or two.leader)

    def _completes(self, left: frozenset[int], bye: int | None, apart: frozenset[int] = frozenset()) -> bool:
        """Can all of `left` be paired, `apart` not among themselves?"""
        key = left, bye, apart
        if key not in self.known:
            self.known[key] = self._completes_at_all(left, bye, apart)
        return self.known[key]

    def _completes_at_all(self, left: frozenset[int], bye: int | None, apart: frozenset[int]) -> bool:
        if not left:
            return True
        first = min(left)
        person = self.people[first]
        rests = len(left) % 2 and bye == person.score and not person.rested
        if rests and self._completes(left - {first}, None, apart):
            return True
        if len(left) % 2 and bye is None:
            return False
        return any(
            self._may(first, other)
            and not (first in apart and other in apart)
            and self._completes(left - {first, other}, bye, apart)
            for other in left - {first}
        )

    def _bracket(
        self, moved: tuple[int, ...], residents: tuple[int, ...], left: tuple[int, ...]
    ) -> Candidate:
        best = None
        for candidate in self._candidates(moved, residents):
            if self._lawful(candidate, left):
                value = self._value(candidate, moved, residents, left)
                if best is None or value < best[0]:
                    best = value, candidate
        assert best is not None
        return best[1]

    def _lawful(self, candidate: Candidate, left: tuple[int, ...]) -> bool:
        pairs, down = candidate
        if not all(self._may(a, b) for a, b in pairs):
            return False
        return self._completes(frozenset((*down, *left)), self.bye, frozenset(down))

    def _candidates(self, moved: tuple[int, ...], residents: tuple[int, ...]) -> Iterator[Candidate]:
        """Every candidate, of each number of pairs, in the order of articles 3.6, 3.7 and 4."""
        for count in range(len(moved), -1, -1):
            for above in combinations(moved, count):
                limbo = tuple(n for n in moved if n not in above)
                for below in permutations(residents, count):
                    rest = tuple(n for n in residents if n not in below)
                    for pairs, down in self._halves(rest):
                        yield (*zip(above, below, strict=True), *pairs), (*limbo, *down)

    def _halves(self, rest: tuple[int, ...]) -> Iterator[Candidate]:
        for boards in range(len(rest) // 2, -1, -1):
            for upper, lower in _exchanges(rest, boards):
                for chosen in permutations(lower, boards):
                    yield tuple(zip(upper, chosen, strict=True)), tuple(n for n in lower if n not in chosen)

    def _value(
        self, candidate: Candidate, moved: tuple[int, ...], residents: tuple[int, ...], left: tuple[int, ...]
    ) -> tuple[object, ...]:
        """What C6 to C21 make of a candidate, each the smaller the better."""
        pairs, down = candidate
        people = self.people
        alone = len(down) == 1 and self.bye is not None and self.bye >= people[residents[0]].score
        told = [self._colours(a, b) for a, b in pairs]
        value: list[object] = [
            len(down),
            self._scores(down),
            self._next(down, left),
            people[down[0]].unplayed if alone else 0,
            *(sum(colours[i] for colours in told) for i in range(4)),
        ]
        apart: list[object] = []
        for back in (0, 1):
            value.append(sum(people[n].floats[back] == "d" for n in down if n in residents))
            value.append(sum(people[b].floats[back] == "u" for a, b in pairs if a in moved))
            mine = [people[a].score - people[b].score for a, b in pairs if self._floated(a, moved, back)]
            mine += [people[n].score + 99 for n in down if self._floated(n, moved, back)]
            apart.append(sorted(mine, reverse=True))
            others = [(a, b) for a, b in pairs if a in moved and people[b].floats[back] == "u"]
            apart.append(sorted((people[a].score - people[b].score for a, b in others), reverse=True))
        return (*value, *apart)

    def _floated(self, n: int, moved: tuple[int, ...], back: int) -> bool:
        return n in moved and self.people[n].floats[back] == "d"

    def _scores(self, down: tuple[int, ...]) -> list[int]:
        return sorted((self.people[n].score for n in down), reverse=True)

    def _next(self, down: tuple[int, ...], left: tuple[int, ...]) -> tuple[object, ...]:
        """C8: what C6 and C7 come to in the next bracket."""
        if (down, left) not in self.after:
            self.after[down, left] = self._next_at_all(down, left)
        return self.after[down, left]

    def _next_at_all(self, down: tuple[int, ...], left: tuple[int, ...]) -> tuple[object, ...]:
        if not left:
            return ()
        after = tuple(n for n in left if self.people[n].score == self.people[left[0]].score)
        rest = tuple(n for n in left if n not in after)
        moved = tuple(sorted(down, key=self.order.index))
        found = [
            (len(c[1]), self._scores(c[1])) for c in self._candidates(moved, after) if self._lawful(c, rest)
        ]
        return min(found)

    def _colours(self, a: int, b: int) -> tuple[int, int, int, int]:
        """What a pair adds to C10 to C13, by the colours that article 5 gives."""
        white, black = self._white(a, b)
        leaders = self.people[a].leader or self.people[b].leader
        out = [0, 0, 0, 0]
        for person, colour in ((self.people[white], "w"), (self.people[black], "b")):
            after = person.balance + (1 if colour == "w" else -1)
            out[0] += leaders and abs(after) > 2
            out[1] += leaders and person.colours[-2:] == colour * 2
            out[2] += person.due not in ("", colour)
            out[3] += person.wish == 2 and person.due != colour
        return out[0], out[1], out[2], out[3]

    def _white(self, a: int, b: int) -> Couple:
        high, low = sorted((a, b), key=self.order.index)
        one, two = self.people[high], self.people[low]
        if one.due != two.due:
            return (high, low) if one.due == "w" or two.due == "b" else (low, high)
        if one.wish != two.wish:
            return self._granted(high, low) if one.wish > two.wish else self._granted(low, high)
        if one.wish == 3 and abs(one.balance) != abs(two.balance):
            wider = abs(one.balance) > abs(two.balance)
            return self._granted(high, low) if wider else self._granted(low, high)
        for mine, theirs in zip(reversed(one.colours), reversed(two.colours), strict=False):
            if mine != theirs:
                return (low, high) if mine == "w" else (high, low)
        return self._granted(high, low)

    def _granted(self, a: int, b: int) -> Couple:
        return (a, b) if self.people[a].due in ("w", "") else (b, a)


def _exchanges(rest: tuple[int, ...], boards: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The two halves before and after each exchange, in the order of article 4.3."""
    upper, lower = range(boards), range(boards, len(rest))
    found = []
    for count in range(min(len(upper), len(lower)) + 1):
        for out in combinations(upper, count):
            for into in combinations(lower, count):
                key = (count, sum(into) - sum(out), [-n for n in reversed(out)], list(into))
                found.append((key, out, into))
    made = []
    for _, out, into in sorted(found):
        first = sorted({*upper, *into} - {*out})
        second = sorted({*lower, *out} - {*into})
        made.append((tuple(rest[n] for n in first), tuple(rest[n] for n in second)))
    return made


def _people(event: Event, round: int) -> dict[int, Person]:
    late = {s.player for s in event.statuses if s.change is PlayerChange.LATE and s.from_round > round}
    order = sorted((p for p in event.players if p.number not in late), key=lambda p: (-p.elo, p.number))
    tpn = {p.number: place for place, p in enumerate(order, 1)}
    cards = {p.number: entries(event, p.number) for p in event.players}
    scoring = event.settings.scoring

    def points(number: int, before: int) -> int:
        return sum(e.points for e in cards[number] if e.round < before)

    def floated(number: int, then: int) -> str:
        for entry in cards[number]:
            if entry.round == then and entry.kind is Kind.PLAYED and entry.opponent is not None:
                mine, theirs = points(number, then), points(entry.opponent, then)
                return "d" if mine > theirs else "u" if mine < theirs else ""
            if entry.round == then:
                won = entry.kind is Kind.BYE or entry.points > scoring.loss
                return "d" if won else ""
        return ""

    people = {}
    for number in available(event, round):
        card = cards[number]
        played = [e for e in card if e.kind is Kind.PLAYED and e.opponent is not None]
        score = points(number, round)
        people[number] = Person(
            number,
            tpn[number],
            score,
            "".join("w" if e.colour == "white" else "b" for e in played),
            (floated(number, round - 1), floated(number, round - 2)),
            frozenset(e.opponent for e in played if e.opponent is not None),
            any(_full(e.kind, e.mark) for e in card),
            round - 1 - len(played),
            round >= event.settings.rounds and 2 * score > scoring.win * (round - 1),
        )
    return people


def _full(kind: Kind, mark: GameMark | None) -> bool:
    return kind in (Kind.BYE, Kind.FULL_BYE) or (kind is Kind.FORFEIT and mark is GameMark.WIN)
