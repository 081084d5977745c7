"""What our own export of JSON lines holds comes back as the same samples."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from diorama.data import Media, Sample
from diorama.kinds import Choice, ObjectSet, Swaps
from tests.data.samples import png, sample
from tests.exchange.releases import imported, write_lines


def exported(samples: list[Sample], folder: Path) -> Path:
    """DIR/samples.jsonl and DIR/media/<id>/<name>."""
    rows: list[dict[str, Any]] = []
    for one in samples:
        below = folder / "media" / one.id
        below.mkdir(parents=True)
        media = []
        for medium in one.media:
            (below / medium.name).write_bytes(medium.data)
            media.append({"role": medium.role, "kind": medium.kind, "file": f"media/{one.id}/{medium.name}",
                          "label": medium.label})  # fmt: skip
        plain = one.model_dump(mode="json", exclude={"media", "depth", "outcome", "shots"})
        shots = [shot.model_dump(mode="json", exclude={"world"}) for shot in one.shots]
        world = None if one.world is None else json.loads(one.world.to_json())
        rows.append({**plain, "kind": one.answer.kind, "media": media, "shots": shots, "world": world})
    write_lines(folder / "samples.jsonl", rows)
    return folder


def without_world(number: int) -> Sample:
    return sample(number, shots=(), query=None, annotation=None)


def test_samples_with_a_world_come_back_as_they_were(tmp_path: Path) -> None:
    before = [sample(k) for k in range(6)]
    data, made = imported("jsonl", exported(before, tmp_path / "exported"), tmp_path / "out")
    assert not made.faults
    assert list(data) == before


def test_samples_without_one_do_too_whatever_their_kind(tmp_path: Path) -> None:
    two = (
        Media(role="view", kind="image", data=png(1), name="view.png"),
        Media(role="reference", kind="image", data=png(2), name="other.png", label="the other view"),
    )
    objects = {"mug": "the mug", "vase": "the red vase"}
    before = [
        without_world(0),
        sample(1, shots=(), query=None, suite="mine", task="free", level="", options=(), objects=objects,
               answer=ObjectSet(names=("vase", "mug"), ordered=True), media=two),
        sample(2, shots=(), query=None, suite="mine", task="free", level="", options=(), objects=objects,
               answer=Swaps(pairs=(("mug", "vase"),)), media=two),
        sample(3, shots=(), query=None, suite="mine", task="choose", level="", options=("None", "N/A"),
               answer=Choice(option="None"), media=two),
    ]  # fmt: skip
    data, _ = imported("jsonl", exported(before, tmp_path / "exported"), tmp_path / "out")
    assert {s.id: s for s in data} == {s.id: s for s in before}


def test_linked_media_stay_where_they_are(tmp_path: Path) -> None:
    folder = exported([without_world(0)], tmp_path / "exported")
    data, _ = imported("jsonl", folder, tmp_path / "out", link=True)
    assert next(iter(data)).media[0].linked_to == str(folder / "media" / "causal-000000" / "view.png")


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"answer": {"kind": "choice", "option": "Perhaps"}}, "not among the options"),
        ({"answer": {"kind": "choise"}}, "choise"),
        ({"media": [{"role": "view", "kind": "image", "file": "../../secret.png"}]}, "leads out of the folder"),
        ({"media": [{"role": "view", "kind": "image", "file": "gone.png"}]}, "there is no file"),
        ({"kind": "plan"}, "its field 'kind' says plan"),
        ({"id": "Not A Slug"}, "id: "),
        ({"question": None}, "its field 'question' is empty"),
        ({"world": {"bodies": "none"}, "shots": [{}]}, ""),
    ],
)
def test_a_line_that_was_changed_is_named(tmp_path: Path, change: dict[str, Any], why: str) -> None:
    folder = exported([without_world(0), without_world(1)], tmp_path / "exported")
    rows = [json.loads(line) for line in (folder / "samples.jsonl").read_text().splitlines()]
    write_lines(folder / "samples.jsonl", [{**rows[0], **change}, rows[1]])
    data, made = imported("jsonl", folder, tmp_path / "out")
    assert data.ids() == ("causal-000001",)
    assert why in made.faults[0].reason and "row 1 (" in str(made.faults[0])
