"""Which games a bot plays, with whom, and when it gives one up."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from damiera.bot.messages import AskedGame

__all__ = ["BotRules", "BotSeekTerms"]


@dataclass(frozen=True, slots=True)
class BotSeekTerms:
    """A game that a bot looks for whenever it is free: its slug, a pace of the club's page, rated or not."""

    game: str
    pace: str = "5+3"
    rated: bool = False


@dataclass(frozen=True, slots=True)
class BotRules:
    """Which challenges a bot accepts, and how it plays.

    Attributes:
        games: slugs; empty for every game that its engine plays.
        shortest_s, longest_s: the least and the most time that a side may have, in seconds.
        days: whether games by correspondence are accepted.
        rated: whether games are to be rated: `both` if it is all one.
        guests: whether people without an account are accepted.
        at_once: how many games it plays at the same time.
        resigns_at_cp: its own score, in centipieces, at which it resigns after two such moves; None: it
            never does.
        seeks: what it looks for by itself; nothing if empty.
        joins: the arenas and evenings in which it plays along: `arenas/4kq0`, `evenings/7xhm`.
    """

    games: frozenset[str] = field(default_factory=frozenset)
    shortest_s: int = 60
    longest_s: int = 3 * 3600
    days: bool = False
    rated: Literal["yes", "no", "both"] = "both"
    guests: bool = True
    at_once: int = 1
    resigns_at_cp: int | None = None
    seeks: tuple[BotSeekTerms, ...] = ()
    joins: tuple[str, ...] = ()

    def accepts(self, asked: AskedGame, playing: int) -> bool:
        """Tell whether a challenge is to be accepted while so many games are played.

        >>> rules = BotRules(games=frozenset({"italian"}), rated="no")
        >>> [rules.accepts(AskedGame("1", game, 300_000), 0) for game in ("italian", "russian")]
        [True, False]
        """
        time_fits = (
            self.days if asked.days else self.shortest_s <= (asked.base_ms or 0) / 1000 <= self.longest_s
        )
        return (
            playing < self.at_once
            and (not self.games or asked.game in self.games)
            and time_fits
            and (self.rated == "both" or asked.rated == (self.rated == "yes"))
            and (self.guests or asked.has_account)
        )
