"""Moves from a mail (art. 15.1.3): one link a move, good once, for one version and one seat."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from damiera.game.clock import ClockSettings
from damiera.game.ways import Conditions, Way
from damiera.messages import Message
from damiera.service.account_data import AccountData
from damiera.service.contacts import DAY_MS
from damiera.service.errors import NotFound, NotYours, RefusedAct
from damiera.service.live import LiveGame
from damiera.service.mail_moves import MailMove, MailMoves
from damiera.service.rated_games import RatedGames
from damiera.service.signed_links import SignedLinks
from damiera.service.terms import NewGame
from damiera.service.vacations import VacationService
from tests.unit.service.kit import App, moves_of
from tests.unit.service.test_contacts import Telling
from tests.wording import raises

GONE_ON = Message("The game has gone on since this mail was sent: open it, and move there.")
PLAYED = Message("This move was played already: the link is good once.")


@pytest.fixture
def telling(app: App) -> Telling:
    return Telling(app)


@pytest.fixture
def moves(app: App, telling: Telling) -> MailMoves:
    return MailMoves(app.cache, app.play, telling.links)


def of(offered: tuple[MailMove, ...], text: str) -> str:
    return next(one.link for one in offered if one.text == text)


def test_art_15_01_03_each_legal_move_has_a_link_that_plays_it_once(
    telling: Telling, moves: MailMoves
) -> None:
    game = telling.game()
    offered = moves.offered(game, telling.anna.id)
    assert sorted(one.text for one in offered) == [
        "21-17",
        "21-18",
        "22-18",
        "22-19",
        "23-19",
        "23-20",
        "24-20",
    ]
    assert moves.offered(game, telling.bruno.id) == ()
    link = of(offered, "22-18")
    asked = moves.asked(link)
    assert (asked.game_id, asked.text, asked.flipped, asked.shown) == (game.id, "22-18", False, True)
    assert moves_of(telling.app.play.load(game.id)) == []  # to look plays nothing
    assert moves_of(moves.play(link).live) == ["22-18"]
    for act in (moves.asked, moves.play):
        with raises(RefusedAct, PLAYED):
            act(link)
        with raises(RefusedAct, GONE_ON):
            act(of(offered, "21-17"))


def test_art_15_01_03_a_link_of_a_position_that_came_back_is_stale(
    telling: Telling, moves: MailMoves
) -> None:
    """Another version of the game is another moment of it, though the same move would be legal."""
    game = telling.game()
    link = of(moves.offered(game, telling.anna.id), "22-18")
    for player, ply, path in ((telling.anna, 0, (21, 17)), (telling.bruno, 1, (10, 14))):
        telling.app.play.move(game.id, player.id, ply, path)
    with raises(RefusedAct, GONE_ON):
        moves.play(link)


def _away(telling: Telling, game: LiveGame) -> None:
    VacationService(telling.app.cache).begin(telling.bruno.id, 1)


def _gone(telling: Telling, game: LiveGame) -> None:
    app = telling.app
    AccountData(app.cache, app.play, app.archive, RatedGames(app.store, app.clock)).remove(telling.anna.id)


def _resigned(telling: Telling, game: LiveGame) -> None:
    telling.app.play.act(game.id, telling.bruno.id, "resign")


def _late(telling: Telling, game: LiveGame) -> None:
    telling.app.clock.now += 3 * DAY_MS + 1


@pytest.mark.parametrize(
    ("happens", "kind", "said"),
    [
        (_away, RefusedAct, GONE_ON),
        (_resigned, RefusedAct, GONE_ON),
        (_gone, NotYours, Message("Whoever this link is for has no seat in that game any more.")),
        (_late, RefusedAct, Message("This link is too old: ask for another.")),
    ],
)
def test_art_15_01_03_a_link_is_for_one_moment_and_one_seat(
    telling: Telling,
    moves: MailMoves,
    happens: Callable[[Telling, LiveGame], None],
    kind: type[RefusedAct | NotYours],
    said: Message,
) -> None:
    game = telling.game(
        NewGame(
            friend=True,
            seat="white",
            clock=ClockSettings.parse("3d vacation 14d"),
            conditions=Conditions(way=Way.CORRESPONDENCE),
        )
    )
    link = of(moves.offered(game, telling.anna.id), "22-18")
    happens(telling, game)
    for act in (moves.asked, moves.play):
        with raises(kind, said):
            act(link)


def test_a_link_is_none_of_another_server_or_purpose(telling: Telling, moves: MailMoves, app: App) -> None:
    telling.game()
    stop = telling.contacts.stop_link(telling.anna.id, "move")
    for link in (stop, "", "abc"):
        with pytest.raises(NotFound):
            moves.play(link)
    assert (
        SignedLinks(app.store, app.clock)._known() == telling.links._known()
    )  # after a restart it is the same


def test_art_15_01_06_who_plays_without_seeing_gets_no_moves(telling: Telling, moves: MailMoves) -> None:
    agreed = Conditions(way=Way.BOTH_BLINDFOLD, blindfold=("white", "black"))
    game = telling.game(NewGame(friend=True, seat="white", conditions=agreed))
    assert moves.offered(game, telling.anna.id) == ()
