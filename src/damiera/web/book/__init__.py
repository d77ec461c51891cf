"""The rules and articles of every game, openings by lot, blank forms."""
