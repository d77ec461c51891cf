"""Games with blind players: moves announced and repeated, pieces felt and pieces lifted out.

| what | where from | what happens |
|---|---|---|
| the board is made to be felt | FID 2008, 15.1.8 | touching binds nobody |
| who moves says it, the opponent says it back | 15.2, completed by us | until then it is not played |
| said back otherwise | 15.2, completed by us | the announcement is void: it is made again |
| a slip of the tongue | 15.2, completed by us | a new announcement takes the place of the first |
| a piece out of its hole | 15.2, completed by us | it counts as touched (3.7), where touching binds |

FID names this way of playing and leaves the rest to provisions that complete its own (15.2); we know of none.
These are the customs of players who do not see, as FIDE writes them down for chess (Laws, appendix D.2).
Nothing asks for an announcement: where there is none, a move is played as at any board.
"""

from __future__ import annotations

from dataclasses import replace

from damiera._core import Move
from damiera.game.base import BaseGame, G
from damiera.game.conduct import SpokenMove, article_on
from damiera.game.errors import IllegalRoute, WrongSideToMove
from damiera.game.events import Announced, Repeated
from damiera.game.procedures.refusals import refuse
from damiera.game.sides import side_name, side_named, side_text
from damiera.game.ways import Way
from damiera.messages import Message
from damiera.notation.moves import format_move
from damiera.regulations.citations import implements
from damiera.rules.explain import explain_move
from damiera.rules.routes import move_along

__all__ = ["refuse_unspoken"]

_TOPIC = Way.BLIND_PLAYERS.topic


@implements("fid.italian:15.1.8")
def announced(game: G, event: Announced) -> G:
    """Return the game after the side to move announced a move; what it announced before was a slip."""
    _refuse_elsewhere(game)
    side = side_named(event.side)
    if side is not game.side:
        raise WrongSideToMove(game.side, side_text(game.side))
    move = move_along(game.position, event.path, event.drops)
    if move is None:
        raise IllegalRoute(game.position, event.path, explain_move(game.position, event.path, game.rulebook))
    said = _ANNOUNCED if game.conduct.spoken is None else _SLIP
    conduct = replace(game.conduct, spoken=SpokenMove(move)).noted(
        event.at,
        event.side,
        said.format(side=side_text(side), move=format_move(game.position, move)),
        article_on(game.book, _TOPIC),
    )
    return replace(game, conduct=conduct)


@implements("fid.italian:15.1.8")
def repeated(game: G, event: Repeated) -> G:
    """Return the game after the opponent said the announced move back, rightly or not."""
    _refuse_elsewhere(game)
    spoken, side = game.conduct.spoken, side_named(event.side)
    if spoken is None or spoken.repeated:
        raise refuse(game.book, _TOPIC, _NOTHING_SAID)
    if side is game.side:
        raise refuse(game.book, _TOPIC, _OPPONENT_REPEATS.format(side=side_text(side.opponent)))
    ref, words = article_on(game.book, _TOPIC), format_move(game.position, spoken.move)
    if not event.path or move_along(game.position, event.path, event.drops) == spoken.move:
        said = _REPEATED.format(side=side_text(side), move=words)
        conduct = replace(game.conduct, spoken=replace(spoken, repeated=True))
    else:
        said = _MISHEARD.format(side=side_text(side), move=words)
        conduct = replace(game.conduct, spoken=None)
    return replace(game, conduct=conduct.noted(event.at, side_name(side), said, ref))


@implements("fid.italian:15.1.8")
def refuse_unspoken(game: BaseGame, move: Move) -> None:
    """Refuse another move than the one announced, and one that the opponent has not yet said back.

    Raises:
        OutOfOrder: with the move that was announced.
    Source:
        FID 2008, 15.1.8, 15.2 [fid.italian].

    >>> from damiera.game.state import Game
    >>> from damiera.rules.ruleset import ITALIAN
    >>> game = Game.start(ITALIAN)
    >>> refuse_unspoken(game, game.position.moves()[0])
    """
    spoken = game.conduct.spoken
    if spoken is None:
        return
    words = format_move(game.position, spoken.move)
    if move != spoken.move:
        raise refuse(game.book, _TOPIC, _ANOTHER.format(side=side_text(game.side), move=words))
    if not spoken.repeated:
        raise refuse(game.book, _TOPIC, _NOT_REPEATED.format(side=side_text(game.side.opponent), move=words))


def _refuse_elsewhere(game: BaseGame) -> None:
    if game.conditions.way is not Way.BLIND_PLAYERS or not game.conditions.arbitrated:
        raise refuse(game.book, _TOPIC, _ONLY_THERE)
    if game.conduct.pending is not None:
        raise refuse(game.book, "correction", _FIRST_DECIDE)


_ONLY_THERE = Message("Announcements are written down at the board of blind players, by its arbiter.")
_FIRST_DECIDE = Message("There is an irregularity to decide on first.")
_ANNOUNCED = Message("{side} announces {move}.")
_SLIP = Message("{side} corrects a slip of the tongue, and announces {move}.")
_NOTHING_SAID = Message("No announced move waits to be repeated.")
_OPPONENT_REPEATS = Message("It is {side} who repeats the announcement.")
_REPEATED = Message("{side} repeats {move}.")
_MISHEARD = Message("{side} does not repeat {move} as it was said: it is announced again.")
_ANOTHER = Message("{side} announced {move}: play it, or announce again if it was a slip of the tongue.")
_NOT_REPEATED = Message("{side} has not yet repeated {move}: until then it does not count.")
