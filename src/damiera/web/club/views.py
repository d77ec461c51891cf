"""What the page of the club shows: paces to look for a game at, who waits, what is played, who is here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Final, Literal
from urllib.parse import quote

import msgspec
from markupsafe import Markup

from damiera.game.sides import SideName, side_named, side_text
from damiera.game.ways import Conditions, Way
from damiera.messages import Lang, Message, Text, translations
from damiera.notation.fen import parse_fen
from damiera.paper.boards import board_shape
from damiera.paper.svg import diagram
from damiera.rating.online import PROVISIONAL
from damiera.records.games import GameRecord, GameTerms
from damiera.records.people import RatingRecord
from damiera.rules.ruleset import CATALOGUE, ITALIAN, ruleset, sections
from damiera.service.challenges import Challenge
from damiera.service.club import ClubGame, ClubState
from damiera.service.club_calendar import PlannedEvent
from damiera.service.game_choices import LOSING, ClockName, DaysName, GameChoices, new_game
from damiera.service.identity import Visitor
from damiera.service.live import clock_of
from damiera.service.new_game import kept_terms
from damiera.service.terms import read_terms
from damiera.web.chat.views import ChatPanel
from damiera.web.common.pages import PageView
from damiera.web.play.board_views import timing

__all__ = [
    "PACES",
    "ClubPage",
    "ClubPart",
    "ClubPeople",
    "ClubPerson",
    "ClubStrangers",
    "asks_name",
    "club_page",
    "club_part",
    "concerns",
    "known_game",
    "pace_choices",
    "person_here",
    "seeks_and_played",
    "short_time",
    "waiting_line",
]

QUICK: Final = ("italian", "english", "international", "russian")
"""The games that stand beside the list of all."""
_DAYS: Final = "3d"
PACES: Final[tuple[ClockName | DaysName, ...]] = ("3+2", "5+3", "10+5", "15+5", "30+10", _DAYS)
_NAMES: Final[dict[str, Message]] = {
    "3+2": Message("lightning"),
    "5+3": Message("quick"),
    "10+5": Message("at the café"),
    "15+5": Message("with thought"),
    "30+10": Message("as in a tournament"),
    _DAYS: Message("by correspondence", context="pace"),
}


class Pace(msgspec.Struct, frozen=True):
    """A pace at which one may look for somebody.

    Attributes:
        id: as a form sends it.
        time: the clock in a few words; `name`: what it is good for.
        waiting: how many others wait for a game at this pace.
        mine: the reader waits for one: the game to take back; None if not.
    """

    id: str
    time: str
    name: str
    waiting: int
    mine: str | None


class OfferedSeat(msgspec.Struct, frozen=True):
    """A game that waits: who offers it, what is left to the other; `mine` if the reader offers it.

    Attributes:
        points: the rating of who offers it, in this game at this speed; empty without one.
        profile: where more is told of them; empty for a guest.
        is_bot: whether they are a program.
    """

    id: str
    name: str
    points: str
    profile: str
    is_bot: bool
    is_rated: bool
    game_name: str
    time: str
    colour: str
    here: bool
    mine: bool


class Played(msgspec.Struct, frozen=True):
    """A game that is played: between whom, and since how many moves; `mine` if the reader plays in it."""

    id: str
    white: str
    black: str
    game_name: str
    time: str
    plies: int
    mine: bool


class Present(msgspec.Struct, frozen=True):
    """Somebody who is here, and what they do.

    Attributes:
        profile: where more is told of them; empty for a guest.
        me: it is the reader.
        handle: by which the reader challenges them; empty if they cannot be now.
        is_bot: whether they are a program.
        key: by which the page knows them again.
    """

    name: str
    profile: str
    is_bot: bool
    does: str
    me: bool
    handle: str
    key: str


class ShownChallenge(msgspec.Struct, frozen=True):
    """A challenge between the reader and somebody else.

    Attributes:
        name: the other; `profile`: where more is told of them; empty for a guest.
        what: the game and its clock.
        state: `given` to the reader, `made` by the reader, `declined` by the other, or `begun`.
        game: the game that it became; empty before.
    """

    id: str
    name: str
    profile: str
    what: str
    is_rated: bool
    state: Literal["given", "made", "declined", "begun"]
    game: str


class ClubPeople(msgspec.Struct, frozen=True):
    """Who is at the club.

    Attributes:
        people: each with the handle by which others challenge them.
        strangers: how many look on who have no name.
        challenges: those between the reader and somebody.
    """

    people: tuple[tuple[Visitor, str], ...]
    strangers: int
    challenges: tuple[Challenge, ...] = ()


class GameOfList(msgspec.Struct, frozen=True):
    """A game that can be chosen."""

    slug: str
    name: str


class GameListSection(msgspec.Struct, frozen=True):
    """A section of the catalogue."""

    title: str
    games: tuple[GameOfList, ...]


class ClubPart(PageView, frozen=True):
    """What changes while one looks.

    Attributes:
        game: the game whose paces are shown.
        shown: the game on the board beside; None where nothing is played.
        drawn: its board.
        strangers: how many look on who have no name.
        challenges: those between the reader and somebody.
    """

    template: ClassVar[str] = "club/_club.html"
    game: str
    paces: tuple[Pace, ...]
    offers: tuple[OfferedSeat, ...]
    played: tuple[Played, ...]
    shown: Played | None
    drawn: Markup
    people: tuple[Present, ...]
    strangers: int
    challenges: tuple[ShownChallenge, ...]
    has_account: bool


class ClubSeeks(PageView, frozen=True):
    """Challenges, paces and who looks for a game: what changes when somebody looks."""

    template: ClassVar[str] = "club/_seeks.html"
    game: str
    paces: tuple[Pace, ...]
    offers: tuple[OfferedSeat, ...]
    challenges: tuple[ShownChallenge, ...]


class ClubPlayed(PageView, frozen=True):
    """What is played, with the board beside."""

    template: ClassVar[str] = "club/_played.html"
    played: tuple[Played, ...]
    shown: Played | None
    drawn: Markup


class ClubPerson(PageView, frozen=True):
    """Somebody who is here."""

    template: ClassVar[str] = "club/_person.html"
    one: Present


class ClubStrangers(PageView, frozen=True):
    """How many look on who have no name."""

    template: ClassVar[str] = "club/_strangers.html"
    strangers: int


class ClubEventCard(msgspec.Struct, frozen=True):
    """An event of a club of the reader: its page, what it is called, whose it is, and when, in words."""

    address: str
    title: str
    club: str
    time: str


class ClubPage(PageView, frozen=True):
    """The page of the club.

    Attributes:
        part: what changes while one looks.
        quick: games that stand beside the list of all.
        asks_name: the reader has no name of their own yet.
        has_account: the reader may have a game rated.
        events: what goes on or is planned in the clubs of the reader.
        chat: what is said here; None where there is no chat.
        wrong: why something was refused; empty if nothing was.
    """

    template: ClassVar[str] = "club/club.html"
    game: str
    part: Markup
    quick: tuple[GameOfList, ...]
    games: tuple[GameListSection, ...]
    asks_name: bool
    has_account: bool
    events: tuple[ClubEventCard, ...] = ()
    chat: ChatPanel | None = None
    wrong: str = ""


def pace_choices(game: str, pace: str) -> GameChoices | None:
    """Return what somebody chooses who looks for a game at a pace; None where that is none of ours."""
    for one in PACES:
        if one == pace == _DAYS:
            return GameChoices(game=game, against="friend", seat="any", way=Way.CORRESPONDENCE, days=_DAYS)
        if one == pace:
            return GameChoices(game=game, against="friend", seat="any", clock=one)  # type: ignore[arg-type]
    return None


def short_time(id: ClockName | DaysName, lang: Lang) -> str:
    """Return a pace as players write it."""
    chosen = pace_choices(ITALIAN.slug, id)
    assert chosen is not None
    return _short(kept_terms(read_terms(new_game(chosen))), lang)


def club_part(
    state: ClubState,
    game: str,
    reader: Visitor | None,
    club_people: ClubPeople,
    watched: Callable[[str], int],
    lang: Lang,
) -> ClubPart:
    """Return what happens at the club, as one reader sees it.

    Args:
        game: the game whose paces are shown.
        club_people: who is here.
        watched: how many look at a game; the one with most is on the board.
    """
    me = reader.id if reader else None
    played = tuple(_played(one.row, me, lang) for one in state.running)
    best = max(state.running, key=lambda one: watched(one.row.id), default=None)
    return ClubPart(
        game=game,
        paces=tuple(_pace(id, game, state, me, lang) for id in PACES),
        offers=tuple(_offer(one, me, lang) for one in state.waiting if one.here or one.by == me),
        played=played,
        shown=_played(best.row, me, lang) if best else None,
        drawn=_drawn(best.row) if best else Markup(),
        people=tuple(_present(one, handle, state, me, lang) for one, handle in club_people.people),
        strangers=club_people.strangers,
        has_account=reader is not None and reader.has_account,
        challenges=tuple(_challenge(one, me, lang) for one in club_people.challenges if _concerns(one, me)),
    )


def seeks_and_played(
    state: ClubState,
    game: str,
    reader: Visitor | None,
    challenges: tuple[Challenge, ...],
    watched: Callable[[str], int],
    lang: Lang,
) -> tuple[ClubSeeks, ClubPlayed]:
    """Return the two parts of `club_part` that do not name all who are here.

    Args:
        reader: None for what is the same for everybody who neither waits nor plays.
        challenges: those between the reader and somebody.
    """
    one = club_part(state, game, reader, ClubPeople((), 0, challenges), watched, lang)
    return (
        ClubSeeks(one.game, one.paces, one.offers, one.challenges),
        ClubPlayed(one.played, one.shown, one.drawn),
    )


def person_here(one: Visitor, handle: str, state: ClubState, lang: Lang) -> ClubPerson:
    """Return somebody who is here as everybody else sees them."""
    return ClubPerson(_present(one, handle, state, None, lang))


def concerns(state: ClubState, reader: Visitor) -> bool:
    """Tell whether a reader waits or plays here, so that the club looks otherwise to them."""
    return any(one.by == reader.id for one in state.waiting) or any(
        seat.player_id == reader.id for one in state.running for seat in one.row.seats
    )


def club_page(
    part: str,
    game: str,
    lang: Lang,
    *,
    asks_name: bool,
    has_account: bool,
    events: Sequence[PlannedEvent] = (),
    chat: ChatPanel | None = None,
    wrong: str = "",
) -> ClubPage:
    """Return the page around what happens."""
    quick = dict.fromkeys((*QUICK, game) if game in CATALOGUE else QUICK)
    return ClubPage(
        game=game,
        part=Markup(part),
        quick=tuple(GameOfList(slug, CATALOGUE[slug].name.text(lang)) for slug in quick),
        games=tuple(
            GameListSection(
                section.title.text(lang),
                tuple(
                    GameOfList(slug, CATALOGUE[slug].name.text(lang))
                    for slug in section.games
                    if not slug.endswith(LOSING) and slug not in quick
                ),
            )
            for section in sections()
        ),
        asks_name=asks_name,
        has_account=has_account,
        events=tuple(
            ClubEventCard(one.event.address, one.event.title, one.club.name, one.event.time) for one in events
        ),
        chat=chat,
        wrong=wrong,
    )


def _pace(id: ClockName | DaysName, game: str, state: ClubState, me: str | None, lang: Lang) -> Pace:
    chosen = pace_choices(game, id)
    assert chosen is not None
    wanted = kept_terms(read_terms(new_game(chosen)))
    same = [one for one in state.waiting if _terms(one.row) == wanted]
    return Pace(
        id=id,
        time=_short(wanted, lang),
        name=_NAMES[id].text(lang),
        waiting=sum(one.here and one.by != me and not one.is_bot for one in same),
        mine=next((one.row.id for one in same if me is not None and one.by == me), None),
    )


def _short(terms: GameTerms, lang: Lang) -> str:
    """Return a clock as players write it: minutes and seconds a move, or days."""
    if terms.base_ms is None or terms.clock is not None:
        return Message("{n} days", n=3).text(lang)
    return f"{terms.base_ms // 60_000} + {(terms.increment_ms or 0) // 1000}"


def _terms(row: GameRecord) -> GameTerms:
    return GameTerms(
        row.game, row.rulebook, row.start_fen, row.base_ms, row.increment_ms, row.clock, row.conditions
    )


def _offer(one: ClubGame, me: str | None, lang: Lang) -> OfferedSeat:
    row = one.row
    name = next((seat.name for seat in row.seats if seat.player_id == one.by), "")
    return OfferedSeat(
        id=row.id,
        name=name,
        points=_points(one.rating),
        profile=_profile(name) if one.has_account else "",
        is_bot=one.is_bot,
        is_rated=one.is_rated,
        game_name=_game_name(row, lang),
        time=timing(clock_of(row), lang),
        colour=_colour(one.free, lang),
        here=one.here,
        mine=me is not None and one.by == me,
    )


def _colour(free: str | None, lang: Lang) -> str:
    if free is None:
        return ""
    name: SideName = free  # type: ignore[assignment]
    return side_text(side_named(name)).text(lang)


def _game_name(row: GameRecord, lang: Lang) -> str:
    agreed = Conditions.decode(row.conditions).house_name if row.conditions else ""
    return agreed or ruleset(row.game).name.text(lang)


def _played(row: GameRecord, me: str | None, lang: Lang) -> Played:
    white, black, *_ = row.seats
    return Played(
        id=row.id,
        white=white.name,
        black=black.name,
        game_name=_game_name(row, lang),
        time=timing(clock_of(row), lang),
        plies=row.stand.ply,
        mine=me is not None and any(seat.player_id == me for seat in row.seats),
    )


def _drawn(row: GameRecord) -> Markup:
    rules = ruleset(row.game)
    return diagram(board_shape(rules.slug), parse_fen(row.stand.fen, rules).standing)


def _points(rating: RatingRecord | None) -> str:
    """Return a rating as it is shown, with a mark where little is known; nothing without one."""
    if rating is None:
        return ""
    return f"{rating.rating:.0f}" + ("?" if rating.deviation > PROVISIONAL else "")


def _profile(name: str) -> str:
    return f"/people/{quote(name, safe='')}"


def _present(one: Visitor, handle: str, state: ClubState, me: str | None, lang: Lang) -> Present:
    profile = _profile(one.name) if one.has_account else ""
    plays = any(seat.player_id == one.id for game in state.running for seat in game.row.seats)
    can_be_asked = one.id != me and (one.is_bot or not plays)  # a bot may play several at once
    does = _does(one, state, lang)
    asked_by = handle if can_be_asked else ""
    return Present(one.name, profile, one.is_bot, does, one.id == me, asked_by, handle)


def _concerns(one: Challenge, me: str | None) -> bool:
    """Tell whether a reader is shown a challenge: who declined one or plays it has done with it."""
    return one.state == "open" or one.by.id == me


def _challenge(one: Challenge, me: str | None, lang: Lang) -> ShownChallenge:
    mine = one.by.id == me
    other = one.to if mine else one.by
    terms = kept_terms(read_terms(one.new))
    state: Literal["given", "made", "declined", "begun"] = (
        one.state if one.state != "open" else "made" if mine else "given"
    )
    return ShownChallenge(
        id=one.id,
        name=other.name,
        profile=_profile(other.name) if other.has_account else "",
        what=f"{ruleset(terms.game).name.text(lang)} · {_short(terms, lang)}",
        is_rated=one.is_rated,
        state=state,
        game=one.game_id,
    )


def _does(one: Visitor, state: ClubState, lang: Lang) -> str:
    said: Text = Message("is here")
    for game in state.running:
        seats = game.row.seats
        if any(seat.player_id == one.id for seat in seats):
            other = next((seat.name for seat in seats if seat.player_id != one.id), "")
            return Message("plays {name}").format(name=other).text(lang)
    if any(game.by == one.id for game in state.waiting):
        said = Message("looks for a game")
    return said.text(lang)


def known_game(asked: str) -> str:
    """Return the game of the catalogue that is asked for; Italian draughts for any other."""
    return asked if asked in CATALOGUE else ITALIAN.slug


def asks_name(visitor: Visitor | None) -> bool:
    """Tell whether a reader has no name of their own yet."""
    return visitor is None or visitor.is_unnamed


def waiting_line(n: int, lang: Lang) -> str:
    """Say how many wait for somebody to play with; nothing where nobody does."""
    words = translations(lang)
    return words.ngettext("{n} player waits", "{n} players wait", n).format(n=n) if n else ""
