"""Writes PDN 3.0 strictly: the seven tags and GameType first, moves in the game's own notation, short where
short is clear, lines of at most 80 characters, `*` behind every game.

What is written reads back as the same game: `read_pdn(write_pdn(game))` gives a game with equal moves,
remarks, variations and result, and with the tags of `full_tags`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol

from damiera import _core
from damiera.errors import DamieraError
from damiera.notation.fen import format_fen, parse_fen
from damiera.notation.moves import format_move
from damiera.notation.pdn.guess import said_by_tags
from damiera.notation.pdn.model import CLOSING, JUMP, PdnGame, PdnLine, PdnMove, PdnPart
from damiera.notation.pdn.results import ResultStyle, canonical_result, final_result, result_text
from damiera.notation.pdn.tags import (
    MANDATORY,
    is_unknown_game_type,
    standard_date,
    standard_name,
    with_standard,
)
from damiera.rules.ruleset import Ruleset

__all__ = [
    "LineNumbering",
    "comment_words",
    "first_count",
    "full_tags",
    "kept_tags",
    "numbered",
    "resumed",
    "tag_lines",
    "with_long_captures",
    "wrapped",
    "write_pdn",
    "write_pdn_file",
]

TagStyle = Literal["strict", "kept"]

_WIDTH = 80
_HARD = "\x1f"  # a space where no line may break; no comment has one
_SHORT_COMMAND = re.compile(r"\[%[A-Za-z]+ [^\]]{1,24}\]")
_MARK = re.compile(r"[!?]+")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_FORCED = "$7"
_BRACES = str.maketrans("{}", "()")


def write_pdn(
    game: PdnGame,
    *,
    results: ResultStyle = "pdn",
    ending: Literal["separator", "result"] = "separator",
    tags: TagStyle = "strict",
) -> str:
    """Return the game as PDN 3.0, ended by a line feed.

    Args:
        game: the game.
        results: how the Result tag is written: `pdn` as PDN 3.0 lays down for the game, `chess` as 1-0,
            `points` as 2-0.
        tags: `strict` as `full_tags` lays down; `kept`: those the game has, in their order, and behind them
            only what it needs to be read again (GameType, the position).
        ending: what closes the moves: PDN 3.0's `*`, or the result again for older programs.
    Source:
        PDN 3.0.

    >>> from damiera.notation.pdn.model import pdn_game
    >>> from damiera.rules.ruleset import ITALIAN
    >>> print(write_pdn(pdn_game(ITALIAN, [ITALIAN.start().moves()[0]])).splitlines()[-1])
    1. 24-20 *
    """
    headed = replace(game, start=game.earlier[0].start) if game.earlier else game
    head = full_tags(headed, results) if tags == "strict" else kept_tags(headed)
    end = "*" if ending == "separator" else result_text(game.result, game.ruleset, results)
    closing = comment_words(f"{CLOSING} {game.closing}") if game.closing else ()
    words = list(_earlier_words(game)) if game.earlier else []
    words += [*_words(game.start, game.mainline, game.comment, first_count(game)), *closing, end]
    return f"{tag_lines(head)}\n{wrapped(words)}\n"


def _earlier_words(game: PdnGame) -> Iterator[str]:
    """Yield what was played before the board last changed without a move, each change as a marked comment."""
    for part, start, count in _parts(game):
        yield from _words(part.start, part.mainline, part.comment, count)
        article = f" {part.article}" if part.article else ""
        yield from comment_words(f"{JUMP} {format_fen(start)}{article}] {part.text}")


def _parts(game: PdnGame) -> Iterator[tuple[PdnPart, _core.Position, LineNumbering]]:
    """Yield each earlier part with the position behind it and its count."""
    starts = [*(part.start for part in game.earlier), game.start]
    count = numbered(starts[0])
    for part, start in zip(game.earlier, starts[1:], strict=True):
        yield part, start, count
        count = resumed(count, len(part.mainline), start)


def first_count(game: PdnGame) -> LineNumbering:
    """Return with which count the moves of `mainline` begin: those of earlier parts went before.

    >>> from damiera.notation.pdn.reader import read_pdn
    >>> [game] = read_pdn('[GameType "22"] 1. 21-17 {[%jump B:W17:B5 8.1] Ruled.} 1... 5-10 *')
    >>> first_count(game)
    LineNumbering(hands=2, ply=1)
    """
    if not game.earlier:
        return numbered(game.start)
    *_, (part, start, before) = _parts(game)
    return resumed(before, len(part.mainline), start)


def resumed(count: LineNumbering, plies: int, start: _core.Position) -> LineNumbering:
    """Return how the moves from `start` on are counted, where `plies` of a count went before.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> resumed(numbered(ITALIAN.start()), 3, ITALIAN.start())
    LineNumbering(hands=2, ply=4)
    """
    hand = numbered(start).ply
    ply = count.ply + plies
    return LineNumbering(count.hands, ply + (hand - ply) % count.hands)


def write_pdn_file(games: Iterable[PdnGame], *, results: ResultStyle = "pdn") -> str:
    """Return several games as one text, an empty line between them.

    >>> from damiera.notation.pdn.model import pdn_game
    >>> from damiera.rules.ruleset import ITALIAN
    >>> write_pdn_file([pdn_game(ITALIAN, []), pdn_game(ITALIAN, [])]).count("[GameType ")
    2
    """
    return "\n".join(write_pdn(game, results=results) for game in games)


class GameTags(Protocol):
    """What a game's tags are made of."""

    @property
    def tags(self) -> dict[str, str]: ...
    @property
    def ruleset(self) -> Ruleset: ...
    @property
    def start(self) -> _core.Position: ...
    @property
    def result(self) -> str: ...
    @property
    def ruleset_guessed(self) -> bool: ...


def with_long_captures(game: PdnGame) -> PdnGame:
    """Return the game with every landing of its captures written out, in its variations too.

    >>> from damiera.notation.pdn.reader import read_pdn
    >>> [game] = read_pdn('[GameType "22"][FEN "W:W22,31:B10,18"] 1. 22x6 *')
    >>> write_pdn(with_long_captures(game)).splitlines()[-1]
    '1. 22x13x6 *'
    """
    earlier = tuple(replace(part, mainline=_long(part.start, part.mainline)) for part in game.earlier)
    return replace(game, mainline=_long(game.start, game.mainline), earlier=earlier)


def _long(position: _core.Position, moves: Sequence[PdnMove]) -> tuple[PdnMove, ...]:
    out = []
    for entry in moves:
        lines = tuple(replace(line, moves=_long(position, line.moves)) for line in entry.variations)
        out.append(replace(entry, text=format_move(position, entry.move, long=True), variations=lines))
        position = position.play(entry.move)
    return tuple(out)


def full_tags(game: GameTags, results: ResultStyle = "pdn") -> dict[str, str]:
    """Return the tags as they are written: the seven that PDN asks for, GameType, the position, the others.

    Dates are written as PDN does where that is possible. A Result tag of another habit (`4-6`) stays, and so
    does a GameType of no game known here.

    Source:
        PDN 3.0, the seven tag roster.

    >>> from damiera.notation.pdn.model import pdn_game
    >>> from damiera.rules.ruleset import ITALIAN
    >>> list(full_tags(pdn_game(ITALIAN, [])))
    ['Event', 'Site', 'Date', 'Round', 'White', 'Black', 'Result', 'GameType']
    """
    named = {standard_name(name): value for name, value in game.tags.items()}
    given = with_standard({**named, "GameType": _game_type(game, named.get("GameType", ""))})
    out = {
        name: value if (value := given.get(name, "")).strip() else unknown
        for name, unknown in MANDATORY.items()
    }
    out["Date"] = standard_date(out["Date"])
    if game.result != "*" or canonical_result(out["Result"]) is not None:
        out["Result"] = result_text(game.result, game.ruleset, results)
    out["GameType"] = given["GameType"]
    if game.start != game.ruleset.start():
        out["SetUp"] = "1"
        out["FEN"] = format_fen(game.start)
    ours = ("SetUp", "FEN")
    out.update((name, given[name]) for name in given if name not in out and name not in ours)
    out = _without_other_variant(out, game.ruleset)
    return {name: _plain(value) for name, value in out.items() if _NAME.fullmatch(name)}


def _game_type(game: GameTags, said: str) -> str:
    """Return the GameType that says the game; one whose game is not known here stays."""
    ours = game.ruleset.pdn_game_type
    return said if said not in ("", ours) and is_unknown_game_type(said) else ours


def _says(tags: Mapping[str, str], ruleset: Ruleset) -> bool:
    """Tell whether the tags say a game, or one that is not known here."""
    if "Variant" not in tags and tags.get("GameType") == ruleset.pdn_game_type:
        return True
    said = said_by_tags(tags)
    return said is not None and (said.ruleset is None or said.ruleset == ruleset)


def _without_other_variant(tags: dict[str, str], ruleset: Ruleset) -> dict[str, str]:
    """Return the tags without a Variant that would make another game of what GameType says."""
    if "Variant" not in tags or _says(tags, ruleset):
        return tags
    return {name: value for name, value in tags.items() if name != "Variant"}


def kept_tags(game: GameTags) -> dict[str, str]:
    """Return the game's own tags in their own order, and behind them what it cannot be read without.

    >>> from damiera.notation.pdn.model import pdn_game
    >>> from damiera.rules.ruleset import ITALIAN
    >>> kept_tags(pdn_game(ITALIAN, [], tags={"White": "Anna"}))
    {'White': 'Anna', 'GameType': '22,W,8,8,N2,1'}
    """
    out = {name: _plain(value) for name, value in game.tags.items() if _NAME.fullmatch(name)}
    if game.ruleset_guessed or "GameType" not in out or not _says(out, game.ruleset):
        out["GameType"] = _game_type(game, out.get("GameType", ""))
        out = _without_other_variant(out, game.ruleset)
    if game.start != _start_said(game, out):
        out |= {"SetUp": "1", "FEN": format_fen(game.start)}
    if final_result(out.get("Result", ""), "*") != game.result:
        out["Result"] = result_text(game.result, game.ruleset)
    return out


def _start_said(game: GameTags, tags: Mapping[str, str]) -> _core.Position | None:
    """Return the position that tags say a game starts from; None where it cannot be read."""
    fen = tags.get("FEN", "").strip()
    if not fen or tags.get("SetUp") == "0":
        return game.ruleset.start()
    try:
        return parse_fen(fen, game.ruleset).position()
    except DamieraError:
        return None


def tag_lines(tags: Mapping[str, str]) -> str:
    """Return tags as text, one a line.

    >>> print(tag_lines({"White": "Anna", "Round": "1"}), end="")
    [White "Anna"]
    [Round "1"]
    """
    return "".join([f'[{name} "{_escaped(value)}"]\n' for name, value in tags.items()])


def _plain(value: str) -> str:
    """Return a value as one line; the spaces in it stay as they are."""
    return value if value.isprintable() else " ".join(value.splitlines())


def _escaped(value: str) -> str:
    if "\\" in value or '"' in value:
        return value.replace("\\", "\\\\").replace('"', '\\"')
    return value


@dataclass(frozen=True, slots=True)
class LineNumbering:
    """How a line is numbered: a turn is one move of each hand, and `ply` moves of its count went before.

    >>> LineNumbering(hands=2, ply=3).on(2)
    LineNumbering(hands=2, ply=5)
    """

    hands: int
    ply: int

    def on(self, plies: int) -> LineNumbering:
        """Return the numbering after so many moves."""
        return LineNumbering(self.hands, self.ply + plies)


def numbered(position: _core.Position) -> LineNumbering:
    """Return the count of a game that starts from a position: who begins late leaves places empty.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> numbered(ITALIAN.start())
    LineNumbering(hands=2, ply=0)
    """
    rules = position.rules
    if rules.by_seat:
        return LineNumbering(len(rules.seats), rules.seats.index(position.seat))
    return LineNumbering(2, int(position.side is not rules.first_mover))


def _words(
    start: _core.Position, moves: Sequence[PdnMove], comment: str, count: LineNumbering
) -> Iterator[str]:
    """Yield what may not be broken: a number with its move, a word of a comment, a glyph."""
    yield from comment_words(comment)
    number_next = True
    hands = count.hands
    turn, hand = divmod(count.ply, hands)
    turn += hand > 0
    for at, entry in enumerate(moves):
        text = entry.text or _derived(start, moves, at)
        strength = entry.strength
        if strength and _MARK.fullmatch(strength):
            text += strength
        if hand == 0:
            turn += 1
            yield f"{turn}.{_HARD}{text}"
        else:
            yield f"{turn}...{_HARD}{text}" if number_next else text
        hand = (hand + 1) % hands
        if "*" in strength:
            yield _FORCED
        for nag in entry.nags:
            yield f"${nag}"
        for sign in entry.signs:
            yield from comment_words(sign)
        if entry.comment:
            yield from comment_words(entry.comment)
        for variation in entry.variations:
            yield from _variation(start, moves[:at], variation, count.on(at))
            yield from comment_words(variation.after)
        number_next = bool(entry.comment or entry.variations or entry.signs)


def _derived(start: _core.Position, moves: Sequence[PdnMove], at: int) -> str:
    """Return the text of a move that came without one."""
    return format_move(_after(start, moves[:at]), moves[at].move)


def _after(position: _core.Position, moves: Sequence[PdnMove]) -> _core.Position:
    for entry in moves:
        position = position.play(entry.move)
    return position


def comment_words(text: str) -> list[str]:
    """Return the words of a comment, its braces at the first and the last; a short command stays on one line.

    >>> comment_words("better is 22-18")
    ['{better', 'is', '22-18}']
    >>> len(comment_words("[%clk 0:02:59] better"))
    2
    """
    plain = " ".join(text.translate(_BRACES).split())
    words = _SHORT_COMMAND.sub(lambda found: found[0].replace(" ", _HARD), plain).split(" ") if plain else []
    if words:
        words[0] = "{" + words[0]
        words[-1] += "}"
    return words


def _variation(
    start: _core.Position, before: Sequence[PdnMove], line: PdnLine, count: LineNumbering
) -> Iterator[str]:
    begin = start if all(entry.text for entry in line.moves) else _after(start, before)
    words = list(_words(begin, line.moves, line.comment, count))
    if words:
        words[0] = "(" + words[0]
        words[-1] += ")"
        yield from words


def wrapped(words: Iterable[str]) -> str:
    """Return words as lines of at most 80 characters; a longer word has a line of its own.

    >>> max(len(line) for line in wrapped(["21-17"] * 100).splitlines())
    77
    """
    text = " ".join(words)
    lines: list[str] = []
    at = 0
    while len(text) - at > _WIDTH:
        end = text.rfind(" ", at, at + _WIDTH + 1)
        if end < 0:
            end = text.find(" ", at)
        if end < 0:
            break
        lines.append(text[at:end])
        at = end + 1
    lines.append(text[at:])
    return "\n".join(lines).replace(_HARD, " ")
