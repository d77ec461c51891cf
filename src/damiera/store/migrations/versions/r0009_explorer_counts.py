"""Positions that many games pass through are counted ahead, and names of players kept once.

The index of 0008 is taken away and filled anew from the games, while the program runs.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the index anew, in its new order."""
    _drop()
    _make_games(
        sa.Column("number", sa.Integer(), nullable=False, autoincrement=False),
        [
            sa.Column("day", sa.Integer(), nullable=False),
            sa.Column("white_name", sa.Integer(), nullable=False),
            sa.Column("black_name", sa.Integer(), nullable=False),
        ],
    )
    op.create_table(
        "explorer_step",
        *_place(),
        sa.Column("day", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("number", sa.Integer(), nullable=False, autoincrement=False),
        *_played(),
        sa.Column("white_name", sa.Integer(), nullable=False),
        sa.Column("black_name", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint(
            "shelf",
            "key",
            "day",
            "number",
            name="pk_explorer_step",
            postgresql_include=["ply", "move", "result", "rating", "white_name", "black_name"],
        ),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "explorer_name",
        sa.Column("number", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("folded", sa.Text(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_explorer_name"),
        sa.UniqueConstraint("folded", name="uq_explorer_name_folded"),
    )
    op.create_table(
        "explorer_common",
        *_place(),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("shelf", "key", name="pk_explorer_common"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "explorer_count",
        *_place(),
        sa.Column("year", sa.SmallInteger(), nullable=False, autoincrement=False),
        sa.Column("move", sa.String(80), nullable=False),
        sa.Column("result", sa.SmallInteger(), nullable=False, autoincrement=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("ratings", sa.BigInteger(), nullable=False),
        sa.Column("rated", sa.Integer(), nullable=False),
        sa.Column("first_day", sa.Integer(), nullable=False),
        sa.Column("last_day", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("shelf", "key", "year", "move", "result", name="pk_explorer_count"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Make the index as 0008 had it, to be filled by a program that knows that one."""
    for table in ("explorer_count", "explorer_common", "explorer_name"):
        op.drop_table(table)
    _drop()
    _make_games(
        sa.Column("number", sa.Integer(), nullable=False),
        [
            sa.Column("white_key", sa.Text(), nullable=False),
            sa.Column("black_key", sa.Text(), nullable=False),
        ],
    )
    op.create_table(
        "explorer_step",
        *_place(),
        sa.Column("number", sa.Integer(), nullable=False, autoincrement=False),
        *_played(),
        sa.Column("day", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("shelf", "key", "number", name="pk_explorer_step"),
        sqlite_with_rowid=False,
    )


def _drop() -> None:
    op.drop_table("explorer_step")
    op.drop_index("ix_explorer_game_shelf", "explorer_game")
    op.drop_table("explorer_game")


def _make_games(number: sa.Column[int], others: list[sa.Column[int] | sa.Column[str]]) -> None:
    op.create_table(
        "explorer_game",
        number,
        sa.Column("shelf", sa.Integer(), nullable=False),
        sa.Column("source", sa.String(16), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("white", sa.Text(), nullable=False),
        sa.Column("black", sa.Text(), nullable=False),
        sa.Column("event", sa.Text(), nullable=False),
        sa.Column("date", sa.String(40), nullable=False),
        sa.Column("result", sa.SmallInteger(), nullable=False),
        *others,
        sa.Column("positions", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_explorer_game"),
        sa.ForeignKeyConstraint(
            ["shelf"], ["explorer_shelf.number"], name="fk_explorer_game_shelf", ondelete="CASCADE"
        ),
        sa.UniqueConstraint("source", "shelf", name="uq_explorer_game_source_shelf"),
    )
    op.create_index("ix_explorer_game_shelf", "explorer_game", ["shelf"])


def _place() -> list[sa.Column[int]]:
    return [
        sa.Column("shelf", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("key", sa.BigInteger(), nullable=False, autoincrement=False),
    ]


def _played() -> list[sa.Column[int] | sa.Column[str]]:
    return [
        sa.Column("ply", sa.SmallInteger(), nullable=False),
        sa.Column("move", sa.String(80), nullable=False),
        sa.Column("result", sa.SmallInteger(), nullable=False),
        sa.Column("rating", sa.SmallInteger(), nullable=False),
    ]
