"""Registration by link: a player asks to play, and the arbiter takes them or does not.

The link holds a code that nobody can guess; it can be closed, opened again and replaced, and closes by itself
at the entry deadline and when the first round is paired. Who asks waits beside the log, where they can be
forgotten; only who is taken or refused, by whom and when, goes into it.
"""

from __future__ import annotations

import hmac
from datetime import datetime
from typing import Final, Literal

import msgspec
from msgspec import UNSET, structs

from damiera.messages import Message, Text
from damiera.records.tournaments import RequestRecord
from damiera.service.errors import BadTerms, Conflict, NotFound, NotYours, RefusedAct
from damiera.service.identity import Visitor
from damiera.service.names import new_id, read_code
from damiera.service.ports import ServerClock, StorePort, Transaction
from damiera.service.tournament.acts import TournamentService
from damiera.service.tournament.entries import check_elo, enter_all
from damiera.service.tournament.event import LiveEvent
from damiera.service.tournament.phones import bound_player, code_from, secret_of
from damiera.service.tournament.transaction import EventTransaction
from damiera.tournament import acts
from damiera.tournament.errors import BadTournament
from damiera.tournament.model import EventPlayer
from damiera.tournament.state import RegistrationWindow

__all__ = ["EntryRequest", "Registration", "RegistrationLink", "applicant", "shut_because"]

MOST_WAITING: Final = 500
MOST_EACH: Final = 6

_WRONG_LINK: Final = Message("This address registers for no event any more: ask the arbiter for the new one.")
_NOT_OPEN: Final = Message("Registration by this address is closed: talk to the arbiter.")
_DEADLINE: Final = Message("The entry deadline has passed.")
_BEGUN: Final = Message("The event has begun: whoever comes now talks to the arbiter.")
_OVER: Final = Message("The event is over.")
_THERE: Final = Message(
    "{n} is entered already, as number {k}. If you are somebody else, add your club and year of birth."
)
_CARD_THERE: Final = Message("Card {c} is {n}'s already, entered as number {k}.")
_WAITS: Final = Message("{n} has asked to enter already, and waits for the arbiter.")
_FULL: Final = Message("Too many wait already: the arbiter has to answer first.")
_ENOUGH: Final = Message("{n} have registered from this phone already: the arbiter enters the others.")
_NO_REQUEST: Final = Message("There is no such request.")
_ANSWERED: Final = Message("This request is answered already.")
_NAME: Final = Message("Write surname and name, at most 80 letters.")
_LONG: Final = Message("At most {n} letters.")

_LENGTHS: Final = {"card": 40, "club": 80, "province": 20, "category": 20, "born": 10}


class _Facts(msgspec.Struct, frozen=True):
    """What stands in a request."""

    player: EventPlayer
    reason: str = ""


class RegistrationLink(msgspec.Struct, frozen=True):
    """The link as the arbiter sees it: `shut` says why nobody can come in by it now."""

    code: str
    at_once: bool
    shut: Text | None


class EntryRequest(msgspec.Struct, frozen=True):
    """Somebody who asked to play, and what became of it.

    Attributes:
        state: waiting, taken, refused or withdrawn.
        number: their start number once taken.
        like: who has the same name and is entered or asked before.
        reason: why they were refused.
    """

    id: str
    at: int
    player: EventPlayer
    state: Literal["waiting", "taken", "refused", "withdrawn"]
    number: int | None = None
    like: tuple[str, ...] = ()
    reason: str = ""


def applicant(
    *, name: str, elo: int, sex: str, card: str, club: str, province: str, category: str, born: str
) -> EventPlayer:
    """Return who wants to play, as they wrote themselves in; `Registration.ask` checks it."""
    known: Literal["f", "m"] | None = "f" if sex == "f" else "m" if sex == "m" else None
    return EventPlayer(
        0, name, elo, category=category, club=club, province=province, sex=known, born=born, card=card
    )


def shut_because(live: LiveEvent, door: RegistrationWindow | None, now_ms: int) -> Text | None:
    """Return why nobody can register now; None if everybody can."""
    if door is None or not door.open:
        return _NOT_OPEN
    if live.over:
        return _OVER
    if live.begun:
        return _BEGUN
    now = datetime.fromtimestamp(now_ms / 1000).strftime("%Y-%m-%dT%H:%M")
    deadline = live.announced.deadline
    if deadline and now >= (deadline if "T" in deadline else f"{deadline}T24:00"):
        return _DEADLINE
    return None


class Registration:
    """The use cases of the link, of those who ask by it and of the arbiter who answers."""

    def __init__(self, tournaments: TournamentService, store: StorePort, clock: ServerClock) -> None:
        self._tournaments = tournaments
        self._store = store
        self._clock = clock

    # --- the arbiter ---

    def open(self, id: str, who: Visitor, *, at_once: bool, fresh: bool = False) -> LiveEvent:
        """Open registration; with `fresh` by a new link, and the old one is worth nothing.

        Args:
            at_once: are those who ask entered without waiting for the arbiter?
        """

        def step(transaction: EventTransaction) -> None:
            door = transaction.log.state.margin.door
            if transaction.live.begun:
                raise BadTournament(_BEGUN)
            line = UNSET if door is None or fresh else door.line
            transaction.act(acts.RegistrationNote(open=True, at_once=at_once, line=line))

        return self._tournaments.change(id, who, step)

    def close(self, id: str, who: Visitor) -> LiveEvent:
        """Close registration; the link stays the same if it is opened again."""

        def step(transaction: EventTransaction) -> None:
            door = transaction.log.state.margin.door
            if door is not None and door.open:
                transaction.act(acts.RegistrationNote(open=False, at_once=door.at_once, line=door.line))

        return self._tournaments.change(id, who, step)

    def link(self, id: str) -> RegistrationLink | None:
        """Return the link, for the arbiter's page; None if there never was one."""
        live = self._tournaments.load(id)
        door = live.margin.door
        if door is None:
            return None
        with self._store.write() as work:
            code = code_from(secret_of(work, id), "join", door.line)
        return RegistrationLink(code, door.at_once, shut_because(live, door, self._clock.now_ms()))

    def waiting(self, id: str) -> tuple[EntryRequest, ...]:
        """Return who waits for an answer, first come first."""
        live = self._tournaments.load(id)
        with self._store.read() as work:
            rows = work.phones.requests(id, state="waiting", limit=MOST_WAITING)
        asked = [_asking(row, live) for row in rows]
        return tuple(structs.replace(one, like=_like(one, live, asked)) for one in asked)

    def count(self, id: str) -> int:
        """Return how many wait for an answer."""
        with self._store.read() as work:
            return work.phones.waiting(id)

    def accept(self, id: str, who: Visitor, request: str) -> LiveEvent:
        """Enter who asked; their phone speaks for them from now on.

        Raises:
            NotFound, Conflict: if there is no such request, or it is answered.
            BadTournament: if they are entered already.
        """

        def step(transaction: EventTransaction) -> None:
            row = _request(transaction.work, id, request)
            _take(transaction, row)
            transaction.act(acts.AdmittedNote(request=row.id))

        return self._tournaments.change(id, who, step)

    def refuse(self, id: str, who: Visitor, request: str, reason: str = "") -> LiveEvent:
        """Refuse a request: the name and the reason go into the log; everything else is deleted."""

        def step(transaction: EventTransaction) -> None:
            row = _request(transaction.work, id, request)
            facts = _facts(row)
            kept = _Facts(EventPlayer(0, facts.player.name), " ".join(reason.split())[:300])
            if not transaction.work.phones.answer(row.id, state="refused", facts=_written(kept)):
                raise Conflict(transaction.live.version, _ANSWERED)
            transaction.act(acts.RefusedNote(name=facts.player.name), reason)

        return self._tournaments.change(id, who, step)

    def refuse_all(self, id: str, who: Visitor, reason: str = "") -> LiveEvent:
        """Turn everybody away who waits, as when somebody fills the list for fun: one line of the log."""

        def step(transaction: EventTransaction) -> None:
            phones = transaction.work.phones
            rows = phones.requests(id, state="waiting", limit=MOST_WAITING)
            for row in rows:
                kept = _Facts(EventPlayer(0, _facts(row).player.name), " ".join(reason.split())[:300])
                phones.answer(row.id, state="refused", facts=_written(kept))
            if rows:
                transaction.act(acts.RefusedAllNote(count=len(rows)), reason)

        return self._tournaments.change(id, who, step)

    # --- who asks ---

    def come_to(self, id: str, code: str) -> tuple[LiveEvent, Text | None]:
        """Return the event a link leads to, and why nobody can register now.

        Raises:
            NotFound: for a link that is none, or none any more.
        """
        live = self._tournaments.load(id)
        door = live.margin.door
        with self._store.read() as work:
            secret = work.phones.secret(id)
        if door is None or secret is None:
            raise NotFound(code, _WRONG_LINK)
        own = code_from(bytes.fromhex(secret), "join", door.line)
        if not hmac.compare_digest(own.encode(), read_code(code).encode()):
            raise NotFound(code, _WRONG_LINK)
        return live, shut_because(live, door, self._clock.now_ms())

    def ask(self, id: str, code: str, who: Visitor, player: EventPlayer) -> EntryRequest:
        """Ask to play. Where the arbiter chose so, who asks is entered at once.

        Raises:
            NotFound: for a wrong link; BadTournament: where it is shut.
            BadTerms: for what makes no player, or who is there already, with the field.
            RefusedAct: where too many wait.
        """
        player = _checked(player)
        _, shut = self.come_to(id, code)
        if shut is not None:
            raise BadTournament(shut)
        request = new_id()

        def step(transaction: EventTransaction) -> None:
            door = transaction.log.state.margin.door
            shut = shut_because(transaction.live, door, transaction.now)
            if door is None or shut is not None:
                raise BadTournament(shut or _NOT_OPEN)
            phones = transaction.work.phones
            _check_room(transaction.work, id, who)
            rows = phones.requests(id, state="waiting", limit=MOST_WAITING)
            _check_new(transaction.live, player, [_facts(row).player for row in rows])
            phones.ask(
                id=request,
                tournament_id=id,
                player_id=who.id,
                at=transaction.now,
                facts=_written(_Facts(player)),
            )
            if door.at_once and not _like(EntryRequest(request, 0, player, "waiting"), transaction.live, ()):
                transaction.name = f"{player.name} (link)"
                _take(transaction, _request(transaction.work, id, request))

        self._tournaments.change(id, who, step, player=True)
        return self.asked(id, request)

    def asked(self, id: str, request: str) -> EntryRequest:
        """Return what became of a request. Raises `NotFound`."""
        live = self._tournaments.load(id)
        with self._store.read() as work:
            return _asking(_request(work, id, request), live)

    def asked_by(self, id: str, player_id: str | None) -> tuple[EntryRequest, ...]:
        """Return what one visitor has asked in an event, the newest first."""
        if player_id is None:
            return ()
        live = self._tournaments.load(id)
        with self._store.read() as work:
            return tuple(_asking(row, live) for row in work.phones.asked_by(id, player_id))

    def withdraw(self, id: str, who: Visitor, request: str) -> None:
        """Take a request back that is not answered; everything but the name is forgotten.

        Raises:
            NotYours: to anybody else.
            Conflict: if it is answered.
        """
        with self._store.write() as work:
            row = _request(work, id, request)
            if row.player_id != who.id:
                raise NotYours(_NO_REQUEST)
            kept = _Facts(EventPlayer(0, _facts(row).player.name))
            if not work.phones.answer(row.id, state="withdrawn", facts=_written(kept)):
                raise Conflict(0, _ANSWERED)


def _checked(player: EventPlayer) -> EventPlayer:
    """Return a player as they may be written down. Raises `BadTerms` with the field."""
    name = " ".join(player.name.split())
    if not name or len(name) > 80 or not name.isprintable():
        raise BadTerms("name", _NAME)
    check_elo(player.elo)
    plain = {field: " ".join(str(getattr(player, field)).split()) for field in _LENGTHS}
    for field, text in plain.items():
        if len(text) > _LENGTHS[field] or not text.isprintable():
            raise BadTerms(field, _LONG.format(n=_LENGTHS[field]))
    return EventPlayer(0, name, elo=player.elo, sex=player.sex, **plain)  # type: ignore[arg-type]


def _check_room(work: Transaction, id: str, who: Visitor) -> None:
    if work.phones.waiting(id) >= MOST_WAITING:
        raise RefusedAct(_FULL)
    own = [row for row in work.phones.asked_by(id, who.id) if row.state in ("waiting", "taken")]
    if len(own) >= MOST_EACH:
        raise RefusedAct(_ENOUGH.format(n=len(own)))


def _check_new(live: LiveEvent, player: EventPlayer, waiting: list[EventPlayer]) -> None:
    """Tell somebody who is entered already that they are."""
    for other in live.event.players:
        if player.card and other.card.casefold() == player.card.casefold():
            raise BadTerms("card", _CARD_THERE.format(c=player.card, n=other.name, k=other.number))
        if _same(player, other):
            raise BadTerms("name", _THERE.format(n=other.name, k=other.number))
    for other in waiting:
        if _same(player, other) or (player.card and other.card.casefold() == player.card.casefold()):
            raise BadTerms("name", _WAITS.format(n=other.name))


def _same(a: EventPlayer, b: EventPlayer) -> bool:
    """Tell whether two are one: the same name, and nothing that says otherwise."""
    if a.name.casefold() != b.name.casefold():
        return False
    told = [(x.casefold(), y.casefold()) for x, y in ((a.club, b.club), (a.born, b.born), (a.card, b.card))]
    return not any(x and y and x != y for x, y in told)


def _like(
    one: EntryRequest, live: LiveEvent, asked: tuple[EntryRequest, ...] | list[EntryRequest]
) -> tuple[str, ...]:
    """Return who has the same name: perhaps the same person, perhaps not."""
    name = one.player.name.casefold()
    there = [f"{p.number}. {p.name}" for p in live.event.players if p.name.casefold() == name]
    before = [a for a in asked if a.id != one.id and a.player.name.casefold() == name]
    return (*there, *(a.player.name for a in before))


def _request(work: Transaction, id: str, request: str) -> RequestRecord:
    row = work.phones.request(request)
    if row is None or row.tournament_id != id:
        raise NotFound(request, _NO_REQUEST)
    return row


def _take(transaction: EventTransaction, row: RequestRecord) -> None:
    """Enter who asked, and let their phone speak for them unless it speaks for somebody else."""
    phones, id = transaction.work.phones, transaction.live.row.id
    enter_all(transaction, [_facts(row).player])
    key = len(transaction.log.lines)
    if not phones.answer(row.id, state="taken", key=key):
        raise Conflict(transaction.live.version, _ANSWERED)
    if row.player_id is not None and bound_player(transaction.work, transaction.live, row.player_id) is None:
        phones.bind(id, player_id=row.player_id, key=key, at=transaction.now)


_facts_decoder = msgspec.json.Decoder(_Facts)


def _facts(row: RequestRecord) -> _Facts:
    return _facts_decoder.decode(row.facts)


def _written(facts: _Facts) -> str:
    return msgspec.json.encode(facts).decode()


def _asking(row: RequestRecord, live: LiveEvent) -> EntryRequest:
    facts = _facts(row)
    number = live.margin.number_of(row.key) if row.key is not None else None
    return EntryRequest(
        row.id,
        row.at,
        facts.player,
        row.state,  # type: ignore[arg-type]
        number=number,
        reason=facts.reason,
    )
