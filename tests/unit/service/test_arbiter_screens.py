"""A game with an arbiter where both players have screens of their own: who may do what, what each is told."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Literal

import pytest

from damiera.game.ways import Conditions, Way
from damiera.messages import Message
from damiera.service.conduct import ConductService, rights_of
from damiera.service.errors import BadTerms, NotYours, RefusedAct
from damiera.service.game_views import build_view
from damiera.service.identity import Visitor
from damiera.service.live import LiveGame, rebuild
from damiera.service.play import flag_due
from damiera.service.terms import NewGame, OpeningDraw
from damiera.service.views import GameView
from tests.unit.service.kit import App
from tests.wording import raises

Screens = Literal["claim", "move"]
TABLE: dict[str, dict[str, str]] = tomllib.loads(
    (Path(__file__).parents[1] / "web" / "rights.toml").read_text("utf-8")
)
ARBITER_WRITES = (
    "Here the moves are made on the board, and the arbiter writes them down: claim, or call the arbiter."
)
ONLY_ARBITER = "Only the arbiter can do this."
NOT_HERE = "A vacation is taken in all games at once: on the page of your vacation."
FIELDS: dict[str, dict[str, Any]] = {
    "moved": {"path": [22, 18]},
    "balloted": {"paths": [[22, 18]]},
    "touched": {"square": 22},
    "announced": {"path": [22, 18]},
    "bid": {"pieces": 3},
    "crowned": {"square": 1},
    "irregular": {"kind": "moved_wrongly", "path": [22, 14]},
    "improper-capture": {"kind": "unclear", "path": [22, 13]},
    "annulled": {"anomaly": "board"},
    "refused": {"article": "9.2.5"},
    "ruled": {"text": "Si gioca.", "author": "Verdi"},
    "claimed": {"what": "position"},
    "claim-ruled": {"upheld": True, "author": "Verdi"},
    "replay": {"text": "Caduta", "author": "Verdi"},
    "pressed": {"moved": True},
    "seal": {"path": [22, 18]},
    "interrupted": {"until": 9},
    "quick-moves": {"begin": True},
    "time-given": {"ms": 15_000},
}
NAMELESS = {"flagged", "balloted", "ruled", "replay", "interrupted", "host-arrived", "host-left"}
NAMELESS |= {"quick-moves", "seal"}


class Board:
    """Anna is the arbiter; Bruno has White, Carla Black; Dino watches."""

    def __init__(self, app: App, screens: Screens, **terms: Any) -> None:
        self.app = app
        self.arbiter, self.white, self.black = (app.guest(name) for name in ("Anna", "Bruno", "Carla"))
        agreed = Conditions(arbitrated=True, touch_move=True, automatic_count=False, screens=screens)
        made = app.play.create(self.arbiter, NewGame(seat="arbiter", friend=True, conditions=agreed, **terms))
        self.id = made.id
        for seat, player in zip(made.row.seats, (self.white, self.black), strict=True):
            assert seat.invite
            app.play.join(seat.invite, player)

    @property
    def people(self) -> dict[str, Visitor | None]:
        """Everybody, by the word of the table."""
        return {"stranger": None, "black": self.black, "white": self.white, "arbiter": self.arbiter}

    @property
    def live(self) -> LiveGame:
        return self.app.play.load(self.id)

    def do(self, who: Visitor | None, **fields: Any) -> LiveGame:
        return ConductService(self.app.cache).do(self.id, who.id if who else None, fields)

    def move(self, who: Visitor, *path: int) -> None:
        self.app.play.move(self.id, who.id, self.live.game.ply, path)

    def seen(self, who: Visitor) -> GameView:
        return build_view(self.live, who.id, "en", now_ms=self.app.clock.now)


def _may(board: Board, who: Visitor | None, e: str) -> bool:
    """Tell whether somebody may do something in the name of White, be it fitting or not."""
    fields = {"e": e, **FIELDS.get(e, {})} | ({} if e in NAMELESS else {"side": "white"})
    try:
        board.do(who, **fields)
    except NotYours:
        return False
    except RefusedAct as error:
        return error.message not in (Message(ONLY_ARBITER), Message(NOT_HERE))
    return True


@pytest.mark.parametrize("screens", ["move", "claim"])
def test_each_event_is_the_arbiters_or_that_players_as_the_table_says(app: App, screens: Screens) -> None:
    table = TABLE["screens-events" if screens == "move" else "claims-events"]
    assert set(FIELDS) | NAMELESS <= set(table)
    board = Board(app, screens)
    for event, said in table.items():
        let_in = []
        for name in ("stranger", "black", "white", "arbiter"):
            before = board.live.version
            let_in += [name] * _may(board, board.people[name], event)
            if board.live.version != before:  # the next one meets what nobody has changed
                board = Board(app, screens)
        assert let_in == ([] if said == "nobody" else said.split()), event


def test_the_arbiter_sits_at_no_side_and_the_players_come_by_two_codes(app: App) -> None:
    board = Board(app, "claim")
    live = board.live
    assert [seat.name for seat in live.row.seats] == ["Bruno", "Carla"]
    assert live.is_arbiter(board.arbiter.id)
    assert not live.is_arbiter(board.white.id)
    assert (board.seen(board.arbiter).you, board.seen(board.white).you) == ("both", "white")
    assert rights_of(live, board.arbiter.id) == ("arbiter",)
    assert [line.id for line in app.archive.my_games(board.arbiter.id, "en").items] == [board.id]


def test_at_a_real_board_the_arbiter_writes_the_moves_and_players_only_claim(app: App) -> None:
    board = Board(app, "claim")
    with raises(RefusedAct, Message(ARBITER_WRITES)):
        board.move(board.white, 22, 18)
    with raises(RefusedAct, Message(ARBITER_WRITES)):
        app.say.say(board.id, board.white.id, "22-18", "en")
    assert board.seen(board.white).moves == ()
    board.move(board.arbiter, 22, 18)
    assert board.live.game.ply == 1
    assert set(rights_of(board.live, board.black.id)) == {"claimed", "adjust", "adjourned"}


def test_on_their_screens_players_move_and_nobody_takes_back_but_the_arbiter(app: App) -> None:
    board = Board(app, "move")
    board.move(board.white, 22, 18)
    board.move(board.black, 10, 14)
    assert not board.seen(board.black).can_undo
    with raises(RefusedAct, Message("Moves are not taken back here: claim of the arbiter what was wrong.")):
        app.play.act(board.id, board.black.id, "ask-undo")
    app.play.act(board.id, board.arbiter.id, "ask-undo")
    assert board.live.game.ply == 1


def test_08_02_the_opponent_has_an_irregularity_put_right_at_their_own_screen(app: App) -> None:
    board = Board(app, "claim")
    board.do(board.arbiter, e="irregular", side="white", kind="moved_wrongly", path=[22, 14])
    assert "corrected" not in rights_of(board.live, board.white.id)
    assert {"corrected", "let-stand"} <= set(rights_of(board.live, board.black.id))
    with pytest.raises(NotYours):
        board.do(board.white, e="corrected", side="black")
    board.do(board.black, e="corrected", side="black")
    assert board.live.game.conduct.log[-1].author == "black"
    assert board.live.game.position.piece_at(22) == "w"


def test_07_08_both_players_are_told_a_ruling_with_its_article_until_the_next_move(app: App) -> None:
    board = Board(app, "claim")
    board.do(board.white, e="claimed", side="white", what="position", text="urtata")
    board.do(board.arbiter, e="claim-ruled", side="white", upheld=True, author="Verdi")
    board.do(board.arbiter, e="ruled", text="Si rimette.", article="7.8", author="Verdi")
    for who in (board.white, board.black):
        conduct = board.seen(who).conduct
        assert conduct is not None
        assert [(line.author, line.article and line.article.number) for line in conduct.notices] == [
            ("Verdi", "7.8"),
            ("Verdi", "7.8"),
        ]
    board.move(board.arbiter, 22, 18)
    assert board.live.game.conduct.notices == ()


def test_07_08_who_moves_on_is_told_that_the_claim_has_lapsed(app: App) -> None:
    board = Board(app, "move")
    board.do(board.white, e="claimed", side="white", what="position")
    board.move(board.white, 22, 18)
    [told] = board.live.game.conduct.notices
    assert (told.author, told.article) == ("white", "fid.italian.2008:7.8")
    with pytest.raises(RefusedAct):
        board.do(board.white, e="claimed", side="white", what="position", ply=0)


def test_08_03_who_moves_on_is_told_that_the_irregularity_stands(app: App) -> None:
    board = Board(app, "move")
    board.do(board.arbiter, e="irregular", side="white", kind="moved_wrongly", path=[22, 14])
    board.move(board.black, 10, 19)
    [told] = board.live.game.conduct.notices
    assert (told.author, told.article) == ("black", "fid.italian.2008:8.3")


def test_a_player_stops_the_clocks_and_the_arbiter_has_them_run_again(app: App) -> None:
    board = Board(app, "claim", base_ms=600_000)
    board.do(board.arbiter, e="resumed", side="arbiter")
    board.do(board.black, e="adjourned", side="black")
    game = board.live.game
    assert (game.conduct.halt, game.conduct.log[-1].author) == ("adjourned", "black")
    assert game.clock is not None
    assert game.clock.running is None
    with raises(RefusedAct, Message("The arbiter has it resumed.")):
        board.do(board.black, e="resumed", side="black")
    board.do(board.white, e="claimed", side="white", what="irregularity")
    board.do(board.arbiter, e="resumed", side="arbiter")
    assert board.live.game.conduct.halt is None


@pytest.mark.parametrize("screens", ["move", "claim"])
def test_07_02_the_round_begins_when_the_arbiter_starts_the_clocks(app: App, screens: Screens) -> None:
    board = Board(app, screens, base_ms=600_000)
    app.clock.now += 3_600_000  # both sit there, and the round has not begun
    assert board.live.game.conduct.halt == "unstarted"
    assert flag_due(board.live) is None
    assert rights_of(board.live, board.white.id) == ()
    for who in (board.arbiter, board.white) if screens == "move" else (board.arbiter,):
        with raises(RefusedAct, Message("The round has not begun: the arbiter starts the clocks.")):
            board.move(who, 22, 18)
    with raises(RefusedAct, Message("The arbiter starts the clocks.")):
        board.do(board.white, e="resumed", side="white")
    began = app.clock.now
    live = board.do(board.arbiter, e="resumed", side="arbiter")
    assert live.game.begun_at == began
    assert flag_due(live) == began + 600_000
    assert live.game.conduct.log[-1].text == Message("The round begins: the arbiter starts the clocks.")
    board.move(board.arbiter, 22, 18)
    app.clock.now = began + 599_000  # within ten minutes of its beginning
    board.do(board.arbiter, e="annulled", side="white", anomaly="board")
    game = board.live.game
    assert (game.ply, game.conduct.halt) == (0, None)  # begun anew; the clocks go on
    with app.store.read() as work:
        assert rebuild(work, board.id).game.clock == game.clock


def test_the_clocks_are_not_started_while_a_seat_is_open(app: App) -> None:
    arbiter = app.guest("Anna")
    agreed = Conditions(arbitrated=True, screens="claim")
    new = NewGame(seat="arbiter", friend=True, base_ms=600_000, conditions=agreed)
    made = app.play.create(arbiter, new)
    said = Message("A seat is still open: the clocks are started when both players are here.")
    with raises(RefusedAct, said):
        ConductService(app.cache).do(made.id, arbiter.id, {"e": "resumed", "side": "arbiter"})


def test_a_game_played_again_or_in_the_place_of_another_waits_for_the_arbiter_too(app: App) -> None:
    board = Board(app, "move", base_ms=600_000)
    board.do(board.arbiter, e="resumed", side="arbiter")
    board.do(board.arbiter, e="replay", text="Caduta", author="Verdi", article="7.8")
    assert board.live.rematch is not None
    replayed = app.play.load(board.live.rematch)
    assert (replayed.game.conduct.halt, replayed.game.conduct.replay_of) == ("unstarted", board.id)
    other = Board(app, "move", base_ms=600_000)
    app.play.act(other.id, other.white.id, "resign")
    again = app.play.rematch(other.id, other.arbiter)
    assert (again.game.conduct.halt, flag_due(again)) == ("unstarted", None)


def test_an_opening_drawn_by_lot_is_put_before_the_clocks_start(app: App) -> None:
    arbiter = app.guest("Anna")
    agreed = Conditions(arbitrated=True)
    drawn = OpeningDraw(paths=((22, 18), (9, 13)))
    made = app.play.create(arbiter, NewGame(seat="both", base_ms=600_000, conditions=agreed, ballot=drawn))
    assert (made.game.ply, made.game.conduct.halt, flag_due(made)) == (2, "unstarted", None)


def test_ten_rules_8_the_opponent_consents_at_their_own_screen(app: App) -> None:
    board = Board(app, "claim", rulebook="fid.italian.ten-rules")
    board.do(board.white, e="touched", side="white", square=22, adjust=True)
    assert "consented" not in rights_of(board.live, board.white.id)
    with raises(RefusedAct, Message("It is {side} who consents.")):
        board.do(board.white, e="consented", side="white")
    board.do(board.black, e="consented", side="black")
    assert board.live.game.conduct.adjusting is None


def test_the_arbiter_sees_a_board_that_neither_player_sees(app: App) -> None:
    agreed = Conditions(arbitrated=True, screens="move", way=Way.BOTH_BLINDFOLD, blindfold=("white", "black"))
    arbiter = app.guest("Anna")
    made = app.play.create(arbiter, NewGame(seat="arbiter", friend=True, conditions=agreed))
    assert not build_view(made, arbiter.id, "en", now_ms=app.clock.now).hidden


def test_the_game_played_again_has_the_same_arbiter_and_the_players_exchanged(app: App) -> None:
    board = Board(app, "move")
    app.play.act(board.id, board.white.id, "resign")
    again = app.play.rematch(board.id, board.arbiter)
    assert [seat.name for seat in again.row.seats] == ["Carla", "Bruno"]
    assert (again.is_arbiter(board.arbiter.id), again.waiting) == (True, False)


def test_a_player_who_asks_to_play_again_is_not_its_arbiter(app: App) -> None:
    board = Board(app, "move")
    app.play.act(board.id, board.white.id, "resign")
    app.play.rematch(board.id, board.white)
    again = app.play.rematch(board.id, board.black)
    assert again.is_arbiter(board.arbiter.id)
    assert [seat.name for seat in again.row.seats] == ["Carla", "Bruno"]


@pytest.mark.parametrize(
    ("terms", "field"),
    [
        (NewGame(seat="arbiter", friend=True, conditions=Conditions(arbitrated=True)), "screens"),
        (NewGame(seat="both", conditions=Conditions(arbitrated=True, screens="claim")), "screens"),
        (NewGame(seat="arbiter", friend=True), "screens"),
        (NewGame(seat="white", friend=True, conditions=Conditions(screens="move")), "screens"),
        (
            NewGame(
                seat="arbiter",
                friend=True,
                asker_blindfold=True,
                conditions=Conditions(arbitrated=True, screens="move", way=Way.BLINDFOLD),
            ),
            "blindfold",
        ),
    ],
)
def test_who_sits_where_must_make_a_game(app: App, terms: NewGame, field: str) -> None:
    with pytest.raises(BadTerms) as refused:
        app.play.create(app.guest("Anna"), terms)
    assert refused.value.field == field


def test_only_the_arbiter_takes_such_a_game_away(app: App) -> None:
    agreed = Conditions(arbitrated=True, screens="move")
    arbiter, white = app.guest("Anna"), app.guest("Bruno")
    made = app.play.create(arbiter, NewGame(seat="arbiter", friend=True, conditions=agreed))
    assert made.row.seats[0].invite
    app.play.join(made.row.seats[0].invite, white)
    with pytest.raises(NotYours):
        app.play.withdraw(made.id, white.id)
    app.play.withdraw(made.id, arbiter.id)
