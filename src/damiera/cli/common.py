"""What the commands share: the reader's language, games and positions by name, bars, how a run is ended."""

from __future__ import annotations

import math
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, TypeVar
from urllib.parse import urlsplit

import click
import msgspec

from damiera.errors import DamieraError
from damiera.messages import SOURCE_LANGUAGE, Lang, Message, Text, known_language, languages

if TYPE_CHECKING:
    from rich.progress import Progress

    from damiera._core import Position
    from damiera.rules.ruleset import Ruleset

__all__ = [
    "GAME",
    "INTERRUPTED",
    "JSON_NEEDS_OUTPUT",
    "MOST_NODES",
    "NATS_ADDRESSES",
    "READ_AND_WRITTEN",
    "WEB_ADDRESS",
    "WRITTEN_FILE",
    "Address",
    "Amount",
    "Function",
    "WrittenFile",
    "emit",
    "forget_language",
    "lang_option",
    "language",
    "leave_threads",
    "output_option",
    "position_of",
    "printable",
    "progress_bar",
    "say_interrupted",
    "stops",
    "terminable",
]

INTERRUPTED = 130
"""The exit code of a run that was ended before it was done, as shells have it."""

MOST_NODES = 10**12
"""The highest limit of nodes for a move, an opening or a position: days of searching."""

_INTERRUPTED = Message("Interrupted.")
_NO_NUMBER = Message("{value} is no number from {least} to {most}.")
_NO_ADDRESS = Message('"{value}" is no address: write one such as {example}.')
_NO_FILE = Message("there is no file {name}")
_NO_NAME = Message("name a file")
_NO_STREAM = Message("this cannot go to standard output: name a file")
_NO_FOLDER = Message("there is no folder {name}: make it, or name another file")

JSON_NEEDS_OUTPUT = Message("--json needs --output: standard output holds the games.")
READ_AND_WRITTEN = Message("{name} is read and cannot be written at once: name another file.")

Function = TypeVar("Function", bound=Callable[..., object])
"""The function of a command: a decorator that adds an option gives back one of the same kind."""

_asked_for: ContextVar[Lang | None] = ContextVar("lang", default=None)


def language() -> Lang:
    """The language of messages: what `--lang` says, else `DAMIERA_LANG`, else the locale's, else English."""
    asked = _asked_for.get()
    if asked is not None:
        return asked
    for name in ("DAMIERA_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "").lower()
        if value:
            return known_language(value.partition(".")[0].replace("_", "-")) or SOURCE_LANGUAGE
    return SOURCE_LANGUAGE


class Amount(click.FloatRange):
    """A number between two others; `nan`, which is neither below nor above, is none."""

    def convert(self, value: float, param: click.Parameter | None, ctx: click.Context | None) -> float:
        found = super().convert(value, param, ctx)
        if not math.isfinite(found):
            said = _NO_NUMBER.format(value=value, least=self.min, most=self.max)
            self.fail(said.text(language()), param, ctx)
        return found


class WrittenFile(click.Path):
    """A file to write, in a folder that is there: what is wrong with it is told before the work."""

    def __init__(self, *, allow_dash: bool = False) -> None:
        super().__init__(dir_okay=False, allow_dash=allow_dash, path_type=Path)

    def convert(
        self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None
    ) -> str | bytes | os.PathLike[str]:
        if not os.fspath(value):
            self.fail(_NO_NAME.text(language()), param, ctx)
        if os.fspath(value) == "-" and not self.allow_dash:
            self.fail(_NO_STREAM.text(language()), param, ctx)
        found = super().convert(value, param, ctx)
        folder = Path(value).parent
        if not folder.is_dir():
            self.fail(_NO_FOLDER.format(name=str(folder)).text(language()), param, ctx)
        return found


WRITTEN_FILE = WrittenFile()


def output_option(*names: str, help: str | None = None) -> Callable[[Function], Function]:
    """Return the option of a file to write; without it, or with `-`, standard output is written to."""
    return click.option(
        *names,
        type=WrittenFile(allow_dash=True),
        default=None,
        callback=lambda _ctx, _param, value: None if str(value) == "-" else value,
        help=help,
    )


class Address(click.ParamType[str]):
    """An address of one of some schemes, with a host; looked at before anything is asked there.

    Args:
        schemes: those that it may have; the first is that of an example.
        several: whether several may be written, with commas between.
    """

    name = "url"

    def __init__(self, *schemes: str, several: bool = False) -> None:
        self.schemes = schemes
        self.several = several

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        for one in value.split(",") if self.several else [value]:
            if not self._is_one(one.strip()):
                said = _NO_ADDRESS.format(value=one, example=f"{self.schemes[0]}://dama.example")
                self.fail(said.text(language()), param, ctx)
        return value.strip()

    def _is_one(self, text: str) -> bool:
        try:
            parts = urlsplit(text if "://" in text or not self.several else f"{self.schemes[0]}://{text}")
            return parts.scheme in self.schemes and bool(parts.hostname) and parts.port != 0
        except ValueError:  # of a port, or of a host in brackets
            return False


WEB_ADDRESS = Address("https", "http")
NATS_ADDRESSES = Address("nats", "tls", "ws", "wss", several=True)


class _Game(click.ParamType["Ruleset"]):
    """A game by its slug or name, with `~option=value` after it; or a file of house rules."""

    name = "game"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Ruleset:
        from damiera.rules.ruleset import Ruleset, ruleset

        if isinstance(value, Ruleset):
            return value
        try:
            return _from_file(str(value)) or ruleset(str(value))
        except DamieraError as error:
            self.fail(error.text(language()), param, ctx)


def _from_file(name: str) -> Ruleset | None:
    """The house rules of a file, if the name is that of one."""
    from damiera.rules.custom import decoded_house_rules, read_house_rules

    path = Path(name)
    if path.suffix not in (".toml", ".json"):
        return None
    if not path.is_file():
        raise click.BadParameter(_NO_FILE.format(name=name).text(language()), param_hint="GAME")
    return read_house_rules(decoded_house_rules(path.read_bytes())).ruleset()


GAME = _Game()


def lang_option(command: Function) -> Function:
    """Add `--lang TAG`; the locale decides otherwise. It is read first: errors of the others follow it."""
    return click.option(
        "--lang",
        type=click.Choice(sorted(languages())),
        default=None,
        is_eager=True,
        callback=_remember,
        help="Language of the answer.",
    )(command)


def forget_language() -> None:
    """Let the next command begin without what an earlier one was told."""
    _asked_for.set(None)


def _remember(ctx: click.Context, param: click.Parameter, value: Lang | None) -> Lang | None:
    _asked_for.set(value)
    return value


def position_of(ruleset: Ruleset, fen: str | None) -> Position:
    """The position a text describes, or the game's start: a FEN, or what another program writes."""
    from damiera.notation.clipboard import read_position
    from damiera.notation.errors import FenError
    from damiera.notation.fen import parse_fen

    if fen is None:
        return ruleset.start()
    try:
        return parse_fen(fen, ruleset).position()
    except FenError:
        try:
            return read_position(fen, ruleset).position
        except DamieraError:
            pass
        raise  # what is wrong with it as a FEN


_AGAIN_S = 0.05
"""How long after an interrupt that was lost it comes again."""


@contextmanager
def terminable() -> Iterator[None]:
    """Take SIGTERM for Ctrl-C: others end a program so, also where its shell has made it deaf to Ctrl-C.

    One that Python can only print, as in what the end of an import calls back, comes again in a moment.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before, printed = signal.signal(signal.SIGTERM, signal.default_int_handler), sys.unraisablehook

    def print_or_repeat(lost: sys.UnraisableHookArgs) -> None:
        if issubclass(lost.exc_type, KeyboardInterrupt) and os.name == "posix":
            threading.Timer(_AGAIN_S, os.kill, (os.getpid(), signal.SIGINT)).start()
        else:
            printed(lost)

    sys.unraisablehook = print_or_repeat
    try:
        yield
    finally:
        sys.unraisablehook = printed
        signal.signal(signal.SIGTERM, before)


@contextmanager
def stops(told: Callable[[], object]) -> Iterator[None]:
    """Have Ctrl-C and SIGTERM call something, for what ends in its own time and tells what it has."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    signals = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(one, lambda *_: told()) for one in signals]
    try:
        yield
    finally:
        for one, handler in zip(signals, before, strict=True):
            signal.signal(one, handler)


def say_interrupted() -> None:
    """Say that a command was ended before it was done."""
    click.echo(_INTERRUPTED.text(language()), err=True)


def leave_threads(said: Text | None = None) -> NoReturn:
    """End an interrupted program at once: Python would wait for threads whose work nobody keeps.

    Another interruption would meanwhile be shown as a traceback.
    """
    if said is None:
        say_interrupted()
    else:
        click.echo(said.text(language()), err=True)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(INTERRUPTED)


def emit(value: object) -> None:
    """Write one JSON object on one line of standard output."""
    sys.stdout.write(msgspec.json.encode(value).decode() + "\n")


def printable(text: str) -> str:
    """Keep what others wrote, a damaged file or an engine, from commanding the terminal."""
    return "".join(c if c.isprintable() else "·" for c in text)


def progress_bar() -> Progress:
    """Return a bar on standard error, where that is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
