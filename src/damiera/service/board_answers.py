"""What a player asks about a game and is told in words: a square, a row, the captures, the last move.

The command line of a page and the terminal ask alike. Everything is told by the names that the game gives its
squares; nothing is decided here, and nothing happens.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from damiera._core import Move, Position, Rules
from damiera.game.sides import side_named, side_text
from damiera.game.state import Game
from damiera.messages import Joined, Lang, Message, Text, Verbatim
from damiera.notation.errors import SquareError
from damiera.notation.moves import example_move, format_move, plain_move, squares_of
from damiera.notation.numbering import parse_square
from damiera.rules.explain import explain_move, explain_piece, explain_position
from damiera.rules.pieces import Piece, piece_at, pieces_of
from damiera.rules.ruleset import Ruleset
from damiera.rules.squares import square_name
from damiera.service.analysis_lines import line_view
from damiera.service.errors import BadTerms
from damiera.service.game_views import piece_refusal, pieces_view, refusal_view
from damiera.service.live import ply_view
from damiera.service.spoken import WordOrder, move_words, names_of, piece_words, placed
from damiera.service.views import RefusalView
from damiera.service.words import HELP, SQUARED, TypedLine, Word

__all__ = ["BOARD_WORDS", "plain_answer", "tell", "tell_why"]

BOARD_WORDS: Final = frozenset[Word](
    {"moves", "why", "square", "row", "diagonal", "captures", "threats", "board", "pieces", "fen"}
)
"""The words whose answers tell where pieces stand: not for who plays without seeing the board."""

_OPPOSITE: Final = (("nw", "se"), ("sw", "ne"), ("n", "s"), ("w", "e"))
_RANK: Final = re.compile(r"[0-9]{1,2}")
_FILE: Final = re.compile(r"[a-zA-Z]")
_COLOURED: Final = (
    (Message("White men"), Piece.WHITE_MAN),
    (Message("White kings"), Piece.WHITE_KING),
    (Message("Black men"), Piece.BLACK_MAN),
    (Message("Black kings"), Piece.BLACK_KING),
    (Message("White bishops"), Piece.WHITE_BISHOP),
    (Message("White camels"), Piece.WHITE_CAMEL),
    (Message("Black bishops"), Piece.BLACK_BISHOP),
    (Message("Black camels"), Piece.BLACK_CAMEL),
)


def tell(game: Game, line: TypedLine, lang: Lang, order: WordOrder = "square") -> RefusalView | None:
    """Answer a question about a game; None where the line asks for something else.

    Args:
        game: the game as it stands.
        line: what was typed.
        lang: the language of the answer.
        order: whether squares or pieces are named first.

    Raises:
        BadTerms: where the line names no square that the board has.
    """
    asked = _ANSWERS.get(line.word)
    return None if asked is None else asked(game, line.rest, lang, order)


def plain_answer(title: Text, text: Text | str, lang: Lang, squares: Sequence[int] = ()) -> RefusalView:
    """Return an answer that cites nothing."""
    words = text if isinstance(text, str) else text.text(lang)
    return RefusalView(title.text(lang), words, (), tuple(squares))


def tell_why(game: Game, path: Sequence[int], lang: Lang, drops: Sequence[int] = ()) -> RefusalView:
    """Return why a piece (one square) or a route cannot be played now, or where it may go."""
    if len(path) == 1 and not drops and game.conduct.bound not in (None, path[0]):
        return piece_refusal(game, path[0], lang)
    return refusal_view(explain_move(game.position, path, game.rulebook, drops=drops), lang)


def _moves(game: Game, rest: str, lang: Lang, order: WordOrder) -> RefusalView:
    """List the legal moves, all or those of one square."""
    position, moves = game.position, game.position.moves()
    if rest:
        square = _read_square(game.ruleset, rest)
        moves = tuple(move for move in moves if move.origin == square)
        if not moves:
            return refusal_view(explain_piece(position, square, game.rulebook), lang)
    names = ", ".join(format_move(position, move) for move in moves)
    title = Message("One move", plural="{n} moves", n=len(moves))
    return plain_answer(title, f"{names}." if names else "", lang, _origins(moves))


def _origins(moves: Sequence[Move]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(move.origin for move in moves))


def _square(game: Game, rest: str, lang: Lang, order: WordOrder) -> RefusalView:
    """Say what stands on a square, and what it may do if it is its turn."""
    square, position = _read_square(game.ruleset, rest), game.position
    piece = piece_at(position, square)
    named = Verbatim(square_name(game.ruleset, square))
    words = piece_words(pieces_view(position).get(str(square)))
    parts = {"square": words, "piece": named} if order == "piece" else {"square": named, "piece": words}
    mine = piece is not None and piece.side is position.side
    text = explain_piece(position, square, game.rulebook).text.text(lang) if mine else ""
    return plain_answer(Message("{square}: {piece}").format(**parts), text, lang, (square,))


def _row(game: Game, rest: str, lang: Lang, order: WordOrder) -> RefusalView:
    """Read a row: that of a square; on a board of letters also one by its figure, or a file by its letter."""
    core, lettered = game.ruleset.core, game.ruleset.notation == "algebraic"
    if lettered and _RANK.fullmatch(rest):
        squares = _line(core, lambda file, rank: rank == int(rest) - 1)
    elif lettered and _FILE.fullmatch(rest):
        squares = _line(core, lambda file, rank: file == ord(rest.casefold()) - ord("a"))
    else:
        row = core.coordinates(_read_square(game.ruleset, rest))[1]
        squares = _line(core, lambda file, rank: rank == row)
    if not squares:
        raise BadTerms("text", SquareError(rest, str(core.squares)).message)
    return plain_answer(_row_title(game.ruleset, squares), _read_line(game, squares, order), lang, squares)


def _line(core: Rules, fits: Callable[[int, int], bool]) -> tuple[int, ...]:
    """Return the squares whose file and rank fit, as they are read: files from the left, ranks from below."""
    squares = (square for square in range(1, core.squares + 1) if fits(*core.coordinates(square)))
    return tuple(sorted(squares, key=core.coordinates))


def _row_title(ruleset: Ruleset, squares: Sequence[int]) -> Text:
    first, last = square_name(ruleset, squares[0]), square_name(ruleset, squares[-1])
    return Message("From {first} to {last}", first=first, last=last)


def _read_line(game: Game, squares: Sequence[int], order: WordOrder) -> Text:
    standing = pieces_view(game.position)
    told = (
        placed(square_name(game.ruleset, square), piece_words(standing.get(str(square))), order)
        for square in squares
    )
    return Message("{told}.", told=Joined(tuple(told), ", "))


def _diagonal(game: Game, rest: str, lang: Lang, order: WordOrder) -> RefusalView:
    """Read the lines through a square along which pieces move, each from the left or from above."""
    square = _read_square(game.ruleset, rest)
    lines = list(_lines_through(game.ruleset.core, square))
    text = Joined(tuple(_read_line(game, line, order) for line in lines), " ")
    title = Message("The lines through {square}", square=square_name(game.ruleset, square))
    return plain_answer(title, text, lang, (square,))


def _lines_through(core: Rules, square: int) -> Iterator[tuple[int, ...]]:
    for back, on in _OPPOSITE:
        line = (*reversed(_ray(core, square, back)), square, *_ray(core, square, on))
        if len(line) > 1:
            yield line


def _ray(core: Rules, square: int, direction: str) -> list[int]:
    ray = list[int]()
    at = core.neighbour(square, direction) if direction in core.directions else None
    while at is not None:
        ray.append(at)
        at = core.neighbour(at, direction)
    return ray


def _captures(game: Game, rest: str, lang: Lang, order: WordOrder) -> RefusalView:
    """Say what whoever is to move may take."""
    return _taking(game, game.position, lang, order)


def _threats(game: Game, rest: str, lang: Lang, order: WordOrder) -> RefusalView:
    """Say what the other side would take if it were their turn."""
    position = game.position
    if position.rules.family in ("stars", "corners"):
        return plain_answer(Message("Nothing is taken in this game"), "", lang)
    return _taking(game, _turned(position), lang, order)


def _turned(position: Position) -> Position:
    """Return a position with the other side to move."""
    if position.rules.family == "draughts":
        return position.with_side(position.side.opponent)
    return position.rules.read(f"{position.side.opponent.letter}{position.fen[1:]}")


def _taking(game: Game, position: Position, lang: Lang, order: WordOrder) -> RefusalView:
    side = side_text(position.side)
    captures = [move for move in position.moves() if move.is_capture]
    if not captures:
        return plain_answer(Message("{side} can take nothing", side=side), "", lang)
    before = pieces_view(position)
    told = [
        move_words(game.ruleset, line_view(position, [move])[0], before, detail="full", order=order)
        for move in captures
    ]
    title = Message(
        "{side} can take in one way", plural="{side} can take in {n} ways", n=len(told), side=side
    )
    return plain_answer(title, Message("{told}.", told=Joined(tuple(told), "; ")), lang, _origins(captures))


def _last(game: Game, rest: str, lang: Lang, order: WordOrder) -> RefusalView:
    if not game.ply:
        return plain_answer(Message("Nobody has moved yet"), "", lang)
    ply, before = ply_view(game, game.ply - 1), pieces_view(game.positions[game.ply - 1])
    side = side_text(side_named(ply.side))
    said = move_words(game.ruleset, ply, before, detail="full", order=order)
    title = Message("{side} played {move}").format(side=side, move=ply.text)
    return plain_answer(title, Message("{told}.", told=said), lang)


def _pieces(game: Game, rest: str, lang: Lang, order: WordOrder) -> RefusalView:
    """Read the pieces of both sides, men and kings; towers and marbles each with what they are."""
    standing, core = pieces_of(game.position), game.ruleset.core
    squares = sorted(standing, key=core.coordinates if game.ruleset.notation == "algebraic" else None)
    if core.family == "towers" or core.by_seat:
        return plain_answer(Message("The pieces"), _read_line(game, squares, order), lang)
    told = list[str]()
    for name, piece in _COLOURED:
        if held := [square for square in squares if standing[square] is piece]:
            told.append(f"{name.text(lang)}: {Joined(names_of(game.ruleset, held), ', ').text(lang)}")
    return plain_answer(Message("The pieces"), f"{'. '.join(told)}.", lang)


def _board(game: Game, rest: str, lang: Lang, order: WordOrder) -> RefusalView:
    """Read the whole board, row by row from the top."""
    core, standing = game.ruleset.core, pieces_view(game.position)
    rows = list[str]()
    for rank in reversed(range(core.ranks)):
        squares = _line(core, lambda file, row, rank=rank: row == rank)  # type: ignore[misc]
        held = [square for square in squares if str(square) in standing]
        told = _read_line(game, held, order) if held else Message("{told}.", told=piece_words(None))
        if squares:
            rows.append(f"{_row_title(game.ruleset, squares).text(lang)}: {told.text(lang)}")
    return plain_answer(Message("The board"), " ".join(rows), lang)


def _fen(game: Game, rest: str, lang: Lang, order: WordOrder) -> RefusalView:
    return plain_answer(Verbatim("FEN"), Verbatim(game.position.fen), lang)


def _why(game: Game, rest: str, lang: Lang, order: WordOrder) -> RefusalView:
    if not rest:
        return refusal_view(explain_position(game.position, game.rulebook), lang)
    squares = squares_of(game.ruleset, plain_move(rest)) or [_read_square(game.ruleset, rest)]
    return tell_why(game, squares, lang)


def _help(game: Game, rest: str, lang: Lang, order: WordOrder) -> RefusalView:
    start = game.ruleset.start()
    square = square_name(game.ruleset, start.moves()[0].origin)
    words = ", ".join(HELP[word].text(lang) + (f" {square}" if word in SQUARED else "") for word in HELP)
    title = Message("Type a move, such as {move}, or a word")
    return plain_answer(title.format(move=example_move(game.ruleset)), f"{words}.", lang)


def _read_square(ruleset: Ruleset, text: str) -> int:
    if not text:
        raise BadTerms("text", Message("Name a square."))
    try:
        return parse_square(ruleset, text)
    except SquareError as error:
        raise BadTerms("text", error.message) from error


_ANSWERS: Final[dict[Word, Callable[[Game, str, Lang, WordOrder], RefusalView]]] = {
    "moves": _moves,
    "why": _why,
    "square": _square,
    "row": _row,
    "diagonal": _diagonal,
    "captures": _captures,
    "threats": _threats,
    "last": _last,
    "pieces": _pieces,
    "board": _board,
    "fen": _fen,
    "help": _help,
}
