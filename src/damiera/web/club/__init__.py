"""The club: who is here, who looks for a game, and what is played."""
