"""Who comes in by an identity provider, and sign-ins that were begun there."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "openid_binding",
        sa.Column("issuer", sa.String(200), nullable=False),
        sa.Column("subject", sa.String(255), nullable=False),
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("used_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("issuer", "subject", name="pk_openid_binding"),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name="fk_openid_binding_player_id", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_openid_binding_player_id", "openid_binding", ["player_id"])
    op.create_table(
        "openid_attempt",
        sa.Column("state_hash", sa.String(64), nullable=False),
        sa.Column("browser_hash", sa.String(64), nullable=False),
        sa.Column("verifier", sa.String(128), nullable=False),
        sa.Column("nonce", sa.String(64), nullable=False),
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.Column("back", sa.String(400), nullable=False),
        sa.Column("take_along", sa.Boolean(), nullable=False),
        sa.Column("subject", sa.String(255), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("state_hash", name="pk_openid_attempt"),
    )
    op.create_index("ix_openid_attempt_until", "openid_attempt", ["until"])


def downgrade() -> None:
    """Take them away again."""
    op.drop_table("openid_attempt")
    op.drop_table("openid_binding")
