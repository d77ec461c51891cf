"""The rulebooks: whole, consistent, and speaking both languages."""

from __future__ import annotations

import re
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from damiera.lang import LANGS, Text
from damiera.regulations import book as book_module
from damiera.regulations.book import (
    Article,
    Chapter,
    Diagram,
    LadderStep,
    MaterialLimit,
    Parameters,
    Rulebook,
    UnknownArticle,
    UnknownRulebook,
    article,
    rulebook,
    rulebooks,
    split_ref,
)

FOLDER = Path(book_module.__file__).parent
BOOKS = [rulebook(id) for id in rulebooks()]
ARTICLES = [(b, a) for b in BOOKS for a in b.articles]
IDS = [f"{b.id}:{a.number}" for b, a in ARTICLES]


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


def test_there_are_three_rulebooks() -> None:
    assert rulebooks() == ("fid.english.2008", "fid.italian.2008", "fmjd.international")


def test_capo_i_is_complete_and_in_order() -> None:
    assert [a.number for a in rulebook("fid.italian.2008").articles] == CAPO_I


def test_the_english_extract_is_complete_with_its_own_numbers() -> None:
    assert [a.number for a in rulebook("fid.english.2008").articles] == ENGLISH


@pytest.mark.parametrize("b", BOOKS, ids=str)
def test_nothing_in_the_file_is_lost(b: Rulebook) -> None:
    """A misspelt key would be passed over in silence: every key is a field."""
    data = tomllib.loads((FOLDER / f"{b.id.replace('.', '_')}.toml").read_text(encoding="utf-8"))
    assert set(data) <= _names(Rulebook)
    assert set(data["parameters"]) <= _names(Parameters)
    for limit in data["parameters"].get("material_limits", []):
        assert set(limit) == _names(MaterialLimit)
    for chapter in data["chapters"]:
        assert set(chapter) <= _names(Chapter)
        for step in chapter.get("ladder", []):
            assert set(step) == _names(LadderStep)
    for entry in data["articles"]:
        assert set(entry) <= _names(Article), entry["number"]
        for diagram in entry.get("diagrams", []):
            assert set(diagram) <= _names(Diagram), entry["number"]


def _names(kind: type) -> set[str]:
    return {f.name for f in fields(kind)}


@pytest.mark.parametrize("b", BOOKS, ids=str)
def test_numbers_are_unique_and_belong_to_a_chapter(b: Rulebook) -> None:
    numbers = [a.number for a in b.articles]
    chapters = [c.number for c in b.chapters]
    assert len(set(numbers)) == len(numbers)
    assert len(set(chapters)) == len(chapters)
    assert [c for c in chapters if not b.articles_of(c)] == []
    assert {a.chapter for a in b.articles} == set(chapters)


@pytest.mark.parametrize("b", BOOKS, ids=str)
def test_ladders_and_limits_point_at_articles(b: Rulebook) -> None:
    for chapter in b.chapters:
        for step in chapter.ladder:
            assert b.article(step.number)
    for limit in b.parameters.material_limits:
        assert b.article(limit.article)
    assert b.general is None or rulebook(b.general)


@pytest.mark.parametrize(("b", "a"), ARTICLES, ids=IDS)
def test_an_article_speaks_both_languages(b: Rulebook, a: Article) -> None:
    texts = [a.text, *filter(None, [a.title, a.note]), *(d.caption for d in a.diagrams)]
    for text in texts:
        for lang in LANGS:
            said = text.get(lang)
            assert said == said.strip()
            assert said
            assert "{" not in said
        assert text.it != text.en


@pytest.mark.parametrize(("b", "a"), ARTICLES, ids=IDS)
def test_an_article_governs_something_or_says_why_not(b: Rulebook, a: Article) -> None:
    if a.software:
        assert a.governs
    else:
        assert a.note is not None
    if not a.confirmed:
        assert a.source


@pytest.mark.parametrize(("b", "a"), ARTICLES, ids=IDS)
def test_articles_cited_in_words_exist(b: Rulebook, a: Article) -> None:
    for number in re.findall(r"\b\d+\.\d+(?:\.\d+)*\b", f"{a.text.it} {a.text.en}"):
        assert b.article(number)


@pytest.mark.parametrize("b", BOOKS, ids=str)
def test_chapters_speak_both_languages(b: Rulebook) -> None:
    for chapter in b.chapters:
        assert chapter.title.it
        assert chapter.title.en
        assert chapter.brief is not None
        assert chapter.brief.it.endswith(".")
        assert chapter.brief.en.endswith(".")


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
    ],
)
def test_a_topic_leads_to_its_article(id: str, topic: str, ref: str) -> None:
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


@pytest.mark.parametrize("id", ["", "../setup", "fid_italian_2008", "fid/italian/2008"])
def test_an_id_is_never_a_path(id: str) -> None:
    with pytest.raises(UnknownRulebook):
        rulebook(id)


def test_an_unknown_article_names_the_book() -> None:
    with pytest.raises(UnknownArticle) as caught:
        article("fid.italian.2008:6.11")
    assert (caught.value.id, caught.value.number) == ("fid.italian.2008", "6.11")
    assert caught.value.text("it") == "Il regolamento fid.italian.2008 non ha l'articolo «6.11»."
    assert str(caught.value) == "Rulebook fid.italian.2008 has no article '6.11'."


def test_an_unknown_chapter() -> None:
    with pytest.raises(UnknownArticle):
        rulebook("fid.italian.2008").chapter("16")
    assert rulebook("fid.italian.2008").chapter("6").title == Text("Quale presa", "Which capture")


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
