"""The stub says of the compiled core what the core says of itself."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path

import pytest

from damiera import _core

SOURCE = Path(__file__).parent.parent.parent.parent / "src" / "damiera"
STUB = ast.parse((SOURCE / "_core.pyi").read_text(encoding="utf-8"))


def _told() -> ast.Module:
    generator = importlib.import_module("nanobind.stubgen").StubGen(_core)
    generator.put(_core)
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


TOLD = _facts(_told().body)
WRITTEN = _facts(STUB.body)


def test_nothing_is_missing_and_nothing_is_made_up() -> None:
    assert set(WRITTEN) - {"__all__"} == set(TOLD)


@pytest.mark.parametrize("name", sorted(TOLD))
def test_signature_and_docstring(name: str) -> None:
    assert WRITTEN.get(name) == TOLD[name]


def test_all_names_what_users_may_use() -> None:
    public = sorted(name for name in vars(_core) if not name.startswith("_"))
    assert ast.literal_eval(WRITTEN["__all__"]) == public
