"""The fast reader gives the answers of the full one, in its order and with its numbers."""

from __future__ import annotations

import random

import pytest

from damiera.notation.pdn import bulk
from damiera.notation.pdn.bulk import BulkGame, read_bulk
from damiera.notation.pdn.errors import PdnError
from damiera.notation.pdn.model import PdnGame
from damiera.notation.pdn.reader import PdnReader, read_pdn
from damiera.rules.ruleset import ITALIAN, Ruleset

HEAD = '[White "A"]\n[GameType "22"]\n[Result "1-0"]\n\n'
ORDINARY = HEAD + "1. 21-17 12-15 2. 23-19 11-14 1-0\n\n"


def assert_same(text: str, default: Ruleset | None = None) -> None:
    fast = list(read_bulk(text, default=default))
    full = list(read_pdn(text, default=default))
    assert [_plain(item) for item in fast] == [_plain(item) for item in full]


def _plain(item: PdnGame | BulkGame | PdnError) -> tuple[object, ...]:
    if isinstance(item, PdnError):
        return str(item), item.raw, item.tags, item.plies, item.start_line
    return (
        item.number,
        item.line,
        list(item.tags.items()),
        item.ruleset,
        item.ruleset_guessed,
        item.start,
        item.moves,
        item.result,
    )


@pytest.mark.parametrize(
    "body",
    [
        "1. 21-17 12-15 1-0",
        "1.21-17 12-15 2.23-19 1-0",
        "1. 21-17 12-15 2. 23-19 11-14 3. 19x12  8x15 4. 28- 23  *",
        "1. 21 -17 12-15 0 - 1",
        "1. 21-17! 12-15?! $1 2. 23-19 $7 1-1",
        "1. 21-17 {a} 12-15 {[%clk 0:01:02]} 1/2-1/2 {end}",
        "1. 21-17 {a\n\n[White \"B\"]} 12-15 1-0",
        "1. 21-17 {a {b} c} 12-15 1-0",
        "1. 21-17 (22-18) 12-15 1-0",
        "1. 21-17 12-15 1-0 1. 22-18 0-1 2. 99-99",
        "1. 21-17 12-15. 1-0",
        "1. 21-17. 12-15",
        "1. 21-17 * 1.",
        "1. 21-17 12-15 2.",
        "1... 21-17 12-15 ... 1-0",
        "1. ! 21-17 12-15 *",
        "1. 21-17 12-15 * 2. 23-19 *",
        "1. 21-17 12-15* 2. 23-19 11-14",
        "1. 21-17 12-15 ; 1-0",
        "1. 21-17 12-15 2319 1114 *",
        "1. b4-a3 *",
        "1. 21-17 99-99 *",
        "1. 21-17 12-15 *[oops",
        "1. 21-17 12-15 [oops] *",
        "{only a comment}",
        "",
        "*",
        "1. *",
        "4-6",
        "abc",
        "1. 21-17 - - 2. - -",
        "1 21-17 12-15 1-0",
        "1/2",
    ],
)  # fmt: skip
def test_one_body_between_ordinary_games(body: str) -> None:
    assert_same(ORDINARY + HEAD + body + "\n\n" + ORDINARY + ORDINARY)
    assert_same(HEAD + body)


@pytest.mark.parametrize(
    "head",
    [
        "",
        '[White "A"]\n',
        '[Bianco "A"][Anno "2005"]\n',
        '[GameType "20"]\n',
        '[GameType "25"]\n',
        '[GameType "what"]\n',
        '[White "A\\"B"]\n',
        '[White "A]\n',
        '[White "A"]\n[White "B"]\n',
        '[White "A"]\n\n[White "B"]\n',
        '[Setup "0"]\n[FEN "W:W31:B1"]\n',
        '[GameType "22"]\n[FEN "W:W21:B12."]\n',
        '[GameType "22"]\n[FEN "W:W33:B1"]\n',
        '[FEN "W:W21:B12"]\n',
        '[Result "4-6"]\n',
        '[Result "0-1"]\n',
        '{remark}\n[White "A"]\n',
        '% line\n[White "A"]\n',
        '[Event "a [b] c"]\n',
    ],
)
def test_one_header_between_ordinary_games(head: str) -> None:
    assert_same(ORDINARY + head + "1. 21-17 12-15 1-0\n\n" + ORDINARY)
    assert_same(ORDINARY + head + "\n" + ORDINARY, default=ITALIAN)


@pytest.mark.parametrize(
    "first", ["1-0000", "9-14 33-28", "11-15 23-19", "c3-d4 d6-c5", "99-98", "21-17 - -"]
)
def test_a_game_without_moves_keeps_its_company(first: str) -> None:
    assert_same(f'[A "1"]\n{first}\n\n[A "2"]\n*\n\n[A "3"]\n*')


@pytest.mark.parametrize(
    "text", ['[A "1"]1-0*[A "2"]', '[A "1"]1-0*[GameType "20"]', '[A "1"]*1-0{x}*[GameType "20"]*']
)
def test_a_stray_sign_between_games_is_no_game(text: str) -> None:
    assert_same(text)


def test_an_ordinary_collection_never_meets_the_full_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    guessed = '[Bianco "A"]\n\n1. 21-17 12-15 { pari } 1/2-1/2\n\n[White "B"]\n\n1. 11-15 23-19 *\n\n'
    text = (ORDINARY + guessed) * 5
    expected = [_plain(item) for item in read_pdn(text)]
    calls: list[object] = []
    plain_next = PdnReader.next

    def counted(self: PdnReader) -> PdnGame | PdnError | None:
        calls.append(self)
        return plain_next(self)

    monkeypatch.setattr(PdnReader, "next", counted)
    assert [_plain(item) for item in read_bulk(text)] == expected
    assert len(calls) <= 2  # only to learn that the text is at its end


def test_batches_are_joined_without_a_seam(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk, "_BATCH", 3)
    bad = HEAD + "1. 21-17 1-0 1. 22-18 1-0 99-99\n\n"
    assert_same((ORDINARY * 2 + bad) * 5 + ORDINARY)


def test_a_game_read_fast_knows_its_moves_and_its_remarks() -> None:
    [game] = read_bulk("\n\n" + HEAD + "1. 21-17 {good} 12-15 1-0")
    assert isinstance(game, BulkGame)
    assert (game.plies, game.line, game.number) == (2, 3, 1)
    assert game.final == ITALIAN.start().play(game.moves[0]).play(game.moves[1])
    assert game.game().mainline[0].comment == "good"
    assert game.game().line == 3


def test_random_damage_is_read_alike() -> None:
    rng = random.Random(7)
    signs = [
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        '"',
        "*",
        "1-0",
        "\n\n",
        "x",
        "-",
        " ",
        "9",
        '[A "b"]',
        "$",
        ";",
        ".",
        ":",
    ]
    for _ in range(150):
        text = list(ORDINARY * 3)
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(text))
            text[at : at + rng.randint(0, 3)] = [rng.choice(signs)]
        assert_same("".join(text))
