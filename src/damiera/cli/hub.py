"""`damiera hub`: the engine on standard input and output."""

from __future__ import annotations

import sys

import click

from damiera.cli.common import GAME
from damiera.rules.ruleset import Ruleset

__all__ = ["command"]


@click.command("hub")
@click.option("--game", type=GAME, default="international", show_default=True)
def command(game: Ruleset) -> None:
    """Speak the Hub protocol, version 2, for draughts programs and engine matches."""
    from damiera.engine.hub.server import run_hub

    run_hub(sys.stdin, sys.stdout, game.slug)
