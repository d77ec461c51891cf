"""Dates as the reader's language writes them."""

from __future__ import annotations

from datetime import date, datetime

from damiera.messages.catalogues import Lang

__all__ = ["day_and_time", "long_date", "short_date"]


def long_date(day: date, lang: Lang) -> str:
    """Return a date with the month in words.

    >>> long_date(date(2026, 11, 21), "it"), long_date(date(2026, 11, 21), "en")
    ('21 novembre 2026', '21 November 2026')
    """
    from babel.dates import format_date  # babel takes a while to load

    return str(format_date(day, "long", locale=_locale(lang)))


def short_date(day: date, lang: Lang) -> str:
    """Return a date for a line of a list, with the whole year.

    >>> short_date(date(2026, 11, 2), "it"), short_date(date(2026, 11, 2), "en")
    ('2 nov 2026', '2 Nov 2026')
    """
    from babel.dates import format_date

    return str(format_date(day, "medium", locale=_locale(lang)))


def day_and_month(day: date, lang: Lang) -> str:
    """Return a date of these weeks, without its year.

    >>> day_and_month(date(2026, 8, 3), "en"), day_and_month(date(2026, 8, 3), "it")
    ('3 August', '3 agosto')
    """
    from babel.dates import format_date

    return str(format_date(day, "d MMMM", locale=_locale(lang)))


def day_and_time(moment: datetime, lang: Lang, *, year: bool = False) -> str:
    """Return a moment by its day of the week, its date and its time; the year where it is asked for.

    >>> day_and_time(datetime(2026, 11, 27, 18), "en"), day_and_time(datetime(2026, 11, 27, 18), "it")
    ('Friday 27 November, 18:00', 'venerdì 27 novembre, 18:00')
    """
    from babel.dates import format_datetime

    pattern = "EEEE d MMMM y, HH:mm" if year else "EEEE d MMMM, HH:mm"
    return str(format_datetime(moment, pattern, locale=_locale(lang)))


def _locale(lang: Lang) -> str:
    """English dates are those of Europe, day before month: the events are there."""
    return {"en": "en_GB", "en-XA": "en_GB"}.get(lang, lang.replace("-", "_"))
