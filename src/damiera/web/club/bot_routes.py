"""What programs ask that play here: which games and challenges there are, answers, seeks, seats. All is JSON.

A bot is at the club while it holds the socket `/club/live`, and plays by the socket of each game, as browsers
do. `GET /api/bot` says what there is for it; it asks after every frame of `/club/live`.
"""

from __future__ import annotations

from typing import Final, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from damiera.messages import Message
from damiera.service.challenges import Challenge
from damiera.service.errors import BadTerms, NotFound, NotYours, RefusedAct
from damiera.service.game_choices import new_game
from damiera.service.identity import Visitor
from damiera.service.live import LiveGame
from damiera.service.new_game import kept_terms
from damiera.service.terms import read_terms
from damiera.service.tournament.evening import EveningService
from damiera.service.tournament.online import OnlineBoardService
from damiera.web.club.views import known_game, pace_choices
from damiera.web.common.bodies import LARGEST_WORDS
from damiera.web.common.identity import known_visitor
from damiera.web.common.parts import app_of

__all__ = ["BODIES", "ROUTES", "BotNews", "ChallengeForBot"]

_FOR_BOTS: Final = Message(
    "This is for bots: send the token of one, which its owner makes on the account's page."
)
_NO_PACE: Final = Message("There is no such pace: choose one of those on the page.")
_HAS_GONE: Final = Message("{name} has left the club: there is nobody to play with.")
_UNREADABLE: Final = Message("I do not understand this request: {why}.")
T = TypeVar("T")


class ChallengeForBot(msgspec.Struct, frozen=True):
    """A challenge that waits for the bot's answer.

    `name`, `is_bot` and `has_account` are of who asks; the time of a side and what a move adds are in
    milliseconds, `base_ms` None where there is no such clock (`days` of correspondence).
    """

    id: str
    name: str
    is_bot: bool
    has_account: bool
    game: str
    base_ms: int | None
    increment_ms: int
    days: bool
    rated: bool


class BotNews(msgspec.Struct, frozen=True):
    """What there is for a bot: its name, games under way, games that wait for somebody, challenges.

    `boards` are the games of evenings at which it is waited for.
    """

    name: str
    games: tuple[str, ...]
    waiting: tuple[str, ...]
    challenges: tuple[ChallengeForBot, ...]
    boards: tuple[str, ...] = ()


class BotAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The bot's answer to a challenge."""

    accept: bool


class BotSeek(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game that the bot looks for, at one of the paces of the club's page."""

    game: str
    pace: str
    rated: bool = False


class BotGame(msgspec.Struct, frozen=True):
    """A game that came of what was asked; `id` is empty where none did. `waiting`: for somebody to come."""

    id: str = ""
    waiting: bool = False


_ANSWERS: Final = msgspec.json.Decoder(BotAnswer)
_SEEKS: Final = msgspec.json.Decoder(BotSeek)


async def news(request: Request) -> Response:
    """Tell a bot what there is for it."""
    app, bot = app_of(request), await _bot(request)
    games = await app.database.read(app.bots.games, bot.id)
    asked = (one for one in app.club_presence.challenges.between(bot.id) if one.to.id == bot.id)
    challenges = tuple(_challenge(one) for one in asked if one.state == "open")
    boards = await app.database.read(app.evenings.boards_ready, bot.id)
    return _json(
        BotNews(bot.name, games.playing, games.waiting, challenges, tuple(one.game for one in boards))
    )


async def answer(request: Request) -> Response:
    """Accept a challenge or decline it."""
    app, bot = app_of(request), await _bot(request)
    said, id = _read(_ANSWERS, await request.body()), request.path_params["id"]
    challenges = app.club_presence.challenges
    if not said.accept:
        challenges.decline(id, bot.id)
        return _json(BotGame())
    asked = challenges.require(id, bot.id)
    if asked.by.id not in app.club_presence.ids | app.running.rooms.players:
        raise RefusedAct(_HAS_GONE.format(name=asked.by.name))
    live = await app.database.write(app.club.accept, asked)
    challenges.begin(id, live.id)
    return _begun(request, live)


async def seek(request: Request) -> Response:
    """Look for a game: sit down opposite another bot that waits for the same, or wait."""
    app, bot = app_of(request), await _bot(request)
    wanted = _read(_SEEKS, await request.body())
    chosen = pace_choices(known_game(wanted.game), wanted.pace)
    if chosen is None or chosen.game != wanted.game:
        raise BadTerms("pace", _NO_PACE)
    here = app.club_presence.ids | app.running.rooms.players
    live = await app.database.write(app.club.seek, bot, new_game(chosen), here=here, is_rated=wanted.rated)
    return _begun(request, live)


async def sit(request: Request) -> Response:
    """Take a seat that a bot offers; one that a person offers where the bot is let among people."""
    app, bot = app_of(request), await _bot(request)
    return _begun(request, await app.database.write(app.club.sit, request.path_params["id"], bot))


async def take_back(request: Request) -> Response:
    """Look for this game no more."""
    app, bot = app_of(request), await _bot(request)
    await app.database.write(app.play.withdraw, request.path_params["id"], bot.id)
    return _json(BotGame())


async def join_arena(request: Request) -> Response:
    """Play along in an arena, where an admin lets the bot."""
    app, bot = app_of(request), await _bot(request)
    await app.database.write(app.arenas.join, request.path_params["id"], bot)
    return _json(BotGame())


async def join_evening(request: Request) -> Response:
    """Join an evening of a club, where bots may."""
    app, bot = app_of(request), await _bot(request)
    await app.database.write(app.evenings.join, request.path_params["id"], bot)
    return _json(BotGame())


async def sit_at_board(request: Request) -> Response:
    """Sit down at a board of an evening."""
    app, bot = app_of(request), await _bot(request)
    game_id = await app.database.write(_seated, app.evenings, app.online, request.path_params["id"], bot)
    return _begun(request, await app.database.read(app.play.load, game_id))


def _seated(evenings: EveningService, online: OnlineBoardService, game_id: str, bot: Visitor) -> str:
    found = evenings.place(game_id)
    if found is None:
        raise NotFound(game_id)
    live, round, board, leg = found
    return online.sit(live.id, bot, round, board, leg=leg)


async def _bot(request: Request) -> Visitor:
    visitor = await known_visitor(request)
    if visitor is None or not visitor.is_bot:
        raise NotYours(_FOR_BOTS)
    return visitor


def _begun(request: Request, live: LiveGame) -> Response:
    app_of(request).running.changed(live)
    return _json(BotGame(live.id, live.waiting), 201)


def _challenge(one: Challenge) -> ChallengeForBot:
    terms = kept_terms(read_terms(one.new))
    days = terms.base_ms is None or terms.clock is not None
    return ChallengeForBot(
        one.id,
        one.by.name,
        one.by.is_bot,
        one.by.has_account,
        terms.game,
        None if days else terms.base_ms,
        terms.increment_ms or 0,
        days,
        one.is_rated,
    )


def _read(decoder: msgspec.json.Decoder[T], body: bytes) -> T:
    try:
        return decoder.decode(body)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise BadTerms("body", _UNREADABLE.format(why=error)) from error


def _json(value: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, {"Cache-Control": "no-store"}, "application/json")


ROUTES: list[BaseRoute] = [
    Route("/api/bot", news),
    Route("/api/bot/answers/{id}", answer, methods=["POST"]),
    Route("/api/bot/arenas/{id}", join_arena, methods=["POST"]),
    Route("/api/bot/evenings/{id}", join_evening, methods=["POST"]),
    Route("/api/bot/boards/{id}", sit_at_board, methods=["POST"]),
    Route("/api/bot/seeks", seek, methods=["POST"]),
    Route("/api/bot/seeks/{id}/back", take_back, methods=["POST"]),
    Route("/api/bot/seats/{id}", sit, methods=["POST"]),
]
BODIES: Final = {
    "/api/bot/answers/{id}": LARGEST_WORDS,
    "/api/bot/arenas/{id}": LARGEST_WORDS,
    "/api/bot/seeks": LARGEST_WORDS,
    "/api/bot/seeks/{id}/back": LARGEST_WORDS,
    "/api/bot/seats/{id}": LARGEST_WORDS,
}
