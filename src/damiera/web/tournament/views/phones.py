"""What players' phones show, what the arbiter's desk shows of them, and the addresses of both."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import ClassVar, Final, Literal, assert_never

import msgspec
from markupsafe import Markup

from damiera.errors import DamieraError
from damiera.messages import Lang, Message, Text, day_and_time
from damiera.service.names import show_code
from damiera.service.tournament.event import LiveEvent
from damiera.service.tournament.online import online_game
from damiera.service.tournament.phones import Card
from damiera.service.tournament.registration import EntryRequest, RegistrationLink
from damiera.service.tournament.reports import BoardReports, boards_of, said_of
from damiera.tournament import acts
from damiera.tournament.model import Colour, Event, EventPlayer, Kind, RoundGame, Scoring
from damiera.tournament.state import PhoneNotes
from damiera.web.common.qr import qr
from damiera.web.tournament.views.head import EventPage, event_head, refusal
from damiera.web.tournament.views.prints import UNREACHED, is_reached
from damiera.web.tournament.views.words import short_result

__all__ = [
    "BoardGame",
    "CardsPage",
    "MyBoardPage",
    "MyPhonePage",
    "PhoneAct",
    "PhonesPage",
    "PlayerLinksPage",
    "ReportMark",
    "board_game",
    "board_games",
    "card_address",
    "cards_page",
    "entry_address",
    "my_board_page",
    "my_phone_page",
    "note_said",
    "phones_page",
    "player_links_page",
    "report_address",
    "report_mark",
    "report_marks",
]

_LABELS: Final[dict[Colour, dict[acts.ReportedResult, Text]]] = {
    "white": {
        "win": Message("I won"),
        "draw": Message("Draw"),
        "loss": Message("I lost"),
    },
    "black": {
        "loss": Message("I won"),
        "draw": Message("Draw"),
        "win": Message("I lost"),
    },
}
_SIDES: Final[dict[Colour, Text]] = {"white": Message("White"), "black": Message("Black")}
_OPEN: Final = Message("How did it end? Say it, then {o} confirms.")
_MINE: Final = Message("You said {r}. {o} has still to confirm it.")
_THEIRS: Final = Message("{o} says {r}. Is that right?")
_DIFFER: Final = Message("You say {r}, {o} says {s}: the arbiter decides. If it was a slip, correct it here.")
_AGREED: Final = Message("The arbiter has taken the result {r} back: talk to them.")
_OVER: Final = Message("Recorded: {r}.")
_AWAITING: Final = Message("{side} reports {r}, {other} has not yet")
_DISAGREE: Final = Message("they disagree: White says {w}, Black {b}")
_TAKEN_BACK: Final = Message("both said {r}, taken back")


def report_address(server: str, id: str, round: int | None = None, board: int | None = None) -> str:
    """Return where the two at a board report its result; without a board, where anybody reports their own.

    >>> report_address("http://192.168.1.4:8080", "7k2m9xqd42", 3, 12)
    'http://192.168.1.4:8080/hall/7k2m9xqd42/report?round=3&board=12'
    """
    place = f"?round={round}&board={board}" if round and board else ""
    return f"{server}/hall/{id}/report{place}"


def card_address(server: str, id: str, code: str) -> str:
    """Return where a player's own code brings them."""
    return f"{server}/hall/{id}/me?code={code}"


def entry_address(server: str, id: str, code: str) -> str:
    """Return where whoever wants to play registers."""
    return f"{server}/hall/{id}/join/{code}"


# --- one player's phone ----------------------------------------------------------------------------------


class MyPhonePage(EventPage, frozen=True, kw_only=True):
    """Whose phone this is.

    Attributes:
        mine: the player it speaks for; `found`: whose the code is, to be confirmed.
        back: the board to go to then, as the end of an address.
    """

    template: ClassVar[str] = "tournament/me.html"
    tab: str = "me"
    mine: EventPlayer | None
    found: EventPlayer | None
    code: str
    back: str


def my_phone_page(
    live: LiveEvent,
    lang: Lang,
    visitor_id: str | None,
    mine: EventPlayer | None,
    *,
    found: EventPlayer | None = None,
    code: str = "",
    back: str = "",
    wrong: DamieraError | None = None,
) -> MyPhonePage:
    """Return the page that asks whose phone this is, or says it."""
    return MyPhonePage(
        head=event_head(live, lang),
        arbiter=live.is_arbiter(visitor_id),
        mine=mine,
        found=found,
        code=code,
        back=back,
        wrong=refusal(wrong, lang),
    )


class ReportChoice(msgspec.Struct, frozen=True):
    """A result a player may report: `chosen` by them already, `confirms` what the other said."""

    name: acts.ReportedResult
    label: str
    said: str
    chosen: bool
    confirms: bool


class MyGame(msgspec.Struct, frozen=True):
    """A game of a player: `mine` and `theirs` are what the two have reported, `says` what follows."""

    leg: int
    online: str
    state: Literal["over", "differ", "agreed", "waiting", "open"]
    side: str
    mine: str
    theirs: str
    says: str
    choices: tuple[ReportChoice, ...]


class MyBoard(msgspec.Struct, frozen=True):
    """A player's board of a round.

    Attributes:
        name: what the board is called: its number, "2.3" where teams meet.
        elsewhere: another board was asked about, `asked`, which is not theirs.
        asked_name: what that one is called.
        rests: they do not play in this round.
        on: players may report here.
    """

    round: int
    board: int | None
    name: str
    elsewhere: bool
    asked: int | None
    asked_name: str
    colour: Colour
    white: str
    black: str
    rests: bool
    on: bool
    over: bool
    closed: bool
    games: tuple[MyGame, ...]


class MyBoardPage(EventPage, frozen=True, kw_only=True):
    """A player's board of a round, what was reported of it, what they may say; `current`: the last round."""

    template: ClassVar[str] = "tournament/report.html"
    tab: str = "me"
    mine: EventPlayer
    now: MyBoard
    current: int


def my_board_page(
    live: LiveEvent,
    lang: Lang,
    visitor_id: str | None,
    mine: EventPlayer,
    *,
    round: int | None,
    board: int | None,
    wrong: DamieraError | None = None,
) -> MyBoardPage:
    """Return what a player's phone shows of a round, of the last one if none is named."""
    return MyBoardPage(
        head=event_head(live, lang),
        arbiter=live.is_arbiter(visitor_id),
        mine=mine,
        now=_my_board(live, lang, mine.number, round, board),
        current=live.event.played_rounds,
        wrong=refusal(wrong, lang),
    )


def _my_board(live: LiveEvent, lang: Lang, number: int, round: int | None, board: int | None) -> MyBoard:
    event, margin = live.event, live.margin
    shown = round if round and event.round(round) is not None else event.played_rounds
    games = boards_of(event, number, shown)
    held = event.round(shown)
    first = games[0] if games else None
    return MyBoard(
        round=shown,
        board=first.board if first else None,
        name=live.board_name(shown, first.board) if first else "",
        elsewhere=bool(board and first and first.board != board),
        asked=board,
        asked_name=live.board_name(shown, board) if board else "",
        colour="white" if first and first.white == number else "black",
        white=event.player(first.white).name if first else "",
        black=event.player(first.black).name if first and first.black else "",
        rests=bool(held) and not games,
        on=margin.reporting,
        over=live.over,
        closed=bool(held and held.closed),
        games=tuple(_my_game(event, margin, game, number, lang) for game in games),
    )


def _my_game(event: Event, margin: PhoneNotes, game: RoundGame, number: int, lang: Lang) -> MyGame:
    said, scoring = said_of(margin, game), event.settings.scoring
    colour: Colour = "white" if game.white == number else "black"
    mine, theirs = said.of(colour), said.of("black" if colour == "white" else "white")
    opponent = game.black if colour == "white" else game.white
    assert opponent is not None
    return MyGame(
        leg=game.leg,
        online=online_game(margin, game),
        state=said.state,
        side=_SIDES[colour].text(lang),
        mine=mine.result if mine else "",
        theirs=theirs.result if theirs else "",
        says=_says(said, colour, event.player(opponent).name, scoring).text(lang),
        choices=tuple(
            ReportChoice(
                name=result,
                label=label.text(lang),
                said=short_result(result, scoring),
                chosen=bool(mine and mine.result == result),
                confirms=bool(theirs and theirs.result == result),
            )
            for result, label in _LABELS[colour].items()
        ),
    )


def _says(said: BoardReports, colour: Colour, name: str, scoring: Scoring) -> Text:
    mine = said.of(colour)
    theirs = said.of("black" if colour == "white" else "white")
    match said.state:
        case "over":
            return _OVER.format(r=said.game.result(scoring))
        case "open":
            return _OPEN.format(o=name)
        case "agreed" if mine:
            return _AGREED.format(r=short_result(mine.result, scoring))
        case "differ" if mine and theirs:
            return _DIFFER.format(
                r=short_result(mine.result, scoring), s=short_result(theirs.result, scoring), o=name
            )
        case _ if mine:
            return _MINE.format(r=short_result(mine.result, scoring), o=name)
        case _ if theirs:
            return _THEIRS.format(r=short_result(theirs.result, scoring), o=name)
        case _:
            return _OPEN.format(o=name)


# --- the arbiter -----------------------------------------------------------------------------------------


class ReportMark(msgspec.Struct, frozen=True):
    """What players have reported of a board without a result."""

    board: int
    state: Literal["waiting", "differ", "agreed"]
    said: str


class BoardGame(msgspec.Struct, frozen=True):
    """Where the game of a board is: its name here, or ""; `moves`: its moves are kept."""

    game: str
    moves: bool


class LinkView(msgspec.Struct, frozen=True):
    """The link by which players register: `shut` says why nobody can, "" if everybody can."""

    address: str
    qr: Markup
    at_once: bool
    shut: str


class WaitingEntry(msgspec.Struct, frozen=True):
    """Somebody who asks to play, and when."""

    one: EntryRequest
    at: str
    iso: str


class PhonesPage(EventPage, frozen=True, kw_only=True):
    """What phones may do in an event, and who asks to play.

    Attributes:
        address: where players report, with its code `qr` where phones reach it.
        unreached: why nothing can be scanned; "" if it can.
        link: how they register; None before registration was first opened.
        deadline: until when, as written; "" if not said.
    """

    template: ClassVar[str] = "tournament/phones.html"
    tab: str = "phones"
    margin: PhoneNotes
    address: str
    qr: Markup
    unreached: str
    link: LinkView | None
    asks: tuple[WaitingEntry, ...]
    started: bool
    deadline: str


def phones_page(
    live: LiveEvent,
    lang: Lang,
    server: str,
    link: RegistrationLink | None,
    waiting: Sequence[EntryRequest],
    wrong: DamieraError | None = None,
) -> PhonesPage:
    """Return the arbiter's page about phones; `server` is the address by which phones reach this server."""
    address = report_address(server, live.id)
    return PhonesPage(
        head=event_head(live, lang),
        margin=live.margin,
        address=address,
        qr=_scanned(server, address),
        unreached=_unreached(server, lang),
        link=_link(live, lang, server, link) if link else None,
        asks=tuple(_waiting(one) for one in waiting),
        started=live.begun,
        deadline=_moment(live.announced.deadline, lang),
        wrong=refusal(wrong, lang),
    )


def _link(live: LiveEvent, lang: Lang, server: str, link: RegistrationLink) -> LinkView:
    address = entry_address(server, live.id, link.code)
    return LinkView(
        address, _scanned(server, address), link.at_once, link.shut.text(lang) if link.shut else ""
    )


def _moment(text: str, lang: Lang) -> str:
    return day_and_time(datetime.fromisoformat(text), lang, year=True) if text else ""


def _scanned(server: str, address: str) -> Markup:
    """Return the code of an address of this server; nothing where no phone could open it."""
    return qr(address) if is_reached(server) else Markup()


def _unreached(server: str, lang: Lang) -> str:
    """Say why nothing can be scanned; "" if it can."""
    return "" if is_reached(server) else UNREACHED.format(address=server).text(lang)


def _waiting(one: EntryRequest) -> WaitingEntry:
    moment = datetime.fromtimestamp(one.at / 1000)
    return WaitingEntry(one, f"{moment:%H:%M}", moment.isoformat(timespec="minutes"))


class PrintedCard(msgspec.Struct, frozen=True):
    """A player's code as it is handed out; `phones`: how many speak for them already."""

    player: EventPlayer
    code: str
    phones: int
    qr: Markup


class CardsPage(EventPage, frozen=True, kw_only=True):
    """Every player's code, to be printed; `unreached`: why none can be scanned, "" if they can."""

    template: ClassVar[str] = "tournament/cards.html"
    tab: str = "phones"
    cards: tuple[PrintedCard, ...]
    unreached: str


def cards_page(live: LiveEvent, lang: Lang, server: str, cards: Sequence[Card]) -> CardsPage:
    """Return the page of all codes."""
    return CardsPage(
        head=event_head(live, lang),
        cards=tuple(
            PrintedCard(
                card.player,
                show_code(card.code),
                card.phones,
                _scanned(server, card_address(server, live.id, card.code)),
            )
            for card in cards
        ),
        unreached=_unreached(server, lang),
    )


class PersonalLink(msgspec.Struct, frozen=True):
    """An address to be handed to a player, with its code `qr` where phones reach it: what it is for."""

    title: str
    said: str
    address: str
    qr: Markup
    code: str = ""


class PlayerLinksPage(EventPage, frozen=True, kw_only=True):
    """Every address that is a player's own, to be printed, or shown and scanned at the desk.

    Attributes:
        phones: how many phones speak for the player already.
        unreached: why nothing can be scanned; "" if it can.
    """

    template: ClassVar[str] = "tournament/player_links.html"
    tab: str = "players"
    player: EventPlayer
    links: tuple[PersonalLink, ...]
    phones: int
    unreached: str


_LINKS: Final = (
    (Message("This phone is mine"), Message("Only for this player: the phone speaks for them from then on.")),
    (Message("My board"), Message("Where they play now, and the result, once the phone is theirs.")),
    (
        Message("My games and points"),
        Message("Opponents, colours, results, rating: everybody may look at it."),
    ),
    (Message("The event"), Message("Boards, results and standings as they come.")),
)


def player_links_page(live: LiveEvent, lang: Lang, server: str, card: Card) -> PlayerLinksPage:
    """Return the links of a player; `server` is the address by which phones reach this server."""
    id, number = live.row.id, card.player.number
    addresses = (
        card_address(server, id, card.code),
        report_address(server, id),
        f"{server}/hall/{live.of_player(number).id}/card/{number}",
        f"{server}/hall/{id}/public",
    )
    return PlayerLinksPage(
        head=event_head(live, lang),
        player=card.player,
        links=tuple(
            PersonalLink(
                title.text(lang),
                said.text(lang),
                address,
                _scanned(server, address),
                show_code(card.code) if n == 0 else "",
            )
            for n, ((title, said), address) in enumerate(zip(_LINKS, addresses, strict=True))
        ),
        phones=card.phones,
        unreached=_unreached(server, lang),
    )


def report_marks(live: LiveEvent, lang: Lang, round: int) -> Mapping[str, ReportMark]:
    """Return what players have reported of a round's boards without a result: by board and leg ("3.1")."""
    held = live.event.round(round)
    marks = ((game, report_mark(live, lang, game)) for game in (held.games if held else ()))
    return {f"{game.board}.{game.leg}": mark for game, mark in marks if mark}


_DISAGREE_ON: Final = Message("The players disagree: board {b}. Your entry decides.")


def where_players_differ(live: LiveEvent, lang: Lang, round: int) -> str:
    """Return the boards of a round on which the two players report different results, in words."""
    held, told = live.event.round(round), {place for place in live.margin.said if place[0] == round}
    said = [
        live.board_name(round, game.board)
        for game in (held.games if held and told else ())
        if (round, game.board, game.leg) in told and said_of(live.margin, game).state == "differ"
    ]
    return _DISAGREE_ON.format(b=", ".join(dict.fromkeys(said))).text(lang) if said else ""


def report_mark(live: LiveEvent, lang: Lang, game: RoundGame) -> ReportMark | None:
    """Return what players have reported of a board without a result; None if nothing."""
    said = said_of(live.margin, game)
    if said.state not in ("waiting", "differ", "agreed"):
        return None
    text = _mark(said, live.event.settings.scoring, lang)
    return ReportMark(game.board, said.state, text.text(lang))


def board_games(live: LiveEvent, round: int) -> Mapping[str, BoardGame]:
    """Return where the games of a round's boards are: by board and leg ("3.1"), played here or as moves."""
    held = live.event.round(round)
    found = ((game, board_game(live, game)) for game in (held.games if held else ()))
    return {f"{game.board}.{game.leg}": place for game, place in found if place}


def board_game(live: LiveEvent, game: RoundGame) -> BoardGame | None:
    """Return where the game of a board is; None if nothing is known of it."""
    margin = live.margin
    is_gone = game.kind is Kind.FORFEIT  # nobody played it
    online, kept = (
        "" if is_gone else online_game(margin, game),
        margin.games.get((game.round, game.board, game.leg)),
    )
    if not online and not kept:
        return None
    return BoardGame(online or (kept.game if kept else ""), bool(kept))


def _mark(said: BoardReports, scoring: Scoring, lang: Lang) -> Text:
    if said.white and said.black:
        white, black = (short_result(one.result, scoring) for one in (said.white, said.black))
        return _DISAGREE.format(w=white, b=black) if white != black else _TAKEN_BACK.format(r=white)
    colour: Colour = "white" if said.white else "black"
    one = said.of(colour)
    assert one is not None
    other = _SIDES["black" if colour == "white" else "white"]
    return _AWAITING.format(side=_SIDES[colour], r=short_result(one.result, scoring), other=other)


# --- the log ---------------------------------------------------------------------------------------------

_REPORTED_LINE: Final = Message("Round {r}, board {b}: {side} reports {what}")
_SWITCH: Final = {
    ("plays-online", True): Message("Boards are played here, online"),
    ("plays-online", False): Message("Boards are played here no more"),
    ("reporting", True): Message("Players may report results"),
    ("reporting", False): Message("Players report results no more"),
}
_ONLINE: Final = Message("Round {r}, board {b}: game opened here")
_MOVES: Final = Message("Round {r}, board {b}: moves kept")
_NO_MOVES: Final = Message("Round {r}, board {b}: moves taken away")
_DOOR: Final = {
    True: Message("Registration opened"),
    False: Message("Registration closed"),
}
_EVENING: Final = Message("Evening played here: rounds follow by themselves")
_BY_HAND: Final = Message("Evening played here: the arbiter pairs each round")
_LOOKED: Final = Message("Looked who has come to the boards")
_ADMITTED: Final = Message("Request granted")
_TURNED_AWAY: Final = Message("Request refused: {n}")
_ALL_TURNED_AWAY: Final = Message("Requests refused: {n}")
_NEW_CODE: Final = Message("New code for no. {n}")


PhoneAct = (
    acts.ReportedNote
    | acts.ReportingNote
    | acts.PlaysOnlineNote
    | acts.EveningNote
    | acts.LookedNote
    | acts.RegistrationNote
    | acts.AdmittedNote
    | acts.RefusedNote
    | acts.OnlineNote
    | acts.GameKeptNote
    | acts.RefusedAllNote
    | acts.NewCodeNote
)


def note_said(act: PhoneAct, scoring: Scoring, called: Callable[[int, int], str]) -> Text:
    """Return a line of the log about players' phones in words; `called`: the name of a round's board."""
    match act:
        case acts.ReportedNote():
            what, board = short_result(act.result, scoring), called(act.round, act.board)
            return _REPORTED_LINE.format(r=act.round, b=board, side=_SIDES[act.colour], what=what)
        case acts.ReportingNote():
            return _SWITCH["reporting", act.on]
        case acts.PlaysOnlineNote():
            return _SWITCH["plays-online", act.on]
        case acts.EveningNote():
            return _EVENING if act.by_itself else _BY_HAND
        case acts.LookedNote():
            return _LOOKED
        case acts.RegistrationNote():
            return _DOOR[act.open]
        case acts.AdmittedNote():
            return _ADMITTED
        case acts.RefusedNote():
            return _TURNED_AWAY.format(n=act.name)
        case acts.OnlineNote():
            return _ONLINE.format(r=act.round, b=called(act.round, act.board))
        case acts.GameKeptNote():
            return (_MOVES if act.pdn else _NO_MOVES).format(r=act.round, b=called(act.round, act.board))
        case acts.RefusedAllNote():
            return _ALL_TURNED_AWAY.format(n=act.count)
        case acts.NewCodeNote():
            return _NEW_CODE.format(n=act.number)
        case _:
            assert_never(act)
