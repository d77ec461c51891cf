"""An independent check of pairings: reads the event and the pairs, knows no way of finding them.

It judges any pairing, ours or imported: nobody twice, nobody missing, nobody who is not playing, no second
meeting, no forbidden pair, at most one rest and no second one for the same player, the limits of colours;
and it measures differences of points against the least that the parities of the score groups allow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from typing import Literal

import msgspec

from damiera.messages import Lang, Message, Text
from damiera.tournament.model import (
    BY_TABLE,
    EFFECTS,
    MEETS_AGAIN,
    Event,
    GameMark,
    Kind,
    Pair,
    PlayerChange,
    Status,
    System,
    available,
    entries,
    score,
    status,
    virtual_points,
)

__all__ = ["RoundCheck", "RoundFinding", "check_event", "check_pairs", "check_round"]

Gravity = Literal["error", "warning", "note"]


class RoundFinding(msgspec.Struct, frozen=True):
    """Something the check has to say. `rule` is a word that stays the same; `players` are start numbers.

    >>> from damiera.messages import Verbatim
    >>> RoundFinding("rematch", "error", (1, 2), Verbatim("They have met.")).text("en")
    'They have met.'
    """

    rule: str
    gravity: Gravity
    players: tuple[int, ...]
    said: Text

    def text(self, lang: Lang) -> str:
        """The finding in `lang`."""
        return self.said.text(lang)


class RoundCheck(msgspec.Struct, frozen=True):
    """What the check found in one round.

    Attributes:
        gaps: the sum of the squares of the differences of points; `least` what parity alone makes of it.
        clashes: boards on which both were due the same colour.

    >>> from damiera.tournament.model import Event, RoundGame, GameMark, EventPlayer, Round
    >>> two = (EventPlayer(1, "Rossi", 3000), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> verdict = check_round(event, 1)
    >>> verdict.round, verdict.gaps, verdict.findings
    (1, 0, ())
    """

    round: int
    findings: tuple[RoundFinding, ...]
    boards: int = 0
    gaps: int = 0
    least: int = 0
    clashes: int = 0

    @property
    def lawful(self) -> bool:
        """Is there no error?"""
        return all(f.gravity != "error" for f in self.findings)


_RESTS_LIKE = (Kind.BYE, Kind.FULL_BYE)


class _Past(msgspec.Struct):
    """A player's past, as the check counts it."""

    points: int
    met: set[int]
    colours: list[int]
    rested: bool


def check_event(event: Event) -> tuple[RoundCheck, ...]:
    """Judge every round of the event by what was known before it.

    >>> from damiera.tournament.model import Event, RoundGame, GameMark, EventPlayer, Round
    >>> two = (EventPlayer(1, "Rossi", 3000), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> [verdict.round for verdict in check_event(event)]
    [1]
    """
    return tuple(check_round(event, r.number) for r in event.rounds)


def check_round(event: Event, round: int) -> RoundCheck:
    """Judge a round that the event holds. Pairs set by hand are judged like any other.

    >>> from damiera.tournament.model import Event, RoundGame, GameMark, EventPlayer, Round
    >>> two = (EventPlayer(1, "Rossi", 3000), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> check_round(event, 1).clashes
    0
    """
    held = event.round(round)
    games = held.games if held is not None else ()
    return check_pairs(event, round, [Pair(g.white, g.black) for g in games if g.leg == 1], history=True)


def check_pairs(event: Event, round: int, pairs: Iterable[Pair], *, history: bool = False) -> RoundCheck:
    """Judge `pairs` as a pairing of `round`.

    `history`: the round is past, and byes asked for may stand among its pairs.

    >>> from damiera.tournament.model import Event, RoundGame, GameMark, EventPlayer, Round
    >>> two = (EventPlayer(1, "Rossi", 3000), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> [finding.rule for finding in check_pairs(event, 2, [Pair(1, 2)]).findings]
    ['rematch']
    """
    boards = [p for p in pairs if not (history and _asked(event, round, p))]
    past = {p.number: _past(event, p.number, round) for p in event.players}
    known = [
        p for p in boards if p.white in past and (p.black is None or p.black in past) and p.white != p.black
    ]
    found = [
        *_presence(event, round, boards, past, history),
        *_meetings(event, round, known, past),
        *_rests(event, known, past),
        *_colours(event, round, known, past),
    ]
    met = [(past[p.white], past[p.black]) for p in known if p.black is not None]
    return RoundCheck(
        round,
        tuple(found),
        len(met),
        sum((a.points - b.points) ** 2 for a, b in met),
        _least([x.points for pair in met for x in pair]),
        sum(bool(_due(a)) and _due(a) == _due(b) for a, b in met),
    )


def _asked(event: Event, round: int, pair: Pair) -> bool:
    """Is it a bye that was asked for? In all-play-all a rest worth nothing is the table's."""
    if pair.black is not None:
        return False
    if event.settings.system is System.ROUND_ROBIN and status(event, pair.white, round) is None:
        return False
    return any(
        e.round == round and e.opponent is None and e.kind is not Kind.BYE
        for e in entries(event, pair.white, round)
    )


def _past(event: Event, number: int, round: int) -> _Past:
    """Count a player's past before a round: of the event's later rounds nothing is known."""
    met: set[int] = set()
    colours: list[int] = []
    rested, points = False, 0
    for game in entries(event, number):  # in order; asked for nine times of a thousand players
        if game.round >= round:
            break
        kind, opponent = game.kind, game.opponent
        points += game.points
        if kind is Kind.PLAYED:
            if opponent is not None:
                met.add(opponent)
            if game.colour and game.leg == 1:
                colours.append(1 if game.colour == "white" else -1)
        elif kind is Kind.FORFEIT:
            rested = rested or game.mark is GameMark.WIN
        elif opponent is not None:
            met.add(opponent)
        elif kind in _RESTS_LIKE:
            rested = True
    if event.settings.match_points and event.settings.games > 1:  # games of a round count together
        points = score(event, number, round - 1)
    return _Past(points + virtual_points(event, number, round), met, colours, rested)


def _presence(
    event: Event, round: int, boards: list[Pair], past: dict[int, _Past], history: bool
) -> Iterable[RoundFinding]:
    seats = Counter(n for p in boards for n in (p.white, p.black) if n is not None)
    forfeits = event.settings.system in BY_TABLE  # who has left loses there
    for number, times in sorted(seats.items()):
        if number not in past:
            yield _finding("unknown", "error", (number,), _UNKNOWN, n=number)
        elif times > 1:
            yield _finding("twice", "error", (number,), _TWICE, n=_name(event, number))
        elif (
            event.statuses
            and (held := status(event, number, round)) is not None
            and not (history and _came_later(held, round))
            and not (forfeits and held.change is not PlayerChange.LATE)
        ):
            yield _finding(
                "absent", "error", (number,), _ABSENT, n=_name(event, number), why=_WHY[held.change]
            )
    if event.settings.system is not System.KNOCKOUT:
        for number in available(event, round):
            if number not in seats:
                yield _finding("missing", "error", (number,), _MISSING, n=_name(event, number))


def _came_later(held: Status, round: int) -> bool:
    """May this have happened once the round was paired? Who was excluded had all games annulled."""
    effect = EFFECTS[held.change]
    return effect.annuls or (effect.loses_round and held.from_round == round)


def _meetings(event: Event, round: int, boards: list[Pair], past: dict[int, _Past]) -> Iterable[RoundFinding]:
    again = event.settings.cycles > 1 or event.settings.system in MEETS_AGAIN
    clubs = round <= event.settings.weak_rounds

    def said(text: Text, **more: object) -> Text:
        return text.format(a=_name(event, a), b=_name(event, b), **more)

    for a, b in ((p.white, p.black) for p in boards if p.black is not None):
        if b in past[a].met and not again:
            yield RoundFinding("rematch", "error", (a, b), said(_REMATCH))
        for pair in event.forbidden:
            if {pair.a, pair.b} == {a, b} and pair.holds(round):
                gravity: Gravity = "error" if pair.absolute else "note"
                yield RoundFinding("forbidden", gravity, (a, b), said(_FORBIDDEN))
        if clubs:
            one, two = event.player(a), event.player(b)
            for trait in event.settings.weak_by:
                if (value := getattr(one, trait, "")) and value == getattr(two, trait, ""):
                    yield RoundFinding("together", "note", (a, b), said(_TOGETHER, what=value))


def _rests(event: Event, boards: list[Pair], past: dict[int, _Past]) -> Iterable[RoundFinding]:
    resting = [p.white for p in boards if p.black is None]
    if event.settings.system in BY_TABLE:
        return
    if len(resting) > 1:
        yield _finding("rests", "error", tuple(resting), _RESTS, n=len(resting))
    for number in resting:
        if past[number].rested and event.settings.system is not System.KEIZER:
            yield _finding("second-rest", "error", (number,), _AGAIN, n=_name(event, number))
        seated = {n for p in boards for n in (p.white, p.black) if n is not None}
        lower = [n for n in seated if not past[n].rested and past[n].points < past[number].points]
        if lower:
            yield _finding(
                "rest-not-lowest", "warning", (number,), _LOWER, n=_name(event, number), k=len(lower)
            )


def _colours(event: Event, round: int, boards: list[Pair], past: dict[int, _Past]) -> Iterable[RoundFinding]:
    rule = event.settings.colours
    if rule.ignored or event.settings.games > 1 or event.settings.system in BY_TABLE | {System.KEIZER}:
        return
    strict: Gravity = "warning" if event.settings.system is System.ROTATION else "error"
    for pair in boards:
        if pair.black is None:
            continue
        led = _is_led(event, round, (past[pair.white], past[pair.black]))
        grave: Gravity = "note" if led else strict
        for number, colour in ((pair.white, 1), (pair.black, -1)):
            after = [*past[number].colours, colour]
            if len(after) > rule.in_row and len(set(after[-rule.in_row - 1 :])) == 1:
                said = _ROW_LED if led else _ROW
                yield _finding("row", grave, (number,), said, n=_name(event, number), k=rule.in_row + 1)
            if abs(sum(after)) > rule.difference:
                said = _BALANCE_LED if led else _BALANCE
                yield _finding("balance", grave, (number,), said, n=_name(event, number), k=abs(sum(after)))


def _is_led(event: Event, round: int, both: tuple[_Past, _Past]) -> bool:
    """Does the Dutch system pair a top scorer in the last round, whose colours then stand behind points?

    More than half of the points there were makes a top scorer (C.04.3, 1.8); where nobody said how many
    rounds there are, the last that the event has may have been that one.
    """
    if event.settings.system not in (System.DUTCH, System.DUTCH_2026):
        return False
    if round < (event.settings.rounds or event.played_rounds):
        return False
    limit = event.settings.scoring.win * (round - 1)
    return any(2 * past.points > limit for past in both)


def _due(past: _Past) -> int:
    """The colour due, +1 White, -1 Black; 0 without a game."""
    if not past.colours:
        return 0
    balance = sum(past.colours)
    return -1 if balance > 0 else 1 if balance < 0 else -past.colours[-1]


def _least(points: list[int]) -> int:
    """The least sum of squared differences that parity allows: one pair over each odd border."""
    count, out, above = Counter(points), 0, 0
    levels = sorted(count, reverse=True)
    for high, low in pairwise(levels):
        above += count[high]
        out += (high - low) ** 2 if above % 2 else 0
    return out


def _name(event: Event, number: int) -> str:
    return f"{event.player(number).name} ({number})"


def _finding(
    rule: str, gravity: Gravity, players: tuple[int, ...], said: Text, **values: object
) -> RoundFinding:
    return RoundFinding(rule, gravity, players, said.format(**values))


_UNKNOWN = Message("No player has number {n}.")
_TWICE = Message("{n} is paired more than once.")
_MISSING = Message("{n} is playing but is not paired.")
_ABSENT = Message("{n} is paired but is not playing: {why}.")
_REMATCH = Message("{a} and {b} have already met.")
_FORBIDDEN = Message("{a} and {b} are not to meet.")
_TOGETHER = Message("{a} and {b} are both of {what}.")
_RESTS = Message("{n} players rest.")
_AGAIN = Message("{n} rests, having rested or won without play before.")
_LOWER = Message("{n} rests, but {k} with fewer points have not rested yet.")
_ROW = Message("{n} has the same colour {k} times in a row.")
_BALANCE = Message("{n} has {k} more games of one colour than the other.")
_ROW_LED = Message(
    "{n} has the same colour {k} times in a row: so it may be where a top scorer plays in the last round "
    "(C.04.3, 1.8)."
)
_BALANCE_LED = Message(
    "{n} has {k} more games of one colour than the other: so it may be where a top scorer plays in the last "
    "round (C.04.3, 1.8)."
)
_WHY = {
    PlayerChange.LATE: Message("has not entered yet"),
    PlayerChange.ABSENT: Message("is absent"),
    PlayerChange.WITHDRAWN: Message("has withdrawn"),
    PlayerChange.FORFEITED: Message("has forfeited"),
    PlayerChange.EXPELLED: Message("has been expelled"),
    PlayerChange.EXCLUDED: Message("has been excluded"),
}
