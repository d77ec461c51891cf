"""Coverage that proves itself: the code that a row names is broken, and a test that the row names must fail.

| what | where |
|---|---|
| which code and which tests a row names | `rows` |
| what a test calls, so that a changed helper asks for the proof anew | `helpers` |
| how a function or an article is broken | `mutants` |
| breaking, and running the tests, in forks of one process | `runner` |
| what was found, kept beside this file | `stored`, `proved.toml` |

`python -m tests.proofs` proves what is not proved; `--all` everything anew; a book's id: its rows only.
"""
