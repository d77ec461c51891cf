"""Ways of playing (art. 15), from the form to the game: what is chosen, refused, and kept in a rematch."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from damiera._core import Side
from damiera.game.clock import ClockSettings
from damiera.game.sides import SideName
from damiera.game.ways import Conditions, Way
from damiera.messages import Message
from damiera.service.conduct import ConductService
from damiera.service.errors import BadTerms, RefusedAct
from damiera.service.game_choices import BlindChoice, GameChoices, SeatChoice, new_game
from damiera.service.live import clock_of, rebuild
from damiera.service.terms import NewGame, OpeningDraw, read_terms
from damiera.web.play.arbiter_views import desk_facts
from tests.unit.service.kit import App
from tests.wording import raises

ENGINE_SEES = Message("The computer cannot play without seeing the board: let the person do it.")


@pytest.mark.parametrize("seat", ["white", "black", "any"])
def test_art_15_01_04_the_person_plays_without_seeing_unless_they_say_otherwise(seat: SeatChoice) -> None:
    chosen = GameChoices(way=Way.BLINDFOLD, seat=seat)
    terms = read_terms(new_game(chosen))
    assert not terms.conditions.sees(terms.sides[0])
    assert terms.conditions.sees(terms.sides[0].opponent)


@pytest.mark.parametrize(
    ("way", "blind", "seat"),
    [
        (Way.BLINDFOLD, "black", "white"),
        (Way.BLINDFOLD, "white", "black"),
        (Way.BLINDFOLD, "both", "white"),
        (Way.BOTH_BLINDFOLD, "you", "white"),
    ],
)
def test_art_15_01_04_the_computer_is_never_the_one_who_does_not_see(
    way: Way, blind: BlindChoice, seat: SeatChoice
) -> None:
    with raises(BadTerms, ENGINE_SEES) as caught:
        read_terms(new_game(GameChoices(way=way, blind=blind, seat=seat)))
    assert caught.value.field == "blindfold"


def test_art_15_01_05_the_computer_gives_no_blindfold_display() -> None:
    agreed = Conditions(way=Way.BLINDFOLD_SIMULTANEOUS, blindfold=("black",), host="black")
    with raises(BadTerms, ENGINE_SEES):
        read_terms(NewGame(conditions=agreed))


@pytest.mark.parametrize("against", ["here", "friend"])
@pytest.mark.parametrize("blind", ["white", "black"])
def test_art_15_01_04_among_people_either_may_play_without_seeing(against: str, blind: BlindChoice) -> None:
    chosen = GameChoices(way=Way.BLINDFOLD, blind=blind, against=against)  # type: ignore[arg-type]
    assert read_terms(new_game(chosen)).conditions.blindfold == (blind,)


@pytest.mark.parametrize("chosen", [(Way.BLINDFOLD, "both"), (Way.BOTH_BLINDFOLD, "you")])
def test_art_15_01_06_both_play_without_seeing(chosen: tuple[Way, BlindChoice]) -> None:
    way, blind = chosen
    agreed = read_terms(new_game(GameChoices(way=way, blind=blind, against="friend"))).conditions
    assert (agreed.way, set(agreed.blindfold)) == (Way.BOTH_BLINDFOLD, {"white", "black"})


BLIND_DESK = NewGame(
    seat="both", conditions=Conditions(way=Way.BLIND_PLAYERS, arbitrated=True, touch_move=True)
)


def test_art_15_01_08_the_desk_records_what_is_said_aloud(app: App) -> None:
    anna = app.guest("Anna")
    conduct = ConductService(app.cache)
    game = app.play.create(anna, BLIND_DESK)
    live = conduct.do(game.id, anna.id, {"e": "announced", "side": "white", "path": [22, 18]})
    facts = desk_facts(live, "en").speaking
    assert facts is not None
    assert (facts.by, facts.other, facts.announced, facts.repeated) == ("white", "black", "22-18", False)
    assert len(facts.moves) == 7
    live = conduct.do(game.id, anna.id, {"e": "repeated", "side": "black"})
    assert (facts := desk_facts(live, "en").speaking) is not None
    assert facts.repeated
    live = conduct.do(game.id, anna.id, {"e": "moved", "path": [22, 18]})
    assert (facts := desk_facts(live, "en").speaking) is not None
    assert (facts.by, facts.announced) == ("black", "")
    with app.store.read() as work:
        again = rebuild(work, game.id)
    assert [line.text for line in again.game.conduct.log] == [line.text for line in live.game.conduct.log]


def test_art_15_01_08_no_other_desk_and_no_player_records_what_is_said(app: App) -> None:
    anna = app.guest("Anna")
    desk = app.play.create(anna, replace(BLIND_DESK, conditions=Conditions(arbitrated=True)))
    assert desk_facts(desk, "en").speaking is None
    game, white, _ = app.friends(NewGame(friend=True, conditions=Conditions(way=Way.BLIND_PLAYERS)))
    with raises(RefusedAct, Message("Only the arbiter can do this.")):
        ConductService(app.cache).do(game.id, white.id, {"e": "announced", "side": "white", "path": [22, 18]})


def test_in_a_rematch_the_same_person_plays_without_seeing(app: App) -> None:
    anna = app.guest("Anna")
    game = app.play.create(anna, NewGame(conditions=Conditions(way=Way.BLINDFOLD, blindfold=("white",))))
    app.play.act(game.id, anna.id, "resign")
    again = app.play.rematch(game.id, anna)
    assert again.sides_of(anna.id) == (again.game.sides[1],)
    assert again.game.conditions.blindfold == ("black",)


def test_in_a_rematch_the_same_person_gives_odds(app: App) -> None:
    anna = app.guest("Anna")
    odds = Conditions(way=Way.ODDS_PIECES, without=(21, 30))
    game = app.play.create(anna, NewGame(conditions=odds))
    app.play.act(game.id, anna.id, "resign")
    again = app.play.rematch(game.id, anna)
    assert again.game.conditions.without == (3, 12)
    assert {3, 12} == set(again.game.ruleset.start().black_men) - set(again.game.position.black_men)
    assert again.game.position.white_men == again.game.ruleset.start().white_men
    with app.store.read() as work:
        assert rebuild(work, again.id).game.position == again.game.position
    app.play.act(again.id, anna.id, "resign")
    assert app.play.rematch(again.id, anna).game.start_position == game.game.start_position


def test_in_a_rematch_men_drawn_by_lot_stay_off(app: App) -> None:
    anna = app.guest("Anna")
    eleven = Conditions(way=Way.ELEVEN_MEN, without=(3, 30), lot="Pisa {1}")
    game = app.play.create(anna, NewGame(conditions=eleven))
    app.play.act(game.id, anna.id, "resign")
    again = app.play.rematch(game.id, anna)
    assert (again.game.conditions, again.game.position) == (eleven, game.game.position)


def test_in_a_rematch_each_has_the_drawn_opening_with_the_other_colour(app: App) -> None:
    drawn = OpeningDraw(paths=((22, 18), (9, 13)), deck="it-2m-43", number=7, seed="Pisa")
    game, anna, bruno = app.friends(NewGame(friend=True, base_ms=600_000, ballot=drawn))
    app.play.act(game.id, anna.id, "resign")
    app.play.rematch(game.id, anna)
    again = app.play.rematch(game.id, bruno)
    assert (again.game.position, again.game.ply) == (game.game.position, 2)
    assert again.game.opening is not None
    assert (again.game.opening.number, again.game.opening.seed) == (7, "Pisa")
    assert again.sides_of(anna.id) == game.sides_of(bruno.id)
    assert again.game.clock is not None
    assert again.game.clock.remaining(Side.WHITE, app.clock.now) == 600_000
    with app.store.read() as work:
        assert rebuild(work, again.id).game.positions == again.game.positions


def test_a_game_to_be_replayed_has_the_same_opening_drawn_by_lot(app: App) -> None:
    anna, drawn = app.guest("Anna"), OpeningDraw(paths=((22, 18), (9, 13)))
    game = app.play.create(anna, NewGame(seat="both", conditions=Conditions(arbitrated=True), ballot=drawn))
    live = ConductService(app.cache).do(
        game.id, anna.id, {"e": "replay", "text": "Caduta", "author": "Verdi"}
    )
    assert live.rematch is not None
    again = app.play.load(live.rematch)
    assert (again.game.position, again.game.conduct.replay_of) == (game.game.position, game.id)


@pytest.mark.parametrize("game", ["italian", "italian~king-range=flying"])
def test_in_a_rematch_edition_house_rules_position_and_conduct_stay(app: App, game: str) -> None:
    agreed = Conditions(touch_move=True, count_limit=20, automatic_count=False)
    new = NewGame(
        game=game, friend=True, fen="B:W21,K30:B2,K5", conditions=agreed,
        rulebook="fid.italian.2006" if game == "italian" else None,
    )  # fmt: skip
    first, anna, bruno = app.friends(new)
    app.play.act(first.id, anna.id, "resign")
    app.play.rematch(first.id, anna)
    again = app.play.rematch(first.id, bruno)
    assert (again.game.ruleset, again.game.rulebook) == (first.game.ruleset, first.game.rulebook)
    assert (again.game.conditions, again.game.position) == (first.game.conditions, first.game.start_position)
    assert again.sides_of(anna.id) == first.sides_of(bruno.id)


def test_in_a_rematch_the_same_person_has_the_time_of_the_odds(app: App) -> None:
    clock, odds = ClockSettings.parse("15+5 vs 5"), Conditions(way=Way.ODDS_TIME)
    game, anna, bruno = app.friends(NewGame(friend=True, clock=clock, conditions=odds))
    app.play.act(game.id, anna.id, "resign")
    app.play.rematch(game.id, anna)
    again = app.play.rematch(game.id, bruno)
    assert again.row.base_ms == 300_000
    assert clock_of(again.row) == ClockSettings.parse("5 vs 15+5")


@pytest.mark.parametrize(
    ("blind", "said"),
    [
        (("black",), Message("{side} plays without seeing the board.", side=Message("Black"))),
        (("white", "black"), Message("Both play without seeing the board.")),
    ],
)
def test_the_page_says_who_plays_without_seeing(app: App, blind: tuple[SideName, ...], said: Message) -> None:
    way = Way.BLINDFOLD if len(blind) == 1 else Way.BOTH_BLINDFOLD
    game, _, bruno = app.friends(NewGame(friend=True, conditions=Conditions(way=way, blindfold=blind)))
    view = app.view(game, bruno)
    assert view.conduct is not None
    assert view.conduct.way_note == said.text("it")
