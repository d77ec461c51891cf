"""From what a use case gives to what a screen is shown: the view of a game, and a refusal as a message."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Final

import msgspec

from damiera.messages import Lang
from damiera.service.archive import ArchiveService
from damiera.service.conduct import claimable_after_ms
from damiera.service.errors import RefusedAct, ServiceError
from damiera.service.game_views import GameShown, refusal_view
from damiera.service.live import LiveGame
from damiera.service.ports import ServerClock
from damiera.service.views import GameView
from damiera.web.play.messages import FailedMessage

__all__ = ["GameViews", "ViewsOfGame", "failure"]

_NOBODY: Final[Mapping[str, int]] = MappingProxyType({})


class GameViews:
    """Makes views; in a database thread where notes have to be read."""

    def __init__(self, archive: ArchiveService, clock: ServerClock) -> None:
        self._archive = archive
        self._clock = clock

    def of(
        self, live: LiveGame, present: Collection[str] = (), absent: Mapping[str, int] = _NOBODY
    ) -> ViewsOfGame:
        """Return the views of a game as it stands now.

        Args:
            present: the players who have a screen here.
            absent: for how many milliseconds others have not been seen.
        """
        return ViewsOfGame(live, self._archive, self._clock.now_ms(), frozenset(present), absent)

    def view(
        self,
        live: LiveGame,
        player_id: str | None,
        lang: Lang,
        *,
        present: Collection[str] = (),
        absent: Mapping[str, int] = _NOBODY,
    ) -> GameView:
        """Return a game as one viewer sees it, with why pieces cannot move."""
        return self.of(live, present, absent).to(player_id, lang)


class ViewsOfGame:
    """A game at one moment, as all who look at it are shown it."""

    def __init__(
        self,
        live: LiveGame,
        archive: ArchiveService,
        now_ms: int,
        present: frozenset[str],
        absent: Mapping[str, int],
    ) -> None:
        self.live = live
        self._archive = archive
        self._now_ms = now_ms
        self._present = present
        self._absent = absent
        self._shown: dict[tuple[Lang, frozenset[str]], GameShown] = {}

    def reads(self, player_id: str | None) -> bool:
        """Tell whether the view asks the database: for the notes of a player, who has none before the end."""
        return self.live.game.outcome is not None and bool(self.live.sides_of(player_id))

    def to(self, player_id: str | None, lang: Lang, *, reasons: bool = True) -> GameView:
        """Return the game as one viewer sees it; whoever looks is here.

        Args:
            reasons: say why pieces cannot move.
        """
        notes = self._archive.notes(self.live.id, player_id) if self.reads(player_id) else ()
        view = self._in(lang, player_id).to(player_id, notes=notes, reasons=reasons)
        left = self._claim_ms(player_id) if "absence-claimed" in view.rights else None
        return view if left is None else msgspec.structs.replace(view, claim_ms=left)

    def _claim_ms(self, player_id: str | None) -> int | None:
        """Return after what time a player may claim the game; None while an opponent is here."""
        others = [seat.player_id for seat in self.live.row.seats if seat.player_id not in (None, player_id)]
        away = [self._absent.get(other, 0) for other in others if other not in self._present]
        if not others or len(away) < len(others):
            return None
        return max(0, claimable_after_ms(self.live.game) - min(away))

    def _in(self, lang: Lang, player_id: str | None) -> GameShown:
        live = self.live
        here = self._here if player_id is None or player_id in self._present else self._also(player_id)
        key = lang, here
        if key not in self._shown:
            self._shown[key] = GameShown(live, lang, now_ms=self._now_ms, here=key[1])
        return self._shown[key]

    @cached_property
    def _here(self) -> frozenset[str]:
        """The sides of which a screen is connected."""
        return self._sides(self._present)

    def _also(self, player_id: str) -> frozenset[str]:
        """Return the sides that are here once a player is."""
        return self._sides(self._present | {player_id})

    def _sides(self, present: frozenset[str]) -> frozenset[str]:
        return frozenset(seat.side for seat in self.live.row.seats if seat.player_id in present)


def failure(error: ServiceError, lang: Lang, *, id: str = "") -> FailedMessage:
    """Return a refusal as a message: its code, its words, and the article where one decides."""
    refusal = (
        refusal_view(error.explanation, lang) if isinstance(error, RefusedAct) and error.explanation else None
    )
    return FailedMessage(error.code, error.text(lang), refusal, id)
