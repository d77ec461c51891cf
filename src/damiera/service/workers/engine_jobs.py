"""Questions to engines on other machines, and their answers, as they are written on the way.

A question holds all that an engine is told: no machine but the server has the game. An answer is read against
the position that was asked about, so nothing that is no legal move there comes out of it.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from damiera._core import Move, Position
from damiera.engine.limits import TimeLeft
from damiera.engine.protocol import Choice
from damiera.engine.score import Score
from damiera.errors import DamieraError
from damiera.game.sides import SideName, side_name, side_named
from damiera.messages import Message
from damiera.notation.fen import parse_fen
from damiera.rules.routes import move_along
from damiera.rules.ruleset import ruleset
from damiera.service.engine_moves import EngineTask

__all__ = ["UnreadableJob", "read_choice", "read_job", "write_choice", "write_job"]


class UnreadableJob(DamieraError):
    """A question or an answer of another version, or of somebody else."""

    def __init__(self, why: object) -> None:
        self.message = Message("An engine elsewhere cannot be understood: {why}.", why=why)
        super().__init__(self.message.text("en"))


class _Job(msgspec.Struct, frozen=True):
    game: str
    id: str
    version: int
    what: Literal["move", "answer-draw"]
    fens: list[str]
    side: SideName
    level: int
    left: TimeLeft | None = None
    draw_in: int = 0


class _Played(msgspec.Struct, frozen=True):
    path: tuple[int, ...]
    drops: tuple[int, ...] = ()


class _Answer(msgspec.Struct, frozen=True):
    pv: list[_Played]
    cp: int
    side: SideName
    depth: int = 0
    nodes: int = 0
    time_ms: int = 0


_JOBS: Final = msgspec.json.Decoder(_Job)
_ANSWERS: Final = msgspec.json.Decoder(_Answer)


def write_job(task: EngineTask) -> bytes:
    """Return a question as it is sent."""
    return msgspec.json.encode(
        _Job(
            task.position.rules.slug,
            task.game_id,
            task.version,
            task.what,
            [position.fen for position in (*task.history, task.position)],
            side_name(task.side),
            task.level,
            task.time_left,
            task.draw_in,
        )
    )


def read_job(data: bytes) -> EngineTask:
    """Return the question that was sent. Raises `UnreadableJob`."""
    try:
        job = _JOBS.decode(data)
        rules = ruleset(job.game)
        positions = tuple(parse_fen(fen, rules).position() for fen in job.fens)
        return EngineTask(
            job.id,
            job.version,
            job.what,
            positions[-1],
            positions[:-1],
            side_named(job.side),
            job.level,
            job.left,
            job.draw_in,
        )
    except (msgspec.DecodeError, DamieraError, LookupError) as error:
        raise UnreadableJob(error) from error


def write_choice(task: EngineTask, choice: Choice) -> bytes:
    """Return an engine's answer as it is sent; of the play it expects, what can be told by its route."""
    return msgspec.json.encode(
        _Answer(
            _routes(task.position, (choice.move, *choice.pv[1:])),
            choice.score.cp,
            side_name(choice.score.side),
            choice.depth,
            choice.nodes,
            choice.time_ms,
        )
    )


def read_choice(task: EngineTask, data: bytes) -> Choice:
    """Return the answer that was sent to a question. Raises `UnreadableJob` if it is none."""
    try:
        answer = _ANSWERS.decode(data)
        pv = _moves(task.position, answer.pv)
    except (msgspec.DecodeError, DamieraError, LookupError) as error:
        raise UnreadableJob(error) from error
    if not pv:
        raise UnreadableJob(answer.pv)
    score = Score(answer.cp, side_named(answer.side))
    return Choice(pv[0], score, answer.depth, pv, answer.nodes, answer.time_ms)


def _routes(position: Position, moves: tuple[Move, ...]) -> list[_Played]:
    found = []
    for move in moves:
        if not position.is_legal(move):
            break
        found.append(_Played(tuple(position.paths(move)[0]), tuple(move.drops)))
        position = position.play(move)
    return found


def _moves(position: Position, routes: list[_Played]) -> tuple[Move, ...]:
    found: list[Move] = []
    for played in routes:
        move = move_along(position, played.path, played.drops)
        if move is None:
            break
        found.append(move)
        position = position.play(move)
    return tuple(found)
