"""How games other than the Italian, English and international ones end: by goal, by ending, by count."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from damiera._core import Move, Position, Side
from damiera.game.clock import ClockSettings
from damiera.game.errors import BadConditions, NothingToClaim, OnlyForTwo
from damiera.game.events import CountRequested, DrawOffered, Moved, RepetitionClaimed, Resigned
from damiera.game.outcome import Termination
from damiera.game.sides import side_text
from damiera.game.state import Game
from damiera.messages import Message
from damiera.notation.fen import parse_fen
from damiera.rules.ruleset import CATALOGUE, ruleset
from tests.wording import holds, raises


def begin(slug: str, fen: str, **options: str) -> Game:
    game = ruleset(slug)
    return Game.start(game, position=parse_fen(fen, game).position(), rulebook=options.get("rulebook"))


def play(game: Game, *texts: str) -> Game:
    for text in texts:
        game = game.apply(Moved(path=tuple(map(int, text.split("-"))), at=0))
    return game


def only(game: Game) -> Game:
    """The one legal move is played."""
    (move,) = game.position.moves()
    return play(game, f"{move.origin}-{move.destination}")


def to_and_fro(game: Game, squares: Iterable[tuple[int, int]], times: int) -> Game:
    """Each side goes from one square to another and back."""
    ways = list(squares)
    for ply in range(times):
        a, b = ways[ply % len(ways)]
        a, b = (a, b) if (ply // len(ways)) % 2 == 0 else (b, a)
        if game.outcome is not None:
            break
        game = game.apply(Moved(path=(a, b), at=0))
    return game


def test_who_has_given_all_pieces_wins_a_game_played_to_lose() -> None:
    game = only(begin("italian-losing", "W:W22:B18"))
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.termination) == (Side.BLACK, Termination.GAVE_ALL)
    assert game.outcome.article == "losing.fid.italian.2008:1.2"
    assert holds(game.outcome.said, Message("{winner} has given all pieces away.", winner=Message("Black")))


@pytest.mark.parametrize(
    ("slug", "winner"),
    [
        ("english-losing", Side.WHITE),
        ("english-losing~blocked=fewer-wins", Side.WHITE),
        ("english", Side.BLACK),
    ],
)
def test_who_is_blocked_to_lose_wins(slug: str, winner: Side) -> None:
    game = play(begin(slug, "B:W12:B8,3,20"), "20-24")
    assert game.outcome is not None
    assert game.outcome.winner is winner


@pytest.mark.parametrize(
    ("slug", "winner"), [("english-losing~blocked=fewer-wins", None), ("english-losing", Side.WHITE)]
)
def test_blocked_with_as_many_pieces_draws_where_the_fewer_win(slug: str, winner: Side | None) -> None:
    game = begin(slug, "W:W5,9,13:B1,2,6")
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.termination) == (winner, Termination.BLOCKED)


@pytest.mark.parametrize(
    ("slug", "fen", "said"),
    [
        ("english-losing", "W:W5,9,13:B1,2,6", Message("{winner} has no move left, which wins this game.")),
        (
            "english-losing~blocked=fewer-wins", "W:W5,9,13:B1,2,6",
            Message("{blocked} has no move left, and both have as many pieces."),
        ),
        (
            "reentry-losing~blocked=fewer-wins", "W:W7,8,12:B3,4",
            Message("{blocked} has no move left, and {winner} has fewer pieces."),
        ),
    ],
)  # fmt: skip
def test_what_it_means_to_be_blocked_is_said(slug: str, fen: str, said: Message) -> None:
    """The sentence was the same whoever won, and named nobody."""
    outcome = begin(slug, fen).outcome
    assert outcome is not None
    assert outcome.blocked is Side.WHITE
    winner = side_text(outcome.winner) if outcome.winner else ""
    assert outcome.text("en") == said.format(winner=winner, blocked=side_text(Side.WHITE)).text("en")


@pytest.mark.parametrize(
    ("base", "fen", "winner"),
    [
        ("bashni", "W:b8=b,f8=b,c7=b,g7=b,f6=b,h6=w", Side.WHITE),
        ("bashni", "W:b8=W,d8=b,a7=w,c7=w,g7=b,f6=b", None),
        ("bashni", "W:f8=b,h8=W,g7=w,h6=w", Side.BLACK),
        ("lasca", "W:a7=b,c7=b,b6=w,f6=b,c5=b,e5=b", Side.WHITE),
        ("lasca", "W:a7=W,c7=b,b6=w,f6=b,a5=w,c5=b", None),
        ("lasca", "W:a7=W,c7=b,b6=w,f6=b,a5=w", Side.BLACK),
        ("reentry", "W:W6:B2,3,7", Side.WHITE),
        ("reentry", "W:W8:B4", None),
        ("reentry", "W:W8:B4:R0,1", Side.WHITE),
        ("reentry", "W:W7,8,12:B3,4", Side.BLACK),
    ],
)
def test_blocked_where_pieces_lie_under_others_or_wait(base: str, fen: str, winner: Side | None) -> None:
    """Towers count once, for who commands them; men that wait count too."""
    game = begin(f"{base}-losing~blocked=fewer-wins", fen)
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.termination) == (winner, Termination.BLOCKED)
    usual = begin(f"{base}-losing", fen).outcome
    assert usual is not None
    assert usual.winner is Side.WHITE


def test_the_first_king_wins_breakthrough() -> None:
    game = play(begin("breakthrough", "W:W7:B40"), "7-1")
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.termination) == (Side.WHITE, Termination.BREAKTHROUGH)
    assert game.outcome.article == "damiera.breakthrough.default:5.8"


@pytest.mark.parametrize(
    ("slug", "winner", "over"),
    [
        ("turkish", None, True),
        ("turkish~lone-pieces=king-wins", Side.WHITE, True),
        ("turkish~lone-pieces=play", None, False),
    ],
)
def test_one_piece_against_one_in_turkish_draughts(slug: str, winner: Side | None, over: bool) -> None:
    game = begin(slug, "W:WKa1:Bh5")
    assert (game.outcome is not None) == over
    assert game.outcome is None or game.outcome.winner is winner


def test_a_capture_that_can_be_made_at_once_comes_first() -> None:
    game = begin("turkish", "W:WKa1:Ba5")
    assert game.outcome is None
    move = game.position.moves()[0]
    assert move.is_capture
    assert play(game, f"{move.origin}-{move.destination}").outcome is not None


def test_the_last_piece_loses_in_ghanaian_draughts_where_that_is_chosen() -> None:
    chosen = next(o for o in CATALOGUE["ghanaian"].entry.options if any(v.parameters for v in o.values))
    value = next(v.value for v in chosen.values if v.parameters == {"last_piece_loses": True})
    slug = "ghanaian" if value == chosen.default else f"ghanaian~{chosen.name}={value}"
    game = begin(slug, "W:W40,41:BK5")
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.termination) == (Side.WHITE, Termination.LAST_PIECE)


def test_idf_7_2_4_three_kings_against_one_have_fifteen_moves() -> None:
    game = begin("russian", "W:WKa3,Kb2,Kh2:BKd8")
    count = game.tally.count(Termination.MATERIAL)
    assert count is not None
    assert (count.limit, count.article) == (15, "idf.russian:7.2.4")


def test_idf_7_2_7_on_the_main_road_there_are_five() -> None:
    game = begin("russian", "W:WKa3,Kb2,Kh4:BKh8")
    limits = {(c.article, c.limit) for c in game.tally.counts}
    assert ("idf.russian:7.2.7", 5) in limits
    assert ("idf.russian:7.2.4", 15) in limits


def test_idf_7_2_7_leaving_the_road_ends_that_count() -> None:
    game = begin("russian", "B:WKa3,Kg1,Kc1:BKe5")
    off = next(m for m in game.position.moves() if not on_road(game.position, m))
    game = play(game, f"{off.origin}-{off.destination}")
    assert all(c.article != "idf.russian:7.2.7" for c in game.tally.counts)


def on_road(position: Position, move: Move) -> bool:
    file, rank = position.rules.coordinates(move.destination)
    return file == rank


def test_idf_7_2_6_the_balance_of_forces_counts_through_moves_of_men() -> None:
    game = begin("russian", "W:WKa1,c1:BKh6,f8")
    balance = [c for c in game.tally.counts if c.article == "idf.russian:7.2.6"]
    assert [(c.limit, c.plies) for c in balance] == [(30, 0)]
    men = next(m for m in game.position.moves() if game.position.piece_at(m.origin) == "w")
    game = play(game, f"{men.origin}-{men.destination}")
    assert [c.plies for c in game.tally.counts if c.article == "idf.russian:7.2.6"] == [1]


def test_wfd_c_2_two_kings_against_one_have_seven_moves_in_frisian_draughts() -> None:
    game = begin("frisian", "W:WK46,K47:BK5")
    count = game.count
    assert count is not None
    assert (count.limit, count.article) == (7, "wfd.frisian.2011:C.2")


def test_wcdf_5_6_repetition_is_claimed_before_the_move_that_brings_it() -> None:
    game = begin("english", "B:WK32:BK1,K3", rulebook="wcdf.english")
    game = to_and_fro(game, [(1, 6), (32, 28)], 7)
    assert game.repetitions == 2
    assert game.can_claim_repetition
    over = game.apply(RepetitionClaimed(side="white", at=0))
    assert over.outcome is not None
    assert over.outcome.termination is Termination.REPETITION


def test_without_that_rule_the_position_must_be_there() -> None:
    game = begin("english", "B:WK32:BK1,K3")
    game = to_and_fro(game, [(1, 6), (32, 28)], 7)
    with pytest.raises(NothingToClaim):
        game.apply(RepetitionClaimed(side="white", at=0))


def test_wcdf_5_7_forty_moves_without_progress_are_claimed() -> None:
    game = begin("english", "B:WK32,K31:BK1,K3,K2", rulebook="wcdf.english")
    limit = game.draw_rules.no_progress
    assert limit is not None
    squares = [(1, 6), (32, 28), (6, 1), (28, 32)]
    for ply in range(2 * limit):
        assert game.outcome is None
        a, b = squares[ply % 4]
        game = game.apply(Moved(path=(a, b), at=0))
    assert game.outcome is None
    assert game.can_ask_count
    over = game.apply(CountRequested(side="black", at=0))
    assert over.outcome is not None
    assert (over.outcome.termination, over.outcome.declared_by) == (Termination.NO_PROGRESS, "black")


def test_fid_2006_10_4_the_moves_of_one_player_are_counted() -> None:
    game = begin("italian", "W:WK30:BK1,K3", rulebook="fid.italian.2006")
    count = game.tally.count(Termination.MOVE_COUNT) or game.apply(CountRequested(side="white", at=0)).count
    assert count is not None
    assert count.one_side
    assert count.plies_left == 2 * count.limit - 1
    after = game
    for _ in range(2):
        move = after.position.moves()[0]
        after = play(after, f"{move.origin}-{move.destination}")
    later = after.tally.count(Termination.MOVE_COUNT)
    assert later is None or (later.white, later.black) == (1, 0)


def test_reentry_5_7_forty_moves_without_a_capture_whatever_moves() -> None:
    game = begin("reentry", "W:W29:B1")
    count = game.tally.count(Termination.NO_CAPTURE)
    assert count is not None
    assert (count.limit, count.article) == (40, "damiera.reentry.default:5.7")
    move = game.position.moves()[0]
    after = play(game, f"{move.origin}-{move.destination}").tally.count(Termination.NO_CAPTURE)
    assert after is not None
    assert after.plies == 1


def test_on_a_star_the_first_home_wins() -> None:
    rules = ruleset("chinese-checkers").core
    door = rules.neighbour(112, "ne")
    home = ",".join(map(str, range(113, 122)))
    game = begin("chinese-checkers", f"0:0={door},{home};3=1,2,3,4,5,6,7,8,9,11")
    over = play(game, f"{door}-112")
    assert over.outcome is not None
    assert (over.outcome.winner, over.outcome.termination) == (Side.WHITE, Termination.HOME)
    assert over.outcome.score == "2-0"


def test_six_play_in_turn_and_offer_no_draws() -> None:
    game = Game.start(ruleset("chinese-checkers~seats=6"))
    assert [side.name for side in game.sides] == ["WHITE", "RED", "GREEN", "BLACK", "BLUE", "YELLOW"]
    for side in game.sides:
        assert game.side is side
        move = game.position.moves()[0]
        game = play(game, f"{move.origin}-{move.destination}")
    assert game.can_undo == frozenset(game.sides)
    with pytest.raises(OnlyForTwo):
        game.apply(DrawOffered(side="red", at=0))
    over = game.apply(Resigned(side="red", at=0))
    assert over.outcome is not None
    assert over.outcome.winner is None


def test_a_clock_is_for_two() -> None:
    clock = ClockSettings(base_ms=300_000)
    assert Game.start(ruleset("chinese-checkers"), clock=clock).clock is not None
    with raises(BadConditions, Message("A clock is for two: with more players there is none.")):
        Game.start(ruleset("chinese-checkers~seats=3"), clock=clock)


@pytest.mark.parametrize("slug", CATALOGUE)
def test_a_game_of_each_kind_is_played_to_its_end_or_for_long(slug: str) -> None:
    game = Game.start(CATALOGUE[slug])
    for ply in range(160):
        if game.outcome is not None:
            break
        moves = game.position.moves()
        move = moves[(7 * ply) % len(moves)]
        path = game.position.paths(move)[0]
        game = game.apply(Moved(path=path, drops=move.drops, at=ply))
    if game.outcome is not None:
        assert game.outcome.text("it") != game.outcome.text("en")
    assert Game.start(CATALOGUE[slug]).replay(game.events).position == game.position
