"""Generators behind a server: what they send, what they make of what comes back, and how they take misbehaviour."""

from __future__ import annotations

import asyncio
import io
import itertools
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from PIL import Image

from diorama.errors import DioramaError
from diorama.imagine.generators import FPS, CannotImagine, Generator, Pixels, notes_of
from diorama.imagine.generators.http import ComfyService, Limits, VideosService, ati_graph, read_graph
from diorama.imagine.generators.http.comfy import COMES_BACK, NO_PLACE
from diorama.imagine.generators.http.comfy_tracks import comfy_frames, comfy_tracks
from diorama.imagine.generators.http.connection import and_then
from diorama.imagine.generators.http.graph import filled
from diorama.imagine.generators.http.received import MOST_FRAMES, taken_frames
from diorama.imagine.generators.http.sent import wish, working_size
from diorama.imagine.generators.http.videos import UNACKNOWLEDGED, UNSENT
from diorama.imagine.generators.registry import Known, read_generator
from diorama.imagine.tracks import Track, Tracks
from diorama.sight.clips import frame_times_of, frames_of
from tests.imagine.video_server import Comfy, Reply, Videos, VideoServer, clip_of, said, square

FAST = Limits(
    connect_seconds=20, request_seconds=60, poll_seconds=0.01, retries=2, pause_seconds=0.01, longest_pause_seconds=1,
    reply_bytes=1 << 18, video_bytes=1 << 20,
)  # fmt: skip
FRAMES = 6
NAMES = ["id", "status", "error", "message", "outputs", "prompt_id", "node_errors", "errors", "images", "filename"]


def scene(width: int = 96, height: int = 64) -> Pixels:
    """A picture with something in it."""
    across = np.linspace(60, 220, width)[None, :, None] * np.linspace(0.6, 1.0, height)[:, None, None]
    picture: Pixels = (across * np.array([1.0, 0.9, 0.7])).astype(np.uint8)
    picture[height // 2 :, width // 3 : width // 2] = (180, 40, 40)
    return picture


def moving(frames: int = FRAMES, *, seen: int | None = None) -> Tracks:
    """One point that goes from (10, 20) to the right, two pixels a frame; and one that stays."""
    points = np.array([[10.0 + 2 * k, 20.0] for k in range(frames)])
    there = np.arange(frames) < (frames if seen is None else seen)
    still = Track(np.full((frames, 2), 50.0), np.ones(frames, bool))
    return Tracks(moving=(Track(points, there),), still=(still,))


def imagined(generator: Generator, *, picture: Pixels | None = None, frames: int = FRAMES) -> bytes:
    return generator.imagine(scene() if picture is None else picture, moving(frames), "The block slides.", frames, 7)


def videos(server: VideoServer, **settings: Any) -> VideosService:
    return VideosService(server.url, "wan", **{"limits": FAST, "timeout": 60, **settings})


def comfy(server: VideoServer, **settings: Any) -> ComfyService:
    return ComfyService(server.url, **{"limits": FAST, "timeout": 60, **settings})


def refusal(generator: Generator, **case: Any) -> str:
    """The one line in which a clip is refused."""
    with pytest.raises(CannotImagine) as caught:
        imagined(generator, **case)
    line = str(caught.value)
    assert line.isprintable() and len(line) < 700 and caught.value.__cause__ is None
    return line


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Jobs are remembered there."""
    monkeypatch.setenv("DIORAMA_CACHE", str(tmp_path_factory.mktemp("cache")))


@pytest.fixture
def server() -> Iterator[Videos]:
    with Videos() as running:
        yield running


@pytest.fixture
def comfy_server() -> Iterator[Comfy]:
    with Comfy() as running:
        yield running


# what is sent, and what comes back


def test_a_clip_has_the_picture_first_and_the_frames_and_the_size_that_were_wanted(server: Videos) -> None:
    clip = imagined(videos(server))
    frames = list(frames_of(clip))
    assert frame_times_of(clip) == [round(k / FPS, 6) for k in range(FRAMES)]
    assert np.abs(frames[0].pixels.astype(int) - scene()).mean() < 3
    assert np.abs(frames[-1].pixels[12:24, 12:24].astype(int) - 20).mean() < 8, "the square is there in the last frame"


def test_the_service_is_told_picture_words_size_length_and_tracks(server: Videos) -> None:
    imagined(videos(server))
    form = server.asked[0].form
    assert np.array_equal(np.asarray(Image.open(io.BytesIO(form["input_reference"]))), scene())
    told = {name: value.decode() for name, value in form.items() if name not in ("input_reference", "extra_params")}
    assert told == {
        "prompt": "The block slides.", "model": "wan", "size": "96x64", "seconds": "1", "num_frames": "9",
        "fps": "16", "seed": "7",
    }  # fmt: skip
    slides, stays = json.loads(form["extra_params"])["tracks"]
    assert slides[:2] == [{"x": 10.0, "y": 20.0}, {"x": 12.0, "y": 20.0}] and len(slides) == 9
    assert slides[6:] == [slides[5]] * 3, "the model makes 4k + 1 frames: in those that are added it stays at its end"
    assert stays == [{"x": 50.0, "y": 50.0}] * 9


def test_a_job_is_begun_watched_fetched_and_deleted(server: Videos) -> None:
    imagined(videos(server))
    job = "/v1/videos/video_1"
    assert server.routes() == ["POST /v1/videos", f"GET {job}", f"GET {job}", f"GET {job}/content", f"DELETE {job}"]


def test_tracks_that_are_not_acknowledged_are_told_of(server: Videos) -> None:
    assert notes_of(imagined(videos(server))) == (UNACKNOWLEDGED,)
    assert notes_of(imagined(videos(server, extra={"extra_params": None}))) == (UNSENT,)
    with Videos(echo=True) as echoing:
        assert notes_of(imagined(videos(echoing))) == ()


def test_further_fields_are_sent_and_none_leaves_one_out(server: Videos) -> None:
    extra = {"num_inference_steps": 4, "fps": None, "seconds": "8", "extra_params": {"quality": [1]}}
    imagined(videos(server, extra=extra))
    form = server.asked[0].form
    assert "fps" not in form and form["num_inference_steps"] == b"4" and form["seconds"] == b"8"
    assert json.loads(form["extra_params"]).keys() == {"tracks", "quality"}


def test_a_key_is_sent_and_shown_nowhere(server: Videos) -> None:
    service = videos(server, key="sk-secret")
    imagined(service)
    assert {asked.headers["authorization"] for asked in server.asked} == {"Bearer sk-secret"}
    server.instead["POST /v1/videos"] = [said({"error": {"message": "bad key sk-secret"}}, 401)]
    assert "bad key …" in (line := refusal(service)) and "sk-secret" not in line + repr(service)


def test_a_large_picture_is_sent_smaller_and_the_clip_is_as_large_as_the_picture(server: Videos) -> None:
    picture = scene(1500, 1000)
    clip = imagined(videos(server), picture=picture, frames=2)
    sent = Image.open(io.BytesIO(server.asked[0].form["input_reference"]))
    assert sent.size == working_size((1500, 1000)) == (768, 512)
    (slides, _) = json.loads(server.asked[0].form["extra_params"])["tracks"]
    assert slides[0] == {"x": round(10 * 768 / 1500, 2), "y": round(20 * 512 / 1000, 2)}
    assert next(frames_of(clip)).pixels.shape == (1000, 1500, 3)


def test_a_size_of_another_shape_stretches_the_picture_and_says_so(server: Videos) -> None:
    clip = imagined(videos(server, size=(128, 64)))
    assert "the picture of 96x64 was stretched to 128x64, and the clip back" in notes_of(clip)
    assert np.abs(next(frames_of(clip)).pixels.astype(int) - scene()).mean() < 4


def test_a_job_that_is_done_at_once_is_not_watched(server: Videos) -> None:
    server.instead["POST /v1/videos"] = [said({"id": "video_1", "status": "completed"})]
    server.clip = clip_of([square(scene(), k) for k in range(9)])
    imagined(videos(server))
    assert server.routes()[1] == "GET /v1/videos/video_1/content"


def test_words_with_half_characters_can_be_sent(server: Videos, comfy_server: Comfy) -> None:
    """They come from a model."""
    for generator in (videos(server), comfy(comfy_server)):
        generator.imagine(scene(), moving(), 'The \ud800block\x00 slides — "so".\r\n', FRAMES, -1)
    assert server.asked[0].form["prompt"].decode() == comfy_server.graph["wanted"]["inputs"]["text"]


def test_it_can_be_called_where_an_event_loop_runs(server: Videos) -> None:
    """As in a notebook."""

    async def cell() -> bytes:
        return imagined(videos(server))

    assert len(frame_times_of(asyncio.run(cell()))) == FRAMES


# servers that fail and get well again


@pytest.mark.parametrize(
    "trouble",
    [
        Reply(b"oops", 500),
        Reply(b"", 502),
        said({"detail": "busy"}, 429, retry_after="0"),
        said({}, 503, retry_after="Wed, 21 Oct 2015 07:28:00 GMT"),
        Reply(b'{"id": "video_1", "sta', cut=True),
    ],
    ids=["500", "502", "429", "503 with a date", "closed half way"],
)
@pytest.mark.parametrize("step", ["", "/content"])
def test_a_job_that_runs_survives_a_failure_that_passes(server: Videos, step: str, trouble: Reply) -> None:
    server.instead[f"GET /v1/videos/video_1{step}"] = [trouble]
    assert len(frame_times_of(imagined(videos(server)))) == FRAMES
    assert server.routes().count("POST /v1/videos") == 1


@pytest.mark.parametrize(("status", "headers"), [(429, {}), (429, {"retry_after": "0"}), (503, {"retry_after": "0"})])
def test_a_server_that_says_later_is_asked_again(server: Videos, status: int, headers: dict[str, str]) -> None:
    server.instead["POST /v1/videos"] = [said({}, status, **headers)]
    imagined(videos(server))
    assert server.routes().count("POST /v1/videos") == 2


@pytest.mark.parametrize("trouble", [Reply(b"", 500), Reply(b"", 503), Reply(b"{...}", cut=True)])
def test_a_job_that_may_have_begun_is_not_begun_twice(server: Videos, trouble: Reply) -> None:
    server.instead["POST /v1/videos"] = [trouble]
    assert "not asked twice" in refusal(videos(server))
    assert server.routes() == ["POST /v1/videos"]


def test_a_server_that_asks_for_too_much_patience_is_given_up(server: Videos) -> None:
    server.instead["POST /v1/videos"] = [said({}, 429, retry_after="3600")]
    assert "asks to wait for 3600 s" in refusal(videos(server))


def test_a_failure_that_lasts_is_told_after_a_few_attempts(server: Videos) -> None:
    server.instead["GET /v1/videos/*"] = [Reply(b"<b>down</b>", 500)] * 9
    assert "status 500: <b>down</b>" in refusal(videos(server))
    assert server.routes().count("GET /v1/videos/video_1") == 1 + FAST.retries
    assert server.routes()[-1] == "DELETE /v1/videos/video_1", "nobody waits for it any more"


def test_a_clip_that_cannot_be_fetched_is_left_where_it_is(server: Videos) -> None:
    """It is paid for."""
    server.instead["GET /v1/videos/video_1/content"] = [Reply(b"", 500)] * 9
    assert "still there: GET /videos/video_1/content" in refusal(videos(server))
    assert "DELETE /v1/videos/video_1" not in server.routes()


def test_a_server_that_is_not_there(server: Videos) -> None:
    nobody = VideosService("http://127.0.0.1:9", limits=FAST)
    assert "the video service at 127.0.0.1:9 cannot be reached" in refusal(nobody)


def test_a_clip_that_is_not_fetched_in_time_is_left_where_it_is(server: Videos, comfy_server: Comfy) -> None:
    server.instead["GET /v1/videos/video_1/content"] = [Reply(wait=3)]
    said = refusal(videos(server, timeout=1))
    assert "did not finish within 1 s. The clip is still there: GET /videos/video_1/content" in said
    assert "DELETE /v1/videos/video_1" not in server.routes()
    comfy_server.instead["GET /view"] = [Reply(wait=3)]
    said = refusal(comfy(comfy_server, timeout=1))
    assert said.endswith("The clip is still there: GET /view?filename=c_1.mp4&subfolder=diorama&type=output")


def test_a_full_stop_is_not_doubled() -> None:
    """What the library says may end in one."""
    assert str(and_then(CannotImagine("it broke off."), "It may be at work")) == "it broke off. It may be at work"
    assert str(and_then(CannotImagine("it broke off"), "It may be at work")) == "it broke off. It may be at work"


# jobs that a run left behind


def test_a_clip_that_was_not_fetched_is_fetched_by_the_next_run(server: Videos) -> None:
    server.echo = True
    server.instead["GET /v1/videos/video_1/content"] = [Reply(b"", 500)] * (1 + FAST.retries)
    refusal(videos(server))
    clip = imagined(videos(server))
    assert len(frame_times_of(clip)) == FRAMES and notes_of(clip) == (), "it still says that tracks were acknowledged"
    assert server.routes().count("POST /v1/videos") == 1
    imagined(videos(server))
    assert server.routes().count("POST /v1/videos") == 2, "the first job is over"


def test_another_request_is_another_job(server: Videos) -> None:
    server.instead["GET /v1/videos/video_1/content"] = [Reply(b"", 500)] * (1 + FAST.retries)
    refusal(videos(server))
    imagined(videos(server, extra={"quality": 2}))
    assert server.routes().count("POST /v1/videos") == 2


@pytest.mark.parametrize(
    "stands", [said({"detail": "Not Found"}, 404), said({}, 410), said({"id": "video_1", "status": "expired"})]
)
def test_a_job_that_the_server_has_lost_is_begun_anew(server: Videos, stands: Reply) -> None:
    server.instead["GET /v1/videos/video_1/content"] = [Reply(b"", 500)] * (1 + FAST.retries)
    refusal(videos(server))
    server.instead["GET /v1/videos/video_1"] = [stands]
    imagined(videos(server))
    assert server.routes().count("POST /v1/videos") == 2


def test_a_clip_that_the_server_has_lost_is_made_anew_next_time(server: Videos) -> None:
    server.instead["GET /v1/videos/video_1/content"] = [said({}, 404)]
    assert "still there" not in refusal(videos(server))
    imagined(videos(server))
    assert server.routes().count("POST /v1/videos") == 2


def test_a_job_is_not_begun_twice_because_its_server_is_away(server: Videos) -> None:
    """It may be at work, and paid for."""
    server.instead["GET /v1/videos/video_1/content"] = [Reply(b"", 500)] * (1 + FAST.retries)
    refusal(videos(server))
    server.instead["GET /v1/videos/video_1"] = [Reply(b"", 502)] * (1 + FAST.retries)
    line = refusal(videos(server))
    assert "An earlier run began the job; to begin anew, delete " in line and line.endswith(".json")
    imagined(videos(server))
    assert server.routes().count("POST /v1/videos") == 1


def test_a_clip_that_is_no_good_is_made_anew_next_time(server: Videos) -> None:
    server.redrawn = black
    refusal(videos(server))
    server.redrawn = lambda clip: clip
    imagined(videos(server))
    assert server.routes().count("POST /v1/videos") == 2


KILLED = """
import sys
from tests.imagine.test_http_generators import FAST, imagined
from diorama.imagine.generators.http import ComfyService, VideosService
kind, url = sys.argv[1:]
imagined(VideosService(url, "wan", limits=FAST) if kind == "videos" else ComfyService(url, limits=FAST))
"""


@pytest.mark.parametrize("kind", ["videos", "comfy"])
def test_a_job_of_a_killed_run_is_taken_up(server: Videos, comfy_server: Comfy, kind: str) -> None:
    at: Videos | Comfy = server if kind == "videos" else comfy_server
    begins = "POST /v1/videos" if kind == "videos" else "POST /prompt"
    at.done_after = 10_000
    run = subprocess.Popen([sys.executable, "-c", KILLED, kind, at.url])
    until = time.monotonic() + 60
    while at.looks < 2 and time.monotonic() < until:
        time.sleep(0.02)
    run.kill()
    run.wait()
    assert at.routes().count(begins) == 1
    at.done_after = at.looks + 2
    clip = imagined(videos(server) if kind == "videos" else comfy(comfy_server))
    assert len(frame_times_of(clip)) == FRAMES
    assert at.routes().count(begins) == 1


def test_a_job_of_comfyui_that_failed_or_is_lost_is_queued_anew(comfy_server: Comfy) -> None:
    failed = {"p-1": {"status": {"status_str": "error"}, "outputs": {}}}
    for history in (failed, {}):
        comfy_server.asked.clear()
        comfy_server.instead["GET /view"] = [Reply(b"", 500)] * (1 + FAST.retries)
        assert "still there" in refusal(comfy(comfy_server))
        comfy_server.instead["GET /queue"] = [said({})]
        comfy_server.instead["GET /history/p-1"] = [said(history)]
        imagined(comfy(comfy_server))
        assert comfy_server.routes().count("POST /prompt") == 2


# servers that misbehave


def test_a_job_that_never_ends_is_called_off_in_time(server: Videos) -> None:
    server.instead["POST /v1/videos"] = [said({"id": "video_1", "status": "queued"})]
    server.done_after = 10_000
    assert "did not finish within 1 s" in refusal(videos(server, timeout=1))
    assert server.routes()[-1] == "DELETE /v1/videos/video_1"


def test_a_job_that_fails_says_why_in_one_harmless_line(server: Videos) -> None:
    failed = {"id": "video_1", "status": "failed", "error": {"code": 1, "message": "\x1b[31mout of\nmemory\x07"}}
    server.instead["GET /v1/videos/video_1"] = [said(failed)]
    assert refusal(videos(server)).endswith("could not make the clip (failed): out of memory")


@pytest.mark.parametrize(
    "body",
    [
        b"<html>",
        b"[]",
        b"\xff\xfe",
        b"{}",
        b'{"id": ""}',
        b'{"id": ".."}',
        b'{"id": 5}',
        b'{"id": "\\ud800"}',
        b"[" * 100_000,
    ],
)
def test_a_reply_without_a_job_is_refused(server: Videos, body: bytes) -> None:
    server.instead["POST /v1/videos"] = [Reply(body)]
    assert "the video service at" in refusal(videos(server))


@pytest.mark.parametrize("status", [None, 5, ["completed"]])
def test_a_job_without_a_status_is_refused(server: Videos, status: Any) -> None:
    server.instead["GET /v1/videos/video_1"] = [said({"id": "video_1", "status": status})]
    assert "does not say how the job stands" in refusal(videos(server))


def test_the_name_of_a_job_cannot_lead_elsewhere(server: Videos) -> None:
    server.instead["POST /v1/videos"] = [said({"id": "../../secrets?x=#", "status": "queued"})]
    assert "404" in refusal(videos(server))
    assert server.routes()[1] == "GET /v1/videos/..%2F..%2Fsecrets%3Fx%3D%23"


@pytest.mark.parametrize("route", ["POST /v1/videos", "GET /v1/videos/video_1", "GET /v1/videos/video_1/content"])
def test_redirects_are_not_followed(server: Videos, route: str) -> None:
    """A key would go along."""
    with Videos() as other:
        server.instead[route] = [Reply(b"", 307, {"location": f"{other.url}/v1/videos"})]
        assert f"to {other.url}/v1/videos: redirects are not followed" in refusal(videos(server, key="sk-1"))
        assert other.asked == []


@pytest.mark.parametrize(("route", "most"), [("", FAST.reply_bytes), ("/content", FAST.video_bytes)])
def test_reading_stops_at_a_limit(server: Videos, route: str, most: int) -> None:
    server.instead[f"GET /v1/videos/video_1{route}"] = [Reply(b"x" * 65536, endless=True)]
    assert f"more than {most:,} bytes" in refusal(videos(server))
    assert server.sent_bytes < most + (16 << 20), "what the sockets hold at most"


def test_a_reply_that_trickles_in_takes_no_longer_than_a_request_may(server: Videos) -> None:
    """Each byte comes soon, so that only a clock for the whole request helps."""
    limits = Limits(request_seconds=1, poll_seconds=0.01, retries=0)
    server.instead["POST /v1/videos"] = [said({"id": "video_1", "status": "queued"})]
    server.instead["GET /v1/videos/video_1"] = [Reply(drip=True)]
    assert "broke off: it took too long" in refusal(videos(server, limits=limits))


def test_compressed_replies_are_refused(server: Videos) -> None:
    """A few bytes could become many."""
    server.instead["GET /v1/videos/video_1"] = [Reply(b"\x1f\x8b", headers={"content-encoding": "gzip"})]
    assert "compressed" in refusal(videos(server))


# clips that are not what they should be


def test_fewer_frames_are_returned_with_a_note(server: Videos) -> None:
    server.redrawn = lambda clip: clip_of([frame.pixels for frame in frames_of(clip)][:4])
    clip = imagined(videos(server))
    assert len(frame_times_of(clip)) == 4
    assert "the service made 4 frames instead of 6" in notes_of(clip)


def test_a_single_frame_is_no_clip(server: Videos) -> None:
    server.redrawn = lambda clip: clip_of([scene()])
    assert refusal(videos(server)).startswith("the clip has a single frame. ")


def test_a_clip_at_a_higher_rate_is_thinned_out(server: Videos) -> None:
    """At 32 frames a second every other frame is taken."""
    server.redrawn = lambda clip: clip_of([square(scene(), k) for k in range(40)], fps=32)
    clip = imagined(videos(server))
    ends = [int(np.flatnonzero(frame.pixels[18, :, 0] < 40)[-1]) for frame in list(frames_of(clip))[1:]]
    assert ends == pytest.approx([17, 19, 21, 23, 25], abs=1)
    assert "the service made 40 frames instead of 6, and not all were taken" in notes_of(clip)


def test_another_size_of_the_same_shape_is_brought_back(server: Videos) -> None:
    server.redrawn = lambda clip: clip_of([square(scene(192, 128), 4 * k) for k in range(9)])
    clip = imagined(videos(server))
    assert next(frames_of(clip)).pixels.shape == scene().shape
    assert "the service made a clip of 192x128 instead of 96x64" in notes_of(clip)


def test_a_size_that_the_service_makes_can_be_named() -> None:
    """The message says what to write, and then the clip is fitted back to the picture."""
    with Videos() as stubborn:
        stubborn.redrawn = lambda clip: clip_of(
            [np.asarray(Image.fromarray(frame.pixels).resize((128, 64))) for frame in frames_of(clip)]
        )
        assert "Ask for the size that the service makes: width=128, height=64. " in refusal(named(stubborn))
        clip = imagined(named(stubborn, ", width=128, height=64"))
    assert next(frames_of(clip)).pixels.shape == scene().shape
    assert "the picture of 96x64 was stretched to 128x64, and the clip back" in notes_of(clip)


def test_a_size_is_named_to_comfyui_too(comfy_server: Comfy) -> None:
    imagined(named(comfy_server, ", width=128, height=64", name="comfy"))
    tracked = next(n["inputs"] for n in comfy_server.graph.values() if n["class_type"] == "WanTrackToVideo")
    assert (tracked["width"], tracked["height"]) == (128, 64)


@pytest.mark.parametrize("name", ["videos", "comfy"])
@pytest.mark.parametrize("sides", [", width=1280", ", height=720", ", width=8, height=8", ", width=-64, height=64"])
def test_half_a_size_and_no_size_are_refused(server: Videos, name: str, sides: str) -> None:
    with pytest.raises(DioramaError, match=r"width and height, or neither|no size of a clip"):
        named(server, sides, name=name)
    assert server.asked == []


def named(server: VideoServer, sides: str = "", name: str = "videos") -> Generator:
    """A service as users write it."""

    def nothing() -> Any:
        raise AssertionError("a service knows nothing of the world")

    return read_generator(f"{name}(url='{server.url}'{sides})").generator(Known(nothing, nothing, nothing))


@pytest.mark.parametrize("share", [0.99, 1.015])
def test_nearly_the_same_proportions_are_brought_back(server: Videos, share: float) -> None:
    size = (1200, round(800 * share))
    server.redrawn = lambda clip: clip_of(
        [np.asarray(Image.fromarray(frame.pixels).resize(size)) for frame in frames_of(clip)]
    )
    clip = imagined(videos(server))
    assert next(frames_of(clip)).pixels.shape == scene().shape
    assert f"the service made a clip of {size[0]}x{size[1]} instead of 96x64" in notes_of(clip)


def black(clip: bytes) -> bytes:
    return clip_of([np.zeros_like(frame.pixels) for frame in frames_of(clip)])


def mostly_black(clip: bytes) -> bytes:
    return clip_of([frame.pixels * np.uint8(k < 3) for k, frame in enumerate(frames_of(clip))])


def other_shape(clip: bytes) -> bytes:
    return clip_of([scene(64, 64), square(scene(64, 64), 9)])


def other_scene(clip: bytes) -> bytes:
    return clip_of([np.uint8(255) - frame.pixels for frame in frames_of(clip)])


def wide(clip: bytes) -> bytes:
    return clip_of([np.full((16, 4112, 3), 99, np.uint8)] * 2)


def vast(clip: bytes) -> bytes:
    return clip_of([np.full((2320, 4096, 3), 99, np.uint8)])


def endless(clip: bytes) -> bytes:
    return clip_of([np.full((16, 24, 3), k % 100 + 99, np.uint8) for k in range(MOST_FRAMES + 1)])


def sound(clip: bytes) -> bytes:
    buffer = io.BytesIO()
    with av.open(buffer, "w", format="mp4") as container:
        stream: Any = container.add_stream("aac", rate=8000, layout="mono")
        container.mux(stream.encode(None))
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("redrawn", "line"),
    [
        (black, "the clip is black in 9 of 9 frames"),
        (mostly_black, "the clip is black in 6 of 9 frames"),
        (other_shape, "the clip is 64x64 instead of 96x64"),
        (other_scene, "does not begin with the picture"),
        (wide, "the clip is too large: 4112x16"),
        (vast, "the clip is too large: 4096x2320"),
        (endless, "more than 1000 frames"),
        (sound, "no"),
        (lambda clip: clip[: len(clip) // 2], "cut short"),
        (lambda clip: clip[:200], "cut short"),
        (lambda clip: b"", "no clip that can be read"),
        (lambda clip: b'{"error": "gone"}', "no clip that can be read"),
    ],
)
def test_a_clip_that_cannot_be_used_is_refused(server: Videos, redrawn: Callable[[bytes], bytes], line: str) -> None:
    """It was paid for, so it is left for people to look at."""
    server.redrawn = redrawn
    assert line in (said := refusal(videos(server)))
    assert said.endswith(". The clip is still there: GET /videos/video_1/content")
    assert "DELETE /v1/videos/video_1" not in server.routes()


def test_a_list_of_files_is_not_opened(server: Videos, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would show what is on this machine."""
    (tmp_path / "own.mp4").write_bytes(clip_of([scene(), square(scene(), 9)]))
    monkeypatch.chdir(tmp_path)
    server.redrawn = lambda clip: b"ffconcat version 1.0\nfile own.mp4\n"
    assert "no clip that can be read" in refusal(videos(server))


def test_a_clip_in_which_nothing_moves_says_so(server: Videos) -> None:
    server.redrawn = lambda clip: clip_of([scene()] * 9)
    assert "nothing moves in the clip" in notes_of(imagined(videos(server)))


def test_some_black_frames_are_told_of(server: Videos) -> None:
    server.redrawn = lambda clip: clip_of([frame.pixels * np.uint8(k != 5) for k, frame in enumerate(frames_of(clip))])
    assert "1 of 9 frames are black" in notes_of(imagined(videos(server)))


@given(st.integers(2, 400), st.floats(0, 100), st.integers(2, 100))
def test_frames_are_taken_in_order_and_none_twice(made: int, seconds: float, wanted: int) -> None:
    taken = list(taken_frames(made, seconds, wanted))
    assert taken[0] == 0 and taken[-1] < made and len(taken) == min(made, wanted)
    assert all(a < b for a, b in itertools.pairwise(taken))


@given(st.integers(64, 4000), st.integers(64, 4000))
def test_a_working_size_is_allowed_and_keeps_the_shape(width: int, height: int) -> None:
    assume(1 / 8 <= width / height <= 8)
    wide, high = working_size((width, height))
    assert wide % 16 == high % 16 == 0 and min(wide, high) >= 16
    scale = min(1.0, (832 * 480 / (width * height)) ** 0.5)
    assert abs(wide - width * scale) <= 16 and abs(high - height * scale) <= 16


# what cannot be asked at all


@pytest.mark.parametrize(
    "url",
    ["", "localhost:80", "ftp://host/", "file:///etc/passwd", "http://", "http://host:99999", "http://u:p@host",
     "http://host/v1?key=1", "http://host/#x", "http://ho st", "http://host\n.evil"],
)  # fmt: skip
def test_only_plain_addresses_are_taken(url: str) -> None:
    for make in (VideosService, ComfyService):
        with pytest.raises(DioramaError) as caught:
            make(url)
        assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    "wrong",
    [
        {"key": "a\nb"},
        {"key": "ключ"},
        {"size": (8, 8)},
        {"extra": {"x": float("nan")}},
        {"extra": {"extra_params": 3}},
    ],
)
def test_settings_that_cannot_be_sent_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(DioramaError):
        VideosService("http://host", **wrong)


def test_tracks_that_do_not_fit_the_clip_are_refused_before_anything_is_sent(server: Videos) -> None:
    points = np.full((FRAMES, 2), np.inf)
    for tracks, frames in (
        (moving(4), FRAMES),
        (Tracks(moving=(Track(points, np.ones(FRAMES, bool)),)), FRAMES),
        (Tracks(moving=()), 1),
    ):
        with pytest.raises(CannotImagine):
            videos(server).imagine(scene(), tracks, "", frames, 0)
    assert server.asked == []


# ComfyUI


def test_comfyui_runs_the_graph_with_everything_filled_in(comfy_server: Comfy) -> None:
    clip = imagined(comfy(comfy_server))
    assert len(frame_times_of(clip)) == FRAMES and notes_of(clip) == ()
    nodes = {node["class_type"]: node["inputs"] for node in comfy_server.graph.values()}
    tracked = nodes["WanTrackToVideo"]
    assert (tracked["width"], tracked["height"], tracked["length"]) == (96, 64, 9)
    assert nodes["KSampler"]["seed"] == 7 and nodes["CreateVideo"]["fps"] == 16
    assert comfy_server.graph["wanted"]["inputs"]["text"] == "The block slides."
    assert "{{" not in json.dumps(comfy_server.graph)
    uploaded = Image.open(io.BytesIO(comfy_server.pictures["kept.png"]))
    assert np.array_equal(np.asarray(uploaded), scene())


def as_comfyui_reads(tracks: str, length: int) -> Any:
    """Where and whether each track is in each frame, as ComfyUI's published code computes it; apart from our own."""
    paths = []
    for track in json.loads(tracks):
        points = [[p["x"], p["y"], 1.0] for p in track][:121]
        padded = np.array(points + [[0.0, 0.0, 0.0]] * (121 - len(points)))
        common = np.gcd(120, length - 1)
        later = np.repeat(padded[1:], (length - 1) // common, axis=0)[1 :: 120 // common]
        paths.append(np.concatenate([padded[:1], later]))
    return np.array(paths)


@given(st.integers(2, 117), st.integers(1, 118))
def test_comfyui_finds_each_track_where_it_is_in_each_frame(frames: int, seen: int) -> None:
    length = comfy_frames(frames)
    asked = wish(scene(), moving(frames, seen=min(seen, frames)), "", frames, 0, None, length)
    read = as_comfyui_reads(comfy_tracks(asked), length)
    assert read.shape == (2, length, 3)
    there = min(seen, frames) if seen < frames else length
    assert read[0, :there, 2].all() and not read[0, there:, 2].any()
    expected = [10 + 2 * min(k, frames - 1) for k in range(there)]
    assert np.allclose(read[0, :there, 0], expected, atol=0.01)
    assert np.allclose(read[1], [50.0, 50.0, 1.0])


@given(st.integers(118, 300))
def test_in_long_clips_comfyui_finds_tracks_within_a_few_frames(frames: int) -> None:
    """It reads 121 points, so that some frames share one."""
    length = comfy_frames(frames)
    read = as_comfyui_reads(comfy_tracks(wish(scene(), moving(frames), "", frames, 0, None, length)), length)
    expected = [10 + 2 * min(k, frames - 1) for k in range(length)]
    assert np.abs(read[0, :, 0] - expected).max() <= 2 * np.ceil(length / 120)


def test_a_length_that_comfyui_cannot_do_is_not_asked_for() -> None:
    """For 121 frames its own arithmetic comes out one point short."""
    for frames in range(2, 500):
        length = comfy_frames(frames)
        assert length >= frames and (length - 1) % 4 == 0
        assert as_comfyui_reads(json.dumps([[{"x": 1, "y": 1}]]), length).shape[1] == length


def test_a_thing_that_comes_back_is_told_of(comfy_server: Comfy) -> None:
    """Tracks of ComfyUI can end, but not begin again."""
    track = Track(np.full((FRAMES, 2), 9.0), np.arange(FRAMES) != 3)
    clip = comfy(comfy_server).imagine(scene(), Tracks(moving=(track,)), "", FRAMES, 0)
    assert notes_of(clip) == (COMES_BACK,)


def test_a_graph_without_a_place_for_tracks_gives_a_clip_with_a_note(comfy_server: Comfy) -> None:
    graph = {"1": {"class_type": "LoadImage", "inputs": {"image": "{{picture}}"}}}
    assert NO_PLACE in notes_of(imagined(comfy(comfy_server, graph=graph)))


def test_places_are_filled_with_what_they_stand_for_and_only_once() -> None:
    graph = {"1": {"inputs": {"text": "A clip: {{prompt}} ({{frames}})", "n": "{{frames}}", "link": ["2", 0]}}}
    found = filled(graph, {"prompt": "{{frames}}", "frames": 9})
    assert found == {"1": {"inputs": {"text": "A clip: {{frames}} (9)", "n": 9, "link": ["2", 0]}}}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('{"nodes": [], "links": []}', "Export (API)"),
        ("[]", "object of nodes"),
        ("{}", "object of nodes"),
        ('{"1": {"class_type": "X"}}', "object of nodes"),
        ('{"1": {"class_type": "X", "inputs": {}}}', "no place for the picture"),
        ('{"1": {"class_type": "X", "inputs": {"a": "{{picture}} {{fraems}}"}}}', "a place {{fraems}}"),
        ('{"1": {"class_type": "X", "inputs": {"a": "{{picture}}", "b": NaN}}}', "cannot be sent"),
        ("{", "no JSON"),
        ("[" * 100_000, "no JSON"),
    ],
)
def test_a_file_that_is_no_graph_is_refused(tmp_path: Path, text: str, line: str) -> None:
    path = tmp_path / "graph.json"
    path.write_text(text)
    with pytest.raises(DioramaError, match=line.replace("(", r"\(").replace(")", r"\)")):
        read_graph(path)
    with pytest.raises(DioramaError, match="cannot be read"):
        read_graph(tmp_path / "none.json")


def test_our_own_graph_survives_a_file(tmp_path: Path) -> None:
    path = tmp_path / "graph.json"
    path.write_text(json.dumps(ati_graph(model="mine.safetensors")))
    assert read_graph(path)["model"]["inputs"]["unet_name"] == "mine.safetensors"


def test_links_in_our_own_graph_lead_to_nodes() -> None:
    graph = ati_graph()
    links = [value for node in graph.values() for value in node["inputs"].values() if isinstance(value, list)]
    assert {node for node, _ in links} | {"saved"} == set(graph), "each node but the last is used by another"


def test_comfyui_names_the_node_that_is_wrong(comfy_server: Comfy) -> None:
    errors = [{"message": "Value not in list", "details": "unet_name: 'ati.safetensors' not in []"}]
    reply = {
        "error": {"message": "Prompt outputs failed validation"},
        "node_errors": {"model": {"errors": errors, "class_type": "UNETLoader"}},
    }
    for status in (400, 200):
        comfy_server.instead["POST /prompt"] = [said(reply, status)]
        line = refusal(comfy(comfy_server))
        assert "node model (UNETLoader): Value not in list, unet_name: 'ati.safetensors' not in []" in line


def test_comfyui_says_which_node_failed(comfy_server: Comfy) -> None:
    error = ["execution_error", {"node_type": "KSampler", "exception_message": "CUDA out of\x00 memory\n"}]
    status = {"status_str": "error", "completed": False, "messages": [["execution_start", {}], error]}
    comfy_server.instead["GET /history/p-1"] = [said({"p-1": {"status": status, "outputs": {}}})]
    assert refusal(comfy(comfy_server)).endswith("could not run the graph: KSampler: CUDA out of memory")


@pytest.mark.parametrize(
    "history", [{"p-1": []}, {"p-1": {}}, {"p-1": {"outputs": {"3": {"images": [{"filename": "a.png"}]}}}},
                {"p-1": {"outputs": {"3": {"images": [5, {"filename": 5}]}, "4": None}}}],
)  # fmt: skip
def test_a_history_without_a_video_is_refused(comfy_server: Comfy, history: dict[str, Any]) -> None:
    comfy_server.instead["GET /history/p-1"] = [said(history)]
    assert "the video service at" in refusal(comfy(comfy_server))


def test_a_job_that_comfyui_has_lost_is_given_up(comfy_server: Comfy) -> None:
    comfy_server.done_after = 10_000
    comfy_server.instead["GET /prompt"] = [said({"exec_info": {"queue_remaining": 0}})]
    assert "does not know the job any more" in refusal(comfy(comfy_server))


def test_a_job_of_comfyui_that_never_ends_is_taken_out_of_its_queue(comfy_server: Comfy) -> None:
    comfy_server.done_after = 10_000
    assert "did not finish within 2 s" in refusal(comfy(comfy_server, timeout=2))
    deleted, stopped = [asked for asked in comfy_server.asked if asked.route in ("POST /queue", "POST /interrupt")]
    assert deleted.data == {"delete": ["p-1"]} and stopped.data == {"prompt_id": "p-1"}


def test_nobody_elses_job_is_stopped(comfy_server: Comfy) -> None:
    comfy_server.done_after = 10_000
    comfy_server.instead["GET /queue"] = [said({"queue_running": [[0, "p-2", {}, {}, []]], "queue_pending": []})]
    refusal(comfy(comfy_server, timeout=2))
    assert "POST /interrupt" not in comfy_server.routes()


def test_a_graph_is_queued_once(comfy_server: Comfy) -> None:
    comfy_server.instead["POST /upload/image"] = [Reply(b"", 500)]
    comfy_server.instead["GET /view"] = [Reply(b"", 500), Reply(b"xx", cut=True)]
    imagined(comfy(comfy_server))
    assert comfy_server.routes().count("POST /upload/image") == 2
    assert comfy_server.routes().count("POST /prompt") == 1
    comfy_server.instead["POST /prompt"] = [Reply(b"", 500)]
    assert "not asked twice" in refusal(comfy(comfy_server))


STRANGE = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=5)
    | st.sampled_from(["p-1", "completed", "a.mp4", "\ud800.mp4"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=12)
@given(st.lists(st.dictionaries(st.sampled_from(NAMES), STRANGE, max_size=4), min_size=3, max_size=3))
def test_whatever_a_server_says_ends_in_one_line(data: list[Any]) -> None:
    begins, stands, outputs = data
    with Videos() as server, Comfy() as comfy_server:
        server.instead["POST /v1/videos"] = [said({"id": "video_1", "status": "queued"} | begins)]
        server.instead["GET /v1/videos/*"] = [said(stands)] * 2
        comfy_server.instead["POST /upload/image"] = [said({"name": "kept.png"} | begins)]
        comfy_server.instead["POST /prompt"] = [said({"prompt_id": "p-1"} | stands)]
        comfy_server.instead["GET /history/*"] = [said({"p-1": outputs})]
        refusal(videos(server))
        refusal(comfy(comfy_server))
