"""The drawing in docs/architecture.md stays true: imports run downwards only, without a circle."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

from tests.sources import MODULES, PACKAGE, tree

DRAWING = PACKAGE.parent.parent / "docs" / "architecture.md"
BASE = {"messages", "errors", "disk", "decoding"}
_ROW = re.compile(r"^\| `([\w/]+)`( views)? \|.*\| ([^|]+) \|$", re.MULTILINE)


def _drawn() -> dict[str, set[str]]:
    """Return what each room may import, as the table of docs/architecture.md has it.

    A room is named as there: `web`, `web views`, `web/app`.
    """
    lines = {room + views: column for room, views, column in _ROW.findall(DRAWING.read_text("utf-8"))}
    named = {room: set(re.findall("`([^`]+)`", column)) for room, column in lines.items()}
    out: dict[str, set[str]] = {}
    for room, column in lines.items():
        assert named[room] or column == "nothing of ours", f"{room}: {column}"
        out[room] = _closed(named[room], named) if column.endswith(" and below") else named[room]
    return out


def _closed(rooms: set[str], named: dict[str, set[str]]) -> set[str]:
    """Return rooms with all that lie below them."""
    further = rooms
    while further:
        further = set[str]().union(*(named[room] for room in further)) - rooms
        rooms = rooms | further
    return rooms


ALLOWED = _drawn()

COMPILED = {"damiera._core", "damiera._endgame"}


@cache
def _imports(path: Path) -> set[str]:
    """Modules of ours that this file imports when it is imported; those under TYPE_CHECKING do not count."""
    out: set[str] = set()
    todo: list[ast.AST] = [tree(path)]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            continue
        if isinstance(node, ast.Import):
            out |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: say whole names in imports"
            base = node.module or ""
            whole = {f"{base}.{a.name}" for a in node.names}
            out |= {name if name in MODULES or name in COMPILED else base for name in whole}
        todo.extend(child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.expr))
    return {name for name in out if name.split(".")[0] == "damiera"}


def _room(module: str) -> str:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else ""


def _line(module: str) -> str:
    """Return the line of the table that a module stands under."""
    room, *parts = module.split(".")[1:]
    if room != "web":
        return room
    if parts[:1] == ["app"]:
        return "web/app"
    is_view = "views" in parts or any(part.endswith("_views") for part in parts)
    return "web views" if is_view else "web"


def test_imports_run_downwards() -> None:
    beyond = {}
    for module, path in MODULES.items():
        room = _room(module)
        if room == "" or module.endswith("__main__"):
            continue  # the package's own face, and what starts a program, may name anything below
        assert room in ALLOWED or room in BASE, f"{module} stands in no room: name it in {DRAWING.name}"
        may = ALLOWED[_line(module)] | {room} | BASE if room not in BASE else BASE
        beyond[module] = sorted(name for name in _imports(path) if _room(name) not in may)
    assert {module: names for module, names in beyond.items() if names} == {}, "upwards or sideways"


def test_no_circle() -> None:
    graph = {m: {n for n in _imports(p) if n in MODULES and n != m} for m, p in MODULES.items()}
    # a package whose __init__ only names its own modules is its own shop window, not an arrow
    for module, path in MODULES.items():
        if path.name == "__init__.py":
            graph[module] = {n for n in graph[module] if not n.startswith(module + ".")}
    done: set[str] = set()
    for start in graph:
        _walk(start, graph, [], done)


def _walk(node: str, graph: dict[str, set[str]], path: list[str], done: set[str]) -> None:
    assert node not in path, " -> ".join([*path[path.index(node) :], node])
    if node in done:
        return
    for below in sorted(graph[node]):
        _walk(below, graph, [*path, node], done)
    done.add(node)


FIRST = """
import importlib, sys
for name in sys.argv[1:]:
    room = name.split(".")[:2]  # what lies below never comes back to it: see the drawing
    for known in [m for m in sys.modules if m.split(".")[:2] == room]:
        del sys.modules[known]
    try:
        importlib.import_module(name)
    except ImportError as error:
        print(name, error)
"""


def test_every_package_may_be_the_first_to_be_imported() -> None:
    packages = sorted(m for m, path in MODULES.items() if path.name == "__init__.py" and _room(m))
    assert "damiera.tournament.trf" in packages
    told = subprocess.run(
        [sys.executable, "-c", FIRST, *packages], capture_output=True, text=True, check=True
    )
    assert told.stdout == ""


def test_every_room_is_drawn() -> None:
    rooms = {p.name for p in PACKAGE.iterdir() if p.is_dir() and (p / "__init__.py").exists()}
    assert rooms - BASE <= set(ALLOWED), rooms - set(ALLOWED) - BASE


def test_ports_are_protocols_of_methods() -> None:
    wrong: list[ast.stmt] = []
    for node in tree(MODULES["damiera.service.ports"]).body:
        if isinstance(node, ast.ClassDef) and [ast.unparse(base) for base in node.bases] == ["Protocol"]:
            wrong += [part for part in node.body[1:] if not isinstance(part, ast.FunctionDef)]
        elif isinstance(node, ast.ClassDef | ast.FunctionDef):
            wrong.append(node)
    assert [ast.unparse(node) for node in wrong] == [], "a value is stated in `damiera.records`, once"


# One thread only: programs of the command line, and the process that pairs a round.
ALONE = {"cli", "training"}
PREPARED = {"decoding.py", "apart.py", "log.py", "settings.py", "conduct.py"}  # by `prepared` or a decoder


def _typed_at_call(path: Path) -> list[int]:
    """Return the lines where msgspec is told a class when it decodes, so that it may first meet it there."""
    found = []
    for node in ast.walk(tree(path)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        called = ast.unparse(node.func)
        if not called.startswith("msgspec."):
            continue
        kinds = [k.value for k in node.keywords if k.arg == "type"]
        kinds += node.args[1:2] if called == "msgspec.convert" else []
        found += [node.lineno for kind in kinds if isinstance(kind, ast.Name)]
    return found


def test_threads_meet_no_class_that_msgspec_does_not_know_yet() -> None:
    """Two threads that make the first value of a class at once end it: decoders are built with the module."""
    wrong = {
        name: lines
        for name, path in MODULES.items()
        if _room(name) not in ALONE and path.name not in PREPARED and (lines := _typed_at_call(path))
    }
    assert wrong == {}, "build a decoder when the module is loaded (`damiera.decoding`)"


def test_no_group_of_a_pattern_is_possessive() -> None:
    """Before Python 3.11.5 such a group takes part of a round that fails: `(?>(...)+)` says the same."""
    possessive = re.compile(r"\)[+*?]\+|\)\{[0-9,]+\}\+")
    assert possessive.search(r"(?:ab?c)*+")
    assert possessive.search(r"(ab)++")
    assert not possessive.search(r"[^a]*+")
    found = [
        f"{module}, line {number}"
        for module, path in MODULES.items()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if possessive.search(line)
    ]
    assert found == [], "write an atomic group"
