"""Random positions of every game of the trait table, with the hard ones often.

`sample(slug, seed)` is the same position whenever it is asked for, so a failure needs to print only these
two. The kinds of positions, by turns: from random play; scattered pieces; few against many; kings alone;
captures planted jump by jump; and positions where one word of the rules decides, found by asking whether
the legal moves change when that word is twisted: each priority, removal at once or at the end, turning
straight back, promotion on the way, landing, men that capture backwards or take kings, and routes that
cross the square the piece came from.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import pairwise
from typing import Any

from tests.differential.reference import corners, draughts, stars
from tests.differential.reference.boards import Cell, Step, opposite, seen_by
from tests.differential.reference.draughts import Board, Game, Key, Line, State, other, side_of

TRIES = 20  # to find a position where a given word of the rules decides


@dataclass(frozen=True)
class Sample:
    """A position, how it was made, and the seed that makes it again."""

    seed: int
    kind: str
    state: State


def sample(slug: str, game: Game, seed: int) -> Sample:
    """The position of that number."""
    rng = random.Random(f"{slug} {seed}")
    kind = list(KINDS)[seed % len(KINDS)]
    return Sample(seed, kind, KINDS[kind](game, rng))


# Kinds.


def played(game: Game, rng: random.Random) -> State:
    """A position from random play."""
    state = draughts.start(game)
    for _ in range(rng.randrange(100)):
        found = draughts.moves(game, state)
        if not found:
            break
        state = draughts.play(game, state, rng.choice(sorted(found, key=in_order)))
    return state


def scattered(game: Game, rng: random.Random) -> State:
    """Equal numbers, men and kings, anywhere."""
    each = rng.randint(1, _most(game))
    return _thrown(game, rng, each, each, rng.choice((0.0, 0.2, 0.5)))


def few_against_many(game: Game, rng: random.Random) -> State:
    """A few kings of the side to move among a crowd."""
    state = _thrown(game, rng, 0, rng.randint(4, 2 * _most(game)), rng.choice((0.0, 0.3)))
    return _joined(game, rng, state, rng.randint(1, 3), 0.8)


def kings_alone(game: Game, rng: random.Random) -> State:
    """A few pieces, nearly all kings."""
    return _thrown(game, rng, rng.randint(1, 4), rng.randint(1, 4), 0.9)


def planted(game: Game, rng: random.Random) -> State:
    """One or more captures laid out jump by jump, and some pieces that happen to be about."""
    side = rng.choice("WB")
    ground = _Ground(game, rng)
    for _ in range(1 if _many_routes(game) else rng.choice((1, 1, 2, 2, 3))):
        ground.plant(side)
    for cell in rng.sample(ground.room(), min(rng.randrange(5), len(ground.room()))):
        piece = _piece(game, rng, rng.choice("WB"), cell, 0.3)
        if piece:
            ground.board[cell] = piece
    return State(ground.board, side)


def deciding(game: Game, rng: random.Random) -> State:
    """A position where one word of the rules decides what is legal."""
    decides = rng.choice(list(words(game).values()))
    return decided(game, rng, decides, TRIES)


def few_kings_and_men(game: Game, rng: random.Random) -> State:
    """A king or two and a few men a side, none to be captured if that can be: for rules that count moves."""
    for _ in range(40):
        state = _thrown(game, rng, rng.randint(1, 2), rng.randint(1, 2), 0.0)
        for side in "WB":
            state = _joined(game, rng, State(state.board, side), rng.randint(1, 2), 1.0)
        if not any(draughts.capture_lines(game, State(state.board, side)) for side in "WB"):
            break
    return State(state.board, rng.choice("WB"))


KINDS: dict[str, Callable[[Game, random.Random], State]] = {
    "played": played,
    "scattered": scattered,
    "deciding": deciding,
    "few against many": few_against_many,
    "planted": planted,
    "deciding, too": deciding,
    "kings alone": kings_alone,
}


def lively(state: Any, moves: set[Any], rng: random.Random) -> Any:
    """A random move of any family; on the star and from corner to corner mostly one towards home,
    or its games would have no end."""
    choice = sorted(moves, key=in_order)
    if isinstance(state, stars.State) and rng.random() < 0.8:
        home = _home(state)
        choice = [m for m in choice if _way(m.destination, home) < _way(m.origin, home)] or choice
    if isinstance(state, corners.State) and rng.random() < 0.8:
        choice = [m for m in choice if _ahead(state, m.destination) > _ahead(state, m.origin)] or choice
    return rng.choice(choice)


def in_order(value: Any) -> Any:
    """Any move as something to sort by, the same on every run."""
    if isinstance(value, frozenset):
        return sorted(map(in_order, value))
    facts = getattr(value, "__dict__", None)  # quicker to ask for than whether it is a dataclass
    return value if facts is None else [in_order(v) for v in facts.values()]


def _ahead(state: corners.State, square: corners.Square) -> int:
    files, ranks = corners.AHEAD[state.side]
    return files * square[0] + ranks * square[1]


def _home(state: stars.State) -> stars.Hole | None:
    """The hole furthest in that is not yet filled by its new owner."""
    open_ = [h for h in stars.goal(state.side) if state.board.get(h) != state.side]
    return max(open_, key=lambda h: (stars.distance(h, stars.CENTRE), h), default=None)


def _way(hole: stars.Hole, home: stars.Hole | None) -> int:
    return 0 if home is None else stars.distance(hole, home)


# Words that decide.

Decides = Callable[[State], bool]


def decided(game: Game, rng: random.Random, decides: Decides, tries: int) -> State:
    """A position for which `decides` holds, if it is found in so many tries; else any."""
    state = planted(game, rng)
    for _ in range(tries):
        if decides(state):
            break
        state = planted(game, rng) if rng.random() < 0.8 else scattered(game, rng)
    return state


@cache
def words(game: Game) -> dict[str, Decides]:
    """For each word of the rules that could be another one: does it decide here? Twisted games are kept."""
    twisted = twists(game)

    def word(name: str) -> Decides:
        return lambda state: draughts.moves(game, state) != draughts.moves(twisted[name], state)

    out = {name: word(name) for name in twisted}
    out["start crossed"] = lambda state: any(
        crosses_start(game, line) for line in draughts.allowed_lines(game, state)
    )
    return out


def twists(game: Game) -> dict[str, Game]:
    """
    The game with one word changed, for every word that can matter to its captures.

    When a piece is removed does not matter to short kings, which never come to the squares of their
    victims; nor does going on as a man matter to men that capture forwards only: from the far row they
    have nowhere to go.
    """
    out = {f"choice {name}": replace(game, choice=choice) for name, choice in _weaker(game.choice).items()}
    onwards = {"king", "pass"} if any(step[1] <= 0 for step in game.man_takes) else {"king"}
    for crowning in sorted(({"stop"} | onwards) - {game.crowning}):
        out[f"crowning {crowning}"] = replace(game, crowning=crowning)
    out["takes back"] = replace(game, man_takes=_other_way(game.man_takes))
    if game.removed_at_once:
        out["turn"] = replace(game, turns_back=not game.turns_back)
    if game.goal == "crown":
        return out  # no kings in its positions
    out["takes king"] = replace(game, man_takes_king=not game.man_takes_king)
    if game.flying:
        out["removal"] = replace(game, removed_at_once=not game.removed_at_once)
        for landing in sorted({"any", "behind", "killer"} - {game.landing}):
            out[f"landing {landing}"] = replace(game, landing=landing)
    return out


def crosses_start(game: Game, line: Line) -> bool:
    """Does the piece land on, or fly over, the square it came from?"""
    origin = line.path[0]
    return any(origin == b or _between(origin, a, b) for a, b in pairwise(line.path[1:]))


def _between(cell: Cell, a: Cell, b: Cell) -> bool:
    """Is the cell on the straight way from a to b?"""
    (x, y), (u, v) = (cell[0] - a[0], cell[1] - a[1]), (b[0] - a[0], b[1] - a[1])
    return x * v == y * u and 0 < x * u + y * v < u * u + v * v


def _weaker(choice: Callable[[Line], Key]) -> dict[str, Callable[[Line], Key]]:
    """Duties that end earlier than this one, or that others have taken for it."""

    def cut(n: int) -> Callable[[Line], Key]:
        return lambda line: choice(line)[:n]

    full = len(choice(Line("w", False, (), (), (False,) * 3)))
    out = {f"to {n}": cut(n) for n in range(min(full, 4))}
    if choice is draughts.italian:
        out["first king"] = lambda line: (*choice(line)[:3], -[*line.kings, True].index(True))
    if choice in (draughts.frisian, draughts.weight):
        out |= {"number": draughts.most, "quality": draughts.quality}
    if choice is draughts.frisian:
        out["a king is one man and a half"] = _halves
    return out


def _halves(line: Line) -> Key:
    """Frisian values as some count them: the same up to two kings."""
    return (2 * len(line.taken) + sum(line.kings), line.by_king)


def _other_way(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Backwards too, if it was forwards only; forwards and sideways only, if it was backwards too."""
    backwards = tuple(opposite(step) for step in steps if opposite(step) not in steps)
    return steps + backwards if backwards else tuple(s for s in steps if s[1] > 0 or (s[1] == 0 and s[0] > 0))


# Throwing pieces on a board.


def _many_routes(game: Game) -> bool:
    """Kings fly in many directions over more than 64 squares: a few men make a million routes."""
    return game.flying and len(game.king_takes) > 4 and len(game.grid.cells) > 64


def _most(game: Game) -> int:
    """Pieces a side that a walk of all routes can still bear: fewer where kings fly in many directions."""
    return 4 if game.flying and len(game.king_takes) > 4 else min(8, len(game.grid.cells) // 5)


def _piece(game: Game, rng: random.Random, side: str, cell: Cell, kings: float) -> str | None:
    """A man or king for that square; None where neither may stand."""
    if game.goal == "crown":
        return None if cell in game.crowns[side] else side.lower()
    return side if cell in game.crowns[side] or rng.random() < kings else side.lower()


def _thrown(game: Game, rng: random.Random, mine: int, theirs: int, kings: float) -> State:
    side = rng.choice("WB")
    return _joined(
        game, rng, _joined(game, rng, State({}, other(side)), theirs, kings, turn=True), mine, kings
    )


def _joined(
    game: Game, rng: random.Random, state: State, number: int, kings: float, *, turn: bool = False
) -> State:
    """More pieces of the side to move; then, if so wished, it is the other's turn."""
    board = dict(state.board)
    room = [cell for cell in game.grid.cells if cell not in board]
    for cell in rng.sample(room, min(number, len(room))):
        piece = _piece(game, rng, state.side, cell, kings)
        if piece:
            board[cell] = piece
    return State(board, other(state.side) if turn else state.side)


# Planting captures.


@dataclass
class _Ground:
    """What is planted so far: pieces, squares to be kept clear, victims of the present capture."""

    game: Game
    rng: random.Random
    board: Board = field(default_factory=dict)
    clear: set[Cell] = field(default_factory=set)
    jumped: set[Cell] = field(default_factory=set)

    def room(self) -> list[Cell]:
        return [c for c in self.game.grid.cells if c not in self.board and c not in self.clear]

    def plant(self, side: str) -> None:
        """Put a piece of `side` on the board and, jump by jump, something for it to capture."""
        room = self.room()
        origin = self.rng.choice(room) if room else None
        piece = _piece(self.game, self.rng, side, origin, 0.6) if origin else None
        if origin is None or piece is None:
            return
        self.jumped = set()
        here, now, heading = origin, piece, None
        for _ in range(self.rng.randint(1, 6)):
            jump = self._jump(now, here, heading)
            if jump is None:
                break
            heading, here = jump
            if self.game.crowning == "king" and here in self.game.crowns[side]:
                now = now.upper()
        self.clear.discard(origin)
        self.board[origin] = piece

    def _jump(self, piece: str, here: Cell, heading: Step | None) -> tuple[Step, Cell] | None:
        """Plant one victim; the direction of the jump and its landing, or None if there is no room."""
        steps = list(
            self.game.king_takes if piece.isupper() else seen_by(side_of(piece), self.game.man_takes)
        )
        self.rng.shuffle(steps)
        for step in steps:
            if heading is not None and step == opposite(heading) and not self.game.removed_at_once:
                continue
            way = self._way(piece, here, step)
            victim = _piece(self.game, self.rng, other(side_of(piece)), way[0], 0.35) if way else None
            if victim is not None:
                self.board[way[0]] = victim
                self.jumped.add(way[0])
                self.clear.update(way[1:])
                return step, way[-1]
        return None

    def _way(self, piece: str, here: Cell, step: Step) -> list[Cell]:
        """A square for the victim, then those that must be empty, the landing last; or nothing."""
        flies = self.game.flying and piece.isupper()
        gap = self.rng.randrange(4) if flies else 0
        fall = gap + 1 + (self.rng.randrange(3) if flies and self.game.landing != "behind" else 0)
        ahead = self.game.rays[here, step][: fall + 1]
        # A victim on the way bars it if it stays until the end: planted all the same, it makes a stroke fail.
        passing = self.jumped if self.game.removed_at_once or self.rng.random() < 0.3 else set()
        if len(ahead) <= fall or any(c in self.board and c not in passing for c in ahead):
            return []
        if ahead[gap] in self.clear or ahead[gap] in self.board or ahead[-1] in self.board:
            return []
        return [ahead[gap], here, *ahead[:gap], *ahead[gap + 1 :]]
