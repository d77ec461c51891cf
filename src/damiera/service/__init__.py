"""What people do with Damiera: play, direct, look up, import. One function for each, in one transaction.

Use cases are plain synchronous functions of data and of a store that they state as protocols (`ports`). They
know no page, socket or SQL: `store` keeps the data, `web` and `cli` call the use cases. What a use case
refuses is an `errors.ServiceError`; what a viewer is shown are the plain values of `views`.
"""
