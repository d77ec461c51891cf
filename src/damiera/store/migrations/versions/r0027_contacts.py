"""Mail addresses of accounts, what is to be sent there, and the secrets by which links are signed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "contact",
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("confirmed_at", sa.BigInteger(), nullable=True),
        sa.Column("lang", sa.String(16), nullable=False),
        sa.Column("choices", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("player_id", name="pk_contact"),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name="fk_contact_player_id", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_contact_address", "contact", ["address"])
    op.create_table(
        "delivery",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.Column("way", sa.String(4), nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("key", sa.String(200), nullable=False),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("done_at", sa.BigInteger(), nullable=True),
        sa.Column("failure", sa.String(200), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_delivery"),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name="fk_delivery_player_id", ondelete="CASCADE"
        ),
        sa.UniqueConstraint("player_id", "way", "key", name="uq_delivery_player_id_way_key"),
    )
    op.create_index("ix_delivery_done_at_due_at", "delivery", ["done_at", "due_at"])
    op.create_table(
        "server_key",
        sa.Column("name", sa.String(20), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_server_key"),
    )


def downgrade() -> None:
    """Take them away again."""
    for table in ("server_key", "delivery", "contact"):
        op.drop_table(table)
