"""Training the evaluation: quick games, a regression on their results, and a match that accepts what it
found.

Run it with `make train GAME=italian` or `python -m damiera.training italian`; on a cluster it needs
`distributed`: `pip install "damiera[cluster]"`.
"""
