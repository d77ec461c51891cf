"""Tournaments: events as snapshots, pairing, standings, exchange. Pure functions of results.

| for | begin at |
|---|---|
| an event at one moment | `model.Event` |
| the next round, and why it is so | `pairing.systems.pair`, `pairing.why.why`, `pairing.why.why_not` |
| judging a pairing | `damiera.tournament.check` |
| standings, prizes | `standings.standing`, `standings.prizes` |
| report files (TRF16, TRF-2026) | `trf.read_trf`, `trf.write_trf` |
| an event as the acts that made it | `damiera.tournament.log` |

See docs/tournament.md and docs/standings.md.
"""
