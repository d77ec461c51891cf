"""`damiera rating`: the archive of players and the lists of a federation, for whoever keeps them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from damiera.cli.common import emit, lang_option, language
from damiera.cli.stored_data import where_options
from damiera.messages import Lang, Message

if TYPE_CHECKING:
    from damiera.service.federation.office import RatingOffice
    from damiera.service.federation.people_lists import PeopleLists
    from damiera.service.federation.register import FederationRegister
    from damiera.service.identity import Visitor

__all__ = ["command"]

_BROUGHT: Final = Message(
    "{added} new, {changed} changed, {same} as they were; {ratings} ratings; act {act}."
)
_COUNTED: Final = Message("“{name}” of {day} is counted by {edition}: act {act}.")
_WRITTEN: Final = Message("Written down: act {act}.")
_PUBLISHED: Final = Message("“{name}” of {day} is published, {n} players: act {act}.")
_SAME: Final = Message("{n} lists: counted again, each is as it was published.")
_OTHER: Final = Message("List {act}, “{name}”: counted again, {n} ratings are others.")
_BROKEN: Final = Message("Act {n} was altered after it was written.")


@click.group("rating")
def command() -> None:
    """The archive of players and the rating office: lists in, events counted, lists out."""


@dataclass(frozen=True, slots=True)
class OpenOffice:
    """The archive and the office of some data, and who works there."""

    register: FederationRegister
    lists: PeopleLists
    office: RatingOffice
    who: Visitor


@command.command("import")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--name", required=True, help="What the list is called.")
@click.option("--day", required=True, help="From when it holds: 2026-01-31.")
@click.option("--game", default="italian", help="The game of its column Elo.")
@click.option("--opens", is_flag=True, help="The office counts on from this list.")
@click.option("--by", "by", required=True, help="Your name, for the log.")
@where_options
@lang_option
def import_(
    file: Path,
    name: str,
    day: str,
    game: str,
    opens: bool,
    by: str,
    data: Path | None,
    database: str | None,
    lang: Lang | None,
) -> None:
    """Bring the list in FILE (CSV, xlsx, or the world federation's) into the archive."""
    with _opened(database or data, by) as held:
        found = held.lists.bring_in(
            held.who, file.read_bytes(), name=name, day=day, discipline=game, opens=opens
        )
    said = _BROUGHT.format(
        added=found.added, changed=found.changed, same=found.same, ratings=found.ratings, act=found.act
    )
    click.echo(said.text(language()))
    for problem in found.problems:
        click.echo(problem.said().text(language()), err=True)
    if found.problems:
        sys.exit(1)


@command.command("event")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--day", default="", help="Its last day, if the file does not say.")
@click.option("--game", default="", help="The game, if it is not Italian draughts.")
@click.option("--scope", type=click.Choice(["national", "international"]), default="national")
@click.option("--weight", type=click.IntRange(0, 100), default=None, help="Percent of the variation.")
@click.option("--replaces", type=int, default=0, help="The act of the same event, to be counted anew.")
@click.option("--by", "by", required=True, help="Your name, for the log.")
@where_options
@lang_option
def event(
    file: Path,
    day: str,
    game: str,
    scope: str,
    weight: int | None,
    replaces: int,
    by: str,
    data: Path | None,
    database: str | None,
    lang: Lang | None,
) -> None:
    """Count the event in the report file FILE (TRF), by the edition in force on its last day."""
    from damiera.service.tournament.files import read_report

    told = read_report(file.read_text(encoding="utf-8-sig"))
    with _opened(database or data, by) as held:
        seq = held.office.count_file(
            held.who,
            told,
            source=told.name or file.name,
            day=day,
            discipline=game,
            scope="international" if scope == "international" else "national",
            weight=weight,
            replaces=replaces,
        )
        one = held.office.book().event(seq)
    said = _COUNTED.format(name=one.act.name, day=one.act.day, edition=one.report.edition.name, act=seq)
    click.echo(said.text(language()))
    for promotion in one.report.promotions:
        click.echo(promotion.said().text(language()))
    for remark in one.report.remarks:
        click.echo(remark.text(language()), err=True)


@command.command("correct")
@click.argument("person")
@click.option("--day", required=True, help="From when it holds: 2026-01-31.")
@click.option("--rating", default="", help="Elo points.")
@click.option("--category", "category_", default="", help="The category.")
@click.option("--game", default="italian")
@click.option("--reason", required=True, help="Why.")
@click.option("--by", "by", required=True, help="Your name, for the log.")
@where_options
@lang_option
def correct(
    person: str,
    day: str,
    rating: str,
    category_: str,
    game: str,
    reason: str,
    by: str,
    data: Path | None,
    database: str | None,
    lang: Lang | None,
) -> None:
    """Set the rating or category of PERSON, an id of the archive, from a day on."""
    with _opened(database or data, by) as held:
        seq = held.office.correct(
            held.who, person, discipline=game, day=day, rating=rating, category_=category_, reason=reason
        )
    click.echo(_WRITTEN.format(act=seq).text(language()))


@command.command("publish")
@click.argument("day")
@click.option("--name", default="", help="What the list is called.")
@click.option("--game", default="italian")
@click.option("--by", "by", required=True, help="Your name, for the log.")
@where_options
@lang_option
def publish(
    day: str, name: str, game: str, by: str, data: Path | None, database: str | None, lang: Lang | None
) -> None:
    """Publish the list of DAY, which stays as it is for ever."""
    with _opened(database or data, by) as held:
        seq = held.office.publish(held.who, name=name, discipline=game, day=day)
        act = held.office.published(seq)
    said = _PUBLISHED.format(name=act.name, day=act.day, n=len(act.lines), act=seq)
    click.echo(said.text(language()))


@command.command("list")
@click.option("--day", default="", help="The list of this day: 2026-01-31; today's if none is named.")
@click.option("--number", type=int, default=0, help="A published list, by its act.")
@click.option("--game", default="italian")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@where_options
@lang_option
def list_(
    day: str,
    number: int,
    game: str,
    as_json: bool,
    data: Path | None,
    database: str | None,
    lang: Lang | None,
) -> None:
    """Print a list as CSV: as it stands, of a day, or as it was published."""
    from damiera.service.federation.office import list_table

    with _opened(database or data, "-") as held:
        lines = held.office.published(number).lines if number else held.office.lines(game, day)
    if as_json:
        for one in lines:
            emit({name: getattr(one, name) for name in one.__struct_fields__})
    else:
        click.echo(list_table(lines, language()), nl=False)


@command.command("find")
@click.argument("text")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@where_options
@lang_option
def find(text: str, as_json: bool, data: Path | None, database: str | None, lang: Lang | None) -> None:
    """Find people of the archive by parts of their names, or a card: id, name, card, club, Elo."""
    with _opened(database or data, "-") as held:
        found = held.register.found(text)
    for one in found:
        told = {
            "id": one.id,
            "name": one.facts.name,
            "card": one.facts.card,
            "club": one.facts.club,
            "elo": one.rating("italian"),
        }
        if as_json:
            emit(told)
        else:
            click.echo("  ".join(str(value) for value in told.values() if value))


@command.command("check")
@where_options
@lang_option
def check(data: Path | None, database: str | None, lang: Lang | None) -> None:
    """Count every published list again, and look whether an act was altered."""
    with _opened(database or data, "-") as held:
        broken = held.register.proved()
        published = held.office.book().published
        wrong = [(seq, act, len(then)) for seq, act in published if (then := held.office.recounted(seq)[0])]
    if broken:
        click.echo(_BROKEN.format(n=broken).text(language()), err=True)
    for seq, act, n in wrong:
        click.echo(_OTHER.format(act=seq, name=act.name, n=n).text(language()), err=True)
    if broken or wrong:
        sys.exit(1)
    click.echo(_SAME.format(n=len(published)).text(language()))


@contextmanager
def _opened(where: Path | str | None, by: str) -> Iterator[OpenOffice]:
    """Open the data for as long as a command lasts; a server may have it open too."""
    from damiera.service.federation.event_links import EventLinks
    from damiera.service.federation.office import RatingOffice
    from damiera.service.federation.people_lists import PeopleLists
    from damiera.service.federation.register import FederationRegister
    from damiera.service.identity import Visitor, clean_name
    from damiera.service.tournament.acts import TournamentService
    from damiera.service.wall_clock import WallClock
    from damiera.store.database import open_store

    who = Visitor("", clean_name(by))
    store, clock = open_store(where), WallClock()
    try:
        links = EventLinks(TournamentService(store, clock), store, clock)
        yield OpenOffice(
            FederationRegister(store, clock),
            PeopleLists(store, clock),
            RatingOffice(store, clock, links),
            who,
        )
    finally:
        store.close()
