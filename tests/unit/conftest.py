"""What tests of more than one package share: a PostgreSQL server, where the machine has one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from damiera.endgame import files
from tests.postgresql import Postgres, serving


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """Run a server for all tests that want one: beginning it takes longer than most of them."""
    with serving() as server:
        yield server


@pytest.fixture
def nothing_shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No endgame tables come with Damiera: what is there was built."""
    monkeypatch.setattr(files, "SHIPPED", tmp_path / "nothing-shipped")
