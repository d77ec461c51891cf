"""How many rounds an event has: as many as somebody said, or as its system takes."""

from __future__ import annotations

from damiera.tournament.model import Event, System
from damiera.tournament.pairing.knockout import knockout_rounds
from damiera.tournament.pairing.round_robin import rounds_needed
from damiera.tournament.pairing.scheveningen import scheveningen_rounds
from damiera.tournament.pairing.teams import as_teams

__all__ = ["planned_rounds"]


def planned_rounds(event: Event) -> int:
    """How many rounds there will be; 0 if nobody said, and the system does not either.

    All play all and Scheveningen take as many as they take; a knockout too, unless it is to end before.

    >>> from damiera.tournament.model import EventPlayer, EventSettings
    >>> five = tuple(EventPlayer(n, name, 3000 - n) for n, name in enumerate("ABCDE", 1))
    >>> wanted = (System.KNOCKOUT, System.ROUND_ROBIN, System.OPTIMAL)
    >>> [planned_rounds(Event(players=five, settings=EventSettings(system=one))) for one in wanted]
    [3, 5, 0]
    """
    settings = event.settings
    field = as_teams(event) if settings.boards else event
    match settings.system:
        case System.ROUND_ROBIN:
            return rounds_needed(field)
        case System.SCHEVENINGEN:
            return scheveningen_rounds(event)
        case System.KNOCKOUT:
            return settings.rounds or knockout_rounds(field)
        case _:
            return settings.rounds
