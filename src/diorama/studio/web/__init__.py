"""The web under all screens: routes with roles, visits, pages, and what keeps strangers out.

A screen declares its routes with `Screen.page` and `Screen.action`; each gets a `Visit`, which knows who is there.
"""
