"""Why rules put together cannot be played: every reason at once, each with its field and what to do."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from damiera import _core
from damiera.messages import Joined, Lang, Message, Text, Verbatim
from damiera.rules.fields import FIELDS, RuleField, field_value
from damiera.rules.traits import DIRECTIONS

__all__ = ["RulesProblem", "problems_of", "unknown_field"]

_HEXAGONAL = frozenset({"hex-forward", "hex"})
_SIDES = (4, 14)
_HEXAGONS = (5, 7, 9)
_MOST_SQUARES = 128


@dataclass(frozen=True, slots=True)
class RulesProblem:
    """One reason why rules cannot be played.

    Attributes:
        field: the key it is about; empty where it is about the whole.
        text: what is wrong.
        remedy: what to do.
        line: where it stands in the text it was read from; 0 where there is none.

    >>> RulesProblem("rows", Verbatim("Too many."), Verbatim("Write 3."), line=4).said("en")
    'line 4, rows: Too many. Write 3.'
    """

    field: str
    text: Text
    remedy: Text
    line: int = 0

    @property
    def message(self) -> Text:
        """The whole in one line: `line 3, rows: … Write …`."""
        said = Joined((self.text, self.remedy))
        if self.line and self.field:
            return Message("line {line}, {field}: {said}", line=self.line, field=self.field, said=said)
        if self.line:
            return Message("line {line}: {said}", line=self.line, said=said)
        return Joined((Verbatim(self.field), said), ": ") if self.field else said

    def said(self, lang: Lang) -> str:
        """Return the whole in one line, in words."""
        return self.message.text(lang)


@dataclass(frozen=True, slots=True)
class _Rules:
    """The rules as they would be: `given` is what was asked for, `all` has what the base says as well."""

    base: str
    given: Mapping[str, str]
    all: Mapping[str, str]

    def __getitem__(self, key: str) -> str:
        return self.all[key]

    @property
    def sides(self) -> tuple[int, int]:
        files, _, ranks = self["board"].partition("x")
        return int(files), int(ranks)

    @property
    def has_other_board(self) -> bool:
        return bool({"board", "shape"} & set(self.given))


def problems_of(base: str, given: Mapping[str, str]) -> tuple[RulesProblem, ...]:
    """Return every reason why `base` changed by `given` cannot be played; none if it can.

    >>> [problem.field for problem in problems_of("english", {"rows": "5", "landing": "any"})]
    ['rows', 'landing']
    """
    first = [problem for key, value in given.items() for problem in _value_problems(key, value)]
    if first:
        return tuple(first)
    rules = _Rules(base, given, {**_core.rules(base).recipe, **given})
    found = [problem for check in _CHECKS for problem in check(rules)]
    return tuple(found) if found else tuple(_said_by_the_core(base, given))


# --- values ---------------------------------------------------------------------------------------------


def unknown_field(key: str, known: tuple[str, ...] = tuple(FIELDS)) -> RulesProblem:
    """Return the problem of a key that nobody knows, with the nearest one that there is.

    >>> unknown_field("king-rang").said("en")
    "king-rang: There is no field of this name. Perhaps 'king-range'?"
    """
    near = get_close_matches(key.lower(), known, n=1)
    said = Message("There is no field of this name.")
    if near:
        return RulesProblem(key, said, Message("Perhaps '{near}'?", near=near[0]))
    names = ", ".join(known)
    return RulesProblem(key, said, Message("The fields are: {names}.", names=names))


def _value_problems(key: str, value: str) -> Iterator[RulesProblem]:
    if key not in FIELDS:
        yield unknown_field(key)
        return
    field = FIELDS[key]
    if field.kind == "number" and not _is_number(field, value):
        yield _bad_value(
            key,
            value,
            Message("Write a number from {least} to {most}.", least=field.least, most=field.most),
        )
    elif field.kind == "board" and not re.fullmatch(r"\d{1,2}x\d{1,2}", value):
        yield _bad_value(key, value, Message("Write columns and rows, such as 8x8."))
    elif field.kind == "choice" and value not in {one.value for one in field.values}:
        yield _unknown_value(field, value)


def _is_number(field: RuleField, value: str) -> bool:
    return re.fullmatch(r"[0-9]{1,9}", value) is not None and field.least <= int(value) <= field.most


def _bad_value(key: str, value: str, remedy: Text) -> RulesProblem:
    return RulesProblem(key, Message("'{value}' is no value of this field.", value=value), remedy)


def _unknown_value(field: RuleField, value: str) -> RulesProblem:
    known = [one.value for one in field.values]
    near = get_close_matches(value.lower(), known, n=1)
    names = ", ".join(known)
    if near:
        return RulesProblem(
            field.key,
            Message("'{value}' is no value of this field.", value=value),
            Message("Perhaps '{near}'? The values are: {names}.", near=near[0], names=names),
        )
    return _bad_value(field.key, value, Message("Write one of these: {names}.", names=names))


# --- one thing with another -----------------------------------------------------------------------------


def _check_board(rules: _Rules) -> Iterator[RulesProblem]:
    files, ranks = rules.sides
    size = f"{files} × {ranks}"
    if rules["shape"] == "hexagon":
        if files != ranks or files not in _HEXAGONS:
            yield RulesProblem(
                "board",
                Message("There is no hexagon of {size}.", size=size),
                Message("Write 5x5, 7x7 or 9x9."),
            )
        if rules["corner"] == "right":
            yield RulesProblem(
                "corner",
                Message("A hexagon has no dark corner."),
                Message("Leave this field out."),
            )
        return
    if rules["shape"] in ("lined", "ended") and rules["corner"] == "right":
        yield RulesProblem(
            "corner",
            Message("A board of lines has no dark corner."),
            Message("Leave this field out."),
        )
    least, most = _SIDES
    if not (least <= files <= most and least <= ranks <= most):
        yield RulesProblem(
            "board",
            Message("A board of {size} is too large or too small.", size=size),
            Message("Sides are {least} to {most} squares long.", least=least, most=most),
        )
    elif rules["shape"] == "diagonal" and (files % 2 or ranks % 2):
        even = f"{files + files % 2}x{ranks + ranks % 2}"
        yield RulesProblem(
            "board",
            Message(
                "On {size} the two players would not have the same squares of one colour: a side is odd.",
                size=size,
            ),
            Message("Write even sides, such as {even}, or play on all squares (shape = full).", even=even),
        )
    elif rules["shape"] == "lined" and not (files % 2 and ranks % 2):
        odd = f"{files + 1 - files % 2}x{ranks + 1 - ranks % 2}"
        yield RulesProblem(
            "board",
            Message(
                "On {size} points the lines would not look the same to both players: a side is even.",
                size=size,
            ),
            Message("Write odd sides, such as {odd}.", odd=odd),
        )
    elif rules["shape"] in ("full", "lined", "ended") and files * ranks > _MOST_SQUARES:
        yield RulesProblem(
            "board",
            Message(
                "{x} playing squares are too many: at most {most_squares}.",
                x=files * ranks,
                most_squares=_MOST_SQUARES,
            ),
            Message("With all squares write 11x11 or less."),
        )


def _check_men(rules: _Rules) -> Iterator[RulesProblem]:
    ranks = rules.sides[1]
    if rules["shape"] == "hexagon":
        yield from _check_hexagon_men(rules)
        return
    most = max(1, (ranks - 1) // 2)
    if rules["rows"] == "own":
        if rules.has_other_board or "first-row" in rules.given:
            yield RulesProblem(
                "rows",
                Message("This game sets out its men in its own way; on another board they have no place."),
                Message("Write the rows of men, 1 to {most}.", most=most),
            )
        return
    last = int(rules["first-row"]) + int(rules["rows"]) - 1
    if last <= most:
        return
    field = "first-row" if "first-row" in rules.given and "rows" not in rules.given else "rows"
    yield RulesProblem(
        field,
        Message(
            "The men would reach row {last} of {ranks}: no free row is left between the two sides.",
            last=last,
            ranks=ranks,
        ),
        Message("The last one may be row {most}: write fewer rows, or a larger board.", most=most),
    )


def _check_hexagon_men(rules: _Rules) -> Iterator[RulesProblem]:
    most = (rules.sides[0] + 1) // 2 - 1
    if "rows" in rules.given and not 1 <= int(rules["rows"]) <= most:
        yield RulesProblem(
            "rows",
            Message("So many men do not fit a corner of this hexagon."),
            Message("Write 1 to {most}.", most=most),
        )
    if rules["first-row"] != "1":
        yield RulesProblem(
            "first-row",
            Message("On a hexagon men begin in the corner."),
            Message("Leave this field out."),
        )


def _check_directions(rules: _Rules) -> Iterator[RulesProblem]:
    for key in ("man-moves", "man-captures", "king-moves", "king-captures"):
        fitting = [one.value for one in FIELDS[key].values if _has_steps(rules, one.value)]
        if rules[key] in fitting:
            continue
        names = ", ".join(fitting)
        yield RulesProblem(
            key,
            Message("'{rules}': there are no such steps on this board.", rules=rules[key]),
            Message("Write one of these: {names}.", names=names),
        )
    if rules["man-lines"] == "yes" and rules["man-hops"] != "no":
        yield RulesProblem(
            "man-hops",
            Message("Where lines of men move as one, a man goes over its own already."),
            Message("Write man-hops = no, or man-lines = no."),
        )
    if rules["corner"] == "right" and "ahead-right" in (rules["man-moves"], rules["man-captures"]):
        yield RulesProblem(
            "corner",
            Message("On a mirrored board men would go to the left, not to the right."),
            Message("Write corner = left too, or other directions of men."),
        )


def _has_steps(rules: _Rules, ways: str) -> bool:
    """Whether the board has the steps of a set of directions."""
    if rules["shape"] == "ended":
        return ways not in _HEXAGONAL and DIRECTIONS[ways] <= DIRECTIONS["orthogonals"]
    return (ways in _HEXAGONAL) == (rules["shape"] == "hexagon")


def _check_kings(rules: _Rules) -> Iterator[RulesProblem]:
    """A king that goes less than a man would be no promotion, unless the game's own does."""
    if rules["promotion-squares"] == "none":
        return
    own = _core.rules(rules.base).recipe
    for doing in ("moves", "captures"):
        if not DIRECTIONS[own[f"king-{doing}"]] >= DIRECTIONS[own[f"man-{doing}"]]:
            continue
        man, king = rules[f"man-{doing}"], rules[f"king-{doing}"]
        if (man in _HEXAGONAL) != (king in _HEXAGONAL) or DIRECTIONS[king] >= DIRECTIONS[man]:
            continue
        wider = [
            one.value
            for one in FIELDS[f"king-{doing}"].values
            if DIRECTIONS[one.value] >= DIRECTIONS[man] and (one.value in _HEXAGONAL) == (man in _HEXAGONAL)
        ]
        names = Joined(tuple(map(Verbatim, wider)), ", ", Message(" or "))
        goes = field_value(f"man-{doing}", man)
        yield RulesProblem(
            f"king-{doing}",
            Message("A king would move less than a man, which goes {goes}.", goes=goes)
            if doing == "moves"
            else Message("A king would capture less than a man, which goes {goes}.", goes=goes),
            Message("Write {names}, or change {key}.", names=names, key=f"man-{doing}"),
        )


def _check_idle_fields(rules: _Rules) -> Iterator[RulesProblem]:
    """What is asked for, and could never matter."""
    if "landing" in rules.given and rules["landing"] != "adjacent" and rules["king-range"] == "adjacent":
        yield RulesProblem(
            "landing",
            Message("Only a flying king can choose where it lands, and here kings go one square."),
            Message("Write king-range = flying too, or leave this field out."),
        )
    turns = rules["removal"] == "immediate" and rules["king-range"] == "flying"
    if rules.given.get("reversal") == "no" and not turns:
        yield RulesProblem(
            "reversal",
            Message("Only a flying king can turn straight back, where captured pieces go off at once."),
            Message("Write removal = immediate and king-range = flying too, or leave this field out."),
        )
    if rules["promotion-squares"] == "none" and rules["goal"] == "breakthrough":
        yield RulesProblem(
            "goal",
            Message("Nobody can ever crown a man: there are no kings."),
            Message("Name squares of promotion too, or write another goal."),
        )
    if "blocked" in rules.given and rules["goal"] != "lose":
        yield RulesProblem(
            "blocked",
            Message("It matters only where losing wins."),
            Message("Write goal = lose too, or leave this field out."),
        )


def _check_crowning(rules: _Rules) -> Iterator[RulesProblem]:
    squares = rules["promotion-squares"]
    on_hexagon = rules["shape"] == "hexagon"
    named = {one.value for one in FIELDS["promotion-squares"].values}
    if on_hexagon and squares in named - {"far-sides", "none"} and "promotion-squares" in rules.given:
        yield _bad_value("promotion-squares", squares, Message("Write far-sides, or the cells: a9.b9."))
    elif not on_hexagon and squares == "far-sides" and "promotion-squares" in rules.given:
        yield _bad_value("promotion-squares", squares, Message("Write last-row, rim or corner."))
    elif squares not in named and not all(_is_square(rules, one) for one in squares.split(".")):
        yield _bad_value(
            "promotion-squares",
            squares,
            Message("Write last-row, rim, corner, or playing squares joined by full stops, such as a8.c8."),
        )


def _is_square(rules: _Rules, name: str) -> bool:
    files, ranks = rules.sides
    match = re.fullmatch(r"([a-z])(\d{1,2})", name)
    if not match:
        return False
    file, rank = ord(match[1]) - ord("a"), int(match[2]) - 1
    if not (0 <= file < files and 0 <= rank < ranks):
        return False
    if rules["shape"] == "hexagon":
        return abs(file - rank) <= files // 2
    if rules["shape"] == "ended":
        return 0 < file < files - 1 or 0 < rank < ranks - 1
    dark = (file + rank) % 2 == (0 if rules["corner"] == "left" else 1)
    return rules["shape"] in ("full", "lined") or dark


_CHECKS: tuple[Callable[[_Rules], Iterator[RulesProblem]], ...] = (
    _check_board,
    _check_men,
    _check_directions,
    _check_kings,
    _check_idle_fields,
    _check_crowning,
)


# --- what only the core can see -------------------------------------------------------------------------

_CORE_SAYS: tuple[tuple[str, Text, Text], ...] = (
    (
        "men stand there at the start",
        Message("Men stand on those squares at the start."),
        Message("Choose other squares, or fewer rows of men."),
    ),
    (
        "no man can ever come there",
        Message("No man can ever come there: none would be crowned."),
        Message("Choose other squares, or other directions of men."),
    ),
    (
        "makes no more",
        Message("Since it was started the program has made too many different games."),
        Message("Start it anew."),
    ),
    (
        "stand on the same squares",
        Message("Men of both sides would stand on the same squares."),
        Message("Write fewer rows of men."),
    ),
)


def _said_by_the_core(base: str, given: Mapping[str, str]) -> Iterator[RulesProblem]:
    try:
        _core.compose("~".join((base, *(f"{key}={value}" for key, value in given.items()))))
    except ValueError as error:
        for line in str(error).splitlines():
            yield _core_problem(line)


def _core_problem(line: str) -> RulesProblem:
    head, sign, said = line.partition(": ")
    key = head.partition("=")[0] if sign and "=" in head else ""
    for words, text, remedy in _CORE_SAYS:
        if words in line:
            return RulesProblem(key, text, remedy)
    return RulesProblem(key, Verbatim(said or line), Verbatim(""))
