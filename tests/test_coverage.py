"""docs/coverage: for each article the code that carries it out, the tests named after it, what they proved.

*Claimed* is what `tests/test_citations.py` reads in code and tests; *proved* is what `tests/proofs` saw: the
code was broken, and a test of the row failed. A proof holds until code, test or article change.
"""

from __future__ import annotations

import pytest

from damiera.regulations.book import Article, Rulebook, provisions
from damiera.rules.ruleset import CATALOGUE
from tests.proofs.rows import row_of
from tests.proofs.stored import proof_of, reasons
from tests.test_citations import BOOKS, PAGES, book_of, gathered_for, in_code, in_tests, is_tested

_OURS = {"Damiera", "Juegopedia"}


def has_a_page(id: str) -> bool:
    """Whether the articles of a book are a federation's, so that each has a line of its own."""
    return book_of(id).body not in _OURS


@pytest.mark.parametrize("name", ["index", "stock", *(book.id for book in BOOKS if has_a_page(book.id))])
def test_a_page_is_up_to_date(name: str) -> None:
    """Written anew when it is not; the failure asks for it to be committed."""
    path, wanted = PAGES / f"{name}.md", page(name)
    found = path.read_text(encoding="utf-8") if path.exists() else ""
    if found != wanted:
        PAGES.mkdir(exist_ok=True)
        path.write_text(wanted, encoding="utf-8")
        pytest.fail(f"docs/coverage/{name}.md was out of date; it has been written anew: look and commit it")


def test_there_is_no_page_without_a_book() -> None:
    wanted = {"index", "stock", *(book.id for book in BOOKS if has_a_page(book.id))}
    assert {path.name.removesuffix(".md") for path in PAGES.iterdir()} == wanted


# --- the pages ---

_WRITTEN = "*Written by `tests/test_coverage.py`: do not edit.*"
_PREFACE = (
    "Each article, restated in our words, with the code that carries it out and the tests named after it. An "
    "article that is not for a program says why; one with neither code nor test is not done yet. The books "
    "that we gathered ourselves, and those of the popular page, are counted here and have no page. "
    "*Not ours* are articles that are not for a program. "
    "*Claimed* are the articles that code or tests name. *Proved* are those whose code was broken, in one "
    "place at a time, and a test named here failed: by a condition turned round, an effect dropped, another "
    "value of a rule of the core, or the number of the next article put in place of theirs; *by number only* "
    "are those of which nothing else was seen. "
    "What many books say alike stands [on one page](stock.md)."
)


def page(name: str) -> str:
    """The text of a page: the list of all books, what they say alike, or one book."""
    lines = index() if name == "index" else stock() if name == "stock" else section(book_of(name))
    return "\n".join(lines) + "\n"


def index() -> list[str]:
    return ["# What the rulebooks say, and where it is done", "", _WRITTEN, "", _PREFACE, "", *summary()]


def summary() -> list[str]:
    """One line a book, with the way to its page."""
    lines = [
        "| rulebook | game | played | articles | not ours | claimed | proved | by number only | not proved |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for book in BOOKS:
        ours, done, proved = counted(book)
        played = "yes" if not book.game or book.game in CATALOGUE else "not yet"
        cells = (
            book.game or "competitions of any",
            played,
            len(book.articles),
            len(book.articles) - ours,
            done,
            proved,
            by_number(book),
            ours - proved,
        )
        name = f"[`{book.id}`]({book.id}.md)" if has_a_page(book.id) else f"`{book.id}`"
        lines.append(f"| {name} | " + " | ".join(map(str, cells)) + " |")
    return lines


def stock() -> list[str]:
    """What many books say alike: where it is done, and how many books say it."""
    lines = [
        "# What many books say alike",
        "",
        _WRITTEN,
        "",
        "`stock:…` · provisions worded once, which books repeat by `like`",
        "",
        "| provision | says | code | books |",
        "|---|---|---|---|",
    ]
    for key, provision in provisions().items():
        ref = f"stock:{key}"
        books = sum(a.like == ref for book in BOOKS for a in book.articles)
        code = "<br>".join(sorted(in_code().get(ref, ())))
        lines.append(f"| {key} | {_cell(provision.text.text('en'))} | {code} | {books} |")
    return lines


def section(book: Rulebook) -> list[str]:
    lines = [f"# {book.title.text('en')}", "", _WRITTEN, "", f"`{book.id}` · {book.source}", "", tally(book)]
    for chapter in book.chapters:
        lines += ["", f"## {chapter.number} · {chapter.title.text('en')}", ""]
        lines += ["| article | says | code | tests | proved by |", "|---|---|---|---|---|"]
        lines += [row(book, a) for a in book.articles_of(chapter.number)]
    return lines


def counted(book: Rulebook) -> tuple[int, int, int]:
    """How many articles are for a program, how many of them have code or tests, and how many are proved."""
    ours = [a for a in book.articles if a.software]
    return len(ours), sum(state(book, a) for a in ours), sum(bool(proof_of(row_of(book, a))) for a in ours)


def by_number(book: Rulebook) -> int:
    """How many articles are proved by their number alone: no test saw their code broken."""
    return sum(proof_of(row_of(book, a)) == ("article",) for a in book.articles if a.software)


def tally(book: Rulebook) -> str:
    ours, done, proved = counted(book)
    return (
        f"{len(book.articles)} articles: {len(book.articles) - ours} not for a program, "
        f"{done} with code or tests, {proved} of them proved, {ours - done} not yet."
    )


def state(book: Rulebook, a: Article) -> bool:
    return bool(gathered_for(in_code(), a, f"{book.id}:{a.number}")) or is_tested(book, a.number)


def row(book: Rulebook, a: Article) -> str:
    ref = f"{book.id}:{a.number}"
    number = a.printed if a.confirmed else f"{a.printed} (number not confirmed)"
    if not a.software:
        assert a.note is not None
        return (
            f"| {number} | {_cell(a.text.text('en'))} | *not for a program: {_cell(a.note.text('en'))}* | | |"
        )
    code = "<br>".join(sorted(gathered_for(in_code(), a, ref)))
    tests = "<br>".join(f"`{name}`" for name in sorted(gathered_for(in_tests(), a, ref)))
    if not state(book, a):
        code = "*not yet*"
    proof = "<br>".join(proof_of(row_of(book, a))) or f"*not proved{_why(ref)}*"
    return f"| {number} | {_cell(a.text.text('en'))} | {code} | {tests} | {proof} |"


def _why(ref: str) -> str:
    """Why nothing proves a row, where a reason is known."""
    return f": {reasons()[ref]}" if ref in reasons() else ""


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("*", "\\*")
