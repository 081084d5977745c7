"""Commands that look inside a model."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from diorama.cli.base import FAILURES_LEFT, app
from diorama.errors import DioramaError, UnknownName, harmless

if TYPE_CHECKING:
    from diorama.lab.runs import Instrument

lab_app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Look inside a model: where it looks, what its answer depends on, and where structure is lost.\n\n"
    "    diorama lab sites Qwen/Qwen3-VL-8B-Thinking\n\n"
    "    diorama lab dgar mybench --model Qwen/Qwen3-VL-8B-Thinking --device cuda --out dgar\n\n"
    "    diorama lab trace mybench --model ./my-model --limit 20 --out trace\n\n"
    "Stopped and started again, a command does what is missing. Exit codes: 0 done, 3 some samples failed (memory), "
    "2 bad input, 130 interrupted.",
    short_help="Look inside a model: attention, causal tracing, probes.",
)
app.add_typer(lab_app, name="lab")

Folder = Annotated[Path, typer.Argument(help="A dataset.", metavar="DIR")]
Model = Annotated[str, typer.Option(help="A folder with a model of the transformers library, or its name on the hub.")]
Out = Annotated[Path, typer.Option(help="The folder of examples, tables and figures.")]
Logs = Annotated[Path | None, typer.Option(help="A file of answers: its replies are taken, not the model's own.")]
Only = Annotated[str | None, typer.Option(help="Only what ended so in another run: wrong:FILE, right:FILE …")]
Limit = Annotated[int | None, typer.Option(min=1, help="Only the first so many samples.")]
Tasks = Annotated[list[str] | None, typer.Option("--task", help="Only this task; may be repeated.")]
Device = Annotated[str, typer.Option(help="cpu, cuda, mps, map (spread over all cards), or auto.")]
Dtype = Annotated[str, typer.Option(help="float32, bfloat16, float16, or auto: as the weights are stored.")]
MaxTokens = Annotated[int, typer.Option(min=1, help="The longest reply, thoughts included.")]
Margin = Annotated[str, typer.Option(help="By how much depths must differ: scaled (by the scene), or paper (0.3 m).")]
Depths = Annotated[
    Path | None, typer.Option(help="A folder of your own depth maps, ID.png in millimetres; needs --masks.")
]
Providers = Annotated[
    list[str] | None,
    typer.Option(help="depth=…, segment=…, detect=…: regions from the picture by these; may be repeated."),
]
Masks = Annotated[Path | None, typer.Option(help="A folder of your own masks of the target, ID.png, white on black.")]


@lab_app.command("sites")
def list_sites(model: Annotated[str, typer.Argument(help="A model's folder or its name on the hub.")]) -> None:
    """List the sites of a model: where its states can be kept, corrupted and restored.

    Example: diorama lab sites Qwen/Qwen3-VL-8B-Thinking
    """
    from diorama.lab import sites_of
    from diorama.lab.sites import chosen_sites
    from diorama.lab.subject import outline_of

    subject = outline_of(model)
    usual = {site.name for site in chosen_sites(subject, "paper")}
    print(f"{subject.family.name}; those of the preset paper bear a *")
    for site in sites_of(subject):
        print(
            f"{site.name:14} {'*' if site.name in usual else ' '} {site.path}{' (input)' if site.takes_input else ''}"
        )


@lab_app.command("dgar")
def run_dgar(
    folder: Folder, model: Model, out: Out, logs: Logs = None, only: Only = None, limit: Limit = None,
    task: Tasks = None, device: Device = "auto", dtype: Dtype = "auto", max_tokens: MaxTokens = 4096,
    margin: Margin = "scaled", depths: Depths = None, masks: Masks = None, provider: Providers = None,
) -> None:  # fmt: skip
    """Where attention falls when the answer begins: on the target, where the answer lies in depth, or elsewhere.

    Looks at T1, T2 and T3 of `structure`.

    Example: diorama lab dgar mybench --model ./qwen3-vl --logs logs/run.answers.jsonl --only
    wrong:logs/run.answers.jsonl --out dgar
    """
    from diorama.lab.dgar import Dgar
    from diorama.lab.perceived import source_of

    look, source = source_of(depths, masks, provider or ())
    instrument = Dgar(margin=one_of("margin", margin, "scaled", "paper"), look_at=look, source=source)
    _run(instrument, folder, model, out, logs, only, limit, task, ("T1", "T2", "T3"), device, dtype, max_tokens)


@lab_app.command("trace")
def run_trace(
    folder: Folder, model: Model, out: Out, logs: Logs = None, only: Only = None, limit: Limit = None,
    task: Tasks = None, device: Device = "auto", dtype: Dtype = "auto", max_tokens: MaxTokens = 4096,
    margin: Margin = "scaled", depths: Depths = None, masks: Masks = None, provider: Providers = None,
    sites: Annotated[str, typer.Option(help="paper (17 in its model), all, or names with commas.")] = "paper",
    restore: Annotated[str, typer.Option(help="all places of a site, or only those of the corrupted region.")] = "all",
    corrupt: Annotated[
        list[str] | None, typer.Option(help="target, correct, answer; all three unless given; may be repeated.")
    ] = None,
    draws: Annotated[int, typer.Option(min=1, max=100, help="Noises that are drawn for each region.")] = 3,
    seed: Annotated[int, typer.Option(min=0, help="Of the noise.")] = 0,
) -> None:  # fmt: skip
    """What an answer depends on, and after which site corrupted patches can still be mended.

    Looks at T1, T2 and T3 of `structure`.

    Example: diorama lab trace mybench --model ./qwen3-vl --restore region --corrupt target --limit 20 --out trace
    """
    from diorama.lab.perceived import source_of
    from diorama.lab.trace import CORRUPTIONS, Trace, check_corruptions

    look, source = source_of(depths, masks, provider or ())
    instrument = Trace(
        sites=sites, where=one_of("way to restore", restore, "all", "region"), corruptions=check_corruptions(corrupt
        or CORRUPTIONS), draws=draws, seed=seed,
        margin=one_of("margin", margin, "scaled", "paper"), look_at=look, source=source,
    )  # fmt: skip
    _run(instrument, folder, model, out, logs, only, limit, task, ("T1", "T2", "T3"), device, dtype, max_tokens)


@lab_app.command("reflect")
def run_reflect(
    folder: Folder, model: Model, out: Out, logs: Logs = None, only: Only = None, limit: Limit = None,
    task: Tasks = None, device: Device = "auto", dtype: Dtype = "auto", max_tokens: MaxTokens = 4096,
) -> None:  # fmt: skip
    """Whether late vision blocks, and the layer where picture and words meet, look at mirror images.

    Looks at T4 of `structure`.

    Example: diorama lab reflect mybench --model ./qwen3-vl --limit 20 --out reflect
    """
    from diorama.lab.reflections import Reflect

    _run(Reflect(), folder, model, out, logs, only, limit, task, ("T4",), device, dtype, max_tokens)


@lab_app.command("probe")
def run_probe(
    folder: Folder, model: Model, out: Out, limit: Limit = None, task: Tasks = None, device: Device = "auto",
    dtype: Dtype = "auto", seed: Annotated[int, typer.Option(min=0, help="Of the tokens that are drawn.")] = 0,
    width: Annotated[
        int, typer.Option(min=16, max=65536, help="Wider states are projected onto so many directions.")
    ] = 256,
) -> None:  # fmt: skip
    """What a straight line can read off each site: depth, what is nearer, what is hidden, what hides what.

    Looks at T1, T2 and T3 of `structure`, unless told otherwise. Nobody is asked: the picture alone matters.

    Example: diorama lab probe mybench --model ./qwen3-vl --limit 200 --out probe
    """
    from diorama.lab.activations import Activations

    instrument = Activations(seed=seed, width=width)
    _run(instrument, folder, model, out, None, None, limit, task, ("T1", "T2", "T3"), device, dtype, 1)


@lab_app.command("organism")
def run_organism(
    out: Annotated[Path, typer.Argument(help="The folder that is made, or gone on with.", metavar="OUT")],
    samples: Annotated[int, typer.Option(min=1, help="Questions to learn from, each time one is asked counted.")] = (
        40_000
    ),
    minutes: Annotated[float, typer.Option(min=0.01, help="The longest training may take, without drawing.")] = 16.0,
    seed: Annotated[int, typer.Option(min=0, help="Of worlds, weights and batches.")] = 0,
    pictures: Annotated[int, typer.Option(min=32, help="Pictures that are drawn to train on.")] = 6_000,
    held_out: Annotated[int, typer.Option(min=1, help="Questions of the dataset that is kept apart.")] = 200,
    workers: Annotated[int, typer.Option(min=1, help="Processes that draw.")] = 2,
) -> None:
    """Train a tiny model that answers one kind of what-if question: something to try the other commands on.

    OUT gets model-untrained, model-trained, data (held-out questions, task T1 of `structure`) and training.csv.

    Example: diorama lab organism organism --minutes 10
    """
    from diorama.lab.organisms import OrganismOrder, make_organism
    from diorama.progress import bar

    order = OrganismOrder(out, samples, minutes, seed, pictures, held_out, workers)
    with ExitStack() as bars:

        def begin(what: str, done: int, total: int) -> Callable[[], None]:
            bars.close()
            return bars.enter_context(bar(f"{out.name}, {what}"))(done, total)

        made = make_organism(order, begin)
    last = made.rows[-1]
    print(harmless(
        f"{last.samples} questions in {last.seconds / 60:.1f} minutes: {last.held_out:.1%} of held-out ones are right "
        f"(chance {last.chance:.1%})"
    ))  # fmt: skip
    for path in (made.untrained, made.model, made.data, made.table):
        print(path)


def one_of(what: str, name: str, *known: str) -> Any:
    """A word that is one of a few."""
    if name not in known:
        raise UnknownName(what, name, known)
    return name


def _run(
    instrument: Instrument, folder: Path, model: str, out: Path, logs: Path | None, only: str | None,
    limit: int | None, tasks: list[str] | None, usual: tuple[str, ...], device: str, dtype: str, max_tokens: int,
) -> None:  # fmt: skip
    """Go through the samples, then write tables and figures, and say what came of it."""
    from diorama.ask.source import Selection, Source
    from diorama.ask.subsets import ids_from_run
    from diorama.lab.finishing import finish, read_analysis
    from diorama.lab.runs import LabOrder, look_at
    from diorama.progress import bar

    source = Source(folder)
    present = {entry.task for entry in source.entries.values()}
    wanted = tasks or [name for name in usual if name in present]
    if not wanted:
        raise DioramaError(f"{folder} has none of the tasks that this looks at: {', '.join(usual)}")
    select = Selection(
        tasks=wanted, ids=None if only is None else ids_from_run(only, source.fingerprint), limit=limit
    )  # fmt: skip
    order = LabOrder(folder, model, out, select, logs, device, dtype, max_tokens)
    with bar(f"{model}, {instrument.name}") as start:
        outcome = look_at(order, instrument, progress=start)
    for reason, count in outcome.found.most_common():
        told = "looked at" if reason == "whole" else reason if reason.startswith("failed: ") else f"left out: {reason}"
        print(harmless(f"{count} {told}"))
    analysed = read_analysis(out)
    for path in finish(analysed):
        print(path)
    for sentence in analysed.words():
        print(harmless(sentence))
    if outcome.failed:
        print(harmless(f"{outcome.failed} failed: the same command tries them again"))
        raise typer.Exit(FAILURES_LEFT)
