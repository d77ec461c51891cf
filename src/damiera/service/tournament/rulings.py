"""Rulings that the log keeps as notes: play-offs, and whom a commission lets gain rating."""

from __future__ import annotations

from collections.abc import Sequence

from damiera.messages import Message
from damiera.rating.editions import edition, editions, replaced
from damiera.service.errors import BadTerms
from damiera.service.tournament.transaction import EventTransaction, Step
from damiera.tournament.acts import OverriddenNote, PlayOffNote, SlotsNote

__all__ = ["override", "playoff", "put_slots"]

_ORDER = Message("A play-off has at least two players, each of them once.")
_SIGNED = Message("Write who decided, and why.")


def playoff(order: Sequence[int], *, held: bool = True, reason: str = "") -> Step:
    """Write down the order in which a play-off ended, the best first; or that it does not hold after all."""

    def step(transaction: EventTransaction) -> None:
        known = {p.number for p in transaction.live.field.players}
        if len(order) < 2 or len(set(order)) < len(order) or not set(order) <= known:
            raise BadTerms("order", _ORDER)
        transaction.act(PlayOffNote(order=tuple(order), held=held, why=reason))

    return step


def override(player: int, author: str, reason: str) -> Step:
    """Let a player gain rating though they left, by a commission's decision; no author takes it back."""

    def step(transaction: EventTransaction) -> None:
        transaction.log.event.player(player)
        if author.strip() and not reason.strip():
            raise BadTerms("reason", _SIGNED)
        transaction.act(
            OverriddenNote(player=player, author=author.strip()[:80], reason=reason.strip()[:300])
        )

    return step


def put_slots(toml: str) -> Step:
    """Use the arbiter's own rating tables; none bring those of the edition back.

    Raises:
        BadSlots: with the place in them that cannot be used.
    """
    replaced(edition(editions()[0]), toml)
    return lambda transaction: transaction.act(SlotsNote(toml=toml.strip()[:20_000]))
