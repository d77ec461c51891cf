"""Training the evaluation: quick games, a regression on their results, and a match that accepts what it
found.

Needs NumPy: `pip install "damiera[train]"`; on a cluster `distributed` too: `"damiera[cluster]"`. Run it with
`make train GAME=italian` or `python -m damiera.training italian`.
"""
