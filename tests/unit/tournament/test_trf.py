"""Report files: read whole or not at all, every fault with its line and column, written and read again."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from msgspec import structs

from damiera.messages import Message
from damiera.tournament.errors import BadTournament
from damiera.tournament.model import (
    Acceleration,
    Event,
    EventSettings,
    ForbiddenPair,
    GameMark,
    Kind,
    PlayerChange,
    Round,
    RoundGame,
    Scoring,
    Status,
    System,
    Team,
    available,
    score,
    with_round,
)
from damiera.tournament.pairing import pair, round_of
from damiera.tournament.pairing.knockout import stages, winner
from damiera.tournament.trf import TrfError, parse_trf, read_trf, write_trf
from damiera.tournament.trf.write import Version
from tests.unit.tournament.events import event
from tests.wording import holds, raises

SWISS = (Path(__file__).parent / "data" / "golden" / "swiss16.trf").read_text(encoding="utf-8")


def player(number: int, cells: str = "", points: str = "0.0") -> str:
    start = f"001 {number:>4} m    {'P' + str(number):33} 2000 {'':3} {'':11} {'':10}"
    return f"{start} {points:>4} {number:>4}  {cells}".rstrip()


def test_a_published_swiss() -> None:
    report = parse_trf(SWISS)
    swiss = report.event
    assert report.warnings == ()
    assert (swiss.name, len(swiss.players), swiss.played_rounds, swiss.settings.rounds) == (
        "Tie-break exercise",
        16,
        5,
        5,
    )
    assert [score(swiss, n) for n in (1, 2, 12, 16)] == [7, 8, 4, 7]
    assert swiss.settings.scoring.said(7) == "3.5"
    assert dict(swiss.extra)["first_colour"] == "white"
    game = next(g for g in swiss.rounds[3].games if g.white == 9)
    assert (game.kind, game.white_mark, game.black_mark) == (Kind.FORFEIT, GameMark.LOSS, GameMark.WIN)


@pytest.mark.parametrize("version", ["trf16", "trf26"])
def test_what_we_write_we_read(version: str) -> None:
    swiss = read_trf(SWISS)
    assert read_trf(write_trf(swiss, "trf16" if version == "trf16" else "trf26")) == swiss


def test_everything_a_file_can_hold_comes_back() -> None:
    full = replace(
        event(6, "1-4 1, 5-2 =, 3-6 0"),
        name="Campionato  italiano",
        place="Pordenone",
        federation="ITA",
        starts=date(2026, 11, 21),
        ends=date(2026, 11, 22),
        arbiter="Anna",
        deputies=("Bruno", "Carla"),
        time_control="60'+30\"",
        dates=(date(2026, 11, 21), None, date(2026, 11, 22)),
        settings=EventSettings(rounds=3, scoring=Scoring(bye=1, full_bye=2)),
        statuses=(Status(6, PlayerChange.ABSENT, 2, 2),),
        forbidden=(ForbiddenPair(1, 2, first=2, last=3),),
        accelerations=(Acceleration(1, 2, 1, 2),),
        teams=(Team(1, "Nord", (1, 2)), Team(2, "Sud", (3, 4))),
        extra=(("first_colour", "black"), ("192", "FIDE_DUTCH_2026"), ("boards", "unknown")),
    )
    back = read_trf(write_trf(full))
    assert back.name == "Campionato italiano"
    for name in ("place", "federation", "starts", "ends", "arbiter", "deputies", "time_control", "dates"):
        assert getattr(back, name) == getattr(full, name)
    for name in ("statuses", "forbidden", "accelerations", "teams"):
        assert getattr(back, name) == getattr(full, name)
    assert back.settings == full.settings
    assert set(back.extra) == set(full.extra)
    old = read_trf(write_trf(full, "trf16"))
    assert old.forbidden == (ForbiddenPair(1, 2),)
    assert available(old, 2) == (1, 2, 3, 4, 5)
    assert old.accelerations == (Acceleration(1, 2, 1, 1), Acceleration(1, 2, 2, 2))


def test_line_ends_bytes_and_marks_of_order() -> None:
    crlf = SWISS.replace("\n", "\r\n")
    assert read_trf(crlf.encode("utf-8-sig")) == read_trf(SWISS) == read_trf(SWISS.replace("\n", "\r"))
    name = player(1).replace("P1 ", "Niccolò"[:3]).encode("cp1252")
    assert read_trf(name).players[0].name


def test_games_under_way_and_unrated_ones() -> None:
    two = read_trf(player(1, "   2 w", "0.0") + "\n" + player(2, "   1 b", "0.0"))
    assert two.rounds[0].games[0].white_mark is None
    short = read_trf(player(1, "   2 w W", "1.0") + "\n" + player(2, "   1 b L"))
    assert not short.rounds[0].games[0].rated
    assert " w W" in write_trf(short)


def test_points_that_do_not_add_up_are_a_warning() -> None:
    report = parse_trf(player(1, "   2 w 1", "5.0") + "\n" + player(2, "   1 b 0"))
    assert [(w.line, w.column) for w in report.warnings] == [(1, 81)]
    assert "5.0" in report.warnings[0].text("it")


GOOD = [player(1, "   2 w 1", "1.0"), player(2, "   1 b 0")]


@pytest.mark.parametrize(
    ("lines", "line", "column", "said"),
    [
        ([], 1, 1, Message("no player (001 lines)")),
        ([player(1, "   7 w 1"), player(2)], 1, 92, Message("no player has number {n}", n=7)),
        (
            [player(1, "   2 w 1"), player(2, "   1 w 0")],
            1,
            97,
            Message("round {r}: {a} and {b} have the same colour", r=1, a=1, b=2),
        ),
        (
            [player(1, "   2 w 1"), player(2, "   1 b 1")],
            1,
            99,
            Message("round {r}: the results '{a}' and '{b}' do not fit together", r=1),
        ),
        (
            [player(1, "   2 w 1"), player(2, "   1 b =")],
            1,
            99,
            Message("round {r}: the results '{a}' and '{b}' do not fit together", r=1),
        ),
        (
            [player(1, "   2 w +"), player(2, "   1 b 0")],
            1,
            99,
            Message("round {r}: the results '{a}' and '{b}' do not fit together", r=1),
        ),
        (
            [player(1, "   2 w 1"), player(2)],
            1,
            92,
            Message("round {r}: {a} meets {b}, but line {l} of {b} does not say so", r=1, a=1, b=2, l=2),
        ),
        ([player(1, "   1 w 1")], 1, 92, Message("player {n} cannot meet themselves", n=1)),
        (
            [player(1, "   2 w Z"), player(2, "   1 b 0")],
            1,
            99,
            Message("an opponent ({o}) and a bye ('{r}') at once", o=2, r="Z"),
        ),
        ([player(1, "0000 - 1")], 1, 92, Message("a result ('{r}') without an opponent", r="1")),
        ([player(1, "   2   1"), player(2, "   1 b 0")], 1, 97, Message("the colour of the game is missing")),
        (
            [player(1, "   2 x 1"), player(2, "   1 b 0")],
            1,
            97,
            Message("colour '{c}': w, b or - is needed", c="x"),
        ),
        ([player(1, "   2 w ?"), player(2, "   1 b 0")], 1, 99, Message("unknown result '{r}'", r="?")),
        (
            [player(1, "  2 w 1"), player(2, "   1 b 0")],
            1,
            92,
            Message("cell out of its columns: '{c}'", c="2 w 1"),
        ),
        ([player(1, "  2a w 1")], 1, 94, Message("'{w}' is not a number")),
        ([*GOOD, GOOD[0]], 3, 5, Message("number {n} is on line {o} already", n=1, o=1)),
        ([*GOOD, "001  abc"], 3, 6, Message("'{w}' is not a number")),
        ([*GOOD, "001"], 3, 5, Message("the start number is missing")),
        ([*GOOD, "XYZW nonsense"], 3, 4, Message("code '{t}' must be followed by a space", t="XYZ")),
        ([*GOOD, "??? what"], 3, 1, Message("unknown code '{t}'", t="???")),
        ([*GOOD, "142 many"], 3, 5, Message("'{w}' is not a number")),
        ([*GOOD, "152 G"], 3, 5, Message("'{w}' is not a colour", w="g")),
        ([*GOOD, "162  W oops"], 3, 6, Message("scoring '{c}' not understood")),
        ([*GOOD, "XXS W=many"], 3, 5, Message("scoring '{c}' not understood")),
        ([*GOOD, "162  W 0.3"], 1, 1, Message("scores finer than half a point")),
        ([*GOOD, "240 Q 002    1"], 3, 5, Message("F, H or Z and the round are needed")),
        ([*GOOD, "240 H 002    9"], 3, 14, Message("no player has number {n}", n=9)),
        ([*GOOD, "250      1.0 003 001    1    2"], 3, 19, Message("round {b} comes before {a}", a=3, b=1)),
        ([*GOOD, "260 001 002    1    8"], 3, 21, Message("no player has number {n}", n=8)),
        ([*GOOD, "XXP 1 x"], 3, 7, Message("'{w}' is not a number")),
        ([*GOOD, "XXP 1 " + "9" * 5_000], 3, 7, Message("'{w}' is not a number")),
        ([*GOOD, "142 " + "9" * 5_000], 3, 5, Message("'{w}' is not a number")),
        ([*GOOD, "XXZ 5"], 3, 5, Message("no player has number {n}", n=5)),
        ([GOOD[0].replace(" m ", " q "), GOOD[1]], 1, 10, Message("sex '{s}': m or w is needed", s="q")),
        ([GOOD[0].replace("1.0", "1.x"), GOOD[1]], 1, 81, Message("'{w}' is not a score", w="1.x")),
    ],
)
def test_faults_have_a_line_and_a_column(lines: list[str], line: int, column: int, said: Message) -> None:
    with pytest.raises(TrfError) as refused:
        read_trf("\n".join(lines))
    found = [(p.line, p.column) for p in refused.value.problems if holds(p.reason, said)]
    assert (line, column) in found, refused.value.text("en")
    assert refused.value.text("it") != refused.value.text("en")


def test_all_faults_at_once() -> None:
    with pytest.raises(TrfError) as refused:
        read_trf("\n".join([player(1, "   7 w 1"), player(1), "142 x"]))
    assert [p.line for p in refused.value.problems] == [1, 2, 3]


def test_byes_asked_for_keep_players_out_of_the_next_round() -> None:
    text = "\n".join(
        [player(1, "   2 w 1  0000 - H", "1.5"), player(2, "   1 b 0"), player(3, "0000 - U", "1.0")]
    )
    coming = read_trf(text)
    assert coming.played_rounds == 1
    assert available(coming, 2) == (2, 3)
    assert score(coming, 1) == 2  # the bye of round 2 is still to come


def test_records_of_other_programs() -> None:
    bbp = read_trf("\n".join([*GOOD, "BBW  3.0", "BBD  1.0", "BBU  1.0", "XXR 5", "XXC rank black1"]))
    assert (bbp.settings.scoring.win, bbp.settings.scoring.draw, bbp.settings.scoring.bye) == (3, 1, 1)
    assert score(bbp, 1) == 3
    assert bbp.settings.rounds == 5
    kept = read_trf("\n".join([*GOOD, "DAT 0001 EMAIL someone", "202 BH:GP,SB"]))
    assert {("DAT", "0001 EMAIL someone"), ("202", "BH:GP,SB")} <= set(kept.extra)
    assert "202 BH:GP,SB" in write_trf(kept)
    with raises(TrfError, Message("scoring '{c}' not understood", c="")):
        read_trf("\n".join([*GOOD, "BBW"]))


def test_national_records() -> None:
    line = f"ITA    2   CM {'':33} 3420 LI  {'123':>11}"
    two = read_trf("\n".join([*GOOD, line])).players[1]
    assert (two.national_elo, two.category, two.province, two.card) == (3420, "CM", "LI", "123")
    with raises(TrfError, Message("no player has number {n}", n=9)):
        read_trf("\n".join([*GOOD, line.replace("  2 ", "  9 ", 1)]))


def test_what_the_format_cannot_hold_is_refused() -> None:
    with raises(BadTournament, Message("{text} points do not fit in a TRF.", text="12345.0")):
        write_trf(replace(event(2, "1-2 1"), settings=EventSettings(scoring=Scoring(win=12345))))
    big = event(2)
    with raises(BadTournament, Message("Numbers in a TRF run from 1 to 9999.")):
        write_trf(replace(big, players=(structs.replace(big.players[0], number=10000),)))


# --- how rounds are paired --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wanted",
    [
        EventSettings(System.ROTATION),
        EventSettings(System.ROUND_ROBIN),
        EventSettings(System.ROUND_ROBIN, last_bye_lowest=True),
        EventSettings(System.ROUND_ROBIN, cycles=2),
        EventSettings(),
    ],
)
@pytest.mark.parametrize("version", ["trf16", "trf26"])
def test_a_file_tells_how_its_rounds_are_paired_and_they_go_on(
    wanted: EventSettings, version: Version
) -> None:
    seven = replace(event(7), settings=wanted)
    for number in (1, 2, 3):
        games = tuple(
            g if g.black is None else structs.replace(g, white_mark=GameMark.DRAW, black_mark=GameMark.DRAW)
            for g in round_of(seven, pair(seven)).games
        )
        seven = with_round(seven, Round(number, games, closed=True))
    back = read_trf(write_trf(seven, version))
    assert back.settings == seven.settings
    assert {frozenset((p.white, p.black)) for p in pair(back).pairs} == {
        frozenset((p.white, p.black)) for p in pair(seven).pairs
    }
    assert read_trf(write_trf(back, version)) == back


def test_all_play_all_by_another_table_is_believed_once_everybody_has_met() -> None:
    other = event(4, "1-2 1, 3-4 1", "1-3 1, 2-4 1", "1-4 1, 2-3 1", system=System.ROUND_ROBIN)
    assert read_trf(write_trf(other)).settings.system is System.ROUND_ROBIN
    begun = replace(other, rounds=other.rounds[:2])
    assert read_trf(write_trf(begun)).settings.system is System.OPTIMAL


def test_a_knockout_of_another_bracket_is_read_as_rounds() -> None:
    drawn = event(4, "1-2 1, 3-4 0", "1-4 1", system=System.KNOCKOUT)  # 1 would have met 4
    text = write_trf(drawn)
    assert "092 Individual: Knock-Out" in text
    assert read_trf(text).settings.system is System.OPTIMAL
    longer = event(2, "1-2 1", "2-1 1", "1-2 1", system=System.KNOCKOUT)
    assert read_trf(write_trf(longer)).settings.system is System.OPTIMAL
    ours = event(4, "1-4 1, 2-3 0", "3-1 1", system=System.KNOCKOUT)
    again = read_trf(write_trf(ours))
    assert (again.settings.system, again.settings.rounds) == (System.KNOCKOUT, 0)
    assert dict(again.extra).get("boards") != "unknown"


def _played_off() -> Event:
    """A knockout of four: 1 beats 4 in a third game, 3 goes on by a draw as Black, the final is even."""
    first = event(4, "1-4 =, 2-3 =", system=System.KNOCKOUT)
    even, other = first.rounds[0].games
    drawn = GameMark.DRAW
    games = (
        even,
        structs.replace(even, white=4, black=1, leg=2),
        structs.replace(even, leg=3, white=4, black=1, white_mark=GameMark.LOSS, black_mark=GameMark.WIN),
        other,
        structs.replace(other, white=2, black=3, leg=2, draw_for="black"),
    )
    final = RoundGame(2, 1, 3, 1, drawn, drawn)
    more = structs.replace(final, white=1, black=3, leg=2, draw_for="white")
    return replace(
        first, rounds=(structs.replace(first.rounds[0], games=games), Round(2, (final, more), closed=True))
    )


@pytest.mark.parametrize("version", ["trf16", "trf26"])
def test_a_match_that_was_played_on_has_a_round_of_the_file_for_each_game(version: Version) -> None:
    knockout = _played_off()
    text = write_trf(knockout, version, ranks={1: 1, 2: 4, 3: 2, 4: 3})
    assert "092 Individual: Knock-Out (rounds of 3, 2 games)" in text
    second = next(line for line in text.splitlines() if line.startswith("001    2"))
    assert second[91:].split() == ["3", "w", "=", "3", "w", "=", *("0000", "-", "Z") * 3]
    assert "### Round 2: 3 goes on by a draw" in text
    assert "### Round 5: 1 goes on by a draw" in text
    back = read_trf(text)
    assert back.settings.system is System.KNOCKOUT
    assert [(g.white, g.black, g.leg, g.white_mark, g.draw_for) for g in back.games] == [
        (g.white, g.black, g.leg, g.white_mark, g.draw_for) for g in knockout.games
    ]
    assert (winner(back, 1, 2, 3), winner(back, 2, 1, 3)) == (3, 1)
    assert stages(back) == stages(knockout)
    assert [(s.player, s.from_round) for s in back.statuses] == [(2, 2), (4, 2)]  # they are out


def test_a_match_still_even_after_a_draw_is_even_in_the_file_too() -> None:
    knockout = _played_off()
    played, more = knockout.rounds[1].games
    final = structs.replace(knockout.rounds[1], games=(played, structs.replace(more, draw_for=None)))
    back = read_trf(write_trf(replace(knockout, rounds=(knockout.rounds[0], final))))
    assert winner(back, 2, 1, 3) is None


def test_a_knockout_of_two_games_says_so_and_is_read_as_one() -> None:
    knockout = _played_off()
    back = read_trf(write_trf(replace(knockout, settings=structs.replace(knockout.settings, games=2))))
    assert (back.settings.system, back.settings.games) == (System.KNOCKOUT, 2)
    assert [len(held.games) for held in back.rounds] == [5, 2]


@pytest.mark.parametrize(
    ("scoring", "record"),
    [
        (Scoring(), "162  W 2.0    D 1.0"),
        (Scoring(bye=1), "162  W 2.0    D 1.0    P 1.0"),
        (Scoring(halved=True, bye=1), "162  P 0.5"),
        (
            Scoring(win=6, draw=3, loss=1, forfeit_win=6, bye=6, full_bye=6, half_bye=3),
            "162  W 6.0    D 3.0    L 1.0",
        ),
        (Scoring(zero_bye=1, forfeit_loss=1), "162  W 2.0    D 1.0    A 1.0"),
    ],
)
def test_record_162_says_only_what_is_not_usual(scoring: Scoring, record: str) -> None:
    """An absence worth nothing is not said: bbpPairings 6 refuses the letter A."""
    told = replace(event(4, "1-3 1, 2-4 0"), settings=EventSettings(rounds=3, scoring=scoring))
    assert record in write_trf(told).splitlines()
    assert read_trf(write_trf(told)).settings.scoring == scoring
