"""Writing a new game down, before anybody has a seat in it."""

from __future__ import annotations

import msgspec

from damiera._core import Position
from damiera.game.sides import side_name
from damiera.game.ways import Conditions
from damiera.records.games import GameStand, GameTerms
from damiera.service.identity import Visitor
from damiera.service.live import GameTransaction, rebuild
from damiera.service.ports import Transaction
from damiera.service.terms import NewGameTerms

__all__ = ["add_game", "at_start", "kept_terms", "play_opening_again"]


def add_game(
    work: Transaction, game_id: str, terms: NewGameTerms, by: Visitor, now: int, *, started_at: int | None
) -> None:
    """Add a game under these terms, made by `by`; `started_at` is None while it waits for its players."""
    work.games.add(
        game_id,
        kept_terms(terms),
        at_start(terms.position),
        created_by=by.id,
        rematch_of=None,
        at=now,
        started_at=started_at,
    )


def play_opening_again(transaction: GameTransaction, game_id: str, player_id: str | None) -> None:
    """Put the opening that was drawn for a game, if one was, on the board of the game that follows it."""
    drawn = transaction.live.game.opening
    if drawn is None:
        return
    following = GameTransaction(transaction.work, rebuild(transaction.work, game_id), transaction.now)
    following.happen(msgspec.structs.replace(drawn, at=transaction.now), player_id)


def kept_terms(terms: NewGameTerms) -> GameTerms:
    """Return terms as they are stored."""
    return GameTerms(
        game=terms.ruleset.slug,
        rulebook=terms.rulebook,
        start_fen=terms.start.fen if terms.start is not None else None,
        base_ms=terms.base_ms,
        increment_ms=terms.increment_ms,
        clock=terms.clock.encode() if terms.clock is not None else None,
        conditions=terms.conditions.encode() if terms.conditions != Conditions() else None,
    )


def at_start(position: Position) -> GameStand:
    """Return where a game stands that begins in a position."""
    return GameStand(0, side_name(position.side), position.fen)
