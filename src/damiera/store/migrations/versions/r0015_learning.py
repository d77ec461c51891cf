"""Learning: exercises done, the rating and the run of whoever solves puzzles."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the two tables."""
    op.create_table(
        "exercise_done",
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.Column("book", sa.String(60), nullable=False),
        sa.Column("article", sa.String(20), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("done_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("player_id", "book", "article", "number", name="pk_exercise_done"),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name="fk_exercise_done_player_id", ondelete="CASCADE"
        ),
    )
    op.create_table(
        "puzzle_form",
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.Column("game_slug", sa.String(200), nullable=False),
        sa.Column("rating", sa.Integer(), nullable=False),
        sa.Column("rated", sa.Integer(), nullable=False),
        sa.Column("run", sa.Integer(), nullable=False),
        sa.Column("best_run", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("player_id", "game_slug", name="pk_puzzle_form"),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name="fk_puzzle_form_player_id", ondelete="CASCADE"
        ),
    )


def downgrade() -> None:
    """Take them away again."""
    op.drop_table("puzzle_form")
    op.drop_table("exercise_done")
