"""Scenes for the table of who may do what (rights.toml): who is there, and what their addresses are."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from argon2 import PasswordHasher
from starlette.routing import Route, WebSocketRoute
from websockets.sync.client import ClientConnection, connect

from damiera.service.federation.acts import PersonFacts
from damiera.service.identity import Visitor
from damiera.service.passwords import PasswordHashing
from damiera.service.tournament.files import read_report
from tests.unit.web.conftest import PATIENCE_S, Person, Running
from tests.unit.web.hallkit import filled
from tests.wording import words_of

PASSWORD = "quattro mosse al centro"
PDN = '[White "Rossi"][Black "Verdi"][GameType "22"] 1. 21-17 10-14 2. 22-18 *\n'
ELSEWHERE = "damiera.club.example"
"""A name of the server that is not only of the computer itself."""
STUDY = '[StudyName "Roads"][ChapterName "Two roads"] 1. 22-19 10-14 2. 19x10 5x14 *\n'
ARBITER_WRITES = (
    "Here the moves are made on the board, and the arbiter writes them down: claim, or call the arbiter."
)
LIVORNO = Path(__file__).parents[3] / "docs" / "examples" / "livorno.trf"
ROLES = ("screen", "check-in", "results", "deputy")


@dataclass(frozen=True, slots=True)
class RightsScene:
    """People at one thing: by what word the table calls each, and what stands for the words of an address."""

    people: Mapping[str, Person]
    words: Mapping[str, str] = field(default_factory=dict)

    def address(self, path: str) -> str:
        """Return an address of the table with this scene's words in it."""
        return re.sub(r"\{(\w+)(?::\w+)?\}", lambda found: self.words.get(found[1], "1"), path)


def routes_of(server: Running) -> set[tuple[str, str]]:
    """Return every route of a server: its method, or `WS`, and its path."""
    found = set()
    for route in server.app.routes:
        if isinstance(route, WebSocketRoute):
            found.add(("WS", route.path))
        elif isinstance(route, Route):
            found |= {(method, route.path) for method in set(route.methods or ()) - {"HEAD"}}
    return found


LEADS_ON = {"/study/{id}"}
"""Pages that send whoever may see them on to their first part."""


def verdict(method: str, path: str, answer: httpx.Response) -> str:
    """Return what an answer says: `yes`, `no`, `hidden` as if nothing were there, or `away`."""
    where = answer.headers.get("location", "").partition("?")[0]
    is_sent_away = method == "GET" or where == "/sign-in" or where.endswith("/me")
    if answer.status_code == 303 and is_sent_away and path not in LEADS_ON:
        return "away"
    return {401: "no", 403: "no", 404: "hidden"}.get(answer.status_code, "yes")


def everybody(server: Running) -> RightsScene:
    """Whoever comes: without a name, with one, with an account."""
    return RightsScene({kind: account(server, kind) for kind in ("stranger", "guest", "player", "admin")})


def account(server: Running, kind: str) -> Person:
    """Return somebody new: a stranger, a guest who has begun a game, or an account of a role."""
    server.parts.passwords._hashing = PasswordHashing(PasswordHasher(1, 8, 1))
    person = server.person()
    if kind == "guest":
        person.begin(game="italian", level=1)
    elif kind != "stranger":
        name = f"Anna {kind} {len(server._people)}"
        assert person.post("/register", name=name, password=PASSWORD).status_code == 200
        server.parts.accounts.set_role(name, kind)
    return person


def strangers(server: Running) -> dict[str, Person]:
    """Return people who have nothing to do with a thing: without a name, with one, an administrator."""
    return {kind: account(server, kind) for kind in ("stranger", "guest", "admin")}


def invitation(server: Running) -> RightsScene:
    """A game whose second seat is open to who has the code."""
    owner = server.person()
    id = owner.begin(game="italian", friend=True, seat="white")
    return RightsScene(
        {**strangers(server), "owner": owner}, {"id": id, "invite": str(owner.view(id)["invite"])}
    )


def computer(server: Running) -> RightsScene:
    """Who sits at the computer that serves, and who comes from elsewhere, an administrator too."""
    people = {"away": server.person(), "admin": account(server, "admin"), "here": server.person()}
    for kind in ("away", "admin"):
        people[kind].base = people[kind].base.replace("127.0.0.1", ELSEWHERE)
        people[kind].http.headers["Host"] = people[kind].base.removeprefix("http://")
    return RightsScene(people)


def federation(server: Running) -> RightsScene:
    """Accounts that come from elsewhere, and who sits at the computer.

    There is somebody in the archive, and the office has an event and a list.
    """
    people = {"away": server.person()} | {
        kind: account(server, kind) for kind in ("player", "arbiter", "admin")
    }
    for person in people.values():
        person.base = person.base.replace("127.0.0.1", ELSEWHERE)
        person.http.headers["Host"] = person.base.removeprefix("http://")
    here = account(server, "player")
    clerk, office = Visitor("", "Anna"), server.parts.rating_office
    one = server.parts.register.add(clerk, PersonFacts(name="Rossi Anna"))
    played = read_report(LIVORNO.read_text(encoding="utf-8"))
    event = office.count_file(clerk, played, source=f"livorno {one.id}", day="2022-05-01")
    published = office.publish(clerk, name="June", discipline="italian", day="2022-06-01")
    words = {"id": one.id, "event": str(event), "list": str(published), "kind": "csv"}
    return RightsScene({**people, "here": here}, words)


def game(server: Running) -> RightsScene:
    """A game of two by link, somebody who has the link, and an administrator."""
    white, black = server.person(), server.person()
    id = white.begin(game="italian", friend=True, seat="white")
    assert black.post(f"/join/{white.view(id)['invite']}", name="Bruno").status_code == 303
    return RightsScene({**strangers(server), "black": black, "white": white}, {"id": id})


def line(server: Running) -> RightsScene:
    """A line that a player of a game has said to the other."""
    scene = game(server)
    white = scene.people["white"]
    answer = white.http.post(
        f"/g/{scene.words['id']}/chat",
        data={"phrase": "good-game"},
        headers={"Origin": white.base, "Accept": "application/json"},
    )
    return RightsScene(scene.people, {"id": answer.json()["id"]})


def report(server: Running) -> RightsScene:
    """A report about an administrator: who told it, whom it is about, and another administrator."""
    people = {kind: account(server, kind) for kind in ("stranger", "guest")}
    roles = {"teller": "player", "accused": "admin", "other": "admin"}
    people |= {who: account(server, role) for who, role in roles.items()}
    name = _found(r"<h1>([^<]+)</h1>", people["accused"].get("/account").text)
    assert people["teller"].post(f"/people/{name}", do="report", words="He insults me").status_code == 303
    told = _found(rf'<b>{name}</b>[\s\S]*?name="report" value="(\w+)"', people["other"].get("/reports").text)
    return RightsScene(people, {"id": told})


def members(server: Running) -> RightsScene:
    """A club with one of each role, somebody who asks to come in, and a link that lets people in."""
    people = {role: account(server, "player") for role in ("asking", "member", "keeper", "founder")}
    names = {
        role: _found(r"<h1>([^<]+)</h1>", person.get("/account").text) for role, person in people.items()
    }
    founder = people["founder"]
    where = founder.post("/clubs", name=f"Circolo {names['founder']}").headers["location"]
    for role in ("asking", "member", "keeper"):
        assert people[role].post(where, do="ask").status_code == 303
    for role in ("member", "keeper"):
        assert founder.post(where, do="accept", name=names[role]).status_code == 303
    assert founder.post(where, do="admin", name=names["keeper"]).status_code == 303
    assert founder.post(where, do="link").status_code == 303
    link = _found(r'id="club-link">[^<]*/clubs/join/([^<]+)<', founder.get(where).text)
    return RightsScene({**strangers(server), **people}, {"id": where.rpartition("/")[2], "key": link})


def evening(server: Running) -> RightsScene:
    """An evening of a club with one of each role."""
    scene = members(server)
    terms = {"name": "Friday", "game": "italian", "system": "optimal", "rounds": "3", "pace": "5+3"}
    club = f"/clubs/{scene.words['id']}/evening"
    answer = scene.people["founder"].post(club, **terms, wait="5", pause="1", by_itself="yes", rated="yes")
    return RightsScene(scene.people, {"id": answer.headers["location"].split("/")[2]})


def match(server: Running) -> RightsScene:
    """A match to which another club has challenged one with one of each role."""
    scene = members(server)
    visitor = account(server, "player")
    ours = _found(r"<h1>([^<]+)</h1>", scene.people["founder"].get(f"/clubs/{scene.words['id']}").text)
    club = visitor.post("/clubs", name=f"Altri {ours}"[:40]).headers["location"]
    answer = visitor.post(f"{club}/match", other=ours, **MATCH)
    id = answer.headers["location"].rpartition("/")[2]
    return RightsScene({**scene.people, "visitor": visitor}, {"id": id})


MATCH: Mapping[str, str] = {"game": "italian", "boards": "2", "way": "one", "pace": "5+3", "wait": "5"}
"""What a club asks another for."""


def arena(server: Running) -> RightsScene:
    """An arena of a club with one of each role."""
    scene = members(server)
    terms = {"name": "Noon", "game": "italian", "pace": "3+2", "minutes": "60", "starts_in": "0"}
    answer = scene.people["founder"].post(f"/clubs/{scene.words['id']}/arena", **terms, rated="yes")
    return RightsScene(scene.people, {"id": answer.headers["location"].rpartition("/")[2]})


def bot(server: Running) -> RightsScene:
    """A bot, who made it, and others."""
    owner = account(server, "player")
    name = f"Automa {len(server._people)}"
    page = owner.post("/account", do="bot-make", name=name, password=PASSWORD).text
    program = server.person()
    program.http.headers["Authorization"] = f"Bearer {_found(r'bot_[A-Za-z0-9_-]+', page)}"
    return RightsScene({**strangers(server), "owner": owner, "bot": program})


def archive(server: Running) -> RightsScene:
    """A game in somebody's archive, and the file that it came by."""
    owner = server.person()
    sent = {"file": ("one.pdn", PDN.encode(), "text/plain")}
    answer = owner.http.post("/import", files=sent, headers={"Origin": owner.base})
    job = str(answer.headers["location"]).rpartition("/")[2]
    deadline = time.monotonic() + PATIENCE_S
    while owner.get(f"/api/imports/{job}").json()["status"] == "running":
        assert time.monotonic() < deadline
        time.sleep(0.01)
    id = _found(r'href="/archive/([^"?]+)">Rossi', owner.get("/archive").text)
    return RightsScene({**strangers(server), "owner": owner}, {"id": id, "job": job})


def study(server: Running) -> RightsScene:
    """A study that is its author's own, with somebody invited to write in it."""
    author, invited = server.person(), server.person()
    answer = author.post("/studies", title="", game="italian", text=STUDY)
    where = str(author.get(answer.headers["location"].split("?")[0]).headers["location"])
    _, _, id, chapter = where.split("/")
    page = author.post(f"/study/{id}/act", what="share", chapter=chapter, at="", sharing="link")
    page = author.get(page.headers["location"])
    invitation = _found(r'id="invitation"[^>]*value="([^"]+)"', page.text)
    invited.post(invitation, name="Bruno")
    author.post(f"/study/{id}/act", what="share", chapter=chapter, at="", sharing="private")
    words = {"id": id, "chapter": chapter, "key": invitation.rpartition("/")[2]}
    return RightsScene({**strangers(server), "invited": invited, "author": author}, words)


def display(server: Running) -> RightsScene:
    """A simultaneous display with a guest at its first board."""
    host, guest = server.person(), server.person()
    answer = host.post("/simul", name="Elena", title="Elena's display", side="white", most="20")
    id = str(answer.headers["location"]).rpartition("/")[2]
    assert guest.post(f"/simul/{id}/join", name="Bruno").status_code == 303
    return RightsScene({**strangers(server), "player": guest, "host": host}, {"id": id, "number": "1"})


def club(server: Running) -> RightsScene:
    """A game offered at the club."""
    owner = server.person()
    terms = {"game": "italian", "against": "friend", "club": "yes", "clock": "10+5", "my_name": "Elena"}
    assert owner.post("/new", **terms).status_code == 303
    [offered] = [one for one in server.parts.club.state(()).waiting if one.row.seats[0].name == "Elena"][-1:]
    return RightsScene({**strangers(server), "owner": owner}, {"id": offered.row.id})


def event(server: Running) -> RightsScene:
    """An event with a round paired: one of each role, a player, and one who asks to play."""
    arbiter, player, asks = server.person(), server.person(), server.person()
    where = filled(arbiter)
    for what in ({"do": "reporting", "on": "yes"}, {"do": "open"}):
        assert arbiter.post(f"{where}/phones", **what).status_code == 303
    link = _found(r'id="join-link">([^<]+)<', arbiter.get(f"{where}/phones").text).partition("/join/")[2]
    entry = asks.post(f"{where}/join/{link}", name="Neri Zeno", agree="yes").headers["location"]
    assert arbiter.post(f"{where}/pair", round="1").status_code == 303
    people = strangers(server)
    for role in ROLES:
        given = arbiter.post(f"{where}/people", do="give", role=role, name=f"Persona {role}")
        people[role] = server.person()
        code = _found(r'id="new-code">([^<]+)<', given.text)
        assert people[role].post("/hall/join", code=code, name=f"Persona {role}").status_code == 303
    card = _found(r'<p class="code">([^<]+)</p>', arbiter.get(f"{where}/phones/cards").text)
    assert player.post(f"{where}/me", code=card).status_code == 303
    words = {
        "id": where.rpartition("/")[2],
        "code": link,
        "request": entry.rpartition("/")[2],
        "card": card,
        "what": "pairings",
    }
    return RightsScene({**people, "player": player, "asks": asks, "arbiter": arbiter}, words)


def _found(pattern: str, text: str) -> str:
    found = re.search(pattern, text)
    assert found
    return found[found.re.groups]


def desk(server: Running) -> RightsScene:
    """A game at a real board that its arbiter records, where the players have screens to claim."""
    return _arbitrated(server, screens="claim", fen="W:W22,24:B5,18")


def at_a_real_board(server: Running) -> RightsScene:
    """The same from the start of the game."""
    return _arbitrated(server, screens="claim")


def on_screens(server: Running) -> RightsScene:
    """A game with an arbiter where the players move on screens of their own."""
    return _arbitrated(server, screens="move")


def _arbitrated(server: Running, **choices: str) -> RightsScene:
    arbiter = server.person()
    answer = arbiter.post("/new", game="italian", clock="none", desk="yes", **choices)
    id = str(answer.headers["location"]).rpartition("/")[2]
    page, players = arbiter.get(f"/g/{id}").text, {}
    for side in ("black", "white"):
        players[side] = server.person()
        code = _found(rf'id="invite-link-{side}">[^<]*/join/([^<]+)<', page)
        assert players[side].post(f"/join/{code}", name=side).status_code == 303
    return RightsScene({**strangers(server), **players, "arbiter": arbiter}, {"id": id})


SCENES: Mapping[str, Callable[[Running], RightsScene]] = {
    "everybody": everybody,
    "computer": computer,
    "federation": federation,
    "invitation": invitation,
    "club": club,
    "game": game,
    "line": line,
    "report": report,
    "members": members,
    "evening": evening,
    "arena": arena,
    "match": match,
    "bot": bot,
    "desk": desk,
    "archive": archive,
    "study": study,
    "display": display,
    "event": event,
}
"""How each scene of the table is made."""


PLACES: Mapping[str, str] = {
    "/api/learn/{game}/endings/{set:int}/{n:int}": "/api/learn/italian/endings/1/1",
    "/api/learn/{game}/{article}/{n:int}": "/api/learn/italian/4.1/1",
    "/endgame/ask": "/endgame/ask?game=italian",
    "/api/imports/{id}": "/api/imports/{job}",
    "/import/{id}": "/import/{job}",
    "/import/{id}/answer": "/import/{job}/answer",
    "/import/{id}/errors.txt": "/import/{job}/errors.txt",
    "/import/{id}/stop": "/import/{job}/stop",
    "/hall/{id}/ratings/{what}": "/hall/{id}/ratings/report.json",
    "/people/{name}": "/people/Zeno",
    "/puzzles/{id}": "/puzzles/a51f521cdfd5",
    "/s/{version}/{name:path}": "/favicon.ico",
    "/join/{code}": "/join/{invite}",
    "/api/analysis/at": "/api/analysis/at?game=italian",
    "/api/analysis/lessons/{id}": "/api/analysis/lessons/none",
    "/api/geometry/{slug}": "/api/geometry/italian",
    "/atlas/{deck}": "/atlas/it-3m-174",
    "/atlas/{deck}/{number:int}": "/atlas/it-3m-174/1",
    "/book/{rulebook}": "/book/fid.italian.2008",
    "/book/{rulebook}/{chapter}": "/book/fid.italian.2008/6",
    "/book/{rulebook}/{chapter}/{number}": "/book/fid.italian.2008/6/6.1",
    "/learn/{game}": "/learn/italian",
    "/learn/{game}/endings": "/learn/italian/endings",
    "/learn/{game}/{article}": "/learn/italian/4.1",
    "/openings/{deck}": "/openings/it-3m-174",
    "/rules/{slug}": "/rules/italian",
    "/rules/{slug}.toml": "/rules/italian.toml",
}
"""Addresses of pages that are there, where the word of a route is none of a scene."""

FORMS: Mapping[str, Mapping[str, str]] = {
    "/chat/{id}": {"do": "remove"},
    "/club/chat": {"phrase": "hello"},
    "/clubs/{id}/chat": {"phrase": "hello"},
    "/clubs": {"name": "Circolo dei diritti"},
    "/clubs/{id}/evening": {
        "name": "Friday",
        "game": "italian",
        "system": "optimal",
        "rounds": "3",
        "pace": "5+3",
        "wait": "5",
        "pause": "1",
    },
    "/hall/{id}/evening": {"do": "join"},
    "/clubs/{id}/arena": {
        "name": "Noon",
        "game": "italian",
        "pace": "3+2",
        "minutes": "60",
        "starts_in": "0",
    },
    "/arenas/{id}": {"do": "join"},
    "/matches/{id}": {"do": "decline"},
    "/clubs/{id}/match": {"other": "Nowhere", **MATCH},
    "/clubs/{id}": {"do": "describe", "about": "Who we are"},
    "/friends": {"do": "choose"},
    "/g/{id}/chat": {"phrase": "nice"},
    "/house": {"house": "closed"},
    "/hall/{id}/report": {"round": "1", "board": "1", "result": "none"},
    "/hall/{id}/sit": {"round": "1", "board": "1"},
    "/endgame/build": {"game": "italian", "pieces": "99"},
    "/g/{id}/act": {"what": "resign"},
    "/g/{id}/say": {"text": "resign"},
    "/g/{id}/do": {"e": "touched", "side": "white", "square": "22"},
    "/hall/join": {"code": "0000-0000", "name": "Zeno"},
    "/hall/{id}/me": {"code": "{card}"},
    "/account": {"do": "end-others"},
    "/reports": {"report": "{id}"},
    "/study/{id}/act": {"what": "title", "title": "Other roads"},
}
"""What is sent to a route that looks at its form before it asks who sends it."""

BODIES: Mapping[str, Any] = {
    "/api/bot/answers/{id}": {"accept": True},
    "/api/bot/seeks": {"game": "italian", "pace": "10+5"},
    "/api/games": {"game": "italian", "level": 1},
    "/api/games/{id}/hands": {"acts": []},
    "/api/games/{id}/events": {"e": "moved", "path": [22, 13]},
    "/api/study/{id}": {"edits": []},
    "/api/study/{id}/{chapter}": {"path": [], "squares": [22, 18]},
}
"""What is sent as JSON."""


MESSAGES: Mapping[str, Mapping[str, Any]] = {
    "hello": {"version": 0},
    "ping": {},
    "why": {"path": [22]},
    "listen": {"rooms": {"players": 0}},
    "move": {"ply": 0, "path": [22, 18]},
    "say": {"text": "resign"},
    "act": {"what": "resign"},
    "do": {"event": {"e": "touched", "side": "white", "square": 22}},
}
"""What is sent to the socket of a game, by kind."""


_ARBITERS = {words_of("Only the arbiter can do this."), words_of(ARBITER_WRITES)}
"""What a player of a game with an arbiter is told who may not do something there."""


def opened(scene: RightsScene, who: str, path: str) -> ClientConnection:
    """Open a socket as somebody of a scene. Raises `InvalidStatus` where it is refused at once."""
    person = scene.people[who]
    cookies = "; ".join(f"{one.name}={one.value}" for one in person.http.cookies.jar)
    headers = {"Origin": person.base} | ({"Cookie": cookies} if cookies else {})
    if token := person.http.headers.get("Authorization"):
        headers["Authorization"] = token
    return connect(
        person.base.replace("http", "ws") + scene.address(path),
        additional_headers=headers,
        open_timeout=PATIENCE_S,
        proxy=None,
    )


def heard(connection: ClientConnection, message: str) -> str:
    """Send a message to a game's socket and return `yes`, or `no` if it is refused as not one's to send."""
    answers = {"hello": {"state"}, "ping": {"pong"}, "listen": {"pong"}, "why": {"answer"}}
    wanted = answers.get(message, {"ack", "state", "delta"})
    connection.send(json.dumps({"t": message, **MESSAGES[message]}))
    if message == "listen":  # where nothing was said nothing is answered
        connection.send(json.dumps({"t": "ping"}))
    while True:
        told = json.loads(connection.recv(timeout=PATIENCE_S))
        if told["t"] == "failed":
            return "no" if told["code"] == "not-yours" or told["text"] in _ARBITERS else "yes"
        if told["t"] in wanted | {"answer"}:
            return "yes"


def asked(scene: RightsScene, who: str, method: str, path: str) -> httpx.Response:
    """Return what somebody of a scene is answered."""
    person, there = scene.people[who], scene.address(PLACES.get(path, path))
    if method == "GET":
        return person.get(there)
    if path in BODIES:
        return person.http.post(there, json=BODIES[path], headers={"Origin": person.base})
    fields = {name: scene.address(value) for name, value in FORMS.get(path, {}).items()}
    return person.post(there, **fields)
