"""What players and arbiters do beside moving: who may, what is stored, what each is shown."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from damiera._core import Side
from damiera.game.clock import ClockSettings
from damiera.game.events import Irregular
from damiera.game.ways import Conditions, Way
from damiera.messages import Lang, Message
from damiera.notation.pdn.model import PdnGame, conduct_remarks
from damiera.notation.pdn.reader import read_pdn
from damiera.rules.ruleset import ITALIAN
from damiera.service.conduct import ConductService, rights_of
from damiera.service.errors import BadTerms, GameIsOver, NotYours, NotYourTurn, RefusedAct
from damiera.service.game_views import build_view
from damiera.service.live import LiveGame
from damiera.service.terms import NewGame, OpeningDraw
from damiera.service.vacations import VacationService
from damiera.service.views import GameView
from tests.unit.service.kit import App
from tests.wording import holds, raises, words_of

LANGS: tuple[Lang, ...] = ("it", "en", "fr")

DESK = NewGame(
    seat="both",
    names=("Rossi", "Bianchi"),
    conditions=Conditions(arbitrated=True, touch_move=True, automatic_count=False),
)


def do(app: App, game: LiveGame, player: str | None, **fields: Any) -> LiveGame:
    return ConductService(app.cache).do(game.id, player, fields)


def seen(app: App, game: LiveGame, viewer: str | None) -> GameView:
    return build_view(app.play.load(game.id), viewer, "en", now_ms=app.clock.now)


def test_who_makes_a_game_on_a_real_board_is_its_arbiter(app: App) -> None:
    anna, berto = app.guest("Anna"), app.guest("Berto")
    game = app.play.create(anna, DESK)
    assert rights_of(game, anna.id) == ("arbiter",)
    assert rights_of(game, berto.id) == ()
    with pytest.raises(NotYours):
        do(app, game, berto.id, e="touched", side="white", square=22)


def test_the_edition_that_counts_one_player_shows_one(app: App) -> None:
    anna = app.guest("Anna")
    kings = NewGame(seat="both", rulebook="fid.italian.2006", fen="B:WK32:BK1,2")
    view = seen(app, app.play.create(anna, kings), anna.id)
    assert view.conduct is not None
    [count] = view.conduct.counts
    assert (count.only, count.text) == (
        "black",
        words_of(
            "Count: {n} king moves by {side}, of {limit}; only these are counted.",
            n=0,
            side=Message("Black"),
            limit=40,
        ),
    )
    assert view.facts.count_text == "Black 0 of 40"


def test_kings_moves_are_not_counted_aloud_before_the_first(app: App) -> None:
    anna = app.guest("Anna")
    game = app.play.create(anna, NewGame(game="international", seat="both"))
    assert seen(app, game, anna.id).conduct is None
    kings = app.play.create(anna, NewGame(game="international", seat="both", fen="W:WK46,31,32:BK5,1,2"))
    app.play.move(kings.id, anna.id, 0, (46, 41))
    view = seen(app, kings, anna.id)
    assert view.conduct is not None
    assert [(count.white, count.limit) for count in view.conduct.counts] == [(1, 25)]


def test_men_taken_off_are_told_with_the_seed_they_were_drawn_by(app: App) -> None:
    anna = app.guest("Anna")
    eleven = Conditions(way=Way.ELEVEN_MEN, without=(3, 30), lot="Pisa {1}")
    view = seen(app, app.play.create(anna, NewGame(seat="both", conditions=eleven)), None)
    assert view.conduct is not None
    assert view.conduct.opening_text == words_of(
        "Taken off by lot: {squares}. Seed {seed}", squares="3, 30", seed="Pisa {1}"
    )
    odds = Conditions(way=Way.ODDS_PIECES, without=(21,))
    view = seen(app, app.play.create(anna, NewGame(seat="both", conditions=odds)), None)
    assert view.conduct is not None
    assert view.conduct.opening_text == words_of("Taken off first: {squares}.", squares="21")


def test_after_a_wrong_claim_play_goes_on_at_once(app: App) -> None:
    """The arbiter writes a claim down when its check is over: the clocks stood before, not from now on."""
    anna = app.guest("Anna")
    game = app.play.create(anna, structs.replace(DESK, clock=ClockSettings(base_ms=3_600_000)))
    do(app, game, anna.id, e="resumed", side="arbiter")
    app.clock.now += 300_000
    game = do(app, game, anna.id, e="repetition-claimed", side="black", check_ms=150_000)
    app.clock.now += 1_000
    assert game.game.clock is not None
    left = [game.game.clock.remaining(side, app.clock.now) for side in (Side.WHITE, Side.BLACK)]
    assert left == [3_600_000 - 151_000, 3_600_000 - 150_000]
    assert [entry.author for entry in game.game.conduct.log] == ["arbiter", "black"]


def test_no_check_is_longer_than_the_clock_has_run(app: App) -> None:
    """Otherwise the clocks would stand for the rest of it, and the log would tell of what is to come."""
    anna = app.guest("Anna")
    game = app.play.create(anna, structs.replace(DESK, clock=ClockSettings(base_ms=3_600_000)))
    do(app, game, anna.id, e="resumed", side="arbiter")
    app.clock.now += 40_500
    with raises(
        RefusedAct,
        Message(
            "The clock has been running for {gone} only, and the check cannot have taken longer. "
            "Write that at most, or stop the clocks first."
        ),
    ):
        do(app, game, anna.id, e="repetition-claimed", side="black", check_ms=150_000)
    game = do(app, game, anna.id, e="repetition-claimed", side="black", check_ms=40_000)
    assert game.game.clock is not None
    assert game.game.clock.since == app.clock.now
    do(app, game, anna.id, e="adjourned", side="arbiter")
    game = do(app, game, anna.id, e="repetition-claimed", side="black", check_ms=150_000)
    assert game.game.clock is not None
    assert game.game.clock.since == app.clock.now
    assert game.game.clock.black_ms == 3_600_000 - 190_000


def test_an_irregularity_is_stored_shown_and_put_right(app: App, tmp_path: Path) -> None:
    anna = app.guest("Anna")
    game = app.play.create(anna, DESK)
    game = do(app, game, anna.id, e="irregular", side="white", kind="moved_wrongly", path=[22, 14])
    view = seen(app, game, None)
    assert view.conduct is not None
    assert view.conduct.pending is not None
    assert view.conduct.pending.decider == "black"
    assert view.conduct.pending.article is not None
    assert view.conduct.pending.article.number == "8.1.2"
    assert view.pieces["14"] == "w"
    with raises(
        RefusedAct,
        Message("{reason} ({cited})", reason=Message("Only {side} decides.", side=Message("Black"))),
    ):
        do(app, game, anna.id, e="corrected", side="arbiter")
    other = App(tmp_path)
    assert other.play.load(game.id).game.position == game.game.position
    other.close()
    game = do(app, game, anna.id, e="corrected", side="black")
    assert seen(app, game, None).pieces["22"] == "w"


def test_a_game_begun_anew_has_no_moves(app: App) -> None:
    anna = app.guest("Anna")
    game = app.play.create(anna, DESK)
    app.play.move(game.id, anna.id, 0, (22, 18))
    app.play.move(game.id, anna.id, 1, (9, 13))
    game = do(app, game, anna.id, e="annulled", side="arbiter", anomaly="board")
    assert (game.game.ply, game.history) == (0, ())
    played = app.play.move(game.id, anna.id, 0, (23, 19))
    assert [ply.text for ply in played.live.history] == ["23-19"]


def test_a_ballot_is_on_the_board_from_the_first_moment(app: App, tmp_path: Path) -> None:
    anna = app.guest("Anna")
    ballot = OpeningDraw(((22, 18), (10, 14)), "it-2m-43", 11, "seme")
    game = app.play.create(anna, NewGame(seat="both", ballot=ballot))
    assert [ply.text for ply in game.history] == ["22-18", "10-14"]
    view = seen(app, game, anna.id)
    assert view.conduct is not None
    assert view.conduct.opening_text == "Opening it-2m-43 no. 11, seed seme"
    other = App(tmp_path)
    assert [ply.text for ply in other.play.load(game.id).history] == ["22-18", "10-14"]
    other.close()


def test_a_ballot_that_cannot_be_played_makes_no_game(app: App) -> None:
    with pytest.raises(BadTerms):
        app.play.create(app.guest("Anna"), NewGame(ballot=OpeningDraw(((22, 15),))))


def test_players_do_only_what_is_theirs(app: App) -> None:
    game, anna, _ = app.friends(NewGame(friend=True, conditions=Conditions(touch_move=True)))
    for fields in (
        {"e": "irregular", "side": "white", "kind": "moved_wrongly", "path": [22, 14]},
        {"e": "ruled", "text": "x"},
        {"e": "annulled", "side": "white", "anomaly": "board"},
        {"e": "moved", "path": [22, 18]},
        {"e": "resigned", "side": "black"},
    ):
        with pytest.raises(RefusedAct):
            do(app, game, anna.id, **fields)
    with pytest.raises(NotYours):
        do(app, game, anna.id, e="touched", side="black", square=9)
    with pytest.raises(BadTerms):
        do(app, game, anna.id, e="dances")
    assert app.play.load(game.id).version == game.version


def test_where_a_touched_piece_must_be_moved_no_other_is_offered(app: App) -> None:
    game, anna, _ = app.friends(NewGame(friend=True, conditions=Conditions(touch_move=True)))
    do(app, game, anna.id, e="touched", side="white", square=22)
    view = seen(app, game, anna.id)
    assert {move.origin for move in view.moves} == {22}
    assert view.refusals["23"].articles[0].number == "3.7"
    assert app.say.why(game.id, (23,), "en") == view.refusals["23"]  # a page that was told none asks
    with raises(
        RefusedAct,
        Message(
            "{reason} ({cited})",
            reason=Message("You touched the piece on {square}, which can move: you must play it.", square=22),
        ),
    ):
        app.play.move(game.id, anna.id, 0, (23, 19))


def test_blindfold_players_are_shown_no_board_and_the_others_are(app: App) -> None:
    game, anna, berto = app.friends(
        NewGame(friend=True, conditions=Conditions(way=Way.BLINDFOLD, blindfold=("white",)))
    )
    view = seen(app, game, anna.id)
    assert (view.hidden, view.pieces, view.moves, view.fen, view.refusals) == (True, {}, (), "", {})
    assert not seen(app, game, berto.id).hidden
    app.play.move(game.id, anna.id, 0, (22, 18))
    told = seen(app, game, anna.id)
    assert [(ply.text, ply.path) for ply in told.history] == [("22-18", ())]
    app.play.act(game.id, anna.id, "resign")
    assert seen(app, game, anna.id).pieces


def test_a_sealed_move_is_told_to_nobody_until_it_is_opened(app: App) -> None:
    game, anna, berto = app.friends(NewGame(friend=True, base_ms=600_000))
    with pytest.raises(NotYours):
        do(app, game, berto.id, e="seal", path=[22, 18])
    with pytest.raises(RefusedAct):
        do(app, game, anna.id, e="seal", path=[22, 15])
    do(app, game, anna.id, e="seal", path=[22, 18])
    app.clock.now += 3_600_000
    view = seen(app, game, berto.id)
    assert (view.ply, view.moves, view.conduct and view.conduct.halt) == (0, (), "sealed")
    with pytest.raises(RefusedAct):
        app.play.move(game.id, anna.id, 0, (23, 19))
    opened = do(app, game, berto.id, e="open")
    assert [ply.text for ply in opened.history] == ["22-18"]
    assert opened.game.clock is not None
    assert opened.game.clock.white_ms > 590_000
    with pytest.raises(RefusedAct):
        do(app, game, berto.id, e="open")


def test_an_envelope_holds_where_men_come_back_as_well(app: App) -> None:
    """Where a man may enter on several squares, the move alone does not say which it was."""
    anna = app.guest("Anna")
    new = NewGame(game="reentry", seat="both", base_ms=600_000, fen="B:W9,13,23,27:B2,3,5:R0,1")
    game = app.play.create(anna, new)
    with pytest.raises(RefusedAct):
        do(app, game, anna.id, e="seal", path=[3, 6])
    do(app, game, anna.id, e="seal", path=[3, 6], drops=[4])
    opened = do(app, game, anna.id, e="open")
    assert [ply.text for ply in opened.history] == ["@4/3-6"]


def test_a_pause_needs_both_and_either_ends_it(app: App) -> None:
    game, anna, berto = app.friends(NewGame(friend=True, base_ms=600_000))
    do(app, game, anna.id, e="pause-asked", side="white")
    assert "pause-accepted" in rights_of(app.play.load(game.id), berto.id)
    assert "pause-accepted" not in rights_of(app.play.load(game.id), anna.id)
    do(app, game, berto.id, e="pause-accepted", side="black")
    app.clock.now += 3_600_000
    assert app.play.claim_flag(game.id) is None
    game = do(app, game, anna.id, e="resumed", side="white")
    assert game.game.clock is not None
    assert game.game.clock.remaining(game.game.side, app.clock.now) > 590_000


def test_the_engine_agrees_to_a_pause_at_once(app: App) -> None:
    anna = app.guest("Anna")
    game = app.play.create(anna, NewGame(base_ms=600_000))
    game = do(app, game, anna.id, e="pause-asked", side="white")
    assert game.game.conduct.halt == "pause"


def test_the_engine_bids_and_the_game_begins_after_the_auction(app: App) -> None:
    anna = app.guest("Anna")
    game = app.play.create(anna, NewGame(game="contract", seat="white", conditions=Conditions(auction=True)))
    auction = game.game.auction
    assert auction is not None
    assert auction.calls == (1,)  # the engine, Black, bids first
    assert rights_of(game, anna.id) == ("bid", "passed")
    with pytest.raises(RefusedAct):
        do(app, game, anna.id, e="bid", side="white", pieces=1)
    game = do(app, game, anna.id, e="bid", side="white", pieces=9)
    assert game.game.auction is not None
    assert game.game.auction.contract is not None
    assert game.game.auction.contract[1] == 9
    view = seen(app, game, anna.id)
    assert view.auction is not None
    said = "{side} has undertaken to win with at least {n} piece left."
    assert view.auction.contract == words_of(said, side=words_of("White"), n=9)
    assert game.game.side.name == "BLACK"  # the declarer moves second


def test_the_end_of_a_contract_tells_what_each_side_gets(app: App) -> None:
    """It stood on a card that the end of the game hid."""
    anna = app.guest("Anna")
    game = app.play.create(anna, NewGame(game="contract", seat="white", conditions=Conditions(auction=True)))
    do(app, game, anna.id, e="bid", side="white", pieces=9)
    over = app.play.act(game.id, anna.id, "resign")
    outcome = seen(app, over, anna.id).outcome
    assert outcome is not None
    score = words_of("White {white}, Black {black}", white=0, black=9)
    assert outcome.text.endswith(" " + words_of("By the contract: {score}.", score=score))
    assert outcome.line.endswith(outcome.text[1:])


def test_a_clock_in_full_is_kept(app: App, tmp_path: Path) -> None:
    clock = ClockSettings.parse("40/120,60+30")
    game, anna, _ = app.friends(NewGame(friend=True, clock=clock))
    other = App(tmp_path)
    kept = other.play.load(game.id).game.clock
    other.close()
    assert kept is not None
    assert kept.settings == clock
    view = seen(app, game, anna.id)
    assert view.clock is not None
    assert view.clock.white_note == words_of("{n} moves to the control", n=40)


def test_vacation_in_a_game_by_correspondence(app: App) -> None:
    clock = ClockSettings(5 * 86_400_000, kind="correspondence", vacation_ms=10 * 86_400_000)
    conditions = Conditions(way=Way.CORRESPONDENCE)
    game, anna, _ = app.friends(NewGame(friend=True, clock=clock, conditions=conditions))
    assert "vacation" in rights_of(game, anna.id)
    for what in ("vacation-begun", "vacation-ended"):
        with raises(
            RefusedAct, Message("A vacation is taken in all games at once: on the page of your vacation.")
        ):
            do(app, game, anna.id, e=what, side="white")
    vacations = VacationService(app.cache)
    vacations.begin(anna.id, 8)
    app.clock.now += 7 * 86_400_000
    assert app.play.claim_flag(game.id) is None
    [game] = vacations.end(anna.id)
    assert game.game.clock is not None
    assert game.game.clock.remaining(game.game.side, app.clock.now) == 5 * 86_400_000


def test_a_game_that_is_over_takes_nothing_more(app: App) -> None:
    anna = app.guest("Anna")
    game = app.play.create(anna, DESK)
    game = do(app, game, anna.id, e="refused", side="white", article="8.5")
    assert game.game.outcome is not None
    with pytest.raises(GameIsOver):
        do(app, game, anna.id, e="touched", side="black", square=9)


def test_conditions_that_contradict_one_another_make_no_game(app: App) -> None:
    anna = app.guest("Anna")
    for new in (
        NewGame(conditions=Conditions(arbitrated=True)),
        NewGame(conditions=Conditions(way=Way.BLINDFOLD)),
        NewGame(game="italian", conditions=Conditions(auction=True)),
        NewGame(conditions=Conditions(way=Way.ELEVEN_MEN)),
        NewGame(fen="W:WK30:BK1,2", conditions=Conditions(way=Way.ODDS_PIECES, without=(21,))),
    ):
        with pytest.raises(BadTerms):
            app.play.create(anna, new)
    assert app.archive.my_games(anna.id, "it").total == 0


def test_a_turn_is_a_turn_on_the_desk_too(app: App) -> None:
    anna = app.guest("Anna")
    game = app.play.create(anna, DESK)
    do(app, game, anna.id, e="moved", path=[22, 18])
    with pytest.raises(NotYourTurn):
        do(app, game, anna.id, e="moved", path=[23, 19], side="white")


def test_a_game_with_an_irregularity_that_stands_is_written_so_that_it_can_be_read(app: App) -> None:
    anna = app.guest("Anna")
    game = app.play.create(anna, DESK)
    app.play.move(game.id, anna.id, 0, (22, 18))
    do(app, game, anna.id, e="irregular", side="black", kind="moved_wrongly", path=[9, 17])
    do(app, game, anna.id, e="let-stand", side="white")
    app.play.move(game.id, anna.id, 1, (23, 19))
    text = app.archive.pdn(game.id, anna.id)
    (read,) = read_pdn(text, default=ITALIAN)
    assert isinstance(read, PdnGame)
    [part] = read.earlier
    assert (part.start, [entry.text for entry in part.mainline]) == (ITALIAN.start(), ["22-18"])
    assert part.article == "fid.italian.2008:8.1.2"
    assert [entry.text for entry in read.mainline] == ["23-19"]
    assert read.positions[-1] == app.play.load(game.id).game.position


def test_what_was_played_before_the_board_changed_is_kept_part_by_part(app: App) -> None:
    anna = app.guest("Anna")
    game = app.play.create(anna, DESK)
    assert app.archive.earlier(game.id) == ()
    do(app, game, anna.id, e="irregular", side="white", kind="moved_wrongly", path=[22, 14])
    do(app, game, anna.id, e="let-stand", side="black")
    app.play.move(game.id, anna.id, 0, (11, 18))
    do(app, game, anna.id, e="irregular", side="white", kind="moved_wrongly", path=[23, 15])
    do(app, game, anna.id, e="let-stand", side="black")
    app.play.act(game.id, anna.id, "resign", side="black")
    app.archive.annotate(game.id, anna.id, 0, "la pedina regalata", "!")
    first, second = app.archive.earlier(game.id, anna.id)
    assert (first.record.start, first.record.mainline) == (ITALIAN.start(), ())
    assert first.article == "fid.italian.2008:8.1.2"
    assert (second.record.start, [entry.text for entry in second.record.mainline]) == (first.after, ["11x18"])
    move = second.record.mainline[0]
    assert (move.comment.partition(" [%conduct")[0], move.strength) == ("la pedina regalata", "!")
    assert [remark.article for remark in conduct_remarks(move.comment)] == ["fid.italian.2008:8.2"]
    record, _ = app.archive.record(game.id, anna.id)
    assert record.start == second.after
    (read,) = read_pdn(app.archive.pdn(game.id, anna.id), default=ITALIAN)
    assert isinstance(read, PdnGame)
    assert (read.start, read.mainline, read.earlier) == (record.start, record.mainline, record.earlier)


def test_an_irregularity_that_stands_is_told_in_pdn_in_the_language_asked_for(app: App) -> None:
    anna = app.guest("Anna")
    game = app.play.create(anna, DESK)
    do(app, game, anna.id, e="irregular", side="white", kind="moved_wrongly", path=[22, 14])
    do(app, game, anna.id, e="let-stand", side="black")
    [earlier] = app.archive.earlier(game.id)
    for lang in LANGS:
        (read,) = read_pdn(app.archive.pdn(game.id, anna.id, lang), default=ITALIAN)
        assert isinstance(read, PdnGame)
        assert read.earlier[0].text.split() == earlier.text.text(lang).split()


def test_an_uncrowned_man_is_written_so_that_it_can_be_read(app: App) -> None:
    anna = app.guest("Anna")
    new = NewGame(
        seat="both",
        fen="W:W6,30:B12",
        conditions=Conditions(arbitrated=True, recorded=False, automatic_count=False),
    )
    game = app.play.create(anna, new)
    do(app, game, anna.id, e="moved", path=[6, 2], crowned=False)
    app.play.move(game.id, anna.id, 1, (12, 16))
    do(app, game, anna.id, e="crowned", side="white", square=2)
    app.play.move(game.id, anna.id, 2, (2, 6))
    (read,) = read_pdn(app.archive.pdn(game.id, anna.id), default=ITALIAN)
    assert isinstance(read, PdnGame)
    assert read.positions[-1] == app.play.load(game.id).game.position


OMITS = NewGame(
    seat="both", fen="W:W22,24:B5,18", conditions=Conditions(arbitrated=True, automatic_count=False)
)


@pytest.mark.parametrize(
    ("kind", "done", "why"),
    [
        (
            "crowned_wrong",
            {"path": [24, 20]},
            Message('What was done: {done}. That is not "{kind}". What fits: {fits}.'),
        ),
        (
            "moved_wrongly",
            {"path": [22, 13], "removed": [18]},
            Message(
                'What was done: {done}. That is not "{kind}" but the legal move {move}. Record it as a move.',
                move="22x13",
            ),
        ),
        (
            "moved_twice",
            {"restored": [[14, "b"]]},
            Message(
                'What was done: {done}. That is not "{kind}", nor any other irregularity of this rulebook. '
                "Record it by a ruling that gives the position."
            ),
        ),
    ],
)
def test_a_kind_that_does_not_fit_what_was_done_is_refused(
    app: App, kind: str, done: dict[str, Any], why: Message
) -> None:
    anna = app.guest("Anna")
    game = app.play.create(anna, OMITS)
    with raises(RefusedAct, why):
        do(app, game, anna.id, e="irregular", side="white", kind=kind, **done)
    assert app.play.load(game.id).game.conduct.log == ()


def test_a_piece_that_is_not_beside_the_board_is_not_put_back(app: App) -> None:
    anna = app.guest("Anna")
    game = app.play.create(anna, DESK)
    do(app, game, anna.id, e="moved", path=[22, 18])
    with raises(
        RefusedAct,
        Message("beside the board there is no piece for {square}: all of that side stand on it", square=20),
    ):
        do(
            app,
            game,
            anna.id,
            e="irregular",
            side="white",
            kind="took_back",
            path=[18, 22],
            restored=[[20, "b"]],
        )


def test_a_log_of_before_that_has_a_kind_that_does_not_fit_still_opens(app: App) -> None:
    anna = app.guest("Anna")
    game = app.play.create(anna, OMITS)
    unfit = Irregular(side="white", kind="crowned_wrong", path=(24, 20), at=app.clock.now)
    app.cache.change(game.id, lambda transaction: transaction.happen(unfit, anna.id))
    app.cache.forget(game.id)
    pending = app.play.load(game.id).game.conduct.pending
    assert pending is not None
    assert pending.kind == "crowned_wrong"


def test_who_took_a_move_back_moves_again_however_it_was_told(app: App) -> None:
    anna = app.guest("Anna")
    game = app.play.create(anna, OMITS)
    do(app, game, anna.id, e="moved", path=[22, 13])
    back = {"path": [13, 22], "restored": [[18, "b"]]}
    do(app, game, anna.id, e="irregular", side="white", kind="took_back", **back)
    assert app.play.load(game.id).game.position.fen == "B:W22,24:B5,18"
    game = do(app, game, anna.id, e="let-stand", side="black")
    assert game.game.position.fen == "W:W22,24:B5,18"
    assert game.game.conduct.jumps[-1].after == game.game.position


@pytest.mark.parametrize("kind", ["unclear", "out_of_order"])
def test_a_capture_done_badly_is_shown_pending_and_done_again(app: App, kind: str) -> None:
    anna = app.guest("Anna")
    game = app.play.create(anna, OMITS)
    do(app, game, anna.id, e="improper-capture", side="white", kind=kind, path=[22, 13])
    view = seen(app, game, anna.id)
    assert view.conduct is not None
    assert view.conduct.pending is not None
    assert view.conduct.pending.article is not None
    assert view.conduct.pending.article.number == {"unclear": "5.10", "out_of_order": "5.12"}[kind]
    assert len(view.history) == 1
    game = do(app, game, anna.id, e="corrected", side="black")
    assert (game.game.ply, game.history, game.game.position.fen) == (0, (), "W:W22,24:B5,18")
    app.play.move(game.id, anna.id, 0, (22, 13))
    assert app.play.load(game.id).game.ply == 1


@pytest.mark.parametrize(
    ("fields", "field", "why"),
    [
        (
            {"e": "ruled", "text": "x"},
            "author",
            Message("A ruling is signed: write the name of the arbiter who rules."),
        ),
        (
            {"e": "ruled", "text": "x", "author": " ", "result": "white"},
            "author",
            Message("A ruling is signed: write the name of the arbiter who rules."),
        ),
        (
            {"e": "ruled", "text": "", "author": "R"},
            "text",
            Message("A ruling says something: write what you rule."),
        ),
        (
            {"e": "ruled", "text": " \n", "author": "R"},
            "text",
            Message("A ruling says something: write what you rule."),
        ),
        ({"e": "refused", "side": "white", "article": "99.9"}, "article", None),
        ({"e": "ruled", "text": "x", "author": "R", "article": "99.9"}, "article", None),
        ({"e": "replay", "text": "x", "author": "R", "article": "99.9"}, "article", None),
        ({"e": "replay", "text": 5}, "text", None),
    ],
)
def test_a_ruling_is_signed_and_names_articles_that_exist(
    app: App, fields: dict[str, Any], field: str, why: Message | None
) -> None:
    anna = app.guest("Anna")
    game = app.play.create(anna, DESK)
    with pytest.raises(BadTerms) as caught:
        do(app, game, anna.id, **fields)
    assert caught.value.field == field
    assert why is None or holds(caught.value, why)
    assert app.play.load(game.id).game.conduct.log == ()


TOO_MANY = Message("{side} has {pieces}, and {game} allows {limit} at most: take {over} off.")
STRANDED = Message("{side} has {men} {there} ({where}), where a man is a king already: {kings}.")


def test_a_ruling_puts_no_more_pieces_on_the_board_than_there_are(app: App) -> None:
    anna = app.guest("Anna")
    game, ruling = app.play.create(anna, DESK), {"e": "ruled", "text": "The board fell.", "author": "R"}
    with raises(RefusedAct, TOO_MANY):
        do(app, game, anna.id, **ruling, fen=f"W:W{','.join(map(str, range(20, 33)))}:B1")
    with pytest.raises(RefusedAct, match="column 4"):
        do(app, game, anna.id, **ruling, fen="W:W45:B1")
    assert app.play.load(game.id).game.conduct.log == ()


def test_a_ruling_leaves_a_man_at_the_far_end_only_where_kings_are_crowned_by_hand(app: App) -> None:
    anna = app.guest("Anna")
    ruling = {"e": "ruled", "text": "The board fell.", "author": "R", "fen": "W:W2,22:B12"}
    recorded = app.play.create(anna, DESK)
    with raises(RefusedAct, STRANDED):
        do(app, recorded, anna.id, **ruling)
    unrecorded = structs.replace(DESK, conditions=replace(DESK.conditions, recorded=False))
    by_hand = app.play.create(anna, unrecorded)
    assert do(app, by_hand, anna.id, **ruling).game.waiting_men == (2,)


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        (
            {"e": "refused", "side": "white", "article": "3.7"},
            Message("Nobody loses by article {article}. Articles by which a game is lost: {which}."),
        ),
        (
            {"e": "ruled", "text": "x", "author": "R", "article": "3.7", "result": "black"},
            Message("Nobody loses by article {article}. Articles by which a game is lost: {which}."),
        ),
        (
            {"e": "ruled", "text": "x", "author": "R", "article": "9.2.4", "result": "draw"},
            Message("No game is drawn by article {article}. Articles of draws: {which}."),
        ),
    ],
)
def test_an_end_is_cited_only_by_an_article_that_gives_it(
    app: App, fields: dict[str, Any], why: Message
) -> None:
    anna = app.guest("Anna")
    game = app.play.create(anna, DESK)
    with raises(RefusedAct, why):
        do(app, game, anna.id, **fields)
    right = {**fields, "article": "9.3.a" if fields.get("result") == "draw" else "9.2.5"}
    assert do(app, game, anna.id, **right).game.outcome is not None


def test_a_game_that_is_replayed_is_kept_and_another_takes_its_place(app: App) -> None:
    anna = app.guest("Anna")
    old = app.play.create(anna, DESK)
    app.play.move(old.id, anna.id, 0, (22, 18))
    old = do(app, old, anna.id, e="replay", text="The board fell", author="Rossi", article="7.8")
    assert old.game.outcome is not None
    assert (old.game.outcome.score, old.game.ply, old.rematch) == ("*", 1, old.game.conduct.replayed_as)
    new = app.play.load(old.game.conduct.replayed_as)
    assert (new.game.conduct.replay_of, new.game.ply, new.game.outcome) == (old.id, 0, None)
    assert new.game.conduct.log[-1].article == "fid.italian.2008:7.8"
    assert [seat.name for seat in new.row.seats] == ["Rossi", "Bianchi"]
    assert (new.game.conditions, new.is_arbiter(anna.id)) == (old.game.conditions, True)
    view = seen(app, old, anna.id)
    assert view.outcome is not None
    assert (view.outcome.title, view.rematch) == (words_of("No result"), new.id)
    assert view.conduct is not None
    assert view.conduct.replayed_as == new.id
    for live, tag, other in ((old, "ReplayedAs", new), (new, "ReplayOf", old)):
        [read] = read_pdn(app.archive.pdn(live.id, anna.id), default=ITALIAN)
        assert isinstance(read, PdnGame)
        assert (read.tags[tag], read.result) == (other.id, "*")
    app.play.move(new.id, anna.id, 0, (22, 18))
    with pytest.raises(GameIsOver):
        app.play.move(old.id, anna.id, 1, (10, 13))
    app.cache.forget(old.id)
    assert app.play.load(old.id).rematch == new.id


def test_players_claim_and_the_arbiter_rules(app: App) -> None:
    anna, berto = app.guest("Anna"), app.guest("Berto")
    game = app.play.create(anna, DESK)
    white, black = game.row.seats
    seated = replace(game, row=replace(game.row, seats=(white, replace(black, player_id=berto.id))))
    assert "claimed" in rights_of(seated, berto.id)
    online, _, other = app.friends()
    assert "claimed" not in rights_of(online, other.id)
    game = do(app, game, anna.id, e="claimed", side="black", what="position", text="A glass fell")
    view = seen(app, game, anna.id)
    assert view.conduct is not None
    [claim] = view.conduct.claims
    assert (claim.side, claim.what) == ("black", "position")
    assert claim.article is not None
    assert (claim.article.number, claim.text) == ("7.8", view.conduct.log[-1].text)
    for fields in ({"e": "claimed", "side": "white", "what": "start"}, {"e": "replay", "author": "B"}):
        with pytest.raises(NotYours):
            do(app, game, berto.id, **fields)
    game = do(app, game, anna.id, e="claim-ruled", side="black", upheld=False, author="Anna")
    assert game.game.conduct.claims == ()
    assert seen(app, game, anna.id).conduct.claims == ()  # type: ignore[union-attr]


def test_a_game_is_called_off_before_both_have_moved(app: App) -> None:
    game, anna, berto = app.friends(NewGame(friend=True, base_ms=600_000))
    game = app.play.move(game.id, anna.id, 0, (22, 18)).live
    assert "called-off" in rights_of(game, berto.id)
    ended = do(app, game, berto.id, e="called-off", side="black")
    assert ended.game.outcome is not None
    assert (ended.game.outcome.score, ended.game.outcome.winner) == ("*", None)
    assert holds(ended.game.outcome.said, Message("The game was called off before it had begun in earnest."))
    with pytest.raises(GameIsOver):
        do(app, game, anna.id, e="called-off", side="white")


def test_what_both_have_begun_is_not_called_off(app: App) -> None:
    game, anna, berto = app.friends(NewGame(friend=True))
    app.play.move(game.id, anna.id, 0, (22, 18))
    game = app.play.move(game.id, berto.id, 1, (10, 14)).live
    assert "called-off" not in rights_of(game, anna.id)
    with raises(RefusedAct, Message("Both have moved: the game can be resigned, not called off.")):
        do(app, game, anna.id, e="called-off", side="white")


def test_time_is_given_to_the_opponent(app: App) -> None:
    game, anna, _ = app.friends(NewGame(friend=True, base_ms=60_000))
    given = do(app, game, anna.id, e="time-given", side="white")
    clock = given.game.clock
    assert clock is not None
    assert clock.remaining(Side.BLACK, app.clock.now) == 75_000
    assert clock.remaining(Side.WHITE, app.clock.now) <= 60_000
    assert holds(given.game.conduct.log[-1].text, Message("{side} is given {time}"))
    with pytest.raises(NotYours):
        do(app, game, anna.id, e="time-given", side="black")
    assert "time-given" not in rights_of(app.play.create(anna, NewGame(base_ms=60_000)), anna.id)


NOT_AWAY = Message("The game can be claimed when the opponent has been away for {least}: now it is {gone}.")


def test_a_game_is_claimed_when_the_opponent_has_been_away_for_long(app: App) -> None:
    conduct = ConductService(app.cache)
    game, anna, _ = app.friends(NewGame(friend=True, base_ms=600_000))
    claim = {"e": "absence-claimed", "side": "white"}
    with raises(
        RefusedAct,
        Message("The game can be claimed when the opponent has been away for {least}: now it is {gone}."),
    ):
        conduct.do(game.id, anna.id, claim, away_ms=59_000)
    ended = conduct.do(game.id, anna.id, claim, away_ms=60_000)
    assert ended.game.outcome is not None
    assert ended.game.outcome.score == "2-0"
    assert holds(ended.game.outcome.said, Message("{loser} has left the game."))
    untimed, anna, _ = app.friends(NewGame(friend=True))
    with pytest.raises(RefusedAct):
        conduct.do(untimed.id, anna.id, claim, away_ms=299_000)
    assert conduct.do(untimed.id, anna.id, claim, away_ms=300_000).game.outcome is not None


def test_a_game_is_not_claimed_from_a_host_who_is_at_another_board(app: App) -> None:
    """While it is the guest's move there is nothing for the host to do here."""
    conduct = ConductService(app.cache)
    agreed = Conditions(way=Way.SIMULTANEOUS, host="white")
    game, host, guest = app.friends(NewGame(friend=True, base_ms=600_000, conditions=agreed))
    claim = {"e": "absence-claimed", "side": "black"}
    with pytest.raises(RefusedAct):
        conduct.do(game.id, guest.id, claim, away_ms=299_000)
    assert "absence-claimed" in rights_of(game, guest.id)
    moved = app.play.move(game.id, host.id, 0, (22, 18)).live
    assert "absence-claimed" not in rights_of(moved, guest.id)
    about = Message("The host goes from board to board: while it is your move the game cannot be claimed.")
    with raises(RefusedAct, about):
        conduct.do(game.id, guest.id, claim, away_ms=900_000)
    answered = app.play.move(game.id, guest.id, 1, (10, 13)).live
    assert "absence-claimed" in rights_of(answered, guest.id)
    assert conduct.do(game.id, guest.id, claim, away_ms=300_000).game.outcome is not None


def test_nobody_claims_a_game_from_the_engine_or_by_correspondence(app: App) -> None:
    conduct, anna = ConductService(app.cache), app.guest("Anna")
    alone = app.play.create(anna, NewGame(base_ms=600_000))
    claim = {"e": "absence-claimed", "side": "white"}
    with raises(RefusedAct, Message("Nobody sits opposite who could be away.")):
        conduct.do(alone.id, anna.id, claim, away_ms=900_000)
    letters, anna, _ = app.friends(
        NewGame(friend=True, clock=ClockSettings.parse("3d"), conditions=Conditions(way=Way.CORRESPONDENCE))
    )
    assert "absence-claimed" not in rights_of(letters, anna.id)
    with raises(RefusedAct, Message("By correspondence there are days to answer: the clock decides.")):
        conduct.do(letters.id, anna.id, claim, away_ms=900_000)


def test_an_arbiter_decides_where_there_is_one(app: App) -> None:
    anna = app.guest("Anna")
    desk = app.play.create(anna, NewGame(seat="both", conditions=Conditions(arbitrated=True)))
    for event in ("called-off", "time-given", "absence-claimed"):
        with pytest.raises(RefusedAct):
            do(app, desk, anna.id, e=event, side="white")
