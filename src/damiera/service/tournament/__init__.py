"""Tournaments: an event as its log has it, and what arbiters and players do with it.

An event is what its log makes of it (`event`); what is done is a line of the log, written in one transaction
(`transaction`). Beside the class that does it stand functions that return one step of it, for
`TournamentService.change`.

| for | look in |
|---|---|
| making, loading, sharing, pairing, taking back | `acts` |
| what is announced; an event of a file told by acts | `announcement`; `replay` |
| who plays; registration by link | `entries`; `registration` |
| rounds made again or by hand; results | `pairing`; `results` |
| what happens to players; teams; groups | `happenings`; `teams`; `groups` |
| rulings that are kept as notes | `rulings` |
| players' phones, and what they report | `phones`, `reports` |
| boards played here; moves from files, all games as PDN | `online`; `games` |
"""
