"""Tournaments: the log of the arbiters' acts, who the arbiters are, and what lists show."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the three tables."""
    op.create_table(
        "tournament",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("head", sa.Text(), nullable=False),
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("created_by", sa.String(16), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tournament"),
        sa.UniqueConstraint("code", name="uq_tournament_code"),
        sa.ForeignKeyConstraint(
            ["created_by"], ["player.id"], name="fk_tournament_created_by", ondelete="SET NULL"
        ),
    )
    op.create_index("ix_tournament_updated_at", "tournament", ["updated_at"])
    op.create_table(
        "tournament_arbiter",
        sa.Column("tournament_id", sa.String(16), nullable=False),
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "player_id", name="pk_tournament_arbiter"),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournament.id"],
            name="fk_tournament_arbiter_tournament_id",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name="fk_tournament_arbiter_player_id", ondelete="CASCADE"
        ),
    )
    op.create_table(
        "tournament_entry",
        sa.Column("tournament_id", sa.String(16), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("player_id", sa.String(16), nullable=True),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "seq", name="pk_tournament_entry"),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournament.id"], name="fk_tournament_entry_tournament_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name="fk_tournament_entry_player_id", ondelete="SET NULL"
        ),
    )


def downgrade() -> None:
    """Take them away again."""
    op.drop_table("tournament_entry")
    op.drop_table("tournament_arbiter")
    op.drop_index("ix_tournament_updated_at", "tournament")
    op.drop_table("tournament")
