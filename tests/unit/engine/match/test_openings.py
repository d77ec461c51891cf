"""Where the games of a match begin."""

from __future__ import annotations

from pathlib import Path

import pytest

from damiera.engine.errors import MatchError
from damiera.engine.match.openings import openings_from
from damiera.game.openings import UnknownDeck
from damiera.messages import Message
from damiera.rules.ruleset import ENGLISH, ITALIAN
from tests.wording import raises


def test_openings_of_a_deck_are_shuffled_by_the_seed() -> None:
    one, same = (openings_from(ITALIAN, "it-2m-43", 5, 43) for _ in range(2))
    other = openings_from(ITALIAN, None, 6, 43)
    assert one == same != other
    assert {start.name for start in one} == {start.name for start in other}
    assert all(len(start.moves) == 2 for start in one)


def test_random_openings_differ_and_come_again() -> None:
    starts = openings_from(ENGLISH, "random:5", 3, 20)
    assert starts == openings_from(ENGLISH, "random:5", 3, 20)
    assert len({start.moves for start in starts}) == 20
    assert {len(start.moves) for start in starts} == {5}


def test_openings_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "some.pdn"
    games = ('[GameType "22"]\n1. 21-18 12-16 2. 26-21 10-14 *', '[GameType "22"]\n1. 99-1 *')
    file.write_text("\n\n".join((*games, '[GameType "20"]\n1. 32-28 *\n')))
    (start,) = openings_from(ITALIAN, f"{file}:3", 1, 9)
    assert len(start.moves) == 3
    with pytest.raises(MatchError):
        openings_from(ENGLISH, str(file), 1, 9)
    with raises(MatchError, Message("{path} cannot be read: {why}.", why="No such file or directory")):
        openings_from(ITALIAN, str(tmp_path / "none.pdn"), 1, 9)


@pytest.mark.parametrize(
    "source",
    [
        *("random:0", "random:x", "random:61", "en-3m-156", "it-3m-125"),
        pytest.param("random:" + "9" * 5_000, id="many digits"),
    ],
)
def test_sources_without_openings_are_refused(source: str) -> None:
    with pytest.raises(MatchError):
        openings_from(ITALIAN, source, 1, 9)
    with pytest.raises(UnknownDeck):
        openings_from(ITALIAN, "no-such-deck", 1, 9)
