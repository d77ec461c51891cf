"""`damiera custom`: house rules in a small file, checked, described and shared."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from damiera.cli.common import GAME, emit, lang_option, language
from damiera.messages import Lang
from damiera.regulations.book import rulebook
from damiera.rules.checks import RulesProblem
from damiera.rules.custom import (
    ComposerField,
    CustomRules,
    composer,
    decoded_house_rules,
    house_rules,
    read_house_rules,
)
from damiera.rules.ruleset import Ruleset

__all__ = ["command"]


@click.group("custom")
def command() -> None:
    """House rules: check a file, see what can be changed, write a file."""


@command.command("check")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@lang_option
def check(file: Path, as_json: bool, lang: Lang | None) -> None:
    """Say what the rules of FILE (TOML or JSON, - to read them here) are, or why they cannot be."""
    lang = lang or language()
    rules = read_house_rules(_text_of(file))
    problems = rules.problems()
    if as_json:
        emit(
            {"game": None, "problems": [_problem(p, lang) for p in problems]}
            if problems
            else _answer(rules, lang)
        )
    elif problems:
        for problem in problems:
            click.echo(problem.said(lang), err=True)
    else:
        _show(rules, lang)
    if problems:
        sys.exit(1)


@command.command("fields")
@click.argument("game", type=GAME)
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@lang_option
def fields(game: Ruleset, as_json: bool, lang: Lang | None) -> None:
    """List what may be changed in GAME, with the values it has."""
    lang = lang or language()
    made = composer(game.slug)
    if as_json:
        emit({one.field.key: _field(one, lang) for group in made.groups for one in group.fields})
        return
    for group in made.groups:
        click.secho(group.group.title.text(lang), bold=True)
        for one in group.fields:
            click.echo(f"  {one.field.key:<18} {one.value:<18} {_allowed(one)}")


@command.command("write")
@click.argument("game", type=GAME)
@click.option("--name", default="", help="What the rules are called.")
@click.option("--json", "as_json", is_flag=True, help="JSON instead of TOML.")
def write(game: Ruleset, name: str, as_json: bool) -> None:
    """Write the file of GAME, such as english~king-range=flying, on standard output."""
    rules = house_rules(game.base, game.changed, name)
    click.echo(rules.write_json() if as_json else rules.write_toml(), nl=False)


def _text_of(file: Path) -> str:
    return decoded_house_rules(sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes())


def _show(rules: CustomRules, lang: Lang) -> None:
    game = rules.ruleset()
    click.secho(game.name.text(lang), bold=True)
    click.echo(game.summary.text(lang))
    for article in rulebook(game.rulebooks[0]).articles:
        click.echo(f"  {article.number}  {article.text.text(lang)}")
    click.echo(rules.link())


def _answer(rules: CustomRules, lang: Lang) -> dict[str, object]:
    game = rules.ruleset()
    return {
        "game": game.slug,
        "name": game.name.text(lang),
        "summary": game.summary.text(lang),
        "link": rules.link(),
        "problems": [],
    }


def _problem(problem: RulesProblem, lang: Lang) -> dict[str, object]:
    return {
        "field": problem.field,
        "line": problem.line,
        "text": problem.text.text(lang),
        "remedy": problem.remedy.text(lang),
    }


def _field(one: ComposerField, lang: Lang) -> dict[str, object]:
    values = {value.value: value.label.text(lang) for value in one.values}
    return {"label": one.field.label.text(lang), "kind": one.field.kind, "value": one.value, "values": values}


def _allowed(one: ComposerField) -> str:
    if one.field.kind == "number":
        return f"{one.field.least} … {one.field.most}"
    return ", ".join(value.value for value in one.values)
