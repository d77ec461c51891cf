"""docs/games: a page for each game of the catalogue, written from its data.

A page that is out of date is written anew and the test fails, so that it is looked at and committed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from damiera.regulations.book import Article, Rulebook, provisions, rulebook
from damiera.rules.entry import Example, GameEntry, entries, entry, groups, has_twin, how
from damiera.rules.traits import BoardShape, capture_ladder

FOLDER = Path(__file__).parent.parent / "docs" / "games"
GAMES = [pytest.param(game, id=slug) for slug, game in entries().items()]

_TRUST = {
    "official": "official or confirmed by published counts",
    "published": "published, by sources that agree",
    "reconstructed": "**reconstructed**: one source, or sources that disagree, or a proposal of ours",
}
_END = (
    "no_moves", "no_pieces", "breakthrough", "repetition", "move_count", "no_progress", "no_capture",
    "balance", "material", "material_two", "material_one", "material_three", "road", "lone_pieces",
    "agreement",
)  # fmt: skip
_MARKS = {"w": "o", "W": "O", "b": "x", "B": "X", "s": "Ob", "c": "Oc", "t": "Xb", "d": "Xc"}
_SIGNS = {
    "draughts": "`o` and `O` are White's men and kings, `x` and `X` Black's.",
    "towers": "`o` and `O` are White's men and kings, `x` and `X` Black's; a tower is read from the top: in "
    "`oxX` a white man commands, with a black man and a black king under it.",
    "reentry": "`o` are White's men, `x` Black's; `R1,0`: one man of White's waits, none of Black's.",
    "corners": "`o` are White's men, `x` Black's.",
    "chessmen": "`o` and `O` are White's men and kings, `Ob` and `Oc` his bishops and camels; `x`, `X`, `Xb` "
    "and `Xc` are Black's.",
    "stars": "Positions are written as the seat to move and the holes of each seat.",
}
# The holes of each point of a star, in the order of seats.
_HOMES = {
    0: (*range(1, 11),),
    1: (20, 21, 22, 23, 33, 34, 35, 45, 46, 56),
    2: (75, 85, 86, 96, 97, 98, 108, 109, 110, 111),
    3: (*range(112, 122),),
    4: (66, 76, 77, 87, 88, 89, 99, 100, 101, 102),
    5: (11, 12, 13, 14, 24, 25, 26, 36, 37, 47),
}


@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_a_game_is_up_to_date(game: GameEntry) -> None:
    check(FOLDER / f"{game.slug}.md", page(game))


def test_the_page_on_losing_is_up_to_date() -> None:
    check(FOLDER / "losing.md", losing_page())


def test_the_list_of_games_is_up_to_date() -> None:
    check(FOLDER / "README.md", index())


def test_there_is_no_page_without_a_game() -> None:
    wanted = {"README", "losing", *entries()}
    assert {path.stem for path in FOLDER.glob("*.md")} == wanted


def check(path: Path, wanted: str) -> None:
    found = path.read_text(encoding="utf-8") if path.exists() else ""
    if found != wanted:
        path.write_text(wanted, encoding="utf-8")
        pytest.fail(
            f"docs/games/{path.name} was out of date; it has been written anew: look at it and commit it"
        )


# --- the list ---


def index() -> str:
    lines = [
        "# The games",
        "",
        "*Written by `tests/test_game_pages.py` from the catalogue: do not edit.*",
        "",
    ]
    lines += [
        "![Boards of every shape: squares of one and of two colours, hexagons, stars, towers, men that wait]"
    ]
    lines[-1] += "(../images/boards.png)"
    for group in groups():
        lines += ["", f"## {group.title.text('en')} · {group.title.text('it')}", ""]
        lines += ["| game | what differs | board | trust |", "|---|---|---|---|"]
        lines += [row(entry(slug)) for slug in group.games if slug in entries()]
    lines += ["", "Nearly every game has a [losing twin](losing.md), `GAME-losing`."]
    return "\n".join(lines) + "\n"


def row(game: GameEntry) -> str:
    link = f"[{game.name.text('en')}]({game.slug}.md)"
    return f"| {link} | {game.summary.text('en')} | {size(game.board)} | {game.confidence} |"


def size(board: BoardShape) -> str:
    if board.shape in ("square", "lines"):
        return f"{board.files}×{board.ranks} · {board.men}"
    return f"{board.squares} · {board.men}"


# --- a game ---


def page(game: GameEntry) -> str:
    book = rulebook(game.rulebooks[0])
    parts = [*head(game), *the_board(game), *the_play(game, book), *the_end(book), *examples(game)]
    return "\n".join([*parts, *the_writing(game), *the_doubts(game), *the_rest(game)]) + "\n"


def head(game: GameEntry) -> Iterator[str]:
    known = [alias for alias in game.aliases if not alias.isdigit()]
    yield f"# {game.name.text('en')}" + (
        f" · {game.name.text('it')}" if game.name.text("it") != game.name.text("en") else ""
    )
    yield ""
    yield game.summary.text("en")
    yield ""
    yield f"Slug `{game.slug}`; also known as {', '.join(known)}. Rules {_TRUST[game.confidence]}."
    books = ", ".join(
        f"[`{id}`](../coverage/{id}.md)" if has_page(id) else f"`{id}`" for id in game.rulebooks
    )
    many = len(game.rulebooks) > 1
    yield (
        f"{'Rulebooks' if many else 'Rulebook'} {books}; "
        f"[coverage](../coverage/index.md) follows {'them' if many else 'it'}."
    )


def has_page(book: str) -> bool:
    """Whether the coverage has a page for a book: those of federations, see tests/test_coverage.py."""
    return (FOLDER.parent / "coverage" / f"{book}.md").exists()


def the_board(game: GameEntry) -> Iterator[str]:
    yield ""
    yield f"**Board.** {described(game.board)}"
    if game.board.shape == "star":
        yield "Marbles are the numbers of their seats; `.` is an empty hole. Two players, then six:"
        for seats in ((0, 3), (0, 1, 2, 3, 4, 5)):
            yield from star_picture({hole: str(seat) for seat in seats for hole in _HOMES[seat]})
    else:
        yield from picture(game, game.start)


def described(board: BoardShape) -> str:
    if board.shape == "star":
        return f"A star of {board.squares} holes with six points; {board.men} marbles for each player."
    if board.shape == "hexagon":
        return f"A hexagon of {board.squares} cells, a corner towards each player; {board.men} men each."
    if board.shape == "lines" and has_ends(board):
        return (
            f"{board.files - 2} long lines and {board.ranks - 2} cross lines, "
            f"{board.squares} crossings and ends; {board.men} men each."
        )
    if board.shape == "lines":
        return f"{board.files}×{board.ranks} points, joined by lines; {board.men} men each."
    if board.cells == "all":
        return f"{board.files}×{board.ranks}, all {board.squares} squares; {board.men} men each."
    return (
        f"{board.files}×{board.ranks}, {board.squares} dark squares, the dark corner at each player's "
        f"{board.corner}; {board.men} men each."
    )


def the_play(game: GameEntry, book: Rulebook) -> Iterator[str]:
    said = how(game.slug)
    for title, text in (("Men", said.men), ("Kings", said.kings), ("Captures", said.captures)):
        yield ""
        yield f"**{title}.** {text.text('en')}"
    if game.traits is None or game.family != "draughts":
        return
    yield ""
    yield "**Which capture.**"
    yield ""
    for place, key in enumerate(capture_ladder(game.traits), 1):
        provision = provisions()[key]
        yield f"{place}. {provision.text.text('en')} ({cited(book, provision.governs[0])})"


def cited(book: Rulebook, topic: str) -> str:
    id, _, number = book.ref(topic).partition(":")
    return number if id == book.id else f"`{id}` {number}"


def the_end(book: Rulebook) -> Iterator[str]:
    yield ""
    yield "**The end.**"
    yield ""
    told: set[str] = set()
    for topic in _END:
        if not book.governs(topic):
            continue
        ref = book.ref(topic)
        if ref not in told:
            told.add(ref)
            yield f"- {article_of(ref).text.text('en')} ({cited(book, topic)})"


def article_of(ref: str) -> Article:
    id, _, number = ref.partition(":")
    return rulebook(id).article(number)


def examples(game: GameEntry) -> Iterator[str]:
    if game.examples:
        yield ""
        yield f"**Examples.** {_SIGNS.get(game.family, _SIGNS['draughts'])}"
    for example in game.examples:
        yield ""
        yield caption(game, example)
        if game.board.shape in ("square", "lines"):
            yield from picture(game, example.fen, (*example.route, *example.enters, *example.refused))


def caption(game: GameEntry, example: Example) -> str:
    sign = game.capture_sign if jumps(game, example) else "-"
    enters = "".join(f"@{name}" for name in example.enters) + ("/" if example.enters else "")
    played = f" `{enters}{sign.join(example.route)}`" if example.route else ""
    refused = f" Not `{'-'.join(example.refused)}`." if example.refused else ""
    number = f" ({example.article})" if example.article else ""
    return f"`{example.fen}`{played}{number}: {example.caption.text('en')}{refused}"


def jumps(game: GameEntry, example: Example) -> bool:
    """Whether the route begins by jumping a piece: one stands between its first two squares."""
    if not example.route or game.family in ("stars", "corners"):
        return False
    pieces = read(game, example.fen)
    (file, rank), (to_file, to_rank) = (place(game.board, square) for square in example.route[:2])
    steps = max(abs(to_file - file), abs(to_rank - rank))
    line = (
        (file + (to_file - file) * i // steps, rank + (to_rank - rank) * i // steps) for i in range(1, steps)
    )
    return any(square in pieces for square in line)


# --- the picture ---


def picture(game: GameEntry, fen: str, way: Sequence[str] = ()) -> Iterator[str]:
    """The position in characters, White below; an empty square that is played on is a dot.

    Where a `way` is shown, the ranks that neither it nor a piece comes near are left out.
    """
    pieces = read(game, fen)
    board = game.board
    if board.shape == "hexagon":
        yield from hexagon_picture(board, pieces)
        return
    used = {rank for _, rank in pieces} | {place(board, square)[1] for square in way}
    low, high = (max(0, min(used) - 1), min(board.ranks, max(used) + 2)) if way else (0, board.ranks)
    wide = max((len(piece) for piece in pieces.values()), default=1)
    yield ""
    yield "```text"
    for rank in reversed(range(low, high)):
        cells = [pieces.get((file, rank), dot(board, file, rank)) for file in range(board.files)]
        yield f"{rank + 1:2} {' '.join(cell.ljust(wide) for cell in cells)}".rstrip()
    yield f"   {' '.join(chr(ord('a') + file).ljust(wide) for file in range(board.files))}".rstrip()
    yield "```"


def hexagon_picture(board: BoardShape, pieces: dict[tuple[int, int], str]) -> Iterator[str]:
    """A hexagon, a corner below: each line is a row of cells, named by the ends of it."""
    last = board.ranks - 1
    yield ""
    yield "```text"
    for row in range(2 * last + 1):
        line = [
            (file, 2 * last - row - file)
            for file in range(last + 1)
            if 0 <= 2 * last - row - file <= last and abs(2 * last - row - 2 * file) <= last // 2
        ]
        cells = " " * (2 * (line[0][0] - line[0][1] + last // 2)) + "   ".join(
            pieces.get(cell, ".") for cell in line
        )
        ends = [f"{chr(ord('a') + file)}{rank + 1}" for file, rank in (line[0], line[-1])]
        yield f"{ends[0]} {cells:<{2 * last + 1}} {ends[1]}"
    yield "```"


def star_picture(marbles: dict[int, str]) -> Iterator[str]:
    """A star, the first hole above: each line is a row of holes, named by the ends of it."""
    yield ""
    yield "```text"
    first = 1
    for holes in (1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1):
        line = range(first, first + holes)
        cells = " ".join(marbles.get(hole, ".") for hole in line)
        yield f"{line[0]:3} {cells:^25} {line[-1]}"
        first += holes
    yield "```"


def dot(board: BoardShape, file: int, rank: int) -> str:
    return "." if is_played(board, file, rank) else " "


def is_played(board: BoardShape, file: int, rank: int) -> bool:
    if has_ends(board):
        return 0 < file < board.files - 1 or 0 < rank < board.ranks - 1
    return board.cells == "all" or is_dark(board, file, rank)


def has_ends(board: BoardShape) -> bool:
    """Whether lines go past one another, so that the corners are no points."""
    return board.shape == "lines" and board.squares < board.files * board.ranks


def is_dark(board: BoardShape, file: int, rank: int) -> bool:
    return (file + rank) % 2 == (1 if board.corner == "right" else 0)


def read(game: GameEntry, fen: str) -> dict[tuple[int, int], str]:
    """Pieces by file and rank, read from a FEN in the game's own names; no core is asked.

    A tower is read from the top, its highest piece first.
    """
    found: dict[tuple[int, int], str] = {}
    parts = fen.split(":")[1:]
    if game.family == "towers" and "=" in fen:
        for name, _, stack in (tower.partition("=") for tower in parts[0].split(",")):
            found[place(game.board, name)] = "".join(_MARKS[piece] for piece in reversed(stack))
        return found
    for side in (part for part in parts if part[0] in "WB"):
        for name in filter(None, side[1:].split(",")):
            sign = name[0] if name[:1] in "KBC" and name else ""
            kind = {
                "W": {"": "w", "K": "W", "B": "s", "C": "c"},
                "B": {"": "b", "K": "B", "B": "t", "C": "d"},
            }
            found[place(game.board, name.removeprefix(sign))] = _MARKS[kind[side[0]][sign]]
    return found


def place(board: BoardShape, name: str) -> tuple[int, int]:
    if not name.isdigit():
        return ord(name[0]) - ord("a"), int(name[1:]) - 1
    squares = [
        (file, rank)
        for rank in reversed(range(board.ranks))
        for file in range(board.files)
        if is_played(board, file, rank)
    ]
    if board.first_square == "bottom-right":
        squares.reverse()
    return squares[int(name) - 1]


# --- the rest ---


def the_writing(game: GameEntry) -> Iterator[str]:
    squares = "by number" if game.notation == "numeric" else "by letter and number"
    registered = "" if game.pdn_type <= 50 else " (a number of ours: PDN has none for it)"
    yield ""
    yield (
        f"**Writing.** Squares {squares}; `-` for a move, `{game.capture_sign}` for a capture. "
        f"PDN GameType `{game.pdn_game_type}`{registered}."
    )


def the_doubts(game: GameEntry) -> Iterator[str]:
    if game.doubts:
        yield ""
        yield "**What is doubtful, and what we chose.**"
        yield ""
        for doubt in game.doubts:
            why = f" {doubt.no_option.text('en')}" if doubt.no_option else ""
            yield f"- {doubt.said.text('en')}{why}"
    if game.options:
        yield ""
        yield "**Options.** The first value of each is the default."
        yield ""
        for option in game.options:
            values = sorted(option.values, key=lambda value: value.value != option.default)
            yield f"- {option.label.text('en')}: {'; '.join(value.label.text('en') for value in values)}."


def the_rest(game: GameEntry) -> Iterator[str]:
    yield ""
    yield f"**History.** {game.history.text('en')}"
    yield ""
    yield f"**Sources.** {'; '.join(game.sources)}."
    yield ""
    yield f"**Perft.** {', '.join(map(str, game.perft))} …"


def losing_page() -> str:
    twin = entry("italian-losing")
    option = twin.options[-1]
    alone = ", ".join(game.name.text("en") for game in entries().values() if not has_twin(game.slug))
    values = "; ".join(value.label.text("en") for value in option.values)
    lines = [
        "# Losing games · A perdere",
        "",
        "Any game can be played to lose: `italian-losing`, `russian-losing`, and so on. The moves are those",
        "of the game, with all its captures and precedence; whoever is left without a move on their turn",
        "wins, with no pieces left or with all of them blocked.",
        "",
        f"They are made from the game's own entry; {alone} have none. Rulebook `losing.` and the id of the",
        "game's book: three articles of its own, and that book for all the rest.",
        "",
        f"**What is doubtful.** {twin.doubts[-1].said.text('en')}",
        "",
        f"**Option.** {option.label.text('en')}: {values}.",
        "",
        "**Writing.** As the game itself; the PDN GameType is the game's number and 500 more:",
        f"`{twin.pdn_game_type}`.",
        "",
        f"**History.** {twin.history.text('en')}",
    ]
    return "\n".join(lines) + "\n"
