"""What an event's log tells of its players' phones, and whose phone is whose.

The log holds what everybody may prove: that players may report, who reported what, which games belong to
which boards. Beside the log stand secrets and bindings. A player is named there by the line that entered
him: start numbers may be given anew, and a number may be somebody else's tomorrow.

Codes are made from the event's secret and that line, so that they need not be kept, cannot be guessed, and
can be replaced one by one.
"""

from __future__ import annotations

import hmac
import secrets
import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final, Literal

from damiera.lang import Text
from damiera.service.errors import BadTerms, NotFound, NotYours
from damiera.service.hall.acts import Hall
from damiera.service.hall.event import LiveEvent
from damiera.service.hall.sitting import Sitting
from damiera.service.identity import Visitor
from damiera.service.names import ALPHABET, CODE_LENGTH, read_code
from damiera.service.ports import Clock, Store, UnitOfWork
from damiera.tournament.log import Entry, Log
from damiera.tournament.model import Player

__all__ = [
    "Attached",
    "Board",
    "Card",
    "Colour",
    "Door",
    "Margin",
    "Phones",
    "Place",
    "Said",
    "bound_player",
    "code_from",
    "margin_of",
    "secret_of",
]

Colour = Literal["white", "black"]
Place = tuple[int, int, int]
"""Round, board, leg."""

_KEPT: Final = 64


@dataclass(frozen=True, slots=True)
class Said:
    """What one of two players has reported: `result` as White's chair sees it."""

    result: str
    at: int


@dataclass(frozen=True, slots=True)
class Door:
    """Registration by link: `line` is where the log opened it, so a new line makes a new link."""

    line: int
    open: bool
    at_once: bool


@dataclass(frozen=True, slots=True)
class Attached:
    """The game of a board: its PDN, and the game of this house that it was, if it was one."""

    pdn: str
    game: str = ""


@dataclass(frozen=True, slots=True)
class Board:
    """A board that is played in a game of this house, for as long as these two sit there."""

    game: str
    white: int
    black: int


@dataclass(frozen=True, slots=True)
class Margin:
    """What stands in the margins of a log about players' phones.

    Attributes:
        reporting: may players report results?
        keys: the line that entered each player, by start number.
        issues: how often the code of such a line was replaced.
        said: what has been reported of boards without a result.
        online: the games of this house that boards are played in.
        plays_online: are boards made into games here as soon as a round is paired? With which `clock`?
        games: what was played at the boards.
    """

    reporting: bool = False
    plays_online: bool = False
    clock: str = ""
    door: Door | None = None
    keys: Mapping[int, int] = field(default_factory=dict)
    issues: Mapping[int, int] = field(default_factory=dict)
    said: Mapping[Place, Mapping[Colour, Said]] = field(default_factory=dict)
    online: Mapping[Place, Board] = field(default_factory=dict)
    games: Mapping[Place, Attached] = field(default_factory=dict)

    def number_of(self, key: int | None) -> int | None:
        """Return the start number of who was entered by a line."""
        return next((number for number, own in self.keys.items() if own == key), None)


_known: OrderedDict[str, Margin] = OrderedDict()
_lock = threading.Lock()


def margin_of(log: Log) -> Margin:
    """Return what a log's margins say."""
    with _lock:
        found = _known.get(log.head)
    if found is None:
        found = _read(log)
        with _lock:
            _known[log.head] = found
            while len(_known) > _KEPT:
                _known.popitem(last=False)
    return found


class _Reader:
    """Reads a log from its first line that counts to its last."""

    def __init__(self) -> None:
        self.switches = {"reporting": False, "plays-online": False}
        self.door: Door | None = None
        self.keys: dict[int, int] = {}
        self.gone: dict[int, int] = {}
        self.issues: dict[int, int] = {}
        self.said: dict[Place, dict[Colour, Said]] = {}
        self.clock = ""
        self.online: dict[Place, Board] = {}
        self.games: dict[Place, Attached] = {}

    def read(self, entry: Entry) -> None:
        data = entry.data
        match entry.act:
            case "enter":
                self.keys[int(data["number"])] = entry.number
            case "remove":
                number = int(data["number"])
                self.gone[number] = self.keys.pop(number, 0)
            case "pair":
                self._forget(lambda place: place[0] == int(data["round"]))
            case "swap" | "turn":
                self._forget(lambda place: place[0] == int(data["round"]), only_said=True)
            case "result":
                self.said.pop(_place(data), None)
            case "note":
                self._note(entry, data)

    def _note(self, entry: Entry, data: Mapping[str, Any]) -> None:
        match data.get("about"):
            case "reporting" | "plays-online":
                self.switches[str(data["about"])] = bool(data["on"])
                self.clock = str(data.get("clock", self.clock))
            case "door":
                self.door = Door(
                    int(data.get("line") or entry.number), bool(data["open"]), bool(data["at_once"])
                )
            case "new-code":
                key = self.keys.get(int(data["number"]), 0)
                self.issues[key] = self.issues.get(key, 0) + 1
            case "numbered":
                new = {int(n): own for old, n in data["new"].items() if (own := self.gone.get(int(old)))}
                self.keys |= new
                self.gone = {}
            case "reported":
                self.said.setdefault(_place(data), {})[data["colour"]] = Said(str(data["result"]), entry.at)
            case "online":
                board = Board(str(data["game"]), int(data["white"]), int(data["black"]))
                self.online[_place(data)] = board
            case "game" if data["pdn"]:
                self.games[_place(data)] = Attached(str(data["pdn"]), str(data.get("game", "")))
            case "game":
                self.games.pop(_place(data), None)

    def _forget(self, about: Any, *, only_said: bool = False) -> None:
        for kept in (self.said,) if only_said else (self.said, self.online, self.games):
            for place in [p for p in kept if about(p)]:
                del kept[place]


def _place(data: Mapping[str, Any]) -> Place:
    return int(data["round"]), int(data["board"]), int(data.get("leg", 1))


def _read(log: Log) -> Margin:
    reader = _Reader()
    for entry in log.effective():
        reader.read(entry)
    return Margin(
        reader.switches["reporting"],
        reader.switches["plays-online"],
        reader.clock,
        reader.door,
        MappingProxyType(reader.keys),
        MappingProxyType(reader.issues),
        MappingProxyType({place: MappingProxyType(both) for place, both in reader.said.items()}),
        MappingProxyType(reader.online),
        MappingProxyType(reader.games),
    )


# --- codes and phones ------------------------------------------------------------------------------------


def secret_of(work: UnitOfWork, id: str) -> bytes:
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


def bound_player(work: UnitOfWork, live: LiveEvent, player_id: str | None) -> int | None:
    """Return the start number of the player that a phone speaks for."""
    if player_id is None:
        return None
    key = work.phones.bound(live.id, player_id)
    return margin_of(live.log).number_of(key) if key is not None else None


@dataclass(frozen=True, slots=True)
class Card:
    """What the arbiter hands to a player: his code. `phones`: how many speak for him already."""

    player: Player
    code: str
    phones: int


_NO_SUCH_CODE: Final = Text(
    "Questo codice non è di nessuno in questo torneo: controllalo, o chiedilo all'arbitro.",
    "This code is nobody's in this event: check it, or ask the arbiter.",
)
_NO_PLAYER: Final = Text("Nessun giocatore ha il numero {n}.", "No player has number {n}.")


class Phones:
    """The use cases of cards and codes: whose phone is whose."""

    def __init__(self, hall: Hall, store: Store, clock: Clock) -> None:
        self._hall = hall
        self._store = store
        self._clock = clock

    def cards(self, id: str, who: Visitor) -> tuple[Card, ...]:
        """Return every player's code, by start number, to the arbiter.

        Raises:
            NotYours: to anybody else.
        """
        live = self._hall.load(id)
        if not live.is_arbiter(who.id):
            raise NotYours(Text("I codici sono dell'arbitro.", "Codes are the arbiter's."))
        with self._store.write() as work:
            codes = dict(_codes(live, secret_of(work, id)))
            phones = [key for key, _ in work.phones.phones(id)]
        margin = margin_of(live.log)
        return tuple(
            Card(player, codes[player.number], phones.count(margin.keys.get(player.number, 0)))
            for player in sorted(live.event.players, key=lambda p: p.number)
        )

    def whose(self, id: str, code: str) -> Player:
        """Return whose code this is. Raises `NotFound`."""
        live = self._hall.load(id)
        with self._store.read() as work:
            secret = work.phones.secret(id)
        wanted = read_code(code)
        found = next((n for n, own in _codes(live, bytes.fromhex(secret or "")) if own == wanted), None)
        if secret is None or found is None:
            raise NotFound(code, _NO_SUCH_CODE)
        return live.event.player(found)

    def bind(self, id: str, who: Visitor, code: str) -> Player:
        """Let a phone speak for whoever the code is of. Raises `NotFound`."""
        player = self.whose(id, code)
        key = margin_of(self._hall.load(id).log).keys[player.number]
        with self._store.write() as work:
            work.phones.bind(id, player_id=who.id, key=key, at=self._clock.now_ms())
        return player

    def unbind(self, id: str, who: Visitor) -> None:
        """Let a phone speak for nobody."""
        with self._store.write() as work:
            work.phones.unbind(id, player_id=who.id)

    def who_is(self, id: str, player_id: str | None) -> Player | None:
        """Return the player that a phone speaks for, or None."""
        live = self._hall.load(id)
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

        def step(sitting: Sitting) -> None:
            key = margin_of(sitting.log).keys.get(number)
            if key is None:
                raise BadTerms("number", _NO_PLAYER.format(n=number))
            sitting.note("new-code", number=number)
            sitting.work.phones.unbind_all(id, key=key)

        return self._hall.change(id, who, step)


def _codes(live: LiveEvent, secret: bytes) -> Iterator[tuple[int, str]]:
    margin = margin_of(live.log)
    for number, key in margin.keys.items():
        yield number, code_from(secret, "player", key, margin.issues.get(key, 0))
