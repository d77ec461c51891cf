"""An event as its log tells it at one moment: all that pages, phones and papers read.

A state is a value. `damiera.tournament.procedures` says what each act makes of it; nothing else folds a log.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, TypeVar, cast

import msgspec

from damiera.messages import Text, Verbatim
from damiera.rating.event import Override
from damiera.tournament.announcement import Announcement, EventAwards, LinkedEvent, RoundDraw, ScreenContent
from damiera.tournament.effects import counted, recounted
from damiera.tournament.model import Colour, Event, Pairing, System, carry_counts
from damiera.tournament.sections import SectionRule, proposed_name

__all__ = [
    "AttachedGame",
    "Evening",
    "EventScreen",
    "EventSection",
    "EventState",
    "OnlineBoard",
    "PhoneNotes",
    "Place",
    "PlayerReport",
    "RegistrationWindow",
    "RoundClock",
    "SecondEntry",
]

Place = tuple[int, int, int]
"""Round, board, leg."""

T = TypeVar("T")
_MOST_DERIVED: Final = 8


class PlayerReport(msgspec.Struct, frozen=True):
    """What one of two players has reported: `result` as White's chair sees it.

    >>> PlayerReport("win", at=5).result
    'win'
    """

    result: Literal["win", "draw", "loss"]
    at: int


class RegistrationWindow(msgspec.Struct, frozen=True):
    """Registration by link: `line` is where the log opened it, so a new line makes a new link.

    >>> RegistrationWindow(7, open=True, at_once=False).line
    7
    """

    line: int
    open: bool
    at_once: bool


class AttachedGame(msgspec.Struct, frozen=True):
    """The game of a board: its PDN, and the game on this server that it was, if it was one.

    >>> AttachedGame("1. 22-18 *").game
    ''
    """

    pdn: str
    game: str = ""


class Evening(msgspec.Struct, frozen=True):
    """An event played here, whose rounds follow one another: see `damiera.tournament.acts.EveningNote`.

    `starts` is in milliseconds since 1970, `wait` in minutes, `pause` in seconds. `match` is the match
    between clubs that it is; "" for others. `bots`: programs may join.

    >>> Evening("k3m9", starts=0).by_itself
    True
    """

    club: str
    starts: int
    wait: int = 5
    pause: int = 60
    by_itself: bool = True
    rated: bool = False
    open: bool = True
    match: str = ""
    bots: bool = False


class OnlineBoard(msgspec.Struct, frozen=True):
    """A board that is played in a game on this server, for as long as these two sit there.

    >>> OnlineBoard("g", 1, 2).white
    1
    """

    game: str
    white: int
    black: int


class PhoneNotes(msgspec.Struct, frozen=True):
    """What a log tells of players' phones and of games played here.

    Attributes:
        reporting: may players report results?
        plays_online: are boards made into games here as soon as a round is paired? With which `clock`?
        door: registration by link; None where it was never opened.
        keys: the line that entered each player, by start number; `gone`: of those struck off since the start
            numbers were given last, by the number they had.
        issues: how often the code of such a line was replaced.
        said: what has been reported of boards without a result.
        online: the games on this server in which boards are played.
        games: what was played at the boards.

    >>> PhoneNotes().reporting
    False
    """

    reporting: bool = False
    plays_online: bool = False
    clock: str = ""
    door: RegistrationWindow | None = None
    keys: Mapping[int, int] = {}
    gone: Mapping[int, int] = {}
    issues: Mapping[int, int] = {}
    said: Mapping[Place, Mapping[Colour, PlayerReport]] = {}
    online: Mapping[Place, OnlineBoard] = {}
    games: Mapping[Place, AttachedGame] = {}

    def number_of(self, key: int | None) -> int | None:
        """Return the start number of whoever was entered by a line."""
        return next((number for number, own in self.keys.items() if own == key), None)


class SecondEntry(msgspec.Struct, frozen=True):
    """What somebody else read on the slip of a board, and whose slip it was: `result` is a name of results.

    >>> SecondEntry("win", "Anna", 1, 2).who
    'Anna'
    """

    result: str
    who: str
    white: int
    black: int


class EventSection(msgspec.Struct, frozen=True):
    """A section of an event.

    Attributes:
        number: from 1, and never another section's; it stands in addresses and in the log.
        called: what it was proposed as, where its name is not one of the arbiter's own; see `title`.
        rule: who belongs in it; `members`: who is in it, whatever the rule says.
        state: the section at this moment, as an event of its own: its rounds, results and what happened to
            whom are its own, players and all else are the event's.

    >>> EventSection(1, "Women").members
    frozenset()
    """

    number: int
    name: str
    rule: SectionRule = msgspec.field(default_factory=SectionRule)
    members: frozenset[int] = frozenset()
    system: System = System.OPTIMAL
    rounds: int = 0
    cycles: int = 1
    tiebreaks: str = ""
    unplayed: str = ""
    state: EventState = msgspec.field(default_factory=lambda: EventState())
    called: str = ""

    @property
    def title(self) -> Text:
        """The name as it is read: one that was proposed in the reader's language.

        >>> EventSection(1, "Women", called="women").title.text("it")
        'Femminile'
        """
        return proposed_name(self.called) or Verbatim(self.name)


class EventScreen(msgspec.Struct, frozen=True):
    """What one screen of the hall shows in turn, each page for so many seconds.

    >>> EventScreen("").shows
    ('pairings', 'standings')
    """

    name: str
    shows: tuple[ScreenContent, ...] = ("pairings", "standings")
    seconds: int = 12
    dark: bool = False
    large: bool = False


class RoundClock(msgspec.Struct, frozen=True):
    """The clock of a round: when it begins, in milliseconds since 1970, and its minutes, 0 for no end.

    >>> RoundClock(1, 0).minutes
    0
    """

    round: int
    at: int
    minutes: int = 0


@dataclass(frozen=True, slots=True)
class EventState:
    """An event at one moment.

    Attributes:
        told: players, rounds and results as they were reported.
        announced: what is announced beside them.
        here: who has checked in.
        over: whether the event is closed.
        pairings: how each round was paired, for those who ask why.
        ballots: the opening drawn for each round; `board_ballots`: for each board of a round.
        playoffs: results of play-offs, each the numbers in the order they finished.
        overrides: whom a commission lets gain rating all the same.
        groups: the events this one is played in, finals last; `part_of`: the event of which this is one.
        slots: tables of the ratings given by the arbiter, as `damiera.rating.editions.replaced` reads them.
        margin: players' phones, and games played here.
        second: what was read of slips a second time.
        awards: the prizes, and the rules by which they are given.
        sections: the sections the event is played in, by number; none: it is one field.
        screens: what the screens of the hall show, by their names; `notice`: what all of them say.
        clock: of the round under way, for screens; None where none was started.
        logo: the logo on the prints, a PNG file in base64; '' where there is none.
        evening: how it goes on by itself, where it is an evening played here; None elsewhere.

    >>> EventState().over
    False
    """

    told: Event = field(default_factory=Event)
    announced: Announcement = field(default_factory=lambda: Announcement(""))
    here: frozenset[int] = frozenset()
    over: bool = False
    pairings: Mapping[int, Pairing] = field(default_factory=dict)
    ballots: Mapping[int, RoundDraw] = field(default_factory=dict)
    board_ballots: Mapping[tuple[int, int], RoundDraw] = field(default_factory=dict)
    playoffs: tuple[tuple[int, ...], ...] = ()
    overrides: Mapping[int, Override] = field(default_factory=dict)
    groups: tuple[LinkedEvent, ...] = ()
    part_of: LinkedEvent | None = None
    slots: str = ""
    margin: PhoneNotes = field(default_factory=PhoneNotes)
    second: Mapping[Place, SecondEntry] = field(default_factory=dict)
    sections: Mapping[int, EventSection] = field(default_factory=dict)
    awards: EventAwards = field(default_factory=EventAwards)
    screens: Mapping[str, EventScreen] = field(default_factory=dict)
    notice: str = ""
    clock: RoundClock | None = None
    logo: str = ""
    evening: Evening | None = None
    _counted: Event | None = field(default=None, init=False, compare=False, repr=False)
    _derived: dict[Hashable, object] = field(default_factory=dict, init=False, compare=False, repr=False)

    def derived(self, key: Hashable, count: Callable[[], T]) -> T:
        """What is counted from this state and nothing else, counted once for each key and kept with it.

        >>> state, asked = EventState(), []
        >>> [state.derived("n", lambda: len(asked.append(1) or asked)) for _ in range(2)]
        [1, 1]
        """
        kept = self._derived
        known = kept.get(key)  # several threads may ask at once: then it is counted twice, and equal
        if known is not None:
            return cast("T", known)
        found = count()
        for old in list(kept)[: len(kept) + 1 - _MOST_DERIVED]:
            kept.pop(old, None)
        kept[key] = found
        return found

    def carry(self, before: EventState) -> None:
        """Take over from the state before what was counted of its event, as far as this one's is the same.

        >>> before = EventState()
        >>> after = EventState(before.told, over=True)
        >>> before.event == before.told
        True
        >>> after.carry(before)
        >>> after.event is before.event
        True
        """
        if before._counted is not None and self._counted is None:
            same = self.told is before.told
            carry_counts(before.told, self.told)
            found = before._counted if same else recounted(self.told, before.told, before._counted)
            object.__setattr__(self, "_counted", found)
        for number, section in self.sections.items():
            if number in before.sections and section.state is not before.sections[number].state:
                section.state.carry(before.sections[number].state)

    def section_of(self, player: int) -> EventSection | None:
        """The section that a player is in."""
        return next((one for one in self.sections.values() if player in one.members), None)

    @property
    def event(self) -> Event:
        """The event as it counts: with what statuses do to its games."""
        found = self._counted
        if found is None:
            found = counted(self.told)
            object.__setattr__(self, "_counted", found)
        return found
