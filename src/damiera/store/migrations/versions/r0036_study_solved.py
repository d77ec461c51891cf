"""Which chapters of studies a player has solved."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "study_solved",
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.Column("study_id", sa.String(16), nullable=False),
        sa.Column("chapter", sa.String(40), nullable=False),
        sa.Column("solved_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("player_id", "study_id", "chapter", name="pk_study_solved"),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name="fk_study_solved_player_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["study_id"], ["study.id"], name="fk_study_solved_study_id", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_study_solved_study_id", "study_solved", ["study_id"])


def downgrade() -> None:
    """Take it away again."""
    op.drop_table("study_solved")
