"""An index by who made a game: arbiters sit at no side of theirs."""

from __future__ import annotations

from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the index."""
    op.create_index("ix_game_created_by", "game", ["created_by"])


def downgrade() -> None:
    """Take it away again."""
    op.drop_index("ix_game_created_by", "game")
