"""What is spoken of a whole game of every game: the recorded lines, from the program and from its scripts."""

from __future__ import annotations

import json
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from damiera.game.sides import side_name
from damiera.game.state import Game
from damiera.messages import Lang
from damiera.paper.geometry import geometry
from damiera.rules.ruleset import CATALOGUE
from damiera.service.game_views import pieces_view
from damiera.service.spoken import move_words, piece_words
from damiera.web.common.i18n import SCRIPTS, script_strings
from tests.spoken import heard, path_of, plies, recorded, written

PAGE = Path(__file__).parents[2] / "spoken_words.mjs"


@cache
def whole_games() -> dict[str, Game]:
    return {slug: recorded(slug) for slug in CATALOGUE}


@pytest.mark.slow
def test_every_game_is_heard_as_it_was_recorded() -> None:
    for slug, game in whole_games().items():
        assert written(heard(game)) == path_of(slug).read_text(encoding="utf-8"), slug


def test_every_recorded_game_is_whole() -> None:
    assert [slug for slug, game in whole_games().items() if game.outcome is None] == []


def test_lines_name_squares_as_the_board_prints_them() -> None:
    for slug, game in whole_games().items():
        names = {point.name for point in geometry(game.ruleset.core).points}
        for line in heard(game).squares_first[:-1]:
            said = line.split(": ", 1)[1].rstrip(".").replace(",", "").split()
            squares = [word for word in said if any(sign.isdigit() for sign in word)]
            assert len(squares) >= 2, (slug, line)
            assert names.issuperset(squares), (slug, line)


@pytest.mark.parametrize("lang", ["en", "it", "fr"])
def test_scripts_say_the_same_words_and_positions(lang: Lang) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node on this machine: install nodejs")
    done = subprocess.run(
        [node, str(PAGE)], input=json.dumps(_asked(lang)), capture_output=True, text=True, check=True
    )
    said = json.loads(done.stdout)
    for (slug, game), rows in zip(whole_games().items(), said["told"], strict=True):
        for (ply, before), row in zip(plies(game), rows, strict=True):
            ours = [
                move_words(game.ruleset, ply, before, detail="full", order="square").text(lang),
                move_words(game.ruleset, ply, before, detail="short", order="piece").text(lang),
            ]
            assert row == ours, (slug, ply.ply)
    for (slug, game), fens in zip(whole_games().items(), said["fens"], strict=True):
        for position, fen in zip(game.positions, fens, strict=True):
            assert position.fen.startswith(fen), (slug, position.fen, fen)
    first, other = said["cells"]
    assert first.startswith(f"22, {piece_words('w').text(lang)}, ")
    assert other.startswith(f"{piece_words('w').text(lang)}, 22, ")
    letters = ("w", "W", "b", "B", "0", "1", "2", "3", "4", "5", "wB", None)
    assert said["pieces"] == [piece_words(piece).text(lang) for piece in letters]


def _asked(lang: Lang) -> Any:
    games = [
        {
            "names": [point.name for point in geometry(game.ruleset.core).points],
            "plies": [{"ply": ply, "before": before} for ply, before in plies(game)],
            "start": pieces_view(game.start_position),
            "fen": game.start_position.fen,
            "last": side_name(game.side),
        }
        for game in whole_games().values()
    ]
    return msgspec.to_builtins({"scripts": str(SCRIPTS), "strings": script_strings(lang), "games": games})
