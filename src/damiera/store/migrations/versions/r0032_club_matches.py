"""Matches that clubs ask one another for."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "club_match",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("home_id", sa.String(16), nullable=True),
        sa.Column("away_id", sa.String(16), nullable=True),
        sa.Column("home_name", sa.String(80), nullable=False),
        sa.Column("away_name", sa.String(80), nullable=False),
        sa.Column("created_by", sa.String(16), nullable=True),
        sa.Column("terms", sa.Text(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("state", sa.String(12), nullable=False),
        sa.Column("tournament_id", sa.String(16), nullable=True),
        sa.Column("home_points", sa.Integer(), nullable=False),
        sa.Column("away_points", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_club_match"),
        *(
            sa.ForeignKeyConstraint([own], [f"{table}.id"], name=f"fk_club_match_{own}", ondelete="SET NULL")
            for own, table in (
                ("home_id", "member_club"),
                ("away_id", "member_club"),
                ("created_by", "player"),
                ("tournament_id", "tournament"),
            )
        ),
    )
    for name in ("home_id", "away_id", "tournament_id"):
        op.create_index(f"ix_club_match_{name}", "club_match", [name])


def downgrade() -> None:
    """Take it away again."""
    op.drop_table("club_match")
