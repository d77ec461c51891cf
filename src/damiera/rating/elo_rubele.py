"""Elo-Rubele, the federation's rating: CF = CI + V, since 2021 CF = CI + V + Q.

| Capo VI | what it asks | here |
|---|---|---|
| 1-2, tables 13-17 | expected points by Gauss's function, from a table | `Edition.expectation`, a data slot |
| table 17 | V = S times (points made - points expected), by coefficient S | `variation` |
| table 17 | where CI + V passes a threshold of S, the part beyond it counts with the other S | `variation` |
| 6 | a floor | `Edition.floor`, by edition |
| 7 | forfeits, byes and withdrawn opponents do not count | `RatedGame.left_out` |
| 9 | promotion by reaching the threshold | `promotions` |
| preface 13 | no gain after withdrawal, disqualification, forfeit, unless the CTF decides | `Override` |
| preface 19 | the event counts by a percentage | `Occasion.weight` |
| notice 2497 of 2021 | Q for the event; S looks at CI + V | `Edition.bonus` |

Whole numbers: everything is exact and only the final capital is rounded, as the federation's text asks. It
does not say where a half goes. Ours: upwards, which for a capital, never below zero, is away from zero; a
loss of 175.5 from 1800 leaves 1624.5, that is 1625.
How the part beyond a threshold is scaled was cut off in what we read: by S_new / S_old is ours.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from functools import lru_cache, partial

from damiera.messages import Joined, Message, Text
from damiera.rating.categories import CATEGORIES, rank
from damiera.rating.editions import Edition, Expectation, edition_at, slot_name
from damiera.rating.event import Entrant, Occasion, OwnGame, RatedGame, card_index, refuse_impossible
from damiera.rating.trace import TraceLine, decimal, half_up, signed
from damiera.regulations.citations import implements

__all__ = ["Promotion", "RatingChange", "RatingReport", "promotions", "rate", "variation"]


@dataclass(frozen=True, slots=True)
class RatingChange:
    """One player's line of the report, with the arithmetic.

    Attributes:
        entrant: the player.
        initial: CI, Elo points before the event.
        entered: they had no rating and began with `initial`.
        played: games that count.
        left_out: rounds that do not.
        points, expected: of the games that count, two points a game.
        coefficient: S, Elo points for each point more than expected.
        variation: V, Elo points, exact.
        bonus: Q, Elo points.
        final: CF, Elo points after the event.
        barred: they could not gain.
        before, after: category ids; '' where the discipline has none.
        told: says the arithmetic when it is asked for: few lines of a long report are read.

    >>> two = [Entrant(1, "Rossi", 2000), Entrant(2, "Bianchi", 2000)]
    >>> change = rate(two, [RatedGame(1, 1, 2, 2)], Occasion()).changes[0]
    >>> change.initial, change.variation, change.bonus, change.final
    (2000, Fraction(30, 1), 10, 2040)
    """

    entrant: Entrant
    initial: int
    entered: bool
    played: int
    left_out: int
    points: int
    expected: Fraction
    coefficient: int
    variation: Fraction
    bonus: int
    final: int
    barred: bool
    before: str
    after: str
    told: Callable[[], tuple[TraceLine, ...]] = field(compare=False, repr=False)

    @property
    def trace(self) -> tuple[TraceLine, ...]:
        """The arithmetic, a line a step."""
        return self.told()

    @property
    def promoted(self) -> bool:
        """Whether they reached a higher category."""
        return rank(self.after) > rank(self.before)


@dataclass(frozen=True, slots=True)
class Promotion:
    """A category reached.

    Attributes:
        entrant: who reached it.
        before, after: category ids.
        final: CF, Elo points.
        threshold: Elo points at which the category begins.
        not_federation: the threshold is not a figure of the federation.

    >>> two = [Entrant(1, "Rossi", 2390, "regionale"), Entrant(2, "Bianchi", 2400, "provinciale")]
    >>> [(one.entrant.name, one.after) for one in rate(two, [RatedGame(1, 1, 2, 2)], Occasion()).promotions]
    [('Rossi', 'nazionale'), ('Bianchi', 'nazionale')]
    """

    entrant: Entrant
    before: str
    after: str
    final: int
    threshold: int
    not_federation: bool

    def said(self) -> Text:
        """Return the sentence to be announced."""
        name = next(c.name for c in CATEGORIES if c.id == self.after)
        return _PROMOTED.format(
            who=self.entrant.name, category=name, final=self.final, threshold=self.threshold
        )


@dataclass(frozen=True, slots=True)
class RatingReport:
    """An event rated: the edition, the weight, and a line for each player in the order they were given.

    >>> two = [Entrant(1, "Rossi", 2000), Entrant(2, "Bianchi", 2000)]
    >>> rate(two, [RatedGame(1, 1, 2, 2)], Occasion()).weight
    100
    """

    occasion: Occasion
    edition: Edition
    weight: int
    changes: tuple[RatingChange, ...]

    @property
    def promotions(self) -> tuple[Promotion, ...]:
        """Who reached a higher category."""
        return promotions(self)

    @property
    def remarks(self) -> tuple[Text, ...]:
        """What a reader must know before trusting the figures."""
        if not self.edition.ours:
            return ()
        names = [slot_name(slot) for slot in self.edition.ours]
        slots = Joined(tuple(names), "; ")
        return (_NOT_FEDERATION.format(slots=slots),)


def rate(
    entrants: Sequence[Entrant],
    games: Sequence[RatedGame],
    occasion: Occasion,
    edition: Edition | None = None,
) -> RatingReport:
    """Return the new ratings after an event, with every step.

    All are computed from the ratings before the event.

    Args:
        edition: the rules; that in force on the day of the event, or today's, if None.
    Raises:
        ImpossibleGames: if the results cannot be.
        UnknownEdition: if no edition was in force on that day.
    Source:
        FID, Capo VI and table 17, as far as published; see `damiera.rating.editions` for what was not.

    >>> two = [Entrant(1, "Rossi", 2000), Entrant(2, "Bianchi", 2000)]
    >>> report = rate(two, [RatedGame(1, 1, 2, 2)], Occasion(held=date(2010, 5, 1)))
    >>> [c.final for c in report.changes]
    [2030, 1970]
    """
    refuse_impossible(entrants, games)
    edition = edition or edition_at(occasion.held or date.today())
    weight = edition.weight if occasion.weight is None else occasion.weight
    initial = {e.number: _initial(e, occasion.discipline, edition) for e in entrants}
    names = {e.number: e.name for e in entrants}
    cards = card_index(games)
    sums = _Sums(occasion, edition, weight, initial, names)
    return RatingReport(
        occasion, edition, weight, tuple(sums.change(e, cards.get(e.number, ())) for e in entrants)
    )


@implements("fid.competition.2008:19", "fid.competition.2008:T.17")
def variation(
    initial: int, gain: Fraction, weight: int, edition: Edition
) -> tuple[Fraction, tuple[TraceLine, ...]]:
    """Return V for a surplus of points over expectation, and its arithmetic.

    The coefficient is that of the initial rating; what passes a threshold of S counts with the next S.

    Source:
        FID 2008, competitions: 19, T.17 [fid.competition.2008].

    >>> from damiera.rating.editions import edition
    >>> float(variation(1480, Fraction(5, 4), 100, edition("fid.elo-rubele.2008"))[0])
    42.5
    """
    v, total, passed = _varied(initial, gain, weight, edition)
    s = edition.coefficients[_step(edition, initial)][1]
    lines = [TraceLine(Message("Variation V"), f"{weight}% × {s} × {signed(gain)} = {signed(v)}")]
    for one in passed:
        label = Message("Passing the threshold at {bound}").format(bound=one.bound)
        scaled = f"{signed(one.beyond)} × {one.other}/{one.s} = {signed(one.left)}"
        lines.append(TraceLine(label, f"{signed(one.own)} (S {one.s}); {scaled}", _SCALED))
    if passed:
        lines.append(TraceLine(Message("V after the passage"), signed(total)))
    return total, tuple(lines)


@dataclass(frozen=True, slots=True)
class _Passage:
    """A threshold passed: the part up to it, the part beyond, and what is left of that with the next S."""

    bound: int
    own: Fraction
    beyond: Fraction
    s: int
    other: int
    left: Fraction


def _varied(
    initial: int, gain: Fraction, weight: int, edition: Edition
) -> tuple[Fraction, Fraction, list[_Passage]]:
    """V by the coefficient of the initial rating, V after the thresholds it passes, and these."""
    steps = edition.coefficients
    step = _step(edition, initial)
    v = Fraction(weight, 100) * steps[step][1] * gain
    at, left, passed = Fraction(initial), v, list[_Passage]()
    while (after := _step_passed(steps, step, at + left)) != step:
        bound = steps[max(step, after)][0]
        s, other = steps[step][1], steps[after][1]
        own, beyond = bound - at, left - (bound - at)
        left = beyond * Fraction(other, s)
        passed.append(_Passage(bound, own, beyond, s, other, left))
        at, step = Fraction(bound), after
    return v, at - initial + left, passed


def _step(edition: Edition, rating: int) -> int:
    """The place of a rating among the steps of S."""
    return max(n for n, (least, _) in enumerate(edition.coefficients) if rating >= least)


def _step_passed(steps: Sequence[tuple[int, int]], step: int, target: Fraction) -> int:
    """The next step on the way to `target`; the same one if it is not left."""
    if step + 1 < len(steps) and target > steps[step + 1][0]:
        return step + 1
    return step - 1 if step > 0 and target < steps[step][0] else step


@implements("fid.competition.2008:15")
def promotions(report: RatingReport) -> tuple[Promotion, ...]:
    """Return who reached a higher category, the highest first.

    Source:
        FID 2008, competitions: 15 [fid.competition.2008].

    >>> promotions(rate([], [], Occasion()))
    ()
    """
    discipline = report.occasion.discipline
    thresholds = report.edition.thresholds.get(discipline, {})
    if not thresholds:
        return ()
    ours = report.edition.mark(f"thresholds.{discipline}").status == "ours"
    out = [
        Promotion(c.entrant, c.before, c.after, c.final, thresholds[c.after], ours)
        for c in report.changes
        if c.promoted
    ]
    return tuple(sorted(out, key=lambda p: (-rank(p.after), -p.final, p.entrant.name)))


def _initial(entrant: Entrant, discipline: str, edition: Edition) -> int:
    if entrant.rating is not None:
        return entrant.rating
    return edition.first_rating(discipline, entrant.category)


@lru_cache(maxsize=4096)
def _points(expectation: Expectation, difference: int) -> Fraction:
    return expectation.points(difference)


@dataclass(frozen=True, slots=True)
class _Sums:
    """What all players' sums share."""

    occasion: Occasion
    edition: Edition
    weight: int
    initial: Mapping[int, int]
    names: Mapping[int, str]

    @implements(
        "fid.competition.2008:12",
        "fid.competition.2008:13",
        "fid.competition.2008:N.2497",
        "fid.competition.2008:VI.1",
    )
    def change(self, entrant: Entrant, own: Sequence[OwnGame]) -> RatingChange:
        ci = self.initial[entrant.number]
        counted = [g for g in own if g.left_out is None]
        points = sum(g.points for g in counted)
        expected = sum((self._expected(ci, g) for g in counted), Fraction(0))
        _, v, _ = _varied(ci, points - expected, self.weight, self.edition)
        q = self.edition.bonus[self.occasion.scope] if counted else 0
        barred = entrant.ending in self.edition.barred and entrant.override is None
        kept_v, kept_q = (min(v, Fraction(0)), 0) if barred else (v, q)
        final = max(self.edition.floor, half_up(ci + kept_v + kept_q)) if counted else ci
        before, after = self._categories(entrant, ci, final)
        return RatingChange(
            entrant,
            ci,
            entrant.rating is None,
            len(counted),
            len(own) - len(counted),
            points,
            expected,
            self.edition.coefficient(ci),
            kept_v,
            kept_q,
            final,
            barred,
            before,
            after,
            partial(self._trace, entrant, own),
        )

    def _trace(self, entrant: Entrant, own: Sequence[OwnGame]) -> tuple[TraceLine, ...]:
        done, ci = self.change(entrant, own), self.initial[entrant.number]
        gain = done.points - done.expected
        _, v_lines = variation(ci, gain, self.weight, self.edition)
        return (
            *self._opening(entrant, ci),
            *(self._game_line(ci, g) for g in own),
            TraceLine(_POINTS, f"{done.points} - {decimal(done.expected)} = {signed(gain)}"),
            *v_lines,
            *self._bar_lines(entrant, done.barred),
            *self._final_lines(ci, done.variation, done.bonus, done.final, done.played > 0),
            *self._category_lines(done.before, done.after, done.final),
        )

    def _expected(self, ci: int, game: OwnGame) -> Fraction:
        assert game.opponent is not None
        return _points(self.edition.expectation, ci - self.initial[game.opponent])

    def _opening(self, entrant: Entrant, ci: int) -> tuple[TraceLine, ...]:
        edition, discipline = self.edition, self.occasion.discipline
        if entrant.rating is None:
            from_game = edition.seeded.get(discipline, "italian")
            name = f"entry.{discipline}" if discipline in edition.entry else f"entry.{from_game}"
            label = Message("CI, entry capital")
            opening = TraceLine(label, f"{entrant.category or '?'} → {ci}", edition.mark(name).label)
        else:
            opening = TraceLine(Message("CI, initial capital"), str(ci))
        s = TraceLine(
            Message("Coefficient S"),
            str(edition.coefficient(ci)),
            edition.mark("coefficients").label,
        )
        return opening, s

    def _game_line(self, ci: int, game: OwnGame) -> TraceLine:
        name = "" if game.opponent is None else self.names[game.opponent]
        if game.left_out is not None:
            label = _LEFT_OUT.format(round=game.round, name=name and f" {name}", why=game.left_out)
            return TraceLine(label, "0")
        assert game.opponent is not None
        theirs = self.initial[game.opponent]
        return TraceLine(
            _GAME.format(round=game.round, name=name, rating=theirs),
            f"{ci} - {theirs} = {signed(ci - theirs)} → {decimal(self._expected(ci, game))}; {game.points}",
            self.edition.mark("expectation").label,
        )

    def _bar_lines(self, entrant: Entrant, barred: bool) -> tuple[TraceLine, ...]:
        if entrant.ending not in self.edition.barred:
            return ()
        if barred:
            return (TraceLine(_ENDINGS[entrant.ending], "V ≤ 0, Q = 0", _BARRED),)
        assert entrant.override is not None
        decided = _DECIDED.format(author=entrant.override.author, reason=entrant.override.reason)
        return (TraceLine(_ENDINGS[entrant.ending], "V, Q", decided),)

    def _final_lines(self, ci: int, v: Fraction, q: int, final: int, counted: bool) -> tuple[TraceLine, ...]:
        if not counted:
            return (TraceLine(_NO_GAMES, str(ci)),)
        label = Message("CF, final capital")
        term = f" + {q}" if self.edition.bonus[self.occasion.scope] else ""
        exact = ci + v + q
        sign = "-" if v < 0 else "+"
        arithmetic = f"{ci} {sign} {decimal(abs(v))}{term} = {decimal(exact)} → {half_up(exact)}"
        lines = [TraceLine(label, arithmetic)]
        if half_up(exact) < final:
            mark = self.edition.mark("floor").label
            lines.append(TraceLine(Message("Floor"), str(final), mark))
        return tuple(lines)

    def _categories(self, entrant: Entrant, ci: int, final: int) -> tuple[str, str]:
        """The category before and after; a category is never lost."""
        discipline = self.occasion.discipline
        if not self.edition.thresholds.get(discipline):
            return "", ""
        before = entrant.category or self.edition.earned(discipline, ci) or CATEGORIES[0].id
        earned = self.edition.earned(discipline, final)
        return before, max(before, earned, key=rank)

    def _category_lines(self, before: str, after: str, final: int) -> tuple[TraceLine, ...]:
        if rank(after) <= rank(before):
            return ()
        discipline = self.occasion.discipline
        names = {c.id: c.name for c in CATEGORIES}
        threshold = self.edition.thresholds[discipline][after]
        label = Message("Promotion to {to}").format(to=names[after])
        return (
            TraceLine(label, f"{final} ≥ {threshold}", self.edition.mark(f"thresholds.{discipline}").label),
        )


_POINTS = Message("Points made less expected")
_GAME = Message("Round {round}, {name} ({rating})")
_LEFT_OUT = Message("Round {round}{name}, left out: {why}")
_NO_GAMES = Message("No game that counts: the capital stays")
_SCALED = Message("scaling beyond the threshold is ours")
_BARRED = Message("no gain, a loss stays")
_DECIDED = Message("gain allowed by {author}: {reason}")
_ENDINGS = {
    "withdrawn": Message("Withdrawn"),
    "disqualified": Message("Disqualified"),
    "forfeited": Message("Forfeit"),
}
_PROMOTED = Message("{who} is promoted to {category}: {final} points, threshold {threshold}.")
_NOT_FEDERATION = Message(
    "Beware: these tables are NOT federation values but ours, until somebody fills them in: {slots}."
)
