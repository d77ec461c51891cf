"""Players and rating lists from CSV: separators, encodings, headers, mistakes with their places, and back."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook, load_workbook

from damiera.messages import Message
from damiera.rating.lists import RatingListLine
from damiera.tournament.model import EventPlayer
from damiera.tournament.players_csv import (
    BadPlayersFile,
    CsvProblem,
    apply_list,
    read_people,
    read_players,
    read_rating_list,
    write_players,
    write_players_workbook,
)
from tests.wording import raises, shows, words_of

ITALIAN = (
    "N.;Cognome;Nome;Società;Prov;Cat.;Elo;Sesso;Data di nascita;Tessera\n"
    "7;Forlì;Anna;ASD Torre, Aosta;AO;CM;3.120;F;31/12/1970;A1\n"
)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_italian_spreadsheet(encoding: str, newline: str) -> None:
    got = read_players(ITALIAN.replace("\n", newline).encode(encoding))
    assert got.separator == ";"
    assert got.players == (
        EventPlayer(
            7, "Forlì Anna", 3120, "candidato-maestro", "ASD Torre, Aosta", "AO", "f", "1970/12/31", card="A1"
        ),
    )


@pytest.mark.parametrize("separator", [";", ",", "\t", "|"])
def test_english_headers_and_any_separator(separator: str) -> None:
    lines = [
        ["Player", "Rating", "Gender", "Birth year", "Fed"],
        ['"Rossi, M."', "2100", "male", "1980", "ITA"],
    ]
    text = "\n".join(separator.join(line) for line in lines)
    assert read_players(text).players == (
        EventPlayer(1, "Rossi, M.", 2100, sex="m", born="1980", federation="ITA"),
    )


def test_a_spreadsheet_may_tell_its_separator() -> None:
    text = "sep=|\r\nNome|Elo\r\nRossi; Mario|x\r\n"
    with pytest.raises(BadPlayersFile) as caught:
        read_players(text)
    assert [(p.line, p.column) for p in caught.value.problems] == [(3, 2)]
    assert read_players(text.replace("x", "900")).players == (EventPlayer(1, "Rossi; Mario", 900),)


def test_a_name_is_never_a_formula() -> None:
    """Names come from whoever registers; the arbiter opens the list in a spreadsheet."""
    people = [
        EventPlayer(1, "=HYPERLINK(1)"),
        EventPlayer(2, "'=x"),
        EventPlayer(3, "'t Hart"),
        EventPlayer(4, "-5"),
    ]
    text = write_players(people)
    assert "'=HYPERLINK" in text
    assert ";'t Hart;" in text
    assert list(read_players(text).players) == people


def test_one_column_is_enough() -> None:
    got = read_players("Nome\nRossi\n\n  \nBianchi", first_number=5)
    assert [(p.number, p.name) for p in got.players] == [(5, "Rossi"), (6, "Bianchi")]


def test_columns_not_known_are_said() -> None:
    got = read_players("Nome;Telefono;Elo;\nRossi;333;900;")
    assert [n.text("en") for n in got.notes] == [
        words_of("Column {c} ('{h}') is not used.", c=2, h="Telefono")
    ]
    assert got.players[0].elo == 900


def test_age_groups_stay_as_they_are() -> None:
    assert read_players("Nome;Categoria\nA;Under 16").players[0].category == "Under 16"


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("", [(1, 0)]),
        ("Nome;Elo\n", [(1, 0)]),
        ("Elo;Club\n1;2", [(1, 0)]),
        ("Nome;Name\nA;B", [(1, 2)]),
        ("Nome;Elo\nA;12x\nB;-3\nC;99999", [(2, 2), (3, 2), (4, 2)]),
        ("Nome;Sesso\nA;x", [(2, 2)]),
        ("Nome;Nascita\nA;70\nB;32/1/1970\nC;1/13/1970", [(2, 2), (3, 2), (4, 2)]),
        ("N.;Nome\n1;A\n1;B", [(3, 1)]),
        ("N.;Nome\n0;A\n;B", [(2, 1), (3, 1)]),
        ("N.;Nome\n1;", [(2, 2)]),
        ("Nome;Tessera\nA;7\nB;7", [(3, 2)]),
        ("Nome\nRossi\nROSSI", [(3, 1)]),
        ("Nome;Elo\nA;1;2", [(2, 3)]),
        ('Nome;Elo\nA;1\n"B;2\n', [(3, 0)]),
        ('Nome;Elo\n"due\nrighe";1\nB;x', [(4, 2)]),
        ("Nome\nA\0", [(2, 0)]),
        pytest.param("Nome;Elo\nA;" + "9" * 5_000, [(2, 2)], id="many digits"),
    ],
)
def test_mistakes_have_a_place_and_nothing_is_imported(text: str, places: list[tuple[int, int]]) -> None:
    with pytest.raises(BadPlayersFile) as caught:
        read_players(text)
    assert [(p.line, p.column) for p in caught.value.problems] == places
    assert caught.value.text("it").startswith("Non ho importato nulla:\nRiga ")
    assert "Line" in str(caught.value)


def test_many_mistakes_are_told_in_short() -> None:
    with pytest.raises(BadPlayersFile) as caught:
        read_players("Nome;Elo\n" + "".join(f"P{n};x\n" for n in range(100)))
    assert len(caught.value.problems) == 100
    assert "… and 80 more." in str(caught.value)


def test_same_name_is_told_apart_by_card_or_birth() -> None:
    assert len(read_players("Nome;Tessera\nRossi;1\nRossi;2").players) == 2
    assert len(read_players("Nome;Nascita\nRossi;1950\nRossi;1980").players) == 2


def test_rating_list() -> None:
    listed = read_rating_list("Tessera;Giocatore;Categoria;Elo\n9;Rossi Mario;Maestro;3901\n;Neri;;800")
    assert listed[0] == RatingListLine("Rossi Mario", 3901, "maestro", "9", "")
    field = [EventPlayer(1, "ROSSI M.", card="9"), EventPlayer(2, "neri"), EventPlayer(3, "Verdi", 700)]
    rossi, neri, verdi = apply_list(field, listed, "italian")
    assert (rossi.elo, rossi.category, rossi.ratings) == (3901, "maestro", (("italian", 3901),))
    assert neri.elo == 800
    assert verdi == field[2]
    again = apply_list([rossi], [RatingListLine("x", 3950, card="9")], "italian")[0]
    assert again.ratings == (("italian", 3950),)


def test_a_name_twice_in_the_list_is_not_taken() -> None:
    listed = [RatingListLine("Rossi", 3000, card="1"), RatingListLine("Rossi", 2000, card="2")]
    assert apply_list([EventPlayer(1, "Rossi", 5)], listed)[0].elo == 5


def test_a_list_needs_ratings() -> None:
    with pytest.raises(BadPlayersFile):
        read_rating_list("Nome\nRossi")
    with pytest.raises(BadPlayersFile) as caught:
        read_rating_list("Nome;Elo\nRossi;")
    assert [(p.line, p.column) for p in caught.value.problems] == [(2, 2)]


WORDS = st.text(
    st.characters(codec="cp1252", exclude_categories=["Cc", "Zl", "Zp", "Zs"]), min_size=1, max_size=8
)
PEOPLE = st.builds(
    EventPlayer,
    number=st.integers(1, 99999),
    name=WORDS,
    elo=st.integers(0, 9999),
    category=st.sampled_from(["", "maestro", "provinciale", "Under 16"]),
    club=WORDS,
    province=st.sampled_from(["", "RM"]),
    sex=st.sampled_from(["m", "f", None]),
    born=st.sampled_from(["", "1970", "1970/01/31"]),
    card=st.integers(1).map(str),
    federation=st.sampled_from(["", "ITA"]),
    group=st.sampled_from(["", "Elite"]),
)


@pytest.mark.slow
@given(
    st.lists(PEOPLE, min_size=1, max_size=8, unique_by=(lambda p: p.number, lambda p: p.card)),
    st.sampled_from(["it", "en"]),
    st.sampled_from([";", ",", "\t", "|"]),
    st.sampled_from(["utf-8", "utf-16", "cp1252"]),
)
def test_what_is_written_is_read(people: list[EventPlayer], lang: str, separator: str, encoding: str) -> None:
    text = write_players(people, "it" if lang == "it" else "en", separator=separator)
    got = read_players(text.encode(encoding))
    if encoding != "cp1252" or text.isascii() or got.encoding == "cp1252":
        assert list(got.players) == people


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    try:
        problems: tuple[CsvProblem, ...] = ()
        players = read_players(data).players
    except BadPlayersFile as error:
        problems, players = error.problems, ()
    assert bool(players) != bool(problems)


# --- workbooks --------------------------------------------------------------------------------------------


def _book(rows: Sequence[Sequence[object]]) -> bytes:
    """Return a workbook as a spreadsheet program makes it: with dates as dates and numbers as numbers."""
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in rows:
        sheet.append(list(row))
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def test_a_workbook_is_read_like_csv() -> None:
    data = _book(
        [
            ["Cognome", "Nome", "Elo", "Nato", "Sesso"],
            [],
            ["Rossi", "Anna", 3120, datetime(1970, 12, 31), "donna"],
            ["Bianchi", "Bruno", 3000.0, 1982, "M"],
        ]
    )
    found = read_players(data)
    assert found.encoding == "xlsx"
    assert [(p.name, p.elo, p.born, p.sex) for p in found.players] == [
        ("Rossi Anna", 3120, "1970/12/31", "f"),
        ("Bianchi Bruno", 3000, "1982", "m"),
    ]
    assert read_rating_list(data)[0].rating == 3120


def test_faults_of_a_workbook_have_a_line_and_a_column() -> None:
    with pytest.raises(BadPlayersFile) as caught:
        read_players(_book([["Nome", "Elo"], ["Rossi", "38x0"], ["Bianchi", 3000]]))
    (problem,) = caught.value.problems
    assert (problem.line, problem.column, problem.header) == (2, 2, "Elo")


def test_a_formula_without_a_value_is_named_by_its_cell() -> None:
    rows: list[list[object]] = [
        ["Nome", "Elo", "Anni"],
        ["Rossi", "=1500+1500", "=2026-1970"],
        ["Bianchi", 3000, None],
    ]
    with raises(BadPlayersFile, Message("cell {cell} is a formula without a value: open the file in a "
        "spreadsheet, save it there, and bring that.", cell="B2")) as caught:  # fmt: skip
        read_players(_book(rows))
    assert [(p.line, p.column, p.header) for p in caught.value.problems] == [(2, 2, "Elo")]
    found = read_people(_book(rows))
    assert [p.player.name for p in found.people] == ["Bianchi"], "the others are read"
    rows[1][1] = 3100
    assert [p.elo for p in read_players(_book(rows)).players] == [3100, 3000], "a column that is not used"


def test_a_formula_that_gives_an_empty_text_is_an_empty_cell() -> None:
    data, out = _book([["Nome", "Elo", "Club"], ["Rossi", 3000, '=IF(1,"","x")']]), io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():  # as a spreadsheet that has calculated it keeps it
            new.writestr(name, old.read(name).replace(b'<c r="C2">', b'<c r="C2" t="str">'))
    assert [p.club for p in read_players(out.getvalue()).players] == [""]


def test_what_is_written_as_a_workbook_is_read_again_and_no_formula() -> None:
    players = [
        EventPlayer(1, '=HYPERLINK("http://x")', 3000, born="1970/12/31"),
        EventPlayer(2, "-5+3", 0, sex="f"),
    ]
    data = write_players_workbook(players, "en")
    assert list(read_players(data).players) == players
    sheet = load_workbook(io.BytesIO(data)).active
    assert sheet is not None
    assert {cell.data_type for row in sheet.iter_rows() for cell in row} <= {"s", "n", "inlineStr"}


@pytest.mark.parametrize(
    "data",
    [
        b"\xd0\xcf\x11\xe0" + b"\0" * 600,  # a workbook of the old kind
        b"PK\x03\x04 not a workbook",
        _book([]),
        _book([["Nome", "Elo"]]),
    ],
)
def test_a_workbook_that_cannot_be_read_is_refused(data: bytes) -> None:
    with pytest.raises(BadPlayersFile):
        read_players(data)


def test_a_workbook_that_unpacks_to_too_much_is_refused() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", b" " * (65 * 1024 * 1024))
    assert len(out.getvalue()) < 200_000
    with pytest.raises(BadPlayersFile):
        read_players(out.getvalue())


def test_titles_above_the_headings_are_passed_over_and_told() -> None:
    above = "Elenco dei giocatori, Livorno, 2026\n\nAggiornato il 3, 4 e 5 marzo\n"
    got = read_players(f"{above}Nome;Elo;Società\nRossi Anna;3000;ASD\n")
    assert [(p.name, p.elo, p.club) for p in got.players] == [("Rossi Anna", 3000, "ASD")]
    assert [
        shows(note.text("en"), "Lines above the headings, passed over: {n}.", n=2) for note in got.notes
    ] == [True]
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in (["Elenco giocatori"], [], ["Nome", "Elo", "Data di nascita"], ["Verdi Luca", 2500.0, 27000]):
        sheet.append(row)
    sheet.merge_cells("A1:C1")
    out = io.BytesIO()
    book.save(out)
    got = read_players(out.getvalue())
    assert [(p.name, p.elo, p.born) for p in got.players] == [("Verdi Luca", 2500, "1973/12/02")]


def test_a_player_called_like_a_heading_is_no_heading() -> None:
    got = read_players("Nome;Elo\nNome Elo;3000\nClub;2900\n")
    assert [p.name for p in got.players] == ["Nome Elo", "Club"]
    with pytest.raises(BadPlayersFile) as refused:
        read_players("Rossi Anna;3000\nVerdi Luca;2900\n")
    assert refused.value.problems[0].line == 1


def test_a_birth_as_a_count_of_days_is_a_date_and_a_wild_number_is_none() -> None:
    assert read_players("Nome;Nato\nRossi;27000\n").players[0].born == "1973/12/02"
    for text in ("99999", "1234567", "0", "-5"):
        with pytest.raises(BadPlayersFile):
            read_players(f"Nome;Nato\nRossi;{text}\n")
