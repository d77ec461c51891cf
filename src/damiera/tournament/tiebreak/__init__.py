"""Tie-breaks: each is a number and the addends it is made of, exact, with who and why.

`catalogue` names them all, `unplayed` holds the rules for rounds without a game, `procedure` settles what no
number settles.
"""

from __future__ import annotations
