"""The first tables: players, games with their events, archives, imports."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make every table."""
    op.create_table(
        "player",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player")),
    )
    op.create_table(
        "game",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("rulebook", sa.String(length=60), nullable=False),
        sa.Column("start_fen", sa.Text(), nullable=True),
        sa.Column("base_ms", sa.BigInteger(), nullable=True),
        sa.Column("increment_ms", sa.BigInteger(), nullable=True),
        sa.Column("created_by", sa.String(length=16), nullable=True),
        sa.Column("rematch_of", sa.String(length=16), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=True),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("turn", sa.String(length=5), nullable=False),
        sa.Column("fen", sa.Text(), nullable=False),
        sa.Column("last_move", sa.String(length=80), nullable=False),
        sa.Column("draw_offer", sa.String(length=5), nullable=True),
        sa.Column("score", sa.String(length=7), nullable=True),
        sa.Column("winner", sa.String(length=5), nullable=True),
        sa.Column("termination", sa.String(length=40), nullable=True),
        sa.CheckConstraint("turn IN ('white', 'black')", name=op.f("ck_game_turn")),
        sa.ForeignKeyConstraint(
            ["created_by"], ["player.id"], name=op.f("fk_game_created_by"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["rematch_of"], ["game.id"], name=op.f("fk_game_rematch_of"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game")),
        sa.UniqueConstraint("rematch_of", name=op.f("uq_game_rematch_of")),
    )
    op.create_index(op.f("ix_game_updated_at"), "game", ["updated_at"], unique=False)
    op.create_table(
        "import_job",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("player_id", sa.String(length=16), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.String(length=8), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("imported", sa.Integer(), nullable=False),
        sa.Column("duplicates", sa.Integer(), nullable=False),
        sa.Column("refused", sa.Integer(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=True),
        sa.CheckConstraint("status IN ('running', 'done', 'stopped')", name=op.f("ck_import_job_status")),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_import_job_player_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_import_job")),
    )
    op.create_index(
        op.f("ix_import_job_player_id_created_at"), "import_job", ["player_id", "created_at"], unique=False
    )
    op.create_index(op.f("ix_import_job_status"), "import_job", ["status"], unique=False)
    op.create_table(
        "session",
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("player_id", sa.String(length=16), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_session_player_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_session")),
    )
    op.create_index(op.f("ix_session_player_id"), "session", ["player_id"], unique=False)
    op.create_table(
        "archive_game",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("player_id", sa.String(length=16), nullable=False),
        sa.Column("job_id", sa.String(length=16), nullable=True),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("white", sa.Text(), nullable=False),
        sa.Column("black", sa.Text(), nullable=False),
        sa.Column("event", sa.Text(), nullable=False),
        sa.Column("date", sa.String(length=40), nullable=False),
        sa.Column("result", sa.String(length=7), nullable=False),
        sa.Column("plies", sa.Integer(), nullable=False),
        sa.Column("tags", sa.Text(), nullable=False),
        sa.Column("start_fen", sa.Text(), nullable=True),
        sa.Column("moves", sa.Text(), nullable=False),
        sa.Column("pdn", sa.Text(), nullable=False),
        sa.Column("source", sa.String(length=200), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("search", sa.Text(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["job_id"], ["import_job.id"], name=op.f("fk_archive_game_job_id"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_archive_game_player_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_archive_game")),
        sa.UniqueConstraint("player_id", "digest", name=op.f("uq_archive_game_player_id_digest")),
    )
    op.create_index(
        op.f("ix_archive_game_player_id_created_at_number"),
        "archive_game",
        ["player_id", "created_at", "number"],
        unique=False,
    )
    op.create_table(
        "event",
        sa.Column("game_id", sa.String(length=16), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("player_id", sa.String(length=16), nullable=True),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_event_game_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_event_player_id"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("game_id", "seq", name=op.f("pk_event")),
    )
    op.create_table(
        "import_error",
        sa.Column("job_id", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.Column("col", sa.Integer(), nullable=False),
        sa.Column("reason_it", sa.Text(), nullable=False),
        sa.Column("reason_en", sa.Text(), nullable=False),
        sa.Column("excerpt", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["job_id"], ["import_job.id"], name=op.f("fk_import_error_job_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("job_id", "number", name=op.f("pk_import_error")),
    )
    op.create_table(
        "move",
        sa.Column("game_id", sa.String(length=16), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("path", sa.String(length=200), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_move_game_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "ply", name=op.f("pk_move")),
    )
    op.create_table(
        "note",
        sa.Column("game_id", sa.String(length=16), nullable=False),
        sa.Column("player_id", sa.String(length=16), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("comment", sa.Text(), nullable=False),
        sa.Column("mark", sa.String(length=8), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_note_game_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_note_player_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", "player_id", "ply", name=op.f("pk_note")),
    )
    op.create_table(
        "seat",
        sa.Column("game_id", sa.String(length=16), nullable=False),
        sa.Column("side", sa.String(length=5), nullable=False),
        sa.Column("kind", sa.String(length=6), nullable=False),
        sa.Column("player_id", sa.String(length=16), nullable=True),
        sa.Column("level", sa.Integer(), nullable=True),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("invite", sa.String(length=16), nullable=True),
        sa.CheckConstraint("kind IN ('human', 'engine', 'open')", name=op.f("ck_seat_kind")),
        sa.CheckConstraint("side IN ('white', 'black')", name=op.f("ck_seat_side")),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_seat_game_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_seat_player_id"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("game_id", "side", name=op.f("pk_seat")),
        sa.UniqueConstraint("invite", name=op.f("uq_seat_invite")),
    )
    op.create_index(op.f("ix_seat_player_id"), "seat", ["player_id"], unique=False)
    op.create_table(
        "archive_note",
        sa.Column("archive_id", sa.String(length=16), nullable=False),
        sa.Column("player_id", sa.String(length=16), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("comment", sa.Text(), nullable=False),
        sa.Column("mark", sa.String(length=8), nullable=False),
        sa.ForeignKeyConstraint(
            ["archive_id"], ["archive_game.id"], name=op.f("fk_archive_note_archive_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_archive_note_player_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("archive_id", "player_id", "ply", name=op.f("pk_archive_note")),
    )


def downgrade() -> None:
    """Take every table away."""
    op.drop_table("archive_note")
    op.drop_index(op.f("ix_seat_player_id"), table_name="seat")
    op.drop_table("seat")
    op.drop_table("note")
    op.drop_table("move")
    op.drop_table("import_error")
    op.drop_table("event")
    op.drop_index(op.f("ix_archive_game_player_id_created_at_number"), table_name="archive_game")
    op.drop_table("archive_game")
    op.drop_index(op.f("ix_session_player_id"), table_name="session")
    op.drop_table("session")
    op.drop_index(op.f("ix_import_job_status"), table_name="import_job")
    op.drop_index(op.f("ix_import_job_player_id_created_at"), table_name="import_job")
    op.drop_table("import_job")
    op.drop_index(op.f("ix_game_updated_at"), table_name="game")
    op.drop_table("game")
    op.drop_table("player")
