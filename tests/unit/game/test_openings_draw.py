"""The draw: anyone can make it again, all openings are equally likely, none comes twice in an event."""

from __future__ import annotations

import hashlib
import subprocess
from collections import Counter
from dataclasses import replace

import pytest

from damiera.game.openings import BadDraw, deck, draw, drawing, new_seed, recipe, steps, verify
from damiera.messages import Message, languages
from tests.wording import holds, raises


def _by_hand(numbers: list[int], id: str, checksum: str, seed: str, round_: int, board: str = "") -> int:
    """Draw from the numbers that are left, as the documentation says, without our code."""
    attempt = 0
    while True:
        attempt += 1
        line = f"damiera ballot 1|{id}|{checksum}|{seed}|{round_}|{board}|{attempt}"
        value = int(hashlib.sha256(line.encode()).hexdigest()[:15], 16)
        if value < 16**15 - 16**15 % len(numbers):
            return numbers[value % len(numbers)]


@pytest.mark.parametrize("board", ["", "tavolo 7"])
def test_the_draw_is_what_is_documented(board: str) -> None:
    chosen = deck("it-2m-43")
    left = [opening.number for opening in chosen.openings]
    for round_ in range(1, 44):
        number = _by_hand(left, "it-2m-43", chosen.checksum, "perché no?", round_, board)
        assert draw(chosen, "perché no?", round=round_, board=board).number == number
        left.remove(number)


def test_a_draw_never_changes() -> None:
    """Printed results of past events must be found again by every later version."""
    assert [draw("it-2m-43", "Livorno 2026", round=n).number for n in range(1, 8)] == [
        42,
        46,
        37,
        34,
        25,
        31,
        36,
    ]
    assert draw("ru-745", "a").number == 470
    assert draw("en-3m-156", "a", round=2).number == 1


def test_nothing_comes_twice_until_the_deck_begins_anew() -> None:
    numbers = [draw("it-2m-43", "a", round=n).number for n in range(1, 87)]
    every = {opening.number for opening in deck("it-2m-43").openings}
    assert set(numbers[:43]) == set(numbers[43:]) == every
    assert numbers[:43] != numbers[43:]


def test_with_repeat_the_whole_deck_is_there_every_round() -> None:
    drawn = [draw("it-2m-43", "a", round=n, repeat=True) for n in range(1, 44)]
    assert {one.left for one in drawn} == {43}
    assert len({one.number for one in drawn}) < 43
    assert drawn[0].number == draw("it-2m-43", "a").number


def test_all_openings_are_equally_likely() -> None:
    counts = Counter(draw("it-2m-43", f"seed {n}").number for n in range(4300))
    assert len(counts) == 43
    chi = sum((count - 100) ** 2 / 100 for count in counts.values())
    assert chi < 76.8  # 42 degrees of freedom, one in a thousand


def test_what_would_favour_the_first_is_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """With one figure there are 16 values: for three openings the highest is not used."""
    monkeypatch.setattr(drawing, "FIGURES", 1)
    monkeypatch.setattr(drawing, "RANGE", 16)
    three = replace(deck("it-2m-43"), openings=deck("it-2m-43").openings[:3])
    drawn = [draw(three, f"s{n}") for n in range(300)]
    again = [one for one in drawn if len(one.lots) > 1]
    assert again
    for one in again:
        assert [lot.counts for lot in one.lots] == [False] * (len(one.lots) - 1) + [True]
        assert all(lot.value == 15 for lot in one.lots[:-1])
        assert [lot.line[-2:] for lot in one.lots] == [f"|{n}" for n in range(1, len(one.lots) + 1)]
        assert holds(
            recipe(one),
            Message(
                "The first {n} results are thrown away, being not below {least}: so all are equally likely.",
                n=1,
                least=15,
            ),
        )
    assert all(lot.value < 15 for one in drawn for lot in one.lots if lot.counts)


def test_verify_sees_what_was_changed() -> None:
    drawn = draw("en-3m-156", "x", round=4, board="2")
    assert verify(drawn)
    assert verify(drawn, drawn.number)
    assert not verify(drawn, drawn.number + 1)
    other = next(o for o in drawn.deck.openings if o != drawn.opening)
    assert not verify(replace(drawn, opening=other))
    assert not verify(replace(drawn, seed="y"))
    assert not verify(replace(drawn, round=5))


def test_the_recipe_is_true() -> None:
    drawn = draw("it-2m-43", "it's / not", round=3)
    for lang in languages():
        text = recipe(drawn).text(lang)
        lot = drawn.lots[-1]
        assert lot.digest[:15] in text
        assert f"16#{lot.digest[:15]} % 41 + 1" in text
        assert str(drawn.number) in text
    hashing, counting = [step for step in steps(drawn) if step.command]
    assert counting.prints == str(drawn.place + 1)
    typed = hashing.command.removeprefix("printf %s ").split(" | sha256sum")[0]
    shown = subprocess.run(["sh", "-c", f"printf %s {typed}"], capture_output=True, check=True).stdout
    assert hashlib.sha256(shown).hexdigest() == drawn.lots[-1].digest


def test_a_seed_is_made_and_told() -> None:
    one, other = draw("it-2m-43"), draw("it-2m-43")
    assert one.seed != other.seed
    assert len(new_seed()) == 16
    assert draw("it-2m-43", one.seed) == one


def test_a_seed_is_the_same_however_it_is_typed() -> None:
    composed, apart = draw("it-2m-43", "perché  no"), draw("it-2m-43", " perche\u0301 no\n")
    assert composed.seed == apart.seed == "perché no"
    assert composed == apart


@pytest.mark.parametrize("seed", ["", "  ", "a|b", "x" * 101, "a\x00b", "a\x7f"])
def test_bad_seeds(seed: str) -> None:
    with raises(
        BadDraw,
        Message(
            "The seed is a short text, not empty, of at most {most} characters and without '|'.", most=100
        ),
    ):
        draw("it-2m-43", seed)


@pytest.mark.parametrize("round_", [0, -1, 100_001])
def test_bad_rounds(round_: int) -> None:
    with raises(BadDraw, Message("Round {n}: rounds go from 1 to {most}.", most=100000)):
        draw("it-2m-43", "a", round=round_)


def test_bad_boards() -> None:
    with raises(
        BadDraw, Message("The name of the board has at most {most} characters and no '|'.", most=100)
    ):
        draw("it-2m-43", "a", board="1|2")
