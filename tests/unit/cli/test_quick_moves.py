"""Many positions at once: what the core writes in bulk is what the slower way writes, to the byte."""

from __future__ import annotations

import io
from random import Random

import msgspec
import pytest

from damiera.cli.main import main
from damiera.cli.moves import _entry, _Quick
from damiera.messages import Lang
from damiera.rules.ruleset import CATALOGUE, Ruleset, ruleset

LANG: Lang = "en"
GAMES = ["italian", "english", "international", "russian", "turkish", "italian-losing", "canadian", "czech"]


def walk(game: Ruleset, seed: int, plies: int = 60) -> list[str]:
    rng, position = Random(seed), game.start()
    fens = [position.fen]
    for _ in range(plies):
        moves = position.moves()
        if not moves:
            break
        position = position.play(rng.choice(moves))
        fens.append(position.fen)
    return fens


def slowly(game: Ruleset, fen: str) -> str:
    entry = _entry(game, game.core.read(fen), False, LANG)
    return msgspec.json.encode(entry).decode() + "\n"


@pytest.mark.parametrize("slug", GAMES)
def test_the_quick_way_writes_what_the_slow_one_does(slug: str) -> None:
    game = ruleset(slug)
    quick = _Quick(game)
    written = 0
    for seed in range(5):
        for fen in walk(game, seed):
            line = quick.line(fen)
            if line is not None:
                written += 1
                assert line == slowly(game, fen)
    assert written > 100


@pytest.mark.parametrize("slug", ["bashni", "reentry", "chinese-checkers", "frisian", "breakthrough"])
def test_games_with_more_to_say_take_the_slow_way(slug: str) -> None:
    assert _Quick(CATALOGUE[slug]).line(CATALOGUE[slug].start().fen) is None


@pytest.mark.parametrize(
    "fen",
    [
        "W:W1,22:B5,6",  # a man on the last row: no legal arrangement
        "W:WK32:BK1",  # the end may be near: which draw is due is not seen at once
        "W:W21,22:B99",
        "nonsense",
    ],
)
def test_what_is_not_plain_takes_the_slow_way(fen: str) -> None:
    quick = _Quick(ruleset("italian"))
    assert quick.line(fen) is None


def test_lines_good_and_bad_keep_their_order(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    start = ruleset("italian").start().fen
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{start}\nnonsense\n\nW:WK32:BK1\n"))
    with pytest.raises(SystemExit) as stop:
        main(["moves", "italian", "-"])
    lines = [msgspec.json.decode(line) for line in capsys.readouterr().out.splitlines()]
    assert stop.value.code == 2
    assert [sorted(line) for line in lines] == [
        ["fen", "game", "moves", "outcome"],
        ["error", "fen", "game", "line"],
        ["fen", "game", "moves", "outcome"],
    ]
