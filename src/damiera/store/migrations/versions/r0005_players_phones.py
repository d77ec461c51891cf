"""The players' side of a tournament: whose phone is whose, who asks to play, which games are played here."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def _of_tournament(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["tournament_id"], ["tournament.id"], name=f"fk_{table}_tournament_id", ondelete="CASCADE"
    )


def upgrade() -> None:
    """Make the four tables."""
    op.create_table(
        "tournament_secret",
        sa.Column("tournament_id", sa.String(16), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", name="pk_tournament_secret"),
        _of_tournament("tournament_secret"),
    )
    op.create_table(
        "tournament_phone",
        sa.Column("tournament_id", sa.String(16), nullable=False),
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.Column("key", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "player_id", name="pk_tournament_phone"),
        _of_tournament("tournament_phone"),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name="fk_tournament_phone_player_id", ondelete="CASCADE"
        ),
    )
    op.create_table(
        "tournament_request",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("tournament_id", sa.String(16), nullable=False),
        sa.Column("player_id", sa.String(16), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("facts", sa.Text(), nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("key", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_tournament_request"),
        _of_tournament("tournament_request"),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name="fk_tournament_request_player_id", ondelete="SET NULL"
        ),
    )
    op.create_index(
        "ix_tournament_request_tournament_id_state", "tournament_request", ["tournament_id", "state"]
    )
    op.create_table(
        "tournament_online",
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column("tournament_id", sa.String(16), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("board", sa.Integer(), nullable=False),
        sa.Column("leg", sa.Integer(), nullable=False),
        sa.Column("settled", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", name="pk_tournament_online"),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.id"], name="fk_tournament_online_game_id", ondelete="CASCADE"
        ),
        _of_tournament("tournament_online"),
    )
    op.create_index(
        "ix_tournament_online_tournament_id_round", "tournament_online", ["tournament_id", "round"]
    )


def downgrade() -> None:
    """Take them away again."""
    op.drop_index("ix_tournament_online_tournament_id_round", "tournament_online")
    op.drop_table("tournament_online")
    op.drop_index("ix_tournament_request_tournament_id_state", "tournament_request")
    op.drop_table("tournament_request")
    op.drop_table("tournament_phone")
    op.drop_table("tournament_secret")
