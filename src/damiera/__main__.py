"""`python -m damiera` is the command `damiera`."""

from __future__ import annotations

from damiera.cli.main import main

if __name__ == "__main__":
    main()
