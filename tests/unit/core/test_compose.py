"""Rule sets made at run time from their names."""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
import threading

import pytest

from damiera import _core


@pytest.mark.parametrize(
    "slug", [slug for slug in _core.compiled() if _core.rules(slug).family == "draughts"]
)
def test_a_game_is_what_its_own_recipe_says(slug: str) -> None:
    rules = _core.rules(slug)
    said = [f"{key}={value}" for key, value in rules.recipe.items() if value != "own" and key != "goal"]
    assert _core.compose("~".join((slug, *said))) is rules


def test_a_rule_set_has_one_name_however_it_was_asked_for() -> None:
    rules = _core.rules("german~landing=adjacent~first=black~rows=3")
    assert rules.slug == "german~first=black~landing=adjacent"
    assert _core.rules("german~first=black~landing=adjacent") is rules
    assert _core.compose("german~landing=any") is _core.rules("german")
    assert "german~first=black~landing=adjacent" not in (*_core.slugs(), *_core.compiled())


def test_what_a_name_says_is_what_is_played() -> None:
    rules = _core.rules("german~first=black~landing=adjacent")
    assert rules.first_mover is _core.Side.BLACK
    assert rules.traits == {**_core.rules("german").traits, "landing": "adjacent"}
    king = rules.position(_core.Side.WHITE, [], [29], [18], [])
    assert {move.destination for move in king.moves()} == {15}


@pytest.mark.parametrize(
    ("slug", "same"),
    [
        ("italian~goal=lose", "italian-losing"),
        ("italian-losing~goal=win", "italian"),
        ("italian~promotion-squares=a8.c8.e8.g8", "italian"),
        ("english~landing=any~reversal=no", "english"),
        ("german~king-range=adjacent~landing=adjacent", "german~king-range=adjacent"),
        ("turkish~removal=end", "turkish~removal=end"),
        ("international~board=12x12~rows=5", "international~board=12x12~rows=5"),
    ],
)
def test_names_of_the_same_rules(slug: str, same: str) -> None:
    assert _core.compose(slug).slug == same


@pytest.mark.parametrize(
    ("slug", "like", "depth"),
    [
        ("international~board=12x12~rows=5", "canadian", 5),
        ("spanish~choice=quality", "spanish-quality", 6),
        ("diagonal~promotion-squares=corner", "diagonal-corner", 6),
        ("diagonal~promotion-squares=last-row", "diagonal-row", 6),
        ("english~board=6x6~rows=2", "proof-english-6x6", 8),
        ("german~choice=king-first", "czech", 7),
        ("russian~promotion=pass~choice=number", "brazilian", 7),
    ],
)
def test_composed_rules_count_as_the_game_they_are(slug: str, like: str, depth: int) -> None:
    assert _core.rules(slug).start().perft(depth) == _core.rules(like).start().perft(depth)


def test_boards_of_every_kind() -> None:
    squares = {
        "hexdame~board=7x7": 37,
        "english~board=14x14~rows=6": 98,
        "english~board=10x8": 40,
        "turkish~board=11x11": 121,
        "english~board=7x7~shape=full": 49,
        "english~man-captures=all": 32,
    }
    assert {slug: _core.rules(slug).squares for slug in squares} == squares
    assert _core.rules("english~man-captures=all").shape == "crossed"
    assert _core.rules("hexdame~board=7x7").men == 9


@pytest.mark.parametrize(
    ("slug", "said"),
    [
        ("chess~first=white", "no game 'chess'"),
        ("english~landing", "write key=value"),
        ("english~colour=red", "colour=red: there is no such key; write one of blocked"),
        ("english~landing=far", "landing=far: write one of adjacent, any, killer"),
        ("english~first=white~first=black", "given more than once"),
        ("english~board=9x9", "board=9x9: with squares of one colour columns and rows are even"),
        ("english~board=16x16", "columns and rows are 4 to 14"),
        ("english~board=12x12~shape=full", "at most 128"),
        ("hexdame~board=11x11", "a hexagon is 5x5, 7x7 or 9x9"),
        ("hexdame~man-moves=diagonals", "man-moves=diagonals: no such steps on this board"),
        ("english~rows=4", "rows=4: the men of both sides need a free row"),
        ("diagonal~board=10x10", "rows=own: say how many rows of men"),
        ("english~promotion-squares=a9", "promotion-squares=a9: write last-row"),
        ("english~promotion-squares=a1", "men stand there at the start"),
        ("turkish~promotion-squares=a3", "men stand there at the start"),
        ("english~man-moves=hex", "man-moves=hex: no such steps"),
        ("english~king-limit=300", "at most 99"),
        ("english~repetition=Three", "repetition=Three: write small letters"),
        ("english~" + "x" * 1000, "too long"),
    ],
)
def test_what_cannot_be_is_refused_with_a_remedy(slug: str, said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        _core.rules(slug)


def test_every_reason_comes_at_once() -> None:
    with pytest.raises(ValueError, match="=") as caught:
        _core.compose("english~board=9x9~man-moves=hex~king-moves=hex-forward")
    assert len(str(caught.value).splitlines()) == 3


def test_what_concerns_the_end_of_a_game_stays_in_its_name() -> None:
    rules = _core.rules("turkish~lone-pieces=king-wins")
    assert rules.slug == "turkish~lone-pieces=king-wins"
    assert rules.traits == _core.rules("turkish").traits
    assert rules.start() != _core.rules("turkish").start()


def test_another_process_makes_the_same_rules_from_a_pickle() -> None:
    start = _core.rules("english~king-range=flying~landing=any").start()
    code = "import pickle, sys; p = pickle.load(sys.stdin.buffer); print(p.rules.slug, p.perft(4))"
    done = subprocess.run(
        [sys.executable, "-c", code], input=pickle.dumps(start), capture_output=True, check=True
    )
    assert done.stdout.decode().split() == [start.rules.slug, str(start.perft(4))]
    assert pickle.loads(pickle.dumps(start)).rules is start.rules


def test_threads_get_one_object() -> None:
    found: list[_core.Rules] = []
    asking = [
        threading.Thread(target=lambda: found.append(_core.rules("english~king-limit=7"))) for _ in range(8)
    ]
    for thread in asking:
        thread.start()
    for thread in asking:
        thread.join()
    assert len(found) == 8
    assert all(rules is found[0] for rules in found)


def test_the_search_plays_composed_rules() -> None:
    for slug in ("english~king-range=flying", "english~board=14x14~rows=6", "hexdame~board=7x7"):
        rules = _core.rules(slug)
        move = _core.Search(rules, hash_mb=1).think(rules.start(), depth=4).move
        assert move in rules.start().moves()


def test_there_is_an_end_to_making_rules() -> None:
    """In a process of its own: what is made stays made."""
    code = (
        "from damiera import _core\n"
        "try:\n"
        "    for n in range(20_000): _core.compose(f'english~repetition={n}')\n"
        "except ValueError as error: print(n, error)\n"
        "print(_core.rules('english~repetition=5').slug)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    last, again = done.stdout.decode().splitlines()
    assert "this program has made 10000 rule sets" in last
    assert again == "english~repetition=5"
