"""Commands about questions and datasets of them."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from diorama.cli.base import Packs, Preset, Renderer, Seed, app, check_parent, save_png, say_if_unfinished


@app.command("suites")
def list_suites() -> None:
    """List the suites and their tasks."""
    from diorama.suites import SUITES

    for name, suite in SUITES.working():
        print(f"{name}: {suite.title}")
        for task in suite.tasks():
            print(f"    {f'{task.name} {task.level}'.strip():20s} {task.about}")


@app.command("build")
def build_dataset(
    suites: Annotated[list[str], typer.Argument(help="One or more suites, such as structure.")],
    count: Annotated[int, typer.Option(help="Samples of each suite.")],
    out: Annotated[Path, typer.Option(help="The folder of the dataset; one that was begun is continued.")],
    seed: Seed = 0,
    task: Annotated[str | None, typer.Option(help="Only this task.")] = None,
    level: Annotated[str | None, typer.Option(help="Only this level.")] = None,
    renderer: Renderer = "draft",
    preset: Preset = None,
    size: Annotated[
        str | None,
        typer.Option(
            help="WIDTHxHEIGHT of pictures, 720x480 or larger; else 720x480 in draft, and in photo "
            "1080x720 for structure, 1920x1080 for causal."
        ),
    ] = None,
    with_outcome_video: Annotated[
        bool, typer.Option("--with-outcome-video", help="Keep a video of what then happens (causal), for review.")
    ] = False,
    pack: Packs = None,
    pack_share: Annotated[
        float | None, typer.Option(help="Share of the objects of a scene that come from packs; 0.3 if not given.")
    ] = None,
    workers: Annotated[int, typer.Option(help="Processes; their number changes no byte.")] = 2,
) -> None:
    """Build a dataset of questions with exact answers, or go on with one.

    Samples that cannot be made in a bounded number of tries are left out: what is there is kept, the gate that
    rejects most is named, and the exit code is 1.

    Examples: diorama build structure --count 60 --seed 1 --out mybench;
    diorama build causal --task collision --count 40 --renderer photo --size 960x540 --out photos;
    diorama build structure --count 60 --pack garage/ --out mine
    """
    from diorama.data import load
    from diorama.data.build import BuildTally, BuildWishes, build, plan_build
    from diorama.progress import track

    wishes = BuildWishes(
        task=task, level=level, renderer=renderer, preset=preset, size=size, outcome_video=with_outcome_video,
        packs=tuple(pack or ()), pack_share=pack_share,
    )  # fmt: skip
    plan = plan_build(suites, count, seed, wishes)
    tally = BuildTally()
    for shard in track(build(out, plan, workers=workers), "building", total=len(plan.slots())):
        tally += shard
    if not tally.samples and not tally.missing:
        there, planned = len(load(out)), plan.count * len(plan.suites)
        short = f"; {planned - there} of the {planned} asked for could not be made" if there < planned else ""
        print(f"{out} is complete: {there} samples{short}")
        return
    print(f"{tally.samples} samples made in {out}; {tally.acceptance:.0%} of the drafts passed the gates")
    if plan.packs:
        print(f"{tally.from_packs} of {tally.objects} objects in the scenes came from packs")
    for reason, times in tally.rejected.most_common():
        print(f"{times:6d} rejected: {reason}")
    for shortage in tally.shortages():
        print(f"diorama: {shortage}", file=sys.stderr)
    if tally.missing:
        raise typer.Exit(1)


@app.command("verify")
def verify_dataset(
    folder: Annotated[Path, typer.Argument(help="A dataset.")],
    workers: Annotated[int, typer.Option(help="Processes.")] = 2,
    pictures: Annotated[
        bool, typer.Option("--pictures/--no-pictures", help="Draw the pictures again and compare them.")
    ] = True,
) -> None:
    """Derive every answer again, and compare words, options, marks and pictures; exits 1 if anything disagrees.

    Example: diorama verify mybench
    """
    from collections import Counter

    from diorama.data import load
    from diorama.data.verify import verify
    from diorama.progress import track

    seen: Counter[str] = Counter()
    skipped: Counter[str] = Counter()
    unchecked: Counter[tuple[str, str]] = Counter()
    problems = 0
    say_if_unfinished(folder)
    findings = verify(folder, workers=workers, pictures=pictures)
    for finding in track(findings, "verifying", total=len(load(folder))):
        if finding.skipped:
            skipped[finding.skipped] += 1
            continue
        seen[finding.task] += 1
        problems += bool(finding.disagreements)
        unchecked.update((skip.check, skip.reason) for skip in finding.unchecked)
        for disagreement in finding.disagreements:
            print(f"{finding.id}: {disagreement}")
    by_task = ", ".join(f"{n} {t}" for t, n in sorted(seen.items()))
    print(f"{problems} disagreements of {seen.total()}" + (f": {by_task}" if by_task else ""))
    for reason, times in skipped.most_common():
        print(f"{times} not verified: {reason}")
    for (name, reason), times in unchecked.most_common():
        print(f"{times} without the check '{name}': {reason}")
    if problems:
        raise typer.Exit(1)


@app.command("audit")
def audit_dataset(
    folder: Annotated[Path, typer.Argument(help="A dataset.")],
    workers: Annotated[int, typer.Option(help="Processes.")] = 2,
    strict: Annotated[bool, typer.Option("--strict", help="Exit 1 if there is a warning.")] = False,
) -> None:
    """Say how balanced the answers are, over all and in each form, and how often guessers without depth would be right.

    Example: diorama audit mybench --strict
    """
    from diorama.data import load
    from diorama.data.alike import most_alike
    from diorama.data.audit import audit_shards, spread, together
    from diorama.progress import track

    say_if_unfinished(folder)
    shards = track(audit_shards(folder, workers=workers), "auditing", total=len(load(folder).shards))
    warned = 0
    words: dict[tuple[str, str], Counter[str]] = {}
    for (suite, task, level), found in together(shards).items():
        print(f"{suite} {task} {level}".rstrip() + f": {found.whole.samples} samples")
        for line in found.lines():
            print(f"    {line}")
        for warning in (warnings := found.warnings()):
            print(f"    warning: {warning}")
        warned += len(warnings)
        for title, values in found.words.items():
            words.setdefault((suite, title), Counter()).update(values)
    for (suite, title), values in sorted(words.items()):
        print(f"all of {suite}, by {title}: {spread(values)}")
    share, one, other = most_alike(folder)
    print(f"most alike scenes: {one or '–'} and {other or '–'} share {share:.0%} of their objects")
    if strict and warned:
        print(f"diorama: {warned} warnings", file=sys.stderr)
        raise typer.Exit(1)


@app.command("redraw")
def redraw_dataset(
    folder: Annotated[Path, typer.Argument(help="A dataset.")],
    out: Annotated[Path, typer.Option(help="The folder of the new dataset; one that was begun is continued.")],
    renderer: Renderer = "photo",
    preset: Preset = None,
    size: Annotated[str | None, typer.Option(help="WIDTHxHEIGHT, 720x480 or larger; else as they are.")] = None,
    workers: Annotated[int, typer.Option(help="Processes.")] = 1,
) -> None:
    """Draw the pictures and clips of a dataset again; ids, questions and answers stay as they are.

    A sample whose new picture would not show what is asked (a mirror image that does not stand out) is left out.

    Example: diorama redraw mybench --out mybench-photo --renderer photo --preset fast
    """
    from diorama.data.redraw import RedrawTally, plan_redraw, redraw
    from diorama.progress import track

    plan = plan_redraw(folder, renderer, preset=preset, size=size)
    tally = RedrawTally()
    for shard in track(redraw(folder, out, plan, workers=workers), "drawing", total=len(plan.slots())):
        tally += shard
    print(f"{tally.samples} samples drawn again in {out}")
    for reason, times in tally.left_out.most_common():
        print(f"{times:6d} left out: {reason}")


@app.command("show")
def show_samples(
    folder: Annotated[Path, typer.Argument(help="A dataset.")],
    sample: Annotated[str | None, typer.Argument(help="One sample's id; without it, a contact sheet.")] = None,
    out: Annotated[Path, typer.Option(help="The PNG to write.")] = Path("show.png"),
    task: Annotated[str | None, typer.Option(help="Only this task, on a contact sheet.")] = None,
    limit: Annotated[int, typer.Option(min=1, max=200, help="How many, on a contact sheet.")] = 12,
) -> None:
    """Draw a contact sheet, or one sample with its answer outlined, what follows, and its trace.

    Example: diorama show mybench structure-t1-1-000000 --out why.png
    """
    from itertools import islice

    from diorama.data import load
    from diorama.data.show import contact_sheet, sample_sheet

    check_parent(out, ".png")
    data = load(folder)
    if sample is not None:
        save_png(sample_sheet(data.get(sample)), out)
    else:
        save_png(contact_sheet(islice(data.where(task=task), limit)), out)
    print(out)
