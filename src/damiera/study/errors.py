"""What a study refuses."""

from __future__ import annotations

from damiera.errors import DamieraError
from damiera.messages import Message, Text

__all__ = ["StudyError", "UnknownChapter", "UnreadEdit"]


class StudyError(DamieraError):
    """A change that makes no sense in this study; the study is as it was."""

    def __init__(self, message: Text) -> None:
        self.message = message
        super().__init__(message.text("en"))


class UnknownChapter(StudyError):
    """A chapter that this study has never had. Carries `chapter`."""

    def __init__(self, chapter: str) -> None:
        self.chapter = chapter
        super().__init__(Message("This study has no such chapter: open it anew and choose one of its list."))


class UnreadEdit(StudyError):
    """A change that cannot be read.

    Attributes:
        is_newer: whether it is one of a newer version; else what was kept of it is damaged.
        why: what is wrong with it.
    """

    def __init__(self, message: Text, *, is_newer: bool, why: Text) -> None:
        self.is_newer = is_newer
        self.why = why
        super().__init__(message)
