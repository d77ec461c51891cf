"""`damiera serve`: the app in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from damiera.cli.common import lang_option, language
from damiera.messages import Lang, Message

if TYPE_CHECKING:
    from damiera.engine.spec import EngineSpec

__all__ = ["command"]

_NO_ENGINE = Message("write hub:COMMAND, dxp:HOST:PORT, or GAME= before one of them")


@click.command("serve")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8080, show_default=True, help="0: any free port."
)
@click.option("--lan", is_flag=True, help="Open the app to the other screens of the house.")
@click.option("--data", type=click.Path(path_type=Path, file_okay=False), default=None, help="Data folder.")
@click.option("--database", default=None, help="Database URL instead of the folder's own file.")
@click.option(
    "--engine",
    "engines",
    multiple=True,
    metavar="[GAME=]hub:COMMAND|dxp:HOST:PORT",
    help="Seat another program that speaks Hub or DXP; for international draughts unless GAME is named.",
)
@click.option("--no-ponder", is_flag=True, help="Let no engine think in the player's time.")
@click.option("--no-browser", is_flag=True, help="Only print the address.")
@lang_option
def command(
    port: int,
    lan: bool,
    data: Path | None,
    database: str | None,
    engines: tuple[str, ...],
    no_ponder: bool,
    no_browser: bool,
    lang: Lang | None,
) -> int:
    """Start the app, print its address, open the browser."""
    from damiera.web.app.serve import serve

    host = "0.0.0.0" if lan else "127.0.0.1"
    return serve(
        host=host,
        port=port,
        data_dir=data,
        database=database,
        open_browser=not no_browser,
        lang=language(),
        foreign_engines=tuple(_seated(text) for text in engines),
        ponders=not no_ponder,
    )


def _seated(text: str) -> tuple[str, EngineSpec]:
    """Return the game that another program is to play, and how it is called, after seeing that it starts."""
    from damiera.engine.errors import EngineError
    from damiera.engine.spec import EngineSpec, foreign_engine, no_start
    from damiera.rules.ruleset import ruleset

    game, named, rest = text.partition("=") if not text.startswith(("hub:", "hub(", "dxp:")) else ("", "", "")
    slug = ruleset(game).slug if named else "international"
    spec = EngineSpec.parse(rest if named else text)
    if not spec.command and spec.address is None:
        raise click.BadParameter(_NO_ENGINE.text(language()), param_hint="--engine")
    try:
        with foreign_engine(spec, slug) as engine:
            engine.start()
    except EngineError as error:
        raise no_start(spec, error) from None
    return slug, spec
