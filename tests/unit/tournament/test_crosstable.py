"""Crosstables: cells in one word, the square of a round robin, CSV."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

from damiera.tournament.crosstable import crosstable, crosstable_csv, round_robin_table, square_csv
from damiera.tournament.model import (
    Event,
    EventPlayer,
    EventSettings,
    GameMark,
    Kind,
    Round,
    RoundGame,
    System,
)
from damiera.tournament.standings import Rules, standing

W, D, L = GameMark.WIN, GameMark.DRAW, GameMark.LOSS


def five() -> Event:
    """Three rounds: a bye, a forfeit, an absence, an annulled game, a game under way."""
    players = tuple(EventPlayer(n, f"P{n}", 2000 - n) for n in range(1, 6))
    rounds = (
        Round(
            1,
            (
                RoundGame(1, 1, 1, 2, W, L),
                RoundGame(1, 2, 3, 4, D, D),
                RoundGame(1, 3, 5, None, kind=Kind.BYE),
            ),
        ),
        Round(2, (RoundGame(2, 1, 5, 1, L, W, Kind.FORFEIT), RoundGame(2, 2, 2, 3, W, L))),
        Round(3, (RoundGame(3, 1, 1, 3), RoundGame(3, 2, 2, 4, W, L, Kind.ANNULLED))),
    )
    return Event("Five", players, rounds)


def test_cells() -> None:
    event = five()
    whole = standing(event)
    cells = {
        row.number: [" ".join(c.text for c in games) for games in row.cells]
        for row in crosstable(event, whole)
    }
    place = {row.number: n for n, row in enumerate(whole.rows, 1)}
    assert cells[1] == [f"{place[2]}w2", f"{place[5]}b2f", f"{place[3]}w"]
    assert cells[2] == [f"{place[1]}b0", f"{place[3]}w2", "x"]
    assert cells[4] == [f"{place[3]}b1", "-", "x"]
    assert cells[5] == ["+2", f"{place[1]}w0f", "-"]
    told = [
        c.said("it") for row in crosstable(event, whole) for games in row.cells for c in games if c.said("it")
    ]
    assert set(told) == {"riposo", "assente", "annullata"}


def test_every_cell_has_its_mirror() -> None:
    event = five()
    whole = standing(event)
    rows = crosstable(event, whole)
    for n, row in enumerate(rows, 1):
        for games in row.cells:
            for cell in games:
                if cell.place is not None:
                    back = [c for c in rows[cell.place - 1].cells[cell.round - 1] if c.place == n]
                    assert {c.letter for c in back} == {{"w": "b", "b": "w"}[cell.letter]}


def test_csv() -> None:
    event = five()
    lines = list(csv.reader(io.StringIO(crosstable_csv(event, standing(event), "it"))))
    assert lines[0] == ["Riga", "Posto", "N.", "Giocatore", "T1", "T2", "T3", "Punti", "Q1", "Q2"]
    assert lines[1][:4] == ["1", "1", "1", "P1"]
    assert all(len(line) == len(lines[0]) for line in lines)
    direct = standing(event, Rules(("direct", "won")))
    assert next(csv.reader(io.StringIO(crosstable_csv(event, direct, "en"))))[-1] == "WON"


def test_square() -> None:
    base = five()
    event = replace(base, settings=EventSettings(system=System.ROUND_ROBIN))
    whole = standing(event)
    square = round_robin_table(event, whole, by_number=True)
    assert square.order == (1, 2, 3, 4, 5)
    assert square.cells[1, 2] == ("2",)
    assert square.cells[2, 1] == ("0",)
    assert square.cells[1, 3] == ("",)  # under way
    assert (2, 4) not in square.cells  # annulled
    lines = list(csv.reader(io.StringIO(square_csv(event, whole, "en"))))
    assert [line[2 + n] for n, line in enumerate(lines[1:])] == ["#"] * 5


def test_double_round_robin_has_two_results_a_cell() -> None:
    two = (EventPlayer(1, "A"), EventPlayer(2, "B"))
    rounds = (Round(1, (RoundGame(1, 1, 1, 2, W, L),)), Round(2, (RoundGame(2, 1, 2, 1, D, D),)))
    event = Event(players=two, rounds=rounds)
    assert round_robin_table(event, standing(event)).cells[1, 2] == ("2", "1")
