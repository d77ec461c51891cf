"""The characters of a PDN file: UTF-8, UTF-16 with its mark, or a code page of the West or of Cyrillic."""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right
from io import BytesIO
from typing import IO

__all__ = ["Source", "decode", "encoding_of"]

_PIECE = 1 << 20
_HIGH_LETTERS = re.compile(rb"[\xc0-\xff]+")
_A_WORD = 3  # so many beside one another are no accents


def decode(data: bytes | str) -> str:
    """Return the text, lines ended by a line feed, without a byte order mark.

    Bytes are UTF-16 when they begin with its mark, else UTF-8 when they are valid UTF-8, else the code page
    of Windows for Cyrillic when most of their letters beyond ASCII stand in words of such letters, else that
    of the West, which holds Latin-1.

    >>> decode("Borghé\\r\\n".encode("latin-1")), decode("Чижов".encode("cp1251"))
    ('Borghé\\n', 'Чижов')
    """
    text = data if isinstance(data, str) else _text(data)
    text = text.removeprefix("\ufeff")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text


def _text(data: bytes) -> str:
    return data.decode(encoding_of(BytesIO(data)), errors="replace")


def encoding_of(stream: IO[bytes]) -> str:
    """Return how the bytes of a stream are written, read from where it stands to its end.

    >>> encoding_of(BytesIO("Borghé".encode())), encoding_of(BytesIO("Borghé".encode("latin-1")))
    ('utf-8', 'cp1252')
    """
    begun = stream.tell()
    if stream.read(2) in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        return "utf-16"
    stream.seek(begun)
    if _is_valid(stream, "utf-8"):
        return "utf-8"
    stream.seek(begun)
    encoding = "cp1251" if _is_in_words(stream) else "cp1252"
    stream.seek(begun)
    return encoding if _is_valid(stream, encoding) else "latin-1"


def _is_in_words(stream: IO[bytes]) -> bool:
    """Whether most letters beyond ASCII stand beside others, as those of Cyrillic do, and accents do not."""
    letters = in_words = 0
    while piece := stream.read(_PIECE):
        for run in map(len, _HIGH_LETTERS.findall(piece)):
            letters += run
            in_words += run if run >= _A_WORD else 0
    return in_words > max(_A_WORD, letters // 2)


def _is_valid(stream: IO[bytes], encoding: str) -> bool:
    decoder = codecs.getincrementaldecoder(encoding)()
    try:
        while piece := stream.read(_PIECE):
            decoder.decode(piece)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


class Source:
    """A decoded text that knows the line and column of every character.

    >>> source = Source("1. 21-17\\n12-15")
    >>> source.place(9), source.excerpt(9)
    ((2, 1), '12-15')
    """

    def __init__(self, data: bytes | str, first_line: int = 1) -> None:
        self.text = decode(data)
        self.first_line = first_line
        self._starts: list[int] | None = None

    def place(self, offset: int) -> tuple[int, int]:
        """Return line and column, both counted from 1, of the character at `offset`."""
        starts = self._line_starts()
        line = bisect_right(starts, offset)
        return line + self.first_line - 1, offset - starts[line - 1] + 1

    def excerpt(self, offset: int, width: int = 76) -> str:
        """Return the line at `offset`; of a long line, the part round it."""
        starts = self._line_starts()
        line = bisect_right(starts, offset)
        begin = starts[line - 1]
        end = starts[line] - 1 if line < len(starts) else len(self.text)
        if end - begin > width:
            begin = max(begin, offset - width // 2)
            end = min(end, begin + width)
        return self.text[begin:end].strip()

    def _line_starts(self) -> list[int]:
        if self._starts is None:
            starts = [0]
            at = self.text.find("\n")
            while at >= 0:
                starts.append(at + 1)
                at = self.text.find("\n", at + 1)
            self._starts = starts
        return self._starts
