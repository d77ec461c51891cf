"""Openings by lot: the decks, a draw with a public seed that has an address of its own, how to check it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from damiera._core import Side
from damiera.analysis.ballots import judged, provenance
from damiera.analysis.words import score_text
from damiera.errors import DamieraError
from damiera.game.openings import CLASSES, UnknownDeck, deck, decks_of, draw, new_seed, steps
from damiera.game.openings.drawing import DrawnOpening
from damiera.game.openings.model import Deck, Opening
from damiera.messages import Lang, Message, translations
from damiera.notation.moves import best_route
from damiera.paper.boards import game_picture
from damiera.paper.geometry import geometry
from damiera.paper.svg import Marks, diagram
from damiera.rules.ruleset import CATALOGUE
from damiera.web.common.numbers import whole
from damiera.web.common.pages import language, page

__all__ = ["ROUTES"]

SIZE = 60
ORDERS = {
    "number": Message("number"),
    "white": Message("White's advantage"),
    "black": Message("Black's advantage"),
    "even": Message("balance"),
}
LONGEST_SEARCH = 60
MOST_ROUNDS = 9999


def shelf(request: Request) -> Response:
    """Show every deck, game by game. Finding the longest takes a while, so it is no coroutine."""
    lang = language(request)
    games = [
        {
            "name": CATALOGUE[slug].name.text(lang),
            "slug": slug,
            "decks": [{**_deck(deck(id), lang), "picture": _cover(id)} for id in decks_of(slug)],
        }
        for slug in CATALOGUE
        if decks_of(slug)
    ]
    return page(request, "book/openings.html", games=games)


def show(request: Request) -> Response:
    """Show a deck and, where a seed is asked with, what it draws."""
    lang, chosen, asked = language(request), _open(request), request.query_params
    if "draw" in asked and chosen.openings:
        return RedirectResponse(_address(chosen, asked), 303)
    drawn, wrong = _draw(chosen, asked, lang)
    return page(
        request,
        "book/openings_deck.html",
        status=400 if wrong else 200,
        deck=_deck(chosen, lang),
        others=[_deck(deck(id), lang) for id in decks_of(chosen.game)],
        asked={
            "seed": asked.get("seed", ""),
            "round": asked.get("round", "1"),
            "board": asked.get("board", ""),
            "repeat": bool(asked.get("repeat")),
        },
        wrong=wrong,
        drawn=_drawn(drawn, lang) if drawn else None,
        **_listed(chosen, _chosen(chosen, asked), asked.get("page", ""), lang),
    )


def _open(request: Request) -> Deck:
    try:
        return deck(request.path_params["deck"])
    except UnknownDeck as error:
        raise HTTPException(404, error.text(language(request))) from error


@lru_cache(maxsize=64)
def _cover(id: str) -> Markup:
    """Return the first opening of a deck, as decoration."""
    chosen = deck(id)
    if not chosen.openings:
        return game_picture(chosen.game)
    game = chosen.ruleset
    return diagram(geometry(game.core), chosen.openings[0].position(game).pieces)


def _address(chosen: Deck, asked: Mapping[str, str]) -> str:
    """Return the lasting address of a draw: with a seed, made now if none was given."""
    fields = {"seed": asked.get("seed", "").strip() or new_seed(), "round": asked.get("round", "") or "1"}
    fields |= {name: asked[name].strip() for name in ("board", "repeat") if asked.get(name, "").strip()}
    return f"/openings/{chosen.id}?{urlencode(fields)}#result"


def _draw(chosen: Deck, asked: Mapping[str, str], lang: Lang) -> tuple[DrawnOpening | None, str]:
    """Return what is drawn, if a seed was given, or what is wrong with what was given."""
    if not chosen.openings or not asked.get("seed", "").strip():
        return None, ""
    round = whole(asked.get("round", "1"))
    if round is None or not 1 <= round <= MOST_ROUNDS:
        _ = translations(lang).gettext
        return None, _("The round is a number from 1 to {most}.").format(most=MOST_ROUNDS)
    try:
        drawn = draw(
            chosen,
            asked["seed"],
            round=round,
            board=asked.get("board", ""),
            repeat=bool(asked.get("repeat")),
        )
    except DamieraError as error:
        return None, error.text(lang)
    return drawn, ""


def _deck(chosen: Deck, lang: Lang) -> dict[str, object]:
    return {
        "id": chosen.id,
        "game": chosen.game,
        "game_name": chosen.ruleset.name.text(lang),
        "name": chosen.name.text(lang),
        "short": _capital(chosen.name.text(lang).partition(", ")[2]),
        "status": chosen.status,
        "source": chosen.source.text(lang),
        "note": chosen.note.text(lang),
        "count": len(chosen),
        "expected": chosen.expected,
        "checksum": chosen.checksum,
    }


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


@dataclass(frozen=True, slots=True)
class _Choice:
    """What is to be listed of a deck, and in which order."""

    find: str
    klass: str
    order: str
    openings: tuple[Opening, ...]

    @property
    def query(self) -> str:
        """The choice as an address has it, for the links to other pages."""
        fields = {
            "find": self.find,
            "class": self.klass,
            "order": self.order if self.order != "number" else "",
        }
        return urlencode({name: value for name, value in fields.items() if value})


def _chosen(deck: Deck, asked: Mapping[str, str]) -> _Choice:
    find, klass, order = (asked.get(name, "").strip()[:LONGEST_SEARCH] for name in ("find", "class", "order"))
    if klass not in CLASSES:
        klass = ""
    if order not in ORDERS or not _verdicts(deck.id):
        order = "number"
    found = [one for one in deck.openings if _fits(one, find) and klass in ("", one.klass)]
    return _Choice(find, klass, order, tuple(_in_order(deck, found, order)))


def _fits(opening: Opening, find: str) -> bool:
    """Whether an opening has this number, or begins with these moves in one of its orders."""
    if not find or find == str(opening.number):
        return True
    wanted = find.lower().replace("×", "x").replace(":", "x").split()
    orders = (opening.moves, *opening.transpositions)
    return any(list(moves[: len(wanted)]) == wanted for moves in orders)


def _in_order(deck: Deck, openings: list[Opening], order: str) -> list[Opening]:
    """Return openings by what the engine thinks of them; those it was not asked about come last."""
    if order == "number":
        return openings
    whites = _verdicts(deck.id)

    def place(opening: Opening) -> tuple[bool, int]:
        white = whites[opening.number]
        if white is None:
            return True, 0
        return False, {"white": -white, "black": white, "even": abs(white)}[order]

    return sorted(openings, key=place)


@lru_cache(maxsize=64)
def _verdicts(id: str) -> dict[int, int | None]:
    """Return what the engine thinks of each opening of a deck, for White; None where it was not asked."""
    chosen = deck(id)
    if not provenance(chosen.game):
        return {}
    game = chosen.ruleset
    found = {one.number: judged(chosen.game, one.position(game)) for one in chosen.openings}
    if not any(found.values()):
        return {}
    return {number: verdict.score.white if verdict else None for number, verdict in found.items()}


def _listed(chosen: Deck, choice: _Choice, asked: str, lang: Lang) -> dict[str, Any]:
    """Return one page of the openings chosen of a deck, and where in them it is."""
    last = max(1, -(-len(choice.openings) // SIZE))
    number = min(last, max(1, whole(asked) or 1))
    part = choice.openings[(number - 1) * SIZE : number * SIZE]
    klasses = dict.fromkeys(opening.klass for opening in chosen.openings)
    cards = [_card(chosen, opening, lang) for opening in part]
    looked = [card["depth"] for card in cards if card["depth"]]
    return {
        "openings": cards,
        "depths": (min(looked), max(looked)) if looked else None,
        "classed": len(klasses) > 1,
        "klasses": [(klass, CLASSES[klass].text(lang)) for klass in klasses if klass],
        "orders": [(name, text.text(lang)) for name, text in ORDERS.items()] if _verdicts(chosen.id) else [],
        "choice": choice,
        "found": len(choice.openings),
        "pages": {"number": number, "of": last},
    }


def _card(chosen: Deck, opening: Opening, lang: Lang) -> dict[str, Any]:
    game = chosen.ruleset
    position, route = opening.start(game), tuple[int, ...]()
    for move in opening.played(game):
        route = best_route(position, move)
        position = position.play(move)
    said = opening.said(game).text(lang)
    marks = Marks(last=route) if route else Marks(marked=[there for _, there in opening.placed])
    found = judged(chosen.game, position)
    return {
        "number": opening.number,
        "said": said,
        "klass": CLASSES[opening.klass].text(lang),
        "orders": [" ".join(order) for order in opening.transpositions],
        "white": position.side is Side.WHITE,
        "fen": position.fen,
        "score": score_text(found.score).text(lang) if found else "",
        "line": found.line if found else (),
        "depth": found.depth if found else 0,
        "picture": diagram(geometry(game.core), position.pieces, label=said, marks=marks),
    }


def _drawn(drawn: DrawnOpening, lang: Lang) -> dict[str, object]:
    return {
        **_card(drawn.deck, drawn.opening, lang),
        "seed": drawn.seed,
        "round": drawn.round,
        "board": drawn.board,
        "repeat": drawn.repeat,
        "again": drawn.round == 1 and not drawn.board,
        "steps": [
            {"text": step.text.text(lang), "command": step.command, "prints": step.prints}
            for step in steps(drawn)
        ],
    }


ROUTES = [Route("/openings", shelf), Route("/openings/{deck}", show)]
