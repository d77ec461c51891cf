"""What a test calls: the functions, classes and names of its module and of the tests' own modules.

A proof holds as long as the test that gave it is the same, and a test is also what it calls. Only what it
reaches counts: of a class the methods that are called, of a table of functions the lines that the case asks
for, and of functions that a decorator enters in a register those of the case.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

_FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True)
class _Module:
    """The top of a module of tests.

    Attributes:
        defined: the statements that give a name its value.
        imported: the names that come from other modules of tests, each with its file and its name there.
    """

    defined: dict[str, list[ast.stmt]]
    imported: dict[str, tuple[str, str]]


@dataclass
class _Reached:
    """What is reached from a test, as it is found."""

    root: Path
    words: frozenset[str]
    whole: bool
    parts: dict[str, str] = field(default_factory=dict)
    seen: set[tuple[str, str]] = field(default_factory=set)
    classes: list[tuple[str, ast.ClassDef]] = field(default_factory=list)
    called: set[str] = field(default_factory=set)

    def name(self, path: str, name: str) -> None:
        """Reach what a name means in a module; nothing where it is no name of the tests."""
        if (path, name) in self.seen:
            return
        self.seen.add((path, name))
        module = _module(self.root, path)
        if name in module.imported:
            self.name(*module.imported[name])
        for n, statement in enumerate(module.defined.get(name, ())):
            if isinstance(statement, ast.ClassDef):
                self.classes.append((path, statement))
                frame = [one for one in statement.body if not _is_method(one)]
                self._tell(path, f"{name} {n}", (*statement.bases, *statement.decorator_list, *frame))
            elif isinstance(statement, _FUNCTION):
                self._tell(path, f"{name} {n}", (_without_cases(statement) if self.whole else statement,))
            else:
                self._tell(path, f"{name} {n}", _asked(statement, self.words))

    def methods(self) -> bool:
        """Reach the methods that something reached calls by their name; return whether any was new."""
        before = len(self.parts)
        for path, found in list(self.classes):
            for one in filter(_is_method, found.body):
                name = one.name  # type: ignore[attr-defined]
                key = f"{found.name}.{name}"
                if f"{path}: {key}" not in self.parts and (name in self.called or name.startswith("__")):
                    self._tell(path, key, (one,))
        return len(self.parts) > before

    def _tell(self, path: str, key: str, nodes: tuple[ast.AST, ...]) -> None:
        read = [_read(node) for node in nodes]
        self.parts[f"{path}: {key}"] = " ".join(one.told for one in read)
        for one in read:
            self.called |= one.attributes
            for name in one.names:
                self.name(path, name)


@dataclass(frozen=True)
class _Read:
    """A piece of code: a hash of its tree, the names in it, and the attributes."""

    told: str
    names: frozenset[str]
    attributes: frozenset[str]


@cache
def _read(node: ast.AST) -> _Read:
    inner = list(ast.walk(_plain(node)))
    return _Read(
        hashlib.sha256(ast.dump(_plain(node)).encode()).hexdigest()[:16],
        frozenset(
            one.id if isinstance(one, ast.Name) else one.arg
            for one in inner
            if isinstance(one, ast.Name | ast.arg)
        ),
        frozenset(one.attr for one in inner if isinstance(one, ast.Attribute)),
    )


def told_of(root: Path, path: str, name: str, words: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """Return what a test is made of: itself and all that it calls, each by name with a hash of its tree.

    Neither comments, docstrings nor the order of a file count.

    Args:
        root: where `tests` lies.
        path: the file of the test, below `root`.
        name: the test's name.
        words: what tells its case: an article's number, a topic. Several words tell all its parameters, so
            that the list of the others does not count.
    """
    asked = words & _vocabulary(root, path)
    return _told(root, path, name, asked, len(words) > 1)


@cache
def _told(root: Path, path: str, name: str, words: frozenset[str], whole: bool) -> tuple[str, ...]:
    reached = _Reached(root, words, whole)
    reached.name(path, name)
    for one in _registered(root, path, words):
        reached.name(path, one)
    while reached.methods():
        pass
    return tuple(f"{key} {told}" for key, told in sorted(reached.parts.items()))


@cache
def _vocabulary(root: Path, path: str) -> frozenset[str]:
    """The words by which a module's functions, and those that it takes from others, are entered anywhere."""
    module, found = _module(root, path), set[str]()
    for statement in (one for statements in module.defined.values() for one in statements):
        if isinstance(statement, _FUNCTION):
            found |= set(_entered(statement))
        elif isinstance(table := getattr(statement, "value", None), ast.Dict):
            found |= {str(key.value) for key in table.keys if isinstance(key, ast.Constant)}
    others = {file for file, _ in module.imported.values()} - {path}
    return frozenset(found).union(*(_vocabulary(root, file) for file in others))


def _entered(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    """The words under which decorators enter a function: `@proves("no_pieces")`."""
    for decorator in function.decorator_list:
        if isinstance(decorator, ast.Call):
            yield from (str(one.value) for one in decorator.args if isinstance(one, ast.Constant))


def _registered(root: Path, path: str, words: frozenset[str]) -> Iterator[str]:
    """The functions that a decorator enters under a word of the case."""
    for name, statements in _module(root, path).defined.items():
        for statement in statements:
            if isinstance(statement, _FUNCTION) and words.intersection(_entered(statement)):
                yield name


def _without_cases(function: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.AST:
    """A function without its decorators, which say which cases a test has: one is told whole by its words."""
    return type(function)(**{**dict(ast.iter_fields(function)), "decorator_list": []})


def _asked(statement: ast.stmt, words: frozenset[str]) -> tuple[ast.AST, ...]:
    """A statement; of a table with words for its keys the lines that the case asks for, if any."""
    table = getattr(statement, "value", None)
    if isinstance(table, ast.Dict):
        lines = list(zip(table.keys, table.values, strict=True))
        asked = [(key, value) for key, value in lines if isinstance(key, ast.Constant) and key.value in words]
        if asked:
            return tuple(node for line in asked for node in line)
    return (statement,)


def _is_method(node: ast.AST) -> bool:
    return isinstance(node, _FUNCTION)


def _plain(node: ast.AST) -> ast.AST:
    """A node; of a function what it does, without its docstring."""
    if isinstance(node, _FUNCTION) and ast.get_docstring(node) is not None:
        fields = {**dict(ast.iter_fields(node)), "body": node.body[1:]}
        return type(node)(**fields)
    return node


@cache
def _module(root: Path, path: str) -> _Module:
    file = root / path
    tree = ast.parse(file.read_text(encoding="utf-8")) if file.exists() else ast.Module([], [])
    found = _Module({}, {})
    for statement in tree.body:
        for name in _given(statement):
            found.defined.setdefault(name, []).append(statement)
        if isinstance(statement, ast.ImportFrom) and (statement.module or "").startswith("tests."):
            file_of = f"{(statement.module or '').replace('.', '/')}.py"
            for alias in statement.names:
                found.imported[alias.asname or alias.name] = (file_of, alias.name)
    return found


def _given(statement: ast.stmt) -> list[str]:
    """The names that a statement at the top of a module gives a value to."""
    match statement:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.Assign(targets=targets):
            return [one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)]
        case ast.AnnAssign(target=ast.Name(id=name)) | ast.AugAssign(target=ast.Name(id=name)):
            return [name]
    return []
