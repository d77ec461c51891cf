"""What happens in a game beside moves and offers: what a player may do, and what an arbiter writes down.

A player acts for their own seat: they bid, touch, ask for a pause, seal a move. In a game on a real board
whoever made it is its arbiter, and writes down whatever happens, for both sides and for themselves. Players
who have screens of their own there claim, give notice, consent, have an irregularity put right and call the
arbiter, each for themselves; rulings are the arbiter's alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Final

import msgspec

from damiera._core import Side
from damiera.decoding import converter
from damiera.game.errors import IllegalRoute
from damiera.game.events import (
    AbsenceClaimed,
    Adjourned,
    Announced,
    Annulled,
    Balloted,
    Bid,
    CalledOff,
    Claimed,
    ClaimRuled,
    Consented,
    Corrected,
    CountRequested,
    Crowned,
    DrawAccepted,
    DrawDeclined,
    DrawOffered,
    Event,
    Flagged,
    HostArrived,
    HostLeft,
    ImproperCapture,
    Irregular,
    LetStand,
    Moved,
    Opened,
    Passed,
    PauseAccepted,
    PauseAsked,
    PauseDeclined,
    Pressed,
    QuickMoves,
    Refused,
    Repeated,
    RepetitionClaimed,
    Replayed,
    ReplayOf,
    Resigned,
    Resumed,
    Ruled,
    Sealed,
    TimeGiven,
    Touched,
    UndoAccepted,
    UndoAsked,
    VacationBegun,
    VacationEnded,
)
from damiera.game.sealed_moves import new_salt, seal
from damiera.game.sides import side_name, side_named
from damiera.game.state import Game
from damiera.game.timing.units import length_words
from damiera.game.ways import Way
from damiera.messages import Message
from damiera.regulations.citations import implements
from damiera.rules.explain import explain_move
from damiera.rules.routes import move_along
from damiera.service.bidding import engine_calls
from damiera.service.conduct_checks import SAYS_NOTHING, as_it_was_done
from damiera.service.errors import BadTerms, GameIsOver, NotYours
from damiera.service.errors import RefusedAct as NotAllowed
from damiera.service.live import GameCache, GameTransaction, LiveGame, rebuild, refused, with_rematch
from damiera.service.move_plans import may_plan, set_plan
from damiera.service.names import new_id
from damiera.service.new_game import at_start, play_opening_again

__all__ = ["ConductService", "claimable_after_ms", "rights_of"]

_OF_PLAYERS: Final = (
    AbsenceClaimed,
    Adjourned,
    Bid,
    CalledOff,
    Claimed,
    Consented,
    Corrected,
    LetStand,
    Passed,
    Touched,
    PauseAsked,
    PauseAccepted,
    PauseDeclined,
    Resumed,
    TimeGiven,
)
_VACATIONS: Final = (VacationBegun, VacationEnded)
_AMONG_PLAYERS: Final = (AbsenceClaimed, CalledOff, TimeGiven)
_OF_HOSTS: Final = (HostArrived, HostLeft)
_OF_ARBITERS: Final = (
    *_OF_PLAYERS,
    *_OF_HOSTS,
    *_VACATIONS,
    Announced,
    Annulled,
    Balloted,
    ClaimRuled,
    CountRequested,
    Crowned,
    DrawAccepted,
    DrawDeclined,
    DrawOffered,
    Flagged,
    ImproperCapture,
    Irregular,
    Moved,
    Pressed,
    QuickMoves,
    Refused,
    Repeated,
    RepetitionClaimed,
    Resigned,
    Ruled,
    UndoAccepted,
    UndoAsked,
)
_UNREADABLE = Message("I do not know how to do '{what}': {why}")
_NOT_FOR_YOU = Message("Only the arbiter can do this.")
_IN_ALL_GAMES = Message("A vacation is taken in all games at once: on the page of your vacation.")
_CHECK_TOO_LONG = Message(
    "The clock has been running for {gone} only, and the check cannot have taken longer. Write that at most, "
    "or stop the clocks first."
)
_SEAT_OPEN = Message("A seat is still open: the clocks are started when both players are here.")
_NOBODY_YET = Message("A seat is still open: there is nothing to replay yet.")
AWAY_MS: Final = 60_000
"""How long an opponent is away before the game can be claimed, where a clock runs."""
AWAY_WITHOUT_CLOCK_MS: Final = 300_000
"""And where none runs, or where a host goes from board to board."""
_NOT_AWAY = Message("The game can be claimed when the opponent has been away for {least}: now it is {gone}.")
_HOST_ABOUT = Message("The host goes from board to board: while it is your move the game cannot be claimed.")
_NOBODY_AWAY = Message("Nobody sits opposite who could be away.")
_OF_AN_EVENT = Message("This is a board of a tournament: its arbiter decides.")
_NO_ENVELOPE = Message("There is no envelope to open.")


class _Sealing(msgspec.Struct, frozen=True):
    """What a player says who seals a move."""

    path: tuple[int, ...]
    drops: tuple[int, ...] = ()


class _Envelope(msgspec.Struct, frozen=True):
    """A sealed move as it is kept until somebody opens it."""

    path: tuple[int, ...]
    salt: str
    drops: tuple[int, ...] = ()


_to_sealing = converter(_Sealing)
_envelopes = msgspec.json.Decoder(_Envelope)


class ConductService:
    """The use cases of whoever does more than move."""

    def __init__(self, cache: GameCache) -> None:
        self._cache = cache

    def do(
        self, game_id: str, player_id: str | None, given: Mapping[str, object], *, away_ms: int = 0
    ) -> LiveGame:
        """Let an event happen, as its JSON says it, now.

        Args:
            given: the fields of the event without `at`. `{"e": "seal", "path": [...]}` puts a move into an
                envelope, and `{"e": "open"}` opens it: only we know its salt. `{"e": "plan", "text": ...}`
                lays answers ahead by correspondence. `{"e": "replay", "text": ...}` ends the game
                without a result and begins another in its place, with the same terms and players.
            away_ms: for how long the opponent has not been seen: the game can be claimed after a while.
        Raises:
            BadTerms: for fields that make no event.
            NotYours: without a seat, for the other's seat, or for what only an arbiter does.
            RefusedAct, GameIsOver, NotYourTurn: if it does not fit the game as it stands, or an irregularity
                is recorded under a kind that does not fit what was done.
        """
        return self.do_all(game_id, player_id, (given,), away_ms=away_ms)

    def do_all(
        self, game_id: str, player_id: str | None, given: Sequence[Mapping[str, object]], *, away_ms: int = 0
    ) -> LiveGame:
        """Let several events happen, one after the other, now: all of them, or none. Raises as `do` does."""

        def step(transaction: GameTransaction) -> LiveGame:
            for one in given:
                _do_one(transaction, player_id, one, away_ms)
            return transaction.live

        return self._cache.change(game_id, step)


def _do_one(
    transaction: GameTransaction, player_id: str | None, given: Mapping[str, object], away_ms: int
) -> None:
    """Let one event happen."""
    if transaction.live.game.outcome is not None:
        raise GameIsOver(transaction.live.game.outcome.score)
    if given.get("e") == "seal":
        _seal(transaction, player_id, given)
    elif given.get("e") == "open":
        _open(transaction, player_id)
    elif given.get("e") == "plan":
        _plan(transaction, player_id, given)
    elif given.get("e") == "replay":
        _replay(transaction, player_id, given)
    else:
        event = _claimed_before(_read(given, transaction.now), transaction.live.game)
        _authorize(transaction.live, player_id, event)
        if isinstance(event, _AMONG_PLAYERS) and given["e"] not in _among_players_of(transaction.live):
            raise NotAllowed(_OF_AN_EVENT)
        if isinstance(event, Resumed) and transaction.live.waiting:
            raise NotAllowed(_SEAT_OPEN)
        if isinstance(event, AbsenceClaimed):
            _require_absence(transaction, player_id, away_ms)
        event = as_it_was_done(transaction.live.game, event)
        transaction.happen(event, player_id)
        _agree_at_once(transaction, player_id, event)
        engine_calls(transaction)


def _plan(transaction: GameTransaction, player_id: str | None, given: Mapping[str, object]) -> None:
    """Lay answers ahead for the one side of a player."""
    sides = transaction.live.sides_of(player_id)
    if len(sides) != 1:
        raise NotYours
    set_plan(transaction, sides[0], str(given.get("text", "")))


def rights_of(live: LiveGame, player_id: str | None) -> tuple[str, ...]:
    """Return what a viewer may do beside moving, as the tags of events; `vacation` is the page of vacations.

    Whether it fits the game just now the game itself decides; this is who may ask.
    """
    if live.is_arbiter(player_id):
        return ("arbiter",)
    sides = live.sides_of(player_id)
    game = live.game
    if not sides or game.outcome is not None or live.waiting:
        return ()
    found: list[str] = []
    if game.auction is not None and game.auction.is_open:
        found += ["bid", "passed"] if game.auction.turn in sides else []
        return tuple(found)
    if game.conduct.halt in ("pause", "interrupted"):
        return ("resumed",)
    if game.conduct.halt == "sealed":
        return ("open",)
    if game.conduct.halt == "unstarted":
        return ()
    if game.conditions.arbitrated:
        found += _before_an_arbiter(game, sides)
    if live.only_claims(player_id):
        return tuple(found)
    if len(sides) == 1 and may_plan(live, sides[0]):
        found.append("plan")
    if game.conditions.touch_binds and game.side in sides:
        found.append("touched")
    if not game.conditions.arbitrated:
        found += [one for one in _among_players(live, player_id) if one in _among_players_of(live)]
    if game.clock is not None:
        asked = game.conduct.pause_request
        if asked is None:
            found.append("pause-asked")
        elif asked not in sides or len(sides) > 1:
            found += ["pause-accepted", "pause-declined"]
        found += ["seal"] if game.side in sides else []
        if len(sides) == 1 and game.clock.settings.of(sides[0]).vacation_ms:
            found.append("vacation")
    if game.clock is not None and game.clock.host in sides:
        found += ["host-arrived", "host-left"]
    return tuple(found)


def _before_an_arbiter(game: Game, sides: Sequence[Side]) -> list[str]:
    """Return what players may do where an arbiter rules: claim, give notice, consent, demand, call."""
    found = ["claimed"]
    adjusting, pending = game.conduct.adjusting, game.conduct.pending
    if game.conditions.screens == "claim" and game.conditions.touch_binds:
        found.append("adjust")
    if adjusting is not None and adjusting[0] not in sides:
        found.append("consented")
    if pending is not None and pending.side not in sides:
        found += ["corrected", "let-stand"]
    if game.conduct.halt is None:
        found.append("adjourned")
    return found


def _among_players_of(live: LiveGame) -> frozenset[str]:
    """Return what players may settle between themselves, by the tournament whose board it is.

    An arbiter decides the rest. An evening goes on by itself: there whoever is left alone at a board claims
    it.
    """
    match live.tournament:
        case "":
            return frozenset({"called-off", "time-given", "absence-claimed"})
        case "evening":
            return frozenset({"absence-claimed"})
        case _:
            return frozenset()


def _among_players(live: LiveGame, player_id: str | None) -> list[str]:
    """Return what players settle between themselves where no arbiter is."""
    game = live.game
    found = ["called-off"] if game.ply < len(game.sides) else []
    others = [seat for seat in live.row.seats if seat.kind == "human" and seat.player_id != player_id]
    if not others or len(game.sides) > 2:
        return found
    if game.clock is not None and not game.clock.settings.counts_days:
        found.append("time-given")
    if game.conditions.way is not Way.CORRESPONDENCE and not _host_is_about(live, player_id):
        found.append("absence-claimed")
    return found


def _host_is_about(live: LiveGame, player_id: str | None) -> bool:
    """Tell whether the opponent of a player gives a display and has nothing to do at this board now."""
    host = live.game.conditions.host
    if host is None or side_named(host) in live.sides_of(player_id):
        return False
    return live.game.side is not side_named(host)


def claimable_after_ms(game: Game) -> int:
    """Return for how long an opponent must be away before a game can be claimed from them."""
    is_short = game.clock is not None and game.conditions.host is None
    return AWAY_MS if is_short else AWAY_WITHOUT_CLOCK_MS


def _require_absence(transaction: GameTransaction, player_id: str | None, away_ms: int) -> None:
    """Refuse a claim against an opponent who is here, or has not been away for long."""
    if _host_is_about(transaction.live, player_id):
        raise NotAllowed(_HOST_ABOUT)
    least = claimable_after_ms(transaction.live.game)
    if away_ms < least:
        gone = length_words(away_ms // 1000 * 1000)
        raise NotAllowed(_NOT_AWAY.format(least=length_words(least), gone=gone))
    others = [seat for seat in transaction.live.row.seats if seat.player_id != player_id]
    if any(seat.kind != "human" for seat in others) or not others:
        raise NotAllowed(_NOBODY_AWAY)


def _read(given: Mapping[str, object], at: int) -> Event:
    if given.get("e") == "ruled" and given.get("text") == "":
        raise BadTerms("text", SAYS_NOTHING)
    try:
        event: Event = msgspec.convert({**given, "at": at}, Event)
    except msgspec.ValidationError as error:
        raise BadTerms("event", _UNREADABLE.format(what=given.get("e", "?"), why=str(error))) from None
    return event


def _claimed_before(event: Event, game: Game) -> Event:
    """Return the event; a claim as of when its check began, for it is written down when that is over.

    Raises:
        Refused: if a check that found the claim wrong would have begun before the clock that runs; the
            clocks would stand from now on for the rest of it.
    """
    if not isinstance(event, RepetitionClaimed) or not event.check_ms or game.clock is None:
        return event
    if game.clock.running is None:
        return event
    gone = max(0, event.at - game.clock.since)
    if event.check_ms > gone and not game.can_claim_repetition and game.draw_rules.repetition is not None:
        raise NotAllowed(_CHECK_TOO_LONG.format(gone=length_words(gone // 1000 * 1000)))
    return msgspec.structs.replace(event, at=max(event.at - event.check_ms, game.clock.since))


def _authorize(live: LiveGame, player_id: str | None, event: Event) -> None:
    """Refuse an event that is not this player's to make."""
    if live.is_arbiter(player_id):
        if not isinstance(event, _OF_ARBITERS):
            raise NotAllowed(_NOT_FOR_YOU)
        return
    sides = live.sides_of(player_id)
    if not sides:
        raise NotYours
    if isinstance(event, _OF_HOSTS):
        host = live.game.conditions.host
        if host is None or side_named(host) not in sides:
            raise NotYours
        return
    if isinstance(event, _VACATIONS):
        raise NotAllowed(_IN_ALL_GAMES)
    if not isinstance(event, _OF_PLAYERS):
        raise NotAllowed(_NOT_FOR_YOU)
    if event.side == "arbiter" or side_named(event.side) not in sides:
        raise NotYours
    if isinstance(event, Touched) and not event.adjust and live.only_claims(player_id):
        raise NotAllowed(_NOT_FOR_YOU)


def _agree_at_once(transaction: GameTransaction, player_id: str | None, event: Event) -> None:
    """Let whoever sits opposite as well, or the engine, agree to a pause."""
    if not isinstance(event, PauseAsked):
        return
    other = side_named(event.side).opponent
    seat = transaction.live.seat(other)
    if seat.kind == "engine" or (seat.player_id == player_id and not transaction.live.is_arbiter(player_id)):
        transaction.happen(PauseAccepted(side=side_name(other), at=transaction.now), seat.player_id)


class _Replaying(msgspec.Struct, frozen=True):
    """What an arbiter says who has a game replayed."""

    text: Annotated[str, msgspec.Meta(max_length=400)] = ""
    author: Annotated[str, msgspec.Meta(max_length=400)] = ""
    article: Annotated[str, msgspec.Meta(max_length=400)] = ""


_to_replaying = converter(_Replaying)


@implements("fid.italian:7.8", "fid.english:7.8")
def _replay(transaction: GameTransaction, player_id: str | None, given: Mapping[str, object]) -> None:
    """End the game without a result, and begin another in its place on the same terms."""
    live = transaction.live
    if not live.is_arbiter(player_id) or player_id is None:
        raise NotAllowed(_NOT_FOR_YOU) if live.sides_of(player_id) else NotYours
    if live.waiting:
        raise NotAllowed(_NOBODY_YET)
    try:
        told = _to_replaying(given)
    except msgspec.ValidationError as error:
        raise BadTerms("text", _UNREADABLE.format(what="replay", why=str(error))) from None
    name, at = new_id(), transaction.now
    event = Replayed(game=name, at=at, text=told.text, author=told.author, article=told.article)
    as_it_was_done(live.game, event)
    transaction.happen(event, player_id)
    games = transaction.work.games
    start = at_start(live.game.start_position)
    games.add(name, live.row, start, created_by=player_id, rematch_of=live.id, at=at, started_at=at)
    for seat in live.row.seats:
        games.add_seat(name, replace(seat, invite=None))
    ref = transaction.live.game.conduct.log[-1].article
    again = GameTransaction(transaction.work, rebuild(transaction.work, name), at)
    again.happen(ReplayOf(game=live.id, at=at, article=ref or ""), player_id)
    play_opening_again(transaction, name, player_id)
    transaction.live = with_rematch(transaction.work, transaction.live)


def _seal(transaction: GameTransaction, player_id: str | None, given: Mapping[str, object]) -> None:
    """Put the move of the side to move into an envelope; it must be legal, and nobody is shown it."""
    live = transaction.live
    if live.game.side not in live.sides_of(player_id):
        raise NotYours
    if live.only_claims(player_id):
        raise NotAllowed(_NOT_FOR_YOU)
    try:
        told = _to_sealing(given)
    except msgspec.ValidationError as error:
        raise BadTerms("path", _UNREADABLE.format(what="seal", why=str(error))) from None
    path, drops, position = told.path, told.drops, live.game.position
    found = move_along(position, path, drops)
    if found is None:
        why = explain_move(position, path, live.game.rulebook, drops=drops)
        raise refused(IllegalRoute(position, path, why))
    route, entries, salt = position.paths(found)[0], found.drops, new_salt()
    envelope = seal(route, salt, entries)
    transaction.happen(
        Sealed(side=side_name(live.game.side), envelope=envelope, at=transaction.now), player_id
    )
    kept = msgspec.json.encode(_Envelope(route, salt, entries)).decode()
    transaction.work.games.keep_sealed(live.id, kept)


def _open(transaction: GameTransaction, player_id: str | None) -> None:
    """Open the envelope: the move is played, and the game goes on."""
    if not transaction.live.sides_of(player_id):
        raise NotYours
    row = transaction.work.games.get(transaction.live.id)
    if row is None or row.sealed is None:
        raise NotAllowed(_NO_ENVELOPE)
    kept = _envelopes.decode(row.sealed)
    opened = Opened(path=kept.path, salt=kept.salt, at=transaction.now, drops=kept.drops)
    transaction.happen(opened, player_id)
    transaction.work.games.keep_sealed(transaction.live.id, None)
