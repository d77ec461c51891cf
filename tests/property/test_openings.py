"""Whatever is asked of the draw, it answers or refuses in its own words."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from damiera.game.openings import BadDeckFile, OpeningError, decks, draw, filled, verify

LINES = st.lists(st.text('0123456789-x.,; \t#abç²٣\ufeff"', max_size=30), max_size=5).map("\n".join)


@given(id=st.sampled_from(decks()), seed=st.text(max_size=120), round_=st.integers(-5, 200), board=st.text())
def test_a_draw_is_right_or_refused(id: str, seed: str, round_: int, board: str) -> None:
    try:
        drawn = draw(id, seed, round=round_, board=board)
    except OpeningError:
        return
    assert verify(drawn)
    assert drawn.deck.opening(drawn.number) == drawn.opening


@given(text=LINES | st.text())
@example("9" * 5000 + ". 21-17 9-13 25-21")
@example("1. 21-17 9-13 " + "9" * 5000)
def test_a_bad_file_is_refused(text: str) -> None:
    with pytest.raises(BadDeckFile) as caught:
        filled("it-3m-125", text)
    assert caught.value.text("it")
