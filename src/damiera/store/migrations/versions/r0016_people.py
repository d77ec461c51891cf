"""People of a tournament: who was given a code of their own, and which browsers came in with it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the two tables."""
    op.create_table(
        "tournament_person",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("tournament_id", sa.String(16), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("role", sa.String(10), nullable=False),
        sa.Column("code_hash", sa.String(64), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("withdrawn_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_tournament_person"),
        sa.UniqueConstraint("code_hash", name="uq_tournament_person_code_hash"),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournament.id"],
            name="fk_tournament_person_tournament_id",
            ondelete="CASCADE",
        ),
    )
    op.create_index("ix_tournament_person_tournament_id", "tournament_person", ["tournament_id"])
    op.create_table(
        "tournament_member",
        sa.Column("tournament_id", sa.String(16), nullable=False),
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.Column("person_id", sa.String(16), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "player_id", name="pk_tournament_member"),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournament.id"],
            name="fk_tournament_member_tournament_id",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name="fk_tournament_member_player_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["person_id"],
            ["tournament_person.id"],
            name="fk_tournament_member_person_id",
            ondelete="CASCADE",
        ),
    )
    op.create_index("ix_tournament_member_person_id", "tournament_member", ["person_id"])
    op.create_index("ix_tournament_member_player_id", "tournament_member", ["player_id"])


def downgrade() -> None:
    """Take them away again."""
    op.drop_index("ix_tournament_member_player_id", "tournament_member")
    op.drop_index("ix_tournament_member_person_id", "tournament_member")
    op.drop_table("tournament_member")
    op.drop_index("ix_tournament_person_tournament_id", "tournament_person")
    op.drop_table("tournament_person")
