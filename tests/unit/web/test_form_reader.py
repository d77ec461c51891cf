"""What a form brings becomes a typed value, or a refusal that says which field and why."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time
from enum import Enum
from typing import Annotated, Literal

import pytest
from msgspec import Meta

from damiera.messages import Message
from damiera.service.errors import BadTerms
from damiera.web.common.forms import ROOF, form_reader
from tests.wording import raises

NO_COLOUR = Message("'{word}' is no colour: choose one.")
NO_POINT = Message("A point is two numbers.")


class Colour(Enum):
    WHITE = "white"
    BLACK = "black"


class Point:
    """A class that msgspec does not know."""

    def __init__(self, x: int, y: int) -> None:
        self.x, self.y = x, y


@dataclass(frozen=True, slots=True)
class SampleForm:
    rounds: Annotated[int, Meta(ge=1, le=99)]
    name: str = "nobody"
    boards: int = 4
    most: Annotated[int, Meta(ge=5)] | None = None
    medals: bool = False
    system: Literal["swiss", "knockout"] = "swiss"
    colour: Colour = Colour.WHITE
    day: date | None = None
    at: datetime | None = None
    begins: time | None = None
    more: dict[str, str] | None = None
    said: bool | None = None
    note: str | None = None


def _point(kind: type, value: object) -> object:
    assert kind is Point
    assert isinstance(value, str)
    words = value.split()
    if len(words) != 2:
        raise BadTerms("", NO_POINT)
    return Point(int(words[0]), int(words[1]))


@dataclass(frozen=True, slots=True)
class PointForm:
    where: Point | None = None


read = form_reader(SampleForm, refusals={"colour": NO_COLOUR})


def test_fields_are_read_by_their_types() -> None:
    given = {
        "rounds": " 7 ",
        "name": " Anna ",
        "most": "5",
        "medals": "on",
        "system": "knockout",
        "colour": "black",
        "day": "2026-09-30",
        "at": "2026-09-30T15:00",
        "begins": "09:30",
        "nobody asked": "x",
        "more": {"first": "black"},
    }
    assert read(given) == SampleForm(
        rounds=7,
        name=" Anna ",
        most=5,
        medals=True,
        system="knockout",
        colour=Colour.BLACK,
        day=date(2026, 9, 30),
        at=datetime(2026, 9, 30, 15),
        begins=time(9, 30),
        more={"first": "black"},
    )


def test_empty_field_is_as_usual_and_empty_text_is_text() -> None:
    given = {"rounds": "1", "name": "", "boards": " ", "most": "", "medals": "", "system": "", "day": ""}
    assert read(given) == SampleForm(1, name="")


def test_field_that_may_say_nothing_is_read_like_any_other() -> None:
    form = read({"rounds": "1", "said": "yes", "note": " as it came "})
    assert (form.said, form.note) == (True, " as it came ")
    assert (read({"rounds": "1"}).said, read({"rounds": "1"}).note) == (None, None)
    assert read({"rounds": "1", "said": "off"}).said is False


@pytest.mark.parametrize("word", ["no", "off", "false", "0", ""])
def test_box_that_is_not_ticked(word: str) -> None:
    assert not read({"rounds": "1", "medals": word}).medals


@pytest.mark.parametrize(
    ("field", "word", "message"),
    [
        ("rounds", "0", Message("'{word}' is no number that fits here: write one from {least} to {most}.")),
        (
            "rounds",
            "9" * 5000,
            Message("'{word}' is no number that fits here: write one from {least} to {most}."),
        ),
        ("rounds", "", Message("'{field}' is empty: fill it in.")),
        ("boards", "four", Message("'{word}' is no number: write a whole one, such as {example}.")),
        ("boards", "4.5", Message("'{word}' is no number: write a whole one, such as {example}.")),
        ("most", "4", Message("'{word}' is no number that fits here: write one of at least {least}.")),
        ("medals", "perhaps", Message("'{word}' is neither yes nor no.")),
        ("system", "dutch", Message("'{word}' is not offered here: choose one of {choices}.")),
        ("colour", "green", NO_COLOUR),
        ("day", "30/9/2026", Message("'{word}' is no day: write it as {example}.")),
        ("at", "today", Message("'{word}' is no day with a time: write it as {example}.")),
        ("begins", "25:00", Message("'{word}' is no time of day: write it as {example}.")),
        ("more", "x", Message("'{word}' does not fit in '{field}': correct it and send the form again.")),
    ],
)
def test_refusal_names_the_field_and_what_to_do(field: str, word: str, message: Message) -> None:
    with pytest.raises(BadTerms) as caught:
        read({"rounds": "1", field: word})
    assert caught.value.field == field
    assert isinstance(caught.value.message, Message)
    assert caught.value.message.is_a(message)
    assert len(str(caught.value)) < 120


def test_every_choice_that_is_offered_is_said() -> None:
    refusal = Message("'{word}' is not offered here: choose one of {choices}.", word="green")
    with raises(BadTerms, refusal) as caught:
        form_reader(SampleForm)({"rounds": "1", "colour": "green"})
    assert "white, black" in str(caught.value)


def test_type_of_ours_is_read_by_the_hook_which_may_refuse() -> None:
    read = form_reader(PointForm, hook=_point)
    where = read({"where": "3 4"}).where
    assert where is not None
    assert (where.x, where.y) == (3, 4)
    assert read({"where": ""}).where is None
    with pytest.raises(BadTerms) as caught:
        read({"where": "3"})
    assert (caught.value.field, caught.value.message) == ("where", NO_POINT.format(word="3", field="where"))


AT_LEAST = Message("'{word}' is no number that fits here: write one of at least {least}.")


@dataclass(frozen=True, slots=True)
class CalledForm:
    from_round: Annotated[int, Meta(ge=0, le=ROOF)]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (
            "-1",
            Message(
                "'{word}' is no number that fits here: write one of at least {least}.", word="-1", least=0
            ),
        ),
        (
            "x",
            Message(
                "'{word}' is no number that fits here: write one of at least {least}.", word="x", least=0
            ),
        ),
        (
            str(ROOF + 1),
            Message(
                "'{word}' is no number that fits here: write one from {least} to {most}.",
                word=str(ROOF + 1),
                least=0,
                most=ROOF,
            ),
        ),
        ("", Message("'{field}' is empty: fill it in.", field="from")),
    ],
)
def test_a_refusal_names_the_field_of_the_form_and_only_bounds_that_matter(given: str, said: Message) -> None:
    read = form_reader(CalledForm, names={"from_round": "from"})
    assert read({"from": "3"}) == CalledForm(3)
    with raises(BadTerms, said) as refused:
        read({"from": given})
    assert refused.value.field == "from"
