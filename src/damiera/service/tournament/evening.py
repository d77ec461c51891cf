"""Evenings played here: who joins by one tap, rounds that follow one another, boards to which nobody comes.

An evening is an event of the hall. All that happens in it is in its log; what is due next follows from the
log and the time (`evening_due`), so that a server that was stopped goes on where it was, and two that look at
the same moment do one thing once.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Final, Literal

import msgspec
from msgspec import UNSET, structs

from damiera.game.clock import ClockSettings
from damiera.messages import Message
from damiera.rating.online import speed_of
from damiera.records.member_clubs import ClubEventRecord
from damiera.service.bots import require_bot_in_club
from damiera.service.errors import BadTerms, NotFound, NotYours, RefusedAct
from damiera.service.identity import Visitor
from damiera.service.live import GameCache
from damiera.service.live import GameTransaction as AtBoard
from damiera.service.member_clubs import require_club_admin
from damiera.service.names import new_id
from damiera.service.ports import StorePort, Transaction
from damiera.service.tournament.acts import TournamentService
from damiera.service.tournament.entries import enter_all, number_anew
from damiera.service.tournament.event import Announcement, LiveEvent
from damiera.service.tournament.online import OnlineBoardService, is_its_turn, online_game
from damiera.service.tournament.phones import accounts_at, bound_player
from damiera.service.tournament.teams import seats_at
from damiera.service.tournament.transaction import EventTransaction, close_last, due, pair_act
from damiera.tournament import acts
from damiera.tournament.errors import Unpairable
from damiera.tournament.model import EventPlayer, PlayerChange, RoundGame, Status, System
from damiera.tournament.pairing.apart import pair_apart
from damiera.tournament.pairing.teams import board_points
from damiera.tournament.state import Evening

__all__ = ["PACES", "SYSTEMS_OF_EVENINGS", "EveningDue", "EveningService", "EveningTerms", "ReadyBoard"]
__all__ += ["away_from", "evening_due", "rating_at", "seated_apart", "starts_at"]

log = logging.getLogger("damiera.service")

PACES: Final = ("3+2", "5+3", "10+5", "15+5", "30+10")
"""Clocks of an evening: minutes for each, and seconds a move."""
SYSTEMS_OF_EVENINGS: Final = (System.OPTIMAL, System.ROUND_ROBIN, System.KEIZER)
MOST_PLAYERS: Final = 200
MOST_ROUNDS: Final = 30
GIVEN_UP_MS: Final = 6 * 3_600_000
"""After so long an evening to which too few have come is closed."""
_SERVER: Final = Visitor("", "Damiera")

_NO_EVENING: Final = Message("This event is no evening: whoever wants to play talks to the arbiter.")
_SIGN_IN: Final = Message("Sign in first: at an evening accounts play.")
_MEMBERS_ONLY: Final = Message("This evening is for the members of the club.")
_CLOSED: Final = Message("Nobody can join any more.")
_FULL: Final = Message("{n} have joined, and no more can.")
_ALL_PLAY_ALL: Final = Message("Where all play all nobody can join once the first round is paired.")
_NOT_IN: Final = Message("You have not joined.")
_SENT_AWAY: Final = Message("The arbiter has taken you out of this event: talk to them.")
_PACE: Final = Message("Choose one of the paces.")
_SYSTEM: Final = Message("Choose one of the systems.")
_ROUNDS: Final = Message("From 1 to {n} rounds.")
_WAIT: Final = Message("From 1 to 60 minutes.")
_PAUSE: Final = Message("From 0 to 60 minutes.")
_STARTS: Final = Message("Write when it begins: a day and a time that are still to come.")
_TEAMS_PLAY: Final = Message("This is a match between clubs: names are put down on its own page.")
_CLUB_CLOSED: Final = Message("A club of this match was closed.")
_KEPT_APART: Final = Message("two of them sit at other boards")
_ABSENT: Final = Message("did not come within {n} minutes")


class EveningTerms(msgspec.Struct, frozen=True):
    """What is asked for when an evening is made.

    Attributes:
        pace: one of `PACES`; `system`: the name of one of `SYSTEMS_OF_EVENINGS`.
        rounds: how many; 0 only where all play all.
        starts: when the first round is paired, as a form writes it ("2026-05-01T21:00"); "": by an arbiter.
        wait: minutes after which whoever has not come forfeits; `pause`: minutes between rounds.
        bots: whether programs may join.

    >>> EveningTerms("Friday").pace
    '5+3'
    """

    name: str
    game: str = "italian"
    system: str = "optimal"
    rounds: int = 5
    pace: str = "5+3"
    starts: str = ""
    wait: int = 5
    pause: int = 1
    by_itself: bool = True
    rated: bool = True
    bots: bool = False


class EveningDue(msgspec.Struct, frozen=True):
    """What comes next of an evening: `what`, at a time in milliseconds since 1970; None: at once.

    `games` makes the boards of a round; `absent` looks who has not come to them; `pair` makes the next round;
    `end` closes the evening.

    >>> EveningDue("pair", 5).is_due(5)
    True
    """

    what: Literal["games", "absent", "pair", "end"]
    at: int = 0

    def is_due(self, now: int) -> bool:
        """Tell whether its time has come."""
        return self.at <= now


def evening_due(live: LiveEvent) -> EveningDue | None:
    """Return what comes next of an evening by itself; None if it waits for a result or for somebody."""
    evening = live.state.evening
    if evening is None or live.over:
        return None
    waiting = _waiting(live)
    if waiting:
        if any(not online_game(live.margin, game) for game in waiting):
            return EveningDue("games")
        looks = [at for game in waiting if (at := _opened_at(live, game) + evening.wait * 60_000)]
        unseen = [at for at in looks if at > _looked_at(live)]
        return EveningDue("absent", min(unseen)) if unseen else None
    return _between_rounds(live, evening)


def _waiting(live: LiveEvent) -> list[RoundGame]:
    """Return the games that two may play now: of several of the same two the first that is not over."""
    held = live.event.round(live.event.played_rounds)
    games = held.games if held else ()
    return [g for g in live.open_games if g.black is not None and is_its_turn(games, g)]


def _between_rounds(live: LiveEvent, evening: Evening) -> EveningDue | None:
    coming, played = live.next_round(), live.event.played_rounds
    if not evening.by_itself:
        return None
    if played and live.planned and played >= live.planned:
        return None if _was_reopened(live) else EveningDue("end", _ended_at(live) + 1_000)
    if coming.waits is None:
        if played:
            return EveningDue("pair", _ended_at(live) + evening.pause * 1_000)
        return EveningDue("pair", evening.starts) if evening.starts else None
    begun = _ended_at(live) if played else evening.starts
    return EveningDue("end", begun + GIVEN_UP_MS) if begun and not _was_reopened(live) else None


def _was_reopened(live: LiveEvent) -> bool:
    return any(isinstance(line.act, acts.OverNote) and not line.act.over for line in live.log.lines)


def _opened_at(live: LiveEvent, game: RoundGame) -> int:
    """Return when the game of a board was made."""
    wanted = online_game(live.margin, game)
    return next(
        (
            line.entry.at
            for line in reversed(live.log.lines)
            if isinstance(line.act, acts.OnlineNote) and line.act.game == wanted
        ),
        0,
    )


def _looked_at(live: LiveEvent) -> int:
    """Return up to when it is known who has come to their boards."""
    found = (line.act.until for line in reversed(live.log.lines) if isinstance(line.act, acts.LookedNote))
    return next(found, 0)


def _ended_at(live: LiveEvent) -> int:
    """Return when the last round came to its last result."""
    for line in reversed(live.log.lines):
        match line.act:
            case acts.ResultAct() | acts.PairAct() | acts.UndoAct():
                return line.entry.at
            case acts.StatusAct(change=PlayerChange.FORFEITED):
                return line.entry.at
            case _:
                pass
    return 0


def away_from(live: LiveEvent, number: int) -> Status | None:
    """Return what keeps a player out of the next round; None if they are to be paired."""
    coming = live.event.played_rounds + 1
    found = [one for one in live.event.statuses if one.player == number and one.holds(coming)]
    return next((one for one in found if one.change is not PlayerChange.LATE), None)


class ReadyBoard(msgspec.Struct, frozen=True):
    """A board at which somebody is waited for: its game, what its event is called, the page that leads there.

    >>> ReadyBoard("g1", "Friday", "/hall/e1/evening").event
    'Friday'
    """

    game: str
    event: str
    page: str


class EveningService:
    """The use cases of evenings: of those who make them, of those who play, and of the clock."""

    def __init__(
        self, tournaments: TournamentService, online: OnlineBoardService, cache: GameCache, store: StorePort
    ) -> None:
        self._tournaments = tournaments
        self._online = online
        self._cache = cache
        self._store = store

    # --- who makes it ---

    def create(self, who: Visitor, club_id: str, terms: EveningTerms) -> LiveEvent:
        """Make an evening of a club, as its admin; its admins are the arbiters.

        Raises:
            NotYours, NotFound: to whoever is no admin of a club.
            BadTerms: for terms that make no evening, with the field.
        """
        starts = _checked(terms, self._cache.clock.now_ms())
        with self._store.read() as work:
            require_club_admin(work, club_id, who.id)
            admins = [m for m in work.member_clubs.members(club_id) if m.role in ("founder", "admin")]

        def made(transaction: EventTransaction) -> None:
            id, work = transaction.live.row.id, transaction.work
            for one in admins:
                if one.player_id != who.id:
                    work.tournaments.let_in(id, player_id=one.player_id, name=one.name, at=transaction.now)
            transaction.act(acts.PlaysOnlineNote(on=True, clock=terms.pace))
            transaction.act(
                acts.EveningNote(
                    club=club_id,
                    starts=starts,
                    wait=terms.wait,
                    pause=terms.pause * 60,
                    by_itself=terms.by_itself,
                    rated=terms.rated,
                    bots=terms.bots or UNSET,
                )
            )
            work.phones.set_evening(id, over=False)
            when = terms.starts.replace("T", " ")[:16]
            event = ClubEventRecord(new_id(), terms.name.strip()[:80], f"/hall/{id}/evening", when)
            work.member_clubs.add_event(club_id, event, at=transaction.now)

        announced = Announcement(
            terms.name,
            game=terms.game,
            system=System(terms.system),
            rounds=0 if terms.system == System.ROUND_ROBIN.value else terms.rounds,
            starts=datetime.fromtimestamp(starts / 1000).date() if starts else None,
            time_control=terms.pace,
        )
        live = self._tournaments.create(who, announced, [made], called=who.name)
        return self._tournaments.forget(live.id)

    def set_by_itself(self, id: str, who: Visitor, *, by_itself: bool) -> LiveEvent:
        """Have rounds follow by themselves, or when an arbiter says so."""
        return self._set(id, who, by_itself=by_itself)

    def set_open(self, id: str, who: Visitor, *, is_open: bool) -> LiveEvent:
        """Let people join, or nobody any more."""
        return self._set(id, who, open=is_open)

    def _set(self, id: str, who: Visitor, **changes: bool) -> LiveEvent:
        def step(transaction: EventTransaction) -> None:
            evening = _evening(transaction.live)
            if evening.match:
                raise RefusedAct(_TEAMS_PLAY)
            facts = {one.name: getattr(evening, one.name) for one in structs.fields(Evening)}
            facts["bots"] = evening.bots or UNSET
            if any(facts[name] != value for name, value in changes.items()):
                transaction.act(acts.EveningNote(**{**facts, **changes}))

        return self._tournaments.change(id, who, step)

    def pair(self, id: str, who: Visitor, round: int) -> LiveEvent:
        """Begin the next round now, as an arbiter. Raises as `TournamentService.pair`."""
        _evening(self._tournaments.load(id))
        return self._tournaments.change(id, who, lambda s: _pair_next(s, round))

    # --- who plays ---

    def mine(self, live: LiveEvent, player_id: str | None) -> int | None:
        """Return the start number of somebody who has joined."""
        with self._store.read() as work:
            return bound_player(work, live, player_id)

    def boards_ready(self, player_id: str) -> Sequence[ReadyBoard]:
        """Return the boards at which somebody is waited for and has not come."""
        with self._store.read() as work:
            ids = work.phones.evenings_of(player_id)
        found = []
        for id in ids:
            live = self._tournaments.load(id)
            number = self.mine(live, player_id)
            for game in _waiting(live):
                game_id = online_game(live.margin, game)
                if number in (game.white, game.black) and self._is_awaited(game_id, game, number):
                    found.append(ReadyBoard(game_id, live.event.name, f"/hall/{live.id}/evening"))
        return found

    def _is_awaited(self, game_id: str, game: RoundGame, number: int | None) -> bool:
        try:
            seats = self._cache.load(game_id).row.seats if game_id else ()
        except NotFound:
            return False
        side = "white" if number == game.white else "black"
        return any(seat.side == side and seat.kind == "open" for seat in seats)

    def place(self, game_id: str) -> tuple[LiveEvent, int, int, int] | None:
        """Return the evening in which a game is played, with its round, board and leg; None for others."""
        with self._store.read() as work:
            row = work.phones.online(game_id)
        if row is None:
            return None
        live = self._tournaments.load(row.tournament_id)
        return (live, row.round, row.board, row.leg) if live.state.evening is not None else None

    def join(self, id: str, who: Visitor) -> LiveEvent:
        """Join an evening, or play again in one that was left. Safe to do again.

        Raises:
            NotYours: to guests, and to whoever is not in the club.
            RefusedAct: once nobody can join any more.
        """

        def step(transaction: EventTransaction) -> None:
            evening, live, work = _evening(transaction.live), transaction.live, transaction.work
            number = bound_player(work, live, who.id)
            if number is not None:
                _come_back(transaction, number)
                return
            if evening.match:
                raise RefusedAct(_TEAMS_PLAY)
            club = _require_member(work, evening, who)
            _require_open(live, evening)
            elo = rating_at(work, live.event.game, live.margin.clock, who.id)
            name = f"{who.name[:74]} (bot)" if who.is_bot else who.name[:80]  # on prints and sites, too
            enter_all(transaction, [EventPlayer(0, name, elo, club=club[:80])])
            work.phones.bind(
                live.row.id, player_id=who.id, key=len(transaction.log.lines), at=transaction.now
            )

        return self._tournaments.change(id, who, step, player=True)

    def pause(self, id: str, who: Visitor) -> LiveEvent:
        """Stay out of the rounds to come until one joins again; the game under way is played."""
        return self._leave(id, who, PlayerChange.ABSENT)

    def leave(self, id: str, who: Visitor) -> LiveEvent:
        """Leave an evening; before the first round one's name goes, later the points stay."""
        return self._leave(id, who, PlayerChange.WITHDRAWN)

    def _leave(self, id: str, who: Visitor, change: PlayerChange) -> LiveEvent:
        def step(transaction: EventTransaction) -> None:
            _evening(transaction.live)
            live, number = transaction.live, bound_player(transaction.work, transaction.live, who.id)
            if number is None:
                raise RefusedAct(_NOT_IN)
            if change is PlayerChange.WITHDRAWN and not live.event.rounds:
                transaction.act(acts.RemoveAct(number=number))
                transaction.work.phones.unbind(live.row.id, player_id=who.id)
                return
            away = away_from(live, number)
            if away is not None and away.change in (change, *_GONE):
                return
            coming = live.event.played_rounds + 1
            if away is not None:
                transaction.act(acts.ReturnAct(player=number, round=coming))
            transaction.act(acts.StatusAct(player=number, change=change, from_round=coming))

        return self._tournaments.change(id, who, step, player=True)

    # --- what happens by itself ---

    def running(self) -> tuple[tuple[str, int], ...]:
        """Return the evenings that may have something to come, each with the last line of its log."""
        with self._store.read() as work:
            return tuple(work.phones.evenings())

    def follow(self, live: LiveEvent) -> LiveEvent | None:
        """Look again at an evening that was opened again."""
        last = live.log.lines[-1].act if live.log.lines else None
        if live.state.evening is not None and isinstance(last, acts.OverNote) and not last.over:
            with self._store.write() as work:
                work.phones.set_evening(live.row.id, over=False)
        return None

    def go_on(self, id: str) -> int | None:
        """Do what is due of an evening; return when to look again, in milliseconds since 1970, or None."""
        for _ in range(4):  # what is done may make something else due
            live = self._tournaments.load(id)
            if live.over or live.state.evening is None:
                with self._store.write() as work:
                    work.phones.set_evening(id, over=True)
                    _finish_match(work, live)
                return None
            coming = evening_due(live)
            if coming is None:
                return None
            if not coming.is_due(self._cache.clock.now_ms()):
                return coming.at
            self._do(live, coming)
        return self._cache.clock.now_ms() + 1_000

    def _do(self, live: LiveEvent, coming: EveningDue) -> None:
        match coming.what:
            case "games":
                self._online.open_round(live.id, Visitor(*live.arbiters[0]), live.event.played_rounds)
            case "absent":
                self._look_who_came(live)
            case "pair":
                self._pair(live)
            case "end":
                self._end(live, "")

    def _pair(self, live: LiveEvent) -> None:
        number = live.event.played_rounds + 1

        try:
            self._tournaments.change(live.id, _SERVER, lambda s: _pair_next(s, number), player=True)
        except Unpairable as error:  # nobody is left whom they could meet
            self._end(live, error.text("en"))
        except _MatchCalledOff:
            self._end(live, _CLUB_CLOSED.text("en"))

    def _end(self, live: LiveEvent, why: str) -> None:
        def step(transaction: EventTransaction) -> None:
            now = transaction.live
            if now.over or now.open_games or now.event.played_rounds != live.event.played_rounds:
                return
            close_last(transaction)
            transaction.act(acts.OverNote(over=True), why)

        self._tournaments.change(live.id, _SERVER, step, player=True, closed=True)

    def _look_who_came(self, live: LiveEvent) -> None:
        """Have those who did not come in time forfeit: in one transaction with the games that go with it."""
        gone: list[str] = []

        def step(transaction: EventTransaction) -> None:
            gone.clear()
            evening, now = _evening(transaction.live), transaction.now
            limit = evening.wait * 60_000
            late = _waiting(transaction.live)
            late = [g for g in late if _opened_at(transaction.live, g) + limit <= now]
            for game in late:
                self._forfeit(transaction, game, evening.wait, gone)
            transaction.act(acts.LookedNote(until=now))

        self._tournaments.change(live.id, _SERVER, step, player=True)
        for game_id in gone:
            self._cache.forget(game_id)

    def _forfeit(self, transaction: EventTransaction, game: RoundGame, wait: int, gone: list[str]) -> None:
        game_id = online_game(transaction.log.state.margin, game)
        try:
            played = self._cache.fetch(transaction.work, game_id)
        except NotFound:
            return
        if not played.waiting:
            return
        seats = {seat.side: seat.kind for seat in played.row.seats}
        absent = [number for side, number in _sides(game) if seats.get(side) == "open"]
        for number in absent:
            forfeited = acts.StatusAct(player=number, change=PlayerChange.FORFEITED, from_round=game.round)
            transaction.act(forfeited, _ABSENT.format(n=wait).text("en"))
        AtBoard(transaction.work, played, transaction.now).touch()
        transaction.work.games.remove(game_id)
        gone.append(game_id)


_GONE: Final = (PlayerChange.EXPELLED, PlayerChange.EXCLUDED)


def _pair_next(transaction: EventTransaction, number: int) -> None:
    """Pair a round: the first by ratings, and those apart who keep one another away, where that can be."""
    due(transaction, number)
    close_last(transaction)
    _require_match(transaction)
    _seed(transaction, number)
    _forbid(transaction)
    transaction.act(pair_act(transaction, pair_apart(transaction.log.event, number)))
    _keep_apart(transaction, number)


def _accounts(transaction: EventTransaction) -> dict[int, str]:
    return accounts_at(transaction.work, structs.replace(transaction.live, log=transaction.log))


def _seed(transaction: EventTransaction, number: int) -> None:
    """Number the players of an evening by their ratings before its first round."""
    event = transaction.log.event
    if number == 1 and not event.teams and not event.statuses and not event.forbidden:
        number_anew(transaction, "elo")


def _forbid(transaction: EventTransaction) -> None:
    """Write down who should not meet, where a pairing can heed it; not who of them wants it so."""
    event = transaction.log.event
    if event.teams or event.settings.system is System.ROUND_ROBIN:
        return
    numbers = {
        player: number
        for number, player in accounts_at(
            transaction.work, structs.replace(transaction.live, log=transaction.log)
        ).items()
    }
    known = {frozenset((one.a, one.b)) for one in event.forbidden}
    for one, two in transaction.work.accounts.blocking(tuple(numbers)):
        if one in numbers and two in numbers:
            a, b = sorted((numbers[one], numbers[two]))
            if frozenset((a, b)) not in known:
                known.add(frozenset((a, b)))
                transaction.act(acts.ForbidAct(a=a, b=b, absolute=False))


def rating_at(work: Transaction, game: str, pace: str, player_id: str) -> int:
    """Return somebody's rating in a game at a pace; 0 without one."""
    clock = ClockSettings.parse(pace)
    found = work.ratings.get(player_id, game, speed_of(clock.base_ms, clock.increment_ms))
    return round(found.rating) if found is not None else 0


class _MatchCalledOff(Exception):
    """A club of a match was closed before it began."""


def _require_match(transaction: EventTransaction) -> None:
    """Raise where the event is a match between clubs of which one was closed before the first board."""
    evening, work = transaction.log.whole.evening, transaction.work
    if evening is None or not evening.match or transaction.log.event.rounds:
        return
    found = work.club_matches.get(evening.match)
    if found is None or found.home_id is None or found.away_id is None:
        raise _MatchCalledOff


def _keep_apart(transaction: EventTransaction, round: int) -> None:
    """Seat those of two teams who keep one another away at other boards, where that can be."""
    event, evening = transaction.log.event, transaction.log.whole.evening
    if evening is None or not evening.match or event.settings.system is System.SCHEVENINGEN:
        return
    held = event.round(round)
    facing = next((g for g in held.games if g.black is not None), None) if held else None
    if held is None or facing is None:
        return
    known, work = (
        _accounts(transaction),
        transaction.work,
    )

    def meet(one: int, two: int) -> bool:
        """Tell whether two may sit at one board."""
        who, other = known.get(one), known.get(two)
        return who is None or other is None or not work.accounts.blocks_between(who, (other,))

    white, black = seats_at(event, held, facing.match)
    order = seated_apart(white, black, meet)
    if order != black:
        act = acts.LineUpAct(round=round, table=facing.match, white=tuple(white), black=tuple(order))
        transaction.act(act, _KEPT_APART.text("en"))


def seated_apart(white: Sequence[int], black: Sequence[int], meet: Callable[[int, int], bool]) -> list[int]:
    """Return a team in an order in which two who may not `meet` do not, changing as few boards as can be.

    Two of the same team change places, the nearest first; where that helps nobody they stay.

    >>> seated_apart([1, 2, 3], [4, 5, 6], lambda a, b: (a, b) != (1, 4))
    [5, 4, 6]
    """
    order = list(black)
    facing = [at for at, (one, two) in enumerate(zip(white, black, strict=True)) if one and two]
    for at in facing:
        if meet(white[at], order[at]):
            continue
        for other in sorted(facing, key=lambda n: (abs(n - at), n)):
            if meet(white[at], order[other]) and meet(white[other], order[at]):
                order[at], order[other] = order[other], order[at]
                break
    return order


def _finish_match(work: Transaction, live: LiveEvent) -> None:
    """Keep how a match between clubs has ended, once it is over; one without a round was called off."""
    evening = live.state.evening
    if evening is None or not evening.match or not live.over:
        return
    if not live.event.rounds:
        work.club_matches.set_state(evening.match, "called-off", was=("accepted",))
        return
    home, away = (board_points(live.event, number) for number in (1, 2))
    work.club_matches.finish(evening.match, home_points=home, away_points=away)


def _sides(game: RoundGame) -> Iterator[tuple[str, int]]:
    yield "white", game.white
    yield "black", game.black or 0


def _evening(live: LiveEvent) -> Evening:
    if live.state.evening is None:
        raise NotFound(live.id, _NO_EVENING)
    return live.state.evening


def _come_back(transaction: EventTransaction, number: int) -> None:
    away = away_from(transaction.live, number)
    if away is None:
        return
    if away.change in _GONE:
        raise RefusedAct(_SENT_AWAY)
    transaction.act(acts.ReturnAct(player=number, round=transaction.live.event.played_rounds + 1))


def _require_member(work: Transaction, evening: Evening, who: Visitor) -> str:
    """Return the name of the club whose member somebody is; "" where anybody may join."""
    if work.accounts.get(who.id) is None:
        raise NotYours(_SIGN_IN)
    bot = work.bots.get(who.id)
    if bot is not None:
        require_bot_in_club(work, bot, evening.club, bots_play=evening.bots)
        return ""
    if not evening.club:
        return ""
    mine = {club.id: (club.name, role) for club, role in work.member_clubs.of_player(who.id)}
    name, role = mine.get(evening.club, ("", "asking"))
    if role == "asking":
        raise NotYours(_MEMBERS_ONLY)
    return name


def _require_open(live: LiveEvent, evening: Evening) -> None:
    if not evening.open or live.over:
        raise RefusedAct(_CLOSED)
    if live.event.rounds and live.event.settings.system is System.ROUND_ROBIN:
        raise RefusedAct(_ALL_PLAY_ALL)
    if len(live.event.players) >= MOST_PLAYERS:
        raise RefusedAct(_FULL.format(n=MOST_PLAYERS))


def _checked(terms: EveningTerms, now: int) -> int:
    """Return when an evening begins, in milliseconds since 1970; 0: when an arbiter says so."""
    if terms.pace not in PACES:
        raise BadTerms("pace", _PACE)
    if terms.system not in [one.value for one in SYSTEMS_OF_EVENINGS]:
        raise BadTerms("system", _SYSTEM)
    if terms.system != System.ROUND_ROBIN.value and not 1 <= terms.rounds <= MOST_ROUNDS:
        raise BadTerms("rounds", _ROUNDS.format(n=MOST_ROUNDS))
    if not 1 <= terms.wait <= 60:
        raise BadTerms("wait", _WAIT)
    if not 0 <= terms.pause <= 60:
        raise BadTerms("pause", _PAUSE)
    return starts_at(terms.starts, now)


def starts_at(text: str, now: int) -> int:
    """Return when something begins that a form says, in milliseconds since 1970; 0 for "".

    Raises:
        BadTerms: of the field "starts", for what is no time, or none to come.

    >>> starts_at("", 0)
    0
    """
    if not text:
        return 0
    try:
        at = int(datetime.fromisoformat(text).timestamp() * 1000)
    except (ValueError, OverflowError, OSError):
        raise BadTerms("starts", _STARTS) from None
    if not now - 3_600_000 <= at <= now + 366 * 86_400_000:
        raise BadTerms("starts", _STARTS)
    return at
