"""The people of an event: the arbiter gives each a code of their own, and takes it back.

A code is 60 random bits and is shown once, to the arbiter who makes it; only its hash is kept, and it is
looked for by that. Whoever enters with it writes the name it was given to as well. What somebody may do is in
`damiera.service.tournament.rights`; that they may do it no more holds from the next request on.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from typing import Final

import msgspec

from damiera.messages import Message
from damiera.records.tournaments import EventPersonRecord
from damiera.service.errors import BadTerms, NotFound, RefusedAct
from damiera.service.identity import Visitor, clean_name
from damiera.service.names import ALPHABET, new_code, new_id, read_code
from damiera.service.ports import ServerClock, StorePort, Transaction
from damiera.service.tournament.acts import TournamentService
from damiera.service.tournament.event import LiveEvent
from damiera.service.tournament.rights import Right, demand
from damiera.service.tournament.transaction import EventTransaction
from damiera.tournament.acts import PersonNote
from damiera.tournament.model import EventRole

__all__ = ["EventPeopleService", "EventPerson", "NewPersonCode", "role_called"]

CODE_SIGNS: Final = 12
MOST_PEOPLE: Final = 100
_SALT: Final = b"damiera event person"
_ROUNDS: Final = 20_000

_NO_CODE = Message("This code opens no event, or was not given to somebody of this name.")
_NO_ROLE = Message("There is no such role.")
_NO_PERSON = Message("Nobody here has this code any more: look at the list as it stands now.")
_NAMED_SO = Message("Somebody at this event is called {name} already: the log needs a name for each.")
_TOO_MANY = Message("{n} people have codes: withdraw one first.")
_RUNS_IT = Message("This browser is the arbiter's already: enter this code where {name} works.")
_GIVEN_TO = Message("Your code was given to this name: another arbiter can give you another one.")
_LAST = Message("Who made the event stays its arbiter.")
_YOURSELF = Message("Nobody takes the code from themselves: another arbiter can.")


class EventPerson(msgspec.Struct, frozen=True):
    """Somebody with a code of their own.

    Attributes:
        since: when they got the code they have; `withdrawn`: it opens nothing any more.
        devices: how many browsers have come in with it.
    """

    id: str
    name: str
    role: EventRole
    since: int
    withdrawn: bool
    devices: int


class NewPersonCode(msgspec.Struct, frozen=True):
    """A code that was just made: it is shown now, and never again."""

    name: str
    role: EventRole
    code: str


def role_called(name: str) -> EventRole:
    """Return the role of this name. Raises `BadTerms`."""
    try:
        return EventRole(name)
    except ValueError:
        raise BadTerms("role", _NO_ROLE) from None


class EventPeopleService:
    """The use cases of codes. Threads may share it."""

    def __init__(self, tournaments: TournamentService, store: StorePort, clock: ServerClock) -> None:
        self._tournaments = tournaments
        self._store = store
        self._clock = clock

    def listed(self, id: str, who: Visitor) -> tuple[EventPerson, ...]:
        """Return who has or had a code, to the arbiter. Raises `NotYours` to anybody else."""
        demand(self._tournaments.load(id), who, Right.LEAD)
        with self._store.read() as work:
            devices = work.event_people.devices(id)
            return tuple(
                EventPerson(
                    one.id,
                    one.name,
                    EventRole(one.role),
                    one.since,
                    one.withdrawn_at is not None,
                    0 if one.withdrawn_at is not None else devices.get(one.id, 0),
                )
                for one in work.event_people.of(id)
            )

    def give(self, id: str, who: Visitor, role: EventRole, name: str) -> NewPersonCode:
        """Give somebody a code; see `give_all`."""
        return self.give_all(id, who, role, [name])[0]

    def give_all(self, id: str, who: Visitor, role: EventRole, names: Sequence[str]) -> list[NewPersonCode]:
        """Give each of some people a code of their own, all of them or none.

        Raises:
            NotYours: to anybody but the arbiter.
            BadTerms: for a name that is none, or that somebody of the event has.
        """
        made = [NewPersonCode(clean_name(name), role, _new_person_code()) for name in names]

        def step(transaction: EventTransaction) -> None:
            people = transaction.work.event_people
            for one in made:
                held = [other for other in people.of(id) if other.withdrawn_at is None]
                if len(held) >= MOST_PEOPLE:
                    raise BadTerms("name", _TOO_MANY.format(n=len(held)))
                _check_free(transaction, one.name, [said for _, said in transaction.live.arbiters])
                record = EventPersonRecord(new_id(), id, one.name, role, transaction.now, None)
                people.add(record, _hash(one.code))
                transaction.act(PersonNote(name=one.name, role=role, change="given"))

        self._tournaments.change(id, who, step, closed=True, right=Right.LEAD)
        return made

    def renew(self, id: str, who: Visitor, person_id: str) -> NewPersonCode:
        """Give somebody another code for one that was lost: the old one, and who came by it, are out.

        Raises:
            NotFound: if nobody of the event has this id, or their code was withdrawn.
        """
        code = _new_person_code()
        hashed, made = _hash(code), list[NewPersonCode]()

        def step(transaction: EventTransaction) -> None:
            one = _person(transaction, person_id)
            transaction.work.event_people.renew(one.id, code_hash=hashed, at=transaction.now)
            role = EventRole(one.role)
            transaction.act(PersonNote(name=one.name, role=role, change="renewed"))
            made.append(NewPersonCode(one.name, role, code))

        self._tournaments.change(id, who, step, closed=True, right=Right.LEAD)
        return made[-1]

    def withdraw(self, id: str, who: Visitor, person_id: str) -> LiveEvent:
        """Let a code open nothing any more, at once. What was entered with it stands.

        Raises:
            NotFound: if nobody of the event has this id, or their code was withdrawn.
            RefusedAct: to whoever has come in by this code.
        """

        def step(transaction: EventTransaction) -> None:
            one = _person(transaction, person_id)
            if any((s.player_id, s.person_id) == (who.id, one.id) for s in transaction.live.staff):
                raise RefusedAct(_YOURSELF)
            transaction.work.event_people.withdraw(one.id, at=transaction.now)
            transaction.act(PersonNote(name=one.name, role=EventRole(one.role), change="withdrawn"))

        return self._tournaments.change(id, who, step, closed=True, right=Right.LEAD)

    def remove_arbiter(self, id: str, who: Visitor, player_id: str) -> LiveEvent:
        """Let somebody who came by the event's own code be no arbiter any more; who made the event stays.

        Raises:
            NotFound: if they are none.
            RefusedAct: for whoever made the event, and for oneself.
        """

        def step(transaction: EventTransaction) -> None:
            arbiters = transaction.live.arbiters
            name = next((said for one, said in arbiters if one == player_id), None)
            if name is None:
                raise NotFound(player_id, _NO_PERSON)
            if player_id == transaction.live.maker:
                raise RefusedAct(_LAST)
            if player_id == who.id:
                raise RefusedAct(_YOURSELF)
            transaction.work.tournaments.let_out(id, player_id=player_id)
            transaction.act(PersonNote(name=name, role=EventRole.ARBITER, change="withdrawn"))

        return self._tournaments.change(id, who, step, closed=True, right=Right.LEAD)

    def name_yourself(self, id: str, who: Visitor, name: str) -> LiveEvent:
        """Say how the log calls an arbiter who has no code of their own, from the next entry on.

        Raises:
            BadTerms: for a name that is none, or that somebody else of the event has.
            RefusedAct: to whoever came by a code of their own: it was given to a name.
        """
        called = clean_name(name)

        def step(transaction: EventTransaction) -> None:
            arbiters = dict(transaction.live.arbiters)
            if who.id not in arbiters:
                raise RefusedAct(_GIVEN_TO)
            if arbiters[who.id] == called:
                return
            _check_free(transaction, called, [said for one, said in arbiters.items() if one != who.id])
            transaction.work.tournaments.name_arbiter(id, player_id=who.id, name=called)
            transaction.act(PersonNote(name=called, role=EventRole.ARBITER, change="named"))

        return self._tournaments.change(id, who, step, closed=True, right=Right.LEAD)

    def renew_event_code(self, id: str, who: Visitor) -> LiveEvent:
        """Give the event another code of its own: the old one lets no further arbiter in."""
        demand(self._tournaments.load(id), who, Right.LEAD)
        with self._store.write() as work:
            work.tournaments.set_code(id, new_code())
        return self._tournaments.forget(id)

    def enter(self, code: str, who: Visitor, name: str = "") -> LiveEvent:
        """Let in whoever has a code: the event's own, or one given to somebody of this name.

        Raises:
            NotFound: if the code opens no event, or is somebody else's.
            BadTerms: for a name that is none; RefusedAct: where the arbiter's browser would lose its rights.
        """
        typed = read_code(code)
        if len(typed) != CODE_SIGNS:
            return self._tournaments.join(code, who, name)
        hashed = _hash(typed)
        with self._store.write() as work:
            one = work.event_people.by_code(hashed)
            if one is None or not _fits(name, one.name):
                raise NotFound(code, _NO_CODE)
            if _leads(work, one, who) and one.role != EventRole.ARBITER:
                raise RefusedAct(_RUNS_IT.format(name=one.name))
            work.event_people.bind(
                one.tournament_id, player_id=who.id, person_id=one.id, at=self._clock.now_ms()
            )
        return self._tournaments.load(one.tournament_id)

    def leave(self, id: str, who: Visitor) -> LiveEvent:
        """Let a browser act for nobody here any more; whose code it was can enter again."""
        with self._store.write() as work:
            work.event_people.unbind(id, player_id=who.id)
        return self._tournaments.load(id)


def _check_free(transaction: EventTransaction, name: str, others: Sequence[str]) -> None:
    """Make sure that nobody of the event has a name. Raises `BadTerms`."""
    held = transaction.work.event_people.of(transaction.live.row.id)
    names = [*others, *(one.name for one in held if one.withdrawn_at is None)]
    if name.casefold() in (one.casefold() for one in names):
        raise BadTerms("name", _NAMED_SO.format(name=name))


def _person(transaction: EventTransaction, person_id: str) -> EventPersonRecord:
    """Return somebody of this event whose code holds. Raises `NotFound`."""
    one = transaction.work.event_people.get(person_id)
    if one is None or one.tournament_id != transaction.live.row.id or one.withdrawn_at is not None:
        raise NotFound(person_id, _NO_PERSON)
    return one


def _leads(work: Transaction, one: EventPersonRecord, who: Visitor) -> bool:
    """Tell whether a browser is an arbiter's of the event that a code is for."""
    if any(player == who.id for player, _ in work.tournaments.arbiters(one.tournament_id)):
        return True
    held = next((s for s in work.event_people.staff(one.tournament_id) if s.player_id == who.id), None)
    return held is not None and not held.withdrawn and held.role == EventRole.ARBITER


def _fits(typed: str, name: str) -> bool:
    """Tell whether somebody wrote this name: all of it or some of its words, in any order and case.

    >>> _fits("rossi  ANNA", "Anna Rossi"), _fits("Anna", "Anna Rossi"), _fits("", "Anna Rossi")
    (True, True, False)
    """
    words = set(typed.casefold().split())
    return bool(words) and words <= set(name.casefold().split())


def _new_person_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_SIGNS))


def _hash(code: str) -> str:
    """Return what is kept of a code: slow to make, so that a stolen database opens no event."""
    return hashlib.pbkdf2_hmac("sha256", code.encode(), _SALT, _ROUNDS).hex()
