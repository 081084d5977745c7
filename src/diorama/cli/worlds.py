"""Commands about worlds and what they are made of."""

from __future__ import annotations

from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from diorama.cli.base import Packs, Preset, Renderer, Seed, app, check_parent, save_png
from diorama.errors import DioramaError

if TYPE_CHECKING:
    from diorama.world import Asset


@app.command("assets")
def list_assets(
    nouns: Annotated[list[str] | None, typer.Argument(help="Only these; all if none are named.")] = None,
    sheet: Annotated[Path | None, typer.Option(help="Draw them all into this PNG.")] = None,
    tag: Annotated[str | None, typer.Option(help="Only those that belong there: kitchen, toy, vehicle …")] = None,
    pack: Packs = None,
) -> None:
    """List the assets, or draw a contact sheet of them; with --pack, those of the pack.

    Examples: diorama assets --tag vehicle; diorama assets --sheet all.png; diorama assets mug bowl --sheet two.png
    """
    from diorama.world import assets, get_asset

    theirs = _load_packs(pack)
    everything = [a for a in assets(tag=tag).values() if not pack or a in theirs]
    chosen = [get_asset(n) for n in nouns] if nouns else everything
    if not chosen:
        raise DioramaError(f"no asset {'of the pack ' if pack else ''}has the tag '{tag}'")
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

    check_parent(sheet, ".png")
    save_png(asset_sheet(track([a.noun for a in chosen], "drawing"), count=len(chosen)), sheet)
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
    preset: Preset = None,
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
    taken = signature(make, follow_wrapped=False).parameters
    if foreign := [option for option in given if option not in taken]:
        raise DioramaError(f"the layout '{layout}' takes no --{' and no --'.join(foreign).replace('chains', 'chain')}")
    world = make(seed=seed, **given)
    for path in write_view(look(world, width=width, height=height), out, renderer=renderer, preset=preset):
        print(path)


def _load_packs(folders: list[Path] | None) -> list[Asset]:
    if not folders:
        return []
    from diorama.world.packs import load_pack

    return [asset for folder in folders for asset in load_pack(folder)]
