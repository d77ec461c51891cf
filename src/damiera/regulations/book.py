"""The rulebooks as data: body, game and edition; chapters, articles, diagrams and the numbers they set.

A rulebook is one TOML file beside this module. Its articles are restated in our own words; the numbers are
the regulation's. An article lists the *topics* it governs, so that code asks a book "which article says that
a man never takes a king" and prints the number of that book's edition.

What many books say alike is worded once: an article may be `like` another one (`fid.italian.2008:6.1`) or
like a provision of the stock (`stock:must-capture`, in `stock/provisions.toml`), and adds only what is its
own. A book named `losing.` and the id of another is that one with the aim turned round (`stock/losing.toml`).
A book named `house.` is made when it is asked for, by whoever knows the rules of variants (`making`).
What is said of competitions, of whatever game, is in books of their own (`competition/`, `competitions`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from threading import RLock
from typing import Literal

import msgspec

from damiera.decoding import converter, prepared
from damiera.errors import DamieraError
from damiera.messages import Joined, Lang, Message, Text, Verbatim, message_of
from damiera.regulations.citations import implements

__all__ = [
    "Article",
    "BalanceLimit",
    "Chapter",
    "Diagram",
    "LadderStep",
    "MaterialLimit",
    "Parameters",
    "Rulebook",
    "UnknownArticle",
    "UnknownRulebook",
    "article",
    "competition",
    "competitions",
    "inherited",
    "making",
    "provisions",
    "rulebook",
    "rulebooks",
    "split_ref",
]

_FOLDER = Path(__file__).parent
_STOCK = "stock"
_COMPETITION = "competition"
_LOSING = "losing."
_HOUSE = "house."
_MOST_BOOKS = 512  # kept: every book, its losing one, and as many of variants
_makers: list[Callable[[str], Rulebook | None]] = []
_READING = RLock()  # a book is read once, by whichever thread asks first; a losing book reads its general one


class UnknownRulebook(DamieraError):
    """No rulebook has this id. Carries `id` and `known`."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.known = rulebooks()
        self.message = Message(
            "There is no rulebook '{id}'. There are: {known}.", id=id, known=", ".join(self.known)
        )
        super().__init__(self.text("en"))


class UnknownArticle(DamieraError):
    """The rulebook has no such article, or none on such a topic. Carries `id` and `number`."""

    def __init__(self, id: str, number: str) -> None:
        self.id = id
        self.number = number
        self.message = Message("Rulebook {id} has no article '{number}'.", id=id, number=number)
        super().__init__(self.text("en"))


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
    and its number is not; `source` then says so. `like` names the article or provision it repeats. `of` is
    the chapter, where the number does not begin with it.
    """

    number: str
    text: Text
    like: str = ""
    title: Text | None = None
    source: str = ""
    governs: tuple[str, ...] = ()
    software: bool = True
    confirmed: bool = True
    note: Text | None = None
    diagrams: tuple[Diagram, ...] = ()
    of: str = ""

    @property
    def printed(self) -> str:
        """The number as a page prints it: `9.3 b1` for `9.3.b1`.

        >>> Article("9.3.b1", Verbatim("")).printed
        '9.3 b1'
        """
        head, _, tail = self.number.rpartition(".")
        return f"{head} {tail}" if tail[:1].isalpha() and head else self.number

    @property
    def chapter(self) -> str:
        """The number of the chapter this article belongs to."""
        return self.of or self.number.split(".")[0]


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

    Pieces are written `K` and `M`, kings first: `KKM` is two kings and a man. `article` is a number of the
    same book, or a whole reference (see `Rulebook.cited`).
    """

    stronger: tuple[str, ...]
    weaker: str
    moves: int
    article: str


@dataclass(frozen=True, slots=True)
class BalanceLimit:
    """A draw by what is left, whoever has it: `moves` by each player while the force stays the same.

    It holds with `least` to `most` pieces on the board, of both sides together, where each side has a king. A
    capture or a crowning changes the force and begins the count anew.
    """

    least: int
    most: int
    moves: int
    article: str


@dataclass(frozen=True, slots=True)
class Parameters:
    """The numbers an edition sets; `None` where it sets none. Moves are moves by each player.

    Attributes:
        repetition: the same position this many times is a draw.
        repetition_needs_record: only where the game is written down.
        repetition_on_request: a player or the arbiter must claim it; else the game ends by itself.
        repetition_before_move: the claim comes before the move that would bring the position back.
        repetition_check_max_minutes: a wrong claim costs the time of the check, this much at most.
        repetition_check_floor_minutes: and never takes the claimant below this.
        move_count: the count of king moves that makes a draw.
        move_count_needs_king_each: the count needs a king on each side.
        move_count_min: the lowest number a promotional event may put in place of `move_count`.
        move_count_of: whose moves are counted: those of each player, or of the one counted.
        count_resumes: with whom an annulled count begins again: the side to move, or the one counted before.
        count_on_request: a player or the arbiter must ask for the count.
        no_progress_moves: this many moves of kings only, without a capture, are a draw by themselves.
        no_progress_on_request: a player must claim it.
        no_progress_breaks: what begins that count anew.
        no_progress_needs_king_each: that count needs a king on each side.
        no_capture_moves: this many moves without a capture are a draw, whatever moved.
        material_limits: draws by what is left on the board.
        road_limits: the same where the weaker side's king stands on the main road, the longest diagonal.
        balance_limits: draws by how many pieces are left while the force does not change.
        lone_pieces: one piece against one: they play on, it is a draw, or the king beats the man. A capture
            that can be made at once comes first.
        same_king_moves: a king may not make more moves in a row than this without capturing, while its side
            has men. This one changes what is legal.
        last_piece_loses: whoever has a single piece left has lost.
        anomaly_moves: a wrong start can be annulled until each has made this many moves.
        anomaly_minutes: and until this many minutes of the round have passed; 0 where only the moves count.
        blocked: in a losing game, whoever cannot move wins, or wins with fewer pieces and draws with as many.
        win_points, draw_points, loss_points: what a result is worth.
    """

    repetition: int | None = None
    repetition_needs_record: bool = False
    repetition_on_request: bool = False
    repetition_before_move: bool = False
    repetition_check_max_minutes: int = 0
    repetition_check_floor_minutes: int = 0
    move_count: int | None = None
    move_count_needs_king_each: bool = False
    move_count_min: int = 0
    move_count_of: Literal["each", "counted"] = "each"
    count_resumes: Literal["to-move", "same"] = "to-move"
    count_on_request: bool = False
    no_progress_moves: int | None = None
    no_progress_on_request: bool = False
    no_progress_breaks: tuple[str, ...] = ("capture", "man-move")
    no_progress_needs_king_each: bool = False
    no_capture_moves: int | None = None
    material_limits: tuple[MaterialLimit, ...] = ()
    road_limits: tuple[MaterialLimit, ...] = ()
    balance_limits: tuple[BalanceLimit, ...] = ()
    lone_pieces: Literal["play", "draw", "king-wins"] = "play"
    same_king_moves: int | None = None
    last_piece_loses: bool = False
    anomaly_moves: int = 5
    anomaly_minutes: int = 10
    blocked: Literal["wins", "fewer-wins"] = "wins"
    win_points: int = 2
    draw_points: int = 1
    loss_points: int = 0


@dataclass(frozen=True, slots=True)
class Rulebook:
    """One edition of one body's rules for one game; for competitions of any, `game` is empty.

    `date` is empty where it is not known. `general` names the book that holds where this one is silent; a
    book that sets no parameters has its. `unsaid` are topics on which the general book does not hold here.
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
    unsaid: tuple[str, ...] = ()

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
        return self.citation(number).text(lang)

    def citation(self, number: str) -> Text:
        """Return how to cite an article, for readers of any language. Raises `UnknownArticle`."""
        return Joined((self.short, Verbatim(self.article(number).printed)), ", ")

    def cited(self, number: str) -> str:
        """Return the reference of an article that a limit names, by number or in full.

        >>> rulebook("fmjd.international").cited("6.3")
        'fmjd.international:6.3'
        """
        return number if ":" in number else f"{self.id}:{number}"

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


prepared(Article)
_to_rulebook = converter(Rulebook, partial(message_of, context="rulebook"))


@lru_cache
def rulebooks() -> tuple[str, ...]:
    """Return the ids of all rulebooks; each has a `losing.` book behind it.

    >>> "fid.italian.2008" in rulebooks()
    True
    """
    return tuple(sorted(_id_of(path) for path in _FOLDER.glob("*.toml")))


def making(maker: Callable[[str], Rulebook | None]) -> None:
    """Have the `house.` books made by `maker`, which returns None for an id that names no game."""
    _makers[:] = [maker]


@lru_cache(maxsize=_MOST_BOOKS)
def rulebook(id: str) -> Rulebook:
    """Return the rulebook with this id. Raises `UnknownRulebook`.

    >>> rulebook("fid.italian.2008").parameters.move_count
    40
    >>> rulebook("losing.fid.italian.2008").general
    'fid.italian.2008'
    """
    with _READING:
        return _book(id)


@lru_cache
def competitions() -> tuple[str, ...]:
    """Return the ids of the books about competitions.

    >>> competitions()
    ('fid.competition.2008',)
    """
    return tuple(sorted(_id_of(path) for path in (_FOLDER / _COMPETITION).glob("*.toml")))


@lru_cache
def competition(id: str) -> Rulebook:
    """Return a book about competitions. Raises `UnknownRulebook`.

    >>> competition("fid.competition.2008").article("22").chapter
    'VII'
    """
    if id not in competitions():
        raise UnknownRulebook(id)
    with _READING:
        return _read(_FOLDER / _COMPETITION / f"{id.replace('.', '_')}.toml")


def provisions() -> dict[str, Article]:
    """Return the stock: what many books say alike, by its key.

    >>> provisions()["must-capture"].text.text("en")
    'Capturing is compulsory.'
    """
    return {a.number: a for a in _stock()}


def split_ref(ref: str) -> tuple[str, str]:
    """Split `fid.italian.2008:6.6` into the book's id and the article's number.

    An undated reference (`fid.italian:6.6`) means the newest edition.

    >>> split_ref("fid.italian:6.6")
    ('fid.italian.2008', '6.6')
    """
    id, _, number = ref.partition(":")
    if id == _STOCK or id.startswith(_HOUSE) or id in competitions() or _is_known(id):
        return id, number
    editions = [known for known in (*rulebooks(), *competitions()) if known.startswith(f"{id}.")]
    dated = [known for known in editions if known.rpartition(".")[2].isdigit()]
    return max(dated or editions, default=id), number


def article(ref: str) -> Article:
    """Return the article a reference names. Raises `UnknownRulebook` or `UnknownArticle`.

    >>> article("fid.italian.2008:6.1").text.text("en")
    'Capturing is compulsory.'
    """
    id, number = split_ref(ref)
    if id != _STOCK:
        return _either(id).article(number)
    try:
        return provisions()[number]
    except KeyError:
        raise UnknownArticle(id, number) from None


@lru_cache(maxsize=_MOST_BOOKS)
def _book(id: str) -> Rulebook:
    made = _made(id)
    if made is not None:
        return made
    if not _is_known(id):
        raise UnknownRulebook(id)
    if id.startswith(_LOSING):
        return _losing(rulebook(id.removeprefix(_LOSING)))
    return _read(_FOLDER / f"{id.replace('.', '_')}.toml")


def _made(id: str) -> Rulebook | None:
    return _makers[0](id) if _makers and id.startswith(_HOUSE) else None


def _is_known(id: str) -> bool:
    return "_" not in id and id.removeprefix(_LOSING) in rulebooks()


def _id_of(path: Path) -> str:
    return path.stem.replace("_", ".")


def _read(path: Path) -> Rulebook:
    data = msgspec.toml.decode(path.read_bytes())
    entries = data.pop("articles")
    if "parameters" not in data:
        data["parameters"] = msgspec.to_builtins(inherited(rulebook(data["general"])))
    book = _to_rulebook({**data, "articles": []})
    return replace(book, articles=tuple(_article(book, entry) for entry in entries))


def _article(book: Rulebook, entry: dict[str, object]) -> Article:
    """Return an article with what it repeats of another; pictures only where the board is the same.

    The context of its messages in the catalogues is its reference, `fid.italian.2008:6.1`, or that of the
    one it repeats.
    """
    own = _read_article(f"{book.id}:{entry['number']}", entry)
    like = entry.get("like")
    if not isinstance(like, str):
        return own
    id, number = split_ref(like)
    model = article(f"{id}:{number}")
    if id == _STOCK or rulebook(id).game != book.game:
        model = replace(model, diagrams=())
    return replace(model, **{name: getattr(own, name) for name in entry})


def _read_article(ref: str, entry: dict[str, object]) -> Article:
    return converter(Article, partial(message_of, context=ref))({"text": "", **entry})


@lru_cache
def _stock() -> tuple[Article, ...]:
    path = _FOLDER / _STOCK / "provisions.toml"
    tables = msgspec.toml.decode(path.read_bytes(), type=dict[str, dict[str, object]])
    entries = [{"number": key, **table} for key, table in tables.items()]
    return tuple(_read_article(f"{_STOCK}:{entry['number']}", entry) for entry in entries)


def _losing(base: Rulebook) -> Rulebook:
    """Return a book with the aim turned round: its own articles, and `base` for all the rest."""
    model = _read(_FOLDER / _STOCK / "losing.toml")
    return replace(
        model,
        id=f"{_LOSING}{base.id}",
        game=f"{base.game}-losing",
        short=model.short.format(book=base.short),
        title=model.title.format(book=base.title),
        parameters=inherited(base),
        general=base.id,
    )


def inherited(base: Rulebook) -> Parameters:
    """Return the parameters of a book as another one has them: limits name their articles in full."""
    said = base.parameters
    return replace(
        said,
        material_limits=tuple(replace(x, article=base.cited(x.article)) for x in said.material_limits),
        road_limits=tuple(replace(x, article=base.cited(x.article)) for x in said.road_limits),
        balance_limits=tuple(replace(x, article=base.cited(x.article)) for x in said.balance_limits),
    )


def _either(id: str) -> Rulebook:
    return competition(id) if id in competitions() else rulebook(id)


@lru_cache
def _numbers(id: str) -> dict[str, Article]:
    return {a.number: a for a in _either(id).articles}


@lru_cache
@implements("fid.english.2008:premessa")
def _topics(id: str) -> dict[str, str]:
    book = rulebook(id)
    general = _topics(book.general) if book.general else {}
    topics = {topic: ref for topic, ref in general.items() if topic not in book.unsaid}
    own: dict[str, str] = {}
    for a in book.articles:
        for topic in a.governs:
            own.setdefault(topic, f"{id}:{a.number}")
    return topics | own
