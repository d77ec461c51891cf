"""A house with a real database in a temporary folder and a clock that the test sets."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from damiera.store.database import FILE_NAME, open_store
from tests.unit.service.kit import App


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a database with all tables and nothing in them: making one takes longer than most tests."""
    folder = tmp_path_factory.mktemp("empty")
    open_store(folder).close()
    return folder / FILE_NAME


@pytest.fixture
def app(tmp_path: Path, empty_database: Path) -> Iterator[App]:
    shutil.copy(empty_database, tmp_path / FILE_NAME)
    opened = App(tmp_path)
    yield opened
    opened.close()
