"""Providers of our own: videos over the wire, and a model of the transformers library on this machine."""

from __future__ import annotations

import io
from pathlib import Path

import av
import numpy as np
import pytest

pytest.importorskip("inspect_ai")

from diorama.ask.engine.local import frames_of
from diorama.ask.evaluate import Order, evaluate
from diorama.data import BuildPlan, Media, create_or_open
from diorama.errors import DioramaError
from diorama.suites import MediaPart, QuestionPart, TextPart
from tests.ask.datasets import choices
from tests.ask.server import Server
from tests.data.samples import png, sample


def clip(frames: int = 24) -> bytes:
    """A video that goes from black to white."""
    stream = io.BytesIO()
    with av.open(stream, "w", format="mp4") as file:
        track = file.add_stream("h264", rate=24)
        track.width = track.height = 64
        track.pix_fmt = "yuv420p"
        for k in range(frames):
            shade = np.full((64, 64, 3), round(255 * k / (frames - 1)), np.uint8)
            file.mux(track.encode(av.VideoFrame.from_ndarray(shade)))
        file.mux(track.encode())
    return stream.getvalue()


def filmed(folder: Path) -> Path:
    """One question with a video, a reference picture, and the rest of the film, which must stay unseen."""
    media = (
        Media(role="clip", kind="video", data=clip(), name="clip.mp4"),
        Media(role="reference", kind="image", data=png(3), name="reference.png"),
        Media(role="rest", kind="video", data=clip(30), name="rest.mp4"),
    )
    parts = (
        MediaPart(media="clip"), TextPart(text="For comparison:"), MediaPart(media="reference"), QuestionPart(),
        TextPart(text="Take your time."),
    )  # fmt: skip
    builder = create_or_open(folder, BuildPlan(suites=("video",), count=1, seed=1, version="1.0"))
    builder.add_shard("video-00000.parquet", [sample(0, id="video-000000", suite="video", media=media, parts=parts)])
    return folder


def test_videos_are_sent_as_openai_compatible_servers_take_them(tmp_path: Path) -> None:
    with Server() as server:
        server.keep_requests = True
        (record,) = evaluate(
            Order(filmed(tmp_path / "data"), "diorama-api/m", base_url=server.url, logs=tmp_path / "logs")
        ).records
    assert record.correct, record.note
    (request,) = server.requests
    video, before, picture, text, after = request["messages"][0]["content"]
    assert video["type"] == "video_url" and video["video_url"]["url"].startswith("data:video/mp4;base64,")
    assert picture["type"] == "image_url" and text["type"] == "text" and "number 0" in text["text"]
    assert (before["text"], after["text"]) == ("For comparison:", "Take your time.")


def test_frames_are_spread_over_the_whole_video() -> None:
    shades = [np.asarray(frame).mean() for frame in frames_of(clip(), 4)]
    assert shades[0] < 10 and shades[-1] > 245
    assert np.diff(shades).min() > 60
    assert len(frames_of(clip(3), 8)) == 3


@pytest.mark.slow
def test_a_tiny_qwen3_vl_answers_from_end_to_end(tmp_path: Path) -> None:
    """Random weights say nothing sensible, but they say it of pictures, several pictures and frames, and we read it."""
    pytest.importorskip("torch")
    pytest.importorskip("transformers")
    from tests.ask.tiny_vlm import save_tiny_vlm

    model = f"diorama-hf/{save_tiny_vlm(tmp_path / 'tiny')}"
    order = dict(model=model, logs=tmp_path / "logs", config={"max_tokens": 8})
    one = evaluate(Order(folder=choices(tmp_path / "one", 3), **order))  # type: ignore[arg-type]
    assert len(one.records) == 3
    assert all(r.reply and r.output_tokens == 8 and r.answered for r in one.records), one.records
    again = evaluate(Order(folder=tmp_path / "one", **{**order, "logs": tmp_path / "again"}))  # type: ignore[arg-type]
    assert {r.sample_id: r.reply for r in again.records} == {r.sample_id: r.reply for r in one.records}
    several = evaluate(Order(filmed(tmp_path / "film"), **order, model_args={"frames": 4}))  # type: ignore[arg-type]
    (record,) = several.records
    assert record.answered and (record.input_tokens or 0) > (one.records[0].input_tokens or 0)


@pytest.mark.slow
def test_a_local_model_that_is_not_there_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch")
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(DioramaError, match="cannot load the model 'nowhere/at-all'") as caught:
        evaluate(Order(choices(tmp_path / "data", 1), "diorama-hf/nowhere/at-all", logs=tmp_path / "logs"))
    assert "\n" not in str(caught.value)
