"""The addresses of the pages of an event: one module for each subject, wired together by `events`.

A route reads who asks and what a form brings, lets `damiera.service.tournament` act, and shows a view of
`damiera.web.tournament.views`. It decides nothing.
"""
