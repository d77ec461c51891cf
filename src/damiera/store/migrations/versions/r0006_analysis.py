"""Analysis: reports on whole games, puzzles found in games, and who has tried which."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the three tables."""
    op.create_table(
        "analysis_report",
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column("player_id", sa.String(16), nullable=True),
        sa.Column("status", sa.String(12), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("nodes", sa.Integer(), nullable=False),
        sa.Column("body", sa.Text(), nullable=True),
        sa.Column("why", sa.Text(), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", name="pk_analysis_report"),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name="fk_analysis_report_player_id", ondelete="SET NULL"
        ),
    )
    op.create_index("ix_analysis_report_status", "analysis_report", ["status"])
    op.create_table(
        "puzzle",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.Column("game_slug", sa.String(200), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", "player_id", name="pk_puzzle"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_puzzle_player_id", ondelete="CASCADE"),
    )
    op.create_table(
        "puzzle_try",
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.Column("puzzle_id", sa.String(16), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("helped", sa.Integer(), nullable=False),
        sa.Column("solved_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("player_id", "puzzle_id", name="pk_puzzle_try"),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name="fk_puzzle_try_player_id", ondelete="CASCADE"
        ),
    )


def downgrade() -> None:
    """Take them away again."""
    op.drop_table("puzzle_try")
    op.drop_table("puzzle")
    op.drop_index("ix_analysis_report_status", "analysis_report")
    op.drop_table("analysis_report")
