"""Where each target begins: what our own tests and games are made of."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

from damiera.engine.hubtext import format_board
from damiera.engine.hubtext import format_move as format_hub_move
from damiera.game.events import (
    CountRequested,
    DrawAccepted,
    DrawOffered,
    Event,
    Irregular,
    Moved,
    Pressed,
    RepetitionClaimed,
    Ruled,
    Touched,
    UndoAsked,
    encode,
)
from damiera.notation.clipboard import FORMS, ClipboardError, write_position
from damiera.notation.fen import format_fen
from damiera.notation.moves import format_move
from fuzz.targets import GAMES, walked

GOLDEN = Path(__file__).parent.parent / "tests" / "golden"
LONGEST = 4_000

_HOUSE = [
    'base = "italian"\nname = "Ours"\n',
    'base = "russian"\n[traits]\nchoice = "most"\n',
    '{"base": "international", "traits": {"promotion": "stop"}}',
]

_AGREED = [
    "",
    '{"arbitrated":true,"touch_move":true,"automatic_count":false}',
    '{"auction":true}',
    '{"way":"eleven-men","without":[3,30]}',
    '{"way":"correspondence"}',
    '{"arbitrated":true,"promotional":true,"recorded":false}',
    '{"way":"simultaneous","host":"white"}',
]
_CLOCKS = [
    *("", "5+3", "40/120,60+30", "10 delay 5", "10 bronstein 5", "3x30s byo", "10+25/10m byo", "5 hourglass"),
    *("5d+1d vacation 20d", "10d reset 5d", "15+5 vs 5+5", "5 quick 15"),
]


def seeds(name: str) -> Iterator[bytes]:
    """Return the seeds of a target, always the same."""
    yield from _SEEDS[name]()


def _files() -> Iterator[bytes]:
    for path in sorted(GOLDEN.rglob("*.pdn")):
        yield path.read_bytes()[:LONGEST]


def _positions() -> Iterator[bytes]:
    for index, game in enumerate(GAMES):
        for plies in (0, 12, 60):
            yield bytes([index]) + format_fen(walked(game, _choices(game.slug, plies))).encode()


def _moves() -> Iterator[bytes]:
    for index, game in enumerate(GAMES):
        choices = _choices(game.slug, 15)
        position = walked(game, choices)
        for move in position.moves()[:3]:
            yield bytes([index, len(choices), *choices]) + format_move(position, move, long=True).encode()


def _hub() -> Iterator[bytes]:
    for index, game in enumerate(GAMES):
        position = walked(game, _choices(game.slug, 20))
        if position.moves():
            tried = format_hub_move(position.moves()[0])
            yield bytes([index]) + f"{format_board(position)} {tried}".encode()
    yield b'\0pos pos=Wbbb moves="32-28 19-23"'
    yield b"\0param name=variant value=normal type=enum"


def _clipboard() -> Iterator[bytes]:
    for game in GAMES:
        position = walked(game, _choices(game.slug, 10))
        for form in FORMS:
            try:
                yield write_position(position, form).encode()
            except ClipboardError:
                continue
    yield from _files()


def _events() -> Iterator[bytes]:
    for index, game in enumerate(GAMES):
        position, lines = game.start(), list[Event]()
        for at, choice in enumerate(_choices(game.slug, 12), 1):
            moves = position.moves()
            if not moves:
                break
            move = moves[choice % len(moves)]
            lines.append(Moved(path=position.paths(move)[0], drops=move.drops, at=1000 * at))
            position = position.play(move)
        lines[4:4] = _others(4500)
        head = f"{_AGREED[index % len(_AGREED)]}\n{_CLOCKS[index % len(_CLOCKS)]}\n".encode()
        yield bytes([index]) + head + b"\n".join(encode(event) for event in lines)


def _others(at: int) -> list[Event]:
    return [
        DrawOffered(side="white", at=at),
        DrawAccepted(side="white", at=at),
        RepetitionClaimed(side="black", at=at, check_ms=70_000),
        CountRequested(side="arbiter", at=at),
        UndoAsked(side="black", at=at),
        Touched(side="white", square=21, at=at),
        Irregular(side="white", kind="omitted_capture", path=(21, 17), at=at),
        Ruled(text="so", at=at),
        Pressed(side="white", at=at),
    ]


def _choices(slug: str, plies: int) -> bytes:
    return random.Random(f"seeds of {slug}").randbytes(plies)


def _house() -> Iterator[bytes]:
    return (text.encode() for text in _HOUSE)


def _clocks() -> Iterator[bytes]:
    return (text.encode() for text in (*_CLOCKS, "40/7200:3600+30", "*300", "864000:1/432000", "600:3x30"))


def _scripts() -> Iterator[bytes]:
    for index in range(60):
        yield _choices(f"script {index}", 120)


_SEEDS: dict[str, Callable[[], Iterator[bytes]]] = {
    "pdn": _files,
    "fen": _positions,
    "move": _moves,
    "events": _events,
    "clocks": _clocks,
    "script": _scripts,
    "hub": _hub,
    "clipboard": _clipboard,
    "house": _house,
}
