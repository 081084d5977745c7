"""Commands that make questions from real footage."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from diorama.cli.base import FAILURES_LEFT, app
from diorama.cli.evaluation import pairs
from diorama.errors import DioramaError, short

if TYPE_CHECKING:
    from collections.abc import Callable

    from diorama.footage.asking import AskTally
    from diorama.footage.clips import Progress

MOST_LINES = 40
"""Faults that are printed one by one."""
LONGEST_LINE = 1000
"""Characters of a fault that are printed: records and replies can say anything."""

video_app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Make questions from real footage: clips, candidate questions, then a dataset of those that people keep.\n\n"
    "    diorama video clips kitchen.mp4 street.mov --out work\n\n"
    "    diorama video candidates work --model openai/gpt-5\n\n"
    "    … people edit work/candidates.jsonl: status kept, or rejected with a reason …\n\n"
    "    diorama video finalise work --out mybench --model openai/gpt-5",
    short_help="Make questions from real footage.",
)
app.add_typer(video_app, name="video")

Work = Annotated[Path, typer.Argument(help="The folder of clips and candidates.", metavar="DIR")]
BaseUrl = Annotated[str, typer.Option(help="The address of the model's server.")]
ModelArg = Annotated[list[str] | None, typer.Option("--model-arg", "-M", help="name=value for the provider.")]
Temperature = Annotated[float | None, typer.Option(min=0)]
MaxTokens = Annotated[int | None, typer.Option(min=1, help="The longest reply.")]
Connections = Annotated[int, typer.Option(min=1, help="Requests in flight at a time.")]
Retries = Annotated[int, typer.Option(min=0, help="Tries again after a failure.")]
Timeout = Annotated[int, typer.Option(min=1, help="Seconds for one try.")]
PerSecond = Annotated[float, typer.Option(help="Pictures of each second that the model is shown.")]
PictureSize = Annotated[int, typer.Option(min=64, max=4096, help="The long side of these pictures, in pixels.")]
Native = Annotated[bool, typer.Option("--native-video", help="Send films as MP4, to a model that takes them.")]


@video_app.command("clips")
def make_clips_of(
    videos: Annotated[list[Path], typer.Argument(help="Video files.", metavar="FILES…")],
    out: Annotated[Path, typer.Option(help="The folder to write; more videos can be added to it later.")],
    shortest: Annotated[float, typer.Option(help="Seconds of the shortest clip.")] = 4.0,
    longest: Annotated[float, typer.Option(help="Seconds of the longest clip.")] = 16.0,
    motion: Annotated[
        float, typer.Option(min=0, max=1, help="The share of the picture that must move, second by second.")
    ] = 0.01,
    blur: Annotated[float, typer.Option(min=0, max=1, help="The most blur, from 0 (sharp) to 1.")] = 0.65,
) -> None:
    """Measure videos and write the clips that are sharp, in which something moves and no shot changes.

    Writes clips.jsonl, which you may edit, and a strip of small pictures for each clip. A video that cannot be used is
    named in one line, and the rest goes on; then the exit code is 1.

    Examples: diorama video clips kitchen.mp4 street.mov --out work;
    diorama video clips *.mp4 --out work --longest 10 --motion 0.02
    """
    from diorama.footage.clipping import Wish
    from diorama.footage.clips import make_clips
    from diorama.progress import bar

    wish = Wish(shortest, longest, motion, blur)
    with bar("measuring") as start:
        tally = make_clips(videos, out, wish, progress=start)
    if tally.faults and not tally.videos and not tally.there:
        _print_faults(tally.faults[1:])
        raise DioramaError(tally.faults[0])
    _print_faults(tally.faults)
    there = f"; {tally.there} had been measured before" if tally.there else ""
    print(f"{tally.clips} clips of {tally.videos} videos in {out / 'clips.jsonl'}{there}")
    _print_counts("shots without a clip", tally.left_out)
    if tally.faults:
        raise typer.Exit(1)


@video_app.command("candidates")
def propose(
    folder: Work,
    model: Annotated[str, typer.Option(help="A model of any provider, such as openai/gpt-5.")],
    per_clip: Annotated[int, typer.Option(help="Questions for each clip.")] = 4,
    captioner: Annotated[str, typer.Option(help="Another model, to describe the clips.")] = "",
    base_url: BaseUrl = "",
    model_arg: ModelArg = None,
    temperature: Temperature = None,
    max_tokens: MaxTokens = None,
    max_connections: Connections = 4,
    max_retries: Retries = 5,
    attempt_timeout: Timeout = 300,
    fps: PerSecond = 1.0,
    size: PictureSize = 768,
    native_video: Native = False,
) -> None:
    """Have a model describe each clip, then propose questions; people decide on them in candidates.jsonl.

    Stopped and started again with the same words, it asks only for what is missing. Exit codes: 0 every clip has its
    questions, 1 a record cannot be used, 3 some clips have no questions (the same command asks again), 2 bad input, 130
    interrupted.

    Examples: diorama video candidates work --model openai/gpt-5 --per-clip 6;
    diorama video candidates work --model google/gemini-2.5-pro --native-video
    """
    from dataclasses import replace

    from diorama.ask.scoring import shared_url
    from diorama.footage.candidates import write_candidates
    from diorama.footage.model_use import ModelUse

    use = ModelUse(
        model, base_url, pairs(model_arg), _given(temperature, max_tokens), max_connections, max_retries,
        attempt_timeout, per_second=fps, long_side=size, native_video=native_video,
    )  # fmt: skip
    other = None
    if captioner:
        other = replace(use, model=captioner, base_url=shared_url(model, base_url, captioner), args={})
    with _bars() as steps:
        tally = write_candidates(folder, use, per_clip=per_clip, captioner=other, progress=steps)
    _print_faults(tally.faults)
    _print_faults(tally.drops)
    print(f"{tally.added} candidates added to {folder / 'candidates.jsonl'}, for {tally.clips} clips")
    if tally.rejected_clips:
        print(f"{tally.rejected_clips} clips are rejected: clips.jsonl says why")
    _print_counts("proposals that were not stored", tally.dropped)
    _print_asking(tally.asking)
    if tally.faults:
        raise typer.Exit(1)


@video_app.command("finalise")
def finalise_dataset(
    folder: Work,
    out: Annotated[Path, typer.Option(help="The folder of the dataset; one that was begun is continued.")],
    seed: Annotated[int, typer.Option(min=0, help="Of the order of options; the same seed, the same bytes.")] = 0,
    size: Annotated[int, typer.Option(min=64, max=4096, help="The longest side of clips and pictures.")] = 960,
    options: Annotated[int, typer.Option(help="Options of a question, where --model proposes them.")] = 4,
    model: Annotated[str, typer.Option(help="A model that proposes wrong options where there are none.")] = "",
    base_url: BaseUrl = "",
    model_arg: ModelArg = None,
    temperature: Temperature = None,
    max_tokens: MaxTokens = None,
    max_connections: Connections = 4,
    max_retries: Retries = 5,
    attempt_timeout: Timeout = 300,
    fps: PerSecond = 1.0,
    native_video: Native = False,
) -> None:
    """Write a dataset of the candidates whose status is kept; each clip ends, or begins, exactly at its cut.

    A record that cannot be used is named in one line, and the rest goes on; then the exit code is 1, or 3 if the model
    has left questions without options.

    Examples: diorama video finalise work --out mybench;
    diorama video finalise work --out mybench --seed 7 --model openai/gpt-5
    """
    from diorama.footage.finalising import finalise
    from diorama.footage.model_use import ModelUse

    use = None
    if model:
        use = ModelUse(
            model, base_url, pairs(model_arg), _given(temperature, max_tokens), max_connections, max_retries,
            attempt_timeout, per_second=fps, native_video=native_video,
        )  # fmt: skip
    with _bars() as steps:
        done = finalise(folder, out, seed=seed, long_side=size, options=options, use=use, progress=steps)
    _print_faults(done.faults)
    statuses = ", ".join(f"{count} {status}" for status, count in sorted(done.statuses.items()))
    print(f"{done.samples} samples in {out}; candidates: {statuses}")
    _print_counts("rejected", done.reasons)
    _print_counts("right option at", done.places)
    _print_asking(done.asking)
    if done.faults:
        raise typer.Exit(1)


def _given(temperature: float | None, max_tokens: int | None) -> dict[str, float | int]:
    wishes = {"temperature": temperature, "max_tokens": max_tokens}
    return {name: value for name, value in wishes.items() if value is not None}


@contextmanager
def _bars() -> Iterator[Callable[[str], Progress]]:
    """A bar for each step of a command, one after the other."""
    from contextlib import ExitStack

    from diorama.progress import bar

    with ExitStack() as bars:

        def step(name: str) -> Progress:
            bars.close()
            return bars.enter_context(bar(name))

        yield step


def _print_faults(lines: list[str]) -> None:
    for line in lines[:MOST_LINES]:
        print(f"diorama: {short(line, LONGEST_LINE)}", file=sys.stderr)
    if len(lines) > MOST_LINES:
        print(f"diorama: … and {len(lines) - MOST_LINES} more", file=sys.stderr)


def _print_counts(what: str, counts: Counter[str]) -> None:
    if counts:
        print(f"{what}: " + ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in sorted(counts.items())))


def _print_asking(asking: AskTally) -> None:
    """Name what the model has left undone, and exit with 3 if there is such a thing."""
    if not asking.failures and not asking.called_off:
        return
    _print_faults(asking.failures)
    kinds = ", ".join(f"{count} {kind.replace('_', ' ')}" for kind, count in asking.kinds.most_common())
    print(f"{len(asking.failures)} requests failed: {kinds}")
    why = f"{asking.called_off}; " if asking.called_off else ""
    print(f"diorama: {why}the same command asks again for what is missing", file=sys.stderr)
    raise typer.Exit(FAILURES_LEFT)
