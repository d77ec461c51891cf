"""Matches between clubs: one asks another, players put their names down, boards are played here.

An accepted match is an event of two teams (`damiera.service.tournament`), played as an evening is: its
boards begin by themselves at the hour, whoever does not come in time forfeits (fid.competition.2008:9.4),
results come from the games. Who plays and in which order stands in the log of the event; who asked whom, and
what has become of it, stands beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final, Literal, TypeAlias

import msgspec

from damiera.decoding import prepared
from damiera.game.sides import is_for_two
from damiera.messages import Message
from damiera.records.club_matches import ClubMatchRecord
from damiera.records.member_clubs import ClubRole, MemberClubRecord
from damiera.rules.ruleset import CATALOGUE, ruleset
from damiera.service.errors import BadTerms, Conflict, NotFound, NotYours, RefusedAct
from damiera.service.identity import Visitor
from damiera.service.live import GameCache
from damiera.service.live import GameTransaction as AtBoard
from damiera.service.member_clubs import require_club_admin
from damiera.service.names import name_key, new_id
from damiera.service.ports import StorePort, Transaction
from damiera.service.tournament.acts import TournamentService
from damiera.service.tournament.entries import enter_all
from damiera.service.tournament.evening import PACES, rating_at, starts_at
from damiera.service.tournament.event import Announcement, LiveEvent
from damiera.service.tournament.online import online_game
from damiera.service.tournament.phones import accounts_at, bound_player
from damiera.service.tournament.teams import put_team, seats_at
from damiera.service.tournament.transaction import EventTransaction
from damiera.tournament import acts
from damiera.tournament.model import EventPlayer, PlayerChange, Round, RoundGame, System, Team
from damiera.tournament.pairing.teams import team_of

__all__ = [
    "MATCH_BOARDS",
    "TEAM_NUMBERS",
    "ClubMatchForm",
    "ClubMatchService",
    "ClubMatchTerms",
    "LiveClubMatch",
    "MatchRoles",
    "MatchSide",
]

MatchSide: TypeAlias = Literal["home", "away"]
"""The club that has asked, and the other."""
TEAM_NUMBERS: Final[Mapping[MatchSide, int]] = {"home": 1, "away": 2}
"""The numbers of their teams in the event."""
MATCH_BOARDS: Final = 20
MOST_OPEN: Final = 10
MOST_IN_TEAM: Final = 60
LONGEST_WORDS: Final = 500
SOON_MS: Final = 10 * 60_000
"""A match without an hour begins so long after it was accepted."""
SHOWN: Final = 20

_NO_MATCH: Final = Message("There is no such match.")
_NO_SUCH_CLUB: Final = Message("No club is called {name}.")
_SAME: Final = Message("A club does not play against itself.")
_NOT_NOW: Final = Message("This club cannot be asked now.")
_MANY: Final = Message("{n} challenges of the club wait for an answer: withdraw one first.")
_ANSWERED: Final = Message("Somebody has answered meanwhile.")
_PASSED: Final = Message("The hour of the match has passed: ask for another.")
_CLOSED_CLUB: Final = Message("A club of this match was closed.")
_GAME: Final = Message("Choose a game for two.")
_PACE: Final = Message("Choose one of the paces.")
_BOARDS: Final = Message("From 1 to {n} boards.")
_GAMES: Final = Message("One game or two for each match.")
_WAIT: Final = Message("From 1 to 60 minutes.")
_LONG: Final = Message("The text has {n} signs: {most} at most.")
_NOT_OURS: Final = Message("Only members of the two clubs may do this.")
_CAPTAINS_ONLY: Final = Message("Only the admins of the club may do this.")
_NOT_OPEN: Final = Message("The match has begun: names are put down before.")
_NOT_BEGUN: Final = Message("The match has not begun.")
_NO_EVENT: Final = Message("The match was not accepted.")
_FULL: Final = Message("{n} have put their names down, and no more can.")
_OTHER_TEAM: Final = Message("You have put your name down for the other club.")
_NOT_THERE: Final = Message("This is not here any more.")
_CAME: Final = Message("They have come to their board: nobody takes their place.")
_NOT_FREE: Final = Message("Choose somebody of the team who does not play.")
_SUBSTITUTE: Final = Message("a substitute plays")


class ClubMatchTerms(msgspec.Struct, frozen=True):
    """By what a match is played.

    Attributes:
        games: games of each two; `everyone`: each of a team meets each of the other, a round for each board.
        pace: one of `PACES`.
        starts: in milliseconds since 1970; 0: ten minutes after it is accepted.
        wait: minutes after which whoever has not come forfeits.

    >>> ClubMatchTerms().boards
    4
    """

    game: str = "italian"
    boards: int = 4
    games: int = 1
    everyone: bool = False
    pace: str = "10+5"
    starts: int = 0
    wait: int = 5
    rated: bool = True


prepared(ClubMatchTerms)


class ClubMatchForm(msgspec.Struct, frozen=True):
    """What is asked for when a club challenges another: `starts` as a form writes it; "" for now.

    >>> ClubMatchForm("Pisa").games
    1
    """

    other: str
    game: str = "italian"
    boards: int = 4
    games: int = 1
    everyone: bool = False
    pace: str = "10+5"
    starts: str = ""
    wait: int = 5
    rated: bool = True
    words: str = ""


class MatchRoles(msgspec.Struct, frozen=True):
    """What somebody is in the two clubs of a match, and their start number; None for nothing."""

    roles: Mapping[MatchSide, ClubRole]
    number: int | None = None

    def is_member(self, side: MatchSide) -> bool:
        """Whether they may play for a side."""
        return self.roles.get(side, "asking") != "asking"

    def is_captain(self, side: MatchSide) -> bool:
        """Whether they see to a side."""
        return self.roles.get(side) in ("founder", "admin")


class LiveClubMatch(msgspec.Struct, frozen=True):
    """A match at one moment: what was asked, and its event once it is accepted."""

    record: ClubMatchRecord
    terms: ClubMatchTerms
    event: LiveEvent | None

    @property
    def name(self) -> str:
        """The two clubs."""
        return f"{self.record.home_name} – {self.record.away_name}"

    def club(self, side: MatchSide) -> str | None:
        """Return the club of a side; None once it is closed."""
        return self.record.home_id if side == "home" else self.record.away_id

    def club_name(self, side: MatchSide) -> str:
        """Return what the club of a side is called."""
        return self.record.home_name if side == "home" else self.record.away_name


class ClubMatchService:
    """The use cases of matches between clubs: of their captains, and of those who play."""

    def __init__(self, tournaments: TournamentService, cache: GameCache, store: StorePort) -> None:
        self._tournaments = tournaments
        self._cache = cache
        self._store = store

    # --- looking ---

    def load(self, id: str) -> LiveClubMatch:
        """Return a match as it stands. Raises `NotFound`."""
        with self._store.read() as work:
            record = _match(work, id)
        event = self._tournaments.load(record.tournament_id) if record.tournament_id else None
        return LiveClubMatch(record, _terms_decoder.decode(record.terms), event)

    def reader(self, match: LiveClubMatch, player_id: str | None) -> MatchRoles:
        """Return what somebody is in a match."""
        if player_id is None:
            return MatchRoles({})
        with self._store.read() as work:
            number = bound_player(work, match.event, player_id) if match.event else None
            return MatchRoles(_roles(work, match.record, player_id), number)

    def of_club(self, club_id: str, *, is_admin: bool) -> Sequence[ClubMatchRecord]:
        """Return the latest matches of a club; those that are only asked for to its admins alone."""
        with self._store.read() as work:
            found = work.club_matches.of_club(club_id, limit=SHOWN)
        return [one for one in found if is_admin or one.state in ("accepted", "over")]

    def other_clubs(self, club_id: str) -> Sequence[MemberClubRecord]:
        """Return the clubs that one may ask, those with most members first."""
        with self._store.read() as work:
            return [one for one in work.member_clubs.all(words="", limit=100) if one.id != club_id]

    def apart(self, match: LiveClubMatch) -> tuple[int, ...]:
        """Return the boards at which two would sit who keep one another away, as the teams stand."""
        event = match.event
        if event is None or event.over:
            return ()
        one, two = (_team(event, side).members[: match.terms.boards] for side in ("home", "away"))
        with self._store.read() as work:
            known = accounts_at(work, event)
            pairs = zip(one, two, strict=False)
            return tuple(
                board
                for board, (a, b) in enumerate(pairs, 1)
                if a in known and b in known and work.accounts.blocks_between(known[a], (known[b],))
            )

    def missing(self, match: LiveClubMatch) -> frozenset[int]:
        """Return those who have not come to a board that waits for them, by number."""
        live = match.event
        if live is None or live.over:
            return frozenset()
        found = set[int]()
        for game in live.open_games:
            game_id = online_game(live.margin, game) if game.black is not None else ""
            found |= self._not_there(game_id, game) if game_id else set()
        return frozenset(found)

    def _not_there(self, game_id: str, game: RoundGame) -> set[int]:
        try:
            seats = self._cache.load(game_id).row.seats
        except NotFound:  # it was taken away this moment
            return set()
        sits = {"white": game.white, "black": game.black or 0}
        return {sits[seat.side] for seat in seats if seat.kind == "open"}

    # --- asking and answering ---

    def challenge(self, who: Visitor, club_id: str, form: ClubMatchForm) -> ClubMatchRecord:
        """Ask another club for a match, as an admin of one.

        Raises:
            NotYours, NotFound: to whoever is no admin of the club.
            BadTerms: for terms that make no match, with the field; RefusedAct.
        """
        now = self._cache.clock.now_ms()
        terms, words = _terms(form, now), _words(form.words)
        with self._store.write() as work:
            require_club_admin(work, club_id, who.id)
            own, other = work.member_clubs.get(club_id), work.member_clubs.named(name_key(form.other[:80]))
            if other is None:
                raise BadTerms("other", _NO_SUCH_CLUB.format(name=form.other[:80] or "—"))
            if own is None or own.id == other.id:
                raise BadTerms("other", _SAME)
            if work.accounts.blocks_between(who.id, tuple(_captains(work, other.id))):
                raise RefusedAct(_NOT_NOW)
            asked = work.club_matches.of_club(club_id, limit=200)
            if sum(one.state == "offered" and one.home_id == club_id for one in asked) >= MOST_OPEN:
                raise RefusedAct(_MANY.format(n=MOST_OPEN))
            record = ClubMatchRecord(
                id=new_id(),
                home_id=own.id,
                away_id=other.id,
                home_name=own.name,
                away_name=other.name,
                created_by=who.id,
                terms=msgspec.json.encode(terms).decode(),
                words=words,
                answer="",
                state="offered",
                tournament_id=None,
                home_points=0,
                away_points=0,
                created_at=now,
            )
            work.club_matches.add(record)
        return record

    def accept(self, id: str, who: Visitor, words: str = "") -> LiveClubMatch:
        """Accept a match, as an admin of the club that was asked: its event is made.

        Raises:
            NotYours, NotFound, RefusedAct; Conflict: if somebody answered meanwhile.
        """
        match, answer, now = self.load(id), _words(words), self._cache.clock.now_ms()
        terms = match.terms
        if terms.starts and terms.starts <= now:
            raise RefusedAct(_PASSED)
        starts = terms.starts or now + SOON_MS

        def made(transaction: EventTransaction) -> None:
            event_id, work = transaction.live.row.id, transaction.work
            _require_captain(work, match.record, who, "away")
            if match.record.home_id is None:
                raise RefusedAct(_CLOSED_CLUB)
            if not work.club_matches.set_state(
                id, "accepted", was=("offered",), answer=answer, tournament_id=event_id
            ):
                raise Conflict(0, _ANSWERED)
            captains = _captains(work, match.record.home_id) | _captains(work, match.record.away_id)
            for player_id, name in captains.items():
                if player_id != who.id:
                    work.tournaments.let_in(event_id, player_id=player_id, name=name, at=transaction.now)
            for side in TEAM_NUMBERS:
                put_team(None, match.club_name(side), (), match.club_name(side))(transaction)
            transaction.act(acts.PlaysOnlineNote(on=True, clock=terms.pace))
            transaction.act(
                acts.EveningNote(
                    club="", starts=starts, wait=terms.wait, rated=terms.rated, open=False, match=id
                )
            )
            work.phones.set_evening(event_id, over=False)

        announced = Announcement(
            match.name,
            game=terms.game,
            system=System.SCHEVENINGEN if terms.everyone else System.ROUND_ROBIN,
            boards=terms.boards,
            games=terms.games,
            starts=datetime.fromtimestamp(starts / 1000).date(),
            time_control=terms.pace,
        )
        live = self._tournaments.create(who, announced, [made], called=who.name)
        self._tournaments.forget(live.id)
        return self.load(id)

    def decline(self, id: str, who: Visitor, words: str = "") -> LiveClubMatch:
        """Decline a match, as an admin of the club that was asked. Raises as `accept`."""
        answer = _words(words)
        with self._store.write() as work:
            _require_captain(work, _match(work, id), who, "away")
            if not work.club_matches.set_state(id, "declined", was=("offered",), answer=answer):
                raise Conflict(0, _ANSWERED)
        return self.load(id)

    def withdraw(self, id: str, who: Visitor) -> LiveClubMatch:
        """Take a challenge back, as an admin of the club that has asked. Raises as `accept`."""
        with self._store.write() as work:
            _require_captain(work, _match(work, id), who, "home")
            if not work.club_matches.set_state(id, "withdrawn", was=("offered",)):
                raise Conflict(0, _ANSWERED)
        return self.load(id)

    def call_off(self, id: str, who: Visitor, words: str = "") -> LiveClubMatch:
        """Call an accepted match off before it begins, as an admin of either club.

        Raises:
            NotYours, RefusedAct.
        """
        answer = _words(words)

        def step(transaction: EventTransaction, match: LiveClubMatch) -> None:
            roles = _roles(transaction.work, match.record, who.id)
            if not any(MatchRoles(roles).is_captain(side) for side in TEAM_NUMBERS):
                raise NotYours(_CAPTAINS_ONLY)
            _require_not_begun(transaction)
            told = answer or match.record.answer
            transaction.work.club_matches.set_state(id, "called-off", was=("accepted",), answer=told)
            transaction.act(acts.OverNote(over=True), answer)

        return self._change(id, who, step)

    # --- the teams ---

    def join(self, id: str, who: Visitor, side: MatchSide) -> LiveClubMatch:
        """Put one's name down for a side. Safe to do again. Raises `NotYours`, `RefusedAct`."""

        def step(transaction: EventTransaction, match: LiveClubMatch) -> None:
            live, work = transaction.live, transaction.work
            if not MatchRoles(_roles(work, match.record, who.id)).is_member(side):
                raise NotYours(_NOT_OURS)
            team, number = _team(live, side), bound_player(work, live, who.id)
            if number is not None:
                if number not in team.members:
                    raise RefusedAct(_OTHER_TEAM)
                return
            _require_not_begun(transaction)
            if len(team.members) >= MOST_IN_TEAM:
                raise RefusedAct(_FULL.format(n=MOST_IN_TEAM))
            elo = rating_at(work, match.terms.game, match.terms.pace, who.id)
            enter_all(transaction, [EventPlayer(0, who.name[:80], elo, club=team.club)])
            key = len(transaction.log.lines)
            work.phones.bind(live.row.id, player_id=who.id, key=key, at=transaction.now)
            _set_team(transaction, team, (*team.members, transaction.log.event.players[-1].number))

        return self._change(id, who, step)

    def leave(self, id: str, who: Visitor) -> LiveClubMatch:
        """Take one's name back before the match begins. Safe to do again."""

        def step(transaction: EventTransaction, match: LiveClubMatch) -> None:
            number = bound_player(transaction.work, transaction.live, who.id)
            if number is not None:
                _require_not_begun(transaction)
                _take_out(transaction, number)

        return self._change(id, who, step)

    def drop(self, id: str, who: Visitor, number: int) -> LiveClubMatch:
        """Take somebody out of one's team before the match begins, as their captain."""
        return self._as_captain(id, who, number, lambda s, _: _take_out(s, number))

    def move_up(self, id: str, who: Visitor, number: int) -> LiveClubMatch:
        """Let somebody play a board higher, as their captain; who is first already stays.

        Of two captains at once each moves one step: no order that another has made is lost.
        """

        def step(transaction: EventTransaction, team: Team) -> None:
            at = team.members.index(number)
            if at:
                order = list(team.members)
                order[at - 1 : at + 1] = order[at], order[at - 1]
                _set_team(transaction, team, order)

        return self._as_captain(id, who, number, step)

    def by_rating(self, id: str, who: Visitor, side: MatchSide) -> LiveClubMatch:
        """Set the boards of a side by rating, the highest first, as its captain."""

        def step(transaction: EventTransaction, match: LiveClubMatch) -> None:
            _require_captain(transaction.work, match.record, who, side)
            _require_not_begun(transaction)
            event, team = transaction.log.event, _team(transaction.live, side)
            order = sorted(team.members, key=lambda n: -event.player(n).elo)
            if tuple(order) != team.members:
                _set_team(transaction, team, order)

        return self._change(id, who, step)

    def _as_captain(
        self, id: str, who: Visitor, number: int, then: Callable[[EventTransaction, Team], None]
    ) -> LiveClubMatch:
        def step(transaction: EventTransaction, match: LiveClubMatch) -> None:
            team = team_of(transaction.log.event, number)
            if team is None:
                raise RefusedAct(_NOT_THERE)
            _require_captain(transaction.work, match.record, who, _side_of(team))
            _require_not_begun(transaction)
            then(transaction, team)

        return self._change(id, who, step)

    def substitute(self, id: str, who: Visitor, number: int, by: int) -> LiveClubMatch:
        """Let a reserve play for somebody who has not come to their board, as their captain.

        The board gets another game, and its time to come begins anew; whoever was replaced plays no more.

        Raises:
            NotYours, RefusedAct; BadTournament: once a board of the match has a result.
        """
        gone: list[str] = []

        def step(transaction: EventTransaction, match: LiveClubMatch) -> None:
            gone.clear()
            event = transaction.log.event
            team, held = team_of(event, number), event.round(event.played_rounds)
            if team is None or held is None:
                raise RefusedAct(_NOT_BEGUN if held is None else _NOT_THERE)
            _require_captain(transaction.work, match.record, who, _side_of(team))
            gone.append(self._free_board(transaction, held.games, number))
            seated = {n for game in held.games for n in (game.white, game.black) if n}
            left = {status.player for status in event.statuses if status.holds(held.number)}
            if by not in team.members or by in seated or by in left:
                raise RefusedAct(_NOT_FREE)
            _replace(transaction, held, number, by)

        changed = self._change(id, who, step)
        for game_id in gone:
            self._cache.forget(game_id)
        return changed

    def _free_board(self, transaction: EventTransaction, games: Iterable[RoundGame], number: int) -> str:
        """Take the game away at which somebody has not come; return its name."""
        game = next((g for g in games if number in (g.white, g.black) and not g.is_over), None)
        game_id = online_game(transaction.log.state.margin, game) if game and game.black else ""
        if game is None or not game_id or game.leg > 1:
            raise RefusedAct(_CAME)
        played = self._cache.fetch(transaction.work, game_id)
        side = "white" if game.white == number else "black"
        if not played.waiting or any(seat.side == side and seat.kind != "open" for seat in played.row.seats):
            raise RefusedAct(_CAME)
        AtBoard(transaction.work, played, transaction.now).touch()
        transaction.work.games.remove(game_id)
        return game_id

    def _change(
        self, id: str, who: Visitor, step: Callable[[EventTransaction, LiveClubMatch], None]
    ) -> LiveClubMatch:
        match = self.load(id)
        if match.event is None:
            raise RefusedAct(_NO_EVENT)
        self._tournaments.change(match.event.id, who, lambda s: step(s, match), player=True)
        return self.load(id)


_terms_decoder: Final = msgspec.json.Decoder(ClubMatchTerms)


def _match(work: Transaction, id: str) -> ClubMatchRecord:
    found = work.club_matches.get(id)
    if found is None:
        raise NotFound(id, _NO_MATCH)
    return found


def _captains(work: Transaction, club_id: str | None) -> dict[str, str]:
    """Return the admins of a club, by player, with their names."""
    people = work.member_clubs.members(club_id) if club_id else ()
    return {one.player_id: one.name for one in people if one.role in ("founder", "admin")}


def _roles(work: Transaction, record: ClubMatchRecord, player_id: str) -> dict[MatchSide, ClubRole]:
    """Return what somebody with an account is in the two clubs of a match."""
    if work.accounts.get(player_id) is None:
        return {}
    mine = {club.id: role for club, role in work.member_clubs.of_player(player_id)}
    found: dict[MatchSide, ClubRole] = {}
    if record.home_id in mine:
        found["home"] = mine[record.home_id]
    if record.away_id in mine:
        found["away"] = mine[record.away_id]
    return found


def _require_captain(work: Transaction, record: ClubMatchRecord, who: Visitor, side: MatchSide) -> None:
    if not MatchRoles(_roles(work, record, who.id)).is_captain(side):
        raise NotYours(_CAPTAINS_ONLY)


def _require_not_begun(transaction: EventTransaction) -> None:
    if transaction.live.event.rounds or transaction.live.over:
        raise RefusedAct(_NOT_OPEN)


def _team(live: LiveEvent, side: MatchSide) -> Team:
    return next(team for team in live.event.teams if team.number == TEAM_NUMBERS[side])


def _side_of(team: Team) -> MatchSide:
    return "home" if team.number == TEAM_NUMBERS["home"] else "away"


def _set_team(transaction: EventTransaction, team: Team, members: Sequence[int]) -> None:
    told = acts.TeamAct(number=team.number, name=team.name, members=tuple(members), club=team.club)
    transaction.act(told)


def _take_out(transaction: EventTransaction, number: int) -> None:
    live, work = transaction.live, transaction.work
    player_id = accounts_at(work, live).get(number)
    transaction.act(acts.RemoveAct(number=number))
    if player_id is not None:
        work.phones.unbind(live.row.id, player_id=player_id)


def _replace(transaction: EventTransaction, held: Round, number: int, by: int) -> None:
    """Seat somebody in the place of another, whose part in the match ends."""
    table = next(g.match for g in held.games if number in (g.white, g.black))
    white, black = (
        tuple(by if seat == number else seat for seat in seats)
        for seats in seats_at(transaction.log.event, held, table)
    )
    act = acts.LineUpAct(round=held.number, table=table, white=white, black=black)
    transaction.act(act, _SUBSTITUTE.text("en"))
    transaction.act(acts.StatusAct(player=number, change=PlayerChange.ABSENT, from_round=held.number))


def _words(text: str) -> str:
    tidy = text.replace("\r\n", "\n").strip()
    if len(tidy) > LONGEST_WORDS:
        raise BadTerms("words", _LONG.format(n=len(tidy), most=LONGEST_WORDS))
    return "".join(sign for sign in tidy if sign.isprintable() or sign == "\n")


def _terms(form: ClubMatchForm, now: int) -> ClubMatchTerms:
    if form.game not in CATALOGUE or not is_for_two(ruleset(form.game).core):
        raise BadTerms("game", _GAME)
    if form.pace not in PACES:
        raise BadTerms("pace", _PACE)
    if not 1 <= form.boards <= MATCH_BOARDS:
        raise BadTerms("boards", _BOARDS.format(n=MATCH_BOARDS))
    if form.games not in (1, 2):
        raise BadTerms("games", _GAMES)
    if not 1 <= form.wait <= 60:
        raise BadTerms("wait", _WAIT)
    return ClubMatchTerms(
        game=form.game,
        boards=form.boards,
        games=form.games,
        everyone=form.everyone,
        pace=form.pace,
        starts=starts_at(form.starts, now),
        wait=form.wait,
        rated=form.rated,
    )
