"""Ratings of players: Elo-Rubele as far as it was published, and two alternatives for clubs.

Pure functions of a list of games. What the federation's published text leaves open is a data slot whose
default is marked as ours (`editions`); every figure of a report can be followed line by line (`trace`).
"""

from __future__ import annotations
