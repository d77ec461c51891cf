"""The source of the package as trees, parsed once for all the tests that read it, and only when one does."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import Final

PACKAGE: Final = Path(__file__).parent.parent / "src" / "damiera"


def _modules() -> dict[str, Path]:
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = ("damiera", *path.relative_to(PACKAGE).with_suffix("").parts)
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


MODULES: Final = _modules()
"""The file of each module, by its dotted name."""


@cache
def tree(path: Path) -> ast.Module:
    """Return what a file says; it is shared, so it is not changed."""
    return ast.parse(path.read_text(encoding="utf-8"))
