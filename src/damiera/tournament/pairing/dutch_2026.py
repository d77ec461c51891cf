"""The system `dutch-2026`: FIDE's Dutch system as in force from 1 February 2026 (FIDE Handbook C.04.3)."""

from __future__ import annotations

from damiera.messages import Message
from damiera.tournament.errors import BadTournament
from damiera.tournament.model import Event, Pairing, System
from damiera.tournament.pairing.brackets import Bracket, board_pairs, pair_brackets
from damiera.tournament.pairing.dutch_players import DutchField, dutch_field
from damiera.tournament.pairing.field import field_of, in_board_order
from damiera.tournament.steps import GroupPaired

__all__ = ["pair_dutch_2026"]

_TOLD = ("C6", "C7", "C8")  # who came and who goes down tells as much
_NOBODY = Message("It takes at least two players.")
_OPEN = Message("Round {r} is not over: results are missing.")


def pair_dutch_2026(event: Event, round: int | None = None) -> Pairing:
    """Pair the next round (or `round`) by the rules of 2026.

    Raises:
        BadTournament: a result or a second player is missing.
        Unpairable: no lawful pairing exists; says who stands in the way.

    >>> from damiera.tournament.model import EventPlayer, EventSettings
    >>> four = tuple(EventPlayer(n, name, 3000 - n) for n, name in enumerate("ABCD", 1))
    >>> event = Event(players=four, settings=EventSettings(rounds=3))
    >>> [(pair.white, pair.black) for pair in pair_dutch_2026(event).pairs]
    [(1, 3), (4, 2)]
    """
    if len(event.players) < 2:
        raise BadTournament(_NOBODY)
    number = event.played_rounds + 1 if round is None else round
    whole = field_of(event, number)
    for held in whole.event.rounds:
        if not all(g.is_over for g in held.games):
            raise BadTournament(_OPEN.format(r=held.number))
    field = dutch_field(whole)
    brackets = pair_brackets(field)
    pairs = in_board_order(whole, board_pairs(field, brackets))
    return Pairing(number, System.DUTCH_2026, pairs, _criteria(field, brackets), _steps(field, brackets))


def _criteria(field: DutchField, brackets: tuple[Bracket, ...]) -> tuple[tuple[str, int], ...]:
    """What each criterion comes to over all brackets; C5 first where someone rests."""
    out = {}
    if brackets and brackets[-1].floaters:
        out["C5"] = field.players[brackets[-1].floaters[0]].score
    for bracket in brackets:
        for name, value in bracket.values:
            out[name] = out.get(name, 0) + value
    return tuple(sorted(out.items(), key=lambda one: int(one[0][1:])))


def _steps(field: DutchField, brackets: tuple[Bracket, ...]) -> tuple[GroupPaired, ...]:
    return tuple(
        GroupPaired(
            bracket.score,
            len(bracket.moved) + len(bracket.residents),
            _numbers(field, bracket.moved),
            len(bracket.couples),
            _numbers(field, bracket.floaters),
            tuple((name, value) for name, value in bracket.values if value and name not in _TOLD),
        )
        for bracket in brackets
    )


def _numbers(field: DutchField, places: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(field.players[n].seat.number for n in places)
