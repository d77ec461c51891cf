"""What settles a tie that no number settles: a procedure for two, three or more, step by step, as a record.

The federation has one for ties on points and quotients (preface to the rules of 2008, point 10); its text was
not found. Ours, each step editable:

1. `direct`: the games of the tied among each other, as a small table of their own. Where not all of them have
   met, it decides only what no missing game could change.
2. `wins`: who has won more games over the board.
3. `playoff`: two quick games with colours reversed, again until somebody is ahead. Until its result is
   entered the tied share the rank and the standing says that a play-off is needed.

Whenever a step parts the tied, those still together begin again at step 1 among themselves. Elo settles
prizes and the technical classification only, never the rank.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import cycle

import msgspec

from damiera.messages import Message, Text
from damiera.regulations.citations import implements
from damiera.tournament.errors import BadTournament
from damiera.tournament.model import GameMark
from damiera.tournament.tiebreak.model import TieBreakSheet

__all__ = [
    "STEPS",
    "DirectTable",
    "TieOutcome",
    "TieStep",
    "check_steps",
    "direct_encounter",
    "encounter",
    "settle",
    "split_by",
]

STEPS = ("direct", "wins", "playoff")
"""What parts the tied after the tie-breaks, in this order unless the event says otherwise."""


class DirectTable(msgspec.Struct, frozen=True):
    """The small table of the tied: points of each among them, games still missing, and who comes first.

    `groups` are the tied in order, those not parted together.

    >>> from damiera.tournament.model import Event, RoundGame, GameMark, EventPlayer, Round
    >>> two = (EventPlayer(1, "Rossi", 3000, club="Livorno"), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> from damiera.tournament.tiebreak.sheet import sheet_of
    >>> from damiera.tournament.tiebreak.model import TieBreakSheet
    >>> books = TieBreakSheet(sheet_of(event))
    >>> direct_encounter(books, (1, 2)).points
    {1: 2, 2: 0}
    """

    points: Mapping[int, int]
    missing: Mapping[int, int]
    groups: tuple[tuple[int, ...], ...]


class TieStep(msgspec.Struct, frozen=True):
    """A step taken on a tie: who was tied, what was asked, each one's figure, how they stand after it.

    >>> from damiera.tournament.model import Event, RoundGame, GameMark, EventPlayer, Round
    >>> two = (EventPlayer(1, "Rossi", 3000, club="Livorno"), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> from damiera.tournament.tiebreak.sheet import sheet_of
    >>> from damiera.tournament.tiebreak.model import TieBreakSheet
    >>> books = TieBreakSheet(sheet_of(event))
    >>> settle(books, (1, 2)).steps[0].step
    'direct'
    """

    tied: tuple[int, ...]
    step: str
    figures: tuple[tuple[int, int], ...]
    groups: tuple[tuple[int, ...], ...]
    said: Text

    @property
    def decided(self) -> bool:
        """Did it part them?"""
        return len(self.groups) > 1


class TieOutcome(msgspec.Struct, frozen=True):
    """A tie settled as far as can be: groups in order (of more than one: they share a rank), the steps.

    >>> from damiera.tournament.model import Event, RoundGame, GameMark, EventPlayer, Round
    >>> two = (EventPlayer(1, "Rossi", 3000, club="Livorno"), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> from damiera.tournament.tiebreak.sheet import sheet_of
    >>> from damiera.tournament.tiebreak.model import TieBreakSheet
    >>> books = TieBreakSheet(sheet_of(event))
    >>> settle(books, (1, 2)).playoff_needed
    False
    """

    groups: tuple[tuple[int, ...], ...]
    steps: tuple[TieStep, ...]
    playoff_needed: bool = False


@implements("fid.competition.2008:10")
def settle(
    books: TieBreakSheet,
    tied: Sequence[int],
    steps: Sequence[str] = STEPS,
    playoffs: Sequence[Sequence[int]] = (),
) -> TieOutcome:
    """Settle a tie by the procedure.

    Args:
        steps: of `direct`, `wins`, `playoff`, in the order to be taken.
        playoffs: results of play-offs, each the numbers in the order they finished.
    Raises:
        BadTournament: if a step has another name.
    Source:
        FID 2008, competitions: 10 [fid.competition.2008].

    >>> from damiera.tournament.model import Event, RoundGame, GameMark, EventPlayer, Round
    >>> two = (EventPlayer(1, "Rossi", 3000, club="Livorno"), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> from damiera.tournament.tiebreak.sheet import sheet_of
    >>> from damiera.tournament.tiebreak.model import TieBreakSheet
    >>> books = TieBreakSheet(sheet_of(event))
    >>> settle(books, (1, 2)).groups
    ((1,), (2,))
    """
    check_steps(steps)
    record: list[TieStep] = []
    groups = _settle(books, tuple(tied), steps, playoffs, record)
    needed = "playoff" in steps and any(len(g) > 1 for g in groups)
    return TieOutcome(tuple(groups), tuple(record), needed)


def check_steps(steps: Sequence[str]) -> None:
    """Refuse a step that has no meaning.

    Raises:
        BadTournament: with the steps there are.

    >>> check_steps(("direct", "wins"))
    """
    for step in steps:
        if step not in STEPS:
            said = Message("Unknown tie step '{s}': {all}.")
            raise BadTournament(said.format(s=step, all=", ".join(STEPS)))


def split_by(tied: Sequence[int], value: Callable[[int], object]) -> tuple[tuple[int, ...], ...]:
    """Part the tied by a value, the greatest first; equal values stay together, in the order given.

    >>> split_by([1, 2, 3], lambda n: n % 2)
    ((1, 3), (2,))
    """
    found: dict[object, list[int]] = {}
    for number in tied:
        found.setdefault(value(number), []).append(number)
    ordered = sorted(found, reverse=True)  # type: ignore[type-var]
    return tuple(tuple(found[v]) for v in ordered)


def direct_encounter(books: TieBreakSheet, tied: Sequence[int]) -> DirectTable:
    """Return the small table of the tied.

    If all have met, points decide. If not, whoever would be alone in front even if they lost all missing
    games and the others won theirs is first, and so on among the rest; the others stay tied.

    >>> from damiera.tournament.model import Event, RoundGame, GameMark, EventPlayer, Round
    >>> two = (EventPlayer(1, "Rossi", 3000, club="Livorno"), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> from damiera.tournament.tiebreak.sheet import sheet_of
    >>> from damiera.tournament.tiebreak.model import TieBreakSheet
    >>> books = TieBreakSheet(sheet_of(event))
    >>> direct_encounter(books, (1, 2)).groups
    ((1,), (2,))
    """
    among, sheet, as_played = frozenset(tied), books.sheet, books.rule == "paired"
    points: dict[int, int] = {}
    missing: dict[int, int] = {}
    for number in tied:
        games = [e for e in sheet.cards[number] if e.opponent in among and (e.played or as_played)]
        points[number] = sum([e.points for e in games])
        missing[number] = len(among) - 1 - len({e.opponent for e in games})
    if not any(missing.values()):
        return DirectTable(points, missing, split_by(tied, points.__getitem__))
    return DirectTable(points, missing, _beyond_doubt(tied, points, missing, sheet.scoring.win))


def encounter(books: TieBreakSheet, tied: Sequence[int]) -> DirectTable:
    """Return the small table of the tied; of teams by match points, then by the points of the boards.

    Among teams each count is asked as long as it parts some of them, match points first and again after the
    board points, as FIDE's extended direct encounter has it.

    Source:
        FIDE Handbook C.07, article 13 (extended direct encounter).

    >>> from damiera.tournament.model import Event, RoundGame, GameMark, EventPlayer, Round
    >>> two = (EventPlayer(1, "Rossi", 3000, club="Livorno"), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> from damiera.tournament.tiebreak.sheet import sheet_of
    >>> from damiera.tournament.tiebreak.model import TieBreakSheet
    >>> encounter(TieBreakSheet(sheet_of(event)), (1, 2)).groups
    ((1,), (2,))
    """
    table = direct_encounter(books, tied)
    if books.boards is books:
        return table
    groups: tuple[tuple[int, ...], ...] = (tuple(tied),)
    for by in cycle((books, books.boards)):
        before = groups
        groups = _parted_as_long_as_it_goes(by, groups)
        if groups == before and by is books.boards:
            break
    return DirectTable(table.points, table.missing, groups)


def _parted_as_long_as_it_goes(
    books: TieBreakSheet, groups: tuple[tuple[int, ...], ...]
) -> tuple[tuple[int, ...], ...]:
    """Ask one count of each group, and again of what it leaves together."""
    parted = tuple(part for group in groups for part in direct_encounter(books, group).groups)
    return groups if parted == groups else _parted_as_long_as_it_goes(books, parted)


def _beyond_doubt(
    tied: Sequence[int], points: Mapping[int, int], missing: Mapping[int, int], win: int
) -> tuple[tuple[int, ...], ...]:
    """Part who is in front whatever the missing games would have brought."""
    left, groups = list(tied), []
    while len(left) > 1:
        first = next(
            (n for n in left if all(points[n] > points[m] + win * missing[m] for m in left if m != n)), None
        )
        if first is None:
            break
        groups.append((first,))
        left.remove(first)
    return (*groups, tuple(left))


def _settle(
    books: TieBreakSheet,
    tied: tuple[int, ...],
    steps: Sequence[str],
    playoffs: Sequence[Sequence[int]],
    record: list[TieStep],
) -> list[tuple[int, ...]]:
    if len(tied) < 2:
        return [tied]
    for step in steps:
        taken = _TAKE[step](books, tied, playoffs)
        record.append(taken)
        if taken.decided:
            return [g for part in taken.groups for g in _settle(books, part, steps, playoffs, record)]
    return [tied]


def _take_direct(books: TieBreakSheet, tied: tuple[int, ...], _: Sequence[Sequence[int]]) -> TieStep:
    table = encounter(books, tied)
    incomplete = any(table.missing.values())
    if len(table.groups) > 1:
        said = _DIRECT_DOUBT if incomplete else _DIRECT
    else:
        said = _NOT_ALL_MET if incomplete else _DIRECT_EVEN
    return TieStep(tied, "direct", tuple(table.points.items()), table.groups, said)


def _take_wins(books: TieBreakSheet, tied: tuple[int, ...], _: Sequence[Sequence[int]]) -> TieStep:
    wins = {n: sum(e.played and e.mark is GameMark.WIN for e in books.sheet.cards[n]) for n in tied}
    groups = split_by(tied, lambda n: wins[n])
    return TieStep(tied, "wins", tuple(wins.items()), groups, _WINS if len(groups) > 1 else _WINS_EVEN)


def _take_playoff(_: TieBreakSheet, tied: tuple[int, ...], playoffs: Sequence[Sequence[int]]) -> TieStep:
    played = next((p for p in playoffs if set(tied) <= set(p)), None)
    if played is None:
        return TieStep(tied, "playoff", (), (tied,), _PLAYOFF_NEEDED)
    places = tuple((n, place) for place, n in enumerate(played, 1) if n in tied)
    return TieStep(tied, "playoff", places, tuple((n,) for n, _ in places), _PLAYOFF)


_TAKE = {"direct": _take_direct, "wins": _take_wins, "playoff": _take_playoff}

_DIRECT = Message("The games among the tied decide.")
_DIRECT_DOUBT = Message("Not all have met, but no missing game could change the order of those in front.")
_DIRECT_EVEN = Message("The games among the tied are even.")
_NOT_ALL_MET = Message("Not all have met: the games among the tied decide nothing.")
_WINS = Message("The number of wins over the board decides.")
_WINS_EVEN = Message("The wins are even.")
_PLAYOFF = Message("The play-off decides.")
_PLAYOFF_NEEDED = Message(
    "A play-off is needed: two quick games with colours reversed, again until somebody is ahead."
)
