"""The moves played from each position, in the games of the archive and in those played here."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the three tables; they are filled while the program runs."""
    op.create_table(
        "explorer_shelf",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.Column("game", sa.String(400), nullable=False),
        sa.Column("played", sa.SmallInteger(), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_explorer_shelf"),
        sa.UniqueConstraint("game", "player_id", "played", name="uq_explorer_shelf_game_player_id_played"),
    )
    op.create_table(
        "explorer_game",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("shelf", sa.Integer(), nullable=False),
        sa.Column("source", sa.String(16), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("white", sa.Text(), nullable=False),
        sa.Column("black", sa.Text(), nullable=False),
        sa.Column("event", sa.Text(), nullable=False),
        sa.Column("date", sa.String(40), nullable=False),
        sa.Column("result", sa.SmallInteger(), nullable=False),
        sa.Column("white_key", sa.Text(), nullable=False),
        sa.Column("black_key", sa.Text(), nullable=False),
        sa.Column("positions", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_explorer_game"),
        sa.ForeignKeyConstraint(
            ["shelf"], ["explorer_shelf.number"], name="fk_explorer_game_shelf", ondelete="CASCADE"
        ),
        sa.UniqueConstraint("source", "shelf", name="uq_explorer_game_source_shelf"),
    )
    op.create_index("ix_explorer_game_shelf", "explorer_game", ["shelf"])
    op.create_table(
        "explorer_step",
        sa.Column("shelf", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("key", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("number", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("ply", sa.SmallInteger(), nullable=False),
        sa.Column("move", sa.String(80), nullable=False),
        sa.Column("result", sa.SmallInteger(), nullable=False),
        sa.Column("day", sa.Integer(), nullable=False),
        sa.Column("rating", sa.SmallInteger(), nullable=False),
        sa.PrimaryKeyConstraint("shelf", "key", "number", name="pk_explorer_step"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Take them away again: they can be made anew from the games."""
    op.drop_table("explorer_step")
    op.drop_index("ix_explorer_game_shelf", "explorer_game")
    op.drop_table("explorer_game")
    op.drop_table("explorer_shelf")
