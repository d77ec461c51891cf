"""Score sheets: every move and name is on the paper, whatever its letters, on as many pages as it takes."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest

from damiera._core import Move, Side
from damiera.game.outcome import Outcome, Termination
from damiera.game.timing.units import length_words
from damiera.messages import Lang, Message, Recorded, Text, Verbatim
from damiera.notation.pdn.model import PdnGame, pdn_game
from damiera.notation.pdn.reader import read_pdn
from damiera.paper.pictures import PictureError
from damiera.paper.sheet import how_it_ended, score_sheet
from damiera.rules.ruleset import CATALOGUE, ITALIAN, Ruleset
from damiera.service.record import Earlier
from tests.unit.paper.paper_reader import pages_of as read_pages
from tests.wording import shows

GAME = """[Event "Prova"]
[Site "Livorno"]
[Date "2026.??.??"]
[Round "3"]
[White "Čížek (Anna)"]
[Black "Иванов"]
[BlackRating "4521"]
[GameType "22"]
[BallotPlies "2"]
[Termination "agreement"]
[Result "1/2-1/2"]

1. 21-17 {[%clk 1:02:03]} 12-15 2. 23-19! $7 11-14 $6 3. 19x12 {+1} 8x15 {a. l.} 1/2-1/2
"""


def game_of(text: str) -> PdnGame:
    [item] = read_pdn(text)
    assert isinstance(item, PdnGame)
    return item


def words_of(pdf: bytes) -> list[str]:
    """What a PDF writes, in its order."""
    return [word.text for page in read_pages(pdf) for word in page.words]


def pages_of(pdf: bytes) -> int:
    return len(read_pages(pdf))


@pytest.mark.parametrize(
    ("tags", "time"),
    [
        (
            '[TimeControl "1800+5"]',
            Message("{said}, plus {more} a move", said=length_words(1_800_000), more=length_words(5_000)),
        ),
        ('[TimeControl "un\'ora a testa"]', Verbatim("un'ora a testa")),
        (
            '[WhiteTimeControl "1800"] [BlackTimeControl "600"]',
            Message(
                "White: {white}; Black: {black}",
                white=Message("{base} for the whole game", base=length_words(1_800_000)),
                black=Message("{base} for the whole game", base=length_words(600_000)),
            ),
        ),
    ],
)
@pytest.mark.parametrize("lang", ["it", "en"])
def test_the_time_is_in_words(tags: str, time: Text, lang: Lang) -> None:
    game = game_of(GAME.replace("[Round", f"{tags}\n[Round"))
    assert time.text(lang) in words_of(score_sheet(game, lang=lang))


@pytest.mark.parametrize("tag", ["-", "?"])
def test_no_time_is_no_field(tag: str) -> None:
    assert "Tempo" not in words_of(
        score_sheet(game_of(GAME.replace("[Round", f'[TimeControl "{tag}"]\n[Round')))
    )


def test_everything_is_on_the_paper() -> None:
    game = game_of(GAME)
    words = words_of(score_sheet(game))
    wanted = ["FORMULARIO DI GARA", "Dama italiana", "Prova", "Livorno", "2026", "3", "Čížek (Anna)"]
    wanted += [
        "Иванов (4521)",
        "21-17",
        "12-15",
        "23-19 ! *",
        "11-14 !?",
        "19x12 +1",
        "8x15 a.l.",
        "1:02:03",
    ]
    wanted += ["1/2-1/2 Patta", "Patta di comune accordo (art. 9.3.a)", "L'arbitro"]
    assert [word for word in wanted if word not in words] == []
    assert any("corsivo" in word for word in words)


def test_a_date_is_in_words_and_numbers_stand_clear_of_the_moves() -> None:
    sheet = score_sheet(game_of(GAME.replace("2026.??.??", "2026.11.28")))
    (page,) = read_pages(sheet)
    assert "28 novembre 2026" in page.text
    first = next(word for word in page.words if word.text == "21-17")
    number = next(word for word in page.words if word.text == "1" and abs(word.base - first.base) < 3)
    assert first.left - number.right > 5, "points: the line of the table stands between them"


def test_letters_no_font_has_are_told() -> None:
    words = words_of(score_sheet(game_of(GAME.replace("(Anna)", "𒀀"))))
    assert "Čížek □" in words
    told = Message("Letters that no font of the print has: {who}.")
    assert told.format(who="U+12000").text("it") in words
    assert not any(shows(word, told, "it") for word in words_of(score_sheet(game_of(GAME))))


def test_the_form_speaks_english_and_is_the_same_each_time() -> None:
    game = game_of(GAME)
    words = words_of(score_sheet(game, lang="en"))
    assert "SCORE SHEET" in words
    assert "1/2-1/2 Draw" in words
    assert score_sheet(game) == score_sheet(game)
    assert not any("italics" in word for word in words_of(score_sheet(game, lang="en", ballot=0)))


def test_a_long_game_goes_on_over_the_page() -> None:
    position, moves = ITALIAN.start(), list[Move]()
    while len(moves) < 600:
        legal = position.moves()
        if not legal:
            break
        moves.append(legal[0])
        position = position.play(legal[0])
    game = pdn_game(ITALIAN, moves)
    long = replace(game, mainline=game.mainline[:2] * 300)  # the paper does not play them
    pdf = score_sheet(long, outcome=Outcome(None, Termination.AGREEMENT, None))
    assert pages_of(pdf) > 2
    assert words_of(pdf).count(game.mainline[0].text) == 300
    assert any("segue" in word for word in words_of(pdf))
    assert pages_of(score_sheet(game_of(GAME))) == 1


@pytest.mark.parametrize("plies", range(60, 180, 7))
def test_result_and_signatures_have_room_at_every_length(plies: int) -> None:
    game = game_of(GAME)
    long = replace(game, mainline=(game.mainline * 40)[:plies])
    words = words_of(score_sheet(long, outcome=Outcome(None, Termination.AGREEMENT, None)))
    assert words[-1] == "L'arbitro"
    assert sum(word.startswith("21-17") for word in words) == sum(e.text == "21-17" for e in long.mainline)


def test_an_unusual_start_has_its_diagram() -> None:
    pdf = score_sheet(game_of('[GameType "22"]\n[FEN "B:W6,13,14,21,22:B3"]\n\n1... 3x10x19x26 *'))
    assert b"/Subtype /Image" in pdf
    words = words_of(pdf)
    assert "Posizione iniziale" in words
    assert any("B3" in word for word in words)
    assert b"/Subtype /Image" not in score_sheet(game_of(GAME))


def test_what_was_played_before_a_ruling_is_on_the_paper() -> None:
    said = Recorded({"it": "Nero: mossa diversa dal consentito.", "en": "Black: a move that is not allowed."})
    first = game_of('[GameType "22"]\n[BallotPlies "1"]\n\n1. 21-17 12-15 2. 23-19 *')
    after = ITALIAN.core.position(Side.WHITE, (17, 19, 24), (), (9, 10, 15), ())
    game = pdn_game(ITALIAN, [after.moves()[0]], start=after)
    earlier = [Earlier(first, said, "fid.italian.2008:8.1.2", after)]
    pdf = score_sheet(game, earlier=earlier, outcome=Outcome(None, Termination.AGREEMENT, None))
    words = words_of(pdf)
    assert [word for word in words if word in ("21-17", "12-15", "23-19", game.mainline[0].text)] == [
        "21-17",
        "12-15",
        "23-19",
        game.mainline[0].text,
    ]
    told = words.index("Nero: mossa diversa dal consentito (art. 8.1.2)")
    assert words.index("23-19") < told < words.index(game.mainline[0].text)
    assert "Posizione: W :W17,19,24 :B9,10,15" in words
    numbers = [word for word in words if word in ("1", "2", "3", "4")]
    assert numbers == ["1", "2", "3"]  # Black's irregularity is the second half of the second turn
    assert any("corsivo" in word for word in words)
    assert b"/Subtype /Image" not in pdf  # the game began in the usual way


def test_a_long_reason_goes_over_several_lines() -> None:
    why = " ".join(["una ragione lunga"] * 12)
    start = ITALIAN.start()
    earlier = [Earlier(pdn_game(ITALIAN, []), Verbatim(why), None, start)]
    words = words_of(score_sheet(pdn_game(ITALIAN, start.moves()[:1]), earlier=earlier))
    assert (
        " ".join(word for word in words if "ragione" in word or "lunga" in word).count("ragione lunga") == 12
    )


@pytest.mark.slow
@pytest.mark.parametrize("game", CATALOGUE.values(), ids=str)
def test_every_game_has_its_sheet(game: Ruleset) -> None:
    position, moves = game.start(), []
    for _ in range(9):
        moves.append(position.moves()[0])
        position = position.play(moves[-1])
    played = pdn_game(game, moves)
    words = words_of(score_sheet(played, lang="en"))
    assert all(entry.text in words for entry in played.mainline)


@pytest.mark.parametrize(
    ("text", "termination", "winner"),
    [
        ('[GameType "22"][Termination "Resignation"] 1. 21-17 1-0', Termination.RESIGNATION, Side.WHITE),
        ('[GameType "22"][FEN "W:W22:B18"] 1. 22x13 1-0', Termination.NO_PIECES, Side.WHITE),
        ('[GameType "22"][FEN "W:W22,30:B18,K5"] 1. 22x13 1-0', None, None),
        ('[GameType "22"][Termination "resignation"] 1. 21-17 *', None, None),
        ('[GameType "22"][Termination "normal"] 1. 21-17 1-0', None, None),
    ],
)
def test_how_a_game_ended(text: str, termination: Termination | None, winner: Side | None) -> None:
    ended = how_it_ended(game_of(text))
    if termination is None:
        assert ended is None
    else:
        assert ended is not None
        assert (ended.termination, ended.winner) == (termination, winner)
        assert ended.article


def test_without_the_library_it_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fpdf", None)
    with pytest.raises(PictureError, match="fpdf2"):
        score_sheet(game_of(GAME))
