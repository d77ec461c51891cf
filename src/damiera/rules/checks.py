"""Why rules put together cannot be played: every reason at once, each with its field and what to do."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from damiera import _core
from damiera.lang import Lang, Text
from damiera.rules.fields import FIELDS, Field, field_value
from damiera.rules.traits import DIRECTIONS

__all__ = ["Problem", "problems_of", "unknown_field"]

_HEXAGONAL = frozenset({"hex-forward", "hex"})
_SIDES = (4, 14)
_HEXAGONS = (5, 7, 9)
_MOST_SQUARES = 128


@dataclass(frozen=True, slots=True)
class Problem:
    """One reason why rules cannot be played.

    Attributes:
        field: the key it is about; empty where it is about the whole.
        text: what is wrong.
        remedy: what to do.
        line: where it stands in the text it was read from; 0 where there is none.
    """

    field: str
    text: Text
    remedy: Text
    line: int = 0

    def said(self, lang: Lang) -> str:
        """Return the whole in one line: `line 3, rows: … Write …`."""
        line = f"{'riga' if lang == 'it' else 'line'} {self.line}" if self.line else ""
        where = ", ".join(filter(None, (line, self.field)))
        where = f"{where}: " if where else ""
        return f"{where}{self.text.get(lang)} {self.remedy.get(lang)}"


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


def problems_of(base: str, given: Mapping[str, str]) -> tuple[Problem, ...]:
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


def unknown_field(key: str, known: tuple[str, ...] = tuple(FIELDS)) -> Problem:
    """Return the problem of a key that nobody knows, with the nearest one that there is."""
    near = get_close_matches(key.lower(), known, n=1)
    said = Text("Non c'è un campo con questo nome.", "There is no field of this name.")
    if near:
        return Problem(key, said, Text(f"Forse «{near[0]}»?", f"Perhaps '{near[0]}'?"))
    names = ", ".join(known)
    return Problem(key, said, Text(f"I campi sono: {names}.", f"The fields are: {names}."))


def _value_problems(key: str, value: str) -> Iterator[Problem]:
    if key not in FIELDS:
        yield unknown_field(key)
        return
    field = FIELDS[key]
    if field.kind == "number" and not _is_number(field, value):
        yield _bad_value(
            key,
            value,
            f"un numero da {field.least} a {field.most}",
            f"a number from {field.least} to {field.most}",
        )
    elif field.kind == "board" and not re.fullmatch(r"\d{1,2}x\d{1,2}", value):
        yield _bad_value(key, value, "colonne e righe, come 8x8", "columns and rows, such as 8x8")
    elif field.kind == "choice" and value not in {one.value for one in field.values}:
        yield _unknown_value(field, value)


def _is_number(field: Field, value: str) -> bool:
    return re.fullmatch(r"[0-9]{1,9}", value) is not None and field.least <= int(value) <= field.most


def _bad_value(key: str, value: str, it: str, en: str) -> Problem:
    return Problem(
        key,
        Text(f"«{value}» non è un valore di questo campo.", f"'{value}' is no value of this field."),
        Text(f"Scrivi {it}.", f"Write {en}."),
    )


def _unknown_value(field: Field, value: str) -> Problem:
    known = [one.value for one in field.values]
    near = get_close_matches(value.lower(), known, n=1)
    names = ", ".join(known)
    if near:
        return Problem(
            field.key,
            Text(f"«{value}» non è un valore di questo campo.", f"'{value}' is no value of this field."),
            Text(
                f"Forse «{near[0]}»? I valori sono: {names}.",
                f"Perhaps '{near[0]}'? The values are: {names}.",
            ),
        )
    return _bad_value(field.key, value, f"uno di questi: {names}", f"one of these: {names}")


# --- one thing with another -----------------------------------------------------------------------------


def _check_board(rules: _Rules) -> Iterator[Problem]:
    files, ranks = rules.sides
    size = f"{files} × {ranks}"
    if rules["shape"] == "hexagon":
        if files != ranks or files not in _HEXAGONS:
            yield Problem(
                "board",
                Text(f"Un esagono di {size} non si può fare.", f"There is no hexagon of {size}."),
                Text("Scrivi 5x5, 7x7 o 9x9.", "Write 5x5, 7x7 or 9x9."),
            )
        if rules["corner"] == "right":
            yield Problem(
                "corner",
                Text("Un esagono non ha un angolo scuro.", "A hexagon has no dark corner."),
                Text("Togli questo campo.", "Leave this field out."),
            )
        return
    least, most = _SIDES
    if not (least <= files <= most and least <= ranks <= most):
        yield Problem(
            "board",
            Text(
                f"Una damiera di {size} è troppo grande o troppo piccola.",
                f"A board of {size} is too large or too small.",
            ),
            Text(f"I lati vanno da {least} a {most} caselle.", f"Sides are {least} to {most} squares long."),
        )
    elif rules["shape"] == "diagonal" and (files % 2 or ranks % 2):
        even = f"{files + files % 2}x{ranks + ranks % 2}"
        yield Problem(
            "board",
            Text(
                f"Su {size} i due giocatori non avrebbero le stesse caselle di un colore: un lato è dispari.",
                f"On {size} the two players would not have the same squares of one colour: a side is odd.",
            ),
            Text(
                f"Scrivi lati pari, come {even}, o gioca su tutte le caselle (shape = full).",
                f"Write even sides, such as {even}, or play on all squares (shape = full).",
            ),
        )
    elif rules["shape"] == "full" and files * ranks > _MOST_SQUARES:
        yield Problem(
            "board",
            Text(
                f"{files * ranks} caselle in gioco sono troppe: al massimo {_MOST_SQUARES}.",
                f"{files * ranks} playing squares are too many: at most {_MOST_SQUARES}.",
            ),
            Text("Con tutte le caselle scrivi 11x11 o meno.", "With all squares write 11x11 or less."),
        )


def _check_men(rules: _Rules) -> Iterator[Problem]:
    ranks = rules.sides[1]
    if rules["shape"] == "hexagon":
        yield from _check_hexagon_men(rules)
        return
    most = max(1, (ranks - 1) // 2)
    if rules["rows"] == "own":
        if rules.has_other_board or "first-row" in rules.given:
            yield Problem(
                "rows",
                Text(
                    "Questo gioco dispone le pedine a modo suo: su un'altra damiera non hanno un posto.",
                    "This game sets out its men in its own way; on another board they have no place.",
                ),
                Text(f"Scrivi le righe di pedine, da 1 a {most}.", f"Write the rows of men, 1 to {most}."),
            )
        return
    last = int(rules["first-row"]) + int(rules["rows"]) - 1
    if last <= most:
        return
    field = "first-row" if "first-row" in rules.given and "rows" not in rules.given else "rows"
    yield Problem(
        field,
        Text(
            f"Le pedine arriverebbero alla {last}ª di {ranks} righe: in mezzo non resta una riga libera.",
            f"The men would reach row {last} of {ranks}: no free row is left between the two sides.",
        ),
        Text(
            f"L'ultima può essere al massimo la {most}ª: scrivi meno righe, o una damiera più grande.",
            f"The last one may be row {most}: write fewer rows, or a larger board.",
        ),
    )


def _check_hexagon_men(rules: _Rules) -> Iterator[Problem]:
    most = (rules.sides[0] + 1) // 2 - 1
    if "rows" in rules.given and not 1 <= int(rules["rows"]) <= most:
        yield Problem(
            "rows",
            Text(
                "Tante pedine non stanno in un angolo di questo esagono.",
                "So many men do not fit a corner of this hexagon.",
            ),
            Text(f"Scrivi da 1 a {most}.", f"Write 1 to {most}."),
        )
    if rules["first-row"] != "1":
        yield Problem(
            "first-row",
            Text("Su un esagono le pedine partono dall'angolo.", "On a hexagon men begin in the corner."),
            Text("Togli questo campo.", "Leave this field out."),
        )


def _check_directions(rules: _Rules) -> Iterator[Problem]:
    on_hexagon = rules["shape"] == "hexagon"
    for key in ("man-moves", "man-captures", "king-moves", "king-captures"):
        if (rules[key] in _HEXAGONAL) == on_hexagon:
            continue
        fitting = [one.value for one in FIELDS[key].values if (one.value in _HEXAGONAL) == on_hexagon]
        names = ", ".join(fitting)
        yield Problem(
            key,
            Text(
                f"«{rules[key]}»: su questa damiera non ci sono passi così.",
                f"'{rules[key]}': there are no such steps on this board.",
            ),
            Text(f"Scrivi uno di questi: {names}.", f"Write one of these: {names}."),
        )


def _check_kings(rules: _Rules) -> Iterator[Problem]:
    """A king that goes less than a man would be no promotion."""
    for doing in ("moves", "captures"):
        man, king = rules[f"man-{doing}"], rules[f"king-{doing}"]
        if (man in _HEXAGONAL) != (king in _HEXAGONAL) or DIRECTIONS[king] >= DIRECTIONS[man]:
            continue
        does_it, does_en = ("muoverebbe", "move") if doing == "moves" else ("prenderebbe", "capture")
        wider = [
            one.value
            for one in FIELDS[f"king-{doing}"].values
            if DIRECTIONS[one.value] >= DIRECTIONS[man] and (one.value in _HEXAGONAL) == (man in _HEXAGONAL)
        ]
        names_it, names_en = " o ".join(wider), " or ".join(wider)
        yield Problem(
            f"king-{doing}",
            Text(
                f"La dama {does_it} meno della pedina, che va {field_value(f'man-{doing}', man).it}.",
                f"A king would {does_en} less than a man, which goes {field_value(f'man-{doing}', man).en}.",
            ),
            Text(f"Scrivi {names_it}, o cambia man-{doing}.", f"Write {names_en}, or change man-{doing}."),
        )


def _check_idle_fields(rules: _Rules) -> Iterator[Problem]:
    """What is asked for, and could never matter."""
    if "landing" in rules.given and rules["landing"] != "adjacent" and rules["king-range"] == "adjacent":
        yield Problem(
            "landing",
            Text(
                "Dove si posa può scegliere solo una dama che vola, e qui va di una casella.",
                "Only a flying king can choose where it lands, and here kings go one square.",
            ),
            Text(
                "Scrivi anche king-range = flying, o togli questo campo.",
                "Write king-range = flying too, or leave this field out.",
            ),
        )
    turns = rules["removal"] == "immediate" and rules["king-range"] == "flying"
    if rules.given.get("reversal") == "no" and not turns:
        yield Problem(
            "reversal",
            Text(
                "Voltarsi indietro può solo una dama che vola, quando i pezzi presi escono subito.",
                "Only a flying king can turn straight back, where captured pieces go off at once.",
            ),
            Text(
                "Scrivi anche removal = immediate e king-range = flying, o togli questo campo.",
                "Write removal = immediate and king-range = flying too, or leave this field out.",
            ),
        )
    if "blocked" in rules.given and rules["goal"] != "lose":
        yield Problem(
            "blocked",
            Text("Vale solo quando si gioca a perdere.", "It matters only where losing wins."),
            Text(
                "Scrivi anche goal = lose, o togli questo campo.",
                "Write goal = lose too, or leave this field out.",
            ),
        )


def _check_crowning(rules: _Rules) -> Iterator[Problem]:
    squares = rules["promotion-squares"]
    on_hexagon = rules["shape"] == "hexagon"
    named = {one.value for one in FIELDS["promotion-squares"].values}
    if on_hexagon and squares in named - {"far-sides"} and "promotion-squares" in rules.given:
        yield _bad_value(
            "promotion-squares", squares, "far-sides, o le celle: a9.b9", "far-sides, or the cells: a9.b9"
        )
    elif not on_hexagon and squares == "far-sides" and "promotion-squares" in rules.given:
        yield _bad_value("promotion-squares", squares, "last-row, rim o corner", "last-row, rim or corner")
    elif squares not in named and not all(_is_square(rules, one) for one in squares.split(".")):
        yield _bad_value(
            "promotion-squares",
            squares,
            "last-row, rim, corner, o caselle in gioco separate da punti, come a8.c8",
            "last-row, rim, corner, or playing squares joined by full stops, such as a8.c8",
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
    dark = (file + rank) % 2 == (0 if rules["corner"] == "left" else 1)
    return rules["shape"] == "full" or dark


_CHECKS: tuple[Callable[[_Rules], Iterator[Problem]], ...] = (
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
        Text("All'inizio su quelle caselle ci sono già pedine.", "Men stand on those squares at the start."),
        Text("Scegli altre caselle, o meno righe di pedine.", "Choose other squares, or fewer rows of men."),
    ),
    (
        "no man can ever come there",
        Text(
            "Nessuna pedina può mai arrivarci: nessuna farebbe dama.",
            "No man can ever come there: none would be crowned.",
        ),
        Text(
            "Scegli altre caselle, o altre direzioni per la pedina.",
            "Choose other squares, or other directions of men.",
        ),
    ),
    (
        "makes no more",
        Text(
            "Da quando è avviato, il programma ha già fatto troppi giochi diversi.",
            "Since it was started the program has made too many different games.",
        ),
        Text("Riavvialo.", "Start it anew."),
    ),
    (
        "stand on the same squares",
        Text(
            "Le pedine dei due colori starebbero sulle stesse caselle.",
            "Men of both sides would stand on the same squares.",
        ),
        Text("Scrivi meno righe di pedine.", "Write fewer rows of men."),
    ),
)


def _said_by_the_core(base: str, given: Mapping[str, str]) -> Iterator[Problem]:
    try:
        _core.compose("~".join((base, *(f"{key}={value}" for key, value in given.items()))))
    except ValueError as error:
        for line in str(error).splitlines():
            yield _core_problem(line)


def _core_problem(line: str) -> Problem:
    head, sign, said = line.partition(": ")
    key = head.partition("=")[0] if sign and "=" in head else ""
    for words, text, remedy in _CORE_SAYS:
        if words in line:
            return Problem(key, text, remedy)
    return Problem(key, Text(said or line, said or line), Text("", ""))
