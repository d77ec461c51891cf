"""Every tie-break against worked examples: a Swiss of 16, a round robin of 6, 14 teams.

Source: exercise tables of the FIDE Tie-Break Regulations (C.07), with the values expected by the rules of
2023 and of March 2026; crosstables `+W9` = won with White against 9, `F` forfeit, `--` absent. Points on the
chess scale: 1, 1/2, 0.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import replace

from damiera.rating.trace import half_up
from damiera.tournament.model import (
    Event,
    EventPlayer,
    EventSettings,
    GameMark,
    Kind,
    PlayerGame,
    Round,
    RoundGame,
    Scoring,
)
from damiera.tournament.standings import Rules, standing_of
from damiera.tournament.tiebreak.catalogue import TIEBREAKS, tiebreak
from damiera.tournament.tiebreak.model import TieBreak, TieBreakSheet
from damiera.tournament.tiebreak.procedure import encounter
from damiera.tournament.tiebreak.sheet import Sheet, sheet_of
from damiera.tournament.tiebreak.unplayed_rounds import RULES, Unplayed
from tests.cases import case

DATA = Path(__file__).parent / "data"
CHESS = Scoring(halved=True)
MARKS = {"+": GameMark.WIN, "=": GameMark.DRAW, "-": GameMark.LOSS}
BYES = {"+BYE": Kind.BYE, "=BYE": Kind.HALF_BYE, "--": Kind.ZERO_BYE}


def rows(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def event_of(name: str) -> Event:
    """The event of a crosstable."""
    table = rows(name)
    players = tuple(
        EventPlayer(int(r["player"]), f"Player {r['player']}", int(r.get("rating") or 0)) for r in table
    )
    columns = [c for c in table[0] if c.startswith("r") and c[1:].isdigit()]
    cells = {int(r["player"]): [r[c] for c in columns] for r in table}
    rounds = tuple(Round(n, tuple(_games(n, cells)), closed=True) for n in range(1, len(columns) + 1))
    ordered = tuple(sorted(players, key=lambda p: p.number))
    return Event("Exercise", ordered, rounds, EventSettings(scoring=CHESS))


def _games(round: int, cells: dict[int, list[str]]) -> Iterable[RoundGame]:
    for number, own in cells.items():
        cell = own[round - 1]
        if cell in BYES:
            yield RoundGame(round, 0, number, None, kind=BYES[cell])
            continue
        other = int(cell[2:])
        theirs = MARKS[cells[other][round - 1][0]]
        if cell[1] == "W":
            yield RoundGame(round, number, number, other, MARKS[cell[0]], theirs)
        elif cell[1] == "F" and number < other:
            yield RoundGame(round, number, number, other, MARKS[cell[0]], theirs, Kind.FORFEIT)


SWISS_2023 = {
    "BH": 1, "BH_C1": 1, "AOB": 1, "FB": 1, "SB": 2, "SB_C1": 2, "ARO": 0, "TPR": 0, "APRO": 0, "PTP": 0,
    "APPO": 0, "WIN": 0, "WON": 0, "BPG": 0, "BWG": 0, "GE": 0, "PS": 1, "PS_C1": 1,
}  # fmt: skip
SWISS_2026 = {
    "buchholz": ("BH", 1), "buchholz_cut1": ("BH-C1", 1), "fore_buchholz": ("FB", 1), "aob": ("AOB", 2),
    "sonneborn_berger_swiss": ("SB", 2), "sb_cut1_swiss": ("SB-C1", 2), "kashdan": ("KA", 0),
    "aro_cut1": ("ARO-C1", 0), "games_elected_to_play": ("GE", 0), "win": ("WIN", 0), "won": ("WON", 0),
}  # fmt: skip


def printed(books: TieBreakSheet, code: str, number: int, places: int) -> Fraction:
    """The value rounded half up to what the table prints."""
    one = tiebreak(code)
    power = {"points": 1, "products": 2}.get(one.scale, 0)
    exact = Fraction(books.values(one)[number]) / books.sheet.unit**power
    return Fraction(half_up(exact * 10**places), 10**places)


@pytest.fixture(scope="module")
def swiss() -> Sheet:
    return sheet_of(event_of("swiss16_crosstable.csv"))


@pytest.mark.parametrize("column", SWISS_2023)
def test_swiss_2023(swiss: Sheet, column: str) -> None:
    books = TieBreakSheet(swiss, "fide2023")
    for row in rows("swiss16_expected_2023.csv"):
        got = printed(books, column.replace("_", "-"), int(row["player"]), SWISS_2023[column])
        assert got == Fraction(row[column]), (row["player"], column)


@pytest.mark.parametrize("column", SWISS_2026)
def test_swiss_2026(swiss: Sheet, column: str) -> None:
    books = TieBreakSheet(swiss, "fide2026")
    code, places = SWISS_2026[column]
    for row in rows("swiss16_expected_2026_03.csv"):
        got = printed(books, code, int(row["player"]), places)
        assert got == Fraction(row[column]), (row["player"], column)


def test_adjusted_scores_2026(swiss: Sheet) -> None:
    books = TieBreakSheet(swiss, "fide2026")
    for row in rows("swiss16_expected_2026_03.csv"):
        number = int(row["player"])
        assert Fraction(books.scores()[number], 2) == Fraction(row["adjusted_score"])
        assert Fraction(books.scores(fore=True)[number], 2) == Fraction(row["adjusted_score_fore"])


@pytest.mark.parametrize("name", ["swiss16_crosstable.csv", "swiss16_9rounds_crosstable.csv"])
def test_points_are_those_of_the_crosstable(name: str) -> None:
    sheet = sheet_of(event_of(name))
    assert {n: Fraction(p, 2) for n, p in sheet.points.items()} == {
        int(r["player"]): Fraction(r["points"]) for r in rows(name)
    }


@pytest.mark.parametrize(
    ("column", "code", "places"), [("SB", "SB", 2), ("SB_C1", "SB-C1", 2), ("KOYA", "KS", 1)]
)
def test_round_robin(column: str, code: str, places: int) -> None:
    name = "roundrobin6_crosstable_expected.csv"
    books = TieBreakSheet(sheet_of(event_of(name)), "paired")
    for row in rows(name):
        assert printed(books, code, int(row["player"]), places) == Fraction(row[column]), row["player"]


def team_sheet() -> Sheet:
    """14 teams, 7 rounds, 4 boards; cells like `8w2.5`: against 8, home, two and a half of four."""
    table = rows("teams14_crosstable_expected.csv")
    cards, board_points = {}, {}
    for row in table:
        number = int(row["team"])
        cards[number] = [_match(n, row[f"r{n}"]) for n in range(1, 8)]
        board_points[number] = Fraction(row["game_points"])
    # the crosstable does not say whom the forfeited match of round 6 paired: the only two are 1 and 6
    cards[1][5], cards[6][5] = _forfeit(6, 6, GameMark.WIN), _forfeit(6, 1, GameMark.LOSS)
    points = {n: sum(e.points for e in card) for n, card in cards.items()}
    made = {int(row["team"]): [_boards_made(row[f"r{n}"]) for n in range(1, 8)] for row in table}
    halves = {
        n: [replace(e, points=p) for e, p in zip(card, made[n], strict=True)] for n, card in cards.items()
    }
    sums = {n: sum(e.points for e in card) for n, card in halves.items()}
    boards = Sheet(halves, sums, 7, Scoring(8, 4, 0, 8, bye=4, full_bye=8, half_bye=4, halved=True))
    return Sheet(cards, points, 7, Scoring(bye=1), board_points=board_points, board_full=4, boards=boards)


def _boards_made(cell: str) -> int:
    """Halves of points made on the boards of a match."""
    if cell in ("PAB", "HPB", "ZPB"):
        return 0 if cell == "ZPB" else 4
    if cell[1] == "F":
        return 8 if cell[0] == "+" else 0
    return int(2 * float(cell.split("w" if "w" in cell else "b")[1]))


def _match(round: int, cell: str) -> PlayerGame:
    byes = {"PAB": (Kind.BYE, 1), "HPB": (Kind.HALF_BYE, 1), "ZPB": (Kind.ZERO_BYE, 0)}
    if cell in byes:
        kind, points = byes[cell]
        return PlayerGame(round, None, None, None, kind, points, False)
    if cell[1] == "F":
        return _forfeit(round, 0, MARKS[cell[0]])
    side = "w" if "w" in cell else "b"
    other, boards = cell.split(side)
    points = 2 if float(boards) > 2 else 1 if float(boards) == 2 else 0
    mark = {2: GameMark.WIN, 1: GameMark.DRAW, 0: GameMark.LOSS}[points]
    return PlayerGame(round, int(other), "white" if side == "w" else "black", mark, Kind.PLAYED, points, True)


def _forfeit(round: int, other: int, mark: GameMark) -> PlayerGame:
    return PlayerGame(round, other, "white", mark, Kind.FORFEIT, 2 if mark is GameMark.WIN else 0, False)


def test_teams() -> None:
    sheet = team_sheet()
    books = TieBreakSheet(sheet, "fide2023")
    for row in rows("teams14_crosstable_expected.csv"):
        number = int(row["team"])
        assert sheet.points[number] == int(row["match_points"])
        assert printed(books, "BH", number, 0) == Fraction(row["BH_MP"]), number
        third = Fraction(books.values(tiebreak("BH"))[number]) / 3
        assert Fraction(half_up(third * 10), 10) == Fraction(row["OPP_BHMP_over_3"])
        assert printed(books, "SSSC", number, 1) == Fraction(row["SSSC"]), number
        assert printed(books, "BP", number, 1) == Fraction(row["game_points"])


# FIDE TEC, "Exercises in tie-breaking" (2023), exercises 36 to 41 and the table after them: EMMSB, EGMSB,
# EMGSB, EGGSB, and the Buchholz cut 1 of match points and of board points. For team 6 that table prints an
# EMMSB of 33; by its own exercise 41 a match lost by forfeit brings nothing, which makes 32.
OF_TEAMS = {
    1: (88, 158, 158.5, 283, 57, 100.5), 2: (74, 144, 131, 249.75, 52, 96), 3: (76, 150, 128, 247.5, 53, 97),
    4: (72, 146, 130, 253.5, 52, 94.5), 5: (70, 132, 125, 236, 53, 91.5), 6: (32, 79.5, 73, 157.5, 39, 79.5),
    7: (33, 78.5, 68.5, 155, 38, 83), 8: (30, 79, 77, 181.5, 39, 82.5), 9: (26, 66.5, 83, 180, 48, 90),
    10: (19, 53, 72.5, 161.75, 42, 84.5), 11: (16, 45, 61, 138.5, 39, 80.5),
    12: (6, 19, 33.5, 83.75, 39, 84.5), 13: (30, 72, 73, 152.5, 48, 89.5),
    14: (19, 48, 58, 140.75, 32, 75.5),
}  # fmt: skip


def test_teams_by_match_points_and_board_points() -> None:
    """Source: FIDE Handbook C.07, articles 13 and 16, by the published exercises."""
    books = TieBreakSheet(team_sheet(), "fide2023")
    for team, wanted in OF_TEAMS.items():
        codes = ("EMMSB", "EGMSB", "EMGSB", "EGGSB", "BH-C1", "BH-GP-C1")
        found = [printed(books, code, team, 2) for code in codes]
        assert found == [Fraction(value) for value in wanted], team
    assert [printed(books, "EMMSB-C1", team, 0) for team in range(1, 6)] == [
        74,
        64,
        66,
        64,
        66,
    ]  # exercise 38


@pytest.mark.parametrize(
    ("tied", "groups"),
    [
        ((11, 14), ((11, 14),)),  # exercise 42: they drew on every count
        ((6, 8), ((6,), (8,))),  # 43
        ((7, 9, 13), ((7, 9, 13),)),  # 44: two of them have not met
        (
            (1, 2, 3, 4, 5),
            ((4,), (2,), (1,), (3,), (5,)),
        ),  # 45: level on match points, parted by board points
    ],
)
def test_the_extended_direct_encounter(tied: tuple[int, ...], groups: tuple[tuple[int, ...], ...]) -> None:
    assert encounter(TieBreakSheet(team_sheet(), "fide2023"), tied).groups == groups


def test_boards_in_their_order() -> None:
    """Two teams with six points each: one made them on the first boards, the other on the last ones."""
    cards: dict[int, list[PlayerGame]] = {1: [], 2: []}
    boards = Sheet(cards, {1: 12, 2: 12}, 0, Scoring(halved=True))
    sheet = replace(
        Sheet(cards, {1: 3, 2: 3}, 0), boards=boards, on_boards={1: (6, 3, 2, 1), 2: (1, 2, 3, 6)}
    )
    books = TieBreakSheet(sheet)
    said = {
        code: [tiebreak(code).said(books.values(tiebreak(code))[n], 1) for n in (1, 2)]
        for code in ("BER", "BC", "TBR", "BBE")
    }
    assert said == {
        "BER": ["19", "11"],
        "BC": ["11", "19"],
        "TBR": ["3/1.5/1/0.5", "0.5/1/1.5/3"],
        "BBE": ["5.5/4.5/3", "3/1.5/0.5"],
    }
    names = {1: "A", 2: "B"}
    for code in ("berlin", "board-count", "top-boards", "bottom-boards"):
        rules = Rules((code,), procedure=())
        assert [row.number for row in standing_of(sheet, names, rules).rows] == [1, 2], code


@pytest.mark.parametrize("rule", RULES)
def test_a_sum_is_the_sum_of_its_addends(swiss: Sheet, rule: Unplayed) -> None:
    """Each addend is shown with a reason in both languages, and what is not cut sums to the value."""
    for code, one in TIEBREAKS.items():
        with case(code):
            _sums_up(swiss, one, rule)


def _sums_up(swiss: Sheet, one: TieBreak, rule: Unplayed) -> None:
    books = TieBreakSheet(swiss, rule)
    for number in books.numbers:
        addends = one.addends(books, number)
        assert all(
            a.reason.text("it") and a.reason.text("en") and "{" not in a.reason.text("en") for a in addends
        )
        if one.means is None:
            assert sum(a.value for a in addends if not a.cut) == books.values(one)[number], number
