"""House rules at random: the core that carries its rules and the slow reference agree.

A set of rules is made from a seed, by throwing a value for each field and keeping what can be played. The
reference's `Game` is read from the same words, by itself. A failure prints the name of the rules, which
makes them again, and the position. DAMIERA_SEED starts the seeds elsewhere.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest

from damiera import _core
from damiera.rules.checks import problems_of
from damiera.rules.fields import FIELDS
from damiera.rules.ruleset import CATALOGUE
from damiera.rules.traits import DIRECTIONS
from tests.differential import positions
from tests.differential.adapter import Adapter, reference_game, routes
from tests.differential.reference import draughts, draughts_witness, fens, reentry
from tests.differential.reference.boards import (
    AHEAD,
    AHEAD_AND_RIGHT,
    DIAGONALS,
    FORWARD_AND_SIDEWAYS,
    FORWARD_DIAGONALS,
    FORWARD_HEXAGONALS,
    HEXAGONALS,
    ORTHOGONALS,
    Cell,
    Grid,
    Step,
)
from tests.differential.reference.draughts import Game, Key, Line, State
from tests.examples import in_turn, samples

FIRST = int(os.environ.get("DAMIERA_SEED", "0"))
RULES, POSITIONS = 36, 50
DEEP_RULES, DEEP_POSITIONS = 600, 200
PLIES = 30
WILD = 40  # squares
ROUTES = 500  # a position with more takes the reference too long

STEPS: dict[str, tuple[Step, ...]] = {
    "forward-diagonals": FORWARD_DIAGONALS,
    "diagonals": DIAGONALS,
    "forward-sideways": FORWARD_AND_SIDEWAYS,
    "orthogonals": ORTHOGONALS,
    "front": (*FORWARD_AND_SIDEWAYS, *FORWARD_DIAGONALS),
    "ahead": AHEAD,
    "ahead-right": AHEAD_AND_RIGHT,
    "all": (*DIAGONALS, *ORTHOGONALS),
    "hex-forward": FORWARD_HEXAGONALS,
    "hex": HEXAGONALS,
}


def frisian_half(line: Line) -> Key:
    """The greatest value, a king worth a man and a half; then with a king."""
    return (2 * len(line.taken) + sum(line.kings), line.by_king)


def italian_first(line: Line) -> Key:
    """Number, king, kings; then whoever takes fewest men before the first king."""
    first = line.kings.index(True) if any(line.kings) else len(line.kings)
    return (len(line.taken), line.by_king, sum(line.kings), -first)


CHOICES: dict[str, Callable[[Line], Key]] = {
    "free": draughts.free,
    "number": draughts.most,
    "italian": draughts.italian,
    "italian-first": italian_first,
    "quality": draughts.quality,
    "number-king": draughts.most_by_king,
    "king-first": draughts.king_first,
    "weight": draughts.weight,
    "frisian": draughts.frisian,
    "frisian-half": frisian_half,
}


# --- the reference's game, from the words ---------------------------------------------------------------


def game_of(said: Mapping[str, str]) -> Game:
    """The reference's game that a whole recipe describes."""
    files, ranks = map(int, said["board"].split("x"))
    grid = Grid(files, ranks, _squares(said), "letters")
    return Game(
        grid=grid,
        white=_men(grid, said),
        first=said["first"][0].upper(),
        man_moves=_steps(said, "man-moves"),
        man_takes=_steps(said, "man-captures"),
        man_takes_king=said["man-captures-king"] == "yes",
        king_moves=_steps(said, "king-moves"),
        king_takes=_steps(said, "king-captures"),
        flying=said["king-range"] == "flying",
        landing={"adjacent": "behind"}.get(said["landing"], said["landing"]),
        removed_at_once=said["removal"] == "immediate",
        turns_back=said["reversal"] == "yes",
        crowning=said["promotion"],
        crown=_crown(grid, said),
        choice=CHOICES[said["choice"]],
        goal={"breakthrough": "crown"}.get(said["goal"], said["goal"]),
        king_run=int(said["king-limit"]) or None,
        lines=said["man-lines"] == "yes",
        hops=said["man-hops"],
    )


def _squares(said: Mapping[str, str]) -> str:
    return {"full": "all", "lined": "points", "ended": "ends", "hexagon": "hexagon"}.get(
        said["shape"], f"dark {said['corner']}"
    )


def _steps(said: Mapping[str, str], key: str) -> tuple[Step, ...]:
    """Along files and ranks of one colour the neighbour is two squares away."""
    far = said["shape"] == "diagonal"
    return tuple((2 * f, 2 * r) if far and 0 in (f, r) else (f, r) for f, r in STEPS[said[key]])


def _men(grid: Grid, said: Mapping[str, str]) -> frozenset[Cell]:
    rows, first = int(said["rows"]), int(said["first-row"])
    if said["shape"] == "hexagon":
        return frozenset((f, r) for f in range(rows) for r in range(rows))
    return grid.rows(first, first + rows - 1)


def _crown(grid: Grid, said: Mapping[str, str]) -> frozenset[Cell] | None:
    last = grid.rows(grid.ranks, grid.ranks)
    left = 0 if said["corner"] == "left" else grid.files - 1
    far = grid.files - 1 - left
    match said["promotion-squares"]:
        case "last-row":
            return None
        case "none":
            return frozenset()
        case "far-sides":
            edge = grid.files - 1
            return frozenset(cell for cell in grid.cells if edge in cell)
        case "corner":
            corner = (left, grid.ranks - 1)
            beside = {(left, grid.ranks - 2), (abs(left - 1), grid.ranks - 1)}
            return frozenset({corner} if corner in grid.on_board else beside)
        case "rim":
            side = {cell for cell in grid.cells if cell[0] == left and cell[1] > 0}
            return frozenset(side | {cell for cell in last if cell[0] != far})
        case squares:
            return grid.named(squares.replace(".", " "))


# --- rules at random ------------------------------------------------------------------------------------

_BASES = ("english", "english", "international", "turkish", "italian", "hexdame")
_BOARDS = {
    "hexagon": ("5x5", "7x7", "9x9"),
    "full": ("5x5", "6x6", "7x7", "8x8", "8x6"),
    "lined": ("5x5", "5x7", "7x7"),
    "ended": ("7x6", "6x6", "8x7"),
    "diagonal": ("6x6", "8x8", "8x8", "8x10", "10x8", "10x10", "12x12"),
}
_FREE = (
    "corner", "first", "man-captures-king", "king-range", "landing", "removal", "reversal", "promotion",
    "choice", "goal",
)  # fmt: skip


def rules_at_random(seed: int) -> str:
    """The name of a set of rules that can be played."""
    rng = random.Random(f"rules {seed}")
    for _ in range(1_000):
        base, changes = _thrown(rng)
        if problems_of(base, changes):
            continue
        rules = _core.compose("~".join((base, *(f"{k}={v}" for k, v in changes.items()))))
        if not _is_wild(rules):
            return rules.slug
    raise AssertionError(f"no rules for seed {seed}")


def _is_wild(rules: _core.Rules) -> bool:
    """Kings that fly in eight directions over a large board have too many routes for the reference."""
    said = rules.recipe
    return said["king-range"] == "flying" and said["king-captures"] == "all" and rules.squares > WILD


def _thrown(rng: random.Random) -> tuple[str, dict[str, str]]:
    base = rng.choice(_BASES)
    shape = "hexagon" if base == "hexdame" else rng.choice(("diagonal", "diagonal", "full", "lined", "ended"))
    board = rng.choice(_BOARDS[shape])
    changes = {"shape": shape, "board": board, "rows": str(rng.randint(1, 3))}
    for key in ("man-moves", "man-captures", "king-moves", "king-captures"):
        ways = [v.value for v in FIELDS[key].values]
        if shape == "ended":  # no line goes aslant
            ways = [way for way in ways if DIRECTIONS[way] <= DIRECTIONS["orthogonals"]]
        changes[key] = rng.choice(ways)
    for key in _FREE:
        if rng.random() < 0.7:
            changes[key] = rng.choice([v.value for v in FIELDS[key].values])
    if rng.random() < 0.15:
        changes["king-limit"] = str(rng.randint(1, 4))
    if rng.random() < 0.3:
        changes["man-lines"] = "yes"
    elif base != "dameo" and rng.random() < 0.3:
        changes["man-hops"] = rng.choice(("moves", "captures"))
    if shape == "diagonal" and rng.random() < 0.3:
        changes["promotion-squares"] = rng.choice(("corner", "rim"))
    elif rng.random() < 0.1:
        changes["promotion-squares"] = "none"
    return base, changes


# --- one against the other ------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(FIRST, FIRST + RULES))
def test_rules_at_random(seed: int) -> None:
    _compare(rules_at_random(seed), POSITIONS, seed)


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(FIRST + RULES, FIRST + RULES + DEEP_RULES))
def test_many_rules_at_random(seed: int) -> None:
    _compare(rules_at_random(seed), DEEP_POSITIONS, seed)


def _compare(slug: str, count: int, seed: int) -> None:
    core = Adapter(slug, game_of(_core.rules(slug).recipe))
    _same_start(core)
    rng = random.Random(f"{slug} {seed}")
    skipped = 0
    for n in range(count):
        state = replace(positions.sample(slug, core.game, n).state, white_run=None, black_run=None)
        position = core.position(state)
        if _is_endless(position):
            skipped += 1
        else:
            _walk(core, state, position, rng, 1)
    assert skipped <= count // 5, slug
    _walk(core, draughts.start(core.game), core.rules.start(), rng, PLIES)


def _is_endless(position: _core.Position) -> bool:
    """Has it more capture routes than the reference can follow in a moment?"""
    return position.is_cut_short or len(position.capture_lines()) > ROUTES


def _same_start(core: Adapter) -> None:
    state, position = draughts.start(core.game), core.rules.start()
    assert core.board(position) == state.board, core.rules.slug
    assert position.side.letter == state.side
    for side, letter in ((_core.Side.WHITE, "W"), (_core.Side.BLACK, "B")):
        found = {core.cells[n] for n in core.rules.promotion_squares(side)}
        assert found == core.game.crowns[letter], core.rules.slug


def _walk(core: Adapter, state: State, position: _core.Position, rng: random.Random, plies: int) -> None:
    for _ in range(plies):
        if _is_endless(position):
            return
        if core.game.goal == "crown" and any(piece.isupper() for piece in state.board.values()):
            return
        shown = f"{core.rules.slug}: {fens.write_draughts(core.game, state)}"
        slow, fast = draughts.moves(core.game, state), core.moves(position)
        assert set(fast) == slow, shown
        assert position.count() == len(slow), shown
        assert position.has_moves() == bool(slow), shown
        if not slow:
            return
        move = rng.choice(sorted(slow, key=positions.in_order))
        if move.captured:
            assert core.routes(position, fast[move]) == routes(core.game, state, move), shown
        state, position = draughts.play(core.game, state, move), position.play(fast[move])
        assert core.board(position) == state.board, shown


# --- the games that are known, from their own words -----------------------------------------------------


@pytest.mark.parametrize(
    "slug",
    in_turn([
        "german~landing=adjacent", "spanish~choice=quality", "frisian~choice=frisian-half",
        "frysk~choice=frisian-half", "italian~choice=italian-first", "filipino~choice=free",
        "slovak~choice=king-first", "argentine~choice=number", "pool~promotion=stop",
        "gothic~man-captures=all", "black-white~promotion=king",
    ]),
)  # fmt: skip
def test_options_that_change_captures(slug: str) -> None:
    """Against the base's own reference, with the one word replaced."""
    base, _, part = slug.partition("~")
    game = reference_game(base)
    changed = {
        "landing=adjacent": replace(game, landing="behind"),
        "choice=quality": replace(game, choice=draughts.quality),
        "choice=frisian-half": replace(game, choice=frisian_half),
        "choice=italian-first": replace(game, choice=italian_first),
        "choice=free": replace(game, choice=draughts.free),
        "choice=king-first": replace(game, choice=draughts.king_first),
        "choice=number": replace(game, choice=draughts.most),
        "promotion=stop": replace(game, crowning="stop"),
        "promotion=king": replace(game, crowning="king"),
        "man-captures=all": replace(game, man_takes=STEPS["all"]),
    }[part]
    core = Adapter(slug, changed)
    rng = random.Random(slug)
    begun = draughts.start(changed)
    assert core.rules.start().perft(4) == draughts_witness(changed).perft(begun, 4)
    for seed in range(FIRST, FIRST + samples(150)):
        state = positions.sample(slug, core.game, seed).state
        _walk(core, state, core.position(state), rng, 1)


@pytest.mark.parametrize("base", ["italian", "english", "brazilian"])
def test_the_game_under_re_entry(base: str) -> None:
    """Random games of re-entry on another game: every turn, and where the men enter."""
    rules = _core.compose("reentry" if base == "italian" else f"reentry~base={base}")
    game, rng = reference_game(base), random.Random(base)
    cells = {n: rules.coordinates(n) for n in range(1, rules.squares + 1)}
    entered = 0
    for _ in range(12):
        state, position = reentry.start(game), rules.start()
        for _ in range(90):
            fast = {
                reentry.Turn(
                    frozenset(cells[n] for n in move.drops),
                    draughts.Found(
                        cells[move.origin], cells[move.destination],
                        frozenset(cells[n] for n in move.captured), move.promotes,
                    ),
                ): move
                for move in position.moves()
            }  # fmt: skip
            assert set(fast) == reentry.moves(game, state), position.fen
            if not fast:
                break
            turn = rng.choice(sorted(fast, key=str))
            entered += len(turn.entries)
            state, position = reentry.play(game, state, turn), position.play(fast[turn])
    assert entered > 5


@pytest.mark.parametrize("slug", [slug for slug in CATALOGUE if slug in _core.slugs()])
def test_the_words_of_a_game_describe_its_reference(slug: str) -> None:
    """What `game_of` reads from the recipe of a known game is that game of the reference."""
    if CATALOGUE[slug].entry.family != "draughts":
        return
    said = _core.rules(slug).recipe
    if said["rows"] == "own":
        return
    ours, theirs = game_of(said), reference_game(slug)
    assert ours.men == theirs.men
    assert ours.crowns == theirs.crowns
    assert (ours.first, ours.goal, ours.crowning, ours.flying) == (
        theirs.first, theirs.goal, theirs.crowning, theirs.flying,
    )  # fmt: skip
    assert (ours.removed_at_once, ours.man_takes_king, ours.king_run) == (
        theirs.removed_at_once, theirs.man_takes_king, theirs.king_run,
    )  # fmt: skip
    for ways in ("man_moves", "man_takes", "king_moves", "king_takes"):
        assert set(getattr(ours, ways)) == set(getattr(theirs, ways))
    assert ours.choice is theirs.choice
