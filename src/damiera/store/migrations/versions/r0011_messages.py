"""Why a game was refused, as one message that is worded when it is read, in place of two sentences."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

_error = sa.table(
    "import_error",
    sa.column("job_id", sa.String),
    sa.column("number", sa.Integer),
    sa.column("reason_it", sa.Text),
    sa.column("reason_en", sa.Text),
    sa.column("reason", sa.Text),
)


def upgrade() -> None:
    """Write both sentences into one column, as `damiera.messages.from_data` reads what was recorded."""
    with op.batch_alter_table("import_error") as error:
        error.add_column(sa.Column("reason", sa.Text(), nullable=True))
    for job_id, number, (it, en) in _read(_error.c.reason_it, _error.c.reason_en):
        kept = json.dumps({"it": it, "en": en}, ensure_ascii=False)
        _write(job_id, number, reason=kept)
    with op.batch_alter_table("import_error") as error:
        error.alter_column("reason", existing_type=sa.Text(), nullable=False)
        error.drop_column("reason_it")
        error.drop_column("reason_en")


def downgrade() -> None:
    """Write the sentences out again; a message of the new kind as its English source."""
    with op.batch_alter_table("import_error") as error:
        error.add_column(sa.Column("reason_it", sa.Text(), nullable=True))
        error.add_column(sa.Column("reason_en", sa.Text(), nullable=True))
    for job_id, number, (reason,) in _read(_error.c.reason):
        it, en = _sentences(json.loads(reason))
        _write(job_id, number, reason_it=it, reason_en=en)
    with op.batch_alter_table("import_error") as error:
        error.alter_column("reason_it", existing_type=sa.Text(), nullable=False)
        error.alter_column("reason_en", existing_type=sa.Text(), nullable=False)
        error.drop_column("reason")


def _sentences(kept: object) -> tuple[str, str]:
    from damiera.messages import from_data

    said = from_data(kept)
    return said.text("it"), said.text("en")


def _read(*columns: sa.ColumnClause[str]) -> list[tuple[str, int, list[str]]]:
    query = sa.select(_error.c.job_id, _error.c.number, *columns)
    return [(job_id, number, list(texts)) for job_id, number, *texts in op.get_bind().execute(query)]


def _write(job_id: str, number: int, **values: str) -> None:
    step = sa.update(_error).where(_error.c.job_id == job_id, _error.c.number == number)
    op.get_bind().execute(step.values(**values))
