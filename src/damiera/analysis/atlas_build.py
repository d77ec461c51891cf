"""Making the atlas of openings: a job of small tasks that stops and goes on at any of them.

Of each position the job does one look (search, traps, proof) and then plays its games, each by itself. What
a task finds depends on the position, its number, the limits of nodes and the seed, and on nothing that went
before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from random import Random
from typing import Final, Literal

import msgspec

from damiera import _core
from damiera._core import Move, Position, Side
from damiera.analysis.atlas import AtlasError, AtlasMethod, AtlasRow, AtlasTrap
from damiera.analysis.balance import begun
from damiera.analysis.ballots import judge
from damiera.analysis.proofs import proved_result
from damiera.analysis.shots import Shot, best_shot
from damiera.analysis.truth import TableTruth
from damiera.endgame.files import shipped_folder
from damiera.engine.adviser import TableAdviser
from damiera.engine.builtin import BuiltinEngine
from damiera.engine.weightfile import weights_of
from damiera.game.openings import deck
from damiera.messages import Message
from damiera.notation.moves import format_move, parse_move

__all__ = ["LONGEST", "MARGIN_CP", "VARIED", "AtlasJob", "AtlasOpening", "build_rows", "places_of"]

VARIED: Final = 10
"""Choices after the opening in which a game takes any of the best moves, so that games differ."""
MARGIN_CP: Final = 20
"""How far below the best a move may be for that."""
LONGEST: Final = 240
"""A game of so many plies after the opening is a draw."""
TRAP_PLIES: Final = 8
"""How far along the main line traps are looked for."""
PROOF_BUDGET: Final = 400
PROVED_CP: Final = 28_000
LINE: Final = 16
TRAPS: Final = 6
_WIDTH: Final = 4
_CONFIRM_CP: Final = 60
_CONFIRM_NODES: Final = 30_000
_HASH_MB: Final = 64
_GAME_HASH_MB: Final = 4


@dataclass(frozen=True, slots=True)
class AtlasOpening:
    """A position of the atlas and how it came about.

    Attributes:
        game: slug.
        deck: id of a deck that leads there.
        number: of the opening in that deck.
        fen: the position.

    >>> places_of(["it-2m-49"])[0].number
    1
    """

    game: str
    deck: str
    number: int
    fen: str


@dataclass(frozen=True, slots=True)
class AtlasJob:
    """What is to be done.

    Attributes:
        method: limits, seed, and who does it.
        games: how many games each position is to have in the end.

    >>> AtlasJob(AtlasMethod("0.1.0", "", 1000, 100, 1, "2026-11-23"), games=24).games
    24
    """

    method: AtlasMethod
    games: int


@dataclass(frozen=True, slots=True)
class _Task:
    place: AtlasOpening
    method: AtlasMethod
    number: int
    """Which game, from 0; -1 for the look."""


@dataclass(frozen=True, slots=True)
class _Played:
    """A game: who won it, and a digest of its positions."""

    result: Literal["w", "d", "b"]
    key: str


def places_of(ids: Iterable[str]) -> tuple[AtlasOpening, ...]:
    """Return the positions that decks lead to, each once, in the order of the decks.

    Raises:
        UnknownDeck: if there is no deck of a name.

    >>> len(places_of(["it-2m-49"])), len(places_of(["it-2m-43", "it-2m-49"]))
    (49, 49)
    """
    found: dict[tuple[str, str], AtlasOpening] = {}
    for id in ids:
        chosen = deck(id)
        for one in chosen.openings:
            fen = one.position(chosen.ruleset).fen
            found.setdefault((chosen.game, fen), AtlasOpening(chosen.game, id, one.number, fen))
    return tuple(found.values())


def build_rows(
    job: AtlasJob, places: Sequence[AtlasOpening], known: Mapping[str, AtlasRow], *, jobs: int = 1
) -> Iterator[AtlasRow]:
    """Yield a row whenever it has grown: by its look, then by each game that is missing.

    Args:
        job: what is to be done.
        places: of which positions.
        known: what was done before, by position; nothing of it is done again.
        jobs: how many processes; the rows in the end are the same.
    Raises:
        AtlasError: if a known row was made with other limits, another seed or other weights.

    >>> job = AtlasJob(AtlasMethod("0.1.0", "", 1000, 50, 1, "2026-11-23"), games=1)
    >>> [looked, played] = build_rows(job, places_of(["it-2m-49"])[:1], {})
    >>> len(looked.results), len(played.results)
    (0, 1)
    """
    rows = dict(known)
    tasks = list[_Task]()
    for place in places:
        row = rows.get(place.fen)
        if row is None:
            tasks.append(_Task(place, job.method, -1))
        elif row.method.digest != job.method.digest:
            raise AtlasError(_OTHER_METHOD.format(fen=place.fen))
        played = 0 if row is None else len(row.results)
        tasks += [_Task(place, job.method, number) for number in range(played, job.games)]
    for task, found in _done(tasks, jobs):
        if isinstance(found, AtlasRow):
            row = found
        else:
            before = rows[task.place.fen]
            row = msgspec.structs.replace(
                before, results=before.results + found.result, keys=(*before.keys, found.key)
            )
        rows[row.fen] = row
        yield row


def _done(tasks: Sequence[_Task], jobs: int) -> Iterator[tuple[_Task, AtlasRow | _Played]]:
    """Do tasks and yield what they find in their order."""
    if jobs == 1:
        for task in tasks:
            yield task, _do(task)
        return
    with ProcessPoolExecutor(jobs) as pool:
        try:
            yield from zip(tasks, pool.map(_do, tasks, chunksize=4), strict=True)
        finally:
            pool.shutdown(cancel_futures=True)


def _do(task: _Task) -> AtlasRow | _Played:
    chosen = deck(task.place.deck)
    opening = chosen.opening(task.place.number)
    history = [opening.start(chosen.ruleset)]
    for move in opening.played(chosen.ruleset):
        history.append(history[-1].play(move))
    if task.number < 0:
        return _look(task, history)
    rng = Random(f"{task.method.seed} {task.place.fen} {task.number}")
    return _game(task.place.game, history, task.method.game_nodes, rng)


# --------------------------------------------------------------------------------------------------- the look


def _look(task: _Task, history: Sequence[Position]) -> AtlasRow:
    position = history[-1]
    engine = _engine(task.place.game)
    [judged] = judge(engine, [position], task.method.nodes, plies=LINE)
    return AtlasRow(
        fen=position.fen,
        cp=judged.score.white,
        depth=judged.depth,
        searched=judged.nodes,
        line=judged.line,
        traps=tuple(_traps(history, judged.line))[:TRAPS],
        proved=proved_result(position, _truth(), budget=PROOF_BUDGET),
        results="",
        keys=(),
        method=task.method,
    )


def _traps(history: Sequence[Position], line: Sequence[str]) -> Iterator[AtlasTrap]:
    """Yield the moves beside the main line that a shot refutes, and that the engine too finds bad.

    Of the first reply every move that loses a piece by force counts; later only what one may overlook: a shot
    that gives a piece before it takes, or that wins more than one.
    """
    past = list(history)
    for ply, text in enumerate(line[:TRAP_PLIES]):
        here = past[-1]
        expected = parse_move(here, text)
        since = begun(past[:-1], here)
        for move in here.moves():
            after = here.play(move)
            shot = best_shot(after, since=since) if move != expected and not _is_over(after) else None
            if shot is not None and _is_trap(shot, ply) and _confirmed(past, after):
                yield AtlasTrap(ply, _written(here, move, shot), shot.won)
        past.append(here.play(expected))


def _is_trap(shot: Shot, ply: int) -> bool:
    return shot.ends or shot.won > 1 or (shot.won == 1 and (shot.gives or ply == 0))


def _is_over(position: Position) -> bool:
    return not position.has_moves() or position.winner() is not None


def _confirmed(past: Sequence[Position], after: Position) -> bool:
    search = _search(after.rules.slug)
    search.clear()
    return search.think(after, history=past, nodes=_CONFIRM_NODES).score_cp >= _CONFIRM_CP


def _written(here: Position, move: Move, shot: Shot) -> tuple[str, ...]:
    first = format_move(here, move)
    return first, *(format_move(step.before, step.move) for step in shot.steps)


# -------------------------------------------------------------------------------------------------- the games


def _game(game: str, opening: Sequence[Position], nodes: int, rng: Random) -> _Played:
    """Play one game from where the opening ends; the tables that come with Damiera judge its ending."""
    search = _search(game)
    search.clear()
    line, choices = list(opening), 0
    result: Literal["w", "d", "b"] | None = None
    while result is None:
        here = line[-1]
        result = _judged(line, len(line) - len(opening))
        if result is not None:
            break
        varied, choices = choices < VARIED, choices + (here.count() > 1)
        limit = round(nodes * rng.uniform(0.5, 1.5))
        move, cp = _chosen(search, line, limit, rng if varied else None)
        if abs(cp) >= PROVED_CP:
            result = _letter(here.side if cp > 0 else here.side.opponent)
        line.append(here.play(move))
    return _Played(result, sha256("\n".join(one.fen for one in line).encode()).hexdigest()[:8])


def _judged(line: Sequence[Position], plies: int) -> Literal["w", "d", "b"] | None:
    """Return how a game stands that needs no more playing; None for one that goes on."""
    here = line[-1]
    if plies >= LONGEST or line.count(here) >= 3:
        return "d"
    winner = here.winner()
    if winner is not None or not here.has_moves():
        return _letter(winner or here.side.opponent)
    worth = _truth().worth(here)
    if worth is None:
        return None
    return "d" if worth == 1 else _letter(here.side if worth == 2 else here.side.opponent)


def _chosen(
    search: _core.Search, line: Sequence[Position], nodes: int, rng: Random | None
) -> tuple[Move, int]:
    """Return a move and its score: the best, or with `rng` one of those that are about as good."""
    here = line[-1]
    width = min(_WIDTH, here.count()) if rng is not None else 1
    found = search.think(here, history=line[:-1], nodes=nodes, multipv=width)
    assert found.move is not None
    if rng is None:
        return found.move, found.score_cp
    good = [one for one in found.lines if one.pv and one.score_cp >= found.score_cp - MARGIN_CP]
    chosen = rng.choice(good) if good else None
    return (chosen.pv[0], chosen.score_cp) if chosen else (found.move, found.score_cp)


def _letter(side: Side) -> Literal["w", "b"]:
    return "w" if side is Side.WHITE else "b"


@cache
def _engine(game: str) -> BuiltinEngine:
    return BuiltinEngine(game, hash_mb=_HASH_MB)


@cache
def _search(game: str) -> _core.Search:
    rules = _core.rules(game)
    tables = TableAdviser(rules, shipped_folder()).for_search()
    return _core.Search(rules, hash_mb=_GAME_HASH_MB, weights=weights_of(game), tables=tables)


@cache
def _truth() -> TableTruth:
    return TableTruth(shipped_folder())


_OTHER_METHOD = Message("{fen}: this row was made with other limits, another seed or other weights.")
