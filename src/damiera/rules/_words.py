"""Small words of both languages: numbers, pieces, squares, colours, lists."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from damiera import _core
from damiera.lang import Text

__all__ = ["capital", "colour", "join", "men_count", "number", "piece_count", "squares"]

_IT = (
    "zero", "uno", "due", "tre", "quattro", "cinque", "sei",
    "sette", "otto", "nove", "dieci", "undici", "dodici",
)  # fmt: skip
_EN = (
    "zero", "one", "two", "three", "four", "five", "six",
    "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip


def number(n: int, *, feminine: bool = False) -> Text:
    """Spell a number up to twelve; figures from thirteen on.

    >>> number(1, feminine=True)
    Text(it='una', en='one')
    """
    if n >= len(_IT):
        return Text(str(n), str(n))
    return Text("una" if n == 1 and feminine else _IT[n], _EN[n])


def piece_count(n: int) -> Text:
    """`un pezzo`, `due pezzi`; `one piece`, `two pieces`.

    >>> piece_count(1), piece_count(2)
    (Text(it='un pezzo', en='one piece'), Text(it='due pezzi', en='two pieces'))
    """
    if n == 1:
        return Text("un pezzo", "one piece")
    return Text(f"{number(n).it} pezzi", f"{number(n).en} pieces")


def men_count(n: int, *, kings: bool) -> Text:
    """`una dama`, `due dame`, `una pedina`; `one king`, `two men`.

    >>> men_count(1, kings=True)
    Text(it='una dama', en='one king')
    """
    it, en = ("dam", ("king", "kings")) if kings else ("pedin", ("man", "men"))
    count = number(n, feminine=True)
    return Text(f"{count.it} {it}{'a' if n == 1 else 'e'}", f"{count.en} {en[0] if n == 1 else en[1]}")


def join(words: Sequence[str], conjunction: Text) -> Text:
    """List words: `1, 5 e 10`; `1, 5 and 10`."""
    if len(words) < 2:
        text = "".join(words)
        return Text(text, text)
    head = ", ".join(words[:-1])
    return Text(f"{head} {conjunction.it} {words[-1]}", f"{head} {conjunction.en} {words[-1]}")


def squares(numbers: Iterable[int]) -> Text:
    """Name squares: `la casella 5`, `le caselle 5 e 10`; `square 5`, `squares 5 and 10`.

    >>> squares([5, 10])
    Text(it='le caselle 5 e 10', en='squares 5 and 10')
    """
    names = [str(n) for n in numbers]
    listed = join(names, Text("e", "and"))
    if len(names) == 1:
        return Text(f"la casella {listed.it}", f"square {listed.en}")
    return Text(f"le caselle {listed.it}", f"squares {listed.en}")


def colour(side: _core.Side) -> Text:
    """`il Bianco`, `White`."""
    return Text("il Bianco", "White") if side is _core.Side.WHITE else Text("il Nero", "Black")


def capital(text: str) -> str:
    """Begin with a capital letter; the rest stays as it is."""
    return text[:1].upper() + text[1:]
