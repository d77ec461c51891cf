"""Each article by an example as data: `scenarios/<book>/<article>.toml`, what stands, an act, what comes.

What is said of an article holds for those that are `like` it, under their numbers, unless it names some.

| key | meaning |
|---|---|
| `position` | FEN; the start where it is left out |
| `agreed` | `arbiter`, `touch` (a touched piece binds), `unrecorded`, `asked` (no count of its own accord) |
| `first` | what happens before: moves as players write them, and events |
| `act` | what is done: a move as players write it, or an event |
| `refused` | it is refused |
| `after`, `bound`, `count`, `winner` | what stands, is bound (0: nothing), is counted of how many, who won |
| `article` | the number that is named for it; that of the file where it is left out, empty for none |
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from damiera.game.errors import GameError, IllegalRoute
from damiera.game.events import Event, Irregular, Moved, decode
from damiera.game.irregular_fit import fitting_kinds
from damiera.game.state import Game
from damiera.game.ways import Conditions
from damiera.notation.fen import format_fen, parse_fen
from damiera.notation.numbering import parse_square
from damiera.regulations.book import rulebook, rulebooks, split_ref
from damiera.rules.ruleset import Ruleset, ruleset

FOLDER = Path(__file__).parent / "scenarios"
_KEYS = {"position", "agreed", "first", "act", "refused", "after", "bound", "count", "winner", "article"}
_SAID = {"refused", "after", "bound", "count", "winner"}


def scenarios(model: str) -> list[dict[str, Any]]:
    """What the file of an article tells; nothing where it has none."""
    book, _, number = model.partition(":")
    path = FOLDER / book / f"{number}.toml"
    return list(tomllib.loads(path.read_text(encoding="utf-8"))["scenario"]) if path.exists() else []


def every_scenario() -> Iterator[tuple[str, str, int, str]]:
    """Each scenario: the book and the article it is tried by, its place in a file, whose file it is."""
    for id in rulebooks():
        for article in rulebook(id).articles:
            own = f"{id}:{article.number}"
            model = own if scenarios(own) or not article.like else ":".join(split_ref(article.like))
            for n, told in enumerate(scenarios(model)):
                if model == own or "article" not in str(told):
                    yield id, article.number, n, model


@pytest.mark.parametrize(("book", "number", "n", "model"), list(every_scenario()))
def test_scenario(book: str, number: str, n: int, model: str) -> None:
    told = scenarios(model)[n]
    assert told.keys() <= _KEYS
    assert told.keys() & _SAID, "a scenario says what comes"
    rulebook(book).article(number)
    game = begun(book, told)
    act = event_of(game, told["act"], at=len(game.events) + 1)
    wanted = told.get("article", number)
    named = f"{book}:{wanted}" if wanted else None
    if told.get("refused"):
        with pytest.raises(GameError) as caught:
            game.apply(act)
        assert refused_by(caught.value) == named
        return
    if isinstance(act, Irregular):
        assert act.kind in tuple(fitting_kinds(game, act)), "what is done is of the kind it is told under"
    after = game.apply(act)
    if "after" in told:
        assert format_fen(after.position) == told["after"]
    if "bound" in told:
        assert (after.conduct.bound or 0) == told["bound"]
    if "count" in told:
        assert after.count is not None
        assert [after.count.plies, after.count.limit] == told["count"]
    if "winner" in told:
        assert after.outcome is not None
        assert (after.outcome.winner.name.lower() if after.outcome.winner else "draw") == told["winner"]
        assert after.outcome.article == named
    elif not isinstance(act, Moved) and len(after.conduct.log) > len(game.conduct.log):
        assert after.conduct.log[-1].article == named


def begun(book: str, told: dict[str, Any]) -> Game:
    """The game as it stands when the act is done."""
    game = ruleset(rulebook(book).game)
    agreed = set(told.get("agreed", ()))
    assert agreed <= {"arbiter", "touch", "unrecorded", "asked"}
    conditions = Conditions(
        arbitrated="arbiter" in agreed,
        touch_move="touch" in agreed,
        recorded="unrecorded" not in agreed,
        automatic_count="asked" not in agreed,
    )
    position = parse_fen(told["position"], game).position() if "position" in told else None
    course = Game.start(game, rulebook=book, position=position, conditions=conditions)
    for at, part in enumerate(told.get("first", ())):
        course = course.apply(event_of(course, part, at))
    return course


def event_of(game: Game, told: str | dict[str, Any], at: int) -> Event:
    """An event: of a move, its squares; of anything else, its own fields, at a time if it says none."""
    if isinstance(told, str):
        return Moved(path=squares(game.ruleset, told), at=at)
    return decode(json.dumps({"at": at, **told}))


def squares(game: Ruleset, text: str) -> tuple[int, ...]:
    return tuple(parse_square(game, word) for word in re.split("[-x]", text))


def refused_by(error: GameError) -> str | None:
    """The reference of the article that a refusal names."""
    if isinstance(error, IllegalRoute):
        return str(error.explanation.articles[0])
    article = getattr(error, "article", None)
    return str(article) if article else None


def test_every_file_is_of_an_article() -> None:
    """A file whose book or number is misspelt would never be tried."""
    tried = {model for _, _, _, model in every_scenario()}
    assert {f"{path.parent.name}:{path.stem}" for path in FOLDER.glob("*/*.toml")} == tried
