"""Tried as a hostile user would: damaged datasets, servers and disks, kills."""
