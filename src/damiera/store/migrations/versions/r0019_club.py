"""The club: games that everybody who comes by may see, and whose open seats anybody may take."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "club_game",
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column("listed_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", name="pk_club_game"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_club_game_game_id", ondelete="CASCADE"),
    )


def downgrade() -> None:
    """Take it away again."""
    op.drop_table("club_game")
