"""The arbiter's desk of one board: what the arbiter may do there, each with its article."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from damiera._core import Move, Position
from damiera.game.conduct import article_on
from damiera.game.errors import CannotStand
from damiera.game.events import Irregular
from damiera.game.irregular import IrregularKind, article_of_kind, kinds_of
from damiera.game.irregular_fit import fitting_kinds
from damiera.game.penalties import citable_draws, citable_losses, citable_powers, competition_losses
from damiera.game.sides import side_name
from damiera.game.state import Game
from damiera.game.ways import Way
from damiera.messages import Lang
from damiera.notation.moves import format_move
from damiera.regulations.book import Article, Rulebook, article
from damiera.rules.squares import square_name
from damiera.service.event_forms import squares_or_none
from damiera.service.links import article_link
from damiera.service.live import LiveGame
from damiera.service.views import ArticleLink

__all__ = ["ArbiterDeskFacts", "KindChoice", "desk_facts"]


class KindChoice(msgspec.Struct, frozen=True):
    """An irregularity to choose from: `likely` if it may be what was just done."""

    kind: str
    text: str
    number: str
    likely: bool


class ArticleChoice(msgspec.Struct, frozen=True):
    """An article that a penalty or a ruling may cite: its number, and a line that tells it from others."""

    number: str
    text: str


class MoveChoice(msgspec.Struct, frozen=True):
    """A move to choose: its squares as a form sends them, and as players write it."""

    path: str
    text: str


class CrowningFacts(msgspec.Struct, frozen=True):
    """What may be said of crowning on a board where nobody writes the moves down.

    Attributes:
        arrivals: the legal moves that reach the last row.
        waiting: the squares of men that arrived and were not crowned.
        only: the side to move has no move, but may crown a man late.
    """

    arrivals: tuple[MoveChoice, ...]
    waiting: tuple[str, ...]
    only: bool


class AdjustingFacts(msgspec.Struct, frozen=True):
    """A piece to be straightened: the side whose consent is waited for, and the square."""

    by: str
    square: str


class SpeakingFacts(msgspec.Struct, frozen=True):
    """What is said aloud at a board of blind players.

    Attributes:
        by: the side to move, which announces; `other` says it back.
        moves: the moves that may be announced.
        announced: the move that was announced and is to be played; empty where there is none.
        path: its squares as a form sends them.
        repeated: the opponent has said it back.
    """

    by: str
    other: str
    moves: tuple[MoveChoice, ...]
    announced: str
    path: str
    repeated: bool


class ArbiterDeskFacts(msgspec.Struct, frozen=True):
    """What the arbiter's desk offers.

    Attributes:
        kinds: the irregularities of the rulebook, the likely ones first.
        path: squares of the move that was refused just now, as the form shows them.
        articles: the article of each action, by its name; None where the book has none.
        losses: the articles by which a player loses, `competition_losses` those on competitions; `draws` by
            which a game is drawn, `powers` by which the board is put right.
        count_limit: how many king moves by each make the draw; None without such a count.
        count_lowest: how few the arbiter may set, where they may set fewer.
        by_hand: the pieces are men and kings, which the arbiter may handle on the board of the page.
        has_clock: a clock runs in this game.
        has_host: somebody gives a simultaneous display.
        adjusting: the piece to be straightened while consent is waited for; None where there is none.
        speaking: what is announced aloud; None where no blind players play.
        crowning: what may be said of crowning; None where a man that arrives is a king at once.
    """

    kinds: tuple[KindChoice, ...]
    path: str
    articles: dict[str, ArticleLink | None]
    losses: tuple[ArticleChoice, ...]
    competition_losses: tuple[ArticleChoice, ...]
    draws: tuple[ArticleChoice, ...]
    powers: tuple[ArticleChoice, ...]
    count_limit: int | None
    count_lowest: int | None
    by_hand: bool
    has_clock: bool
    has_host: bool
    crowning: CrowningFacts | None
    adjusting: AdjustingFacts | None
    speaking: SpeakingFacts | None


_DOORS = {
    "repetition": "repetition_claim",
    "count": "count_request",
    "irregular": "irregular",
    "anomaly": "wrong_board",
    "touched": "touch_move",
    "end": "how_to_win",
    "refusal": "refusal",
    "crown": "late_crowning",
    "courtesy": "who_crowns",
    "disturbed": "disturbed_board",
    "adjust": "adjust",
    "speaking": Way.BLIND_PLAYERS.topic,
}


_LINE = 72  # letters of an article that fit a list


def desk_facts(live: LiveGame, lang: Lang, refused: str = "") -> ArbiterDeskFacts:
    """Return what the desk of a game offers; `refused` is a move refused just now, by its squares."""
    game, book = live.game, live.game.book
    path = squares_or_none(refused, game.ruleset) if refused else ()
    likely = _fitting(game, path) if path else ()
    order = sorted(kinds_of(book), key=lambda kind: (kind not in likely, _place(article_of_kind(book, kind))))
    links = {name: _link(article_on(book, topic)) for name, topic in _DOORS.items()}
    if links["repetition"] is None:
        links["repetition"] = _link(article_on(book, "repetition"))
    parameters = book.parameters
    return ArbiterDeskFacts(
        kinds=tuple(_choice(kind, article_of_kind(book, kind), kind in likely, lang) for kind in order),
        path="-".join(map(str, path)),
        articles=links,
        losses=_citable(book, citable_losses(book), lang),
        competition_losses=tuple(_of_competitions(ref, lang) for ref in competition_losses(book)),
        draws=_citable(book, citable_draws(book), lang),
        powers=_citable(book, citable_powers(book), lang),
        count_limit=game.draw_rules.move_count,
        count_lowest=parameters.move_count_min if game.conditions.promotional else None,
        by_hand=game.position.rules.family == "draughts",
        has_clock=game.clock is not None,
        has_host=game.conditions.host is not None,
        crowning=_crowning(game) if game.crowns_by_hand else None,
        adjusting=_adjusting(game),
        speaking=_speaking(game) if game.conditions.way is Way.BLIND_PLAYERS else None,
    )


def _fitting(game: Game, path: tuple[int, ...]) -> tuple[IrregularKind, ...]:
    """Return what a refused move may be; nothing where no board can stand so."""
    try:
        return fitting_kinds(game, Irregular(side=side_name(game.side), kind="", path=path, at=0))
    except CannotStand:
        return ()


def _citable(book: Rulebook, numbers: tuple[str, ...], lang: Lang) -> tuple[ArticleChoice, ...]:
    """Return articles of a book to choose from, each with its title or the first of its words."""
    return tuple(ArticleChoice(one.number, _line_of(one, lang)) for one in map(book.article, numbers))


def _of_competitions(ref: str, lang: Lang) -> ArticleChoice:
    """Return an article on competitions to choose, named in full."""
    return ArticleChoice(ref, _line_of(article(ref), lang))


def _line_of(one: Article, lang: Lang) -> str:
    said = (one.title or one.text).text(lang)
    line = said if len(said) <= _LINE else said[:_LINE].rpartition(" ")[0] + " …"
    return f"{one.printed}  {line}"


def _adjusting(game: Game) -> AdjustingFacts | None:
    """Return who waits for consent to straighten which piece; None where nobody does."""
    if game.conduct.adjusting is None:
        return None
    owner, square = game.conduct.adjusting
    return AdjustingFacts(side_name(owner.opponent), square_name(game.ruleset, square))


def _speaking(game: Game) -> SpeakingFacts:
    position, spoken = game.position, game.conduct.spoken
    return SpeakingFacts(
        side_name(game.side),
        side_name(game.side.opponent),
        _choices(position, position.moves()),
        format_move(position, spoken.move) if spoken else "",
        _route(position, spoken.move) if spoken else "",
        repeated=spoken is not None and spoken.repeated,
    )


def _choices(position: Position, moves: Sequence[Move]) -> tuple[MoveChoice, ...]:
    return tuple(MoveChoice(_route(position, move), format_move(position, move)) for move in moves)


def _route(position: Position, move: Move) -> str:
    """Return the squares of a move as a form sends them, men that come back before it first."""
    drops = "".join(f"@{square}" for square in move.drops)
    path = "-".join(map(str, position.paths(move)[0]))
    return f"{drops}/{path}" if drops else path


def _crowning(game: Game) -> CrowningFacts:
    position = game.position
    return CrowningFacts(
        _choices(position, [move for move in position.moves() if move.promotes]),
        tuple(square_name(game.ruleset, square) for square in game.waiting_men),
        only=game.outcome is None and not position.has_moves(),
    )


def _choice(kind: IrregularKind, ref: str | None, likely: bool, lang: Lang) -> KindChoice:
    number = article_link(ref).number if ref else ""
    return KindChoice(kind.value, kind.said.text(lang), number, likely)


def _place(ref: str | None) -> tuple[int, ...]:
    """Return where an article stands in its book."""
    numbers = ref.partition(":")[2] if ref else ""
    return tuple(int(part) for part in numbers.split(".") if part.isdecimal())


def _link(ref: str | None) -> ArticleLink | None:
    return article_link(ref) if ref is not None else None
