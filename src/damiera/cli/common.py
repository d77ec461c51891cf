"""What the commands share: the reader's language, the arguments that name a game, a position, a file."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from damiera.errors import DamieraError
from damiera.lang import Lang

if TYPE_CHECKING:
    from damiera._core import Position
    from damiera.rules.ruleset import Ruleset

__all__ = ["GAME", "emit", "lang_option", "language", "position_of"]


def language() -> Lang:
    """The language of messages: `DAMIERA_LANG`, else the locale's, else English."""
    for name in ("DAMIERA_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "").lower()
        if value:
            return "it" if value.startswith("it") else "en"
    return "en"


class _Game(click.ParamType[Any]):
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
    from damiera.rules.custom import read_house_rules

    path = Path(name)
    if path.suffix not in (".toml", ".json"):
        return None
    if not path.is_file():
        raise click.BadParameter(f"there is no file {name}", param_hint="GAME")
    return read_house_rules(path.read_text(encoding="utf-8-sig")).ruleset()


GAME = _Game()


def lang_option(command: Any) -> Any:
    """Add `--lang it|en`; the locale decides otherwise."""
    return click.option(
        "--lang", type=click.Choice(["it", "en"]), default=None, help="Language of the answer."
    )(command)


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


def emit(value: object) -> None:
    """Write one JSON object on one line of standard output."""
    sys.stdout.write(msgspec.json.encode(value).decode() + "\n")
