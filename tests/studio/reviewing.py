"""What people do on the review screens, for tests."""

from __future__ import annotations

import re
from typing import Any

import httpx

from diorama.studio.people.roles import Role
from diorama.studio.review.reviewing import CHECKS
from tests.studio.running import Running, Visitor


def begin(studio: Running, admin: Visitor, **fields: Any) -> str:
    """Make a batch and return its page."""
    given = {"dataset": 1, "sort": "pilot", "size": 4, "seed": 1, **fields}
    answer = admin.fill("/review", **given)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def team(studio: Running) -> tuple[Visitor, Visitor, Visitor, Visitor]:
    """An admin, two annotators and a reviewer."""
    return (
        studio.signed_in("Ada", Role.ADMIN),
        studio.signed_in("Bo", Role.ANNOTATOR),
        studio.signed_in("Cy", Role.ANNOTATOR),
        studio.signed_in("Dee", Role.REVIEWER),
    )


def take_next(visitor: Visitor, batch: str, layer: int) -> str:
    """The page of the next sample that waits; empty if there is none."""
    page = visitor.get(batch).text
    if f'name="layer" value="{layer}"' not in page:
        return ""
    answer = visitor.fill(batch, f"{batch}/next", layer=layer)
    assert answer.status_code == 303, answer.text
    there = str(answer.headers["location"])
    return there if "/items/" in there else ""


def say(visitor: Visitor, page: str, layer: int, *issues: str, note: str = "") -> httpx.Response:
    """Verify a sample, or flag it with issues."""
    fields: dict[str, Any] = {"layer": layer, "note": note}
    if issues:
        fields |= {"verdict": "flagged", "issues": issues}
    else:
        fields |= {"verdict": "verified", "checked": list(CHECKS)}
    return visitor.fill(page, f"{page}/find", **fields)


def go_through(visitor: Visitor, batch: str, layer: int, faults: dict[str, str] | None = None) -> list[str]:
    """Look at everything that waits; what is named in `faults` is flagged with its issue. Returns the ids."""
    seen = []
    while page := take_next(visitor, batch, layer):
        sample = sample_on(visitor, page)
        issue = (faults or {}).get(sample)
        answer = say(visitor, page, layer, *([issue] if issue else []), note="look here" if issue else "")
        assert answer.status_code == 303, answer.text
        seen.append(sample)
    return seen


def sample_on(visitor: Visitor, page: str) -> str:
    """The id of the sample that a page shows."""
    found = re.search(r"<h1>([^<]+)</h1>", visitor.get(page).text)
    assert found
    return found[1]


def state_on(visitor: Visitor, page: str) -> str:
    """Where that sample stands."""
    found = re.search(r'· <span class="v-([a-z]+)">', visitor.get(page).text)
    assert found
    return found[1]
