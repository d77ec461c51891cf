"""Arenas: what they are played by, what happened in each, and their games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "arena",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("created_by", sa.String(16), nullable=True),
        sa.Column("terms", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("over", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_arena"),
        sa.ForeignKeyConstraint(
            ["created_by"], ["player.id"], name="fk_arena_created_by", ondelete="SET NULL"
        ),
    )
    op.create_index("ix_arena_over", "arena", ["over"])
    op.create_table(
        "arena_line",
        sa.Column("arena_id", sa.String(16), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("arena_id", "seq", name="pk_arena_line"),
        sa.ForeignKeyConstraint(
            ["arena_id"], ["arena.id"], name="fk_arena_line_arena_id", ondelete="CASCADE"
        ),
    )
    op.create_table(
        "arena_game",
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column("arena_id", sa.String(16), nullable=False),
        sa.Column("settled", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", name="pk_arena_game"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_arena_game_game_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["arena_id"], ["arena.id"], name="fk_arena_game_arena_id", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_arena_game_arena_id", "arena_game", ["arena_id"])


def downgrade() -> None:
    """Take them away again."""
    for table in ("arena_game", "arena_line", "arena"):
        op.drop_table(table)
