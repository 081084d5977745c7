"""The start page: what waits for the person who is there."""
