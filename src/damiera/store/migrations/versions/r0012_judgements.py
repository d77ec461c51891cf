"""What a file of games is taken for, and what somebody has said it is: an unsure one waits for an answer."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; the imports that are there go on as their files say."""
    with op.batch_alter_table("import_job") as job:
        job.add_column(sa.Column("game", sa.String(200), nullable=True, server_default=""))
        job.add_column(sa.Column("overrules", sa.Boolean(), nullable=False, server_default=sa.false()))
        job.add_column(sa.Column("judgement", sa.Text(), nullable=False, server_default=""))


def downgrade() -> None:
    """Take them away again."""
    with op.batch_alter_table("import_job") as job:
        job.drop_column("judgement")
        job.drop_column("overrules")
        job.drop_column("game")
