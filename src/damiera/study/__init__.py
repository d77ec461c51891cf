"""A study: chapters of game trees that several people edit, as values; PDN in and out without loss.

| for | begin at |
|---|---|
| what a study is | `model.Study`, `model.StudyChapter` |
| changing it | `edits.StudyEdit`, `fold.changed` |
| a log of changes, undone ones too, made into a study | `fold.folded` |
| a node of a tree by the moves that lead to it | `tree.found`, `tree.nodes` |
| PDN files | `files.read_chapters`, `files.study_text` |
| what stands in a comment for programs: drawings, clocks | `remarks` |
| positions and patterns | `search` |
"""
