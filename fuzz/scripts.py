"""Events made of bytes: any kind, in any order, with fields that are sensible as often as not."""

from __future__ import annotations

from typing import get_args

import msgspec

from damiera.game.clock import ClockSettings
from damiera.game.errors import BadConditions
from damiera.game.events import Event, decode
from damiera.game.irregular import IrregularKind
from damiera.game.state import Game
from damiera.game.ways import Conditions
from damiera.notation.fen import format_fen
from damiera.rules.ruleset import CATALOGUE

KINDS: tuple[type[Event], ...] = get_args(Event)
AGREED = [
    "{}",
    '{"arbitrated":true,"touch_move":true,"automatic_count":false}',
    '{"arbitrated":true,"promotional":true,"recorded":false,"touch_move":true}',
    '{"auction":true}',
    '{"way":"eleven-men","without":[3,30]}',
    '{"way":"correspondence"}',
    '{"way":"simultaneous","host":"white","arbitrated":true}',
    '{"way":"blind-players","arbitrated":true,"touch_move":true}',
    '{"way":"both-blindfold","blindfold":["white","black"]}',
]
CLOCKS = [
    "",
    "5+3",
    "40/120,60+30",
    "1 delay 5",
    "3x30s byo",
    "5 hourglass",
    "5d+1d vacation 20d",
    "5 quick 15",
]
_GAMES = tuple(CATALOGUE.values())
_WORDS = ["", "so", "fid.italian.2008:8.2", "fmjd.international:4.1", "no such article"]


class Bytes:
    """Bytes taken one by one; zeros once there are no more."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    def __bool__(self) -> bool:
        return self._at < len(self._data)

    def take(self, below: int = 256) -> int:
        self._at += 1
        return self._data[self._at - 1] % below if self._at <= len(self._data) else 0


def begun(source: Bytes) -> Game:
    """A game of any kind under conditions of any kind; under the usual ones where those do not fit it."""
    ruleset = _GAMES[source.take(len(_GAMES))]
    agreed, clock = AGREED[source.take(len(AGREED))], CLOCKS[source.take(len(CLOCKS))]
    books = ruleset.rulebooks
    book = books[source.take(len(books))]
    try:
        return Game.start(
            ruleset,
            rulebook=book,
            conditions=Conditions.decode(agreed),
            clock=ClockSettings.parse(clock) if clock else None,
        )
    except BadConditions:
        return Game.start(ruleset, rulebook=book)


def event(game: Game, source: Bytes, now: int) -> Event:
    """The next event. Raises `BadEvent` where the bytes make none."""
    kind = KINDS[0] if source.take(3) else KINDS[source.take(len(KINDS))]
    named = {"e": kind.__struct_config__.tag}
    wanted = {field.name: _value(field.name, game, source) for field in msgspec.structs.fields(kind)}
    given = {name: value for name, value in wanted.items() if value is not None}
    if "path" in given and "drops" in wanted:
        given |= {"crowned": bool(source.take(8)), "side": None} | _legal(game, source)
    return decode(msgspec.json.encode(named | given | {"at": now}))


def _value(name: str, game: Game, source: Bytes) -> object:
    squares = game.ruleset.core.squares
    match name:
        case "side":
            sides = [*(side.name.lower() for side in game.sides), "arbiter", game.side.name.lower()]
            return sides[source.take(len(sides))]
        case "path" | "removed" | "crowned" | "drops":
            least = 2 if name == "path" else 0
            occupied = list(game.position.pieces) if game.ruleset.core.family != "stars" else []
            found = [1 + source.take(squares) for _ in range(least + source.take(3))]
            if found and occupied and source.take(4):
                found[0] = occupied[source.take(len(occupied))]
            return found
        case "square" | "pieces":
            return 1 + source.take(squares)
        case "kind":
            kinds = [kind.value for kind in IrregularKind]
            return kinds[source.take(len(kinds))]
        case "anomaly":
            return ("board", "colours", "setup")[source.take(3)]
        case "fen":
            return _fen(game, source)
        case "text" | "article" | "author" | "deck" | "seed" | "salt":
            return _WORDS[source.take(len(_WORDS))] or ("so" if name in ("text", "salt") else "")
        case "envelope":
            return "0123456789abcdef" * 4
        case "result":
            return (None, None, "white", "draw")[source.take(4)]
        case "limit" | "number" | "recorded" | "check_ms" | "white_ms" | "black_ms":
            return (None, 1, 10, 40)[source.take(4)]
        case "paths":
            return [
                list(game.position.paths(move)[0]) for move in game.position.moves()[: 1 + source.take(3)]
            ]
    return bool(source.take(2))


def _legal(game: Game, source: Bytes) -> dict[str, object]:
    """A legal move, three times in four."""
    moves = game.position.moves()
    if not moves or source.take(4) == 0:
        return {}
    move = moves[source.take(len(moves))]
    routes = game.position.paths(move)
    return {
        "path": list(routes[source.take(len(routes))]),
        "drops": list(move.drops),
        "crowned": True,
        "side": None,
    }


def _fen(game: Game, source: Bytes) -> str | None:
    """Nothing, the position, one that it leads to, or the start."""
    moves = game.position.moves()
    asked = source.take(4)
    if asked == 1 and moves:
        return format_fen(game.position.play(moves[source.take(len(moves))]))
    return {2: format_fen(game.position), 3: format_fen(game.start_position)}.get(asked)
