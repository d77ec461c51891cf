"""Cuts the text of a PDN file into games and tokens. It knows no rules and refuses nothing by itself.

A game ends with its result, with the first tag of the next game, or with the text. A comment that is never
closed ends at the latest before an empty line with a tag behind it, so that it costs one game and not the
file.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from damiera.notation.cyrillic import FILES, listed_pieces
from damiera.notation.pdn.results import canonical_result
from damiera.notation.pdn.tags import is_usual, standard_name

__all__ = ["NEXT_GAME", "SILENT", "Cutter", "RawGame", "Tag", "Token", "skip_space"]

_CYRILLIC = "".join(FILES) + "".join(FILES).upper()
_FILE = f"[A-Pa-p{_CYRILLIC}]"
_SMALL = f"[a-p{''.join(FILES)}]"
_CROSS = "x×X:хХ"
_GAP = r"\s{0,4}"
_NAME = r"[A-Za-zА-Яа-яЁё][A-Za-z0-9_А-Яа-яЁё]*\.?"

_TOKEN = re.compile(
    rf"""
      (?P<space> [\s\ufeff\u200b]+ )
    | (?P<tag> \[ \s* {_NAME} \s* "(?:[^"\\\n]|\\.)*" \s* \] )
    | (?P<broken> \[ \s* {_NAME} \s* "(?:[^"\\\[\n]|\\.)*
          (?: \n (?![ \t]*\n) (?:[^"\\\[\n]|\\.)* ){{1,9}} " [ \t]* \] )  # over some lines
    | (?P<brace> \{{ )
    | (?P<rest> [;%][^\n]* )
    | (?P<strength> \([!?]+\) | [!?]+ )
    | (?P<open> \( )
    | (?P<close> \) )
    | (?P<nag> \$[0-9]{{1,3}} )
    | (?P<setup> /\s*FEN\b[^/\n]*/ )
    | (?P<result> (?: (?: 1/2 | ½ ) {_GAP}-{_GAP} (?: 1/2 | ½ ) | 1/2 | ½
          | (?: 1 {_GAP}-{_GAP} [01] | 2 {_GAP}-{_GAP} 0 | 0 {_GAP}-{_GAP} [0-2] ) | \* ) (?![\w/:-]) )
    | (?P<dotted> [0-9]{{1,2}}\.[0-9]{{1,2}} (?=[\s!?*(){{}};,$]|\Z) (?! {_GAP}[-–—−{_CROSS}] ) )
    | (?P<number> [0-9]+\.+ )
    | (?P<move>
        (?: (?: @[0-9]{{1,3}} )+ / )?  # where men come back first
        (?:
        (?: [0-9]{{1,3}} (?: {_GAP}[{_CROSS}]{_GAP} [0-9]{{1,3}} )+
          | [0-9]{{1,3}} {_GAP}[-–—−]{_GAP} [0-9]{{1,3}} (?: [-–—−{_CROSS}] [0-9]{{1,3}} )*
          | [0-9]{{4}}
        ) (?![0-9_{_CROSS}–—−-])
      | {_FILE}[0-9]{{1,2}} (?: {_GAP}[-–—−{_CROSS}]{_GAP} {_FILE}[0-9]{{1,2}} | {_FILE}[0-9]{{1,2}} )+
          (?: =[KBCkbc] )? (?!\w)  # what a man becomes
      | {_SMALL} [-–—−{_CROSS}]? {_SMALL}[0-9]{{1,2}} (?: [-–—−{_CROSS}] {_SMALL}[0-9]{{1,2}} )*
          (?!\w)  # by its file
        ) )
    | (?P<dots> [.…]+ )
    | (?P<star> \* )
    | (?P<loss> -\s[12](?=[\s)]|\Z) )
    | (?P<null> --? (?=[\s).]|\Z) )
    | (?P<sign> [+=±∓]+[-+=±∓0-9]* | -[+0-9]+ | a\.\s?l\. )
    | (?P<bare> [0-9]{{1,3}} (?=\s) )
    | (?P<word> [^\s{{}}()\[\];$]+ )
    | (?P<other> . )
    """,
    re.VERBOSE,
)
_TAG = re.compile(rf'\[\s*({_NAME})\s*"((?:[^"\\\n]|\\.)*)"\s*\]')
_BROKEN_TAG = re.compile(rf'\[\s*({_NAME})\s*"((?:[^"\\]|\\.)*)"\s*\]')
_BARE_TAG = re.compile(r'([A-Z][A-Za-z0-9_]*)[ \t]+"((?:[^"\\\n]|\\.)*)"[ \t]*(?=\r?\n|\Z)')
_COLON_TAG = re.compile(r"([A-Za-z]{3,}+|[А-Яа-яЁё]{3,}+\.?)[ \t]*:[ \t]*([^\n]*)")
_SIDE_TAG = re.compile(
    r"""
    ( Бел(?=\.) | Белые(?=[ \t]*[:–—-]) | Ч[её]рн?(?=\.) | Ч[её]рные(?=[ \t]*[:–—-]) ) [.: \t–—-]*
    ( \S[^\n]*? )
    (?: [ \t,;–—-]+ (?= Ч[её]рн?\. | Ч[её]рные[ \t]*[:–—-] ) | (?= [ \t]* (?:\n|\Z) ) )
    """,
    re.IGNORECASE | re.VERBOSE,
)
"""White and Black as Russian texts name them, on one line or two: `Бел.: Иванов, чёрн.: Петров`."""
_LINE_END = re.compile(r"[ \t\r]*\n[ \t]*")
_DAMAGED_TAG = re.compile(rf"\[\s*({_NAME})[ \t]*([^\n]*)")
NEXT_GAME = re.compile(rf'\n[ \t]*\n\s*\[\s*{_NAME}\s*"')
"""An empty line with a tag behind it: the next game begins there at the latest."""
_BRACE = re.compile(r"[{}]")
_SPACE = re.compile(r"[\s\ufeff\u200b]*")
_FIRST_NUMBER = re.compile(r"0*1\s*\.")
_GOES_ON = re.compile(r"[0-9A-Ja-j@($!?.]")
_ESCAPE = re.compile(r'\\(["\\])')

SILENT = frozenset({"comment", "rest", "dots"})
"""The kinds of tokens that may stand outside a game's moves."""
_MARKS = frozenset({"strength", "nag", "star"})


class Token(NamedTuple):
    """A piece of a game's text. `value` is its text; of a comment, what stands between the braces.

    >>> Cutter("1. 21-17! *").game(0).tokens[1]
    Token(kind='move', value='21-17', start=3, end=8)
    """

    kind: str
    value: str
    start: int
    end: int


class Tag(NamedTuple):
    """A tag with its usual name; `start` is its bracket, `at` the first character of its value.

    >>> Cutter('[White "Anna"] 1. 21-17 *').game(0).tags
    [Tag(name='White', value='Anna', start=0, at=8)]
    """

    name: str
    value: str
    start: int
    at: int


@dataclass(slots=True)
class RawGame:
    """One game cut out of the text: its tags, its tokens, and where it stands.

    >>> raw = Cutter("1. 21-17 12-15 1-0").game(0)
    >>> [token.value for token in raw.tokens], raw.result
    (['1.', '21-17', '12-15'], '1-0')
    """

    start: int
    end: int = 0
    tags: list[Tag] = field(default_factory=list)
    tokens: list[Token] = field(default_factory=list)
    result: str = ""
    behind: int = 0  # so many of the last tokens are comments behind the result
    split_at: int | None = None  # where it goes on from a position set up in mid-game

    @property
    def head(self) -> int:
        """Where the game itself begins: its first tag, or its first token that is no comment."""
        if self.split_at is not None:
            return self.split_at
        if self.tags:
            return self.tags[0].start
        return next((token.start for token in self.tokens if token.kind not in SILENT), self.start)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to read: no tag, no move, no word; a comment, a mark, a result at most."""
        return not self.tags and all(token.kind in _MARKS or token.kind in SILENT for token in self.tokens)


class Cutter:
    """Cuts one text. The work is linear in its length as long as games are asked for in order.

    Source:
        PDN 3.0, lexical structure; what is found in the wild beside it.

    >>> Cutter("1. 21-17 *\\n1. 22-18 *").game(10).head
    11
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._boundary = (0, -1)  # searched from, found at
        self._flat = (0, -1)  # from, to: a stretch where braces inside braces do not pair

    def game(self, at: int) -> RawGame | None:
        """Cut the game that begins at or after `at`; None where only space is left."""
        start = skip_space(self.text, at)
        return _GameCutter(self, start).cut() if start < len(self.text) else None

    def comment_end(self, begin: int) -> tuple[int, bool]:
        """Return where the comment that begins at `begin` ends, and whether a brace closes it.

        Braces inside pair where they can, else the first closing brace ends the comment.
        """
        close = self.text.find("}", begin)
        if close >= 0 and self.text.find("\n", begin, close) < 0 and self.text.find("{", begin, close) < 0:
            return close, True
        limit = self._limit(begin)
        paired = self._paired(begin, limit)
        if paired < 0:
            paired = self.text.find("}", begin, limit)
        return (paired, True) if paired >= 0 else (limit, False)

    def _limit(self, begin: int) -> int:
        """Return where the next game surely begins."""
        searched, found = self._boundary
        if not searched <= begin <= found:
            boundary = NEXT_GAME.search(self.text, begin)
            found = boundary.start() if boundary else len(self.text)
            self._boundary = (begin, found)
        return found

    def _paired(self, begin: int, limit: int) -> int:
        if self._flat[0] <= begin < self._flat[1]:
            return -1
        depth = 1
        for brace in _BRACE.finditer(self.text, begin, limit):
            depth += 1 if brace[0] == "{" else -1
            if depth == 0:
                return brace.start()
        self._flat = (begin, limit)
        return -1


def skip_space(text: str, at: int) -> int:
    """Return the index of the first character at or after `at` that is no space.

    >>> skip_space("   1. 21-17", 0)
    3
    """
    match = _SPACE.match(text, at)
    return match.end() if match else at


def _joined(name: str, value: str) -> str:
    """Return a value that was broken over lines as one: a position without a space, words with one."""
    return _LINE_END.sub("" if name == "FEN" else " ", value)


class _GameCutter:
    def __init__(self, cutter: Cutter, start: int) -> None:
        self.cutter = cutter
        self.text = cutter.text
        self.at = start
        self.game = RawGame(start)
        self.names: set[str] = set()
        self.depth = 0
        self.blank_line = False
        self.began = False  # something of the moves' text has been seen
        self.moved = False  # a move has been seen

    def cut(self) -> RawGame:
        while self.at < len(self.text) and self._step():
            pass
        self.game.end = self.at
        self._set_up()
        return self.game

    def _set_up(self) -> None:
        """Take the sides for a position where their pieces are listed, as Russian books do."""
        tags = self.game.tags
        sides = [tag for tag in tags if tag.name in ("White", "Black")]
        if len(sides) != 2 or "FEN" in self.names or any(self.text[tag.start].isascii() for tag in sides):
            return
        pieces = {tag.name: listed_pieces(tag.value) for tag in sides}
        if None in pieces.values() or len(pieces) != 2:
            return
        fen, first = "W:W{White}:B{Black}".format(**pieces), sides[0]
        rest = [tag for tag in tags if tag not in sides]
        self.game.tags = [
            *rest,
            Tag("SetUp", "1", first.start, first.at),
            Tag("FEN", fen, first.start, first.at),
        ]

    def _step(self) -> bool:
        """Take one token; False when the game ends before it or with it."""
        match = _TOKEN.match(self.text, self.at)
        assert match is not None  # `other` takes any character
        kind = match.lastgroup or "other"
        if kind == "space":
            self.blank_line = self.blank_line or match[0].count("\n") > 1
            self.at = match.end()
        elif kind == "tag":
            return self._tag(match.end(), _TAG.match(self.text, self.at))
        elif kind == "broken":
            return self._tag(match.end(), _BROKEN_TAG.match(self.text, self.at))
        elif kind == "result":
            return self._result(match)
        elif kind == "word" and (bare := _BARE_TAG.match(self.text, self.at)) and self._begins_line():
            return self._tag(bare.end(), bare)
        elif kind == "word" and (side := _SIDE_TAG.match(self.text, self.at)) and self._names_side():
            return self._tag(side.end(), side)
        elif kind == "word" and (line := _COLON_TAG.match(self.text, self.at)) and self._is_header(line):
            return self._tag(line.end(), line)
        elif match[0] == "[" and self._begins_line() and _DAMAGED_TAG.match(self.text, self.at):
            damaged = _DAMAGED_TAG.match(self.text, self.at)
            return self._tag(damaged.end() if damaged else self.at, damaged)
        elif kind == "brace":
            self._comment()
        elif kind == "dotted":
            self._take("move", match)
        else:
            self._take(kind, match)
        return True

    def _take(self, kind: str, match: re.Match[str]) -> None:
        if kind == "open":
            self.depth += 1
        elif kind == "close" and self._is_numbered():
            number = self.game.tokens.pop()
            self.at, kind = number.start, "number"
        elif kind == "close":
            self.depth = max(0, self.depth - 1)
        self.began = self.began or kind not in SILENT
        self.moved = self.moved or kind == "move"
        self._add(kind, self.text[self.at : match.end()], match.end())

    def _is_numbered(self) -> bool:
        """Whether a parenthesis stands behind the number of a move, as in `1) 21-17`, and closes nothing."""
        if self.depth or not self.game.tokens:
            return False
        last = self.game.tokens[-1]
        return last.kind == "word" and last.value.isdecimal() and last.end == self.at

    def _add(self, kind: str, value: str, end: int) -> None:
        self.game.tokens.append(Token(kind, value, self.at, end))
        self.at = end

    def _tag(self, end: int, match: re.Match[str] | None) -> bool:
        if match is None:
            return False
        name = standard_name(match[1])
        if self.began or (self.blank_line and name in self.names):
            return False
        value, at = match[2], match.start(2)
        if match.re is _COLON_TAG:
            value = value.strip()
            if len(value) > 1 and value[0] == value[-1] == '"':
                value, at = value[1:-1], at + 1
        elif match.re is _DAMAGED_TAG:
            at += len(value) - len(value.lstrip('" \t'))
            value = value.strip().removesuffix("]").strip().strip('"')
        elif match.re is _BROKEN_TAG:
            value = _joined(name, value)
        self.names.add(name)
        self.game.tags.append(Tag(name, _ESCAPE.sub(r"\1", value), self.at, at))
        self.blank_line = False
        self.at = end
        return True

    def _result(self, match: re.Match[str]) -> bool:
        self.began = True
        if match[0] == "*" and self._is_forced_mark(match):
            self._add("star", "*", match.end())
            return True
        if self.depth:
            self._add("result", match[0], match.end())
            return True
        if match[0] == "*":
            match = self._result_behind(match)
        self.game.result = canonical_result(match[0]) or ""
        self.at = match.end()
        self._last_words()
        return False

    def _last_words(self) -> None:
        """Take the comments behind a result: they belong to the game it ends."""
        after = skip_space(self.text, self.at)
        while self.text.startswith("{", after):
            self.at = after
            self._comment()
            self.game.behind += 1
            after = skip_space(self.text, self.at)

    def _result_behind(self, star: re.Match[str]) -> re.Match[str]:
        """Return the result that some programs write behind the `*`, or the `*` itself."""
        match = _TOKEN.match(self.text, skip_space(self.text, star.end()))
        return match if match is not None and match.lastgroup == "result" else star

    def _is_forced_mark(self, match: re.Match[str]) -> bool:
        """Whether a `*` marks a forced move (FID, art. 13.9) rather than the end of a game."""
        after = self._behind_comments(match.end())
        if not self.moved or not _GOES_ON.match(self.text, after):
            return False
        if _FIRST_NUMBER.match(self.text, after):
            return False
        return self.depth > 0 or self._result_behind(match) is match

    def _behind_comments(self, at: int) -> int:
        """Return where what is neither space nor comment goes on."""
        at = skip_space(self.text, at)
        while self.text.startswith("{", at):
            end, closed = self.cutter.comment_end(at + 1)
            at = skip_space(self.text, end + 1) if closed else len(self.text)
        return at

    def _comment(self) -> None:
        begin = self.at + 1
        end, closed = self.cutter.comment_end(begin)
        if closed:
            self._add("comment", self.text[begin:end], end + 1)
        else:
            self.began = True
            self._add("unclosed", self.text[begin:end], end)

    def _is_header(self, line: re.Match[str]) -> bool:
        """Whether `Event: Club evening` is a header: a usual tag anywhere, before the moves any word."""
        return (is_usual(line[1]) or (not self.began and line[2].strip() != "")) and self._begins_line()

    def _names_side(self) -> bool:
        """Whether `Бел. Иванов` may stand here: before the moves, at the begin of a line or behind a tag."""
        return not self.began and (self._begins_line() or bool(self.game.tags))

    def _begins_line(self) -> bool:
        at = self.at
        while at > 0 and self.text[at - 1] in " \t":
            at -= 1
        return at == 0 or self.text[at - 1] == "\n"
