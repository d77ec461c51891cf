"""The pages of the tournament hall: an event as tables, sentences and forms, and what comes back from them.

`requests` lets people in and takes their forms, `view` has what most pages show, `live` tells screens that
something has happened; the rest is one file a subject. Addresses are answered in `routes` and `…_routes`,
acts are done by `damiera.service.tournament`.
"""
