"""Tournaments: what arbiters do with an event, one transaction each.

Every act is a line of the event's log (`damiera.tournament.log`); the event as it stands is what the log
makes of it, and is kept in memory by the number of its last line. What the log itself has no word for, such
as who has checked in, it holds as notes, so that taking back works for everything alike.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final, Literal

import msgspec
from msgspec import structs

from damiera.messages import Message
from damiera.records.tournaments import TournamentEntryRecord
from damiera.service.cache import LiveCache, Overtaken
from damiera.service.errors import BadTerms, Conflict, NotFound
from damiera.service.identity import Visitor, clean_name
from damiera.service.names import new_code, new_id, read_code
from damiera.service.ports import ServerClock, StorePort, Transaction
from damiera.service.tournament.announcement import announce, checked
from damiera.service.tournament.entries import enter_all, number_anew
from damiera.service.tournament.event import (
    Announcement,
    EventLine,
    LiveEvent,
    by_players,
    head_of,
    is_bound,
    line_of,
    parted_id,
    result_name,
)
from damiera.service.tournament.replay import announced_of, retold
from damiera.service.tournament.results import game_at, read_again, report
from damiera.service.tournament.rights import Right, demand
from damiera.service.tournament.transaction import EventTransaction, Step, close_last, due, pair_act
from damiera.tournament import acts
from damiera.tournament.errors import BadTournament
from damiera.tournament.log import BrokenLog, Log, LogEntry, LogRecord, load, verify
from damiera.tournament.model import Event, EventPlayer, PlayerChange, available
from damiera.tournament.pairing.apart import pair_apart

__all__ = ["TournamentService"]

KEPT: Final = 64

_NO_EVENT = Message("There is no such event.")
_NO_PART = Message("There is no such section.")
_NO_CODE = Message("This code opens no event.")
_BOUND = Message("Groups are dissolved on their page, while none of them has a round.")
_TRUSTED = Message("Who has a code is changed on the page of the people, not by undoing.")
_NAMED_SO = Message("Somebody at this event is called {name} already: the log needs a name for each.")
_AHEAD = Message(
    "Meanwhile {who} has done something else ({n} act): here it is as it stands; look and repeat.",
    plural="Meanwhile {who} has done something else ({n} acts): here it is as it stands; look and repeat.",
)
_CLOSED = Message("The event is over: reopen it to change.")


class TournamentService:
    """The use cases of arbiters. Threads may share it."""

    def __init__(self, store: StorePort, clock: ServerClock, *, kept: int = KEPT) -> None:
        self._store = store
        self._clock = clock
        said = _AHEAD.format(who="?", n=1)
        self._events = LiveCache(store, _as_it_stands, kept=kept, overtaken=said)
        self.followers: list[Callable[[LiveEvent], LiveEvent | None]] = []

    # --- looking ---

    def load(self, id: str) -> LiveEvent:
        """Return an event as it stands, or a section of it.

        Raises:
            NotFound: if there is none.
            BrokenLog: if its log was altered.
        """
        event, section = parted_id(id)
        return _section_of(self._events.load(event), section)

    def forget(self, id: str) -> LiveEvent:
        """Read an event anew from where it is kept: something beside its log was changed."""
        self._events.forget(parted_id(id)[0])
        return self.load(id)

    def listed(self, player_id: str | None, *, limit: int = 60) -> tuple[EventLine, ...]:
        """Return the events of this server: a visitor's own first."""
        with self._store.read() as work:
            mine = work.tournaments.of_arbiter(player_id, limit=limit) if player_id else ()
            rest = work.tournaments.latest(limit=limit)
        own = {row.id for row in mine}
        lines = [line_of(row, yours=True) for row in mine]
        return tuple(lines + [line_of(row, yours=False) for row in rest if row.id not in own])

    def proved(self, id: str) -> BrokenLog | None:
        """Read the log anew from where it is kept, and say where its chain breaks; None if it holds."""
        id, _ = parted_id(id)
        with self._store.read() as work:
            if work.tournaments.get(id) is None:
                raise NotFound(id, _NO_EVENT)
            rows = work.tournaments.entries(id)
        try:
            entries = [_entry(row) for row in rows]
        except BrokenLog as error:
            return error
        return verify(entries)

    # --- making and sharing ---

    def create(
        self, who: Visitor, announced: Announcement, extra: Sequence[Step] = (), *, called: str = ""
    ) -> LiveEvent:
        """Make an event; whoever makes it is its arbiter. `extra` are acts of the same moment.

        From the first act on the log calls them as they are `called`; else by the chief arbiter announced, or
        by the name they have.

        Raises:
            BadTerms: for something that makes no event, with the field.
        """
        facts = checked(announced)
        id, now, name = new_id(), self._clock.now_ms(), called or facts.arbiter[:80] or who.name
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
            transaction = EventTransaction(work, LiveEvent(row, ((who.id, name),), Log()), who, now)
            announce(transaction, facts, acts.CreateAct)
            for step in extra:
                step(transaction)
            live = self._write(transaction)
        self._events.keep(live)
        return live

    def bring_in(self, who: Visitor, event: Event) -> LiveEvent:
        """Make an event of one that a file holds, act by act, as if it had been run here.

        Raises:
            BadTournament: if it cannot be told by acts with the same points for everybody: nothing is
                made then.
        """
        announced = announced_of(event)
        return self.create(who, announced, [lambda transaction: retold(transaction, event)])

    def announce(self, id: str, who: Visitor, announced: Announcement, *, seen: int) -> LiveEvent:
        """Change what is announced. Raises `Conflict` if others have acted since `seen`."""
        facts = checked(announced)
        return self.change(id, who, lambda s: announce(s, facts, acts.ChangeAct), seen=seen, right=Right.LEAD)

    def restore(self, who: Visitor, text: str) -> LiveEvent:
        """Bring in an event from the file of its own log, seals and all; whoever brings it is its arbiter.

        Raises:
            BrokenLog: if the log was altered on its way.
            BadTournament: if it tells of no event.
        """
        log = load(text)
        if not log.lines:
            raise BadTournament(Message("There is no event in the file."))
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
        self._events.keep(live)  # its lines are those stored: they need not be read and counted again
        return self.load(id)

    def join(self, code: str, who: Visitor, name: str = "") -> LiveEvent:
        """Let in the arbiter who has the code; the log calls them by `name`.

        Raises:
            NotFound: if no event has this code.
            BadTerms: for a name that is none.
        """
        called = clean_name(name) if name.strip() else who.name
        with self._store.write() as work:
            id = work.tournaments.by_code(read_code(code))
            if id is None:
                raise NotFound(code, _NO_CODE)
            known = work.tournaments.arbiters(id)
            if name.strip() and _is_named(work, id, called, who):
                raise BadTerms("name", _NAMED_SO.format(name=called))
            if all(who.id != one for one, _ in known):
                work.tournaments.let_in(id, player_id=who.id, name=called, at=self._clock.now_ms())
        return self.forget(id)

    # --- players ---

    def enter(self, id: str, who: Visitor, players: Sequence[EventPlayer]) -> LiveEvent:
        """Enter players; they get the next numbers. Once a round exists they play from the next one on."""
        return self.change(id, who, lambda s: enter_all(s, players))

    def remove(self, id: str, who: Visitor, number: int) -> LiveEvent:
        """Take a player who has not been paired from the list."""
        return self.change(id, who, lambda s: s.act(acts.RemoveAct(number=number)))

    def check_in(self, id: str, who: Visitor, numbers: Sequence[int], *, here: bool) -> LiveEvent:
        """Write down who is here, or is not after all; of whom that is known nothing is written."""

        def step(transaction: EventTransaction) -> None:
            for number in numbers:
                transaction.log.event.player(number)
            known = transaction.live.here
            fresh = tuple(number for number in numbers if (number in known) != here)
            if fresh:  # of two clerks at one player the second has nothing left to do
                transaction.act(acts.CheckInNote(players=fresh, here=here))

        return self.change(id, who, step, right=Right.CHECK_IN)

    def come_back(self, id: str, who: Visitor, number: int, reason: str = "") -> LiveEvent:
        """Pair a player again who was away, from the next round on."""

        def step(transaction: EventTransaction) -> None:
            event = transaction.log.event
            transaction.act(acts.ReturnAct(player=number, round=event.played_rounds + 1), reason)

        return self.change(id, who, step)

    def number(self, id: str, who: Visitor, how: Literal["elo", "name", "lot"]) -> LiveEvent:
        """Give start numbers anew before the first round: by Elo, by name, or by lot with a public seed."""

        def step(transaction: EventTransaction) -> None:
            number_anew(transaction, how)

        return self.change(id, who, step)

    def forbid(self, id: str, who: Visitor, a: int, b: int, *, absolute: bool, reason: str = "") -> LiveEvent:
        """Keep two players apart: they must not meet, or should not."""
        return self.change(id, who, lambda s: s.act(acts.ForbidAct(a=a, b=b, absolute=absolute), reason))

    def allow(self, id: str, who: Visitor, a: int, b: int) -> LiveEvent:
        """Let two players meet after all."""
        return self.change(id, who, lambda s: s.act(acts.AllowAct(a=a, b=b)))

    # --- rounds ---

    def pair(self, id: str, who: Visitor, round: int, *, only_present: bool = False) -> LiveEvent:
        """Pair a round by the event's system; the round before is closed.

        Args:
            round: the number of the round, so that two who press at once make one.
            only_present: whoever has not checked in is absent from this round.
        Raises:
            Conflict: if the round is there already.
            BadTournament: if it cannot be paired yet; Unpairable: if no lawful pairing exists.
        """

        def step(transaction: EventTransaction) -> None:
            due(transaction, round)
            if only_present:
                for number in available(transaction.log.event, round):
                    if number not in transaction.live.here:
                        absent = acts.StatusAct(
                            player=number, change=PlayerChange.ABSENT, from_round=round, until_round=round
                        )
                        transaction.act(absent)
            close_last(transaction)
            made = pair_apart(transaction.log.event, round)
            transaction.act(pair_act(transaction, made))

        return self.change(id, who, step)

    def swap(self, id: str, who: Visitor, round: int, a: int, b: int, reason: str) -> LiveEvent:
        """Let two players of a round change seats."""
        return self.change(id, who, lambda s: s.act(acts.SwapAct(round=round, a=a, b=b), reason))

    def turn(self, id: str, who: Visitor, round: int, board: int, reason: str) -> LiveEvent:
        """Let the two at a board change colours."""
        return self.change(id, who, lambda s: s.act(acts.TurnAct(round=round, board=board), reason))

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
            Conflict: if somebody else entered another result meanwhile. It stands.
            NotYours: for a result clerk, where the round is closed.
        """

        def step(transaction: EventTransaction) -> None:
            held = transaction.log.event.round(round)
            if (
                held is not None
                and held.closed
                and result_name(game_at(transaction.log.event, round, board, leg)) != result
            ):  # a correction, which is the arbiters' own
                demand(transaction.live, who, Right.RUN)
            report(transaction, round, board, result, leg=leg, was=was, reason=reason)

        return self.change(id, who, step, right=Right.RESULTS)

    def read_again(
        self, id: str, who: Visitor, round: int, board: int, result: str, *, leg: int = 1
    ) -> LiveEvent:
        """Write down what somebody else reads on the slip of a board, to be compared with what was entered.

        The result stays as it is: where the two differ, whoever may enter results decides by entering one.

        Raises:
            BadTerms: for a result there is none of.
            BadTournament: if nothing is entered there, or by the same person.
        """

        def step(transaction: EventTransaction) -> None:
            held = transaction.log.event.round(round)
            if held is not None and held.closed:
                demand(transaction.live, who, Right.RUN)
            read_again(transaction, round, board, result, leg=leg)

        return self.change(id, who, step, right=Right.RESULTS)

    def undo(self, id: str, who: Visitor, first: int, last: int, *, seen: int, reason: str = "") -> LiveEvent:
        """Take lines `first` to `last` of the log back; all that follows is counted again.

        Raises:
            Conflict: if others have acted since `seen`.
            BadTournament: if a later act needs them, or they tell of other events too.
        """

        def step(transaction: EventTransaction) -> None:
            if not 1 < first <= last <= transaction.live.version:
                said = Message("This act cannot be undone.")
                raise BadTournament(said)
            taken = transaction.live.log.lines[first - 1 : last]
            if any(isinstance(line.act, acts.PersonNote) for line in taken):
                raise BadTournament(_TRUSTED)
            if is_bound(taken):
                raise BadTournament(_BOUND)
            why = reason.strip() or "—"
            if last == transaction.live.version:
                transaction.act(acts.UndoAct(after=first - 1), why)
                return
            for number in range(last, first - 1, -1):
                transaction.act(acts.UndoAct(act=number), why)

        return self.change(id, who, step, seen=seen)

    def finish(self, id: str, who: Visitor, *, over: bool) -> LiveEvent:
        """Close the event, or open it again."""

        def step(transaction: EventTransaction) -> None:
            if over:
                waits = transaction.live.open_games
                if waits:
                    raise BadTournament(Message("{n} results are still missing.").format(n=len(waits)))
                transaction.everywhere(close_last)
            transaction.act(acts.OverNote(over=over))

        return self.change(id, who, step, closed=True, right=Right.LEAD)

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
        right: Right = Right.RUN,
    ) -> LiveEvent:
        """Do something with an event in one transaction; what it raises undoes all of it.

        Args:
            seen: the version that whoever acts has looked at; None where it does not matter.
            closed: may it be done to an event that is over?
            player: it is no arbiter's act; `step` itself makes sure that whoever acts may.
            right: what whoever acts must be allowed, where it is no player.
        Raises:
            NotFound, NotYours, Conflict, BadTournament.
        """

        event, section = parted_id(id)

        def sit(work: Transaction, whole: LiveEvent) -> tuple[LiveEvent, None]:
            live = _section_of(whole, section)
            if not player:
                demand(live, who, right)
            _authorize(live, seen, closed=closed)
            transaction = EventTransaction(work, live, who, self._clock.now_ms())
            step(transaction)
            return self._write(transaction).whole, None

        live, _ = self._events.update(event, sit)
        return self._followed(_section_of(live, section))

    def rehearse(self, id: str) -> None:
        """Enter a result where one is missing and take it back unseen: what is slow once is slow now.

        Nothing of it is stored, kept or told, and nobody's result is touched. What follows an act is asked
        too, of the event as it stands: it has nothing left to do.

        Raises:
            NotFound: if there is no such event.
        """
        live = self.load(id)
        missing = live.open_games[:1]
        with suppress(_Rehearsed), self._store.write() as work:
            who = Visitor(live.row.created_by or "", "")
            transaction = EventTransaction(work, live, who, self._clock.now_ms())
            for game in missing:
                report(transaction, game.round, game.board, "win", leg=game.leg)
            self._write(transaction)
            raise _Rehearsed
        self._followed(live)

    def _followed(self, live: LiveEvent) -> LiveEvent:
        """Let what follows an act happen, and return the event after it."""
        for follow in self.followers:
            live = follow(live) or live
        return live

    def _write(self, transaction: EventTransaction) -> LiveEvent:
        """Store the new lines of a transaction. Raises `Overtaken` if somebody was quicker."""
        live, log = transaction.live, transaction.log
        fresh = [line.entry for line in log.lines[live.version :]]
        if not fresh:
            return live
        after = structs.replace(live, log=log).whole
        head, name = head_of(after), after.announced.name or after.event.name
        lines = [(msgspec.json.encode(entry).decode(), entry.digest) for entry in fresh]
        if not transaction.work.tournaments.append(
            live.row.id,
            version=live.version,
            name=name,
            head=head,
            at=transaction.now,
            player_id=transaction.who.id or None,
            lines=lines,
        ):
            raise Overtaken
        row = replace(live.row, version=after.version, name=name, head=head, updated_at=transaction.now)
        return structs.replace(after, row=row)


class _Rehearsed(Exception):
    """Ends a transaction of which nothing is to stay."""


def _section_of(live: LiveEvent, section: int) -> LiveEvent:
    """Return a section of an event. Raises `NotFound` where there is none."""
    if section and section not in live.log.whole.sections:
        raise NotFound(live.id, _NO_PART)
    return live.within(section)


def _as_it_stands(work: Transaction, id: str, known: LiveEvent | None) -> LiveEvent:
    """Return an event as a transaction sees it: the kept one, or what the log makes of it."""
    row = work.tournaments.get(id)
    if row is None:
        raise NotFound(id, _NO_EVENT)
    if known is not None and known.version == row.version:
        log = known.log
    else:
        log = load("\n".join(e.body for e in work.tournaments.entries(id)), stored=True)
    arbiters, staff = tuple(work.tournaments.arbiters(id)), tuple(work.event_people.staff(id))
    if log.state.part_of is not None:  # whoever has a code for the whole event has it for its groups
        staff += tuple(work.event_people.staff(log.state.part_of.id))
    live = LiveEvent(row, arbiters, log, staff)
    return known if known == live else live


def _is_named(work: Transaction, id: str, name: str, who: Visitor) -> bool:
    """Tell whether somebody else at an event is called so."""
    own = {one.person_id for one in work.event_people.staff(id) if one.player_id == who.id}
    names = [said for one, said in work.tournaments.arbiters(id) if one != who.id]
    names += [one.name for one in work.event_people.of(id) if one.withdrawn_at is None and one.id not in own]
    return name.casefold() in (one.casefold() for one in names)


_entry_decoder = msgspec.json.Decoder(LogEntry)


def _entry(row: TournamentEntryRecord) -> LogEntry:
    try:
        return _entry_decoder.decode(row.body)
    except msgspec.DecodeError:
        raise BrokenLog(row.seq, Message("the line cannot be read")) from None


def _concerns(live: LiveEvent, line: LogRecord) -> bool:
    """Tell whether a line stands in the way of whoever had not seen it: no player's, no other section's."""
    return not by_players(line) and (not live.section or line.section in (0, live.section.number))


def _authorize(live: LiveEvent, seen: int | None, *, closed: bool) -> None:
    since = [one for one in live.log.lines[seen:] if _concerns(live, one)] if seen is not None else []
    if since:
        names = ", ".join(sorted({one.entry.who for one in since}))
        raise Conflict(live.version, _AHEAD.format(who=names, n=len(since)))
    if live.over and not closed:
        raise BadTournament(_CLOSED)
