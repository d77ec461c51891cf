"""Docstrings say what a caller must know: what is done, what is raised, in which unit, with an example.

Measured are the names in `__all__` of the public modules of each package (no part of a path begins with `_`),
and the public methods of the classes among them. For each package `FLOORS` says which share of each column is
reached: a share that falls below it is an error.

| column | asked of | asked for |
|---|---|---|
| said | every function, method and class | a docstring |
| raises | functions that raise | each exception, or a parent of it, under `Raises:` |
| units | numbers whose name has a unit or counts something | the unit, in words, in the docstring |
| examples | public functions and classes; not exceptions, protocols | a `>>>`, in it or in a method |
| constants | other names | a docstring below them |
| sources | what `@implements` an article; modules of `STANDARDS` | it, under a `Source:` of theirs |

A function raises what its body raises, and what the functions of its module and the methods of its class that
it calls raise, unless it catches it. What other modules raise through it is not seen here.
"""

from __future__ import annotations

import ast
import builtins
import importlib
import importlib.util
import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "damiera"
FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


class Floors(NamedTuple):
    """The shares of a package, in whole per cent rounded down."""

    said: int
    raises: int
    units: int
    examples: int
    sources: int
    constants: int


FLOORS = {
    "rules": Floors(said=100, raises=100, units=100, examples=100, sources=100, constants=100),
    "notation": Floors(said=100, raises=100, units=100, examples=100, sources=100, constants=100),
    "endgame": Floors(said=100, raises=100, units=100, examples=100, sources=100, constants=100),
    "engine": Floors(said=100, raises=100, units=100, examples=100, sources=100, constants=100),
    "game": Floors(said=100, raises=100, units=100, examples=100, sources=100, constants=100),
    "tournament": Floors(said=100, raises=100, units=100, examples=100, sources=100, constants=100),
    "analysis": Floors(said=100, raises=100, units=100, examples=100, sources=100, constants=100),
    "rating": Floors(said=100, raises=100, units=100, examples=100, sources=100, constants=100),
    "records": Floors(said=100, raises=100, units=100, examples=100, sources=100, constants=100),
    "messages": Floors(said=100, raises=100, units=100, examples=100, sources=100, constants=100),
}

# What a function seems to raise and never does, with the reason.
NEVER = {
    "rules.entry: entries": {"KeyError"},  # the slugs it asks for are those of the catalogue
}

# The modules, by how their names begin, that read, write or compute what a published text lays down.
STANDARDS = {
    "notation.fen": "PDN 3.0",
    "notation.numbering": "PDN 3.0",
    "notation.pdn.lexer": "PDN 3.0",
    "notation.pdn.reader": "PDN 3.0",
    "notation.pdn.results": "PDN 3.0",
    "notation.pdn.tags": "PDN 3.0",
    "notation.pdn.writer": "PDN 3.0",
    "notation.signs": "FID",
    "engine.hub.text": "Hub protocol 2",
    "engine.hub.client": "Hub protocol 2",
    "engine.hub.server": "Hub protocol 2",
    "engine.dxp.messages": "DamExchange protocol",
    "engine.dxp.line": "DamExchange protocol",
    "engine.statistics": "Wald",
}

# A name that ends so is a number with a unit, or a count; the docstring has one of the words.
UNITS = {
    "ms": ("millisecond",),
    "s": ("second",),
    "seconds": ("second",),
    "minutes": ("minute",),
    "cp": ("centipiece",),
    "mb": ("MiB", "megabyte"),
    "bytes": ("byte",),
    "plies": ("plies", "ply", "half-move"),
    "ply": ("plies", "ply", "half-move"),
    "nodes": ("node",),
    "depth": ("plies", "half-move"),
    "elo": ("Elo",),
}
NUMBERS = re.compile(r"\b(?:int|float)\b")
INLINE_RAISES = re.compile(r"\bRaises (?:`|[A-Z]\w*(?:Error|Setup|Option|Game)\b)")


@dataclass(frozen=True)
class Public:
    """A public function, method or class where it stands."""

    module: ModuleType
    name: str
    node: FunctionNode | ast.ClassDef
    within: ast.ClassDef | None = None

    def __str__(self) -> str:
        return f"{self.module.__name__.removeprefix('damiera.')}: {self.name}"

    @property
    def doc(self) -> str:
        return ast.get_docstring(self.node) or ""

    @property
    def said_of_it(self) -> str:
        """Its docstring, with that of the class round it, or of its `__init__`: each speaks for the other."""
        members = self.node.body if isinstance(self.node, ast.ClassDef) else []
        others = [one for one in members if isinstance(one, FunctionNode) and one.name == "__init__"]
        near = [self.node, *others, *([self.within] if self.within is not None else [])]
        return "\n".join(ast.get_docstring(one) or "" for one in near)

    @property
    def value(self) -> object:
        return getattr(self.module, self.name.split(".")[0])

    def section(self, heading: str) -> str:
        """The text under a heading of the docstring; empty where there is none."""
        found = re.search(rf"^{heading}:\n((?:    .*\n|\n(?=    ))+)", self.doc + "\n", re.M)
        return found[1] if found else ""


def public_modules(package: str) -> Iterator[ModuleType]:
    for path in sorted((SOURCE / package).rglob("*.py")):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        if any(part.startswith("_") for part in parts):
            continue
        yield importlib.import_module(".".join(("damiera", *parts)))


@cache
def tree_of(module: ModuleType) -> ast.Module:
    return ast.parse(inspect.getsource(module))


@cache
def public_things(package: str) -> tuple[Public, ...]:
    return tuple(found for module in public_modules(package) for found in things_of(module))


def things_of(module: ModuleType) -> Iterator[Public]:
    names = set(getattr(module, "__all__", ()))
    for node in tree_of(module).body:
        if not isinstance(node, FunctionNode | ast.ClassDef) or node.name not in names:
            continue
        yield Public(module, node.name, node)
        if isinstance(node, ast.ClassDef):
            for member in node.body:
                if isinstance(member, FunctionNode) and not member.name.startswith("_"):
                    yield Public(module, f"{node.name}.{member.name}", member, node)


def decorators(node: FunctionNode | ast.ClassDef) -> Iterator[str]:
    for one in node.decorator_list:
        yield ast.unparse(one.func if isinstance(one, ast.Call) else one)


# --- raises ---------------------------------------------------------------------------------------------


def raised_in(one: Public, node: ast.AST, seen: frozenset[str] = frozenset()) -> Iterator[tuple[str, object]]:
    """Each exception that leaves a function, by the text of what is raised; None where it cannot be resolved.

    Functions of the module and methods of the class are followed.
    """
    for child in ast.iter_child_nodes(node):
        if isinstance(child, FunctionNode | ast.ClassDef | ast.Lambda):
            continue
        if isinstance(child, ast.Try):
            caught = [kind for handler in child.handlers for kind in caught_by(one, handler)]
            for part in child.body:
                for text, kind in raised_in(one, ast.Module([part], []), seen):
                    if not (isinstance(kind, type) and issubclass(kind, tuple(caught))):
                        yield text, kind
            for handler in child.handlers:
                yield from raised_in(one, handler, seen)
            yield from raised_in(one, ast.Module([*child.orelse, *child.finalbody], []), seen)
            continue
        if isinstance(child, ast.Raise) and child.exc is not None:
            yield ast.unparse(child.exc), exception_of(one, child.exc)
        if isinstance(child, ast.Call):
            callee = callee_of(one, child.func)
            if callee is not None and callee.name not in seen:
                yield from raised_in(one, ast.Module(callee.body, []), seen | {callee.name})
        yield from raised_in(one, child, seen)


def caught_by(one: Public, handler: ast.ExceptHandler) -> Iterator[type]:
    if handler.type is None:
        yield BaseException
        return
    for part in handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]:
        kind = resolved(one.module, part)
        if isinstance(kind, type):
            yield kind


def exception_of(one: Public, raised: ast.expr) -> object:
    """The class of what is raised, or what a function that makes it is annotated to return."""
    maker = resolved(one.module, raised.func if isinstance(raised, ast.Call) else raised)
    if isinstance(maker, type):
        return maker
    returned = getattr(maker, "__annotations__", {}).get("return")
    return vars(one.module).get(returned) if isinstance(returned, str) else None


def resolved(module: ModuleType, expression: ast.expr) -> object:
    value: object = module
    for name in ast.unparse(expression).split("."):
        value = getattr(value, name, None) or getattr(builtins, name, None)
    return value


def callee_of(one: Public, called: ast.expr) -> FunctionNode | None:
    match called:
        case ast.Name(id=name):
            among: list[ast.stmt] = tree_of(one.module).body
        case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name):
            among = one.within.body if one.within is not None else []
        case _:
            return None
    return next((n for n in among if isinstance(n, FunctionNode) and n.name == name), None)


def unsaid_raises(one: Public) -> list[str]:
    """What a function raises and its `Raises:` does not name, by itself or by a parent."""
    said = one.section("Raises")
    missing = [] if not INLINE_RAISES.search(one.doc) else ["in a sentence, not under Raises:"]
    for text, kind in raised_in(one, ast.Module(one.node.body, [])):
        if isinstance(kind, type):
            names = [parent.__name__ for parent in kind.__mro__ if parent not in (Exception, BaseException)]
            never = kind is NotImplementedError or kind.__name__ in NEVER.get(str(one), ())
            if not never and not any(re.search(rf"\b{n}\b", said) for n in names):
                missing.append(kind.__name__)
        elif not said and not text.startswith(("error", "refusal")):  # what was caught, to be raised again
            missing.append(text)
    return missing


# --- the columns ----------------------------------------------------------------------------------------

Judged = dict[str, str]
"""What is wrong with each thing that a column asks something of; empty where nothing is."""


def said(things: Sequence[Public]) -> Judged:
    return {str(one): "" if one.doc else "no docstring" for one in things}


def raises(things: Sequence[Public]) -> Judged:
    found = {}
    for one in things:
        if isinstance(one.node, ast.ClassDef):
            makers = ("__init__", "__post_init__", "__new__")
            makes = [m for m in one.node.body if isinstance(m, FunctionNode) and m.name in makers]
            for maker in makes:
                doc = one.doc + "\n" + (ast.get_docstring(maker) or "")
                found[f"{one}()"] = ", ".join(unsaid_by(Public(one.module, one.name, maker, one.node), doc))
        else:
            found[str(one)] = ", ".join(unsaid_raises(one))
    return found


def unsaid_by(maker: Public, doc: str) -> list[str]:
    """As `unsaid_raises`, where the class or its `__init__` says it."""
    names = re.findall(
        r"^    (\w+(?:, \w+)*):", "".join(re.findall(r"Raises:\n(?:    .*\n)+", doc + "\n")), re.M
    )
    flat = {name for line in names for name in line.split(", ")}
    return [
        kind.__name__
        for _, kind in raised_in(maker, ast.Module(maker.node.body, []))
        if isinstance(kind, type) and not flat & {parent.__name__ for parent in kind.__mro__}
    ]


def units(things: Sequence[Public]) -> Judged:
    found = {}
    for one in things:
        for name, kind in numbers_of(one):
            words = UNITS.get(name.rpartition("_")[2])
            if words is not None and NUMBERS.search(kind):
                has = any(word.lower() in one.said_of_it.lower() for word in words)
                found[f"{one} {name}"] = "" if has else f"no {' or '.join(words)}"
    return found


def numbers_of(one: Public) -> Iterator[tuple[str, str]]:
    """Names with their annotations: fields of a class; parameters and the result of a function."""
    if isinstance(one.node, ast.ClassDef):
        for field in one.node.body:
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
                yield field.target.id, ast.unparse(field.annotation)
            elif isinstance(field, FunctionNode) and field.name == "__init__":
                yield from parameters_of(field)
        return
    yield from parameters_of(one.node)
    if one.node.returns is not None:
        yield one.node.name, ast.unparse(one.node.returns)


def parameters_of(node: FunctionNode) -> Iterator[tuple[str, str]]:
    for argument in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
        if argument.annotation is not None:
            yield argument.arg, ast.unparse(argument.annotation)


def examples(things: Sequence[Public]) -> Judged:
    found = {}
    for one in things:
        if one.within is not None or is_only_named(one.value):
            continue
        texts = [one.doc]
        if isinstance(one.node, ast.ClassDef):
            texts += [ast.get_docstring(m) or "" for m in one.node.body if isinstance(m, FunctionNode)]
        found[str(one)] = "" if any(">>> " in text for text in texts) else "no example"
    return found


def is_only_named(value: object) -> bool:
    """Whether a class is caught or implemented, not used by itself: an exception, a protocol."""
    return isinstance(value, type) and (issubclass(value, Exception) or getattr(value, "_is_protocol", False))


def sources(things: Sequence[Public]) -> Judged:
    found = {
        str(one): "" if one.section("Source") else "no Source:"
        for one in things
        if "implements" in decorators(one.node)
    }
    for module in dict.fromkeys(one.module for one in things):
        standard = STANDARDS.get(module.__name__.removeprefix("damiera."))
        if standard is not None:
            said = " ".join(one.section("Source") for one in things_of(module))
            found[module.__name__] = "" if standard in said else f"no Source: {standard}"
    return found


def constants(modules: Iterable[ModuleType]) -> Judged:
    found = {}
    for module in modules:
        body = tree_of(module).body
        for node, after in zip(body, [*body[1:], ast.Pass()], strict=True):
            names = set(getattr(module, "__all__", ())) & set(assigned(node))
            for name in sorted(names):
                said = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
                found[f"{module.__name__}: {name}"] = "" if said else "no docstring below it"
    return found


def assigned(node: ast.stmt) -> Iterator[str]:
    targets = node.targets if isinstance(node, ast.Assign) else []
    for target in [node.target] if isinstance(node, ast.AnnAssign) else targets:
        for part in target.elts if isinstance(target, ast.Tuple) else [target]:
            if isinstance(part, ast.Name):
                yield part.id


COLUMNS: dict[str, Callable[[Sequence[Public]], Judged]] = {
    "said": said,
    "raises": raises,
    "units": units,
    "examples": examples,
    "sources": sources,
}


@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("package", FLOORS)
def test_docstrings(package: str, column: str) -> None:
    check(package, column, COLUMNS[column](public_things(package)))


@pytest.mark.parametrize("package", FLOORS)
def test_docstrings_of_constants(package: str) -> None:
    check(package, "constants", constants(public_modules(package)))


def check(package: str, column: str, judged: Judged) -> None:
    """Refuse a share below the floor, and name all that is missing."""
    wrong = {thing: fault for thing, fault in judged.items() if fault}
    share = 100 * (len(judged) - len(wrong)) // len(judged) if judged else 100
    listed = "\n".join(f"  {thing}: {fault}" for thing, fault in wrong.items())
    assert share >= getattr(FLOORS[package], column), f"{column} of {package}: {share} %\n{listed}"


def test_standards_are_of_modules_there_are() -> None:
    measured = {
        one.module.__name__.removeprefix("damiera.") for package in FLOORS for one in public_things(package)
    }
    assert set(STANDARDS) <= measured


FAULTY = '''
__all__ = ["LEAST", "MOST", "Clock", "halve", "spend"]

LEAST = 0
MOST = 9
"""No clock shows more."""

class Clock:
    """A clock.

    Attributes:
        left_ms: what is left.
    """

    left_ms: int

    def stop(self):
        return _checked(self.left_ms)

def _checked(value):
    if value < 0:
        raise ValueError("less than nothing")
    return value

def spend(left_ms: int) -> int:
    """Return what is left, in milliseconds.

    Raises:
        KeyError: for nothing.
    """
    return _checked(left_ms)

def halve(value):
    """Return the half; 0 for less.

    >>> halve(4)
    2
    """
    try:
        return _checked(value) // 2
    except ValueError:
        return 0
'''


def test_what_is_missing_is_found(tmp_path: Path) -> None:
    path = tmp_path / "faulty.py"
    path.write_text(FAULTY, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("faulty", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    things = tuple(things_of(module))
    wrong = {
        name: [thing for thing, fault in column(things).items() if fault] for name, column in COLUMNS.items()
    }
    assert wrong == {
        "said": ["faulty: Clock.stop"],
        "raises": ["faulty: Clock.stop", "faulty: spend"],
        "units": ["faulty: Clock left_ms"],
        "examples": ["faulty: Clock", "faulty: spend"],
        "sources": [],
    }
    assert constants([module]) == {"faulty: LEAST": "no docstring below it", "faulty: MOST": ""}


def test_what_a_docstring_says_is_raised_exists() -> None:
    known, named = set(dir(builtins)), dict[str, str]()
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Import(names=names) | ast.ImportFrom(names=names):
                    known |= {name.asname or name.name for name in names}
                case ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
                    if isinstance(node, ast.ClassDef):
                        known.add(node.name)
                    section = re.search(r"Raises:\n((?: {4}.*\n?|\n)+)", ast.get_docstring(node) or "")
                    lines = re.findall(
                        r"(?m)^ {4}([A-Z]\w+(?:, [A-Z]\w+)*)[:.]", section[1] if section else ""
                    )
                    for kind in ", ".join(lines).split(", ") if lines else ():
                        named.setdefault(kind, f"{path.relative_to(SOURCE)}: {node.name}")
    assert len(named) > 50
    assert {kind: where for kind, where in named.items() if kind not in known} == {}
