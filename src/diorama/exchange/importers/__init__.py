"""One file a release: how its rows become samples."""
