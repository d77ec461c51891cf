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

from damiera.messages import Message, Text

__all__ = ["PRESETS", "Preset"]


@dataclass(frozen=True, slots=True)
class Preset:
    """A clock with a name.

    Attributes:
        id: how it is chosen.
        code: what `ClockSettings.parse` reads.
        name: how people call it.

    >>> PRESETS["lampo"].code
    '5+3'
    """

    id: str
    code: str
    name: Text


PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        preset.id: preset
        for preset in (
            Preset("fid-campionato", "60+30", Message("FID championship")),
            Preset("fid-1giorno", "30+10", Message("FID in one day")),
            Preset("semilampo", "15+5", Message("Rapid")),
            Preset("lampo", "5+3", Message("Blitz")),
            Preset("fmjd-classic", "80+60", Message("FMJD classic")),
            Preset("fmjd-rapid", "15+5", Message("FMJD rapid")),
            Preset("fmjd-blitz", "5+5", Message("FMJD blitz")),
            Preset("classico", "40/120,30", Message("Classic, with quick moves")),
            Preset("a-tempo", "60", Message("Sudden death")),
        )
    }
)
"""The clocks that players and arbiters may choose by name, by their id, in the order shown."""
