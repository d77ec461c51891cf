"""Bots: programs that play by themselves on a server of Damiera, whichever engine thinks for them.

A bot has an account that its owner made, and a token. It says when it is there, accepts challenges by its
rules, and plays by the sockets that browsers play by. docs/bots.md is the page for authors, in any language.

>>> from damiera.bot import BotRules, PlayingBot
>>> from damiera.engine.builtin import BuiltinEngine
>>> bot = PlayingBot("http://127.0.0.1:8080", "bot_token", BuiltinEngine, rules=BotRules(at_once=2))

`bot.run()` then plays until `bot.stop()`.
"""

from __future__ import annotations

from damiera.bot.client import PlayingBot
from damiera.bot.errors import BotError, BotRefused
from damiera.bot.rules import BotRules, BotSeekTerms

__all__ = ["BotError", "BotRefused", "BotRules", "BotSeekTerms", "PlayingBot"]
