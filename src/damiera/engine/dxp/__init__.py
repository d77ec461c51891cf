"""DamExchange (DXP): two draughts programs play each other over TCP.

The initiator connects and asks for a game (GAMEREQ), the follower listens and accepts or not (GAMEACC); then
moves alternate, and whoever is to move may end the game (GAMEEND), which the other confirms. Layer 1 is a
socket, port 27531; layer 2 is version 01 of the description at mesander.nl/damexchange.

The description is about international draughts. We speak it for every game on numbered squares up to 99; both
ends must mean the same game, since no message names it.

| for | look in |
|---|---|
| the messages, as values and as they go over the line | `messages` |
| the connection and its address | `line` |
| a game, from the request to the end | `play` |
| a program that takes calls, as an `Engine` | `client` |
| what can go wrong | `errors` |
"""

from __future__ import annotations

from damiera.engine.dxp.client import DxpClient
from damiera.engine.dxp.line import PORT, DxpLine, address_of, connect
from damiera.engine.dxp.play import DxpGame, DxpSeat, check_game, follow, initiate

__all__ = [
    "PORT",
    "DxpClient",
    "DxpGame",
    "DxpLine",
    "DxpSeat",
    "address_of",
    "check_game",
    "connect",
    "follow",
    "initiate",
]
