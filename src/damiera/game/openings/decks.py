"""The decks: read from `data/`, or found by a rule, or filled from a file of the user's."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from damiera._core import Position
from damiera.decoding import converter
from damiera.game.openings.enumeration import eleven, eleven_and_moves, sequences, unequal_free
from damiera.game.openings.errors import BadDeckFile, UnknownDeck
from damiera.game.openings.model import Deck, Opening, OpeningClass, Status
from damiera.messages import Message
from damiera.notation.errors import NotationError
from damiera.notation.moves import parse_move, squares_of
from damiera.rules.ruleset import Ruleset, ruleset

__all__ = ["deck", "decks", "decks_of", "default_deck", "filled"]

_DATA = Path(__file__).parent / "data"
_DEFAULT = {"italian": "it-2m-43", "english": "en-3m-156", "russian": "ru-745", "brazilian": "br-table"}
_PLIES = 3


def decks() -> tuple[str, ...]:
    """Return the ids of all decks.

    >>> "it-2m-43" in decks()
    True
    """
    return tuple(_entries())


def decks_of(game: str) -> tuple[str, ...]:
    """Return the ids of the decks of a game, the usual one first.

    >>> decks_of("brazilian")
    ('br-table', 'br-2m', 'br-3m')
    """
    own = [id for id, entry in _entries().items() if entry.game == game]
    return tuple(sorted(own, key=lambda id: id != _DEFAULT.get(game)))


def default_deck(game: str) -> str | None:
    """Return the id of the deck a game is drawn from where nobody chose; None for a game without decks.

    >>> default_deck("brazilian"), default_deck("chinese-checkers-3")
    ('br-table', None)
    """
    return _DEFAULT.get(game)


@cache
def deck(id: str) -> Deck:
    """Return the deck with this id.

    Raises:
        UnknownDeck: if there is none; carries the ids there are.

    >>> len(deck("it-3m-174")), deck("it-3m-125").status
    (174, 'empty')
    """
    entry = _entries().get(id)
    if entry is None:
        raise UnknownDeck(id, decks())
    openings = _openings(entry)
    return Deck(
        id=id,
        game=entry.game,
        name=Message(entry.name),
        status=entry.status,
        source=Message(entry.source),
        note=Message(entry.note),
        openings=openings,
        expected=entry.expected or len(openings),
    )


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A deck as `decks.toml` describes it."""

    id: str
    game: str
    list: Literal["pairs", "triples", "rule", "table", "eleven", "eleven-moves", "slot"]
    expected: int
    status: Status
    name: str
    source: str
    note: str
    column: str = ""
    classes: tuple[OpeningClass, ...] = ()
    length: int = 0


class _Decks(msgspec.Struct, frozen=True):
    deck: tuple[_Entry, ...]


_to_decks = converter(_Decks)


@cache
def _entries() -> dict[str, _Entry]:
    found = _to_decks(msgspec.toml.decode((_DATA / "decks.toml").read_bytes()))
    return {entry.id: entry for entry in found.deck}


def _openings(entry: _Entry) -> tuple[Opening, ...]:
    game = ruleset(entry.game)
    match entry.list:
        case "pairs":
            return tuple(_listed(game, "two-move.csv", entry))
        case "triples":
            return tuple(_listed(game, "three-move.csv", entry))
        case "rule":
            return unequal_free(game, entry.length)
        case "table":
            return tuple(_table(game))
        case "eleven":
            return eleven(game)
        case "eleven-moves":
            return eleven_and_moves(game)
        case _:
            return ()


def _rows(name: str) -> Iterator[dict[str, str]]:
    lines = (_DATA / name).read_text(encoding="utf-8").splitlines()
    return iter(csv.DictReader(line for line in lines if not line.startswith("#")))


def _listed(game: Ruleset, name: str, entry: _Entry) -> Iterator[Opening]:
    for row in _rows(name):
        klass = next((one for one in entry.classes if one == row["class"]), None)
        if klass is not None:
            moves = tuple(row[entry.column].split())
            yield Opening(int(row["number"]), moves, klass, _other_orders(game, moves))


def _other_orders(game: Ruleset, moves: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    orders = _orders(game, len(moves))[Opening(0, moves).position(game)]
    return tuple(order for order in orders if order != moves)


@cache
def _orders(game: Ruleset, length: int) -> dict[Position, list[tuple[str, ...]]]:
    """Return every order of so many moves, by the position it reaches."""
    found: dict[Position, list[tuple[str, ...]]] = {}
    for moves, position in sequences(game, length):
        found.setdefault(position, []).append(moves)
    return found


def _table(game: Ruleset) -> Iterator[Opening]:
    for row in _rows("russian-table.csv"):
        number, texts = int(row["number"]), row["text"].split()
        if row["kind"] == "placed":
            flights = (squares_of(game, text) for text in texts)
            yield Opening(number, placed=tuple((here, there) for here, there in flights))
        elif _is_legal(game, texts):
            yield Opening(number, tuple(texts))


def _is_legal(game: Ruleset, texts: Sequence[str]) -> bool:
    try:
        Opening(0, tuple(texts)).played(game)
    except NotationError:
        return False
    return True


_NUMBER = re.compile(r"\s*[0-9]{1,6}(?:[.)]\s*|\s*[;,\t]\s*)")


def filled(id: str, text: str) -> Deck:
    """Return a deck whose list we do not hold, filled with that of a file.

    A line holds one opening, its three moves with spaces, commas or semicolons between them, and before them
    its number if it has one (`7. 21-17 10-14 22-19`); without numbers they are counted. Empty lines, lines
    that begin with `#` and a line of headings are passed over.

    Args:
        id: of a deck that is empty here.
        text: of the file.
    Raises:
        BadDeckFile: with the line and what is wrong with it, or with the whole.
        UnknownDeck: if there is no such deck.

    >>> filled("it-3m-125", "21-17 9-13 25-21")
    Traceback (most recent call last):
    damiera.game.openings.errors.BadDeckFile: the list has 1 openings, and this deck has 125.
    """
    slot = deck(id)
    if slot.status != "empty":
        raise BadDeckFile(None, _NOT_EMPTY.format(id=id))
    openings = tuple(_read(text, slot.ruleset))
    if len(openings) != slot.expected:
        raise BadDeckFile(None, _COUNT.format(n=len(openings), expected=slot.expected))
    return replace(slot, status="ours", source=_USERS_FILE, note=_FROM_FILE, openings=openings)


def _read(text: str, game: Ruleset) -> Iterator[Opening]:
    numbers: dict[int, int] = {}
    positions: dict[Position, int] = {}
    for line, content in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        plain = content.strip().strip('"')
        if not plain or plain.startswith("#") or not any(c.isdigit() for c in plain):
            continue
        head = _NUMBER.match(plain)
        number = int(re.sub(r"[^0-9]", "", head[0])) if head else len(numbers) + 1
        moves = tuple(re.split(r"[\s,;]+", (plain[head.end() :] if head else plain).strip()))
        position = _reached(game, moves, line)
        before = numbers.get(number) or positions.get(position)
        if before:
            raise BadDeckFile(line, _TWICE.format(line=before))
        numbers[number], positions[position] = line, line
        yield Opening(number, moves, transpositions=_other_orders(game, moves))


def _reached(game: Ruleset, moves: tuple[str, ...], line: int) -> Position:
    if len(moves) != _PLIES:
        raise BadDeckFile(line, _LENGTH.format(n=len(moves)))
    position = game.start()
    for move in moves:
        try:
            position = position.play(parse_move(position, move))
        except NotationError as error:
            raise BadDeckFile(line, error.message) from None
    return position


_NOT_EMPTY = Message("the deck '{id}' has its openings: a file fills an empty deck only.")
_COUNT = Message("the list has {n} openings, and this deck has {expected}.")
_TWICE = Message("the same number or the same position is on line {line} already.")
_LENGTH = Message("there must be three moves, and there are {n}.")
_USERS_FILE = Message("a file of yours")
_FROM_FILE = Message("The list comes from a file of yours.")
