"""The command line of a board: a line goes in, a sentence comes out. Who cannot see the board plays by it.

A line is a move in any notation, or one of the words in `words`. What changes the game needs a seat; what
only asks is answered to everybody.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from damiera._core import Move, Position, Side
from damiera.game.sides import side_named, side_text
from damiera.messages import Lang, Message, Text, Verbatim
from damiera.notation.errors import AmbiguousMove, IllegalMove, MoveSyntaxError, SquareError
from damiera.notation.moves import (
    best_route,
    example_move,
    format_move,
    parse_move,
    plain_move,
    squares_of,
    typed_in_numbers,
)
from damiera.notation.numbering import parse_square
from damiera.rules.explain import explain_move, explain_piece, explain_position
from damiera.rules.pieces import Piece, piece_at
from damiera.rules.ruleset import Ruleset, ruleset
from damiera.service.errors import BadTerms, NotYours, RefusedAct
from damiera.service.game_views import due_text, move_view, outcome_view, refusal_view
from damiera.service.links import article_links
from damiera.service.live import GameCache, LiveGame
from damiera.service.play import Act, Play, require_turn
from damiera.service.views import MoveView, RefusalView
from damiera.service.words import HELP, SQUARED, TypedLine, Word, read_line

__all__ = ["CommandReply", "CommandService", "example_line"]

LONGEST_LINE: Final = 200
_ACTS: Final[dict[Word, Act]] = {
    "resign": "resign",
    "undo": "ask-undo",
    "repetition": "claim-repetition",
    "count": "ask-count",
}


@dataclass(frozen=True, slots=True)
class CommandReply:
    """The answer to a line.

    Attributes:
        live: the game as it is now.
        changed: whether something happened in it.
        answer: what to say; `squares` are worth pointing at.
        path: the squares the line named.
        candidates: the moves it may mean, where it may mean several.
    """

    live: LiveGame
    changed: bool
    answer: RefusalView
    path: tuple[int, ...] = ()
    candidates: tuple[MoveView, ...] = ()


class CommandService:
    """The use cases of somebody who types."""

    def __init__(self, cache: GameCache, play: Play) -> None:
        self._cache = cache
        self._play = play

    def say(self, game_id: str, player_id: str | None, text: str, lang: Lang) -> CommandReply:
        """Do, or answer, what a line says.

        Raises:
            BadTerms: if it is too long, or neither a word nor the shape of a move.
            RefusedAct: if the move is not legal (with its explanation), or the wish does not fit the game.
            NotFound, NotYours, NotYourTurn, Conflict, GameIsOver: as `Play` does.
        """
        if len(text) > LONGEST_LINE:
            raise BadTerms(
                "text",
                Message("The line is too long: write a move."),
            )
        live, line = self._cache.load(game_id), read_line(text)
        if line.word == "move":
            return self._move(live, player_id, line.rest, lang)
        if line.word in ("resign", "draw", "accept", "decline", "undo", "repetition", "count"):
            return self._act(live, player_id, line.word, lang)
        return _answer(live, line, self._cache.clock.now_ms(), lang)

    def why(self, game_id: str, path: Sequence[int], lang: Lang, drops: Sequence[int] = ()) -> RefusalView:
        """Return why a piece (one square) or a route cannot be played now, or where it may go.

        `drops` are the squares where men have come back first.

        Raises:
            NotFound: if there is no such game.
            BadTerms: without a square.
        """
        if not path or len(path) > LONGEST_LINE:
            raise BadTerms("path", Message("Name a square."))
        live = self._cache.load(game_id)
        return _why(live, path, lang, drops)

    def _move(self, live: LiveGame, player_id: str | None, text: str, lang: Lang) -> CommandReply:
        require_turn(live, player_id)
        position = live.game.position
        squares = tuple(squares_of(live.game.ruleset, plain_move(text).rpartition("/")[2]))
        try:
            move = parse_move(position, text)
        except AmbiguousMove as error:
            return _which_way(live, error, squares, lang)
        except IllegalMove as error:
            explanation = explain_move(
                position, squares, live.game.rulebook, by_number=typed_in_numbers(text)
            )
            raise RefusedAct(
                explanation.text, explanation=explanation, position=position, path=squares
            ) from error
        except MoveSyntaxError as error:
            raise BadTerms("text", error.message) from error
        path = squares if squares in position.paths(move) else best_route(position, move)
        played = self._play.move(live.id, player_id, live.game.ply, path, move.drops)
        name = format_move(position, move)
        title = Message("You played {move}").format(move=name)
        return CommandReply(played.live, True, _plain(title, _now(played.live, lang), lang), path)

    def _act(self, live: LiveGame, player_id: str | None, word: Word, lang: Lang) -> CommandReply:
        if not live.sides_of(player_id):
            raise NotYours
        what = _ACTS.get(word) or _wish(live, player_id, word)
        after = self._play.act(live.id, player_id, what)
        return CommandReply(after, True, _plain(_done(after, what), _now(after, lang), lang))


def _wish(live: LiveGame, player_id: str | None, word: Word) -> Act:
    """Return what draw, accept or decline means as the game stands."""
    asked = live.game.draw_offer
    theirs = asked is not None and any(side is not asked for side in live.sides_of(player_id))
    if word == "draw":
        return "accept-draw" if theirs else "offer-draw"
    undo = live.game.undo_request is not None and not theirs
    if word == "accept":
        return "accept-undo" if undo else "accept-draw"
    return "decline-undo" if undo else "decline-draw"


_DONE: Final[dict[Act, Text]] = {
    "resign": Message("You resigned"),
    "offer-draw": Message("You offered a draw"),
    "accept-draw": Message("You accepted"),
    "decline-draw": Message("You declined: play on"),
    "claim-repetition": Message("You claimed a draw"),
    "ask-count": Message("The count has begun"),
    "ask-undo": Message("You asked to take the move back"),
    "accept-undo": Message("Move taken back"),
    "decline-undo": Message("You declined: the move stands"),
}


def _done(after: LiveGame, what: Act) -> Text:
    if what == "ask-undo" and after.game.undo_request is None:
        return _DONE["accept-undo"]
    return _DONE[what]


def _which_way(live: LiveGame, error: AmbiguousMove, squares: tuple[int, ...], lang: Lang) -> CommandReply:
    """Ask which of several captures is meant."""
    position = live.game.position
    moves = tuple(move_view(position, move) for move in error.candidates)
    articles = explain_move(position, squares, live.game.rulebook).articles
    title = Message("{move}: which way?").format(move=error.found)
    choices = Message("Write the route: {choices}.").format(choices=", ".join(error.choices))
    answer = RefusalView(title.text(lang), choices.text(lang), article_links(articles), squares)
    return CommandReply(live, False, answer, squares, moves)


def _answer(live: LiveGame, line: TypedLine, now: int, lang: Lang) -> CommandReply:
    match line.word:
        case "moves":
            answer = _moves(live, line.rest, lang)
        case "square":
            answer = _square(live, line.rest, lang)
        case "why":
            answer = _why_text(live, line.rest, lang)
        case "last":
            answer = _plain(_last(live), "", lang)
        case "pieces":
            answer = _pieces(live.game.position, lang)
        case "clock":
            due = due_text(live, (), now, lang)
            answer = _plain(_clock(live, now), due, lang)
        case "turn":
            answer = _plain(Message("Now"), _now(live, lang), lang)
        case _:
            answer = _help(live.game.ruleset, lang)
    return CommandReply(live, False, answer, answer.squares)


def _plain(title: Text, text: str, lang: Lang, squares: tuple[int, ...] = ()) -> RefusalView:
    return RefusalView(title.text(lang), text, (), squares)


def _now(live: LiveGame, lang: Lang) -> str:
    """Return whose turn it is, or how the game ended."""
    if live.game.outcome is not None:
        return outcome_view(live.game.outcome, lang).line
    said = Message("{side} to move.")
    return said.format(side=side_text(live.game.side)).text(lang)


def _moves(live: LiveGame, rest: str, lang: Lang) -> RefusalView:
    """List the legal moves, all or those of one square."""
    position = live.game.position
    moves = position.moves()
    if rest:
        square = _read_square(live, rest)
        moves = tuple(move for move in moves if move.origin == square)
        if not moves:
            return refusal_view(explain_piece(position, square, live.game.rulebook), lang)
    names = ", ".join(format_move(position, move) for move in moves)
    title = Message("One move", plural="{n} moves", n=len(moves))
    return _plain(title, f"{names}." if names else "", lang, _origins(moves))


def _origins(moves: Sequence[Move]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(move.origin for move in moves))


def _square(live: LiveGame, rest: str, lang: Lang) -> RefusalView:
    """Say what stands on a square, and what it may do if it is its turn."""
    square = _read_square(live, rest)
    position = live.game.position
    piece = piece_at(position, square)
    title = Message("{square}: {piece}").format(
        square=square, piece=_EMPTY if piece is None else _PIECES[piece]
    )
    mine = piece is not None and piece.side is position.side
    text = explain_piece(position, square, live.game.rulebook).text.text(lang) if mine else ""
    return _plain(title, text, lang, (square,))


_EMPTY: Final = Message("empty")
_MARBLE: Final = Message("{colour} marble")
_PIECES: Final[dict[Piece, Text]] = {
    Piece.WHITE_MAN: Message("white man"),
    Piece.WHITE_KING: Message("white king"),
    Piece.BLACK_MAN: Message("black man"),
    Piece.BLACK_KING: Message("black king"),
    Piece.WHITE_MARBLE: _MARBLE.format(colour=Message("white")),
    Piece.RED_MARBLE: _MARBLE.format(colour=Message("red")),
    Piece.GREEN_MARBLE: _MARBLE.format(colour=Message("green")),
    Piece.BLACK_MARBLE: _MARBLE.format(colour=Message("black")),
    Piece.BLUE_MARBLE: _MARBLE.format(colour=Message("blue")),
    Piece.YELLOW_MARBLE: _MARBLE.format(colour=Message("yellow")),
}


def _why_text(live: LiveGame, rest: str, lang: Lang) -> RefusalView:
    if not rest:
        return refusal_view(explain_position(live.game.position, live.game.rulebook), lang)
    squares = squares_of(live.game.ruleset, plain_move(rest)) or [_read_square(live, rest)]
    return _why(live, squares, lang)


def _why(live: LiveGame, path: Sequence[int], lang: Lang, drops: Sequence[int] = ()) -> RefusalView:
    explained = explain_move(live.game.position, path, live.game.rulebook, drops=drops)
    return refusal_view(explained, lang)


def _last(live: LiveGame) -> Text:
    if not live.history:
        return Message("Nobody has moved yet")
    ply = live.history[-1]
    side = side_text(side_named(ply.side))
    return Message("{side} played {move}").format(side=side, move=ply.text)


def _pieces(position: Position, lang: Lang) -> RefusalView:
    """Read the board: both sides, men and kings."""
    rows = (
        (Message("White men"), position.white_men),
        (Message("White kings"), position.white_kings),
        (Message("Black men"), position.black_men),
        (Message("Black kings"), position.black_kings),
    )
    text = ". ".join(
        f"{name.text(lang)}: {', '.join(map(str, squares))}" for name, squares in rows if squares
    )
    return _plain(Message("The pieces"), f"{text}.", lang)


def _clock(live: LiveGame, now: int) -> Text:
    clock = live.game.clock
    if clock is None and live.timed:
        return Message("The clock starts when the other sits down")
    if clock is None:
        return Message("There is no clock in this game")
    said = Message("White {white}, Black {black}")
    return said.format(
        white=_time(clock.remaining(Side.WHITE, now)), black=_time(clock.remaining(Side.BLACK, now))
    )


def example_line(game: str) -> str:
    """Return a move of a game (slug), as somebody may type it. Raises `UnknownGame`."""
    return example_move(ruleset(game))


def _time(ms: int) -> Text:
    """Say minutes and seconds, and hours and days where there are any."""
    seconds = -(-ms // 1000)
    hours, minutes = seconds // 3600, seconds // 60 % 60
    if days := hours // 24:
        said = Message("{n} day and {time}", plural="{n} days and {time}")
        return said.format(n=days, time=f"{hours % 24}:{minutes:02}")
    text = f"{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{minutes}:{seconds % 60:02}"
    return Verbatim(text)


def _help(game: Ruleset, lang: Lang) -> RefusalView:
    words = ", ".join(HELP[word].text(lang) + (" 22" if word in SQUARED else "") for word in HELP)
    title = Message("Type a move, such as {move}, or a word")
    return _plain(title.format(move=example_move(game)), f"{words}.", lang)


def _read_square(live: LiveGame, text: str) -> int:
    try:
        return parse_square(live.game.ruleset, text)
    except SquareError as error:
        raise BadTerms("text", error.message) from error
