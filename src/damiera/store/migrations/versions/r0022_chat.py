"""Chats: rooms, lines, who is muted, and what moderators did."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "chat_room",
        sa.Column("room", sa.String(40), nullable=False),
        sa.Column("game_id", sa.String(16), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("is_open", sa.Boolean(), nullable=True),
        sa.PrimaryKeyConstraint("room", name="pk_chat_room"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_chat_room_game_id", ondelete="CASCADE"),
    )
    op.create_index("ix_chat_room_game_id", "chat_room", ["game_id"])
    op.create_table(
        "chat_line",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("room", sa.String(40), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("phrase", sa.String(20), nullable=False),
        sa.Column("body", sa.String(400), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("removed_by", sa.String(80), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_chat_line"),
        sa.ForeignKeyConstraint(["room"], ["chat_room.room"], name="fk_chat_line_room", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name="fk_chat_line_player_id", ondelete="CASCADE"
        ),
        sa.UniqueConstraint("room", "number", name="uq_chat_line_room_number"),
    )
    op.create_index("ix_chat_line_player_id_at", "chat_line", ["player_id", "at"])
    op.create_table(
        "chat_mute",
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("player_id", name="pk_chat_mute"),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name="fk_chat_mute_player_id", ondelete="CASCADE"
        ),
    )
    op.create_table(
        "moderation",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("by_id", sa.String(16), nullable=True),
        sa.Column("by_name", sa.String(80), nullable=False),
        sa.Column("act", sa.String(20), nullable=False),
        sa.Column("about_id", sa.String(16), nullable=True),
        sa.Column("about_name", sa.String(80), nullable=False),
        sa.Column("room", sa.String(40), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_moderation"),
        sa.ForeignKeyConstraint(["by_id"], ["player.id"], name="fk_moderation_by_id", ondelete="SET NULL"),
        sa.ForeignKeyConstraint(
            ["about_id"], ["player.id"], name="fk_moderation_about_id", ondelete="SET NULL"
        ),
    )
    op.create_index("ix_moderation_at", "moderation", ["at"])


def downgrade() -> None:
    """Take them away again."""
    for table in ("moderation", "chat_mute", "chat_line", "chat_room"):
        op.drop_table(table)
