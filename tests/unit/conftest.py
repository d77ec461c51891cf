"""What tests of more than one package share: a PostgreSQL server, where the machine has one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.postgresql import Postgres, serving


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """Run a server for all tests that want one: beginning it takes longer than most of them."""
    with serving() as server:
        yield server
