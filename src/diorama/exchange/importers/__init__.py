"""Releases that can be read, one file each, and what they share: sources, tables, pictures, options."""
