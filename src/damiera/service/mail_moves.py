"""Moves by correspondence made from a mail (art. 15.1.3): each legal move has a link of its own.

A link is bound to the player, the game and the version at which the game stood when the mail was sent: it is
good once, until the move is due, and not after anything else has happened in the game. To open it shows the
move and asks; only the button plays, for links in mails are opened by machines too. A move sent
so is made, like any other by correspondence: it is not taken back.
"""

from __future__ import annotations

from typing import Final

import msgspec

from damiera.decoding import prepared
from damiera.game.sides import side_name
from damiera.messages import Message
from damiera.notation.moves import format_move
from damiera.rules.routes import move_along
from damiera.service.contacts import DAY_MS
from damiera.service.errors import Conflict, NotFound, NotYours, RefusedAct, ServiceError
from damiera.service.live import GameCache, LiveGame, move_due
from damiera.service.play import Play, StoredMove
from damiera.service.signed_links import SignedLinks

__all__ = ["MailMove", "MailMoves", "MoveAsked", "sees_board"]

_MOST: Final = 60
_GOOD_MS: Final = 30 * DAY_MS

_PLAYED: Final = Message("This move was played already: the link is good once.")
_GONE_ON: Final = Message("The game has gone on since this mail was sent: open it, and move there.")
_NO_GAME: Final = Message("The game of this link is not here any more.")
_NO_SEAT: Final = Message("Whoever this link is for has no seat in that game any more.")


class MoveLink(msgspec.Struct, frozen=True):
    """Plays a move."""

    player: str
    game: str
    version: int
    ply: int
    path: tuple[int, ...]
    drops: tuple[int, ...] = ()


prepared(MoveLink)


class MailMove(msgspec.Struct, frozen=True):
    """A legal move as it is written, and the last part of the link that plays it."""

    text: str
    link: str


class MoveAsked(msgspec.Struct, frozen=True):
    """What a link would play.

    Attributes:
        text: the move as it is written.
        flipped: whether Black is to be at the bottom. `shown`: whether the board may be looked at.
    """

    game_id: str
    text: str
    flipped: bool
    shown: bool


def sees_board(live: LiveGame, player_id: str) -> bool:
    """Tell whether a player may look at the board of a game (15.1.4 to 15.1.6)."""
    hidden = live.game.conditions.blindfold
    return not any(side_name(side) in hidden for side in live.sides_of(player_id))


class MailMoves:
    """The use cases of whoever moves from a mail."""

    def __init__(self, cache: GameCache, play: Play, links: SignedLinks) -> None:
        self._cache = cache
        self._play = play
        self._links = links

    def offered(self, live: LiveGame, player_id: str) -> tuple[MailMove, ...]:
        """Return the legal moves of a player with their links; none where there are too many for a mail.

        None either where it is not their move, or they do not see the board.
        """
        position = live.game.position
        if position.side not in live.sides_of(player_id) or not sees_board(live, player_id):
            return ()
        moves = position.moves()
        if live.game.outcome is not None or live.only_claims(player_id) or len(moves) > _MOST:
            return ()
        now, signer = self._cache.clock.now_ms(), self._links.of("move", MoveLink)
        until = min(move_due(live) or now + _GOOD_MS, now + _GOOD_MS)
        return tuple(
            MailMove(
                format_move(position, move),
                signer.write(
                    MoveLink(
                        player_id,
                        live.id,
                        live.version,
                        live.game.ply,
                        position.paths(move)[0],
                        move.drops,
                    ),
                    until=until,
                ),
            )
            for move in moves
        )

    def asked(self, link: str) -> MoveAsked:
        """Return what a link would play.

        Raises:
            NotFound: if it is not ours, or the game is gone.
            NotYours: if whoever it is for has no seat there any more.
            RefusedAct: if it is too old, was used, or the game has gone on.
        """
        wanted = self._read(link)
        live = self._load(wanted)
        _require_fresh(live, wanted)
        move = move_along(live.game.position, wanted.path, wanted.drops)
        if move is None:
            raise RefusedAct(_GONE_ON)
        flipped = "black" in {side_name(side) for side in live.sides_of(wanted.player)}
        text = format_move(live.game.position, move)
        return MoveAsked(live.id, text, flipped, shown=sees_board(live, wanted.player))

    def play(self, link: str) -> StoredMove:
        """Play what a link says. Raises as `asked` does, and what the game refuses, as `Play.move` does."""
        wanted = self._read(link)
        _require_fresh(self._load(wanted), wanted)
        try:
            played = self._play.move(
                wanted.game, wanted.player, wanted.ply, wanted.path, wanted.drops, version=wanted.version
            )
        except Conflict:
            raise RefusedAct(_GONE_ON) from None
        if played.repeated:
            raise RefusedAct(_PLAYED)
        return played

    def _read(self, link: str) -> MoveLink:
        return self._links.of("move", MoveLink).read(link, at=self._cache.clock.now_ms())

    def _load(self, wanted: MoveLink) -> LiveGame:
        try:
            return self._cache.load(wanted.game)
        except ServiceError:
            raise NotFound(wanted.game, _NO_GAME) from None


def _require_fresh(live: LiveGame, wanted: MoveLink) -> None:
    """Refuse a link that was used, or that is about another moment of the game."""
    if not live.sides_of(wanted.player):
        raise NotYours(_NO_SEAT)
    if live.version == wanted.version:
        return
    was_played = wanted.ply < live.game.ply and tuple(live.game.paths[wanted.ply]) == wanted.path
    raise RefusedAct(_PLAYED if was_played else _GONE_ON)
