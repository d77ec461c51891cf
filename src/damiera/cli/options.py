"""`damiera options`: what may be chosen in a game, and how the choice is written."""

from __future__ import annotations

import click

from damiera.cli.common import GAME, emit, lang_option, language
from damiera.messages import Lang
from damiera.rules.options import Setting, options_of
from damiera.rules.ruleset import Ruleset

__all__ = ["command"]


@click.command("options")
@click.argument("game", type=GAME)
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@lang_option
def command(game: Ruleset, as_json: bool, lang: Lang | None) -> None:
    """List the options of GAME. One is chosen by writing GAME~option=value wherever a game is asked for."""
    lang = lang or language()
    settings = options_of(game)
    if as_json:
        emit({"game": game.slug, "options": [_entry(game, setting, lang) for setting in settings]})
        return
    for setting in settings:
        click.secho(setting.option.label.text(lang), bold=True)
        for value in setting.option.values:
            mark = "*" if value.value == setting.value else " "
            name = f"{game.base}~{setting.option.name}={value.value}"
            click.echo(f"{mark} {name:<44} {value.label.text(lang)}")


def _entry(game: Ruleset, setting: Setting, lang: Lang) -> dict[str, object]:
    return {
        "option": setting.option.name,
        "label": setting.option.label.text(lang),
        "value": setting.value,
        "recommended": setting.option.default,
        "values": {value.value: value.label.text(lang) for value in setting.option.values},
    }
