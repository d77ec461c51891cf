"""An event as ratings see it: who entered, how it ended for each, and which games count.

A game counts if it was played over the board to a result. Forfeits, byes, absences and annulled games do not,
each with its reason (Capo VI, article 7). Who withdrew, forfeited (also by a single result `+ -`) or was sent
away is told as such: ratings refuse them gains unless a commission decided otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from damiera.messages import Message
from damiera.rating.categories import known_category
from damiera.rating.editions import Edition
from damiera.rating.elo_rubele import RatingReport, rate
from damiera.rating.event import Ending, Entrant, Occasion, Override, RatedGame, Scope
from damiera.regulations.citations import implements
from damiera.tournament.model import (
    EFFECTS,
    Event,
    EventPlayer,
    GameMark,
    Kind,
    PlayerChange,
    RoundGame,
    status,
)

__all__ = ["UNFINISHED", "entrants", "played_until", "rate_event", "rated_games"]

_ENDINGS: Mapping[PlayerChange, Ending] = {
    PlayerChange.WITHDRAWN: "withdrawn",
    PlayerChange.FORFEITED: "forfeited",
    PlayerChange.EXPELLED: "disqualified",
    PlayerChange.EXCLUDED: "disqualified",
}
_POINTS = {GameMark.WIN: 2, GameMark.DRAW: 1, GameMark.LOSS: 0}
UNFINISHED = Message("not finished")
"""Why a game without a result does not count."""

_WHY = {
    Kind.PLAYED: UNFINISHED,
    Kind.FORFEIT: Message("forfeit"),
    Kind.BYE: Message("bye"),
    Kind.FULL_BYE: Message("bye asked for"),
    Kind.HALF_BYE: Message("bye asked for"),
    Kind.ZERO_BYE: Message("absent"),
    Kind.ANNULLED: Message("annulled"),
}
_NOBODY_OPPOSITE = Message("nobody opposite")
_UNRATED = Message("not rated")
_UNEVEN = Message("a result that no game has")


def entrants(event: Event, overrides: Mapping[int, Override] | None = None) -> tuple[Entrant, ...]:
    """Return the players as ratings know them; `overrides` are a commission's decisions, by start number.

    The rating is that of the event's game, where the player has one by that name; else the one
    they play with.

    >>> from damiera.tournament.model import Event, RoundGame, GameMark, EventPlayer, Round
    >>> two = (EventPlayer(1, "Rossi", 3000), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> [(one.name, one.rating) for one in entrants(event)]
    [('Rossi', 3000), ('Bianchi', 2600)]
    """
    overrides = overrides or {}
    endings = _endings(event)
    return tuple(
        Entrant(
            p.number,
            p.name,
            _rating(p, event.game),
            _category(p),
            endings.get(p.number, "finished"),
            overrides.get(p.number),
            p.card,
            p.club,
        )
        for p in event.players
    )


def rated_games(event: Event) -> tuple[RatedGame, ...]:
    """Return every line of every round, those that do not count with the reason.

    >>> from damiera.tournament.model import Event, RoundGame, GameMark, EventPlayer, Round
    >>> two = (EventPlayer(1, "Rossi", 3000), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> rated_games(event)[0].points
    2
    """
    return tuple(_rated(game) for game in event.games)


def played_until(event: Event, round: int) -> Event:
    """Return an event as it stood after a round: what was paired or declared later is left out.

    >>> from damiera.tournament.model import Round
    >>> len(played_until(Event(rounds=(Round(1, ()), Round(2, ()))), 1).rounds)
    1
    """
    rounds = tuple(r for r in event.rounds if r.number <= round)
    known = tuple(s for s in event.statuses if s.change is PlayerChange.LATE or s.from_round <= round)
    return replace(event, rounds=rounds, statuses=known)


@implements("fid.competition.2008:20")
def rate_event(
    event: Event,
    *,
    weight: int | None = None,
    scope: Scope = "national",
    edition: Edition | None = None,
    overrides: Mapping[int, Override] | None = None,
) -> RatingReport:
    """Return the event's rating report by Elo-Rubele, under the edition of its last day.

    Raises:
        ImpossibleGames: if the results cannot be.
        UnknownEdition: if no edition was in force on that day.
    Source:
        FID 2008, competitions: 20 [fid.competition.2008].

    >>> from damiera.tournament.model import Event, RoundGame, GameMark, EventPlayer, Round
    >>> two = (EventPlayer(1, "Rossi", 3000), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> [change.entrant.name for change in rate_event(event).changes]
    ['Rossi', 'Bianchi']
    """
    occasion = Occasion(event.name, event.game, event.ends or event.starts, weight, scope)
    return rate(entrants(event, overrides), rated_games(event), occasion, edition)


@implements("fid.competition.2008:13")
def _endings(event: Event) -> dict[int, Ending]:
    """How it ended for whoever did not stay, or did not appear; who came back before the end stayed."""
    out: dict[int, Ending] = {}
    for held in event.statuses:
        back = held.until_round is not None and held.until_round < event.played_rounds
        stayed = EFFECTS[held.change].gains or (back and EFFECTS[held.change].ranked)
        if not stayed and out.get(held.player) != "disqualified":
            out[held.player] = _ENDINGS[held.change]
    for number in _forfeiters(event):
        out.setdefault(number, "forfeited")
    return out


def _forfeiters(event: Event) -> set[int]:
    """The players who lost a game by not appearing: not the absent by request, nor who left and came back."""
    excused = (PlayerChange.ABSENT, PlayerChange.WITHDRAWN)
    out = set()
    for game in event.games:
        if game.kind is not Kind.FORFEIT or game.black is None:
            continue
        for number, mark in ((game.white, game.white_mark), (game.black, game.black_mark)):
            held = status(event, number, game.round) if mark is GameMark.LOSS else None
            if mark is GameMark.LOSS and (held is None or held.change not in excused):
                out.add(number)
    return out


def _rating(player: EventPlayer, game: str) -> int | None:
    own = dict(player.ratings)
    if game in own:
        return own[game] or None
    return None if game != "italian" and "italian" in own else player.elo or None


def _category(player: EventPlayer) -> str:
    found = known_category(player.category) or known_category(player.title)
    return found.id if found else ""


@implements("fid.competition.2008:VI.7")
def _rated(game: RoundGame) -> RatedGame:
    if not game.is_played or game.white_mark is None or game.black_mark is None:
        alone = (
            game.match and game.black is None and game.kind is Kind.FULL_BYE
        )  # a board of a match of teams
        return RatedGame(
            game.round, game.white, game.black, 0, _NOBODY_OPPOSITE if alone else _WHY[game.kind]
        )
    if not game.rated:
        return RatedGame(game.round, game.white, game.black, 0, _UNRATED)
    points = _POINTS[game.white_mark]
    uneven = points + _POINTS[game.black_mark] != 2
    return RatedGame(game.round, game.white, game.black, points, _UNEVEN if uneven else None)
