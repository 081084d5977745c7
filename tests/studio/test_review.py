"""Review in two layers, over HTTP: who may do what, and what follows."""

from __future__ import annotations

import json

import pytest

from diorama.data.review_log import REVIEW, check_review, read_review
from diorama.studio.people.roles import Role
from diorama.studio.review.regenerating import Again, regenerate
from tests.studio.reviewing import begin, go_through, sample_on, say, state_on, take_next, team
from tests.studio.running import Running

DATASET = "small"


def test_a_pilot_is_reviewed_by_two_layers_and_signed_off(studio: Running) -> None:
    admin, bo, cy, dee = team(studio)
    batch = begin(studio, admin, size=4)
    first = [take_next(bo, batch, 1), take_next(cy, batch, 1)]
    assert first[0] != first[1], "two people never get the same sample"
    assert take_next(bo, batch, 1) == first[0], "who comes back gets the sample that is still reserved"
    assert len(go_through(bo, batch, 1)) == 3 and len(go_through(cy, batch, 1)) == 1
    early = admin.get(batch).text
    assert "Outstanding: 4 annotated" in early and f'action="{batch}/sign"' not in early
    keys = admin.keys_of("/review", "/sign-out")
    assert admin.post(f"{batch}/sign", data={**keys, "version": 1}).status_code == 409
    assert len(go_through(dee, batch, 2)) == 4
    assert admin.fill(batch, f"{batch}/sign").status_code == 303
    folder = studio.studio.settings.folder / DATASET
    log = read_review(folder)
    assert check_review(folder) == [] and log.pipeline == ("1.0",) and log.iterations == 1 and log.sort == "pilot"
    assert all(len(sample.reviews) == 2 and sample.state == "verified" for sample in log.samples)
    assert admin.get(f"{batch}/review.json").content == (folder / REVIEW).read_bytes()
    assert "Signed off" in dee.get(batch).text and take_next(bo, batch, 1) == ""
    assert "4 of 20" in admin.get("/browse/1?status=signed+off").text
