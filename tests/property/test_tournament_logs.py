"""Logs with something changed in them, their chain made anew: refused, and readable when stored already."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from damiera.records.tournaments import TournamentRecord
from damiera.service.tournament.event import LiveEvent
from damiera.tournament.chain import GENESIS, LogEntry, sealed
from damiera.tournament.errors import TournamentError
from damiera.tournament.log import Log, LogRecord, dump, load
from tests.unit.web.logfacts import facts_of

ROW = TournamentRecord("t1", "Coppa", "{}", "k7m2", "p1", 1, 9, 14)

LOGS = sorted((Path(__file__).parents[1] / "unit" / "web" / "logs").glob("*.damiera"))
VALUES: tuple[Any, ...] = (
    0, 1, -1, 2, 99, 10**6, 10**19, "", "x", "3", None, True, False, [], {}, [1], [[1, 2]], "win", 1.5,
)  # fmt: skip


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place within plain data."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [found for key, own in inner for found in ((*path, key), *places(own, (*path, key)))]


def changed(entries: list[LogEntry], draw: random.Random) -> str:
    """The file of a log in which a field or an entry is gone, or a value is another."""
    kept = [msgspec.json.decode(msgspec.json.encode(entry.data)) for entry in entries]
    number = draw.randrange(len(kept))
    *outer, last = draw.choice(places(kept[number]) or [("zz",)])
    within = kept[number]
    for key in outer:
        within = within[key]
    if draw.random() < 0.3 and isinstance(within, dict):
        within.pop(last, None)
    else:
        within[last] = draw.choice(VALUES)
    gone = draw.randrange(len(kept)) if draw.random() < 0.2 else None
    lines: list[LogRecord] = []
    previous = GENESIS
    for at, (entry, data) in enumerate(zip(entries, kept, strict=True)):
        if at != gone:
            made = sealed(len(lines) + 1, entry.at, entry.who, entry.act, data, entry.why, previous)
            lines.append(LogRecord(made, None))
            previous = made.digest
    return dump(Log(tuple(lines)))


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_changed_log_is_taken_or_refused_and_opens_when_it_is_stored(path: Path) -> None:
    entries = list(load(path.read_text(encoding="utf-8")).entries)
    draw = random.Random(path.stem)
    refused = 0
    for _ in range(40):
        text = changed(entries, draw)
        try:
            load(text)
        except TournamentError:
            refused += 1
        stored = LiveEvent(ROW, (), load(text, stored=True))
        assert facts_of(stored)["head"] == stored.log.head
    assert 0 < refused < 40
