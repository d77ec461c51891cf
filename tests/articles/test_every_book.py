"""What many rulebooks say, each in its own article: proved for every one of them, topic by topic.

A proof is of a topic; `PROVED` says for which articles it stands, and docs/coverage names it there. Where
an article says a number in words or digits, the proof reads it there and looks for it in the game.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product

import pytest

from damiera._core import Move, Position, Side
from damiera.game.clock import ClockSettings
from damiera.game.draws import MoveCount, PositionTally
from damiera.game.events import (
    CountRequested,
    DrawAccepted,
    DrawOffered,
    Flagged,
    Moved,
    RepetitionClaimed,
    Resigned,
)
from damiera.game.outcome import Termination
from damiera.game.state import Game
from damiera.notation.fen import format_fen, parse_fen
from damiera.notation.moves import format_move
from damiera.regulations.book import Article, rulebook, rulebooks
from damiera.rules.explain import Reason, explain_move, explain_position
from damiera.rules.ruleset import ruleset_of
from damiera.rules.setup import SetupProblem
from tests.articles.desk import BLACK, WHITE, Desk, outcome

Proof = Callable[[Desk, Article], None]
PROOFS: dict[str, Proof] = {}

_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8}
_NUMBERS |= {"ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fifteen": 15, "sixteen": 16}
_NUMBERS |= {"twenty": 20, "thirty": 30, "hundred": 100}


def proves(*topics: str) -> Callable[[Proof], Proof]:
    """Mark a proof with the topics that it stands for."""

    def mark(proof: Proof) -> Proof:
        PROOFS.update(dict.fromkeys(topics, proof))
        return proof

    return mark


def numbers(article: Article) -> set[int]:
    """The numbers that an article names, in digits or words."""
    words = re.findall(r"[a-z]+|\d+", article.text.text("en").lower())
    return {
        int(word) if word.isdigit() else _NUMBERS[word]
        for word in words
        if word.isdigit() or word in _NUMBERS
    }


def ref(desk: Desk, article: Article) -> str:
    return f"{desk.id}:{article.number}"


def rng(desk: Desk) -> random.Random:
    return random.Random(f"articles of {desk.id}")


def placed(desk: Desk, side: Side, white: dict[int, bool], black: dict[int, bool]) -> Position:
    """A position by squares, each with whether a king stands there; men may stand on a last row."""
    name = desk.name
    if desk.game.core.family == "towers":
        pieces = [f"{name(s)}={'W' if king else 'w'}" for s, king in white.items()]
        pieces += [f"{name(s)}={'B' if king else 'b'}" for s, king in black.items()]
        fen = f"{side.letter}:{','.join(pieces)}"
    else:
        lists = [",".join(f"{'K' * king}{name(s)}" for s, king in of.items()) for of in (white, black)]
        fen = f"{side.letter}:W{lists[0]}:B{lists[1]}"
    return parse_fen(fen, desk.game).position(tolerate=~SetupProblem(0))


def scattered(desk: Desk, white: str, black: str) -> Iterator[Position]:
    """Random positions, White to move, with pieces written `KKM`; men stand neither on a base nor alone."""
    source, core = rng(desk), desk.game.core
    ends = {*core.promotion_squares(WHITE), *core.promotion_squares(BLACK)}
    inner = [square for square in range(1, core.squares + 1) if square not in ends]
    for _ in range(5000):
        men = source.sample(inner, (white + black).count("M"))
        rest = [square for square in range(1, core.squares + 1) if square not in men]
        kings = source.sample(rest, (white + black).count("K"))
        sides = [{(kings if p == "K" else men).pop(): p == "K" for p in side} for side in (white, black)]
        yield placed(desk, WHITE, sides[0], sides[1])


def turned(position: Position) -> Position:
    """The same board, the other side to move."""
    if position.rules.family == "draughts":
        return position.with_side(position.side.opponent)
    fen = position.side.opponent.letter + format_fen(position)[1:]
    return parse_fen(fen, ruleset_of(position)).position()


def quiet(position: Position) -> list[Move]:
    """Moves of kings that take nothing, and after which nobody could take anything."""
    if position.detect():
        return []
    after = [(move, position.play(move)) for move in position.moves()]
    return [
        move
        for move, then in after
        if position.piece_at(move.origin) in ("W", "B") and not then.detect() and not turned(then).detect()
    ]


def there_and_back(desk: Desk, white: str, black: str) -> tuple[Position, list[Move]]:
    """A position, and four moves of kings that lead back to it."""
    for start in scattered(desk, white, black):
        for one, two in ((a, b) for a in quiet(start) for b in quiet(start.play(a))):
            there = start.play(one).play(two)
            back = [m for m in quiet(there) if (m.destination, m.origin) == (one.origin, one.destination)]
            for three in back:
                for four in quiet(there.play(three)):
                    if (four.destination, four.origin) == (two.origin, two.destination):
                        return start, [one, two, three, four]
    raise AssertionError("no such position")


def begun(desk: Desk, position: Position, *, automatic: bool = True) -> Game:
    return Game.start(desk.game, rulebook=desk.id, position=position, automatic_count=automatic)


def moved(game: Game, move: Move) -> Game:
    return game.apply(Moved(path=game.position.paths(move)[0], drops=move.drops, at=0))


def sampled(desk: Desk, wanted: Callable[[Position], bool], *, longest: int = 400) -> Position:
    """The first position of random games in which something is so."""
    source = rng(desk)
    for _ in range(200):
        position = desk.game.start()
        for _ in range(longest):
            moves = position.moves()
            if not moves:
                break
            if wanted(position):
                return position
            position = position.play(source.choice(moves))
    raise AssertionError("no such position")


# --- board, men, turns ---


@proves("players")
def two_players(desk: Desk, article: Article) -> None:
    sides = Game.start(desk.game, rulebook=desk.id).sides
    assert len(sides) in numbers(article)


@proves("board", "playing_squares")
def the_size_of_the_board(desk: Desk, article: Article) -> None:
    core, said = desk.game.core, numbers(article)
    assert {core.squares, core.files, core.files * core.ranks} & said
    if "dark squares" in article.text.text("en"):
        assert core.squares in said


@proves("orientation")
def the_dark_corner(desk: Desk, article: Article) -> None:
    if "hexagon" not in article.text.text("en"):
        assert "lower" in article.text.text("en")
        right = "lower right" in article.text.text("en")
        if "white square" in article.text.text("en"):
            right = not right
        assert desk.game.core.dark_corner == ("right" if right else "left")


@proves("numbering")
def the_numbers_of_the_squares(desk: Desk, article: Article) -> None:
    core = desk.game.core
    every = range(1, core.squares + 1)
    if desk.game.notation == "algebraic":
        assert "letter" in article.text.text("en")
        assert all(
            desk.name(s) == f"{'abcdefghij'[f]}{r + 1}" for s in every for f, r in [core.coordinates(s)]
        )
        return
    from_white = "White's lower right" in article.text.text("en")

    def read(square: int) -> tuple[int, int]:
        file, rank = core.coordinates(square)
        return (rank, -file) if from_white else (-rank, file)

    assert sorted(every, key=read) == list(every)
    assert core.squares in numbers(article)


@proves("setup", "men", "check_setup")
def men_at_the_start(desk: Desk, article: Article) -> None:
    start = desk.game.start()
    assert len(start.white_men) == len(start.black_men) == desk.game.core.men
    assert desk.game.core.men in numbers(article) or "only the initial position" in article.text.text("en")
    rows = re.search(r"first (?:(\w+) rows|row)", article.text.text("en"))
    if rows is not None:
        ranks = {desk.game.core.coordinates(square)[1] for square in start.white_men}
        assert ranks == set(range(_NUMBERS[rows[1] or "one"]))


@proves("turns", "first_mover")
def who_begins(desk: Desk, article: Article) -> None:
    begins = re.search(r"(White|Black)(?: always)? begins", article.text.text("en"))
    start = desk.game.start()
    assert start.side.letter == (begins[1][0] if begins else "W")
    assert start.play(start.moves()[0]).side is start.side.opponent


@proves("own_piece")
def only_one_s_own_pieces(desk: Desk, article: Article) -> None:
    position = desk.game.start()
    theirs = turned(position).moves()[0]
    explained = explain_move(position, (theirs.origin, theirs.destination), desk.id)
    assert not explained.legal
    assert explained.articles[0] == ref(desk, article)


@proves("new_king_waits")
def a_new_king_waits_for_the_opponent(desk: Desk, article: Article) -> None:
    core = desk.game.core
    last = core.promotion_squares(WHITE)
    for square, far in product(range(1, core.squares + 1), reversed(range(1, core.squares + 1))):
        if square == far or square in last or far in core.promotion_squares(BLACK):
            continue
        position = placed(desk, WHITE, {square: False}, {far: False})
        crowning = next((m for m in position.moves() if m.promotes and not m.is_capture), None)
        if crowning is not None and position.play(crowning).has_moves():
            after = position.play(crowning)
            assert (after.side, after.piece_at(crowning.destination)) == (BLACK, "W")
            on = explain_move(after, (crowning.destination, crowning.origin), desk.id)
            assert on.reason is Reason.NOT_YOUR_PIECE
            return
    raise AssertionError("no man is ever crowned")


# --- captures, as far as every game has them alike ---


_PREFERRED = {"most_pieces", "most_value", "with_king", "most_kings", "kings_first"}


@proves("free_choice")
def the_choice_is_free_in_the_end(desk: Desk, article: Article) -> None:
    """Where several captures are left, and no article that prefers one to another has to be asked."""
    articles = (one for one in desk.book.articles if "free_choice" not in one.governs)
    beside = {ref(desk, one) for one in articles if _PREFERRED & set(one.governs)}

    def is_left(position: Position) -> bool:
        several = position.detect() and len(position.moves()) > 1
        return several and not beside & set(explain_position(position, desk.id).articles)

    assert ref(desk, article) in explain_position(sampled(desk, is_left), desk.id).articles


@proves("must_capture")
def captures_come_before_moves(desk: Desk, article: Article) -> None:
    """Where one piece may capture, the move that another could make is refused under this article."""

    def is_told(position: Position) -> bool:
        return position.detect() and bool(_idle(position))

    position = sampled(desk, is_told)
    assert all(move.is_capture for move in position.moves())
    explained = explain_move(position, _idle(position)[0], desk.id)
    assert explained.articles[0] == ref(desk, article)


def _idle(position: Position) -> list[tuple[int, int]]:
    """Steps of White's or Black's men straight ahead, legal but for a capture elsewhere."""
    core, found = position.rules, []
    lines = {line.path[0] for line in position.capture_lines()}
    ways = core.traits["man_moves"]
    assert isinstance(ways, tuple)
    for square, piece in position.pieces.items():
        if piece != ("w" if position.side is WHITE else "b") or square in lines:
            continue
        for way in ways:
            turned = way.translate(str.maketrans("nsew", "snwe")) if position.side is BLACK else way
            there = core.neighbour(square, turned)
            if there is not None and position.piece_at(there) is None:
                found.append((square, there))
    return found


# --- results ---


@proves("no_moves")
def who_cannot_move(desk: Desk, article: Article) -> None:
    """A man in the corner, all squares about it taken, two deep and more."""
    core = desk.game.core
    every = range(1, core.squares + 1)
    hemmed = min((s for s in every if s not in core.promotion_squares(WHITE)), key=core.coordinates)
    depth = 2 if core.family == "towers" else core.ranks
    there = core.coordinates(hemmed)
    near = sorted(every, key=lambda s: _apart(core.coordinates(s), there))
    rest = {s: False for s in near if s != hemmed and _apart(core.coordinates(s), there) <= depth}
    if desk.game.core.family == "reentry":  # twelve of a side and no more, even on a board set up by hand
        rest = dict(list(rest.items())[:12])
    game = begun(desk, placed(desk, WHITE, {hemmed: False}, rest))
    assert outcome(game).winner is (WHITE if desk.game.core.traits["goal"] == "lose" else BLACK)
    assert outcome(game).article == ref(desk, article)


def _apart(one: tuple[int, int], two: tuple[int, int]) -> int:
    return max(abs(one[0] - two[0]), abs(one[1] - two[1]))


@proves("no_pieces")
def who_has_no_pieces(desk: Desk, article: Article) -> None:
    middle = desk.game.core.squares // 2
    game = begun(desk, placed(desk, WHITE, {}, {middle: False}))
    assert outcome(game).winner is (WHITE if desk.game.core.traits["goal"] == "lose" else BLACK)
    assert outcome(game).article == ref(desk, article)


@proves("resignation")
def who_resigns(desk: Desk, article: Article) -> None:
    game = Game.start(desk.game, rulebook=desk.id).apply(Resigned(side="white", at=0))
    assert (outcome(game).winner, outcome(game).article) == (BLACK, ref(desk, article))


@proves("time")
def who_runs_out_of_time(desk: Desk, article: Article) -> None:
    game = Game.start(desk.game, rulebook=desk.id, clock=ClockSettings(base_ms=1000))
    over = game.apply(Flagged(at=1000))
    assert (outcome(over).winner, outcome(over).article) == (game.side.opponent, ref(desk, article))


@proves("agreement")
def players_agree(desk: Desk, article: Article) -> None:
    game = Game.start(desk.game, rulebook=desk.id).apply(DrawOffered(side="white", at=0))
    over = game.apply(DrawAccepted(side="black", at=0))
    assert (outcome(over).score, outcome(over).article) == ("1-1", ref(desk, article))


# --- draws by count ---


@proves("repetition")
def the_same_position_again(desk: Desk, article: Article) -> None:
    start, ways = there_and_back(desk, "KKM", "KKM")
    game = begun(desk, start, automatic=False)
    times = desk.book.parameters.repetition
    assert times is not None
    for ply in range(4 * (times - 1)):
        assert game.outcome is None
        assert not game.can_claim_repetition or desk.book.parameters.repetition_before_move
        game = moved(game, ways[ply % 4])
    if desk.book.parameters.repetition_on_request:
        assert game.outcome is None
        game = game.apply(_claim())
    assert (outcome(game).termination, outcome(game).article) == (Termination.REPETITION, ref(desk, article))
    assert any(word in article.text.text("en") for word in ("third" if times == 3 else "fourth", str(times)))


def _claim() -> RepetitionClaimed:
    return RepetitionClaimed(side="white", at=0)


@proves("no_progress", "no_capture")
def nothing_happens_for_so_many_moves(desk: Desk, article: Article) -> None:
    """Four moves are played and counted; the count is then set to its last but one, and played out."""
    start, ways = there_and_back(desk, "KKM", "KKM")
    game = begun(desk, start)
    for move in ways[:3]:
        game = moved(game, move)
    (count,) = (c for c in game.tally.counts if c.article == ref(desk, article))
    said = desk.book.parameters
    assert count.limit in (said.no_progress_moves, said.no_capture_moves)
    assert count.limit in numbers(article)
    assert count.plies == 3
    assert not is_drawn(game, replace(count, plies=2 * count.limit - 2))
    assert is_drawn(game, replace(count, plies=2 * count.limit - 1)) or said.no_progress_on_request


def is_drawn(game: Game, count: MoveCount) -> bool:
    """Does one more quiet move make the draw, when the count stands so?"""
    tally = PositionTally(1, (count,), game.tally.tail)
    moved_on = moved(replace(game, tallies=(*game.tallies[:-1], tally)), quiet(game.position)[0])
    return moved_on.outcome is not None and moved_on.outcome.article == count.article


@proves("move_count")
def king_moves_are_counted_on_request(desk: Desk, article: Article) -> None:
    start, _ = there_and_back(desk, "KM", "KM")
    game = begun(desk, start, automatic=False)
    assert game.tally.count(Termination.MOVE_COUNT) is None
    count = game.apply(CountRequested(side="white", at=0)).tally.count(Termination.MOVE_COUNT)
    assert count is not None
    assert (count.article, count.limit) == (ref(desk, article), desk.book.parameters.move_count)
    assert count.limit in numbers(article)


@proves("material", "material_one", "material_two", "material_three")
def a_small_ending_has_its_own_limit(desk: Desk, article: Article) -> None:
    limits = [limit for limit in desk.book.parameters.material_limits if limit.article == article.number]
    assert limits
    for limit in limits:
        assert limit.moves in numbers(article)
        for stronger in limit.stronger[:4]:
            start, _ = there_and_back(desk, stronger, limit.weaker)
            counts = {(c.article, c.limit) for c in begun(desk, start).tally.counts}
            assert (ref(desk, article), limit.moves) in counts


# --- writing ---


@proves("notation", "move_text")
def a_move_is_written(desk: Desk, article: Article) -> None:
    start = desk.game.start()
    move = start.moves()[0]
    assert format_move(start, move) == f"{desk.name(move.origin)}-{desk.name(move.destination)}"
    sign = ":" if "colon" in article.text.text("en") else "x"
    position = sampled(desk, lambda p: p.detect() and len(p.moves()) == 1)
    (capture,) = position.moves()
    written = format_move(position, capture)
    assert sign in written
    assert written.split(sign)[-1] == desk.name(capture.destination)


# --- which proof stands for which article ---

# The star has a hundred and twenty-one holes, up to six players and no captures: its articles have their own
# tests. A king ends a game of breakthrough, and nobody becomes one in re-entry, so that neither has a quiet
# move to repeat.
_ELSEWHERE = {
    ("breakthrough", "repetition"),
    ("breakthrough", "new_king_waits"),
    *(("cheskers", topic) for topic in ("setup", "men", "check_setup", "new_king_waits", "no_moves")),
    ("reentry", "repetition"),
    ("reentry", "no_capture"),
    ("alquerque", "repetition"),  # without kings, by men that go back
    ("alquerque", "no_capture"),
    ("italian", "no_progress"),  # where it is an edition of its own, with its own tests
}
_FEDERATIONS_OWN = {"fid.italian.2008", "fid.italian.2006", "fid.english.2008", "fmjd.international"}


def proved() -> Iterator[tuple[str, str, str]]:
    """Each book, article and topic for which a proof of this module stands."""
    for id in rulebooks():
        book = rulebook(id)
        if book.game in ("chinese-checkers", "ugolki", "halma") or id in _FEDERATIONS_OWN:
            continue
        for article in book.articles:
            for topic in article.governs:
                if article.software and topic in PROOFS and (book.game, topic) not in _ELSEWHERE:
                    yield id, article.number, topic


PROVED = list(proved())


@pytest.mark.parametrize(("book", "number", "topic"), PROVED)
def test_article(book: str, number: str, topic: str) -> None:
    """A test of its own for each article: `tests/proofs` asks for one at a time."""
    PROOFS[topic](Desk(book), rulebook(book).article(number))


def test_what_is_proved_nowhere_here_is_said() -> None:
    """Each exception is one: without it a proof would stand for an article."""
    topics = {
        (rulebook(id).game, topic) for id in rulebooks() for a in rulebook(id).articles for topic in a.governs
    }
    assert topics >= _ELSEWHERE
    assert {topic for _, topic in _ELSEWHERE} <= set(PROOFS)
