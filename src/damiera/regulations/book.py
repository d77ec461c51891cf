"""The rulebooks as data: body, game and edition; chapters, articles, diagrams and the numbers they set.

A rulebook is one TOML file beside this module. Its articles are restated in our own words; the numbers are
the regulation's. An article lists the *topics* it governs, so that code asks a book "which article says that
a man never takes a king" and prints the number of that book's edition.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from damiera.errors import DamieraError
from damiera.lang import Lang, Text

__all__ = [
    "Article",
    "Chapter",
    "Diagram",
    "LadderStep",
    "MaterialLimit",
    "Parameters",
    "Rulebook",
    "UnknownArticle",
    "UnknownRulebook",
    "article",
    "rulebook",
    "rulebooks",
    "split_ref",
]

_FOLDER = Path(__file__).parent


class UnknownRulebook(DamieraError):
    """No rulebook has this id. Carries `id` and `known`."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.known = rulebooks()
        super().__init__(self.text("en"))

    def text(self, lang: Lang) -> str:
        """Say which book is unknown and which there are."""
        known = ", ".join(self.known)
        if lang == "it":
            return f"Non conosco il regolamento «{self.id}». Ci sono: {known}."
        return f"There is no rulebook '{self.id}'. There are: {known}."


class UnknownArticle(DamieraError):
    """The rulebook has no such article, or none on such a topic. Carries `id` and `number`."""

    def __init__(self, id: str, number: str) -> None:
        self.id = id
        self.number = number
        super().__init__(self.text("en"))

    def text(self, lang: Lang) -> str:
        """Say which article of which book is missing."""
        if lang == "it":
            return f"Il regolamento {self.id} non ha l'articolo «{self.number}»."
        return f"Rulebook {self.id} has no article '{self.number}'."


@dataclass(frozen=True, slots=True)
class Diagram:
    """A picture of an article: a position, the route that answers it, what must move, what is jumped,
    which squares are spoken of.

    `only` says that `route` is the one thing the side to move may do.
    """

    fen: str
    caption: Text
    route: tuple[int, ...] = ()
    must: tuple[int, ...] = ()
    jumped: tuple[int, ...] = ()
    marked: tuple[int, ...] = ()
    only: bool = False


@dataclass(frozen=True, slots=True)
class Article:
    """One numbered provision, restated.

    `software` is False where a program has nothing to do: `note` then says why. `note` may also state the
    reading we chose where the text is silent or texts disagree. `confirmed` is False where the rule is sure
    and its number is not; `source` then says so.
    """

    number: str
    text: Text
    title: Text | None = None
    source: str = ""
    governs: tuple[str, ...] = ()
    software: bool = True
    confirmed: bool = True
    note: Text | None = None
    diagrams: tuple[Diagram, ...] = ()

    @property
    def printed(self) -> str:
        """The number as a page prints it: `9.3 b1` for `9.3.b1`.

        >>> Article("9.3.b1", Text("", "")).printed
        '9.3 b1'
        """
        head, _, tail = self.number.rpartition(".")
        return f"{head} {tail}" if tail[:1].isalpha() and head else self.number

    @property
    def chapter(self) -> str:
        """The number of the chapter this article belongs to."""
        return self.number.split(".")[0]


@dataclass(frozen=True, slots=True)
class LadderStep:
    """One question of a chapter's ladder and the article that asks it."""

    number: str
    text: Text


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter: our short heading, the whole in one line, and a ladder of questions where one helps."""

    number: str
    title: Text
    brief: Text | None = None
    ladder: tuple[LadderStep, ...] = ()


@dataclass(frozen=True, slots=True)
class MaterialLimit:
    """A draw by what is left: `moves` by each player once one side has `stronger` and the other `weaker`.

    Pieces are written `K` and `M`, kings first: `KKM` is two kings and a man.
    """

    stronger: tuple[str, ...]
    weaker: str
    moves: int
    article: str


@dataclass(frozen=True, slots=True)
class Parameters:
    """The numbers an edition sets; `None` where it sets none. Moves are moves by each player.

    Attributes:
        repetition: the same position this many times is a draw.
        repetition_needs_record: only where the game is written down.
        repetition_on_request: a player or the arbiter must claim it; else the game ends by itself.
        repetition_check_max_minutes: a wrong claim costs the time of the check, this much at most.
        repetition_check_floor_minutes: and never takes the claimant below this.
        move_count: the count of king moves that makes a draw.
        move_count_needs_king_each: the count needs a king on each side.
        move_count_min: the lowest number a promotional event may put in place of `move_count`.
        count_on_request: a player or the arbiter must ask for the count.
        no_progress_moves: this many moves of kings only, without a capture, are a draw by themselves.
        material_limits: draws by what is left on the board.
        win_points, draw_points, loss_points: what a result is worth.
    """

    repetition: int | None = None
    repetition_needs_record: bool = False
    repetition_on_request: bool = False
    repetition_check_max_minutes: int = 0
    repetition_check_floor_minutes: int = 0
    move_count: int | None = None
    move_count_needs_king_each: bool = False
    move_count_min: int = 0
    count_on_request: bool = False
    no_progress_moves: int | None = None
    material_limits: tuple[MaterialLimit, ...] = ()
    win_points: int = 2
    draw_points: int = 1
    loss_points: int = 0


@dataclass(frozen=True, slots=True)
class Rulebook:
    """One edition of one body's rules for one game.

    `general` names the book that holds where this one is silent.
    """

    id: str
    game: str
    short: Text
    title: Text
    body: str
    date: str
    source: str
    parameters: Parameters
    chapters: tuple[Chapter, ...]
    articles: tuple[Article, ...]
    note: Text | None = None
    general: str | None = None

    def article(self, number: str) -> Article:
        """Return the article with this number. Raises `UnknownArticle`."""
        try:
            return _numbers(self.id)[number]
        except KeyError:
            raise UnknownArticle(self.id, number) from None

    def chapter(self, number: str) -> Chapter:
        """Return the chapter with this number. Raises `UnknownArticle`."""
        for chapter in self.chapters:
            if chapter.number == number:
                return chapter
        raise UnknownArticle(self.id, number)

    def cite(self, number: str, lang: Lang) -> str:
        """Return how to cite an article: `FID 2008, 6.6`. Raises `UnknownArticle`.

        >>> rulebook("fid.italian.2008").cite("9.3.b", "en")
        'FID 2008, 9.3 b'
        """
        return f"{self.short.get(lang)}, {self.article(number).printed}"

    def articles_of(self, chapter: str) -> tuple[Article, ...]:
        """Return the articles of a chapter, in the book's order."""
        return tuple(a for a in self.articles if a.chapter == chapter)

    def governs(self, topic: str) -> bool:
        """Tell whether this book, or the general one behind it, has an article on `topic`."""
        return topic in _topics(self.id)

    def ref(self, topic: str) -> str:
        """Return the reference of the article that governs `topic`, e.g. `fid.italian.2008:9.2.1`.

        Where this book is silent the general one answers. Raises `UnknownArticle`.

        >>> rulebook("fid.italian.2008").ref("no_pieces")
        'fid.italian.2008:9.2.3'
        """
        try:
            return _topics(self.id)[topic]
        except KeyError:
            raise UnknownArticle(self.id, topic) from None


def rulebooks() -> tuple[str, ...]:
    """Return the ids of all rulebooks.

    >>> "fid.italian.2008" in rulebooks()
    True
    """
    return tuple(sorted(_id_of(path) for path in _FOLDER.glob("*.toml")))


@lru_cache
def rulebook(id: str) -> Rulebook:
    """Return the rulebook with this id. Raises `UnknownRulebook`.

    >>> rulebook("fid.italian.2008").parameters.move_count
    40
    """
    path = _FOLDER / f"{id.replace('.', '_')}.toml"
    if "_" in id or id not in rulebooks():
        raise UnknownRulebook(id)
    return msgspec.toml.decode(path.read_bytes(), type=Rulebook)


def split_ref(ref: str) -> tuple[str, str]:
    """Split `fid.italian.2008:6.6` into the book's id and the article's number.

    An undated reference (`fid.italian:6.6`) means the newest edition.

    >>> split_ref("fid.italian:6.6")
    ('fid.italian.2008', '6.6')
    """
    id, _, number = ref.partition(":")
    if id in rulebooks():
        return id, number
    editions = [known for known in rulebooks() if known.startswith(f"{id}.")]
    return (max(editions) if editions else id), number


def article(ref: str) -> Article:
    """Return the article a reference names. Raises `UnknownRulebook` or `UnknownArticle`.

    >>> article("fid.italian.2008:6.1").text.en
    'Capturing is compulsory.'
    """
    id, number = split_ref(ref)
    return rulebook(id).article(number)


def _id_of(path: Path) -> str:
    return path.stem.replace("_", ".")


@lru_cache
def _numbers(id: str) -> dict[str, Article]:
    return {a.number: a for a in rulebook(id).articles}


@lru_cache
def _topics(id: str) -> dict[str, str]:
    book = rulebook(id)
    topics = dict(_topics(book.general)) if book.general else {}
    own: dict[str, Any] = {}
    for a in book.articles:
        for topic in a.governs:
            own.setdefault(topic, f"{id}:{a.number}")
    return topics | own
