"""Who may do what: every route, every kind of visitor, every message of a game's socket (rights.toml)."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from damiera.paper.prints import KINDS
from damiera.web.common.bot_access import FOR_BOTS
from damiera.web.common.settings import OpenIdSettings, ServerSettings
from damiera.web.play.messages import ClientMessage
from damiera.web.tournament.routes.prints import PUBLIC
from tests.identity_provider import CLIENT, SECRET, running_provider
from tests.unit.web.conftest import Running, run
from tests.unit.web.rightskit import (
    ELSEWHERE,
    MESSAGES,
    SCENES,
    RightsScene,
    asked,
    at_a_real_board,
    heard,
    on_screens,
    opened,
    routes_of,
    verdict,
)

TABLE: dict[str, dict[str, str]] = tomllib.loads((Path(__file__).with_name("rights.toml")).read_text("utf-8"))
EVERYDAY = ("everybody", "game", "report", "evening")  # the scenes of every day; the others are slow
ROWS = [(scene, row) for scene, rows in TABLE.items() if scene in SCENES for row in rows]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running_provider() as provider:
        settings = ServerSettings(
            data_dir=tmp_path_factory.mktemp("rights"),
            engine="thread",
            limits=False,
            hosts=(ELSEWHERE,),
            openid=OpenIdSettings(provider.address, CLIENT, SECRET),
        )
        with run(settings) as running:
            running.parts.accounts.add("Zeno")
            yield running


class Untouched:
    """Scenes in which nobody has changed anything yet, each made when somebody comes to it."""

    def __init__(self, server: Running) -> None:
        self._server = server
        self._scenes: dict[str, RightsScene] = {}

    def scene(self, name: str) -> RightsScene:
        if name not in self._scenes:
            self._scenes[name] = SCENES[name](self._server)
        return self._scenes[name]

    def changed(self, name: str) -> None:
        """The next one meets another of that name."""
        del self._scenes[name]


@pytest.fixture(scope="module")
def untouched(server: Running) -> Untouched:
    return Untouched(server)


def _let_in(scene: RightsScene, who: str, method: str, path: str) -> tuple[bool, bool]:
    """Tell whether somebody is let in, and whether that may have changed something."""
    if method == "WS":
        try:
            with opened(scene, who, path) as connection:
                connection.ping().wait(1)
                return connection.close_code is None, False
        except (ConnectionClosed, InvalidStatus):
            return False, False
    answer = asked(scene, who, method, path)
    assert answer.status_code < 500, answer.text
    return verdict(method, path, answer) == "yes", method == "POST" and answer.status_code < 400


def test_the_table_has_every_route_once(server: Running) -> None:
    rows = [row for scene, row in ROWS]
    assert len(rows) == len(set(rows))
    routes = {f"{method} {path}" for method, path in routes_of(server)}
    assert routes - set(rows) == set()
    assert {row for row in set(rows) - routes if "/print/" not in row} == set()
    of_games = {f"{kind}-{what}" for kind in ("screens", "claims") for what in ("messages", "events")}
    assert set(TABLE) == {*SCENES, "messages", *of_games}


@pytest.mark.slow
def test_a_bot_asks_for_what_is_for_bots_and_nothing_else(server: Running) -> None:
    """Whatever a route says to people: with a bot's token it is refused before it is looked at."""
    scene = SCENES["bot"](server)
    let_in = set()
    for method, path in sorted(routes_of(server)):
        if method == "WS":
            try:
                with opened(scene, "bot", path):
                    let_in.add(f"WS {path}")
            except InvalidStatus:
                pass
        elif asked(scene, "bot", method, path).status_code != 403:
            let_in.add(f"{method} {path}")
    assert let_in == set(FOR_BOTS)


def test_the_table_has_every_print_and_every_message() -> None:
    prints = {row.rpartition("/")[2].removesuffix(".pdf") for _, row in ROWS if "/print/" in row}
    assert prints - {"{what}"} == set(KINDS) - PUBLIC
    sent = {one.__struct_config__.tag for one in ClientMessage.__args__}
    assert set(TABLE["messages"]) == set(MESSAGES) == sent


@pytest.mark.parametrize(
    ("scene", "row"),
    [pytest.param(*one, id=one[1], marks=[] if one[0] in EVERYDAY else [pytest.mark.slow]) for one in ROWS],
)
def test_who_is_let_in(untouched: Untouched, scene: str, row: str) -> None:
    method, _, path = row.partition(" ")
    everybody = list(untouched.scene(scene).people)
    let_in = []
    for who in everybody:
        may, has_changed = _let_in(untouched.scene(scene), who, method, path)
        let_in += [who] * may
        if has_changed:
            untouched.changed(scene)
    said = TABLE[scene][row]
    assert let_in == (everybody if said == "all" else [] if said == "nobody" else said.split())


@pytest.mark.parametrize("message", MESSAGES)
@pytest.mark.parametrize(
    ("table", "made"),
    [
        ("messages", SCENES["game"]),
        pytest.param("screens-messages", on_screens, marks=pytest.mark.slow),
        pytest.param("claims-messages", at_a_real_board, marks=pytest.mark.slow),
    ],
)
def test_who_may_send_a_message(
    server: Running, table: str, made: Callable[[Running], RightsScene], message: str
) -> None:
    scene = made(server)
    may = []
    for who in scene.people:
        with opened(scene, who, "/g/{id}/ws") as connection:
            if heard(connection, message) == "yes":
                may.append(who)
                if message not in ("hello", "ping", "why", "listen"):
                    scene = made(server)
    said = TABLE[table][message]
    assert may == (list(scene.people) if said == "all" else said.split())
