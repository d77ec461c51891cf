"""Why this opponent, and why not that one: the rule, or the criterion that gets worse and by how much.

`why_not` makes the round again with the pair forced, everything else as good as it can be, and compares the
two pairings criterion by criterion. Nothing is guessed: the answer is the difference.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import msgspec

from damiera.messages import Capital, Lang, Message, Text, Verbatim
from damiera.tournament.dutch_rules import dutch_criterion
from damiera.tournament.errors import Unpairable
from damiera.tournament.model import BY_TABLE, Event, Pair, Pairing, System, status
from damiera.tournament.pairing.dutch_forced_pair import dutch_difference
from damiera.tournament.pairing.dutch_players import dutch_field
from damiera.tournament.pairing.field import (
    ColourWish,
    FieldPlayer,
    PairingField,
    field_of,
    is_lawful,
    with_colours,
)
from damiera.tournament.pairing.optimal import evaluate, pair_optimal
from damiera.tournament.pairing.rotation import pair_rotation
from damiera.tournament.pairing.teams import as_teams
from damiera.tournament.pairing.why_table import table_why, table_why_not
from damiera.tournament.steps import GroupPaired, Paired, Step, StepNote, points_text, worded

__all__ = ["PairingAnswer", "criterion_name", "why", "why_not"]


class PairingAnswer(msgspec.Struct, frozen=True):
    """An answer to the arbiter.

    Attributes:
        rule: the rule or criterion that decides, as a word that stays the same ("rematch", "score", ...).
        chosen: its value in the pairing made; None for a rule.
        forced: its value with the pair forced; None for a rule.
        said: the sentences.

    >>> from damiera.tournament.model import Event, EventPlayer
    >>> four = tuple(EventPlayer(n, name, 3000 - n) for n, name in enumerate("ABCD", 1))
    >>> event = Event(players=four)
    >>> pairing = pair_optimal(event)
    >>> why_not(event, pairing, 1, 2).rule
    'halves'
    """

    rule: str
    said: tuple[Text, ...]
    chosen: int | None = None
    forced: int | None = None

    def text(self, lang: Lang) -> str:
        """The whole answer in `lang`."""
        return " ".join(t.text(lang) for t in self.said)


_NAMES: Mapping[str, Text] = {
    "later": Message("planned rounds that could not be paired later"),
    "absolute": Message("limits of colours broken"),
    "rest": Message("places between who rests and the last who may"),
    "score": Message("sum of squared differences of points"),
    "weak": Message("pairs of the same club or province"),
    "floaters": Message("repeated floats"),
    "colour": Message("wishes of colour denied"),
    "strong": Message("strong wishes of colour denied"),
    "halves": Message("pairs within the same half of a score group"),
    "fold": Message("distance from upper half against lower half"),
    "apart": Message("evenings that pass before two meet again"),
    "neighbours": Message("sum of squared distances in the ranking"),
}


def criterion_name(name: str) -> Text:
    """A criterion of `Pairing.criteria` in words.

    >>> criterion_name("none such").text("en")
    'none such'
    """
    rule = dutch_criterion(name)
    if rule is not None:
        return _CALLED.format(name=rule.name, article=rule.article, what=rule.said)
    return _NAMES.get(name, Verbatim(name))


_CALLED = Message("{name} ({article}): {what}")
_GROUP_WORSE = Message(
    "{name} ({article}), group of {p}: {what}. {x} in the pairing made, {y} with this pair."
)
_BYE = Message(
    "{a} rests. {name} ({article}), {what}: with fewer than {p} nobody may whom the others can spare."
)
_ORDER = Message("All criteria are equal: in the order of article {article} the pairing made comes first.")
_NEXT_GROUP = Message("The nearest other choice, {a} with {b}:")
_SELF = Message("Nobody meets themselves.")
_AWAY = Message("{a} is not playing in this round.")
_MET = Message("{a} and {b} met in round {r}.")
_BARRED = Message("{a} and {b} are not to meet: {why}")
_COLOURS = Message("{a} and {b} must both have {colour}: one would break the limits of colours.")
_RESTED = Message("{a} has already rested, or won without play.")
_TOGETHER = Message("They are already paired.")
_BLOCKS = Message("With this pair the others could not be paired.")
_WORSE = Message("{what}: {x} in the pairing made, {y} with this pair.")
_BETTER = Message(
    "With this pair it would be better ({what}: {y} instead of {x}): system '{s}' follows other rules."
)
_EQUAL = Message("The pairing with this pair is just as good: between equals the order of entry decides.")
_RESTS = Message("{a} rests: {k}.")
_LAST = Message("the last in the order among those who may")
_NOT_LAST = Message("with any of the {n} behind them the others could not be paired")
_PAIR = Message("{a} ({p}) meets {b} ({q}).")
_SAME = Message("They have the same points.")
_GAP = Message("Difference of points: {d}; no pairing of the round has less in all.")
_WISH = Message("Colours: {a} {x}; {b} {y}.")
_NEXT = Message("The nearest other choice, {a} with {b}, would cost: {what} {y} instead of {x}.")


def why(event: Event, pairing: Pairing, player: int) -> PairingAnswer:
    """Why `player` meets whom they meet (or rests) in `pairing`.

    >>> from damiera.tournament.model import Event, EventPlayer
    >>> four = tuple(EventPlayer(n, name, 3000 - n) for n, name in enumerate("ABCD", 1))
    >>> event = Event(players=four)
    >>> pairing = pair_optimal(event)
    >>> why(event, pairing, 1).rule
    'halves'
    """
    event = as_teams(event) if event.settings.boards else event
    if _by_table(pairing):
        return PairingAnswer(*table_why(event, pairing, player)[:2])
    field = field_of(event, pairing.round)
    seat = field.by_number[player]
    opponent = pairing.opponent(player)
    if opponent is None:
        if pairing.system is System.DUTCH_2026:
            return _why_bye(field, seat)
        return _why_rest(field, seat)
    other = field.by_number[opponent]
    names = {"a": _name(event, player), "b": _name(event, opponent)}
    said: list[Text] = [_PAIR.format(p=_points(event, seat), q=_points(event, other), **names)]
    gap = abs(seat.score - other.score)
    if pairing.system is not System.DUTCH_2026:
        said.append(_GAP.format(d=event.settings.scoring.said(gap)) if gap else _SAME)
    said.append(_WISH.format(x=_wish(seat), y=_wish(other), **names))
    if pairing.system is System.DUTCH_2026:
        return _why_dutch(event, field, pairing, seat, opponent, said)
    if pairing.system is System.ROTATION:
        said += _steps_to(_steps_of(event, pairing), player, opponent)
        return PairingAnswer("rotation", tuple(said))
    nearest = _nearest(event, field, pairing, seat, opponent)
    rule = "score" if gap else "fold"
    if nearest is not None:
        number, answer = nearest
        if answer.chosen is not None:
            rule = answer.rule
            values = {"what": _NAMES[rule], "x": answer.chosen, "y": answer.forced}
            said.append(_NEXT.format(a=names["a"], b=_name(event, number), **values))
    return PairingAnswer(rule, tuple(said))


def _why_dutch(
    event: Event, field: PairingField, pairing: Pairing, seat: FieldPlayer, opponent: int, said: list[Text]
) -> PairingAnswer:
    """The groups of both, and what the nearest other choice would cost."""
    scores = {seat.score, field.by_number[opponent].score}
    groups = [s for s in pairing.trace if isinstance(s, GroupPaired) and s.points in scores]
    said += [worded(step) for step in groups]
    nearest = _nearest(event, field, pairing, seat, opponent)
    if nearest is None:
        return PairingAnswer("dutch", tuple(said))
    number, answer = nearest
    said.append(_NEXT_GROUP.format(a=_name(event, seat.number), b=_name(event, number)))
    return PairingAnswer(answer.rule, (*said, *answer.said), answer.chosen, answer.forced)


def _why_not_dutch(event: Event, pairing: Pairing, a: int, b: int | None) -> PairingAnswer:
    """By the criterion or the article that decided, in the first group in which the two pairings differ."""
    try:
        found = dutch_difference(event, pairing.round, a, b)
    except Unpairable as error:
        return PairingAnswer("C4", (error.message,))
    if found is None:
        return PairingAnswer("equal", (_EQUAL,))
    rule = dutch_criterion(found.name)
    if rule is None:
        return PairingAnswer(found.name, (_ORDER.format(article=found.name),))
    points = points_text(event.settings.scoring.said(found.points))
    said = _GROUP_WORSE.format(
        name=rule.name, article=rule.article, p=points, what=rule.said, x=found.made, y=found.forced
    )
    return PairingAnswer(rule.name, (said,), found.made, found.forced)


def _steps_of(event: Event, pairing: Pairing) -> tuple[Step, ...]:
    """The steps of a pairing by rotation. Where a log of an earlier version kept sentences they are made
    again; if another pairing comes of it, as when a result was corrected since, the sentences stay.
    """
    if not any(isinstance(step, StepNote) for step in pairing.trace):
        return pairing.trace
    before = replace(event, rounds=tuple(r for r in event.rounds if r.number < pairing.round))
    try:
        again = pair_rotation(before, pairing.round)
    except Unpairable:
        return pairing.trace
    return again.trace if _opponents(again) == _opponents(pairing) else pairing.trace


def _opponents(pairing: Pairing) -> set[frozenset[int | None]]:
    return {frozenset((p.white, p.black)) for p in pairing.pairs}


def _steps_to(steps: tuple[Step, ...], a: int, b: int) -> list[Text]:
    """What was read between the pair made before and this one; of sentences kept, all of them."""
    if any(isinstance(step, StepNote) for step in steps):
        return [worded(step) for step in steps]
    read: list[Text] = []
    for step in steps:
        read.append(worded(step))
        if isinstance(step, Paired):
            if {step.a, step.b} == {a, b}:
                return read
            read = []
    return []


def _why_bye(field: PairingField, seat: FieldPlayer) -> PairingAnswer:
    fewest = dutch_criterion("C5")
    assert fewest is not None
    points = points_text(field.event.settings.scoring.said(seat.score))
    said = _BYE.format(
        a=_name(field.event, seat.number), name="C5", article=fewest.article, what=fewest.said, p=points
    )
    return PairingAnswer("C5", (said,), seat.score, seat.score)


def _why_rest(field: PairingField, seat: FieldPlayer) -> PairingAnswer:
    able = sorted((s for s in field.seats if not s.rested), key=lambda s: (s.real, -s.place))
    behind = next((i for i, s in enumerate(able) if s.number == seat.number), 0)
    reason = _NOT_LAST.format(n=behind) if behind else _LAST
    return PairingAnswer(
        "rest", (_RESTS.format(a=_name(field.event, seat.number), k=reason),), behind, behind
    )


def _nearest(
    event: Event, field: PairingField, pairing: Pairing, seat: FieldPlayer, opponent: int
) -> tuple[int, PairingAnswer] | None:
    """The neighbour of the opponent in the order whom they could also meet, and what that would cost."""
    place = field.by_number[opponent].place
    others = sorted(field.seats, key=lambda s: (abs(s.place - place), s.place))
    for other in others[:8]:
        if other.number in (seat.number, opponent) or not is_lawful(field, seat, other, strict=True):
            continue
        return other.number, why_not(event, pairing, seat.number, other.number)
    return None


def why_not(event: Event, pairing: Pairing, a: int, b: int | None) -> PairingAnswer:
    """Why `a` does not meet `b` (None: does not rest) in `pairing`.

    >>> from damiera.tournament.model import Event, EventPlayer
    >>> four = tuple(EventPlayer(n, name, 3000 - n) for n, name in enumerate("ABCD", 1))
    >>> event = Event(players=four)
    >>> pairing = pair_optimal(event)
    >>> why_not(event, pairing, 1, 1).rule
    'self'
    """
    event = as_teams(event) if event.settings.boards else event
    forbidden = _rule(event, pairing, a, b)
    if forbidden is not None:
        return forbidden
    if _by_table(pairing):
        return PairingAnswer(*table_why_not(event, pairing, a, b))
    if pairing.system is System.DUTCH_2026:
        return _why_not_dutch(event, pairing, a, b)
    field = field_of(event, pairing.round)
    forced = Pair(a, None) if b is None else with_colours(field, a, b)
    try:
        other = pair_optimal(event, pairing.round, fixed=(forced,))
    except Unpairable as error:
        return PairingAnswer("unpairable", (_BLOCKS, error.message))
    return _compared(event, pairing, evaluate(field, pairing.pairs), other.criteria)


def _compared(
    event: Event,
    pairing: Pairing,
    made: tuple[tuple[str, int], ...],
    forced: tuple[tuple[str, int], ...],
) -> PairingAnswer:
    for (name, x), (_, y) in zip(made, forced, strict=True):
        if x == y:
            continue
        values = {"what": Capital(_NAMES[name]) if y > x else _NAMES[name], "x": x, "y": y}
        said = _WORSE if y > x else _BETTER
        return PairingAnswer(name, (said.format(s=pairing.system.value, **values),), x, y)
    return PairingAnswer("equal", (_EQUAL,))


def _rule(event: Event, pairing: Pairing, a: int, b: int | None) -> PairingAnswer | None:
    """The rule that keeps them apart, if one does."""
    if a == b:
        return PairingAnswer("self", (_SELF,))
    for number in (a, b):
        if number is not None and status(event, event.player(number).number, pairing.round) is not None:
            return PairingAnswer("absent", (_AWAY.format(a=_name(event, number)),))
    if pairing.opponent(a) == b:
        return PairingAnswer("together", (_TOGETHER,))
    if _by_table(pairing):
        return None
    field = field_of(event, pairing.round)
    one = field.by_number[a]
    if b is None:
        return PairingAnswer("second-rest", (_RESTED.format(a=_name(event, a)),)) if one.rested else None
    return _apart(event, field, pairing.round, one, field.by_number[b])


def _by_table(pairing: Pairing) -> bool:
    """Does a table, a bracket or a ranking decide, and no comparison of criteria?"""
    return pairing.system in BY_TABLE or pairing.system is System.KEIZER


def _apart(
    event: Event, field: PairingField, round: int, one: FieldPlayer, two: FieldPlayer
) -> PairingAnswer | None:
    names = {"a": _name(event, one.number), "b": _name(event, two.number)}
    if two.number in field.met.get(one.number, ()):
        met = next(g.round for g in field.event.games if {g.white, g.black} == {one.number, two.number})
        return PairingAnswer("rematch", (_MET.format(r=met, **names),))
    for pair in event.forbidden:
        if pair.absolute and pair.holds(round) and {pair.a, pair.b} == {one.number, two.number}:
            reason = Verbatim(pair.reason) if pair.reason else Message("the arbiter says so.")
            return PairingAnswer("forbidden", (_BARRED.format(why=reason, **names),))
    if not is_lawful(field, one, two, strict=True) and not _leaders(event, field, one, two):
        colour = Message("White") if one.due > 0 else Message("Black")
        return PairingAnswer("colours", (_COLOURS.format(colour=colour, **names),))
    return None


def _leaders(event: Event, field: PairingField, one: FieldPlayer, two: FieldPlayer) -> bool:
    """Does the Dutch system let them meet though both must have the same colour (C3)?"""
    if event.settings.system is not System.DUTCH_2026:
        return False
    players = {player.seat.number: player for player in dutch_field(field).players}
    return players[one.number].leader or players[two.number].leader


_STRENGTH = {
    ColourWish.MILD: Message("would rather have {c}"),
    ColourWish.STRONG: Message("is due {c}"),
    ColourWish.ABSOLUTE: Message("must have {c}"),
}


def _wish(seat: FieldPlayer) -> Text:
    if not seat.due:
        return Message("has no preference")
    colour = Message("White") if seat.due > 0 else Message("Black")
    return _STRENGTH[seat.wish].format(c=colour)


def _name(event: Event, number: int) -> str:
    return f"{event.player(number).name} ({number})"


def _points(event: Event, seat: FieldPlayer) -> Text:
    return points_text(event.settings.scoring.said(seat.score))
