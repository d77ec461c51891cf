"""What the use cases need from outside, in their own words: a memory and the time.

The store satisfies these by shape alone; neither knows the other. What is read are `damiera.records`; what is
written is one too where it is much, or else named argument by argument. Every method runs inside the
transaction of its `Transaction`. None has errors of its own: where something must be there, or must not be
there yet, and is otherwise, the memory refuses with an error of its own and the whole transaction is undone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from damiera.records.analyses import (
    CountedGame,
    ExploredGame,
    ExplorerFilter,
    MoveCount,
    ReportRecord,
    TryRecord,
)
from damiera.records.archive import ArchivedGame, ArchiveRecord, ArchiveSummary, ImportRecord, RefusedGame
from damiera.records.arenas import ArenaLineRecord, ArenaRecord
from damiera.records.bots import BotRecord
from damiera.records.chat import ChatLineRecord, ModerationRecord
from damiera.records.club_matches import ClubMatchRecord, ClubMatchState
from damiera.records.contacts import ContactRecord, DeliveryRecord, PushDeviceRecord
from damiera.records.displays import DisplayBoardRecord, DisplayLookRecord, DisplayRecord
from damiera.records.federation import (
    FederationActRecord,
    FederationCategoryRecord,
    FederationEntryRecord,
    FederationEventRecord,
    FederationPersonRecord,
    FederationRatingRecord,
    NameSpelling,
    NameWord,
)
from damiera.records.games import (
    EventRecord,
    GameRecord,
    GameStand,
    GameTerms,
    MoveRecord,
    NoteRecord,
    SeatRecord,
)
from damiera.records.learning import ExerciseRecord, PuzzleFormRecord
from damiera.records.member_clubs import (
    ClubEventRecord,
    ClubMemberRecord,
    ClubNoteRecord,
    ClubRole,
    MemberClubRecord,
)
from damiera.records.openid import OpenIdAttemptRecord, OpenIdBindingRecord
from damiera.records.passkeys import PasskeyRecord
from damiera.records.people import (
    AbuseReportRecord,
    AccountRecord,
    FriendChoiceRecord,
    FriendRecord,
    OpponentRecord,
    PlayerRecord,
    RatedGameRecord,
    RatingChangeRecord,
    RatingRecord,
    SessionRecord,
)
from damiera.records.studies import EditRecord, StudyRecord
from damiera.records.tournaments import (
    EventPersonRecord,
    EventStaffRecord,
    OnlineRecord,
    RequestRecord,
    TournamentEntryRecord,
    TournamentKind,
    TournamentRecord,
)
from damiera.records.vacations import VacationRecord
from damiera.records.workers import PresenceRecord, WorkerRecord

__all__ = [
    "AccountStore",
    "AnalysisStore",
    "ArchiveStore",
    "ArenaStore",
    "BotStore",
    "ChatStore",
    "ClubMatchStore",
    "ContactStore",
    "ExplorerStore",
    "FederationStore",
    "FriendStore",
    "GameStore",
    "ImportStore",
    "LearningStore",
    "MemberClubStore",
    "OpenIdStore",
    "PasskeyStore",
    "PhoneStore",
    "PlayerStore",
    "PushDeviceStore",
    "RatingStore",
    "ServerClock",
    "StorePort",
    "StudyStore",
    "TournamentStore",
    "Transaction",
    "WorkerStore",
]


class ServerClock(Protocol):
    """The time of this server."""

    def now_ms(self) -> int:
        """Return milliseconds since 1970, UTC."""
        ...


class PlayerStore(Protocol):
    """People and their sessions."""

    def add(self, *, id: str, name: str, at: int) -> None:
        """Add a player, whose `id` nobody must have yet."""
        ...

    def get(self, id: str) -> PlayerRecord | None:
        """Return the player, or None if there is none."""
        ...

    def rename(self, id: str, name: str) -> None:
        """Change the name; seats taken before keep the old one; does nothing if the player is not there."""
        ...

    def open_session(self, *, token_hash: str, player_id: str, at: int, device: str = "") -> None:
        """Remember that whoever holds the token of this hash is this player, who must be there."""
        ...

    def of_session(self, token_hash: str) -> PlayerRecord | None:
        """Return whose token this is, or None when its session is unknown or closed."""
        ...

    def close_session(self, token_hash: str) -> None:
        """Forget one token; nothing happens if it is unknown."""
        ...


class AccountStore(Protocol):
    """Accounts, their devices and recovery codes; who blocks and who reports whom."""

    def add(self, record: AccountRecord) -> bool:
        """Give a player, who must be there and have none, an account.

        Returns:
            False if another has one under its key: nothing was written then.
        """
        ...

    def get(self, player_id: str) -> AccountRecord | None:
        """Return the account of a player, or None if they have none."""
        ...

    def by_key(self, key: str) -> AccountRecord | None:
        """Return the account whose name is compared as this, or None."""
        ...

    def all(self, *, limit: int) -> Sequence[AccountRecord]:
        """Return accounts, by their names."""
        ...

    def names(self, player_ids: Collection[str]) -> Mapping[str, str]:
        """Return the names of those of some players who have an account, by their ids."""
        ...

    def set_password(self, player_id: str, password: str) -> None:
        """Keep the hash of a new password in place of the old one."""
        ...

    def count_role(self, role: str) -> int:
        """Return how many accounts have a role."""
        ...

    def set_role(self, player_id: str, role: str) -> None:
        """Give an account another role; nothing happens if there is none."""
        ...

    def set_codes(self, player_id: str, hashes: Sequence[str]) -> None:
        """Give somebody recovery codes, by their hashes, in place of all they have."""
        ...

    def use_code(self, player_id: str, code_hash: str) -> bool:
        """Use a recovery code up.

        Returns:
            False if it is none of theirs, or was used before: nothing was written then.
        """
        ...

    def codes_left(self, player_id: str) -> int:
        """Return how many recovery codes somebody has not used."""
        ...

    def sessions(self, player_id: str) -> Sequence[SessionRecord]:
        """Return the devices on which somebody is known, the last seen first."""
        ...

    def seen(self, token_hash: str, *, device: str, at: int) -> None:
        """Note that a device was heard of; nothing happens if its session is closed."""
        ...

    def end_sessions(self, player_id: str, *, keep: str = "") -> int:
        """Close the sessions of a player, but for the one with this hash; return how many."""
        ...

    def hand_over(self, from_id: str, to_id: str, name: str) -> tuple[Sequence[str], Sequence[str]]:
        """Give what is one player's to another, their seats under a name; each game makes its next version.

        Games in which both sit, and whatever the other has of the same kind already, stay as they are. Events
        do not change hands: who has their code comes in again.

        Returns:
            the games whose seats changed hands, and the archived games that did.
        """
        ...

    def forget(self, player_id: str, name: str) -> Sequence[str]:
        """Remove a player and all that is theirs alone: their games stay, with a name in their place.

        Returns:
            those games; each makes its next version.
        """
        ...

    def block(self, player_id: str, blocked_id: str, *, at: int) -> None:
        """Let a player keep another away, who must be there; twice does no harm."""
        ...

    def unblock(self, player_id: str, blocked_id: str) -> None:
        """Let a player keep another away no longer; nothing happens if they did not."""
        ...

    def blocked(self, player_id: str) -> Sequence[tuple[str, str]]:
        """Return whom a player keeps away, id and name, by name."""
        ...

    def blocking(self, blocked_ids: Collection[str]) -> Sequence[tuple[str, str]]:
        """Return who keeps away any of some players, each with whom."""
        ...

    def blocks_between(self, one: str, others: Collection[str]) -> bool:
        """Tell whether a player keeps one of some others away, or one of those keeps them away."""
        ...

    def add_report(self, record: AbuseReportRecord) -> None:
        """Keep what somebody reports, under an id that none has yet."""
        ...

    def reports(self, *, limit: int) -> Sequence[AbuseReportRecord]:
        """Return reports: those that are not closed first, the newest first among each."""
        ...

    def reports_of(self, reporter_id: str, *, since: int) -> int:
        """Return how many reports somebody has sent since a time."""
        ...

    def abuse_report(self, id: str) -> AbuseReportRecord | None:
        """Return a report, or None if there is none of this id."""
        ...

    def close_report(self, id: str, *, by: str, at: int) -> bool:
        """Put a report away.

        Returns:
            False if it was closed before, or is not there: nothing was written then.
        """
        ...


class RatingStore(Protocol):
    """Games that accounts have agreed upon, and the ratings that come of them."""

    def agree(self, game_id: str, record: RatedGameRecord) -> None:
        """Write down what was agreed of a game, of which nothing may be agreed yet."""
        ...

    def agreed(self, game_id: str) -> RatedGameRecord | None:
        """Return what was agreed of a game; None where nothing was."""
        ...

    def ended(self) -> Sequence[str]:
        """Return the games that are over and not settled yet, the longest over first."""
        ...

    def settle(self, game_id: str) -> bool:
        """Note that nothing is to be done any more about the rating of a game; False if that was known."""
        ...

    def get(self, player_id: str, slug: str, speed: str) -> RatingRecord | None:
        """Return somebody's rating in a game (`slug`) at a speed, or None before the first."""
        ...

    def of_players(self, player_ids: Collection[str], slug: str, speed: str) -> Mapping[str, RatingRecord]:
        """Return the ratings of those of some players who have one in a game at a speed, by player."""
        ...

    def of_player(self, player_id: str) -> Sequence[RatingRecord]:
        """Return somebody's ratings, the one that rests on most games first."""
        ...

    def keep(self, player_id: str, record: RatingRecord, change: RatingChangeRecord) -> None:
        """Keep a rating in place of the one in the same game and speed, with the game that made it."""
        ...

    def changes(self, player_id: str, *, limit: int) -> Sequence[RatingChangeRecord]:
        """Return what rated games did to somebody's ratings, the newest first."""
        ...

    def public_games(self, player_id: str, *, limit: int) -> Sequence[str]:
        """Return the public games of a player that are over, the last over first.

        Those are of two accounts, begun when both had theirs, and not private.
        """
        ...

    def private_games(self, player_id: str) -> Collection[str]:
        """Return those games that changed a player's rating and are private."""
        ...

    def count_public(self, player_id: str) -> int:
        """Return how many games `public_games` would give without a limit."""
        ...

    def unfinished(self, player_id: str) -> Sequence[str]:
        """Return the games of a player that are not over, also those that wait for somebody."""
        ...

    def alone(self, player_id: str, *, limit: int) -> Sequence[str]:
        """Return games in which a player sits and no other person does, nor did."""
        ...

    def opponents(self, player_id: str, *, limit: int) -> Sequence[OpponentRecord]:
        """Return the accounts that a player has met in public games that are over, the most met first."""
        ...


class GameStore(Protocol):
    """Games, events, the current line. `accept`, `touch` and `take_seat` write only on top of `version`."""

    def add(
        self,
        id: str,
        terms: GameTerms,
        stand: GameStand,
        *,
        created_by: str,
        rematch_of: str | None,
        at: int,
        started_at: int | None,
    ) -> None:
        """Add a game at version 1, with no seat yet."""
        ...

    def add_seat(self, game_id: str, seat: SeatRecord) -> None:
        """Add one of the seats of a new game; its code must be that of no other seat."""
        ...

    def ids(self, *, after: str, limit: int) -> Sequence[str]:
        """Return the names of games in their order, those that follow one."""
        ...

    def get(self, id: str) -> GameRecord | None:
        """Return the game with its seats, or None if there is none."""
        ...

    def version(self, id: str) -> int | None:
        """Return the number of the last version of a game, or None if there is no such game."""
        ...

    def versions(self, ids: Sequence[str]) -> Mapping[str, int]:
        """Return the versions of games by their names; those that there are not are left out."""
        ...

    def events(self, id: str, *, after: int, up_to: int) -> Sequence[EventRecord]:
        """Return the events that made the versions after `after` up to `up_to` included, oldest first."""
        ...

    def line(self, id: str) -> Sequence[MoveRecord]:
        """Return the current line: what was played and not taken back."""
        ...

    def accept(
        self,
        id: str,
        stand: GameStand,
        *,
        version: int,
        at: int,
        player_id: str | None,
        body: str,
        path: str | None = None,
    ) -> bool:
        """Append an event that makes the next version and note where the game stands.

        Args:
            path: of the half-move that the event adds to the current line as its last, as text.
        Returns:
            False if `version` is not the last: nothing was written then.
        """
        ...

    def touch(self, id: str, *, version: int, at: int) -> bool:
        """Make the next version without an event.

        Returns:
            False if `version` is not the last: nothing was written then.
        """
        ...

    def add_move(self, id: str, *, ply: int, seq: int, path: str, at: int) -> None:
        """Add a half-move to the current line: its `path` as text, and the event (`seq`) that made it."""
        ...

    def drop_moves(self, id: str, *, from_ply: int) -> int:
        """Take the half-moves from `from_ply` on off the current line and return how many.

        The events stay.
        """
        ...

    def by_invite(self, code: str) -> str | None:
        """Return the game to a seat of which this code belongs, open or taken since, or None."""
        ...

    def take_seat(self, id: str, *, version: int, side: str, player_id: str, name: str, at: int) -> bool:
        """Seat a player on an open seat, and with the last one begin the game.

        Returns:
            False if the seat is taken or `version` is not the last: nothing was written then.
        """
        ...

    def give_to_engine(self, id: str, *, side: str, level: int) -> None:
        """Let the engine of a level hold a seat from now on.

        The game's version, events and line stay as they are.
        """
        ...

    def keep_sealed(self, id: str, sealed: str | None) -> None:
        """Keep the move in the envelope of a game in place of what was there; None throws it away."""
        ...

    def plans(self, id: str) -> Mapping[str, str]:
        """Return what each side has laid ahead in a game; nothing for a side that has not."""
        ...

    def keep_plan(self, id: str, *, side: str, text: str) -> None:
        """Keep what a side lays ahead in place of what was there; an empty text only takes that away."""
        ...

    def rematch_of(self, id: str) -> str | None:
        """Return the game that is the rematch of this one, or None."""
        ...

    def before_rematch(self, id: str) -> str | None:
        """Return the game of which this one is the rematch, or None."""
        ...

    def remove(self, id: str) -> None:
        """Take a game away with its seats, events, line and notes; nothing happens if there is none."""
        ...

    def of_player(self, player_id: str, *, limit: int, offset: int = 0) -> Sequence[GameRecord]:
        """Return games in which a player has a seat.

        Unfinished ones come first, among them those that wait for the player, then the last touched.
        """
        ...

    def count_of_player(self, player_id: str) -> int:
        """Return in how many games a player has a seat; one in which they hold both counts once."""
        ...

    def awaiting_engine(self) -> Sequence[str]:
        """Return the unfinished games in which the engine is to move or to answer.

        The longest untouched comes first.
        """
        ...

    def with_clock(self) -> Sequence[str]:
        """Return the unfinished games that are played with a clock, in no order."""
        ...

    def show_in_club(self, id: str, *, at: int) -> None:
        """Let everybody who comes by see a game, and take its open seat."""
        ...

    def is_in_club(self, id: str) -> bool:
        """Tell whether everybody may see a game."""
        ...

    def club_ids(self, *, started: bool, limit: int) -> Sequence[str]:
        """Return unfinished games of the club: those begun, newest first, or that wait, oldest first."""
        ...

    def of_club(self, *, started: bool, limit: int) -> Sequence[GameRecord]:
        """Return the games that `club_ids` names."""
        ...

    def notes(self, id: str, player_id: str) -> Sequence[NoteRecord]:
        """Return a player's notes on a game, by half-move; none of others."""
        ...

    def set_note(self, id: str, player_id: str, *, ply: int, comment: str, mark: str) -> None:
        """Put a note in place of the player's own at that half-move; an empty one only takes that away."""
        ...


class ArchiveStore(Protocol):
    """Games that came from files."""

    def add(
        self, game: ArchivedGame, *, id: str, player_id: str, job_id: str | None, source: str, at: int
    ) -> bool:
        """Add a game that an import (`job_id`) brought out of a file (`source`).

        Returns:
            False if the player has one with the same digest: nothing was written then.
        """
        ...

    def ids(self, *, after: str, limit: int) -> Sequence[str]:
        """Return the names of archived games in their order, those that follow one."""
        ...

    def get(self, id: str) -> ArchiveRecord | None:
        """Return the whole game, whoever it belongs to, or None."""
        ...

    def known(self, players: Sequence[str], digests: Sequence[str]) -> Collection[str]:
        """Return those of the digests that games of these players have."""
        ...

    def marked(self, player_id: str, job_id: str, tag: str) -> Mapping[str, int]:
        """Return for each kind of game how many an import brought that have a tag of this name."""
        ...

    def page(
        self, players: Sequence[str], *, words: Sequence[str], game_slug: str | None, limit: int, offset: int
    ) -> Sequence[ArchiveSummary]:
        """Return games of some players whose searched text has all words.

        The newest import comes first, in the order of its file.
        """
        ...

    def counts(self, players: Sequence[str], *, words: Sequence[str]) -> Mapping[str, int]:
        """Return for each kind of game how many `page` would give without a limit; none that has no games."""
        ...

    def remove(self, id: str, player_id: str) -> bool:
        """Take a game out of a player's archive, notes included; False if it is not there or not theirs."""
        ...

    def notes(self, id: str, player_id: str) -> Sequence[NoteRecord]:
        """Return a player's notes on a game, by half-move."""
        ...

    def set_note(self, id: str, player_id: str, *, ply: int, comment: str, mark: str) -> None:
        """Put a note in place of the player's own at that half-move.

        An empty one is kept, for it hides the file's words.
        """
        ...


class ImportStore(Protocol):
    """Files being read. `advance` and `finish` write only while the import is running."""

    def add(
        self,
        *,
        id: str,
        player_id: str,
        name: str,
        total: int,
        data: bytes,
        beginnings: bool,
        game: str | None,
        overrules: bool,
        judgement: str,
        at: int,
    ) -> None:
        """Add a file that is to be read, as running, with nothing read yet; it waits while `game` is None."""
        ...

    def answer(self, id: str, *, game: str, overrules: bool, at: int) -> bool:
        """Write down what somebody says the games of a waiting file are.

        Returns:
            False if it does not wait, or its import has ended: nothing was written then.
        """
        ...

    def get(self, id: str) -> ImportRecord | None:
        """Return the import, or None if there is none."""
        ...

    def data(self, id: str) -> bytes:
        """Return the bytes of the file; none once its import has ended, or if there is no such import."""
        ...

    def running(self) -> Sequence[ImportRecord]:
        """Return the imports that have not ended and wait for no answer, oldest first."""
        ...

    def of_player(self, player_id: str, *, limit: int) -> Sequence[ImportRecord]:
        """Return a player's imports, the latest first."""
        ...

    def advance(
        self, id: str, *, expected: int, done: int, imported: int, duplicates: int, refused: int, at: int
    ) -> bool:
        """Add to what was counted and set `done`.

        Returns:
            False if the import has ended or `done` was not `expected`: nothing was written then.
        """
        ...

    def finish(self, id: str, *, status: str, total: int, at: int) -> bool:
        """End the import as `status` says and let go of the file.

        Returns:
            False if it had ended before: nothing was written then.
        """
        ...

    def add_error(self, id: str, number: int, refused: RefusedGame) -> None:
        """Write down why a game was refused; `number` counts the errors of this import from 1."""
        ...

    def errors(self, id: str, *, limit: int, offset: int = 0) -> Sequence[RefusedGame]:
        """Return what was refused, in the order of the file."""
        ...


class TournamentStore(Protocol):
    """Tournaments and their logs. `append` writes only on top of `version`."""

    def add(
        self, *, id: str, name: str, head: str, code: str, created_by: str, arbiter: str, at: int
    ) -> None:
        """Add a tournament at version 0, its log empty, and let its first arbiter in.

        A code is given once.
        """
        ...

    def ids(self, *, after: str, limit: int) -> Sequence[str]:
        """Return the names of tournaments in their order, those that follow one."""
        ...

    def get(self, id: str) -> TournamentRecord | None:
        """Return the tournament, or None if there is none."""
        ...

    def by_code(self, code: str) -> str | None:
        """Return the tournament that a code lets an arbiter into, or None."""
        ...

    def entries(self, id: str, *, after: int = 0) -> Sequence[TournamentEntryRecord]:
        """Return the lines of the log whose number is beyond `after`, oldest first."""
        ...

    def append(
        self,
        id: str,
        *,
        version: int,
        name: str,
        head: str,
        at: int,
        player_id: str | None,
        lines: Sequence[tuple[str, str]],
    ) -> bool:
        """Append lines, each its body and hash, and note what lists show.

        Returns:
            False if `version` is not the last: nothing was written then.
        """
        ...

    def arbiters(self, id: str) -> Sequence[tuple[str, str]]:
        """Return who may act, player and name, the one who came first first."""
        ...

    def let_in(self, id: str, *, player_id: str, name: str, at: int) -> None:
        """Add an arbiter, who must not be in yet."""
        ...

    def let_out(self, id: str, *, player_id: str) -> None:
        """Let somebody be no arbiter any more; nothing happens if they were none."""
        ...

    def name_arbiter(self, id: str, *, player_id: str, name: str) -> None:
        """Call an arbiter by another name from now on; nothing happens if they are none."""
        ...

    def set_code(self, id: str, code: str) -> None:
        """Give a tournament another code in place of the one it has. A code is given once."""
        ...

    def of_arbiter(self, player_id: str, *, limit: int) -> Sequence[TournamentRecord]:
        """Return the tournaments that somebody may act in, with or without a code of their own.

        The last touched come first.
        """
        ...

    def latest(self, *, limit: int) -> Sequence[TournamentRecord]:
        """Return the tournaments of this server, the last touched first."""
        ...


class EventPeopleStore(Protocol):
    """Who has a code of their own for a tournament, and which browsers have come in with it."""

    def add(self, record: EventPersonRecord, code_hash: str) -> None:
        """Add somebody, whose id none must have yet, with the hash of their code, given once."""
        ...

    def get(self, id: str) -> EventPersonRecord | None:
        """Return somebody, or None."""
        ...

    def by_code(self, code_hash: str) -> EventPersonRecord | None:
        """Return whose code this is; None where it is nobody's, or withdrawn."""
        ...

    def of(self, tournament_id: str) -> Sequence[EventPersonRecord]:
        """Return all who ever had a code for a tournament, who got it first first."""
        ...

    def renew(self, id: str, *, code_hash: str, at: int) -> None:
        """Give somebody another code; the browsers that came in with the one before act for them no more."""
        ...

    def withdraw(self, id: str, *, at: int) -> bool:
        """Let a code open nothing any more.

        Returns:
            False if it did not already: nothing was written then.
        """
        ...

    def bind(self, tournament_id: str, *, player_id: str, person_id: str, at: int) -> None:
        """Let a browser (`player_id`) act for somebody.

        It acts for nobody else in this tournament any more.
        """
        ...

    def unbind(self, tournament_id: str, *, player_id: str) -> None:
        """Let a browser act for nobody; nothing happens if it did not."""
        ...

    def staff(self, tournament_id: str) -> Sequence[EventStaffRecord]:
        """Return the browsers that have come in, who came first first; also those whose code is withdrawn."""
        ...

    def devices(self, tournament_id: str) -> Mapping[str, int]:
        """Return how many browsers act for each, by their id; who has none may be missing."""
        ...


class PhoneStore(Protocol):
    """What a tournament must know of its players' phones, and its log must not tell."""

    def secret(self, id: str) -> str | None:
        """Return what the codes of a tournament are made from, or None if it has no secret yet."""
        ...

    def set_secret(self, id: str, secret: str) -> None:
        """Give a tournament its secret, which it must not have yet."""
        ...

    def bind(self, id: str, *, player_id: str, key: int, at: int) -> None:
        """Let a phone (`player_id`) speak for an entry (`key`).

        It speaks for no other of this tournament any more.
        """
        ...

    def unbind(self, id: str, *, player_id: str) -> None:
        """Let a phone speak for nobody in this tournament; nothing happens if it did not."""
        ...

    def unbind_all(self, id: str, *, key: int) -> None:
        """Let no phone speak for an entry any more."""
        ...

    def bound(self, id: str, player_id: str) -> int | None:
        """Return the entry that a phone speaks for, or None."""
        ...

    def phones(self, id: str) -> Sequence[tuple[int, str]]:
        """Return the entry and the player of every phone, the newest last."""
        ...

    def ask(self, *, id: str, tournament_id: str, player_id: str, at: int, facts: str) -> None:
        """Add somebody who waits to be let in; `facts` is JSON."""
        ...

    def request(self, id: str) -> RequestRecord | None:
        """Return who asks, answered or not, or None."""
        ...

    def requests(self, tournament_id: str, *, state: str, limit: int) -> Sequence[RequestRecord]:
        """Return who asks in a tournament and is in this state, the first to come first."""
        ...

    def waiting(self, tournament_id: str) -> int:
        """Return how many wait for an answer in a tournament."""
        ...

    def asked_by(self, tournament_id: str, player_id: str) -> Sequence[RequestRecord]:
        """Return what one person has asked in a tournament, the newest first."""
        ...

    def answer(self, id: str, *, state: str, facts: str | None = None, key: int | None = None) -> bool:
        """Give a request its state and entry, and new facts if any.

        Returns:
            False if it waits no more: nothing was written then.
        """
        ...

    def play_online(self, *, game_id: str, tournament_id: str, round: int, board: int, leg: int) -> None:
        """Record which board a game on this server is; its tournament does not know the result yet."""
        ...

    def online(self, game_id: str) -> OnlineRecord | None:
        """Return which board a game is, or None if it is of no tournament."""
        ...

    def directed(self, game_id: str) -> TournamentKind:
        """Return in which kind of tournament a game is a board: "" for none."""
        ...

    def ended(self) -> Sequence[str]:
        """Return the games of boards that are over and of which their tournaments were not told yet."""
        ...

    def settle(self, game_id: str) -> None:
        """Note that the tournament of a game has been told how it ended."""
        ...

    def set_evening(self, tournament_id: str, *, over: bool) -> None:
        """Have the rounds of a tournament follow one another by themselves, or no more."""
        ...

    def tournaments_of(self, player_id: str) -> Sequence[tuple[str, str]]:
        """Return the tournaments in which a phone speaks for somebody, id and name, by id."""
        ...

    def evenings_of(self, player_id: str) -> Sequence[str]:
        """Return the tournaments whose rounds follow one another in which a phone speaks for somebody."""
        ...

    def evenings(self) -> Sequence[tuple[str, int]]:
        """Return the tournaments whose rounds follow one another, each with the last line of its log."""
        ...


class AnalysisStore(Protocol):
    """Reports on games; puzzles found in them, and who has tried which."""

    def report(self, game_id: str) -> ReportRecord | None:
        """Return the report on a game, finished or not; None if nobody has asked for one."""
        ...

    def ask(self, game_id: str, *, player_id: str | None, total: int, nodes: int, at: int) -> None:
        """Put a game among those to be judged; a report there was, of whatever state, is replaced."""
        ...

    def waiting(self) -> Sequence[str]:
        """Return the games to be judged, the longest waiting first."""
        ...

    def waiting_of(self, player_id: str) -> int:
        """Return how many of the games to be judged a player has asked for."""
        ...

    def advance(self, game_id: str, *, done: int, at: int, total: int | None = None) -> bool:
        """Write down how many positions were looked at; False, and nothing written, if the work has ended.

        Args:
            total: how many there are in all, where that has become more.
        """
        ...

    def end(self, game_id: str, *, status: str, body: str | None, why: str | None, at: int) -> bool:
        """End the work on a game as `status` says; False, and nothing written, if it had ended before."""
        ...

    def add_puzzle(self, id: str, *, player_id: str, game_slug: str, body: str, at: int) -> None:
        """Keep a puzzle for a player, in place of the one of the same name (`id`) that they have."""
        ...

    def puzzles(self, player_id: str, *, limit: int) -> Sequence[str]:
        """Return the bodies of a player's own puzzles, the latest first."""
        ...

    def puzzle(self, id: str, player_id: str) -> str | None:
        """Return the body of one of a player's own puzzles, or None."""
        ...

    def tries(self, player_id: str) -> Sequence[TryRecord]:
        """Return how a player fared with all the puzzles they have tried, in no order."""
        ...

    def attempt(
        self, player_id: str, puzzle_id: str, *, tries: int, helped: int, solved_at: int | None
    ) -> None:
        """Write down how a player has fared with a puzzle so far, in place of what stood there."""
        ...


class ExplorerStore(Protocol):
    """The positions of games, counted. A collection holds the games of one kind that one player may see."""

    def lock(self) -> None:
        """Wait until nobody else changes what is counted, and let nobody else until the transaction ends."""
        ...

    def unread_archive(self, *, after: str, limit: int) -> Sequence[str]:
        """Return archived games that are not counted yet, by name, those after `after`."""
        ...

    def unread_games(self, *, after: str, limit: int) -> Sequence[str]:
        """Return finished games that are not counted as they stand now, by name, those after `after`."""
        ...

    def collection(self, player_id: str, game_slug: str, *, played: bool) -> int:
        """Return the number of a collection, which is made if it is not there."""
        ...

    def collections(self, players: Sequence[str], game_slug: str, *, played: bool | None) -> Sequence[int]:
        """Return the collections there are of some players and one game.

        `played` picks one kind, None takes both.
        """
        ...

    def keep(self, games: Sequence[CountedGame]) -> None:
        """Put games into their collections, with all their steps; none of them may be there yet."""
        ...

    def forget(self, source: str) -> bool:
        """Take a game out of all collections, with all it was counted for; False if it was in none."""
        ...

    def counts(self, collections: Sequence[int], key: int, wanted: ExplorerFilter) -> Sequence[MoveCount]:
        """Return what was played in a position. The same may come more than once, of other games."""
        ...

    def reached(
        self, collections: Sequence[int], keys: Sequence[int], wanted: ExplorerFilter
    ) -> Mapping[int, int]:
        """Return how many games pass through each of some positions; one that none reaches may be missing."""
        ...

    def games(
        self, collections: Sequence[int], key: int, wanted: ExplorerFilter, *, limit: int
    ) -> Sequence[ExploredGame]:
        """Return games that pass through a position, the latest first, at most `limit`."""
        ...

    def total(self, collections: Sequence[int]) -> int:
        """Return how many games are in some collections."""
        ...


class StudyStore(Protocol):
    """Studies, and the log of what was changed in each."""

    def add(self, record: StudyRecord) -> None:
        """Add a study, whose id none must have yet."""
        ...

    def ids(self, *, after: str, limit: int) -> Sequence[str]:
        """Return the names of studies in their order, those that follow one."""
        ...

    def get(self, id: str) -> StudyRecord | None:
        """Return a study, or None."""
        ...

    def remove(self, id: str) -> None:
        """Take a study away with its log and its authors."""
        ...

    def of_player(self, player_id: str, *, limit: int) -> Sequence[StudyRecord]:
        """Return the studies that a player owns or writes in, the one changed last first."""
        ...

    def public(self, *, limit: int) -> Sequence[StudyRecord]:
        """Return the studies that are open to all, the one changed last first."""
        ...

    def authors(self, id: str) -> Mapping[str, str]:
        """Return who writes in a study beside its owner: ids with names."""
        ...

    def add_author(self, id: str, player_id: str) -> None:
        """Let a player write in a study; twice does no harm."""
        ...

    def remove_author(self, id: str, player_id: str) -> None:
        """Let a player write in a study no more."""
        ...

    def share(self, id: str, *, sharing: str, key: str) -> None:
        """Say who may read a study, and what opens it for authors."""
        ...

    def append(self, id: str, record: EditRecord, *, title: str, game: str) -> bool:
        """Put a change at the end of the log, with what the study is called then.

        False, and nothing written, if its number is not the next one.
        """
        ...

    def edits(self, id: str, *, after: int = 0) -> Sequence[EditRecord]:
        """Return the changes behind a version, in their order."""
        ...

    def version_of(self, id: str, given: str) -> int | None:
        """Return the number of a change by the name its author's page gave it; None if it has not come."""
        ...

    def versions(self, ids: Sequence[str]) -> Mapping[str, int]:
        """Return how far some studies have come; those that are gone are missing."""
        ...

    def solved(self, id: str, player_id: str) -> frozenset[str]:
        """Return the chapters of a study that a player has solved."""
        ...

    def solve(self, id: str, player_id: str, chapter: str, *, at: int) -> None:
        """Write down that a player has solved a chapter; the first time counts."""
        ...


class LearningStore(Protocol):
    """What players have learned: exercises done, and how they solve puzzles."""

    def exercises(self, player_id: str) -> Sequence[ExerciseRecord]:
        """Return the exercises that a player has done, in no order."""
        ...

    def do_exercise(self, player_id: str, record: ExerciseRecord, *, at: int) -> None:
        """Write down that a player has done an exercise; twice does no harm."""
        ...

    def form(self, player_id: str, game_slug: str) -> PuzzleFormRecord | None:
        """Return how a player solves the puzzles of a game; None before the first."""
        ...

    def set_form(self, player_id: str, record: PuzzleFormRecord) -> None:
        """Write down how a player solves the puzzles of a game, in place of what stood there."""
        ...


class DisplayStore(Protocol):
    """Simultaneous displays."""

    def add(self, record: DisplayRecord) -> None:
        """Write a new display down."""
        ...

    def get(self, id: str) -> DisplayRecord | None:
        """Return a display, or None."""
        ...

    def of_game(self, game_id: str) -> tuple[str, int] | None:
        """Return the display and the board that a game is played at; None for any other game."""
        ...

    def of_player(self, player_id: str, *, limit: int) -> Sequence[DisplayRecord]:
        """Return the displays that a player gives or plays in, the newest first."""
        ...

    def boards(self, id: str) -> Sequence[DisplayBoardRecord]:
        """Return the boards of a display, by number."""
        ...

    def add_board(self, id: str, board: DisplayBoardRecord) -> None:
        """Give a guest a board."""
        ...

    def drop_board(self, id: str, number: int) -> None:
        """Take a board away; nothing happens if there is none."""
        ...

    def play(self, id: str, number: int, game_id: str) -> None:
        """Note the game of a board."""
        ...

    def begin(self, id: str, *, at: int) -> None:
        """Note that play has begun."""
        ...

    def end(self, id: str, *, at: int) -> None:
        """Note that a display is called off."""
        ...

    def look(self, id: str, number: int, *, at: int, ply: int) -> None:
        """Note that the host looked at a board."""
        ...

    def looks(self, id: str) -> Sequence[DisplayLookRecord]:
        """Return the looks of a host, in their order."""
        ...

    def stamps(self, ids: Sequence[str]) -> Mapping[str, tuple[int, int, int]]:
        """Return for each display three numbers, of which one changes with whatever happens to it."""
        ...


class ChatStore(Protocol):
    """What people write to one another, and what moderators did; a change of a room is its next version."""

    def versions(self, rooms: Collection[str]) -> Mapping[str, int]:
        """Return the version of each room that anything was ever said or set in."""
        ...

    def is_open(self, room: str) -> bool | None:
        """Tell whether somebody has opened or closed a room; None if nobody has."""
        ...

    def set_open(self, room: str, is_open: bool, *, game_id: str | None) -> None:
        """Open or close a room."""
        ...

    def add(self, line: ChatLineRecord, *, game_id: str | None) -> ChatLineRecord:
        """Add a line, which is given its number and version; return it with them.

        Args:
            game_id: the game with which the room goes; None if it stays.
        """
        ...

    def get(self, id: str) -> ChatLineRecord | None:
        """Return a line, or None."""
        ...

    def lines(self, room: str, *, after: int, limit: int) -> Sequence[ChatLineRecord]:
        """Return the newest lines of a room that were said or changed after a version, in their order."""
        ...

    def around(self, line: ChatLineRecord, *, each_way: int) -> Sequence[ChatLineRecord]:
        """Return a line with those beside it, in their order."""
        ...

    def of_player(self, player_id: str, *, limit: int) -> Sequence[ChatLineRecord]:
        """Return what somebody has said, the newest first."""
        ...

    def said_since(self, player_id: str, at: int) -> int:
        """Return how many lines somebody has said since a time."""
        ...

    def remove(self, line: ChatLineRecord, *, by: str) -> bool:
        """Take a line away; False if it was before."""
        ...

    def forget(self, room: str) -> None:
        """Forget a room with all that was said in it."""
        ...

    def trim(self, room: str, *, keep: int) -> None:
        """Forget all lines of a room but the last."""
        ...

    def mute(self, player_id: str, *, until: int) -> None:
        """Let somebody say nothing until a time."""
        ...

    def unmute(self, player_id: str) -> None:
        """Let somebody speak again."""
        ...

    def muted_until(self, player_id: str) -> int:
        """Return until when somebody is muted; 0 if they never were."""
        ...

    def log(self, record: ModerationRecord) -> None:
        """Write down what a moderator did."""
        ...

    def acts(self, *, limit: int) -> Sequence[ModerationRecord]:
        """Return what moderators did, the newest first."""
        ...


class WorkerStore(Protocol):
    """The processes that share the memory: who lives, who does what, who is seen where."""

    def key(self, fresh: str) -> str:
        """Return the key that all workers of this database share; `fresh` becomes it if there is none."""
        ...

    def lightly(self) -> None:
        """Let this transaction not wait for the disk: what is lost with the machine is worth nothing."""
        ...

    def all(self) -> Sequence[WorkerRecord]:
        """Return all workers that were not taken away."""
        ...

    def enter(self, id: str, *, at: int) -> None:
        """Add a worker that has just begun."""
        ...

    def beat(self, id: str, *, at: int) -> bool:
        """Note that a worker lives; False if the others think it dead and took it away."""
        ...

    def leave(self, id: str, *, at: int) -> None:
        """Note that a worker ends as it should: its duties are free, nobody is seen by it."""
        ...

    def remove(self, ids: Collection[str]) -> None:
        """Take away workers with all they have."""
        ...

    def take(self, id: str, name: str) -> bool:
        """Give a duty to a worker; False if another has it, or the worker was taken away."""
        ...

    def has(self, id: str, name: str) -> bool:
        """Tell whether a duty is a worker's."""
        ...

    def free(self, id: str, name: str) -> None:
        """Take a duty from a worker."""
        ...

    def see(self, id: str, places: Mapping[str, Collection[str]], *, changes: int) -> bool:
        """Note who is seen at places by a worker now, in place of whoever was before.

        Args:
            changes: the worker's count of them.
        Returns:
            False, and nothing is noted, if the others think the worker dead and took it away.
        """
        ...

    def seen(self, ids: Collection[str]) -> Sequence[PresenceRecord]:
        """Return who is seen where by some workers."""
        ...


class FederationStore(Protocol):
    """The archive of players, and what was done with it."""

    def add(
        self,
        people: Sequence[FederationPersonRecord],
        words: Sequence[NameWord],
        spellings: Sequence[NameSpelling] = (),
    ) -> None:
        """Add people, whose ids nobody must have yet, the words by which each is found, other spellings."""
        ...

    def change(
        self,
        person: FederationPersonRecord,
        words: Sequence[NameWord],
        spellings: Sequence[NameSpelling],
    ) -> None:
        """Write a person anew, who must be there, with all words and other spellings of their name."""
        ...

    def get(self, id: str) -> FederationPersonRecord | None:
        """Return somebody, or None."""
        ...

    def of_roots(self, roots: Iterable[str]) -> Sequence[FederationPersonRecord]:
        """Return people with all who were merged into them."""
        ...

    def by_cards(self, keys: Iterable[str]) -> Sequence[FederationPersonRecord]:
        """Return whoever has one of these cards, as cards are compared."""
        ...

    def by_fmjd(self, numbers: Iterable[str]) -> Sequence[FederationPersonRecord]:
        """Return whoever has one of these numbers of the world federation."""
        ...

    def by_names(self, keys: Iterable[str]) -> Sequence[tuple[str, FederationPersonRecord]]:
        """Return whose name is, or is also, one of these, as names are compared: which, and who."""
        ...

    def everybody(self) -> Sequence[FederationPersonRecord]:
        """Return all people, those that were merged too, by name."""
        ...

    def page(self, *, candidates: bool, after: str, limit: int) -> Sequence[FederationPersonRecord]:
        """Return people in order of their names, those that follow one name; or the candidates alone."""
        ...

    def counts(self) -> tuple[int, int]:
        """Return how many people there are, and how many of them are candidates."""
        ...

    def spellings(self, ids: Iterable[str]) -> Sequence[tuple[str, str]]:
        """Return how else names of people are written: whose, and how."""
        ...

    def spell(self, id: str, name: str, key: str, words: Sequence[NameWord]) -> None:
        """Note another way in which somebody's name is written, which must be a new one."""
        ...

    def found(self, words: Sequence[str], *, limit: int) -> Sequence[str]:
        """Return the roots of whoever has a word that begins with each of some, the likeliest first."""
        ...

    def set_roots(self, roots: Mapping[str, str]) -> None:
        """Let people be merged into others, or into nobody any more: themselves."""
        ...

    def accept(self, ids: Sequence[str]) -> None:
        """Let people be no candidates any more."""
        ...

    def rate(self, ratings: Sequence[FederationRatingRecord]) -> None:
        """Keep ratings, in place of those of the same people, games, days and sources."""
        ...

    def ratings(self, ids: Iterable[str]) -> Sequence[FederationRatingRecord]:
        """Return the ratings of people, the oldest first."""
        ...

    def categories(self, ids: Iterable[str] | None = None) -> Sequence[FederationCategoryRecord]:
        """Return the categories of people, or of everybody, those held longest first."""
        ...

    def put_categories(
        self, fresh: Sequence[FederationCategoryRecord], gone: Iterable[tuple[str, str]], *, upto: int
    ) -> None:
        """Keep categories that are new or changed, take some away; all are counted up to an act."""
        ...

    def categories_upto(self) -> int:
        """Return the last act that categories are counted from; -1 before they were counted at all."""
        ...

    def stale_events(self, *, limit: int) -> Sequence[str]:
        """Return events whose players are not linked as they stand now, the longest untouched first."""
        ...

    def entries(self, tournament_id: str) -> Sequence[FederationEntryRecord]:
        """Return who the players of an event are, in the order in which they were entered."""
        ...

    def entries_of(self, ids: Iterable[str]) -> Sequence[tuple[FederationEntryRecord, FederationEventRecord]]:
        """Return the parts of people in events, the last event first."""
        ...

    def put_event(
        self,
        event: FederationEventRecord,
        entries: Sequence[FederationEntryRecord],
        gone: Sequence[int] = (),
    ) -> None:
        """Write down an event as it stands, entries that are new or changed, and those that are `gone`."""
        ...

    def link(self, tournament_id: str, key: int, *, person_id: str, linked: str) -> bool:
        """Let a player of an event be somebody else; False if there is no such player."""
        ...

    def act(self, record: FederationActRecord, player_id: str | None) -> None:
        """Append an act, whose number must be the next one."""
        ...

    def last_act(self, *, kinds: Sequence[str] = ()) -> FederationActRecord | None:
        """Return the last act, or the last of some kinds; None before the first."""
        ...

    def acts(
        self, *, after: int = 0, kinds: Sequence[str] = (), limit: int = 0
    ) -> Sequence[FederationActRecord]:
        """Return the acts after one, the oldest first; of some kinds alone, if any are named."""
        ...


class FriendStore(Protocol):
    """Who is friends with whom, who has asked, and what each lets others do."""

    def ask(self, by: str, to: str, *, at: int) -> None:
        """Note that somebody asks another, with whom there is nothing yet."""
        ...

    def accept(self, by: str, asker: str, *, at: int) -> bool:
        """Let somebody agree to what another has asked; False if they have not, or it was done."""
        ...

    def remove(self, one: str, other: str) -> bool:
        """Let two be no friends, and nobody have asked; False if there was nothing."""
        ...

    def of(self, player_id: str) -> Sequence[FriendRecord]:
        """Return everybody with whom somebody is friends, or would be, by name."""
        ...

    def choice(self, player_id: str) -> FriendChoiceRecord:
        """Return what somebody lets others do."""
        ...

    def choose(self, player_id: str, choice: FriendChoiceRecord) -> None:
        """Keep what somebody lets others do."""
        ...


class MemberClubStore(Protocol):
    """Clubs that accounts belong to."""

    def add(self, club: MemberClubRecord) -> bool:
        """Write a new club down; False if another is called so, or was quicker."""
        ...

    def get(self, id: str) -> MemberClubRecord | None:
        """Return a club, or None."""
        ...

    def by_key(self, key: str) -> MemberClubRecord | None:
        """Return the club whose link has a key, or None."""
        ...

    def named(self, name_key: str) -> MemberClubRecord | None:
        """Return the club of a compared name, or None."""
        ...

    def all(self, *, words: str, limit: int) -> Sequence[MemberClubRecord]:
        """Return clubs whose compared name has some letters, those with most members first."""
        ...

    def of_player(self, player_id: str) -> Sequence[tuple[MemberClubRecord, ClubRole]]:
        """Return the clubs in which somebody is, or asks to be, by name, each with what they are there."""
        ...

    def describe(self, id: str, *, about: str) -> None:
        """Keep what a club says of itself."""
        ...

    def set_key(self, id: str, key: str) -> None:
        """Let a link with another key let people in, or none."""
        ...

    def remove(self, id: str) -> None:
        """Take a club away with all that is in it."""
        ...

    def members(self, id: str) -> Sequence[ClubMemberRecord]:
        """Return everybody in a club, and who asks to be, those who came first first."""
        ...

    def put(self, id: str, player_id: str, role: ClubRole, *, at: int) -> None:
        """Let somebody be something in a club; who was there before keeps their time."""
        ...

    def drop(self, id: str, player_id: str) -> bool:
        """Let somebody be nothing in a club; False if they were not."""
        ...

    def notes(self, id: str) -> Sequence[ClubNoteRecord]:
        """Return the notes of a club, the newest first."""
        ...

    def add_note(self, id: str, note: ClubNoteRecord) -> None:
        """Pin a note."""
        ...

    def drop_note(self, id: str, note_id: str) -> bool:
        """Take a note away; False if it is not there."""
        ...

    def events(self, id: str) -> Sequence[ClubEventRecord]:
        """Return the events of a club, the newest first."""
        ...

    def add_event(self, id: str, event: ClubEventRecord, *, at: int) -> None:
        """List an event."""
        ...

    def drop_event(self, id: str, event_id: str) -> bool:
        """Take an event off the list; False if it is not there."""
        ...


class ClubMatchStore(Protocol):
    """Matches that clubs have asked one another for."""

    def add(self, match: ClubMatchRecord) -> None:
        """Write a new challenge down."""
        ...

    def get(self, id: str) -> ClubMatchRecord | None:
        """Return a match, or None."""
        ...

    def of_club(self, club_id: str, *, limit: int) -> Sequence[ClubMatchRecord]:
        """Return the matches of a club, the newest first."""
        ...

    def set_state(
        self,
        id: str,
        state: ClubMatchState,
        *,
        was: Sequence[ClubMatchState],
        answer: str | None = None,
        tournament_id: str | None = None,
    ) -> bool:
        """Let a match be something else; False if it is none of what it `was` any more."""
        ...

    def finish(self, id: str, *, home_points: int, away_points: int) -> None:
        """Keep how a match that was played has ended."""
        ...


class ContactStore(Protocol):
    """Addresses, choices, and what is to be sent."""

    def secret(self, name: str, fresh: str) -> str:
        """Return a secret of this server: the one it has, or `fresh`, which it has from now on."""
        ...

    def known_secret(self, name: str) -> str | None:
        """Return a secret of this server, or None before it was made."""
        ...

    def get(self, player_id: str) -> ContactRecord | None:
        """Return how somebody is told, or None if they never said."""
        ...

    def keep(self, record: ContactRecord) -> None:
        """Keep how somebody is told, in place of what was kept."""
        ...

    def at_address(self, address: str) -> Sequence[ContactRecord]:
        """Return everybody who has confirmed an address."""
        ...

    def touched(self, since: int) -> Sequence[str]:
        """Return those with a contact for whom something may wait that has changed since a time, by id."""
        ...

    def schedule(self, record: DeliveryRecord) -> bool:
        """Write down what is to be sent; False if it was already: only a reminder gets another time."""
        ...

    def due(self, way: str, *, at: int, limit: int) -> Sequence[DeliveryRecord]:
        """Return what is to be sent by now, the longest due first."""
        ...

    def begin(self, record: DeliveryRecord, *, again_at: int) -> bool:
        """Take something to be sent, by one of all who would; False if another has it.

        Args:
            again_at: when it is due again should nobody say what became of it, in ms since 1970.
        """
        ...

    def postpone(self, id: str, *, to: int, failure: str, tries: int) -> None:
        """Let something be sent later, and note why and how often it was tried."""
        ...

    def finish(self, id: str, *, at: int, failure: str = "") -> None:
        """Note that something was sent, or was given up; where it went is kept no longer."""
        ...

    def drop(self, id: str) -> None:
        """Let something not be sent, as if it had never been written down."""
        ...

    def count_since(self, player_id: str, kind: str, since: int) -> int:
        """Return how many mails of a kind were written down for somebody since a time."""
        ...

    def sent_since(self, player_id: str, since: int) -> Sequence[int]:
        """Return when somebody was sent mail since a time, the earliest first."""
        ...

    def waiting(self, way: str) -> int:
        """Return how much is to be sent."""
        ...

    def troubles(self, *, limit: int) -> Sequence[tuple[DeliveryRecord, str]]:
        """Return what failed, given up or to be tried again, with whom it is for, the newest first."""
        ...

    def forget(self, before: int) -> int:
        """Forget what was done before a time; return how many that were."""
        ...


class BotStore(Protocol):
    """Which players are programs, and whose."""

    def add(self, record: BotRecord) -> None:
        """Let a player with an account be a program."""
        ...

    def get(self, player_id: str) -> BotRecord | None:
        """Return a program, or None for a person."""
        ...

    def which(self, player_ids: Collection[str]) -> frozenset[str]:
        """Return those of some players who are programs."""
        ...

    def of_owner(self, owner_id: str) -> Sequence[BotRecord]:
        """Return somebody's programs, the oldest first."""
        ...

    def all(self, *, limit: int) -> Sequence[BotRecord]:
        """Return everybody's programs, the newest first."""
        ...

    def among(self, player_ids: Collection[str]) -> Collection[str]:
        """Return those of some players who are programs."""
        ...

    def let_among_people(self, player_id: str, *, is_let: bool) -> None:
        """Let a program into what is for people, or no longer."""
        ...


class PasskeyStore(Protocol):
    """Who comes in by which key."""

    def ask(self, challenge: str, *, purpose: str, until: int, now: int) -> None:
        """Note what a device is asked to sign; what was asked too long ago is forgotten."""
        ...

    def answered(self, challenge: str, *, purpose: str, now: int) -> bool:
        """Take what a device has signed, once; False if it was not asked for, is too old, or was used."""
        ...

    def add(self, record: PasskeyRecord) -> bool:
        """Add a key; False if somebody has it."""
        ...

    def get(self, id: str) -> PasskeyRecord | None:
        """Return a key, or None."""
        ...

    def of_player(self, player_id: str) -> Sequence[PasskeyRecord]:
        """Return somebody's keys, the oldest first."""
        ...

    def used(self, id: str, *, sign_count: int, at: int) -> None:
        """Note that a key was used, and how often it says that it signed."""
        ...

    def rename(self, id: str, name: str) -> None:
        """Call a key otherwise."""
        ...

    def remove(self, id: str) -> None:
        """Let a key open nothing any more."""
        ...


class VacationStore(Protocol):
    """The vacations of people."""

    def of_player(self, player_id: str) -> Sequence[VacationRecord]:
        """Return somebody's vacations, the first first."""
        ...

    def add(self, record: VacationRecord) -> bool:
        """Note a vacation that begins; False if the player has one of this number already."""
        ...

    def end(self, player_id: str, *, at: int) -> bool:
        """End the vacation that goes on at `at`, then; False if there is none."""
        ...

    def hand_over(self, from_id: str, to_id: str) -> None:
        """Let the vacations of one player count as another's, after those that this one had."""
        ...


class OpenIdStore(Protocol):
    """Whose account is whose at an identity provider."""

    def begin(self, record: OpenIdAttemptRecord, *, now: int) -> None:
        """Note a sign-in that is begun; those begun too long ago are forgotten."""
        ...

    def take(self, state_hash: str, browser_hash: str, *, now: int) -> OpenIdAttemptRecord | None:
        """Return a sign-in begun in this browser, once; None if there is none, or it is too old."""
        ...

    def add(self, record: OpenIdBindingRecord) -> bool:
        """Bind an account to somebody at a provider; False if they are bound already."""
        ...

    def get(self, issuer: str, subject: str) -> OpenIdBindingRecord | None:
        """Return to which account somebody at a provider is bound, or None."""
        ...

    def of_player(self, player_id: str) -> Sequence[OpenIdBindingRecord]:
        """Return to whom an account is bound, the first bound first."""
        ...

    def used(self, issuer: str, subject: str, *, name: str, at: int) -> None:
        """Note that somebody came in so, and what the provider calls them now."""
        ...

    def remove(self, issuer: str, subject: str) -> None:
        """Let somebody at a provider open nothing any more."""
        ...


class PushDeviceStore(Protocol):
    """Which browsers are told."""

    def keep(self, record: PushDeviceRecord) -> None:
        """Tell a browser from now on what is for one player, and for no other any more."""
        ...

    def of_player(self, player_id: str) -> Sequence[PushDeviceRecord]:
        """Return somebody's browsers, the first chosen first."""
        ...

    def remove(self, endpoint_hash: str, player_id: str = "") -> None:
        """Tell a browser no more; if a player is named, only if it is theirs."""
        ...


class ArenaStore(Protocol):
    """Arenas, what happened in them, and their games."""

    def add(self, record: ArenaRecord) -> None:
        """Write a new arena down."""
        ...

    def get(self, id: str) -> ArenaRecord | None:
        """Return an arena, or None."""
        ...

    def lines(self, id: str, *, after: int) -> Sequence[ArenaLineRecord]:
        """Return what happened in an arena after a line."""
        ...

    def append(self, id: str, lines: Sequence[ArenaLineRecord], *, version: int, over: bool) -> bool:
        """Add lines after line `version`; False if others have added some meanwhile."""
        ...

    def running(self) -> Sequence[str]:
        """Return the arenas that are not over."""
        ...

    def versions(self, ids: Sequence[str]) -> Mapping[str, int]:
        """Return the last lines of arenas; those that there are not are left out."""
        ...

    def add_game(self, id: str, game_id: str) -> None:
        """Add a game of an arena."""
        ...

    def of_game(self, game_id: str) -> str | None:
        """Return the arena that a game is played in, or None."""
        ...

    def ended(self, id: str) -> Sequence[str]:
        """Return the games of an arena that are over and of which it was not told."""
        ...

    def settle(self, game_id: str) -> None:
        """Note that the arena of a game was told how it ended."""
        ...


class Transaction(Protocol):
    """One transaction."""

    @property
    def players(self) -> PlayerStore: ...
    @property
    def games(self) -> GameStore: ...
    @property
    def archive(self) -> ArchiveStore: ...
    @property
    def arenas(self) -> ArenaStore: ...
    @property
    def imports(self) -> ImportStore: ...
    @property
    def tournaments(self) -> TournamentStore: ...
    @property
    def phones(self) -> PhoneStore: ...
    @property
    def event_people(self) -> EventPeopleStore: ...
    @property
    def analyses(self) -> AnalysisStore: ...
    @property
    def explorer(self) -> ExplorerStore: ...
    @property
    def studies(self) -> StudyStore: ...
    @property
    def learning(self) -> LearningStore: ...
    @property
    def accounts(self) -> AccountStore: ...
    @property
    def ratings(self) -> RatingStore: ...
    @property
    def displays(self) -> DisplayStore: ...
    @property
    def chat(self) -> ChatStore: ...
    @property
    def workers(self) -> WorkerStore: ...
    @property
    def federation(self) -> FederationStore: ...
    @property
    def friends(self) -> FriendStore: ...
    @property
    def member_clubs(self) -> MemberClubStore: ...
    @property
    def club_matches(self) -> ClubMatchStore: ...
    @property
    def contacts(self) -> ContactStore: ...
    @property
    def passkeys(self) -> PasskeyStore: ...
    @property
    def openid(self) -> OpenIdStore: ...
    @property
    def bots(self) -> BotStore: ...
    @property
    def vacations(self) -> VacationStore: ...
    @property
    def push_devices(self) -> PushDeviceStore: ...

    def when_stored(self, then: Callable[[], None]) -> None:
        """Have something done once this transaction is kept; never if it is not. It must not raise."""
        ...


class StorePort(Protocol):
    """The memory. What a `write` block did is kept once the block has ended, and not at all if it raised."""

    def changes(self) -> int | None:
        """Return a number that is another one once anybody has stored anything; None if that is not known."""
        ...

    def read(self) -> AbstractContextManager[Transaction]:
        """Begin a transaction that sees one state of the memory throughout.

        Nothing is to be written in it.
        """
        ...

    def write(self, *, bare: bool = False) -> AbstractContextManager[Transaction]:
        """Begin a transaction that is kept whole when the block ends, and not at all if it raises.

        Args:
            bare: the block raises, if it does, before it writes anything: a store may save work then.
        """
        ...
