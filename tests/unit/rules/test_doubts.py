"""What the sources leave open: the other reading can be played, or the data says why there is none."""

from __future__ import annotations

import pytest

from damiera.messages import languages
from damiera.regulations.book import article
from damiera.rules.entry import GameEntry, entries, entry
from damiera.rules.explain import Reason, explain_move
from damiera.rules.options import options_of, with_options
from damiera.rules.ruleset import CATALOGUE, Ruleset, ruleset

GAMES = [*entries().values(), entry("italian-losing"), entry("reentry-losing")]
NO_DOUBTS = {"seats"}  # how many play is not doubtful


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_doubt_has_an_option_or_a_reason(game: GameEntry) -> None:
    options = {option.name for option in game.options}
    for doubt in game.doubts:
        assert doubt.options or doubt.rulebooks or doubt.no_option, doubt.said
        assert set(doubt.options) <= options
        assert len(game.rulebooks) > 1 or not doubt.rulebooks
        if doubt.no_option is not None:
            assert not doubt.options
            assert not doubt.rulebooks
            assert all(doubt.no_option.text(lang) for lang in languages())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_option_answers_a_doubt(game: GameEntry) -> None:
    named = {name for doubt in game.doubts for name in doubt.options}
    assert {option.name for option in game.options} - NO_DOUBTS == named


@pytest.mark.parametrize("slug", CATALOGUE)
def test_the_options_of_every_doubt_are_played(slug: str) -> None:
    """An option of which the core knows one value only is not offered: no doubt may rest on it."""
    offered = {setting.option.name for setting in options_of(CATALOGUE[slug])}
    assert {name for doubt in CATALOGUE[slug].entry.doubts for name in doubt.options} <= offered


def _captures(game: Ruleset, fen: str) -> set[tuple[int, ...]]:
    return {move.captured for move in game.core.read(fen).moves()}


def test_filipino_without_the_duty_to_take_the_most() -> None:
    fen = "W:W19:B6,14,15"
    assert {len(taken) for taken in _captures(ruleset("filipino"), fen)} == {2}
    free = with_options("filipino", {"most": "free"})
    assert free.slug == "filipino~choice=free"
    assert {len(taken) for taken in _captures(free, fen)} == {1, 2}


# The king on 5 takes three pieces on either way, two of them kings: king, king, man, or king, man, king.
TWO_WAYS = "W:WK5:BK10,18,K19,20,K26"


def test_first_king_alone_decides() -> None:
    """6.9 compares whole sequences; by the other reading the first king alone, and these two are alike."""
    assert _captures(ruleset("italian"), TWO_WAYS) == {(10, 19, 20)}
    first = with_options("italian", {"kings-first": "first"})
    assert first.slug == "italian~choice=italian-first"
    assert _captures(first, TWO_WAYS) == {(10, 19, 20), (10, 18, 26)}


def test_what_the_first_king_alone_refuses_is_explained() -> None:
    """A capture that meets its first king later is refused by the article of the option."""
    game = with_options("italian", {"kings-first": "first"})
    why = explain_move(game.core.read("W:WK18:B4,K5,13,K14,15,K24"), [18, 9, 2])
    assert why.reason is Reason.KINGS_LATER
    assert article(why.articles[0]).like == "stock:choice.first-king"


@pytest.mark.parametrize(
    ("base", "first", "corner"),
    [("italian", "W", "right"), ("english", "B", "left"), ("brazilian", "W", "left")],
)
def test_the_game_under_re_entry(base: str, first: str, corner: str) -> None:
    game, under = with_options("reentry", {"base": base}), CATALOGUE[base]
    assert game.start().side.letter == first
    assert game.entry.board.corner == game.core.dark_corner == corner
    assert game.start().perft(5) == under.start().perft(5)
    assert ruleset(game.slug) == game
    assert game.entry.traits is not None
    assert under.entry.traits is not None
    assert game.entry.traits.choice == {"english": "free"}.get(base, "number")  # there are no kings
    for trait in ("first", "man_captures", "promotion"):
        assert getattr(game.entry.traits, trait) == getattr(under.entry.traits, trait)
