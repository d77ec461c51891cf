"""The socket of a game: moves, reasons, two screens, and frames that are not ours."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec
import pytest
from websockets.exceptions import InvalidStatus
from websockets.frames import Frame, Opcode

from damiera._core import Side
from damiera.game.sides import side_text
from damiera.web.common.assets import version_of_files
from damiera.web.common.connections import ReadyText
from damiera.web.common.limits import Limiter
from damiera.web.play import sockets
from tests.wording import shows, words_of

SENT_WAITS = (
    "The database of Damiera does not answer just now: what you sent waits, and is done once it does."
)
WAITS = "The database of Damiera does not answer just now: your move waits, and is stored once it does."
TWO_WAYS = "W:W17,20,22,23,24,25,26,28,29,30,31:B1,3,4,5,7,8,9,10,11,18,19"


def test_hello_gets_the_game_unless_one_has_it(anna: Any) -> None:
    game = anna.begin(seat="both")
    with anna.sit(game) as talk:
        view = talk.ask("hello", "state", version=0)["view"]
        assert view["id"] == game
        assert len(view["moves"]) == 7
        talk.send("hello", version=view["version"])
        assert talk.ask("ping", "pong", at=7.5)["at"] == 7.5  # and no state before it


def test_a_page_of_another_version_is_told_after_the_game(anna: Any) -> None:
    game = anna.begin(seat="both")
    for page, told in (("", []), ("?page=" + version_of_files(), []), ("?page=0123456789ab", ["renewed"])):
        with anna.sit(game, page) as talk:
            talk.send("hello", version=0)
            talk.send("why", path=[22])
            kinds = [talk.hear("state", "renewed", "answer")["t"]]
            while kinds[-1] != "answer":
                kinds.append(talk.hear("state", "renewed", "answer")["t"])
            assert kinds == ["state", *told, "answer"], page


def test_a_move_is_acknowledged_and_everybody_is_told(anna: Any, server: Any) -> None:
    game = anna.begin(seat="both")
    watcher = server.person("it")
    with anna.sit(game) as talk, watcher.sit(game) as other:
        talk.ask("hello", "state")
        other.ask("hello", "state")
        ack = talk.ask("move", "ack", ply=0, path=[22, 18], id="m1")
        assert (ack["ply"], ack["id"]) == (0, "m1")
        mine, theirs = talk.view(ack["version"]), other.view(ack["version"])
        assert mine["version"] == theirs["version"] == ack["version"]
        assert mine["moves"]
        assert not theirs["moves"]
        assert theirs["you"] is None
        assert theirs["turn_text"] == words_of("{side} to move.", "it", side=side_text(Side.BLACK))


def test_the_same_move_again_gets_the_same_answer_and_another_is_refused(anna: Any) -> None:
    game = anna.begin(seat="both")
    with anna.sit(game) as talk:
        first = talk.ask("move", "ack", ply=0, path=[22, 18], id="a")
        again = talk.ask("move", "ack", ply=0, path=[22, 18], id="a")
        assert again["version"] == first["version"]
        other = talk.ask("move", "failed", ply=0, path=[21, 17], id="b")
        assert (other["code"], other["id"]) == ("conflict", "b")
    assert anna.view(game)["ply"] == 1


def test_two_browsers_moving_at_once_store_one_move(anna: Any) -> None:
    game = anna.begin(seat="both")
    with anna.sit(game) as one, anna.sit(game) as two:
        one.send("move", ply=0, path=[22, 18], id="x")
        two.send("move", ply=0, path=[21, 17], id="y")
        kinds = set()
        for talk in (one, two):
            while (message := _next(talk))["t"] not in ("ack", "failed"):
                pass
            kinds.add(message.get("code", "ack"))
        assert kinds == {"ack", "conflict"}
    assert anna.view(game)["ply"] == 1


def _next(talk: Any) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(talk.connection.recv(timeout=10))
    return found


def test_an_illegal_move_is_refused_with_its_article(anna: Any) -> None:
    game = anna.begin(seat="both", fen=TWO_WAYS)
    with anna.sit(game) as talk:
        failed = talk.ask("move", "failed", ply=0, path=[23, 14])
        assert failed["code"] == "refused"
        assert next(a["number"] for a in failed["refusal"]["articles"]) == "6.6"
    assert anna.view(game)["ply"] == 0


def test_why_and_say_answer_in_the_language_of_the_screen(bruno: Any) -> None:
    game = bruno.begin(seat="both", fen=TWO_WAYS)
    with bruno.sit(game) as talk:
        why = talk.ask("why", "answer", path=[23])
        assert why["refusal"]["title"] == words_of(
            "{piece} cannot move now", "it", context="title", piece="La 23"
        )
        which = talk.ask("say", "answer", text="22x6")
        assert which["refusal"]["title"] == words_of("{move}: which way?", "it", move="22x6")
        assert len(which["candidates"]) >= 1
        assert talk.ask("say", "failed", text="boh")["code"] == "bad-message"
        played = talk.ask("say", "answer", text="22x13x6")
        assert "Hai giocato" in played["refusal"]["title"]


def test_only_who_has_a_seat_may_act(anna: Any, server: Any) -> None:
    game = anna.begin(seat="both")
    with server.person().sit(game) as talk:
        assert talk.ask("move", "failed", ply=0, path=[22, 18])["code"] == "not-yours"
        assert talk.ask("act", "failed", what="resign")["code"] == "not-yours"
        assert talk.ask("why", "answer", path=[22])["refusal"]["title"]


def test_presence_is_told_to_the_other_player(anna: Any, bruno: Any) -> None:
    game = anna.begin(friend=True)
    bruno.post(f"/join/{anna.view(game)['invite']}")
    with anna.sit(game) as talk:
        assert talk.ask("hello", "state")["view"]["black"]["here"] is False
        with bruno.sit(game):
            assert talk.hear("state")["view"]["black"]["here"] is True
        assert talk.hear("state")["view"]["black"]["here"] is False


@pytest.mark.slow
def test_a_player_whose_line_is_silent_is_told_away_within_three_seconds(anna: Any, bruno: Any) -> None:
    """The socket still stands: nothing says that the line is gone but that nothing comes through it."""
    game = anna.begin(friend=True)
    bruno.post(f"/join/{anna.view(game)['invite']}")
    with anna.sit(game) as talk, bruno.sit(game) as other:
        talk.ask("hello", "state")
        other.ask("ping", "pong", every=1_250)
        began = time.monotonic()
        while talk.hear("state")["view"]["black"]["here"]:
            pass
        assert 1.25 < time.monotonic() - began < 3.0
        other.ask("ping", "pong", every=1_250)
        assert talk.hear("state")["view"]["black"]["here"] is True, "and is there again without a new socket"
        with bruno.sit(game) as newer:
            newer.ask("ping", "pong", every=60_000)
            time.sleep(3.0)
            talk.ask("ping", "pong")  # and nothing older is still to be read
            assert talk.ask("hello", "state")["view"]["black"]["here"] is True, (
                "one screen that is heard is enough"
            )


@pytest.mark.slow
def test_a_screen_that_promises_no_ping_is_not_missed(anna: Any, bruno: Any) -> None:
    """A page in the background may be kept from its timers; programs and older pages never promise."""
    game = anna.begin(friend=True)
    bruno.post(f"/join/{anna.view(game)['invite']}")
    with anna.sit(game) as talk, bruno.sit(game) as other:
        talk.ask("hello", "state")
        other.ask("ping", "pong", every=100)
        other.ask("ping", "pong", every=0)
        time.sleep(2.0)
        talk.ask("ping", "pong")
        assert talk.ask("hello", "state")["view"]["black"]["here"] is True


def test_pings_do_not_count_as_asking(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many screens behind one address send many; each socket still has its own measure."""
    person = server.person()
    game = person.begin(seat="both")
    monkeypatch.setattr(server.parts.limits, "frames", Limiter(1, every_s=3600))
    object.__setattr__(server.parts.settings, "limits", True)
    try:
        with person.sit(game) as talk:
            for _ in range(10):
                talk.ask("ping", "pong")
            talk.ask("hello", "state")
            talk.send("hello")
            assert talk.hear("failed")["code"] == "too-many"
    finally:
        object.__setattr__(server.parts.settings, "limits", False)


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "hello",
        "[]",
        '{"t":"castle"}',
        '{"t":"move","ply":0}',
        '{"t":"move","ply":"0","path":[22,18]}',
        '{"t":"hello","version":0,"more":1}',
        b"\x00\xff\xfe",
        "x" * 9000,
    ],
)
def test_a_frame_that_is_not_ours_is_answered_and_the_socket_closed(anna: Any, frame: str | bytes) -> None:
    game = anna.begin(seat="both")
    with anna.sit(game) as talk:
        talk.connection.send(frame)
        failed = talk.hear("failed")
        assert failed["code"] == "bad-message"
        assert shows(failed["text"], "This message is not in our language: {why}. Load the page again.")
        assert talk.closed() == 1003
    assert anna.view(game)["ply"] == 0


@pytest.mark.parametrize("path", [[22], [22, 99, -4], list(range(1, 70)), [0, 0]])
def test_a_path_that_is_no_route_is_refused_and_nothing_stored(anna: Any, path: list[int]) -> None:
    game = anna.begin(seat="both")
    with anna.sit(game) as talk:
        failed = talk.ask("move", "failed", ply=0, path=path)
        assert failed["code"] in ("bad-message", "refused")
        assert failed["text"]
        assert talk.ask("ping", "pong")["t"] == "pong"
    assert anna.view(game)["ply"] == 0


def test_a_frame_far_too_large_closes_the_socket(anna: Any) -> None:
    game = anna.begin(seat="both")
    with anna.sit(game) as talk:
        talk.connection.send("x" * 2_000_000)
        assert talk.closed() == 1009


def test_pages_of_others_cannot_open_a_socket(anna: Any) -> None:
    game = anna.begin(seat="both")
    with pytest.raises(InvalidStatus) as refused, anna.sit(game, Origin="http://evil.example"):
        pass
    assert refused.value.response.status_code == 403
    with anna.sit(game, Origin=anna.base) as talk:
        assert talk.ask("ping", "pong")


def test_a_game_that_is_not_there_is_said_and_the_socket_closed(anna: Any) -> None:
    with anna.sit("nothing") as talk:
        assert talk.hear("failed")["code"] == "not-found"
        assert talk.closed() == 1008


def test_too_many_frames_close_the_socket(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    person = server.person()
    game = person.begin(seat="both")
    monkeypatch.setattr(server.parts.limits, "sockets", Limiter(3, every_s=3600))
    object.__setattr__(server.parts.settings, "limits", True)
    try:
        with person.sit(game) as talk:
            for _ in range(4):
                talk.send("ping")
            failed = talk.hear("failed")
            assert failed["code"] == "too-many"
            assert talk.closed() == 1008
    finally:
        object.__setattr__(server.parts.settings, "limits", False)


@pytest.mark.parametrize("length", [2, 125, 126, 4095, 4096, 65_535, 65_536, 200_000])
def test_messages_of_every_length_arrive_whole_and_in_order(anna: Any, server: Any, length: int) -> None:
    game = anna.begin(seat="both")
    with anna.sit(game) as talk:
        talk.ask("ping", "pong")
        (screen,) = server.parts.running.rooms.screens(game)
        sent = [msgspec.json.encode(letter * (length - 2)) for letter in "abc"]
        for message in sent:
            server.call(partial(screen.line.write, ReadyText(message)))
        assert [talk.connection.recv(timeout=10).encode() for _ in sent] == sent


def test_a_screen_that_does_not_keep_up_is_dropped_and_others_play_on(anna: Any, server: Any) -> None:
    game = anna.begin(seat="both")
    rooms = server.parts.running.rooms
    host, port = server.base.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=10) as line, anna.sit(game) as talk:
        line.sendall(
            f"GET /g/{game}/ws HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: {server.base}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        assert line.recv(12) == b"HTTP/1.1 101"
        _until(lambda: len(rooms.screens(game)) == 2)
        (slow,) = (screen for screen in rooms.screens(game) if screen.player_id is None)
        for _ in range(10_000):  # more than the systems at both ends keep
            server.call(partial(slow.line.write, ReadyText(b"x" * 4000)))
        talk.ask("move", "ack", ply=0, path=[22, 18])
        _until(lambda: slow not in rooms.screens(game))
        talk.ask("move", "ack", ply=1, path=[10, 14])
    _until(lambda: game not in rooms.games())


def _until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 10
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_messages_are_heeded_in_order_however_they_are_cut(anna: Any, server: Any) -> None:
    """Several at once, one in parts of a byte, one in two frames with a ping between them."""
    game = anna.begin(seat="both")
    host, port = server.base.removeprefix("http://").split(":")
    cookies = "; ".join(f"{name}={value}" for name, value in anna.http.cookies.items())
    with socket.create_connection((host, int(port)), timeout=10) as line:
        line.sendall(
            f"GET /g/{game}/ws HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: {server.base}\r\n"
            f"Cookie: {cookies}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        reader = line.makefile("rb")
        while reader.readline().strip():
            pass
        first, second, third = (
            Frame(Opcode.TEXT, msgspec.json.encode({"t": "move", "ply": ply, "path": path})).serialize(
                mask=True
            )
            for ply, path in enumerate(([22, 18], [10, 14], [18, 13]))
        )
        line.sendall(first + second)
        for n in range(len(third)):
            line.sendall(third[n : n + 1])
        parts = [b'{"t":"move","ply":3,', b'"path":[9,18]}']
        line.sendall(Frame(Opcode.TEXT, parts[0], fin=False).serialize(mask=True))
        line.sendall(Frame(Opcode.PING, b"now").serialize(mask=True))
        line.sendall(Frame(Opcode.CONT, parts[1]).serialize(mask=True))
        said = b""
        while said.count(b'"t":"ack"') < 4:
            said += line.recv(65_536)
        assert [said.index(b'"ply":%d,"version"' % ply) for ply in range(4)] == sorted(
            said.index(b'"ply":%d,"version"' % ply) for ply in range(4)
        )
        assert b"\x8a\x03now" in said
    assert anna.view(game)["ply"] == 4


def test_who_moves_is_told_that_the_move_waits_while_the_database_does_not_answer(
    anna: Any, server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "LONG_S", 0.05)
    game, goes_on = anna.begin(seat="both"), threading.Event()
    with anna.sit(game) as talk:
        talk.ask("hello", "state")
        server.parts.database._writer.submit(goes_on.wait, 30)
        try:
            failed = talk.ask("move", "failed", ply=0, path=[22, 18], id="a")
            assert (failed["code"], failed["id"]) == ("busy", "")
            assert failed["text"] == words_of(WAITS, "en")
        finally:
            goes_on.set()
        assert talk.hear("ack")["id"] == "a"
    assert anna.view(game)["ply"] == 1


@pytest.mark.parametrize(
    "sent",
    [
        {"t": "say", "text": "22-18"},
        {"t": "act", "what": "resign"},
        {"t": "do", "event": {"e": "called-off", "side": "white"}},
    ],
    ids=["typed move", "act", "event"],
)
def test_who_sends_anything_else_is_told_that_it_waits(
    anna: Any, server: Any, monkeypatch: pytest.MonkeyPatch, sent: dict[str, Any]
) -> None:
    """A move that was typed or said waited without a word while the database was slow."""
    monkeypatch.setattr(sockets, "LONG_S", 0.05)
    game, goes_on = anna.begin(seat="both"), threading.Event()
    with anna.sit(game) as talk:
        talk.ask("hello", "state")
        server.parts.database._writer.submit(goes_on.wait, 30)
        try:
            failed = talk.ask(sent["t"], "failed", **{k: v for k, v in sent.items() if k != "t"})
            assert failed["code"] == "busy"
            assert failed["text"] == words_of(SENT_WAITS, "en")
        finally:
            goes_on.set()
        assert talk.hear("answer", "state")


def test_a_message_that_is_no_text_ends_the_socket_and_is_not_logged(
    anna: Any, server: Any, caplog: pytest.LogCaptureFixture
) -> None:
    game = anna.begin(seat="both")
    host, port = server.base.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=10) as line:
        line.sendall(
            f"GET /g/{game}/ws HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: {server.base}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        assert line.recv(12) == b"HTTP/1.1 101"
        line.sendall(Frame(Opcode.TEXT, b"\xff\xfe").serialize(mask=True))
        said = b"".join(iter(lambda: line.recv(65_536), b""))
    assert said.endswith(b"\x88\x02\x03\xef")  # close code 1007
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


@pytest.mark.parametrize(
    ("frame", "answer"),
    [
        (Frame(Opcode.TEXT, b'{"t":"ping","at":1}').serialize(mask=True), b'{"t":"pong","at":1.0'),
        (Frame(Opcode.TEXT, b"hello").serialize(mask=True), b"\x88\x02\x03\xeb"),  # close code 1003
        (Frame(Opcode.TEXT, b"\xff\xfe").serialize(mask=True), b"\x88\x02\x03\xef"),  # 1007
        (Frame(Opcode.TEXT, b"unmasked").serialize(mask=False), b"\x03\xea"),  # 1002
        (b"\xff\xff\xff\xff", b"\x03\xea"),
        (b"\x81\xff" + b"\x7f" * 12, b"\x03\xf1"),  # 1009
    ],
)
def test_what_comes_before_the_socket_is_accepted_is_answered_as_what_comes_after(
    anna: Any, server: Any, caplog: pytest.LogCaptureFixture, frame: bytes, answer: bytes
) -> None:
    """It came in one piece with the head, was lost, and the socket stayed open without an answer."""
    game = anna.begin(seat="both")
    with _asked(server, game, frame) as line:
        said = b""
        while answer not in said:
            got = line.recv(65_536)
            assert got, f"ended without an answer: {said!r}"
            said += got
    assert said.startswith(b"HTTP/1.1 101")
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


def test_too_much_before_the_socket_is_accepted_ends_it(anna: Any, server: Any) -> None:
    """The rest of what is sent is not read: the line ends with it, whatever was said before."""
    game = anna.begin(seat="both")
    with suppress(ConnectionError), _asked(server, game, b"\x00" * 2_000_000) as line:
        while line.recv(65_536):
            pass
    _until(lambda: game not in server.parts.running.rooms.games())


def _asked(server: Any, game: str, early: bytes) -> socket.socket:
    """Ask for the socket of a game, and send something along with that."""
    host, port = server.base.removeprefix("http://").split(":")
    line = socket.create_connection((host, int(port)), timeout=10)
    with suppress(ConnectionError):
        line.sendall(
            f"GET /g/{game}/ws HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: {server.base}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
            + early
        )
    return line


def test_a_page_made_before_another_came_or_went_is_told_that_they_did(anna: Any, bruno: Any) -> None:
    game = anna.begin(seat="white", friend=True)
    bruno.post(f"/join/{anna.view(game)['invite']}", name="")
    version = anna.view(game)["version"]
    with bruno.sit(game) as talk:
        talk.ask("hello", "state", version=0)
        for shown, is_told in (("white", True), ("white+black", False)):
            with anna.sit(game, f"?you=white&here={shown}") as page:
                page.send("hello", version=version)
                page.send("why", path=[22])
                first = page.hear("state", "answer")
                assert first["t"] == ("state" if is_told else "answer"), shown
                assert not is_told or first["view"]["players"]["black"]["here"]
    anna.wait(game, lambda view: not view["players"]["black"]["here"])
    with anna.sit(game, "?you=white&here=white+black") as page:
        page.send("hello", version=version)
        assert not page.hear("state")["view"]["players"]["black"]["here"]
