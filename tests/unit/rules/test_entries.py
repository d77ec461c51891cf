"""The catalogue's files: every game's, whether or not the core plays it yet."""

from __future__ import annotations

import re
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from damiera import _core
from damiera.messages import Message, languages
from damiera.regulations.book import article, provisions, rulebook, rulebooks
from damiera.rules import entry as module
from damiera.rules.entry import Example, GameEntry, Option, OptionValue, entries, entry, groups, has_twin, how
from damiera.rules.explain import Reason
from damiera.rules.traits import DIRECTIONS, BoardShape, Traits
from damiera.rules.traits import provisions as provisions_of
from tests.wording import shows, words_of

FOLDER = Path(module.__file__).parent / "catalogue"
GAMES = [pytest.param(game, id=slug) for slug, game in entries().items()]
TWINS = [f"{slug}-losing" for slug, game in entries().items() if has_twin(slug)]
DRAUGHTS = [pytest.param(game, id=slug) for slug, game in entries().items() if game.family == "draughts"]

# Every game that the sources name, and the others that a complete catalogue has.
NAMED = [
    "italian",
    "international",
    "english",
    "spanish",
    "russian",
    "turkish",
    "triestina",
    "german",
    "diagonal",
    "canadian",
    "pool",
    "frisian",
    "double-cross",
    "contract",
    "black-white",
    "reentry",
    "hexdame",
    "bashni",
    "chinese-checkers",
    "brazilian",
    "portuguese",
    "czech",
    "slovak",
    "thai",
    "filipino",
    "argentine",
    "jamaican",
    "ghanaian",
    "malaysian",
    "sri-lankan",
    "mozambican",
    "south-african",
    "armenian",
    "gothic",
    "killer",
    "frysk",
    "breakthrough",
    "antidraughts",
    "lasca",
    "spantsireti",
    "zimbabwean",
    "croda",
    "dameo",
    "harzdame",
    "zamma",
    "alquerque",
    "ugolki",
    "halma",
    "keny",
    "tobit",
    "cheskers",
]


def names_of(kind: type) -> set[str]:
    return {field.name for field in fields(kind)}


def raw(slug: str) -> str:
    return (FOLDER / f"{slug}.toml").read_text(encoding="utf-8")


def test_every_game_has_its_file_and_its_shelf() -> None:
    assert set(entries()) == set(NAMED) == {path.stem for path in FOLDER.glob("*.toml")}
    shelved = [slug for group in groups() for slug in group.games]
    assert sorted(shelved) == sorted([*entries(), *TWINS])
    assert [group.key for group in groups()] == ["federations", "countries", "boards", "losing"]
    assert [group.games[0] for group in groups()] == ["italian", "triestina", "hexdame", "antidraughts"]


@pytest.mark.parametrize("game", GAMES)
def test_nothing_in_the_file_is_lost(game: GameEntry) -> None:
    """A misspelt key would be passed over in silence: every key is a field."""
    data = tomllib.loads(raw(game.slug))
    assert set(data) <= names_of(GameEntry) - {"slug"}
    assert set(data["board"]) == names_of(BoardShape)
    assert set(data.get("traits", {})) <= names_of(Traits)
    for example in data.get("examples", []):
        assert set(example) <= names_of(Example)
    for option in data.get("options", []):
        assert set(option) == names_of(Option)
        for value in option["values"]:
            assert set(value) <= names_of(OptionValue)


@pytest.mark.parametrize("game", GAMES)
def test_every_text_is_tidy_in_both_languages(game: GameEntry) -> None:
    said = how(game.slug)
    texts = [game.name, game.summary, game.history, said.men, said.kings, said.captures, *said.choice]
    texts += [
        *(d.said for d in game.doubts),
        *(d.no_option for d in game.doubts if d.no_option),
        *(e.caption for e in game.examples),
    ]
    for text in texts:
        for lang in languages():
            words = text.text(lang)
            assert words == " ".join(words.split(" ")).strip(), game.slug
            assert not re.search(r"\s\s|[\t\n]", words), game.slug
            assert words, game.slug
            assert "{" not in words, game.slug
    for text in texts[1:]:
        assert text.text("it").endswith(".")
        assert text.text("en").endswith(".")


@pytest.mark.parametrize("game", GAMES)
def test_history_takes_three_sentences(game: GameEntry) -> None:
    for lang in languages():
        assert len(re.findall(r"[.?!](?: |$)", game.history.text(lang))) == 3, game.history.text(lang)


@pytest.mark.parametrize("game", GAMES)
def test_a_summary_is_one_line(game: GameEntry) -> None:
    assert len(game.summary.text("it")) <= 140
    assert len(game.summary.text("en")) <= 140


@pytest.mark.parametrize("game", GAMES)
def test_its_rulebooks_are_of_the_game(game: GameEntry) -> None:
    assert game.rulebooks
    for id in game.rulebooks:
        assert rulebook(id).game == game.slug


def test_every_rulebook_is_of_a_game_of_the_catalogue() -> None:
    listed = {id for game in entries().values() for id in game.rulebooks}
    assert listed == set(rulebooks())


@pytest.mark.parametrize("game", GAMES)
def test_the_board_adds_up(game: GameEntry) -> None:
    board = game.board
    if board.shape in ("square", "lines"):
        corners = 4 if _core.rules(game.slug).shape == "ended" else 0
        whole = board.files * board.ranks - corners
        assert board.squares == (whole if board.cells == "all" else (whole + 1) // 2)
        assert (board.corner == "") == (board.cells == "all")
        assert 2 * board.men < board.squares
    else:
        assert (board.shape, board.squares) in (("hexagon", 61), ("star", 121))
    assert (board.first_square == "letters") == (game.notation == "algebraic")


@pytest.mark.parametrize("game", GAMES)
def test_game_type_agrees_with_the_board(game: GameEntry) -> None:
    """GameType: number, first mover, files, ranks, numbering, whether the board is mirrored (PDN 3.0)."""
    number, first, files, ranks, squares, mirrored = game.pdn_game_type.split(",")
    assert int(number) == game.pdn_type
    assert game.traits is None or first == game.traits.first[0].upper()
    if game.board.shape != "star":
        assert (int(files), int(ranks)) == (game.board.files, game.board.ranks)
    assert (mirrored == "1") == (game.board.corner == "right")
    assert squares[0] == ("A" if game.notation == "algebraic" else "N")
    assert game.start == "" or game.start.startswith(f"{first}:W")


def test_numbers_of_our_own_are_nobody_else_s() -> None:
    """PDN numbers games to 50 and lets several share one; ours begin at 200 and are not shared."""
    ours = [game.pdn_type for game in entries().values() if game.pdn_type > 50]
    assert min(ours) >= 200
    assert len(set(ours)) == len(ours)
    tags = [entry(slug).pdn_game_type for slug in [*entries(), *TWINS]]
    assert len(set(tags)) == len(tags)
    assert all(len(tag.split(",")[0]) <= 3 for tag in tags)


def test_names_do_not_collide() -> None:
    names = [name for slug in [*entries(), *TWINS] for name in plain_names(entry(slug))]
    assert sorted(name for name in set(names) if names.count(name) > 1) == []


def plain_names(game: GameEntry) -> set[str]:
    """What a reader may type, once each."""
    return {
        n.replace("-", " ").casefold()
        for n in (game.slug, game.name.text("it"), game.name.text("en"), *game.aliases)
    }


@pytest.mark.parametrize("game", DRAUGHTS)
def test_traits_have_their_words(game: GameEntry) -> None:
    assert game.traits is not None
    for keys in provisions_of(game.traits).values():
        assert set(keys) <= set(provisions())
    for directions in ("man_moves", "man_captures", "king_moves", "king_captures"):
        assert getattr(game.traits, directions) in DIRECTIONS


@pytest.mark.parametrize("game", DRAUGHTS)
def test_its_book_answers_whatever_explain_may_ask(game: GameEntry) -> None:
    """Each provision that the traits call for is governed by the default book, or by the one behind it."""
    assert game.traits is not None
    book = rulebook(game.rulebooks[0])
    wanted = {"own_piece", "turns", "numbering", "no_moves", "no_pieces", "resignation", "time", "agreement"}
    said = provisions_of(game.traits)
    keys = [key for part in ("men", "kings", "captures", "crowning", "choice") for key in said[part]]
    for key in keys:
        wanted |= {topic for topic in provisions()[key].governs if topic in ASKED}
    assert sorted(topic for topic in wanted if not book.governs(topic)) == []


# The topics under which explanations and results look for an article.
ASKED = {
    "man_moves", "king_moves", "must_capture", "man_jump", "landing", "king_jump", "own_not_jumped",
    "own_not_captured", "man_goes_on", "king_goes_on", "man_captures_forward", "man_takes_men", "promotion",
    "promotion_ends_capture", "promotion_passes", "promotion_goes_on", "king_lands_behind", "killer_landing",
    "landing_goes_on", "jump_once", "no_turning_back", "free_choice", "most_pieces", "most_value",
    "with_king", "most_kings", "kings_first", "king_move_limit",
}  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
def test_numbers_beside_the_fields_are_articles(game: GameEntry) -> None:
    book = rulebook(game.rulebooks[0])
    cited = re.findall(r"^\w+ = \S+ +# (\S+)$", raw(game.slug), re.M)
    assert cited
    for ref in cited:
        assert article(ref if ":" in ref else f"{book.id}:{ref}")


@pytest.mark.parametrize("game", GAMES)
def test_what_is_open_is_said(game: GameEntry) -> None:
    """A reconstructed game says what is doubtful; an option stands on a doubt, and has its default."""
    assert game.doubts or game.confidence != "reconstructed"
    assert game.doubts or not game.options
    for option in game.options:
        values = [value.value for value in option.values]
        assert option.default in values
        assert len(set(values)) == len(values) > 1
        for value in option.values:
            assert value.traits or value.parameters or value.value == option.default


@pytest.mark.parametrize("game", DRAUGHTS)
def test_the_default_of_an_option_is_what_the_game_is(game: GameEntry) -> None:
    for option in game.options:
        default = next(value for value in option.values if value.value == option.default)
        for name, value in (default.traits or {}).items():
            assert getattr(game.traits, name) == value
        for name, value in (default.parameters or {}).items():
            assert getattr(rulebook(game.rulebooks[0]).parameters, name) == value


@pytest.mark.parametrize("slug", ["double-cross", "contract"])
def test_proposals_are_called_so(slug: str) -> None:
    game = entry(slug)
    assert game.confidence == "reconstructed"
    assert "proposta" in game.summary.text("it")
    assert "proposed" in game.summary.text("en")
    note = rulebook(game.rulebooks[0]).note
    assert note is not None
    assert "proposta" in note.text("it")


@pytest.mark.parametrize("game", GAMES)
def test_examples_name_squares_articles_and_reasons(game: GameEntry) -> None:
    assert game.examples
    book = rulebook(game.rulebooks[0])
    for example in game.examples:
        assert bool(example.refused) == bool(example.reason)
        assert example.route or example.refused
        assert example.reason in {"", *(reason.value for reason in Reason)}
        assert example.article == "" or article(f"{book.id}:{example.article}")
        squares = re.findall(r"\b(?:[a-n]\d+|\d+)\b", example.caption.text("it"))
        assert squares == re.findall(r"\b(?:[a-n]\d+|\d+)\b", example.caption.text("en")) or not squares


def test_a_losing_twin_is_the_game_but_for_its_aim() -> None:
    game, twin = entry("russian"), entry("russian-losing")
    assert twin.name.text("en") == "Russian draughts, losing"
    assert (twin.pdn_type, twin.pdn_game_type) == (525, "525,W,8,8,A0,0")
    assert twin.rulebooks == ("losing.idf.russian", "losing.juegopedia.russian.2019")
    assert twin.traits is not None
    assert twin.traits.goal == "lose"
    assert (twin.board, twin.examples, twin.start) == (game.board, game.examples, game.start)
    assert twin.confidence == "published"
    assert entry("german-losing").confidence == "reconstructed"
    assert [option.name for option in twin.options] == ["blocked"]


@pytest.mark.parametrize("slug", ["breakthrough-losing", "antidraughts-losing", "nothing", "-losing"])
def test_no_such_game(slug: str) -> None:
    with pytest.raises(KeyError):
        entry(slug)


def test_a_game_in_words() -> None:
    said = how("turkish")
    forward = words_of(
        "A man moves by one free square, forward or sideways; never back.",
        context="stock:man-moves.forward-sideways",
    )
    assert said.men.text("en").startswith(forward)
    assert "rook" in said.kings.text("en")
    assert shows(
        said.captures.text("en"),
        "A captured piece goes off at once: its square may be crossed in the rest of the capture.",
        context="stock:removal.immediate",
    )
    assert said.choice[0] == Message("Take where the pieces are more.", context="stock:choice.most-pieces")
    assert how("chinese-checkers").kings.text("it") == words_of("There are no kings.", "it")
