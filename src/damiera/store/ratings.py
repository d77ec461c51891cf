"""Games that accounts have agreed upon, and the ratings that come of them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    and_,
    case,
    delete,
    false,
    func,
    insert,
    or_,
    select,
    update,
)

from damiera.records.people import OpponentRecord, RatedGameRecord, RatingChangeRecord, RatingRecord
from damiera.store.rows import columns_of, values_of
from damiera.store.schema import account, account_game, game, player, rating, rating_change, seat

__all__ = ["RatingTable"]

_AGREED: Final = columns_of(account_game, RatedGameRecord)
_RATING: Final = columns_of(rating, RatingRecord)
_CHANGE: Final = columns_of(rating_change, RatingChangeRecord)


class RatingTable:
    """Rated and private games, inside one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection

    def agree(self, game_id: str, record: RatedGameRecord) -> None:
        """Write down what was agreed of a new game."""
        self._db.execute(insert(account_game).values(game_id=game_id, **values_of(record, RatedGameRecord)))

    def agreed(self, game_id: str) -> RatedGameRecord | None:
        """Return what was agreed of a game; None where nothing was."""
        row = self._db.execute(select(*_AGREED).where(account_game.c.game_id == game_id)).first()
        return RatedGameRecord(*row) if row else None

    def ended(self) -> Sequence[str]:
        """Return the rated games that are over and not yet reckoned, the longest over first."""
        query = (
            select(game.c.id)
            .join(account_game)
            .where(account_game.c.settled == false(), game.c.score.is_not(None))
            .order_by(game.c.updated_at)
        )
        return list(self._db.execute(query).scalars())

    def settle(self, game_id: str) -> bool:
        """Note that nothing is to be done any more about the rating of a game; False if that was known."""
        step = update(account_game).where(account_game.c.game_id == game_id, ~account_game.c.settled)
        return bool(self._db.execute(step.values(settled=True)).rowcount)

    def get(self, player_id: str, slug: str, speed: str) -> RatingRecord | None:
        """Return somebody's rating in a game at a speed, or None before the first."""
        here = and_(rating.c.player_id == player_id, rating.c.game == slug, rating.c.speed == speed)
        row = self._db.execute(select(*_RATING).where(here)).first()
        return RatingRecord(*row) if row else None

    def of_players(self, player_ids: Collection[str], slug: str, speed: str) -> Mapping[str, RatingRecord]:
        """Return the ratings of those of some players who have one in a game at a speed, by player."""
        here = and_(rating.c.player_id.in_(player_ids), rating.c.game == slug, rating.c.speed == speed)
        rows = self._db.execute(select(rating.c.player_id, *_RATING).where(here))
        return {row[0]: RatingRecord(*row[1:]) for row in rows}

    def of_player(self, player_id: str) -> Sequence[RatingRecord]:
        """Return somebody's ratings, the one of most games first."""
        query = select(*_RATING).where(rating.c.player_id == player_id)
        rows = self._db.execute(query.order_by(rating.c.games.desc(), rating.c.game, rating.c.speed))
        return [RatingRecord(*row) for row in rows]

    def keep(self, player_id: str, record: RatingRecord, change: RatingChangeRecord) -> None:
        """Write down a new rating in place of the old one, and the game that made it."""
        old = and_(
            rating.c.player_id == player_id, rating.c.game == record.game, rating.c.speed == record.speed
        )
        self._db.execute(delete(rating).where(old))
        self._db.execute(insert(rating).values(player_id=player_id, **values_of(record, RatingRecord)))
        self._db.execute(
            insert(rating_change).values(player_id=player_id, **values_of(change, RatingChangeRecord))
        )

    def changes(self, player_id: str, *, limit: int) -> Sequence[RatingChangeRecord]:
        """Return what rated games did to somebody's ratings, the newest first."""
        query = select(*_CHANGE).where(rating_change.c.player_id == player_id)
        query = query.order_by(rating_change.c.at.desc(), rating_change.c.game_id).limit(limit)
        return [RatingChangeRecord(*row) for row in self._db.execute(query)]

    def public_games(self, player_id: str, *, limit: int) -> Sequence[str]:
        """Return the public games of a player that are over, the last over first."""
        query = select(game.c.id).where(*_public(player_id))
        query = query.order_by(game.c.updated_at.desc(), game.c.id).limit(limit)
        return list(self._db.execute(query).scalars())

    def private_games(self, player_id: str) -> Collection[str]:
        """Return those games that changed somebody's rating and are private."""
        query = select(rating_change.c.game_id).join(
            account_game, account_game.c.game_id == rating_change.c.game_id
        )
        mine = and_(rating_change.c.player_id == player_id, account_game.c.private)
        return set(self._db.execute(query.where(mine)).scalars())

    def unfinished(self, player_id: str) -> Sequence[str]:
        """Return the games of a player that are not over."""
        query = (
            select(game.c.id)
            .join(seat)
            .where(seat.c.player_id == player_id, game.c.score.is_(None))
            .distinct()
        )
        return list(self._db.execute(query).scalars())

    def alone(self, player_id: str, *, limit: int) -> Sequence[str]:
        """Return games in which a player sits and no other person does; one that is gone is a person too."""
        other = seat.alias("other")
        others = select(other.c.game_id).where(
            other.c.kind == "human", func.coalesce(other.c.player_id, "") != player_id
        )
        query = select(seat.c.game_id).where(seat.c.player_id == player_id, seat.c.game_id.not_in(others))
        return list(self._db.execute(query.distinct().limit(limit)).scalars())

    def opponents(self, player_id: str, *, limit: int) -> Sequence[OpponentRecord]:
        """Return with whom somebody has finished public games, the most met first."""
        mine, theirs = seat.alias("mine"), seat.alias("theirs")
        won = func.sum(case((game.c.winner == mine.c.side, 1), else_=0))
        drawn = func.sum(case((game.c.winner.is_(None), 1), else_=0))
        query = (
            select(player.c.name, won, drawn, func.count())
            .select_from(game)
            .join(mine, and_(mine.c.game_id == game.c.id, mine.c.player_id == player_id))
            .join(theirs, and_(theirs.c.game_id == game.c.id, theirs.c.player_id != player_id))
            .join(account, account.c.player_id == theirs.c.player_id)
            .join(player, player.c.id == theirs.c.player_id)
            .where(*_public(player_id))
            .group_by(theirs.c.player_id, player.c.name)
            .order_by(func.count().desc(), player.c.name)
            .limit(limit)
        )
        rows = self._db.execute(query)
        return [OpponentRecord(name, int(w), int(d), int(n) - int(w) - int(d)) for name, w, d, n in rows]

    def count_public(self, player_id: str) -> int:
        """Return how many public games of a player are over."""
        query = select(func.count()).select_from(game).where(*_public(player_id))
        return self._db.execute(query).scalar_one()


def _public(player_id: str) -> tuple[ColumnElement[bool], ...]:
    """Return which games of a player others may find: those of two accounts, begun when they were that.

    What somebody has played as a guest, with a guest, alone or with the computer is known by its link only.
    """
    own, other, whose = account.alias("own"), seat.alias("other"), account.alias("whose")
    since = select(own.c.since).where(own.c.player_id == player_id).scalar_subquery()
    met = (
        select(other.c.game_id)
        .join(whose, whose.c.player_id == other.c.player_id)
        .where(other.c.game_id == game.c.id, whose.c.player_id != player_id)
        .where(whose.c.since <= game.c.created_at)
    )
    return (
        game.c.id.in_(select(seat.c.game_id).where(seat.c.player_id == player_id)),
        game.c.id.not_in(select(account_game.c.game_id).where(account_game.c.private)),
        game.c.score.is_not(None),
        game.c.created_at >= since,
        or_(met.exists(), game.c.id.in_(_rated_of(player_id))),
    )


def _rated_of(player_id: str) -> Select[tuple[str]]:
    """Return the games that changed somebody's rating: the other's account may be no more."""
    return select(rating_change.c.game_id).where(rating_change.c.player_id == player_id)
