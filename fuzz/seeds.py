"""Where each target begins: what our own tests and games are made of."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

from damiera.engine.hub.text import format_board
from damiera.engine.hub.text import format_move as format_hub_move
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
from damiera.notation.pdn.model import PdnGame, PdnLine, PdnPart, pdn_game
from damiera.notation.pdn.writer import write_pdn
from damiera.rules.ruleset import Ruleset
from damiera.testing.tournaments import field_of_players, played_event
from damiera.tournament.players_csv import write_players
from damiera.tournament.trf import write_trf
from fuzz.targets import GAMES, walked

GOLDEN = Path(__file__).parent.parent / "tests" / "golden"
LONGEST = 4_000
SHORT = 800
MANY_DIGITS = b"9" * 4_301  # one more than Python makes a number of
MOST_NUMBERS = 200
_NUMBER = re.compile(rb"[0-9]+")

_HOUSE = [
    'base = "italian"\nname = "Ours"\n',
    'base = "russian"\n[traits]\nchoice = "most"\n',
    'base = "english"\n[rules]\nrows = 2\nking-limit = 3\n',
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
    yield from with_many_digits(name)


def with_many_digits(name: str) -> Iterator[bytes]:
    """Return a seed of a target with one number after the other so long that Python converts none."""
    first = next(seed for seed in _SEEDS[name]() if _NUMBER.search(seed))
    for number in islice(_NUMBER.finditer(first), MOST_NUMBERS):
        yield first[: number.start()] + MANY_DIGITS + first[number.end() :]


def mutable_seeds(name: str) -> Iterator[bytes]:
    """Return the seeds of a target that are short enough to be changed and fed a million times."""
    for seed in _SEEDS[name]():
        yield seed[:SHORT]


def _files() -> Iterator[bytes]:
    for path in sorted(GOLDEN.rglob("*.pdn")):
        yield path.read_bytes()[:LONGEST]
    for game in GAMES:
        for made in _played(game):
            yield write_pdn(made).encode()
        plain = _played(game)[0]
        yield write_pdn(replace(plain, ruleset_guessed=True), tags="kept").partition("]\n\n")[2].encode()


def _played(game: Ruleset) -> list[PdnGame]:
    """Return games: with remarks and a variation, from a position, with a change of the board."""
    moves, position = [], game.start()
    for choice in _choices(game.slug, 10):
        if not (legal := position.moves()):
            break
        moves.append(legal[choice % len(legal)])
        position = position.play(moves[-1])
    whole = pdn_game(game, moves, tags={"White": "Anna", "Date": "2026.01.02"}, result="*", comment="before")
    first, *rest = whole.mainline
    line = PdnLine(pdn_game(game, game.start().moves()[-1:]).mainline, "or", "so")
    remarked = replace(first, comment="[%clk 0:05:00] good", nags=(1,), strength="!", variations=(line,))
    half = len(moves) // 2
    later = pdn_game(game, moves[half:], start=whole.positions[half], tags={"Event": "later"})
    part = PdnPart(game.start(), whole.mainline[:half], "", "It stands.", "fid.italian.2008:8.1.6")
    noted = replace(whole, mainline=(remarked, *rest), closing="after")
    return [noted, later, replace(later, earlier=(part,))]


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


def _reports() -> Iterator[bytes]:
    for seed in range(8):
        event = played_event(5 + 3 * seed, 3, seed, unrest=0.08)
        yield write_trf(event, "trf16").encode()
        yield write_trf(event, "trf26").encode()


def _lists() -> Iterator[bytes]:
    for size in (1, 8, 20):
        for separator in ";,\t|":
            yield write_players(field_of_players(size), separator=separator).encode()
    yield "Cognome;Nome;Elo;Nato\nRossi;Mario;3.120;31/12/1970\n".encode("utf-16")
    yield 'sep=,\nNome,Tessera\n"D\'Ùrso, Niccolò",12'.encode("cp1252")


def _logs() -> Iterator[bytes]:
    lines = [b'{"do":"create","name":"Open","settings":{"rounds":3,"seed":"x"}}']
    lines += [b'{"do":"enter","number":%d,"name":"P%d","elo":%d}' % (n, n, 2000 - n) for n in range(1, 7)]
    lines += [b'{"do":"pair","round":1,"system":"optimal","pairs":[[1,4],[5,2],[3,6]]}']
    lines += [b'{"do":"result","round":1,"board":%d,"white":"win","black":"loss"}' % b for b in (1, 2, 3)]
    after = [
        b'{"do":"status","player":2,"change":"expelled","from_round":1,"why":"so"}',
        b'{"do":"status","player":3,"change":"absent","from_round":2,"until_round":2,"worth":"half-bye"}',
        b'{"do":"undo","after":9,"why":"so"}',
        b'{"do":"undo","act":9,"why":"so"}',
        b'{"do":"swap","round":1,"a":1,"b":2,"why":"so"}',
        b'{"do":"team","number":1,"name":"Nord","members":[1,2]}',
        b'{"do":"forbid","a":1,"b":2,"absolute":false}',
        b'{"do":"accelerate","player":1,"points":2,"first":1,"last":2}',
        b'{"do":"return","player":2,"round":3}',
        b'{"do":"remove","number":6}',
        b'{"do":"change","settings":{"games":2,"boards":2,"system":"knockout"}}',
        b'{"do":"close","round":1}',
    ]
    for extra in after:
        yield b"\n".join([*lines, extra])
        yield b"\n".join([*lines[:7], extra])
    yield b"\n".join([*lines, *after])


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
    "trf": _reports,
    "players": _lists,
    "log": _logs,
}
