"""Workers that share the database: who lives, who does what, who is seen where."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "installation",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_installation"),
        sa.CheckConstraint("id = 1", name="one"),
    )
    op.create_table(
        "worker",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("beats", sa.BigInteger(), nullable=False),
        sa.Column("changes", sa.BigInteger(), nullable=False),
        sa.Column("heard_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_worker"),
    )
    op.create_table(
        "duty",
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("worker_id", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_duty"),
        sa.ForeignKeyConstraint(["worker_id"], ["worker.id"], name="fk_duty_worker_id", ondelete="CASCADE"),
    )
    op.create_index("ix_duty_worker_id", "duty", ["worker_id"])
    op.create_table(
        "presence",
        sa.Column("worker_id", sa.String(16), nullable=False),
        sa.Column("place", sa.String(40), nullable=False),
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("worker_id", "place", "player_id", name="pk_presence"),
        sa.ForeignKeyConstraint(
            ["worker_id"], ["worker.id"], name="fk_presence_worker_id", ondelete="CASCADE"
        ),
    )


def downgrade() -> None:
    """Take them away again."""
    op.drop_table("presence")
    op.drop_table("duty")
    op.drop_table("worker")
    op.drop_table("installation")
