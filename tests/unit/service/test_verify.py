"""What does not hold is found and named; what holds is not."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from damiera.messages import Message
from damiera.service.studies import StudyService
from damiera.service.tournament.acts import TournamentService
from damiera.service.tournament.event import Announcement
from damiera.service.verify import VerifyFinding, verify_all
from damiera.store.database import FILE_NAME
from tests.unit.service.kit import App
from tests.wording import holds

PDN = '[Event "Cup"]\n[White "Rossi"]\n[GameType "21"]\n[Result "*"]\n\n1. 11-15 24-20 2. 8-11 *\n'


@pytest.fixture
def names(app: App) -> dict[str, str]:
    """Store one thing of each kind; return its name by its kind."""
    game, anna, bruno = app.friends()
    app.play.move(game.id, anna.id, 0, (22, 18))
    app.play.move(game.id, bruno.id, 1, (10, 14))
    event = TournamentService(app.store, app.clock).create(anna, Announcement("Cup"))
    study = StudyService(app.store, app.clock).create(anna.id, title="Shots", text="", game="italian")[0]
    job = app.imports.start(anna.id, "cup.pdn", PDN.encode())
    while app.imports.step(job.id):
        pass
    with app.store.read() as work:
        archived = work.archive.ids(after="", limit=9)[0]
    return {"game": game.id, "event": event.id, "study": study, "archive": archived}


def faults(app: App) -> list[VerifyFinding]:
    return [found for found in verify_all(app.store, app.clock) if found.fault is not None]


def test_everything_is_looked_at_and_holds(app: App, names: dict[str, str]) -> None:
    seen = list(verify_all(app.store, app.clock))
    assert {found.kind: found.id for found in seen} == names
    assert faults(app) == []


def test_more_things_than_are_asked_for_at_once(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("damiera.service.verify._AT_ONCE", 2)
    made = {app.friends()[0].id for _ in range(5)}
    assert {found.id for found in verify_all(app.store, app.clock)} == made


@pytest.mark.parametrize(
    ("kind", "spoilt", "fault"),
    [
        (
            "game",
            "UPDATE game SET fen = 'W:W30:B1'",
            Message("the lists say {what} {said}, its events lead to {found}", what="fen"),
        ),
        (
            "game",
            "DELETE FROM move WHERE ply = 1",
            Message("its line has {said} plies, its events lead to {found}", said=1, found=2),
        ),
        (
            "game",
            "UPDATE event SET body = '{' WHERE seq = 3",
            Message("This is not an event of a game: {reason}. Text: {excerpt}", excerpt="{"),
        ),
        (
            "event",
            "UPDATE tournament_entry SET body = replace(body, 'Cup', 'Cap')",
            Message("The log was altered at act {n}: {why}.", n=1),
        ),
        (
            "study",
            'UPDATE study_edit SET body = \'{"e":"of tomorrow"}\'',
            Message("This study was written by a newer version of Damiera: open it with that one."),
        ),
        (
            "study",
            "UPDATE study_edit SET body = '{}' WHERE version = 1",
            Message("This study is damaged: change {n} of {total} cannot be read ({why}).", n=1),
        ),
        (
            "archive",
            "UPDATE archive_game SET moves = '11-15 24-20 8-12'",
            Message("ply {n}, {move}, cannot be played", n=3, move="8-12"),
        ),
    ],
)
def test_what_does_not_hold_is_named(
    app: App, tmp_path: Path, names: dict[str, str], kind: str, spoilt: str, fault: Message
) -> None:
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection:
        connection.execute(spoilt)
        connection.commit()
    found = faults(app)
    assert [(one.kind, one.id) for one in found] == [(kind, names[kind])]
    assert holds(found[0].fault, fault), found[0].fault
