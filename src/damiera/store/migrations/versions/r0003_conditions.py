"""What was agreed before a game: its way of playing, its clock in full, and a move that is sealed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; games that are there have none of it."""
    with op.batch_alter_table("game") as game:
        game.add_column(sa.Column("conditions", sa.Text(), nullable=True))
        game.add_column(sa.Column("clock", sa.Text(), nullable=True))
        game.add_column(sa.Column("sealed", sa.Text(), nullable=True))


def downgrade() -> None:
    """Take them away again."""
    with op.batch_alter_table("game") as game:
        game.drop_column("sealed")
        game.drop_column("clock")
        game.drop_column("conditions")
