"""What players' phones show, what the arbiter's desk shows of them, and the addresses of both."""

from __future__ import annotations

from typing import Any, Final, assert_never

from starlette.requests import Request

from damiera.messages import Lang, Message, Text
from damiera.service.tournament.event import LiveEvent
from damiera.service.tournament.online import online_game
from damiera.service.tournament.reports import BoardReports, boards_of, said_of
from damiera.tournament import acts
from damiera.tournament.model import Colour, Event, RoundGame, Scoring
from damiera.tournament.state import PhoneNotes
from damiera.web.common.parts import app_of
from damiera.web.tournament.words import short_result

__all__ = [
    "PhoneAct",
    "board_games",
    "card_address",
    "entry_address",
    "house_address",
    "note_said",
    "report_address",
    "report_facts",
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
_AGREED: Final = Message("The arbiter has taken the result {r} back: talk to him.")
_OVER: Final = Message("Recorded: {r}.")
_AWAITING: Final = Message("{side} reports {r}, {other} has not yet")
_DISAGREE: Final = Message("they disagree: White says {w}, Black {b}")
_TAKEN_BACK: Final = Message("both said {r}, taken back")


def house_address(request: Request) -> str:
    """Return how phones in the hall reach this server: its own address where it is known."""
    return (app_of(request).settings.house or str(request.base_url)).rstrip("/")


def report_address(house: str, id: str, round: int | None = None, board: int | None = None) -> str:
    """Return where the two at a board report its result; without a board, where anybody reports his own.

    >>> report_address("http://192.168.1.4:8080", "7k2m9xqd42", 3, 12)
    'http://192.168.1.4:8080/hall/7k2m9xqd42/report?round=3&board=12'
    """
    place = f"?round={round}&board={board}" if round and board else ""
    return f"{house}/hall/{id}/report{place}"


def card_address(house: str, id: str, code: str) -> str:
    """Return where a player's own code brings him."""
    return f"{house}/hall/{id}/me?code={code}"


def entry_address(house: str, id: str, code: str) -> str:
    """Return where whoever wants to play registers."""
    return f"{house}/hall/{id}/join/{code}"


# --- one player's phone ----------------------------------------------------------------------------------


def report_facts(live: LiveEvent, lang: Lang, number: int, round: int, board: int | None) -> dict[str, Any]:
    """Return what a player's phone shows: his board of a round, what was said, what he may say."""
    event, margin = live.event, live.margin
    games = boards_of(event, number, round)
    held = event.round(round)
    first = games[0] if games else None
    colour: Colour = "white" if first and first.white == number else "black"
    return {
        "player": event.player(number),
        "round": round,
        "board": first.board if first else None,
        "elsewhere": bool(board and first and first.board != board),
        "asked": board,
        "side": _SIDES[colour].text(lang) if first else "",
        "colour": colour,
        "white": event.player(first.white).name if first else "",
        "black": event.player(first.black).name if first and first.black else "",
        "rests": bool(held) and not games,
        "on": margin.reporting,
        "over": live.over,
        "closed": bool(held and held.closed),
        "games": [_game_facts(event, margin, game, number, lang) for game in games],
    }


def _game_facts(event: Event, margin: PhoneNotes, game: RoundGame, number: int, lang: Lang) -> dict[str, Any]:
    said, scoring = said_of(margin, game), event.settings.scoring
    colour: Colour = "white" if game.white == number else "black"
    other: Colour = "black" if colour == "white" else "white"
    mine, theirs = said.of(colour), said.of(other)
    opponent = game.black if colour == "white" else game.white
    assert opponent is not None
    name = event.player(opponent).name
    return {
        "leg": game.leg,
        "online": online_game(margin, game),
        "state": said.state,
        "side": _SIDES[colour].text(lang),
        "mine": mine.result if mine else "",
        "theirs": theirs.result if theirs else "",
        "says": _says(said, colour, name, scoring).text(lang),
        "choices": [
            {
                "name": result,
                "label": label.text(lang),
                "said": short_result(result, scoring),
                "chosen": bool(mine and mine.result == result),
                "confirms": bool(theirs and theirs.result == result),
            }
            for result, label in _LABELS[colour].items()
        ],
    }


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


# --- the desk --------------------------------------------------------------------------------------------


def report_marks(live: LiveEvent, lang: Lang, round: int) -> dict[str, dict[str, Any]]:
    """Return what players have reported of a round's boards without a result: by board and leg ("3.1")."""
    held, margin = live.event.round(round), live.margin
    scoring = live.event.settings.scoring
    out: dict[str, dict[str, Any]] = {}
    for game in held.games if held else ():
        said = said_of(margin, game)
        if said.state in ("waiting", "differ", "agreed"):
            text = _mark(said, scoring, lang)
            out[f"{game.board}.{game.leg}"] = {
                "board": game.board,
                "state": said.state,
                "said": text.text(lang),
            }
    return out


def board_games(live: LiveEvent, round: int) -> dict[str, dict[str, Any]]:
    """Return where the games of a round's boards are: by board and leg ("3.1"), in this house or as moves."""
    held, margin = live.event.round(round), live.margin
    out = {}
    for game in held.games if held else ():
        online, kept = online_game(margin, game), margin.games.get((game.round, game.board, game.leg))
        if online or kept:
            out[f"{game.board}.{game.leg}"] = {
                "game": online or (kept.game if kept else ""),
                "moves": bool(kept),
            }
    return out


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
_ADMITTED: Final = Message("Request granted")
_TURNED_AWAY: Final = Message("Request refused: {n}")
_ALL_TURNED_AWAY: Final = Message("Requests refused: {n}")
_NEW_CODE: Final = Message("New code for no. {n}")


PhoneAct = (
    acts.ReportedNote
    | acts.ReportingNote
    | acts.PlaysOnlineNote
    | acts.RegistrationNote
    | acts.AdmittedNote
    | acts.RefusedNote
    | acts.OnlineNote
    | acts.GameKeptNote
    | acts.RefusedAllNote
    | acts.NewCodeNote
)


def note_said(act: PhoneAct, scoring: Scoring) -> Text:
    """Return a line of the log about players' phones in words."""
    match act:
        case acts.ReportedNote():
            what = short_result(act.result, scoring)
            return _REPORTED_LINE.format(r=act.round, b=act.board, side=_SIDES[act.colour], what=what)
        case acts.ReportingNote():
            return _SWITCH["reporting", act.on]
        case acts.PlaysOnlineNote():
            return _SWITCH["plays-online", act.on]
        case acts.RegistrationNote():
            return _DOOR[act.open]
        case acts.AdmittedNote():
            return _ADMITTED
        case acts.RefusedNote():
            return _TURNED_AWAY.format(n=act.name)
        case acts.OnlineNote():
            return _ONLINE.format(r=act.round, b=act.board)
        case acts.GameKeptNote():
            return (_MOVES if act.pdn else _NO_MOVES).format(r=act.round, b=act.board)
        case acts.RefusedAllNote():
            return _ALL_TURNED_AWAY.format(n=act.count)
        case acts.NewCodeNote():
            return _NEW_CODE.format(n=act.number)
        case _:
            assert_never(act)
