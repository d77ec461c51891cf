"""Article → code → test: every citation leads to an article, and every article for a program has a test.

Four kinds of citation are read, from the source text:

- `@implements("fid.italian:6.7")` on a Python function or class;
- `[fid.italian.2008:6.7]` under `Source:` in the docstring of one;
- `[fid.italian.2008:6.7]` or `"fid.italian.2008:6.7"` anywhere in Python, C++ or the pages of docs/;
- the comment after a line, `// 5.3(a), 6.4` or `# 13.3`, in a file that names its edition at the top.

A test of `tests/articles/test_<book>.py`, or of a part of it (`test_<book>__<part>.py`), names its article:

- `test_art_05_03_a_…` is art. 5.3 a; `test_art_07_02_and_07_03_…` both; `test_art_15_01_04_to_06_…` all of
  them;
- `test_art_08_01_each_…` is of every article below 8.1;
- `@pytest.mark.parametrize("number", ["7.5", "7.6"])` adds the articles whose numbers it lists, each with its
  own case: `test_art_…[7.5]`.

`test_every_book.py` says for which articles each of its proofs stands; `test_scenarios.py` carries out the
scenarios of `src/damiera/regulations/scenarios/<book>/<article>.toml`, `test_examples.py` the examples of
the catalogue, which name theirs. What is done for an article is done for every article that is `like` it.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from damiera.regulations.book import (
    Article,
    Rulebook,
    UnknownArticle,
    article,
    competition,
    competitions,
    rulebook,
    rulebooks,
    split_ref,
)
from tests.articles.test_every_book import PROVED
from tests.articles.test_examples import SHOWN
from tests.articles.test_scenarios import every_scenario
from tests.cases import case
from tests.sources import tree

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "damiera"
CORE = ROOT / "cpp" / "include" / "damiera"
PAGES = ROOT / "docs" / "coverage"

_ALL = {
    id: competition(id) if id in competitions() else rulebook(id) for id in (*rulebooks(), *competitions())
}
_BODIES = "|".join(sorted({id.split(".")[0] for id in _ALL} - {"damiera"}))
_BOOK = rf"(?:losing\.)?(?:(?:{_BODIES})(?:\.[a-z-]+)+(?:\.\d{{4}})?|damiera\.[a-z-]+\.default)"
_REF = re.compile(rf"\b{_BOOK}:[0-9a-zA-Z]+(?:\.[0-9a-z]+)*|\bstock:[a-z-]+(?:\.[0-9a-z-]+)*")
_EDITION = re.compile(rf"\b{_BOOK}\b")
_AFTER = re.compile(r"^\s*(?P<code>\S.*?)\s*(?://|\s#)\s*(?P<comment>.*)$")
_NUMBER = re.compile(r"(?<![\w.])(?:\d+|[A-E])\.\d+(?:\.\d+)*(?:\([a-d]\d?\))?")
_TO = re.compile(r"^(?P<head>(?:\w+_)?)(?P<first>\d+)_to_(?P<last>\d+)(?=_|$)")

_BY_FILE = {re.sub(r"[.-]", "_", id): id for id in _ALL}

BOOKS = list(_ALL.values())
Places = dict[str, set[str]]


def book_of(id: str) -> Rulebook:
    """A rulebook, or a book about competitions."""
    return _ALL[id]


def cited_by_decorators() -> Iterator[tuple[str, str]]:
    """Each `@implements` of the package: the reference and the place that carries it."""
    for path, module in _modules_with("implements("):
        yield from _decorated(module, path.relative_to(PACKAGE).as_posix(), "")


def _modules_with(word: str) -> Iterator[tuple[Path, ast.Module]]:
    """The modules of the package whose text holds a word, parsed; to parse the others would take seconds."""
    for path in sorted(PACKAGE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if word in text:
            yield path, tree(path)


def _decorated(node: ast.AST, module: str, outer: str) -> Iterator[tuple[str, str]]:
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.FunctionDef | ast.ClassDef):
            continue
        name = f"{outer}{child.name}"
        for decorator in child.decorator_list:
            if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "implements":
                yield from ((ast.literal_eval(ref), f"{module}: {name}") for ref in decorator.args)
        yield from _decorated(child, module, f"{name}.")


def cited_by_sources() -> Iterator[tuple[str, str]]:
    """Each reference under `Source:` in the docstring of a function or class, and the place that says so."""
    for path, module in _modules_with("Source:"):
        for node in ast.walk(module):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                _, _, source = (ast.get_docstring(node) or "").partition("\nSource:")
                for ref in _REF.findall(source.partition("\n>>>")[0]):
                    yield ref, f"{path.relative_to(PACKAGE).as_posix()}: {node.name}"


def cited_in_text() -> Iterator[tuple[str, str]]:
    """Each whole reference in the text of code and pages."""
    files = [*PACKAGE.rglob("*.py"), *(ROOT / "cpp").rglob("*.[ch]pp"), *(ROOT / "docs").rglob("*.md")]
    for path in sorted(files):
        if path.parent == PAGES:
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
    """Each test named after articles: the reference and the name of the test."""
    for path in sorted((ROOT / "tests" / "articles").glob("test_*.py")):
        if path.stem in ("test_every_book", "test_examples", "test_scenarios", "test_event_scenarios"):
            continue
        book = _ALL[_BY_FILE[path.stem.removeprefix("test_").partition("__")[0]]]
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_art_"):
                listed = set(_articles_listed(book, node))
                named = set(_articles_named(book, node.name)) - listed
                yield from ((f"{book.id}:{number}", node.name) for number in sorted(named))
                yield from ((f"{book.id}:{number}", f"{node.name}[{number}]") for number in sorted(listed))


def _articles_named(book: Rulebook, test: str) -> Iterator[str]:
    """The articles that the name of a test begins with: one, two with `and`, several with `to` or `each`."""
    first, *others = test.removeprefix("test_art_").split("_and_")
    for named in (first, *(other for other in others if other[0].isdigit())):
        several = _TO.match(named)
        if several is not None:
            for n in range(int(several["first"]), int(several["last"]) + 1):
                yield _article_named(book, f"{several['head']}{n:02}", test)[0]
            continue
        number, rest = _article_named(book, named, test)
        yield number
        if rest.startswith("each_"):
            yield from (a.number for a in book.articles if a.number.startswith(f"{number}."))


def _articles_listed(book: Rulebook, test: ast.FunctionDef) -> Iterator[str]:
    """The articles whose numbers stand among what a test is parametrized with."""
    numbers = {a.number for a in book.articles}
    for decorator in test.decorator_list:
        for node in ast.walk(decorator):
            if isinstance(node, ast.Constant) and node.value in numbers:
                yield str(node.value)


def _article_named(book: Rulebook, named: str, test: str) -> tuple[str, str]:
    """The longest beginning of the words that is an article's number, and the rest of them."""
    words = named.split("_")
    numbers = {number.lower(): number for number in _numbers(book)}
    for end in range(len(words), 0, -1):
        plain = ".".join(word.lstrip("0") or "0" for word in words[:end])
        if plain in numbers:
            return numbers[plain], "_".join(words[end:])
    raise UnknownArticle(book.id, test)


def _numbers(book: Rulebook) -> set[str]:
    return {a.number for a in book.articles} | {c.number for c in book.chapters}


def named_examples() -> Iterator[tuple[str, str]]:
    """Each article that an example of the catalogue names, and the game that shows it."""
    for book, number in SHOWN:
        if number:
            yield f"{book}:{number}", f"example of {book_of(book).game}"


def proofs_by_topic() -> Iterator[tuple[str, str]]:
    """Each article that a proof of every book stands for, and the topic of the proof."""
    for book, number, topic in PROVED:
        yield f"{book}:{number}", f"every book: {topic}"


def named_scenarios() -> Iterator[tuple[str, str]]:
    """Each article that an example as data is of, or of an article that it is like."""
    for book, number, _ in every_scenario():
        yield f"{book}:{number}", "scenario"


@cache
def cited() -> list[tuple[str, str]]:
    """Return what is cited and where; it takes a second, so only who asks for it pays."""
    return [*cited_by_decorators(), *cited_by_sources(), *cited_by_comments()]


def gathered(pairs: list[tuple[str, str]]) -> Places:
    places: Places = defaultdict(set)
    for ref, place in pairs:
        places[":".join(split_ref(ref))].add(place)
    return places


@cache
def in_code() -> Places:
    """Return where each article is put into code."""
    return gathered(cited())


@cache
def in_tests() -> Places:
    """Return the tests of each article."""
    return gathered([*named_tests(), *proofs_by_topic(), *named_examples(), *named_scenarios()])


def test_a_citation_leads_to_an_article() -> None:
    for ref, place in sorted({*cited(), *cited_in_text()}):
        with case(ref, place):
            assert article(ref)


@pytest.mark.parametrize(
    ("text", "ref"),
    [
        ("see [fid.italian.2008:6.7].", "fid.italian.2008:6.7"),
        ("`wfd.frisian.2011:B.10`", "wfd.frisian.2011:B.10"),
        ('"stock:king-captures.flying.all", x', "stock:king-captures.flying.all"),
        ("(damiera.black-white.default:3.2)", "damiera.black-white.default:3.2"),
        ("losing.fmjd.international:1.2", "losing.fmjd.international:1.2"),
        ("damiera.cli.main:main", None),
    ],
)
def test_a_reference_is_seen_in_a_text(text: str, ref: str | None) -> None:
    assert _REF.findall(text) == ([ref] if ref else [])


def test_the_core_s_rule_files_cite_their_articles() -> None:
    places = {place for ref, place in cited_by_comments()}
    for name in ("italian", "english", "international"):
        assert f"rules/{name}.hpp: `choice`" in places


@pytest.mark.parametrize("id", _ALL)
def test_every_article_for_a_program_has_a_test(id: str) -> None:
    """By its own name, by that of one it is like, by its letters and sub-numbers, or by an example."""
    book = _ALL[id]
    assert [a.number for a in book.articles if a.software and not is_tested(book, a.number)] == []


def is_tested(book: Rulebook, number: str) -> bool:
    ref = f"{book.id}:{number}"
    return bool(gathered_for(in_tests(), book.article(number), ref)) or any(
        r.startswith(f"{ref}.") for r in in_tests()
    )


def gathered_for(places: Places, a: Article, ref: str) -> set[str]:
    """What is known of an article, and of the one that it is like."""
    found = set(places.get(ref, ()))
    if a.like:
        model = ":".join(split_ref(a.like))
        found |= gathered_for(places, article(model), model)
    return found
