"""The rulebooks: whole, consistent, and speaking both languages."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from pathlib import Path

import pytest

from damiera.messages import languages
from damiera.regulations import book as book_module
from damiera.regulations.book import (
    Article,
    BalanceLimit,
    Chapter,
    Diagram,
    LadderStep,
    MaterialLimit,
    Parameters,
    Rulebook,
    UnknownArticle,
    UnknownRulebook,
    article,
    provisions,
    rulebook,
    rulebooks,
    split_ref,
)
from tests.wording import words_of

FOLDER = Path(book_module.__file__).parent
BOOKS = [pytest.param(rulebook(id), id=id) for id in rulebooks()]


def run(chapter: int, last: int) -> list[str]:
    return [f"{chapter}.{n}" for n in range(1, last + 1)]


# Every number printed in Capo I, edition of January 2008, in its order (source: the regulation's own text).
CAPO_I = [
    *run(1, 3),
    *run(2, 8), *[f"2.8.{n}" for n in range(1, 10)], "2.9",
    "3.1", "3.2", "3.2.a", "3.2.b", *run(3, 11)[2:],
    *run(4, 3), "4.3.1", *run(4, 7)[3:],
    *run(5, 3), "5.3.a", "5.3.b", "5.3.c", "5.3.d", *run(5, 13)[3:],
    *run(6, 10),
    *run(7, 4), "7.4.1", "7.4.2", "7.4.3", *run(7, 8)[4:],
    "8.1", *[f"8.1.{n}" for n in range(1, 18)], *run(8, 5)[1:],
    "9.1", "9.1.a", "9.1.b", "9.2", *[f"9.2.{n}" for n in range(1, 6)],
    "9.3", "9.3.a", "9.3.b", "9.3.b1", "9.3.b2", "9.3.b3", "9.3.c", "9.4",
    *run(10, 5),
    "11",
    "12.1", "12.2", "12.2.a", "12.2.b", "12.2.c",
    *run(13, 14),
    *run(14, 2),
    "15.1", *[f"15.1.{n}" for n in range(1, 12)], "15.2", "15.3",
]  # fmt: skip

# The numbers of the English extract, as printed: 4.6 is missing there, and so is 2.9.
ENGLISH = [
    "premessa",
    *run(1, 3),
    *run(2, 8),
    "3.1", "3.2", "3.2.a", "3.2.b", *run(3, 11)[2:],
    *run(4, 5), "4.7", "4.8",
    *run(5, 3), "5.3.a", "5.3.b", "5.3.c", "5.3.d", *run(5, 13)[3:],
    *run(6, 6),
    *run(7, 8),
    "8.1", *[f"8.1.{n}" for n in range(1, 17)], *run(8, 5)[1:],
    "9.1", "9.1.a", "9.1.b", "9.2", *[f"9.2.{n}" for n in range(1, 6)],
    "9.3", "9.3.a", "9.3.b", "9.4",
    *run(10, 5),
]  # fmt: skip


# The text before 2008, as a call of 2006 prints it: 3.2 is split in two, 4.3.1 is a dash, 12 is that event's.
CAPO_I_2006 = [
    *run(1, 3), *run(2, 9),
    "3.1", "3.2", "3.2.a", *run(3, 12)[2:],
    *run(4, 3), "4.3.1", *run(4, 7)[3:],
    *run(5, 3), "5.3.a", "5.3.b", "5.3.c", "5.3.d", *run(5, 13)[3:],
    *run(6, 10), *run(7, 8),
    "8.1", *[f"8.1.{n}" for n in range(1, 18)], *run(8, 5)[1:],
    "9.1", "9.1.a", "9.1.b", "9.2", *[f"9.2.{letter}" for letter in "abcde"],
    "9.3", "9.3.a", "9.3.b", "9.4",
    *run(10, 5), "11", "12",
]  # fmt: skip


def test_the_rulebooks_of_the_federations_are_here() -> None:
    known = set(rulebooks())
    assert {"fid.english.2008", "fid.italian.2008", "fid.italian.2006", "fid.italian.ten-rules"} <= known
    assert {"fmjd.international", "wcdf.english", "idf.russian", "idf.brazilian", "wfd.frisian.2011"} <= known
    assert {"apca.pool", "cfd.czech", "fpd.portuguese", "juegopedia.italian.2019"} <= known
    assert known == {path.stem.replace("_", ".") for path in FOLDER.glob("*.toml")}


def test_the_text_of_2006_is_complete_with_its_own_numbers() -> None:
    assert [a.number for a in rulebook("fid.italian.2006").articles] == CAPO_I_2006


def test_the_sheet_has_ten_rules() -> None:
    book = rulebook("fid.italian.ten-rules")
    assert [c.number for c in book.chapters] == [str(n) for n in range(1, 11)]
    assert [a.number for a in book.articles_of("7")] == ["7", "7.a", "7.b", "7.c", "7.d"]


def test_capo_i_is_complete_and_in_order() -> None:
    assert [a.number for a in rulebook("fid.italian.2008").articles] == CAPO_I


def test_the_english_extract_is_complete_with_its_own_numbers() -> None:
    assert [a.number for a in rulebook("fid.english.2008").articles] == ENGLISH


@pytest.mark.parametrize("b", BOOKS)
def test_nothing_in_the_file_is_lost(b: Rulebook) -> None:
    """A misspelt key would be passed over in silence: every key is a field."""
    data = tomllib.loads((FOLDER / f"{b.id.replace('.', '_')}.toml").read_text(encoding="utf-8"))
    assert data["id"] == b.id
    assert set(data) <= _names(Rulebook)
    assert set(data.get("parameters", {})) <= _names(Parameters)
    for name, kind in LIMITS.items():
        for limit in data.get("parameters", {}).get(name, []):
            assert set(limit) == _names(kind)
    for chapter in data["chapters"]:
        assert set(chapter) <= _names(Chapter)
        for step in chapter.get("ladder", []):
            assert set(step) == _names(LadderStep)
    for entry in data["articles"]:
        assert set(entry) <= _names(Article), entry["number"]
        for diagram in entry.get("diagrams", []):
            assert set(diagram) <= _names(Diagram), entry["number"]


def test_nothing_in_the_stock_is_lost() -> None:
    for name in ("provisions", "losing"):
        data = tomllib.loads((FOLDER / "stock" / f"{name}.toml").read_text(encoding="utf-8"))
        entries = data["articles"] if name == "losing" else data.values()
        for entry in entries:
            assert set(entry) <= _names(Article)


LIMITS: dict[str, type] = {
    "material_limits": MaterialLimit,
    "road_limits": MaterialLimit,
    "balance_limits": BalanceLimit,
}


def _names(kind: type) -> set[str]:
    return {f.name for f in fields(kind)}


@pytest.mark.parametrize("b", BOOKS)
def test_numbers_are_unique_and_belong_to_a_chapter(b: Rulebook) -> None:
    numbers = [a.number for a in b.articles]
    chapters = [c.number for c in b.chapters]
    assert len(set(numbers)) == len(numbers)
    assert len(set(chapters)) == len(chapters)
    assert [c for c in chapters if not b.articles_of(c)] == []
    assert {a.chapter for a in b.articles} == set(chapters)


@pytest.mark.parametrize("b", BOOKS)
def test_ladders_and_limits_point_at_articles(b: Rulebook) -> None:
    for chapter in b.chapters:
        for step in chapter.ladder:
            assert b.article(step.number)
    said = b.parameters
    cited = [limit.article for limit in (*said.material_limits, *said.road_limits)]
    for ref in [*cited, *(limit.article for limit in said.balance_limits)]:
        assert article(b.cited(ref))
    assert b.general is None or rulebook(b.general)


@pytest.mark.parametrize("b", BOOKS)
def test_articles_speak_both_languages(b: Rulebook) -> None:
    for a in b.articles:
        check_texts(a)


@pytest.mark.parametrize("key", provisions())
def test_provisions_speak_both_languages(key: str) -> None:
    provision = provisions()[key]
    check_texts(provision)
    assert provision.governs
    assert provision.diagrams == ()


def check_texts(a: Article) -> None:
    for text in [a.text, *filter(None, [a.title, a.note]), *(d.caption for d in a.diagrams)]:
        for lang in languages():
            said = text.text(lang)
            assert said == said.strip(), a.number
            assert said, a.number
            assert "{" not in said, a.number
        assert text.text("it") != text.text("en"), a.number


@pytest.mark.parametrize("b", BOOKS)
def test_an_article_governs_something_or_says_why_not(b: Rulebook) -> None:
    for a in b.articles:
        assert a.governs or not a.software, a.number
        assert a.note is not None or a.software, a.number
        assert a.source or a.confirmed, a.number


@pytest.mark.parametrize("b", BOOKS)
def test_articles_cited_in_words_exist(b: Rulebook) -> None:
    for a in b.articles:
        for number in re.findall(r"\b\d+\.\d+(?:\.\d+)*\b", f"{a.text.text('it')} {a.text.text('en')}"):
            assert b.article(number)


@pytest.mark.parametrize("b", BOOKS)
def test_a_topic_has_one_article(b: Rulebook) -> None:
    """A reference by topic leads to this book's own first article on it, or to the general book's."""
    for topic in ("turns", "must_capture", "no_moves", "no_pieces", "resignation", "time"):
        if not (b.game in ("chinese-checkers", "ugolki", "halma") and topic == "must_capture"):
            assert article(b.ref(topic))


@pytest.mark.parametrize("b", BOOKS)
def test_chapters_speak_both_languages(b: Rulebook) -> None:
    for chapter in b.chapters:
        assert chapter.title.text("it")
        assert chapter.title.text("en")
        assert chapter.brief is not None
        assert chapter.brief.text("it").endswith(".")
        assert chapter.brief.text("en").endswith(".")


@pytest.mark.parametrize(
    ("id", "topic", "ref"),
    [
        ("fid.italian.2008", "must_capture", "fid.italian.2008:6.1"),
        ("fid.italian.2008", "kings_first", "fid.italian.2008:6.9"),
        ("fid.italian.2008", "repetition", "fid.italian.2008:9.3.b"),
        ("fid.english.2008", "king_moves", "fid.english.2008:4.8"),
        ("fid.english.2008", "repetition", "fid.italian.2008:9.3.b"),
        ("fmjd.international", "must_capture", "fmjd.international:4.2"),
        ("fmjd.international", "no_progress", "fmjd.international:6.2"),
        ("fid.italian.2006", "kings_first", "fid.italian.2006:6.9"),
        ("fid.italian.ten-rules", "kings_first", "fid.italian.ten-rules:7.d"),
        ("fid.italian.ten-rules", "repetition", "fid.italian.2008:9.3.b"),
        ("juegopedia.spanish.2019", "most_kings", None),
        ("losing.fid.italian.2008", "no_moves", "losing.fid.italian.2008:1.3"),
        ("losing.fid.italian.2008", "most_pieces", "fid.italian.2008:6.6"),
    ],
)
def test_a_topic_leads_to_its_article(id: str, topic: str, ref: str | None) -> None:
    assert rulebook(id).governs(topic) == (ref is not None)
    if ref is not None:
        assert rulebook(id).ref(topic) == ref


def test_a_topic_nobody_governs() -> None:
    book = rulebook("fmjd.international")
    assert not book.governs("with_king")
    with pytest.raises(UnknownArticle, match="with_king"):
        book.ref("with_king")


@pytest.mark.parametrize(
    ("ref", "split"),
    [
        ("fid.italian.2008:6.6", ("fid.italian.2008", "6.6")),
        ("fid.italian:6.6", ("fid.italian.2008", "6.6")),
        ("fid.english:9.3.b", ("fid.english.2008", "9.3.b")),
        ("fmjd.international:4.13", ("fmjd.international", "4.13")),
        ("kndb:1", ("kndb", "1")),
        ("losing.fid.italian.2008:1.2", ("losing.fid.italian.2008", "1.2")),
        ("stock:must-capture", ("stock", "must-capture")),
    ],
)
def test_a_reference_is_a_book_and_a_number(ref: str, split: tuple[str, str]) -> None:
    assert split_ref(ref) == split


@pytest.mark.parametrize(
    ("number", "printed"),
    [("6.6", "6.6"), ("9.3.b", "9.3 b"), ("9.3.b1", "9.3 b1"), ("8.1.10", "8.1.10"), ("11", "11")],
)
def test_a_number_as_the_page_prints_it(number: str, printed: str) -> None:
    assert article(f"fid.italian.2008:{number}").printed == printed


def test_citing() -> None:
    assert rulebook("fid.italian.2008").cite("5.3.b", "it") == "FID 2008, 5.3 b"


def test_an_unknown_rulebook_names_those_there_are() -> None:
    with pytest.raises(UnknownRulebook) as caught:
        rulebook("fid.italian.1988")
    assert caught.value.known == rulebooks()
    assert "fid.italian.1988" in caught.value.text("it")
    assert "fid.italian.2008" in caught.value.text("it")
    assert str(caught.value).startswith("There is no rulebook 'fid.italian.1988'.")


@pytest.mark.parametrize(
    "id",
    [
        "",
        "../setup",
        "fid_italian_2008",
        "fid/italian/2008",
        "losing.",
        "losing.x",
        "losing.losing.wcdf.english",
    ],
)
def test_an_id_is_never_a_path(id: str) -> None:
    with pytest.raises(UnknownRulebook):
        rulebook(id)


def test_an_unknown_article_names_the_book() -> None:
    with pytest.raises(UnknownArticle) as caught:
        article("fid.italian.2008:6.11")
    assert (caught.value.id, caught.value.number) == ("fid.italian.2008", "6.11")
    assert caught.value.text("it") == words_of(
        "Rulebook {id} has no article '{number}'.", "it", id="fid.italian.2008", number="6.11"
    )
    assert str(caught.value) == words_of(
        "Rulebook {id} has no article '{number}'.", id="fid.italian.2008", number="6.11"
    )


def test_an_unknown_chapter() -> None:
    with pytest.raises(UnknownArticle):
        rulebook("fid.italian.2008").chapter("16")
    assert rulebook("fid.italian.2008").chapter("6").title.text("en") == "Which capture"


def test_the_numbers_of_the_editions() -> None:
    """Each number beside its article: the regulation's, not ours."""
    italian = rulebook("fid.italian.2008").parameters
    english = rulebook("fid.english.2008").parameters
    international = rulebook("fmjd.international").parameters
    assert (italian.repetition, italian.move_count, italian.move_count_min) == (4, 40, 10)  # 9.3 b, 10.4, 11
    assert italian.repetition_needs_record  # 9.3 b
    assert italian.move_count_needs_king_each  # 10.1
    assert italian.count_on_request  # 10.2
    assert (english.repetition, english.move_count) == (4, 50)  # general clause, 10.4
    assert (international.repetition, international.no_progress_moves) == (3, 25)  # 6.1, 6.2
    assert [limit.moves for limit in international.material_limits] == [16, 5]  # 6.3, 6.4
    for parameters in (italian, english, international):
        assert (parameters.win_points, parameters.draw_points, parameters.loss_points) == (2, 1, 0)


def test_the_editions_of_the_italian_game_differ_in_their_numbers() -> None:
    """One table of parameters, no fork of code."""
    old = rulebook("fid.italian.2006").parameters
    assert (old.repetition, old.move_count, old.move_count_of, old.count_resumes) == (
        None,
        40,
        "counted",
        "same",
    )
    page = rulebook("juegopedia.italian.2019").parameters
    assert (page.repetition, page.move_count, page.no_progress_moves) == (3, None, 40)
    assert [(x.stronger, x.weaker, x.moves) for x in page.material_limits] == [
        (("KK",), "K", 20),
        (("KKK",), "KK", 30),
    ]
    assert page.no_progress_breaks == ("capture", "unblocking", "man-move-of-side-ahead")
    assert rulebook("fid.italian.ten-rules").parameters == rulebook("fid.italian.2008").parameters


def test_the_draws_of_the_russian_code() -> None:
    said = rulebook("idf.russian").parameters
    assert (said.repetition, said.no_progress_moves) == (3, 15)  # 7.2.3, 7.2.5
    assert [(x.least, x.most, x.moves) for x in said.balance_limits] == [(4, 5, 30), (6, 7, 60)]  # 7.2.6
    assert [(x.stronger, x.moves) for x in said.road_limits] == [(("KKK", "KKM", "KMM"), 5)]  # 7.2.7
    assert [(x.stronger[0], x.weaker, x.moves) for x in said.material_limits] == [
        ("KKK", "K", 15),  # 7.2.4
        ("KK", "K", 5),  # 7.2.8
    ]


def test_the_numbers_of_other_books() -> None:
    wcdf = rulebook("wcdf.english").parameters
    assert (wcdf.repetition, wcdf.repetition_on_request, wcdf.repetition_before_move) == (3, True, True)
    assert (wcdf.no_progress_moves, wcdf.no_progress_on_request) == (40, True)
    frisian = rulebook("wfd.frisian.2011").parameters
    assert (frisian.repetition, frisian.same_king_moves) == (None, 3)
    assert [(x.stronger, x.moves) for x in frisian.material_limits] == [(("KK",), 7), (("K",), 2)]
    assert [x.moves for x in rulebook("apca.pool").parameters.material_limits] == [13]
    assert rulebook("damiera.turkish.default").parameters.lone_pieces == "draw"
    assert rulebook("damiera.reentry.default").parameters.no_capture_moves == 40
    czech = rulebook("cfd.czech").parameters
    assert (czech.repetition, czech.repetition_on_request, czech.no_progress_moves) == (3, True, 15)


def test_a_losing_book_keeps_the_counts_and_turns_the_aim() -> None:
    base, turned = rulebook("fmjd.international"), rulebook("losing.fmjd.international")
    assert turned.game == "international-losing"
    assert turned.short.text("en") == "FMJD, losing"
    assert turned.parameters.repetition == base.parameters.repetition
    assert turned.parameters.material_limits[0].article == "fmjd.international:6.3"
    assert turned.ref("no_pieces") == "losing.fmjd.international:1.2"
    assert turned.ref("repetition") == "fmjd.international:6.1"


def test_what_is_like_another_article_keeps_its_own_number() -> None:
    old, new = article("fid.italian.2006:9.2.b"), article("fid.italian.2008:9.2.2")
    assert (old.number, old.text, old.diagrams) == ("9.2.b", new.text, new.diagrams)
    assert article("idf.russian:3.1").text == provisions()["must-capture"].text
    with pytest.raises(UnknownArticle):
        article("stock:huff")


COLD = """
import os, sys, threading
from damiera.regulations.book import rulebook
sys.setswitchinterval(1e-6)

def ask(meeting, found):
    meeting.wait()
    found.append(rulebook("losing.fid.italian.2008").general)

def try_it():
    meeting, found = threading.Barrier(8), []
    threads = [threading.Thread(target=ask, args=(meeting, found)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found == ["fid.italian.2008"] * 8

died = 0
for _ in range(int(sys.argv[1])):
    child = os.fork()  # no book was read before: every child is as cold as a new process
    if child == 0:
        os._exit(0 if try_it() else 1)
    died += os.waitpid(child, 0)[1] != 0
print(died)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="cold processes are forked")
@pytest.mark.parametrize("tries", [24, pytest.param(200, marks=pytest.mark.deep)])
def test_threads_may_read_a_book_that_nobody_has_read_before(tries: int) -> None:
    told = subprocess.run(
        [sys.executable, "-c", COLD, str(tries)], capture_output=True, text=True, check=True
    )
    assert told.stdout.strip() == "0", "so many processes died or read a book wrongly"


def test_a_book_is_read_once_though_threads_ask_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read, reading = [], book_module._read

    def slowly(path: Path) -> Rulebook:
        read.append(path.stem)
        time.sleep(0.05)
        return reading(path)

    book_module.rulebook.cache_clear()
    book_module._book.cache_clear()
    monkeypatch.setattr(book_module, "_read", slowly)
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(lambda _: rulebook("fid.italian.2008"), range(8)))
    assert all(book is found[0] for book in found)
    assert read.count("fid_italian_2008") == 1
