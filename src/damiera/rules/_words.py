"""Small words of both languages: numbers, pieces, squares, colours, lists."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from damiera import _core
from damiera.lang import Text

__all__ = [
    "AND",
    "OR",
    "capital",
    "colour",
    "haul",
    "join",
    "men_count",
    "number",
    "of_colour",
    "ordinal",
    "piece",
    "piece_count",
    "squares",
    "to_colour",
]

_SQUARE = re.compile(r"[a-z][0-9]")

AND = Text("e", "and")
OR = Text("o", "or")

_IT = (
    "nessuno", "uno", "due", "tre", "quattro", "cinque", "sei",
    "sette", "otto", "nove", "dieci", "undici", "dodici",
)  # fmt: skip
_EN = (
    "none", "one", "two", "three", "four", "five", "six",
    "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
_ORDINALS = (
    Text("primo", "first"), Text("secondo", "second"), Text("terzo", "third"), Text("quarto", "fourth"),
    Text("quinto", "fifth"), Text("sesto", "sixth"), Text("settimo", "seventh"), Text("ottavo", "eighth"),
    Text("nono", "ninth"), Text("decimo", "tenth"), Text("undicesimo", "eleventh"),
    Text("dodicesimo", "twelfth"),
)  # fmt: skip


def number(n: int, *, feminine: bool = False) -> Text:
    """Spell a number up to twelve; figures from thirteen on.

    >>> number(1, feminine=True), number(13)
    (Text(it='una', en='one'), Text(it='13', en='13'))
    """
    if n >= len(_IT):
        return Text(str(n), str(n))
    if feminine and n < 2:
        return Text(("nessuna", "una")[n], _EN[n])
    return Text(_IT[n], _EN[n])


def ordinal(n: int) -> Text:
    """Say which in a row, counting from 1: `primo`, `first`."""
    return _ORDINALS[n - 1] if n <= len(_ORDINALS) else Text(f"{n}º", f"{n}th")


def piece_count(n: int) -> Text:
    """Count pieces: `un pezzo`, `due pezzi`; `one piece`, `two pieces`.

    >>> piece_count(1), piece_count(2)
    (Text(it='un pezzo', en='one piece'), Text(it='due pezzi', en='two pieces'))
    """
    if n == 1:
        return Text("un pezzo", "one piece")
    return Text(f"{number(n).it} pezzi", f"{number(n).en} pieces")


def men_count(n: int) -> Text:
    """Count men: `una pedina`, `due pedine`; `a man`, `two men`."""
    if n == 1:
        return Text("una pedina", "a man")
    return Text(f"{number(n).it} pedine", f"{number(n).en} men")


def join(items: Sequence[Text], conjunction: Text) -> Text:
    """List things: `la 1, la 5 e la 10`; `1, 5 and 10`.

    >>> join([piece(1), piece(5), piece(10)], AND)
    Text(it='la 1, la 5 e la 10', en='1, 5 and 10')
    """
    return Text(
        _listed([item.it for item in items], conjunction.it),
        _listed([item.en for item in items], conjunction.en),
    )


def kings_count(n: int) -> Text:
    """Count kings: `una dama`, `due dame`; `a king`, `two kings`."""
    if n == 1:
        return Text("una dama", "a king")
    return Text(f"{number(n).it} dame", f"{number(n).en} kings")


def haul(men: int, kings: int) -> Text:
    """Count what a capture takes, kings first: `una dama e due pedine`, `a king and two men`.

    >>> haul(2, 1), haul(3, 0)
    (Text(it='una dama e due pedine', en='a king and two men'), Text(it='tre pedine', en='three men'))
    """
    counted = [kings_count(kings)] if kings else []
    return join([*counted, men_count(men)] if men else counted, AND)


def piece(name: int | str) -> Text:
    """Name the piece on a square: `la 22`, `22`; `la c3`, `c3`."""
    return Text(f"la {name}", str(name))


def squares(names: Iterable[int | str]) -> Text:
    """Name squares: `la casella 5`, `le caselle 5 e 10`; `square 5`, `squares 5 and 10`.

    >>> squares([5, 10])
    Text(it='le caselle 5 e 10', en='squares 5 and 10')
    """
    said = [Text(str(name), str(name)) for name in names]
    listed = join(said, AND)
    if len(said) == 1:
        return Text(f"la casella {listed.it}", f"square {listed.en}")
    return Text(f"le caselle {listed.it}", f"squares {listed.en}")


_COLOURS = {
    _core.Side.WHITE: ("Bianco", "White"),
    _core.Side.BLACK: ("Nero", "Black"),
    _core.Side.RED: ("Rosso", "Red"),
    _core.Side.GREEN: ("Verde", "Green"),
    _core.Side.BLUE: ("Blu", "Blue"),
    _core.Side.YELLOW: ("Giallo", "Yellow"),
}


def colour(side: _core.Side) -> Text:
    """Name a side: `il Bianco`, `White`."""
    italian, english = _COLOURS[side]
    return Text(f"il {italian}", english)


def of_colour(side: _core.Side) -> Text:
    """Say whose: `del Bianco`, `White's`."""
    italian, english = _COLOURS[side]
    return Text(f"del {italian}", f"{english}'s")


def to_colour(side: _core.Side) -> Text:
    """Say to whom: `al Bianco`, `to White`."""
    italian, english = _COLOURS[side]
    return Text(f"al {italian}", f"to {english}")


def capital(text: str) -> str:
    """Begin with a capital letter; the rest stays as it is, and so does the name of a square."""
    return text if _SQUARE.match(text) else text[:1].upper() + text[1:]


def _listed(words: Sequence[str], conjunction: str) -> str:
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {conjunction} {words[-1]}"
