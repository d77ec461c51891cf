"""Players and rating lists from CSV or a spreadsheet, as they are written in Italy and elsewhere; and back.

A spreadsheet is a file of the kind xlsx, of which the first sheet is read. CSV has any usual separator (`;`
`,` tab `|`) and encoding (UTF-8, UTF-16, Windows-1252); headers are Italian or English, in any order. All
mistakes are told at once, each with line, column and remedy, and then nothing is imported; lists of people
alone (`read_people`) are read line by line, and tell which lines are not.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from functools import cache
from itertools import chain, islice
from typing import Any

import msgspec
from msgspec.structs import replace

from damiera.messages import Joined, Lang, Message, Text
from damiera.rating.categories import CATEGORIES, category
from damiera.rating.cells import unguarded, write_csv
from damiera.rating.errors import UnknownCategory
from damiera.rating.lists import RatingList, RatingListLine, plain
from damiera.tournament.errors import BadTournament, TournamentError
from damiera.tournament.model import EventPlayer, Sex
from damiera.tournament.workbook import (
    UNCOUNTED,
    cell_named,
    has_workbooks,
    is_workbook,
    workbook_rows,
    write_workbook,
)

__all__ = [
    "MOST_ELO",
    "BadPlayersFile",
    "CsvProblem",
    "ImportedPlayers",
    "ListedPeople",
    "ListedPerson",
    "apply_list",
    "born_written",
    "read_people",
    "read_players",
    "read_rating_list",
    "write_players",
    "write_players_workbook",
]

_MOST_LINES = 20_000
_MOST_TITLES = 10
_SEPARATORS = ";,\t|"
_SERIAL_START = date(1899, 12, 30)
"""Day 0 of the dates of spreadsheets."""
_LAST_SERIAL = 73_051
_TITLES = Message("Lines above the headings, passed over: {n}.")
_MOST_PEOPLE = 200_000
MOST_ELO = 9_999
"""The most Elo points that anybody can have: more are a slip of the pen."""
_SHOWN = 20


class CsvProblem(msgspec.Struct, frozen=True):
    """A mistake: the line as an editor counts it, the column from 1 (0: the whole line), the reason.

    >>> CsvProblem(2, 1, "Elo", Message("no number")).line
    2
    """

    line: int
    column: int
    header: str
    reason: Text

    def said(self) -> Text:
        """Return the place and the reason."""
        if not self.column:
            return Message("Line {n}: {why}").format(n=self.line, why=self.reason)
        where = Message("Line {n}, column {c} ({h}): {why}")
        return where.format(n=self.line, c=self.column, h=self.header, why=self.reason)


class BadPlayersFile(TournamentError):
    """The file was not imported, nothing of it. Carries all `problems`."""

    def __init__(self, problems: Sequence[CsvProblem]) -> None:
        self.problems = tuple(problems)
        shown = [p.said() for p in self.problems[:_SHOWN]]
        more = len(self.problems) - len(shown)
        if more:
            shown.append(Message("… and {n} more.").format(n=more))
        said = Message("Nothing was imported:\n{lines}")
        super().__init__(said.format(lines=Joined(tuple(shown), "\n")))


class ImportedPlayers(msgspec.Struct, frozen=True):
    """Players read, in the order of the file; what was passed over is in `notes`.

    >>> read_players(b"Nome;Elo" + bytes([10]) + b"Rossi Anna;3120").separator
    ';'
    """

    players: tuple[EventPlayer, ...]
    notes: tuple[Text, ...]
    encoding: str
    separator: str


class ListedPerson(msgspec.Struct, frozen=True):
    """Somebody in a list, from a line of it; `fmjd` is their number of the world federation.

    >>> ListedPerson(2, EventPlayer(0, "Rossi", 3000)).fmjd
    ''
    """

    line: int
    player: EventPlayer
    fmjd: str = ""


class ListedPeople(msgspec.Struct, frozen=True):
    """The people of a list, and the mistakes of the lines that could not be read.

    >>> len(ListedPeople((), (), ()).people)
    0
    """

    people: tuple[ListedPerson, ...]
    problems: tuple[CsvProblem, ...]
    notes: tuple[Text, ...]


def read_people(data: bytes | str) -> ListedPeople:
    """Read a list of people line by line: who can be read is read, and every mistake is told.

    A column may have the Elo of one game (`Elo italiana`, `Elo international`); `Elo` alone is of the list's
    own. The world federation's list (`nr_ew,nick,last_n,first_n,country,title,rating,...`) is read as well.

    Raises:
        BadPlayersFile: where there is no table to be read: no text, no column with the name.

    >>> found = read_people("Nome;Elo;Elo internazionale\\nRossi Anna;3.120;2200\\nBianchi;12x;")
    >>> found.people[0].player.ratings, [p.line for p in found.problems]
    ((('international', 2200),), [3])
    """
    table = _read(data, _LIST_FIELDS, _MOST_PEOPLE)
    people = []
    for row in table.rows:
        before = len(table.problems)
        values = _values(row, _LIST_FIELDS)
        fmjd = str(values.pop("fmjd", ""))
        games = [(name[4:], values.pop(name, 0)) for name in _LIST_FIELDS if name.startswith("elo ")]
        values["ratings"] = tuple((game, int(elo)) for game, elo in games if elo)
        name = values.pop("name")
        values.pop("number", None)
        if len(table.problems) == before:
            people.append(ListedPerson(row.line, EventPlayer(number=0, name=name, **values), fmjd))
    problems = sorted(table.problems, key=lambda p: (p.line, p.column))
    return ListedPeople(tuple(people), tuple(problems), tuple(table.notes))


def read_players(data: bytes | str, *, first_number: int = 1) -> ImportedPlayers:
    """Read players; without a column of numbers they are numbered in the order of the file.

    Raises:
        BadPlayersFile: with every mistake; then nothing is imported.

    >>> read_players("Nome;Elo;Sesso\\nRossi Anna;3.120;F").players[0]
    EventPlayer(number=1, name='Rossi Anna', elo=3120, ..., sex='f', ...)
    """
    table = _read(data)
    people = [_player(row, n) for n, row in enumerate(table.rows, first_number)]
    _refuse_twice(table, people)
    table.refuse()
    return ImportedPlayers(tuple(people), tuple(table.notes), table.encoding, table.separator)


def read_rating_list(data: bytes | str) -> tuple[RatingListLine, ...]:
    """Read a rating list: names, ratings, and cards, categories and clubs where there are such columns.

    Raises:
        BadPlayersFile: with every mistake; then nothing is imported.

    >>> read_rating_list(b"Nome;Elo" + bytes([10]) + b"Rossi Anna;3120")[0].rating
    3120
    """
    table = _read(data)
    if "elo" not in table.columns:
        table.problems.append(CsvProblem(table.header_line, 0, "", _NEEDS_ELO))
        table.refuse()
    people = [_player(row, n) for n, row in enumerate(table.rows, 1)]
    for row, player in zip(table.rows, people, strict=True):
        if not player.elo:
            row.wrong("elo", _NO_ELO)
    _refuse_twice(table, people)
    table.refuse()
    return tuple(RatingListLine(p.name, p.elo, p.category, p.card, p.club) for p in people)


def apply_list(
    players: Iterable[EventPlayer], listed: Iterable[RatingListLine], discipline: str = ""
) -> tuple[EventPlayer, ...]:
    """Return the players with the ratings and categories of a list; who is not in it stays as they are.

    They are found as `RatingList` says. With a `discipline` the rating is written under its name, and is also
    the one played with.

    >>> apply_list([EventPlayer(1, "Rossi")], [RatingListLine("Rossi", 3120)])[0].elo
    3120
    """
    known = RatingList(listed)
    return tuple(_applied(player, known, discipline) for player in players)


def write_players(players: Iterable[EventPlayer], lang: Lang = "it", *, separator: str = ";") -> str:
    """Write players so that `read_players` reads the same ones.

    >>> len(write_players([EventPlayer(1, "Rossi", 3000)], "en").splitlines())
    2
    """
    return write_csv(_rows(players, lang), separator)


def write_players_workbook(players: Iterable[EventPlayer], lang: Lang = "it") -> bytes:
    """Write players as a workbook (.xlsx) so that `read_players` reads the same ones.

    >>> read_players(write_players_workbook([EventPlayer(1, "Rossi", 3000)])).players[0].elo
    3000
    """
    return write_workbook(_rows(players, lang))


def _rows(players: Iterable[EventPlayer], lang: Lang) -> list[list[object]]:
    header: list[object] = [_FIELDS[name].title.text(lang) for name in _WRITTEN]
    return [header, *([_written(player, name, lang) for name in _WRITTEN] for player in players)]


# --- reading ---------------------------------------------------------------------------------------------


class _Table(msgspec.Struct):
    """A file taken apart: what stands in which column, its rows, and the mistakes so far."""

    encoding: str
    separator: str
    columns: dict[str, int] = {}
    headers: list[str] = []
    header_line: int = 1
    rows: list[_Row] = []
    problems: list[CsvProblem] = []
    notes: list[Text] = []

    def refuse(self) -> None:
        """Refuse the file if there was any mistake."""
        if self.problems:
            raise BadPlayersFile(sorted(self.problems, key=lambda p: (p.line, p.column)))


class _Row(msgspec.Struct):
    """A line of the file; asks for cells by the name of their field."""

    table: _Table
    line: int
    cells: list[str]

    def get(self, name: str) -> str:
        at = self.table.columns.get(name)
        if at is None or at >= len(self.cells):
            return ""
        return unguarded(" ".join(self.cells[at].split()))

    def wrong(self, name: str, reason: Text) -> None:
        at = self.table.columns.get(name, -1)
        header = self.table.headers[at] if at >= 0 else ""
        self.table.problems.append(CsvProblem(self.line, at + 1, header, reason))


def _read(data: bytes | str, fields: Mapping[str, _Field] | None = None, most: int = _MOST_LINES) -> _Table:
    fields = fields or _FIELDS
    if isinstance(data, bytes) and is_workbook(data):
        table = _Table("xlsx", "")
        return _filled(table, _sheet_lines(data), fields, most)
    text, encoding = (data, "text") if isinstance(data, str) else _decoded(data)
    text = text.removeprefix("\ufeff")
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        raise BadPlayersFile([CsvProblem(line, 0, "", _NOT_TEXT)])
    told = re.match(r"sep=(.)\r?\n", text, re.IGNORECASE)  # how a spreadsheet tells its separator
    table = _Table(encoding, told[1] if told else _separator(text))
    lines = _lines(text, table)
    if told:
        next(lines)
    return _filled(table, lines, fields, most)


def _filled(
    table: _Table, lines: Iterator[tuple[int, list[str]]], fields: Mapping[str, _Field], most: int
) -> _Table:
    """Fill a table with lines, of which the first names the columns; titles may stand above it."""
    above = list(islice(lines, _MOST_TITLES))
    at = next((n for n, (_, cells) in enumerate(above) if _names_columns(cells, fields, above=n)), 0)
    header = above[at] if above else None
    lines = chain(above[at + 1 :], lines)
    if at:
        table.notes.append(_TITLES.format(n=at))
    if header is None:
        table.problems.append(CsvProblem(1, 0, "", _EMPTY))
        table.refuse()
        return table
    _read_header(table, *header, fields)
    table.refuse()
    for line, cells in lines:
        if _tell_formulas(table, line, cells, table.columns.values()):
            continue
        extra = [n for n, cell in enumerate(cells) if n >= len(table.headers) and cell.strip()]
        if extra:
            table.problems.append(CsvProblem(line, extra[0] + 1, "?", _TOO_MANY.format(n=len(table.headers))))
        table.rows.append(_Row(table, line, cells))
        if len(table.rows) > most:
            table.problems.append(CsvProblem(line, 0, "", _TOO_LONG.format(n=most)))
            break
    if not table.rows:
        table.problems.append(CsvProblem(table.header_line, 0, "", _ONLY_HEADER))
        table.refuse()
    return table


def _tell_formulas(table: _Table, line: int, cells: list[str], columns: Collection[int]) -> bool:
    """Tell of formulas without a value in columns that are read, and take all of them out of the line."""
    found = [n for n, cell in enumerate(cells) if cell == UNCOUNTED]
    for n in found:
        cells[n] = ""
    told = [n for n in found if n in columns]
    for n in told:
        header = table.headers[n] if n < len(table.headers) else "?"
        table.problems.append(CsvProblem(line, n + 1, header, _FORMULA.format(cell=cell_named(line, n + 1))))
    return bool(told)


def _names_columns(cells: Sequence[str], fields: Mapping[str, _Field], *, above: int) -> bool:
    """Tell whether a line names columns: the name, and below titles something else too."""
    known = {name for cell in cells if (name := _spellings().get(plain(cell.strip()))) in fields}
    return bool(known & {"name", "surname"}) and (len(known) > 1 or not above)


def _decoded(data: bytes) -> tuple[str, str]:
    """The text and the name of its encoding."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", errors="replace"), "utf-16"
    try:
        return data.decode("utf-8-sig"), "utf-8"
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace"), "cp1252"


def _separator(text: str) -> str:
    """The separator by which a line names the columns, or that is most often in the first line."""
    said = list(islice((line for line in text.splitlines() if line.strip()), _MOST_TITLES))
    for n, line in enumerate(said):
        for separator in _SEPARATORS if n else ():
            cells = [cell.strip('" ') for cell in line.split(separator)]
            if _names_columns(cells, _FIELDS, above=n) and not _has_name(said[0]):
                return separator
    first = said[0] if said else ""
    outside = re.sub(r'"[^"]*"', "", first)
    best = max(_SEPARATORS, key=outside.count)
    return best if best in outside else ";"


def _has_name(line: str) -> bool:
    """Tell whether a line has the heading of a name in it, whatever parts it."""
    return any(
        _names_columns([cell.strip('" ') for cell in line.split(one)], _FIELDS, above=0)
        for one in _SEPARATORS
    )


def _lines(text: str, table: _Table) -> Iterator[tuple[int, list[str]]]:
    """Lines that say anything, with the number of their first line."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=table.separator, strict=True)
    line = 1
    while True:
        try:
            cells = next(reader, None)
        except csv.Error as error:
            table.problems.append(CsvProblem(line, 0, "", _QUOTES.format(error=str(error))))
            return
        if cells is None:
            return
        if any(cell.strip() for cell in cells):
            yield line, cells
        line = reader.line_num + 1


def _sheet_lines(data: bytes) -> Iterator[tuple[int, list[str]]]:
    """Lines of the first sheet of a spreadsheet that says anything."""
    if not has_workbooks():
        raise BadPlayersFile([CsvProblem(1, 0, "", _NO_SHEETS)])
    try:
        return iter(tuple(workbook_rows(data)))
    except BadTournament as error:
        raise BadPlayersFile([CsvProblem(1, 0, "", error.message)]) from None


def _read_header(table: _Table, line: int, cells: list[str], fields: Mapping[str, _Field]) -> None:
    table.header_line = line
    _tell_formulas(table, line, cells, range(len(cells)))
    table.headers = [cell.strip() for cell in cells]
    while table.headers and not table.headers[-1]:
        table.headers.pop()
    for at, header in enumerate(table.headers):
        name = _spellings().get(plain(header))
        name = name if name in fields else None
        if name is None and header:
            table.notes.append(_IGNORED.format(c=at + 1, h=header))
        elif name is None:
            continue
        elif name in table.columns:
            first = table.columns[name] + 1
            table.problems.append(CsvProblem(line, at + 1, header, _COLUMN_TWICE.format(first=first)))
        else:
            table.columns[name] = at
    if not {"name", "surname"} & set(table.columns):
        table.problems.append(CsvProblem(line, 0, "", _NEEDS_NAME))


def _values(row: _Row, fields: Mapping[str, _Field]) -> dict[str, Any]:
    """Return what a line says by field, its name in one; what is wrong with it is told."""
    values: dict[str, Any] = {}
    for name, one in fields.items():
        text = row.get(name)
        if text and one.read is not None:
            try:
                values[name] = one.read(text)
            except _Wrong as wrong:
                row.wrong(name, wrong.reason)
        elif text:
            values[name] = text
    both = [values.pop(key, "") for key in ("surname", "name", "first_name")]
    name = " ".join(part for part in both if part)
    if not name:
        row.wrong("surname" if "surname" in row.table.columns else "name", _NO_NAME)
    return {**values, "name": name}


def _player(row: _Row, number: int) -> EventPlayer:
    values = _values(row, _FIELDS)
    given = values.pop("number", None)
    if given is None and "number" in row.table.columns and not row.get("number"):
        row.wrong("number", _NO_NUMBER)
    return EventPlayer(**{**values, "number": number if given is None else given})


def _refuse_twice(table: _Table, people: Sequence[EventPlayer]) -> None:
    """Two with the same number or card, or the same name and nothing to tell them apart."""
    seen: dict[tuple[str, object], int] = {}
    for row, player in zip(table.rows, people, strict=True):
        keys: list[tuple[str, object]] = [("number", player.number)]
        keys.append(("card", player.card) if player.card else ("name", (plain(player.name), player.born)))
        for key in keys:
            if key[1] and key in seen:
                row.wrong(_named(table, key[0]), _TWICE[key[0]].format(line=seen[key]))
            seen.setdefault(key, row.line)


def _named(table: _Table, name: str) -> str:
    return "surname" if name == "name" and "name" not in table.columns else name


class _Wrong(Exception):
    """A cell that cannot be read."""

    def __init__(self, reason: Text) -> None:
        self.reason = reason
        super().__init__(str(reason))


def _number(text: str) -> int:
    if not re.fullmatch(r"\d{1,5}", text, re.ASCII) or int(text) == 0:
        raise _Wrong(Message("'{text}' is not a number from 1 up.", text=text))
    return int(text)


def _elo(text: str) -> int:
    """A rating; `3.120` and `3 120` are three thousand. Nothing or a stroke is none."""
    if text in ("-", "—", "–"):
        return 0
    digits = re.sub(r"[.' ]", "", text) if re.fullmatch(r"\d[.' ]\d{3}", text, re.ASCII) else text
    if not re.fullmatch(r"\d{1,9}", digits, re.ASCII) or int(digits) > MOST_ELO:
        raise _Wrong(
            Message(
                "'{text}' is not a rating: write a whole number from 0 to {most_elo}.",
                text=text,
                most_elo=MOST_ELO,
            ),
        )
    return int(digits)


_SEXES: Mapping[str, Sex] = {
    **dict.fromkeys(("m", "maschio", "uomo", "maschile", "male", "man", "h"), "m"),
    **dict.fromkeys(("f", "femmina", "donna", "femminile", "female", "woman", "w", "d"), "f"),
}


def _sex(text: str) -> Sex:
    found = _SEXES.get(plain(text))
    if found is None:
        raise _Wrong(Message("'{text}' is not a sex: write M or F.", text=text))
    return found


def _born(text: str) -> str:
    """A year, or a date as `1970/12/31`; spreadsheets keep it as a count of days too."""
    if re.fullmatch(r"(19|20)\d\d", text, re.ASCII):
        return text
    iso = re.fullmatch(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})", text, re.ASCII)
    local = re.fullmatch(r"(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})", text, re.ASCII)
    if re.fullmatch(r"[1-9]\d{4}", text, re.ASCII) and int(text) < _LAST_SERIAL:
        return (_SERIAL_START + timedelta(int(text))).strftime("%Y/%m/%d")
    parts = iso.groups() if iso else local.groups()[::-1] if local else None
    if parts is not None:
        year, month, day = (int(p) for p in parts)
        if 1900 <= year <= 2099 and (month, day) == (0, 0):
            return str(year)
        if 1900 <= year <= 2099 and 1 <= month <= 12 and 1 <= day <= 31:
            return f"{year}/{month:02}/{day:02}"
    raise _Wrong(
        Message("'{text}' is neither a year nor a date: write 1970 or 31/12/1970.", text=text),
    )


def born_written(text: str) -> str:
    """Return a birth as somebody wrote it: a year, or a date as `1970/12/31`; "" for nothing.

    Raises:
        BadTournament: for what is neither.

    >>> born_written(" 1970 "), born_written("31.12.1970"), born_written("")
    ('1970', '1970/12/31', '')
    """
    try:
        return _born(text.strip()) if text.strip() else ""
    except _Wrong as error:
        raise BadTournament(error.reason) from None


def _category(text: str) -> str:
    """A federation category by its id; any other text (an age group, say) as it is."""
    try:
        return category(text).id
    except UnknownCategory:
        return text


# --- applying and writing --------------------------------------------------------------------------------


def _applied(player: EventPlayer, known: RatingList, discipline: str) -> EventPlayer:
    place = known.place(player.card, player.name)
    if place is None:
        return player
    one = known.listed[place]
    ratings = player.ratings
    if discipline:
        ratings = (*((d, r) for d, r in ratings if d != discipline), (discipline, one.rating))
    return replace(
        player,
        elo=one.rating,
        category=one.category or player.category,
        club=player.club or one.club,
        card=player.card or one.card,
        ratings=ratings,
    )


def _written(player: EventPlayer, name: str, lang: Lang) -> object:
    value = getattr(player, name)
    if name == "category":
        return next((c.name.text(lang) for c in CATEGORIES if c.id == value), value)
    return "" if value is None or (name == "elo" and value == 0) else value


class _Field(msgspec.Struct, frozen=True):
    """A field of a player: its header as we write it, other headers for it, and how a cell is read."""

    title: Text
    also: tuple[str, ...] = ()
    read: Callable[[str], object] | None = None


_FIELDS: Mapping[str, _Field] = {
    "number": _Field(
        Message("No."),
        ("n", "num", "numero", "number", "start number", "lotto", "lot"),
        _number,
    ),
    "name": _Field(
        Message("Player"),
        ("nome", "nominativo", "cognome e nome", "cognome nome", "name", "full name", "atleta", "damista"),
    ),
    "surname": _Field(Message("Surname"), ("last name", "family name", "lastname", "last n")),
    "first_name": _Field(Message("First name"), ("given name", "firstname", "forename", "first n")),
    "elo": _Field(
        Message("Elo"),
        ("rating", "elo rubele", "punteggio elo", "punteggio", "capitale punti", "punti elo", "rtg"),
        _elo,
    ),
    "category": _Field(Message("Category"), ("cat",), _category),
    "club": _Field(
        Message("Club", context="of a player"),
        ("circolo", "asd", "a s d", "club name", "associazione", "squadra"),
    ),
    "province": _Field(Message("Province"), ("prov", "pr")),
    "sex": _Field(Message("Sex"), ("s", "gender", "genere", "m f"), _sex),
    "born": _Field(
        Message("Born"),
        (
            *(
                "data di nascita",
                "nato il",
                "nata il",
                "anno di nascita",
                "nato",
                "anno",
                "birth",
                "birth year",
            ),
            *("year of birth", "birthday", "date of birth", "year"),
        ),
        _born,
    ),
    "card": _Field(
        Message("Card"),
        ("tessera fid", "numero tessera", "n tessera", "card number", "id", "fid"),
    ),
    "federation": _Field(Message("Federation"), ("fed", "nazione", "country", "nation")),
    "title": _Field(Message("Title"), ("tit",)),
    "group": _Field(Message("Group"), ("girone",)),
}
_LIST_FIELDS: Mapping[str, _Field] = {
    **_FIELDS,
    "fmjd": _Field(Message("FMJD number"), ("fmjd", "fmjd id", "nr ew")),
    "elo italian": _Field(
        Message("Elo, Italian draughts"), ("elo italiana", "dama italiana", "italian elo"), _elo
    ),
    "elo international": _Field(
        Message("Elo, international draughts"),
        ("elo internazionale", "dama internazionale", "elo international", "international elo"),
        _elo,
    ),
    "elo english": _Field(
        Message("Elo, English draughts"), ("elo inglese", "dama inglese", "english elo", "elo english"), _elo
    ),
}
_WRITTEN = tuple(name for name in _FIELDS if name not in ("surname", "first_name"))


@cache
def _spellings() -> dict[str, str]:
    """Return the columns by every spelling of their headers, in any language there is a catalogue for."""
    out: dict[str, str] = {}
    for name, one in _LIST_FIELDS.items():
        for spelling in (*one.title.everywhere().values(), *one.also):
            out.setdefault(plain(spelling), name)
    return out


_NOT_TEXT = Message("the file is not text: save it as CSV.")
_NO_SHEETS = Message(
    "spreadsheets are not read by this installation: save it as CSV, or install damiera[spreadsheet]."
)
_FORMULA = Message(
    "cell {cell} is a formula without a value: open the file in a spreadsheet, save it there, and bring that."
)
_EMPTY = Message("the file is empty.")
_ONLY_HEADER = Message("no player follows the headers.")
_NEEDS_NAME = Message(
    "a column with the name is missing (Player, Name, Surname): the first line must name the columns."
)
_NEEDS_ELO = Message("the column Elo is missing.")
_NO_ELO = Message("the rating is missing.")
_NO_NAME = Message("the name is missing.")
_NO_NUMBER = Message("the number is missing: give everybody one, or no column.")
_TOO_MANY = Message(
    "more cells than the {n} columns: there is a separator too many, or a quotation mark is missing."
)
_TOO_LONG = Message("more than {n} lines.")
_QUOTES = Message("quotation marks opened and not well closed ({error}).")
_IGNORED = Message("Column {c} ('{h}') is not used.")
_COLUMN_TWICE = Message("column {first} already says the same.")
_TWICE = {
    "number": Message("the number is already in line {line}."),
    "card": Message("the card is already in line {line}."),
    "name": Message("the same name as in line {line}: tell them apart by card or date of birth."),
}
