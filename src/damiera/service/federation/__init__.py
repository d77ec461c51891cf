"""The archive of a federation's players, and the lists of their ratings kept over years.

`register` finds people and keeps their facts, `linking` knows them in events, `duplicates` proposes who is
one person twice, `people_lists` reads and writes lists; `office` counts the ratings. Whatever changes people
or ratings is an act (`acts`) of one log that only grows.
"""

from __future__ import annotations
