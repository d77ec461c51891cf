"""Games that accounts agree upon: rated or private; who may join them; ratings when they are over."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from damiera.game.sides import sides_of
from damiera.messages import Message
from damiera.rating.glicko import GlickoRating
from damiera.rating.online import GameSpeed, RatingClass, after_game, after_rest, class_of, speed_of
from damiera.records.games import GameFacts, GameRecord
from damiera.records.people import RatedGameRecord, RatingChangeRecord, RatingRecord
from damiera.service.errors import BadTerms, NotYours
from damiera.service.live import LiveGame, clock_of
from damiera.service.ports import ServerClock, StorePort, Transaction
from damiera.service.terms import NewGame, NewGameTerms

__all__ = ["RatedGames", "agree_again", "agree_upon", "game_speed", "rating_class", "require_welcome"]

_FEWEST_PLIES: Final = 2
_NO_RESULT: Final = frozenset({"*", "0-0"})

_ACCOUNT_NEEDED: Final = Message(
    "A rated or private game belongs to accounts: sign in first, or leave that out."
)
_FRIEND_ONLY: Final = Message("A rated game is one with somebody else: choose a friend to play with.")
_CLOCK_NEEDED: Final = Message("A rated game needs a clock, so that it ends: choose one.")
_USUAL_ONLY: Final = Message(
    "A rated game is played by two, from the usual start and without odds: leave out one or the other."
)
_SIGN_IN_TO_JOIN: Final = Message("This game is rated: sign in first, and open the link again.")
_NOT_WELCOME: Final = Message("You cannot join this game: one of you does not want to play with the other.")


def agree_upon(
    work: Transaction, game_id: str, asker: str, new: NewGame, terms: NewGameTerms, agreed: RatedGameRecord
) -> None:
    """Write down what is agreed of a new game, if anything is.

    Raises:
        BadTerms: if such a game cannot be rated, or who asks has no account.
    """
    if not agreed.rated and not agreed.private:
        return
    if work.accounts.get(asker) is None:
        raise BadTerms("rated", _ACCOUNT_NEEDED)
    if agreed.rated:
        _require_rateable(new, terms)
    work.ratings.agree(game_id, agreed)


def _require_rateable(new: NewGame, terms: NewGameTerms) -> None:
    if not new.friend:
        raise BadTerms("rated", _FRIEND_ONLY)
    if terms.base_ms is None:
        raise BadTerms("rated", _CLOCK_NEEDED)
    agreed = terms.conditions
    is_odd = agreed.without or agreed.blindfold or agreed.host or agreed.arbitrated or new.asker_blindfold
    if is_odd or new.fen or terms.ruleset.is_house or len(sides_of(terms.ruleset.core)) > 2:
        raise BadTerms("rated", _USUAL_ONLY)


def agree_again(work: Transaction, before_id: str, game_id: str) -> None:
    """Agree upon a rematch what was agreed upon the game before."""
    agreed = work.ratings.agreed(before_id)
    if agreed is not None:
        work.ratings.agree(game_id, RatedGameRecord(agreed.rated, agreed.private))


def require_welcome(work: Transaction, live: LiveGame, player_id: str) -> None:
    """Refuse whoever may not sit down at a game.

    Raises:
        NotYours: to a guest where the game is rated; where one at the board does not want to play the other.
    """
    agreed = work.ratings.agreed(live.id)
    if agreed is not None and agreed.rated and work.accounts.get(player_id) is None:
        raise NotYours(_SIGN_IN_TO_JOIN)
    others = [seat.player_id for seat in live.row.seats if seat.player_id not in (None, player_id)]
    if others and work.accounts.blocks_between(player_id, _known(others)):
        raise NotYours(_NOT_WELCOME)


def _known(ids: Sequence[str | None]) -> Collection[str]:
    return [id for id in ids if id is not None]


def game_speed(row: GameFacts) -> GameSpeed | None:
    """Return at which speed a game is played; None without a clock."""
    settings = clock_of(row)
    if settings is None or row.base_ms is None:
        return None
    return speed_of(row.base_ms, row.increment_ms or 0, counts_days=settings.counts_days)


def rating_class(row: GameFacts, speed: GameSpeed) -> RatingClass:
    """Return which ratings a game changes: those of games with bots, if a bot sits at it."""
    return class_of(speed, with_bot=any(seat.is_bot for seat in row.seats))


class RatedGames:
    """Reckons the ratings of games that are over."""

    def __init__(self, store: StorePort, clock: ServerClock) -> None:
        self._store = store
        self._clock = clock

    def ended(self) -> Sequence[str]:
        """Return the games that are over and not reckoned yet, the longest over first."""
        with self._store.read() as work:
            return work.ratings.ended()

    def settle(self, game_id: str) -> bool:
        """Reckon a game that is over, once; False if it changes no rating.

        A game changes none whose second move was never made, that was called off or replayed, or in which
        somebody has no account any more.
        """
        with self._store.write() as work:
            row, agreed = work.games.get(game_id), work.ratings.agreed(game_id)
            if row is None or agreed is None or agreed.settled or row.stand.score is None:
                return False
            if not work.ratings.settle(game_id):
                return False  # another process has just done it
            speed = game_speed(row)
            if not agreed.rated or speed is None or not _counts(work, row):
                return False
            _reckon(work, row, rating_class(row, speed), self._clock.now_ms())
            return True


def _counts(work: Transaction, row: GameRecord) -> bool:
    players = {seat.player_id for seat in row.seats if seat.player_id is not None}
    return (
        len(players) == 2
        and row.stand.ply >= _FEWEST_PLIES
        and row.stand.score not in _NO_RESULT
        and len(work.accounts.names(players)) == 2
    )


def _reckon(work: Transaction, row: GameRecord, speed: RatingClass, now: int) -> None:
    """Write down the new ratings of the two who played."""
    before = {}
    for seat in row.seats:
        assert seat.player_id is not None
        known = work.ratings.get(seat.player_id, row.game, speed)
        before[seat.player_id] = known or RatingRecord(row.game, speed, *_NEWCOMER, games=0, at=now)
    rested = {id: after_rest(_glicko(old), now - old.at) for id, old in before.items()}
    for seat in row.seats:
        id, score = seat.player_id, _score(row, seat.side)
        assert id is not None
        other = next(one for player, one in rested.items() if player != id)
        new = after_game(rested[id], other, score)
        work.ratings.keep(
            id,
            RatingRecord(
                row.game, speed, new.rating, new.deviation, new.volatility, before[id].games + 1, now
            ),
            RatingChangeRecord(
                row.id,
                row.game,
                speed,
                now,
                score,
                before[id].rating,
                new.rating,
                new.deviation,
                other.rating,
            ),
        )


_NEWCOMER: Final = (GlickoRating().rating, GlickoRating().deviation, GlickoRating().volatility)


def _glicko(record: RatingRecord) -> GlickoRating:
    return GlickoRating(record.rating, record.deviation, record.volatility)


def _score(row: GameRecord, side: str) -> float:
    return 0.5 if row.stand.winner is None else float(row.stand.winner == side)
