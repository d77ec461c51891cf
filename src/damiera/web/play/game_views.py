"""From what a use case gives to what a screen is shown: the view of a game, and a refusal as a message."""

from __future__ import annotations

from collections.abc import Collection

from damiera.game.sides import side_name
from damiera.messages import Lang
from damiera.service.archive import ArchiveService
from damiera.service.errors import RefusedAct, ServiceError
from damiera.service.game_views import build_view, refusal_view
from damiera.service.live import LiveGame
from damiera.service.ports import ServerClock
from damiera.service.views import GameView
from damiera.web.play.messages import FailedMessage

__all__ = ["GameViews", "failure"]


class GameViews:
    """Makes views; in a database thread where notes have to be read."""

    def __init__(self, archive: ArchiveService, clock: ServerClock) -> None:
        self._archive = archive
        self._clock = clock

    def reads(self, live: LiveGame, player_id: str | None) -> bool:
        """Tell whether the view asks the database: for the notes of a player, who has none before the end."""
        return live.game.outcome is not None and bool(live.sides_of(player_id))

    def view(
        self,
        live: LiveGame,
        player_id: str | None,
        lang: Lang,
        *,
        present: Collection[str] = (),
        reasons: bool = True,
    ) -> GameView:
        """Return a game as one viewer sees it.

        Args:
            present: the players who have a screen here.
            reasons: say why pieces cannot move.
        """
        here = {*present, player_id}
        return build_view(
            live,
            player_id,
            lang,
            now_ms=self._clock.now_ms(),
            here=[side_name(side) for side in live.game.sides if live.seat(side).player_id in here],
            reasons=reasons,
            notes=self._archive.notes(live.id, player_id) if self.reads(live, player_id) else (),
        )


def failure(error: ServiceError, lang: Lang, *, id: str = "") -> FailedMessage:
    """Return a refusal as a message: its code, its words, and the article where one decides."""
    refusal = (
        refusal_view(error.explanation, lang) if isinstance(error, RefusedAct) and error.explanation else None
    )
    return FailedMessage(error.code, error.text(lang), refusal, id)
