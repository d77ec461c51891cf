"""The pages of studies: the list of them, one chapter, an invitation."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from typing import ClassVar, Final
from urllib.parse import urlencode

import msgspec
from markupsafe import Markup
from msgspec.structs import fields

from damiera._core import Position, Side
from damiera.game.sides import SideName, side_name
from damiera.messages import Lang, Message, short_date, translations
from damiera.notation.moves import example_move
from damiera.notation.pdn.model import PdnGame
from damiera.notation.pdn.writer import first_count
from damiera.notation.signs import SIGNS, is_fid, sign_meaning
from damiera.paper.boards import board_shape, pieces_on, small_board
from damiera.paper.svg import Marks, board
from damiera.records.studies import StudyRecord
from damiera.rules.explain import explain_position
from damiera.rules.ruleset import CATALOGUE, ruleset
from damiera.service.analysis_lines import line_view
from damiera.service.game_views import pieces_view
from damiera.service.links import article_links
from damiera.service.studies import ArchiveHit, OpenStudy, StudyHit, wanted_of
from damiera.service.views import BookCard
from damiera.study.files import LARGEST_FILE, LARGEST_TEXT
from damiera.study.model import StudyChapter
from damiera.study.quiz import found_so_far, solver
from damiera.study.remarks import parsed
from damiera.study.search import BoardPattern
from damiera.study.tree import Path, StudyNode, found, line_to, main_path
from damiera.web.common.pages import PageView, as_json
from damiera.web.common.piece_views import PlacedPiece, placed_pieces
from damiera.web.study.earlier_views import (
    EarlierData,
    EarlierPart,
    earlier_data,
    earlier_parts,
    earlier_position,
)
from damiera.web.study.tree_views import (
    NodeData,
    TreeLine,
    chapter_tree,
    clock_of,
    node_address,
    node_data,
    path_text,
    signs_of,
)

__all__ = [
    "EmbeddedChapter",
    "InvitationPage",
    "LawPart",
    "SearchAsked",
    "StudiesPage",
    "StudyPage",
    "company_part",
    "embedded_chapter",
    "invitation_page",
    "law_of",
    "law_part",
    "studies_page",
    "study_page",
]

MARKS: Final = ("!", "!!", "?", "!?", "?!", "??", "*", "+", "=")
TAGS: Final = ("White", "Black", "Result", "Event", "Site", "Date", "Round", "Annotator")
RESULTS: Final = ("*", "1-0", "0-1", "1/2-1/2")

_TAG_NAMES: Final = {
    "White": Message("White"),
    "Black": Message("Black"),
    "Result": Message("Result"),
    "Event": Message("Event"),
    "Site": Message("Place", context="of a game"),
    "Date": Message("Date"),
    "Round": Message("Round"),
    "Annotator": Message("Notes by"),
}
_KIND_NAMES: Final = {
    "study": Message("To be read"),
    "guess": Message("Guess the move"),
    "find": Message("Find the shot"),
}
_SHARING_NAMES: Final = {
    "private": Message("only its authors"),
    "link": Message("whoever has the link"),
    "public": Message("everybody"),
}


# ------------------------------------------------------------------------------------------------------- list


class StudyCard(msgspec.Struct, frozen=True):
    """A study in a list."""

    address: str
    title: str
    game_name: str
    sharing: str
    changed: str


class SearchAsked(msgspec.Struct, frozen=True):
    """What was searched for: the game, the text, what is wrong with it, whether anything was."""

    game: str = "italian"
    text: str = ""
    wrong: str = ""
    done: bool = False


class FoundCard(msgspec.Struct, frozen=True):
    """A place that a search has found: where it is, its picture, and what leads there."""

    address: str
    title: str
    where: str
    moves: str
    picture: Markup


class StudiesPage(PageView, frozen=True):
    """The studies of a reader and those open to all; a form to begin one, another to search.

    Attributes:
        wrong: why a study could not be begun; `title`, `text`, `game` are what was asked for then.
        own_total: how many places the search has found.
        games: the games one can choose.
        archive: the address where the archive is searched for the same position; empty for a pattern.
        setup: the board to set up a pattern or a position on; None where towers or marbles stand on it.
        most_bytes: how large a file may be; `most_letters`, how long a text.
    """

    template: ClassVar[str] = "study/studies.html"
    own: tuple[StudyCard, ...]
    public: tuple[StudyCard, ...]
    games: tuple[tuple[str, str], ...]
    game: str
    title: str
    text: str
    wrong: str
    asked: SearchAsked
    places: tuple[FoundCard, ...]
    archive: str
    setup: SetupBoard | None
    most_bytes: int = LARGEST_FILE
    most_letters: int = LARGEST_TEXT


class SetupData(msgspec.Struct, frozen=True):
    """What stands on the board to set up when the page comes, and the squares that are to be empty."""

    pieces: dict[str, str]
    empty: tuple[int, ...] = ()


class SetupBoard(msgspec.Struct, frozen=True):
    """A board on which a pattern or a position is set up by hand: for scripts alone.

    Attributes:
        kinds: the pieces that can be put on it.
        side: who is to move: `?` for either.
        is_open: whether it was in use.
    """

    game: str
    kinds: tuple[PlacedPiece, ...]
    drawn: Markup
    geometry_json: Markup
    data_json: Markup
    side: str
    is_open: bool


def _setup(search: SearchAsked, lang: Lang, *, is_open: bool) -> SetupBoard | None:
    rules = CATALOGUE.get(search.game)
    kinds = placed_pieces(rules, lang) if rules is not None and not rules.core.by_seat else ()
    if rules is None or not kinds:
        return None
    shape, _ = board_shape(rules.slug), translations(lang).gettext
    pieces, side, empty = dict[int, str](), "?", tuple[int, ...]()
    if search.done:
        wanted = wanted_of(search.text, search.game)
        pieces = dict(wanted.pieces)
        side = "" if wanted.side is None else "W" if wanted.side is Side.WHITE else "B"
        empty = tuple(sorted(wanted.empty)) if isinstance(wanted, BoardPattern) else ()
    data = SetupData({str(square): letter for square, letter in pieces.items()}, empty)
    return SetupBoard(
        game=rules.slug,
        kinds=kinds,
        drawn=board(shape, pieces, label=_("Set up the position"), _=_),
        geometry_json=as_json(shape),
        data_json=as_json(data),
        side=side or "?",
        is_open=is_open,
    )


def studies_page(
    own: Sequence[StudyRecord],
    public: Sequence[StudyRecord],
    lang: Lang,
    *,
    game: str = "italian",
    title: str = "",
    text: str = "",
    wrong: str = "",
    asked: SearchAsked | None = None,
    hits: Sequence[StudyHit] = (),
    archived: Sequence[ArchiveHit] = (),
    setting_up: bool = False,
) -> StudiesPage:
    """Return the page of studies."""
    search = asked or SearchAsked(game)
    whole = search.text.strip().startswith("=") and not search.wrong
    fen = search.text.strip()[1:].strip()
    return StudiesPage(
        own=tuple(_card(record, lang) for record in own),
        public=tuple(_card(record, lang) for record in public),
        games=tuple((slug, one.name.text(lang)) for slug, one in CATALOGUE.items()),
        game=game,
        title=title,
        text=text,
        wrong=wrong,
        asked=search,
        places=(*(_place(hit) for hit in hits), *(_archived_place(hit) for hit in archived)),
        archive="/analysis?" + urlencode({"game": search.game, "fen": fen}) if whole else "",
        setup=_setup(search, lang, is_open=setting_up),
    )


def _card(record: StudyRecord, lang: Lang) -> StudyCard:
    return StudyCard(
        address=f"/study/{record.id}",
        title=record.title,
        game_name=ruleset(record.game).name.text(lang),
        sharing=_SHARING_NAMES[record.sharing].text(lang),
        changed=short_date(datetime.fromtimestamp(record.updated_at / 1000, UTC).date(), lang),
    )


def _archived_place(hit: ArchiveHit) -> FoundCard:
    names = " – ".join(name if name.strip("?. ") else "?" for name in (hit.white, hit.black))
    about = ", ".join(part for part in (hit.event, hit.date) if part.strip("?.- "))
    picture = small_board(hit.position.rules.slug, pieces_view(hit.position))
    return FoundCard(f"/archive/{hit.id}?ply={hit.ply}", about, names, "", picture)


def _place(hit: StudyHit) -> FoundCard:
    return FoundCard(
        address=node_address(hit.record.id, hit.chapter.id, hit.path),
        title=hit.record.title,
        where=hit.chapter.name,
        moves=" ".join(name.partition("~")[0] for name in hit.path[-6:]).replace("x", "×"),
        picture=small_board(hit.chapter.game.ruleset.slug, pieces_view(hit.chapter.position(hit.path))),
    )


# -------------------------------------------------------------------------------------------------------- law


def law_of(position: Position, lang: Lang) -> BookCard | None:
    """Return what the book says of a position: what must be taken, and why; None where nothing binds."""
    if not position.detect():
        return None
    told = explain_position(position)
    return BookCard(told.title.text(lang), told.text.text(lang), article_links(told.articles))


class LawPart(PageView, frozen=True):
    """The card of the book beside a move, for a script that walks."""

    template: ClassVar[str] = "study/_law.html"
    law: BookCard | None


class CompanyPart(PageView, frozen=True):
    """Who else looks at a study, for a script."""

    template: ClassVar[str] = "study/_company.html"
    company: tuple[str, ...]
    strangers: int


def company_part(found: tuple[Sequence[str], int]) -> CompanyPart:
    """Return the part of the page that says who else looks at a study: names, and how many have none."""
    names, strangers = found
    return CompanyPart(tuple(names), strangers)


def law_part(position: Position, lang: Lang) -> LawPart:
    """Return the card of the book for a position."""
    return LawPart(law_of(position, lang))


# ---------------------------------------------------------------------------------------------------- page


class ChapterCard(msgspec.Struct, frozen=True):
    """A chapter in the list of a study; `solved` once its reader has found the moves that it asks for."""

    number: int
    id: str
    name: str
    address: str
    now: bool
    solved: bool


class SignChoice(msgspec.Struct, frozen=True):
    """A sign that may be set: how it is written, what it means, whether the move has it."""

    sign: str
    meaning: str
    on: bool


class TagField(msgspec.Struct, frozen=True):
    """A tag of the game that can be written."""

    name: str
    label: str
    value: str


class StudyData(msgspec.Struct, frozen=True):
    """What the script of the page begins with.

    Attributes:
        at: the number of the node that is shown; -1 for the start.
        reader: for whom the page was made: what this browser has of another's changes is not sent for them.
        quiz: whether moves are to be found here; then `nodes` are those that have been.
        side: whose moves are to be found.
        drawings, text: what is drawn and said at the start.
        earlier: what was played before the board changed without a move; `earlier_at` is the position of it
            that is shown (-1: none), `count` how many plies went before the tree.
    """

    id: str
    chapter: str
    version: int
    may_edit: bool
    reader: str
    game: str
    game_name: str
    start_fen: str
    start_pieces: dict[str, str]
    nodes: tuple[NodeData, ...]
    at: int
    quiz: bool
    side: SideName
    drawings: tuple[str, ...]
    text: str
    earlier: tuple[EarlierData, ...] = ()
    earlier_at: int = -1
    count: int = 0


class StudyPage(PageView, frozen=True):
    """A chapter of a study, at a node of its tree.

    Attributes:
        chapters: all of them; `number` counts this one from 1.
        kind: how the chapter is read; `quiz` tells that its moves are to be found by this reader.
        done: whether all of them have been.
        task: what is to be found; empty where nothing is.
        earlier: what was played before the board changed without a move.
        tree: the moves; `at_text` and `path` name the node shown, `move` is its move in words.
        comment: what is said of the node shown; `was` the same, for whoever changes it.
        signs: what may be set on it.
        company: who else looks at this study; `strangers` counts those without a name.
        asks_name: the reader has no name of their own yet.
        invitation: what opens it for authors; for its owner only.
        writers: ids and names of those whom its owner may take off.
        notice: what has just been done or could not be; `notice_bad` if it could not.
        others: chapters that may be joined with this one.
        further: the address and the name of the chapter behind it; empty behind the last.
        most_bytes: how large a file of a new chapter may be; `most_letters`, how long a text.
    """

    template: ClassVar[str] = "study/study.html"
    id: str
    title: str
    owner: str
    authors: tuple[str, ...]
    writers: tuple[tuple[str, str], ...]
    sharing: str
    sharing_name: str
    version: int
    chapters: tuple[ChapterCard, ...]
    chapter: str
    name: str
    number: int
    game: str
    game_name: str
    kind: str
    kinds: tuple[tuple[str, str], ...]
    side: SideName
    quiz: bool
    preview: bool
    done: bool
    task: str
    may_edit: bool
    is_owner: bool
    can_undo: bool
    can_redo: bool
    tree: TreeLine
    earlier: tuple[EarlierPart, ...]
    closing: str
    path: str
    base: str
    move: str
    clock: str
    is_move: bool
    in_variation: bool
    has_variations: bool
    folded: bool
    back: str
    on: str
    first: str
    last: str
    comment: str
    signs: tuple[SignChoice, ...]
    signs_book: str
    tags: tuple[TagField, ...]
    players: str
    results: tuple[str, ...]
    law: BookCard | None
    over: str
    turn: SideName
    drawn: Markup
    data_json: Markup
    geometry_json: Markup
    fen: str
    example: str
    company: tuple[str, ...]
    strangers: int
    asks_name: bool
    invitation: str
    notice: str
    notice_bad: bool
    others: tuple[tuple[str, str], ...]
    further: tuple[str, str]
    sharings: tuple[tuple[str, str], ...]
    analysis_url: str
    most_bytes: int = LARGEST_FILE
    most_letters: int = LARGEST_TEXT


class _Shown(msgspec.Struct, frozen=True):
    """A chapter as one reader may see it, at a node."""

    chapter: StudyChapter
    path: Path
    nodes: tuple[StudyNode, ...]
    quiz: bool
    done: bool

    @property
    def position(self) -> Position:
        return self.chapter.position(self.path)


def _shown(chapter: StudyChapter, path: Path, quiz: bool) -> _Shown:
    """Return what a reader sees: of a quiz only what has been found, until all has been."""
    nodes = chapter.nodes()
    moves = chapter.game.mainline
    path = tuple(path[: len(line_to(moves, path))])
    if not quiz:
        return _Shown(chapter, path, nodes, quiz=False, done=False)
    path = found_so_far(chapter, path)
    if path == main_path(moves):
        return _Shown(chapter, path, nodes, quiz=False, done=bool(moves))
    steps = {path[: n + 1] for n in range(len(path))}
    return _Shown(chapter, path, tuple(node for node in nodes if node.path in steps), quiz=True, done=False)


class EmbeddedChapter(StudyPage, frozen=True):
    """A chapter inside a page of somebody else: to be read, without a script."""

    template: ClassVar[str] = "study/embed.html"


def embedded_chapter(opened: OpenStudy, chapter: StudyChapter, path: Path, lang: Lang) -> EmbeddedChapter:
    """Return a chapter as it is shown inside another page: every link of its tree stays there."""
    page = study_page(opened, chapter, path, lang)
    return EmbeddedChapter(**{field.name: getattr(page, field.name) for field in fields(page)})


def study_page(
    opened: OpenStudy,
    chapter: StudyChapter,
    path: Path,
    lang: Lang,
    *,
    earlier: int = -1,
    flipped: bool = False,
    preview: bool = False,
    company: tuple[Sequence[str], int] = ((), 0),
    asks_name: bool = False,
    reader: str = "",
    notice: str = "",
    notice_bad: bool = False,
) -> StudyPage:
    """Return the page of a chapter, at a node of it or at what is nearest to it.

    Args:
        earlier: a position from before the board last changed without a move, to be shown instead; -1: none.
        company: who else looks at it: their names, and how many have none.
        asks_name: a guest without a name reads it.
        reader: for whom the page is, as `reader_mark` says it.
    """
    asks = chapter.kind != "study" and (preview or not opened.may_edit)
    shown = _shown(chapter, path, asks)
    may_edit = opened.may_edit and not preview
    game, path, position = chapter.game, shown.path, shown.position
    past = earlier_position(game, earlier) if earlier >= 0 and not shown.quiz else None
    entry = found(game.mainline, path) if path else None
    remark = parsed(entry.comment if entry else game.comment, game.ruleset.core.squares)
    numbers = {node.path: number for number, node in enumerate(shown.nodes)}
    node = shown.nodes[numbers[path]] if path else None
    further = next((one.path for one in shown.nodes if one.path[:-1] == path), path)
    tip = main_path(game.mainline, path) if not shown.quiz else path
    bottom = solver(chapter) if asks else Side.WHITE
    black_below = flipped != (bottom is Side.BLACK)
    others = [one for one in opened.study.chapters if one.id != chapter.id and _may_join(one, chapter)]
    cards = _chapters(opened, chapter.id)
    rank = next(one.number for one in cards if one.now)
    start = parsed(game.comment, game.ruleset.core.squares)
    data = StudyData(
        id=opened.id,
        chapter=chapter.id,
        version=opened.record.version,
        may_edit=may_edit,
        reader=reader,
        game=game.ruleset.slug,
        game_name=game.ruleset.name.text(lang),
        start_fen=game.start.fen,
        start_pieces=pieces_view(game.start),
        nodes=node_data(chapter, shown.nodes),
        at=numbers.get(path, -1),
        quiz=shown.quiz,
        side=side_name(bottom),
        drawings=tuple(f"{one.pen}{','.join(map(str, one.path))}" for one in start.drawings),
        text=start.words,
        earlier=() if shown.quiz else earlier_data(chapter),
        earlier_at=-1 if past is None else earlier,
        count=first_count(game).ply,
    )
    here = partial(node_address, opened.id, chapter.id)
    return StudyPage(
        id=opened.id,
        title=opened.study.title,
        owner=opened.owner,
        authors=tuple(opened.authors.values()),
        writers=tuple(opened.authors.items()) if opened.is_owner else (),
        sharing=opened.record.sharing,
        sharing_name=_SHARING_NAMES[opened.record.sharing].text(lang),
        version=opened.record.version,
        chapters=cards,
        chapter=chapter.id,
        name=chapter.name,
        number=rank,
        game=game.ruleset.slug,
        game_name=game.ruleset.name.text(lang),
        kind=chapter.kind,
        kinds=tuple((id, name.text(lang)) for id, name in _KIND_NAMES.items()),
        side=chapter.side,
        quiz=shown.quiz,
        preview=preview,
        done=shown.done,
        task=_task(chapter, lang) if asks and not shown.done else "",
        may_edit=may_edit,
        is_owner=opened.is_owner,
        can_undo=opened.can_undo,
        can_redo=opened.can_redo,
        earlier=() if shown.quiz else earlier_parts(chapter),
        tree=chapter_tree(opened.id, chapter, shown.nodes, path),
        closing=parsed(game.closing, game.ruleset.core.squares).words if not shown.quiz else "",
        path=path_text(path),
        base=f"/study/{opened.id}/{chapter.id}",
        move=_move_words(node, game, lang),
        clock=clock_of(remark),
        is_move=bool(path),
        in_variation=bool(node and node.depth),
        has_variations=bool(entry and entry.variations),
        folded=path in chapter.folded,
        back=here(path[:-1]),
        on=here(further),
        first=here(()),
        last=here(tip),
        comment=remark.words,
        signs=_signs(
            entry.strength if entry else "", signs_of(entry, _book(chapter)) if entry else "", chapter, lang
        ),
        signs_book="/book/fid.italian.2008/13" if is_fid(_book(chapter)) else "",
        tags=_tags(chapter, lang),
        players=_players(chapter),
        results=RESULTS,
        law=law_of(position, lang),
        over="" if position.has_moves() else _OVER.text(lang),
        turn=side_name(position.side),
        drawn=_drawn(
            chapter,
            *(past or (position, _last_route(chapter, path))),
            black_below,
            lang,
            still=past is not None,
        ),
        data_json=as_json(data),
        geometry_json=as_json(board_shape(game.ruleset.slug)),
        fen=position.fen,
        example=example_move(game.ruleset),
        company=tuple(company[0]),
        strangers=company[1],
        asks_name=asks_name,
        invitation=f"/study/{opened.id}/join/{opened.record.key}" if opened.is_owner else "",
        notice=notice,
        notice_bad=notice_bad,
        others=tuple((one.id, one.name) for one in others),
        further=next(((one.address, one.name) for one in cards if one.number > rank), ("", "")),
        sharings=tuple((id, name.text(lang)) for id, name in _SHARING_NAMES.items()),
        analysis_url="/analysis?" + urlencode({"game": game.ruleset.slug, "fen": position.fen}),
    )


def _may_join(one: StudyChapter, other: StudyChapter) -> bool:
    return one.game.ruleset == other.game.ruleset and one.game.start == other.game.start


def _book(chapter: StudyChapter) -> str:
    return chapter.game.ruleset.rulebooks[0]


def _chapters(opened: OpenStudy, now: str) -> tuple[ChapterCard, ...]:
    return tuple(
        ChapterCard(
            number,
            one.id,
            one.name,
            f"/study/{opened.id}/{one.id}",
            one.id == now,
            solved=one.id in opened.solved and one.kind != "study",
        )
        for number, one in enumerate(opened.study.chapters, 1)
    )


def _task(chapter: StudyChapter, lang: Lang) -> str:
    if chapter.kind == "find":
        return _FIND[solver(chapter)].text(lang)
    return _GUESS[solver(chapter)].text(lang)


def _move_words(node: StudyNode | None, game: PdnGame, lang: Lang) -> str:
    if node is None:
        return _START.text(lang)
    count = first_count(game).on(len(node.path) - 1)
    turn, hand = divmod(count.ply, count.hands)
    return f"{turn + 1}{'…' if hand else '.'} {node.entry.text}".replace("x", "×")


def _signs(strength: str, printed: str, chapter: StudyChapter, lang: Lang) -> tuple[SignChoice, ...]:
    book = _book(chapter)
    there = {strength, *printed.split()}
    return tuple(
        SignChoice(sign, (sign_meaning(sign, book) or SIGNS[sign]).text(lang), sign in there)
        for sign in MARKS
    )


def _tags(chapter: StudyChapter, lang: Lang) -> tuple[TagField, ...]:
    tags = {**chapter.game.tags, "Result": chapter.game.result}
    return tuple(TagField(name, _TAG_NAMES[name].text(lang), tags.get(name, "")) for name in TAGS)


def _players(chapter: StudyChapter) -> str:
    """Return players, result, event and date in a line; empty where nobody is known."""
    tags = chapter.game.tags
    known = {name: tags.get(name, "").strip() for name in ("White", "Black", "Event", "Date")}
    known = {name: value for name, value in known.items() if value and value.strip("?.-")}
    names = " – ".join(known[name] for name in ("White", "Black") if name in known)
    result = chapter.game.result if chapter.game.result != "*" else ""
    return " · ".join(
        filter(None, (" ".join(filter(None, (names, result))), known.get("Event", ""), known.get("Date", "")))
    )


def _last_route(chapter: StudyChapter, path: Path) -> tuple[int, ...]:
    moves = line_to(chapter.game.mainline, path)
    return line_view(chapter.position(path[:-1]), (moves[-1].move,))[0].path if moves else ()


def _drawn(
    chapter: StudyChapter,
    position: Position,
    last: tuple[int, ...],
    flipped: bool,
    lang: Lang,
    *,
    still: bool = False,
) -> Markup:
    """Draw a position of a chapter; in one that is `still` nobody may move."""
    _ = translations(lang).gettext
    label = _("{game}, Black at the bottom") if flipped else _("{game}, White at the bottom")
    can = () if still else tuple(dict.fromkeys(move.origin for move in position.moves()))
    rules = chapter.game.ruleset
    return board(
        board_shape(rules.slug),
        pieces_on(position),
        label=label.format(game=rules.name.text(lang)),
        _=_,
        marks=Marks(can=can, last=last),
        flipped=flipped,
        hands=(0, 0),
    )


class InvitationPage(PageView, frozen=True):
    """An invitation to write in a study."""

    template: ClassVar[str] = "study/join.html"
    id: str
    key: str
    title: str


def invitation_page(id: str, key: str, title: str) -> InvitationPage:
    """Return the page of an invitation."""
    return InvitationPage(id, key, title)


_OVER: Final = Message("Nobody can move here.")
_START: Final = Message("The first position.")
_FIND: Final = {
    Side.WHITE: Message("White to move: find the shot."),
    Side.BLACK: Message("Black to move: find the shot."),
}
_GUESS: Final = {
    Side.WHITE: Message("Guess White's moves, one by one."),
    Side.BLACK: Message("Guess Black's moves, one by one."),
}
