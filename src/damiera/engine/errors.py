"""What can go wrong with a mind, and with a match of two, each with its words in both languages."""

from __future__ import annotations

from damiera.errors import DamieraError
from damiera.lang import Lang, Text

__all__ = [
    "EngineDied",
    "EngineError",
    "EngineLacks",
    "EngineRefused",
    "EngineSilent",
    "MatchError",
    "NoMemory",
    "NoMoveError",
    "UnknownLevel",
    "WrongGame",
]


class EngineError(DamieraError):
    """A mind could not answer; `message` says why in Italian and in English."""

    def __init__(self, message: Text) -> None:
        super().__init__(message.en)
        self.message = message

    def text(self, lang: Lang) -> str:
        """Return the message for a reader of `lang`."""
        return self.message.get(lang)


class EngineDied(EngineError):
    """The engine's process ended, or could not be started.

    `returncode` is its exit status (None if it never ran), `stderr` the last words it wrote.
    """

    def __init__(self, returncode: int | None, stderr: str = "") -> None:
        self.returncode = returncode
        self.stderr = stderr
        super().__init__(_DIED.format(status=_status(returncode), words=f" ({stderr})" if stderr else ""))


class EngineSilent(EngineError):
    """The engine's process gave no answer in `seconds` to what it was asked; it has been ended."""

    def __init__(self, request: str, seconds: float) -> None:
        self.request = request
        self.seconds = seconds
        super().__init__(_SILENT.format(request=request, seconds=f"{seconds:g}"))


class EngineRefused(EngineError):
    """The engine answered with an error of its own, `reason`."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(_REFUSED.format(reason=reason))


class EngineLacks(EngineError):
    """The engine has no parameter `name`, or that may not have `value`; `known` says what there is."""

    def __init__(self, name: str, value: str | None, known: str) -> None:
        self.name, self.value, self.known = name, value, known
        if value is None:
            super().__init__(_NO_PARAMETER.format(name=name, known=known or "-"))
        else:
            super().__init__(_NO_VALUE.format(name=name, value=value, known=known or "-"))


class NoMoveError(EngineError):
    """The side to move in `fen` has no legal move: the game is over, there is nothing to choose."""

    def __init__(self, fen: str) -> None:
        self.fen = fen
        super().__init__(_NO_MOVE.format(fen=fen))


class UnknownLevel(EngineError):
    """`level` is not one of the levels of play."""

    def __init__(self, level: int) -> None:
        self.level = level
        super().__init__(_UNKNOWN_LEVEL.format(level=level))


class WrongGame(EngineError):
    """A mind that plays `game` was asked about a position of another one, `asked`."""

    def __init__(self, game: str, asked: str) -> None:
        self.game, self.asked = game, asked
        super().__init__(_WRONG_GAME.format(game=game, asked=asked))


class NoMemory(EngineError):
    """There is no memory for a table of `hash_mb` MiB."""

    def __init__(self, hash_mb: int) -> None:
        self.hash_mb = hash_mb
        super().__init__(_NO_MEMORY.format(mb=hash_mb))


class MatchError(DamieraError):
    """A match that cannot be played, or goes no further; `message` says why in both languages."""

    def __init__(self, message: Text) -> None:
        super().__init__(message.en)
        self.message = message

    def text(self, lang: Lang) -> str:
        """Return the message for a reader of `lang`."""
        return self.message.get(lang)


def _status(returncode: int | None) -> Text:
    if returncode is None:
        return Text("non si è avviato", "it did not start")
    if returncode < 0:
        return Text(f"segnale {-returncode}", f"signal {-returncode}")
    return Text(f"stato d'uscita {returncode}", f"exit status {returncode}")


_DIED = Text(
    "Il motore si è fermato: {status}{words}. Si riavvia da solo alla prossima mossa.",
    "The engine has stopped: {status}{words}. It starts again by itself at the next move.",
)
_SILENT = Text(
    "Il motore non ha risposto a «{request}» entro {seconds} s ed è stato chiuso. Riprova.",
    'The engine did not answer "{request}" within {seconds} s and was closed. Try again.',
)
_REFUSED = Text("Il motore ha rifiutato la richiesta: {reason}", "The engine refused the request: {reason}")
_NO_PARAMETER = Text(
    "Il motore non ha un parametro «{name}»: ha {known}.",
    'The engine has no parameter "{name}": it has {known}.',
)
_NO_VALUE = Text(
    "Il motore non conosce {name}={value}: conosce {known}.",
    "The engine does not know {name}={value}: it knows {known}.",
)
_NO_MOVE = Text(
    "Nessuna mossa legale in {fen}: la partita è finita.",
    "No legal move in {fen}: the game is over.",
)
_WRONG_GAME = Text(
    "Questo motore gioca a {game}, la posizione è di {asked}: chiedi al motore di quel gioco.",
    "This engine plays {game}, the position is of {asked}: ask the engine of that game.",
)
_NO_MEMORY = Text(
    "Non c'è memoria per una tabella di {mb} MiB: chiedine una più piccola (hash).",
    "There is no memory for a table of {mb} MiB: ask for a smaller one (hash).",
)
_UNKNOWN_LEVEL = Text(
    "Il livello {level} non esiste: scegli da 1 a 20.",
    "There is no level {level}: choose from 1 to 20.",
)
