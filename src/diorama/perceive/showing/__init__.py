"""Showing what is seen in a picture: drawings, JSON, and a page for each picture."""
