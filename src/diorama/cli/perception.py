"""Commands about pictures that were made elsewhere: what is in them, and questions about them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from diorama.cli.base import FAILURES_LEFT, Seed, app
from diorama.errors import DioramaError, harmless

MOST_LINES = 40
"""Pictures that are named one by one."""
BY_DEFAULT = "pictures"


class _PicturesByDefault(TyperGroup):
    """A group whose first word may be a picture: then it is the command `pictures` that is meant."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        own = {*self.commands, "--help"}
        return super().parse_args(ctx, args if not args or args[0] in own else [BY_DEFAULT, *args])


perceive_app = typer.Typer(
    cls=_PicturesByDefault,
    no_args_is_help=True,
    rich_markup_mode=None,
    help="See what is in pictures that were made elsewhere: things, masks, depth, who hides whom.\n\n"
    '    diorama perceive kitchen.jpg --provider "detect=owlv2(model=\'weights/owlv2\')" --names "mug, vase"\n\n'
    "A picture, or a folder of them, may stand in place of a command: `diorama perceive pictures --help` says how.",
    short_help="See what is in pictures that were made elsewhere.",
)
app.add_typer(perceive_app, name="perceive")

Providers = Annotated[
    list[str] | None,
    typer.Option("--provider", help="ROLE=PROVIDER, such as detect=owlv2(model='FOLDER'); may be repeated."),
]
Names = Annotated[
    str | None,
    typer.Option(help="What to look for: names with commas, a text file, or a folder with a text file a picture."),
]


@perceive_app.command(BY_DEFAULT)
def perceive_pictures(
    images: Annotated[list[Path], typer.Argument(help="Pictures, or folders of them.", metavar="IMAGE")],
    out: Annotated[Path, typer.Option(help="The folder of pages, maps and JSON files.")] = Path("perceived"),
    provider: Providers = None,
    names: Names = None,
) -> None:
    """Find things, cut them out, say how far they are and who hides whom; write a page about each picture.

    Unless given, segment=grabcut and depth=plane, which need no weights; who finds things has to be said. A picture
    that cannot be used is named in one line, and the rest goes on; then the exit code is 1, or 3 if a provider failed.

    Examples: diorama perceive kitchen.jpg --provider "detect=owlv2(model='owlv2')" --names "mug, vase, red box";
    diorama perceive photos --provider "detect=files(boxes='boxes', pictures='photos')" --out seen
    """
    from diorama.perceive.construct.perception import Unusable, folder_of, pictures_in, read_perception
    from diorama.perceive.showing.folder import make_folder, names_for, show_picture
    from diorama.progress import track

    perception = read_perception(provider or (), names)
    named = names_for(pictures_in(images))
    make_folder(out, {*map(folder_of, images), *perception.reads_from()})
    unusable: list[str] = []
    failed: list[str] = []
    for path, name in track(named, "perceiving", total=len(named)):
        try:
            shown = show_picture(path, name, out, perception)
        except Unusable as error:
            unusable.append(str(error))
        except DioramaError as error:
            failed.append(f"{path.name}: {error}")
        else:
            asked = f"{shown.accepted} of {shown.accepted + shown.rejected} questions pass their gates"
            page = " ".join(harmless(str(shown.page)).split())
            print(f"{page}: {shown.things} things, {shown.edges} pairs of which one hides the other; {asked}")
    _end(unusable, failed, len(named))


@app.command("construct")
def construct_samples(
    folder: Annotated[Path, typer.Argument(help="A folder of pictures.")],
    task: Annotated[str, typer.Option(help="Tasks of structure with commas: T1,T2,T3,T4,T5,T6.")],
    out: Annotated[Path, typer.Option(help="The folder of the dataset; one that was begun is continued.")],
    provider: Providers = None,
    names: Names = None,
    each: Annotated[int, typer.Option(min=1, max=100, help="Samples of each task for a picture, at most.")] = 3,
    seed: Seed = 0,
) -> None:
    """Make questions with answers from pictures, as a dataset of samples that wait for people to review them.

    What a gate rejects is counted, and listed in OUT/construction. A picture that cannot be used is named in one line,
    and the rest goes on; then the exit code is 1, or 3 if a provider failed: the same command tries those again.

    Examples: diorama construct photos --task T1,T2,T3 --provider "detect=owlv2(model='owlv2')" --out pending;
    diorama construct photos --task T1 --provider "detect=files(boxes='boxes', pictures='photos')" --out pending
    """
    from diorama.perceive.construct.constructing import JOURNALS, ConstructOrder, check_tasks, construct
    from diorama.perceive.construct.perception import pictures_in, read_perception
    from diorama.perceive.construct.samples import Wish
    from diorama.progress import bar

    tasks, needed = check_tasks(task)
    if not folder.is_dir():
        raise DioramaError(f"there is no folder {folder}")
    perception = read_perception(provider or (), names, needed=needed)
    order = ConstructOrder(tuple(pictures_in([folder])), out, perception, Wish(tasks, each, seed))
    with bar("constructing") as start:
        tally = construct(order, start(0, len(order.pictures)))
    made = ", ".join(f"{name} {count}" for name, count in sorted(tally.samples.items())) or "none"
    print(f"{tally.samples.total()} samples from {tally.pictures} pictures in {out}, to be reviewed ({made})")
    for reason, times in sorted(tally.rejected.items(), key=lambda item: (-item[1], item[0])):
        print(harmless(f"{times:6d} rejected: {reason}"))
    for name, times in sorted(tally.silent.items()):
        print(f"{times:6d} pictures allow no question: {name}")
    if tally.rejected:
        print(f"what was rejected is listed in {out / JOURNALS}")
    _end(tally.unusable, tally.failed, len(order.pictures))


def _end(unusable: list[str], failed: list[str], pictures: int) -> None:
    """Name the pictures of which nothing came, and end as that demands."""
    lines = [*unusable, *failed]
    if len(lines) == pictures and not failed:
        for line in lines[1:MOST_LINES]:
            print(harmless(f"diorama: {line}"), file=sys.stderr)
        raise DioramaError(lines[0])
    for line in lines[:MOST_LINES]:
        print(harmless(f"diorama: {line}"), file=sys.stderr)
    if len(lines) > MOST_LINES:
        print(f"diorama: … and {len(lines) - MOST_LINES} more", file=sys.stderr)
    if failed:
        raise typer.Exit(FAILURES_LEFT)
    if unusable:
        raise typer.Exit(1)
