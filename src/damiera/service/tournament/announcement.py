"""What is announced of an event: checked, and written into its log."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from importlib.util import find_spec
from typing import Final

from msgspec import structs
from msgspec.structs import replace

from damiera.errors import DamieraError
from damiera.game.openings import draw, new_seed
from damiera.messages import Message
from damiera.rules.ruleset import ruleset
from damiera.service.errors import BadTerms
from damiera.service.tournament.event import CLASSIFICATIONS, Announcement, Appointment
from damiera.service.tournament.transaction import EventTransaction
from damiera.tournament.acts import AnnouncedFacts, ChangeAct, CreateAct, SettingsFacts
from damiera.tournament.model import EventSettings, Scoring, System
from damiera.tournament.standings import parse_tiebreaks
from damiera.tournament.tiebreak.unplayed_rounds import RULES

__all__ = [
    "announce",
    "checked",
    "has_dutch",
    "only_changed",
    "points_said",
    "round_days",
    "rounds_of",
    "scoring_of",
    "system_called",
]

_MOST_ROUNDS: Final = 99


def announce(transaction: EventTransaction, facts: Announcement, act: type[CreateAct | ChangeAct]) -> None:
    """Write what is announced, already checked, by the act `CreateAct` or `ChangeAct`."""
    before = transaction.log.event.settings
    if transaction.live.begun and facts.game != transaction.live.announced.game:
        raise BadTerms(
            "game",
            Message("The game cannot change after round 1."),
        )
    begun, known = transaction.live.begun, transaction.live.announced
    halved = facts.scoring != "2-1-0"
    if begun:
        _refuse_other_points(known, facts)
    settings = replace(
        before,
        system=facts.system,
        rounds=facts.rounds,
        games=before.games if begun else facts.games,
        cycles=before.cycles if begun else facts.cycles,
        boards=before.boards if begun else facts.boards,
        match_points=before.match_points if begun else facts.match_points,
        scoring=replace(before.scoring, halved=halved) if begun else scoring_of(facts.points, halved=halved),
        match_scoring=before.match_scoring if begun else _team_scoring(before, known, facts),
        seed=facts.seed,
        third_place=facts.third_place,
        last_bye_lowest=facts.last_bye_lowest,
        weak_rounds=facts.weak_rounds,
        weak_by=facts.weak_by,
        acceleration=facts.acceleration,
        late_points=facts.late_points,
    )
    told = act(
        name=facts.name,
        place=facts.place,
        starts=facts.starts,
        ends=facts.ends,
        game=facts.game,
        arbiter=facts.arbiter,
        time_control=facts.time_control,
        dates=round_days(facts.timetable),
        settings=only_changed(before, settings),
    )
    transaction.act(told)
    transaction.act(AnnouncedFacts(facts=facts))


def _refuse_other_points(known: Announcement, facts: Announcement) -> None:
    """Raise `BadTerms` where points would be worth something else after games have brought them."""
    for name in ("points", "team_points"):
        if getattr(known, name) != getattr(facts, name):
            raise BadTerms(name, _POINTS_STAY)
    if known.scoring != facts.scoring and (known.points or known.team_points):
        raise BadTerms("scoring", _POINTS_STAY)


def _team_scoring(before: EventSettings, known: Announcement, facts: Announcement) -> Scoring | None:
    if not facts.team_points:  # a file may have told what no form has said
        return None if known.team_points else before.match_scoring
    return scoring_of(facts.team_points, halved=facts.scoring != "2-1-0")


def scoring_of(text: str, *, halved: bool = False) -> Scoring:
    """Return the scoring of "3-1-0": win, draw and loss, on a scale of halves where it is `halved`.

    A win by forfeit and a bye are worth a win, a half bye a draw, a loss by forfeit nothing.

    Raises:
        ValueError: unless it is three numbers, none above the one before, the first above the last.

    >>> scoring_of("3-1-0").bye, scoring_of("1-½-0", halved=True) == Scoring(halved=True)
    (3, True)
    """
    if not text.strip():
        return Scoring(halved=halved)
    words = re.split(r"\s*[-–:/]\s*", text.strip().replace("½", ".5").replace(",", "."))
    worth = [(2 if halved else 1) * Fraction(word) for word in words if _WORTH.fullmatch(word)]
    if len(words) != 3 or len(worth) != 3 or any(one.denominator > 1 for one in worth):
        raise ValueError(text)
    win, draw, loss = map(int, worth)
    if not win >= draw >= loss or win == loss:
        raise ValueError(text)
    return Scoring(win, draw, loss, forfeit_win=win, bye=win, full_bye=win, half_bye=draw, halved=halved)


_WORTH: Final = re.compile(r"\d{1,2}|\d{0,2}\.[05]")


def points_said(scoring: Scoring | None) -> str:
    """Return a scoring as `scoring_of` reads it, "" for none and for the usual one.

    >>> points_said(Scoring(3, 1, 0)), points_said(Scoring(halved=True)), points_said(Scoring(3, halved=True))
    ('3-1-0', '', '1½-½-0')
    """
    if scoring is None or (scoring.win, scoring.draw, scoring.loss) == (2, 1, 0):
        return ""
    if not scoring.win >= scoring.draw >= scoring.loss or scoring.win == scoring.loss:
        return ""  # of a file: kept, but nothing that anybody could write
    return "-".join(_whole_said(n, scoring) for n in (scoring.win, scoring.draw, scoring.loss))


def _whole_said(points: int, scoring: Scoring) -> str:
    if not scoring.halved:
        return str(points)
    return f"{points // 2 or ''}½" if points % 2 else str(points // 2)


def _check_points(facts: Announcement) -> None:
    for name in ("points", "team_points"):
        try:
            scoring_of(getattr(facts, name), halved=facts.scoring != "2-1-0")
        except ValueError:
            raise BadTerms(name, _NO_POINTS.format(word=getattr(facts, name)[:20])) from None


def only_changed(before: EventSettings, after: EventSettings) -> SettingsFacts:
    """Return the settings that differ, as the log writes them."""
    names = [
        f.name for f in structs.fields(EventSettings) if getattr(after, f.name) != getattr(before, f.name)
    ]
    return SettingsFacts(**{name: getattr(after, name) for name in names})


def rounds_of(text: str) -> tuple[int, ...]:
    """Return the rounds of a line of the timetable: "3", "1-3", "".

    Raises:
        ValueError: for anything else.

    >>> rounds_of("1-3"), rounds_of(" 4 "), rounds_of("")
    ((1, 2, 3), (4,), ())
    """
    words = text.replace("–", "-").split("-") if text.strip() else []
    numbers = [int(word) for word in words]
    if len(numbers) > 2 or any(not 1 <= n <= _MOST_ROUNDS for n in numbers) or numbers != sorted(numbers):
        raise ValueError(text)
    return tuple(range(numbers[0], numbers[-1] + 1)) if numbers else ()


def round_days(timetable: Sequence[Appointment]) -> tuple[date | None, ...]:
    """Return the day of each round, from the first; None where the timetable does not say."""
    days = {n: line.day for line in timetable for n in rounds_of(line.rounds)}
    return tuple(days.get(n) for n in range(1, max(days, default=0) + 1))


def checked(facts: Announcement) -> Announcement:
    """Return what was announced, tidied. Raises `BadTerms` with the field that is wrong."""
    name = " ".join(facts.name.split())
    if not name or len(name) > 120:
        raise BadTerms("name", _NO_NAME)
    try:
        rules = ruleset(facts.game)
    except DamieraError as error:
        raise BadTerms("game", error.message) from None
    if facts.starts and facts.ends and facts.ends < facts.starts:
        raise BadTerms("ends", Message("It ends before it begins."))
    if facts.games not in (1, 2):
        raise BadTerms("games", Message("One game or two for each match."))
    _check_bounds(facts)
    _check_points(facts)
    seed = facts.seed.strip() or new_seed()
    _check_words(facts, seed)
    book = facts.rulebook if facts.rulebook in rules.rulebooks else rules.rulebooks[0]
    return replace(
        facts,
        name=name,
        place=_short(facts.place),
        time_control=_short(facts.time_control),
        arbiter=_short(facts.arbiter),
        points=_short(facts.points),
        team_points=_short(facts.team_points),
        playoff_clocks=_short(facts.playoff_clocks),
        seed=seed,
        rulebook=book,
        notes=facts.notes.strip()[:4000],
        prizes=facts.prizes.strip()[:4000],
        exclusion=facts.exclusion.strip()[:4000],
        classifications=tuple(c for c in CLASSIFICATIONS if c in facts.classifications),
        timetable=_timetable(facts),
    )


def _check_bounds(facts: Announcement) -> None:
    """Raise `BadTerms` for the first number out of its bounds."""
    for name, (least, most, said) in _BOUNDS.items():
        if not least <= getattr(facts, name) <= most:
            raise BadTerms(name, _OUT.format(what=said, a=least, b=most))


def _check_words(facts: Announcement, seed: str) -> None:
    """Raise `BadTerms` for a tie-break, a rule or a list of openings that there is not."""
    try:
        parse_tiebreaks(facts.tiebreaks)
    except DamieraError as error:
        raise BadTerms("tiebreaks", error.message) from None
    if facts.unplayed and facts.unplayed not in RULES:
        raise BadTerms("unplayed", Message("There is no such rule."))
    if facts.deck:
        try:
            draw(facts.deck, seed)
        except DamieraError as error:
            raise BadTerms("deck", error.message) from None


def _timetable(facts: Announcement) -> tuple[Appointment, ...]:
    out = []
    for n, line in enumerate(facts.timetable, 1):
        try:
            rounds_of(line.rounds)
        except ValueError:
            raise BadTerms("timetable", _NO_ROUNDS.format(n=n, word=line.rounds[:20])) from None
        kept = replace(line, time=_short(line.time), rounds=line.rounds.strip(), what=_short(line.what))
        if kept != Appointment():
            out.append(kept)
    return tuple(sorted(out, key=_by_time))


def _by_time(line: Appointment) -> tuple[date, tuple[int, int], str]:
    """The order of a timetable: what takes the day, what has an hour, what says its time in other words."""
    return line.day or date.max, line.begins or ((24, 0) if line.time else (-1, 0)), line.time


def has_dutch() -> bool:
    """Tell whether the Dutch system can be had here."""
    return find_spec("py4swiss") is not None


def system_called(word: str) -> System:
    """Return the system of a name, the one we recommend for "". Raises `BadTerms` of the field "system"."""
    try:
        system = System(word or System.OPTIMAL)
    except ValueError:
        raise BadTerms("system", _NO_SYSTEM) from None
    if system is System.DUTCH and not has_dutch():
        raise BadTerms("system", _NO_DUTCH)
    return system


_NO_SYSTEM = Message("There is no such system.")
_NO_DUTCH = Message(
    "The Dutch system needs the library py4swiss, which is not here: install 'damiera[dutch]'."
)
_NO_NAME = Message("An event has a name of at most 120 letters.")
_OUT = Message("{what}: {a} to {b}.")
_BOUNDS: Final = {
    "rounds": (0, _MOST_ROUNDS, Message("Rounds", context="field of a form")),
    "elo_weight": (0, 400, Message("The Elo weight, in percent")),
    "cycles": (1, 2, Message("Cycles", context="field of a form")),
    "boards": (0, 20, Message("The boards of a team")),
    "weak_rounds": (0, _MOST_ROUNDS, Message("Rounds that keep clubs apart", context="field of a form")),
    "acceleration": (0, _MOST_ROUNDS, Message("Accelerated rounds", context="field of a form")),
    "prize_places": (0, 99, Message("The places with a prize")),
    "under": (1, 99, Message("The age")),
    "club_best": (1, 99, Message("The players who count for a club")),
}  # fmt: skip
_POINTS_STAY = Message("What a game or a match is worth cannot change once a round is paired.")
_NO_POINTS = Message("'{word}' is no scoring: write win, draw and loss, as 3-1-0.")
_NO_ROUNDS = Message("Timetable, line {n}: '{word}' is no round. Write 3, or 1-3.")


def _short(text: str) -> str:
    return " ".join(text.split())[:200]
