"""Conditional moves: what a side has laid ahead in a game by correspondence."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "move_plan",
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column("side", sa.String(6), nullable=False),
        sa.Column("lines", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "side", name="pk_move_plan"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_move_plan_game_id", ondelete="CASCADE"),
    )


def downgrade() -> None:
    """Take it away again."""
    op.drop_table("move_plan")
