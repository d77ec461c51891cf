"""What a viewer of a game is shown: plain values, in the viewer's language, ready for the wire.

A view is made for one viewer. Legal moves and the reasons against others are in it only for the side whose
turn it is, if the viewer holds that seat: the browser knows no rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from damiera.game.sides import SideName

__all__ = [
    "ArchiveLineView",
    "ArchivePage",
    "ArchivedView",
    "ArticleLink",
    "AuctionView",
    "BookCard",
    "ClaimView",
    "ClockView",
    "ConductView",
    "CountLine",
    "CountView",
    "DrawFactsView",
    "GameLine",
    "GamePage",
    "GameView",
    "ImportErrorView",
    "ImportView",
    "LikelyGameView",
    "LogLine",
    "MoveView",
    "OutcomeView",
    "PendingView",
    "PlayerView",
    "PlyView",
    "RefusalView",
    "SideName",
]


class ArticleLink(msgspec.Struct, frozen=True, gc=False):
    """An article as the page prints it: its number and where it can be read."""

    number: str
    href: str


class MoveView(msgspec.Struct, frozen=True, gc=False):
    """A legal move. `paths` holds every route the rules allow: origin, each landing, destination.

    A man that `promotes` becomes a king; one that `leaves` goes off the board, in re-entry draughts. Where a
    man may choose, `becomes` is K, B or C: a king, a bishop or a camel.
    """

    text: str
    origin: int
    destination: int
    captured: tuple[int, ...]
    promotes: bool
    paths: tuple[tuple[int, ...], ...]
    drops: tuple[int, ...] = ()
    after: dict[str, str] | None = None
    leaves: bool = False
    becomes: str = ""


class PlyView(msgspec.Struct, frozen=True, gc=False):
    """A move that was played. Captured squares are in the order jumped; men came back on `drops` first.

    `after` is what stands where behind it, where a browser cannot tell; `jump` the position as FEN to which
    the board was changed then without a move, where a line is gone on from it.
    """

    ply: int
    text: str
    path: tuple[int, ...]
    captured: tuple[int, ...]
    promotes: bool
    side: SideName
    comment: str = ""
    mark: str = ""
    after: dict[str, str] | None = None
    leaves: bool = False
    drops: tuple[int, ...] = ()
    jump: str = ""
    becomes: str = ""


class RefusalView(msgspec.Struct, frozen=True, gc=False):
    """Why a piece or a move is refused: `title` says what, `text` is the book's voice."""

    title: str
    text: str
    articles: tuple[ArticleLink, ...]
    squares: tuple[int, ...] = ()


class BookCard(msgspec.Struct, frozen=True, gc=False):
    """What must be done now and which articles say so."""

    title: str
    text: str
    articles: tuple[ArticleLink, ...]


class PlayerView(msgspec.Struct, frozen=True, gc=False):
    """The player of a side. `level` is the engine's; `here`: one of the player's screens is connected.

    `bot`: the player is a program with an account; `gone`: they have deleted theirs.
    """

    name: str
    kind: Literal["human", "engine", "open"]
    level: int | None = None
    here: bool = True
    bot: bool = False
    gone: bool = False


class ClockView(msgspec.Struct, frozen=True, gc=False):
    """Both clocks at `at_ms` of the server's time; `running` counts down from there.

    It waits `delay_ms` first. When it has run out, the next of its `periods` of `byo_ms` begins, if any are
    left; what it uses, the other side gains where `hourglass`. A note says what else is to be known: moves to
    the next control, periods, a vacation. Where days are counted, the time of who is to move ends at `due_at`
    (milliseconds since 1970), which `due_text` says to the viewer. `first` has `first_ms` left for its first
    move, which starts its clock.
    """

    white_ms: int
    black_ms: int
    running: SideName | None
    increment_ms: int
    at_ms: int
    delay_ms: int = 0
    white_periods: int = 0
    black_periods: int = 0
    byo_ms: int = 0
    hourglass: bool = False
    white_note: str = ""
    black_note: str = ""
    due_at: int | None = None
    due_text: str = ""
    first: SideName | None = None
    first_ms: int = 0


class CountView(msgspec.Struct, frozen=True, gc=False):
    """The procedure of counting moves, under way: moves made by each side, and the limit."""

    white: int
    black: int
    limit: int


class DrawFactsView(msgspec.Struct, frozen=True, gc=False):
    """What may end the game: pieces, repetition, the count."""

    white_pieces: int
    black_pieces: int
    repetition: int
    repetition_limit: int | None
    repetition_claimable: bool
    count: CountView | None
    count_text: str
    count_claimable: bool
    more_text: str = ""


class OutcomeView(msgspec.Struct, frozen=True):
    """How the game ended, and by which article.

    `score` is White's points and Black's; `points` are the viewer's own first. `title` says who won ("Hai
    vinto"), `text` how ("Il Nero non può più muovere."), `line` all of it in one sentence ("Hai vinto 2-0: il
    Nero non può più muovere.").
    """

    score: str
    winner: SideName | None
    termination: str
    title: str
    text: str
    article: ArticleLink | None
    points: str = ""
    line: str = ""


class AuctionView(msgspec.Struct, frozen=True):
    """The contract's auction: the calls in turn (None for a pass), who is to call, what may be bid.

    `contract` says who undertook what, once it is over; `score` what White and Black got, at the end.
    """

    calls: tuple[int | None, ...]
    first: SideName
    open: bool
    turn: SideName
    lowest: int
    highest: int
    contract: str = ""
    score: str = ""


class LogLine(msgspec.Struct, frozen=True):
    """A line of the record of what was not a move, with the hour by the server's clock."""

    at_ms: int
    time_text: str
    author: str
    text: str
    article: ArticleLink | None = None


class PendingView(msgspec.Struct, frozen=True):
    """An irregularity on which `decider` may still decide."""

    side: SideName
    decider: SideName
    text: str
    decides_text: str
    article: ArticleLink | None
    articles: tuple[ArticleLink, ...] = ()


class ClaimView(msgspec.Struct, frozen=True):
    """What a player asked the arbiter for, and waits for."""

    side: SideName
    what: str
    text: str
    article: ArticleLink | None


class CountLine(msgspec.Struct, frozen=True):
    """A count under way, of whichever kind: its sentence, its numbers and its article."""

    text: str
    white: int
    black: int
    limit: int
    article: ArticleLink | None
    only: SideName | None = None


class ConductView(msgspec.Struct, frozen=True):
    """What is to be known of a game beside its moves and its clock.

    `bound` is the piece that must be played; `halt` says why the game stands still, `halt_text` in words;
    `window_text` whether a wrong start can still be annulled; `claims` wait for the arbiter; `replayed_as` is
    the name of the game that takes this one's place, `replay_of` of the one whose place this takes;
    `way_note` what the way of playing asks to know. `screens` is what the players do at screens of their own;
    `notices` what both are told at once, rulings first of all; `lost_by_moving` the article by which whoever
    moves on has lost a claim.
    """

    way: str
    way_text: str
    way_article: ArticleLink | None
    arbitrated: bool
    touch_move: bool
    bound: int | None = None
    pending: PendingView | None = None
    uncrowned: tuple[int, ...] = ()
    halt: str = ""
    halt_text: str = ""
    pause_request: SideName | None = None
    opening_text: str = ""
    window_text: str = ""
    restarts: int = 0
    counts: tuple[CountLine, ...] = ()
    plies_to_draw: int | None = None
    log: tuple[LogLine, ...] = ()
    claims: tuple[ClaimView, ...] = ()
    replayed_as: str = ""
    replay_of: str = ""
    way_note: str = ""
    screens: str = "none"
    notices: tuple[LogLine, ...] = ()
    lost_by_moving: ArticleLink | None = None


class RematchView(msgspec.Struct, frozen=True):
    """Another's offer to play again, in words: what is offered, and what the two answers are called.

    `sides` are those of this game who have agreed, and wait at the board of the next one.
    """

    text: str
    accept: str
    decline: str
    sides: tuple[SideName, ...] = ()


class GameView(msgspec.Struct, frozen=True, gc=False):
    """One game as one viewer sees it. `version` grows with every event.

    `waiting`: a seat is open; `invite` is its code, for who sits opposite. `rematch` is the name of the game
    that follows this one, once it has begun or the viewer has offered it. `players` are all who sit, by side,
    in order; `white` and `black` are the first two of them. `you` is `both` for whoever holds every seat.
    `rights` is what the viewer may do beside moving; `hidden` says that they play blindfold and are not shown
    the board. `plan` are the lines that they alone have laid ahead. After `claim_ms` milliseconds the viewer
    may claim the game from an opponent who has left it; None while nobody is away.
    """

    id: str
    version: int
    game: str
    game_name: str
    rulebook: str
    rulebook_name: str
    lang: str
    fen: str
    start_fen: str
    start_pieces: dict[str, str]
    pieces: dict[str, str]
    ply: int
    side: SideName
    you: SideName | Literal["both"] | None
    white: PlayerView
    black: PlayerView
    turn_text: str
    moves: tuple[MoveView, ...]
    must: tuple[int, ...]
    refusals: dict[str, RefusalView]
    book: BookCard | None
    history: tuple[PlyView, ...]
    clock: ClockView | None
    outcome: OutcomeView | None
    draw_offer: SideName | None
    undo_request: SideName | None
    can_undo: bool
    thinking: bool
    facts: DrawFactsView
    invite: str | None = None
    waiting: bool = False
    rematch: str | None = None
    rematch_offer: RematchView | None = None
    players: dict[str, PlayerView] = {}
    conduct: ConductView | None = None
    auction: AuctionView | None = None
    rights: tuple[str, ...] = ()
    hidden: bool = False
    plan: tuple[str, ...] = ()
    claim_ms: int | None = None


class GameLine(msgspec.Struct, frozen=True):
    """A game in a list of one's own games. `result` is empty while it goes on.

    `due_text` says by when the move is due, where days are counted.
    """

    id: str
    game: str
    game_name: str
    white: PlayerView
    black: PlayerView
    you: SideName | Literal["both"]
    your_turn: bool
    waiting: bool
    text: str
    pieces: dict[str, str]
    ply: int
    last_move: str
    updated_at: int
    result: str = ""
    score: str = ""
    due_text: str = ""


class GamePage(msgspec.Struct, frozen=True):
    """One page of one's own games, of `total` in all; pages count from 1."""

    items: tuple[GameLine, ...]
    total: int
    page: int
    pages: int


class ArchiveLineView(msgspec.Struct, frozen=True):
    """An archived game in a list. `score` is White's points and Black's, or `*`."""

    id: str
    game: str
    game_name: str
    white: str
    black: str
    event: str
    date: str
    score: str
    plies: int
    source: str
    number: int


class ArchivePage(msgspec.Struct, frozen=True):
    """One page of an archive, of `total` games that match; pages count from 1.

    `kinds` counts the games that have the words, by what they play, whatever `game` narrows them to.
    """

    items: tuple[ArchiveLineView, ...]
    total: int
    page: int
    pages: int
    query: str
    kinds: Mapping[str, int]
    game: str | None = None


class ArchivedView(msgspec.Struct, frozen=True):
    """An archived game to be replayed: `view.you` is nobody. `comment` stands before the first move."""

    view: GameView
    tags: dict[str, str]
    source: str
    number: int
    comment: str
    yours: bool


class ImportErrorView(msgspec.Struct, frozen=True):
    """A game of a file that was refused: `text` is the whole sentence with its place."""

    game: int
    line: int
    column: int
    reason: str
    excerpt: str
    text: str


class LikelyGameView(msgspec.Struct, frozen=True):
    """A game that a file may be of: `n` of its games are possible in it."""

    slug: str
    name: str
    n: int


class ImportView(msgspec.Struct, frozen=True):
    """A file on its way into an archive: `done` of `total` games; the first `errors` of `refused`.

    `judgement` says what the file is taken for; one that is `asking` waits until somebody says it, most
    likely one of `likely`.
    """

    id: str
    name: str
    status: Literal["asking", "running", "done", "stopped"]
    total: int
    done: int
    imported: int
    duplicates: int
    refused: int
    seconds_left: int | None
    errors: tuple[ImportErrorView, ...]
    text: str
    guessed: str = ""
    judgement: str = ""
    likely: tuple[LikelyGameView, ...] = ()
