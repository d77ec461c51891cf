"""Every file of tests/golden reads as the file beside it says, by the full reader and by the fast one.

A line of an `.expected` file is one game: `ok GAME said|guessed PLIES RESULT` or
`error LINE:COLUMN KIND ARTICLES`.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from damiera.notation.pdn.bulk import BulkGame, read_bulk
from damiera.notation.pdn.decode import Source
from damiera.notation.pdn.errors import PdnError
from damiera.notation.pdn.lexer import Cutter, RawGame
from damiera.notation.pdn.model import PdnGame
from damiera.notation.pdn.reader import read_pdn
from damiera.notation.pdn.results import canonical_result
from damiera.notation.pdn.rewrite import rewrite
from damiera.notation.pdn.stream import read_file
from damiera.notation.pdn.writer import write_pdn, write_pdn_file

GOLDEN = Path(__file__).parent.parent.parent / "golden"
FILES = sorted(GOLDEN.rglob("*.pdn"))


def _said(item: PdnGame | BulkGame | PdnError) -> str:
    if isinstance(item, PdnError):
        return f"error {item.line}:{item.column} {item.kind} {','.join(item.articles)}".rstrip()
    how = "guessed" if item.ruleset_guessed else "said"
    return f"ok {item.ruleset} {how} {len(item.moves)} {item.result}"


def _expected(path: Path) -> list[str]:
    return path.with_suffix(".expected").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_reads_as_expected(path: Path) -> None:
    items = list(read_pdn(path.read_bytes()))
    assert [_said(item) for item in items] == _expected(path)
    assert any(isinstance(item, PdnError) for item in items) is (path.parent.name == "fail")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_fast_reader_agrees(path: Path) -> None:
    for fast, full in zip(read_bulk(path.read_bytes()), read_pdn(path.read_bytes()), strict=True):
        if isinstance(full, PdnError):
            assert str(fast) == str(full)
        else:
            assert isinstance(fast, BulkGame)
            assert (fast.number, fast.line, fast.tags) == (full.number, full.line, full.tags)
            assert (fast.moves, fast.final) == (full.moves, full.positions[-1])
            assert fast.game() == full
            assert fast.game().number == full.number


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_is_written_reads_back(path: Path) -> None:
    games = [item for item in read_pdn(path.read_bytes()) if isinstance(item, PdnGame)]
    written = write_pdn_file(games)
    again = list(read_pdn(written))
    assert all(isinstance(game, PdnGame) for game in again)
    assert [_bare(game) for game in again] == [_bare(game) for game in games]
    assert write_pdn_file([game for game in again if isinstance(game, PdnGame)]) == written


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_fast_writer_agrees(path: Path) -> None:
    for game in read_bulk(path.read_bytes()):
        if isinstance(game, BulkGame):
            assert rewrite(game) == write_pdn(game.game())
            assert rewrite(game, tags="kept") == write_pdn(game.game(), tags="kept")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_read_in_pieces_is_the_same(path: Path) -> None:
    whole = list(read_bulk(path.read_bytes()))
    # what the games in letters of a file are is asked of those of its first piece
    for piece in (40, 700) if path.stem != "czech_letters" else (3000,):
        for one, two in zip(read_file(path, piece=piece), whole, strict=True):
            if isinstance(one, PdnError):
                assert str(one) == str(two)
            else:
                assert isinstance(two, BulkGame)
                assert (one.number, one.line, one.tags, one.result) == (
                    two.number,
                    two.line,
                    two.tags,
                    two.result,
                )
                assert one.game() == two.game()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_tags_are_kept_in_their_order(path: Path) -> None:
    for game in read_pdn(path.read_bytes()):
        if isinstance(game, PdnGame):
            [again] = read_pdn(write_pdn(game, tags="kept"))
            assert isinstance(again, PdnGame)
            given = list(game.tags.items())
            assert list(again.tags.items())[: len(given)] == given
            assert _bare(again) == _bare(game)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_word_sign_or_tag_is_lost(path: Path) -> None:
    """Counted on the text itself, without the tree."""
    text = Source(path.read_bytes()).text
    cutter = Cutter(text)
    at = 0
    while (raw := cutter.game(at)) is not None:
        at = raw.end
        if any(token.kind in _NOT_AS_WRITTEN for token in raw.tokens) or raw.is_empty:
            continue
        item = next(read_pdn(text[raw.start : raw.end]))
        unusual = (
            canonical_result(item.tags.get("Result", "*")) is None
        )  # such as 4-6, which looks like a move
        if isinstance(item, PdnGame) and not item.notes and not unusual:
            again = Cutter(write_pdn(item, tags="kept")).game(0)
            assert again is not None
            assert _counted(again) == _counted(raw)
            assert {tag.name for tag in raw.tags} <= {tag.name for tag in again.tags}


# What is written in another form: lines become braces, signs glyphs.
_NOT_AS_WRITTEN = {"rest", "word", "sign", "loss", "star", "null", "setup", "unclosed"}


def _counted(raw: RawGame) -> list[object]:
    """The words of all remarks, and how many moves, lines, glyphs and marks there are."""
    remarks = " ".join(
        token.value.removeprefix("[%end]").replace("{", "(").replace("}", ")")
        for token in raw.tokens
        if token.kind == "comment"
    )
    kinds = Counter(token.kind for token in raw.tokens)
    marks = "".join(token.value.strip("()") for token in raw.tokens if token.kind == "strength")
    return [remarks.split(), marks, *(kinds[kind] for kind in ("move", "open", "close", "nag"))]


def _bare(game: PdnGame | PdnError) -> object:
    assert isinstance(game, PdnGame)
    return game.ruleset, game.start, game.mainline, game.result, game.comment, game.closing


def test_the_folders_hold_files() -> None:
    assert {path.parent.name for path in FILES} == {"succeed", "fail"}
