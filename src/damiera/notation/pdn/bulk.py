"""Whole collections at speed: an ordinary game is cut by one pattern and played by the core in one call.

Whatever is not ordinary (variations, damaged tags, unusual signs, a move that is not legal) goes to the full
reader, so the answers are the same; `BulkGame.game()` reads the remarks of one game when they are wanted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import islice

from damiera import _core
from damiera.errors import DamieraError
from damiera.notation.fen import parse_fen
from damiera.notation.pdn.decode import Source
from damiera.notation.pdn.errors import PdnError
from damiera.notation.pdn.flat import GAME, PAIR, Cut, cut, words_of
from damiera.notation.pdn.guess import GameGuess, games_by_squares, lasting, obeyed, said_by_tags
from damiera.notation.pdn.judgement import FileJudgement
from damiera.notation.pdn.lexer import skip_space
from damiera.notation.pdn.model import JUMP, PdnGame, PdnNote
from damiera.notation.pdn.reader import PdnReader
from damiera.notation.pdn.results import canonical_result, final_result
from damiera.notation.pdn.tags import standard_name, with_standard
from damiera.rules.ruleset import CATALOGUE, Ruleset

__all__ = ["BulkGame", "BulkReader", "read_bulk"]

_BATCH = 1000
_FIRST = re.compile(r"0*([1-9][0-9]?)[-x:]")


@cache
def _guessed(slug: str) -> GameGuess:
    """Return a guess that a game is one of the catalogue: one object for thousands of games of a file."""
    return GameGuess(CATALOGUE[slug], guessed=True)


@dataclass(frozen=True, slots=True)
class BulkGame:
    """A game of a collection, played to its end, without its remarks.

    Attributes:
        tags, ruleset, start, result, ruleset_guessed, number, line: as in `PdnGame`.
        raw: the game as it stands in the text.
        played: the moves as the core played them, or the whole game where the full reader was needed.
        cut, lines: of a game with variations, its text in pieces, and each of them as the core played it.

    >>> [game] = read_bulk('[White "Anna"] 1. 21-17 12-15 {good} 1-0')
    >>> game.tags["White"], game.plies, game.result, game.game().mainline[1].comment
    ('Anna', 2, '1-0', 'good')
    """

    tags: dict[str, str]
    ruleset: Ruleset
    start: _core.Position
    result: str
    ruleset_guessed: bool
    number: int
    line: int
    raw: str
    played: _core.Replay | PdnGame = field(repr=False, compare=False)
    cut: Cut | None = field(default=None, repr=False, compare=False)
    lines: Sequence[_core.Replay] = field(default=(), repr=False, compare=False)

    @property
    def plies(self) -> int:
        """The number of moves played by both sides: plies."""
        return len(self.played.mainline) if isinstance(self.played, PdnGame) else self.played.index

    @property
    def moves(self) -> tuple[_core.Move, ...]:
        """The moves played."""
        return tuple(self.played.moves)

    @property
    def final(self) -> _core.Position:
        """The position after the last move."""
        return self.played.positions[-1] if isinstance(self.played, PdnGame) else self.played.final

    @property
    def notes(self) -> tuple[PdnNote, ...]:
        """What was read round."""
        return self.game().notes

    def game(self) -> PdnGame:
        """Return the game with its remarks and variations, read again where it was read fast."""
        item = self.played
        if not isinstance(item, PdnGame):
            again = PdnReader(Source(self.raw, self.line), asked=self.ruleset).next()
            assert isinstance(again, PdnGame)  # the same text was read before
            item = again
        return replace(item, ruleset_guessed=self.ruleset_guessed, number=self.number, line=self.line)


def read_bulk(
    data: bytes | str, *, default: Ruleset | None = None, asked: Ruleset | None = None
) -> Iterator[BulkGame | PdnError]:
    """Read every game of a text, in order, with the answers of `read_pdn`.

    Args:
        data: the file's bytes, or its text.
        default: the game where a GameType tag is missing; without it the text itself is asked.
        asked: the game of every game of the text, whatever its tags say.

    >>> [game] = read_bulk('[White "Anna"] 1. 21-17 12-15 1-0')
    >>> len(game.moves), game.game().mainline[0].text
    (2, '21-17')
    """
    yield from BulkReader(data, default, asked=asked).games()


@dataclass(slots=True)
class _Ready:
    """An ordinary game, cut and not yet played."""

    begin: int
    end: int
    tags: dict[str, str]
    verdict: GameGuess
    ruleset: Ruleset
    start: _core.Position
    words: list[str]
    result: str
    cut: Cut | None = None


class BulkReader:
    """Reads one text.

    Args:
        data: the file's bytes, or its text.
        default: the game where a GameType tag is missing.
        after: the reader of the text before it, where a file is read piece by piece.
        first_line: the line of the file where the text begins.
        asked: the game of every game of the text, whatever its tags say.
        judgement: what the games of the file are that do not say it; without it the text is asked.

    >>> [game.number for game in BulkReader("1. 21-17 12-15 1-0\\n\\n1. 22-18 *", None).games()]
    [1, 2]
    """

    def __init__(
        self,
        data: bytes | str,
        default: Ruleset | None = None,
        *,
        after: BulkReader | None = None,
        first_line: int = 1,
        asked: Ruleset | None = None,
        judgement: FileJudgement | None = None,
    ) -> None:
        self.full = PdnReader(Source(data, first_line), default=default, asked=asked, judgement=judgement)
        self.text = self.full.source.text
        self.default, self.asked = default, asked
        self._said = GameGuess(default)
        self.number = 0
        self._counted = (0, first_line)  # up to this place, so many lines
        self._starts: dict[str, _core.Position] = {}
        self._types: dict[tuple[str, str], GameGuess | None] = {}
        if after is not None:
            self.number, self.full.previous = after.number, after.full.previous
            self._starts, self._types = after._starts, after._types

    def games(self) -> Iterator[BulkGame | PdnError]:
        """Yield every game in order."""
        while batch := self.gather():
            yield from self.play(batch)

    def gather(self) -> list[_Ready | BulkGame | PdnError]:
        """Cut ordinary games until one comes that is not; that one is read at once when it comes first.

        It waits for the games before it to be played, because what they are may tell what it is.
        """
        batch: list[_Ready | BulkGame | PdnError] = []
        while len(batch) < _BATCH and not self.full.pending:
            at = skip_space(self.text, self.full.at)
            match = GAME.match(self.text, at)
            ready = self._prepare(match) if match else None
            if ready is None:
                break
            self.full.at = ready.end
            batch.append(ready)
        if batch:
            return batch
        begin = skip_space(self.text, self.full.at)
        item = self.full.next()
        if item is None:
            return []
        return [self._light(item, begin, self.full.at) if isinstance(item, PdnGame) else item]

    def play(self, batch: Sequence[_Ready | BulkGame | PdnError]) -> Iterator[BulkGame | PdnError]:
        """Play the games of a batch in one call and hand all of it out in order."""
        ready = [item for item in batch if isinstance(item, _Ready)]
        lines = [(game.start, line) for game in ready if game.cut for line in game.cut.lines]
        starts = [game.start for game in ready] + [start for start, _ in lines]
        replays = _core.replay_many(starts, [game.words for game in ready] + [line for _, line in lines])
        played, further = iter(replays), iter(replays[len(ready) :])
        for item in batch:
            if not isinstance(item, _Ready):
                yield self._numbered(item)
                continue
            replay = next(played)
            branches = list(islice(further, len(item.cut.lines))) if item.cut else []
            if replay.error is None and all(branch.error is None for branch in branches):
                self.full.previous = lasting(self.full.previous, item.verdict)
                yield self._done(item, replay, branches)
            else:
                yield from self._again(item)

    def _prepare(self, match: re.Match[str]) -> _Ready | None:
        """Return the game if it is ordinary, else None."""
        head, body = match.groups()
        pairs = PAIR.findall(head)
        tags = {standard_name(name): value for name, value in pairs}
        whole = cut(body) if "(" in body else None
        words = whole.words if whole else words_of(body)
        if not words or len(tags) != len(pairs) or JUMP in body.lower():
            return None
        end = whole.result if whole else canonical_result(words[-1]) or ""
        if end and not whole:
            words.pop()
        tags = with_standard(tags)
        verdict = self._verdict(tags, words)
        start = self._start(tags, verdict)
        if verdict is None or verdict.ruleset is None or start is None:
            return None
        result = final_result(tags.get("Result", ""), end)
        return _Ready(match.start(), match.end(), tags, verdict, verdict.ruleset, start, words, result, whole)

    def _verdict(self, tags: dict[str, str], words: Sequence[str]) -> GameGuess | None:
        said = tags.get("GameType", ""), tags.get("Variant", "")
        if said not in self._types:
            self._types[said] = said_by_tags(tags) if self.asked is None else obeyed(tags, self.asked)
        verdict = self._types[said]
        if verdict is not None:
            return verdict
        if self.default is not None:
            return self._said
        first = _FIRST.match(words[0]) if words else None
        if first is None or "FEN" in tags:
            return None
        return _guessed(self.full.judgement.of_choice(games_by_squares("", words[:1])).slug)

    def _start(self, tags: dict[str, str], verdict: GameGuess | None) -> _core.Position | None:
        if verdict is None or verdict.ruleset is None:
            return None
        fen = tags.get("FEN", "").strip()
        if fen and tags.get("SetUp") != "0":
            try:
                return parse_fen(fen, verdict.ruleset).position()
            except DamieraError:
                return None
        slug = verdict.ruleset.slug
        if slug not in self._starts:
            self._starts[slug] = verdict.ruleset.start()
        return self._starts[slug]

    def _done(self, ready: _Ready, replay: _core.Replay, lines: Sequence[_core.Replay]) -> BulkGame:
        self.number += 1
        return BulkGame(
            ready.tags,
            ready.ruleset,
            ready.start,
            ready.result,
            ready.verdict.guessed,
            self.number,
            self._line_of(ready.begin),
            self.text[ready.begin : ready.end],
            replay,
            ready.cut,
            lines,
        )

    def _again(self, ready: _Ready) -> Iterator[BulkGame | PdnError]:
        """Give a stretch of text to the full reader: it may hold more games than one."""
        reader = self.full.branch(ready.begin)
        while True:
            begin = skip_space(self.text, reader.at)
            item = reader.next(before=ready.end)
            self.full.previous = reader.previous
            if item is None:
                return
            light = self._light(item, begin, reader.at) if isinstance(item, PdnGame) else item
            yield self._numbered(light)

    def _numbered(self, item: BulkGame | PdnError) -> BulkGame | PdnError:
        self.number += 1
        if isinstance(item, PdnError):
            return item.numbered(self.number)
        return item if item.number == self.number else replace(item, number=self.number)

    def _light(self, game: PdnGame, begin: int, end: int) -> BulkGame:
        return BulkGame(
            game.tags,
            game.ruleset,
            game.start,
            game.result,
            game.ruleset_guessed,
            game.number,
            game.line,
            self.text[begin:end],
            game,
        )

    def _line_of(self, at: int) -> int:
        """Return the line of a place; places are asked for in order."""
        counted, line = self._counted
        line += self.text.count("\n", counted, at)
        self._counted = (at, line)
        return line
