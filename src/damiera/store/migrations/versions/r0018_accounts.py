"""Accounts: names with passwords, recovery codes, devices, ratings, who blocks and who reports whom."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables; a session says on which device it is, and when it was last seen."""
    op.add_column("session", sa.Column("device", sa.String(80), nullable=False, server_default=""))
    op.add_column("session", sa.Column("seen_at", sa.BigInteger(), nullable=True))
    _accounts()
    _ratings()


def _accounts() -> None:
    op.create_table(
        "account",
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.Column("key", sa.String(160), nullable=False),
        sa.Column("password", sa.String(200), nullable=False),
        sa.Column("role", sa.String(8), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("player_id", name="pk_account"),
        sa.UniqueConstraint("key", name="uq_account_key"),
        sa.CheckConstraint("role IN ('player', 'arbiter', 'admin')", name="role"),
        _of_player("account"),
    )
    op.create_table(
        "recovery_code",
        sa.Column("code_hash", sa.String(64), nullable=False),
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("code_hash", name="pk_recovery_code"),
        _of_player("recovery_code"),
    )
    op.create_index("ix_recovery_code_player_id", "recovery_code", ["player_id"])
    op.create_table(
        "block",
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.Column("blocked_id", sa.String(16), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("player_id", "blocked_id", name="pk_block"),
        _of_player("block"),
        _of_player("block", "blocked_id"),
    )
    op.create_index("ix_block_blocked_id", "block", ["blocked_id"])
    op.create_table(
        "abuse_report",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("reporter_id", sa.String(16), nullable=True),
        sa.Column("reporter", sa.String(80), nullable=False),
        sa.Column("about_id", sa.String(16), nullable=True),
        sa.Column("about", sa.String(80), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column("evidence", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("closed_at", sa.BigInteger(), nullable=True),
        sa.Column("closed_by", sa.String(80), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_abuse_report"),
        _of_player("abuse_report", "reporter_id", "SET NULL"),
        _of_player("abuse_report", "about_id", "SET NULL"),
    )
    op.create_index("ix_abuse_report_closed_at_at", "abuse_report", ["closed_at", "at"])


def _ratings() -> None:
    op.create_table(
        "account_game",
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("private", sa.Boolean(), nullable=False),
        sa.Column("settled", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", name="pk_account_game"),
        _of_game("account_game"),
    )
    op.create_index("ix_account_game_settled", "account_game", ["settled"])
    op.create_table(
        "rating",
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.Column("game", sa.String(400), nullable=False),
        sa.Column("speed", sa.String(16), nullable=False),
        sa.Column("rating", sa.Float(53), nullable=False),
        sa.Column("deviation", sa.Float(53), nullable=False),
        sa.Column("volatility", sa.Float(53), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("player_id", "game", "speed", name="pk_rating"),
        _of_player("rating"),
    )
    op.create_table(
        "rating_change",
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.Column("game", sa.String(400), nullable=False),
        sa.Column("speed", sa.String(16), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("score", sa.Float(53), nullable=False),
        sa.Column("before", sa.Float(53), nullable=False),
        sa.Column("after", sa.Float(53), nullable=False),
        sa.Column("deviation", sa.Float(53), nullable=False),
        sa.Column("opponent", sa.Float(53), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "player_id", name="pk_rating_change"),
        _of_game("rating_change"),
        _of_player("rating_change"),
    )
    op.create_index("ix_rating_change_player_id_at", "rating_change", ["player_id", "at"])


def _of_player(table: str, column: str = "player_id", when_gone: str = "CASCADE") -> sa.ForeignKeyConstraint:
    name = f"fk_{table}_{column}"
    return sa.ForeignKeyConstraint([column], ["player.id"], name=name, ondelete=when_gone)


def _of_game(table: str) -> sa.ForeignKeyConstraint:
    name = f"fk_{table}_game_id"
    return sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=name, ondelete="CASCADE")


def downgrade() -> None:
    """Take them away again."""
    for table in ("rating_change", "rating", "account_game", "abuse_report", "block", "recovery_code"):
        op.drop_table(table)
    op.drop_table("account")
    op.drop_column("session", "seen_at")
    op.drop_column("session", "device")
