"""The arbiter's desk: the boards of a round, what is missing, and what can be done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final, Literal
from urllib.parse import urlencode

import msgspec
from markupsafe import Markup

from damiera.errors import DamieraError
from damiera.game.openings import deck
from damiera.messages import Lang, Message
from damiera.notation.moves import best_route
from damiera.paper.geometry import geometry
from damiera.paper.prints import KINDS as PRINTS
from damiera.paper.prints import title_of
from damiera.paper.svg import Marks, diagram
from damiera.service.tournament.event import LiveEvent, RoundDraw, result_called, result_name
from damiera.service.tournament.reports import REPORTED
from damiera.service.tournament.results import entered_by, second_entry
from damiera.tournament import acts
from damiera.tournament.acts import ReportedResult, ResultName
from damiera.tournament.errors import Unpairable
from damiera.tournament.model import (
    Event,
    EventPlayer,
    Kind,
    Round,
    RoundGame,
    Scoring,
    System,
    available,
)
from damiera.web.common.pages import PageView
from damiera.web.tournament.views.head import EventPage, event_head, refusal
from damiera.web.tournament.views.log import LogGroup, log_groups
from damiera.web.tournament.views.phones import (
    BoardGame,
    ReportMark,
    board_game,
    board_games,
    report_mark,
    report_marks,
    where_players_differ,
)
from damiera.web.tournament.views.words import (
    CHANGES,
    DRAW_FOR,
    ResultChoice,
    kind_said,
    result_choices,
    short_result,
)

__all__ = [
    "BoardReasons",
    "BoardSide",
    "PairedBoard",
    "RoundPage",
    "RoundView",
    "RowPart",
    "SlipCheck",
    "board_row",
    "is_even",
    "playoff_said",
    "playoffs_of",
    "round_page",
    "round_view",
    "row_frame",
    "row_part",
    "slip_check",
]


class RoundStep(msgspec.Struct, frozen=True):
    """A round among all of them: played, the one now, or to come; `shown`: the page shows it."""

    number: int
    state: Literal["done", "now", "later"]
    shown: bool


class BoardSide(msgspec.Struct, frozen=True):
    """Who sits on one side of a board: number None and no name if nobody; points before the round."""

    number: int | None = None
    name: str = ""
    points: str = ""
    club: str = ""


class PairedBoard(msgspec.Struct, frozen=True):
    """A board of a round.

    Attributes:
        name: what it is called: its number, "2.3" where teams meet.
        leg: which game of the match, from 1.
        bye: whether no game is played: `kind` says why, `worth` how many points it brings.
        result: its name in `RESULTS`; `said`: in figures; `usual`: it is one of those with a button.
        even: a knockout match over without a winner: one more game decides.
        protected: the board stays as it is when the round is paired again.
        drawn: the opening drawn for it; "" if the round has one for all, or none.
        playoff: of a game of a play-off, that it is one and how it is played, in words.
    """

    board: int
    name: str
    leg: int
    white: BoardSide
    black: BoardSide
    bye: bool
    kind: str
    worth: str
    result: ResultName
    said: str
    usual: bool
    over: bool
    even: bool
    protected: bool
    drawn: str
    playoff: str

    @property
    def letter(self) -> str:
        """What tells the games of a match apart beside the number of their board: "" for the first, "b"."""
        return "" if self.leg == 1 else chr(96 + min(self.leg, 26))


class RowFrame(msgspec.Struct, frozen=True):
    """What the rows of a round share: the event, the round, and what can be entered there.

    Attributes:
        id: the event's; `over`: it is closed.
        current: the round is the last one there is; `closed`: its results are only corrected with a reason.
        labels: the results with a button, by name and in figures.
    """

    id: str
    round: int
    current: bool
    closed: bool
    over: bool
    labels: tuple[tuple[ReportedResult, str], ...]


class SlipCheck(msgspec.Struct, frozen=True):
    """What became of reading a slip a second time: `same`, or who read what, in words."""

    same: bool
    said: str


class RoundRow(msgspec.Struct, frozen=True):
    """A board of the desk.

    Attributes:
        mark: what its players have reported; `game`: where it is played here.
        ballot: where its opening can be drawn again, "" if it has none of its own.
        asked: it is the board that is asked about.
        second: how a second reading of its slip compares; None where there was none.
    """

    paired: PairedBoard
    mark: ReportMark | None
    game: BoardGame | None
    ballot: str
    asked: bool
    second: SlipCheck | None


class RowPart(PageView, kw_only=True, frozen=True):
    """One row of the desk, by itself."""

    template: ClassVar[str] = "tournament/row.html"
    frame: RowFrame
    row: RoundRow


class RoundOpening(msgspec.Struct, frozen=True):
    """The opening drawn for a round, with its diagram, its seed and where it can be checked."""

    deck: str
    name: str
    number: int
    seed: str
    said: str
    picture: Markup


class TeamMatch(msgspec.Struct, frozen=True):
    """A match of teams: its table, who meets, the board points so far."""

    table: int
    names: tuple[str, ...]
    points: tuple[str, ...]


class RoundView(msgspec.Struct, frozen=True):
    """The boards of a round, and what stands in the way of the next one.

    Attributes:
        round: its number; 0 before the first. `current`: it is the last one there is.
        boards: how many games there are; `done` and `missing`: with and without result.
        next: the number of the round to come; `waits`: why it cannot be paired yet.
        even: the matches of a knockout that are to be played off: by board, by table where teams play.
        manual: why the round was changed by hand.
        ballot_links: where the opening of each board can be drawn again, by its board.
        matches: the matches of teams, by the first board of each.
        untouched: the round has no result yet.
        absent: how many of those to be paired have not checked in; `checked`: how many have.
        asked: the board that is asked about.
    """

    round: int
    current: bool
    steps: tuple[RoundStep, ...]
    rows: tuple[PairedBoard, ...]
    boards: int
    done: int
    missing: int
    percent: int
    next: int
    waits: str
    even: tuple[int, ...]
    closed: bool
    manual: str
    ballot: RoundOpening | None
    ballot_links: Mapping[int, str]
    matches: Mapping[int, TeamMatch]
    untouched: bool
    absent: int
    checked: int
    asked: int | None


class BoardReasons(msgspec.Struct, frozen=True):
    """One board of a round, and why these two meet.

    Attributes:
        pair: who meets: players, or teams.
        why: the reasons, in sentences; empty where there are too many players to say them unasked.
        met: whom White has met before.
        others: whom White could be asked about; `askable`: whether that can be answered.
        clock: of the next play-off, as announced.
        versus: who was asked about, by number and name; `answer`: why White does not meet them.
    """

    row: PairedBoard
    protected: bool
    ballot: str
    even: bool
    versus: int | None
    clock: str = ""
    pair: tuple[str, ...] = ()
    why: tuple[str, ...] = ()
    met: tuple[str, ...] = ()
    others: tuple[EventPlayer, ...] = ()
    askable: bool = False
    answer: str = ""
    versus_name: str = ""


class AwayPlayer(msgspec.Struct, frozen=True):
    """A player without a game in a round: `why` in words, "" where nothing was told of it."""

    number: int
    name: str
    why: str


class RoundPage(EventPage, kw_only=True, frozen=True):
    """The arbiter's desk.

    Attributes:
        about: the board that is asked about, or the first without a result.
        frame, rows: the boards, in the order of the paper.
        reports: what players reported, by board and leg ("3.1").
        differ: on which boards the players disagree, in words; "" if on none.
        asks: how many ask to play.
        seated: the players of the round, by name.
        prints: what can be printed, by name and in words.
        away: who plays no game in this round, and why they are not paired: by name.
        complete: every round that was planned is played to the last game.
        blocked: who stands in the way of a pairing; `rivals`: whom they could still meet.
        fields: the form that is refused.
    """

    template: ClassVar[str] = "tournament/desk.html"
    tab: str = "desk"
    desk: RoundView
    about: BoardReasons | None
    choices: tuple[ResultChoice, ...]
    log: tuple[LogGroup, ...]
    frame: RowFrame
    rows: tuple[RoundRow, ...]
    reports: Mapping[str, ReportMark]
    differ: str
    asks: int
    seated: tuple[EventPlayer, ...]
    away: tuple[AwayPlayer, ...]
    complete: bool
    prints: tuple[tuple[str, str], ...]
    blocked: tuple[EventPlayer, ...]
    rivals: tuple[EventPlayer, ...]
    fields: Mapping[str, str]


def round_page(
    live: LiveEvent,
    lang: Lang,
    shown: RoundView,
    about: BoardReasons | None,
    *,
    asks: int,
    fields: Mapping[str, str],
    wrong: DamieraError | None = None,
    arbiter: bool = True,
) -> RoundPage:
    """Return the desk: the arbiter's, or with results alone a clerk's."""
    unpairable = wrong if isinstance(wrong, Unpairable) else None
    marks = report_marks(live, lang, shown.round)
    asked = (about.row.board, about.row.leg) if about and shown.asked else None
    return RoundPage(
        head=event_head(live, lang),
        arbiter=arbiter,
        desk=shown,
        about=about,
        choices=result_choices(live.event.settings.scoring, lang),
        log=log_groups(live, lang, 6),
        frame=row_frame(live, shown.round),
        rows=_round_rows(live, lang, shown, marks, asked),
        reports=marks,
        differ=where_players_differ(live, lang, shown.round),
        asks=asks,
        seated=_seated(live, shown.round),
        away=_away(live, lang, shown.round),
        complete=live.played_out,
        prints=tuple((what, title_of(what).text(lang)) for what in PRINTS),
        wrong=refusal(wrong, lang),
        blocked=_named(live, unpairable.blocked if unpairable else ()),
        rivals=_named(live, unpairable.rivals if unpairable else ()),
        fields=fields,
    )


def row_frame(live: LiveEvent, round: int) -> RowFrame:
    """Return what the rows of a round share."""
    held = live.event.round(round)
    return RowFrame(
        id=live.id,
        round=round,
        current=round == live.event.played_rounds,
        closed=bool(held and held.closed),
        over=live.over,
        labels=_labels(live.event),
    )


def _labels(event: Event) -> tuple[tuple[ReportedResult, str], ...]:
    return tuple((name, short_result(name, event.settings.scoring)) for name in REPORTED)


_DIFFER = Message("Read twice, and not the same: {first} by {who}, {second} by {other}.")


def slip_check(live: LiveEvent, lang: Lang, game: RoundGame) -> SlipCheck | None:
    """Return how a second reading of a board's slip compares with its result; None if there was none."""
    held = second_entry(live, game)
    if held is None:
        return None
    now = result_name(game)
    if held.result == now:
        return SlipCheck(same=True, said="")
    scoring = live.event.settings.scoring
    said = _DIFFER.format(
        first=short_result(now, scoring) or "–",
        who=entered_by(live, game.round).get((game.board, game.leg), "–"),
        second=_result_said(held.result, scoring),
        other=held.who,
    )
    return SlipCheck(same=False, said=said.text(lang))


def _result_said(name: str, scoring: Scoring) -> str:
    known = result_called(name)
    return short_result(known, scoring) if known else name


def _round_rows(
    live: LiveEvent,
    lang: Lang,
    shown: RoundView,
    marks: Mapping[str, ReportMark],
    asked: tuple[int, int] | None,
) -> tuple[RoundRow, ...]:
    games = board_games(live, shown.round)
    held = live.event.round(shown.round)
    seconds = {(g.board, g.leg): slip_check(live, lang, g) for g in (held.games if held else ())}
    return tuple(
        RoundRow(
            paired=r,
            mark=marks.get(f"{r.board}.{r.leg}"),
            game=games.get(f"{r.board}.{r.leg}"),
            ballot=shown.ballot_links.get(r.board, ""),
            asked=(r.board, r.leg) == asked,
            second=seconds.get((r.board, r.leg)),
        )
        for r in shown.rows
    )


def row_part(live: LiveEvent, lang: Lang, game: RoundGame) -> RowPart:
    """Return the row of one game, as the desk shows it."""
    row = RoundRow(
        paired=board_row(live, game, lang),
        mark=report_mark(live, lang, game),
        game=board_game(live, game),
        ballot=_ballot_link(live, game.round, game.board),
        asked=False,
        second=slip_check(live, lang, game),
    )
    return RowPart(frame=row_frame(live, game.round), row=row)


def _named(live: LiveEvent, numbers: Sequence[int]) -> tuple[EventPlayer, ...]:
    """Return players, or teams, by number; the rest is nobody."""
    known = {p.number: p for p in live.field.players}
    return tuple(known[n] for n in numbers if n in known)


def _seated(live: LiveEvent, round: int) -> tuple[EventPlayer, ...]:
    held = live.event.round(round)
    numbers = {n for g in held.games for n in (g.white, g.black) if n is not None} if held else set()
    by_name = sorted(live.event.players, key=lambda p: p.name.casefold())
    return tuple(p for p in by_name if p.number in numbers)


def _away(live: LiveEvent, lang: Lang, round: int) -> tuple[AwayPlayer, ...]:
    """Return who plays no game in a round."""
    held = live.event.round(round)
    if held is None:
        return ()
    playing = {n for g in held.games for n in (g.white, g.black) if n is not None and g.black is not None}
    told = {s.player: s for s in live.event.statuses if s.holds(round)}
    out = _out(live, held)
    return tuple(
        AwayPlayer(p.number, p.name, CHANGES[told[p.number].change].text(lang) if p.number in told else "")
        for p in sorted(live.event.players, key=lambda p: p.name.casefold())
        if p.number not in playing and (p.number in told or p.number not in out)
    )


def _out(live: LiveEvent, held: Round) -> set[int]:
    """Return who is out of a knockout before a round: nobody misses them."""
    if live.event.settings.system is not System.KNOCKOUT or live.event.settings.boards:
        return set()
    still_in = {n for g in held.games for n in (g.white, g.black)}
    return {p.number for p in live.event.players} - still_in


def round_view(live: LiveEvent, lang: Lang, round: int | None, board: int | None) -> RoundView:
    """Return the boards of a round, of the last one if none is named; `board` is asked about."""
    event = live.event
    shown = round if round and event.round(round) else event.played_rounds
    held = event.round(shown)
    games = held.games if held else ()
    rows = tuple(board_row(live, game, lang) for game in games)
    paired = [r for r in rows if not r.bye]
    done = sum(r.over for r in paired)
    coming = live.next_round()
    return RoundView(
        round=shown,
        current=shown == event.played_rounds,
        steps=_steps(live, shown),
        rows=rows,
        boards=len(paired),
        done=done,
        missing=len(paired) - done,
        percent=100 * done // len(paired) if paired else 0,
        next=coming.number,
        waits=coming.waits.text(lang) if coming.waits else "",
        even=live.even_matches if shown == event.played_rounds else (),
        closed=bool(held and held.closed),
        manual=held.reason if held and held.manual else "",
        ballot=_opening(live, shown, lang),
        ballot_links=_ballot_links(live, shown),
        matches=_matches(live, shown),
        untouched=bool(held) and all(g.white_mark is None for g in games),
        absent=len(set(available(event, coming.number)) - live.here),
        checked=len(live.here),
        asked=board,
    )


def _steps(live: LiveEvent, shown: int) -> tuple[RoundStep, ...]:
    """Return the rounds as steps: those played, the one now, those to come."""
    current = live.event.played_rounds
    last = max(current, live.planned, 1)
    return tuple(
        RoundStep(n, "done" if n < current else "now" if n == current else "later", n == shown)
        for n in range(1, last + 1)
    )


def _kind(event: Event, game: RoundGame, lang: Lang) -> str:
    said = kind_said(event, game.kind, player=game.white, round=game.round, board=game.board)
    return said.text(lang) if said else ""


def board_row(live: LiveEvent, game: RoundGame, lang: Lang) -> PairedBoard:
    """Return one game of a round."""
    name = result_name(game)
    scoring = live.event.settings.scoring
    return PairedBoard(
        board=game.board,
        name=live.board_name(game.round, game.board),
        leg=game.leg,
        white=_side(live, game.white, game.round),
        black=_side(live, game.black, game.round),
        bye=game.black is None or game.kind is Kind.ANNULLED,
        kind=_kind(live.event, game, lang),
        worth=_worth(live.event, game),
        result=name,
        said=game.result(scoring),
        usual=name in ("win", "draw", "loss", "none"),
        over=game.is_over,
        even=is_even(live, game) and _is_last(live, game),
        protected=game.protected,
        drawn=_drawn(live.board_ballots.get((game.round, game.match or game.board)), lang),
        playoff=playoff_said(live, game, lang),
    )


_PLAYOFF: Final = Message("play-off", context="a game of it")


def playoff_said(live: LiveEvent, game: RoundGame, lang: Lang) -> str:
    """Return that a game is one of a play-off, its clock and whom a draw takes on; "" for any other game."""
    settings = live.event.settings
    if settings.system is not System.KNOCKOUT or game.leg <= settings.games:
        return ""
    said = [_PLAYOFF.text(lang), game.clock]
    if game.draw_for:
        said.append(DRAW_FOR[game.draw_for].text(lang))
    return ", ".join(filter(None, said))


def playoffs_of(live: LiveEvent, game: RoundGame) -> int:
    """Return how many play-offs there have been in the match of a game, of one game or two at a board."""
    section, held = live.section.number if live.section else 0, live.event.round(game.round)
    own = _match_of(live, game)
    boards = {g.board for g in held.games if _match_of(live, g) == own} if held else set[int]()
    return sum(
        isinstance(line.act, acts.ExtraAct)
        and (line.section, line.act.round) == (section, game.round)
        and line.act.board in boards
        for line in live.log.effective()
    )


def _worth(event: Event, game: RoundGame) -> str:
    """Say what a round without a game is worth: in Keizer a share of a value that later evenings change."""
    if game.black is not None or event.settings.system is System.KEIZER:
        return ""
    return event.settings.scoring.said(event.settings.scoring.points(game.kind, None))


def _side(live: LiveEvent, number: int | None, round: int) -> BoardSide:
    if number is None:
        return BoardSide()
    player = live.event.player(number)
    return BoardSide(number, player.name, live.points_said(number, round - 1), player.club)


def _opening(live: LiveEvent, round: int, lang: Lang) -> RoundOpening | None:
    """Return the opening drawn for a round; None if there is none."""
    drawn = live.ballots.get(round)
    if drawn is None:
        return None
    chosen = deck(drawn.deck)
    opening, game = chosen.opening(drawn.number), chosen.ruleset
    position, route = opening.start(game), tuple[int, ...]()
    for move in opening.played(game):
        route = best_route(position, move)
        position = position.play(move)
    said = opening.said(game).text(lang)
    marks = Marks(last=route) if route else Marks(marked=[there for _, there in opening.placed])
    return RoundOpening(
        deck=drawn.deck,
        name=chosen.name.text(lang),
        number=drawn.number,
        seed=drawn.seed,
        said=said,
        picture=diagram(geometry(game.core), position.pieces, label=said, marks=marks),
    )


def _is_last(live: LiveEvent, game: RoundGame) -> bool:
    """Tell whether no other game of its match follows in its round: of the two at a board, or of teams."""
    held, own = live.event.round(game.round), _match_of(live, game)
    games = [g for g in held.games if _match_of(live, g) == own and g.black is not None] if held else []
    return bool(games) and games[-1] == game


def _match_of(live: LiveEvent, game: RoundGame) -> int:
    return game.match if live.event.settings.boards else game.board


def is_even(live: LiveEvent, game: RoundGame) -> bool:
    """Tell whether a knockout match of the last round has no winner though all its games are over."""
    last = game.round == live.event.played_rounds and game.black is not None
    return last and _match_of(live, game) in live.even_matches


def _drawn(drawn: RoundDraw | None, lang: Lang) -> str:
    """Return the opening of a board in words; "" if the round has one for all, or none."""
    if drawn is None:
        return ""
    chosen = deck(drawn.deck)
    return f"{chosen.opening(drawn.number).said(chosen.ruleset).text(lang)} ({drawn.number})"


def _ballot_links(live: LiveEvent, round: int) -> dict[int, str]:
    """Return where the opening of each board can be drawn again, by its board."""
    boards = [board for held, board in live.board_ballots if held == round]
    return {board: _ballot_link(live, round, board) for board in boards}


def _ballot_link(live: LiveEvent, round: int, board: int) -> str:
    """Return where the opening of a board can be drawn again; "" if it has none of its own."""
    drawn = live.board_ballots.get((round, board))
    if drawn is None:
        return ""
    return f"/openings/{drawn.deck}?{urlencode({'seed': drawn.seed, 'round': round, 'board': board})}#result"


def _matches(live: LiveEvent, round: int) -> dict[int, TeamMatch]:
    """Return the matches of teams, by the first board of each."""
    event, held, paired = live.event, live.event.round(round), live.field.round(round)
    if not event.settings.boards or held is None or paired is None:
        return {}
    out: dict[int, TeamMatch] = {}
    for match in paired.games:
        games = [g for g in held.games if g.match == match.board]
        sides = [match.white, *([match.black] if match.black else [])]
        out[min(g.board for g in games)] = TeamMatch(
            table=match.board,
            names=tuple(live.field.player(n).name for n in sides),
            points=tuple(event.settings.scoring.said(_board_sum(event, games, n)) for n in sides),
        )
    return out


def _board_sum(event: Event, games: Sequence[RoundGame], team: int) -> int:
    """Return what the boards of a match have brought a team."""
    members = next(t.members for t in event.teams if t.number == team)
    points = event.settings.scoring.points
    return sum(
        points(g.kind, g.white_mark if g.white in members else g.black_mark)
        for g in games
        if g.white in members or g.black in members
    )
