"""Tools for those who work on the program; nothing of it is installed."""
