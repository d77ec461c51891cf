"""Tables of workbooks (`.xlsx`), read as cells of text and written from them: what CSV is for a text editor.

Nothing in a workbook is calculated: of a formula the value kept beside it is read (`UNCOUNTED` where a
program that does not calculate kept none), and what we write is text or a number, never a formula. A file
that would unpack to more than it should is refused before it is opened.
"""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ET
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from importlib.util import find_spec
from typing import Final

from damiera.messages import Message, Text
from damiera.tournament.errors import BadTournament

__all__ = ["UNCOUNTED", "cell_named", "has_workbooks", "is_workbook", "workbook_rows", "write_workbook"]

UNCOUNTED: Final = "\0formula"
"""What stands for a formula beside which no value is kept: no text of a workbook has a zero in it."""

_MOST_BYTES: Final = 64 * 1024 * 1024
_MOST_ROWS: Final = 20_001
_MOST_COLUMNS: Final = 200
_NO_LIBRARY = Message(
    "Workbooks are not written by this installation: take CSV, or install damiera[spreadsheet]."
)
_OLD = Message("This is a workbook of the old kind (.xls): save it as .xlsx or as CSV.")
_BROKEN = Message("this spreadsheet cannot be read: save it as CSV.")
_TOO_LARGE = Message("The workbook is too large: keep only the sheet of the players in it.")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f]")


def has_workbooks() -> bool:
    """Is the library there that reads and writes workbooks (`pip install damiera[spreadsheet]`)?

    >>> has_workbooks()
    True
    """
    return find_spec("openpyxl") is not None


def is_workbook(data: bytes) -> bool:
    """Is this a workbook, of the new kind or the old one?

    >>> is_workbook(b"Nome;Elo"), is_workbook(write_workbook([["Nome"]]))
    (False, True)
    """
    return data.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0"))


def workbook_rows(data: bytes) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows that say anything of the first sheet that does, each with its number.

    A date is written 1970/12/31, a whole number without a point, a formula without a value as `UNCOUNTED`.

    Raises:
        BadTournament: for what is no workbook of the new kind, or more of one than a list of players.

    >>> list(workbook_rows(write_workbook([["Nome", "Elo"], ["Rossi", 3120]])))
    [(1, ['Nome', 'Elo']), (2, ['Rossi', '3120'])]
    """
    if data.startswith(b"\xd0\xcf\x11\xe0"):
        raise BadTournament(_OLD)
    _check_size(data)
    for rows in _sheets(data):
        if rows:
            yield from rows
            return


def _check_size(data: bytes) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            total = sum(part.file_size for part in archive.infolist())
    except (zipfile.BadZipFile, OSError, ValueError):
        raise BadTournament(_BROKEN) from None
    if total > _MOST_BYTES:
        raise BadTournament(_TOO_LARGE)


def _sheets(data: bytes) -> Iterator[list[tuple[int, list[str]]]]:
    from openpyxl import load_workbook

    try:
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        for sheet in book.worksheets:
            rows: list[tuple[int, list[str]]] = []
            path: str = sheet._worksheet_path  # type: ignore[attr-defined]
            formulas = _uncounted(data, path)  # the library tells them from empty cells no more
            for number, cells in enumerate(sheet.iter_rows(values_only=True, max_col=_MOST_COLUMNS), 1):
                if number > 10 * _MOST_ROWS or len(rows) > _MOST_ROWS:
                    raise BadTournament(_TOO_LARGE)
                said = [_said(cell) for cell in cells]
                for column in formulas.get(number, ()):
                    said[column - 1] = UNCOUNTED
                while said and not said[-1]:
                    said.pop()
                if said:
                    rows.append((number, said))
            yield rows
    except BadTournament:
        raise
    except Exception:  # the library raises whatever a broken file makes it stumble over
        raise BadTournament(_BROKEN) from None


def _uncounted(data: bytes, path: str) -> dict[int, list[int]]:
    """Return the columns of the formulas without a value, by the row."""
    found: dict[int, list[int]] = {}
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        text = archive.read(path)
    if b"<f" not in text:
        return found
    for _, element in ET.iterparse(io.BytesIO(text)):
        name = element.tag.rpartition("}")[2]
        if name == "c":
            inside = {child.tag.rpartition("}")[2]: child.text for child in element}
            place = _CELL.fullmatch(element.get("r", ""))
            kept = inside.get("v") or element.get("t") in ("str", "inlineStr")  # "" is a value too
            if place and "f" in inside and not kept:
                column = _column(place[1])
                if column <= _MOST_COLUMNS:
                    found.setdefault(int(place[2]), []).append(column)
            element.clear()
    return found


_CELL = re.compile(r"([A-Z]{1,3})([1-9]\d{0,6})")


def _column(letters: str) -> int:
    column = 0
    for letter in letters:
        column = 26 * column + ord(letter) - 64
    return column


def cell_named(row: int, column: int) -> str:
    """Return a cell as spreadsheets call it.

    >>> cell_named(7, 3), cell_named(1, 28)
    ('C7', 'AB1')
    """
    letters = ""
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(65 + letter) + letters
    return f"{letters}{row}"


def _said(value: object) -> str:
    match value:
        case None | bool():
            return "" if value is None else str(value).upper()
        case datetime() | date():
            return f"{value.year:04}/{value.month:02}/{value.day:02}"
        case float() if value.is_integer():
            return str(int(value))
        case _:
            return str(value).strip()


def write_workbook(rows: Iterable[Sequence[object]], title: Text | None = None) -> bytes:
    """Return a workbook of one sheet: whole numbers as numbers, everything else as text, never as a formula.

    Raises:
        BadTournament: where the library is not there.

    >>> write_workbook([["=1+1"]])[:2]
    b'PK'
    """
    if not has_workbooks():
        raise BadTournament(_NO_LIBRARY)
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell

    book = Workbook(write_only=True)
    sheet = book.create_sheet(str(title or "Damiera")[:31])
    for row in rows:
        cells: list[object] = []
        for value in row:
            if isinstance(value, int):
                cells.append(value)
                continue
            cell = WriteOnlyCell(sheet, _CONTROL.sub(" ", "" if value is None else str(value))[:32_000])
            cell.data_type = "s"
            cells.append(cell)
        sheet.append(cells)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()
