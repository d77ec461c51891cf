"""The scenarios of an article for whoever reads it: in words, on a board, carried out when they play it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Annotated, Final, Literal

import msgspec

from damiera.game.errors import GameError, IllegalRoute
from damiera.game.events import (
    Annulled,
    Bid,
    Claimant,
    Consented,
    Corrected,
    CountRequested,
    Crowned,
    DrawAccepted,
    DrawOffered,
    Event,
    Flagged,
    Irregular,
    LetStand,
    Moved,
    Passed,
    Refused,
    RepetitionClaimed,
    Resigned,
    Ruled,
    Touched,
    UndoAsked,
)
from damiera.game.outcome import Outcome
from damiera.game.scenarios import begun, event_of, refused_by, scenarios_of
from damiera.game.sides import SideName, side_name, side_named, side_text
from damiera.game.state import Game
from damiera.messages import Joined, Lang, Message, Text
from damiera.notation.fen import format_fen
from damiera.notation.signs import sign_meaning
from damiera.regulations.book import UnknownArticle
from damiera.regulations.scenario import Scenario, Step
from damiera.rules.squares import square_name
from damiera.service.analysis_lines import line_view
from damiera.service.errors import BadTerms
from damiera.service.game_views import (
    free_moves,
    outcome_view,
    pieces_view,
    refusal_view,
    refusals_view,
)
from damiera.service.links import article_link
from damiera.service.views import ArticleLink, MoveView, PlyView, RefusalView

__all__ = [
    "PlayedPath",
    "ScenarioOutcome",
    "ScenarioState",
    "ScenarioView",
    "find_scenario",
    "play_scenario",
    "scenario_view",
]

LONGEST: Final = 200
_Square = Annotated[int, msgspec.Meta(ge=1, le=999)]


class PlayedPath(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A move that a reader makes on the board: its squares, and where men come back before it."""

    path: Annotated[tuple[_Square, ...], msgspec.Meta(min_length=2, max_length=64)]
    drops: tuple[_Square, ...] = ()


class ScenarioState(msgspec.Struct, frozen=True):
    """The board while a scenario is played: what may be moved, and why the rest may not.

    Attributes:
        last: the last move; None before the first, or where an event put the pieces.
        refusal: why what was tried is refused; None if it was carried out.
        tried: the squares of the move that is refused.
        said: what was done and what followed, in a sentence or two.
        article: the article that is named for it.
    """

    fen: str
    side: SideName
    pieces: dict[str, str]
    moves: tuple[MoveView, ...]
    must: tuple[int, ...]
    refusals: dict[str, RefusalView]
    last: PlyView | None = None
    refusal: RefusalView | None = None
    tried: tuple[int, ...] = ()
    said: str = ""
    article: ArticleLink | None = None


class ScenarioOutcome(msgspec.Struct, frozen=True):
    """One thing that follows, and the article named for it."""

    text: str
    article: ArticleLink | None = None


class ScenarioView(msgspec.Struct, frozen=True):
    """A scenario in words: what it shows, what happens before, what is done, what follows.

    `after` is the position then, as FEN; empty where none is told. `act` is empty where nothing is done.
    `tone` is how a page shows it: something allowed, irregular or refused.
    """

    says: str
    before: tuple[str, ...]
    act: str
    follows: tuple[ScenarioOutcome, ...]
    after: str
    tone: Literal["good", "gold", "bad"]


def find_scenario(book: str, number: str, n: int) -> Scenario:
    """Return one of the scenarios of an article, counted from 1.

    Raises:
        UnknownRulebook, UnknownArticle: if there is no such article, or it has no such scenario.
    """
    told = scenarios_of(book, number)
    if not 1 <= n <= len(told):
        raise UnknownArticle(book, number)
    return told[n - 1]


def scenario_view(scenario: Scenario, lang: Lang) -> ScenarioView:
    """Return a scenario in words."""
    game = begun(scenario)
    act = scenario.act
    return ScenarioView(
        says=scenario.says.text(lang) if scenario.says else "",
        before=tuple(text.text(lang) for text in _before(scenario)),
        act=_step_text(game, act).text(lang) if act is not None else "",
        follows=tuple(_follows(scenario, game, lang)),
        after=scenario.after if scenario.act is not None else "",
        tone=_tone(scenario),
    )


def _tone(scenario: Scenario) -> Literal["good", "gold", "bad"]:
    if scenario.refused:
        return "bad"
    return "gold" if isinstance(scenario.act, dict) and scenario.act["e"] == "irregular" else "good"


def play_scenario(
    scenario: Scenario, played: Sequence[PlayedPath], lang: Lang, *, act: bool = False
) -> ScenarioState:
    """Return the board after a reader's moves from the scenario's position, and, if asked, its act.

    What the game refuses leaves the board as it was; the answer says why.

    Raises:
        BadTerms: for more moves than a reader makes.
    """
    if len(played) > LONGEST:
        raise BadTerms("played", _TOO_MANY.format(n=LONGEST))
    game = begun(scenario)
    events: list[Event] = [Moved(path=one.path, drops=one.drops, at=0) for one in played]
    if act and scenario.act is not None:
        events.append(event_of(game.ruleset, scenario.act, at=len(game.events) + 1))
    before = game
    for event in events:
        try:
            before, game = game, game.apply(_later(event, game))
        except GameError as error:
            tried = event.path if isinstance(event, Moved) else ()
            return _state(game, lang, refusal=_refusal(error, lang), tried=tried)
    said, article = _done(before, game, lang) if events else ("", None)
    last = game.moves[-1:] if events and game.ply == before.ply + 1 else ()
    ply = line_view(before.position, last, ply=before.ply) if last else ()
    return _state(game, lang, last=ply[0] if ply else None, said=said, article=article)


def _later(event: Event, game: Game) -> Event:
    """Return a reader's move at the time of the last event: clocks never go back."""
    last = game.events[-1].at if game.events else 0
    return msgspec.structs.replace(event, at=max(event.at, last))


def _state(
    game: Game,
    lang: Lang,
    *,
    last: PlyView | None = None,
    refusal: RefusalView | None = None,
    tried: tuple[int, ...] = (),
    said: str = "",
    article: ArticleLink | None = None,
) -> ScenarioState:
    moves = free_moves(game) if game.outcome is None and game.conduct.halt is None else ()
    return ScenarioState(
        fen=format_fen(game.position),
        side=side_name(game.side),
        pieces=pieces_view(game.position),
        moves=moves,
        must=tuple(dict.fromkeys(move.origin for move in moves)) if moves and game.position.detect() else (),
        refusals=refusals_view(game, moves, lang) if moves else {},
        last=last,
        refusal=refusal,
        tried=tried,
        said=said,
        article=article,
    )


def _refusal(error: GameError, lang: Lang) -> RefusalView:
    if isinstance(error, IllegalRoute):
        return refusal_view(error.explanation, lang)
    ref = refused_by(error)
    reason = getattr(error, "reason", error.message)
    said = reason if isinstance(reason, Text) else error.message
    return RefusalView(_REFUSED.text(lang), said.text(lang), (article_link(ref),) if ref else (), ())


def _done(before: Game, game: Game, lang: Lang) -> tuple[str, ArticleLink | None]:
    """Return what came of the last event: the end of the game, else what its log says."""
    if game.outcome is not None:
        shown = outcome_view(game.outcome, lang)
        return shown.line, shown.article
    if len(game.conduct.log) > len(before.conduct.log):
        entry = game.conduct.log[-1]
        said = _RULED if isinstance(game.events[-1], Ruled) else entry.text
        return said.text(lang), _link(entry.article)
    return "", None


def _link(ref: str | None) -> ArticleLink | None:
    return article_link(ref) if ref else None


# ----------------------------------------------------------------------------------------------- what happens


def _before(scenario: Scenario) -> Iterable[Text]:
    game = begun(replace(scenario, first=(), cycle=(), plies=0))
    for at, step in enumerate(scenario.first):
        yield _step_text(game, step)
        game = game.apply(event_of(game.ruleset, step, at))
    if scenario.plies:
        moves = " ".join(_shown(move) for move in scenario.cycle)
        yield _CYCLE.format(moves=moves, n=scenario.plies)


def _shown(move: str) -> str:
    return move.replace("x", "×")


def _step_text(game: Game, step: Step) -> Text:
    if isinstance(step, str):
        return _MOVES.format(side=side_text(game.side), move=_shown(step))
    return _event_text(game, event_of(game.ruleset, step, at=len(game.events)))


def _event_text(game: Game, event: Event) -> Text:
    """Return what somebody does, in a sentence.

    Raises:
        TypeError: for an event that no scenario has.
    """
    match event:
        case Moved(path=path, crowned=crowned):
            move = "-".join(square_name(game.ruleset, square) for square in path)
            said = _MOVES if crowned else _UNCROWNED
            return said.format(side=side_text(game.side), move=move)
        case Flagged():
            return _FLAGGED.format(side=side_text(game.side))
        case Ruled():
            return _RULES
        case Touched(square=square, adjust=adjust):
            said = _ADJUSTS if adjust else _TOUCHES
            return said.format(side=_who(event.side), square=square_name(game.ruleset, square))
        case Crowned(square=square):
            return _CROWNS.format(side=_who(event.side), square=square_name(game.ruleset, square))
        case Irregular():
            return _irregular(game, event)
        case CountRequested(limit=limit) if limit is not None:
            return _COUNT_OF.format(side=_who(event.side), n=limit)
        case Bid(pieces=pieces):
            return _BIDS.format(side=_who(event.side), n=pieces)
        case Annulled(anomaly=anomaly):
            return _ANOMALIES[anomaly].format(side=_who(event.side))
        case (
            Resigned()
            | DrawOffered()
            | DrawAccepted()
            | RepetitionClaimed()
            | CountRequested()
            | UndoAsked()
            | Consented()
            | Passed()
            | Corrected()
            | LetStand()
            | Refused()
        ):
            return _SAID[type(event)].format(side=_who(event.side))
    raise TypeError(type(event).__name__)


def _who(side: Claimant) -> Text:
    return _ARBITER if side == "arbiter" else side_text(side_named(side))


def _irregular(game: Game, event: Irregular) -> Text:
    """Return what was done by hand; which irregularity it is follows from it."""

    def names(squares: Sequence[int]) -> str:
        return ", ".join(square_name(game.ruleset, square) for square in squares)

    parts: list[Text] = []
    if event.path:
        parts.append(_HAND_MOVES.format(start=names(event.path[:1]), end=names(event.path[-1:])))
    if event.removed:
        parts.append(_HAND_REMOVES.format(squares=names(event.removed)))
    if event.crowned:
        parts.append(_HAND_CROWNS.format(squares=names(event.crowned)))
    return _IRREGULAR.format(side=_who(event.side), how=Joined(tuple(parts), "; "))


# ----------------------------------------------------------------------------------------------- what follows


def _follows(scenario: Scenario, game: Game, lang: Lang) -> Iterable[ScenarioOutcome]:
    if scenario.refused:
        yield _refused(scenario, game, lang)
        return
    after = _carried_out(scenario, game)
    said, article = _done(game, after, lang)
    if scenario.winner is not None:
        assert after.outcome is not None
        yield ScenarioOutcome(_ended(after.outcome).text(lang), _link(after.outcome.article))
    elif said:
        yield ScenarioOutcome(said, article)
    for text in _facts(scenario, game, after):
        yield ScenarioOutcome(text.text(lang))


def _carried_out(scenario: Scenario, game: Game) -> Game:
    if scenario.act is None:
        return game
    return game.apply(event_of(game.ruleset, scenario.act, at=len(game.events) + 1))


def _refused(scenario: Scenario, game: Game, lang: Lang) -> ScenarioOutcome:
    try:
        _carried_out(scenario, game)
    except GameError as error:
        refusal = _refusal(error, lang)
        link = refusal.articles[0] if refusal.articles else None
        if isinstance(error, IllegalRoute):
            return ScenarioOutcome(f"{_IS_REFUSED.text(lang)} {refusal.title}. {refusal.text}", link)
        return ScenarioOutcome(f"{_IS_REFUSED.text(lang)} {refusal.text}", link)
    raise AssertionError(scenario)


def _ended(outcome: Outcome) -> Text:
    if outcome.winner is None:
        return outcome.said
    return Joined((_WINS.format(side=side_text(outcome.winner)), outcome.said), " ")


def _facts(scenario: Scenario, game: Game, after: Game) -> Iterable[Text]:
    """Yield the other things that are told: each outcome of the data has its sentence."""
    if scenario.legal or (isinstance(scenario.act, str) and scenario.after and not scenario.winner):
        yield _ALLOWED
    if scenario.moves:
        yield _CAN_MOVE.format(moves=", ".join(_shown(move) for move in scenario.moves))
    if scenario.bound:
        yield _BOUND.format(square=square_name(game.ruleset, scenario.bound))
    elif scenario.bound == 0:
        yield _FREE
    if scenario.count:
        yield _COUNTED.format(n=scenario.count[0], limit=scenario.count[1])
    if scenario.clocks:
        yield _CLOCKS.format(white=_time(scenario.clocks[0]), black=_time(scenario.clocks[1]))
    if scenario.written:
        yield _WRITTEN.format(move=_shown(scenario.written))
    if scenario.sign:
        meaning = sign_meaning(scenario.sign)
        assert meaning is not None
        yield _SIGNED.format(move=f"{scenario.act}{scenario.sign}", meaning=meaning)
    for name, value in (scenario.board or {}).items():
        yield _BOARD[name].format(n=value) if name != "dark_corner" else _CORNER[str(value)]


def _time(ms: int) -> str:
    return f"{ms // 60_000}:{ms // 1000 % 60:02}"


_TOO_MANY: Final = Message("At most {n} moves are tried here.")
_REFUSED: Final = Message("It is refused")
_IS_REFUSED: Final = Message("It is refused.")
_ARBITER: Final = Message("Arbiter")
_MOVES: Final = Message("{side} plays {move}.")
_UNCROWNED: Final = Message("{side} plays {move} and does not crown the man.")
_CYCLE: Final = Message("Then {moves} over and over: {n} half-moves.")
_FLAGGED: Final = Message("{side}'s time is over.")
_RULES: Final = Message("The arbiter puts the pieces in their places.")
_RULED: Final = Message("So the arbiter rules.")
_TOUCHES: Final = Message("{side} touches the piece on {square}.")
_ADJUSTS: Final = Message("{side} gives notice and straightens the piece on {square}.")
_CROWNS: Final = Message("{side} crowns the man on {square}.")
_COUNT_OF: Final = Message("{side}: “Let {n} moves be counted.”")
_BIDS: Final = Message(
    "{side} undertakes to win with {n} piece left.", plural="{side} undertakes to win with {n} pieces left."
)
_IRREGULAR: Final = Message("{side}, by hand: {how}.")
_HAND_MOVES: Final = Message("a piece from {start} to {end}")
_HAND_REMOVES: Final = Message("taken off: {squares}")
_HAND_CROWNS: Final = Message("crowned: {squares}")
_ANOMALIES: Final[dict[str, Message]] = {
    "board": Message("{side}: “The board lies the wrong way round.”"),
    "colours": Message("{side}: “The colours are the wrong ones.”"),
    "setup": Message("{side}: “The pieces were not in their places.”"),
}
_SAID: Final[dict[type, Message]] = {
    Resigned: Message("{side} resigns."),
    DrawOffered: Message("{side} offers a draw."),
    DrawAccepted: Message("{side} accepts the draw."),
    RepetitionClaimed: Message("{side}: “The position has come back often enough.”"),
    CountRequested: Message("{side}: “Let the moves be counted.”"),
    UndoAsked: Message("{side} asks to take the move back."),
    Consented: Message("{side} agrees."),
    Passed: Message("{side} bids no more."),
    Corrected: Message("{side}: “It is to be put right.”"),
    LetStand: Message("{side} lets it stand."),
    Refused: Message("{side} refuses a provision of the rules."),
}
_WINS: Final = Message("{side} wins.")
_ALLOWED: Final = Message("It is allowed.")
_CAN_MOVE: Final = Message("The legal moves: {moves}.")
_BOUND: Final = Message("The piece on {square} must be played.")
_FREE: Final = Message("No piece is bound.")
_COUNTED: Final = Message("Half-moves counted: {n}. The count is of {limit} moves by each.")
_CLOCKS: Final = Message("White has {white} left, Black {black}.")
_WRITTEN: Final = Message("It is written {move}.")
_SIGNED: Final = Message("Written {move}: {meaning}.")
_BOARD: Final[dict[str, Message]] = {
    "files": Message("{n} columns."),
    "ranks": Message("{n} rows."),
    "squares": Message("{n} squares to play on."),
    "men": Message("{n} men of each colour."),
}
_CORNER: Final[dict[str, Message]] = {
    "left": Message("The lower left corner is dark."),
    "right": Message("The lower right corner is dark."),
    "none": Message("The board has no dark corner."),
}
