"""Gather every sentence of the program, bring the catalogues up to date, and check them: `make messages`.

Sentences stand in five places: `Message(...)` and gettext calls in Python, templates, scripts, data
(rulebooks, scenarios, catalogue, openings), and the help of the commands. Data and help are gathered from
what their loaders make of them, so nothing can be forgotten here that the program says. Each language has
one file, `src/damiera/locale/<tag>/LC_MESSAGES/damiera.po`.
"""

from __future__ import annotations

import ast
import io
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any

import click
import msgspec
from babel.messages import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

from damiera.cli.wording import CONTEXT, help_texts
from damiera.messages import Capital, Joined, Lower, Message
from damiera.messages.catalogues import FOLDER
from damiera.messages.checks import faults, missing

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "damiera"
_CALLS = {"gettext": 1, "_": 1, "ngettext": 2, "pgettext": 2, "npgettext": 3}


@dataclass(frozen=True, slots=True)
class Found:
    """A sentence and where it stands: a path below the root, and a line (0 in data)."""

    source: str
    plural: str | None
    context: str | None
    path: str
    line: int


def gathered() -> Catalog:
    """Return the sentences of the whole program as a template of a catalogue."""
    template = Catalog(
        project="Damiera",
        copyright_holder="The Damiera authors",
        charset="utf-8",
        fuzzy=False,
        msgid_bugs_address="",
    )
    for found in (*in_python(), *in_templates(), *in_scripts(), *in_data(), *in_commands()):
        id = (found.source, found.plural) if found.plural else found.source
        template.add(
            id,
            context=found.context,
            locations=[(found.path, found.line)] if found.line else [(found.path, 1)],
        )
    return template


def in_python() -> Iterator[Found]:
    """Return the messages that the code writes."""
    for path in sorted(SOURCE.rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and (found := _called(node, name)) is not None:
                yield found


def _called(node: ast.Call, path: str) -> Found | None:
    called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    given = [_literal(one) for one in node.args]
    if called == "Message" and given and given[0]:
        named = {one.arg: _literal(one.value) for one in node.keywords if one.arg in ("plural", "context")}
        return Found(given[0], named.get("plural"), named.get("context"), path, node.lineno)
    if called in _CALLS and len(given) >= _CALLS[called] and all(given[: _CALLS[called]]):
        context = given.pop(0) if called.startswith(("p", "np")) else None
        return Found(
            str(given[0]),
            given[1] if "n" in called[:2] and len(given) > 1 else None,
            context,
            path,
            node.lineno,
        )
    return None


def _literal(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def in_templates() -> Iterator[Found]:
    """Return what the templates of the pages say."""
    options = {"trimmed": "true", "silent": "false"}
    for path in sorted(SOURCE.rglob("*.html")):
        yield from _by_babel("jinja2.ext:babel_extract", path, options)


def in_scripts() -> Iterator[Found]:
    """Return what the scripts of the pages say."""
    for path in sorted(SOURCE.rglob("*.js")):
        yield from _by_babel("javascript", path, {})


def _by_babel(method: str, path: Path, options: dict[str, str]) -> Iterator[Found]:
    keywords = {
        "_": None,
        "gettext": None,
        "ngettext": (1, 2),
        "pgettext": ((1, "c"), 2),
        "npgettext": ((1, "c"), 2, 3),
    }
    with path.open("rb") as file:
        for line, ids, _, context in extract(method, file, keywords=keywords, options=options):
            source, plural = (ids, None) if isinstance(ids, str) else (ids[0], ids[1])
            yield Found(source, plural, context, path.relative_to(ROOT).as_posix(), line)


def in_data() -> Iterator[Found]:
    """Return what the rulebooks, the catalogue of games, the openings and the other tables say."""
    for path, values in _data():
        for message in _messages(values):
            yield Found(message.source, message.plural, message.context, path, 0)


def _data() -> Iterator[tuple[str, Any]]:
    from damiera.game.openings.decks import deck, decks
    from damiera.rating.editions import edition, editions
    from damiera.regulations.book import competition, competitions, provisions, rulebook, rulebooks
    from damiera.regulations.event_scenario import event_scenario_files, event_scenarios
    from damiera.regulations.lesson import COURSES, lesson_parts
    from damiera.regulations.scenario import files, told_of
    from damiera.rules._wording import sentences
    from damiera.rules.entry import entries, entry, groups

    books = "src/damiera/regulations"
    for id in rulebooks():
        yield f"{books}/{id.replace('.', '_')}.toml", rulebook(id)
    for id in competitions():
        yield f"{books}/competition/{id.replace('.', '_')}.toml", competition(id)
    yield f"{books}/stock/provisions.toml", list(provisions().values())
    yield f"{books}/stock/losing.toml", rulebook("losing.fid.italian.2008")
    for ref in files():
        yield f"{books}/scenarios/{ref.replace(':', '/')}.toml", list(told_of(ref))
    for book, number in event_scenario_files():
        path = f"{books}/competition/scenarios/{book}/{number}.toml"
        yield path, list(event_scenarios(book, number))
    for id in COURSES:
        yield f"{books}/lessons/{id}.toml", list(lesson_parts(id))
    yield "src/damiera/rules/catalogue", [*entries().values(), *groups(), entry("italian-losing")]
    yield "src/damiera/rules/wording.toml", list(sentences().values())
    yield "src/damiera/game/openings/data/decks.toml", [deck(id) for id in decks()]
    yield "src/damiera/rating/data/elo_rubele.toml", [edition(id) for id in editions()]


def _messages(value: Any) -> Iterator[Message]:
    match value:
        case Message():
            yield value
            yield from _messages(list(value.args.values()))
        case Capital() | Lower():
            yield from _messages(value.part)
        case Joined():
            yield from _messages([*value.parts, value.last])
        case dict():
            yield from _messages(list(value.values()))
        case list() | tuple():
            for one in value:
                yield from _messages(one)
        case msgspec.Struct():
            yield from _messages([getattr(value, name) for name in value.__struct_fields__])
        case _ if is_dataclass(value) and not isinstance(value, type):
            yield from _messages([getattr(value, f.name) for f in fields(value)])


def in_commands() -> Iterator[Found]:
    """Return the help of every command and of its options."""
    from damiera.cli.main import cli

    for command in _with_its_own(cli):
        module = sys.modules[command.callback.__module__]
        path = Path(str(module.__file__)).relative_to(ROOT).as_posix()
        for text in help_texts(command):
            yield Found(text, None, CONTEXT, path, 0)


def _with_its_own(command: click.Command) -> Iterator[click.Command]:
    """Return a command and the commands below it."""
    yield command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from _with_its_own(below)


def languages() -> dict[str, Path]:
    """Return the catalogues there are, by language."""
    return {path.parent.parent.name: path for path in sorted(FOLDER.glob("*/LC_MESSAGES/damiera.po"))}


def read(path: Path, lang: str) -> Catalog:
    """Read a catalogue as it is written."""
    with path.open("rb") as file:
        return read_po(file, locale=lang, abort_invalid=True)


def updated(path: Path, lang: str, template: Catalog) -> Catalog:
    """Return a catalogue with the sentences there are now: new ones empty, those that are gone left out."""
    found = read(path, lang)
    found.update(template, no_fuzzy_matching=True)
    found.obsolete.clear()
    return found


def written(catalogue: Catalog) -> bytes:
    """Return the text of a catalogue: in the order of the sources, without line numbers that change daily."""
    out = io.BytesIO()
    write_po(out, catalogue, width=110, include_lineno=False, sort_by_file=True, ignore_obsolete=True)
    return out.getvalue()


def main(args: Iterable[str] = ()) -> int:
    """Bring every catalogue up to date; 1 if one has faults. With tags: begin these catalogues."""
    template = gathered()
    for tag in args:
        path = FOLDER / tag / "LC_MESSAGES" / "damiera.po"
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(written(Catalog(locale=tag, project="Damiera", charset="utf-8", fuzzy=False)))
    bad = 0
    for lang, path in languages().items():
        catalogue = updated(path, lang, template)
        path.write_bytes(written(catalogue))
        broken, open_ = list(faults(catalogue)), list(missing(catalogue))
        bad += len(broken)
        print(f"{lang}: {len(catalogue)} sentences, {len(open_)} not translated, {len(broken)} with faults")
        for fault in broken:
            print(f"  {path}: {fault}", file=sys.stderr)
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
