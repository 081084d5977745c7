"""The `diorama` command: thin, each command one call into a room."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from diorama.errors import DioramaError

app = typer.Typer(
    help="Build 3D worlds, intervene, and ask vision-language models what would happen if.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

Seed = Annotated[int, typer.Option(help="The same seed gives the same bytes.")]
Renderer = Annotated[str, typer.Option(help="draft (fast) or photo (Blender, needs diorama[photo]).")]
Preset = Annotated[str, typer.Option(help="Quality of photos: fast, standard or best.")]
Packs = Annotated[list[Path] | None, typer.Option("--pack", help="A folder with a pack.toml of more assets.")]


def main() -> None:
    """Run the command line: mistakes of the user are one line and exit code 2, never a traceback."""
    try:
        app()
    except DioramaError as error:
        print(f"diorama: {error}", file=sys.stderr)
        raise SystemExit(2) from None
    except BrokenPipeError:
        sys.stderr.close()
        raise SystemExit(1) from None
    except KeyboardInterrupt:
        print("diorama: interrupted", file=sys.stderr)
        raise SystemExit(130) from None


def _version(asked: bool) -> None:
    if asked:
        from diorama import __version__

        print(__version__)
        raise typer.Exit


@app.callback()
def _root(version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True)] = False) -> None:
    pass


@app.command("assets")
def list_assets(
    nouns: Annotated[list[str] | None, typer.Argument(help="Only these; all if none are named.")] = None,
    sheet: Annotated[Path | None, typer.Option(help="Draw them all into this PNG.")] = None,
    tag: Annotated[str | None, typer.Option(help="Only those that belong there: kitchen, toy, vehicle …")] = None,
    pack: Packs = None,
) -> None:
    """List the assets, or draw a contact sheet of them.

    Examples: diorama assets --tag vehicle; diorama assets --sheet all.png; diorama assets mug bowl --sheet two.png
    """
    from diorama.world import assets, get_asset

    _load_packs(pack)
    chosen = [get_asset(n) for n in nouns] if nouns else list(assets(tag=tag).values())
    if not chosen:
        raise DioramaError(f"no asset has the tag '{tag}'")
    if sheet is None:
        for asset in chosen:
            promises = [
                w
                for w, holds in (
                    ("front", asset.fronted),
                    ("container", asset.container),
                    ("flat top", asset.flat_top),
                    ("round", asset.round),
                )
                if holds
            ]
            size = f"{asset.size.low:.2f}–{asset.size.high:.2f} m"
            print(f"{asset.noun:16s} {size:13s} {', '.join(promises):24s} {' '.join(sorted(asset.tags))}")
        return
    from diorama.progress import track
    from diorama.sight.sheet import asset_sheet

    _check_parent(sheet, ".png")
    asset_sheet(track([a.noun for a in chosen], "drawing"), count=len(chosen)).save(sheet)
    print(f"{len(chosen)} assets drawn into {sheet}")


@app.command("layouts")
def list_layouts() -> None:
    """List the layouts that worlds can be made of."""
    from diorama.world.layouts import layouts

    for name, make in layouts().items():
        print(f"{name:20s} {(make.__doc__ or '').splitlines()[0]}")


@app.command("world")
def make_world(
    layout: Annotated[str, typer.Argument(help="A layout, see `diorama layouts`.")],
    out: Annotated[Path, typer.Option(help="The folder to write.")],
    seed: Seed = 0,
    objects: Annotated[int | None, typer.Option(help="How many objects.")] = None,
    stacks: Annotated[int, typer.Option(help="How many of them stand on others.")] = 0,
    filled: Annotated[int, typer.Option(help="How many containers hold something.")] = 0,
    chain: Annotated[list[int] | None, typer.Option(help="Length of a row of objects that hide each other.")] = None,
    width: Annotated[int, typer.Option(min=16, max=8192)] = 720,
    height: Annotated[int, typer.Option(min=16, max=8192)] = 480,
    renderer: Renderer = "draft",
    preset: Preset = "standard",
    pack: Packs = None,
) -> None:
    """Make one world and write its picture, depth, masks, JSON, GLB and MJCF.

    Example: diorama world kitchen_counter --seed 7 --objects 12 --chain 4 --out w/
    """
    from diorama.sight import look, write_view
    from diorama.world.layouts import get_layout

    _load_packs(pack)
    wishes = {"objects": objects, "stacks": stacks or None, "filled": filled or None, "chains": chain}
    make = get_layout(layout)
    given = {k: v for k, v in wishes.items() if v is not None}
    try:
        world = make(seed=seed, **given)
    except TypeError:
        extras = " or ".join(k for k in given if k != "objects")
        raise DioramaError(f"the layout '{layout}' takes no {extras}") from None
    for path in write_view(look(world, width=width, height=height), out, renderer=renderer, preset=preset):
        print(path)


@app.command("build")
def build_dataset(
    suites: Annotated[list[str], typer.Argument(help="One or more suites, such as structure.")],
    count: Annotated[int, typer.Option(help="Samples of each suite.")],
    out: Annotated[Path, typer.Option(help="The folder of the dataset; one that was begun is continued.")],
    seed: Seed = 0,
    task: Annotated[str | None, typer.Option(help="Only this task.")] = None,
    level: Annotated[str | None, typer.Option(help="Only this level.")] = None,
    renderer: Renderer = "draft",
    preset: Preset = "standard",
    size: Annotated[
        str | None, typer.Option(help="Pictures of causal, WIDTHxHEIGHT; 720x480 in draft, 1920x1080 in photo.")
    ] = None,
    with_outcome_video: Annotated[
        bool, typer.Option("--with-outcome-video", help="Keep a video of what then happens (causal), for review.")
    ] = False,
    workers: Annotated[int, typer.Option(help="Processes; their number changes no byte.")] = 2,
) -> None:
    """Build a dataset of questions with exact answers, or go on with one.

    Samples that cannot be made in a bounded number of tries are left out: what is there is kept, the gate that
    rejects most is named, and the exit code is 1.

    Examples: diorama build structure --count 60 --seed 1 --out mybench;
    diorama build causal --task collision --count 40 --renderer photo --size 960x540 --out photos
    """
    from diorama.data import BuildPlan
    from diorama.data.build import Tally, build, plan_build
    from diorama.progress import track

    plan: BuildPlan = plan_build(
        tuple(suites), count, seed, task=task, level=level, renderer=renderer, preset=preset,
        size=size, outcome_video=with_outcome_video,
    )  # fmt: skip
    tally = Tally()
    for shard in track(build(out, plan, workers=workers), "building", total=len(plan.slots())):
        tally += shard
    print(f"{tally.samples} samples made in {out}; {tally.acceptance:.0%} of the drafts passed the gates")
    for reason, times in tally.rejected.most_common():
        print(f"{times:6d} rejected: {reason}")
    for shortage in tally.shortages():
        print(f"diorama: {shortage}", file=sys.stderr)
    if tally.missing:
        raise typer.Exit(1)


@app.command("verify")
def verify_dataset(folder: Annotated[Path, typer.Argument(help="A dataset.")]) -> None:
    """Recompute every answer by another method; exits 1 if one disagrees.

    Example: diorama verify mybench
    """
    from collections import Counter

    from diorama.data import load
    from diorama.data.verify import verify
    from diorama.progress import track

    seen: Counter[str] = Counter()
    problems = 0
    for verdict in track(verify(folder), "verifying", total=len(load(folder))):
        seen[verdict.task] += 1
        if verdict.problem is not None:
            problems += 1
            print(f"{verdict.id}: {verdict.problem}")
    print(f"{problems} disagreements of {seen.total()}: " + ", ".join(f"{n} {t}" for t, n in sorted(seen.items())))
    if problems:
        raise typer.Exit(1)


@app.command("audit")
def audit_dataset(folder: Annotated[Path, typer.Argument(help="A dataset.")]) -> None:
    """Say how balanced the answers are, and how often guessers without depth would be right.

    Example: diorama audit mybench
    """
    from diorama.data.alike import most_alike
    from diorama.data.audit import audit

    for (suite, task, level), found in audit(folder).items():
        print(f"{suite} {task} {level}".rstrip() + f": {found.samples} samples")
        if found.multiple_choice:
            print("    right option at " + "; ".join(f"{place}: {s}" for place, s in sorted(found.places.items())))
            print("    right answer " + "; ".join(f"{text}: {s}" for text, s in sorted(found.texts.items())))
        else:
            sizes = ", ".join(f"{n}×{size}" for size, n in sorted(found.sizes.items()))
            names = ", ".join(f"{name} {n}" for name, n in found.names.most_common(4))
            print(f"    answer sizes {sizes or '–'}; most named {names or '–'}")
        guesses = ", ".join(f"{g} {found.share(g):.0%}" for g in found.guessers)
        print(f"    guessed right: blind {found.blind:.0%}, {guesses}")
        for warning in found.warnings():
            print(f"    warning: {warning}")
    share, one, other = most_alike(folder)
    print(f"most alike scenes: {one or '–'} and {other or '–'} share {share:.0%} of their objects")


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

    _check_parent(out, ".png")
    data = load(folder)
    if sample is not None:
        sample_sheet(data.get(sample)).save(out)
    else:
        contact_sheet(islice(data.where(task=task), limit)).save(out)
    print(out)


@app.command()
def demo(
    out: Annotated[Path, typer.Option(help="The folder to write.")] = Path("demo"),
    seed: Seed = 7,
) -> None:
    """Build a few worlds and write an HTML page that shows them with their masks and depth."""
    from diorama.progress import track
    from diorama.report import write_gallery
    from diorama.report.gallery import demo_views

    out.mkdir(parents=True, exist_ok=True)
    page = out / "index.html"
    write_gallery(track(demo_views(seed), "building", total=8), page, title="Worlds from Diorama")
    print(f"open {page}")


def _load_packs(folders: list[Path] | None) -> None:
    if folders:
        from diorama.world.assets.packs import load_pack

        for folder in folders:
            load_pack(folder)


def _check_parent(path: Path, ending: str) -> None:
    if path.suffix.lower() != ending:
        raise DioramaError(f"{path}: the name must end in {ending}")
    if not path.resolve().parent.is_dir():
        raise DioramaError(f"{path}: there is no folder {path.resolve().parent}")


if __name__ == "__main__":
    main()
