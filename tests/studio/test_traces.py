"""Traces as reviewers read them."""

from __future__ import annotations

from pathlib import Path

import pytest

from diorama.data import create_or_open
from diorama.kinds import ObjectSet
from diorama.studio.people.roles import Role
from tests.data.samples import PLAN, sample
from tests.studio.reviewing import begin
from tests.studio.running import running, settings_for

TRACE = {
    "review": "pending",
    "picture": "kitchen.jpg",
    "modules": [{"module": "detection", "found": ["<i>mug</i>", "vase"]}, {"module": "depth", "median": {"mug": 1.25}}],
    "gates": [
        {"gate": "depth gradient", "passed": True, "measure": 0.5, "threshold": 0.2, "about": ["mug", "vase"]},
        {"gate": "not <b>shared</b>", "passed": False, "measure": None, "threshold": 3, "about": []},
    ],
}


@pytest.mark.parametrize("db_url", ["sqlite"], indirect=True)
def test_modules_and_gates_of_a_sample_from_a_picture(tmp_path: Path, db_url: str) -> None:
    """What each module found and each gate measured, as tables; a sample without a world has no overlays."""
    plan = PLAN.model_copy(update={"suites": ("structure",), "count": 1, "constructed_from": "1 pictures"})
    builder = create_or_open(tmp_path / "house" / "pending", plan)
    made = sample(
        0, id="structure-t1-00000-kitchen-00", suite="structure", task="T1", level="", options=(), shots=(), query=None,
        answer=ObjectSet(names=("mug",)), objects={"mug": "the mug", "vase": "the vase"}, trace=TRACE, margin=None,
    )  # fmt: skip
    builder.add_shard(plan.slots()[0].name, [made])
    with running(settings_for(tmp_path / "house", db_url)) as studio:
        admin = studio.signed_in("Ada", Role.ADMIN)
        batch = begin(studio, admin, sort="whole")
        text = admin.get(f"{batch}/items/1").text
    assert "<td>the mug, the vase</td>" in text and "<td>0.5</td><td>0.2</td>" in text
    assert '<td class="v-failed">no</td>' in text and "<summary>detection</summary>" in text
    assert "the mug 1.25" in text and "kitchen.jpg" in text
    assert 'data-overlay="boxes"' not in text
    assert "<b>shared</b>" not in text and "<i>mug</i>" not in text and "not &lt;b&gt;shared" in text
