"""Drawing an opening by lot with a public seed, so that anyone can draw it again.

The lot is the SHA-256 of one line of text:

    damiera ballot 1|DECK|CHECKSUM|SEED|ROUND|BOARD|TRY

DECK is the deck's id, CHECKSUM the first 16 figures of the SHA-256 of its list, ROUND and TRY are numbers
from 1, BOARD is empty where one opening is drawn for all boards. The first 15 figures of the result, read
as a number x below 16^15, choose among the n openings left in the deck, in its order: the one at place
x mod n, counted from 0. So that all are equally likely, the highest 16^15 mod n values of x are thrown away
and TRY goes up by one.

Within an event nothing is drawn twice: what came in the rounds before is taken out of the deck, until it is
empty and begins anew. With `repeat` the whole deck is there in every round.
"""

from __future__ import annotations

import hashlib
import secrets
import unicodedata
from dataclasses import dataclass

from damiera._core import Move, Position
from damiera.game.openings.decks import deck as deck_named
from damiera.game.openings.errors import BadDraw, EmptyDeck
from damiera.game.openings.model import Deck, Opening
from damiera.messages import Joined, Message, Text, Verbatim
from damiera.regulations.citations import implements
from damiera.rules.ruleset import Ruleset

__all__ = [
    "CheckStep",
    "DrawnOpening",
    "LotHash",
    "draw",
    "new_seed",
    "recipe",
    "start_of",
    "steps",
    "verify",
]

FORM = "damiera ballot 1"
FIGURES = 15
RANGE = 16**FIGURES
_LONGEST = 100
_MOST_ROUNDS = 100_000


@dataclass(frozen=True, slots=True)
class LotHash:
    """One hash of a draw.

    Attributes:
        line: what is hashed.
        digest: its SHA-256, hexadecimal.
        value: the number read from it.
        counts: False if it is thrown away, so that all openings are equally likely.

    >>> lot = draw("it-2m-43", "Livorno 2026").lots[-1]
    >>> lot.line.split("|")[1], lot.counts
    ('it-2m-43', True)
    """

    line: str
    digest: str
    value: int
    counts: bool


@dataclass(frozen=True, slots=True)
class DrawnOpening:
    """What was drawn, with all it takes to draw it again.

    Attributes:
        deck: the deck.
        seed: the public seed.
        round: the round, from 1.
        board: the board, where each has its own; else empty.
        repeat: whether earlier rounds leave their openings in the deck.
        opening: the opening drawn.
        left: how many openings were in the deck.
        place: the place of the opening among them, from 0.
        lots: the hashes made, of which only the last counts.

    >>> drawn = draw("it-2m-43", "Livorno 2026")
    >>> drawn.left, drawn.opening.number == drawn.number
    (43, True)
    """

    deck: Deck
    seed: str
    round: int
    board: str
    repeat: bool
    opening: Opening
    left: int
    place: int
    lots: tuple[LotHash, ...]

    @property
    def number(self) -> int:
        """The number of the opening in its deck."""
        return self.opening.number


def new_seed() -> str:
    """Return a seed that nobody can foresee, 16 figures of a system's true chance.

    >>> len(new_seed())
    16
    """
    return secrets.token_hex(8)


@implements("fid.competition.2008:8")
def draw(
    deck: Deck | str,
    seed: str | None = None,
    *,
    round: int = 1,
    board: str = "",
    repeat: bool = False,
) -> DrawnOpening:
    """Draw an opening.

    Args:
        deck: a deck or its id.
        seed: any short text; it should be public, and fixed before anyone can know what it draws (the seed
            of the event, the lottery's numbers of the evening). A new one is made if none is given.
        round: the round of the event, from 1.
        board: a board's name, if each has its own opening.
        repeat: whether an opening may come twice in an event.
    Raises:
        UnknownDeck: if there is no such deck.
        EmptyDeck: if its list is not held.
        BadDraw: if the seed, the round or the board is none.
    Source:
        FID 2008, competitions: 8 [fid.competition.2008].

    >>> drawn = draw("it-2m-43", "Livorno 2026", round=3)
    >>> drawn.number, drawn.opening.moves, drawn.left
    (..., ('...', '...'), 41)
    """
    deck = deck_named(deck) if isinstance(deck, str) else deck
    if not deck.openings:
        raise EmptyDeck(deck.id, deck.expected)
    seed, board = _word(new_seed() if seed is None else seed, "seed"), _word(board, "board")
    if not 1 <= round <= _MOST_ROUNDS:
        raise BadDraw(_ROUND.format(n=round, most=_MOST_ROUNDS))
    if repeat:
        return _draw_one(deck, list(deck.openings), seed, round, board, repeat=True)
    done = (round - 1) // len(deck) * len(deck)
    left = list(deck.openings)
    for earlier in range(done + 1, round):
        left.pop(_place(deck, len(left), seed, earlier, board)[0])
    return _draw_one(deck, left, seed, round, board, repeat=False)


def _draw_one(
    deck: Deck, left: list[Opening], seed: str, round: int, board: str, *, repeat: bool
) -> DrawnOpening:
    place, lots = _place(deck, len(left), seed, round, board)
    return DrawnOpening(deck, seed, round, board, repeat, left[place], len(left), place, lots)


def _place(deck: Deck, count: int, seed: str, round: int, board: str) -> tuple[int, tuple[LotHash, ...]]:
    lots: list[LotHash] = []
    while not lots or not lots[-1].counts:
        line = "|".join((FORM, deck.id, deck.checksum, seed, str(round), board, str(len(lots) + 1)))
        digest = hashlib.sha256(line.encode()).hexdigest()
        value = int(digest[:FIGURES], 16)
        lots.append(LotHash(line, digest, value, value < RANGE - RANGE % count))
    return lots[-1].value % count, tuple(lots)


def _word(text: str, what: str) -> str:
    """Return a seed or the name of a board in one form, however it was typed."""
    word = " ".join(unicodedata.normalize("NFC", text).split())
    if (what == "seed" and not word) or len(word) > _LONGEST or "|" in word or not word.isprintable():
        raise BadDraw((_SEED if what == "seed" else _BOARD).format(most=_LONGEST))
    return word


def verify(drawn: DrawnOpening, number: int | None = None) -> bool:
    """Tell whether a draw, made again from its deck, seed, round and board, gives the same opening.

    Args:
        drawn: a draw.
        number: the number that is said to have come; the draw's own if none is given.
    Raises:
        BadDraw, EmptyDeck: if the draw could not have been made.

    >>> verify(draw("en-3m-156", "x", round=2))
    True
    """
    again = draw(drawn.deck, drawn.seed, round=drawn.round, board=drawn.board, repeat=drawn.repeat)
    return again == drawn and again.number == (drawn.number if number is None else number)


def start_of(drawn: DrawnOpening, ruleset: Ruleset | None = None) -> tuple[Position, tuple[Move, ...]]:
    """Return the position in which the drawn game starts, and the moves to play from it.

    Args:
        drawn: a draw.
        ruleset: the deck's game, or the same game with other options.
    Raises:
        WrongGame: if the rule set is of another game.
        IllegalMove: if its options forbid a move of the opening.

    >>> position, moves = start_of(draw("it-2m-43", "Livorno 2026"))
    >>> len(position.white_men), len(moves)
    (12, 2)
    """
    return drawn.deck.start_of(drawn.number, ruleset)


@dataclass(frozen=True, slots=True)
class CheckStep:
    """One step of the check by hand.

    Attributes:
        text: what to do.
        command: the command to type; empty if there is none.
        prints: what it prints.

    >>> [bool(step.command) for step in steps(draw("it-2m-43", "Livorno 2026"))]
    [False, True, True, False]
    """

    text: Text
    command: str = ""
    prints: str = ""


def steps(drawn: DrawnOpening) -> tuple[CheckStep, ...]:
    """Return how to check a draw by hand, step by step, with the commands to type.

    >>> steps(draw("it-2m-43", "Livorno 2026"))[0].text.text("en")[:14]
    'Take the list '
    """
    lot, whole = drawn.lots[-1], len(drawn.deck)
    found = [CheckStep(_FIRST.format(deck=drawn.deck.name, n=whole, checksum=drawn.deck.checksum))]
    if drawn.left < whole:
        found.append(CheckStep(_STRIKE.format(left=drawn.left, struck=whole - drawn.left)))
    if len(drawn.lots) > 1:
        found.append(CheckStep(_AGAIN.format(n=len(drawn.lots) - 1, least=RANGE - RANGE % drawn.left)))
    figures = lot.digest[:FIGURES]
    hashing = f"printf %s {_quoted(lot.line)} | sha256sum | cut -c1-{FIGURES}"
    found.append(CheckStep(_HASH, hashing, figures))
    place = drawn.place + 1
    found.append(CheckStep(_COUNT, f"echo $(( 16#{figures} % {drawn.left} + 1 ))", str(place)))
    said = drawn.opening.said(drawn.deck.ruleset)
    found.append(CheckStep(_THERE.format(place=place, number=drawn.number, said=said)))
    return tuple(found)


def recipe(drawn: DrawnOpening) -> Text:
    """Return how to check a draw by hand, in plain words, with the commands to type.

    >>> recipe(draw("it-2m-43", "Livorno 2026")).text("en").splitlines()[0][:17]
    '1. Take the list '
    """
    return Joined([_line(n, step) for n, step in enumerate(steps(drawn), 1)], "\n")


def _line(number: int, step: CheckStep) -> Text:
    told = Joined((Verbatim(f"{number}."), step.text))
    command = Verbatim(f"   $ {step.command}\n   {step.prints}")
    return Joined((told, command), "\n") if step.command else told


def _quoted(line: str) -> str:
    return "'" + line.replace("'", "'\\''") + "'"


_ROUND = Message("Round {n}: rounds go from 1 to {most}.")
_SEED = Message("The seed is a short text, not empty, of at most {most} characters and without '|'.")
_BOARD = Message("The name of the board has at most {most} characters and no '|'.")
_FIRST = Message("Take the list of the deck “{deck}”: {n} openings, checksum {checksum}.")
_STRIKE = Message(
    "Strike out what came in the rounds before, found in the same way ({struck}): {left} are left."
)
_AGAIN = Message("The first {n} results are thrown away, being not below {least}: so all are equally likely.")
_HASH = Message("Compute the digest of the line and keep its first 15 figures:")
_COUNT = Message("Divide by how many are left: the remainder and one make the place (in bash):")
_THERE = Message("At place {place} of those that are left is number {number}: {said}.")
