"""Record 092, the type of an event: how its rounds are paired, in the words that programs write there.

A file does not tell the order of a knockout's bracket: it is believed where the rounds are those of our
bracket, by Elo or by start number, and read as a list of rounds where they are not. A match that was played
on has a round of the file for each of its games; who goes on by a draw stands in a comment, and shows in whom
the next round and the places name. All-play-all is believed where the rounds are those of our tables, which
then go on, or where everybody has met everybody.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise

from msgspec import structs

from damiera.tournament.errors import BadTournament
from damiera.tournament.model import (
    BY_TABLE,
    Event,
    EventSettings,
    Kind,
    Pair,
    Round,
    RoundGame,
    System,
)
from damiera.tournament.pairing.knockout import pair_knockout
from damiera.tournament.pairing.planned_rounds import planned_rounds
from damiera.tournament.pairing.round_robin import pair_round_robin
from damiera.tournament.pairing.teams import as_teams

__all__ = ["by_draws", "kind_of", "opened", "with_draws", "with_kind", "with_planned"]

_KINDS = {
    (System.ROTATION, 1): "Individual: Swiss-System (Italian rotation)",
    (System.ROUND_ROBIN, 1): "Individual: Round-Robin",
    (System.ROUND_ROBIN, 2): "Individual: Double Round-Robin",
    (System.KNOCKOUT, 1): "Individual: Knock-Out",
    (System.SCHEVENINGEN, 1): "Individual: Scheveningen",
    (System.SCHEVENINGEN, 2): "Individual: Double Scheveningen",
    (System.KEIZER, 1): "Individual: Keizer",
}
_SWISS = "Individual: Swiss-System"
_GAMES = "games a pairing"
_LEGS = re.compile(r"\((\d)( \w+)* games a pairing\)")
_LENGTHS = re.compile(r"\(rounds of (\d+(?:, \d+)*) games\)")
_BY_DRAW = re.compile(r"### Round (\d{1,3}): (\d{1,4}) goes on by a draw")
_THIRD, _BY_NUMBER = "third place", "seeds by number"
_KNOCKOUT = re.compile(r"knock.?out|eliminazione", re.IGNORECASE)
_ALL_PLAY_ALL = re.compile(r"round.?robin|all.play.all|berger", re.IGNORECASE)


def kind_of(event: Event) -> str:
    """Return the words for an event's system; none for a Swiss, which is what a file is without them.

    >>> from damiera.tournament.model import EventSettings
    >>> kind_of(Event()), kind_of(Event(settings=EventSettings(system=System.ROUND_ROBIN))) != ""
    ('', True)
    """
    settings = event.settings
    games = f" ({settings.games} {_GAMES})" if settings.games > 1 else ""
    if settings.boards:
        system = _KINDS.get((settings.system, settings.cycles), _SWISS).partition(": ")[2]
        return f"Team: {system}{games}{_of_bracket(event)}"
    if games and settings.system is not System.KNOCKOUT:
        return _KINDS.get((settings.system, settings.cycles), _SWISS) + games
    if settings.system is not System.KNOCKOUT:
        return _KINDS.get((settings.system, settings.cycles), "")
    return _KINDS[System.KNOCKOUT, 1] + games + _of_bracket(event)


def _of_bracket(event: Event) -> str:
    """Return what a knockout tells beside: matches that were played on, the third place, its seeds."""
    settings, lengths = event.settings, _lengths(event)
    if settings.system is not System.KNOCKOUT:
        return ""
    told = [_THIRD] * settings.third_place + [_BY_NUMBER] * (settings.seeds == "number")
    on = f" (rounds of {', '.join(map(str, lengths))} games)" if set(lengths) - {settings.games} else ""
    return on + (f" ({', '.join(told)})" if told else "")


def _lengths(event: Event) -> tuple[int, ...]:
    """How many games the longest match of each round has."""
    games = event.settings.games
    return tuple(max([games, *(game.leg for game in held.games)]) for held in event.rounds)


def by_draws(event: Event) -> tuple[tuple[int, int], ...]:
    """Return who goes on by a draw, with the round of the file that has the game of it.

    >>> by_draws(Event())
    ()
    """
    starts = (0, *accumulate(_lengths(event)))
    return tuple(
        (starts[n] + game.leg, game.white if game.draw_for == "white" else game.black or 0)
        for n, held in enumerate(event.rounds)
        for game in held.games
        if game.draw_for
    )


def with_draws(event: Event, comments: Iterable[str]) -> Event:
    """Return the event of a file with the draws that comments of ours say to decide a match.

    >>> with_draws(Event(), ["### Round 3: 12 goes on by a draw"]) == Event()
    True
    """
    told = {(int(found[1]), int(found[2])) for one in comments if (found := _BY_DRAW.fullmatch(one.strip()))}
    if not told:
        return event
    return replace(event, rounds=tuple(_decided(held, told) for held in event.rounds))


def _decided(held: Round, told: set[tuple[int, int]]) -> Round:
    games = []
    for game in held.games:
        white, black = (held.number, game.white) in told, (held.number, game.black) in told
        games.append(
            structs.replace(game, draw_for="white" if white else "black") if white or black else game
        )
    return structs.replace(held, games=tuple(games))


def with_planned(event: Event) -> Event:
    """Return the event with the number of rounds that a file tells, where the system counts them by itself.

    >>> from damiera.tournament.model import EventPlayer, EventSettings
    >>> three = (EventPlayer(1, "Rossi"), EventPlayer(2, "Bianchi"), EventPlayer(3, "Verdi"))
    >>> with_planned(Event(players=three, settings=EventSettings(system=System.KNOCKOUT))).settings.rounds
    2
    """
    if event.settings.system not in BY_TABLE or event.settings.rounds:
        return event
    return _with(event, structs.replace(event.settings, rounds=planned_rounds(event)))


def opened(event: Event) -> Event:
    """Return the event with a round of its own for each game of a pairing, which is what a file has room for.

    >>> from damiera.tournament.model import EventSettings
    >>> opened(Event(settings=EventSettings(rounds=3, games=2))).settings.rounds
    6
    """
    games, lengths = event.settings.games, _lengths(event)
    if games == 1 and not set(lengths) - {1}:
        return event
    starts = (0, *accumulate(lengths))
    told = replace(event, extra=(*event.extra, ("092", kind_of(event))))
    rounds = tuple(
        _game_of(held, leg, starts[n] + leg)
        for n, held in enumerate(event.rounds)
        for leg in range(1, lengths[n] + 1)
    )

    def before(number: int) -> int:
        """How many rounds of the file come before a round."""
        past = min(number - 1, len(lengths))
        return starts[past] + (number - 1 - past) * games

    planned = event.settings.rounds
    settings = structs.replace(
        event.settings, games=1, match_points=False, rounds=before(planned + 1) if planned else 0
    )
    statuses = tuple(
        structs.replace(
            s,
            from_round=before(s.from_round) + 1,
            until_round=None if s.until_round is None else before(s.until_round + 1),
        )
        for s in event.statuses
    )
    dates = tuple(day for n, day in enumerate(event.dates, 1) for _ in range(before(n), before(n + 1)))
    return replace(told, rounds=rounds, settings=settings, statuses=statuses, dates=dates)


def _game_of(held: Round, leg: int, number: int) -> Round:
    """Return one game of each pairing as a round of its own."""
    games = tuple(structs.replace(g, leg=1, round=number, draw_for=None) for g in held.games if g.leg == leg)
    return Round(number, games, held.closed)


def _folded(event: Event, games: int, lengths: Sequence[int]) -> Event:
    """Return the event with so many rounds of the file as `lengths` says as the games of a round."""
    starts = (0, *accumulate(lengths))
    rounds = []
    for number, (first, last) in enumerate(pairwise(starts), 1):
        legs = event.rounds[first:last]
        # each round of a file numbers its boards and matches for itself: those of the first game hold
        seats = {frozenset((g.white, g.black)): (g.board, g.match) for g in legs[0].games}
        played = [
            structs.replace(g, round=number, leg=leg, board=seat[0], match=seat[1])
            for leg, held in enumerate(legs, 1)
            for g in held.games
            if g.black is not None or (g.kind is Kind.FULL_BYE and leg <= games) or leg == 1
            for seat in (seats[frozenset((g.white, g.black))],)
        ]
        played.sort(key=lambda g: (g.board, g.leg))
        rounds.append(Round(number, tuple(played), all(h.closed for h in legs)))

    def place(number: int) -> int:
        """The round that a round of the file is part of."""
        within = bisect_left(starts, number)
        return within if within < len(starts) else len(lengths) + -(-(number - starts[-1]) // games)

    firsts = {start + 1 for start in starts}
    planned = event.settings.rounds
    settings = structs.replace(event.settings, games=games, rounds=place(planned) if planned else 0)
    statuses = {
        structs.replace(
            s,
            from_round=place(s.from_round),
            until_round=None if s.until_round is None else place(s.until_round),
        ): None
        for s in event.statuses
        # a rest is told once, in the first game's round
        if s.from_round in firsts or s.from_round - starts[-1] in range(1, 10_000, games)
    }
    dates = tuple(event.dates[start] for start in starts[:-1] if start < len(event.dates))
    return replace(event, rounds=tuple(rounds), settings=settings, statuses=tuple(statuses), dates=dates)


def _pairs_repeat(event: Event, games: int, lengths: Sequence[int]) -> bool:
    """Are the rounds of a file pairings of `games` games each, some of them played on?"""
    if sum(lengths) != len(event.rounds) or not all(lengths):
        return False
    for first, last in pairwise((0, *accumulate(lengths))):
        pairs = [
            {frozenset((g.white, g.black)) for g in r.games if g.black} for r in event.rounds[first:last]
        ]
        if any(one != pairs[0] for one in pairs[1:games]) or any(b - a for a, b in pairwise(pairs)):
            return False
    return True


def with_kind(event: Event, said: str) -> Event:
    """Return the event of a file with the system that its record 092 names, if we know it.

    >>> with_kind(Event(), "Individual: Swiss-System (Italian rotation)").settings.system.value
    'rotation'
    """
    legs, told = _LEGS.search(said), _LENGTHS.search(said)
    games = int(legs[1]) if legs is not None else 1
    lengths = (
        tuple(map(int, told[1].split(", "))) if told else (games,) * (len(event.rounds) // max(games, 1))
    )
    if (games > 1 or told) and games and _pairs_repeat(event, games, lengths):
        event = _folded(event, games, lengths)
    cycles = 2 if "double" in said.casefold() else 1
    if System.KEIZER.value in said.casefold():
        return _with(event, structs.replace(event.settings, system=System.KEIZER))
    if System.SCHEVENINGEN.value in said.casefold():
        settings = structs.replace(event.settings, system=System.SCHEVENINGEN, cycles=cycles)
        return _as_needed(_with(event, settings))
    if event.settings.boards and _KNOCKOUT.search(said):
        return _as_knockout(event, said.casefold())
    if event.settings.boards:
        settings = structs.replace(event.settings, system=System.ROUND_ROBIN, cycles=cycles)
        wanted = _with(event, settings)
        return _as_needed(wanted) if _ALL_PLAY_ALL.search(said) and _team_rounds(wanted) else event
    if "rotation" in said.casefold():
        return replace(event, settings=structs.replace(event.settings, system=System.ROTATION))
    if _KNOCKOUT.search(said):
        return _as_knockout(event, said.casefold())
    if not _ALL_PLAY_ALL.search(said):
        return event
    plain = structs.replace(event.settings, system=System.ROUND_ROBIN, cycles=cycles)
    tables = [_with(event, plain), _with(event, structs.replace(plain, last_bye_lowest=True))]
    if _all_met(event, cycles):
        return _as_needed(tables[0])
    return next((_as_needed(one) for one in tables if _by_table(one)), event)


def _team_rounds(event: Event) -> bool:
    """Are the matches those of our tables, which then go on?"""
    return _by_table(as_teams(event))


def _as_knockout(event: Event, said: str) -> Event:
    """Return the event as a knockout if its rounds are those of a bracket of ours, in its order."""
    plain = structs.replace(event.settings, system=System.KNOCKOUT)
    numbered = structs.replace(plain, seeds="number")
    for seeded in (numbered, plain) if _BY_NUMBER in said else (plain, numbered):
        for third in sorted((False, True), key=lambda third: third != (_THIRD in said)):
            one = _with(event, structs.replace(seeded, third_place=third))
            placed = _teams_in_bracket if event.settings.boards else _in_bracket
            rounds = [placed(one, held) for held in event.rounds]
            if all(rounds):
                told = tuple(line for line in event.extra if line != ("boards", "unknown"))
                return _as_needed(replace(one, rounds=tuple(r for r in rounds if r), extra=told))
    return event


def _as_needed(event: Event) -> Event:
    """Return an event with no number of rounds of its own where it has as many as its system takes."""
    counted = _with(event, structs.replace(event.settings, rounds=0))
    return counted if event.settings.rounds == planned_rounds(counted) else event


def _in_bracket(event: Event, held: Round) -> Round | None:
    """Return a round in the order of the bracket; None if it is another's."""
    games: dict[frozenset[int | None], list[RoundGame]] = {}
    for game in held.games:
        if game.black is not None or game.kind is Kind.BYE:
            games.setdefault(frozenset((game.white, game.black)), []).append(game)
    try:
        pairs = [frozenset((p.white, p.black)) for p in pair_knockout(event, held.number).pairs]
    except BadTournament:
        return None
    if set(pairs) != set(games):
        return None
    return structs.replace(
        held, games=tuple(structs.replace(g, board=n) for n, pair in enumerate(pairs, 1) for g in games[pair])
    )


def _teams_in_bracket(event: Event, held: Round) -> Round | None:
    """Return a round of teams in the order of the bracket; None if it is another's."""
    field = as_teams(event)
    paired = field.round(held.number)
    tables = {frozenset((m.white, m.black)): m.board for m in paired.games} if paired else {}
    try:
        pairs = [frozenset((p.white, p.black)) for p in pair_knockout(field, held.number).pairs]
    except BadTournament:
        return None
    if set(pairs) != set(tables):
        return None
    games, boards = list[RoundGame](), 0
    for table, pair in enumerate(pairs, 1):
        own = [g for g in held.games if g.match == tables[pair]]
        place = {board: boards + n for n, board in enumerate(sorted({g.board for g in own}), 1)}
        games += [structs.replace(g, board=place[g.board], match=table) for g in own]
        boards += len(place)
    return structs.replace(held, games=tuple(games))


def _with(event: Event, settings: EventSettings) -> Event:
    return replace(event, settings=settings)


def _met(games: Iterable[RoundGame | Pair]) -> Counter[frozenset[int]]:
    return Counter(frozenset((g.white, g.black)) for g in games if g.black is not None)


def _all_met(event: Event, cycles: int) -> bool:
    size = len(event.players)
    met = _met(g for g in event.games if g.leg == 1)
    return len(met) == size * (size - 1) // 2 and set(met.values()) <= {cycles}


def _by_table(event: Event) -> bool:
    try:
        return all(
            _met(g for g in r.games if g.leg == 1) == _met(pair_round_robin(event, r.number).pairs)
            for r in event.rounds
        )
    except BadTournament:
        return False
