"""Every game of draughts, by the book."""

from __future__ import annotations
