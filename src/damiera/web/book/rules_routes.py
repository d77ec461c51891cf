"""The rules of each game on one page, and the composer of house rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import urlencode

from markupsafe import Markup
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from damiera._core import Move, Position, Side
from damiera.errors import DamieraError
from damiera.game.sides import is_for_two
from damiera.messages import Lang, Text, Verbatim
from damiera.notation.fen import parse_fen
from damiera.notation.moves import parse_move
from damiera.notation.numbering import parse_square
from damiera.paper.boards import crop_round, game_picture, game_size, pieces_on
from damiera.paper.geometry import geometry
from damiera.paper.svg import Marks, diagram
from damiera.regulations.book import rulebook
from damiera.rules.checks import RulesProblem
from damiera.rules.custom import (
    Composer,
    ComposerField,
    CustomRules,
    CustomRulesError,
    composer,
    house_rules,
    read_house_rules,
)
from damiera.rules.entry import Example, has_twin, how
from damiera.rules.fields import FIELDS, field_value
from damiera.rules.options import options_of
from damiera.rules.ruleset import CATALOGUE, Ruleset, ruleset, sections
from damiera.rules.variants import is_trait_game
from damiera.service.game_choices import LOSING
from damiera.web.common.bodies import with_file
from damiera.web.common.pages import language, page

__all__ = ["ROUTES"]

LARGEST_RULES = 64 * 1024
LAST_PDN_NUMBER = 50
_WON = ("no_moves", "no_pieces", "breakthrough")
_DRAWN = (
    "repetition", "move_count", "no_progress", "no_capture", "balance", "material", "material_two",
    "material_one", "material_three", "road", "lone_pieces", "agreement",
)  # fmt: skip


# ------------------------------------------------------------------------------------------------ one game


async def show(request: Request) -> Response:
    """Show the rules of a game, of a variant of it, or of house rules."""
    lang = language(request)
    game = _game(request)
    house_name = request.query_params.get("name", "").strip()[:60] if game.is_house else ""
    shown, can_analyse = _facts(game, lang), is_for_two(game.core)
    return page(request, "book/rules.html", game=shown, house_name=house_name, can_analyse=can_analyse)


def _game(request: Request) -> Ruleset:
    try:
        return ruleset(request.path_params["slug"])
    except DamieraError as error:
        raise HTTPException(404, error.text(language(request))) from error


def _facts(game: Ruleset, lang: Lang) -> dict[str, object]:
    said, entry = how(game.entry), game.entry
    plain = game.base.removesuffix(LOSING)
    return {
        "slug": game.slug,
        "name": game.name.text(lang),
        "summary": game.summary.text(lang),
        "size": game_size(game),
        "confidence": game.confidence,
        "picture": game_picture(game.slug),
        "how": {
            "men": said.men.text(lang),
            "kings": said.kings.text(lang),
            "captures": said.captures.text(lang),
            "choice": [text.text(lang) for text in said.choice],
        },
        "changed": [
            (FIELDS[k].label.text(lang), field_value(k, v).text(lang)) for k, v in game.changed.items()
        ],
        "is_house": game.is_house,
        "base": {"slug": game.base, "name": ruleset(game.base).name.text(lang)},
        "twin": _twin(game, plain, lang),
        "composable": is_trait_game(game.base),
        "won": [text.text(lang) for text in _end(game, _WON)],
        "drawn": [text.text(lang) for text in _end(game, _DRAWN)],
        "examples": [] if game.changed else [_example(game, one, lang) for one in entry.examples],
        "doubts": [doubt.text(lang) for doubt in entry.doubts],
        "options": [
            {
                "label": s.option.label.text(lang),
                "values": [(v.label.text(lang), v.value == s.option.default) for v in s.option.values],
            }
            for s in options_of(game)
        ],
        "history": entry.history.text(lang),
        "sources": game.sources,
        "notation": game.notation,
        "capture_sign": game.capture_sign,
        "pdn": game.pdn_game_type,
        "pdn_ours": game.pdn_type > LAST_PDN_NUMBER,
        "books": [(id, rulebook(id).title.text(lang)) for id in game.rulebooks],
    }


def _twin(game: Ruleset, plain: str, lang: Lang) -> dict[str, str] | None:
    """Return the same game played the other way, to win or to lose, if there is one."""
    if game.changed or not has_twin(plain):
        return None
    other = ruleset(plain if game.base.endswith(LOSING) else plain + LOSING)
    return {"slug": other.slug, "name": other.name.text(lang)}


def _end(game: Ruleset, topics: Sequence[str]) -> Iterator[Text]:
    """Return what the first rulebook of a game says of these topics, each article once."""
    book = rulebook(game.rulebooks[0])
    refs = dict.fromkeys(book.ref(topic) for topic in topics if book.governs(topic))
    for ref in refs:
        id, _, number = ref.partition(":")
        yield rulebook(id).article(number).text


def _example(game: Ruleset, example: Example, lang: Lang) -> dict[str, object]:
    caption = example.caption.text(lang)
    before = parse_fen(example.fen, game).position()
    move = _move(game, before, example)
    return {
        "caption": caption,
        "fen": example.fen,
        "article": example.article,
        "picture": _picture(game, before, move, example, caption),
        "after": _after(game, before, move, example),
        "refused": "-".join(example.refused),
    }


def _move(game: Ruleset, before: Position, example: Example) -> Move | None:
    """Return the move that an example shows, the men that come back before it among it."""
    if not example.route:
        return None
    enters = "".join(f"@{name}" for name in example.enters)
    return parse_move(before, f"{enters}/{'-'.join(example.route)}" if enters else "-".join(example.route))


def _picture(game: Ruleset, before: Position, move: Move | None, example: Example, caption: str) -> Markup:
    route = [parse_square(game, name) for name in example.route]
    refused = [parse_square(game, name) for name in example.refused]
    man = "w" if before.side is Side.WHITE else "b"
    marks = Marks(
        route=route,
        jumped=move.captured if move else (),
        marked=() if route else refused,
        enters=dict.fromkeys(move.drops if move else (), man),
    )
    return diagram(
        geometry(game.core),
        pieces_on(before),
        label=caption,
        marks=marks,
        numbers=True,
        small=True,
        crop=_crop(game, before, example),
        hands=before.hands,
    )


def _after(game: Ruleset, before: Position, move: Move | None, example: Example) -> Markup | None:
    """Return the board after the move of an example that asks for it."""
    if move is None or not example.then:
        return None
    after = before.play(move)
    crop = _crop(game, before, example)
    return diagram(
        geometry(game.core), pieces_on(after), numbers=True, small=True, crop=crop, hands=after.hands
    )


def _crop(game: Ruleset, before: Position, example: Example) -> tuple[int, int, int, int] | None:
    """Return the part of the board to show; of a star only where the mover's marbles are."""
    named = {parse_square(game, name) for name in (*example.route, *example.refused, *example.enters)}
    star = game.core.family == "stars"
    return crop_round(
        game, named.union(s for s, p in before.pieces.items() if not star or p == str(before.seat))
    )


# ------------------------------------------------------------------------------------------------ house rules


async def compose(request: Request) -> Response:
    """Show the composer, with what the address says so far."""
    lang, given = language(request), dict(request.query_params)
    base, changes = given.get("base", "italian"), _changes(given)
    try:
        before = given.get("was", base)
        if before != base:
            changes = dict(composer(before, changes).rules.changes)
        made = composer(base, changes, given.get("name", "")[:60])
    except DamieraError as error:
        return _composer(request, composer("italian"), (_whole(error),), status=422)
    return _composer(request, made, made.problems, lang=lang)


def _changes(given: Mapping[str, str]) -> dict[str, str]:
    return {key: value.strip() for key, value in given.items() if key in FIELDS and value.strip()}


def _whole(error: DamieraError) -> RulesProblem:
    return RulesProblem("", error.message, Verbatim(""))


async def take(request: Request) -> Response:
    """Take a file of house rules: show them, or all that is wrong with it."""
    async with request.form(max_part_size=LARGEST_RULES) as form:
        file = form.get("file")
        data = await file.read() if isinstance(file, UploadFile) else b""
    try:
        rules = read_house_rules(data.decode("utf-8", "replace"))
    except CustomRulesError as error:
        return _composer(request, composer("italian"), (_whole(error),), status=422)
    problems = rules.problems()
    if problems:
        return _composer(request, _shown(rules), problems, status=422)
    fields = {"base": rules.base, "name": rules.name, **rules.changes}
    return RedirectResponse(f"/rules/new?{urlencode(fields)}", 303)


def _shown(rules: CustomRules) -> Composer:
    """Return the composer for rules that cannot be played, as near to them as it can come."""
    changes = {key: value for key, value in rules.changes.items() if key in FIELDS}
    try:
        return composer(rules.base, changes, rules.name[:60])
    except DamieraError:
        return composer("italian", {}, rules.name[:60])


def _composer(
    request: Request,
    made: Composer,
    problems: tuple[RulesProblem, ...],
    *,
    status: int = 200,
    lang: Lang | None = None,
) -> Response:
    lang = lang or language(request)
    wrong = {problem.field for problem in problems}
    return page(
        request,
        "book/composer.html",
        status=status,
        base=made.rules.base,
        name=made.rules.name,
        bases=_bases(lang),
        groups=[
            {
                "key": group.group.key,
                "title": group.group.title.text(lang),
                "fields": [_field(one, lang, one.field.key in wrong) for one in group.fields],
            }
            for group in made.groups
        ],
        problems=[
            {
                "field": p.field if p.field in FIELDS else "",
                "label": FIELDS[p.field].label.text(lang) if p.field in FIELDS else p.field,
                "line": p.line,
                "text": p.text.text(lang),
                "remedy": p.remedy.text(lang),
            }
            for p in problems
        ],
        made=None if problems else _made(made.rules, lang),
        address=_address(made.rules),
    )


def _bases(lang: Lang) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the games that house rules may come from, by shelves."""
    found = []
    for shelf in sections():
        slugs = [s for s in shelf.games if is_trait_game(s) and not s.endswith(LOSING)]
        if slugs:
            found.append(
                (shelf.title.text(lang), [(slug, CATALOGUE[slug].name.text(lang)) for slug in slugs])
            )
    return found


def _field(one: ComposerField, lang: Lang, wrong: bool) -> dict[str, object]:
    field = one.field
    return {
        "key": field.key,
        "kind": field.kind,
        "label": field.label.text(lang),
        "hint": field.hint.text(lang) if field.hint else "",
        "value": one.value,
        "said": field_value(field.key, one.value).text(lang) if field.kind == "squares" else "",
        "usual": field_value(field.key, one.usual).text(lang),
        "changed": one.is_changed,
        "values": [(v.value, v.label.text(lang)) for v in one.values],
        "least": field.least,
        "most": field.most,
        "wrong": wrong,
    }


def _made(rules: CustomRules, lang: Lang) -> dict[str, object]:
    """Return what comes of rules that can be played: the board, and where to play, share and keep them."""
    game = rules.ruleset()
    return {
        "slug": game.slug,
        "picture": game_picture(game.slug),
        "size": game_size(game),
        "link": f"/rules/{rules.link()}",
        "file": f"/rules/{game.slug}.toml" + (f"?{urlencode({'name': rules.name})}" if rules.name else ""),
        "changed": [
            (FIELDS[k].label.text(lang), field_value(k, v).text(lang)) for k, v in game.changed.items()
        ],
    }


def _address(rules: CustomRules) -> str:
    """Return the shortest address of the composer with these rules in it."""
    name = {"name": rules.name} if rules.name else {}
    return f"/rules/new?{urlencode({'base': rules.base, **name, **rules.changes})}"


async def toml(request: Request) -> Response:
    """Return house rules as a file."""
    game = _game(request)
    if not is_trait_game(game.base):
        raise HTTPException(404)
    rules = house_rules(game.base, game.changed, request.query_params.get("name", "")[:60])
    headers = {"Content-Disposition": f'attachment; filename="{game.base}-house-rules.toml"'}
    return PlainTextResponse(rules.write_toml(), headers=headers, media_type="application/toml")


BODIES = {"/rules/file": with_file(LARGEST_RULES)}
ROUTES = [
    Route("/rules/new", compose),
    Route("/rules/file", take, methods=["POST"]),
    Route("/rules/{slug}.toml", toml),
    Route("/rules/{slug}", show),
]
