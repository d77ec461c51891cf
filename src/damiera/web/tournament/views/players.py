"""The players of an event: the list of all, and the page of one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

import msgspec

from damiera.errors import DamieraError
from damiera.messages import Lang, Message, Text
from damiera.rating.categories import letters
from damiera.service.errors import BadTerms
from damiera.service.federation.people import ArchivedPerson
from damiera.service.tournament.event import LinkedEvent, LiveEvent
from damiera.tournament.model import Event, EventPlayer, ForbiddenPair, Status, status
from damiera.tournament.workbook import has_workbooks
from damiera.web.common.pages import PageView, part
from damiera.web.tournament.views.head import EventPage, event_head, refusal
from damiera.web.tournament.views.words import CHANGES, change_choices, effects, game_choices

__all__ = [
    "CheckInPage",
    "EnteredAnswer",
    "FoundPerson",
    "PlayerPage",
    "PlayerRow",
    "PlayerRowPart",
    "PlayersPage",
    "check_in_page",
    "entered_answer",
    "entered_refused",
    "found_people",
    "player_page",
    "player_rows",
    "players_page",
]


class PlayerRow(msgspec.Struct, frozen=True):
    """A player with what may be done to them.

    Attributes:
        category: its letters.
        here: they have checked in. `away`: they are not paired in the coming round; `state` says why.
        removable: they were never paired, and can be taken from the list.
    """

    player: EventPlayer
    category: str
    here: bool
    state: str
    away: bool
    removable: bool
    points: str


class PlayersPage(EventPage, kw_only=True, frozen=True):
    """The list of players.

    Attributes:
        present: how many have checked in.
        next: the round to come; `now`: the one for which something happens to a player unless said otherwise.
        fields: the form that is refused.
        forbidden: the pairs kept apart.
        changes: what may happen to a player; `effects`: what each of it does.
        game: the event's own among the `games`.
        listed: how many ratings were just taken from a list; "" if none were.
    """

    template: ClassVar[str] = "tournament/players.html"
    tab: str = "players"
    workbooks: bool
    rows: tuple[PlayerRow, ...]
    present: int
    started: bool
    next: int
    now: int
    fields: Mapping[str, str]
    forbidden: tuple[tuple[EventPlayer, EventPlayer, ForbiddenPair], ...]
    changes: tuple[tuple[str, str], ...]
    effects: tuple[tuple[str, str], ...]
    games: tuple[tuple[str, str], ...]
    game: str
    groups: tuple[LinkedEvent, ...]
    listed: str


class PlayerRowPart(PageView, kw_only=True, frozen=True):
    """The row of one player, as the list of all shows it."""

    template: ClassVar[str] = "tournament/players_row.html"
    r: PlayerRow
    event_id: str
    fields: Mapping[str, str]


class FoundPerson(msgspec.Struct, frozen=True):
    """Somebody of the archive as the form of a player has them.

    Attributes:
        elo: in the event's game; "" for none.
        cat: the letters of the `category`.
        entered: their start number in the event; 0 if they are not entered.
    """

    id: str
    name: str
    elo: str
    category: str
    cat: str
    club: str
    province: str
    card: str
    born: str
    sex: str
    title: str
    federation: str
    entered: int


class EnteredAnswer(msgspec.Struct, frozen=True):
    """What a script is told of a player who was entered, or was not.

    Attributes:
        number: their start number; 0 if they were not entered: `wrong` says why, `field` where.
        html: their row. `players`, `said`: how many there are now, as a number and in words.
    """

    number: int = 0
    html: str = ""
    players: int = 0
    said: str = ""
    wrong: str = ""
    field: str = ""


class CheckInPage(EventPage, kw_only=True, frozen=True):
    """Who is here, for whoever writes that down and no more.

    Attributes:
        rows: the players by name.
        present: how many have checked in.
    """

    template: ClassVar[str] = "tournament/checkin.html"
    tab: str = "players"
    arbiter: bool = False
    rows: tuple[PlayerRow, ...]
    present: int


def found_people(
    people: Sequence[ArchivedPerson], game: str, entered: Mapping[int, str], *, private: bool
) -> tuple[FoundPerson, ...]:
    """Return whoever was found, for the form of an event of some game: who is entered already comes last.

    Args:
        entered: who the players of the event are, by start number.
        private: whether birth and sex may be told.
    """
    numbers = {person: number for number, person in entered.items()}
    told = [_found(one, game, numbers.get(one.id, 0), private) for one in people]
    return tuple(sorted(told, key=lambda one: one.entered > 0))


def _found(one: ArchivedPerson, game: str, entered: int, private: bool) -> FoundPerson:
    facts = one.facts
    return FoundPerson(
        one.id,
        facts.name,
        str(one.rating(game) or one.rating("italian") or ""),
        one.category(game),
        letters(one.category(game)),
        facts.club,
        facts.province,
        facts.card,
        facts.born if private else "",
        facts.sex if private else "",
        facts.title,
        facts.federation,
        entered,
    )


def entered_answer(live: LiveEvent, lang: Lang) -> EnteredAnswer:
    """Return what is told of the player who was entered last."""
    keys = live.whole.margin.keys
    player = max(live.event.players, key=lambda p: keys.get(p.number, 0))
    paired = {n for g in live.event.games for n in (g.white, g.black) if n is not None}
    row = PlayerRowPart(r=_row(live, player, paired, lang), event_id=live.id, fields={})
    count = len(live.event.players)
    return EnteredAnswer(player.number, part(lang, row), count, _PLAYERS.format(n=count).text(lang))


def entered_refused(wrong: DamieraError, lang: Lang) -> EnteredAnswer:
    """Return what is told of a player who was not entered."""
    field = wrong.field if isinstance(wrong, BadTerms) else ""
    return EnteredAnswer(wrong=refusal(wrong, lang), field=field)


def check_in_page(live: LiveEvent, lang: Lang, wrong: DamieraError | None = None) -> CheckInPage:
    """Return the page of who is here."""
    rows = sorted(player_rows(live, lang), key=lambda r: r.player.name.casefold())
    return CheckInPage(
        head=event_head(live, lang), rows=tuple(rows), present=len(live.here), wrong=refusal(wrong, lang)
    )


def players_page(
    live: LiveEvent,
    lang: Lang,
    *,
    fields: Mapping[str, str],
    listed: str = "",
    wrong: DamieraError | None = None,
) -> PlayersPage:
    """Return the list of players."""
    event = live.event
    return PlayersPage(
        head=event_head(live, lang),
        workbooks=has_workbooks(),
        rows=player_rows(live, lang),
        present=len(live.here),
        started=live.begun,
        next=event.played_rounds + 1,
        now=_round_now(live),
        fields=fields,
        forbidden=tuple((event.player(f.a), event.player(f.b), f) for f in event.forbidden if f.a > 0),
        changes=change_choices(lang),
        effects=effects(lang),
        games=game_choices(lang),
        game=event.game,
        groups=live.groups,
        listed=listed,
        wrong=refusal(wrong, lang),
    )


def _round_now(live: LiveEvent) -> int:
    """Return the round under way, else the one to come."""
    return live.event.played_rounds if live.open_games else live.event.played_rounds + 1


def player_rows(live: LiveEvent, lang: Lang) -> tuple[PlayerRow, ...]:
    """Return the players by start number."""
    paired = {n for g in live.event.games for n in (g.white, g.black) if n is not None}
    ordered = sorted(live.event.players, key=lambda p: p.number)
    return tuple(_row(live, player, paired, lang) for player in ordered)


def _row(live: LiveEvent, player: EventPlayer, paired: set[int], lang: Lang) -> PlayerRow:
    event, number = live.event, player.number
    coming = event.played_rounds + 1
    return PlayerRow(
        player=player,
        category=letters(player.category),
        here=number in live.here,
        state=_state(event, player, coming, lang),
        away=status(event, number, coming) is not None,
        removable=number not in paired,
        points=live.points_said(number, event.played_rounds),
    )


_FROM = Message("from round {n}")
_FROM_TO = Message("from round {n} to round {last}")
_ONLY = Message("in round {n}", context="only in it")


def _state(event: Event, player: EventPlayer, coming: int, lang: Lang) -> str:
    held = status(event, player.number, coming)
    if held is None:
        return ""
    said = CHANGES[held.change].text(lang)
    since = _held_for(held).text(lang)
    return f"{said} {since}" + (f": {held.reason}" if held.reason else "")


def _held_for(held: Status) -> Text:
    """Say for which rounds something holds."""
    first, last = held.from_round, held.until_round
    if last is None:
        return _FROM.format(n=first)
    return _ONLY.format(n=first) if last == first else _FROM_TO.format(n=first, last=last)


class PlayerPage(EventPage, kw_only=True, frozen=True):
    """One player.

    Attributes:
        typed: the facts that are refused; `fields`: the whole form that is.
        others: the other players; `forbidden`: those this one must not meet.
    """

    template: ClassVar[str] = "tournament/player.html"
    tab: str = "players"
    row: PlayerRow
    who: EventPlayer
    next: int
    now: int
    changes: tuple[tuple[str, str], ...]
    effects: tuple[tuple[str, str], ...]
    games: tuple[tuple[str, str], ...]
    typed: Mapping[str, str]
    version: int
    others: tuple[EventPlayer, ...]
    forbidden: tuple[tuple[EventPlayer, ForbiddenPair], ...]
    fields: Mapping[str, str]


def player_page(
    live: LiveEvent,
    lang: Lang,
    number: int,
    *,
    fields: Mapping[str, str],
    wrong: DamieraError | None = None,
) -> PlayerPage:
    """Return the page of a player. Raises `NoSuchPlayer`."""
    event = live.event
    who = event.player(number)
    paired = {n for g in event.games for n in (g.white, g.black) if n is not None}
    return PlayerPage(
        head=event_head(live, lang),
        row=_row(live, who, paired, lang),
        who=who,
        next=event.played_rounds + 1,
        now=_round_now(live),
        changes=change_choices(lang),
        effects=effects(lang),
        games=game_choices(lang),
        typed=fields if fields.get("do") == "edit" else {},
        version=live.version,
        others=tuple(p for p in event.players if p.number != number),
        forbidden=tuple(
            (event.player(f.b if f.a == number else f.a), f) for f in event.forbidden if number in (f.a, f.b)
        ),
        fields=fields,
        wrong=refusal(wrong, lang),
    )


_PLAYERS = Message("{n} player", plural="{n} players")
