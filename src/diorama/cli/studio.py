"""Commands of the studio."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from diorama.cli.base import app


class ServeUnlessNamed(TyperGroup):
    """`diorama studio DIR` is `diorama studio serve DIR`; only the names of its commands come first."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and args[0] not in (*self.commands, "--help"):
            args = ["serve", *args]
        return super().parse_args(ctx, args)


studio_app = typer.Typer(
    cls=ServeUnlessNamed,
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Browse, review, annotate and take the test, in a browser, by several people.\n\n"
    "`diorama studio DIR …` is short for `diorama studio serve DIR …`.",
    short_help="Browse, review, annotate and take the test, in a browser, by several people.",
)
app.add_typer(studio_app, name="studio")

Db = Annotated[
    str, typer.Option("--db", help="A database: postgresql://user@host/name, or sqlite:///file.db; else a file in DIR.")
]


@studio_app.command("serve")
def serve_studio(
    folder: Annotated[Path, typer.Argument(help="The folder with datasets and answers.", metavar="DIR")],
    db: Db = "",
    host: Annotated[
        str, typer.Option(help="The address to listen on; 0.0.0.0 for all of this machine's.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 for any that is free.")] = 8765,
    public_url: Annotated[
        str, typer.Option(help="How people reach it through a proxy, such as https://studio.example.org.")
    ] = "",
    writer: Annotated[
        str, typer.Option(help="A model that proposes wrong options in the repair tool, such as openai/gpt-5.")
    ] = "",
    writer_url: Annotated[str, typer.Option(help="The address of that model's server.")] = "",
) -> None:
    """Serve the studio of a folder; prints its address, and a link for the first person.

    Example: diorama studio bench --port 8765
    """
    from diorama.studio import Settings, serve

    settings = Settings(
        folder=folder, db=db, host=host, port=port, public_url=public_url, writer=writer, writer_url=writer_url
    )
    serve(settings, say=lambda line: print(line, flush=True))


@studio_app.command("sync-footage")
def step_footage(
    folder: Annotated[Path, typer.Argument(help="The folder with datasets and footage.", metavar="DIR")], db: Db = ""
) -> None:
    """Bring the footage of a studio in step with its files: before `diorama video finalise`, or after other edits.

    Example: diorama studio sync-footage bench
    """
    from diorama.studio import Settings, open_studio
    from diorama.studio.footage.files import step_all

    studio = open_studio(Settings(folder=folder, db=db))
    try:
        for line in step_all(studio):
            print(line)
    finally:
        studio.close()


Folder = Annotated[Path, typer.Argument(help="The folder of the studio.", metavar="DIR")]


@studio_app.command("export")
def export_studio(
    folder: Folder,
    file: Annotated[Path, typer.Argument(help="A new file: .jsonl for JSON lines, .zip for CSV.", metavar="FILE")],
    db: Db = "",
) -> None:
    """Write everything that people decided into a file, without passwords; also while the studio runs.

    Example: diorama studio export bench decisions.jsonl
    """
    from diorama.studio import Settings
    from diorama.studio.copies.exporting import export_file, opened

    with opened(Settings(folder=folder, db=db)) as storage:
        count = export_file(storage, file)
    print(f"{count:,} rows are in {file}")


@studio_app.command("import")
def import_studio(
    file: Annotated[Path, typer.Argument(help="What `export` wrote, in either form.", metavar="FILE")],
    folder: Folder,
    db: Db = "",
) -> None:
    """Fill an empty studio with what was exported from another; prints a link for each admin to choose a password.

    Example: diorama studio import decisions.jsonl copy
    """
    from diorama.studio import Settings
    from diorama.studio.copies.exporting import import_file, opened, password_links

    settings = Settings(folder=folder, db=db)
    with opened(settings, make=True) as storage:
        count = import_file(storage, file)
        links = password_links(storage)
    print(f"{count:,} rows were imported")
    for name, token in links:
        print(f"{name} chooses a password, once the studio runs: {settings.address}/join/{token}")


@studio_app.command("backup")
def back_up_studio(
    folder: Folder,
    file: Annotated[Path, typer.Argument(help="A new file.", metavar="FILE")],
    db: Db = "",
) -> None:
    """Copy a studio into one file, with passwords, while it runs; keep that file like a secret.

    Example: diorama studio backup bench studio.backup
    """
    from diorama.studio import Settings
    from diorama.studio.copies.backup import back_up

    size = back_up(Settings(folder=folder, db=db), file)
    print(f"{file} holds the studio of {folder} ({size:,} bytes)")


@studio_app.command("restore")
def restore_studio(
    file: Annotated[Path, typer.Argument(help="What `backup` wrote.", metavar="FILE")],
    folder: Folder,
    db: Db = "",
) -> None:
    """Bring a studio back from a backup, where there is none.

    Example: diorama studio restore studio.backup bench
    """
    from diorama.studio import Settings
    from diorama.studio.copies.backup import restore

    print(restore(file, Settings(folder=folder, db=db)))
