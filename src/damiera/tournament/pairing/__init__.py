"""Pairing: `pair` makes the next round by the event's system, `round_of` turns pairs into games."""

from damiera.tournament.pairing.optimal import CRITERIA, pair_optimal
from damiera.tournament.pairing.rotation import pair_rotation
from damiera.tournament.pairing.round_robin import berger, pair_round_robin
from damiera.tournament.pairing.systems import pair, round_of
from damiera.tournament.pairing.why import PairingAnswer, criterion_name, why, why_not

__all__ = [
    "CRITERIA",
    "PairingAnswer",
    "berger",
    "criterion_name",
    "pair",
    "pair_optimal",
    "pair_rotation",
    "pair_round_robin",
    "round_of",
    "why",
    "why_not",
]
