"""Many people who play at once, to measure a server: `damiera loadtest`."""
