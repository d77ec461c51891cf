"""When people were away: the days that they have in a year."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "vacation",
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("begun_at", sa.BigInteger(), nullable=False),
        sa.Column("until_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("player_id", "number", name="pk_vacation"),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name="fk_vacation_player_id", ondelete="CASCADE"
        ),
    )


def downgrade() -> None:
    """Take it away again."""
    op.drop_table("vacation")
