"""What is written again says what was read: faults that changed files found, one test each."""

from __future__ import annotations

from dataclasses import replace

import pytest

from damiera.notation.pdn.model import PdnGame
from damiera.notation.pdn.reader import read_pdn
from damiera.notation.pdn.writer import write_pdn

JUMP = "[%jump W:W17:B5 fid.italian.2008:8.1.6]"


def game_of(text: str) -> PdnGame:
    [game] = read_pdn(text)
    assert isinstance(game, PdnGame), game
    return game


@pytest.mark.parametrize(
    "text",
    [
        '[GameType "22"]\n[FEN "?"]\n[FEN "W:W21:B5"]\n\n1. 21-17 *',
        '[GameType "22"]\n[SetUp "0"]\n[FEN "no position"]\n\n1. 21-17 *',
        '[GameType "22"]\n[FEN "W:W1"]\n\n/FEN "W:W21:B5"/ 1. 21-17 *',
        '[GameType "22"]\n[Result ""]\n\n1. 21-17 1/2-1/2',
        '[GameType "22"]\n[Result "?"]\n\n1. 21-17 0-1',
        f'[GameType "22"]\n\n1. 21-17 {{{JUMP[:-1]}{{x}}] so}} 2. 17-13 *',
        f'[GameType "22"]\n\n1. 21-17 (1. 22-99 {{{JUMP}}}) 12-15 *',
        f'[GameType "22"]\n\n1. 21-17 {{[%jump W:W17( {JUMP} so}} 2. 17-13 *',
        '[GameType "22"]\n[Site "\u2028"]\n\n1. 21-17 *',
        f'[GameType "22"]\n\n1. 21-17 12-15 * {{said of {JUMP}}}',
    ],
)
def test_a_game_written_with_its_own_tags_reads_back_the_same(text: str) -> None:
    game = game_of(text)
    for style in ("strict", "kept"):
        again = game_of(write_pdn(game, tags="strict" if style == "strict" else "kept"))
        assert replace(again, tags=game.tags) == game
        assert write_pdn(again) == write_pdn(game)


@pytest.mark.parametrize(
    "remark",
    [f"{{before {JUMP} why}}", f"{{before}} {{{JUMP.upper()} why}}", f"; before {JUMP} why\n"],
)
def test_a_change_of_the_board_is_known_with_words_before_it_and_in_capitals(remark: str) -> None:
    game = game_of(f'[GameType "22"]\n\n1. 21-17 {remark} 2. 17-13 *')
    [part] = game.earlier
    assert (part.mainline[0].comment, part.text) == ("before", "why")
    assert part.article.casefold() == "fid.italian.2008:8.1.6"
    assert [ply.text for ply in game.mainline] == ["17-13"]
    assert replace(game_of(write_pdn(game)), tags=game.tags) == game
