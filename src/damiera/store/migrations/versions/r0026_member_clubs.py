"""Clubs that accounts belong to: members with roles, notes, events."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "member_club",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("name_key", sa.String(160), nullable=False),
        sa.Column("about", sa.Text(), nullable=False),
        sa.Column("key", sa.String(20), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_member_club"),
        sa.UniqueConstraint("name_key", name="uq_member_club_name_key"),
    )
    op.create_index("ix_member_club_key", "member_club", ["key"])
    op.create_table(
        "member_club_member",
        sa.Column("club_id", sa.String(16), nullable=False),
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.Column("role", sa.String(12), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("club_id", "player_id", name="pk_member_club_member"),
        sa.ForeignKeyConstraint(
            ["club_id"], ["member_club.id"], name="fk_member_club_member_club_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name="fk_member_club_member_player_id", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_member_club_member_player_id", "member_club_member", ["player_id"])
    op.create_table(
        "member_club_note",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("club_id", sa.String(16), nullable=False),
        sa.Column("by_name", sa.String(80), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_member_club_note"),
        sa.ForeignKeyConstraint(
            ["club_id"], ["member_club.id"], name="fk_member_club_note_club_id", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_member_club_note_club_id", "member_club_note", ["club_id"])
    op.create_table(
        "member_club_event",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("club_id", sa.String(16), nullable=False),
        sa.Column("title", sa.String(80), nullable=False),
        sa.Column("address", sa.String(300), nullable=False),
        sa.Column("time", sa.String(80), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_member_club_event"),
        sa.ForeignKeyConstraint(
            ["club_id"], ["member_club.id"], name="fk_member_club_event_club_id", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_member_club_event_club_id", "member_club_event", ["club_id"])


def downgrade() -> None:
    """Take them away again."""
    for table in ("member_club_event", "member_club_note", "member_club_member", "member_club"):
        op.drop_table(table)
