"""House rules: read, checked, played, written and shared."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from damiera import _core
from damiera.engine.builtin import BuiltinEngine
from damiera.engine.hub.client import HubClient
from damiera.engine.limits import SearchLimits
from damiera.game.events import Moved
from damiera.game.sides import SideName
from damiera.game.state import Game
from damiera.messages import Message, languages
from damiera.regulations.book import article, rulebook
from damiera.rules.checks import problems_of
from damiera.rules.custom import (
    CustomRulesError,
    composer,
    house_rules,
    read_house_rules,
    read_link,
)
from damiera.rules.entry import how
from damiera.rules.errors import UnknownGame, UnknownOption
from damiera.rules.explain import explain_move, explain_piece
from damiera.rules.fields import FIELDS, GROUPS, REMARKS
from damiera.rules.ruleset import CATALOGUE, ruleset
from damiera.rules.traits import provisions
from damiera.rules.variants import recipe_with_remarks
from tests.wording import shows, words_of

EXAMPLES = Path(__file__).parent.parent.parent.parent / "docs" / "examples"
ROSE = """
name = "Zia Rosa"
base = "italian"

[rules]
board = "10x10"
rows = 4
man_captures_king = true
king-range = "flying"
"""
SAME_IN_JSON = """{
  "name": "Zia Rosa", "base": "italian",
  "rules": {"board": "10x10", "rows": 4, "man-captures-king": true, "king-range": "flying"}
}"""
UTF8 = {**os.environ, "PYTHONIOENCODING": "utf-8"}
SLUG = "italian~board=10x10~king-range=flying~man-captures-king=yes~rows=4"


@pytest.mark.parametrize("text", [ROSE, SAME_IN_JSON, "\ufeff" + ROSE], ids=["toml", "json", "mark"])
def test_a_file_is_read(text: str) -> None:
    rules = read_house_rules(text)
    assert rules.problems() == ()
    game = rules.ruleset()
    assert (game.slug, game.name.text("it"), game.base) == (SLUG, "Zia Rosa", "italian")
    assert game.is_house
    assert game.core.squares == 50
    assert game.core.traits["king_range"] == "flying"


def test_a_file_comes_back() -> None:
    rules = read_house_rules(ROSE)
    for text in (rules.write_toml(), rules.write_json()):
        again = read_house_rules(text)
        assert (again.name, again.slug) == (rules.name, rules.slug)
    assert read_link(rules.link()).ruleset().name == rules.ruleset().name
    assert read_link(rules.slug).ruleset() == rules.ruleset()


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("*.[tj][os]*")), ids=lambda p: p.name)
def test_the_examples_of_the_page(file: Path) -> None:
    rules = read_house_rules(file.read_text(encoding="utf-8"))
    if file.name == "broken.toml":
        assert [(p.field, p.line) for p in rules.problems()] == [
            ("board", 5),
            ("rows", 6),
            ("landing", 7),
            ("blocked", 8),
        ]
    else:
        assert rules.problems() == ()


# --- what cannot be ---

IMPOSSIBLE = [
    ("english", {"board": "9x9"}, {"board"}),
    ("english", {"board": "20x20"}, {"board"}),
    ("english", {"board": "large"}, {"board"}),
    ("turkish", {"board": "12x12"}, {"board"}),
    ("hexdame", {"board": "8x8"}, {"board"}),
    ("hexdame", {"corner": "right"}, {"corner"}),
    ("hexdame", {"rows": "6"}, {"rows"}),
    ("hexdame", {"first-row": "2"}, {"first-row"}),
    ("english", {"rows": "4"}, {"rows"}),
    ("english", {"rows": "0"}, {"rows"}),
    ("english", {"first-row": "3"}, {"first-row"}),
    ("diagonal", {"board": "10x10"}, {"rows"}),
    ("english", {"man-moves": "hex"}, {"man-moves"}),
    ("english", {"man-moves": "orthogonals"}, {"king-moves"}),
    ("english", {"man-captures": "all"}, {"king-captures"}),
    ("english", {"king-moves": "forward-diagonals"}, {"king-moves"}),
    ("english", {"landing": "any"}, {"landing"}),
    ("english", {"reversal": "no"}, {"reversal"}),
    ("english", {"blocked": "fewer-wins"}, {"blocked"}),
    ("english", {"promotion-squares": "far-sides"}, {"promotion-squares"}),
    ("english", {"promotion-squares": "a8"}, {"promotion-squares"}),
    ("english", {"promotion-squares": "a1"}, {"promotion-squares"}),
    ("english", {"promotion-squares": "b2"}, {"promotion-squares"}),
    ("hexdame", {"promotion-squares": "last-row"}, {"promotion-squares"}),
    ("english", {"king-limit": "1000"}, {"king-limit"}),
    ("english", {"first": "red"}, {"first"}),
    ("english", {"colour": "red", "rows": "x"}, {"colour", "rows"}),
    ("english", {"board": "9x9", "rows": "5", "landing": "any"}, {"board", "rows", "landing"}),
    ("italian", {"rank": "5", "landig": "any"}, {"rank", "landig"}),
    ("english", {"rows": "9" * 5_000}, {"rows"}),
]


@pytest.mark.parametrize(("base", "changes", "fields"), IMPOSSIBLE)
def test_what_cannot_be_says_why(base: str, changes: dict[str, str], fields: set[str]) -> None:
    problems = house_rules(base, changes).problems()
    assert {p.field for p in problems} == fields
    for problem in problems:
        for lang in languages():
            assert problem.text.text(lang).endswith(".")
            assert problem.remedy.text(lang)[-1] in ".?"
        assert problem.text.text("it") != problem.text.text("en")
    with pytest.raises(UnknownOption) as caught:
        house_rules(base, changes).ruleset()
    assert len(caught.value.problems) == len(problems)
    assert all(problem.text.text("it") in caught.value.text("it") for problem in problems)


def test_no_man_is_crowned() -> None:
    """Straight ahead, to the next square of the same colour, men pass over every second row."""
    changes = {
        "man-moves": "forward-sideways",
        "man-captures": "forward-sideways",
        "king-moves": "all",
        "king-captures": "all",
    }
    assert house_rules("english", changes).problems() == ()
    problems = house_rules("english", {**changes, "rows": "1"}).problems()
    assert [p.field for p in problems] == ["promotion-squares"]
    assert shows(problems[0].text.text("it"), "No man can ever come there: none would be crowned.", "it")


@pytest.mark.parametrize("game", CATALOGUE.values(), ids=str)
def test_no_game_of_the_catalogue_is_impossible(game: object) -> None:
    slug = str(game)
    if CATALOGUE[slug].entry.family == "draughts":
        assert problems_of(slug, {}) == ()
        assert composer(slug).problems == ()


def test_python_finds_whatever_the_core_refuses() -> None:
    """Each reason of the core has its words in both languages: none comes through as it is."""
    for base, changes, _ in IMPOSSIBLE:
        for problem in house_rules(base, changes).problems():
            assert problem.remedy.text("en")


# --- damaged texts ---


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('name = "x"\nbase = english\n', 2),
        ('base = "english"\n[rules\nrows = 3\n', 2),
        ('base = "english"\n[rules]\nrows = 3\nrows = 4\n', 4),
        ('{"base": "english",\n "rules": {"rows": }}', 2),
        ('base = "english', 1),
        ("{" * 20_000, 1),
        pytest.param("base = " + "[" * 20_000, 1, id="many lists"),
        pytest.param("base = 'english'\nrows = " + "9" * 5_000, 2, id="many digits"),
        pytest.param('{"base": "english", "rows": ' + "9" * 5_000 + "}", 1, id="many digits in JSON"),
    ],
)
def test_a_damaged_text_says_where(text: str, line: int) -> None:
    with pytest.raises(CustomRulesError) as caught:
        read_house_rules(text)
    assert caught.value.line == line
    assert caught.value.column >= 1
    assert f"Line {line}, column" in str(caught.value)
    assert f"Riga {line}, colonna" in caught.value.text("it")


@pytest.mark.parametrize(
    ("text", "field", "line", "said"),
    [
        ("", "base", 0, Message("The game they come from is missing.")),
        ('base = "inglish"', "base", 1, Message("Perhaps '{near}'?", near="english")),
        ('base = "english"\nrows = 3', "rows", 2, Message("This field stands outside [rules].")),
        ('bass = "english"', "bass", 1, Message("Write {guess}.", guess="base")),
        (
            'base = "english"\nname = 3',
            "name",
            2,
            Message('Write it in quotation marks: {key} = "…".', key="name"),
        ),
        (
            f'base = "english"\nname = "{"x" * 70}"',
            "name",
            2,
            Message("Write {longest_name} at most.", longest_name=60),
        ),
        ('base = "english"\nrules = 3', "rules", 2, Message("It is no table of fields.")),
        (
            'base = "english"\n[rules]\nrows = 1.5',
            "rows",
            3,
            Message("The value is neither a word nor a number."),
        ),
        (
            'base = "english"\n[rules]\nlanding = "near"',
            "landing",
            3,
            Message("Write one of these: {names}.", names="any, adjacent, killer"),
        ),
        (
            'base = "english"\n[rules]\nkings_range = "flying"',
            "kings-range",
            3,
            Message("Perhaps '{near}'?", near="king-range"),
        ),
        (
            'base = "english"\n[rules]\nking-range = "fly"',
            "king-range",
            3,
            Message("Perhaps '{near}'?", near="flying"),
        ),
    ],
)
def test_what_is_wrong_with_a_file_has_its_line(text: str, field: str, line: int, said: Message) -> None:
    problems = {p.field: p for p in read_house_rules(text).problems()}
    assert problems[field].line == line
    assert shows(problems[field].said("en"), said)


# --- played ---


def test_house_rules_are_played_against_the_engine() -> None:
    game = read_house_rules(ROSE).ruleset()
    engine = BuiltinEngine(game.slug)
    played = Game.start(game)
    for ply in range(8):
        choice = engine.choose(played.position, history=played.positions[:-1], level=1, seed=ply)
        assert choice.move in played.position.moves()
        route = played.position.paths(choice.move)[0]
        side: SideName = "white" if played.side is _core.Side.WHITE else "black"
        played = played.apply(Moved(side=side, path=tuple(route), at=ply))
    assert played.ply == 8


def test_house_rules_are_explained() -> None:
    game = ruleset("english~man-captures=diagonals")
    position = game.core.position(_core.Side.WHITE, [10], [], [14], [])
    legal = explain_move(position, [10, 17])
    assert legal.legal
    refused = explain_move(position, [10, 6])
    assert refused.articles == ("fid.english.2008:6.1",)
    flying = ruleset("english~king-range=flying")
    king = flying.core.position(_core.Side.WHITE, [], [29], [], [4])
    why = explain_piece(king, 29)
    assert why.articles == ("house.english~king-range=flying:2.1",)
    assert article(why.articles[0]).text.text("en").startswith("A king moves diagonally, forward and back")
    assert rulebook(flying.rulebooks[0]).short.text("it") == words_of("House rules", "it", context="book")


def test_every_trait_has_its_sentence() -> None:
    """Whatever a field may say, explanations have an article for it."""
    for base in ("english", "turkish", "hexdame"):
        usual = recipe_with_remarks(base)
        for field in FIELDS.values():
            for value in field.values:
                changes = {field.key: value.value}
                if value.value == usual[field.key] or problems_of(base, changes):
                    continue
                game = house_rules(base, changes).ruleset()
                book = rulebook(game.rulebooks[0])
                assert len(book.articles) > 1 or field.key in ("corner", "squares"), game.slug
                assert how(game.entry).men.text("it")
                assert game.entry.traits is not None
                assert provisions(game.entry.traits)


def test_numbers_of_the_end_reach_the_book() -> None:
    game = ruleset("english~repetition=5~no-progress=0~lone-pieces=draw")
    said = rulebook(game.rulebooks[0]).parameters
    assert (said.repetition, said.no_progress_moves, said.lone_pieces) == (5, None, "draw")
    assert said.move_count == rulebook("fid.english.2008").parameters.move_count


# --- the composer ---


def test_the_composer_shows_every_field_once() -> None:
    made = composer("english")
    keys = [one.field.key for group in made.groups for one in group.fields]
    assert sorted(keys) == sorted(FIELDS)
    assert [group.group for group in made.groups] == list(GROUPS)
    assert not any(one.is_changed for group in made.groups for one in group.fields)
    assert made.rules.slug == "english"


def test_the_composer_shows_what_fits_the_board() -> None:
    fields = {one.field.key: one for group in composer("hexdame").groups for one in group.fields}
    assert {value.value for value in fields["man-moves"].values} == {"hex-forward", "hex"}
    assert [value.value for value in fields["promotion-squares"].values] == ["far-sides"]
    assert [value.value for value in fields["board"].values] == ["5x5", "7x7", "9x9"]


def test_the_composer_keeps_what_is_wrong() -> None:
    made = composer("english", {"rows": "4", "first": "black"})
    assert [p.field for p in made.problems] == ["rows"]
    assert made.rules.changes == {"rows": "4"}


def test_the_composer_goes_on_from_a_variant() -> None:
    made = composer("german~landing=adjacent", {"rows": "2"})
    assert made.rules.slug == "german~landing=adjacent~rows=2"
    with pytest.raises(UnknownGame):
        composer("nothing")


def test_every_value_of_a_choice_is_understood_by_the_core() -> None:
    recipe = _core.rules("english").recipe
    refused: list[str] = []
    assert set(FIELDS) == set(recipe) | REMARKS
    for field in FIELDS.values():
        if field.kind != "choice" or field.key in REMARKS:
            continue
        for value in field.values:
            base = "hexdame" if value.value in ("hexagon", "hex", "hex-forward") else "english"
            try:
                _core.compose(f"{base}~{field.key}={value.value}")
            except ValueError as error:
                refused.append(str(error))
    assert [said for said in refused if ": write one" in said] == []


def test_an_engine_process_plays_them_from_the_name_alone() -> None:
    game = ruleset("german~landing=adjacent~rows=2")
    with HubClient(game.slug) as engine:
        assert engine.choose(game.start(), limits=SearchLimits(depth=3)).move in game.start().moves()


def test_too_many_rules_are_a_problem_in_both_languages() -> None:
    """In a process of its own: what is made stays made."""
    code = (
        "from damiera import _core\n"
        "from damiera.rules.custom import house_rules\n"
        "try:\n"
        "    for n in range(20_000): _core.compose(f'english~repetition={n}')\n"
        "except ValueError: pass\n"
        "print(house_rules('english', {'king-limit': '9'}).problems()[0].said('it'))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True, env=UTF8)
    assert done.stdout.strip().endswith("troppi giochi diversi. Riavvialo.")


def test_lines_with_ends_have_straight_steps_only_and_no_mirror_image() -> None:
    """What the checks refuse is what the core refuses, and they offer steps that the board has."""
    told, *_ = problems_of("tobit", {"man-moves": "ahead"})
    assert (told.field, "diagonals" in told.remedy.text("en")) == ("man-moves", False)
    assert [one.field for one in problems_of("tobit", {"corner": "right"})] == ["corner"]
    assert problems_of("turkish", {"shape": "ended", "board": "8x8", "rows": "2"}) == ()
    house = ruleset("turkish~shape=ended~board=8x8~rows=2")
    assert house.core.squares == 60
    assert house.entry.board.shape == "lines"
    assert problems_of("tobit", {"promotion-squares": "a6"}) != ()  # a corner is no point


def test_a_file_that_says_no_game_is_told_so_once() -> None:
    for text in ("", "base = 3", 'base = ""'):
        assert [problem.field for problem in read_house_rules(text).problems()] == ["base"], text
