"""A player's card, for everybody: the games, the opponents and what they have made, the rating."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from damiera.errors import DamieraError
from damiera.messages import Lang
from damiera.rating.categories import letters
from damiera.service.errors import NotFound
from damiera.service.tournament.event import LiveEvent
from damiera.service.tournament.ratings import rated
from damiera.tournament.errors import NoSuchPlayer
from damiera.tournament.model import EventPlayer, GameMark, PlayerGame, entries
from damiera.tournament.standings import Standing, StandingRow
from damiera.web.tournament.views.head import EventPage, event_head
from damiera.web.tournament.views.standings import column
from damiera.web.tournament.views.words import kind_said

__all__ = ["CardGame", "PlayerCard", "player_card"]

_MARKS: dict[GameMark | None, Literal["w", "d", "l", ""]] = {
    GameMark.WIN: "w",
    GameMark.DRAW: "d",
    GameMark.LOSS: "l",
}


@dataclass(frozen=True, slots=True)
class CardGame:
    """A round of a player.

    Attributes:
        opponent: their number, None where no game is played: `said` says why.
        colour: "white", "black", or "" without a game.
        rank, points: what the opponent has reached, as the standing has it now.
        made: the points of this round; "" while the game is under way, then `board` is where.
        mark: "w", "d", "l", or "" without a result over the board.
    """

    round: int
    leg: int
    opponent: int | None
    name: str
    colour: Literal["white", "black", ""]
    rank: int | None
    points: str
    made: str
    mark: Literal["w", "d", "l", ""]
    board: int
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerCard(EventPage):
    """A player's card.

    Attributes:
        about: club, category and rating, as far as they are known.
        rank: the place, None for who has none; `of`: how many players there are.
        tiebreaks: the first two of the event, each with its short name.
        rating: before and after the event, where it can be counted; None elsewhere.
    """

    template: ClassVar[str] = "tournament/card.html"
    tab: str = "public"
    player: EventPlayer
    about: str
    rank: int | None
    of: int
    points: str
    tiebreaks: tuple[tuple[str, str], ...]
    games: tuple[CardGame, ...]
    rating: tuple[int, int] | None


def player_card(live: LiveEvent, lang: Lang, number: int, visitor_id: str | None) -> PlayerCard:
    """Return a player's card. Raises `NotFound` if nobody has the number."""
    try:
        player = live.event.player(number)
    except NoSuchPlayer as error:
        raise NotFound(str(number), error.message) from None
    whole = live.standing
    own = next((r for r in whole.rows if r.number == number), None)
    known = [player.club, letters(player.category) if player.category else ""]
    known.append(f"Elo {player.elo}" if player.elo else "")
    return PlayerCard(
        head=event_head(live, lang),
        arbiter=live.is_arbiter(visitor_id),
        player=player,
        about=" · ".join(filter(None, known)),
        rank=own.rank if own else None,
        of=len(live.event.players),
        points=whole.points_said(own) if own else "",
        tiebreaks=_tiebreaks(whole, own) if own else (),
        games=tuple(_game(live, lang, whole, number, game) for game in entries(live.event, number)),
        rating=_rating(live, number),
    )


def _tiebreaks(whole: Standing, own: StandingRow) -> tuple[tuple[str, str], ...]:
    names = map(column, whole.rules.tiebreaks[:2])
    return tuple(zip(names, whole.values_said(own), strict=False))


def _game(live: LiveEvent, lang: Lang, whole: Standing, number: int, game: PlayerGame) -> CardGame:
    said = kind_said(live.event, game.kind, player=number, round=game.round, board=game.board)
    row = next((r for r in whole.rows if r.number == game.opponent), None)
    over = game.mark is not None or game.opponent is None
    return CardGame(
        round=game.round,
        leg=game.leg,
        opponent=game.opponent,
        name=live.event.player(game.opponent).name if game.opponent is not None else "",
        colour=game.colour or "",
        rank=row.rank if row else None,
        points=whole.points_said(row) if row else "",
        made=live.event.settings.scoring.said(game.points) if over else "",
        mark=_MARKS.get(game.mark, "") if game.played else "",
        board=game.board,
        said=said.text(lang) if said else "",
    )


def _rating(live: LiveEvent, number: int) -> tuple[int, int] | None:
    if not live.announced.elo_weight or not live.event.rounds:
        return None
    try:
        report = rated(live)
    except DamieraError:
        return None
    found = next((c for c in report.changes if c.entrant.number == number and c.played), None)
    return (found.initial, found.final) if found else None
