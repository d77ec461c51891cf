"""Portable Draughts Notation: a liberal reader, a strict writer, a fast path for whole collections."""
