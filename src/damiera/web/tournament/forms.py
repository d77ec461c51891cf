"""The forms of an event's pages as typed values, and what is announced as its form has it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, datetime
from typing import TYPE_CHECKING, Annotated, Final, Literal

import msgspec
from msgspec import Meta

from damiera.messages import Message
from damiera.service.errors import BadTerms
from damiera.service.tournament.announcement import system_called
from damiera.service.tournament.entries import player_written
from damiera.service.tournament.event import CLASSIFICATIONS, Announcement, Appointment
from damiera.web.common.forms import NUMBER_BETWEEN, ROOF, form_reader

if TYPE_CHECKING:
    from damiera.tournament.model import EventPlayer

__all__ = [
    "MOST_LINES",
    "MOST_ROUNDS",
    "TIEBREAK_FIELDS",
    "announced",
    "numbered",
    "read_board",
    "read_clock",
    "read_final",
    "read_group_rounds",
    "read_happening",
    "read_line_up",
    "read_number",
    "read_other",
    "read_pair_round",
    "read_play_off",
    "read_player_facts",
    "read_rated_player",
    "read_ratings",
    "read_result",
    "read_round",
    "read_screen",
    "read_seats",
    "read_seen",
    "read_swap",
    "read_team",
    "read_two",
    "read_undo",
    "written_player",
]

TIEBREAK_FIELDS: Final = 5
MOST_LINES: Final = 60
MOST_RATINGS: Final = 40
MOST_BOARDS: Final = 600

MOST_ROUNDS: Final = 99

Number = Annotated[int, Meta(ge=0, le=ROOF)]
RoundNumber = Annotated[int, Meta(ge=1, le=MOST_ROUNDS)]


class SeenForm(msgspec.Struct, frozen=True):
    """The version of the event that the page showed; None where the form does not say."""

    seen: Number | None = None


class RoundForm(msgspec.Struct, frozen=True):
    """A round; why something is done with it."""

    round: Number
    reason: str = ""


class PairRoundForm(msgspec.Struct, frozen=True):
    """A round to be paired; `present`: only of whoever has checked in."""

    round: Number
    present: str = ""


class LineUpForm(msgspec.Struct, frozen=True):
    """A match of teams whose boards are given to others; `seen` is the version that the page showed."""

    round: Number
    table: Number
    reason: str = ""
    seen: Number | None = None


class BoardForm(msgspec.Struct, frozen=True):
    """A board of a round; `leg` is the game of its match."""

    round: Number
    board: Number
    leg: Number = 1
    reason: str = ""


class PlayOffForm(msgspec.Struct, frozen=True):
    """A play-off of an even match: how many games, with which clock, who goes on by a draw."""

    round: Number
    board: Number
    games: Number = 1
    clock: str = ""
    draw_for: Literal["", "white", "black"] = ""
    rated: bool = False


class ResultForm(msgspec.Struct, frozen=True):
    """The result of a board; `was` is the one the page showed."""

    round: Number
    board: Number
    leg: Number = 1
    result: str = ""
    was: str | None = None
    reason: str = ""


class SwapForm(msgspec.Struct, frozen=True):
    """Two players who change seats."""

    round: Number
    a: Number
    b: Number
    reason: str = ""


class TwoForm(msgspec.Struct, frozen=True):
    """Two players."""

    a: Number
    b: Number


class UndoForm(msgspec.Struct, frozen=True):
    """Lines of the log to be taken back."""

    first: Number
    last: Number
    seen: Number
    reason: str = ""


class NumberForm(msgspec.Struct, frozen=True):
    """A player or a team by number."""

    number: Number
    reason: str = ""


class OtherForm(msgspec.Struct, frozen=True):
    """Another player, whom one must not meet, or may."""

    other: Number


class HappeningForm(msgspec.Struct, frozen=True):
    """What happens to players."""

    from_round: RoundNumber
    change: str = ""
    until: RoundNumber | None = None
    worth: str = ""
    reason: str = ""


class PlayerForm(msgspec.Struct, frozen=True):
    """A player's facts, but for their ratings by game."""

    name: str = ""
    elo: Number = 0
    sex: str = ""
    club: str = ""
    province: str = ""
    category: str = ""
    card: str = ""
    born: str = ""
    title: str = ""
    group: str = ""
    federation: str = ""


class ScreenForm(msgspec.Struct, frozen=True):
    """A screen of the hall that is set up; what it shows has a tick of its own for each content."""

    name: str = ""
    seconds: Annotated[int, Meta(ge=4, le=300)] = 12
    dark: bool = False
    large: bool = False


class ClockForm(msgspec.Struct, frozen=True):
    """The clock of a round: in how many minutes it begins, how many it lasts at most."""

    round: Number
    starts_in: Annotated[int, Meta(ge=0, le=1440)] = 0
    minutes: Annotated[int, Meta(ge=0, le=1440)] = 0


class TeamForm(msgspec.Struct, frozen=True):
    """A team; `number` is None for a new one, `seen` the version that the page showed."""

    number: Number | None = None
    name: str = ""
    club: str = ""
    seen: Number | None = None


class FinalForm(msgspec.Struct, frozen=True):
    """A final to be made: from which place of each group to which."""

    first: Number
    last: Number
    final: str = ""
    system: str = ""


class RatedPlayerForm(msgspec.Struct, frozen=True):
    """A commission's decision on a player's rating."""

    player: Number
    author: str = ""
    reason: str = ""


class AnnouncementForm(msgspec.Struct, frozen=True):
    """What is announced of an event, but for its lists: tie-breaks, classifications, timetable."""

    name: str = ""
    place: str = ""
    starts: date | None = None
    ends: date | None = None
    game: str = "italian"
    rulebook: str = ""
    rounds: Number = 0
    games: Number = 1
    time_control: str = ""
    arbiter: str = ""
    deck: str = ""
    seed: str = ""
    elo_weight: Number = 100
    scoring: str = ""
    notes: str = ""
    deadline: datetime | None = None
    prizes: str = ""
    prize_places: Number = 3
    medals: bool = False
    exclusion: str = ""
    under: Number = 18
    club_best: Number = 3
    ballots: str = ""
    scope: str = ""
    unplayed: str = ""
    cycles: Number = 1
    boards: Number = 0
    match_points: bool = False
    third_place: bool = False
    last_bye_lowest: bool = False
    weak_rounds: Number = 0
    acceleration: Number = 0
    late_points: str = ""
    playoff_clocks: str = ""
    points: str = ""
    team_points: str = ""


read_seen = form_reader(SeenForm)
read_round = form_reader(RoundForm)
read_pair_round = form_reader(PairRoundForm)
read_board = form_reader(BoardForm)
read_play_off = form_reader(PlayOffForm)
read_line_up = form_reader(LineUpForm)
read_result = form_reader(ResultForm)
read_swap = form_reader(SwapForm)
read_two = form_reader(TwoForm)
read_undo = form_reader(UndoForm)
read_number = form_reader(NumberForm)
read_other = form_reader(OtherForm)
read_team = form_reader(TeamForm)
read_final = form_reader(FinalForm)
read_rated_player = form_reader(RatedPlayerForm)
read_screen = form_reader(ScreenForm)
read_clock = form_reader(ClockForm, names={"starts_in": "in"})
_read_happening = form_reader(HappeningForm, names={"from_round": "from"})
_read_player = form_reader(PlayerForm)
_read_announcement = form_reader(AnnouncementForm)


class _WholeForm(msgspec.Struct, frozen=True):
    whole: Number


class _DayForm(msgspec.Struct, frozen=True):
    day: date | None = None


_read_whole = form_reader(_WholeForm)
_read_day = form_reader(_DayForm)


def numbered(word: str, field: str, most: int = ROOF) -> int:
    """Return the number of a field whose name is counted ("rounds2"). Raises `BadTerms` with the field."""
    try:
        found = _read_whole({"whole": word}).whole
    except BadTerms as error:
        message = error.message if word.strip() else _EMPTY.format(field=field)
        raise BadTerms(field, message) from None
    if found > most:
        raise BadTerms(field, NUMBER_BETWEEN.format(word=word.strip()[:20], least=0, most=most))
    return found


_EMPTY: Final = Message("'{field}' is empty: fill it in.")


def read_happening(fields: Mapping[str, str]) -> HappeningForm:
    """Return what happens to players; the form calls its first round "from"."""
    return _read_happening(fields)


def read_player_facts(fields: Mapping[str, str]) -> PlayerForm:
    """Return a player's facts; Elo may have a dot at the thousands."""
    return _read_player({**fields, "elo": fields.get("elo", "").replace(".", "")})


def written_player(fields: Mapping[str, str], before: EventPlayer | None = None) -> EventPlayer:
    """Return the player of a form, tidied; `before`: as they stand. Raises `BadTerms` with the field."""
    form = read_player_facts(fields)
    return player_written(
        name=form.name,
        elo=form.elo,
        sex=form.sex,
        club=form.club,
        province=form.province,
        category=form.category,
        card=form.card,
        born=form.born,
        title=form.title,
        group=form.group,
        federation=form.federation,
        ratings=read_ratings(fields),
        before=before,
    )


def read_ratings(fields: Mapping[str, str]) -> list[tuple[str, int]]:
    """Return the ratings by game of a form; a line without a number is left out."""
    found = []
    for n in range(1, MOST_RATINGS + 1):
        game, word = fields.get(f"game{n}", ""), fields.get(f"rating{n}", "").strip()
        if game and word:
            found.append((game, numbered(word.replace(".", ""), f"rating{n}")))
    return found


def read_seats(fields: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return White and Black of each board of a form, as written."""
    out: list[tuple[str, str]] = []
    for n in range(1, MOST_BOARDS + 1):
        if f"white{n}" not in fields and f"black{n}" not in fields:
            break
        out.append((fields.get(f"white{n}", ""), fields.get(f"black{n}", "")))
    return out


def read_group_rounds(fields: Mapping[str, str], most: int) -> Iterator[tuple[str, str]]:
    """Yield the name and the rounds of each group of a form, as written."""
    for place in range(1, most + 1):
        if f"name{place}" not in fields:
            return
        yield fields[f"name{place}"], fields.get(f"rounds{place}", "")


# --- what is announced -----------------------------------------------------------------------------------


def announced(fields: Mapping[str, str]) -> Announcement:
    """Return what a form announces. Raises `BadTerms` with the field."""
    form = _read_announcement(fields)
    return Announcement(
        name=form.name,
        place=form.place,
        starts=form.starts,
        ends=form.ends,
        game=form.game,
        rulebook=form.rulebook,
        system=system_called(fields.get("system", "")),
        rounds=form.rounds,
        games=form.games,
        time_control=form.time_control,
        arbiter=form.arbiter,
        deck=form.deck,
        seed=form.seed,
        elo_weight=form.elo_weight,
        tiebreaks=_tiebreaks(fields),
        scoring="1-½-0" if form.scoring == "1-½-0" else "2-1-0",
        notes=form.notes,
        deadline=form.deadline.isoformat(timespec="minutes") if form.deadline else "",
        timetable=_timetable(fields),
        prizes=form.prizes,
        prize_places=form.prize_places,
        medals=form.medals,
        exclusion=form.exclusion,
        classifications=tuple(c for c in CLASSIFICATIONS if fields.get(f"class_{c}") == "yes"),
        under=form.under,
        club_best=form.club_best,
        ballots="board" if form.ballots == "board" else "round",
        scope="international" if form.scope == "international" else "national",
        unplayed=form.unplayed,
        cycles=form.cycles,
        boards=form.boards,
        match_points=form.match_points,
        third_place=form.third_place,
        last_bye_lowest=form.last_bye_lowest,
        weak_rounds=form.weak_rounds,
        weak_by=tuple(w for w in _WEAK if fields.get(f"weak_{w}") == "yes") or ("club", "province"),
        acceleration=form.acceleration,
        late_points=_LATE.get(form.late_points, "zero"),
        playoff_clocks=form.playoff_clocks,
        points=form.points,
        team_points=form.team_points,
    )


_WEAK: Final[tuple[Literal["club", "province", "federation"], ...]] = ("club", "province", "federation")
_LATE: Final[Mapping[str, Literal["zero", "half", "full"]]] = {"half": "half", "full": "full"}


def _tiebreaks(fields: Mapping[str, str]) -> str:
    chosen = [fields.get(f"tiebreak{n}", "").strip() for n in range(1, TIEBREAK_FIELDS + 1)]
    return ",".join(c for c in chosen if c) or fields.get("tiebreaks", "")


def _timetable(fields: Mapping[str, str]) -> tuple[Appointment, ...]:
    return tuple(
        Appointment(
            _day(fields.get(f"day{n}", "")),
            fields.get(f"time{n}", ""),
            fields.get(f"rounds{n}", ""),
            fields.get(f"what{n}", ""),
        )
        for n in range(1, MOST_LINES + 1)
        if any(fields.get(f"{name}{n}", "").strip() for name in ("day", "time", "rounds", "what"))
    )


def _day(word: str) -> date | None:
    try:
        return _read_day({"day": word}).day
    except BadTerms as error:
        raise BadTerms("timetable", error.message) from None
