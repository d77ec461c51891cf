"""The atlas of openings: its arithmetic, its rows, and the job that makes them."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from damiera._core import Position
from damiera.analysis.atlas import (
    AtlasError,
    AtlasMethod,
    AtlasRow,
    atlas_of,
    interval,
    read_rows,
    verdict_of,
    write_rows,
)
from damiera.analysis.atlas_build import AtlasJob, build_rows, places_of
from damiera.analysis.proofs import is_won, proved_result
from damiera.analysis.truth import TableTruth
from damiera.endgame.files import shipped_folder
from damiera.messages import Message
from damiera.notation.fen import parse_fen
from damiera.rules.ruleset import ITALIAN
from tests.wording import raises

METHOD = AtlasMethod("0", "abc", nodes=5_000, game_nodes=200, seed=7, date="2026-11-23")
JOB = AtlasJob(METHOD, games=3)
PLACES = places_of(["it-2m-49"])[:2]


class NoTables:
    """Knows nothing of endings: a proof must reach the end of the game."""

    def worth(self, position: Position) -> int | None:
        return None


def _row(results: str = "wwdb", fen: str = "here") -> AtlasRow:
    keys = tuple(str(n) for n in range(len(results)))
    return AtlasRow(fen, -12, 20, 1000, ("21-17",), (), "", results, keys, METHOD)


def test_the_score_is_whites_and_a_draw_is_half_a_point() -> None:
    row = _row("wwdb")
    assert row.counts == (2, 1, 1)
    assert row.score == pytest.approx(0.625)
    assert _row("").score == 0.5
    assert _row("").bounds == (0.0, 1.0)


def test_a_game_that_came_again_counts_once() -> None:
    """Twenty copies of one game are one witness, not twenty: no advantage is measured by them."""
    copies = msgspec.structs.replace(_row("b" * 20), keys=("same",) * 20)
    assert copies.counts == (0, 0, 1)
    assert copies.verdict == "even"
    assert _row("b" * 20).verdict == "black"


def test_games_of_one_opening_differ() -> None:
    [*_, row] = build_rows(replace(JOB, games=12), PLACES[1:], {})
    assert len(set(row.keys)) >= 11


@pytest.mark.parametrize(
    ("counts", "low", "high"),
    # p ± by hand: (p + z²/2n ± z√(p(1-p)/n + z²/4n²)) / (1 + z²/n), z = 1.96
    [((5, 0, 5), 0.2366, 0.7634), ((0, 10, 0), 0.2366, 0.7634), ((10, 0, 0), 0.7225, 1.0)],
)
def test_the_interval_is_wilsons(counts: tuple[int, int, int], low: float, high: float) -> None:
    found = interval(*counts)
    assert found == pytest.approx((low, high), abs=1e-4)
    white, drawn, black = counts
    assert interval(black, drawn, white) == pytest.approx((1 - found[1], 1 - found[0]))


def test_a_side_is_better_only_if_the_whole_interval_says_so() -> None:
    assert verdict_of(0, 0, 0) == "even"
    assert verdict_of(4, 0, 0) == "white"
    assert verdict_of(12, 12, 0) == "white"
    assert verdict_of(6, 18, 0) == "even"
    for white, drawn, black in ((12, 12, 0), (6, 18, 0), (9, 9, 2)):
        mirrored = {"white": "black", "black": "white", "even": "even"}
        assert verdict_of(black, drawn, white) == mirrored[verdict_of(white, drawn, black)]


def test_rows_are_written_and_read_and_the_last_counts() -> None:
    first, second = _row("w"), _row("wd")
    assert read_rows(write_rows([first, second])) == {"here": second}
    assert read_rows(write_rows([first]) + '{"fen":"cut o') == {"here": first}
    with raises(AtlasError, Message("line {line} is no row of an atlas.", line=1)):
        read_rows("nonsense\n" + write_rows([first]))
    with raises(AtlasError, Message("line {line} is no row of an atlas.", line=1)):
        read_rows(b"\xff\xfe\n" + write_rows([first]).encode())


@pytest.mark.slow
def test_the_job_goes_on_at_any_opening_and_any_game() -> None:
    steps = list(build_rows(JOB, PLACES, {}))
    assert len(steps) == len(PLACES) * 4
    whole = {row.fen: row for row in steps}
    assert [len(whole[place.fen].results) for place in PLACES] == [3, 3]
    for stop in range(len(steps)):
        known = read_rows(write_rows(steps[:stop]))
        again = {**known, **{row.fen: row for row in build_rows(JOB, PLACES, known)}}
        assert again == whole
    assert list(build_rows(JOB, PLACES, whole)) == []


def test_more_games_continue_those_there_are() -> None:
    three = {row.fen: row for row in build_rows(JOB, PLACES[:1], {})}
    five = {row.fen: row for row in build_rows(replace(JOB, games=5), PLACES[:1], three)}
    fen = PLACES[0].fen
    assert len(five[fen].results) == 5
    assert five[fen].results.startswith(three[fen].results)


def test_processes_change_nothing() -> None:
    alone = {row.fen: row for row in build_rows(JOB, PLACES, {})}
    together = {row.fen: row for row in build_rows(JOB, PLACES, {}, jobs=2)}
    assert alone == together


def test_what_was_made_in_another_way_is_not_mixed_in() -> None:
    rows = {row.fen: row for row in build_rows(replace(JOB, games=0), PLACES[:1], {})}
    other = AtlasJob(msgspec.structs.replace(METHOD, game_nodes=201), 1)
    said = Message(
        "{fen}: this row was made with other limits, another seed or other weights.", fen=PLACES[0].fen
    )
    with raises(AtlasError, said):
        list(build_rows(other, PLACES[:1], rows))
    later = AtlasJob(msgspec.structs.replace(METHOD, date="2027-01-01", version="1"), 1)
    assert len(list(build_rows(later, PLACES[:1], rows))) == 1


def test_a_proof_is_of_a_win_and_of_nothing_else() -> None:
    truth = TableTruth(shipped_folder())
    won = parse_fen("W:W9,10:B5", ITALIAN).position()
    assert proved_result(won, truth, budget=500) == "white"
    nothing = NoTables()
    assert is_won(won, won.side, nothing, budget=2_000)
    assert not is_won(won, won.side.opponent, nothing, budget=2_000)
    drawn = parse_fen("W:WK29:BK4", ITALIAN).position()
    assert proved_result(drawn, truth, budget=500) == "draw"
    assert proved_result(drawn, nothing, budget=500) == ""
    assert proved_result(ITALIAN.start(), truth, budget=200) == ""


def test_a_game_without_an_atlas_has_none() -> None:
    assert atlas_of("hexdame") == {}
    assert atlas_of("../italian") == {}
