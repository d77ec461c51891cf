"""The command line of a board."""

from __future__ import annotations

import re

import pytest

from damiera.game.clock import ClockSettings
from damiera.game.ways import Conditions, Way
from damiera.messages import Lang, Message
from damiera.notation.moves import format_move
from damiera.rules.explain import Reason
from damiera.service.commands import CommandReply
from damiera.service.errors import BadTerms, GameIsOver, NotFound, NotYours, NotYourTurn, RefusedAct
from damiera.service.spoken import WordOrder
from damiera.service.terms import NewGame
from damiera.service.views import RefusalView
from damiera.service.words import HELP, SQUARED, read_line
from tests.spoken import FAMILIES, recorded, sentence
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


def test_the_file_of_the_first_square_is_enough_where_one_piece_moves_so(app: App) -> None:
    game, anna, bruno = app.friends(NewGame(game="russian", friend=True))
    assert moves_of(app.say.say(game.id, anna.id, "cd4", "it").live) == ["c3-d4"]
    with pytest.raises(RefusedAct) as caught:
        app.say.say(game.id, bruno.id, "d:e5", "it")
    assert caught.value.explanation is not None
    kings, anna, _ = app.friends(NewGame(game="russian", friend=True, fen="W:WKc1,Kc5:Bh8"))
    said = app.say.say(kings.id, anna.id, "ce3", "it")
    assert not said.changed
    assert said.answer.title == words_of("{move}: which piece?", "it", move="ce3")
    assert {one.text for one in said.candidates} == {"c1-e3", "c5-e3"}


@pytest.mark.parametrize("text", ["с3-д4", "С3-Д4", "ц3д4", "цд4", "с3 д4", "c3-д4!", "с3хд4"])
def test_a_move_in_cyrillic_letters(app: App, text: str) -> None:
    game, anna, _ = app.friends(NewGame(game="russian", friend=True))
    assert moves_of(app.say.say(game.id, anna.id, text, "en").live) == ["c3-d4"]


def test_a_move_in_russian_words_is_read_back_and_a_square_told(app: App) -> None:
    game, anna, _ = app.friends(NewGame(game="russian", friend=True))
    assert app.say.say(game.id, anna.id, "цэ три дэ четыре", "en").pending == "c3-d4"
    assert app.say.say(game.id, anna.id, "с3 на д4", "en", heard=True).pending == "c3-d4"
    assert app.say.say(game.id, anna.id, "х2", "en").answer.squares == (28,)
    with pytest.raises(BadTerms) as caught:
        app.say.say(game.id, anna.id, "щ3-ы4", "en")
    assert holds(
        caught.value, Message('No move was understood in "{text}". Name two squares, such as {move}.')
    )


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


def test_a_draw_is_asked_once_of_who_holds_both_sides(app: App) -> None:
    anna = app.guest("Anna")
    game = app.play.create(anna, NewGame(seat="both"))
    app.say.say(game.id, anna.id, "22-18", "it")
    asked = app.say.say(game.id, anna.id, "draw", "en")
    assert (asked.changed, asked.pending) == (False, "draw")
    assert asked.answer.title == words_of("End the game with a draw?")
    assert not app.say.say(game.id, anna.id, "no", "en", pending=asked.pending).changed
    assert app.play.load(game.id).game.outcome is None
    over = app.say.say(game.id, anna.id, "yes", "en", pending=asked.pending)
    assert score(over.live) == "1-1"


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
        ("aide", "fr", words_of("Type a move, such as {move}, or a word", "fr", move="22-18"), None),
        ("row 22", "en", words_of("From {first} to {last}", first=21, last=24), None),
        ("diagonale 18", "it", words_of("The lines through {square}", "it", square=18), None),
        ("prese", "it", words_of("{side} can take nothing", "it", side=Message("White")), ""),
        ("catture", "it", words_of("{side} can take nothing", "it", side=Message("White")), ""),
        ("threats", "en", words_of("{side} can take nothing", side=Message("Black")), ""),
        ("adversaire", "fr", words_of("Opponent", "fr"), "Noirs : Bruno."),
        ("fen", "en", "FEN", "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"),
        ("rivincita", "it", words_of("The game is not over", "it"), None),
        ("board", "en", words_of("The board"), None),
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
    game, anna, _ = app.friends(NewGame(friend=True, first_move_s=0, base_ms=90_000))
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


def test_rows_and_lines_are_read_in_the_names_and_the_order_asked_for(app: App) -> None:
    game, anna, _ = app.friends(NewGame(game="russian", friend=True, fen="W:Wc3,a1:Bd4,Kh8"))

    def answer(line: str, order: WordOrder = "square") -> str:
        return app.say.say(game.id, anna.id, line, "en", order=order).answer.text

    way = {"from": "c3", "captured": "d4", "landings": "e5", "haul": "one man"}
    taken = words_of("{from} takes {captured}, lands on {landings}, {haul}", **way)
    assert answer("row 3") == "a3 empty, c3 white man, e3 empty, g3 empty."
    assert answer("row 3", "piece") == "empty a3, white man c3, empty e3, empty g3."
    assert answer("row c") == "c1 empty, c3 white man, c5 empty, c7 empty."
    assert answer("row d4") == "b4 empty, d4 black man, f4 empty, h4 empty."
    assert answer("diagonal d4").endswith(
        "a1 white man, b2 empty, c3 white man, d4 black man, e5 empty, f6 empty, g7 empty, h8 black king."
    )
    assert answer("captures") == f"{taken}."
    assert answer("captures", "piece") == f"{words_of('man {move}', move=taken)}."
    assert answer("threats") == "d4 takes c3, lands on b2, one man."
    assert answer("pieces") == "White men: a1, c3. Black men: d4. Black kings: h8."
    assert answer("board").startswith("From b8 to h8: h8 black king. From a7 to g7: empty.")
    assert app.say.say(game.id, anna.id, "c3", "en", order="piece").answer.title == "white man: c3"
    app.say.say(game.id, anna.id, "c3:e5", "en")
    assert answer("last") == f"{taken}."
    with pytest.raises(BadTerms):
        answer("row 9")


def test_a_tower_is_told_as_one(app: App) -> None:
    game, anna, _ = app.friends(NewGame(game="bashni", friend=True, fen="W:c3=bw,d6=b,h8=b"))
    said = app.say.say(game.id, anna.id, "pieces", "en").answer.text
    assert said == "c3 tower of 2, on top white man, d6 black man, h8 black man."


def test_the_game_is_read_as_pdn(app: App) -> None:
    game, anna, _ = app.friends()
    app.say.say(game.id, anna.id, "22 18", "en")
    said = app.say.say(game.id, anna.id, "pdn", "en").answer
    assert said.title == "PDN"
    assert "1. 22-18 *" in said.text


def test_a_rematch_is_a_wish_of_the_page(app: App) -> None:
    game, anna, _ = app.friends()
    app.say.say(game.id, anna.id, "resign", "en")
    assert app.say.say(game.id, anna.id, "rivincita", "it").wish == "rematch"


def test_loose_words_are_read_back_and_played_after_yes(app: App) -> None:
    game, anna, _ = app.friends()
    said = app.say.say(game.id, anna.id, "ventidue diciotto", "it")
    assert (said.changed, said.pending, said.path) == (False, "22-18", (22, 18))
    assert said.answer.text == words_of("Shall I? Say yes or no.", "it")
    no = app.say.say(game.id, anna.id, "no", "it", pending=said.pending)
    assert (no.changed, no.pending, no.answer.title) == (False, "", words_of("Not done", "it"))
    other = app.say.say(game.id, anna.id, "23 19", "it", pending=said.pending)
    assert moves_of(other.live) == ["23-19"], "another line is what it says, whatever waits"


def test_yes_plays_what_was_read_back(app: App) -> None:
    for yes in ("sì", "yes", "Oui.", "ok"):
        game, anna, _ = app.friends()
        said = app.say.say(game.id, anna.id, "vingt-deux dix-huit", "fr")
        done = app.say.say(game.id, anna.id, yes, "fr", pending=said.pending)
        assert (done.changed, moves_of(done.live)) == (True, ["22-18"])


def test_what_is_spoken_is_never_done_unasked(app: App) -> None:
    game, anna, _ = app.friends()
    spoken = app.say.say(game.id, anna.id, "22-18", "it", heard=True)
    assert (spoken.changed, spoken.pending) == (False, "22-18")
    resigns = app.say.say(game.id, anna.id, "abbandono", "it", heard=True)
    assert (resigns.changed, resigns.pending) == (False, "resign")
    over = app.say.say(game.id, anna.id, "sì", "it", heard=True, pending="resign")
    assert score(over.live) == "0-2"


def test_several_moves_are_asked_about_and_none_is_refused_in_words(app: App) -> None:
    game, anna, _ = app.friends(NewGame(friend=True, fen="W:W22:B10,11,18,19"))
    which = app.say.say(game.id, anna.id, "mangio da ventidue a sei", "it")
    assert (which.changed, which.pending, len(which.candidates)) == (False, "", 2)
    assert which.answer.title == words_of("Which of {n} moves?", "it", n=2)
    with pytest.raises(RefusedAct) as caught:
        app.say.say(game.id, anna.id, "ventidue trenta", "it")
    assert caught.value.explanation is not None
    with pytest.raises(BadTerms) as unheard:
        app.say.say(game.id, anna.id, "che bella giornata", "it")
    unknown = Message('No move was understood in "{text}". Name two squares, such as {move}.')
    assert holds(unheard.value, unknown)
    with pytest.raises(BadTerms):
        app.say.say(game.id, anna.id, "sì", "it", pending="22-18" * 100)


@pytest.mark.parametrize("spoken", [False, True])
def test_a_spoken_number_that_is_no_square_is_said_to_be_none(app: App, spoken: bool) -> None:
    game, anna, _ = app.friends()
    for line in ("quarantasette nove", "ventidue quarantasette", "muovo la quarantasette", "47 9"):
        with pytest.raises(RefusedAct) as caught:
            app.say.say(game.id, anna.id, line, "it", heard=spoken)
        assert caught.value.explanation is not None
        assert caught.value.explanation.reason is Reason.OFF_BOARD
        assert "47" in caught.value.explanation.title.text("it")
    assert app.say.say(game.id, anna.id, "ventidue diciotto", "it").pending == "22-18"


def test_one_square_in_words_tells_its_moves(app: App) -> None:
    game, anna, _ = app.friends()
    assert app.say.say(game.id, anna.id, "muovo la ventidue", "it").answer.text == "22-18, 22-19."


def test_who_plays_blindfold_is_not_told_the_board(app: App) -> None:
    anna = app.guest("Anna")
    game = app.play.create(anna, NewGame(conditions=Conditions(way=Way.BLINDFOLD, blindfold=("white",))))
    for line in ("pezzi", "riga 22", "22", "fen", "threats", "board"):
        with pytest.raises(RefusedAct) as caught:
            app.say.say(game.id, anna.id, line, "it")
        assert holds(caught.value, Message("You play without seeing the board: this would show it."))
    assert app.say.say(game.id, anna.id, "orologio", "it").answer.title
    assert app.say.say(game.id, None, "pezzi", "it").answer.text


@pytest.mark.parametrize("slug", FAMILIES)
def test_a_whole_game_by_lines(app: App, slug: str) -> None:
    """Every move is typed as the game writes it, with a blank for its sign where that leaves it plain."""
    whole = recorded(slug)
    game, anna, bruno = app.friends(NewGame(game=slug, friend=True))
    for ply, move in enumerate(whole.moves):
        written = format_move(whole.positions[ply], move, long=True)
        line = written if move.drops else re.sub("[-x:]", " ", written)
        said = app.say.say(game.id, (anna, bruno)[ply % 2].id, line, "en")
        for candidate in said.candidates:
            if set(candidate.captured) == set(move.captured) and whole.paths[ply] in candidate.paths:
                said = _route(app, game.id, (anna, bruno)[ply % 2].id, ply, whole.paths[ply])
                break
        assert said.changed, (ply, line)
    assert said.live.game.position == whole.position
    assert score(said.live) == whole.outcome.score if whole.outcome else None


def _route(app: App, game_id: str, player: str, ply: int, path: tuple[int, ...]) -> CommandReply:
    """Choose a route as the chooser does, where a line cannot tell two apart."""
    played = app.play.move(game_id, player, ply, path)
    return CommandReply(played.live, True, RefusalView("", "", ()))


@pytest.mark.parametrize("slug", FAMILIES)
def test_a_whole_game_by_speech(app: App, slug: str) -> None:
    """Each move is said in words, in one language after the other, read back, and played after a yes."""
    whole = recorded(slug)
    game, anna, bruno = app.friends(NewGame(game=slug, friend=True))
    asked = 0
    for ply, path in enumerate(whole.paths):
        who, lang = (anna, bruno)[ply % 2].id, ("it", "fr", "en")[ply % 3]
        said = app.say.say(game.id, who, sentence(whole, ply, lang), lang, heard=True)
        assert not said.changed
        if said.pending:
            yes = {"it": "sì", "fr": "oui", "en": "yes"}[lang]
            done = app.say.say(game.id, who, yes, lang, heard=True, pending=said.pending)
        else:
            asked += 1
            played = app.play.move(game.id, who, ply, path, whole.moves[ply].drops)
            done = CommandReply(played.live, True, said.answer)
        assert done.live.game.moves[-1] == whole.moves[ply], (
            ply,
            sentence(whole, ply, lang),
            said.answer.title,
        )
    assert asked <= len(whole.paths) // 10
    assert done.live.game.position == whole.position
