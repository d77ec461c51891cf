"""Finding, replaying, annotating and taking away games."""

from __future__ import annotations

import pytest

from damiera.game.clock import ClockSettings
from damiera.game.ways import Conditions, Way
from damiera.messages import Message
from damiera.notation.pdn.model import PdnGame
from damiera.notation.pdn.reader import read_pdn
from damiera.service.errors import BadTerms, NotFound, NotYours
from damiera.service.identity import LOCAL_PLAYER, Visitor
from damiera.service.terms import NewGame
from tests.unit.service.kit import App
from tests.wording import raises, words_of

# Two games of the 69th Italian championship, 2005, and an invented one in English draughts.
FILE = """[Dati "69° ASSOLUTO 1° TURNO"]
[Anno "2005"]
[Bianco "SECCHI Giuseppe"]
[Nero "SARDU Gianni"]
[Risultato "1/2-1/2"]

1. 21-17 12-15 2. 23-19  8-12 3. 28-23 11-14 4. 25-21  9-13 5. 23-20 14x23
6. 20x11  7x14 7. 27x20 13-18 8. 22x13  5-9 9. 20-15  9x25 10. 15x8 14-19
11. 31-27 10-14 12. 32-28  6-10 13. 17-13 10x17 14. 27-22  2-6 15. 22x15
 3-7 16. 26-22  7-12 17. 30-26 12x19 18. 22x15  1-5 {Pari} 1/2-1/2

[Dati "69° ASSOLUTO 1° TURNO"]
[Anno "2005"]
[Bianco "BORGHETTI Michele"]
[Nero "MASCOLO Luca"]
[Risultato "1-0"]

1. 21-17! 12-15 {come sempre} 2. 23-19 (2. 22-18 11-14) 2... 11-14 1-0

[White "Élodie Müller"]
[Black "Smith"]
[GameType "21"]
[Result "1-0"]

1. 11-15 23-19 1-0
"""


def bring_in(app: App, who: Visitor, text: str = FILE, name: str = "camp.pdn") -> None:
    job = app.imports.start(who.id, name, text.encode()).id
    while app.imports.step(job):
        pass


def ids(app: App, who: Visitor, query: str = "", **rest: str) -> list[str]:
    return [line.id for line in app.archive.search(who.id, "it", query=query, **rest).items]  # type: ignore[arg-type]


def names(app: App, who: Visitor, query: str = "") -> list[str]:
    return [line.white for line in app.archive.search(who.id, "it", query=query).items]


@pytest.fixture
def anna(app: App) -> Visitor:
    visitor = app.guest("Anna")
    bring_in(app, visitor)
    return visitor


def test_the_archive_is_in_the_order_of_the_file(app: App, anna: Visitor) -> None:
    page = app.archive.search(anna.id, "it")
    assert [line.white for line in page.items] == ["SECCHI Giuseppe", "BORGHETTI Michele", "Élodie Müller"]
    assert [line.score for line in page.items] == ["1-1", "2-0", "0-2"]  # in English draughts Black begins
    assert [line.plies for line in page.items] == [36, 4, 2]
    assert [line.game_name for line in page.items] == ["Dama italiana", "Dama italiana", "Dama inglese"]
    assert (page.total, page.page, page.pages) == (3, 1, 1)
    assert {line.source for line in page.items} == {"camp.pdn"}


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("borghetti", ["BORGHETTI Michele"]),
        ("ASSOLUTO secchi", ["SECCHI Giuseppe"]),
        ("elodie muller", ["Élodie Müller"]),
        ("MÜLLER", ["Élodie Müller"]),
        ("2005", ["SECCHI Giuseppe", "BORGHETTI Michele"]),
        ("camp.pdn smith", ["Élodie Müller"]),
        ("nobody", []),
        ("%", []),
    ],
)
def test_words_are_found_in_players_and_tags(app: App, anna: Visitor, query: str, found: list[str]) -> None:
    assert names(app, anna, query) == found


def test_search_by_game_and_by_page(app: App, anna: Visitor) -> None:
    english = app.archive.search(anna.id, "it", game="english")
    assert (len(english.items), english.total) == (1, 1)
    assert english.kinds == {"italian": 2, "english": 1}
    assert app.archive.search(anna.id, "it", query="2005").kinds == {"italian": 2}
    assert app.archive.search(anna.id, "it", query="2005", game="english").total == 0
    second = app.archive.search(anna.id, "it", page=2, size=2)
    assert [line.white for line in second.items] == ["Élodie Müller"]
    assert (second.page, second.pages) == (2, 2)
    assert app.archive.search(anna.id, "it", page=-5, size=0).page == 1


def test_an_archive_is_ones_own_but_the_houses_is_everybodys(app: App, anna: Visitor) -> None:
    bruno = app.guest("Bruno")
    assert ids(app, bruno) == []
    bring_in(app, app.identity.local_player(), FILE.replace("Smith", "Jones"))
    assert len(ids(app, bruno)) == 3
    assert len(ids(app, anna)) == 6
    assert app.archive.search(None, "it").total == 3
    assert len(list(read_pdn(app.archive.export_search(None)))) == 3


def test_a_game_of_the_house_is_not_brought_in_again(app: App) -> None:
    bring_in(app, app.identity.local_player())
    bruno = app.guest("Bruno")
    bring_in(app, bruno)
    assert len(ids(app, bruno)) == 3
    assert app.imports.mine(bruno.id, "it")[0].duplicates == 3


def test_an_archived_game_is_replayed(app: App, anna: Visitor) -> None:
    game = app.archive.archived(ids(app, anna)[0], anna.id, "it")
    view = game.view
    assert game.yours
    assert (view.you, view.moves, view.clock) == (None, (), None)
    assert (view.white.name, view.black.name) == ("SECCHI Giuseppe", "SARDU Gianni")
    assert (view.ply, len(view.history)) == (36, 36)
    assert view.history[12].captured == (23,)
    assert view.history[-1].comment == "Pari"
    assert view.outcome is not None
    assert view.outcome.line == "Patta 1-1."
    assert game.tags["Bianco"] == "SECCHI Giuseppe"


def test_marks_and_comments_of_the_file_are_shown(app: App, anna: Visitor) -> None:
    history = app.archive.archived(ids(app, anna)[1], None, "it").view.history
    assert (history[0].mark, history[1].comment) == ("!", "come sempre")


def test_who_knows_the_name_may_read_but_not_write(app: App, anna: Visitor) -> None:
    bruno = app.guest("Bruno")
    name = ids(app, anna)[0]
    assert not app.archive.archived(name, bruno.id, "it").yours
    with pytest.raises(NotYours):
        app.archive.annotate(name, bruno.id, 0, "mia")
    with pytest.raises(NotFound):
        app.archive.remove(name, bruno.id)


def test_notes_on_an_archived_game_take_the_place_of_the_files(app: App, anna: Visitor) -> None:
    name = ids(app, anna)[1]
    app.archive.annotate(name, anna.id, 1, "  apre\nil gioco  ", "!!")
    history = app.archive.archived(name, anna.id, "it").view.history
    assert (history[1].comment, history[1].mark) == ("apre il gioco", "!!")
    app.archive.annotate(name, anna.id, 1, "")
    assert app.archive.archived(name, anna.id, "it").view.history[1].comment == ""
    assert app.archive.archived(name, None, "it").view.history[1].comment == "come sempre"


def test_a_note_leaves_the_clocks_and_drawings_of_a_file(app: App) -> None:
    anna = app.guest("Anna")
    bring_in(app, anna, '[GameType "22"] 1. 22-18 {[%clk 0:02:59] [%cal B2218] old words} 11-14 *')
    name = ids(app, anna)[0]
    app.archive.annotate(name, anna.id, 0, "new words")
    assert "{[%clk 0:02:59] [%cal B2218] new words}" in app.archive.pdn(name, anna.id)
    assert app.archive.archived(name, anna.id, "en").view.history[0].comment == "new words"


def test_everybody_may_annotate_the_houses_games_for_himself(app: App) -> None:
    bring_in(app, app.identity.local_player())
    anna, bruno = app.guest("Anna"), app.guest("Bruno")
    name = ids(app, anna)[0]
    app.archive.annotate(name, anna.id, 0, "mia")
    assert app.archive.archived(name, anna.id, "it").view.history[0].comment == "mia"
    assert app.archive.archived(name, bruno.id, "it").view.history[0].comment == ""
    with pytest.raises(NotFound):
        app.archive.remove(name, anna.id)
    app.archive.remove(name, LOCAL_PLAYER)
    assert len(ids(app, bruno)) == 2


@pytest.mark.parametrize(
    ("ply", "comment", "mark"), [(99, "x", ""), (-1, "x", ""), (0, "x" * 2001, ""), (0, "x", "!?!")]
)
def test_notes_that_cannot_be_kept(app: App, anna: Visitor, ply: int, comment: str, mark: str) -> None:
    with pytest.raises(BadTerms):
        app.archive.annotate(ids(app, anna)[0], anna.id, ply, comment, mark)


def test_a_played_game_is_annotated_when_it_is_over(app: App) -> None:
    game, anna, bruno = app.friends()
    app.play.move(game.id, anna.id, 0, (22, 18))
    with raises(BadTerms, Message("Notes are written when the game is over.")):
        app.archive.annotate(game.id, anna.id, 0, "bella")
    over = app.play.act(game.id, bruno.id, "resign")
    app.archive.annotate(game.id, anna.id, 0, "bella", "!")
    with pytest.raises(NotYours):
        app.archive.annotate(game.id, app.guest("Carla").id, 0, "mah")
    assert len(app.archive.notes(game.id, anna.id)) == 1
    assert len(app.archive.notes(game.id, bruno.id)) == 0
    assert len(app.archive.notes(game.id, None)) == 0
    assert "22-18! {bella}" in app.archive.pdn(game.id, anna.id)
    assert "bella" not in app.archive.pdn(game.id, bruno.id)
    assert over.id == game.id


def test_the_pdn_of_a_played_game_reads_back(app: App) -> None:
    game, anna, bruno = app.friends(NewGame(friend=True, base_ms=300_000, increment_ms=5_000))
    app.play.move(game.id, anna.id, 0, (22, 18))
    app.play.move(game.id, bruno.id, 1, (10, 14))
    app.play.act(game.id, anna.id, "resign")
    [read] = read_pdn(app.archive.pdn(game.id))
    assert isinstance(read, PdnGame)
    assert [ply.text for ply in read.mainline] == ["22-18", "10-14"]
    assert (read.result, read.tags["White"], read.tags["TimeControl"]) == ("0-1", "Anna", "300+5")
    assert read.tags["Termination"] == "resignation"


def test_what_the_clocks_showed_is_in_the_pdn(app: App) -> None:
    """A record, and a study made of it, had no clock but the time control; what is taken back is gone."""
    game, anna, bruno = app.friends(NewGame(friend=True, base_ms=180_000, increment_ms=2_000))
    for ply, (who, path, seconds) in enumerate(
        [(anna, (22, 18), 3), (bruno, (10, 14), 4), (anna, (21, 17), 61), (bruno, (14, 21), 11)]
    ):
        app.clock.now += 1000 * seconds
        app.play.move(game.id, who.id, ply, path)
    app.play.act(game.id, bruno.id, "ask-undo")
    app.play.act(game.id, anna.id, "accept-undo")
    app.play.act(game.id, anna.id, "resign")
    app.archive.annotate(game.id, anna.id, 1, "bella", "!")
    [read] = read_pdn(app.archive.pdn(game.id, anna.id))
    assert isinstance(read, PdnGame)
    assert [ply.clock_ms for ply in read.mainline] == [182_000, 182_000, 123_000]
    assert [ply.comment for ply in read.mainline][1] == "[%clk 0:03:02] bella"
    record, _ = app.archive.record(game.id, anna.id)
    assert [ply.clock_ms for ply in record.mainline] == [182_000, 182_000, 123_000]


def test_days_are_hours_on_a_clock_and_too_many_are_not_written(app: App) -> None:
    for days, hours in (("5d", "120:00:00"), ("60d", "")):
        settings = ClockSettings.parse(days)
        game, anna, _ = app.friends(NewGame(friend=True, clock=settings))
        app.play.move(game.id, anna.id, 0, (22, 18))
        [read] = read_pdn(app.archive.pdn(game.id))
        assert isinstance(read, PdnGame)
        assert read.mainline[0].comment == (f"[%clk {hours}]" if hours else ""), days


@pytest.mark.parametrize(
    ("clock", "tags"),
    [
        ("40/120,60+30", {"TimeControl": "40/7200:3600+30"}),
        ("5d", {"TimeControl": "1/432000"}),
        ("15+5 vs 5", {"WhiteTimeControl": "900+5", "BlackTimeControl": "300"}),
    ],
)
def test_every_clock_has_its_tag(app: App, clock: str, tags: dict[str, str]) -> None:
    settings = ClockSettings.parse(clock)
    odds = Conditions(way=Way.ODDS_TIME) if settings.black else Conditions()
    game, anna, _ = app.friends(NewGame(friend=True, clock=settings, conditions=odds))
    app.play.act(game.id, anna.id, "resign")
    [read] = read_pdn(app.archive.pdn(game.id))
    assert isinstance(read, PdnGame)
    assert {name: text for name, text in read.tags.items() if "TimeControl" in name} == tags


def test_a_special_start_is_in_the_pdn(app: App) -> None:
    anna = app.guest("Anna")
    game = app.play.create(anna, NewGame(fen="B:WK30:BK1,5", seat="black", game="english"))
    [read] = read_pdn(app.archive.pdn(game.id))
    assert isinstance(read, PdnGame)
    assert read.start.fen == "B:WK30:BK1,5"
    assert (read.result, read.tags["White"]) == ("*", "Damiera, level 5")


def test_the_fen_of_any_moment(app: App, anna: Visitor) -> None:
    game, carla, _ = app.friends()
    app.play.move(game.id, carla.id, 0, (22, 18))
    assert app.archive.fen(game.id, 0).startswith("W:")
    assert app.archive.fen(game.id) == app.archive.fen(game.id, 1)
    archived = ids(app, anna)[2]
    assert app.archive.fen(archived, 0).startswith("B:")
    with pytest.raises(NotFound):
        app.archive.fen(archived, 3)
    with pytest.raises(NotFound):
        app.archive.fen("nothing000")


def test_the_archived_pdn_keeps_everything(app: App, anna: Visitor) -> None:
    text = app.archive.pdn(ids(app, anna)[1])
    assert '[Bianco "BORGHETTI Michele"]' in text
    assert "21-17!" in text
    assert "(2. 22-18 11-14)" in text


def test_chosen_games_go_into_one_file(app: App, anna: Visitor) -> None:
    played = app.play.create(anna, NewGame(path=(22, 18)))
    chosen = [ids(app, anna)[2], played.id]
    games = list(read_pdn(app.archive.export(chosen, anna.id)))
    assert [game.tags["White"] for game in games] == ["Élodie Müller", "Anna"]
    with pytest.raises(BadTerms):
        app.archive.export([], anna.id)
    with pytest.raises(NotFound):
        app.archive.export([*chosen, "nothing000"], anna.id)


def test_all_that_is_found_goes_into_one_file(app: App, anna: Visitor) -> None:
    assert len(list(read_pdn(app.archive.export_search(anna.id, query="2005")))) == 2
    assert app.archive.export_search(anna.id, query="nobody") == ""


def test_what_is_exported_is_known_when_it_comes_back(app: App, anna: Visitor) -> None:
    text = app.archive.export_search(anna.id)
    bring_in(app, anna, text, "again.pdn")
    assert app.imports.mine(anna.id, "it")[0].duplicates == 3


def test_my_games(app: App) -> None:
    anna = app.guest("Anna")
    over = app.play.create(anna, NewGame(path=(22, 18)))
    app.play.act(over.id, anna.id, "resign")
    waiting = app.play.create(anna, NewGame(friend=True))
    theirs = app.play.create(anna, NewGame(path=(22, 18)))
    mine = app.play.create(anna, NewGame(level=5))
    page = app.archive.my_games(anna.id, "it")
    assert {line.id for line in page.items[:2]} == {mine.id, waiting.id}
    assert [line.id for line in page.items[2:]] == [theirs.id, over.id]
    by_id = {line.id: line for line in page.items}
    assert by_id[mine.id].your_turn
    assert by_id[mine.id].text == words_of("Your move.", "it")
    assert by_id[mine.id].black.level == 5
    assert (by_id[waiting.id].waiting, by_id[waiting.id].your_turn) == (True, False)
    assert (by_id[theirs.id].your_turn, by_id[theirs.id].last_move) == (False, "22-18")
    assert (by_id[over.id].result, by_id[over.id].score, by_id[over.id].text) == (
        "Hai perso",
        "0-2",
        "Hai perso 0-2.",
    )
    assert by_id[mine.id].pieces["22"] == "w"
    assert app.archive.my_games(anna.id, "it", page=2, size=3).items[0].id == over.id


def test_dates_results_and_missing_tags_are_exported_as_they_were_imported(app: App) -> None:
    anna = app.guest("Anna")
    text = (
        '[Event "Match"]\n[Date "1847-??-??"]\n[White "Anderson"]\n[Black "Wyllie"]\n[Result "1/2-1/2"]\n'
        '[GameType "21"]\n\n1. 11-15 23-19 2. 8-11 22-17 1/2-1/2\n'
    )
    job = app.imports.start(anna.id, "a.pdn", text.encode()).id
    while app.imports.step(job):
        pass
    [before] = read_pdn(text)
    [after] = read_pdn(app.archive.export_search(anna.id))
    assert isinstance(before, PdnGame)
    assert isinstance(after, PdnGame)
    assert after.tags == before.tags
    [line] = app.archive.search(anna.id, "en").items
    assert app.archive.pdn(line.id, anna.id, "en") == app.archive.export([line.id], anna.id)
