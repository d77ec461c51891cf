"""Tournaments whose rounds follow one another by themselves."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "tournament_evening",
        sa.Column("tournament_id", sa.String(16), nullable=False),
        sa.Column("over", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", name="pk_tournament_evening"),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournament.id"],
            name="fk_tournament_evening_tournament_id",
            ondelete="CASCADE",
        ),
    )
    op.create_index("ix_tournament_evening_over", "tournament_evening", ["over"])


def downgrade() -> None:
    """Take it away again."""
    op.drop_table("tournament_evening")
