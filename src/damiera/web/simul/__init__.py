"""Simultaneous displays: announced, joined, played from board to board, printed."""
