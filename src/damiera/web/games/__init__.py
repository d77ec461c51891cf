"""Games kept here: lists, replay, notes, and files of games."""
