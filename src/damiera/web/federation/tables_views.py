"""The tables by which the rating office counts: each with its value, its mark, and who put it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import ClassVar

import msgspec

from damiera.errors import DamieraError
from damiera.messages import Lang, short_date
from damiera.rating.editions import slot_name
from damiera.rating.slots import slot_value, slots_in, written_value
from damiera.service.federation.office import TablesOfDay
from damiera.web.federation.views import FederationFrame, FederationPage
from damiera.web.tournament.views.head import refusal

__all__ = ["OfficeTablesPage", "slot_id", "tables_page"]


class SlotCard(msgspec.Struct, frozen=True):
    """A table of the day.

    Attributes:
        id: its place on the page. `label`: its mark in words, '' for the federation's own value.
        status: "federation", "inferred", "ours", or "user" for a table of the office's own.
        value: as it is written in a file of tables. `before`: the edition's own, where it is replaced.
        since: who put it, and from which day it holds; '' for the edition's own.
        written: what a refused form brought.
    """

    name: str
    id: str
    title: str
    status: str
    label: str
    source: str
    value: str
    before: str
    who: str
    since: str
    written: Mapping[str, str]


class OfficeTablesPage(FederationPage, kw_only=True, frozen=True):
    """Every table of a day. `unknown`: how many are ours, because the federation's was never published."""

    template: ClassVar[str] = "federation/office_tables.html"
    day: str
    said_day: str
    edition: str
    slots: tuple[SlotCard, ...]
    unknown: int


def tables_page(
    head: FederationFrame,
    held: TablesOfDay,
    lang: Lang,
    *,
    fields: Mapping[str, str] | None = None,
    wrong: DamieraError | None = None,
) -> OfficeTablesPage:
    """Return the page of tables."""
    fields = fields or {}
    raw = slots_in(held.text)
    return OfficeTablesPage(
        head=head,
        day=held.day,
        said_day=_day(held.day, lang),
        edition=held.held.name.text(lang),
        slots=tuple(_slot(held, name, raw, lang, fields) for name in sorted(held.held.marks)),
        unknown=len(held.held.ours),
        wrong=refusal(wrong, lang),
        field=getattr(wrong, "field", ""),
    )


def _slot(
    held: TablesOfDay,
    name: str,
    raw: Mapping[str, Mapping[str, object]],
    lang: Lang,
    fields: Mapping[str, str],
) -> SlotCard:
    mark, author = held.held.marks[name], held.authors.get(name)
    own = written_value(slot_value(held.base, name)) if name in held.base.marks else ""
    return SlotCard(
        name=name,
        id=slot_id(name),
        title=slot_name(name).text(lang),
        status=mark.status,
        label=mark.label.text(lang),
        source=mark.source,
        value=written_value(raw[name]["value"]) if name in raw else own,
        before=own if name in raw else "",
        who=author.who if author else "",
        since=_day(author.day, lang) if author else "",
        written=fields if fields.get("slot") == name else {},
    )


def slot_id(name: str) -> str:
    """Return where a slot stands on the page.

    >>> slot_id("entry.italian")
    'slot-entry-italian'
    """
    return "slot-" + "".join(sign if sign.isalnum() else "-" for sign in name)


def _day(text: str, lang: Lang) -> str:
    return short_date(date.fromisoformat(text), lang)
