"""Files of games being brought in: the form, how far one has come, and what was wrong in it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar

import msgspec

from damiera.messages import Lang, translations
from damiera.rules.ruleset import CATALOGUE, sections
from damiera.service.imports import LARGEST_FILE
from damiera.service.views import ImportErrorView, ImportView
from damiera.web.common.pages import PageView

__all__ = ["ImportFormPage", "ImportJobPage", "import_form_page", "import_job_page", "marked"]

_QUOTED = re.compile(r"(?<!\w)[«“\"']([^»”\"']+)[»”\"']")


class BroughtFile(msgspec.Struct, frozen=True):
    """A file brought before: `text` says what became of it."""

    id: str
    name: str
    text: str


class ImportGameGroup(msgspec.Struct, frozen=True):
    """Games that a file may be of, under the title of their section: their names by slug."""

    title: str
    games: tuple[tuple[str, str], ...]


class ImportFormPage(PageView, frozen=True):
    """The form that takes a file; `wrong` says why the one that was sent was not taken."""

    template: ClassVar[str] = "games/import.html"
    wrong: str
    jobs: tuple[BroughtFile, ...]
    limit_mb: int
    groups: tuple[ImportGameGroup, ...]


class ImportJob(msgspec.Struct, frozen=True):
    """How far a file has come.

    Attributes:
        judgement: what its games are taken for, and why.
        likely: while somebody is asked, the games they may be: slug, name, how many are possible in it.
        guessed: which games were told by their moves, where the file did not say it or said it wrongly.
    """

    id: str
    name: str
    status: str
    running: bool
    done: int
    total: int
    imported: int
    duplicates: int
    refused: int
    headline: str
    guessed: str
    asking: bool
    judgement: str
    likely: tuple[tuple[str, str, int], ...]


class RefusedGameRow(msgspec.Struct, frozen=True):
    """A game that was refused, and its text split round the words that the reason quotes."""

    game: int
    line: int
    column: int
    reason: str
    excerpt: str
    before: str
    mark: str
    after: str


class ImportJobPage(PageView, frozen=True):
    """How far a file has come, and the first of what was wrong in it; `more` if there is more.

    While somebody is asked which game it is, `groups` are all games, and `wrong` says why an answer was not
    taken.
    """

    template: ClassVar[str] = "games/import_job.html"
    job: ImportJob
    errors: tuple[RefusedGameRow, ...]
    more: bool
    groups: tuple[ImportGameGroup, ...] = ()
    wrong: str = ""


def import_form_page(jobs: Sequence[ImportView], wrong: str, lang: Lang) -> ImportFormPage:
    """Return the form, with the files brought before."""
    brought = tuple(BroughtFile(job.id, job.name, job.text) for job in jobs)
    return ImportFormPage(wrong, brought, LARGEST_FILE // (1024 * 1024), _groups(lang))


def _groups(lang: Lang) -> tuple[ImportGameGroup, ...]:
    """Return the games of the catalogue by its sections; a losing twin has the moves of its game."""
    found = []
    for section in sections():
        slugs = [slug for slug in section.games if not slug.endswith("-losing")]
        games = tuple((slug, CATALOGUE[slug].name.text(lang)) for slug in slugs)
        found.append(ImportGameGroup(section.title.text(lang), games))
    return tuple(group for group in found if group.games)


def import_job_page(job: ImportView, lang: Lang, wrong: str = "") -> ImportJobPage:
    """Return how far a file has come."""
    asking = job.status == "asking"
    shown = ImportJob(
        id=job.id,
        name=job.name,
        status=job.status,
        running=job.status == "running",
        done=job.done,
        total=job.total,
        imported=job.imported,
        duplicates=job.duplicates,
        refused=job.refused,
        headline=_headline(job, lang),
        guessed=job.guessed,
        asking=asking,
        judgement=job.judgement,
        likely=tuple((game.slug, game.name, game.n) for game in job.likely),
    )
    errors = tuple(_refused_game(error) for error in job.errors)
    groups = _groups(lang) if asking else ()
    return ImportJobPage(shown, errors, job.refused > len(job.errors), groups, wrong)


def _headline(job: ImportView, lang: Lang) -> str:
    _ = translations(lang)
    read = job.done - job.refused
    said = _.ngettext("{n} game read", "{n} games read", read).format(n=read)
    if job.refused:
        said += ", " + _.ngettext("{n} not", "{n} not", job.refused).format(n=job.refused)
    return said + (_.gettext(", stopped here") if job.status == "stopped" else "")


def _refused_game(error: ImportErrorView) -> RefusedGameRow:
    before, mark, after = marked(error.excerpt, error.reason, error.column - 1)
    return RefusedGameRow(
        game=error.game,
        line=error.line,
        column=error.column,
        reason=error.reason[:1].upper() + error.reason[1:],
        excerpt=error.excerpt,
        before=before,
        mark=mark,
        after=after,
    )


def marked(excerpt: str, reason: str, near: int) -> tuple[str, str, str]:
    """Split an excerpt round the words that a reason quotes, where they stand nearest to `near`.

    >>> marked("1. 23-19 12-15 2. 24-20", "«24-20» non è una mossa legale", 18)
    ('1. 23-19 12-15 2. ', '24-20', '')
    """
    quoted = _QUOTED.search(reason)
    words = quoted[1] if quoted else ""
    places = [at.start() for at in re.finditer(re.escape(words), excerpt)] if words else []
    if not places:
        return excerpt, "", ""
    start = min(places, key=lambda place: abs(place - near))
    end = start + len(words)
    return excerpt[:start], excerpt[start:end], excerpt[end:]
