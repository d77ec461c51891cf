"""What people write to one another: at a game, players and spectators apart, and at the club.

A line is a ready phrase, which everybody reads in their own language, or some words of one's own, as plain
text. Who speaks too often, or is muted by the moderators, is refused. A reader is not shown those whom they
keep away. What moderators do is written down.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final, Literal

import msgspec

from damiera.messages import Lang, Message
from damiera.records.chat import ChatLineRecord, ModerationRecord
from damiera.records.people import AbuseReportRecord, AccountRecord
from damiera.service.errors import BadTerms, NotFound, NotYours, RefusedAct
from damiera.service.identity import Visitor
from damiera.service.known_versions import KnownVersions
from damiera.service.live import LiveGame
from damiera.service.names import new_id
from damiera.service.ports import ServerClock, StorePort, Transaction

__all__ = [
    "CLUB_ROOM",
    "LONGEST_LINE",
    "MUTE_HOURS",
    "PHRASES",
    "ChatAccess",
    "ChatLineContext",
    "ChatService",
    "clean_line",
    "club_of_room",
    "club_room",
    "game_of_room",
    "game_room",
    "phrases_for",
    "words_of",
]

CLUB_ROOM: Final = "club"
LONGEST_LINE: Final = 200
"""Letters of a line."""
SHOWN: Final = 100
"""Lines of a room that a reader is shown."""
KEPT: Final = 500
"""Lines of a room that are kept."""
MUTE_HOURS: Final = (1, 24, 720)
"""For how long moderators may mute somebody."""
RATES: Final = ((10_000, 5), (600_000, 60))
"""Lines that one person may say within milliseconds."""
_MOST_MARKS: Final = 3  # accents upon one letter; more climb over other lines
_BESIDE: Final = 10
_MOST_ACTS: Final = 200
_MOST_REPORTS: Final = 10
_DAY_MS: Final = 86_400_000
_HOUR_MS: Final = 3_600_000
_TRIMMED_EVERY: Final = 50
_JOINERS: Final = "\u200d\ufe0f"  # of signs that are drawn as one

GameRoom = Literal["players", "watchers"]

PHRASES: Final[Mapping[str, Message]] = {
    "good-game": Message("Have a good game!"),
    "same": Message("The same to you"),
    "moment": Message("One moment, please"),
    "nice": Message("Nice move!"),
    "well-played": Message("Well played"),
    "thanks": Message("Thank you"),
    "again": Message("Another game?"),
    "bye": Message("Goodbye"),
    "hello": Message("Hello everybody"),
    "sharp": Message("What a game!"),
    "hard": Message("That is hard to see"),
    "who": Message("Who plays with me?"),
    "good-luck": Message("Good luck"),
}
"""The ready phrases, by the name under which a line is kept."""
_FOR: Final[Mapping[str, tuple[str, ...]]] = {
    "playing": ("good-game", "same", "moment", "nice"),
    "over": ("well-played", "thanks", "again", "bye"),
    "watching": ("hello", "nice", "sharp", "hard"),
    "club": ("hello", "who", "good-luck", "bye"),
}

_OFF: Final = Message("There is no chat on this server.")
_NO_LINE: Final = Message("This line is not here any more.")
_NO_PHRASE: Final = Message("Choose one of the ready phrases, or write something.")
_LONG: Final = Message("Your line has {n} letters: {most} at most.")
_OFTEN: Final = Message("Wait a moment: {n} lines in {s} seconds are enough.")
_TWICE: Final = Message("You have just said so.")
_MUTED: Final = Message("A moderator has asked you to be silent for now.")
_GUESTS: Final = Message(
    "Without an account you can say the ready phrases. Sign in to write words of your own."
)
_PLAYERS_ONLY: Final = Message("Only those who play this game talk here.")
_MEMBERS_ONLY: Final = Message("Only the members of the club talk here.")
_NOT_NOW: Final = Message("While you play you do not read what the spectators say.")
_ARBITER_CLOSED: Final = Message("In a game with an arbiter there is no chat, unless the arbiter opens it.")
_ALONE: Final = Message("Nobody else plays this game.")
_SIGN_IN: Final = Message("Give yourself a name first: begin a game, or sign in.")
_ADMIN_ONLY: Final = Message("This page is for the admins of this server.")
_HOURS: Final = Message("Choose for how long.")
_YOURSELF: Final = Message("This is you.")
_ENOUGH: Final = Message("You have sent {most} reports in a day: the people who run this server are on it.")
_ARBITER_ONLY: Final = Message("Only the arbiter opens and closes the chat of this game.")
_DONE: Final = Message("This line was taken away already.")


class ChatAccess(msgspec.Struct, frozen=True):
    """What somebody may do in a room.

    Attributes:
        may_read: whether they are shown what is said.
        refusal: why they may say nothing; None if they may.
        may_write: whether they may say more than ready phrases.
        may_open: whether they may open and close it. `is_closed`: it is closed by who may.
    """

    may_read: bool
    refusal: Message | None = None
    may_write: bool = True
    may_open: bool = False
    is_closed: bool = False


class ChatLineContext(msgspec.Struct, frozen=True):
    """A line with those beside it.

    Attributes:
        muted: whether who said it is muted.
        is_admin: whether the reader moderates. `may_remove`: or may take this line away, in their club.
    """

    line: ChatLineRecord
    beside: tuple[ChatLineRecord, ...]
    muted: bool
    is_admin: bool
    may_remove: bool


def game_room(kind: GameRoom, game_id: str) -> str:
    """Return the name of a room at a game.

    >>> game_room("players", "abc")
    'players-abc'
    """
    return f"{kind}-{game_id}"


def game_of_room(room: str) -> tuple[GameRoom, str] | None:
    """Return which room of which game this is; None if it is of none.

    >>> game_of_room("watchers-abc"), game_of_room("club")
    (('watchers', 'abc'), None)
    """
    kind, _, game_id = room.partition("-")
    match kind:
        case "players" | "watchers":
            return kind, game_id
        case _:
            return None


def club_room(club_id: str) -> str:
    """Return the name of the room of a club's members.

    >>> club_room("abc"), club_of_room("members-abc"), club_of_room("club")
    ('members-abc', 'abc', None)
    """
    return f"members-{club_id}"


def club_of_room(room: str) -> str | None:
    """Return of which club's members this room is; None if of none."""
    kind, _, club_id = room.partition("-")
    return club_id if kind == "members" else None


def phrases_for(room: str, *, is_over: bool = False) -> tuple[str, ...]:
    """Return the phrases that are offered in a room.

    >>> phrases_for("club")
    ('hello', 'who', 'good-luck', 'bye')
    """
    found = game_of_room(room)
    if found is None:
        return _FOR["club"]
    return _FOR["watching" if found[0] == "watchers" else "over" if is_over else "playing"]


def clean_line(text: str) -> str:
    """Return what somebody wrote as one line of plain text.

    Signs that cannot be seen, or that turn the direction of others, are left out, and so are accents beyond
    three on one letter.

    Raises:
        BadTerms: if nothing is left, or more than 200 letters.

    >>> clean_line("  Good   move\\u202e!  ")
    'Good move!'
    """
    kept: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFC", text[: 8 * LONGEST_LINE]):
        category = unicodedata.category(sign)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if category[0] == "Z" or sign in "\n\r\t":
            kept.append(" ")
        elif (category[0] != "C" or sign in _JOINERS) and marks <= _MOST_MARKS:
            kept.append(sign)
    tidy = " ".join("".join(kept).split())
    if not tidy.strip(_JOINERS + " "):
        raise BadTerms("text", _NO_PHRASE)
    if len(tidy) > LONGEST_LINE:
        raise BadTerms("text", _LONG.format(n=len(tidy), most=LONGEST_LINE))
    return tidy


class ChatService:
    """The use cases of people who write to one another, and of those who see to it.

    Args:
        load: how a game is found by its id; it raises `NotFound`.
        is_on: whether there is any chat on this server.
        guests_write: whether who has no account may say more than ready phrases.
    """

    def __init__(
        self,
        store: StorePort,
        load: Callable[[str], LiveGame],
        clock: ServerClock,
        *,
        is_on: bool = True,
        guests_write: bool = True,
    ) -> None:
        self._store = store
        self._load = load
        self._clock = clock
        self._guests_write = guests_write
        self._versions = KnownVersions(store, lambda work, rooms: work.chat.versions(rooms))
        self.is_on = is_on

    # -------------------------------------------------------------------------------------- who may what

    def access(self, room: str, visitor: Visitor | None) -> ChatAccess:
        """Return what somebody may do in a room.

        Raises:
            NotFound: if there is no such room, or no chat on this server.
        """
        live = self._game(room)
        with self._store.read() as work:
            return self._access(_room_facts(work, room, live), visitor)

    def _game(self, room: str) -> LiveGame | None:
        found = game_of_room(room)
        is_club = room == CLUB_ROOM or club_of_room(room) is not None
        if not self.is_on or (found is None and not is_club):
            raise NotFound(room, _OFF)
        return self._load(found[1]) if found else None

    def _access(self, room: _RoomFacts, visitor: Visitor | None) -> ChatAccess:
        may_write = self._guests_write or (visitor is not None and visitor.has_account)
        live = room.live
        if live is None:
            is_member = room.kind != "members" or (visitor is not None and visitor.id in room.members)
            return ChatAccess(is_member, None if is_member else _MEMBERS_ONLY, may_write)
        player_id = visitor.id if visitor else None
        plays, may_open = bool(live.sides_of(player_id)), player_id in room.arbiters
        if room.kind == "players":
            if not (plays or may_open):
                return ChatAccess(False, _PLAYERS_ONLY, may_write)
            if not _has_two(live):
                return ChatAccess(False, _ALONE, may_write)
        elif plays and live.game.outcome is None:
            return ChatAccess(False, _NOT_NOW, may_write)
        refusal = _ARBITER_CLOSED if room.is_closed else None
        return ChatAccess(True, refusal, may_write, may_open, room.is_closed)

    # ------------------------------------------------------------------------------------------- talking

    def say(self, visitor: Visitor, room: str, *, phrase: str = "", text: str = "") -> ChatLineRecord:
        """Say something.

        Args:
            phrase: the name of a ready phrase; else `text` is said.
        Raises:
            NotFound: if there is no such room.
            NotYours: if the visitor may say nothing there, or not in words of their own.
            BadTerms: if there is nothing to say, or too much.
            RefusedAct: if it is said too often, or by somebody who is muted.
        """
        live = self._game(room)
        body = "" if phrase in PHRASES else clean_line(text)
        now = self._clock.now_ms()
        line = ChatLineRecord(
            id=new_id(),
            room=room,
            number=0,
            version=0,
            player_id=visitor.id,
            name=visitor.name,
            phrase="" if body else phrase,
            body=body,
            at=now,
            removed_by="",
        )
        with self._store.write() as work:
            access = self._access(_room_facts(work, room, live), visitor)
            if access.refusal is not None:
                raise NotYours(access.refusal)
            if body and not access.may_write:
                raise NotYours(_GUESTS)
            self._require_measure(work, line)
            said = work.chat.add(line, game_id=live.id if live else None)
            if said.number % _TRIMMED_EVERY == 0:
                work.chat.trim(room, keep=KEPT)
        return said

    def _require_measure(self, work: Transaction, line: ChatLineRecord) -> None:
        """Refuse who is muted, says the same twice in a row, or speaks too often."""
        if work.chat.muted_until(line.player_id) > line.at:
            raise RefusedAct(_MUTED)
        for within_ms, most in RATES:
            if work.chat.said_since(line.player_id, line.at - within_ms + 1) >= most:
                raise RefusedAct(_OFTEN.format(n=most, s=within_ms // 1000))
        last = work.chat.of_player(line.player_id, limit=1)
        is_repeated = [(one.room, one.phrase, one.body) for one in last] == [
            (line.room, line.phrase, line.body)
        ]
        if is_repeated and line.at - last[0].at < RATES[0][0]:
            raise RefusedAct(_TWICE)

    def lines(self, room: str, visitor: Visitor | None, *, after: int = 0) -> Sequence[ChatLineRecord]:
        """Return what a reader is shown of a room: what was said or changed after a version, oldest first.

        Raises:
            NotFound: if there is no such room.
            NotYours: if they may not read there.
        """
        reader = visitor.id if visitor else None
        found = self.news(room, (visitor,), after=after)
        if reader not in found:
            raise NotYours(self.access(room, visitor).refusal)
        return found[reader]

    def news(
        self, room: str, readers: Collection[Visitor | None], *, after: int
    ) -> Mapping[str | None, Sequence[ChatLineRecord]]:
        """Return what each of some readers is shown, by player; those who may not read are left out.

        Raises:
            NotFound: if there is no such room.
        """
        live = self._game(room)
        with self._store.read() as work:
            facts = _room_facts(work, room, live)
            found = work.chat.lines(room, after=after, limit=SHOWN)
            kept_away = set(work.accounts.blocking({line.player_id for line in found}))
        allowed = [one.id if one else None for one in readers if self._access(facts, one).may_read]
        return {
            reader: [line for line in found if (reader, line.player_id) not in kept_away]
            for reader in dict.fromkeys(allowed)
        }

    def versions(self, rooms: Collection[str]) -> Mapping[str, int]:
        """Return the version of each room, 0 where nothing was ever said."""
        found = self._versions.of(rooms)
        return {room: found.get(room, 0) for room in rooms}

    def open(self, player_id: str | None, game_id: str, *, is_open: bool) -> None:
        """Open or close both rooms of a game, as its arbiter. Raises `NotFound`, `NotYours`."""
        rooms: tuple[GameRoom, ...] = ("players", "watchers")
        live = self._game(game_room("players", game_id))
        assert live is not None
        with self._store.write() as work:
            if player_id not in _room_facts(work, game_room("players", game_id), live).arbiters:
                raise NotYours(_ARBITER_ONLY)
            for kind in rooms:
                work.chat.set_open(game_room(kind, game_id), is_open, game_id=live.id)

    # ---------------------------------------------------------------------------------------- moderating

    def context(self, visitor: Visitor | None, line_id: str) -> ChatLineContext:
        """Return a line that a reader may read, with those beside it. Raises `NotFound`, `NotYours`."""
        with self._store.read() as work:
            line = _line(work, line_id)
            is_admin = _is_admin(work, visitor)
            may_remove = is_admin or _sees_to(work, visitor, line.room)
        live = self._game(line.room)
        with self._store.read() as work:
            access = self._access(_room_facts(work, line.room, live), visitor)
            if not (access.may_read or is_admin):
                raise NotYours(access.refusal)
            beside = work.chat.around(line, each_way=_BESIDE)
            muted = work.chat.muted_until(line.player_id) > self._clock.now_ms()
        return ChatLineContext(line, tuple(beside), muted, is_admin, may_remove)

    def report(self, visitor: Visitor | None, line_id: str, words: str, lang: Lang) -> None:
        """Tell the admins about a line, with what was said beside it.

        Args:
            words: why; may be empty: the line speaks for itself.
            lang: in which ready phrases are written down for the admins.
        Raises:
            NotFound, NotYours: if there is no such line for this reader.
            RefusedAct: for one's own line, or too often.
        """
        if visitor is None:
            raise NotYours(_SIGN_IN)
        found = self.context(visitor, line_id)
        line, now = found.line, self._clock.now_ms()
        if line.player_id == visitor.id:
            raise RefusedAct(_YOURSELF)
        at_game = game_of_room(line.room)
        with self._store.write() as work:
            if work.accounts.reports_of(visitor.id, since=now - _DAY_MS) >= _MOST_REPORTS:
                raise RefusedAct(_ENOUGH.format(most=_MOST_REPORTS))
            work.accounts.add_report(
                AbuseReportRecord(
                    id=new_id(),
                    reporter=visitor.name,
                    reporter_id=visitor.id,
                    about=line.name,
                    about_id=line.player_id,
                    words=f"“{words_of(line, lang)}” {words.strip()[:1000]}".strip(),
                    game_id=at_game[1] if at_game else "",
                    evidence="\n".join(f"{one.name}: {words_of(one, lang)}" for one in found.beside),
                    at=now,
                )
            )

    def remove(self, admin: Visitor | None, line_id: str, lang: Lang) -> str:
        """Take a line away, as a moderator or as an admin of the club; return its room.

        Raises:
            NotFound, NotYours, RefusedAct: for no line, for others, for a line that was taken away.
        """
        with self._store.write() as work:
            line = _line(work, line_id)
            own = admin is not None and _sees_to(work, admin, line.room)
            by = work.accounts.get(admin.id) if own and admin else _admin(work, admin)
            assert by is not None
            if not work.chat.remove(line, by=by.name):
                raise RefusedAct(_DONE)
            self._log(work, by, "remove", line, words_of(line, lang))
        return line.room

    def mute(self, admin: Visitor | None, line_id: str, hours: int) -> None:
        """Let who said a line say nothing for some hours, as a moderator; 0 lets them speak again.

        Raises:
            NotFound, NotYours: if there is no such line, or the visitor is no moderator.
            BadTerms: for other times than the page offers.
            RefusedAct: for oneself.
        """
        if hours not in (0, *MUTE_HOURS):
            raise BadTerms("hours", _HOURS)
        with self._store.write() as work:
            by, line = _admin(work, admin), _line(work, line_id)
            if line.player_id == by.player_id:
                raise RefusedAct(_YOURSELF)
            if hours:
                work.chat.mute(line.player_id, until=self._clock.now_ms() + hours * _HOUR_MS)
            else:
                work.chat.unmute(line.player_id)
            self._log(work, by, "mute" if hours else "unmute", line, str(hours) if hours else "")

    def acts(self, admin: Visitor | None) -> Sequence[ModerationRecord]:
        """Return what moderators did, the newest first, to one of them. Raises `NotYours`."""
        with self._store.read() as work:
            _admin(work, admin)
            return work.chat.acts(limit=_MOST_ACTS)

    def _log(self, work: Transaction, by: AccountRecord, act: str, line: ChatLineRecord, words: str) -> None:
        work.chat.log(
            ModerationRecord(
                id=new_id(),
                at=self._clock.now_ms(),
                by_id=by.player_id,
                by_name=by.name,
                act=act,
                about_id=line.player_id,
                about_name=line.name,
                room=line.room,
                words=words,
            )
        )


def words_of(line: ChatLineRecord, lang: Lang) -> str:
    """Return what a line says, in a reader's language."""
    return PHRASES[line.phrase].text(lang) if line.phrase in PHRASES else line.body


class _RoomFacts(msgspec.Struct, frozen=True):
    """A room: its game, if it is at one, and who opens and closes it; its members, if it is a club's."""

    kind: str
    live: LiveGame | None
    arbiters: frozenset[str | None] = frozenset()
    is_closed: bool = False
    members: frozenset[str] = frozenset()


def _room_facts(work: Transaction, room: str, live: LiveGame | None) -> _RoomFacts:
    kind = room.partition("-")[0]
    if live is None:
        return _RoomFacts(kind, None, members=_members(work, room))
    board, is_open = work.phones.online(live.id), work.chat.is_open(room)
    arbiters: set[str | None] = set()
    if board is not None:
        arbiters |= {id for id, _ in work.tournaments.arbiters(board.tournament_id)}
    elif live.game.conditions.arbitrated:
        arbiters.add(live.row.created_by)
    is_arbitrated = board is not None or live.game.conditions.arbitrated
    return _RoomFacts(
        kind, live, frozenset(arbiters - {None}), is_arbitrated if is_open is None else not is_open
    )


def _members(work: Transaction, room: str) -> frozenset[str]:
    """Return who is in the club of a room; nobody where it is of none. Raises `NotFound` if it is gone."""
    club_id = club_of_room(room)
    if club_id is None:
        return frozenset()
    if work.member_clubs.get(club_id) is None:
        raise NotFound(room, _OFF)
    people = work.member_clubs.members(club_id)
    return frozenset(one.player_id for one in people if one.role != "asking")


def _sees_to(work: Transaction, visitor: Visitor | None, room: str) -> bool:
    """Tell whether somebody sees to the club of a room."""
    people = work.member_clubs.members(club_of_room(room) or "")
    keepers = {one.player_id for one in people if one.role in ("founder", "admin")}
    return visitor is not None and visitor.id in keepers


def _has_two(live: LiveGame) -> bool:
    return len({seat.player_id for seat in live.row.seats if seat.player_id is not None}) > 1


def _line(work: Transaction, line_id: str) -> ChatLineRecord:
    found = work.chat.get(line_id)
    if found is None:
        raise NotFound(line_id, _NO_LINE)
    return found


def _is_admin(work: Transaction, visitor: Visitor | None) -> bool:
    found = work.accounts.get(visitor.id) if visitor else None
    return found is not None and found.role == "admin"


def _admin(work: Transaction, visitor: Visitor | None) -> AccountRecord:
    found = work.accounts.get(visitor.id) if visitor else None
    if found is None or found.role != "admin":
        raise NotYours(_ADMIN_ONLY)
    return found
