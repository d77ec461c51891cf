"""What a template reads of the values that its view gives it, followed by their types.

`unknown_attributes` goes through a template with the types of a view's fields: through loops over their rows,
through macros that get them, through parts that are taken in. Where a type cannot be told it asks nothing.
"""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import jinja2
from jinja2 import nodes

__all__ = ["types_of", "unknown_attributes"]

Known = dict[str, Any]
"""Names a template sees, each with its type; None where that cannot be told."""


def types_of(kind: type) -> Known:
    """Return the fields of a class with their types."""
    return dict(_hints(kind))


@cache
def _hints(kind: type) -> Known:
    try:
        return {name: hint for name, hint in get_type_hints(kind).items() if name != "template"}
    except NameError:  # a class that its module knows for the type checker alone
        return {}


def unknown_attributes(env: jinja2.Environment, text: str, known: Known) -> set[str]:
    """Return the attributes that a template reads and that no value has: `OpenGame.titel`."""
    reader = _Reader(env)
    reader.template(env.parse(text), dict(known))
    return reader.wrong


@cache
def _parsed(env: jinja2.Environment, name: str) -> nodes.Template:
    assert env.loader is not None
    return env.parse(env.loader.get_source(env, name)[0])


@dataclass
class _Reader:
    env: jinja2.Environment
    wrong: set[str] = field(default_factory=set)
    asked: set[str] = field(default_factory=set)  # macros that have been read, with what they got

    def template(self, tree: nodes.Template, known: Known) -> None:
        macros: dict[str, tuple[nodes.Macro, Known]] = {}
        for taken in tree.find_all(nodes.FromImport):
            macros |= self._imported(taken, known)
        known |= {f"{name} (macro)": macro for name, macro in macros.items()}
        for macro in tree.find_all(nodes.Macro):
            known[f"{macro.name} (macro)"] = (macro, known)
        for node in tree.body:
            if not isinstance(node, nodes.Macro):
                self.visit(node, known)

    def _imported(self, node: nodes.FromImport, known: Known) -> dict[str, tuple[nodes.Macro, Known]]:
        assert isinstance(node.template, nodes.Const)
        tree = self._parse(node.template.value)
        seen = dict(known) if node.with_context else {}
        for made in tree.find_all(nodes.FromImport):
            seen |= {f"{name} (macro)": macro for name, macro in self._imported(made, seen).items()}
        found = {macro.name: (macro, seen) for macro in tree.find_all(nodes.Macro)}
        seen |= {f"{name} (macro)": macro for name, macro in found.items()}
        pairs = [(name, name) if isinstance(name, str) else name for name in node.names]
        return {alias: found[name] for name, alias in pairs}

    def _parse(self, name: str) -> nodes.Template:
        return _parsed(self.env, name)

    def visit(self, node: nodes.Node, known: Known) -> None:
        """Read a node; what it sets is seen by those after it."""
        match node:
            case nodes.For():
                inner = dict(known) | {"loop": None}
                _bind(node.target, _item(self.type(node.iter, known)), inner)
                for child in [*([node.test] if node.test else []), *node.body, *node.else_]:
                    self.visit(child, inner)
            case nodes.Assign():
                _bind(node.target, self.type(node.node, known), known)
            case nodes.If():
                for child in (node.test, *node.body, *node.elif_, *node.else_):
                    self.visit(child, known)
            case nodes.Macro():
                pass  # it is read where it is called
            case nodes.Include():
                assert isinstance(node.template, nodes.Const)
                if node.template.value.endswith(".html"):
                    self.template(self._parse(node.template.value), dict(known))
            case nodes.Block() | nodes.Scope() | nodes.CallBlock():
                inner = dict(known)
                for child in node.iter_child_nodes():
                    self.visit(child, inner)
            case nodes.Expr():
                self.type(node, known)
            case _:
                for child in node.iter_child_nodes():
                    self.visit(child, known)

    def type(self, node: nodes.Expr | nodes.Node, known: Known) -> Any:
        """Return the type of an expression, None if it cannot be told; note what it reads in vain."""
        match node:
            case nodes.Name():
                return known.get(node.name)
            case nodes.Getattr():
                return self._attribute(self.type(node.node, known), node.attr)
            case nodes.Getitem():
                whole = self.type(node.node, known)
                self._children(node.arg, known)
                return whole if isinstance(node.arg, nodes.Slice) else _item(whole)
            case nodes.Call(node=nodes.Name() as name) if f"{name.name} (macro)" in known:
                macro, seen = known[f"{name.name} (macro)"]
                self._macro(node, macro, seen, known)
                return str
            case nodes.CondExpr():
                self.type(node.test, known)
                one = self.type(node.expr1, known)
                other = self.type(node.expr2, known) if node.expr2 is not None else None
                return one if one == other else None
            case _:
                self._children(node, known)
                return None

    def _children(self, node: nodes.Node, known: Known) -> None:
        for child in node.iter_child_nodes():
            self.type(child, known)

    def _attribute(self, kind: Any, name: str) -> Any:
        kind = _alone(kind)
        if not isinstance(kind, type) or issubclass(kind, Mapping | Sequence) or kind is object:
            return None
        hints = types_of(kind)
        if name in hints:
            return hints[name]
        if not hasattr(kind, name):
            self.wrong.add(f"{kind.__name__}.{name}")
            return None
        made = getattr(kind, name)
        return get_type_hints(made.fget).get("return") if isinstance(made, property) else None

    def _macro(self, call: nodes.Call, macro: nodes.Macro, seen: Known, known: Known) -> None:
        given = [self.type(arg, known) for arg in call.args]
        named = {word.key: self.type(word.value, known) for word in call.kwargs}
        bound = dict(zip([arg.name for arg in macro.args], given, strict=False)) | named
        said = f"{id(macro)} {bound}"
        if said in self.asked:
            return
        self.asked.add(said)
        inner = {**seen, **{arg.name: None for arg in macro.args}, **bound, "caller": None}
        for child in macro.body:
            self.visit(child, inner)


def _alone(kind: Any) -> Any:
    """Return the one class that a value may have besides None; None if there are several."""
    if get_origin(kind) is Annotated:
        return _alone(get_args(kind)[0])
    if get_origin(kind) in (Union, types.UnionType):
        some = [one for one in get_args(kind) if one is not type(None)]
        return _alone(some[0]) if len(some) == 1 else None
    return kind


def _item(kind: Any) -> Any:
    """Return the type of the items of a sequence; of a tuple of several types all of them."""
    kind = _alone(kind)
    origin, args = get_origin(kind), get_args(kind)
    if origin is tuple:
        return args[0] if len(args) == 2 and args[1] is Ellipsis else None
    return args[0] if origin in (list, Sequence) and args else None


def _bind(target: nodes.Node, kind: Any, known: Known) -> None:
    """Let the names of a target have the types of what is assigned to them."""
    if isinstance(target, nodes.Name):
        known[target.name] = kind
        return
    parts: Iterator[nodes.Node] = target.iter_child_nodes()
    kind = _alone(kind)
    kinds = get_args(kind) if get_origin(kind) is tuple and Ellipsis not in get_args(kind) else ()
    for n, part in enumerate(parts):
        _bind(part, kinds[n] if n < len(kinds) else None, known)
