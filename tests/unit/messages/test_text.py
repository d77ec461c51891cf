"""Messages as values: worded when they are read, stored as id and arguments."""

from __future__ import annotations

from typing import Any

import pytest

from damiera.messages import (
    Capital,
    Joined,
    Lower,
    Message,
    Number,
    Recorded,
    Text,
    Verbatim,
    from_data,
    to_data,
)


def test_a_message_is_worded_in_the_readers_language() -> None:
    said = Message("Round {n}", n=3)
    assert [said.text(lang) for lang in ("en", "it")] == ["Round 3", "Turno 3"]


def test_an_argument_that_is_a_text_is_worded_with_it() -> None:
    said = Message("{name} ({said})", name=Message("Italian draughts"), said=Verbatim("8x8"))
    assert said.text("it") == "Dama italiana (8x8)"


def test_arguments_may_have_braces() -> None:
    assert Message("Game of {name}", name="{evil}").text("en") == "Game of {evil}"


def test_one_and_many() -> None:
    moves = Message("{n} move", plural="{n} moves")
    assert [moves.format(n=n).text("en") for n in (0, 1, 2)] == ["0 moves", "1 move", "2 moves"]
    assert [moves.format(n=n).text("it") for n in (1, 2)] == ["1 mossa", "2 mosse"]


def test_messages_are_equal_and_hash_by_id_and_arguments() -> None:
    assert Message("Round {n}", n=1) == Message("Round {n}", n=1)
    assert Message("Round {n}", n=1) != Message("Round {n}", n=2)
    assert len({Message("Round {n}", n=1), Message("Round {n}", n=1), Message("Round {n}", n=2)}) == 2
    assert Message("Round {n}", n=1).is_a(Message("Round {n}"))
    assert not Message("White").is_a(Message("White", context="with the article"))


@pytest.mark.parametrize(
    "text",
    [
        Message("Round {n}", n=3),
        Message("{n} move", plural="{n} moves", n=2),
        Message("White", context="with the article"),
        Message("{a} beats {b}", a=Message("White"), b=Verbatim("Rossi")),
        Verbatim("22-18"),
        Joined((Verbatim("1"), Message("one")), ", ", Message(" and ")),
        Capital(Message("one")),
        Lower(Message("White")),
        Number(12.5, 2),
        Recorded({"it": "Patta.", "en": "A draw."}),
    ],
    ids=lambda text: type(text).__name__,
)
def test_what_is_stored_reads_back(text: Text) -> None:
    again = from_data(to_data(text))
    assert [again.text(lang) for lang in ("en", "it", "fr")] == [
        text.text(lang) for lang in ("en", "it", "fr")
    ]


@pytest.mark.parametrize("data", [None, 3, {}, {"id": 3}, [], {"join": 1}])
def test_what_is_no_message_is_refused(data: Any) -> None:
    with pytest.raises(ValueError, match="not a stored message"):
        from_data(data)


def test_numbers_as_the_language_writes_them() -> None:
    assert [Number(1234.5, 1).text(lang) for lang in ("en", "it")] == ["1234.5", "1234,5"]
    assert Number(2.0, 0).text("it") == "2"


def test_a_list() -> None:
    parts = tuple(map(Verbatim, "abc"))
    assert Joined(parts, ", ", Message(" and ")).text("it") == "a, b e c"
    assert Joined((Verbatim("a"), Verbatim("")), " ").text("en") == "a"
