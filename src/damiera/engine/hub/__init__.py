"""Hub 2, both ways: the built-in engine served on two streams, and any Hub program as an `Engine`.

The protocol is Fabien Letouzey's, version 2: lines of text, `command name=value …`, unknown things ignored.
What we add: boards of other sizes than 50 squares, the parameter `variant` with our slugs, and the parameter
`level` (1 to 20; 0 = full strength).

| for | look in |
|---|---|
| lines, boards and moves as text, and the names that Hub has for games | `text` |
| being an engine | `server` |
| asking an engine | `client` |
| the process of an engine, and what goes to and from it | `program` |
"""

from __future__ import annotations

from damiera.engine.hub.client import HubClient
from damiera.engine.hub.server import HubServer, run_hub

__all__ = ["HubClient", "HubServer", "run_hub"]
