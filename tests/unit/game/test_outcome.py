"""What is said when a game ends."""

from __future__ import annotations

import pytest

from damiera._core import Side
from damiera.game.outcome import Outcome, Termination
from damiera.game.sides import side_name, side_named

WHITE, BLACK = Side.WHITE, Side.BLACK


@pytest.mark.parametrize(("winner", "score"), [(WHITE, "2-0"), (BLACK, "0-2"), (None, "1-1")])
def test_a_win_is_worth_two(winner: Side | None, score: str) -> None:
    assert Outcome(winner, Termination.AGREEMENT, None).score == score


@pytest.mark.parametrize(
    ("winner", "termination", "number", "it", "en"),
    [
        (WHITE, Termination.NO_PIECES, None, "Il Nero non ha più pezzi.", "Black has no pieces left."),
        (BLACK, Termination.NO_MOVES, None, "Il Bianco non può più muovere.", "White has no move left."),
        (WHITE, Termination.RESIGNATION, None, "Il Nero abbandona.", "Black resigns."),
        (BLACK, Termination.TIME, None, "Il Bianco ha finito il tempo.", "White has run out of time."),
        (None, Termination.AGREEMENT, None, "Patta di comune accordo.", "Draw by agreement."),
        (
            None, Termination.REPETITION, 4,
            "Patta: la stessa posizione è tornata per la quarta volta.",
            "Draw: the same position is here for the fourth time.",
        ),
        (
            None, Termination.REPETITION, 3,
            "Patta: la stessa posizione è tornata per la terza volta.",
            "Draw: the same position is here for the third time.",
        ),
        (
            None, Termination.REPETITION, 5,
            "Patta: la stessa posizione è tornata per la quinta volta.",
            "Draw: the same position is here for the fifth time.",
        ),
        (
            None, Termination.REPETITION, 11,
            "Patta: la stessa posizione è tornata per la 11ª volta.",
            "Draw: the same position is here for the 11th time.",
        ),
        (
            None, Termination.MOVE_COUNT, 40,
            "Patta: 40 mosse di dama per parte, e i pezzi sono sempre quelli.",
            "Draw: 40 king moves each, and the pieces are still the same.",
        ),
        (
            None, Termination.NO_PROGRESS, 25,
            "Patta: 25 mosse per parte di sole dame, senza una presa.",
            "Draw: 25 moves each by kings alone, without a capture.",
        ),
        (
            None, Termination.MATERIAL, 5,
            "Patta: sono passate le 5 mosse per parte che questo finale concede.",
            "Draw: the 5 moves each that this ending allows are over.",
        ),
    ],
)  # fmt: skip
def test_words(winner: Side | None, termination: Termination, number: int | None, it: str, en: str) -> None:
    outcome = Outcome(winner, termination, None, "rules", number)
    assert (outcome.text("it"), outcome.text("en")) == (it, en)


def test_every_end_has_its_words() -> None:
    for termination in Termination:
        winner = WHITE if termination.value in {"no_pieces", "no_moves", "resignation", "time"} else None
        said = Outcome(winner, termination, None, "rules", 4).said
        assert "{" not in said.text("it") + said.text("en")


def test_sides_have_names() -> None:
    assert all(side_named(side_name(side)) is side for side in Side)
