"""`damiera dxp`: play another draughts program over DamExchange, waiting for it or calling it."""

from __future__ import annotations

import contextlib
import ipaddress
import signal
import socket
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from damiera.cli.common import (
    GAME,
    WRITTEN_FILE,
    Amount,
    Function,
    lang_option,
    language,
    position_of,
    terminable,
)
from damiera.engine.dxp.line import PORT
from damiera.engine.levels import HIGHEST, LOWEST
from damiera.messages import Lang, Message, Text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from damiera.engine.dxp.line import DxpLine
    from damiera.engine.dxp.play import DxpGame, DxpSeat
    from damiera.rules.ruleset import Ruleset

__all__ = ["command"]


@click.group("dxp")
def command() -> None:
    """Play another program over DXP (DamExchange): wait for its call, or call it."""


def _options(function: Function) -> Function:
    level = click.option(
        "--level", type=click.IntRange(LOWEST, HIGHEST), help="Play at a level; else at full strength."
    )
    movetime = click.option("--movetime", type=Amount(0.01, 3600), help="Seconds a move, clock or not.")
    pdn = click.option("--pdn", "out", type=WRITTEN_FILE, help="Add games here.")
    return lang_option(pdn(movetime(level(function))))


@command.command("listen")
@click.argument("game", type=GAME)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, help="0: any free one."
)
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="Whose calls to take; 0.0.0.0: anybody's."
)
@click.option("--once", is_flag=True, help="Leave after the first caller.")
@_options
def listen(
    game: Ruleset,
    port: int,
    host: str,
    once: bool,
    level: int | None,
    movetime: float | None,
    out: Path | None,
    lang: Lang | None,
) -> None:
    """Wait for programs that call and play GAME with them, one after the other, until interrupted."""
    from damiera.engine.dxp.errors import DxpError
    from damiera.engine.dxp.line import DxpLine
    from damiera.engine.dxp.play import check_game

    lang = lang or language()
    check_game(game)
    seat = _seat(game, level, movetime, lang)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        host.encode("idna")  # what cannot be a name of a machine is no matter for a socket
        server = socket.create_server((host, port), family=family)
    except (OSError, UnicodeError) as error:
        raise DxpError(_NO_PORT.format(host=host, port=port, why=_why(error))) from None
    with server, contextlib.suppress(KeyboardInterrupt), terminable():
        _say(_LISTENING.format(game=game.name, host=host, port=server.getsockname()[1]), lang)
        if not _is_loopback(host):
            _say(_OPEN_TO_ALL, lang)
        while True:
            link, caller = server.accept()
            with DxpLine(link) as line, _hanging_up(line) as interrupted:
                _say(_CALLED.format(who=caller[0]), lang)
                _serve(line, seat, out, lang)
            if once or interrupted:
                return


@contextlib.contextmanager
def _hanging_up(line: DxpLine) -> Iterator[list[int]]:
    """Let Ctrl-C and TERM end the call, not the program, so that the game is kept; tell whether one came."""
    interrupted: list[int] = []

    def hang_up(number: int, frame: object) -> None:
        interrupted.append(number)
        line.hang_up()

    before = {number: signal.signal(number, hang_up) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield interrupted
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _serve(line: DxpLine, seat: DxpSeat, out: Path | None, lang: Lang) -> None:
    """Play with one caller, game after game; whatever they do wrong ends their call, not our waiting."""
    from damiera.engine.dxp.errors import DxpError
    from damiera.engine.dxp.play import follow

    try:
        while True:
            played = follow(line, seat)
            if played is not None:
                _keep(played, out, lang)
                if played.stop or played.trouble is not None:
                    return
    except DxpError as error:
        _say(error.message, lang)


@command.command("connect")
@click.argument("address", metavar="HOST[:PORT]")
@click.argument("game", type=GAME)
@click.option(
    "--colour", "--color", type=click.Choice(["white", "black"]), default="white", show_default=True
)
@click.option(
    "--time", "minutes", type=click.IntRange(0, 999), default=5, show_default=True, help="Minutes; 0: none."
)
@click.option(
    "--moves", type=click.IntRange(0, 999), default=0, help="End after so many moves of each; 0: no."
)
@click.option("--fen", help="Start from this position.")
@_options
def connect(
    address: str,
    game: Ruleset,
    colour: str,
    minutes: int,
    moves: int,
    fen: str | None,
    level: int | None,
    movetime: float | None,
    out: Path | None,
    lang: Lang | None,
) -> None:
    """Call the program at HOST and play a game of GAME with it; the exit code is 1 if it was cut off."""
    from damiera._core import Side
    from damiera.engine.dxp.line import address_of
    from damiera.engine.dxp.line import connect as call
    from damiera.engine.dxp.play import check_game, initiate

    lang = lang or language()
    host, port = address_of(address)
    position = position_of(game, fen)
    check_game(game, position)
    seat = _seat(game, level, movetime, lang)
    with call(host, port) as line:
        me = Side.WHITE if colour == "white" else Side.BLACK
        played = initiate(line, seat, me=me, minutes=minutes, moves=moves, position=position)
    _keep(played, out, lang)
    if played.trouble is not None:
        sys.exit(1)


def _seat(game: Ruleset, level: int | None, movetime: float | None, lang: Lang) -> DxpSeat:
    from damiera.engine.builtin import BuiltinEngine
    from damiera.engine.dxp.play import DxpSeat
    from damiera.engine.limits import SearchLimits

    limits = SearchLimits(time_ms=round(movetime * 1000)) if movetime else None
    return DxpSeat(
        game, BuiltinEngine(game.slug), level=level, limits=limits, tell=lambda said: _say(said, lang)
    )


def _keep(played: DxpGame, out: Path | None, lang: Lang) -> None:
    """Write a game: to the end of a file, or to standard output."""
    from damiera.notation.pdn.writer import write_pdn

    text = write_pdn(played.pdn(time.strftime("%Y.%m.%d")))
    if out is not None:
        try:
            with out.open("a", encoding="utf-8") as file:
                file.write(("\n" if file.tell() else "") + text)
            return
        except OSError as error:
            _say(_NOT_KEPT.format(path=out, why=_why(error)), lang)
    click.echo(text, nl=False)


def _say(said: Text, lang: Lang) -> None:
    click.echo(said.text(lang), err=True)


def _why(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


_LISTENING = Message("Listening at {host}, port {port}: {game}. Ctrl-C to stop.")
_OPEN_TO_ALL = Message("Note: whoever reaches this machine may call; DXP has no passwords.")
_CALLED = Message("A call from {who}.")
_NO_PORT = Message(
    "Cannot listen at {host}, port {port}: {why}. Choose another port with --port, or address with --host."
)
_NOT_KEPT = Message("The game cannot be written to {path}: {why}. Here it is.")
