"""The command `damiera`, one file a subcommand; `main.main` runs it. See docs/command-line.md."""
