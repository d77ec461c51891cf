"""Files of learned weights: what the evaluation of a game was taught by play.

A file begins with a line `damiera weights 2`, then a line of JSON (the game, how many pairs of numbers, the
SHA-256 of the numbers, and what training tells of itself), then the numbers, compressed: pairs of 16 bits,
low byte first, in sixteenths of a centipiece. Their order is that of `_core.Weights`. Where a network
corrects them, the first line is `damiera weights 3`, the JSON says how many numbers of 16 bits the network
has (`network`), and these follow the pairs. Beside each file lies a `.toml` that tells people where it comes
from.

A game that was not taught itself may play with the weights of a relative whose patterns are the same, where
a match said that they are better than an evaluation made by hand: `weights/relatives.toml` names it and
tells the match.

A file that is damaged, of another version or of another game is never quietly left aside. Who plays and
judges goes on with the evaluation made by hand, and the log says why, once (`usable_weights`); who measures
is refused with the reason.
"""

from __future__ import annotations

import hashlib
import json
import logging
import lzma
import tomllib
from functools import cache
from pathlib import Path

from damiera import _core
from damiera._core import Rules, Weights
from damiera.disk import write_whole
from damiera.errors import DamieraError
from damiera.messages import Message, Text

__all__ = [
    *(
        "SUFFIX",
        "WeightsError",
        "learned",
        "numbers_of",
        "parse_weights",
        "path_of",
        "read_about",
        "read_weights",
    ),
    *("network_of", "relative_of", "signature_of", "signature_of_file", "source_of", "usable_weights"),
    *("weights_of", "write_weights"),
]

log = logging.getLogger("damiera.engine")

MAGIC = b"damiera weights 2\n"
MAGIC_WITH_NETWORK = b"damiera weights 3\n"
SUFFIX = ".weights"
"""What the name of a file of weights ends with."""
MOST_BYTES = 64 << 20
"""A file, or what it unpacks to, is no larger."""
MOST_TOLD = 64 << 10
"""Nor is what it tells of itself before its numbers."""

_FOLDER = Path(__file__).parent / "weights"
_RELATIVES = _FOLDER / "relatives.toml"


class WeightsError(DamieraError):
    """A file of weights that cannot be used; `path` names it, `message` says why."""

    def __init__(self, path: Path, message: Text) -> None:
        self.path = path
        self.message = message
        super().__init__(str(message))


def path_of(game: str) -> Path:
    """Return where the weights of a game lie if they were learned.

    >>> path_of("italian").name
    'italian.weights'
    """
    return _FOLDER / f"{game}{SUFFIX}"


def relative_of(game: str) -> str:
    """Return the game whose weights a game plays with that has none of its own; empty if there is none.

    >>> relative_of("sri-lankan"), relative_of("italian")
    ('canadian', '')
    """
    relative = "" if path_of(game).is_file() else _relatives().get(game, "")
    return relative if relative and path_of(relative).is_file() else ""


def source_of(game: str) -> Path:
    """Return the file of weights that a game plays with: its own, or that of its relative.

    If there is neither it is where its own would lie.

    >>> source_of("sri-lankan").name
    'canadian.weights'
    """
    return path_of(relative_of(game) or game)


@cache
def _relatives() -> dict[str, str]:
    told = tomllib.loads(_RELATIVES.read_text(encoding="utf-8"))
    return {game: str(entry["weights"]) for game, entry in told.items()}


@cache
def weights_of(game: str) -> Weights | None:
    """Return the learned weights of a game; None if its evaluation is made by hand.

    Raises:
        WeightsError: if there is a file, but it cannot be used.

    >>> weights_of("triestina") is None, weights_of("italian") is None
    (True, False)
    """
    path = source_of(game)
    return read_weights(path, _core.rules(game)) if path.is_file() else None


@cache
def usable_weights(game: str) -> Weights | None:
    """Return the learned weights of a game; None if there are none, or if their file cannot be used.

    Then the log says why, once, and that the evaluation made by hand serves.

    >>> usable_weights("italian") is weights_of("italian")
    True
    """
    try:
        return weights_of(game)
    except WeightsError as error:
        log.warning("%s Until then the evaluation made by hand serves.", error)
        return None


def learned() -> tuple[str, ...]:
    """Return the games that play with learned weights, their own or a relative's.

    >>> "italian" in learned(), "sri-lankan" in learned()
    (True, True)
    """
    own = {path.stem for path in _FOLDER.glob(f"*{SUFFIX}")}
    return tuple(sorted(own | {game for game in _relatives() if relative_of(game)}))


def signature_of(game: str) -> str:
    """Return the SHA-256 of the weights that a game plays with, as their file tells it; empty for none.

    Raises:
        WeightsError: if there is a file, but it cannot be used.

    >>> len(signature_of("italian")), signature_of("triestina")
    (64, '')
    """
    path = source_of(game)
    return str(read_about(path)["sha256"]) if path.is_file() else ""


def signature_of_file(path: Path) -> str:
    """Return the SHA-256 of the numbers of a file of weights, as the file tells it: they are not read.

    Raises:
        WeightsError: if it cannot be read or tells none.

    >>> signature_of_file(path_of("italian")) == signature_of("italian")
    True
    """
    about, _ = _told(path, _read(path, MOST_TOLD))
    if "sha256" not in about:
        raise _unusable(path, _DAMAGED)
    return str(about["sha256"])


def read_about(path: Path) -> dict[str, object]:
    """Return what a file of weights tells of itself.

    Raises:
        WeightsError: if it cannot be read or is damaged.

    >>> read_about(path_of("italian"))["game"]
    'italian'
    """
    return _unpacked(path, _read(path))[1]


def numbers_of(path: Path) -> bytes:
    """Return the numbers of a file: `(pairs, 2)` int16, low byte first, sixteenths of a centipiece.

    Raises:
        WeightsError: if it cannot be read or is damaged.

    >>> len(numbers_of(path_of("italian"))) // 4 == read_about(path_of("italian"))["pairs"]
    True
    """
    return _unpacked(path, _read(path))[0]


def network_of(path: Path) -> bytes:
    """Return the numbers of the network of a file, as `_core.network_shape` has them; empty if it has none.

    Raises:
        WeightsError: if it cannot be read or is damaged.

    >>> network_of(path_of("italian"))
    b''
    """
    return _unpacked(path, _read(path))[2]


def read_weights(path: Path, rules: Rules) -> Weights:
    """Read a file of weights of a game, or of its relative.

    Raises:
        WeightsError: if it cannot be read, is damaged, or is of another game.

    >>> read_weights(path_of("italian"), _core.rules("english"))
    Traceback (most recent call last):
    ...
    damiera.engine.weightfile.WeightsError: The weights ... cannot be used: it is of the game 'italian', ...
    """
    return parse_weights(_read(path), rules, path)


def parse_weights(data: bytes, rules: Rules, path: Path) -> Weights:
    """Read what a file of weights of a game, or of its relative, holds; `path` is what messages call it.

    Raises:
        WeightsError: if it is damaged, or of another game.

    >>> path = path_of("italian")
    >>> type(parse_weights(path.read_bytes(), _core.rules("italian"), path)).__name__
    'Weights'
    """
    numbers, about, network = _unpacked(path, data)
    if about.get("game") not in {rules.slug, relative_of(rules.slug) or rules.slug}:
        found = str(about.get("game"))[:60]
        raise _unusable(
            path,
            Message("it is of the game '{found}', not of '{slug}'", found=found, slug=rules.slug),
        )
    try:
        return Weights(rules, numbers, network)
    except ValueError as error:
        raise _unusable(path, Message("its size is wrong: {error}", error=error)) from error


def write_weights(
    path: Path, game: str, numbers: bytes, about: dict[str, object], network: bytes = b""
) -> None:
    """Write a file of weights whole, or leave the old one as it was.

    Args:
        path: where.
        game: its slug.
        numbers: what `_core.Weights` reads: `(pairs, 2)` int16, low byte first, sixteenths of a centipiece.
        about: what else the line of JSON tells.
        network: what corrects the weights, as `_core.network_shape` has it; nothing for none.
    Raises:
        OSError: if it cannot be written.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "italian.weights"
    ...     write_weights(path, "italian", bytes(8), {"note": "nothing learned"})
    ...     read_about(path)["pairs"]
    2
    """
    told = {**about, "game": game, "pairs": len(numbers) // 4}
    if network:
        told["network"] = len(network) // 2
    told["sha256"] = hashlib.sha256(numbers + network).hexdigest()
    head = MAGIC_WITH_NETWORK if network else MAGIC
    line = json.dumps(told, sort_keys=True).encode() + b"\n"
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, head + line + lzma.compress(numbers + network, preset=9))


def _read(path: Path, most: int = MOST_BYTES + 1) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(most)
    except OSError as error:
        raise _unusable(path, Message("it cannot be read: {error}", error=error)) from error


def _told(path: Path, data: bytes) -> tuple[dict[str, object], bytes]:
    """Return what a file tells of itself, and its packed numbers."""
    if not data.startswith((MAGIC, MAGIC_WITH_NETWORK)):
        raise _unusable(path, _FOREIGN if not data.startswith(b"damiera weights ") else _NEWER)
    line, _, packed = data[len(MAGIC) :].partition(b"\n")
    try:
        about = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise _unusable(path, _DAMAGED) from error
    if not isinstance(about, dict):
        raise _unusable(path, _DAMAGED)
    return about, packed


def _unpacked(path: Path, data: bytes) -> tuple[bytes, dict[str, object], bytes]:
    """Return the pairs of a file, what it tells of itself, and its network."""
    about, packed = _told(path, data)
    try:
        unpacker = lzma.LZMADecompressor(memlimit=256 << 20)
        numbers = unpacker.decompress(packed, MOST_BYTES)
        sound = unpacker.eof and not unpacker.unused_data
    except (lzma.LZMAError, EOFError) as error:
        raise _unusable(path, _DAMAGED) from error
    if len(data) > MOST_BYTES or not sound or about.get("sha256") != hashlib.sha256(numbers).hexdigest():
        raise _unusable(path, _DAMAGED)
    size = about.get("network", 0)
    if not isinstance(size, int) or not 0 <= 2 * size <= len(numbers):
        raise _unusable(path, _DAMAGED)
    at = len(numbers) - 2 * size
    return numbers[:at], about, numbers[at:]


def _unusable(path: Path, why: Text) -> WeightsError:
    return WeightsError(path, _UNUSABLE.format(path=path, why=why))


_UNUSABLE = Message("The weights {path} cannot be used: {why}. Install Damiera again, or train them anew.")
_FOREIGN = Message("it is no file of weights of Damiera")
_NEWER = Message("it is of another version of the format")
_DAMAGED = Message("the file is damaged")
