"""How a function is broken: a condition turned round, an effect dropped; and how an article is: its number.

A mutant is one small change of one function. Changes that no test could fail to see, such as a name never
given a value, are left out: they would prove that the function is run, and nothing about what it does.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType, FunctionType
from typing import Literal

Kind = Literal["condition", "effect", "article"]
Function = ast.FunctionDef | ast.AsyncFunctionDef

_TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_COUNTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}


@dataclass(frozen=True)
class Mutant:
    """A function with one change: its kind, the line where it is, and the changed tree."""

    kind: Kind
    line: int
    function: Function


def mutants_of(function: Function, owner: str = "") -> Iterator[Mutant]:
    """Every change of a function, conditions first; as many trees as changes. `owner` is its class.

    A function that does nothing but return what it makes has one mutant, which returns nothing.

    >>> [function] = ast.parse("def f(x):\\n    if x > 3:\\n        x += 1\\n    return x").body
    >>> [(mutant.kind, mutant.line, ast.unparse(mutant.function.body)) for mutant in mutants_of(function)]
    [('condition', 2, 'if not x > 3:\\n    x += 1\\nreturn x'), \
('condition', 2, 'if x >= 3:\\n    x += 1\\nreturn x'), \
('effect', 3, 'if x > 3:\\n    pass\\nreturn x')]
    """
    found = 0
    for find in (_conditions, _effects):
        for n, _ in enumerate(find(function, owner)):
            changed = copy.deepcopy(function)
            kind, line, change = list(find(changed, owner))[n]
            change()
            found += 1
            yield Mutant(kind, line, ast.fix_missing_locations(changed))
    if not found and isinstance(function.body[-1], ast.Return) and function.body[-1].value is not None:
        changed = copy.deepcopy(function)
        changed.body[-1] = ast.copy_location(ast.Return(ast.Constant(None)), function.body[-1])
        yield Mutant("effect", function.body[-1].lineno, ast.fix_missing_locations(changed))


Change = tuple[Kind, int, "_Change"]


@dataclass(frozen=True)
class _Change:
    """A node's field to be given another value; one of a list where `index` says which."""

    node: ast.AST
    field: str
    value: ast.AST
    index: int | None = None

    def __call__(self) -> None:
        if self.index is None:
            setattr(self.node, self.field, self.value)
        else:
            getattr(self.node, self.field)[self.index] = self.value


def _conditions(function: Function, owner: str) -> Iterator[Change]:
    for node in _inside(function):
        match node:
            case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
                yield _turned(node, "test", test)
            case ast.comprehension(ifs=ifs):
                for n, test in enumerate(ifs):
                    yield _turned(node, "ifs", test, n)
            case ast.match_case(guard=ast.expr() as guard):
                yield _turned(node, "guard", guard)
            case ast.Return(value=ast.Compare() | ast.BoolOp() | ast.UnaryOp(op=ast.Not()) as value):
                yield _turned(node, "value", value)
    for node in _inside(function):
        match node:
            case ast.Compare(ops=ops):
                for n, op in enumerate(ops):
                    if type(op) in (ast.Lt, ast.LtE, ast.Gt, ast.GtE):
                        yield "condition", node.lineno, _Change(node, "ops", _TURNED[type(op)](), n)
            case ast.BoolOp(op=op):
                other = ast.And() if isinstance(op, ast.Or) else ast.Or()
                yield "condition", node.lineno, _Change(node, "op", other)


def _turned(node: ast.AST, field: str, test: ast.expr, index: int | None = None) -> Change:
    return "condition", test.lineno, _Change(node, field, ast.UnaryOp(ast.Not(), test), index)


def _effects(function: Function, owner: str) -> Iterator[Change]:
    given = {arg.arg for arg in ast.walk(function.args) if isinstance(arg, ast.arg)}
    for node in _inside(function):
        for field in ("body", "orelse", "finalbody"):
            statements = getattr(node, field, None)
            if isinstance(statements, list):
                for n, statement in enumerate(statements):
                    if _is_effect(statement, given):
                        yield "effect", statement.lineno, _Change(node, field, ast.Pass(), n)
        match node:
            case ast.Call(keywords=keywords) if _name_of(node) in ("replace", "changed"):
                for n, keyword in enumerate(keywords):
                    if keyword.arg is None:
                        continue
                    rest = [*keywords[:n], *keywords[n + 1 :]]
                    yield "effect", keyword.value.lineno, _Change(node, "keywords", rest)  # type: ignore[arg-type]
            case ast.BinOp(op=op) if type(op) in _COUNTED:
                yield "effect", node.lineno, _Change(node, "op", _COUNTED[type(op)]())
            case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant | ast.Name):
                unchanged = _unchanged(function, owner)
                if unchanged is not None:
                    yield "effect", node.lineno, _Change(node, "value", unchanged)
            case ast.Return(value=ast.Constant(value=bool() as said)):
                yield "effect", node.lineno, _Change(node, "value", ast.Constant(not said))


def _is_effect(statement: ast.stmt, given: set[str]) -> bool:
    """Whether a statement can be left out and the function still runs; `given` are the names with a value."""
    match statement:
        case ast.Expr(value=ast.Constant()):
            return False
        case ast.Expr() | ast.AugAssign() | ast.Raise() | ast.Delete() | ast.Continue() | ast.Break():
            return True
        case ast.Assign(targets=[ast.Name(id=name)]):
            again = name in given
            given.add(name)
            return again
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            return True
        case _:
            return False


def _unchanged(function: Function, owner: str) -> ast.expr | None:
    """What to return so that nothing changes: the first argument, where it is of the type returned; for
    tuples and sets the empty one."""
    returns = ast.unparse(function.returns) if function.returns else ""
    first = next(iter((*function.args.posonlyargs, *function.args.args)), None)
    if first is not None and returns:
        annotated = ast.unparse(first.annotation) if first.annotation else ""
        if returns == annotated or (first.arg == "self" and returns in ("Self", owner)):
            return ast.Name(first.arg, ast.Load())
    if returns.startswith(("tuple[", "list[")) and "..." in returns + "...":
        return ast.Tuple([], ast.Load()) if returns.startswith("tuple[") else ast.List([], ast.Load())
    if "| None" in returns or "None |" in returns:
        return ast.Constant(None)
    return ast.Constant("") if returns == "str" else None


def _name_of(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _inside(function: Function) -> Iterator[ast.AST]:
    """The nodes of a function's body in the order of the text; its decorators and docstring are no part."""
    yield function
    for statement in function.body:
        yield from _below(statement)


def _below(node: ast.AST) -> Iterator[ast.AST]:
    yield node
    for child in ast.iter_child_nodes(node):
        yield from _below(child)


def functions_of(tree: ast.Module, name: str) -> dict[str, Function]:
    """The functions that a place names, by qualified name: one, or those of a class.

    A method may be named without its class.
    """
    found: dict[str, Function] = {}
    for qualname, node in _named(tree, ""):
        if isinstance(node, ast.ClassDef):
            continue
        owner = qualname.rpartition(".")[0]
        if name in (qualname, owner) or (qualname.endswith(f".{name}") and "." not in name):
            found[qualname] = node
    return found


def _named(node: ast.AST, outer: str) -> Iterator[tuple[str, ast.ClassDef | Function]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield f"{outer}{child.name}", child
            if isinstance(child, ast.ClassDef):
                yield from _named(child, f"{outer}{child.name}.")


def code_of(tree: ast.Module, qualname: str, mutant: Function, path: str) -> CodeType:
    """The code of a mutant as it would be compiled in its module."""
    changed = _Replacing(qualname, mutant).visit(copy.copy(tree))
    assert isinstance(changed, ast.Module)
    return next(code for code in _codes(compile(changed, path, "exec")) if code.co_qualname == qualname)


class _Replacing(ast.NodeTransformer):
    """Puts a function in place of the one of its name, in copies of what holds it."""

    def __init__(self, qualname: str, function: Function) -> None:
        self.words = qualname.split(".")
        self.function = function

    def visit(self, node: ast.AST) -> ast.AST:
        word, rest = self.words[0], self.words[1:]
        body = []
        for child in node.body:  # type: ignore[attr-defined]
            if getattr(child, "name", None) == word and isinstance(
                child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
            ):
                child = _Replacing(".".join(rest), self.function).visit(child) if rest else self.function
            body.append(child)
        node = copy.copy(node)
        node.body = body  # type: ignore[attr-defined]
        return node


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def function_at(module: object, qualname: str) -> FunctionType | None:
    """The function that a module holds under a qualified name, below whatever wraps it."""
    found: object = module
    *owners, name = qualname.split(".")
    for owner in owners:
        found = getattr(found, owner, None)
    found = vars(found).get(name) if owners else getattr(found, name, None)
    for _ in range(8):
        if isinstance(found, FunctionType) and not hasattr(found, "__wrapped__"):
            return found
        forget = getattr(found, "cache_clear", None)
        if forget is not None:
            forget()
        found = next(
            (
                getattr(found, part)
                for part in ("__wrapped__", "fget", "__func__", "func")
                if getattr(found, part, None) is not None
            ),
            None,
        )
    return None
