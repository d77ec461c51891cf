"""What a screen is sent of a view: all of it, or what has changed since the one it was sent last.

Nothing that was encoded is kept: of each screen only the view that it was sent last is.
"""

from __future__ import annotations

from typing import Final

import msgspec

from damiera.service.views import GameView, PlyView
from damiera.web.common.connections import ReadyText
from damiera.web.play.messages import DeltaMessage, StateMessage

__all__ = ["ShownView"]

_NAMES: Final = GameView.__struct_fields__


class ShownView(msgspec.Struct, frozen=True, eq=False, gc=False):
    """A view on its way to screens; it is encoded each time that it is asked for."""

    view: GameView

    def whole(self) -> ReadyText:
        """Return the view as a message."""
        return ReadyText(msgspec.json.encode(StateMessage(self.view)))

    def since(self, base: ShownView) -> ReadyText:
        """Return what has changed since another view of the same game, as a message."""
        return ReadyText(_encode_changes(base.view, self.view))


def _encode_changes(base: GameView, view: GameView) -> bytes:
    pairs = zip(_NAMES, msgspec.structs.astuple(base), msgspec.structs.astuple(view), strict=True)
    changed = {name: now for name, before, now in pairs if now is not before and now != before}
    changed.pop("history", None)
    kept = _in_common(base.history, view.history)
    if kept < len(view.history):
        changed["history"] = view.history[kept:]
    return msgspec.json.encode(DeltaMessage(view.version, kept, changed))


def _in_common(before: tuple[PlyView, ...], now: tuple[PlyView, ...]) -> int:
    """Return how many moves two lines have in common, from the first."""
    n = min(len(before), len(now))
    if before[:n] == now[:n]:
        return n
    return next(ply for ply in range(n) if before[ply] != now[ply])
