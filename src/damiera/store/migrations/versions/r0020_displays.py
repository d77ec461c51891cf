"""Simultaneous displays: who gives them, their boards, and the looks of a blindfold host."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "display",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("host_id", sa.String(16), nullable=True),
        sa.Column("host_name", sa.String(80), nullable=False),
        sa.Column("title", sa.String(80), nullable=False),
        sa.Column("game", sa.String(400), nullable=False),
        sa.Column("rulebook", sa.String(460), nullable=False),
        sa.Column("host_clock", sa.String(80), nullable=False),
        sa.Column("guest_clock", sa.String(80), nullable=False),
        sa.Column("side", sa.String(12), nullable=False),
        sa.Column("walks", sa.Boolean(), nullable=False),
        sa.Column("blindfold", sa.Boolean(), nullable=False),
        sa.Column("target", sa.Integer(), nullable=True),
        sa.Column("most", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("begun_at", sa.BigInteger(), nullable=True),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_display"),
        sa.ForeignKeyConstraint(["host_id"], ["player.id"], name="fk_display_host_id", ondelete="SET NULL"),
    )
    op.create_index("ix_display_host_id", "display", ["host_id"])
    op.create_table(
        "display_board",
        sa.Column("display_id", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.String(16), nullable=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("game_id", sa.String(16), nullable=True),
        sa.PrimaryKeyConstraint("display_id", "number", name="pk_display_board"),
        sa.ForeignKeyConstraint(
            ["display_id"], ["display.id"], name="fk_display_board_display_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name="fk_display_board_player_id", ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.id"], name="fk_display_board_game_id", ondelete="SET NULL"
        ),
        sa.UniqueConstraint("display_id", "player_id", name="uq_display_board_display_id_player_id"),
        sa.UniqueConstraint("game_id", name="uq_display_board_game_id"),
    )
    op.create_index("ix_display_board_player_id", "display_board", ["player_id"])
    op.create_table(
        "display_look",
        sa.Column("display_id", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("display_id", "number", "at", name="pk_display_look"),
        sa.ForeignKeyConstraint(
            ["display_id", "number"],
            ["display_board.display_id", "display_board.number"],
            name="fk_display_look_display_id",
            ondelete="CASCADE",
        ),
    )


def downgrade() -> None:
    """Take them away again."""
    op.drop_table("display_look")
    op.drop_table("display_board")
    op.drop_table("display")
