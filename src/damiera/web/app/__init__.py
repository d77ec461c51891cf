"""The whole app, wired together and started."""
