"""Lists of everybody: entries, standing, crosstable, ratings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from damiera.messages import Lang, Message
from damiera.paper.fonts import MEN, code_points, missing
from damiera.paper.prints.frame import MM, Frame
from damiera.paper.prints.job import CHANGES, PrintJob, unprintable
from damiera.paper.prints.table import PrintedTable, TableColumn, TableRow, fits
from damiera.rating.categories import CATEGORIES
from damiera.rating.elo_rubele import RatingChange as Rated
from damiera.rating.elo_rubele import RatingReport
from damiera.rating.trace import TraceLine, half_up
from damiera.tournament.crosstable import Cell as Game
from damiera.tournament.crosstable import crosstable, facing_teams, round_robin_table
from damiera.tournament.model import EventPlayer, Kind, System
from damiera.tournament.rated_games import played_until, rate_event
from damiera.tournament.sections import birth_year
from damiera.tournament.standings import StandingRow, standing
from damiera.tournament.tiebreak.catalogue import tiebreak
from damiera.tournament.tiebreak.unplayed_rounds import names as unplayed_names

__all__ = [
    "CLUB",
    "QUOTED",
    "cross",
    "cross_fits",
    "entries",
    "letters",
    "ratings",
    "standings",
    "who_said",
    "without_empty",
]

_PLACE = Message("Rank", context="narrow column")
_LINE = Message("Line")
_NO = Message("No.")
NAME = Message("Player")
_TEAM = Message("Team")
_CATEGORY = Message("Cat.")
CLUB = Message("Club", context="of a player")
_TOLD = Message("{said}: {listed}")
_PROVINCE = Message("Prov.")
_FEDERATION = Message("Fed.")
_BORN = Message("Born", context="year")
_SEX = Message("Sex", context="narrow column")
_CARD = Message("Card")
_GROUP = Message("Group")
_ELO = Message("Elo")
_POINTS = Message("Points")
_POINTS_SHORT = Message("Pts")
_WDL = Message("W-D-L")
QUOTED = Message("Points, quotients")
_SEXES = {"m": Message("M"), "f": Message("F")}
_ENTERED = Message("{n} entered.")
_UNPLAYED = Message("Rounds without a game: {rule}.")
_RANKED = Message("On equal points, in this order: {keys}.")
_DIRECT = Message("direct encounter")
_UNDER_WAY = Message(
    "{n} game of round {round} is still under way.",
    plural="{n} games of round {round} are still under way.",
)
_PLAYOFF = Message("A play-off is needed between {who}.")
_LETTERS = Message("Letters that no font of the print has: {who}.")
_CELLS = Message(
    "Cells: the opponent's line, colour, points. f = forfeit, + = bye, x = annulled, - = absent."
)
_KEIZER = Message(
    "Cells: the opponent's line, colour, + won, = drawn or - lost, Keizer points. "
    "f = forfeit, + alone = evening without a game, x = annulled, - alone = absent."
)
_SUM = Message("The points are one's own value and what each evening brought.")
_OWN = Message("Own value", context="Keizer")
_IN_BRACKETS = Message("In brackets: the board points.")
_FACING = Message("Each cell: the points against the player on that line of the other team.")
_SQUARE = Message("Each cell: the points against the player of that column.")
_ROUND_LETTER = Message("R{n}")
_ROUNDS = Message("Rounds {a}-{b}")
_COLUMNS = Message("Columns {a}-{b}")
_GAMES = Message("Games", context="played")
_OUT = Message("Out")
_EXPECTED = Message("Expected")
_NEW = Message("New cat.")
_RULES = Message("{edition}. Weight of the event: {weight}%.")
_LINE_BY_LINE = Message("The arithmetic, line by line")
_PROMOTED = Message("Promotions")
_NONE = Message("None.")
_CATEGORY_SHORT = {c.id: c.short for c in CATEGORIES}


def entries(frame: Frame) -> None:
    """Print who has entered: all that is known of them, in the order of the start numbers."""
    job = frame.job
    teams = {n: team.name for team in job.event.teams for n in team.members}
    facts: list[tuple[TableColumn, Callable[[EventPlayer], str]]] = [
        (TableColumn(job.said(_NO), "R"), lambda p: str(p.number)),
        (TableColumn(job.said(NAME), style="B", gives=True, least=34), lambda p: job.names[p.number]),
        (TableColumn(job.said(_SEX), "C"), lambda p: job.said(_SEXES[p.sex]) if p.sex else ""),
        (TableColumn(job.said(_BORN), "C"), lambda p: str(birth_year(p.born) or "")),
        (TableColumn(job.said(_CATEGORY), "C"), _category),
        (TableColumn(job.said(_ELO), "R"), lambda p: str(p.elo or p.national_elo or "")),
        (TableColumn(job.said(CLUB), gives=True), lambda p: p.club),
        (TableColumn(job.said(_TEAM), gives=True), lambda p: teams.get(p.number, "")),
        (TableColumn(job.said(_PROVINCE), gives=True, least=12), lambda p: p.province),
        (TableColumn(job.said(_FEDERATION), "C"), lambda p: p.federation),
        (TableColumn(job.said(_CARD)), lambda p: p.card),
        (TableColumn(job.said(_GROUP), gives=True, least=12), lambda p: p.group),
    ]
    players = sorted(job.players, key=lambda p: p.number)
    table = [(c, [f(p) for p in players]) for c, f in facts]
    table = [(c, column) for c, column in table if any(column)]
    rows = [TableRow(tuple(column[n] for _, column in table)) for n in range(len(players))]
    frame.page()
    PrintedTable(frame, [c for c, _ in table], rows).draw()
    frame.gap(2)
    frame.paragraph(job.said(_ENTERED, n=len(players)), 10)
    letters(frame)


def _category(player: EventPlayer) -> str:
    return _CATEGORY_SHORT.get(player.category, player.category)


def letters(frame: Frame) -> None:
    """Say which letters could not be written, and in whose names."""
    job = frame.job
    lacking = unprintable(job.event)
    who = [f"{job.names[player.number]} ({code_points(found)})" for player, found in lacking]
    others = set(missing(job.written)).difference(*(found for _, found in lacking))
    if who or others:
        frame.gap(1)
        said = "; ".join([*who, *map(code_points, sorted(others))])
        frame.paragraph(job.said(_LETTERS, who=said), 8, "I", grey=60)


def _keys(job: PrintJob) -> list[str]:
    return [code for code in job.standing.rules.tiebreaks if code != "direct"]


def _values(job: PrintJob, row: StandingRow) -> list[str]:
    said = dict(zip(job.standing.rules.tiebreaks, job.standing.values_said(row), strict=True))
    return [said[code] for code in _keys(job)]


def who_said(job: PrintJob) -> str:
    """What those ranked are called."""
    return job.said(_TEAM if job.counted else NAME)


def _named(job: PrintJob, row: StandingRow) -> str:
    """A name, and what became of the player if they did not stay."""
    name = job.names[row.number]
    return f"{name} ({job.said(CHANGES[row.left])})" if row.left else name


def standings(frame: Frame) -> None:
    """Print the standing: points, each tie-break, and both as the federation writes them."""
    job = frame.job
    whole, players = job.standing, {p.number: p for p in job.players}
    heads = [TableColumn(tiebreak(code).short, "R") for code in _keys(job)]
    columns = [
        TableColumn(job.said(_PLACE), "R", "B"),
        TableColumn(job.said(_NO), "R"),
        TableColumn(who_said(job), style="B", gives=True, least=34),
        TableColumn(job.said(_CATEGORY), "C"),
        TableColumn(job.said(CLUB), gives=True),
        TableColumn(job.said(_WDL), "C"),
        TableColumn(job.said(_POINTS), "R", "B"),
        *heads,
        TableColumn(job.said(QUOTED), "R"),
    ]
    rows = [
        TableRow((
            "-" if row.rank is None else str(row.rank),
            str(row.number),
            _named(job, row),
            _category(players[row.number]),
            players[row.number].club,
            f"{row.won}-{row.drawn}-{row.lost}",
            whole.points_said(row),
            *_values(job, row),
            whole.quoted(row) if heads and whole.uses_unplayed else "",
        ), grey=0 if row.rank is not None else 90)
        for row in whole.rows
    ]  # fmt: skip
    columns, rows = without_empty(columns, rows)
    frame.page()
    PrintedTable(frame, columns, rows).draw()
    frame.gap(2)
    _legend(frame)


def without_empty(
    columns: Sequence[TableColumn], rows: Sequence[TableRow]
) -> tuple[list[TableColumn], list[TableRow]]:
    """Leave out the columns in which nothing stands."""
    keep = [n for n in range(len(columns)) if any(row.cells[n] for row in rows)]
    kept = [replace(row, cells=tuple(row.cells[n] for n in keep)) for row in rows]
    return [columns[n] for n in keep], kept


def _key_said(job: PrintJob, code: str) -> str:
    if code == "direct":
        return job.said(_DIRECT)
    return f"{tiebreak(code).name.text(job.lang)} ({tiebreak(code).short})"


def _legend(frame: Frame) -> None:
    """Say what the short names mean, how ties were parted, and what is still open."""
    job, rules = frame.job, frame.job.standing.rules
    keys = [_key_said(job, code) for code in rules.tiebreaks]
    if keys:
        frame.paragraph(job.said(_RANKED, keys=", ".join(keys)), 8.5, grey=40)
    if job.standing.uses_unplayed:
        frame.paragraph(job.said(_UNPLAYED, rule=unplayed_names[rules.unplayed]), 8.5, grey=40)
    round = job.event.round(job.standing.after_round)
    under_way = sum(not game.is_over for game in round.games) if round else 0
    if under_way:
        frame.paragraph(job.said(_UNDER_WAY, n=under_way, round=job.standing.after_round), 9, "B")
    last = job.settled and job.standing.after_round == job.event.played_rounds
    for group in job.standing.playoffs_needed if last else ():
        who = ", ".join(job.names[n] for n in group)
        frame.paragraph(job.said(_PLAYOFF, who=who), 9, "B")
    letters(frame)


# The crosstable


def cross(frame: Frame) -> None:
    """Print the crosstable; rounds that do not fit beside the names go on to further pages."""
    job = frame.job
    square = job.event.settings.system is System.ROUND_ROBIN
    middle = _square_columns(job) if square else _round_columns(job)
    faced = _face_to_face(frame)
    for first, last in _spans(frame, middle):
        if faced and first == 0:
            frame.gap(2)
        else:
            frame.page()
        if (first, last) != (0, len(middle[0])):
            said = _COLUMNS if square else _ROUNDS
            frame.paragraph(job.said(said, a=first + 1, b=last), 11, "B")
        columns, rows = _cross_table(job, middle, first, last)
        PrintedTable(frame, columns, rows).draw()
    frame.gap(2)
    cells = _KEIZER if _is_keizer(job) else _CELLS
    frame.paragraph(job.said(_SQUARE if square else cells), 8.5, grey=40)
    if _is_keizer(job):
        frame.paragraph(job.said(_SUM), 8.5, grey=40)
    if job.board_points and not square:
        frame.paragraph(job.said(_IN_BRACKETS), 8.5, grey=40)
    _legend(frame)


def cross_fits(frame: Frame) -> bool:
    """Tell whether the crosstable stands on the pages of a frame in readable letters, without being split."""
    job = frame.job
    middle = _square_columns(job) if job.event.settings.system is System.ROUND_ROBIN else _round_columns(job)
    columns, rows = _cross_table(job, middle, 0, len(middle[0]))
    return fits(frame, columns, rows, 9)


def _face_to_face(frame: Frame) -> bool:
    """Print a Scheveningen player against player, each team's own table; tell whether there was one."""
    job = frame.job
    players = job.of_players
    if job.event.settings.system is not System.SCHEVENINGEN or players is None:
        return False
    alone = standing(players.event, None, job.round_number)
    facing = facing_teams(players.event, alone)
    if facing is None:
        return False
    frame.page()
    rows = {row.number: row for row in alone.rows}
    points = {row.number: job.standing.points_said(row) for row in job.standing.rows}
    sides = ((facing.first, facing.second), (facing.second, facing.first))
    for team, (own, others) in zip(players.event.teams, sides, strict=True):
        columns = [
            TableColumn(job.said(_LINE), "R", "B"),
            TableColumn(job.said(NAME), style="B", gives=True, least=34),
            *(TableColumn(str(n), "C", wide=8.0) for n in range(1, len(others) + 1)),
            TableColumn(job.said(_POINTS_SHORT), "R", "B"),
        ]
        lines = [
            TableRow((
                str(at), players.names[n], *(facing.made(n, other) for other in others),
                alone.points_said(rows[n]),
            ))
            for at, n in enumerate(own, 1)
        ]  # fmt: skip
        table = PrintedTable(frame, columns, lines)
        title = job.said(_TOLD, said=job.names.get(team.number, team.name), listed=points[team.number])
        frame.subtitle(title, table.height(lines))
        table.draw()
        frame.gap(2)
    frame.paragraph(job.said(_FACING), 8.5, grey=40)
    return True


_Middle = tuple[list[str], list[list[str]], list[str]]
"""The heads of the rounds, what stands under them line by line, and in Keizer the own value of each line."""


def _is_keizer(job: PrintJob) -> bool:
    return job.event.settings.system is System.KEIZER


def _round_columns(job: PrintJob) -> _Middle:
    heads = [job.said(_ROUND_LETTER, n=n) for n in range(1, job.standing.after_round + 1)]
    digits = len(str(len(job.standing.rows)))
    table = crosstable(job.event, job.standing)
    rows = [
        [
            _match(cells, digits) + "".join(_boards_said(job, row.number, cell) for cell in cells[:1])
            for cells in row.cells
        ]
        for row in table
    ]
    return heads, rows, [row.own for row in table] if _is_keizer(job) else []


def _square_columns(job: PrintJob) -> _Middle:
    square = round_robin_table(job.event, job.standing)
    heads = [str(n) for n in range(1, len(square.order) + 1)]
    rows = [
        ["#" if a == b else " ".join(square.cells.get((a, b), ())) for b in square.order]
        for a in square.order
    ]
    return heads, rows, []


def _cell(cell: Game, digits: int) -> str:
    """Write a game: the opponent's line, as wide as the widest; the colour; the points.

    >>> _cell(Game(1, 7, 3, "w", "2", False, Kind.PLAYED), 2)
    '\u20073\xa0○\xa02'
    """
    if cell.opponent is None or cell.kind is Kind.ANNULLED:
        return cell.text
    place = str(cell.place or "–").rjust(digits, "\u2007")  # a space as wide as a figure
    return "\xa0".join(filter(None, (place, *_made(cell))))


def _made(cell: Game) -> tuple[str, str]:
    """Write the colour and the points of a game."""
    colour = MEN["wb".index(cell.letter)] if cell.letter else ""
    return colour, cell.sign + (cell.points or "·") + ("f" if cell.forfeit else "")


def _match(cells: Sequence[Game], digits: int) -> str:
    """Write the games of a round: of several against one opponent the line once, then game by game.

    >>> two = (Game(1, 7, 3, "w", "2", False, Kind.PLAYED), Game(1, 7, 3, "b", "1", False, Kind.PLAYED))
    >>> _match(two, 1)
    '3\xa0\xa0○2\xa0\xa0●1'
    """
    met = {cell.opponent for cell in cells if cell.kind is not Kind.ANNULLED}
    if len(cells) < 2 or len(met) != 1 or None in met:
        return "\xa0\xa0".join(_cell(cell, digits) for cell in cells)
    place = str(cells[0].place or "–").rjust(digits, "\u2007")
    return "\xa0\xa0".join([place, *("".join(_made(cell)) for cell in cells)])


def _boards_said(job: PrintJob, team: int, cell: Game) -> str:
    """Write what the boards of a match won; '' where no teams play, or nothing is won yet."""
    said = job.board_points.get((team, cell.round), "")
    return f"\xa0({said})" if said and cell.points else ""


def _cross_table(
    job: PrintJob, middle: _Middle, first: int, last: int
) -> tuple[list[TableColumn], list[TableRow]]:
    heads, cells, own = middle
    whole = job.standing
    wide = 8.0 if last - first <= 12 else 0.0
    pad = 1.1 if job.event.settings.games == 1 else 2.0
    columns = [
        TableColumn(job.said(_LINE), "R", "B"),
        TableColumn(who_said(job), style="B", gives=True, least=34),
        *([TableColumn(job.said(_OWN), "R")] if own else []),
        *(TableColumn(head, "C", pad=pad, wide=wide) for head in heads[first:last]),
        TableColumn(job.said(_POINTS_SHORT), "R", "B"),
        *(TableColumn(tiebreak(code).short, "R") for code in _keys(job)),
    ]
    rows = [
        TableRow((str(line), _named(job, row), *own[line - 1 : line], *cells[line - 1][first:last],
             whole.points_said(row), *_values(job, row)))
        for line, row in enumerate(whole.rows, 1)
    ]  # fmt: skip
    return columns, rows


def _spans(frame: Frame, middle: _Middle) -> Iterator[tuple[int, int]]:
    """Yield from which round to which stands on one page, evenly."""
    count = len(middle[0])
    for parts in range(1, count + 1):
        step = -(-count // parts)
        spans = [(at, min(count, at + step)) for at in range(0, count, step)]
        if all(_squeezed_fits(frame, middle, *span) for span in spans):
            yield from spans
            return
    yield from [(at, at + 1) for at in range(count)] or [(0, 0)]


def _squeezed_fits(frame: Frame, middle: _Middle, first: int, last: int) -> bool:
    """Does it stand in letters of 8 points, long names broken into lines?"""
    columns, rows = _cross_table(frame.job, middle, first, last)
    return sum(PrintedTable(frame, columns, rows, 8.0).widths) <= frame.inner + 0.01


# Ratings


def ratings(frame: Frame) -> None:
    """Print the rating report: new figures, promotions, then every figure's arithmetic line by line."""
    job = frame.job
    report = job.rated or rate_event(played_until(job.event, job.round_number))
    frame.page()
    rules = job.said(_RULES, edition=report.edition.name, weight=report.weight)
    frame.paragraph(rules, 9.5)
    for remark in report.remarks:
        frame.paragraph(remark.text(job.lang), 9.5, "B")
    frame.gap(2)
    columns, rows = without_empty(
        _rating_columns(job), [TableRow(_rating_cells(job, c)) for c in report.changes]
    )
    PrintedTable(frame, columns, rows).draw()
    _promotions(frame, report)
    _arithmetic(frame, report)
    letters(frame)


def _rating_columns(job: PrintJob) -> list[TableColumn]:
    return [
        TableColumn(job.said(_NO), "R"),
        TableColumn(job.said(NAME), style="B", gives=True, least=34),
        TableColumn(job.said(_CATEGORY), "C"),
        TableColumn("CI", "R"),
        TableColumn(job.said(_GAMES), "R"),
        TableColumn(job.said(_OUT), "R"),
        TableColumn(job.said(_POINTS), "R"),
        TableColumn(job.said(_EXPECTED), "R"),
        TableColumn("S", "R"),
        TableColumn("V", "R"),
        TableColumn("Q", "R"),
        TableColumn("CF", "R", "B"),
        TableColumn(job.said(_NEW), "C", "B"),
    ]


def _rating_cells(job: PrintJob, change: Rated) -> tuple[str, ...]:
    return (
        str(change.entrant.number),
        job.names.get(change.entrant.number, change.entrant.name),
        _CATEGORY_SHORT.get(change.before, change.before),
        str(change.initial),
        str(change.played),
        str(change.left_out or ""),
        str(change.points),
        _two(change.expected),
        str(change.coefficient),
        f"{'+' if change.variation >= 0 else '-'}{_two(abs(change.variation))}",
        str(change.bonus),
        str(change.final),
        _CATEGORY_SHORT.get(change.after, change.after) if change.promoted else "",
    )


def _two(value: Fraction) -> str:
    """Write a figure with two decimals."""
    hundredths = half_up(value * 100)
    return f"{hundredths // 100}.{hundredths % 100:02}"


def _promotions(frame: Frame, report: RatingReport) -> None:
    frame.subtitle(frame.job.said(_PROMOTED), 8)
    for promotion in report.promotions:
        frame.paragraph(promotion.said().text(frame.job.lang), 9.5)
    if not report.promotions:
        frame.paragraph(frame.job.said(_NONE), 9.5)


def _arithmetic(frame: Frame, report: RatingReport) -> None:
    """Write every figure's arithmetic; a remark is said once, a sign stands for it in its lines."""
    job = frame.job
    frame.subtitle(job.said(_LINE_BY_LINE), 40)
    remarks = dict.fromkeys(line.remark.text(job.lang) for change in report.changes for line in change.trace)
    signs = {remark: "*" * n for n, remark in enumerate(filter(None, remarks), 1)}
    for remark, sign in signs.items():
        frame.paragraph(f"{sign} {remark}", 8.5, "I", grey=60)
    for change in report.changes:
        said = [_line_said(line, job.lang, signs) for line in change.trace]
        tall = 8.5 * MM * 1.35 * len(said) + 7
        if frame.room < min(tall, 60):
            frame.page()
        frame.gap(1.5)
        name = job.names.get(change.entrant.number, change.entrant.name)
        frame.paragraph(f"{change.entrant.number}. {name}", 9.5, "B")
        frame.paragraph("\n".join(said), 8.5, indent=4)


def _line_said(line: TraceLine, lang: Lang, signs: Mapping[str, str]) -> str:
    listed = f"{line.sum} {signs.get(line.remark.text(lang), '')}".rstrip()
    return _TOLD.format(said=line.label, listed=listed).text(lang)
