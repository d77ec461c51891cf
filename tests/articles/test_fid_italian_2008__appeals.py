"""What players claim and an arbiter rules, by FID 2008: a disturbed board, a wrong start, an irregularity."""

from __future__ import annotations

import pytest

from damiera._core import Side
from damiera.game.errors import GameOver, OutOfOrder
from damiera.game.events import (
    Claimed,
    ClaimRuled,
    Event,
    Irregular,
    LetStand,
    Moved,
    Replayed,
    ReplayOf,
    Ruled,
)
from damiera.game.outcome import Termination
from damiera.game.penalties import citable_draws, citable_losses, citable_powers
from damiera.game.state import Game
from damiera.game.ways import Conditions
from damiera.messages import Message
from damiera.regulations.book import rulebook
from damiera.rules.ruleset import ENGLISH, ITALIAN
from tests.wording import holds, raises

BOOK = "fid.italian.2008"
ARBITRATED = Conditions(arbitrated=True, automatic_count=False)
POSITION = Claimed(side="white", what="position", text="A glass fell", at=9)


def table(*events: Event) -> Game:
    return Game.start(ITALIAN, conditions=ARBITRATED).replay(events)


def moves(*routes: tuple[int, int]) -> tuple[Moved, ...]:
    return tuple(Moved(path=route, at=at) for at, route in enumerate(routes))


OPENING = moves((22, 18), (10, 13))


def test_art_07_08_a_disturbed_board_is_claimed_and_ruled_on_with_its_article() -> None:
    game = table(*OPENING, POSITION)
    [claim] = game.conduct.claims
    assert (claim.side, claim.what, claim.ply, claim.article) == (
        Side.WHITE,
        "position",
        2,
        f"{BOOK}:7.8",
    )
    assert (game.conduct.log[-1].author, game.conduct.log[-1].article) == ("white", f"{BOOK}:7.8")
    assert game.position == table(*OPENING).position
    upheld = game.apply(ClaimRuled(side="white", upheld=True, author="Rossi", at=10))
    assert (upheld.conduct.claims, upheld.conduct.log[-1].author) == ((), "Rossi")
    assert upheld.conduct.log[-1].article == f"{BOOK}:7.8"
    restored = upheld.apply(Ruled(text="As before", fen=OPENED_FEN, article="7.8", author="Rossi", at=11))
    assert restored.position == table(*OPENING[:1]).position


OPENED_FEN = table(*OPENING[:1]).position.fen


def test_art_07_08_whoever_has_moved_since_has_lost_the_right() -> None:
    """The board was disturbed after the first move; Black has moved since, White has not."""
    with raises(
        OutOfOrder, Message("{side} has moved since, on move {n}, and has lost the right to claim this.", n=1)
    ) as caught:
        table(*OPENING, Claimed(side="black", what="position", ply=1, at=9))
    assert caught.value.article == f"{BOOK}:7.8"
    assert table(*OPENING, Claimed(side="white", what="position", ply=1, at=9)).conduct.claims


def test_art_07_08_whoever_moves_on_waives_the_claim() -> None:
    game = table(*OPENING, POSITION, Moved(path=(23, 19), at=10))
    assert game.conduct.claims == ()
    assert holds(game.conduct.log[-1].text, Message("{side} has moved on: the claim lapses."))
    stays = table(*OPENING[:1], POSITION, Moved(path=(10, 13), at=10))
    assert len(stays.conduct.claims) == 1


def test_art_07_08_what_cannot_be_restored_is_replayed_and_kept() -> None:
    event = Replayed(game="k7", text="Nobody knows the position", author="Rossi", article="7.8", at=10)
    game = table(*OPENING, event)
    assert game.outcome is not None
    assert (game.outcome.termination, game.outcome.winner, game.outcome.score) == (
        Termination.REPLAYED,
        None,
        "*",
    )
    assert (game.outcome.article, game.outcome.declared_by) == (f"{BOOK}:7.8", "arbiter")
    assert (game.ply, game.conduct.replayed_as, game.conduct.log[-1].author) == (2, "k7", "Rossi")
    with pytest.raises(GameOver):
        game.apply(Moved(path=(23, 19), at=11))
    again = table(ReplayOf(game="g1", article="7.8", at=0))
    assert (again.conduct.replay_of, again.conduct.log[-1].article) == ("g1", f"{BOOK}:7.8")
    with raises(OutOfOrder, Message("A game takes the place of another before its first move only.")):
        table(*OPENING, ReplayOf(game="g1", at=9))


def test_art_07_02_a_wrong_start_is_claimed_within_the_limits() -> None:
    claim = Claimed(side="white", what="start", at=9 * 60_000)
    assert table(*OPENING, claim).conduct.claims[0].article == f"{BOOK}:7.2"
    with pytest.raises(OutOfOrder) as caught:
        table(*OPENING, Claimed(side="white", what="start", at=10 * 60_000))
    assert caught.value.article == f"{BOOK}:7.2"


def test_art_08_02_and_08_03_an_irregularity_is_claimed_until_one_has_moved() -> None:
    claim = Claimed(side="black", what="irregularity", ply=0, at=9)
    assert table(*OPENING[:1], claim).conduct.claims[0].article == f"{BOOK}:8.2"
    with pytest.raises(OutOfOrder) as caught:
        table(*OPENING, claim)
    assert caught.value.article == f"{BOOK}:8.3"


def test_art_08_03_an_irregularity_of_the_opponent_s_has_the_first_one_stand() -> None:
    first = Irregular(side="white", kind="moved_wrongly", path=(22, 14), at=1)
    second = Irregular(side="black", kind="moved_wrongly", path=(9, 17), at=2)
    game = table(first, second)
    assert game.conduct.pending is not None
    assert game.conduct.pending.side is Side.BLACK
    assert [entry.article for entry in game.conduct.log] == [
        f"{BOOK}:8.1.2",
        f"{BOOK}:8.3",
        f"{BOOK}:8.1.2",
    ]
    with pytest.raises(OutOfOrder):
        game.apply(Irregular(side="black", kind="moved_wrongly", path=(17, 20), at=3))
    assert game.apply(LetStand(side="white", at=3)).conduct.pending is None


@pytest.mark.parametrize(
    ("events", "why"),
    [
        (
            (POSITION, POSITION),
            Message("A claim of {side} waits for the arbiter already: it is ruled on first."),
        ),
        (
            (ClaimRuled(side="white", upheld=True, at=1),),
            Message("{side} has claimed nothing that waits for the arbiter."),
        ),
        (
            (Claimed(side="white", what="position", ply=3, at=1),),
            Message("Only {n} moves have been played: say after which of them it happened.", n=0),
        ),
    ],
)
def test_a_claim_that_cannot_be_is_told_why(events: tuple[Event, ...], why: Message) -> None:
    with raises(OutOfOrder, why):
        table(*events)


def test_without_an_arbiter_nothing_is_claimed() -> None:
    for event in (POSITION, Replayed(game="k7", at=1), ReplayOf(game="k7", at=1)):
        with pytest.raises(OutOfOrder):
            Game.start(ITALIAN).apply(event)


def test_the_english_book_has_its_own_article_for_a_disturbed_board() -> None:
    game = Game.start(ENGLISH, conditions=ARBITRATED).apply(POSITION)
    assert game.conduct.claims[0].article == "fid.english.2008:7.8"


def test_articles_that_carry_a_loss_a_draw_or_a_power_are_told_apart() -> None:
    book = rulebook(BOOK)
    losses, draws, powers = citable_losses(book), citable_draws(book), citable_powers(book)
    assert {"8.5", "9.2.1", "9.2.2", "9.2.3", "9.2.4", "9.2.5"} <= {*losses}
    assert "9.3.a" in draws
    assert {"5.10", "5.12", "7.2", "7.5", "7.8"} <= {*powers}
    assert not {*losses} & {*draws}
    assert not {"3.7", "6.1", "99.9"} & {*losses, *draws}
