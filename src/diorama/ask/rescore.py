"""`diorama rescore`: score the replies of earlier runs again, by today's rules or with other helpers.

Nothing is asked anew: a verdict is a function of the stored reply.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from diorama.ask.logs import answer_files
from diorama.ask.outbox import Outbox
from diorama.ask.records import Record, judged_again
from diorama.ask.run_files import RunFile, RunInfo, read_run
from diorama.ask.scoring import ALONE, Helpers, helper_roles, score_reply, shared_url
from diorama.ask.source import Source
from diorama.ask.wordings import reworded_questions
from diorama.data import load, read_keys
from diorama.data.dataset import require_whole
from diorama.data.manifest import FILE
from diorama.errors import DioramaError
from diorama.kinds import Key, Verdict

Advance = Callable[[], None]
DISK_SECONDS = 60.0
"""How long to wait for space, if the disk takes no more."""
FAILURES_IN_A_ROW = 32
"""After so many a helper that is down is left alone."""


@dataclass(frozen=True)
class Rescored:
    """What rescoring did to one run."""

    path: Path
    replies: int
    """How many there were to score."""
    scored: int
    """How many were scored again; the rest had been scored by the same rules."""
    changes: Counter[tuple[Verdict, Verdict]] = field(default_factory=Counter)
    """How often one verdict became another."""
    left: int = 0
    """Replies that still could not be scored; those that had a verdict before have kept it."""
    why: str = ""
    """Why the last of them could not."""
    scored_by: str = ""
    """Who gave the verdicts, if not our rules: then they were left as they are."""

    def line(self) -> str:
        """What happened, for people."""
        if self.scored_by:
            return f"{self.path}: scored by {self.scored_by}; left as it is"
        moved = ", ".join(
            f"{n} {before.value.replace('_', ' ')} → {after.value.replace('_', ' ')}"
            for (before, after), n in sorted(self.changes.items())
        )
        again = f"could still not be scored ({self.why}): the same command takes them up"
        left = f"; {self.left} {again}" if self.left else ""
        done = f"{self.scored} of {self.replies} replies scored again, {moved or 'no verdict changed'}"
        return f"{self.path}: {done}{left}"


def run_paths(paths: Sequence[str | Path]) -> list[Path]:
    """The files of answers under some paths."""
    found = answer_files(paths)
    if not found:
        raise DioramaError(f"no answers in {', '.join(map(str, paths))}: run `diorama eval` first")
    return found


def rescore(
    path: Path,
    *,
    data: Path | None = None,
    reader: str | None = None,
    grader: str | None = None,
    lenient: bool = False,
    cache: bool = False,
    progress: Callable[[int, int], Advance] | None = None,
) -> Rescored:
    """Score one run again, with the reader and grader it had unless others (or "" for none) are given.

    Scoring that is `lenient` forgives wrong colours; with `cache`, equal requests to a helper are sent once. What is
    done is skipped: an interrupted rescore continues where it stopped.
    """
    if (found := read_run(path)).info.scored_by:
        return Rescored(path, len(found.records), 0, scored_by=found.info.scored_by)
    with RunFile(path.parent, found.info, path=path) as file:
        run = read_run(path)
        reader = run.info.reader if reader is None else reader
        grader = run.info.grader if grader is None else grader
        replies = [r for r in run.records if not r.to_ask_again]
        wanted = {r.sample_id for r in replies}
        folder = find_folder(run.info, data)
        asked = reworded_questions(folder, run.info.wordings)
        all_keys = (
            replace(key, lenient=lenient, question=asked.get(key.sample_id, key.question)) for key in read_keys(folder)
        )
        keys = {key.sample_id: key for key in all_keys if key.sample_id in wanted}
        if foreign := wanted - keys.keys():
            raise DioramaError(f"{path}: the sample '{min(foreign)}' is not in the dataset; the file was changed")
        names = Helpers(reader_name=reader, grader_name=grader)
        stale = [r for r in replies if r.may_be_scored or r.scoring != names.scoring(keys[r.sample_id])]
        advance = progress(len(replies) - len(stale), len(replies)) if progress is not None else None
        before = {(r.sample_id, r.repeat): r.verdict for r in stale}
        changes: Counter[tuple[Verdict, Verdict]] = Counter()
        heard = left = in_a_row = 0
        why = ""

        outbox = Outbox(file.add)

        def scored(record: Record) -> bool:
            """Keep a new verdict, unless a helper failed and there was one before; False calls the whole off."""
            nonlocal heard, left, why, in_a_row
            heard += 1
            was = before[record.sample_id, record.repeat]
            if record.may_be_scored:
                left, why, in_a_row = left + 1, record.note, in_a_row + 1
            else:
                in_a_row = 0
            if not record.may_be_scored or was is Verdict.UNSCORED:
                outbox.add(record)
                if was is not record.verdict:
                    changes[was, record.verdict] += 1
            if advance is not None:
                advance()
            return in_a_row < FAILURES_IN_A_ROW and not outbox.fault

        if reader or grader:
            _with_models(stale, keys, run.info, helper_roles(reader, grader), scored, Source(folder), cache)
        else:
            for record in _alone(stale, keys):
                if not scored(record):
                    break
        if unwritten := outbox.write_or_save(DISK_SECONDS if reader or grader else 0.0, path):
            raise DioramaError(unwritten)
        done = heard - left
        helpers = {"reader": reader, "grader": grader} if done == len(stale) else {}
        file.compact(run.info.model_copy(update=helpers))
    return Rescored(path, len(replies), done, changes, len(stale) - done, why)


def find_folder(info: RunInfo, named: Path | None) -> Path:
    """The dataset of a run, where it was or where the user says; its checksum must match, so that keys fit replies."""
    folder = named or Path(info.folder)
    try:
        fingerprint = load(folder).fingerprint
    except DioramaError as error:
        is_there = (folder / FILE).exists()
        moved = "name its runs by themselves" if is_there else "if it has moved, name it with --data"
        raise DioramaError(f"the dataset of the run cannot be opened ({error}); {moved}") from None
    if fingerprint != info.dataset:
        raise DioramaError(f"{folder} is {fingerprint}, but the run is of {info.dataset}: name its dataset with --data")
    require_whole(folder)
    return folder


def _alone(records: Sequence[Record], keys: Mapping[str, Key]) -> Iterator[Record]:
    for record in sorted(records, key=lambda r: r.sample_id):  # what was worked out for a sample is then still at hand
        key = keys[record.sample_id]
        judgement = score_reply(key, record.reply, filtered=record.filtered, cut=record.cut)
        yield judged_again(record, judgement, scoring=ALONE.scoring(key))


def _with_models(
    records: Sequence[Record], keys: Mapping[str, Key], info: RunInfo, roles: Mapping[str, str],
    scored: Callable[[Record], bool], source: Source, cache: bool,
) -> None:  # fmt: skip
    from diorama.ask.engine import require

    require()
    from diorama.ask.engine.launch import Limits, open_model
    from diorama.ask.engine.scoring import score_records

    models = {n: open_model(name, base_url=shared_url(info.model, info.base_url, name)) for n, name in roles.items()}
    score_records(records, keys, models, Limits(), scored, source, cache=cache)
