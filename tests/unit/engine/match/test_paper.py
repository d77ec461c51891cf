"""Games of a match that are not lost."""

from __future__ import annotations

from dataclasses import replace

import pytest

from damiera.analysis.books import plies_by_lot
from damiera.engine.errors import MatchError
from damiera.engine.limits import SearchLimits
from damiera.engine.match.boards import play_match
from damiera.engine.match.paper import read_played, to_pdn
from damiera.game.clock import ClockSettings
from damiera.messages import Message
from damiera.notation.pdn.model import PdnGame
from damiera.notation.pdn.reader import read_pdn
from damiera.rules.ruleset import CATALOGUE, ENGLISH, ITALIAN, Ruleset
from tests.unit.engine.match.kit import settings
from tests.wording import raises


@pytest.mark.parametrize("game", [ITALIAN, ENGLISH, CATALOGUE["international"]], ids=lambda g: g.slug)
def test_games_on_paper_are_read_back(game: Ruleset) -> None:
    match = settings(games=4, game=game, max_plies=60)
    games = list(play_match(match))
    text = "\n".join(to_pdn(match, g) for g in games)
    again, kept = read_played(match, text)
    assert [(g.number, g.moves, g.verdict.winner, g.verdict.ending, g.answers) for g in again] == [
        (g.number, g.moves, g.verdict.winner, g.verdict.ending, g.answers) for g in games
    ]
    written = [entry for entry in read_pdn(kept) if isinstance(entry, PdnGame)]
    assert [plies_by_lot(one) for one in written] == [len(match.start(n).moves) for n in (1, 2, 3, 4)]
    assert plies_by_lot(written[0])
    cut = text[: text.rindex("\n\n") + 20]
    fewer, _ = read_played(match, cut)
    assert [g.number for g in fewer] == [1, 2, 3]


def test_games_of_another_match_are_not_taken() -> None:
    match = settings(games=1)
    text = to_pdn(match, next(iter(play_match(match))))
    with raises(
        MatchError,
        Message(
            "Line {line}: the game is of another match (other engines, pace, openings or seed). Use "
            "another file.",
            line=1,
        ),
    ):
        read_played(settings(games=1, limits=SearchLimits(nodes=300)), text)
    with raises(
        MatchError,
        Message(
            "Line {line}: the game is of another match (other engines, pace, openings or seed). Use "
            "another file.",
            line=1,
        ),
    ):
        read_played(match, '[GameType "22"]\n1. 22-18 *\n')


def test_a_match_goes_on_only_with_the_flags_it_began_with() -> None:
    match = settings(games=1, clock=ClockSettings.parse("1+1"), max_plies=4)
    text = to_pdn(match, next(iter(play_match(match))))
    assert len(read_played(replace(match, patience_s=60.0), text)[0]) == 1
    forgiving = replace(match, margin_ms=50)
    assert forgiving.pace == "1+1 margin 50 ms"
    with raises(
        MatchError,
        Message(
            "Line {line}: the game is of another match (other engines, pace, openings or seed). Use "
            "another file.",
            line=1,
        ),
    ):
        read_played(forgiving, text)
