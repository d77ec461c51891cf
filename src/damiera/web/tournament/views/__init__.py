"""What the pages of an event show: one module a subject, each page a frozen struct made by a function.

`head` has what stands above every page, `words` the words that several pages share.
"""
