"""What is announced of an event beside its players, the openings drawn for it, and events it belongs with."""

from __future__ import annotations

import re
from datetime import date
from typing import Final, Literal

import msgspec

from damiera.tournament.model import System

__all__ = [
    "CLASSIFICATIONS",
    "Announcement",
    "Appointment",
    "EventAwards",
    "LinkedEvent",
    "PrizeOffered",
    "RoundDraw",
    "ScreenContent",
]

ScreenContent = Literal["pairings", "standings", "classes", "clock", "notice"]
"""What a screen of the hall can show."""


_HOUR: Final = re.compile(
    r"(?:ore |alle |h |at |à )?([01]?[0-9]|2[0-3])(?:[:.]([0-5][0-9])(?![0-9])|$)", re.IGNORECASE
)


class Appointment(msgspec.Struct, frozen=True):
    """A line of the timetable: when, what, and which rounds are played then ("3", "1-3"; "" for none).

    >>> Appointment(time="9:30", rounds="1-3").rounds
    '1-3'
    """

    day: date | None = None
    time: str = ""
    rounds: str = ""
    what: str = ""

    @property
    def begins(self) -> tuple[int, int] | None:
        """Hour and minute at which it begins; None where that is not said, or in other words.

        >>> [Appointment(time=said).begins for said in ("9.30", "ore 15", "noon")]
        [(9, 30), (15, 0), None]
        """
        found = _HOUR.match(self.time.strip())
        return (int(found[1]), int(found[2] or 0)) if found else None


class Announcement(msgspec.Struct, frozen=True):
    """What is announced of an event, beside its players.

    Attributes:
        deadline: until when entries are taken, as written on a form ("2006-04-08T20:00"); "" if not said.
        prizes: in words, a line each; `prize_places`: how many places take one; `medals`: one for everybody.
        exclusion: what a player may not do or bring, in words.
        classifications: those wanted beside the general one, of `CLASSIFICATIONS`; empty for the usual ones.
        under: of the classification by age, players younger than this at the end of the year.
        club_best: how many players of a club count for it.
        deck: openings are drawn from this list; "" for free openings.
        seed: what they are drawn from, public and fixed before the first round.
        ballots: one opening for a "round", or one for each "board": both games of a match have it.
        elo_weight: how much the event counts for ratings, in percent; `scope` decides the bonus.
        playoff_clocks: of a knockout, the clock of the first play-off, of the next, and so on.
        points: what a win, a draw and a loss are worth ("3-1-0") on the scale of `scoring`; "" for the usual.
        team_points: what a match of teams is worth in the same way; "" for what a game is.
        tiebreaks: codes in order; "" for the usual ones of the system.
        unplayed: what a round without a game is worth in quotients; "" for the usual rule of the system.

    >>> Announcement("Coppa", rounds=7).elo_weight
    100
    """

    name: str
    place: str = ""
    starts: date | None = None
    ends: date | None = None
    game: str = "italian"
    rulebook: str = ""
    system: System = System.OPTIMAL
    rounds: int = 0
    games: int = 1
    time_control: str = ""
    arbiter: str = ""
    deck: str = ""
    seed: str = ""
    elo_weight: int = 100
    tiebreaks: str = ""
    scoring: Literal["2-1-0", "1-½-0"] = "2-1-0"
    notes: str = ""
    deadline: str = ""
    timetable: tuple[Appointment, ...] = ()
    prizes: str = ""
    prize_places: int = 3
    medals: bool = False
    exclusion: str = ""
    classifications: tuple[str, ...] = ()
    under: int = 18
    club_best: int = 3
    ballots: Literal["round", "board"] = "round"
    scope: Literal["national", "international"] = "national"
    unplayed: str = ""
    cycles: int = 1
    boards: int = 0
    match_points: bool = False
    third_place: bool = False
    last_bye_lowest: bool = False
    weak_rounds: int = 0
    weak_by: tuple[str, ...] = ("club", "province")
    acceleration: int = 0
    late_points: Literal["zero", "half", "full"] = "zero"
    playoff_clocks: str = ""
    points: str = ""
    team_points: str = ""

    def playoff_clock(self, playoff: int) -> str:
        """Return the clock of a play-off, from 1; those after the last one named have the clock of that one.

        >>> Announcement("Coppa", playoff_clocks="10+5, 5+3").playoff_clock(3)
        '5+3'
        """
        clocks = [clock.strip() for clock in self.playoff_clocks.split(",") if clock.strip()]
        return clocks[min(playoff, len(clocks)) - 1] if clocks else ""


CLASSIFICATIONS: Final = ("men", "women", "category", "club", "province", "under", "group")
"""The classifications an event can ask for beside the general one."""


class RoundDraw(msgspec.Struct, frozen=True):
    """The opening of a round, or of a board of it: the list, the seed, the number that came.

    >>> RoundDraw("it-2m-43", "Livorno 2026", 7).board
    0
    """

    deck: str
    seed: str
    number: int
    board: int = 0


class LinkedEvent(msgspec.Struct, frozen=True):
    """Another event this one belongs to, or one of its groups; `final`: one that the groups lead to.

    >>> LinkedEvent("a", "A").final
    False
    """

    id: str
    name: str
    final: bool = False


class PrizeOffered(msgspec.Struct, frozen=True):
    """A prize: for which place of which classification, what it is, and what it is worth in whole euro.

    `of` is the key of a classification (`damiera.tournament.titles`): "section:1", "club", "category:A1".

    >>> PrizeOffered("club", 1, "Trophy").value
    0
    """

    of: str
    place: int
    what: str = ""
    value: int = 0


class EventAwards(msgspec.Struct, frozen=True):
    """The prizes of an event, and by which rules they are given.

    Attributes:
        prizes: in the order in which they are announced; the dearer is the better, then the one named first.
        single: one player takes one prize, the best; what they leave goes to the next of its classification.
        share: on a shared place the technical classification decides, or money is put together and parted.
        clubs_by: a club has the points of its best players, or a point for each player placed behind them.

    >>> EventAwards().single
    True
    """

    prizes: tuple[PrizeOffered, ...] = ()
    single: bool = True
    share: Literal["technical", "equal"] = "technical"
    clubs_by: Literal["points", "places"] = "points"
