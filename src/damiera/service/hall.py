"""The tournament hall: what arbiters do with an event, one transaction each.

Every act is a line of the event's log (`damiera.tournament.log`); the event as it stands is what the log
makes of it, and is kept in memory by the number of its last line. What the log itself has no word for, such
as who has checked in, it holds as notes, so that taking back works for everything alike.
"""

from __future__ import annotations

import random
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from types import MappingProxyType
from typing import Any, Final, Literal

import msgspec

from damiera.errors import DamieraError
from damiera.game.openings import draw, new_seed
from damiera.lang import Text
from damiera.rules.ruleset import ruleset
from damiera.service.errors import BadTerms, Conflict, NotFound, NotYours
from damiera.service.identity import Visitor, clean_name
from damiera.service.names import new_code, new_id, read_code
from damiera.service.ports import Clock, Store, TournamentEntryRow, TournamentRow, UnitOfWork
from damiera.tournament.errors import BadEvent
from damiera.tournament.log import Broken, Entry, Log, load, verify
from damiera.tournament.model import (
    Change,
    Event,
    Game,
    Kind,
    Mark,
    Pair,
    Pairing,
    Player,
    Round,
    Scoring,
    Settings,
    System,
    available,
    scores,
    status,
)
from damiera.tournament.pairing.making import pair
from damiera.tournament.pairing.round_robin import rounds_needed
from damiera.tournament.standings import parse_tiebreaks

__all__ = ["RESULTS", "Announced", "Ballot", "Hall", "HallLine", "LiveEvent", "NextRound", "result_name"]

KEPT: Final = 64
_ATTEMPTS: Final = 3
_MOST_ROUNDS: Final = 99
_MOST_PLAYERS: Final = 9_999

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
_NO_EVENT = Text("Questo torneo non c'è.", "There is no such event.")
_NO_CODE = Text("Questo codice non apre alcun torneo.", "This code opens no event.")
_STRANGER = Text(
    "Puoi guardare questo torneo, ma lo dirigono altri. Un arbitro può darti il codice.",
    "You may look at this event, but others run it. An arbiter can give you the code.",
)
_AHEAD = Text(
    "Intanto {who} ha fatto altro ({n} atti): ecco com'è ora, guarda e ripeti.",
    "Meanwhile {who} has done something else ({n} acts): here it is as it stands; look and repeat.",
)
_OTHER_RESULT = Text(
    "Intanto {who} ha segnato un altro risultato al tavolo {b}: {now}. Il tuo non è stato scritto.",
    "Meanwhile {who} entered another result on board {b}: {now}. Yours was not written.",
)
_PAIRED_ALREADY = Text("Il turno {n} è già abbinato.", "Round {n} is paired already.")
_CLOSED = Text(
    "L'evento è chiuso: riaprilo per cambiare qualcosa.", "The event is over: reopen it to change."
)
_NOT_WAITING = Text("non ancora", "not yet")


class _Stale(Exception):
    """Somebody else wrote first: look again."""


class Sitting:
    """One event within one transaction: `act` appends to its log."""

    def __init__(self, work: UnitOfWork, live: LiveEvent, who: Visitor, now: int) -> None:
        self.work = work
        self.live = live
        self.who = who
        self.now = now
        self.name = next((name for one, name in live.arbiters if one == who.id), who.name)
        self._log = live.log

    @property
    def log(self) -> Log:
        """The log with what has been done so far."""
        return self._log

    def act(self, act: str, data: Mapping[str, Any], why: str = "") -> None:
        """Let an act happen. Raises `BadEvent` if it does not fit the event."""
        self._log = self._log.add(act, data, who=self.name, at=self.now, why=" ".join(why.split())[:500])

    def note(self, about: str, **data: Any) -> None:
        """Write something down that the log has no word of its own for."""
        self.act("note", {"about": about, "text": "", **data})


Step = Callable[[Sitting], None]


class Hall:
    """The use cases of arbiters. Threads may share it."""

    def __init__(self, store: Store, clock: Clock, *, kept: int = KEPT) -> None:
        self._store = store
        self._clock = clock
        self._kept = kept
        self._events: OrderedDict[str, LiveEvent] = OrderedDict()
        self._lock = threading.Lock()

    # --- looking ---

    def load(self, id: str) -> LiveEvent:
        """Return an event as it stands.

        Raises:
            NotFound: if there is none.
            Broken: if its log was altered.
        """
        with self._store.read() as work:
            live = self._fetch(work, id)
        self._keep(live)
        return live

    def listed(self, player_id: str | None, *, limit: int = 60) -> tuple[HallLine, ...]:
        """Return the events of this house: a visitor's own first."""
        with self._store.read() as work:
            mine = work.tournaments.of_arbiter(player_id, limit=limit) if player_id else ()
            rest = work.tournaments.latest(limit=limit)
        own = {row.id for row in mine}
        lines = [_line(row, yours=True) for row in mine]
        return tuple(lines + [_line(row, yours=False) for row in rest if row.id not in own])

    def proved(self, id: str) -> Broken | None:
        """Read the log anew from where it is kept, and say where its chain breaks; None if it holds."""
        with self._store.read() as work:
            if work.tournaments.get(id) is None:
                raise NotFound(id, _NO_EVENT)
            rows = work.tournaments.entries(id)
        try:
            entries = [_entry(row) for row in rows]
        except Broken as error:
            return error
        return verify(entries)

    # --- making and sharing ---

    def create(self, who: Visitor, announced: Announced, extra: Sequence[Step] = ()) -> LiveEvent:
        """Make an event; whoever makes it is its arbiter. `extra` are acts of the same moment.

        Raises:
            BadTerms: for something that makes no event, with the field.
        """
        checked = _checked(announced)
        id, now, name = new_id(), self._clock.now_ms(), checked.arbiter[:80] or who.name
        with self._store.write() as work:
            work.tournaments.add(
                id=id,
                name=checked.name,
                head="{}",
                code=new_code(),
                created_by=who.id,
                arbiter=name,
                at=now,
            )
            row = work.tournaments.get(id)
            assert row is not None
            sitting = Sitting(work, _live(row, ((who.id, name),), Log()), who, now)
            _announce(sitting, checked, "create")
            for step in extra:
                step(sitting)
            live = self._write(sitting)
        self._keep(live)
        return live

    def bring_in(self, who: Visitor, event: Event) -> LiveEvent:
        """Make an event of one that a file holds, act by act, as if it had been run here.

        Raises:
            BadEvent: if it cannot be told by acts with the same points for everybody: nothing is made then.
        """
        announced = Announced(
            event.name or "TRF",
            place=event.place,
            starts=event.starts,
            ends=event.ends,
            game=event.game,
            system=event.settings.system,
            rounds=max(event.settings.rounds, event.played_rounds),
            time_control=event.time_control,
            arbiter=event.arbiter,
            scoring="1-½-0" if event.settings.scoring.halved else "2-1-0",
        )
        return self.create(who, announced, [lambda sitting: retold(sitting, event)])

    def announce(self, id: str, who: Visitor, announced: Announced, *, seen: int) -> LiveEvent:
        """Change what is announced. Raises `Conflict` if others have acted since `seen`."""
        checked = _checked(announced)
        return self.change(id, who, lambda s: _announce(s, checked, "change"), seen=seen)

    def restore(self, who: Visitor, text: str) -> LiveEvent:
        """Bring in an event from the file of its own log, seals and all; whoever brings it is its arbiter.

        Raises:
            Broken: if the log was altered on its way.
            BadEvent: if it tells of no event.
        """
        log = load(text)
        if not log.entries:
            raise BadEvent(Text("Nel file non c'è alcun torneo.", "There is no event in the file."))
        id, now = new_id(), self._clock.now_ms()
        with self._store.write() as work:
            work.tournaments.add(
                id=id,
                name=log.event.name,
                head="{}",
                code=new_code(),
                created_by=who.id,
                arbiter=who.name,
                at=now,
            )
            row = work.tournaments.get(id)
            assert row is not None
            live = _live(row, ((who.id, who.name),), log)
            lines = [(msgspec.json.encode(entry).decode(), entry.digest) for entry in log.entries]
            head = msgspec.json.encode(_head(live)).decode()
            work.tournaments.append(
                id, version=0, name=log.event.name[:120], head=head, at=now, player_id=who.id, lines=lines
            )
        return self.load(id)

    def join(self, code: str, who: Visitor, name: str = "") -> LiveEvent:
        """Let in the arbiter who has the code; the log calls him by `name`.

        Raises:
            NotFound: if no event has this code.
            BadTerms: for a name that is none.
        """
        called = clean_name(name) if name.strip() else who.name
        with self._store.write() as work:
            id = work.tournaments.by_code(read_code(code))
            if id is None:
                raise NotFound(code, _NO_CODE)
            if all(who.id != one for one, _ in work.tournaments.arbiters(id)):
                work.tournaments.let_in(id, player_id=who.id, name=called, at=self._clock.now_ms())
        with self._lock:
            self._events.pop(id, None)
        return self.load(id)

    # --- players ---

    def enter(self, id: str, who: Visitor, players: Sequence[Player]) -> LiveEvent:
        """Enter players; they get the next numbers. Once a round exists they play from the next one on."""
        return self.change(id, who, lambda s: enter_all(s, players))

    def edit(self, id: str, who: Visitor, number: int, facts: Mapping[str, Any]) -> LiveEvent:
        """Correct what is known of a player."""
        data = {**facts, "number": number}
        return self.change(id, who, lambda s: s.act("edit", data))

    def remove(self, id: str, who: Visitor, number: int) -> LiveEvent:
        """Take a player who has not been paired from the list."""
        return self.change(id, who, lambda s: s.act("remove", {"number": number}))

    def check_in(self, id: str, who: Visitor, numbers: Sequence[int], *, here: bool) -> LiveEvent:
        """Write down who is here, or is not after all."""

        def step(sitting: Sitting) -> None:
            for number in numbers:
                sitting.log.event.player(number)
            sitting.note("check-in", players=list(numbers), here=here)

        return self.change(id, who, step)

    def happen(
        self,
        id: str,
        who: Visitor,
        number: int,
        change: Change,
        *,
        from_round: int,
        until_round: int | None = None,
        worth: Kind = Kind.ZERO_BYE,
        reason: str = "",
    ) -> LiveEvent:
        """Let something happen to a player: see `damiera.tournament.model.Change`."""
        data: dict[str, Any] = {"player": number, "change": change, "from_round": from_round}
        if change is Change.ABSENT:
            data |= {"until_round": until_round or from_round, "worth": worth}
        return self.change(id, who, lambda s: s.act("status", data, reason))

    def come_back(self, id: str, who: Visitor, number: int, reason: str = "") -> LiveEvent:
        """Pair a player again who was away, from the next round on."""

        def step(sitting: Sitting) -> None:
            event = sitting.log.event
            sitting.act("return", {"player": number, "round": event.played_rounds + 1}, reason)

        return self.change(id, who, step)

    def number(self, id: str, who: Visitor, how: Literal["elo", "name", "lot"]) -> LiveEvent:
        """Give start numbers anew before the first round: by Elo, by name, or by lot with a public seed."""

        def step(sitting: Sitting) -> None:
            _number(sitting, how)

        return self.change(id, who, step)

    def forbid(self, id: str, who: Visitor, a: int, b: int, *, absolute: bool, reason: str = "") -> LiveEvent:
        """Keep two players apart: they must not meet, or should not."""
        return self.change(id, who, lambda s: s.act("forbid", {"a": a, "b": b, "absolute": absolute}, reason))

    def allow(self, id: str, who: Visitor, a: int, b: int) -> LiveEvent:
        """Let two players meet after all."""
        return self.change(id, who, lambda s: s.act("allow", {"a": a, "b": b}))

    # --- rounds ---

    def pair(self, id: str, who: Visitor, round: int, *, only_present: bool = False) -> LiveEvent:
        """Pair a round by the event's system; the round before is closed.

        Args:
            round: the number of the round, so that two who press at once make one.
            only_present: whoever has not checked in is absent from this round.
        Raises:
            Conflict: if the round is there already.
            BadEvent: if it cannot be paired yet; Unpairable: if no lawful pairing exists.
        """

        def step(sitting: Sitting) -> None:
            _due(sitting, round)
            if only_present:
                for number in available(sitting.log.event, round):
                    if number not in sitting.live.here:
                        away = {"player": number, "change": Change.ABSENT, "from_round": round}
                        sitting.act("status", {**away, "until_round": round})
            _close_last(sitting)
            made = pair(sitting.log.event, round)
            sitting.act("pair", _pair_data(sitting, made))

        return self.change(id, who, step)

    def pair_by_hand(
        self, id: str, who: Visitor, round: int, pairs: Sequence[Pair], reason: str
    ) -> LiveEvent:
        """Pair a round as the arbiter says, with a reason."""

        def step(sitting: Sitting) -> None:
            if sitting.log.event.round(round) is None:
                _due(sitting, round)
                _close_last(sitting)
            made = Pairing(round, sitting.log.event.settings.system, tuple(pairs))
            sitting.act("pair", {**_pair_data(sitting, made), "manual": True}, reason)

        return self.change(id, who, step)

    def swap(self, id: str, who: Visitor, round: int, a: int, b: int, reason: str) -> LiveEvent:
        """Let two players of a round change seats."""
        return self.change(id, who, lambda s: s.act("swap", {"round": round, "a": a, "b": b}, reason))

    def turn(self, id: str, who: Visitor, round: int, board: int, reason: str) -> LiveEvent:
        """Let the two at a board change colours."""
        return self.change(id, who, lambda s: s.act("turn", {"round": round, "board": board}, reason))

    def report(
        self,
        id: str,
        who: Visitor,
        round: int,
        board: int,
        result: str,
        *,
        leg: int = 1,
        was: str | None = None,
        reason: str = "",
    ) -> LiveEvent:
        """Enter the result of a board, or correct it; of a closed round with a reason.

        Args:
            result: a name of `RESULTS`.
            was: the result that whoever enters it saw there.
        Raises:
            BadTerms: for a result there is none of.
            Conflict: if another arbiter entered another result meanwhile. It stands.
        """
        if result not in RESULTS:
            raise BadTerms("result", Text("Questo risultato non esiste.", "There is no such result."))

        def step(sitting: Sitting) -> None:
            game = _game(sitting.log.event, round, board, leg)
            now = result_name(game)
            if now == result:
                return
            if was is not None and was != now:
                raise Conflict(sitting.live.version, _overtaken(sitting.live, game))
            white, black, kind = RESULTS[result]
            data = {"round": round, "board": board, "leg": leg, "white": white, "black": black, "kind": kind}
            sitting.act("result", {**data, "was": now}, reason)

        return self.change(id, who, step)

    def undo(self, id: str, who: Visitor, first: int, last: int, *, seen: int, reason: str = "") -> LiveEvent:
        """Take lines `first` to `last` of the log back; all that follows is counted again.

        Raises:
            Conflict: if others have acted since `seen`.
            BadEvent: if a later act needs them.
        """

        def step(sitting: Sitting) -> None:
            if not 1 < first <= last <= sitting.live.version:
                said = Text("Questo atto non si può annullare.", "This act cannot be undone.")
                raise BadEvent(said)
            why = reason.strip() or "—"
            if last == sitting.live.version:
                sitting.act("undo", {"after": first - 1}, why)
                return
            for number in range(last, first - 1, -1):
                sitting.act("undo", {"act": number}, why)

        return self.change(id, who, step, seen=seen)

    def finish(self, id: str, who: Visitor, *, over: bool) -> LiveEvent:
        """Close the event, or open it again."""

        def step(sitting: Sitting) -> None:
            if over:
                waits = sitting.live.open_games
                if waits:
                    raise BadEvent(
                        Text("Mancano ancora {n} risultati.", "{n} results are still missing.").format(
                            n=len(waits)
                        )
                    )
                _close_last(sitting)
            sitting.note("over", over=over)

        return self.change(id, who, step, closed=True)

    # --- the machinery ---

    def change(
        self, id: str, who: Visitor, step: Step, *, seen: int | None = None, closed: bool = False
    ) -> LiveEvent:
        """Do something with an event in one transaction; what it raises undoes all of it.

        Args:
            seen: the version that whoever acts has looked at; None where it does not matter.
            closed: may it be done to an event that is over?
        Raises:
            NotFound, NotYours, Conflict, BadEvent.
        """
        for _ in range(_ATTEMPTS):
            try:
                with self._store.write() as work:
                    live = self._fetch(work, id)
                    _authorize(live, who, seen, closed=closed)
                    sitting = Sitting(work, live, who, self._clock.now_ms())
                    step(sitting)
                    live = self._write(sitting)
            except _Stale:
                continue
            self._keep(live)
            return live
        raise Conflict(self.load(id).version, _AHEAD.format(who="?", n=1))

    def _write(self, sitting: Sitting) -> LiveEvent:
        """Store the new lines of a sitting. Raises `_Stale` if somebody was quicker."""
        live, log = sitting.live, sitting.log
        fresh = log.entries[live.version :]
        if not fresh:
            return live
        after = _live(live.row, live.arbiters, log)
        head = msgspec.json.encode(_head(after)).decode()
        lines = [(msgspec.json.encode(entry).decode(), entry.digest) for entry in fresh]
        if not sitting.work.tournaments.append(
            live.id,
            version=live.version,
            name=after.announced.name,
            head=head,
            at=sitting.now,
            player_id=sitting.who.id,
            lines=lines,
        ):
            raise _Stale
        row = sitting.work.tournaments.get(live.id)
        assert row is not None
        return replace(after, row=row)

    def _keep(self, live: LiveEvent) -> None:
        with self._lock:
            known = self._events.get(live.id)
            if known is None or known.version <= live.version:
                self._events[live.id] = live
            self._events.move_to_end(live.id)
            while len(self._events) > self._kept:
                self._events.popitem(last=False)

    def _fetch(self, work: UnitOfWork, id: str) -> LiveEvent:
        """Return the event as a transaction sees it."""
        row = work.tournaments.get(id)
        if row is None:
            raise NotFound(id, _NO_EVENT)
        with self._lock:
            known = self._events.get(id)
        if known is not None and known.version == row.version:
            return known
        log = load("\n".join(e.body for e in work.tournaments.entries(id)))
        return _live(row, tuple(work.tournaments.arbiters(id)), log)


def _entry(row: TournamentEntryRow) -> Entry:
    try:
        return msgspec.json.decode(row.body, type=Entry)
    except msgspec.DecodeError:
        raise Broken(row.seq, Text("la riga non si legge", "the line cannot be read")) from None


def _authorize(live: LiveEvent, who: Visitor, seen: int | None, *, closed: bool) -> None:
    if not live.is_arbiter(who.id):
        raise NotYours(_STRANGER)
    if seen is not None and seen < live.version:
        since = live.log.entries[seen:]
        names = ", ".join(sorted({e.who for e in since}))
        raise Conflict(live.version, _AHEAD.format(who=names, n=len(since)))
    if live.over and not closed:
        raise BadEvent(_CLOSED)


def _live(row: TournamentRow, arbiters: tuple[tuple[str, str], ...], log: Log) -> LiveEvent:
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


def _pair_data(sitting: Sitting, made: Pairing) -> dict[str, Any]:
    """What the log keeps of a pairing: the pairs, and all that is needed to say why."""
    data: dict[str, Any] = {
        "round": made.round,
        "system": made.system,
        "pairs": [[p.white, p.black or 0] for p in made.pairs],
        "criteria": [list(c) for c in made.criteria],
        "trace": [[t.it, t.en] for t in made.trace],
    }
    facts = sitting.live.announced
    if facts.deck:
        before = sitting.live.ballots.get(made.round)
        seed = before.seed if before else facts.seed
        drawn = draw(facts.deck, seed, round=made.round)
        data["ballot"] = {"deck": facts.deck, "seed": drawn.seed, "number": drawn.number}
    return data


def _due(sitting: Sitting, round: int) -> None:
    """Make sure that `round` is the next one and can be paired."""
    coming = sitting.live.next_round()
    if round < coming.number:
        raise Conflict(sitting.live.version, _PAIRED_ALREADY.format(n=round))
    if round > coming.number:
        raise BadTerms("round", Text("Il prossimo turno è il {n}.", "The next round is {n}.").format(
            n=coming.number
        ))  # fmt: skip
    if coming.waits is not None:
        raise BadEvent(coming.waits)


def _close_last(sitting: Sitting) -> None:
    last = sitting.log.event.round(sitting.log.event.played_rounds)
    if last is not None and not last.closed:
        sitting.act("close", {"round": last.number})


def enter_all(sitting: Sitting, players: Iterable[Player]) -> None:
    """Enter players with the next numbers; nobody if one of them is there already."""
    event = sitting.log.event
    there = {(p.name.casefold(), p.born, p.club.casefold()) for p in event.players}
    cards = {p.card: p.name for p in event.players if p.card}
    number = max((p.number for p in event.players), default=0)
    for player in players:
        key = (player.name.casefold(), player.born, player.club.casefold())
        if key in there or (player.card and player.card in cards):
            said = Text("{n} è già iscritto.", "{n} is entered already.").format(n=player.name)
            raise BadEvent(said)
        there.add(key)
        if player.card:
            cards[player.card] = player.name
        number += 1
        if number > _MOST_PLAYERS:
            raise BadEvent(Text("Troppi giocatori.", "Too many players."))
        sitting.act("enter", {**msgspec.to_builtins(player), "number": number})


_BROUGHT: Final = "TRF"
_TEAMS: Final = Text("I tornei a squadre non si importano.", "Team events cannot be brought in.")
_OTHER_POINTS: Final = Text(
    "I punti del giocatore {n} non tornano: {a} nel file, {b} rifacendo i turni. Non ho importato nulla.",
    "The points of player {n} do not agree: {a} in the file, {b} by its rounds. Nothing was brought in.",
)


def retold(sitting: Sitting, event: Event) -> None:
    """Tell an event by acts: players, who was away, rounds, results, who left."""
    if event.settings.boards or event.teams or event.settings.games > 1:
        raise BadEvent(_TEAMS)
    wanted = replace(event.settings, seed=sitting.log.event.settings.seed)
    changed = _only_changed(
        sitting.log.event.settings, replace(wanted, rounds=sitting.log.event.settings.rounds)
    )
    if changed:
        sitting.act("change", {"settings": changed})
    for player in event.players:
        sitting.act("enter", msgspec.to_builtins(player))
    passing = (Change.LATE, Change.ABSENT)
    for away in event.statuses:
        if away.change in passing:
            _restate(sitting, msgspec.to_builtins(away), away.reason)
    for pair_ in event.forbidden:
        sitting.act("forbid", msgspec.to_builtins(pair_), pair_.reason)
    for given in event.accelerations:
        sitting.act("accelerate", msgspec.to_builtins(given))
    for held in event.rounds:
        _retold_round(sitting, event, held)
    for gone in event.statuses:
        if gone.change not in passing:
            _restate(sitting, msgspec.to_builtins(gone), gone.reason)
    before, now = scores(event), scores(sitting.log.event)
    said = event.settings.scoring.said
    for number, points in before.items():
        if now[number] != points:
            raise BadEvent(_OTHER_POINTS.format(n=number, a=said(points), b=said(now[number])))


def _restate(sitting: Sitting, data: dict[str, Any], reason: str) -> None:
    sitting.act("status", {k: v for k, v in data.items() if k != "reason"}, reason or _BROUGHT)


def _retold_round(sitting: Sitting, event: Event, held: Round) -> None:
    asked = (Kind.FULL_BYE, Kind.HALF_BYE, Kind.ZERO_BYE)
    seated: list[Game] = []
    for game in sorted(held.games, key=lambda g: (g.black is None, g.board)):
        if game.black is not None or game.kind not in asked:
            seated.append(game)
        elif status(sitting.log.event, game.white, held.number) is None:
            away = {"player": game.white, "change": Change.ABSENT, "from_round": held.number}
            _restate(sitting, {**away, "until_round": held.number, "worth": game.kind}, "")
    pairs = [[g.white, g.black or 0] for g in seated]
    data = {"round": held.number, "system": event.settings.system, "pairs": pairs, "manual": True}
    sitting.act("pair", data, _BROUGHT)
    for board, game in enumerate(seated, 1):
        if game.black is not None and game.white_mark is not None and game.kind is not Kind.ANNULLED:
            marks = {"white": game.white_mark, "black": game.black_mark, "kind": game.kind}
            sitting.act("result", {"round": held.number, "board": board, "leg": 1, **marks, "was": "none"})
    if all(g.is_over for g in seated) and held.number < event.played_rounds:
        sitting.act("close", {"round": held.number})


def _number(sitting: Sitting, how: str) -> None:
    event = sitting.log.event
    if event.rounds:
        raise BadEvent(
            Text(
                "I numeri di partenza non cambiano dopo il primo turno.",
                "Start numbers cannot change once a round exists.",
            )
        )
    players, seed = list(event.players), ""
    if how == "elo":
        players.sort(key=lambda p: (-p.elo, p.name.casefold(), p.number))
    elif how == "name":
        players.sort(key=lambda p: (p.name.casefold(), p.number))
    else:
        seed = new_seed()
        random.Random(seed).shuffle(players)
    if event.statuses or event.forbidden:
        raise BadEvent(
            Text(
                "Prima dei numeri di partenza togli assenze e coppie vietate.",
                "Take absences and forbidden pairs away before numbering.",
            )
        )
    new = {str(p.number): place for place, p in enumerate(players, 1)}
    if all(int(old) == place for old, place in new.items()):
        return
    for player in event.players:
        sitting.act("remove", {"number": player.number})
    for place, player in enumerate(players, 1):
        sitting.act("enter", {**msgspec.to_builtins(player), "number": place})
    sitting.note("numbered", how=how, seed=seed, new=new)


def _game(event: Event, round: int, board: int, leg: int) -> Game:
    held = event.round(round)
    found = next((g for g in held.games if (g.board, g.leg) == (board, leg)), None) if held else None
    if found is None:
        said = Text("Nel turno {r} non c'è il tavolo {b}.", "Round {r} has no board {b}.")
        raise NotFound(f"{round}/{board}", said.format(r=round, b=board))
    return found


def result_name(game: Game) -> str:
    """Return the name that a game's result has in `RESULTS`; "none" while under way."""
    have = (game.white_mark, game.black_mark, game.kind)
    return next((name for name, result in RESULTS.items() if result == have), "none")


def _overtaken(live: LiveEvent, game: Game) -> Text:
    last = next(
        (
            e
            for e in reversed(live.log.entries)
            if e.act == "result" and (e.data["round"], e.data["board"]) == (game.round, game.board)
        ),
        None,
    )
    now: str | Text = game.result(live.event.settings.scoring) or _NOT_WAITING
    return _OTHER_RESULT.format(who=last.who if last else "?", b=game.board, now=now)


def _announce(sitting: Sitting, facts: Announced, act: str) -> None:
    before = sitting.log.event.settings
    halved = facts.scoring != "2-1-0"
    kept = sitting.live.event.rounds and before.scoring.halved == halved
    scoring = before.scoring if kept else Scoring(halved=halved)
    if sitting.live.event.rounds and facts.game != sitting.live.announced.game:
        raise BadTerms(
            "game",
            Text("Il gioco non si cambia dopo il primo turno.", "The game cannot change after round 1."),
        )
    settings = replace(
        before,
        system=facts.system,
        rounds=facts.rounds,
        games=before.games if sitting.live.event.rounds else facts.games,
        scoring=scoring,
        seed=facts.seed,
    )
    data = {
        "name": facts.name,
        "place": facts.place,
        "starts": facts.starts,
        "ends": facts.ends,
        "game": facts.game,
        "arbiter": facts.arbiter,
        "time_control": facts.time_control,
        "settings": _only_changed(before, settings),
    }
    sitting.act(act, data)
    sitting.note("announced", facts=facts)


def _only_changed(before: Settings, after: Settings) -> dict[str, Any]:
    old, new = msgspec.to_builtins(before), msgspec.to_builtins(after)
    return {name: value for name, value in new.items() if value != old[name]}


def _checked(facts: Announced) -> Announced:
    """Return what was announced, tidied. Raises `BadTerms` with the field that is wrong."""
    name = " ".join(facts.name.split())
    if not name or len(name) > 120:
        raise BadTerms("name", Text("Il torneo ha un nome, al più di 120 lettere.", "An event has a name of at most 120 letters."))  # fmt: skip  # noqa: E501
    try:
        rules = ruleset(facts.game)
    except DamieraError as error:
        raise BadTerms("game", Text(error.text("it"), error.text("en"))) from None
    if not 0 <= facts.rounds <= _MOST_ROUNDS:
        raise BadTerms("rounds", Text("I turni vanno da 0 a {n}.", "Rounds go from 0 to {n}.").format(n=_MOST_ROUNDS))  # fmt: skip  # noqa: E501
    if facts.starts and facts.ends and facts.ends < facts.starts:
        raise BadTerms("ends", Text("Finisce prima di cominciare.", "It ends before it begins."))
    if not 0 <= facts.elo_weight <= 400:
        raise BadTerms("elo_weight", Text("Il peso va da 0 a 400 per cento.", "The weight goes from 0 to 400 percent."))  # fmt: skip  # noqa: E501
    if facts.games not in (1, 2):
        raise BadTerms("games", Text("Una partita o due per incontro.", "One game or two for each match."))
    seed = facts.seed.strip() or new_seed()
    try:
        parse_tiebreaks(facts.tiebreaks)
    except DamieraError as error:
        raise BadTerms("tiebreaks", Text(error.text("it"), error.text("en"))) from None
    if facts.deck:
        try:
            draw(facts.deck, seed)
        except DamieraError as error:
            raise BadTerms("deck", Text(error.text("it"), error.text("en"))) from None
    book = facts.rulebook if facts.rulebook in rules.rulebooks else rules.rulebooks[0]
    return replace(
        facts,
        name=name,
        place=_short(facts.place),
        time_control=_short(facts.time_control),
        arbiter=_short(facts.arbiter),
        seed=seed,
        rulebook=book,
        notes=facts.notes.strip()[:4000],
    )


def _short(text: str) -> str:
    return " ".join(text.split())[:200]


class _Head(msgspec.Struct, frozen=True):
    game: str = "italian"
    place: str = ""
    starts: str = ""
    players: int = 0
    round: int = 0
    rounds: int = 0
    open: int = 0
    over: bool = False


def _head(live: LiveEvent) -> _Head:
    event = live.event
    return _Head(
        event.game,
        event.place,
        event.starts.isoformat() if event.starts else "",
        len(event.players),
        event.played_rounds,
        live.planned,
        len(live.open_games),
        live.over,
    )


def _line(row: TournamentRow, *, yours: bool) -> HallLine:
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
