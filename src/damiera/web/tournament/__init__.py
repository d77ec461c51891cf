"""The pages of a tournament: an event as tables, sentences and forms, and what comes back from them.

| for | look in |
|---|---|
| addresses, one module a subject | `routes` |
| what each page shows, one module a subject | `views` |
| forms as typed values | `forms` |
| who may come in, where answers go | `requests` |
| screens that are told what happens; games that end | `live`; `results` |

Acts are done by `damiera.service.tournament`.
"""
