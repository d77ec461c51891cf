"""Write how numbers are said in every language of the catalogues: `python -m tools.numbers`.

It asks num2words (`pip install num2words`), which is needed for nothing else. Where it knows other ways of a
language to count (septante in Belgium and Switzerland), those are understood too.
"""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path

from damiera.messages import languages

HIGHEST = 256
"""No board has a square with a higher number."""
FILE = Path(__file__).parent.parent / "src" / "damiera" / "notation" / "heard_words" / "numbers.json"
_WAYS = {"fr": ("fr", "fr_CH", "fr_BE")}


def said(number: int, lang: str) -> list[str]:
    """Return the ways to say a number in a language, in small letters without accents and hyphens."""
    from num2words import num2words  # type: ignore[import-not-found, unused-ignore]

    forms = (num2words(number, lang=way) for way in _WAYS.get(lang, (lang,)))
    return list(dict.fromkeys(" ".join(_folded(form).replace("-", " ").split()) for form in forms))


def _folded(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in plain if not unicodedata.combining(sign))


def main() -> None:
    """Write the numbers from 1, by language."""
    table = {lang: [said(number, lang) for number in range(1, HIGHEST + 1)] for lang in languages()}
    rows = (f'"{lang}": {json.dumps(forms, ensure_ascii=False)}' for lang, forms in table.items())
    FILE.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
