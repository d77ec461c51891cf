"""The compiled core: rule sets, positions, moves, replay and search. Squares are the numbers players use."""

import enum
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, final

__all__ = [
    "CaptureLine",
    "INSTRUCTIONS",
    "Info",
    "Move",
    "Position",
    "Replay",
    "Result",
    "Rules",
    "Search",
    "Side",
    "Weights",
    "compiled",
    "compose",
    "contents_of",
    "count_records",
    "evaluate",
    "features",
    "features_of_records",
    "inputs_of_records",
    "network_shape",
    "parse_move",
    "replay",
    "replay_many",
    "rules",
    "search_params",
    "self_match",
    "self_play",
    "slugs",
]

INSTRUCTIONS: str
"""For which processors the loaded core was compiled: `baseline` for all, or `x86-64-v3`."""

class Side(enum.Enum):
    """The sides. White sits at the bottom of the board; colours after Black play on stars only."""

    WHITE = 0

    BLACK = 1

    RED = 2

    GREEN = 3

    BLUE = 4

    YELLOW = 5

    @property
    def opponent(self) -> Side:
        """The other side, of White and Black."""

    @property
    def letter(self) -> str:
        """`W` or `B`, as FEN writes the side."""

@final
class Rules:
    """A compiled rule set: one immutable object for each game, got from `rules`."""

    @property
    def slug(self) -> str:
        """The name of the game in this program."""

    @property
    def squares(self) -> int:
        """Playing squares on the board."""

    @property
    def files(self) -> int:
        """Columns of the board."""

    @property
    def ranks(self) -> int:
        """Rows of the board."""

    @property
    def men(self) -> int:
        """Men of each side at the start."""

    @property
    def family(self) -> Literal["draughts", "towers", "reentry", "stars", "corners", "chessmen"]:
        """What positions are made of: men and kings, towers, men that come back, marbles on a star, men that go from corner to corner, men and kings with bishops and camels."""

    @property
    def seats(self) -> tuple[int, ...]:
        """Who plays, in the order of turns: 0 White, 1 Black; on a star the points, 0 at the top and on clockwise; where four play on a square 0, 1, 3, 4, clockwise from White's left corner."""

    @property
    def by_seat(self) -> bool:
        """Whether positions name pieces by the seats of their players: on stars, and where more than two play."""

    @property
    def lettered(self) -> bool:
        """Whether squares are written by file and rank, `c3`, and not by number."""

    def read(self, fen: str) -> Position:
        """
        Return the position that a FEN describes, written exactly as `Position.fen` writes it.

        Raises:
            ValueError: with what is wrong, and at which character.
        """

    @property
    def dark_corner(self) -> str:
        """`left` or `right`: which corner nearest to White is a playing square, or a dark one where all are."""

    @property
    def shape(self) -> str:
        """`diagonal`: squares of one colour; `crossed`: the same, joined along ranks and files as well; `full`: all squares; `lined`: points joined by lines; `hexagon`; `star`: of 121 holes."""

    @property
    def directions(self) -> tuple[str, ...]:
        """In which directions squares have neighbours, clockwise; `n` is towards Black's side."""

    @property
    def goal(self) -> str:
        """`win`: who cannot move has lost; `lose`: who cannot move has won; `breakthrough`: the first king wins."""

    @property
    def first_mover(self) -> Side:
        """The side that begins."""

    @property
    def recipe(self) -> dict[str, str]:
        """Every key of a composed name with its value here: what `BASE~key=value` may change; of other families none."""

    @property
    def traits(self) -> dict[str, object]:
        """Every trait of the rule set by name; directions as White sees them."""

    def start(self) -> Position:
        """Return the position at the start."""

    def position(
        self,
        side: Side,
        white_men: Iterable[int],
        white_kings: Iterable[int],
        black_men: Iterable[int],
        black_kings: Iterable[int],
        white_run: tuple[int, int] | None = None,
        black_run: tuple[int, int] | None = None,
    ) -> Position:
        """
        Return the position with these pieces, whether or not a game can lead to it.

        Where a game limits the moves of one king in a row, a run is a king's square and the moves it has made.

        Raises:
            ValueError: for a number that is no square, a square given twice, or a run no king can have.
        """

    def coordinates(self, square: int) -> tuple[int, int]:
        """Return file and rank of a square, from 0, as White sees them: a1 is (0, 0)."""

    def square_at(self, file: int, rank: int) -> int | None:
        """Return the playing square at a file and rank, or None."""

    def neighbour(self, square: int, direction: str) -> int | None:
        """
        Return the next square in one of the board's `directions`, or None at the rim.

        Raises:
            ValueError: for a direction in which the squares of this board have no neighbours.
        """

    def promotion_squares(self, side: Side) -> tuple[int, ...]:
        """Return the squares where the men of a side become kings."""

    def __repr__(self) -> str: ...
    def __reduce__(self) -> tuple[object, tuple[Position, str]]: ...

def rules(slug: str) -> Rules:
    """
    Return the rule set of a game, of `GAME-losing`, of a proof board, or of `BASE~key=value~...`.

    Raises:
        KeyError: if there is none of that name.
        ValueError: if the parts after the base make no game.
    """

def compose(slug: str) -> Rules:
    """
    Return the rule set that a name such as `german~landing=adjacent` describes; its `slug` is the one name it has.

    Raises:
        ValueError: with every part that cannot be, and what to write instead.
    """

def slugs() -> tuple[str, ...]:
    """Return the names of the games shown to players."""

def compiled() -> tuple[str, ...]:
    """Return every name that `rules` knows: the games shown first, then other games, proof boards, games played to lose."""

@final
class Move:
    """
    A move: origin, destination, captured pieces and promotion.

    Routes that capture the same pieces between the same squares are one move. Moves are values: hashable, comparable, and ordered by origin, destination and captured squares.
    """

    @property
    def origin(self) -> int:
        """The square the piece leaves."""

    @property
    def destination(self) -> int:
        """The square where it ends; a circuit ends on its origin."""

    @property
    def captured(self) -> tuple[int, ...]:
        """The squares of the captured pieces, ascending; of towers in the order jumped."""

    @property
    def drops(self) -> tuple[int, ...]:
        """The squares where men come back before the move, ascending."""

    @property
    def promotes(self) -> bool:
        """Whether a man becomes a king, or where it may choose something more."""

    @property
    def becomes(self) -> str:
        """What a man becomes where its owner chooses: `K`, `B` (a bishop) or `C` (a camel); else empty."""

    @property
    def is_capture(self) -> bool:
        """Whether it captures."""

    def __eq__(self, other: object, /) -> bool: ...
    def __lt__(self, arg: Move, /) -> bool: ...
    def __le__(self, arg: Move, /) -> bool: ...
    def __gt__(self, arg: Move, /) -> bool: ...
    def __ge__(self, arg: Move, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __str__(self) -> str: ...
    def __repr__(self) -> str: ...
    def __getstate__(self) -> tuple[Any, ...]: ...
    def __setstate__(self, state: tuple[Any, ...]) -> None: ...

@final
class CaptureLine:
    """One complete capture along one route, whether precedence allows it or not."""

    @property
    def path(self) -> tuple[int, ...]:
        """Origin, each landing, destination."""

    @property
    def captured(self) -> tuple[int, ...]:
        """The captured squares in the order jumped."""

    @property
    def kings(self) -> tuple[bool, ...]:
        """For each captured piece, in that order: was it a king."""

    @property
    def by_king(self) -> bool:
        """Whether a king captures."""

    @property
    def promotes(self) -> bool:
        """Whether a man becomes a king."""

    @property
    def key(self) -> int:
        """Its precedence: the line is allowed if no line of the position has a greater key."""

    @property
    def move(self) -> Move:
        """The move that this line plays."""

    def __repr__(self) -> str: ...

@final
class Position:
    """The pieces on the board and the side to move: an immutable value."""

    @property
    def rules(self) -> Rules:
        """The rule set."""

    @property
    def side(self) -> Side:
        """The side to move."""

    @property
    def key(self) -> int:
        """A 64-bit key of pieces and side to move, the same on every machine."""

    @property
    def white_men(self) -> tuple[int, ...]:
        """Squares of White's men, ascending."""

    @property
    def white_kings(self) -> tuple[int, ...]:
        """Squares of White's kings, ascending."""

    @property
    def black_men(self) -> tuple[int, ...]:
        """Squares of Black's men, ascending."""

    @property
    def black_kings(self) -> tuple[int, ...]:
        """Squares of Black's kings, ascending."""

    @property
    def king_runs(self) -> tuple[tuple[int, int] | None, tuple[int, int] | None]:
        """For White and Black: the square of the king whose moves in a row are counted, and how many it has made."""

    @property
    def pieces(self) -> dict[int, str]:
        """What stands on each occupied square: `w`, `b`, and `W`, `B` for kings; of a tower the top piece; on a star, and where four play, the number of the seat."""

    @property
    def seat(self) -> int:
        """Whose turn it is: 0 White, 1 Black; on a star, and where four play, the seat as `Rules.seats` has it."""

    @property
    def stacks(self) -> dict[int, str]:
        """Towers by square, each from the bottom up; empty in other games."""

    @property
    def hands(self) -> tuple[int, int]:
        """Men of White and of Black that wait to come back; none in most games."""

    @property
    def home(self) -> tuple[int, ...]:
        """On a star, and where four play, the seats that have arrived, in order."""

    @property
    def places(self) -> tuple[int, ...] | None:
        """On a star, or from corner to corner, when the game is over, the seats in the order of their places; None elsewhere."""

    @property
    def fen(self) -> str:
        """The position as FEN: White's list first, ascending, without ranges; `:M` and the runs of kings, if any."""

    def piece_at(self, square: int) -> str | None:
        """Return what stands on a square as in `pieces`, or None."""

    def moves(self) -> tuple[Move, ...]:
        """Return the legal moves; see `is_cut_short`."""

    @property
    def is_cut_short(self) -> bool:
        """
        Whether there are more captures, or more routes of them, than are listed.

        The list then has those that were found. Another capture is legal too if it is complete and none of the list precedes it.
        """

    def moves_json(self, capture_sign: str) -> bytes | None:
        """
        Return the legal moves as a JSON array: notation, from, to, captured, promotes, paths of each.

        None where two captures have the same ends, where the list is cut short, and in games of families: these need more words.
        """

    def count(self) -> int:
        """Return the number of legal moves, as far as they are listed."""

    def detect(self) -> bool:
        """Return whether a capture is possible, and so compulsory."""

    def has_moves(self) -> bool:
        """Return whether there is a legal move."""

    def winner(self) -> Side | None:
        """Return the side that has won by the goal of the game, or None while there are moves; draws are not judged."""

    def is_legal(self, move: Move) -> bool:
        """Return whether a move is legal here."""

    def play(self, move: Move) -> Position:
        """
        Return the position after a legal move.

        Raises:
            ValueError: if the move is not legal here.
        """

    def paths(self, move: Move) -> tuple[tuple[int, ...], ...]:
        """
        Return every route, from origin to destination, by which a legal move may be played.

        Raises:
            ValueError: if the move is not legal here.
        """

    def capture_lines(self) -> tuple[CaptureLine, ...]:
        """
        Return all captures that cannot be carried further, of every piece, allowed or not.

        Routes that differ in a square are different lines.
        """

    def perft(self, depth: int, *, bulk: bool = True) -> int:
        """Return the number of ways to play `depth` plies. With `bulk` the last ply is counted, not made."""

    def divide(self, depth: int) -> list[tuple[Move, int]]:
        """Return perft move by move: each legal move with the leaves behind it."""

    def rotated(self) -> Position:
        """Return the board turned half round with the colours, and the turn, exchanged."""

    def with_side(self, side: Side) -> Position:
        """Return the same pieces with `side` to move."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __repr__(self) -> str: ...
    def __getstate__(
        self,
    ) -> (
        tuple[
            str,
            Side,
            tuple[int, ...],
            tuple[int, ...],
            tuple[int, ...],
            tuple[int, ...],
            tuple[int, int] | None,
            tuple[int, int] | None,
        ]
        | tuple[str, str]
    ): ...
    def __setstate__(
        self,
        state: tuple[
            str,
            Side,
            tuple[int, ...],
            tuple[int, ...],
            tuple[int, ...],
            tuple[int, ...],
            tuple[int, int] | None,
            tuple[int, int] | None,
        ]
        | tuple[str, str],
    ) -> None: ...

@final
class Replay:
    """What came of playing a list of move texts."""

    @property
    def moves(self) -> list[Move]:
        """The moves played, as a new list."""

    @property
    def final(self) -> Position:
        """The position after them."""

    @property
    def error(self) -> Literal["syntax", "illegal", "ambiguous"] | None:
        """Why the text at `index` could not be played; None if all were."""

    @property
    def index(self) -> int:
        """The number of moves played: the index of the text that failed, if one did."""

    @property
    def candidates(self) -> list[Move]:
        """The moves that an ambiguous text may mean."""

def replay(start: Position, texts: Sequence[str]) -> Replay:
    """
    Play move texts from a position until one cannot be played.

    A text is `22-18`, `22x15`, `22x15x8` with the landings between, `:` for `x`, or squares as `c3-d4`.
    """

def replay_many(starts: Sequence[Position], games: Sequence[Sequence[str]]) -> list[Replay]:
    """Replay many games, each from its own start, with Python's lock released while they are played."""

def parse_move(
    position: Position, text: str
) -> tuple[Literal["ok", "syntax", "illegal", "ambiguous"], list[Move]]:
    """Return what a move text means here: `ok` and the move, or why it has none, with the candidates."""

class Weights:
    """Learned weights of the evaluation of one game."""

    def __init__(self, rules: Rules, data: bytes, network: bytes = ...) -> None:
        """
        Read weights: pairs of 16-bit numbers, low byte first, in sixteenths of a centipiece; and the network that
        corrects their sum, 16-bit numbers as `network_shape` has them, or nothing for none.

        Raises:
            ValueError: if there are not as many as the board needs, or a network whose sums might not fit 16 bits.
        """

    @property
    def has_network(self) -> bool:
        """Whether a network corrects them."""

    @property
    def rules(self) -> Rules:
        """The game they are for."""

def contents_of(rules: Rules) -> dict[str, Any]:
    """
    Return what the weights of a game are of: how many `pairs`, the squares of the `small` and the `large` shapes, and
    where the weights of `men`, `kings` and `terms` begin.

    Raises:
        ValueError: for a game whose evaluation is made by hand.
    """

def network_shape(rules: Rules) -> dict[str, Any]:
    """
    Return what the network of a game is of, in the order of its numbers: `inputs` rows of `hidden`, and what these start
    from; for each of the `parts` `second` rows of `hidden`, then by part what those start from, the `second` numbers
    of the last layer, and what that starts from. An input is a kind (own men, own kings, theirs) and a square, by
    kinds. The first two layers count in `one`ths, the last in `fine`ths of a centipiece. `part_of` has the part
    by how many pieces there are.

    Raises:
        ValueError: for a game whose evaluation is made by hand.
    """

def inputs_of_records(rules: Rules, records: bytes) -> tuple[bytes, bytes]:
    """
    Return what a network sees of the positions of records that are not proved, those of `features_of_records` in
    their order: a row of bits for each, the lowest of a byte first, one for every input; and who is to move (8 bits,
    1 White, -1 Black). The interpreter is free meanwhile.

    Raises:
        ValueError: for records of another game, or a game whose evaluation is made by hand.
    """

def self_play(
    rules: Rules,
    *,
    games: int,
    nodes: int,
    plies: tuple[int, int],
    seed: int,
    threads: int = 1,
    weights: Weights | None = None,
    openings: Sequence[Position] = (),
) -> bytes:
    """
    Let the search play quick games against itself and return quiet positions as records of 64-bit words: those of
    the games, and as many a move or two by chance beside them, of which it is only told what the search thought.

    The games depend on nothing but the arguments; not on `threads`. The interpreter is free meanwhile.

    Args:
        rules: the game.
        games: how many.
        nodes: positions visited for each move.
        plies: least and most moves made by chance at the start.
        seed: of the chance.
        threads: games played side by side.
        weights: of the evaluation; made by hand if None.
        openings: positions to start from, drawn by chance; the game's own if empty.
    Raises:
        ValueError: for a game or numbers that make no sense.
    """

def self_match(
    rules: Rules,
    first: Weights | None,
    second: Weights | None,
    *,
    pairs: int,
    nodes: tuple[int, int] = (0, 0),
    time_ms: int = 0,
    plies: tuple[int, int] = (8, 8),
    seed: int = 1,
    threads: int = 1,
    openings: Sequence[Position] = (),
    params: tuple[dict[str, int], dict[str, int]] = ({}, {}),
    tables: object | None = None,
) -> list[tuple[int, int]]:
    """
    Let the search play pairs of games with two evaluations, and return the points of the first in each: as
    White and as Black, 2 for a win and 1 for a draw. Each has so many nodes for a move, or milliseconds, and searches
    with `params` of its own and the same `tables`, see `Search`.

    Raises:
        ValueError: for a game or numbers that make no sense.
    """

def count_records(rules: Rules, records: bytes) -> int:
    """
    Return how many positions there are in records.

    Raises:
        ValueError: for records of another game.
    """

def features(position: Position) -> tuple[dict[int, int], int, int]:
    """
    Return how often each weight counts for White, the phase, and the phase of a board full of men.

    Raises:
        ValueError: for a game whose evaluation is made by hand.
    """

def features_of_records(rules: Rules, records: bytes) -> tuple[bytes, bytes, bytes, bytes, bytes, bytes]:
    """
    Return the positions of records that are not proved as columns of numbers, low byte first, as White sees them.

    The first three are a sparse matrix row by row, of how often each weight counts: where rows begin, and the end of
    the last (32 bits); the weight (32 bits) and how often (8 bits, signed) of every entry. The others are the share of
    the opening in the phase (32 bits, floating), what the search thought in centipieces (16 bits), and what the game
    came to (8 bits): 0 to 2, or 3 of a position beside the games. The interpreter is free meanwhile.

    Raises:
        ValueError: for records of another game, or a game whose evaluation is made by hand.
    """

class Info:
    """What a search knows about one line of play after a finished depth."""

    @property
    def depth(self) -> int:
        """Plies searched in full."""

    @property
    def score_cp(self) -> int:
        """Centipieces for the side to move; 30000 less the plies to the end when won, below nought when lost."""

    @property
    def nodes(self) -> int:
        """Positions visited, by all threads."""

    @property
    def time_ms(self) -> int:
        """Milliseconds since the call."""

    @property
    def pv(self) -> list[Move]:
        """The expected play, first move first."""

    @property
    def multipv(self) -> int:
        """1 for the best line, 2 for the next."""

class Result:
    """The answer of a search: the best move and the lines weighed up."""

    @property
    def move(self) -> Move | None:
        """The best move; None if there is no legal one."""

    @property
    def depth(self) -> int:
        """Plies searched in full."""

    @property
    def score_cp(self) -> int:
        """As in `Info`; if the game is over, 30000 for a side that has won, -30000 for one that has lost."""

    @property
    def nodes(self) -> int:
        """Positions visited, by all threads."""

    @property
    def time_ms(self) -> int:
        """Milliseconds it took."""

    @property
    def pv(self) -> list[Move]:
        """The expected play, first move first."""

    @property
    def lines(self) -> list[Info]:
        """Every line asked for, best first."""

class Search:
    """One engine for one game, with a transposition table of its own."""

    def __init__(
        self,
        rules: Rules,
        *,
        hash_mb: int = 64,
        threads: int = 1,
        weights: Weights | None = None,
        tables: object | None = None,
        params: dict[str, int] = {},
    ) -> None:
        """
        Make an engine with a table of `hash_mb` MiB and so many threads that search together. Its evaluation has the
        learned `weights`, or is made by hand. It asks the endgame tables that `damiera._endgame.Tables.sealed` gave, of
        positions with fewer pieces than the one to move in; a win there is worth 28800 less the plies to it.
        `params` are numbers of `search_params` that shall be others than usual; games of families have none.
        """

    def think(
        self,
        position: Position,
        *,
        history: Sequence[Position] = (),
        depth: int = 0,
        nodes: int = 0,
        time_ms: int = 0,
        soft_ms: int = 0,
        draw_in: int = 0,
        repeats: int = 3,
        multipv: int = 1,
        searchmoves: Sequence[Move] = (),
        on_info: Callable[[Info], object] | None = None,
    ) -> Result:
        """
        Search a position and return the best move; the interpreter is free for other threads meanwhile.

        The first limit reached ends it; 0 means none, and then `stop` must. With one thread and a limit of depth or
        nodes, a search after `clear` finds the same every time. A legal move is found even if it is stopped at once.

        Args:
            position: where to move; of this search's game.
            history: the positions before it. Who comes to one of them again gains no more than a draw, and may lose.
            depth: plies.
            nodes: positions visited.
            time_ms: milliseconds, never exceeded.
            soft_ms: about so many milliseconds of a clock: no new depth is begun that is unlikely to be finished by then. It
                stretches while the choice changes or its score falls, and shrinks when one move has long been best. A side
                without a choice answers at once.
            draw_in: plies until a count under way makes a draw, if kings alone move and nothing is taken; 0: no count.
                Games of families do not heed it.
            repeats: the position that comes so many times, those of `history` counted, is a draw; 0: it never is.
            multipv: how many of the best moves to weigh up exactly.
            searchmoves: weigh up these moves alone; all if empty.
            on_info: called with an `Info` for each line of each finished depth, in the calling thread; what it raises
                ends the search.
        Raises:
            ValueError: for a limit below 0, a position of another game, a move that is not legal, or a Search that is
                thinking already.
        """

    def stop(self) -> None:
        """End the search under way, from any thread; it returns within milliseconds."""

    def ponder(self) -> None:
        """
        Let the next `think` use the opponent's time: it has no limits until `ponder_hit`, and ends before if there is
        nothing more to find out.
        """

    def ponder_hit(self) -> None:
        """
        Tell a search that ponders, from any thread, that the move it expected was played: its limits hold from now
        on. `time_ms` counts from now; nodes, depth and `soft_ms` count what was pondered too.
        """

    def clear(self) -> None:
        """Forget what was found out in earlier searches."""

def search_params() -> dict[str, tuple[int, int, int]]:
    """
    Return the numbers by which a search decides what to look at further: what each is usually, at least and at most.
    """

def evaluate(position: Position, *, weights: Weights | None = None) -> int:
    """Return the worth of a position to the side to move, in centipieces, without looking ahead."""
