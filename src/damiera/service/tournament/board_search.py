"""Finding a board of a round by its number or by who sits there."""

from __future__ import annotations

import re
import unicodedata

from damiera.messages import Message
from damiera.service.errors import NotFound
from damiera.tournament.model import Event, board_names

__all__ = ["find_board", "is_called"]

_NOBODY = Message("Neither a board nor a player of this round: {what}")


def find_board(event: Event, round: int, wanted: str) -> int:
    """Return the board of a round that a number, or a part of a player's name, means: the first of several.

    Where teams meet a number is a table ("2") or a board at it ("2.3"), as on the slips.

    Raises:
        NotFound: if there is no such board, and nobody of that name plays in the round.

    >>> from damiera.tournament.model import EventPlayer, Round, RoundGame
    >>> two = (EventPlayer(1, "Čížek Jan"), EventPlayer(2, "Rossi Anna"))
    >>> event = Event(players=two, rounds=(Round(1, (RoundGame(1, 7, 1, 2),)),))
    >>> find_board(event, 1, "7"), find_board(event, 1, "cizek")
    (7, 7)
    """
    held = event.round(round)
    called = board_names(held) if held else {}
    names = {player.number: player.name for player in event.players}
    for game in held.games if held else ():
        if re.fullmatch(r"[0-9]+(\.[0-9]+)?", wanted):
            name = called.get(game.board, str(game.board))
            if name == _unpadded(wanted) or name.startswith(f"{_unpadded(wanted)}."):
                return game.board
        elif any(is_called(names[n], wanted) for n in (game.white, game.black) if n is not None):
            return game.board
    raise NotFound(wanted, _NOBODY.format(what=wanted))


def _unpadded(number: str) -> str:
    return ".".join(str(int(part)) for part in number.split("."))


def is_called(name: str, wanted: str) -> bool:
    """Tell whether each word of what is typed is part of a name, however marks and capitals are written.

    >>> is_called("Čížek Jan", "jan ciz"), is_called("Čížek Jan", "ciz anna")
    (True, False)
    """
    plain = _plain(name)
    return all(part in plain for part in _plain(wanted).split())


def _plain(text: str) -> str:
    parts = unicodedata.normalize("NFD", text)
    return "".join(c for c in parts if not unicodedata.combining(c)).casefold()
