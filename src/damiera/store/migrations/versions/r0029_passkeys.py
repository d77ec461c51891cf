"""Passkeys, and what devices are asked to sign."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "passkey",
        sa.Column("id", sa.String(1400), nullable=False),
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.Column("public_key", sa.Text(), nullable=False),
        sa.Column("sign_count", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("used_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_passkey"),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name="fk_passkey_player_id", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_passkey_player_id", "passkey", ["player_id"])
    op.create_table(
        "passkey_challenge",
        sa.Column("challenge", sa.String(80), nullable=False),
        sa.Column("purpose", sa.String(20), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("challenge", name="pk_passkey_challenge"),
    )
    op.create_index("ix_passkey_challenge_until", "passkey_challenge", ["until"])


def downgrade() -> None:
    """Take them away again."""
    op.drop_table("passkey_challenge")
    op.drop_table("passkey")
