"""Construct: questions with answers from what providers see in a picture, module by module as paper 002 plans it.

Each module is a pure function of `Seen`; its measurements go into the trace, and its doubts become gates.
"""
