"""The messages of DXP, as they go over the line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damiera._core import Side
from damiera.engine.dxp.errors import DxpSyntaxError
from damiera.engine.dxp.messages import (
    BackAccept,
    BackRequest,
    Chat,
    DxpMessage,
    GameAccept,
    GameEnd,
    GameRequest,
    MoveMade,
    decode,
    encode,
)


@pytest.mark.parametrize(
    ("frame", "message"),
    [
        # The examples of the description.
        (b"M0012061100", MoveMade(12, 6, 11)),
        (b"M001205250412202223", MoveMade(12, 5, 25, (12, 20, 22, 23))),
        (b"E00", GameEnd()),
        (b"E11", GameEnd(1, True)),
        (b"CWhat do you think about move 35?", Chat("What do you think about move 35?")),
        (b"B005Z", BackRequest(5, Side.BLACK)),
        (b"K1", BackAccept(1)),
        (b"A" + b"Tornado".ljust(32) + b"0", GameAccept("Tornado", 0)),
        (b"R01" + b"Tornado".ljust(32) + b"W060000A", GameRequest("Tornado", Side.WHITE, 60, 0)),
        (
            b"R01" + b"Tornado".ljust(32) + b"Z005075BZ" + b"e" * 49 + b"W",
            GameRequest("Tornado", Side.BLACK, 5, 75, "Z" + "e" * 49 + "W"),
        ),
    ],
)
def test_messages_are_read_and_written(frame: bytes, message: DxpMessage) -> None:
    assert decode(frame) == message
    assert encode(message) == frame + b"\0"


@pytest.mark.parametrize(
    "frame",
    [
        b"", b"X", b"E", b"E0", b"E000", b"E40", b"E02", b"Ex0", b"K3", b"K", b"B05Z", b"B005B", b"M",
        b"M00120611", b"M0012061101", b"M001206110022", b"M0012001100", b"M00 2061100", b"A" + b"x" * 32,
        b"A" + b"x" * 32 + b"4", b"R01" + b"x" * 32 + b"W060000", b"R01" + b"x" * 32 + b"W060000C",
        b"R01" + b"x" * 32 + b"B060000A", b"R01" + b"x" * 32 + b"W060000BW" + b"b" * 50, b"C" * 128,
        b"C\xc3\xa8", b"R01" + b"x" * 32 + b"W060000A ", b"M00\xb2061100",
    ],
)  # fmt: skip
def test_what_is_no_message_is_refused_with_its_place(frame: bytes) -> None:
    with pytest.raises(DxpSyntaxError) as refusal:
        decode(frame)
    assert refusal.value.place
    assert refusal.value.text("it") != refusal.value.text("en")


@pytest.mark.slow
@given(st.binary(max_size=140))
def test_no_frame_makes_more_than_a_message_or_an_error(frame: bytes) -> None:
    try:
        message = decode(frame)
    except DxpSyntaxError:
        return
    if not isinstance(message, Chat):
        assert decode(encode(message)[:-1]) == message


def test_what_does_not_fit_is_not_written() -> None:
    with pytest.raises(DxpSyntaxError):
        encode(MoveMade(1, 100, 2))
    with pytest.raises(DxpSyntaxError):
        encode(GameRequest("x", Side.WHITE, 1000, 0))
    assert len(encode(Chat("è" * 500))) == 128
    assert encode(GameAccept("è" * 40, 0)) == b"A" + b"?" * 32 + b"0\0"
