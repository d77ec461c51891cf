"""Break and run: every mutant in a fork of one process that has collected the tests once."""

from __future__ import annotations

import gc
import importlib
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import pytest
from _pytest.runner import runtestprotocol

from damiera.regulations import book as books
from damiera.regulations.book import Rulebook
from damiera.rules.ruleset import Ruleset, ruleset
from tests.proofs.mutants import Kind, Mutant, code_of, function_at, functions_of, mutants_of
from tests.proofs.rows import Row, fingerprint, module_tree, tests_root
from tests.proofs.stored import Found
from tests.proofs.traits import game_of, others, play_by
from tests.test_citations import PACKAGE, book_of

_LEAST_S = 20
_MOST_TRIED = 60  # mutants of one kind of one function

Tell = Callable[[str], None]
Keep = Callable[[str, str, tuple[str, ...]], None]


def prove(
    rows: Sequence[Row], tell: Tell = lambda line: None, keep: Keep = lambda ref, hash, seen: None
) -> Found:
    """Prove rows, and return for each the hash of what it was proved of and the breakages seen.

    `keep` is given each of them as soon as it is found.
    """
    files = sorted({name for row in rows for name, _, _ in row.tests})
    importlib.import_module("damiera.store.database")  # for a fixture of every test, else in each fork anew
    collected = _Collected(rows, tell, keep)
    options = [
        "-q",
        "--capture=no",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:randomly",
        "--no-header",
        "--no-summary",
    ]
    pytest.main([*options, *(str(tests_root() / name) for name in files)], plugins=[collected])
    return collected.found


@dataclass
class _Collected:
    """Takes the place of the loop that would run the tests collected."""

    rows: Sequence[Row]
    tell: Tell
    keep: Keep
    found: Found = field(default_factory=dict)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items: dict[tuple[str, str], list[pytest.Function]] = {}
        for item in session.items:
            if isinstance(item, pytest.Function):
                items.setdefault((item.path.name, item.originalname), []).append(item)
        proved_of = {
            row.ref: fingerprint(row) for row in self.rows
        }  # as it is loaded, whatever is edited now
        gc.collect()
        gc.freeze()
        for row in self.rows:
            began = time.monotonic()
            seen = _seen(row, [one for test in row.tests for one in _cases(items, *test)])
            self.found[row.ref] = (proved_of[row.ref], seen)
            self.keep(row.ref, *self.found[row.ref])
            said = ", ".join(seen) or "NOT PROVED"
            self.tell(f"{row.ref}: {said} ({time.monotonic() - began:.1f} s)")
        return True


def _cases(
    items: dict[tuple[str, str], list[pytest.Function]], name: str, function: str, case: str
) -> list[pytest.Function]:
    """The cases of a test that a row names: all, or those that are given the article's number."""
    found = items.get((name, function), [])
    if not case:
        return found
    wanted = case.split(" ")
    return [
        one
        for one in found
        if hasattr(one, "callspec") and all(word in one.callspec.params.values() for word in wanted)
    ]


def _seen(row: Row, tests: list[pytest.Function]) -> tuple[str, ...]:
    """The breakages that made a test of the row fail, where all pass unbroken."""
    began = time.monotonic()
    if not tests or not _passes(tests, lambda: None, limit_s=300):
        return ()
    limit_s = _LEAST_S + int(5 * (time.monotonic() - began))
    seen = []
    for path, qualname in row.places:
        kinds = _kinds_seen(path, qualname, tests, limit_s)
        if kinds:
            seen.append(f"{path}: {qualname} ({', '.join(kinds)})")
    for header, name in row.traits:
        if _is_value_seen(game_of(header) or _played_by(row.ref), name, tests, limit_s):
            seen.append(f"{header}: {name} (other value)")
    if not _passes(tests, partial(_change_limit, row.ref), limit_s):
        seen.append("limit (other count)")
    if not _passes(tests, partial(_exchange, row.ref), limit_s):
        seen.append("article")
    return tuple(seen)


def _kinds_seen(path: str, qualname: str, tests: list[pytest.Function], limit_s: int) -> list[Kind]:
    """Which kinds of breakage of a function some test sees; one of each kind is enough."""
    function = functions_of(module_tree(path), qualname)[qualname]
    seen: list[Kind] = []
    tried: dict[Kind, int] = {}
    for mutant in mutants_of(function, qualname.rpartition(".")[0].rpartition(".")[2]):
        tried[mutant.kind] = tried.get(mutant.kind, 0) + 1
        if mutant.kind in seen or tried[mutant.kind] > _MOST_TRIED:
            continue
        if not _passes(tests, partial(_break, path, qualname, mutant), limit_s):
            seen.append(mutant.kind)
    return seen


def _played_by(ref: str) -> Ruleset:
    """The game of an article's book."""
    return ruleset(book_of(ref.partition(":")[0]).game)


def _is_value_seen(game: Ruleset, name: str, tests: list[pytest.Function], limit_s: int) -> bool:
    """Whether some test sees that a rule of the core has another value, for one of the others at least."""
    found = others(game.slug, name)
    return any(not _passes(tests, partial(play_by, game, rules), limit_s) for rules in found)


def _break(path: str, qualname: str, mutant: Mutant) -> None:
    """Give a function of the package the code of a mutant, wherever it is held."""
    name = "damiera." + path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    target = function_at(importlib.import_module(name), qualname)
    if target is None:
        raise LookupError(f"{name}: {qualname}")
    code = code_of(module_tree(path), qualname, mutant.function, str(PACKAGE / path))
    if len(code.co_freevars) != len(target.__code__.co_freevars):
        raise LookupError(f"{name}: {qualname} holds other names")
    target.__code__ = code


def _change_limit(ref: str) -> None:
    """Let the endings that an article limits have a move more.

    Raises:
        LookupError: if it limits none.
    """
    id, _, number = ref.partition(":")
    book = book_of(id)
    limits = book.parameters.material_limits
    changed = tuple(replace(one, moves=one.moves + 1) if one.article == number else one for one in limits)
    if changed == limits:
        raise LookupError(ref)
    object.__setattr__(book, "parameters", replace(book.parameters, material_limits=changed))


def _exchange(ref: str) -> None:
    """Let an article and its neighbour change numbers, in the book as it was read."""
    id, _, number = ref.partition(":")
    book = book_of(id)
    other = _neighbour(book, number)
    if other is None:
        return
    names = {number: other, other: number}
    changed = tuple(replace(a, number=names.get(a.number, a.number)) for a in book.articles)
    object.__setattr__(book, "articles", changed)
    for cached in vars(books).values():
        if hasattr(cached, "cache_clear") and cached.__name__ in ("_numbers", "_topics"):
            cached.cache_clear()


def _neighbour(book: Rulebook, number: str) -> str | None:
    """The next article as deep as this one in the same chapter, or the one before; any if there is none."""
    chapter = [a.number for a in book.articles_of(book.article(number).chapter)]
    depth = number.count(".")
    alike = [one for one in chapter if one.count(".") == depth]
    beside = alike if len(alike) > 1 else chapter if len(chapter) > 1 else [a.number for a in book.articles]
    at = beside.index(number)
    return beside[at + 1] if at + 1 < len(beside) else beside[at - 1] if at else None


def _passes(tests: Iterable[pytest.Function], breaking: Callable[[], None], limit_s: int) -> bool:
    """Whether all tests pass in a fork where something was broken before; too long is a failure."""
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if not child:
        _run_and_leave(tests, breaking, limit_s)
    _, status = os.waitpid(child, 0)
    if os.WIFEXITED(status) and os.WEXITSTATUS(status) == _CANNOT:
        return True
    return status == 0


_CANNOT = 3


def _run_and_leave(tests: Iterable[pytest.Function], breaking: Callable[[], None], limit_s: int) -> None:
    """In the fork: leave with 0 if all pass, 1 at the first that fails, `_CANNOT` if nothing was broken."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(limit_s)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    try:
        breaking()
    except BaseException:
        os._exit(_CANNOT)
    try:
        for item in tests:
            if any(report.failed for report in runtestprotocol(item, log=False, nextitem=None)):
                os._exit(1)
    except BaseException:
        os._exit(1)
    os._exit(0)
