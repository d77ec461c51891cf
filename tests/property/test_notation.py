"""Whatever is played can be written and read back, and whatever is read is a game or a placed error."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Literal, ParamSpec, TypeVar

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from damiera._core import Position
from damiera.notation.clipboard import read_game, read_position
from damiera.notation.errors import FenError, MoveSyntaxError, NotationError
from damiera.notation.fen import format_fen, parse_fen
from damiera.notation.moves import best_route, format_move, format_path, parse_move
from damiera.notation.numbering import square_name
from damiera.notation.pdn.bulk import BulkGame, read_bulk
from damiera.notation.pdn.errors import PdnError
from damiera.notation.pdn.model import CLOSING, PdnGame, PdnLine, PdnMove, pdn_game
from damiera.notation.pdn.reader import read_pdn
from damiera.notation.pdn.results import RESULTS
from damiera.notation.pdn.rewrite import rewrite
from damiera.notation.pdn.writer import full_tags, write_pdn, write_pdn_file
from damiera.notation.signs import is_sign
from damiera.rules.ruleset import CATALOGUE, Ruleset
from damiera.rules.setup import Setup
from damiera.testing.strategies import Playout, games, positions, rulesets, setups
from tests.cases import case
from tests.examples import in_turn, of_each_game

GAMES = pytest.mark.parametrize("ruleset", in_turn(CATALOGUE.values()), ids=str)
_TEXT = st.text(max_size=40)
_WORDS = st.text(st.characters(exclude_characters="{}", exclude_categories=["Cs"]), max_size=60).map(
    lambda text: " ".join(text.split())
)
# A comment that is a sign and no more is that sign.
_REMARKS = _WORDS.filter(lambda text: not is_sign(text) and not text.startswith(CLOSING))
_PIECES_OF_PDN = [
    '[Event "A"]\n', '[GameType "22"]\n', '[GameType "20', '[FEN "W:W21:B12"]\n', '[Bianco "A"]',
    '/FEN "W:W21:B12"/', "\n\n", "\n", " ", "\u2028", "\ufeff", "1.", "2...", "9", "parola",
    "21-17", "12-15", "23x19", "11-15", "32-28", "c3-d4", "2117", "8- 3", "-", "=", "+1", "!", "?!", "(!)",
    "$7", "$", "{", "}", "(", ")", "[", "]", ";", "%", "/", '"',
    "*", "1-0", "1-1", "2-0", "1/2-1/2", "0-0", "½-½",
]  # fmt: skip

_CLIPS = st.text("WBwbzZeKkoxX.:-_,0123456789 \n|/[]%HFR", max_size=120)

_T = TypeVar("_T")
_P = ParamSpec("_P")


def _or_error(call: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T | NotationError:
    try:
        return call(*args, **kwargs)
    except NotationError as error:
        return error


@given(data=st.data())
@of_each_game(40)
@GAMES
def test_a_position_reads_back_from_its_fen(ruleset: Ruleset, data: st.DataObject) -> None:
    position = data.draw(positions(ruleset))
    assert parse_fen(format_fen(position), ruleset).position() == position
    assert format_fen(Setup.from_position(position)) == position.fen
    if ruleset.core.family == "draughts" and position.king_runs == (None, None):
        assert parse_fen(_other_fen(position, ruleset), ruleset).position() == position


def _other_fen(position: Position, ruleset: Ruleset) -> str:
    """The same position the other way: Black first, in letters, small, spaced, with a full stop."""

    # Where there is a file k, `k3` is a king on 3.
    style: Literal["a1", "native"] = "a1" if ruleset.core.files < 11 else "native"

    def listed(men: tuple[int, ...], kings: tuple[int, ...]) -> str:
        names = [
            ("k " if square in kings else "") + square_name(ruleset, square, style) for square in men + kings
        ]
        return " , ".join(reversed(names))

    white = listed(position.white_men, position.white_kings)
    black = listed(position.black_men, position.black_kings)
    return f" {position.side.letter.lower()} :b {black} : w {white} . "


@given(text=_TEXT)
@of_each_game(80)
@example("W:W\u0661:B")
@example("w:wk" + "9" * 5000)
@GAMES
def test_any_text_is_a_position_or_a_placed_error(ruleset: Ruleset, text: str) -> None:
    for candidate in (text, f"W:W{text}:B1", f"B:B{text}"):
        setup = _or_error(parse_fen, candidate, ruleset)
        if isinstance(setup, NotationError):
            assert isinstance(setup, FenError)
            assert 1 <= setup.column <= len(candidate) + 1
            assert candidate.startswith(setup.found, setup.column - 1)


@given(data=st.data())
@of_each_game(40)
@GAMES
def test_every_legal_move_reads_back(ruleset: Ruleset, data: st.DataObject) -> None:
    position = data.draw(positions(ruleset))
    texts = [format_move(position, move) for move in position.moves()]
    assert len(set(texts)) == len(texts)
    for text, move in zip(texts, position.moves(), strict=True):
        assert parse_move(position, text) == move
        assert parse_move(position, format_move(position, move, long=True)) == move
        names = [square_name(ruleset, square, "a1") for square in best_route(position, move)]
        entries = "".join(f"@{square}" for square in move.drops) + ("/" if move.drops else "")
        assert parse_move(position, entries + "x".join(names).upper()) == move
        assert format_path(ruleset, (move.origin, move.destination), capture=move.is_capture)[:2].isascii()


@given(data=st.data())
@of_each_game(100)
@GAMES
def test_any_squares_are_a_move_or_are_explained(ruleset: Ruleset, data: st.DataObject) -> None:
    position = data.draw(st.one_of(setups(ruleset), st.just(ruleset.start())))
    squares = data.draw(st.lists(st.integers(0, ruleset.core.squares + 1), min_size=2, max_size=5))
    move = _or_error(parse_move, position, "x".join(map(str, squares)))
    if isinstance(move, NotationError):
        assert not isinstance(move, MoveSyntaxError)
        assert move.text("it") != move.text("en")
    else:
        assert position.is_legal(move)


@given(text=_TEXT)
def test_any_text_is_a_move_or_an_error(text: str) -> None:
    start = next(iter(CATALOGUE.values())).start()
    move = _or_error(parse_move, start, text)
    assert isinstance(move, NotationError) or start.is_legal(move)


@st.composite
def pdn_games(draw: st.DrawFn) -> PdnGame:
    """Games with tags, remarks, marks, glyphs, variations, from the start or from elsewhere."""
    ruleset = draw(rulesets())
    start = draw(st.one_of(st.none(), setups(ruleset)))
    playout = draw(games(ruleset, 40, start=start))
    names = st.from_regex(r"[A-Z][A-Za-z0-9_]{0,8}", fullmatch=True).filter(lambda name: name not in _DERIVED)
    game = pdn_game(
        ruleset,
        playout.moves,
        start=playout.start,
        tags=draw(st.dictionaries(names, _WORDS, max_size=3)),
        result=draw(st.sampled_from(RESULTS)),
        comment=draw(_REMARKS),
    )
    return replace(game, mainline=_remarked(draw, playout, game.mainline, 2), closing=draw(_REMARKS))


_DERIVED = {"GameType", "FEN", "SetUp", "Result", "Date"}


def _remarked(
    draw: st.DrawFn, playout: Playout, line: tuple[PdnMove, ...], depth: int
) -> tuple[PdnMove, ...]:
    out = list(line)
    marked = st.lists(st.sampled_from(range(len(line))), max_size=3, unique=True) if line else st.just([])
    for at in draw(marked):
        variations = tuple(draw(st.lists(_lines(playout.ruleset, playout.positions[at], depth), max_size=2)))
        out[at] = replace(
            line[at],
            comment=draw(_REMARKS),
            nags=tuple(draw(st.lists(st.integers(0, 255), max_size=2))),
            strength=draw(st.sampled_from(["", "!", "?", "!!", "??", "!?", "?!", "!?!!!"])),
            variations=variations,
            signs=tuple(draw(st.lists(st.sampled_from(["+1", "-2", "a.l.", "+-"]), max_size=2))),
        )
    return tuple(out)


@st.composite
def _lines(draw: st.DrawFn, ruleset: Ruleset, position: Position, depth: int) -> PdnLine:
    playout = draw(games(ruleset, 4, start=position))
    line = pdn_game(ruleset, playout.moves, start=position).mainline
    if depth:
        line = _remarked(draw, playout, line, depth - 1)
    comment = draw(_REMARKS) if line else "no move"
    return PdnLine(line, comment, draw(_REMARKS))


@given(written=st.lists(pdn_games(), min_size=1, max_size=3))
@settings(max_examples=60)
def test_games_read_back_whole(written: list[PdnGame]) -> None:
    text = write_pdn_file(written)
    read = list(read_pdn(text.encode()))
    assert read == [replace(game, tags=full_tags(game)) for game in written]
    assert all(len(line) <= 80 for line in text.splitlines() if _is_breakable(line))
    assert write_pdn_file([game for game in read if isinstance(game, PdnGame)]) == text


def _is_breakable(line: str) -> bool:
    return not line.startswith("[") and all(len(word) < 30 for word in line.split(" "))


@given(written=st.lists(pdn_games(), min_size=1, max_size=3))
@settings(max_examples=30)
def test_the_fast_reader_reads_the_same(written: list[PdnGame]) -> None:
    text = "\n".join(write_pdn(game, results="chess", ending="result") for game in written)
    for fast, full in zip(read_bulk(text), read_pdn(text), strict=True):
        assert isinstance(fast, BulkGame)
        assert isinstance(full, PdnGame)
        assert (fast.moves, fast.tags, fast.result) == (full.moves, full.tags, full.result)
        assert fast.game() == full
        assert rewrite(fast) == write_pdn(full)


@given(
    text=st.one_of(
        st.text(max_size=200),
        st.lists(st.sampled_from(_PIECES_OF_PDN), max_size=40).map("".join),
        st.lists(st.sampled_from(_PIECES_OF_PDN), max_size=40).map(" ".join),
    )
)
@settings(max_examples=400)
def test_any_text_is_games_and_placed_errors(text: str) -> None:
    items = list(read_pdn(text))
    assert [item.game if isinstance(item, PdnError) else item.number for item in items] == list(
        range(1, len(items) + 1)
    )
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for item in items:
        if isinstance(item, PdnError):
            assert 1 <= item.line <= len(lines)
            assert 1 <= item.column <= len(lines[item.line - 1]) + 1
            assert item.text("it")
        else:
            assert 1 <= item.line <= len(lines)
            assert len(item.positions) == len(item.mainline) + 1
    fast = list(read_bulk(text))
    assert [str(item) for item in fast if isinstance(item, PdnError)] == [
        str(item) for item in items if isinstance(item, PdnError)
    ]
    assert [item.moves for item in fast if isinstance(item, BulkGame)] == [
        item.moves for item in items if isinstance(item, PdnGame)
    ]
    assert [rewrite(item) for item in fast if isinstance(item, BulkGame)] == [
        write_pdn(item) for item in items if isinstance(item, PdnGame)
    ]


@given(text=st.one_of(_TEXT, st.lists(st.sampled_from(_PIECES_OF_PDN), max_size=20).map("".join), _CLIPS))
@settings(max_examples=300)
def test_any_clipboard_is_a_position_or_an_error(text: str) -> None:
    for read in (read_position, read_game):
        found = _or_error(read, text)
        assert not isinstance(found, NotationError) or found.text("it")


@given(data=st.binary(max_size=300))
def test_any_bytes_are_read(data: bytes) -> None:
    assert all(isinstance(item, PdnGame | PdnError) for item in read_pdn(data))


@pytest.mark.parametrize("slug", in_turn(CATALOGUE))
def test_a_game_of_every_kind_is_written_as_pdn_and_read_back(slug: str) -> None:
    ruleset, moves, chance = CATALOGUE[slug], [], random.Random(slug)
    position = ruleset.start()
    for _ in range(60):
        legal = position.moves()
        if not legal:
            break
        moves.append(chance.choice(legal))
        position = position.play(moves[-1])
    (read,) = read_pdn(write_pdn(pdn_game(ruleset, moves)))
    assert isinstance(read, PdnGame)
    assert (read.ruleset, [played.move for played in read.mainline]) == (ruleset, moves)


_GOLDEN = [
    path.read_bytes()[:3000] for path in sorted((Path(__file__).parent.parent / "golden").rglob("*.pdn"))
]
_BITS = [
    b"(", b")", b"{", b"}", b"[", b'"', b"*", b"$5", b"!", b"?", b" ", b"\n", b"-", b"x", b"1", b".", b"%",
    b";", b'\n\n[Event "x"]\n', b" 1-0 ", b'/FEN "W:W21:B1"/', b"{[%end] x}", b" +1 ", b" - 2 ", b"{+1}",
]  # fmt: skip


def test_damaged_files_are_read_and_written_alike() -> None:
    """By the full reader and the fast one; and what is written reads back as the same game."""
    for seed in range(300):
        with case(seed):
            _is_read_and_written_alike(seed)


def _is_read_and_written_alike(seed: int) -> None:
    rng = random.Random(seed)
    data = bytearray(rng.choice(_GOLDEN))
    for _ in range(rng.randint(1, 8)):
        at = rng.randrange(len(data) + 1)
        match rng.randrange(3):
            case 0:
                data[at : at + 1] = rng.choice(_BITS)
            case 1:
                del data[at : at + rng.randint(1, 30)]
            case _:
                data[at:at] = data[rng.randrange(len(data) + 1) :][:40] if seed % 2 else rng.choice(_BITS)
    for full, fast in zip(read_pdn(bytes(data)), read_bulk(bytes(data)), strict=True):
        if isinstance(full, PdnError):
            assert str(full) == str(fast)
            continue
        assert isinstance(fast, BulkGame)
        assert fast.game() == full
        written = write_pdn(full)
        assert rewrite(fast) == written
        [again] = read_pdn(written)
        assert isinstance(again, PdnGame)
        assert (again.mainline, again.comment, again.closing) == (full.mainline, full.comment, full.closing)
        assert (again.start, again.result, again.ruleset) == (full.start, full.result, full.ruleset)
