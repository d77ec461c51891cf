"""Article → code → test: every citation leads to an article, and docs/coverage.md says what is done.

Three kinds of citation are read, from the source text:

- `@implements("fid.italian:6.7")` on a Python function or class;
- `[fid.italian.2008:6.7]` or `"fid.italian.2008:6.7"` anywhere in Python, C++ or the pages of docs/;
- the comment after a line, `// 5.3(a), 6.4` or `# 13.3`, in a file that names its edition at the top.

A test of `tests/articles/test_<book>.py` names its article: `test_art_05_03_a_…` is art. 5.3 a.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from damiera.regulations.book import (
    Article,
    Rulebook,
    UnknownArticle,
    article,
    rulebook,
    rulebooks,
    split_ref,
)

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "damiera"
CORE = ROOT / "cpp" / "include" / "damiera"
PAGE = ROOT / "docs" / "coverage.md"

_REF = re.compile(r"\b(?:fid|fmjd)(?:\.[a-z]+)+(?:\.\d{4})?:[0-9a-z]+(?:\.[0-9a-z]+)*")
_EDITION = re.compile(r"\b(?:fid|fmjd)(?:\.[a-z]+)+(?:\.\d{4})?\b")
_AFTER = re.compile(r"^\s*(?P<code>\S.*?)\s*(?://|\s#)\s*(?P<comment>.*)$")
_NUMBER = re.compile(r"(?<![\w.])\d+\.\d+(?:\.\d+)*(?:\([a-d]\d?\))?")
_TEST = re.compile(r"^def (test_art_(\w+))\(", re.M)

Places = dict[str, set[str]]


def cited_by_decorators() -> Iterator[tuple[str, str]]:
    """Each `@implements` of the package: the reference and the place that carries it."""
    for path in sorted(PACKAGE.rglob("*.py")):
        module = path.relative_to(PACKAGE).as_posix()
        yield from _decorated(ast.parse(path.read_text(encoding="utf-8")), module, "")


def _decorated(node: ast.AST, module: str, outer: str) -> Iterator[tuple[str, str]]:
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.FunctionDef | ast.ClassDef):
            continue
        name = f"{outer}{child.name}"
        for decorator in child.decorator_list:
            if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "implements":
                yield from ((ast.literal_eval(ref), f"{module}: {name}") for ref in decorator.args)
        yield from _decorated(child, module, f"{name}.")


def cited_in_text() -> Iterator[tuple[str, str]]:
    """Each whole reference in the text of code and pages."""
    files = [*PACKAGE.rglob("*.py"), *(ROOT / "cpp").rglob("*.[ch]pp"), *(ROOT / "docs").rglob("*.md")]
    for path in sorted(files):
        if path == PAGE:
            continue
        for ref in _REF.findall(path.read_text(encoding="utf-8")):
            yield ref, path.relative_to(ROOT).as_posix()


def cited_by_comments() -> Iterator[tuple[str, str]]:
    """Each number in a comment after a line of a rules header, or of a module made of an article's signs."""
    for path in [*sorted((CORE / "rules").glob("*.hpp")), PACKAGE / "notation" / "signs.py"]:
        text = path.read_text(encoding="utf-8")
        edition = _EDITION.search(text)
        if edition is None:
            continue
        for line in text.splitlines():
            after = _AFTER.match(line)
            if after is not None:
                place = f"{path.parent.name}/{path.name}: {_name(after['code'])}"
                for number in _NUMBER.findall(after["comment"]):
                    yield f"{edition[0]}:{_plain(number)}", place


def _plain(number: str) -> str:
    return number.replace("(", ".").replace(")", "")


def _name(code: str) -> str:
    found = re.match(r"\.(\w+)", code)
    return f"`{found[1]}`" if found else f"`{code.split(':')[0].strip(chr(34))}`"


def named_tests() -> Iterator[tuple[str, str]]:
    """Each test named after an article: the reference and the name of the test."""
    for path in sorted((ROOT / "tests" / "articles").glob("test_*.py")):
        book = rulebook(path.stem.removeprefix("test_").replace("_", "."))
        for name, rest in _TEST.findall(path.read_text(encoding="utf-8")):
            yield f"{book.id}:{_article_named(book, rest, name)}", name


def _article_named(book: Rulebook, rest: str, test: str) -> str:
    """The longest beginning of the words that is an article's number."""
    words = [word.lstrip("0") or "0" for word in rest.split("_")]
    numbers = {a.number for a in book.articles} | {c.number for c in book.chapters}
    for end in range(len(words), 0, -1):
        if ".".join(words[:end]) in numbers:
            return ".".join(words[:end])
    raise UnknownArticle(book.id, test)


CITED = [*cited_by_decorators(), *cited_by_comments()]
TESTED = [*named_tests()]


def gathered(pairs: list[tuple[str, str]]) -> Places:
    places: Places = defaultdict(set)
    for ref, place in pairs:
        places[":".join(split_ref(ref))].add(place)
    return places


CODE = gathered(CITED)
TESTS = gathered(TESTED)


@pytest.mark.parametrize(("ref", "place"), sorted({*CITED, *cited_in_text()}))
def test_a_citation_leads_to_an_article(ref: str, place: str) -> None:
    assert article(ref), place


def test_the_core_s_rule_files_cite_their_articles() -> None:
    places = {place for ref, place in cited_by_comments()}
    for name in ("italian", "english", "international"):
        assert f"rules/{name}.hpp: `choice`" in places


@pytest.mark.parametrize("chapter", ["2", "3", "4", "5", "6", "9", "10"])
def test_every_article_of_play_has_a_test(chapter: str) -> None:
    """Capo I, chapters 2 to 6, 9 and 10: an article is tested by name, or by its letters and sub-numbers."""
    book = rulebook("fid.italian.2008")
    missing = [a.number for a in book.articles_of(chapter) if a.software and not is_tested(book, a.number)]
    assert missing == [] or missing == ["2.9"]  # who gets which colour is the use cases' affair


def is_tested(book: Rulebook, number: str) -> bool:
    return any(ref == f"{book.id}:{number}" or ref.startswith(f"{book.id}:{number}.") for ref in TESTS)


def test_the_page_is_up_to_date() -> None:
    """Written anew when it is not; the failure asks for it to be committed."""
    wanted = page()
    found = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    if found != wanted:
        PAGE.write_text(wanted, encoding="utf-8")
        pytest.fail("docs/coverage.md was out of date; it has been written anew: look at it and commit it")


# --- the page ---

_PREFACE = (
    "Written by `tests/test_citations.py`: do not edit. Each article, restated in our words, with the code "
    "that carries it out and the tests named after it. An article that is not for a program says why; one "
    "with neither code nor test is not done yet."
)


def page() -> str:
    parts = ["# What the rulebooks say, and where it is done", "", _PREFACE]
    for id in rulebooks():
        parts += ["", *section(rulebook(id))]
    return "\n".join(parts) + "\n"


def section(book: Rulebook) -> list[str]:
    lines = [f"## {book.title.en}", "", f"`{book.id}` · {book.source}", "", tally(book)]
    for chapter in book.chapters:
        lines += ["", f"### {chapter.number} · {chapter.title.en}", ""]
        lines += ["| article | says | code | tests |", "|---|---|---|---|"]
        lines += [row(book, a) for a in book.articles_of(chapter.number)]
    return lines


def tally(book: Rulebook) -> str:
    ours = [a for a in book.articles if a.software]
    done = [a for a in ours if state(book, a)]
    return (
        f"{len(book.articles)} articles: {len(book.articles) - len(ours)} not for a program, "
        f"{len(done)} with code or tests, {len(ours) - len(done)} not yet."
    )


def state(book: Rulebook, a: Article) -> bool:
    ref = f"{book.id}:{a.number}"
    return bool(CODE.get(ref)) or is_tested(book, a.number)


def row(book: Rulebook, a: Article) -> str:
    ref = f"{book.id}:{a.number}"
    number = a.printed if a.confirmed else f"{a.printed} (number not confirmed)"
    if not a.software:
        assert a.note is not None
        return f"| {number} | {_cell(a.text.en)} | *not for a program: {_cell(a.note.en)}* | |"
    code = "<br>".join(sorted(CODE.get(ref, ())))
    tests = "<br>".join(f"`{name}`" for name in sorted(TESTS.get(ref, ())))
    if not state(book, a):
        code = "*not yet*"
    return f"| {number} | {_cell(a.text.en)} | {code} | {tests} |"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("*", "\\*")
