"""A player's card, for everybody: the games, the opponents and what they have made, the rating."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar, Literal

import msgspec

from damiera.errors import DamieraError
from damiera.messages import Lang
from damiera.rating.categories import letters
from damiera.service.errors import NotFound
from damiera.service.tournament.event import LiveEvent
from damiera.service.tournament.ratings import rated
from damiera.tournament.errors import NoSuchPlayer
from damiera.tournament.model import EventPlayer, GameMark, PlayerGame, System, entries
from damiera.tournament.pairing.keizer import keizer_brought
from damiera.tournament.pairing.teams import team_of
from damiera.tournament.standings import Standing, StandingRow
from damiera.web.tournament.views.head import EventPage, event_head
from damiera.web.tournament.views.standings import column
from damiera.web.tournament.views.words import kind_said

__all__ = ["CardGame", "PlayerCard", "player_card", "player_cards"]

_MARKS: dict[GameMark | None, Literal["w", "d", "l", ""]] = {
    GameMark.WIN: "w",
    GameMark.DRAW: "d",
    GameMark.LOSS: "l",
}


class CardGame(msgspec.Struct, frozen=True):
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
    board: str
    said: str


class PlayerCard(EventPage, kw_only=True, frozen=True):
    """A player's card.

    Attributes:
        about: team, club, category and rating, as far as they are known.
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
    return _card(_Facts.of(live, lang), player, arbiter=live.is_arbiter(visitor_id))


def player_cards(live: LiveEvent, lang: Lang) -> Iterator[PlayerCard]:
    """Yield the cards of all players as strangers see them; standing and ratings are counted once for all."""
    facts = _Facts.of(live, lang)
    for player in live.event.players:
        yield _card(facts, player, arbiter=False)


class _Facts(msgspec.Struct, frozen=True):
    """What the cards of an event share: its standing, each player's line, ratings before and after."""

    live: LiveEvent
    lang: Lang
    whole: Standing
    rows: Mapping[int, StandingRow]
    ratings: Mapping[int, tuple[int, int]]
    keizer: Mapping[int, Mapping[tuple[int, int], str]]

    @classmethod
    def of(cls, live: LiveEvent, lang: Lang) -> _Facts:
        """Return what the cards of an event share."""
        whole = live.standing_of_players
        keizer = keizer_brought(live.event) if live.event.settings.system is System.KEIZER else {}
        return cls(live, lang, whole, {row.number: row for row in whole.rows}, _ratings(live), keizer)


def _card(facts: _Facts, player: EventPlayer, *, arbiter: bool) -> PlayerCard:
    live, whole, own = facts.live, facts.whole, facts.rows.get(player.number)
    team = team_of(live.event, player.number) if live.event.settings.boards else None
    known = [team.name if team else "", player.club, letters(player.category) if player.category else ""]
    known.append(f"Elo {player.elo}" if player.elo else "")
    return PlayerCard(
        head=event_head(live, facts.lang),
        arbiter=arbiter,
        player=player,
        about=" · ".join(filter(None, dict.fromkeys(known))),
        rank=own.rank if own else None,
        of=len(live.event.players),
        points=whole.points_said(own) if own else "",
        tiebreaks=_tiebreaks(whole, own) if own else (),
        games=tuple(_game(facts, player.number, game) for game in entries(live.event, player.number)),
        rating=facts.ratings.get(player.number),
    )


def _tiebreaks(whole: Standing, own: StandingRow) -> tuple[tuple[str, str], ...]:
    names = map(column, whole.rules.tiebreaks[:2])
    return tuple(zip(names, whole.values_said(own), strict=False))


def _game(facts: _Facts, number: int, game: PlayerGame) -> CardGame:
    live, whole = facts.live, facts.whole
    said = kind_said(live.event, game.kind, player=number, round=game.round, board=game.board)
    row = facts.rows.get(game.opponent) if game.opponent is not None else None
    over = game.mark is not None or game.opponent is None
    made = live.event.settings.scoring.said(game.points)
    made = facts.keizer.get(number, {}).get((game.round, game.leg), made)
    return CardGame(
        round=game.round,
        leg=game.leg,
        opponent=game.opponent,
        name=live.event.player(game.opponent).name if game.opponent is not None else "",
        colour=game.colour or "",
        rank=row.rank if row else None,
        points=whole.points_said(row) if row else "",
        made=made if over else "",
        mark=_MARKS.get(game.mark, "") if game.played else "",
        board=live.board_name(game.round, game.board),
        said=said.text(facts.lang) if said else "",
    )


def _ratings(live: LiveEvent) -> dict[int, tuple[int, int]]:
    """Return the ratings before and after of all who played; of nobody where they cannot be counted."""
    if not live.announced.elo_weight or not live.event.rounds:
        return {}
    try:
        report = rated(live)
    except DamieraError:
        return {}
    return {c.entrant.number: (c.initial, c.final) for c in report.changes if c.played}
