"""Positions and games as other programs put them on the clipboard: recognised when read, written on request.

| form | a position | who writes it |
|---|---|---|
| `fen` | `W:W31,K46:B5,10` | PDN, most programs; as a `[FEN "..."]` tag too |
| `checkerboard` | `W:W22,K30:B1,2.` | CheckerBoard, with a full stop |
| `lidraughts` | `W:W31,K46:B5,10:H0:F1` | lidraughts; as an address too; Frisian with `:+0+346` behind |
| `hub` | `Wbbb...eee...www` | Hub engines: the side to move, one letter a square |
| `dxp` | `Wzzz...eee...www` | DamExchange: the same with `z` for Black; as a whole game request too |
| `diagram` | rows of `w b W B .` | letters, mail, documentation |

Games are PDN or a bare list of moves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal
from urllib.parse import unquote

from damiera import _core
from damiera.errors import DamieraError
from damiera.messages import Message, Text
from damiera.notation.cyrillic import latin_fen
from damiera.notation.errors import NotationError, quoted
from damiera.notation.fen import format_fen, parse_fen
from damiera.notation.pdn.errors import PdnError
from damiera.notation.pdn.model import PdnGame
from damiera.notation.pdn.reader import read_pdn
from damiera.notation.pdn.writer import write_pdn
from damiera.rules.pieces import DRAUGHTSMEN, Piece, pieces_of
from damiera.rules.ruleset import CATALOGUE, ENGLISH, INTERNATIONAL, ITALIAN, Ruleset, ruleset_of

__all__ = [
    "FORMS",
    "GAME_FORMS",
    "ClipboardError",
    "Form",
    "FoundPosition",
    "GameForm",
    "read_game",
    "read_position",
    "write_game",
    "write_position",
]

Form = Literal["fen", "checkerboard", "lidraughts", "hub", "dxp", "diagram"]
"""How a position is written; the table above says by whom."""
FORMS: tuple[Form, ...] = ("fen", "checkerboard", "lidraughts", "hub", "dxp", "diagram")
"""Every form of a position."""
GameForm = Literal["pdn", "checkerboard", "moves", "hub"]
"""How a game is written: PDN, PDN for CheckerBoard, its moves only, or Hub's moves."""
GAME_FORMS: tuple[GameForm, ...] = ("pdn", "checkerboard", "moves", "hub")
"""Every form of a game."""

_LONGEST = 20_000
_ADDRESS = re.compile(r"(?:https?://)?(?:www\.)?[a-z0-9.-]+\.[a-z]{2,}/\S*", re.IGNORECASE)
_FEN_IN_ADDRESS = re.compile(
    r"(?<![A-Za-z])([WBwb](?::[WBwb][KkGgPpA-Pa-p0-9,_-]*){1,2}(?::[HFhf+][0-9+]+)*)"
)
_FEN = re.compile(r'\s*(?:\[\s*FEN\s*)?["\']?\s*[WBwb?]\s*:', re.IGNORECASE)
_NAMED = re.compile(r"(?:,|:\s*[WwBb]|[Kk])\s*[a-jA-J][0-9]")
_RUNS = re.compile(r":\+[0-9]{1,3}\+[0-9]{1,3}$")
_COUNTERS = re.compile(r"(?::[HF][0-9]+|:\+[0-9]{1,3}\+[0-9]{1,3})+$", re.IGNORECASE)
_LETTERS = re.compile(r"[WBZ][wWbBzZe]+|[wWzZe]{50}")
_REQUEST = re.compile(r"R01.{32}[WZ][0-9]{6}(?:A|B([WZ][wWzZe]{50}))\s*", re.DOTALL)
_CELL = re.compile(r"[wWbBoOxX@.\-_·:#*]")
_SAID = re.compile(
    r"(?P<white>white to (?:move|play)|il bianco muove|muove il bianco|tocca al bianco)"
    r"|(?P<black>black to (?:move|play)|il nero muove|muove il nero|tocca al nero)",
    re.IGNORECASE,
)

# lidraughts' names for the games it has.
_LIDRAUGHTS: Mapping[str, str] = {
    "standard": "international", "russian": "russian", "brazilian": "brazilian", "frisian": "frisian",
    "frysk": "frysk", "antidraughts": "antidraughts", "breakthrough": "breakthrough",
}  # fmt: skip

# Which game a position is taken for that does not say it: the first that can have it.
_FRISIAN = CATALOGUE["frisian"]
_GAMES_OF_FEN = (
    ITALIAN,
    ENGLISH,
    *(CATALOGUE[slug] for slug in ("russian", "spanish", "international", "frisian", "canadian", "turkish")),
)
_BY_LETTER = {piece.letter: piece for piece in DRAUGHTSMEN}
_FROM_DIAGRAM = _BY_LETTER | {
    "o": Piece.WHITE_MAN, "O": Piece.WHITE_KING, "x": Piece.BLACK_MAN, "X": Piece.BLACK_KING,
}  # fmt: skip
_TO_DXP = str.maketrans("bB", "zZ")
_FROM_DXP = str.maketrans("zZ", "bB")
_TO_MOVE = {
    _core.Side.WHITE: Message("White to move"),
    _core.Side.BLACK: Message("Black to move"),
}

_UNKNOWN = Message(
    "{found} is no position known here: paste a FEN such as W:W21,K30:B1,2, the letters of Hub or DXP, an "
    "address of lidraughts, or a diagram with rows of w, b, W, B and dots."
)
_TOO_LONG = Message("The text has {n} characters: a position has far fewer.")
_GUESSED = Message("The text does not say which game it is: read as {game}.")
_WRONG_LENGTH = Message("There are {n} squares: the board of {game} has {squares}.")
_NO_BOARD = Message(
    "No board has {n} squares: write one letter for the side to move and one a square (32, 50, 64 or 72)."
)
_WHITE_ASSUMED = Message("The side to move is not given: White moves.")
_COUNTERS_LEFT = Message("The counters {found} are not part of the position.")
_ROWS = Message(
    "The diagram has {rows} rows, the last one of {cells} squares: write {files} rows of {files} squares, "
    "or of half as many, the playing ones only."
)
_IDLE = Message("Row {row}: a piece stands on a square where {game} is not played.")
_NOT_FOR = Message("{game} cannot be written as {form}: use fen.")
_NO_GAME = Message("The text holds no game: paste PDN or a list of moves.")
_FIRST_OF = Message("The text holds {n} games: the first is read.")


class ClipboardError(NotationError):
    """A text that is no position or game here."""


@dataclass(frozen=True, slots=True)
class FoundPosition:
    """A position read from a text.

    Attributes:
        position: the position; its game is `ruleset_of(position)`.
        form: which form the text had.
        notes: what was taken for granted or left out.

    >>> found = read_position("W:W22,K30:B1,2.")
    >>> found.form, [note.text("en") for note in found.notes]
    ('checkerboard', ['The text does not say which game it is: read as English draughts.'])
    """

    position: _core.Position
    form: Form
    notes: tuple[Text, ...] = ()


def read_position(text: str, ruleset: Ruleset | None = None) -> FoundPosition:
    """Return the position a text holds, in whichever form it is.

    Args:
        text: the text.
        ruleset: the game; without it the text itself is asked, and a note says what it was taken for.
    Raises:
        ClipboardError: where the text is no position; says what would be.
        NotationError: where it is one with a fault: a `FenError` with its column, an impossible arrangement.

    >>> read_position("https://lidraughts.org/analysis/russian/W:W21,22:B1:H0:F1").position.fen
    'W:Wa3,c3:Bb8'
    """
    if len(text) > _LONGEST:
        raise ClipboardError(_TOO_LONG.format(n=len(text)))
    plain = text.strip().strip("\ufeff").strip()
    address = _ADDRESS.fullmatch(plain)
    if address is not None:
        return _from_address(plain, ruleset)
    if _FEN.match(latin_fen(plain)):
        return _from_fen(latin_fen(plain), ruleset)
    request = _REQUEST.fullmatch(text.strip("\r\n\x00"))
    if request is not None:
        return _from_letters(request[1], ruleset) if request[1] else _at_start(ruleset or INTERNATIONAL)
    compact = "".join(plain.split())
    if _LETTERS.fullmatch(compact) and len(plain.splitlines()) == 1:
        return _from_letters(compact, ruleset)
    family = ruleset.core.family if ruleset is not None else "draughts"
    if ruleset is not None and family != "draughts" and ":" in plain:
        return FoundPosition(_legal(plain, ruleset), "fen")
    return _from_diagram(plain, ruleset)


def write_position(position: _core.Position, form: Form = "fen") -> str:
    """Write a position in a form.

    Raises:
        ClipboardError: where the form has no place for what the game has (towers, stars, men that wait).

    >>> from damiera.rules.ruleset import INTERNATIONAL
    >>> write_position(INTERNATIONAL.start(), "dxp")[:30]
    'Wzzzzzzzzzzzzzzzzzzzzeeeeeeeee'
    """
    if form == "fen":
        return format_fen(position)
    game = ruleset_of(position)
    if position.rules.family != "draughts":
        raise ClipboardError(_NOT_FOR.format(game=game.name, form=form))
    match form:
        case "checkerboard":
            return _numeric_fen(position) + "."
        case "lidraughts":
            return f"{_numeric_fen(position)}:H0:F1{_server_runs(position)}"
        case "hub":
            return position.side.letter + _letters(position)
        case "dxp":
            return (position.side.letter + _letters(position)).translate(_TO_DXP)
        case "diagram":
            return _diagram(position)


def read_game(text: str, ruleset: Ruleset | None = None) -> tuple[PdnGame, tuple[Text, ...]]:
    """Return the game a text holds, PDN or a bare list of moves, and what was taken for granted.

    Raises:
        ClipboardError: where there is no game in the text.
        PdnError: where the game has a fault; with its line and column.

    >>> game, notes = read_game("1. 32-28 19-23 2. 28x19 14x23")
    >>> len(game.mainline), notes[0].text("en")
    (4, 'The text does not say which game it is: read as International draughts.')
    """
    items = read_pdn(text, default=ruleset)
    first = next(items, None)
    if first is None:
        raise ClipboardError(_NO_GAME)
    if isinstance(first, PdnError):
        raise first
    notes = [note.text for note in first.notes]
    if first.ruleset_guessed:
        notes.append(_GUESSED.format(game=first.ruleset.name))
    further = sum(1 for _ in items)
    if further:
        notes.append(_FIRST_OF.format(n=further + 1))
    return first, tuple(notes)


def write_game(game: PdnGame, form: GameForm = "pdn") -> str:
    """Write a game in a form: strict PDN, PDN for CheckerBoard, its moves only, Hub's moves.

    >>> from damiera.notation.pdn.model import pdn_game
    >>> from damiera.rules.ruleset import ITALIAN
    >>> write_game(pdn_game(ITALIAN, [ITALIAN.start().moves()[0]]), "moves")
    '1. 24-20'
    """
    match form:
        case "pdn":
            return write_pdn(game)
        case "checkerboard":
            return write_pdn(game, results="chess", ending="result")
        case "moves":
            bare = PdnGame({}, game.ruleset, game.start, game.mainline)
            return write_pdn(bare).partition("\n\n")[2].rstrip().removesuffix("*").rstrip()
        case "hub":
            return " ".join(_hub_move(move) for move in game.moves)


# Reading


def _from_address(text: str, ruleset: Ruleset | None) -> FoundPosition:
    address = unquote(text).replace("_", " ").replace(" ", "")
    found = _FEN_IN_ADDRESS.search(address)
    names = re.split(r"[/?=&#]", address.lower())
    said = next((CATALOGUE[_LIDRAUGHTS[name]] for name in names if name in _LIDRAUGHTS), None)
    if found is None:
        raise ClipboardError(_UNKNOWN.format(found=quoted(text)))
    if said is None and "lidraughts" in address.lower():
        said = INTERNATIONAL
    return _from_fen(found[1], ruleset or said, form="lidraughts")


def _from_fen(text: str, ruleset: Ruleset | None, form: Form | None = None) -> FoundPosition:
    bare = text.strip().rstrip(".\"'] ")
    counters = _COUNTERS.search(bare)
    notes = []
    if counters is not None:
        form = form or "lidraughts"
    elif text.rstrip(" \"'])").endswith("."):
        form = form or "checkerboard"
    source = bare if counters is not None else text
    games: Sequence[Ruleset] = [ruleset] if ruleset is not None else _GAMES_OF_FEN
    if ruleset is None and form == "checkerboard":
        games = (ENGLISH, *_GAMES_OF_FEN)
    elif ruleset is None and _RUNS.search(bare):
        games = (_FRISIAN, *_GAMES_OF_FEN)
    elif ruleset is None and _NAMED.search(bare):
        games = sorted(_GAMES_OF_FEN, key=lambda game: game.notation != "algebraic")
    position = _first_that_fits(games, lambda game: _legal(source, game))
    if counters is not None:
        left = _RUNS.sub("", counters[0]) if any(position.king_runs) else counters[0]
        if left:
            notes.append(_COUNTERS_LEFT.format(found=quoted(left.strip(":"))))
    if ruleset is None:
        notes.append(_GUESSED.format(game=ruleset_of(position).name))
    return FoundPosition(position, form or "fen", tuple(notes))


def _first_that_fits(games: Sequence[Ruleset], read: Callable[[Ruleset], _core.Position]) -> _core.Position:
    """Return the position as the first game reads that can; the first game's error where none can."""
    refusal: NotationError | None = None
    for game in games:
        try:
            return read(game)
        except NotationError as error:
            refusal = refusal or error
    assert refusal is not None
    raise refusal


def _from_letters(text: str, ruleset: Ruleset | None) -> FoundPosition:
    """Read Hub's or DXP's letters, the side to move first."""
    notes = []
    if len(text) == INTERNATIONAL.core.squares and (ruleset is None or ruleset.core.squares == len(text)):
        text = "W" + text
        notes.append(_WHITE_ASSUMED)
    squares = len(text) - 1
    games = [ruleset] if ruleset is not None else [g for g in _GAMES_OF_FEN if g.core.squares == squares]
    if not games:
        raise ClipboardError(_NO_BOARD.format(n=squares))
    if ruleset is None:
        notes.append(_GUESSED.format(game=games[0].name))
    elif squares != ruleset.core.squares:
        raise ClipboardError(_WRONG_LENGTH.format(n=squares, game=ruleset.name, squares=ruleset.core.squares))
    dxp = text[0] == "Z" or not {"z", "Z"}.isdisjoint(text)
    plain = text.translate(_FROM_DXP)
    side = _core.Side.BLACK if plain[0] == "B" else _core.Side.WHITE
    pieces = {n: _BY_LETTER[letter] for n, letter in enumerate(plain[1:], 1) if letter != "e"}
    position = _first_that_fits(games, lambda game: _legal(_fen_of(side, pieces), game))
    return FoundPosition(position, "dxp" if dxp else "hub", tuple(notes))


def _at_start(ruleset: Ruleset) -> FoundPosition:
    return FoundPosition(ruleset.start(), "dxp")


def _from_diagram(text: str, ruleset: Ruleset | None) -> FoundPosition:
    notes = []
    said = _SAID.search(text)
    side = _core.Side.BLACK if said is not None and said["black"] else _core.Side.WHITE
    if said is None:
        notes.append(_WHITE_ASSUMED)
    rows = _rows_of(text[: said.start()] + text[said.end() :] if said else text)
    if len(rows) < 4:
        raise ClipboardError(_UNKNOWN.format(found=quoted(" ".join(text.split()))))
    games = [ruleset] if ruleset is not None else [g for g in _GAMES_OF_FEN if g.core.ranks == len(rows)]
    position = _first_that_fits(
        games or [ITALIAN], lambda game: _legal(_fen_of(side, _pieces_in(rows, game)), game)
    )
    if ruleset is None:
        notes.append(_GUESSED.format(game=ruleset_of(position).name))
    return FoundPosition(position, "diagram", tuple(notes))


def _rows_of(text: str) -> list[list[str]]:
    """Return the rows of a diagram, top first; borders, rank numbers and file letters fall away."""
    rows = []
    for line in text.splitlines():
        inner = re.sub(r"[0-9|│┃!]", " ", line)
        cells = inner.split() if len(inner.split()) > 2 else list(inner.strip())
        if not cells or _is_border(cells) or not all(len(cell) == 1 and _CELL.match(cell) for cell in cells):
            continue
        rows.append(cells)
    return rows


def _is_border(cells: Sequence[str]) -> bool:
    """Whether a line is drawn under or over a board: a run of hyphens without a break."""
    return len(cells) > 12 and set(cells) <= set("-_+=")


def _pieces_in(rows: Sequence[Sequence[str]], ruleset: Ruleset) -> dict[int, Piece]:
    core = ruleset.core
    half = core.squares * 2 == core.files * core.ranks and all(2 * len(row) == core.files for row in rows)
    if len(rows) != core.ranks or not (half or all(len(row) == core.files for row in rows)):
        cells = len(rows[-1])
        raise ClipboardError(_ROWS.format(rows=len(rows), cells=cells, files=core.files))
    pieces = {}
    for down, row in enumerate(rows):
        rank = core.ranks - 1 - down
        places = [core.square_at(file, rank) for file in range(core.files)]
        if half:
            places = [square for square in places if square is not None]
        for square, cell in zip(places, row, strict=True):
            piece = _FROM_DIAGRAM.get(cell)
            if piece is not None and square is None:
                raise ClipboardError(_IDLE.format(row=down + 1, game=ruleset.name))
            if piece is not None and square is not None:
                pieces[square] = piece
    return pieces


def _fen_of(side: _core.Side, pieces: Mapping[int, Piece]) -> str:
    def listed(owner: _core.Side) -> str:
        return ",".join(f"{'K' * piece.is_king}{n}" for n, piece in pieces.items() if piece.side is owner)

    return f"{side.letter}:W{listed(_core.Side.WHITE)}:B{listed(_core.Side.BLACK)}"


def _legal(fen: str, ruleset: Ruleset) -> _core.Position:
    try:
        return parse_fen(fen, ruleset).position()
    except NotationError:
        raise
    except DamieraError as error:
        raise ClipboardError(error.message) from None


# Writing


def _letters(position: _core.Position) -> str:
    pieces = position.pieces
    return "".join(pieces.get(square, "e") for square in range(1, position.rules.squares + 1))


def _numeric_fen(position: _core.Position) -> str:
    """Return the FEN with numbered squares, which is all that these programs read."""
    return _fen_of(position.side, dict(sorted(pieces_of(position).items())))


def _server_runs(position: _core.Position) -> str:
    """Return how lidraughts writes the moves of one king in a row, Black's first: `:+214+0`."""
    if not position.rules.traits["king_limit"]:
        return ""
    white, black = (f"{run[1]}{run[0]:02}" if run else "0" for run in position.king_runs)
    return f":+{black}+{white}"


def _diagram(position: _core.Position) -> str:
    """Return rows of letters from the top, with ranks and files, and the side to move."""
    core, pieces = position.rules, position.pieces
    lines = []
    for rank in reversed(range(core.ranks)):
        squares = (core.square_at(file, rank) for file in range(core.files))
        cells = (" " if square is None else pieces.get(square, ".") for square in squares)
        lines.append(f"{rank + 1:>2} |" + "|".join(_dot(cell) for cell in cells) + "|")
    files = " ".join(chr(ord("a") + file) for file in range(core.files))
    return "\n".join([*lines, f"    {files}", _TO_MOVE[position.side].text("en")]) + "\n"


def _dot(cell: str) -> str:
    return cell if cell != " " else ":"


def _hub_move(move: _core.Move) -> str:
    if not move.is_capture:
        return f"{move.origin}-{move.destination}"
    return "x".join(str(square) for square in (move.origin, move.destination, *move.captured))
