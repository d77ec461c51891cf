"""Scenarios as a reader meets them: in words, and played."""

from __future__ import annotations

import pytest

from damiera.errors import DamieraError
from damiera.game.scenarios import scenarios_of
from damiera.regulations.book import UnknownArticle, rulebook, rulebooks
from damiera.service.errors import BadTerms
from damiera.service.scenarios import LONGEST, PlayedPath, find_scenario, play_scenario, scenario_view

FID = "fid.italian.2008"


@pytest.mark.parametrize("id", rulebooks())
def test_every_scenario_has_its_words_in_every_language(id: str) -> None:
    for article in rulebook(id).articles:
        for told in scenarios_of(id, article.number):
            for lang in ("en", "it", "fr"):
                view = scenario_view(told, lang)
                assert view.follows or told.after, (id, article.number)
                assert bool(view.act) == (told.act is not None)


def test_the_act_of_a_refused_scenario_is_refused_by_its_article() -> None:
    state = play_scenario(find_scenario(FID, "3.7", 1), (), "en", act=True)
    assert state.refusal is not None
    assert [link.number for link in state.refusal.articles] == ["3.7"]
    assert state.tried == (23, 19)


def test_what_a_reader_moves_is_carried_out_under_what_holds_in_the_scenario() -> None:
    told = find_scenario(FID, "3.7", 1)
    begun = play_scenario(told, (), "en")
    assert {move.origin for move in begun.moves} == {22}
    assert begun.refusals["23"].articles[0].number == "3.7"
    after = play_scenario(told, (PlayedPath((22, 18)), PlayedPath((12, 16))), "en")
    assert (after.side, after.refusal, after.last and after.last.path) == ("white", None, (12, 16))


def test_a_move_that_is_refused_leaves_the_board() -> None:
    told = find_scenario(FID, "6.1", 1)
    begun, refused = play_scenario(told, (), "en"), play_scenario(told, (PlayedPath((32, 28)),), "en")
    assert refused.refusal is not None
    assert refused.refusal.articles[0].number == "6.1"
    assert (refused.pieces, refused.moves) == (begun.pieces, begun.moves)


def test_an_irregularity_stands_on_the_board_with_its_article() -> None:
    state = play_scenario(find_scenario(FID, "8.1.6", 1), (), "en", act=True)
    assert state.article is not None
    assert (state.article.number, state.side, state.last) == ("8.1.6", "black", None)
    assert state.pieces["20"] == "w"


def test_the_end_of_the_game_is_told_and_nobody_moves_any_more() -> None:
    state = play_scenario(find_scenario(FID, "9.2.3", 1), (), "en", act=True)
    assert state.article is not None
    assert (state.article.number, state.moves) == ("9.2.3", ())
    assert state.said


@pytest.mark.parametrize(("number", "n"), [("3.7", 0), ("3.7", 2), ("1.1", 1), ("99", 1)])
def test_a_scenario_that_there_is_not_is_said(number: str, n: int) -> None:
    with pytest.raises(UnknownArticle):
        find_scenario(FID, number, n)


def test_a_game_without_end_is_not_played_here() -> None:
    with pytest.raises(BadTerms):
        play_scenario(find_scenario(FID, "4.1", 1), [PlayedPath((22, 18))] * (LONGEST + 1), "en")


def test_a_square_that_is_not_there_is_refused() -> None:
    state = play_scenario(find_scenario(FID, "4.1", 1), (PlayedPath((22, 999)),), "en")
    assert state.refusal is not None
    with pytest.raises(DamieraError):
        find_scenario("fid.nothing", "4.1", 1)
