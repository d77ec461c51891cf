"""The tables. Times are integer milliseconds since 1970, UTC; documents inside a column are JSON text.

`event` is the truth about a game and only grows; `move` is its current line, from which an accepted undo
takes rows away; the last columns of `game` are what lists show, kept by the same transaction. `version`
grows by one with every event and every seat taken, and an event's `seq` is the version it made.

`tournament_entry` is the truth about a tournament and only grows; each row is chained to the one before by
its hash. `version` of a tournament is the `seq` of its last entry. What its log must not tell (secrets,
whose phone is whose, who has which code, who asks to play and was not taken) stands beside it; `key` names
a player's entry.

`explorer_step` is a row for each position of a game's opening, in the order in which it is asked; what many
games share is summed in `explorer_count`. A collection holds the games of one kind that one player may see; a
game of two players is in both their collections. `positions` are the keys of a game's positions, to find its
rows again.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Connection,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    SmallInteger,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)
from sqlalchemy.event import listens_for

__all__ = [
    "SCHEMA",
    "SEATS",
    "analysis_report",
    "archive_game",
    "archive_note",
    "arena",
    "arena_game",
    "arena_line",
    "block",
    "bot",
    "chat_line",
    "chat_mute",
    "chat_room",
    "club_game",
    "contact",
    "delivery",
    "display",
    "display_board",
    "display_look",
    "duty",
    "event",
    "exercise_done",
    "explorer_collection",
    "explorer_common",
    "explorer_count",
    "explorer_game",
    "explorer_name",
    "explorer_step",
    "federation_act",
    "federation_category",
    "federation_counted",
    "federation_entry",
    "federation_event",
    "federation_person",
    "federation_rating",
    "federation_spelling",
    "federation_word",
    "friend_choice",
    "friendship",
    "game",
    "import_error",
    "import_job",
    "installation",
    "member_club",
    "member_club_event",
    "member_club_member",
    "member_club_note",
    "metadata",
    "moderation",
    "move",
    "move_plan",
    "note",
    "openid_attempt",
    "openid_binding",
    "passkey",
    "passkey_challenge",
    "player",
    "presence",
    "push_device",
    "puzzle",
    "puzzle_form",
    "puzzle_try",
    "rating",
    "rating_change",
    "recovery_code",
    "seat",
    "server_key",
    "session",
    "study",
    "study_author",
    "study_edit",
    "study_solved",
    "tournament",
    "tournament_arbiter",
    "tournament_entry",
    "tournament_evening",
    "tournament_member",
    "tournament_online",
    "tournament_person",
    "tournament_phone",
    "tournament_request",
    "tournament_secret",
    "vacation",
    "worker",
]

SCHEMA = "0037"
"""The newest migration this program knows: four digits, compared as text."""

SEATS = ("white", "black", "red", "green", "blue", "yellow")
"""The sides that a seat may be of; the first two play every game for two."""

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _player() -> Column[str]:
    """A row that goes when the player goes."""
    return Column("player_id", String(16), ForeignKey("player.id", ondelete="CASCADE"), nullable=False)


def _maker(name: str = "player_id") -> Column[str]:
    """A row that stays, with nobody's name, when the player goes."""
    return Column(name, String(16), ForeignKey("player.id", ondelete="SET NULL"), nullable=True)


def _game() -> Column[str]:
    return Column("game_id", String(16), ForeignKey("game.id", ondelete="CASCADE"), primary_key=True)


player = Table(
    "player",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("created_at", BigInteger, nullable=False),
)

session = Table(
    "session",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    _player(),
    Column("created_at", BigInteger, nullable=False),
    Column("device", String(80), nullable=False, server_default=""),
    Column("seen_at", BigInteger, nullable=True),
    Index(None, "player_id"),
)

account = Table(
    "account",
    metadata,
    Column("player_id", String(16), ForeignKey("player.id", ondelete="CASCADE"), primary_key=True),
    Column("key", String(160), nullable=False),
    Column("password", String(200), nullable=False),
    Column("role", String(8), nullable=False),
    Column("since", BigInteger, nullable=False),
    CheckConstraint("role IN ('player', 'arbiter', 'admin')", name="role"),
    UniqueConstraint("key"),
)
"""Who comes in with a name and a password. `key` is the name as it is compared; `password` is a hash."""

recovery_code = Table(
    "recovery_code",
    metadata,
    Column("code_hash", String(64), primary_key=True),
    _player(),
    Index(None, "player_id"),
)

block = Table(
    "block",
    metadata,
    Column("player_id", String(16), ForeignKey("player.id", ondelete="CASCADE"), primary_key=True),
    Column("blocked_id", String(16), ForeignKey("player.id", ondelete="CASCADE"), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Index(None, "blocked_id"),
)

bot = Table(
    "bot",
    metadata,
    Column("player_id", String(16), ForeignKey("player.id", ondelete="CASCADE"), primary_key=True),
    _maker("owner_id"),
    Column("among_people", Boolean, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Index(None, "owner_id"),
)
"""A player with an account that is a program: whose, and whether it may play where people meet."""

abuse_report = Table(
    "abuse_report",
    metadata,
    Column("id", String(16), primary_key=True),
    _maker("reporter_id"),
    Column("reporter", String(80), nullable=False),
    _maker("about_id"),
    Column("about", String(80), nullable=False),
    Column("words", Text, nullable=False),
    Column("game_id", String(16), nullable=False),
    Column("evidence", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("closed_at", BigInteger, nullable=True),
    Column("closed_by", String(80), nullable=False),
    Index(None, "closed_at", "at"),
)
"""What somebody reports of another; names and `evidence` stay as they were when they go."""

game = Table(
    "game",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("game", String(400), nullable=False),
    Column("rulebook", String(460), nullable=False),
    Column("start_fen", Text, nullable=True),
    Column("base_ms", BigInteger, nullable=True),
    Column("increment_ms", BigInteger, nullable=True),
    Column("clock", Text, nullable=True),
    Column("conditions", Text, nullable=True),
    Column("sealed", Text, nullable=True),
    _maker("created_by"),
    Column("rematch_of", String(16), ForeignKey("game.id", ondelete="SET NULL"), nullable=True),
    Column("created_at", BigInteger, nullable=False),
    Column("started_at", BigInteger, nullable=True),
    Column("updated_at", BigInteger, nullable=False),
    Column("version", Integer, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("turn", String(6), nullable=False),
    Column("fen", Text, nullable=False),
    Column("last_move", String(80), nullable=False),
    Column("draw_offer", String(6), nullable=True),
    Column("score", String(7), nullable=True),
    Column("winner", String(6), nullable=True),
    Column("termination", String(40), nullable=True),
    CheckConstraint(f"turn IN {SEATS}", name="turn"),
    UniqueConstraint("rematch_of"),
    Index(None, "updated_at"),
    Index(None, "created_by"),
)

seat = Table(
    "seat",
    metadata,
    _game(),
    Column("side", String(6), primary_key=True),
    Column("kind", String(6), nullable=False),
    _maker(),
    Column("level", Integer, nullable=True),
    Column("name", String(80), nullable=False),
    Column("invite", String(16), nullable=True),
    Column("is_bot", Boolean, nullable=False, server_default=false()),
    CheckConstraint(f"side IN {SEATS}", name="side"),
    CheckConstraint("kind IN ('human', 'engine', 'open')", name="kind"),
    UniqueConstraint("invite"),
    Index(None, "player_id"),
)

account_game = Table(
    "account_game",
    metadata,
    _game(),
    Column("rated", Boolean, nullable=False),
    Column("private", Boolean, nullable=False),
    Column("settled", Boolean, nullable=False),
    Index(None, "settled"),
)
"""What was agreed of a game between accounts, if anything. `settled`: nothing is to be reckoned any more."""

rating = Table(
    "rating",
    metadata,
    Column("player_id", String(16), ForeignKey("player.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(400), primary_key=True),
    Column("speed", String(16), primary_key=True),
    Column("rating", Float(53), nullable=False),
    Column("deviation", Float(53), nullable=False),
    Column("volatility", Float(53), nullable=False),
    Column("games", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
)

rating_change = Table(
    "rating_change",
    metadata,
    _game(),
    Column("player_id", String(16), ForeignKey("player.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(400), nullable=False),
    Column("speed", String(16), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("score", Float(53), nullable=False),
    Column("before", Float(53), nullable=False),
    Column("after", Float(53), nullable=False),
    Column("deviation", Float(53), nullable=False),
    Column("opponent", Float(53), nullable=False),
    Index(None, "player_id", "at"),
)
"""What a rated game did to a rating: `score` of 1, 0.5 or 0 against an `opponent` of so many points."""

event = Table(
    "event",
    metadata,
    _game(),
    Column("seq", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    _maker(),
    Column("body", Text, nullable=False),
)

move = Table(
    "move",
    metadata,
    _game(),
    Column("ply", Integer, primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("path", String(200), nullable=False),
    Column("at", BigInteger, nullable=False),
)

move_plan = Table(
    "move_plan",
    metadata,
    _game(),
    Column("side", String(6), primary_key=True),
    Column("lines", Text, nullable=False),
)
"""What a side has laid ahead in a game by correspondence: which moves it answers, and how."""

club_game = Table(
    "club_game",
    metadata,
    _game(),
    Column("listed_at", BigInteger, nullable=False),
)
"""A game that everybody who comes by may see, and whose open seat anybody may take."""

display = Table(
    "display",
    metadata,
    Column("id", String(16), primary_key=True),
    _maker("host_id"),
    Column("host_name", String(80), nullable=False),
    Column("title", String(80), nullable=False),
    Column("game", String(400), nullable=False),
    Column("rulebook", String(460), nullable=False),
    Column("host_clock", String(80), nullable=False),
    Column("guest_clock", String(80), nullable=False),
    Column("side", String(12), nullable=False),
    Column("walks", Boolean, nullable=False),
    Column("blindfold", Boolean, nullable=False),
    Column("target", Integer, nullable=True),
    Column("most", Integer, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("begun_at", BigInteger, nullable=True),
    Column("ended_at", BigInteger, nullable=True),
    Index(None, "host_id"),
)
"""A simultaneous display: who gives it, and on which terms its boards are played."""

display_board = Table(
    "display_board",
    metadata,
    Column("display_id", String(16), ForeignKey("display.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    _maker(),
    Column("name", String(80), nullable=False),
    Column("game_id", String(16), ForeignKey("game.id", ondelete="SET NULL"), nullable=True, unique=True),
    UniqueConstraint("display_id", "player_id"),
    Index(None, "player_id"),
)
"""A board of a display: whose it is, and its game once the display has begun."""

display_look = Table(
    "display_look",
    metadata,
    Column("display_id", String(16), nullable=False, primary_key=True),
    Column("number", Integer, nullable=False, primary_key=True),
    Column("at", BigInteger, nullable=False, primary_key=True),
    Column("ply", Integer, nullable=False),
    ForeignKeyConstraint(
        ["display_id", "number"], ["display_board.display_id", "display_board.number"], ondelete="CASCADE"
    ),
)
"""When the host of a blindfold display looked at a board, and after how many half-moves."""

note = Table(
    "note",
    metadata,
    _game(),
    Column(
        "player_id", String(16), ForeignKey("player.id", ondelete="CASCADE"), primary_key=True, nullable=False
    ),
    Column("ply", Integer, primary_key=True),
    Column("comment", Text, nullable=False),
    Column("mark", String(8), nullable=False),
)

import_job = Table(
    "import_job",
    metadata,
    Column("id", String(16), primary_key=True),
    _player(),
    Column("name", String(200), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("updated_at", BigInteger, nullable=False),
    Column("status", String(8), nullable=False),
    Column("total", Integer, nullable=False),
    Column("done", Integer, nullable=False),
    Column("imported", Integer, nullable=False),
    Column("duplicates", Integer, nullable=False),
    Column("refused", Integer, nullable=False),
    Column("data", LargeBinary, nullable=True),
    Column("beginnings", Boolean, nullable=False, server_default=false()),
    Column("game", String(200), nullable=True, server_default=""),
    Column("overrules", Boolean, nullable=False, server_default=false()),
    Column("judgement", Text, nullable=False, server_default=""),
    CheckConstraint("status IN ('running', 'done', 'stopped')", name="status"),
    Index(None, "player_id", "created_at"),
    Index(None, "status"),
)

import_error = Table(
    "import_error",
    metadata,
    Column("job_id", String(16), ForeignKey("import_job.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("game", Integer, nullable=False),
    Column("line", Integer, nullable=False),
    Column("col", Integer, nullable=False),
    Column("reason", Text, nullable=False),
    Column("excerpt", Text, nullable=False),
)

archive_game = Table(
    "archive_game",
    metadata,
    Column("id", String(16), primary_key=True),
    _player(),
    Column("job_id", String(16), ForeignKey("import_job.id", ondelete="SET NULL"), nullable=True),
    Column("game", String(400), nullable=False),
    Column("white", Text, nullable=False),
    Column("black", Text, nullable=False),
    Column("event", Text, nullable=False),
    Column("date", String(40), nullable=False),
    Column("result", String(7), nullable=False),
    Column("plies", Integer, nullable=False),
    Column("tags", Text, nullable=False),
    Column("start_fen", Text, nullable=True),
    Column("moves", Text, nullable=False),
    Column("pdn", Text, nullable=False),
    Column("source", String(200), nullable=False),
    Column("number", Integer, nullable=False),
    Column("search", Text, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    UniqueConstraint("player_id", "digest"),
    Index(None, "player_id", "created_at", "number"),
)

archive_note = Table(
    "archive_note",
    metadata,
    Column("archive_id", String(16), ForeignKey("archive_game.id", ondelete="CASCADE"), primary_key=True),
    Column(
        "player_id", String(16), ForeignKey("player.id", ondelete="CASCADE"), primary_key=True, nullable=False
    ),
    Column("ply", Integer, primary_key=True),
    Column("comment", Text, nullable=False),
    Column("mark", String(8), nullable=False),
)

tournament = Table(
    "tournament",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("name", String(200), nullable=False),
    Column("head", Text, nullable=False),
    Column("code", String(16), nullable=False),
    _maker("created_by"),
    Column("created_at", BigInteger, nullable=False),
    Column("updated_at", BigInteger, nullable=False),
    Column("version", Integer, nullable=False),
    UniqueConstraint("code"),
    Index(None, "updated_at"),
)


def _tournament() -> Column[str]:
    return Column(
        "tournament_id", String(16), ForeignKey("tournament.id", ondelete="CASCADE"), primary_key=True
    )


tournament_arbiter = Table(
    "tournament_arbiter",
    metadata,
    _tournament(),
    Column(
        "player_id", String(16), ForeignKey("player.id", ondelete="CASCADE"), primary_key=True, nullable=False
    ),
    Column("name", String(80), nullable=False),
    Column("since", BigInteger, nullable=False),
)

tournament_entry = Table(
    "tournament_entry",
    metadata,
    _tournament(),
    Column("seq", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    _maker(),
    Column("body", Text, nullable=False),
    Column("hash", String(64), nullable=False),
)

tournament_secret = Table(
    "tournament_secret",
    metadata,
    _tournament(),
    Column("secret", String(64), nullable=False),
)

tournament_phone = Table(
    "tournament_phone",
    metadata,
    _tournament(),
    Column(
        "player_id", String(16), ForeignKey("player.id", ondelete="CASCADE"), primary_key=True, nullable=False
    ),
    Column("key", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
)


def _in_tournament() -> Column[str]:
    return Column(
        "tournament_id", String(16), ForeignKey("tournament.id", ondelete="CASCADE"), nullable=False
    )


tournament_request = Table(
    "tournament_request",
    metadata,
    Column("id", String(16), primary_key=True),
    _in_tournament(),
    _maker(),
    Column("at", BigInteger, nullable=False),
    Column("facts", Text, nullable=False),
    Column("state", String(10), nullable=False),
    Column("key", Integer, nullable=True),
    Index(None, "tournament_id", "state"),
)

tournament_online = Table(
    "tournament_online",
    metadata,
    _game(),
    _in_tournament(),
    Column("round", Integer, nullable=False),
    Column("board", Integer, nullable=False),
    Column("leg", Integer, nullable=False),
    Column("settled", Integer, nullable=False),
    Index(None, "tournament_id", "round"),
)

tournament_evening = Table(
    "tournament_evening",
    metadata,
    _tournament(),
    Column("over", Integer, nullable=False),
    Index(None, "over"),
)
"""Tournaments whose rounds follow one another by themselves; `over` is 1 once nothing is to come."""

tournament_person = Table(
    "tournament_person",
    metadata,
    Column("id", String(16), primary_key=True),
    _in_tournament(),
    Column("name", String(80), nullable=False),
    Column("role", String(10), nullable=False),
    Column("code_hash", String(64), nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("withdrawn_at", BigInteger, nullable=True),
    UniqueConstraint("code_hash"),
    Index(None, "tournament_id"),
)
"""Who was given a code of their own for a tournament; of the code only the hash is kept."""

tournament_member = Table(
    "tournament_member",
    metadata,
    _tournament(),
    Column(
        "player_id", String(16), ForeignKey("player.id", ondelete="CASCADE"), primary_key=True, nullable=False
    ),
    Column("person_id", String(16), ForeignKey("tournament_person.id", ondelete="CASCADE"), nullable=False),
    Column("at", BigInteger, nullable=False),
    Index(None, "person_id"),
    Index(None, "player_id"),
)
"""Which browsers have come in with such a code, and whose."""

analysis_report = Table(
    "analysis_report",
    metadata,
    Column("game_id", String(16), primary_key=True),
    Column("player_id", String(16), ForeignKey("player.id", ondelete="SET NULL")),
    Column("status", String(12), nullable=False),
    Column("done", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("nodes", Integer, nullable=False),
    Column("body", Text),
    Column("why", Text),
    Column("created_at", BigInteger, nullable=False),
    Column("updated_at", BigInteger, nullable=False),
    Index("ix_analysis_report_status", "status"),
)

puzzle = Table(
    "puzzle",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("player_id", String(16), ForeignKey("player.id", ondelete="CASCADE"), primary_key=True),
    Column("game_slug", String(200), nullable=False),
    Column("body", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
)

puzzle_try = Table(
    "puzzle_try",
    metadata,
    Column("player_id", String(16), ForeignKey("player.id", ondelete="CASCADE"), primary_key=True),
    Column("puzzle_id", String(16), primary_key=True),
    Column("tries", Integer, nullable=False),
    Column("helped", Integer, nullable=False),
    Column("solved_at", BigInteger),
)

study = Table(
    "study",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("owner_id", String(16), ForeignKey("player.id", ondelete="CASCADE"), nullable=False),
    Column("title", Text, nullable=False),
    Column("game", String(200), nullable=False),
    Column("sharing", String(10), nullable=False),
    Column("key", String(20), nullable=False),
    Column("version", Integer, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("updated_at", BigInteger, nullable=False),
    Index(None, "owner_id"),
    Index(None, "sharing"),
)

study_author = Table(
    "study_author",
    metadata,
    Column("study_id", String(16), ForeignKey("study.id", ondelete="CASCADE"), primary_key=True),
    Column("player_id", String(16), ForeignKey("player.id", ondelete="CASCADE"), primary_key=True),
    Index(None, "player_id"),
)

study_solved = Table(
    "study_solved",
    metadata,
    Column("player_id", String(16), ForeignKey("player.id", ondelete="CASCADE"), primary_key=True),
    Column("study_id", String(16), ForeignKey("study.id", ondelete="CASCADE"), primary_key=True),
    Column("chapter", String(40), primary_key=True),
    Column("solved_at", BigInteger, nullable=False),
    Index(None, "study_id"),
)

study_edit = Table(
    "study_edit",
    metadata,
    Column("study_id", String(16), ForeignKey("study.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("player_id", String(16), nullable=False),
    Column("given", String(40), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
    UniqueConstraint("study_id", "given"),
)

explorer_collection = Table(
    "explorer_collection",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("player_id", String(16), nullable=False),
    Column("game", String(400), nullable=False),
    Column("played", SmallInteger, nullable=False),
    UniqueConstraint("game", "player_id", "played"),
)

explorer_name = Table(
    "explorer_name",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("folded", Text, nullable=False),
    Column("games", Integer, nullable=False),
    UniqueConstraint("folded"),
)
"""Players by name, without case and accents, and on how many sides of counted games each stands."""

explorer_game = Table(
    "explorer_game",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column(
        "collection",
        Integer,
        ForeignKey("explorer_collection.number", ondelete="CASCADE"),
        nullable=False,
    ),
    Column("source", String(16), nullable=False),
    Column("version", Integer, nullable=False),
    Column("white", Text, nullable=False),
    Column("black", Text, nullable=False),
    Column("event", Text, nullable=False),
    Column("date", String(40), nullable=False),
    Column("day", Integer, nullable=False),
    Column("result", SmallInteger, nullable=False),
    Column("white_name", Integer, nullable=False),
    Column("black_name", Integer, nullable=False),
    Column("positions", LargeBinary, nullable=False),
    UniqueConstraint("source", "collection"),
    Index(None, "collection"),
)

explorer_step = Table(
    "explorer_step",
    metadata,
    Column("collection", Integer, autoincrement=False),
    Column("key", BigInteger, autoincrement=False),
    Column("day", Integer, autoincrement=False),
    Column("number", Integer, autoincrement=False),
    Column("ply", SmallInteger, nullable=False),
    Column("move", String(80), nullable=False),
    Column("result", SmallInteger, nullable=False),
    Column("rating", SmallInteger, nullable=False),
    Column("white_name", Integer, nullable=False),
    Column("black_name", Integer, nullable=False),
    PrimaryKeyConstraint("collection", "key", "day", "number"),
    sqlite_with_rowid=False,
)
"""One position of one game; in this order the latest games of a position are found without looking at all.

SQLite keeps the rows in the order of their key. PostgreSQL does not: there the key's index holds what is
counted. It is told so when the table is made: an option named here would import its dialect at every start.
"""


@listens_for(explorer_step, "before_create")
def _hold_what_is_counted(table: Table, connection: Connection, **_: object) -> None:
    if connection.dialect.name == "postgresql":
        counted = ["ply", "move", "result", "rating", "white_name", "black_name"]
        table.primary_key.dialect_options["postgresql"]["include"] = counted


explorer_common = Table(
    "explorer_common",
    metadata,
    Column("collection", Integer, primary_key=True, autoincrement=False),
    Column("key", BigInteger, primary_key=True, autoincrement=False),
    Column("games", Integer, nullable=False),
    sqlite_with_rowid=False,
)
"""The positions that many games pass through: `explorer_count` holds these, and no others."""

explorer_count = Table(
    "explorer_count",
    metadata,
    Column("collection", Integer, primary_key=True, autoincrement=False),
    Column("key", BigInteger, primary_key=True, autoincrement=False),
    Column("year", SmallInteger, primary_key=True, autoincrement=False),
    Column("move", String(80), primary_key=True),
    Column("result", SmallInteger, primary_key=True, autoincrement=False),
    Column("games", Integer, nullable=False),
    Column("ratings", BigInteger, nullable=False),
    Column("rated", Integer, nullable=False),
    Column("first_day", Integer, nullable=False),
    Column("last_day", Integer, nullable=False),
    sqlite_with_rowid=False,
)
"""What `explorer_step` holds of common positions, summed by year, move and result."""

exercise_done = Table(
    "exercise_done",
    metadata,
    Column("player_id", String(16), ForeignKey("player.id", ondelete="CASCADE"), primary_key=True),
    Column("book", String(60), primary_key=True),
    Column("article", String(20), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("done_at", BigInteger, nullable=False),
)

puzzle_form = Table(
    "puzzle_form",
    metadata,
    Column("player_id", String(16), ForeignKey("player.id", ondelete="CASCADE"), primary_key=True),
    Column("game_slug", String(200), primary_key=True),
    Column("rating", Integer, nullable=False),
    Column("rated", Integer, nullable=False),
    Column("run", Integer, nullable=False),
    Column("best_run", Integer, nullable=False),
)

chat_room = Table(
    "chat_room",
    metadata,
    Column("room", String(40), primary_key=True),
    Column("game_id", String(16), ForeignKey("game.id", ondelete="CASCADE"), nullable=True),
    Column("version", Integer, nullable=False),
    Column("is_open", Boolean, nullable=True),
    Index(None, "game_id"),
)
"""A place where people write to one another; one at a game goes with it. Each change is its next version."""

chat_line = Table(
    "chat_line",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("room", String(40), ForeignKey("chat_room.room", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    _player(),
    Column("name", String(80), nullable=False),
    Column("phrase", String(20), nullable=False),
    Column("body", String(400), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("removed_by", String(80), nullable=False),
    UniqueConstraint("room", "number"),
    Index(None, "player_id", "at"),
)
"""What was said: a ready phrase by its name, or words. It goes with whoever said it."""

chat_mute = Table(
    "chat_mute",
    metadata,
    Column("player_id", String(16), ForeignKey("player.id", ondelete="CASCADE"), primary_key=True),
    Column("until", BigInteger, nullable=False),
)

moderation = Table(
    "moderation",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("at", BigInteger, nullable=False),
    _maker("by_id"),
    Column("by_name", String(80), nullable=False),
    Column("act", String(20), nullable=False),
    _maker("about_id"),
    Column("about_name", String(80), nullable=False),
    Column("room", String(40), nullable=False),
    Column("words", Text, nullable=False),
    Index(None, "at"),
)
"""What moderators did; it is never changed, and names stay as they were."""

installation = Table(
    "installation",
    metadata,
    Column("id", Integer, CheckConstraint("id = 1", name="one"), primary_key=True, autoincrement=False),
    Column("key", String(64), nullable=False),
)
"""What is true of all workers that share this database: a secret of theirs, in one row."""

worker = Table(
    "worker",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("beats", BigInteger, nullable=False),
    Column("changes", BigInteger, nullable=False),
    Column("heard_at", BigInteger, nullable=False),
)
"""The processes that share this database, where they were told of one another."""

duty = Table(
    "duty",
    metadata,
    Column("name", String(60), primary_key=True),
    Column("worker_id", String(16), ForeignKey("worker.id", ondelete="CASCADE"), nullable=False),
    Index(None, "worker_id"),
)
"""What one worker alone does now; it is free when the worker is gone."""

presence = Table(
    "presence",
    metadata,
    Column("worker_id", String(16), ForeignKey("worker.id", ondelete="CASCADE"), primary_key=True),
    Column("place", String(40), primary_key=True),
    Column("player_id", String(16), primary_key=True),
)
"""Who is seen where, by which worker."""


federation_person = Table(
    "federation_person",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("root_id", String(16), nullable=False),
    Column("name", String(80), nullable=False),
    Column("name_key", String(160), nullable=False),
    Column("card", String(40), nullable=False),
    Column("card_key", String(40), nullable=False),
    Column("fmjd", String(20), nullable=False),
    Column("club", String(80), nullable=False),
    Column("province", String(20), nullable=False),
    Column("federation", String(20), nullable=False),
    Column("sex", String(1), nullable=False),
    Column("born", String(10), nullable=False),
    Column("category", String(20), nullable=False),
    Column("title", String(20), nullable=False),
    Column("candidate", Boolean, nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("updated_at", BigInteger, nullable=False),
    Index(None, "root_id"),
    Index(None, "name_key"),
    Index(None, "card_key"),
)
"""The archive of players. Who was merged with somebody keeps their row and names the other as `root_id`."""

federation_spelling = Table(
    "federation_spelling",
    metadata,
    Column("person_id", String(16), ForeignKey("federation_person.id", ondelete="CASCADE"), primary_key=True),
    Column("name", String(80), primary_key=True),
    Column("name_key", String(160), nullable=False),
    Index(None, "name_key"),
)
"""How else somebody's name was written, in lists and in events."""

federation_word = Table(
    "federation_word",
    metadata,
    Column("word", Text().with_variant(Text(collation="C"), "postgresql"), primary_key=True),
    Column("person_id", String(16), ForeignKey("federation_person.id", ondelete="CASCADE"), primary_key=True),
    Column("place", SmallInteger, nullable=False),
    Index(None, "person_id", "word"),
    sqlite_with_rowid=False,
)
"""The words by which people are found: parts of names without accents, cards; `place` 0 is the first."""

federation_rating = Table(
    "federation_rating",
    metadata,
    Column("person_id", String(16), ForeignKey("federation_person.id", ondelete="CASCADE"), primary_key=True),
    Column("discipline", String(40), primary_key=True),
    Column("day", String(10), primary_key=True),
    Column("source", String(80), primary_key=True),
    Column("rating", Integer, nullable=False),
)

federation_category = Table(
    "federation_category",
    metadata,
    Column("person_id", String(16), ForeignKey("federation_person.id", ondelete="CASCADE"), primary_key=True),
    Column("discipline", String(40), primary_key=True),
    Column("category", String(20), nullable=False),
    Column("day", String(10), nullable=False),
    Column("source", String(400), nullable=False),
)
"""The category that each has in a game, since when and from where: counted from the acts."""

federation_counted = Table(
    "federation_counted",
    metadata,
    Column("what", String(20), primary_key=True),
    Column("seq", Integer, nullable=False),
)
"""Up to which act something was counted."""

federation_entry = Table(
    "federation_entry",
    metadata,
    _tournament(),
    Column("key", Integer, primary_key=True, autoincrement=False),
    Column("person_id", String(16), ForeignKey("federation_person.id"), nullable=False),
    Column("linked", String(8), nullable=False),
    Column("body", Text, nullable=False),
    Index(None, "person_id"),
)
"""Who each player of an event is, by the line of its log that entered them, and how they fared there."""

federation_event = Table(
    "federation_event",
    metadata,
    _tournament(),
    Column("version", Integer, nullable=False),
    Column("name", String(200), nullable=False),
    Column("day", String(10), nullable=False),
    Column("game", String(400), nullable=False),
)
"""The events whose players are linked, as they were at a version of their log."""

federation_act = Table(
    "federation_act",
    metadata,
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("who", String(80), nullable=False),
    _maker(),
    Column("what", String(20), nullable=False),
    Column("body", Text, nullable=False),
    Column("hash", String(64), nullable=False),
    Index(None, "what", "seq"),
)
"""What was done with the archive and the lists: it only grows, each row chained to the one before."""

friendship = Table(
    "friendship",
    metadata,
    Column("one_id", String(16), ForeignKey("player.id", ondelete="CASCADE"), primary_key=True),
    Column("other_id", String(16), ForeignKey("player.id", ondelete="CASCADE"), primary_key=True),
    Column("asked_by", String(16), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("accepted_at", BigInteger, nullable=True),
    Index(None, "other_id"),
)
"""Two who are friends, or of whom one has asked: a row for a pair, `one_id` the lesser of the two."""

friend_choice = Table(
    "friend_choice",
    metadata,
    Column("player_id", String(16), ForeignKey("player.id", ondelete="CASCADE"), primary_key=True),
    Column("may_ask", Boolean, nullable=False),
    Column("is_seen", Boolean, nullable=False),
)

member_club = Table(
    "member_club",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("name_key", String(160), nullable=False),
    Column("about", Text, nullable=False),
    Column("key", String(20), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    UniqueConstraint("name_key"),
    Index(None, "key"),
)
"""A club that accounts belong to; who closes it takes all of it away."""


def _member_club(*, primary_key: bool = False) -> Column[str]:
    return Column(
        "club_id",
        String(16),
        ForeignKey("member_club.id", ondelete="CASCADE"),
        primary_key=primary_key,
        nullable=False,
    )


member_club_member = Table(
    "member_club_member",
    metadata,
    _member_club(primary_key=True),
    Column("player_id", String(16), ForeignKey("player.id", ondelete="CASCADE"), primary_key=True),
    Column("role", String(12), nullable=False),
    Column("since", BigInteger, nullable=False),
    Index(None, "player_id"),
)

member_club_note = Table(
    "member_club_note",
    metadata,
    Column("id", String(16), primary_key=True),
    _member_club(),
    Column("by_name", String(80), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index(None, "club_id"),
)

member_club_event = Table(
    "member_club_event",
    metadata,
    Column("id", String(16), primary_key=True),
    _member_club(),
    Column("title", String(80), nullable=False),
    Column("address", String(300), nullable=False),
    Column("time", String(80), nullable=False),
    Column("at", BigInteger, nullable=False),
    Index(None, "club_id"),
)

contact = Table(
    "contact",
    metadata,
    Column("player_id", String(16), ForeignKey("player.id", ondelete="CASCADE"), primary_key=True),
    Column("address", String(254), nullable=False),
    Column("confirmed_at", BigInteger, nullable=True),
    Column("lang", String(16), nullable=False),
    Column("choices", Text, nullable=False),
    Index(None, "address"),
)
"""How somebody is told of what waits for them; `address` is empty where they gave none."""

delivery = Table(
    "delivery",
    metadata,
    Column("id", String(16), primary_key=True),
    _player(),
    Column("way", String(4), nullable=False),
    Column("kind", String(12), nullable=False),
    Column("key", String(200), nullable=False),
    Column("address", String(254), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("due_at", BigInteger, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("done_at", BigInteger, nullable=True),
    Column("failure", String(200), nullable=False),
    UniqueConstraint("player_id", "way", "key"),
    Index(None, "done_at", "due_at"),
)
"""What is to be sent to somebody; a row that is done stays for a while, so that nothing is sent twice."""

server_key = Table(
    "server_key",
    metadata,
    Column("name", String(20), primary_key=True),
    Column("value", Text, nullable=False),
)
"""Secrets of this server, made once: who has them can sign its links."""

passkey = Table(
    "passkey",
    metadata,
    Column("id", String(1400), primary_key=True),
    _player(),
    Column("public_key", Text, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Column("name", String(60), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("used_at", BigInteger, nullable=True),
    Index(None, "player_id"),
)
"""A key by which somebody comes in; only the device has the secret half. `id` is chosen by the device."""

passkey_challenge = Table(
    "passkey_challenge",
    metadata,
    Column("challenge", String(80), primary_key=True),
    Column("purpose", String(20), nullable=False),
    Column("until", BigInteger, nullable=False),
    Index(None, "until"),
)
"""What a device is asked to sign, once: `purpose` is whose key it is to be, or empty for coming in."""

openid_binding = Table(
    "openid_binding",
    metadata,
    Column("issuer", String(200), primary_key=True),
    Column("subject", String(255), primary_key=True),
    _player(),
    Column("name", String(80), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("used_at", BigInteger, nullable=True),
    Index(None, "player_id"),
)
"""Who somebody is to an identity provider, by which they come in."""

openid_attempt = Table(
    "openid_attempt",
    metadata,
    Column("state_hash", String(64), primary_key=True),
    Column("browser_hash", String(64), nullable=False),
    Column("verifier", String(128), nullable=False),
    Column("nonce", String(64), nullable=False),
    Column("player_id", String(16), nullable=False),
    Column("back", String(400), nullable=False),
    Column("take_along", Boolean, nullable=False),
    Column("subject", String(255), nullable=False),
    Column("name", String(80), nullable=False),
    Column("until", BigInteger, nullable=False),
    Index(None, "until"),
)
"""Sign-ins that were begun at an identity provider, each good once and in one browser."""

vacation = Table(
    "vacation",
    metadata,
    Column("player_id", String(16), ForeignKey("player.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("begun_at", BigInteger, nullable=False),
    Column("until_at", BigInteger, nullable=False),
)
"""When people were away, and are, in all their games by correspondence."""

push_device = Table(
    "push_device",
    metadata,
    Column("endpoint_hash", String(64), primary_key=True),
    _player(),
    Column("session_hash", String(64), ForeignKey("session.token_hash", ondelete="CASCADE"), nullable=False),
    Column("endpoint", Text, nullable=False),
    Column("public_key", String(120), nullable=False),
    Column("secret", String(60), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Index(None, "player_id"),
    Index(None, "session_hash"),
)
"""A browser that is told while no page is open; it goes when it is signed out."""

arena = Table(
    "arena",
    metadata,
    Column("id", String(16), primary_key=True),
    _maker("created_by"),
    Column("terms", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("over", Integer, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Index(None, "over"),
)
"""Arenas: by what terms (JSON), how many lines tell of each, and whether it is over (1) or not (0)."""


def _arena(*, primary_key: bool = False) -> Column[str]:
    return Column(
        "arena_id",
        String(16),
        ForeignKey("arena.id", ondelete="CASCADE"),
        primary_key=primary_key,
        nullable=False,
    )


arena_line = Table(
    "arena_line",
    metadata,
    _arena(primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
)

arena_game = Table(
    "arena_game",
    metadata,
    _game(),
    _arena(),
    Column("settled", Integer, nullable=False),
    Index(None, "arena_id"),
)
"""The games of arenas; `settled` is 1 once the arena has been told how one ended."""

club_match = Table(
    "club_match",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("home_id", String(16), ForeignKey("member_club.id", ondelete="SET NULL"), nullable=True),
    Column("away_id", String(16), ForeignKey("member_club.id", ondelete="SET NULL"), nullable=True),
    Column("home_name", String(80), nullable=False),
    Column("away_name", String(80), nullable=False),
    _maker("created_by"),
    Column("terms", Text, nullable=False),
    Column("words", Text, nullable=False),
    Column("answer", Text, nullable=False),
    Column("state", String(12), nullable=False),
    Column("tournament_id", String(16), ForeignKey("tournament.id", ondelete="SET NULL"), nullable=True),
    Column("home_points", Integer, nullable=False),
    Column("away_points", Integer, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Index(None, "home_id"),
    Index(None, "away_id"),
    Index(None, "tournament_id"),
)
"""Matches that clubs have asked one another for; the boards of one are those of its event."""
