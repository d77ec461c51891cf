"""Puzzles, and lessons from mistakes."""
