"""What hands did on an arbiter's board, as its page is told: what it may be, and who decides on it."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from damiera._core import Side
from damiera.game.conduct import article_on
from damiera.game.errors import ImpossibleHandAct
from damiera.game.events import Crowned, Event, ImproperCapture, Irregular, Moved, Touched
from damiera.game.hands import HandAct, handled
from damiera.game.irregular import IrregularKind, loses_at_once
from damiera.game.readings import Reading, readings
from damiera.game.sides import side_named, side_text
from damiera.game.state import Game
from damiera.messages import Lang, Message, Text, Verbatim
from damiera.notation.fen import format_fen
from damiera.notation.moves import format_move
from damiera.regulations.book import article
from damiera.rules.routes import move_along
from damiera.rules.squares import square_name
from damiera.service.errors import BadTerms, GameIsOver, NotYours, RefusedAct
from damiera.service.links import article_link
from damiera.service.live import LiveGame
from damiera.service.views import ArticleLink

__all__ = ["HandView", "HandsDone", "HandsView", "ReadingView", "event_json", "hands_view"]


class HandsDone(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What hands did on a board, in order; of the side to move unless `side` says whose they were."""

    acts: Annotated[tuple[HandAct, ...], msgspec.Meta(max_length=200)]
    side: Literal["white", "black"] | None = None


class HandView(msgspec.Struct, frozen=True):
    """The piece in the hand: from where, and its letter."""

    square: int
    piece: str


class ReadingView(msgspec.Struct, frozen=True):
    """What was done may be this. `before` and then `event` record it; both are without their time.

    `article` is the reference of the article, `article_text` its words, `link` where it can be read.
    """

    event: dict[str, object]
    before: tuple[dict[str, object], ...]
    kind: str
    name: str
    article: str | None
    article_text: str
    link: ArticleLink | None
    decides: str
    remedies: tuple[str, ...]


class HandsView(msgspec.Struct, frozen=True):
    """The board as hands left it, and what they may have done, the likeliest first."""

    fen: str
    pieces: dict[str, str]
    hand: HandView | None
    readings: tuple[ReadingView, ...]


def hands_view(live: LiveGame, viewer: str | None, done: HandsDone, lang: Lang, now_ms: int) -> HandsView:
    """Return what hands did on a board, for its arbiter; nothing changes.

    Args:
        live: the game.
        viewer: who asks.
        done: what hands did.
        lang: the language of the words.
        now_ms: when.
    Raises:
        NotYours: for anybody but the arbiter of the game.
        GameIsOver: once it has a result.
        RefusedAct: in a game of towers, stars or men that come back.
        BadTerms: for an act that cannot be done; it names the act by its number.
    """
    game = live.game
    if not live.is_arbiter(viewer):
        raise NotYours(_ARBITER_ONLY)
    if game.outcome is not None:
        raise GameIsOver(game.outcome.score)
    if game.position.rules.family != "draughts":
        raise RefusedAct(_BY_RULING)
    whose = side_named(done.side) if done.side is not None else game.side
    try:
        board = handled(game.position, done.acts)
        found = readings(game, whose, done.acts, now_ms)
    except ImpossibleHandAct as error:
        raise BadTerms("acts", error.message) from error
    return HandsView(
        fen=format_fen(board.position(game.position, game.side)),
        pieces={str(square): letter for square, letter in sorted(board.pieces.items())},
        hand=HandView(*board.hand) if board.hand is not None else None,
        readings=tuple(_reading_view(game, whose, reading, lang) for reading in found),
    )


def event_json(event: Event) -> dict[str, object]:
    """Return an event as a request sends it, without its time.

    >>> event_json(Moved(path=(22, 18), at=5))
    {'e': 'moved', 'path': (22, 18)}
    """
    told: dict[str, object] = msgspec.to_builtins(event)
    return {name: value for name, value in told.items() if name != "at"}


def _reading_view(game: Game, side: Side, reading: Reading, lang: Lang) -> ReadingView:
    ref = reading.article
    return ReadingView(
        event=event_json(reading.event),
        before=tuple(event_json(event) for event in reading.before),
        kind=reading.kind,
        name=_name(game.replay(reading.before) if reading.before else game, reading.event).text(lang),
        article=ref,
        article_text=article(ref).text.text(lang) if ref is not None else "",
        link=article_link(ref) if ref is not None else None,
        decides=_decides(game, side, reading).text(lang),
        remedies=tuple(said.text(lang) for said in _remedies(game, reading.event)),
    )


def _name(game: Game, event: Event) -> Text:
    """Return what an event is, in a few words."""
    match event:
        case Moved() | ImproperCapture():
            move = move_along(game.position, event.path)
            played = format_move(game.position, move) if move is not None else ""
            if isinstance(event, ImproperCapture):
                return _FAULTS[event.kind].format(move=played)
            return (_MOVE if event.crowned else _MOVE_UNCROWNED).format(move=played)
        case Touched():
            return _TOUCHED.format(square=square_name(game.ruleset, event.square))
        case Crowned():
            own = game.position.white_men if event.side == "white" else game.position.black_men
            said = _LATE if event.square in own else _COURTESY
            return said.format(square=square_name(game.ruleset, event.square))
        case Irregular():
            return IrregularKind(event.kind).said
        case _:
            return _PUT_RIGHT


def _decides(game: Game, side: Side, reading: Reading) -> Text:
    """Return who may decide on it."""
    opponent = side_text(side.opponent)
    match reading.event:
        case Irregular(kind=kind) if loses_at_once(game.book, IrregularKind(kind)):
            return _LOST.format(side=side_text(side))
        case Irregular():
            return _DECIDES.format(side=opponent)
        case ImproperCapture():
            return _DEMANDS.format(side=opponent)
        case Touched():
            binds = reading.article in (article_on(game.book, "touch_move"),)
            return _MUST_PLAY if binds else _NO_CONSEQUENCE
        case Crowned(side=by):
            return _COUNTS.format(side=side_text(side_named(by)))
        case Moved():
            return Verbatim("")
        case _:
            return _AS_DECIDED


def _remedies(game: Game, event: Event) -> tuple[Text, ...]:
    """Return what the text gives whoever decides."""
    match event:
        case Irregular(kind=kind) if loses_at_once(game.book, IrregularKind(kind)):
            return ()
        case Irregular(again=again):
            return _ALL_OF_IT, (_STANDS_AGAIN if again else _STANDS)
        case ImproperCapture():
            return _DONE_AGAIN, _STANDS
        case _:
            return ()


_ARBITER_ONLY = Message("Only the arbiter of this game sets its board by hand.")
_BY_RULING = Message("In this game what is done by hand is recorded by a ruling that gives the position.")
_MOVE = Message("The move {move}")
_MOVE_UNCROWNED = Message("The move {move}, not crowned")
_FAULTS = {
    "unclear": Message("The capture {move}, not clearly shown"),
    "out_of_order": Message("The capture {move}, the pieces taken off out of their order"),
}
_TOUCHED = Message("The piece on {square} was touched")
_LATE = Message("Crowned late on {square}")
_COURTESY = Message("The opponent's man on {square} crowned, a courtesy")
_PUT_RIGHT = Message("The irregularity is put right")
_LOST = Message("Nobody: by this rulebook {side} loses at once.")
_DECIDES = Message("Only {side} decides, until a move is made or a piece that can move is touched.")
_DEMANDS = Message("Only {side} may demand it, until they have moved.")
_MUST_PLAY = Message("Nobody: the piece must be played.")
_NO_CONSEQUENCE = Message("Nobody: it has no consequence, but it is improper.")
_COUNTS = Message("Nobody: {side} has crowned, and it counts.")
_AS_DECIDED = Message("It has been decided: all of it is put right.")
_ALL_OF_IT = Message("It is put right, all of it.")
_STANDS = Message("It stands, and play goes on from what is on the board.")
_STANDS_AGAIN = Message("It stands, and whoever did it is to move.")
_DONE_AGAIN = Message("The capture is done again, by the same piece.")
