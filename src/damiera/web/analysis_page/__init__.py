"""The bench: what a position or a game looked into is, on a page, in a report and live."""
