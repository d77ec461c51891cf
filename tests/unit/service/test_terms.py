"""What a new game may be."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from damiera._core import Side
from damiera.messages import Message
from damiera.service.errors import BadTerms
from damiera.service.terms import DEFAULT_LEVEL, NewGame, read_terms
from tests.wording import holds


def test_nothing_said_is_italian_against_level_three() -> None:
    terms = read_terms(NewGame())
    assert (terms.ruleset.slug, terms.rulebook, terms.level) == ("italian", "fid.italian.2008", DEFAULT_LEVEL)
    assert (terms.sides, terms.base_ms, terms.start) == ((Side.WHITE,), None, None)


def test_a_game_may_be_named_in_words() -> None:
    assert read_terms(NewGame(game="Dama internazionale")).ruleset.slug == "international"


def test_the_start_position_itself_is_no_special_start() -> None:
    assert read_terms(NewGame(fen="W:W21-32:B1-12")).start is None


def test_a_start_position_is_read_liberally() -> None:
    start = read_terms(NewGame(fen=" b:wK30:b1-4. ")).start
    assert start is not None
    assert start.fen == "B:WK30:B1,2,3,4"


NEW = NewGame()


@pytest.mark.parametrize(
    ("field", "new"),
    [
        ("game", replace(NEW, game="chess")),
        ("seat", replace(NEW, seat="roof")),
        ("level", replace(NEW, level=0)),
        ("level", replace(NEW, level=21)),
        ("level", replace(NEW, friend=True, level=3)),
        ("level", replace(NEW, seat="both", level=3)),
        ("friend", replace(NEW, friend=True, seat="both")),
        ("clock", replace(NEW, base_ms=0)),
        ("clock", replace(NEW, base_ms=9_999)),
        ("clock", replace(NEW, base_ms=10**9)),
        ("clock", replace(NEW, base_ms=60_000, increment_ms=-1)),
        ("clock", replace(NEW, base_ms=60_000, increment_ms=10**7)),
        ("fen", replace(NEW, fen="nonsense")),
        ("fen", replace(NEW, fen="W:W21,21:B1")),
        ("fen", replace(NEW, fen="W:W1:B32")),
        ("fen", replace(NEW, fen="W:W21:B")),
        ("rulebook", replace(NEW, rulebook="fmjd.international")),
        ("rulebook", replace(NEW, rulebook="no.such")),
        ("name", replace(NEW, seat="both", names=("a" * 41, ""))),
    ],
)
def test_terms_that_make_no_game(field: str, new: NewGame) -> None:
    with pytest.raises(BadTerms) as caught:
        read_terms(new)
    assert caught.value.field == field
    assert caught.value.code == "bad-message"
    assert caught.value.text("it") != caught.value.text("en")


def test_a_position_that_is_over_names_the_article_that_says_so() -> None:
    with pytest.raises(BadTerms) as caught:
        read_terms(replace(NEW, game="italian", fen="W:W21:B"))
    assert holds(
        caught.value,
        Message(
            "In this position the game is over already, {score}. {why}{article} "
            "Give a position to be played.",
            score="2-0",
            why=Message("{loser} has no pieces left.", loser=Message("Black")),
            article=" (art. 9.2.3)",
        ),
    )
