"""What each viewer sees, in his language."""

from __future__ import annotations

import gc

import msgspec
import pytest

from damiera._core import Side
from damiera.engine.levels import USUAL
from damiera.game.clock import ClockSettings, GameClock
from damiera.messages import Lang, Message, languages
from damiera.rules.ruleset import INTERNATIONAL
from damiera.service.conduct_views import clock_note
from damiera.service.game_views import build_view
from damiera.service.identity import Visitor
from damiera.service.links import article_link
from damiera.service.live import LiveGame
from damiera.service.terms import NewGame
from damiera.service.views import GameView
from tests.unit.service.kit import App
from tests.wording import holds, words_of

MUST = "W:W22,26,31:B18,9"


def view(app: App, game: LiveGame, viewer: Visitor | None, lang: Lang) -> GameView:
    return build_view(game, viewer.id if viewer else None, lang, now_ms=app.clock.now)


def test_moves_are_shown_only_to_whose_turn_it_is(app: App) -> None:
    game, anna, bruno = app.friends()
    assert len(app.view(game, anna).moves) == 7
    for other in (bruno, None):
        seen = app.view(game, other)
        assert (seen.moves, seen.must, seen.refusals, seen.book) == ((), (), {}, None)


@pytest.mark.parametrize(
    ("written", "note"),
    [
        ("10+3x30s byo", Message("then {n} × {time}", n=3, time="30 s")),
        ("10+3x60s byo", Message("then {n} × {time}", n=3, time="1 min")),
        ("10+25/10m byo", Message("then {moves} moves in {time}", moves=25, time="10 min")),
    ],
)
def test_a_clock_says_what_comes_after_its_time(written: str, note: Message) -> None:
    settings = ClockSettings.parse(written)
    face = GameClock.start(settings, Side.WHITE, at=0).face(Side.BLACK, at=0)
    assert holds(clock_note(face, settings), note)


def test_who_sits_where(app: App) -> None:
    game, anna, bruno = app.friends()
    assert [app.view(game, who).you for who in (anna, bruno, None)] == ["white", "black", None]
    both = app.play.create(anna, NewGame(seat="both"))
    assert app.view(both, anna).you == "both"
    assert [app.view(both, anna).white.name, app.view(both, anna).black.name] == ["Bianco", "Nero"]


@pytest.mark.parametrize("lang", ["it", "en"])
def test_whose_turn_it_is(app: App, lang: Lang) -> None:
    game, anna, bruno = app.friends()
    assert view(app, game, anna, lang).turn_text == words_of("Your move.", lang)
    to_move = words_of("{side} to move.", lang, side=Message("White"))
    assert view(app, game, bruno, lang).turn_text == to_move


def test_the_engine_thinks(app: App) -> None:
    anna = app.guest("Anna")
    game = app.play.create(anna, NewGame(path=(22, 18)))
    seen = app.view(game, anna)
    assert (seen.thinking, seen.turn_text) == (True, words_of("The computer is thinking.", "it"))
    assert (seen.black.kind, seen.black.level, seen.black.name) == ("engine", USUAL, "Computer")


def test_a_capture_is_compulsory_and_the_others_are_told_why(app: App) -> None:
    game, anna, _ = app.friends(NewGame(friend=True, fen=MUST))
    seen = app.view(game, anna)
    assert seen.must == (22,)
    assert [move.captured for move in seen.moves] == [(18,)]
    assert set(seen.refusals) == {"26", "31"}
    assert [link.number for link in seen.refusals["26"].articles][:1] == ["6.1"]
    assert seen.book is not None
    assert seen.book.title == "Devi prendere"
    assert seen.book.articles[0].href == "/book/fid.italian.2008/6#a6.1"


def test_nothing_compulsory_no_card(app: App) -> None:
    game, anna, _ = app.friends()
    assert app.view(game, anna).book is None


def test_a_claimable_draw_is_on_the_card(app: App) -> None:
    game, anna, bruno = app.friends(NewGame(friend=True, fen="W:WK30:BK1"))
    dance = [(anna, (30, 26)), (bruno, (1, 5)), (anna, (26, 30)), (bruno, (5, 1))] * 3
    for ply, (who, path) in enumerate(dance):
        game = app.play.move(game.id, who.id, ply, path).live
    seen = app.view(game, anna)
    assert seen.facts.repetition_claimable
    assert seen.facts.repetition == seen.facts.repetition_limit == 4
    assert seen.book is not None
    assert seen.book.text == words_of(
        "This position is here for the {times} time: you may claim a draw.",
        "it",
        times=Message("fourth", context="feminine"),
    )
    assert seen.book.articles[0].number == "9.3 b"


def test_history_and_pieces_lead_from_the_start_to_now(app: App) -> None:
    game, anna, bruno = app.friends()
    app.play.move(game.id, anna.id, 0, (22, 18))
    game = app.play.move(game.id, bruno.id, 1, (10, 14)).live
    seen = app.view(game, anna)
    assert [(ply.ply, ply.text, ply.side) for ply in seen.history] == [
        (0, "22-18", "white"),
        (1, "10-14", "black"),
    ]
    assert seen.start_pieces["22"] == "w"
    assert "22" not in seen.pieces
    assert (seen.pieces["18"], seen.pieces["14"]) == ("w", "b")


@pytest.mark.parametrize(
    ("lang", "resigns"),
    [("it", "il Nero abbandona."), ("en", "Black resigns.")],
)
def test_the_end_is_told_to_each_in_his_way(app: App, lang: Lang, resigns: str) -> None:
    game, anna, bruno = app.friends()
    game = app.play.act(game.id, bruno.id, "resign")
    lines = []
    for who in (anna, bruno, None):
        outcome = view(app, game, who, lang).outcome
        assert outcome is not None
        assert outcome.score == "2-0"
        lines.append(outcome.line)
    white_wins = words_of("{side} wins", lang, context="verb first", side=Message("White"))
    assert lines == [
        f"{words_of('You win', lang)} 2-0: {resigns}",
        f"{words_of('You lose', lang)} 0-2: {resigns}",
        f"{white_wins} 2-0: {resigns}",
    ]


def test_a_win_by_black_is_two_points_to_him(app: App) -> None:
    game, anna, bruno = app.friends()
    game = app.play.act(game.id, anna.id, "resign")
    outcome = app.view(game, bruno).outcome
    assert outcome is not None
    assert (outcome.score, outcome.points, outcome.title) == ("0-2", "2-0", "Hai vinto")
    assert outcome.article is not None
    assert outcome.article == article_link("fid.italian.2008:9.2.1")


def test_a_draw_by_agreement(app: App) -> None:
    game, anna, bruno = app.friends()
    app.play.act(game.id, anna.id, "offer-draw")
    assert app.view(app.play.load(game.id), bruno).draw_offer == "white"
    outcome = app.view(app.play.act(game.id, bruno.id, "accept-draw"), anna).outcome
    assert outcome is not None
    assert (outcome.title, outcome.points, outcome.text) == (
        "Patta",
        "1-1",
        words_of("Draw by agreement.", "it"),
    )


def test_a_claimed_draw_names_who_claimed(app: App) -> None:
    game, anna, bruno = app.friends(NewGame(friend=True, fen="W:WK30:BK1"))
    dance = [(anna, (30, 26)), (bruno, (1, 5)), (anna, (26, 30)), (bruno, (5, 1))] * 3
    for ply, (who, path) in enumerate(dance):
        game = app.play.move(game.id, who.id, ply, path).live
    outcome = app.view(app.play.act(game.id, bruno.id, "claim-repetition"), anna).outcome
    assert outcome is not None
    assert outcome.text.endswith(words_of("; {side} claimed it.", "it", side=Message("Black")))


def test_an_open_seat(app: App) -> None:
    anna = app.guest("Anna")
    game = app.play.create(anna, NewGame(friend=True, base_ms=60_000))
    seen, stranger = app.view(game, anna), app.view(game)
    assert seen.waiting
    assert seen.invite is not None
    assert len(seen.invite) == 9
    assert stranger.invite is None
    assert (seen.black.kind, seen.black.name) == ("open", "Posto libero")
    assert seen.turn_text == words_of("Waiting for the other player.", "it")
    assert seen.moves == ()
    assert seen.clock is not None
    assert (seen.clock.white_ms, seen.clock.running) == (60_000, None)


def test_the_clock_as_it_is_now(app: App) -> None:
    game, anna, _ = app.friends(NewGame(friend=True, first_move_s=0, base_ms=60_000, increment_ms=1_000))
    app.clock.now += 4_000
    clock = app.view(game, anna).clock
    assert clock is not None
    assert (clock.white_ms, clock.black_ms, clock.running) == (56_000, 60_000, "white")
    assert (clock.increment_ms, clock.at_ms) == (1_000, app.clock.now)


def test_undo_is_shown_where_it_is_possible(app: App) -> None:
    game, anna, bruno = app.friends()
    assert not app.view(game, anna).can_undo
    game = app.play.move(game.id, anna.id, 0, (22, 18)).live
    assert app.view(game, anna).can_undo
    assert not app.view(game, bruno).can_undo
    game = app.play.act(game.id, anna.id, "ask-undo")
    assert app.view(game, bruno).undo_request == "white"
    assert not app.view(game, anna).can_undo


def test_the_count_says_what_it_needs(app: App) -> None:
    game, anna, _ = app.friends()
    assert app.view(game, anna).facts.count_text == words_of("{n} moves: a king each is needed", "it", n=40)
    ending, carla, _ = app.friends(NewGame(friend=True, fen="W:WK30:BK1"))
    moved = app.play.move(ending.id, carla.id, 0, (30, 26)).live
    facts = app.view(moved, carla).facts
    assert facts.count_text == "Bianco 1, Nero 0 di 40"
    assert facts.count is not None
    assert (facts.count.white, facts.count.black, facts.count.limit) == (1, 0, 40)


def test_who_is_here(app: App) -> None:
    game, anna, _ = app.friends()
    seen = build_view(game, anna.id, "it", now_ms=app.clock.now, here={"white"})
    assert (seen.white.here, seen.black.here) == (True, False)


@pytest.mark.parametrize("slug", ["italian", "english", "international"])
def test_every_view_of_a_game_can_be_sent(app: App, slug: str) -> None:
    game, anna, bruno = app.friends(NewGame(friend=True, game=slug))
    while game.game.outcome is None and game.game.ply < 60:
        moves = game.game.position.moves()
        who = anna if game.game.side in game.sides_of(anna.id) else bruno
        path = game.game.position.paths(moves[game.game.ply % len(moves)])[0]
        game = app.play.move(game.id, who.id, game.game.ply, path).live
        for lang in languages():
            for viewer in (anna, bruno, None):
                seen = view(app, game, viewer, lang)
                assert msgspec.json.decode(msgspec.json.encode(seen), type=GameView) == seen


def test_a_capture_with_two_routes_shows_both(app: App) -> None:
    """A man in the middle of four takes all of them, one way round or the other."""
    at = INTERNATIONAL.core.square_at
    round_it = [at(5, 3), at(5, 5), at(3, 5), at(3, 3)]
    fen = f"W:W{at(4, 2)}:B{','.join(map(str, round_it))}"
    game, anna, _ = app.friends(NewGame(friend=True, game="international", fen=fen))
    [move] = app.view(game, anna).moves
    assert sorted(move.paths) == sorted(path[::-1] for path in move.paths)
    assert len(move.paths) == 2
    played = app.play.move(game.id, anna.id, 0, move.paths[1]).live
    assert played.history[0].path == move.paths[1]
    assert played.history[0].captured != played.game.moves[0].captured


def test_no_search_for_garbage_goes_through_what_every_move_makes(app: App) -> None:
    """A thousand games make so many of them that a search took a twelfth of a second."""
    game, anna, bruno = app.friends()
    game = app.play.move(game.id, anna.id, 0, (22, 18)).live
    seen = app.view(game, bruno)
    made = (seen, *seen.moves, *seen.history, *seen.players.values(), *game.game.events, *game.game.tallies)
    assert [type(one).__name__ for one in made if gc.is_tracked(one)] == []
