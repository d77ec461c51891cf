"""One game, from its first move to its signed result: a value that events turn into another value.

| for | begin at |
|---|---|
| the game | `state.Game`: `start`, `apply`, `replay` |
| what may happen in it | `events.Event`, with `events.encode` and `events.decode` for storage |
| how it ends | `outcome.Outcome`; what is refused is a `errors.GameError` |
| clocks | `clock.GameClock`, `clock.ClockSettings` |
| repetition and counts | `draws.DrawRules` |
| odds, blindfold, ballots, what else is agreed | `ways.Conditions` |
| the arbiter's part | `conduct.Conduct`, `irregular_fit.fitting_kinds` |
| what hands do on a real board | `hands.handled`, `readings.readings` |
| openings by lot | `damiera.game.openings` |

The present is an argument, in integer milliseconds; nothing here reads a clock, a file or a socket. See
docs/game.md.
"""
