"""The command line of a board."""

from __future__ import annotations

import pytest

from damiera.game.clock import ClockSettings
from damiera.messages import Lang
from damiera.rules.explain import Reason
from damiera.service.errors import BadTerms, GameIsOver, NotFound, NotYours, NotYourTurn, RefusedAct
from damiera.service.terms import NewGame
from damiera.service.words import HELP, SQUARED, read_line
from tests.unit.service.kit import App, moves_of, score


@pytest.mark.parametrize("text", ["22-18", " 22 - 18 ! ", "2218", "22x18", "22–18", "D3-C4"])
def test_a_move_in_any_dress(app: App, text: str) -> None:
    game, anna, _ = app.friends()
    said = app.say.say(game.id, anna.id, text, "it")
    assert said.changed
    assert moves_of(said.live) == ["22-18"]
    assert (said.answer.title, said.answer.text) == ("Hai giocato 22-18", "Tocca al Nero.")
    assert said.path == (22, 18)


def test_a_move_that_is_not_legal_says_why(app: App) -> None:
    game, anna, _ = app.friends()
    with pytest.raises(RefusedAct) as caught:
        app.say.say(game.id, anna.id, "22-26", "it")
    assert caught.value.explanation is not None
    assert caught.value.explanation.reason is Reason.MAN_BACKWARD
    assert caught.value.text("it") == "La pedina va solo avanti; indietro va la dama."
    assert caught.value.path == (22, 26)


@pytest.mark.parametrize("text", ["", "castle", "22-", "x" * 300, "mosse 99", "casella z9"])
def test_nonsense_is_told_apart(app: App, text: str) -> None:
    game, anna, _ = app.friends()
    with pytest.raises(BadTerms) as caught:
        app.say.say(game.id, anna.id, text, "it")
    assert caught.value.text("it")


def test_two_captures_that_look_alike_are_asked_about(app: App) -> None:
    game, anna, _ = app.friends(NewGame(friend=True, fen="W:W22:B10,11,18,19"))
    said = app.say.say(game.id, anna.id, "22x6", "it")
    assert not said.changed
    assert said.answer.title == "22x6: da che parte?"
    assert len(said.candidates) == 2
    assert said.answer.articles[0].number == "6.10"
    chosen = app.say.say(game.id, anna.id, said.candidates[1].text, "it")
    assert chosen.live.game.moves[0].captured == said.candidates[1].captured


def test_words_act(app: App) -> None:
    game, anna, bruno = app.friends()
    app.say.say(game.id, anna.id, "22-18", "it")
    assert app.say.say(game.id, anna.id, "riprendi", "it").answer.title.startswith("Hai chiesto")
    assert app.say.say(game.id, bruno.id, "sì", "it").answer.title == "Mossa ripresa"
    assert moves_of(app.play.load(game.id)) == []
    app.say.say(game.id, anna.id, "patta", "it")
    assert app.say.say(game.id, bruno.id, "no", "en").answer.title == "You declined: play on"
    app.say.say(game.id, bruno.id, "draw", "en")
    over = app.say.say(game.id, anna.id, "patta", "it")
    assert score(over.live) == "1-1"
    assert over.answer.text == "Patta 1-1: patta di comune accordo."
    with pytest.raises(GameIsOver):
        app.say.say(game.id, anna.id, "22-18", "it")


def test_resigning(app: App) -> None:
    game, anna, _ = app.friends()
    said = app.say.say(game.id, anna.id, "Abbandono.", "it")
    assert score(said.live) == "0-2"
    assert said.answer.title == "Hai abbandonato"


def test_the_engine_gives_the_move_back_at_once(app: App) -> None:
    anna = app.guest("Anna")
    game = app.play.create(anna, NewGame(path=(22, 18)))
    assert moves_of(game) == ["22-18"]
    said = app.say.say(game.id, anna.id, "undo", "en")
    assert said.changed
    assert said.answer.title == "Move taken back"
    for after in (said.live, app.play.load(game.id)):
        assert moves_of(after) == []
        assert (after.game.position, after.game.undo_request) == (game.game.start_position, None)
    again = app.say.say(game.id, anna.id, "21-17", "en")
    assert moves_of(again.live) == ["21-17"]


def test_the_engine_gives_its_answer_back_with_the_move(app: App) -> None:
    anna = app.guest("Anna")
    game = app.play.create(anna, NewGame(path=(22, 18)))
    answered = app.engine_moves.play(game.id, game.version, (10, 14))
    assert moves_of(answered) == ["22-18", "10-14"]
    said = app.say.say(game.id, anna.id, "undo", "en")
    assert (said.answer.title, moves_of(said.live)) == ("Move taken back", [])


def test_claims_that_do_not_hold(app: App) -> None:
    game, anna, _ = app.friends()
    for word in ("ripetizione", "conta", "accetto"):
        with pytest.raises(RefusedAct):
            app.say.say(game.id, anna.id, word, "it")


def test_strangers_ask_and_do_not_act(app: App) -> None:
    game, _, bruno = app.friends()
    assert app.say.say(game.id, None, "mosse", "it").answer.title == "7 mosse"
    for line in ("22-18", "patta", "abbandono"):
        with pytest.raises(NotYours):
            app.say.say(game.id, None, line, "it")
    with pytest.raises(NotYourTurn):
        app.say.say(game.id, bruno.id, "22-18", "it")
    with pytest.raises(NotFound):
        app.say.say("nothing000", None, "mosse", "it")


@pytest.mark.parametrize(
    ("line", "lang", "title", "text"),
    [
        ("mosse 22", "it", "2 mosse", "22-18, 22-19."),
        ("moves 25", "en", "25 cannot move now", None),
        ("a chi tocca?", "it", "Adesso", "Tocca al Bianco."),
        ("turn", "en", "Now", "White to move."),
        ("ultima", "it", "Nessuno ha ancora mosso", ""),
        ("orologio", "it", "Si gioca senza orologio", ""),
        ("22", "it", "22: pedina bianca", None),
        ("casella 16", "it", "16: libera", ""),
        ("square 1", "en", "1: black man", ""),
        ("perché 25", "it", "La 25 non può muovere ora", None),
        ("Why 22-15?", "en", "22 cannot go to 15", None),
        ("aiuto", "it", "Scrivi una mossa, come 22-18, o una parola", None),
        ("?", "en", "Type a move, such as 22-18, or a word", None),
    ],
)
def test_questions_are_answered(app: App, line: str, lang: Lang, title: str, text: str | None) -> None:
    game, anna, _ = app.friends()
    said = app.say.say(game.id, anna.id, line, lang)
    assert not said.changed
    assert said.answer.title == title
    assert said.answer.text == text if text is not None else said.answer.text


def test_who_asks_for_help_sees_a_move_of_the_game(app: App) -> None:
    game, anna, _ = app.friends(NewGame(game="turkish", friend=True))
    assert app.say.say(game.id, anna.id, "?", "en").answer.title == "Type a move, such as c3-c4, or a word"


def test_the_board_is_read_aloud(app: App) -> None:
    game, anna, _ = app.friends(NewGame(friend=True, fen="W:W21,K30:B5"))
    said = app.say.say(game.id, anna.id, "pezzi", "it")
    assert said.answer.text == "Bianco, pedine: 21. Bianco, dame: 30. Nero, pedine: 5."


def test_the_clock_is_read_aloud(app: App) -> None:
    game, anna, _ = app.friends(NewGame(friend=True, base_ms=90_000))
    app.clock.now += 25_000
    assert app.say.say(game.id, anna.id, "tempo", "it").answer.title == "Bianco 1:05, Nero 1:30"


def test_days_of_a_game_by_correspondence_are_read_as_days(app: App) -> None:
    five = ClockSettings(base_ms=5 * 86_400_000)
    game, anna, _ = app.friends(NewGame(friend=True, clock=five))
    app.clock.now += 4 * 86_400_000 - 3_600_000
    said = app.say.say(game.id, anna.id, "tempo", "it").answer.title
    assert said == "Bianco 1 giorno e 1:00, Nero 5 giorni e 0:00"
    app.clock.now += 86_400_000 - 30_000
    assert app.say.say(game.id, anna.id, "time", "en").answer.title == "White 1:00:30, Black 5 days and 0:00"


def test_who_waits_for_the_other_is_not_told_that_there_is_no_clock(app: App) -> None:
    anna = app.guest("Anna")
    game = app.play.create(anna, NewGame(friend=True, base_ms=90_000))
    said = app.say.say(game.id, anna.id, "tempo", "it").answer.title
    assert said == "L'orologio parte quando l'altro si siede"


def test_why_answers_squares_and_routes(app: App) -> None:
    game, _, _ = app.friends()
    assert app.say.why(game.id, (25,), "it").title == "La 25 non può muovere ora"
    assert app.say.why(game.id, (22, 15), "it").title == "La 22 non può andare in 15"
    assert app.say.why(game.id, (99,), "it").title
    assert app.say.why(game.id, (0, -3), "it").title
    with pytest.raises(BadTerms):
        app.say.why(game.id, (), "it")


def test_help_lists_words_that_are_understood() -> None:
    for word, text in HELP.items():
        for form in text.everywhere().values():
            assert read_line(f"{form} 22" if word in SQUARED else form).word == word


def test_a_square_of_a_star_tells_whose_marble_stands_there(app: App) -> None:
    game, anna, _ = app.friends(NewGame(game="chinese-checkers~seats=2", friend=True))
    hole = next(iter(game.game.position.pieces))
    said = app.say.say(game.id, anna.id, f"square {hole}", "en")
    assert said.answer.title == f"{hole}: white marble"
    assert said.answer.squares == (hole,)
