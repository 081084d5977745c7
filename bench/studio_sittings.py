"""People who take a test: fifty at once with five thousand answers, beside some who browse ten thousand samples.

The server runs in a process of its own, people in another; all on this machine. What else runs here slows both down, so
the load of the machine is printed with the times, and what one person alone waits.
"""

from __future__ import annotations

import asyncio
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import numpy as np
from sqlalchemy import func, select

from diorama.data import BuildPlan, Media, Sample, create_or_open
from diorama.kinds import Choice
from diorama.sight import Shot
from diorama.studio import Settings, open_studio
from diorama.studio.library.indexing import look_again
from diorama.studio.library.tables import DatasetRow
from diorama.studio.people.roles import Role
from diorama.studio.people.sessions import begin
from diorama.studio.people.tables import Person, PersonRole
from diorama.studio.sittings.drawing_up import Wanted, draw_up
from diorama.studio.sittings.tables import Answer, Sitting
from diorama.studio.storage import utc_now
from diorama.world import Camera, World

SHOT = Shot(world=World(), camera=Camera(position=(0.0, -1.0, 1.0), target=(0.0, 0.0, 0.0)))
FEW, MANY = 500, 10_000
STAFF = 5
"""Of the people, so many browse the large dataset; the others take a test."""
LIMIT_MS = 300
_HIDDEN = re.compile(r'name="(_form|_once|place)" value="([^"]*)"')
_SAMPLE = re.compile(r'href="(/browse/\d+/[^"?/]+)"')


@dataclass(frozen=True)
class Load:
    """How many people do how much."""

    people: int = 50
    decisions: int = 5000
    thinking: float = 3.0
    """Seconds between two requests of one person that are not of one page, on average."""
    most_seconds: float = 1500


@dataclass
class Seen:
    """What people waited for, and what they were told."""

    waits: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    acknowledged: Counter[tuple[int, int, int]] = field(default_factory=Counter)
    """By person, place and choice."""
    faults: list[str] = field(default_factory=list)


def main() -> None:
    usual = Load()
    load = Load(
        int(os.environ.get("PEOPLE", usual.people)), int(os.environ.get("DECISIONS", usual.decisions)),
        float(os.environ.get("THINKING", usual.thinking)),
    )  # fmt: skip
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        each = -(-load.decisions // (load.people - STAFF))
        dataset(folder / "few", FEW)
        dataset(folder / "many", MANY)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        tokens = prepare(folder, each, load, port)
        with server(folder, port) as process:
            browsing(port, tokens[-1], process)
            alone = asyncio.run(crowd(port, [tokens[0]], [], 12, Load(thinking=0)))
            show("one person alone", alone)
            seen = asyncio.run(crowd(port, tokens[1 : load.people - STAFF + 1], tokens[-STAFF:], each, load))
            show(f"{load.people} people, {load.thinking:g} s of thinking", seen)
        check(folder, seen)


def browsing(port: int, token: str, process: subprocess.Popen[bytes]) -> None:
    """Lists of a small and of a large dataset, and how much more memory the large one takes."""
    times: dict[str, list[float]] = {}
    memory = {}
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", cookies={f"studio-{port}": token}, timeout=60) as client:
        found = dict(re.findall(r'href="/browse/(\d+)">(\w+)', client.get("/library").text))
        number = {name: key for key, name in found.items()}
        for name, size in (("few", FEW), ("many", MANY)):
            pages = [1, size // 48, size // 24] * 4
            times[name] = [timed(client, f"/browse/{number[name]}?page={page}") for page in pages]
            times[name] += [timed(client, f"/browse/{number[name]}?words=number+{k}&task=collision") for k in (7, 77)]
            for k in range(0, size, size // 12):
                timed(client, f"/browse/{number[name]}/causal-{k:06d}")
            memory[name] = resident_mb(process.pid)
    slow = {name: float(np.quantile(each, 0.95)) for name, each in times.items()}
    ratio = float(np.median(times["many"]) / np.median(times["few"]))
    print(
        f"lists: {MANY:,} samples take {ratio:.2f}× as long as {FEW} (at most 1.5); 95th percentile "
        f"{1000 * slow['many']:.0f} ms; the server has {memory['many']:.0f} MB, ×{memory['many'] / memory['few']:.2f}"
    )


def timed(client: httpx.Client, path: str) -> float:
    start = time.perf_counter()
    answer = client.get(path)
    assert answer.status_code == 200, f"{path}: {answer.status_code}"
    return time.perf_counter() - start


def show(name: str, seen: Seen) -> None:
    print(f"{name} (load of the machine {os.getloadavg()[0]:.1f}):")
    for page, waits in sorted(seen.waits.items()):
        p95 = 1000 * float(np.quantile(waits, 0.95))
        note = "" if p95 <= LIMIT_MS else f" – over {LIMIT_MS}"
        print(f"  {page}: {len(waits):,} times, half under {1000 * float(np.median(waits)):.0f} ms, "
              f"95 % under {p95:.0f} ms{note}")  # fmt: skip
    for fault, count in Counter(seen.faults).most_common(5):
        print(f"  {count} × {fault}")


def check(folder: Path, seen: Seen) -> None:
    """Compare what people were told with what is stored."""
    studio = open_studio(Settings(folder))
    with studio.storage.reading() as db:
        rows = db.execute(
            select(Sitting.number, Answer.place, Answer.choice).join(Answer, Answer.sitting_id == Sitting.id)
            .where(Sitting.number > 1)
        ).all()  # fmt: skip
        total = db.scalar(select(func.count()).select_from(Answer))
    studio.close()
    stored = Counter((number, place, -1 if choice is None else choice) for number, place, choice in rows)
    lost, doubled = seen.acknowledged - stored, stored - seen.acknowledged
    print(f"{sum(seen.acknowledged.values()):,} decisions acknowledged: {sum(lost.values())} lost, "
          f"{sum(doubled.values())} stored that nobody was told of or twice ({total:,} in all)")  # fmt: skip


async def crowd(port: int, takers: list[str], browsers: list[str], each: int, load: Load) -> Seen:
    """Everybody at once; those who browse stop when the others are done."""
    seen, done = Seen(), asyncio.Event()
    rngs = np.random.default_rng(1).spawn(len(takers) + len(browsers))
    first = 1 if len(takers) == 1 else 2
    taking = [take(port, t, k + first, each, load, r, seen) for k, (t, r) in enumerate(zip(takers, rngs, strict=False))]
    walking = [asyncio.create_task(browse(port, t, load, r, seen, done))
               for t, r in zip(browsers, rngs[len(takers) :], strict=True)]  # fmt: skip
    await asyncio.wait_for(asyncio.gather(*taking), load.most_seconds)
    done.set()
    await asyncio.gather(*walking)
    return seen


async def take(port: int, token: str, person: int, each: int, load: Load, rng: np.random.Generator, seen: Seen) -> None:
    """Answer the questions of a test, one after the other, with their pictures."""
    page = "/tests/1/sit"
    async with visitor(port, token) as client:
        await think(load, rng)
        text = (await timed_by(seen, "question", client, page)).text
        for _ in range(each + 1):
            hidden = dict(_HIDDEN.findall(text.split("<main")[-1]))
            if "place" in hidden:
                await timed_by(seen, "picture", client, f"{page}/{hidden['place']}/1")
                await think(load, rng)
                choice = int(rng.integers(3))
                sent = {**hidden, "choice": str(choice)}
                answer = await timed_by(seen, "answer (saved)", client, f"{page}/answer", sent)
                if answer.status_code == 303:
                    seen.acknowledged[person, int(hidden["place"]), choice] += 1
            elif "last question" in text:
                return
            else:
                await timed_by(seen, "begin (saved)", client, page, hidden)
            text = (await timed_by(seen, "question", client, page)).text


async def browse(port: int, token: str, load: Load, rng: np.random.Generator, seen: Seen, done: asyncio.Event) -> None:
    """Look at lists and samples of the large dataset."""
    async with visitor(port, token) as client:
        library = (await timed_by(seen, "library", client, "/library")).text
        large = re.search(r'href="(/browse/\d+)">many', library)
        while not done.is_set() and large:
            await think(load, rng)
            listing = await timed_by(seen, "list of samples", client, f"{large[1]}?page={rng.integers(1, MANY // 24)}")
            found = _SAMPLE.findall(listing.text)
            if found:
                await think(load, rng)
                await timed_by(seen, "sample", client, str(rng.choice(found)))


@asynccontextmanager
async def visitor(port: int, token: str) -> AsyncIterator[httpx.AsyncClient]:
    cookies = {f"studio-{port}": token}
    address = f"http://127.0.0.1:{port}"
    async with httpx.AsyncClient(base_url=address, cookies=cookies, timeout=60, verify=False) as client:
        yield client  # `verify=False`: certificates, which http does not need, take longer to load than pages


async def think(load: Load, rng: np.random.Generator) -> None:
    if load.thinking:
        await asyncio.sleep(float(rng.uniform(0.5, 1.5)) * load.thinking)


async def timed_by(seen: Seen, page: str, client: httpx.AsyncClient, path: str, data: Any = None) -> httpx.Response:
    start = time.perf_counter()
    answer = await (client.get(path) if data is None else client.post(path, data=data))
    seen.waits[page].append(time.perf_counter() - start)
    if answer.status_code >= 400:
        seen.faults.append(f"{page}: {answer.status_code}")
    return answer


def dataset(folder: Path, count: int) -> None:
    """Questions without worlds, each of a scene of its own."""
    import io

    from PIL import Image

    stream = io.BytesIO()
    pixels = np.random.default_rng(0).integers(0, 256, (96, 128, 3), np.uint8)
    Image.fromarray(pixels).save(stream, "PNG")
    media = (Media(role="view", kind="image", data=stream.getvalue(), name="view.png"),)

    def sample(k: int) -> Sample:
        return Sample(
            id=f"causal-{k:06d}", suite="causal", task=("collision", "occlusion")[k % 2], level="L1",
            question=f"Will the ball, number {k}, hit the box?", options=("Yes", "No", "Not sure"),
            answer=Choice(option=("Yes", "No")[k % 2]), media=media, shots=(SHOT,), seed=k, version="1.0",
        )  # fmt: skip

    builder = create_or_open(folder, BuildPlan(suites=("causal",), count=count, seed=1), name=folder.name)
    for slot in builder.missing_shards():
        builder.add_shard(slot.name, (sample(k) for k in range(slot.start, slot.start + slot.count)))


def prepare(folder: Path, each: int, load: Load, port: int) -> list[str]:
    """One test of the large dataset for everybody; the sessions of all people."""
    studio = open_studio(Settings(folder, port=port))
    print(look_again(studio).line())
    takers = load.people - STAFF + 1
    with studio.storage.writing() as db:
        people = [Person(name=f"p{k}", name_key=f"p{k}", password="", since=utc_now()) for k in range(takers + STAFF)]
        for k, person in enumerate(people):
            person.roles = [PersonRole(role=Role.PARTICIPANT if k < takers else Role.ADMIN)]
        db.add_all(people)
        db.flush()
        many = db.scalars(select(DatasetRow).where(DatasetRow.path == "many")).one()
        test = draw_up(db, folder / "many", many, Wanted("load", each), by=people[-1].id, now=utc_now())
        db.add_all(Sitting(test_id=test.id, person_id=p.id, number=k) for k, p in enumerate(people[:takers], start=1))
        tokens = [begin(db, person, utc_now()) for person in people]
    studio.close()
    return tokens


@contextmanager
def server(folder: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-m", "diorama.cli", "studio", str(folder), "--port", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        for _ in range(600):
            try:
                httpx.get(f"http://127.0.0.1:{port}/health", timeout=5)
                break
            except httpx.TransportError:
                assert process.poll() is None, "the server did not start"
                time.sleep(0.1)
        yield process
    finally:
        process.terminate()
        process.wait(30)


def resident_mb(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+)", status)
    return int(found[1]) / 1000 if found else float("nan")


if __name__ == "__main__":
    main()
