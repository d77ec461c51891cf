"""The typed face of the core: games, arrangements of pieces, and why a move is or is not allowed.

The names that users want are re-exported by `damiera` itself.
"""
