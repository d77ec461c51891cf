"""What people do with Damiera: play, direct, look up, import. One function a deed, one transaction each.

Use cases are plain synchronous functions of data and of a memory that they state as protocols (`ports`). They
know no page, socket or SQL: `store` gives the memory, `web` and `cli` the doors. What a use case refuses is
an `errors.ServiceError`; what a viewer is shown are the plain values of `views`.
"""
