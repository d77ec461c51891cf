"""New games, the board of a game, the arbiter's desk, and the socket that moves travel through."""
