"""What the tables answer, in words."""

from __future__ import annotations

import pytest

from damiera.endgame.probe import PositionValue, Verdict
from damiera.endgame.sentences import value_sentence


@pytest.mark.parametrize(
    ("answer", "italian_text", "english_text"),
    [
        (PositionValue(Verdict.DRAW), "Patta con il gioco migliore.", "Drawn with best play."),
        (PositionValue(Verdict.WIN), "Vinta con il gioco migliore.", "Won with best play."),
        (PositionValue(Verdict.LOSS), "Persa contro il gioco migliore.", "Lost against best play."),
        (PositionValue(Verdict.WIN, 1), "Vinta con la prossima mossa.", "Won with the next move."),
        (PositionValue(Verdict.LOSS, 2), "Persa dopo la prossima mossa.", "Lost after the next move."),
        (
            PositionValue(Verdict.LOSS, 6),
            "Persa in 3 mosse contro il gioco migliore.",
            "Lost in 3 moves against best play.",
        ),
        (
            PositionValue(Verdict.LOSS, 0),
            "La partita è finita: ha perso chi deve muovere.",
            "The game is over: the side to move has lost.",
        ),
        (
            PositionValue(Verdict.WIN, 0),
            "La partita è finita: ha vinto chi deve muovere.",
            "The game is over: the side to move has won.",
        ),
    ],
)
def test_words(answer: PositionValue, italian_text: str, english_text: str) -> None:
    said = value_sentence(answer)
    assert (said.text("it"), said.text("en")) == (italian_text, english_text)
