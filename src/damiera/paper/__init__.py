"""What goes on paper: prints of an event, score sheets, boards as pictures. `web` and `cli` both use it."""
