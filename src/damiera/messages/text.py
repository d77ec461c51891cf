"""What can be said to a user, as values that travel and are worded when somebody reads them."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from damiera.messages.catalogues import Lang, languages, translations

__all__ = ["Capital", "Joined", "Lower", "Message", "Number", "Recorded", "Text", "Verbatim"]

_SQUARE = re.compile(r"[a-z][0-9]")


class Text(ABC):
    """Something that can be said in every language there is a catalogue for. Values are immutable."""

    __slots__ = ()

    @abstractmethod
    def text(self, lang: Lang) -> str:
        """Return the words in `lang`; English where that language has none."""

    @abstractmethod
    def format(self, **args: object) -> Text:
        """Return the text with its `{named}` places filled; a `Text` is worded in the reader's language."""

    def everywhere(self) -> dict[Lang, str]:
        """Return the words in every language there is, for readers that choose by themselves.

        >>> Verbatim("22-18").everywhere()["it"]
        '22-18'
        """
        return {lang: self.text(lang) for lang in languages()}

    def __str__(self) -> str:
        return self.text("en")


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Message(Text):
    """One sentence: its English source, which is its id in the catalogues, and named arguments.

    Attributes:
        source: the English text, with `{name}` where an argument goes.
        plural: the English text for more than one, where the number `n` changes it.
        context: tells apart two meanings of one English text; part of the id.
        args: the arguments; text, numbers, or texts that are worded with the sentence.

    >>> Message("Round {n}", n=3).text("it")
    'Turno 3'
    >>> Message("{n} point", plural="{n} points", n=2).text("en")
    '2 points'
    """

    source: str
    plural: str | None = None
    context: str | None = None
    args: Mapping[str, object] = field(default_factory=dict)

    def __init__(
        self, source: str, /, *, plural: str | None = None, context: str | None = None, **args: object
    ) -> None:
        object.__setattr__(self, "source", source)
        object.__setattr__(self, "plural", plural)
        object.__setattr__(self, "context", context)
        object.__setattr__(self, "args", args)

    def text(self, lang: Lang) -> str:
        """Return the sentence in `lang` with its arguments in place; English where it is not translated."""
        words = self._worded(lang)
        if not self.args:
            return words
        return words.format_map({name: _worded(value, lang) for name, value in self.args.items()})

    def format(self, **args: object) -> Message:
        """Return the message with more arguments; those of the same name are replaced."""
        return Message(self.source, plural=self.plural, context=self.context, **{**self.args, **args})

    def is_a(self, other: Message) -> bool:
        """Tell whether this is the same message as `other`, whatever the arguments.

        >>> Message("Round {n}", n=1).is_a(Message("Round {n}"))
        True
        """
        return (self.source, self.context) == (other.source, other.context)

    def _worded(self, lang: Lang) -> str:
        known = translations(lang)
        if self.plural is not None:
            n = self.args.get("n", 1)
            count = n if isinstance(n, int) else 2
            if self.context is None:
                return known.ngettext(self.source, self.plural, count)
            return known.npgettext(self.context, self.source, self.plural, count)
        if self.context is None:
            return known.gettext(self.source)
        return known.pgettext(self.context, self.source)

    def __hash__(self) -> int:
        return hash((self.source, self.context, *((name, str(value)) for name, value in self.args.items())))

    def __repr__(self) -> str:
        parts = [repr(self.source)]
        parts += [f"plural={self.plural!r}"] if self.plural is not None else []
        parts += [f"context={self.context!r}"] if self.context is not None else []
        return f"Message({', '.join([*parts, *(f'{name}={value!r}' for name, value in self.args.items())])})"


@dataclass(frozen=True, slots=True)
class Verbatim(Text):
    """The same in every language: a name, a move, a number as it is written, words of another program.

    >>> Verbatim("22-18").text("it")
    '22-18'
    """

    words: str

    def text(self, lang: Lang) -> str:
        """Return the words, the same in every language."""
        return self.words

    def format(self, **args: object) -> Verbatim:
        """Return the text unchanged: it has no places."""
        return self


@dataclass(frozen=True, slots=True)
class Joined(Text):
    """Texts one after the other, with `separator` between them and `last` between the last two.

    >>> Joined((Verbatim("1"), Verbatim("5"), Verbatim("10")), ", ", Verbatim(" & ")).text("en")
    '1, 5 & 10'
    """

    parts: Sequence[Text]
    separator: str = " "
    last: Text | None = None

    def text(self, lang: Lang) -> str:
        """Return the parts that are not empty in `lang`, one after the other."""
        words = [word for part in self.parts if (word := part.text(lang))]
        if self.last is None or len(words) < 2:
            return self.separator.join(words)
        return self.separator.join(words[:-1]) + self.last.text(lang) + words[-1]

    def format(self, **args: object) -> Joined:
        """Return the text with the places of every part filled."""
        last = None if self.last is None else self.last.format(**args)
        return Joined(tuple(part.format(**args) for part in self.parts), self.separator, last)


@dataclass(frozen=True, slots=True)
class Capital(Text):
    """A text that begins a sentence: its first letter is a capital, unless it is the name of a square.

    >>> Capital(Verbatim("one more")).text("en"), Capital(Verbatim("c3 is empty")).text("en")
    ('One more', 'c3 is empty')
    """

    part: Text

    def text(self, lang: Lang) -> str:
        """Return the part in `lang` with a capital first letter."""
        words = self.part.text(lang)
        return words if _SQUARE.match(words) else words[:1].upper() + words[1:]

    def format(self, **args: object) -> Capital:
        """Return the text with the places of its part filled."""
        return Capital(self.part.format(**args))


@dataclass(frozen=True, slots=True)
class Lower(Text):
    """A text that goes on in a sentence: its first letter is small.

    >>> Lower(Verbatim("One more")).text("en")
    'one more'
    """

    part: Text

    def text(self, lang: Lang) -> str:
        """Return the part in `lang` with a small first letter."""
        words = self.part.text(lang)
        return words[:1].lower() + words[1:]

    def format(self, **args: object) -> Lower:
        """Return the text with the places of its part filled."""
        return Lower(self.part.format(**args))


@dataclass(frozen=True, slots=True)
class Number(Text):
    """A number as the reader's language writes it, with exactly `decimals` places where they are given.

    >>> Number(12.5, 2).text("it")
    '12,50'
    """

    value: int | float
    decimals: int | None = None

    def text(self, lang: Lang) -> str:
        """Return the number as `lang` writes it, without separators of thousands."""
        from babel.numbers import (
            format_decimal,  # babel takes a while to load, and few sentences have decimals
        )

        pattern = None if self.decimals is None else "0." + "0" * self.decimals if self.decimals else "0"
        return str(
            format_decimal(self.value, format=pattern, locale=lang.replace("-", "_"), group_separator=False)
        )

    def format(self, **args: object) -> Number:
        """Return the number unchanged: it has no places."""
        return self


@dataclass(frozen=True, slots=True)
class Recorded(Text):
    """Words that an earlier version wrote down in the languages it knew, by language; English for the others.

    >>> Recorded({"it": "Patta.", "en": "A draw."}).text("fr")
    'A draw.'
    """

    words: Mapping[str, str]

    def text(self, lang: Lang) -> str:
        """Return the words in `lang`; else in English, else in the first language written down."""
        return self.words.get(lang) or self.words.get("en") or next(iter(self.words.values()), "")

    def format(self, **args: object) -> Recorded:
        """Return the text unchanged: it has no places."""
        return self

    def __hash__(self) -> int:
        return hash(tuple(sorted(self.words.items())))


def _worded(value: object, lang: Lang) -> object:
    return value.text(lang) if isinstance(value, Text) else value
