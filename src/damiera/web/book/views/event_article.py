"""One article on competitions with its examples: who plays, what was played and done, and what follows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

import msgspec

from damiera.messages import Lang, Message, Text, Verbatim, translations
from damiera.regulations.book import Article, Rulebook
from damiera.regulations.event_scenario import EventScenario, event_scenarios
from damiera.tournament.scenarios import event_of_scenario
from damiera.web.common.pages import PageView

__all__ = ["EventArticlePage", "event_article_page"]


class ScenarioPlayer(msgspec.Struct, frozen=True):
    """A player of an example; Elo and category may be empty."""

    number: int
    name: str
    elo: str
    category: str


class ScenarioFact(msgspec.Struct, frozen=True):
    """What follows in an example: what it is, and its lines."""

    name: str
    lines: tuple[str, ...]


class EventArticlePage(PageView, frozen=True):
    """An article on competitions and one of its examples, `n` of `total`.

    Attributes:
        chapter_url: where it stands among the others.
        printed, title, text, note: the article; title and note may be empty.
        says: what the example shows.
        players: who plays; empty where no event is needed.
        rounds: what was played, each round as its boards.
        acts: what was done then.
        facts: what follows.
    """

    template: ClassVar[str] = "book/event_article.html"

    book: str
    chapter_url: str
    number: str
    printed: str
    title: str
    text: str
    note: str
    n: int
    total: int
    says: str
    players: tuple[ScenarioPlayer, ...]
    rounds: tuple[tuple[str, ...], ...]
    acts: tuple[str, ...]
    facts: tuple[ScenarioFact, ...]


def event_article_page(
    book: Rulebook, article: Article, told: EventScenario, n: int, lang: Lang
) -> EventArticlePage:
    """Return the page of an article on competitions with one of its examples, the `n`th."""
    names = _names(told)
    return EventArticlePage(
        book=book.short.text(lang),
        chapter_url=f"/book/{book.id}/{article.chapter}#a{article.number}",
        number=article.number,
        printed=article.printed,
        title=article.title.text(lang) if article.title else "",
        text=article.text.text(lang),
        note=article.note.text(lang) if article.note else "",
        n=n,
        total=len(event_scenarios(book.id, article.number)),
        says=told.says.text(lang),
        players=_players(told),
        rounds=tuple(_round(text, names, lang) for text in told.rounds),
        acts=tuple(text.text(lang) for text in _acts(told, names)),
        facts=tuple(_facts(told, names, lang)),
    )


def _names(told: EventScenario) -> dict[int, str]:
    return {one.number: one.name for one in event_of_scenario(told).players} if told.players else {}


def _players(told: EventScenario) -> tuple[ScenarioPlayer, ...]:
    if not told.players:
        return ()
    return tuple(
        ScenarioPlayer(one.number, one.name, str(one.elo) if one.elo else "", one.category)
        for one in event_of_scenario(told).players
    )


def _round(text: str, names: dict[int, str], lang: Lang) -> tuple[str, ...]:
    return tuple(_board(said.strip(), names, lang) for said in text.split(","))


def _board(said: str, names: dict[int, str], lang: Lang) -> str:
    """Return a board of a round with its result: points of both, or who rests."""
    seats, _, mark = said.partition(" ")
    pair = _pair(seats, names, lang)
    score = {"1": "2-0", "=": "1-1", "0": "0-2"}.get(mark, "")
    if mark == "+":
        score = translations(lang).gettext("2-0, the second did not appear")
    return f"{pair} {score}".strip()


def _pair(seats: str, names: dict[int, str], lang: Lang) -> str:
    white, _, black = seats.partition("-")
    if not black:
        return _RESTS.format(name=names[int(white)]).text(lang)
    return f"{names[int(white)]} – {names[int(black)]}"


def _acts(told: EventScenario, names: dict[int, str]) -> list[Text]:
    return [
        _CHANGES[act["change"]].format(name=names[act["player"]], n=act["from_round"]) for act in told.acts
    ]


_RESTS = Message("{name} rests")
_CHANGES: Final = {
    "withdrawn": Message("{name} withdraws, from round {n} on."),
    "forfeited": Message("{name} does not appear, from round {n} on."),
    "expelled": Message("{name} is expelled in round {n}."),
}


def _facts(told: EventScenario, names: dict[int, str], lang: Lang) -> list[ScenarioFact]:
    found = []
    if told.order is not None:
        found.append(ScenarioFact(_STANDING.text(lang), _standing(told, names)))
    for name in told.outcomes:
        if name in _LINES:
            title, lines = _LINES[name]
            found.append(
                ScenarioFact(title.text(lang), tuple(text.text(lang) for text in lines(told, names, lang)))
            )
    return found


def _standing(told: EventScenario, names: dict[int, str]) -> tuple[str, ...]:
    """Return the standing, with places, points and quotients where the example says them."""
    lines = []
    for at, number in enumerate(told.order or ()):
        rank = told.ranks[at] if told.ranks else at + 1
        values = [told.points[at]] if told.points else []
        values += told.quotients[at] if told.quotients else ()
        lines.append(" ".join(map(str, (f"{rank}.", names[number], *values))))
    return tuple(lines)


_Lines = Callable[[EventScenario, dict[int, str], Lang], Sequence[Text]]
_STANDING: Final = Message("The standing")
_REFUSED: Final = Message("It is refused, with the reason and the remedy.")
_APART: Final = Message("The last group is of Provinciali alone.")
_GROUP: Final = Message("{n} players")
_NONE: Final = Message("Nothing: it is in order.")
_KINDS: Final = {
    "annulled": Message("annulled"),
    "played": Message("played, and it counts"),
}
_FAULTS: Final = {"not-recorded": Message("The clock was pressed before the move was written down.")}


def _ratings(told: EventScenario, names: dict[int, str], lang: Lang) -> list[Text]:
    return [Verbatim(f"{names[n]} {elo}") for n, elo in enumerate(told.ratings or (), 1)]


def _clocks(told: EventScenario, names: dict[int, str], lang: Lang) -> list[Text]:
    white, black = (f"{s // 60}:{s % 60:02}" for s in told.clocks or (0, 0))
    return [Message("White {white}, Black {black}", white=white, black=black)]


_LINES: Final[dict[str, tuple[Text, _Lines]]] = {
    "refused": (Message("What follows"), lambda told, names, lang: [_REFUSED]),
    "pairs": (
        Message("The next round"),
        lambda told, names, lang: [Verbatim(_pair(one, names, lang)) for one in told.pairs or ()],
    ),
    "kinds": (
        Message("The games of the first player"),
        lambda told, names, lang: [_KINDS[one] for one in told.kinds or ()],
    ),
    "ratings": (Message("Elo afterwards"), _ratings),
    "promoted": (
        Message("Promoted"),
        lambda told, names, lang: [Verbatim(one) for one in told.promoted or ()],
    ),
    "groups": (
        Message("The groups"),
        lambda told, names, lang: [_GROUP.format(n=n) for n in told.groups or ()],
    ),
    "apart": (Message("What follows"), lambda told, names, lang: [_APART]),
    "prizes": (
        Message("The best of each category"),
        lambda told, names, lang: [
            Verbatim(f"{name}: {names[n]}") for name, n in (told.prizes or {}).items()
        ],
    ),
    "clocks": (Message("The clocks"), _clocks),
    "faults": (
        Message("What is wrong"),
        lambda told, names, lang: [_FAULTS[one] for one in told.faults or ()] or [_NONE],
    ),
    "openings": (
        Message("Openings drawn for the first three rounds"),
        lambda told, names, lang: [Verbatim(str(n)) for n in told.openings or ()],
    ),
}
