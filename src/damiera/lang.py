"""The two languages Damiera speaks from its first page, and a text that exists in both."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["LANGS", "Lang", "Text"]

Lang = Literal["it", "en"]
LANGS: tuple[Lang, ...] = ("it", "en")


@dataclass(frozen=True, slots=True)
class Text:
    """One sentence, said in Italian and in English.

    >>> Text("pedina", "man").get("it")
    'pedina'
    """

    it: str
    en: str

    def get(self, lang: Lang) -> str:
        """Return the sentence in `lang`."""
        return self.it if lang == "it" else self.en

    def format(self, **values: object) -> Text:
        """Fill the `{name}` places; a value that is itself a `Text` is said in each language."""
        return Text(self.it.format(**_said(values, "it")), self.en.format(**_said(values, "en")))


def _said(values: dict[str, object], lang: Lang) -> dict[str, object]:
    return {k: v.get(lang) if isinstance(v, Text) else v for k, v in values.items()}
