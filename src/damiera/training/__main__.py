"""`python -m damiera.training GAME` is `damiera train GAME`."""

from __future__ import annotations

import sys

from damiera.cli.main import main

if __name__ == "__main__":
    main(["train", *sys.argv[1:]])
