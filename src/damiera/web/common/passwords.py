"""Passwords are hashed in threads of their own: neither the loop nor the database waits for them."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from damiera.service.passwords import PasswordHashing

__all__ = ["PasswordThreads"]

_AT_ONCE: Final = 2  # 64 MB each


class PasswordThreads:
    """Makes and checks hashes, a few at a time; others wait."""

    def __init__(self, hashing: PasswordHashing | None = None) -> None:
        self._hashing = hashing or PasswordHashing()
        self._pool = ThreadPoolExecutor(_AT_ONCE, thread_name_prefix="damiera-password")

    async def hashed(self, password: str) -> str:
        """Return the hash to be kept of a password."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, self._hashing.hashed, password)

    async def fits(self, kept: str | None, password: str) -> bool:
        """Tell whether a password is the one whose hash was kept; it takes as long for none."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, self._hashing.fits, kept, password)

    def close(self) -> None:
        """Begin nothing more."""
        self._pool.shutdown(wait=False, cancel_futures=True)
