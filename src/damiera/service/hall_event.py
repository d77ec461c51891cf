"""An event of the hall at one moment: its log, and what stands in the log's margins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from types import MappingProxyType
from typing import Any, Final, Literal

import msgspec

from damiera.lang import Text
from damiera.service.ports import TournamentRow
from damiera.tournament.log import Log
from damiera.tournament.model import Event, Game, Kind, Mark, Pair, Pairing, System, available
from damiera.tournament.pairing.round_robin import rounds_needed

__all__ = [
    "RESULTS",
    "Announced",
    "Ballot",
    "HallLine",
    "LiveEvent",
    "NextRound",
    "head_of",
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
class Announced:
    """What is announced of an event, beside its players.

    Attributes:
        deck: openings are drawn from this list, one for each round; "" for free openings.
        seed: what they are drawn from, public and fixed before the first round.
        elo_weight: how much the event counts for ratings, in percent.
        tiebreaks: codes in order; "" for the usual ones of the system.
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


@dataclass(frozen=True, slots=True)
class Ballot:
    """The opening of a round: the list, the seed, the number that came."""

    deck: str
    seed: str
    number: int


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
        ballots: the opening drawn for each round.
    """

    row: TournamentRow
    arbiters: tuple[tuple[str, str], ...]
    log: Log
    announced: Announced
    here: frozenset[int] = frozenset()
    pairings: Mapping[int, Pairing] = field(default_factory=dict)
    ballots: Mapping[int, Ballot] = field(default_factory=dict)
    over: bool = False

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
        if self.event.settings.system is System.ROUND_ROBIN:
            return rounds_needed(self.event)
        return self.event.settings.rounds

    @property
    def open_games(self) -> tuple[Game, ...]:
        """The games of the last round that have no result."""
        last = self.event.round(self.event.played_rounds)
        return tuple(g for g in last.games if not g.is_over) if last else ()

    def is_arbiter(self, player_id: str | None) -> bool:
        """Tell whether a player may act here."""
        return player_id is not None and any(player_id == one for one, _ in self.arbiters)

    def pairing(self, round: int) -> Pairing | None:
        """Return how a round is paired now, with the steps of whoever made it."""
        held, made = self.event.round(round), self.pairings.get(round)
        if held is None or made is None:
            return None
        return replace(made, pairs=tuple(Pair(g.white, g.black) for g in held.games if g.leg == 1))

    def next_round(self) -> NextRound:
        """Return the next round, and why it cannot be paired yet."""
        number = self.event.played_rounds + 1
        if self.over:
            return NextRound(number, _OVER)
        if self.planned and number > self.planned:
            return NextRound(number, _ALL_PLAYED.format(n=self.planned))
        boards = sorted({g.board for g in self.open_games})
        if boards:
            said = _MISSING_ONE if len(boards) == 1 else _MISSING
            return NextRound(number, said.format(b=", ".join(map(str, boards[:12])), n=number))
        if len(available(self.event, number)) < 2:
            return NextRound(number, _TOO_FEW)
        return NextRound(number, None)


_OVER = Text("L'evento è chiuso.", "The event is over.")
_ALL_PLAYED = Text("I {n} turni previsti ci sono tutti.", "All {n} planned rounds are there.")
_MISSING = Text(
    "Tavoli {b}. Il turno {n} si può abbinare appena arrivano.",
    "Boards {b}. Round {n} can be paired as soon as they are in.",
)
_MISSING_ONE = Text(
    "Tavolo {b}. Il turno {n} si può abbinare appena arriva.",
    "Board {b}. Round {n} can be paired as soon as it is in.",
)
_TOO_FEW = Text("Servono almeno due giocatori.", "It takes at least two players.")


def live_event(row: TournamentRow, arbiters: tuple[tuple[str, str], ...], log: Log) -> LiveEvent:
    """Return an event with what stands in the margins of its log."""
    announced, here, over = Announced(""), set[int](), False
    pairings: dict[int, Pairing] = {}
    ballots: dict[int, Ballot] = {}
    for entry in log.effective():
        data = entry.data
        if entry.act == "pair":
            number = int(data["round"])
            pairings[number] = _pairing(data)
            ballots.pop(number, None)
            if data.get("ballot"):
                ballots[number] = Ballot(**data["ballot"])
        elif entry.act == "note" and data.get("about") == "announced":
            announced = msgspec.convert(data["facts"], Announced)
        elif entry.act == "note" and data.get("about") == "check-in":
            here = here | set(data["players"]) if data["here"] else here - set(data["players"])
        elif entry.act == "note" and data.get("about") == "over":
            over = bool(data["over"])
        elif entry.act == "note" and data.get("about") == "numbered":
            here = {data["new"][str(n)] for n in here if str(n) in data["new"]}
    return LiveEvent(
        row,
        arbiters,
        log,
        announced,
        frozenset(here),
        MappingProxyType(pairings),
        MappingProxyType(ballots),
        over,
    )


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


def line_of(row: TournamentRow, *, yours: bool) -> HallLine:
    """Return an event of the list."""
    head = msgspec.json.decode(row.head, type=_Head)
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
