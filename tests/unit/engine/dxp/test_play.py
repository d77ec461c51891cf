"""DXP: two of our own ends, and peers that behave badly on a raw socket."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from damiera._core import Side
from damiera.engine.builtin import BuiltinEngine
from damiera.engine.dxp.errors import DxpError, DxpSyntaxError, PeerGone, PeerIllegal, PeerRefused, PeerSilent
from damiera.engine.dxp.line import DxpLine, connect
from damiera.engine.dxp.play import DxpGame, DxpSeat, check_game, follow, initiate
from damiera.engine.limits import SearchLimits
from damiera.game.outcome import Termination
from damiera.messages import Message, Text
from damiera.notation.pdn.model import PdnGame
from damiera.notation.pdn.reader import read_pdn
from damiera.notation.pdn.writer import write_pdn
from damiera.rules.ruleset import ENGLISH, INTERNATIONAL, ITALIAN, Ruleset, ruleset
from tests.wording import holds, raises

QUICK = SearchLimits(nodes=300)


def seat(game: Ruleset = INTERNATIONAL, **changes: object) -> DxpSeat:
    said: list[Text] = []
    made = DxpSeat(game, BuiltinEngine(game.slug, hash_mb=1), limits=QUICK, tell=said.append, idle_s=10.0)
    return replace(made, **changes)  # type: ignore[arg-type]


def test_games_without_numbers_or_with_towers_are_refused() -> None:
    for slug in ("chinese-checkers", "bashni", "reentry"):
        with pytest.raises(DxpError):
            check_game(ruleset(slug))
    large = ruleset("south-african")
    check_game(large)
    with raises(DxpError, Message("This position does not fit a DXP message: {fen}", fen="W:W90:B3")):
        check_game(large, large.core.position(Side.WHITE, (90,), (), (3,), ()))


# ------------------------------------------------------------ two of our own ends


@pytest.fixture
def ends() -> Iterator[tuple[DxpLine, DxpLine]]:
    """An initiator's line and a follower's, over the loopback."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        ours = connect("127.0.0.1", server.getsockname()[1])
        theirs = DxpLine(server.accept()[0])
    with ours, theirs:
        yield ours, theirs


def both(
    ends: tuple[DxpLine, DxpLine], one: DxpSeat, other: DxpSeat, **asked: object
) -> tuple[DxpGame, DxpGame]:
    with ThreadPoolExecutor(1) as pool:
        following = pool.submit(follow, ends[1], other)
        mine = initiate(ends[0], one, **asked)  # type: ignore[arg-type]
        theirs = following.result(30)
    assert theirs is not None
    return mine, theirs


@pytest.mark.parametrize("slug", ["international", "italian", "english", "frisian", "turkish", "canadian"])
def test_two_ends_play_a_game(ends: tuple[DxpLine, DxpLine], slug: str) -> None:
    game = ruleset(slug)
    mine, theirs = both(ends, seat(game), seat(game, name="Other"), me=Side.BLACK, minutes=5, moves=25)
    assert mine.trouble is None
    assert theirs.trouble is None
    assert mine.game.moves == theirs.game.moves
    assert (mine.me, theirs.me) == (Side.BLACK, Side.WHITE)
    assert (mine.peer, theirs.peer) == ("Other", "Damiera")
    assert mine.result == theirs.result
    assert len(mine.game.moves) == 50 or mine.result != "*"
    (read,) = read_pdn(write_pdn(mine.pdn()))
    assert isinstance(read, PdnGame)
    assert read.moves == mine.game.moves
    assert (read.tags["White"], read.tags["Black"]) == ("Other", "Damiera")


def test_a_game_from_a_position_ends_by_the_rules(ends: tuple[DxpLine, DxpLine]) -> None:
    start = ITALIAN.core.position(Side.WHITE, (22,), (), (18,), ())
    mine, theirs = both(ends, seat(ITALIAN), seat(ITALIAN), position=start, minutes=0)
    assert mine.game.outcome is not None
    assert mine.game.outcome.winner is Side.WHITE
    assert mine.result == theirs.result == "1-0"
    assert mine.game.outcome == theirs.game.outcome
    assert mine.game.start_position == theirs.game.start_position == start


def test_two_games_on_one_line(ends: tuple[DxpLine, DxpLine]) -> None:
    for moves in (2, 3):
        mine, theirs = both(ends, seat(), seat(), moves=moves)
        assert len(mine.game.moves) == len(theirs.game.moves) == 2 * moves
        assert holds(mine.said, Message("Ended at move {n}, as agreed."))
        assert mine.result == "*"


# ------------------------------------------------------------ raw sockets


class Raw:
    """A peer that sends what it likes."""

    def __init__(self, link: socket.socket) -> None:
        self.link = link
        link.settimeout(20)

    def say(self, *frames: bytes) -> None:
        for frame in frames:
            self.link.sendall(frame + b"\0")

    def hear(self) -> bytes:
        out = b""
        while not out.endswith(b"\0"):
            got = self.link.recv(1)
            if not got:
                raise AssertionError(f"the line is closed after {out!r}")
            out += got
        return out[:-1]


REQUEST = b"R01" + b"Raw".ljust(32) + b"Z005000A"  # we follow with Black; the peer begins


@pytest.fixture
def raw() -> Iterator[tuple[Raw, DxpLine]]:
    here, there = socket.socketpair()
    with here, DxpLine(there) as line:
        yield Raw(here), line


def following(line: DxpLine, **changes: object) -> tuple[threading.Thread, list[object]]:
    found: list[object] = []

    def run() -> None:
        try:
            found.append(follow(line, seat(**changes)))  # type: ignore[arg-type]
        except DxpError as error:
            found.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    return thread, found


def ended(started: tuple[threading.Thread, list[object]]) -> DxpGame:
    started[0].join(30)
    (game,) = started[1]
    assert isinstance(game, DxpGame), game
    return game


def test_a_peer_plays_chats_and_resigns(raw: tuple[Raw, DxpLine]) -> None:
    peer, line = raw
    started = following(line)
    peer.say(b"CHello \x1b[31m", REQUEST)
    assert peer.hear() == b"A" + b"Damiera".ljust(32) + b"0"
    peer.say(b"M0001322800")
    assert peer.hear()[:1] == b"M"
    peer.say(b"B001W")
    assert peer.hear() == b"K1"
    peer.say(b"CI have seen enough", b"E11")
    assert peer.hear() == b"E01"
    game = ended(started)
    assert game.game.outcome is not None
    assert game.game.outcome.termination is Termination.RESIGNATION
    assert (game.game.outcome.winner, game.stop, game.trouble) == (Side.BLACK, True, None)


def test_a_win_that_is_only_claimed_does_not_count(raw: tuple[Raw, DxpLine]) -> None:
    peer, line = raw
    started = following(line)
    peer.say(REQUEST)
    peer.hear()
    peer.say(b"E30")
    assert peer.hear() == b"E00"
    game = ended(started)
    assert (game.result, game.game.outcome) == ("*", None)
    assert holds(game.said, Message("{peer} has ended the game and calls it won.", peer="Raw"))


@pytest.mark.parametrize(
    ("sent", "trouble"),
    [
        (b"M0001010200\0", PeerIllegal),
        (b"M0001322801" + b"23\0", PeerIllegal),
        (b"nonsense\0", DxpSyntaxError),
        (b"\0", DxpSyntaxError),
        (b"x" * 100_000, DxpSyntaxError),
        (REQUEST + b"\0", PeerIllegal),
        (b"Cx\0" * 1001, DxpSyntaxError),
    ],
    ids=["illegal", "wrong-capture", "garbage", "empty", "oversized", "out-of-turn", "flood"],
)
def test_a_bad_peer_ends_the_game_that_is_kept(
    raw: tuple[Raw, DxpLine], sent: bytes, trouble: type[DxpError]
) -> None:
    peer, line = raw
    started = following(line)
    peer.say(REQUEST)
    peer.hear()
    peer.say(b"M0001322800")
    peer.hear()
    sender = threading.Thread(target=_flood, args=(peer.link, sent), daemon=True)
    sender.start()
    game = ended(started)
    assert isinstance(game.trouble, trouble)
    assert len(game.game.moves) == 2
    assert game.result == "*"
    assert peer.hear() == b"E01"
    assert game.said.text("it") != game.said.text("en")


def _flood(link: socket.socket, sent: bytes) -> None:
    try:
        link.sendall(sent)
    except OSError:
        return


def test_a_peer_that_hangs_up(raw: tuple[Raw, DxpLine]) -> None:
    peer, line = raw
    started = following(line)
    peer.say(REQUEST)
    peer.hear()
    peer.say(b"M0001322800")
    peer.hear()
    peer.link.close()
    game = ended(started)
    assert isinstance(game.trouble, PeerGone)
    assert len(game.game.moves) == 2


def test_a_silent_peer_is_not_waited_for_without_end(raw: tuple[Raw, DxpLine]) -> None:
    peer, line = raw
    started = following(line, idle_s=0.3)
    peer.say(REQUEST.replace(b"005000A", b"000000A"))
    peer.hear()
    peer.link.sendall(b"M00")  # half a message is silence too
    begun = time.monotonic()
    game = ended(started)
    assert isinstance(game.trouble, PeerSilent)
    assert time.monotonic() - begun < 10


def test_a_silent_peer_loses_on_its_clock(raw: tuple[Raw, DxpLine], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("damiera.engine.dxp.play.GRACE_S", 0.2)
    monkeypatch.setattr("damiera.engine.dxp.play.MINUTE_MS", 300)
    peer, line = raw
    started = following(line)
    peer.say(REQUEST.replace(b"005000A", b"001000A"))
    peer.hear()
    game = ended(started)
    assert game.game.outcome is not None
    assert game.game.outcome.termination is Termination.TIME
    assert game.game.outcome.winner is Side.BLACK


def test_a_late_move_is_answered_by_the_end(
    raw: tuple[Raw, DxpLine], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("damiera.engine.dxp.play.MINUTE_MS", 200)
    peer, line = raw
    started = following(line)
    peer.say(REQUEST.replace(b"005000A", b"001000A"))
    peer.hear()
    time.sleep(0.5)
    peer.say(b"M0001322800")
    assert peer.hear() == b"E30"
    peer.say(b"E00")
    assert ended(started).game.outcome is not None


@pytest.mark.parametrize(
    ("request_frame", "code"),
    [
        (REQUEST.replace(b"R01", b"R02"), b"1"),
        (REQUEST[:-1] + b"BW" + b"e" * 50, b"2"),
        (REQUEST[:-1] + b"BW" + b"e" * 32, b"2"),
        (REQUEST[:-1] + b"BW" + b"w" * 50, b"2"),
    ],
    ids=["version", "empty", "short", "men-on-the-last-row"],
)
def test_requests_not_to_our_liking_are_declined(
    raw: tuple[Raw, DxpLine], request_frame: bytes, code: bytes
) -> None:
    peer, line = raw
    started = following(line)
    peer.say(request_frame)
    assert peer.hear()[-1:] == code
    started[0].join(20)
    assert started[1] == [None]


def test_a_refusal_is_told(raw: tuple[Raw, DxpLine]) -> None:
    peer, line = raw
    peer.say(b"A" + b"Raw".ljust(32) + b"3")
    with pytest.raises(PeerRefused) as refusal:
        initiate(line, seat())
    assert refusal.value.code == 3


def test_an_answer_that_is_none(raw: tuple[Raw, DxpLine]) -> None:
    peer, line = raw
    peer.say(b"E00")
    with raises(
        DxpSyntaxError,
        Message(
            "Bad DXP message ({place}): found '{found}', expected {expected}.",
            place="GAMEACC",
            found="E00",
            expected=Message("an answer A"),
        ),
    ):
        initiate(line, seat())


def test_nobody_at_home() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    with pytest.raises(PeerGone, match="Nobody answers"):
        connect("127.0.0.1", port)
    with pytest.raises(PeerGone, match="Nobody answers"):
        connect("no host." + "x" * 70, port)


def test_english_begins_with_black(ends: tuple[DxpLine, DxpLine]) -> None:
    mine, _ = both(ends, seat(ENGLISH), seat(ENGLISH), me=Side.WHITE, moves=2)
    assert mine.game.positions[0].side is Side.BLACK
    assert len(mine.game.moves) == 4
