"""Matches between clubs, as their captains, their players and onlookers see them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import ClassVar, Final, Literal

import msgspec
from markupsafe import Markup

from damiera.errors import DamieraError
from damiera.messages import Lang, Message, day_and_time
from damiera.records.club_matches import ClubMatchRecord, ClubMatchState
from damiera.records.member_clubs import MemberClubRecord
from damiera.rules.ruleset import CATALOGUE, ruleset
from damiera.service.club_matches import (
    LONGEST_WORDS,
    MATCH_BOARDS,
    TEAM_NUMBERS,
    ClubMatchForm,
    LiveClubMatch,
    MatchRoles,
    MatchSide,
)
from damiera.service.game_choices import LOSING
from damiera.service.tournament.evening import PACES, away_from, evening_due
from damiera.service.tournament.event import LiveEvent
from damiera.service.tournament.online import is_its_turn, online_game
from damiera.tournament.model import Kind, PlayerChange, RoundGame
from damiera.tournament.pairing.teams import board_points, team_of
from damiera.web.common.pages import PageView, part
from damiera.web.tournament.views.evening import own_forfeit
from damiera.web.tournament.views.head import field_of, refusal

__all__ = ["ClubMatchPage", "ClubMatchPart", "ClubMatchRow", "NewClubMatchPage"]
__all__ += ["club_match_page", "club_match_part", "club_match_row", "new_club_match_page"]

_STATES: Final[dict[ClubMatchState, Message]] = {
    "offered": Message("waits for an answer"),
    "declined": Message("declined"),
    "withdrawn": Message("withdrawn"),
    "accepted": Message("agreed"),
    "called-off": Message("called off", context="a match of clubs"),
    "over": Message("over", context="a match of clubs"),
}


class ClubMatchRow(msgspec.Struct, frozen=True):
    """A match in the list of a club: the other club, how it stands or ended, whether an answer is wanted."""

    id: str
    name: str
    day: str
    said: str
    asks_us: bool


class MatchPlayerRow(msgspec.Struct, frozen=True):
    """Somebody of a team: `number` in the event, `rating` as they put their name down; "" without one.

    `place` is their board, 0 for a reserve; `apart`: they and who would sit opposite keep one another away.
    """

    number: int
    name: str
    rating: str
    place: int
    apart: bool
    is_reader: bool


class MatchTeam(msgspec.Struct, frozen=True):
    """A side: whether the reader may play for it, and sees to it."""

    side: MatchSide
    club: str
    name: str
    points: int
    players: tuple[MatchPlayerRow, ...]
    may_join: bool
    is_captain: bool


class MatchBoard(msgspec.Struct, frozen=True):
    """A game of a match, seen from the home club.

    Attributes:
        home, away: who sits there; "" for nobody. `white`: which of them has White.
        result: from home's side; "" while it is played. `forfeit`: it was decided without play.
        game: where it is; "" without one.
        absent: the number of one who has not come, whom the reader may have replaced; 0 for none.
    """

    board: int
    leg: int
    home: str
    away: str
    white: MatchSide
    result: str
    forfeit: bool
    game: str
    absent: int
    absent_name: str


class OwnMatchBoard(msgspec.Struct, frozen=True):
    """Where the reader plays now."""

    round: int
    board: int
    leg: int
    white: bool
    opponent: str
    game: str
    until: int


class ClubMatchPart(PageView, frozen=True):
    """What changes on the page of a match, for one reader.

    Attributes:
        stage: `asked` until it is answered, `before` the first board, `runs`, `over`, or `off`.
        said: what has become of it, in words.
        next_at: when the boards begin, in milliseconds since 1970; 0 if nobody knows.
        board: where the reader plays; None: nowhere.
        away: the reader did not come to their board in time; `again`: a round follows for which they may.
        decided: the reader's board, as the bar over its game has it, if a forfeit decided it.
        missed: the opponent who did not come to it; "" if it was the reader who did not.
        reserves: who may take a place, by side of the reader: number and name.
    """

    template: ClassVar[str] = "club/_match.html"
    id: str
    version: int
    now: int
    stage: Literal["asked", "before", "runs", "over", "off"]
    said: str
    words: str
    answer: str
    home_name: str
    away_name: str
    home_club: str
    away_club: str
    starts: str
    next_at: int
    wait: int
    boards_wanted: int
    terms: tuple[str, ...]
    is_in: bool
    away: bool
    again: bool
    decided: str
    missed: str
    signs_in: bool
    may_answer: bool
    may_withdraw: bool
    may_call_off: bool
    teams: tuple[MatchTeam, ...]
    board: OwnMatchBoard | None
    rounds: tuple[tuple[int, tuple[MatchBoard, ...]], ...]
    done: int
    all: int
    reserves: tuple[tuple[int, str], ...]
    event: str
    longest: int = LONGEST_WORDS


class ClubMatchPage(PageView, frozen=True):
    """The page of a match; `part` is what changes on it."""

    template: ClassVar[str] = "club/match.html"
    id: str
    name: str
    event: str
    part: Markup
    wrong: str = ""


class NewClubMatchPage(PageView, frozen=True):
    """The form by which a club asks another: `form` is what was typed; `field` is the one that is refused."""

    template: ClassVar[str] = "club/new_match.html"
    club: str
    club_name: str
    form: ClubMatchForm
    others: tuple[str, ...]
    games: tuple[tuple[str, str, bool], ...]
    paces: tuple[tuple[str, bool], ...]
    wrong: str
    field: str
    most_boards: int = MATCH_BOARDS
    longest: int = LONGEST_WORDS


def club_match_row(record: ClubMatchRecord, club_id: str, lang: Lang) -> ClubMatchRow:
    """Return a match as the list of a club has it."""
    said = _STATES[record.state].text(lang)
    if record.state == "over":
        said = f"{record.home_points} – {record.away_points}"
    return ClubMatchRow(
        id=record.id,
        name=f"{record.home_name} – {record.away_name}",
        day=day_and_time(datetime.fromtimestamp(record.created_at / 1000), lang, year=True),
        said=said,
        asks_us=record.state == "offered" and record.away_id == club_id,
    )


def club_match_page(match: LiveClubMatch, shown: Markup, *, wrong: str = "") -> ClubMatchPage:
    """Return the page of a match with what changes on it."""
    return ClubMatchPage(match.record.id, match.name, match.event.id if match.event else "", shown, wrong)


def club_match_part(
    match: LiveClubMatch,
    reader: MatchRoles,
    apart: Sequence[int],
    missing: frozenset[int],
    now: int,
    lang: Lang,
    *,
    has_account: bool,
) -> Markup:
    """Return what changes on the page of a match; `apart` are boards of two who keep one another away.

    Args:
        missing: the numbers of those who have not come to their boards.
    """
    return Markup(part(lang, _part(match, reader, apart, missing, now, lang, has_account=has_account)))


def _part(
    match: LiveClubMatch,
    reader: MatchRoles,
    apart: Sequence[int],
    missing: frozenset[int],
    now: int,
    lang: Lang,
    *,
    has_account: bool,
) -> ClubMatchPart:
    record, terms, live = match.record, match.terms, match.event
    stage, coming = _stage(match), evening_due(live) if live else None
    games = [g for held in live.event.rounds for g in held.games] if live else []
    teams = tuple(_team(match, side, reader, apart, stage) for side in TEAM_NUMBERS)
    away = away_from(live, reader.number) if live and reader.number and live.event.rounds else None
    captain = any(reader.is_captain(side) for side in TEAM_NUMBERS)
    decided, missed = own_forfeit(live, reader.number) if live and reader.number else ("", "")
    evening = live.state.evening if live else None
    starts = evening.starts if evening else terms.starts
    return ClubMatchPart(
        id=record.id,
        version=live.version if live else 0,
        now=now,
        stage=stage,
        said=_STATES[record.state].text(lang),
        words=record.words,
        answer=record.answer,
        home_name=record.home_name,
        away_name=record.away_name,
        home_club=record.home_id or "",
        away_club=record.away_id or "",
        starts=day_and_time(datetime.fromtimestamp(starts / 1000), lang) if starts else "",
        next_at=coming.at if coming and coming.what == "pair" else 0,
        wait=terms.wait,
        boards_wanted=terms.boards,
        terms=tuple(_terms(match, lang)),
        is_in=reader.number is not None,
        away=away is not None
        and away.change is PlayerChange.FORFEITED
        and live is not None
        and not live.over,
        again=live is not None and live.event.played_rounds < live.planned,
        decided=decided,
        missed=missed,
        signs_in=not has_account,
        may_answer=stage == "asked" and reader.is_captain("away"),
        may_withdraw=stage == "asked" and reader.is_captain("home"),
        may_call_off=stage == "before" and captain,
        teams=teams,
        board=_own_board(live, reader.number) if live and reader.number else None,
        rounds=tuple(_rounds(live, reader, missing)) if live else (),
        done=sum(game.is_over for game in games),
        all=len(games),
        reserves=tuple(_reserves(live, reader)) if live and stage == "runs" else (),
        event=live.id if live else "",
    )


def _stage(match: LiveClubMatch) -> Literal["asked", "before", "runs", "over", "off"]:
    if match.record.state == "offered":
        return "asked"
    if match.event is None or match.record.state == "called-off":
        return "off"
    if match.event.over:
        return "over" if match.event.event.rounds else "off"
    return "runs" if match.event.event.rounds else "before"


def _terms(match: LiveClubMatch, lang: Lang) -> Iterator[str]:
    terms = match.terms
    yield ruleset(terms.game).name.text(lang)
    yield terms.pace
    yield Message("{n} board", plural="{n} boards", n=terms.boards).text(lang)
    if terms.everyone:
        yield Message("everybody meets everybody").text(lang)
    elif terms.games == 2:
        yield Message("two games, colours changed").text(lang)
    yield (Message("rated") if terms.rated else Message("not rated")).text(lang)


def _team(
    match: LiveClubMatch, side: MatchSide, reader: MatchRoles, apart: Sequence[int], stage: str
) -> MatchTeam:
    live, number = match.event, TEAM_NUMBERS[side]
    team = next((one for one in live.event.teams if one.number == number), None) if live else None
    is_captain = reader.is_captain(side)
    players = [
        MatchPlayerRow(
            number=n,
            name=live.event.player(n).name,
            rating=str(live.event.player(n).elo or ""),
            place=place if place <= match.terms.boards else 0,
            apart=is_captain and stage == "before" and place in apart,
            is_reader=n == reader.number,
        )
        for place, n in enumerate(team.members if team and live else (), 1)
        if live
    ]
    return MatchTeam(
        side=side,
        club=match.club(side) or "",
        name=match.club_name(side),
        points=board_points(live.event, number) if live and team else 0,
        players=tuple(players),
        may_join=stage == "before" and reader.is_member(side) and reader.number is None,
        is_captain=is_captain,
    )


def _rounds(
    live: LiveEvent, reader: MatchRoles, missing: frozenset[int]
) -> Iterator[tuple[int, tuple[MatchBoard, ...]]]:
    for held in live.event.rounds:
        begun = any(game.white_mark is not None for game in held.games if game.black is not None)
        late = frozenset[int]() if begun else missing
        yield held.number, tuple(_board(live, game, reader, late) for game in held.games)


def _board(live: LiveEvent, game: RoundGame, reader: MatchRoles, missing: frozenset[int]) -> MatchBoard:
    first = team_of(live.event, game.white)
    white: MatchSide = "home" if first and first.number == TEAM_NUMBERS["home"] else "away"
    names = {white: live.event.player(game.white).name}
    other: MatchSide = "away" if white == "home" else "home"
    names[other] = live.event.player(game.black).name if game.black else ""
    late = _late(live, game, reader, missing)
    return MatchBoard(
        board=game.board,
        leg=game.leg,
        home=names["home"],
        away=names["away"],
        white=white,
        result=_result(live, game, white),
        forfeit=game.kind is Kind.FORFEIT,
        game=online_game(live.margin, game) if game.black and game.kind is not Kind.FORFEIT else "",
        absent=late,
        absent_name=live.event.player(late).name if late else "",
    )


def _late(live: LiveEvent, game: RoundGame, reader: MatchRoles, missing: frozenset[int]) -> int:
    """Return who of the reader's own team has not come to a board and can be replaced; 0: nobody."""
    if game.is_over or game.black is None or game.leg > 1 or live.over:
        return 0
    for number in (game.white, game.black):
        team = team_of(live.event, number)
        side: MatchSide = "home" if team and team.number == TEAM_NUMBERS["home"] else "away"
        if reader.is_captain(side) and number in missing:
            return number
    return 0


def _reserves(live: LiveEvent, reader: MatchRoles) -> Iterator[tuple[int, str]]:
    """Return those of the reader's team who do not play."""
    held = live.event.round(live.event.played_rounds)
    seated = {n for game in held.games for n in (game.white, game.black)} if held else set()
    gone = {status.player for status in live.event.statuses}
    for side, number in TEAM_NUMBERS.items():
        if reader.is_captain(side):
            for team in (one for one in live.event.teams if one.number == number):
                for n in team.members:
                    if n not in seated and n not in gone:
                        yield n, live.event.player(n).name


def _result(live: LiveEvent, game: RoundGame, white: MatchSide) -> str:
    if not game.is_over:
        return ""
    scoring = live.event.settings.scoring
    own, other = scoring.points(game.kind, game.white_mark), scoring.points(game.kind, game.black_mark)
    if game.black is None:
        other = 0
    home, away = (own, other) if white == "home" else (other, own)
    return f"{home} – {away}" + ("*" if game.kind is Kind.FORFEIT else "")


def _own_board(live: LiveEvent, mine: int) -> OwnMatchBoard | None:
    held = live.event.round(live.event.played_rounds)
    if held is None or live.over:
        return None
    coming = evening_due(live)
    for game in held.games:
        other = game.black if game.white == mine else game.white
        if mine not in (game.white, game.black) or game.black is None or game.is_over or other is None:
            continue
        game_id = online_game(live.margin, game)
        if game_id and is_its_turn(held.games, game):
            until = coming.at if coming and coming.what == "absent" else 0
            name = live.event.player(other).name
            return OwnMatchBoard(game.round, game.board, game.leg, game.white == mine, name, game_id, until)
    return None


def new_club_match_page(
    club: MemberClubRecord,
    form: ClubMatchForm,
    others: Sequence[MemberClubRecord],
    lang: Lang,
    wrong: DamieraError | None = None,
) -> NewClubMatchPage:
    """Return the form by which a club asks another."""
    games = [slug for slug in CATALOGUE if not slug.endswith(LOSING)]
    return NewClubMatchPage(
        club=club.id,
        club_name=club.name,
        form=form,
        others=tuple(one.name for one in others),
        games=tuple((slug, ruleset(slug).name.text(lang), slug == form.game) for slug in games),
        paces=tuple((pace, pace == form.pace) for pace in PACES),
        wrong=refusal(wrong, lang),
        field=field_of(wrong),
    )
