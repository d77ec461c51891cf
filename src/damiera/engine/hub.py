"""Hub 2, both ways: the built-in mind as an engine on two streams, and any Hub engine as a mind.

The protocol is Fabien Letouzey's, version 2: lines of text, `command name=value …`, unknown things ignored.
What we add: boards of other sizes than 50 squares, the parameter `variant` with our slugs, and the parameter
`level` (1 to 20; 0 = full strength).
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from importlib.metadata import version
from queue import Empty, SimpleQueue
from typing import IO, NoReturn, TextIO

from damiera import _core
from damiera._core import Move, Position
from damiera.endgame.files import default_folder
from damiera.engine.builtin import BuiltinMind
from damiera.engine.errors import EngineDied, EngineError, EngineRefused, EngineSilent, NoMoveError
from damiera.engine.hubtext import (
    HubSyntaxError,
    Line,
    format_board,
    format_line,
    format_move,
    parse_board,
    parse_line,
    parse_move,
)
from damiera.engine.levels import HIGHEST
from damiera.engine.levels import level as settings_of
from damiera.engine.limits import LAG_MS, UNLIMITED, Limits, from_clock
from damiera.engine.protocol import Choice, Info, check_question
from damiera.engine.score import Score

__all__ = ["HubClient", "HubServer", "run_hub"]

PATIENCE_AT_END_S = 60.0
PONDER_PERCENT = 120
"""What a move may take of its share of the clock where the opponent's time is used too."""
_ALIASES = {"normal": "international"}


def run_hub(stdin: TextIO, stdout: TextIO, game: str = "international") -> None:
    """Serve the built-in mind on two streams until `quit` or the end of the input.

    Raises:
        KeyError: for an unknown game.
    """
    HubServer(stdin, stdout, game).run()


# ---------------------------------------------------------------------------------------------- the engine


class _Options:
    """The parameters a client may set, with what they may be."""

    def __init__(self, game: str) -> None:
        self.variant = game
        self.ponders = False
        self.whole = {"level": 0, "threads": 1, "hash": 32, "multipv": 1, "seed": 0, "draw-in": 0}
        self.whole["lag"] = LAG_MS

    RANGES: Mapping[str, tuple[int, int]] = {
        "level": (0, HIGHEST),
        "threads": (1, 64),
        "hash": (1, 4096),
        "multipv": (1, 64),
        "seed": (0, 2**31 - 1),
        "draw-in": (0, 10_000),
        "lag": (0, 10_000),
    }

    def lines(self) -> Iterator[str]:
        variants = " ".join(dict.fromkeys((*_core.slugs(), self.variant)))
        yield format_line(
            "param", {"name": "variant", "value": self.variant, "type": "enum", "values": variants}
        )
        ponders = str(self.ponders).lower()
        yield format_line("param", {"name": "ponder", "value": ponders, "type": "bool"})
        for name, (least, most) in self.RANGES.items():
            value = self.whole[name]
            yield format_line(
                "param", {"name": name, "value": value, "type": "int", "min": least, "max": most}
            )

    def set(self, name: str, value: str) -> None:
        """Set one parameter; an unknown name is ignored, as the protocol asks."""
        if name == "variant":
            slug = _ALIASES.get(value, value)
            if not _is_playable(slug):
                raise HubSyntaxError("set-param variant", value, "one of " + " ".join(_core.slugs()))
            self.variant = slug
        elif name == "ponder":
            if value not in ("true", "false"):
                raise HubSyntaxError("set-param ponder", value, "true or false")
            self.ponders = value == "true"
        elif name in self.RANGES:
            least, most = self.RANGES[name]
            if not value.isdecimal() or not least <= int(value) <= most:
                raise HubSyntaxError(f"set-param {name}", value, f"a number from {least} to {most}")
            self.whole[name] = int(value)


def _is_playable(slug: str) -> bool:
    """Whether the core knows a game, or can make it from its name."""
    try:
        _core.rules(slug)
    except (KeyError, ValueError):
        return False
    return True


class HubServer:
    """The built-in mind, spoken to in Hub. The reader never waits for the thinker."""

    def __init__(self, stdin: TextIO, stdout: TextIO, game: str = "international") -> None:
        self._stdin, self._stdout = stdin, stdout
        self._writing = threading.Lock()
        self._options = _Options(game)
        self._made_for: tuple[str, int, int] | None = None
        self._limits = UNLIMITED
        self._thinker: _Thinker | None = None
        self._ready_for(game)

    def run(self) -> None:
        """Read commands until `quit` or the end of the input.

        At the end of the input a search that has a limit is finished first, if that takes less than a minute;
        an endless one is stopped.
        """
        for text in self._stdin:
            if text.strip() and not self._heed(text):
                self._halt()
                return
        if self._thinker is not None and self._thinker.is_finite:
            self._thinker.join(PATIENCE_AT_END_S)
        self._halt()

    def _heed(self, text: str) -> bool:
        try:
            line = parse_line(text)
            if line.command == "quit":
                return False
            self._obey(line)
        except ValueError as error:
            self.say("error", {"message": str(error)})
        return True

    def _obey(self, line: Line) -> None:
        match line.command:
            case "ping":
                self.say("pong")
            case "stop":
                self._halt()
            case "ponder-hit":
                if self._thinker is not None:
                    self._thinker.ponder_hit()
            case "hub" | "set-param" | "init" | "new-game" | "pos" | "level" | "go":
                if self._is_thinking():
                    raise HubSyntaxError(
                        line.command, line.command, "stop first: the engine is still thinking"
                    )
                self._prepare(line)

    def _prepare(self, line: Line) -> None:
        match line.command:
            case "hub":
                self._introduce()
            case "set-param":
                self._options.set(line.fields.get("name", ""), line.fields.get("value", ""))
            case "init":
                self._ready_for(self._options.variant)
                self.say("ready")
            case "new-game":
                self._mind.clear()
            case "pos":
                self._place(line)
            case "level":
                self._limits = _read_limits(line, self._options)
            case "go":
                self._go(line)

    def _introduce(self) -> None:
        self.say(
            "id",
            {
                "name": "Damiera",
                "version": version("damiera"),
                "author": "The Damiera authors",
                "country": "Italy",
            },
        )
        for text in self._options.lines():
            self.write(text)
        self.say("wait")

    def _ready_for(self, game: str) -> None:
        wanted = (game, self._options.whole["hash"], self._options.whole["threads"])
        if wanted == self._made_for:
            return
        self._rules = _core.rules(game)
        self._mind = BuiltinMind(game, hash_mb=wanted[1], threads=wanted[2], tables=default_folder())
        self._position, self._history = self._rules.start(), list[Position]()
        self._made_for = wanted

    def _place(self, line: Line) -> None:
        board = line.fields.get("pos")
        position = self._rules.start() if board is None else parse_board(board, self._rules)
        history: list[Position] = []
        for text in line.fields.get("moves", "").split():
            history.append(position)
            position = position.play(parse_move(position, text))
        self._position, self._history = position, history

    def _go(self, line: Line) -> None:
        mode = next((word for word in ("think", "ponder", "analyze") if word in line.fields), "think")
        if not self._position.has_moves():
            raise NoMoveError(self._position.fen)
        self._thinker = _Thinker(self, mode)
        self._thinker.start()

    def _is_thinking(self) -> bool:
        return self._thinker is not None and not self._thinker.has_answered

    def _halt(self) -> None:
        if self._thinker is not None:
            self._thinker.halt()
            self._thinker = None

    def say(self, command: str, fields: Mapping[str, object] | None = None) -> None:
        """Write one line to the client."""
        self.write(format_line(command, fields))

    def write(self, text: str) -> None:
        """Write text as one line; a client that has gone away is not told."""
        with self._writing, contextlib.suppress(BrokenPipeError):
            self._stdout.write(text + "\n")
            self._stdout.flush()

    @property
    def mind(self) -> BuiltinMind:
        """Who thinks."""
        return self._mind

    @property
    def question(self) -> tuple[Position, list[Position], Limits, int, int, int | None]:
        """The position, what went before it, limits, level, lines, seed: what a search is asked."""
        whole = self._options.whole
        seed = whole["seed"] or None
        limits = replace(self._limits, draw_in=whole["draw-in"])
        return self._position, self._history, limits, whole["level"], whole["multipv"], seed


class _Thinker(threading.Thread):
    """One `go`: thinks, tells what it finds, says `done` once."""

    def __init__(self, server: HubServer, mode: str) -> None:
        super().__init__(daemon=True)
        self._server, self._mode, self._mind = server, mode, server.mind
        self._position, self._history, self._limits, self._level, self._lines, self._seed = server.question
        self._resume = threading.Event()
        self._ponder_hit = False
        if self._searches_ahead:
            self._mind.expect()
        self._last: Info | None = None
        self.has_answered = False

    @property
    def is_finite(self) -> bool:
        """True if it ends without being stopped."""
        levelled = bool(self._level) and self._mode == "think"
        return self._mode != "ponder" and (levelled or self._limits.is_finite)

    def run(self) -> None:
        try:
            if self._level and self._mode != "analyze":
                if self._mode == "think" or self._is_hit():
                    self._play()
            else:
                self._search(self._limits)
                self._is_hit()
            self._done()
        except EngineError as error:
            self.has_answered = True
            self._server.say("error", {"message": str(error)})

    def ponder_hit(self) -> None:
        """The expected move was played: think on in earnest, within the limits."""
        if self._mode != "ponder" or self._ponder_hit:
            return
        self._ponder_hit = True
        self._mind.hit()
        self._resume.set()

    def halt(self) -> None:
        """Stop, and wait for the last words."""
        self._resume.set()
        while self.is_alive():
            self._mind.stop()
            self.join(0.005)

    @property
    def _searches_ahead(self) -> bool:
        """True if it uses the opponent's time; a level waits, or it would be another one."""
        return self._mode == "ponder" and not self._level

    def _is_hit(self) -> bool:
        """Say nothing final before the opponent has moved; return whether the move was the expected one."""
        if self._mode == "ponder":
            self._resume.wait()
        return self._ponder_hit

    def _play(self) -> None:
        choice = self._mind.choose(
            self._position,
            history=self._history,
            level=self._level,
            seed=self._seed,
            draw_in=self._limits.draw_in,
        )
        info = Info(choice.depth, choice.score, choice.nodes, choice.time_ms, choice.pv)
        self._tell(info)
        self._last = info

    def _search(self, limits: Limits) -> None:
        found = self._mind.analyse(self._position, history=self._history, limits=limits, multipv=self._lines)
        for info in found:
            self._tell(info)
            if info.multipv == 1:
                self._last = info

    def _tell(self, info: Info) -> None:
        seconds = info.time_ms / 1000
        fields: dict[str, object] = {
            "depth": info.depth,
            "mean-depth": f"{info.depth:.1f}",
            "score": f"{info.score.cp / 100:.2f}",
            "nodes": info.nodes,
            "time": f"{seconds:.3f}",
            "nps": f"{info.nodes / max(seconds, 0.001) / 1e6:.2f}",
        }
        if self._lines > 1:
            fields["multipv"] = info.multipv
        fields["pv"] = " ".join(format_move(move) for move in info.pv)
        self._server.say("info", fields)

    def _done(self) -> None:
        pv = self._last.pv if self._last is not None else ()
        moves = dict(zip(("move", "ponder"), (format_move(move) for move in pv[:2]), strict=False))
        self.has_answered = True
        self._server.say("done", moves)


def _read_limits(line: Line, options: _Options) -> Limits:
    depth, nodes = (_whole(line, name) for name in ("depth", "nodes"))
    if line.number("time") is None:
        return Limits(depth, nodes, _whole(line, "move-time", 1000), soft_ms=_whole(line, "soft-time", 1000))
    left, increment, moves = _whole(line, "time", 1000), _whole(line, "inc", 1000), _whole(line, "moves")
    clock = from_clock(left, increment, moves, lag_ms=options.whole["lag"])
    soft = clock.soft_ms
    if options.ponders:  # what is pondered comes on top
        soft = min(soft * PONDER_PERCENT // 100, clock.time_ms)
    return Limits(depth, nodes, clock.time_ms, soft_ms=soft)


def _whole(line: Line, name: str, times: int = 1) -> int:
    """Return an argument as a whole number, 0 if it is not there; a monstrous one is cut."""
    number = line.number(name) or 0.0
    return int(max(-1e15, min(number * times, 1e15))) if number == number else 0


# ---------------------------------------------------------------------------------------------- the client


class HubClient:
    """A Hub engine in a process of its own, as a `Mind`.

    The process starts at the first question, again after it died, and gives way to others (low priority).
    An engine that is silent too long is ended: nothing here waits for ever.

    Args:
        game: slug of the game.
        command: program and arguments; the built-in mind by default.
        hash_mb, threads: asked of an engine that has such parameters.
        patience_s: how late an answer may be, in seconds.
        silence_s: how long a search that has neither time nor node limit may say nothing, in seconds.
        niceness: added to the priority number of the process, where the system knows priorities.
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
    ) -> None:
        self.game = game
        self.command = tuple(command or (sys.executable, "-m", "damiera", "hub", "--game", game))
        self.patience_s, self.silence_s, self.niceness = patience_s, silence_s, niceness
        self.params: dict[str, Mapping[str, str]] = {}
        self.identity: Mapping[str, str] = {}
        self._wanted = {"hash": hash_mb, "threads": threads}
        self._turn, self._writing = threading.Lock(), threading.Lock()
        self._pondered: tuple[Position, Limits] | None = None
        self._process: subprocess.Popen[str] | None = None
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        self._stderr: IO[bytes] | None = None

    def __enter__(self) -> HubClient:
        return self

    def __exit__(self, *reason: object) -> None:
        self.close()

    @property
    def alive(self) -> bool:
        """True while the process runs."""
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int | None:
        """The number of the running process, if any."""
        return self._process.pid if self._process is not None and self.alive else None

    def start(self) -> None:
        """Start the process and shake hands; nothing to do while it is alive.

        Raises:
            EngineDied: if it does not start or ends at once.
            EngineSilent: if it does not answer.
        """
        with self._turn:
            self._ensure()

    def restart(self) -> None:
        """End the process, if any, and start another."""
        self.close()
        self.start()

    def close(self) -> None:
        """Ask the process to quit; end it if it does not."""
        process = self._process
        if process is None:
            return
        self._write("quit")
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(1.0)
        self._end()

    def new_game(self) -> None:
        """Tell the engine that what follows has nothing to do with what went before."""
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
        limits: Limits | None = None,
        seed: int | None = None,
        draw_in: int = 0,
    ) -> Choice:
        """Return the engine's move; see `Mind.choose`. A foreign engine plays a level by its limits alone."""
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
        limits: Limits = UNLIMITED,
        multipv: int = 1,
    ) -> Iterator[Info]:
        """Yield what the engine tells after each depth; see `Mind.analyse`."""
        check_question(self.game, position)
        self.ponder_miss()
        with self._turn:
            self._ensure()
            self._set_param("multipv", multipv)
            self._set_param("draw-in", limits.draw_in)
            self._ask(position, history, limits, "analyze")
            ended = False
            try:
                while (line := self._read("go analyze", _allowance(limits, self))).command != "done":
                    if line.command == "info":
                        yield _read_info(line, position)
                ended = True
            finally:
                if not ended and self.alive:
                    self._send("stop")
                    self._expect("done", "stop")

    def stop(self) -> None:
        """End the question being thought about; harmless when there is none."""
        self._write("stop")

    @property
    def can_ponder(self) -> bool:
        """True if the engine, once started, offers to think in the opponent's time."""
        return "ponder" in self.params

    def ponder(
        self, position: Position, *, history: Sequence[Position] = (), limits: Limits, draw_in: int = 0
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
        """Drop what `ponder` began, if anything: another move was played, or the game is over."""
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

    def _ask(self, position: Position, history: Sequence[Position], limits: Limits, mode: str) -> None:
        start, moves = _connected(history, position)
        fields: dict[str, object] = {"pos": format_board(start)}
        if moves:
            fields["moves"] = " ".join(format_move(move) for move in moves)
        self._send(format_line("pos", fields))
        self._send(_write_limits(limits, knows_soft="lag" in self.params))
        self._send(f"go {mode}")

    def _next_word(self, limits: Limits, asked: float) -> Line:
        """Return the next line of an answer, which a limit of time or nodes gives an end as a whole."""
        allowance = _allowance(limits, self)
        if allowance is None or not (limits.time_ms or limits.nodes):
            return self._read("go think", allowance)  # each line shows that it is still at work
        left = asked + allowance - time.monotonic()
        if left > 0:
            with contextlib.suppress(EngineSilent):
                return self._read("go think", left)
        self._end()
        raise EngineSilent("go think", allowance)

    def _await_choice(self, position: Position, limits: Limits) -> Choice:
        asked = time.monotonic()
        last: Info | None = None
        while (line := self._next_word(limits, asked)).command != "done":
            if line.command == "info":
                last = _read_info(line, position)
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
        self._launch()
        self._send("hub")
        self.params.clear()
        while (line := self._read("hub", self.patience_s)).command != "wait":
            if line.command == "id":
                self.identity = line.fields
            elif line.command == "param":
                self.params[line.fields.get("name", "")] = line.fields
        self._set_variant()
        for name, value in self._wanted.items():
            self._set_param(name, value)
        self._send("init")
        self._expect("ready", "init")

    def _launch(self) -> None:
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115  closed in _end
        try:
            self._process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._stderr,
                text=True,
                encoding="utf-8",
                errors="replace",
            )
        except OSError as error:
            self._end()
            raise EngineDied(None, f"{self.command[0]}: {error.strerror}") from None
        _give_way(self._process.pid, self.niceness)
        self._lines = SimpleQueue()
        threading.Thread(target=_listen, args=(self._process.stdout, self._lines), daemon=True).start()

    def _set_variant(self) -> None:
        values = self.params.get("variant", {}).get("values", "").split()
        names = {self.game, *(alias for alias, slug in _ALIASES.items() if slug == self.game)}
        for name in values:
            if name in names:
                self._send(format_line("set-param", {"name": "variant", "value": name}))
                return

    def _set_param(self, name: str, value: int | str) -> None:
        if name in self.params:
            self._send(format_line("set-param", {"name": name, "value": value}))

    def _send(self, text: str) -> None:
        if not self._write(text):
            self._died()

    def _write(self, text: str) -> bool:
        """Write one line; return False if nobody is there to read it."""
        process = self._process
        if process is None or process.stdin is None:
            return False
        try:
            with self._writing:
                process.stdin.write(text + "\n")
                process.stdin.flush()
        except (OSError, ValueError):
            return False
        return True

    def _expect(self, command: str, request: str) -> None:
        deadline = time.monotonic() + self.patience_s
        while self._read(request, max(0.0, deadline - time.monotonic())).command != command:
            pass

    def _read(self, request: str, seconds: float | None) -> Line:
        """Return the next line; an engine that has ended, is silent or complains is an error."""
        try:
            text = self._lines.get(timeout=seconds)
        except Empty:
            self._end()
            raise EngineSilent(request, seconds or 0.0) from None
        if text is None:
            self._died()
        try:
            line = parse_line(text)
        except HubSyntaxError:
            return Line("")
        if line.command == "error":
            raise EngineRefused(line.fields.get("message", ""))
        return line

    def _died(self) -> NoReturn:
        process, words = self._process, ""
        if process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(1.0)
        if self._stderr is not None:
            self._stderr.seek(0)
            words = " ".join(self._stderr.read().decode("utf-8", "replace").split("\n")[-3:]).strip()
        returncode = process.returncode if process is not None else None
        self._end()
        raise EngineDied(returncode, words)

    def _end(self) -> None:
        """Leave no process behind."""
        process, self._process = self._process, None
        self._pondered = None
        if process is not None:
            process.kill()
            process.wait()
            for stream in (process.stdin, process.stdout):
                if stream is not None:
                    with contextlib.suppress(OSError):
                        stream.close()
        if self._stderr is not None:
            self._stderr.close()
            self._stderr = None


def _give_way(pid: int, niceness: int) -> None:
    if hasattr(os, "setpriority"):
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, pid, os.getpriority(os.PRIO_PROCESS, 0) + niceness)


def _listen(stdout: IO[str] | None, lines: SimpleQueue[str | None]) -> None:
    with contextlib.suppress(OSError, ValueError):
        for text in stdout or ():
            if text.strip():
                lines.put(text)
    lines.put(None)


def _allowance(limits: Limits, client: HubClient) -> float | None:
    """Return how long the next line may take, in seconds; None for ever, since someone will stop it."""
    if limits.time_ms:
        return limits.time_ms / 1000 + client.patience_s
    if limits.nodes:
        return limits.nodes / 50_000 + client.patience_s
    return client.silence_s if limits.depth else None


def _write_limits(limits: Limits, *, knows_soft: bool) -> str:
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


def _read_info(line: Line, position: Position) -> Info:
    def number(name: str) -> float:
        return line.number(name) or 0.0

    score = Score(round(number("score") * 100), position.side)
    pv: list[Move] = []
    at = position
    for text in line.fields.get("pv", "").split():
        try:
            pv.append(parse_move(at, text))
        except HubSyntaxError:
            break
        at = at.play(pv[-1])
    time_ms = round(number("time") * 1000)
    multipv = int(number("multipv")) or 1
    return Info(int(number("depth")), score, int(number("nodes")), time_ms, tuple(pv), multipv)


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
