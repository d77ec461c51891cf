"""Studies: what each is, who writes in it, and the log of what they changed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the three tables."""
    op.create_table(
        "study",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("owner_id", sa.String(16), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("game", sa.String(200), nullable=False),
        sa.Column("sharing", sa.String(10), nullable=False),
        sa.Column("key", sa.String(20), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_study"),
        sa.ForeignKeyConstraint(["owner_id"], ["player.id"], name="fk_study_owner_id", ondelete="CASCADE"),
    )
    op.create_index("ix_study_owner_id", "study", ["owner_id"])
    op.create_index("ix_study_sharing", "study", ["sharing"])
    op.create_table(
        "study_author",
        sa.Column("study_id", sa.String(16), nullable=False),
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("study_id", "player_id", name="pk_study_author"),
        sa.ForeignKeyConstraint(
            ["study_id"], ["study.id"], name="fk_study_author_study_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name="fk_study_author_player_id", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_study_author_player_id", "study_author", ["player_id"])
    op.create_table(
        "study_edit",
        sa.Column("study_id", sa.String(16), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("player_id", sa.String(16), nullable=False),
        sa.Column("given", sa.String(40), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("study_id", "version", name="pk_study_edit"),
        sa.UniqueConstraint("study_id", "given", name="uq_study_edit_study_id_given"),
        sa.ForeignKeyConstraint(
            ["study_id"], ["study.id"], name="fk_study_edit_study_id", ondelete="CASCADE"
        ),
    )


def downgrade() -> None:
    """Take them away again."""
    op.drop_table("study_edit")
    op.drop_index("ix_study_author_player_id", "study_author")
    op.drop_table("study_author")
    op.drop_index("ix_study_sharing", "study")
    op.drop_index("ix_study_owner_id", "study")
    op.drop_table("study")
