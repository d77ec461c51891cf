"""Bringing in PDN files: progress, errors with their place, stopping, going on."""

from __future__ import annotations

from pathlib import Path

import pytest

from damiera.messages import Message
from damiera.rules.ruleset import ITALIAN
from damiera.service.errors import BadTerms, NotFound, NotYours
from damiera.service.imports import LARGEST_FILE, ImportService, count_games
from tests.unit.service.kit import App
from tests.wording import raises, words_of

GOOD = '[White "Player {n}"]\n[Black "X"]\n[GameType "22"]\n\n1. 21-17 12-15 2. 23-19 *\n\n'
BAD = '[White "Bad"]\n[GameType "22"]\n\n1. 21-17 12-15\n2. 22-15 *\n\n'


def games(n: int) -> bytes:
    return "".join(GOOD.format(n=i) for i in range(n)).encode()


def run(app: App, job: str) -> None:
    while app.imports.step(job):
        pass


def test_every_legal_game_is_kept_and_every_other_is_listed(app: App) -> None:
    anna = app.guest("Anna")
    data = (GOOD.format(n=1) + BAD + GOOD.format(n=2)).encode()
    begun = app.imports.start(anna.id, "C:\\partite\\mie.pdn", data)
    assert (begun.status, begun.total, begun.done, begun.name) == ("running", 3, 0, "mie.pdn")
    run(app, begun.id)
    state = app.imports.state(begun.id, anna.id, "it")
    assert (state.status, state.total, state.done) == ("done", 3, 3)
    assert (state.imported, state.duplicates, state.refused) == (2, 0, 1)
    [error] = state.errors
    assert (error.game, error.line, error.column) == (2, 11, 4)
    assert error.text.startswith("Partita 2, riga 11, colonna 4: ")
    assert "22-15" in error.excerpt
    assert state.text == "3 partite lette, 1 non leggibile."
    [english] = app.imports.errors(begun.id, anna.id, "en")
    assert english.text.startswith("Game 2, line 11, column 4: ")


def test_games_whose_tags_are_wrong_are_told_and_those_without_once(app: App) -> None:
    anna = app.guest("Anna")
    silent = GOOD.format(n=1).replace('[GameType "22"]\n', "")
    wrong = '[White "A"]\n[GameType "20"]\n\n1. 11-15 23-19 2. 8-11 22-17 *\n\n'
    job = app.imports.start(anna.id, "a.pdn", (silent + wrong + GOOD.format(n=2)).encode()).id
    run(app, job)
    said = app.imports.state(job, anna.id, "en").guessed
    assert said == words_of(
        "The tags of some games cannot be right; the moves tell which game it is: {games}.",
        games="English draughts (1)",
    )
    assert "Italian" in app.imports.state(job, anna.id, "en").judgement
    right = app.imports.start(anna.id, "b.pdn", GOOD.format(n=3).encode()).id
    run(app, right)
    assert app.imports.state(right, anna.id, "it").guessed == ""


def test_progress_game_by_game(app: App) -> None:
    anna = app.guest("Anna")
    job = app.imports.start(anna.id, "a.pdn", games(5)).id
    app.clock.now += 2_000
    assert app.imports.step(job, games=2)
    state = app.imports.state(job, anna.id, "it")
    assert (state.done, state.total, state.imported, state.seconds_left) == (2, 5, 2, 3)
    assert app.archive.search(anna.id, "it").total == 2
    assert app.imports.step(job, games=2)
    assert not app.imports.step(job, games=2)
    assert not app.imports.step(job, games=2)
    assert app.imports.state(job, anna.id, "it").status == "done"
    assert app.archive.search(anna.id, "it").total == 5


def test_the_same_game_is_known_again(app: App) -> None:
    anna, bruno = app.guest("Anna"), app.guest("Bruno")
    for name, who, imported in (("a.pdn", anna, 3), ("b.pdn", anna, 0), ("a.pdn", bruno, 3)):
        job = app.imports.start(who.id, name, games(3)).id
        run(app, job)
        state = app.imports.state(job, who.id, "it")
        assert (state.imported, state.duplicates) == (imported, 3 - imported)


def test_a_game_twice_in_one_file(app: App) -> None:
    anna = app.guest("Anna")
    job = app.imports.start(anna.id, "a.pdn", games(1) * 3).id
    run(app, job)
    state = app.imports.state(job, anna.id, "it")
    assert (state.imported, state.duplicates) == (1, 2)
    assert (
        state.text == f"{words_of('{n} game read', 'it', n=3)}, {words_of('{n} already there', 'it', n=2)}."
    )


def test_stopping_keeps_what_was_read(app: App) -> None:
    anna = app.guest("Anna")
    job = app.imports.start(anna.id, "a.pdn", games(6)).id
    app.imports.step(job, games=4)
    stopped = app.imports.stop(job, anna.id, "it")
    assert (stopped.status, stopped.done, stopped.imported) == ("stopped", 4, 4)
    assert stopped.text == f"{words_of('{n} game read', 'it', n=4)}, {words_of('stopped here', 'it')}."
    assert not app.imports.step(job)
    assert app.archive.search(anna.id, "it").total == 4
    assert app.imports.unfinished() == []


def test_an_import_goes_on_after_a_restart(app: App, tmp_path: Path) -> None:
    anna = app.guest("Anna")
    data = (GOOD.format(n=1) + BAD + GOOD.format(n=2) + BAD + GOOD.format(n=3)).encode()
    job = app.imports.start(anna.id, "a.pdn", data).id
    app.imports.step(job, games=2)
    again = App(tmp_path, app.clock)
    assert again.imports.unfinished() == [job]
    run(again, job)
    state = again.imports.state(job, anna.id, "it")
    again.close()
    assert (state.status, state.imported, state.refused) == ("done", 3, 2)
    assert [error.game for error in state.errors] == [2, 4]
    assert not app.imports.step(job)


def test_two_processes_read_a_file_together_and_each_game_once(app: App, tmp_path: Path) -> None:
    anna = app.guest("Anna")
    job = app.imports.start(anna.id, "a.pdn", games(9)).id
    other = App(tmp_path, app.clock)
    for turn in (app, other, app, other, app, other):
        turn.imports.step(job, games=2)
    run(other, job)
    state = other.imports.state(job, anna.id, "it")
    other.close()
    assert (state.done, state.imported, state.duplicates) == (9, 9, 0)


def test_a_file_is_let_go_when_it_was_read(app: App) -> None:
    anna = app.guest("Anna")
    job = app.imports.start(anna.id, "a.pdn", games(1)).id
    with app.store.read() as work:
        assert work.imports.data(job)
    run(app, job)
    with app.store.read() as work:
        assert work.imports.data(job) == b""


def test_old_western_letters(app: App) -> None:
    anna = app.guest("Anna")
    job = app.imports.start(anna.id, "a.pdn", GOOD.format(n="Niccolò").encode("latin-1")).id
    run(app, job)
    assert app.archive.search(anna.id, "it", query="niccolo").total == 1


@pytest.mark.parametrize("data", [b"", b"  \n ", b"\x89PNG\r\n\x1a\n\x00\x00\x00"])
def test_what_is_no_text_is_refused(app: App, data: bytes) -> None:
    anna = app.guest("Anna")
    with pytest.raises(BadTerms) as caught:
        app.imports.start(anna.id, "a.pdn", data)
    assert caught.value.field == "file"
    assert app.imports.mine(anna.id, "it") == ()


def test_a_file_that_is_too_large(app: App) -> None:
    with raises(BadTerms, Message("The file has {size} MB, more than {most}: split it.", size=65, most=64)):
        app.imports.start(app.guest("Anna").id, "a.pdn", b"x" * (LARGEST_FILE + 1))


def test_text_without_games(app: App) -> None:
    anna = app.guest("Anna")
    job = app.imports.start(anna.id, "a.txt", b"Cara Anna, domani non posso.").id
    run(app, job)
    state = app.imports.state(job, anna.id, "it")
    assert state.status == "done"
    assert state.imported == 0
    assert state.refused + state.done > 0


def test_an_import_is_ones_own(app: App) -> None:
    anna, bruno = app.guest("Anna"), app.guest("Bruno")
    job = app.imports.start(anna.id, "a.pdn", games(1)).id
    for forbidden in (app.imports.state, app.imports.errors, app.imports.stop):
        with pytest.raises(NotYours):
            forbidden(job, bruno.id, "it")
    with pytest.raises(NotFound):
        app.imports.state("nothing000", anna.id, "it")
    with pytest.raises(NotFound):
        app.imports.step("nothing000")
    assert [view.id for view in app.imports.mine(anna.id, "it")] == [job]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1. 21-17 *", 1),
        ('[White "A"]\n1. 21-17 *', 1),
        ('[White "A"]\n\n[Black "B"]\n1. 21-17 *\n[White "C"]\n1. *', 2),
        ("", 1),
    ],
)
def test_counting_games_beforehand(text: str, expected: int) -> None:
    assert count_games(text) == expected


def test_the_legal_beginning_of_a_game_is_kept_if_asked_for(app: App) -> None:
    anna = app.guest("Anna")
    first_wrong = '[White "Worse"]\n[GameType "22"]\n\n1. 22-15 *\n\n'
    data = (GOOD.format(n=1) + BAD + first_wrong + GOOD.format(n=2)).encode()
    job = app.imports.start(anna.id, "a.pdn", data, beginnings=True).id
    assert app.imports.step(job, games=1)
    again = ImportService(app.store, app.clock)  # the program starts anew, and knows what was asked for
    while again.step(job, games=2):
        pass
    state = app.imports.state(job, anna.id, "it")
    assert (state.done, state.imported, state.duplicates, state.refused) == (4, 3, 0, 2)
    kept, lost = state.errors
    assert kept.reason.endswith("L'inizio legale, 2 semimosse, è in archivio con il resto come commento.")
    assert "L'inizio" not in lost.reason
    assert (kept.line, kept.column) == (11, 4)
    text = app.archive.export_search(anna.id, query="Bad")
    assert "1. 21-17 12-15" in text
    assert "22-15" in text[text.index("12-15") :]
    other = app.imports.start(anna.id, "b.pdn", BAD.encode(), beginnings=True).id
    while app.imports.step(other):
        pass
    assert app.imports.state(other, anna.id, "it").duplicates == 1


OPEN = '[White "A"]\n\n1. 11-15 23-19 *\n\n[White "B"]\n[GameType "22"]\n\n1. 21-17 *\n\n'
SURE = '[White "{n}"]\n\n1. 10-15 22-17 2. 9-14 17x10 *\n\n'


def test_what_a_file_is_taken_for_is_said_before_it_is_read(app: App) -> None:
    anna = app.guest("Anna")
    data = "".join(SURE.format(n=n) for n in range(3)).encode()
    begun = app.imports.start(anna.id, "a.pdn", data, "en")
    assert (begun.status, begun.done, begun.likely) == ("running", 0, ())
    certain = (
        "Without tag: {game}, {n} of {all}, because these are possible in it from the first move to the "
        "last{others}."
    )
    assert begun.judgement == words_of(certain, game="English draughts", n=3, all=3, others="")


def test_a_file_that_may_be_several_games_waits_until_somebody_says_which(app: App) -> None:
    anna = app.guest("Anna")
    begun = app.imports.start(anna.id, "a.pdn", OPEN.encode(), "en")
    assert begun.status == "asking"
    assert {"english", "pool"} <= {game.slug for game in begun.likely}
    assert not app.imports.step(begun.id)
    assert app.imports.unfinished() == []
    assert app.archive.search(anna.id, "en").total == 0
    with raises(BadTerms, Message("There is no game '{name}'.", name="nothing")):
        app.imports.answer(begun.id, anna.id, "nothing", "en")
    with pytest.raises(NotYours):
        app.imports.answer(begun.id, app.guest("Bruno").id, "pool", "en")
    assert app.imports.answer(begun.id, anna.id, "pool", "en").status == "running"
    assert app.imports.unfinished() == [begun.id]
    run(app, begun.id)
    assert app.archive.search(anna.id, "en").kinds == {"pool": 1, "italian": 1}
    answered = words_of("Games without tag are read as {game}: so it was answered.", game="Pool checkers")
    assert app.imports.state(begun.id, anna.id, "en").judgement == answered
    assert app.imports.answer(begun.id, anna.id, "english", "en").status == "done"


def test_a_waiting_file_can_be_put_away(app: App) -> None:
    anna = app.guest("Anna")
    begun = app.imports.start(anna.id, "a.pdn", OPEN.encode(), "en")
    assert app.imports.stop(begun.id, anna.id, "en").status == "stopped"
    assert app.imports.answer(begun.id, anna.id, "pool", "en").status == "stopped"
    assert not app.imports.step(begun.id)


@pytest.mark.parametrize(
    ("overrules", "kinds"), [(True, {"english": 1}), (False, {"english": 1, "italian": 1})]
)
def test_the_game_that_is_asked_for_wins(app: App, overrules: bool, kinds: dict[str, int]) -> None:
    anna = app.guest("Anna")
    begun = app.imports.start(anna.id, "a.pdn", OPEN.encode(), "en", game="english", overrules=overrules)
    assert begun.status == "running"
    run(app, begun.id)
    assert app.archive.search(anna.id, "en").kinds == kinds
    over = words_of(
        "Read as {game}, as was asked, though tags say otherwise: {games}.",
        game="English draughts",
        games="Italian draughts (1)",
    )
    assert (begun.judgement == over) is overrules
    assert app.imports.state(begun.id, anna.id, "en").guessed == ""


def test_what_overruled_a_tag_stays_in_the_archive(app: App) -> None:
    anna = app.guest("Anna")
    data = b'[GameType "25"]\n[White "A"]\n\n1. 21-17 12-15 *\n'
    job = app.imports.start(anna.id, "a.pdn", data, "en", game="italian").id
    run(app, job)
    [line] = app.archive.search(anna.id, "en").items
    assert line.game == "italian"
    assert app.archive.record(line.id)[0].ruleset == ITALIAN


def test_tags_that_are_wrong_in_every_game_are_not_said_to_be_right(app: App) -> None:
    anna = app.guest("Anna")
    games = (
        f'[White "S{n}"][GameType "20"]\n1. 23-19 12-16 2. 19-15 11x20 3. 24x15 10-14 *\n' for n in range(12)
    )
    job = app.imports.start(anna.id, "wrong.pdn", "\n".join(games).encode())
    while app.imports.step(job.id):
        pass
    state = app.imports.state(job.id, anna.id, "en")
    assert state.guessed == words_of(
        "The tags of some games cannot be right; the moves tell which game it is: {games}.",
        games="Italian draughts (12)",
    )
    assert state.judgement == ""  # not what the tags say
