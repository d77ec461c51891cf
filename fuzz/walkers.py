"""People who walk about a server of their own: they open what pages lead to and send what their forms have.

    python -m fuzz.walkers [--steps 2000] [--seed 1] [--at-once 6]

A guest, people with accounts and a program of each of them: they follow the links and send the forms of the
pages they see, and of those that others saw, mostly as a person would, sometimes with other values; at a
board they play legal moves by the socket, and send frames that are none. So what is behind a door is met
from inside: clubs, arenas, displays, matches, events, studies, chat, an account that is deleted in the
middle of a game. No answer may be one of 5xx, nothing may leave a traceback, and memory is bounded. Prints
what came of it as JSON; exit 1 if something was found. A page may take three minutes, for the machine may
have other work.
"""

from __future__ import annotations

import argparse
import html
import http.client
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict, deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import urlencode, urljoin, urlsplit

import uvicorn
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from damiera.web.app.create import create_app
from damiera.web.app.serve import listen, server_config
from damiera.web.common.settings import ServerSettings
from damiera.web.loadtest.measure import resident_mb

MOST_MB: Final = 600
WAIT_S: Final = 180.0
TOLD_S: Final = 30.0
KEPT: Final = 40  # links and forms of one kind that are remembered
PASSWORD: Final = "quattro mosse al centro"
_TAG = re.compile(r"<(/?)(a|form|input|select|option|button|textarea)\b([^>]*)>", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"""([a-z-]+)(?:\s*=\s*"([^"]*)")?""", re.IGNORECASE)
_NAMED = re.compile(r"/(?=[0-9a-zA-Z_-]*\d)[0-9a-zA-Z_-]{1,64}(?=[/.?]|$)")
_TOKEN = re.compile(r"\bbot_[\w-]{16,}")
_ODD: Final = (
    *("", "0", "-1", "1", "2", "99999999999999999999", "1e308", "NaN", "on", "true", "white", "10+5", "3d"),
    *("<script>x</script>", "'; DROP TABLE game; --", "a" * 300, "\x00", "é🙂", "\u202e", "[]", "{}", "%"),
    *("2026-11-24", "22-18", "italian", "\r\nX: y", "Anna Rossi", "W:W21:B12"),
)
_PLAIN: Final = (
    "Anna Rossi",
    "3",
    "1",
    "10",
    "Circolo di prova",
    "buona fortuna",
    "5+3",
    "2026-12-01",
    "1500",
)
_BOT: Final = ("answers", "arenas", "evenings", "boards", "seats")


@dataclass(frozen=True, slots=True)
class FormField:
    """A field of a form: its name, what it says by itself, and what else may be chosen."""

    name: str
    value: str = ""
    others: tuple[str, ...] = ()
    may_be_left: bool = False
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class SeenForm:
    """A form of a page: where it is sent, and what with. One of the buttons is pressed."""

    path: str
    method: str
    fields: tuple[FormField, ...]
    buttons: tuple[tuple[str, str], ...]
    holds_files: bool = False


@dataclass(frozen=True, slots=True)
class SeenPage:
    """What a page leads to."""

    links: tuple[str, ...]
    forms: tuple[SeenForm, ...]


def read_page(text: str, path: str) -> SeenPage:
    """Return the links and forms of a page of HTML that was found at a path."""
    links: list[str] = []
    forms: list[SeenForm] = []
    open_form: dict[str, str] | None = None
    fields: list[FormField] = []
    buttons: list[tuple[str, str]] = []
    chosen, choices = "", list[tuple[str, bool]]()
    for end, tag, told in _TAG.findall(text):
        has = {name.lower(): html.unescape(value) for name, value in _ATTRIBUTE.findall(told)}
        match tag.lower(), bool(end):
            case "a", False if "href" in has:
                links.append(urljoin(path, has["href"]))
            case "form", False:
                open_form, fields, buttons = has, [], []
            case "form", True if open_form is not None:
                where = urljoin(path, open_form.get("action", ""))
                kind = open_form.get("enctype", "").startswith("multipart")
                method = open_form.get("method", "get").upper()
                forms.append(SeenForm(where, method, tuple(fields), tuple(buttons), kind))
                open_form = None
            case "select", False:
                chosen, choices = has.get("name", ""), []
            case "option", False:
                choices.append((has.get("value", ""), "selected" in has))
            case "select", True if chosen and choices:
                value = next((one for one, selected in choices if selected), choices[0][0])
                fields.append(FormField(chosen, value, tuple(one for one, _ in choices)))
            case "textarea", False if has.get("name"):
                fields.append(FormField(has["name"], "", is_open=True))
            case "button", False if has.get("type", "submit") == "submit":
                buttons.append((has.get("name", ""), has.get("value", "")))
            case "input", False if has.get("name"):
                fields.append(_input(has))
            case _:
                pass
    return SeenPage(tuple(links), tuple(forms))


def _input(has: dict[str, str]) -> FormField:
    kind, name, value = has.get("type", "text"), has["name"], has.get("value", "")
    if kind in {"checkbox", "radio"}:
        on = value or "on"
        return FormField(name, on if "checked" in has else "", (on, ""), may_be_left=True)
    return FormField(name, value, is_open=kind not in {"hidden", "submit"})


@dataclass
class Walked:
    """What came of it so far, and what was seen, by all of them."""

    steps: int = 0
    frames: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    findings: list[str] = field(default_factory=list)
    most_mb: float = 0.0
    links: dict[str, deque[str]] = field(default_factory=lambda: defaultdict(lambda: deque(maxlen=KEPT)))
    forms: dict[str, deque[SeenForm]] = field(default_factory=lambda: defaultdict(lambda: deque(maxlen=KEPT)))
    lock: threading.Lock = field(default_factory=threading.Lock)

    def find(self, what: str) -> None:
        """Take note of a finding, and tell it now."""
        with self.lock:
            self.findings.append(what)
        print(f"found: {what}", file=sys.stderr, flush=True)

    def remember(self, page: SeenPage) -> None:
        """Keep what a page leads to, by kind: so that what there is much of hides nothing."""
        with self.lock:
            for link in page.links:
                kept = self.links[_kind(link)]
                if link not in kept:
                    kept.append(link)
            for form in page.forms:
                self.forms[f"{form.method} {_kind(form.path)} {form.buttons[:1]}"].append(form)

    def told(self) -> str:
        """Return all of it as JSON."""
        return json.dumps({
            "steps": self.steps,
            "frames": self.frames,
            "statuses": dict(sorted(self.statuses.items())),
            "kinds": len(self.kinds),
            "most_mb": round(self.most_mb),
            "findings": self.findings[:50],
        })  # fmt: skip


def _kind(path: str) -> str:
    """Return a path without what is named in it."""
    return _NAMED.sub("/*", urlsplit(path).path)


class Walker:
    """Somebody who walks about.

    Args:
        url: where the server is.
        name: of the account; none for a guest.
        luck: what they do next.
    """

    def __init__(self, url: str, name: str | None, luck: random.Random, found: Walked) -> None:
        self._url, self._name, self._luck, self._found = url, name, luck, found
        place = urlsplit(url)
        self._line = http.client.HTTPConnection(str(place.hostname), place.port, timeout=WAIT_S)
        self._cookies: dict[str, str] = {}
        self._token = ""
        self._page = SeenPage(("/",), ())

    def step(self) -> None:
        """Do one thing."""
        luck, found = self._luck, self._found
        found.steps += 1
        chance = luck.random()
        if self._name and (not self._cookies or chance < 0.02):
            self.enter()
        elif self._token and chance < 0.15:
            self.be_a_program()
        elif chance < 0.25:
            self.sit()
        elif chance < 0.60 and (form := self._some_form()) is not None:
            self.send(form)
        else:
            self.open(self._some_link())

    def enter(self) -> None:
        """Make an account, or come into the one that there is; have a program with a token."""
        form = {"name": str(self._name), "password": PASSWORD}
        bot = {
            "do": self._luck.choice(("bot-make", "bot-renew")),
            "name": f"{self._name} engine",
            "password": PASSWORD,
        }
        for path in ("/register", "/sign-in"):
            self._ask("POST", path, urlencode(form).encode())
        self._ask("POST", "/account", urlencode(bot).encode())

    def _some_form(self) -> SeenForm | None:
        own, luck = self._page.forms, self._luck
        if own and luck.random() < 0.7:
            return luck.choice(own)
        with self._found.lock:
            kinds = list(self._found.forms)
            return luck.choice(self._found.forms[luck.choice(kinds)]) if kinds else None

    def _some_link(self) -> str:
        own, luck = self._page.links, self._luck
        if own and luck.random() < 0.4:
            return luck.choice(own)
        with self._found.lock:
            kinds = list(self._found.links)
            return luck.choice(self._found.links[luck.choice(kinds)]) if kinds else "/"

    def open(self, link: str) -> None:
        """Open a page, and see where it leads."""
        place = urlsplit(link)
        if place.netloc and place.netloc != urlsplit(self._url).netloc:
            return
        path = place.path + (f"?{place.query}" if place.query else "")
        if not path.startswith("/"):
            return
        self._ask("GET", path.encode("ascii", "ignore").decode().replace(" ", "%20"))

    def send(self, form: SeenForm) -> None:
        """Send a form with what a person might say, or something else."""
        luck, said = self._luck, list[tuple[str, str]]()
        wild = luck.choice((0.0, 0.0, 0.05, 0.3))
        for one in form.fields:
            if one.may_be_left:
                value = luck.choice(one.others) if luck.random() < 0.3 else one.value
                said += [(one.name, value)] if value else []
            else:
                said.append((one.name, self._value(one, wild)))
        if form.buttons and (button := luck.choice(form.buttons))[0]:
            said.append(button)
        if wild and luck.random() < 0.3:
            luck.shuffle(said)
            said = said[: luck.randrange(len(said) + 1)] + said[: luck.randrange(3)]
        if form.method == "GET":
            self.open(f"{urlsplit(form.path).path}?{urlencode(said)}")
        elif form.holds_files:
            parts = [
                f'--x\r\nContent-Disposition: form-data; name="{n}"; filename="a"\r\n\r\n{v}\r\n'
                for n, v in said
            ]
            body = "".join((*parts, "--x--\r\n")).encode("utf-8", "replace")
            self._ask("POST", urlsplit(form.path).path, body, "multipart/form-data; boundary=x")
        else:
            self._ask("POST", urlsplit(form.path).path, urlencode(said).encode())

    def _value(self, one: FormField, wild: float) -> str:
        luck = self._luck
        if luck.random() < wild:
            return luck.choice(_ODD)
        if one.others:
            return luck.choice(one.others) if luck.random() < 0.5 else one.value
        if one.name == "password":
            return PASSWORD
        if one.is_open and (not one.value or luck.random() < 0.2):
            return luck.choice(_PLAIN)
        return one.value

    def be_a_program(self) -> None:
        """Ask as a program, with its token."""
        luck, found = self._luck, self._found
        with found.lock:
            known = [
                one.rstrip("/").split("/")[-1] for kept in found.links.values() for one in list(kept)[-3:]
            ]
        some = luck.choice(known or ["1"])
        path, body = luck.choice((
            ("", None),
            ("/seeks", {"game": luck.choice(("italian", "international")), "pace": "5+3", "rated": False}),
            ("/seeks", {"game": luck.choice(_ODD), "pace": luck.choice(_ODD), "rated": True}),
            (f"/seeks/{some}/back", {}),
            (f"/{luck.choice(_BOT)}/{some}", {"accept": luck.choice((True, False, "x"))}),
        ))  # fmt: skip
        sent = None if body is None else json.dumps(body).encode()
        answer = self._ask(
            "POST" if sent else "GET", f"/api/bot{path}", sent, "application/json", self._token
        )
        with suppress(ValueError):
            told = json.loads(answer)
            for game in told.get("games", []) if isinstance(told, dict) else []:
                self._play(str(game.get("id", game) if isinstance(game, dict) else game), self._token)

    def sit(self) -> None:
        """Sit at a board that was seen, play a few moves, and say what is no move."""
        with self._found.lock:
            games = [one for kind in ("/g/*",) for one in self._found.links.get(kind, ())]
        if games:
            self._play(urlsplit(self._luck.choice(games)).path.split("/")[-1], "")
        with suppress(OSError, WebSocketException, TimeoutError):
            path = self._luck.choice(("/club/live", "/notices/live"))
            with self._socket(path, "") as line:
                line.send(self._frame())
                line.recv(0.2)

    def _play(self, game: str, token: str) -> None:
        wrong = (OSError, WebSocketException, TimeoutError, ValueError, KeyError)
        with suppress(*wrong), self._socket(f"/g/{game}/ws", token) as line:
            line.send('{"t":"hello","version":0}')
            for _ in range(self._luck.randrange(2, 12)):
                self._found.frames += 1
                view = json.loads(line.recv(0.5)).get("view") or {}
                if view.get("moves") and self._luck.random() < 0.9:
                    move = self._luck.choice(view["moves"])
                    said = {"t": "move", "ply": view["ply"], "path": self._luck.choice(move["paths"])}
                    line.send(json.dumps({**said, "drops": move.get("drops", [])}))
                elif self._luck.random() < 0.3:
                    line.send(self._frame())

    def _frame(self) -> str:
        luck = self._luck
        what = (
            "resign",
            "offer-draw",
            "accept-draw",
            "decline-draw",
            "undo",
            "flag",
            "claim",
            "pause",
            *_ODD[:4],
        )
        side = luck.choice(("white", "black", None))
        return json.dumps(luck.choice((
            {"t": "act", "what": luck.choice(what), "side": side},
            {"t": "say", "text": luck.choice(_ODD), "pending": "", "heard": True, "order": "square"},
            {"t": "move", "ply": luck.randrange(40), "path": [luck.randrange(60), luck.randrange(60)]},
            {"t": "do", "event": {"e": luck.choice(("touched", "pressed", "x")), "side": side, "square": 22}},
            {"t": "why", "path": [luck.randrange(50)], "drops": []},
            {"t": "listen", "rooms": {luck.choice(("players", "spectators", "x")): luck.randrange(-1, 3)}},
        )))  # fmt: skip

    @contextmanager
    def _socket(self, path: str, token: str) -> Iterator[ClientConnection]:
        headers = {"Authorization": f"Bearer {token}"} if token else {"Cookie": self._cookie()}
        address = self._url.replace("http", "ws", 1) + path
        with connect(
            address,
            origin=Origin(self._url),
            additional_headers=headers,
            open_timeout=WAIT_S,
            proxy=None,
            compression=None,
        ) as line:
            yield line

    def _cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self._cookies.items() if value)

    def _ask(self, method: str, path: str, body: bytes | None = None, kind: str = "", token: str = "") -> str:
        """Ask, follow where it leads once, remember what is seen; return what was said."""
        headers = {"Origin": self._url}
        headers |= {"Authorization": f"Bearer {token}"} if token else {"Cookie": self._cookie()}
        headers |= {"Content-Type": kind or "application/x-www-form-urlencoded"} if body is not None else {}
        try:
            self._line.request(method, path, body, headers)
            answer = self._line.getresponse()
            data = answer.read(3_000_000)
            if len(data) == 3_000_000:
                self._line.close()
        except TimeoutError:
            self._line.close()
            self._found.find(f"no answer in {WAIT_S:.0f} s: {method} {path}")
            return ""
        except (OSError, http.client.HTTPException, ValueError):
            self._line.close()
            return ""
        found, status = self._found, answer.status
        with found.lock:
            found.statuses[status] += 1
            found.kinds[f"{method} {_kind(path)} {status}"] += 1
        if status >= 500:
            found.find(f"{status}: {method} {path} {(body or b'')[:600]!r}")
        for told in answer.headers.get_all("Set-Cookie", []):
            name, _, value = told.partition(";")[0].partition("=")
            self._cookies[name] = value.strip('"') if "expires=Thu, 01 Jan 1970" not in told else ""
        text = data.decode("utf-8", "replace")
        if (token_shown := _TOKEN.search(text)) is not None:
            self._token = token_shown[0]
        where = answer.headers.get("Location")
        if where is not None and method == "POST":
            self.open(where)
        elif "text/html" in answer.headers.get("Content-Type", ""):
            self._page = read_page(text, path)
            found.remember(self._page)
        return text


def serve(folder: Path, port: int) -> None:
    """Run a server without limits, so that what is behind them is met, until it is told to end."""
    settings = ServerSettings(data_dir=folder, limits=False, public=f"http://127.0.0.1:{port}")
    uvicorn.Server(server_config(create_app(settings))).run(sockets=[listen("127.0.0.1", port)])


def walk(url: str, pid: int, steps: int, seed: int, at_once: int) -> Walked:
    """Let so many people walk about a server until all of them have done so many steps, or it is stopped."""
    found = Walked()
    names = [None, *(f"Persona {chr(64 + number)}" for number in range(1, at_once))]

    def one(number: int, name: str | None) -> None:
        walker = Walker(url, name, random.Random(f"{seed} {number}"), found)
        while found.steps < steps:
            walker.step()

    running = [threading.Thread(target=one, args=given, daemon=True) for given in enumerate(names)]
    for thread in running:
        thread.start()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with suppress(KeyboardInterrupt):
        _watch(found, running, pid)
    return found


def _watch(found: Walked, running: list[threading.Thread], pid: int) -> None:
    """Weigh a server and tell how far they are, until they have done or it has ended."""
    said = time.monotonic()
    while any(thread.is_alive() for thread in running):
        time.sleep(0.5)
        if (memory := resident_mb(pid)) is None:
            return found.find("the server has ended")
        if memory > MOST_MB >= found.most_mb:
            found.find(f"{memory:.0f} MB")
        found.most_mb = max(found.most_mb, memory)
        if time.monotonic() - said > TOLD_S:
            said = time.monotonic()
            print(found.told(), file=sys.stderr, flush=True)
    return None


def main() -> int:
    """Start a server, walk about it, and print what came of it."""
    asked = argparse.ArgumentParser(prog="fuzz.walkers", description=__doc__)
    asked.add_argument("--steps", type=int, default=2_000)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--at-once", type=int, default=6)
    asked.add_argument("--kinds", action="store_true", help="print what was asked, and how often, too")
    asked.add_argument("--serve", nargs=2, metavar=("FOLDER", "PORT"), help=argparse.SUPPRESS)
    options = asked.parse_args()
    if options.serve:
        serve(Path(options.serve[0]), int(options.serve[1]))
        return 0
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = int(free.getsockname()[1])
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        log = Path(folder) / "log"
        call = [sys.executable, "-m", "fuzz.walkers", "--serve", f"{folder}/data", str(port)]
        with (
            log.open("wb") as out,
            subprocess.Popen(call, stdout=out, stderr=out, env={**os.environ}) as server,
        ):
            try:
                _wait_for(port, server)
                url = f"http://127.0.0.1:{port}"
                found = walk(url, server.pid, options.steps, options.seed, options.at_once)
            finally:
                server.terminate()
        text = log.read_text(encoding="utf-8", errors="replace")
    for at in re.finditer("Traceback", text):
        found.find(text[max(0, at.start() - 300) : at.start() + 3_000])
    if options.kinds:
        print("\n".join(f"{n:6d} {kind}" for kind, n in sorted(found.kinds.items())))
    print(found.told(), flush=True)
    return 1 if found.findings else 0


def _wait_for(port: int, server: subprocess.Popen[bytes]) -> None:
    while server.poll() is None:
        with suppress(OSError):
            socket.create_connection(("127.0.0.1", port), 1.0).close()
            return
        time.sleep(0.1)
    sys.exit("the server has not started")


if __name__ == "__main__":
    sys.exit(main())
