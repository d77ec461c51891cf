"""Does what is stored hold together? Each game replayed, each chain of an event, each study, each import.

Nothing is changed. What is found is told by its kind and its name, so that it can be looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from typing import Final, Literal

import msgspec

from damiera._core import replay
from damiera.errors import DamieraError
from damiera.messages import Message, Text
from damiera.notation.fen import parse_fen
from damiera.rules.ruleset import ruleset
from damiera.service.live import rebuild, stand_of
from damiera.service.ports import (
    ArchiveStore,
    GameStore,
    ServerClock,
    StorePort,
    StudyStore,
    TournamentStore,
    Transaction,
)
from damiera.service.studies import folded_log
from damiera.service.tournament.acts import TournamentService
from damiera.tournament.certificate import certified_rounds
from damiera.tournament.log import Log

__all__ = ["KINDS", "StoredKind", "VerifyFinding", "verify_all"]

StoredKind = Literal["game", "event", "study", "archive"]
KINDS: Final[tuple[StoredKind, ...]] = ("game", "event", "study", "archive")
_AT_ONCE: Final = 200


class VerifyFinding(msgspec.Struct, frozen=True):
    """What was found of one stored thing: `fault` is None where all is well.

    Attributes:
        kind, id: what it is, and its name.
        fault: what does not hold.
    """

    kind: StoredKind
    id: str
    fault: Text | None


def verify_all(store: StorePort, clock: ServerClock) -> Iterator[VerifyFinding]:
    """Look through all that is stored, one thing at a time, each at one moment of its own.

    A server may run meanwhile. What cannot be read at all is a fault of that thing, and the rest is looked
    through.
    """
    events = TournamentService(store, clock)

    def game(work: Transaction, id: str) -> Text | None:
        return _fault_of_game(work, id)

    def event(work: Transaction, id: str) -> Text | None:
        broken = events.proved(id)
        return broken.message if broken is not None else _uncertified(events.load(id).log)

    def study(work: Transaction, id: str) -> Text | None:
        folded_log(work.studies.edits(id))
        return None

    checks: dict[StoredKind, Callable[[Transaction, str], Text | None]] = {
        "game": game,
        "event": event,
        "study": study,
        "archive": _fault_of_archived,
    }
    for kind in KINDS:
        for id in _ids(store, kind):
            yield VerifyFinding(kind, id, _fault(store, checks[kind], id))


def _fault(store: StorePort, check: Callable[[Transaction, str], Text | None], id: str) -> Text | None:
    try:
        with store.read() as work:
            return check(work, id)
    except DamieraError as error:
        return error.message
    except (msgspec.MsgspecError, ValueError, LookupError) as error:  # what is stored is no document of ours
        return _UNREADABLE.format(why=f"{type(error).__name__}: {error}")


def _ids(store: StorePort, kind: StoredKind) -> Iterator[str]:
    after = ""
    while True:
        with store.read() as work:
            found = _table(work, kind).ids(after=after, limit=_AT_ONCE)
        yield from found
        if len(found) < _AT_ONCE:
            return
        after = found[-1]


def _table(work: Transaction, kind: StoredKind) -> GameStore | TournamentStore | StudyStore | ArchiveStore:
    match kind:
        case "game":
            return work.games
        case "event":
            return work.tournaments
        case "study":
            return work.studies
        case "archive":
            return work.archive


def _uncertified(log: Log) -> Text | None:
    """Tell the first pairing of an event whose certificate does not hold; to have none is no fault."""
    found = (one for one in certified_rounds(log) if one.state in ("input", "verdict"))
    wrong = next(found, None)
    return None if wrong is None else _NOT_CERTIFIED.format(n=wrong.line, r=wrong.round)


def _fault_of_game(work: Transaction, id: str) -> Text | None:
    """Replay a game from its events, and compare what lists and its line of moves say of it."""
    row = work.games.get(id)
    if row is None:
        return None  # it was removed meanwhile
    live = rebuild(work, id)
    found, said = stand_of(live), row.stand
    for field in fields(said):
        if getattr(found, field.name) != getattr(said, field.name):
            return _OTHER_STAND.format(
                what=field.name, said=str(getattr(said, field.name)), found=str(getattr(found, field.name))
            )
    line = [tuple(map(int, one.path.split(","))) for one in work.games.line(id)]
    if line != [tuple(path) for path in live.game.paths]:
        return _OTHER_LINE.format(said=len(line), found=len(live.game.paths))
    return None


def _fault_of_archived(work: Transaction, id: str) -> Text | None:
    """Play the moves of an imported game."""
    row = work.archive.get(id)
    if row is None:
        return None
    rules = ruleset(row.game)
    start = parse_fen(row.start_fen, rules).position() if row.start_fen else rules.start()
    moves: Sequence[str] = row.moves.split()
    played = len(replay(start, moves).moves)
    return _NOT_PLAYED.format(n=played + 1, move=moves[played]) if played < len(moves) else None


_UNREADABLE: Final = Message("it cannot be read ({why})")
_OTHER_STAND: Final = Message("the lists say {what} {said}, its events lead to {found}")
_OTHER_LINE: Final = Message("its line has {said} plies, its events lead to {found}")
_NOT_CERTIFIED: Final = Message("entry {n}: the certificate of round {r} does not hold")
_NOT_PLAYED: Final = Message("ply {n}, {move}, cannot be played")
