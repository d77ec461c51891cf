"""Scores know whose they are and what they prove."""

from __future__ import annotations

import pytest

from damiera._core import Side
from damiera.engine.score import Score

WHITE, BLACK = Side.WHITE, Side.BLACK


def test_a_score_is_seen_from_either_side() -> None:
    score = Score(150, BLACK)
    assert (score.relative, score.white) == (150, -150)
    assert score.seen_by(WHITE) == Score(-150, WHITE)
    assert score.seen_by(BLACK) is score


@pytest.mark.parametrize(
    ("cp", "won", "lost", "plies"),
    [
        (150, False, False, None),
        (29_993, True, False, 7),
        (-29_998, False, True, 2),
        (29_000, False, False, None),
    ],
)
def test_a_score_may_be_a_proof(cp: int, won: bool, lost: bool, plies: int | None) -> None:
    score = Score(cp, WHITE)
    assert (score.is_win, score.is_loss, score.plies) == (won, lost, plies)


def test_expectation_grows_with_the_score_and_ends_at_certainty() -> None:
    points = [Score(cp, WHITE).expectation for cp in (-29_990, -200, 0, 100, 200, 29_990)]
    assert points == sorted(points)
    assert (points[0], points[2], points[-1]) == (0.0, 0.5, 1.0)
    assert points[3] == pytest.approx(0.713, abs=0.001)


@pytest.mark.parametrize(
    ("cp", "it", "en"),
    [
        (150, "+1,50", "+1.50"),
        (-7, "-0,07", "-0.07"),
        (29_995, "vince in 5 semimosse", "win in 5 plies"),
        (-29_996, "perde in 4 semimosse", "loss in 4 plies"),
    ],
)
def test_a_score_is_said_in_both_languages(cp: int, it: str, en: str) -> None:
    text = Score(cp, BLACK).text()
    assert (text.text("it"), text.text("en"), str(Score(cp, BLACK))) == (it, en, en)
