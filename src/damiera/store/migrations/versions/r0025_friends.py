"""Friends: who asked whom, who agreed, and what each lets others do."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "friendship",
        sa.Column("one_id", sa.String(16), nullable=False),
        sa.Column("other_id", sa.String(16), nullable=False),
        sa.Column("asked_by", sa.String(16), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("accepted_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("one_id", "other_id", name="pk_friendship"),
        sa.ForeignKeyConstraint(["one_id"], ["player.id"], name="fk_friendship_one_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["other_id"], ["player.id"], name="fk_friendship_other_id", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_friendship_other_id", "friendship", ["other_id"])
    op.create_table(
        "friend_choice",
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.Column("may_ask", sa.Boolean(), nullable=False),
        sa.Column("is_seen", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("player_id", name="pk_friend_choice"),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name="fk_friend_choice_player_id", ondelete="CASCADE"
        ),
    )


def downgrade() -> None:
    """Take them away again."""
    op.drop_table("friend_choice")
    op.drop_table("friendship")
