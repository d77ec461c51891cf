"""Analysis, the explorer of openings, endgame tables."""
