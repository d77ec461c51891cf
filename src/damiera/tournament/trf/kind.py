"""Record 092, the type of an event: how its rounds are paired, in the words that programs write there.

A knockout is read as a list of rounds: a file does not tell the order of its bracket. All-play-all is
believed where the rounds are those of our tables, which then go on, or where everybody has met everybody.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from damiera.tournament.errors import BadEvent
from damiera.tournament.model import Event, Game, Pair, Settings, System
from damiera.tournament.pairing.round_robin import pair_round_robin

__all__ = ["kind_of", "with_kind"]

_KINDS = {
    (System.ROTATION, 1): "Individual: Swiss-System (Italian rotation)",
    (System.ROUND_ROBIN, 1): "Individual: Round-Robin",
    (System.ROUND_ROBIN, 2): "Individual: Double Round-Robin",
}
_ALL_PLAY_ALL = re.compile(r"round.?robin|all.play.all|berger", re.IGNORECASE)


def kind_of(event: Event) -> str:
    """Return the words for an event's system; none for a Swiss, which is what a file is without them."""
    return "" if event.settings.boards else _KINDS.get((event.settings.system, event.settings.cycles), "")


def with_kind(event: Event, said: str) -> Event:
    """Return the event of a file with the system that its record 092 names, if we know it.

    >>> with_kind(Event(), "Individual: Swiss-System (Italian rotation)").settings.system.value
    'rotation'
    """
    if "rotation" in said.casefold():
        return replace(event, settings=replace(event.settings, system=System.ROTATION))
    if not _ALL_PLAY_ALL.search(said):
        return event
    cycles = 2 if "double" in said.casefold() else 1
    plain = replace(event.settings, system=System.ROUND_ROBIN, cycles=cycles)
    wanted = [_with(event, plain), _with(event, replace(plain, last_bye_lowest=True))]
    if _all_met(event, cycles):
        return wanted[0]
    return next((one for one in wanted if _by_table(one)), event)


def _with(event: Event, settings: Settings) -> Event:
    return replace(event, settings=settings)


def _met(games: Iterable[Game | Pair]) -> Counter[frozenset[int]]:
    return Counter(frozenset((g.white, g.black)) for g in games if g.black is not None)


def _all_met(event: Event, cycles: int) -> bool:
    size = len(event.players)
    met = _met(event.games)
    return len(met) == size * (size - 1) // 2 and set(met.values()) <= {cycles}


def _by_table(event: Event) -> bool:
    try:
        return all(_met(r.games) == _met(pair_round_robin(event, r.number).pairs) for r in event.rounds)
    except BadEvent:
        return False
