"""Forms made into typed values: one class for each form, one refusal for whatever does not fit.

A form is a frozen `msgspec.Struct` (or dataclass) whose fields have the names and types of the form's fields.
Its reader is made once, when the module is loaded:

    class RoundForm(msgspec.Struct, frozen=True):
        rounds: Annotated[int, Meta(ge=1, le=99)]
        day: date | None = None
        system: Literal["swiss", "knockout"] = "swiss"
        medals: bool = False

    read_round = form_reader(RoundForm)
    form = read_round(text_of(await request.form()))
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date, datetime, time
from enum import Enum
from typing import Final, TypeVar, get_type_hints

import msgspec
from msgspec import inspect
from starlette.datastructures import FormData

from damiera.decoding import converter
from damiera.errors import DamieraError
from damiera.messages import Message, Text, Verbatim
from damiera.service.errors import BadTerms

__all__ = ["NUMBER_BETWEEN", "ROOF", "form_reader", "text_of"]

T = TypeVar("T")

TICKED: Final = {
    "yes": True, "on": True, "true": True, "1": True,
    "no": False, "off": False, "false": False, "0": False,
}  # fmt: skip
"""What a tick box or a choice of yes and no may bring."""
LONGEST_WORD: Final = 20
_MINUTES: Final = re.compile(r"(^|[T ])\d\d:\d\d$")

ROOF: Final = 999_999
"""The largest number of a field that has no bound of its own: no count or rating is larger."""

_MISSING: Final = Message("'{field}' is empty: fill it in.")
_NO_TICK: Final = Message("'{word}' is neither yes nor no.")
_NO_NUMBER: Final = Message("'{word}' is no number: write a whole one, such as {example}.")
NUMBER_BETWEEN: Final = Message("'{word}' is no number that fits here: write one from {least} to {most}.")
"""What is said of a number out of its bounds."""
_NUMBER_FROM: Final = Message("'{word}' is no number that fits here: write one of at least {least}.")
_NO_DAY: Final = Message("'{word}' is no day: write it as {example}.")
_NO_MOMENT: Final = Message("'{word}' is no day with a time: write it as {example}.")
_NO_CLOCK_TIME: Final = Message("'{word}' is no time of day: write it as {example}.")
_NOT_OFFERED: Final = Message("'{word}' is not offered here: choose one of {choices}.")
_NO_FIT: Final = Message("'{word}' does not fit in '{field}': correct it and send the form again.")


def text_of(form: FormData) -> dict[str, str]:
    """Return the text fields of a form."""
    return {name: value for name, value in form.items() if isinstance(value, str)}


def form_reader(
    kind: type[T],
    *,
    hook: Callable[[type, object], object] | None = None,
    refusals: Mapping[str, Text] | None = None,
    names: Mapping[str, str] | None = None,
) -> Callable[[Mapping[str, object]], T]:
    """Return what reads a form into a value of a class.

    Text is kept as it came. Every other field is read without the blanks around it, and is as usual where it
    is left empty; a tick box that is not sent is not ticked. What the class does not name is ignored. A value
    that is no text, which the caller put there, is taken as data.

    The returned function raises `BadTerms` with the field, what is wrong with it and what to do.

    Args:
        kind: the form.
        hook: makes the fields of types that msgspec does not know; it may refuse with a `DamieraError`.
        refusals: what to say of a field instead of the usual; `{word}` in it is what was given.
        names: what the form calls a field, where that cannot be a name in the class.
    """
    convert = converter(kind, hook, strict=False)
    hints = get_type_hints(kind, include_extras=True)
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.DataclassType | inspect.StructType)
    known = {field.name: field for field in info.fields}
    called = {name: (names or {}).get(name, name) for name in known}

    def read(given: Mapping[str, object]) -> T:
        sent = {name: given[called[name]] for name in known if called[name] in given}
        data = {name: value for name, field in known.items() for value in _given(field, sent)}
        for name, field in known.items():
            if field.required and name not in data:
                raise BadTerms(called[name], _MISSING.format(field=called[name]))
        try:
            return convert(data)
        except msgspec.ValidationError as error:
            for name, value in data.items():
                if refused := _refused(value, hints, name, hook):
                    said = (refusals or {}).get(name) or _said(refused, known[name], value)
                    shown = said.format(word=_short(value), field=called[name])
                    raise BadTerms(called[name], shown) from None
            if isinstance(error.__cause__, DamieraError):
                raise error.__cause__ from None
            raise

    return read


def _given(field: inspect.Field, given: Mapping[str, object]) -> list[object]:
    """Return what a form brings for a field, as data; nothing where it is as usual."""
    if field.name not in given:
        return []
    value = given[field.name]
    if not isinstance(value, str) or _is_text(field.type):
        return [value]
    word = value.strip()
    if isinstance(_alone(field.type), inspect.BoolType):
        return [TICKED.get(word.lower(), word) if word else False]
    if isinstance(_alone(field.type), inspect.DateTimeType | inspect.TimeType) and _MINUTES.search(word):
        return [f"{word}:00"]  # browsers send no seconds, and msgspec wants them
    return [word] if word else []


def _is_text(kind: inspect.Type) -> bool:
    return isinstance(_alone(kind), inspect.StrType)


def _refused(
    value: object, hints: Mapping[str, object], name: str, hook: Callable[[type, object], object] | None
) -> msgspec.ValidationError | None:
    """Return why a value does not fit in a field of a class that is known; None where it does."""
    try:
        msgspec.convert(value, hints[name], strict=False, dec_hook=hook)
    except msgspec.ValidationError as error:
        return error
    return None


def _said(error: msgspec.ValidationError, field: inspect.Field, value: object) -> Text:
    """Return what to say of a value that does not fit."""
    if isinstance(error.__cause__, DamieraError):
        return error.__cause__.message
    kind = _alone(field.type)
    if isinstance(kind, inspect.BoolType):
        return _NO_TICK
    if isinstance(kind, inspect.IntType):
        return _number_wanted(kind, value)
    if isinstance(kind, inspect.LiteralType | inspect.EnumType):
        offered = kind.values if isinstance(kind, inspect.LiteralType) else _values(kind.cls)
        return _NOT_OFFERED.format(choices=Verbatim(", ".join(map(str, offered))))
    examples: dict[type[inspect.Type], Text] = {
        inspect.DateType: _NO_DAY.format(example=date(2026, 9, 30).isoformat()),
        inspect.DateTimeType: _NO_MOMENT.format(example=datetime(2026, 9, 30, 15).isoformat(" ", "minutes")),
        inspect.TimeType: _NO_CLOCK_TIME.format(example=time(15, 30).isoformat("minutes")),
    }
    return examples.get(type(kind), _NO_FIT)


def _alone(kind: inspect.Type) -> inspect.Type:
    """Return the one type of a field that may also be empty."""
    if not isinstance(kind, inspect.UnionType):
        return kind
    named = [one for one in kind.types if not isinstance(one, inspect.NoneType)]
    return named[0] if len(named) == 1 else kind


def _number_wanted(kind: inspect.IntType, value: object) -> Text:
    """Return which numbers fit; the roof of a field without one of its own is said only of what is above."""
    if kind.ge is None:
        return _NO_NUMBER.format(example=10)
    above = re.fullmatch(r"\+?[0-9]+", str(value)) is not None
    if kind.le is None or (kind.le >= ROOF and not above):
        return _NUMBER_FROM.format(least=kind.ge)
    return NUMBER_BETWEEN.format(least=kind.ge, most=kind.le)


def _values(kind: type[Enum]) -> list[object]:
    return [one.value for one in kind]


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= LONGEST_WORD else f"{text[:LONGEST_WORD]}…"
