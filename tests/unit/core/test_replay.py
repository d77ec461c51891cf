"""Move texts: one against a position, and games in bulk."""

from __future__ import annotations

import random
import threading

import pytest

from damiera import _core
from damiera.testing.perft import PerftTable

ITALIAN = _core.rules("italian")
DRAUGHTS = [slug for slug in _core.slugs() if _core.rules(slug).family == "draughts"]
INTERNATIONAL = _core.rules("international")


def at(slug: str, fen: str) -> _core.Position:
    return PerftTable(slug, "", "", fen, ()).position()


@pytest.mark.parametrize(
    "text", ["22-18", " 22-18 ", "22x18", "22:18", "22X18", "c3-d4", "c3d4", "C3:D4", "c3xd4"]
)
def test_ways_to_write_a_move(text: str) -> None:
    verdict, moves = _core.parse_move(at("english", "W:W22:B1"), text)
    assert (verdict, [str(move) for move in moves]) == ("ok", ["22-18"])


@pytest.mark.parametrize("text", ["b3-c4", "b3c4"])
def test_names_of_the_mirrored_board(text: str) -> None:
    """On the Italian board a1 is no square: 21 lies on b3, 18 on c4."""
    assert ITALIAN.coordinates(21) == (1, 2)
    verdict, (move,) = _core.parse_move(ITALIAN.start(), text)
    assert (verdict, str(move)) == ("ok", "21-18")


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "22",
        "22-",
        "-18",
        "22--18",
        "22-18-",
        "22 18",
        "22-99",
        "0-18",
        "22-18!",
        "a",
        "a1-b1",
        "z9-a1",
        "22-1000000000000",
        "e4",
        "22\u201318",
        "O-O",
        "22-18\n",
        "22-18\0",
    ],
)
def test_texts_that_are_no_moves(text: str) -> None:
    assert _core.parse_move(ITALIAN.start(), text) == ("syntax", [])


@pytest.mark.parametrize("text", ["22-17", "21-25", "1-5", "22x15", "22x15x8", "22-18-14"])
def test_texts_of_moves_that_are_not_legal(text: str) -> None:
    assert _core.parse_move(ITALIAN.start(), text) == ("illegal", [])


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("46x5", "ok"),
        ("46x32x5", "ok"),
        ("46x28x5", "ok"),
        ("46x23x5", "ok"),
        ("46x37x19x5", "ok"),  # the captured pieces between
        ("46x19x37x5", "ok"),
        ("46x5x37x19", "ok"),  # Hub: from, to, captured
        ("46x5x19x37", "ok"),
        ("46x41x5", "illegal"),
        ("46x23x28x5", "illegal"),
        ("46x37x5", "illegal"),
        ("46x5x37", "illegal"),
        ("46x37x37x5", "illegal"),
    ],
)
def test_squares_between(text: str, verdict: str) -> None:
    found, moves = _core.parse_move(at("international", "W:WK46:B37,19"), text)
    assert found == verdict
    assert [str(move) for move in moves] == (["46x5"] if verdict == "ok" else [])


def _same_ends(position: _core.Position) -> list[_core.Move]:
    ends = [(move.origin, move.destination) for move in position.moves()]
    return [move for move in position.moves() if ends.count((move.origin, move.destination)) > 1]


def test_two_moves_with_the_same_ends_are_ambiguous() -> None:
    position = at("italian", "W:WK3:B1,4,6,7,11,14,15,21,22,31")
    rivals = _same_ends(position)
    assert len(rivals) == 2
    ends = f"{rivals[0].origin}x{rivals[0].destination}"
    assert _core.parse_move(position, ends) == ("ambiguous", rivals)
    for move in rivals:
        for path in position.paths(move):
            assert _core.parse_move(position, "x".join(map(str, path))) == ("ok", [move])
        hub = "x".join(map(str, (move.origin, move.destination, *move.captured)))
        assert _core.parse_move(position, hub) == ("ok", [move])
    played = _core.replay(position, [ends])
    assert (played.error, played.index, played.moves) == ("ambiguous", 0, [])
    assert played.candidates == rivals
    assert played.final == position


def test_replay_of_a_game() -> None:
    texts = ["23-19", "10-14", "19x10", "5x14"]
    played = _core.replay(ITALIAN.start(), texts)
    assert played.error is None
    assert played.index == 4
    assert played.candidates == []
    assert [str(move) for move in played.moves] == texts
    position = ITALIAN.start()
    for move in played.moves:
        position = position.play(move)
    assert played.final == position


def test_replay_of_nothing() -> None:
    played = _core.replay(ITALIAN.start(), [])
    assert (played.error, played.index, played.moves, played.final) == (None, 0, [], ITALIAN.start())


@pytest.mark.parametrize(("bad", "error"), [("nonsense", "syntax"), ("23-19", "illegal"), ("1x8", "illegal")])
def test_replay_stops_where_it_must(bad: str, error: str) -> None:
    played = _core.replay(ITALIAN.start(), ["23-19", "10-14", bad, "5x14"])
    assert (played.error, played.index, len(played.moves)) == (error, 2, 2)
    assert played.final == _core.replay(ITALIAN.start(), ["23-19", "10-14"]).final


def _random_game(rules: _core.Rules, seed: int, plies: int = 80) -> list[_core.Move]:
    chance = random.Random(seed)
    position = rules.start()
    played: list[_core.Move] = []
    while len(played) < plies and (moves := position.moves()):
        played.append(chance.choice(moves))
        position = position.play(played[-1])
    return played


def _long_text(position: _core.Position, move: _core.Move, chance: random.Random) -> str:
    return "x".join(map(str, chance.choice(position.paths(move))))


@pytest.mark.parametrize("slug", DRAUGHTS)
def test_random_games_by_their_routes(slug: str) -> None:
    rules = _core.rules(slug)
    for seed in range(30):
        chance = random.Random(seed)
        moves, texts, position = _random_game(rules, seed), [], rules.start()
        for move in moves:
            texts.append(_long_text(position, move, chance))
            position = position.play(move)
        played = _core.replay(rules.start(), texts)
        assert (played.error, played.moves, played.final) == (None, moves, position)


def test_many_games_at_once() -> None:
    starts = [_core.rules(slug).start() for slug in DRAUGHTS] * 2
    games = [[str(m) for m in _random_game(start.rules, seed, 12)] for seed, start in enumerate(starts)]
    games[7] = [*games[7], "1-1"]
    results = _core.replay_many(starts, games)
    assert len(results) == len(games)
    for start, game, result in zip(starts, games, results, strict=True):
        alone = _core.replay(start, game)
        assert (result.moves, result.final) == (alone.moves, alone.final)
        assert (result.error, result.index) == (alone.error, alone.index)
    assert results[7].error == "illegal"


def test_no_games() -> None:
    assert _core.replay_many([], []) == []


def test_as_many_starts_as_games() -> None:
    with pytest.raises(ValueError, match="as many start positions as games"):
        _core.replay_many([ITALIAN.start()], [])


def test_texts_must_be_texts() -> None:
    with pytest.raises((TypeError, RuntimeError)):
        _core.replay(ITALIAN.start(), [23])  # type: ignore[list-item]


def test_games_replay_side_by_side() -> None:
    """The lock of Python is released: threads share nothing but the tables."""
    games = [[str(m) for m in _random_game(INTERNATIONAL, seed, 40)] for seed in range(200)]
    starts = [INTERNATIONAL.start()] * len(games)
    expected = [result.final for result in _core.replay_many(starts, games)]
    found: dict[int, list[_core.Position]] = {}

    def work(n: int) -> None:
        found[n] = [result.final for result in _core.replay_many(starts, games)]

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(found[n] == expected for n in range(4))
