"""The stubs say of the compiled modules what these say of themselves."""

from __future__ import annotations

import ast
import importlib
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from damiera import _core, _endgame

SOURCE = Path(__file__).parent.parent.parent.parent / "src" / "damiera"
COMPILED: dict[str, ModuleType] = {"_core": _core, "_endgame": _endgame}


def _stub(name: str) -> ast.Module:
    return ast.parse((SOURCE / f"{name}.pyi").read_text(encoding="utf-8"))


def _told(name: str) -> ast.Module:
    generator = importlib.import_module("nanobind.stubgen").StubGen(COMPILED[name])
    generator.put(COMPILED[name])
    text: str = generator.get()
    return ast.parse(text)


def _facts(body: list[ast.stmt], owner: str = "") -> dict[str, str]:
    """Signature, decorators and docstring of every class, function and constant, by qualified name."""
    facts: dict[str, str] = {}
    for node in body:
        match node:
            case ast.ClassDef():
                facts[f"{owner}{node.name}"] = str(ast.get_docstring(node))
                facts |= _facts(node.body, f"{owner}{node.name}.")
            case ast.FunctionDef():
                returns = ast.unparse(node.returns) if node.returns else ""
                marks = [ast.unparse(mark) for mark in node.decorator_list]
                text = (marks, ast.unparse(node.args), returns, ast.get_docstring(node))
                facts[f"{owner}{node.name}"] = repr(text).replace("collections.abc.", "").replace("enum.", "")
            case ast.Assign():
                facts[f"{owner}{ast.unparse(node.targets[0])}"] = ast.unparse(node.value)
    return facts


@cache
def told(name: str) -> dict[str, str]:
    """Return what a compiled module says of itself."""
    return _facts(_told(name).body)


@cache
def written(name: str) -> dict[str, str]:
    """Return what its stub says of it."""
    return _facts(_stub(name).body)


@pytest.mark.parametrize("module", COMPILED)
def test_nothing_is_missing_and_nothing_is_made_up(module: str) -> None:
    assert set(written(module)) - {"__all__"} == set(told(module))


@pytest.mark.parametrize("module", COMPILED)
def test_signatures_and_docstrings(module: str) -> None:
    for name, fact in sorted(told(module).items()):
        assert written(module).get(name) == fact, name


@pytest.mark.parametrize("module", COMPILED)
def test_all_names_what_users_may_use(module: str) -> None:
    public = sorted(name for name in vars(COMPILED[module]) if not name.startswith("_"))
    assert ast.literal_eval(written(module)["__all__"]) == public
