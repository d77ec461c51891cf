"""Sentences for users: a message is an English text with named arguments, and becomes words when it is read.

| for | begin at |
|---|---|
| writing a sentence in code | `Message`, `Verbatim`, `Joined`, `Number` (module `text`) |
| reading it in somebody's language | `Text.text` |
| which languages there are, and which one a reader wants | `languages`, `negotiated` (module `catalogues`) |
| storing what was said without storing a sentence | `to_data`, `from_data` (module `storing`) |
| gathering the sentences for translators | `make messages` (tools/messages.py) |
| what a catalogue must satisfy | `faults` (module `checking`) |
"""

from damiera.messages.catalogues import (
    SOURCE_LANGUAGE,
    BadCatalogue,
    Lang,
    direction,
    known_language,
    languages,
    native_name,
    negotiated,
    translations,
)
from damiera.messages.dates import day_and_month, day_and_time, long_date, short_date
from damiera.messages.storage import from_data, message_of, to_data
from damiera.messages.text import Capital, Joined, Lower, Message, Number, Recorded, Text, Verbatim

__all__ = [
    "SOURCE_LANGUAGE",
    "BadCatalogue",
    "Capital",
    "Joined",
    "Lang",
    "Lower",
    "Message",
    "Number",
    "Recorded",
    "Text",
    "Verbatim",
    "day_and_month",
    "day_and_time",
    "direction",
    "from_data",
    "known_language",
    "languages",
    "long_date",
    "message_of",
    "native_name",
    "negotiated",
    "short_date",
    "to_data",
    "translations",
]
