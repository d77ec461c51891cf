"""Moves as people say them, or type them in a hurry: "ventidue diciotto", "22 18", "a tre b quattro".

Speech that a browser has written down is such a line too. A line has several readings (`readings`): two
numbers said one after the other may be one, a word may be a letter. Which of them are moves, the legal moves
of the position decide (`heard_moves`); nothing is played here.
"""

from __future__ import annotations

import json
import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Final

from damiera._core import Move, Position
from damiera.messages import Lang, languages
from damiera.rules.ruleset import Ruleset, ruleset_of

__all__ = ["HeardLine", "heard_moves", "readings"]

_DATA: Final = Path(__file__).parent / "heard_words"
_TOKEN: Final = re.compile(r"[^\W\d_]+|\d+")
_MOST_TOKENS: Final = 40
_MOST_READINGS: Final = 256
_LONGEST_NUMBER: Final = 6  # words: "cent vingt et un" has four


@dataclass(frozen=True, slots=True)
class HeardLine:
    """What a line was understood to say.

    Attributes:
        squares: its best reading: what is spoken of where no move fits; numbers are then as long as can be:
            "thirty-two" is one square.
        moves: the legal moves that it may mean, the likeliest reading's; none where none fits.
        takes: whether it speaks of a capture.
        whole: whether every word of it is known.
        unknown: the first square it names that the board has not, such as 47 or k9; empty where there is
            none, where a move fits, and where not every word is known.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> heard_moves(ITALIAN.start(), "twenty-two thirty").squares
    (22, 30)
    >>> heard_moves(ITALIAN.start(), "thirty-two").squares
    (32,)
    >>> heard_moves(ITALIAN.start(), "quarantasette nove").unknown
    '47'
    """

    squares: tuple[int, ...]
    moves: tuple[Move, ...]
    takes: bool
    whole: bool = True
    unknown: str = ""


@dataclass(frozen=True, slots=True)
class _Words:
    """The words of one language."""

    numbers: Mapping[tuple[str, ...], int]
    sounds: Mapping[str, int]
    letters: Mapping[str, str]
    skip: frozenset[str]
    capture: frozenset[str]
    counted: frozenset[str]


def heard_moves(position: Position, text: str, lang: Lang = "en") -> HeardLine:
    """Return which legal moves a line may mean, in whatever words it is said; `lang` is tried first.

    >>> from damiera.rules.ruleset import CATALOGUE, ITALIAN
    >>> [m.destination for m in heard_moves(ITALIAN.start(), "muovo la ventidue in diciotto", "it").moves]
    [18]
    >>> [m.origin for m in heard_moves(CATALOGUE["russian"].start(), "a three b four").moves]
    [21]
    """
    ruleset, moves = ruleset_of(position), position.moves()
    best, unknown = HeardLine((), (), takes=False), ""
    for tongue in dict.fromkeys((lang, *languages(), *sorted(_known()))):
        if tongue not in _known():
            continue
        for sounds in (False, True):
            said = tuple(readings(ruleset, text, tongue, sounds=sounds))
            takes = _speaks_of_capture(text, tongue)
            found = _fitting(position, moves, said, takes=takes)
            if found:
                return HeardLine(said[0] if said else (), found, takes)
            plain = min(said, key=lambda squares: (not squares, len(squares)), default=())
            if not sounds and len(plain) > len(best.squares):
                best = HeardLine(plain, (), takes, whole=_all_known(text, tongue))
        if not unknown and _all_known(text, tongue):
            unknown = _unknown_square(ruleset, text, tongue)
    return replace(best, unknown=unknown)


def _unknown_square(ruleset: Ruleset, text: str, lang: Lang) -> str:
    """Return the first square that a line names and the board has not, each number read at its longest."""
    by_letter = ruleset.notation == "algebraic"
    return _Reader(ruleset, _words(lang), _tokens(text), sounds=False, by_letter=by_letter).unknown()


def readings(ruleset: Ruleset, text: str, lang: Lang, *, sounds: bool = False) -> Iterator[tuple[int, ...]]:
    """Return the squares that a line may name, the likeliest first: each reading once, at most 256.

    Args:
        ruleset: whose squares: by numbers where it writes numbers, and by letter and number.
        text: what was said.
        lang: the language it was said in.
        sounds: whether a word that only sounds like a number is one.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> next(readings(ITALIAN, "vingt-deux dix-huit", "fr")), next(readings(ITALIAN, "2218", "en"))
    ((22, 18), (22, 18))
    """
    words, tokens = _words(lang), _tokens(text)
    by_letter = ruleset.notation == "algebraic"
    reader = _Reader(ruleset, words, tokens, sounds=sounds, by_letter=by_letter)
    found = dict.fromkeys(islice(reader.read(0), _MOST_READINGS))
    if not by_letter and ruleset.core.family != "stars":
        other = _Reader(ruleset, words, tokens, sounds=sounds, by_letter=True)
        lettered = dict.fromkeys(islice(other.read(0), _MOST_READINGS))
        found |= {squares: None for squares in lettered if len(squares) > 1}
    yield from sorted(found, key=lambda squares: (len(squares) < 2, len(squares)))


@dataclass(frozen=True, slots=True)
class _Reader:
    """All readings of the tokens of one line."""

    ruleset: Ruleset
    words: _Words
    tokens: tuple[str, ...]
    sounds: bool
    by_letter: bool

    def read(self, at: int) -> Iterator[tuple[int, ...]]:
        """Return the readings of the tokens from one on."""
        if at >= len(self.tokens):
            yield ()
            return
        known = False
        for squares, after in self._squares_at(at):
            known = True
            for rest in self.read(after):
                yield (*squares, *rest)
        if not known or self.tokens[at] in self.words.skip:
            yield from self.read(at + 1)

    def unknown(self) -> str:
        """Return the first name from the left that is no square of the board; empty where all are."""
        at = 0
        while at < len(self.tokens):
            letter = self.words.letters.get(self.tokens[at], "") if self.by_letter else ""
            number, after = next(self._numbers_at(at + bool(letter)), (0, at + 1))
            counts = after < len(self.tokens) and self.tokens[after] in self.words.counted
            named = number and not counts and bool(letter) == self.by_letter
            if named and not any(True for _ in self._squares_at(at)):
                return f"{letter}{number}"
            at = after
        return ""

    def _squares_at(self, at: int) -> Iterator[tuple[tuple[int, ...], int]]:
        """Return which squares may begin at a token, and where the next ones do."""
        if self.by_letter:
            letter = self.words.letters.get(self.tokens[at])
            for number, after in self._numbers_at(at + 1) if letter else ():
                square = self._lettered(letter or "", number)
                if square is not None:
                    yield (square,), after
            return
        for number, after in self._numbers_at(at):
            if after < len(self.tokens) and self.tokens[after] in self.words.counted:
                yield (), after + 1
            elif 1 <= number <= self.ruleset.core.squares:
                yield (number,), after
        if self.tokens[at].isdigit():
            for glued in _split(self.tokens[at], self.ruleset.core.squares):
                yield glued, at + 1

    def _numbers_at(self, at: int) -> Iterator[tuple[int, int]]:
        """Return the numbers that begin at a token, the longest first, and where each ends."""
        if at >= len(self.tokens):
            return
        if self.tokens[at].isdigit():
            yield int(self.tokens[at][:4]), at + 1
            return
        for length in range(min(_LONGEST_NUMBER, len(self.tokens) - at), 0, -1):
            number = self.words.numbers.get(self.tokens[at : at + length])
            if number is not None:
                yield number, at + length
        if self.sounds and self.tokens[at] in self.words.sounds:
            yield self.words.sounds[self.tokens[at]], at + 1

    def _lettered(self, letter: str, number: int) -> int | None:
        core = self.ruleset.core
        file, rank = ord(letter) - ord("a"), number - 1
        return core.square_at(file, rank) if file < core.files and 0 <= rank < core.ranks else None


def _split(digits: str, squares: int) -> Iterator[tuple[int, ...]]:
    """Return the ways to read digits written as one number as several squares: 2218 is 22 and 18."""
    if len(digits) not in (3, 4):
        return
    for cut in (2, 1, 3):
        one, other = int(digits[:cut]), int(digits[cut:] or "0")
        if 1 <= one <= squares and 1 <= other <= squares and digits[cut : cut + 1] != "0":
            yield one, other


def _fitting(
    position: Position, moves: Sequence[Move], said: Sequence[tuple[int, ...]], *, takes: bool
) -> tuple[Move, ...]:
    """Return the moves that fit a reading: squares in order; else all squares somewhere in the move."""
    for fits in (_in_order, _somewhere):
        found = [move for move in moves if any(fits(position, move, squares) for squares in said)]
        captures = [move for move in found if move.is_capture]
        if found:
            return tuple(captures if takes and captures else found)
    if takes:
        few = [squares for squares in said if len(squares) < 2]
        return tuple(move for move in moves if move.is_capture and any(_touches(move, s) for s in few))
    return ()


def _in_order(position: Position, move: Move, squares: Sequence[int]) -> bool:
    """Tell whether a move begins and ends so, and passes or takes whatever is named between."""
    named = squares[len(move.drops) :] if set(squares[: len(move.drops)]) == set(move.drops) else squares
    if len(named) < 2 or (named[0], named[-1]) != (move.origin, move.destination):
        return False
    between = {*named[1:-1]}
    return any(between <= {*path, *move.captured} for path in position.paths(move))


def _somewhere(position: Position, move: Move, squares: Sequence[int]) -> bool:
    if len(squares) < 2 or move.origin not in squares:
        return False
    passed = {square for path in position.paths(move) for square in path} | {*move.captured, *move.drops}
    return {*squares} <= passed


def _touches(move: Move, squares: Sequence[int]) -> bool:
    return not squares or squares[0] in (move.origin, move.destination, *move.captured)


def _speaks_of_capture(text: str, lang: Lang) -> bool:
    return not _words(lang).capture.isdisjoint(_tokens(text))


def _all_known(text: str, lang: Lang) -> bool:
    words = _words(lang)
    numbers = {word for said in words.numbers for word in said}
    known = words.skip | words.capture | words.counted | words.letters.keys() | numbers
    return all(token.isdigit() or token in known for token in _tokens(text))


def _tokens(text: str) -> tuple[str, ...]:
    """Return words and numbers in small letters without accents, and a square such as c3 as two."""
    plain = unicodedata.normalize("NFKD", text.casefold().replace("×", " x "))
    plain = "".join(sign for sign in plain if not unicodedata.combining(sign))
    return tuple(_TOKEN.findall(plain))[:_MOST_TOKENS]


@cache
def _known() -> frozenset[Lang]:
    """The languages whose words are kept here."""
    return frozenset(path.stem for path in _DATA.glob("*.toml"))


@cache
def _words(lang: Lang) -> _Words:
    data = tomllib.loads((_DATA / f"{lang}.toml").read_text(encoding="utf-8"))
    letters = {form: letter for letter, forms in data["letters"].items() for form in forms}
    return _Words(
        numbers=_numbers(lang, data.get("numbers")),
        sounds=data["sounds"],
        letters=letters,
        skip=frozenset(data["skip"]),
        capture=frozenset(data["capture"]),
        counted=frozenset(data["counted"]),
    )


def _numbers(lang: Lang, own: Mapping[str, Sequence[str]] | None) -> dict[tuple[str, ...], int]:
    """Return numbers by the words that say them; tens and units apart too, as they are heard: "venti due".

    Args:
        own: the numbers up to twenty and the tens, of a language that is heard and that no page is in.
    """
    if own is not None:
        forms = {int(number): list(said) for number, said in own.items()}
    else:
        table = json.loads((_DATA / "numbers.json").read_text(encoding="utf-8"))[lang]
        forms = {number: list(said) for number, said in enumerate(table, 1)}
    apart = {
        (*ten.split(), *unit.split()): number
        for number in range(21, 100)
        if number % 10
        for ten in forms[number - number % 10]
        for unit in forms[number % 10]
    }
    return apart | {tuple(form.split()): number for number, every in forms.items() for form in every}
