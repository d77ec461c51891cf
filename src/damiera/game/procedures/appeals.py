"""What players ask the arbiter for, what the arbiter rules on it, and a game that is to be replayed.

| provision | FID 2008 |
|---|---|
| a wrong start is claimed within the limits | 7.2, 7.3 |
| a disturbed position is to be restored; whoever has moved since has lost the right | 7.8 |
| where it cannot be restored the game is replayed | 7.8 |
| an irregularity is claimed by the opponent, until they have moved | 8.2, 8.3 |
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from damiera._core import Side
from damiera.game.base import BaseGame, G
from damiera.game.conduct import OpenClaim, article_on
from damiera.game.errors import OutOfOrder
from damiera.game.events import Claimed, ClaimRuled, ClaimSubject, Replayed, ReplayOf
from damiera.game.outcome import Outcome, Termination
from damiera.game.procedures.board import anomaly_window, article_given, refuse_who_moved_on
from damiera.game.procedures.refusals import refuse
from damiera.game.sides import side_named, side_text
from damiera.messages import Message, Text, Verbatim
from damiera.regulations.citations import implements

__all__ = ["CLAIM_TOPICS", "claim_words"]

CLAIM_TOPICS: Final[dict[ClaimSubject, str]] = {
    "irregularity": "correction",
    "start": "wrong_board",
    "position": "disturbed_board",
}
"""What the article governs that gives the right to each claim."""
_LOST_BY: Final[dict[ClaimSubject, str]] = {
    "irregularity": "correction_until",
    "start": "wrong_board",
    "position": "disturbed_board",
}


@implements("fid.italian:7.8", "fid.english:7.8", "fid.italian:8.3", "fid.english:8.3")
def claimed(game: G, event: Claimed) -> G:
    """Return the game where a player asks the arbiter for something; nothing changes on the board.

    Raises:
        OutOfOrder: without an arbiter; for a second claim; where the right is lost because the player has
            moved since, or the limits of a wrong start have passed.
    """
    topic, side = CLAIM_TOPICS[event.what], side_named(event.side)
    if not game.conditions.arbitrated:
        raise refuse(game.book, topic, _NO_ARBITER)
    if any(claim.side is side for claim in game.conduct.claims):
        raise refuse(game.book, topic, _ONE_CLAIM.format(side=side_text(side)))
    ply = game.ply if event.ply is None else event.ply
    _refuse_lost_right(game, event.what, side, ply, event.at)
    article = article_on(game.book, topic)
    claim = OpenClaim(side, event.what, ply, event.text, article)
    conduct = replace(game.conduct, claims=(*game.conduct.claims, claim))
    return replace(game, conduct=conduct.noted(event.at, event.side, claim_words(claim), article))


def claim_words(claim: OpenClaim) -> Text:
    """Return who claims what, and why, in a sentence.

    >>> claim_words(OpenClaim(Side.WHITE, "position", 4, "a glass fell")).text("en")
    'White claims that the position be restored: a glass fell.'
    """
    return _CLAIMED.format(side=side_text(claim.side), what=_WHAT[claim.what], why=_why(claim.text))


def _refuse_lost_right(game: BaseGame, what: ClaimSubject, side: Side, ply: int, at: int) -> None:
    if what == "start":
        is_open, white, black, elapsed = anomaly_window(game, at)
        if not is_open:
            said = _WINDOW_SHUT.format(white=white, black=black, minutes=elapsed // 60_000)
            raise refuse(game.book, _LOST_BY[what], said)
        return
    refuse_who_moved_on(game, _LOST_BY[what], side, ply)


def claim_ruled(game: G, event: ClaimRuled) -> G:
    """Return the game where the arbiter has upheld or rejected the claim of a side."""
    side = side_named(event.side)
    claim = next((one for one in game.conduct.claims if one.side is side), None)
    if claim is None:
        raise OutOfOrder(_NO_CLAIM.format(side=side_text(side)))
    said = (_UPHELD if event.upheld else _REJECTED).format(
        side=side_text(side), what=_WHAT[claim.what], why=_why(event.text)
    )
    kept = tuple(one for one in game.conduct.claims if one is not claim)
    conduct = replace(game.conduct, claims=kept)
    return replace(game, conduct=conduct.announced(event.at, event.author, said, claim.article))


@implements("fid.italian:7.8", "fid.english:7.8")
def replayed(game: G, event: Replayed) -> G:
    """Return the game ended without a result: another takes its place, and this one is kept."""
    if not game.conditions.arbitrated:
        raise refuse(game.book, "disturbed_board", _NO_ARBITER)
    ref = article_given(game, event.article) or article_on(game.book, "disturbed_board")
    said = _REPLAYED.format(game=event.game, why=_why(event.text))
    conduct = replace(game.conduct, replayed_as=event.game, pending=None, claims=())
    noted = replace(game, conduct=conduct.announced(event.at, event.author, said, ref))
    return noted.ended(Outcome(None, Termination.REPLAYED, ref, "arbiter"), event.at)


def replay_of(game: G, event: ReplayOf) -> G:
    """Return the game that says whose place it takes; before its first move."""
    if game.ply or game.conduct.replay_of or not game.conditions.arbitrated:
        raise OutOfOrder(_NOT_AT_START)
    ref = article_given(game, event.article)
    conduct = replace(game.conduct, replay_of=event.game)
    return replace(game, conduct=conduct.noted(event.at, "arbiter", _REPLAY_OF.format(game=event.game), ref))


def _why(text: str) -> Text:
    return Message(": {text}", text=Verbatim(text)) if text else Verbatim("")


_WHAT: dict[ClaimSubject, Text] = {
    "irregularity": Message("that an irregularity of the opponent's be put right"),
    "start": Message("that a wrong start be annulled"),
    "position": Message("that the position be restored"),
}
_CLAIMED = Message("{side} claims {what}{why}.")
_UPHELD = Message("The claim of {side} {what} is upheld{why}.")
_REJECTED = Message("The claim of {side} {what} is rejected{why}.")
_ONE_CLAIM = Message("A claim of {side} waits for the arbiter already: it is ruled on first.")
_NO_CLAIM = Message("{side} has claimed nothing that waits for the arbiter.")
_WINDOW_SHUT = Message(
    "It is too late to annul: {white} moves by White, {black} by Black, {minutes} minutes."
)
_NO_ARBITER = Message("This game has no arbiter: ask or answer as a player.")
_REPLAYED = Message("The game is to be replayed, as game {game}{why}.")
_REPLAY_OF = Message("This game takes the place of game {game}, which is kept.")
_NOT_AT_START = Message("A game takes the place of another before its first move only.")
