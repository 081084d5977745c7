"""Copies of what people decided: exports to read and to import again, and backups to restore.

`content.py` says what belongs to a copy; `lines.py` and `sheets.py` write it as JSON lines and as CSV.
"""
