"""Settings of a clock: refused, read, written, said."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from damiera.game.clock import ClockSettings, Stage
from damiera.game.errors import BadClock
from damiera.game.timing.checks import LONGEST_MS
from damiera.game.timing.presets import PRESETS
from damiera.messages import Message
from tests.wording import raises, words_of

S, M, H, DAY = 1_000, 60_000, 3_600_000, 86_400_000
POST: dict[str, Any] = {"kind": "correspondence"}
BYO: dict[str, Any] = {"kind": "byo-yomi", "periods": 3, "byo_ms": 30 * S}

BAD: list[tuple[dict[str, Any], Message]] = [
    ({"base_ms": 0}, Message("A clock must start with more than zero.")),
    ({"base_ms": -1, **BYO}, Message("A clock must start with more than zero.")),
    ({"base_ms": 1, "increment_ms": -1}, Message("The increment cannot be negative.")),
    (
        {"base_ms": 1, "kind": "sundial"},
        Message("Unknown clock '{kind}': use one of {kinds}.", kind="sundial"),
    ),
    ({"base_ms": LONGEST_MS + 1}, Message("A clock goes up to ten years at most.")),
    ({"base_ms": 1, "increment_ms": LONGEST_MS + 1}, Message("A clock goes up to ten years at most.")),
    (
        {"base_ms": 1, "moves": 1, "stages": (Stage(LONGEST_MS + 1),)},
        Message("A clock goes up to ten years at most."),
    ),
    ({"base_ms": 1, "quick_ms": 0}, Message("A quick move must have more than zero.")),
    ({"base_ms": 1, "kind": "delay"}, Message("Bronstein and delay need a length: more than zero.")),
    ({"base_ms": 1, "kind": "bronstein"}, Message("Bronstein and delay need a length: more than zero.")),
    (
        {"base_ms": 1, "moves": 1, "stages": (Stage(1, kind="delay"),)},
        Message("Bronstein and delay need a length: more than zero."),
    ),
    (
        {"base_ms": 1, "kind": "hourglass", "increment_ms": 1},
        Message("With '{kind}' a move brings no increment: drop it.", kind="hourglass"),
    ),
    (
        {"base_ms": 1, "increment_ms": 1, **BYO},
        Message("With '{kind}' a move brings no increment: drop it.", kind="byo-yomi"),
    ),
    (
        {"base_ms": 1, "kind": "hourglass", "moves": 40},
        Message(
            "With '{kind}' there are no stages: use them with fischer, bronstein or delay.", kind="hourglass"
        ),
    ),
    (
        {"base_ms": 1, "stages": (Stage(1),), **POST},
        Message(
            "With '{kind}' there are no stages: use them with fischer, bronstein or delay.",
            kind="correspondence",
        ),
    ),
    (
        {"base_ms": 1, "moves": 1, "stages": (Stage(1, moves=1),) * 11},
        Message("At most {most} stages after the first.", most=10),
    ),
    (
        {"base_ms": 1, "stages": (Stage(1),)},
        Message("A stage without a number of moves lasts to the end: it can only be the last."),
    ),
    (
        {"base_ms": 1, "moves": 1, "stages": (Stage(1), Stage(1))},
        Message("A stage without a number of moves lasts to the end: it can only be the last."),
    ),
    ({"base_ms": 1, "moves": -1}, Message("The moves of a stage go from 1 to {most}.", most=1000)),
    ({"base_ms": 1, "moves": 1001}, Message("The moves of a stage go from 1 to {most}.", most=1000)),
    (
        {"base_ms": 1, "moves": 1, "stages": (Stage(1, moves=1001),)},
        Message("The moves of a stage go from 1 to {most}.", most=1000),
    ),
    (
        {"base_ms": 1, "moves": 1, "stages": (Stage(1, 1, "hourglass"),)},  # type: ignore[arg-type]
        Message(
            "A stage cannot be '{kind}': use one of {kinds}.",
            kind="hourglass",
            kinds="fischer, bronstein, delay",
        ),
    ),
    ({"base_ms": 1, "moves": 1, "stages": (Stage(-1),)}, Message("A stage cannot take time away.")),
    ({"base_ms": 1, "moves": 1, "stages": (Stage(1, -1),)}, Message("A stage cannot take time away.")),
    ({"base_ms": 1, "moves": 1, "stages": (Stage(0),)}, Message("A stage must bring some time.")),
    (
        {"base_ms": 1, "periods": 1},
        Message("Periods are for byo-yomi: take them off '{kind}'.", kind="fischer"),
    ),
    (
        {"base_ms": 1, "byo_ms": 1},
        Message("Periods are for byo-yomi: take them off '{kind}'.", kind="fischer"),
    ),
    (
        {"base_ms": 1, "byo_moves": 2},
        Message("Periods are for byo-yomi: take them off '{kind}'.", kind="fischer"),
    ),
    ({"base_ms": 1, **BYO, "periods": 0}, Message("There can be 1 to {most} periods.", most=100)),
    ({"base_ms": 1, **BYO, "periods": 101}, Message("There can be 1 to {most} periods.", most=100)),
    ({"base_ms": 1, **BYO, "byo_ms": 0}, Message("A period must last more than zero.")),
    ({"base_ms": 1, **BYO, "byo_moves": 0}, Message("A period can have 1 to {most} moves.", most=1000)),
    ({"base_ms": 1, "reset": True}, Message("Only by correspondence is the time set anew at every move.")),
    ({"base_ms": 1, "vacation_ms": 1}, Message("Vacations are for correspondence only.")),
    ({"base_ms": 1, "vacation_ms": -1, **POST}, Message("A vacation cannot be negative.")),
    ({"base_ms": 1, "reset": True, **POST}, Message("Say how long each move has: more than zero.")),
    (
        {"base_ms": 1, "black": ClockSettings(1, black=ClockSettings(1))},
        Message("Odds of time are given once only."),
    ),
    (
        {"base_ms": 1, "black": ClockSettings(1, kind="hourglass")},
        Message("'{kind}' is for both sides or for neither.", kind="hourglass"),
    ),
    (
        {"base_ms": 1, "black": ClockSettings(1), **POST},
        Message("'{kind}' is for both sides or for neither.", kind="correspondence"),
    ),
]


@pytest.mark.parametrize(("fields", "reason"), BAD)
def test_settings_that_make_no_clock(fields: dict[str, Any], reason: Message) -> None:
    with raises(BadClock, reason) as refusal:
        ClockSettings(**fields)
    assert refusal.value.text("it") != refusal.value.text("en")


def test_the_longest_clock() -> None:
    assert ClockSettings(LONGEST_MS).text("en") == words_of("{base} for the whole game", base="3660 days")


@pytest.mark.parametrize(
    ("text", "settings"),
    [
        ("60+30", ClockSettings(H, 30 * S)),
        ("15 + 5", ClockSettings(15 * M, 5 * S)),
        ("60", ClockSettings(H)),
        ("90s", ClockSettings(90 * S)),
        ("1h+1m", ClockSettings(H, M)),
        ("1.5+0.5", ClockSettings(90 * S, 500)),
        ("40/120,60+30", ClockSettings(2 * H, moves=40, stages=(Stage(H, 30 * S),))),
        ("40/2h, 20/1h, 15m delay 10", ClockSettings(2 * H, 0, "fischer", 40, (
            Stage(H, moves=20), Stage(15 * M, 10 * S, "delay")))),
        ("40/120", ClockSettings(2 * H, moves=40)),
        ("10 delay 5", ClockSettings(10 * M, 5 * S, "delay")),
        ("10 Bronstein 5", ClockSettings(10 * M, 5 * S, "bronstein")),
        ("3x30s byo", ClockSettings(0, kind="byo-yomi", periods=3, byo_ms=30 * S)),
        ("3x30 byo-yomi", ClockSettings(0, kind="byo-yomi", periods=3, byo_ms=30 * S)),
        ("10 3x30s byo", ClockSettings(10 * M, kind="byo-yomi", periods=3, byo_ms=30 * S)),
        ("10+25/10 byoyomi", ClockSettings(10 * M, kind="byo-yomi", periods=1, byo_ms=10 * M, byo_moves=25)),
        ("5 hourglass", ClockSettings(5 * M, kind="hourglass")),
        ("5 clessidra", ClockSettings(5 * M, kind="hourglass")),
        ("5d", ClockSettings(5 * DAY, 5 * DAY, "correspondence", reset=True)),
        ("5g", ClockSettings(5 * DAY, 5 * DAY, "correspondence", reset=True)),
        ("5d+1d", ClockSettings(5 * DAY, DAY, "correspondence")),
        ("10d reset 5d", ClockSettings(10 * DAY, 5 * DAY, "correspondence", reset=True)),
        ("12h+2h post", ClockSettings(12 * H, 2 * H, "correspondence")),
        ("5d vacation year", replace(ClockSettings.parse("5d"), vacation_ms=3660 * DAY)),
        ("5d+1d vacanze anno", ClockSettings(5 * DAY, DAY, "correspondence", vacation_ms=3660 * DAY)),
        ("5d+1d vacanze 20", ClockSettings(5 * DAY, DAY, "correspondence", vacation_ms=20 * DAY)),
        ("60 quick 15", ClockSettings(H, quick_ms=15 * S)),
        ("15+5 vs 5", ClockSettings(15 * M, 5 * S, black=ClockSettings(5 * M))),
        ("FID-Campionato", ClockSettings(H, 30 * S)),
        ("classico", ClockSettings(2 * H, moves=40, stages=(Stage(30 * M),))),
    ],
)  # fmt: skip
def test_clocks_as_players_write_them(text: str, settings: ClockSettings) -> None:
    assert ClockSettings.parse(text) == settings
    assert ClockSettings.parse(settings.code) == settings


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "five", "5+", "+5", "5+3+2", "5,,3", "-5+3", "5/", "0.0005", "5 delay", "byo", "x30 byo",
        "5d vacation year vacation 2d",
        "5d vacation", "5 vs 3 vs 2", "5 vs", "5d vacation 1d vacation 2d", "5 quick 1 quick 2", "lampo vs 5",
        "٣+٣", "5²", "5+3 " * 200, "5{x}",
    ],
)  # fmt: skip
def test_what_is_no_clock(text: str) -> None:
    with raises(
        BadClock,
        Message(
            "'{text}' is no clock: write for example "
            "15+5, 40/120,60+30, 10 delay 5, 3x30s byo, 5 hourglass, 5d."
        ),
    ) as refusal:
        ClockSettings.parse(text)
    assert len(str(refusal.value)) < 200


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("0", Message("A clock must start with more than zero.")),
        ("5 vacation 1d", Message("Vacations are for correspondence only.")),
        ("9999999d", Message("A clock goes up to ten years at most.")),
    ],
)
def test_what_is_read_but_makes_no_clock(text: str, reason: Message) -> None:
    with raises(BadClock, reason):
        ClockSettings.parse(text)


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("5", "300"),
        ("5+3", "300+3"),
        ("1.5+0.25", "90+0.25"),
        ("40/120,60+30", "40/7200:3600+30"),
        ("40/120", "40/7200"),
        ("10 delay 5", "600d5"),
        ("10 bronstein 5", "600b5"),
        ("5 hourglass", "*300"),
        ("10+3x30s byo", "600:3x30"),
        ("3x30s byo", "3x30"),
        ("10+25/10m byo", "600:1x25/600"),
        ("5d", "1/432000"),
        ("10d reset 5d", "864000:1/432000"),
        ("5d+1d", "432000+86400"),
    ],
)
def test_time_control_tags(text: str, tag: str) -> None:
    settings = ClockSettings.parse(text)
    assert settings.time_control() == {"TimeControl": tag}
    assert ClockSettings.from_time_control(f" {tag} ") == settings


def test_a_tag_for_each_side_at_odds_of_time() -> None:
    settings = ClockSettings.parse("15+5 vs 5 delay 2")
    tags = settings.time_control()
    assert tags == {"WhiteTimeControl": "900+5", "BlackTimeControl": "300d2"}
    assert ClockSettings.from_time_control(*tags.values()) == settings


def test_a_tag_without_increment_as_some_write_it() -> None:
    assert ClockSettings.from_time_control("300+0") == ClockSettings(5 * M)


@pytest.mark.parametrize("tag", ["-", "?", " ? "])
def test_tags_that_name_no_clock(tag: str) -> None:
    assert ClockSettings.from_time_control(tag) is None


@pytest.mark.parametrize("tag", ["", "5 min", "300+", "*", "40/", "300:", "1" * 300, "0", "3600:60"])
def test_tags_that_cannot_be_read(tag: str) -> None:
    with pytest.raises(BadClock):
        ClockSettings.from_time_control(tag)


def test_what_is_written_is_what_differs() -> None:
    assert ClockSettings(base_ms=5).encode() == '{"base_ms":5}'
    settings = ClockSettings.parse("40/120,60+30 vs 5 delay 2")
    assert json.loads(settings.encode()) == {
        "base_ms": 2 * H,
        "moves": 40,
        "stages": [{"base_ms": H, "increment_ms": 30 * S}],
        "black": {"base_ms": 5 * M, "increment_ms": 2 * S, "kind": "delay"},
    }
    assert ClockSettings.decode(settings.encode().encode()) == settings


@pytest.mark.parametrize(
    ("data", "word"),
    [
        ("", Message("The clock as written cannot be read: {why}.", why="Input data was truncated")),
        ("[]", Message("The clock as written cannot be read: {why}.", why="Expected `object`, got `array`")),
        (
            "{}",
            Message(
                "The clock as written cannot be read: {why}.", why="Object missing required field `base_ms`"
            ),
        ),
        (
            '{"base_ms":"5"}',
            Message(
                "The clock as written cannot be read: {why}.",
                why="Expected `int`, got `str` - at `$.base_ms`",
            ),
        ),
        (
            '{"base_ms":5.5}',
            Message(
                "The clock as written cannot be read: {why}.",
                why="Expected `int`, got `float` - at `$.base_ms`",
            ),
        ),
        (
            '{"base_ms":5,"speed":1}',
            Message(
                "The clock as written cannot be read: {why}.", why="Object contains unknown field `speed`"
            ),
        ),
        (
            '{"base_ms":5,"kind":"sundial"}',
            Message(
                "The clock as written cannot be read: {why}.",
                why="Invalid enum value 'sundial' - at `$.kind`",
            ),
        ),
        (
            '{"base_ms":5,"stages":[{}]}',
            Message(
                "The clock as written cannot be read: {why}.",
                why="Object missing required field `base_ms` - at `$.stages[0]`",
            ),
        ),
        ('{"base_ms":99999999999999999999999}', Message("A clock goes up to ten years at most.")),
        ('{"base_ms":0}', Message("A clock must start with more than zero.")),
        (
            b'\xff{"base_ms":5}',
            Message(
                "The clock as written cannot be read: {why}.",
                why="JSON is malformed: invalid character (byte 0)",
            ),
        ),
        (b'{"base_ms":5,"kind":"\xff"}', Message("The clock as written cannot be read: {why}.")),
        ('{"base_ms":5,"\ud800":1}', Message("The clock as written cannot be read: {why}.")),
        (
            '{"base_ms":5,"black":' * 5_000 + "1" + "}" * 5_000,
            Message("The clock as written cannot be read: {why}."),
        ),
    ],
)
def test_what_cannot_be_decoded(data: str | bytes, word: Message) -> None:
    with raises(BadClock, word) as refusal:
        ClockSettings.decode(data)
    assert refusal.value.text("it") != refusal.value.text("en")


def test_presets_are_clocks_with_a_name() -> None:
    codes = {id: ClockSettings.parse(id).code for id in PRESETS}
    assert codes == {
        "fid-campionato": "60+30",
        "fid-1giorno": "30+10",
        "semilampo": "15+5",
        "lampo": "5+3",
        "fmjd-classic": "80+60",
        "fmjd-rapid": "15+5",
        "fmjd-blitz": "5+5",
        "classico": "40/120,30",
        "a-tempo": "60",
    }
    assert all(preset.name.text("it") and preset.name.text("en") for preset in PRESETS.values())
