"""Categories of the archive by game, and what the rating office published before the archive was given it."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables, and take up the lists: a rating that the archive has of that day is not doubled."""
    op.create_table(
        "federation_category",
        sa.Column("person_id", sa.String(16), nullable=False),
        sa.Column("discipline", sa.String(40), nullable=False),
        sa.Column("category", sa.String(20), nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("source", sa.String(400), nullable=False),
        sa.PrimaryKeyConstraint("person_id", "discipline", name="pk_federation_category"),
        sa.ForeignKeyConstraint(
            ["person_id"],
            ["federation_person.id"],
            name="fk_federation_category_person_id",
            ondelete="CASCADE",
        ),
    )
    op.create_table(
        "federation_counted",
        sa.Column("what", sa.String(20), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("what", name="pk_federation_counted"),
    )
    take_up_published_lists(op.get_bind())


def take_up_published_lists(connection: sa.Connection) -> None:
    """Give the archive the ratings of published lists that it has not; done twice it does nothing more."""
    ratings = sa.table(
        "federation_rating",
        sa.column("person_id", sa.String()),
        sa.column("discipline", sa.String()),
        sa.column("day", sa.String()),
        sa.column("source", sa.String()),
        sa.column("rating", sa.Integer()),
    )
    published = sa.text("SELECT body FROM federation_act WHERE what = 'publish' ORDER BY seq")
    people = set(connection.execute(sa.text("SELECT id FROM federation_person")).scalars())
    for body in connection.execute(published).scalars().all():
        act = json.loads(body)
        same = sa.select(ratings.c.person_id, ratings.c.source, ratings.c.rating).where(
            ratings.c.discipline == act["discipline"], ratings.c.day == act["day"]
        )
        held = connection.execute(same).all()
        there = {(person, source) for person, source, _ in held} | {
            (person, rating) for person, _, rating in held
        }
        rows = [
            {
                "person_id": line["person"],
                "discipline": act["discipline"],
                "day": act["day"],
                "source": act["name"],
                "rating": line["rating"],
            }
            for line in act["lines"]
            if line["person"] in people
            and not {(line["person"], act["name"]), (line["person"], line["rating"])} & there
        ]
        if rows:
            connection.execute(sa.insert(ratings), rows)


def downgrade() -> None:
    """Take the tables away again; the ratings of lists stay."""
    op.drop_table("federation_counted")
    op.drop_table("federation_category")
