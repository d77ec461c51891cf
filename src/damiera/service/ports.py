"""What the use cases need from outside, in their own words: a memory and the time.

The store satisfies these by shape alone; neither knows the other. Rows are read-only; what is written
is named argument by argument, or where it is much as records that stand here. Every method runs inside the
transaction of its `UnitOfWork`. None has errors of its own: where something must be there, or must not be
there yet, and is otherwise, the memory refuses with an error of its own and the whole transaction is undone.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

__all__ = [
    "Analyses",
    "Archive",
    "ArchiveLineRow",
    "ArchiveRow",
    "ArchivedGame",
    "Clock",
    "Counted",
    "EventRow",
    "ExploredRow",
    "Explorer",
    "GameFacts",
    "GameRow",
    "GameStand",
    "GameTerms",
    "Games",
    "ImportErrorRow",
    "ImportRow",
    "Imports",
    "Narrow",
    "NoteRow",
    "OnlineRow",
    "Phones",
    "PlayerRow",
    "Players",
    "RefusedGame",
    "ReportRow",
    "RequestRow",
    "Seat",
    "SeatRow",
    "Store",
    "TermsRow",
    "TournamentEntryRow",
    "TournamentRow",
    "Tournaments",
    "TryRow",
    "UnitOfWork",
    "WallClock",
]


class Clock(Protocol):
    """The time of this server."""

    def now_ms(self) -> int:
        """Return milliseconds since 1970, UTC."""
        ...


class WallClock:
    """The clock of the machine."""

    def now_ms(self) -> int:
        """Return milliseconds since 1970, UTC."""
        return time.time_ns() // 1_000_000


class PlayerRow(Protocol):
    """A person who has done something here."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...


class SeatRow(Protocol):
    """One side of a board: `kind` is human, engine or open; `invite` the code that opens it, or did."""

    @property
    def side(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def player_id(self) -> str | None: ...
    @property
    def level(self) -> int | None: ...
    @property
    def name(self) -> str: ...
    @property
    def invite(self) -> str | None: ...


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat of a new game, as `SeatRow`."""

    side: str
    kind: str
    player_id: str | None = None
    level: int | None = None
    name: str = ""
    invite: str | None = None


class TermsRow(Protocol):
    """What a game is played under; `clock` and `conditions` are JSON, None where nothing is unusual."""

    @property
    def game(self) -> str: ...
    @property
    def rulebook(self) -> str: ...
    @property
    def start_fen(self) -> str | None: ...
    @property
    def base_ms(self) -> int | None: ...
    @property
    def increment_ms(self) -> int | None: ...
    @property
    def clock(self) -> str | None: ...
    @property
    def conditions(self) -> str | None: ...


@dataclass(frozen=True, slots=True)
class GameTerms:
    """What a new game is played under, as `TermsRow`."""

    game: str
    rulebook: str
    start_fen: str | None = None
    base_ms: int | None = None
    increment_ms: int | None = None
    clock: str | None = None
    conditions: str | None = None


@dataclass(frozen=True, slots=True)
class GameStand:
    """Where a game stands: `score`, `winner` and `termination` are None while it is played."""

    ply: int
    turn: str
    fen: str
    last_move: str = ""
    draw_offer: str | None = None
    score: str | None = None
    winner: str | None = None
    termination: str | None = None


class GameFacts(TermsRow, Protocol):
    """What moves do not change about a game: its terms and its seats, White's first.

    `started_at` is when the last seat was taken; None while one is open.
    """

    @property
    def id(self) -> str: ...
    @property
    def created_by(self) -> str | None: ...
    @property
    def created_at(self) -> int: ...
    @property
    def started_at(self) -> int | None: ...
    @property
    def seats(self) -> Sequence[SeatRow]: ...


class GameRow(GameFacts, Protocol):
    """A game and where it stands."""

    @property
    def sealed(self) -> str | None: ...

    @property
    def version(self) -> int: ...
    @property
    def updated_at(self) -> int: ...
    @property
    def ply(self) -> int: ...
    @property
    def turn(self) -> str: ...
    @property
    def fen(self) -> str: ...
    @property
    def last_move(self) -> str: ...
    @property
    def score(self) -> str | None: ...
    @property
    def winner(self) -> str | None: ...


class EventRow(Protocol):
    """One event: `seq` is the version it made, `body` its JSON."""

    @property
    def seq(self) -> int: ...
    @property
    def body(self) -> str: ...


class NoteRow(Protocol):
    """A comment or a mark at a half-move."""

    @property
    def ply(self) -> int: ...
    @property
    def comment(self) -> str: ...
    @property
    def mark(self) -> str: ...


class ArchiveLineRow(Protocol):
    """What a list shows of an archived game."""

    @property
    def id(self) -> str: ...
    @property
    def player_id(self) -> str: ...
    @property
    def game(self) -> str: ...
    @property
    def white(self) -> str: ...
    @property
    def black(self) -> str: ...
    @property
    def event(self) -> str: ...
    @property
    def date(self) -> str: ...
    @property
    def result(self) -> str: ...
    @property
    def plies(self) -> int: ...
    @property
    def source(self) -> str: ...
    @property
    def number(self) -> int: ...


class ArchiveRow(ArchiveLineRow, Protocol):
    """A whole archived game; `pdn` is everything the file said about it."""

    @property
    def tags(self) -> str: ...
    @property
    def start_fen(self) -> str | None: ...
    @property
    def moves(self) -> str: ...
    @property
    def pdn(self) -> str: ...


@dataclass(frozen=True, slots=True)
class ArchivedGame:
    """A game as its file has it, for the archive, with what it is found by.

    Attributes:
        game, start_fen, moves, plies, result: what was played; the start None where the game has its own.
        white, black, event, date: who, where and when; empty where the file does not know.
        tags, pdn: all that the file said, its tags as JSON.
        number: which game of its file.
        search: the text that is searched.
        digest: what it is known again by.
    """

    game: str
    white: str
    black: str
    event: str
    date: str
    result: str
    plies: int
    tags: str
    start_fen: str | None
    moves: str
    pdn: str
    number: int
    search: str
    digest: str


class ImportRow(Protocol):
    """A PDN file on its way into an archive; `status` is running, done or stopped."""

    @property
    def id(self) -> str: ...
    @property
    def player_id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def created_at(self) -> int: ...
    @property
    def updated_at(self) -> int: ...
    @property
    def status(self) -> str: ...
    @property
    def total(self) -> int: ...
    @property
    def done(self) -> int: ...
    @property
    def imported(self) -> int: ...
    @property
    def duplicates(self) -> int: ...
    @property
    def refused(self) -> int: ...
    @property
    def beginnings(self) -> bool: ...


class ImportErrorRow(Protocol):
    """A game of the file that was refused, where, and why."""

    @property
    def game(self) -> int: ...
    @property
    def line(self) -> int: ...
    @property
    def column(self) -> int: ...
    @property
    def reason_it(self) -> str: ...
    @property
    def reason_en(self) -> str: ...
    @property
    def excerpt(self) -> str: ...


@dataclass(frozen=True, slots=True)
class RefusedGame:
    """A game that an import refuses, as `ImportErrorRow`."""

    game: int
    line: int
    column: int
    reason_it: str
    reason_en: str
    excerpt: str


class Players(Protocol):
    """People and their sessions."""

    def add(self, *, id: str, name: str, at: int) -> None:
        """Add a player, whose `id` nobody must have yet."""
        ...

    def get(self, id: str) -> PlayerRow | None:
        """Return the player, or None if there is none."""
        ...

    def rename(self, id: str, name: str) -> None:
        """Change the name; seats taken before keep the old one; nothing happens if he is not there."""
        ...

    def open_session(self, *, token_hash: str, player_id: str, at: int) -> None:
        """Remember that whoever holds the token of this hash is this player, who must be there."""
        ...

    def of_session(self, token_hash: str) -> PlayerRow | None:
        """Return whose token this is, or None when its session is unknown or closed."""
        ...

    def close_session(self, token_hash: str) -> None:
        """Forget one token; nothing happens if it is unknown."""
        ...


class Games(Protocol):
    """Games, events, the current line. `accept`, `touch` and `take_seat` write only on top of `version`."""

    def add(
        self,
        id: str,
        terms: TermsRow,
        stand: GameStand,
        *,
        created_by: str,
        rematch_of: str | None,
        at: int,
        started_at: int | None,
    ) -> None:
        """Add a game at version 1, with no seat yet."""
        ...

    def add_seat(self, game_id: str, seat: SeatRow) -> None:
        """Add one of the seats of a new game; its code must be that of no other seat."""
        ...

    def get(self, id: str) -> GameRow | None:
        """Return the game with its seats, or None if there is none."""
        ...

    def version(self, id: str) -> int | None:
        """Return the number of the last version of a game, or None if there is no such game."""
        ...

    def versions(self, ids: Sequence[str]) -> Mapping[str, int]:
        """Return the versions of games by their names; those that there are not are left out."""
        ...

    def events(self, id: str, *, after: int, up_to: int) -> Sequence[EventRow]:
        """Return the events that made the versions after `after` up to `up_to` included, oldest first."""
        ...

    def accept(
        self, id: str, stand: GameStand, *, version: int, at: int, player_id: str | None, body: str
    ) -> bool:
        """Append an event that makes the next version and note where the game stands.

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

    def rematch_of(self, id: str) -> str | None:
        """Return the game that is the rematch of this one, or None."""
        ...

    def remove(self, id: str) -> None:
        """Take a game away with its seats, events, line and notes; nothing happens if there is none."""
        ...

    def of_player(self, player_id: str, *, limit: int, offset: int = 0) -> Sequence[GameRow]:
        """Return games in which a player has a seat.

        Unfinished ones come first, among them those that wait for him, then the last touched.
        """
        ...

    def count_of_player(self, player_id: str) -> int:
        """Return in how many games a player has a seat; one in which he holds both counts once."""
        ...

    def awaiting_engine(self) -> Sequence[str]:
        """Return the unfinished games in which the engine is to move or to answer.

        The longest untouched comes first.
        """
        ...

    def with_clock(self) -> Sequence[str]:
        """Return the unfinished games that are played with a clock, in no order."""
        ...

    def notes(self, id: str, player_id: str) -> Sequence[NoteRow]:
        """Return a player's notes on a game, by half-move; none of others."""
        ...

    def set_note(self, id: str, player_id: str, *, ply: int, comment: str, mark: str) -> None:
        """Put a note in place of the player's own at that half-move; an empty one only takes that away."""
        ...


class Archive(Protocol):
    """Games that came from files."""

    def add(
        self, game: ArchivedGame, *, id: str, player_id: str, job_id: str | None, source: str, at: int
    ) -> bool:
        """Add a game that an import (`job_id`) brought out of a file (`source`).

        Returns:
            False if the player has one with the same digest: nothing was written then.
        """
        ...

    def get(self, id: str) -> ArchiveRow | None:
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
    ) -> Sequence[ArchiveLineRow]:
        """Return games of some players whose searched text has all words.

        The newest import comes first, in the order of its file.
        """
        ...

    def counts(self, players: Sequence[str], *, words: Sequence[str]) -> Mapping[str, int]:
        """Return for each kind of game how many `page` would give without a limit; none that has no games."""
        ...

    def remove(self, id: str, player_id: str) -> bool:
        """Take a game out of a player's archive, notes included; False if it is not there or not his."""
        ...

    def notes(self, id: str, player_id: str) -> Sequence[NoteRow]:
        """Return a player's notes on a game, by half-move."""
        ...

    def set_note(self, id: str, player_id: str, *, ply: int, comment: str, mark: str) -> None:
        """Put a note in place of the player's own at that half-move.

        An empty one is kept, for it hides the file's words.
        """
        ...


class Imports(Protocol):
    """Files being read. `advance` and `finish` write only while the import is running."""

    def add(
        self, *, id: str, player_id: str, name: str, total: int, data: bytes, beginnings: bool, at: int
    ) -> None:
        """Add a file that is to be read, as running, with nothing read yet."""
        ...

    def get(self, id: str) -> ImportRow | None:
        """Return the import, or None if there is none."""
        ...

    def data(self, id: str) -> bytes:
        """Return the bytes of the file; none once its import has ended, or if there is no such import."""
        ...

    def running(self) -> Sequence[ImportRow]:
        """Return the imports that have not ended, oldest first."""
        ...

    def of_player(self, player_id: str, *, limit: int) -> Sequence[ImportRow]:
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

    def add_error(self, id: str, number: int, refused: ImportErrorRow) -> None:
        """Write down why a game was refused; `number` counts the errors of this import from 1."""
        ...

    def errors(self, id: str, *, limit: int, offset: int = 0) -> Sequence[ImportErrorRow]:
        """Return what was refused, in the order of the file."""
        ...


class TournamentRow(Protocol):
    """A tournament as lists show it: `code` lets another arbiter in, `version` is the last entry's number."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def head(self) -> str: ...
    @property
    def code(self) -> str: ...
    @property
    def created_by(self) -> str | None: ...
    @property
    def created_at(self) -> int: ...
    @property
    def updated_at(self) -> int: ...
    @property
    def version(self) -> int: ...


class TournamentEntryRow(Protocol):
    """A line of a tournament's log, as it was written."""

    @property
    def seq(self) -> int: ...
    @property
    def at(self) -> int: ...
    @property
    def body(self) -> str: ...
    @property
    def hash(self) -> str: ...


class Tournaments(Protocol):
    """Tournaments and their logs. `append` writes only on top of `version`."""

    def add(
        self, *, id: str, name: str, head: str, code: str, created_by: str, arbiter: str, at: int
    ) -> None:
        """Add a tournament at version 0, its log empty, and let its first arbiter in.

        A code is given once.
        """
        ...

    def get(self, id: str) -> TournamentRow | None:
        """Return the tournament, or None if there is none."""
        ...

    def by_code(self, code: str) -> str | None:
        """Return the tournament that a code lets an arbiter into, or None."""
        ...

    def entries(self, id: str, *, after: int = 0) -> Sequence[TournamentEntryRow]:
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

    def of_arbiter(self, player_id: str, *, limit: int) -> Sequence[TournamentRow]:
        """Return the tournaments of an arbiter, the last touched first."""
        ...

    def latest(self, *, limit: int) -> Sequence[TournamentRow]:
        """Return the tournaments of this house, the last touched first."""
        ...


class RequestRow(Protocol):
    """Who asks to play: `state` is waiting, taken, refused or withdrawn; `key` the player once taken."""

    @property
    def id(self) -> str: ...
    @property
    def tournament_id(self) -> str: ...
    @property
    def player_id(self) -> str | None: ...
    @property
    def at(self) -> int: ...
    @property
    def facts(self) -> str: ...
    @property
    def state(self) -> str: ...
    @property
    def key(self) -> int | None: ...


class OnlineRow(Protocol):
    """A game of this house that belongs to a board of a tournament."""

    @property
    def game_id(self) -> str: ...
    @property
    def tournament_id(self) -> str: ...
    @property
    def round(self) -> int: ...
    @property
    def board(self) -> int: ...
    @property
    def leg(self) -> int: ...
    @property
    def settled(self) -> int: ...


class Phones(Protocol):
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

    def request(self, id: str) -> RequestRow | None:
        """Return who asks, answered or not, or None."""
        ...

    def requests(self, tournament_id: str, *, state: str, limit: int) -> Sequence[RequestRow]:
        """Return who asks in a tournament and is in this state, the first to come first."""
        ...

    def waiting(self, tournament_id: str) -> int:
        """Return how many wait for an answer in a tournament."""
        ...

    def asked_by(self, tournament_id: str, player_id: str) -> Sequence[RequestRow]:
        """Return what one person has asked in a tournament, the newest first."""
        ...

    def answer(self, id: str, *, state: str, facts: str | None = None, key: int | None = None) -> bool:
        """Give who waits his state and entry, and new facts if any.

        Returns:
            False if he waits no more: nothing was written then.
        """
        ...

    def play_online(self, *, game_id: str, tournament_id: str, round: int, board: int, leg: int) -> None:
        """Say which board a game of this house is, not yet told to its tournament; a game is said once."""
        ...

    def online(self, game_id: str) -> OnlineRow | None:
        """Return which board a game is, or None if it is of no tournament."""
        ...

    def ended(self) -> Sequence[str]:
        """Return the games of boards that are over and of which their tournaments were not told yet."""
        ...

    def settle(self, game_id: str) -> None:
        """Note that the tournament of a game has been told how it ended."""
        ...


class ReportRow(Protocol):
    """A report on a game: status is waiting, done, stopped or failed; `body` and `why` are JSON."""

    @property
    def game_id(self) -> str: ...
    @property
    def player_id(self) -> str | None: ...
    @property
    def status(self) -> str: ...
    @property
    def done(self) -> int: ...
    @property
    def total(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def body(self) -> str | None: ...
    @property
    def why(self) -> str | None: ...


class TryRow(Protocol):
    """How a player fared with a puzzle; `helped`: 1 a hint was shown, 2 the solution."""

    @property
    def puzzle_id(self) -> str: ...
    @property
    def tries(self) -> int: ...
    @property
    def helped(self) -> int: ...
    @property
    def solved_at(self) -> int | None: ...


class Analyses(Protocol):
    """Reports on games; puzzles found in them, and who has tried which."""

    def report(self, game_id: str) -> ReportRow | None:
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

    def advance(self, game_id: str, *, done: int, at: int) -> bool:
        """Write down how many positions were looked at; False, and nothing written, if the work has ended."""
        ...

    def end(self, game_id: str, *, status: str, body: str | None, why: str | None, at: int) -> bool:
        """End the work on a game as `status` says; False, and nothing written, if it had ended before."""
        ...

    def add_puzzle(self, id: str, *, player_id: str, game_slug: str, body: str, at: int) -> None:
        """Keep a puzzle for a player, in place of the one of the same name (`id`) that he has."""
        ...

    def puzzles(self, player_id: str, *, limit: int) -> Sequence[str]:
        """Return the bodies of a player's own puzzles, the latest first."""
        ...

    def puzzle(self, id: str, player_id: str) -> str | None:
        """Return the body of one of a player's own puzzles, or None."""
        ...

    def tries(self, player_id: str) -> Sequence[TryRow]:
        """Return how a player fared with all the puzzles he has touched, in no order."""
        ...

    def attempt(
        self, player_id: str, puzzle_id: str, *, tries: int, helped: int, solved_at: int | None
    ) -> None:
        """Write down how a player has fared with a puzzle so far, in place of what stood there."""
        ...


class ExploredRow(Protocol):
    """A game that passes through a position; `played` tells whether it was played here."""

    @property
    def source(self) -> str: ...
    @property
    def played(self) -> int: ...
    @property
    def ply(self) -> int: ...
    @property
    def move(self) -> str: ...
    @property
    def white(self) -> str: ...
    @property
    def black(self) -> str: ...
    @property
    def event(self) -> str: ...
    @property
    def date(self) -> str: ...
    @property
    def result(self) -> int: ...


class Narrow(Protocol):
    """Which games to count: part of a folded name, its colour ("" for either), whole years, result.

    The years stand as their first and last day, 0 and 0 for all.
    """

    @property
    def player(self) -> str: ...
    @property
    def colour(self) -> str: ...
    @property
    def days(self) -> tuple[int, int]: ...
    @property
    def result(self) -> int | None: ...


@dataclass(frozen=True, slots=True)
class Counted:
    """A game to be counted on a shelf; the names also as they are searched, each key of `steps` once.

    A step is a key, the half-move, the move played there, and the rating of who is to move.
    """

    shelf: int
    source: str
    version: int
    white: str
    black: str
    white_folded: str
    black_folded: str
    event: str
    date: str
    day: int
    result: int
    steps: Sequence[tuple[int, int, str, int]]


class Explorer(Protocol):
    """The positions of games, counted. A shelf holds the games of one kind that one player may see."""

    def lock(self) -> None:
        """Wait until nobody else changes what is counted, and let nobody else until the transaction ends."""
        ...

    def unread_archive(self, *, after: str, limit: int) -> Sequence[str]:
        """Return archived games that are not counted yet, by name, those after `after`."""
        ...

    def unread_games(self, *, after: str, limit: int) -> Sequence[str]:
        """Return finished games that are not counted as they stand now, by name, those after `after`."""
        ...

    def shelf(self, player_id: str, game_slug: str, *, played: bool) -> int:
        """Return the number of a shelf, which is made if it is not there."""
        ...

    def shelves(self, players: Sequence[str], game_slug: str, *, played: bool | None) -> Sequence[int]:
        """Return the shelves there are of some players and one game.

        `played` picks one kind, None takes both.
        """
        ...

    def keep(self, games: Sequence[Counted]) -> None:
        """Put games on their shelves, with all their steps; none of them may stand there yet."""
        ...

    def forget(self, source: str) -> bool:
        """Take a game off all shelves, with all it was counted for; False if it stood on none."""
        ...

    def counts(
        self, shelves: Sequence[int], key: int, wanted: Narrow
    ) -> Sequence[tuple[str, int, int, int, int, int, int]]:
        """Return for each move and result: games, sum of ratings, how many are rated, first and last day.

        A pair may come more than once, with other games.
        """
        ...

    def reached(self, shelves: Sequence[int], keys: Sequence[int], wanted: Narrow) -> Mapping[int, int]:
        """Return how many games pass through each of some positions; one that none reaches may be missing."""
        ...

    def games(self, shelves: Sequence[int], key: int, wanted: Narrow, *, limit: int) -> Sequence[ExploredRow]:
        """Return games that pass through a position, the latest first, at most `limit`."""
        ...

    def total(self, shelves: Sequence[int]) -> int:
        """Return how many games stand on some shelves."""
        ...


class UnitOfWork(Protocol):
    """One transaction."""

    @property
    def players(self) -> Players: ...
    @property
    def games(self) -> Games: ...
    @property
    def archive(self) -> Archive: ...
    @property
    def imports(self) -> Imports: ...
    @property
    def tournaments(self) -> Tournaments: ...
    @property
    def phones(self) -> Phones: ...
    @property
    def analyses(self) -> Analyses: ...
    @property
    def explorer(self) -> Explorer: ...


class Store(Protocol):
    """The memory. What a `write` block did is kept once the block has ended, and not at all if it raised."""

    def read(self) -> AbstractContextManager[UnitOfWork]:
        """Begin a transaction that sees one state of the memory throughout.

        Nothing is to be written in it.
        """
        ...

    def write(self) -> AbstractContextManager[UnitOfWork]:
        """Begin a transaction that is kept whole when the block ends, and not at all if it raises."""
        ...
