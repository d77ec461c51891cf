"""What can go wrong between a bot and its server."""

from __future__ import annotations

from damiera.errors import DamieraError
from damiera.messages import Message

__all__ = ["BotError", "BotRefused"]

_REFUSED = Message("The server at {url} does not let this bot in: {why}. Does its token still count?")
_LATER = 429
_AWAY = Message("The server at {url} does not answer: {why}.")


class BotError(DamieraError):
    """The server cannot be reached just now, or says that something cannot be done.

    Attributes:
        is_refusal: it says so, and will again.
    """

    def __init__(self, url: str, why: object) -> None:
        self.is_refusal = isinstance(why, int) and 400 <= why < 500 and why != _LATER
        self.message = _AWAY.format(url=url, why=why)
        super().__init__(str(self.message))


class BotRefused(DamieraError):
    """The server does not know the bot: its token was ended, or is another server's."""

    def __init__(self, url: str, why: object) -> None:
        self.message = _REFUSED.format(url=url, why=why)
        super().__init__(str(self.message))
