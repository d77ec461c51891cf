"""The command line of a board."""

from __future__ import annotations

import pytest

from damiera.game.clock import ClockSettings
from damiera.messages import Lang, Message
from damiera.rules.explain import Reason
from damiera.service.errors import BadTerms, GameIsOver, NotFound, NotYours, NotYourTurn, RefusedAct
from damiera.service.terms import NewGame
from damiera.service.words import HELP, SQUARED, read_line
from tests.unit.service.kit import App, moves_of, score
from tests.wording import holds, words_of


@pytest.mark.parametrize("text", ["22-18", " 22 - 18 ! ", "2218", "22x18", "22–18", "D3-C4"])
def test_a_move_in_any_dress(app: App, text: str) -> None:
    game, anna, _ = app.friends()
    said = app.say.say(game.id, anna.id, text, "it")
    assert said.changed
    assert moves_of(said.live) == ["22-18"]
    assert (said.answer.title, said.answer.text) == (
        "Hai giocato 22-18",
        words_of("{side} to move.", "it", side=Message("Black")),
    )
    assert said.path == (22, 18)


def test_a_move_that_is_not_legal_says_why(app: App) -> None:
    game, anna, _ = app.friends()
    with pytest.raises(RefusedAct) as caught:
        app.say.say(game.id, anna.id, "22-26", "it")
    assert caught.value.explanation is not None
    assert caught.value.explanation.reason is Reason.MAN_BACKWARD
    assert holds(caught.value, Message("A man goes forward only; kings go back.", context="man-backward"))
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
    assert said.answer.title == words_of("{move}: which way?", "it", move="22x6")
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
    assert app.say.say(game.id, bruno.id, "no", "en").answer.title == words_of("You declined: play on")
    app.say.say(game.id, bruno.id, "draw", "en")
    over = app.say.say(game.id, anna.id, "patta", "it")
    assert score(over.live) == "1-1"
    agreed = words_of("Draw by agreement.", "it")
    assert over.answer.text == f"Patta 1-1: {agreed[0].lower()}{agreed[1:]}"
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
    assert said.answer.title == words_of("Move taken back")
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
    assert (said.answer.title, moves_of(said.live)) == (words_of("Move taken back"), [])


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
        ("moves 25", "en", words_of("{piece} cannot move now", context="title", piece=25), None),
        ("a chi tocca?", "it", "Adesso", words_of("{side} to move.", "it", side=Message("White"))),
        ("turn", "en", "Now", words_of("{side} to move.", side=Message("White"))),
        ("ultima", "it", words_of("Nobody has moved yet", "it"), ""),
        ("orologio", "it", words_of("There is no clock in this game", "it"), ""),
        ("22", "it", "22: pedina bianca", None),
        ("casella 16", "it", "16: libera", ""),
        ("square 1", "en", "1: black man", ""),
        ("perché 25", "it", words_of("{piece} cannot move now", "it", context="title", piece="La 25"), None),
        ("Why 22-15?", "en", words_of("{piece} cannot go to {to}", context="title", piece=22, to=15), None),
        ("aiuto", "it", words_of("Type a move, such as {move}, or a word", "it", move="22-18"), None),
        ("?", "en", words_of("Type a move, such as {move}, or a word", move="22-18"), None),
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
    assert app.say.say(game.id, anna.id, "?", "en").answer.title == words_of(
        "Type a move, such as {move}, or a word", move="c3-c4"
    )


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
    assert said == words_of("The clock starts when the other sits down", "it")


def test_why_answers_squares_and_routes(app: App) -> None:
    game, _, _ = app.friends()
    stuck = words_of("{piece} cannot move now", "it", context="title", piece="La 25")
    assert app.say.why(game.id, (25,), "it").title == stuck
    barred = words_of("{piece} cannot go to {to}", "it", context="title", piece="La 22", to=15)
    assert app.say.why(game.id, (22, 15), "it").title == barred
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
