"""The built-in engine as a Hub program on two streams."""

from __future__ import annotations

import contextlib
import io
import logging
import threading
from collections.abc import Iterator, Mapping
from dataclasses import replace
from importlib.metadata import version
from typing import TextIO

from damiera import _core
from damiera._core import Position, Rules
from damiera.endgame.files import default_folder
from damiera.engine.builtin import BuiltinEngine
from damiera.engine.errors import NoMoveError
from damiera.engine.hub.text import (
    HubLine,
    HubSyntaxError,
    format_line,
    format_move,
    parse_board,
    parse_line,
    parse_move,
    slug_of,
)
from damiera.engine.levels import HIGHEST
from damiera.engine.limits import LAG_MS, MOST_PLIES, UNLIMITED, SearchLimits, from_clock
from damiera.engine.protocol import Info

__all__ = ["HubServer", "run_hub"]

log = logging.getLogger("damiera.engine")

PATIENCE_AT_END_S = 60.0
PONDER_PERCENT = 120
"""What a move may take of its share of the clock where the opponent's time is used too."""


def run_hub(stdin: TextIO, stdout: TextIO, game: str = "international") -> None:
    """Serve the built-in engine on two streams until `quit` or the end of the input.

    Raises:
        KeyError: for an unknown game.
    Source:
        Hub protocol 2, the engine's side.

    >>> out = io.StringIO()
    >>> run_hub(io.StringIO("hub\\nquit\\n"), out, "italian")
    >>> out.getvalue().splitlines()[-1]
    'wait'
    """
    if isinstance(stdin, io.TextIOWrapper):  # bytes that are no text are a wrong command, not the end
        stdin.reconfigure(encoding="utf-8", errors="replace")
    HubServer(stdin, stdout, game).run()


class _Options:
    """The parameters a client may set, with what they may be."""

    def __init__(self, game: str) -> None:
        self.variant = slug_of(game)
        self.ponders = False
        self.whole = {"level": 0, "threads": 1, "hash": 32, "multipv": 1, "seed": 0, "draw-in": 0}
        self.whole["lag"] = LAG_MS
        self.whole |= {name: usual for name, (usual, _, _) in _core.search_params().items()}

    RANGES: Mapping[str, tuple[int, int]] = {
        "level": (0, HIGHEST),
        "threads": (1, 64),
        "hash": (1, 4096),
        "multipv": (1, 64),
        "seed": (0, 2**31 - 1),
        "draw-in": (0, 10_000),
        "lag": (0, 10_000),
    } | {name: (least, most) for name, (_, least, most) in _core.search_params().items()}

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

    @property
    def search(self) -> dict[str, int]:
        """The parameters of the search."""
        return {name: self.whole[name] for name in _core.search_params()}

    def set(self, name: str, value: str) -> None:
        """Set one parameter; an unknown name is ignored, as the protocol asks."""
        if name == "variant":
            try:
                self.variant = slug_of(value)
            except KeyError:
                names = "one of " + " ".join(_core.slugs())
                raise HubSyntaxError("set-param variant", value, names) from None
        elif name == "ponder":
            if value not in ("true", "false"):
                raise HubSyntaxError("set-param ponder", value, "true or false")
            self.ponders = value == "true"
        elif name in self.RANGES:
            least, most = self.RANGES[name]
            if not (value.isascii() and value.isdecimal()) or not least <= int(value) <= most:
                raise HubSyntaxError(f"set-param {name}", value, f"a number from {least} to {most}")
            self.whole[name] = int(value)


class HubServer:
    """The built-in engine, which is asked in Hub. The reader never waits for the thinker.

    Whatever goes wrong with a command is answered with `error`, and the next one is served. The engine is
    made at `init`, or at the first `go`; if that fails, what was there before stays.

    >>> out = io.StringIO()
    >>> HubServer(io.StringIO("init\\nquit\\n"), out, "italian").run()
    >>> out.getvalue()
    'ready\\n'
    """

    def __init__(self, stdin: TextIO, stdout: TextIO, game: str = "international") -> None:
        self._stdin, self._stdout = stdin, stdout
        self._writing = threading.Lock()
        self._options = _Options(game)
        self._made_for: tuple[str, int, int, tuple[int, ...]] | None = None
        self._engine: BuiltinEngine | None = None
        self._limits = UNLIMITED
        self._thinker: _Thinker | None = None
        self._begin(_core.rules(self._options.variant))

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
        except Exception as error:  # whatever it was, nobody is to wait for an answer that never comes
            self.refuse(error)
        return True

    def _obey(self, line: HubLine) -> None:
        match line.command:
            case "ping":
                self.send("pong")
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

    def _prepare(self, line: HubLine) -> None:
        match line.command:
            case "hub":
                self._introduce()
            case "set-param":
                self._options.set(line.fields.get("name", ""), line.fields.get("value", ""))
            case "init":
                self._ready_for(self._options.variant)
                self.send("ready")
            case "new-game":
                if self._engine is not None:
                    self._engine.clear()
            case "pos":
                self._place(line)
            case "level":
                self._limits = _read_limits(line, self._options)
            case "go":
                self._go(line)

    def _introduce(self) -> None:
        self.send(
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
        self.send("wait")

    def _ready_for(self, game: str) -> BuiltinEngine:
        search = self._options.search
        wanted = (game, self._options.whole["hash"], self._options.whole["threads"], tuple(search.values()))
        if self._engine is not None and wanted == self._made_for:
            return self._engine
        engine = BuiltinEngine(
            game, hash_mb=wanted[1], threads=wanted[2], tables=default_folder(), params=search
        )
        if self._engine is not None or game != self._rules.slug:
            self._begin(_core.rules(game))
        self._engine, self._made_for = engine, wanted
        return engine

    def _begin(self, rules: Rules) -> None:
        """Stand at the start of a game."""
        self._rules = rules
        self._position, self._history = rules.start(), list[Position]()
        self._board: str | None = None  # of the last position, with the moves from there
        self._texts: list[str] = []
        self._is_placed = True

    def _place(self, line: HubLine) -> None:
        board, texts = line.fields.get("pos"), line.fields.get("moves", "").split()
        known = len(self._texts)
        goes_on = self._is_placed and board == self._board and texts[:known] == self._texts
        self._is_placed = False
        if goes_on:  # a game grows by a move or two: those before have been read
            position, history, texts_left = self._position, [*self._history], texts[known:]
        else:
            position = self._rules.start() if board is None else parse_board(board, self._rules)
            history, texts_left = [], texts
        for text in texts_left:
            history.append(position)
            position = position.play(parse_move(position, text))
        self._position, self._history, self._is_placed = position, history, True
        self._board, self._texts = board, texts

    def _go(self, line: HubLine) -> None:
        if not self._is_placed:  # a move of the position before would be an answer to what was not asked
            raise HubSyntaxError("go", "go", "pos first: the last one was refused")
        mode = next((word for word in ("think", "ponder", "analyze") if word in line.fields), "think")
        if not self._position.has_moves():
            raise NoMoveError(self._position.fen)
        thinker = _Thinker(self, self._engine or self._ready_for(self._rules.slug), mode)
        thinker.begin()
        self._thinker = thinker

    def _is_thinking(self) -> bool:
        return self._thinker is not None and not self._thinker.has_answered

    def _halt(self) -> None:
        if self._thinker is not None:
            self._thinker.halt()
            self._thinker = None

    def send(self, command: str, fields: Mapping[str, object] | None = None) -> None:
        """Write one line to the client."""
        self.write(format_line(command, fields))

    def refuse(self, error: Exception) -> None:
        """Answer with `error`; what is no refusal of ours is told in the log too, with its place."""
        if not isinstance(error, ValueError):
            log.error("A command of Hub failed.", exc_info=error)
        self.send("error", {"message": str(error) or type(error).__name__})

    def write(self, text: str) -> None:
        """Write text as one line; a client that has gone away is not told."""
        with self._writing, contextlib.suppress(BrokenPipeError):
            self._stdout.write(text + "\n")
            self._stdout.flush()

    @property
    def question(self) -> tuple[Position, list[Position], SearchLimits, int, int, int | None]:
        """The position, what went before it, limits, level, lines, seed: what a search is asked."""
        whole = self._options.whole
        seed = whole["seed"] or None
        limits = replace(self._limits, draw_in=whole["draw-in"])
        return self._position, self._history, limits, whole["level"], whole["multipv"], seed


class _Thinker(threading.Thread):
    """One `go`: thinks, tells what it finds, says `done` once."""

    def __init__(self, server: HubServer, engine: BuiltinEngine, mode: str) -> None:
        super().__init__(daemon=True)
        self._server, self._mode, self._engine = server, mode, engine
        self._position, self._history, self._limits, self._level, self._lines, self._seed = server.question
        self._resume = threading.Event()
        self._ponder_hit = False
        self._last: Info | None = None
        self.has_answered = False

    @property
    def is_finite(self) -> bool:
        """True if it ends without being stopped."""
        levelled = bool(self._level) and self._mode == "think"
        return self._mode != "ponder" and (levelled or self._limits.is_finite)

    def begin(self) -> None:
        """Start to think; where that fails, the engine does not expect to ponder."""
        if self._searches_ahead:
            self._engine.expect()
        try:
            self.start()
        except BaseException:
            self._engine.hit()
            raise

    def run(self) -> None:
        try:
            if self._level and self._mode != "analyze":
                if self._mode == "think" or self._is_hit():
                    self._play()
            else:
                self._search(self._limits)
                self._is_hit()
            self._done()
        except Exception as error:  # whatever it was, nobody is to wait for an answer that never comes
            self._engine.hit()  # or the next search would have no limits
            self.has_answered = True
            self._server.refuse(error)

    def ponder_hit(self) -> None:
        """The expected move was played: think on in earnest, within the limits."""
        if self._mode != "ponder" or self._ponder_hit:
            return
        self._ponder_hit = True
        self._engine.hit()
        self._resume.set()

    def halt(self) -> None:
        """Stop, and wait for the last words."""
        self._resume.set()
        while self.is_alive():
            self._engine.stop()
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
        choice = self._engine.choose(
            self._position,
            history=self._history,
            level=self._level,
            seed=self._seed,
            draw_in=self._limits.draw_in,
        )
        info = Info(choice.depth, choice.score, choice.nodes, choice.time_ms, choice.pv)
        self._tell(info)
        self._last = info

    def _search(self, limits: SearchLimits) -> None:
        found = self._engine.analyse(
            self._position, history=self._history, limits=limits, multipv=self._lines
        )
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
        self._server.send("info", fields)

    def _done(self) -> None:
        pv = self._last.pv if self._last is not None else ()
        moves = dict(zip(("move", "ponder"), (format_move(move) for move in pv[:2]), strict=False))
        self.has_answered = True
        self._server.send("done", moves)


def _read_limits(line: HubLine, options: _Options) -> SearchLimits:
    depth, nodes = min(_whole(line, "depth"), MOST_PLIES), _whole(line, "nodes")
    if line.number("time") is None:
        return SearchLimits(
            depth, nodes, _whole(line, "move-time", 1000), soft_ms=_whole(line, "soft-time", 1000)
        )
    left, increment, moves = _whole(line, "time", 1000), _whole(line, "inc", 1000), _whole(line, "moves")
    clock = from_clock(left, increment, moves, lag_ms=options.whole["lag"])
    soft = clock.soft_ms
    if options.ponders:  # what is pondered comes on top
        soft = min(soft * PONDER_PERCENT // 100, clock.time_ms)
    return SearchLimits(depth, nodes, clock.time_ms, soft_ms=soft)


def _whole(line: HubLine, name: str, times: int = 1) -> int:
    """Return an argument as a whole number, 0 if it is not there; a monstrous one is cut."""
    number = line.number(name) or 0.0
    return int(max(-1e15, min(number * times, 1e15))) if number == number else 0
