"""Room for every game: names of games that spell out their options, and up to six seats."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_TWO = "('white', 'black')"
_SIX = "('white', 'black', 'red', 'green', 'blue', 'yellow')"


def upgrade() -> None:
    """Widen the columns; every row stays as it is."""
    _set(name=400, book=460, side=6, sides=_SIX)


def downgrade() -> None:
    """Narrow them again; longer names and more than two seats do not fit then."""
    _set(name=40, book=60, side=5, sides=_TWO)


def _set(*, name: int, book: int, side: int, sides: str) -> None:
    with op.batch_alter_table("game") as game:
        game.drop_constraint(op.f("ck_game_turn"), type_="check")
        game.alter_column("game", type_=sa.String(name), existing_nullable=False)
        game.alter_column("rulebook", type_=sa.String(book), existing_nullable=False)
        game.alter_column("turn", type_=sa.String(side), existing_nullable=False)
        game.alter_column("draw_offer", type_=sa.String(side), existing_nullable=True)
        game.alter_column("winner", type_=sa.String(side), existing_nullable=True)
        game.create_check_constraint(op.f("ck_game_turn"), f"turn IN {sides}")
    with op.batch_alter_table("seat") as seat:
        seat.drop_constraint(op.f("ck_seat_side"), type_="check")
        seat.alter_column("side", type_=sa.String(side), existing_nullable=False)
        seat.create_check_constraint(op.f("ck_seat_side"), f"side IN {sides}")
    with op.batch_alter_table("archive_game") as archive:
        archive.alter_column("game", type_=sa.String(name), existing_nullable=False)
