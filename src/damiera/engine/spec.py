"""An engine as it is named on a command line: how the name is read, and the engine it means."""

from __future__ import annotations

import contextlib
import re
import shlex
from dataclasses import dataclass
from pathlib import Path

from damiera import _core
from damiera.engine.dxp.client import DxpClient
from damiera.engine.dxp.errors import DxpError
from damiera.engine.dxp.line import address_of
from damiera.engine.errors import EngineDied, EngineError, MatchError
from damiera.engine.hub.client import HubClient
from damiera.engine.levels import HIGHEST, LOWEST
from damiera.messages import Message, Verbatim

__all__ = ["EngineSpec", "foreign_engine", "no_start"]


@dataclass(frozen=True, slots=True)
class EngineSpec:
    """An engine as it is named on a command line.

    It is `builtin`, `builtin:level=5`, `hub:COMMAND LINE` or `dxp:HOST:PORT`.

    Attributes:
        text: as it was written.
        command: the program and its arguments; empty for an engine that does not speak Hub.
        params: what a Hub engine is to be told before it gets ready.
        folder: where a Hub engine runs; None for here.
        address: where a program waits for a call over DXP; None for one that does not.
        level: 1 to 20 for a level of the built-in engine; None for full strength.
        hash_mb, threads: what it may use: MiB of the transposition table, and threads.
        learned: False for the evaluation made by hand.
        tables: True to play by the endgame tables there are.
        search: search parameters of the built-in engine that are not as usual, see `_core.search_params`.
    """

    text: str
    command: tuple[str, ...] = ()
    level: int | None = None
    hash_mb: int = 32
    threads: int = 1
    learned: bool = True
    tables: bool = False
    params: tuple[tuple[str, str], ...] = ()
    folder: str | None = None
    address: tuple[str, int] | None = None
    search: tuple[tuple[str, int], ...] = ()

    @classmethod
    def parse(cls, text: str) -> EngineSpec:
        """Read the name of an engine.

        Raises:
            MatchError: for anything else.

        >>> EngineSpec.parse("builtin:level=5,hash=8").level
        5
        >>> EngineSpec.parse("builtin:probe-depth=3").search
        (('probe-depth', 3),)
        >>> EngineSpec.parse("hub:./scan hub").command
        ('./scan', 'hub')
        >>> EngineSpec.parse("hub(book=false,bb-size=5):./scan hub").params
        (('book', 'false'), ('bb-size', '5'))
        """
        kind, _, rest = text.strip().partition(":")
        if kind == "builtin":
            return cls._builtin(text.strip(), rest)
        if kind == "dxp":
            return cls._dxp(text.strip(), rest)
        if found := _HUB.fullmatch(text.strip()):
            with contextlib.suppress(ValueError):
                if command := tuple(shlex.split(found["command"])):
                    params = _params(found["params"] or "")
                    folder = params.pop("dir", None)
                    return cls(text.strip(), command, params=tuple(params.items()), folder=folder)
        raise MatchError(_UNKNOWN_ENGINE.format(found=text))

    @classmethod
    def _dxp(cls, text: str, address: str) -> EngineSpec:
        try:
            return cls(text, address=address_of(address))
        except DxpError as error:
            raise MatchError(error.message) from None

    @classmethod
    def _builtin(cls, text: str, options: str) -> EngineSpec:
        params = _core.search_params()
        least = {"level": LOWEST, "hash": 1, "threads": 1, "learned": 0, "tables": 0}
        most = {"level": HIGHEST, "hash": 4096, "threads": 64, "learned": 1, "tables": 1}
        least |= {name: least for name, (_, least, _) in params.items()}
        most |= {name: most for name, (_, _, most) in params.items()}
        found: dict[str, int] = {}
        for option in filter(None, options.split(",")):
            name, _, value = option.partition("=")
            if name not in least or not re.fullmatch("[0-9]{1,9}", value):
                raise MatchError(_BAD_OPTION.format(found=option, names=", ".join(params)))
            if not least[name] <= int(value) <= most[name]:
                raise MatchError(_OUT_OF_RANGE.format(found=option, least=least[name], most=most[name]))
            found[name] = int(value)
        return cls(
            text,
            level=found.get("level"),
            hash_mb=found.get("hash", 32),
            threads=found.get("threads", 1),
            learned=found.get("learned", 1) == 1,
            tables=found.get("tables", 0) == 1,
            search=tuple((name, value) for name, value in found.items() if name in params),
        )

    @property
    def name(self) -> str:
        """What it is called in tables and in PDN."""
        if self.address is not None:
            return "DXP {}:{}".format(*self.address)
        if not self.command:
            return "Damiera" if self.text == "builtin" else f"Damiera {self.text.partition(':')[2]}"
        return f"{Path(self.command[0]).stem} {' '.join(self.command[1:])}".strip()[:60]


def _params(text: str) -> dict[str, str]:
    """Read `name=value,name=value`."""
    found: dict[str, str] = {}
    for one in filter(None, (word.strip() for word in text.split(","))):
        name, equals, value = one.partition("=")
        if not equals or not name.strip():
            raise MatchError(_BAD_PARAMETER.format(found=one))
        found[name.strip()] = value.strip()
    return found


def foreign_engine(
    spec: EngineSpec, game: str, *, patience_s: float = 10.0, silence_s: float = 60.0, niceness: int = 10
) -> HubClient | DxpClient:
    """Return a program of another make as an `Engine`.

    Args:
        spec: its name, of a Hub engine or of a program that speaks DXP.
        game: slug of the game.
        patience_s: how late an answer may be, in seconds.
        silence_s: how long a search without time or node limit may say nothing, in seconds.
        niceness: added to the priority number of its process.
    Raises:
        DxpError: for a game that DXP cannot play.
        ValueError: for the name of the built-in engine.

    >>> foreign_engine(EngineSpec.parse("hub:./scan hub"), "international").command
    ('./scan', 'hub')
    """
    if spec.address is not None:
        return DxpClient(game, *spec.address, patience_s=patience_s)
    if not spec.command:
        raise ValueError(f"{spec.text} is no program of another make")
    return HubClient(
        game,
        spec.command,
        hash_mb=spec.hash_mb,
        threads=spec.threads,
        patience_s=patience_s,
        silence_s=silence_s,
        niceness=niceness,
        params=dict(spec.params),
        folder=spec.folder,
    )


def no_start(spec: EngineSpec, error: EngineError) -> MatchError:
    """Return how it is said that an engine cannot even begin.

    >>> str(no_start(EngineSpec.parse("hub:./scan hub"), EngineDied(None, "no such file")))
    'The engine "hub:./scan hub" does not start: no such file'
    """
    words = error.stderr if isinstance(error, EngineDied) else ""
    why = Verbatim(words) if words else error.message
    return MatchError(_NO_START.format(engine=spec.text, why=why))


_HUB = re.compile(r"hub(?:\((?P<params>[^()]*)\))?:(?P<command>.*)", re.DOTALL)
_UNKNOWN_ENGINE = Message(
    '"{found}" is no engine: write builtin, builtin:level=5, hub:COMMAND LINE or dxp:HOST:PORT.'
)
_BAD_PARAMETER = Message('"{found}" is no parameter: write hub(name=value,dir=FOLDER):COMMAND LINE.')
_BAD_OPTION = Message(
    '"{found}" is no option of builtin: there are level=, hash= (MiB), threads=, learned=, tables= and '
    "the parameters of the search: {names}."
)
_OUT_OF_RANGE = Message('"{found}" is out of range: from {least} to {most}.')
_NO_START = Message('The engine "{engine}" does not start: {why}')
