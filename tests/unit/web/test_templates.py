"""Templates can be read by a person, and name nothing that their pages do not give them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module

import jinja2
import pytest
from jinja2 import meta, nodes
from msgspec.structs import fields

from damiera.web.common import pages
from damiera.web.common.pages import FEATURES, TEMPLATES, PageView
from damiera.web.home.views import HomePage

from .templatetypes import types_of, unknown_attributes

LINE_LIMIT = 160
NAMES = tuple(
    sorted(f"{name}/{path.name}" for name, folder in TEMPLATES.items() for path in folder.glob("*.html"))
)
FRAME = {"lang", "direction", "languages", "prefs", "here_url", "strings", "sprite"}
FRAME |= {"signed_in", "offers_accounts"}


for _module in sorted(FEATURES.rglob("*.py")):  # views are known once their modules are
    import_module(".".join(("damiera", "web", *_module.relative_to(FEATURES).with_suffix("").parts)))


def _views(kind: type[PageView]) -> Iterator[type[PageView]]:
    """Yield the views that name a template; those that do not are parts of others."""
    for view in kind.__subclasses__():
        yield from _views(view)
        if "template" in vars(view):
            yield view


@pytest.mark.parametrize("name", NAMES)
def test_no_line_is_too_long_to_read(name: str) -> None:
    lines = _source(name).splitlines()
    assert [(n, len(line)) for n, line in enumerate(lines, 1) if len(line) > LINE_LIMIT] == []


def test_every_template_is_shown() -> None:
    """By a route, or by a template that is shown."""
    shown, further = set[str](), set(_given())
    while further:
        shown |= further
        further = {part for name in further for part in _parts_of(name)} - shown
    assert set(NAMES) - shown == set()


@pytest.mark.parametrize("name", NAMES)
def test_template_names_only_what_its_routes_give(name: str) -> None:
    """A template no route shows is looked into with each page that takes it in."""
    for given in _given().get(name, []):
        assert _unknown(_source(name), given) == set()


@pytest.mark.parametrize(
    "text",
    [
        "{{ hed.name }}",
        "{% if hed %}x{% endif %}",
        "{% for p in hed.players %}{{ p }}{% endfor %}",
        "{% trans n=hed %}Round {{ n }}{% endtrans %}",
        "{{ hed('check') }}{{ icon('check') }}{{ _('Round') }}",
        '{% extends "common/base.html" %}{% block main %}{{ hed }}{% endblock %}',
        "{% macro one(name) %}{{ name }}{{ hed }}{% endmacro %}{{ one(head) }}",
    ],
)
def test_misspelt_name_is_found(text: str) -> None:
    assert _unknown(text, FRAME | {"head"}) == {"hed"}


@pytest.mark.parametrize("view", tuple(_views(PageView)))
def test_template_reads_only_what_its_rows_have(view: type[PageView]) -> None:
    assert unknown_attributes(_environment(), _source(view.template), types_of(view)) == set()


@dataclass(frozen=True, slots=True)
class SampleRow:
    name: str
    moves: tuple[SampleRow, ...] = ()

    @property
    def first(self) -> SampleRow:
        return self.moves[0]


@pytest.mark.parametrize(
    "text",
    [
        "{{ row.nam }}",
        "{{ maybe.nam }}",
        "{% for r in rows %}{% if r.name %}{{ r.nam }}{% endif %}{% endfor %}",
        "{% for r in rows[:3] %}{{ _('A') if r.nam }}{% endfor %}",
        "{% for n, r in pairs %}{{ n.x }}{{ r.nam }}{% endfor %}",
        "{% for r in rows if r.nam %}{% endfor %}",
        "{% for r in rows %}{% for m in r.moves %}{{ m.nam }}{% endfor %}{% endfor %}",
        "{% set r = row.first %}{{ r.nam }}",
        "{% macro line(r) %}{{ r.nam }}{% endmacro %}{{ line(row) }}",
        "{% macro line(r) %}{{ caller() }}{% endmacro %}{% call line(row) %}{{ row.nam }}{% endcall %}",
        "{% trans n=row.nam %}Round {{ n }}{% endtrans %}",
        '{% from "common/_parts.html" import move_list %}{{ row.nam }}',
        '{% extends "common/base.html" %}{% block main %}{{ row.nam }}{% endblock %}',
    ],
)
def test_misspelt_attribute_is_found(text: str) -> None:
    known = {
        "row": SampleRow,
        "maybe": SampleRow | None,
        "rows": tuple[SampleRow, ...],
        "pairs": tuple[tuple[int, SampleRow], ...],
    }
    assert "SampleRow.nam" in unknown_attributes(_environment(), text, known)
    assert (
        unknown_attributes(_environment(), text.replace(".nam ", ".name ").replace("n.x", "n"), known)
        == set()
    )


def test_rows_of_a_page_are_read() -> None:
    text = _source(HomePage.template)
    assert text.count("g.yours") == 1
    wrong = unknown_attributes(_environment(), text.replace("g.yours", "g.theirs"), types_of(HomePage))
    assert wrong == {"OpenGame.theirs"}


def test_attribute_misspelt_in_an_imported_macro_is_found() -> None:
    """A macro is read with what it is called with: an article has no `href` in a row of another kind."""
    text = '{% from "common/_parts.html" import articles %}{{ articles(rows) }}'
    known = {"rows": tuple[SampleRow, ...]}
    assert unknown_attributes(_environment(), text, known) == {"SampleRow.href", "SampleRow.number"}


def test_name_missing_in_a_part_is_found() -> None:
    taken_in = '{% include "analysis/_explorer.html" %}'
    assert _unknown(taken_in, FRAME | {"explored"}) == set()
    assert _unknown(taken_in, FRAME) == {"explored"}
    assert _unknown("{% set explored = 1 %}" + taken_in, FRAME) == set()
    imported = '{% from "common/_parts.html" import ply_keys with context %}{{ ply_keys("/g/1", 0, 9) }}'
    assert _unknown(imported, FRAME | {"flipped"}) == set()
    assert _unknown(imported, FRAME) == {"flipped"}
    assert _unknown(imported.replace(" with context", ""), FRAME | {"flipped"}) == {"flipped"}


@cache
def _environment() -> jinja2.Environment:
    return pages._environment("en")


def _source(name: str) -> str:
    feature, file = name.split("/")
    return (TEMPLATES[feature] / file).read_text(encoding="utf-8")


def _parts_of(name: str) -> Iterator[str]:
    for part in meta.find_referenced_templates(_environment().parse(_source(name))):
        assert part is not None, "a template's name is written, not computed"
        if part.endswith(".html"):
            yield part


def _unknown(text: str, given: set[str], macros: Iterable[str] | None = None) -> set[str]:
    """Return the names a template uses, itself or by its parts, that nothing gives.

    Of its macros only those named are looked into, where any are.
    """
    tree, undeclared = _read(text, None if macros is None else frozenset(macros))
    found = set(undeclared - given)
    kept = given | {node.name for node in tree.find_all(nodes.Name) if node.ctx == "store"}
    for node in tree.find_all((nodes.Extends, nodes.Include, nodes.FromImport)):
        assert isinstance(node, nodes.Extends | nodes.Include | nodes.FromImport)
        assert isinstance(node.template, nodes.Const)
        source = _environment().loader.get_source(_environment(), node.template.value)[0]  # type: ignore[union-attr]
        if isinstance(node, nodes.FromImport):
            names = [name if isinstance(name, str) else name[0] for name in node.names]
            found |= _unknown(source, kept if node.with_context else set(), names)
        else:
            found |= _unknown(source, kept)
    return found


@cache
def _read(text: str, macros: frozenset[str] | None) -> tuple[nodes.Template, frozenset[str]]:
    """Return a template as a tree, and the names it uses and does not make: parts are asked for often."""
    tree = _environment().parse(text)
    if macros is not None:
        tree = _with_macros(tree, set(macros))
    made = set(_environment().globals) | set(_made(tree))
    return tree, frozenset(meta.find_undeclared_variables(tree) - made)


def _made(tree: nodes.Template) -> Iterator[str]:
    """Yield the names a template makes, which its blocks see: its macros, what it imports, what it sets."""
    yield "_trans"  # by which a sentence with a plural is held
    for node in tree.find_all((nodes.Macro, nodes.Assign, nodes.FromImport)):
        match node:
            case nodes.Macro() if node in tree.body:
                yield node.name
            case nodes.Assign(target=nodes.Name() as target):
                yield target.name
            case nodes.FromImport():
                yield from (name if isinstance(name, str) else name[1] for name in node.names)


def _with_macros(tree: nodes.Template, wanted: set[str]) -> nodes.Template:
    """Return a template with those of its macros, and those that they call."""
    macros = {node.name: node for node in tree.find_all(nodes.Macro)}
    assert wanted <= set(macros), "a macro is imported that its template has not"
    further = wanted
    while further:
        called = {used.name for name in further for used in macros[name].find_all(nodes.Name)}
        further = (called & set(macros)) - wanted
        wanted = wanted | further
    body = [node for node in tree.body if not isinstance(node, nodes.Macro) or node.name in wanted]
    return nodes.Template(body, lineno=1).set_environment(_environment())  # type: ignore[return-value]


@cache
def _given() -> dict[str, list[set[str]]]:
    """Return, for each template that a view shows, the names that each of its views gives."""
    found: dict[str, list[set[str]]] = {}
    for view in _views(PageView):
        frame = {"lang"} if view.template.split("/")[1].startswith("_") else FRAME
        names = {field.name for field in fields(view)}
        found.setdefault(view.template, []).append(names | frame)
    return found
