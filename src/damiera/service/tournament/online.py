"""Boards played here, online: games made for a round, seats for its players, results that come by themselves.

A game belongs to a board for as long as the same two sit there. It is made with the event's game, rulebook,
clock and drawn opening; its seats wait for the players' phones. When it ends, its result goes into the log of
the event with the game itself, once, however often it is told: also of games that ended while nobody looked.
An arbiter's entry that is there before stands.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import Final

from msgspec.structs import replace

from damiera._core import Side
from damiera.errors import DamieraError
from damiera.game.clock import ClockSettings
from damiera.game.openings import deck
from damiera.game.outcome import Outcome
from damiera.game.sides import is_for_two, side_name
from damiera.game.ways import Conditions, Way
from damiera.messages import Lang, Message
from damiera.notation.pdn.writer import write_pdn
from damiera.records.games import SeatRecord
from damiera.records.people import RatedGameRecord
from damiera.rules.ruleset import ruleset
from damiera.service.errors import BadTerms, NotFound, NotYours, RefusedAct
from damiera.service.identity import Visitor
from damiera.service.live import GameCache, LiveGame
from damiera.service.live import GameTransaction as AtBoard
from damiera.service.names import new_id
from damiera.service.new_game import add_game
from damiera.service.ports import StorePort, Transaction
from damiera.service.record import record_of
from damiera.service.terms import NewGame, NewGameTerms, OpeningDraw, read_terms
from damiera.service.tournament.acts import TournamentService
from damiera.service.tournament.event import RESULTS, LiveEvent
from damiera.service.tournament.event import RoundDraw as Drawn
from damiera.service.tournament.phones import bound_player
from damiera.service.tournament.results import game_at
from damiera.service.tournament.transaction import EventTransaction
from damiera.tournament import acts
from damiera.tournament.errors import BadTournament
from damiera.tournament.model import Kind, RoundGame
from damiera.tournament.state import PhoneNotes

__all__ = ["OnlineBoardService", "is_its_turn", "online_game"]

log = logging.getLogger("damiera.service")

_BOARD: Final = Visitor("", "Damiera")
_NO_ROUND: Final = Message("Round {r} is not there, or is closed.")
_NOT_FOR_TWO: Final = Message("This game is not for two: it has no boards.")
_NO_GAME: Final = Message("Board {b} of round {r} is not played here.")
_NO_SEAT: Final = Message("Others play at this board: this phone is neither's.")
_FORFEITED: Final = Message("This board is decided by forfeit: you play again from the next round on.")
_TAKEN: Final = Message("Your seat is taken by another phone of yours: play with that one.")


def online_game(margin: PhoneNotes, game: RoundGame) -> str:
    """Return the game on this server in which a board is played; "" if none, or if others sit there now."""
    found = margin.online.get((game.round, game.board, game.leg))
    return found.game if found is not None and (found.white, found.black) == (game.white, game.black) else ""


def is_its_turn(games: Iterable[RoundGame], game: RoundGame) -> bool:
    """Tell whether the games of the same two before this one are over.

    >>> from damiera.tournament.model import RoundGame
    >>> both = (RoundGame(1, 1, 1, 2), RoundGame(1, 1, 2, 1, leg=2))
    >>> [is_its_turn(both, game) for game in both]
    [True, False]
    """
    return all(one.is_over for one in games if one.board == game.board and one.leg < game.leg)


class OnlineBoardService:
    """The use cases of boards that are played on this server."""

    def __init__(self, tournaments: TournamentService, cache: GameCache, store: StorePort) -> None:
        self._tournaments = tournaments
        self._cache = cache
        self._store = store

    # --- the arbiter ---

    def switch(self, id: str, who: Visitor, *, on: bool, clock: str = "") -> LiveEvent:
        """Play the boards of every round here from now on, those of the round under way too, or no more.

        Args:
            clock: as players write it, "30+10"; "" for games without.
        Raises:
            BadTerms: for a clock that is none, or a game that has no boards.
        """
        if on:
            _clock(clock)
            if not is_for_two(ruleset(self._tournaments.load(id).event.game).core):
                raise BadTerms("on", _NOT_FOR_TWO)

        def step(transaction: EventTransaction) -> None:
            margin = transaction.log.state.margin
            if (margin.plays_online, margin.clock) != (on, clock.strip()):
                transaction.act(acts.PlaysOnlineNote(on=on, clock=clock.strip()))

        live = self._tournaments.change(id, who, step)
        for part in live.inner:
            self.follow(part)
        return self._tournaments.load(id)

    def open_round(self, id: str, who: Visitor, round: int) -> LiveEvent:
        """Make the games of a round's boards that have neither a game here nor a result.

        Raises:
            BadTournament: if there is no such round, or it is closed.
        """

        def step(transaction: EventTransaction) -> None:
            held = transaction.log.event.round(round)
            if held is None or held.closed:
                raise BadTournament(_NO_ROUND.format(r=round))
            self._make(transaction, round, transaction.who)

        return self._tournaments.change(id, who, step)

    def follow(self, live: LiveEvent) -> LiveEvent | None:
        """Make the games that are due once a round is paired; None if there are none to make."""
        margin, held = live.margin, live.event.round(live.event.played_rounds)
        if not margin.plays_online or held is None or held.closed or live.over:
            return None
        if not any(_is_due(live, game) for game in held.games):
            return None
        id, name = live.arbiters[0]
        try:
            return self.open_round(live.id, Visitor(id, name), held.number)
        except DamieraError:
            log.exception("event %s: no games could be made for round %s", live.id, held.number)
            return None

    def _make(self, transaction: EventTransaction, round: int, by: Visitor) -> None:
        margin, held = transaction.log.state.margin, transaction.log.event.round(round)
        for game in held.games if held else ():
            gone = transaction.work.games.version(online_game(margin, game)) is None
            live = replace(transaction.live, log=transaction.log)
            if not _is_due(live, game) and not (gone and _is_playable(live, game)):
                continue
            self._make_game(transaction, game, by)

    def _make_game(self, transaction: EventTransaction, game: RoundGame, by: Visitor) -> None:
        margin = transaction.log.state.margin
        terms = read_terms(_new_game(transaction.live, margin, game))
        game_id = new_id()
        _add(transaction.work, game_id, terms, by, transaction.now)
        place = {"round": game.round, "board": game.board, "leg": game.leg}
        transaction.work.phones.play_online(game_id=game_id, tournament_id=transaction.live.row.id, **place)
        evening = transaction.log.whole.evening
        if evening is not None and evening.rated:
            transaction.work.ratings.agree(game_id, RatedGameRecord(rated=True, private=False))
        if terms.ballot is not None:
            board = AtBoard(transaction.work, self._cache.fetch(transaction.work, game_id), transaction.now)
            board.happen(terms.ballot.event(transaction.now), None)
        transaction.act(
            acts.OnlineNote(
                round=game.round,
                board=game.board,
                leg=game.leg,
                game=game_id,
                white=game.white,
                black=game.black or 0,
            )
        )

    # --- a player ---

    def sit(self, id: str, who: Visitor, round: int, board: int, *, leg: int = 1) -> str:
        """Seat a player's phone at their board; return the name of the game. Safe to do again.

        Raises:
            NotYours: to whoever is not one of the two.
            NotFound: if the board is not played here.
        """
        live = self._tournaments.load(id)
        game = game_at(live.event, round, board, leg)
        game_id = online_game(live.margin, game)
        if not game_id:
            raise NotFound(f"{round}/{board}", _NO_GAME.format(b=live.board_name(round, board), r=round))
        if game.kind is Kind.FORFEIT:
            raise RefusedAct(_FORFEITED)
        with self._store.read() as work:
            number = bound_player(work, live, who.id)
        if number is None or number not in (game.white, game.black):
            raise NotYours(_NO_SEAT)
        side = Side.WHITE if number == game.white else Side.BLACK
        name = who.name if who.is_bot else live.event.player(number).name[:40]

        def take(transaction: AtBoard) -> None:
            seat = transaction.live.seat(side)
            if seat.player_id == who.id:
                return
            if seat.kind != "open":
                raise RefusedAct(_TAKEN)
            transaction.take_seat(side, who.id, name)

        try:
            self._cache.change(game_id, take)
        except NotFound:  # the one who sat there alone has taken the game away: another is made
            return self._again(live, game, take)
        return game_id

    def _again(self, live: LiveEvent, game: RoundGame, take: Callable[[AtBoard], None]) -> str:
        id, name = live.arbiters[0]
        live = self.open_round(live.id, Visitor(id, name), game.round)
        game_id = online_game(live.margin, game)
        self._cache.change(game_id, take)
        return game_id

    # --- what comes back ---

    def ended(self) -> tuple[str, ...]:
        """Return the games of boards that are over and not yet told to their events."""
        with self._store.read() as work:
            return tuple(work.phones.ended())

    def record(self, game_id: str) -> LiveEvent | None:
        """Write a game that is over into its event, once; None where there is nothing to write."""
        with self._store.read() as work:
            row = work.phones.online(game_id)
        played = self._cache.load(game_id)
        outcome = played.game.outcome
        if row is None or row.settled or outcome is None:
            return None
        place = (row.round, row.board, row.leg)

        def step(transaction: EventTransaction) -> None:
            transaction.work.phones.settle(game_id)
            _record(transaction, place, played, outcome)
            board = game_at(transaction.log.event, *place)
            is_theirs = online_game(transaction.log.state.margin, board) == game_id
            if outcome.score == "*" and is_theirs and not board.is_over and transaction.log.whole.evening:
                by = Visitor(*transaction.live.arbiters[0])
                self._make_game(transaction, board, by)  # called off: they begin again

        try:
            id = self._played_in(row.tournament_id, place, game_id)
            return self._tournaments.change(id, _BOARD, step, player=True, closed=True)
        except (NotFound, BadTournament):
            with self._store.write() as work:
                work.phones.settle(game_id)  # the event has no place for it any more: the game itself stays
            return None

    def _played_in(self, id: str, place: tuple[int, int, int], game_id: str) -> str:
        """Return the section whose board a game is, by its name; the event where it has none."""
        live = self._tournaments.load(id)
        found = (p for p in live.inner if (o := p.margin.online.get(place)) and o.game == game_id)
        return next((part.id for part in found), live.id)


def _clock(text: str) -> ClockSettings | None:
    try:
        return ClockSettings.parse(text) if text.strip() else None
    except DamieraError as error:
        raise BadTerms("clock", error.message) from error


def _is_due(live: LiveEvent, game: RoundGame) -> bool:
    return _is_playable(live, game) and not online_game(live.margin, game)


def _is_playable(live: LiveEvent, game: RoundGame) -> bool:
    """Tell whether two may play a game now: at an evening one after the other, where they have several."""
    if game.black is None or game.is_over:
        return False
    held = live.event.round(game.round)
    return live.log.whole.evening is None or held is None or is_its_turn(held.games, game)


def _new_game(live: LiveEvent, margin: PhoneNotes, game: RoundGame) -> NewGame:
    """Return the terms of a board: the event's game and rulebook, the clock, the opening that was drawn."""
    clock = _clock(game.clock or margin.clock)
    rules = ruleset(live.event.game)
    book = live.announced.rulebook if live.announced.rulebook in rules.rulebooks else None
    new = NewGame(
        game=live.event.game,
        friend=True,
        rulebook=book,
        clock=clock,
        base_ms=clock.base_ms if clock else None,
        increment_ms=clock.increment_ms if clock else 0,
        first_move_s=0,
    )
    drawn = live.board_ballots.get((game.round, game.board)) or live.ballots.get(game.round)
    return _with_opening(new, drawn) if drawn is not None else new


def _with_opening(new: NewGame, drawn: Drawn) -> NewGame:
    chosen = deck(drawn.deck)
    opening, rules = chosen.opening(drawn.number), ruleset(new.game)
    start = position = opening.start(rules)
    paths = []
    for move in opening.played(rules):
        paths.append(position.paths(move)[0])
        position = position.play(move)
    ballot = OpeningDraw(tuple(paths), drawn.deck, drawn.number, drawn.seed) if paths else None
    if opening.removed:
        agreed = Conditions(way=Way.ELEVEN_MEN, without=opening.removed, lot=drawn.seed)
        return replace(new, ballot=ballot, conditions=agreed)
    return replace(new, fen=start.fen if start != rules.start() else None, ballot=ballot)


def _add(work: Transaction, game_id: str, terms: NewGameTerms, by: Visitor, now: int) -> None:
    """Add a game whose two seats wait."""
    add_game(work, game_id, terms, by, now, started_at=None)
    for side in (Side.WHITE, Side.BLACK):
        # Without a code: a seat is a player's, and a code would let their opponent take it, or anybody.
        work.games.add_seat(game_id, SeatRecord(side_name(side), "open"))


def _record(
    transaction: EventTransaction, place: tuple[int, int, int], played: LiveGame, outcome: Outcome
) -> None:
    game = game_at(transaction.log.event, *place)
    if online_game(transaction.log.state.margin, game) != played.id or outcome.score == "*":
        return
    round, board, leg = place
    if not game.is_over:
        white, black, kind = RESULTS[_result(outcome)]
        told = acts.ResultAct(
            round=round, board=board, leg=leg, white=white, black=black, kind=kind, was="none", by="board"
        )
        transaction.act(told)
    pdn = write_pdn(record_of(played, lang=_language_of(played)))
    transaction.act(acts.GameKeptNote(round=round, board=board, leg=leg, pdn=pdn, game=played.id))


def _language_of(played: LiveGame) -> Lang:
    """Return the language of remarks on a game: that of the federation whose book it is played by."""
    return "it" if played.game.rulebook.startswith("fid.") else "en"


def _result(outcome: Outcome) -> acts.ResultName:
    if outcome.winner is None:
        return "both-lost" if outcome.score == "0-0" else "draw"
    return "win" if outcome.winner is Side.WHITE else "loss"
