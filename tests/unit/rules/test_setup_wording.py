"""What is wrong with an arrangement, each reason in words: numbers and articles agree."""

from __future__ import annotations

import pytest

from damiera import _core
from damiera.rules.ruleset import ENGLISH, INTERNATIONAL, ITALIAN, ruleset
from damiera.rules.setup import IllegalSetup, Setup, SetupProblem

WHITE = _core.Side.WHITE
BLACK = _core.Side.BLACK


def squares(*numbers: int) -> frozenset[int]:
    return frozenset(numbers)


@pytest.mark.parametrize(
    ("setup", "problem", "it", "en"),
    [
        (
            Setup(ITALIAN, WHITE, white_men=squares(22), black_men=squares(33)),
            SetupProblem.NO_SUCH_SQUARE,
            "La casella 33 non è sulla damiera, che va da 1 a 32: correggi la casella.",
            "Square 33 is not on the board, which runs from 1 to 32: correct the square.",
        ),
        (
            Setup(ITALIAN, WHITE, white_kings=squares(0, 51), black_men=squares(3)),
            SetupProblem.NO_SUCH_SQUARE,
            "Le caselle 0 e 51 non sono sulla damiera, che va da 1 a 32: correggi la casella.",
            "Squares 0 and 51 are not on the board, which runs from 1 to 32: correct the square.",
        ),
        (
            Setup(ITALIAN, WHITE, white_men=squares(22), black_men=squares(22)),
            SetupProblem.SQUARE_TWICE,
            "La casella 22 è occupata due volte: lascia un solo pezzo per casella.",
            "Square 22 is used twice: leave one piece on a square.",
        ),
        (
            Setup(ITALIAN, WHITE, white_men=frozenset(range(20, 33)), black_men=squares(9)),
            SetupProblem.TOO_MANY_WHITE,
            (
                "Il Bianco ha 13 pezzi, e nel gioco «Dama italiana» "
                "se ne ammettono dodici al massimo: togline uno."
            ),
            "White has 13 pieces, and Italian draughts allows twelve at most: take one off.",
        ),
        (
            Setup(ENGLISH, BLACK, white_men=squares(30), black_men=frozenset(range(1, 15))),
            SetupProblem.TOO_MANY_BLACK,
            "Il Nero ha 14 pezzi, e nel gioco «Dama inglese» se ne ammettono dodici al massimo: togline due.",
            "Black has 14 pieces, and English draughts allows twelve at most: take two off.",
        ),
        (
            Setup(ITALIAN, WHITE, white_men=squares(3), black_men=squares(9)),
            SetupProblem.WHITE_MAN_ON_LAST_ROW,
            (
                "Il Bianco ha una pedina sull'ultima riga (la casella 3), "
                "dove una pedina è già dama: mettici una dama."
            ),
            "White has a man on the last row (square 3), where a man is a king already: put a king there.",
        ),
        (
            Setup(INTERNATIONAL, WHITE, white_men=squares(30), black_men=squares(46, 50)),
            SetupProblem.BLACK_MAN_ON_LAST_ROW,
            (
                "Il Nero ha due pedine sull'ultima riga (le caselle 46 e 50), "
                "dove una pedina è già dama: mettici delle dame."
            ),
            (
                "Black has two men on the last row (squares 46 and 50), "
                "where a man is a king already: put kings there."
            ),
        ),
        (
            Setup(ITALIAN, WHITE),
            SetupProblem.EMPTY_BOARD,
            "La damiera è vuota: metti almeno un pezzo.",
            "The board is empty: put at least one piece on it.",
        ),
    ],
)
def test_one_reason(setup: Setup, problem: SetupProblem, it: str, en: str) -> None:
    assert setup.problems() == problem
    assert setup.reasons("it") == [it]
    assert setup.reasons("en") == [en]
    with pytest.raises(IllegalSetup) as caught:
        setup.position()
    assert caught.value.problems == problem
    assert caught.value.setup is setup
    assert str(caught.value) == en
    assert caught.value.text("it") == it


@pytest.mark.parametrize(
    ("setup", "problem", "it", "en"),
    [
        (
            Setup(ruleset("bashni"), WHITE, stacks=((1, "w" * 13), (5, "b"))),
            SetupProblem.TOO_MANY_WHITE,
            "Il Bianco ha 13 pezzi, e nel gioco «Bashni» se ne ammettono dodici al massimo: togline uno.",
            "White has 13 pieces, and Bashni allows twelve at most: take one off.",
        ),
        (
            Setup(ruleset("lasca"), WHITE, stacks=((1, "b" * 7), (5, "wbbbbbb"))),
            SetupProblem.TOO_MANY_BLACK,
            "Il Nero ha 13 pezzi, e nel gioco «Lasca» se ne ammettono undici al massimo: togline due.",
            "Black has 13 pieces, and Lasca allows eleven at most: take two off.",
        ),
        (
            Setup(ruleset("chinese-checkers"), WHITE, marbles=((1, 0), (121, 3)), home=(3, 3)),
            SetupProblem.BAD_HOME,
            "Dopo «home» va ogni posto arrivato, una volta sola e fra quelli che giocano: i posti sono 0, 3.",
            "After 'home' comes each seat that has arrived, once and of those that play: the seats are 0, 3.",
        ),
    ],
)
def test_one_reason_in_the_other_families(setup: Setup, problem: SetupProblem, it: str, en: str) -> None:
    assert setup.problems() == problem
    assert setup.reasons("it") == [it]
    assert setup.reasons("en") == [en]
