"""The games that one player may see of one kind are a collection: tables and columns are called so.

Names alone change. In SQLite the tables of positions, which are large, keep their rows where they are.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

_TABLES = ("explorer_game", "explorer_step", "explorer_common", "explorer_count")


def upgrade() -> None:
    """Call them collections; every row stays."""
    _rename("shelf", "collection")


def downgrade() -> None:
    """Call them as 0012 did."""
    _rename("collection", "shelf")


def _rename(old: str, new: str) -> None:
    op.drop_index(f"ix_explorer_game_{old}", "explorer_game")
    op.rename_table(f"explorer_{old}", f"explorer_{new}")
    for table in _TABLES:
        op.execute(sa.text(f"ALTER TABLE {table} RENAME COLUMN {old} TO {new}"))
    op.create_index(f"ix_explorer_game_{new}", "explorer_game", [new])
    if op.get_context().dialect.name == "sqlite":
        _name_constraints_anew(old, new)
    else:
        for table, before, after in _constraints(old, new):
            op.execute(sa.text(f"ALTER TABLE {table} RENAME CONSTRAINT {before} TO {after}"))
        op.execute(sa.text(f"ALTER SEQUENCE explorer_{old}_number_seq RENAME TO explorer_{new}_number_seq"))


def _constraints(old: str, new: str) -> list[tuple[str, str, str]]:
    """Return the table, the name before and the name after of every constraint that is named after them."""
    owner = f"explorer_{new}"
    return [
        (owner, f"pk_explorer_{old}", f"pk_explorer_{new}"),
        (owner, f"uq_explorer_{old}_game_player_id_played", f"uq_explorer_{new}_game_player_id_played"),
        ("explorer_game", f"uq_explorer_game_source_{old}", f"uq_explorer_game_source_{new}"),
        ("explorer_game", f"fk_explorer_game_{old}", f"fk_explorer_game_{new}"),
    ]


def _name_constraints_anew(old: str, new: str) -> None:
    """SQLite names a constraint only where it makes the table: the two that are small are made anew."""
    (_, key, key_now), (_, one, one_now), (_, unique, unique_now), (_, of, of_now) = _constraints(old, new)
    with op.batch_alter_table(f"explorer_{new}") as owner:
        owner.drop_constraint(one, type_="unique")
        owner.create_unique_constraint(one_now, ["game", "player_id", "played"])
        owner.drop_constraint(key, type_="primary")
        owner.create_primary_key(key_now, ["number"])
    with op.batch_alter_table("explorer_game") as game:
        game.drop_constraint(unique, type_="unique")
        game.create_unique_constraint(unique_now, ["source", new])
        game.drop_constraint(of, type_="foreignkey")
        game.create_foreign_key(of_now, f"explorer_{new}", [new], ["number"], ondelete="CASCADE")
