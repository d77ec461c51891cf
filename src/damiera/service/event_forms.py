"""What a form of the game page says happened, as the event of the game it stands for."""

from __future__ import annotations

import re
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from damiera.messages import Message
from damiera.rules.ruleset import Ruleset
from damiera.rules.squares import square_name
from damiera.service.errors import BadTerms

__all__ = ["EventForm", "Milliseconds", "event_of", "squares", "squares_or_none"]

_WORD: Final = re.compile(r"[a-z]+\d+|\d+", re.IGNORECASE)
_NO_SQUARE = Message("'{word}' is no square of this board.")
_SQUARES: Final[tuple[Literal["path", "removed", "crowned"], ...]] = ("path", "removed", "crowned")
_WORDS: Final = ("side", "kind", "anomaly", "article", "text", "author", "fen", "result", "what", "asked_by")
_TICKS: Final = ("adjust", "by_direction", "void_count", "begin", "moved", "lifted", "upheld")
_KEPT: Final = ("pieces", "limit", "recorded", "ply", *_TICKS)

SmallNumber = Annotated[int, Meta(ge=0, le=999_999)]


class Milliseconds(int):
    """A time that a clock shows."""


class EventForm(msgspec.Struct, frozen=True, kw_only=True):
    """A form of the game page; a field left empty says nothing.

    Attributes:
        e: the tag of the event.
        path: squares, as the game writes them; so are `removed` and `crowned`, which may be no as well.
        square: one square.
        white: what White's clock shows; `black` is Black's, and `check` how long the check of a claim took.
    """

    e: str = ""
    side: str = ""
    kind: str = ""
    anomaly: str = ""
    article: str = ""
    text: str = ""
    author: str = ""
    fen: str = ""
    result: str = ""
    path: str = ""
    removed: str = ""
    crowned: str = ""
    square: str = ""
    what: str = ""
    asked_by: str = ""
    pieces: SmallNumber | None = None
    limit: SmallNumber | None = None
    recorded: SmallNumber | None = None
    adjust: bool | None = None
    by_direction: bool | None = None
    void_count: bool | None = None
    begin: bool | None = None
    moved: bool | None = None
    lifted: bool | None = None
    upheld: bool | None = None
    ply: SmallNumber | None = None
    white: Milliseconds | None = None
    black: Milliseconds | None = None
    check: Milliseconds | None = None


def event_of(form: EventForm, rules: Ruleset) -> dict[str, object]:
    """Return the event that a form describes, without its time.

    Squares are read as the game writes them, by number or by letter, and men that come back before a move as
    in `@29@30/22-18`. A field left empty is left out.

    Raises:
        BadTerms: for a word that is no square, with the field.

    >>> from damiera.rules.ruleset import ITALIAN
    >>> event_of(EventForm(e="irregular", side="white", kind="moved_wrongly", path="22-14"), ITALIAN)
    {'e': 'irregular', 'side': 'white', 'kind': 'moved_wrongly', 'path': (22, 14)}
    """
    words = {name: word for name in _WORDS if (word := str(getattr(form, name)).strip())}
    found: dict[str, object] = {"e": form.e, **words}
    for name in _SQUARES:
        found |= _squares_of(form, name, rules)
    if form.crowned == "no":
        found["crowned"] = False
    if form.square.strip():
        found["square"] = squares(form.square, rules, "square")[0]
    found |= {name: value for name in _KEPT if (value := getattr(form, name)) is not None}
    times = {"white_ms": form.white, "black_ms": form.black, "check_ms": form.check}
    return found | {name: int(time) for name, time in times.items() if time is not None}


def _squares_of(
    form: EventForm, name: Literal["path", "removed", "crowned"], rules: Ruleset
) -> dict[str, object]:
    """Return the squares of a field, and the men that come back before them."""
    text: str = getattr(form, name)
    if not text.strip() or (name == "crowned" and text in ("yes", "no")):
        return {}
    entries, _, rest = text.rpartition("/")
    if "@" in entries:
        return {name: squares(rest, rules, name), "drops": squares(entries, rules, name)}
    return {name: squares(text, rules, name)}


def squares(text: str, rules: Ruleset, field: str) -> tuple[int, ...]:
    """Return the squares that a text names. Raises `BadTerms`."""
    names = {square_name(rules, n): n for n in range(1, rules.core.squares + 1)}
    found = []
    for word in _WORD.findall(text):
        number = names.get(word.lower(), int(word) if word.isdecimal() and len(word) < 4 else 0)
        if not 1 <= number <= rules.core.squares:
            raise BadTerms(field, _NO_SQUARE.format(word=word))
        found.append(number)
    if not found:
        raise BadTerms(field, _NO_SQUARE.format(word=text[:20]))
    return tuple(found)


def squares_or_none(text: str, rules: Ruleset) -> tuple[int, ...]:
    """Return the squares that a text names; none where it names anything else."""
    try:
        return squares(text, rules, "path")
    except BadTerms:
        return ()
