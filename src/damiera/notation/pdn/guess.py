"""Which game a PDN game is: as its GameType says, or as its squares and its first move show.

The first moves of the best-known games do not overlap: Italian games begin from squares 21-24, English ones
(Black first) from 9-12, international ones from 31-35. Games that begin alike are told apart by whose rules
allow every move: English, pool, Spanish and Portuguese draughts; international and Frisian; Russian,
Brazilian and Czech in letters; problems. There the games of one file are asked together, see `judgement`: a
file has one game unless it says otherwise.

A GameType is believed, unless under it not even the first move can be played and another game allows all. A
Variant tag, of servers that have one, says it where GameType does not, or says no more than the board.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from damiera import _core
from damiera.errors import DamieraError
from damiera.messages import Message, Text
from damiera.notation.fen import parse_fen
from damiera.notation.pdn.tags import (
    ITALIAN_NAMES,
    game_type_name,
    game_type_number,
    is_unknown_game_type,
)
from damiera.rules.ruleset import (
    CATALOGUE,
    ENGLISH,
    INTERNATIONAL,
    ITALIAN,
    Ruleset,
    ruleset,
    ruleset_of_game_type,
)

__all__ = [
    "LARGE_BOARD",
    "PROBLEMS",
    "GameGuess",
    "by_first_square",
    "decide",
    "first_legal",
    "game_type_verdict",
    "games_by_squares",
    "has_italian_tags",
    "is_legal",
    "is_said_wrongly",
    "lasting",
    "obeyed",
    "reach",
    "said_by_tags",
]

_NAME = re.compile(r"([A-Ja-j])([0-9]{1,2})")
_NAME_IN_FEN = re.compile(r"[WBKwbk,]\s*([A-Ja-j][0-9]{1,2})")
_NUMBER = re.compile(r"[0-9]{1,4}")

_RUSSIAN_KIN = tuple(CATALOGUE[slug] for slug in ("russian", "brazilian", "czech", "slovak"))
LARGE_BOARD = (INTERNATIONAL, CATALOGUE["frisian"])
"""The games of fifty squares that are told by their moves."""
_FULL_BOARDS = tuple(CATALOGUE[slug] for slug in ("turkish", "armenian", "gothic"))
_BEGIN_LOW = (ENGLISH, *(CATALOGUE[slug] for slug in ("pool", "spanish", "portuguese", "jamaican")))
_BEGIN_ALIKE = {"english": _BEGIN_LOW, "international": LARGE_BOARD}
PROBLEMS = (ENGLISH, ITALIAN, *_BEGIN_LOW[1:])
"""The games that a problem on 32 numbered squares may be of."""
_USUAL = (ITALIAN, ENGLISH, INTERNATIONAL, *_RUSSIAN_KIN, *_BEGIN_LOW[1:], CATALOGUE["turkish"])
_FEW, _FEW_FROM_FEN = 4, 2  # with fewer moves many games would do

_TRIES = 3  # ambiguous moves looked through behind an ambiguous move

_FIRST_INTERNATIONAL = 31  # White's first row of men on the board of 50 squares

_NOT_HERE = Message(
    "by its GameType this is {name}, which is not in the catalogue ({known}): the game is left unread."
)
_MISTAKEN = Message("The {said} cannot be right: the first move is not possible in it. Read as {game}.")
_STRANGE = Message(
    "The {said} is of no game known here; all the moves are possible in {game}: read as {game}, and "
    "the tag stays as it is."
)
_OVERRULED = Message("The {said} is passed over: read as {game}, as was asked.")
_UNKNOWN = Message(
    "without moves, position or GameType there is no telling which game this is: add the tag, such as "
    '[GameType "22"].'
)


class ReadGame(Protocol):
    """What a game that was read says of its rules."""

    @property
    def tags(self) -> Mapping[str, str]:
        """The tags, by their usual names."""
        ...

    @property
    def ruleset_guessed(self) -> bool:
        """Whether the text does not say rightly which game it is."""
        ...


@dataclass(frozen=True, slots=True)
class GameGuess:
    """The game a text is taken for, or why it is refused.

    Attributes:
        ruleset: the game; None where it is refused.
        guessed: True where the text does not say it.
        refusal: why the text cannot be read; None where it can.
        mistaken: what the text says wrongly, or what was passed over; None where it is right or says nothing.

    >>> decide({"GameType": "22"}, "", ["21-17"])
    GameGuess(ruleset=<Ruleset italian>, guessed=False, refusal=None, mistaken=None)
    """

    ruleset: Ruleset | None
    guessed: bool = False
    refusal: Text | None = None
    mistaken: Text | None = None


def decide(
    tags: Mapping[str, str],
    fen: str,
    words: Sequence[str],
    default: Ruleset | None = None,
    previous: GameGuess | None = None,
    judged: Callable[[str, Sequence[str]], Ruleset | None] | None = None,
) -> GameGuess:
    """Return which game this is.

    Args:
        tags: the tags, by their usual names.
        fen: the position it starts from, empty for the start of a game.
        words: the moves of the main line, as plain text.
        default: the game where GameType does not say, by the reader's own word.
        previous: what the game before this one in the text was, see `lasting`.
        judged: what the file as a whole says such a game is, by its position and moves; without it this
            game alone is asked.

    >>> decide({}, "", ["32-28", "19-23"]).ruleset.slug, decide({}, "", ["11-15"]).ruleset.slug
    ('international', 'english')
    """
    said = said_by_tags(tags)
    if default is not None and (said is None or is_unknown_game_type(tags.get("GameType", ""))):
        return GameGuess(default)
    if said is not None:
        return _unless_mistaken(said, tags, fen, words)
    game = judged(fen, words) if judged is not None else _alone(fen, words)
    if game is None:
        return _by_company(tags, previous)
    if fen:
        game = _by_position(fen, words, _candidates(tags, previous, game))
    return GameGuess(game, guessed=True)


def obeyed(tags: Mapping[str, str], asked: Ruleset) -> GameGuess:
    """Return the game that was asked for, whatever the tags say; what they say otherwise is told.

    >>> obeyed({"GameType": "25"}, ENGLISH).mistaken.text("en")
    'The GameType 25 is passed over: read as English draughts, as was asked.'
    """
    said = said_by_tags(tags)
    if said is None or said.ruleset == asked:
        return GameGuess(asked)
    return GameGuess(asked, mistaken=_OVERRULED.format(said=_tag_of(tags), game=asked.name))


def games_by_squares(fen: str, words: Sequence[str]) -> tuple[Ruleset, ...]:
    """Return the games that a game may be by the squares it names, the usual one first; none for no squares.

    >>> [game.slug for game in games_by_squares("", ["32-28", "19-23"])]
    ['international', 'frisian']
    """
    names = _NAME.findall(" ".join(words)) + [_split(name) for name in _NAME_IN_FEN.findall(fen)]
    if names:
        return _games_by_letters(names, from_start=not fen and _NAME.match(words[0]) is not None)
    numbers = [int(n) for n in _NUMBER.findall(" ".join(words)) + _NUMBER.findall(fen)]
    if not numbers:
        return ()
    begin = by_first_square(numbers[0])
    alike = _BEGIN_ALIKE.get(begin.slug, (begin,))
    if any(n > ITALIAN.core.squares for n in numbers):
        slip = not fen and begin != INTERNATIONAL and _legal_plies(begin, fen, words) >= _FEW_FROM_FEN
        return alike if slip else LARGE_BOARD
    return PROBLEMS if fen else alike


def _alone(fen: str, words: Sequence[str]) -> Ruleset | None:
    games = games_by_squares(fen, words)
    return first_legal(games, fen, words) if games else None


def by_first_square(square: int) -> Ruleset:
    """Return the game that begins with a man from this square.

    >>> by_first_square(9).slug, by_first_square(23).slug, by_first_square(32).slug
    ('english', 'italian', 'international')
    """
    if square <= ENGLISH.core.men:
        return ENGLISH
    return ITALIAN if square < _FIRST_INTERNATIONAL else INTERNATIONAL


def said_by_tags(tags: Mapping[str, str]) -> GameGuess | None:
    """Return what the tags of a game say it is, or None where they say nothing.

    >>> said_by_tags({"GameType": "20", "Variant": "Antidraughts"}).ruleset.slug
    'antidraughts'
    """
    said = game_type_verdict(tags.get("GameType", ""))
    variant = _variant(tags.get("Variant", ""))
    if variant is None or (
        said is not None and said.ruleset is not None and not _is_closer(variant, said.ruleset)
    ):
        return said
    return GameGuess(variant)


@lru_cache(maxsize=256)
def _variant(name: str) -> Ruleset | None:
    """Return the game a Variant tag names; none for what names no game, such as "Standard"."""
    try:
        return ruleset(name) if name.strip() else None
    except DamieraError:
        return None


def _is_closer(variant: Ruleset, said: Ruleset) -> bool:
    """Tell whether a variant is a game on the board of what a GameType says, where that is the usual one."""
    return said == INTERNATIONAL and variant.core.squares == said.core.squares


def is_said_wrongly(game: ReadGame) -> bool:
    """Tell whether a game that was read has a tag which says what it is, and cannot be right.

    >>> from damiera.notation.pdn.reader import read_pdn
    >>> [is_said_wrongly(game) for game in read_pdn('[GameType "22"] 1. 21-17 *')]
    [False]
    """
    return game.ruleset_guessed and said_by_tags(game.tags) is not None


def game_type_verdict(value: str) -> GameGuess | None:
    """Return what a GameType tag says, or None where it says nothing.

    >>> game_type_verdict("20").ruleset.slug, game_type_verdict("50").ruleset
    ('international', None)
    """
    number = game_type_number(value)
    if number is None:
        return None
    ruleset = ruleset_of_game_type(value)
    if ruleset is not None:
        return GameGuess(ruleset)
    return _refused(_NOT_HERE, game_type_name(number))


def _refused(text: Text, name: Text | str = "") -> GameGuess:
    return GameGuess(None, guessed=True, refusal=text.format(name=name, known=", ".join(CATALOGUE)))


def _split(name: str) -> tuple[str, str]:
    return name[0], name[1:]


def _unless_mistaken(said: GameGuess, tags: Mapping[str, str], fen: str, words: Sequence[str]) -> GameGuess:
    """Return what the tags say, or another game if they cannot be right and the other can."""
    if len(words) < (_FEW_FROM_FEN if fen else _FEW):
        return said
    if said.ruleset is not None and _legal_plies(said.ruleset, fen, words) > 0:
        return said
    game_type = tags.get("GameType", "")
    note = _STRANGE if is_unknown_game_type(game_type) else _MISTAKEN
    tag = _tag_of(tags)
    for game in _USUAL:
        if game != said.ruleset and _legal_plies(game, fen, words) == len(words):
            return GameGuess(game, guessed=True, mistaken=note.format(said=tag, game=game.name))
    return said


def _tag_of(tags: Mapping[str, str]) -> str:
    """Return the tag that says which game it is, with its value."""
    game_type = tags.get("GameType", "")
    if game_type_number(game_type) is not None:
        return f"GameType {game_type}"
    return f"Variant {tags.get('Variant', '')}"


def first_legal(games: Sequence[Ruleset], fen: str, words: Sequence[str]) -> Ruleset:
    """Return the first game whose rules allow every move; the first of all where none does.

    >>> first_legal((ITALIAN, ENGLISH), "", ["11-15"]).slug
    'english'
    """
    return next((game for game in games if _legal_plies(game, fen, words) == len(words)), games[0])


def is_legal(game: Ruleset, fen: str, words: Sequence[str]) -> bool:
    """Tell whether the rules of a game allow a position and every move from it.

    >>> is_legal(ENGLISH, "", ["11-15", "23-19"]), is_legal(ENGLISH, "W:W22:B32", [])
    (True, False)
    """
    return _legal_plies(game, fen, words) == len(words)


def reach(position: _core.Position, words: Sequence[str], tries: int = _TRIES) -> int:
    """Return how many moves can be played, choosing well where one is ambiguous.

    >>> reach(ITALIAN.start(), ["21-17", "12-15", "1-2"])
    2
    """
    replay = _core.replay(position, words)
    if replay.error != "ambiguous" or not tries:
        return replay.index
    rest = words[replay.index + 1 :]
    further = (reach(replay.final.play(move), rest, tries - 1) for move in replay.candidates)
    return replay.index + 1 + max(further)


def _games_by_letters(names: Sequence[tuple[str, str]], *, from_start: bool) -> tuple[Ruleset, ...]:
    """Tell by the colour of the squares named and by whoever moves first; a1 is dark in most games.

    Args:
        from_start: whether the first square named is where the first man of a game stands.
    """
    files = [ord(letter.lower()) - ord("a") for letter, _ in names]
    ranks = [int(number) - 1 for _, number in names]
    if max(files) > 7 or max(ranks) > 7:
        return (INTERNATIONAL,)
    colours = {(file + rank) % 2 for file, rank in zip(files, ranks, strict=True)}
    if len(colours) > 1:
        return _FULL_BOARDS
    if colours == {1}:
        return (ITALIAN,)
    if from_start and ranks[0] == 5:
        return (ENGLISH,)
    if from_start and ranks[0] == 3:
        return (INTERNATIONAL,)
    return _RUSSIAN_KIN


def lasting(previous: GameGuess | None, verdict: GameGuess | None) -> GameGuess | None:
    """Return what the next game goes by: what a text says stands until it says something else.

    >>> lasting(None, GameGuess(ITALIAN)).ruleset.slug
    'italian'
    """
    if verdict is None or (verdict.guessed and previous is not None and not previous.guessed):
        return previous
    return verdict


def _candidates(tags: Mapping[str, str], previous: GameGuess | None, judged: Ruleset) -> list[Ruleset]:
    """Return the games a problem may be: what the text has said, what its tags show, what the file is."""
    first = [ITALIAN] if has_italian_tags(tags) else []
    if previous is not None and previous.ruleset is not None and not previous.guessed:
        first.insert(0, previous.ruleset)
    return list(dict.fromkeys([*first, judged]))


def _by_position(fen: str, words: Sequence[str], games: Sequence[Ruleset]) -> Ruleset:
    """Return the first game whose rules allow every move, or else the one that gets furthest."""
    reached = [_legal_plies(game, fen, words) for game in games]
    return games[reached.index(max(reached))]


def _legal_plies(ruleset: Ruleset, fen: str, words: Sequence[str]) -> int:
    try:
        start = parse_fen(fen, ruleset).position() if fen else ruleset.start()
    except DamieraError:
        return -1
    return reach(start, words)


def _by_company(tags: Mapping[str, str], previous: GameGuess | None) -> GameGuess:
    if has_italian_tags(tags):
        return GameGuess(ITALIAN, guessed=True)
    if previous is None or previous.ruleset is None:
        return _refused(_UNKNOWN)
    return GameGuess(previous.ruleset, guessed=True)


def has_italian_tags(tags: Mapping[str, str]) -> bool:
    """Tell whether tags have Italian names, such as `Bianco`.

    >>> has_italian_tags({"Bianco": "Rossi"}), has_italian_tags({"White": "Rossi"})
    (True, False)
    """
    return not tags.keys().isdisjoint(ITALIAN_NAMES)
