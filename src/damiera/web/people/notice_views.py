"""What waits for somebody, as the bell and its page show it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import msgspec

from damiera.messages import Lang
from damiera.service.notices import Notice
from damiera.web.common.pages import PageView

__all__ = ["NoticeRow", "NoticesPage", "notice_rows", "notices_page"]


class NoticeRow(msgspec.Struct, frozen=True):
    """Something that waits: `key` is the same as long as it is the same thing."""

    key: str
    kind: str
    text: str
    address: str


class NoticesPage(PageView, frozen=True):
    """The page behind the bell."""

    template: ClassVar[str] = "people/notices.html"
    rows: tuple[NoticeRow, ...]


def notice_rows(found: Sequence[Notice], lang: Lang) -> tuple[NoticeRow, ...]:
    """Return what waits in a reader's language."""
    return tuple(NoticeRow(one.key, one.kind, one.text.text(lang), one.address) for one in found)


def notices_page(found: Sequence[Notice], lang: Lang) -> NoticesPage:
    """Return the page of what waits."""
    return NoticesPage(notice_rows(found, lang))
