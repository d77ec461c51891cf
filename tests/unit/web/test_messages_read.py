"""Messages of sockets read without a detour are those that the full rules read; all else is left to them."""

from __future__ import annotations

import zlib

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from websockets.extensions.base import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.frames import Frame, Opcode
from websockets.protocol import Protocol, Side, State

from damiera.web.common.connections import _messages

AGREED: list[Extension] = [PerMessageDeflate(True, True, 12, 12)]
TEXTS = st.lists(st.text(max_size=300), min_size=1, max_size=3)


def _sent(text: str, *, opcode: Opcode = Opcode.TEXT, fin: bool = True, deflated: bool = False) -> bytes:
    """Return a frame as a browser sends it."""
    frame = Frame(opcode, text.encode(), fin)
    return frame.serialize(mask=True, extensions=AGREED if deflated else [])


def _by_the_rules(data: bytes) -> list[str]:
    reader = Protocol(Side.SERVER, state=State.OPEN, max_size=32_768)
    reader.extensions = AGREED
    reader.receive_data(data)
    return [bytes(one.data).decode() for one in reader.events_received() if isinstance(one, Frame)]


@given(texts=TEXTS, deflated=st.booleans())
def test_whole_messages_are_read_as_by_the_rules(texts: list[str], deflated: bool) -> None:
    data = b"".join(_sent(text, deflated=deflated) for text in texts)
    assert _messages(data, AGREED) == _by_the_rules(data) == texts


@given(text=st.text(max_size=300), cut=st.integers(min_value=1, max_value=8), deflated=st.booleans())
def test_a_part_of_a_frame_is_left(text: str, cut: int, deflated: bool) -> None:
    data = _sent(text, deflated=deflated)
    assume(cut < len(data))
    assert _messages(data[:-cut], AGREED) is None
    assert _messages(data + data[:-cut], AGREED) is None


@given(data=st.binary(max_size=200))
def test_whatever_comes_nothing_else_is_read_than_by_the_rules(data: bytes) -> None:
    found = _messages(data, AGREED)
    assert found is None or found == _by_the_rules(data)


def _bare(head: bytes, body: bytes) -> bytes:
    """Return a frame with a mask that changes nothing."""
    return head + bytes((0x80 | len(body), 0, 0, 0, 0)) + body


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(_sent("a", fin=False), id="a part"),
        pytest.param(_sent("a", opcode=Opcode.CONT), id="a further part"),
        pytest.param(_sent("a", opcode=Opcode.BINARY), id="no text, by its kind"),
        pytest.param(_sent("", opcode=Opcode.PING), id="a ping"),
        pytest.param(_sent("", opcode=Opcode.CLOSE), id="an end"),
        pytest.param(_sent("a" * 4097), id="long"),
        pytest.param(_sent("a" * 70_000), id="very long"),
        pytest.param(_sent("a" * 5000, deflated=True), id="long when it is unpacked"),
        pytest.param(b"\x81\x01a", id="without a mask"),
        pytest.param(_bare(b"\x81", b"\xff"), id="no text"),
        pytest.param(_bare(b"\xa1", b"a"), id="a bit that nobody agreed upon"),
        pytest.param(_bare(b"\xc1", b"\xff\xff"), id="not deflated, whatever it says"),
        pytest.param(_bare(b"\xc1", zlib.compress(b"a")), id="deflated otherwise"),
    ],
)
def test_what_is_no_plain_message_is_left(data: bytes) -> None:
    assert _messages(data, AGREED) is None


def test_nothing_is_inflated_where_that_was_not_agreed() -> None:
    data = _sent("22-18", deflated=True)
    assert _messages(data, []) is None
    assert _messages(data, [PerMessageDeflate(False, True, 12, 12)]) is None
    assert _messages(_sent("22-18"), []) == ["22-18"]
