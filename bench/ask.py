"""Asking models: throughput against a plain client on the same server, size of the log, memory.

The server runs in a process of its own and answers every question after the same time.
"""

from __future__ import annotations

import asyncio
import io
import json
import multiprocessing
import re
import statistics
import subprocess
import sys
import tempfile
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from clock import seconds
from diorama.data import BuildPlan, Media, Sample, create_or_open
from diorama.kinds import Choice
from diorama.sight import Shot
from diorama.world import Camera, World

SHOT = Shot(world=World(), camera=Camera(position=(0.0, -1.0, 1.0), target=(0.0, 0.0, 0.0)))
LATENCY, CONNECTIONS, QUESTIONS = 2.0, 64, 1280
FEW, MANY = 500, 5000


def main() -> None:
    with tempfile.TemporaryDirectory() as scratch:
        throughput(Path(scratch))
        memory(Path(scratch))


def throughput(scratch: Path) -> None:
    """Image questions at a latency of two seconds, 64 at a time; both sides take turns."""
    data = dataset(scratch / "pictures", QUESTIONS, picture_kb=300)
    with server(LATENCY) as url:
        ratios, logs = [], scratch / "logs"
        for turn in range(2):
            plain = seconds(lambda: asyncio.run(plain_client(url, data)))
            ours = ask(data, url, logs / str(turn))["seconds"]
            ratios.append(plain / ours)
        size = sum(p.stat().st_size for p in (logs / "0").glob("*.eval")) / QUESTIONS
        answers = sum(p.stat().st_size for p in (logs / "0").glob("*.jsonl")) / QUESTIONS
    share = statistics.median(ratios)
    print(f"latency {LATENCY:g} s, {CONNECTIONS} at a time: {share:.0%} of a plain client's throughput (at least 85 %)")
    print(f"log: {size / 1000:.1f} KB a sample (at most 5), answers {answers / 1000:.1f} KB")


def memory(scratch: Path) -> None:
    """Peak memory of a process that asks few questions and of one that asks ten times as many."""
    peaks = []
    with server(0.0) as url:
        for count in (FEW, MANY):
            data = dataset(scratch / f"of-{count}", count, picture_kb=100)
            peaks.append(ask(data, url, scratch / f"logs-{count}")["peak_mb"])
    grew = peaks[1] / peaks[0]
    print(f"peak memory: {peaks[0]:.0f} MB for {FEW} samples, ×{grew:.2f} for {MANY} (at most 1.25)")


def dataset(folder: Path, count: int, *, picture_kb: int) -> Path:
    rng = np.random.default_rng(0)
    side = int((picture_kb * 1000 / 3) ** 0.5)
    stream = io.BytesIO()
    Image.fromarray(rng.integers(0, 256, (side, side, 3), np.uint8)).save(stream, "PNG")
    media = (Media(role="view", kind="image", data=stream.getvalue(), name="view.png"),)
    plan = BuildPlan(suites=("causal",), count=count, seed=1)
    builder = create_or_open(folder, plan)
    for slot in builder.missing_shards():
        builder.add_shard(slot.name, (sample(k, media) for k in range(slot.start, slot.start + slot.count)))
    return folder


def sample(number: int, media: tuple[Media, ...]) -> Sample:
    return Sample(
        id=f"causal-{number:06d}",
        suite="causal",
        task="collision",
        level="L1",
        question=f"Will the car hit something? This is question {number}.",
        options=("Yes", "No", "Not sure"),
        answer=Choice(option="Yes"),
        media=media,
        shots=(SHOT,),
        seed=number,
        version="1",
    )


def ask(data: Path, url: str, logs: Path) -> dict[str, float]:
    """Ask in a process of its own; the time is that of the run, without the imports before it."""
    code = (
        "import json, resource, sys, time; from pathlib import Path\n"
        "from diorama.ask.evaluate import Order, evaluate\n"
        "import diorama.ask.engine.launch, diorama.ask.engine.tasks, inspect_ai.agent._acp.server, openai.types\n"
        "start = time.perf_counter()\n"
        "data, url, logs = sys.argv[1:]\n"
        f"order = Order(Path(data), 'diorama-api/m', base_url=url, logs=Path(logs), connections={CONNECTIONS})\n"
        "result = evaluate(order)\n"
        "assert all(r.correct for r in result.records) and len(result.records) == result.wanted\n"
        "peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000\n"
        "print(json.dumps({'seconds': time.perf_counter() - start, 'peak_mb': peak}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(data), url, str(logs)], check=True, capture_output=True, text=True
    )
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


async def plain_client(url: str, data: Path) -> None:
    """What somebody would write by hand: read a sample, send its picture, keep the text."""
    import httpx2

    from diorama.data import load

    limit, said = asyncio.Semaphore(CONNECTIONS), []
    limits = httpx2.Limits(max_connections=CONNECTIONS, max_keepalive_connections=CONNECTIONS)
    async with httpx2.AsyncClient(timeout=60, limits=limits) as client:

        async def one(text: str, picture: bytes) -> None:
            image = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{b64encode(picture).decode()}"}}
            message = {"role": "user", "content": [image, {"type": "text", "text": text}]}
            reply = await client.post(f"{url}/chat/completions", json={"model": "m", "messages": [message]})
            said.append(reply.json()["choices"][0]["message"]["content"])
            limit.release()

        async with asyncio.TaskGroup() as group:
            for each in load(data):
                await limit.acquire()
                group.create_task(one(each.question, each.media[0].data))


@contextmanager
def server(latency: float) -> Iterator[str]:
    ours, theirs = multiprocessing.get_context("spawn").Pipe()
    process = multiprocessing.get_context("spawn").Process(target=_serve, args=(theirs, latency), daemon=True)
    process.start()
    try:
        yield f"http://127.0.0.1:{ours.recv()}/v1"
    finally:
        process.terminate()
        process.join()


def _serve(pipe: Any, latency: float) -> None:
    message = {"role": "assistant", "content": "A"}
    choice = {"index": 0, "finish_reason": "stop", "message": message}
    usage = {"prompt_tokens": 9, "completion_tokens": 1, "total_tokens": 10}
    body = json.dumps(
        {"id": "1", "object": "chat.completion", "created": 0, "model": "m", "choices": [choice], "usage": usage}
    ).encode()
    answer = f"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n".encode() + body

    async def connection(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
                length = re.search(r"content-length: (\d+)", head)
                await reader.readexactly(int(length[1]) if length else 0)
                await asyncio.sleep(latency)
                writer.write(answer)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    async def serve() -> None:
        listening = await asyncio.start_server(connection, "127.0.0.1", 0, limit=1 << 24)
        pipe.send(listening.sockets[0].getsockname()[1])
        await listening.serve_forever()

    asyncio.run(serve())


if __name__ == "__main__":
    main()
