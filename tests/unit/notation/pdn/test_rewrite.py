"""Collections are rewritten as the full writer writes, and read in pieces as they are read whole."""

from __future__ import annotations

import gc
import io
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from damiera.notation.pdn.bulk import BulkGame, read_bulk
from damiera.notation.pdn.errors import PdnError
from damiera.notation.pdn.model import PdnGame
from damiera.notation.pdn.rewrite import rewrite, rewrite_all
from damiera.notation.pdn.stream import read_file
from damiera.notation.pdn.writer import write_pdn

HEAD = '[White "Anna"]\n[GameType "22"]\n\n'


@pytest.mark.parametrize(
    ("body", "fast"),
    [
        ("1. 21-17 12-15 *", True),
        ("1.21-17 12-15 2.23-19 11-14 3.19x12 8x15 1-0", True),
        ("{a} 1. 21-17! (1. 22-18 {b} 12-15 (1... 10-14 $1)) {c} 12-15 ({d} 1... 10-14) *", True),
        ("1. 21-17 {a} {b} ({c} {d} 1. 22-18) {e} {f} 12-15 1-0 {g} {h}", True),
        ("1. 21-17 $07 $10 {+1} {a. l.} {x} 12-15 2. 23-19 11-14 3. 19-12 8:15 *", True),
        ("1. 21-17 {a} $1 12-15 *", True),  # the writer puts the glyph first
        ("1. 21-17 (1. 22-18) $1 12-15 *", True),
        ("1. 21-17 {a} ! 12-15 *", False),
        ("1. 21-17 (1. 22-18) {+1} 12-15 *", True),
        ("1. 21-17 {[%end] b} 12-15 *", True),
        ("{+1} 1. 21-17 *", True),
        ("1. 21-17 () 12-15 *", False),
        ("1. 21-17 ({a}) 12-15 *", False),
        ("1. 21-17 (1. 22-17) 12-15 *", False),
        ("1. 21-17 (1. 22-18! 1-0) 12-15 *", False),
        ("1. 21-17 } (1. 22-18) *", False),
    ],
)
def test_written_as_the_full_writer_writes(body: str, fast: bool) -> None:
    for item in read_bulk(HEAD + body):
        if isinstance(item, PdnError):
            assert "}" in body
            continue
        assert isinstance(item.played, PdnGame) is not fast
        assert rewrite(item) == write_pdn(item.game())
        assert rewrite(item, results="chess", ending="result") == write_pdn(
            item.game(), results="chess", ending="result"
        )


def test_long_captures_are_written_short_where_that_is_clear() -> None:
    fork = '[GameType "22"]\n[FEN "B:W6,13,14,21,22:B3"]\n\n1... 3x10x19x26 *'
    clear = '[GameType "22"]\n[FEN "W:W22,31:B10,18"]\n\n1. 22x13x6 (1. 22x13x6 {long}) *'
    assert [rewrite(game).splitlines()[-1] for game in _games(fork)] == ["1... 3x10x19x26 *"]
    assert [rewrite(game).splitlines()[-1] for game in _games(clear)] == ["1. 22x6 (1. 22x6 {long}) *"]


def _games(text: str) -> list[BulkGame]:
    return [item for item in read_bulk(text) if isinstance(item, BulkGame)]


def test_a_damaged_game_is_left_out() -> None:
    text = f"{HEAD}1. 21-17 *\n\n{HEAD}1. 21-3 *\n\n{HEAD}1. 22-18 *\n"
    assert [out.splitlines()[-1] for out in rewrite_all(read_bulk(text))] == ["1. 21-17 *", "1. 22-18 *"]


@pytest.mark.parametrize(
    ("data", "names"),
    [
        ("\r\n".join(['[White "Borghé"]', "", "1. 21-17 *", ""] * 9).encode("latin-1"), ["Borghé"] * 9),
        ("\n".join(['[White "Ñ"]', "", "1. 21-17 *", ""] * 9).encode("utf-16"), ["Ñ"] * 9),
        ("\ufeff" + "\r".join(['[White "Ñ"]', "", "1. 21-17 *", ""] * 9), ["Ñ"] * 9),
        ('[White "A"]\n[FEN "W:W21:B12"]\n\n' * 9, ["A"] * 9),
        (('; {a}\n\n[White "A"]\n1. 21-17 1-0\n\n') * 9, ["A"] * 9),
        (('{a}\n\n[White "A"]\n\n[Black "B"]\n1. 21-17 1-0 {b}\n\n') * 9, ["A"] * 9),
    ],
)
def test_pieces_of_every_encoding_and_shape(data: str | bytes, names: list[str]) -> None:
    whole = data.encode() if isinstance(data, str) else data
    for piece in (7, 64, 1 << 20):
        read = list(read_file(io.BytesIO(whole), piece=piece))
        assert [item.tags["White"] for item in read] == names
        assert [item.line for item in read] == [item.line for item in read_bulk(whole)]
        assert [item.game() for item in read if isinstance(item, BulkGame)] == [
            g.game() for g in _bulk(whole)
        ]


def _bulk(data: bytes) -> list[BulkGame]:
    return [item for item in read_bulk(data) if isinstance(item, BulkGame)]


@pytest.fixture
def collected_as_usual() -> Iterator[None]:
    """Garbage is collected as often as in a program; tests let more of it wait."""
    seldom = gc.get_threshold()
    gc.set_threshold(700, 10, 10)
    yield
    gc.set_threshold(*seldom)


@pytest.mark.slow
@pytest.mark.usefixtures("collected_as_usual")
def test_memory_does_not_grow_with_the_games(tmp_path: Path) -> None:
    game = HEAD + "1. 21-17 {a remark} (1. 22-18) 12-15 *\n\n"
    peaks = []
    for count in (300, 3000):
        path = tmp_path / f"{count}.pdn"
        path.write_text(game * count, encoding="utf-8")
        tracemalloc.start()
        assert sum(1 for _ in rewrite_all(read_file(path, piece=5000))) == count
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.2 * peaks[0]
