"""The command `damiera`: one file a subcommand, loaded only when it is called."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version

import click

from damiera.cli.common import INTERRUPTED, forget_language, language, say_interrupted
from damiera.cli.wording import WordedContext, show
from damiera.errors import DamieraError
from damiera.messages import Message

__all__ = ["main"]

COMMANDS = (
    "serve", "games", "options", "custom", "moves", "explain", "perft", "play", "analyse", "hub", "pdn",
    "ballot", "atlas", "tournament", "picture", "match", "dxp", "annotate", "explore", "puzzles", "calibrate",
    "gauntlet", "train", "tune", "sprt", "endgame", "bench", "loadtest", "chaos", "engine-worker",
    "backup", "restore", "verify", "check", "people", "rating", "bot",
)  # fmt: skip
DEFAULT = "serve"

_VERSION = Message("damiera, version {version}")
_NOT_ON_DISK = Message("Cannot read or write {what}: {why}.")


class _Commands(click.Group):
    """A group that imports a command's module when the command is asked for; with no command, it serves."""

    context_class = WordedContext

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"damiera.cli.{cmd_name.replace('-', '_')}")
        command: click.Command = module.command
        _speak_every_language(command)
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        own = {"--help", "--version"}
        if not args or (args[0].startswith("-") and args[0] not in own):
            args = [DEFAULT, *args]
        return super().parse_args(ctx, args)


def _speak_every_language(command: click.Command) -> None:
    """Let a command, and the commands of a group, say its help and its refusals in the reader's language."""
    command.context_class = WordedContext
    for one in command.commands.values() if isinstance(command, click.Group) else ():
        _speak_every_language(one)


def _say_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        click.echo(_VERSION.format(version=version("damiera")).text(language()))
        ctx.exit()


@click.group(cls=_Commands, context_settings={"help_option_names": ["--help"], "max_content_width": 100})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_say_version,
    help="Show the version and exit.",
)
def cli() -> None:
    """Every game of draughts, by the book. Without a command: start the app in the browser."""


def main(argv: Sequence[str] | None = None) -> None:
    """Run the command line; bad usage and bad input end with exit code 2 and one clear message."""
    _open_streams()
    _use_utf8()
    forget_language()
    try:
        result: object = cli.main(
            args=None if argv is None else list(argv), prog_name="damiera", standalone_mode=False
        )
    except click.exceptions.Exit as stop:
        sys.exit(stop.exit_code)
    except click.ClickException as error:
        show(error)
        sys.exit(2)
    except (click.Abort, KeyboardInterrupt):
        say_interrupted()
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    except OSError as error:
        if error.filename is None and error.strerror is None:
            raise
        said = _NOT_ON_DISK.format(what=error.filename or "-", why=error.strerror or error)
        click.echo(said.text(language()), err=True)
        sys.exit(2)
    except DamieraError as error:
        click.echo(error.text(language()), err=True)
        sys.exit(2)
    sys.exit(result if isinstance(result, int) else 0)


def _open_streams() -> None:
    """Put nothing behind those of the three streams that whoever started the program had closed (`>&-`)."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            nothing = os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, os.fdopen(nothing, mode, encoding="utf-8", closefd=False))


def _use_utf8() -> None:
    """Speak UTF-8 on all three streams; what is none in the input is read as U+FFFD, and refused by name."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="replace")
