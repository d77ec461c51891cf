"""Files of games being brought in: the form, how far one has come, and what was wrong in it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from damiera.messages import Lang, translations
from damiera.service.imports import LARGEST_FILE
from damiera.service.views import ImportErrorView, ImportView
from damiera.web.common.pages import PageView

__all__ = ["ImportFormPage", "ImportJobPage", "import_form_page", "import_job_page", "marked"]

_QUOTED = re.compile(r"(?<!\w)[«“\"']([^»”\"']+)[»”\"']")


@dataclass(frozen=True, slots=True)
class BroughtFile:
    """A file brought before: `text` says what became of it."""

    id: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class ImportFormPage(PageView):
    """The form that takes a file; `wrong` says why the one that was sent was not taken."""

    template: ClassVar[str] = "games/import.html"
    wrong: str
    jobs: tuple[BroughtFile, ...]
    limit_mb: int


@dataclass(frozen=True, slots=True)
class ImportJob:
    """How far a file has come; `guessed` says which game it was taken for, where it does not say."""

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


@dataclass(frozen=True, slots=True)
class RefusedGameRow:
    """A game that was refused, and its text split round the words that the reason quotes."""

    game: int
    line: int
    column: int
    reason: str
    excerpt: str
    before: str
    mark: str
    after: str


@dataclass(frozen=True, slots=True)
class ImportJobPage(PageView):
    """How far a file has come, and the first of what was wrong in it; `more` if there is more."""

    template: ClassVar[str] = "games/import_job.html"
    job: ImportJob
    errors: tuple[RefusedGameRow, ...]
    more: bool


def import_form_page(jobs: Sequence[ImportView], wrong: str) -> ImportFormPage:
    """Return the form, with the files brought before."""
    brought = tuple(BroughtFile(job.id, job.name, job.text) for job in jobs)
    return ImportFormPage(wrong, brought, LARGEST_FILE // (1024 * 1024))


def import_job_page(job: ImportView, lang: Lang) -> ImportJobPage:
    """Return how far a file has come."""
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
    )
    errors = tuple(_refused_game(error) for error in job.errors)
    return ImportJobPage(shown, errors, more=job.refused > len(job.errors))


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
