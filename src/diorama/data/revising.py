"""Revising a dataset: samples that people found at fault give way to others of the same task and level.

The old dataset stays as it is. `build_others` makes the others as the old ones were made, with another seed;
`others_from` takes them from a dataset that somebody made, by `build` or `construct`; `revise` writes the new dataset.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path

from diorama import __version__
from diorama.data.build import SHARD_SIZE, BuildTally, build
from diorama.data.dataset import SHARDS, Dataset, load
from diorama.data.gathering import gather
from diorama.data.manifest import BuildPlan, Manifest
from diorama.data.sample import Sample
from diorama.data.shards import read_index
from diorama.errors import DioramaError
from diorama.world.model import replace

Cell = tuple[str, str, str]
"""Suite, task and level."""


def cell_of(sample: Sample) -> Cell:
    return sample.suite, sample.task, sample.level


def other_seed(seed: int, round_number: int) -> int:
    """The seed of what is made for a round: the same each time, and none that was used before."""
    return int.from_bytes(sha256(f"revised {seed} {round_number}".encode()).digest()[:4], "big")


def build_others(
    plan: BuildPlan, wanted: Mapping[Cell, int], seed: int, folder: Path, *, workers: int = 1,
    advance: Callable[[], None] = lambda: None,
) -> Iterator[Sample]:  # fmt: skip
    """Build as many samples of each cell as are wanted, in datasets below `folder`; what is there already is kept."""
    if plan.imported_from or plan.constructed_from:
        raise DioramaError(
            "these samples were not built from a seed: make others (`diorama construct` with another --seed, or other "
            "pictures) and name their folder with --from"
        )
    places = []
    for number, ((suite, task, level), count) in enumerate(sorted(wanted.items())):
        ordered = replace(
            plan, suites=(suite,), count=count, seed=seed, shard_size=SHARD_SIZE, redrawn_from="", revised_from="",
            options={**plan.options, "task": task, "level": level or None}, version=__version__,
        )  # fmt: skip
        place = folder / f"{number:03d}"
        tally = sum(build(place, ordered, workers=workers), BuildTally())
        made = len(load(place))
        if made < count:
            why = "; ".join(tally.shortages()) or "the rest could not be made in the allowed tries"
            raise DioramaError(f"only {made} of {count} others of {suite} {task} {level}".rstrip() + f" came: {why}")
        places.append(place)
        advance()
    for place in places:
        yield from load(place)


def others_from(
    source: Dataset, wanted: Mapping[Cell, int], old: Dataset, drop: Collection[str]
) -> Iterator[Sample]:  # fmt: skip
    """Samples of another dataset, as many of each cell as are wanted; none that the old one asks is taken again.

    One that was built again by a repaired pipeline may bear the id of the one that it replaces.
    """
    known = {_identity(sample) for sample in old if cell_of(sample) in wanted}
    kept = {sample_id for sample_id, _ in _cells(old)} - set(drop)
    left = Counter(wanted)
    for sample in source:
        if left[cell_of(sample)] > 0 and sample.id not in kept and _identity(sample) not in known:
            left[cell_of(sample)] -= 1
            known.add(_identity(sample))
            yield sample
    if short := {cell: count for cell, count in left.items() if count > 0}:
        named = ", ".join(f"{count} of {' '.join(filter(None, cell))}" for cell, count in sorted(short.items()))
        raise DioramaError(f"{source.folder} has too few samples that are new: {named} are missing")


def revise(old: Dataset, drop: Collection[str], others: Iterable[Sample], out: Path) -> Manifest:
    """Write the old dataset without some samples and with others after the rest; it appears when it is whole."""
    wanted = Counter(cell for sample_id, cell in _cells(old) if sample_id in drop)
    if wanted.total() < len(set(drop)):
        missing = set(drop) - {sample_id for sample_id, _ in _cells(old)}
        raise DioramaError(f"{old.folder} has no sample '{min(missing)}'")

    def samples() -> Iterator[Sample]:
        for sample in old:
            if sample.id not in drop:
                yield sample
        came: Counter[Cell] = Counter()
        for sample in others:
            came[cell_of(sample)] += 1
            yield sample
        if came != wanted:
            raise DioramaError("what was made does not fit the places of what was taken out")

    return gather(out, samples(), replace(old.manifest.plan, revised_from=old.fingerprint))


def replaced_by(old: Dataset, new: Dataset, drop: Collection[str]) -> dict[str, str]:
    """Which sample of a revised dataset stands in the place of which old one: in order, each in its cell."""
    kept = {sample_id for sample_id, _ in _cells(old)} - set(drop)
    if lost := kept - {sample_id for sample_id, _ in _cells(new)}:
        raise DioramaError(f"{new.folder} was made when '{min(lost)}' was at fault too: choose a new folder")
    waiting: dict[Cell, list[str]] = {}
    for sample_id, cell in _cells(new):
        if sample_id not in kept:
            waiting.setdefault(cell, []).append(sample_id)
    pairs = {}
    for sample_id, cell in _cells(old):
        if sample_id in drop:
            if not waiting.get(cell):
                raise DioramaError(f"nothing in {new.folder} stands in the place of '{sample_id}'")
            pairs[sample_id] = waiting[cell].pop(0)
    return pairs


def _cells(data: Dataset) -> Iterator[tuple[str, Cell]]:
    for name in data.shards:
        for _, _, keys in read_index(data.folder / SHARDS / name):
            yield keys["id"], (keys["suite"], keys["task"], keys["level"])


def _identity(sample: Sample) -> str:
    """The same for samples that ask the same about the same pictures, whatever their ids are."""
    asked = sample.model_dump_json(include={"question", "options", "answer", "query"})
    pictures = [sha256(media.data).hexdigest() for media in sample.media]
    return sha256(f"{cell_of(sample)}{asked}{pictures}".encode()).hexdigest()
