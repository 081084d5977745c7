"""From logs to files: the page, and the tables as CSV, Markdown and LaTeX."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from pathlib import Path

from diorama.ask.causes import CAUSES, CauseRecord, cause_files, latest_causes, read_causes
from diorama.ask.logs import answer_files, load_runs
from diorama.ask.run_files import ENDING, Run, artefacts_of, read_run
from diorama.ask.source import Source
from diorama.ask.summary_lines import scoring_warning
from diorama.ask.tables import scorings
from diorama.data import whole_file
from diorama.errors import DioramaError
from diorama.report import summary
from diorama.report.analyses import Analysis, LeftOut, analyse, material_of
from diorama.report.analyses.laboratory import laboratory
from diorama.report.cards import Gallery
from diorama.report.families import read_families
from diorama.report.grid import CELL_HEADER, Grid, cells_of_grid, to_csv, to_latex, to_markdown, to_text
from diorama.report.layout import suites_of
from diorama.report.page import GALLERY, write_page
from diorama.report.published import beside, flat_published, origin_of
from diorama.report.rows import Row, protocol_warning, rows_of, unfinished_warning

log = logging.getLogger(__name__)


def make_report(
    logs: Sequence[str | Path],
    *,
    out: Path | None = None,
    csv: Path | None = None,
    markdown: Path | None = None,
    latex: Path | None = None,
    data: Path | None = None,
    gallery: int = GALLERY,
    proofs: bool = False,
    analyses: Path | None = None,
    families: Path | None = None,
    slow: bool = False,
    lab: Sequence[Path] = (),
    with_published: bool = False,
) -> list[Path]:
    """Write the files that are asked for and return their paths; pictures come from `data` or the runs' own dataset.

    `families` is a file that says to which family models belong; `slow` computes the slow properties of samples too;
    `lab` are folders of `diorama lab`, whose figures and tables are shown too; `with_published` sets the papers'
    numbers beside ours in all of them.
    """
    for path in (out, csv, markdown, latex, analyses):
        if path is not None and not path.resolve().parent.is_dir():
            raise DioramaError(f"{path}: there is no folder {path.resolve().parent}")
        same = path is not None and families is not None and path.resolve() == families.resolve()
        if path is not None and (same or path.name.endswith((ENDING, CAUSES))):
            raise DioramaError(f"{path}: a report is not written over what it is made from; name another file")
    given = None if families is None else read_families(families)
    runs = load_runs(logs)
    rows = rows_of(runs)
    written = []
    found: tuple[Analysis, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    papers: Mapping[str, Sequence[Grid]] = {}
    if any(path is not None for path in (out, markdown, latex, analyses)):
        source = find_data(runs, data)
        papers = published_tables(rows, source) if with_published else {}
        judged = causes_by_run(logs)
        inside = laboratory(lab)
        found, left_out = analyse(material_of(rows, source=source, slow=slow, families=given, judged=judged))
        found = (*found, *inside)
    if out is not None:
        title = f"Diorama report: {runs[0].info.dataset.split('@')[0]}"
        gallery_of = Gallery(source, gallery, proofs, artefact_folders(logs))
        write_page(rows, out, title=title, gallery=gallery_of, analyses=(found, left_out), published=papers)
        written.append(out)
    grids = analysis_tables(found)
    texts: list[tuple[Path | None, Callable[[], str]]] = [
        (csv, lambda: as_csv(rows, with_published)),
        (markdown, lambda: as_markdown(rows, grids, papers)),
        (latex, lambda: as_latex(rows, grids, papers)),
        (analyses, lambda: as_cells([*flattened(papers.values()), *grids])),
    ]
    for path, make in texts:
        if path is not None:
            _write(path, make())
            written.append(path)
    return written


def find_data(runs: Sequence[Run], named: Path | None) -> Source | None:
    """The dataset of the runs, if it is still there with the same checksum, so that pictures fit questions."""
    wanted = runs[0].info.dataset
    if named is not None:
        source = Source(named)
        if source.fingerprint != wanted:
            raise DioramaError(f"{named} is {source.fingerprint}, but the logs are of {wanted}")
        return source
    for folder in dict.fromkeys(run.info.folder for run in runs if run.info.folder):
        try:
            source = Source(folder)
            if source.fingerprint == wanted:
                return source
        except DioramaError:
            continue
    return None


def artefact_folders(logs: Sequence[str | Path]) -> dict[str, Path]:
    """The folder of each run's artefacts, by the run's key."""
    files = [path for path in answer_files(logs) if artefacts_of(path).is_dir()]
    return {read_run(path).info.key: artefacts_of(path) for path in files}


def causes_by_run(logs: Sequence[str | Path]) -> dict[str, tuple[CauseRecord, ...]]:
    """What judges said of wrong answers, by the key of the run; a file that cannot be read is left out."""
    found: dict[str, tuple[CauseRecord, ...]] = {}
    for answers, causes in cause_files(answer_files(logs)):
        try:
            key, said = read_run(answers).info.key, read_causes(causes)
        except DioramaError as error:
            log.warning("left out: %s", error)
            continue
        found[key] = latest_causes((*found.get(key, ()), *said))
    return found


def results_text(
    logs: Sequence[str | Path], width: int = 120, *, data: Path | None = None, with_published: bool = False
) -> str:
    """The results and the accounting as text for a terminal."""
    runs = load_runs(logs)
    rows = rows_of(runs)
    suites = suites_of([r for row in rows for r in row.records])
    asked = summary.settings(rows)
    papers = published_tables(rows, find_data(runs, data)) if with_published else {}
    results = [grid for suite in suites for grid in (summary.results(rows, suite), *papers.get(suite, ()))]
    grids = [*results, *([asked] if asked is not None else []), summary.accounting(rows)]
    mixed = scorings(r for row in rows for r in row.records)
    warnings = [f"warning: {scoring_warning(kind, ways)}\n" for kind, ways in mixed.items()]
    warnings += [f"warning: {words}\n" for words in (unfinished_warning(rows), protocol_warning(rows)) if words]
    return "\n".join([*(to_text(grid, width) for grid in grids), *warnings])


def published_tables(rows: Sequence[Row], source: Source | None) -> dict[str, tuple[Grid, ...]]:
    """For each suite the tables in which the numbers of its paper stand beside ours."""
    origin = origin_of(source)
    return {suite: beside(rows, suite, origin) for suite in suites_of([r for row in rows for r in row.records])}


def flattened(groups: Iterable[Sequence[Grid]]) -> list[Grid]:
    return [grid for group in groups for grid in group]


def tables(rows: Sequence[Row], papers: Mapping[str, Sequence[Grid]]) -> list[Grid]:
    """Every table of a report in its order; `papers` are those with published numbers, by suite."""
    suites = suites_of([r for row in rows for r in row.records])
    makers = (
        summary.settings, summary.accounting, summary.failures, summary.comparison, summary.further, summary.spent,
    )  # fmt: skip
    rest = [grid for make in makers if (grid := make(rows)) is not None]
    return [*flattened((summary.results(rows, suite), *papers.get(suite, ())) for suite in suites), *rest]


def analysis_tables(found: Sequence[Analysis]) -> list[Grid]:
    """Every table of the analyses, those that a page folds away included."""
    return [grid for one in found for grid in (*one.grids, *one.details)]


def as_markdown(
    rows: Sequence[Row], more: Sequence[Grid] = (), papers: Mapping[str, Sequence[Grid]] | None = None
) -> str:
    return "\n".join(map(to_markdown, [*tables(rows, papers or {}), *more]))


def as_latex(
    rows: Sequence[Row], more: Sequence[Grid] = (), papers: Mapping[str, Sequence[Grid]] | None = None
) -> str:
    return "% needs \\usepackage{booktabs}\n" + "\n".join(map(to_latex, [*tables(rows, papers or {}), *more]))


def as_cells(grids: Sequence[Grid]) -> str:
    """One line for each cell of some tables, with the number behind it and its interval."""
    return to_csv(CELL_HEADER, (cell for grid in grids for cell in cells_of_grid(grid)))


def as_csv(rows: Sequence[Row], with_published: bool = False) -> str:
    """A line for each row and task; with published numbers, lines of these after them."""
    header = summary.header()
    return to_csv(header, chain(summary.flat(rows), flat_published(rows, header) if with_published else ()))


def _write(path: Path, text: str) -> None:
    with whole_file(path) as file:
        file.write(text.encode("utf-8", "replace"))
