"""`damiera bot`: let an engine play on a server by itself."""

from __future__ import annotations

import re
import signal
from pathlib import Path
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlsplit

import click

from damiera.cli.common import WEB_ADDRESS, Function, lang_option, language
from damiera.engine.levels import HIGHEST, LOWEST
from damiera.messages import Lang, Message, Text

if TYPE_CHECKING:
    from collections.abc import Callable

    from damiera.bot import BotSeekTerms
    from damiera.engine.protocol import Engine
    from damiera.engine.spec import EngineSpec

__all__ = ["command"]

_NO_TOKEN = Message("Give the bot's token by --token-file, by --token or in DAMIERA_BOT_TOKEN.")
_BAD_TOKEN = Message(
    "This is no token of a bot: it is one word without spaces, as the account's page showed it."
)
_NO_SEEK = Message('"{text}" is nothing to look for: write GAME, GAME:PACE or GAME:PACE:rated.')
_NO_PAGE = Message("Write the address of an arena or of an evening: https://dama.example/arenas/…")
_NO_DXP = Message("A program that speaks DXP waits for one game: let it speak Hub.")
_STOPPING = Message("I begin no other game, and end after those under way. Once more: at once.")


def _rules(function: Function) -> Function:
    number = click.IntRange(0)
    options = (
        click.option(
            "--games", help="Slugs of the games it plays, with commas; else all that its engine does."
        ),
        click.option(
            "--at-once", type=click.IntRange(1, 64), default=1, show_default=True, help="Games at a time."
        ),
        click.option(
            "--shortest", type=number, default=60, show_default=True, help="Seconds a side, at least."
        ),
        click.option(
            "--longest", type=number, default=10_800, show_default=True, help="Seconds a side, at most."
        ),
        click.option("--days", is_flag=True, help="Accept games by correspondence too."),
        click.option("--rated", type=click.Choice(["yes", "no", "both"]), default="both", show_default=True),
        click.option("--guests/--no-guests", default=True, help="Play people without an account."),
        click.option("--resign", type=click.IntRange(100, 3000), help="Resign so many centipieces down."),
        click.option(
            "--seek", "seeks", multiple=True, metavar="GAME[:PACE[:rated]]", help="Look for games by itself."
        ),
        click.option(
            "--join",
            "joins",
            type=WEB_ADDRESS,
            multiple=True,
            metavar="URL",
            help="Play along in an arena or evening of a club, by the address of its page.",
        ),
    )
    for option in reversed(options):
        function = option(function)
    return function


@click.command("bot")
@click.option(
    "--server",
    required=True,
    type=WEB_ADDRESS,
    metavar="URL",
    help="Where it plays, such as https://dama.example.",
)
@click.option("--token", envvar="DAMIERA_BOT_TOKEN", help="What the account's page showed; better in a file.")
@click.option("--token-file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--engine", default="builtin", show_default=True, help="builtin, or the command of a Hub engine."
)
@click.option("--level", type=click.IntRange(LOWEST, HIGHEST), help="Play at a level; else at full strength.")
@click.option("--most", type=click.IntRange(0), default=0, help="Stop after so many games; 0: never.")
@_rules
@lang_option
def command(
    server: str,
    token: str | None,
    token_file: Path | None,
    engine: str,
    level: int | None,
    most: int,
    games: str | None,
    at_once: int,
    shortest: int,
    longest: int,
    days: bool,
    rated: Literal["yes", "no", "both"],
    guests: bool,
    resign: int | None,
    seeks: tuple[str, ...],
    joins: tuple[str, ...],
    lang: Lang | None,
) -> None:
    """Let an engine play on a server by itself, as a bot that its owner made on the account's page.

    Ctrl-C or TERM ends it after the games under way; a second time at once.
    """
    from damiera.bot import BotRules, PlayingBot

    lang = lang or language()
    if token_file is not None:
        token = token_file.read_bytes().decode("ascii", "replace")
    if not token or not token.strip():
        raise click.UsageError(_NO_TOKEN.text(lang))
    if not re.fullmatch(r"[!-~]+", token.strip()):
        raise click.UsageError(_BAD_TOKEN.text(lang))
    rules = BotRules(
        games=frozenset(_games(games)),
        shortest_s=shortest,
        longest_s=longest,
        days=days,
        rated=rated,
        guests=guests,
        at_once=at_once,
        resigns_at_cp=None if resign is None else -resign,
        seeks=tuple(_seek(text, lang) for text in seeks),
        joins=tuple(_joined(text, lang) for text in joins),
    )
    make, own_level = _maker(engine)
    said = lang

    def tell(text: Text) -> None:
        click.echo(text.text(said), err=True)

    bot = PlayingBot(
        server,
        token.strip(),
        make,
        rules=rules,
        level=own_level if level is None else level,
        most=most,
        tell=tell,
    )
    _stop_by_signals(bot.stop, lambda: tell(_STOPPING))
    bot.run()


def _stop_by_signals(stop: Callable[..., None], tell: Callable[[], None]) -> None:
    """Let the first signal end the bot after its games, and the second at once."""
    came: list[int] = []

    def heard(number: int, frame: object) -> None:
        came.append(number)
        if len(came) == 1:
            tell()
        stop(at_once=len(came) > 1)

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, heard)


def _games(text: str | None) -> list[str]:
    from damiera.rules.ruleset import ruleset

    return [ruleset(one.strip()).slug for one in (text or "").split(",") if one.strip()]


def _joined(address: str, lang: Lang) -> str:
    """Return what a bot is to join, by the address of its page. Raises `click.UsageError` for any other."""
    found = re.search(r"/arenas/([0-9a-z]+)/?$|/hall/([0-9a-z]+)/evening/?$", urlsplit(address).path)
    if found is None:
        raise click.BadParameter(_NO_PAGE.text(lang), param_hint="--join")
    return f"arenas/{found[1]}" if found[1] else f"evenings/{found[2]}"


def _seek(text: str, lang: Lang) -> BotSeekTerms:
    from damiera.bot import BotSeekTerms
    from damiera.rules.ruleset import ruleset

    game, *more = text.split(":")
    if len(more) > 2 or more[1:] not in ([], ["rated"]):
        raise click.UsageError(_NO_SEEK.format(text=text).text(lang))
    return BotSeekTerms(ruleset(game).slug, more[0] if more else "5+3", rated=len(more) == 2)


def _maker(text: str) -> tuple[Callable[[str], Engine], int | None]:
    """Return what makes an engine for a game, and the level that its name says."""
    from damiera.engine.spec import EngineSpec

    named = text.partition(":")[0].partition("(")[0] in ("builtin", "hub", "dxp")
    spec = EngineSpec.parse(text if named else f"hub:{text}")
    if spec.address is not None:
        raise click.UsageError(_NO_DXP.text(language()))
    return (lambda game: _engine(spec, game)), spec.level


def _engine(spec: EngineSpec, game: str) -> Engine:
    from damiera.engine.builtin import BuiltinEngine
    from damiera.engine.spec import foreign_engine

    if spec.command:
        return foreign_engine(spec, game)
    return BuiltinEngine(game, hash_mb=spec.hash_mb, threads=spec.threads)
