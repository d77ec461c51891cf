"""Any Hub program as an `Engine`: what is asked of it, and how its answers are read."""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from queue import Empty
from typing import NoReturn

from damiera._core import Move, Position
from damiera.engine.errors import EngineDied, EngineLacks, EngineRefused, EngineSilent
from damiera.engine.hub.program import AnswerTime, Program
from damiera.engine.hub.text import (
    NAMES,
    HubLine,
    HubSyntaxError,
    format_board,
    format_line,
    format_move,
    parse_line,
    parse_move,
    slug_of,
)
from damiera.engine.levels import HIGHEST
from damiera.engine.levels import level as settings_of
from damiera.engine.limits import UNLIMITED, SearchLimits
from damiera.engine.protocol import Choice, Info, check_question
from damiera.engine.score import Score, on_scale

__all__ = ["HubClient"]

FIRST_WORD_S = 10.0  # or our patience, if that is more, for an engine to show that it speaks Hub at all
LISTEN_S = 1.0  # at a time, to an engine that has no limit, so that a stop from elsewhere is noticed
SLOW_START = 6  # times our patience that an engine may take to get ready: it may have large tables to load


class HubClient:
    """A Hub engine in a process of its own, as a `Engine`.

    The process starts at the first question, again after it died, and gives way to others (low priority).
    An engine that is silent too long is ended: nothing here waits for ever. While it waits for a processor
    that others have, patience is not lost: it is slow, and does not hang.

    Args:
        game: slug of the game.
        command: program and arguments; the built-in engine by default.
        hash_mb, threads: MiB of its table, and threads; asked of an engine that has such parameters.
        patience_s: how late an answer may be, in seconds.
        silence_s: how long a search to a depth may say nothing, in seconds; an endless one may, until it is
            stopped.
        niceness: added to the priority number of the process, where the system knows priorities.
        params: set before the engine gets ready.
        folder: where the process runs; here, if left out.
    Source:
        Hub protocol 2, of F. Letouzey's Scan.

    >>> from damiera import _core
    >>> with HubClient("italian", threads=1, hash_mb=1) as engine:
    ...     choice = engine.choose(_core.rules("italian").start(), limits=SearchLimits(depth=1))
    >>> choice.depth, engine.alive
    (1, False)
    """

    def __init__(
        self,
        game: str,
        command: Sequence[str] | None = None,
        *,
        hash_mb: int = 32,
        threads: int = 1,
        patience_s: float = 10.0,
        silence_s: float = 60.0,
        niceness: int = 10,
        params: Mapping[str, str] | None = None,
        folder: str | None = None,
    ) -> None:
        self.game = game
        self.command = tuple(command or (sys.executable, "-m", "damiera", "hub", "--game", game))
        self.patience_s, self.silence_s, self.niceness = patience_s, silence_s, niceness
        self.params: dict[str, Mapping[str, str]] = {}
        self.identity: Mapping[str, str] = {}
        self._wanted = {"hash": hash_mb, "threads": threads}
        self._demanded, self._folder = dict(params or {}), folder
        self._turn = threading.Lock()
        self._pondered: tuple[Position, SearchLimits] | None = None
        self._program: Program | None = None
        self._stopped: float | None = None  # when the question under way was stopped, if it was

    def __enter__(self) -> HubClient:
        return self

    def __exit__(self, *reason: object) -> None:
        self.close()

    @property
    def processor_s(self) -> float | None:
        """Seconds of the processors that its process has used; None if it does not run, or nobody tells."""
        return self._program.processor_s() if self._program is not None and self._program.alive else None

    @property
    def alive(self) -> bool:
        """True while the process runs."""
        return self._program is not None and self._program.alive

    @property
    def pid(self) -> int | None:
        """The number of the running process, if any."""
        return self._program.pid if self._program is not None and self._program.alive else None

    def start(self) -> None:
        """Start the process and shake hands; nothing to do while it is alive.

        Raises:
            EngineDied: if it does not start or ends at once.
            EngineSilent: if it does not answer.
            EngineLacks: if it has no parameter of those asked for, or does not play the game.
            EngineRefused: if it answers with an error of its own.
        """
        with self._turn:
            self._ensure()

    def restart(self) -> None:
        """End the process, if any, and start another.

        Raises:
            EngineError: as `start`.
        """
        self.close()
        self.start()

    def close(self) -> None:
        """Ask the process to quit; end it if it does not."""
        program = self._program
        if program is None:
            return
        self._write("quit")
        program.wait(1.0)
        self._end()

    def new_game(self) -> None:
        """Tell the engine that what follows has nothing to do with what went before.

        Raises:
            EngineError: as `start`.
        """
        self.ponder_miss()
        with self._turn:
            self._ensure()
            self._send("new-game")

    def choose(
        self,
        position: Position,
        *,
        history: Sequence[Position] = (),
        level: int | None = None,
        limits: SearchLimits | None = None,
        seed: int | None = None,
        draw_in: int = 0,
    ) -> Choice:
        """Return the engine's move; see `Engine.choose`. A foreign engine plays a level by its limits alone.

        Raises:
            NoMoveError, UnknownLevel, WrongEngineGame: as `Engine.choose`.
            EngineError: as `start`; EngineRefused too for an answer that is no legal move.
        """
        bounds = limits or settings_of(HIGHEST if level is None else level).limits
        check_question(self.game, position)
        self.ponder_miss()
        with self._turn:
            self._ensure()
            self._prepare(level, seed, draw_in or bounds.draw_in)
            self._ask(position, history, bounds, "think")
            return self._await_choice(position, bounds)

    def analyse(
        self,
        position: Position,
        *,
        history: Sequence[Position] = (),
        limits: SearchLimits = UNLIMITED,
        multipv: int = 1,
    ) -> Iterator[Info]:
        """Yield what the engine tells after each depth; see `Engine.analyse`.

        Raises:
            NoMoveError, WrongEngineGame: as `Engine.choose`, when the first is asked for.
            EngineError: as `start`.
        """
        check_question(self.game, position)
        self.ponder_miss()
        with self._turn:
            self._ensure()
            self._set_param("multipv", multipv)
            self._set_param("draw-in", limits.draw_in)
            self._ask(position, history, limits, "analyze")
            ended = False
            try:
                while (line := self._next_word("go analyze", _allowance(limits, self))).command != "done":
                    if line.command == "info" and (told := _read_info(line, position)) is not None:
                        yield told
                ended = True
            finally:
                if not ended and self.alive:
                    self._send("stop")
                    self._expect("done", "stop")

    def stop(self) -> None:
        """End the question being thought about; harmless when there is none.

        An engine that goes on nevertheless is ended when our patience is.
        """
        self._stopped = time.monotonic()
        self._write("stop")

    @property
    def can_ponder(self) -> bool:
        """True if the engine, once started, offers to think in the opponent's time."""
        return "ponder" in self.params

    def ponder(
        self, position: Position, *, history: Sequence[Position] = (), limits: SearchLimits, draw_in: int = 0
    ) -> None:
        """Let the engine think about the position that is expected, until `ponder_hit` or `ponder_miss`.

        Nothing happens if it does not offer that.

        Args:
            position, history, draw_in: as for `choose`, after the opponent's expected move.
            limits: how long to think once that move is played.
        Raises:
            EngineError: as `choose`.
        """
        check_question(self.game, position)
        self.ponder_miss()
        with self._turn:
            self._ensure()
            if not self.can_ponder:
                return
            self._set_param("ponder", "true")
            self._prepare(None, None, draw_in or limits.draw_in)
            self._ask(position, history, limits, "ponder")
            self._pondered = position, limits

    @property
    def is_pondering(self) -> bool:
        """True between `ponder` and what ends it."""
        return self._pondered is not None

    def ponder_hit(self) -> Choice:
        """Return the answer to what `ponder` began, now that the expected move was played.

        Raises:
            ValueError: if nothing is being pondered.
            EngineError: as `choose`.
        """
        with self._turn:
            pondered, self._pondered = self._pondered, None
            if pondered is None:
                raise ValueError("nothing is being pondered: call ponder first")
            self._send("ponder-hit")
            return self._await_choice(*pondered)

    def ponder_miss(self) -> None:
        """Drop what `ponder` began, if anything: another move was played, or the game is over.

        Raises:
            EngineError: if the engine dies, falls silent or complains instead of leaving off.
        """
        with self._turn:
            pondered, self._pondered = self._pondered, None
            if pondered is not None and self.alive:
                self._send("stop")
                self._expect("done", "stop")

    # -- one question

    def _prepare(self, level: int | None, seed: int | None, draw_in: int) -> None:
        self._set_param("level", level or 0)
        self._set_param("multipv", 1)
        self._set_param("seed", seed or 0)
        self._set_param("draw-in", draw_in)

    def _ask(self, position: Position, history: Sequence[Position], limits: SearchLimits, mode: str) -> None:
        start, moves = _connected(history, position)
        fields: dict[str, object] = {"pos": format_board(start)}
        if moves:
            fields["moves"] = " ".join(format_move(move) for move in moves)
        self._send(format_line("pos", fields))
        self._send(_write_limits(limits, knows_soft="lag" in self.params))
        self._stopped = None
        self._send(f"go {mode}")

    def _await_choice(self, position: Position, limits: SearchLimits) -> Choice:
        seconds = _allowance(limits, self)
        is_whole = bool(limits.time_ms or limits.nodes)  # elsewhere each line shows that it is still at work
        patience = self._patience(seconds) if seconds is not None and is_whole else None
        last: Info | None = None
        while (
            line := self._read("go think", patience) if patience else self._next_word("go think", seconds)
        ).command != "done":
            if line.command == "info":
                last = _read_info(line, position) or last
        try:
            move = parse_move(position, line.fields.get("move", ""))
        except HubSyntaxError as error:
            raise EngineRefused(str(error)) from None
        if last is None or last.pv[:1] != (move,):
            last = Info(0, last.score if last else Score(0, position.side), 0, 0, (move,))
        pv = last.pv if len(last.pv) > 1 else _with_reply(position, move, line.fields.get("ponder", ""))
        return Choice(move, last.score, last.depth, pv, last.nodes, last.time_ms)

    # -- the process

    def _ensure(self) -> None:
        if self.alive:
            return
        self._end()
        self._program = Program(self.command, folder=self._folder, niceness=self.niceness)
        self._send("hub")
        self.params.clear()
        for line in self._introduction():
            if line.command == "id":
                self.identity = line.fields
            elif line.command == "param":
                self.params[line.fields.get("name", "")] = line.fields
        self._set_variant()
        for name, value in self._wanted.items():
            self._set_param(name, value)
        for name, demanded in self._demanded.items():
            if name not in self.params:
                self._end()
                raise EngineLacks(name, None, ", ".join(self.params))
            self._set_param(name, demanded)
        self._send("init")
        self._expect("ready", "init", SLOW_START * self.patience_s)
        self._program.give_way()

    def _introduction(self) -> Iterator[HubLine]:
        """Yield what an engine says of itself. Its first word comes soon, or it speaks another language."""
        slow = SLOW_START * self.patience_s
        line = self._next_word("hub", min(slow, max(FIRST_WORD_S, self.patience_s)))
        patience = self._patience(slow)
        while line.command != "wait":
            yield line
            line = self._read("hub", patience)

    def _set_variant(self) -> None:
        """Say which game is to be played, to an engine that knows several."""
        values = self.params.get("variant", {}).get("values", "").split()
        if not values or "variant" in self._demanded:
            return
        names = {self.game, NAMES.get(self.game, self.game), slug_of(self.game)}
        name = next((name for name in values if name in names), None)
        if name is None:
            self._end()
            raise EngineLacks("variant", self.game, " ".join(values))
        self._set_param("variant", name)

    def _set_param(self, name: str, value: int | str) -> None:
        if name in self.params:
            self._send(format_line("set-param", {"name": name, "value": value}))

    def _send(self, text: str) -> None:
        if not self._write(text):
            self._died()

    def _write(self, text: str) -> bool:
        """Write one line; return False if nobody is there to read it."""
        return self._program is not None and self._program.write(text)

    def _expect(self, command: str, request: str, seconds: float | None = None) -> None:
        patience = self._patience(self.patience_s if seconds is None else seconds)
        while self._read(request, patience).command != command:
            pass

    def _patience(self, seconds: float) -> AnswerTime:
        if self._program is None:
            self._died()
        return AnswerTime(self._program, seconds)

    def _next_word(self, request: str, seconds: float | None) -> HubLine:
        """Return the next line, which may take so many seconds; None until someone stops it."""
        return self._read(request, None if seconds is None else self._patience(seconds))

    def _read(self, request: str, patience: AnswerTime | None) -> HubLine:
        """Return the next line; an engine that has ended, is silent or complains is an error."""
        program = self._program
        if program is None:
            self._died()
        try:
            text = self._heard_without_limit(program) if patience is None else _heard(program, patience)
        except Empty:
            self._end()
            if patience is None:
                raise EngineSilent("stop", self.patience_s) from None
            raise EngineSilent(request, patience.seconds) from None
        if text is None:
            self._died()
        try:
            line = parse_line(text)
        except HubSyntaxError:
            return HubLine("")
        if line.command == "error":
            self._end()  # whatever it still says answers a question that is over
            raise EngineRefused(line.fields.get("message", ""))
        return line

    def _heard_without_limit(self, program: Program) -> str | None:
        """Return the next line however late, but for what comes too late after `stop`."""
        while True:
            left = LISTEN_S if self._stopped is None else self._stopped + self.patience_s - time.monotonic()
            if left <= 0:
                raise Empty
            with contextlib.suppress(Empty):
                return program.read(min(left, LISTEN_S))

    def _died(self) -> NoReturn:
        program = self._program
        returncode, words = None, ""
        if program is not None:
            program.wait(1.0)
            returncode, words = program.returncode, program.last_words()
        self._end()
        raise EngineDied(returncode, words)

    def _end(self) -> None:
        """Leave no process behind."""
        program, self._program = self._program, None
        self._pondered = None
        if program is not None:
            program.end()


def _heard(program: Program, patience: AnswerTime) -> str | None:
    """Return the next line; raises Empty if it has not come before patience is lost."""
    while (left := patience.left_s()) > 0:
        with contextlib.suppress(Empty):
            return program.read(left)
    raise Empty


def _allowance(limits: SearchLimits, client: HubClient) -> float | None:
    """Return how long the next line may take, in seconds; None until someone stops it."""
    if limits.time_ms:
        return limits.time_ms / 1000 + client.patience_s
    if limits.nodes:
        return limits.nodes / 50_000 + client.patience_s
    return client.silence_s if limits.depth else None


def _write_limits(limits: SearchLimits, *, knows_soft: bool) -> str:
    """Write limits; a program that shares out a clock by itself is told of it, as far as Hub has words.

    Of other clocks it is told how long this move may take; our own engine knows two limits, soft and hard.
    """
    named: dict[str, float] = {"depth": limits.depth, "nodes": limits.nodes}
    clock = limits.clock
    if knows_soft or not limits.soft_ms:
        named |= {"move-time": limits.time_ms / 1000, "soft-time": limits.soft_ms / 1000}
    elif clock is None or clock.free_ms or clock.reserve_ms or clock.renews:
        named |= {"move-time": limits.soft_ms / 1000}
    else:
        named |= {
            "moves": clock.moves_to_go,
            "time": max(clock.left_ms, 1) / 1000,
            "inc": clock.gain_ms / 1000,
        }
    given = {name: value for name, value in named.items() if value}
    return format_line("level", given) if given else "level infinite"


def _with_reply(position: Position, move: Move, text: str) -> tuple[Move, ...]:
    """Return a move and the reply to it that an engine expects, if it names one."""
    with contextlib.suppress(HubSyntaxError):
        return move, parse_move(position.play(move), text)
    return (move,)


def _read_info(line: HubLine, position: Position) -> Info | None:
    """Return what an engine tells of its search; None where a number is none: it need not tell anything."""
    try:
        depth, score, nodes, time_ms, multipv = (
            round(times * (line.number(name) or 0.0))
            for name, times in (("depth", 1), ("score", 100), ("nodes", 1), ("time", 1000), ("multipv", 1))
        )
    except (ValueError, OverflowError):
        return None
    pv: list[Move] = []
    at = position
    for text in line.fields.get("pv", "").split():
        try:
            pv.append(parse_move(at, text))
        except HubSyntaxError:
            break
        at = at.play(pv[-1])
    return Info(depth, Score(on_scale(score), position.side), nodes, time_ms, tuple(pv), max(1, multipv))


def _connected(history: Sequence[Position], position: Position) -> tuple[Position, list[Move]]:
    """Return the earliest position from which moves lead to this one through the history, and those moves."""
    start, moves = position, list[Move]()
    for before in reversed(history):
        move = next((m for m in before.moves() if before.play(m) == start), None)
        if move is None:
            break
        start = before
        moves.insert(0, move)
    return start, moves
