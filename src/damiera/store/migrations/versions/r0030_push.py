"""Browsers that are told while no page is open."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "push_device",
        sa.Column("endpoint_hash", sa.String(64), nullable=False),
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.Column("session_hash", sa.String(64), nullable=False),
        sa.Column("endpoint", sa.Text(), nullable=False),
        sa.Column("public_key", sa.String(120), nullable=False),
        sa.Column("secret", sa.String(60), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("endpoint_hash", name="pk_push_device"),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name="fk_push_device_player_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["session_hash"], ["session.token_hash"], name="fk_push_device_session_hash", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_push_device_player_id", "push_device", ["player_id"])
    op.create_index("ix_push_device_session_hash", "push_device", ["session_hash"])


def downgrade() -> None:
    """Take it away again."""
    op.drop_table("push_device")
