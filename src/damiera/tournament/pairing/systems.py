"""Pair by any system, and make the games of a round from the pairs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from msgspec import structs

from damiera.messages import Message
from damiera.regulations.citations import implements
from damiera.tournament.errors import BadTournament
from damiera.tournament.model import (
    Event,
    Kind,
    Pair,
    Pairing,
    Round,
    RoundGame,
    System,
    available,
)
from damiera.tournament.pairing.dutch import pair_dutch
from damiera.tournament.pairing.dutch_2026 import pair_dutch_2026
from damiera.tournament.pairing.keizer import pair_keizer
from damiera.tournament.pairing.knockout import pair_knockout
from damiera.tournament.pairing.optimal import pair_optimal
from damiera.tournament.pairing.rotation import pair_rotation
from damiera.tournament.pairing.round_robin import pair_round_robin
from damiera.tournament.pairing.scheveningen import pair_scheveningen
from damiera.tournament.pairing.teams import as_teams, boards_of

__all__ = ["pair", "round_of"]


@implements("fid.competition.2008:9.1", "fid.competition.2008:9.4")
def pair(
    event: Event, round: int | None = None, *, system: System | None = None, fixed: Iterable[Pair] = ()
) -> Pairing:
    """Pair the next round (or make `round` again) by the event's system, or by `system`.

    Of a team event the pairs are of teams. `fixed` pairs stand as they are (`optimal` and `rotation`), and so
    do the protected boards of a round that is made again.

    Raises:
        Unpairable: no lawful pairing exists.
        BadTournament: the event or the request does not fit the system.
    Source:
        FID 2008, competitions: 9.1, 9.4 [fid.competition.2008].

    >>> from damiera.tournament.model import Event, EventPlayer
    >>> four = tuple(EventPlayer(n, name, 3000 - n) for n, name in enumerate("ABCD", 1))
    >>> event = Event(players=four)
    >>> pair(event).round
    1
    """
    chosen = event.settings.system if system is None else system
    number = event.played_rounds + 1 if round is None else round
    field = as_teams(event) if event.settings.boards else event
    kept = (*fixed, *_protected(event, number, chosen))
    if kept and chosen not in (System.OPTIMAL, System.ROTATION):
        raise BadTournament(
            Message("System '{s}' cannot keep fixed pairs: use 'optimal' or 'rotation'.").format(
                s=chosen.value
            )
        )
    match chosen:
        case System.OPTIMAL:
            return pair_optimal(field, number, fixed=kept)
        case System.ROTATION:
            return pair_rotation(field, number, fixed=kept)
        case System.DUTCH:
            return pair_dutch(field, number)
        case System.DUTCH_2026:
            return pair_dutch_2026(field, number)
        case System.ROUND_ROBIN:
            return pair_round_robin(field, number)
        case System.KNOCKOUT:
            return pair_knockout(field, number)
        case System.SCHEVENINGEN:
            boards = structs.replace(field.settings, boards=event.settings.boards)
            return pair_scheveningen(replace(field, settings=boards), number)
        case System.KEIZER:
            return pair_keizer(field, number)


def _protected(event: Event, number: int, system: System) -> tuple[Pair, ...]:
    """The pairs of a round there is that the arbiter wants to keep, if both can still play."""
    held = event.round(number)
    if held is None or event.settings.boards or system not in (System.OPTIMAL, System.ROTATION):
        return ()
    here = set(available(event, number))
    return tuple(
        Pair(g.white, g.black)
        for g in held.games
        if g.protected and g.leg == 1 and g.white in here and (g.black is None or g.black in here)
    )


def round_of(event: Event, pairing: Pairing, *, manual: bool = False, reason: str = "") -> Round:
    """The games of a pairing, not yet played: both legs of a match, boards of teams, byes last.

    In all-play-all a rest is worth nothing.

    >>> from damiera.tournament.model import Event, EventPlayer
    >>> four = tuple(EventPlayer(n, name, 3000 - n) for n, name in enumerate("ABCD", 1))
    >>> event = Event(players=four)
    >>> round_of(event, pair(event)).number
    1
    """
    if event.settings.boards:
        made = boards_of(event, pairing)
        return Round(made.number, made.games, manual=manual, reason=reason, system=pairing.system)
    games: list[RoundGame] = []
    kept = set(_protected(event, pairing.round, System.OPTIMAL))
    for board, pair in enumerate(pairing.pairs, 1):
        legs = _games(event, pairing, pair, board)
        games += [structs.replace(g, protected=True) for g in legs] if pair in kept else legs
    return Round(pairing.round, tuple(games), manual=manual, reason=reason, system=pairing.system)


def _games(event: Event, pairing: Pairing, pair: Pair, board: int) -> list[RoundGame]:
    if pair.black is None:
        kind = Kind.ZERO_BYE if pairing.system is System.ROUND_ROBIN else Kind.BYE
        return [RoundGame(pairing.round, board, pair.white, None, kind=kind)]
    games = []
    for leg in range(1, event.settings.games + 1):
        white, black = (pair.white, pair.black) if leg % 2 else (pair.black, pair.white)
        games.append(RoundGame(pairing.round, board, white, black, leg=leg))
    return games
