"""People: who they are, what they may do, and how the studio knows them again.

Tables and rules; the pages are in `routes.py`.
"""
