"""Engines: whatever can be asked for a move, and what is needed to ask, compare and match them.

| for | begin at |
|---|---|
| what every engine can do | `protocol.Engine`, `protocol.Ponderer` |
| the search of this package | `builtin.BuiltinEngine` |
| an engine as people name it | `spec.EngineSpec` |
| any program that speaks Hub; being such a program | `hub.HubClient`; `hub.HubServer` |
| a program that speaks DXP; a game over DXP | `dxp.DxpClient`; `dxp.initiate`, `dxp.follow` |
| how long and how well to think | `limits.SearchLimits`, `limits.TimeLeft`, `levels.level` |
| what a score means | `score.Score` |
| matches of engines; what their results prove | `match.play_match`; `statistics.estimate` |
"""
