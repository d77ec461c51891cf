"""All games of a file are judged together: what they are, how sure that is, and what is said of it."""

from __future__ import annotations

from io import BytesIO

import pytest

from damiera.messages import Message
from damiera.notation.pdn import judgement
from damiera.notation.pdn.bulk import read_bulk
from damiera.notation.pdn.errors import PdnError
from damiera.notation.pdn.judgement import FileJudgement, judge
from damiera.notation.pdn.model import PdnGame
from damiera.notation.pdn.reader import read_pdn
from damiera.notation.pdn.stream import judge_file, read_file
from damiera.notation.pdn.writer import write_pdn
from damiera.rules.ruleset import ENGLISH, ITALIAN
from tests.wording import holds

ENGLISH_GAME = "1. 11-15 23-19 2. 8-11 22-17 3. 4-8 17-13 4. 15-18 24-20 5. 11-15 28-24 6. 8-11 26-23 *"
LONGER = '[White "{n}"]\n\n1. 10-15 22-17 2. 9-14 17x10 *\n\n'
"""Pool checkers go on with 17x10x19: a man there captures backwards."""
PROBLEM = '[FEN "W:W{a},{b}:B{c}"]\n*\n\n'
FOUR = (
    '[FEN "W:W24,K22:B5"]\n*\n\n[FEN "B:WK31,27:B32,7"]\n1... 7-10 *\n\n' + '[FEN "W:W19,16:B3"]\n*\n\n' * 2
)


def slugs(text: str) -> list[str]:
    return [item.ruleset.slug for item in read_pdn(text) if isinstance(item, PdnGame)]


def counts(found: FileJudgement) -> dict[str, int]:
    return {count.ruleset.slug: count.n for count in found.candidates}


def test_an_odd_position_changes_nothing_for_the_games_after_it() -> None:
    assert slugs(FOUR) == ["english"] * 3
    assert [isinstance(item, PdnError) for item in read_bulk(FOUR)] == [False, True, False, False]
    found = judge(FOUR)
    assert "international" not in counts(found)  # none of fifty squares is ever named
    assert counts(found)["english"] == 3


def test_the_games_of_a_file_speak_for_its_problems() -> None:
    found = judge(LONGER.format(n=1) * 3 + PROBLEM.format(a=24, b=22, c=5) * 2)
    assert found.is_sure
    assert {group.ruleset for group in found.silent} == {ENGLISH}


def test_one_game_that_a_kindred_game_allows_does_not_make_two_games_of_a_file() -> None:
    pool = LONGER.format(n="P").replace("17x10", "17x19")
    assert slugs(pool) == ["pool"]
    found = list(read_pdn(LONGER.format(n=1) * 30 + pool))
    assert [isinstance(item, PdnError) for item in found] == [False] * 30 + [True]
    assert slugs(LONGER.format(n=1) * 30 + pool) == ["english"] * 30


def test_what_most_are_possible_in_is_said_with_its_count() -> None:
    faulty = LONGER.format(n=2).replace("17x10", "17x11")
    found = judge(LONGER.format(n=1) * 30 + faulty)
    assert found.is_sure
    certain = Message(
        "Without tag: {game}, {n} of {all}, because these are possible in it from the first move to the "
        "last{others}.",
        game=ENGLISH.name,
        n=30,
        all=31,
    )
    assert holds(found.text, certain)


def test_games_that_are_possible_in_several_are_not_certain() -> None:
    found = judge(ENGLISH_GAME)
    assert not found.is_sure
    assert set(counts(found)) >= {"english", "pool"}
    assert [group.ruleset for group in found.silent] == [ENGLISH]
    assert holds(found.text, Message("{name} ({n})", context="games of a kind", name=ENGLISH.name, n=1))


LONG_ITALIAN = (
    "1. 23-19 11-15 2. 28-23 10-13 3. 23-20 5-10 4. 20x11 7x23 5. 27x20 12-16 6. 31-27 16x23 "
    "7. 27x20 10-14 8. 30-27 3-7 9. 21-17 6-10 10. 26-21 13-18 11. 22x6 2x11 12. 27-22 14-18 *"
)


@pytest.mark.parametrize("text", ["1. 22-18 *", "1. 21-17 12-15 *", "1. 21-17 12-15 *\n\n1. 22-18 *"])
def test_the_squares_of_a_few_moves_alone_are_not_sure(text: str) -> None:
    found = judge(text)
    assert not found.is_sure
    assert set(counts(found)) >= {"italian", "argentine", "filipino"}
    assert [group.ruleset for group in found.silent] == [ITALIAN]


def test_other_games_of_the_file_speak_for_a_short_one() -> None:
    tagged = '[GameType "22"]\n\n1. 22-18 *\n\n'
    assert judge(tagged + "1. 22-18 *").is_sure
    assert judge(LONG_ITALIAN + "\n\n1. 22-18 *").is_sure


def test_a_short_game_is_never_taken_for_one_that_does_not_allow_it() -> None:
    text = "1. 21-17 0-1\n\n" + "1. 32-28 *\n\n1. 33-28 *"
    assert slugs(text) == ["italian", "international", "international"]


def test_tags_speak_for_the_games_without() -> None:
    tagged = '[GameType "23"]\n\n1. 11-15 23-19 *\n\n'
    found = judge(tagged * 30 + "1. 11-15 23-19 *\n\n" * 2)
    assert found.is_sure
    assert found.said == {"pool": 30}
    assert slugs(tagged * 30 + "1. 11-15 23-19 *") == ["pool"] * 31


def test_each_game_of_a_mixed_file_is_what_its_tag_says() -> None:
    text = (
        '[GameType "25"]\n\n1. c3-d4 *\n\n' * 2 + '[GameType "22"]\n\n1. 21-17 *\n\n' + "1. 32-28 19-23 *\n\n"
    )
    assert slugs(text) == ["russian", "russian", "italian", "international"]
    found = judge(text)
    assert found.said == {"russian": 2, "italian": 1}
    assert holds(found.text, Message("The file mixes games; game {n} is the first of another kind.", n=4))


def test_games_that_no_usual_game_allows_are_sought_in_all() -> None:
    canadian = '[FEN "W:W61-72:B1,2,3"]\n*\n\n'
    found = judge(canadian * 3)
    assert found.silent[0].ruleset.core.squares > 60


def test_a_game_that_is_not_here_says_nothing_of_the_others() -> None:
    found = judge('[GameType "50"]\n\n1. 21-17 *\n\n1. 11-15 *')
    assert [group.first for group in found.silent] == [2]


def test_a_long_text_is_asked_in_pieces_spread_over_it(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "".join(LONGER.format(n=n) for n in range(600))
    whole = judge(text)
    monkeypatch.setattr(judgement, "WHOLE", 10_000)
    monkeypatch.setattr(judgement, "WINDOW", 500)
    some = judge(text)
    assert whole.whole
    assert not some.whole
    assert 0 < some.asked < whole.asked == 600
    assert some.silent[0].ruleset == whole.silent[0].ruleset == ENGLISH
    assert holds(some.text, Message("Asked were {n} games, spread over the file.", n=some.asked))


def test_a_file_is_judged_as_its_text_and_read_by_it() -> None:
    text = "".join(PROBLEM.format(a=24, b=22, c=5) for _ in range(20)) + LONGER.format(n=1) * 40
    data = text.encode("utf-16")
    assert judge_file(BytesIO(data)) == judge(text)
    read = list(read_file(BytesIO(data), piece=300))
    assert {item.ruleset for item in read if not isinstance(item, PdnError)} == {ENGLISH}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp1252"])
def test_a_long_file_is_judged_by_pieces(encoding: str) -> None:
    text = "".join(LONGER.format(n=f"Niccolò {n}") for n in range(7_000))
    found = judge_file(BytesIO(text.encode(encoding)))
    assert not found.whole
    assert found.asked > 500
    assert found.silent[0].ruleset == ENGLISH
    assert found.is_sure


@pytest.mark.parametrize("tags", ['[GameType "25"]\n', '[GameType "20"][Variant "Antidraughts"]\n', ""])
def test_what_was_asked_for_wins_over_every_tag(tags: str) -> None:
    text = tags + "\n1. 21-17 12-15 *"
    [game] = read_pdn(text, asked=ITALIAN)
    [fast] = read_bulk(text, asked=ITALIAN)
    assert isinstance(game, PdnGame)
    assert not isinstance(fast, PdnError)
    assert (game.ruleset, game.ruleset_guessed) == (ITALIAN, False) == (fast.ruleset, fast.ruleset_guessed)
    assert [note.text for note in fast.notes] == [note.text for note in game.notes]
    assert bool(game.notes) == bool(tags)
    for style in ("strict", "kept"):
        [again] = read_pdn(write_pdn(game, tags="strict" if style == "strict" else "kept"))
        assert isinstance(again, PdnGame)
        assert (again.ruleset, again.moves, again.ruleset_guessed) == (ITALIAN, game.moves, False)


def test_a_hostile_text_is_judged_in_bounded_time() -> None:
    assert judge("1. 11-15 *\n" * 40_000).asked < 7_000
    assert judge('[FEN "' * 20_000).silent == ()
    assert judge("").is_sure


def test_a_game_that_moves_tell_from_the_one_of_its_squares_is_not_said_to_be_so_by_them() -> None:
    only = judgement._ONLY.format
    german, italian = judge("1. 22-18 11-15 2. 18x11 8x15 *"), judge(LONG_ITALIAN)
    assert [count.ruleset.slug for count in german.silent[0].counts] == ["german"]
    assert not holds(german.text, only(game=german.silent[0].counts[0].ruleset.name, n=1, all=1))
    assert holds(italian.text, only(game=ITALIAN.name, n=1, all=1))
