"""One target under atheris, until libFuzzer's arguments say that it is over.

Atheris instruments what is imported; an editable install has its own loader, which it cannot. So every
function is instrumented where it stands, once all is imported.
"""

from __future__ import annotations

import gc
import sys
from types import FunctionType

import atheris

from fuzz.targets import TARGETS

FOLLOWED = (
    *("damiera.notation", "damiera.game", "damiera.engine.hub.text", "damiera.rules.custom"),
    "damiera.tournament",
)


def instrument() -> int:
    """Let atheris see which branches are taken; return in how many functions."""
    found = [
        thing
        for thing in gc.get_objects()
        if isinstance(thing, FunctionType) and (thing.__module__ or "").startswith(FOLLOWED)
    ]
    for function in found:
        atheris.instrument_func(function)
    return len(found)


if __name__ == "__main__":
    name = sys.argv.pop(1)
    print(f"{instrument()} functions are followed", flush=True)
    atheris.Setup(sys.argv, TARGETS[name])
    atheris.Fuzz()
