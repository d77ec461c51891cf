"""The scenarios of articles, carried out: the game as it stands, the act as an event, what a refusal names.

The data is `damiera.regulations.scenario`; what the catalogue shows of a game counts as a scenario of the
article that it names.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

import msgspec

from damiera.game.clock import ClockSettings
from damiera.game.errors import GameError, IllegalRoute
from damiera.game.events import Event, Moved, decode
from damiera.game.state import Game
from damiera.game.ways import Conditions
from damiera.notation.fen import parse_fen
from damiera.notation.numbering import parse_square
from damiera.regulations.book import rulebook, rulebooks
from damiera.regulations.scenario import Scenario, Step, scenarios
from damiera.rules.entry import Example
from damiera.rules.ruleset import Ruleset, ruleset

__all__ = ["begun", "event_of", "refused_by", "scenarios_of"]


@lru_cache(maxsize=4096)
def scenarios_of(book: str, number: str) -> tuple[Scenario, ...]:
    """Return the scenarios of an article; where it has none of its own, what the catalogue shows of it.

    Raises:
        UnknownRulebook, UnknownArticle: if there is no such article.

    >>> [one.act for one in scenarios_of("idf.russian", "2.1")]
    ['c3-d4']
    """
    told = scenarios(book, number)
    if told or book not in rulebooks():  # a losing game, or a variant, is not what the catalogue shows
        return told
    game = ruleset(rulebook(book).game)
    if book != game.rulebooks[0]:
        return ()
    examples = (_shown(one) for one in game.entry.examples if one.article == number)
    shown = (replace(one, book=book, number=number) for of in examples for one in of)
    return tuple(one for one in shown if begun(one).outcome is None)


def _shown(example: Example) -> list[Scenario]:
    """Return what an example of the catalogue shows: a route that is legal, one that is refused.

    Some show a rule of moving where the game would be over already: they are for `scenarios_of` to leave out.
    """
    position = Scenario(says=example.caption, position=example.fen)
    found = []
    if example.route and not example.enters:
        found.append(replace(position, act="-".join(example.route), legal=True, after=example.after))
    if example.refused:
        found.append(replace(position, act="-".join(example.refused), refused=True))
    return found


def begun(scenario: Scenario) -> Game:
    """Return the game as it stands when the act is done.

    Raises:
        GameError: if what happens before does not fit the game.

    >>> begun(scenarios_of("fid.italian.2008", "3.7")[0]).conduct.bound
    22
    """
    game = ruleset(rulebook(scenario.book).game)
    position = parse_fen(scenario.position, game).position() if scenario.position else None
    game_so_far = Game.start(
        game,
        rulebook=scenario.book,
        position=position,
        clock=ClockSettings.parse(scenario.clock) if scenario.clock else None,
        conditions=_conditions(scenario),
    )
    for at, step in enumerate(scenario.first):
        game_so_far = game_so_far.apply(event_of(game, step, at))
    for ply in range(scenario.plies):
        move = scenario.cycle[ply % len(scenario.cycle)]
        game_so_far = game_so_far.apply(event_of(game, move, at=len(game_so_far.events)))
    return game_so_far


def _conditions(scenario: Scenario) -> Conditions:
    terms = {
        "arbitrated": "arbiter" in scenario.agreed,
        "touch_move": "touch" in scenario.agreed,
        "recorded": "unrecorded" not in scenario.agreed,
        "automatic_count": "asked" not in scenario.agreed,
        **(scenario.terms or {}),
    }
    return Conditions.decode(msgspec.json.encode(terms))


def event_of(game: Ruleset, step: Step, at: int) -> Event:
    """Return a step as an event: of a move its squares, else its own fields; `at` if it says no time.

    Raises:
        BadGameEvent: for fields that no event has.
        SquareError: for a move that names no squares of the board.

    >>> event_of(ruleset("italian"), "22-18", at=3)
    Moved(path=(22, 18), at=3, side=None, drops=(), crowned=True)
    """
    if isinstance(step, str):
        return Moved(path=tuple(parse_square(game, word) for word in re.split("[-x:]", step)), at=at)
    return decode(msgspec.json.encode({"at": at, **step}))


def refused_by(error: GameError) -> str | None:
    """Return the reference of the article that a refusal names; None where it names none.

    >>> told = scenarios_of("fid.italian.2008", "3.7")[0]
    >>> try:
    ...     _ = begun(told).apply(event_of(ruleset("italian"), told.act or "", at=9))
    ... except GameError as error:
    ...     print(refused_by(error))
    fid.italian.2008:3.7
    """
    if isinstance(error, IllegalRoute):
        return error.explanation.articles[0] if error.explanation.articles else None
    article: str | None = getattr(error, "article", None)
    return article
