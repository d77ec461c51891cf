"""Ctrl-C for programs that tests start."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def heard() -> Iterator[None]:
    """Let programs begun meanwhile hear an interruption, also behind a shell that ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
