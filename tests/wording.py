"""How tests speak of sentences: by the message and its arguments, never by the words of a language.

A message's id is its English source with its places open (`Message("There is no act {n} to undo.", n=99)`).
`raises` is `pytest.raises` for errors that carry a message, `holds` finds a message within a text, `words_of`
gives the words that a page or a terminal shows, and `shows` finds a message there of which some
arguments matter. `tests/test_sentences.py` keeps it so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import TypeVar

import pytest
from babel.messages.pofile import read_po

from damiera.errors import DamieraError
from damiera.messages import Capital, Joined, Lang, Lower, Message, Text
from damiera.messages.catalogues import FOLDER, translations

__all__ = ["holds", "ids", "raises", "shows", "words_of"]

Error = TypeVar("Error", bound=DamieraError)

_PLACE = re.compile(r"\{(\w+)[^{}]*\}|%\((\w+)\)[sd]")
_ANYTHING = "\ue000"
"""Stands for an argument that nobody named: a character that no sentence has."""


class _Count(int):
    """A number that chooses the form of a sentence and whose digits may be any."""

    def __str__(self) -> str:
        return _ANYTHING

    def __format__(self, spec: str) -> str:
        return _ANYTHING


@contextmanager
def raises(kind: type[Error], message: Message) -> Iterator[pytest.ExceptionInfo[Error]]:
    """Want the block to raise a `kind` that tells `message`, by itself or within a longer sentence.

    >>> from damiera.tournament.errors import NoSuchPlayer
    >>> with raises(NoSuchPlayer, Message("No player has number {n}: see the list of entries.", n=7)):
    ...     raise NoSuchPlayer(7)
    """
    with pytest.raises(kind) as caught:
        yield caught
    assert holds(caught.value, message), f"{caught.value.message!r} does not tell {message!r}"


def holds(told: Text | DamieraError | None, message: Message) -> bool:
    """Tell whether what is told, by a text or an error, is `message` or has it as a part or an argument.

    The arguments that `message` names must be equal; one that it leaves out may be anything. An argument that
    is a message is compared in the same way.

    >>> told = Message("Line {n}: {why}", n=3, why=Message("{word} is no number", word="x"))
    >>> holds(told, Message("{word} is no number")), holds(told, Message("Line {n}: {why}", n=4))
    (True, False)
    """
    text = told.message if isinstance(told, DamieraError) else told
    return text is not None and (_is(text, message) or any(holds(part, message) for part in _parts(text)))


def _is(text: Text, message: Message) -> bool:
    if not isinstance(text, Message) or not text.is_a(message):
        return False
    return all(name in text.args and _same(text.args[name], arg) for name, arg in message.args.items())


def _same(found: object, wanted: object) -> bool:
    if isinstance(found, Text) and isinstance(wanted, Message):
        return _is(found, wanted)
    if isinstance(found, Text) and isinstance(wanted, str):
        return found.text("en") == wanted  # a list of numbers, a move: the same in every language
    return found == wanted


def _parts(text: Text) -> Iterator[Text]:
    match text:
        case Message():
            yield from (value for value in text.args.values() if isinstance(value, Text))
        case Joined():
            yield from text.parts
        case Capital() | Lower():
            yield text.part


def words_of(source: str, /, lang: Lang = "en", *, context: str | None = None, **args: object) -> str:
    """Return the words in `lang` of the message or template sentence whose id is `source`.

    Raises:
        KeyError: if the program has no such message.

    >>> words_of("%(n)s board to come", n=2), words_of("Who are you?", "it")
    ('2 boards to come', 'Chi sei?')
    """
    plural = ids()[source, context]
    words = _template(source, plural, context, lang, args) if "%(" in source else None
    return Message(source, plural=plural, context=context, **args).text(lang) if words is None else words


def shows(
    text: str, source: str | Message, /, lang: Lang = "en", *, context: str | None = None, **args: object
) -> bool:
    """Tell whether a text in `lang` shows the message or template sentence `source`, or the message given.

    An argument left out may be anything of two hundred characters at most; the others must be as given. Of a
    sentence that changes with its number, and is asked for without it, any form will do.

    Raises:
        KeyError: if the program has no such message.

    >>> shows("Alas! There is no round 3 yet.", "There is no round {r} yet.", r=3)
    True
    >>> shows("There is no round 3 yet.", "There is no round {r} yet.", r=4)
    False
    """
    if isinstance(source, Message):
        context, args = source.context, {**source.args, **args}
        source = source.source
    open_places = {one or other for one, other in _PLACE.findall(source)} - set(args)
    numbers = (
        sorted({"n", *(open_places & {"num"})} - set(args)) if ids()[source, context] is not None else []
    )
    rest = dict.fromkeys(open_places.difference(numbers), _ANYTHING)
    for count in (1, 2) if numbers else (0,):
        words = words_of(
            source, lang, context=context, **args, **rest, **dict.fromkeys(numbers, _Count(count))
        )
        pattern = re.escape(words).replace(_ANYTHING, "(?s:.{0,200}?)")
        if re.search(pattern, text):
            return True
    return False


def _template(
    source: str, plural: str | None, context: str | None, lang: Lang, args: Mapping[str, object]
) -> str:
    known = translations(lang)
    if plural is None:
        words = known.gettext(source) if context is None else known.pgettext(context, source)
    else:
        n = args["n"] if isinstance(args.get("n"), int) else args["num"]
        assert isinstance(n, int)
        words = known.ngettext(source, plural, n)
    return words % {name: arg.text(lang) if isinstance(arg, Text) else arg for name, arg in args.items()}


@cache
def ids() -> Mapping[tuple[str, str | None], str | None]:
    """Return the messages there are: source and context, with the plural where there is one."""
    with (FOLDER / "it" / "LC_MESSAGES" / "damiera.po").open("rb") as file:
        catalogue = read_po(file)
    found: dict[tuple[str, str | None], str | None] = {}
    for message in catalogue:
        one, *many = [message.id] if isinstance(message.id, str) else message.id
        found[one, message.context or None] = many[0] if many else None
    return found
