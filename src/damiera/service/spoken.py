"""What is said of squares, pieces and moves, in every game by its own names: to ears, and on terminals.

The script of the board (`static/js/board/words.js`) says the same, from the same sentences of the catalogues,
where an answer may not wait for the server; the lines of `tests/golden/spoken` hold both to one another.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal

from damiera.messages import Joined, Message, Text, Verbatim
from damiera.rules.pieces import Piece
from damiera.rules.ruleset import Ruleset
from damiera.rules.squares import square_name
from damiera.service.views import PlyView

__all__ = [
    "EMPTY",
    "Detail",
    "WordOrder",
    "haul",
    "listed",
    "move_words",
    "names_of",
    "piece_words",
    "placed",
]

WordOrder = Literal["square", "piece"]
"""What is named first: the square, or the piece on it."""

Detail = Literal["short", "full"]
"""How much is said of a capture: where it lands, or all that it takes too."""

EMPTY: Final = Message("empty")
_MARBLE: Final = Message("{colour} marble")
_PIECES: Final[dict[str, Text]] = {
    "w": Message("white man"),
    "W": Message("white king"),
    "b": Message("black man"),
    "B": Message("black king"),
    "s": Message("white bishop"),
    "t": Message("black bishop"),
    "c": Message("white camel"),
    "d": Message("black camel"),
    "0": _MARBLE.format(colour=Message("white")),
    "1": _MARBLE.format(colour=Message("red")),
    "2": _MARBLE.format(colour=Message("green")),
    "3": _MARBLE.format(colour=Message("black")),
    "4": _MARBLE.format(colour=Message("blue")),
    "5": _MARBLE.format(colour=Message("yellow")),
}
_TOWER: Final = Message("tower of {n}, on top {piece}")
_NUMBERS: Final[tuple[Text, ...]] = (
    Verbatim("0"),
    Message("one"),
    Message("two"),
    Message("three"),
    Message("four"),
    Message("five"),
    Message("six"),
    Message("seven"),
    Message("eight"),
    Message("nine"),
)
_LISTED: Final = Message("{list} and {last}")


def piece_words(letters: str | None) -> Text:
    """Return what stands on a square, by the letters of the views: a tower's from the bottom up.

    >>> piece_words("w").text("en"), piece_words("bW").text("en"), piece_words(None).text("en")
    ('white man', 'tower of 2, on top white king', 'empty')
    """
    if not letters:
        return EMPTY
    if len(letters) > 1:
        return _TOWER.format(n=len(letters), piece=_PIECES[letters[-1]])
    return _PIECES[letters]


def placed(square: str, piece: Text, order: WordOrder = "square", between: str = " ") -> Text:
    """Return a square and what stands on it, in the order asked for.

    >>> placed("22", piece_words("w"), "piece").text("en")
    'white man 22'
    """
    named = Verbatim(square)
    return Joined((piece, named) if order == "piece" else (named, piece), between)


def listed(parts: Iterable[Text]) -> Text:
    """Return texts as a list in a sentence.

    >>> listed(map(Verbatim, ("18", "10", "2"))).text("en")
    '18, 10 and 2'
    """
    told = tuple(parts)
    if len(told) < 2:
        return Joined(told)
    return _LISTED.format(list=Joined(told[:-1], ", "), last=told[-1])


def haul(pieces: Sequence[str]) -> Text:
    """Return what was taken, by kind: "two men and one king".

    >>> haul(("b", "b", "wB")).text("en")
    'two men and one king'
    """
    kings = sum(_is_king(piece) for piece in pieces)
    bishops, camels = (sum(_sign(piece) == sign for piece in pieces) for sign in "BC")
    men = len(pieces) - kings - bishops - camels
    said = list[Text]()
    if men:
        said.append(Message("one man", plural="{count} men", n=men, count=_number(men)))
    if kings:
        said.append(Message("one king", plural="{count} kings", n=kings, count=_number(kings)))
    if bishops:
        said.append(Message("one bishop", plural="{count} bishops", n=bishops, count=_number(bishops)))
    if camels:
        said.append(Message("one camel", plural="{count} camels", n=camels, count=_number(camels)))
    return listed(said)


def names_of(game: Ruleset, squares: Iterable[int]) -> list[Text]:
    """Return the names of squares as the game's board prints them."""
    return [Verbatim(square_name(game, square)) for square in squares]


def move_words(
    game: Ruleset,
    ply: PlyView,
    before: Mapping[str, str],
    *,
    detail: Detail = "short",
    order: WordOrder = "square",
) -> Text:
    """Return a move as it is spoken.

    Args:
        game: whose names the squares have.
        ply: the move.
        before: the pieces before it, as views have them (`pieces_view`).
        detail: how much is said of a capture.
        order: whether the piece that moves is named, before its square.
    """
    said = _way(game, ply, before, detail)
    if order == "piece":
        said = _with_piece(said, before.get(str(ply.path[0])))
    if not ply.drops:
        return said
    n = len(ply.drops)
    men = Message("a man comes back on {squares}", plural="{count} men come back on {squares}", n=n)
    told = men.format(count=_number(n), squares=listed(names_of(game, ply.drops)))
    return Message("{men}, then {move}", men=told, move=said)


def _way(game: Ruleset, ply: PlyView, before: Mapping[str, str], detail: Detail) -> Text:
    path = [square for at, square in enumerate(ply.path) if at == 0 or square != ply.path[at - 1]]
    start, *landings = names_of(game, path)
    if not ply.captured:
        said: Text = Message("{from} to {to}").format(**{"from": start, "to": landings[-1]})
    elif detail == "short":
        said = Message("{from} takes {landings}").format(**{"from": start, "landings": Joined(landings)})
    else:
        said = Message("{from} takes {captured}, lands on {landings}, {haul}").format(
            **{"from": start},
            captured=listed(names_of(game, ply.captured)),
            landings=_route(landings),
            haul=haul([before.get(str(square), Piece.WHITE_MAN.letter) for square in ply.captured]),
        )
    if ply.becomes:
        return Joined((said, _BECOMES[ply.becomes]), ", ")
    if ply.promotes:
        return Joined((said, Message("becomes a king")), ", ")
    return Joined((said, Message("leaves the board")), ", ") if ply.leaves else said


def _route(landings: Sequence[Text]) -> Text:
    then = Message(" then ")
    return Joined(tuple(part for landing in landings for part in (then, landing))[1:], "")


def _with_piece(said: Text, letters: str | None) -> Text:
    if letters and letters.isdigit():
        return Message("marble {move}", move=said)
    if letters and len(letters) > 1:
        return Message("tower of {n} {move}", n=len(letters), move=said)
    if letters and _sign(letters) in ("B", "C"):
        named = Message("bishop {move}") if _sign(letters) == "B" else Message("camel {move}")
        return named.format(move=said)
    return (
        Message("king {move}", move=said)
        if letters and _is_king(letters)
        else Message("man {move}", move=said)
    )


def _is_king(letters: str) -> bool:
    piece = Piece.named(letters[-1])
    return piece is not None and piece.is_king


_BECOMES: Final[dict[str, Text]] = {
    "K": Message("becomes a king"),
    "B": Message("becomes a bishop"),
    "C": Message("becomes a camel"),
}


def _sign(letters: str) -> str:
    """Return what FEN writes before a piece, of a tower its top one: B of a bishop, C of a camel."""
    piece = Piece.named(letters[-1])
    return "" if piece is None else piece.sign


def _number(n: int) -> Text:
    return _NUMBERS[n] if n < len(_NUMBERS) else Verbatim(str(n))
