"""The archive of players: who they are, how their names are written, ratings, events, and what was done."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    _people()
    _events()
    op.create_table(
        "federation_act",
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("who", sa.String(80), nullable=False),
        sa.Column("player_id", sa.String(16), nullable=True),
        sa.Column("what", sa.String(20), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("seq", name="pk_federation_act"),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name="fk_federation_act_player_id", ondelete="SET NULL"
        ),
    )
    op.create_index("ix_federation_act_what_seq", "federation_act", ["what", "seq"])


def _people() -> None:
    words = (("root_id", 16), ("name", 80), ("name_key", 160), ("card", 40), ("card_key", 40), ("fmjd", 20))
    facts = (("club", 80), ("province", 20), ("federation", 20), ("sex", 1), ("born", 10), ("category", 20))
    op.create_table(
        "federation_person",
        sa.Column("id", sa.String(16), nullable=False),
        *(sa.Column(name, sa.String(size), nullable=False) for name, size in (*words, *facts, ("title", 20))),
        sa.Column("candidate", sa.Boolean(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_federation_person"),
    )
    for column in ("root_id", "name_key", "card_key"):
        op.create_index(f"ix_federation_person_{column}", "federation_person", [column])
    op.create_table(
        "federation_spelling",
        sa.Column("person_id", sa.String(16), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("name_key", sa.String(160), nullable=False),
        sa.PrimaryKeyConstraint("person_id", "name", name="pk_federation_spelling"),
        _of_person("federation_spelling"),
    )
    op.create_index("ix_federation_spelling_name_key", "federation_spelling", ["name_key"])
    in_bytes = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    op.create_table(
        "federation_word",
        sa.Column("word", in_bytes, nullable=False),
        sa.Column("person_id", sa.String(16), nullable=False),
        sa.Column("place", sa.SmallInteger(), nullable=False),
        sa.PrimaryKeyConstraint("word", "person_id", name="pk_federation_word"),
        _of_person("federation_word"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_federation_word_person_id_word", "federation_word", ["person_id", "word"])
    op.create_table(
        "federation_rating",
        sa.Column("person_id", sa.String(16), nullable=False),
        sa.Column("discipline", sa.String(40), nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("source", sa.String(80), nullable=False),
        sa.Column("rating", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("person_id", "discipline", "day", "source", name="pk_federation_rating"),
        _of_person("federation_rating"),
    )


def _events() -> None:
    op.create_table(
        "federation_entry",
        sa.Column("tournament_id", sa.String(16), nullable=False),
        sa.Column("key", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person_id", sa.String(16), nullable=False),
        sa.Column("linked", sa.String(8), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "key", name="pk_federation_entry"),
        _of_tournament("federation_entry"),
        sa.ForeignKeyConstraint(
            ["person_id"], ["federation_person.id"], name="fk_federation_entry_person_id"
        ),
    )
    op.create_index("ix_federation_entry_person_id", "federation_entry", ["person_id"])
    op.create_table(
        "federation_event",
        sa.Column("tournament_id", sa.String(16), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("game", sa.String(400), nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", name="pk_federation_event"),
        _of_tournament("federation_event"),
    )


def _of_person(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["person_id"], ["federation_person.id"], name=f"fk_{table}_person_id", ondelete="CASCADE"
    )


def _of_tournament(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["tournament_id"], ["tournament.id"], name=f"fk_{table}_tournament_id", ondelete="CASCADE"
    )


def downgrade() -> None:
    """Take the tables away."""
    for table in ("act", "event", "entry", "rating", "word", "spelling", "person"):
        op.drop_table(f"federation_{table}")
