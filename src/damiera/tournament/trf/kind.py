"""Record 092, the type of an event: how its rounds are paired, in the words that programs write there.

A file does not tell the order of a knockout's bracket: it is believed where the rounds are those of our
bracket, by Elo or by start number, and read as a list of rounds where they are not. All-play-all is believed
where the rounds are those of our tables, which then go on, or where everybody has met everybody.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from damiera.tournament.errors import BadTournament
from damiera.tournament.model import Event, EventSettings, Kind, Pair, Round, RoundGame, System
from damiera.tournament.pairing.knockout import pair_knockout
from damiera.tournament.pairing.round_robin import pair_round_robin
from damiera.tournament.pairing.teams import as_teams

__all__ = ["kind_of", "opened", "with_kind"]

_KINDS = {
    (System.ROTATION, 1): "Individual: Swiss-System (Italian rotation)",
    (System.ROUND_ROBIN, 1): "Individual: Round-Robin",
    (System.ROUND_ROBIN, 2): "Individual: Double Round-Robin",
    (System.KNOCKOUT, 1): "Individual: Knock-Out",
    (System.SCHEVENINGEN, 1): "Individual: Scheveningen",
    (System.KEIZER, 1): "Individual: Keizer",
}
_SWISS = "Individual: Swiss-System"
_GAMES = "games a pairing"
_LEGS = re.compile(r"\((\d)( \w+)* games a pairing\)")
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
        return f"Team: {system}{games}"
    if games and settings.system is not System.KNOCKOUT:
        return _KINDS.get((settings.system, settings.cycles), _SWISS) + games
    if settings.system is not System.KNOCKOUT:
        return _KINDS.get((settings.system, settings.cycles), "")
    told = [_THIRD] * settings.third_place + [_BY_NUMBER] * (settings.seeds == "number")
    return _KINDS[System.KNOCKOUT, 1] + (f" ({', '.join(told)})" if told else "")


def opened(event: Event) -> Event:
    """Return the event with a round of its own for each game of a pairing, which is what a file has room for.

    >>> from damiera.tournament.model import EventSettings
    >>> opened(Event(settings=EventSettings(rounds=3, games=2))).settings.rounds
    6
    """
    games = event.settings.games
    if games == 1:
        return event
    told = replace(event, extra=(*event.extra, ("092", kind_of(event))))
    rounds = tuple(
        _game_of(held, leg, (held.number - 1) * games + leg)
        for held in event.rounds
        for leg in range(1, games + 1)
    )
    settings = replace(event.settings, games=1, match_points=False, rounds=event.settings.rounds * games)
    statuses = tuple(
        replace(
            s,
            from_round=(s.from_round - 1) * games + 1,
            until_round=None if s.until_round is None else s.until_round * games,
        )
        for s in event.statuses
    )
    return replace(told, rounds=rounds, settings=settings, statuses=statuses)


def _game_of(held: Round, leg: int, number: int) -> Round:
    """Return one game of each pairing as a round of its own."""
    games = tuple(replace(g, leg=1, round=number) for g in held.games if g.leg == leg)
    return Round(number, games, held.closed)


def _folded(event: Event, games: int) -> Event:
    """Return the event with `games` rounds of the file as the games of one."""
    rounds = []
    for first in range(0, len(event.rounds), games):
        legs = event.rounds[first : first + games]
        board = {frozenset((g.white, g.black)): g.board for g in legs[0].games}
        played = [
            replace(g, round=first // games + 1, leg=leg, board=board[frozenset((g.white, g.black))])
            for leg, held in enumerate(legs, 1)
            for g in held.games
            if g.black is not None or g.kind is Kind.FULL_BYE or leg == 1
        ]
        played.sort(key=lambda g: (g.board, g.leg))
        rounds.append(Round(first // games + 1, tuple(played), all(h.closed for h in legs)))
    settings = replace(event.settings, games=games, rounds=event.settings.rounds // games)
    statuses = {
        replace(
            s,
            from_round=(s.from_round - 1) // games + 1,
            until_round=None if s.until_round is None else (s.until_round - 1) // games + 1,
        ): None
        for s in event.statuses
        if (s.from_round - 1) % games == 0  # a rest is told once, in the first game's round
    }
    return replace(event, rounds=tuple(rounds), settings=settings, statuses=tuple(statuses))


def _pairs_repeat(event: Event, games: int) -> bool:
    """Are the rounds of a file pairings of `games` games each?"""
    if len(event.rounds) % games:
        return False
    return all(
        {frozenset((g.white, g.black)) for g in event.rounds[n].games if g.black}
        == {frozenset((g.white, g.black)) for g in event.rounds[n + leg].games if g.black}
        for n in range(0, len(event.rounds), games)
        for leg in range(games)
    )


def with_kind(event: Event, said: str) -> Event:
    """Return the event of a file with the system that its record 092 names, if we know it.

    >>> with_kind(Event(), "Individual: Swiss-System (Italian rotation)").settings.system.value
    'rotation'
    """
    legs = _LEGS.search(said)
    if legs is not None and int(legs[1]) > 1 and _pairs_repeat(event, int(legs[1])):
        event = _folded(event, int(legs[1]))
    for system in (System.KEIZER, System.SCHEVENINGEN):
        if system.value in said.casefold():
            return _with(event, replace(event.settings, system=system))
    if event.settings.boards:
        return (
            _with(event, replace(event.settings, system=System.ROUND_ROBIN))
            if _ALL_PLAY_ALL.search(said) and _team_rounds(event)
            else event
        )
    if "rotation" in said.casefold():
        return replace(event, settings=replace(event.settings, system=System.ROTATION))
    if _KNOCKOUT.search(said):
        return _as_knockout(event, said.casefold())
    if not _ALL_PLAY_ALL.search(said):
        return event
    cycles = 2 if "double" in said.casefold() else 1
    plain = replace(event.settings, system=System.ROUND_ROBIN, cycles=cycles)
    wanted = [_with(event, plain), _with(event, replace(plain, last_bye_lowest=True))]
    if _all_met(event, cycles):
        return wanted[0]
    return next((one for one in wanted if _by_table(one)), event)


def _team_rounds(event: Event) -> bool:
    """Are the matches those of our tables, which then go on?"""
    return _by_table(as_teams(_with(event, replace(event.settings, system=System.ROUND_ROBIN))))


def _as_knockout(event: Event, said: str) -> Event:
    """Return the event as a knockout if its rounds are those of a bracket of ours, in its order."""
    plain = replace(event.settings, system=System.KNOCKOUT, rounds=0)
    numbered = replace(plain, seeds="number")
    for seeded in (numbered, plain) if _BY_NUMBER in said else (plain, numbered):
        for third in sorted((False, True), key=lambda third: third != (_THIRD in said)):
            one = _with(event, replace(seeded, third_place=third))
            rounds = [_in_bracket(one, held) for held in event.rounds]
            if all(rounds):
                told = tuple(line for line in event.extra if line != ("boards", "unknown"))
                return replace(one, rounds=tuple(r for r in rounds if r), extra=told)
    return event


def _in_bracket(event: Event, held: Round) -> Round | None:
    """Return a round in the order of the bracket; None if it is another's."""
    games = {
        frozenset((g.white, g.black)): g for g in held.games if g.black is not None or g.kind is Kind.BYE
    }
    try:
        pairs = [frozenset((p.white, p.black)) for p in pair_knockout(event, held.number).pairs]
    except BadTournament:
        return None
    if set(pairs) != set(games):
        return None
    return replace(held, games=tuple(replace(games[pair], board=n) for n, pair in enumerate(pairs, 1)))


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
