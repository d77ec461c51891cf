"""What goes on, or is planned, in the clubs that somebody is in."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, islice, zip_longest
from typing import Final

import msgspec

from damiera.records.member_clubs import ClubEventRecord, MemberClubRecord
from damiera.service.arenas import ArenaService
from damiera.service.errors import NotFound
from damiera.service.member_clubs import MemberClubService
from damiera.service.tournament.acts import TournamentService
from damiera.tournament.log import BrokenLog

__all__ = ["ClubCalendar", "PlannedEvent"]

SHOWN: Final = 3
LOOKED_AT: Final = 12
"""Events looked into, for those that are over do not count."""

_PAGE: Final = re.compile(r"/(arenas|hall)/(\w+)(?:/.*)?")


class PlannedEvent(msgspec.Struct, frozen=True):
    """An event of a club that is not over."""

    club: MemberClubRecord
    event: ClubEventRecord


class ClubCalendar:
    """The use case of somebody who looks what their clubs do."""

    def __init__(
        self, clubs: MemberClubService, arenas: ArenaService, tournaments: TournamentService
    ) -> None:
        self._clubs = clubs
        self._is_over: Mapping[str, Callable[[str], bool]] = {
            "arenas": lambda id: arenas.load(id).state.over,
            "hall": lambda id: tournaments.load(id).over,
        }

    def planned(self, player_id: str | None) -> Sequence[PlannedEvent]:
        """Return the newest events of somebody's clubs, a club after the other; three at most.

        Arenas and events of the hall are left out once they are over; of other pages nobody knows when.
        """
        mine = [club for club, role in self._clubs.of_player(player_id) if role != "asking"]
        newest = islice(self._newest(mine), LOOKED_AT)
        return tuple(islice((one for one in newest if self._goes_on(one.event.address)), SHOWN))

    def _newest(self, clubs: Sequence[MemberClubRecord]) -> Iterator[PlannedEvent]:
        each = [[PlannedEvent(club, event) for event in self._clubs.events(club.id)] for club in clubs]
        return (one for one in chain.from_iterable(zip_longest(*each)) if one is not None)

    def _goes_on(self, address: str) -> bool:
        found = _PAGE.fullmatch(address)
        if found is None:
            return True
        try:
            return not self._is_over[found[1]](found[2])
        except NotFound:
            return False
        except BrokenLog:
            return True  # its page says what is wrong with it
