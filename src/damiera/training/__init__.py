"""Training the evaluation: quick games, a regression on their results, and a match that accepts what it
found.

Run it with `make train GAME=italian`, `damiera train italian` or `python -m damiera.training italian`. It
needs the extra `training` (`pip install "damiera[training]"`), on a cluster `cluster` as well.
"""
