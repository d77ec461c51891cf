"""`damiera tournament standings` and `rate`: tables of a report file, with their arithmetic."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Required, TypedDict

import click
from msgspec import structs

from damiera.cli.common import emit, lang_option, language
from damiera.cli.report_file import event_of, file_argument
from damiera.messages import Lang, Message, Text, Verbatim

if TYPE_CHECKING:
    from damiera.rating.editions import Edition
    from damiera.rating.elo_rubele import RatingReport
    from damiera.rating.event import Override, Scope
    from damiera.rating.trace import TraceLine
    from damiera.tournament.model import Event
    from damiera.tournament.standings import Rules, Standing, StandingRow
    from damiera.tournament.tiebreak.unplayed_rounds import Unplayed

__all__ = ["rate_command", "standings_command"]

FACTS = ("sex", "category", "club", "province", "group", "federation")
RULES = ("virtual", "own", "zero", "paired", "fide2023", "fide2026")
FORMULAS = ("elo-rubele", "fide", "glicko2")
_SEX = {"m": Message("Men", context="people"), "f": Message("Women")}
_AFTER = Message("Standing after round {n}")
_UNPLAYED = Message("Rounds without a game: {rule}.")
_HEADS = (Message("Pos"), Message("No."), Message("Player"), Message("Points"))
_TIES = Message("Ties:")
_PLAYOFF = Message("A play-off is needed between: {who}.")
_OUT = Message("Round {n}, {who}")
_CUT = Message("does not count")
_CLUBS = (Message("Pos"), Message("Club", context="of a player"), Message("Points"), Message("Counted"))
_RATES = tuple(Verbatim(x) for x in ("CI", "S", "V", "Q", "CF"))
_GAMES = Message("Games", context="played")
_PROMOTED = Message("Promotions:")
_NEW = Message("New")
_OLD = Message("Before")
_NO_NUMBER = Message("{option}: '{text}' does not begin with a player's number and the sign =.")
_NO_ENDING = Message("--ended: no '{what}'; there are {known}.")
_NO_REASON = Message("--override: who decided for {n} and why is needed: {n}=CTF: illness.")
_NOT_BARRED = Message("--override: {n} stayed to the end, there is nothing to allow; see --ended.")


@click.command("standings")
@file_argument
@click.option("--tiebreaks", help="After the points, with commas: `buholz,quotient2,direct` or Q1,Q2,DE.")
@click.option("--unplayed", type=click.Choice(RULES), help="What a round without a game is worth in sums.")
@click.option("--procedure", help="For what is still tied: `direct,wins,playoff`, or `none`.")
@click.option("--after", type=click.IntRange(min=0), help="The standing after this round.")
@click.option("--by", type=click.Choice(FACTS), help="A classification for each of them.")
@click.option("--clubs", is_flag=True, help="The classification of clubs: the points of the best three.")
@click.option("--crosstable", is_flag=True, help="With the rounds, as CSV.")
@click.option("--explain", is_flag=True, help="Every addend of every tie-break.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@lang_option
def standings_command(
    file: Path,
    tiebreaks: str | None,
    unplayed: Unplayed | None,
    procedure: str | None,
    after: int | None,
    by: str | None,
    clubs: bool,
    crosstable: bool,
    explain: bool,
    as_json: bool,
    lang: Lang | None,
) -> None:
    """Rank the players of FILE: points, tie-breaks in order, then a procedure for ties."""
    from damiera.tournament.crosstable import crosstable_csv
    from damiera.tournament.standings import standing

    lang = lang or language()
    event = event_of(file)
    whole = standing(event, _rules(event, tiebreaks, unplayed, procedure), after)
    if as_json:
        emit(_standing_entry(event, whole, by, clubs, explain, lang))
    elif crosstable:
        sys.stdout.write(crosstable_csv(event, whole, lang))
    elif clubs:
        _print_clubs(event, whole, lang)
    else:
        _print_standing(event, whole, by, explain, lang)


@click.command("rate")
@file_argument
@click.option("--weight", type=click.IntRange(1, 1000), help="Percent of the variation that counts.")
@click.option(
    "--scope", type=click.Choice(["national", "international"]), default="national", help="Decides Q."
)
@click.option("--game", help="The game whose list is meant; the file's, or Italian draughts.")
@click.option(
    "--edition", "edition_id", help="The rules; those in force on the event's last day if not given."
)
@click.option(
    "--tables",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A file of federation tables that fill the slots left open.",
)
@click.option(
    "--formula", type=click.Choice(FORMULAS), default="elo-rubele", help="Another rating, for clubs."
)
@click.option(
    "--ended",
    multiple=True,
    metavar="N=HOW",
    help="Player N did not stay: withdrawn, forfeited or disqualified. Report files do not tell.",
)
@click.option(
    "--override",
    "decided",
    multiple=True,
    metavar="N=WHO:WHY",
    help="Player N may gain all the same: who decided so, and why.",
)
@click.option(
    "--csv", "as_csv", type=click.Choice(["report", "promotions", "expected"]), help="For the office."
)
@click.option("--explain", is_flag=True, help="The arithmetic, line by line.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@lang_option
def rate_command(
    file: Path,
    weight: int | None,
    scope: Scope,
    game: str | None,
    edition_id: str | None,
    tables: Path | None,
    formula: str,
    ended: tuple[str, ...],
    decided: tuple[str, ...],
    as_csv: str | None,
    explain: bool,
    as_json: bool,
    lang: Lang | None,
) -> None:
    """Rate the event of FILE: new ratings, promotions, and how each figure comes about."""
    from dataclasses import replace

    from damiera.rating.board import expected_board
    from damiera.rating.report import as_data, promotions_csv, report_csv
    from damiera.tournament.rated_games import entrants, rate_event

    lang = lang or language()
    event = event_of(file)
    if game is not None:
        from damiera.rules.ruleset import ruleset

        event = replace(event, game=ruleset(game).slug)
    event = _with_endings(event, ended)
    overrides = _overrides(event, decided)
    if formula != "elo-rubele":
        _rate_otherwise(event, formula, explain, as_json, lang)
        return
    chosen = _edition(event, edition_id, tables)
    report = rate_event(event, weight=weight, scope=scope, edition=chosen, overrides=overrides)
    if as_json:
        emit(as_data(report, lang))
    elif as_csv is not None:
        if as_csv == "expected":
            board = expected_board(entrants(event), event.game, chosen)
            sys.stdout.write(board.csv(lang))
        else:
            sys.stdout.write((report_csv if as_csv == "report" else promotions_csv)(report, lang))
    else:
        _print_report(report, explain, lang)


def _with_endings(event: Event, ended: Sequence[str]) -> Event:
    """The event with those who did not stay to the end, as the command line tells."""
    from dataclasses import replace

    from damiera.tournament.model import PlayerChange, Status

    changes = {
        "withdrawn": PlayerChange.WITHDRAWN,
        "forfeited": PlayerChange.FORFEITED,
        "disqualified": PlayerChange.EXPELLED,
    }
    statuses = list(event.statuses)
    for text in ended:
        number, how = _numbered(event, "--ended", text)
        if how not in changes:
            raise click.UsageError(_NO_ENDING.format(what=how, known=", ".join(changes)).text(language()))
        statuses.append(Status(number, changes[how], event.played_rounds + 1))
    return replace(event, statuses=tuple(statuses))


def _overrides(event: Event, decided: Sequence[str]) -> dict[int, Override]:
    """The players who may gain rating though they left, by number: who decided it, and why."""
    from damiera.rating.event import Override
    from damiera.tournament.rated_games import entrants

    barred = {e.number for e in entrants(event) if e.ending != "finished"}
    out = {}
    for text in decided:
        number, said = _numbered(event, "--override", text)
        author, _, reason = (part.strip() for part in said.partition(":"))
        if not author or not reason:
            raise click.UsageError(_NO_REASON.format(n=number).text(language()))
        if number not in barred:
            raise click.UsageError(_NOT_BARRED.format(n=number).text(language()))
        out[number] = Override(author, reason)
    return out


def _numbered(event: Event, option: str, text: str) -> tuple[int, str]:
    """Split `N=...`. Raises `NoSuchPlayer` for a number that nobody has."""
    number, sign, rest = (part.strip() for part in text.partition("="))
    if not sign or not (number.isascii() and number.isdigit()):
        raise click.UsageError(_NO_NUMBER.format(option=option, text=text).text(language()))
    return event.player(int(number)).number, rest


def _edition(event: Event, id: str | None, tables: Path | None) -> Edition:
    from datetime import date

    from damiera.rating.editions import edition, edition_at, replaced

    chosen = edition(id) if id else edition_at(event.ends or event.starts or date.today())
    if tables is None:
        return chosen
    return replaced(chosen, tables.read_bytes().decode("utf-8-sig", errors="replace"))


def _rules(event: Event, tiebreaks: str | None, unplayed: Unplayed | None, procedure: str | None) -> Rules:

    from damiera.tournament.standings import default_rules, parse_tiebreaks

    rules = default_rules(event)
    if tiebreaks is not None:
        rules = structs.replace(rules, tiebreaks=parse_tiebreaks(tiebreaks))
    if unplayed is not None:
        rules = structs.replace(rules, unplayed=unplayed)
    if procedure is not None:
        steps = [s.strip() for s in procedure.split(",") if s.strip() not in ("", "none")]
        rules = structs.replace(rules, procedure=tuple(steps))
    return rules


# --- printing --------------------------------------------------------------------------------------------


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]], left: Sequence[int]) -> None:
    """Print columns; those in `left` to the left, the others to the right."""
    widths = [max(len(row[n]) for row in (heads, *rows)) for n in range(len(heads))]
    for n, row in enumerate((heads, *rows)):
        cells = [
            c.ljust(w) if i in left else c.rjust(w) for i, (c, w) in enumerate(zip(row, widths, strict=True))
        ]
        click.secho("  ".join(cells).rstrip(), bold=n == 0)


def _print_standing(event: Event, whole: Standing, by: str | None, explain: bool, lang: Lang) -> None:
    from damiera.tournament.standings import classifications
    from damiera.tournament.tiebreak.unplayed_rounds import names

    click.secho(f"{event.name}  {_AFTER.format(n=whole.after_round).text(lang)}".strip(), bold=True)
    if whole.uses_unplayed:
        click.echo(_UNPLAYED.format(rule=names[whole.rules.unplayed]).text(lang))
    if by is None:
        _print_rows(whole, whole.rows, lang)
    else:
        for fact, rows in classifications(whole, event, by).items():  # type: ignore[arg-type]
            click.echo()
            click.secho(_fact(by, fact).text(lang), bold=True)
            _print_rows(whole, rows, lang)
    if whole.steps:
        click.echo()
        click.secho(_TIES.text(lang), bold=True)
        for step in whole.steps:
            who = ", ".join(whole.names[n] for n in step.tied)
            click.echo(f"  {who}: {step.said.text(lang)}")
    for group in whole.playoffs_needed:
        who = ", ".join(whole.names[n] for n in group)
        click.echo(_PLAYOFF.format(who=who).text(lang))
    if explain:
        _print_addends(whole, lang)


def _fact(by: str, fact: str) -> Text:
    from damiera.rating.categories import CATEGORIES

    if by == "sex":
        return _SEX[fact]
    return next((c.name for c in CATEGORIES if c.id == fact), Verbatim(fact))


def _print_rows(whole: Standing, rows: Sequence[StandingRow], lang: Lang) -> None:
    from damiera.tournament.tiebreak.catalogue import tiebreak

    codes = [c for c in whole.rules.tiebreaks if c != "direct"]
    heads = [t.text(lang) for t in _HEADS] + [tiebreak(c).short for c in codes]
    lines = []
    for row in rows:
        values = dict(zip(whole.rules.tiebreaks, whole.values_said(row), strict=True))
        rank = "-" if row.rank is None else str(row.rank)
        who = whole.names[row.number]
        lines.append([rank, str(row.number), who, whole.points_said(row), *(values[c] for c in codes)])
    _table(heads, lines, (2,))


def _print_addends(whole: Standing, lang: Lang) -> None:
    from damiera.tournament.tiebreak.catalogue import tiebreak

    unit = whole.books.sheet.unit
    for row in whole.rows:
        for code in whole.rules.tiebreaks:
            if code == "direct":
                continue
            one = tiebreak(code)
            said = dict(zip(whole.rules.tiebreaks, whole.values_said(row), strict=True))[code]
            means = f" ({one.means.text(lang)})" if one.means else ""
            click.echo()
            click.secho(f"{whole.names[row.number]}: {one.name.text(lang)} {said}{means}", bold=True)
            for addend in whole.addends(row.number, code):
                who = whole.names.get(addend.opponent or 0, "-")
                where = "" if addend.round is None else _OUT.format(n=addend.round, who=who).text(lang)
                value = one.said(addend.value, unit)
                click.echo(f"  {value:>8}  {where}  {addend.reason.text(lang)}".rstrip())


def _print_clubs(event: Event, whole: Standing, lang: Lang) -> None:
    from damiera.tournament.standings import club_classification

    lines = [
        [
            str(row.rank),
            row.club,
            whole.books.sheet.scoring.said(row.points),
            ", ".join(whole.names[n] for n in row.counted),
        ]
        for row in club_classification(whole, event)
    ]
    _table([t.text(lang) for t in _CLUBS], lines, (1, 3))


def _print_report(report: RatingReport, explain: bool, lang: Lang) -> None:
    from damiera.rating.report import trace_text
    from damiera.rating.trace import signed

    click.secho(f"{report.edition.name.text(lang)}, {report.weight}%", bold=True)
    for remark in report.remarks:
        click.secho(remark.text(lang), fg="yellow")
    heads = [_HEADS[1].text(lang), _HEADS[2].text(lang), _GAMES.text(lang), *(t.text(lang) for t in _RATES)]
    lines = [
        [
            str(c.entrant.number),
            c.entrant.name,
            str(c.played),
            str(c.initial),
            str(c.coefficient),
            signed(c.variation, 2).rstrip("…"),
            str(c.bonus),
            str(c.final),
        ]
        for c in report.changes
    ]
    _table(heads, lines, (1,))
    if report.promotions:
        click.secho(_PROMOTED.text(lang), bold=True)
        for promotion in report.promotions:
            click.echo(f"  {promotion.said().text(lang)}")
    if explain:
        for change in report.changes:
            click.echo()
            click.echo(trace_text(change, lang))


class _OtherRating(TypedDict, total=False):
    """A player as a formula other than Elo-Rubele rates them, as JSON has it."""

    number: Required[int]
    name: Required[str]
    initial: Required[int]
    final: Required[int]
    trace: list[str]
    deviation: float
    volatility: float


def _rate_otherwise(event: Event, formula: str, explain: bool, as_json: bool, lang: Lang) -> None:
    from damiera.rating.fide import rate_fide
    from damiera.rating.glicko import GlickoRating, rate_glicko
    from damiera.tournament.rated_games import entrants, rated_games

    games = rated_games(event)
    found: list[_OtherRating]
    if formula == "fide":
        found = [
            {"number": c.entrant.number, "name": c.entrant.name, "initial": c.initial, "final": c.final,
             "trace": _traced(c.trace, lang)}
            for c in rate_fide(entrants(event), games)
        ]  # fmt: skip
    else:
        before = {p.number: GlickoRating(p.elo or 1500) for p in event.players}
        after = rate_glicko(before, games)
        found = [
            {"number": p.number, "name": p.name, "initial": round(before[p.number].rating),
             "final": round(after[p.number].rating), "deviation": round(after[p.number].deviation, 1),
             "volatility": round(after[p.number].volatility, 6)}
            for p in event.players
        ]  # fmt: skip
    if as_json:
        emit({"event": event.name, "formula": formula, "players": found})
        return
    spread = [f" ± {2 * one['deviation']:.0f}" if "deviation" in one else "" for one in found]
    lines = [
        [str(one["number"]), one["name"], str(one["initial"]), f"{one['final']}{wide}"]
        for one, wide in zip(found, spread, strict=True)
    ]
    _table([_HEADS[1].text(lang), _HEADS[2].text(lang), _OLD.text(lang), _NEW.text(lang)], lines, (1,))
    if explain:
        for one in found:
            click.echo("\n".join([one["name"], *(f"  {line}" for line in one.get("trace", ()))]))


def _traced(lines: Sequence[TraceLine], lang: Lang) -> list[str]:
    return [line.said(lang) for line in lines]


# --- JSON ------------------------------------------------------------------------------------------------


def _number(value: int | Fraction) -> int | float:
    exact = Fraction(value)
    return exact.numerator if exact.denominator == 1 else float(exact)


def _standing_entry(
    event: Event, whole: Standing, by: str | None, clubs: bool, explain: bool, lang: Lang
) -> dict[str, object]:
    from damiera.tournament.standings import classifications, club_classification

    rows = {row.number: _row_entry(whole, row, explain, lang) for row in whole.rows}
    out: dict[str, object] = {
        "event": event.name,
        "after_round": whole.after_round,
        "rules": {
            "tiebreaks": list(whole.rules.tiebreaks),
            "unplayed": whole.rules.unplayed,
            "procedure": list(whole.rules.procedure),
        },
        "rows": list(rows.values()),
        "steps": [
            {
                "tied": step.tied,
                "step": step.step,
                "figures": {str(n): figure for n, figure in step.figures},
                "groups": step.groups,
                "text": step.said.text(lang),
            }
            for step in whole.steps
        ],
        "playoffs_needed": whole.playoffs_needed,
    }
    if by is not None:
        out["classifications"] = {
            fact: [{"rank": row.rank, "number": row.number} for row in found]
            for fact, found in classifications(whole, event, by).items()  # type: ignore[arg-type]
        }
    if clubs:
        scoring = whole.books.sheet.unit
        out["clubs"] = [
            {
                "rank": c.rank,
                "club": c.club,
                "points": _number(Fraction(c.points, scoring)),
                "counted": c.counted,
            }
            for c in club_classification(whole, event)
        ]
    return out


def _row_entry(whole: Standing, row: StandingRow, explain: bool, lang: Lang) -> dict[str, object]:
    from damiera.tournament.tiebreak.catalogue import tiebreak

    unit = whole.books.sheet.unit

    def scaled(code: str) -> Callable[[int | Fraction], int | float]:
        power = {"points": 1, "products": 2}.get(tiebreak(code).scale, 0)
        return lambda value: _number(Fraction(value) / unit**power)

    values = {
        c: scaled(c)(v) for c, v in zip(whole.rules.tiebreaks, row.values, strict=True) if v is not None
    }
    entry: dict[str, object] = {
        "rank": row.rank,
        "technical": row.technical,
        "number": row.number,
        "name": whole.names[row.number],
        "points": _number(Fraction(row.points, unit)),
        "values": values,
        "played": row.played,
        "won": row.won,
        "drawn": row.drawn,
        "lost": row.lost,
        "left": row.left.value if row.left else None,
    }
    if explain:
        entry["addends"] = {
            code: [
                {
                    "round": a.round,
                    "opponent": a.opponent,
                    "value": scaled(code)(a.value),
                    "cut": a.cut,
                    "reason": a.reason.text(lang),
                }
                for a in whole.addends(row.number, code)
            ]
            for code in values
        }
    return entry
