"""All tie-breaks by code, in families.

| code | what |
|---|---|
| `buholz` | the federation's first quotient: sum of the opponents' points |
| `quotient2` | its second, since 2008: points made against each times their points (inferred) |
| `buchholz-cut1`, `-cut2`, `-median1`, `-median2` | without the lowest; without lowest and highest |
| `solkoff`, `solkoff-truncated` | the first under its name in FMJD events; without the lowest |
| `fore-buchholz`, `average-buchholz` | the last round drawn; the mean of the opponents' |
| `sonneborn-berger`, `-cut1` | the second under its usual name; without the lowest opponent |
| `wins`, `won` | wins with and without those by forfeit and bye |
| `black-games`, `black-wins`, `games` | games played with Black, won with Black; rounds not missed |
| `progressive`, `progressive-cut1` | the sum of the points after each round |
| `koya`, `kashdan` | points against who made half of all; 4, 2, 1 for a win, a draw, a loss over the board |
| `plus-draws`, `plus-minus-draws` | draws with the better of it; less those with the worse |
| `rating-mean`, `-cut1`, `performance`, `perfect-performance`, `opponents-...` | by the opponents' Elo |
| `elo` | one's own Elo |
| `board-points`, `score-strength` | of teams: points of the boards; with a share of the match Buchholz |
| `emmsb`, `emgsb`, `egmsb`, `eggsb`, `-cut1` | of teams: the opponents' match or board points, by own ones |
| `board-buchholz`, `-cut1` | of teams: the opponents' board points |
| `berlin`, `board-count` | of teams: points of the boards, the first ones weighing more; fewer first |
| `top-boards`, `bottom-boards` | of teams: board after board; without the last, without the last two |

Direct encounter is no number: see `procedure`. Every value is exact; rounding is for print.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple

from damiera.messages import Message, Text
from damiera.rating import fide
from damiera.rating.trace import half_up
from damiera.tournament.errors import BadTournament
from damiera.tournament.model import GameMark, PlayerGame
from damiera.tournament.tiebreak.model import Addend, Scale, TieBreak, TieBreakSheet, Value, folded
from damiera.tournament.tiebreak.sheet import missed
from damiera.tournament.tiebreak.unplayed_rounds import names as rule_names

__all__ = ["TIEBREAKS", "tiebreak"]


class _Part(NamedTuple):
    """An addend before its words: `score` decides what is cut."""

    line: PlayerGame
    score: Value
    value: Value


_Parts = Callable[[TieBreakSheet, int], "list[_Part]"]


def tiebreak(code: str) -> TieBreak:
    """Return the tie-break with this code, or with its short form.

    Raises:
        BadTournament: if there is none; names those there are.

    >>> tiebreak("SB").code
    'sonneborn-berger'
    """
    found = _BY_NAME.get(code.strip().casefold())
    if found is None:
        said = Message("There is no tie-break '{code}'. There are: {known}.")
        raise BadTournament(said.format(code=code, known=", ".join(TIEBREAKS)))
    return found


def _said(points: Value, unit: int) -> str:
    exact = Fraction(points, 1) / unit
    return str(exact.numerator) if exact.denominator == 1 else f"{float(exact):g}"


# --- parts: what each sum is made of ---------------------------------------------------------------------


def _lines(books: TieBreakSheet, number: int, *, fore: bool = False) -> Iterable[tuple[PlayerGame, int]]:
    return zip(books.sheet.cards[number], books.against(number, fore=fore), strict=True)


def _opponents_points(books: TieBreakSheet, number: int) -> list[_Part]:
    return [_Part(line, score, score) for line, score in _lines(books, number)]


def _fore_points(books: TieBreakSheet, number: int) -> list[_Part]:
    return [_Part(line, score, score) for line, score in _lines(books, number, fore=True)]


def _products(books: TieBreakSheet, number: int) -> list[_Part]:
    return [_Part(line, score, line.points * score) for line, score in _lines(books, number)]


def _running(books: TieBreakSheet, number: int) -> list[_Part]:
    out, total = [], 0
    by_round = {e.round: e for e in books.sheet.cards[number]}
    for line in by_round.values():
        total += line.points
        out.append(_Part(line, line.round, total))
    return out


def _ratings(books: TieBreakSheet, number: int) -> list[_Part]:
    ratings = books.sheet.ratings
    played = [(e, ratings.get(e.opponent or 0, 0)) for e in books.sheet.cards[number] if e.played]
    return [_Part(e, rating, rating) for e, rating in played if rating]


# --- cutting ---------------------------------------------------------------------------------------------


def _cut(parts: Sequence[_Part], low: int, high: int, *, missed_first: bool) -> set[int]:
    """Which parts are cut: the lowest scores, the highest; on equal scores the lower, the higher, addend.

    Under FIDE's rules a round missed by the player's own doing goes first, if that costs them more.
    """
    left = set(range(len(parts)))
    out: set[int] = set()

    def key(n: int) -> tuple[Value, Value, int]:
        return parts[n].score, parts[n].value, n

    for _ in range(min(low, len(parts))):
        worst = min(left, key=key)
        gone = [n for n in left if not parts[n].line.played and missed(parts[n].line)] if missed_first else []
        instead = min(gone, key=key, default=worst)
        if parts[instead].value > parts[worst].value:
            worst = instead
        left.remove(worst)
        out.add(worst)
    for _ in range(min(high, len(left))):
        best = max(left, key=key)
        left.remove(best)
        out.add(best)
    return out


def _progress_cut(books: TieBreakSheet, number: int) -> Value:
    return sum(p.value for p in _running(books, number)[1:])


def _opponents_sum(books: TieBreakSheet, number: int) -> Value:
    return sum(books.against(number))


def _products_sum(books: TieBreakSheet, number: int) -> Value:
    return sum([line.points * score for line, score in _lines(books, number)])


# the two sums every standing asks of everybody, without a part for each line
_WHOLE: dict[_Parts, Callable[[TieBreakSheet, int], Value]] = {
    _opponents_points: _opponents_sum,
    _products: _products_sum,
}


def _sum(parts: _Parts, low: int = 0, high: int = 0) -> Callable[[TieBreakSheet, int], Value]:
    if not low and not high:
        return _WHOLE.get(parts, lambda books, number: sum([p.value for p in parts(books, number)]))

    def value(books: TieBreakSheet, number: int) -> Value:
        own = parts(books, number)
        gone = _cut(own, low, high, missed_first=books.fide)
        return sum(p.value for n, p in enumerate(own) if n not in gone)

    return value


def _mean(parts: _Parts, low: int = 0) -> Callable[[TieBreakSheet, int], Value]:
    def value(books: TieBreakSheet, number: int) -> Value:
        own = parts(books, number)
        gone = _cut(own, low, 0, missed_first=False)
        kept = [p.value for n, p in enumerate(own) if n not in gone]
        return Fraction(sum(kept), len(kept)) if kept else 0

    return value


# --- addends: the parts in words -------------------------------------------------------------------------

_OPPONENT = Message("the opponent's points")
_RAISED = Message("the opponent's points, rounds missed at the end as draws")
_FORE = Message("{points}, last round drawn")
_STAND_IN = Message("not played: {rule}")
_MADE = Message("{made} × {score}: {points}")
_CUT = Message("cut: {why}")
_AFTER = Message("points after the round")
_ELO = Message("the opponent's Elo")


def _why(books: TieBreakSheet, line: PlayerGame, *, fore: bool = False) -> Text:
    if not line.played:
        return _STAND_IN.format(rule=rule_names[books.rule])
    assert line.opponent is not None
    plain = books.sheet.points[line.opponent]
    said = _OPPONENT if books.scores()[line.opponent] == plain else _RAISED
    return _FORE.format(points=said) if fore else said


def _words(
    parts: _Parts,
    reason: Callable[[TieBreakSheet, _Part], Text],
    low: int = 0,
    high: int = 0,
    *,
    plain: bool = False,
) -> Callable[[TieBreakSheet, int], tuple[Addend, ...]]:
    def addends(books: TieBreakSheet, number: int) -> tuple[Addend, ...]:
        own = parts(books, number)
        gone = _cut(own, low, high, missed_first=books.fide and not plain)
        out = []
        for n, part in enumerate(own):
            why = reason(books, part)
            why = _CUT.format(why=why) if n in gone else why
            out.append(Addend(part.line.round, part.line.opponent, part.value, why, n in gone))
        return tuple(out)

    return addends


def _score_reason(books: TieBreakSheet, part: _Part) -> Text:
    return _why(books, part.line)


def _fore_reason(books: TieBreakSheet, part: _Part) -> Text:
    return _why(books, part.line, fore=True)


def _product_reason(books: TieBreakSheet, part: _Part) -> Text:
    unit = books.sheet.unit
    made, score = _said(part.line.points, unit), _said(part.score, unit)
    return _MADE.format(made=made, score=score, points=_why(books, part.line))


def _buchholz(code: str, short: str, name: Text, low: int = 0, high: int = 0) -> TieBreak:
    return TieBreak(
        code,
        short,
        name,
        "points",
        _sum(_opponents_points, low, high),
        _words(_opponents_points, _score_reason, low, high),
    )


def _berger(code: str, short: str, name: Text, low: int = 0) -> TieBreak:
    return TieBreak(
        code,
        short,
        name,
        "products",
        _sum(_products, low),
        _words(_products, _product_reason, low),
    )


# --- counts ----------------------------------------------------------------------------------------------


def _counting(
    code: str,
    short: str,
    name: Text,
    count: Callable[[TieBreakSheet, PlayerGame], tuple[int, Text] | None],
    scale: Scale = "count",
) -> TieBreak:
    """A tie-break that gives each line a number, with its reason, or nothing."""

    def addends(books: TieBreakSheet, number: int) -> tuple[Addend, ...]:
        found = [(e, count(books, e)) for e in books.sheet.cards[number]]
        return tuple(Addend(e.round, e.opponent, got[0], got[1]) for e, got in found if got is not None)

    def value(books: TieBreakSheet, number: int) -> Value:
        found = [count(books, e) for e in books.sheet.cards[number]]
        return sum([got[0] for got in found if got is not None])

    return TieBreak(code, short, name, scale, value, addends)


_WON = Message("won")
_WON_BLACK = Message("won with Black")
_GIVEN = Message("won without play")


def _win(books: TieBreakSheet, line: PlayerGame) -> tuple[int, Text] | None:
    if line.played:
        return (1, _WON) if line.mark is GameMark.WIN else None
    full = line.points >= books.sheet.scoring.win
    return (1, _GIVEN) if full else None


def _won(books: TieBreakSheet, line: PlayerGame) -> tuple[int, Text] | None:
    return (1, _WON) if line.played and line.mark is GameMark.WIN else None


def _black(books: TieBreakSheet, line: PlayerGame) -> tuple[int, Text] | None:
    return (1, Message("with Black")) if line.played and line.colour == "black" else None


def _black_won(books: TieBreakSheet, line: PlayerGame) -> tuple[int, Text] | None:
    return (1, _WON_BLACK) if _black(books, line) and line.mark is GameMark.WIN else None


def _taken(books: TieBreakSheet, line: PlayerGame) -> tuple[int, Text] | None:
    return None if not line.played and missed(line) else (1, Message("a round not missed"))


_KASHDAN = {
    GameMark.WIN: (4, _WON),
    GameMark.DRAW: (2, Message("drawn")),
    GameMark.LOSS: (1, Message("lost")),
}


def _kashdan(books: TieBreakSheet, line: PlayerGame) -> tuple[int, Text] | None:
    return _KASHDAN[line.mark] if line.played and line.mark is not None else None


_PLUS = Message("drawn with the better of it")
_MINUS = Message("drawn with the worse of it")


def _plus(books: TieBreakSheet, line: PlayerGame) -> tuple[int, Text] | None:
    return (1, _PLUS) if line.mark is GameMark.DRAW and line.advantage is True else None


def _plus_minus(books: TieBreakSheet, line: PlayerGame) -> tuple[int, Text] | None:
    if line.mark is not GameMark.DRAW or line.advantage is None:
        return None
    return (1, _PLUS) if line.advantage else (-1, _MINUS)


def _koya(books: TieBreakSheet, line: PlayerGame) -> tuple[int, Text] | None:
    sheet = books.sheet
    if line.opponent is None:
        return None
    half = sheet.points[line.opponent] * 2 >= sheet.scoring.win * len(sheet.cards[line.opponent])
    why = Message("against who made half of the points at least")
    return (line.points, why) if half else None


# --- by rating -------------------------------------------------------------------------------------------


def _rounded_mean(low: int) -> Callable[[TieBreakSheet, int], Value]:
    mean = _mean(_ratings, low)
    return lambda books, number: half_up(Fraction(mean(books, number)))


def _halves(books: TieBreakSheet, number: int) -> tuple[int, list[int]]:
    """Halves of a game made over the board, and the opponents' ratings, of rated opponents only."""
    parts = _ratings(books, number)
    made = {GameMark.WIN: 2, GameMark.DRAW: 1, GameMark.LOSS: 0}
    return sum(made[p.line.mark] for p in parts if p.line.mark is not None), [int(p.value) for p in parts]


def _performance(books: TieBreakSheet, number: int) -> Value:
    made, ratings = _halves(books, number)
    return fide.performance(made, ratings) if ratings else 0


def _perfect(books: TieBreakSheet, number: int) -> Value:
    made, ratings = _halves(books, number)
    return fide.perfect_performance(made, ratings) if ratings else 0


def _of_opponents(own: TieBreak) -> _Parts:
    def parts(books: TieBreakSheet, number: int) -> list[_Part]:
        values = books.values(own)
        played = [e for e in books.sheet.cards[number] if e.played and e.opponent is not None]
        return [_Part(e, values[e.opponent or 0], values[e.opponent or 0]) for e in played]

    return parts


def _averaging(code: str, short: str, name: Text, own: TieBreak) -> TieBreak:
    parts = _of_opponents(own)
    mean = _mean(parts)
    rounds = own.scale == "rating"

    def value(books: TieBreakSheet, number: int) -> Value:
        exact = mean(books, number)
        return half_up(Fraction(exact)) if rounds else exact

    why = Message("the opponent's {name}").format(name=own.name)
    return TieBreak(code, short, name, own.scale, value, _words(parts, lambda _b, _p: why), _MEAN)


def _own_elo(books: TieBreakSheet, number: int) -> Value:
    return books.sheet.ratings.get(number, 0)


def _single(
    value: Callable[[TieBreakSheet, int], Value], why: Text
) -> Callable[[TieBreakSheet, int], tuple[Addend, ...]]:
    return lambda books, number: (Addend(None, None, value(books, number), why),)


# --- of teams --------------------------------------------------------------------------------------------


def _board_points(books: TieBreakSheet, number: int) -> Value:
    return books.sheet.board_points.get(number, 0)


def _divisor(books: TieBreakSheet) -> int:
    """Rounds times a match won, over all boards of a match won, without its fraction; 1 at least."""
    sheet = books.sheet
    return max(1, sheet.rounds * sheet.scoring.win // (sheet.unit * max(1, sheet.board_full)))


def _strength(books: TieBreakSheet, number: int) -> Value:
    total = sum(p.value for p in _opponents_points(books, number))
    return _board_points(books, number) + Fraction(total, books.sheet.unit * _divisor(books))


def _strength_addends(books: TieBreakSheet, number: int) -> tuple[Addend, ...]:
    whole = books.sheet.unit * _divisor(books)
    share = Message("{points}, over {n}")
    parts = [
        Addend(
            p.line.round,
            p.line.opponent,
            Fraction(p.value, whole),
            share.format(points=_why(books, p.line), n=_divisor(books)),
        )
        for p in _opponents_points(books, number)
    ]
    return (Addend(None, None, _board_points(books, number), _BOARDS), *parts)


def _product_of(score: str, made: str) -> _Parts:
    """Opponents' points times own ones, each of matches ("m") or of boards ("g")."""

    def parts(books: TieBreakSheet, number: int) -> list[_Part]:
        theirs = books.boards if score == "g" else books
        ours = books.boards if made == "g" else books
        lines = zip(books.sheet.cards[number], theirs.against(number), ours.sheet.cards[number], strict=True)
        return [_Part(line, their, own.points * their) for line, their, own in lines]

    return parts


def _exact(parts: _Parts, score: str, made: str) -> _Parts:
    """The parts in points of matches and boards as printed, whatever their scales."""

    def printed(books: TieBreakSheet, number: int) -> list[_Part]:
        units = {"m": books.sheet.unit, "g": books.boards.sheet.unit}
        return [
            _Part(p.line, p.score, Fraction(p.value, units[score] * units[made]))
            for p in parts(books, number)
        ]

    return printed


def _product_words(score: str) -> Callable[[TieBreakSheet, _Part], Text]:
    def reason(books: TieBreakSheet, part: _Part) -> Text:
        theirs = books.boards if score == "g" else books
        their = Fraction(part.score, theirs.sheet.unit)
        own = _said(part.value / their, 1) if their else "–"
        return _MADE.format(made=own, score=_said(their, 1), points=_why(theirs, part.line))

    return reason


def _extended(score: str, made: str, name: Text, low: int = 0) -> TieBreak:
    """FIDE's extended Sonneborn-Berger: `score` of the opponents, `made` by the team."""
    parts = _exact(_product_of(score, made), score, made)
    code = f"e{score}{made}sb" + ("-cut1" if low else "")
    short = f"E{score}{made}SB".upper() + ("-C1" if low else "")
    words = _words(parts, _product_words(score), low)
    return TieBreak(code, short, name, "count", _sum(parts, low), words, decimals=2)


def _board_buchholz(code: str, short: str, name: Text, low: int = 0) -> TieBreak:
    def parts(books: TieBreakSheet, number: int) -> list[_Part]:
        unit = books.boards.sheet.unit
        return [
            _Part(p.line, p.score, Fraction(p.value, unit)) for p in _opponents_points(books.boards, number)
        ]

    words = _words(parts, lambda books, part: _why(books.boards, part.line), low)
    return TieBreak(code, short, name, "count", _sum(parts, low), words, decimals=1)


def _on_boards(books: TieBreakSheet, number: int) -> tuple[int, ...]:
    return books.sheet.on_boards.get(number, ())


def _weighed(last_most: bool) -> Callable[[TieBreakSheet, int], tuple[Addend, ...]]:
    """The points of each board times its number, counted from the first or from the last."""

    def addends(books: TieBreakSheet, number: int) -> tuple[Addend, ...]:
        made, unit = _on_boards(books, number), books.boards.sheet.unit
        weights = range(1, len(made) + 1) if last_most else range(len(made), 0, -1)
        return tuple(
            Addend(None, None, Fraction(points * weight, unit),
                   _BOARD_TIMES.format(b=board, made=_said(points, unit), n=weight))
            for board, (points, weight) in enumerate(zip(made, weights, strict=True), 1)
        )  # fmt: skip

    return addends


def _weight_sum(last_most: bool) -> Callable[[TieBreakSheet, int], Value]:
    addends = _weighed(last_most)
    return lambda books, number: sum((a.value for a in addends(books, number)), Fraction(0))


def _top(books: TieBreakSheet, number: int) -> Value:
    return folded(_halves_of(books, _on_boards(books, number)))


def _bottom(books: TieBreakSheet, number: int) -> Value:
    made = _on_boards(books, number)
    return folded(_halves_of(books, [sum(made[:n]) for n in range(len(made) - 1, 0, -1)]))


def _halves_of(books: TieBreakSheet, points: Sequence[int]) -> list[int]:
    return [p * 2 // books.boards.sheet.unit for p in points]


_CUT1 = Message("{name}, cut 1")
_BOARD_TIMES = Message("board {b}: {made} × {n}")
_TOP_FIRST = Message("the first board decides, then the second, and so on")
_BOTTOM_OUT = Message("without the last board, then without the last two, and so on")
_BOARDS = Message("points of the boards")
_MEAN = Message("mean")
_BUHOLZ = Message("Buholz (first quotient)")
_TPR = TieBreak(
    "performance",
    "TPR",
    Message("performance rating"),
    "rating",
    _performance,
    _words(_ratings, lambda _b, _p: _ELO),
    Message("rounded mean, and the difference of FIDE table 8.1.1"),
)
_PTP = TieBreak(
    "perfect-performance",
    "PTP",
    Message("perfect performance"),
    "rating",
    _perfect,
    _words(_ratings, lambda _b, _p: _ELO),
    Message("the lowest rating that expects the points made (FIDE table 8.1.2)"),
)
_BH = _buchholz("buchholz", "BH", Message("Buchholz"))
_AVERAGE = _averaging("average-buchholz", "AOB", Message("mean Buchholz"), _BH)

_ALL: tuple[TieBreak, ...] = (
    _buchholz("buholz", "Q1", _BUHOLZ),
    _berger("quotient2", "Q2", Message("Second quotient")),
    _BH,
    _buchholz("buchholz-cut1", "BH-C1", Message("Buchholz cut 1"), 1),
    _buchholz("buchholz-cut2", "BH-C2", Message("Buchholz cut 2"), 2),
    _buchholz("buchholz-median1", "BH-M1", Message("Median Buchholz"), 1, 1),
    _buchholz("buchholz-median2", "BH-M2", Message("Median Buchholz 2"), 2, 2),
    _buchholz("solkoff", "SOLK", Message("Solkoff")),
    _buchholz("solkoff-truncated", "SOLK-T", Message("Solkoff truncated"), 1),
    TieBreak(
        "fore-buchholz",
        "FB",
        Message("Fore Buchholz"),
        "points",
        _sum(_fore_points),
        _words(_fore_points, _fore_reason),
    ),
    _AVERAGE,
    _berger("sonneborn-berger", "SB", Message("Sonneborn-Berger")),
    _berger("sonneborn-berger-cut1", "SB-C1", Message("Sonneborn-Berger cut 1"), 1),
    _counting("wins", "WIN", Message("Wins"), _win),
    _counting("won", "WON", Message("Wins over the board"), _won),
    _counting("black-games", "BPG", Message("Games with Black"), _black),
    _counting("black-wins", "BWG", Message("Wins with Black"), _black_won),
    _counting("games", "GE", Message("Rounds elected to play"), _taken),
    TieBreak(
        "progressive",
        "PS",
        Message("Progressive score"),
        "points",
        _sum(_running),
        _words(_running, lambda _b, _p: _AFTER),
    ),
    TieBreak(
        "progressive-cut1",
        "PS-C1",
        Message("Progressive score cut 1"),
        "points",
        _progress_cut,
        _words(_running, lambda _b, _p: _AFTER, 1, plain=True),
    ),
    _counting("koya", "KS", Message("Koya"), _koya, "points"),
    _counting("kashdan", "KA", Message("Kashdan"), _kashdan),
    _counting("plus-draws", "PD", Message("Plus draws"), _plus),
    _counting(
        "plus-minus-draws",
        "PMD",
        Message("Plus less minus draws"),
        _plus_minus,
    ),
    TieBreak(
        "rating-mean",
        "ARO",
        Message("Mean rating of the opponents"),
        "rating",
        _rounded_mean(0),
        _words(_ratings, lambda _b, _p: _ELO),
        _MEAN,
    ),
    TieBreak(
        "rating-mean-cut1",
        "ARO-C1",
        Message("Mean rating of the opponents cut 1"),
        "rating",
        _rounded_mean(1),
        _words(_ratings, lambda _b, _p: _ELO, 1, plain=True),
        _MEAN,
    ),
    _TPR,
    _PTP,
    _averaging(
        "opponents-performance",
        "APRO",
        Message("Mean performance of the opponents"),
        _TPR,
    ),
    _averaging(
        "opponents-perfect-performance",
        "APPO",
        Message("Mean perfect performance of the opponents"),
        _PTP,
    ),
    TieBreak(
        "elo",
        "ELO",
        Message("Elo"),
        "rating",
        _own_elo,
        _single(_own_elo, Message("own Elo")),
    ),
    TieBreak(
        "board-points",
        "BP",
        Message("Board points"),
        "count",
        _board_points,
        _single(_board_points, _BOARDS),
        decimals=1,
    ),
    *(
        _extended(score, made, _CUT1.format(name=name) if low else name, low)
        for score, made, name in (
            ("m", "m", Message("Sonneborn-Berger: match points × match points")),
            ("m", "g", Message("Sonneborn-Berger: match points × board points")),
            ("g", "m", Message("Sonneborn-Berger: board points × match points")),
            ("g", "g", Message("Sonneborn-Berger: board points × board points")),
        )
        for low in (0, 1)
    ),
    _board_buchholz("board-buchholz", "BH-GP", Message("Buchholz of the board points")),
    _board_buchholz("board-buchholz-cut1", "BH-GP-C1", Message("Buchholz of the board points cut 1"), 1),
    TieBreak(
        "berlin",
        "BER",
        Message("Berlin: the first boards weigh more"),
        "count",
        _weight_sum(False),
        _weighed(False),
        decimals=1,
    ),
    TieBreak(
        "board-count",
        "BC",
        Message("Board count, fewer first"),
        "count",
        _weight_sum(True),
        _weighed(True),
        decimals=1,
        fewer=True,
    ),
    TieBreak(
        "top-boards",
        "TBR",
        Message("Results of the top boards"),
        "count",
        _top,
        _single(_top, _TOP_FIRST),
        _TOP_FIRST,
        by_board=True,
    ),
    TieBreak(
        "bottom-boards",
        "BBE",
        Message("Bottom boards left out"),
        "count",
        _bottom,
        _single(_bottom, _BOTTOM_OUT),
        _BOTTOM_OUT,
        by_board=True,
    ),
    TieBreak(
        "score-strength",
        "SSSC",
        Message("Score strength combination"),
        "count",
        _strength,
        _strength_addends,
        decimals=1,
    ),
)

TIEBREAKS = MappingProxyType({one.code: one for one in _ALL})
"""The tie-breaks by their codes, in the order shown."""
_BY_NAME = {name.casefold(): one for one in _ALL for name in (one.code, one.short)}
