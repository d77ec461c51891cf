"""Twenty levels in place of ten: a game under way keeps an opponent as strong as it was."""

from __future__ import annotations

from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

NOW_OF_BEFORE = {1: 2, 2: 3, 3: 5, 4: 6, 5: 7, 6: 9, 7: 12, 8: 14, 9: 17, 10: 20}
"""The level of twenty that plays about as well as each of the ten did: by matches between the two."""


def upgrade() -> None:
    """Give every engine that sits at a game its new number."""
    _renumber(NOW_OF_BEFORE)


def downgrade() -> None:
    """Give every engine the strongest of the ten levels that is no stronger than its own."""
    _renumber(
        {now: max((b for b, n in NOW_OF_BEFORE.items() if n <= now), default=1) for now in range(1, 21)}
    )


def _renumber(numbers: dict[int, int]) -> None:
    """Change all numbers at once, so that none is changed twice."""
    cases = " ".join(f"WHEN {old} THEN {new}" for old, new in numbers.items())
    op.execute(f"UPDATE seat SET level = CASE level {cases} ELSE level END WHERE level IS NOT NULL")
