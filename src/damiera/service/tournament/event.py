"""A tournament at one moment: its log, and what is known beside the log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, cast

import msgspec
from msgspec.structs import replace

from damiera.messages import Lang, Message, Text
from damiera.rating.event import Override
from damiera.records.tournaments import EventStaffRecord, TournamentRecord
from damiera.tournament import acts
from damiera.tournament.acts import ResultName
from damiera.tournament.announcement import (
    CLASSIFICATIONS,
    Announcement,
    Appointment,
    EventAwards,
    LinkedEvent,
    PrizeOffered,
    RoundDraw,
)
from damiera.tournament.log import Log, LogRecord
from damiera.tournament.model import (
    Event,
    EventRole,
    GameMark,
    Kind,
    Pair,
    Pairing,
    RoundGame,
    System,
    available,
    board_names,
    score,
)
from damiera.tournament.pairing.keizer import keizer_points
from damiera.tournament.pairing.knockout import even_matches
from damiera.tournament.pairing.planned_rounds import planned_rounds
from damiera.tournament.pairing.teams import as_teams
from damiera.tournament.standings import (
    Rules,
    Standing,
    default_rules,
    default_team_rules,
    parse_tiebreaks,
    standing,
    team_standing,
)
from damiera.tournament.state import EventSection, EventState, PhoneNotes
from damiera.tournament.tiebreak.unplayed_rounds import Unplayed

__all__ = [
    "CLASSIFICATIONS",
    "RESULTS",
    "Announcement",
    "Appointment",
    "EventAwards",
    "EventLine",
    "LinkedEvent",
    "LiveEvent",
    "NextRound",
    "PrizeOffered",
    "RoundDraw",
    "by_players",
    "head_of",
    "is_bound",
    "line_of",
    "parted_id",
    "result_called",
    "result_name",
    "section_id",
]

RESULTS: Final[Mapping[ResultName, tuple[GameMark | None, GameMark | None, Kind]]] = MappingProxyType({
    "win": (GameMark.WIN, GameMark.LOSS, Kind.PLAYED),
    "draw": (GameMark.DRAW, GameMark.DRAW, Kind.PLAYED),
    "loss": (GameMark.LOSS, GameMark.WIN, Kind.PLAYED),
    "both-lost": (GameMark.LOSS, GameMark.LOSS, Kind.PLAYED),
    "black-absent": (GameMark.WIN, GameMark.LOSS, Kind.FORFEIT),
    "white-absent": (GameMark.LOSS, GameMark.WIN, Kind.FORFEIT),
    "both-absent": (GameMark.LOSS, GameMark.LOSS, Kind.FORFEIT),
    "none": (None, None, Kind.PLAYED),
})  # fmt: skip
"""Results by name, from White's chair."""


class NextRound(msgspec.Struct, frozen=True):
    """The round that would come next, and what stands in its way; None: it can be paired."""

    number: int
    waits: Text | None


class EventLine(msgspec.Struct, frozen=True):
    """An event in a list."""

    id: str
    name: str
    game: str
    place: str
    starts: str
    players: int
    round: int
    rounds: int
    open_boards: int
    over: bool
    yours: bool


class LiveEvent(msgspec.Struct, frozen=True):
    """An event at one moment: where it is kept, who may act, and its log.

    `arbiters` (player and name) made the event or came by its code; `staff` came by codes of their own. What
    the log tells beside players, rounds and results is read from its state (`tournament.state.State`).
    """

    row: TournamentRecord
    arbiters: tuple[tuple[str, str], ...]
    log: Log
    staff: tuple[EventStaffRecord, ...] = ()

    @property
    def state(self) -> EventState:
        """All that the log tells."""
        return self.log.state

    @property
    def announced(self) -> Announcement:
        """What is announced of the event."""
        return self.state.announced

    @property
    def here(self) -> frozenset[int]:
        """The numbers of the players who have checked in."""
        return self.state.here

    @property
    def over(self) -> bool:
        """Whether the event is closed; a section is where the whole is."""
        return self.state.over or self.log.whole.over

    @property
    def section(self) -> EventSection | None:
        """The section of the event that this is; None for the whole."""
        return self.log.whole.sections[self.log.section] if self.log.section else None

    @property
    def sections(self) -> tuple[EventSection, ...]:
        """The sections of the whole event, by number; none where it is played as one field."""
        return tuple(one for _, one in sorted(self.log.whole.sections.items()))

    @property
    def divided(self) -> bool:
        """Whether this is a whole that is played in its sections, or its groups."""
        return bool(self.groups or (self.state.sections and not self.log.section))

    def parts(self, lang: Lang) -> tuple[LinkedEvent, ...]:
        """What the event is played in: groups that are events of their own, or its sections."""
        own = () if self.log.section else self.sections
        return self.groups or tuple(
            LinkedEvent(section_id(self.row.id, s.number), s.title.text(lang)) for s in own
        )

    def name(self, lang: Lang) -> str:
        """The name of the event as it is read; of a section, behind that of the whole."""
        held = self.section
        return f"{self.log.whole.told.name} · {held.title.text(lang)}" if held else self.event.name

    def section_name(self, lang: Lang) -> str:
        """The name of the section that this is, as it is read; "" for the whole."""
        return self.section.title.text(lang) if self.section else ""

    @property
    def whole(self) -> LiveEvent:
        """The whole event, wherever this looks at it from."""
        return self.within(0)

    def within(self, section: int) -> LiveEvent:
        """The event as a section sees it. Raises `BadTournament` where there is no such section."""
        return self if section == self.log.section else replace(self, log=self.log.within(section))

    def of_player(self, number: int) -> LiveEvent:
        """The section that a player is in; the event itself where it has none, or they are in none."""
        held = None if self.log.section else self.state.section_of(number)
        return self.within(held.number) if held else self

    @property
    def ballots(self) -> Mapping[int, RoundDraw]:
        """The opening drawn for each round."""
        return self.state.ballots

    @property
    def board_ballots(self) -> Mapping[tuple[int, int], RoundDraw]:
        """The opening drawn for each board of a round."""
        return self.state.board_ballots

    @property
    def overrides(self) -> Mapping[int, Override]:
        """The players whom a commission lets gain rating though they left."""
        return self.state.overrides

    @property
    def groups(self) -> tuple[LinkedEvent, ...]:
        """The events this one is played in, finals last."""
        return self.state.groups

    @property
    def part_of(self) -> LinkedEvent | None:
        """The event of which this one is a group, a final or a section."""
        if self.log.section:
            return LinkedEvent(self.row.id, self.log.whole.told.name)
        return self.state.part_of

    @property
    def slots(self) -> str:
        """The arbiter's own tables of the ratings."""
        return self.state.slots

    @property
    def margin(self) -> PhoneNotes:
        """Players' phones, and games played here."""
        return self.state.margin

    @property
    def playoffs(self) -> tuple[tuple[int, ...], ...]:
        """Results of play-offs, each the numbers in the order they finished."""
        return self.state.playoffs

    @property
    def id(self) -> str:
        """The event's name in addresses; a section's has its number behind it."""
        return section_id(self.row.id, self.log.section) if self.log.section else self.row.id

    @property
    def event(self) -> Event:
        """Players, rounds, results."""
        return self.log.event

    @property
    def version(self) -> int:
        """The number of the last line of the log."""
        return len(self.log.lines)

    @property
    def planned(self) -> int:
        """How many rounds there will be; 0 if nobody said."""
        event = self.event
        return self.state.derived("planned", lambda: planned_rounds(event))

    @property
    def field(self) -> Event:
        """The event as its pairing sees it: of teams where teams play, counted once for all."""
        event = self.event
        return self.state.derived("field", lambda: as_teams(event)) if event.settings.boards else event

    @property
    def rules(self) -> Rules:
        """How the event is ranked: what was announced, and the system's usual rules for the rest."""
        usual = (default_team_rules if self.event.settings.boards else default_rules)(self.event)
        codes = parse_tiebreaks(self.announced.tiebreaks)
        if not codes:
            codes = usual.tiebreaks
        unplayed = self.announced.unplayed or usual.unplayed
        return replace(usual, tiebreaks=codes, unplayed=cast("Unplayed", unplayed), playoffs=self.playoffs)

    @property
    def standing(self) -> Standing:
        """The standing after all rounds: of teams where teams play."""
        return self.standing_after(None)

    def standing_after(self, round: int | None) -> Standing:
        """The standing after a round; counted once for as long as the log does not grow."""
        count = team_standing if self.event.settings.boards else standing
        return self.state.derived(("standing", round), lambda: count(self.event, self.rules, round))

    def points_said(self, number: int, round: int) -> str:
        """What a player has after a round, as their standing counts it and as it is printed."""
        event = self.event
        if event.settings.system is not System.KEIZER:
            return event.settings.scoring.said(score(event, number, round))
        counted = self.state.derived(("keizer", round), lambda: keizer_points(event, round))
        return str(counted[number])

    @property
    def standing_of_players(self) -> Standing:
        """The standing of the players, each for themselves, where teams play too; counted once as well."""
        if not self.event.settings.boards:
            return self.standing
        return self.state.derived("players", lambda: standing(self.event))

    @property
    def inner(self) -> tuple[LiveEvent, ...]:
        """The sections of a whole, each as an event; this itself where it has none."""
        if not self.divided or not self.sections:
            return (self,)
        return tuple(self.within(one.number) for one in self.sections)

    @property
    def begun(self) -> bool:
        """Whether a round is paired, in any section."""
        return any(part.event.rounds for part in self.inner)

    @property
    def open_games(self) -> tuple[RoundGame, ...]:
        """The games of the last round that have no result; of the whole, of all its sections."""
        return tuple(game for part in self.inner for game in part.open_at(part.event.played_rounds))

    def board_name(self, round: int, board: int) -> str:
        """What a board of a round is called: its number; where teams meet the table and its place there."""
        held = self.event.round(round)
        if held is None or not self.event.settings.boards:
            return str(board)
        return self.state.derived(("boards", round), lambda: board_names(held)).get(board, str(board))

    def open_at(self, round: int) -> tuple[RoundGame, ...]:
        """The games of a round that have no result; counted once for as long as the log does not grow."""
        held = self.event.round(round)
        if held is None:
            return ()
        return self.state.derived(("open", round), lambda: tuple(g for g in held.games if not g.is_over))

    @property
    def played_out(self) -> bool:
        """Whether all rounds there will be are played to the last game."""
        if self.divided and self.sections:
            return all(part.played_out for part in self.inner)
        played = self.event.played_rounds
        if not played or self.open_games:
            return False
        return self.over or (played >= self.planned and not self.even_matches)

    @property
    def even_matches(self) -> tuple[int, ...]:
        """The matches of a knockout's last round that nobody has won though all their games are over.

        By board; by table where teams play. Counted once for as long as the log does not grow.
        """
        if self.event.settings.system is not System.KNOCKOUT:
            return ()
        played = self.event.played_rounds
        return self.state.derived(("even", played), lambda: even_matches(self.field, played))

    def is_arbiter(self, player_id: str | None) -> bool:
        """Tell whether somebody runs this event: its arbiters, and their deputies."""
        return self.role_of(player_id) in (EventRole.ARBITER, EventRole.DEPUTY)

    @property
    def maker(self) -> str:
        """The arbiter who made the event, or came first after who made it is known no more."""
        known = [one for one, _ in self.arbiters]
        made = self.row.created_by
        return made if made is not None and made in known else known[0]

    def role_of(self, player_id: str | None) -> EventRole | None:
        """Return as what somebody is here; None for a stranger, and where their code was withdrawn."""
        if player_id is not None and any(player_id == one for one, _ in self.arbiters):
            return EventRole.ARBITER
        found = next((one for one in self.staff if one.player_id == player_id and not one.withdrawn), None)
        return EventRole(found.role) if found else None

    def name_of(self, player_id: str) -> str:
        """Return how the log calls somebody who may act here; "" if nobody said."""
        held = (*self.arbiters, *((one.player_id, one.name) for one in self.staff))
        return next((name for one, name in held if one == player_id), "")

    def was_withdrawn(self, player_id: str) -> bool:
        """Tell whether somebody came in by a code that opens nothing any more."""
        return any(one.player_id == player_id and one.withdrawn for one in self.staff)

    def pairing(self, round: int) -> Pairing | None:
        """Return how a round is paired now, with the steps of whoever made it."""
        held, made = self.field.round(round), self.state.pairings.get(round)
        if held is None or made is None:
            return None
        return replace(made, pairs=tuple(Pair(g.white, g.black) for g in held.games if g.leg == 1))

    def next_round(self) -> NextRound:
        """Return the next round, and why it cannot be paired yet."""
        number = self.event.played_rounds + 1
        if self.over:
            return NextRound(number, _OVER)
        if self.groups:
            return NextRound(number, _IN_GROUPS)
        if self.divided:
            return NextRound(number, _IN_SECTIONS)
        open_boards = sorted({g.board for g in self.open_games})
        boards = [self.board_name(number - 1, board) for board in open_boards]
        if not boards and (even := self.even_matches):
            told = _EVEN_TABLES if self.event.settings.boards else _EVEN
            return NextRound(number, told.format(n=len(even), b=", ".join(map(str, even[:12]))))
        if self.planned and number > self.planned:
            return NextRound(number, _ALL_PLAYED.format(n=self.planned))
        if boards:
            said = _MISSING.format(n=len(boards), b=", ".join(boards[:12]), round=number)
            return NextRound(number, said)
        if len(available(self.field, number)) < 2:
            return NextRound(number, _TOO_FEW_TEAMS if self.event.settings.boards else _TOO_FEW)
        empty = next((t for t in self.event.teams if self.event.settings.boards and not t.members), None)
        if empty is not None and empty.number in available(self.field, number):
            return NextRound(number, _EMPTY_TEAM.format(t=empty.name))
        return NextRound(number, None)


_OVER = Message("The event is over.", context="state of an event")
_IN_GROUPS = Message("This event is played in groups: each group has its own desk.")
_IN_SECTIONS = Message("This event is played in sections: each has its own desk.")
_ALL_PLAYED = Message("All {n} planned rounds are there.")
_MISSING = Message(
    "Board {b}. Round {round} can be paired as soon as it is in.",
    plural="Boards {b}. Round {round} can be paired as soon as they are in.",
)
_EVEN = Message(
    "The match at board {b} is even: it is played off first.",
    plural="The matches at boards {b} are even: they are played off first.",
)
_EVEN_TABLES = Message(
    "The match at table {b} is even: it is played off first.",
    plural="The matches at tables {b} are even: they are played off first.",
)
_TOO_FEW_TEAMS = Message("It takes at least two teams.")
_EMPTY_TEAM = Message("Team {t} has no players.")
_TOO_FEW = Message("It takes at least two players.")


def section_id(event: str, section: int) -> str:
    """Return the name of a section in addresses.

    >>> section_id("k3m9", 2)
    'k3m9~2'
    """
    return f"{event}~{section}"


def parted_id(id: str) -> tuple[str, int]:
    """Return the event that a name in addresses is of, and the number of the section; 0 for the whole.

    >>> parted_id("k3m9~2"), parted_id("k3m9"), parted_id("k3m9~x")
    (('k3m9', 2), ('k3m9', 0), ('k3m9~x', 0))
    """
    event, tilde, number = id.partition("~")
    known = number.isascii() and number.isdecimal() and 0 < len(number) <= 2 and int(number) > 0
    return (event, int(number)) if tilde and known else (id, 0)


def result_called(name: str) -> ResultName | None:
    """Return a name of `RESULTS`; None where it is none."""
    return next((known for known in RESULTS if known == name), None)


def result_name(game: RoundGame) -> ResultName:
    """Return the name that a game's result has in `RESULTS`; "none" while under way."""
    have = (game.white_mark, game.black_mark, game.kind)
    return next((name for name, result in RESULTS.items() if result == have), "none")


class _Head(msgspec.Struct, frozen=True):
    game: str = "italian"
    place: str = ""
    starts: str = ""
    players: int = 0
    round: int = 0
    rounds: int = 0
    open: int = 0
    over: bool = False


_BINDING: Final = (acts.GroupsNote, acts.PartOfNote, acts.FinalMadeNote, acts.PersonNote)


def is_bound(lines: Iterable[LogRecord]) -> bool:
    """Tell whether lines tell of other events or of codes: these are not taken back by themselves."""
    return any(isinstance(line.act, _BINDING) for line in lines)


def by_players(line: LogRecord) -> bool:
    """Tell whether players wrote a line: it stands in no arbiter's way."""
    match line.act:
        case acts.ReportedNote() | acts.OnlineNote() | acts.GameKeptNote() | acts.LookedNote():
            return True
        case acts.ResultAct(by=by):
            return by in ("players", "board")
        case _:
            return False


def head_of(live: LiveEvent) -> str:
    """Return what a list shows of an event, as it is kept beside its log."""
    event, parts = live.event, live.inner
    head = _Head(
        event.game,
        event.place,
        event.starts.isoformat() if event.starts else "",
        len(event.players),
        max(part.event.played_rounds for part in parts),
        max(part.planned for part in parts),
        len(live.open_games),
        live.over,
    )
    return msgspec.json.encode(head).decode()


_head_decoder = msgspec.json.Decoder(_Head)


def line_of(row: TournamentRecord, *, yours: bool) -> EventLine:
    """Return an event of the list."""
    head = _head_decoder.decode(row.head)
    return EventLine(
        row.id,
        row.name,
        head.game,
        head.place,
        head.starts,
        head.players,
        head.round,
        head.rounds,
        head.open,
        head.over,
        yours,
    )
