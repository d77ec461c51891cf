"""What statuses do to games, derived whenever an event is counted and written into no game.

| status | games |
|---|---|
| exclusion | all of the player's are annulled, whenever they were or will be played |
| leaving an all-play-all for good with less than half of it played | all annulled |
| expulsion in round n | the game of round n is lost, whatever it was |
| not appearing in round n | the game of round n is lost by forfeit if it has no result |
| away when an all-play-all or knockout round is played | the game is lost by forfeit if it has no result |

Taking a status back, or returning, therefore gives the games back as they were reported.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from msgspec import structs

from damiera.regulations.citations import implements
from damiera.tournament.model import (
    EFFECTS,
    Event,
    GameMark,
    Kind,
    PlayerChange,
    Round,
    RoundGame,
    Status,
    System,
    carry_counts,
    entries,
    excluded,
)
from damiera.tournament.pairing.round_robin import rounds_needed

__all__ = ["counted", "decided_by", "recounted", "settled"]


def counted(event: Event) -> Event:
    """Return an event as it counts: with what its statuses do to its games.

    >>> from damiera.tournament.model import Event, RoundGame, GameMark, EventPlayer, Round
    >>> two = (EventPlayer(1, "Rossi", 3000), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> counted(event) is event
    True
    """
    if not event.statuses:
        return event
    struck, statuses = annulled(event), _by_player(event)
    rounds = tuple(_counted(event, held, struck, statuses) for held in event.rounds)
    return event if rounds == event.rounds else replace(event, rounds=rounds)


def recounted(told: Event, before: Event, before_counted: Event) -> Event:
    """Return `counted(told)`, given `before_counted`, which is `counted(before)`: quick if little differs.

    >>> from damiera.tournament.model import Event, RoundGame, GameMark, EventPlayer, Round, with_round
    >>> two = (EventPlayer(1, "Rossi", 3000), EventPlayer(2, "Bianchi", 2600))
    >>> before = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2),)),))
    >>> after = with_round(before, Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)))
    >>> recounted(after, before, counted(before)) == counted(after)
    True
    """
    if not told.statuses:
        return told
    same = (told.players, told.statuses, told.settings) == (before.players, before.statuses, before.settings)
    if not same or len(told.rounds) != len(before.rounds) or annulled(told) != annulled(before):
        return counted(told)
    struck, statuses = annulled(told), _by_player(told)
    rounds = tuple(
        known if held is old else _counted(told, held, struck, statuses)
        for held, old, known in zip(told.rounds, before.rounds, before_counted.rounds, strict=True)
    )
    if rounds == told.rounds:
        return told
    after = replace(told, rounds=rounds)
    carry_counts(before_counted, after)
    return after


def _by_player(event: Event) -> Mapping[int, Sequence[Status]]:
    found: dict[int, list[Status]] = {}
    for status in event.statuses:
        found.setdefault(status.player, []).append(status)
    return found


def annulled(event: Event) -> frozenset[int]:
    """Return the players whose games are all annulled, for their opponents too."""
    left = (s for s in event.statuses if EFFECTS[s.change].lasts and s.until_round is None)
    return excluded(event) | {s.player for s in left if _too_few(event, s)}


def decided_by(event: Event, game: RoundGame) -> Status | None:
    """Return the status that decides a game whatever is reported of it; None if its result counts.

    >>> from damiera.tournament.model import Event, RoundGame, GameMark, EventPlayer, Round
    >>> two = (EventPlayer(1, "Rossi", 3000), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> decided_by(event, event.games[0]) is None
    True
    """
    for status in event.statuses:
        if status.player not in (game.white, game.black):
            continue
        if EFFECTS[status.change].annuls or (status.change is PlayerChange.EXPELLED and _falls(status, game)):
            return status
    struck = annulled(event) & {game.white, game.black}
    return next((s for s in event.statuses if s.player in struck), None)


def settled(event: Event, held: Round) -> Round:
    """Return a round in which whoever is away has lost by forfeit, where its system pairs the absent too.

    >>> from damiera.tournament.model import Event, RoundGame, GameMark, EventPlayer, Round
    >>> two = (EventPlayer(1, "Rossi", 3000), EventPlayer(2, "Bianchi", 2600))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 1, 1, 2, GameMark.WIN, GameMark.LOSS),)),))
    >>> settled(event, event.rounds[0]) == event.rounds[0]
    True
    """
    if held.system not in (System.ROUND_ROBIN, System.KNOCKOUT) or event.settings.boards:
        return held
    away = {s.player for s in event.statuses if s.change is not PlayerChange.LATE and s.holds(held.number)}
    return structs.replace(held, games=tuple(_lost(g, away) if not g.is_over else g for g in held.games))


def _counted(
    event: Event, held: Round, struck: frozenset[int], statuses: Mapping[int, Sequence[Status]]
) -> Round:
    def one(game: RoundGame) -> RoundGame:
        if game.white in struck or game.black in struck:
            return structs.replace(game, kind=Kind.ANNULLED)
        if game.black is None or not (game.white in statuses or game.black in statuses):
            return game
        return _decided(game, (*statuses.get(game.white, ()), *statuses.get(game.black, ())))

    return settled(event, structs.replace(held, games=tuple(one(g) for g in held.games)))


@implements("fid.competition.2008:9.4")
def _decided(game: RoundGame, statuses: Iterable[Status]) -> RoundGame:
    """A game of players to whom something happened in its round."""
    falls = [s for s in statuses if EFFECTS[s.change].loses_round and _falls(s, game)]
    losers = {s.player for s in falls if s.change is not PlayerChange.FORFEITED or not game.is_over}
    return _lost(game, losers)


def _falls(status: Status, game: RoundGame) -> bool:
    return status.from_round == game.round


def _lost(game: RoundGame, losers: set[int]) -> RoundGame:
    """A game that `losers` lose by forfeit; who was absent already does not win by it."""
    if game.black is None or not losers & {game.white, game.black}:
        return game
    absent = game.kind is Kind.FORFEIT
    white_lost = game.white in losers or (absent and game.white_mark is GameMark.LOSS)
    black_lost = game.black in losers or (absent and game.black_mark is GameMark.LOSS)
    return structs.replace(
        game,
        white_mark=GameMark.LOSS if white_lost else GameMark.WIN,
        black_mark=GameMark.LOSS if black_lost else GameMark.WIN,
        kind=Kind.FORFEIT,
        advantage=None,
    )


@implements("fid.competition.2008:6")
def _too_few(event: Event, status: Status) -> bool:
    """Has someone who leaves an all-play-all played less than half of it? (Our default: games annulled.)

    Rounds still to be played before the one they leave in may yet bring them to half.
    """
    if event.settings.system is not System.ROUND_ROBIN or event.settings.boards or status.player < 0:
        return False
    own = entries(event, status.player)
    under_way = {
        e.round
        for e in own
        if e.kind is Kind.PLAYED and e.mark is None and e.opponent is not None and e.round < status.from_round
    }
    played = {e.round for e in own if e.played} | under_way
    to_come = max(status.from_round - 1 - event.played_rounds, 0)
    return 2 * (len(played) + to_come) < rounds_needed(event)
