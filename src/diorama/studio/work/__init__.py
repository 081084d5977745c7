"""What several people working at once need: leases, versions, and posts that count once.

All functions take the session of a `writing` transaction, in which nobody else can come between.
"""
