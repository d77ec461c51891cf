"""How the time of a game is measured: what was agreed, how it is written, what one side has left.

| module | what |
|---|---|
| `settings` | `ClockSettings`: what each side is given, by every way of timing |
| `checks` | why settings make no clock |
| `units` | lengths of time, written short and in words |
| `shorthand` | "60+30", "40/120,60+30", "3x30s byo": reading and writing |
| `timecontrol` | the TimeControl tag of PDN: reading and writing |
| `words` | settings in words, Italian and English |
| `presets` | clocks by name |
| `hand` | `Hand`: what one side has left |
| `face` | `Face`: what the clock of one side shows |

`damiera.game.clock` puts two hands on one clock.
"""
