"""The articles of the federations as data: what each rulebook says, in our own words."""

from __future__ import annotations

from damiera.regulations.book import (
    Article,
    BalanceLimit,
    Chapter,
    Diagram,
    LadderStep,
    MaterialLimit,
    Parameters,
    Rulebook,
    UnknownArticle,
    UnknownRulebook,
    article,
    provisions,
    rulebook,
    rulebooks,
    split_ref,
)
from damiera.regulations.citations import cited, implements

__all__ = [
    "Article",
    "BalanceLimit",
    "Chapter",
    "Diagram",
    "LadderStep",
    "MaterialLimit",
    "Parameters",
    "Rulebook",
    "UnknownArticle",
    "UnknownRulebook",
    "article",
    "cited",
    "implements",
    "provisions",
    "rulebook",
    "rulebooks",
    "split_ref",
]
