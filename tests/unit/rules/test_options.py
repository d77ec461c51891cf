"""Options: every value of every game is played, says what it is, and finds its way back."""

from __future__ import annotations

import pickle

import pytest

from damiera.errors import DamieraError
from damiera.game.state import Game
from damiera.messages import Message, languages
from damiera.notation.moves import format_move
from damiera.notation.pdn.model import PdnGame
from damiera.notation.pdn.reader import read_pdn
from damiera.regulations.book import UnknownRulebook, article, rulebook, split_ref
from damiera.rules.entry import entries, how
from damiera.rules.errors import UnknownOption
from damiera.rules.explain import explain_move, explain_position
from damiera.rules.options import options_of, with_options
from damiera.rules.ruleset import CATALOGUE, Ruleset, ruleset, ruleset_of, ruleset_of_game_type
from damiera.rules.setup import Setup
from tests.wording import holds, raises, words_of

CHOICES = [
    (game.slug, setting.option.name, value.value)
    for game in CATALOGUE.values()
    for setting in options_of(game)
    for value in setting.option.values
]


def test_every_option_of_the_files_is_offered() -> None:
    said = {
        (game.slug, o.name) for game in entries().values() for o in game.options if game.slug in CATALOGUE
    }
    assert said == {(slug, name) for slug, name, _ in CHOICES if not slug.endswith("-losing")}


@pytest.mark.parametrize(("slug", "option", "value"), CHOICES)
def test_every_option_is_played(slug: str, option: str, value: str) -> None:
    game = with_options(slug, {option: value})
    default = next(o.default for o in CATALOGUE[slug].entry.options if o.name == option)
    assert game.base == slug
    assert {s.option.name: s.value for s in options_of(game)}[option] == value
    assert (game.slug == slug) == (value == default)
    assert (game is CATALOGUE[slug]) == (value == default)
    assert game.start().perft(3) > 0
    assert not game.is_house
    _is_whole(game)


def _is_whole(game: Ruleset) -> None:
    """It has one name, words, a book, and comes back from wherever a game may come from."""
    assert ruleset(game.slug) == game
    assert ruleset_of(game.start()) == game
    assert pickle.loads(pickle.dumps(game)) == game
    assert pickle.loads(pickle.dumps(game.start())) == game.start()
    assert (game.entry.start == game.start().fen) or game.slug in CATALOGUE
    book = rulebook(game.rulebooks[0])
    for lang in languages():
        assert game.summary.text(lang)
        assert game.name.text(lang)
    if game.entry.traits is not None:
        assert how(game.entry).men.text("en")
        why = explain_position(game.start())
        assert [article(ref) for ref in why.articles]
        played = Game.start(game)
        assert played.book is book
        assert Setup.from_position(game.start()).problems() == Setup.from_position(game.start()).problems()
        assert played.position.rules is game.core


def test_players_round_the_star() -> None:
    three = with_options("chinese-checkers", {"seats": "3"})
    assert (three.slug, three.core.slug) == ("chinese-checkers~seats=3", "chinese-checkers-3")
    assert three.core.seats == (0, 2, 4)
    assert ruleset_of(three.start()) is three
    assert ruleset("chinese-checkers-3") is three
    strict = with_options("chinese-checkers", {"goal": "strict", "seats": "3"})
    assert strict.slug == "chinese-checkers~goal=strict~seats=3"
    assert strict.core.seats == (0, 2, 4)


def test_games_of_other_families_have_their_options_and_no_more() -> None:
    with raises(UnknownOption, Message("The fields are: {names}.", names="man-captures")):
        ruleset("bashni~rows=2")
    with raises(UnknownOption, Message("The rules of this game cannot be changed.")):
        ruleset("lasca~first=black")
    with pytest.raises(UnknownOption, match="Write 2, 3, 4, 5, 6"):
        ruleset("chinese-checkers~seats=7")


def test_landing_in_german_draughts() -> None:
    for value, landings in (("any", {4, 8, 11, 15}), ("adjacent", {15})):
        rules = with_options("german", {"landing": value}).core
        position = rules.position(rules.first_mover, [], [29], [18], [])
        assert {move.destination for move in position.moves()} == landings
    why = explain_move(position, [29, 11])
    assert not why.legal
    assert why.articles[0] == "house.german~landing=adjacent:2.1"
    assert holds(
        article(why.articles[0]).text,
        Message(
            "A king lands on the first square behind the captured piece.", context="stock:landing.adjacent"
        ),
    )


def test_kings_of_gothic_draughts() -> None:
    short, flying = (with_options("gothic", {"king": value}).core for value in ("adjacent", "flying"))
    assert len(short.position(short.first_mover, [], [1], [40], []).moves()) == 3
    assert len(flying.position(short.first_mover, [], [1], [40], []).moves()) == 21


def test_who_begins() -> None:
    for slug in ("german", "turkish", "pool", "black-white", "jamaican", "malaysian"):
        default = CATALOGUE[slug].core.first_mover
        other = {"W": "black", "B": "white"}[default.letter]
        game = with_options(slug, {"first": other})
        assert game.core.first_mover is default.opponent
        assert game.start().perft(4) == CATALOGUE[slug].start().perft(4)


def test_spanish_quality_is_the_game_that_the_core_knows() -> None:
    quality = ruleset("spanish~quality=quality")
    assert quality.slug == "spanish~choice=quality"
    assert quality.chosen == {"quality": "quality"}
    assert ruleset("spanish~choice=quality") is quality
    assert quality.entry.traits is not None
    assert quality.entry.traits.choice == "quality"
    topics = [a.governs for a in rulebook(quality.rulebooks[0]).articles]
    assert ("most_pieces",) in topics
    assert ("most_kings",) in topics


def test_what_decides_the_end_changes_the_book_and_not_the_moves() -> None:
    for slug, chosen, parameters in (
        ("turkish", {"lone-pieces": "play"}, {"lone_pieces": "play"}),
        ("ghanaian", {"last-piece": "loses"}, {"last_piece_loses": True}),
        ("italian-losing", {"blocked": "fewer-wins"}, {"blocked": "fewer-wins"}),
        ("bashni-losing", {"blocked": "fewer-wins"}, {"blocked": "fewer-wins"}),
        ("lasca-losing", {"blocked": "fewer-wins"}, {"blocked": "fewer-wins"}),
        ("reentry-losing", {"blocked": "fewer-wins"}, {"blocked": "fewer-wins"}),
    ):
        game = with_options(slug, chosen)
        assert game.parameters == parameters
        assert game.core.traits == CATALOGUE[slug].core.traits
        book = rulebook(game.rulebooks[0])
        assert {name: getattr(book.parameters, name) for name in parameters} == parameters


def test_promotion_squares_of_diagonal_draughts() -> None:
    corner = ruleset("diagonal~promotion-squares=corner").core
    assert corner.promotion_squares(corner.first_mover.opponent) == (1, 5)
    row = ruleset("diagonal~promotion-squares=row")
    assert row.slug == "diagonal~promotion-squares=last-row"
    assert row.core.promotion_squares(row.core.first_mover.opponent) == (1, 2, 3, 4)


def test_several_options_at_once() -> None:
    game = with_options("german", {"first": "black", "landing": "adjacent"})
    assert game.slug == "german~first=black~landing=adjacent"
    assert game.chosen == {"landing": "adjacent", "first": "black"}
    assert game.name.text("en").startswith("German draughts (")
    assert game.name.text("en").endswith("who begins: Black)")


def test_unknown_options_come_all_at_once_with_a_guess() -> None:
    with pytest.raises(UnknownOption) as caught:
        with_options("gothic", {"kings": "flying", "king": "jumping", "rows": "many"})
    assert {p.field for p in caught.value.problems} == {"kings", "king"}
    assert "Perhaps 'king'?" in str(caught.value)
    assert "Forse «king»?" in caught.value.text("it")
    with raises(UnknownOption, Message("'{value}' is no value of this field.", value="many")):
        with_options("gothic", {"rows": "many"})


@pytest.mark.parametrize(
    "name", ["german~", "german~landing", "german~=any", "german~landing=any~landing=adjacent", "nogame~a=b"]
)
def test_names_that_are_none(name: str) -> None:
    with pytest.raises(DamieraError):
        ruleset(name)


def test_games_of_variants_are_written_as_pdn_and_read_again() -> None:
    for slug in (
        "german~landing=adjacent",
        "hexdame~board=7x7",
        "english~man-captures=diagonals~squares=letters",
    ):
        game = ruleset(slug)
        position = game.start()
        text = format_move(position, position.moves()[0])
        pdn = f'[GameType "{game.pdn_game_type}"]\n\n1. {text} *\n'
        read = list(read_pdn(pdn))
        assert [one.ruleset for one in read if isinstance(one, PdnGame)] == [game]
    assert ruleset_of_game_type("199,W,8,8,N2,0,german~landing=near") is None
    assert ruleset_of_game_type("199,W,8,8,N2,0") is None


def test_books_of_variants_are_found_by_their_id_alone() -> None:
    id = "house.german~landing=adjacent"
    assert rulebook(id).general == "damiera.german.default"
    assert rulebook(f"{id}+juegopedia.german.2019").general == "juegopedia.german.2019"
    assert split_ref(f"{id}:2.1") == (id, "2.1")
    for wrong in ("house.german", "house.german~landing=any", "house.chess~a=b", "house.german~landing=near"):
        with pytest.raises(UnknownRulebook):
            rulebook(wrong)


def test_a_book_is_silent_on_what_does_not_hold_any_more() -> None:
    book = rulebook(ruleset("italian~choice=free").rulebooks[0])
    assert not book.governs("kings_first")
    assert book.ref("free_choice").startswith("house.")
    assert book.ref("man_moves") == "fid.italian.2008:4.1"


@pytest.mark.parametrize("slug", ["reentry", "lasca", "bashni", "chinese-checkers", "italian"])
def test_nothing_chosen_is_the_game_itself(slug: str) -> None:
    assert with_options(slug, {}) == ruleset(slug)


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ({"seats": "3"}, Message("Chinese checkers for three")),
        ({"seats": "6"}, Message("Chinese checkers for six")),
    ],
)
def test_a_star_is_called_by_how_many_play(given: dict[str, str], name: Message) -> None:
    made = with_options("chinese-checkers", given)
    assert made.name.text("it") == name.text("it")
    assert made.summary == CATALOGUE["chinese-checkers"].summary


def test_what_the_name_of_a_game_tells_is_not_told_again() -> None:
    made = with_options("chinese-checkers", {"seats": "4", "goal": "strict"})
    called, text = words_of("Chinese checkers for four"), made.name.text("en")
    assert text.startswith(f"{called} (")
    assert text.count(words_of("four")) == 1
