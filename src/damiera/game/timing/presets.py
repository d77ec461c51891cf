"""Clocks by name.

| name | clock | whose |
|---|---|---|
| fid-campionato | 60 minutes, 30 seconds a move | ours, until Capo III is at hand |
| fid-1giorno | 30 minutes, 10 seconds a move | ours: a championship in one day |
| semilampo | 15 minutes, 5 seconds a move | ours |
| lampo | 5 minutes, 3 seconds a move | ours |
| fmjd-classic | 80 minutes, 1 minute a move | FMJD events |
| fmjd-rapid | 15 minutes, 5 seconds a move | FMJD events |
| fmjd-blitz | 5 minutes, 5 seconds a move | FMJD events |
| classico | 40 moves in 2 hours, then 30 minutes; the arbiter may count quick moves | ours |
| a-tempo | 60 minutes for the whole game | ours |
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from damiera.lang import Text

__all__ = ["PRESETS", "Preset"]


@dataclass(frozen=True, slots=True)
class Preset:
    """A clock with a name. `code` is what `ClockSettings.parse` reads."""

    id: str
    code: str
    name: Text


PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        preset.id: preset
        for preset in (
            Preset("fid-campionato", "60+30", Text("Campionato FID", "FID championship")),
            Preset("fid-1giorno", "30+10", Text("FID in un giorno", "FID in one day")),
            Preset("semilampo", "15+5", Text("Semilampo", "Rapid")),
            Preset("lampo", "5+3", Text("Lampo", "Blitz")),
            Preset("fmjd-classic", "80+60", Text("FMJD classico", "FMJD classic")),
            Preset("fmjd-rapid", "15+5", Text("FMJD semilampo", "FMJD rapid")),
            Preset("fmjd-blitz", "5+5", Text("FMJD lampo", "FMJD blitz")),
            Preset("classico", "40/120,30", Text("Classico, con mosse lampo", "Classic, with quick moves")),
            Preset("a-tempo", "60", Text("A tempo, senza incremento", "Sudden death")),
        )
    }
)
