"""The first page, and what a person prefers."""
