"""What the book says: each reason once, word for word, in both languages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from damiera import _core
from damiera.messages import languages
from damiera.notation.fen import parse_fen
from damiera.regulations.book import UnknownRulebook, rulebook
from damiera.rules._situation import situation
from damiera.rules._wording import sentences
from damiera.rules.entry import entries
from damiera.rules.errors import OtherGamesBook
from damiera.rules.explain import (
    Explainer,
    Explanation,
    Reason,
    explain_move,
    explain_piece,
    explain_position,
)
from damiera.rules.ruleset import CATALOGUE, ENGLISH, INTERNATIONAL, ITALIAN, Ruleset, ruleset

# The mock-ups' own positions: a man that must take two, and one that can take only one.
MOCKUP = "W:W22,23,30,31:B10,11,18,19"
REFUSED = "W:W22,24,27:B10,18,20"


def at(fen: str, game: Ruleset = ITALIAN) -> _core.Position:
    return parse_fen(fen, game).position()


def numbers(explanation: Explanation) -> list[str]:
    return [ref.split(":")[1] for ref in explanation.articles]


def texts(moves: Sequence[_core.Move]) -> list[str]:
    return sorted(f"{m.origin}{'x' if m.is_capture else '-'}{m.destination}" for m in moves)


@dataclass(frozen=True)
class Case:
    """A move tried, and what must be said of it."""

    reason: Reason
    fen: str
    path: list[int]
    articles: list[str]
    it: str
    en: str
    squares: list[int]
    required: tuple[str, ...] = ()
    game: Ruleset = ITALIAN


CASES = [
    Case(
        Reason.EMPTY_SQUARE, "W:W22:B5", [18, 14], ["3.2.a"],
        "La 18 è vuota. Scegli un tuo pezzo.",
        "18 is empty. Choose a piece of yours.",
        [18],
    ),
    Case(
        Reason.NOT_YOUR_PIECE, "W:W22:B5", [5, 9], ["3.4"],
        "La 5 è del Nero. La mossa è del Bianco: ciascuno muove i propri pezzi.",
        "5 is Black's. It is White's turn: each moves their own pieces.",
        [5],
    ),
    Case(
        Reason.NOT_YOUR_PIECE, "B:W22:B5", [22, 18], ["3.4"],
        "La 22 è del Bianco. La mossa è del Nero: ciascuno muove i propri pezzi.",
        "22 is White's. It is Black's turn: each moves their own pieces.",
        [22],
    ),
    Case(
        Reason.OFF_BOARD, "W:W22:B5", [22, 33], ["2.4"],
        "La 33 non è sulla damiera. Le caselle vanno da 1 a 32.",
        "33 is not on the board. Squares run from 1 to 32.",
        [],
    ),
    Case(
        Reason.SAME_SQUARE, "W:W22:B5", [22, 22], ["4.1"],
        "La 22 resta dov'è. Una mossa porta il pezzo su un'altra casella.",
        "22 stays where it is. A move takes the piece to another square.",
        [],
    ),
    Case(
        Reason.OCCUPIED, "W:W22,26:B5", [26, 22], ["4.1"],
        "La 26 non può andare in 22. La 22 è occupata: si va su una casella libera.",
        "26 cannot go to 22. 22 is occupied: a piece goes to a free square.",
        [22],
    ),
    Case(
        Reason.NOT_DIAGONAL, "W:WK22:B5", [22, 14], ["4.7"],
        "La 22 non può andare in 14. Si va in diagonale: dalla 22 la 14 non si raggiunge.",
        "22 cannot go to 14. Pieces go on diagonals: 14 cannot be reached from 22.",
        [14],
    ),
    Case(
        Reason.MAN_BACKWARD, "W:W22:B5", [22, 26], ["4.1"],
        "La 22 non può andare in 26. La pedina va solo avanti; indietro va la dama.",
        "22 cannot go to 26. A man goes forward only; kings go back.",
        [26],
    ),
    Case(
        Reason.TOO_FAR, "W:W22:B5", [22, 15], ["4.1"],
        "La 22 non può andare in 15. Senza prendere, la pedina va di una casella per volta.",
        "22 cannot go to 15. Without capturing, the man goes one square at a time.",
        [15],
    ),
    Case(
        Reason.TOO_FAR, "W:WK22:B5", [22, 18, 14], ["4.7"],
        "La 22 non può andare in 14. Senza prendere, la dama va di una casella per volta.",
        "22 cannot go to 14. Without capturing, the king goes one square at a time.",
        [14],
    ),
    Case(
        Reason.MUST_CAPTURE, "W:W22,32:B18", [32, 28], ["6.1"],
        "La 32 non può muovere ora. Si deve prendere: con la 22, un pezzo.",
        "32 cannot move now. You must capture: with 22, one piece.",
        [22], ("22x13",),
    ),
    Case(
        Reason.MUST_CAPTURE, "W:W22,32:B18", [22, 19], ["6.1"],
        "La 22 non può andare in 19. Si deve prendere: con la 22, un pezzo.",
        "22 cannot go to 19. You must capture: with 22, one piece.",
        [22], ("22x13",),
    ),
    Case(
        Reason.MAN_CAPTURES_BACKWARD, "W:W18,32:B5,22", [18, 27], ["5.3.a"],
        "La 18 non può andare in 27. La pedina prende solo in avanti: la 22 è dietro.",
        "18 cannot go to 27. A man captures forward only: 22 is behind.",
        [22],
    ),
    Case(
        Reason.MAN_TAKES_KING, "W:W18,32:B5,K14", [18, 11], ["5.3.b"],
        "La 18 non può andare in 11. La pedina non prende le dame: in 14 c'è una dama.",
        "18 cannot go to 11. A man never takes a king: there is a king on 14.",
        [14],
    ),
    Case(
        Reason.JUMPS_OWN_PIECE, "W:W18,22:B5", [22, 13], ["6.3", "6.2"],
        "La 22 non può andare in 13. Non si passa sopra i propri pezzi: la 18 è tua.",
        "22 cannot go to 13. You never jump your own pieces: 18 is yours.",
        [18],
    ),
    Case(
        Reason.NO_LANDING, "W:W22:B15,18,19", [22, 15], ["5.2"],
        "La 22 non può andare in 15. La 19 non è in presa: dietro, la 15 è occupata.",
        "22 cannot go to 15. 19 cannot be taken: 15 behind it is occupied.",
        [19], ("22x13",),
    ),
    Case(
        Reason.MUST_CONTINUE, MOCKUP, [22, 13], ["5.7"],
        "La 22 non può andare in 13. La presa non è finita: dalla 13 la pedina prende anche la 10.",
        "22 cannot go to 13. The capture is not over: from 13 the man takes 10 too.",
        [10], ("22x6",),
    ),
    Case(
        Reason.MUST_CONTINUE, "W:WK23:B11,18,19", [23, 14], ["5.9"],
        "La 23 non può andare in 14. La presa non è finita: dalla 14 la dama prende anche la 18.",
        "23 cannot go to 14. The capture is not over: from 14 the king takes 18 too.",
        [18, 11], ("23x21", "23x7"),
    ),
    Case(
        Reason.NOTHING_TO_CAPTURE, "W:W29:B19,26", [29, 22, 15, 11], ["5.7"],
        "La 29 non può andare in 11. "
        "Dopo una presa si va avanti solo prendendo: tra la 15 e la 11 non c'è nulla da prendere.",
        "29 cannot go to 11. "
        "After a capture you go on only by capturing: there is nothing to take between 15 and 11.",
        [11], ("29x15",),
    ),
    Case(
        Reason.JUMPS_TWICE, "W:WK30:B11,12,19,20,27,28", [30, 23, 16, 7, 14, 23, 30], ["6.4"],
        "La 30 non può tornare alla sua casella per questa via. "
        "Lo stesso pezzo non si scavalca due volte: la 27 è già presa.",
        "30 cannot come back to its square this way. "
        "The same piece is never jumped twice: 27 is taken already.",
        [27], ("30x32",),
    ),
    Case(
        Reason.PROMOTION_STOPS, "W:W11:B5,6", [11, 2, 9], ["6.5", "4.6"],
        "La 11 non può andare in 9. "
        "In 2 la pedina diventa dama e si ferma: farà da dama alla prossima mossa.",
        "11 cannot go to 9. On 2 the man becomes a king and stops: it acts as a king next move.",
        [9], ("11x2",),
    ),
    Case(
        Reason.FEWER_PIECES, REFUSED, [24, 15], ["6.6"],
        "La 24 non può muovere ora. Si prende dove i pezzi sono di più: la 22 ne prende due, la 24 uno solo.",
        "24 cannot move now. You must take the most pieces: 22 takes two, 24 only one.",
        [22], ("22x6",),
    ),
    Case(
        Reason.FEWER_PIECES, "W:WK23:B18,19,20", [23, 16], ["6.6"],
        "La 23 non può andare in 16. "
        "Si prende dove i pezzi sono di più: verso la 21 ne prendi due, verso la 16 uno solo.",
        "23 cannot go to 16. You must take the most pieces: towards 21 you take two, towards 16 only one.",
        [23], ("23x21",),
    ),
    Case(
        Reason.FEWER_PIECES, "W:W24,29,30:B19,20,26,27", [24, 15], ["6.6"],
        "La 24 non può muovere ora. "
        "Si prende dove i pezzi sono di più: la 29 e la 30 ne prendono due, la 24 uno solo.",
        "24 cannot move now. You must take the most pieces: 29 and 30 take two, 24 only one.",
        [29, 30], ("29x15", "30x14", "30x16"),
    ),
    Case(
        Reason.MAN_INSTEAD_OF_KING, "W:WK24,25:B20,21", [25, 18], ["6.7"],
        "La 25 non può muovere ora. "
        "A pari numero prende la dama: tocca alla dama in 24, non alla pedina in 25.",
        "25 cannot move now. "
        "With equal numbers the king captures: the king on 24 must take, not the man on 25.",
        [24], ("24x15",),
    ),
    Case(
        Reason.FEWER_KINGS, "W:WK27:B13,15,22,K23", [27, 9], ["6.8"],
        "La 27 non può andare in 9. "
        "A pari numero si prendono più dame: verso la 11 ne prendi una, verso la 9 nessuna.",
        "27 cannot go to 9. "
        "With equal numbers take the greater number of kings: towards 11 you take one, towards 9 none.",
        [27], ("27x11",),
    ),
    Case(
        Reason.FEWER_KINGS, "W:WK30,K32:B19,K20,K27,28", [32, 23], ["6.8"],
        "La 32 non può muovere ora. A pari numero si prendono più dame: la 30 ne prende due, la 32 una sola.",
        "32 cannot move now. With equal numbers take the greater number of kings: 30 takes two, 32 only one.",
        [30], ("30x16",),
    ),
    Case(
        Reason.KINGS_LATER, "W:WK27:B5,K7,K13,15,K22,K23", [27, 4], ["6.9"],
        "La 27 non può andare in 4. A pari numero e valore si prende dove le dame vengono prima: "
        "il secondo pezzo verso la 2 è una dama, verso la 4 una pedina.",
        "27 cannot go to 4. With equal number and value, take the capture in which a king comes first: "
        "the second piece towards 2 is a king, towards 4 a man.",
        [27], ("27x2",),
    ),
    Case(
        Reason.KINGS_LATER, "W:WK29,K32:B18,K20,K26,28", [32, 23, 16], ["6.9"],
        "La 32 non può muovere ora. A pari numero e valore si prende dove le dame vengono prima: "
        "il primo pezzo preso dalla 29 è una dama, dalla 32 una pedina.",
        "32 cannot move now. With equal number and value, take the capture in which a king comes first: "
        "the first piece that 29 takes is a king, for 32 a man.",
        [29], ("29x13",),
    ),
    Case(
        Reason.GAME_OVER, "W:W13:B6,9,10", [13, 9], ["9.2.2"],
        "La partita è finita. Il Bianco non può più muovere: vince il Nero.",
        "The game is over. White has no move left: Black wins.",
        [],
    ),
    Case(
        Reason.GAME_OVER, "B:WK13:B", [13, 9], ["9.2.3"],
        "La partita è finita. Il Nero non ha più pezzi: vince il Bianco.",
        "The game is over. Black has no pieces left: White wins.",
        [],
    ),
    Case(
        Reason.PATH_BLOCKED, "W:WK46:B5,28,32", [46, 14], ["4.3"],
        "La 46 non può andare in 14. Si scavalca un pezzo per volta: tra la 46 e la 14 ce n'è più d'uno.",
        "46 cannot go to 14. Pieces are jumped one at a time: there are more between 46 and 14.",
        [32], (), INTERNATIONAL,
    ),
    Case(
        Reason.MUST_CONTINUE, "W:WK46:B10,19,32", [46, 23], ["4.6"],
        "La 46 non può andare in 23. La presa non è finita: dalla 23 la dama prende anche la 19.",
        "46 cannot go to 23. The capture is not over: from 23 the king takes 19 too.",
        [19], ("46x5",), INTERNATIONAL,
    ),
    Case(
        Reason.MUST_CONTINUE, "W:W13:B7,8", [13, 2], ["4.5"],
        "La 13 non può andare in 2. La presa non è finita: dalla 2 la pedina prende anche la 7.",
        "13 cannot go to 2. The capture is not over: from 2 the man takes 7 too.",
        [7], ("13x11",), INTERNATIONAL,
    ),
    Case(
        Reason.FEWER_PIECES, "W:W36,39:B22,31,34", [39, 30], ["4.13"],
        "La 39 non può muovere ora. Si prende dove i pezzi sono di più: la 36 ne prende due, la 39 uno solo.",
        "39 cannot move now. You must take the most pieces: 36 takes two, 39 only one.",
        [36], ("36x18",), INTERNATIONAL,
    ),
    Case(
        Reason.MUST_CAPTURE, "W:WK28:B5,19,32", [28, 6], ["4.2"],
        "La 28 non può andare in 6. Si deve prendere: con la 28, un pezzo.",
        "28 cannot go to 6. You must capture: with 28, one piece.",
        [28], ("28x10", "28x14", "28x37", "28x41", "28x46"), INTERNATIONAL,
    ),
    Case(
        Reason.OCCUPIED, "W:WK28,10:B5", [28, 10], ["3.9"],
        "La 28 non può andare in 10. La 10 è occupata: si va su una casella libera.",
        "28 cannot go to 10. 10 is occupied: a piece goes to a free square.",
        [10], (), INTERNATIONAL,
    ),
    Case(
        Reason.MUST_CONTINUE, "B:W15,16,22:B11", [11, 18], ["5.7"],
        "La 11 non può andare in 18. La presa non è finita: dalla 18 la pedina prende anche la 22.",
        "11 cannot go to 18. The capture is not over: from 18 the man takes 22 too.",
        [22], ("11x25",), ENGLISH,
    ),
    Case(
        Reason.MUST_CAPTURE, "B:W15,16,22:B3,11", [3, 7], ["6.1"],
        "La 3 non può muovere ora. Si deve prendere: con la 11.",
        "3 cannot move now. You must capture: with 11.",
        [11], ("11x20", "11x25"), ENGLISH,
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    "case", CASES, ids=lambda c: f"{c.game}-{c.reason.value}-{'-'.join(map(str, c.path))}"
)
def test_a_refusal(case: Case) -> None:
    explained = explain_move(at(case.fen, case.game), case.path)
    assert explained.reason is case.reason
    assert not explained.legal
    assert numbers(explained) == case.articles
    assert all(ref.startswith(f"{case.game.rulebooks[0]}:") for ref in explained.articles)
    assert f"{explained.title.text('it')}. {explained.text.text('it')}" == case.it
    assert f"{explained.title.text('en')}. {explained.text.text('en')}" == case.en
    assert list(explained.squares) == case.squares
    assert texts(explained.required) == sorted(case.required)


def test_every_reason_is_told_somewhere() -> None:
    """Here, or in an example of the catalogue, which is tried as soon as the core plays its game."""
    told = {case.reason for case in CASES} | {
        Reason.LEGAL,
        Reason.AMBIGUOUS,
        Reason.BLOCKED,
        Reason.KING_LIMIT,
        Reason.NOT_LISTED,  # test_captures_without_number.py
        Reason.OUT_OF_REACH,  # these three below
        Reason.SAME_TOWER_TWICE,
        Reason.MEN_ENTER_FIRST,
    }
    shown = {Reason(e.reason) for game in entries().values() for e in game.examples if e.reason}
    assert told | shown == set(Reason)


def test_a_king_that_has_moved_three_times_rests() -> None:
    """In the Frisian game; here a position from which the king's moves are taken away."""
    position = at("W:WK46,31:B5", INTERNATIONAL)
    here = situation(position)
    resting = replace(here, moves=tuple(move for move in here.moves if move.origin != 46))
    told = Explainer(resting, rulebook("wfd.frisian.2011")).piece(46)
    assert told.reason is Reason.KING_LIMIT
    assert told.articles == ("wfd.frisian.2011:C.1",)
    assert told.title.text("en") == "46 cannot move now"
    assert (
        told.text.text("it")
        == "La 46 ha già mosso tre volte di seguito senza prendere: ora muove un altro pezzo."
    )


@pytest.mark.parametrize(("fen", "key"), [("W:W13:B6,9,10", "no_moves"), ("W:W:B6", "no_pieces")])
def test_who_plays_to_lose_wins_without_a_move(fen: str, key: str) -> None:
    here = situation(at(fen))
    turned = replace(here, nature=replace(here.nature, goal="lose"))
    told = Explainer(turned, rulebook("losing.fid.italian.2008")).whole()
    assert told.text.text("en").endswith("this game is played to lose, and White wins.")
    assert told.articles == (rulebook("losing.fid.italian.2008").ref(key),)


def test_a_man_that_crosses_the_far_row() -> None:
    explained = explain_move(at("W:W13:B7,8", INTERNATIONAL), [13, 11])
    assert numbers(explained) == ["4.2", "4.15"]
    assert explained.text.text("it").endswith("si posa in 11. Passa per la 2 senza fermarsi e resta pedina.")
    assert explained.text.text("en").endswith("lands on 11. It crosses 2 without stopping and stays a man.")


@pytest.mark.parametrize("book", ["fid.italian.2006", "fid.italian.ten-rules", "juegopedia.italian.2019"])
def test_every_book_of_the_game_has_its_article(book: str) -> None:
    """Each refusal finds its article in every edition, or in the general book behind it."""
    for case in CASES:
        if case.game is ITALIAN:
            explained = explain_move(at(case.fen), case.path, book)
            assert explained.reason is case.reason
            assert explained.articles, (book, case.reason)


@pytest.mark.parametrize(
    ("book", "number"),
    [("fid.italian.2006", "6.6"), ("fid.italian.ten-rules", "7.a"), ("juegopedia.italian.2019", "1.4")],
)
def test_an_edition_is_cited_by_its_own_number(book: str, number: str) -> None:
    assert explain_move(at(REFUSED), [24, 15], book).articles == (f"{book}:{number}",)


@pytest.mark.parametrize(
    ("fen", "path", "articles", "it", "en"),
    [
        ("W:W22:B5", [22, 18], ["4.1"], "22-18: si può. La pedina va in 18, che è libera.",
         "22-18 is legal. The man goes to 18, which is free."),
        ("W:WK22:B5", [22, 26], ["4.7"], "22-26: si può. La dama va in 26, che è libera.",
         "22-26 is legal. The king goes to 26, which is free."),
        ("W:W6:B12", [6, 2], ["4.1", "4.2"], "6-2: si può. La pedina va in 2 e diventa dama.",
         "6-2 is legal. The man goes to 2 and becomes a king."),
        ("W:W29:B11,19,26", [29, 6], ["6.1"],
         "29×6: si può. La pedina prende la 26, la 19 e la 11 e si posa in 6.",
         "29×6 is legal. The man takes 26, 19 and 11 and lands on 6."),
        ("W:W11:B5,6", [11, 2], ["6.1", "4.2"], "11×2: si può. La pedina prende la 6 e si posa in 2.",
         "11×2 is legal. The man takes 6 and lands on 2."),
        (MOCKUP, [22, 13, 6], ["6.1", "6.10"], "22×6: si può. La pedina prende la 18 e la 10 e si posa in 6.",
         "22×6 is legal. The man takes 18 and 10 and lands on 6."),
    ],
)  # fmt: skip
def test_a_legal_move(fen: str, path: list[int], articles: list[str], it: str, en: str) -> None:
    explained = explain_move(at(fen), path)
    assert explained.reason is Reason.LEGAL
    assert explained.legal
    assert numbers(explained) == articles
    assert f"{explained.title.text('it')}. {explained.text.text('it')}" == it
    assert f"{explained.title.text('en')}. {explained.text.text('en')}" == en
    assert explained.squares == (path[0],)


def test_two_routes_are_the_player_s_choice() -> None:
    explained = explain_move(at(MOCKUP), [22, 6])
    assert explained.reason is Reason.AMBIGUOUS
    assert explained.legal
    assert numbers(explained) == ["6.10"]
    assert explained.title.text("it") == "22×6: da che parte?"
    assert explained.title.text("en") == "22×6: which way?"
    assert explained.text.text("it") == "Le strade sono due: il libro lascia la scelta a te."
    assert explained.text.text("en") == "There are two ways: the book leaves it to you."
    assert {move.captured for move in explained.required} == {(10, 18), (11, 19)}


@pytest.mark.parametrize(
    ("fen", "square", "reason", "articles", "it", "en"),
    [
        (REFUSED, 24, Reason.FEWER_PIECES, ["6.6"],
         ("La 24 non può muovere ora. "
          "Si prende dove i pezzi sono di più: la 22 ne prende due, la 24 uno solo."),
         "24 cannot move now. You must take the most pieces: 22 takes two, 24 only one."),
        (REFUSED, 27, Reason.MUST_CAPTURE, ["6.1"],
         "La 27 non può muovere ora. Si deve prendere: con la 22, due pezzi.",
         "27 cannot move now. You must capture: with 22, two pieces."),
        (REFUSED, 22, Reason.LEGAL, ["6.1", "6.6"], "La 22 può prendere. Prende andando in 6.",
         "22 can capture. It captures going to 6."),
        ("W:W22:B5", 22, Reason.LEGAL, ["4.1"], "La 22 può muovere. Può andare in 18 o in 19.",
         "22 can move. It may go to 18 or 19."),
        ("W:W21,25:B5", 25, Reason.BLOCKED, ["4.1"],
         "La 25 non può muovere ora. La 25 non ha caselle libere davanti a sé.",
         "25 cannot move now. 25 has no free square ahead."),
        ("W:WK29,25,26:B5", 29, Reason.BLOCKED, ["4.7"],
         "La 29 non può muovere ora. La 29 non ha caselle libere accanto.",
         "29 cannot move now. 29 has no free square beside it."),
        ("W:W22,19,32:B5,K18", 22, Reason.MAN_TAKES_KING, ["5.3.b"],
         "La 22 non può muovere ora. La pedina non prende le dame: in 18 c'è una dama.",
         "22 cannot move now. A man never takes a king: there is a king on 18."),
        ("W:W22:B5", 18, Reason.EMPTY_SQUARE, ["3.2.a"], "La 18 è vuota. Scegli un tuo pezzo.",
         "18 is empty. Choose a piece of yours."),
        ("W:W22:B5", 5, Reason.NOT_YOUR_PIECE, ["3.4"],
         "La 5 è del Nero. La mossa è del Bianco: ciascuno muove i propri pezzi.",
         "5 is Black's. It is White's turn: each moves their own pieces."),
        ("W:W22:B5", 0, Reason.OFF_BOARD, ["2.4"], "La 0 non è sulla damiera. Le caselle vanno da 1 a 32.",
         "0 is not on the board. Squares run from 1 to 32."),
    ],
)  # fmt: skip
def test_a_piece(fen: str, square: int, reason: Reason, articles: list[str], it: str, en: str) -> None:
    explained = explain_piece(at(fen), square)
    assert explained.reason is reason
    assert explained.legal == (reason is Reason.LEGAL)
    assert numbers(explained) == articles
    assert f"{explained.title.text('it')}. {explained.text.text('it')}" == it
    assert f"{explained.title.text('en')}. {explained.text.text('en')}" == en


def test_one_square_is_a_question_about_the_piece() -> None:
    position = at(REFUSED)
    assert explain_move(position, [24]) == explain_piece(position, 24)


def test_a_path_without_squares_is_no_question() -> None:
    with pytest.raises(ValueError, match="at least one square"):
        explain_move(ITALIAN.start(), [])


@pytest.mark.parametrize("told", [lambda: "22-18", lambda: ITALIAN.start().moves()[0]])
def test_a_move_or_its_text_is_no_path(told: Callable[[], Any]) -> None:
    with pytest.raises(TypeError, match=r"a path is the squares of a move, such as \(22, 18\), not "):
        explain_move(ITALIAN.start(), told())


@pytest.mark.parametrize(
    ("fen", "game", "articles", "it", "en"),
    [
        ("W:W22,23:B18,10,19,11,28", ITALIAN, ["6.1", "6.10"],
         "Devi prendere. Con la 22 o con la 23, due pezzi. Puoi scegliere.",
         "You must capture. With 22 or 23, two pieces. The choice is yours."),
        ("W:W9,22:B5,10,11,18,19", ITALIAN, ["6.1", "6.6", "6.10"],
         "Devi prendere. Con la 22, due pezzi. Le strade sono due e puoi scegliere.",
         "You must capture. With 22, two pieces. There are two ways and the choice is yours."),
        (REFUSED, ITALIAN, ["6.1", "6.6"], "Devi prendere. Con la 22, due pezzi.",
         "You must capture. With 22, two pieces."),
        ("W:WK24,25:B20,21", ITALIAN, ["6.1", "6.7"],
         "Devi prendere. Con la 24, un pezzo. A pari numero prende la dama.",
         "You must capture. With 24, one piece. With equal numbers the king captures."),
        ("W:WK27:B13,15,22,K23", ITALIAN, ["6.1", "6.8"],
         "Devi prendere. Con la 27, due pezzi, verso la 11. A pari numero si prendono più dame.",
         ("You must capture. With 27, two pieces, towards 11. "
          "With equal numbers take the greater number of kings.")),
        ("W:WK27:B13,K15,K22,23", ITALIAN, ["6.1", "6.9"],
         "Devi prendere. Con la 27, due pezzi, verso la 9. A pari numero e valore le dame vengono prima.",
         ("You must capture. With 27, two pieces, towards 9. "
          "With equal number and value, a king comes first this way.")),
        ("W:W21,22,23,24,29:B1", ITALIAN, ["4.1"],
         "Tocca a te. Puoi muovere cinque pezzi.", "Your move. You may move five pieces."),
        ("W:W22,K32:B1", ITALIAN, ["4.1", "4.7"],
         "Tocca a te. Puoi muovere la 22 o la 32.", "Your move. You may move 22 or 32."),
        ("W:W22:B18", ITALIAN, ["6.1"], "Devi prendere. Con la 22, un pezzo.",
         "You must capture. With 22, one piece."),
        ("W:W13:B6,9,10", ITALIAN, ["9.2.2"],
         "La partita è finita. Il Bianco non può più muovere: vince il Nero.",
         "The game is over. White has no move left: Black wins."),
        ("W:W20:B1", ITALIAN, ["4.1"], "Tocca a te. Puoi muovere la 20.", "Your move. You may move 20."),
        ("W:W24,20:B15,11,1", ITALIAN, ["4.1"], "Tocca a te. C'è una mossa sola: 20-16.",
         "Your move. There is one move only: 20-16."),
        ("B:W15,16,22:B11", ENGLISH, ["6.1", "6.6"],
         "Devi prendere. Con la 11. Le strade sono due e puoi scegliere.",
         "You must capture. With 11. There are two ways and the choice is yours."),
        ("W:W36,39:B22,31,34", INTERNATIONAL, ["4.2", "4.13"], "Devi prendere. Con la 36, due pezzi.",
         "You must capture. With 36, two pieces."),
    ],
)  # fmt: skip
def test_a_position(fen: str, game: Ruleset, articles: list[str], it: str, en: str) -> None:
    explained = explain_position(at(fen, game))
    assert numbers(explained) == articles
    assert f"{explained.title.text('it')}. {explained.text.text('it')}" == it
    assert f"{explained.title.text('en')}. {explained.text.text('en')}" == en


def test_the_start_of_each_game() -> None:
    for game in (game for game in CATALOGUE.values() if game.entry.family == "draughts"):
        explained = explain_position(game.start())
        assert explained.reason is Reason.LEGAL
        assert explained.title.text("it") == "Tocca a te"
        assert explained.required == ()


def test_another_rulebook_may_be_cited() -> None:
    articles = explain_position(at(REFUSED)).articles
    explained = explain_position(at(REFUSED), "fid.italian.2006")
    assert explained.articles == tuple(ref.replace("2008", "2006") for ref in articles) != ()
    with pytest.raises(UnknownRulebook):
        explain_position(at(REFUSED), "fid.italian.1934")


def test_a_rulebook_of_another_game_judges_nothing() -> None:
    with pytest.raises(OtherGamesBook) as caught:
        explain_move(at(REFUSED), [22, 18], "fid.english.2008")
    assert "fid.italian.2006" in caught.value.text("en")
    assert "fid.english.2008 non è di «italian»" in caught.value.text("it")
    played_to_lose = ruleset("italian-losing")
    assert explain_position(played_to_lose.start(), played_to_lose.rulebooks[1]).legal


def test_the_whole_sequence_is_compared_not_its_first_king() -> None:
    """27x2 over 22, 13, 5 takes king, man, man; a line king, king, man exists and is compulsory."""
    position = at("W:W21,K27,K32:BK5,7,12,13,K14,15,K19,K22,K26")
    explained = explain_move(position, [27, 18, 9, 2])
    assert explained.reason is Reason.KINGS_LATER
    assert numbers(explained) == ["6.9"]
    assert all(move.captured != (5, 13, 22) for move in explained.required)


def test_the_wording_is_tidy() -> None:
    for key, text in sentences().items():
        for lang in languages():
            said = text.text(lang)
            assert said.strip() == said, key
            assert "  " not in said, key
            assert said.endswith((".", ":")) == key.endswith(".text"), key


def test_every_reason_has_its_words() -> None:
    special = {Reason.LEGAL}
    for reason in set(Reason) - special:
        assert f"{reason.value}.text" in sentences()


@pytest.mark.parametrize(
    ("slug", "fen", "path", "reason", "said"),
    [
        ("chinese-checkers", "", (1, 40), Reason.OUT_OF_REACH, "40 cannot be reached"),
        ("chinese-checkers", "", (4, 5), Reason.OCCUPIED, "5 is occupied"),
        ("chinese-checkers", "", (112, 103), Reason.NOT_YOUR_PIECE, "White's turn"),
        ("bashni", "W:c3=w,d4=bb", (22, 15, 22), Reason.SAME_TOWER_TWICE, "not jumped twice running"),
        ("reentry", "W:W18:B1,2:R1,0", (31, 20), Reason.MEN_ENTER_FIRST, "29, 30, 31 or 32"),
    ],
)
def test_families_say_what_only_they_know(
    slug: str, fen: str, path: tuple[int, ...], reason: Reason, said: str
) -> None:
    rules = ruleset(slug)
    told = explain_move(rules.core.read(fen) if fen else rules.start(), path)
    assert told.reason is reason
    assert said in told.text.text("en")
    assert told.articles[0].startswith(rules.rulebooks[0])


def test_a_man_that_comes_back_explains_the_move_it_makes() -> None:
    """The capture is there only once the man stands on 30: the move is told from there."""
    position = ruleset("reentry").core.read("W:W22:B26:R1,0")
    told = explain_move(position, (30, 21))
    assert told.legal
    assert told.text.text("en") == "The man takes 26 and lands on 21."


@pytest.mark.parametrize(
    ("fen", "said"),
    [
        ("W:W22:B26:R1,0", "A man comes back on 29, 30, 31 or 32, and then you move: choose the move."),
        ("W:W22:B26:R2,0", "Two men come back on 29, 30, 31 or 32, and then you move: choose the move."),
        ("W:W22,29,30:B16:R3,0", "Two men come back on 31 and 32, and then you move: choose the move."),
    ],
)
def test_a_position_with_men_that_wait_says_where_they_come_back(fen: str, said: str) -> None:
    told = explain_position(ruleset("reentry").core.read(fen))
    assert told.legal
    assert told.text.text("en") == said
    assert told.articles[0] == "damiera.reentry.default:2.5"


@pytest.mark.parametrize(("slug", "path"), [("reentry", (18, 22)), ("breakthrough", (32, 37))])
def test_where_no_king_ever_moves_none_is_promised(slug: str, path: tuple[int, int]) -> None:
    game = ruleset(slug)
    position = parse_fen(f"W:W{path[0]}:B1", game).position()
    explained = explain_move(position, path)
    assert (explained.reason, explained.text.text("en")) == (Reason.MAN_BACKWARD, "A man goes forward only.")


def test_on_a_star_marbles_move() -> None:
    star = ruleset("chinese-checkers").start()
    assert explain_move(star, (4, 15)).text.text("it") == "La biglia va in 15, che è libera."
