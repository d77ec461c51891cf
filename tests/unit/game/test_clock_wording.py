"""Clocks in words, in both languages."""

from __future__ import annotations

import pytest

from damiera.game.clock import ClockSettings


@pytest.mark.parametrize(
    ("text", "it", "en"),
    [
        ("60+30", "1 ora, più 30 secondi a mossa", "1 hour, plus 30 seconds a move"),
        ("90", "1 ora 30 minuti per tutta la partita", "1 hour 30 minutes for the whole game"),
        ("10 delay 5", "10 minuti, con 5 secondi di attesa a ogni mossa",
         "10 minutes, with a delay of 5 seconds at every move"),
        ("10 bronstein 1", "10 minuti, e dopo ogni mossa tornano fino a 1 secondo",
         "10 minutes, with up to 1 second given back after every move"),
        ("40/120,1/30,60", "40 mosse in 2 ore, poi 1 mossa in 30 minuti, poi 1 ora per il resto",
         "40 moves in 2 hours, then 1 move in 30 minutes, then 1 hour for the rest"),
        ("40/120", "40 mosse in 2 ore, e così di seguito", "40 moves in 2 hours, and so on"),
        ("3x30s byo", "3 periodi di 30 secondi", "3 periods of 30 seconds"),
        ("1x30s byo", "1 periodo di 30 secondi", "1 period of 30 seconds"),
        ("10+25/10m byo", "10 minuti, poi 25 mosse ogni 10 minuti",
         "10 minutes, then 25 moves in every 10 minutes"),
        ("2x25/10m byo", "25 mosse ogni 10 minuti, 2 volte", "25 moves in every 10 minutes, 2 times"),
        ("5 hourglass", "clessidra da 5 minuti: il tempo di uno passa all'altro",
         "hourglass of 5 minutes: what one side uses, the other gains"),
        ("5d", "5 giorni per ogni mossa", "5 days for each move"),
        ("10d reset 1d", "10 giorni, poi 1 giorno per ogni mossa", "10 days, then 1 day for each move"),
        ("5d+1d vacation 20d", "5 giorni, più 1 giorno a mossa; vacanze fino a 20 giorni",
         "5 days, plus 1 day a move; up to 20 days of vacation"),
        ("5d+0d", "5 giorni per tutta la partita", "5 days for the whole game"),
        ("5+3 vs 2", "Bianco: 5 minuti, più 3 secondi a mossa; Nero: 2 minuti per tutta la partita",
         "White: 5 minutes, plus 3 seconds a move; Black: 2 minutes for the whole game"),
        ("1500ms", "1.5 secondi per tutta la partita", "1.5 seconds for the whole game"),
    ],
)  # fmt: skip
def test_clocks_in_words(text: str, it: str, en: str) -> None:
    settings = ClockSettings.parse(text)
    assert (settings.text("it"), settings.text("en")) == (it, en)
