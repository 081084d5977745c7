"""Other words for the same questions: one fixed wording for each task, or a file of anyone's own.

A sample stores which wordings its question was made of and what fills their gaps, so the question can be put in other
words when it is asked. `varied` is the question as stored.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from string import Formatter

from pydantic import TypeAdapter

from diorama.ask.source import Entry, Source
from diorama.data import Sample, load
from diorama.data.columns import damage_named
from diorama.data.dataset import SHARDS
from diorama.data.shards import read_columns
from diorama.errors import DioramaError, UnknownName, short
from diorama.suites import SUITES, Words
from diorama.suites.words import flat_wordings, text_of
from diorama.world.model import Plain

VARIED, FIXED = "varied", "fixed"
_WORDS: TypeAdapter[tuple[Words, ...]] = TypeAdapter(tuple[Words, ...])
_PLACEHOLDER = re.compile(r"[a-z_][a-z0-9_]*")


class Rewording(Plain):
    """The wordings that replace those of a dataset."""

    name: str
    """``fixed``, or the name of a file."""
    texts: dict[str, dict[str, tuple[str, ...]]]
    """By suite and by the name of the wording."""

    def question(self, suite: str, words: tuple[Words, ...]) -> str:
        """A question in these words."""
        wordings = self.texts.get(suite, {})
        return " ".join(filter(None, (text_of(_fitted(each, wordings), wordings) for each in words)))


def choose_wordings(wanted: str, source: Source, chosen: Collection[Entry]) -> Rewording | None:
    """``varied``, ``fixed`` or a file, checked against every question that is to be asked; None for ``varied``."""
    if wanted == VARIED:
        return None
    suites = sorted({entry.suite for entry in chosen})
    if wanted == FIXED:
        every = sorted({entry.suite for entry in source.entries.values()})
        first = {name: {w: texts[:1] for w, texts in SUITES.get(name).wordings.items()} for name in every
                 if name in SUITES}  # fmt: skip
        made = Rewording(name=FIXED, texts=first)
    else:
        path = Path(wanted)
        if path.suffix.lower() != ".toml":
            raise DioramaError(f"--wordings is {VARIED}, {FIXED} or a file FILE.toml; got '{short(wanted, 80)}'")
        if len(suites) > 1:
            raise DioramaError(f"{path} can hold the wordings of one suite only: choose one with --suite")
        made = Rewording(name=path.name, texts={suites[0]: read_wordings_file(path)})
        if suites[0] in SUITES:
            _check_names(path, suites[0], made.texts[suites[0]])
    ids = {entry.id for entry in chosen}
    for sample_id, suite, task, words in _stored_words(source.folder):
        if sample_id in ids:
            _check(made, sample_id, suite, task, words)
    return made


def reworded(sample: Sample, words: Rewording | None) -> Sample:
    """The sample with its question in other words; one that was made elsewhere keeps its question."""
    if words is None or not sample.words:
        return sample
    return sample.model_copy(update={"question": words.question(sample.suite, sample.words)})


def reworded_questions(folder: Path, words: Rewording | None) -> dict[str, str]:
    """The questions of a dataset in other words, by sample; empty if they are as stored."""
    if words is None:
        return {}
    stored = _stored_words(folder)
    return {sample_id: words.question(suite, given) for sample_id, suite, _, given in stored
            if given and suite in words.texts}  # fmt: skip


def read_wordings_file(path: Path) -> dict[str, tuple[str, ...]]:
    """The wordings in a TOML file: a text or several for each name, in tables as in a suite's ``wordings.toml``."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise DioramaError(f"cannot read {path}: {error.strerror or error}") from None
    except ValueError as error:
        raise DioramaError(f"{path} is not TOML: {short(error)}") from None
    return dict(flat_wordings(table, str(path)))


def _check_names(path: Path, suite: str, texts: Collection[str]) -> None:
    known = SUITES.get(suite).wordings
    for name in texts:
        if name not in known:
            raise DioramaError(f"{path}: {UnknownName(f'wording of {suite}', name, known)}")


def _stored_words(folder: Path) -> Iterator[tuple[str, str, str, tuple[Words, ...]]]:
    """Id, suite, task and words of every sample; its pictures stay on the disk."""
    data = load(folder)
    for shard in data.shards:
        for row in read_columns(data.folder / SHARDS / shard, ("id", "suite", "task", "words")):
            with damage_named(row["id"]):
                words = () if row["words"] is None else _WORDS.validate_json(row["words"])
            yield row["id"], row["suite"], row["task"], words


def _check(made: Rewording, sample_id: str, suite: str, task: str, words: tuple[Words, ...]) -> None:
    """Refuse wordings that do not fit a question, before anything is asked."""
    where = f"--wordings {made.name}"
    if not words:
        if made.name == FIXED:
            return  # it has one text, and that is fixed
        raise DioramaError(f"{where}: sample '{sample_id}' was made elsewhere and has one text only")
    wordings, used, filled = made.texts.get(suite, {}), set(), {gap for each in words for gap in each.gaps}
    for each in words:
        if each.wording not in wordings:
            raise DioramaError(f"{where}: no wording '{each.wording}', which questions of {suite} {task} need")
        for text in wordings[each.wording]:
            gaps = _gaps(where, each.wording, text)
            for gap in sorted(gaps - set(each.gaps)):
                fills = ", ".join(f"{{{name}}}" for name in sorted(each.gaps)) or "none"
                raise DioramaError(
                    f"{where}: '{each.wording}' has the placeholder {{{gap}}}, which the query of {suite} {task} "
                    f"does not have; it has {fills}"
                )
        shown = wordings[each.wording]
        used |= _gaps(where, each.wording, shown[each.choice % len(shown)])
    if lost := sorted(filled - used):
        names = ", ".join(dict.fromkeys(each.wording for each in words if lost[0] in each.gaps))
        raise DioramaError(f"{where}: questions of {suite} {task} nowhere say {{{lost[0]}}}: put it into '{names}'")
    if not made.question(suite, words).strip():
        raise DioramaError(f"{where}: questions of {suite} {task} would be empty")


def _gaps(where: str, wording: str, text: str) -> set[str]:
    """The placeholders of a text: plain names only, so that nothing else can be looked up through them."""
    try:
        found = [(gap, form, turned) for _, gap, form, turned in Formatter().parse(text) if gap is not None]
    except ValueError as error:
        raise DioramaError(f"{where}: '{wording}': {short(error)}; write {{{{ for a brace") from None
    for gap, form, turned in found:
        if form or turned or not _PLACEHOLDER.fullmatch(gap):
            raise DioramaError(f"{where}: '{wording}': '{{{short(gap, 40)}}}' is no placeholder: write {{name}}")
    return {gap for gap, _, _ in found}


def _fitted(words: Words, wordings: Mapping[str, tuple[str, ...]]) -> Words:
    """The words with those gaps only that the new text has: it may leave to another piece what the old one said."""
    if words.wording not in wordings:
        raise UnknownName("wording", words.wording, wordings)
    texts = wordings[words.wording]
    gaps = {gap for _, gap, _, _ in Formatter().parse(texts[words.choice % len(texts)]) if gap}
    return words.model_copy(update={"gaps": {name: said for name, said in words.gaps.items() if name in gaps}})
