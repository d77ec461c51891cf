"""An imported game in which the board changed without a move: all of it is shown, and written again."""

from __future__ import annotations

from damiera.notation.pdn.model import PdnGame
from damiera.notation.pdn.reader import read_pdn
from damiera.paper.sheet import score_sheet
from tests.unit.paper.test_sheet import words_of as printed
from tests.unit.service.kit import App

JUMPED = """[White "Anna"]
[GameType "22"]

1. 22-18 10-14 {[%jump W:W21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,11,12,14 fid.italian.2008:8.1.6]
It stands.} 2. 21-17 {good} 14-18 1-0
"""


def _brought(app: App) -> tuple[str, str]:
    anna = app.guest("Anna")
    job = app.imports.start(anna.id, "a.pdn", JUMPED.encode(), "en").id
    while app.imports.step(job):
        pass
    assert app.imports.state(job, anna.id, "en").errors == ()
    [line] = app.archive.search(anna.id, "en").items
    assert line.plies == 4
    return anna.id, line.id


def test_the_page_walks_through_every_part(app: App) -> None:
    anna, game = _brought(app)
    view = app.archive.archived(game, anna, "en").view
    assert [ply.text for ply in view.history] == ["22-18", "10-14", "21-17", "14-18"]
    assert view.history[1].comment == "It stands."
    assert [ply.ply for ply in view.history] == list(range(4))
    positions = app.archive.positions(game)
    assert len(positions) == 5
    assert view.start_fen == positions[0].fen
    for ply, position in zip(view.history, positions[1:], strict=True):
        assert ply.after == {str(square): piece for square, piece in position.pieces.items()}
    assert "22" not in (view.history[1].after or {})
    assert app.archive.fen(game, 2) == positions[2].fen
    assert (view.fen, view.ply) == (positions[-1].fen, 4)


def test_a_note_is_kept_at_a_move_of_any_part(app: App) -> None:
    anna, game = _brought(app)
    for ply in (0, 3):
        app.archive.annotate(game, anna, ply, f"note {ply}")
    [written] = read_pdn(app.archive.pdn(game, anna))
    assert isinstance(written, PdnGame)
    assert written.earlier[0].mainline[0].comment == "note 0"
    assert written.mainline[-1].comment == "note 3"
    assert (written.earlier[0].text, written.mainline[0].comment) == ("It stands.", "good")


def test_the_score_sheet_has_every_part(app: App) -> None:
    anna, game = _brought(app)
    record, _ = app.archive.record(game, anna)
    [part] = app.archive.earlier(game, anna)
    assert [ply.text for ply in part.record.mainline] == ["22-18", "10-14"]
    assert (part.text.text("it"), part.article) == ("It stands.", "fid.italian.2008:8.1.6")
    assert part.after == record.start
    drawn = score_sheet(record, earlier=[part])
    assert drawn != score_sheet(record)
    words = printed(drawn)
    assert {"22-18", "10-14", "21-17"} <= set(words)


def test_what_was_imported_is_exported_the_same(app: App) -> None:
    anna, _ = _brought(app)
    [before] = read_pdn(JUMPED)
    [after] = read_pdn(app.archive.export_search(anna))
    assert isinstance(before, PdnGame)
    assert isinstance(after, PdnGame)
    assert (after.parts, after.result) == (before.parts, before.result)
