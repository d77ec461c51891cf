"""Claims: of a fallen flag, of a repeated position, of the count of king moves."""

from __future__ import annotations

from dataclasses import replace

from damiera.game.base import BaseGame, G
from damiera.game.conduct import article_on
from damiera.game.draws import is_short_of_time, time_after_wrong_claim
from damiera.game.errors import BadCountLimit, FlagNotFallen, NothingToClaim, NothingToCount
from damiera.game.events import CountRequested, Flagged, RepetitionClaimed
from damiera.game.procedures.refusals import refuse
from damiera.game.sides import side_named
from damiera.game.timing.units import length_words
from damiera.messages import Message, Text
from damiera.regulations.citations import implements

__all__: list[str] = []


def flagged(game: G, event: Flagged) -> G:
    """Refuse the claim of a flag that has not fallen: once it has, the game is over whatever comes."""
    raise FlagNotFallen(game.clock.remaining(game.side, event.at) if game.clock else None)


@implements("fid.italian:9.3.b1", "fid.italian:9.3.b2")
def repetition_claimed(game: G, event: RepetitionClaimed) -> G:
    """Return the game drawn by repetition, or going on after a claim that was checked and found wrong."""
    if game.can_claim_repetition:
        return game.ended(game.draw_rules.by_repetition(game.tally, event.side), event.at)
    if event.check_ms == 0 or game.draw_rules.repetition is None:
        needed = game.draw_rules.repetition
        raise NothingToClaim(_why_no_claim(game), game.repetitions, needed)
    return _charged_for_claim(game, event)


def _charged_for_claim(game: G, event: RepetitionClaimed) -> G:
    """Return the game after a claim that was checked and found wrong.

    Running clocks stand for as long as the check takes; those that stood already did so during it.
    """
    if game.clock is None:
        return _claim_noted(game, event, 0)
    until = event.at + (event.check_ms if game.clock.running is not None else 0)
    if event.side == "arbiter":
        left = game.clock.remaining(game.side, event.at)
        clock = game.clock.set_remaining(game.side, left, event.at, until)
        return replace(_claim_noted(game, event, 0), clock=clock)
    side = side_named(event.side)
    left = game.clock.remaining(side, event.at)
    charged = time_after_wrong_claim(game.book, left, event.check_ms, sheltered=side in game.sheltered)
    return replace(
        _claim_noted(game, event, left - charged),
        clock=game.clock.set_remaining(side, charged, event.at, until),
        sheltered=game.sheltered | {side} if is_short_of_time(game.book, left) else game.sheltered,
    )


def _claim_noted(game: G, event: RepetitionClaimed, cost_ms: int) -> G:
    """Return the game with a wrong claim in its log: what the check found, and what it cost."""
    cost = _COSTS.format(time=length_words(cost_ms)) if cost_ms else _COSTS_NOTHING
    said = _CLAIMED_WRONGLY.format(
        times=_times(game.repetitions), needed=game.draw_rules.repetition or 0, cost=cost
    )
    article = article_on(game.book, "repetition_check")
    return replace(game, conduct=game.conduct.noted(event.at, event.side, said, article))


@implements("fid.italian:10.2", "fid.english:10.2")
def count_requested(game: G, event: CountRequested) -> G:
    """Return the game with the count of king moves begun, or drawn if it is full."""
    full = game.draw_rules.claimable(game.tally)
    if full is not None:
        return game.ended(replace(full.outcome(), declared_by=event.side), event.at)
    why_not = game.why_no_count
    if why_not is not None:
        raise NothingToCount(why_not)
    limit = _lowered(game, event) if event.limit is not None else None
    tally = game.draw_rules.asked(game.tally, game.position, event.side, limit=limit)
    said = _COUNT_BEGINS.format(limit=limit or game.draw_rules.move_count or 0)
    conduct = game.conduct.noted(event.at, event.side, said, article_on(game.book, "count_request"))
    return replace(game, tallies=(*game.tallies[:-1], tally), conduct=conduct)


@implements("fid.italian:11", "fid.italian.2006:11")
def _lowered(game: BaseGame, event: CountRequested) -> int:
    """Return the lower number of moves that an arbiter sets in a promotional event."""
    if event.side != "arbiter" or not game.conditions.promotional:
        raise refuse(game.book, "count_limit", _NOT_PROMOTIONAL)
    lowest, highest = game.book.parameters.move_count_min, game.book.parameters.move_count
    if highest is None or not (lowest or highest) <= event.limit <= highest:  # type: ignore[operator]
        raise BadCountLimit(event.limit or 0, lowest, highest)
    return event.limit or highest


def _why_no_claim(game: BaseGame) -> Text:
    needed = game.draw_rules.repetition
    if needed is not None:
        return Message("This position has been here {times}, and a draw takes {needed}: play on.").format(
            times=_times(game.repetitions), needed=needed
        )
    if game.book.parameters.repetition is not None:
        return Message("Repetition counts only where the game is written down. Play on.")
    return Message("This rulebook has no draw by repetition.")


def _times(n: int) -> Text:
    return Message("once") if n == 1 else Message("{n} times", n=n)


_CLAIMED_WRONGLY = Message(
    "Claim of a repeated position, rejected: it has been here {times}, {needed} are needed. {cost}"
)
_COSTS = Message("It costs the claimant {time}.")
_COSTS_NOTHING = Message("It costs nobody time.")
_COUNT_BEGINS = Message("The count of moves begins, up to {limit}.")
_NOT_PROMOTIONAL = Message("The arbiter lowers the count, and in promotional events only.")
