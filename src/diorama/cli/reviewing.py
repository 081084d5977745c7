"""Commands of the studio about reviews and scores by people; the server may be running meanwhile."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from diorama.cli.studio import Db, studio_app
from diorama.errors import DioramaError, harmless

if TYPE_CHECKING:
    from diorama.studio.studio import Studio

Folder = Annotated[Path, typer.Argument(help="The folder that the studio serves.", metavar="DIR")]
BatchName = Annotated[str, typer.Option("--batch", help="A batch, by its number or name.")]


@contextmanager
def _studio(folder: Path, db: str) -> Iterator[Studio]:
    """The studio of a folder, without its server."""
    from diorama.studio import Settings, open_studio

    studio = open_studio(Settings(folder=folder, db=db))
    try:
        yield studio
    finally:
        studio.close()


@studio_app.command("affected")
def list_affected(
    folder: Folder,
    batch: BatchName,
    db: Db = "",
    out: Annotated[Path | None, typer.Option(help="A file of JSON lines; else they are printed.")] = None,
) -> None:
    """List the samples that reviewers found at fault, with issues and notes: these are to be made again.

    Example: diorama studio affected bench --batch 1 --out affected.jsonl
    """
    from diorama.data import whole_file
    from diorama.studio.review.regenerating import affected, batch_named, list_of

    with _studio(folder, db) as studio, studio.storage.reading() as session:
        text = list_of(list(affected(session, batch_named(session, batch))))
    if out is None:
        print(harmless(text), end="")
        return
    with whole_file(out) as file:
        file.write(text.encode("utf-8", "replace"))
    print(f"{text.count(chr(10))} samples in {out}")


@studio_app.command("regenerate")
def make_again(
    folder: Folder,
    batch: BatchName,
    out: Annotated[Path, typer.Option(help="The folder of the revised dataset, inside DIR.")],
    source: Annotated[
        Path | None,
        typer.Option("--from", help="Take others from this dataset, made by `build` or `construct`, and build none."),
    ] = None,
    task: Annotated[
        list[str] | None, typer.Option(help="Make all samples of this task again, not only those at fault; may repeat.")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Make all samples of the batch again.")] = False,
    workers: Annotated[int, typer.Option(min=1, help="Processes that build.")] = 2,
    db: Db = "",
) -> None:
    """Make others for the samples at fault, write the revised dataset, and begin the next round of the batch.

    Others are built as the old ones were, with another seed. Samples from pictures or from elsewhere cannot be: make
    others yourself and name their folder with --from. The old dataset stays. Stopped and started again, it goes on.

    Examples: diorama studio regenerate bench --batch 1 --out bench/pilot-2;
    diorama studio regenerate bench --batch pilot --from others --task T4 --out bench/pilot-2
    """
    from diorama.studio.review.regenerating import Again, regenerate

    again = Again(out, source, tuple(task or ()), everything, workers)
    with _studio(folder, db) as studio:
        print(harmless(regenerate(studio, batch, again).line()))


@studio_app.command("spot-check")
def spot_check(
    folder: Folder,
    dataset: Annotated[str, typer.Option(help="The dataset, by its path inside DIR.")],
    share: Annotated[float, typer.Option(min=0.0001, max=1, help="The share of samples that is looked at.")] = 0.01,
    seed: Annotated[int, typer.Option(min=0, help="The same seed draws the same samples.")] = 0,
    pilot: Annotated[str, typer.Option(help="The signed batch that the pipeline was approved on.")] = "",
    db: Db = "",
) -> None:
    """Draw a share of a dataset for people to look at; run again, it adds what was built since. It holds nothing back.

    Example: diorama studio spot-check bench --dataset big --share 0.01 --seed 7 --pilot 1
    """
    from diorama.studio.review.spotting import spot

    with _studio(folder, db) as studio:
        print(harmless(spot(studio, dataset, share=share, seed=seed, pilot=pilot)))


@studio_app.command("check-review")
def check_the_review(
    dataset: Annotated[Path, typer.Argument(help="A dataset with a review.json.", metavar="DATASET")],
) -> None:
    """Prove the log of a review: its checksum, the files it speaks of, its own rules; exits 1 if anything is wrong.

    Example: diorama studio check-review bench/pilot-2
    """
    from diorama.data.review_log import check_review, read_review

    log, faults = read_review(dataset), check_review(dataset)
    for fault in faults:
        print(f"diorama: {harmless(fault)}", file=sys.stderr)
    rounds = "1 round" if log.iterations == 1 else f"{log.iterations} rounds"
    made_by = f"made by Diorama {', '.join(log.pipeline)}"
    print(harmless(f"{log.name}: {log.sort} of {len(log.standing)} samples, {rounds}, {made_by}"))
    for name, count in log.found().items():
        print(f"{count:6d} {name}")
    if faults:
        raise typer.Exit(1)
    print("the log is sound")


@studio_app.command("scores")
def write_scores(
    folder: Folder,
    scoring: Annotated[int, typer.Option(min=1, help="A scoring by people, by its number.")],
    out: Annotated[Path, typer.Option(help="A file of JSON lines, for `diorama rescore --people`.")],
    db: Db = "",
) -> None:
    """Write what people have settled about replies of models, as a file of scores.

    Example: diorama studio scores bench --scoring 1 --out scores.jsonl
    """
    from diorama.data import whole_file
    from diorama.studio.scoring.making import scores_file
    from diorama.studio.scoring.tables import Scoring

    with _studio(folder, db) as studio, studio.storage.reading() as session:
        found = session.get(Scoring, scoring)
        if found is None:
            raise DioramaError(f"there is no scoring {scoring} in this studio")
        scores = scores_file(session, found)
    with whole_file(out) as file:
        for line in scores.lines():
            file.write(line.encode() + b"\n")
    print(f"{len(scores.scores)} replies that {scores.info.people} people scored in {out}")
