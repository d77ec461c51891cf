"""Reads PDN as it is found: liberal in form, strict in rules.

Taken as they come: comments nested or not, line comments, variations in variations, NAGs, strength marks,
move numbers glued to moves or set apart, spaces inside moves, short and long captures, numbers or letters,
every habit of results, tags in Italian, damaged tags, several games with or without tags, UTF-8 or Latin-1.

A game with a move that is not legal is refused with its place and its article; the games round it are read.
A variation that cannot be followed is kept as a comment, with a note.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count

from damiera import _core
from damiera.errors import DamieraError
from damiera.messages import Message, Text
from damiera.notation.errors import AmbiguousMove, FenError, IllegalMove, NotationError, quoted
from damiera.notation.fen import parse_fen
from damiera.notation.moves import format_move, parse_move
from damiera.notation.pdn.decode import Source
from damiera.notation.pdn.errors import PdnError
from damiera.notation.pdn.guess import GameGuess, decide, lasting, obeyed, reach
from damiera.notation.pdn.judgement import FileJudgement, judge
from damiera.notation.pdn.lexer import SILENT, Cutter, RawGame, Tag, Token
from damiera.notation.pdn.model import CLOSING, PdnGame, PdnLine, PdnMove, PdnNote, PdnPart
from damiera.notation.pdn.results import canonical_result, final_result
from damiera.notation.pdn.tags import with_standard
from damiera.notation.pdn.tokens import is_jump, main_words, remark_of, words_after
from damiera.notation.pdn.writer import LineNumbering, numbered, resumed
from damiera.notation.signs import is_sign, plain_sign
from damiera.rules.ruleset import Ruleset
from damiera.rules.setup import SetupProblem

__all__ = ["PdnReader", "read_pdn"]

_DEEPEST = 50
_LONGEST_REST = 2000  # characters of what follows a wrong move
_FORCED = 7  # the glyph for a move without an alternative
_EVEN, _WHITE_WINS, _BLACK_WINS = 10, 18, 19

_JUMP = re.compile(
    r"(?P<before>.*?)\[%jump\s+(?P<fen>[^\s\]]+)(?:\s+(?P<article>[^\s\]]+))?\s*\](?P<why>.*)",
    re.DOTALL | re.IGNORECASE,
)

_UNMARKED = re.compile(r"\[(?=%jump)", re.IGNORECASE)

_NOTHING = SetupProblem(0)
_AS_IT_STOOD = ~SetupProblem.TOO_MANY_ROUTES
"""What may be odd in a position that stood on a board: a man left uncrowned, a piece too many."""

_BRACES = str.maketrans("{}", "()")  # PDN 3.0 has no braces inside a comment

_UNREADABLE = Message("cannot read {found}: correct it, or put it in braces if it is a remark.")
_UNKNOWN_LETTER = Message("cannot read {found}: in Cyrillic letters the files a to h are а б ц д е ф г х.")
_CYRILLIC_SQUARE = re.compile(r"[А-Яа-яЁё][0-9]")
_UNCLOSED_COMMENT = Message("this comment is never closed: put a brace } where it ends.")
_UNCLOSED_LINE = Message("this variation is never closed: put a parenthesis ) where it ends.")
_STRAY_CLOSE = Message("this parenthesis closes no variation: take it out.")
_EARLY_LINE = Message("a variation stands before any move: put it after the move it replaces.")
_SETUP_IN_LINE = Message(
    "a variation sets up another position: write it as a game of its own, with a FEN tag."
)
_BAD_JUMP = Message(
    "this remark marks a change of the board and names no position: write [%jump FEN article]."
)
_SPLIT = Message(
    "Another position is set up here: what follows is read as a game of its own, with the same tags."
)
_EARLY_MARK = Message("The mark {found} stands before any move: kept as a remark.")
_LOOSE_WORDS = Message("Words outside braces, such as {found}, are taken as a remark.")
_CHOSEN = Message("{found} may be more than one capture: read as {chosen}, with which what follows is legal.")
_UNKNOWN_MOVE = Message(
    "a move is missing here and the game goes on: write the move or take out what follows."
)
_TOO_DEEP = Message("too many variations inside one another: move some into comments.")
_KEPT_AS_TEXT = Message("A variation is kept as a comment: {why}")
_RESULTS_DIFFER = Message("The tag says {tag} and the game ends with {end}: the tag counts.")
_BAD_MOVE = {
    _core.Side.WHITE: Message("White's move {number}: {why}"),
    _core.Side.BLACK: Message("Black's move {number}: {why}"),
}


def read_pdn(
    data: bytes | str, *, default: Ruleset | None = None, asked: Ruleset | None = None
) -> Iterator[PdnGame | PdnError]:
    """Read every game of a text, in order.

    Args:
        data: the file's bytes, or its text.
        default: the game where a GameType tag is missing; without it the text itself is asked.
        asked: the game of every game of the text, whatever its tags say.
    Yields:
        A `PdnGame` for each game that is legal to its end, a `PdnError` for each that is not.
    Source:
        PDN 3.0; what is read beyond it stands at the head of this module.

    >>> [game] = read_pdn('[White "Anna"] 1. 21-17 12-15 1-0')
    >>> game.ruleset.slug, game.result, len(game.mainline)
    ('italian', '1-0', 2)
    """
    reader = PdnReader(data, default=default, asked=asked)
    while (item := reader.next()) is not None:
        yield item


class PdnReader:
    """Reads a text game by game; `at` is the index where the next game is looked for.

    >>> reader = PdnReader("1. 21-17 12-15 1-0")
    >>> reader.next().result, reader.next()
    ('1-0', None)
    """

    def __init__(
        self,
        data: bytes | str | Source,
        *,
        default: Ruleset | None = None,
        asked: Ruleset | None = None,
        judgement: FileJudgement | None = None,
    ) -> None:
        self.source = data if isinstance(data, Source) else Source(data)
        self.default = default
        self.asked = asked
        self._judgement = judgement
        self.at = 0
        self.number = 0
        self.previous: GameGuess | None = None
        self._cutter = Cutter(self.source.text)
        self._rest: RawGame | None = None  # what follows a position set up in mid-game

    @property
    def judgement(self) -> FileJudgement:
        """What the games of the text are that do not say it; asked once."""
        if self._judgement is None:
            self._judgement = judge(self.source.text)
        return self._judgement

    @property
    def pending(self) -> bool:
        """Whether the next game is cut already: what follows a position set up in mid-game."""
        return self._rest is not None

    def next(self, *, before: int | None = None) -> PdnGame | PdnError | None:
        """Return the next game or its error; None where no more begins `before` that place, or at all."""
        if self._rest is not None:
            rest, self._rest = self._rest, None
            self.number += 1
            return self._build(rest)
        while True:
            raw = self._cutter.game(self.at)
            if raw is not None and before is not None and raw.start >= before:
                return None
            if raw is None:
                self.at = len(self.source.text)
                return None
            self.at = raw.end
            if not raw.is_empty:
                self.number += 1
                return self._build(raw)

    def _build(self, raw: RawGame) -> PdnGame | PdnError:
        builder = _Builder(self.source, raw, self.number)
        try:
            return builder.build(self._verdict)
        except _Refused as refused:
            return builder.error(refused)
        finally:
            self.previous = lasting(self.previous, builder.verdict)
            self._rest = builder.rest

    def branch(self, at: int) -> PdnReader:
        """Return a reader of the same text that begins at a place, and knows what this one knows.

        >>> PdnReader("1. 21-17 * 1. 22-18 *").branch(10).next().mainline[0].text
        '22-18'
        """
        other = PdnReader(self.source, default=self.default, asked=self.asked, judgement=self._judgement)
        other.at, other.previous = at, self.previous
        return other

    def _verdict(self, tags: Mapping[str, str], fen: str, words: Sequence[str]) -> GameGuess:
        """Return which game a game of the text is."""
        if self.asked is not None:
            return obeyed(tags, self.asked)
        return decide(tags, fen, words, self.default, self.previous, self._judged)

    def _judged(self, fen: str, words: Sequence[str]) -> Ruleset | None:
        return self.judgement.game_of(fen, words)


class _Refused(Exception):  # never leaves this module
    """The game cannot be read from `at` on."""

    def __init__(self, at: int, reason: Text, kind: str, articles: Sequence[str] = ()) -> None:
        super().__init__(reason.text("en"))
        self.at = at
        self.reason = reason
        self.kind = kind
        self.articles = tuple(articles)


@dataclass(slots=True)
class _Ply:
    move: _core.Move
    text: str
    comment: list[str] = field(default_factory=list)
    nags: list[int] = field(default_factory=list)
    strength: str = ""
    variations: list[PdnLine] = field(default_factory=list)
    signs: list[str] = field(default_factory=list)

    def done(self) -> PdnMove:
        comment = " ".join(self.comment)
        if is_sign(comment):  # written in two pieces
            self.signs.append(plain_sign(comment))
            comment = ""
        return PdnMove(
            self.move,
            self.text,
            comment,
            tuple(self.nags),
            self.strength,
            tuple(self.variations),
            tuple(self.signs),
        )


@dataclass(slots=True)
class _Line:
    """A line being read: from `first`, `before` its last move, `now`; `gap` is where a move is missing."""

    start: int
    first: _core.Position
    now: _core.Position
    before: _core.Position
    plies: list[_Ply] = field(default_factory=list)
    comment: list[str] = field(default_factory=list)
    gap: int | None = None
    broken: _Refused | None = None

    def remark(self, text: str) -> None:
        plain = " ".join(text.translate(_BRACES).split())
        if not plain:
            return
        last = self.plies[-1] if self.plies else None
        if last is None:
            self.comment.append(plain)
        elif is_sign(plain):
            last.signs.append(plain_sign(plain))
        elif last.variations:
            line = last.variations[-1]
            last.variations[-1] = replace(line, after=f"{line.after} {plain}".lstrip())
        else:
            last.comment.append(plain)


class _Builder:
    """Makes one game out of its tokens."""

    def __init__(self, source: Source, raw: RawGame, number: int) -> None:
        self.source = source
        self.raw = raw
        self.number = number
        self.tags = self._read_tags()
        self.verdict: GameGuess | None = None
        self.notes: list[PdnNote] = []
        self.lines: list[_Line] = []
        self.tokens: Sequence[Token] = ()
        self.loose_words = False
        self.rest: RawGame | None = None
        self.closing: list[str] = []
        self.earlier: list[PdnPart] = []
        self.ply = 0  # the count of the first move of the main line

    def build(self, verdict: Callable[[Mapping[str, str], str, Sequence[str]], GameGuess]) -> PdnGame:
        tokens = self.tokens = self._without_written_result()
        self._refuse_prose()
        fen_at, fen = self._start_fen(tokens)
        self.verdict = verdict(self.tags, fen, main_words(tokens))
        if self.verdict.mistaken is not None:
            self._note(self._game_type_at(), self.verdict.mistaken)
        ruleset = self.verdict.ruleset
        if ruleset is None:
            self._refuse_unread()
            raise _Refused(self._game_type_at(), self.verdict.refusal or _UNREADABLE, "game")
        self.ruleset = ruleset
        start = _position(fen, fen_at, ruleset) if fen else ruleset.start()
        self.lines = [_Line(self.raw.start, start, start, start)]
        self.ply = numbered(start).ply
        for at in range(len(tokens)):
            self._take(at)
            if self.rest is not None:
                break
        self._close_all()
        main = self.lines[0]
        return PdnGame(
            tags=self.tags,
            ruleset=ruleset,
            start=main.first,
            mainline=tuple(ply.done() for ply in main.plies),
            result=self._result() if self.rest is None else "*",
            comment=" ".join(main.comment),
            closing=self._closing() if self.rest is None else "",
            ruleset_guessed=self.verdict.guessed,
            number=self.number,
            line=self.source.place(self.raw.head)[0],
            notes=tuple(self.notes),
            earlier=tuple(self.earlier),
        )

    def error(self, refused: _Refused) -> PdnError:
        line, column = self.source.place(refused.at)
        return PdnError(
            game=self.number,
            line=line,
            column=column,
            reason=refused.reason,
            excerpt=self.source.excerpt(refused.at),
            kind=refused.kind,
            articles=refused.articles,
            tags=self.tags,
            plies=len(self.lines[0].plies) if self.lines else 0,
            raw=self.source.text[self.raw.start : self.raw.end].strip(),
            start_line=self.source.place(self.raw.head)[0],
            beginning=self._beginning(refused),
        )

    def _beginning(self, refused: _Refused) -> PdnGame | None:
        """Return the game up to a move that is wrong; what follows is a remark, so that nothing is lost."""
        if refused.kind not in ("illegal", "syntax") or not self.lines:
            return None
        if not self.lines[0].plies and not self.earlier:
            return None
        main = self.lines[0]
        rest = " ".join(self.source.text[refused.at : self.raw.end].translate(_BRACES).split())
        return PdnGame(
            tags=self.tags,
            ruleset=self.ruleset,
            start=main.first,
            mainline=tuple(ply.done() for ply in main.plies),
            result=final_result(self.tags.get("Result", ""), self.raw.result),
            comment=" ".join(main.comment),
            closing=rest[:_LONGEST_REST],
            ruleset_guessed=self.verdict is not None and self.verdict.guessed,
            number=self.number,
            line=self.source.place(self.raw.head)[0],
            notes=tuple(self.notes),
            earlier=tuple(self.earlier),
        )

    # Before the moves

    def _read_tags(self) -> dict[str, str]:
        tags: dict[str, str] = {}
        for tag in self.raw.tags:
            if tags.setdefault(tag.name, tag.value) != tag.value:
                tags[_further(tag.name, tags)] = tag.value
        return with_standard(tags)

    def _refuse_prose(self) -> None:
        """Refuse a text without tags that begins with a word: it is no game."""
        first = next((token for token in self.tokens if token.kind not in SILENT), None)
        if not self.raw.tags and first is not None and first.kind in ("word", "other"):
            raise _unreadable(first)

    def _refuse_unread(self) -> None:
        """Refuse the first word with a figure, of a game of which no move was read: it was meant as one."""
        for token in self.tokens:
            if token.kind == "word" and any(sign.isdigit() for sign in token.value):
                raise _unreadable(token)

    def _without_written_result(self) -> list[Token]:
        """Drop a last token that only repeats an unusual Result tag, such as `4-6`."""
        tokens = self.raw.tokens[: len(self.raw.tokens) - self.raw.behind]
        said = self.tags.get("Result", "")
        if tokens and said and tokens[-1].value == said and canonical_result(said) is None:
            return tokens[:-1]
        return tokens

    def _start_fen(self, tokens: Sequence[Token]) -> tuple[int, str]:
        """Return where the starting position is written, and it; empty for the start of a game."""
        at, fen = 0, ""
        for tag in self.raw.tags:
            if tag.name == "FEN" and tag.value.strip() and self.tags.get("SetUp") != "0":
                at, fen = tag.at, tag.value
        for token in tokens:
            if token.kind == "setup":
                at, fen = _fen_in(token)
            elif token.kind in ("move", "open") or is_jump(token):
                break
        return at, fen

    def _game_type_at(self) -> int:
        """Return where it shows which game this is: its GameType, or its first move."""
        said = (tag.at for tag in self.raw.tags if tag.name == "GameType")
        moves = (token.start for token in self.raw.tokens if token.kind == "move")
        return next(said, next(moves, self.raw.head))

    # The moves

    def _take(self, at: int) -> None:
        token, line = self.tokens[at], self.lines[-1]
        if token.kind == "open":
            self._open(token)
        elif token.kind == "close":
            self._close(token)
        elif line.broken is None:
            try:
                self._read(line, token, at)
            except _Refused as refused:
                if len(self.lines) == 1:
                    raise
                line.broken = refused

    def _read(self, line: _Line, token: Token, at: int) -> None:
        match token.kind:
            case "move":
                self._move(line, token, at)
            case "comment" | "rest" if len(self.lines) == 1 and is_jump(token):
                self._jump(line, token)
            case "comment" | "rest":
                self._comment(line, remark_of(token))
            case "nag" | "star" | "strength" | "sign" | "loss" | "result":
                self._mark(line, token)
            case "null":
                line.gap = token.start if line.gap is None else line.gap
            case "setup":
                self._setup(line, token, at)
            case "unclosed":
                raise _Refused(token.start, _UNCLOSED_COMMENT, "comment")
            case "word":
                self._word(line, token)
            case "bare" if self.tokens[at + 1 : at + 2] and self.tokens[at + 1].kind == "bare":
                raise _unreadable(token)  # two squares and nothing between them, not the number of a move
            case "other":
                raise _unreadable(token)

    def _setup(self, line: _Line, token: Token, at: int) -> None:
        """Take a position set up among the moves: a diagram of what is there, or where a new game begins."""
        if not line.plies and not self.earlier and len(self.lines) == 1:
            return  # the start, taken already
        fen_at, fen = _fen_in(token)
        if _position(fen, fen_at, self.ruleset) == line.now:
            line.remark(token.value)
        elif len(self.lines) > 1:
            raise _Refused(token.start, _SETUP_IN_LINE, "setup")
        else:
            self._note(token.start, _SPLIT)
            self.rest = self._raw_from(at, fen, fen_at)

    def _raw_from(self, at: int, fen: str, fen_at: int) -> RawGame:
        """Return what follows a new position as a game of its own, with the same tags."""
        token = self.tokens[at]
        kept = [tag for tag in self.raw.tags if tag.name not in ("FEN", "SetUp")]
        setup = [Tag("SetUp", "1", token.start, fen_at), Tag("FEN", fen.strip('"'), token.start, fen_at)]
        behind = self.raw.tokens[len(self.raw.tokens) - self.raw.behind :]
        tokens = [*self.tokens[at + 1 :], *behind]
        return RawGame(
            token.start, self.raw.end, [*kept, *setup], tokens, self.raw.result, self.raw.behind, token.start
        )

    def _jump(self, line: _Line, token: Token) -> None:
        """End a part of the game where the board changed without a move; the next begins behind it."""
        found = _JUMP.fullmatch(remark_of(token))
        if found is None:
            raise _Refused(token.start, _BAD_JUMP, "fen")
        line.remark(_UNMARKED.sub("(", found["before"]))
        fen, article = found["fen"], (found["article"] or "").translate(_BRACES)
        text = " ".join(found["why"].translate(_BRACES).split())
        start = _position(fen, token.start + self._offset(token, fen), self.ruleset, tolerate=_AS_IT_STOOD)
        plies = tuple(ply.done() for ply in line.plies)
        self.earlier.append(PdnPart(line.first, plies, " ".join(line.comment), text, article))
        self.ply = resumed(LineNumbering(numbered(start).hands, self.ply), len(plies), start).ply
        self.lines[0] = _Line(line.start, start, start, start)

    def _offset(self, token: Token, part: str) -> int:
        """Return where a part of a token stands in the text, counted from the token's start."""
        return max(0, self.source.text.find(part, token.start) - token.start)

    def _comment(self, line: _Line, text: str) -> None:
        if len(self.lines) == 1 and text.lstrip().startswith(CLOSING):
            self.closing.append(text.lstrip().removeprefix(CLOSING))
        else:
            line.remark(text)

    def _word(self, line: _Line, token: Token) -> None:
        """Take a word without a figure as a remark: it cannot be a move gone wrong."""
        if any(sign.isdigit() for sign in token.value):
            raise _unreadable(token)
        line.remark(token.value)
        if not self.loose_words:
            self.loose_words = True
            self._note(token.start, _LOOSE_WORDS.format(found=quoted(token.value)))

    def _move(self, line: _Line, token: Token, at: int) -> None:
        if line.gap is not None:
            raise _Refused(line.gap, _UNKNOWN_MOVE, "syntax")
        try:
            move = parse_move(line.now, token.value)
        except AmbiguousMove as error:
            move = self._chosen(line, token, at, error)
        except NotationError as error:
            raise self._bad_move(line, token, error) from None
        line.plies.append(_Ply(move, format_move(line.now, move)))
        line.before, line.now = line.now, line.now.play(move)

    def _chosen(self, line: _Line, token: Token, at: int, error: AmbiguousMove) -> _core.Move:
        """Return the move, of several that fit, with which the line goes on furthest; the first of equals.

        The Italian federation writes no routes (art. 12.2), so its games leave this to the reader.
        """
        words = words_after(self.tokens, at)
        reached = [reach(line.now.play(move), words) for move in error.candidates]
        best = reached.index(max(reached))
        note = _CHOSEN.format(found=quoted(error.found), chosen=quoted(error.choices[best]))
        self._note(token.start, note)
        return error.candidates[best]

    def _bad_move(self, line: _Line, token: Token, error: NotationError) -> _Refused:
        kind = "syntax"
        articles: tuple[str, ...] = ()
        if isinstance(error, IllegalMove):
            kind, articles = "illegal", error.explanation.articles
        reason = error.message
        if line is self.lines[0]:
            number = (self.ply + len(line.plies)) // 2 + 1
            reason = _BAD_MOVE[line.now.side].format(number=number, why=reason)
        return _Refused(token.start, reason, kind, articles)

    def _mark(self, line: _Line, token: Token) -> None:
        """Take a mark behind a move: a glyph, `!`, or the signs of art. 13: `*`, `+`, `=`, `+1`."""
        if not line.plies:
            self._note(token.start, _EARLY_MARK.format(found=quoted(token.value)))
            line.remark(token.value)
            return
        last = line.plies[-1]
        white = line.before.side is _core.Side.WHITE
        match token.kind, token.value:
            case "nag", glyph:
                last.nags.append(int(glyph[1:]))
            case "strength", marks:
                last.strength += marks.strip("()")
            case _, "*":
                last.nags.append(_FORCED)
            case _, "=":
                last.nags.append(_EVEN)
            case _, "+":
                last.nags.append(_WHITE_WINS if white else _BLACK_WINS)
            case _, other:
                line.remark(other)

    # Variations

    def _open(self, token: Token) -> None:
        outer = self.lines[-1]
        line = _Line(token.start, outer.before, outer.before, outer.before)
        if outer.broken is not None:
            line.broken = outer.broken
        elif not outer.plies:
            line.broken = _Refused(token.start, _EARLY_LINE, "variation")
        elif len(self.lines) > _DEEPEST:
            line.broken = _Refused(token.start, _TOO_DEEP, "variation")
        self.lines.append(line)

    def _close(self, token: Token) -> None:
        if len(self.lines) == 1:
            raise _Refused(token.start, _STRAY_CLOSE, "variation")
        line = self.lines.pop()
        outer = self.lines[-1]
        if outer.broken is not None:
            return
        if line.broken is not None:
            self._keep_as_text(outer, line.broken, self.source.text[line.start : token.end])
        elif line.plies or line.comment:
            moves = tuple(ply.done() for ply in line.plies)
            outer.plies[-1].variations.append(PdnLine(moves, " ".join(line.comment)))

    def _keep_as_text(self, outer: _Line, why: _Refused, text: str) -> None:
        self._note(why.at, _KEPT_AS_TEXT.format(why=why.reason))
        outer.remark(text.replace("[%", "(%"))  # what marks something in it marks nothing in the main line

    def _close_all(self) -> None:
        if len(self.lines) > 1:
            opened = self.lines[1]
            inner = next((line.broken for line in self.lines if line.broken), None)
            if inner is not None and inner.kind == "comment":
                raise inner
            raise _Refused(opened.start, _UNCLOSED_LINE, "variation")

    # The end

    def _result(self) -> str:
        result = final_result(self.tags.get("Result", ""), self.raw.result)
        if self.raw.result not in ("", "*", result) and result != "*":
            note = _RESULTS_DIFFER.format(tag=result, end=self.raw.result)
            self._note(self.raw.end - 1, note)
        return result

    def _closing(self) -> str:
        """Return what is said behind the result."""
        behind = self.raw.tokens[len(self.raw.tokens) - self.raw.behind :]
        unclosed = next((token for token in behind if token.kind == "unclosed"), None)
        if unclosed is not None:
            raise _Refused(unclosed.start, _UNCLOSED_COMMENT, "comment")
        said = " ".join([*self.closing, *(token.value for token in behind)])
        return " ".join(said.translate(_BRACES).split())

    def _note(self, at: int, text: Text) -> None:
        line, column = self.source.place(at)
        self.notes.append(PdnNote(line, column, text))


def _further(name: str, tags: Mapping[str, str]) -> str:
    """Return the name under which another value of a tag that is there already is kept."""
    return next(other for n in count(2) if (other := f"{name}_{n}") not in tags)


def _fen_in(token: Token) -> tuple[int, str]:
    """Return where the position of a `/FEN "..."/` stands, and it."""
    fen = token.value.strip("/ ").removeprefix("FEN").strip()
    return token.start + token.value.index(fen), fen


def _position(fen: str, at: int, ruleset: Ruleset, *, tolerate: SetupProblem = _NOTHING) -> _core.Position:
    try:
        return parse_fen(fen, ruleset).position(tolerate=tolerate)
    except FenError as error:
        raise _Refused(at + error.column - 1, error.detail, "fen") from None
    except DamieraError as error:
        raise _Refused(at, error.message, "fen") from None


def _unreadable(token: Token) -> _Refused:
    if _CYRILLIC_SQUARE.search(token.value):
        return _Refused(token.start, _UNKNOWN_LETTER.format(found=quoted(token.value)), "syntax")
    return _Refused(token.start, _UNREADABLE.format(found=quoted(token.value)), "syntax")
