"""The tournament hall: what arbiters do with an event, one transaction each.

Every act is a line of the event's log (`damiera.tournament.log`); the event as it stands is what the log
makes of it, and is kept in memory by the number of its last line. What the log itself has no word for, such
as who has checked in, it holds as notes, so that taking back works for everything alike.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, Literal

import msgspec

from damiera.messages import Message
from damiera.records.tournaments import TournamentEntryRecord
from damiera.service.cache import LiveCache, Overtaken
from damiera.service.errors import Conflict, NotFound, NotYours
from damiera.service.hall.announcing import announce, checked
from damiera.service.hall.entries import enter_all, number_anew
from damiera.service.hall.event import (
    Announced,
    HallLine,
    LiveEvent,
    by_players,
    head_of,
    is_bound,
    line_of,
)
from damiera.service.hall.results import report
from damiera.service.hall.retold import announced_of, retold
from damiera.service.hall.sitting import Sitting, Step, close_last, due, pair_act
from damiera.service.identity import Visitor, clean_name
from damiera.service.names import new_code, new_id, read_code
from damiera.service.ports import Clock, Store, UnitOfWork
from damiera.tournament import acts
from damiera.tournament.errors import BadEvent
from damiera.tournament.log import Broken, Entry, Log, load, verify
from damiera.tournament.model import Change, Event, Player, available
from damiera.tournament.pairing.apart import pair_apart

__all__ = ["Hall"]

KEPT: Final = 64

_NO_EVENT = Message("There is no such event.")
_NO_CODE = Message("This code opens no event.")
_BOUND = Message("Groups are dissolved on their page, while none of them has a round.")
_STRANGER = Message("You may look at this event, but others run it. An arbiter can give you the code.")
_AHEAD = Message(
    "Meanwhile {who} has done something else ({n} acts): here it is as it stands; look and repeat."
)
_CLOSED = Message("The event is over: reopen it to change.")


class Hall:
    """The use cases of arbiters. Threads may share it."""

    def __init__(self, store: Store, clock: Clock, *, kept: int = KEPT) -> None:
        self._store = store
        self._clock = clock
        said = _AHEAD.format(who="?", n=1)
        self._events = LiveCache(store, _as_it_stands, kept=kept, overtaken=said)
        self.followers: list[Callable[[LiveEvent], LiveEvent | None]] = []

    # --- looking ---

    def load(self, id: str) -> LiveEvent:
        """Return an event as it stands.

        Raises:
            NotFound: if there is none.
            Broken: if its log was altered.
        """
        return self._events.load(id)

    def listed(self, player_id: str | None, *, limit: int = 60) -> tuple[HallLine, ...]:
        """Return the events of this house: a visitor's own first."""
        with self._store.read() as work:
            mine = work.tournaments.of_arbiter(player_id, limit=limit) if player_id else ()
            rest = work.tournaments.latest(limit=limit)
        own = {row.id for row in mine}
        lines = [line_of(row, yours=True) for row in mine]
        return tuple(lines + [line_of(row, yours=False) for row in rest if row.id not in own])

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
        facts = checked(announced)
        id, now, name = new_id(), self._clock.now_ms(), facts.arbiter[:80] or who.name
        with self._store.write() as work:
            work.tournaments.add(
                id=id,
                name=facts.name,
                head="{}",
                code=new_code(),
                created_by=who.id,
                arbiter=name,
                at=now,
            )
            row = work.tournaments.get(id)
            assert row is not None
            sitting = Sitting(work, LiveEvent(row, ((who.id, name),), Log()), who, now)
            announce(sitting, facts, acts.Create)
            for step in extra:
                step(sitting)
            live = self._write(sitting)
        self._events.keep(live)
        return live

    def bring_in(self, who: Visitor, event: Event) -> LiveEvent:
        """Make an event of one that a file holds, act by act, as if it had been run here.

        Raises:
            BadEvent: if it cannot be told by acts with the same points for everybody: nothing is made then.
        """
        announced = announced_of(event)
        return self.create(who, announced, [lambda sitting: retold(sitting, event)])

    def announce(self, id: str, who: Visitor, announced: Announced, *, seen: int) -> LiveEvent:
        """Change what is announced. Raises `Conflict` if others have acted since `seen`."""
        facts = checked(announced)
        return self.change(id, who, lambda s: announce(s, facts, acts.Change), seen=seen)

    def restore(self, who: Visitor, text: str) -> LiveEvent:
        """Bring in an event from the file of its own log, seals and all; whoever brings it is its arbiter.

        Raises:
            Broken: if the log was altered on its way.
            BadEvent: if it tells of no event.
        """
        log = load(text)
        if not log.lines:
            raise BadEvent(Message("There is no event in the file."))
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
            live = LiveEvent(row, ((who.id, who.name),), log)
            lines = [(msgspec.json.encode(entry).decode(), entry.digest) for entry in log.entries]
            head = head_of(live)
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
        self._events.forget(id)
        return self.load(id)

    # --- players ---

    def enter(self, id: str, who: Visitor, players: Sequence[Player]) -> LiveEvent:
        """Enter players; they get the next numbers. Once a round exists they play from the next one on."""
        return self.change(id, who, lambda s: enter_all(s, players))

    def remove(self, id: str, who: Visitor, number: int) -> LiveEvent:
        """Take a player who has not been paired from the list."""
        return self.change(id, who, lambda s: s.act(acts.Remove(number=number)))

    def check_in(self, id: str, who: Visitor, numbers: Sequence[int], *, here: bool) -> LiveEvent:
        """Write down who is here, or is not after all."""

        def step(sitting: Sitting) -> None:
            for number in numbers:
                sitting.log.event.player(number)
            sitting.act(acts.CheckIn(players=tuple(numbers), here=here))

        return self.change(id, who, step)

    def come_back(self, id: str, who: Visitor, number: int, reason: str = "") -> LiveEvent:
        """Pair a player again who was away, from the next round on."""

        def step(sitting: Sitting) -> None:
            event = sitting.log.event
            sitting.act(acts.Return(player=number, round=event.played_rounds + 1), reason)

        return self.change(id, who, step)

    def number(self, id: str, who: Visitor, how: Literal["elo", "name", "lot"]) -> LiveEvent:
        """Give start numbers anew before the first round: by Elo, by name, or by lot with a public seed."""

        def step(sitting: Sitting) -> None:
            number_anew(sitting, how)

        return self.change(id, who, step)

    def forbid(self, id: str, who: Visitor, a: int, b: int, *, absolute: bool, reason: str = "") -> LiveEvent:
        """Keep two players apart: they must not meet, or should not."""
        return self.change(id, who, lambda s: s.act(acts.Forbid(a=a, b=b, absolute=absolute), reason))

    def allow(self, id: str, who: Visitor, a: int, b: int) -> LiveEvent:
        """Let two players meet after all."""
        return self.change(id, who, lambda s: s.act(acts.Allow(a=a, b=b)))

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
            due(sitting, round)
            if only_present:
                for number in available(sitting.log.event, round):
                    if number not in sitting.live.here:
                        absent = acts.Status(
                            player=number, change=Change.ABSENT, from_round=round, until_round=round
                        )
                        sitting.act(absent)
            close_last(sitting)
            made = pair_apart(sitting.log.event, round)
            sitting.act(pair_act(sitting, made))

        return self.change(id, who, step)

    def swap(self, id: str, who: Visitor, round: int, a: int, b: int, reason: str) -> LiveEvent:
        """Let two players of a round change seats."""
        return self.change(id, who, lambda s: s.act(acts.Swap(round=round, a=a, b=b), reason))

    def turn(self, id: str, who: Visitor, round: int, board: int, reason: str) -> LiveEvent:
        """Let the two at a board change colours."""
        return self.change(id, who, lambda s: s.act(acts.Turn(round=round, board=board), reason))

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
        return self.change(
            id, who, lambda s: report(s, round, board, result, leg=leg, was=was, reason=reason)
        )

    def undo(self, id: str, who: Visitor, first: int, last: int, *, seen: int, reason: str = "") -> LiveEvent:
        """Take lines `first` to `last` of the log back; all that follows is counted again.

        Raises:
            Conflict: if others have acted since `seen`.
            BadEvent: if a later act needs them, or they tell of other events too.
        """

        def step(sitting: Sitting) -> None:
            if not 1 < first <= last <= sitting.live.version:
                said = Message("This act cannot be undone.")
                raise BadEvent(said)
            if is_bound(sitting.live.log.lines[first - 1 : last]):
                raise BadEvent(_BOUND)
            why = reason.strip() or "—"
            if last == sitting.live.version:
                sitting.act(acts.Undo(after=first - 1), why)
                return
            for number in range(last, first - 1, -1):
                sitting.act(acts.Undo(act=number), why)

        return self.change(id, who, step, seen=seen)

    def finish(self, id: str, who: Visitor, *, over: bool) -> LiveEvent:
        """Close the event, or open it again."""

        def step(sitting: Sitting) -> None:
            if over:
                waits = sitting.live.open_games
                if waits:
                    raise BadEvent(Message("{n} results are still missing.").format(n=len(waits)))
                close_last(sitting)
            sitting.act(acts.Over(over=over))

        return self.change(id, who, step, closed=True)

    # --- the machinery ---

    def change(
        self,
        id: str,
        who: Visitor,
        step: Step,
        *,
        seen: int | None = None,
        closed: bool = False,
        player: bool = False,
    ) -> LiveEvent:
        """Do something with an event in one transaction; what it raises undoes all of it.

        Args:
            seen: the version that whoever acts has looked at; None where it does not matter.
            closed: may it be done to an event that is over?
            player: it is no arbiter's act; `step` itself makes sure that whoever acts may.
        Raises:
            NotFound, NotYours, Conflict, BadEvent.
        """

        def sit(work: UnitOfWork, live: LiveEvent) -> tuple[LiveEvent, None]:
            _authorize(live, who, seen, closed=closed, player=player)
            sitting = Sitting(work, live, who, self._clock.now_ms())
            step(sitting)
            return self._write(sitting), None

        live, _ = self._events.update(id, sit)
        return self._followed(live)

    def _followed(self, live: LiveEvent) -> LiveEvent:
        """Let what follows an act happen, and return the event after it."""
        for follow in self.followers:
            live = follow(live) or live
        return live

    def _write(self, sitting: Sitting) -> LiveEvent:
        """Store the new lines of a sitting. Raises `Overtaken` if somebody was quicker."""
        live, log = sitting.live, sitting.log
        fresh = [line.entry for line in log.lines[live.version :]]
        if not fresh:
            return live
        after = LiveEvent(live.row, live.arbiters, log)
        head = head_of(after)
        lines = [(msgspec.json.encode(entry).decode(), entry.digest) for entry in fresh]
        if not sitting.work.tournaments.append(
            live.id,
            version=live.version,
            name=after.announced.name,
            head=head,
            at=sitting.now,
            player_id=sitting.who.id or None,
            lines=lines,
        ):
            raise Overtaken
        row = sitting.work.tournaments.get(live.id)
        assert row is not None
        return replace(after, row=row)


def _as_it_stands(work: UnitOfWork, id: str, known: LiveEvent | None) -> LiveEvent:
    """Return an event as a transaction sees it: the kept one, or what the log makes of it."""
    row = work.tournaments.get(id)
    if row is None:
        raise NotFound(id, _NO_EVENT)
    if known is not None and known.version == row.version:
        return known
    log = load("\n".join(e.body for e in work.tournaments.entries(id)), stored=True)
    return LiveEvent(row, tuple(work.tournaments.arbiters(id)), log)


_entry_decoder = msgspec.json.Decoder(Entry)


def _entry(row: TournamentEntryRecord) -> Entry:
    try:
        return _entry_decoder.decode(row.body)
    except msgspec.DecodeError:
        raise Broken(row.seq, Message("the line cannot be read")) from None


def _authorize(live: LiveEvent, who: Visitor, seen: int | None, *, closed: bool, player: bool) -> None:
    if not player and not live.is_arbiter(who.id):
        raise NotYours(_STRANGER)
    since = [one for one in live.log.lines[seen:] if not by_players(one)] if seen is not None else []
    if since:
        names = ", ".join(sorted({one.entry.who for one in since}))
        raise Conflict(live.version, _AHEAD.format(who=names, n=len(since)))
    if live.over and not closed:
        raise BadEvent(_CLOSED)
