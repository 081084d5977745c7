"""The evaluation engine: the one folder that imports Inspect AI.

Everything else of `ask` works without it: reading, scoring, players, statistics, runs and reports. Inspect brings the
providers, connections, retries, caching and transcripts; what is asked, what is right and what is kept are ours.
"""

from __future__ import annotations

from diorama.errors import DioramaError


def require() -> None:
    """Fail with a message that says what to install if the engine is missing."""
    try:
        import inspect_ai  # noqa: F401
    except ImportError:
        raise DioramaError("asking models needs Inspect AI: pip install 'diorama[eval]'") from None
