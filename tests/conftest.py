"""What every test may rely on."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine
    from sqlalchemy.engine import URL

# Tests are gathered by each process, and start our programs again and again: compile them once, whatever the
# shell says, or a third of a run goes into doing it over.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Workers share the cores: threads of numpy that wait for each other took ten times as long.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

EVERYDAY = settings(
    deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], max_examples=30
)
settings.register_profile("everyday", EVERYDAY)
settings.register_profile("full", EVERYDAY, max_examples=100)
settings.register_profile(
    "soak",
    deadline=None,
    derandomize=False,
    print_blob=True,
    max_examples=2_000,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "everyday")
SOAKING = int(os.environ.get("DAMIERA_SOAK", "25"))  # how many examples for each that a test wants every day
settings.load_profile(PROFILE)

NO_SKIPS = bool(os.environ.get("DAMIERA_NO_SKIPS"))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep slow tests and long proofs for their own verbs, unless `-m` asks for something.

    A slow test runs where its file is named. With the profile "soak", tests that set their own number of
    examples get more of them.
    """
    if PROFILE == "soak":
        _ask_for_more(items)
    if config.option.markexpr:
        return
    named = any(".py" in arg for arg in config.args)
    marks = ("deep",) if named else ("deep", "slow")
    left_out = {item for item in items if any(map(item.get_closest_marker, marks))}
    if left_out:
        config.hook.pytest_deselected(items=list(left_out))
        items[:] = [item for item in items if item not in left_out]


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Name cases of bytes by their place: many hold a mask of chance, and all processes must agree."""
    return argname if isinstance(val, bytes) else None


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Let the collector of garbage rest while tests are gathered, pass over them then, and come seldom.

    There are thousands, and they stay, as do the trees of our sources: to walk over them again and again
    costs a sixth of the processor time of tests that make many objects.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(20_000, 20, 50)
        gc.enable()


def _ask_for_more(items: list[pytest.Item]) -> None:
    """Multiply the examples of tests that set their own number, which no profile changes."""
    usual = settings.get_profile("everyday").max_examples
    seen = set[object]()
    for item in items:
        test = getattr(item, "obj", None)
        own = getattr(test, "_hypothesis_internal_use_settings", None)
        if test is None or own is None or test in seen:
            continue
        seen.add(test)
        few = min(own.max_examples, usual)
        test._hypothesis_internal_use_settings = settings(
            own, max_examples=SOAKING * few, derandomize=False, print_blob=True
        )


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, None]:
    """On the checking machine a skipped test is a failed one."""
    outcome = yield
    report = outcome.get_result()
    if NO_SKIPS and report.skipped:
        report.outcome = "failed"
        report.longrepr = f"skipped, where nothing may be skipped: {report.longrepr}"


@pytest.fixture(autouse=True, scope="session")
def _no_wait_for_the_disk() -> Generator[None]:
    """Let no test wait for the disk at every commit, but those about it; a power cut loses tests nothing."""
    from damiera.store import database

    asked, database.SYNCHRONOUS = database.SYNCHRONOUS, "NORMAL"
    yield
    database.SYNCHRONOUS = asked


@pytest.fixture(autouse=True, scope="session")
def _statements_compiled_once() -> Generator[None]:
    """Put each statement into SQL once, not once for every database that a test opens.

    A program opens one. Tests open a thousand, and to make the words of its statements took longer than
    most do. The words are kept by the dialect, and every engine of SQLAlchemy has its own: here all of SQLite
    share one.
    """
    from sqlalchemy import create_engine

    from damiera.store import database, upgrade

    shared = create_engine("sqlite://", query_cache_size=5_000)
    shared.connect().close()  # the dialect learns what it speaks to
    tables: dict[str, list[str]] = {}

    def with_shared_words(url: URL) -> Engine:
        engine = create_engine(url)
        if engine.dialect.name == shared.dialect.name:
            engine.dialect, engine._compiled_cache = shared.dialect, shared._compiled_cache
        return engine

    def create_tables(connection: Connection) -> None:
        kept = tables.get(connection.dialect.name)
        if kept is None:
            with _noted(connection) as kept:
                made(connection)
            tables[connection.dialect.name] = kept
            return
        for statement in kept:
            connection.exec_driver_sql(statement)

    made = upgrade.create_tables
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "create_engine", with_shared_words)
        patch.setattr(upgrade, "create_tables", create_tables)
        yield
    shared.dispose()


@contextmanager
def _noted(connection: Connection) -> Iterator[list[str]]:
    """Note the statements that a connection executes meanwhile."""
    from sqlalchemy import event

    found: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_others: object) -> None:
        found.append(statement)

    event.listen(connection, "before_cursor_execute", note)
    yield found
    event.remove(connection, "before_cursor_execute", note)
