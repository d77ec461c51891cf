"""Messages as data: a database or a file keeps the id and the arguments, never a sentence in a language."""

from __future__ import annotations

from collections.abc import Mapping

from damiera.messages.text import Capital, Joined, Lower, Message, Number, Recorded, Text, Verbatim

__all__ = ["from_data", "message_of", "to_data"]


def message_of(kind: type, value: object, *, context: str | None = None) -> Message:
    """Read a sentence of a data file: the `dec_hook` of msgspec for fields that are a `Text`.

    Raises:
        TypeError: if the field is not a `Text`, or the sentence is not a string.

    >>> message_of(Text, "Round {n}")
    Message('Round {n}')
    """
    if not issubclass(kind, Text) or not isinstance(value, str):
        raise TypeError(f"expected a sentence, got {type(value).__name__}")
    return Message(value, context=context)


def to_data(text: Text) -> object:
    """Return a text as JSON can hold it.

    Raises:
        TypeError: if the text is of a kind that no file holds.

    >>> to_data(Message("Round {n}", n=3))
    {'id': 'Round {n}', 'args': {'n': 3}}
    """
    match text:
        case Message():
            parts: dict[str, object] = {"id": text.source}
            if text.plural is not None:
                parts["plural"] = text.plural
            if text.context is not None:
                parts["context"] = text.context
            if text.args:
                parts["args"] = {name: _argument(value) for name, value in text.args.items()}
            return parts
        case Verbatim():
            return text.words
        case Joined():
            joined: dict[str, object] = {
                "join": [to_data(part) for part in text.parts],
                "with": text.separator,
            }
            return joined if text.last is None else {**joined, "last": to_data(text.last)}
        case Capital():
            return {"capital": to_data(text.part)}
        case Lower():
            return {"lower": to_data(text.part)}
        case Number():
            return {"number": text.value, "decimals": text.decimals}
        case Recorded():
            return dict(text.words)
    raise TypeError(f"no way to store {type(text).__name__}")


def from_data(data: object) -> Text:
    """Return the text that `to_data` wrote down; also the `{"it": …, "en": …}` of earlier versions.

    Raises:
        ValueError: if it is neither.

    >>> from_data({"it": "Patta.", "en": "A draw."}).text("it")
    'Patta.'
    """
    if isinstance(data, str):
        return Verbatim(data)
    if not isinstance(data, Mapping):
        raise ValueError(f"not a stored message: {data!r}")
    match data:
        case {"id": str(source)}:
            args = data.get("args", {})
            return Message(
                source,
                plural=data.get("plural"),
                context=data.get("context"),
                **{name: _value(value) for name, value in args.items()},
            )
        case {"join": list(parts), "with": str(separator)}:
            last = data.get("last")
            return Joined(
                tuple(from_data(part) for part in parts), separator, None if last is None else from_data(last)
            )
        case {"capital": part}:
            return Capital(from_data(part))
        case {"lower": part}:
            return Lower(from_data(part))
        case {"number": int() | float() as value}:
            return Number(value, data.get("decimals"))
        case {"en": str()} | {"it": str()}:
            return Recorded({lang: words for lang, words in data.items() if isinstance(words, str)})
    raise ValueError(f"not a stored message: {data!r}")


def _argument(value: object) -> object:
    if isinstance(value, Text):
        return {"text": to_data(value)}
    return value if isinstance(value, int | float | str) or value is None else str(value)


def _value(value: object) -> object:
    return from_data(value["text"]) if isinstance(value, Mapping) else value
