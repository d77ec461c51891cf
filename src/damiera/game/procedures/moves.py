"""Moving: which move a route means, what was touched before, men left uncrowned, what a move answers."""

from __future__ import annotations

from dataclasses import replace

from damiera._core import Move, Position, Side
from damiera.game.base import Answered, BaseGame, G
from damiera.game.conduct import Conduct, Jump, article_on
from damiera.game.errors import IllegalRoute, WrongSideToMove
from damiera.game.events import Moved
from damiera.game.irregular import after_irregularity
from damiera.game.procedures.refusals import refuse
from damiera.game.procedures.spoken import refuse_unspoken
from damiera.game.sides import side_name, side_named, side_text
from damiera.messages import Message
from damiera.regulations.citations import implements
from damiera.rules.explain import explain_move
from damiera.rules.routes import leads_through, move_along

__all__ = ["moved", "played"]


def moved(game: G, event: Moved) -> G:
    """Return the game after a move: the clock is pressed, offers are answered, the end is seen.

    Args:
        game: a game in progress.
        event: the move: its squares, and when it was made, milliseconds.
    Raises:
        WrongSideToMove: if the event names the side that is not to move.
        IllegalRoute: if the rules do not allow the move.
        OutOfOrder: if another piece was touched, or another move announced, or a man is left uncrowned where
            that cannot be.
        BadClock: if the mover's clock does not run, or its flag has fallen.

    >>> from damiera.game.state import Game
    >>> from damiera.rules.ruleset import ITALIAN
    >>> moved(Game.start(ITALIAN), Moved(path=(22, 18), at=0)).ply
    1
    """
    after = played(game, event)
    outcome = after.decided() or after.draw_rules.due(after.tally)
    return after.ended(outcome, event.at) if outcome else after


@implements("fid.italian:3.2", "fid.italian:3.2.b", "fid.italian:5.4", "fid.italian:5.5")
@implements("fid.italian.2006:3.2", "fmjd.international:4.4")
@implements("fid.english:3.2", "fid.english:3.2.b", "fid.english:5.4", "fid.english:5.5")
def played(game: G, event: Moved) -> G:
    """Return the game after a move, without a look at whether it is over.

    Raises:
        WrongSideToMove, IllegalRoute, OutOfOrder, BadClock: as `moved` does.
    Source:
        FID, art. 3.2 and 5.4-5.5 [fid.italian.2008:3.2.b, fid.italian.2008:5.4, fid.italian.2008:5.5]; FMJD,
        art. 4.4 [fmjd.international:4.4].

    >>> from damiera.game.state import Game
    >>> from damiera.rules.ruleset import ITALIAN
    >>> played(Game.start(ITALIAN), Moved(path=(22, 18), at=0)).outcome is None
    True
    """
    mover = game.side
    if event.side is not None and side_named(event.side) is not mover:
        raise WrongSideToMove(mover, side_text(mover))
    move, path = _resolved(game, event.path, event.drops)
    _refuse_another(game, move)
    refuse_unspoken(game, move)
    after = game.position.play(move) if event.crowned else _left_uncrowned(game, move)
    tally = game.draw_rules.next(game.tally, game.positions, move, after)
    clock = game.clock.press(mover, event.at) if game.clock else None
    return game.changed(
        **_answers_by_moving(game, mover),
        positions=(*game.positions, after),
        moves=(*game.moves, move),
        paths=(*game.paths, path),
        clock_times=(*game.clock_times, clock.remaining(mover, event.at) if clock else None),
        tallies=(*game.tallies, tally),
        clock=clock,
        conduct=_gone_on(_conduct_after(game, move, after, crowned=event.crowned), game, event.at),
    )


@implements("fid.italian:3.7", "fid.italian:3.8", "fid.english:3.7", "fid.english:3.8")
def _refuse_another(game: BaseGame, move: Move) -> None:
    """Refuse a move of another piece than the one that was touched."""
    bound = game.conduct.bound
    if bound is not None and move.origin != bound:
        raise refuse(game.book, "touch_move", _PLAY_TOUCHED.format(square=bound))


@implements("fid.italian:4.5", "fid.english:4.5")
def _left_uncrowned(game: BaseGame, move: Move) -> Position:
    """Return the position after a move to the last row where nobody crowned the man: it is no king."""
    if not game.crowns_by_hand:
        raise refuse(game.book, "crowned_in_records", _ALWAYS_CROWNED)
    if not move.promotes:
        raise refuse(game.book, "promotion", _NOTHING_CROWNED)
    route = (move.origin, move.destination)
    return after_irregularity(game.position, game.side, route, move.captured, ())


def _conduct_after(game: BaseGame, move: Move, after: Position, *, crowned: bool) -> Conduct:
    conduct = game.conduct.moved()
    if crowned and not conduct.uncrowned:
        return conduct
    men = {*after.white_men, *after.black_men}
    still = conduct.uncrowned & men
    if crowned:
        return replace(conduct, uncrowned=still)
    said = _UNCROWNED.format(side=side_text(game.side), square=move.destination)
    ref = article_on(game.book, "crowned_in_records")
    jump = Jump(game.ply + 1, game.position.play(move), after, said, ref)
    left = still | {move.destination}
    return replace(conduct, uncrowned=left, jumps=(*conduct.jumps, jump))


@implements("fid.italian:7.8", "fid.english:7.8", "fid.italian:8.3", "fid.english:8.3")
def _gone_on(conduct: Conduct, game: BaseGame, at: int) -> Conduct:
    """Return the conduct after a move by who might have asked for something: whoever moves on, waives it."""
    mover = game.side
    pending = game.conduct.pending
    if pending is not None and pending.side is not mover:
        ref = article_on(game.book, "correction_until")
        conduct = conduct.announced(at, side_name(mover), _STANDS_NOW.format(side=side_text(mover)), ref)
    waived = [claim for claim in conduct.claims if claim.side is mover and claim.what != "start"]
    for claim in waived:
        said = _WAIVED.format(side=side_text(mover))
        conduct = conduct.announced(at, side_name(mover), said, claim.article)
    return (
        replace(conduct, claims=tuple(one for one in conduct.claims if one not in waived))
        if waived
        else conduct
    )


def _resolved(game: BaseGame, path: tuple[int, ...], drops: tuple[int, ...]) -> tuple[Move, tuple[int, ...]]:
    """Return the legal move that `path` names, after men have entered on `drops`, and its whole route."""
    found = move_along(game.position, path, drops)
    if found is None:
        raise IllegalRoute(game.position, path, explain_move(game.position, path, game.rulebook))
    routes = game.position.paths(found)
    if path in routes:
        return found, path
    return found, next((route for route in routes if leads_through(route, path)), routes[0])


def _answers_by_moving(game: BaseGame, mover: Side) -> Answered:
    """Return what changes because the move of `mover` has answered what was asked.

    It declines the opponent's draw offer, annuls any request to undo, and lets the mover ask anew.
    """
    if game.draw_offer is None and game.undo_request is None and not game.declined:
        return {}
    declined = {(what, side) for what, side in game.declined if side is not mover}
    offer = game.draw_offer
    if offer is not None and offer is not mover:
        declined.add(("draw", offer))
        offer = None
    if game.undo_request is not None and game.undo_request is not mover:
        declined.add(("undo", game.undo_request))
    return {"draw_offer": offer, "undo_request": None, "declined": frozenset(declined)}


_PLAY_TOUCHED = Message("You touched the piece on {square}, which can move: you must play it.")
_WAIVED = Message("{side} has moved on: the claim lapses.")
_STANDS_NOW = Message("{side} has moved on: the irregularity stands.")
_UNCROWNED = Message("{side} has not crowned on {square}.")
_ALWAYS_CROWNED = Message("Where the game is recorded a man that reaches the last row is a king at once.")
_NOTHING_CROWNED = Message("This move crowns nothing.")
