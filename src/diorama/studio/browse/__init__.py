"""Browse: lists of samples with filters, and a sample with all that is known of it.

`view.py` and the macros of `templates/parts.html` are what other screens show samples with.
"""
