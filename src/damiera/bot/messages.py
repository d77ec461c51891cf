"""What a bot reads of its server, as far as it needs it: the frames of a game's socket, and its news."""

from __future__ import annotations

import msgspec

__all__ = [
    "AskedGame",
    "GameForBot",
    "KindOfGame",
    "NewsForBot",
    "SeenClock",
    "ServerFrame",
    "ViewForBot",
    "read_frame",
    "read_view",
]


class AskedGame(msgspec.Struct, frozen=True):
    """A challenge that waits for an answer; times in milliseconds, `days` for one by correspondence."""

    id: str
    game: str
    base_ms: int | None = None
    increment_ms: int = 0
    days: bool = False
    rated: bool = False
    name: str = ""
    is_bot: bool = False
    has_account: bool = True


class NewsForBot(msgspec.Struct, frozen=True):
    """What there is for a bot: games under way, games that wait for somebody, challenges.

    `boards` are the games of evenings at which it is waited for.
    """

    name: str
    games: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    challenges: tuple[AskedGame, ...] = ()
    boards: tuple[str, ...] = ()


class GameForBot(msgspec.Struct, frozen=True):
    """What came of a seek or an answer: a game, if its `id` is not empty; `waiting` for somebody to come."""

    id: str = ""
    waiting: bool = False


class KindOfGame(msgspec.Struct, frozen=True):
    """What is played in a game: its slug."""

    game: str


class SeenClock(msgspec.Struct, frozen=True):
    """Both clocks when the frame was sent, in milliseconds; days are counted where `due_at` is.

    `first` is the side whose first move is awaited, if any, for which it has `first_ms`.
    """

    white_ms: int
    black_ms: int
    increment_ms: int = 0
    delay_ms: int = 0
    byo_ms: int = 0
    white_periods: int = 0
    black_periods: int = 0
    due_at: int | None = None
    first: str | None = None
    first_ms: int = 0


class _SeenPly(msgspec.Struct, frozen=True):
    path: tuple[int, ...]
    drops: tuple[int, ...] = ()


class _SeenFacts(msgspec.Struct, frozen=True):
    repetition_claimable: bool = False


class _SeenConduct(msgspec.Struct, frozen=True):
    halt: str = ""


class _SeenPlayer(msgspec.Struct, frozen=True):
    here: bool = True


class ViewForBot(msgspec.Struct, frozen=True):
    """A game as the bot sees it; fields as in the views that browsers get."""

    id: str
    version: int
    game: str
    fen: str
    start_fen: str
    ply: int
    side: str
    you: str | None
    history: tuple[_SeenPly, ...] = ()
    clock: SeenClock | None = None
    outcome: dict[str, object] | None = None
    draw_offer: str | None = None
    undo_request: str | None = None
    waiting: bool = False
    facts: _SeenFacts = _SeenFacts()
    conduct: _SeenConduct | None = None
    players: dict[str, _SeenPlayer] = {}

    @property
    def is_to_be_resumed(self) -> bool:
        """Whether the game stands still since the server did not run, and all others are back."""
        halt = self.conduct.halt if self.conduct is not None else ""
        others = (one.here for side, one in self.players.items() if side != self.you)
        return self.outcome is None and halt == "interrupted" and all(others)

    @property
    def is_my_turn(self) -> bool:
        """Whether the game goes on, and the bot is to move."""
        is_halted = self.conduct is not None and bool(self.conduct.halt)
        return self.outcome is None and not self.waiting and not is_halted and self.you == self.side


class ServerFrame(msgspec.Struct, frozen=True):
    """Any frame of a game's socket."""

    t: str
    view: msgspec.Raw = msgspec.Raw(b"null")
    ply: int = -1
    code: str = ""
    text: str = ""


_FRAMES = msgspec.json.Decoder(ServerFrame)
_VIEWS = msgspec.json.Decoder(ViewForBot)


def read_frame(data: str | bytes) -> ServerFrame:
    """Return a frame. Raises `msgspec.DecodeError`."""
    return _FRAMES.decode(data)


def read_view(frame: ServerFrame) -> ViewForBot:
    """Return the game of a frame `state`. Raises `msgspec.DecodeError`."""
    return _VIEWS.decode(frame.view)
