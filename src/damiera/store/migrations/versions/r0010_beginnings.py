"""Whether an import keeps the legal beginning of a game that stops being legal: for who goes on with it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; the imports that are there have not asked for it."""
    with op.batch_alter_table("import_job") as job:
        job.add_column(sa.Column("beginnings", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """Take it away again."""
    with op.batch_alter_table("import_job") as job:
        job.drop_column("beginnings")
