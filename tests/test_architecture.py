"""The drawing in docs/architecture.md stays true: imports run downwards only, without a circle."""

from __future__ import annotations

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "damiera"

# A room may import the rooms named beside it, itself, and the base.
BASE = {"messages", "errors", "disk", "decoding"}
ALLOWED: dict[str, set[str]] = {
    "_core": set(),
    "_endgame": set(),
    "regulations": set(),
    "rules": {"_core", "regulations"},
    "notation": {"_core", "rules"},
    "endgame": {"_core", "_endgame", "rules", "notation"},
    "game": {"_core", "regulations", "rules", "notation"},
    "engine": {"_core", "rules", "notation", "endgame", "game"},
    "analysis": {"_core", "rules", "notation", "endgame", "game", "engine"},
    "training": {"_core", "rules", "notation", "game", "engine"},
    "rating": {"regulations"},
    "tournament": {"_core", "regulations", "rules", "notation", "game", "rating"},
    "records": set(),
    "service": {
        *("_core", "regulations", "rules", "notation", "endgame", "game", "engine", "analysis", "rating"),
        *("tournament", "records"),
    },
    "store": {"_core", "regulations", "rules", "notation", "game", "rating", "tournament", "records"},
    "paper": {
        *("_core", "regulations", "rules", "notation", "game", "analysis", "rating", "tournament"),
        *("records", "service"),
    },
    "web": {
        *("_core", "regulations", "rules", "notation", "endgame", "game", "engine", "analysis", "rating"),
        *("tournament", "records"),
        *("service", "store", "paper"),
    },
    "cli": {
        *("_core", "regulations", "rules", "notation", "endgame", "game", "engine", "analysis", "rating"),
        *("tournament", "records"),
        *("service", "store", "paper", "web"),
    },
    "testing": {"_core", "regulations", "rules", "notation", "game", "rating", "tournament"},
}


def _modules() -> dict[str, Path]:
    out = {}
    for path in sorted(SOURCE.rglob("*.py")):
        parts = ("damiera", *path.relative_to(SOURCE).with_suffix("").parts)
        out[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return out


MODULES = _modules()
COMPILED = {"damiera._core", "damiera._endgame"}


@cache
def _imports(path: Path) -> set[str]:
    """Modules of ours that this file imports when it is imported; those under TYPE_CHECKING do not count."""
    out: set[str] = set()
    todo: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
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


@pytest.mark.parametrize("module", MODULES)
def test_imports_run_downwards(module: str) -> None:
    room = _room(module)
    if room in {"", "__main__"}:
        return  # the package's own face and its door may name anything below
    may = ALLOWED.get(room, set()) | {room} | BASE if room not in BASE else BASE
    assert room in ALLOWED or room in BASE, f"{module} stands in no room: name it in ALLOWED"
    wrong = {name for name in _imports(MODULES[module]) if _room(name) not in may}
    assert not wrong, f"{module} reaches upwards or sideways: {sorted(wrong)}"


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
    rooms = {p.name for p in SOURCE.iterdir() if p.is_dir() and (p / "__init__.py").exists()}
    rooms -= BASE
    assert rooms <= set(ALLOWED), rooms - set(ALLOWED)
    drawing = (SOURCE.parent.parent / "docs" / "architecture.md").read_text(encoding="utf-8")
    missing = {room for room in ALLOWED if f"`{room}`" not in drawing}
    assert not missing, f"docs/architecture.md does not name {sorted(missing)}"


# One thread only: programs of the command line, and the process that pairs a round.
ALONE = {"cli", "training"}
PREPARED = {"decoding.py", "apart.py", "log.py", "settings.py", "conduct.py"}  # by `prepared` or a decoder


def _typed_at_call(path: Path) -> list[int]:
    """Return the lines where msgspec is told a class when it decodes, so that it may first meet it there."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or not ast.unparse(node.func).startswith("msgspec."):
            continue
        kinds = [k.value for k in node.keywords if k.arg == "type"]
        kinds += node.args[1:2] if ast.unparse(node.func) == "msgspec.convert" else []
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
