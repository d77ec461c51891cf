"""Programs that have an account; a seat says whether one took it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table and the column."""
    op.create_table(
        "bot",
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.Column("owner_id", sa.String(16), nullable=True),
        sa.Column("among_people", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("player_id", name="pk_bot"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_bot_player_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["owner_id"], ["player.id"], name="fk_bot_owner_id", ondelete="SET NULL"),
    )
    op.create_index("ix_bot_owner_id", "bot", ["owner_id"])
    op.add_column("seat", sa.Column("is_bot", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """Take them away again."""
    op.drop_column("seat", "is_bot")
    op.drop_table("bot")
