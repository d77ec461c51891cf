"""The command line of a board: a line goes in, a sentence comes out. Who cannot see the board plays by it.

A line is a move in any notation, or one of the words in `words`. What changes the game needs a seat; what
only asks is answered to everybody.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, cast

import msgspec

from damiera._core import Side
from damiera.game.sides import SideName, side_named, side_text
from damiera.messages import Joined, Lang, Message, Text, Verbatim
from damiera.notation.errors import AmbiguousMove, IllegalMove, MoveSyntaxError
from damiera.notation.moves import (
    best_route,
    example_move,
    format_move,
    parse_move,
    plain_move,
    squares_of,
    typed_in_numbers,
    unknown_square,
    written_out,
)
from damiera.notation.pdn.writer import write_pdn
from damiera.records.games import SeatRecord
from damiera.rules.explain import explain_move
from damiera.rules.ruleset import ruleset
from damiera.service.board_answers import BOARD_WORDS, plain_answer, tell, tell_why
from damiera.service.errors import BadTerms, NotYours, RefusedAct
from damiera.service.game_views import due_text, move_view, outcome_view, plays_blindfold
from damiera.service.links import article_links
from damiera.service.live import GameCache, LiveGame
from damiera.service.move_guess import ASK, MeantMove, meant_move, spaced_squares
from damiera.service.play import Act, Play, require_turn
from damiera.service.record import record_of
from damiera.service.spoken import WordOrder
from damiera.service.views import MoveView, RefusalView
from damiera.service.words import HELP, TypedLine, Word, read_line

__all__ = ["CommandReply", "CommandService", "Wish", "example_line"]

Wish = Literal["", "rematch"]
"""What a line asks of the page: nothing, or to play again."""

LONGEST_LINE: Final = 200
_ACTS: Final[dict[Word, Act]] = {
    "resign": "resign",
    "undo": "ask-undo",
    "repetition": "claim-repetition",
    "count": "ask-count",
}


class CommandReply(msgspec.Struct, frozen=True):
    """The answer to a line.

    Attributes:
        live: the game as it is now.
        changed: whether something happened in it.
        answer: what to say; `squares` are worth pointing at.
        path: the squares the line named.
        candidates: the moves it may mean, where it may mean several.
        pending: the line that is done once it is confirmed; the answer has read it back.
        wish: what the page has to do itself: offer a rematch, which leads elsewhere.
    """

    live: LiveGame
    changed: bool
    answer: RefusalView
    path: tuple[int, ...] = ()
    candidates: tuple[MoveView, ...] = ()
    pending: str = ""
    wish: Wish = ""


class CommandService:
    """The use cases of somebody who types."""

    def __init__(self, cache: GameCache, play: Play) -> None:
        self._cache = cache
        self._play = play

    def say(
        self,
        game_id: str,
        player_id: str | None,
        text: str,
        lang: Lang,
        *,
        pending: str = "",
        heard: bool = False,
        order: WordOrder = "square",
    ) -> CommandReply:
        """Do, or answer, what a line says.

        Args:
            game_id: the game.
            player_id: who says it.
            text: the line.
            lang: the language of the answer; a line is understood in every language.
            pending: the line that was read back and waits for yes or no, if one does.
            heard: whether it was spoken: then nothing is done that is not confirmed.
            order: whether squares or pieces are named first.

        Raises:
            BadTerms: if it is too long, or neither a word nor the shape of a move.
            RefusedAct: if the move is not legal (with its explanation), or the wish does not fit the game.
            NotFound, NotYours, NotYourTurn, Conflict, GameIsOver: as `Play` does.
        """
        if max(len(text), len(pending)) > LONGEST_LINE:
            raise BadTerms(
                "text",
                Message("The line is too long: write a move."),
            )
        live, line = self._cache.load(game_id), read_line(text)
        if pending and line.word == "decline":
            return CommandReply(live, False, plain_answer(Message("Not done"), _now(live, lang), lang))
        if confirmed := bool(pending) and line.word == "accept":
            line, heard = read_line(pending), False
        if line.word == "move":
            return self._move(live, player_id, line.rest, lang, order, heard=heard)
        if line.word in ("resign", "draw", "accept", "decline", "undo", "repetition", "count"):
            return self._act(live, player_id, line.word, lang, heard=heard, confirmed=confirmed)
        if line.word in BOARD_WORDS and plays_blindfold(live, player_id):
            raise RefusedAct(Message("You play without seeing the board: this would show it."))
        return _answer(live, player_id, line, self._cache.clock.now_ms(), lang, order)

    def why(self, game_id: str, path: Sequence[int], lang: Lang, drops: Sequence[int] = ()) -> RefusalView:
        """Return why a piece (one square) or a route cannot be played now, or where it may go.

        `drops` are the squares where men have come back first.

        Raises:
            NotFound: if there is no such game.
            BadTerms: without a square.
        """
        if not path or len(path) > LONGEST_LINE:
            raise BadTerms("path", Message("Name a square."))
        return tell_why(self._cache.load(game_id).game, path, lang, drops)

    def _move(
        self,
        live: LiveGame,
        player_id: str | None,
        text: str,
        lang: Lang,
        order: WordOrder,
        *,
        heard: bool,
    ) -> CommandReply:
        require_turn(live, player_id)
        try:
            written = text if heard else written_out(live.game.position, spaced_squares(text))
        except AmbiguousMove as error:
            return _which_way(live, error, (), lang)
        except IllegalMove as error:
            why = error.explanation
            raise RefusedAct(why.text, explanation=why, position=live.game.position) from error
        if heard or not squares_of(live.game.ruleset, plain_move(written).rpartition("/")[2]):
            return _read_back(live, meant_move(live.game, text, lang, order))
        return self._written(live, player_id, written, lang)

    def _written(self, live: LiveGame, player_id: str | None, text: str, lang: Lang) -> CommandReply:
        """Play a move that is written as moves are."""
        position = live.game.position
        squares = tuple(squares_of(live.game.ruleset, plain_move(text).rpartition("/")[2]))
        try:
            move = parse_move(position, text)
        except AmbiguousMove as error:
            return _which_way(live, error, squares, lang)
        except IllegalMove as error:
            explanation = explain_move(
                position,
                squares,
                live.game.rulebook,
                by_number=typed_in_numbers(text),
                unknown=unknown_square(live.game.ruleset, plain_move(text)),
            )
            raise RefusedAct(
                explanation.text, explanation=explanation, position=position, path=squares
            ) from error
        except MoveSyntaxError as error:
            raise BadTerms("text", error.message) from error
        path = squares if squares in position.paths(move) else best_route(position, move)
        played = self._play.move(live.id, player_id, live.game.ply, path, move.drops)
        title = Message("You played {move}").format(move=format_move(position, move))
        return CommandReply(played.live, True, plain_answer(title, _now(played.live, lang), lang), path)

    def _act(
        self, live: LiveGame, player_id: str | None, word: Word, lang: Lang, *, heard: bool, confirmed: bool
    ) -> CommandReply:
        mine = live.sides_of(player_id)
        if not mine:
            raise NotYours
        if word == "draw" and len(mine) == len(live.game.sides) and not confirmed:
            answer = plain_answer(Message("End the game with a draw?"), ASK, lang)
            return CommandReply(live, False, answer, pending=word)  # nobody else is there to decline it
        if heard and word not in ("accept", "decline"):
            answer = plain_answer(Message("{move}?", move=HELP.get(word, Message("claim a draw"))), ASK, lang)
            return CommandReply(live, False, answer, pending=word)
        what = _ACTS.get(word) or _wish(live, player_id, word)
        after = self._play.act(live.id, player_id, what)
        return CommandReply(after, True, plain_answer(_done(after, what), _now(after, lang), lang))


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


def _read_back(live: LiveGame, meant: MeantMove) -> CommandReply:
    """Return the answer to a loosely worded line: nothing is played before it is confirmed."""
    position = live.game.position
    moves = tuple(move_view(position, move) for move in meant.candidates)
    return CommandReply(live, False, meant.answer, meant.squares, moves, pending=meant.line)


def _which_way(live: LiveGame, error: AmbiguousMove, squares: tuple[int, ...], lang: Lang) -> CommandReply:
    """Ask which of several captures is meant; without squares, which of several pieces."""
    position = live.game.position
    moves = tuple(move_view(position, move) for move in error.candidates)
    if not squares:
        title = Message("{move}: which piece?").format(move=error.found)
        choices = Message("Write the whole move: {choices}.").format(choices=", ".join(error.choices))
        return CommandReply(live, False, RefusalView(title.text(lang), choices.text(lang), (), ()), (), moves)
    articles = explain_move(position, squares, live.game.rulebook).articles
    title = Message("{move}: which way?").format(move=error.found)
    choices = Message("Write the route: {choices}.").format(choices=", ".join(error.choices))
    answer = RefusalView(title.text(lang), choices.text(lang), article_links(articles), squares)
    return CommandReply(live, False, answer, squares, moves)


def _now(live: LiveGame, lang: Lang) -> str:
    """Return whose turn it is, or how the game ended."""
    if live.game.outcome is not None:
        return outcome_view(live.game.outcome, lang).line
    said = Message("{side} to move.")
    return said.format(side=side_text(live.game.side)).text(lang)


def _answer(
    live: LiveGame, viewer: str | None, line: TypedLine, now: int, lang: Lang, order: WordOrder
) -> CommandReply:
    told = tell(live.game, line, lang, order) or _beside(live, viewer, line, now, lang)
    wish: Wish = "rematch" if line.word == "rematch" and live.game.outcome is not None else ""
    return CommandReply(live, False, told, told.squares, wish=wish)


def _beside(live: LiveGame, viewer: str | None, line: TypedLine, now: int, lang: Lang) -> RefusalView:
    """Answer what is not to be seen on the board."""
    match line.word:
        case "clock":
            return plain_answer(_clock(live, now), due_text(live, (), now, lang), lang)
        case "opponent":
            return plain_answer(Message("Opponent"), _opponents(live, viewer), lang)
        case "pdn":
            return plain_answer(Verbatim("PDN"), write_pdn(record_of(live, lang=lang)), lang)
        case "rematch" if live.game.outcome is None:
            return plain_answer(Message("The game is not over"), _now(live, lang), lang)
        case "rematch":
            return plain_answer(Message("You ask for a rematch"), "", lang)
    return plain_answer(Message("Now"), _now(live, lang), lang)


def _opponents(live: LiveGame, viewer: str | None) -> Text:
    """Return who sits opposite a player; for who holds every seat, or none, all who sit."""
    seats = [seat for seat in live.row.seats if seat.player_id is None or seat.player_id != viewer]
    told = (
        Message("{side}: {name}", side=_side(seat), name=_seated(seat)) for seat in seats or live.row.seats
    )
    return Message("{told}.", told=Joined(tuple(told), ", "))


def _side(seat: SeatRecord) -> Text:
    return side_text(side_named(cast(SideName, seat.side)))


def _seated(seat: SeatRecord) -> Text:
    match seat.kind:
        case "engine":
            return Message("{name}, level {level}", name=Message("Computer"), level=seat.level)
        case "open" if not seat.name:
            return Message("Open seat")
    return Verbatim(seat.name) if seat.name else _side(seat)


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
