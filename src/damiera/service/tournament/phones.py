"""Which phone speaks for which player.

The log holds what everybody may prove: that players may report, who reported what, which games belong to
which boards (`damiera.tournament.state.PhoneNotes`). Beside the log stand secrets and bindings. A player is
named there by the line that entered them: start numbers may be given anew, and a number may be somebody
else's tomorrow.

Codes are made from the event's secret and that line, so that they need not be kept, cannot be guessed, and
can be replaced one by one.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from damiera.messages import Message
from damiera.service.errors import BadTerms, NotFound
from damiera.service.identity import Visitor
from damiera.service.names import ALPHABET, CODE_LENGTH, read_code
from damiera.service.ports import ServerClock, StorePort, Transaction
from damiera.service.tournament.acts import TournamentService
from damiera.service.tournament.event import LiveEvent
from damiera.service.tournament.rights import Right, demand
from damiera.service.tournament.transaction import EventTransaction
from damiera.tournament.acts import NewCodeNote
from damiera.tournament.model import EventPlayer

__all__ = ["Card", "PhoneService", "accounts_at", "bound_player", "code_from", "secret_of"]


# --- codes and phones ------------------------------------------------------------------------------------


def secret_of(work: Transaction, id: str) -> bytes:
    """Return what an event's codes are made from, made now if need be: in a transaction that writes."""
    found = work.phones.secret(id)
    if found is None:
        found = secrets.token_hex(32)
        work.phones.set_secret(id, found)
    return bytes.fromhex(found)


def code_from(secret: bytes, *about: object) -> str:
    """Return a code of 40 bits for something."""
    digest = hmac.digest(secret, ".".join(map(str, about)).encode(), "sha256")
    number = int.from_bytes(digest[:8])
    return "".join(ALPHABET[number >> 5 * place & 31] for place in range(CODE_LENGTH))


def bound_player(work: Transaction, live: LiveEvent, player_id: str | None) -> int | None:
    """Return the start number of the player that a phone speaks for."""
    if player_id is None:
        return None
    key = work.phones.bound(live.row.id, player_id)
    return live.margin.number_of(key) if key is not None else None


def accounts_at(work: Transaction, live: LiveEvent) -> dict[int, str]:
    """Return who speaks for the players of an event, by start number: of several phones the first."""
    found: dict[int, str] = {}
    for key, player_id in work.phones.phones(live.row.id):
        number = live.margin.number_of(key)
        if number is not None:
            found.setdefault(number, player_id)
    return found


class Card(msgspec.Struct, frozen=True):
    """What the arbiter hands to a player: their code. `phones`: how many phones speak for them already."""

    player: EventPlayer
    code: str
    phones: int


_NO_SUCH_CODE: Final = Message("This code is nobody's in this event: check it, or ask the arbiter.")
_NO_PLAYER: Final = Message("No player has number {n}.")


class PhoneService:
    """The use cases of cards and codes: whose phone is whose."""

    def __init__(self, tournaments: TournamentService, store: StorePort, clock: ServerClock) -> None:
        self._tournaments = tournaments
        self._store = store
        self._clock = clock

    def cards(self, id: str, who: Visitor) -> tuple[Card, ...]:
        """Return every player's code, by start number, to the arbiter.

        Raises:
            NotYours: to anybody else.
        """
        live = self._tournaments.load(id)
        demand(live, who, Right.RUN)
        with self._store.write() as work:
            codes = dict(_codes(live, secret_of(work, id)))
            phones = [key for key, _ in work.phones.phones(id)]
        margin = live.margin
        return tuple(
            Card(player, codes[player.number], phones.count(margin.keys.get(player.number, 0)))
            for player in sorted(live.event.players, key=lambda p: p.number)
        )

    def card(self, id: str, who: Visitor, number: int) -> Card:
        """Return one player's code, to the arbiter.

        Raises:
            NotYours: to anybody else.
            NotFound: if nobody has the number.
        """
        found = next((card for card in self.cards(id, who) if card.player.number == number), None)
        if found is None:
            raise NotFound(str(number), _NO_PLAYER.format(n=number))
        return found

    def whose(self, id: str, code: str) -> EventPlayer:
        """Return whose code this is. Raises `NotFound`."""
        live = self._tournaments.load(id)
        with self._store.read() as work:
            secret = work.phones.secret(id)
        wanted = read_code(code)
        found = next((n for n, own in _codes(live, bytes.fromhex(secret or "")) if own == wanted), None)
        if secret is None or found is None:
            raise NotFound(code, _NO_SUCH_CODE)
        return live.event.player(found)

    def bind(self, id: str, who: Visitor, code: str) -> EventPlayer:
        """Let a phone speak for whoever the code is of. Raises `NotFound`."""
        player = self.whose(id, code)
        key = self._tournaments.load(id).margin.keys[player.number]
        with self._store.write() as work:
            work.phones.bind(id, player_id=who.id, key=key, at=self._clock.now_ms())
        return player

    def unbind(self, id: str, who: Visitor) -> None:
        """Let a phone speak for nobody."""
        with self._store.write() as work:
            work.phones.unbind(id, player_id=who.id)

    def who_is(self, id: str, player_id: str | None) -> EventPlayer | None:
        """Return the player that a phone speaks for, or None."""
        live = self._tournaments.load(id)
        with self._store.read() as work:
            number = bound_player(work, live, player_id)
        return live.event.player(number) if number is not None else None

    def stamps(self, ids: Sequence[str]) -> dict[str, tuple[int, int]]:
        """Return how far events have come: the last line of each log, and how many ask to play."""
        with self._store.read() as work:
            rows = {id: work.tournaments.get(id) for id in ids}
            return {id: (row.version, work.phones.waiting(id)) for id, row in rows.items() if row}

    def replace_code(self, id: str, who: Visitor, number: int) -> LiveEvent:
        """Give a player another code; the old one, and every phone that used it, is worth nothing then."""

        def step(transaction: EventTransaction) -> None:
            key = transaction.log.state.margin.keys.get(number)
            if key is None:
                raise BadTerms("number", _NO_PLAYER.format(n=number))
            transaction.act(NewCodeNote(number=number))
            transaction.work.phones.unbind_all(id, key=key)

        return self._tournaments.change(id, who, step)


def _codes(live: LiveEvent, secret: bytes) -> Iterator[tuple[int, str]]:
    margin = live.margin
    for number, key in margin.keys.items():
        yield number, code_from(secret, "player", key, margin.issues.get(key, 0))
