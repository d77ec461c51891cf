"""Make a game into what one viewer is shown, in their language: their moves, the reasons against others."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from functools import cache, cached_property
from typing import Final, Literal, cast, get_args

import msgspec
from cachetools import LRUCache

from damiera._core import Move, Position, Side
from damiera.game.conduct import article_on
from damiera.game.draws import MoveCount, has_king_each
from damiera.game.outcome import Outcome, Termination
from damiera.game.sides import SideName, side_name, side_named, side_text, sides_of
from damiera.game.state import Game
from damiera.game.timing.face import Face
from damiera.game.ways import Conditions
from damiera.messages import Joined, Lang, Message, Text, day_and_month, day_and_time
from damiera.notation.fen import parse_fen
from damiera.notation.moves import format_move
from damiera.records.games import GameRecord, GameStand, NoteRecord, SeatRecord
from damiera.regulations.book import rulebook
from damiera.rules.crowning import becomes_king, leaves_board
from damiera.rules.explain import Explanation, explain_piece, explain_position
from damiera.rules.pieces import pieces_of
from damiera.rules.ruleset import ruleset, ruleset_of
from damiera.rules.squares import square_name
from damiera.service.conduct import rights_of
from damiera.service.conduct_views import auction_view, blindfolded, clock_note, conduct_view, contract_text
from damiera.service.links import article_link, article_links
from damiera.service.live import LiveGame, after_view, clock_of, move_due
from damiera.service.move_plans import plan_of
from damiera.service.names import show_code
from damiera.service.views import (
    BookCard,
    ClockView,
    CountView,
    DrawFactsView,
    GameLine,
    GameView,
    MoveView,
    OutcomeView,
    PlayerView,
    PlyView,
    RefusalView,
    RematchView,
)

__all__ = [
    "DELETED",
    "GameShown",
    "build_view",
    "due_text",
    "facts_view",
    "free_moves",
    "game_line",
    "is_deleted",
    "move_view",
    "moves_view",
    "outcome_view",
    "piece_refusal",
    "pieces_view",
    "plays_blindfold",
    "refusal_view",
    "refusals_view",
    "result_words",
    "seat_of",
    "with_notes",
]

You = SideName | Literal["both"] | None
_ALL: Final[frozenset[SideName]] = frozenset(get_args(SideName))

_COLOURS: Final = tuple(name.capitalize() for name in get_args(SideName))
_COMPUTER = Message("Computer")
DELETED: Final = Message("Deleted player")
"""The name, in English, of a seat whose player's account is no more."""
_OPEN = Message("Open seat")
_YOUR_MOVE = Message("Your move.")
_SIDE_MOVES = Message("{side} to move.")
_THINKING = Message("The computer is thinking.")
_WAITING = Message("Waiting for the other player.")
_TOUCHED_TITLE = Message("You touched {square}")
_TOUCHED = Message("The piece on {square} can move: it must be played.")
_YOUR_MOVE_DUE = Message("Your move is due by {when}.")
_YOUR_MOVES_DUE = Message("Your next {n} moves are due by {when}.")
_MOVE_DUE = Message("The move of {side} is due by {when}.")
_MOVES_DUE = Message("The next {n} moves of {side} are due by {when}.")
_AWAY_UNTIL = Message("{side} is away until {day}.")
_CLAIM_TITLE = Message("You may claim a draw")
_CLAIM = Message("This position is here for the {times} time: you may claim a draw.")
_PLACES = (
    Message("You win"),
    Message("You are second"),
    Message("You are third"),
    Message("You are fourth"),
    Message("You are fifth"),
    Message("You are last"),
)
_LAST = _PLACES[-1]
_TIMES = {
    3: Message("third", context="feminine"),
    4: Message("fourth", context="feminine"),
    5: Message("fifth", context="feminine"),
    6: Message("sixth", context="feminine"),
}


def build_view(
    live: LiveGame,
    viewer: str | None,
    lang: Lang,
    *,
    now_ms: int,
    here: Collection[str] = _ALL,
    notes: Sequence[NoteRecord] = (),
    reasons: bool = True,
) -> GameView:
    """Return a game as one viewer sees it: `GameShown` for one only."""
    return GameShown(live, lang, now_ms=now_ms, here=here).to(viewer, notes=notes, reasons=reasons)


class GameShown:
    """One version of a game at one moment in one language: what all see alike is made once.

    Args:
        now_ms: the time now, for the clocks.
        here: the sides of which a screen is connected.
    """

    def __init__(self, live: LiveGame, lang: Lang, *, now_ms: int, here: Collection[str] = _ALL) -> None:
        self._live = live
        self._lang = lang
        self._now_ms = now_ms
        self._here = here

    def to(self, viewer: str | None, *, notes: Sequence[NoteRecord] = (), reasons: bool = True) -> GameView:
        """Return the game as one viewer sees it.

        Args:
            viewer: the player who looks; None for a stranger.
            notes: the viewer's own notes.
            reasons: say of each piece that cannot move why not; it is most of the work.
        """
        if viewer is None:
            return self._to_strangers
        live, lang, game = self._live, self._lang, self._live.game
        sides = live.sides_of(viewer)
        moves_here = () if live.only_claims(viewer) else sides
        may_move = game.outcome is None and game.side in moves_here and not (live.waiting and live.timed)
        moves = free_moves(game) if may_move and not _stands_still(game) else ()
        view = msgspec.structs.replace(
            self._to_strangers,
            you=_you(sides, len(game.sides)),
            turn_text=_turn_text(live, sides if live.game.outcome else moves_here, lang),
            moves=moves,
            must=_must(game.position) if moves else (),
            refusals=refusals_view(game, moves, lang) if moves and reasons else {},
            book=_book(game, lang) if moves else None,
            history=with_notes(live.history, notes) if notes else live.history,
            clock=self._clock_for(sides),
            outcome=_ended(game, lang, sides),
            can_undo=self._can_undo(sides) and _may_take_back(live, viewer),
            invite=_invite(live, viewer),
            rematch=_rematch(live, viewer),
            rematch_offer=_rematch_offer(live, viewer, lang),
            rights=rights_of(live, viewer),
            plan=plan_of(live, sides[0]) if len(sides) == 1 else (),
        )
        return blindfolded(view) if plays_blindfold(live, viewer) else view

    @cached_property
    def _to_strangers(self) -> GameView:
        live, lang, game, row = self._live, self._lang, self._live.game, self._live.row
        players: dict[str, PlayerView] = {
            side_name(side): _player(live.seat(side), lang, self._here) for side in game.sides
        }
        white, black, *_ = players.values()
        return GameView(
            id=row.id,
            version=live.version,
            game=game.ruleset.slug,
            game_name=game.conditions.house_name or game.ruleset.name.text(lang),
            rulebook=game.rulebook,
            rulebook_name=_short_name(game.rulebook, lang),
            lang=lang,
            fen=game.position.fen,
            start_fen=game.start_position.fen,
            start_pieces=_start_pieces(game),
            pieces=pieces_view(game.position),
            ply=game.ply,
            side=side_name(game.side),
            you=None,
            white=white,
            black=black,
            players=players,
            turn_text=_turn_text(live, (), lang),
            moves=(),
            must=(),
            refusals={},
            book=None,
            history=live.history,
            clock=_clock(live, self._now_ms, lang),
            outcome=_ended(game, lang, ()),
            draw_offer=_named(game.draw_offer),
            undo_request=_named(game.undo_request),
            can_undo=False,
            thinking=game.outcome is None and live.seat(game.side).kind == "engine",
            facts=facts_view(game, lang),
            invite=None,
            waiting=live.waiting,
            rematch=_rematch(live, None),
            rematch_offer=None,
            conduct=conduct_view(live, lang, self._now_ms),
            auction=auction_view(game, lang),
            rights=rights_of(live, None),
            plan=(),
        )

    @cached_property
    def _undoable(self) -> frozenset[Side]:
        return self._live.game.can_undo

    def _can_undo(self, sides: Sequence[Side]) -> bool:
        live = self._live
        if not sides or live.waiting or live.game.undo_request is not None:
            return False
        return not self._undoable.isdisjoint(sides)

    def _clock_for(self, sides: Sequence[Side]) -> ClockView | None:
        clock = self._to_strangers.clock
        if clock is None or not sides or not clock.due_text:
            return clock
        return msgspec.structs.replace(clock, due_text=due_text(self._live, sides, self._now_ms, self._lang))


def _rematch(live: LiveGame, viewer: str | None) -> str | None:
    """Return the game that follows, or the one that the viewer offers."""
    offer = live.rematch_offer
    return offer.id if offer is not None and viewer in offer.agreed else live.rematch


def _rematch_offer(live: LiveGame, viewer: str | None, lang: Lang) -> RematchView | None:
    """Return the offer of another to play again, for whoever has still to answer it."""
    offer = live.rematch_offer
    if offer is None or viewer in offer.agreed or not live.sides_of(viewer):
        return None
    agreed = [side for side in live.game.sides if live.seat(side).player_id in offer.agreed]
    text = _AGAIN.format(name=live.seat(agreed[0]).name if agreed else "").text(lang)
    return RematchView(text, _AGREE.text(lang), _NOT_AGAIN.text(lang), tuple(map(side_name, agreed)))


_AGAIN = Message("{name} offers a rematch, colours swapped.")
_AGREE = Message("Accept the rematch")
_NOT_AGAIN = Message("No, thank you")


def plays_blindfold(live: LiveGame, viewer: str | None) -> bool:
    """Tell whether a viewer plays a game that goes on, and plays it without seeing the board.

    Once it is over they may look; the arbiter always does.
    """
    if not live.game.conditions.blindfold:
        return False
    sides = live.sides_of(viewer)
    playing = live.game.outcome is None and bool(sides) and not live.is_arbiter(viewer)
    return playing and not any(live.game.conditions.sees(side) for side in sides)


def _stands_still(game: Game) -> bool:
    """Tell whether nobody may move now, though the game is not over."""
    return game.conduct.halt is not None or (game.auction is not None and game.auction.is_open)


def free_moves(game: Game) -> tuple[MoveView, ...]:
    """Return the legal moves; only those of the piece that was touched, where one was."""
    bound = game.conduct.bound
    moves = moves_view(game.position)
    return moves if bound is None else tuple(move for move in moves if move.origin == bound)


def _called(row: GameRecord) -> str:
    """Return what the players call their house rules, if they do."""
    return Conditions.decode(row.conditions).house_name if row.conditions else ""


def seat_of(live: LiveGame, viewer: str | None) -> You:
    """Return what a view says that its viewer is at the game: a side, both, or nobody."""
    return _you(live.sides_of(viewer), len(live.game.sides))


def game_line(row: GameRecord, player_id: str, lang: Lang, due_text: str = "") -> GameLine:
    """Return a game as the list of a player's games shows it; `due_text` says by when the move is due."""
    sides = tuple(_side(seat.side) for seat in row.seats if seat.player_id == player_id)
    if not sides and row.created_by == player_id:  # its arbiter, who writes for both
        sides = tuple(_side(seat.side) for seat in row.seats)
    you = _you(sides, len(row.seats))
    assert you is not None
    rules = ruleset(row.game)
    waiting = row.started_at is None
    stand, score = row.stand, row.stand.score
    your_turn = score is None and not waiting and stand.turn in {side_name(side) for side in sides}
    return GameLine(
        id=row.id,
        game=rules.slug,
        game_name=_called(row) or rules.name.text(lang),
        white=_player(row.seats[0], lang, _ALL),
        black=_player(row.seats[1], lang, _ALL),
        you=you,
        your_turn=your_turn,
        waiting=waiting,
        text=_line_text(row, sides, lang, your_turn=your_turn),
        pieces=_by_name(parse_fen(stand.fen, rules).standing),
        ply=stand.ply,
        last_move=stand.last_move,
        updated_at=row.updated_at,
        result=_result(_winner(stand), score, sides).text(lang) if score else "",
        score=score or "",
        due_text=due_text,
    )


def moves_view(position: Position) -> tuple[MoveView, ...]:
    """Return all legal moves, as a browser needs them."""
    return tuple([move_view(position, move) for move in position.moves()])


def move_view(position: Position, move: Move) -> MoveView:
    """Return a legal move with all its routes."""
    promotes = move.promotes
    return MoveView(
        text=format_move(position, move),
        origin=move.origin,
        destination=move.destination,
        captured=move.captured,
        promotes=promotes and becomes_king(position.rules, move),
        leaves=promotes and leaves_board(position.rules, move),
        becomes=move.becomes,
        paths=position.paths(move),
        drops=move.drops,
        after=after_view(position, move),
    )


def refusal_view(explanation: Explanation, lang: Lang) -> RefusalView:
    """Return why something cannot be played, with links to the articles."""
    return RefusalView(
        title=explanation.title.text(lang),
        text=explanation.text.text(lang),
        articles=article_links(explanation.articles),
        squares=explanation.squares,
    )


def pieces_view(position: Position) -> dict[str, str]:
    """Return the pieces by square: men `w` `b`, kings `W` `B`, towers from the bottom up, marbles by seat."""
    return _by_name(position.stacks or position.pieces)


def _start_pieces(game: Game) -> dict[str, str]:
    """Return the pieces before the first move: the same for many games, so they are kept."""
    position = game.start_position
    key = (game.ruleset.slug, position.fen)
    found = _STARTS.get(key)
    if found is None:
        found = _STARTS[key] = pieces_view(position)
    return found


_STARTS: Final[LRUCache[tuple[str, str], dict[str, str]]] = LRUCache(256)


def _by_name(pieces: Mapping[int, str]) -> dict[str, str]:
    return {_NUMBERS[square]: piece for square, piece in pieces.items()}


_NUMBERS: Final = tuple(map(str, range(1000)))


def with_notes(history: Sequence[PlyView], notes: Sequence[NoteRecord]) -> tuple[PlyView, ...]:
    """Return the moves with notes in place of what was said there."""
    said: Mapping[int, NoteRecord] = {note.ply: note for note in notes}
    return tuple(
        msgspec.structs.replace(ply, comment=said[ply.ply].comment, mark=said[ply.ply].mark)
        if ply.ply in said
        else ply
        for ply in history
    )


def outcome_view(outcome: Outcome, lang: Lang, sides: Sequence[Side] = ()) -> OutcomeView:
    """Return how a game ended, as somebody who held `sides` is told it."""
    title = _title(outcome, sides).text(lang)
    points = _points(outcome.score, sides)
    text = _how(outcome, lang)
    return OutcomeView(
        score=outcome.score,
        winner=_named(outcome.winner),
        termination=outcome.termination.value,
        title=title,
        text=text,
        article=article_link(outcome.article) if outcome.article else None,
        points=points,
        line=f"{_with_points(title, points)}: {_small(text)}",
    )


def _ended(game: Game, lang: Lang, sides: Sequence[Side]) -> OutcomeView | None:
    """Return how a game ended, with what its contract gives each side; None if it goes on."""
    if game.outcome is None:
        return None
    view, points = outcome_view(game.outcome, lang, sides), contract_text(game, lang)
    if not points:
        return view
    return msgspec.structs.replace(view, text=f"{view.text} {points}", line=f"{view.line} {points}")


def facts_view(game: Game, lang: Lang) -> DrawFactsView:
    """Return what may end a game."""
    facts = game.facts
    count = facts.count
    return DrawFactsView(
        white_pieces=facts.white_pieces,
        black_pieces=facts.black_pieces,
        repetition=facts.repetitions,
        repetition_limit=facts.repetition_limit,
        repetition_claimable=facts.repetition_claimable,
        count=CountView(count.white, count.black, count.limit) if count else None,
        count_text=_count_text(game, lang),
        count_claimable=facts.count_claimable,
        more_text=_more_text(game.position, lang),
    )


def _more_text(position: Position, lang: Lang) -> str:
    """Return what a position holds besides pieces: men that wait, moves of a king, seats that are home."""
    if position.rules.family == "reentry":
        said = Message("White {white}, Black {black}")
        return said.format(white=position.hands[0], black=position.hands[1]).text(lang)
    if position.rules.by_seat:
        sides = dict(zip(position.rules.seats, sides_of(position.rules), strict=True))
        home = [side_text(sides[seat]) for seat in position.home]
        said = Message("nobody", context="seats that are home")
        return (Joined(tuple(home), ", ") if home else said).text(lang)
    runs = [run for run in position.king_runs if run is not None]
    if not runs:
        return ""
    said = Message("{square}: {n}")
    told = (said.format(square=square_name(ruleset_of(position), sq), n=n) for sq, n in runs)
    return Joined(tuple(told), "; ").text(lang)


def _count_text(game: Game, lang: Lang) -> str:
    """Return in a few words where the count stands, or what it needs; nothing where no such rule holds."""
    count, limit = game.count, game.draw_rules.move_count
    if count is not None:
        return _counted(count).text(lang)
    if limit is None or game.outcome is not None:
        return ""
    needs_kings = game.draw_rules.needs_king_each and not has_king_each(game.position)
    return _not_counted(limit, lang, needs_kings=needs_kings)


@cache
def _not_counted(limit: int, lang: Lang, *, needs_kings: bool) -> str:
    said = _NEEDS_KINGS if needs_kings else _MAY_BE_ASKED
    return said.format(n=limit).text(lang)


_NEEDS_KINGS = Message("{n} moves: a king each is needed")
_MAY_BE_ASKED = Message("{n} moves: may be asked for")


def _counted(count: MoveCount) -> Text:
    if count.one_side:
        said = Message("{side} {n} of {limit}")
        n = count.white if count.first is Side.WHITE else count.black
        return said.format(side=side_text(count.first), n=n, limit=count.limit)
    said = Message("White {white}, Black {black} of {limit}")
    return said.format(white=count.white, black=count.black, limit=count.limit)


def _you(sides: Sequence[Side], seats: int) -> You:
    if len(sides) == seats:
        return "both"
    return side_name(sides[0]) if sides else None


def _player(seat: SeatRecord, lang: Lang, here: Collection[str]) -> PlayerView:
    side = _side(seat.side)
    match seat.kind:
        case "engine":
            return PlayerView(name=_COMPUTER.text(lang), kind="engine", level=seat.level)
        case "open":
            return PlayerView(name=seat.name or _OPEN.text(lang), kind="open", here=False)
        case _:
            name = seat.name or side_text(side).text(lang)
            is_here, is_gone = side_name(side) in here, is_deleted(seat)
            if is_gone:
                name = DELETED.text(lang)
            return PlayerView(name=name, kind="human", here=is_here, bot=seat.is_bot, gone=is_gone)


def is_deleted(seat: SeatRecord) -> bool:
    """Tell whether whoever sat there has deleted their account."""
    return seat.kind == "human" and seat.player_id is None and seat.name == DELETED.text("en")


def _turn_text(live: LiveGame, sides: Sequence[Side], lang: Lang) -> str:
    outcome, side = live.game.outcome, live.game.side
    if outcome is not None:
        return f"{_with_points(_title(outcome, sides).text(lang), _points(outcome.score, sides))}."
    if live.waiting and (live.timed or side not in sides):
        return _WAITING.text(lang)
    if tuple(sides) == (side,):
        return _YOUR_MOVE.text(lang)
    if live.seat(side).kind == "engine":
        return _THINKING.text(lang)
    return _side_moves(side, lang)


@cache
def _short_name(book: str, lang: Lang) -> str:
    return rulebook(book).short.text(lang)


@cache
def _side_moves(side: Side, lang: Lang) -> str:
    return _SIDE_MOVES.format(side=side_text(side)).text(lang)


def _line_text(row: GameRecord, sides: Sequence[Side], lang: Lang, *, your_turn: bool) -> str:
    score = row.stand.score
    if score is not None:
        return f"{_with_points(_result(_winner(row.stand), score, sides).text(lang), _points(score, sides))}."
    if row.started_at is None:
        return _WAITING.text(lang)
    if your_turn and len(sides) == 1:
        return _YOUR_MOVE.text(lang)
    return _SIDE_MOVES.format(side=side_text(_side(row.stand.turn))).text(lang)


def _must(position: Position) -> tuple[int, ...]:
    """Return the squares of the pieces that must capture."""
    return tuple(sorted({move.origin for move in position.moves() if move.is_capture}))


def refusals_view(game: Game, moves: Sequence[MoveView], lang: Lang) -> dict[str, RefusalView]:
    """Return for each piece of the side to move that cannot move why not."""
    free = {move.origin for move in moves}
    position = game.position
    own = (s for s, piece in pieces_of(position).items() if piece.side is position.side)
    return {str(square): piece_refusal(game, square, lang) for square in own if square not in free}


def piece_refusal(game: Game, square: int, lang: Lang) -> RefusalView:
    """Return why a piece cannot be moved: the rules forbid it, or another one was touched."""
    bound, position = game.conduct.bound, game.position
    if bound is None or all(move.origin != square for move in position.moves()):
        return refusal_view(explain_piece(position, square, game.rulebook), lang)
    ref = article_on(game.book, "touch_move")
    return RefusalView(
        title=_TOUCHED_TITLE.format(square=square_name(game.ruleset, bound)).text(lang),
        text=_TOUCHED.format(square=square_name(game.ruleset, bound)).text(lang),
        articles=(article_link(ref),) if ref is not None else (),
        squares=(bound,),
    )


def _book(game: Game, lang: Lang) -> BookCard | None:
    """Return what the side to move must know now; None where nothing binds it."""
    if game.can_claim_repetition:
        return _claim_card(game, lang)
    if not game.position.detect():
        return None
    explanation = explain_position(game.position, game.rulebook)
    return BookCard(
        title=explanation.title.text(lang),
        text=explanation.text.text(lang),
        articles=article_links(explanation.articles),
    )


def _claim_card(game: Game, lang: Lang) -> BookCard:
    times = _TIMES.get(game.repetitions, Message("{repetitions}th", repetitions=game.repetitions))
    return BookCard(
        title=_CLAIM_TITLE.text(lang),
        text=_CLAIM.format(times=times).text(lang),
        articles=(article_link(rulebook(game.rulebook).ref("repetition")),),
    )


def _clock(live: LiveGame, now_ms: int, lang: Lang) -> ClockView | None:
    """Return both clocks as they are now, for a stranger; full and still while a seat is open."""
    settings = clock_of(live.row)
    if settings is None:
        return None
    clock = live.game.clock
    if clock is None:
        full = [given.base_ms or given.byo_ms for given in (settings, settings.of(Side.BLACK))]
        return ClockView(full[0], full[1], None, settings.increment_ms, now_ms)
    white, black = clock.face(Side.WHITE, now_ms), clock.face(Side.BLACK, now_ms)
    runs = {Side.WHITE: white.runs, Side.BLACK: black.runs}
    side = clock.running if clock.running is not None and runs[clock.running] else None
    given = settings.of(side) if side is not None else settings
    return ClockView(
        white_ms=white.ms,
        black_ms=black.ms,
        running=_named(side),
        increment_ms=given.increment_ms,
        at_ms=now_ms,
        delay_ms=(white if side is Side.WHITE else black).delay_ms if side is not None else 0,
        white_periods=white.periods,
        black_periods=black.periods,
        byo_ms=given.byo_ms,
        hourglass=given.kind == "hourglass",
        white_note=clock_note(white, settings.of(Side.WHITE), lang).text(lang),
        black_note=clock_note(black, settings.of(Side.BLACK), lang).text(lang),
        due_at=move_due(live),
        due_text=due_text(live, (), now_ms, lang),
        first=_named(clock.running) if clock.awaits_first else None,
        first_ms=clock.first_left(now_ms),
    )


def due_text(live: LiveGame, sides: Sequence[Side], now_ms: int, lang: Lang) -> str:
    """Say to who holds `sides` by when the move is due, in the time of this computer; nothing without days.

    Until when the others are on vacation is said, too.

    Args:
        sides: the sides of whoever reads.
        now_ms: the time now, which tells whether the year need be said.
    """
    due, clock = move_due(live), live.game.clock
    if due is None or clock is None or clock.running is None:
        return ""
    at, now = (datetime.fromtimestamp(ms / 1000).astimezone() for ms in (due, now_ms))
    when = day_and_time(at, lang, year=at.year != now.year)
    to_go = clock.face(clock.running, now_ms).to_go
    if tuple(sides) == (clock.running,):
        said = (_YOUR_MOVES_DUE if to_go > 1 else _YOUR_MOVE_DUE).format(n=to_go, when=when)
    else:
        wanted = _MOVES_DUE if to_go > 1 else _MOVE_DUE
        said = wanted.format(side=side_text(clock.running), n=to_go, when=when)
    away = (_away_text(side, clock.face(side, now_ms), lang) for side in live.game.sides if side not in sides)
    return Joined((said, *filter(None, away)), " ").text(lang)


def _away_text(side: Side, face: Face, lang: Lang) -> Text | None:
    """Say until when a side is away; None where it is not, or no day was said."""
    if not face.away or face.until is None:
        return None
    day = day_and_month(datetime.fromtimestamp(face.until / 1000), lang)
    return _AWAY_UNTIL.format(side=side_text(side), day=day)


def _may_take_back(live: LiveGame, viewer: str) -> bool:
    """Tell whether a viewer may ask for a move back: where there is an arbiter, the arbiter alone."""
    return not live.game.conditions.arbitrated or live.is_arbiter(viewer)


def _invite(live: LiveGame, viewer: str) -> str | None:
    """Return the code of the first open seat, for whoever sits at the board, or rules at it."""
    sides = live.sides_of(viewer) if _may_take_back(live, viewer) else ()
    codes = (seat.invite for seat in live.row.seats if seat.kind == "open")
    code = next(codes, None)
    return show_code(code) if code and sides else None


def _winner(stand: GameStand) -> Side | None:
    return _side(stand.winner) if stand.winner else None


def _result(winner: Side | None, score: str, sides: Sequence[Side]) -> Text:
    """Return who won, said to somebody who held `sides`."""
    if score == "*":
        return Message("No result")
    if winner is None:
        return Message("Draw")
    if len(sides) != 1:
        return Message("{side} wins", context="verb first").format(side=side_text(winner))
    return Message("You win") if winner in sides else Message("You lose")


def result_words(row: GameRecord, lang: Lang) -> str:
    """Return who won a game, said to somebody who only looks at it; nothing while it goes on."""
    score = row.stand.score
    return _result(_winner(row.stand), score, ()).text(lang) if score else ""


def _title(outcome: Outcome, sides: Sequence[Side]) -> Text:
    """Return who won, said to somebody who held `sides`; where more than two play, which place is theirs."""
    places = outcome.places
    if len(places) < 2 or len(sides) != 1 or sides[0] is outcome.winner:
        return _result(outcome.winner, outcome.score, sides)
    return _PLACES[places.index(sides[0])] if sides[0] in places else _LAST


def _with_points(title: str, points: str) -> str:
    return f"{title} {points}" if points else title


def _points(score: str, sides: Sequence[Side]) -> str:
    """Return the score with the viewer's points first; nothing where places are told instead."""
    if "/" in score:
        return ""
    return score[::-1] if tuple(sides) == (Side.BLACK,) else score


def _how(outcome: Outcome, lang: Lang) -> str:
    """Return how the game ended, without the word "draw" in front: the title has said it."""
    said = outcome.text(lang)
    word = Message("Draw: ").text(lang)
    rest = said.removeprefix(word)
    if outcome.termination is Termination.REPETITION and outcome.declared_by in _ALL:
        by = _side(outcome.declared_by)
        claimed = Message("; {side} claimed it.").format(side=side_text(by))
        rest = rest.rstrip(".") + claimed.text(lang)
    return rest[:1].upper() + rest[1:]


def _small(text: str) -> str:
    """Return a sentence as it goes on after a colon: names of colours keep their capital."""
    return text if text.startswith(_COLOURS) else text[:1].lower() + text[1:]


def _side(name: str) -> Side:
    return side_named(cast(SideName, name))


def _named(side: Side | None) -> SideName | None:
    return None if side is None else side_name(side)
