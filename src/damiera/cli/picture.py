"""`damiera picture`: a board as an SVG or PNG file."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from damiera.cli.common import GAME, lang_option, language, output_option
from damiera.disk import write_whole
from damiera.messages import Lang, Message
from damiera.rules.ruleset import Ruleset

__all__ = ["command"]

_NO_THEME = Message("no theme {name}: there are {known}")
_NO_PICTURE = Message("{name}: name a file .svg or .png")


@click.command("picture")
@click.argument("game", type=GAME)
@click.argument("position", required=False)
@output_option("--out", help="A file named .svg or .png.")
@click.option("--size", type=click.IntRange(16, 4096), default=480, show_default=True, help="Width in dots.")
@click.option("--flip", is_flag=True, help="Black at the bottom.")
@click.option(
    "--moves", default="", help="Moves to play; the last is drawn, not made: 22-18 or '22-18 10-13'."
)
@click.option("--numbers/--no-numbers", default=True, help="The names of the squares.")
@click.option("--theme", default="carrara", show_default=True)
@lang_option
def command(
    game: Ruleset,
    position: str | None,
    out: Path | None,
    size: int,
    flip: bool,
    moves: str,
    numbers: bool,
    theme: str,
    lang: Lang | None,
) -> int:
    """Draw GAME's board, at its start or at POSITION: a FEN, Hub or DXP letters, an address of lidraughts.

    Without --out the SVG goes to standard output.
    """
    from damiera.notation.clipboard import read_position
    from damiera.paper.pictures import THEMES, board_png, board_svg

    lang = lang or language()
    if theme not in THEMES:
        said = _NO_THEME.format(name=repr(theme), known=", ".join(THEMES))
        raise click.BadParameter(said.text(lang), param_hint="--theme")
    if out is not None and out.suffix.lower() not in (".svg", ".png"):
        raise click.BadParameter(_NO_PICTURE.format(name=out.name).text(lang), param_hint="--out")
    start = game.start() if position is None else read_position(position, game).position
    asked = moves.replace(",", " ").split()
    if out is not None and out.suffix.lower() == ".png":
        write_whole(
            out,
            board_png(start, moves=asked, size=size, flipped=flip, numbers=numbers, theme=theme, lang=lang),
        )
        return 0
    text = board_svg(start, moves=asked, size=size, flipped=flip, numbers=numbers, theme=theme, lang=lang)
    if out is None:
        sys.stdout.write(text + "\n")
    else:
        write_whole(out, text.encode(), b"\n")
    return 0
