"""What is said of a move is true in every game, and in the squares that the player named."""

from __future__ import annotations

import json

import pytest

from damiera.cli.main import main
from damiera.messages import Capital, Message, Text
from damiera.notation.errors import IllegalMove
from damiera.notation.moves import parse_move
from damiera.rules.explain import Explanation, explain_move
from damiera.rules.ruleset import INTERNATIONAL, ITALIAN, ruleset


def explained(game: str, fen: str, *path: int, by_number: bool = False) -> Explanation:
    return explain_move(ruleset(game).core.read(fen), path, by_number=by_number)


def key_of(told: Explanation) -> tuple[str | None, str | None]:
    """Return under which reason the title and the text are kept in `rules/wording.toml`."""
    return _context(told.title), _context(told.text)


def _context(text: Text) -> str | None:
    assert isinstance(text, Capital)
    assert isinstance(text.part, Message)
    return text.part.context


def test_a_man_of_re_entry_draughts_leaves_the_board_and_is_no_king() -> None:
    told = explained("reentry", "W:W6:B12", 6, 2)
    assert told.legal
    assert key_of(told) == ("legal-leaving", "legal-leaving")
    assert "damiera.reentry.default:2.2" in told.articles
    assert key_of(explained("italian", "W:W6:B12", 6, 2)) == ("legal-promotion", "legal-promotion")


def test_moves_as_json_say_who_becomes_a_king_and_who_leaves(capsys: pytest.CaptureFixture[str]) -> None:
    for game, promotes, leaves in (("reentry", False, True), ("italian", True, None)):
        with pytest.raises(SystemExit):
            main(["moves", game, "W:W6:B12", "--json"])
        move = json.loads(capsys.readouterr().out)["moves"][0]
        assert (move["promotes"], move.get("leaves")) == (promotes, leaves), game


def test_where_waiting_men_may_enter_is_asked_by_its_own_article() -> None:
    told = explained("reentry", "W:W22,32:B5:R1,0", 22, 18)
    assert key_of(told) == ("ambiguous-entry", "ambiguous-entry")
    assert told.articles
    assert "damiera.reentry.default:4.2" not in told.articles, "nothing is taken"


def test_a_circuit_that_may_not_be_played_is_no_way_from_a_square_to_itself() -> None:
    """The king could come round to its square for four pieces; five must be taken, and it ends elsewhere."""
    position = INTERNATIONAL.core.read("W:WK11:B1,3,7,21,22,24,34")
    told = explain_move(position, (11, 2, 30, 39, 11))
    assert not told.legal
    assert isinstance(told.title, Capital)
    assert isinstance(told.title.part, Message)
    assert told.title.part.is_a(Message("{piece} cannot come back to its square this way", context="title"))


def test_holes_are_empty_and_marbles_are_chosen() -> None:
    told = explain_move(ruleset("chinese-checkers").start(), (61, 62))
    assert key_of(told) == ("empty-hole", "empty-hole")
    assert key_of(explain_move(ITALIAN.start(), (18, 14))) == ("empty-square", "empty-square")


@pytest.mark.parametrize(("typed", "named"), [("22x13", "22"), ("c3xa5", "c3")])
def test_answers_name_squares_as_they_were_typed(typed: str, named: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        parse_move(ruleset("brazilian").start(), typed)
    title = caught.value.explanation.title.text("en")
    assert title.split()[0] == named


def test_a_refused_move_says_what_stands_on_the_square() -> None:
    with pytest.raises(IllegalMove) as caught:
        parse_move(ITALIAN.start(), "18-14")
    assert key_of(caught.value.explanation)[0] == "empty-square"
    assert caught.value.explanation.title.text("en") in str(caught.value)


def test_an_article_is_cited_once() -> None:
    for slug in ("hexdame", "italian", "international"):
        game = ruleset(slug)
        for move in game.start().moves():
            cited = explain_move(game.start(), (move.origin, move.destination)).articles
            assert len(set(cited)) == len(cited), slug
