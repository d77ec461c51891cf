"""An event of the hall at one moment: its log, and what stands in the log's margins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from types import MappingProxyType
from typing import Any, Final, Literal, cast

import msgspec

from damiera.decoding import converter
from damiera.lang import Text
from damiera.rating.event import Override
from damiera.service.ports import TournamentRow
from damiera.tournament.log import Entry, Log
from damiera.tournament.model import Event, Game, Kind, Mark, Pair, Pairing, System, available
from damiera.tournament.pairing.round_robin import rounds_needed
from damiera.tournament.pairing.teams import as_teams
from damiera.tournament.standings import (
    Rules,
    Standing,
    default_rules,
    parse_tiebreaks,
    standing,
    team_standing,
)
from damiera.tournament.tiebreak.unplayed import Unplayed

__all__ = [
    "CLASSIFICATIONS",
    "RESULTS",
    "Announced",
    "Appointment",
    "Ballot",
    "HallLine",
    "Linked",
    "LiveEvent",
    "NextRound",
    "head_of",
    "is_bound",
    "line_of",
    "live_event",
    "result_name",
]

RESULTS: Final[Mapping[str, tuple[Mark | None, Mark | None, Kind]]] = MappingProxyType({
    "win": (Mark.WIN, Mark.LOSS, Kind.PLAYED),
    "draw": (Mark.DRAW, Mark.DRAW, Kind.PLAYED),
    "loss": (Mark.LOSS, Mark.WIN, Kind.PLAYED),
    "both-lost": (Mark.LOSS, Mark.LOSS, Kind.PLAYED),
    "black-absent": (Mark.WIN, Mark.LOSS, Kind.FORFEIT),
    "white-absent": (Mark.LOSS, Mark.WIN, Kind.FORFEIT),
    "both-absent": (Mark.LOSS, Mark.LOSS, Kind.FORFEIT),
    "none": (None, None, Kind.PLAYED),
})  # fmt: skip
"""Results by name, from White's chair."""


@dataclass(frozen=True, slots=True)
class Appointment:
    """A line of the timetable: when, what, and which rounds are played then ("3", "1-3"; "" for none)."""

    day: date | None = None
    time: str = ""
    rounds: str = ""
    what: str = ""


@dataclass(frozen=True, slots=True)
class Announced:
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
        tiebreaks: codes in order; "" for the usual ones of the system.
        unplayed: what a round without a game is worth in quotients; "" for the usual rule of the system.
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


CLASSIFICATIONS: Final = ("men", "women", "category", "club", "province", "under", "group")
"""The classifications an event can ask for beside the general one."""


_to_announced = converter(Announced)


@dataclass(frozen=True, slots=True)
class Ballot:
    """The opening of a round, or of a board of it: the list, the seed, the number that came."""

    deck: str
    seed: str
    number: int
    board: int = 0


@dataclass(frozen=True, slots=True)
class Linked:
    """Another event this one belongs to, or one of its groups; `final`: one that the groups lead to."""

    id: str
    name: str
    final: bool = False


@dataclass(frozen=True, slots=True)
class NextRound:
    """The round that would come next, and what stands in its way; None: it can be paired."""

    number: int
    waits: Text | None


@dataclass(frozen=True, slots=True)
class HallLine:
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


@dataclass(frozen=True, slots=True)
class LiveEvent:
    """An event at one moment.

    Attributes:
        arbiters: who may act: player and name.
        here: who has checked in.
        pairings: how each round was paired, for those who ask why.
        ballots: the opening drawn for each round; `board_ballots` for each board of a round.
        playoffs: results of play-offs, each the numbers in the order they finished.
        overrides: whom a commission lets gain rating all the same.
        groups: the events this one is played in, finals last; `part_of`: the event of which this is one.
        slots: tables of the ratings given by the arbiter, as `damiera.rating.editions.replaced` reads them.
    """

    row: TournamentRow
    arbiters: tuple[tuple[str, str], ...]
    log: Log
    announced: Announced
    here: frozenset[int] = frozenset()
    pairings: Mapping[int, Pairing] = field(default_factory=dict)
    ballots: Mapping[int, Ballot] = field(default_factory=dict)
    over: bool = False
    board_ballots: Mapping[tuple[int, int], Ballot] = field(default_factory=dict)
    playoffs: tuple[tuple[int, ...], ...] = ()
    overrides: Mapping[int, Override] = field(default_factory=dict)
    groups: tuple[Linked, ...] = ()
    part_of: Linked | None = None
    slots: str = ""

    @property
    def id(self) -> str:
        """The event's name in addresses."""
        return self.row.id

    @property
    def event(self) -> Event:
        """Players, rounds, results."""
        return self.log.event

    @property
    def version(self) -> int:
        """The number of the last line of the log."""
        return len(self.log.entries)

    @property
    def planned(self) -> int:
        """How many rounds there will be; 0 if nobody said."""
        system, field = self.event.settings.system, self.field
        if system is System.ROUND_ROBIN:
            return rounds_needed(field)
        if system is System.KNOCKOUT and not self.event.settings.rounds:
            return max(len(field.players) - 1, 0).bit_length()
        return self.event.settings.rounds

    @property
    def field(self) -> Event:
        """The event as its pairing sees it: of teams where teams play."""
        return as_teams(self.event) if self.event.settings.boards else self.event

    @property
    def rules(self) -> Rules:
        """How the event is ranked: what was announced, and the system's usual rules for the rest."""
        usual = default_rules(self.event)
        codes = parse_tiebreaks(self.announced.tiebreaks)
        if not codes:
            codes = (*usual.tiebreaks, "board-points") if self.event.settings.boards else usual.tiebreaks
        unplayed = self.announced.unplayed or usual.unplayed
        return replace(usual, tiebreaks=codes, unplayed=cast("Unplayed", unplayed), playoffs=self.playoffs)

    @property
    def standing(self) -> Standing:
        """The standing after all rounds: of teams where teams play."""
        return self.standing_after(None)

    def standing_after(self, round: int | None) -> Standing:
        """The standing after a round."""
        count = team_standing if self.event.settings.boards else standing
        return count(self.event, self.rules, round)

    @property
    def open_games(self) -> tuple[Game, ...]:
        """The games of the last round that have no result."""
        last = self.event.round(self.event.played_rounds)
        return tuple(g for g in last.games if not g.is_over) if last else ()

    @property
    def played_out(self) -> bool:
        """Whether all rounds there will be are played to the last game."""
        played = self.event.played_rounds
        return played > 0 and not self.open_games and (self.over or played >= self.planned)

    def is_arbiter(self, player_id: str | None) -> bool:
        """Tell whether a player may act here."""
        return player_id is not None and any(player_id == one for one, _ in self.arbiters)

    def pairing(self, round: int) -> Pairing | None:
        """Return how a round is paired now, with the steps of whoever made it."""
        held, made = self.field.round(round), self.pairings.get(round)
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
        if self.planned and number > self.planned:
            return NextRound(number, _ALL_PLAYED.format(n=self.planned))
        boards = sorted({g.board for g in self.open_games})
        if boards:
            said = _MISSING_ONE if len(boards) == 1 else _MISSING
            return NextRound(number, said.format(b=", ".join(map(str, boards[:12])), n=number))
        if len(available(self.field, number)) < 2:
            return NextRound(number, _TOO_FEW_TEAMS if self.event.settings.boards else _TOO_FEW)
        empty = next((t for t in self.event.teams if self.event.settings.boards and not t.members), None)
        if empty is not None and empty.number in available(self.field, number):
            return NextRound(number, _EMPTY_TEAM.format(t=empty.name))
        return NextRound(number, None)


_OVER = Text("L'evento è chiuso.", "The event is over.")
_IN_GROUPS = Text(
    "Questo torneo si gioca in gruppi: ogni gruppo ha il suo tavolo dell'arbitro.",
    "This event is played in groups: each group has its own desk.",
)
_ALL_PLAYED = Text("I {n} turni previsti ci sono tutti.", "All {n} planned rounds are there.")
_MISSING = Text(
    "Tavoli {b}. Il turno {n} si può abbinare appena arrivano.",
    "Boards {b}. Round {n} can be paired as soon as they are in.",
)
_MISSING_ONE = Text(
    "Tavolo {b}. Il turno {n} si può abbinare appena arriva.",
    "Board {b}. Round {n} can be paired as soon as it is in.",
)
_TOO_FEW_TEAMS = Text("Servono almeno due squadre.", "It takes at least two teams.")
_EMPTY_TEAM = Text("La squadra {t} non ha giocatori.", "Team {t} has no players.")
_TOO_FEW = Text("Servono almeno due giocatori.", "It takes at least two players.")


def live_event(row: TournamentRow, arbiters: tuple[tuple[str, str], ...], log: Log) -> LiveEvent:
    """Return an event with what stands in the margins of its log."""
    margins = _Margins()
    for entry in log.effective():
        if entry.act == "pair":
            margins.pair(entry.data)
        elif entry.act == "note":
            margins.note(entry.data)
    return LiveEvent(
        row,
        arbiters,
        log,
        margins.announced,
        frozenset(margins.here),
        MappingProxyType(margins.pairings),
        MappingProxyType(margins.ballots),
        margins.over,
        MappingProxyType(margins.board_ballots),
        tuple(margins.playoffs),
        MappingProxyType(margins.overrides),
        margins.groups,
        margins.part_of,
        margins.slots,
    )


@dataclass(slots=True)
class _Margins:
    """What notes tell, up to a line of the log."""

    announced: Announced = field(default_factory=lambda: Announced(""))
    here: set[int] = field(default_factory=set)
    over: bool = False
    pairings: dict[int, Pairing] = field(default_factory=dict)
    ballots: dict[int, Ballot] = field(default_factory=dict)
    board_ballots: dict[tuple[int, int], Ballot] = field(default_factory=dict)
    playoffs: list[tuple[int, ...]] = field(default_factory=list)
    overrides: dict[int, Override] = field(default_factory=dict)
    groups: tuple[Linked, ...] = ()
    part_of: Linked | None = None
    slots: str = ""

    def pair(self, data: Mapping[str, Any]) -> None:
        """A round was paired, perhaps again."""
        number = int(data["round"])
        self.pairings[number] = _pairing(data)
        self.ballots.pop(number, None)
        self.board_ballots = {key: b for key, b in self.board_ballots.items() if key[0] != number}
        if data.get("ballot"):
            self.ballots[number] = Ballot(**data["ballot"])
        for drawn in data.get("ballots", ()):
            self.board_ballots[number, int(drawn["board"])] = Ballot(**drawn)

    def note(self, data: Mapping[str, Any]) -> None:
        """Something was written down that the log has no word for."""
        match data.get("about"):
            case "announced":
                self.announced = _to_announced(data["facts"])
            case "check-in":
                self.here = (
                    self.here | set(data["players"]) if data["here"] else self.here - set(data["players"])
                )
            case "over":
                self.over = bool(data["over"])
            case "numbered":
                self.here = {data["new"][str(n)] for n in self.here if str(n) in data["new"]}
            case "playoff":
                order = tuple(int(n) for n in data["order"])
                self.playoffs = [p for p in self.playoffs if not set(p) & set(order)]
                self.playoffs += [order] if data.get("held", True) else []
            case "override":
                self._override(data)
            case "groups":
                self.groups = tuple(Linked(g["id"], g["name"]) for g in data["groups"])
            case "slots":
                self.slots = data["toml"]
            case "part-of":
                self.part_of = Linked(data["id"], data["name"], bool(data.get("final")))
            case "final":
                self.groups += (Linked(data["id"], data["name"], final=True),)

    def _override(self, data: Mapping[str, Any]) -> None:
        number = int(data["player"])
        self.overrides.pop(number, None)
        if data["author"]:
            self.overrides[number] = Override(data["author"], data["reason"])


def _pairing(data: Mapping[str, Any]) -> Pairing:
    return Pairing(
        int(data["round"]),
        System(data.get("system", System.OPTIMAL)),
        tuple(Pair(int(w), int(b) or None) for w, b in data["pairs"]),
        tuple((str(name), int(value)) for name, value in data.get("criteria", ())),
        tuple(Text(it, en) for it, en in data.get("trace", ())),
    )


def result_name(game: Game) -> str:
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


def is_bound(entries: Iterable[Entry]) -> bool:
    """Tell whether lines tell of other events too: these are not taken back by themselves."""
    return any(e.data.get("about") in ("groups", "part-of", "final") for e in entries)


def head_of(live: LiveEvent) -> str:
    """Return what a list shows of an event, as it is kept beside its log."""
    event = live.event
    head = _Head(
        event.game,
        event.place,
        event.starts.isoformat() if event.starts else "",
        len(event.players),
        event.played_rounds,
        live.planned,
        len(live.open_games),
        live.over,
    )
    return msgspec.json.encode(head).decode()


_head_decoder = msgspec.json.Decoder(_Head)


def line_of(row: TournamentRow, *, yours: bool) -> HallLine:
    """Return an event of the list."""
    head = _head_decoder.decode(row.head)
    return HallLine(
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
