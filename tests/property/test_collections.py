"""What is imported is exported as it was: equal tags, equal moves, for games of every family.

`DAMIERA_PDN` names a folder of PDN files: each is read, written, and read again without a difference. Without
it the same is asked of files made here.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from damiera.notation.pdn.bulk import read_bulk
from damiera.notation.pdn.errors import PdnError
from damiera.notation.pdn.model import PdnGame, PdnPart, pdn_game
from damiera.notation.pdn.reader import read_pdn
from damiera.notation.pdn.rewrite import rewrite_all
from damiera.notation.pdn.stream import read_file
from damiera.notation.pdn.writer import TagStyle, full_tags, kept_tags, write_pdn
from damiera.rules.ruleset import CATALOGUE, Ruleset

WORDS = st.text(st.characters(blacklist_categories=("Cs", "Cc", "Zl", "Zp")), max_size=20)
REMARKS = WORDS.map(
    lambda text: " ".join(text.replace("{", "(").replace("}", ")").replace("[%", "(%").split())
)
STYLES: tuple[TagStyle, ...] = ("strict", "kept")


@st.composite
def games(draw: st.DrawFn) -> PdnGame:
    """A game of any family with tags and remarks, some with a change of the board."""
    ruleset: Ruleset = draw(st.sampled_from(list(CATALOGUE.values())))
    position, moves = ruleset.start(), []
    for choice in draw(st.lists(st.integers(0, 30), max_size=12)):
        if not (legal := position.moves()):
            break
        moves.append(legal[choice % len(legal)])
        position = position.play(moves[-1])
    tags = draw(st.dictionaries(st.sampled_from(["Event", "Site", "White", "Annotator", "ECO"]), WORDS))
    whole = pdn_game(ruleset, moves, tags={**tags, "GameType": ruleset.pdn_game_type}, comment=draw(REMARKS))
    said = [replace(ply, comment=draw(REMARKS)) for ply in whole.mainline]
    said = [replace(ply, comment="" if ply.comment in ("*", "+", "=") else ply.comment) for ply in said]
    cut = draw(st.integers(0, len(moves)))
    if not draw(st.booleans()) or ruleset.core.family == "stars":
        return replace(whole, mainline=tuple(said))
    part = PdnPart(
        whole.start, tuple(said[:cut]), whole.comment, draw(REMARKS), draw(st.sampled_from(["", "7.8"]))
    )
    return replace(whole, start=whole.positions[cut], mainline=tuple(said[cut:]), comment="", earlier=(part,))


def one(text: str) -> PdnGame:
    [game] = read_pdn(text)
    assert isinstance(game, PdnGame), game
    return game


@given(game=games(), style=st.sampled_from(STYLES))
@settings(max_examples=60, deadline=None)
def test_a_game_that_was_read_is_written_and_read_again_as_it_was(game: PdnGame, style: TagStyle) -> None:
    read = one(write_pdn(game, tags=style))
    again = one(write_pdn(read, tags=style))
    assert again == read
    assert again.tags == (full_tags if style == "strict" else kept_tags)(
        replace(read, start=read.parts[0].start)
    )
    assert read.ruleset == game.ruleset
    assert [[ply.move for ply in part.mainline] for part in read.parts] == [
        [ply.move for ply in part.mainline] for part in game.parts
    ]


def _made() -> list[bytes]:
    """Small files as they are found: several games, remarks, problems, faults between."""
    italian = (
        '[Bianco "Rossi"]\n[Nero "Verdi"]\n\n1. 21-17! {good} 12-15 (12-16 {or} 2. 23-20) 2. 23-19 1-0\n\n'
    )
    faulty = '[White "A"]\n\n1. 21-17 99-98 0-1\n\n'
    problems = '[Setup "1"]\n[FEN "W:W31,27,19:B17,12,5."]\n0-1\n\n' * 3
    return [
        (italian + faulty + italian).encode("latin-1"),
        (problems + '[FEN "B:W10:BK3."]\n1. 3-7 10-6 *\n').encode("utf-16"),
        b"1. c3-d4 d6-c5 2. b2-c3 f6-g5 3. c3-b4 g5-h4 4. b4xd6 e7xc5 *",
    ]


def _collections() -> list[bytes]:
    folder = os.environ.get("DAMIERA_PDN")
    return [path.read_bytes() for path in sorted(Path(folder).glob("**/*.pdn"))] if folder else _made()


@pytest.mark.parametrize("style", STYLES)
def test_collections_are_read_written_and_read_again_without_a_difference(style: TagStyle) -> None:
    for data in _collections():
        read = [item for item in read_pdn(data) if isinstance(item, PdnGame)]
        assert read
        for game in read:
            again = one(write_pdn(game, tags=style))
            assert replace(again, tags=game.tags) == game
            assert again.tags == (full_tags if style == "strict" else kept_tags)(game)
            if style == "kept":
                kept = {name: value for name, value in game.tags.items() if name != "GameType"}
                assert kept.items() <= again.tags.items()


def test_collections_rewritten_at_speed_are_the_same(tmp_path: Path) -> None:
    for data in _collections():
        path = tmp_path / "made.pdn"
        path.write_bytes(data)
        read = [item for item in read_file(path) if not isinstance(item, PdnError)]
        text = "".join(rewrite_all(read_file(path)))
        again = [item for item in read_bulk(text) if not isinstance(item, PdnError)]
        assert [(item.ruleset, item.start, item.moves, item.result) for item in again] == [
            (item.ruleset, item.start, item.moves, item.result) for item in read
        ]
