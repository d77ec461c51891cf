"""The memory: games, players and archives in one SQL database, the only authority on what happened."""

from __future__ import annotations

from damiera.store.database import Database, open_store
from damiera.store.errors import StoreError

__all__ = ["Database", "StoreError", "open_store"]
